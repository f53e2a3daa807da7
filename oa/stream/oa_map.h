/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_MAP_H_
#define _OA_MAP_H_

#include <linux/mutex.h>
#include <linux/types.h>

#include <uapi/drm/i915_oa.h>

struct file;
struct inode;
struct oa_stream;
struct page;
struct vm_area_struct;

/**
 * struct oa_map - the mapped ring of a stream
 *
 * Guarded by the stream's lock, unless a field says otherwise. Positions are bytes since the
 * stream was opened. User space writes to @control alone; the values that it writes there are
 * judged against those that are kept here.
 */
struct oa_map {
	/**
	 * @lock: guards @gone, and that the buffer stays while it is being mapped. Taken
	 * inside mmap_lock, or inside the stream's lock
	 */
	struct mutex lock;
	/** @gone: the buffer is gone */
	bool gone;
	/** @inode: its address space has the stream's mappings, and no others */
	struct inode *inode;
	/** @control: the control page, which user space may have mapped for writing */
	struct drm_i915_oa_map *control;
	/** @blank: a page of zeros that stands for the buffer when it is gone */
	struct page *blank;
	/** @head: position after the last published report; read without the lock as a hint */
	u64 head;
	/** @tail: position up to which the reader is done */
	u64 tail;
	/** @gap_head: gaps published */
	u64 gap_head;
	/** @gap_tail: gaps the reader is done with */
	u64 gap_tail;
	/** @epoch: as published */
	u64 epoch;
	/** @restart_at: where the reports end that are void and not announced yet */
	u64 restart_at;
	/** @restart: @restart_at is valid */
	bool restart;
	/** @holes: bytes of gaps between @tail and @head */
	u64 holes;
	/** @gaps: the gaps from @gap_tail on, as they were published */
	struct drm_i915_oa_gap gaps[DRM_I915_OA_MAP_GAPS];
};

int oa_map_create(struct oa_stream *stream);
void oa_map_destroy(struct oa_map *map);
void oa_map_attach(struct oa_stream *stream, struct file *file);
void oa_map_revoke(struct oa_stream *stream);
void oa_map_mark(struct oa_stream *stream, u32 flags);
int oa_map_mmap(struct oa_stream *stream, struct vm_area_struct *vma);

#endif /* _OA_MAP_H_ */
