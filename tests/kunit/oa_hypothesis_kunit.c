// SPDX-License-Identifier: GPL-2.0-only
/*
 * The two numbers of a hypothesis, and whether it is enforced: contradicted <= (agreed + 32) / 8.
 */
#include <kunit/test.h>
#include <linux/kernel.h>

#include "formats/oa_hypothesis.h"
#include "named_param.h"

#define A	OA_HYP_RESERVED
#define BIT_A	OA_HYP_BIT(A)
#define CONTEXT	OA_HYP_BIT(OA_HYP_CONTEXT)
#define LINES	OA_HYP_BIT(OA_HYP_LINES)

static void begin(struct oa_hypotheses *hyp, enum oa_validate mode)
{
	oa_hypotheses_init(hyp, mode);
	oa_hypotheses_apply(hyp, BIT_A | CONTEXT | LINES);
}

static void oa_hypothesis_texts(struct kunit *test)
{
	int h, i;

	for (h = 0; h < OA_NUM_HYPOTHESES; h++) {
		KUNIT_ASSERT_NOT_NULL(test, oa_hypotheses[h].name);
		KUNIT_EXPECT_NOT_NULL(test, oa_hypotheses[h].says);
		KUNIT_EXPECT_NOT_NULL(test, oa_hypotheses[h].source);
		for (i = 0; i < h; i++)
			KUNIT_EXPECT_STRNEQ(test, oa_hypotheses[h].name, oa_hypotheses[i].name);
	}
}

/* So many reports that agree, then so many that contradict, again and again */
struct steps {
	u32 agree;
	u32 contradict;
	u32 times;
};

struct sequence {
	const char *name;
	struct steps steps[3];
	bool enforced; /* after all steps */
	u32 rejected; /* contradicting reports while it was enforced */
};

static const struct sequence sequences[] = {
	{ "nothing seen", { }, true, 0 },
	{ "all agree", { { 5000, 0, 1 } }, true, 0 },
	{ "four contradict", { { 0, 4, 1 } }, true, 4 },
	/* The fifth one decides, and is delivered. */
	{ "five contradict", { { 0, 5, 1 } }, false, 4 },
	{ "all contradict", { { 0, 10000, 1 } }, false, 4 },
	{ "eight agree after five", { { 0, 5, 1 }, { 8, 0, 1 } }, true, 4 },
	{ "seven agree after five", { { 0, 5, 1 }, { 7, 0, 1 } }, false, 4 },
	{ "one in eight", { { 7, 1, 1000 } }, false, 0 },
	{ "one in nine", { { 8, 1, 1000 } }, true, 1000 },
	{ "one in a hundred", { { 99, 1, 1000 } }, true, 1000 },
	/* (68 + 32) / 8 = 12, and the 13th decides */
	{ "68 agree, then none", { { 68, 0, 1 }, { 0, 1000, 1 } }, false, 12 },
	/* However long it held: no more than an eighth of the last thousands */
	{ "a million agree, then none", { { 1000000, 0, 1 }, { 0, 1000, 1 } }, false, 0 },
	{ "a fault passes", { { 100, 0, 1 }, { 0, 500, 1 }, { 20000, 0, 1 } }, true, 16 },
	{ "an endless fault passes", { { 0, 100000, 1 }, { 20000, 0, 1 } }, true, 4 },
};

KUNIT_ARRAY_PARAM_DESC(sequence, sequences, name);

/* Return 1 if the report is rejected: it contradicts, and this is not the one that decides. */
static u32 contradict(struct oa_hypotheses *hyp)
{
	const bool enforced = !(hyp->off & BIT_A);

	return !oa_hypotheses_count(hyp, 0, BIT_A) && enforced;
}

static u32 run(struct oa_hypotheses *hyp, const struct steps *s)
{
	u32 rejected = 0, round, i;

	for (round = 0; round < s->times; round++) {
		for (i = 0; i < s->agree; i++)
			oa_hypotheses_count(hyp, BIT_A, 0);
		for (i = 0; i < s->contradict; i++)
			rejected += contradict(hyp);
	}
	return rejected;
}

