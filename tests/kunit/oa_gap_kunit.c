// SPDX-License-Identifier: GPL-2.0-only
/*
 * The number of reports that are missing before a valid one.
 */
#include <kunit/test.h>

#include "named_param.h"
#include "ring/oa_ring_priv.h"

/* struct gap_case - what is known before a report, and the loss that is announced */
struct gap_case {
	const char *name;
	struct oa_gap_seen seen;
	struct oa_gap gap;
};

static const struct gap_case gap_cases[] = {
	{ "the next report of the timer", { .strobes = 1 }, { } },
	{ "a report of another source", { }, { } },
	{ "three reports of the timer", { .strobes = 4 },
	  { .missing = 3, .found = true, .exact = true, .of_timer = true } },
	{ "three, all announced", { .strobes = 4, .counted = 3 }, { } },
	{ "three, one announced", { .strobes = 4, .counted = 1 },
	  { .missing = 2, .found = true, .of_timer = true } },
	{ "more announced than missing", { .strobes = 2, .counted = 5 }, { } },
	{ "one rejected, of any source", { .strobes = 2, .dropped = 1 },
	  { .missing = 1, .found = true } },
	{ "one rejected, and two of the timer are missing", { .strobes = 3, .dropped = 1 },
	  { .missing = 2, .found = true, .of_timer = true } },
	{ "two rejected, and one of the timer is missing", { .strobes = 2, .dropped = 2 },
	  { .missing = 2, .found = true } },
	{ "one rejected, no strobe is known", { .dropped = 1 }, { .missing = 1, .found = true } },
	{ "one rejected, all are of the timer", { .strobes = 2, .dropped = 1, .timer_only = true },
	  { .missing = 1, .found = true, .exact = true } },
	{ "three missing, all are of the timer", { .strobes = 4, .timer_only = true },
	  { .missing = 3, .found = true, .exact = true, .of_timer = true } },
	{ "three, one announced, all are of the timer",
	  { .strobes = 4, .counted = 1, .timer_only = true },
	  { .missing = 2, .found = true, .exact = true, .of_timer = true } },
	{ "no comparison of times", { .loosened = true }, { .found = true } },
	{ "no comparison of times, two rejected", { .dropped = 2, .loosened = true },
	  { .missing = 2, .found = true } },
	{ "no comparison of times, all are of the timer",
	  { .dropped = 2, .loosened = true, .timer_only = true },
	  { .missing = 2, .found = true } },
};

KUNIT_ARRAY_PARAM_DESC(gap, gap_cases, name);

static void gap_is_decided(struct kunit *test)
{
	const struct gap_case *c = test->param_value;
	const struct oa_gap gap = oa_acct_decide_gap(&c->seen);

	KUNIT_EXPECT_EQ(test, gap.missing, c->gap.missing);
	KUNIT_EXPECT_EQ(test, gap.found, c->gap.found);
	if (!c->gap.found)
		return;
	KUNIT_EXPECT_EQ(test, gap.exact, c->gap.exact);
	KUNIT_EXPECT_EQ(test, gap.of_timer, c->gap.of_timer);
}

static struct kunit_case oa_gap_cases[] = {
	KUNIT_CASE_PARAM(gap_is_decided, gap_gen_params),
	{ }
};

static struct kunit_suite oa_gap_suite = {
	.name = "i915_oa_gap",
	.test_cases = oa_gap_cases,
};

kunit_test_suite(oa_gap_suite);
