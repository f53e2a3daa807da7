/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_MAP_H_
#define _OA_MAP_H_

#include <linux/mutex.h>
#include <linux/types.h>

#include <uapi/drm/i915_oa.h>

struct file;
struct iov_iter;
struct oa_stream;
struct page;
struct vm_area_struct;

/**
 * struct oa_map - the mapped ring of a stream
 *
 * Guarded by the stream's lock unless it says otherwise. Positions are bytes since the
 * stream was opened. What user space can write is only ever looked at in @control, and
 * judged against what is kept here.
 */
struct oa_map {
	/**
	 * @lock: guards @gone, and that the buffer stays while it is being mapped. Taken
	 * inside mmap_lock, which a page fault takes inside the stream's lock
	 */
	struct mutex lock;
	/** @gone: the buffer is */
	bool gone;
	/** @control: the control page, which user space may have mapped for writing */
	struct drm_i915_oa_map *control;
	/** @blank: a page of zeros that stands for the buffer when it is gone */
	struct page *blank;
	/** @head: position behind the last published report; read without the lock as a hint */
	u64 head;
	/** @tail: position up to which the reader is done */
	u64 tail;
	/** @gap_head: gaps published */
	u64 gap_head;
	/** @gap_tail: gaps the reader is done with */
	u64 gap_tail;
	/** @epoch: as published */
	u64 epoch;
	/** @restart_at: where reports end that were made void and not announced yet */
	u64 restart_at;
	/** @restart: @restart_at means something */
	bool restart;
	/** @holes: bytes of gaps between @tail and @head */
	u64 holes;
	/** @gaps: the gaps from @gap_tail on, as they were published */
	struct drm_i915_oa_gap gaps[DRM_I915_OA_MAP_GAPS];
};

/* oa_map.c */
int oa_map_create(struct oa_stream *stream);
void oa_map_destroy(struct oa_map *map);
void oa_map_attach(struct oa_stream *stream, struct file *file);
void oa_map_revoke(struct oa_stream *stream);
void oa_map_mark(struct oa_stream *stream, u32 flags);
int oa_map_mmap(struct oa_stream *stream, struct vm_area_struct *vma);

/* oa_publish.c */
int oa_map_sync(struct oa_stream *stream);
bool oa_map_unread(const struct oa_map *map);
const struct drm_i915_oa_gap *oa_map_gap(const struct oa_map *map, u64 number, u64 position);
void oa_map_done(struct oa_stream *stream, u64 tail, u64 gap_tail);
u64 oa_map_stop(struct oa_stream *stream, bool whole);

#endif /* _OA_MAP_H_ */
