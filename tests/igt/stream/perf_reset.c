// SPDX-License-Identifier: GPL-2.0-only
/*
 * GT resets under a stream, and a render engine that does not work.
 *
 * hardware.rst 7.7: a full reset clears the OA unit. A reset of the render engine
 * clears only the context, which counting needs from Broadwell on. The stream resumes,
 * and announces the reset as a loss.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "oa_lib.h"

#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define DISABLED	I915_PERF_FLAG_DISABLED
/* Reports every 1.3 ms */
#define STROBE_BIT	13
/* A value for a register of custom events, other than the self-test's */
#define OTHER_CEC	0x00000005

static bool has_context(void)
{
	return oa_facts()->ctx_valid;
}

/*
 * A small buffer, which each restart of the unit poisons. A host that stops the guest must not make
 * it overflow, since a reset after an overflow loses an unknown number: the simulated GPU writes
 * up to 4096 reports at once.
 */
static u64 small_buffer(void)
{
	const u64 ring = oa_facts()->ring, enough = 2 << 20;

	return ring < enough ? 128 << 10 : enough;
}

/* A report in flight during the reset is lost, and not counted. */
static void reset_gt(struct oa_session *s, const char *what)
{
	oa_reset_gt(what);
	s->accounts.in_flight++;
}

/* Let the unit write so many reports that nobody reads. */
static void leave_unread(u64 reports)
{
	if (oa_sim_present())
		oa_sim_wait_written(reports);
	else
		oa_sleep_ms(reports * oa_period_ns(STROBE_BIT) / 1000000);
}

/*
 * Read until the buffer was lost @lost times, then this many samples. Reports in sight come before
 * the loss. If the host has stopped the guest, they are more than one read takes.
 */
static void collect_behind(struct oa_session *s, u64 lost, u64 samples)
{
	unsigned int more = 100;

	oa_tally_restart(&s->tally);
	while (s->tally.buffer_lost < lost && more--)
		oa_collect(s->stream, &s->tally, 1, 64 << 10);
	oa_collect(s->stream, &s->tally, samples, 64 << 10);
}

static void test_full(void)
{
	struct oa_session s;

	oa_session_simple(&s, 0, STROBE_BIT);
	oa_collect(s.stream, &s.tally, 20, 64 << 10);
	reset_gt(&s, "full");
	collect_behind(&s, 1, 20);
	igt_assert_eq_u64(s.tally.buffer_lost, 1);
	igt_assert_eq_u64(oa_status("resets"), 1);
	oa_session_close(&s);
}

/* Read up to a sample that is not written yet, with all losses before it. */
static void collect_written(struct oa_session *s)
{
	u64 written = oa_sim_u64("produced") - s->accounts.produced;

	do
		oa_collect(s->stream, &s->tally, 20, 64 << 10);
	while (s->tally.samples <= written);
}

/*
 * An i915 that was unbound releases the power domains when its last file is closed. That is no
 * reset: once the domains are awake again, the unit is as before.
 */
static void test_forcewake_stolen(u64 unread)
{
	u8 small[4];
	struct oa_session s;

	oa_sim_require_knob("fail_forcewake_stolen");
	oa_session_simple(&s, 0, STROBE_BIT);
	oa_collect(s.stream, &s.tally, 20, 64 << 10);
	for (int i = 0; i < 3; i++) {
		oa_sim_wait_written(unread);
		oa_sim_write("fail_forcewake_stolen", "1");
		oa_sleep_ms(5);
		/* The first read wakes the unit, even one without room for a record. */
		oa_assert_fails(read(s.stream, small, sizeof(small)), ENOSPC);
		oa_sim_wait_written(unread ? 5 : 0);
		oa_collect(s.stream, &s.tally, 20, 64 << 10);
		collect_written(&s);
		igt_assert_eq_u64(s.tally.buffer_lost, 0);
	}
	igt_assert_eq_u64(oa_status("resets"), 0);
	/* The strobes without a clock are not produced, but the driver announces them. */
	s.accounts.skipped = s.tally.missing;
	oa_session_close(&s);
}

static void release_domains(void)
{
	oa_sim_write("fail_forcewake_stolen", "1");
	oa_sleep_ms(1);
}

