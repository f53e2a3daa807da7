// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Counting the reports that an overflow or a stop loses
 *
 * When the unit has stopped, the reports that were not read are discarded, and must be counted. If
 * all reports are the timer's, the time stamp of the newest one and the tail's position give their
 * number. Without a timer only memory shows what was written, since consumed reports are poisoned.
 *
 * Facts: hardware.rst 3.14, 3.15; abi.rst 10.2; architecture.rst "What always holds", 1.
 */
#include <linux/delay.h>

#include "stream/oa_stream_priv.h"

/* Tolerate one missing report per 16 strobes, plus 16. */
#define OA_STROBES_MISSING	16
/* Time that the newest report may trail the stopped unit's tail: tries, and microseconds each */
#define OA_NEWEST_TRIES		100
#define OA_NEWEST_TRY_US	50

/* Return the tail of the stopped unit, or the head if a reset has just cleared the tail. */
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
	any.hypotheses = *oa_feed_hypotheses(&stream->feed);
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
 * nearly a lower bound and so gives the lap. Usually few strobes leave no report, or none where
 * periods are longer than requested. But @strobes may lack many if the processor was away between
 * the unit's start or stop and the read of the clock, so the search covers a whole lap.
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

/* Check whether the stopped unit lapped its head. If not, tail to head is all poisoned. */
static bool oa_lapped(const struct oa_stream *stream, u32 tail)
{
	const struct oa_ring *ring = &stream->feed.ring;
	const u32 head = ring->head;

	if (tail < head)
		return !oa_ring_is_poisoned(ring, tail, head);
	return !oa_ring_is_poisoned(ring, tail, ring->size) || !oa_ring_is_poisoned(ring, 0, head);
}

/*
 * Count without time stamps, by the tail and memory. An overflow loses at least a full ring. But if
 * memory shows no overflow, whatever the status says, only the reports between head and tail are
 * lost, and those that the unit could not write, whose number is unknown.
 */
static struct oa_loss oa_loss_without_timer(const struct oa_stream *stream)
{
	const struct oa_ring *ring = &stream->feed.ring;
	u32 tail = oa_loss_tail(stream);
	u64 unread = (tail + ring->size - ring->head) % ring->size / ring->report_bytes;

	if (oa_lapped(stream, tail))
		return (struct oa_loss) { .count = ring->size / ring->report_bytes };
	return (struct oa_loss) {
		.count = unread,
		.exact = !(oa_feed_status(&stream->feed) & OA_UNIT_REPORT_LOST),
	};
}

/* Count the reports that a stopped unit leaves unread, and note which part of the ring has them. */
u64 oa_loss_unread(struct oa_stream *stream)
{
	struct oa_ring *ring = &stream->feed.ring;
	u32 used = oa_ring_used(ring);
	u64 until;

	lockdep_assert_held(&stream->lock);
	/* Without a tail, which a reset has just cleared, only memory shows what was written. */
	if (used == OA_RING_NO_TAIL)
		return oa_ring_count_landed(ring);
	/* If the line after the tail was not written, the unit has not lapped its head. */
	if ((used < ring->size && !oa_ring_line_landed(ring, oa_ring_at(ring, used))) ||
	    !oa_unit_overflowed(&stream->feed)) {
		oa_ring_stop(ring, used);
		return used / ring->report_bytes;
	}
	/* A unit that keeps the oldest reports has stopped writing when the ring was full. */
	if (stream->oa->unit->setup.keep_oldest)
		return used / ring->report_bytes;
	if (!stream->feed.timer_known)
		return oa_loss_without_timer(stream).count;
	/* If the newest report is damaged, use the clock: the unit has just stopped. */
	until = oa_newest_timestamp(stream, 0) ?: oa_unit_timestamp(stream->oa->unit);
	return oa_reports_to_tail(stream, oa_acct_strobes_lost(&stream->feed, until));
}

/*
 * Count the reports that an overflow lost, beside those that were rejected before. A strobe after
 * @running may have left no report; the ring shows whether it did.
 */
struct oa_loss oa_loss_overflow(struct oa_stream *stream, u64 running)
{
	struct oa_feed *feed = &stream->feed;
	struct oa_loss lost;
	u64 newest, strobes;

	lockdep_assert_held(&stream->lock);
	if (!feed->timer_known)
		return oa_loss_without_timer(stream);
	newest = oa_newest_timestamp(stream, running - min(running, 4ull << feed->exponent));
	strobes = oa_acct_strobes_lost(feed, newest ?: running);
	lost.count = oa_reports_to_tail(stream, strobes);
	/* Strobes without a report are lost too; the first reports may predate @started. */
	if (!oa_feed_validator(feed)->loose)
		lost.count = max(lost.count, oa_acct_strobes_unseen(feed, strobes));
	/*
	 * Without the newest report (it may just have been consumed) the clock gives a near count,
	 * without reports of other sources or from before its first read.
	 */
	lost.exact = newest && feed->timer_only &&
		     !(oa_feed_hypotheses(feed)->off & OA_HYP_REPORTS) &&
		     oa_acct_count_known(feed, lost.count, strobes);
	return lost;
}
