// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Hypotheses
 *
 * The validator enforces some rules that no source confirms. Each such rule is a hypothesis with a
 * name. A wrong hypothesis must not cost a profiler its data, so a stream that learns treats it
 * like this:
 *
 * - The stream watches the first reports (OA_LEARN_WATCH). A report that contradicts a hypothesis
 *   is delivered, and the hypothesis is doubted: not enforced for now.
 * - At the end of the watch a hypothesis that was contradicted by less than a quarter of the
 *   reports to which it applies has held, else it has failed.
 * - A hypothesis that held is enforced: a report that contradicts it is rejected. But a streak of
 *   such reports, with no valid report between them, refutes it. The length of the streak grows
 *   with the evidence for the hypothesis: one report for each eight that agreed (OA_LEARN_SHARE),
 *   and at least 16. So a wrong hypothesis costs a profiler no more than that share of its data.
 * - A failed hypothesis is examined further, in each report as long as reports agree, else in one
 *   of 62. After a row of agreeing reports, ten times as long as the streak that refuted it, the
 *   fault has passed and the hypothesis holds again. Each further failure at least doubles the
 *   row.
 *
 * Missing lines need another rule, because a line that lands late looks like one that is never
 * written. A report that lacks a line is rejected even during the watch. Only a streak of reports
 * that lack the same lines, the last of which had a long time to land, shows that the unit does not
 * write these lines. From then on the reader does not wait for them. Once they appear in a row of
 * reports, it waits for them again.
 *
 * After a write was discarded, the ring may hold a late report of the lap before. Such a report is
 * out of order though hardware's clock is right, so it is no evidence about time.
 *
 * A report must have an id, and from gen8 on a reason. This is no hypothesis, because clients rely
 * on it (abi.rst 10.2).
 *
 * Pure functions. Facts: hardware.rst 12.1; architecture.rst "What always holds", 8.
 */
#include "formats/oa_env.h"
#include "formats/oa_hypothesis.h"

/** oa_hypotheses - all hypotheses, by their numbers */
const struct oa_hypothesis_text oa_hypotheses[OA_NUM_HYPOTHESES] = {
	[OA_HYP_PHASE] = {
		"phase",
		"the low n+1 bits of a timer report's time stamp equal 2^n",
		"hardware.rst 3.14; 11, no. 40",
	},
	[OA_HYP_GRID] = {
		"grid",
		"timer reports are a whole number of periods apart",
		"hardware.rst 3.14; 11, no. 40",
	},
	[OA_HYP_TIMESTAMP_HIGH] = {
		"timestamp_high",
		"up to Haswell dword 2 holds bits 35:32 of the time stamp",
		"hardware.rst 4.2; 11, no. 41; 12, no. 15",
	},
	[OA_HYP_ORDER] = {
		"order",
		"each report is later than the one before",
		"hardware.rst 3.14",
	},
	[OA_HYP_CLOCK] = {
		"clock",
		"reports are stamped by the clock that TIMESTAMP shows",
		"hardware.rst 3.14",
	},
	[OA_HYP_RESERVED] = {
		"reserved",
		"reserved fields of a report are zero",
		"hardware.rst 4.2, 4.4",
	},
	[OA_HYP_CONTEXT] = {
		"context",
		"a context id that is marked valid is not all ones",
		"hardware.rst 4.4",
	},
	[OA_HYP_LINES] = {
		"lines",
		"the unit writes every line of a report",
		"hardware.rst 12.1",
	},
	[OA_HYP_HALF_FULL] = {
		"half_full",
		"the interrupt comes when half of the buffer is full",
		"hardware.rst 12, no. 12; 12.1",
	},
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_hypotheses);

/* User space has no min() and max(). */
static u32 least(u32 one, u32 other)
{
	return one < other ? one : other;
}

static u32 most(u32 one, u32 other)
{
	return one > other ? one : other;
}

static const char * const state_names[] = {
	[OA_ASSUMPTION_UNUSED] = "unused",
	[OA_ASSUMPTION_WATCHED] = "watched",
	[OA_ASSUMPTION_DOUBTED] = "doubted",
	[OA_ASSUMPTION_HELD] = "held",
	[OA_ASSUMPTION_FAILED] = "failed",
	[OA_ASSUMPTION_ENFORCED] = "enforced",
	[OA_ASSUMPTION_IGNORED] = "ignored",
};

