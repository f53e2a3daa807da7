// SPDX-License-Identifier: GPL-2.0-only
/*
 * PERF_OPEN: errors, and their precedence if two apply. abi.rst 6. The values of each property are
 * in the KUnit suite i915_oa_props, and what depends on privilege is in perf_privilege.
 */
#include <sys/mman.h>
#include <sys/resource.h>

#include "oa_lib.h"

#define MAX_PROPS	12

/* Placeholders for values known only at run time; see resolve(). */
enum token {
	V_SET = 0x7f00000000000001ull,
	V_FORMAT,		/* the format that most tests use */
	V_FORMAT_OTHER,		/* another format of this platform */
	V_FORMAT_FOREIGN,	/* a format of the ABI that this platform lacks */
	V_FORMAT_FOREIGN_EXT,	/* a format of the extension that it lacks */
	V_SET_HIGH,		/* the set with a bit above the int */
	V_BAD_POINTER,
	V_SSEU,			/* the device's own */
	V_SSEU_EMPTY,		/* all zero */
	V_CONTEXT,
	V_CONTEXT_HIGH,		/* the context with a bit above 32 */
	V_CONTEXT_NO_RENDER,	/* its engine map lacks render */
	V_CONTEXT_FOREIGN,	/* a context of another DRM file */
};

#define SAMPLE		{ 2, 1 }
#define SET		{ 3, V_SET }
#define FORMAT		{ 4, V_FORMAT }
#define EXPONENT	{ 5, 16 }
#define GOOD		SAMPLE, SET, FORMAT, EXPONENT
#define NO_CONTEXT	{ 1, 999 }

struct row {
	const char *name;
	u32 flags;
	/* 0: the number of props that are given */
	u32 num;
	/* 0: the open must succeed */
	int err;
	u64 props[MAX_PROPS][2];
};

static int drm;
static u64 set;
static struct igt_oa_sseu device_sseu;
static struct igt_oa_sseu empty_sseu;

