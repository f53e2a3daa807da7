// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Recovery
 *
 * A stream goes on after its buffer overflowed and after a GT reset. What happened to the unit
 * is noticed here; it is programmed anew where that is needed, and oa_seen.c counts and announces
 * what was lost.
 *
 * Registers are slow to read, so a reader that finds reports asks for no more than it must. A
 * reset of the whole GT clears the tail, which every look reads. A reset of the engine stops the
 * timer, so the unit is asked whether it lost its context when a look has found no report of the
 * timer. An overflow and a lost report are in the status that is read after each batch
 * (oa_walk.c).
 *
 * Facts: hardware.rst 3.15, 7.7; abi.rst 10.2, 10.3.
 */
#include <drm/drm_print.h>
#include <uapi/drm/i915_drm.h>

#include "gt/oa_forcewake.h"
#include "oa_compat.h"
#include "stream/oa_counting.h"
#include "stream/oa_gone.h"
#include "stream/oa_map_ring.h"
#include "stream/oa_recover.h"
#include "stream/oa_sampling.h"
#include "stream/oa_seen.h"
#include "stream/oa_stream_hw.h"
#include "stream/oa_stream_types.h"

/**
 * oa_recover_overflow() - the buffer overflowed: count it, drop it, start again
 * @stream: the stream, enabled
 *
 * Process context, stream lock and forcewake held. A unit that does not stop can't be started
 * again: then the device is wedged, and the stream gives EIO.
 */
void oa_recover_overflow(struct oa_stream *stream)
{
	const u32 head = stream->ring.head;
	const u64 voided = oa_map_stop(stream, false);
	const u64 running = oa_ops(stream)->timestamp(&stream->oa->unit);
	struct oa_stats *stats = stream->stats;
	struct oa_gone lost;

	lockdep_assert_held(&stream->lock);
	if (!oa_stream_stop_unit(stream))
		return;
	lost = oa_gone_overflow(stream, running, head, voided);
	if (!stream->own) {
		stats->lost += lost.count - min(lost.count, stream->seen.dropped);
		stats->overflows++;
	}
	oa_seen_announce(stream, DRM_I915_PERF_RECORD_OA_BUFFER_LOST, lost.count, lost.exact, 0);
	oa_seen_blame(&stream->seen);
	oa_stream_start_unit(stream);
}

/**
 * oa_recover_report_lost() - does the unit say that it lost a report?
 * @stream: the stream, enabled
 * @status: of the unit: OA_UNIT_* bits
 *
 * Process context, stream lock and forcewake held. Where other triggers write reports too, gaps do
 * not prove every loss, and the unit's own flag is all there is. The same holds where nothing is
 * demanded of the order of time stamps. Up to Gen7.5 the flag can't be cleared while the unit runs.
 *
 * A report of the timer that is lost sets the flag and leaves a gap. So as long as the timer's
 * reports are known the flag waits for the next one: a gap is announced with its number, and
 * stands for the flag too. The flag may also be seen only after the gap (@skipped).
 */
void oa_recover_report_lost(struct oa_stream *stream, u32 status)
{
	struct oa_unit *unit = &stream->oa->unit;
	struct oa_seen *seen = &stream->seen;
	const bool skipped = seen->skipped;

	lockdep_assert_held(&stream->lock);
	if ((stream->timer_only && oa_seen_gaps_prove(stream)) || stream->lost_latched)
		return;
	seen->skipped = false;
	if (!(status & OA_UNIT_REPORT_LOST))
		return;
	if (oa_ops(stream)->ack_report_lost)
		oa_ops(stream)->ack_report_lost(unit);
	else
		stream->lost_latched = true;
	if (!stream->timer_known || !oa_seen_gaps_prove(stream)) {
		oa_seen_announce(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, 0, false, 0);
	} else if (!skipped) {
		oa_stream_changed(stream);
		seen->flagged = true;
		seen->flagged_at = oa_ops(stream)->timestamp(unit);
	}
}

/*
 * A GT reset took the whole unit, its tail included. So reports that were not read are given
 * up, and counted as far as memory shows that they were written.
 */
