// SPDX-License-Identifier: GPL-2.0-only
/*
 * The validator with its hypotheses, on reports of a GPU that breaks one: from its first report
 * on, later, or now and then.
 *
 * Reports are written from hardware.rst 3.14, 4.2 and 4.4.
 */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "accept_run.h"
#include "formats/oa_examine.h"
#include "named_param.h"
#include "raw_report.h"

#define TIMER_BIT	6u
#define PERIOD		(2ull << TIMER_BIT)
/* 36 bits, above the low dword */
#define BEGIN		0x300000000ull
#define REPORTS		400u
#define DWORDS		32u
/* Whole reports before a fault, and (GOOD + 32) / 8 faulty ones that are rejected after them */
#define GOOD		64u
#define REJECTED	12u
/* Without whole reports: 32 / 8 */
#define AT_ONCE		4u

/* A GPU: the formats are of 128 bytes; one has a high dword, one has reserved dwords. */
struct examine_gpu {
	const struct oa_report_format *format;
	u32 select;
};

static const struct examine_gpu hsw = { oa_formats_hsw, 2 };
static const struct examine_gpu snb = { oa_formats_snb, 2 };
static const struct examine_gpu bdw = { oa_formats_gen8, 1 };

struct examine_case {
	const char *name;
	const struct examine_gpu *gpu;
	enum oa_hypothesis breaks;
	/* The verdict on such a report in strict mode */
	enum oa_verdict verdict;
	/* Spoil report @n, which is valid so far and written at @time. */
	void (*spoil)(const struct oa_report_format *format, u32 *raw, u32 n, u64 time);
};

static void spoil_phase(const struct oa_report_format *format, u32 *raw, u32 n, u64 time)
{
	raw_stamp(format, time - 3, raw);
}

static void spoil_grid(const struct oa_report_format *format, u32 *raw, u32 n, u64 time)
{
	raw_stamp(format, time - n * n % 13 - 1, raw);
}

static void spoil_high(const struct oa_report_format *format, u32 *raw, u32 n, u64 time)
{
	/* Another dword each time, but never bits 35:32 of BEGIN. */
	raw[2] = 0xc0ffee04 + (n << 4) + n % 12;
}

/* Every other report is stamped two periods too early, so that time steps back. */
static void spoil_order(const struct oa_report_format *format, u32 *raw, u32 n, u64 time)
{
	if (n % 2)
		raw_stamp(format, time - 2 * PERIOD, raw);
}

static void spoil_clock(const struct oa_report_format *format, u32 *raw, u32 n, u64 time)
{
	raw_stamp(format, time + 1000 * PERIOD, raw);
}

static void spoil_reserved(const struct oa_report_format *format, u32 *raw, u32 n, u64 time)
{
	raw[20 + n % 12] = n + 1;
}

static void spoil_reserved_gen8(const struct oa_report_format *format, u32 *raw, u32 n, u64 time)
{
	raw[0] |= BIT(26);
}

static void spoil_context(const struct oa_report_format *format, u32 *raw, u32 n, u64 time)
{
	raw[0] |= BIT(25);
	raw[OA_CTX_ID_DWORD] = ~0u;
}

static const struct examine_case examine_cases[] = {
	{ "phase", &hsw, OA_HYP_PHASE, OA_REPORT_BAD_SPACING, spoil_phase },
	{ "phase gen8", &bdw, OA_HYP_PHASE, OA_REPORT_BAD_SPACING, spoil_phase },
	{ "grid", &hsw, OA_HYP_GRID, OA_REPORT_BAD_SPACING, spoil_grid },
	{ "timestamp_high", &hsw, OA_HYP_TIMESTAMP_HIGH, OA_REPORT_BAD_ORDER, spoil_high },
	{ "order", &hsw, OA_HYP_ORDER, OA_REPORT_BAD_ORDER, spoil_order },
	{ "order gen8", &bdw, OA_HYP_ORDER, OA_REPORT_BAD_ORDER, spoil_order },
	{ "clock", &hsw, OA_HYP_CLOCK, OA_REPORT_BAD_ORDER, spoil_clock },
	{ "clock gen8", &bdw, OA_HYP_CLOCK, OA_REPORT_BAD_ORDER, spoil_clock },
	{ "reserved", &snb, OA_HYP_RESERVED, OA_REPORT_BAD_RESERVED, spoil_reserved },
	{ "reserved gen8", &bdw, OA_HYP_RESERVED, OA_REPORT_BAD_RESERVED, spoil_reserved_gen8 },
	{ "context", &bdw, OA_HYP_CONTEXT, OA_REPORT_BAD_CONTEXT, spoil_context },
};

