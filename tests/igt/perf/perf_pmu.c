// SPDX-License-Identifier: GPL-2.0-only
/*
 * The OA unit's counters as perf events: privilege, counts alone, beside a stream and between
 * reports, and exclusion by a stream. pmu.rst. The subtests skip on kernels without perf events and
 * on GPUs without a PMU.
 */
#include <sched.h>

#include "oa_pmu.h"

#define STEP_TICKS	(OA_PMU_STEP_NS / 1000 * oa_facts()->timestamp_hz / 1000000)
/* The driver reads the GPU's clock at each sample, which moves one that stands still by a tick. */
#define READ_TICKS	64

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

	/* perf's own rule allows any user now, so that only the driver's rule applies. */
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

/* Let OA_PMU_STEP_NS pass, by a simulated GPU's clock, which stands still, or by one that runs. */
static void step(void)
{
	if (oa_sim_present())
		oa_pmu_step();
	else
		oa_sleep_ms(OA_PMU_STEP_NS / 1000000);
}

/*
 * Return: false if the time stamp was read too often in between, by the driver's own timer: if the
 * host stopped the guest.
 */
static bool counts_alone(void)
{
	enum { TIME, CLOCKS, ACTIVE, STALL, BUSY, LAST_B, NUM };
	const u32 codes[NUM] = {
		OA_PMU_TIME, oa_pmu_clocks(), oa_pmu_active(), oa_pmu_stall(), oa_pmu_busy(),
		OA_PMU_B(oa_facts()->num_b - 1),
	};
	struct oa_pmu_events e;

	oa_pmu_open_list(&e, codes, NUM);
	oa_pmu_wait(e.fds[LAST_B], 20000);
	if (oa_sim_present())
		oa_sim_freeze();
	oa_pmu_note(&e);
	step();
	oa_pmu_advance(&e);
	igt_assert_eq_u64(e.v[TIME].running, e.v[TIME].enabled);
	igt_assert_lt(OA_PMU_STEP_NS / 10, e.v[CLOCKS].count);	/* more than 100 MHz */
	/* A real GPU may have nothing to do. */
	if (oa_sim_present()) {
		igt_assert_lt(0, e.v[ACTIVE].count);
		igt_assert_lt(0, e.v[STALL].count);
		igt_assert_lt(0, e.v[BUSY].count);
	}
	igt_assert_lte(e.v[ACTIVE].count + e.v[STALL].count,
		       e.v[CLOCKS].count * oa_pmu_caps("eus"));
	igt_assert_lte(e.v[BUSY].count, e.v[CLOCKS].count);
	igt_assert_eq_u64(e.v[ACTIVE].running, e.v[ACTIVE].enabled);
	oa_hold_clock(false);
	oa_pmu_close(&e);
	igt_assert(oa_status_is("stream", "closed"));
	igt_assert_lte(STEP_TICKS, e.v[TIME].count);
	if (!oa_sim_present())
		return true;
	return e.v[TIME].count <= STEP_TICKS + READ_TICKS &&
	       e.v[CLOCKS].count <= e.v[LAST_B].count &&
	       (e.v[LAST_B].count - e.v[CLOCKS].count) * STEP_TICKS <=
	       e.v[CLOCKS].count * READ_TICKS;
}

/* Without a stream: each count is as the clock demands, exactly so if that is a manual one. */
static void test_alone(void)
{
	oa_repeat_at_most(5, counts_alone());
}

static void report(int stream, u32 *dw)
{
	struct drm_i915_oa_report r = { .report_id = 7, .ptr = (uintptr_t)dw, .size = 256 };

	oa_assert_ok(oa_ioctl(stream, I915_OA_IOCTL_REPORT, &r));
}

/* A counters of these numbers, and last B0, which counts clocks */
static void open_numbers(struct oa_pmu_events *e, const u8 *numbers, int num)
{
	u32 codes[ARRAY_LEN(e->fds)];

	for (int i = 0; i < num; i++)
		codes[i] = OA_PMU_A(numbers[i]);
	codes[num] = OA_PMU_B(0);
	oa_pmu_open_list(e, codes, num + 1);
}

/* The dword of a report that has the counter of event i of open_numbers() */
static u32 place(const struct oa_layout *l, const u8 *numbers, int i, int events)
{
	if (i == events - 1)
		return l->b;
	return l->a_dwords ? l->a_dwords[numbers[i]] : l->a + numbers[i];
}

