// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reports of Gen8 to Gen12: RPT_ID, context ids, 40-bit counters, 32-bit time
 * stamps, and the validity of reports.
 *
 * Expected values are written by hand from hardware.rst 3.14, 4.3, 4.4 and 19.2.
 */
#include <kunit/test.h>
#include <linux/kernel.h>

#include "formats/oa_format.h"
#include "named_param.h"

#define NO_CTX	0xffffffffu

struct id_case {
	const char *name;
	const struct oa_report_format *table;
	u32 id;
	u32 reason;
	bool ctx_valid;
	u16 slice;
	u16 unslice;
};

static const struct id_case id_cases[] = {
	{ "gen8 timer, context", oa_formats_gen8, 0x02090000, 0x01, true, 0, 0 },
	/* Bit 16 is "timer enabled" on Gen8 and context-valid on Gen9. */
	{ "gen8 timer, no context", oa_formats_gen8, 0x00090000, 0x01, false, 0, 0 },
	{ "gen8 trigger 1, armed", oa_formats_gen8, 0x00160000, 0x02, false, 0, 0 },
	{ "gen8 trigger 2", oa_formats_gen8, 0x00200000, 0x04, false, 0, 0 },
	{ "gen8 switch", oa_formats_gen8, 0x02400000, 0x08, true, 0, 0 },
	{ "gen8 go", oa_formats_gen8, 0x00800000, 0x10, false, 0, 0 },
	{ "gen8 timer and switch", oa_formats_gen8, 0x02480000, 0x09, true, 0, 0 },
	{ "gen9 timer, context", oa_formats_gen9, 0x00090000, 0x01, true, 0, 0 },
	/* Bit 25 is context-valid on Gen8 and a clock change on Gen9. */
	{ "gen9 timer, clock", oa_formats_gen9, 0x02080000, 0x01, false, 0x01, 0 },
	{ "gen9 clock ratio", oa_formats_gen9, 0x55000355, 0x20, false, 0xaa, 0x155 },
	{ "gen9 all clocks", oa_formats_gen9, 0xfe0807ff, 0x01, false, 0x1ff, 0x1ff },
	{ "gen11 timer, context", oa_formats_gen11, 0x00090000, 0x01, true, 0, 0 },
	{ "gen11 all reasons", oa_formats_gen11, 0x01f90000, 0x3f, true, 0, 0 },
	{ "gen11 clocks", oa_formats_gen11, 0x28080418, 0x01, false, 0x114, 0x18 },
	{ "gen12 timer, context", oa_formats_gen12, 0x00090000, 0x01, true, 0, 0 },
	{ "gen12 switch", oa_formats_gen12, 0x00410000, 0x08, true, 0, 0 },
};

KUNIT_ARRAY_PARAM_DESC(id, id_cases, name);

static struct oa_report *decoded(struct kunit *test, const struct oa_report_format *format,
				 const u32 *raw)
{
	struct oa_report *out = kunit_kzalloc(test, sizeof(*out), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, out);
	oa_report_decode(format, raw, out);
	return out;
}

static void oa_gen8_rpt_id(struct kunit *test)
{
	const struct id_case *c = test->param_value;
	const u32 raw[OA_LINE_DWORDS] = { c->id, 0x12345678, 0x00012345, 0x00000777 };
	const struct oa_report *out = decoded(test, &c->table[0], raw);

	KUNIT_EXPECT_EQ(test, out->id, c->id);
	KUNIT_EXPECT_EQ(test, out->reason, c->reason);
	KUNIT_EXPECT_EQ(test, out->ctx_valid, c->ctx_valid);
	KUNIT_EXPECT_EQ(test, out->slice_ratio, c->slice);
	KUNIT_EXPECT_EQ(test, out->unslice_ratio, c->unslice);
	KUNIT_EXPECT_EQ(test, out->timestamp, 0x12345678ull);
	KUNIT_EXPECT_EQ(test, out->ctx_id, 0x00012345u);
	KUNIT_EXPECT_EQ(test, out->gpu_ticks, 0x777u);
	KUNIT_EXPECT_EQ(test, oa_report_reason(&c->table[0], raw), c->reason);
	KUNIT_EXPECT_EQ(test, oa_report_is_timer(&c->table[0], raw), (bool)(c->reason & 1));
}

