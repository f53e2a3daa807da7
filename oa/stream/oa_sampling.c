// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The hardware side of a stream
 *
 * One stream owns the OA unit from open to close, sampling or not. Sampling starts
 * and stops, is put back after a GT reset and a suspend, and is taken down when the
 * stream closes or the GPU goes.
 *
 * Facts: abi.rst 6, 11.
 */
#include <linux/cleanup.h>
#include <linux/delay.h>
#include <linux/ktime.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_drm.h>
#include <uapi/drm/i915_oa.h>

#include "abi/oa_config.h"
#include "gt/oa_forcewake.h"
#include "gt/oa_irq.h"
#include "gt/oa_rps.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "oa_trace.h"
#include "regs/oa_regs.h"
#include "stream/oa_evidence.h"
#include "stream/oa_gone.h"
#include "stream/oa_map.h"
#include "stream/oa_map_ring.h"
#include "stream/oa_sampling.h"
#include "stream/oa_seen.h"
#include "stream/oa_stream_types.h"
#include "unit/oa_unit.h"

/* How long the stopped unit's last lines get to land, and how long if they are known to be late. */
#define OA_QUIET_US		1000
#define OA_QUIET_LATE_MS	100
#define OA_QUIET_TRIES		10
/* How often the unit is set up before a GPU that resets each time is given up. */
#define OA_CONFIGURE_TRIES	3

static bool oa_stream_is_half_full(struct oa_stream *stream)
{
	return oa_ring_used(&stream->ring) >= stream->ring.size / 2;
}

/* A stream with a fixed timer wants no interrupt; another one wants it while somebody waits. */
static void oa_stream_irq_enable(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;

	if (stream->wake.fixed || !oa->irq.number)
		return;
	oa->platform->irq->enable(&oa->irq);
	if (oa->platform->irq->silent)
		return;
	oa_irq_set_enabled(&oa->irq, true);
	oa_irq_mask(&oa->irq, true);
}

static void oa_stream_irq_disable(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;

	if (stream->wake.fixed || !oa->irq.number)
		return;
	oa_irq_set_enabled(&oa->irq, false);
	oa->platform->irq->disable(&oa->irq);
}

static bool oa_config_triggers(const struct oa_config *config)
{
	const struct oa_reg_list *list = &config->boolean;
	u32 i;

	for (i = 0; i < list->count; i++)
		if ((list->regs[i].offset == OAREPORTTRIG2 ||
		     list->regs[i].offset == OAREPORTTRIG6) &&
		    list->regs[i].value & OAREPORTTRIG2_ENABLE)
			return true;
	return false;
}

/*
 * A metric set's trigger registers stay as they are until the stream closes. Where
 * no set may write them, there are none.
 */
static bool oa_unit_triggers(struct oa_device *oa)
{
	struct oa_uncore *uncore = &oa->uncore;

	if (!oa_reg_in(oa->platform->boolean, OAREPORTTRIG2))
		return false;
	return (oa_read32(uncore, OAREPORTTRIG2) | oa_read32(uncore, OAREPORTTRIG6)) &
	       OAREPORTTRIG2_ENABLE;
}

/**
 * oa_stream_expect_triggers() - a running stream gets another metric set
 * @stream: the stream
 * @config: the set, not yet written
 *
 * Process context, stream lock held. From here on reports may come from triggers.
 */
void oa_stream_expect_triggers(struct oa_stream *stream, const struct oa_config *config)
{
	lockdep_assert_held(&stream->lock);
	if (stream->props.format->rpt_id || !oa_config_triggers(config))
		return;
	stream->era++;
	stream->timer_only = false;
	stream->timer_known = false;
	stream->seen.validator.period = 0;
	oa_evidence_apply(stream);
}

/*
 * The unit has stopped, but its last lines may still be on their way. Where they land after the
 * ring was made blank, they pass for lines of reports to come. So give them time, and more where
 * something shows that they take long: a report that did not land in time, one that is there in
 * part, or a line that lands now.
 */
static void oa_stream_clear_ring(struct oa_stream *stream)
{
	struct oa_ring *ring = &stream->ring;
	u32 tries = 0;
	bool late;

	usleep_range(OA_QUIET_US, 2 * OA_QUIET_US);
	late = ring->late || oa_ring_trails(ring);
	do {
		if (late)
			msleep(OA_QUIET_LATE_MS);
		oa_ring_reset(ring);
		late = !oa_ring_is_blank(ring, 0, ring->size);
	} while (late && ++tries < OA_QUIET_TRIES);
	if (late)
		drm_warn(&stream->oa->drm, "something goes on writing to the OA buffer\n");
}

