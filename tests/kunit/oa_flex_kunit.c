// SPDX-License-Identifier: GPL-2.0-only
/*
 * Flexible EU events: their encodings, and the documents' remarks on them.
 *
 * Expected values are written from hardware.rst 3.12 and 5.4. The register values
 * are those of the shipped metric sets that these sections quote.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "formats/oa_flex.h"

struct value_case {
	u32 offset;
	u32 value;
	struct oa_flex_event low;
	struct oa_flex_event high;
	/* The verdict of Broadwell's document */
	enum oa_flex_verdict low_gen8;
	enum oa_flex_verdict high_gen8;
};

static const struct value_case value_cases[] = {
	{ 0xe458, 0x00005004, { 7, 4, 0, 0 }, { 8, 5, 0, 0 },
	  OA_FLEX_DOCUMENTED, OA_FLEX_DOCUMENTED },
	{ 0xe558, 0x00010003, { 9, 3, 0, 0 }, { 10, 0, 1, 0 },
	  OA_FLEX_DOCUMENTED, OA_FLEX_DOCUMENTED },
	{ 0xe55c, 0x00053052, { 17, 2, 5, 0 }, { 18, 3, 5, 0 },
	  OA_FLEX_DOCUMENTED, OA_FLEX_COARSE_UNSUPPORTED },
	{ 0xe758, 0x00015014, { 13, 4, 1, 0 }, { 14, 5, 1, 0 },
	  OA_FLEX_COARSE_UNSUPPORTED, OA_FLEX_COARSE_UNSUPPORTED },
	{ 0xe65c, 0x00055054, { 19, 4, 5, 0 }, { 20, 5, 5, 0 },
	  OA_FLEX_COARSE_UNSUPPORTED, OA_FLEX_COARSE_UNSUPPORTED },
	{ 0xe65c, 0x00222222, { 19, 2, 2, 2 }, { 20, 2, 2, 2 },
	  OA_FLEX_FINE_UNSUPPORTED, OA_FLEX_FINE_UNSUPPORTED },
	{ 0xe658, 0x00a87501, { 11, 1, 0, 5 }, { 12, 7, 8, 10 },
	  OA_FLEX_IMPLEMENTATION_DEFINED, OA_FLEX_UNDEFINED_INC },
	{ 0xe45c, 0x00300700, { 15, 0, 0, 7 }, { 16, 0, 0, 3 },
	  OA_FLEX_DOCUMENTED, OA_FLEX_DOCUMENTED },
};

static void value_desc(const struct value_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%x=%08x", c->offset, c->value);
}

KUNIT_ARRAY_PARAM(value, value_cases, value_desc);

static void expect_event(struct kunit *test, const struct oa_flex_event *event,
			 const struct oa_flex_event *expected)
{
	KUNIT_EXPECT_EQ(test, event->counter, expected->counter);
	KUNIT_EXPECT_EQ(test, event->inc, expected->inc);
	KUNIT_EXPECT_EQ(test, event->coarse, expected->coarse);
	KUNIT_EXPECT_EQ(test, event->fine, expected->fine);
}

static void oa_flex_values(struct kunit *test)
{
	const struct value_case *c = test->param_value;
	struct oa_flex_event events[2];
	struct oa_flex_field low, high;

	/* Bits 31:24 are reserved. */
	KUNIT_ASSERT_TRUE(test, oa_flex_decode(c->offset, c->value | 0xff000000, events));
	expect_event(test, &events[0], &c->low);
	expect_event(test, &events[1], &c->high);

	KUNIT_ASSERT_TRUE(test, oa_flex_encode(&c->low, &low));
	KUNIT_ASSERT_TRUE(test, oa_flex_encode(&c->high, &high));
	KUNIT_EXPECT_EQ(test, low.offset, c->offset);
	KUNIT_EXPECT_EQ(test, high.offset, c->offset);
	KUNIT_EXPECT_EQ(test, low.shift, (u8)0);
	KUNIT_EXPECT_EQ(test, high.shift, (u8)12);
	KUNIT_EXPECT_EQ(test, low.value, c->value & 0xfff);
	KUNIT_EXPECT_EQ(test, high.value, c->value & 0xfff000);

	KUNIT_EXPECT_STREQ(test, oa_flex_verdict_name(oa_flex_check(&oa_flex_rules_gen8, &c->low)),
			   oa_flex_verdict_name(c->low_gen8));
	KUNIT_EXPECT_STREQ(test, oa_flex_verdict_name(oa_flex_check(&oa_flex_rules_gen8, &c->high)),
			   oa_flex_verdict_name(c->high_gen8));
}

