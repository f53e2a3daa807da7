// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf events while the GPU, processors and streams come and go: unbinds, resets, forcewake that
 * another driver releases, suspends of the system, a GPU that wakes late or never, and a unit that
 * does not start to count. pmu.rst, Ownership of the unit, Suspend and failures.
 */
#include <pthread.h>

#include "oa_pmu.h"

#define STORM_MS	3000
#define ASLEEP_S	1
#define ROUNDS		2
/*
 * A lower limit. The kernel's delay counts loops, and an emulated processor on a busy host may have
 * calibrated too few of them.
 */
#define ASLEEP_NS	100000000ull
/* The simulated clock may be 20 ms behind whenever a count starts or stops. */
#define BEHIND_NS	100000000ull

enum { TIME, CLOCKS, ACTIVE, NUM_EVENTS };

static bool unbind(void)
{
	return oa_gpu_write("unbind");
}

static void expect_counts(void)
{
	int event = oa_pmu_open(oa_pmu_active());

	oa_pmu_wait(event, 20000);
	close(event);
	igt_assert(oa_status_is("stream", "closed"));
}

/* Counts stand still, and new events are rejected, until the last one is closed. */
static void test_unbind(void)
{
	struct perf_event_attr attr = { .config = OA_PMU_TIME };
	struct oa_pmu_value v;
	int event, second, cpu;

	attr.type = oa_pmu_type();
	cpu = oa_pmu_cpu();
	event = oa_pmu_open(oa_pmu_active());
	second = oa_pmu_open(OA_PMU_TIME);
	igt_assert(oa_wait_until(oa_pmu_read(event).count, 20000));
	igt_assert(unbind());
	v = oa_pmu_read(event);
	oa_sleep_ms(20);
	v = oa_pmu_since(event, &v);
	igt_assert_eq_u64(v.count, 0);
	igt_assert_eq_u64(v.running, 0);
	igt_assert_lt(0, v.enabled);
	igt_assert_eq(oa_pmu_try(&attr, -1, cpu, -1), -1);
	igt_assert_eq(errno, ENODEV);
	/* The GPU returns while its old events are open, with another PMU. */
	oa_gpu_recover();
	igt_assert_neq(oa_pmu_type(), (int)attr.type);
	expect_counts();
	igt_assert(!oa_pmu_counted(event));
	close(event);
	igt_assert(!oa_pmu_counted(second));
	close(second);
	expect_counts();
}

