// SPDX-License-Identifier: GPL-2.0-only
/*
 * The OA unit's counters as perf events: who may open which, and what they count, alone and between
 * reports of the GPU. pmu.rst. Kernels without perf events skip.
 */
#include "oa_pmu.h"

#define STEP_TICKS	(OA_PMU_STEP_NS / 1000 * oa_facts()->timestamp_hz / 1000000)
#define BIT_USED	13

static void expect(struct perf_event_attr attr, int pid, int cpu, int group, int error)
{
	attr.type = oa_pmu_type();
	igt_assert_eq(oa_pmu_try(&attr, pid, cpu, group), -1);
	igt_assert_eq(errno, error);
}

static void test_errors(void)
{
	const int cpu = oa_pmu_cpu(), event = oa_pmu_open(OA_PMU_TIME);
	struct perf_event_attr software = { .type = PERF_TYPE_SOFTWARE };
	int leader;

	expect((struct perf_event_attr){ .config = OA_PMU_TIME, .sample_period = 1000 }, -1, cpu,
	       -1, EINVAL);
	expect((struct perf_event_attr){ .config = OA_PMU_TIME }, -1, cpu + 1, -1, EINVAL);
	expect((struct perf_event_attr){ .config = OA_PMU_TIME }, 0, -1, -1, EINVAL);
	expect((struct perf_event_attr){ .config = 0 }, -1, cpu, -1, ENOENT);
	expect((struct perf_event_attr){ .config = OA_PMU_A(45) }, -1, cpu, -1, ENOENT);
	expect((struct perf_event_attr){ .config = OA_PMU_B(oa_facts()->num_b) }, -1, cpu, -1,
	       ENOENT);
	expect((struct perf_event_attr){ .config = 0xc00 }, -1, cpu, -1, ENOENT);
	expect((struct perf_event_attr){ .config = OA_PMU_TIME | 1ull << 40 }, -1, cpu, -1, ENOENT);
	leader = oa_pmu_try(&software, -1, cpu, -1);
	igt_assert_fd(leader);
	expect((struct perf_event_attr){ .config = OA_PMU_TIME }, -1, cpu, leader, EINVAL);
	close(leader);
	close(event);
}

static void test_privilege(void)
{
	struct perf_event_attr attr = { .type = oa_pmu_type(), .config = OA_PMU_TIME };
	const int cpu = oa_pmu_cpu();

	/* perf itself lets anybody count now; then only the driver's own rule is left. */
	igt_assert(!oa_write_text("/proc/sys/kernel/perf_event_paranoid", "-1"));
	oa_sysctl_defaults();
	igt_fork(child, 1) {
		igt_drop_root();
		igt_assert_eq(oa_pmu_try(&attr, -1, cpu, -1), -1);
		igt_assert_eq(errno, EACCES);
	}
	igt_waitchildren();
	oa_assert_ok(oa_sysctl_set("perf_stream_paranoid", 0));
	igt_fork(child, 1) {
		igt_drop_root();
		igt_assert_fd(oa_pmu_try(&attr, -1, cpu, -1));
	}
	igt_waitchildren();
	oa_sysctl_defaults();
	igt_assert(!oa_write_text("/proc/sys/kernel/perf_event_paranoid", "2"));
}

/* With no stream, and a clock that is moved by hand: each count is what the clock makes it. */
static void test_alone(void)
{
	const int time = oa_pmu_open(OA_PMU_TIME), clocks = oa_pmu_open(oa_pmu_clocks());
	const int active = oa_pmu_open(oa_pmu_active()), stall = oa_pmu_open(oa_pmu_stall());
	const int busy = oa_pmu_open(oa_pmu_busy());
	const int last_b = oa_pmu_open(OA_PMU_B(oa_facts()->num_b - 1));
	struct oa_pmu_value t, c, a, s, u, b;
	u64 slots;

	igt_assert(oa_wait_until(oa_pmu_counted(last_b), 5000));
	oa_sim_freeze();
	t = oa_pmu_read(time);
	c = oa_pmu_read(clocks);
	a = oa_pmu_read(active);
	s = oa_pmu_read(stall);
	u = oa_pmu_read(busy);
	b = oa_pmu_read(last_b);
	oa_pmu_step();
	t = oa_pmu_since(time, &t);
	c = oa_pmu_since(clocks, &c);
	a = oa_pmu_since(active, &a);
	s = oa_pmu_since(stall, &s);
	u = oa_pmu_since(busy, &u);
	b = oa_pmu_since(last_b, &b);
	/* A simulated clock that stands still moves by a tick when it is read again. */
	igt_assert_lte(t.count, STEP_TICKS + (oa_pmu_by_reports() ? 100 : 1));
	igt_assert_lte(STEP_TICKS, t.count + 1);
	igt_assert_eq_u64(t.running, t.enabled);
	igt_assert_lt(OA_PMU_STEP_NS / 10, c.count);	/* more than 100 MHz */
	igt_assert_eq_u64(c.count, b.count);
	slots = c.count * oa_pmu_caps("eus");
	igt_assert_lt(0, a.count);
	igt_assert_lt(0, s.count);
	igt_assert_lte(a.count + s.count, slots);
	igt_assert_lt(0, u.count);
	igt_assert_lte(u.count, c.count);
	igt_assert_eq_u64(a.running, a.enabled);
	oa_hold_clock(false);
	close(time);
	close(clocks);
	close(active);
	close(stall);
	close(busy);
	close(last_b);
	igt_assert(oa_status_is("stream", "closed"));
}

