// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: One walker for all consumers of the ring
 *
 * read() copies reports out (oa_read.c), a mapped ring publishes them where they lie
 * (oa_publish.c), a stream that keeps the newest gives up the oldest (oa_trim.c), and reports that
 * nobody reads are drained (oa_drain.c). All of them walk the ring in the same way, which is here;
 * the differences are in struct oa_walk_ops.
 *
 * A report counts only when it has landed whole and is valid for its format. In overrun mode
 * hardware overwrites unread reports when the buffer is full, possibly while they are looked
 * at. So reports are walked in batches of some hundred, and a batch counts only if the unit
 * says after it that nothing overflowed. Otherwise everything that the batch changed is put
 * back: the books, the ring, and the consumer's draft. The log is written after that: reports that
 * were overwritten while they were looked at seem to be wrong, and are not.
 *
 * A report of the timer that follows the one before it by a period is proven by that. Any
 * other must not be later than the clock, which is read for the first of them.
 *
 * Facts: hardware.rst 3.15; architecture.rst "What always holds", 1 and 2.
 */
#include <linux/ktime.h>

#include "gt/oa_uncore.h"
#include "oa_compat.h"
#include "stream/oa_counting_look.h"
#include "stream/oa_evidence.h"
#include "stream/oa_recover.h"
#include "stream/oa_refuse.h"
#include "stream/oa_seen.h"
#include "stream/oa_walk.h"

/* A refused report leaves the ring; a batch has room for an announcement in its place. */
static int oa_walk_refuse(struct oa_walk *walk, enum oa_verdict verdict, const u32 *report)
{
	struct oa_stream *stream = walk->stream;
	int ret = walk->ops->refuse ? walk->ops->refuse(walk) : 0;

	if (ret)
		return ret;
	oa_refuse(stream, verdict, report, walk->used);
	if (stream->seen.dropped < walk->ops->refused_max)
		return 0;
	oa_refuse_announce(stream);
	return walk->ops->announce ? walk->ops->announce(walk) : 0;
}

/* A report that the validator objects to. Return: 0, or why the batch ends. */
static int oa_walk_object(struct oa_walk *walk, enum oa_verdict verdict, const u32 *report,
			  u64 now)
{
	switch (oa_evidence_judge(walk->stream, report, verdict, now)) {
	case OA_RULING_WAIT:
		return -EAGAIN;
	case OA_RULING_AGAIN:
		return 0;
	default:
		return oa_walk_refuse(walk, verdict, report);
	}
}

/* As oa_ring_view(); asks the clock first, if the judgement depends on it. */
static enum oa_ring_state oa_walk_view(struct oa_walk *walk, u64 now, u32 *copy,
				       const u32 **report, enum oa_verdict *verdict)
{
	struct oa_stream *stream = walk->stream;
	const struct oa_validator *v = &stream->seen.validator;
	enum oa_ring_state state = oa_ring_view(&stream->ring, v, walk->used, now, copy, report,
						verdict);

	if (v->not_after || (state != OA_RING_REPORT && state != OA_RING_BAD) ||
	    (state == OA_RING_REPORT && oa_report_follows(v, *report)))
		return state;
	oa_seen_ask_clock(stream);
	return oa_ring_view(&stream->ring, v, walk->used, now, copy, report, verdict);
}

/* The next report, wherever it lies and whatever it is. Return: 0, or why the batch ends. */
static int oa_walk_one(struct oa_walk *walk, u64 now)
{
	struct oa_stream *stream = walk->stream;
	struct oa_seen *seen = &stream->seen;
	struct oa_ring *ring = &stream->ring;
	u32 copy[OA_REPORT_MAX_DWORDS];
	enum oa_verdict verdict;
	const u32 *report;
	int ret = 0;

	if (walk->waited_ns)
		oa_ring_waited(ring, now - walk->waited_ns);
	switch (oa_walk_view(walk, now, copy, &report, &verdict)) {
	case OA_RING_REPORT:
		/* Like an announcement, in the place of a report. */
		if (seen->validator.beliefs.changed && walk->ops->tell)
			return walk->ops->tell(walk);
		if (!seen->gap_checked)
			oa_seen_check_gap(stream, report);
		/* The announcement takes the place of a report in the batch, which comes next. */
		if (walk->ops->announce && seen->pending.type)
			return walk->ops->announce(walk);
		ret = walk->ops->take(walk, report, 1);
		if (!ret)
			oa_seen_accept(stream, report);
		return ret;
	case OA_RING_BAD:
		return oa_walk_object(walk, verdict, report, now);
	default:
		return -EAGAIN;
	}
}

/* Reports that have been written, and not passed yet */
static u32 oa_walk_left(const struct oa_walk *walk)
{
	const struct oa_ring *ring = &walk->stream->ring;

	return (walk->until - min(walk->until, ring->passed)) / ring->report_bytes;
}

