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

#include <uapi/drm/i915_drm.h>

#include "oa_compat.h"
#include "stream/oa_gone.h"
#include "stream/oa_seen.h"
#include "stream/oa_stream_types.h"

/* Tolerate one missing report per 16 strobes, plus 16. */
#define OA_STROBES_MISSING	16
/* How long the newest report may trail the stopped unit's tail: tries, and microseconds each. */
#define OA_NEWEST_TRIES		100
#define OA_NEWEST_TRY_US	50

/* With the unit stopped: its tail. A reset that came just now took it: then nothing is known. */
static u32 oa_gone_tail(const struct oa_stream *stream)
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
	u32 tail = oa_gone_tail(stream);
	struct oa_validator any;
	enum oa_verdict verdict;
	const u32 *report;
	int tries;

	oa_validator_init(&any, stream->props.format, false, 0);
	any.beliefs = stream->seen.validator.beliefs;
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
	u32 tail = oa_gone_tail(stream);
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
static u64 oa_gone_strobes(const struct oa_stream *stream, u64 until)
{
	u64 strobes = oa_seen_strobes_until(stream, until);

	return strobes - min(strobes, stream->seen.gap_counted);
}

/*
 * With the unit stopped: did it run over its head? Then every line between tail and head holds
 * reports of this lap or the one before. If it did not, they are as software left them: blank.
 */
static bool oa_lapped(const struct oa_stream *stream, u32 head, u32 tail)
{
	const struct oa_ring *ring = &stream->ring;

	if (tail < head)
		return !oa_ring_is_blank(ring, tail, head);
	return !oa_ring_is_blank(ring, tail, ring->size) || !oa_ring_is_blank(ring, 0, head);
}

/*
 * Without a clock to count by: what an overflow lost is a full ring at least. But if memory says
 * that there was no overflow, whatever the unit says, it is what lies between head and tail.
 * @head is where the unit's head was; reports that a mapped ring had published lie after it.
 */
static struct oa_gone oa_unclocked_count(const struct oa_stream *stream, u32 head, u64 voided)
{
	const struct oa_ring *ring = &stream->ring;
	u32 tail = oa_gone_tail(stream);
	u64 unread = (tail + ring->size - ring->head) % ring->size / ring->report_bytes;

	if (oa_lapped(stream, head, tail))
		return (struct oa_gone) { .count = ring->size / ring->report_bytes };
	return (struct oa_gone) { .count = unread + voided, .exact = true };
}

/**
 * oa_gone_unread() - count the reports that sampling leaves unread
 * @stream: the stream, its unit stopped
 * @head: the unit's head
 * @voided: reports of a mapped ring that were published, are void now and not in the ring
 *
 * Process context, stream lock and forcewake held. Return: how many, @voided included.
 */
u64 oa_gone_unread(struct oa_stream *stream, u32 head, u64 voided)
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
	return oa_reports_to_tail(stream, oa_gone_strobes(stream, until)) + voided;
}

/**
 * oa_gone_overflow() - count the reports that an overflow lost
 * @stream: the stream, its unit stopped, the ring not reset yet
 * @running: a time at which the unit still ran
 * @head: the unit's head
 * @voided: reports of a mapped ring that were published, are void now and not in the ring
 *
 * Process context, stream lock and forcewake held. A strobe after @running may have left no
 * report; the ring shows whether it did. Return: the count, dropped reports included.
 */
struct oa_gone oa_gone_overflow(struct oa_stream *stream, u64 running, u32 head, u64 voided)
{
	struct oa_gone lost;
	u64 newest, strobes;

	lockdep_assert_held(&stream->lock);
	if (!stream->timer_known) {
		lost = oa_unclocked_count(stream, head, voided);
		lost.count += stream->seen.dropped;
		return lost;
	}
	newest = oa_newest_timestamp(stream,
				     running - min(running, 4ull << stream->props.exponent));
	strobes = oa_gone_strobes(stream, newest ?: running);
	lost.count = oa_reports_to_tail(stream, strobes) + stream->seen.dropped;
	/* Strobes without a report are lost too; the first ones may predate @started. */
	if (!stream->seen.validator.loose)
		lost.count = max(lost.count, strobes);
	lost.count += voided;
	/*
	 * The report at the tail may have been consumed just now. Then the clock gives a near
	 * count. The clock does not count reports of other sources either, nor those that came
	 * before the first look at it.
	 */
	lost.exact = newest && stream->timer_only && !stream->seen.validator.beliefs.off &&
		     oa_seen_start_known(stream);
	return lost;
}
