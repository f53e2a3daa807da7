// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf events over a suspend of the system, beside a GPU that does not wake from it at once or at
 * all, and where the unit can't be made to count. pmu.rst, When the GPU sleeps or fails.
 */
#include <string.h>

#include "oa_pmu.h"

#define BIT_USED	13
#define ASLEEP_S	2
#define ROUNDS		2
/*
 * At least. The kernel counts loops, of which an emulated processor may have found too few in a
 * jiffy when it started on a busy host.
 */
#define ASLEEP_NS	100000000ull
/* The simulated clock may be 20 ms behind whenever a count begins or stops to go on. */
#define BEHIND_NS	100000000ull
#define NUM_EVENTS	3

enum { TIME, CLOCKS, ACTIVE };

/** struct counting - some events, and the stream of a user */
struct counting {
	/** @events: those of TIME, CLOCKS and ACTIVE */
	int events[NUM_EVENTS];
	/** @num: how many of them are open */
	int num;
	/** @s: the stream, -1: none */
	struct oa_session s;
};

static void all_counted(const struct counting *c)
{
	for (int i = 0; i < c->num; i++)
		igt_assert_f(oa_wait_until(oa_pmu_counted(c->events[i]), 15000),
			     "event %d is not counted", i);
}

static void counting_begin(struct counting *c, int num, bool beside)
{
	const u32 codes[NUM_EVENTS] = { OA_PMU_TIME, oa_pmu_clocks(), oa_pmu_active() };

	c->num = num;
	for (int i = 0; i < num; i++)
		c->events[i] = oa_pmu_open(codes[i]);
	c->s.stream = -1;
	if (beside)
		oa_session_simple(&c->s, I915_PERF_FLAG_FD_NONBLOCK, BIT_USED);
	/* Such a stream has another set than the driver's, and may exclude EU.ACTIVE. */
	if (beside && num > ACTIVE && oa_facts()->flex)
		close(c->events[--c->num]);
	all_counted(c);
}

static void counting_end(struct counting *c)
{
	if (c->s.stream >= 0) {
		close(c->s.stream);
		close(c->s.drm);
	}
	for (int i = 0; i < c->num; i++)
		close(c->events[i]);
	igt_assert(oa_wait_until(oa_status_is("stream", "closed"), 5000));
	igt_assert(oa_status_is("counting", "0"));
	igt_assert_eq_u64(oa_sim_violations(), 0);
}

/*
 * Each event has counted for at most as long as its running time says, and for no longer than the
 * GPU was awake.
 */
static void expect_sensible(const struct oa_pmu_value *v, int num, u64 slipped)
{
	const u64 ns = oa_pmu_ns(v[TIME].count);

	for (int i = 0; i < num; i++)
		igt_assert_lte(ROUNDS * ASLEEP_NS, v[i].enabled - v[i].running);
	/* The same time by the GPU and by perf */
	igt_assert_lte(ns, v[TIME].running + BEHIND_NS);
	igt_assert_lte(v[TIME].running, ns + slipped + BEHIND_NS);
	if (num > CLOCKS) {
		igt_assert_lt(0, v[CLOCKS].count);
		igt_assert_lte(v[CLOCKS].count, v[CLOCKS].running * 2);	/* less than 2 GHz */
	}
	if (num > ACTIVE) {
		igt_assert_lt(0, v[ACTIVE].count);
		igt_assert_lte(v[ACTIVE].count, v[ACTIVE].running * 2 * oa_pmu_caps("eus"));
	}
}

/* Counts stand still while the system sleeps, and go on from there. */
static void test_suspend(bool beside)
{
	struct oa_pmu_value v[NUM_EVENTS];
	u64 slipped = oa_sim_slipped_ns();
	struct counting c;

	oa_suspend_require();
	counting_begin(&c, NUM_EVENTS, beside);
	for (int i = 0; i < c.num; i++)
		v[i] = oa_pmu_read(c.events[i]);
	for (int round = 0; round < ROUNDS; round++) {
		oa_assert_ok(oa_suspend(ASLEEP_S));
		all_counted(&c);
	}
	for (int i = 0; i < c.num; i++)
		v[i] = oa_pmu_since(c.events[i], &v[i]);
	expect_sensible(v, c.num, oa_sim_slipped_ns() - slipped);
	counting_end(&c);
}

/*
 * After a suspend the GPU misses acknowledges, so it does not wake just then, nor perhaps the next
 * times. A user's stream may end for it. The events go on in any case, without help.
 */
static void test_missed(unsigned int missed, int num, bool beside)
{
	struct oa_pmu_value v[NUM_EVENTS];
	struct counting c;
	char text[16];

	oa_suspend_require();
	oa_sim_require_knob("fail_forcewake_missed");
	counting_begin(&c, num, beside);
	for (int i = 0; i < c.num; i++)
		v[i] = oa_pmu_read(c.events[i]);
	snprintf(text, sizeof(text), "%u", missed);
	oa_sim_write("fail_forcewake_missed", text);
	oa_assert_ok(oa_suspend(0));
	all_counted(&c);
	oa_sim_write("fail_forcewake_missed", "0");
	for (int i = 0; i < c.num; i++) {
		v[i] = oa_pmu_since(c.events[i], &v[i]);
		igt_assert_lt(v[i].running, v[i].enabled);
	}
	if (num > CLOCKS)
		igt_assert_lte(v[CLOCKS].count, v[CLOCKS].running * 2);
	counting_end(&c);
}

