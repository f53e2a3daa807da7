// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The driver's own GPU context
 *
 * From Gen8 on the OA unit counts only while the loaded context's OACTXCONTROL enables it, and the
 * context also holds the events that the EU counters count. Loading the next context would
 * overwrite such registers if the CPU wrote them. So while a stream is open the driver runs the
 * render engine: the driver has a context with a ring, and commands in that ring write every
 * register that belongs to a context or must be written while the slices have power. Haswell has
 * the ring without the context.
 *
 * A run queues commands, submits them and waits for the last, which stores a number in a page.
 *
 * A reset of the GT may come at any time from outside. The engine then has lost the addresses of
 * the driver's memory, and nothing may be submitted to it. So the engine is checked directly before
 * the write that submits, and during the wait; the caller starts over. A reset between that check
 * and the write goes unseen, and no order of accesses can close this gap, some hundred nanoseconds
 * wide. An engine whose execlists or ring are off ignores the write, and the wait notices the
 * reset. i915 has no such gap, because all resets are its own, and it stops submission around them.
 *
 * Facts: hardware.rst 7.3, 9; Lakefield volume 13, "Performance Monitoring".
 */
#include <asm/barrier.h>
#include <linux/iopoll.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "engine/oa_engine_priv.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"
#include "regs/ring_regs.h"

/*
 * A run takes under a millisecond, unless the processor of the driver or of the simulated GPU is
 * not scheduled. A busy host may not run a virtual machine for a second; after two seconds the
 * engine counts as hung.
 */
#define OA_RUN_TIMEOUT_US	2000000
#define OA_RUN_POLL_US		20
/* Dword of the status page with the number of the last run done; hardware uses those below. */
#define OA_HWSP_SEQNO		0x40
/* Commands that fill half the ring are submitted at once, so a run never laps itself. */
#define OA_RUN_MAX_BYTES	(OA_CS_RING_BYTES / 2)

/* Pages of the shared buffer */
#define OA_SHARED_STATUS	0
#define OA_SHARED_PAGE_MAP	1
#define OA_SHARED_PAGES		2

/* GGTT address of the hardware status page */
u32 oa_kctx_status_address(const struct oa_kctx *kctx)
{
	return oa_buffer_address(&kctx->shared) + OA_SHARED_STATUS * SZ_4K;
}

/*
 * Save an engine register, which oa_kctx_halt() restores. @masked: bits 31:16 enable the write of
 * bits 15:0. A ring that is found on, as a kernel that crashed leaves it, is restored as off:
 * otherwise the engine would run it, and its commands are no longer anybody's.
 */
void oa_kctx_save(struct oa_kctx *kctx, u32 offset, bool masked)
{
	u32 value = oa_steered_read32(kctx->uncore, offset);

	if (offset == RCS_RING_CTL && value & RING_CTL_VALID)
		value = 0;
	if (WARN_ON(kctx->num_saved == ARRAY_SIZE(kctx->saved)))
		return;
	kctx->saved[kctx->num_saved++] = (struct oa_reg_value) {
		.offset = offset,
		.value = masked ? MASKED_REGISTER(value) : value,
	};
}

static u32 oa_kctx_image_bytes(const struct oa_kctx *kctx)
{
	return kctx->lrc ? kctx->lrc->pages * SZ_4K : 0;
}

static int oa_cs_context_alloc(struct oa_kctx *kctx, struct oa_cs_context *ctx, u32 id)
{
	u32 image = oa_kctx_image_bytes(kctx);
	int ret;

	memset(ctx, 0, sizeof(*ctx));
	ret = oa_buffer_alloc(kctx->ggtt, &ctx->buffer, image + OA_CS_RING_BYTES + SZ_4K, SZ_4K,
			      __GFP_ZERO);
	if (ret)
		return ret;
	ctx->id = id;
	if (image)
		ctx->state = ctx->buffer.vaddr + LRC_STATE_PAGE * SZ_4K;
	ctx->ring = ctx->buffer.vaddr + image;
	ctx->ring_address = oa_buffer_address(&ctx->buffer) + image;
	ctx->reports = ctx->buffer.vaddr + image + OA_CS_RING_BYTES;
	return 0;
}

/* Return the place for at most @dwords of commands, which oa_cs_end() queues. */
u32 *oa_cs_begin(struct oa_cs_context *ctx, u32 dwords)
{
	u32 bytes = dwords * sizeof(u32), left = OA_CS_RING_BYTES - ctx->tail;

	/* A command may not straddle the end of the ring. */
	if (bytes > left) {
		memset32(ctx->ring + ctx->tail / sizeof(u32), MI_NOOP, left / sizeof(u32));
		ctx->queued += left;
		ctx->tail = 0;
	}
	return ctx->ring + ctx->tail / sizeof(u32);
}

/* Queue the commands up to @cs for the next oa_kctx_run(). */
void oa_cs_end(struct oa_cs_context *ctx, const u32 *cs)
{
	u32 tail = (cs - ctx->ring) * sizeof(u32);

	ctx->queued += tail - ctx->tail;
	ctx->tail = tail % OA_CS_RING_BYTES;
}

