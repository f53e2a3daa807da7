// SPDX-License-Identifier: GPL-2.0-only
/*
 * The states of a stream's hypotheses: watched, doubted, held, failed.
 */
#include <kunit/test.h>
#include <linux/kernel.h>

#include "formats/oa_hypothesis.h"

#define A	OA_HYP_RESERVED
#define B	OA_HYP_CONTEXT
#define BIT_A	OA_HYP_BIT(A)
#define BIT_B	OA_HYP_BIT(B)
#define LINES	OA_HYP_BIT(OA_HYP_LINES)

static void begin(struct oa_assumptions *b, enum oa_validate mode)
{
	oa_assumptions_init(b, mode);
	oa_assumptions_apply(b, BIT_A | BIT_B | LINES);
}

static void accept(struct oa_assumptions *b, u32 n, u32 kept, u32 broke)
{
	while (n--)
		oa_assumptions_accepted(b, kept, broke);
}

#define EXPECT_STATE(test, b, h, wanted)	\
	KUNIT_EXPECT_STREQ(test, oa_assumption_name((b).state[h]), oa_assumption_name(wanted))

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

/* A hypothesis is held after enough reports that agree; one without evidence stays watched. */
static void oa_hypothesis_held(struct kunit *test)
{
	struct oa_assumptions b;

	begin(&b, OA_VALIDATE_LEARN);
	EXPECT_STATE(test, b, OA_HYP_PHASE, OA_ASSUMPTION_UNUSED);
	accept(&b, OA_LEARN_WATCH - 1, BIT_A, 0);
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_WATCHED);
	KUNIT_EXPECT_EQ(test, b.watch_left, 1u);
	accept(&b, 1, BIT_A, 0);
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_HELD);
	EXPECT_STATE(test, b, B, OA_ASSUMPTION_WATCHED);
	KUNIT_EXPECT_EQ(test, b.watch_left, 0u);
	KUNIT_EXPECT_EQ(test, b.kept[A], OA_LEARN_WATCH);
	KUNIT_EXPECT_EQ(test, b.broke[A], 0u);
}

/* A hypothesis contradicted from the first report on rejects none, and fails after the watch. */
static void oa_hypothesis_broken_at_once(struct kunit *test)
{
	struct oa_assumptions b;

	begin(&b, OA_VALIDATE_LEARN);
	KUNIT_EXPECT_TRUE(test, oa_assumptions_rejected(&b, BIT_A));
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_DOUBTED);
	KUNIT_EXPECT_EQ(test, b.off, BIT_A);
	accept(&b, OA_LEARN_WATCH - 1, BIT_B, BIT_A);
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_DOUBTED);
	KUNIT_EXPECT_TRUE(test, oa_assumptions_accepted(&b, BIT_B, BIT_A));
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_FAILED);
	EXPECT_STATE(test, b, B, OA_ASSUMPTION_HELD);
	KUNIT_EXPECT_EQ(test, b.off, BIT_A);
	KUNIT_EXPECT_EQ(test, b.broke[A], OA_LEARN_WATCH);
	KUNIT_EXPECT_EQ(test, b.watch_left, 0u);
}

/* One bad report in the watch is delivered; the hypothesis is held and enforced afterwards. */
static void oa_hypothesis_doubt_passes(struct kunit *test)
{
	struct oa_assumptions b;

	begin(&b, OA_VALIDATE_LEARN);
	accept(&b, 5, BIT_A | BIT_B, 0);
	KUNIT_EXPECT_TRUE(test, oa_assumptions_rejected(&b, BIT_A));
	accept(&b, 1, BIT_B, BIT_A);
	accept(&b, OA_LEARN_WATCH - 6, BIT_A | BIT_B, 0);
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_HELD);
	KUNIT_EXPECT_EQ(test, b.off, 0u);
	KUNIT_EXPECT_EQ(test, b.broke[A], 1u);
}

