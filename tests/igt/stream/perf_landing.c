// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reports that land line by line: each one that is delivered must be whole, after every start.
 * hardware.rst 3.15; internals.rst "Landing".
 *
 * The GPU is evenly busy, so each counter advances in proportion to the time stamp. A line that has
 * not landed, or one of another report in its place, does not fit its report's time stamp.
 */
#include "oa_ways.h"

#define FAST		oa_fast(oa_facts()->timestamp_hz > 16000000 ? 7 : 6)
#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define LINES		(OA_BYTES / 64)
#define MOST_LINES	4u
/* Reports to measure the counters' pace, with the fastest timer; fewer with a slower one */
#define MEASURED	4000u

static u8 buf[24 << 20];

/* A counter of a line, and its advance in one period of the timer, in 1/1024 */
struct pace {
	u32 dword;
	u32 step;
};

/* A stream whose reports are compared with the expected counters */
struct landing {
	struct oa_session s;
	struct pace pace[MOST_LINES];
	u32 last[MOST_LINES * 16];
	bool have_last;
	u64 delivered;
	u64 torn;
	/* a line lands later than the driver waits for */
	bool slow;
	unsigned int exponent;
};

static u32 periods_between(const struct landing *l, const u32 *from, const u32 *to)
{
	return (to[1] - from[1]) >> (l->exponent + 1);
}

/* Check whether a line fits its report's time stamp, given an earlier report */
static bool line_fits(const struct landing *l, u32 line, const u32 *from, const u32 *to)
{
	const struct pace *pace = &l->pace[line];
	long long expected = (long long)periods_between(l, from, to) * pace->step / 1024;
	long long slack = expected / 16 + pace->step / 2048;
	/* A dword wraps over a long gap, as where the host stops a guest. */
	int off = to[pace->dword] - from[pace->dword] - (u32)expected;

	return off >= -slack && off <= slack;
}

static void compare(struct landing *l, const u32 *report)
{
	bool fits = true;

	for (u32 line = 1; l->have_last && line < LINES; line++)
		if (!line_fits(l, line, l->last, report)) {
			if (fits && l->torn < 5)
				igt_info("line %u: %#x after %#x, %u periods later\n", line,
					 report[l->pace[line].dword], l->last[l->pace[line].dword],
					 periods_between(l, l->last, report));
			fits = false;
		}
	l->delivered++;
	l->torn += !fits;
	memcpy(l->last, report, OA_BYTES);
	l->have_last = true;
}

/*
 * Read until the unit has written so many more. After a loss of the whole buffer counters may have
 * been reset.
 */
static void read_reports(struct landing *l, u64 reports)
{
	u64 from = oa_sim_u64("produced");
	struct oa_record rec;
	ssize_t n;

	if (reports > 8 * OA_RING_REPORTS)
		reports = 8 * OA_RING_REPORTS;
	while (oa_sim_u64("produced") - from < reports) {
		n = read(l->s.stream, buf, sizeof(buf));
		if (n < 0)
			oa_sleep_ms(1);
		oa_for_each_record(&rec, at, buf, n < 0 ? 0 : n) {
			if (rec.type == DRM_I915_PERF_RECORD_OA_BUFFER_LOST)
				l->have_last = false;
			else if (rec.type == DRM_I915_PERF_RECORD_SAMPLE &&
				 oa_timer_report(rec.payload[0]))
				compare(l, rec.payload);
		}
	}
}

/*
 * Check that a dword advances as fast from the second report to the third as from the first to the
 * second. The packed upper bytes of 40-bit counters jump, if at all.
 */
static bool runs_evenly(const struct landing *l, u32 dword, u32 (*reports)[MOST_LINES * 16])
{
	u64 one = (u64)(reports[1][dword] - reports[0][dword]) *
		  periods_between(l, reports[1], reports[2]);
	u64 two = (u64)(reports[2][dword] - reports[1][dword]) *
		  periods_between(l, reports[0], reports[1]);

	return one <= two + two / 8 && two <= one + one / 8;
}

/* The counter of a line that advances fastest, but not by so much that it wraps. */
static bool choose_pace(struct landing *l, u32 line, u32 (*reports)[MOST_LINES * 16])
{
	u32 periods = periods_between(l, reports[0], reports[2]), best = 0, moved;

	for (u32 dword = line * 16; dword < line * 16 + 16; dword++) {
		moved = reports[2][dword] - reports[0][dword];
		if (moved < 1u << 28 && moved > best && runs_evenly(l, dword, reports)) {
			best = moved;
			l->pace[line].dword = dword;
		}
	}
	l->pace[line].step = (u64)best * 1024 / periods;
	return best / periods >= 4;
}

