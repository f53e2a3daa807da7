// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Publishing reports in the mapped ring
 *
 * What read() frames and copies is only judged here, where it lies: reports that have
 * landed and are valid are published by moving @data_head past them, and stay in the
 * OA buffer until the reader has moved @data_tail. Then they are zeroed, which proves
 * the landing of what is written there next, and the unit gets its new head.
 *
 * What can't be read stands in a queue of gaps: reports that were refused, and each
 * loss where it happened. If the reader leaves the queue full, nothing more is published.
 *
 * In overrun mode hardware may overwrite what is published while the reader looks at it.
 * So reports are the reader's only when a look at the unit's status, after it was done
 * with them, shows no overflow; otherwise all of them since the last such look are
 * void and lost. The same holds for what is unread when sampling stops or a
 * reset takes the unit, but that it is not lost by the reader's being slow.
 * Positions go on at a multiple of the buffer's size, where the unit starts anew.
 *
 * Nothing that user space writes is trusted: positions that were never published are
 * refused, older ones, which are what a reader has that missed a restart, mean nothing.
 *
 * Facts: hardware.md 3.15; DESIGN "What always holds", 1 and 2.
 */
#include <linux/ktime.h>
#include <linux/math64.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_drm.h>

#include "oa_batch.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_loss.h"
#include "oa_map.h"
#include "oa_stream.h"
#include "oa_unit.h"

/* Reports judged between two looks at the overflow status. */
#define OA_PUBLISH_REPORTS	1024

/* struct oa_publish - what is to be published */
struct oa_publish {
	u64 head;
	u64 gap_head;
	/* bytes behind the ring's head that reports may be passed up to */
	u32 until;
};

static struct drm_i915_oa_gap *oa_gap(struct oa_map *map, u64 number)
{
	return &map->gaps[number % DRM_I915_OA_MAP_GAPS];
}

/* How much of what lies between tail and head is not there. */
static u64 oa_gap_bytes(const struct drm_i915_oa_gap *gap)
{
	return gap->flags & DRM_I915_OA_GAP_RESTART ? 0 : gap->resume - gap->at;
}

/* Make it known. Reports were judged, gaps written before. */
static void oa_map_show(struct oa_map *map, const struct oa_publish *pub)
{
	struct drm_i915_oa_map *control = map->control;
	u64 i;

	for (i = map->gap_head; i != pub->gap_head; i++) {
		const struct drm_i915_oa_gap *gap = oa_gap(map, i);

		control->gaps[i % DRM_I915_OA_MAP_GAPS] = *gap;
		control->lost += gap->lost;
		map->holes += oa_gap_bytes(gap);
	}
	WRITE_ONCE(map->gap_head, pub->gap_head);
	WRITE_ONCE(map->head, pub->head);
	/* Pairs with the reader's acquiring load: the gaps are written. */
	smp_store_release(&control->gap_head, map->gap_head);
	/* Pairs with the reader's acquiring load: its gaps are known before a position is. */
	smp_store_release(&control->data_head, map->head);
}

static bool oa_gaps_full(const struct oa_map *map, const struct oa_publish *pub)
{
	return pub->gap_head - map->gap_tail == DRM_I915_OA_MAP_GAPS;
}

/* Reports that were refused, one after the other, are one gap. */
static int oa_gap_refused(struct oa_map *map, struct oa_publish *pub, u32 bytes)
{
	struct drm_i915_oa_gap *last = oa_gap(map, pub->gap_head - 1);

	if (pub->gap_head != map->gap_head && last->resume == pub->head && !last->type) {
		last->resume += bytes;
	} else {
		if (oa_gaps_full(map, pub))
			return -ENOSPC;
		*oa_gap(map, pub->gap_head++) = (struct drm_i915_oa_gap) {
			.at = pub->head,
			.resume = pub->head + bytes,
		};
	}
	pub->head += bytes;
	return 0;
}

/* What is to be announced becomes a gap where it is missing. */
static int oa_gap_pending(struct oa_stream *stream, struct oa_publish *pub)
{
	struct oa_pending *p = &stream->seen.pending;
	struct oa_map *map = stream->map;

	if (!p->type && !map->restart)
		return 0;
	if (oa_gaps_full(map, pub))
		return -ENOSPC;
	*oa_gap(map, pub->gap_head++) = (struct drm_i915_oa_gap) {
		.at = map->restart ? map->restart_at : pub->head,
		.resume = pub->head,
		.lost = p->count,
		.after = p->after,
		.before = p->before,
		.type = p->type,
		.flags = (map->restart ? DRM_I915_OA_GAP_RESTART : 0) |
			 (p->exact ? DRM_I915_OA_LOSS_EXACT : 0),
	};
	map->restart = false;
	memset(p, 0, sizeof(*p));
	return 0;
}