/* The advance of no counter of the simulated GPU wraps in this time. */
#define ROUND_NS	100000000ull

/* Take reports around and within an interval of the events. Return: false if it was too long. */
static bool take_reports(int stream, struct oa_pmu_events *e, u32 r[4][64])
{
	report(stream, r[0]);
	oa_pmu_note(e);
	report(stream, r[1]);
	oa_sleep_ms(10);
	report(stream, r[2]);
	oa_pmu_advance(e);
	report(stream, r[3]);
	return oa_pmu_ns((u32)(r[3][1] - r[0][1])) < ROUND_NS;
}

/*
 * Beside a stream, and between reports that the GPU writes at a command: an event counts at least
 * the difference of two reports within its interval, unless the driver's timer was late, as its
 * running time shows then, and at most that of two reports around it.
 */
static void test_as_reports(void)
{
	const struct oa_layout *l = &oa_facts()->layouts[0];
	const u8 numbers[] = { 1, 2, 4, 5, 22, 24, 25, 27 };
	struct oa_pmu_events e;
	const int drm = oa_drm_open(), stream = oa_pmu_stream(drm, 0);
	u32 r[4][64];

	open_numbers(&e, numbers, ARRAY_LEN(numbers));
	for (int round = 0; round < 3; round++) {
		oa_repeat_at_most(50, take_reports(stream, &e, r));
		for (int i = 0; i < e.num; i++) {
			const u32 at = place(l, numbers, i, e.num), count = e.v[i].count;

			igt_assert_lte(count, r[3][at] - r[0][at]);
			if (e.v[i].running != e.v[i].enabled)
				continue;
			igt_assert_lte(r[2][at] - r[1][at], count);
			igt_assert(i + 1 < e.num || count);
		}
	}
	oa_pmu_close(&e);
	close(stream);
	close(drm);
}

/* Run on the first processor only, as the driver's timer then does, which so is never late. */
static void run_on_one(bool one)
{
	cpu_set_t cpus;

	memset(&cpus, one ? 0 : 0xff, sizeof(cpus));
	CPU_SET(0, &cpus);
	igt_assert(!sched_setaffinity(0, sizeof(cpus), &cpus));
}

/* A 32-bit register wraps several times, and the count does not. */
static void test_wrap(void)
{
	const u32 codes[] = { oa_pmu_clocks(), oa_pmu_active() }, steps = 800;
	struct oa_pmu_events e;
	u64 clocks, active;

	oa_sim_require();
	run_on_one(true);
	oa_pmu_open_list(&e, codes, ARRAY_LEN(codes));
	oa_pmu_wait(e.fds[1], 20000);
	oa_sim_freeze();
	oa_pmu_note(&e);
	oa_pmu_step();
	oa_pmu_advance(&e);
	clocks = e.v[0].count;
	active = e.v[1].count;
	/* The driver's timer adds up in between, by the kernel's clock: sleep for it. */
	for (u32 i = 1; i < steps; i++) {
		if (!(i % (oa_facts()->flex ? 100 : 3)))
			oa_sleep_ms(oa_facts()->flex ? 1200 : 60);
		oa_pmu_step();
	}
	oa_pmu_advance(&e);
	igt_assert_lt(1ull << 32, e.v[0].count);
	/* Steps are of whole clocks; reads of the clock add ticks. */
	igt_assert_lte(e.v[0].count, clocks * steps + clocks);
	igt_assert_lte(clocks * steps, e.v[0].count + clocks);
	igt_assert_lt(1ull << 32, e.v[1].count);
	igt_assert_lte(e.v[1].count / steps, 2 * active);
	igt_assert_lte(active, 2 * e.v[1].count / steps);
	igt_assert_eq_u64(e.v[0].running, e.v[0].enabled);
	igt_assert_eq_u64(e.v[1].running, e.v[1].enabled);
	oa_hold_clock(false);
	oa_pmu_close(&e);
	run_on_one(false);
}

/*
 * A program opens one event after the other, faster than the driver's timer expires, for longer
 * than a register takes to wrap. The events that are open already count on.
 */