/*
 * Check whether the engine was reset, and must be stopped and started before the next submission.
 * False where no engine is needed. Any context, forcewake held.
 */
bool oa_kctx_lost(struct oa_kctx *kctx)
{
	return kctx->ops && kctx->ops->lost(kctx);
}

/* Return 1 if the last command of a run is done, 0 if not yet, -EAGAIN if the engine was reset. */
static int oa_kctx_progress(struct oa_kctx *kctx)
{
	const u32 *status = kctx->shared.vaddr + OA_SHARED_STATUS * SZ_4K;

	if (READ_ONCE(status[OA_HWSP_SEQNO]) == kctx->seqno)
		return 1;
	return oa_kctx_lost(kctx) ? -EAGAIN : 0;
}

/* Wait for the last run. Return: 0, -EIO, or -EAGAIN if the engine was reset meanwhile. */
static int oa_kctx_wait(struct oa_kctx *kctx, struct oa_cs_context *ctx)
{
	int progress;

	if (read_poll_timeout(oa_kctx_progress, progress, progress, OA_RUN_POLL_US,
			      OA_RUN_TIMEOUT_US, false, kctx)) {
		drm_err(kctx->uncore->drm, "context %u never loads\n", ctx->id);
		return -EIO;
	}
	return progress < 0 ? progress : kctx->ops->retire(kctx, ctx);
}

/*
 * Run the queued commands of a context, and wait until they are done. The engine is up. Process
 * context, forcewake held. Sleeps: for the commands up to 2 s (OA_RUN_TIMEOUT_US), then until the
 * engine has saved the context. After an error the engine is down. Return 0, -EIO if the commands
 * do not complete, or -EAGAIN if the engine was reset, and must be started again.
 */
int oa_kctx_run(struct oa_kctx *kctx, struct oa_cs_context *ctx)
{
	const bool wide = kctx->ops->wide;
	u32 *cs;
	int ret;

	if (!kctx->up)
		return -EIO;
	cs = oa_cs_begin(ctx, 2 * OA_MI_MAX_DWORDS);
	cs = oa_mi_flush(cs, wide);
	cs = oa_mi_store(cs, wide, oa_kctx_status_address(kctx) + OA_HWSP_SEQNO * sizeof(u32),
			 ++kctx->seqno);
	oa_cs_end(ctx, cs);
	ctx->queued = 0;
	/* The commands must be in memory before the engine reads them. */
	wmb();
	ret = kctx->ops->submit(kctx, ctx) ?: oa_kctx_wait(kctx, ctx);
	if (ret)
		kctx->up = false;
	return ret;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_kctx_run);

/*
 * Queue commands that write registers. Process context, forcewake held, sleeps. The caller ends
 * with oa_kctx_run(); a list too long for half the ring is run in parts before that. Return 0, -EIO
 * if the engine is down, or the error of oa_kctx_run().
 */
int oa_kctx_write_registers(struct oa_kctx *kctx, struct oa_cs_context *ctx,
			    const struct oa_reg_value *regs, u32 num)
{
	if (!kctx->up)
		return -EIO;
	while (num) {
		u32 some = min_t(u32, num, MI_LRI_MAX_REGISTERS), *cs;

		if (ctx->queued >= OA_RUN_MAX_BYTES) {
			int ret = oa_kctx_run(kctx, ctx);

			if (ret)
				return ret;
		}
		cs = oa_cs_begin(ctx, 2 * some + 2);
		oa_cs_end(ctx, oa_mi_registers(cs, regs, some));
		regs += some;
		num -= some;
	}
	return 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_kctx_write_registers);

/*
 * Check whether the image of a context that does not run holds a value, which the next load writes.
 * Process context. Return true also if there is no image; false is logged.
 */
bool oa_kctx_image_holds(const struct oa_kctx *kctx, const struct oa_cs_context *ctx,
			 const struct oa_reg_value *reg)
{
	if (!kctx->lrc)
		return true;
	if (READ_ONCE(ctx->state[oa_lrc_index(kctx->lrc, reg->offset)]) == reg->value)
		return true;
	drm_err(kctx->uncore->drm, "context %u does not keep 0x%x in register 0x%x\n", ctx->id,
		reg->value, reg->offset);
	return false;
}

/*
 * Poison the next place for a report. Places are used in turn, so that a late write of a discarded
 * report does not look like the next one.
 */
static u32 oa_cs_next_report(struct oa_cs_context *ctx)
{
	u32 place;

	ctx->report = (ctx->report + 1) % OA_CS_REPORTS;
	place = ctx->report * OA_REPORT_MAX_DWORDS;
	memset32(ctx->reports + place, OA_POISON, OA_REPORT_MAX_DWORDS);
	return ctx->ring_address + OA_CS_RING_BYTES + place * sizeof(u32);
}