static int oa_publish_report(struct oa_stream *stream, struct oa_publish *pub, const u32 *report)
{
	int ret;

	if (!stream->seen.gap_checked)
		oa_stream_check_gap(stream, report);
	ret = oa_gap_pending(stream, pub);
	if (ret)
		return ret;
	oa_stream_accept(stream, report);
	pub->head += stream->ring.report_bytes;
	return 0;
}

static int oa_publish_step(struct oa_stream *stream, struct oa_publish *pub, u32 tail, u64 now)
{
	u32 copy[OA_REPORT_MAX_DWORDS];
	enum oa_verdict verdict;
	const u32 *report;
	int ret;

	if (stream->ring.passed >= pub->until) {
		/* Nothing is missing: the clock must not run on for a report to come. */
		WRITE_ONCE(stream->ring.waiting_since, 0);
		return -EAGAIN;
	}
	switch (oa_ring_view(&stream->ring, &stream->seen.validator, tail, now, copy, &report,
			     &verdict)) {
	case OA_RING_REPORT:
		return oa_publish_report(stream, pub, report);
	case OA_RING_BAD:
		ret = oa_gap_refused(stream->map, pub, stream->ring.report_bytes);
		if (!ret)
			oa_stream_drop(stream, verdict, report);
		return ret;
	default:
		return -EAGAIN;
	}
}

/* Reports in a row that all are what is expected. */
static u32 oa_publish_run(struct oa_stream *stream, struct oa_publish *pub, u32 tail, u32 max)
{
	const u32 bytes = stream->ring.report_bytes, passed = stream->ring.passed;
	const u32 *reports;
	u32 n;

	if (passed >= pub->until)
		return 0;
	n = oa_stream_pass_run(stream, tail, min(max, (pub->until - passed) / bytes), &reports);
	pub->head += n * bytes;
	return n;
}

/* Judge some hundred reports, then ask whether they were whole. Return: why it ended, or 0. */
static int oa_publish_batch(struct oa_stream *stream, u32 tail, u32 until)
{
	struct oa_map *map = stream->map;
	struct oa_publish pub = {
		.head = map->head,
		.gap_head = map->gap_head,
		.until = until,
	};
	const struct oa_batch batch = oa_batch_begin(stream);
	const bool restart = map->restart;
	const u64 now = ktime_get_ns();
	u32 i, n;
	int ret;

	ret = oa_gap_pending(stream, &pub);
	for (i = 0; i < OA_PUBLISH_REPORTS && !ret; i += n ?: 1) {
		n = oa_publish_run(stream, &pub, tail, OA_PUBLISH_REPORTS - i);
		if (!n)
			ret = oa_publish_step(stream, &pub, tail, now);
	}
	if (!oa_stream_overflowed(stream)) {
		oa_map_show(map, &pub);
		return ret;
	}
	oa_batch_undo(stream, &batch);
	map->restart = restart;
	oa_stream_overflow(stream);
	return -EOVERFLOW;
}

static void oa_publish(struct oa_stream *stream)
{
	struct oa_map *map = stream->map;
	struct oa_publish pub;
	u32 tail, until;
	int ret;

	if (oa_stream_span(stream, &tail, &until))
		return;
	WRITE_ONCE(map->control->timestamp, stream->seen.validator.not_after);
	WRITE_ONCE(map->control->clock_ns, ktime_get_ns());
	until += stream->ring.passed;
	until -= until % stream->ring.report_bytes;
	do
		ret = oa_publish_batch(stream, tail, until);
	while (!ret);
	if (ret != -EOVERFLOW)
		return;
	/* Behind a restart nothing is there yet but the news of it. */
	pub = (struct oa_publish) { .head = map->head, .gap_head = map->gap_head };
	if (!oa_gap_pending(stream, &pub))
		oa_map_show(map, &pub);
}

/* Do gaps passed and gaps left lie on either side of a position? */
static bool oa_gaps_fit(struct oa_map *map, u64 tail, u64 gap_tail)
{
	u64 i;

	for (i = map->gap_tail; i != map->gap_head; i++) {
		const struct drm_i915_oa_gap *gap = oa_gap(map, i);

		if (oa_gap_bytes(gap) && (i < gap_tail ? gap->resume > tail : gap->at < tail))
			return false;
	}
	return true;
}

