// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The walk of the ring
 *
 * A walk passes the reports up to the tail, batch by batch. All consumers walk in the same way:
 * read() copies reports (oa_read.c), and in oa_discard.c poll peeks for one, and a stream that
 * keeps the newest discards the oldest. Their differences are in struct oa_walk_ops.
 *
 * In overrun mode hardware overwrites unread reports when the buffer is full, possibly while they
 * are validated. So reports are walked in batches (OA_WALK_BATCH), and a batch counts only if
 * the unit's status shows no overflow after it. Otherwise accounting and ring are restored, and the
 * consumer drops its draft and recovers. Warnings are written after that check, because a report
 * that is overwritten meanwhile looks wrong without a fault of hardware.
 *
 * A batch: oa_walk_begin(), oa_walk_reports(), which calls take() and emit(), oa_walk_check(). Then
 * the consumer delivers what it has taken, and oa_walk_finish() makes the batch count.
 *
 * A report of the timer that follows the one before it by a period is proven by its time stamp. Any
 * other report must not be later than the clock, which is read for the first of them.
 *
 * Facts: hardware.rst 3.15; architecture.rst "What always holds", 1 and 2.
 */
#include <asm/barrier.h>
#include <linux/ktime.h>

#include "gpu/oa_gpu.h"
#include "ring/oa_ring_priv.h"

/* Reports that are searched for one that has landed, after a missing one */
#define OA_LATER_REPORTS	64u

void oa_walk_save(const struct oa_feed *feed, struct oa_walk_state *state)
{
	state->acct = feed->acct;
	state->stats = *feed->stats;
	state->change_count = feed->change_count;
	state->waiting_since = READ_ONCE(feed->ring.waiting_since);
	state->passed = feed->ring.passed;
}

void oa_walk_restore(struct oa_feed *feed, const struct oa_walk_state *state)
{
	lockdep_assert_held(feed->lock);
	feed->acct = state->acct;
	oa_acct_publish(feed);
	*feed->stats = state->stats;
	/* A report that had been missing for too long still counts as such. */
	oa_ring_set_passed(&feed->ring, state->passed, state->waiting_since);
}

/* Begin a batch. @before lives until the batch ends. */
void oa_walk_begin(struct oa_walk *walk, struct oa_walk_state *before)
{
	lockdep_assert_held(walk->feed->lock);
	oa_walk_save(walk->feed, before);
	walk->before = before;
}

/* Handle a report that is not valid. Return 0, or the error that ends the batch. */
static int oa_walk_invalid(struct oa_walk *walk, enum oa_verdict verdict, const u32 *report,
			   u64 now)
{
	struct oa_feed *feed = walk->feed;

	switch (oa_hyp_rejected(feed, report, verdict, walk->used, now)) {
	case OA_DECISION_WAIT:
		return -EAGAIN;
	case OA_DECISION_RETRY:
		/* The walk finds the same report again. */
		return 0;
	default:
		oa_reject(feed, verdict, report, walk->used);
		if (feed->acct.dropped < OA_REJECTED_MAX)
			return 0;
		oa_reject_announce(feed);
		return walk->ops->emit ? walk->ops->emit(walk) : 0;
	}
}

/* Call oa_ring_validate(), after a read of the clock if the verdict depends on it. */
static enum oa_ring_state oa_walk_validate(struct oa_walk *walk, u64 now, u32 *copy,
					   const u32 **report, enum oa_verdict *verdict)
{
	struct oa_feed *feed = walk->feed;
	const struct oa_validator *v = &feed->acct.validator;
	enum oa_ring_state state = oa_ring_validate(&feed->ring, v, walk->used, now, copy, report,
						    verdict);

	/* The clock was read already, or decides nothing: no report yet, or one that follows. */
	if (v->not_after || (state != OA_RING_VALID && state != OA_RING_INVALID) ||
	    (state == OA_RING_VALID && oa_report_follows(v, *report)))
		return state;
	oa_acct_read_clock(feed);
	return oa_ring_validate(&feed->ring, v, walk->used, now, copy, report, verdict);
}

/*
 * Check whether a report missing far from the tail has been so for the landing limit, by the time
 * stamp of the first later one that has landed and that the clock allows (internals.rst "Landing").
 */
static noinline_for_stack bool oa_walk_missing_long(struct oa_walk *walk)
{
	struct oa_feed *feed = walk->feed;
	const struct oa_validator *v = &feed->acct.validator;
	const struct oa_ring *ring = &feed->ring;
	const u32 bytes = ring->report_bytes;
	u32 later[OA_REPORT_MAX_DWORDS], behind = ring->passed, tries;

	if (!oa_ring_far_from_tail(ring, walk->used))
		return false;
	oa_acct_read_clock(feed);
	for (tries = 0; tries < OA_LATER_REPORTS && behind + 2 * bytes <= walk->used; tries++) {
		behind += bytes;
		if (!oa_ring_all_lines_landed(ring, oa_ring_at(ring, behind)))
			continue;
		/* Order the reads of the report after the landing check. */
		dma_rmb();
		oa_ring_copy(ring, behind, later);
		if (oa_report_in_order(v, later))
			return oa_timestamp_ticks(oa_report_time(v, later), v->not_after) >=
			       feed->landing_ticks;
	}
	return false;
}

