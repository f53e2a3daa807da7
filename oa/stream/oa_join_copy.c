// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Copies for the streams that read along
 *
 * Lines are copied from the owner's ring to the same offset of each joined stream's ring. A line
 * that has not landed yet is left out, stays blank there, and is tried again with the next copy,
 * until the stream has passed it. Hardware may run over lines while they are copied; so copies
 * count only if the unit says afterwards that nothing overflowed.
 *
 * Facts: hardware.rst 3.15; architecture.rst "Several readers".
 */
#include <linux/math64.h>
#include <linux/minmax.h>

#include "oa_compat.h"
#include "stream/oa_join_copy.h"
#include "stream/oa_joined_types.h"
#include "stream/oa_stream_types.h"

/* A line so far behind the tail is not tried again: nobody may make each copy a long one. */
#define OA_JOIN_AGAIN_BYTES	(64 * OA_RING_IN_FLIGHT_BYTES)

static u32 oa_join_used(const struct oa_joined *joined)
{
	const struct oa_ring *ring = &joined->stream->ring;

	return oa_ring_distance(ring, ring->head, joined->tail_at);
}

/**
 * oa_join_head() - the position of the oldest report that a stream has not consumed
 * @joined: the stream
 *
 * Process context, stream lock held.
 */
u64 oa_join_head(const struct oa_joined *joined)
{
	lockdep_assert_held(joined->stream->lock);
	return joined->tail - oa_join_used(joined);
}

/**
 * oa_join_move() - nothing before a position is for this stream
 * @joined: the stream
 * @position: where its next report begins
 *
 * Process context, stream lock held. Makes its ring blank.
 */
void oa_join_move(struct oa_joined *joined, u64 position)
{
	struct oa_ring *ring = &joined->stream->ring;
	u32 at;

	lockdep_assert_held(joined->stream->lock);
	div_u64_rem(position, ring->size, &at);
	oa_ring_reset(ring);
	WRITE_ONCE(ring->head, at);
	WRITE_ONCE(joined->tail_at, at);
	joined->tail = position;
	joined->whole = position;
	WRITE_ONCE(joined->lagged, false);
}

static bool oa_join_takes(const struct oa_joined *joined)
{
	return joined->stream->enabled && !joined->lagged;
}

/* All lines from one position to another that are there. Return: up to where none is missing. */
static u64 oa_join_copy_lines(const struct oa_joined *joined, u64 from, u64 until)
{
	const struct oa_stream *owner = joined->owner;
	const struct oa_ring *ring = &owner->ring;
	u8 *const to = joined->stream->ring.vaddr;
	u64 whole = until;
	u32 at, part, landed;

	while (from < until) {
		at = oa_ring_at(ring, from - owner->position);
		part = oa_ring_first_part(ring, at, until - from);
		landed = oa_ring_copy_landed(ring, at, to + at, part);
		if (landed < part)
			whole = min(whole, from + landed);
		from += part;
	}
	return whole;
}

/* Return: false if there was no room. */
static bool oa_join_copy_one(struct oa_joined *joined, u64 until)
{
	const u32 size = joined->stream->ring.size;
	/* Lines before the end of the last copies may have landed since. */
	const u64 more = max(until, joined->tail);
	u64 from;

	/* A full ring could not be told from an empty one. */
	if (oa_join_used(joined) + (more - joined->tail) > size - OA_LINE_BYTES) {
		WRITE_ONCE(joined->lagged, true);
		return false;
	}
	/* What the stream has passed is blank, and stays so. */
	from = max(joined->whole, oa_join_head(joined));
	joined->copied = oa_join_copy_lines(joined, from, more);
	return true;
}

/* The copies count. */
static void oa_join_copied(struct oa_joined *joined, u64 until, u32 at)
{
	joined->whole = joined->copied;
	if (until > joined->tail) {
		joined->tail = until;
		WRITE_ONCE(joined->tail_at, at);
	}
	if (joined->tail > OA_JOIN_AGAIN_BYTES)
		joined->whole = max(joined->whole, joined->tail - OA_JOIN_AGAIN_BYTES);
}

/**
 * oa_join_copy() - let all streams that read along have the owner's reports
 * @owner: the stream that has the unit
 * @bytes: how many bytes after its head, whole lines
 *
 * Process context, stream lock and forcewake held.
 */
void oa_join_copy(struct oa_stream *owner, u32 bytes)
{
	const u64 until = owner->position + bytes;
	struct oa_joined *joined;
	bool any = false;
	u32 at;

	lockdep_assert_held(owner->lock);
	list_for_each_entry(joined, &owner->readers, link) {
		joined->took = oa_join_takes(joined) && oa_join_copy_one(joined, until);
		any |= joined->took;
	}
	/* A unit that has stopped runs over nothing. */
	if (!any || (owner->enabled && oa_unit_overflowed(owner)))
		return;
	at = oa_ring_at(&owner->ring, bytes);
	list_for_each_entry(joined, &owner->readers, link)
		if (joined->took)
			oa_join_copied(joined, until, at);
}

/**
 * oa_join_copy_all() - let all streams that read along have what was written
 * @owner: the stream that has the unit
 *
 * Process context, stream lock and forcewake held. A ring that is full is about to overflow: its
 * tail says nothing.
 */
void oa_join_copy_all(struct oa_stream *owner)
{
	const u32 used = oa_ring_used(&owner->ring);

	if (used != OA_RING_NO_TAIL && used < owner->ring.size)
		oa_join_copy(owner, used);
}

/**
 * oa_join_pass_on() - the owner is about to consume what it has passed
 * @owner: the stream that has the unit, and is read along with
 *
 * Process context, stream lock and forcewake held. A line that is not there by now will not come.
 */
void oa_join_pass_on(struct oa_stream *owner)
{
	struct oa_joined *joined;

	lockdep_assert_held(owner->lock);
	oa_join_copy(owner, owner->ring.passed);
	owner->position += owner->ring.passed;
	list_for_each_entry(joined, &owner->readers, link)
		joined->whole = max(joined->whole, owner->position);
}

static void oa_join_tell_flag(struct oa_stream *stream, const struct oa_stream *seen_by)
{
	stream->report_lost = stream != seen_by;
	if (stream->report_lost)
		oa_stream_changed(stream);
}

/**
 * oa_join_flag() - the unit says that it lost a report, and the flag is about to be cleared
 * @stream: the stream that has seen it
 *
 * Process context, stream lock held. The others of the same unit must learn of it. A read of theirs
 * that is outside of the lock may have seen the flag, too, and must not tell of it again.
 */
void oa_join_flag(struct oa_stream *stream)
{
	struct oa_stream *owner = stream->joined ? stream->joined->owner : stream;
	struct oa_joined *joined;

	lockdep_assert_held(stream->lock);
	oa_join_tell_flag(owner, stream);
	list_for_each_entry(joined, &owner->readers, link)
		oa_join_tell_flag(joined->stream, stream);
}