static void report(int stream, u32 *dw)
{
	struct drm_i915_oa_report r = { .report_id = 7, .ptr = (uintptr_t)dw, .size = 256 };

	oa_assert_ok(oa_ioctl(stream, I915_OA_IOCTL_REPORT, &r));
}

/*
 * Beside a stream, and between reports that the GPU writes at a command: an event counts no less
 * than what is between the two reports inside its reads, and no more than between the two outside.
 */
static void test_as_reports(void)
{
	const struct oa_layout *l = &oa_facts()->layouts[0];
	const u32 fixed[] = { 1, 2, 4, 5, 22, 24, 25, 27 };
	int drm = oa_drm_open(), stream, events[ARRAY_LEN(fixed)], clocks;
	struct oa_pmu_value values[ARRAY_LEN(fixed)], c;
	u32 r[4][64];

	igt_require_f(!oa_pmu_by_reports(), "the GPU writes no report at a command");
	stream = oa_open_props(drm, 0, OA_BASE_PROPS(oa_config_selftest(drm), OA_FORMAT, BIT_USED));
	igt_assert_fd(stream);
	for (u32 i = 0; i < ARRAY_LEN(fixed); i++)
		events[i] = oa_pmu_open(OA_PMU_A(fixed[i]));
	clocks = oa_pmu_open(OA_PMU_B(0));
	for (int round = 0; round < 3; round++) {
		report(stream, r[0]);
		for (u32 i = 0; i < ARRAY_LEN(fixed); i++)
			values[i] = oa_pmu_read(events[i]);
		c = oa_pmu_read(clocks);
		report(stream, r[1]);
		oa_sleep_ms(100);
		report(stream, r[2]);
		for (u32 i = 0; i < ARRAY_LEN(fixed); i++)
			values[i] = oa_pmu_since(events[i], &values[i]);
		c = oa_pmu_since(clocks, &c);
		report(stream, r[3]);
		for (u32 i = 0; i < ARRAY_LEN(fixed); i++) {
			const u32 at = l->a + fixed[i];

			igt_assert_lte(r[2][at] - r[1][at], (u32)values[i].count);
			igt_assert_lte((u32)values[i].count, r[3][at] - r[0][at]);
			igt_assert_eq_u64(values[i].running, values[i].enabled);
		}
		igt_assert_lte(r[2][l->b] - r[1][l->b], (u32)c.count);
		igt_assert_lte((u32)c.count, r[3][l->b] - r[0][l->b]);
		igt_assert_lt(0, c.count);
	}
	for (u32 i = 0; i < ARRAY_LEN(fixed); i++)
		close(events[i]);
	close(clocks);
	close(stream);
	close(drm);
}

/* A register of 32 bits wraps twice and more, and the event does not. */
static void test_wrap(void)
{
	const int clocks = oa_pmu_open(oa_pmu_clocks()), active = oa_pmu_open(oa_pmu_active());
	struct oa_pmu_value c, a, c0, a0;
	const u32 steps = 160;
	/* Of one step up to a period of the driver's own timer is not seen yet. */
	u64 slack;

	igt_assert(oa_wait_until(oa_pmu_counted(active), 5000));
	oa_sim_freeze();
	c0 = oa_pmu_read(clocks);
	a0 = oa_pmu_read(active);
	oa_pmu_step();
	c = oa_pmu_since(clocks, &c0);
	a = oa_pmu_since(active, &a0);
	/* The driver's own timer adds up in between, in the kernel's time: give it that. */
	for (u32 i = 1; i < steps; i++) {
		if (!(i % (oa_facts()->flex ? 60 : 4)))
			oa_sleep_ms(oa_facts()->flex ? 1200 : 60);
		oa_pmu_step();
	}
	c0 = oa_pmu_since(clocks, &c0);
	a0 = oa_pmu_since(active, &a0);
	igt_assert_lt(1ull << 32, c0.count);
	slack = oa_pmu_by_reports() ? c.count / 8 * steps : steps;
	igt_assert_lte(c0.count, c.count * steps + slack);
	igt_assert_lte(c.count * steps, c0.count + slack);
	igt_assert_lt(1ull << 32, a0.count);
	igt_assert_lte(a0.count / steps, 2 * a.count);
	igt_assert_lte(a.count, 2 * a0.count / steps);
	igt_assert_eq_u64(c0.running, c0.enabled);
	oa_hold_clock(false);
	close(clocks);
	close(active);
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

	igt_subtest("errors")
		test_errors();
	igt_subtest("privilege")
		test_privilege();
	igt_subtest("alone")
		test_alone();
	igt_subtest("as-reports")
		test_as_reports();
	igt_subtest("wrap")
		test_wrap();
	igt_fixture
		if (oa_sim_present())
			igt_assert_eq_u64(oa_sim_violations(), 0);
}
