// SPDX-License-Identifier: GPL-2.0-only
/*
 * Validation where RPT_ID is undocumented, and the timer's grid.
 *
 * Expected values are written from hardware.rst 3.14 and 3.15.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/module.h>

#include "formats/oa_format.h"
#include "i915_oa_compat.h"
#include "named_param.h"

static const struct oa_report_format *hsw_format(struct kunit *test, u32 id)
{
	const struct oa_report_format *format;

	format = oa_format_find(oa_formats_hsw, OA_NUM_FORMATS_HSW, id);
	KUNIT_ASSERT_NOT_NULL(test, format);
	return format;
}

static void oa_format_timestamp_64(struct kunit *test)
{
	const u32 raw[OA_REPORT_MAX_DWORDS] = { 1, 0x89abcdef, 0x01234567 };

	KUNIT_EXPECT_EQ(test, oa_report_timestamp(hsw_format(test, 5), raw),
			0x0123456789abcdefull);
}

struct check_case {
	const char *name;
	enum oa_verdict verdict;
	u64 timestamp;
	u64 last;		/* of the previous report, 0 if there was none */
	u64 not_after;
	int exponent;		/* of the timer, -1 if other triggers write as well */
	bool no_id;
	int poison_line;		/* line of this report that has not landed, -1 for none */
	int zero_line;		/* line that has landed and is zero but for the head, -1 for none */
};

static const struct check_case check_cases[] = {
	{ "first", OA_REPORT_VALID, 0x10, 0, 0, -1, false, -1, -1 },
	{ "not landed", OA_REPORT_NOT_LANDED, 0x10, 0, 0, -1, false, 0, -1 },
	{ "zeros have landed", OA_REPORT_BAD_ID, 0, 0, 0, -1, true, -1, 0 },
	{ "zero id", OA_REPORT_BAD_ID, 0x10, 0, 0, -1, true, -1, -1 },
	{ "torn before zero id", OA_REPORT_TORN, 0x10, 0x8, 0, -1, true, 3, -1 },
	{ "line 1 torn", OA_REPORT_TORN, 0x10, 0x8, 0, -1, false, 1, -1 },
	{ "last line torn", OA_REPORT_TORN, 0x10, 0x8, 0, -1, false, 3, -1 },
	{ "torn before order", OA_REPORT_TORN, 0x10, 0x20, 0, -1, false, 2, -1 },
	{ "first torn", OA_REPORT_TORN, 0x10, 0, 0, -1, false, 3, -1 },
	{ "zero line", OA_REPORT_VALID, 0x10, 0x8, 0, -1, false, -1, 2 },
	{ "first with zero line", OA_REPORT_VALID, 0x10, 0, 0, -1, false, -1, 3 },
	{ "zero time", OA_REPORT_BAD_ORDER, 0, 0, 0, -1, false, -1, -1 },
	{ "same time", OA_REPORT_BAD_ORDER, 0x10, 0x10, 0, -1, false, -1, -1 },
	{ "earlier", OA_REPORT_BAD_ORDER, 0x0f, 0x10, 0, -1, false, -1, -1 },
	{ "one tick later", OA_REPORT_VALID, 0x11, 0x10, 0, -1, false, -1, -1 },
	{ "carry into high dword", OA_REPORT_VALID, 0x100000000ull, 0xffffffff, 0, -1,
	  false, -1, -1 },
	{ "high dword goes back", OA_REPORT_BAD_ORDER, 0x1ffffffffull, 0x200000000ull, 0, -1,
	  false, -1, -1 },
	{ "36 bits wrap", OA_REPORT_VALID, 0x10, 0xfffffffffull, 0, -1, false, -1, -1 },
	{ "36 bits wrap back", OA_REPORT_BAD_ORDER, 0xfffffffffull, 0x10, 0, -1,
	  false, -1, -1 },
	{ "at the bound", OA_REPORT_VALID, 0x10, 0, 0x10, -1, false, -1, -1 },
	{ "past the bound", OA_REPORT_BAD_ORDER, 0x11, 0, 0x10, -1, false, -1, -1 },
	{ "earlier, clock stands", OA_REPORT_BAD_ORDER, 0x0f, 0x10, 0x10, -1, false, -1, -1 },
	{ "same, clock stands", OA_REPORT_BAD_ORDER, 0x10, 0x10, 0x10, -1, false, -1, -1 },
	{ "later, by the clock", OA_REPORT_VALID, 0x20, 0x10, 0x20, -1, false, -1, -1 },
	{ "later than the clock", OA_REPORT_BAD_ORDER, 0x21, 0x10, 0x20, -1, false, -1, -1 },
	{ "half a wrap later", OA_REPORT_VALID, 0xa00000000ull, 0x10, 0xa00000001ull, -1,
	  false, -1, -1 },
	{ "order before spacing", OA_REPORT_BAD_ORDER, 0x10, 0x20, 0, 5, false, -1, -1 },
	{ "exponent 0 on grid", OA_REPORT_VALID, 0x3, 0, 0, 0, false, -1, -1 },
	{ "exponent 0 off grid", OA_REPORT_BAD_SPACING, 0x2, 0, 0, 0, false, -1, -1 },
	{ "exponent 5 on grid", OA_REPORT_VALID, 0x60, 0, 0, 5, false, -1, -1 },
	{ "exponent 5 low bit", OA_REPORT_BAD_SPACING, 0x61, 0, 0, 5, false, -1, -1 },
	{ "exponent 5 half period", OA_REPORT_BAD_SPACING, 0x40, 0, 0, 5, false, -1, -1 },
	{ "exponent 31 on grid", OA_REPORT_VALID, 0x180000000ull, 0, 0, 31, false, -1, -1 },
	{ "exponent 31 off grid", OA_REPORT_BAD_SPACING, 0x100000000ull, 0, 0, 31,
	  false, -1, -1 },
	{ "any trigger", OA_REPORT_VALID, 0x61, 0, 0, -1, false, -1, -1 },
};