static_assert(ARRAY_SIZE(state_names) == OA_NUM_ASSUMPTIONS, "each state has a name");

static const char * const validate_names[] = {
	[OA_VALIDATE_STRICT] = "strict",
	[OA_VALIDATE_LEARN] = "learn",
	[OA_VALIDATE_OFF] = "off",
};

static_assert(ARRAY_SIZE(validate_names) == OA_NUM_VALIDATE, "each mode has a name");

/* The first state of a hypothesis, by mode */
static const u8 first_state[] = {
	[OA_VALIDATE_STRICT] = OA_ASSUMPTION_ENFORCED,
	[OA_VALIDATE_LEARN] = OA_ASSUMPTION_WATCHED,
	[OA_VALIDATE_OFF] = OA_ASSUMPTION_IGNORED,
};

/* Hypotheses about time, which a late write of the lap before contradicts */
#define ABOUT_TIME	(OA_HYP_BIT(OA_HYP_ORDER) | OA_HYP_BIT(OA_HYP_CLOCK))

/**
 * oa_assumption_name() - name of a state
 * @state: the state
 *
 * Return: a constant string.
 */
const char *oa_assumption_name(enum oa_assumption state)
{
	return state_names[state];
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_assumption_name);

/**
 * oa_validate_name() - name of a mode
 * @mode: the mode
 *
 * Return: a constant string.
 */
const char *oa_validate_name(enum oa_validate mode)
{
	return validate_names[mode];
}

/**
 * oa_assumptions_init() - start without evidence
 * @a: to initialise
 * @mode: treatment of hypotheses
 */
void oa_assumptions_init(struct oa_assumptions *a, enum oa_validate mode)
{
	memset(a, 0, sizeof(*a));
	a->mode = mode;
	if (mode == OA_VALIDATE_OFF)
		a->free_lines = ~0u;
	else if (mode == OA_VALIDATE_LEARN)
		a->watch_left = OA_LEARN_WATCH;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_assumptions_init);

/**
 * oa_assumptions_apply() - prepare for the start of the unit with a poisoned ring
 * @a: the evidence so far, which stays
 * @applies: OA_HYP_BIT() of the hypotheses that apply to the reports to come
 */
void oa_assumptions_apply(struct oa_assumptions *a, u32 applies)
{
	u32 h;

	a->suspect = false;
	a->loosened = false;
	a->streak = 0;
	for (h = 0; h < OA_NUM_HYPOTHESES; h++) {
		if (!(applies & OA_HYP_BIT(h))) {
			a->state[h] = OA_ASSUMPTION_UNUSED;
			a->failed &= ~OA_HYP_BIT(h);
			a->off &= ~OA_HYP_BIT(h);
		} else if (a->state[h] == OA_ASSUMPTION_UNUSED) {
			a->state[h] = first_state[a->mode];
		}
		if (a->state[h] == OA_ASSUMPTION_IGNORED)
			a->off |= OA_HYP_BIT(h);
	}
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_assumptions_apply);

/* Check whether each report of a run agrees with a hypothesis. A run need not name a context. */
static bool counts_runs(const struct oa_assumptions *a, u32 h)
{
	return a->state[h] == OA_ASSUMPTION_HELD && h != OA_HYP_CONTEXT && h != OA_HYP_HALF_FULL;
}

/**
 * oa_assumptions_kept() - number of reports that agree with a hypothesis, current run included
 * @a: the evidence so far
 * @h: the hypothesis
 */
u32 oa_assumptions_kept(const struct oa_assumptions *a, u32 h)
{
	return a->kept[h] + (counts_runs(a, h) ? least(a->run, ~a->kept[h]) : 0);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_assumptions_kept);

/**
 * oa_assumptions_ran() - record a run of accepted reports, which were not examined
 * @a: updated
 * @n: length of the run, at most @a.pause if a hypothesis has failed
 */
void oa_assumptions_ran(struct oa_assumptions *a, u32 n)
{
	a->streak = 0;
	a->run += least(n, ~a->run);
	if (a->failed)
		a->pause -= least(n, a->pause);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_assumptions_ran);

static void become(struct oa_assumptions *a, u32 h, enum oa_assumption state)
{
	const bool off = state == OA_ASSUMPTION_DOUBTED || state == OA_ASSUMPTION_FAILED;
	u32 i;

	/* The run precedes the change, so account for it by the old states. */
	for (i = 0; i < OA_NUM_HYPOTHESES; i++)
		a->kept[i] = oa_assumptions_kept(a, i);
	a->run = 0;
	a->state[h] = state;
	if (off)
		a->off |= OA_HYP_BIT(h);
	else
		a->off &= ~OA_HYP_BIT(h);
}

