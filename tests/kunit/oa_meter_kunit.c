// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tallies that do not wrap, and meters: the count and the time that a reader gets.
 */
#include <kunit/test.h>
#include <linux/limits.h>
#include <linux/time64.h>
#include <linux/types.h>

#include "named_param.h"
#include "perf/oa_perf_priv.h"

/* struct tally_case - successive values of a register, and its total advance */
struct tally_case {
	const char *name;
	u8 bits;
	u64 raw[4];
	u64 total;
};

static const struct tally_case tally_cases[] = {
	{ "32 bits, no wrap", 32, { 5, 10, 10, 1000 }, 995 },
	{ "32 bits, a wrap", 32, { 0xfffffff0, 0x10, 0x20, 0x30 }, 0x40 },
	{ "32 bits, two wraps", 32, { 0x80000000, 0x7fffffff, 0x80000000, 0x7fffffff },
	  2 * 0xffffffffull + 1 },
	{ "36 bits, a wrap", 36, { 0xffffffff0ull, 0x10, 0x10, 0x10 }, 0x20 },
	{ "40 bits, a wrap", 40, { 0xff00000000ull, 0x1, 0x2, 0x3 }, 0x100000003ull },
	{ "64 bits", 64, { ~0ull, 1, 2, 3 }, 4 },
};

KUNIT_ARRAY_PARAM_DESC(tally, tally_cases, name);

static void tally_adds(struct kunit *test)
{
	const struct tally_case *c = test->param_value;
	struct oa_tally tally = { .bits = c->bits, .last = c->raw[0] };

	oa_tally_add(&tally, c->raw[1]);
	oa_tally_add(&tally, c->raw[2]);
	oa_tally_add(&tally, c->raw[3]);
	KUNIT_EXPECT_EQ(test, tally.total, c->total);
	/* Counts between the last value and a new base are left out. */
	tally.last = 77;
	oa_tally_add(&tally, 79);
	KUNIT_EXPECT_EQ(test, tally.total, c->total + 2);
}

/* struct wrap_case - a register's width and greatest advance, and the time in which it wraps */
struct wrap_case {
	const char *name;
	u8 bits;
	u64 per_ms;
	u64 ns;
};

static const struct wrap_case wrap_cases[] = {
	/* 40 EUs at 1.3 GHz and 20 at 1.15 GHz; then each EU with 8 threads */
	{ "Haswell GT3, EUs", 32, 40 * 1300000ull, 82595524 },
	{ "Haswell GT2, EUs", 32, 20 * 1150000ull, 186737708 },
	{ "Haswell GT3, threads", 32, 320 * 1300000ull, 10324440 },
	{ "clocks, 1 GHz", 32, 1000000, 4294967296 },
	{ "72 EUs at 1.15 GHz, 40 bits", 40, 72 * 1150000ull, 13279125939 },
	{ "the clock, 12.5 MHz", 36, 12500, 5497558138880 },
	{ "interrupts", 64, 1, U64_MAX },
};

KUNIT_ARRAY_PARAM_DESC(wrap, wrap_cases, name);

static void wrap_times(struct kunit *test)
{
	const struct wrap_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_wrap_ns(c->bits, c->per_ms), c->ns);
}

/* struct passed_case - the advance of two clocks since a sample, and the time to count with */
struct passed_case {
	const char *name;
	u32 ticks;
	u32 ticks_per_s;
	u64 host_ns;
	u64 ns;
};

static const struct passed_case passed_cases[] = {
	{ "both agree", 250000, 12500000, 20000000, 20000000 },
	/* A virtual machine was stopped for 5 s. */
	{ "the kernel's clock stood", 62500000, 12500000, 20000000, 5000000000 },
	{ "the GPU's clock skipped", 250000, 12500000, 900000000, 20000000 },
	{ "the GPU's clock stands still", 0, 12500000, 20000000, 20000000 },
	{ "at 19.2 MHz", 384000, 19200000, 1, 20000000 },
	/* 2^31 ticks are 171.8 s. */
	{ "the GPU's clock may have wrapped", 250000, 12500000, 172000000000, 172000000000 },
	{ "the GPU's clock went back", -1u, 12500000, 20000000, 343597383600 },
};