/* A doubt without further evidence ends with the watch, too. */
static void oa_hypothesis_doubt_ends(struct kunit *test)
{
	struct oa_assumptions b;

	begin(&b, OA_VALIDATE_LEARN);
	accept(&b, OA_LEARN_WATCH, BIT_B, 0);
	KUNIT_EXPECT_TRUE(test, oa_assumptions_rejected(&b, BIT_A));
	KUNIT_EXPECT_EQ(test, b.watch_left, OA_LEARN_WATCH);
	accept(&b, 1, BIT_B, BIT_A);
	accept(&b, OA_LEARN_WATCH - 1, BIT_B, 0);
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_FAILED);
	KUNIT_EXPECT_EQ(test, b.watch_left, 0u);
}

/* Single reports that contradict a held hypothesis are rejected; a streak refutes it. */
static void oa_hypothesis_broken_later(struct kunit *test)
{
	struct oa_assumptions b;
	u32 i;

	begin(&b, OA_VALIDATE_LEARN);
	accept(&b, OA_LEARN_WATCH, BIT_A | BIT_B, 0);
	for (i = 0; i < 3 * OA_LEARN_STREAK; i++) {
		KUNIT_EXPECT_FALSE(test, oa_assumptions_rejected(&b, BIT_A));
		if (i % 4 == 3)
			b.streak = 0;	/* a valid report comes between them */
	}
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_HELD);
	KUNIT_EXPECT_EQ(test, b.broke[A], 3 * OA_LEARN_STREAK);
	for (i = 0; i < OA_LEARN_STREAK - 1; i++)
		KUNIT_EXPECT_FALSE(test, oa_assumptions_rejected(&b, BIT_A | (i % 2 ? BIT_B : 0)));
	KUNIT_EXPECT_TRUE(test, oa_assumptions_rejected(&b, BIT_A));
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_FAILED);
	EXPECT_STATE(test, b, B, OA_ASSUMPTION_HELD);
	KUNIT_EXPECT_EQ(test, b.off, BIT_A);
}

/* Reports that are rejected for different reasons refute no hypothesis. */
static void oa_hypothesis_mixed_streak(struct kunit *test)
{
	struct oa_assumptions b;
	u32 i;

	begin(&b, OA_VALIDATE_LEARN);
	accept(&b, OA_LEARN_WATCH, BIT_A | BIT_B, 0);
	for (i = 0; i < 4 * OA_LEARN_STREAK; i++)
		KUNIT_EXPECT_FALSE(test, oa_assumptions_rejected(&b, i % 2 ? BIT_A : BIT_B));
	KUNIT_EXPECT_EQ(test, b.off, 0u);
}

/* A report with a missing line is held back until a streak shows that the line is never written. */
static void oa_hypothesis_lines(struct kunit *test)
{
	struct oa_assumptions b;
	u32 i;

	begin(&b, OA_VALIDATE_LEARN);
	for (i = 0; i < OA_LEARN_STREAK - 1; i++) {
		KUNIT_EXPECT_FALSE(test, oa_assumptions_torn_decides(&b, 4));
		KUNIT_EXPECT_FALSE(test, oa_assumptions_torn(&b, 4));
	}
	KUNIT_EXPECT_TRUE(test, oa_assumptions_torn_decides(&b, 4));
	KUNIT_EXPECT_FALSE(test, oa_assumptions_torn_decides(&b, 6));
	KUNIT_EXPECT_EQ(test, b.free_lines, 0u);
	KUNIT_EXPECT_TRUE(test, oa_assumptions_torn(&b, 4));
	KUNIT_EXPECT_EQ(test, b.free_lines, 4u);
	EXPECT_STATE(test, b, OA_HYP_LINES, OA_ASSUMPTION_FAILED);
	KUNIT_EXPECT_EQ(test, b.broke[OA_HYP_LINES], OA_LEARN_STREAK);

	/* The other lines still prove landing. */
	for (i = 0; i < OA_LEARN_STREAK - 1; i++)
		KUNIT_EXPECT_FALSE(test, oa_assumptions_torn(&b, i % 2 ? 8 : 2));
	KUNIT_EXPECT_EQ(test, b.free_lines, 4u);
}

