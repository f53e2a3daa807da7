// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Mapping the OA buffer
 *
 * A stream may be opened so that its OA buffer can be mapped, for reading only, beside
 * a control page that reader and driver share. oa_publish.c publishes reports there, and
 * oa_map_ring.c keeps the positions; this file manages the memory.
 *
 * The mapping outlives the buffer: when the GPU goes, each page of the buffer is taken out, and a
 * page of zeros takes its place when it is touched after that. A report of zeros is no
 * report, and the control page, which stays, says that the GPU is gone. The mappings are
 * found by an inode of the stream's own: all anonymous files share one address space, and that of
 * the DRM device belongs to every client, so taking pages out of either would hit strangers.
 *
 * Locks: the functions that are called with mmap_lock held take oa_map.lock alone, because whoever
 * holds the stream's lock may not wait for a page fault.
 */
#include <linux/cleanup.h>
#include <linux/fs.h>
#include <linux/err.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include <drm/drm_print.h>

#include "oa_compat.h"
#include "oa_device.h"
#include "stream/oa_map.h"
#include "stream/oa_stream_types.h"

static_assert(offsetof(struct drm_i915_oa_map, data_head) == 512);
static_assert(offsetof(struct drm_i915_oa_map, data_tail) == 768);
static_assert(offsetof(struct drm_i915_oa_map, gaps) == 1024);
static_assert(sizeof(struct drm_i915_oa_map) <= PAGE_SIZE);

static void oa_map_describe(const struct oa_stream *stream, struct drm_i915_oa_map *control)
{
	const struct oa_props *props = &stream->props;

	control->size = sizeof(*control);
	control->report_bytes = props->format->bytes;
	control->format = props->format->id;
	control->ring_offset = PAGE_SIZE;
	control->ring_bytes = stream->ring.size;
	control->timestamp_hz = stream->oa->timestamp_hz;
	control->period = props->periodic ? 2ull << props->exponent : 0;
}

/**
 * oa_map_create() - give a stream its mapped ring
 * @stream: the stream, its buffer there
 *
 * Process context. Return: 0 or -ENOMEM.
 */
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
	map->blank = alloc_page(GFP_KERNEL_ACCOUNT | __GFP_ZERO);
	if (!map->control || !map->blank) {
		oa_map_destroy(map);
		return -ENOMEM;
	}
	oa_map_describe(stream, map->control);
	stream->map = map;
	return 0;
}

/**
 * oa_map_destroy() - the stream goes; the last mapping is gone already
 * @map: its mapped ring, or NULL
 */
void oa_map_destroy(struct oa_map *map)
{
	if (!map)
		return;
	mutex_destroy(&map->lock);
	if (map->blank)
		__free_page(map->blank);
	free_page((unsigned long)map->control);
	iput(map->inode);
	kfree(map);
}

/**
 * oa_map_attach() - let the stream's mappings be found
 * @stream: the stream
 * @file: its file, not installed yet
 */
void oa_map_attach(struct oa_stream *stream, struct file *file)
{
	file->f_mapping = stream->map->inode->i_mapping;
}

/**
 * oa_map_mark() - show the reader the state of the stream
 * @stream: the stream, with or without a mapped ring
 * @flags: DRM_I915_OA_MAP_*
 */
void oa_map_mark(struct oa_stream *stream, u32 flags)
{
	if (stream->map)
		WRITE_ONCE(stream->map->control->flags, flags);
}

/**
 * oa_map_revoke() - take the buffer out of all mappings
 * @stream: the stream, whose buffer goes
 *
 * Process context, stream lock held. The control page stays, and says that the GPU is gone.
 */
void oa_map_revoke(struct oa_stream *stream)
{
	struct oa_map *map = stream->map;

	if (!map)
		return;
	lockdep_assert_held(&stream->lock);
	oa_map_mark(stream, DRM_I915_OA_MAP_GONE);
	scoped_guard(mutex, &map->lock)
		map->gone = true;
	/* All mappings are shared ones, so there are no private copies to take out. */
	unmap_mapping_range(map->inode->i_mapping, PAGE_SIZE, 0, 0);
}

/* The buffer's page behind a page of a mapping, or the one that stands for it when it is gone. */
static struct page *oa_map_page(const struct oa_stream *stream, pgoff_t pgoff)
{
	const struct oa_map *map = stream->map;

	lockdep_assert_held(&map->lock);
	if (!pgoff)
		return virt_to_page(map->control);
	if (map->gone)
		return map->blank;
	return stream->buffer.pages[(pgoff - 1) % stream->buffer.num_pages];
}

/*
 * mmap() maps all pages at once. So a page that faults was taken out: by the reader, with
 * MADV_DONTNEED, or by oa_map_revoke().
 */
static vm_fault_t oa_map_fault(struct vm_fault *vmf)
{
	const struct oa_stream *stream = vmf->vma->vm_private_data;
	int ret;

	/* Until it is inserted the page must not go, nor the answer change. */
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
	const u64 pages = stream->ring.size / PAGE_SIZE;

	if (vma->vm_pgoff - 1 + vma_pages(vma) > 2 * pages) {
		drm_dbg(&stream->oa->drm, "mmap: page %lu and %lu more, the ring has 2 x %llu\n",
			vma->vm_pgoff, vma_pages(vma), pages);
		return -EINVAL;
	}
	if (vma->vm_flags & VM_WRITE) {
		drm_dbg(&stream->oa->drm, "mmap: the OA buffer is for reading only\n");
		return -EACCES;
	}
	oa_vm_flags_mod(vma, VM_DONTEXPAND | VM_DONTDUMP, VM_MAYWRITE);
	if (stream->oa->ggtt.ops->incoherent)
		vma->vm_page_prot = pgprot_writecombine(vma->vm_page_prot);
	guard(mutex)(&map->lock);
	return map->gone ? -ENODEV : oa_map_insert(stream, vma);
}

/**
 * oa_map_mmap() - map the control page, or some of the buffer
 * @stream: the stream
 * @vma: where; page 0 is the control page, and the buffer follows twice
 *
 * Process context, mmap_lock held for writing. Return: 0; -EOPNOTSUPP for a stream
 * without a mapped ring, -EINVAL for a range or a kind of mapping that is not offered, -EACCES
 * for a writable mapping of the buffer, -ENODEV when the GPU is gone, -ENOMEM.
 */
int oa_map_mmap(struct oa_stream *stream, struct vm_area_struct *vma)
{
	struct oa_map *map = stream->map;

	if (!map) {
		drm_dbg(&stream->oa->drm, "mmap: not opened with MAP\n");
		return -EOPNOTSUPP;
	}
	if (!(vma->vm_flags & VM_SHARED)) {
		drm_dbg(&stream->oa->drm, "mmap: private\n");
		return -EINVAL;
	}
	vma->vm_ops = &oa_map_vm_ops;
	vma->vm_private_data = stream;
	if (vma->vm_pgoff)
		return oa_map_ring(stream, vma);
	if (vma_pages(vma) != 1) {
		drm_dbg(&stream->oa->drm, "mmap: the control page is one page, not %lu\n",
			vma_pages(vma));
		return -EINVAL;
	}
	oa_vm_flags_mod(vma, VM_DONTEXPAND | VM_DONTDUMP, 0);
	return vm_insert_page(vma, vma->vm_start, virt_to_page(map->control));
}
