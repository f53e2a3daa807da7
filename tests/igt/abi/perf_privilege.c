// SPDX-License-Identifier: GPL-2.0-only
/*
 * Privileges: abi.rst 11, and the steps of 6.1 and 7 that depend on them. Run as
 * root. The unprivileged part is a child that dropped its privileges, on a DRM file
 * that root opened: the caller's privilege counts, not the opener's.
 */
#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "oa_lib.h"

#define PERFMON		38
#define SYS_ADMIN	21
#define SYS_NICE	23

static int drm;
static u64 set;

static void begin(int paranoid, int max_rate)
{
	oa_sim_reset();
	oa_sysctl_defaults();
	oa_assert_ok(oa_sysctl_set("perf_stream_paranoid", paranoid));
	oa_assert_ok(oa_sysctl_set("oa_max_sample_rate", max_rate));
	drm = oa_drm_open();
	set = oa_config_selftest(drm);
}

static void end(void)
{
	igt_waitchildren();
	oa_sysctl_defaults();
	oa_assert_no_violation();
	close(drm);
}

#define as_unprivileged							\
	igt_fork(child, 1)						\
		for (bool once = (igt_drop_root(), true); once; once = false)

static void opens(int fd)
{
	igt_assert_fd(fd);
	oa_assert_ok(close(fd));
}

#define OPEN(...)		oa_open_props(drm, 0, __VA_ARGS__)
#define BASE			OA_BASE_PROPS(set, OA_FORMAT, 16)
#define BASE_EXPONENT(e)	OA_BASE_PROPS(set, OA_FORMAT, e)

static void test_system_wide(void)
{
	begin(1, 100000);
	opens(OPEN(BASE));
	as_unprivileged
		oa_assert_fails(OPEN(BASE), EACCES);
	end();

	begin(0, 100000);
	as_unprivileged
		opens(OPEN(BASE));
	end();
}

/*
 * The file that the manuals of profilers name, whichever module owns it. The rate keeps its
 * default: an i915 without a GPU accepts no other.
 */
static void paranoid_file(const char *text, int error)
{
	oa_assert_ok(oa_write_text("/proc/sys/dev/i915/perf_stream_paranoid", text));
	drm = oa_drm_open();
	set = oa_config_selftest(drm);
	as_unprivileged {
		if (error)
			oa_assert_fails(OPEN(BASE), error);
		else
			opens(OPEN(BASE));
	}
	igt_waitchildren();
	close(drm);
}

static void test_paranoid_file(void)
{
	paranoid_file("0", 0);
	paranoid_file("1", EACCES);
}

/*
 * Up to Haswell the hardware can count one context alone, so a stream of the caller's own needs no
 * privilege. From Broadwell on the unit counts all contexts.
 */
static void test_context(void)
{
	u32 context;

	begin(1, 100000);
	context = oa_context_create(drm);
	as_unprivileged {
		if (oa_facts()->ctx_unprivileged)
			opens(OPEN(BASE, OA_PROP_CTX_HANDLE, context));
		else
			oa_assert_fails(OPEN(BASE, OA_PROP_CTX_HANDLE, context), EACCES);
	}
	end();

	begin(0, 100000);
	context = oa_context_create(drm);
	as_unprivileged
		opens(OPEN(BASE, OA_PROP_CTX_HANDLE, context));
	end();
}

static void sseu_of_device(struct drm_i915_gem_context_param_sseu *sseu)
{
	struct drm_i915_gem_context_param cp = {
		.size = sizeof(*sseu), .param = I915_CONTEXT_PARAM_SSEU,
		.value = (uintptr_t)sseu,
	};

	memset(sseu, 0, sizeof(*sseu));
	oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, &cp));
}

static void test_context_properties(void)
{
	struct drm_i915_gem_context_param_sseu sseu;
	u32 context;

	begin(1, 100000);
	context = oa_context_create(drm);
	sseu_of_device(&sseu);
	as_unprivileged {
		oa_assert_fails(OPEN(BASE, OA_PROP_CTX_HANDLE, context,
				     OA_PROP_HOLD_PREEMPTION, 1), EACCES);
		oa_assert_fails(OPEN(BASE, OA_PROP_CTX_HANDLE, context,
				     OA_PROP_GLOBAL_SSEU, (uintptr_t)&sseu), EACCES);
	}
	end();

	begin(0, 100000);
	context = oa_context_create(drm);
	as_unprivileged
		opens(OPEN(BASE, OA_PROP_CTX_HANDLE, context,
			   OA_PROP_GLOBAL_SSEU, (uintptr_t)&sseu));
	end();
}

/* abi.rst 6.2: hz = floor(1e9 / period_ns), 0 for periods above a second. */
static int rate_of(unsigned int bit)
{
	return 1000000000ull / oa_period_ns(bit);
}

/* The lowest bit whose rate is not above the limit. */
static unsigned int bit_of(int rate)
{
	unsigned int bit = 0;

	while (rate_of(bit) > rate)
		bit++;
	return bit;
}

