// SPDX-License-Identifier: GPL-2.0-only
/*
 * Buffer objects: abi.rst 15.
 */
#include <sys/mman.h>

#include "fuzz.h"

/* Handles are small numbers, so that most name an object. */
static u32 handle(struct fuzz *f)
{
	return fuzz_near(f, 1 + fuzz_below(f, 8));
}

static u64 object_size(struct fuzz *f)
{
	return fuzz_one_in(f, 8) ? fuzz_value(f) : 4096ull << fuzz_below(f, 6);
}

static long call_create(struct fuzz *f)
{
	struct drm_i915_gem_create args = { .size = object_size(f) };

	fuzz_note(f, args.size, 0, 0, 0);
	return ioctl(fuzz_drm(f), DRM_IOCTL_I915_GEM_CREATE, fuzz_put(f, &args, sizeof(args)));
}

static long call_create_ext(struct fuzz *f)
{
	u64 args[3] = { object_size(f), fuzz_value(f), fuzz_value(f) };

	return ioctl(fuzz_drm(f), DRM_IOWR(DRM_COMMAND_BASE + 0x3c, u64[3]),
		     fuzz_put(f, args, sizeof(args)));
}

static long call_close(struct fuzz *f)
{
	struct drm_gem_close args = { .handle = handle(f) };

	fuzz_note(f, args.handle, 0, 0, 0);
	return ioctl(fuzz_drm(f), DRM_IOCTL_GEM_CLOSE, fuzz_put(f, &args, sizeof(args)));
}

/* PREAD and PWRITE have the same arguments. */
static long call_copy(struct fuzz *f)
{
	struct drm_i915_gem_pread args = {
		.handle = handle(f),
		.offset = fuzz_near(f, fuzz_below(f, 16384)),
		.size = fuzz_near(f, fuzz_below(f, 16384)),
	};
	size_t room;

	args.data_ptr = (uintptr_t)fuzz_place(f, 16384, &room);
	fuzz_note(f, args.handle, args.offset, args.size, args.data_ptr);
	return ioctl(fuzz_drm(f), fuzz_one_in(f, 2) ? DRM_IOCTL_I915_GEM_PREAD :
						      DRM_IOCTL_I915_GEM_PWRITE,
		     fuzz_put(f, &args, sizeof(args)));
}

static long call_mmap(struct fuzz *f)
{
	struct drm_i915_gem_mmap args = {
		.handle = handle(f), .offset = fuzz_value(f), .size = fuzz_value(f),
	};

	return ioctl(fuzz_drm(f), DRM_IOCTL_I915_GEM_MMAP, fuzz_put(f, &args, sizeof(args)));
}

/* The answer must be complete, so the argument lies in plain memory; the mapping may vary. */
static long call_mmap_offset(struct fuzz *f)
{
	struct drm_i915_gem_mmap_offset args = {
		.handle = handle(f), .flags = fuzz_near(f, fuzz_below(f, 5)),
	};
	const size_t length = 4096 * (1 + fuzz_below(f, 4));
	int drm = fuzz_drm(f);
	void *at;

	fuzz_note(f, args.handle, args.flags, length, 0);
	if (ioctl(drm, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &args))
		return -1;
	at = fuzz_mmap(f, length, PROT_READ | PROT_WRITE,
		       fuzz_one_in(f, 8) ? MAP_PRIVATE : MAP_SHARED, drm,
		       fuzz_near(f, args.offset));
	if (at == MAP_FAILED)
		return -1;
	fuzz_map_keep(f, at, length);
	return 0;
}

static long call_domain(struct fuzz *f)
{
	struct drm_i915_gem_set_domain args = {
		.handle = handle(f),
		.read_domains = fuzz_near(f, I915_GEM_DOMAIN_CPU),
		.write_domain = fuzz_one_in(f, 2) ? 0 : fuzz_near(f, I915_GEM_DOMAIN_CPU),
	};

	return ioctl(fuzz_drm(f), DRM_IOCTL_I915_GEM_SET_DOMAIN, fuzz_put(f, &args, sizeof(args)));
}

static long call_tiling(struct fuzz *f)
{
	struct drm_i915_gem_set_tiling args = {
		.handle = handle(f), .tiling_mode = fuzz_near(f, fuzz_below(f, 3)),
		.stride = fuzz_near(f, 512 * fuzz_below(f, 8)),
	};

	return ioctl(fuzz_drm(f), fuzz_one_in(f, 2) ? DRM_IOCTL_I915_GEM_SET_TILING :
						      DRM_IOCTL_I915_GEM_GET_TILING,
		     fuzz_put(f, &args, sizeof(args)));
}

static long call_aperture(struct fuzz *f)
{
	size_t room;

	if (fuzz_one_in(f, 2))
		return ioctl(fuzz_drm(f), DRM_IOCTL_I915_GEM_THROTTLE, fuzz_value(f));
	return ioctl(fuzz_drm(f), DRM_IOCTL_I915_GEM_GET_APERTURE,
		     fuzz_place(f, sizeof(struct drm_i915_gem_get_aperture), &room));
}

const struct fuzz_call fuzz_gem_calls[] = {
	{ "gem-create", 20, call_create },
	{ "gem-create-ext", 2, call_create_ext },
	{ "gem-close", 5, call_close },
	{ "gem-copy", 12, call_copy },
	{ "gem-mmap", 2, call_mmap },
	{ "gem-mmap-offset", 6, call_mmap_offset },
	{ "gem-domain", 4, call_domain },
	{ "gem-tiling", 5, call_tiling },
	{ "gem-aperture", 3, call_aperture },
	{ }
};