KUNIT_ARRAY_PARAM_DESC(check, check_cases, name);

/* An A45_B8_C8 report; @zero_line: line of zeros except for the head, -1 for none */
static void fill_report(u32 *raw, u64 timestamp, int zero_line)
{
	u32 i;

	for (i = 3; i < OA_REPORT_MAX_DWORDS; i++)
		raw[i] = (int)(i / OA_LINE_DWORDS) == zero_line ? 0 : 0x1000 + i;
	raw[0] = 0x400;
	raw[1] = (u32)timestamp;
	raw[2] = timestamp >> 32;
}

static void oa_format_check(struct kunit *test)
{
	const struct check_case *c = test->param_value;
	const struct oa_report_format *format = hsw_format(test, 5);
	u32 raw[OA_REPORT_MAX_DWORDS];
	struct oa_validator v;

	oa_validator_init(&v, format, c->exponent >= 0, c->exponent >= 0 ? c->exponent : 0);
	v.not_after = c->not_after;
	if (c->last) {
		fill_report(raw, c->last, -1);
		oa_validator_accept(&v, raw);
	}
	fill_report(raw, c->timestamp, c->zero_line);
	if (c->no_id)
		raw[0] = 0;
	if (c->poison_line >= 0)
		memset32(raw + c->poison_line * OA_LINE_DWORDS, OA_POISON, OA_LINE_DWORDS);
	KUNIT_EXPECT_STREQ(test, oa_verdict_name(oa_report_check(&v, raw)),
			   oa_verdict_name(c->verdict));
}

/* No Haswell format has reserved dwords; IVB's B4 formats do (hardware.rst 4.2). */
static void oa_format_check_reserved(struct kunit *test)
{
	static const struct oa_span spans[] = {
		{ OA_FIELD_RPT_ID, 0, 1, 0 },
		{ OA_FIELD_TIMESTAMP, 1, 1, 0 },
		{ OA_FIELD_A, 2, 12, 0 },
		{ OA_FIELD_RESERVED, 14, 2, 0 },
	};
	static const struct oa_report_format format = {
		.name = "reserved", .bytes = 64, .num_spans = ARRAY_SIZE(spans), .spans = spans,
	};
	u32 raw[OA_LINE_DWORDS] = { 1, 2 };
	struct oa_validator v;

	oa_validator_init(&v, &format, false, 0);
	KUNIT_EXPECT_EQ(test, oa_report_check(&v, raw), OA_REPORT_VALID);
	raw[13] = 1;
	KUNIT_EXPECT_EQ(test, oa_report_check(&v, raw), OA_REPORT_VALID);
	raw[14] = 1;
	KUNIT_EXPECT_EQ(test, oa_report_check(&v, raw), OA_REPORT_BAD_RESERVED);
	raw[14] = 0;
	raw[15] = 1;
	KUNIT_EXPECT_EQ(test, oa_report_check(&v, raw), OA_REPORT_BAD_RESERVED);
}

/* A line past the report's end belongs to the next report and proves nothing about this one. */
static void oa_format_check_own_lines(struct kunit *test)
{
	const struct oa_report_format *format = hsw_format(test, 1);
	u32 raw[OA_REPORT_MAX_DWORDS];
	struct oa_validator v;

	oa_validator_init(&v, format, false, 0);
	fill_report(raw, 0x10, -1);
	memset32(raw + OA_LINE_DWORDS, OA_POISON, OA_LINE_DWORDS);
	KUNIT_EXPECT_EQ(test, oa_report_check(&v, raw), OA_REPORT_VALID);
}

