// SPDX-License-Identifier: GPL-2.0-only
/*
 * The GEM ioctls that OA clients need, and those that DRM adds to them: abi.rst 2 and 15.
 */
#include <fcntl.h>
#include <sys/mman.h>

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
	struct drm_i915_gem_get_aperture aperture = {};
	u32 handle;

	oa_assert_fails(oa_gem_create(drm, 0, &handle, NULL), EINVAL);
	/* Rounded up to pages, this is 0. */
	oa_assert_fails(oa_gem_create(drm, ~0ull, &handle, NULL), EINVAL);
	oa_assert_fails(oa_gem_create(drm, 1ull << 60, &handle, NULL), E2BIG);
	oa_assert_fails(oa_gem_create(drm, -1ull << 32, &handle, NULL), E2BIG);
	oa_assert_fails(oa_gem_create(drm, 1ull << 43, &handle, NULL), E2BIG);
	/* More than the GPU can map */
	oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_GEM_GET_APERTURE, &aperture));
	oa_assert_fails(oa_gem_create(drm, aperture.aper_size + 1, &handle, NULL), E2BIG);
	oa_assert_ok(oa_gem_create(drm, aperture.aper_size, &handle, NULL));
	oa_assert_ok(oa_gem_close(drm, handle));
}

/* Clients fall back to GEM_CREATE after ENODEV, and only then. */
static void test_create_ext(void)
{
	struct { u64 size; u32 handle, flags; u64 extensions; } create = { .size = 4096 };

	oa_assert_fails(oa_ioctl(drm, 0xC018647Cul, &create), ENODEV);
}

static int transfer(bool write, u32 handle, u64 offset, void *data, u64 size)
{
	struct drm_i915_gem_pwrite args = { .handle = handle, .offset = offset, .size = size,
					    .data_ptr = (uintptr_t)data };

	return oa_ioctl(drm, write ? DRM_IOCTL_I915_GEM_PWRITE : DRM_IOCTL_I915_GEM_PREAD, &args);
}

#define pread_object(handle, offset, data, size)	transfer(false, handle, offset, data, size)
#define pwrite_object(handle, offset, data, size)	transfer(true, handle, offset, data, size)

static u64 mmap_offset(u32 handle, u64 flags)
{
	struct drm_i915_gem_mmap_offset args = { .handle = handle, .flags = flags };

	oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &args));
	return args.offset;
}

static u8 *map_object(u32 handle, u64 flags, size_t size)
{
	u8 *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, drm,
		     mmap_offset(handle, flags));

	igt_assert(p != MAP_FAILED);
	return p;
}

static u8 pattern(size_t i)
{
	return i * 7 + i / 4096;
}

/* A write across pages is read back, and the rest is zero. */
static void test_pread_pwrite(void)
{
	static u8 in[3 * 4096], out[3 * 4096];
	u32 handle;

	oa_assert_ok(oa_gem_create(drm, sizeof(in), &handle, NULL));
	for (size_t i = 0; i < sizeof(in); i++)
		in[i] = pattern(i);
	oa_assert_ok(pwrite_object(handle, 100, in + 100, 8000));
	memset(out, 0xff, sizeof(out));
	oa_assert_ok(pread_object(handle, 0, out, sizeof(out)));
	for (size_t i = 0; i < sizeof(out); i++)
		igt_assert_eq(out[i], i >= 100 && i < 8100 ? in[i] : 0);
	/* The last byte, and a length of 0 */
	oa_assert_ok(pwrite_object(handle, sizeof(in) - 1, in, 1));
	oa_assert_ok(pwrite_object(handle, sizeof(in), NULL, 0));
	oa_assert_ok(oa_gem_close(drm, handle));
}