/* The events are open at each unbind, and closed later. */
static void test_unbind_storm(void)
{
	int events[8][2];

	for (int i = 0; i < 8; i++) {
		oa_gpu_recover();
		/* If two PMUs of earlier binds have both names, there is no new PMU. */
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
					   OA_BASE_PROPS(set, OA_FORMAT, OA_PMU_BIT));

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

/* Check whether each thread has done two rounds, which takes long on a busy host */
static bool stormed(void)
{
	for (u32 i = 0; i < ARRAY_LEN(storm_rounds); i++)
		if (__atomic_load_n(&storm_rounds[i], __ATOMIC_RELAXED) < 2)
			return false;
	return true;
}

/*
 * Events and streams are opened and closed concurrently; one event stays open. Return: false if it
 * counted less than half of perf's time. perf stops all events, and then its clock, whenever one is
 * opened or closed: hundreds of times, and a busy host may stop the guest between the two.
 */
static bool storm_is_counted(void)
{
	pthread_t threads[3];
	struct oa_pmu_value v;
	int event;
	u64 began, slipped, ns;

	storm_ends = false;
	memset(storm_rounds, 0, sizeof(storm_rounds));
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
	close(event);
	igt_assert(oa_wait_until(oa_status_is("stream", "closed"), 20000));
	igt_assert(oa_status_is("counting", "0"));
	return v.enabled / 2 <= ns + slipped;
}

static void test_storm(void)
{
	oa_repeat_at_most(5, storm_is_counted());
}

/* The processor is taken offline, and the events move to another one. */
static void test_hotplug(void)
{
	int event, cpu = oa_pmu_cpu();
	char path[128];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", cpu);
	igt_require_f(!access(path, W_OK), "processor %d can't be taken offline", cpu);
	event = oa_pmu_open(oa_pmu_active());
	igt_assert(!oa_write_text(path, "0"));
	igt_assert_neq(oa_pmu_cpu(), cpu);
	oa_pmu_wait(event, 20000);
	igt_assert(!oa_write_text(path, "1"));
	igt_assert_neq(oa_pmu_cpu(), cpu);
	oa_pmu_wait(event, 20000);
	close(event);
	expect_counts();
}

/* A reset clears counters, which must not be counted as a wrap. The unit counts again. */
static void test_reset(void)
{
	struct oa_pmu_events e;

	oa_reset_require();
	oa_pmu_open_usual(&e, NUM_EVENTS);
	for (int round = 0; round < 3; round++) {
		oa_sleep_ms(100);
		oa_pmu_note(&e);
		oa_reset_gt(round ? "full" : "render");
		oa_pmu_wait(e.fds[ACTIVE], 20000);
		oa_pmu_advance(&e);
		/* Up to Haswell a reset of the engine does not stop the unit. */
		if (round || oa_facts()->flex)
			igt_assert_lt(e.v[CLOCKS].running, e.v[CLOCKS].enabled);
		oa_pmu_assert_plausible(&e, CLOCKS, ACTIVE);
	}
	oa_pmu_close(&e);
}

/*
 * Another driver releases forcewake. With its power domain asleep the unit looks as after a reset.
 * Once the domain is awake, the unit's registers are as before, and the events resume.
 */
static void test_forcewake_stolen(bool beside)
{
	struct oa_pmu_events e;
	struct oa_session s;

	oa_sim_require_knob("fail_forcewake_stolen");
	oa_pmu_open_usual(&e, NUM_EVENTS);
	if (beside)
		oa_session_simple(&s, I915_PERF_FLAG_FD_NONBLOCK, 14);
	for (int round = 0; round < 3; round++) {
		oa_pmu_wait(e.fds[CLOCKS], 20000);
		oa_pmu_note(&e);
		oa_sim_write("fail_forcewake_stolen", "1");
		/* Let the driver notice */
		oa_sleep_ms(300);
		oa_pmu_wait(e.fds[CLOCKS], 20000);
		oa_pmu_advance(&e);
		oa_pmu_assert_plausible(&e, CLOCKS, ACTIVE);
	}
	oa_pmu_close(&e);
	if (beside) {
		close(s.stream);
		close(s.drm);
	}
}

/*
 * The GPU reads as all ones for a while. Nothing is counted meanwhile, neither by a read nor by the
 * driver's timer, and the events resume when it is back.
 */
static void test_gone(bool beside)
{
	struct oa_pmu_events e;
	struct oa_session s;

	oa_sim_require_knob("fail_gone");
	oa_pmu_open_usual(&e, NUM_EVENTS);
	if (beside)
		oa_session_simple(&s, I915_PERF_FLAG_FD_NONBLOCK, 14);
	for (int round = 0; round < 2; round++) {
		oa_pmu_wait(e.fds[CLOCKS], 20000);
		oa_pmu_note(&e);
		oa_sim_write("fail_gone", "1");
		oa_pmu_advance(&e);
		oa_pmu_assert_plausible(&e, CLOCKS, ACTIVE);
		oa_pmu_note(&e);
		oa_sleep_ms(100);
		oa_pmu_advance(&e);
		for (int i = 0; i < NUM_EVENTS; i++) {
			igt_assert_eq_u64(e.v[i].count, 0);
			igt_assert_eq_u64(e.v[i].running, 0);
		}
		oa_pmu_note(&e);
		oa_sim_write("fail_gone", "0");
		oa_pmu_wait(e.fds[CLOCKS], 20000);
		oa_pmu_wait(e.fds[TIME], 20000);
		oa_pmu_advance(&e);
		oa_pmu_assert_plausible(&e, CLOCKS, ACTIVE);
		igt_assert_lte(oa_pmu_ns(e.v[TIME].count), e.ns + BEHIND_NS);
	}
	oa_pmu_close(&e);
	if (beside) {
		close(s.stream);
		close(s.drm);
	}
}

/** struct counting - some events, and perhaps a stream */
struct counting {
	/** @e: TIME, CLOCKS and ACTIVE, or the first of them */
	struct oa_pmu_events e;
	/** @s: the stream, -1: none */
	struct oa_session s;
};

static void all_counted(const struct counting *c)
{
	for (int i = 0; i < c->e.num; i++)
		oa_pmu_wait(c->e.fds[i], 60000);
}

static void counting_begin(struct counting *c, int num, bool beside)
{
	oa_pmu_open_usual(&c->e, num);
	c->s.stream = -1;
	if (beside)
		oa_session_simple(&c->s, I915_PERF_FLAG_FD_NONBLOCK, OA_PMU_BIT);
	/* The stream has another set than the driver's, and may exclude EU.ACTIVE. */
	if (beside && num > ACTIVE && oa_facts()->flex)
		close(c->e.fds[--c->e.num]);
	all_counted(c);
}

static void counting_end(struct counting *c)
{
	if (c->s.stream >= 0) {
		close(c->s.stream);
		close(c->s.drm);
	}
	oa_pmu_close(&c->e);
	igt_assert(oa_wait_until(oa_status_is("stream", "closed"), 20000));
	igt_assert(oa_status_is("counting", "0"));
}

/* Check that no event counted more than a GPU of less than 2 GHz does in the running time. */
static bool within_running_time(const struct oa_pmu_value *v, int num)
{
	return (num <= CLOCKS || v[CLOCKS].count <= v[CLOCKS].running * 2) &&
	       (num <= ACTIVE ||
		v[ACTIVE].count <= v[ACTIVE].running * 2 * oa_pmu_caps("eus"));
}

/* Check that the GPU and perf counted the same time. */
static bool same_time(const struct oa_pmu_value *time, u64 slipped)
{
	const u64 ns = oa_pmu_ns(time->count);

	return ns <= time->running + BEHIND_NS && time->running <= ns + slipped + BEHIND_NS;
}

/*
 * Counts stand still while the system is suspended, and then resume. Return: false if an event has
 * counted for longer than its running time, or not as long.
 */
static bool suspend_is_not_counted(bool beside)
{
	u64 slipped = oa_sim_slipped_ns();
	struct counting c;
	int num;

	counting_begin(&c, NUM_EVENTS, beside);
	oa_pmu_note(&c.e);
	for (int round = 0; round < ROUNDS; round++) {
		oa_assert_ok(oa_suspend(ASLEEP_S));
		all_counted(&c);
	}
	oa_pmu_advance(&c.e);
	num = c.e.num;
	slipped = oa_sim_slipped_ns() - slipped;
	for (int i = 0; i < num; i++) {
		igt_assert_lte(ROUNDS * ASLEEP_NS, c.e.v[i].enabled - c.e.v[i].running);
		igt_assert_lt(0, c.e.v[i].count);
	}
	counting_end(&c);
	return same_time(&c.e.v[TIME], slipped) && within_running_time(c.e.v, num);
}

/* A busy host may stop between perf's read of its clock and the driver's, but not each time. */
static void test_suspend(bool beside)
{
	oa_suspend_require();
	oa_repeat_at_most(5, suspend_is_not_counted(beside));
}

/* Return: false if an event has counted for longer than its running time */
static bool missed_is_not_counted(unsigned int missed, int num, bool beside)
{
	struct counting c;
	char text[16];

	counting_begin(&c, num, beside);
	oa_pmu_note(&c.e);
	snprintf(text, sizeof(text), "%u", missed);
	oa_sim_write("fail_forcewake_missed", text);
	oa_assert_ok(oa_suspend(0));
	all_counted(&c);
	oa_sim_write("fail_forcewake_missed", "0");
	oa_pmu_advance(&c.e);
	for (int i = 0; i < c.e.num; i++)
		igt_assert_lt(c.e.v[i].running, c.e.v[i].enabled);
	num = c.e.num;
	counting_end(&c);
	return within_running_time(c.e.v, num);
}

/*
 * After a suspend the GPU does not acknowledge the first forcewake requests, so it does not wake at
 * once. That may end a stream. The events resume in any case, without another call.
 */
static void test_missed(unsigned int missed, int num, bool beside)
{
	oa_suspend_require();
	oa_sim_require_knob("fail_forcewake_missed");
	oa_repeat_at_most(5, missed_is_not_counted(missed, num, beside));
}

/* The GPU does not wake at all. Events stand still until it does and a call accesses it. */
static void test_resume_fails(int num)
{
	struct counting c, more;

	oa_suspend_require();
	oa_sim_require_knob("fail_forcewake_ack");
	counting_begin(&c, num, false);
	oa_sim_write("fail_forcewake_ack", "1");
	oa_assert_ok(oa_suspend(0));
	oa_pmu_note(&c.e);
	/* Until the driver has ended its attempts */
	oa_sleep_ms(oa_facts()->flex ? 10000 : 3000);
	oa_pmu_advance(&c.e);
	for (int i = 0; i < c.e.num; i++) {
		igt_assert_eq_u64(c.e.v[i].count, 0);
		igt_assert_eq_u64(c.e.v[i].running, 0);
	}
	oa_sim_write("fail_forcewake_ack", "0");
	/* An event that does not need the unit is enough. */
	counting_begin(&more, 1, false);
	all_counted(&c);
	oa_pmu_close(&more.e);
	counting_end(&c);
}

static void expect_open_fails(u32 code)
{
	struct perf_event_attr attr = { .type = oa_pmu_type(), .config = code };

	igt_assert_eq(oa_pmu_try(&attr, -1, oa_pmu_cpu(), -1), -1);
	igt_assert_eq(errno, EIO);
}

/* The GPU does not wake for the first events, which fail to open. The next ones do not. */
static void test_open_fails(void)
{
	struct counting c;

	oa_sim_require_knob("fail_forcewake_ack");
	oa_sim_write("fail_forcewake_ack", "1");
	expect_open_fails(OA_PMU_TIME);
	expect_open_fails(oa_pmu_active());
	/* While the GPU does not wake, oa_status lacks these lines. */
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
		      "the unit needs no engine on this platform");
	oa_sim_require_knob(knob);
	return knob;
}

