// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf events where the counters are in reports only: an event counts what is between the newest
 * ones of whatever stream has the unit. pmu.rst, Counters from reports.
 */
#include <string.h>

#include "oa_pmu.h"

#define BIT_USED	13
#define ROUNDS		5

/* The newest report of a stream, which is read until there is none */
static void newest_report(int stream, u32 *dw)
{
	static u8 buf[1 << 16];
	struct oa_record rec;
	bool found = false;
	ssize_t len;

	while ((len = read(stream, buf, sizeof(buf))) > 0)
		oa_for_each_record(&rec, at, buf, len)
			if (rec.type == DRM_I915_PERF_RECORD_SAMPLE) {
				memcpy(dw, rec.payload, OA_BYTES);
				found = true;
			}
	igt_assert(found);
}

static void expect_between(int event, struct oa_pmu_value *before, u32 from, u32 to)
{
	struct oa_pmu_value v = oa_pmu_since(event, before);

	igt_assert_eq(to - from, (u32)v.count);
	igt_assert_eq_u64(v.running, v.enabled);
	*before = oa_pmu_read(event);
}

/*
 * Beside a stream whose reports are the only source of counts: an event counts exactly what is
 * between two reports, whether the stream was read before the event or after it.
 */
static void test_as_stream(void)
{
	const struct oa_layout *l = &oa_facts()->layouts[0];
	const u32 numbers[] = { 0, 1, 2, 5, 10, 12, 22, 25, 27 };
	int stream, events[ARRAY_LEN(numbers)], clocks, drm;
	struct oa_pmu_value values[ARRAY_LEN(numbers)], c;
	u32 r[2][64];

	drm = oa_drm_open();
	for (u32 i = 0; i < ARRAY_LEN(numbers); i++)
		events[i] = oa_pmu_open(OA_PMU_A(numbers[i]));
	clocks = oa_pmu_open(OA_PMU_B(0));
	stream = oa_open_props(drm, I915_PERF_FLAG_FD_NONBLOCK,
			       OA_BASE_PROPS(oa_config_selftest(drm), OA_FORMAT, BIT_USED));
	igt_assert_fd(stream);
	igt_assert(oa_wait_until(oa_pmu_counted(clocks), 5000));
	oa_sim_freeze();
	newest_report(stream, r[0]);
	for (u32 i = 0; i < ARRAY_LEN(numbers); i++)
		values[i] = oa_pmu_read(events[i]);
	c = oa_pmu_read(clocks);
	for (u32 round = 0; round < 6; round++) {
		const u32 *from = r[round % 2];
		u32 *to = r[(round + 1) % 2];

		oa_pmu_step();
		oa_sim_land();
		/* In each second round the reports are seen here before the stream is read. */
		if (round % 2)
			oa_pmu_read(clocks);
		newest_report(stream, to);
		for (u32 i = 0; i < ARRAY_LEN(numbers); i++) {
			const u32 n = numbers[i], at = l->a_dwords ? l->a_dwords[n] : l->a + n;

			expect_between(events[i], &values[i], from[at], to[at]);
		}
		expect_between(clocks, &c, from[l->b], to[l->b]);
		igt_assert_lt(from[l->b], to[l->b]);
	}
	oa_hold_clock(false);
	for (u32 i = 0; i < ARRAY_LEN(numbers); i++)
		close(events[i]);
	close(clocks);
	close(stream);
	close(drm);
}