/* With 80 ns ticks: 2^7 is 97656 Hz, 2^6 is 195312 Hz. */
static void test_sample_rate(void)
{
	const unsigned int slow = bit_of(100000), fast = slow - 1;
	u32 context;

	igt_require_f(oa_fast(fast) == fast, "the ring is too small for such rates");
	for (int paranoid = 0; paranoid < 2; paranoid++) {
		begin(paranoid, 100000);
		context = oa_context_create(drm);
		opens(OPEN(BASE_EXPONENT(fast)));
		as_unprivileged {
			oa_assert_fails(OPEN(BASE_EXPONENT(fast)), EACCES);
			oa_assert_fails(OPEN(BASE_EXPONENT(fast), OA_PROP_CTX_HANDLE, context),
					EACCES);
			if (!paranoid || oa_facts()->ctx_unprivileged)
				opens(OPEN(BASE_EXPONENT(slow), OA_PROP_CTX_HANDLE, context));
		}
		end();
	}
}

static void test_sample_rate_bound(void)
{
	const unsigned int fast = oa_fast(6), second = bit_of(0);

	begin(0, rate_of(fast));
	as_unprivileged
		opens(OPEN(BASE_EXPONENT(fast)));
	end();
	begin(0, rate_of(fast) - 1);
	as_unprivileged
		oa_assert_fails(OPEN(BASE_EXPONENT(fast)), EACCES);
	end();
	begin(0, 0);
	as_unprivileged {
		oa_assert_fails(OPEN(BASE_EXPONENT(second - 1)), EACCES);
		opens(OPEN(BASE_EXPONENT(second)));
		opens(OPEN(BASE_EXPONENT(31)));
	}
	end();
}

static void test_order(void)
{
	begin(1, 100000);
	as_unprivileged {
		/* Step 4f is a part of the property loop. */
		oa_assert_fails(OPEN(OA_PROP_EXPONENT, oa_exponent(2), 99, 0), EACCES);
		oa_assert_fails(OPEN(99, 0, OA_PROP_EXPONENT, oa_exponent(2)), EINVAL);
		oa_assert_fails(OPEN(OA_PROP_EXPONENT, oa_exponent(2), OA_PROP_CTX_HANDLE, 999),
				EACCES);
		/* Steps before 11 */
		oa_assert_fails(OPEN(BASE, OA_PROP_ENGINE_CLASS, 0), EINVAL);
		oa_assert_fails(OPEN(BASE, OA_PROP_GLOBAL_SSEU, 0), EFAULT);
		oa_assert_fails(OPEN(BASE, OA_PROP_CTX_HANDLE, 999), ENOENT);
		oa_assert_fails(OPEN(BASE, OA_PROP_HOLD_PREEMPTION, 1), EINVAL);
		/* Steps after 11 */
		oa_assert_fails(OPEN(OA_PROP_METRICS_SET, set, OA_PROP_FORMAT, OA_FORMAT), EACCES);
		oa_assert_fails(OPEN(OA_PROP_SAMPLE_OA, 1, OA_PROP_METRICS_SET, set), EACCES);
		oa_assert_fails(OPEN(OA_BASE_PROPS(0x7ffffff, OA_FORMAT, 16)), EACCES);
	}
	end();
}

static void test_order_busy(void)
{
	int holder;

	begin(1, 100000);
	holder = OPEN(BASE_EXPONENT(20));
	igt_assert_fd(holder);
	as_unprivileged
		oa_assert_fails(OPEN(BASE), EACCES);
	igt_waitchildren();
	oa_assert_fails(OPEN(BASE), EBUSY);
	close(holder);
	end();
}

static void test_configs(void)
{
	char uuid[37];
	int id;

	begin(1, 100000);
	oa_uuid_fresh(uuid);
	id = oa_config_add_boolean(drm, uuid, oa_boolean_register(), 0);
	igt_assert_lt(1, id);
	as_unprivileged {
		char other[37];

		oa_uuid_fresh(other);
		oa_assert_fails(oa_config_add_boolean(drm, other, oa_boolean_register(), 0),
				EACCES);
		/* abi.rst 7: privilege is step 3, before empty lists and unknown ids. */
		oa_assert_fails(oa_config_add(drm, other, NULL, 0, NULL, 0), EACCES);
		oa_assert_fails(oa_config_remove(drm, id), EACCES);
		oa_assert_fails(oa_config_remove(drm, ~0ull), EACCES);
	}
	igt_waitchildren();
	oa_assert_ok(oa_config_remove(drm, id));
	end();

	begin(0, 100000);
	as_unprivileged {
		char other[37];
		int mine;

		oa_uuid_fresh(other);
		mine = oa_config_add_boolean(drm, other, oa_boolean_register(), 0);
		igt_assert_lt(1, mine);
		oa_assert_ok(oa_config_remove(drm, mine));
		oa_assert_fails(oa_config_remove(drm, ~0ull), ENOENT);
	}
	end();
}

