// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Evidence of a report for each hypothesis
 *
 * The validator (oa_validate.c) applies the hypotheses that are enforced now, and stops at the
 * first one that the report breaks. This file examines a report: it compares the report with every
 * hypothesis, enforced or not. The first reports of a stream and all rejected ones are examined.
 * oa_hypothesis.c draws the conclusions, and the validator is then adapted to the hypotheses that
 * are still enforced.
 *
 * One cause must not count against several hypotheses. So the report's time is found first: from
 * both dwords of the time stamp, or from the low one alone if only that fits between the
 * previous report and the clock. Order, clock and grid are then checked with this time.
 *
 * While a hypothesis about time is not enforced, a report is compared with previous reports
 * instead: with their phase, or with their time ahead of the clock. When the fault passes, the
 * first correct report seems to break order or grid. So the state of the faulty reports is dropped
 * then, and the report is validated again.
 *
 * Facts: hardware.rst 3.14, 4.2, 4.4.
 */
#include "formats/oa_env.h"
#include "formats/oa_learn.h"

/* Ticks from one time to a later one; all ones if @to is before @from */
static u64 forward(u64 from, u64 to)
{
	u64 ticks = (to - from) & OA_TIMESTAMP_MASK;

	return ticks <= OA_TIMESTAMP_MASK / 2 ? ticks : ~0ull;
}

/* Set @base to the earliest possible time of the next report. Return: false if unknown. */
static bool earliest(const struct oa_validator *v, u64 *base)
{
	*base = v->have_last ? v->last : v->not_before;
	return v->have_last || v->not_before;
}

/* The most ticks by which the next report can be later than @base; 0 if @base is after the clock */
static u64 room_after(const struct oa_validator *v, u64 base)
{
	u64 room;

	if (!v->not_after)
		return OA_TIMESTAMP_MASK / 2;
	/* Any distance is possible, because a full buffer may be read late. */
	room = (v->not_after - base) & OA_TIMESTAMP_MASK;
	if (v->assumptions.off & OA_HYP_BIT(OA_HYP_CLOCK) && room > OA_TIMESTAMP_MASK / 2)
		return 0;
	return room;
}

/* The first possible time with the report's low 32 bits; if none is, the nearest such time */
static u64 time_by_low(const struct oa_validator *v, const u32 *raw)
{
	u64 base;
	u32 ticks;

	if (!earliest(v, &base))
		return raw[1];
	ticks = raw[1] - (u32)base;
	if (ticks <= room_after(v, base))
		return (base + ticks) & OA_TIMESTAMP_MASK;
	return (base + (s32)ticks) & OA_TIMESTAMP_MASK;
}

static bool possible(const struct oa_validator *v, u64 time)
{
	u64 base;

	return !earliest(v, &base) || ((time - base) & OA_TIMESTAMP_MASK) <= room_after(v, base);
}

/* Find a report's time; set @high to 1 if dword 2 is its upper part, 0 if not, -1 if unknown. */
static u64 find_time(const struct oa_validator *v, const u32 *raw, int *high)
{
	u64 low = time_by_low(v, raw), full, base;

	*high = -1;
	if (v->format->timestamp_bits <= 32)
		return low;
	full = oa_report_timestamp(v->format, raw) & OA_TIMESTAMP_MASK;
	if (!earliest(v, &base))
		return full;
	if (possible(v, full))
		*high = 1;
	else if (possible(v, low))
		*high = 0;
	else if (!(v->assumptions.off & OA_HYP_BIT(OA_HYP_TIMESTAMP_HIGH)))
		return full;
	return *high > 0 ? full : low;
}

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
 * oa_learn_applies() - hypotheses that apply to a stream's reports
 * @v: the validator of the stream, initialised
 *
 * Return: OA_HYP_BIT() of each, without OA_HYP_HALF_FULL, which is not about reports.
 */
u32 oa_learn_applies(const struct oa_validator *v)
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
EXPORT_SYMBOL_FOR_OA_TESTS(oa_learn_applies);

/* struct examined - hypotheses that a report agrees with, and those that it contradicts */
struct examined {
	u32 kept;
	u32 broke;
};

static void note(struct examined *o, enum oa_hypothesis h, bool holds)
{
	if (holds)
		o->kept |= OA_HYP_BIT(h);
	else
		o->broke |= OA_HYP_BIT(h);
}

static void examine_time(const struct oa_validator *v, const u32 *raw, u64 time,
			 struct examined *o)
{
	bool same_tick = v->format->rpt_id &&
			 !(v->last_timer && oa_report_is_timer(v->format, raw));
	u64 ticks;

	if (v->have_last) {
		ticks = (time - v->last) & OA_TIMESTAMP_MASK;
		note(o, OA_HYP_ORDER, (ticks || same_tick) &&
		     (ticks <= room_after(v, v->last) || ticks <= OA_TIMESTAMP_MASK / 2));
	}
	if (v->not_after)
		note(o, OA_HYP_CLOCK, forward(time, v->not_after) != ~0ull &&
		     (v->have_last || !v->not_before ||
		      forward(v->not_before, time) != ~0ull));
}

static void examine_grid(const struct oa_validator *v, const u32 *raw, u64 time,
			 struct examined *o)
{
	const u64 mask = v->period - 1;

	if (!has_grid(v) || !oa_report_is_timer(v->format, raw))
		return;
	note(o, OA_HYP_PHASE, (time & mask) == v->period / 2);
	if (v->assumptions.off & OA_HYP_BIT(OA_HYP_PHASE) && v->timer_mask)
		note(o, OA_HYP_GRID, (time & mask) == v->timer_phase);
	else if (v->have_last && v->last_timer)
		note(o, OA_HYP_GRID, !((time - v->last) & mask));
}

