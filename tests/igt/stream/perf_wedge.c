// SPDX-License-Identifier: GPL-2.0-only
/*
 * A GPU that does not stop. Its memory must never be freed or used again: architecture.rst, "What
 * always holds", 7. The simulated GPU continues to write, through the GGTT entries that it has
 * cached (fail_gtt_flush), and counts a violation if one of them changed, or leads to a page that
 * is free. Freed pages are most likely allocated next, so the tests allocate memory and check
 * whether the GPU writes there.
 */
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "oa_lib.h"

#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
/* Reports every 1.3 ms */
#define STROBE_BIT	13
#define WITNESS		(8u << 20)

static bool has_context(void)
{
	return oa_facts()->ctx_valid;
}

static bool has_engine(void)
{
	return has_context() || !strcmp(oa_facts()->name, "hsw");
}

static int open_stream(const struct oa_session *s)
{
	return oa_open_props(s->drm, NONBLOCK, OA_BASE_PROPS(s->set, OA_FORMAT, STROBE_BIT));
}

static void set(const char *knob)
{
	oa_sim_require_knob(knob);
	oa_sim_write(knob, "1");
}

/*
 * Only these rules may be broken. They are about what an OA unit needs while it is on, and what one
 * that can't be turned off loses in the end: bus mastering, power, clocks.
 */
static void assert_memory_kept(void)
{
	static const char * const allowed[] = { "bus_master", "oa_asleep", "clock_gating" };
	char *text = oa_sim_text("violations");
	u64 total = 0, others = 0;

	igt_assert(oa_line_u64(text, "total", &total));
	for (size_t i = 0; i < ARRAY_LEN(allowed); i++) {
		u64 count = 0;

		oa_line_u64(text, allowed[i], &count);
		others += count;
	}
	if (total != others)
		igt_info("violations:\n%s", text);
	igt_assert_eq_u64(total, others);
	free(text);
}

static u8 *new_memory(void)
{
	u8 *memory = mmap(NULL, WITNESS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			  -1, 0);

	igt_assert(memory != MAP_FAILED);
	memset(memory, 0x5a, WITNESS);
	return memory;
}

static void assert_untouched(u8 *memory)
{
	for (size_t i = 0; i < WITNESS; i++)
		if (memory[i] != 0x5a)
			igt_assert_f(0, "the GPU wrote to memory of this process, at %#zx", i);
	munmap(memory, WITNESS);
}

static void assert_wedged(const struct oa_session *s)
{
	igt_assert_eq_u64(oa_status("wedged"), 1);
	oa_assert_fails(open_stream(s), EIO);
	assert_memory_kept();
}

static void unbind(void)
{
	u8 *memory;

	igt_assert(oa_gpu_write("unbind"));
	memory = new_memory();
	/* Long enough for some writes of a GPU that has not stopped */
	oa_sleep_ms(50);
	assert_untouched(memory);
	assert_memory_kept();
}

/* Repair the wedged GPU, and bind it again: then it works as before. */
static void repair(struct oa_session *s)
{
	close(s->drm);
	oa_sim_reset();
	oa_reset_gt("full");
	oa_gpu_recover();
	oa_sim_write("violations", "0");
	oa_session_simple(s, NONBLOCK, STROBE_BIT);
	igt_assert_eq_u64(oa_status("wedged"), 0);
	oa_session_close(s);
}

/* An engine that hangs is not always ready for its reset. It is reset all the same. */
static void test_never_ready(const char *knob)
{
	struct oa_session s;

	oa_session_prepare(&s);
	set("fail_ring_hang");
	set(knob);
	oa_assert_fails(open_stream(&s), EIO);
	igt_assert_eq_u64(oa_status("wedged"), 0);
	close(s.drm);
	/* The same for an engine that works */
	for (int i = 0; i < 2; i++) {
		oa_session_prepare(&s);
		set(knob);
		s.stream = open_stream(&s);
		igt_assert_fd(s.stream);
		oa_session_close(&s);
	}
	igt_assert_eq_u64(oa_status("wedged"), 0);
}

/* The open fails, and the engine neither stops nor is reset. */
static void test_engine(const char *knob)
{
	struct oa_session s;

	oa_session_prepare(&s);
	set("fail_ring_hang");
	set(knob);
	oa_assert_fails(open_stream(&s), EIO);
	assert_wedged(&s);
	unbind();
	repair(&s);
}

/* The engine continues to write: after the failed open, and without the driver. */
static void test_engine_writes(void)
{
	struct oa_session s;
	u8 *memory;
	u64 writes;

	oa_session_prepare(&s);
	set("fail_ring_hang");
	set("fail_runs_on");
	oa_assert_fails(open_stream(&s), EIO);
	memory = new_memory();
	writes = oa_sim_u64("runaway_writes");
	igt_assert_lt(0, writes);
	igt_assert(oa_wait_until(oa_sim_u64("runaway_writes") > writes + 10, 20000));
	assert_untouched(memory);
	assert_wedged(&s);
	writes = oa_sim_u64("runaway_writes");
	unbind();
	igt_assert(oa_wait_until(oa_sim_u64("runaway_writes") > writes + 10, 20000));
	assert_memory_kept();
	repair(&s);
}