KUNIT_ARRAY_PARAM_DESC(passed, passed_cases, name);

static void time_passed(struct kunit *test)
{
	const struct passed_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_passed_ns(c->ticks, c->ticks_per_s, c->host_ns), c->ns);
}

/* struct part - a part of a reader's time: its length, counted or not, the tally's advance */
struct part {
	u64 ns;
	bool runs;
	u64 advance;
};

/* struct meter_case - up to three parts, then the reader's count and time */
struct meter_case {
	const char *name;
	struct part parts[3];
	/* time by perf's clock less time by the driver's, in ns */
	s64 skew;
	u64 count;
	u64 running;
};

static const struct meter_case meter_cases[] = {
	{ "all counted", { { 1000, true, 10 }, { 500, true, 5 } }, 0, 15, 1500 },
	/* perf's clock prevails over the driver's. */
	{ "all counted, clocks differ", { { 1000, true, 10 } }, 70, 10, 1070 },
	{ "none counted", { { 1000, false, 10 }, { 500, false, 5 } }, 0, 0, 0 },
	/* The running time must be exactly 0; otherwise perf shows a number. */
	{ "none counted, clocks differ", { { 1000, false, 10 } }, 70, 0, 0 },
	{ "none counted, clocks differ the other way", { { 1000, false, 10 } }, -70, 0, 0 },
	/* The scheduler's clock stands still within a tick that is late. */
	{ "none counted, our clock stands still", { { 0, false, 10 } }, 415, 0, 0 },
	{ "all counted, our clock stands still", { { 0, true, 10 } }, 415, 10, 415 },
	{ "counted in part", { { 1000, true, 10 }, { 500, false, 5 }, { 100, true, 1 } },
	  0, 11, 1100 },
	{ "not at first", { { 1000, false, 10 }, { 500, true, 5 } }, 0, 5, 500 },
	{ "not at last", { { 1000, true, 10 }, { 500, false, 5 } }, 3, 10, 1003 },
	/* The running time does not become negative. */
	{ "perf's clock is behind", { { 1000, false, 10 }, { 10, true, 5 } }, -100, 5, 0 },
};

KUNIT_ARRAY_PARAM_DESC(meter, meter_cases, name);

#define BEGAN	100000ull
#define TOLD	5000ull

static void meter_tells(struct kunit *test)
{
	const struct meter_case *c = test->param_value;
	struct oa_meter meter = { };
	u64 now = BEGAN, total = 42, active = TOLD + c->skew;
	size_t i;

	oa_meter_start(&meter, c->parts[0].runs, total, now, TOLD);
	for (i = 0; i < ARRAY_SIZE(c->parts); i++) {
		oa_meter_update(&meter, total, now);
		meter.runs = c->parts[i].ns ? c->parts[i].runs : meter.runs;
		total += c->parts[i].advance;
		now += c->parts[i].ns;
		active += c->parts[i].ns;
		oa_meter_update(&meter, total, now);
	}
	KUNIT_EXPECT_EQ(test, oa_meter_take(&meter), c->count);
	KUNIT_EXPECT_EQ(test, oa_meter_take(&meter), 0ull);
	KUNIT_EXPECT_EQ(test, oa_meter_sync(&meter, active), TOLD + c->running);
	/* A second call at once returns the same. */
	KUNIT_EXPECT_EQ(test, oa_meter_sync(&meter, TOLD + c->running), TOLD + c->running);
}

/* Excess time that could not be subtracted at once is subtracted later. */
static void meter_owes(struct kunit *test)
{
	struct oa_meter meter = { };

	oa_meter_start(&meter, false, 0, 0, 0);
	oa_meter_update(&meter, 0, 100);
	meter.runs = true;
	oa_meter_update(&meter, 1, 110);
	KUNIT_EXPECT_EQ(test, oa_meter_sync(&meter, 60), 0ull);
	oa_meter_update(&meter, 2, 210);
	KUNIT_EXPECT_EQ(test, oa_meter_sync(&meter, 150), 110ull);
}