struct after_case {
	const char *name;
	u64 from;
	u64 to;
	u64 ticks;
};

/* 36-bit time stamps: a difference of more than half the range means earlier, not later. */
static const struct after_case after_cases[] = {
	{ "same", 5, 5, 0 },
	{ "next", 5, 6, 1 },
	{ "before", 6, 5, 0 },
	{ "across 32 bits", 0xffffffff, 0x100000001ull, 2 },
	{ "across 36 bits", 0xfffffffffull, 0x1, 2 },
	{ "before, across 36 bits", 0x1, 0xfffffffffull, 0 },
	{ "half way", 0, 0x7ffffffffull, 0x7ffffffffull },
	{ "more than half way", 0, 0x800000000ull, 0 },
	/* A time stamp wider than 36 bits does not wrap there. */
	{ "37 bits", 0xfffffffffull, 0x1000000001ull, 2 },
};

KUNIT_ARRAY_PARAM_DESC(after, after_cases, name);

static void oa_format_timestamp_after(struct kunit *test)
{
	const struct after_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_timestamp_ticks(c->from, c->to), c->ticks);
}

struct strobe_case {
	const char *name;
	unsigned int exponent;
	u64 after;
	u64 until;
	u64 strobes;
};

/* A strobe is the rising edge of time stamp bit n (hardware.rst 3.14). */
static const struct strobe_case strobe_cases[] = {
	{ "exponent 0 first", 0, 0, 1, 1 },
	{ "exponent 0 falling edge", 0, 1, 2, 0 },
	{ "exponent 0 second", 0, 0, 3, 2 },
	{ "after is exclusive", 0, 1, 3, 1 },
	{ "exponent 0 across 32 bits", 0, 0xfffffffe, 0x100000001ull, 2 },
	{ "exponent 5 before first", 5, 0, 0x1f, 0 },
	{ "exponent 5 first", 5, 0, 0x20, 1 },
	{ "exponent 5 second", 5, 0x20, 0x60, 1 },
	{ "exponent 5 just before", 5, 0x20, 0x5f, 0 },
	{ "exponent 31 before first", 31, 0, 0x7fffffff, 0 },
	{ "exponent 31 first", 31, 0, 0x80000000, 1 },
	{ "exponent 31 bit falls", 31, 0x80000000, 0x17fffffffull, 0 },
	{ "exponent 31 second", 31, 0x80000000, 0x180000000ull, 1 },
	{ "exponent 31 many", 31, 0, 0xff80000000ull, 256 },
	{ "nothing in between", 0, 5, 5, 0 },
	{ "time goes back", 0, 9, 5, 0 },
};

KUNIT_ARRAY_PARAM_DESC(strobe, strobe_cases, name);

static void oa_format_strobes(struct kunit *test)
{
	const struct strobe_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_timer_strobes(c->exponent, c->after, c->until), c->strobes);
}

/* The same, counted by stepping through every tick around the wrap of the low dword */
static void oa_format_strobes_walk(struct kunit *test)
{
	const u64 start = 0xffffff80ull, ticks = 0x100;
	unsigned int n;
	u64 t, count;

	for (n = 0; n < 32; n++) {
		count = 0;
		for (t = start + 1; t <= start + ticks; t++) {
			count += (t >> n & 1) && !((t - 1) >> n & 1);
			KUNIT_ASSERT_EQ_MSG(test, oa_timer_strobes(n, start, t), count,
					    "exponent %u, until %#llx", n, t);
		}
	}
}

static struct kunit_case oa_format_cases[] = {
	KUNIT_CASE(oa_format_timestamp_64),
	KUNIT_CASE_PARAM(oa_format_check, check_gen_params),
	KUNIT_CASE(oa_format_check_reserved),
	KUNIT_CASE(oa_format_check_own_lines),
	KUNIT_CASE_PARAM(oa_format_timestamp_after, after_gen_params),
	KUNIT_CASE_PARAM(oa_format_strobes, strobe_gen_params),
	KUNIT_CASE(oa_format_strobes_walk),
	{ }
};

static struct kunit_suite oa_format_suite = {
	.name = "i915_oa_format",
	.test_cases = oa_format_cases,
};

kunit_test_suite(oa_format_suite);

MODULE_DESCRIPTION("KUnit suites of i915_oa");
MODULE_IMPORT_NS(OA_TESTS_NAMESPACE);
MODULE_LICENSE("GPL");