KUNIT_ARRAY_PARAM_DESC(examine, examine_cases, name);

/* A stream of such reports, and the results so far. */
struct examine_stream {
	const struct examine_case *c;
	struct oa_validator v;
	u32 n;
	u32 delivered;
	u32 refused;
	/* verdict of the last rejected report */
	enum oa_verdict verdict;
};

static void begin(struct examine_stream *s, const struct examine_case *c, enum oa_validate mode)
{
	memset(s, 0, sizeof(*s));
	s->c = c;
	oa_validator_init(&s->v, c->gpu->format + c->gpu->select, true, TIMER_BIT);
	oa_hypotheses_init(&s->v.hypotheses, mode);
	oa_hypotheses_apply(&s->v.hypotheses, oa_examine_applies(&s->v));
	oa_validator_adapt(&s->v);
	s->v.not_before = BEGIN;
}

static void write_report(struct examine_stream *s, bool spoiled, u32 *raw)
{
	const struct oa_report_format *format = s->v.format;
	u64 time = BEGIN + PERIOD / 2 + s->n * PERIOD;

	raw_timer_report(format, time, raw);
	if (spoiled)
		s->c->spoil(format, raw, s->n, time);
	s->v.not_after = time + PERIOD / 4;
	s->n++;
}

/* The unit writes a report, and the stream validates it as the driver does. */
static void feed(struct examine_stream *s, bool spoiled)
{
	u32 raw[DWORDS];
	enum oa_verdict verdict;

	write_report(s, spoiled, raw);
	/* As the driver does, try a run first. */
	if (accept_run(&s->v, raw, 1)) {
		s->delivered++;
		return;
	}
	do
		verdict = oa_report_check(&s->v, raw);
	while (verdict != OA_REPORT_VALID && oa_examine_rejected(&s->v, raw, verdict));
	if (verdict == OA_REPORT_VALID) {
		oa_examine_accepted(&s->v, raw);
		s->delivered++;
	} else {
		s->verdict = verdict;
		s->refused++;
	}
}

static void feed_many(struct examine_stream *s, u32 n, bool spoiled)
{
	while (n--)
		feed(s, spoiled);
}

static struct oa_hypothesis_count seen(struct examine_stream *s, enum oa_hypothesis h)
{
	oa_hypotheses_fold(&s->v.hypotheses);
	return s->v.hypotheses.count[h];
}

/* Exactly the hypotheses in @off are not enforced. */
static void expect_only(struct kunit *test, const struct examine_stream *s, u32 off)
{
	KUNIT_EXPECT_EQ_MSG(test, s->v.hypotheses.off, off, "%s", s->c->name);
}

static void oa_examine_all_hold(struct kunit *test)
{
	const struct examine_case *c = test->param_value;
	struct examine_stream s;
	u32 h;

	begin(&s, c, OA_VALIDATE_LEARN);
	feed_many(&s, REPORTS, false);
	KUNIT_EXPECT_EQ(test, s.refused, 0u);
	expect_only(test, &s, 0);
	for (h = 0; h < OA_NUM_HYPOTHESES; h++) {
		KUNIT_EXPECT_EQ(test, seen(&s, h).contradicted, 0u);
		if (s.v.hypotheses.applies & OA_HYP_BIT(h))
			KUNIT_EXPECT_EQ(test, seen(&s, h).agreed,
					h == OA_HYP_CONTEXT ? 0 : REPORTS);
	}
}

