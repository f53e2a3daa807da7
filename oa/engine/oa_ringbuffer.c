// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Submission by the ring, Haswell
 *
 * The engine runs the ring from head to tail whenever the tail is moved. There
 * is no context image: registers keep the values that commands write.
 *
 * Facts: hardware.rst 9.2.
 */

#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "engine/oa_engine_priv.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"
#include "regs/ring_regs.h"

#define OA_RING_IDLE_US		100000
#define OA_RING_VALID_US	50000
#define OA_RING_FLUSH_US	1000

static void oa_ringbuffer_clear(struct oa_uncore *uncore)
{
	oa_write32(uncore, RCS_RING_CTL, 0);
	oa_write32(uncore, RCS_RING_HEAD, 0);
	oa_write32(uncore, RCS_RING_TAIL, 0);
}

/* Any reset of the engine clears RING_START. */
static bool oa_ringbuffer_lost(struct oa_kctx *kctx)
{
	return oa_read32(kctx->uncore, RCS_RING_START) != kctx->own.ring_address;
}

/* Check for a reset before RING_START was written: it clears the address of the status page. */
static bool oa_ringbuffer_lost_status(struct oa_kctx *kctx)
{
	return oa_read32(kctx->uncore, RCS_HWS_PGA_GEN6) != oa_kctx_status_address(kctx);
}

/*
 * The addresses of ring and status page may have belonged to other pages in an earlier stream, and
 * the engine may still have their translations. It must be idle for the flush.
 */
static void oa_ringbuffer_flush_tlb(struct oa_uncore *uncore)
{
	oa_write32(uncore, RCS_INSTPM,
		   MASKED_BIT_ENABLE(INSTPM_TLB_INVALIDATE | INSTPM_SYNC_FLUSH));
	if (oa_wait32(uncore, RCS_INSTPM, INSTPM_SYNC_FLUSH, 0, OA_RING_FLUSH_US))
		drm_err(uncore->drm, "render engine does not flush its translations\n");
}

static int oa_ringbuffer_start(struct oa_kctx *kctx)
{
	struct oa_uncore *uncore = kctx->uncore;

	oa_kctx_save(kctx, RCS_RING_CTL, false);
	oa_kctx_save(kctx, RCS_RING_TAIL, false);
	oa_kctx_save(kctx, RCS_RING_HEAD, false);
	oa_kctx_save(kctx, RCS_RING_START, false);
	oa_kctx_save(kctx, RCS_MI_MODE, true);
	oa_kctx_save(kctx, RCS_HWSTAM, false);
	oa_kctx_save(kctx, RCS_HWS_PGA_GEN6, false);

	/* The status page's interrupt fields have no reader. */
	oa_write32(uncore, RCS_HWSTAM, ~0u);
	oa_write32(uncore, RCS_HWS_PGA_GEN6, oa_kctx_status_address(kctx));
	oa_read32(uncore, RCS_HWS_PGA_GEN6);
	oa_write32(uncore, RCS_MI_MODE, MASKED_BIT_DISABLE(MI_MODE_STOP_RING));
	oa_ringbuffer_clear(uncore);
	oa_ringbuffer_flush_tlb(uncore);
	oa_write32(uncore, RCS_RING_START, kctx->own.ring_address);
	oa_write32(uncore, RCS_RING_CTL, (OA_CS_RING_BYTES - SZ_4K) | RING_CTL_VALID);
	if (!oa_wait32(uncore, RCS_RING_CTL, RING_CTL_VALID, RING_CTL_VALID, OA_RING_VALID_US))
		return oa_ringbuffer_lost_status(kctx) ? -EAGAIN : 0;
	if (oa_ringbuffer_lost(kctx) || oa_ringbuffer_lost_status(kctx))
		return -EAGAIN;
	drm_err(uncore->drm, "render ring does not start\n");
	return -EIO;
}

static int oa_ringbuffer_retire(struct oa_kctx *kctx, struct oa_cs_context *ctx)
{
	if (!oa_wait32(kctx->uncore, RCS_RING_HEAD, RING_HEAD_MASK, ctx->tail, OA_RING_IDLE_US))
		return 0;
	if (oa_ringbuffer_lost(kctx))
		return -EAGAIN;
	drm_err(kctx->uncore->drm, "render ring does not drain\n");
	return -EIO;
}

/* Turn the ring off. A ring that hangs would hang its next user too: reset the engine. */
static int oa_ringbuffer_stop(struct oa_kctx *kctx)
{
	struct oa_uncore *uncore = kctx->uncore;
	int ret = oa_engine_stop_cs(uncore) ? oa_reset_gen7(uncore, GEN6_GRDOM_RENDER) : 0;

	if (!ret)
		oa_ringbuffer_clear(uncore);
	return ret;
}

static int oa_ringbuffer_submit(struct oa_kctx *kctx, struct oa_cs_context *ctx)
{
	if (oa_ringbuffer_lost(kctx))
		return -EAGAIN;
	oa_write32(kctx->uncore, RCS_RING_TAIL, ctx->tail);
	return 0;
}

const struct oa_kctx_ops oa_kctx_hsw = {
	.start = oa_ringbuffer_start,
	.stop = oa_ringbuffer_stop,
	.submit = oa_ringbuffer_submit,
	.retire = oa_ringbuffer_retire,
	.lost = oa_ringbuffer_lost,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_kctx_hsw);
