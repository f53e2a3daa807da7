// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Buffer objects
 *
 * A stream needs no buffer object, but some clients of the perf ABI allocate one, or ask for its
 * tiling, before they open a stream. Programs also store data in objects and read them again, by
 * PREAD and PWRITE or in a mapping. Objects are plain DRM objects backed by shmem. No GPU work can
 * be submitted on them, so none is pinned, flushed or moved between caches: a page is allocated
 * when it is first used, and swapped out under memory pressure. For the same reason every kind of
 * mapping that i915 offers is the same cached one.
 *
 * A mapping is one of the object's shmem file, at the object's own offsets. In a mapping of the
 * DRM file the kernel would not find the pages of shmem: swap and migration find mappings by the
 * file, and a huge page is placed by the offset of the mapping.
 *
 * Facts: abi.rst 2, 15.
 */
#include <linux/err.h>
#include <linux/highmem.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/pagemap.h>
#include <linux/sched/signal.h>
#include <linux/shmem_fs.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include <drm/drm_file.h>
#include <drm/drm_gem.h>
#include <drm/drm_prime.h>
#include <drm/drm_vma_manager.h>
#include <uapi/drm/i915_drm.h>

#include "oa_compat.h"
#include "oa_device.h"
#include "uapi/oa_uapi.h"

struct oa_gem {
	struct drm_gem_object base;
	u32 tiling;	/* as last set; no lock */
};

static struct oa_gem *to_gem(struct drm_gem_object *obj)
{
	return container_of(obj, struct oa_gem, base);
}

/* Map an object. The mapping is shmem's from here on. Return: 0, or the error of shmem. */
static int oa_gem_mmap(struct drm_gem_object *obj, struct vm_area_struct *vma)
{
	int ret;

	vma->vm_pgoff -= drm_vma_node_start(&obj->vma_node);
	vma_set_file(vma, obj->filp);
	ret = oa_vfs_mmap(obj->filp, vma);
	if (ret)
		return ret;
	oa_vm_flags_mod(vma, VM_DONTEXPAND | VM_DONTDUMP, 0);
	/* Drop DRM's reference for the mapping: the mapping holds the file instead. */
	drm_gem_object_put(obj);
	return 0;
}

/*
 * Make an object a dma-buf. DRM's mmap of a dma-buf adds the object's mmap offset, which
 * oa_gem_mmap() subtracts. So it must not change in between: an exported object has one from the
 * beginning. Return: as drm_gem_prime_export(), or -EOPNOTSUPP.
 */
static struct dma_buf *oa_gem_export(struct drm_gem_object *obj, int flags)
{
	int ret;

	if (!OA_DRM_CAN_EXPORT)
		return ERR_PTR(-EOPNOTSUPP);
	ret = drm_gem_create_mmap_offset(obj);
	return ret ? ERR_PTR(ret) : drm_gem_prime_export(obj, flags);
}

static void oa_gem_free(struct drm_gem_object *obj)
{
	drm_gem_object_release(obj);
	kfree(to_gem(obj));
}

static const struct drm_gem_object_funcs oa_gem_funcs = {
	.free = oa_gem_free,
	.export = oa_gem_export,
	.mmap = oa_gem_mmap,
};

/*
 * DRM_IOCTL_I915_GEM_CREATE. Pages are allocated as they are used. Return: 0 with the handle and
 * the size rounded up to pages, -EINVAL for size 0, -E2BIG for more than the GGTT holds, -ENOMEM.
 */