static void examine_fields(const struct oa_validator *v, const u32 *raw, struct examined *o)
{
	const struct oa_rpt_id_layout *id = v->format->rpt_id;

	if (reserves(v))
		note(o, OA_HYP_RESERVED, oa_report_reserved_clear(v->format, raw) &&
		     !(id && raw[0] & id->must_be_zero));
	if (id && raw[0] & id->ctx_valid)
		note(o, OA_HYP_CONTEXT, raw[OA_CTX_ID_DWORD] != ~0u);
	if (v->format->bytes > OA_LINE_BYTES)
		note(o, OA_HYP_LINES, !oa_report_missing_lines(v, raw));
}

/*
 * Compare a report, which was not accepted yet, with every hypothesis. Return OA_HYP_BIT() of those
 * that it agrees with, and in @broke of those that it contradicts. Some may not apply to it.
 */
static u32 examine(const struct oa_validator *v, const u32 *raw, u32 *broke)
{
	struct examined o = { };
	int high;
	u64 time = find_time(v, raw, &high);

	if (high >= 0)
		note(&o, OA_HYP_TIMESTAMP_HIGH, high);
	examine_time(v, raw, time, &o);
	/* A report that does not follow the last one can't be placed on its grid. */
	if (!(o.broke & OA_HYP_BIT(OA_HYP_ORDER)))
		examine_grid(v, raw, time, &o);
	examine_fields(v, raw, &o);
	*broke = o.broke;
	return o.kept;
}

/* Adapt the validator. If the phase was enforced until now, take over the phase of this report. */
static void adapt(struct oa_validator *v, const u32 *raw, u32 off_before)
{
	const u32 phase = OA_HYP_BIT(OA_HYP_PHASE);
	int high;

	oa_validator_adapt(v);
	if (!(v->assumptions.off & ~off_before & phase))
		return;
	v->assumptions.phase = find_time(v, raw, &high) & (v->period - 1);
	oa_validator_adapt(v);
}

static void keep_evidence(struct oa_validator *v, const u32 *raw)
{
	memcpy(v->assumptions.evidence, raw, sizeof(v->assumptions.evidence));
}

/*
 * Check whether a report is the first one after a fault: it agrees with a hypothesis that failed,
 * and only previous reports make it seem wrong. If so, drop their state. Return: true if the caller
 * must validate the report again.
 */
static bool reanchor(struct oa_validator *v, enum oa_verdict verdict, u32 kept)
{
	struct oa_assumptions *a = &v->assumptions;
	const u32 back = a->off & kept;

	if (verdict == OA_REPORT_BAD_ORDER && back & OA_HYP_BIT(OA_HYP_CLOCK) && v->have_last &&
	    v->not_after && forward(v->last, v->not_after) == ~0ull) {
		v->have_last = false;
		v->last_timer = false;
		v->not_before = 0;
		a->loosened = true;
		return true;
	}
	if (verdict == OA_REPORT_BAD_SPACING && back & OA_HYP_BIT(OA_HYP_PHASE) &&
	    v->timer_phase != v->period / 2) {
		a->phase = v->period / 2;
		oa_validator_adapt(v);
		return true;
	}
	return false;
}

/**
 * oa_learn_must_wait() - check whether a report needs more time before it is discarded
 * @v: the validator of the stream
 * @raw: the report
 * @verdict: the reason for discarding it
 *
 * Return: true if discarding it would prove that its missing lines are never written.
 */
bool oa_learn_must_wait(const struct oa_validator *v, const u32 *raw, enum oa_verdict verdict)
{
	return verdict == OA_REPORT_TORN &&
	       oa_assumptions_torn_decides(&v->assumptions, oa_report_missing_lines(v, raw));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_learn_must_wait);

/**
 * oa_learn_rejected() - learn from a report that the validator rejects
 * @v: updated
 * @raw: the report
 * @verdict: the reason; a missing report or line has been missing for too long
 *
 * Return: true if less is enforced now, so that the caller must validate the report again; false
 * if the report is rejected.
 */
bool oa_learn_rejected(struct oa_validator *v, const u32 *raw, enum oa_verdict verdict)
{
	struct oa_assumptions *a = &v->assumptions;
	const u32 off = a->off;
	u32 kept, broke;

	switch (verdict) {
	case OA_REPORT_NOT_LANDED:
		a->suspect = true;
		return false;
	case OA_REPORT_BAD_ID:
		return false;
	case OA_REPORT_TORN:
		keep_evidence(v, raw);
		return oa_assumptions_torn(a, oa_report_missing_lines(v, raw));
	default:
		kept = examine(v, raw, &broke);
		if (a->mode == OA_VALIDATE_LEARN && reanchor(v, verdict, kept))
			return true;
		broke &= ~(off | OA_HYP_BIT(OA_HYP_LINES));
		keep_evidence(v, raw);
		if (!oa_assumptions_rejected(a, broke))
			return false;
		adapt(v, raw, off);
		return true;
	}
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_learn_rejected);

/**
 * oa_learn_accept() - accept a report and learn from it
 * @v: updated, as by oa_validator_accept()
 * @raw: the report, valid
 */
void oa_learn_accept(struct oa_validator *v, const u32 *raw)
{
	struct oa_assumptions *a = &v->assumptions;
	const u32 off = a->off;
	u32 kept, broke;

	a->streak = 0;
	if (oa_assumptions_must_examine(a)) {
		kept = examine(v, raw, &broke);
		broke &= off;
		if (broke)
			keep_evidence(v, raw);
		if (oa_assumptions_accepted(a, kept, broke))
			adapt(v, raw, off);
		oa_assumptions_landed(a, oa_report_poisoned_lines(v->format, raw));
	} else if (a->failed) {
		a->pause--;
	}
	oa_validator_accept(v, raw);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_learn_accept);