static void oa_hypothesis_sequence(struct kunit *test)
{
	const struct sequence *s = test->param_value;
	struct oa_hypotheses hyp;
	u32 rejected = 0, i;

	begin(&hyp, OA_VALIDATE_LEARN);
	for (i = 0; i < ARRAY_SIZE(s->steps); i++)
		rejected += run(&hyp, &s->steps[i]);
	KUNIT_EXPECT_STREQ(test, oa_hypothesis_state(&hyp, A),
			   s->enforced ? "enforced" : "not_enforced");
	if (s->rejected)
		KUNIT_EXPECT_EQ(test, rejected, s->rejected);
	/* A long past gives no more credit than OA_HYP_MEMORY reports. */
	KUNIT_EXPECT_LE(test, rejected, 1000u);
	KUNIT_EXPECT_LT(test, hyp.count[A].agreed + hyp.count[A].contradicted, OA_HYP_MEMORY);
	/* Others are not concerned. */
	KUNIT_EXPECT_EQ(test, hyp.off & ~BIT_A, 0u);
}

/* A wrong hypothesis costs an eighth of the reports before it, and never more than 516. */
static void oa_hypothesis_cost(struct kunit *test)
{
	static const struct steps none = { 0, 5000, 1 };
	struct oa_hypotheses hyp;
	u32 agreed, rejected;

	for (agreed = 0; agreed < 3 * OA_HYP_MEMORY; agreed += 101) {
		begin(&hyp, OA_VALIDATE_LEARN);
		oa_hypotheses_ran(&hyp, agreed);
		rejected = run(&hyp, &none);
		KUNIT_EXPECT_LE(test, rejected, (OA_HYP_MEMORY + OA_HYP_FEW) / OA_HYP_SHARE);
		/* One more where the numbers are halved on the way, and rounded */
		KUNIT_EXPECT_LE(test, rejected, (agreed + OA_HYP_FEW) / OA_HYP_SHARE + 1);
		KUNIT_EXPECT_EQ(test, hyp.off, BIT_A);
		KUNIT_EXPECT_TRUE(test, hyp.loosened);
	}
}

/* Reports that pass unexamined agree with all that is enforced, but need not name a context. */
static void oa_hypothesis_runs(struct kunit *test)
{
	struct oa_hypotheses hyp;

	begin(&hyp, OA_VALIDATE_LEARN);
	oa_hypotheses_ran(&hyp, 60);
	oa_hypotheses_ran(&hyp, 40);
	oa_hypotheses_fold(&hyp);
	KUNIT_EXPECT_EQ(test, hyp.count[A].agreed, 100u);
	KUNIT_EXPECT_EQ(test, hyp.count[OA_HYP_LINES].agreed, 100u);
	KUNIT_EXPECT_EQ(test, hyp.count[OA_HYP_CONTEXT].agreed, 0u);
	KUNIT_EXPECT_EQ(test, hyp.count[OA_HYP_PHASE].agreed, 0u);
	KUNIT_EXPECT_STREQ(test, oa_hypothesis_state(&hyp, OA_HYP_PHASE), "unused");
	oa_hypotheses_ran(&hyp, ~0u);
	oa_hypotheses_ran(&hyp, ~0u);
	oa_hypotheses_fold(&hyp);
	KUNIT_EXPECT_LT(test, hyp.count[A].agreed, OA_HYP_MEMORY);
	KUNIT_EXPECT_LE(test, OA_HYP_MEMORY / 2, hyp.count[A].agreed);
}

