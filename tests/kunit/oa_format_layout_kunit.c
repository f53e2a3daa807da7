// SPDX-License-Identifier: GPL-2.0-only
/*
 * Report formats of all platforms: numbers, sizes, and the content of each
 * dword.
 *
 * Expected values are written from hardware.rst 4.1, 4.3 and 4.5, not from the
 * driver's tables.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "formats/oa_format.h"

struct layout_case {
	const char *platform;
	const struct oa_report_format *table;
	u8 num;
	const char *name;
	u32 id;		/* uapi number, hardware.rst 4.1 and i915_oa.h */
	u8 select;
	u16 bytes;
	const char *row;	/* hardware.rst 4.5, word for word, without the asterisks */
};

#define HEAD	"RPT_ID,TS_LO,TS_HI"
#define HEAD_8	"RPT_ID,TIMESTAMP,CTX_ID,GPU_TICKS"
#define INST	",INST_ADDR"
#define A4_5	",A4,A3,A2,A1,A0,A12,A11,A10,A9,A8,A7,A6,A5"
#define A20_21	",A20,A19,A18,A17,A16,A15,A14,A13,A28,A27,A26,A25,A24,A23,A22,A21"
#define A7_18	",A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17,A18"
#define A0_12	",A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12"
#define A13_28	",A13,A14,A15,A16,A17,A18,A19,A20,A21,A22,A23,A24,A25,A26,A27,A28"
#define A29_44	",A29,A30,A31,A32,A33,A34,A35,A36,A37,A38,A39,A40,A41,A42,A43,A44"
#define A29_35	",A29,A30,A31,A32,A33,A34,A35"
#define HIGH	",HI3..0,HI7..4,HI11..8,HI15..12,HI19..16,HI23..20,HI27..24,HI31..28"
#define B0_3	",B0,B1,B2,B3"
#define B0_7	",B0,B1,B2,B3,B4,B5,B6,B7"
#define C0_3	",C0,C1,C2,C3"
#define C0_7	",C0,C1,C2,C3,C4,C5,C6,C7"
/* Reserved in the document, counters in Intel's metrics library: hardware.rst 12, no. 23 */
#define C0_11	",C0,C1,C2,C3,C4,C5,C6,C7,C8,C9,C10,C11"
#define RSVD_12	",rsvd,rsvd,rsvd,rsvd,rsvd,rsvd,rsvd,rsvd,rsvd,rsvd,rsvd,rsvd"

#define SNB	"snb", oa_formats_snb, OA_NUM_FORMATS_SNB
#define IVB	"ivb", oa_formats_ivb, OA_NUM_FORMATS_IVB
#define HSW	"hsw", oa_formats_hsw, OA_NUM_FORMATS_HSW
#define GEN8	"gen8", oa_formats_gen8, OA_NUM_FORMATS_GEN8
#define GEN9	"gen9", oa_formats_gen9, OA_NUM_FORMATS_GEN9
#define GEN11	"gen11", oa_formats_gen11, OA_NUM_FORMATS_GEN11
#define GEN12	"gen12", oa_formats_gen12, OA_NUM_FORMATS_GEN12

#define ROW_A12			(HEAD_8 A7_18)
#define ROW_A12_B8_C8		(HEAD_8 A7_18 B0_7 C0_7)
#define ROW_A36			(HEAD_8 A0_12 A13_28 A29_35 HIGH B0_7 C0_7)
#define ROW_C4_B8		(HEAD_8 C0_3 B0_7)

