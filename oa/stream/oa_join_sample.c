// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Streams that read along: what starts, stops and is lost
 *
 * What happens to the owner's unit happens to all who read along. Each of them counts what it did
 * not read: it lies elsewhere in the buffer than the owner, so it lost as many more reports, or
 * fewer, as lie between the two heads.
 *
 * Facts: abi-extensions.rst 25; architecture.rst "What always holds", 1.
 */
#include <linux/math64.h>
#include <linux/minmax.h>

#include <uapi/drm/i915_drm.h>

#include "oa_compat.h"
#include "stream/oa_gone.h"
#include "stream/oa_join_copy.h"
#include "stream/oa_join_sample.h"
#include "stream/oa_joined_types.h"
#include "stream/oa_seen.h"
#include "stream/oa_seen_begin.h"
#include "stream/oa_stream_types.h"

/* Reports from a stream's head up to a position */
static u64 oa_join_reports_to(const struct oa_joined *joined, u64 position)
{
	const u64 head = oa_join_head(joined);

	return position > head ? div_u64(position - head, joined->stream->ring.report_bytes) : 0;
}

/* @count reports after the stream's head will not be delivered. */
static void oa_join_announce(struct oa_joined *joined, u64 count, bool exact)
{
	struct oa_stream *stream = joined->stream;

	stream->stats->lost += count;
	oa_seen_announce(stream, DRM_I915_PERF_RECORD_OA_BUFFER_LOST, count + stream->seen.dropped,
			 exact && stream->timer_only, 0);
	oa_seen_blame(&stream->seen);
}

/**
 * oa_join_live() - the unit starts or stops to sample
 * @owner: the stream that has it
 * @live: it starts
 *
 * Process context, stream lock held. While it is stopped no deadline of a stream that reads along
 * touches a register.
 */
void oa_join_live(struct oa_stream *owner, bool live)
{
	struct oa_joined *joined;

	lockdep_assert_held(owner->lock);
	list_for_each_entry(joined, &owner->readers, link) {
		if (!joined->stream->enabled)
			continue;
		if (live)
			oa_wake_start(&joined->stream->wake);
		else
			oa_wake_stop(&joined->stream->wake);
	}
}

/* From here on the stream gets what the unit writes. */
static void oa_join_begin(struct oa_joined *joined, u64 position, u64 starting)
{
	struct oa_stream *stream = joined->stream;

	oa_seen_begin(stream, joined->owner->timer_only);
	/* If nothing tells the timer's reports from others, all are delivered. */
	if (stream->timer_known)
		stream->seen.filter.apart = joined->apart;
	oa_join_move(joined, position);
	joined->told = false;
	stream->lost_latched = joined->owner->lost_latched;
	stream->starting = starting;
	stream->seen.validator.not_before = starting;
}

/**
 * oa_join_restart() - the unit has just started with an empty ring
 * @owner: the stream that has it
 *
 * Process context, stream lock held. What a stream has not read until now is lost to it.
 */
void oa_join_restart(struct oa_stream *owner)
{
	struct oa_joined *joined;
	u64 unread;

	lockdep_assert_held(owner->lock);
	list_for_each_entry(joined, &owner->readers, link) {
		if (!joined->stream->enabled)
			continue;
		unread = oa_join_reports_to(joined, joined->tail);
		if (!joined->told && (unread || joined->stream->seen.validator.have_last))
			oa_join_announce(joined, unread, false);
		oa_join_begin(joined, 0, owner->starting);
		joined->stream->started = owner->started;
	}
	owner->position = 0;
}

/*
 * Reports that a stream did not get of those up to a position. Strobes that left no report count,
 * too: those before the stream's head were announced to it, whether or not to the owner.
 */
static u64 oa_join_missed(const struct oa_joined *joined, u64 position, u64 strobes_until)
{
	const struct oa_stream *stream = joined->stream;
	const u64 written = oa_join_reports_to(joined, position);
	u64 strobes;

	if (!strobes_until || !stream->timer_known || stream->seen.validator.loose)
		return written;
	strobes = oa_gone_strobes(stream, strobes_until);
	return max(written, strobes - min(strobes, stream->seen.dropped));
}

/**
 * oa_join_lose() - reports that the owner had not read are gone
 * @owner: the stream that has the unit
 * @gone: what the owner had not read
 *
 * Process context, stream lock held. A stream may have read more than the owner, or less.
 */
void oa_join_lose(struct oa_stream *owner, const struct oa_gone *gone)
{
	const u64 until = owner->position + gone->written * owner->ring.report_bytes;
	struct oa_joined *joined;

	lockdep_assert_held(owner->lock);
	list_for_each_entry(joined, &owner->readers, link) {
		if (!joined->stream->enabled)
			continue;
		oa_join_announce(joined, oa_join_missed(joined, until, gone->until), gone->exact);
		oa_join_move(joined, until);
		joined->told = true;
	}
}

