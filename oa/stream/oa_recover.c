// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: How many reports are gone
 *
 * When the unit has stopped, after an overflow or for good, the reports that nobody read are
 * gone, and must be counted. The time stamp of the newest one and the tail's position give
 * their number, if all are the timer's. Without a timer memory alone shows what was written:
 * software makes blank what it has read.
 *
 * Facts: hardware.rst 3.14, 3.15; abi.rst 10.2; architecture.rst "What always holds", 1.
 */
#include <linux/delay.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_drm.h>

#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "stream/oa_stream.h"
#include "stream/oa_stream_priv.h"

/* Tolerate one missing report per 16 strobes, plus 16. */
#define OA_STROBES_MISSING	16
/* How long the newest report may trail the stopped unit's tail: tries, and microseconds each. */
#define OA_NEWEST_TRIES		100
#define OA_NEWEST_TRY_US	50

/* With the unit stopped: its tail. A reset that came just now took it: then nothing is known. */
static u32 oa_loss_tail(const struct oa_stream *stream)
{
	u32 tail = oa_ops(stream)->tail(&stream->oa->unit);

	return tail == OA_UNIT_NO_TAIL ? stream->ring.head : tail;
}

/*
 * With the unit stopped: the time stamp of the newest report, 0 if it can't be had. A report
 * older than @since is one of an earlier lap, in whose place the newest has not landed yet.
 */
static u64 oa_newest_timestamp(struct oa_stream *stream, u64 since)
{
	const u32 bytes = stream->ring.report_bytes, size = stream->ring.size;
	struct oa_ring newest = stream->ring;
	u32 copy[OA_REPORT_MAX_DWORDS];
	u32 tail = oa_loss_tail(stream);
	struct oa_validator any;
	enum oa_verdict verdict;
	const u32 *report;
	int tries;

	oa_validator_init(&any, stream->props.format, false, 0);
	any.assumptions = stream->acct.validator.assumptions;
	oa_validator_adapt(&any);
	newest.head = (tail + size - bytes) % size;
	newest.passed = 0;
	newest.settled = 0;
	newest.waiting_since = 0;
	any.not_before = since;
	any.not_after = oa_ops(stream)->timestamp(&stream->oa->unit);
	for (tries = 0; tries < OA_NEWEST_TRIES; tries++) {
		if (oa_ring_view(&newest, &any, bytes, 0, copy, &report, &verdict) ==
		    OA_RING_REPORT)
			return oa_report_time(&any, report);
		usleep_range(OA_NEWEST_TRY_US, 2 * OA_NEWEST_TRY_US);
	}
	return 0;
}

/*
 * With the unit stopped: reports between head and tail. Once the tail has lapped the head, their
 * distance gives the number only modulo the ring, and the time stamps give the lap: @strobes,
 * which they prove, is nearly a lower bound. Usually only few strobes leave no report, or none on
 * a timer whose periods are longer than asked. But many strobes may have passed while the
 * processor was away between the unit's start or stop and a look at the clock.
 */
static u64 oa_reports_to_tail(const struct oa_stream *stream, u64 strobes)
{
	const struct oa_ring *ring = &stream->ring;
	u32 tail = oa_loss_tail(stream);
	u64 distance = (tail + ring->size - ring->head) % ring->size, i;
	u64 missing = min_t(u64, strobes / OA_STROBES_MISSING + OA_STROBES_MISSING,
			    ring->size / ring->report_bytes / 4);
	u64 least = strobes - min(strobes, missing);

	for (i = 0; i < ring->size / OA_LINE_BYTES; i++)
		if ((least + i) * ring->report_bytes % ring->size == distance)
			return least + i;
	return strobes;
}

/* Strobes since the last report that was accepted or announced as lost, up to @until (36 bits) */
static u64 oa_loss_strobes(const struct oa_stream *stream, u64 until)
{
	u64 strobes = oa_acct_strobes_until(stream, until);

	return strobes - min(strobes, stream->acct.gap_counted);
}

/*
 * With the unit stopped: did it run over its head? Then every line between tail and head holds
 * reports of this lap or the one before. If it did not, they are as software left them: blank.
 */
static bool oa_lapped(const struct oa_stream *stream, u32 head, u32 tail)
{
	const struct oa_ring *ring = &stream->ring;

	if (tail < head)
		return !oa_ring_is_poisoned(ring, tail, head);
	return !oa_ring_is_poisoned(ring, tail, ring->size) || !oa_ring_is_poisoned(ring, 0, head);
}

/*
 * Without a clock to count by: what an overflow lost is a full ring at least. But if memory says
 * that there was no overflow, whatever the unit says, it is what lies between head and tail.
 * @head is where the unit's head was; reports that a mapped ring had published lie after it.
 */
static struct oa_loss oa_unclocked_count(const struct oa_stream *stream, u32 head, u64 voided)
{
	const struct oa_ring *ring = &stream->ring;
	u32 tail = oa_loss_tail(stream);
	u64 unread = (tail + ring->size - ring->head) % ring->size / ring->report_bytes;

	if (oa_lapped(stream, head, tail))
		return (struct oa_loss) { .count = ring->size / ring->report_bytes };
	return (struct oa_loss) { .count = unread + voided, .exact = true };
}

/**
 * oa_loss_unread() - count the reports that sampling leaves unread
 * @stream: the stream, its unit stopped
 * @head: the unit's head
 * @voided: reports of a mapped ring that were published, are void now and not in the ring
 *
 * Process context, stream lock and forcewake held. Return: how many, @voided included.
 */
