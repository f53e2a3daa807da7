// SPDX-License-Identifier: GPL-2.0-only
/*
 * Storms: the same again and again. Nothing may be left behind: neither memory, nor a changed
 * register, nor a report that nobody counted. OA_TIMES in the environment is the number of times.
 */
#include <fcntl.h>
#include <sys/syscall.h>

#include "storm_lib.h"

#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK

static const struct igt_oa_gpu *gpu;

/* The first times fill caches that stay; only what the others leave behind is counted. */
#define WARM_UP		20u

static void storm(void (*once)(void *data), void *data, unsigned int usual)
{
	const unsigned int times = storm_times(usual);
	struct storm_memory before;

	for (unsigned int i = 0; i < WARM_UP; i++)
		once(data);
	storm_memory(&before);
	for (unsigned int i = 0; i < times; i++)
		once(data);
	storm_assert_kept(&before, times);
}

/* struct streams - opened one after the other on one file */
struct streams {
	int drm;
	u64 set;
};

static void streams_begin(struct streams *s)
{
	oa_gpu_recover();
	oa_sim_reset();
	s->drm = oa_drm_open();
	s->set = oa_config_selftest(s->drm);
}

static void streams_end(struct streams *s)
{
	close(s->drm);
	oa_gpu_recover();
	if (oa_sim_present())
		igt_assert_eq_u64(oa_sim_violations(), 0);
	oa_gpu_assert_works();
}

/* Each stream's books balance, whether it reads or not. */
static void open_once(void *data)
{
	const struct streams *s = data;
	static u8 records[1 << 16];
	struct oa_books books;
	int stream;

	oa_books_open(&books);
	stream = storm_open(s->drm, s->set, NONBLOCK, oa_fast(10), false);
	igt_assert_fd(stream);
	(void)!read(stream, records, sizeof(records));
	igt_assert_eq(close(stream), 0);
	oa_books_close(&books);
}

static void test_opens(void)
{
	struct streams s;

	streams_begin(&s);
	storm(open_once, &s, 10000);
	streams_end(&s);
}

/* The GPU is unbound under a stream that samples, and bound again. */
static void rebind_once(void *data)
{
	struct streams *s = data;
	u8 byte;
	int stream;

	s->drm = oa_drm_open();
	stream = storm_open(s->drm, oa_config_selftest(s->drm), NONBLOCK, oa_fast(10), true);
	igt_assert_fd(stream);
	igt_assert(oa_gpu_write("unbind"));
	oa_assert_fails(read(stream, &byte, 1), ENODEV);
	close(stream);
	close(s->drm);
	oa_gpu_recover();
}

static void test_rebind(void)
{
	struct streams s;

	streams_begin(&s);
	close(s.drm);
	storm(rebind_once, &s, 1000);
	s.drm = -1;
	streams_end(&s);
}

/* The system sleeps, as far as devices go, while a stream samples. It goes on afterwards. */
static void suspend_once(void *data)
{
	struct streams *s = data;
	static u8 records[1 << 16];
	int stream;

	stream = storm_open(s->drm, s->set, NONBLOCK, oa_fast(10), false);
	igt_assert_fd(stream);
	oa_assert_ok(oa_suspend(0));
	igt_assert(oa_wait_until(read(stream, records, sizeof(records)) > 0, 20000));
	close(stream);
}

/* @knob: a fault of the power that comes back; NULL: none */
static void test_suspend(const char *knob)
{
	struct streams s;

	oa_suspend_require();
	if (knob)
		oa_sim_require_knob(knob);
	streams_begin(&s);
	if (knob)
		oa_sim_write(knob, "1");
	storm(suspend_once, &s, 1000);
	if (knob)
		oa_sim_write(knob, "0");
	streams_end(&s);
}