static const struct row single[] = {
	{ "flags-unknown-8", 8, 0, EINVAL, { GOOD } },
	{ "flags-unknown-high", 1u << 31, 0, EINVAL, { GOOD } },
	{ "count-11", 0, 11, EINVAL, { GOOD, EXPONENT, EXPONENT, EXPONENT, EXPONENT,
				       EXPONENT, EXPONENT, EXPONENT } },
	{ "count-10", 0, 10, 0, { GOOD, EXPONENT, EXPONENT, EXPONENT, EXPONENT,
				  EXPONENT, EXPONENT } },
	{ "id-zero", 0, 0, EINVAL, { GOOD, { 0, 0 } } },
	{ "set-unknown", 0, 0, EINVAL, { SAMPLE, { 3, 0x7ffffff }, FORMAT, EXPONENT } },
	{ "set-all-ones", 0, 0, EINVAL, { SAMPLE, { 3, ~0ull }, FORMAT, EXPONENT } },
	{ "set-reserved-1", 0, 0, EINVAL, { SAMPLE, { 3, 1 }, FORMAT, EXPONENT } },
	{ "set-missing", 0, 0, EINVAL, { SAMPLE, FORMAT, EXPONENT } },
	{ "set-truncated", 0, 0, 0, { SAMPLE, { 3, V_SET_HIGH }, FORMAT, EXPONENT } },
	{ "format-foreign", 0, 0, EINVAL, { SAMPLE, SET, { 4, V_FORMAT_FOREIGN }, EXPONENT } },
	{ "format-out-of-range", 0, 0, EINVAL, { SAMPLE, SET, { 4, 0xfff }, EXPONENT } },
	{ "format-missing", 0, 0, EINVAL, { SAMPLE, SET, EXPONENT } },
	{ "extension-format-unknown", 0, 0, EINVAL, { SAMPLE, SET, { 4, 0x1fff } } },
	{ "extension-format-foreign", 0, 0, EINVAL, { SAMPLE, SET, { 4, V_FORMAT_FOREIGN_EXT } } },
	{ "exponent-absent", 0, 0, 0, { SAMPLE, SET, FORMAT } },
	{ "sseu-unreadable", 0, 0, EFAULT, { GOOD, { 7, V_BAD_POINTER } } },
	{ "sseu-null", 0, 0, EFAULT, { GOOD, { 7, 0 } } },
	{ "sseu-device", 0, 0, 0, { GOOD, { 7, V_SSEU } } },
	{ "poll-period-all-ones", 0, 0, 0, { GOOD, { 8, ~0ull } } },
	{ "engine-unknown", 0, 0, EINVAL, { GOOD, { 9, 77 }, { 10, 0 } } },
	{ "engine-render", 0, 0, 0, { GOOD, { 9, 0 }, { 10, 0 } } },
	{ "context-unknown", 0, 0, ENOENT, { GOOD, NO_CONTEXT } },
	{ "context-foreign", 0, 0, ENOENT, { GOOD, { 1, V_CONTEXT_FOREIGN } } },
	{ "context-default", 0, 0, 0, { GOOD, { 1, 0 } } },
	{ "context-created", 0, 0, 0, { GOOD, { 1, V_CONTEXT } } },
	{ "context-truncated", 0, 0, 0, { GOOD, { 1, V_CONTEXT_HIGH } } },
	{ "context-lacks-engine", 0, 0, ENODEV, { GOOD, { 1, V_CONTEXT_NO_RENDER } } },
	{ "hold-preemption-without-context", 0, 0, EINVAL, { GOOD, { 6, 1 } } },
	{ "sample-oa-missing", 0, 0, EINVAL, { SET, FORMAT, EXPONENT } },
	{ "sample-oa-zero", 0, 0, EINVAL, { { 2, 0 }, SET, FORMAT, EXPONENT } },
	{ "reverse-order", 0, 0, 0, { EXPONENT, FORMAT, SET, SAMPLE } },
	{ "duplicate-last-wins", 0, 0, 0, { SAMPLE, { 3, 0x7ffffff }, SET, { 4, V_FORMAT_OTHER },
					    FORMAT, { 5, 31 }, EXPONENT, NO_CONTEXT, { 1, 0 } } },
	{ "duplicate-last-wins-bad", 0, 0, EINVAL, { GOOD, { 3, 0x7ffffff } } },
	{ "duplicate-earlier-invalid", 0, 0, EINVAL, { { 4, 0 }, GOOD } },
	{ "overflow-newest", 0, 0, 0, { GOOD, { 0x1001, 2 } } },
	{ "extension-property-unknown", 0, 0, EINVAL, { GOOD, { 0x1006, 0 } } },
	{ "frequency-reports-2", 0, 0, EINVAL, { GOOD, { 0x1005, 2 } } },
	{ "frequency-reports-0", 0, 0, 0, { GOOD, { 0x1005, 0 } } },
	{ "keep-unread-2", 0, 0, EINVAL, { GOOD, { 0x1004, 2 } } },
	{ "keep-unread-1", 0, 0, 0, { GOOD, { 0x1004, 1 } } },
	{ "wake-reports-without-timer", 0, 0, EINVAL, { SAMPLE, SET, FORMAT, { 0x1003, 1 } } },
};