int oa_gem_create_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_i915_gem_create *args = data;
	u64 size = PAGE_ALIGN(args->size);
	struct oa_gem *gem;
	int ret;

	if (!size)
		return -EINVAL;
	/* All clients' mappings share a range of DRM's, which many objects can fill, as in i915. */
	if (size > to_oa(drm)->ggtt->total)
		return oa_fail(drm, -E2BIG, "buffer object of %llu bytes, the GGTT has %llu\n",
			       args->size, to_oa(drm)->ggtt->total);
	gem = kzalloc(sizeof(*gem), GFP_KERNEL_ACCOUNT);
	if (!gem)
		return -ENOMEM;
	gem->base.funcs = &oa_gem_funcs;
	ret = drm_gem_object_init(drm, &gem->base, size);
	if (ret) {
		kfree(gem);
		return ret;
	}
	ret = drm_gem_handle_create(file, &gem->base, &args->handle);
	args->size = size;
	drm_gem_object_put(&gem->base);
	return ret;
}

/*
 * DRM_IOCTL_I915_GEM_CREATE_EXT. There are no memory regions to choose from. Clients fall back to
 * GEM_CREATE after this error only. Return: -ENODEV.
 */
int oa_gem_create_ext_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	return -ENODEV;
}

/* Copy within one page. Return: 0, -EFAULT or the error of shmem. */
static int oa_gem_copy_page(struct drm_gem_object *obj, u64 offset, u32 bytes, void __user *user,
			    bool write)
{
	struct page *page = shmem_read_mapping_page(obj->filp->f_mapping, offset >> PAGE_SHIFT);
	unsigned long left;
	void *at;

	if (IS_ERR(page))
		return PTR_ERR(page);
	at = kmap_local_page(page) + offset_in_page(offset);
	if (write) {
		left = copy_from_user(at, user, bytes);
		flush_dcache_page(page);
		set_page_dirty(page);
	} else {
		left = copy_to_user(user, at, bytes);
	}
	kunmap_local(at);
	mark_page_accessed(page);
	put_page(page);
	return left ? -EFAULT : 0;
}

static int oa_gem_copy(struct drm_file *file, const struct drm_i915_gem_pwrite *args, bool write)
{
	u8 __user *user = u64_to_user_ptr(args->data_ptr);
	u64 offset = args->offset, end, bytes;
	struct drm_gem_object *obj;
	int ret = 0;

	if (!args->size)
		return 0;
	if (!access_ok(user, args->size))
		return -EFAULT;
	obj = drm_gem_object_lookup(file, args->handle);
	if (!obj)
		return -ENOENT;
	if (check_add_overflow(offset, args->size, &end) || end > obj->size)
		ret = -EINVAL;
	while (!ret && offset < end) {
		bytes = min_t(u64, end - offset, PAGE_SIZE - offset_in_page(offset));
		ret = oa_gem_copy_page(obj, offset, bytes, user, write);
		offset += bytes;
		user += bytes;
		if (!ret && fatal_signal_pending(current))
			ret = -EINTR;
		cond_resched();
	}
	drm_gem_object_put(obj);
	return ret;
}

/*
 * DRM_IOCTL_I915_GEM_PREAD. Return: 0, -EFAULT, -ENOENT, -EINVAL for a range that is not in the
 * object, -ENOMEM, or -EINTR for a caller that is killed.
 */
int oa_gem_pread_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	static_assert(sizeof(struct drm_i915_gem_pread) == sizeof(struct drm_i915_gem_pwrite));
	static_assert(offsetof(struct drm_i915_gem_pread, data_ptr) ==
		      offsetof(struct drm_i915_gem_pwrite, data_ptr));
	return oa_gem_copy(file, data, false);
}

/* DRM_IOCTL_I915_GEM_PWRITE. Return: as PREAD. After an error a part may have been written. */
int oa_gem_pwrite_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	return oa_gem_copy(file, data, true);
}

/*
 * DRM_IOCTL_I915_GEM_MMAP. i915 does not support this oldest way to map on later GPUs. Return:
 * -EOPNOTSUPP, as there, after which clients use MMAP_OFFSET.
 */
int oa_gem_mmap_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	return -EOPNOTSUPP;
}

