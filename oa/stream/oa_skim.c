// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Is there something for the reader?
 *
 * A report that has landed need not be one that the reader gets: it may be refused, or belong to
 * another context than that of a single-context stream. If poll took each for something to read,
 * it would report a stream as readable whose read gives EAGAIN. So before poll says
 * readable, it walks over such reports, up to the first one that the reader will get. That one
 * stays.
 *
 * Nearly always the next report has landed, follows the last one, and is wanted. Memory alone shows
 * that, and no register is read.
 *
 * Facts: abi.rst 10.1, 10.2.
 */
#include <linux/ktime.h>

#include "oa_compat.h"
#include "stream/oa_refuse.h"
#include "stream/oa_sampling.h"
#include "stream/oa_seen.h"
#include "stream/oa_skim.h"
#include "stream/oa_walk.h"

/* Reports walked between two looks at the overflow status. */
#define OA_SKIM_REPORTS		256

static void oa_skim_begin(struct oa_walk *walk)
{
	walk->run_max = 0;
}

/* A loss is something to read. */
static int oa_skim_announce(struct oa_walk *walk)
{
	return walk->stream->seen.pending.type ? -ENOSPC : 0;
}

static int oa_skim_take(struct oa_walk *walk, const u32 *reports, u32 n)
{
	struct oa_stream *stream = walk->stream;

	if (oa_filter_wants(&stream->seen.filter, reports))
		return -ENOSPC;
	stream->stats->filtered++;
	return 0;
}

static bool oa_skim_idle(struct oa_walk *walk)
{
	return true;
}

static void oa_skim_commit(struct oa_walk *walk)
{
	oa_walk_consume(walk);
}

static const struct oa_walk_ops oa_skim_ops = {
	.batch = OA_SKIM_REPORTS,
	.refused_max = OA_REFUSED_MAX,
	.begin = oa_skim_begin,
	.announce = oa_skim_announce,
	.take = oa_skim_take,
	.idle = oa_skim_idle,
	.commit = oa_skim_commit,
};

/* Is there a report that the reader will get, or a loss, whatever the registers say? */
static bool oa_skim_glance(const struct oa_stream *stream)
{
	const u32 *report;

	if (stream->seen.pending.type)
		return true;
	report = oa_ring_glance(&stream->ring);
	return report && oa_report_follows(&stream->seen.validator, report) &&
	       oa_filter_wants(&stream->seen.filter, report);
}

/* As oa_skim(), from the registers too. */
static bool oa_skim_look(struct oa_stream *stream)
{
	struct oa_walk walk = { .stream = stream, .ops = &oa_skim_ops, .nowait = true };
	const u64 began = ktime_get_ns();
	u32 span;
	int ret;

	if (oa_seen_span(stream, &walk.used, &span))
		return true;
	stream->stats->looks++;
	walk.until = stream->ring.passed + span;
	do
		ret = oa_walk_batch(&walk);
	while (!ret);
	if (ret != -EAGAIN || stream->seen.pending.type)
		return true;
	/* What made this look worth while may be something that only the unit knows. */
	if (oa_unit_overflowed(stream) || oa_ops(stream)->reset_took(&stream->oa->unit))
		return true;
	oa_stream_drained(stream, began, ktime_get_ns());
	return false;
}

/**
 * oa_skim() - would a read find something?
 * @stream: the stream, without a mapped ring
 *
 * Process context, oa_stream.reading and the stream's lock held, GPU present. Never waits. If
 * there is nothing, poll waits for the next wake-up. Return: true if a read gives records or an
 * error.
 */
bool oa_skim(struct oa_stream *stream)
{
	lockdep_assert_held(&stream->reading);
	lockdep_assert_held(&stream->lock);
	return !stream->enabled || oa_skim_glance(stream) || oa_skim_look(stream);
}
