// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Recovery
 *
 * A stream resumes after an overflow and after a GT reset. oa_recover() detects either, and
 * programs the unit again where a reset cleared it; oa_loss.c counts what was lost, and
 * oa_accounting.c announces it.
 *
 * A reset of the whole GT clears the tail, which each look reads. A reset of the engine stops the
 * timer, so a read() that finds no report of the timer also checks whether the unit lost its
 * context. The status is read after each batch (internals.rst "Register reads").
 *
 * Facts: hardware.rst 3.15, 7.7; abi.rst 10.2, 10.3.
 */
#include <linux/ktime.h>

#include "stream/oa_stream_priv.h"

/*
 * Count the reports that an overflow lost, discard the buffer and restart the unit. The unit stops
 * first, so that its tail and memory keep still while they are counted; one that does not stop
 * wedges the device, and reads give EIO. Its clock is read before, for a count in case the newest
 * report can't be read. The BUFFER_LOST record that becomes pending, before any later report,
 * counts the rejected reports that were not announced yet as well, so none is announced twice.
 * What is torn after two laps proves lines that the unit does not write (oa_hyp_overrun()). The
 * restart poisons the whole ring, since lines may be anywhere, and clears the overflow flag.
 */
void oa_recover_overflow(struct oa_stream *stream)
{
	const u64 running = oa_unit_timestamp(stream->oa->unit);
	struct oa_loss lost;

	lockdep_assert_held(&stream->lock);
	if (!oa_stream_stop_unit(stream))
		return;
	lost = oa_loss_overflow(stream, running);
	stream->feed.stats->overflows++;
	oa_acct_lose(&stream->feed, DRM_I915_PERF_RECORD_OA_BUFFER_LOST, lost.count, lost.exact);
	oa_hyp_overrun(&stream->feed);
	oa_stream_start_unit(stream);
}

/* Restart a unit that a GT reset cleared. Memory alone shows how many reports are discarded. */
static void oa_recover_unit(struct oa_stream *stream)
{
	const u64 count = oa_ring_count_landed(&stream->feed.ring);

	oa_acct_lose(&stream->feed, DRM_I915_PERF_RECORD_OA_BUFFER_LOST, count, false);
	oa_stream_start_unit(stream);
}

/*
 * Announce a loss after an engine reset. Reports that were written are whole; the number of those
 * that were not written is unknown. The timer has run again since some time after @starting.
 */
static void oa_recover_context(struct oa_stream *stream, u64 starting)
{
	oa_acct_announce(&stream->feed, DRM_I915_PERF_RECORD_OA_REPORT_LOST, 0, false, 0);
	stream->feed.starting = starting;
	stream->feed.started = oa_unit_timestamp(stream->oa->unit);
}

/* Check whether the stream is disabled, or the GPU wedged: then reads fail. */
bool oa_stream_broken(const struct oa_stream *stream)
{
	return !stream->enabled || oa_ggtt_wedged(stream->oa->ggtt);
}

/* Return what a reset cleared. A missing metric set counts as a lost context. */
static u32 oa_recover_cleared(struct oa_stream *stream)
{
	return oa_ops(stream)->reset_cleared(stream->oa->unit) |
	       (stream->config_missing ? OA_UNIT_LOST_CONTEXT : 0);
}

/*
 * Detect and handle a GT reset, an overflow and lost reports. Process context, stream lock held,
 * GPU present. Return 0; -EIO if the stream does not sample, or the GPU can't be restored after a
 * reset; -EBUSY if a reset or an overflow must be handled, and @nowait forbids to write registers.
 */
int oa_recover(struct oa_stream *stream, bool nowait)
{
	struct oa_device *oa = stream->oa;
	u32 cleared, status;
	u64 starting;

	lockdep_assert_held(&stream->lock);
	if (oa_stream_broken(stream))
		return -EIO;
	cleared = oa_recover_cleared(stream);
	if (nowait && cleared)
		return -EBUSY;
	/* A power domain that another driver has released looks like a reset. */
	if (cleared && oa_forcewake_restore(oa->uncore)) {
		cleared = oa_recover_cleared(stream);
		/* perf's events stopped as after a reset: let them count again. */
		if (!cleared)
			oa->pmu_hooks->on(stream);
	}
	status = oa_feed_status(&stream->feed);
	if (nowait && status & OA_UNIT_OVERFLOW)
		return -EBUSY;
	/* Not a reset: the GPU had no power. It can't reach the buffer, and restores nothing. */
	if (cleared & OA_UNIT_LOST_UNIT && !oa_buffer_bound(oa->ggtt, &stream->buffer)) {
		drm_err_ratelimited(&oa->drm, "the GPU lost its power, the stream ends\n");
		return -EIO;
	}
	if (cleared) {
		dev_warn_ratelimited(oa->drm.dev, "%s: the OA %s programmed anew\n",
				     stream->config_missing ? "metric set not written" : "GT reset",
				     cleared & OA_UNIT_LOST_UNIT ? "unit is" : "unit's context is");
		stream->feed.stats->resets += !stream->config_missing;
		oa->pmu_hooks->reset(oa);
		starting = oa_unit_timestamp(oa->unit);
		if (oa_stream_reprogram(stream))
			return -EIO;
		if (cleared & OA_UNIT_LOST_UNIT)
			oa_recover_unit(stream);
		else
			oa_recover_context(stream, starting);
		oa->pmu_hooks->on(stream);
		/* After a restart the status no longer shows an earlier loss. */
		status = oa_feed_status(&stream->feed);
	}
	if (status & OA_UNIT_OVERFLOW) {
		oa_recover_overflow(stream);
		status = 0;
	}
	if (oa_ggtt_wedged(oa->ggtt))
		return -EIO;
	oa_acct_report_lost(&stream->feed, status);
	return 0;
}

/* Call oa_acct_read_tail(), and check that the half-full interrupt came. */
int oa_stream_read_tail(struct oa_stream *stream, u32 *used)
{
	int ret = oa_acct_read_tail(&stream->feed, used);

	if (!ret)
		oa_half_check(stream, *used);
	return ret;
}

/*
 * Look at the unit: what it has written comes into sight. If the tail shows a reset, oa_recover()
 * handles that first; else the tail is the only register that is read. Without the timer only the
 * unit's status shows a loss, so it is checked first: the loss record precedes later reports.
 * Return 0, -EAGAIN if the unit has no tail though no reset cleared it, or an error of
 * oa_recover(). After an error the next call looks again.
 */
int oa_stream_look(struct oa_stream *stream, bool nowait)
{
	struct oa_ring *ring = &stream->feed.ring;
	u32 used = 0;
	int ret;

	lockdep_assert_held(&stream->lock);
	oa_wake_note_look(&stream->wake, ktime_get_ns());
	stream->feed.stats->checks++;
	ret = stream->feed.timer_known && !stream->config_missing ? 0 : oa_recover(stream, nowait);
	if (!ret && oa_stream_read_tail(stream, &used))
		ret = oa_recover(stream, nowait) ?: oa_stream_read_tail(stream, &used);
	if (ret) {
		set_bit(OA_WAKE_LOOK_BIT, &stream->wake.flags);
		return ret;
	}
	ring->seen = used;
	/* A reader's look at fewer reports than a poll waits for must not end that poll. */
	if (oa_wake_enough(&stream->wake, used / ring->report_bytes, false))
		set_bit(OA_WAKE_READY_BIT, &stream->wake.flags);
	return 0;
}