/* The engine works, but does not stop when the stream closes. */
static void test_engine_at_close(void)
{
	struct oa_session s;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	set("fail_gtt_flush");
	set("fail_runs_on");
	oa_assert_ok(close(s.stream));
	assert_wedged(&s);
	unbind();
	repair(&s);
}

static void reports_come(void)
{
	u64 produced = oa_sim_u64("produced");

	igt_assert(oa_wait_until(oa_sim_u64("produced") > produced + 3, 20000));
}

/* The OA unit continues to write after the close, into the stream's memory. */
static void test_unit_at_close(void)
{
	struct oa_session s;
	u8 *memory;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	set("fail_gtt_flush");
	set("fail_oacontrol");
	oa_assert_ok(close(s.stream));
	memory = new_memory();
	/* Where counting needs a context, the engine has lost it. */
	if (!has_context())
		reports_come();
	assert_untouched(memory);
	assert_wedged(&s);
	unbind();
	repair(&s);
}

/* It does not stop when it is disabled: it can't be enabled again. */
static void test_unit_at_disable(void)
{
	struct oa_session s;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	set("fail_gtt_flush");
	set("fail_oacontrol");
	oa_assert_ok(oa_stream_disable(s.stream));
	reports_come();
	oa_assert_fails(oa_stream_enable(s.stream), EIO);
	oa_assert_ok(close(s.stream));
	assert_wedged(&s);
	unbind();
	repair(&s);
}

/* It does not stop for the restart after an overflow: the stream ends with an error. */
static void test_unit_at_overflow(void)
{
	static u8 records[1 << 16];
	struct oa_session s;
	ssize_t got;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	set("fail_gtt_flush");
	set("fail_oacontrol");
	oa_sim_write("fail_overflow", "1");
	igt_assert(oa_wait_until((got = read(s.stream, records, sizeof(records))) < 0 &&
				 errno != EAGAIN, 20000));
	igt_assert_eq(errno, EIO);
	igt_assert(oa_poll_in(s.stream, 0));
	reports_come();
	oa_assert_ok(close(s.stream));
	assert_wedged(&s);
	unbind();
	repair(&s);
}

/* The GPU is unbound while the stream is open: the file stays, and so does the memory. */
static void test_unbind_open(void)
{
	struct oa_session s;
	u8 byte;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	set("fail_gtt_flush");
	set("fail_oacontrol");
	unbind();
	oa_assert_fails(read(s.stream, &byte, 1), ENODEV);
	close(s.stream);
	assert_memory_kept();
	repair(&s);
}

/*
 * The unit was left running by the driver's last instance, as firmware or a kernel that crashed may
 * leave it. The next instance stops it before it programs its own buffer: all reports of the new
 * stream are in that buffer, and are in order.
 */
static void test_left_running(void)
{
	struct oa_session s;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	set("fail_oacontrol");
	unbind();
	close(s.stream);
	close(s.drm);
	oa_sim_write("fail_oacontrol", "0");
	oa_gpu_recover();
	/* No rule about a running unit is broken. */
	assert_memory_kept();
	oa_sim_write("violations", "0");
	oa_session_simple(&s, 0, STROBE_BIT);
	oa_collect(s.stream, &s.tally, 100, 1 << 16);
	oa_tally_assert_whole(&s.tally);
	igt_assert_eq_u64(oa_status("wedged"), 0);
	oa_session_close(&s);
}

/* It does not stop for the next instance either, which then does not bind. */
static void test_left_for_good(void)
{
	struct oa_session s;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	set("fail_gtt_flush");
	set("fail_oacontrol");
	unbind();
	close(s.stream);
	igt_assert(!oa_gpu_write("bind"));
	assert_memory_kept();
	repair(&s);
}

/* The unit's register reads as off, but lines still land in the buffer: no stream can use it. */
static void test_writes_on(void)
{
	struct oa_session s;

	/* No report lands where the stray lines do. */
	oa_session_simple(&s, NONBLOCK, oa_silent());
	set("fail_oa_writes_on");
	oa_assert_ok(oa_stream_disable(s.stream));
	oa_sleep_ms(50);
	oa_assert_fails(oa_stream_enable(s.stream), EIO);
	oa_assert_ok(close(s.stream));
	assert_wedged(&s);
	unbind();
	repair(&s);
}

/*
 * The same at the restart after an overflow: the stream ends. It is still enabled, and the unit
 * off, so a report by command would have no counters.
 */
