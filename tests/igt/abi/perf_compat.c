// SPDX-License-Identifier: GPL-2.0-only
/*
 * 32-bit callers: the introduction of abi.rst, and 3. This 64-bit program makes the system calls of
 * 32-bit programs by int 0x80, with structs as a 32-bit compiler lays them out. It skips where the
 * kernel has no such entry, as in user-mode Linux.
 */
#include <sys/mman.h>
#include <sys/wait.h>

#include "oa_lib.h"

/* System calls of i386 */
#define READ32		3
#define GETPID32	20
#define IOCTL32		54

static int drm;
/* Memory that a pointer of 32 bits reaches */
static u32 *low;

static long call32(long number, long a, long b, long c)
{
	long ret;

	asm volatile("int $0x80" : "=a"(ret) : "0"(number), "b"(a), "c"(b), "d"(c)
		     : "memory", "r8", "r9", "r10", "r11");
	return (int)ret;
}

static int ioctl32(int fd, u32 request, const void *arg)
{
	long ret = call32(IOCTL32, fd, request, (uintptr_t)arg);

	if (ret >= 0)
		return ret;
	errno = -ret;
	return -1;
}

/* A kernel without int 0x80 kills the caller, or makes the 64-bit system call of that number. */
static bool has_int80(void)
{
	pid_t child = fork();
	int status;

	if (!child)
		_exit(call32(GETPID32, 0, 0, 0) == getpid() ? 0 : 1);
	return waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status);
}

static u32 at(const void *p)
{
	return (uintptr_t)p;
}

/* struct drm_i915_getparam of a 32-bit program: s32 param, u32 value */
#define GETPARAM32	0xC0086446u

static void test_getparam(void)
{
	static const int params[] = { 4, 32, 33, 34, 46, 47, 51, 54, 57 };
	int value;

	for (size_t i = 0; i < ARRAY_LEN(params); i++) {
		low[0] = params[i];
		low[1] = at(&low[16]);
		low[2] = 0xdead;
		low[15] = 0xdead;
		low[17] = 0xdead;
		oa_assert_ok(ioctl32(drm, GETPARAM32, low));
		oa_assert_ok(oa_getparam(drm, params[i], &value));
		igt_assert_eq_u32(low[16], value);
		/* Neither the struct nor the value is longer. */
		igt_assert_eq_u32(low[2], 0xdead);
		igt_assert_eq_u32(low[15], 0xdead);
		igt_assert_eq_u32(low[17], 0xdead);
	}
}

static void test_getparam_refused(void)
{
	low[0] = 100000;
	low[1] = at(&low[16]);
	oa_assert_fails(ioctl32(drm, GETPARAM32, low), EINVAL);
	low[0] = 4;
	low[1] = 0;
	oa_assert_fails(ioctl32(drm, GETPARAM32, low), EFAULT);
	oa_assert_fails(ioctl32(drm, GETPARAM32, NULL), EFAULT);
}

/* Structs that have the same layout in 32-bit and 64-bit programs */
static void test_others(void)
{
	struct drm_i915_reg_read *reg = (void *)low;
	struct drm_i915_query *query = (void *)low;
	struct drm_i915_query_item *item = (void *)(low + 16);

	*reg = (struct drm_i915_reg_read){ .offset = 0x2359 };
	oa_assert_ok(ioctl32(drm, DRM_IOCTL_I915_REG_READ, reg));
	igt_assert_neq(reg->val, 0);
	*item = (struct drm_i915_query_item){ .query_id = 1 };
	*query = (struct drm_i915_query){ .num_items = 1, .items_ptr = at(item) };
	oa_assert_ok(ioctl32(drm, DRM_IOCTL_I915_QUERY, query));
	igt_assert_lt(0, item->length);
}

/* A stream from the open to the close */
static void test_stream(void)
{
	const u64 set = oa_config_selftest(drm);
	const u64 props[] = { OA_BASE_PROPS(set, OA_FORMAT, 13) };
	struct drm_i915_perf_open_param *open = (void *)low;
	u64 *pairs = (void *)(low + 16);
	u8 *buf = (void *)(low + 256);
	int fd;

	memcpy(pairs, props, sizeof(props));
	*open = (struct drm_i915_perf_open_param){ .num_properties = ARRAY_LEN(props) / 2,
						   .properties_ptr = at(pairs) };
	fd = ioctl32(drm, DRM_IOCTL_I915_PERF_OPEN, open);
	igt_assert_fd(fd);
	igt_assert_lt(0, call32(READ32, fd, at(buf), 2048));
	oa_assert_ok(ioctl32(fd, I915_PERF_IOCTL_DISABLE, NULL));
	oa_assert_ok(ioctl32(fd, I915_PERF_IOCTL_ENABLE, NULL));
	igt_assert_eq(ioctl32(fd, I915_PERF_IOCTL_CONFIG, (void *)(uintptr_t)set), set);
	close(fd);
}

igt_main
{
	igt_fixture {
		igt_require_f(has_int80(), "the kernel runs no 32-bit programs");
		drm = oa_drm_open();
		low = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
		igt_assert(low != MAP_FAILED);
	}

	igt_oa_effect(OA_READS);
	oa_subtest("getparam", test_getparam());
	oa_subtest("getparam-refused", test_getparam_refused());
	oa_subtest("others", test_others());

	igt_oa_effect(OA_WRITES);
	oa_subtest("stream", test_stream());

	igt_fixture
		close(drm);
}