/*
 * Each call that accesses a register, not only a read of reports, notices the released power
 * domains and wakes them again: asleep, registers read 0, and ignore writes.
 */
static void test_forcewake_stolen_calls(void)
{
	const bool live = oa_facts()->num_b == 8;
	struct oa_session s;
	u64 mhz, before, after;
	char text[8192];

	oa_sim_require_knob("fail_forcewake_stolen");
	igt_require(oa_status_present());
	oa_session_simple(&s, 0, STROBE_BIT);
	mhz = oa_sysfs_u64("gt_act_freq_mhz");
	oa_collect(s.stream, &s.tally, 5, 64 << 10);

	release_domains();
	igt_assert_neq(oa_reg_read_timestamp(s.drm), 0);
	release_domains();
	igt_assert_neq(oa_status("tail"), 0);
	release_domains();
	igt_assert_eq_u64(oa_sysfs_u64("gt_act_freq_mhz"), mhz);
	if (live) {
		release_domains();
		igt_assert_lt(0, oa_read_text(oa_driver_file("oa_counters"), text, sizeof(text)));
		igt_assert(oa_line_u64(text, "before", &before) && before);
		igt_assert(oa_line_u64(text, "after", &after) && before <= after);
	}
	/* The stream resumes, also after a stop and a start. */
	oa_collect(s.stream, &s.tally, 5, 64 << 10);
	igt_assert_eq_u64(oa_status("resets"), 0);
	release_domains();
	oa_assert_ok(oa_ioctl(s.stream, I915_PERF_IOCTL_DISABLE, NULL));
	release_domains();
	oa_assert_ok(oa_ioctl(s.stream, I915_PERF_IOCTL_ENABLE, NULL));
	oa_tally_restart(&s.tally);
	oa_collect(s.stream, &s.tally, 5, 64 << 10);
	igt_assert_eq_u64(oa_status("resets"), 0);
	/* The close restores the registers. */
	release_domains();
	/* Strobes without a clock are lost, also those before the first report of a start. */
	s.accounts.skipped = oa_status("reports_lost");
	oa_session_close(&s);
}

/* The reset wakes a poll, although no more report comes. */
static void test_full_wakes(void)
{
	struct oa_session s;

	/* 84 ms between reports */
	oa_session_simple(&s, NONBLOCK, 19);
	reset_gt(&s, "full");
	igt_assert(oa_poll_in(s.stream, 20000));
	oa_drain(s.stream, &s.tally, 64 << 10);
	igt_assert_eq_u64(s.tally.buffer_lost, 1);
	oa_tally_restart(&s.tally);
	oa_collect(s.stream, &s.tally, 3, 64 << 10);
	oa_session_close(&s);
}

/*
 * A GPU that loses its power under a stream loses the GGTT entries, which no reset does. The stream
 * ends with EIO, seen by a waiter too. Once the driver was bound again, the next one works.
 */
static void test_power_cycle(void)
{
	static u8 records[64 << 10];
	struct oa_session s;

	oa_sim_require_knob("power_cycle");
	oa_gpu_note();
	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	oa_collect(s.stream, &s.tally, 20, 64 << 10);
	oa_sim_write("power_cycle", "1");
	/* Reports in sight come first. */
	igt_assert(oa_wait_until(read(s.stream, records, sizeof(records)) < 0 && errno == EIO,
				 20000));
	for (int i = 0; i < 3; i++) {
		igt_assert(oa_poll_in(s.stream, 20000));
		oa_assert_fails(read(s.stream, records, sizeof(records)), EIO);
	}
	oa_assert_ok(close(s.stream));
	close(s.drm);
	/* The driver's own entries are lost as well. */
	igt_assert(oa_gpu_write("unbind"));
	oa_gpu_recover();
	oa_sim_reset();
	oa_gpu_assert_works();
}