static const struct layout_case layout_cases[] = {
	{ SNB, "A13", 0x1001, 0, 64, HEAD A4_5 },
	{ SNB, "A29", 0x1002, 1, 128, HEAD A4_5 A20_21 },
	{ SNB, "A13_B4", 0x1003, 2, 128, HEAD A4_5 B0_3 RSVD_12 },
	{ SNB, "A29_B4", 0x1004, 3, 192, HEAD A4_5 A20_21 B0_3 RSVD_12 },

	{ IVB, "A13", 1, 0, 64, HEAD A0_12 },
	{ IVB, "A29", 2, 1, 128, HEAD A0_12 A13_28 },
	{ IVB, "A13_B4", 0x1005, 2, 128, HEAD A0_12 B0_3 RSVD_12 },
	{ IVB, "A29_B4", 0x1006, 3, 192, HEAD A0_12 A13_28 B0_3 RSVD_12 },
	{ IVB, "A45_B4", 0x1007, 5, 256, HEAD A0_12 A13_28 A29_44 B0_3 C0_11 },
	{ IVB, "A16", 0x1008, 6, 128, HEAD RSVD_12 ",rsvd" A29_44 },

	{ HSW, "A13", 1, 0, 64, HEAD A0_12 },
	{ HSW, "A29", 2, 1, 128, HEAD A0_12 A13_28 },
	{ HSW, "A13_B8_C8", 3, 2, 128, HEAD A0_12 B0_7 C0_7 },
	{ HSW, "A29_B8_C8", 0x1000, 3, 192, HEAD A0_12 A13_28 B0_7 C0_7 },
	{ HSW, "B4_C8", 4, 4, 64, HEAD INST B0_3 C0_7 },
	{ HSW, "A45_B8_C8", 5, 5, 256, HEAD A0_12 A13_28 A29_44 B0_7 C0_7 },
	{ HSW, "B4_C8_A16", 6, 6, 128, HEAD INST B0_3 C0_7 A29_44 },
	{ HSW, "C4_B8", 7, 7, 64, HEAD INST C0_3 B0_7 },

	{ GEN8, "A12", 8, 0, 64, ROW_A12 },
	{ GEN8, "A12_B8_C8", 9, 2, 128, ROW_A12_B8_C8 },
	{ GEN8, "A32u40_A4u32_B8_C8", 10, 5, 256, ROW_A36 },
	{ GEN8, "C4_B8", 7, 7, 64, ROW_C4_B8 },

	{ GEN9, "A12", 8, 0, 64, ROW_A12 },
	{ GEN9, "A12_B8_C8", 9, 2, 128, ROW_A12_B8_C8 },
	{ GEN9, "A32u40_A4u32_B8_C8", 10, 5, 256, ROW_A36 },
	{ GEN9, "C4_B8", 7, 7, 64, ROW_C4_B8 },

	{ GEN11, "A12", 8, 0, 64, ROW_A12 },
	{ GEN11, "A12_B8_C8", 9, 2, 128, ROW_A12_B8_C8 },
	{ GEN11, "A32u40_A4u32_B8_C8", 10, 5, 256, ROW_A36 },
	{ GEN11, "C4_B8", 7, 7, 64, ROW_C4_B8 },

	{ GEN12, "A12", 8, 0, 64, ROW_A12 },
	{ GEN12, "A12_B8_C8", 9, 2, 128, ROW_A12_B8_C8 },
	{ GEN12, "A32u40_A4u32_B8_C8", 10, 5, 256, ROW_A36 },
	{ GEN12, "C4_B8", 7, 7, 64, ROW_C4_B8 },
};

static void layout_desc(const struct layout_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s %s", c->platform, c->name);
}

KUNIT_ARRAY_PARAM(layout, layout_cases, layout_desc);

static const struct oa_report_format *case_format(struct kunit *test)
{
	const struct layout_case *c = test->param_value;
	const struct oa_report_format *format = oa_format_find(c->table, c->num, c->id);

	KUNIT_ASSERT_NOT_NULL(test, format);
	return format;
}

static void oa_layout_identity(struct kunit *test)
{
	const struct layout_case *c = test->param_value;
	const struct oa_report_format *format = case_format(test);
	bool high = strstr(c->row, "TS_HI");

	KUNIT_EXPECT_STREQ(test, format->name, c->name);
	KUNIT_EXPECT_EQ(test, format->select, c->select);
	KUNIT_EXPECT_EQ(test, format->bytes, c->bytes);
	KUNIT_EXPECT_EQ(test, format->timestamp_bits, (u8)(high ? 36 : 32));
	/* Formats with a Gen8 head have a documented RPT_ID that names a context. */
	KUNIT_EXPECT_EQ(test, !format->rpt_id, high);
	KUNIT_EXPECT_EQ(test, !format->ctx_id_mask, high);
}

/* Dword @value holds the high bytes of the four counters that start at @first. */
static void expect_high(struct kunit *test, struct oa_report *left, unsigned int first, u32 value)
{
	unsigned int n;

	for (n = first; n < first + 4; n++, value >>= 8) {
		KUNIT_EXPECT_EQ_MSG(test, left->a[n] >> 32, (u64)(value & 0xff), "A%u", n);
		left->a[n] &= U32_MAX;
		KUNIT_EXPECT_TRUE_MSG(test, left->a_wide >> n & 1, "A%u", n);
		left->a_wide &= ~(1ull << n);
	}
}

