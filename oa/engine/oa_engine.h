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

extern const struct oa_lrc_layout oa_lrc_gen8, oa_lrc_chv, oa_lrc_gen9, oa_lrc_gen11;

u32 oa_lrc_report_id(const struct oa_lrc_layout *layout, u32 id);

/* The driver's contexts (oa_kctx.c) */

/* Largest number of engine registers that a submission path changes */
#define OA_KCTX_MAX_SAVED	24u
/* Id of the context that a stream is bound to; not 0, which an idle unit shows */
#define OA_KCTX_USER_ID		2u

/* A ring of commands and, where the engine has them, its context. Guarded as struct oa_kctx. */
struct oa_cs_context {
	struct oa_buffer buffer;	/* image, ring and report page, in this order */
	u32 *state;	/* register page of the image, NULL without one */
	u32 *ring;	/* the ring */
	u32 ring_address;	/* GGTT address of @ring */
	u32 tail;	/* where the next command goes, bytes from the start of @ring */
	u32 queued;	/* bytes written since the last run */
	/* page after the ring with places for reports of MI_REPORT_PERF_COUNT, used in turn */
	u32 *reports;
	u32 report;	/* place in @reports of the last requested report */
	u32 id;	/* context id, OA_KCTX_* */
};

/* Check whether a context has memory. */
static inline bool oa_cs_context_exists(const struct oa_cs_context *ctx)
{
	return ctx->buffer.vaddr;
}

/* Return the address of the report that a context's commands requested last. */
static inline const u32 *oa_cs_report(const struct oa_cs_context *ctx)
{
	return ctx->reports + ctx->report * OA_REPORT_MAX_DWORDS;
}

/*
 * The render engine as the driver runs it. Up from open to close of a stream, with forcewake held.
 * Guarded by the stream's lock, or by oa_device.unit_lock while the stream opens or closes.
 */
struct oa_kctx {
	struct oa_uncore *uncore;	/* registers; set once */
	struct oa_ggtt *ggtt;	/* gives the memory; set once */
	/* of the generation, NULL if the engine is not needed; set once */
	const struct oa_kctx_ops *ops;
	/* layout of the generation's context image, NULL if it has none; set once */
	const struct oa_lrc_layout *lrc;
	struct oa_buffer shared;	/* hardware status page, and a page map without entries */
	struct oa_cs_context own;	/* the driver's context, always there while up */
	/* the context that a stream is bound to, if it has one of its own */
	struct oa_cs_context user;
	bool up;	/* the engine accepts commands */
	u32 seqno;	/* number of the last run */
	u32 csb_read;	/* index of the context status entry that was read last */
	/* engine registers as found, in the order of saving */
	struct oa_reg_value saved[OA_KCTX_MAX_SAVED];
	u32 num_saved;	/* entries of @saved in use */
};

extern const struct oa_kctx_ops oa_kctx_hsw, oa_kctx_gen8, oa_kctx_gen11;

int oa_kctx_start(struct oa_kctx *kctx);
void oa_kctx_stop(struct oa_kctx *kctx);
int oa_kctx_add_user(struct oa_kctx *kctx);
int oa_kctx_write_registers(struct oa_kctx *kctx, struct oa_cs_context *ctx,
			    const struct oa_reg_value *regs, u32 num);
int oa_kctx_run(struct oa_kctx *kctx, struct oa_cs_context *ctx);
bool oa_kctx_image_holds(const struct oa_kctx *kctx, const struct oa_cs_context *ctx,
			 const struct oa_reg_value *reg);
int oa_kctx_report(struct oa_kctx *kctx, struct oa_cs_context *ctx, u32 report_id);
bool oa_kctx_lost(struct oa_kctx *kctx);

/* A reset for tests (oa_reset.c) */

int oa_reset_gt(struct oa_uncore *uncore, bool ready, bool full);

/* A known amount of work for the render engine (oa_work.c) */

#define OA_WORK_MAX_STEPS	128u
#define OA_WORK_MAX_STORES	32u

/* Work and its results. Lies on the caller's stack. */
struct oa_work {
	u64 start;	/* initial value of the sum */
	u64 step;	/* summand of each step */
	u32 steps;	/* additions, up to OA_WORK_MAX_STEPS */
	u32 stores;	/* numbers to store, up to OA_WORK_MAX_STORES */
	u64 sum;	/* result: the sum as the engine stored it */
	u64 before;	/* result: time stamp before the first step, 36 bits */
	u64 after;	/* result: time stamp after the last store */
	u32 stored;	/* result: number of stores that landed in their places */
};

int oa_kctx_work(struct oa_kctx *kctx, struct oa_cs_context *ctx, struct oa_work *work);

#endif /* _OA_ENGINE_H_ */