/* Reports without a grid have no phase either. */
static u32 broken(const struct examine_case *c)
{
	return OA_HYP_BIT(c->breaks) |
	       (c->breaks == OA_HYP_GRID ? OA_HYP_BIT(OA_HYP_PHASE) : 0);
}

static void oa_examine_broken_at_once(struct kunit *test)
{
	const struct examine_case *c = test->param_value;
	struct examine_stream s;

	begin(&s, c, OA_VALIDATE_LEARN);
	feed_many(&s, REPORTS, true);
	KUNIT_EXPECT_LE(test, s.refused, 2 * AT_ONCE);
	KUNIT_EXPECT_LE(test, AT_ONCE, s.refused);
	KUNIT_EXPECT_STREQ(test, oa_verdict_name(s.verdict), oa_verdict_name(c->verdict));
	expect_only(test, &s, broken(c));
}

/* Reports are rejected until they are too many. Those without a context count for no context. */
static void oa_examine_broken_later(struct kunit *test)
{
	const struct examine_case *c = test->param_value;
	const u32 rejected = c->breaks == OA_HYP_CONTEXT ? AT_ONCE : REJECTED;
	struct examine_stream s;

	begin(&s, c, OA_VALIDATE_LEARN);
	feed_many(&s, GOOD, false);
	KUNIT_EXPECT_EQ(test, s.refused, 0u);
	s.n |= 1;
	feed_many(&s, REPORTS, true);
	KUNIT_EXPECT_LE(test, rejected, s.refused);
	KUNIT_EXPECT_LE(test, s.refused, 2 * rejected);
	KUNIT_EXPECT_STREQ(test, oa_verdict_name(s.verdict), oa_verdict_name(c->verdict));
	expect_only(test, &s, broken(c));
}

static void oa_examine_broken_now_and_then(struct kunit *test)
{
	const struct examine_case *c = test->param_value;
	struct examine_stream s;
	u32 i;

	if (c->breaks == OA_HYP_CONTEXT)
		return;
	begin(&s, c, OA_VALIDATE_LEARN);
	feed_many(&s, GOOD, false);
	for (i = 0; i < 200; i++) {
		s.n |= 1;
		feed(&s, true);
		feed_many(&s, 9, false);
	}
	KUNIT_EXPECT_EQ(test, s.refused, 200u);
	KUNIT_EXPECT_STREQ(test, oa_verdict_name(s.verdict), oa_verdict_name(c->verdict));
	expect_only(test, &s, 0);
}

/*
 * A fault lasts until the hypothesis is not enforced, and then ends. No good report after it is
 * rejected, and the hypothesis is enforced again.
 */
static void oa_examine_comes_and_goes(struct kunit *test)
{
	const struct examine_case *c = test->param_value;
	struct examine_stream s;
	u32 refused, round;

	if (c->breaks == OA_HYP_CONTEXT)
		return;
	begin(&s, c, OA_VALIDATE_LEARN);
	feed_many(&s, GOOD, false);
	for (round = 0; round < 2; round++) {
		feed_many(&s, 3 * REPORTS, true);
		KUNIT_EXPECT_TRUE(test, s.v.hypotheses.off & OA_HYP_BIT(c->breaks));
		refused = s.refused;
		feed_many(&s, 4 * OA_HYP_MEMORY, false);
		KUNIT_EXPECT_EQ_MSG(test, s.refused, refused, "%s", c->name);
		expect_only(test, &s, 0);
		/* A single report does not refute the hypothesis now. */
		s.n |= 1;
		feed(&s, true);
		KUNIT_EXPECT_EQ(test, s.refused, refused + 1);
		KUNIT_EXPECT_STREQ(test, oa_verdict_name(s.verdict), oa_verdict_name(c->verdict));
	}
}

