// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf events while the unit changes hands, and while something takes it: streams that exclude
 * events, resets, and power wells that go. pmu.rst, Who has the unit.
 */
#include "oa_pmu.h"

#define BIT_USED	13

/* A stream takes the unit and gives it back. */
static void change_hands(int drm, u64 set, int clocks, int active)
{
	const int stream = oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, BIT_USED));

	igt_assert_fd(stream);
	igt_assert(oa_status_is("stream", "open"));
	igt_assert(oa_pmu_by_reports() ? oa_wait_until(oa_pmu_counted(clocks), 5000) :
					 oa_pmu_counted(clocks));
	igt_assert_eq(oa_pmu_counted(active), !oa_facts()->flex);
	oa_sleep_ms(20);
	close(stream);
	igt_assert(oa_wait_until(oa_status_is("stream", "own"), 5000));
	igt_assert(oa_wait_until(oa_pmu_counted(active), 5000));
	oa_sleep_ms(20);
}

/* Return: the clock and perf counted the same time, but for what the simulated GPU left out. */
static bool same_time(const struct oa_pmu_value *t, u64 slipped)
{
	const u64 ns = oa_pmu_ns(t->count);

	/* The simulated clock may be up to 20 ms behind before it leaves anything out. */
	return ns <= t->enabled + 10000000 && t->enabled <= ns + slipped + 30000000;
}

/* No count jumps while the unit changes hands. Return: as same_time() */
static bool take_over(int drm, u64 set)
{
	const int time = oa_pmu_open(OA_PMU_TIME), clocks = oa_pmu_open(oa_pmu_clocks());
	const int active = oa_pmu_open(oa_pmu_active());
	u64 slipped = oa_sim_slipped_ns();
	struct oa_pmu_value t, c, a;

	igt_assert(oa_status_is("stream", "own"));
	t = oa_pmu_read(time);
	c = oa_pmu_read(clocks);
	a = oa_pmu_read(active);
	for (int round = 0; round < 5; round++)
		change_hands(drm, set, clocks, active);
	c = oa_pmu_since(clocks, &c);
	a = oa_pmu_since(active, &a);
	t = oa_pmu_since(time, &t);
	slipped = oa_sim_slipped_ns() - slipped;
	/* The clock is counted all the time. */
	igt_assert_eq_u64(t.running, t.enabled);
	/* The others are not while the unit changes hands */
	igt_assert_lt(c.running, c.enabled);
	igt_assert_lt(0, c.count);
	igt_assert_lte(c.count, c.running * 2);	/* less than 2 GHz */
	igt_assert_lt(a.running, a.enabled);
	igt_assert_lt(0, a.count);
	igt_assert_lte(a.count, c.count * oa_pmu_caps("eus"));
	close(time);
	close(clocks);
	close(active);
	igt_assert(oa_status_is("stream", "closed"));
	return same_time(&t, slipped);
}

/* A busy host may stop between perf's look at its clock and the driver's, but not each time. */
static void test_take_over(void)
{
	const int drm = oa_drm_open();
	const u64 set = oa_config_selftest(drm);

	oa_repeat_at_most(5, take_over(drm, set));
	close(drm);
}

