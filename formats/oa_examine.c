// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Reports that agree with a hypothesis or contradict it
 *
 * The validator itself tells which hypothesis a report contradicts: a copy of it checks the report
 * once more, with one hypothesis enforced or not. A rejected report contradicts the first one
 * without which the verdict would be another, so one cause counts against one hypothesis only. An
 * accepted report is examined by enforcing what is not enforced. oa_hypothesis.c counts and
 * decides, and the validator is then adapted to the hypotheses that are still enforced.
 *
 * While a hypothesis about time is not enforced, a report is compared with previous reports
 * instead: with their phase, or with their time ahead of the clock. When the fault passes, the
 * first correct report seems to break order or grid. So the state of the faulty reports is dropped
 * then, and the report is validated again.
 *
 * Facts: hardware.rst 3.14, 4.2, 4.4.
 */
#include "formats/oa_env.h"
#include "formats/oa_examine.h"

/* In this order: a wrong high dword makes time seem wrong; a timer off its grid has no phase. */
static const u8 blamed[] = {
	OA_HYP_TIMESTAMP_HIGH, OA_HYP_CLOCK, OA_HYP_ORDER, OA_HYP_PHASE, OA_HYP_GRID,
	OA_HYP_RESERVED, OA_HYP_CONTEXT,
};

/* Reports of an exact timer lie on a grid. */
static bool has_grid(const struct oa_validator *v)
{
	return v->period && !v->format->loose_timer;
}

static bool reserves(const struct oa_validator *v)
{
	u8 s;

	for (s = 0; s < v->format->num_spans; s++)
		if (v->format->spans[s].field == OA_FIELD_RESERVED)
			return true;
	return v->format->rpt_id && v->format->rpt_id->must_be_zero;
}

/**
 * oa_examine_applies() - hypotheses that apply to a stream's reports
 * @v: the validator of the stream, initialised
 *
 * Return: OA_HYP_BIT() of each, without OA_HYP_HALF_FULL, which is not about reports.
 */
u32 oa_examine_applies(const struct oa_validator *v)
{
	u32 applies = OA_HYP_BIT(OA_HYP_ORDER) | OA_HYP_BIT(OA_HYP_CLOCK);

	if (has_grid(v))
		applies |= OA_HYP_BIT(OA_HYP_PHASE) | OA_HYP_BIT(OA_HYP_GRID);
	if (v->format->timestamp_bits > 32)
		applies |= OA_HYP_BIT(OA_HYP_TIMESTAMP_HIGH);
	if (reserves(v))
		applies |= OA_HYP_BIT(OA_HYP_RESERVED);
	if (v->format->rpt_id)
		applies |= OA_HYP_BIT(OA_HYP_CONTEXT);
	if (v->format->bytes > OA_LINE_BYTES)
		applies |= OA_HYP_BIT(OA_HYP_LINES);
	return applies;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_examine_applies);

/* Without the enforcement of a phase reports have that of the first one, which is @raw's. */
static void adapt(struct oa_validator *v, const u32 *raw, u32 newly_off)
{
	if (newly_off & OA_HYP_BIT(OA_HYP_PHASE))
		v->hypotheses.phase = oa_report_time(v, raw) & (v->period - 1);
	oa_validator_adapt(v);
}

/* Find the hypothesis but for which a rejected report would get another verdict. Return: its bit */
static u32 contradicted(const struct oa_validator *v, const u32 *raw, enum oa_verdict verdict)
{
	struct oa_validator without;
	u32 i, bit;

	for (i = 0; i < ARRAY_SIZE(blamed); i++) {
		bit = OA_HYP_BIT(blamed[i]) & v->hypotheses.applies & ~v->hypotheses.off;
		if (!bit)
			continue;
		without = *v;
		without.hypotheses.off |= bit;
		adapt(&without, raw, bit);
		if (oa_report_check(&without, raw) != verdict)
			return bit;
	}
	return 0;
}

/*
 * Check whether a report is the first one after a fault: it agrees with a hypothesis that is not
 * enforced, and only previous reports make it seem wrong. If so, drop their state. Return: true if
 * the caller must validate the report again.
 */
static bool reanchor(struct oa_validator *v, const u32 *raw, enum oa_verdict verdict)
{
	const u32 off = v->hypotheses.off;
	struct oa_validator anew = *v;

	if (verdict == OA_REPORT_BAD_ORDER && off & OA_HYP_BIT(OA_HYP_CLOCK) && v->have_last &&
	    v->not_after && oa_timestamp_ticks(v->not_after, v->last)) {
		anew.have_last = false;
		anew.last_timer = false;
		anew.hypotheses.loosened = true;
	} else if (verdict == OA_REPORT_BAD_SPACING && off & OA_HYP_BIT(OA_HYP_PHASE)) {
		anew.hypotheses.phase = v->period / 2;
	} else {
		return false;
	}
	oa_validator_adapt(&anew);
	if (oa_report_check(&anew, raw) == verdict)
		return false;
	*v = anew;
	return true;
}

