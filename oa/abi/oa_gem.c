// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Buffer objects
 *
 * A stream needs no buffer object, but some clients of the perf ABI allocate one
 * or ask for its tiling before they open a stream. The objects are plain DRM
 * objects backed by shmem; no GPU work can be submitted on them. What programs do with
 * their contents is in oa_gem_data.c.
 *
 * Facts: abi.rst 2, 15.
 */
#include <linux/cleanup.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include <drm/drm_file.h>
#include <drm/drm_gem.h>
#include <drm/drm_print.h>
#include <uapi/drm/i915_drm.h>

#include "abi/oa_gem.h"
#include "abi/oa_gem_data.h"
#include "oa_compat.h"
#include "oa_device.h"

/**
 * struct oa_gem - a buffer object
 */
struct oa_gem {
	/** @base: DRM's part */
	struct drm_gem_object base;
	/** @lock: guards @tiling and @stride */
	struct mutex lock;
	/** @tiling: as last set */
	u32 tiling;
	/** @stride: bytes, as last set */
	u32 stride;
};

static void oa_gem_free(struct drm_gem_object *obj)
{
	struct oa_gem *gem = container_of(obj, struct oa_gem, base);

	drm_gem_object_release(obj);
	mutex_destroy(&gem->lock);
	kfree(gem);
}

static const struct drm_gem_object_funcs oa_gem_funcs = {
	.free = oa_gem_free,
	.export = oa_gem_export,
	.mmap = oa_gem_mmap,
};

/**
 * oa_gem_create_ioctl() - DRM_IOCTL_I915_GEM_CREATE
 * @drm: the GPU
 * @data: struct drm_i915_gem_create
 * @file: the caller's file
 *
 * Pages are allocated as they are used. Return: 0 with the handle and the size rounded up to pages,
 * -EINVAL for size 0, -E2BIG for more than the GGTT holds, -ENOMEM.
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
	if (size > to_oa(drm)->ggtt.total) {
		drm_dbg(drm, "buffer object of %llu bytes, the GGTT has %llu\n", args->size,
			to_oa(drm)->ggtt.total);
		return -E2BIG;
	}
	gem = kzalloc(sizeof(*gem), GFP_KERNEL_ACCOUNT);
	if (!gem)
		return -ENOMEM;
	gem->base.funcs = &oa_gem_funcs;
	mutex_init(&gem->lock);
	ret = drm_gem_object_init(drm, &gem->base, size);
	if (ret) {
		mutex_destroy(&gem->lock);
		kfree(gem);
		return ret;
	}
	ret = drm_gem_handle_create(file, &gem->base, &args->handle);
	args->size = size;
	drm_gem_object_put(&gem->base);
	return ret;
}

/**
 * oa_gem_create_ext_ioctl() - DRM_IOCTL_I915_GEM_CREATE_EXT
 * @drm: the GPU
 * @data: struct drm_i915_gem_create_ext
 * @file: the caller's file
 *
 * There are no memory regions to choose from. Clients fall back to GEM_CREATE after this error
 * only. Return: -ENODEV.
 */
int oa_gem_create_ext_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	return -ENODEV;
}

/**
 * oa_gem_get_tiling_ioctl() - DRM_IOCTL_I915_GEM_GET_TILING
 * @drm: the GPU
 * @data: struct drm_i915_gem_get_tiling
 * @file: the caller's file
 *
 * The driver sets up no fence, so nothing is swizzled. Return: 0 or -ENOENT.
 */
int oa_gem_get_tiling_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_i915_gem_get_tiling *args = data;
	struct drm_gem_object *obj = drm_gem_object_lookup(file, args->handle);
	struct oa_gem *gem;

	if (!obj)
		return -ENOENT;
	gem = container_of(obj, struct oa_gem, base);
	scoped_guard(mutex, &gem->lock)
		args->tiling_mode = gem->tiling;
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

/**
 * oa_gem_set_tiling_ioctl() - DRM_IOCTL_I915_GEM_SET_TILING
 * @drm: the GPU
 * @data: struct drm_i915_gem_set_tiling
 * @file: the caller's file
 *
 * Return: 0, -ENOENT, -EINVAL for an unknown tiling or a stride that is not a
 * multiple of the tile's width.
 */
int oa_gem_set_tiling_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_i915_gem_set_tiling *args = data;
	struct drm_gem_object *obj = drm_gem_object_lookup(file, args->handle);
	struct oa_gem *gem;
	int ret = 0;

	if (!obj)
		return -ENOENT;
	gem = container_of(obj, struct oa_gem, base);
	if (oa_tiling_ok(args)) {
		scoped_guard(mutex, &gem->lock) {
			gem->tiling = args->tiling_mode;
			gem->stride = gem->tiling ? args->stride : 0;
			args->stride = gem->stride;
		}
		args->swizzle_mode = I915_BIT_6_SWIZZLE_NONE;
	} else {
		drm_dbg(drm, "tiling %u with stride %u\n", args->tiling_mode, args->stride);
		ret = -EINVAL;
	}
	drm_gem_object_put(obj);
	return ret;
}

/**
 * oa_gem_get_aperture_ioctl() - DRM_IOCTL_I915_GEM_GET_APERTURE
 * @drm: the GPU
 * @data: struct drm_i915_gem_get_aperture
 * @file: the caller's file
 *
 * Return: 0.
 */
int oa_gem_get_aperture_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_i915_gem_get_aperture *args = data;

	args->aper_size = to_oa(drm)->ggtt.total;
	args->aper_available_size = args->aper_size;
	return 0;
}

/**
 * oa_gem_throttle_ioctl() - DRM_IOCTL_I915_GEM_THROTTLE
 * @drm: the GPU
 * @data: unused
 * @file: the caller's file
 *
 * The caller never has work in flight. Return: 0.
 */
int oa_gem_throttle_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	return 0;
}
