// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf events that come and go with streams, the GPU and processors. pmu.rst.
 */
#include <pthread.h>

#include "oa_pmu.h"

#define STORM_MS	3000
#define BIT_USED	13

static bool unbind(void)
{
	return oa_gpu_write("unbind");
}

static void expect_counts(void)
{
	int event = oa_pmu_open(oa_pmu_active());

	igt_assert(oa_wait_until(oa_pmu_counted(event), 5000));
	close(event);
	igt_assert(oa_status_is("stream", "closed"));
}

/* Counts stand still, and new events are refused, until the last one is closed. */
static void test_unbind(void)
{
	struct perf_event_attr attr = { .config = OA_PMU_TIME };
	struct oa_pmu_value v;
	int event, second, cpu;

	oa_gpu_recover();
	attr.type = oa_pmu_type();
	cpu = oa_pmu_cpu();
	event = oa_pmu_open(oa_pmu_active());
	second = oa_pmu_open(OA_PMU_TIME);
	igt_assert(oa_wait_until(oa_pmu_read(event).count, 5000));
	igt_assert(unbind());
	v = oa_pmu_read(event);
	oa_sleep_ms(20);
	v = oa_pmu_since(event, &v);
	igt_assert_eq_u64(v.count, 0);
	igt_assert_eq_u64(v.running, 0);
	igt_assert_lt(0, v.enabled);
	igt_assert_eq(oa_pmu_try(&attr, -1, cpu, -1), -1);
	igt_assert_eq(errno, ENODEV);
	/* The GPU comes back beside its old events, with a PMU of its own. */
	oa_gpu_recover();
	igt_assert_neq(oa_pmu_type(), (int)attr.type);
	expect_counts();
	igt_assert(!oa_pmu_counted(event));
	close(event);
	igt_assert(!oa_pmu_counted(second));
	close(second);
	expect_counts();
}

/* Each time the events are open while the GPU goes, and closed later. */
static void test_unbind_storm(void)
{
	int events[8][2];

	for (int i = 0; i < 8; i++) {
		oa_gpu_recover();
		/* Two PMUs that are gone may have both names: then there is none. */
		if (i > 1 && i % 2)
			close(events[i - 2][0]), close(events[i - 2][1]);
		if (!oa_wait_until(({ char d[256]; oa_pmu_find(d, sizeof(d)); }), 3000)) {
			events[i][0] = -1;
			events[i][1] = -1;
		} else {
			events[i][0] = oa_pmu_open(OA_PMU_TIME);
			events[i][1] = oa_pmu_open(oa_pmu_active());
		}
		igt_assert(unbind());
	}
	for (int i = 0; i < 8; i++) {
		close(events[i][0]);
		close(events[i][1]);
	}
	oa_gpu_recover();
	for (int i = 0; i < 50 && !({ char d[256]; oa_pmu_find(d, sizeof(d)); }); i++) {
		oa_sleep_ms(100);
		igt_assert(unbind());
		oa_gpu_recover();
	}
	expect_counts();
}

static bool storm_ends;
static u64 storm_rounds[3];

static void *storm_events(void *arg)
{
	const u32 codes[] = { OA_PMU_TIME, oa_pmu_active(), OA_PMU_A(2), OA_PMU_B(0) };
	u64 *rounds = arg;

	while (!__atomic_load_n(&storm_ends, __ATOMIC_RELAXED)) {
		int events[ARRAY_LEN(codes)];

		for (u32 i = 0; i < ARRAY_LEN(codes); i++)
			events[i] = oa_pmu_open_in(codes[i], i % 2 ? events[i - 1] : -1);
		for (u32 i = 0; i < ARRAY_LEN(codes); i++)
			oa_pmu_read(events[i]);
		for (u32 i = 0; i < ARRAY_LEN(codes); i++)
			close(events[(i + *rounds) % ARRAY_LEN(codes)]);
		++*rounds;
	}
	return NULL;
}

