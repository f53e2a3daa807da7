// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Submission by execlists, Gen8 to Gen11
 *
 * A context is submitted by its descriptor. The engine loads the image, runs the ring from head to
 * tail, saves the image, and reports in the context status buffer that the context is complete and
 * the engine idle. Only then may the CPU touch the image: a change made while the context runs is
 * overwritten when the engine saves the image. So each run ends with a wait for this status.
 *
 * An idle engine may still write to the last context, so it is reset before the memory is freed
 * (internals.rst "Restoring registers").
 *
 * Facts: hardware.rst 7.7, 9.2, 9.4.
 */
#include <linux/delay.h>
#include <linux/kernel.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "engine/oa_engine_priv.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"
#include "regs/ring_regs.h"

#define OA_IDLE_TRIES	1000
#define OA_IDLE_POLL_US	100

/* Registers that loading a context changes, or that the driver writes to run one */
static const struct {
	u32 offset;
	bool masked;
} oa_execlist_regs[] = {
	{ GEN8_R_PWR_CLK_STATE },
	{ GEN8_OACTXCONTROL },
	{ EU_PERF_CNT_CTL0 }, { EU_PERF_CNT_CTL1 }, { EU_PERF_CNT_CTL2 }, { EU_PERF_CNT_CTL3 },
	{ EU_PERF_CNT_CTL4 }, { EU_PERF_CNT_CTL5 }, { EU_PERF_CNT_CTL6 },
	{ RCS_RING_TAIL }, { RCS_RING_HEAD }, { RCS_RING_START }, { RCS_RING_CTL },
	{ RCS_CONTEXT_CONTROL, true },
	{ RCS_GFX_MODE, true },
	{ RCS_MI_MODE, true },
	{ RCS_HWSTAM },
	{ RCS_HWS_PGA },
};

/* After a reset the pointer lies beyond the buffer, and entry 0 is next, as after the last one. */
static u32 oa_csb_written(struct oa_kctx *kctx)
{
	const struct oa_csb *csb = &kctx->ops->csb;

	return min(oa_read32(kctx->uncore, RCS_CSB_PTR) & csb->write, csb->entries - 1);
}

static void oa_csb_set_read(struct oa_kctx *kctx, u32 entry)
{
	const u32 mask = kctx->ops->csb.read;

	kctx->csb_read = entry;
	oa_write32(kctx->uncore, RCS_CSB_PTR, mask << 16 | entry << __ffs(mask));
}

static int oa_execlist_start(struct oa_kctx *kctx)
{
	struct oa_uncore *uncore = kctx->uncore;
	u32 i;

	oa_steer(uncore);
	for (i = 0; i < ARRAY_SIZE(oa_execlist_regs); i++)
		oa_kctx_save(kctx, oa_execlist_regs[i].offset, oa_execlist_regs[i].masked);
	oa_unsteer(uncore);
	/* Written first, because oa_execlist_lost() checks it. */
	oa_write32(uncore, RCS_GFX_MODE, MASKED_BIT_ENABLE(kctx->ops->execlists));
	oa_write32(uncore, RCS_MI_MODE, MASKED_BIT_DISABLE(MI_MODE_STOP_RING));
	/* The status page's interrupt fields have no reader. */
	oa_write32(uncore, RCS_HWSTAM, ~0u);
	oa_write32(uncore, RCS_HWS_PGA, oa_kctx_status_address(kctx));
	oa_read32(uncore, RCS_HWS_PGA);
	oa_csb_set_read(kctx, oa_csb_written(kctx));
	return 0;
}

/* The reset alone would do, but an engine whose ring is stopped becomes ready for it sooner. */
static int oa_execlist_stop(struct oa_kctx *kctx)
{
	oa_engine_stop_cs(kctx->uncore);
	return oa_reset_gen8(kctx->uncore, GEN6_GRDOM_RENDER);
}

/* Only a reset turns execlists off. */
static bool oa_execlist_lost(struct oa_kctx *kctx)
{
	return !(oa_read32(kctx->uncore, RCS_GFX_MODE) & kctx->ops->execlists);
}

static u64 oa_execlist_descriptor(const struct oa_kctx *kctx, struct oa_cs_context *ctx)
{
	ctx->state[LRC_RING_TAIL] = ctx->tail;
	/* The image must be in memory before the engine loads it. */
	wmb();
	return oa_lrc_descriptor(kctx->lrc, oa_buffer_address(&ctx->buffer), ctx->id) |
	       CTX_DESC_FORCE_RESTORE;
}