/* After a discarded write, reports out of order are no evidence about time. */
static void oa_hypothesis_suspect(struct kunit *test)
{
	const u32 order = OA_HYP_BIT(OA_HYP_ORDER), clock = OA_HYP_BIT(OA_HYP_CLOCK);
	struct oa_assumptions b;
	u32 i;

	oa_assumptions_init(&b, OA_VALIDATE_LEARN);
	oa_assumptions_apply(&b, order | clock | LINES);
	oa_assumptions_torn(&b, 2);
	for (i = 0; i < 2 * OA_LEARN_STREAK; i++)
		KUNIT_EXPECT_FALSE(test, oa_assumptions_rejected(&b, order));
	EXPECT_STATE(test, b, OA_HYP_ORDER, OA_ASSUMPTION_WATCHED);
	KUNIT_EXPECT_EQ(test, b.broke[OA_HYP_ORDER], 2 * OA_LEARN_STREAK);
	/* A zeroed ring holds nothing old. */
	oa_assumptions_apply(&b, order | clock | LINES);
	KUNIT_EXPECT_TRUE(test, oa_assumptions_rejected(&b, order));
}

/* The streak that refutes a hypothesis is in proportion to the reports that it held for. */
static void oa_hypothesis_in_proportion(struct kunit *test)
{
	struct oa_assumptions b;
	u32 i;

	begin(&b, OA_VALIDATE_LEARN);
	accept(&b, OA_LEARN_WATCH, BIT_A | BIT_B, 0);
	oa_assumptions_ran(&b, 800 - OA_LEARN_WATCH);
	KUNIT_EXPECT_EQ(test, oa_assumptions_kept(&b, A), 800u);
	/* Reports in a run need not name a context. */
	KUNIT_EXPECT_EQ(test, oa_assumptions_kept(&b, B), OA_LEARN_WATCH);
	for (i = 1; i < 100; i++)
		KUNIT_ASSERT_FALSE(test, oa_assumptions_rejected(&b, BIT_A));
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_HELD);
	KUNIT_EXPECT_FALSE(test, b.loosened);
	KUNIT_EXPECT_TRUE(test, oa_assumptions_rejected(&b, BIT_A));
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_FAILED);
	KUNIT_EXPECT_TRUE(test, b.loosened);
	for (i = 1; i < OA_LEARN_STREAK; i++)
		KUNIT_ASSERT_FALSE(test, oa_assumptions_rejected(&b, BIT_B));
	KUNIT_EXPECT_TRUE(test, oa_assumptions_rejected(&b, BIT_B));

	/* That streak has a limit, so any wrong hypothesis is refuted. */
	begin(&b, OA_VALIDATE_LEARN);
	accept(&b, OA_LEARN_WATCH, BIT_A, 0);
	oa_assumptions_ran(&b, ~0u);
	oa_assumptions_ran(&b, ~0u);
	KUNIT_EXPECT_EQ(test, oa_assumptions_kept(&b, A), ~0u);
	for (i = 1; i < OA_LEARN_STREAK_MAX; i++)
		KUNIT_ASSERT_FALSE(test, oa_assumptions_rejected(&b, BIT_A));
	KUNIT_EXPECT_TRUE(test, oa_assumptions_rejected(&b, BIT_A));
}

static void refute(struct kunit *test, struct oa_assumptions *b)
{
	u32 i;

	for (i = 1; i < OA_LEARN_STREAK; i++)
		KUNIT_EXPECT_FALSE(test, oa_assumptions_rejected(b, BIT_A));
	KUNIT_EXPECT_TRUE(test, oa_assumptions_rejected(b, BIT_A));
	EXPECT_STATE(test, *b, A, OA_ASSUMPTION_FAILED);
}

/* Pass as many reports unexamined as come before the next examined one. */
static void pass_by(struct kunit *test, struct oa_assumptions *b)
{
	KUNIT_EXPECT_FALSE(test, oa_assumptions_must_examine(b));
	oa_assumptions_ran(b, OA_LEARN_PAUSE - 1);
	KUNIT_EXPECT_FALSE(test, oa_assumptions_must_examine(b));
	oa_assumptions_ran(b, 1);
	KUNIT_EXPECT_TRUE(test, oa_assumptions_must_examine(b));
}