/* A stream's format, or its rate, may leave an event without its counter, or let it wrap. */
static void test_formats(void)
{
	const u64 small = oa_facts()->layouts[1].format;
	int drm, stream, a2, clocks, time;
	struct oa_pmu_value v;
	u64 set;

	drm = oa_drm_open();
	set = oa_config_selftest(drm);
	time = oa_pmu_open(OA_PMU_TIME);
	a2 = oa_pmu_open(OA_PMU_A(2));
	clocks = oa_pmu_open(OA_PMU_B(0));
	/* A0 to A12 and no B counter */
	stream = oa_open_props(drm, 0, OA_BASE_PROPS(set, small, BIT_USED));
	igt_assert_fd(stream);
	igt_assert(oa_wait_until(oa_pmu_counted(a2), 5000));
	igt_assert(!oa_pmu_counted(clocks));
	close(stream);
	igt_assert(oa_wait_until(oa_pmu_counted(clocks), 5000));
	/* A report each 84 ms: a sum over threads might wrap, clocks do not. */
	stream = oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, 19));
	igt_assert_fd(stream);
	igt_assert(oa_wait_until(oa_pmu_counted(clocks), 5000));
	igt_assert(!oa_pmu_counted(a2));
	close(stream);
	/* No timer, no report */
	stream = oa_open_props(drm, 0, OA_PROP_SAMPLE_OA, 1, OA_PROP_METRICS_SET, set,
			       OA_PROP_FORMAT, OA_FORMAT);
	igt_assert_fd(stream);
	v = oa_pmu_read(clocks);
	oa_sleep_ms(50);
	igt_assert_eq_u64(oa_pmu_since(clocks, &v).running, 0);
	igt_assert(oa_pmu_counted(time));
	close(stream);
	igt_assert(oa_wait_until(oa_pmu_counted(clocks), 5000));
	close(a2);
	close(clocks);
	close(time);
	close(drm);
}

static bool read_all(int stream)
{
	static u8 buf[1 << 16];

	while (read(stream, buf, sizeof(buf)) > 0)
		;
	return errno == EAGAIN;
}

/* A stream that nobody reads overflows. Then nothing is counted, until somebody reads it. */
static void test_overflow(void)
{
	int drm, stream, clocks;
	struct oa_pmu_value v;

	drm = oa_drm_open();
	clocks = oa_pmu_open(OA_PMU_B(0));
	stream = oa_open_props(drm, I915_PERF_FLAG_FD_NONBLOCK,
			       OA_BASE_PROPS(oa_config_selftest(drm), OA_FORMAT, BIT_USED));
	igt_assert_fd(stream);
	igt_assert(oa_wait_until(oa_pmu_counted(clocks), 5000));
	/* Its ring is full within a second. */
	igt_assert(oa_wait_until(!oa_pmu_counted(clocks), 20000));
	v = oa_pmu_read(clocks);
	oa_sleep_ms(100);
	v = oa_pmu_since(clocks, &v);
	igt_assert_eq_u64(v.running, 0);
	igt_assert_eq_u64(v.count, 0);
	igt_assert(oa_wait_until(read_all(stream) && oa_pmu_counted(clocks), 10000));
	v = oa_pmu_read(clocks);
	oa_sleep_ms(100);
	v = oa_pmu_since(clocks, &v);
	igt_assert_lte(v.count, v.enabled * 2);	/* less than 2 GHz: nothing of before */
	close(stream);
	close(clocks);
	close(drm);
}

/*
 * Reports that came before an event began to be counted are in no count: at first it does not
 * advance faster than later, by its running time.
 */
static void test_begins(void)
{
	struct oa_pmu_value first, then;
	int clocks, faster = 0;
	u64 slipped, ms;

	oa_sim_write("activity", "busy");
	for (int round = 0; round < ROUNDS; round++) {
		clocks = oa_pmu_open(oa_pmu_clocks());
		oa_sleep_ms(300);
		first = oa_pmu_read(clocks);
		slipped = oa_sim_slipped_ns();
		oa_sleep_ms(1000);
		then = oa_pmu_since(clocks, &first);
		slipped = oa_sim_slipped_ns() - slipped;
		igt_assert_lt(slipped, then.running);
		ms = (then.running - slipped) / 1000000;
		/* A report each 10.5 ms, and a simulated clock that is up to 20 ms behind */
		faster += first.count > then.count / ms * (first.running / 1000000 + 40);
		close(clocks);
	}
	/* A busy host may stop between perf's look at its clock and the driver's, but not often. */
	igt_assert_lt(faster, ROUNDS / 2);
}

igt_main
{
	igt_fixture
		oa_gpu_require();

	igt_fixture {
		oa_pmu_require();
		oa_sim_require();
		oa_sim_reset();
		igt_require_f(oa_pmu_by_reports(), "counters are registers");
	}

	igt_subtest("as-stream")
		test_as_stream();
	igt_subtest("formats")
		test_formats();
	igt_subtest("overflow")
		test_overflow();
	igt_subtest("begins")
		test_begins();
	igt_fixture
		if (oa_sim_present())
			igt_assert_eq_u64(oa_sim_violations(), 0);
}