/* Length of the streak that refutes a hypothesis */
static u32 refuting(const struct oa_assumptions *a, u32 h)
{
	return least(most(oa_assumptions_kept(a, h) / OA_LEARN_SHARE, OA_LEARN_STREAK),
		     OA_LEARN_STREAK_MAX);
}

/* Refute a hypothesis; @against: number of contradicting reports */
static void fail(struct oa_assumptions *a, u32 h, u32 against)
{
	a->loosened |= a->state[h] == OA_ASSUMPTION_HELD;
	a->need[h] = least(most(OA_LEARN_REGAIN * against, 2 * a->need[h]),
			   OA_LEARN_REGAIN_MAX);
	a->row[h] = 0;
	a->pause = OA_LEARN_PAUSE;
	a->failed |= OA_HYP_BIT(h);
	become(a, h, OA_ASSUMPTION_FAILED);
}

/* Count a report that agrees with a refuted hypothesis. Return: true if it holds again. */
static bool regain(struct oa_assumptions *a, u32 h)
{
	if (++a->row[h] < a->need[h])
		return false;
	become(a, h, OA_ASSUMPTION_HELD);
	a->kept[h] = a->row[h];
	a->failed &= ~OA_HYP_BIT(h);
	return true;
}

/* Doubt contradicted hypotheses that are still watched. Return: true if there are any. */
static bool doubt(struct oa_assumptions *a, u32 breaks)
{
	bool any = false;
	u32 h;

	for (h = 0; h < OA_NUM_HYPOTHESES; h++) {
		if (!(breaks & OA_HYP_BIT(h)) || a->state[h] != OA_ASSUMPTION_WATCHED)
			continue;
		become(a, h, OA_ASSUMPTION_DOUBTED);
		a->watch_left = OA_LEARN_WATCH;
		any = true;
	}
	return any;
}

static void count_broke(struct oa_assumptions *a, u32 broke)
{
	u32 h;

	for (h = 0; h < OA_NUM_HYPOTHESES; h++)
		a->broke[h] += broke >> h & 1;
}

/* Count a rejected report. Return: the hypotheses that all reports of the streak contradict. */
static u32 lengthen_streak(struct oa_assumptions *a, u32 breaks)
{
	if (a->streak && a->streak_common & breaks) {
		a->streak++;
		a->streak_common &= breaks;
	} else {
		a->streak = 1;
		a->streak_common = breaks;
	}
	return a->streak_common;
}

/**
 * oa_assumptions_rejected() - record a landed report that contradicts enforced hypotheses
 * @a: updated
 * @breaks: OA_HYP_BIT() of these hypotheses
 *
 * Return: true if fewer hypotheses are enforced now, so that the caller must validate the report
 * again; false if the report is rejected.
 */
bool oa_assumptions_rejected(struct oa_assumptions *a, u32 breaks)
{
	u32 learn = a->suspect ? breaks & ~ABOUT_TIME : breaks, refuted = 0, h;

	if (a->mode == OA_VALIDATE_LEARN && doubt(a, learn))
		return true;
	count_broke(a, breaks);
	if (a->mode != OA_VALIDATE_LEARN || !learn)
		return false;
	learn = lengthen_streak(a, learn);
	for (h = 0; h < OA_NUM_HYPOTHESES; h++)
		if (learn & OA_HYP_BIT(h) && a->streak >= refuting(a, h))
			refuted |= OA_HYP_BIT(h);
	for (h = 0; h < OA_NUM_HYPOTHESES; h++)
		if (refuted & OA_HYP_BIT(h))
			fail(a, h, a->streak);
	a->streak_common &= ~refuted;
	if (!a->streak_common)
		a->streak = 0;
	return refuted;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_assumptions_rejected);

static bool same_lines(const struct oa_assumptions *a, u32 lines)
{
	return a->streak && a->streak_common == OA_HYP_BIT(OA_HYP_LINES) &&
	       a->streak_lines == lines;
}

/**
 * oa_assumptions_torn_decides() - check whether a report completes a streak that refutes its lines
 * @a: the evidence so far
 * @lines: bit n: line n of the report is missing
 *
 * If so, the report must get a long time to land before oa_assumptions_torn() records it.
 */
