// SPDX-License-Identifier: GPL-2.0-only
/*
 * The number of reports that are missing before a valid one.
 */
#include <kunit/test.h>
#include <linux/mutex.h>

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
	{ "three reports of the timer", { .strobes = 4, .strobes_exact = true },
	  { .missing = 3, .found = true, .exact = true, .of_timer = true } },
	{ "three, all announced", { .strobes = 4, .announced = 3 }, { } },
	{ "three, one announced", { .strobes = 4, .strobes_exact = true, .announced = 1 },
	  { .missing = 2, .found = true, .of_timer = true } },
	{ "more announced than missing", { .strobes = 2, .announced = 5 }, { } },
	{ "one rejected, of any source", { .strobes = 2, .strobes_exact = true, .dropped = 1 },
	  { .missing = 1, .found = true } },
	{ "one rejected, and two of the timer are missing", { .strobes = 3, .dropped = 1 },
	  { .missing = 2, .found = true, .of_timer = true } },
	{ "two rejected, and one of the timer is missing", { .strobes = 2, .dropped = 2 },
	  { .missing = 2, .found = true } },
	{ "one rejected, no strobe is known", { .dropped = 1 }, { .missing = 1, .found = true } },
	{ "one rejected, all are of the timer",
	  { .strobes = 2, .strobes_exact = true, .dropped = 1, .timer_only = true },
	  { .missing = 1, .found = true, .exact = true } },
	{ "three missing, all are of the timer",
	  { .strobes = 4, .strobes_exact = true, .timer_only = true },
	  { .missing = 3, .found = true, .exact = true, .of_timer = true } },
	{ "three, one announced, all are of the timer",
	  { .strobes = 4, .strobes_exact = true, .announced = 1, .timer_only = true },
	  { .missing = 2, .found = true, .exact = true, .of_timer = true } },
	{ "three at least", { .strobes = 4 }, { .missing = 3, .found = true, .of_timer = true } },
	{ "three at least, all are of the timer", { .strobes = 4, .timer_only = true },
	  { .missing = 3, .found = true, .of_timer = true } },
	{ "one rejected, all are of the timer, no strobe is known",
	  { .dropped = 1, .timer_only = true }, { .missing = 1, .found = true } },
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

#define PERIOD	64ull	/* of the timer, whose strobes come at 32, 96, 160 ... */

/*
 * struct start_case - when the unit started, and the loss before its first valid report
 *
 * The unit starts between two reads of its clock. Its first valid report is that of the strobe at
 * 352; the number of those before it is known only if no strobe may have come between the reads.
 */
struct start_case {
	const char *name;
	u64 starting, started;
	u64 last; /* the timer's last report, 0 if there was none */
	u64 dropped, missing;
	bool exact;
};

static const struct start_case start_cases[] = {
	{ "no strobe between the reads", 40, 90, 0, 0, 4, true },
	{ "a strobe between the reads", 40, 96, 0, 0, 3, false },
	{ "two strobes between the reads", 90, 170, 0, 0, 2, false },
	{ "a strobe between them was rejected, and one after them is missing", 90, 230, 0, 1, 1,
	  false },
	{ "one rejected, no strobe between the reads", 230, 280, 0, 1, 1, true },
	{ "a strobe between the reads was delivered", 40, 100, 96, 0, 3, true },
};

KUNIT_ARRAY_PARAM_DESC(start, start_cases, name);

struct start_test {
	struct mutex lock; /* of @feed */
	struct oa_feed feed;
	struct oa_stats stats;
	u32 report[64];
};

static void gap_after_the_start(struct kunit *test)
{
	const struct oa_report_format *format = &oa_formats_hsw[OA_NUM_FORMATS_HSW - 1];
	const struct start_case *c = test->param_value;
	struct start_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	struct oa_feed *feed = &t->feed;

	KUNIT_ASSERT_NOT_NULL(test, t);
	mutex_init(&t->lock);
	feed->lock = &t->lock;
	feed->stats = &t->stats;
	feed->format = format;
	feed->exponent = 5;
	feed->timer_only = true;
	feed->timer_known = true;
	feed->starting = c->starting;
	feed->started = c->started;
	oa_validator_init(&feed->acct.validator, format, true, feed->exponent);
	feed->acct.last_timer = c->last ?: OA_NO_TIME;
	feed->acct.dropped = c->dropped;
	t->report[1] = 5 * PERIOD + PERIOD / 2;
	mutex_lock(&t->lock);
	oa_acct_check_gap(feed, t->report);
	KUNIT_EXPECT_EQ(test, feed->acct.pending.count, c->missing);
	KUNIT_EXPECT_EQ(test, feed->acct.pending.exact, c->exact);
	mutex_unlock(&t->lock);
	mutex_destroy(&t->lock);
}

static struct kunit_case oa_gap_cases[] = {
	KUNIT_CASE_PARAM(gap_is_decided, gap_gen_params),
	KUNIT_CASE_PARAM(gap_after_the_start, start_gen_params),
	{ }
};

static struct kunit_suite oa_gap_suite = {
	.name = "i915_oa_gap",
	.test_cases = oa_gap_cases,
};

kunit_test_suite(oa_gap_suite);