/*
 * DRM_IOCTL_I915_GEM_MMAP_OFFSET, and its short form MMAP_GTT. Return: 0 with the offset for mmap()
 * of the DRM file; -EINVAL for unknown flags or an extension; -ENODEV for FIXED, which is for GPUs
 * with memory of their own; -ENOENT, -ENOMEM.
 */
int oa_gem_mmap_offset_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_i915_gem_mmap_offset *args = data;

	if (args->extensions || args->flags > I915_MMAP_OFFSET_FIXED)
		return oa_fail(drm, -EINVAL, "MMAP_OFFSET: unknown flags %llu, or an extension\n",
			       args->flags);
	if (args->flags == I915_MMAP_OFFSET_FIXED)
		return -ENODEV;
	return drm_gem_dumb_map_offset(file, drm, args->handle, &args->offset);
}

/*
 * DRM_IOCTL_I915_GEM_SET_DOMAIN. Objects are always coherent for the processor, and in no other
 * domain. Return: 0; -EINVAL for a domain of the GPU, or a write domain that is not the read
 * domain; -ENOENT.
 */
int oa_gem_set_domain_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	const u32 cpu = I915_GEM_DOMAIN_CPU | I915_GEM_DOMAIN_GTT | I915_GEM_DOMAIN_WC;
	struct drm_i915_gem_set_domain *args = data;
	struct drm_gem_object *obj;

	if ((args->read_domains | args->write_domain) & ~cpu ||
	    (args->write_domain && args->read_domains != args->write_domain))
		return -EINVAL;
	if (!args->read_domains)
		return 0;
	obj = drm_gem_object_lookup(file, args->handle);
	if (!obj)
		return -ENOENT;
	drm_gem_object_put(obj);
	return 0;
}

/* DRM_IOCTL_I915_GEM_GET_TILING. Without fences nothing is swizzled. Return: 0 or -ENOENT. */
int oa_gem_get_tiling_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_i915_gem_get_tiling *args = data;
	struct drm_gem_object *obj = drm_gem_object_lookup(file, args->handle);

	if (!obj)
		return -ENOENT;
	args->tiling_mode = READ_ONCE(to_gem(obj)->tiling);
	args->swizzle_mode = I915_BIT_6_SWIZZLE_NONE;
	args->phys_swizzle_mode = I915_BIT_6_SWIZZLE_NONE;
	drm_gem_object_put(obj);
	return 0;
}

static bool oa_tiling_ok(const struct drm_i915_gem_set_tiling *args)
{
	const u32 tile_width = args->tiling_mode == I915_TILING_X ? 512 : 128;

	if (args->tiling_mode > I915_TILING_LAST)
		return false;
	return args->tiling_mode == I915_TILING_NONE ||
	       (args->stride && args->stride % tile_width == 0);
}

/*
 * DRM_IOCTL_I915_GEM_SET_TILING. Return: 0, -ENOENT, -EINVAL for an unknown tiling or a stride that
 * is not a multiple of the tile's width.
 */
int oa_gem_set_tiling_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_i915_gem_set_tiling *args = data;
	struct drm_gem_object *obj = drm_gem_object_lookup(file, args->handle);
	int ret = 0;

	if (!obj)
		return -ENOENT;
	if (oa_tiling_ok(args)) {
		WRITE_ONCE(to_gem(obj)->tiling, args->tiling_mode);
		if (args->tiling_mode == I915_TILING_NONE)
			args->stride = 0;
		args->swizzle_mode = I915_BIT_6_SWIZZLE_NONE;
	} else {
		ret = oa_fail(drm, -EINVAL, "tiling %u with stride %u\n", args->tiling_mode,
			      args->stride);
	}
	drm_gem_object_put(obj);
	return ret;
}

/* DRM_IOCTL_I915_GEM_GET_APERTURE. Return: 0. */
int oa_gem_get_aperture_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_i915_gem_get_aperture *args = data;

	args->aper_size = to_oa(drm)->ggtt->total;
	args->aper_available_size = args->aper_size;
	return 0;
}