static void test_opens(void)
{
	const u32 codes[] = { oa_pmu_active(), OA_PMU_B(0) };
	const char *step = oa_facts()->flex ? "1000000000" : "20000000";
	struct oa_pmu_events e;

	oa_sim_require();
	oa_pmu_open_list(&e, codes, ARRAY_LEN(codes));
	oa_pmu_wait(e.fds[1], 20000);
	oa_sim_freeze();
	oa_pmu_note(&e);
	for (int i = 0; i < 20; i++) {
		oa_sim_write("advance", step);
		close(oa_pmu_open(OA_PMU_TIME));
	}
	oa_pmu_advance(&e);
	for (int i = 0; i < e.num; i++) {
		igt_assert_lt(0, e.v[i].count);
		igt_assert_eq_u64(e.v[i].running, e.v[i].enabled);
	}
	oa_hold_clock(false);
	oa_pmu_close(&e);
}

/* The GPU's time from one sample of the driver to the next, in which clocks wrap */
#define LATE_NS		10000000000ull
#define LATE_BIT	18

/* Let LATE_NS pass at once, while a read moves the head */
static void let_pass(int stream)
{
	char text[24], records[4096];

	igt_assert(oa_poll_in(stream, 60000));
	oa_sim_freeze();
	snprintf(text, sizeof(text), "%llu", LATE_NS / 1000);
	oa_sim_write("fail_away", text);
	igt_assert_lt(0, read(stream, records, sizeof(records)));
	igt_assert_eq_u64(oa_sim_u64("fail_away"), 0);
}

/*
 * The driver's timer is so late that counters may have wrapped, of a virtual machine that was
 * stopped, for one. What they counted meanwhile is not counted, and neither is the time. Other
 * counters, of 36 and 40 bits, count on, but not in a group with one of the former.
 */
static void test_late(void)
{
	enum { TIME, CLOCKS, FIXED, B0, LEADER, MEMBER, NUM };
	const u32 codes[] = { OA_PMU_TIME, oa_pmu_clocks(), OA_PMU_A(2), OA_PMU_B(0) };
	struct oa_pmu_events e;
	int drm, stream;

	oa_sim_require_knob("fail_away");
	drm = oa_drm_open();
	stream = oa_open_props(drm, 0, OA_BASE_PROPS(oa_config_selftest(drm), OA_FORMAT, LATE_BIT));
	igt_assert_fd(stream);
	oa_pmu_open_list(&e, codes, ARRAY_LEN(codes));
	e.fds[LEADER] = oa_pmu_open(OA_PMU_TIME);
	e.fds[MEMBER] = oa_pmu_open_in(OA_PMU_B(0), e.fds[LEADER]);
	e.num = NUM;
	oa_pmu_wait(e.fds[MEMBER], 20000);
	oa_pmu_note(&e);
	let_pass(stream);
	oa_pmu_advance(&e);
	igt_assert_lte(LATE_NS, oa_pmu_ns(e.v[TIME].count) + 1000000);
	igt_assert_eq_u64(e.v[TIME].running, e.v[TIME].enabled);
	for (int i = CLOCKS; i < NUM; i++) {
		if (i == FIXED && oa_facts()->flex) {
			igt_assert_eq_u64(e.v[i].running, e.v[i].enabled);
			igt_assert_lt(0, e.v[i].count);
			continue;
		}
		igt_assert_lt(e.v[i].running, e.v[i].enabled);
		/* No more than what was counted before the pause, at less than 2 GHz */
		igt_assert_lte(e.v[i].count, e.v[i].running * 2 * oa_pmu_caps("eus"));
	}
	oa_pmu_note(&e);
	oa_pmu_step();
	oa_pmu_advance(&e);
	for (int i = 0; i < NUM; i++)
		igt_assert_eq_u64(e.v[i].running, e.v[i].enabled);
	igt_assert_lt(OA_PMU_STEP_NS / 10, e.v[B0].count);
	oa_hold_clock(false);
	oa_pmu_close(&e);
	close(stream);
	close(drm);
}

/* The stream owns the unit while it is open. */
static void open_and_close_stream(int drm, int clocks, int active)
{
	const int stream = oa_pmu_stream(drm, 0);

	igt_assert(oa_status_is("stream", "open"));
	oa_pmu_wait(clocks, 20000);
	if (oa_facts()->flex)
		igt_assert(!oa_pmu_counted(active));
	else
		oa_pmu_wait(active, 20000);
	oa_sleep_ms(20);
	close(stream);
	igt_assert(oa_wait_until(oa_status_is("stream", "own"), 20000));
	oa_pmu_wait(active, 20000);
	oa_sleep_ms(20);
}