/* After a fault, a refuted hypothesis holds again once many reports in a row agree. */
static void oa_hypothesis_holds_again(struct kunit *test)
{
	const u32 need = OA_LEARN_REGAIN * OA_LEARN_STREAK;
	struct oa_assumptions b;

	begin(&b, OA_VALIDATE_LEARN);
	accept(&b, OA_LEARN_WATCH, BIT_A | BIT_B, 0);
	refute(test, &b);
	pass_by(test, &b);
	accept(&b, 1, BIT_B, BIT_A);
	pass_by(test, &b);
	/* As long as reports agree, each is examined. */
	accept(&b, need - 1, BIT_A | BIT_B, 0);
	KUNIT_EXPECT_TRUE(test, oa_assumptions_must_examine(&b));
	accept(&b, 1, BIT_B, BIT_A);
	pass_by(test, &b);
	accept(&b, need - 1, BIT_A | BIT_B, 0);
	/* A report without evidence does not count either way. */
	accept(&b, 1, BIT_B, 0);
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_FAILED);
	KUNIT_EXPECT_TRUE(test, oa_assumptions_accepted(&b, BIT_A | BIT_B, 0));
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_HELD);
	KUNIT_EXPECT_EQ(test, b.off, 0u);
	KUNIT_EXPECT_EQ(test, oa_assumptions_kept(&b, A), need);
	KUNIT_EXPECT_FALSE(test, oa_assumptions_must_examine(&b));
}

/* Each failure lengthens the time that a hypothesis has to hold. */
static void oa_hypothesis_fails_again(struct kunit *test)
{
	u32 need = OA_LEARN_REGAIN * OA_LEARN_STREAK, i;
	struct oa_assumptions b;

	begin(&b, OA_VALIDATE_LEARN);
	accept(&b, OA_LEARN_WATCH, BIT_A | BIT_B, 0);
	refute(test, &b);
	for (i = 0; i < 4; i++, need *= 2) {
		accept(&b, need - 1, BIT_A, 0);
		EXPECT_STATE(test, b, A, OA_ASSUMPTION_FAILED);
		accept(&b, 1, BIT_A, 0);
		EXPECT_STATE(test, b, A, OA_ASSUMPTION_HELD);
		while (b.state[A] == OA_ASSUMPTION_HELD)
			oa_assumptions_rejected(&b, BIT_A);
	}
}

/* Only a line that is written again is waited for again. */
static void oa_hypothesis_line_again(struct kunit *test)
{
	const u32 need = OA_LEARN_REGAIN * OA_LEARN_STREAK;
	struct oa_assumptions b;
	u32 i;

	begin(&b, OA_VALIDATE_LEARN);
	accept(&b, OA_LEARN_WATCH, LINES, 0);
	for (i = 0; i < OA_LEARN_STREAK; i++)
		oa_assumptions_torn(&b, 2 | 4);
	KUNIT_EXPECT_EQ(test, b.free_lines, 6u);
	KUNIT_EXPECT_TRUE(test, b.loosened);
	KUNIT_EXPECT_EQ(test, b.off, 0u);
	for (i = 1; i < need; i++)
		oa_assumptions_landed(&b, i % 2 ? 4 : 0);
	oa_assumptions_landed(&b, 2 | 4);
	for (i = 1; i < need; i++)
		oa_assumptions_landed(&b, i % 2 ? 4 : 0);
	KUNIT_EXPECT_EQ(test, b.free_lines, 6u);
	oa_assumptions_landed(&b, 0);
	KUNIT_EXPECT_EQ(test, b.free_lines, 4u);
	EXPECT_STATE(test, b, OA_HYP_LINES, OA_ASSUMPTION_FAILED);
	for (i = 0; i < need; i++)
		oa_assumptions_landed(&b, 0);
	KUNIT_EXPECT_EQ(test, b.free_lines, 0u);
	EXPECT_STATE(test, b, OA_HYP_LINES, OA_ASSUMPTION_HELD);
}

