// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The unit of a stream that reads along
 *
 * Such a stream reads its ring as if the OA unit wrote to it. What it asks the unit is answered
 * here: the tail is the end of the copies; an overflow is the unit's or its own.
 *
 * The half-full interrupt is the owner's. A stream that reads along waits for its deadline only,
 * which comes at half of its ring at the latest.
 *
 * Facts: abi-extensions.rst 25.
 */
#include "oa_compat.h"
#include "oa_platform.h"
#include "stream/oa_join_unit.h"
#include "stream/oa_joined_types.h"
#include "stream/oa_refuse.h"
#include "stream/oa_stream_types.h"

static const struct oa_unit_ops *oa_join_real(const struct oa_joined *joined)
{
	return joined->owner->oa->platform->unit;
}

static struct oa_unit *oa_join_real_unit(const struct oa_joined *joined)
{
	return &joined->owner->oa->unit;
}

static u32 oa_join_tail(struct oa_unit *unit)
{
	return READ_ONCE(to_joined(unit)->tail_at);
}

static u32 oa_join_status(struct oa_unit *unit)
{
	const struct oa_joined *joined = to_joined(unit);
	u32 status = READ_ONCE(joined->lagged) ? OA_UNIT_OVERFLOW : 0;

	if (!READ_ONCE(joined->owner->enabled))
		return status;
	return status | oa_unit_news(joined->owner);
}

static u32 oa_join_reset_took(struct oa_unit *unit)
{
	const struct oa_joined *joined = to_joined(unit);

	if (!READ_ONCE(joined->owner->enabled))
		return 0;
	return oa_join_real(joined)->reset_took(oa_join_real_unit(joined));
}

/* Its ring is memory of software: nobody else must know the head. */
static void oa_join_set_head(struct oa_unit *unit, u32 head)
{
}

static u64 oa_join_timestamp(struct oa_unit *unit)
{
	const struct oa_joined *joined = to_joined(unit);

	return oa_join_real(joined)->timestamp(oa_join_real_unit(joined));
}

/* The OA unit as a stream that reads along sees it. Only its owner starts and stops it. */
const struct oa_unit_ops oa_join_unit = {
	.tail = oa_join_tail,
	.status = oa_join_status,
	.reset_took = oa_join_reset_took,
	.set_head = oa_join_set_head,
	.timestamp = oa_join_timestamp,
};

/*
 * Has the unit written whole reports after those that were copied? Its tail may be behind the
 * copies' by less than a report, if the stream has just joined.
 */
static bool oa_join_more(const struct oa_joined *joined)
{
	const struct oa_ring *ring = &joined->owner->ring;
	const u32 tail = oa_join_real(joined)->tail(oa_join_real_unit(joined));
	const u32 more = oa_ring_distance(ring, READ_ONCE(joined->tail_at), tail);

	return tail == OA_UNIT_NO_TAIL ||
	       (more >= ring->report_bytes && more < ring->size - ring->report_bytes);
}

/* By memory first: what was copied, or the next line that could be. */
static u32 oa_join_readable(struct oa_wake *wake)
{
	struct oa_stream *stream = container_of(wake, struct oa_stream, wake);
	const struct oa_joined *joined = to_joined(stream->unit);
	struct oa_ring *ring = &stream->ring;
	const u64 now = ktime_get_ns();

	if (oa_ring_next_whole(ring))
		return 1;
	if (READ_ONCE(stream->seen.pending.type) || READ_ONCE(joined->lagged) ||
	    oa_refuse_overdue(&stream->seen, now))
		return OA_WAKE_URGENT;
	/* A line was left out of the copies. */
	if (oa_ring_used(ring) >= READ_ONCE(ring->passed) + ring->report_bytes &&
	    oa_ring_overdue(ring, now))
		return OA_WAKE_URGENT;
	if (!READ_ONCE(joined->owner->enabled))
		return 0;
	if (oa_ring_landed_at(&joined->owner->ring, READ_ONCE(joined->tail_at)) ||
	    oa_join_more(joined))
		return OA_WAKE_URGENT;
	return oa_unit_overflowed(stream) || oa_ops(stream)->reset_took(stream->unit) ?
	       OA_WAKE_URGENT : 0;
}

static void oa_join_nothing(struct oa_wake *wake)
{
}

/* What the wake policy asks of a stream that reads along: it hears no interrupt. */
const struct oa_wake_ops oa_join_wake_ops = {
	.readable = oa_join_readable,
	.listen = oa_join_nothing,
	.serve = oa_join_nothing,
};
