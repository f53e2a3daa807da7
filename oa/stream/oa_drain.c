// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Reports that nobody reads
 *
 * A stream without a reader gives its reports up: it walks over them, so that its books go on and
 * an overflow of its ring can be counted. Perf's events have looked at them by then.
 */
#include <linux/lockdep.h>
#include <linux/string.h>

#include "oa_compat.h"
#include "stream/oa_drain.h"
#include "stream/oa_refuse.h"
#include "stream/oa_seen.h"
#include "stream/oa_stream_types.h"
#include "stream/oa_walk.h"

/* Reports walked between two looks at the overflow status. */
#define OA_DRAIN_REPORTS	256

static void oa_drain_begin(struct oa_walk *walk)
{
	walk->run_max = U32_MAX;
	/* There is nobody to tell. */
	walk->stream->seen.validator.beliefs.changed = 0;
}

static int oa_drain_take(struct oa_walk *walk, const u32 *reports, u32 n)
{
	return 0;
}

static void oa_drain_commit(struct oa_walk *walk)
{
	memset(&walk->stream->seen.pending, 0, sizeof(walk->stream->seen.pending));
	oa_walk_consume(walk);
}

static const struct oa_walk_ops oa_drain_ops = {
	.batch = OA_DRAIN_REPORTS,
	.refused_max = OA_REFUSED_MAX,
	.begin = oa_drain_begin,
	.take = oa_drain_take,
	.commit = oa_drain_commit,
};

/**
 * oa_drain() - give up all reports that have landed
 * @stream: the stream, enabled, which has the unit and no reader
 *
 * Process context, stream lock held, GPU present. An overflow is left to oa_recover().
 */
void oa_drain(struct oa_stream *stream)
{
	struct oa_walk walk = { .stream = stream, .ops = &oa_drain_ops, .nowait = true };
	u32 span;

	lockdep_assert_held(&stream->lock);
	if (oa_seen_span(stream, &walk.used, &span))
		return;
	walk.until = stream->ring.passed + span;
	while (!oa_walk_batch(&walk))
		;
}