/* Check that GPU and perf counted the same time, except for what the simulator skipped */
static bool same_time(const struct oa_pmu_value *t, u64 slipped)
{
	const u64 ns = oa_pmu_ns(t->count);

	/* The simulated clock may be up to 20 ms behind before it skips time. */
	return ns <= t->enabled + 10000000 && t->enabled <= ns + slipped + 30000000;
}

/*
 * No count jumps when the owner of the unit changes. Return: false if the counts do not fit to each
 * other or to perf's time
 */
static bool take_over(int drm)
{
	enum { TIME, CLOCKS, ACTIVE, NUM };
	u64 slipped = oa_sim_slipped_ns();
	struct oa_pmu_events e;

	oa_pmu_open_usual(&e, NUM);
	igt_assert(oa_status_is("stream", "own"));
	oa_pmu_note(&e);
	for (int round = 0; round < 5; round++)
		open_and_close_stream(drm, e.fds[CLOCKS], e.fds[ACTIVE]);
	oa_pmu_advance(&e);
	slipped = oa_sim_slipped_ns() - slipped;
	/* The clock is counted all the time. */
	igt_assert_eq_u64(e.v[TIME].running, e.v[TIME].enabled);
	/* The others are not counted while the owner changes. */
	igt_assert_lt(e.v[CLOCKS].running, e.v[CLOCKS].enabled);
	igt_assert_lt(0, e.v[CLOCKS].count);
	igt_assert_lt(e.v[ACTIVE].running, e.v[ACTIVE].enabled);
	if (oa_sim_present())
		igt_assert_lt(0, e.v[ACTIVE].count);
	oa_pmu_close(&e);
	igt_assert(oa_status_is("stream", "closed"));
	/* Less than 2 GHz */
	return same_time(&e.v[TIME], slipped) && e.v[CLOCKS].count <= e.v[CLOCKS].running * 2 &&
	       e.v[ACTIVE].count <= e.v[CLOCKS].count * oa_pmu_caps("eus");
}

/*
 * A busy host may stop between perf's read of its clock and the driver's, or between the reads of
 * two events, but not each time.
 */
static void test_take_over(void)
{
	const int drm = oa_drm_open();

	oa_repeat_at_most(5, take_over(drm));
	close(drm);
}

/* A stream that does not sample, has other events or one context excludes events. */
static void test_excluded(void)
{
	int drm = oa_drm_open(), stream, time, fixed, b0, leader, member;
	u64 set = oa_config_selftest(drm);
	struct oa_pmu_value v;
	char uuid[37];
	int other;

	stream = oa_pmu_stream(drm, I915_PERF_FLAG_DISABLED);
	time = oa_pmu_open(OA_PMU_TIME);
	fixed = oa_pmu_open(OA_PMU_A(2));
	b0 = oa_pmu_open(OA_PMU_B(0));
	leader = oa_pmu_open(OA_PMU_TIME);
	member = oa_pmu_open_in(OA_PMU_A(2), leader);
	oa_sleep_ms(50);
	igt_assert(oa_pmu_counted(time));
	v = oa_pmu_read(fixed);
	/* Not 0 but "not counted": exactly no running time */
	igt_assert_eq_u64(v.running, 0);
	igt_assert_eq_u64(v.count, 0);
	igt_assert_lt(0, v.enabled);
	/* A group is counted as a whole; its leader was open before the member. */
	v = oa_pmu_read(leader);
	oa_sleep_ms(5);
	v = oa_pmu_since(leader, &v);
	igt_assert_eq_u64(v.running, 0);
	igt_assert_eq_u64(v.count, 0);
	/* Disabling and enabling does not count an excluded event. */
	oa_assert_ok(ioctl(fixed, PERF_EVENT_IOC_DISABLE, 0));
	igt_assert_eq_u64(oa_pmu_read(fixed).running, 0);
	oa_assert_ok(ioctl(fixed, PERF_EVENT_IOC_ENABLE, 0));
	igt_assert_eq_u64(oa_pmu_read(fixed).running, 0);
	oa_assert_ok(oa_stream_enable(stream));
	oa_pmu_wait(fixed, 20000);
	oa_pmu_wait(b0, 20000);
	oa_pmu_wait(leader, 20000);
	oa_assert_ok(oa_stream_disable(stream));
	igt_assert(!oa_pmu_counted(fixed) && !oa_pmu_counted(leader) && oa_pmu_counted(time));
	oa_assert_ok(oa_stream_enable(stream));
	/* Another set: B0 counts other events */
	oa_uuid_fresh(uuid);
	other = oa_config_add_boolean(drm, uuid, oa_facts()->cec, 0x00000004);
	igt_assert_lt(0, other);
	igt_assert_lt(0, oa_stream_config(stream, other));
	oa_pmu_wait(fixed, 20000);
	igt_assert(!oa_pmu_counted(b0));
	igt_assert_lt(0, oa_stream_config(stream, set));
	oa_pmu_wait(fixed, 20000);
	oa_pmu_wait(b0, 20000);
	close(stream);
	oa_config_remove(drm, other);
	/* One context */
	stream = oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, OA_PMU_BIT),
			       OA_PROP_CTX_HANDLE, oa_context_create(drm));
	igt_assert_fd(stream);
	igt_assert(!oa_pmu_counted(fixed) && !oa_pmu_counted(b0) && oa_pmu_counted(time));
	close(stream);
	oa_pmu_wait(fixed, 20000);
	close(time);
	close(fixed);
	close(b0);
	close(member);
	close(leader);
	close(drm);
}

