// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Positions and gaps of the mapped ring
 *
 * Reports are published by moving @data_head past them, and stay in the OA buffer until the
 * reader has moved @data_tail. Then they are made blank, which proves the landing of the reports
 * written there next, and the unit gets its new head. Reports that were refused, and each
 * loss where it happened, stand in a queue of gaps.
 *
 * In overrun mode hardware may overwrite published reports while the reader looks at them.
 * So reports are the reader's only when a look at the unit's status, after the reader was done
 * with them, shows no overflow. Otherwise all reports since the last such look are void and
 * lost. Reports that are unread when sampling stops or a reset takes the unit are void as well,
 * but no slow reader lost them. Positions go on at a multiple of the buffer's size, where the
 * unit starts anew.
 *
 * Nothing that user space writes is trusted. Positions that were never published are
 * refused. Older ones mean nothing: they come from a reader that missed a restart.
 *
 * Facts: hardware.rst 3.15; architecture.rst "What always holds", 1 and 2.
 */
#include <linux/math64.h>

#include <drm/drm_print.h>

#include "gt/oa_uncore.h"
#include "oa_compat.h"
#include "stream/oa_counting_look.h"
#include "stream/oa_map.h"
#include "stream/oa_map_ring.h"
#include "stream/oa_stream_types.h"

/**
 * oa_map_gap() - an entry of the queue of gaps
 * @map: the mapped ring
 * @number: of the gap, counted since the stream was opened
 *
 * Stream lock held.
 */
struct drm_i915_oa_gap *oa_map_gap(struct oa_map *map, u64 number)
{
	return &map->gaps[number % DRM_I915_OA_MAP_GAPS];
}

/* How many of the bytes between tail and head a gap takes away. */
static u64 oa_map_gap_bytes(const struct drm_i915_oa_gap *gap)
{
	return gap->flags & DRM_I915_OA_GAP_RESTART ? 0 : gap->resume - gap->at;
}

/**
 * oa_map_gap_before() - is there a gap before the report at a position?
 * @map: the mapped ring
 * @number: of the next gap
 * @position: the position
 *
 * Stream lock held. Return: the gap, or NULL.
 */
const struct drm_i915_oa_gap *oa_map_gap_before(struct oa_map *map, u64 number, u64 position)
{
	const struct drm_i915_oa_gap *gap = oa_map_gap(map, number);

	if (number == map->gap_head)
		return NULL;
	/* Gaps between reports that were made void lie before a restart. */
	return gap->at <= position || gap->flags & DRM_I915_OA_GAP_RESTART ? gap : NULL;
}

/**
 * oa_map_show() - make reports and gaps known to the reader
 * @map: the mapped ring
 * @head: position after the last report
 * @gap_head: gaps ever put in its queue
 *
 * Process context, stream lock held. Reports were judged and gaps written before.
 */
void oa_map_show(struct oa_map *map, u64 head, u64 gap_head)
{
	struct drm_i915_oa_map *control = map->control;
	u64 i;

	for (i = map->gap_head; i != gap_head; i++) {
		const struct drm_i915_oa_gap *gap = oa_map_gap(map, i);

		control->gaps[i % DRM_I915_OA_MAP_GAPS] = *gap;
		control->lost += gap->lost;
		map->holes += oa_map_gap_bytes(gap);
	}
	oa_pause();
	WRITE_ONCE(map->gap_head, gap_head);
	WRITE_ONCE(map->head, head);
	/* Pairs with the reader's acquiring load: the gaps are written. */
	oa_publish_u64(&control->gap_head, map->gap_head);
	oa_pause();
	/* Pairs with the reader's acquiring load: its gaps are known before a position is. */
	oa_publish_u64(&control->data_head, map->head);
}

/* Do gaps passed and gaps left lie on either side of a position? */
static bool oa_map_gaps_fit(struct oa_map *map, u64 tail, u64 gap_tail)
{
	u64 i;

	for (i = map->gap_tail; i != map->gap_head; i++) {
		const struct drm_i915_oa_gap *gap = oa_map_gap(map, i);

		if (oa_map_gap_bytes(gap) &&
		    (i < gap_tail ? gap->resume > tail : gap->at < tail))
			return false;
	}
	return true;
}