/* Two errors apply; the row's name has their order. abi.rst 6.1: that of the earlier step */
static const struct row order[] = {
	{ "flags-before-unreadable", 8, 3, EINVAL, { { 77, 0 } } },
	{ "count-before-properties", 0, 11, EINVAL, { { 7, V_BAD_POINTER } } },
	{ "id-before-later-unreadable-sseu", 0, 0, EINVAL, { { 99, 0 }, { 7, V_BAD_POINTER } } },
	{ "unreadable-sseu-before-later-id", 0, 0, EFAULT, { { 7, V_BAD_POINTER }, { 99, 0 } } },
	{ "gputop-probe-sseu", 0, 0, EFAULT, { NO_CONTEXT, { 7, 1 } } },
	{ "gputop-probe-period", 0, 0, EINVAL, { NO_CONTEXT, { 8, 1 } } },
	{ "property-before-context", 0, 0, EINVAL, { NO_CONTEXT, SAMPLE, SET, { 4, 0 } } },
	{ "exponent-before-context", 0, 0, EINVAL, { NO_CONTEXT, SAMPLE, SET, { 5, 32 } } },
	{ "engine-pair-before-context", 0, 0, EINVAL, { GOOD, NO_CONTEXT, { 9, 0 } } },
	{ "engine-before-context", 0, 0, EINVAL, { GOOD, NO_CONTEXT, { 9, 77 }, { 10, 0 } } },
	{ "sseu-before-context", 0, 0, EINVAL, { GOOD, NO_CONTEXT, { 7, V_SSEU_EMPTY } } },
	{ "context-before-sample-oa", 0, 0, ENOENT, { NO_CONTEXT, SET, FORMAT } },
	{ "context-before-format", 0, 0, ENOENT, { NO_CONTEXT, SAMPLE, SET } },
	{ "context-before-set", 0, 0, ENOENT, { NO_CONTEXT, SAMPLE, FORMAT } },
	{ "context-only", 0, 0, ENOENT, { NO_CONTEXT } },
	{ "hold-preemption-unknown-context", 0, 0, ENOENT, { GOOD, NO_CONTEXT, { 6, 1 } } },
	{ "format-before-context-engine", 0, 0, EINVAL,
	  { SAMPLE, SET, EXPONENT, { 1, V_CONTEXT_NO_RENDER } } },
	{ "context-engine-before-set", 0, 0, ENODEV,
	  { SAMPLE, FORMAT, EXPONENT, { 1, V_CONTEXT_NO_RENDER } } },
};

/* The same while another stream owns the unit */
static const struct row busy[] = {
	{ "plain", 0, 0, EBUSY, { GOOD } },
	{ "disabled", 4, 0, EBUSY, { GOOD } },
	{ "before-format", 0, 0, EBUSY, { SAMPLE, SET, EXPONENT } },
	{ "before-context-engine", 0, 0, EBUSY, { GOOD, { 1, V_CONTEXT_NO_RENDER } } },
	{ "before-set", 0, 0, EBUSY, { SAMPLE, FORMAT, EXPONENT } },
	{ "behind-flags", 8, 0, EINVAL, { GOOD } },
	{ "behind-properties", 0, 0, EINVAL, { SAMPLE, SET, FORMAT, { 5, 32 } } },
	{ "behind-sseu", 0, 0, EINVAL, { GOOD, { 7, V_SSEU_EMPTY } } },
	{ "behind-context", 0, 0, ENOENT, { GOOD, NO_CONTEXT } },
	{ "behind-hold-preemption", 0, 0, EINVAL, { GOOD, { 6, 1 } } },
	{ "behind-sample-oa", 0, 0, EINVAL, { SET, FORMAT, EXPONENT } },
};

/* A context with the engine map { copy 0:0 }; 0 if the device has no such engine. */
static u32 context_without_render(int fd)
{
	struct { u64 ext; u16 class, instance; } map = { 0, 1, 0 };
	struct drm_i915_gem_context_create_ext_setparam ext = {
		.base.name = I915_CONTEXT_CREATE_EXT_SETPARAM,
		.param = { .size = 12, .param = I915_CONTEXT_PARAM_ENGINES,
			   .value = (uintptr_t)&map },
	};
	struct drm_i915_gem_context_create_ext create = {
		.flags = I915_CONTEXT_CREATE_FLAGS_USE_EXTENSIONS,
		.extensions = (uintptr_t)&ext,
	};

	if (oa_ioctl(fd, DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT, &create)) {
		/* An empty map lacks render as well. */
		ext.param.size = 8;
		if (oa_ioctl(fd, DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT, &create))
			return 0;
	}
	return create.ctx_id;
}