/* A stream of the context, opened by the calling process */
static int open_context(int drm, u64 set, u32 context, u32 flags)
{
	return oa_open_props(drm, flags, OA_PROP_CTX_HANDLE, context,
			     OA_BASE_PROPS(set, OA_FORMAT, OA_PMU_BIT));
}

/* An unprivileged process does not get the unit, neither by one open nor by a loop of them. */
static void assert_unprivileged_busy(int drm, u64 set, u32 context, int rounds)
{
	igt_fork(child, 1) {
		igt_drop_root();
		for (int round = 0; round < rounds; round++)
			oa_assert_fails(open_context(drm, set, context, I915_PERF_FLAG_DISABLED),
					EBUSY);
		oa_assert_fails(oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, OA_PMU_BIT)),
				EACCES);
	}
	igt_waitchildren();
}

/*
 * While root counts with perf, the counters count all contexts. An unprivileged process neither
 * reads them through a stream of its own context nor takes the unit.
 */
static void test_unprivileged(void)
{
	const int drm = oa_drm_open();
	const u64 set = oa_config_selftest(drm);
	const u32 context = oa_context_create(drm);
	struct oa_pmu_value v;
	int stream, active;

	/* Inside IGT a skipped subtest leaves its files open. */
	if (!oa_facts()->ctx_unprivileged)
		close(drm);
	igt_require_f(oa_facts()->ctx_unprivileged, "all streams need privilege");
	oa_sysctl_defaults();
	active = oa_pmu_open(oa_pmu_active());
	oa_pmu_wait(active, 20000);
	/* While the GPU's clock stands still, the driver's timer is not late. */
	if (oa_sim_present())
		oa_sim_freeze();
	v = oa_pmu_read(active);
	assert_unprivileged_busy(drm, set, context, 50);
	/* Root's event was counted all the time. */
	v = oa_pmu_since(active, &v);
	if (oa_sim_present())
		igt_assert_eq_u64(v.running, v.enabled);
	else
		igt_assert_lt(0, v.running);
	oa_hold_clock(false);
	/* Root's own stream takes the unit. No open succeeds before the driver takes it back. */
	for (int round = 0; round < 10; round++) {
		stream = open_context(drm, set, context, 0);
		igt_assert_fd(stream);
		close(stream);
		assert_unprivileged_busy(drm, set, context, 1);
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
		oa_pmu_fixture();

	igt_oa_effect(OA_WRITES);
	oa_pmu_subtest("errors", test_errors());
	oa_pmu_subtest("privilege", test_privilege());
	oa_pmu_subtest("alone", test_alone());
	oa_pmu_subtest("as-reports", test_as_reports());
	oa_pmu_subtest("wrap", test_wrap());
	oa_pmu_subtest("opens", test_opens());
	oa_pmu_subtest("late", test_late());
	oa_pmu_subtest("take-over", test_take_over());
	oa_pmu_subtest("excluded", test_excluded());
	oa_pmu_subtest("unprivileged", test_unprivileged());
}