/* Return: why it ended, 0: the batch is full. */
static int oa_walk_reports(struct oa_walk *walk)
{
	struct oa_stream *stream = walk->stream;
	struct oa_ring *ring = &stream->ring;
	const u64 now = ktime_get_ns();
	const u32 *reports;
	u32 left, i, n;
	int ret = 0;

	if (oa_refuse_overdue(&stream->seen, now))
		oa_refuse_announce(stream);
	if (walk->ops->announce)
		ret = walk->ops->announce(walk);
	for (i = 0; i < walk->ops->batch && !ret; i += n) {
		left = oa_walk_left(walk);
		if (!left) {
			/*
			 * At the tail nothing is missing: the clock must not run on for a
			 * report to come. A walk that ends before the tail does not know.
			 */
			if (!walk->waited_ns)
				WRITE_ONCE(ring->waiting_since, 0);
			return -EAGAIN;
		}
		/* Nearly all reports are as expected, many in a row. */
		n = oa_seen_accept_run(stream, walk->used,
				       min3(walk->ops->batch - i, walk->run_max, left), &reports);
		if (n) {
			walk->ops->take(walk, reports, n);
		} else {
			ret = oa_walk_one(walk, now);
			n = 1;
		}
	}
	return ret;
}

static void oa_walk_save(const struct oa_stream *stream, struct oa_walk_state *state)
{
	state->seen = stream->seen;
	state->stats = *stream->stats;
	state->passed = stream->ring.passed;
	state->waiting_since = READ_ONCE(stream->ring.waiting_since);
}

static void oa_walk_restore(struct oa_stream *stream, const struct oa_walk_state *state)
{
	stream->seen = state->seen;
	*stream->stats = state->stats;
	/* A report that had been missing for too long still counts as such. */
	oa_ring_rewind(&stream->ring, state->passed, state->waiting_since);
}

/*
 * If the copy has to wait, others may see the stream meanwhile. They must find it as if there were
 * no batch yet, because the copy may fail. Two states in one frame would be too much for clang.
 */
static noinline_for_stack int oa_walk_copy(struct oa_walk *walk)
{
	struct oa_walk_state made;
	int ret;

	if (!walk->ops->copy || walk->ops->copy_now(walk))
		return 0;
	oa_walk_save(walk->stream, &made);
	oa_walk_restore(walk->stream, walk->before);
	ret = walk->ops->copy(walk);
	if (!ret)
		oa_walk_restore(walk->stream, &made);
	return ret;
}

/* Return: -EOVERFLOW; -EBUSY if nothing may be done about it now. */
static int oa_walk_overflowed(struct oa_walk *walk)
{
	oa_walk_restore(walk->stream, walk->before);
	if (walk->nowait)
		return -EBUSY;
	oa_recover_overflow(walk->stream);
	return -EOVERFLOW;
}

/**
 * oa_walk_batch() - walk some hundred reports that count together
 * @walk: the walk
 *
 * Process context, stream lock held, GPU present. Return: 0 if there may be more; -EAGAIN at
 * the end of what has landed, or of @walk.until; -ENOSPC if the consumer has no room;
 * -EOVERFLOW if the buffer overflowed, was dropped and announced, -EBUSY if it overflowed and
 * stays so; an error of copy().
 */
int oa_walk_batch(struct oa_walk *walk)
{
	struct oa_stream *stream = walk->stream;
	const bool looks = oa_walk_left(walk);
	const u64 era = stream->era;
	struct oa_walk_state before;
	u32 status;
	int ret, err;

	lockdep_assert_held(&stream->lock);
	oa_walk_save(stream, &before);
	walk->before = &before;
	do {
		walk->ops->begin(walk);
		ret = oa_walk_reports(walk);
		oa_pause();
		/* What was not taken from the ring may be overwritten. */
		if (stream->ring.passed == before.passed && stream->era == era &&
		    walk->ops->idle && walk->ops->idle(walk))
			return ret;
		status = oa_unit_news(stream);
		/* An announcement holds, whatever becomes of a ring that nobody looked at. */
		if (looks && status & OA_UNIT_OVERFLOW)
			return oa_walk_overflowed(walk);
		err = oa_walk_copy(walk);
	} while (err == -ERESTART);
	if (err)
		return err;
	if (stream->ring.passed != before.passed)
		oa_stream_changed(stream);
	walk->ops->commit(walk);
	oa_refuse_warn(stream);
	oa_evidence_warn(stream);
	oa_recover_report_lost(stream, status);
	return ret;
}

/**
 * oa_walk_consume() - consume all that was passed
 * @walk: the walk, in commit()
 *
 * Process context, stream lock and forcewake held. Makes it blank and gives the unit its new head.
 */
void oa_walk_consume(struct oa_walk *walk)
{
	struct oa_stream *stream = walk->stream;
	const u32 bytes = stream->ring.passed;

	lockdep_assert_held(&stream->lock);
	oa_counting_consume(stream, bytes);
	walk->until -= bytes;
	walk->used -= bytes;
	oa_ring_consume(&stream->ring);
	oa_unit_give_back(&stream->oa->unit, oa_ops(stream), stream->ring.head, bytes);
}