/* Strict mode counts contradictions and enforces every hypothesis all the same. */
static void oa_hypothesis_strict(struct kunit *test)
{
	struct oa_assumptions b;
	u32 i;

	begin(&b, OA_VALIDATE_STRICT);
	KUNIT_EXPECT_EQ(test, b.watch_left, 0u);
	for (i = 0; i < 4 * OA_LEARN_STREAK; i++) {
		KUNIT_EXPECT_FALSE(test, oa_assumptions_rejected(&b, BIT_A));
		KUNIT_EXPECT_FALSE(test, oa_assumptions_torn_decides(&b, 4));
	}
	for (i = 0; i < 4 * OA_LEARN_STREAK; i++)
		KUNIT_EXPECT_FALSE(test, oa_assumptions_torn(&b, 4));
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_ENFORCED);
	KUNIT_EXPECT_EQ(test, b.broke[A], 4 * OA_LEARN_STREAK);
	KUNIT_EXPECT_EQ(test, b.off, 0u);
}

/* With validation off, no hypothesis is enforced from the start. */
static void oa_hypothesis_off(struct kunit *test)
{
	struct oa_assumptions b;

	begin(&b, OA_VALIDATE_OFF);
	KUNIT_EXPECT_EQ(test, b.off, BIT_A | BIT_B | LINES);
	KUNIT_EXPECT_EQ(test, b.free_lines, ~0u);
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_IGNORED);
	EXPECT_STATE(test, b, OA_HYP_PHASE, OA_ASSUMPTION_UNUSED);
	KUNIT_EXPECT_EQ(test, b.watch_left, 0u);
}

/* The states of hypotheses outlive a restart of the unit. */
static void oa_hypothesis_restart(struct kunit *test)
{
	struct oa_assumptions b;

	begin(&b, OA_VALIDATE_LEARN);
	oa_assumptions_rejected(&b, BIT_A);
	accept(&b, OA_LEARN_WATCH, BIT_B, BIT_A);
	oa_assumptions_apply(&b, BIT_A | BIT_B);
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_FAILED);
	EXPECT_STATE(test, b, B, OA_ASSUMPTION_HELD);
	EXPECT_STATE(test, b, OA_HYP_LINES, OA_ASSUMPTION_UNUSED);
	KUNIT_EXPECT_EQ(test, b.off, BIT_A);
}

/* A failed hypothesis is examined anew when evidence returns after a gap. */
static void oa_hypothesis_unused_between(struct kunit *test)
{
	struct oa_assumptions b;
	int i;

	begin(&b, OA_VALIDATE_LEARN);
	oa_assumptions_rejected(&b, BIT_A);
	accept(&b, OA_LEARN_WATCH, BIT_B, BIT_A);
	oa_assumptions_apply(&b, BIT_B);
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_UNUSED);
	KUNIT_EXPECT_EQ(test, b.off, 0u);
	oa_assumptions_apply(&b, BIT_A | BIT_B);
	KUNIT_EXPECT_EQ(test, b.off, 0u);
	for (i = 0; i < 1024; i++)
		oa_assumptions_rejected(&b, BIT_A);
	EXPECT_STATE(test, b, A, OA_ASSUMPTION_FAILED);
	KUNIT_EXPECT_EQ(test, b.off, BIT_A);
}

static struct kunit_case oa_hypothesis_cases[] = {
	KUNIT_CASE(oa_hypothesis_texts),
	KUNIT_CASE(oa_hypothesis_held),
	KUNIT_CASE(oa_hypothesis_broken_at_once),
	KUNIT_CASE(oa_hypothesis_doubt_passes),
	KUNIT_CASE(oa_hypothesis_doubt_ends),
	KUNIT_CASE(oa_hypothesis_broken_later),
	KUNIT_CASE(oa_hypothesis_mixed_streak),
	KUNIT_CASE(oa_hypothesis_lines),
	KUNIT_CASE(oa_hypothesis_suspect),
	KUNIT_CASE(oa_hypothesis_in_proportion),
	KUNIT_CASE(oa_hypothesis_holds_again),
	KUNIT_CASE(oa_hypothesis_fails_again),
	KUNIT_CASE(oa_hypothesis_line_again),
	KUNIT_CASE(oa_hypothesis_strict),
	KUNIT_CASE(oa_hypothesis_off),
	KUNIT_CASE(oa_hypothesis_restart),
	KUNIT_CASE(oa_hypothesis_unused_between),
	{ }
};

static struct kunit_suite oa_hypothesis_suite = {
	.name = "i915_oa_hypothesis",
	.test_cases = oa_hypothesis_cases,
};

kunit_test_suite(oa_hypothesis_suite);