/* The reader is done with everything before these positions, which were published. */
static void oa_map_move(struct oa_stream *stream, u64 tail, u64 gap_tail)
{
	struct oa_map *map = stream->map;
	u64 bytes = tail - map->tail, holes = 0;

	for (; map->gap_tail != gap_tail; map->gap_tail++)
		holes += oa_map_gap_bytes(oa_map_gap(map, map->gap_tail));
	oa_stream_changed(stream);
	if (!bytes)
		return;
	map->holes -= holes;
	map->tail = tail;
	WRITE_ONCE(map->control->taken, tail);
	stream->stats->delivered += div_u64(bytes - holes, stream->ring.report_bytes);
	oa_counting_consume(stream, bytes);
	oa_ring_release(&stream->ring, bytes);
	oa_unit_give_back(&stream->oa->unit, oa_ops(stream), stream->ring.head, bytes);
}

/**
 * oa_map_take() - take back the reports that the reader is done with
 * @stream: the stream
 *
 * Process context, stream lock and forcewake held. Return: 0, or -EINVAL if the reader claims to
 * have read something that it was never shown.
 */
int oa_map_take(struct oa_stream *stream)
{
	struct oa_map *map = stream->map;
	/* Pairs with the reader's releasing store: it has read everything before. */
	u64 tail = oa_acquire_u64(&map->control->data_tail);
	u64 gap_tail = READ_ONCE(map->control->gap_tail);

	lockdep_assert_held(&stream->lock);
	oa_pause();
	/* A reader that has not come to a restart yet has passed nothing after it. */
	tail = max(tail, map->tail);
	gap_tail = max(gap_tail, map->gap_tail);
	if (tail > map->head || gap_tail > map->gap_head ||
	    (u32)(tail - map->tail) % stream->ring.report_bytes ||
	    !oa_map_gaps_fit(map, tail, gap_tail)) {
		drm_dbg(&stream->oa->drm,
			"SYNC: data_tail %llu and gap_tail %llu are not between %llu, %llu and %llu, %llu\n",
			tail, gap_tail, map->tail, map->gap_tail, map->head, map->gap_head);
		return -EINVAL;
	}
	oa_map_move(stream, tail, gap_tail);
	return 0;
}

/**
 * oa_map_done() - the driver has read for the reader
 * @stream: the stream
 * @tail: position after the last report that was read
 * @gap_tail: gaps passed
 *
 * Process context, stream lock and forcewake held.
 */
void oa_map_done(struct oa_stream *stream, u64 tail, u64 gap_tail)
{
	struct drm_i915_oa_map *control = stream->map->control;

	lockdep_assert_held(&stream->lock);
	oa_map_move(stream, tail, gap_tail);
	WRITE_ONCE(control->gap_tail, gap_tail);
	oa_pause();
	WRITE_ONCE(control->data_tail, tail);
}

/* Everything that was published is void, and so are the gaps in it. Return: reports. */
static u64 oa_map_void(struct oa_stream *stream)
{
	struct oa_map *map = stream->map;
	u64 reports = div_u64(map->head - map->tail - map->holes, stream->ring.report_bytes), i;

	for (i = map->gap_tail; i != map->gap_head; i++)
		oa_map_gap(map, i)->at = oa_map_gap(map, i)->resume;
	oa_stream_changed(stream);
	map->holes = 0;
	if (!map->restart)
		map->restart_at = map->head;
	map->restart = true;
	WRITE_ONCE(map->head, roundup(map->head, stream->ring.size));
	map->tail = map->head;
	oa_ring_skip(&stream->ring);
	WRITE_ONCE(map->control->restart, map->head);
	oa_pause();
	/* Pairs with the reader's acquiring load: it knows from where on it may read. */
	oa_publish_u64(&map->control->epoch, ++map->epoch);
	return reports;
}

/**
 * oa_map_stop() - the ring goes on at its start, or not at all
 * @stream: the stream
 * @whole: published reports were not overwritten, and the unit is still there
 *
 * Process context, stream lock and forcewake held; before the unit is stopped, if @whole.
 * Return: reports that were published and not read; 0 without a mapped ring.
 */
u64 oa_map_stop(struct oa_stream *stream, bool whole)
{
	if (!stream->map)
		return 0;
	lockdep_assert_held(&stream->lock);
	if (whole)
		oa_map_take(stream);
	return oa_map_void(stream);
}

/**
 * oa_map_unread() - is there something published that was not read?
 * @map: the mapped ring
 *
 * Any context.
 */
bool oa_map_unread(const struct oa_map *map)
{
	const struct drm_i915_oa_map *control = map->control;

	return READ_ONCE(map->head) != READ_ONCE(control->data_tail) ||
	       READ_ONCE(map->gap_head) != READ_ONCE(control->gap_tail);
}