/**
 * oa_stream_start_unit() - sample into an empty buffer, with nothing read so far
 * @stream: the stream, its unit configured and stopped
 *
 * Process context, stream lock and forcewake held. A pending loss stays pending.
 */
void oa_stream_start_unit(struct oa_stream *stream)
{
	const struct oa_report_format *format = stream->props.format;
	struct oa_unit *unit = &stream->oa->unit;
	struct oa_seen *seen = &stream->seen;
	/* A report may name the timer as its reason. Without reasons there must be no others. */
	const bool named = format->rpt_id;
	const struct oa_beliefs learned = seen->validator.beliefs;

	lockdep_assert_held(&stream->lock);
	stream->era++;
	stream->timer_only = stream->props.periodic && !named && !oa_unit_triggers(stream->oa);
	stream->timer_known = stream->timer_only || (stream->props.periodic && named);
	if (seen->validator.have_last)
		seen->last_raw = oa_timestamp_raw(format, seen->validator.last);
	oa_validator_init(&seen->validator, format, stream->timer_known, stream->props.exponent);
	oa_evidence_restart(stream, &learned);
	oa_filter_init(&seen->filter, format, stream->ctx, unit->setup.ctx_id);
	oa_stream_clear_ring(stream);
	seen->gap_counted = 0;
	seen->gap_checked = false;
	seen->dropped = 0;
	seen->causes = 0;
	WRITE_ONCE(seen->dropped_since, 0);
	seen->have_timer = false;
	seen->flagged = false;
	seen->skipped = false;
	stream->lost_latched = false;
	stream->starting = oa_ops(stream)->timestamp(unit);
	seen->validator.not_before = stream->starting;
	oa_ops(stream)->enable(unit);
	stream->started = oa_ops(stream)->timestamp(unit);
}

/* Start sampling into an empty buffer. The unit is configured, forcewake held. */
static void oa_stream_run(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	struct oa_trim *trim = &stream->trim;

	memset(&stream->seen.pending, 0, sizeof(stream->seen.pending));
	WRITE_ONCE(oa->irq_stream, stream);
	oa_stream_irq_enable(stream);
	oa_stream_start_unit(stream);
	stream->seen.last_raw = 0;
	WRITE_ONCE(stream->last_look, ktime_get_ns());
	oa_map_mark(stream, DRM_I915_OA_MAP_LIVE);
	oa_wake_start(&stream->wake);
	trim->live = trim->period_ns;
	if (trim->live)
		hrtimer_start(&trim->timer, ns_to_ktime(trim->period_ns), HRTIMER_MODE_REL);
	trace_oa_enable(true, stream->started);
}

/**
 * oa_stream_stop_unit() - the unit must not write any more
 * @stream: the stream
 *
 * Process context, stream lock and forcewake held. A unit that does not stop when it is told
 * twice keeps its memory. Return: true if it stopped.
 */
bool oa_stream_stop_unit(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;

	if (!oa_ops(stream)->disable(&oa->unit) || !oa_ops(stream)->disable(&oa->unit))
		return true;
	oa_ggtt_wedge(&oa->ggtt, "OA unit");
	return false;
}

/* Stop sampling. Waiters are woken and find that it has stopped. */
static void oa_stream_halt(struct oa_stream *stream, u64 *unread)
{
	struct oa_device *oa = stream->oa;
	/* After a reset that nobody noticed the tail means nothing. */
	bool lost = oa_ops(stream)->reset_took(&oa->unit) & OA_UNIT_LOST_UNIT;
	u64 voided;
	u32 head;

	stream->era++;
	oa_map_mark(stream, 0);
	oa_stream_irq_disable(stream);
	WRITE_ONCE(oa->irq_stream, NULL);
	synchronize_irq(oa->irq.number);
	oa_wake_stop(&stream->wake);
	/* Work that waits for the lock will find the stream not live: no need to wait for it. */
	stream->trim.live = false;
	hrtimer_cancel(&stream->trim.timer);
	head = stream->ring.head;
	voided = oa_map_stop(stream, !lost && !oa_unit_overflowed(stream));
	oa_stream_stop_unit(stream);
	if (lost)
		*unread += oa_ring_landed(&stream->ring) + voided;
	else
		*unread += oa_gone_unread(stream, head, voided);
	trace_oa_enable(false, 0);
}

