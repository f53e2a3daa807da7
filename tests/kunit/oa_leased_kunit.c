// SPDX-License-Identifier: GPL-2.0-only
/*
 * The verdict on a sample of a unit that another driver owns.
 */
#include <kunit/test.h>
#include <linux/types.h>

#include "named_param.h"
#include "perf/oa_perf_priv.h"

/* struct leased_case - the state around a sample, and the verdict */
struct leased_case {
	const char *name;
	bool counted;
	u32 before;
	u32 after;
	bool back;
	enum oa_leased_verdict verdict;
};

static const struct leased_case leased_cases[] = {
	{ "counts on", true, 0, 0, false, OA_LEASED_COUNT },
	{ "off before", true, OA_UNIT_LOST_UNIT, 0, false, OA_LEASED_DROP },
	{ "off after", true, 0, OA_UNIT_LOST_UNIT, false, OA_LEASED_DROP },
	{ "no context counts", true, OA_UNIT_LOST_CONTEXT, OA_UNIT_LOST_CONTEXT, false,
	  OA_LEASED_DROP },
	{ "restarted in between", true, 0, 0, true, OA_LEASED_DROP },
	{ "on again", false, 0, 0, false, OA_LEASED_REBASE },
	{ "on again, from zero", false, 0, 0, true, OA_LEASED_REBASE },
	{ "still off", false, OA_UNIT_LOST_UNIT, OA_UNIT_LOST_UNIT, false, OA_LEASED_DROP },
	{ "on meanwhile", false, OA_UNIT_LOST_UNIT, 0, false, OA_LEASED_DROP },
};

KUNIT_ARRAY_PARAM_DESC(leased, leased_cases, name);

static void leased_decides(struct kunit *test)
{
	const struct leased_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_leased_decide(c->counted, c->before, c->after, c->back),
			c->verdict);
}

/* struct back_case - two values of a register; @back if the counter restarted in between */
struct back_case {
	const char *name;
	u8 bits;
	u64 last;
	u64 raw;
	bool back;
};

static const struct back_case back_cases[] = {
	{ "advanced", 40, 1000, 2000, false },
	{ "stood still", 40, 1000, 1000, false },
	{ "cleared", 40, 1000, 0, true },
	{ "cleared, and counted since", 40, 1000, 999, true },
	{ "wrapped, 40 bits", 40, 0xffffffff00ull, 0x100, false },
	{ "wrapped, 32 bits", 32, 0xffffff00, 0x100, false },
	{ "cleared, 32 bits", 32, 0x1000, 0, true },
	{ "cleared, above the middle", 40, 0xe000000000ull, 0, true },
	{ "not seen: in the last sixteenth", 40, 0xffff000000ull, 0, false },
	{ "not seen: above half", 32, 0xf0000000, 0, false },
};

KUNIT_ARRAY_PARAM_DESC(back, back_cases, name);

static void tally_went_back(struct kunit *test)
{
	const struct back_case *c = test->param_value;
	const struct oa_tally tally = { .bits = c->bits, .last = c->last };

	KUNIT_EXPECT_EQ(test, oa_tally_went_back(&tally, c->raw), c->back);
}

static struct kunit_case oa_leased_cases[] = {
	KUNIT_CASE_PARAM(leased_decides, leased_gen_params),
	KUNIT_CASE_PARAM(tally_went_back, back_gen_params),
	{}
};

static struct kunit_suite oa_leased_suite = {
	.name = "i915_oa_leased",
	.test_cases = oa_leased_cases,
};

kunit_test_suite(oa_leased_suite);