/* The engine does not work: events of the unit fail to open, and the clock is counted. */
static void test_engine_fails(void)
{
	const char *knob = engine_knob();
	struct counting c, more;

	counting_begin(&c, 1, false);
	oa_sim_write(knob, "1");
	expect_open_fails(oa_pmu_active());
	all_counted(&c);
	igt_assert(oa_status_is("stream", "closed"));
	igt_assert(oa_status_is("counting", "1"));
	oa_sim_write(knob, "0");
	counting_begin(&more, NUM_EVENTS, false);
	oa_pmu_close(&more.e);
	counting_end(&c);
}

/* After a stream is closed, the driver can't take the unit at first. It retries by itself. */
static void test_take_back_fails(void)
{
	const char *knob = engine_knob();
	struct counting c;
	int drm, stream;

	counting_begin(&c, NUM_EVENTS, false);
	drm = oa_drm_open();
	stream = oa_pmu_stream(drm, 0);
	oa_sim_write(knob, "1000000");
	close(stream);
	close(drm);
	/* The driver waits 2 s for an engine, each time. */
	oa_sleep_ms(3000);
	igt_assert(!oa_pmu_counted(c.e.fds[ACTIVE]));
	oa_sim_write(knob, "0");
	all_counted(&c);
	igt_assert(oa_status_is("stream", "own"));
	counting_end(&c);
}

