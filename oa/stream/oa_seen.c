// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The books of a stream
 *
 * Where every report comes from the timer, time stamps prove what is missing: two
 * neighbours that are more than a period apart have reports between them that will
 * never be delivered. That is announced before the second one, whatever the cause: the
 * hardware skipped a report, it never landed, or it was refused. An overflow and a GT reset
 * lose what was not read; that is announced before the first report after them.
 *
 * Nothing here starts or stops the unit: oa_recover.c does, and counts with this.
 *
 * Facts: hardware.rst 3.14, 3.15; abi.rst 10.2, 10.3; architecture.rst "What always holds", 1.
 */
#include <linux/delay.h>
#include <linux/ktime.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_drm.h>

#include "formats/oa_learn.h"
#include "oa_compat.h"
#include "oa_trace.h"
#include "stream/oa_evidence.h"
#include "stream/oa_seen.h"
#include "stream/oa_stream_types.h"

/* After one report was given up, how long the next one may still be missing. */
#define OA_NEXT_LANDING_NS	(200 * 1000ull)
/* Tolerate one missing report per 16 strobes, plus 16. */
#define OA_STROBES_MISSING	16
/* How long the newest report may trail the stopped unit's tail: tries, and microseconds each. */
#define OA_NEWEST_TRIES		100
#define OA_NEWEST_TRY_US	50

/* Did the timer run from its last report on, or was it started since? */
static bool oa_timer_went_on(const struct oa_stream *stream)
{
	const struct oa_seen *seen = &stream->seen;

	return seen->have_timer && !oa_timestamp_after(seen->last_timer, stream->starting);
}

/**
 * oa_seen_loss_after() - the time stamp after which a loss begins
 * @stream: the stream
 * @seen: its books, now or as they were
 *
 * Process context, stream lock held. Return: where the loss that is still to be announced
 * began; without one, the time stamp of the last report that was accepted.
 */
u64 oa_seen_loss_after(const struct oa_stream *stream, const struct oa_seen *seen)
{
	lockdep_assert_held(&stream->lock);
	if (seen->pending.count)
		return seen->pending.after;
	return oa_timestamp_raw(stream->props.format, seen->validator.last);
}

/**
 * oa_seen_announce_after() - announce a loss before the next report
 * @stream: the stream
 * @type: DRM_I915_PERF_RECORD_OA_BUFFER_LOST or _REPORT_LOST
 * @count: reports that will not be delivered
 * @exact: @count is exact
 * @after: time stamp of the last report before the loss
 * @before: time stamp of the first report after it, 0: not known
 *
 * Process context, stream lock held. Two losses in a row become one, under the graver type.
 */
void oa_seen_announce_after(struct oa_stream *stream, u32 type, u64 count, bool exact, u64 after,
			    u64 before)
{
	struct oa_pending *p = &stream->seen.pending;

	lockdep_assert_held(&stream->lock);
	p->type = max(p->type, type);
	p->exact = exact && (!p->count || p->exact);
	p->after = after;
	p->count += count;
	p->before = before;
	trace_oa_loss(type, count, after, before);
}

/**
 * oa_seen_announce() - announce a loss after the last report, before the next one
 * @stream: the stream
 * @type: as for oa_seen_announce_after()
 * @count: as for oa_seen_announce_after()
 * @exact: as for oa_seen_announce_after()
 * @before: as for oa_seen_announce_after()
 *
 * Process context, stream lock held.
 */
void oa_seen_announce(struct oa_stream *stream, u32 type, u64 count, bool exact, u64 before)
{
	oa_seen_announce_after(stream, type, count, exact,
			       oa_seen_loss_after(stream, &stream->seen), before);
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
	u32 tail = oa_ops(stream)->tail(&stream->oa->unit);
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
	u32 tail = oa_ops(stream)->tail(&stream->oa->unit);
	u64 distance = (tail + ring->size - ring->head) % ring->size, i;
	u64 missing = min_t(u64, strobes / OA_STROBES_MISSING + OA_STROBES_MISSING,
			    ring->size / ring->report_bytes / 4);
	u64 least = strobes - min(strobes, missing);

	for (i = 0; i < ring->size / OA_LINE_BYTES; i++)
		if ((least + i) * ring->report_bytes % ring->size == distance)
			return least + i;
	return strobes;
}

/* Strobes since the last report of the timer that was accepted. */
static u64 oa_strobes_until(const struct oa_stream *stream, u64 timestamp)
{
	bool went_on = oa_timer_went_on(stream);
	u64 from = went_on ? stream->seen.last_timer : stream->started;
	u64 ticks = oa_timestamp_after(from, timestamp);
	u64 period = 2ull << stream->props.exponent;

	if (!stream->seen.validator.loose)
		return oa_timer_strobes(stream->props.exponent, from, from + ticks);
	/* Strobes off the grid: whole periods, of which the first may be cut short. */
	return (ticks + (went_on ? period / 2 : period)) / period;
}

