// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Hypotheses
 *
 * The validator enforces some rules that no source confirms. Each is a hypothesis with a name, and
 * a wrong one must not cost a profiler its data. So a stream counts the reports that agree with it
 * and those that contradict it:
 *
 * - It is enforced while contradicted <= (agreed + 32) / 8. A report that contradicts an enforced
 *   hypothesis is rejected, so a wrong one costs four reports at the start, and never more than one
 *   in eight.
 * - Both numbers are halved when their sum reaches some thousands, so the last reports decide, and
 *   a hypothesis holds again soon after a fault has passed.
 * - While it is not enforced, reports that contradict it are delivered. One in 64 is examined, and
 *   each as long as they agree.
 *
 * A line that lands late looks like one that is never written. So the report that decides against
 * OA_HYP_LINES needs proof: it had a long time to land, or the next lap overwrote it and left it
 * torn (oa/ring/oa_hypotheses.c). From then on the reader does not wait for the lines that all torn
 * reports lacked, until they appear again.
 *
 * After a write was discarded, the ring may hold a late report of the lap before. Such a report is
 * out of order though hardware's clock is right, so it says nothing about time.
 *
 * A report must have an id, and from gen8 on a reason. This is no hypothesis, because clients rely
 * on it (abi.rst 10.2).
 *
 * Pure functions. Facts: hardware.rst 12.1; architecture.rst "What always holds", 8.
 */
#include "formats/oa_env.h"
#include "formats/oa_hypothesis.h"

/* All hypotheses, by their numbers */
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

static const char * const validate_names[] = {
	[OA_VALIDATE_STRICT] = "strict",
	[OA_VALIDATE_LEARN] = "learn",
	[OA_VALIDATE_OFF] = "off",
};

static_assert(ARRAY_SIZE(validate_names) == OA_NUM_VALIDATE, "each mode has a name");

/* Hypotheses about time, which a late write of the lap before contradicts */
#define ABOUT_TIME	(OA_HYP_BIT(OA_HYP_ORDER) | OA_HYP_BIT(OA_HYP_CLOCK))
/* Hypotheses with which each report that passes agrees. Few reports name a context. */
#define BY_EACH		(OA_HYP_REPORTS & ~OA_HYP_BIT(OA_HYP_CONTEXT))

/* Return the name of a mode. */
const char *oa_validate_name(enum oa_validate mode)
{
	return validate_names[mode];
}

/* Return the treatment of a hypothesis now, in a word. */
const char *oa_hypothesis_state(const struct oa_hypotheses *hyp, enum oa_hypothesis h)
{
	if (!(hyp->applies & OA_HYP_BIT(h)))
		return "unused";
	return hyp->off & OA_HYP_BIT(h) ? "not_enforced" : "enforced";
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_hypothesis_state);

/* Decide whether a hypothesis holds, by what was seen of it. */
static bool holds(struct oa_hypothesis_count count)
{
	return count.contradicted <= (count.agreed + OA_HYP_FEW) / OA_HYP_SHARE;
}

/* Start without having seen a report. */
void oa_hypotheses_init(struct oa_hypotheses *hyp, enum oa_validate mode)
{
	memset(hyp, 0, sizeof(*hyp));
	hyp->mode = mode;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_hypotheses_init);

/* Add to both numbers; @agreed is large after a long run. */
static void add(struct oa_hypothesis_count *count, u32 agreed, u32 contradicted)
{
	count->agreed += agreed < OA_HYP_MEMORY ? agreed : OA_HYP_MEMORY;
	count->contradicted += contradicted;
	while (count->agreed + count->contradicted >= OA_HYP_MEMORY) {
		count->agreed /= 2;
		count->contradicted /= 2;
	}
}

/* Check whether a hypothesis is not to be enforced, by mode and numbers. */
static bool is_off(const struct oa_hypotheses *hyp, u32 h)
{
	if (hyp->mode != OA_VALIDATE_LEARN)
		return hyp->mode == OA_VALIDATE_OFF;
	/* A torn report needs lines that the reader need not wait for. */
	return !holds(hyp->count[h]) && (h != OA_HYP_LINES || hyp->free_lines);
}

/* Enforce a hypothesis or not. Return: true if that changed. */
static bool decide(struct oa_hypotheses *hyp, u32 h)
{
	const u32 bit = OA_HYP_BIT(h) & hyp->applies;
	const bool off = is_off(hyp, h);

	if (!bit || !!(hyp->off & bit) == off)
		return false;
	hyp->off ^= bit;
	/* Reports before this one were rejected by the rule that is dropped now. */
	hyp->loosened |= off && h != OA_HYP_HALF_FULL;
	return true;
}

/*
 * Prepare for the start of the unit with a poisoned ring. @applies: OA_HYP_BIT() of the hypotheses
 * that apply to the reports to come. What was seen of them stays.
 */