/* Where counting needs a context, the reset loses it; elsewhere the stream does not notice. */
static void test_render(u64 unread)
{
	unsigned int more = 100;
	struct oa_session s;

	oa_session_simple(&s, 0, STROBE_BIT);
	oa_collect(s.stream, &s.tally, 20, 64 << 10);
	leave_unread(unread);
	reset_gt(&s, "render");
	collect_behind(&s, 0, 20);
	while (has_context() && !s.tally.report_lost && more--)
		oa_collect(s.stream, &s.tally, 20, 64 << 10);
	igt_assert_eq_u64(s.tally.buffer_lost, 0);
	if (has_context())
		igt_assert_lte(1, s.tally.report_lost);
	igt_assert_eq_u64(oa_status("resets"), has_context());
	oa_session_close(&s);
}

/* A disabled stream notices the reset when it is enabled, and loses nothing. */
static void test_while_disabled(const char *what)
{
	struct oa_session s;

	oa_session_simple(&s, DISABLED, STROBE_BIT);
	reset_gt(&s, what);
	igt_assert_eq(oa_stream_enable(s.stream), 0);
	oa_collect(s.stream, &s.tally, 20, 64 << 10);
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
}

/* No read between the reset and the close. */
static void test_unnoticed(const char *what)
{
	struct oa_session s;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	oa_sleep_ms(20);
	reset_gt(&s, what);
	oa_session_close(&s);
}

static void test_repeated(void)
{
	struct oa_session s;

	oa_session_simple(&s, 0, STROBE_BIT);
	for (int i = 1; i <= 5; i++) {
		oa_collect(s.stream, &s.tally, 10, 64 << 10);
		reset_gt(&s, "full");
		collect_behind(&s, i, 10);
		igt_assert_eq_u64(s.tally.buffer_lost, i);
	}
	igt_assert_eq_u64(oa_status("resets"), 5);
	oa_session_close(&s);
}

/*
 * Open, with a GT reset after the @nth register write. Return: false if there are fewer.
 *
 * The buffer is small, since there are a hundred opens: if each GGTT entry is a message to another
 * process, the entries take most of the time of an open.
 */
static bool open_with_reset(u32 flags, u64 nth)
{
	struct oa_session s;
	char count[24];
	bool hit;

	snprintf(count, sizeof(count), "%llu", (unsigned long long)nth);
	oa_session_prepare(&s);
	oa_sim_write("fail_reset_at_write", count);
	s.stream = oa_open_props(s.drm, flags, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT),
				 OA_PROP_BUFFER_SIZE, small_buffer());
	hit = !oa_sim_u64("fail_reset_at_write");
	oa_sim_write("fail_reset_at_write", "0");
	igt_assert_f(s.stream >= 0, "reset after write %llu: the open failed with %d",
		     (unsigned long long)nth, errno);
	if (flags & DISABLED)
		igt_assert_eq(oa_stream_enable(s.stream), 0);
	s.accounts.in_flight++;
	oa_tally_init(&s.tally, OA_BYTES, STROBE_BIT);
	oa_collect(s.stream, &s.tally, 4, 64 << 10);
	/* The reset may have come after the start of the stream. */
	igt_assert_lte(s.tally.buffer_lost, 1);
	igt_assert_f(!oa_sim_violations(), "reset after write %llu: %s", (unsigned long long)nth,
		     oa_sim_text("violations"));
	oa_session_close(&s);
	return hit;
}

/* An open notices a reset at any point, and starts over. */
static void test_in_open(u32 flags)
{
	u64 nth = 0;

	oa_sim_require_knob("fail_reset_at_write");
	while (open_with_reset(flags, nth + 1))
		nth++;
	igt_info("the open makes %llu register writes\n", (unsigned long long)nth);
	igt_assert_lte(10, nth);
}

/* A reset in each attempt of an open: it fails in the end, and leaves nothing behind. */
static void test_in_each_open(void)
{
	struct oa_session s;

	oa_session_prepare(&s);
	oa_sim_require_knob("fail_reset_again");
	oa_sim_write("fail_reset_again", "8");
	oa_sim_write("fail_reset_at_write", "8");
	oa_assert_fails(oa_open_props(s.drm, 0, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT)), EIO);
	oa_sim_write("fail_reset_again", "0");
	oa_sim_write("fail_reset_at_write", "0");
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT));
	oa_session_close(&s);
}