static void *storm_streams(void *arg)
{
	u64 *rounds = arg;
	int drm = oa_drm_open();
	u64 set = oa_config_selftest(drm);

	while (!__atomic_load_n(&storm_ends, __ATOMIC_RELAXED)) {
		int stream = oa_open_props(drm, *rounds % 2 ? I915_PERF_FLAG_DISABLED : 0,
					   OA_BASE_PROPS(set, OA_FORMAT, BIT_USED));

		/* Never EBUSY: there is no other stream. */
		igt_assert_fd(stream);
		if (*rounds % 3)
			oa_assert_ok(oa_stream_enable(stream));
		close(stream);
		++*rounds;
	}
	close(drm);
	return NULL;
}

/* Each thread has been round more than once; on a busy host that takes its time. */
static bool stormed(void)
{
	for (u32 i = 0; i < ARRAY_LEN(storm_rounds); i++)
		if (__atomic_load_n(&storm_rounds[i], __ATOMIC_RELAXED) < 2)
			return false;
	return true;
}

/* Events and streams come and go at the same time; one event lives through all of it. */
static void test_storm(void)
{
	pthread_t threads[3];
	struct oa_pmu_value v;
	int event;
	u64 began, slipped, ns;

	oa_gpu_recover();
	slipped = oa_sim_slipped_ns();
	event = oa_pmu_open(OA_PMU_TIME);
	began = oa_now_ns();
	v = oa_pmu_read(event);
	igt_assert_eq(pthread_create(&threads[0], NULL, storm_events, &storm_rounds[0]), 0);
	igt_assert_eq(pthread_create(&threads[1], NULL, storm_events, &storm_rounds[1]), 0);
	igt_assert_eq(pthread_create(&threads[2], NULL, storm_streams, &storm_rounds[2]), 0);
	oa_sleep_ms(STORM_MS);
	igt_assert(oa_wait_until(stormed(), 120000));
	__atomic_store_n(&storm_ends, true, __ATOMIC_RELAXED);
	for (u32 i = 0; i < ARRAY_LEN(threads); i++)
		pthread_join(threads[i], NULL);
	v = oa_pmu_since(event, &v);
	igt_assert_eq_u64(v.running, v.enabled);
	began = oa_now_ns() - began;
	ns = oa_pmu_ns(v.count);
	igt_assert_lte(ns, began + 100000000);
	slipped = oa_sim_slipped_ns() - slipped;
	/*
	 * perf stops all events, and its clock, whenever one comes or goes. It does the one a
	 * moment after the other, hundreds of times, and a busy host makes such a moment long.
	 */
	igt_assert_lte(v.enabled / 2, ns + slipped);
	close(event);
	igt_assert(oa_wait_until(oa_status_is("stream", "closed"), 5000));
	igt_assert(oa_status_is("counting", "0"));
}

/* The processor goes, and the events move to another one. */
static void test_hotplug(void)
{
	int event, cpu = oa_pmu_cpu();
	char path[128];

	oa_gpu_recover();
	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", cpu);
	igt_require_f(!access(path, W_OK), "processor %d stays", cpu);
	event = oa_pmu_open(oa_pmu_active());
	igt_assert(!oa_write_text(path, "0"));
	igt_assert_neq(oa_pmu_cpu(), cpu);
	igt_assert(oa_pmu_counted(event));
	igt_assert(!oa_write_text(path, "1"));
	igt_assert_neq(oa_pmu_cpu(), cpu);
	igt_assert(oa_pmu_counted(event));
	close(event);
	expect_counts();
}

igt_main
{
	igt_fixture
		oa_gpu_note();

	igt_fixture {
		oa_pmu_require();
		oa_sim_reset();
	}

	igt_subtest("unbind")
		test_unbind();
	igt_subtest("unbind-storm")
		test_unbind_storm();
	igt_subtest("storm")
		test_storm();
	igt_subtest("hotplug")
		test_hotplug();
	igt_fixture
		if (oa_sim_present())
			igt_assert_eq_u64(oa_sim_violations(), 0);
}