static bool load(const char *name)
{
	const char *modules = getenv("MODULES");
	char path[256];
	int fd, ret;

	snprintf(path, sizeof(path), "%s/%s.ko", modules ? modules : ".", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	ret = syscall(SYS_finit_module, fd, "", 0);
	close(fd);
	return !ret;
}

static void reload_once(void *data)
{
	(void)data;
	oa_gpu_forget();
	oa_assert_ok(syscall(SYS_delete_module, "i915_oa", 0));
	igt_assert_f(load("i915_oa"), "errno %d", errno);
	igt_assert_f(oa_wait_until(oa_gpu_back(), 10000), "the GPU is not bound");
	oa_gpu_require();
}

static void test_reload(void)
{
	struct streams s;

	igt_require_f(getenv("MODULES"), "MODULES does not say where the modules are");
	streams_begin(&s);
	close(s.drm);
	storm(reload_once, NULL, 1000);
	s.drm = -1;
	streams_end(&s);
}

/* struct fault - a knob, turned on and off while a stream samples */
struct fault {
	const char *name;
	const char *on;
	int stream;
};

static void fault_once(void *data)
{
	const struct fault *fault = data;
	static u8 records[1 << 16];

	oa_sim_write(fault->name, fault->on);
	(void)!read(fault->stream, records, sizeof(records));
	oa_sim_write(fault->name, "0");
	(void)!read(fault->stream, records, sizeof(records));
}

static const struct fault faults[] = {
	{ "fail_irq_lost", "1", -1 }, { "fail_message_lost", "1", -1 },
	{ "fail_irq_duplicate", "1", -1 }, { "fail_irq_spurious", "1", -1 },
	{ "fail_torn_report", "1", -1 }, { "fail_zero_id", "1", -1 },
	{ "fail_tail_lag", "100", -1 }, { "fail_landing_parts", "10", -1 },
	{ "fail_forcewake_ack", "1", -1 }, { "fail_forcewake_missed", "1", -1 },
	{ "fail_overflow", "1", -1 }, { "fail_report_lost", "1", -1 },
	{ "fail_not_landed", "1", -1 }, { "fail_ring_hang", "1", -1 },
	{ "fail_reset_ready", "1", -1 }, { "fail_gdrst", "1", -1 }, { "fail_runs_on", "1", -1 },
	{ "fail_oacontrol", "1", -1 }, { "fail_oa_writes_on", "1", -1 },
	{ "fail_gtt_flush", "1", -1 },
	{ "fail_identity_never_valid", "1", -1 }, { "fail_context_never_loads", "1", -1 },
	{ "fail_reset_at_write", "1", -1 },
	{ "fail_phase", "3", -1 }, { "fail_grid", "1", -1 }, { "fail_timestamp_high", "1", -1 },
	{ "fail_order", "1", -1 }, { "fail_clock", "100", -1 }, { "fail_reserved", "1", -1 },
	{ "fail_lines", "2", -1 }, { "fail_zero_lines", "2", -1 }, { "fail_context", "1", -1 },
	{ "fail_half_full", "1", -1 }, { "fail_timestamp", "1", -1 },
	{ "fail_b_counters", "1", -1 }, { "fail_alu", "1", -1 },
};

static void test_fault(const struct fault *which)
{
	struct fault fault = *which;
	struct streams s;

	oa_sim_require_knob(fault.name);
	streams_begin(&s);
	fault.stream = storm_open(s.drm, s.set, NONBLOCK, oa_fast(10), false);
	igt_assert_fd(fault.stream);
	storm(fault_once, &fault, 1000);
	igt_assert_eq(close(fault.stream), 0);
	igt_assert_eq_u64(oa_status("wedged"), 0);
	streams_end(&s);
}

igt_main
{
	igt_fixture
		gpu = oa_gpu_note();

	igt_subtest("opens")
		test_opens();
	igt_subtest("rebind-stream-open")
		test_rebind();
	igt_subtest("suspend")
		test_suspend(NULL);
	igt_subtest("suspend-fail_forcewake_left")
		test_suspend("fail_forcewake_left");
	igt_subtest("load-unload")
		test_reload();
	for (size_t i = 0; i < ARRAY_LEN(faults); i++)
		igt_subtest_f("%s", faults[i].name)
			test_fault(&faults[i]);

	igt_fixture {
		igt_debug("%s\n", gpu->pci);
		oa_gpu_recover();
	}
}
