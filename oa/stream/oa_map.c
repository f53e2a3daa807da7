// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Mapping the OA buffer
 *
 * A stream may be opened so that its OA buffer can be mapped, for reading only, beside a control
 * page that reader and driver share.
 *
 * The mapping outlives the buffer: when the GPU goes, each page of the buffer is taken out of it,
 * and a page of zeros is mapped instead when it is touched. A report of zeros is not valid, and the
 * control page, which stays, says that the GPU is gone. The mappings are found by an inode of the
 * stream's own: all anonymous files share one address space, and that of the DRM device belongs to
 * every client, so taking pages out of either would affect others.
 *
 * Locks: the functions that are called with mmap_lock held take oa_map.lock alone, because a holder
 * of the stream's lock may not wait for a page fault.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/gfp.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "oa_compat.h"
#include "stream/oa_stream_priv.h"

static_assert(offsetof(struct drm_i915_oa_map, data_head) == 512);
static_assert(offsetof(struct drm_i915_oa_map, data_tail) == 768);
static_assert(offsetof(struct drm_i915_oa_map, gaps) == 1024);
static_assert(sizeof(struct drm_i915_oa_map) <= PAGE_SIZE);

static void oa_map_describe(const struct oa_stream *stream, struct drm_i915_oa_map *control)
{
	control->size = sizeof(*control);
	control->report_bytes = stream->feed.format->bytes;
	control->format = stream->feed.format->id;
	control->ring_offset = PAGE_SIZE;
	control->ring_bytes = stream->feed.ring.size;
	control->timestamp_hz = stream->oa->timestamp_hz;
	control->period = stream->periodic ? 2ull << stream->feed.exponent : 0;
}

/* Create the stream's mapped ring. Its buffer exists. Return 0 or -ENOMEM. */
int oa_map_create(struct oa_stream *stream)
{
	struct oa_map *map = kzalloc(sizeof(*map), GFP_KERNEL_ACCOUNT);

	if (!map)
		return -ENOMEM;
	mutex_init(&map->lock);
	map->inode = alloc_anon_inode(stream->oa->drm.anon_inode->i_sb);
	if (IS_ERR(map->inode)) {
		map->inode = NULL;
		oa_map_destroy(map);
		return -ENOMEM;
	}
	map->control = (void *)get_zeroed_page(GFP_KERNEL_ACCOUNT);
	map->zero_page = alloc_page(GFP_KERNEL_ACCOUNT | __GFP_ZERO);
	if (!map->control || !map->zero_page) {
		oa_map_destroy(map);
		return -ENOMEM;
	}
	oa_map_describe(stream, map->control);
	stream->map = map;
	return 0;
}

/* Free a mapped ring, or NULL, whose last mapping is gone. */
void oa_map_destroy(struct oa_map *map)
{
	if (!map)
		return;
	mutex_destroy(&map->lock);
	if (map->zero_page)
		__free_page(map->zero_page);
	free_page((unsigned long)map->control);
	iput(map->inode);
	kfree(map);
}

/* Make the stream's mappings findable. @file is not installed yet. */
void oa_map_attach(struct oa_stream *stream, struct file *file)
{
	file->f_mapping = stream->map->inode->i_mapping;
}

/* Show the reader the state of the stream, DRM_I915_OA_MAP_*. */
void oa_map_set_flags(struct oa_stream *stream, u32 flags)
{
	if (stream->map)
		WRITE_ONCE(stream->map->control->flags, flags);
}

/* Take the buffer out of all mappings. The control page stays, and says that the GPU is gone. */
void oa_map_revoke(struct oa_stream *stream)
{
	struct oa_map *map = stream->map;

	if (!map)
		return;
	lockdep_assert_held(&stream->lock);
	oa_map_set_flags(stream, DRM_I915_OA_MAP_GONE);
	scoped_guard(mutex, &map->lock)
		map->gone = true;
	/* All mappings are shared ones, so there are no private copies to take out. */
	unmap_mapping_range(map->inode->i_mapping, PAGE_SIZE, 0, 0);
}

/* Return the page behind a page of a mapping, or the page of zeros if the buffer is gone. */
static struct page *oa_map_page(const struct oa_stream *stream, pgoff_t pgoff)
{
	const struct oa_map *map = stream->map;