static void oa_flex_bounds(struct kunit *test)
{
	static const struct oa_flex_event bad[] = {
		{ 6, 0, 0, 0 }, { 21, 0, 0, 0 }, { 0, 0, 0, 0 }, { 255, 0, 0, 0 },
		{ 7, 16, 0, 0 }, { 7, 0, 16, 0 }, { 7, 0, 0, 16 },
	};
	static const u32 offsets[] = { 0, 0xe454, 0xe460, 0xe75c, 0xe459, 0xe858 };
	struct oa_flex_event events[2];
	struct oa_flex_field field;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++)
		KUNIT_EXPECT_FALSE_MSG(test, oa_flex_encode(&bad[i], &field), "%zu", i);
	for (i = 0; i < ARRAY_SIZE(offsets); i++)
		KUNIT_EXPECT_FALSE_MSG(test, oa_flex_decode(offsets[i], 0, events), "%#x",
				       offsets[i]);
}

#define ONE(n)		(1u << (n))
#define RUN(a, b)	(ONE((b) + 1) - ONE(a))

/* A row of the rule table in hardware.rst 5.4, and the codes that the row restricts */
struct rule_case {
	const struct oa_flex_rules *rules;
	const char *generation;
	u8 inc;
	u32 coarse;
	u32 fine;
	u32 implementation_defined;
	u32 listed_undefined;
	u32 unreliable;
};

#define G8	&oa_flex_rules_gen8, "gen8"
#define G9	&oa_flex_rules_gen9, "gen9"
#define G11	&oa_flex_rules_gen11, "gen11"
#define ROWS	(ONE(0) | ONE(7) | ONE(8))
#define EUS	(ONE(0) | RUN(7, 10))

static const struct rule_case rule_cases[] = {
	{ G8, 0, RUN(0, 8), RUN(0, 5) | RUN(7, 10), ONE(5), 0, ONE(1) },
	{ G8, 1, RUN(0, 8), RUN(0, 5) | RUN(7, 10), ONE(5), 0, ONE(1) },
	{ G8, 2, RUN(0, 8), EUS | ONE(5) | ONE(6), 0, ONE(6), 0 },
	{ G8, 3, ROWS, EUS, 0, 0, 0 },
	{ G8, 4, ROWS, EUS | ONE(5) | ONE(6), ONE(5), ONE(6), 0 },
	{ G8, 5, ROWS, EUS, 0, 0, 0 },
	{ G8, 8, ROWS, EUS, 0, 0, 0 },
	{ G9, 0, RUN(0, 8), RUN(0, 5) | RUN(7, 10), ONE(5), 0, 0 },
	{ G9, 2, RUN(0, 8), EUS | ONE(5), 0, 0, 0 },
	{ G9, 4, ROWS, EUS | ONE(5), ONE(5), 0, 0 },
	{ G11, 0, RUN(0, 8), RUN(0, 5) | RUN(7, 10), ONE(5), 0, 0 },
	{ G11, 1, RUN(0, 8), RUN(0, 5) | RUN(7, 10), ONE(5), 0, 0 },
	{ G11, 2, RUN(0, 8), EUS | ONE(5), 0, 0, 0 },
	{ G11, 3, ROWS, EUS, 0, 0, 0 },
	{ G11, 4, ROWS, EUS | ONE(5), ONE(5), 0, 0 },
	{ G11, 5, ROWS, EUS, 0, 0, 0 },
	{ G11, 8, ROWS, EUS, 0, 0, 0 },
	{ G11, 15, RUN(0, 15), RUN(0, 15), 0, 0, 0 },
};

static void rule_desc(const struct rule_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s increment %x", c->generation, c->inc);
}

KUNIT_ARRAY_PARAM(rule, rule_cases, rule_desc);