/**
 * oa_examine_must_wait() - check whether a report needs more time before it is discarded
 * @v: the validator of the stream
 * @raw: the report
 * @verdict: the reason for discarding it
 *
 * Return: true if discarding it would prove that its missing lines are never written.
 */
bool oa_examine_must_wait(const struct oa_validator *v, const u32 *raw, enum oa_verdict verdict)
{
	return verdict == OA_REPORT_TORN &&
	       oa_hypotheses_torn_decides(&v->hypotheses, oa_report_missing_lines(v, raw));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_examine_must_wait);

static void keep_head(struct oa_validator *v, const u32 *raw)
{
	memcpy(v->hypotheses.head, raw, sizeof(v->hypotheses.head));
}

/**
 * oa_examine_rejected() - count a report that the validator rejects
 * @v: updated
 * @raw: the report
 * @verdict: the reason; a missing report or line has been missing for too long
 *
 * Return: true if less is enforced now, so that the caller must validate the report again; false
 * if the report is rejected.
 */
bool oa_examine_rejected(struct oa_validator *v, const u32 *raw, enum oa_verdict verdict)
{
	struct oa_hypotheses *hyp = &v->hypotheses;
	u32 bit;

	switch (verdict) {
	case OA_REPORT_NOT_LANDED:
		hyp->late_write = true;
		return false;
	case OA_REPORT_BAD_ID:
		return false;
	case OA_REPORT_TORN:
		keep_head(v, raw);
		return oa_hypotheses_torn(hyp, oa_report_missing_lines(v, raw));
	default:
		if (hyp->mode == OA_VALIDATE_LEARN && reanchor(v, raw, verdict))
			return true;
		keep_head(v, raw);
		bit = contradicted(v, raw, verdict);
		if (!oa_hypotheses_count(hyp, 0, bit))
			return false;
		adapt(v, raw, bit);
		return true;
	}
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_examine_rejected);

/* Check whether a report can agree with a hypothesis or contradict it. */
static bool concerns(const struct oa_validator *v, const u32 *raw, u32 h)
{
	switch (h) {
	case OA_HYP_PHASE:
		return oa_report_is_timer(v->format, raw);
	case OA_HYP_GRID:
		return oa_report_is_timer(v->format, raw) && v->last_timer;
	case OA_HYP_ORDER:
		return v->have_last;
	case OA_HYP_CLOCK:
		return v->not_after;
	case OA_HYP_CONTEXT:
		return raw[0] & v->format->rpt_id->ctx_valid;
	default:
		return true;
	}
}

/* Check a valid report as if a hypothesis that is not enforced were. Return: whether it agrees */
static bool report_agrees(const struct oa_validator *v, const u32 *raw, u32 h)
{
	struct oa_validator with = *v;

	with.hypotheses.off &= ~OA_HYP_BIT(h);
	if (h == OA_HYP_PHASE) {
		/* Not by its distance from a report of another phase */
		with.hypotheses.off &= ~OA_HYP_BIT(OA_HYP_GRID);
		with.last_timer = false;
	} else if (h == OA_HYP_GRID) {
		with.hypotheses.phase = v->last & (v->period - 1);
	} else if (h == OA_HYP_CLOCK) {
		with.have_last = false;
	}
	oa_validator_adapt(&with);
	return oa_report_check(&with, raw) == OA_REPORT_VALID;
}

/* Compare an accepted report with the hypotheses that are not enforced. */
static void examine(struct oa_validator *v, const u32 *raw)
{
	struct oa_hypotheses *hyp = &v->hypotheses;
	const u32 off = hyp->off;
	u32 i, agree = 0, contradict = 0;

	for (i = 0; i < ARRAY_SIZE(blamed); i++) {
		if (!(off & OA_HYP_BIT(blamed[i])) || !concerns(v, raw, blamed[i]))
			continue;
		if (report_agrees(v, raw, blamed[i]))
			agree |= OA_HYP_BIT(blamed[i]);
		else
			contradict |= OA_HYP_BIT(blamed[i]);
	}
	if (contradict)
		keep_head(v, raw);
	if (oa_hypotheses_count(hyp, agree, contradict))
		oa_validator_adapt(v);
	oa_hypotheses_landed(hyp, oa_report_poisoned_lines(v->format, raw));
}

/**
 * oa_examine_accepted() - accept a report, and examine it if one is due
 * @v: updated, as by oa_validator_accept()
 * @raw: the report, valid
 */
void oa_examine_accepted(struct oa_validator *v, const u32 *raw)
{
	const struct oa_rpt_id_layout *id = v->format->rpt_id;

	if (!oa_hypotheses_may_pass(&v->hypotheses))
		examine(v, raw);
	else if (id && raw[0] & id->ctx_valid)
		oa_hypotheses_agreed(&v->hypotheses, OA_HYP_CONTEXT);
	oa_hypotheses_ran(&v->hypotheses, 1);
	oa_validator_accept(v, raw);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_examine_accepted);