/* Validate the next report, and reject one that is missing if it is known to be late already. */
static enum oa_ring_state oa_walk_next(struct oa_walk *walk, u64 now, u32 *copy,
				       const u32 **report, enum oa_verdict *verdict)
{
	enum oa_ring_state state = oa_walk_validate(walk, now, copy, report, verdict);

	if (state != OA_RING_WAIT || !oa_walk_missing_long(walk))
		return state;
	oa_ring_backdate_wait(&walk->feed->ring, now - OA_RING_LANDING_LIMIT_NS);
	return oa_walk_validate(walk, now, copy, report, verdict);
}

/* Handle the next report. Return 0, or the error that ends the batch. */
static int oa_walk_one(struct oa_walk *walk, u64 now)
{
	struct oa_feed *feed = walk->feed;
	struct oa_accounting *acct = &feed->acct;
	struct oa_ring *ring = &feed->ring;
	u32 copy[OA_REPORT_MAX_DWORDS];
	enum oa_verdict verdict;
	const u32 *report;
	int ret = 0;

	if (walk->waited_ns)
		oa_ring_backdate_wait(ring, now - walk->waited_ns);
	switch (oa_walk_next(walk, now, copy, &report, &verdict)) {
	case OA_RING_VALID:
		if (!acct->gap_checked)
			oa_acct_check_gap(feed, report);
		/* The record takes the place of the report in the batch. The report comes next. */
		if (walk->ops->emit && acct->pending.type)
			return walk->ops->emit(walk);
		ret = walk->ops->take(walk, report, 1);
		if (!ret)
			oa_acct_accept(feed, report);
		return ret;
	case OA_RING_INVALID:
		return oa_walk_invalid(walk, verdict, report, now);
	default:
		return -EAGAIN;
	}
}

/* Take the next reports in a row, @max at most, for which there is room. Return their number. */
static u32 oa_walk_run(struct oa_walk *walk, u32 max)
{
	struct oa_feed *feed = walk->feed;
	struct oa_run run = oa_run_begin(&feed->acct.validator);
	const u32 *reports;

	if (!oa_acct_run(feed, &run, walk->used, max, &reports))
		return 0;
	oa_acct_accept_run(feed, &run);
	walk->ops->take(walk, reports, run.reports);
	return run.reports;
}

/* Count the reports up to @until after the first @passed bytes. */
u32 oa_walk_left(const struct oa_walk *walk, u32 passed)
{
	return (walk->until - min(walk->until, passed)) / walk->feed->ring.report_bytes;
}

/*
 * Pass the next reports, one batch at most. Return 0 if there may be more; -EAGAIN if the next
 * report has not landed, or @until is reached; -ENOSPC if the consumer has no room.
 */
int oa_walk_reports(struct oa_walk *walk)
{
	struct oa_feed *feed = walk->feed;
	struct oa_ring *ring = &feed->ring;
	const u64 now = ktime_get_ns();
	u32 left, i, n;
	int ret = 0;

	lockdep_assert_held(feed->lock);
	if (oa_reject_overdue(feed, now))
		oa_reject_announce(feed);
	if (walk->ops->emit)
		ret = walk->ops->emit(walk);
	for (i = 0; i < OA_WALK_BATCH && !ret; i += n) {
		left = oa_walk_left(walk, ring->passed);
		if (!left) {
			/*
			 * No report is missing at the tail, so stop the clock of the next one. A
			 * walk that ends before the tail can't tell.
			 */
			if (!walk->waited_ns)
				WRITE_ONCE(ring->waiting_since, 0);
			return -EAGAIN;
		}
		/* Nearly all reports are as expected, many in a row. */
		n = oa_walk_run(walk, min3(OA_WALK_BATCH - i, walk->run_max, left));
		if (!n) {
			ret = oa_walk_one(walk, now);
			n = 1;
		}
	}
	return ret;
}

/* Check whether the batch has passed no report and changed nothing. */
bool oa_walk_idle(const struct oa_walk *walk)
{
	return walk->feed->ring.passed == walk->before->passed &&
	       walk->feed->change_count == walk->before->change_count;
}

/* Check by the unit's status for an overrun. Return 0, or -EOVERFLOW with the batch undone. */
int oa_walk_check(struct oa_walk *walk)
{
	const bool walked = oa_walk_left(walk, walk->before->passed);

	oa_pause();
	walk->status = oa_feed_status(walk->feed);
	/* A batch of announcements alone counts: they are true even if the unit overflows. */
	if (!walked || !(walk->status & OA_UNIT_OVERFLOW))
		return 0;
	oa_walk_restore(walk->feed, walk->before);
	return -EOVERFLOW;
}

/* Consume all reports that were passed: poison them and give the unit its head. Forcewake held. */
void oa_walk_consume(struct oa_walk *walk)
{
	struct oa_feed *feed = walk->feed;
	const u32 bytes = feed->ring.passed;

	walk->until -= bytes;
	walk->used -= bytes;
	oa_ring_release(&feed->ring, bytes);
	oa_unit_advance_head(feed->unit, feed->ops, feed->ring.head, bytes);
}

/* Finish a batch that was checked and delivered: it counts, and its reports are consumed. */
void oa_walk_finish(struct oa_walk *walk)
{
	struct oa_feed *feed = walk->feed;

	lockdep_assert_held(feed->lock);
	if (feed->ring.passed != walk->before->passed)
		oa_feed_changed(feed);
	oa_reject_warn(feed);
	oa_hyp_log(feed);
	oa_acct_report_lost(feed, walk->status);
	oa_walk_consume(walk);
}
