// SPDX-License-Identifier: GPL-2.0-only
/*
 * The few GEM calls that OA clients need: abi.rst 2 and 15.
 */
#include "oa_lib.h"

static int drm;

static int oa_gem_create(int fd, u64 size, u32 *handle, u64 *real)
{
	struct drm_i915_gem_create create = { .size = size };
	int ret = oa_ioctl(fd, DRM_IOCTL_I915_GEM_CREATE, &create);

	if (handle)
		*handle = create.handle;
	if (real)
		*real = create.size;
	return ret;
}

static int oa_gem_close(int fd, u32 handle)
{
	struct drm_gem_close arg = { .handle = handle };

	return oa_ioctl(fd, DRM_IOCTL_GEM_CLOSE, &arg);
}

static void test_create(void)
{
	u32 a, b;
	u64 size;

	oa_assert_ok(oa_gem_create(drm, 4096, &a, &size));
	igt_assert_neq(a, 0);
	igt_assert_eq_u64(size, 4096);
	oa_assert_ok(oa_gem_create(drm, 5000, &b, &size));
	igt_assert_neq(b, 0);
	igt_assert_neq(a, b);
	igt_assert_eq_u64(size, 8192);
	oa_assert_ok(oa_gem_close(drm, a));
	oa_assert_ok(oa_gem_close(drm, b));
}

static void test_create_refused(void)
{
	u32 handle;

	oa_assert_fails(oa_gem_create(drm, 0, &handle, NULL), EINVAL);
	igt_assert(oa_gem_create(drm, ~0ull, &handle, NULL) < 0);
	igt_assert(oa_gem_create(drm, 1ull << 60, &handle, NULL) < 0);
}

static void test_close_refused(void)
{
	int other = oa_drm_open();
	u32 handle;

	oa_assert_ok(oa_gem_create(drm, 4096, &handle, NULL));
	oa_assert_fails(oa_gem_close(other, handle), EINVAL);
	oa_assert_ok(oa_gem_close(drm, handle));
	oa_assert_fails(oa_gem_close(drm, handle), EINVAL);
	oa_assert_fails(oa_gem_close(drm, 0), EINVAL);
	close(other);
}

static void test_tiling(void)
{
	struct drm_i915_gem_get_tiling get = {};
	struct drm_i915_gem_set_tiling set = {};
	u32 handle;

	oa_assert_ok(oa_gem_create(drm, 64 << 10, &handle, NULL));
	get.handle = handle;
	oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_GEM_GET_TILING, &get));
	igt_assert_eq(get.tiling_mode, I915_TILING_NONE);
	set.handle = handle;
	set.tiling_mode = I915_TILING_NONE;
	oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_GEM_SET_TILING, &set));
	igt_assert_eq(set.tiling_mode, I915_TILING_NONE);
	oa_assert_ok(oa_gem_close(drm, handle));
}

static void test_tiling_refused(void)
{
	struct drm_i915_gem_get_tiling get = { .handle = 0x7777 };
	struct drm_i915_gem_set_tiling set = { .handle = 0x7777 };

	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_GEM_GET_TILING, &get), ENOENT);
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_GEM_SET_TILING, &set), ENOENT);
}

static void test_throttle(void)
{
	for (int i = 0; i < 100; i++)
		oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_GEM_THROTTLE, NULL));
}

static void test_leak(void)
{
	for (int round = 0; round < 8; round++) {
		int other = oa_drm_open();
		u32 handle;

		for (int i = 0; i < 64; i++)
			oa_assert_ok(oa_gem_create(other, 64 << 10, &handle, NULL));
		close(other);
	}
}

igt_main
{
	igt_fixture
		drm = oa_drm_open();

	igt_subtest("create-close")
		test_create();
	igt_subtest("create-refused")
		test_create_refused();
	igt_subtest("close-refused")
		test_close_refused();
	igt_subtest("tiling")
		test_tiling();
	igt_subtest("tiling-refused")
		test_tiling_refused();
	igt_subtest("throttle")
		test_throttle();
	igt_subtest("files-own-objects")
		test_leak();

	igt_fixture
		close(drm);
}
