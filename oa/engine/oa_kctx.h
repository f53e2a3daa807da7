/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_KCTX_H_
#define _OA_KCTX_H_

#include <linux/sizes.h>
#include <linux/types.h>

#include "formats/oa_format.h"
#include "gt/oa_ggtt.h"
#include "oa_reg.h"

struct oa_kctx;
struct oa_lrc_layout;
struct oa_mi_ops;
struct oa_uncore;

#define OA_CS_RING_BYTES	SZ_16K
/* Places for reports by command. */
#define OA_CS_REPORTS		(SZ_4K / (OA_REPORT_MAX_DWORDS * sizeof(u32)))
/* Engine registers that a submission path changes. */
#define OA_KCTX_MAX_SAVED	24u
/* Context ids; not 0, which an idle unit shows. */
#define OA_KCTX_OWN_ID		1u
#define OA_KCTX_USER_ID		2u

/**
 * struct oa_cs_context - a ring of commands and, where the engine has them, its context
 *
 * Guarded by the same locks as struct oa_kctx.
 */
struct oa_cs_context {
	/** @buffer: image, ring and report page, in this order */
	struct oa_buffer buffer;
	/** @state: register page of the image, NULL without one */
	u32 *state;
	/** @ring: the ring */
	u32 *ring;
	/** @ring_address: GGTT address of @ring */
	u32 ring_address;
	/** @tail: where the next command goes, bytes from the start of @ring */
	u32 tail;
	/** @queued: bytes written since the last run */
	u32 queued;
	/** @reports: page with places for reports of MI_REPORT_PERF_COUNT, used in turn */
	u32 *reports;
	/** @reports_address: GGTT address of @reports */
	u32 reports_address;
	/** @report: place in @reports of the report that was asked for last */
	u32 report;
	/** @id: context id, OA_KCTX_* */
	u32 id;
};

/**
 * oa_cs_context_exists() - does a context have memory?
 * @ctx: of struct oa_kctx
 */
static inline bool oa_cs_context_exists(const struct oa_cs_context *ctx)
{
	return ctx->buffer.vaddr;
}

/**
 * oa_cs_report() - where the report that was asked for last lands
 * @ctx: the context whose commands asked for it
 */
static inline const u32 *oa_cs_report(const struct oa_cs_context *ctx)
{
	return ctx->reports + ctx->report * OA_REPORT_MAX_DWORDS;
}

/**
 * struct oa_kctx - the render engine as the driver runs it
 *
 * Up from open to close of a stream, with forcewake held. Guarded by the
 * stream's lock, or by oa_device.unit_lock while the stream opens or closes.
 */
struct oa_kctx {
	/** @uncore: registers; set once */
	struct oa_uncore *uncore;
	/** @ggtt: gives the memory; set once */
	struct oa_ggtt *ggtt;
	/** @ops: of the generation, NULL if the engine is not needed; set once */
	const struct oa_kctx_ops *ops;
	/** @lrc: layout of the generation's context image, NULL if it has none; set once */
	const struct oa_lrc_layout *lrc;
	/** @shared: hardware status page, and a page map without entries */
	struct oa_buffer shared;
	/** @own: the driver's context, always there while up */
	struct oa_cs_context own;
	/** @user: the context that a stream is bound to, if it has one of its own */
	struct oa_cs_context user;
	/** @up: the engine takes our commands */
	bool up;
	/** @seqno: number of the last run */
	u32 seqno;
	/** @csb_read: index of the context status entry that was read last */
	u32 csb_read;
	/** @saved: engine registers as found, in the order of saving */
	struct oa_reg_value saved[OA_KCTX_MAX_SAVED];
	/** @num_saved: entries of @saved in use */
	u32 num_saved;
};

/**
 * struct oa_kctx_ops - how a generation's render engine takes commands
 *
 * Process context, forcewake held; all may sleep.
 */
struct oa_kctx_ops {
	/** @mi: the generation's commands */
	const struct oa_mi_ops *mi;
	/** @start: make the engine accept commands; @kctx->own has memory; 0, -EIO or -EAGAIN */
	int (*start)(struct oa_kctx *kctx);
	/**
	 * @stop: make the engine forget our memory; 0, or -ETIMEDOUT if it may still write
	 * there. The caller puts the saved registers back
	 */
	int (*stop)(struct oa_kctx *kctx);
	/** @submit: run a context up to its tail; 0, or -EAGAIN if a reset took the engine */
	int (*submit)(struct oa_kctx *kctx, struct oa_cs_context *ctx);
	/** @retire: wait until the engine is done with a context; 0, -EIO or -EAGAIN */
	int (*retire)(struct oa_kctx *kctx, struct oa_cs_context *ctx);
	/**
	 * @lost: did a reset take what @start wrote? It looks at what was written first, so that
	 * all the rest was written after the last reset, too. Any context
	 */
	bool (*lost)(struct oa_kctx *kctx);
};

extern const struct oa_kctx_ops oa_kctx_hsw;
extern const struct oa_kctx_ops oa_kctx_gen8;
extern const struct oa_kctx_ops oa_kctx_gen11;

int oa_kctx_start(struct oa_kctx *kctx);
void oa_kctx_stop(struct oa_kctx *kctx);
int oa_kctx_add_user(struct oa_kctx *kctx);
int oa_kctx_write_registers(struct oa_kctx *kctx, struct oa_cs_context *ctx,
			    const struct oa_reg_value *regs, u32 num);
int oa_kctx_run(struct oa_kctx *kctx, struct oa_cs_context *ctx);
bool oa_kctx_keeps(const struct oa_kctx *kctx, const struct oa_cs_context *ctx,
		   const struct oa_reg_value *reg);
int oa_kctx_report(struct oa_kctx *kctx, struct oa_cs_context *ctx, u32 report_id);
void oa_kctx_save(struct oa_kctx *kctx, u32 offset, bool masked);
bool oa_kctx_lost(struct oa_kctx *kctx);
u32 oa_kctx_status_address(const struct oa_kctx *kctx);

#endif /* _OA_KCTX_H_ */
