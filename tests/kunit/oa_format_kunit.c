// SPDX-License-Identifier: GPL-2.0-only
/*
 * Report formats: layout, decoding, validation, the timer's grid.
 *
 * Expected values are written from hardware.md 3.14, 3.15, 4.1 and 4.5, not
 * from the driver's tables.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

#include "formats/oa_format.h"

struct layout_case {
	const char *name;
	u32 id;		/* uapi number, hardware.md 4.1 and i915_oa.h */
	u8 select;
	u16 bytes;
	const char *row;	/* hardware.md 4.5, word for word, less the asterisks */
};

#define HEAD	"RPT_ID,TS_LO,TS_HI"
#define INST	",INST_ADDR"
#define A0_12	",A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12"
#define A13_28	",A13,A14,A15,A16,A17,A18,A19,A20,A21,A22,A23,A24,A25,A26,A27,A28"
#define A29_44	",A29,A30,A31,A32,A33,A34,A35,A36,A37,A38,A39,A40,A41,A42,A43,A44"
#define B0_3	",B0,B1,B2,B3"
#define B0_7	",B0,B1,B2,B3,B4,B5,B6,B7"
#define C0_3	",C0,C1,C2,C3"
#define C0_7	",C0,C1,C2,C3,C4,C5,C6,C7"

static const struct layout_case layout_cases[] = {
	{ "A13", 1, 0, 64, HEAD A0_12 },
	{ "A29", 2, 1, 128, HEAD A0_12 A13_28 },
	{ "A13_B8_C8", 3, 2, 128, HEAD A0_12 B0_7 C0_7 },
	{ "A29_B8_C8", 0x1000, 3, 192, HEAD A0_12 A13_28 B0_7 C0_7 },
	{ "B4_C8", 4, 4, 64, HEAD INST B0_3 C0_7 },
	{ "A45_B8_C8", 5, 5, 256, HEAD A0_12 A13_28 A29_44 B0_7 C0_7 },
	{ "B4_C8_A16", 6, 6, 128, HEAD INST B0_3 C0_7 A29_44 },
	{ "C4_B8", 7, 7, 64, HEAD INST C0_3 B0_7 },
};