	lockdep_assert_held(&map->lock);
	if (!pgoff)
		return virt_to_page(map->control);
	if (map->gone)
		return map->zero_page;
	return stream->buffer.pages[(pgoff - 1) % stream->buffer.num_pages];
}

/*
 * Map a page again. mmap() maps all pages at once, so the page was taken out: by the reader, with
 * MADV_DONTNEED, or by oa_map_revoke().
 */
static vm_fault_t oa_map_fault(struct vm_fault *vmf)
{
	const struct oa_stream *stream = vmf->vma->vm_private_data;
	int ret;

	/* Keep the page, and the choice of it, until it is inserted. */
	guard(mutex)(&stream->map->lock);
	ret = vm_insert_page(vmf->vma, vmf->address & PAGE_MASK,
			     oa_map_page(stream, vmf->pgoff));
	return ret && ret != -EBUSY ? vmf_error(ret) : VM_FAULT_NOPAGE;
}

static const struct vm_operations_struct oa_map_vm_ops = {
	.fault = oa_map_fault,
};

static int oa_map_insert(struct oa_stream *stream, struct vm_area_struct *vma)
{
	const u64 pages = stream->buffer.num_pages;
	u64 first = vma->vm_pgoff - 1, want = vma_pages(vma), i, run;
	unsigned long left;
	int ret;

	for (i = 0; i < want; i += run) {
		run = min(want - i, pages - (first + i) % pages);
		left = run;
		ret = vm_insert_pages(vma, vma->vm_start + i * PAGE_SIZE,
				      stream->buffer.pages + (first + i) % pages, &left);
		if (ret)
			return ret;
	}
	return 0;
}

static int oa_map_ring(struct oa_stream *stream, struct vm_area_struct *vma)
{
	struct oa_map *map = stream->map;
	const u64 pages = stream->feed.ring.size / PAGE_SIZE;

	if (vma->vm_pgoff - 1 + vma_pages(vma) > 2 * pages)
		return oa_fail(&stream->oa->drm, -EINVAL,
			       "mmap: page %lu and %lu more, the ring has 2 x %llu\n",
			       vma->vm_pgoff, vma_pages(vma), pages);
	if (vma->vm_flags & VM_WRITE)
		return oa_fail(&stream->oa->drm, -EACCES,
			       "mmap: the OA buffer is for reading only\n");
	oa_vm_flags_mod(vma, VM_DONTEXPAND | VM_DONTDUMP, VM_MAYWRITE);
	if (oa_ggtt_incoherent(stream->oa->ggtt))
		vma->vm_page_prot = pgprot_writecombine(vma->vm_page_prot);
	guard(mutex)(&map->lock);
	return map->gone ? -ENODEV : oa_map_insert(stream, vma);
}

/*
 * Map the control page, which is page 0, or a part of the buffer, which follows twice. mmap_lock
 * held for writing.
 *
 * Return 0; -EOPNOTSUPP without a mapped ring; -EINVAL for a range or a kind of mapping that is not
 * offered; -EACCES for a writable mapping of the buffer; -ENODEV when the GPU is gone; -ENOMEM.
 */
int oa_map_mmap(struct oa_stream *stream, struct vm_area_struct *vma)
{
	struct oa_map *map = stream->map;

	if (!map)
		return oa_fail(&stream->oa->drm, -EOPNOTSUPP, "mmap: not opened with MAP\n");
	if (!(vma->vm_flags & VM_SHARED))
		return oa_fail(&stream->oa->drm, -EINVAL, "mmap: private\n");
	vma->vm_ops = &oa_map_vm_ops;
	vma->vm_private_data = stream;
	if (vma->vm_pgoff)
		return oa_map_ring(stream, vma);
	if (vma_pages(vma) != 1)
		return oa_fail(&stream->oa->drm, -EINVAL,
			       "mmap: the control page is one page, not %lu\n", vma_pages(vma));
	oa_vm_flags_mod(vma, VM_DONTEXPAND | VM_DONTDUMP, 0);
	return vm_insert_page(vma, vma->vm_start, virt_to_page(map->control));
}