static u64 resolve(u64 value)
{
	static u8 *guard;
	u32 id;

	if (!guard)
		guard = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	switch (value) {
	case V_SET:
		return set;
	case V_FORMAT:
		return OA_FORMAT;
	case V_FORMAT_OTHER:
		return oa_facts()->layouts[1].format;
	case V_FORMAT_FOREIGN:
		return oa_facts()->timestamp_dwords == 1 ? 5 : 10;
	case V_FORMAT_FOREIGN_EXT:
		return strcmp(oa_facts()->name, "snb") ? I915_OA_FORMAT_SNB_A29_B4 :
							 I915_OA_FORMAT_HSW_A29_B8_C8;
	case V_SET_HIGH:
		return set | 1ull << 40;
	case V_BAD_POINTER:
		return (uintptr_t)guard;
	case V_SSEU:
		return (uintptr_t)&device_sseu;
	case V_SSEU_EMPTY:
		return (uintptr_t)&empty_sseu;
	case V_CONTEXT:
		return oa_context_create(drm);
	case V_CONTEXT_HIGH:
		return oa_context_create(drm) | 1ull << 32;
	case V_CONTEXT_FOREIGN:
		return oa_context_create(oa_drm_open());
	case V_CONTEXT_NO_RENDER:
		id = context_without_render(drm);
		igt_require_f(id, "no engine map without render can be made");
		return id;
	}
	return value;
}

static int open_row(const struct row *row)
{
	struct drm_i915_perf_open_param param = {};
	u64 props[MAX_PROPS][2];
	u32 num = 0;

	memset(props, 0, sizeof(props));
	for (u32 i = 0; i < MAX_PROPS; i++) {
		/* A row of zeroes ends the list, unless another follows it */
		if (!row->props[i][0] && !row->props[i][1] &&
		    !(i + 1 < MAX_PROPS && row->props[i + 1][0]))
			break;
		props[i][0] = row->props[i][0];
		props[i][1] = resolve(row->props[i][1]);
		num = i + 1;
	}
	/* The row "id-zero" ends with a pair of zeroes. */
	if (!strcmp(row->name, "id-zero"))
		num++;
	param.flags = row->flags;
	param.num_properties = row->num ? row->num : num;
	param.properties_ptr = (uintptr_t)props;
	return oa_ioctl(drm, DRM_IOCTL_I915_PERF_OPEN, &param);
}

static void assert_good_open(void)
{
	int fd = oa_open_props(drm, I915_PERF_FLAG_DISABLED, OA_BASE_PROPS(set, OA_FORMAT, 16));

	igt_assert_fd(fd);
	oa_assert_ok(close(fd));
}

/* Each subtest has its own DRM file, so contexts of one do not disturb another. */
static void subtest_begin(void)
{
	struct drm_i915_gem_context_param cp = {
		.size = sizeof(device_sseu), .param = I915_CONTEXT_PARAM_SSEU,
		.value = (uintptr_t)&device_sseu,
	};

	drm = oa_drm_open();
	set = oa_config_selftest(drm);
	oa_sim_reset();
	memset(&device_sseu, 0, sizeof(device_sseu));
	oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, &cp));
}

static void subtest_end(void)
{
	oa_assert_no_violation();
	close(drm);
}

static void run_row(const struct row *row)
{
	struct oa_accounts accounts;
	int fd;

	subtest_begin();
	oa_accounts_open(&accounts);
	if (row->err) {
		oa_assert_fails(open_row(row), row->err);
		/* A failed open leaves nothing behind. */
		if (oa_sim_present()) {
			char *ggtt = oa_sim_text("ggtt_hash");

			igt_assert(!strcmp(ggtt, accounts.ggtt));
		}
	} else {
		fd = open_row(row);
		igt_assert_fd(fd);
		oa_assert_ok(close(fd));
		oa_accounts_close(&accounts);
	}
	assert_good_open();
	subtest_end();
}

static void run_busy_row(const struct row *row, u32 holder_flags)
{
	int other, holder;

	subtest_begin();
	other = oa_drm_open();
	holder = oa_open_props(other, holder_flags, OA_BASE_PROPS(set, OA_FORMAT, 20));
	igt_assert_fd(holder);
	oa_assert_fails(open_row(row), row->err);
	close(holder);
	close(other);
	assert_good_open();
	subtest_end();
}