static void test_pread_pwrite_refused(void)
{
	u8 *border = oa_border(), byte = 0;
	u32 handle;

	oa_assert_ok(oa_gem_create(drm, 4096, &handle, NULL));
	for (int write = 0; write < 2; write++) {
		oa_assert_fails(transfer(write, 0x7777, 0, &byte, 1), ENOENT);
		oa_assert_fails(transfer(write, handle, 4096, &byte, 1), EINVAL);
		oa_assert_fails(transfer(write, handle, 4095, border - 2, 2), EINVAL);
		oa_assert_fails(transfer(write, handle, -1ull, &byte, 2), EINVAL);
		oa_assert_fails(transfer(write, handle, 0, &byte, -1ull), EFAULT);
		oa_assert_fails(transfer(write, handle, 0, border - 1, 2), EFAULT);
		oa_assert_ok(transfer(write, handle, 0, border - 1, 1));
	}
	oa_assert_ok(oa_gem_close(drm, handle));
}

/* All mappings and PREAD show the same memory, also after the handle is closed. */
static void test_mmap(void)
{
	const size_t size = 4 * 4096;
	u8 *maps[4], byte;
	u32 handle;
	int version;

	/* Version 4 has MMAP_OFFSET. */
	oa_assert_ok(oa_getparam(drm, 40, &version));
	igt_assert_eq(version, 4);
	oa_assert_ok(oa_gem_create(drm, size, &handle, NULL));
	for (u64 flags = I915_MMAP_OFFSET_GTT; flags <= I915_MMAP_OFFSET_UC; flags++)
		maps[flags] = map_object(handle, flags, size);
	for (size_t i = 0; i < size; i++)
		maps[i % 4][i] = pattern(i);
	for (size_t i = 0; i < size; i += 1000) {
		oa_assert_ok(pread_object(handle, i, &byte, 1));
		igt_assert_eq(byte, pattern(i));
	}
	byte = 0x5a;
	oa_assert_ok(pwrite_object(handle, 4096, &byte, 1));
	oa_assert_ok(oa_gem_close(drm, handle));
	/* Unmapping a part leaves the rest in place. */
	oa_assert_ok(munmap(maps[0], 4096));
	igt_assert_eq(maps[0][4096], 0x5a);
	for (size_t i = 4097; i < size; i++)
		igt_assert_eq(maps[0][i], pattern(i));
	for (int i = 0; i < 4; i++)
		oa_assert_ok(munmap(maps[i] + (i ? 0 : 4096), size - (i ? 0 : 4096)));
}

/* Check in /proc for a mapping of the object's memory, rather than of the DRM file */
static bool maps_object(const void *at)
{
	unsigned long first;
	char line[256];
	bool found = false;
	FILE *f = fopen("/proc/self/maps", "r");

	igt_assert(f);
	while (!found && fgets(line, sizeof(line), f))
		found = sscanf(line, "%lx-", &first) == 1 && first == (uintptr_t)at &&
			strstr(line, "drm mm object");
	fclose(f);
	return found;
}

/*
 * Swap, migration and huge pages use the file and the offset of a mapping: they must be those of
 * the memory. The mapping outlives the handle and the DRM file.
 */
static void test_mmap_file(void)
{
	int other = oa_drm_open(), saved = drm;
	u32 handle;
	u8 *p;

	/* Take the first offset of the DRM file, so that the next one differs */
	oa_assert_ok(oa_gem_create(drm, 4096, &handle, NULL));
	mmap_offset(handle, I915_MMAP_OFFSET_WB);
	drm = other;
	oa_assert_ok(oa_gem_create(drm, 8192, &handle, NULL));
	p = map_object(handle, I915_MMAP_OFFSET_WB, 8192);
	igt_assert(maps_object(p));
	p[4096] = 0x5a;
	drm = saved;
	close(other);
	igt_assert_eq(p[4096], 0x5a);
	igt_assert_eq(p[0], 0);
	oa_assert_ok(munmap(p, 8192));
}

#define SHMEM_HUGE	"/sys/kernel/mm/transparent_hugepage/shmem_enabled"
#define HUGE_BYTES	(2ul << 20)