/*
 * Measure the pace of counters by reports that land at once. Return: false if a line has no
 * counter with an even pace, as after an overflow on a busy host.
 */
static bool measure(struct landing *l)
{
	const u64 wanted = MEASURED >> (l->exponent - 6);
	u32 reports[3][MOST_LINES * 16];
	u64 samples = 0;
	struct oa_record rec;
	ssize_t n;

	while (samples < wanted) {
		n = read(l->s.stream, buf, sizeof(buf));
		oa_for_each_record(&rec, at, buf, n < 0 ? 0 : n) {
			if (rec.type != DRM_I915_PERF_RECORD_SAMPLE ||
			    !oa_timer_report(rec.payload[0]))
				continue;
			memcpy(reports[!samples ? 0 : samples <= wanted / 2 ? 1 : 2], rec.payload,
			       OA_BYTES);
			samples++;
		}
	}
	for (u32 line = 1; line < LINES; line++)
		if (!choose_pace(l, line, reports))
			return false;
	memcpy(l->last, reports[2], OA_BYTES);
	l->have_last = true;
	return true;
}

static void landing_open(struct landing *l, const char *us, unsigned int exponent)
{
	oa_sim_require_knob("fail_landing_parts");
	memset(l, 0, sizeof(*l));
	l->exponent = exponent;
	/* abi-extensions.rst 23: a report that lacks a line is rejected after 10 ms. */
	l->slow = strtoul(us, NULL, 0) >= 10000;
	/* A line that lands after its report was rejected might look like one of the next lap. */
	igt_require_f(!l->slow || OA_RING_REPORTS * oa_period_ns(exponent) > 500000000,
		      "a lap of the ring is too short");
	oa_session_prepare(&l->s);
	oa_session_open_props(&l->s, NONBLOCK, OA_BASE_PROPS(l->s.set, OA_FORMAT, exponent),
			      OA_PROP_LOSS_RECORDS, 1);
	for (int tries = 0; !measure(l); tries++)
		igt_require_f(tries < 10, "a line has no counter with an even pace");
	oa_sim_write("fail_landing_parts", us);
}

/*
 * The accounting adds up, and reports that were not delivered were announced. If lines
 * land later than the driver waits, there may be no report at all.
 */
static void landing_close(struct landing *l)
{
	igt_info("%llu reports, %llu of them do not fit the one before\n", l->delivered, l->torn);
	igt_assert(l->delivered || l->slow);
	igt_assert_eq_u64(l->torn, 0);
	oa_sim_write("fail_landing_parts", "0");
	oa_session_close(&l->s);
}

static void test_overflow(const char *us)
{
	struct landing l;

	landing_open(&l, us, FAST);
	for (int i = 0; i < 3; i++) {
		oa_sim_wait_written(OA_RING_REPORTS + 2000);
		read_reports(&l, OA_RING_REPORTS / 3);
	}
	landing_close(&l);
}

static void test_enable(const char *us)
{
	struct landing l;

	landing_open(&l, us, FAST);
	for (int i = 0; i < 5; i++) {
		read_reports(&l, 8000 + 1700 * i);
		oa_assert_ok(oa_stream_disable(l.s.stream));
		l.have_last = false;
		oa_assert_ok(oa_stream_enable(l.s.stream));
		/* Long enough for some to land, too short to refute the hypothesis "lines" */
		oa_sleep_ms(i);
	}
	read_reports(&l, 16000);
	landing_close(&l);
}

/* Open a stream again, with the same accounting as a first one, and a buffer of @ring bytes. */
static void landing_reopen(struct landing *l, u64 ring)
{
	igt_assert_eq(close(l->s.stream), 0);
	oa_accounts_close(&l->s.accounts);
	l->have_last = false;
	oa_accounts_open(&l->s.accounts);
	oa_session_open_props(&l->s, NONBLOCK, OA_BASE_PROPS(l->s.set, OA_FORMAT, l->exponent),
			      OA_PROP_LOSS_RECORDS, 1, OA_PROP_BUFFER_SIZE, ring);
}

/*
 * Lines of a stream that was closed land in the buffer of the next one, which has the same address.
 * They are none of its reports.
 */
static void test_reopen(const char *us)
{
	const u64 ring = OA_RING_REPORTS * OA_BYTES;
	struct landing l;

	landing_open(&l, us, FAST);
	for (int i = 0; i < 3; i++) {
		read_reports(&l, 8000 + 1700 * i);
		landing_reopen(&l, ring);
	}
	read_reports(&l, 16000);
	landing_close(&l);
}