u64 oa_loss_unread(struct oa_stream *stream, u32 head, u64 voided)
{
	const struct oa_ring *ring = &stream->ring;
	u32 used = oa_ring_used(ring);
	u64 until;

	lockdep_assert_held(&stream->lock);
	/* A reset took the tail just now. */
	if (used == OA_RING_NO_TAIL)
		return oa_ring_landed(ring) + voided;
	if (!oa_unit_overflowed(stream))
		return used / ring->report_bytes + voided;
	if (!stream->timer_known)
		return oa_unclocked_count(stream, head, voided).count;
	/* The unit has stopped just now: that will do if its newest report is damaged. */
	until = oa_newest_timestamp(stream, 0) ?: oa_ops(stream)->timestamp(&stream->oa->unit);
	return oa_reports_to_tail(stream, oa_loss_strobes(stream, until)) + voided;
}

/*
 * Count the reports that an overflow lost. A strobe after @running may have left no report; the
 * ring shows whether it did. Return: the count, dropped reports included.
 */
static struct oa_loss oa_loss_overflow(struct oa_stream *stream, u64 running, u32 head, u64 voided)
{
	struct oa_loss lost;
	u64 newest, strobes;

	lockdep_assert_held(&stream->lock);
	if (!stream->timer_known) {
		lost = oa_unclocked_count(stream, head, voided);
		lost.count += stream->acct.dropped;
		return lost;
	}
	newest = oa_newest_timestamp(stream,
				     running - min(running, 4ull << stream->props.exponent));
	strobes = oa_loss_strobes(stream, newest ?: running);
	lost.count = oa_reports_to_tail(stream, strobes) + stream->acct.dropped;
	/* Strobes without a report are lost too; the first ones may predate @started. */
	if (!stream->acct.validator.loose)
		lost.count = max(lost.count, strobes);
	lost.count += voided;
	/*
	 * The report at the tail may have been consumed just now. Then the clock gives a near
	 * count. The clock does not count reports of other sources either, nor those that came
	 * before the first look at it.
	 */
	lost.exact = newest && stream->timer_only && !stream->acct.validator.assumptions.off &&
		     oa_acct_start_known(stream);
	return lost;
}

/**
 * DOC: Recovery
 *
 * A stream goes on after its buffer overflowed and after a GT reset. What happened to the unit
 * is noticed here; it is programmed anew where that is needed, and oa_accounting.c counts and announces
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
	struct oa_loss lost;

	lockdep_assert_held(&stream->lock);
	if (!oa_stream_stop_unit(stream))
		return;
	lost = oa_loss_overflow(stream, running, head, voided);
	if (!stream->for_perf) {
		stats->lost += lost.count - min(lost.count, stream->acct.dropped);
		stats->overflows++;
	}
	oa_acct_announce(stream, DRM_I915_PERF_RECORD_OA_BUFFER_LOST, lost.count, lost.exact, 0);
	oa_acct_blame(&stream->acct);
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
	struct oa_accounting *acct = &stream->acct;
	const bool skipped = acct->skipped;

	lockdep_assert_held(&stream->lock);
	if ((stream->timer_only && oa_acct_gaps_prove(stream)) || stream->lost_latched)
		return;
	acct->skipped = false;
	if (!(status & OA_UNIT_REPORT_LOST))
		return;
	if (oa_ops(stream)->ack_report_lost)
		oa_ops(stream)->ack_report_lost(unit);
	else
		stream->lost_latched = true;
	if (!stream->timer_known || !oa_acct_gaps_prove(stream)) {
		oa_acct_announce(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, 0, false, 0);
	} else if (!skipped) {
		oa_stream_changed(stream);
		acct->flagged = true;
		acct->flagged_at = oa_ops(stream)->timestamp(unit);
	}
}

/*
 * A GT reset took the whole unit, its tail included. So reports that were not read are given
 * up, and counted as far as memory shows that they were written.
 */
static void oa_recover_unit(struct oa_stream *stream)
{
	u64 count = oa_map_stop(stream, false) + oa_ring_landed(&stream->ring);

	stream->stats->lost += stream->for_perf ? 0 : count;
	oa_acct_announce(stream, DRM_I915_PERF_RECORD_OA_BUFFER_LOST,
			 count + stream->acct.dropped, false, 0);
	oa_acct_blame(&stream->acct);
	oa_stream_start_unit(stream);
}

/* Reports that were written are whole; nobody can number those that were not written. */
static void oa_recover_context(struct oa_stream *stream)
{
	oa_acct_announce(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, 0, false, 0);
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
			oa->observer->on(stream);
	}
	status = oa_unit_new_status(stream);
	if (nowait && (took || status & OA_UNIT_OVERFLOW))
		return -EBUSY;
	if (took) {
		drm_warn(&oa->drm, "%s: the OA %s programmed anew\n",
			 stream->unset ? "metric set not written" : "GT reset",
			 took & OA_UNIT_LOST_UNIT ? "unit is" : "unit's context is");
		stream->stats->resets += !stream->unset && !stream->for_perf;
		oa->observer->forget(oa);
		if (oa_stream_reprogram(stream))
			return -EIO;
		if (took & OA_UNIT_LOST_UNIT)
			oa_recover_unit(stream);
		else
			oa_recover_context(stream);
		oa->observer->on(stream);
		/* A unit that was started anew has nothing to say of what was before. */
		status = oa_unit_new_status(stream);
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
 * @used: as for oa_acct_span()
 * @bytes: as for oa_acct_span()
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
	if (!stream->unset && !oa_acct_span(stream, used, bytes))
		return 0;
	return oa_recover(stream, nowait) ?: oa_acct_span(stream, used, bytes);
}