/**
 * oa_join_lose_context() - a reset took the context that counts, and nobody can say how much it
 * cost
 * @owner: the stream that has the unit, which goes on
 *
 * Process context, stream lock held.
 */
void oa_join_lose_context(struct oa_stream *owner)
{
	struct oa_joined *joined;

	lockdep_assert_held(owner->lock);
	list_for_each_entry(joined, &owner->readers, link) {
		if (!joined->stream->enabled)
			continue;
		oa_seen_announce(joined->stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, 0, false, 0);
		joined->stream->starting = owner->starting;
		joined->stream->started = owner->started;
	}
}

/**
 * oa_join_catch_up() - a stream was so slow that its ring ran full: it goes on with newer reports
 * @stream: the stream, which has joined another
 *
 * Process context, stream lock held. All that it has not read is gone, but what the owner still
 * has.
 */
void oa_join_catch_up(struct oa_stream *stream)
{
	struct oa_joined *joined = to_joined(stream->unit);
	const u64 head = oa_join_head(joined);
	const u32 bytes = stream->ring.report_bytes;
	/* Half of a report may have been copied. */
	const u64 next = max(joined->owner->position,
			     head + oa_join_reports_to(joined, joined->tail) * bytes);
	const u64 count = oa_join_reports_to(joined, next);
	struct oa_seen *seen = &stream->seen;

	lockdep_assert_held(stream->lock);
	/* The timer went on meanwhile: the next report shows whether more is missing. */
	seen->gap_counted += count + seen->dropped;
	stream->stats->overflows++;
	oa_join_announce(joined, count, true);
	seen->gap_checked = false;
	oa_join_move(joined, next);
}

/* What the unit has written until it stopped, for those who had no room for it, too. */
static void oa_join_copy_last(struct oa_stream *owner)
{
	struct oa_joined *joined;

	list_for_each_entry(joined, &owner->readers, link)
		if (joined->stream->enabled && joined->lagged)
			oa_join_catch_up(joined->stream);
	oa_join_copy_all(owner);
}

/**
 * oa_join_stopped() - the unit has stopped
 * @owner: the stream that has it
 * @reset: a reset took it before
 * @gone: reports that the owner had not read
 *
 * Process context, stream lock and forcewake held. What the unit wrote can still be read by those
 * who read along, until it starts again. Unless the system goes to sleep they may wait for it: then
 * a deadline gives up what does not land, and touches no register.
 */
void oa_join_stopped(struct oa_stream *owner, bool reset, u64 gone)
{
	lockdep_assert_held(owner->lock);
	if (list_empty(&owner->readers))
		return;
	if (reset || oa_unit_overflowed(owner))
		oa_join_lose(owner, &(struct oa_gone) { .written = gone });
	else
		oa_join_copy_last(owner);
	if (!owner->enabled)
		oa_join_live(owner, true);
}

/* A report that is just being written belongs to those before. */
static void oa_join_from_now(struct oa_joined *joined)
{
	struct oa_stream *stream = joined->stream, *owner = joined->owner;
	const u32 bytes = owner->ring.report_bytes;
	/* A report that the tail does not show yet may have an earlier time stamp. */
	const u64 slack = owner->props.periodic ? 2ull << owner->props.exponent : 0;
	const u64 now = oa_ops(stream)->timestamp(stream->unit);
	u32 used = oa_ring_used(&owner->ring);

	/* A reset, which the next read finds, takes all. */
	if (used == OA_RING_NO_TAIL)
		used = 0;
	oa_join_begin(joined, owner->position + DIV_ROUND_UP(used, bytes) * bytes,
		      now - min(now, slack));
	stream->started = oa_ops(stream)->timestamp(stream->unit);
}

/**
 * oa_join_set_enabled() - a stream begins or ends to read along, as the user wants
 * @stream: the stream, which has joined another
 * @enabled: it begins
 *
 * Process context, stream lock held, GPU present. The unit goes on as its owner wants.
 */
void oa_join_set_enabled(struct oa_stream *stream, bool enabled)
{
	struct oa_joined *joined = to_joined(stream->unit);

	lockdep_assert_held(stream->lock);
	memset(&stream->seen.pending, 0, sizeof(stream->seen.pending));
	if (enabled && joined->owner->enabled) {
		oa_join_from_now(joined);
	} else if (enabled) {
		oa_join_begin(joined, joined->owner->position, 0);
	} else {
		if (joined->owner->enabled)
			oa_join_copy_all(joined->owner);
		oa_stream_changed(stream);
		stream->stats->discarded += oa_join_reports_to(joined, joined->tail);
	}
	WRITE_ONCE(stream->enabled, enabled);
	if (enabled)
		oa_wake_start(&stream->wake);
	else
		oa_wake_stop(&stream->wake);
}