/* Write one register four times: element 1, empty, then 0, high halves first; the last submits. */
static int oa_execlist_submit_gen8(struct oa_kctx *kctx, struct oa_cs_context *ctx)
{
	u64 descriptor = oa_execlist_descriptor(kctx, ctx);

	oa_write32(kctx->uncore, RCS_ELSP, 0);
	oa_write32(kctx->uncore, RCS_ELSP, 0);
	oa_write32(kctx->uncore, RCS_ELSP, upper_32_bits(descriptor));
	if (oa_execlist_lost(kctx))
		return -EAGAIN;
	oa_write32(kctx->uncore, RCS_ELSP, lower_32_bits(descriptor));
	return 0;
}

static int oa_execlist_submit_gen11(struct oa_kctx *kctx, struct oa_cs_context *ctx)
{
	u64 descriptor = oa_execlist_descriptor(kctx, ctx);

	oa_write32(kctx->uncore, RCS_EXECLIST_SQ_CONTENTS(1), 0);
	oa_write32(kctx->uncore, RCS_EXECLIST_SQ_CONTENTS(1) + 4, 0);
	oa_write32(kctx->uncore, RCS_EXECLIST_SQ_CONTENTS(0), lower_32_bits(descriptor));
	oa_write32(kctx->uncore, RCS_EXECLIST_SQ_CONTENTS(0) + 4, upper_32_bits(descriptor));
	if (oa_execlist_lost(kctx))
		return -EAGAIN;
	oa_write32(kctx->uncore, RCS_EXECLIST_CONTROL, EL_CTRL_LOAD);
	return 0;
}

/* Read the new entries of the status buffer. Return: the bits of all events, or -EIO. */
static int oa_csb_process(struct oa_kctx *kctx, u32 id)
{
	u32 written = oa_csb_written(kctx), entry = kctx->csb_read, all = 0;

	while (entry != written) {
		u32 offset, status, owner;

		entry = (entry + 1) % kctx->ops->csb.entries;
		offset = entry < GEN8_CSB_ENTRIES ? RCS_CSB(entry) : RCS_CSB_GEN11(entry);
		status = oa_read32(kctx->uncore, offset);
		owner = oa_read32(kctx->uncore, offset + 4);
		if (status & CSB_COMPLETE && owner != id) {
			drm_err(kctx->uncore->drm, "context status 0x%x of 0x%x, expected 0x%x\n",
				status, owner, id);
			return -EIO;
		}
		all |= status;
	}
	if (entry != kctx->csb_read)
		oa_csb_set_read(kctx, entry);
	return all & (CSB_COMPLETE | CSB_ACTIVE_TO_IDLE | CSB_PREEMPTED);
}

static int oa_execlist_retire(struct oa_kctx *kctx, struct oa_cs_context *ctx)
{
	u32 id = oa_lrc_report_id(kctx->lrc, ctx->id), seen = 0;
	int tries, ret;

	for (tries = 0; tries < OA_IDLE_TRIES; tries++) {
		ret = oa_csb_process(kctx, id);
		if (ret < 0)
			return ret;
		seen |= ret;
		if (seen & CSB_ACTIVE_TO_IDLE)
			break;
		if (oa_kctx_lost(kctx))
			return -EAGAIN;
		usleep_range(OA_IDLE_POLL_US, 2 * OA_IDLE_POLL_US);
	}
	if (seen == (CSB_COMPLETE | CSB_ACTIVE_TO_IDLE))
		return 0;
	drm_err(kctx->uncore->drm, "context %u does not complete: status 0x%x\n", ctx->id, seen);
	return -EIO;
}

const struct oa_kctx_ops oa_kctx_gen8 = {
	.wide = true,
	.execlists = GFX_RUN_LIST_ENABLE,
	.csb = { GEN8_CSB_ENTRIES, GEN8_CSB_WRITE_PTR_MASK, GEN8_CSB_READ_PTR_MASK },
	.start = oa_execlist_start,
	.stop = oa_execlist_stop,
	.submit = oa_execlist_submit_gen8,
	.retire = oa_execlist_retire,
	.lost = oa_execlist_lost,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_kctx_gen8);

const struct oa_kctx_ops oa_kctx_gen11 = {
	.wide = true,
	.execlists = GEN11_GFX_DISABLE_LEGACY_MODE,
	.csb = { GEN11_CSB_ENTRIES, GEN11_CSB_WRITE_PTR_MASK, GEN11_CSB_READ_PTR_MASK },
	.start = oa_execlist_start,
	.stop = oa_execlist_stop,
	.submit = oa_execlist_submit_gen11,
	.retire = oa_execlist_retire,
	.lost = oa_execlist_lost,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_kctx_gen11);