/* While one is not enforced, every 64th report is examined, and each after one that agrees. */
static void oa_hypothesis_samples(struct kunit *test)
{
	struct oa_hypotheses hyp;

	begin(&hyp, OA_VALIDATE_LEARN);
	oa_hypotheses_ran(&hyp, 1000);
	KUNIT_EXPECT_EQ(test, oa_hypotheses_may_pass(&hyp), ~0u);
	while (!(hyp.off & BIT_A))
		contradict(&hyp);
	KUNIT_EXPECT_EQ(test, oa_hypotheses_may_pass(&hyp), OA_HYP_SAMPLE);
	oa_hypotheses_ran(&hyp, OA_HYP_SAMPLE - 1);
	KUNIT_EXPECT_EQ(test, oa_hypotheses_may_pass(&hyp), 1u);
	oa_hypotheses_ran(&hyp, 1);
	KUNIT_EXPECT_EQ(test, oa_hypotheses_may_pass(&hyp), 0u);
	oa_hypotheses_count(&hyp, 0, BIT_A);
	KUNIT_EXPECT_EQ(test, oa_hypotheses_may_pass(&hyp), OA_HYP_SAMPLE);
	oa_hypotheses_count(&hyp, BIT_A, 0);
	oa_hypotheses_ran(&hyp, 1);
	KUNIT_EXPECT_EQ(test, oa_hypotheses_may_pass(&hyp), 0u);
}

/* The torn report that decides is known before, so that it can get more time. */
static void oa_hypothesis_lines(struct kunit *test)
{
	struct oa_hypotheses hyp;
	u32 i;

	begin(&hyp, OA_VALIDATE_LEARN);
	for (i = 0; i < 4; i++) {
		KUNIT_EXPECT_FALSE(test, oa_hypotheses_torn_decides(&hyp, 4));
		KUNIT_EXPECT_FALSE(test, oa_hypotheses_torn(&hyp, i % 2 ? 4 : 12));
	}
	/* No line is missing in all of them. */
	KUNIT_EXPECT_TRUE(test, oa_hypotheses_torn_decides(&hyp, 4));
	KUNIT_EXPECT_FALSE(test, oa_hypotheses_torn_decides(&hyp, 2));
	KUNIT_EXPECT_EQ(test, hyp.free_lines, 0u);
	/* This report lacks more than all did before. */
	KUNIT_EXPECT_FALSE(test, oa_hypotheses_torn(&hyp, 6));
	KUNIT_EXPECT_EQ(test, hyp.free_lines, 4u);
	KUNIT_EXPECT_EQ(test, hyp.off, LINES);

	/* All lines are expected again once they appear. */
	for (i = 0; i < 8; i++) {
		oa_hypotheses_landed(&hyp, 4);
		KUNIT_EXPECT_FALSE(test, hyp.off_agreed);
	}
	for (i = 0; hyp.off; i++) {
		KUNIT_ASSERT_LT(test, i, 200u);
		oa_hypotheses_landed(&hyp, 0);
	}
	KUNIT_EXPECT_EQ(test, hyp.count[OA_HYP_LINES].agreed, 72u);
	KUNIT_EXPECT_EQ(test, hyp.free_lines, 0u);
}

/* Reports that are torn at random never prove that a line is not written. */
static void oa_hypothesis_random_lines(struct kunit *test)
{
	struct oa_hypotheses hyp;
	u32 i;

	begin(&hyp, OA_VALIDATE_LEARN);
	for (i = 0; i < 5000; i++) {
		KUNIT_ASSERT_FALSE(test, oa_hypotheses_torn(&hyp, i % 2 ? 2 : 4) &&
				   hyp.free_lines == 6);
		oa_hypotheses_ran(&hyp, 9);
	}
	KUNIT_EXPECT_EQ(test, hyp.free_lines, 0u);
}

/* After a discarded write, reports out of order say nothing about time. */
static void oa_hypothesis_late_write(struct kunit *test)
{
	const u32 order = OA_HYP_BIT(OA_HYP_ORDER), clock = OA_HYP_BIT(OA_HYP_CLOCK);
	struct oa_hypotheses hyp;
	u32 i;

	oa_hypotheses_init(&hyp, OA_VALIDATE_LEARN);
	oa_hypotheses_apply(&hyp, order | clock | LINES);
	oa_hypotheses_torn(&hyp, 2);
	for (i = 0; i < 100; i++)
		KUNIT_EXPECT_FALSE(test, oa_hypotheses_count(&hyp, 0, order));
	KUNIT_EXPECT_EQ(test, hyp.count[OA_HYP_ORDER].contradicted, 0u);
	/* A poisoned ring holds nothing old. */
	oa_hypotheses_apply(&hyp, order | clock | LINES);
	for (i = 0; i < 4; i++)
		KUNIT_EXPECT_FALSE(test, oa_hypotheses_count(&hyp, 0, order));
	KUNIT_EXPECT_TRUE(test, oa_hypotheses_count(&hyp, 0, order));
}