/**
 * DOC: Positions and gaps of the mapped ring
 *
 * Reports are published by moving @data_head past them, and stay in the OA buffer until the reader
 * has moved @data_tail. Then they are poisoned, which proves the landing of the next reports there,
 * and the unit gets its new head. Rejected reports and losses stand in a queue of gaps, each with
 * its place.
 *
 * In overrun mode hardware may overwrite published reports while the reader uses them. So reports
 * are delivered only when the unit's status, read after the reader is done with them, shows no
 * overflow. Otherwise all reports since the last such read are void and lost. Reports that are
 * unread when sampling stops or a reset clears the unit are void as well, through no fault of the
 * reader. Positions resume at a multiple of the buffer's size, where the restarted unit begins.
 *
 * Values that user space writes are not trusted. Positions that were never published are rejected.
 * Older ones are ignored: they come from a reader that missed a restart.
 *
 * Facts: hardware.rst 3.15; architecture.rst "What always holds", 1 and 2.
 */

/* An entry of the queue of gaps */
static struct drm_i915_oa_gap *oa_map_gap(struct oa_map *map, u64 number)
{
	return &map->gaps[number % DRM_I915_OA_MAP_GAPS];
}

/* Return the bytes between tail and head that a gap covers. */
static u64 oa_map_gap_bytes(const struct drm_i915_oa_gap *gap)
{
	return gap->flags & DRM_I915_OA_GAP_RESTART ? 0 : gap->resume - gap->at;
}

/* Return the gap before the report at a position, or NULL. */
static const struct drm_i915_oa_gap *oa_map_gap_before(struct oa_map *map, u64 number, u64 position)
{
	const struct drm_i915_oa_gap *gap = oa_map_gap(map, number);

	if (number == map->gap_head)
		return NULL;
	/* Gaps between reports that were made void lie before a restart. */
	return gap->at <= position || gap->flags & DRM_I915_OA_GAP_RESTART ? gap : NULL;
}

/* Publish reports and gaps. The reports were validated and the gaps written before. */
static void oa_map_publish(struct oa_map *map, u64 head, u64 gap_head)
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

/* Check that passed and remaining gaps lie on either side of a position. */
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

/* Consume everything before these positions, which were published. */
static void oa_map_advance(struct oa_stream *stream, u64 tail, u64 gap_tail)
{
	struct oa_map *map = stream->map;
	u64 bytes = tail - map->tail, holes = 0;

	for (; map->gap_tail != gap_tail; map->gap_tail++)
		holes += oa_map_gap_bytes(oa_map_gap(map, map->gap_tail));
	oa_feed_changed(&stream->feed);
	if (!bytes)
		return;
	map->holes -= holes;
	map->tail = tail;
	WRITE_ONCE(map->control->taken, tail);
	stream->feed.stats->delivered += div_u64(bytes - holes, stream->feed.ring.report_bytes);
	oa_feed_release(&stream->feed, bytes);
}

/*
 * Consume the reports that the reader is done with. Return 0, or -EINVAL if its positions were
 * never published.
 */
static int oa_map_consume(struct oa_stream *stream)
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
	    (u32)(tail - map->tail) % stream->feed.ring.report_bytes ||
	    !oa_map_gaps_fit(map, tail, gap_tail))
		return oa_fail(&stream->oa->drm, -EINVAL,
			       "SYNC: data_tail %llu and gap_tail %llu are not between %llu, %llu and %llu, %llu\n",
			       tail, gap_tail, map->tail, map->gap_tail, map->head, map->gap_head);
	oa_map_advance(stream, tail, gap_tail);
	return 0;
}

/* Consume reports that read() has copied, at the expense of the mapping's reader. */
static void oa_map_consume_read(struct oa_stream *stream, u64 tail, u64 gap_tail)
{
	struct drm_i915_oa_map *control = stream->map->control;

	lockdep_assert_held(&stream->lock);
	oa_map_advance(stream, tail, gap_tail);
	WRITE_ONCE(control->gap_tail, gap_tail);
	oa_pause();
	WRITE_ONCE(control->data_tail, tail);
}

