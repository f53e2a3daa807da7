/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_ENGINE_H_
#define _OA_ENGINE_H_

#include <linux/types.h>

#include "formats/oa_flex.h"
#include "formats/oa_format.h"
#include "gpu/oa_gpu.h"
#include "regs/oa_regs.h"

struct oa_kctx_ops;
struct oa_lrc_layout;
struct oa_uncore;

/* Context images (oa_lrc.c). Pure: memory only. */

/* Registers of a context that the OA unit needs: slice power, timer, flexible EU events */
#define OA_LRC_UNIT_REGS	(2 + EU_PERF_CNT_CTL_COUNT)

extern const struct oa_lrc_layout oa_lrc_gen8;
extern const struct oa_lrc_layout oa_lrc_chv;
extern const struct oa_lrc_layout oa_lrc_gen9;
extern const struct oa_lrc_layout oa_lrc_gen11;

u32 oa_lrc_report_id(const struct oa_lrc_layout *layout, u32 id);

/* The driver's contexts (oa_kctx.c) */

/* Most engine registers that a submission path changes */
#define OA_KCTX_MAX_SAVED	24u
/* Id of the context that a stream is bound to; not 0, which an idle unit shows */
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
	/** @report: place in @reports of the last requested report */
	u32 report;
	/** @id: context id, OA_KCTX_* */
	u32 id;
};

/**
 * oa_cs_context_exists() - check whether a context has memory
 * @ctx: of struct oa_kctx
 */
static inline bool oa_cs_context_exists(const struct oa_cs_context *ctx)
{
	return ctx->buffer.vaddr;
}

/**
 * oa_cs_report() - address of the report that was requested last
 * @ctx: the context whose commands requested it
 */
static inline const u32 *oa_cs_report(const struct oa_cs_context *ctx)
{
	return ctx->reports + ctx->report * OA_REPORT_MAX_DWORDS;
}

/**
 * struct oa_kctx - the render engine as the driver runs it
 *
 * Up from open to close of a stream, with forcewake held. Guarded by the stream's lock, or by
 * oa_device.unit_lock while the stream opens or closes.
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
	/** @up: the engine accepts commands */
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
bool oa_kctx_lost(struct oa_kctx *kctx);

/* A known amount of work for the render engine (oa_work.c) */

#define OA_WORK_MAX_STEPS	128u
#define OA_WORK_MAX_STORES	32u

/**
 * struct oa_work - work and its results
 *
 * Lies on the caller's stack.
 */
struct oa_work {
	/** @start: initial value of the sum */
	u64 start;
	/** @step: summand of each step */
	u64 step;
	/** @steps: additions, up to OA_WORK_MAX_STEPS */
	u32 steps;
	/** @stores: numbers to store, up to OA_WORK_MAX_STORES */
	u32 stores;
	/** @sum: result: the sum as the engine stored it */
	u64 sum;
	/** @before: result: time stamp before the first step, 36 bits */
	u64 before;
	/** @after: result: time stamp after the last store */
	u64 after;
	/** @stored: result: number of stores that landed in their places */
	u32 stored;
};

int oa_kctx_work(struct oa_kctx *kctx, struct oa_cs_context *ctx, struct oa_work *work);

#endif /* _OA_ENGINE_H_ */