/* Extensions do not count among i915's ten properties; each may be given once beside them. */
static void test_extensions_beside_ten(void)
{
	static const u64 ids[] = { 0x1000, 0x1001, 0x1002, 0x1003, 0x1004, 0x1005 };
	u64 props[40][2];
	struct drm_i915_perf_open_param param = { .properties_ptr = (uintptr_t)props };
	u64 good[][2] = { { OA_PROP_SAMPLE_OA, 1 }, { OA_PROP_METRICS_SET, 0 },
				{ OA_PROP_FORMAT, OA_FORMAT }, { OA_PROP_EXPONENT, 16 } };
	int fd;

	subtest_begin();
	good[1][1] = set;
	for (u32 i = 0; i < ARRAY_LEN(props); i++) {
		props[i][0] = OA_PROP_EXPONENT;
		props[i][1] = 16;
	}
	memcpy(props, good, sizeof(good));
	for (u32 i = 0; i < ARRAY_LEN(ids); i++) {
		props[10 + i][0] = ids[i];
		/* WAKE_REPORTS is at least 1, the others can be 0. */
		props[10 + i][1] = ids[i] == 0x1003;
	}
	param.num_properties = 10 + ARRAY_LEN(ids);
	fd = oa_ioctl(drm, DRM_IOCTL_I915_PERF_OPEN, &param);
	igt_assert_fd(fd);
	close(fd);
	/* An eleventh of i915's properties is rejected before its value is read. */
	props[10][0] = OA_PROP_EXPONENT;
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_PERF_OPEN, &param), EINVAL);
	props[0][0] = OA_PROP_GLOBAL_SSEU;
	props[0][1] = 8;
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_PERF_OPEN, &param), EINVAL);
	/* One extension repeated */
	memcpy(props, good, sizeof(good));
	for (u32 i = 10; i < ARRAY_LEN(props); i++) {
		props[i][0] = 0x1000;
		props[i][1] = 0;
	}
	param.num_properties = ARRAY_LEN(props);
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_PERF_OPEN, &param), EINVAL);
	assert_good_open();
	subtest_end();
}

/* The second pair is unreadable: errors of the first have precedence over EFAULT. */
static void test_unreadable_pair(void)
{
	size_t page = sysconf(_SC_PAGESIZE);
	struct drm_i915_perf_open_param param = { .num_properties = 4 };
	u64 *pair;
	u8 *p;

	subtest_begin();
	p = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	igt_assert(p != MAP_FAILED);
	oa_assert_ok(mprotect(p + page, page, PROT_NONE));
	pair = (u64 *)(p + page - 16);
	param.properties_ptr = (uintptr_t)pair;
	pair[0] = OA_PROP_SAMPLE_OA;
	pair[1] = 1;
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_PERF_OPEN, &param), EFAULT);
	pair[0] = 77;
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_PERF_OPEN, &param), EINVAL);
	/* Half a pair counts as unreadable. */
	pair[1] = OA_PROP_SAMPLE_OA;
	param.properties_ptr = (uintptr_t)(pair + 1);
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_PERF_OPEN, &param), EFAULT);
	subtest_end();
}

/* Only Haswell's unit can stop when the buffer is full: hardware.rst 3.5. */
static void test_keep_oldest(void)
{
	int fd;

	subtest_begin();
	fd = oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, 16), OA_PROP_OVERFLOW,
			   OA_OVERFLOW_KEEP_OLDEST);
	if (!oa_facts()->keep_oldest) {
		igt_assert_eq(fd, -1);
		igt_assert_eq(errno, EINVAL);
	} else {
		igt_assert_fd(fd);
		oa_assert_ok(close(fd));
	}
	subtest_end();
}

static void test_formats(void)
{
	const struct oa_facts *f = oa_facts();

	subtest_begin();
	for (size_t i = 0; i < f->num_layouts; i++) {
		int fd = oa_open_props(drm, 0, OA_BASE_PROPS(set, f->layouts[i].format, 16));

		igt_assert_f(fd >= 0, "format %s", f->layouts[i].name);
		close(fd);
	}
	subtest_end();
}

