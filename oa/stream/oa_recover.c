// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Counting the reports that an overflow or a stop loses
 *
 * When the unit has stopped, the reports that were not read are gone, and must be counted. If all
 * reports are the timer's, the time stamp of the newest one and the tail's position give their
 * number. Without a timer memory alone shows which reports were written, since consumed reports are
 * poisoned.
 *
 * Facts: hardware.rst 3.14, 3.15; abi.rst 10.2; architecture.rst "What always holds", 1.
 */
#include <linux/delay.h>

#include "oa_compat.h"
#include "stream/oa_stream_priv.h"

/* Tolerate one missing report per 16 strobes, plus 16. */
#define OA_STROBES_MISSING	16
/* Time that the newest report may trail the stopped unit's tail: tries, and microseconds each */
#define OA_NEWEST_TRIES		100
#define OA_NEWEST_TRY_US	50

/* Reports that are lost, with those that were rejected or that the unit could not write */
struct oa_loss {
	u64 count;
	bool exact; /* @count is neither estimated nor a lower bound */
};

/*
 * Return the tail of the stopped unit. A reset may just have cleared it: then use the head, since
 * nothing is known.
 */
static u32 oa_loss_tail(const struct oa_stream *stream)
{
	u32 tail = oa_ops(stream)->tail(stream->oa->unit);

	return tail == OA_UNIT_NO_TAIL ? stream->feed.ring.head : tail;
}

/*
 * Return the time stamp of the newest report of the stopped unit, 0 if there is none. A report
 * older than @since is one of an earlier lap, in whose place the newest has not landed yet.
 */
static u64 oa_newest_timestamp(struct oa_stream *stream, u64 since)
{
	const u32 bytes = stream->feed.ring.report_bytes, size = stream->feed.ring.size;
	struct oa_ring newest = stream->feed.ring;
	u32 copy[OA_REPORT_MAX_DWORDS];
	u32 tail = oa_loss_tail(stream);
	struct oa_validator any;
	enum oa_verdict verdict;
	const u32 *report;
	int tries;

	oa_validator_init(&any, stream->feed.format, false, 0);
	any.assumptions = stream->feed.acct.validator.assumptions;
	oa_validator_adapt(&any);
	newest.head = (tail + size - bytes) % size;
	newest.passed = 0;
	newest.settled = 0;
	newest.waiting_since = 0;
	any.not_before = since;
	any.not_after = oa_unit_timestamp(stream->oa->unit);
	for (tries = 0; tries < OA_NEWEST_TRIES; tries++) {
		if (oa_ring_validate(&newest, &any, bytes, 0, copy, &report, &verdict) ==
		    OA_RING_VALID)
			return oa_report_time(&any, report);
		usleep_range(OA_NEWEST_TRY_US, 2 * OA_NEWEST_TRY_US);
	}
	return 0;
}

/*
 * Count the reports between head and tail of the stopped unit. Once the tail has lapped the head,
 * their distance gives the number only modulo the ring. @strobes, which the time stamps prove, is
 * nearly a lower bound and so gives the lap. Usually only few strobes leave no report, or none on a
 * timer whose periods are longer than requested. But many strobes may have passed if the processor
 * was away between the unit's start or stop and the read of the clock.
 */