/* hardware.rst 4.4: 18 start trigger, 17 threshold; 16 timer on gen8, a valid context after it */
static void oa_gen8_trigger_bits(struct kunit *test)
{
	static const u32 ids[] = { 1 << 18, 1 << 17, 1 << 16 };
	u32 i;

	for (i = 0; i < ARRAY_SIZE(ids); i++) {
		const u32 raw[OA_LINE_DWORDS] = { ids[i] | 1 << 19 };
		const struct oa_report *gen8 = decoded(test, &oa_formats_gen8[0], raw);
		const struct oa_report *gen9 = decoded(test, &oa_formats_gen9[0], raw);

		KUNIT_EXPECT_EQ(test, gen8->start_trigger, i == 0);
		KUNIT_EXPECT_EQ(test, gen9->start_trigger, i == 0);
		KUNIT_EXPECT_EQ(test, gen8->threshold, i == 1);
		KUNIT_EXPECT_EQ(test, gen9->threshold, i == 1);
		KUNIT_EXPECT_EQ(test, gen8->timer_enabled, i == 2);
		KUNIT_EXPECT_FALSE(test, gen9->timer_enabled);
		KUNIT_EXPECT_FALSE(test, gen8->ctx_valid);
		KUNIT_EXPECT_EQ(test, gen9->ctx_valid, i == 2);
	}
}

static void oa_gen8_reason_names(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, OA_REASON_TIMER, 1);
	KUNIT_EXPECT_EQ(test, OA_REASON_CLK_RATIO, 1 << 5);
	KUNIT_EXPECT_STREQ(test, oa_reason_name(0), "timer");
	KUNIT_EXPECT_STREQ(test, oa_reason_name(3), "context_switch");
	KUNIT_EXPECT_STREQ(test, oa_reason_name(OA_NUM_REASONS - 1), "clock_ratio");
}

/*
 * The bits that hold the context id: 21 of them; on Gen11, the software id; on Gen12 they depend
 * on who submits, which no format knows.
 */
static void oa_gen8_ctx_masks(struct kunit *test)
{
	u32 i;

	for (i = 0; i < OA_NUM_FORMATS_GEN8; i++) {
		KUNIT_EXPECT_EQ(test, oa_formats_gen8[i].ctx_id_mask, 0x1fffffu);
		KUNIT_EXPECT_EQ(test, oa_formats_gen9[i].ctx_id_mask, 0x1fffffu);
		KUNIT_EXPECT_EQ(test, oa_formats_gen11[i].ctx_id_mask, 0xffe0u);
		KUNIT_EXPECT_EQ(test, oa_formats_gen12[i].ctx_id_mask, 0x7fffe0u);
		KUNIT_EXPECT_EQ(test, oa_formats_gen8[i].rpt_id->must_be_zero, 0xfc000000u);
		KUNIT_EXPECT_EQ(test, oa_formats_gen9[i].rpt_id->must_be_zero, 0u);
	}
}