static void layout_desc(const struct layout_case *c, char *desc)
{
	strscpy(desc, c->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(layout, layout_cases, layout_desc);

static const struct oa_report_format *hsw_format(struct kunit *test, u32 id)
{
	const struct oa_report_format *format;

	format = oa_format_find(oa_formats_hsw, OA_NUM_FORMATS_HSW, id);
	KUNIT_ASSERT_NOT_NULL(test, format);
	return format;
}

static void oa_format_identity(struct kunit *test)
{
	const struct layout_case *c = test->param_value;
	const struct oa_report_format *format = hsw_format(test, c->id);

	KUNIT_EXPECT_STREQ(test, format->name, c->name);
	KUNIT_EXPECT_EQ(test, format->select, c->select);
	KUNIT_EXPECT_EQ(test, format->bytes, c->bytes);
	KUNIT_EXPECT_PTR_EQ(test, format, &oa_formats_hsw[c->select]);
}

/* One field of a row, e.g. "A29", whose dword holds @value. */
static void expect_field(struct kunit *test, struct oa_report *left, const char *field, u32 value)
{
	unsigned int n = 0;

	if (!strcmp(field, "RPT_ID")) {
		KUNIT_EXPECT_EQ(test, left->id, value);
	} else if (!strcmp(field, "TS_LO")) {
		KUNIT_EXPECT_EQ(test, (u32)left->timestamp, value);
	} else if (!strcmp(field, "TS_HI")) {
		KUNIT_EXPECT_EQ(test, (u32)(left->timestamp >> 32), value);
	} else if (!strcmp(field, "INST_ADDR")) {
		KUNIT_EXPECT_EQ(test, left->inst_addr, value);
		left->inst_addr = 0;
	} else if (sscanf(field, "A%u", &n) == 1) {
		KUNIT_ASSERT_LT(test, n, OA_MAX_A);
		KUNIT_EXPECT_EQ_MSG(test, left->a[n], (u64)value, "%s", field);
		KUNIT_EXPECT_TRUE_MSG(test, left->a_mask & 1ull << n, "%s", field);
		left->a_mask &= ~(1ull << n);
	} else if (sscanf(field, "B%u", &n) == 1) {
		KUNIT_ASSERT_LT(test, n, OA_MAX_B);
		KUNIT_EXPECT_EQ_MSG(test, left->b[n], value, "%s", field);
		KUNIT_EXPECT_TRUE_MSG(test, left->b_mask & 1u << n, "%s", field);
		left->b_mask &= ~(1u << n);
	} else if (sscanf(field, "C%u", &n) == 1) {
		KUNIT_ASSERT_LT(test, n, OA_MAX_C);
		KUNIT_EXPECT_EQ_MSG(test, left->c[n], value, "%s", field);
		KUNIT_EXPECT_TRUE_MSG(test, left->c_mask & 1u << n, "%s", field);
		left->c_mask &= ~(1u << n);
	} else {
		KUNIT_FAIL(test, "%s is no field", field);
	}
}

static void oa_format_decode(struct kunit *test)
{
	const struct layout_case *c = test->param_value;
	const struct oa_report_format *format = hsw_format(test, c->id);
	char *row = kunit_kzalloc(test, strlen(c->row) + 1, GFP_KERNEL);
	u32 *raw = kunit_kcalloc(test, OA_REPORT_MAX_DWORDS, sizeof(u32), GFP_KERNEL);
	struct oa_report *out = kunit_kzalloc(test, sizeof(*out), GFP_KERNEL);
	char *field;
	u32 i;

	KUNIT_ASSERT_NOT_NULL(test, row);
	KUNIT_ASSERT_NOT_NULL(test, raw);
	KUNIT_ASSERT_NOT_NULL(test, out);
	for (i = 0; i < OA_REPORT_MAX_DWORDS; i++)
		raw[i] = 0x1000 + i;
	memset(out, 0xff, sizeof(*out));
	oa_report_decode(format, raw, out);

	memcpy(row, c->row, strlen(c->row) + 1);
	for (i = 0; (field = strsep(&row, ",")); i++)
		expect_field(test, out, field, 0x1000 + i);
	KUNIT_EXPECT_EQ(test, i * sizeof(u32), (size_t)c->bytes);

	/* What the row does not name the format does not have. */
	KUNIT_EXPECT_EQ(test, out->a_mask, 0ull);
	KUNIT_EXPECT_EQ(test, out->b_mask, 0u);
	KUNIT_EXPECT_EQ(test, out->c_mask, 0u);
	KUNIT_EXPECT_EQ(test, out->inst_addr, 0u);
}

static void oa_format_spans_gapless(struct kunit *test)
{
	const struct layout_case *c = test->param_value;
	const struct oa_report_format *format = hsw_format(test, c->id);
	u32 next = 0;
	u8 s;

	for (s = 0; s < format->num_spans; s++) {
		KUNIT_EXPECT_EQ(test, (u32)format->spans[s].dword, next);
		next += format->spans[s].count;
	}
	KUNIT_EXPECT_EQ(test, next * sizeof(u32), (size_t)c->bytes);
}

static void oa_format_find_unknown(struct kunit *test)
{
	/* Gen8's own numbers, 0, and one that would be right if it were cut to 32 bits */
	static const u64 unknown[] = { 0, 8, 9, 10, 0xfff, 0x1001, 0x100000005ull, ~0ull };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(unknown); i++)
		KUNIT_EXPECT_NULL_MSG(test, oa_format_find(oa_formats_hsw, OA_NUM_FORMATS_HSW,
							   unknown[i]), "%llu", unknown[i]);
	KUNIT_EXPECT_NULL(test, oa_format_find(oa_formats_hsw, 0, 1));
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
	u64 last;		/* of the report before, 0 if there was none */
	u64 not_after;
	int exponent;		/* of the timer, -1 if other triggers write as well */
	bool no_id;
	int zero_line;		/* line of the report that reads as zero, -1 for none */
	int last_zero_line;	/* the same of the report before */
};

static const struct check_case check_cases[] = {
	{ "first", OA_REPORT_VALID, 0x10, 0, 0, -1, false, -1, -1 },
	{ "not landed", OA_REPORT_NOT_LANDED, 0, 0, 0, -1, true, 0, -1 },
	{ "zero id", OA_REPORT_BAD_ID, 0x10, 0, 0, -1, true, -1, -1 },
	{ "zero id before torn", OA_REPORT_BAD_ID, 0x10, 0x8, 0, -1, true, 3, -1 },
	{ "line 1 torn", OA_REPORT_TORN, 0x10, 0x8, 0, -1, false, 1, -1 },
	{ "last line torn", OA_REPORT_TORN, 0x10, 0x8, 0, -1, false, 3, -1 },
	{ "torn before order", OA_REPORT_TORN, 0x10, 0x20, 0, -1, false, 2, -1 },
	{ "line was zero before", OA_REPORT_VALID, 0x10, 0x8, 0, -1, false, 2, 2 },
	{ "first with zero line", OA_REPORT_VALID, 0x10, 0, 0, -1, false, 3, -1 },
	{ "line newly seen", OA_REPORT_VALID, 0x10, 0x8, 0, -1, false, -1, 3 },
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

static void check_desc(const struct check_case *c, char *desc)
{
	strscpy(desc, c->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(check, check_cases, check_desc);

/* An A45_B8_C8 report; @zero_line: line left zero but for the head, -1 for none */
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
		fill_report(raw, c->last, c->last_zero_line);
		oa_validator_accept(&v, raw);
	}
	fill_report(raw, c->timestamp, c->zero_line);
	if (c->no_id)
		raw[0] = 0;
	KUNIT_EXPECT_STREQ(test, oa_verdict_name(oa_report_check(&v, raw)),
			   oa_verdict_name(c->verdict));
}

/* No Haswell format has reserved dwords; IVB's B4 formats do (hardware.md 4.2). */
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

/* A line past the report's end belongs to the next one and says nothing of this one. */
static void oa_format_check_own_lines(struct kunit *test)
{
	const struct oa_report_format *format = hsw_format(test, 1);
	u32 raw[OA_REPORT_MAX_DWORDS];
	struct oa_validator v;

	oa_validator_init(&v, format, false, 0);
	fill_report(raw, 0x10, -1);
	oa_validator_accept(&v, raw);
	KUNIT_EXPECT_EQ(test, v.line_seen, (u8)1);
	fill_report(raw, 0x20, 1);
	KUNIT_EXPECT_EQ(test, oa_report_check(&v, raw), OA_REPORT_VALID);
}

struct after_case {
	const char *name;
	u64 from;
	u64 to;
	u64 ticks;
};

/* Time stamps of 36 bits: what is more than half way round is behind, not ahead. */
static const struct after_case after_cases[] = {
	{ "same", 5, 5, 0 },
	{ "next", 5, 6, 1 },
	{ "before", 6, 5, 0 },
	{ "across 32 bits", 0xffffffff, 0x100000001ull, 2 },
	{ "across 36 bits", 0xfffffffffull, 0x1, 2 },
	{ "before, across 36 bits", 0x1, 0xfffffffffull, 0 },
	{ "half way", 0, 0x7ffffffffull, 0x7ffffffffull },
	{ "more than half way", 0, 0x800000000ull, 0 },
	/* A time stamp that does not wrap there counts on all the same. */
	{ "37 bits", 0xfffffffffull, 0x1000000001ull, 2 },
};

static void after_desc(const struct after_case *c, char *desc)
{
	strscpy(desc, c->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(after, after_cases, after_desc);

static void oa_format_timestamp_after(struct kunit *test)
{
	const struct after_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_timestamp_after(c->from, c->to), c->ticks);
}

struct strobe_case {
	const char *name;
	unsigned int exponent;
	u64 after;
	u64 until;
	u64 strobes;
};

/* A strobe is the rising edge of time stamp bit n (hardware.md 3.14). */
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

static void strobe_desc(const struct strobe_case *c, char *desc)
{
	strscpy(desc, c->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(strobe, strobe_cases, strobe_desc);

static void oa_format_strobes(struct kunit *test)
{
	const struct strobe_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_timer_strobes(c->exponent, c->after, c->until), c->strobes);
}

/* The same by walking every tick, around the wrap of the low dword. */
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
	KUNIT_CASE_PARAM(oa_format_identity, layout_gen_params),
	KUNIT_CASE_PARAM(oa_format_decode, layout_gen_params),
	KUNIT_CASE_PARAM(oa_format_spans_gapless, layout_gen_params),
	KUNIT_CASE(oa_format_find_unknown),
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
MODULE_LICENSE("GPL");