static u64 oa_reports_to_tail(const struct oa_stream *stream, u64 strobes)
{
	const struct oa_ring *ring = &stream->feed.ring;
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

/*
 * Count the strobes since the last report that was accepted or announced as lost, up to @until (36
 * bits).
 */
static u64 oa_loss_strobes(const struct oa_stream *stream, u64 until)
{
	u64 strobes = oa_acct_strobes_until(&stream->feed, until);

	return strobes - min(strobes, stream->feed.acct.gap_counted);
}

/*
 * Check whether the stopped unit has lapped its head. If it has, every line from the tail to the
 * head holds reports of this lap or the one before. If not, all these lines are still poisoned.
 */
static bool oa_lapped(const struct oa_stream *stream, u32 head, u32 tail)
{
	const struct oa_ring *ring = &stream->feed.ring;

	if (tail < head)
		return !oa_ring_is_poisoned(ring, tail, head);
	return !oa_ring_is_poisoned(ring, tail, ring->size) || !oa_ring_is_poisoned(ring, 0, head);
}

/*
 * Count without a clock. An overflow loses at least a full ring. But if memory shows no overflow,
 * whatever the status says, only the reports between head and tail are lost. @head is the unit's
 * head; reports that a mapped ring had published lie after it.
 */
static struct oa_loss oa_unclocked_count(const struct oa_stream *stream, u32 head, u64 voided)
{
	const struct oa_ring *ring = &stream->feed.ring;
	u32 tail = oa_loss_tail(stream);
	u64 unread = (tail + ring->size - ring->head) % ring->size / ring->report_bytes;

	if (oa_lapped(stream, head, tail))
		return (struct oa_loss) { .count = ring->size / ring->report_bytes };
	return (struct oa_loss) { .count = unread + voided, .exact = true };
}

/*
 * Count the reports that a stopped unit leaves unread. @head is the unit's head, @voided the number
 * of published reports of a mapped ring that are void now and not in the ring; the result includes
 * it.
 */
u64 oa_loss_unread(struct oa_stream *stream, u32 head, u64 voided)
{
	const struct oa_ring *ring = &stream->feed.ring;
	u32 used = oa_ring_used(ring);
	u64 until;

	lockdep_assert_held(&stream->lock);
	/* A reset has just cleared the tail. */
	if (used == OA_RING_NO_TAIL)
		return oa_ring_count_landed(ring) + voided;
	if (!oa_unit_overflowed(&stream->feed))
		return used / ring->report_bytes + voided;
	if (!stream->feed.timer_known)
		return oa_unclocked_count(stream, head, voided).count;
	/* If the newest report is damaged, use the clock: the unit has just stopped. */
	until = oa_newest_timestamp(stream, 0) ?: oa_unit_timestamp(stream->oa->unit);
	return oa_reports_to_tail(stream, oa_loss_strobes(stream, until)) + voided;
}

/*
 * Count the reports that an overflow lost, rejected ones included. A strobe after @running may have
 * left no report; the ring shows whether it did.
 */
static struct oa_loss oa_loss_overflow(struct oa_stream *stream, u64 running, u32 head, u64 voided)
{
	struct oa_loss lost;
	u64 newest, strobes;

	lockdep_assert_held(&stream->lock);
	if (!stream->feed.timer_known) {
		lost = oa_unclocked_count(stream, head, voided);
		lost.count += stream->feed.acct.dropped;
		return lost;
	}
	newest = oa_newest_timestamp(stream,
				     running - min(running, 4ull << stream->feed.exponent));
	strobes = oa_loss_strobes(stream, newest ?: running);
	lost.count = oa_reports_to_tail(stream, strobes) + stream->feed.acct.dropped;
	/* Strobes without a report are lost too; the first ones may predate @started. */
	if (!stream->feed.acct.validator.loose)
		lost.count = max(lost.count, strobes);
	lost.count += voided;
	/*
	 * Without the newest report (it may just have been consumed) the clock gives a near count.
	 * The clock does not count reports of other sources either, nor reports from before its
	 * first read.
	 */
	lost.exact = newest && stream->feed.timer_only &&
		     !stream->feed.acct.validator.assumptions.off &&
		     oa_acct_start_known(&stream->feed);
	return lost;
}

/**
 * DOC: Recovery
 *
 * A stream resumes after an overflow and after a GT reset. oa_recover() detects either, programs
 * the unit again where a reset cleared it, and oa_accounting.c counts and announces the loss.
 *
 * Register reads are slow, so a reader that finds reports reads as few as possible. A reset of the
 * whole GT clears the tail, which each read() reads. A reset of the engine stops the timer, so a
 * read() that finds no report of the timer also checks whether the unit lost its context. The
 * status with the overflow and report-lost flags is read after each batch (oa_walk.c).
 *
 * Facts: hardware.rst 3.15, 7.7; abi.rst 10.2, 10.3.
 */

/*
 * Count the reports that an overflow lost, discard the buffer and restart the unit:
 *
 * 1. oa_map_stop() voids the published reports of a mapped ring, which hardware may have
 * overwritten, and returns their number: they are lost as well. It moves the ring's head, so the
 * unit's head is saved before.
 *
 * 2. The unit's clock is read, for a count in case the newest report can't be read.
 *
 * 3. oa_stream_stop_unit() stops the unit, so that its tail and memory keep still while they are
 * counted. A unit that does not stop wedges the device, and reads give EIO.
 *
 * 4. oa_loss_overflow() counts. With a timer: the strobes from the last accepted report to the
 * newest one (oa_newest_timestamp()) give the lap, and the tail gives the exact position in it
 * (oa_reports_to_tail()). Without a timer (oa_unclocked_count()): a full ring, as a lower bound, or
 * the exact number if memory shows that the tail has not passed the head.
 *
 * 5. oa_acct_announce() makes a BUFFER_LOST record pending, with that count. The next read()
 * delivers it before any report. The count includes rejected reports that were not announced yet;
 * oa_acct_add_causes() adds their causes and clears them, so that none is announced twice.
 *
 * 6. oa_stream_start_unit() restarts the accounting (oa_acct_restart()), discards the buffer by
 * poisoning it (oa_stream_clear_ring()), and starts the unit, which clears its overflow flag. The
 * pending record stays.
 */
void oa_recover_overflow(struct oa_stream *stream)
{
	const u32 head = stream->feed.ring.head;
	const u64 voided = oa_map_stop(stream, false);
	const u64 running = oa_unit_timestamp(stream->oa->unit);
	struct oa_stats *stats = stream->feed.stats;
	struct oa_loss lost;

	lockdep_assert_held(&stream->lock);
	if (!oa_stream_stop_unit(stream))
		return;
	lost = oa_loss_overflow(stream, running, head, voided);
	if (!stream->for_perf) {
		stats->lost += lost.count - min(lost.count, stream->feed.acct.dropped);
		stats->overflows++;
	}
	oa_acct_announce(&stream->feed, DRM_I915_PERF_RECORD_OA_BUFFER_LOST, lost.count,
			 lost.exact, 0);
	oa_acct_add_causes(&stream->feed.acct);
	oa_stream_start_unit(stream);
}

/*
 * Restart a unit that a GT reset cleared, its tail included. Unread reports are discarded, and
 * counted as far as memory shows that they were written.
 */
static void oa_recover_unit(struct oa_stream *stream)
{
	u64 count = oa_map_stop(stream, false) + oa_ring_count_landed(&stream->feed.ring);

	stream->feed.stats->lost += stream->for_perf ? 0 : count;
	oa_acct_announce(&stream->feed, DRM_I915_PERF_RECORD_OA_BUFFER_LOST,
			 count + stream->feed.acct.dropped, false, 0);
	oa_acct_add_causes(&stream->feed.acct);
	oa_stream_start_unit(stream);
}

/*
 * Announce a loss after an engine reset. Reports that were written are whole; the number of those
 * that were not written is unknown.
 */
static void oa_recover_context(struct oa_stream *stream)
{
	oa_acct_announce(&stream->feed, DRM_I915_PERF_RECORD_OA_REPORT_LOST, 0, false, 0);
	stream->feed.started = oa_unit_timestamp(stream->oa->unit);
	stream->feed.starting = stream->feed.started;
}

/* Check whether the stream has no reports and will have none. */
static bool oa_stream_broken(const struct oa_stream *stream)
{
	return !stream->enabled || oa_ggtt_wedged(stream->oa->ggtt);
}

/* Return what a reset cleared. A missing metric set counts as a lost context. */
static u32 oa_recover_cleared(struct oa_stream *stream)
{
	return oa_ops(stream)->reset_cleared(stream->oa->unit) |
	       (stream->unset ? OA_UNIT_LOST_CONTEXT : 0);
}

/**
 * oa_recover() - detect and handle a GT reset, an overflow and lost reports
 * @stream: the stream
 * @nowait: fail instead of programming the GPU
 *
 * Process context, stream lock held, GPU present. Programs the unit again after a reset, discards
 * the buffer after an overflow, and announces reports that the unit's status says are lost.
 *
 * Return: 0; -EIO if the stream does not sample, or the GPU can't be restored after a reset; -EBUSY
 * if a reset or an overflow must be handled, and @nowait forbids it.
 */
int oa_recover(struct oa_stream *stream, bool nowait)
{
	struct oa_device *oa = stream->oa;
	u32 cleared, status;

	lockdep_assert_held(&stream->lock);
	if (oa_stream_broken(stream))
		return -EIO;
	cleared = oa_recover_cleared(stream);
	/* A sleeping power domain looks like a reset, too. */
	if (cleared && oa_forcewake_restore(oa->uncore)) {
		cleared = oa_recover_cleared(stream);
		/* perf's events took it for a reset. */
		if (!cleared)
			oa->observer->on(stream);
	}
	status = oa_unit_new_status(&stream->feed);
	if (nowait && (cleared || status & OA_UNIT_OVERFLOW))
		return -EBUSY;
	if (cleared) {
		drm_warn(&oa->drm, "%s: the OA %s programmed anew\n",
			 stream->unset ? "metric set not written" : "GT reset",
			 cleared & OA_UNIT_LOST_UNIT ? "unit is" : "unit's context is");
		stream->feed.stats->resets += !stream->unset && !stream->for_perf;
		oa->observer->reset(oa);
		if (oa_stream_reprogram(stream))
			return -EIO;
		if (cleared & OA_UNIT_LOST_UNIT)
			oa_recover_unit(stream);
		else
			oa_recover_context(stream);
		oa->observer->on(stream);
		/* After a restart the status no longer shows an earlier loss. */
		status = oa_unit_new_status(&stream->feed);
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

/* Like oa_acct_span(), and watch the half-full interrupt. */
int oa_stream_span(struct oa_stream *stream, u32 *used, u32 *bytes)
{
	int ret = oa_acct_span(&stream->feed, used, bytes);

	if (!ret)
		oa_half_check(stream, *used);
	return ret;
}

/*
 * Find the bytes to walk, like oa_stream_span(). If the tail shows a reset, oa_recover() handles
 * that first; else the tail is the only register that is read. Return 0, -EAGAIN if the unit has no
 * tail though no reset cleared it, or an error of oa_recover().
 */
int oa_recover_span(struct oa_stream *stream, bool nowait, u32 *used, u32 *bytes)
{
	lockdep_assert_held(&stream->lock);
	if (oa_stream_broken(stream))
		return -EIO;
	if (!stream->unset && !oa_stream_span(stream, used, bytes))
		return 0;
	return oa_recover(stream, nowait) ?: oa_stream_span(stream, used, bytes);
}