static void oa_examine_strict(struct kunit *test)
{
	const struct examine_case *c = test->param_value;
	struct examine_stream s;
	u32 wanted = c->breaks == OA_HYP_ORDER ? REPORTS / 2 : REPORTS;

	begin(&s, c, OA_VALIDATE_STRICT);
	feed_many(&s, REPORTS, true);
	KUNIT_EXPECT_EQ(test, s.refused, wanted);
	KUNIT_EXPECT_STREQ(test, oa_verdict_name(s.verdict), oa_verdict_name(c->verdict));
	/* Without an accepted report, only the phase can be checked, not the distance. */
	KUNIT_EXPECT_EQ(test, seen(&s, c->breaks == OA_HYP_GRID ? OA_HYP_PHASE :
				   c->breaks).contradicted, wanted);
}

static void oa_examine_off(struct kunit *test)
{
	const struct examine_case *c = test->param_value;
	struct examine_stream s;

	begin(&s, c, OA_VALIDATE_OFF);
	feed_many(&s, REPORTS, true);
	KUNIT_EXPECT_EQ(test, s.delivered, REPORTS);
}

/* Every mode rejects a report whose fault concerns no hypothesis. */
static void oa_examine_id(struct kunit *test)
{
	static const struct examine_case c = { "id", &bdw };
	struct examine_stream s;
	u32 raw[DWORDS];
	u32 mode, i;

	for (mode = 0; mode < OA_NUM_VALIDATE; mode++) {
		begin(&s, &c, mode);
		for (i = 0; i < REPORTS; i++) {
			write_report(&s, false, raw);
			raw[0] = BIT(16);
			KUNIT_ASSERT_EQ(test, oa_report_check(&s.v, raw), OA_REPORT_BAD_ID);
			KUNIT_ASSERT_FALSE(test, oa_examine_rejected(&s.v, raw, OA_REPORT_BAD_ID));
		}
	}
}

/* A line that is never written proves nothing any more; the others do. */
static void oa_examine_lines(struct kunit *test)
{
	static const struct examine_case c = { "lines", &hsw };
	struct examine_stream s;
	u32 raw[DWORDS], i, refused = 0;
	enum oa_verdict verdict;

	begin(&s, &c, OA_VALIDATE_LEARN);
	feed_many(&s, GOOD, false);
	for (i = 0; i < REPORTS; i++) {
		write_report(&s, false, raw);
		memset32(raw + OA_LINE_DWORDS, OA_POISON, OA_LINE_DWORDS);
		verdict = oa_report_check(&s.v, raw);
		if (verdict == OA_REPORT_TORN) {
			KUNIT_EXPECT_EQ(test, oa_examine_must_wait(&s.v, raw, verdict),
					refused == REJECTED);
			if (!oa_examine_rejected(&s.v, raw, verdict)) {
				refused++;
				continue;
			}
			verdict = oa_report_check(&s.v, raw);
		}
		KUNIT_ASSERT_EQ(test, verdict, OA_REPORT_VALID);
		oa_examine_accepted(&s.v, raw);
	}
	KUNIT_EXPECT_EQ(test, refused, REJECTED);
	KUNIT_EXPECT_EQ(test, s.v.hypotheses.free_lines, 2u);
	expect_only(test, &s, OA_HYP_BIT(OA_HYP_LINES));
}

static struct kunit_case oa_examine_kunit_cases[] = {
	KUNIT_CASE_PARAM(oa_examine_all_hold, examine_gen_params),
	KUNIT_CASE_PARAM(oa_examine_broken_at_once, examine_gen_params),
	KUNIT_CASE_PARAM(oa_examine_broken_later, examine_gen_params),
	KUNIT_CASE_PARAM(oa_examine_broken_now_and_then, examine_gen_params),
	KUNIT_CASE_PARAM(oa_examine_comes_and_goes, examine_gen_params),
	KUNIT_CASE_PARAM(oa_examine_strict, examine_gen_params),
	KUNIT_CASE_PARAM(oa_examine_off, examine_gen_params),
	KUNIT_CASE(oa_examine_id),
	KUNIT_CASE(oa_examine_lines),
	{ }
};

static struct kunit_suite oa_examine_suite = {
	.name = "i915_oa_examine",
	.test_cases = oa_examine_kunit_cases,
};

kunit_test_suite(oa_examine_suite);
