// SPDX-License-Identifier: GPL-2.0-only
/*
 * The OA unit's counters as perf events: what they count, alone and beside a stream, and that
 * perf says so where they are not counted. pmu.rst. Kernels without perf events skip.
 */
#include <string.h>

#include "oa_pmu.h"

#define STEP_NS		100000000ull	/* of a clock that is moved by hand */
#define STEP_TICKS	(STEP_NS / 1000 * oa_facts()->timestamp_hz / 1000000)
#define BIT_USED	13

static const char step_text[] = "100000000";

static void step(void)
{
	oa_sim_write("advance", step_text);
}

/* EU.ACTIVE, EU.STALL, the busy counter, and clocks */
static u32 code_active(void)
{
	return oa_facts()->flex ? OA_PMU_A(7) : OA_PMU_A(0);
}

static u32 code_stall(void)
{
	return oa_facts()->flex ? OA_PMU_A(8) : OA_PMU_A(1);
}

static u32 code_busy(void)
{
	if (oa_facts()->flex)
		return OA_PMU_A(0);
	return strcmp(oa_facts()->name, "snb") ? OA_PMU_A(41) : OA_PMU_A(26);
}

static u32 code_clocks(void)
{
	return oa_facts()->flex ? OA_PMU_CLOCKS : OA_PMU_B(0);
}

static u64 read_number(const char *below)
{
	char dir[256], path[300];
	u64 value;

	igt_assert(oa_pmu_find(dir, sizeof(dir)));
	snprintf(path, sizeof(path), "%s/%s", dir, below);
	igt_assert(oa_read_u64(path, &value));
	return value;
}

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
	const int time = oa_pmu_open(OA_PMU_TIME), clocks = oa_pmu_open(code_clocks());
	const int active = oa_pmu_open(code_active()), stall = oa_pmu_open(code_stall());
	const int busy = oa_pmu_open(code_busy());
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
	step();
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
	igt_assert_lt(STEP_NS / 10, c.count);	/* more than 100 MHz */
	igt_assert_eq_u64(c.count, b.count);
	slots = c.count * read_number("caps/eus");
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

	igt_require_f(oa_pmu_by_reports(), "counters are registers");
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

		step();
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

	igt_require_f(oa_pmu_by_reports(), "counters are registers");
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

	igt_require_f(oa_pmu_by_reports(), "counters are registers");
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

/* A register of 32 bits wraps twice and more, and the event does not. */
static void test_wrap(void)
{
	const int clocks = oa_pmu_open(code_clocks()), active = oa_pmu_open(code_active());
	struct oa_pmu_value c, a, c0, a0;
	const u32 steps = 160;
	/* Of one step up to a period of the driver's own timer is not seen yet. */
	u64 slack;

	igt_assert(oa_wait_until(oa_pmu_counted(active), 5000));
	oa_sim_freeze();
	c0 = oa_pmu_read(clocks);
	a0 = oa_pmu_read(active);
	step();
	c = oa_pmu_since(clocks, &c0);
	a = oa_pmu_since(active, &a0);
	/* The driver's own timer adds up in between, in the kernel's time: give it that. */
	for (u32 i = 1; i < steps; i++) {
		if (!(i % (oa_facts()->flex ? 60 : 4)))
			oa_sleep_ms(oa_facts()->flex ? 1200 : 60);
		step();
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

/* A stream takes the unit and gives it back; no count jumps. */
static void test_take_over(void)
{
	const int time = oa_pmu_open(OA_PMU_TIME), clocks = oa_pmu_open(code_clocks());
	const int active = oa_pmu_open(code_active());
	int drm = oa_drm_open(), stream;
	u64 set = oa_config_selftest(drm), ns, slipped = oa_sim_slipped_ns();
	struct oa_pmu_value t, c, a;

	igt_assert(oa_status_is("stream", "own"));
	t = oa_pmu_read(time);
	c = oa_pmu_read(clocks);
	a = oa_pmu_read(active);
	for (int round = 0; round < 5; round++) {
		stream = oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, BIT_USED));
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
	c = oa_pmu_since(clocks, &c);
	a = oa_pmu_since(active, &a);
	t = oa_pmu_since(time, &t);
	/* The clock is counted all the time: the same time by the GPU and by perf */
	ns = t.count * 1000 / oa_facts()->timestamp_hz * 1000000;
	slipped = oa_sim_slipped_ns() - slipped;
	igt_assert_eq_u64(t.running, t.enabled);
	igt_assert_lte(ns, t.enabled + 10000000);
	/* The simulated clock may be up to 20 ms behind before it leaves anything out. */
	igt_assert_lte(t.enabled, ns + slipped + 30000000);
	/* The others are not while the unit changes hands */
	igt_assert_lt(c.running, c.enabled);
	igt_assert_lt(0, c.count);
	igt_assert_lte(c.count, c.running * 2);	/* less than 2 GHz */
	igt_assert_lt(a.running, a.enabled);
	igt_assert_lt(0, a.count);
	igt_assert_lte(a.count, c.count * read_number("caps/eus"));
	close(time);
	close(clocks);
	close(active);
	close(drm);
	igt_assert(oa_status_is("stream", "closed"));
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
	const int clocks = oa_pmu_open(code_clocks()), active = oa_pmu_open(code_active());
	struct oa_pmu_value c, a;
	u64 eus = read_number("caps/eus");

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
 * Reports that came before an event began to be counted are in no count: at first it does not
 * advance faster than later, by its running time.
 */
static void test_begins(void)
{
	struct oa_pmu_value first, then;
	u64 slipped, ms;
	int clocks;

	igt_require_f(oa_pmu_by_reports(), "counters are registers here");
	oa_sim_write("activity", "busy");
	for (int round = 0; round < 5; round++) {
		clocks = oa_pmu_open(code_clocks());
		oa_sleep_ms(300);
		first = oa_pmu_read(clocks);
		slipped = oa_sim_slipped_ns();
		oa_sleep_ms(1000);
		then = oa_pmu_since(clocks, &first);
		slipped = oa_sim_slipped_ns() - slipped;
		igt_assert_lt(slipped, then.running);
		ms = (then.running - slipped) / 1000000;
		/* A report each 10.5 ms, and a simulated clock that is up to 20 ms behind */
		igt_assert_lte(first.count,
			       then.count / ms * (first.running / 1000000 + 40));
		close(clocks);
	}
}

/*
 * Another driver lets the power wells go. The unit looks as if a reset had taken it, and is found
 * to be as it was once they are awake again: then the events go on.
 */
static void test_wells_stolen(bool users)
{
	const int clocks = oa_pmu_open(code_clocks()), active = oa_pmu_open(code_active());
	const u64 eus = read_number("caps/eus");
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
	igt_subtest("as-stream")
		test_as_stream();
	igt_subtest("formats")
		test_formats();
	igt_subtest("overflow")
		test_overflow();
	igt_subtest("wrap")
		test_wrap();
	igt_subtest("take-over")
		test_take_over();
	igt_subtest("excluded")
		test_excluded();
	igt_subtest("reset")
		test_reset();
	igt_subtest("begins")
		test_begins();
	igt_subtest("wells-stolen")
		test_wells_stolen(false);
	igt_subtest("wells-stolen-beside")
		test_wells_stolen(true);
	igt_fixture
		if (oa_sim_present())
			igt_assert_eq_u64(oa_sim_violations(), 0);
}