/* The GPU does not wake at all. Events stand still until it does and somebody asks it. */
static void test_resume_fails(int num)
{
	struct oa_pmu_value v[NUM_EVENTS];
	struct counting c, more;

	oa_suspend_require();
	oa_sim_require_knob("fail_forcewake_ack");
	counting_begin(&c, num, false);
	oa_sim_write("fail_forcewake_ack", "1");
	oa_assert_ok(oa_suspend(0));
	for (int i = 0; i < c.num; i++)
		v[i] = oa_pmu_read(c.events[i]);
	/* By now the driver has given up. */
	oa_sleep_ms(oa_facts()->flex ? 10000 : 3000);
	for (int i = 0; i < c.num; i++) {
		v[i] = oa_pmu_since(c.events[i], &v[i]);
		igt_assert_eq_u64(v[i].count, 0);
		igt_assert_eq_u64(v[i].running, 0);
	}
	oa_sim_write("fail_forcewake_ack", "0");
	/* It is enough to ask for what needs no unit. */
	counting_begin(&more, 1, false);
	all_counted(&c);
	close(more.events[TIME]);
	counting_end(&c);
}

static void expect_refused(u32 code)
{
	struct perf_event_attr attr = { .type = oa_pmu_type(), .config = code };

	igt_assert_eq(oa_pmu_try(&attr, -1, oa_pmu_cpu(), -1), -1);
	igt_assert_eq(errno, EIO);
}

/* The GPU does not wake for the first event, which is refused. The next one is not. */
static void test_open_fails(void)
{
	struct counting c;

	oa_sim_require_knob("fail_forcewake_ack");
	oa_sim_write("fail_forcewake_ack", "1");
	expect_refused(OA_PMU_TIME);
	expect_refused(oa_pmu_active());
	/* While the GPU does not wake its status can't be read. */
	oa_sim_write("fail_forcewake_ack", "0");
	igt_assert(oa_status_is("stream", "closed"));
	igt_assert(oa_status_is("counting", "0"));
	counting_begin(&c, NUM_EVENTS, false);
	counting_end(&c);
}

/* The knob that keeps this platform's engine from running what the unit needs, N times */
static const char *engine_knob(void)
{
	const char *knob = oa_facts()->flex ? "fail_context_never_loads" : "fail_ring_hang";

	igt_require_f(oa_facts()->flex || !strcmp(oa_facts()->name, "hsw"),
		      "the unit needs no engine here");
	oa_sim_require_knob(knob);
	return knob;
}

/* The engine does not work: events of the unit are refused, and the clock is counted. */
static void test_engine_fails(void)
{
	const char *knob = engine_knob();
	struct counting c, more;

	counting_begin(&c, 1, false);
	oa_sim_write(knob, "1");
	expect_refused(oa_pmu_active());
	all_counted(&c);
	igt_assert(oa_status_is("stream", "closed"));
	igt_assert(oa_status_is("counting", "1"));
	oa_sim_write(knob, "0");
	counting_begin(&more, NUM_EVENTS, false);
	for (int i = 0; i < more.num; i++)
		close(more.events[i]);
	counting_end(&c);
}

/* When a user's stream closes the driver can't take the unit at first. It tries again by itself. */
static void test_take_back_fails(void)
{
	const char *knob = engine_knob();
	struct counting c;
	int drm, stream;

	counting_begin(&c, NUM_EVENTS, false);
	drm = oa_drm_open();
	stream = oa_open_props(drm, 0, OA_BASE_PROPS(oa_config_selftest(drm), OA_FORMAT,
						     BIT_USED));
	igt_assert_fd(stream);
	oa_sim_write(knob, "1000000");
	close(stream);
	close(drm);
	/* The driver waits 2 s for an engine, each time. */
	oa_sleep_ms(3000);
	igt_assert(!oa_pmu_counted(c.events[ACTIVE]));
	oa_sim_write(knob, "0");
	all_counted(&c);
	igt_assert(oa_status_is("stream", "own"));
	counting_end(&c);
}

igt_main
{
	igt_fixture
		oa_gpu_require();

	igt_fixture {
		oa_pmu_require();
		oa_sim_require();
		oa_sim_reset();
	}

	igt_subtest("suspend")
		test_suspend(false);
	igt_subtest("suspend-beside")
		test_suspend(true);
	for (unsigned int missed = 1; missed <= 6; missed++) {
		igt_subtest_f("missed-%u", missed)
			test_missed(missed, NUM_EVENTS, false);
		igt_subtest_f("missed-%u-time", missed)
			test_missed(missed, 1, false);
		igt_subtest_f("missed-%u-beside", missed)
			test_missed(missed, NUM_EVENTS, true);
	}
	igt_subtest("resume-fails")
		test_resume_fails(NUM_EVENTS);
	igt_subtest("resume-fails-time")
		test_resume_fails(1);
	igt_subtest("open-fails")
		test_open_fails();
	igt_subtest("engine-fails")
		test_engine_fails();
	igt_subtest("take-back-fails")
		test_take_back_fails();
	igt_fixture
		if (oa_sim_present())
			igt_assert_eq_u64(oa_sim_violations(), 0);
}
