// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Publishing reports in the mapped ring
 *
 * The reports that read() frames and copies are only judged here, where they lie: the walk
 * (oa_walk.c) publishes reports that have landed and are valid. Reports that were
 * refused, and each loss, become a gap (oa_map_ring.c), which has their number. If the reader
 * leaves the queue of gaps full, nothing more is published.
 *
 * Facts: hardware.rst 3.15; architecture.rst "What always holds", 1 and 2.
 */
#include <linux/ktime.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_oa.h>

#include "oa_compat.h"
#include "stream/oa_evidence.h"
#include "stream/oa_map.h"
#include "stream/oa_map_ring.h"
#include "stream/oa_publish.h"
#include "stream/oa_recover.h"
#include "stream/oa_sampling.h"
#include "stream/oa_seen.h"
#include "stream/oa_walk.h"

/* Reports judged between two looks at the overflow status. */
#define OA_PUBLISH_REPORTS	1024

/* struct oa_publisher - a walk, and what it is about to publish */
struct oa_publisher {
	struct oa_walk walk;
	u64 head;
	u64 gap_head;
	/* as in struct oa_map */
	bool restart;
};

static struct oa_publisher *to_publisher(struct oa_walk *walk)
{
	return container_of(walk, struct oa_publisher, walk);
}

static bool oa_publish_gaps_full(const struct oa_publisher *pub)
{
	return pub->gap_head - pub->walk.stream->map->gap_tail == DRM_I915_OA_MAP_GAPS;
}

static void oa_publish_begin(struct oa_walk *walk)
{
	struct oa_publisher *pub = to_publisher(walk);
	const struct oa_map *map = walk->stream->map;

	pub->head = map->head;
	pub->gap_head = map->gap_head;
	pub->restart = map->restart;
	walk->run_max = U32_MAX;
}

/* The gap of this batch that ends where the next report will lie, if nothing else does. */
static struct drm_i915_oa_gap *oa_publish_open_gap(struct oa_publisher *pub)
{
	struct oa_map *map = pub->walk.stream->map;
	struct drm_i915_oa_gap *last = oa_map_gap(map, pub->gap_head - 1);

	if (pub->gap_head == map->gap_head || last->resume != pub->head ||
	    last->flags & DRM_I915_OA_GAP_RESTART ||
	    last->type == DRM_I915_PERF_RECORD_OA_BUFFER_LOST)
		return NULL;
	return last;
}

/* Further reports are missing at the same place. */
static void oa_publish_widen(struct drm_i915_oa_gap *gap, const struct oa_pending *p)
{
	const u32 flags = oa_seen_loss_flags(p);

	if (!gap->type)
		gap->after = p->after;
	gap->flags = gap->type ? (gap->flags & flags & DRM_I915_OA_LOSS_EXACT) |
				 ((gap->flags | flags) & ~DRM_I915_OA_LOSS_EXACT) : flags;
	gap->type = p->type;
	gap->lost += p->count;
	gap->before = p->before;
}

/* A loss becomes a gap where it happened, or is the number of reports in one that is there. */
static int oa_publish_announce(struct oa_walk *walk)
{
	struct oa_publisher *pub = to_publisher(walk);
	struct oa_pending *p = &walk->stream->seen.pending;
	struct oa_map *map = walk->stream->map;
	struct drm_i915_oa_gap *open = oa_publish_open_gap(pub);

	if (!p->type && !pub->restart)
		return 0;
	if (open && p->type == DRM_I915_PERF_RECORD_OA_REPORT_LOST && !pub->restart) {
		oa_publish_widen(open, p);
		memset(p, 0, sizeof(*p));
		return 0;
	}
	if (oa_publish_gaps_full(pub))
		return -ENOSPC;
	*oa_map_gap(map, pub->gap_head++) = (struct drm_i915_oa_gap) {
		.at = pub->restart ? map->restart_at : pub->head,
		.resume = pub->head,
		.lost = p->count,
		.after = p->after,
		.before = p->before,
		.type = p->type,
		.flags = (pub->restart ? DRM_I915_OA_GAP_RESTART : 0) |
			 oa_seen_loss_flags(p),
	};
	pub->restart = false;
	memset(p, 0, sizeof(*p));
	return 0;
}