/* Strobes since the last report that was accepted or announced as lost. */
static u64 oa_strobes_since(const struct oa_stream *stream, u64 newest)
{
	u64 strobes = oa_strobes_until(stream, newest);

	return strobes - min(strobes, stream->seen.gap_counted);
}

/**
 * oa_seen_count_unread() - count the reports that sampling leaves unread
 * @stream: the stream, its unit stopped
 * @counter: to add to
 *
 * Process context, stream lock and forcewake held.
 */
void oa_seen_count_unread(struct oa_stream *stream, u64 *counter)
{
	const struct oa_ring *ring = &stream->ring;
	u64 newest;

	lockdep_assert_held(&stream->lock);
	if (!oa_unit_overflowed(stream)) {
		*counter += oa_ring_used(ring) / ring->report_bytes;
		return;
	}
	newest = stream->timer_known ? oa_newest_timestamp(stream, 0) : 0;
	*counter += newest ? oa_reports_to_tail(stream, oa_strobes_since(stream, newest)) :
			     ring->size / ring->report_bytes;
}

/**
 * oa_seen_overflow_count() - count the reports that an overflow lost
 * @stream: the stream, its unit stopped, the ring not reset yet
 * @running: a time at which the unit still ran
 * @voided: reports of a mapped ring that were published, are void now and not in the ring
 *
 * Process context, stream lock and forcewake held. A strobe after @running may have left no
 * report; the ring shows whether it did. Return: the count, dropped reports included.
 */
struct oa_unread oa_seen_overflow_count(struct oa_stream *stream, u64 running, u64 voided)
{
	u64 newest = 0, strobes, count;
	bool exact;

	lockdep_assert_held(&stream->lock);
	if (!stream->timer_known)
		/* No clock to count by: a full ring is gone at least. */
		return (struct oa_unread) {
			.count = stream->ring.size / stream->ring.report_bytes +
				 stream->seen.dropped,
		};
	newest = oa_newest_timestamp(stream,
				     running - min(running, 4ull << stream->props.exponent));
	/*
	 * The report at the tail may have been consumed just now. Then the clock gives a near
	 * count. The clock does not count reports of other sources either.
	 */
	exact = newest && stream->timer_only && !stream->seen.validator.beliefs.off;
	strobes = oa_strobes_since(stream, newest ?: running);
	count = oa_reports_to_tail(stream, strobes) + stream->seen.dropped;
	/* Strobes without a report are lost too; the first ones may predate @started. */
	if (!stream->seen.validator.loose)
		count = max(count, strobes);
	return (struct oa_unread) { .count = count + voided, .exact = exact };
}

/*
 * Is the ring full, with its tail at the head and a report there? A write that landed
 * after its report was given up looks the same, but is out of order.
 */
static bool oa_full(const struct oa_stream *stream)
{
	u32 head[OA_LINE_DWORDS];

	/* Reports that were passed and are still in the ring prove it. */
	if (stream->ring.passed || !stream->seen.validator.have_last)
		return true;
	memcpy(head, stream->ring.vaddr + stream->ring.head, sizeof(head));
	return oa_report_in_order(&stream->seen.validator, head);
}

/**
 * oa_seen_span() - how much there is to look at
 * @stream: the stream, enabled
 * @used: bytes between head and tail
 * @bytes: of reports after what was passed, up to the tail
 *
 * Process context, stream lock held, GPU present. Also sets the time stamp that none of
 * them can exceed. Return: 0, or -EAGAIN after a reset, when there is no tail.
 */
int oa_seen_span(struct oa_stream *stream, u32 *used, u32 *bytes)
{
	const struct oa_ring *ring = &stream->ring;

	lockdep_assert_held(&stream->lock);
	*used = oa_ring_used(ring);
	if (oa_ops(stream)->reset_took(&stream->oa->unit))
		return -EAGAIN;
	/* All reports up to the tail were written before now. */
	stream->seen.validator.not_after = oa_ops(stream)->timestamp(&stream->oa->unit);
	if (*used == ring->size && !oa_full(stream))
		*used = 0;
	oa_evidence_half_used(stream, *used);
	*bytes = *used - min(*used, ring->passed);
	return 0;
}

static bool oa_is_strobe(const struct oa_stream *stream, const u32 *report)
{
	return stream->timer_known && oa_report_is_timer(stream->props.format, report);
}

/*
 * Does the time since the last report of the timer, or since the start, say how many are missing?
 * Not if time steps back. And if reports are stamped by another clock than the start was, there
 * must be a report to count from.
 */