static void oa_recover_unit(struct oa_stream *stream)
{
	u64 count = oa_map_stop(stream, false) + oa_ring_landed(&stream->ring);

	stream->stats->lost += stream->own ? 0 : count;
	oa_seen_announce(stream, DRM_I915_PERF_RECORD_OA_BUFFER_LOST,
			 count + stream->seen.dropped, false, 0);
	oa_seen_blame(&stream->seen);
	oa_stream_start_unit(stream);
}

/* Reports that were written are whole; nobody can number those that were not written. */
static void oa_recover_context(struct oa_stream *stream)
{
	oa_seen_announce(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, 0, false, 0);
	stream->started = oa_ops(stream)->timestamp(&stream->oa->unit);
	stream->starting = stream->started;
}

/* There is nothing to read, and will not be. */
static bool oa_stream_broken(const struct oa_stream *stream)
{
	return !stream->enabled || oa_ggtt_wedged(&stream->oa->ggtt);
}

/* A unit without its metric set is as good as one that lost its context. */
static u32 oa_recover_took(struct oa_stream *stream)
{
	return oa_ops(stream)->reset_took(&stream->oa->unit) |
	       (stream->unset ? OA_UNIT_LOST_CONTEXT : 0);
}

/**
 * oa_recover() - notice what happened to the unit since it was last looked at
 * @stream: the stream
 * @nowait: leave the GPU as it is
 *
 * Process context, stream lock held, GPU present. A reset is made good, an overflow
 * dropped, and reports that the unit says it lost are announced. Return: 0; -EIO if the stream
 * does not sample, or the GPU can't be brought back after a reset; -EBUSY if something must be
 * done that takes a while, and @nowait forbids it.
 */
int oa_recover(struct oa_stream *stream, bool nowait)
{
	struct oa_device *oa = stream->oa;
	u32 took, status;

	lockdep_assert_held(&stream->lock);
	if (oa_stream_broken(stream))
		return -EIO;
	took = oa_recover_took(stream);
	/* A well that sleeps looks like a reset, too. */
	if (took && oa_forcewake_restore(&oa->uncore)) {
		took = oa_recover_took(stream);
		/* perf's events took it for one. */
		if (!took)
			oa_counting_on(stream);
	}
	status = oa_unit_news(stream);
	if (nowait && (took || status & OA_UNIT_OVERFLOW))
		return -EBUSY;
	if (took) {
		drm_warn(&oa->drm, "%s: the OA %s programmed anew\n",
			 stream->unset ? "metric set not written" : "GT reset",
			 took & OA_UNIT_LOST_UNIT ? "unit is" : "unit's context is");
		stream->stats->resets += !stream->unset && !stream->own;
		oa_counting_forget(oa);
		if (oa_stream_reprogram(stream))
			return -EIO;
		if (took & OA_UNIT_LOST_UNIT)
			oa_recover_unit(stream);
		else
			oa_recover_context(stream);
		oa_counting_on(stream);
		/* A unit that was started anew has nothing to say of what was before. */
		status = oa_unit_news(stream);
	}
	if (status & OA_UNIT_OVERFLOW) {
		oa_recover_overflow(stream);
		status = 0;
	}
	if (oa_ggtt_wedged(&oa->ggtt))
		return -EIO;
	oa_recover_report_lost(stream, status);
	return 0;
}

/**
 * oa_recover_span() - how much there is to look at, once what a reset took is back
 * @stream: the stream
 * @nowait: leave the GPU as it is
 * @used: as for oa_seen_span()
 * @bytes: as for oa_seen_span()
 *
 * Process context, stream lock held, GPU present. If all is well, the tail is the only register
 * that is read. Return: 0; -EAGAIN if the unit has no tail, though no reset took it; errors of
 * oa_recover().
 */
int oa_recover_span(struct oa_stream *stream, bool nowait, u32 *used, u32 *bytes)
{
	lockdep_assert_held(&stream->lock);
	if (oa_stream_broken(stream))
		return -EIO;
	if (!stream->unset && !oa_seen_span(stream, used, bytes))
		return 0;
	return oa_recover(stream, nowait) ?: oa_seen_span(stream, used, bytes);
}
