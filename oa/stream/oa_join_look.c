// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: A stream that reads along looks for reports
 *
 * It lets the driver copy what the unit has written since, for itself and all others. If nobody
 * reads the owner's stream any more, the owner's reports are given up at the same time: it walks
 * over them, so that its books go on and an overflow of its ring can be counted.
 *
 * Facts: abi-extensions.rst 25.
 */
#include "oa_compat.h"
#include "stream/oa_join_copy.h"
#include "stream/oa_join_look.h"
#include "stream/oa_joined_types.h"
#include "stream/oa_refuse.h"
#include "stream/oa_seen.h"
#include "stream/oa_stream_types.h"
#include "stream/oa_walk.h"

/* Reports walked between two looks at the overflow status. */
#define OA_JOIN_REPORTS		256

static void oa_join_drain_begin(struct oa_walk *walk)
{
	walk->run_max = U32_MAX;
	/* There is nobody to tell. */
	walk->stream->seen.validator.beliefs.changed = 0;
}

static int oa_join_drain_take(struct oa_walk *walk, const u32 *reports, u32 n)
{
	return 0;
}

static void oa_join_drain_commit(struct oa_walk *walk)
{
	memset(&walk->stream->seen.pending, 0, sizeof(walk->stream->seen.pending));
	oa_walk_consume(walk);
}

static const struct oa_walk_ops oa_join_drain_ops = {
	.batch = OA_JOIN_REPORTS,
	.refused_max = OA_REFUSED_MAX,
	.begin = oa_join_drain_begin,
	.take = oa_join_drain_take,
	.commit = oa_join_drain_commit,
};

/* Nobody reads the owner's reports. */
static void oa_join_drain(struct oa_stream *owner)
{
	struct oa_walk walk = { .stream = owner, .ops = &oa_join_drain_ops, .nowait = true };
	u32 span;

	if (oa_seen_span(owner, &walk.used, &span))
		return;
	walk.until = owner->ring.passed + span;
	while (!oa_walk_batch(&walk))
		;
}

/**
 * oa_join_look() - let a stream that reads along have what the unit has written
 * @stream: the stream; nothing happens if it has the unit itself
 *
 * Process context, stream lock held, GPU present.
 */
void oa_join_look(struct oa_stream *stream)
{
	struct oa_stream *owner = stream->joined ? stream->joined->owner : NULL;

	lockdep_assert_held(stream->lock);
	if (!owner)
		return;
	/* After a stop the last lines may still land. */
	if (owner->enabled)
		oa_join_copy_all(owner);
	else
		oa_join_copy(owner, 0);
	if (owner->enabled && owner->closed)
		oa_join_drain(owner);
}