/* hardware.rst 4.3: the high byte of counter i is at byte 160 + i. */
static void oa_gen8_40_bits(struct kunit *test)
{
	const struct oa_report_format *format = oa_format_find(oa_formats_gen8,
							       OA_NUM_FORMATS_GEN8, 10);
	u32 *raw = kunit_kcalloc(test, OA_REPORT_MAX_DWORDS, sizeof(u32), GFP_KERNEL);
	struct oa_report *out;

	KUNIT_ASSERT_NOT_NULL(test, format);
	KUNIT_ASSERT_NOT_NULL(test, raw);
	raw[4] = 0xffffffff;	/* A0 */
	raw[11] = 0x00000007;	/* A7 */
	raw[35] = 0x80000000;	/* A31 */
	raw[36] = 0x11111111;	/* A32 */
	((u8 *)raw)[160] = 0xff;
	((u8 *)raw)[167] = 0x12;
	((u8 *)raw)[191] = 0x34;
	out = decoded(test, format, raw);

	KUNIT_EXPECT_EQ(test, out->a[0], 0xffffffffffull);
	KUNIT_EXPECT_EQ(test, out->a[7], 0x1200000007ull);
	KUNIT_EXPECT_EQ(test, out->a[31], 0x3480000000ull);
	KUNIT_EXPECT_EQ(test, out->a[32], 0x11111111ull);
	KUNIT_EXPECT_EQ(test, out->a_mask, 0xfffffffffull);
	KUNIT_EXPECT_EQ(test, out->a_wide, 0xffffffffull);

	KUNIT_EXPECT_EQ(test, oa_counter_delta(out, 0, out->a[0], 4), 5ull);
	KUNIT_EXPECT_EQ(test, oa_counter_delta(out, 31, 1, 0x100000001ull), 0x100000000ull);
	KUNIT_EXPECT_EQ(test, oa_counter_delta(out, 32, 0xfffffffe, 1), 3ull);
	/* The same counter without its high byte */
	out = decoded(test, &oa_formats_gen8[0], raw);
	KUNIT_EXPECT_EQ(test, out->a_wide, 0ull);
	KUNIT_EXPECT_EQ(test, oa_counter_delta(out, 7, 0xffffffff, 2), 3ull);
}

struct check_case {
	const char *name;
	const struct oa_report_format *table;
	enum oa_verdict verdict;
	u32 id;
	u32 timestamp;
	u32 ctx;
	u32 last_id;		/* of the previous report, 0 if there was none */
	u32 last;
	u64 not_before;
	u64 not_after;
	int exponent;		/* of the timer, -1 without a timer */
};

#define TIMER	0x00080000u
#define SWITCH	0x00400000u
#define G8	oa_formats_gen8
#define G9	oa_formats_gen9
#define G11	oa_formats_gen11