void oa_hypotheses_apply(struct oa_hypotheses *hyp, u32 applies)
{
	u32 h;

	hyp->applies = applies;
	hyp->off = 0;
	if (!(applies & OA_HYP_BIT(OA_HYP_LINES)))
		hyp->free_lines = 0;
	else if (hyp->mode == OA_VALIDATE_OFF)
		hyp->free_lines = ~0u;
	for (h = 0; h < OA_NUM_HYPOTHESES; h++)
		decide(hyp, h);
	hyp->missing = 0;
	hyp->late_write = false;
	hyp->loosened = false;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_hypotheses_apply);

/* Count the reports that passed without examination. */
void oa_hypotheses_fold(struct oa_hypotheses *hyp)
{
	const u32 agree = hyp->applies & ~hyp->off & BY_EACH;
	u32 h;

	for (h = 0; h < OA_NUM_HYPOTHESES && hyp->unexamined; h++)
		if (agree & OA_HYP_BIT(h))
			add(&hyp->count[h], hyp->unexamined, 0);
	hyp->unexamined = 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_hypotheses_fold);

/*
 * Count an examined report, or an interrupt, by the OA_HYP_BIT() of the hypotheses that it agrees
 * with and that it contradicts. Return true if other hypotheses are enforced now, so that the
 * caller must validate a rejected report again.
 */
bool oa_hypotheses_count(struct oa_hypotheses *hyp, u32 agree, u32 contradict)
{
	bool changed = false;
	u32 h;

	if (hyp->late_write)
		contradict &= ~ABOUT_TIME;
	oa_hypotheses_fold(hyp);
	hyp->off_agreed = agree & hyp->off;
	for (h = 0; h < OA_NUM_HYPOTHESES; h++) {
		if (!((agree | contradict) & OA_HYP_BIT(h)))
			continue;
		add(&hyp->count[h], agree >> h & 1, contradict >> h & 1);
		changed |= decide(hyp, h);
	}
	return changed;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_hypotheses_count);

/* Record @n accepted reports that were not examined. */
void oa_hypotheses_ran(struct oa_hypotheses *hyp, u32 n)
{
	hyp->missing = 0;
	hyp->unexamined += n < ~hyp->unexamined ? n : ~hyp->unexamined;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_hypotheses_ran);

/*
 * Count a report that agrees with @h if that is enforced: OA_HYP_CONTEXT, or OA_HYP_LINES of
 * reports that are not in the ring.
 */
void oa_hypotheses_agreed(struct oa_hypotheses *hyp, enum oa_hypothesis h)
{
	if (!(hyp->off & OA_HYP_BIT(h)))
		add(&hyp->count[h], 1, 0);
}

/* Lines that all torn reports lack, with one more that lacks @lines */
static u32 missing_with(const struct oa_hypotheses *hyp, u32 lines)
{
	return hyp->missing ? hyp->missing & lines : lines;
}

/*
 * Check whether one more torn report, without the lines of the bits @lines, refutes OA_HYP_LINES.
 * If so, it must get a long time to land before oa_hypotheses_torn() records it.
 */
bool oa_hypotheses_torn_decides(const struct oa_hypotheses *hyp, u32 lines)
{
	struct oa_hypothesis_count count = hyp->count[OA_HYP_LINES];

	if (hyp->mode != OA_VALIDATE_LEARN || !missing_with(hyp, lines))
		return false;
	if (!(hyp->off & OA_HYP_BIT(OA_HYP_LINES)))
		add(&count, hyp->unexamined, 0);
	add(&count, 0, 1);
	return !holds(count);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_hypotheses_torn_decides);

/*
 * Record a report of which @lines, a bit for each, did not land in time. Return true if these lines
 * are not expected from now on, so that the caller must validate the report again; false if the
 * report is rejected.
 */
bool oa_hypotheses_torn(struct oa_hypotheses *hyp, u32 lines)
{
	const bool decides = oa_hypotheses_torn_decides(hyp, lines);

	hyp->missing = missing_with(hyp, lines);
	hyp->late_write = !decides;
	if (decides)
		hyp->free_lines |= hyp->missing;
	oa_hypotheses_count(hyp, 0, OA_HYP_BIT(OA_HYP_LINES));
	return decides && !(lines & ~hyp->free_lines);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_hypotheses_torn);

/*
 * Record an examined report that is accepted, with the bits of its lines that still are @poisoned.
 * Once OA_HYP_LINES holds again all lines are expected.
 */
void oa_hypotheses_landed(struct oa_hypotheses *hyp, u32 poisoned)
{
	const u32 bit = OA_HYP_BIT(OA_HYP_LINES);
	const bool off_agreed = hyp->off_agreed;

	if (!(hyp->off & bit) || hyp->mode != OA_VALIDATE_LEARN)
		return;
	if (poisoned & hyp->free_lines)
		oa_hypotheses_count(hyp, 0, bit);
	else if (oa_hypotheses_count(hyp, bit, 0))
		hyp->free_lines = 0;
	/* The count has noted this hypothesis alone. Others may agree with the report, too. */
	hyp->off_agreed |= off_agreed;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_hypotheses_landed);