/*
 * Request a report at this point of a context's commands. @report_id becomes its first dword. The
 * engine is up. Process context, forcewake held, sleeps. The report goes to oa_cs_report(), which
 * was poisoned before. It may land there after the return, line by line. Return 0 or -EIO.
 */
int oa_kctx_report(struct oa_kctx *kctx, struct oa_cs_context *ctx, u32 report_id)
{
	const bool wide = kctx->ops->wide;
	u32 *cs;

	if (!kctx->up)
		return -EIO;
	cs = oa_cs_begin(ctx, 2 * OA_MI_MAX_DWORDS);
	/* Count all earlier work: flush before the report. The run's own flush comes after. */
	cs = oa_mi_flush(cs, wide);
	cs = oa_mi_report(cs, wide, oa_cs_next_report(ctx), report_id);
	oa_cs_end(ctx, cs);
	return oa_kctx_run(kctx, ctx) ? -EIO : 0;
}

/* In its first run the engine loads no registers and saves an image that shows the layout. */
static int oa_kctx_first_image(struct oa_kctx *kctx)
{
	struct oa_cs_context *own = &kctx->own;
	const u64 page_table = kctx->shared.dma[OA_SHARED_PAGE_MAP];
	u32 bad;
	int ret;

	if (!kctx->lrc)
		return 0;
	oa_lrc_init(kctx->lrc, own->state, own->ring_address, page_table);
	ret = oa_kctx_run(kctx, own);
	if (ret)
		return ret;
	if (!oa_lrc_verify(kctx->lrc, own->state, &bad)) {
		drm_err(kctx->uncore->drm, "context image does not hold register 0x%x\n", bad);
		return -EIO;
	}
	oa_lrc_set_ring(own->state, own->ring_address, page_table, false);
	own->tail = 0;
	return 0;
}

/*
 * Stop the engine and restore its registers, in reverse order. An engine that does not stop keeps
 * its registers as they are: restored ones would direct its writes to memory of others.
 */
static void oa_kctx_halt(struct oa_kctx *kctx)
{
	kctx->up = false;
	if (kctx->ops->stop(kctx)) {
		kctx->num_saved = 0;
		oa_ggtt_wedge(kctx->ggtt, "render engine");
	}
	while (kctx->num_saved) {
		const struct oa_reg_value *saved = &kctx->saved[--kctx->num_saved];

		oa_write32(kctx->uncore, saved->offset, saved->value);
	}
}

/*
 * Start the render engine, which is down. Process context, forcewake held, sleeps. Undone by
 * oa_kctx_stop(). Does nothing on generations that need no engine. Return 0, -ENOMEM or -ENOSPC;
 * -EIO if the engine does not run commands, or did not stop earlier; -EAGAIN if the engine was
 * reset meanwhile.
 */
int oa_kctx_start(struct oa_kctx *kctx)
{
	int ret;

	if (!kctx->ops)
		return 0;
	ret = oa_buffer_alloc(kctx->ggtt, &kctx->shared, OA_SHARED_PAGES * SZ_4K, SZ_4K,
			      __GFP_ZERO);
	if (ret)
		return ret;
	ret = oa_cs_context_alloc(kctx, &kctx->own, OA_KCTX_OWN_ID);
	if (ret)
		goto err_shared;
	kctx->seqno = 0;
	kctx->up = true;
	ret = kctx->ops->start(kctx);
	if (!ret)
		ret = oa_kctx_first_image(kctx);
	if (!ret)
		return 0;

	oa_kctx_halt(kctx);
	oa_buffer_free(kctx->ggtt, &kctx->own.buffer);
err_shared:
	oa_buffer_free(kctx->ggtt, &kctx->shared);
	return ret;
}

/* Stop the engine, free its memory, or wedge the GPU. Process context, forcewake held, sleeps. */
void oa_kctx_stop(struct oa_kctx *kctx)
{
	if (!kctx->ops || !kctx->shared.vaddr)
		return;
	oa_kctx_halt(kctx);
	oa_buffer_free(kctx->ggtt, &kctx->user.buffer);
	oa_buffer_free(kctx->ggtt, &kctx->own.buffer);
	oa_buffer_free(kctx->ggtt, &kctx->shared);
}

/*
 * Add a context that a stream is bound to. The engine is up. Process context, sleeps. The image
 * begins as a copy of the one that hardware saved for the driver's own context. oa_kctx_stop()
 * frees it. Return 0, -ENOMEM, -ENOSPC, or -EIO if the GPU is wedged.
 */
int oa_kctx_add_user(struct oa_kctx *kctx)
{
	int ret = oa_cs_context_alloc(kctx, &kctx->user, OA_KCTX_USER_ID);

	if (ret || !kctx->lrc)
		return ret;
	memcpy(kctx->user.buffer.vaddr, kctx->own.buffer.vaddr, oa_kctx_image_bytes(kctx));
	oa_lrc_set_ring(kctx->user.state, kctx->user.ring_address,
			kctx->shared.dma[OA_SHARED_PAGE_MAP], false);
	return 0;
}