static const struct check_case check_cases[] = {
	{ "valid", G8, OA_REPORT_VALID, TIMER, 0x20, 5, 0, 0, 0, 0, 5 },
	{ "no reason", G8, OA_REPORT_BAD_ID, 0x02010000, 0x20, 5, 0, 0, 0, 0, 5 },
	{ "gen9 no reason", G9, OA_REPORT_BAD_ID, 0xfe0707ff, 0x20, 5, 0, 0, 0, 0, 5 },
	{ "lowest bit that must be zero", G8, OA_REPORT_BAD_RESERVED, TIMER | 1u << 26, 0x20, 5,
	  0, 0, 0, 0, 5 },
	{ "highest bit that must be zero", G8, OA_REPORT_BAD_RESERVED, TIMER | 1u << 31, 0x20, 5,
	  0, 0, 0, 0, 5 },
	{ "gen9 has clocks there", G9, OA_REPORT_VALID, TIMER | 0xfe000000, 0x20, 5,
	  0, 0, 0, 0, 5 },
	{ "gen8 context without id", G8, OA_REPORT_BAD_CONTEXT, TIMER | 1u << 25, 0x20, NO_CTX,
	  0, 0, 0, 0, 5 },
	{ "gen8 no context", G8, OA_REPORT_VALID, TIMER | 1u << 16, 0x20, NO_CTX, 0, 0, 0, 0, 5 },
	{ "gen9 context without id", G9, OA_REPORT_BAD_CONTEXT, TIMER | 1u << 16, 0x20, NO_CTX,
	  0, 0, 0, 0, 5 },
	{ "gen9 no context", G9, OA_REPORT_VALID, TIMER | 1u << 25, 0x20, NO_CTX, 0, 0, 0, 0, 5 },
	{ "gen11 context 0", G11, OA_REPORT_VALID, TIMER | 1u << 16, 0x20, 0, 0, 0, 0, 0, 5 },

	{ "gen8 off the grid", G8, OA_REPORT_BAD_SPACING, TIMER, 0x21, 5, 0, 0, 0, 0, 5 },
	{ "gen9 off the grid", G9, OA_REPORT_BAD_SPACING, TIMER, 0x40, 5, 0, 0, 0, 0, 5 },
	{ "gen11 a little late", G11, OA_REPORT_VALID, TIMER, 0x21, 5, 0, 0, 0, 0, 5 },
	{ "a switch has no grid", G9, OA_REPORT_VALID, SWITCH, 0x21, 5, 0, 0, 0, 0, 5 },
	{ "both have one", G9, OA_REPORT_BAD_SPACING, SWITCH | TIMER, 0x21, 5, 0, 0, 0, 0, 5 },
	{ "exponent 31", G8, OA_REPORT_VALID, TIMER, 0x80000000, 5, 0, 0, 0, 0, 31 },

	{ "zero time", G8, OA_REPORT_BAD_ORDER, SWITCH, 0, 5, 0, 0, 0, 0, -1 },
	{ "step back", G8, OA_REPORT_BAD_ORDER, SWITCH, 0x1f, 5, SWITCH, 0x20, 0, 0, -1 },
	{ "step back, clock", G8, OA_REPORT_BAD_ORDER, SWITCH, 0x1f, 5, SWITCH, 0x20, 0, 0x30, -1 },
	{ "wrap", G8, OA_REPORT_VALID, SWITCH, 0x10, 5, SWITCH, 0xfffffff0, 0, 0, -1 },
	{ "wrap, clock", G8, OA_REPORT_VALID, SWITCH, 0x10, 5, SWITCH, 0xfffffff0,
	  0, 0x100000010ull, -1 },
	{ "wrap, past the clock", G8, OA_REPORT_BAD_ORDER, SWITCH, 0x11, 5, SWITCH, 0xfffffff0,
	  0, 0x100000010ull, -1 },
	{ "wrap of the clock", G8, OA_REPORT_VALID, SWITCH, 0x10, 5, 0, 0,
	  0xffffffff0ull, 0x20, -1 },
	{ "more than half a wrap", G8, OA_REPORT_VALID, SWITCH, 0xfffffff0, 5, SWITCH, 0x10,
	  0, 0xfffffff8, -1 },
	{ "switch in the timer's tick", G8, OA_REPORT_VALID, SWITCH, 0x20, 5, TIMER, 0x20,
	  0, 0x20, 5 },
	{ "timer in a switch's tick", G8, OA_REPORT_VALID, TIMER, 0x20, 5, SWITCH, 0x20,
	  0, 0x20, 5 },
	{ "the same strobe again", G8, OA_REPORT_BAD_ORDER, TIMER, 0x20, 5, TIMER, 0x20,
	  0, 0x1000, 5 },
	{ "step back, clock stands", G8, OA_REPORT_BAD_ORDER, SWITCH, 0x1f, 5, TIMER, 0x20,
	  0, 0x20, 5 },
	{ "a whole wrap later", G8, OA_REPORT_VALID, TIMER, 0x80000000, 5, TIMER, 0x80000000,
	  0x10, 0x180000000ull, 31 },
	{ "first, before the start", G8, OA_REPORT_BAD_ORDER, SWITCH, 0x0f, 5, 0, 0,
	  0x300000010ull, 0x300000020ull, -1 },
	{ "first, at the start", G8, OA_REPORT_VALID, SWITCH, 0x10, 5, 0, 0,
	  0x300000010ull, 0x300000020ull, -1 },
	{ "first, at the clock", G8, OA_REPORT_VALID, SWITCH, 0x20, 5, 0, 0,
	  0x300000010ull, 0x300000020ull, -1 },
	{ "first, past the clock", G8, OA_REPORT_BAD_ORDER, SWITCH, 0x21, 5, 0, 0,
	  0x300000010ull, 0x300000020ull, -1 },
};

KUNIT_ARRAY_PARAM_DESC(check, check_cases, name);

static void oa_gen8_check(struct kunit *test)
{
	const struct check_case *c = test->param_value;
	const u32 last[OA_LINE_DWORDS] = { c->last_id, c->last, 5, 7 };
	const u32 raw[OA_LINE_DWORDS] = { c->id, c->timestamp, c->ctx, 8 };
	struct oa_validator v;

	oa_validator_init(&v, &c->table[0], c->exponent >= 0, max(c->exponent, 0));
	v.not_before = c->not_before;
	v.not_after = c->not_after;
	if (c->last_id)
		oa_validator_accept(&v, last);
	KUNIT_EXPECT_STREQ(test, oa_verdict_name(oa_report_check(&v, raw)),
			   oa_verdict_name(c->verdict));
}