static void test_anyone(void)
{
	begin(1, 0);
	as_unprivileged {
		struct drm_i915_query_item item = { .query_id = DRM_I915_QUERY_TOPOLOGY_INFO };
		struct drm_i915_query query = { .num_items = 1,
						.items_ptr = (uintptr_t)&item };
		struct drm_i915_gem_create create = { .size = 4096 };
		int value = 0;

		oa_assert_ok(oa_getparam(drm, 4, &value));
		oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_QUERY, &query));
		igt_assert_lt(0, item.length);
		oa_reg_read_timestamp(drm);
		oa_assert_ok(oa_context_destroy(drm, oa_context_create(drm)));
		oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_GEM_CREATE, &create));
		oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_GEM_THROTTLE, NULL));
	}
	end();
}

/* The same on the card node, without being master or authenticated. */
static void test_card_node(void)
{
	int render;

	begin(1, 100000);
	render = drm;
	drm = oa_drm_open_card();
	ioctl(drm, DRM_IOCTL_DROP_MASTER, 0);
	opens(OPEN(BASE));
	as_unprivileged {
		int value = 0;

		oa_assert_ok(oa_getparam(drm, 4, &value));
		oa_reg_read_timestamp(drm);
		oa_assert_ok(oa_context_destroy(drm, oa_context_create(drm)));
		oa_assert_fails(OPEN(BASE), EACCES);
	}
	close(render);
	end();
}

static void keep_only(unsigned int capability)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2] = {};

	oa_assert_ok(prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0));
	oa_assert_ok(setresgid(65534, 65534, 65534));
	oa_assert_ok(setresuid(65534, 65534, 65534));
	data[capability / 32].effective = 1u << capability % 32;
	data[capability / 32].permitted = 1u << capability % 32;
	oa_assert_ok(syscall(SYS_capset, &header, data));
}

static void test_capability(unsigned int capability, int err)
{
	const unsigned int fast = oa_fast(5);

	begin(1, rate_of(fast) - 1);
	igt_fork(child, 1) {
		const u32 reg = oa_boolean_register();
		char uuid[37];
		int id;

		keep_only(capability);
		oa_uuid_fresh(uuid);
		if (err) {
			oa_assert_fails(OPEN(BASE), err);
			oa_assert_fails(OPEN(BASE_EXPONENT(fast)), err);
			oa_assert_fails(oa_config_add_boolean(drm, uuid, reg, 0), err);
		} else {
			opens(OPEN(BASE));
			opens(OPEN(BASE_EXPONENT(fast)));
			id = oa_config_add_boolean(drm, uuid, reg, 0);
			igt_assert_lt(1, id);
			oa_assert_ok(oa_config_remove(drm, id));
		}
	}
	end();
}

/* The error of the creation of a user namespace, which a chroot and settings may forbid; or 0 */
static int user_namespace_error(void)
{
	int status;
	pid_t pid = fork();

	igt_assert_lte(0, pid);
	if (!pid)
		_exit(unshare(CLONE_NEWUSER) ? errno : 0);
	igt_assert_eq(waitpid(pid, &status, 0), pid);
	igt_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* Root of a user namespace has no privilege in the initial one. */
static void test_user_namespace(void)
{
	const int error = user_namespace_error();

	igt_require_f(!error, "no user namespace can be made here: %s", strerror(error));
	begin(1, 100000);
	igt_fork(child, 1) {
		oa_assert_ok(unshare(CLONE_NEWUSER));
		oa_assert_fails(OPEN(BASE), EACCES);
	}
	end();
}

/* Privilege is checked at open: using an open stream needs none. */
static void test_using(void)
{
	struct oa_session s;

	oa_sysctl_defaults();
	oa_session_simple(&s, 0, 14);
	as_unprivileged {
		oa_collect(s.stream, &s.tally, 3, 4096);
		oa_assert_ok(oa_stream_disable(s.stream));
		oa_assert_ok(oa_stream_enable(s.stream));
		igt_assert(oa_poll_in(s.stream, 20000));
		igt_assert_eq(oa_stream_config(s.stream, s.set), s.set);
	}
	igt_waitchildren();
	oa_session_close(&s);
}

igt_main
{
	igt_fixture {
		oa_gpu_require();
		igt_require_f(geteuid() == 0, "needs root");
	}

	igt_oa_effect(OA_WRITES);
	oa_subtest("system-wide", test_system_wide());
	oa_subtest("context-haswell", test_context());
	oa_subtest("context-with-privileged-property", test_context_properties());
	oa_subtest("sample-rate", test_sample_rate());
	oa_subtest("sample-rate-bound", test_sample_rate_bound());
	oa_subtest("open-order", test_order());
	oa_subtest("open-order-busy", test_order_busy());
	oa_subtest("metric-sets", test_configs());
	oa_subtest("anyone", test_anyone());
	oa_subtest("paranoid-file", test_paranoid_file());
	oa_subtest("card-node", test_card_node());
	oa_subtest("cap-perfmon", test_capability(PERFMON, 0));
	oa_subtest("cap-sys-admin", test_capability(SYS_ADMIN, 0));
	oa_subtest("cap-other", test_capability(SYS_NICE, EACCES));
	oa_subtest("user-namespace", test_user_namespace());
	oa_subtest("using-needs-nothing", test_using());

	/* Not with i915, whose bounds may reject the default. */
	igt_fixture
		if (access("/sys/module/i915", F_OK))
			oa_sysctl_defaults();
}