/* Void all published reports and the gaps between them. Return the number of reports. */
static u64 oa_map_void(struct oa_stream *stream)
{
	struct oa_map *map = stream->map;
	const u64 bytes = map->head - map->tail - map->holes;
	u64 i;

	for (i = map->gap_tail; i != map->gap_head; i++)
		oa_map_gap(map, i)->at = oa_map_gap(map, i)->resume;
	oa_feed_changed(&stream->feed);
	map->holes = 0;
	if (!map->restart)
		map->restart_at = map->head;
	map->restart = true;
	WRITE_ONCE(map->head, roundup(map->head, stream->feed.ring.size));
	map->tail = map->head;
	oa_ring_skip(&stream->feed.ring);
	WRITE_ONCE(map->control->restart, map->head);
	oa_pause();
	/* Pairs with the reader's acquiring load: the restart position is written. */
	oa_publish_u64(&map->control->epoch, ++map->epoch);
	return div_u64(bytes, stream->feed.ring.report_bytes);
}

/*
 * Void the published reports, before the ring restarts at its beginning or the stream stops. With
 * @consume, first consume those that the reader is done with: they were not overwritten, and the
 * unit is there and has not stopped yet. Forcewake held. Return the number of published and
 * unread reports; 0 without a mapped ring.
 */
u64 oa_map_stop(struct oa_stream *stream, bool consume)
{
	if (!stream->map)
		return 0;
	lockdep_assert_held(&stream->lock);
	if (consume)
		oa_map_consume(stream);
	return oa_map_void(stream);
}

/* Check whether published reports or gaps are unread. Any context. */
bool oa_map_unread(const struct oa_map *map)
{
	const struct drm_i915_oa_map *control = map->control;

	return READ_ONCE(map->head) != READ_ONCE(control->data_tail) ||
	       READ_ONCE(map->gap_head) != READ_ONCE(control->gap_tail);
}

/**
 * DOC: Publishing reports in the mapped ring
 *
 * Reports are validated in place: the walk (oa_walk.c) publishes reports that have landed and are
 * valid. Rejected reports and losses become a gap with their number. If the reader leaves the queue
 * of gaps full, nothing more is published.
 *
 * Facts: hardware.rst 3.15; architecture.rst "What always holds", 1 and 2.
 */

/* Reports validated between two reads of the overflow status */
#define OA_PUBLISH_REPORTS	1024

/* A walk, and what it is about to publish */
struct oa_publisher {
	struct oa_walk walk;
	struct oa_map *map;
	u64 head;
	u64 gap_head;
	bool restart; /* as in struct oa_map */
};

static struct oa_publisher *to_publisher(struct oa_walk *walk)
{
	return container_of(walk, struct oa_publisher, walk);
}

static bool oa_publish_gaps_full(const struct oa_publisher *pub)
{
	return pub->gap_head - pub->map->gap_tail == DRM_I915_OA_MAP_GAPS;
}

static void oa_publish_begin(struct oa_publisher *pub)
{
	const struct oa_map *map = pub->map;

	pub->head = map->head;
	pub->gap_head = map->gap_head;
	pub->restart = map->restart;
}

/*
 * Return the gap of this batch that ends where the next report will lie, or NULL. A restart and an
 * overflow stay gaps of their own.
 */
static struct drm_i915_oa_gap *oa_publish_open_gap(struct oa_publisher *pub)
{
	struct oa_map *map = pub->map;
	struct drm_i915_oa_gap *last = oa_map_gap(map, pub->gap_head - 1);

	if (pub->gap_head == map->gap_head || last->resume != pub->head ||
	    last->flags & DRM_I915_OA_GAP_RESTART ||
	    last->type == DRM_I915_PERF_RECORD_OA_BUFFER_LOST)
		return NULL;
	return last;
}

/* Add further lost reports at the same place to a gap. */
static void oa_publish_extend_gap(struct drm_i915_oa_gap *gap, const struct oa_pending *p)
{
	const u32 flags = oa_acct_loss_flags(p);

	if (!gap->type)
		gap->after = p->after;
	gap->flags = gap->type ? (gap->flags & flags & DRM_I915_OA_LOSS_EXACT) |
				 ((gap->flags | flags) & ~DRM_I915_OA_LOSS_EXACT) : flags;
	gap->type = p->type;
	gap->lost += p->count;
	gap->before = p->before;
}

/* Make a gap of the pending record in its place, or add it to the gap that is there. */
static int oa_publish_loss(struct oa_publisher *pub)
{
	struct oa_pending *p = &pub->walk.feed->acct.pending;
	struct oa_map *map = pub->map;
	struct drm_i915_oa_gap *open = oa_publish_open_gap(pub);

	if (!p->type && !pub->restart)
		return 0;
	if (open && p->type == DRM_I915_PERF_RECORD_OA_REPORT_LOST && !pub->restart) {
		oa_publish_extend_gap(open, p);
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
			 oa_acct_loss_flags(p),
	};
	pub->restart = false;
	memset(p, 0, sizeof(*p));
	return 0;
}