/* The control page shows what is believed, with the positions. */
static int oa_publish_tell(struct oa_walk *walk)
{
	walk->stream->seen.validator.beliefs.changed = 0;
	return 0;
}

static int oa_publish_take(struct oa_walk *walk, const u32 *reports, u32 n)
{
	to_publisher(walk)->head += n * walk->stream->ring.report_bytes;
	return 0;
}

/* Reports that were refused, one after the other, are one gap, which oa_publish_widen() fills. */
static int oa_publish_refuse(struct oa_walk *walk)
{
	const u32 bytes = walk->stream->ring.report_bytes;
	struct oa_publisher *pub = to_publisher(walk);
	struct oa_map *map = walk->stream->map;
	struct drm_i915_oa_gap *open = oa_publish_open_gap(pub);

	if (open) {
		open->resume += bytes;
	} else {
		if (oa_publish_gaps_full(pub))
			return -ENOSPC;
		*oa_map_gap(map, pub->gap_head++) = (struct drm_i915_oa_gap) {
			.at = pub->head,
			.resume = pub->head + bytes,
		};
	}
	pub->head += bytes;
	return 0;
}

static void oa_publish_commit(struct oa_walk *walk)
{
	struct oa_publisher *pub = to_publisher(walk);
	struct oa_map *map = walk->stream->map;

	map->restart = pub->restart;
	/* Before the positions that the reader acquires. */
	WRITE_ONCE(map->control->doubted,
		   oa_evidence_doubted(&walk->stream->seen.validator.beliefs));
	oa_map_show(map, pub->head, pub->gap_head);
}

static const struct oa_walk_ops oa_publish_ops = {
	.batch = OA_PUBLISH_REPORTS,
	.refused_max = 1,
	.begin = oa_publish_begin,
	.announce = oa_publish_announce,
	.tell = oa_publish_tell,
	.take = oa_publish_take,
	.refuse = oa_publish_refuse,
	.commit = oa_publish_commit,
};

static void oa_publish(struct oa_stream *stream, bool nowait)
{
	struct oa_publisher pub = {
		.walk = { .stream = stream, .ops = &oa_publish_ops, .nowait = nowait },
	};
	struct drm_i915_oa_map *control = stream->map->control;
	u32 span;
	int ret;

	if (oa_seen_span(stream, &pub.walk.used, &span))
		return;
	oa_seen_ask_clock(stream);
	WRITE_ONCE(control->timestamp, stream->seen.validator.not_after);
	WRITE_ONCE(control->clock_ns, ktime_get_ns());
	pub.walk.until = stream->ring.passed + span;
	do
		ret = oa_walk_batch(&pub.walk);
	while (!ret);
	if (ret != -EOVERFLOW)
		return;
	/* After a restart there is nothing to publish yet but its announcement. */
	oa_publish_begin(&pub.walk);
	if (!oa_publish_announce(&pub.walk))
		oa_publish_commit(&pub.walk);
}

/**
 * oa_map_sync() - take back reports that were read, publish reports that have landed
 * @stream: the stream
 * @nowait: leave the GPU as it is
 *
 * Process context, stream lock held, GPU present. Never waits. Return: 0; -EOPNOTSUPP
 * without a mapped ring, -EIO and -EBUSY as oa_recover(), -EINVAL if the reader's positions were
 * never published.
 */
int oa_map_sync(struct oa_stream *stream, bool nowait)
{
	u64 now;
	int ret;

	lockdep_assert_held(&stream->lock);
	if (!stream->map) {
		drm_dbg(&stream->oa->drm, "SYNC: not opened with MAP\n");
		return -EOPNOTSUPP;
	}
	/* First, because reports that were read are whole only if nothing overflowed. */
	ret = oa_recover(stream, nowait);
	if (!ret)
		ret = oa_map_take(stream);
	if (ret)
		return ret;
	oa_publish(stream, nowait);
	now = ktime_get_ns();
	WRITE_ONCE(stream->last_look, now);
	if (!oa_map_unread(stream->map))
		oa_stream_drained(stream, now, now);
	return 0;
}