static void test_exponents(void)
{
	subtest_begin();
	/* A small ring cannot be read as fast as the fastest timer fills it. */
	for (u64 exponent = oa_fast(0) ? oa_exponent(oa_fast(0)) : 0; exponent <= 31; exponent++) {
		int fd = oa_open_props(drm, I915_PERF_FLAG_DISABLED, OA_PROP_SAMPLE_OA, 1,
				       OA_PROP_METRICS_SET, set, OA_PROP_FORMAT, OA_FORMAT,
				       OA_PROP_EXPONENT, exponent);

		igt_assert_f(fd >= 0, "exponent %llu", exponent);
		close(fd);
	}
	subtest_end();
}

static void test_open_flags(void)
{
	char path[64], link[64] = "";
	int fd;

	subtest_begin();
	fd = oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, 20));
	igt_assert_fd(fd);
	igt_assert_eq(fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
	igt_assert_eq(fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
	/* abi.rst 10: an anonymous inode of this name. */
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	igt_assert_lt(0, readlink(path, link, sizeof(link) - 1));
	igt_assert_f(!strcmp(link, "anon_inode:[i915_perf]"), "%s", link);
	close(fd);

	fd = oa_open_props(drm, I915_PERF_FLAG_FD_CLOEXEC | I915_PERF_FLAG_FD_NONBLOCK,
			   OA_BASE_PROPS(set, OA_FORMAT, 20));
	igt_assert_fd(fd);
	igt_assert_eq(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	igt_assert_eq(fcntl(fd, F_GETFL) & O_NONBLOCK, O_NONBLOCK);
	close(fd);
	subtest_end();
}

static void test_no_free_fd(void)
{
	struct rlimit old, tight;
	struct oa_accounts accounts;
	unsigned int silent;

	subtest_begin();
	silent = oa_silent();
	oa_accounts_open(&accounts);
	oa_assert_ok(getrlimit(RLIMIT_NOFILE, &old));
	tight = old;
	tight.rlim_cur = dup(drm);
	close(tight.rlim_cur);
	oa_assert_ok(setrlimit(RLIMIT_NOFILE, &tight));
	/*
	 * The timer writes no report during the open: the next open starts its accounting
	 * anew.
	 */
	oa_assert_fails(oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, silent)), EMFILE);
	/* Every other error has precedence over EMFILE. */
	oa_assert_fails(oa_open_props(drm, 0, OA_BASE_PROPS(0x7ffffff, OA_FORMAT, silent)), EINVAL);
	oa_assert_ok(setrlimit(RLIMIT_NOFILE, &old));
	assert_good_open();
	/* An open that fails with EMFILE has programmed the unit: all of it must be undone. */
	oa_accounts_close(&accounts);
	subtest_end();
}

/* The ioctl's argument itself cannot be read. */
static void test_bad_argument(void)
{
	subtest_begin();
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_PERF_OPEN, (void *)8), EFAULT);
	subtest_end();
}

igt_main
{
	igt_fixture
		oa_gpu_require();

	igt_oa_effect(OA_WRITES);
	for (size_t i = 0; i < ARRAY_LEN(single); i++)
		igt_subtest(single[i].name)
			run_row(&single[i]);
	for (size_t i = 0; i < ARRAY_LEN(order); i++)
		igt_subtest_f("order-%s", order[i].name)
			run_row(&order[i]);
	for (size_t i = 0; i < ARRAY_LEN(busy); i++)
		igt_subtest_f("busy-%s", busy[i].name)
			run_busy_row(&busy[i], 0);
	oa_subtest("busy-while-disabled", run_busy_row(&busy[0], I915_PERF_FLAG_DISABLED));

	oa_subtest("extensions-beside-ten", test_extensions_beside_ten());
	oa_subtest("property-unreadable", test_unreadable_pair());
	oa_subtest("argument-unreadable", test_bad_argument());
	oa_subtest("keep-oldest-1", test_keep_oldest());
	oa_subtest("formats-accepted", test_formats());
	oa_subtest("exponents-accepted", test_exponents());
	oa_subtest("open-flags", test_open_flags());
	oa_subtest("no-free-fd", test_no_free_fd());
}