/* A stream that does not sample, or with other events, or of one context, excludes what it must. */
static void test_excluded(void)
{
	const u32 group_code = OA_PMU_TIME;
	int drm = oa_drm_open(), stream, time, fixed, b0, leader, member;
	u64 set = oa_config_selftest(drm);
	struct oa_pmu_value v;
	char uuid[37];
	int other;

	stream = oa_open_props(drm, I915_PERF_FLAG_DISABLED,
			       OA_BASE_PROPS(set, OA_FORMAT, BIT_USED));
	igt_assert_fd(stream);
	time = oa_pmu_open(OA_PMU_TIME);
	fixed = oa_pmu_open(OA_PMU_A(2));
	b0 = oa_pmu_open(OA_PMU_B(0));
	leader = oa_pmu_open(group_code);
	member = oa_pmu_open_in(OA_PMU_A(2), leader);
	oa_sleep_ms(50);
	igt_assert(oa_pmu_counted(time));
	v = oa_pmu_read(fixed);
	/* Not 0 but "not counted": exactly no running time */
	igt_assert_eq_u64(v.running, 0);
	igt_assert_eq_u64(v.count, 0);
	igt_assert_lt(0, v.enabled);
	/* A group is counted as a whole; its leader was alone for a moment */
	v = oa_pmu_read(leader);
	oa_sleep_ms(5);
	v = oa_pmu_since(leader, &v);
	igt_assert_eq_u64(v.running, 0);
	igt_assert_eq_u64(v.count, 0);
	/* Disabled events keep what they have been told */
	oa_assert_ok(ioctl(fixed, PERF_EVENT_IOC_DISABLE, 0));
	igt_assert_eq_u64(oa_pmu_read(fixed).running, 0);
	oa_assert_ok(ioctl(fixed, PERF_EVENT_IOC_ENABLE, 0));
	igt_assert_eq_u64(oa_pmu_read(fixed).running, 0);
	oa_assert_ok(oa_stream_enable(stream));
	igt_assert(oa_wait_until(oa_pmu_counted(fixed), 5000));
	igt_assert(oa_pmu_counted(b0) && oa_pmu_counted(leader));
	oa_assert_ok(oa_stream_disable(stream));
	igt_assert(!oa_pmu_counted(fixed) && !oa_pmu_counted(leader) && oa_pmu_counted(time));
	oa_assert_ok(oa_stream_enable(stream));
	/* Another set: B0 counts other events */
	oa_uuid_fresh(uuid);
	other = oa_config_add_boolean(drm, uuid, oa_facts()->cec, 0x00000004);
	igt_assert_lt(0, other);
	igt_assert_lt(0, oa_stream_config(stream, other));
	igt_assert(oa_wait_until(oa_pmu_counted(fixed), 5000));
	igt_assert(!oa_pmu_counted(b0));
	igt_assert_lt(0, oa_stream_config(stream, set));
	igt_assert(oa_wait_until(oa_pmu_counted(fixed), 5000));
	igt_assert(oa_pmu_counted(b0));
	close(stream);
	oa_config_remove(drm, other);
	/* One context */
	stream = oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, BIT_USED),
			       OA_PROP_CTX_HANDLE, oa_context_create(drm));
	igt_assert_fd(stream);
	igt_assert(!oa_pmu_counted(fixed) && !oa_pmu_counted(b0) && oa_pmu_counted(time));
	close(stream);
	igt_assert(oa_wait_until(oa_pmu_counted(fixed), 5000));
	close(time);
	close(fixed);
	close(b0);
	close(member);
	close(leader);
	close(drm);
}

/* A reset clears counters. That must not look like a wrap; and the unit counts again. */
static void test_reset(void)
{
	const int clocks = oa_pmu_open(oa_pmu_clocks()), active = oa_pmu_open(oa_pmu_active());
	struct oa_pmu_value c, a;
	u64 eus = oa_pmu_caps("eus");

	oa_sim_require_knob("gt_reset");
	for (int round = 0; round < 3; round++) {
		oa_sleep_ms(100);
		c = oa_pmu_read(clocks);
		a = oa_pmu_read(active);
		oa_sim_write("gt_reset", round ? "full" : "render");
		igt_assert(oa_wait_until(oa_pmu_counted(active), 10000));
		c = oa_pmu_since(clocks, &c);
		a = oa_pmu_since(active, &a);
		/* The units up to Haswell's do not mind a reset of the engine. */
		if (round || oa_facts()->flex)
			igt_assert_lt(c.running, c.enabled);
		igt_assert_lte(c.count, c.enabled * 2);	/* less than 2 GHz */
		igt_assert_lte(a.count, c.enabled * 2 * eus);
	}
	close(clocks);
	close(active);
}

/*
 * Another driver lets the power wells go. The unit looks as if a reset had taken it, and is found
 * to be as it was once they are awake again: then the events go on.
 */