/* Each page of the mapping has what PWRITE wrote, and PREAD returns what the mapping wrote. */
static void check_huge_mapping(u32 handle, size_t size)
{
	u64 offset = mmap_offset(handle, I915_MMAP_OFFSET_WB), value;
	u8 *room = mmap(NULL, size + 2 * HUGE_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uintptr_t at = ((uintptr_t)room + HUGE_BYTES) & ~(HUGE_BYTES - 1);
	volatile u64 *p;

	igt_assert(room != MAP_FAILED);
	/* Align for a huge page by the offset in the DRM file, not by that in the object */
	at += offset & (HUGE_BYTES - 1);
	p = mmap((void *)at, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, drm, offset);
	igt_assert(p != MAP_FAILED);
	for (u64 page = 0; page < size / 4096; page++) {
		igt_assert_eq_u64(p[page * 512], page + 1);
		p[page * 512] = ~page;
		oa_assert_ok(pread_object(handle, page * 4096, &value, sizeof(value)));
		igt_assert_eq_u64(value, ~page);
	}
	oa_assert_ok(munmap(room, size + 2 * HUGE_BYTES));
}

static void test_huge_pages(void)
{
	const size_t size = 8 << 20;
	char before[128] = "", *word;
	u32 first, handle;
	FILE *f = fopen(SHMEM_HUGE, "r");

	igt_require_f(f, "no huge pages in shmem");
	igt_assert(fgets(before, sizeof(before), f));
	fclose(f);
	word = strchr(before, '[');
	igt_assert(word);
	word = strtok(word + 1, "]");
	oa_assert_ok(oa_write_text(SHMEM_HUGE, "always"));
	oa_assert_ok(oa_gem_create(drm, 4096, &first, NULL));
	mmap_offset(first, I915_MMAP_OFFSET_WB);
	oa_assert_ok(oa_gem_create(drm, size, &handle, NULL));
	for (u64 page = 0, value; page < size / 4096; page++) {
		value = page + 1;
		oa_assert_ok(pwrite_object(handle, page * 4096, &value, sizeof(value)));
	}
	check_huge_mapping(handle, size);
	oa_assert_ok(oa_write_text(SHMEM_HUGE, word));
	oa_assert_ok(oa_gem_close(drm, handle));
	oa_assert_ok(oa_gem_close(drm, first));
}

/* A mapping of an object as dma-buf, then one of the object itself: the same memory */
static void test_prime(void)
{
	struct drm_prime_handle prime = { .flags = O_RDWR | O_CLOEXEC };
	const size_t size = 4 * 4096;
	u8 *shared, *own;
	int ret;

	oa_assert_ok(oa_gem_create(drm, size, &prime.handle, NULL));
	ret = oa_ioctl(drm, DRM_IOCTL_PRIME_HANDLE_TO_FD, &prime);
	/* 6.6 would, but warns when another device attaches to the object. */
	igt_assert(!ret || errno == ENOSYS || errno == EOPNOTSUPP);
	igt_require_f(!ret, "objects are exported from 6.7 on");
	shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, prime.fd, 0);
	igt_assert(shared != MAP_FAILED);
	shared[0] = 1;
	own = map_object(prime.handle, I915_MMAP_OFFSET_WB, size);
	shared[4096] = 2;
	own[8192] = 3;
	igt_assert_eq(own[0], 1);
	igt_assert_eq(own[4096], 2);
	igt_assert_eq(shared[8192], 3);
	igt_assert(maps_object(shared));
	igt_assert(mmap(NULL, 2 * size, PROT_READ, MAP_SHARED, prime.fd, 0) == MAP_FAILED);
	close(prime.fd);
	oa_assert_ok(oa_gem_close(drm, prime.handle));
	igt_assert_eq(shared[8192], 3);
	oa_assert_ok(munmap(shared, size));
	oa_assert_ok(munmap(own, size));
}