/**
 * oa_stream_set_enabled() - start or stop sampling, as the user wants
 * @stream: the stream, its hardware side in place
 * @enabled: start
 *
 * Process context, stream lock held. Reports that are unread at a stop are gone.
 */
void oa_stream_set_enabled(struct oa_stream *stream, bool enabled)
{
	lockdep_assert_held(&stream->lock);
	if (stream->enabled == enabled)
		return;
	if (enabled) {
		oa_stream_run(stream);
		WRITE_ONCE(stream->enabled, true);
	} else {
		/* First, so that a waiter that is woken sees it. */
		WRITE_ONCE(stream->enabled, false);
		oa_stream_halt(stream, &stream->oa->stats.discarded);
	}
}

/**
 * oa_stream_half_full() - the OA buffer is half full
 * @oa: the GPU
 *
 * Hard IRQ. If nobody waits, no other interrupt is needed before somebody does.
 */
void oa_stream_half_full(struct oa_device *oa)
{
	struct oa_stream *stream = READ_ONCE(oa->irq_stream);

	if (!stream)
		return;
	WRITE_ONCE(stream->half.events, stream->half.events + 1);
	if (oa_wake_up(&stream->wake, OA_WAKE_INTERRUPT))
		return;
	oa_irq_mask(&oa->irq, true);
}

/**
 * oa_stream_listen() - somebody waits: let the half-full interrupt come
 * @wake: of the stream
 *
 * Process context, GPU present. If the interrupt would have come already, its work is done
 * here: a deadline that starts now may be too late for a buffer that is half full.
 */
void oa_stream_listen(struct oa_wake *wake)
{
	struct oa_stream *stream = container_of(wake, struct oa_stream, wake);

	if (oa_irq_mask(&stream->oa->irq, false) && oa_stream_is_half_full(stream))
		oa_wake_up(wake, OA_WAKE_INTERRUPT);
}

/**
 * oa_stream_serve() - a deadline expired: did the message of an interrupt get lost?
 * @wake: of the stream, live
 *
 * Hard IRQ. May wake the waiters.
 */
void oa_stream_serve(struct oa_wake *wake)
{
	oa_irq_look(&container_of(wake, struct oa_stream, wake)->oa->irq);
}

/**
 * oa_stream_drained() - a read took everything that it found
 * @stream: the stream, enabled
 * @began: when the read began, ns
 *
 * Process context, stream lock and forcewake held. Half a ring may have come during a long read,
 * and its interrupt may have come as well, or been masked: then the stream stays ready.
 */
void oa_stream_drained(struct oa_stream *stream, u64 began)
{
	u64 now = ktime_get_ns();

	lockdep_assert_held(&stream->lock);
	WRITE_ONCE(stream->last_look, now);
	/* A period is no more than the time to three quarters full. */
	if (now - began > stream->wake.period_ns / 2 && oa_stream_is_half_full(stream))
		return;
	oa_wake_drained(&stream->wake);
	oa_evidence_half_empty(stream);
}

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

static int oa_stream_configure_once(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	int ret = oa_kctx_start(&oa->kctx);

	if (ret) {
		oa_stream_silence(stream);
		return ret;
	}
	if (stream->ctx && oa->platform->lrc)
		ret = oa_kctx_add_user(&oa->kctx);
	if (!ret)
		ret = oa_ops(stream)->configure(&oa->unit, stream->config);
	if (!ret)
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

/**
 * oa_stream_release_hw() - take the hardware side down; the memory side stays
 * @stream: the stream
 *
 * Process context, unit lock and stream lock held, GPU present.
 */
void oa_stream_release_hw(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	struct oa_stats *stats = &oa->stats;
	int i;

	lockdep_assert_held(&oa->unit_lock);
	lockdep_assert_held(&stream->lock);
	oa_stream_set_enabled(stream, false);
	for (i = 0; i < OA_NUM_WAKE_CAUSES; i++)
		stats->wakeups[i] = atomic64_read(&stream->wake.wakeups[i]);
	stats->deadlines = atomic64_read(&stream->wake.expiries);
	oa->beliefs = stream->seen.validator.beliefs;
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
	if (stream->enabled) {
		oa_stream_halt(stream, &lost);
		oa->stats.lost += lost;
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
	ret = oa_stream_configure(stream);
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