static void test_wells_stolen(bool users)
{
	const int clocks = oa_pmu_open(oa_pmu_clocks()), active = oa_pmu_open(oa_pmu_active());
	const u64 eus = oa_pmu_caps("eus");
	struct oa_pmu_value c, a;
	struct oa_session s;

	oa_sim_require_knob("fail_forcewake_stolen");
	if (users)
		oa_session_simple(&s, I915_PERF_FLAG_FD_NONBLOCK, 14);
	for (int round = 0; round < 3; round++) {
		igt_assert(oa_wait_until(oa_pmu_counted(clocks), 10000));
		c = oa_pmu_read(clocks);
		a = oa_pmu_read(active);
		oa_sim_write("fail_forcewake_stolen", "1");
		/* Time for the driver to notice */
		oa_sleep_ms(300);
		igt_assert(oa_wait_until(oa_pmu_counted(clocks), 10000));
		c = oa_pmu_since(clocks, &c);
		a = oa_pmu_since(active, &a);
		igt_assert_lte(c.count, c.enabled * 2);	/* less than 2 GHz */
		igt_assert_lte(a.count, c.enabled * 2 * eus);
	}
	close(clocks);
	close(active);
	if (users) {
		close(s.stream);
		close(s.drm);
	}
}

/* A stream of an own context, opened by whoever calls */
static int open_context(int drm, u64 set, u32 context, u32 flags)
{
	return oa_open_props(drm, flags, OA_PROP_CTX_HANDLE, context,
			     OA_BASE_PROPS(set, OA_FORMAT, BIT_USED));
}

/* Nobody gets the unit, neither by one open nor by a loop of them. */
static void refused_to_nobody(int drm, u64 set, u32 context, int rounds)
{
	igt_fork(child, 1) {
		igt_drop_root();
		for (int round = 0; round < rounds; round++)
			oa_assert_fails(open_context(drm, set, context, I915_PERF_FLAG_DISABLED),
					EBUSY);
		oa_assert_fails(oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, BIT_USED)),
				EACCES);
	}
	igt_waitchildren();
}

/*
 * While root counts with perf, the unit's counters go on for all contexts. Who has no privilege
 * neither reads them through a stream of an own context nor takes the unit away.
 */
static void test_unprivileged(void)
{
	const int drm = oa_drm_open();
	const u64 set = oa_config_selftest(drm);
	const u32 context = oa_context_create(drm);
	struct oa_pmu_value v;
	int stream, active;

	/* Inside IGT a skipped subtest leaves its files to the next one. */
	if (!oa_facts()->ctx_unprivileged)
		close(drm);
	igt_require_f(oa_facts()->ctx_unprivileged, "all streams need privilege");
	oa_sysctl_defaults();
	active = oa_pmu_open(oa_pmu_active());
	igt_assert(oa_wait_until(oa_pmu_counted(active), 5000));
	v = oa_pmu_read(active);
	refused_to_nobody(drm, set, context, 50);
	/* Not for a moment did root's event stand still. */
	v = oa_pmu_since(active, &v);
	igt_assert_eq_u64(v.running, v.enabled);
	/* Root's own stream takes the unit, and nobody slips in before the driver takes it back. */
	for (int round = 0; round < 10; round++) {
		stream = open_context(drm, set, context, 0);
		igt_assert_fd(stream);
		close(stream);
		refused_to_nobody(drm, set, context, 1);
	}
	close(active);
	igt_fork(child, 1) {
		igt_drop_root();
		stream = open_context(drm, set, context, 0);
		igt_assert_fd(stream);
		close(stream);
	}
	igt_waitchildren();
	close(drm);
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

	igt_subtest("take-over")
		test_take_over();
	igt_subtest("excluded")
		test_excluded();
	igt_subtest("unprivileged")
		test_unprivileged();
	igt_subtest("reset")
		test_reset();
	igt_subtest("wells-stolen")
		test_wells_stolen(false);
	igt_subtest("wells-stolen-beside")
		test_wells_stolen(true);
	igt_fixture
		if (oa_sim_present())
			igt_assert_eq_u64(oa_sim_violations(), 0);
}