/* Return: false if the GT was not reset during the DISABLE, as it came after fewer writes */
static bool disable_with_resets(u64 nth)
{
	struct oa_session s;
	char count[24];
	u64 resets;

	snprintf(count, sizeof(count), "%llu", (unsigned long long)nth);
	oa_session_prepare(&s);
	s.stream = oa_open_props(s.drm, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT),
				 OA_PROP_BUFFER_SIZE, small_buffer(), OA_PROP_KEEP_UNREAD, 1);
	igt_assert_fd(s.stream);
	s.accounts.in_flight++;
	igt_assert(oa_poll_in(s.stream, 20000));
	resets = oa_status("resets");
	oa_sim_write("fail_reset_again", count);
	oa_reset_gt("full");
	oa_sim_write("fail_reset_at_write", count);
	/* Each may be the one that the driver can't recover from. */
	igt_assert(!oa_stream_disable(s.stream) || errno == EIO);
	resets = oa_status("resets") - resets;
	/* Each found the unit started again, and may have caught another report. */
	s.accounts.in_flight += resets;
	oa_sim_write("fail_reset_again", "0");
	oa_sim_write("fail_reset_at_write", "0");
	igt_assert_f(resets <= 8, "each after %llu writes: %llu resets", (unsigned long long)nth,
		     (unsigned long long)resets);
	oa_session_close(&s);
	return resets;
}

/* A DISABLE that keeps what is unread ends, though the GT is reset each time it was programmed. */
static void test_in_disable(void)
{
	u64 nth = 1;

	oa_sim_require_knob("fail_reset_again");
	oa_status_require();
	while (nth < 200 && disable_with_resets(nth))
		nth++;
}

/* An open whose commands cannot run fails, and leaves nothing behind. */
static void test_dead_engine(const char *knob)
{
	struct oa_session s;

	oa_session_prepare(&s);
	oa_sim_require_knob(knob);
	oa_sim_write(knob, "1");
	oa_assert_fails(oa_open_props(s.drm, 0, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT)), EIO);
	oa_sim_write(knob, "0");
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT));
	oa_session_close(&s);
}

/* The knob that keeps this platform's engine from running commands */
static const char *engine_knob(void)
{
	const char *knob = has_context() ? "fail_context_never_loads" : "fail_ring_hang";

	igt_require_f(has_context() || !strcmp(oa_facts()->name, "hsw"),
		      "no engine writes metric sets on this platform");
	oa_sim_require_knob(knob);
	return knob;
}

/* A set that differs from the self-test's in one register, and the values of that register. */
static u64 other_set(int drm, u32 *offset)
{
	char uuid[37];
	int id;

	oa_uuid_fresh(uuid);
	*offset = oa_facts()->cec;
	id = oa_config_add_boolean(drm, uuid, *offset, OTHER_CEC);
	igt_assert_lt(0, id);
	return id;
}

/*
 * The engine does not write another set: the call fails, the old set stays in use, and the stream
 * resumes.
 */
static void test_config_fails(u32 flags)
{
	const char *knob = engine_knob();
	struct oa_session s;
	u32 offset, cec;
	u64 old, other;

	oa_session_prepare(&s);
	old = oa_config_selftest(s.drm);
	other = other_set(s.drm, &offset);
	oa_session_open_props(&s, flags, OA_BASE_PROPS(old, OA_FORMAT, STROBE_BIT));
	cec = oa_sim_register(offset);
	igt_assert_neq(cec, OTHER_CEC);

	oa_sim_write(knob, "1");
	oa_assert_fails(oa_stream_config(s.stream, other), EIO);
	igt_assert_eq_u64(oa_sim_u64(knob), 0);
	igt_assert_eq_u32(oa_sim_register(offset), cec);
	if (flags & DISABLED)
		igt_assert_eq(oa_stream_enable(s.stream), 0);
	collect_behind(&s, 0, 10);
	igt_assert_eq_u64(s.tally.report_lost, !(flags & DISABLED));
	igt_assert_eq_u64(s.tally.buffer_lost, 0);

	igt_assert_eq(oa_stream_config(s.stream, other), old);
	igt_assert_eq_u32(oa_sim_register(offset), OTHER_CEC);
	collect_behind(&s, 0, 10);
	igt_assert_eq_u64(s.tally.report_lost, !(flags & DISABLED));
	s.accounts.in_flight++;
	oa_session_close(&s);
}