/* The clock of another processor may lag: neither the count nor the time goes back. */
static void meter_clock_behind(struct kunit *test)
{
	struct oa_meter meter = { };

	oa_meter_start(&meter, true, 0, 1000, 0);
	oa_meter_update(&meter, 7, 900);
	KUNIT_EXPECT_EQ(test, oa_meter_take(&meter), 7ull);
	KUNIT_EXPECT_EQ(test, meter.ran, 0ull);
	oa_meter_update(&meter, 9, 1100);
	KUNIT_EXPECT_EQ(test, oa_meter_take(&meter), 2ull);
	KUNIT_EXPECT_EQ(test, meter.ran, 100ull);
}

/* Fractions of a unit add up over many reads. */
static void meter_units(struct kunit *test)
{
	struct oa_meter meter = { };
	u64 units = 0, total = 0;
	int i;

	oa_meter_start(&meter, true, 0, 0, 0);
	for (i = 0; i < 10; i++) {
		total += 350;
		oa_meter_update(&meter, total, i);
		units += oa_meter_take_units(&meter, 1000);
	}
	KUNIT_EXPECT_EQ(test, units, 3ull);
	KUNIT_EXPECT_EQ(test, oa_meter_take(&meter), 500ull);
}

/* struct time_case - clocks in all, counted clocks, ns in all, and the expected counted ns */
struct time_case {
	const char *name;
	u64 all;
	u64 some;
	u64 ns;
	u64 expected;
};

static const struct time_case time_cases[] = {
	{ "a quarter", 1000000, 250000, 4000, 1000 },
	{ "all", 12345, 12345, 999999937, 999999937 },
	{ "none", 1000, 0, 1000, 0 },
	{ "no clock", 0, 0, 1000, 0 },
	/* An hour, and counts that do not fit in 64 bits when multiplied */
	{ "an hour", 3600ull * 1150000000, 1800ull * 1150000000, 3600ull * NSEC_PER_SEC,
	  1800ull * NSEC_PER_SEC },
	/* The counted clocks are read a moment later than all clocks. */
	{ "more than all", 1000, 1003, 5000, 5000 },
	{ "more than none", 0, 3, 5000, 0 },
};

KUNIT_ARRAY_PARAM_DESC(time, time_cases, name);

static void meter_time(struct kunit *test)
{
	const struct time_case *c = test->param_value;
	struct oa_meter meter = { }, clocks = { };

	oa_meter_start(&meter, true, 7, 100, 0);
	oa_meter_start(&clocks, true, 9, 100, 0);
	oa_meter_update(&meter, 7 + c->some, 100 + c->ns);
	oa_meter_update(&clocks, 9 + c->all, 100 + c->ns);
	KUNIT_EXPECT_EQ(test, oa_meter_take_time(&meter, &clocks), c->expected);
	KUNIT_EXPECT_EQ(test, oa_meter_take_time(&meter, &clocks), 0ull);
}

static struct kunit_case oa_meter_cases[] = {
	KUNIT_CASE_PARAM(tally_adds, tally_gen_params),
	KUNIT_CASE_PARAM(wrap_times, wrap_gen_params),
	KUNIT_CASE_PARAM(time_passed, passed_gen_params),
	KUNIT_CASE_PARAM(meter_tells, meter_gen_params),
	KUNIT_CASE(meter_owes),
	KUNIT_CASE(meter_clock_behind),
	KUNIT_CASE(meter_units),
	KUNIT_CASE_PARAM(meter_time, time_gen_params),
	{ }
};

static struct kunit_suite oa_meter_suite = {
	.name = "i915_oa_meter",
	.test_cases = oa_meter_cases,
};

kunit_test_suite(oa_meter_suite);