/* After more than three wraps without a read, each report still gets its own time. */
static void oa_gen8_backlog(struct kunit *test)
{
	const unsigned int exponent = 26;
	const u64 period = 2ull << exponent, start = 0xefff12345ull;
	u64 strobe = ALIGN_DOWN(start, period) + period / 2, mask = (1ull << 36) - 1;
	u32 raw[OA_LINE_DWORDS] = { TIMER, 0, 5, 7 }, i;
	struct oa_validator v;

	if (strobe < start)
		strobe += period;
	oa_validator_init(&v, &oa_formats_gen9[0], true, exponent);
	v.not_before = start & mask;
	v.not_after = (strobe + 99 * period + 17) & mask;
	for (i = 0; i < 100; i++, strobe += period) {
		raw[1] = (u32)strobe;
		KUNIT_ASSERT_EQ_MSG(test, oa_report_check(&v, raw), OA_REPORT_VALID, "%u", i);
		KUNIT_ASSERT_EQ_MSG(test, oa_report_time(&v, raw), strobe & mask, "%u", i);
		oa_validator_accept(&v, raw);
	}
	/* One more wrap would be past the clock. */
	raw[1] = (u32)strobe;
	KUNIT_EXPECT_EQ(test, oa_report_check(&v, raw), OA_REPORT_BAD_ORDER);
}

static void oa_gen8_extend(struct kunit *test)
{
	const struct oa_report_format *format = &oa_formats_gen8[0];

	KUNIT_EXPECT_EQ(test, oa_timestamp_extend(0x10, 0x500000010ull), 0x500000010ull);
	KUNIT_EXPECT_EQ(test, oa_timestamp_extend(0x11, 0x500000010ull), 0x400000011ull);
	KUNIT_EXPECT_EQ(test, oa_timestamp_extend(0xfffffff0, 5), 0xffffffff0ull);
	/* A clock with more bits than the unit's */
	KUNIT_EXPECT_EQ(test, oa_timestamp_extend(0x10, 0x7500000020ull), 0x500000010ull);
	KUNIT_EXPECT_EQ(test, oa_timestamp_raw(format, 0x512345678ull), 0x12345678ull);
	KUNIT_EXPECT_EQ(test, oa_timestamp_raw(&oa_formats_ivb[0], 0x512345678ull),
			0x512345678ull);
}

/* Sandybridge strobes on bit exponent + 3, which may be above the low dword. */
static void oa_gen6_grid(struct kunit *test)
{
	u32 raw[OA_LINE_DWORDS] = { 1, 0, 4 };
	struct oa_validator v;

	oa_validator_init(&v, &oa_formats_snb[0], true, 34);
	KUNIT_EXPECT_EQ(test, oa_report_check(&v, raw), OA_REPORT_VALID);
	raw[2] = 2;
	KUNIT_EXPECT_EQ(test, oa_report_check(&v, raw), OA_REPORT_BAD_SPACING);
	raw[2] = 12;
	KUNIT_EXPECT_EQ(test, oa_report_check(&v, raw), OA_REPORT_VALID);
	KUNIT_EXPECT_EQ(test, oa_timer_strobes(34, 0, 12ull << 32), 2ull);
}

struct rpc_case {
	const char *name;
	enum oa_verdict verdict;
	u32 dword0;
	u32 timestamp;
	u32 id;
	u64 not_after;
	u32 poison;	/* bit n: line n is poisoned */
};