static enum oa_flex_verdict expected_verdict(const struct rule_case *c, u8 coarse, u8 fine)
{
	if (!(c->coarse & ONE(coarse)))
		return coarse > 8 ? OA_FLEX_UNDEFINED_COARSE : OA_FLEX_COARSE_UNSUPPORTED;
	if (!(c->fine & ONE(fine)))
		return fine == 6 || fine > 10 ? OA_FLEX_UNDEFINED_FINE : OA_FLEX_FINE_UNSUPPORTED;
	if (c->implementation_defined & ONE(fine))
		return OA_FLEX_IMPLEMENTATION_DEFINED;
	if (c->listed_undefined & ONE(fine))
		return OA_FLEX_LISTED_UNDEFINED;
	return c->unreliable & ONE(fine) ? OA_FLEX_UNRELIABLE : OA_FLEX_DOCUMENTED;
}

static void oa_flex_rules(struct kunit *test)
{
	const struct rule_case *c = test->param_value;
	struct oa_flex_event event = { .counter = 7, .inc = c->inc };
	enum oa_flex_verdict got, expected;

	for (event.coarse = 0; event.coarse < 16; event.coarse++) {
		for (event.fine = 0; event.fine < 16; event.fine++) {
			got = oa_flex_check(c->rules, &event);
			expected = expected_verdict(c, event.coarse, event.fine);
			KUNIT_EXPECT_STREQ_MSG(test, oa_flex_verdict_name(got),
					       oa_flex_verdict_name(expected),
					       "coarse %x, fine %x", event.coarse, event.fine);
		}
	}
}

static void oa_flex_undefined(struct kunit *test)
{
	static const u8 undefined[] = { 6, 7, 9, 10, 11, 12, 13, 14 };
	struct oa_flex_event event = { .counter = 7 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(undefined); i++) {
		event.inc = undefined[i];
		KUNIT_EXPECT_NULL(test, oa_flex_inc_name(event.inc));
		KUNIT_EXPECT_EQ(test, oa_flex_check(&oa_flex_rules_gen8, &event),
				OA_FLEX_UNDEFINED_INC);
		KUNIT_EXPECT_EQ(test, oa_flex_check(&oa_flex_rules_gen11, &event),
				OA_FLEX_UNDEFINED_INC);
	}
	event.inc = 15;
	KUNIT_EXPECT_EQ(test, oa_flex_check(&oa_flex_rules_gen8, &event), OA_FLEX_UNDEFINED_INC);
	KUNIT_EXPECT_EQ(test, oa_flex_check(&oa_flex_rules_gen9, &event), OA_FLEX_UNDEFINED_INC);
}

static void oa_flex_names(struct kunit *test)
{
	KUNIT_EXPECT_STREQ(test, oa_flex_inc_name(8), "threads_loaded");
	KUNIT_EXPECT_STREQ(test, oa_flex_inc_name(15), "none");
	KUNIT_EXPECT_STREQ(test, oa_flex_coarse_name(5), "ps");
	KUNIT_EXPECT_STREQ(test, oa_flex_coarse_name(8), "row1");
	KUNIT_EXPECT_STREQ(test, oa_flex_fine_name(10), "eu3");
	KUNIT_EXPECT_NULL(test, oa_flex_fine_name(6));
	KUNIT_EXPECT_NULL(test, oa_flex_coarse_name(9));
	KUNIT_EXPECT_NULL(test, oa_flex_inc_name(16));
	KUNIT_EXPECT_NULL(test, oa_flex_coarse_name(16));
	KUNIT_EXPECT_NULL(test, oa_flex_fine_name(16));
}

static struct kunit_case oa_flex_cases[] = {
	KUNIT_CASE_PARAM(oa_flex_values, value_gen_params),
	KUNIT_CASE(oa_flex_bounds),
	KUNIT_CASE_PARAM(oa_flex_rules, rule_gen_params),
	KUNIT_CASE(oa_flex_undefined),
	KUNIT_CASE(oa_flex_names),
	{ }
};

static struct kunit_suite oa_flex_suite = {
	.name = "i915_oa_flex",
	.test_cases = oa_flex_cases,
};

kunit_test_suite(oa_flex_suite);