/* What lies before these is done with. They were published, and are not behind what was. */
static void oa_map_move(struct oa_stream *stream, u64 tail, u64 gap_tail)
{
	struct oa_map *map = stream->map;
	u64 bytes = tail - map->tail, holes = 0;

	for (; map->gap_tail != gap_tail; map->gap_tail++)
		holes += oa_gap_bytes(oa_gap(map, map->gap_tail));
	if (!bytes)
		return;
	map->holes -= holes;
	map->tail = tail;
	WRITE_ONCE(map->control->taken, tail);
	stream->oa->stats.delivered += div_u64(bytes - holes, stream->ring.report_bytes);
	oa_ring_release(&stream->ring, bytes);
	oa_ops(stream)->set_head(&stream->oa->unit, stream->ring.head);
}

/* Return: 0, or -EINVAL if the reader claims to have read what it was never shown. */
static int oa_map_take(struct oa_stream *stream)
{
	struct oa_map *map = stream->map;
	/* Pairs with the reader's releasing store: it has read what lies before. */
	u64 tail = smp_load_acquire(&map->control->data_tail);
	u64 gap_tail = READ_ONCE(map->control->gap_tail);

	/* One that has not come to a restart yet has passed nothing behind it. */
	tail = max(tail, map->tail);
	gap_tail = max(gap_tail, map->gap_tail);
	if (tail > map->head || gap_tail > map->gap_head ||
	    (u32)(tail - map->tail) % stream->ring.report_bytes ||
	    !oa_gaps_fit(map, tail, gap_tail)) {
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
 * @tail: position behind what was read
 * @gap_tail: gaps passed
 *
 * Process context, stream lock and forcewake held.
 */
void oa_map_done(struct oa_stream *stream, u64 tail, u64 gap_tail)
{
	struct drm_i915_oa_map *control = stream->map->control;

	oa_map_move(stream, tail, gap_tail);
	WRITE_ONCE(control->gap_tail, gap_tail);
	WRITE_ONCE(control->data_tail, tail);
}

/**
 * oa_map_gap() - is there a gap at a position?
 * @map: the mapped ring
 * @number: of the next gap
 * @position: the position
 *
 * Stream lock held. Return: the gap, or NULL.
 */
const struct drm_i915_oa_gap *oa_map_gap(const struct oa_map *map, u64 number, u64 position)
{
	const struct drm_i915_oa_gap *gap = &map->gaps[number % DRM_I915_OA_MAP_GAPS];

	if (number == map->gap_head)
		return NULL;
	/* Those of what was made void lie before. */
	return gap->at <= position || gap->flags & DRM_I915_OA_GAP_RESTART ? gap : NULL;
}

/* All that was published is void, and so are the gaps in it. Return: reports. */
static u64 oa_map_void(struct oa_stream *stream)
{
	struct oa_map *map = stream->map;
	u64 reports = div_u64(map->head - map->tail - map->holes, stream->ring.report_bytes), i;

	for (i = map->gap_tail; i != map->gap_head; i++)
		oa_gap(map, i)->at = oa_gap(map, i)->resume;
	map->holes = 0;
	if (!map->restart)
		map->restart_at = map->head;
	map->restart = true;
	WRITE_ONCE(map->head, roundup(map->head, stream->ring.size));
	map->tail = map->head;
	oa_ring_skip(&stream->ring);
	WRITE_ONCE(map->control->restart, map->head);
	/* Pairs with the reader's acquiring load: it knows from where on it may read. */
	smp_store_release(&map->control->epoch, ++map->epoch);
	return reports;
}

/**
 * oa_map_stop() - the ring goes on at its start, or not at all
 * @stream: the stream
 * @whole: what was published was not overwritten, and the unit is still there
 *
 * Process context, stream lock and forcewake held; before the unit is stopped, if @whole.
 * Return: reports that were published and not read; 0 without a mapped ring.
 */
u64 oa_map_stop(struct oa_stream *stream, bool whole)
{
	if (!stream->map)
		return 0;
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

/**
 * oa_map_sync() - take back what was read, publish what has landed
 * @stream: the stream
 *
 * Process context, stream lock held, GPU present. Never waits. Return: 0; -EOPNOTSUPP
 * without a mapped ring, -EIO as oa_stream_check(), -EINVAL if the reader's positions were
 * never published.
 */
int oa_map_sync(struct oa_stream *stream)
{
	int ret;

	if (!stream->map) {
		drm_dbg(&stream->oa->drm, "SYNC: not opened with MAP\n");
		return -EOPNOTSUPP;
	}
	/* First: what was read is whole only if nothing overflowed. */
	ret = oa_stream_check(stream);
	if (!ret)
		ret = oa_map_take(stream);
	if (ret)
		return ret;
	oa_publish(stream);
	WRITE_ONCE(stream->looked, ktime_get_ns());
	if (!oa_map_unread(stream->map))
		oa_stream_drained(stream, ktime_get_ns());
	return 0;
}