static void test_writes_on_overflow(void)
{
	static u8 records[1 << 16];
	u32 report[64];
	struct drm_i915_oa_report args = {
		.ptr = (uintptr_t)report, .size = sizeof(report), .report_id = 1,
	};
	struct oa_session s;
	ssize_t got;

	/* As above: the driver looks for late lines behind the newest report. */
	oa_session_simple(&s, NONBLOCK, oa_silent());
	set("fail_oa_writes_on");
	oa_sim_write("fail_overflow", "1");
	igt_assert(oa_wait_until((got = read(s.stream, records, sizeof(records))) < 0 &&
				 errno != EAGAIN, 20000));
	igt_assert_eq(errno, EIO);
	oa_assert_fails(oa_ioctl(s.stream, I915_OA_IOCTL_REPORT, &args), EIO);
	oa_assert_ok(close(s.stream));
	assert_wedged(&s);
	unbind();
	repair(&s);
}

#ifndef HAVE_IGT
/*
 * A subtest fails with a stopped clock, and its stream is closed. That must not wedge the engine:
 * the next subtest has a GPU that works.
 */
static void test_failed_subtest(void)
{
	struct oa_session s;
	int status;
	pid_t pid = fork();

	igt_assert(pid >= 0);
	if (!pid) {
		oa_session_simple(&s, NONBLOCK, STROBE_BIT);
		oa_sim_write("clock", "manual");
		/* Discard the message of the expected failure */
		if (freopen("/dev/null", "w", stderr))
			igt_assert_f(0, "on purpose");
		_exit(IGT_EXIT_SUCCESS);
	}
	igt_assert_eq(waitpid(pid, &status, 0), pid);
	igt_assert(WIFEXITED(status));
	igt_assert_eq(WEXITSTATUS(status), IGT_EXIT_FAILURE);
	igt_assert_eq_u64(oa_status("wedged"), 0);
	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	oa_session_close(&s);
}
#endif

enum end { END_CLOSE, END_DISABLE, END_UNBIND };

/* A GPU that stops, as any should: nothing writes to what was the stream's memory. */
static void test_stops(enum end end)
{
	struct oa_session s;
	u8 *memory;

	for (int i = 0; i < 3; i++) {
		oa_session_simple(&s, NONBLOCK, oa_fast(9));
		oa_collect(s.stream, &s.tally, 100, 1 << 16);
		if (end == END_DISABLE)
			oa_assert_ok(oa_stream_disable(s.stream));
		if (end == END_UNBIND)
			igt_assert(oa_gpu_write("unbind"));
		oa_assert_ok(close(s.stream));
		s.stream = -1;
		memory = new_memory();
		/* Many periods of the timer */
		oa_sleep_ms(50);
		assert_untouched(memory);
		if (end == END_UNBIND) {
			close(s.drm);
			oa_gpu_recover();
			continue;
		}
		igt_assert_eq_u64(oa_status("wedged"), 0);
		oa_session_close(&s);
	}
}

igt_main
{
	igt_fixture
		oa_gpu_note();

	igt_oa_effect(OA_WRITES);
	oa_subtest("stops-at-close", test_stops(END_CLOSE));
	oa_subtest("stops-at-disable", test_stops(END_DISABLE));
	igt_oa_effect(OA_UNBINDS);
	oa_subtest("stops-at-unbind", test_stops(END_UNBIND));

	/* No GPU fails to stop on demand. */
	igt_fixture
		oa_sim_require();

#ifndef HAVE_IGT
	oa_subtest("failed-subtest", test_failed_subtest());
#endif
	igt_subtest("reset-never-ready") {
		igt_require_f(has_context(), "a reset has no ready handshake on this platform");
		test_never_ready("fail_reset_ready");
	}
	igt_subtest("engine-reset-stays") {
		igt_require_f(has_engine(), "the driver does not run the engine on this platform");
		test_engine("fail_gdrst");
	}
	igt_subtest("engine-writes-on") {
		igt_require_f(has_engine(), "the driver does not run the engine on this platform");
		test_engine_writes();
	}
	igt_subtest("engine-writes-on-at-close") {
		igt_require_f(has_engine(), "the driver does not run the engine on this platform");
		test_engine_at_close();
	}
	oa_subtest("unit-at-close", test_unit_at_close());
	oa_subtest("unit-at-disable", test_unit_at_disable());
	oa_subtest("unit-at-overflow", test_unit_at_overflow());
	oa_subtest("unit-unbind-open", test_unbind_open());
	oa_subtest("unit-left-running", test_left_running());
	oa_subtest("unit-left-for-good", test_left_for_good());
	oa_subtest("unit-writes-on", test_writes_on());
	oa_subtest("unit-writes-on-overflow", test_writes_on_overflow());
}