/* The heads of reports, and any other dword that is not a counter */
static bool expect_head(struct kunit *test, struct oa_report *left, const char *field, u32 value)
{
	if (!strcmp(field, "RPT_ID"))
		KUNIT_EXPECT_EQ(test, left->id, value);
	else if (!strcmp(field, "TS_LO") || !strcmp(field, "TIMESTAMP"))
		KUNIT_EXPECT_EQ(test, (u32)left->timestamp, value);
	else if (!strcmp(field, "TS_HI"))
		KUNIT_EXPECT_EQ(test, (u32)(left->timestamp >> 32), value);
	else if (!strcmp(field, "INST_ADDR"))
		KUNIT_EXPECT_EQ(test, left->inst_addr, value);
	else if (!strcmp(field, "CTX_ID"))
		KUNIT_EXPECT_EQ(test, left->ctx_id, value);
	else if (!strcmp(field, "GPU_TICKS"))
		KUNIT_EXPECT_EQ(test, left->gpu_ticks, value);
	else
		return !strcmp(field, "rsvd");
	return true;
}

/* One field of a row, e.g. "A29", whose dword holds @value; takes it out of @left. */
static void expect_field(struct kunit *test, struct oa_report *left, const char *field, u32 value)
{
	unsigned int n = 0, first = 0;

	if (expect_head(test, left, field, value))
		return;
	if (sscanf(field, "HI%u..%u", &n, &first) == 2) {
		KUNIT_ASSERT_EQ(test, n, first + 3);
		expect_high(test, left, first, value);
	} else if (sscanf(field, "A%u", &n) == 1 && n < OA_MAX_A) {
		KUNIT_EXPECT_EQ_MSG(test, (u32)left->a[n], value, "%s", field);
		KUNIT_EXPECT_TRUE_MSG(test, left->a_mask >> n & 1, "%s", field);
		left->a[n] &= ~(u64)U32_MAX;
		left->a_mask &= ~(1ull << n);
	} else if (sscanf(field, "B%u", &n) == 1 && n < OA_MAX_B) {
		KUNIT_EXPECT_EQ_MSG(test, left->b[n], value, "%s", field);
		KUNIT_EXPECT_TRUE_MSG(test, left->b_mask >> n & 1, "%s", field);
		left->b_mask &= ~(1u << n);
	} else if (sscanf(field, "C%u", &n) == 1 && n < OA_MAX_C) {
		KUNIT_EXPECT_EQ_MSG(test, left->c[n], value, "%s", field);
		KUNIT_EXPECT_TRUE_MSG(test, left->c_mask >> n & 1, "%s", field);
		left->c_mask &= ~(1u << n);
	} else {
		KUNIT_FAIL(test, "%s is no field", field);
	}
}

static void oa_layout_decode(struct kunit *test)
{
	const struct layout_case *c = test->param_value;
	const struct oa_report_format *format = case_format(test);
	char *row = kunit_kzalloc(test, strlen(c->row) + 1, GFP_KERNEL);
	u32 *raw = kunit_kcalloc(test, OA_REPORT_MAX_DWORDS, sizeof(u32), GFP_KERNEL);
	struct oa_report *out = kunit_kzalloc(test, sizeof(*out), GFP_KERNEL);
	char *field;
	u32 i;

	KUNIT_ASSERT_NOT_NULL(test, row);
	KUNIT_ASSERT_NOT_NULL(test, raw);
	KUNIT_ASSERT_NOT_NULL(test, out);
	/* No two bytes of a dword are equal, nor any two dwords. */
	for (i = 0; i < OA_REPORT_MAX_DWORDS; i++)
		raw[i] = 0x10203040 + i * 0x01010101;
	memset(out, 0xff, sizeof(*out));
	oa_report_decode(format, raw, out);

	memcpy(row, c->row, strlen(c->row) + 1);
	for (i = 0; (field = strsep(&row, ",")); i++)
		expect_field(test, out, field, raw[i]);
	KUNIT_EXPECT_EQ(test, i * sizeof(u32), (size_t)c->bytes);

	/* The format has no field beyond those that the row names. */
	KUNIT_EXPECT_EQ(test, out->a_mask, 0ull);
	KUNIT_EXPECT_EQ(test, out->a_wide, 0ull);
	KUNIT_EXPECT_EQ(test, out->b_mask, 0u);
	KUNIT_EXPECT_EQ(test, out->c_mask, 0u);
	KUNIT_EXPECT_NULL(test, memchr_inv(out->a, 0, sizeof(out->a)));
	if (!strstr(c->row, "INST_ADDR"))
		KUNIT_EXPECT_EQ(test, out->inst_addr, 0u);
	if (!strstr(c->row, "CTX_ID"))
		KUNIT_EXPECT_EQ(test, out->ctx_id | out->gpu_ticks | out->reason, 0u);
}