static bool oa_gaps_prove(const struct oa_stream *stream)
{
	const u32 off = stream->seen.validator.beliefs.off;

	return !(off & OA_HYP_BIT(OA_HYP_ORDER)) &&
	       (stream->seen.have_timer || !(off & OA_HYP_BIT(OA_HYP_CLOCK)));
}

/**
 * oa_seen_check_gap() - announce the reports that are missing before a report
 * @stream: the stream
 * @report: the next report, valid
 *
 * Process context, stream lock held. Once for each report.
 */
void oa_seen_check_gap(struct oa_stream *stream, const u32 *report)
{
	u64 timestamp, strobes = 0, missing;
	struct oa_seen *seen = &stream->seen;
	bool exact;

	lockdep_assert_held(&stream->lock);
	seen->gap_checked = true;
	/* It follows the last accepted report directly: nothing lies between them. */
	if (!seen->dropped && !seen->gap_counted && oa_report_is_next(&seen->validator, report))
		return;
	timestamp = oa_report_time(&seen->validator, report);
	/* Strobes before this report's own that left no report and were not announced yet. */
	if (oa_is_strobe(stream, report) && oa_gaps_prove(stream)) {
		strobes = oa_strobes_until(stream, timestamp);
		strobes -= min(strobes, 1 + seen->gap_counted);
	}
	/* Dropped reports may be the strobes that are missing, or come from elsewhere. */
	missing = stream->timer_only ? strobes : max(strobes, seen->dropped);
	exact = stream->timer_only || (strobes && !seen->dropped);
	if (!missing)
		return;
	stream->oa->stats.lost += missing - min(missing, seen->dropped);
	seen->gap_counted += missing;
	seen->dropped = 0;
	oa_seen_announce(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, missing,
			 exact && !seen->validator.loose,
			 oa_report_timestamp(stream->props.format, report));
}

/**
 * oa_seen_accept() - a valid report leaves the ring, delivered or not
 * @stream: the stream
 * @report: the report
 *
 * Process context, stream lock held.
 */
void oa_seen_accept(struct oa_stream *stream, const u32 *report)
{
	struct oa_seen *seen = &stream->seen;

	lockdep_assert_held(&stream->lock);
	oa_learn_accept(&seen->validator, report);
	if (oa_is_strobe(stream, report)) {
		seen->last_timer = seen->validator.last;
		seen->have_timer = true;
		seen->gap_counted = 0;
	}
	seen->gap_checked = false;
	seen->dropped = 0;
	oa_ring_pass(&stream->ring);
}

/**
 * oa_seen_accept_run() - accept reports in a row that have no gap between them
 * @stream: the stream
 * @used: bytes between head and tail
 * @max: at most this many
 * @reports: where the first lies in the ring, with the others after it
 *
 * Process context, stream lock held. Does for many reports what oa_seen_check_gap() and
 * oa_seen_accept() do for one. Return: how many; 0 means only that the next report needs a
 * closer look.
 */
u32 oa_seen_accept_run(struct oa_stream *stream, u32 used, u32 max, const u32 **reports)
{
	struct oa_seen *seen = &stream->seen;
	u32 n;

	lockdep_assert_held(&stream->lock);
	if (seen->dropped || seen->gap_counted || !stream->timer_known ||
	    seen->validator.beliefs.changed)
		return 0;
	n = oa_ring_run(&stream->ring, &seen->validator, used, max, reports);
	if (n) {
		seen->last_timer = seen->validator.last;
		seen->have_timer = true;
		seen->gap_checked = false;
	}
	return n;
}

/**
 * oa_seen_drop() - a report is refused
 * @stream: the stream
 * @verdict: why
 * @report: the report
 *
 * Process context, stream lock held. The report is announced with the others that are
 * missing before the next valid one.
 */
void oa_seen_drop(struct oa_stream *stream, enum oa_verdict verdict, const u32 *report)
{
	struct oa_ring *ring = &stream->ring;
	u32 at = (ring->head + ring->passed) % ring->size;

	lockdep_assert_held(&stream->lock);
	stream->oa->stats.dropped[verdict]++;
	stream->seen.dropped++;
	/* The report that comes next is another one. */
	stream->seen.gap_checked = false;
	trace_oa_drop(verdict, at, report);
	drm_dbg(&stream->oa->drm, "report at 0x%x dropped: %s\n", at, oa_verdict_name(verdict));
	oa_ring_pass(ring);
	/*
	 * Reports after one that was given up have been missing nearly as long. They get a
	 * moment each, or a few lost writes would hold the reader up past an overflow.
	 */
	if (verdict == OA_REPORT_TORN || verdict == OA_REPORT_NOT_LANDED)
		WRITE_ONCE(ring->waiting_since,
			   ktime_get_ns() - OA_RING_LANDING_LIMIT_NS + OA_NEXT_LANDING_NS);
}