static int oa_publish_announce(struct oa_walk *walk, bool changes)
{
	if (!changes)
		return oa_publish_loss(to_publisher(walk));
	/* The control page shows the assumptions, with the positions. */
	walk->feed->acct.validator.assumptions.changed = 0;
	return 0;
}

/* Successive rejected reports are one gap, whose number oa_publish_extend_gap() adds. */
static int oa_publish_rejected(struct oa_publisher *pub)
{
	const u32 bytes = pub->walk.feed->ring.report_bytes;
	struct oa_map *map = pub->map;
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

static int oa_publish_take(struct oa_walk *walk, const u32 *reports, u32 n)
{
	struct oa_publisher *pub = to_publisher(walk);

	if (!reports)
		return oa_publish_rejected(pub);
	pub->head += n * walk->feed->ring.report_bytes;
	return 0;
}

static void oa_publish_commit(struct oa_publisher *pub)
{
	struct oa_map *map = pub->map;

	map->restart = pub->restart;
	/* Before the positions that the reader acquires */
	WRITE_ONCE(map->control->doubted,
		   oa_evidence_doubted(&pub->walk.feed->acct.validator.assumptions));
	oa_map_publish(map, pub->head, pub->gap_head);
}

static const struct oa_walk_ops oa_publish_ops = {
	.batch = OA_PUBLISH_REPORTS,
	.rejected_max = 1,
	.takes_rejected = true,
	.emits_changes = true,
	.take = oa_publish_take,
	.announce = oa_publish_announce,
};

/*
 * Publish a batch. Return as oa_walk_batch(), but on an overflow -EBUSY if @nowait leaves it to
 * another caller.
 */
static int oa_publish_batch(struct oa_publisher *pub, bool nowait)
{
	struct oa_walk_state before;
	int ret;

	oa_publish_begin(pub);
	ret = oa_walk_batch(&pub->walk, &before);
	if (ret == -EOVERFLOW && nowait)
		return -EBUSY;
	if (ret == -EOVERFLOW) {
		oa_recover_overflow(oa_walk_stream(&pub->walk));
		return ret;
	}
	oa_publish_commit(pub);
	oa_walk_finish(&pub->walk);
	return ret;
}

static void oa_publish(struct oa_stream *stream, bool nowait)
{
	struct oa_publisher pub = {
		.walk = { .feed = &stream->feed, .ops = &oa_publish_ops, .run_max = U32_MAX },
		.map = stream->map,
	};
	struct drm_i915_oa_map *control = pub.map->control;
	u32 span;
	int ret;

	if (oa_stream_span(stream, &pub.walk.used, &span))
		return;
	oa_acct_read_clock(&stream->feed);
	WRITE_ONCE(control->timestamp, stream->feed.acct.validator.not_after);
	WRITE_ONCE(control->clock_ns, ktime_get_ns());
	pub.walk.until = stream->feed.ring.passed + span;
	do
		ret = oa_publish_batch(&pub, nowait);
	while (!ret);
	if (ret != -EOVERFLOW)
		return;
	/* After a restart there is nothing to publish yet but its announcement. */
	oa_publish_begin(&pub);
	if (!oa_publish_loss(&pub))
		oa_publish_commit(&pub);
}

/*
 * Consume the reports that the reader is done with, and publish those that have landed. Never
 * waits.
 *
 * Return 0; -EOPNOTSUPP without a mapped ring; -EIO and -EBUSY as oa_recover(); -EINVAL if the
 * reader's positions were never published.
 */
int oa_map_sync(struct oa_stream *stream, bool nowait)
{
	u64 now;
	int ret;

	lockdep_assert_held(&stream->lock);
	if (!stream->map)
		return oa_fail(&stream->oa->drm, -EOPNOTSUPP, "SYNC: not opened with MAP\n");
	/* First: reports that the reader is done with are whole only without an overflow. */
	ret = oa_recover(stream, nowait);
	if (!ret)
		ret = oa_map_consume(stream);
	if (ret)
		return ret;
	oa_publish(stream, nowait);
	now = ktime_get_ns();
	WRITE_ONCE(stream->last_check, now);
	if (!oa_map_unread(stream->map))
		oa_stream_drained(stream, now, now);
	return 0;
}

/**
 * DOC: read() of a mapped stream
 *
 * A stream with a mapped ring can be read as well. Landed reports are published first, and
 * published reports are then framed as records, at the expense of the mapping's reader. They were
 * validated when they were published; gaps become status records.
 *
 * Facts: abi.rst 10.2, 10.3; architecture.rst "What always holds", 1 and 2.
 */

/* Position of the framing in the mapped ring */
struct oa_map_place {
	u64 position; /* of the next report */
	u64 gap; /* number of the next gap */
};

/* Frame the next gap or report. Return 0, -EAGAIN at the end of what is published, or -ENOSPC. */
static int oa_map_frame_one(struct oa_stream *stream, struct oa_frame *frame,
			    struct oa_map_place *place)
{
	struct oa_map *map = stream->map;
	const struct drm_i915_oa_gap *gap = oa_map_gap_before(map, place->gap, place->position);
	int ret;

	if (gap) {
		const struct drm_i915_oa_loss loss = {
			.count = gap->lost,
			.after = gap->after,
			.before = gap->before,
			.flags = gap->flags & ~DRM_I915_OA_GAP_RESTART,
		};

		ret = gap->type ? oa_frame_loss(frame, gap->type, &loss) : 0;
		if (ret)
			return ret;
		place->position = max(place->position, gap->resume);
		place->gap++;
		return 0;
	}
	if (place->position == map->head)
		return -EAGAIN;
	oa_ring_copy(&stream->feed.ring, place->position - map->tail, oa_frame_payload(frame));
	ret = oa_frame_record(frame, DRM_I915_PERF_RECORD_SAMPLE, stream->feed.ring.report_bytes);
	if (!ret)
		place->position += stream->feed.ring.report_bytes;
	return ret;
}

/* Progress of a read of a mapped ring */
struct oa_map_reader {
	struct oa_section *section;
	struct oa_frame frame;
	struct iov_iter *to;
	ssize_t copied; /* bytes of whole records */
};

/* Read a batch. Return 0, the error that ends the read, or -ERESTART to frame the batch again. */
static int oa_map_read_try(struct oa_map_reader *reader, struct oa_map_place *place)
{
	struct oa_stream *stream = reader->section->stream;
	int ret = 0, err, i;

	place->position = stream->map->tail;
	place->gap = stream->map->gap_tail;
	for (i = 0; i < OA_FRAME_REPORTS && !ret; i++)
		ret = oa_map_frame_one(stream, &reader->frame, place);
	if (oa_unit_overflowed(&stream->feed)) {
		if (reader->section->nowait)
			return -EBUSY;
		oa_recover_overflow(stream);
		return -EAGAIN;
	}
	err = oa_section_copy(reader->section, &reader->frame, reader->to);
	if (err)
		return err;
	reader->copied += reader->frame.framed;
	oa_map_consume_read(stream, place->position, place->gap);
	return reader->frame.faulted ? -EFAULT : ret;
}

/* Frame some hundred reports and copy them. Return 0 if there may be more, else an error. */
static int oa_map_read_batch(struct oa_map_reader *reader)
{
	const bool samples = reader->frame.samples;
	struct oa_map_place place;
	int ret;

	do {
		oa_frame_begin(&reader->frame, reader->to, samples);
		ret = oa_map_read_try(reader, &place);
	} while (ret == -ERESTART);
	return ret;
}

/*
 * Copy records of a mapped ring to user space. Return as oa_stream_read(), or -EINVAL if the
 * positions of the mapping's reader were never published.
 */
ssize_t oa_map_read(struct oa_section *section, struct iov_iter *to)
{
	struct oa_map_reader reader = { .section = section, .to = to };
	struct oa_stream *stream = section->stream;
	u64 now;
	int ret;

	ret = oa_map_sync(stream, section->nowait);
	stream->feed.stats->checks++;
	oa_frame_init(&reader.frame, stream);
	while (!ret)
		ret = oa_map_read_batch(&reader);
	if (ret != -ENODEV && !oa_map_unread(stream->map)) {
		now = ktime_get_ns();
		oa_stream_drained(stream, now, now);
	}
	return reader.copied ?: ret;
}