static const struct rpc_case rpc_cases[] = {
	{ "valid", OA_REPORT_VALID, 0xcafe, 0x10, 0xcafe, 0x20 },
	/* The command's id replaces RPT_ID: neither reason nor context is checked. */
	{ "id that looks bad", OA_REPORT_VALID, 0xfe010000, 0x10, 0xfe010000, 0x20 },
	{ "id 0", OA_REPORT_VALID, 0, 0x10, 0, 0x20 },
	{ "a line is poison", OA_REPORT_TORN, 0xcafe, 0x10, 0xcafe, 0x20, BIT(2) },
	{ "two lines are poison", OA_REPORT_TORN, 0xcafe, 0x10, 0xcafe, 0x20, BIT(1) | BIT(3) },
	{ "nothing there", OA_REPORT_NOT_LANDED, 0, 0, 0xcafe, 0x20, 0xf },
	{ "the first line is late", OA_REPORT_NOT_LANDED, 0xcafe, 0x10, 0xcafe, 0x20, BIT(0) },
	{ "memory is zero", OA_REPORT_BAD_ID, 0, 0, 0xcafe, 0x20 },
	{ "another id", OA_REPORT_BAD_ID, 0xcaff, 0x10, 0xcafe, 0x20 },
	{ "id missing", OA_REPORT_BAD_ID, 0, 0x10, 0xcafe, 0x20 },
	{ "no time", OA_REPORT_BAD_ORDER, 0xcafe, 0, 0xcafe, 0x20 },
	{ "no clock", OA_REPORT_VALID, 0xcafe, 0x30, 0xcafe, 0 },
};

KUNIT_ARRAY_PARAM_DESC(rpc, rpc_cases, name);

static void oa_gen8_rpc(struct kunit *test)
{
	const struct rpc_case *c = test->param_value;
	u32 raw[OA_REPORT_MAX_DWORDS] = { c->dword0, c->timestamp, NO_CTX, 8 }, line;
	struct oa_validator v;

	for (line = 0; line < OA_REPORT_MAX_DWORDS / OA_LINE_DWORDS; line++)
		if (c->poison & BIT(line))
			memset32(raw + line * OA_LINE_DWORDS, OA_POISON, OA_LINE_DWORDS);
	oa_validator_init(&v, &oa_formats_gen8[2], true, 5);
	v.not_after = c->not_after;
	KUNIT_EXPECT_STREQ(test, oa_verdict_name(oa_rpc_report_check(&v, raw, c->id)),
			   oa_verdict_name(c->verdict));
}

/* A report with 36 bits of time and reserved dwords */
static void oa_gen6_rpc(struct kunit *test)
{
	u32 raw[2 * OA_LINE_DWORDS] = { 0xcafe, 0x20, 1 };
	struct oa_validator v;

	oa_validator_init(&v, &oa_formats_snb[2], true, 5);
	v.not_after = 0x100000020ull;
	KUNIT_EXPECT_EQ(test, oa_rpc_report_check(&v, raw, 0xcafe), OA_REPORT_VALID);
	raw[31] = 1;
	KUNIT_EXPECT_EQ(test, oa_rpc_report_check(&v, raw, 0xcafe), OA_REPORT_BAD_RESERVED);
	raw[31] = 0;
	raw[1] = 0x21;
	KUNIT_EXPECT_EQ(test, oa_rpc_report_check(&v, raw, 0xcafe), OA_REPORT_BAD_ORDER);
}

static struct kunit_case oa_gen8_cases[] = {
	KUNIT_CASE_PARAM(oa_gen8_rpt_id, id_gen_params),
	KUNIT_CASE(oa_gen8_trigger_bits),
	KUNIT_CASE(oa_gen8_reason_names),
	KUNIT_CASE(oa_gen8_ctx_masks),
	KUNIT_CASE(oa_gen8_40_bits),
	KUNIT_CASE_PARAM(oa_gen8_check, check_gen_params),
	KUNIT_CASE(oa_gen8_backlog),
	KUNIT_CASE(oa_gen8_extend),
	KUNIT_CASE(oa_gen6_grid),
	KUNIT_CASE_PARAM(oa_gen8_rpc, rpc_gen_params),
	KUNIT_CASE(oa_gen6_rpc),
	{ }
};

static struct kunit_suite oa_gen8_suite = {
	.name = "i915_oa_format_gen8",
	.test_cases = oa_gen8_cases,
};

kunit_test_suite(oa_gen8_suite);