igt_main
{
	igt_fixture
		oa_pmu_fixture();

	igt_oa_effect(OA_UNBINDS);
	oa_pmu_subtest("unbind", test_unbind());
	oa_pmu_subtest("unbind-storm", test_unbind_storm());

	igt_oa_effect(OA_WRITES);
	oa_pmu_subtest("storm", test_storm());
	oa_pmu_subtest("hotplug", test_hotplug());

	igt_oa_effect(OA_RESETS);
	oa_pmu_subtest("reset", test_reset());

	igt_oa_effect(OA_WRITES);
	oa_pmu_subtest("forcewake-stolen", test_forcewake_stolen(false));
	oa_pmu_subtest("forcewake-stolen-beside", test_forcewake_stolen(true));
	oa_pmu_subtest("gone", test_gone(false));
	oa_pmu_subtest("gone-beside", test_gone(true));

	igt_oa_effect(OA_SUSPENDS);
	oa_pmu_subtest("suspend", test_suspend(false));
	oa_pmu_subtest("suspend-beside", test_suspend(true));
	for (unsigned int missed = 1; missed <= 6; missed++) {
		char name[32];

		snprintf(name, sizeof(name), "missed-%u", missed);
		oa_pmu_subtest(name, test_missed(missed, NUM_EVENTS, false));
		snprintf(name, sizeof(name), "missed-%u-time", missed);
		oa_pmu_subtest(name, test_missed(missed, 1, false));
		snprintf(name, sizeof(name), "missed-%u-beside", missed);
		oa_pmu_subtest(name, test_missed(missed, NUM_EVENTS, true));
	}
	oa_pmu_subtest("resume-fails", test_resume_fails(NUM_EVENTS));
	oa_pmu_subtest("resume-fails-time", test_resume_fails(1));

	igt_oa_effect(OA_WRITES);
	oa_pmu_subtest("open-fails", test_open_fails());
	oa_pmu_subtest("engine-fails", test_engine_fails());
	oa_pmu_subtest("take-back-fails", test_take_back_fails());
}
