// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The hardware side of a stream
 *
 * One stream owns the OA unit from open to close, sampling or not. The unit is set up, is put
 * back after a GT reset and a suspend, and is taken down when the stream closes or the GPU goes.
 *
 * Facts: abi.rst 6, 11.
 */
#include <linux/cleanup.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_drm.h>

#include "gt/oa_forcewake.h"
#include "gt/oa_rps.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "stream/oa_map.h"
#include "stream/oa_sampling.h"
#include "stream/oa_seen.h"
#include "stream/oa_stream_hw.h"
#include "stream/oa_stream_types.h"
#include "unit/oa_unit.h"

/* How often the unit is set up before a GPU that resets each time is given up. */
#define OA_CONFIGURE_TRIES	3

/* A unit that writes on must not be given another address to write to. */
static void oa_stream_park(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;

	if (!oa_ggtt_wedged(&oa->ggtt))
		oa_ops(stream)->park(&oa->unit);
}

/* Put the registers back, then stop the engine: they may live in its context. */
static void oa_stream_deconfigure(struct oa_stream *stream)
{
	oa_rps_put_back(&stream->oa->rps);
	oa_unit_restore(&stream->oa->unit);
	oa_kctx_stop(&stream->oa->kctx);
}

/* Without its metric set, and with its clocks gated again, a unit must not write reports. */
static void oa_stream_silence(struct oa_stream *stream)
{
	if (stream->enabled)
		oa_stream_stop_unit(stream);
}

/**
 * oa_stream_take_unit() - see that the unit is off, whoever had it before
 * @stream: the stream, which is about to set the unit up
 *
 * Process context, unit lock and forcewake held. Return: 0, or -EIO if the unit does not stop;
 * then the device is wedged.
 */
int oa_stream_take_unit(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	int ret = oa_unit_stop_left(&oa->unit, oa_ops(stream));

	if (ret)
		oa_ggtt_wedge(&oa->ggtt, "OA unit");
	return ret;
}

static int oa_stream_configure_once(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	int ret;

	ret = oa_ggtt_ready(&oa->ggtt);
	if (!ret)
		ret = oa_kctx_start(&oa->kctx);
	if (ret) {
		oa_stream_silence(stream);
		return ret;
	}
	if (stream->ctx && oa->platform->lrc)
		ret = oa_kctx_add_user(&oa->kctx);
	if (!ret)
		ret = oa_ops(stream)->configure(&oa->unit, stream->config);
	if (!ret && !stream->own)
		ret = oa_rps_ask(&oa->rps);
	if (!ret && oa_kctx_lost(&oa->kctx))
		ret = -EAGAIN;
	if (ret) {
		oa_stream_silence(stream);
		oa_stream_deconfigure(stream);
	}
	return ret;
}

/**
 * oa_stream_configure() - write the stream's metric set and ask for a frequency
 * @stream: the stream, forcewake held, its buffers mapped
 *
 * Process context, stream lock held or the stream not yet known. The engine comes first:
 * nothing counts without its context, and it writes the set. If the GT is reset meanwhile, all of
 * it starts over, a few times. Return: 0, -ENOMEM, or -EIO if the engine does not work; then
 * nothing is left behind.
 */
int oa_stream_configure(struct oa_stream *stream)
{
	int tries, ret = -EAGAIN;

	for (tries = 0; tries < OA_CONFIGURE_TRIES && ret == -EAGAIN; tries++) {
		ret = oa_stream_configure_once(stream);
		if (ret == -EAGAIN)
			drm_warn(&stream->oa->drm, "GT reset while the OA unit was set up\n");
	}
	stream->unset = ret;
	return ret == -EAGAIN ? -EIO : ret;
}

static void oa_stream_keep_stats(struct oa_stream *stream)
{
	struct oa_stats *stats = stream->stats;
	int i;

	for (i = 0; i < OA_NUM_WAKE_CAUSES; i++)
		stats->wakeups[i] = atomic64_read(&stream->wake.wakeups[i]);
	stats->deadlines = atomic64_read(&stream->wake.expiries);
	stream->oa->beliefs = stream->seen.validator.beliefs;
}

/**
 * oa_stream_release_hw() - take the hardware side down; the memory side stays
 * @stream: the stream
 *
 * Process context, unit lock and stream lock held, GPU present.
 */