static void test_reset(const char *us)
{
	struct landing l;

	/* Slow enough not to overflow: a reset after an overflow loses an unknown number. */
	landing_open(&l, us, oa_fast(9));
	for (int i = 0; i < 3; i++) {
		read_reports(&l, 4000);
		oa_reset_gt("full");
		/* Reports of which no line had landed yet are lost, and not counted. */
		l.s.accounts.in_flight += 2;
		read_reports(&l, 4000);
	}
	landing_close(&l);
}

/* Reports land slowly, but in time: nothing is lost over several laps of the ring. */
static void test_laps(void)
{
	struct landing l;

	landing_open(&l, "200", FAST);
	read_reports(&l, 3 * OA_RING_REPORTS);
	landing_close(&l);
}

/* Size of a ring in which a stop leaves unread reports at each place, across the end too */
#define SMALL_RING	(128 * 1024)

/*
 * Reports that a stop left unread are not there after the next start: a line that has not landed
 * yet would show them.
 */
static void test_restart(void)
{
	const unsigned int reports = SMALL_RING / OA_BYTES;
	struct landing l;

	landing_open(&l, "200", oa_fast(9));
	landing_reopen(&l, SMALL_RING);
	for (unsigned int i = 0; i < 12; i++) {
		for (unsigned int lap = 0; lap <= i % 4; lap++)
			read_reports(&l, reports / 4 + 5 * i);
		/* All has landed when the unit stops, so only what was left is to be removed. */
		oa_sim_write("fail_landing_parts", "0");
		oa_sim_wait_written(reports / 2 - 20 * i);
		oa_assert_ok(oa_stream_disable(l.s.stream));
		oa_sim_write("fail_landing_parts", "200");
		l.have_last = false;
		oa_assert_ok(oa_stream_enable(l.s.stream));
	}
	landing_close(&l);
}

/* The time stamp of the first report from now on. A read may end with a loss before it. */
static u32 first_stamp(const struct oa_session *s)
{
	struct oa_record rec;
	ssize_t n;

	for (;;) {
		igt_assert(oa_poll_in(s->stream, 20000));
		n = read(s->stream, buf, sizeof(buf));
		igt_assert_f(n > 0 || errno == EAGAIN, "read: %m");
		oa_for_each_record(&rec, at, buf, n < 0 ? 0 : n) {
			if (rec.type == DRM_I915_PERF_RECORD_SAMPLE)
				return rec.payload[1];
		}
	}
}

/*
 * Without faults, on any GPU: no report of the time before a start comes after it, however many the
 * stop left unread.
 */
static void test_younger(bool reopens)
{
	const u64 ring = SMALL_RING;
	struct oa_session s;
	u32 before, first;

	oa_session_prepare(&s);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, oa_fast(9)),
			      OA_PROP_BUFFER_SIZE, ring);
	for (unsigned int i = 0; i < 12; i++) {
		first_stamp(&s);
		oa_sleep_ms(1 + i % 4 * ring / OA_BYTES * oa_period_ns(oa_fast(9)) / 3000000);
		if (reopens)
			igt_assert_eq(close(s.stream), 0);
		else
			oa_assert_ok(oa_stream_disable(s.stream));
		before = oa_reg_read_timestamp(s.drm);
		if (reopens) {
			oa_accounts_close(&s.accounts);
			oa_accounts_open(&s.accounts);
			oa_session_open_props(&s, NONBLOCK,
					      OA_BASE_PROPS(s.set, OA_FORMAT, oa_fast(9)),
					      OA_PROP_BUFFER_SIZE, ring);
		} else {
			oa_assert_ok(oa_stream_enable(s.stream));
		}
		first = first_stamp(&s);
		igt_assert_f((int32_t)(first - before) >= 0, "report of %#x, started at %#x", first,
			     before);
	}
	oa_session_close(&s);
}

igt_main
{
	/* Shorter than the driver waits for a report, and twice as long */
	static const char * const delays[] = { "200", "20000" };

	igt_fixture
		oa_gpu_require();

	for (size_t i = 0; i < ARRAY_LEN(delays); i++) {
		igt_oa_effect(OA_WRITES);
		igt_subtest_f("overflow-%s-us", delays[i])
			test_overflow(delays[i]);
		igt_subtest_f("enable-%s-us", delays[i])
			test_enable(delays[i]);
		igt_subtest_f("reopen-%s-us", delays[i])
			test_reopen(delays[i]);
		igt_oa_effect(OA_RESETS);
		igt_subtest_f("gt-reset-%s-us", delays[i])
			test_reset(delays[i]);
	}
	igt_oa_effect(OA_WRITES);
	oa_subtest("younger-after-enable", test_younger(false));
	oa_subtest("younger-after-open", test_younger(true));
	oa_subtest("laps", test_laps());
	oa_subtest("restart", test_restart());
}