/* The engine does not recover: no report is delivered as one of the old set. */
static void test_config_fails_for_good(void)
{
	const char *knob = engine_knob();
	struct oa_session s;
	u32 offset;
	u64 old, other;
	char buf[4096];

	oa_session_prepare(&s);
	old = oa_config_selftest(s.drm);
	other = other_set(s.drm, &offset);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(old, OA_FORMAT, STROBE_BIT));

	oa_sim_write(knob, "1000");
	oa_assert_fails(oa_stream_config(s.stream, other), EIO);
	oa_assert_fails(read(s.stream, buf, sizeof(buf)), EIO);
	oa_assert_fails(oa_stream_config(s.stream, other), EIO);
	oa_sim_write(knob, "0");
	oa_sleep_ms(10);
	oa_drain(s.stream, &s.tally, 64 << 10);
	igt_assert_eq(oa_stream_config(s.stream, other), old);
	s.accounts.in_flight++;
	oa_session_close(&s);
}

/* A reset right before the call. On Haswell one of the engine leaves the unit running. */
static void test_config_after_reset(const char *what)
{
	const bool full = !strcmp(what, "full");
	struct oa_session s;
	u32 offset;
	u64 old, other;

	oa_session_prepare(&s);
	old = oa_config_selftest(s.drm);
	other = other_set(s.drm, &offset);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(old, OA_FORMAT, STROBE_BIT));
	reset_gt(&s, what);
	igt_assert_eq(oa_stream_config(s.stream, other), old);
	if (oa_sim_present())
		igt_assert_eq_u32(oa_sim_register(offset), OTHER_CEC);
	collect_behind(&s, full, 10);
	igt_assert_eq_u64(s.tally.buffer_lost, full);
	oa_session_close(&s);
}

igt_main
{
	igt_fixture {
		oa_gpu_require();
		oa_reset_require();
	}

	igt_oa_effect(OA_RESETS);
	oa_subtest("full", test_full());
	oa_subtest("forcewake-stolen", test_forcewake_stolen(0));
	oa_subtest("forcewake-stolen-late", test_forcewake_stolen(60));
	oa_subtest("forcewake-stolen-calls", test_forcewake_stolen_calls());
	oa_subtest("full-wakes", test_full_wakes());
	oa_subtest("render", test_render(0));
	/* A reader that is late first gets what was written before. */
	oa_subtest("render-late", test_render(60));
	oa_subtest("full-while-disabled", test_while_disabled("full"));
	oa_subtest("render-while-disabled", test_while_disabled("render"));
	oa_subtest("full-unnoticed", test_unnoticed("full"));
	oa_subtest("render-unnoticed", test_unnoticed("render"));
	oa_subtest("again-and-again", test_repeated());
	oa_subtest("in-open", test_in_open(0));
	oa_subtest("in-disabled-open", test_in_open(DISABLED));
	igt_subtest("in-each-open") {
		/* With a context, a reset during the driver's reset is a violation. */
		igt_require_f(!strcmp(oa_facts()->name, "hsw"),
			      "only a ring stops without a reset");
		test_in_each_open();
	}
	igt_subtest("in-disable") {
		igt_require_f(!strcmp(oa_facts()->name, "hsw"),
			      "only a ring stops without a reset");
		test_in_disable();
	}
	oa_subtest("config-fails", test_config_fails(0));
	oa_subtest("config-fails-while-disabled", test_config_fails(DISABLED));
	oa_subtest("config-fails-for-good", test_config_fails_for_good());
	oa_subtest("config-after-reset", test_config_after_reset("full"));
	oa_subtest("config-after-render-reset", test_config_after_reset("render"));
	igt_subtest("context-never-loads") {
		igt_require_f(has_context(), "nothing has a context to load");
		test_dead_engine("fail_context_never_loads");
	}
	igt_subtest("ring-hangs") {
		igt_require_f(!strcmp(oa_facts()->name, "hsw"),
			      "the driver runs no ring without a context on this platform");
		test_dead_engine("fail_ring_hang");
	}

	igt_oa_effect(OA_UNBINDS);
	oa_subtest("power-cycle", test_power_cycle());
}