void oa_stream_release_hw(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;

	lockdep_assert_held(&oa->unit_lock);
	lockdep_assert_held(&stream->lock);
	/* Without its wells the unit would not stop. */
	oa_forcewake_restore(&oa->uncore);
	oa_stream_set_enabled(stream, false);
	if (!stream->own)
		oa_stream_keep_stats(stream);
	oa_stream_park(stream);
	oa_stream_deconfigure(stream);
	oa_map_revoke(stream);
	oa_buffer_free(&oa->ggtt, &stream->ctx_image);
	oa_buffer_free(&oa->ggtt, &stream->buffer);
	oa_forcewake_put(&oa->uncore, stream->domains);
	oa->stream = NULL;
}

/**
 * oa_stream_detach() - the GPU goes away
 * @oa: the GPU, unplugged from DRM, its registers still there
 *
 * Process context. An open stream stays a file, but answers ENODEV.
 */
void oa_stream_detach(struct oa_device *oa)
{
	struct oa_stream *stream;

	guard(mutex)(&oa->unit_lock);
	stream = oa->stream;
	if (!stream)
		return;
	guard(mutex)(&stream->lock);
	WRITE_ONCE(stream->dead, true);
	oa_stream_release_hw(stream);
	/* A stopped stream may have pollers too, and they must learn of it. */
	wake_up_all(&stream->wake.wait);
}

/**
 * oa_stream_reprogram() - write again, after a reset, what open and enable wrote
 * @stream: the stream, enabled
 *
 * Process context, stream lock and forcewake held. The GGTT's entries lie in
 * memory and stay. Writes everything but the start of the unit. Return: 0, or an error if
 * the render engine does not work any more; it may be tried again.
 */
int oa_stream_reprogram(struct oa_stream *stream)
{
	int ret;

	lockdep_assert_held(&stream->lock);
	oa_stream_irq_disable(stream);
	oa_kctx_stop(&stream->oa->kctx);
	ret = oa_stream_configure(stream);
	oa_stream_irq_enable(stream);
	return ret;
}

/**
 * oa_stream_suspend() - the system goes to sleep
 * @oa: the GPU
 *
 * Process context, user space frozen. Reports that were not read are announced as lost
 * after resume.
 */
void oa_stream_suspend(struct oa_device *oa)
{
	struct oa_stream *stream;
	u64 lost = 0;

	guard(mutex)(&oa->unit_lock);
	stream = oa->stream;
	if (!stream)
		return;
	guard(mutex)(&stream->lock);
	oa_forcewake_restore(&oa->uncore);
	if (stream->enabled) {
		oa_stream_halt(stream, &lost);
		stream->stats->lost += stream->own ? 0 : lost;
		/* A loss that is still to be announced becomes one with this. */
		oa_seen_announce(stream, DRM_I915_PERF_RECORD_OA_BUFFER_LOST,
				 lost + stream->seen.dropped, false, 0);
		oa_seen_blame(&stream->seen);
		stream->suspended = stream->seen.pending;
	}
	oa_stream_park(stream);
	oa_stream_deconfigure(stream);
	oa_forcewake_put(&oa->uncore, stream->domains);
}

static int oa_stream_restart(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	int ret = oa_forcewake_get(&oa->uncore, stream->domains);

	if (ret)
		return ret;
	oa_buffer_restore(&oa->ggtt, &stream->buffer);
	if (stream->ctx_image.vaddr)
		oa_buffer_restore(&oa->ggtt, &stream->ctx_image);
	ret = oa_stream_take_unit(stream) ?: oa_stream_configure(stream);
	if (ret) {
		oa_forcewake_put(&oa->uncore, stream->domains);
		return ret;
	}
	if (stream->enabled) {
		oa_stream_run(stream);
		stream->seen.pending = stream->suspended;
		stream->seen.last_raw = stream->suspended.after;
	}
	return 0;
}

/**
 * oa_stream_resume() - the system woke up
 * @oa: the GPU
 *
 * Process context. Return: 0, -EIO if the GPU does not wake, -ENOMEM; the
 * stream is then dead.
 */
int oa_stream_resume(struct oa_device *oa)
{
	struct oa_stream *stream;
	int ret;

	guard(mutex)(&oa->unit_lock);
	stream = oa->stream;
	if (!stream)
		return 0;
	guard(mutex)(&stream->lock);
	ret = oa_stream_restart(stream);
	if (!ret)
		return 0;
	WRITE_ONCE(stream->dead, true);
	WRITE_ONCE(stream->enabled, false);
	oa_map_revoke(stream);
	oa_buffer_free(&oa->ggtt, &stream->ctx_image);
	oa_buffer_free(&oa->ggtt, &stream->buffer);
	oa->stream = NULL;
	wake_up_all(&stream->wake.wait);
	return ret;
}