static void oa_layout_gapless(struct kunit *test)
{
	const struct layout_case *c = test->param_value;
	const struct oa_report_format *format = case_format(test);
	u32 next = 0;
	u8 s;

	for (s = 0; s < format->num_spans; s++) {
		KUNIT_EXPECT_EQ(test, (u32)format->spans[s].dword, next);
		next += format->spans[s].count;
	}
	KUNIT_EXPECT_EQ(test, next * sizeof(u32), (size_t)c->bytes);
}

/* Each reserved dword of a row is checked, and no other dword is. */
static void oa_layout_reserved(struct kunit *test)
{
	const struct layout_case *c = test->param_value;
	const struct oa_report_format *format = case_format(test);
	u32 *raw = kunit_kcalloc(test, OA_REPORT_MAX_DWORDS, sizeof(u32), GFP_KERNEL);
	char *row = kunit_kzalloc(test, strlen(c->row) + 1, GFP_KERNEL);
	struct oa_validator v;
	char *field;
	u32 i;

	KUNIT_ASSERT_NOT_NULL(test, raw);
	KUNIT_ASSERT_NOT_NULL(test, row);
	memcpy(row, c->row, strlen(c->row) + 1);
	oa_validator_init(&v, format, false, 0);
	raw[0] = 0x00080000;	/* a timer report on platforms that document RPT_ID */
	raw[1] = 1;
	for (i = 0; (field = strsep(&row, ",")); i++) {
		if (i < 2)
			continue;
		raw[i] = 1;
		KUNIT_EXPECT_STREQ_MSG(test, oa_verdict_name(oa_report_check(&v, raw)),
				       strcmp(field, "rsvd") ? "valid" : "bad_reserved",
				       "dword %u", i);
		raw[i] = 0;
	}
}

/* Other platforms' numbers, 0, and some that would be valid if cut to 32 bits */
static void oa_layout_unknown(struct kunit *test)
{
	static const struct {
		const struct oa_report_format *table;
		u8 num;
		u64 ids[6];
	} cases[] = {
		{ oa_formats_snb, 4, { 0, 1, 2, 0x1000, 0x1005, 0x100001001ull } },
		{ oa_formats_ivb, 6, { 0, 3, 7, 0x1004, 0x1009, 0x100000001ull } },
		{ oa_formats_hsw, 8, { 0, 8, 10, 0xfff, 0x1001, 0x100000005ull } },
		{ oa_formats_gen8, 4, { 0, 5, 11, 0x1000, ~0ull, 0x10000000aull } },
		{ oa_formats_gen9, 4, { 0, 6, 11, 0x1000, ~0ull, 0x10000000aull } },
		{ oa_formats_gen11, 4, { 0, 1, 12, 0x1000, ~0ull, 0x100000007ull } },
		{ oa_formats_gen12, 4, { 0, 1, 11, 12, 0x1000, 0x10000000aull } },
	};
	size_t i, k;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		for (k = 0; k < ARRAY_SIZE(cases[i].ids); k++)
			KUNIT_EXPECT_NULL_MSG(test,
					      oa_format_find(cases[i].table, cases[i].num,
							     cases[i].ids[k]),
					      "table %zu, %#llx", i, cases[i].ids[k]);
	KUNIT_EXPECT_NULL(test, oa_format_find(oa_formats_hsw, 0, 1));
}

static struct kunit_case oa_layout_cases[] = {
	KUNIT_CASE_PARAM(oa_layout_identity, layout_gen_params),
	KUNIT_CASE_PARAM(oa_layout_decode, layout_gen_params),
	KUNIT_CASE_PARAM(oa_layout_gapless, layout_gen_params),
	KUNIT_CASE_PARAM(oa_layout_reserved, layout_gen_params),
	KUNIT_CASE(oa_layout_unknown),
	{ }
};

static struct kunit_suite oa_layout_suite = {
	.name = "i915_oa_format_layout",
	.test_cases = oa_layout_cases,
};

kunit_test_suite(oa_layout_suite);