/* Strict mode counts contradictions and enforces every hypothesis all the same. */
static void oa_hypothesis_strict(struct kunit *test)
{
	struct oa_hypotheses hyp;
	u32 i;

	begin(&hyp, OA_VALIDATE_STRICT);
	for (i = 0; i < 100; i++) {
		KUNIT_EXPECT_FALSE(test, oa_hypotheses_count(&hyp, 0, BIT_A));
		KUNIT_EXPECT_FALSE(test, oa_hypotheses_torn_decides(&hyp, 4));
		KUNIT_EXPECT_FALSE(test, oa_hypotheses_torn(&hyp, 4));
	}
	KUNIT_EXPECT_STREQ(test, oa_hypothesis_state(&hyp, A), "enforced");
	KUNIT_EXPECT_EQ(test, hyp.count[A].contradicted, 100u);
	KUNIT_EXPECT_EQ(test, hyp.off, 0u);
	KUNIT_EXPECT_EQ(test, hyp.free_lines, 0u);
}

/* With validation off, no hypothesis is enforced. */
static void oa_hypothesis_off(struct kunit *test)
{
	struct oa_hypotheses hyp;

	begin(&hyp, OA_VALIDATE_OFF);
	oa_hypotheses_count(&hyp, BIT_A | LINES, 0);
	oa_hypotheses_landed(&hyp, 0);
	KUNIT_EXPECT_EQ(test, hyp.off, BIT_A | CONTEXT | LINES);
	KUNIT_EXPECT_EQ(test, hyp.free_lines, ~0u);
	KUNIT_EXPECT_EQ(test, oa_hypotheses_may_pass(&hyp), ~0u);
	KUNIT_EXPECT_STREQ(test, oa_hypothesis_state(&hyp, A), "not_enforced");
	KUNIT_EXPECT_STREQ(test, oa_hypothesis_state(&hyp, OA_HYP_PHASE), "unused");
}

/* What was seen outlives a restart of the unit, even to reports to which it does not apply. */
static void oa_hypothesis_restart(struct kunit *test)
{
	struct oa_hypotheses hyp;

	begin(&hyp, OA_VALIDATE_LEARN);
	while (!(hyp.off & BIT_A))
		contradict(&hyp);
	oa_hypotheses_apply(&hyp, CONTEXT);
	KUNIT_EXPECT_EQ(test, hyp.off, 0u);
	KUNIT_EXPECT_STREQ(test, oa_hypothesis_state(&hyp, A), "unused");
	oa_hypotheses_apply(&hyp, BIT_A | CONTEXT);
	KUNIT_EXPECT_EQ(test, hyp.count[A].contradicted, 5u);
	KUNIT_EXPECT_EQ(test, hyp.off, BIT_A);
	KUNIT_EXPECT_FALSE(test, hyp.loosened);
}

static struct kunit_case oa_hypothesis_cases[] = {
	KUNIT_CASE(oa_hypothesis_texts),
	KUNIT_CASE_PARAM(oa_hypothesis_sequence, sequence_gen_params),
	KUNIT_CASE(oa_hypothesis_cost),
	KUNIT_CASE(oa_hypothesis_runs),
	KUNIT_CASE(oa_hypothesis_samples),
	KUNIT_CASE(oa_hypothesis_lines),
	KUNIT_CASE(oa_hypothesis_random_lines),
	KUNIT_CASE(oa_hypothesis_late_write),
	KUNIT_CASE(oa_hypothesis_strict),
	KUNIT_CASE(oa_hypothesis_off),
	KUNIT_CASE(oa_hypothesis_restart),
	{ }
};

static struct kunit_suite oa_hypothesis_suite = {
	.name = "i915_oa_hypothesis",
	.test_cases = oa_hypothesis_cases,
};

kunit_test_suite(oa_hypothesis_suite);