static void test_mmap_refused(void)
{
	struct drm_i915_gem_mmap_offset args = {};
	struct drm_i915_gem_mmap legacy = { .size = 4096 };
	int other = oa_drm_open();
	u32 handle;
	u64 offset;

	oa_assert_ok(oa_gem_create(drm, 4096, &handle, NULL));
	args.handle = 0x7777;
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &args), ENOENT);
	args.handle = handle;
	args.flags = 4;		/* FIXED */
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &args), ENODEV);
	args.flags = 5;
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &args), EINVAL);
	legacy.handle = handle;
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_GEM_MMAP, &legacy), EOPNOTSUPP);
	offset = mmap_offset(handle, I915_MMAP_OFFSET_WB);
	/* Only a DRM file with a handle maps the object, and not beyond its end. */
	igt_assert(mmap(NULL, 4096, PROT_READ, MAP_SHARED, other, offset) == MAP_FAILED);
	igt_assert(mmap(NULL, 8192, PROT_READ, MAP_SHARED, drm, offset) == MAP_FAILED);
	oa_assert_ok(oa_gem_close(drm, handle));
	igt_assert(mmap(NULL, 4096, PROT_READ, MAP_SHARED, drm, offset) == MAP_FAILED);
	close(other);
}

static void test_set_domain(void)
{
	struct drm_i915_gem_set_domain args = { .read_domains = I915_GEM_DOMAIN_CPU };

	args.handle = 0x7777;
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_GEM_SET_DOMAIN, &args), ENOENT);
	oa_assert_ok(oa_gem_create(drm, 4096, &args.handle, NULL));
	args.write_domain = I915_GEM_DOMAIN_CPU;
	oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_GEM_SET_DOMAIN, &args));
	args.write_domain = I915_GEM_DOMAIN_GTT;
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_GEM_SET_DOMAIN, &args), EINVAL);
	args.read_domains = I915_GEM_DOMAIN_RENDER;
	args.write_domain = I915_GEM_DOMAIN_RENDER;
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_GEM_SET_DOMAIN, &args), EINVAL);
	oa_assert_ok(oa_gem_close(drm, args.handle));
}

/* Tools write to i915_gem_drop_caches to idle the GPU: all of i915's bits are accepted. */
static void test_drop_caches(void)
{
	char path[128];
	u64 all;

	igt_require_f(!access("/sys/kernel/debug/dri", F_OK), "debugfs is not mounted");
	snprintf(path, sizeof(path), "/sys/kernel/debug/dri/%d/i915_gem_drop_caches",
		 oa_gpu_require()->minor);
	igt_assert(oa_read_u64(path, &all));
	igt_assert_eq_u64(all & 0x3ff, 0x3ff);
	oa_assert_ok(oa_write_text(path, "0x3ff"));
	oa_assert_ok(oa_write_text(path, "0"));
	oa_assert_fails(oa_write_text(path, "all"), EINVAL);
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

	igt_oa_effect(OA_READS);
	oa_subtest("create-close", test_create());
	oa_subtest("create-refused", test_create_refused());
	oa_subtest("create-ext", test_create_ext());
	oa_subtest("pread-pwrite", test_pread_pwrite());
	oa_subtest("pread-pwrite-refused", test_pread_pwrite_refused());
	oa_subtest("mmap", test_mmap());
	oa_subtest("mmap-file", test_mmap_file());
	oa_subtest("mmap-huge-pages", test_huge_pages());
	oa_subtest("prime", test_prime());
	oa_subtest("mmap-refused", test_mmap_refused());
	oa_subtest("set-domain", test_set_domain());
	oa_subtest("drop-caches", test_drop_caches());
	oa_subtest("close-refused", test_close_refused());
	oa_subtest("tiling", test_tiling());
	oa_subtest("tiling-refused", test_tiling_refused());
	oa_subtest("throttle", test_throttle());
	oa_subtest("files-own-objects", test_leak());

	igt_fixture
		close(drm);
}