bool oa_assumptions_torn_decides(const struct oa_assumptions *a, u32 lines)
{
	return a->mode == OA_VALIDATE_LEARN && same_lines(a, lines) &&
	       a->streak + 1 >= refuting(a, OA_HYP_LINES);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_assumptions_torn_decides);

/**
 * oa_assumptions_torn() - record a report whose lines did not land in time
 * @a: updated
 * @lines: bit n: line n is missing
 *
 * Return: true if these lines are not expected from now on, so that the caller must validate the
 * report again; false if the report is rejected.
 */
bool oa_assumptions_torn(struct oa_assumptions *a, u32 lines)
{
	const bool decides = oa_assumptions_torn_decides(a, lines);
	const u32 bit = OA_HYP_BIT(OA_HYP_LINES);

	count_broke(a, bit);
	if (!decides) {
		a->streak = same_lines(a, lines) ? a->streak + 1 : 1;
		a->streak_common = bit;
		a->streak_lines = lines;
		a->suspect = true;
		return false;
	}
	a->free_lines |= lines;
	fail(a, OA_HYP_LINES, a->streak + 1);
	a->streak = 0;
	/* The other lines are enforced. */
	a->off &= ~bit;
	/* The missing lines are never written, so none of them will land late. */
	a->suspect = false;
	return true;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_assumptions_torn);

/**
 * oa_assumptions_landed() - record the lines of an examined report
 * @a: updated
 * @poisoned: bit n: line n of the report still is
 *
 * A line of @free_lines that each report of a row has is expected again.
 */
void oa_assumptions_landed(struct oa_assumptions *a, u32 poisoned)
{
	const u32 h = OA_HYP_LINES, there = a->free_lines & ~poisoned;

	if (!(a->failed & OA_HYP_BIT(h)))
		return;
	a->row_lines = a->row[h] ? a->row_lines & there : there;
	if (!a->row_lines) {
		a->row[h] = 0;
		return;
	}
	a->pause = 0;
	if (++a->row[h] < a->need[h])
		return;
	a->free_lines &= ~a->row_lines;
	if (!a->free_lines) {
		become(a, h, OA_ASSUMPTION_HELD);
		a->kept[h] = a->row[h];
		a->failed &= ~OA_HYP_BIT(h);
	}
	a->row[h] = 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_assumptions_landed);

/*
 * End the watch of a hypothesis after enough reports to which it applies, or at @end. Return: true
 * if the hypothesis was doubted, so that the validator must be adapted.
 */
static bool settle(struct oa_assumptions *a, u32 h, bool end)
{
	const u32 applied = a->kept[h] + a->broke[h];

	if (applied < OA_LEARN_WATCH && !(end && applied))
		return false;
	if (a->state[h] == OA_ASSUMPTION_WATCHED) {
		become(a, h, OA_ASSUMPTION_HELD);
		return false;
	}
	if (a->state[h] != OA_ASSUMPTION_DOUBTED)
		return false;
	if (4 * a->broke[h] >= applied)
		fail(a, h, a->broke[h]);
	else
		become(a, h, OA_ASSUMPTION_HELD);
	return true;
}

/**
 * oa_assumptions_accepted() - record an examined report that is accepted
 * @a: updated
 * @kept: OA_HYP_BIT() of the hypotheses that it agrees with
 * @broke: those that it contradicts, none of which is enforced
 *
 * Return: true if the set of enforced hypotheses changed.
 */
bool oa_assumptions_accepted(struct oa_assumptions *a, u32 kept, u32 broke)
{
	const u32 failed = a->failed & ~OA_HYP_BIT(OA_HYP_LINES);
	const bool end = a->watch_left == 1;
	bool settled = false;
	u32 h;

	if (a->watch_left)
		a->watch_left--;
	/* A fault may have passed: examine the next report, too. */
	a->pause = kept & failed ? 0 : OA_LEARN_PAUSE;
	count_broke(a, broke);
	for (h = 0; h < OA_NUM_HYPOTHESES; h++) {
		a->kept[h] += kept >> h & 1;
		if (!(failed & OA_HYP_BIT(h)))
			settled |= settle(a, h, end);
		else if (broke & OA_HYP_BIT(h))
			a->row[h] = 0;
		else if (kept & OA_HYP_BIT(h))
			settled |= regain(a, h);
	}
	return settled;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_assumptions_accepted);
