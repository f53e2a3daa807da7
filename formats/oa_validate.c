// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Validation of reports
 *
 * Only a report's memory shows whether the report is complete. The GPU writes
 * 64-byte lines, and the reader poisons the memory of the reports that it has consumed with
 * OA_POISON, so a line that is still poisoned has not landed. The test of a line needs no previous
 * report, and holds for a line of counters that are all zero.
 *
 * From gen8 on a report holds only the low 32 bits of its time stamp, which
 * wrap every few minutes. The validator keeps and compares all 36 bits of the
 * clock. It reconstructs the upper ones from the previous report, or from the
 * clock itself.
 *
 * Facts: hardware.rst 3.14, 3.15, 4.4; abi.rst 14.
 */
#include "formats/oa_env.h"
#include "formats/oa_format.h"

static const char * const verdict_names[] = {
	[OA_REPORT_VALID] = "valid",
	[OA_REPORT_NOT_LANDED] = "not_landed",
	[OA_REPORT_TORN] = "torn",
	[OA_REPORT_BAD_ID] = "bad_id",
	[OA_REPORT_BAD_ORDER] = "bad_order",
	[OA_REPORT_BAD_SPACING] = "bad_spacing",
	[OA_REPORT_BAD_RESERVED] = "bad_reserved",
	[OA_REPORT_BAD_CONTEXT] = "bad_context",
};

static_assert(ARRAY_SIZE(verdict_names) == OA_NUM_VERDICTS, "each verdict has a name");

/**
 * oa_verdict_name() - name of a verdict
 * @verdict: the verdict
 *
 * Return: a constant string, fit for a key.
 */
const char *oa_verdict_name(enum oa_verdict verdict)
{
	return verdict_names[verdict];
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_verdict_name);

/**
 * oa_validator_init() - prepare for the first report of a stream
 * @v: the validator to initialise
 * @format: the stream's format
 * @periodic: the timer writes reports, at time stamps on a grid unless the format is loose.
 *	Where RPT_ID does not distinguish timer reports, there must be no other reports
 * @timer_bit: bit of the time stamp that the timer strobes on: OA_EXPONENT, although
 *	Sandybridge's register holds three less
 *
 * The timer writes a report when this bit goes from 0 to 1, so the low
 * @timer_bit + 1 bits of the report's time stamp equal 2^@timer_bit (hardware.rst 3.14).
 */
void oa_validator_init(struct oa_validator *v, const struct oa_report_format *format,
		       bool periodic, unsigned int timer_bit)
{
	memset(v, 0, sizeof(*v));
	v->format = format;
	if (periodic)
		v->period = 2ull << timer_bit;
	oa_validator_adapt(v);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_validator_init);

static bool enforced(const struct oa_validator *v, enum oa_hypothesis h)
{
	return !(v->hypotheses.off & OA_HYP_BIT(h));
}

/**
 * oa_validator_adapt() - put the enforced hypotheses into effect
 * @v: updated by its hypotheses
 */
void oa_validator_adapt(struct oa_validator *v)
{
	const struct oa_report_format *format = v->format;
	u8 s;

	v->timestamp_bits = enforced(v, OA_HYP_TIMESTAMP_HIGH) ? format->timestamp_bits : 32;
	v->loose = format->loose_timer || !enforced(v, OA_HYP_GRID);
	v->timer_mask = v->period && !v->loose ? v->period - 1 : 0;
	v->timer_phase = enforced(v, OA_HYP_PHASE) ? v->period / 2 : v->hypotheses.phase;
	v->timer_phase &= v->timer_mask;
	v->reserved = false;
	v->must_be_zero = 0;
	if (!enforced(v, OA_HYP_RESERVED))
		return;
	for (s = 0; s < format->num_spans; s++)
		v->reserved |= format->spans[s].field == OA_FIELD_RESERVED;
	if (format->rpt_id)
		v->must_be_zero = format->rpt_id->must_be_zero;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_validator_adapt);

static bool line_poisoned(const u32 *line)
{
	u32 i;

	for (i = 0; i < OA_LINE_DWORDS; i++)
		if (line[i] != OA_POISON)
			return false;
	return true;
}

/* The first line that has not landed; the report's number of lines if there is none */
static u32 first_poisoned_line(const struct oa_report_format *format, const u32 *raw)
{
	const u32 lines = format->bytes / OA_LINE_BYTES;
	u32 i;

	for (i = 0; i < lines && !line_poisoned(raw + i * OA_LINE_DWORDS); i++)
		;
	return i;
}

/**
 * oa_report_reserved_clear() - check whether a report's reserved dwords are zero
 * @format: the report's format
 * @raw: the report
 */
bool oa_report_reserved_clear(const struct oa_report_format *format, const u32 *raw)
{
	u8 s, i;

	for (s = 0; s < format->num_spans; s++)
		if (format->spans[s].field == OA_FIELD_RESERVED)
			for (i = 0; i < format->spans[s].count; i++)
				if (raw[format->spans[s].dword + i])
					return false;
	return true;
}

/**
 * oa_report_poisoned_lines() - lines of a report that are still poisoned
 * @format: the report's format
 * @raw: the report, whose first line has landed
 *
 * Return: bit n set for line n.
 */
u8 oa_report_poisoned_lines(const struct oa_report_format *format, const u32 *raw)
{
	u8 poisoned = 0;
	u32 i;

	for (i = 1; i < format->bytes / OA_LINE_BYTES; i++)
		if (line_poisoned(raw + i * OA_LINE_DWORDS))
			poisoned |= 1u << i;
	return poisoned;
}

/**
 * oa_report_missing_lines() - lines of a report that have not landed
 * @v: the validator of the stream
 * @raw: the report, whose first line has landed
 *
 * Return: bit n set for line n, unless the unit is assumed never to write this line.
 */
u8 oa_report_missing_lines(const struct oa_validator *v, const u32 *raw)
{
	return oa_report_poisoned_lines(v->format, raw) & ~v->hypotheses.free_lines;
}

/**
 * oa_timestamp_ticks() - ticks from one time stamp to a later one
 * @from: the earlier one
 * @to: the later one
 *
 * Return: ticks, across a wrap too; 0 if @to is not after @from, that is, if @to
 * is nearer to @from in the other direction.
 */
u64 oa_timestamp_ticks(u64 from, u64 to)
{
	u64 ticks = (to - from) & OA_TIMESTAMP_MASK;

	return ticks <= OA_TIMESTAMP_MASK / 2 ? ticks : 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_timestamp_ticks);

/**
 * oa_timestamp_extend() - all 36 bits of a time stamp whose upper ones are missing
 * @timestamp: its low 32 bits
 * @not_after: the clock, read after the report was written
 *
 * Return: the latest time up to @not_after whose low 32 bits equal @timestamp.
 */
u64 oa_timestamp_extend(u32 timestamp, u64 not_after)
{
	return (not_after - (u32)(not_after - timestamp)) & OA_TIMESTAMP_MASK;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_timestamp_extend);

/**
 * oa_timestamp_raw() - the time stamp that a report holds for a time
 * @format: the report's format
 * @time: the time, all 36 bits
 */
u64 oa_timestamp_raw(const struct oa_report_format *format, u64 time)
{
	return format->timestamp_bits > 32 ? time : (u32)time;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_timestamp_raw);

/*
 * Set @base to the time that the next report is compared with, and @least to the number of ticks by
 * which the report must be later. Return: false if there is no such time. From gen8 on the timer is
 * not the only source of reports: two sources may report in the same tick.
 */
static bool lower_bound(const struct oa_validator *v, const u32 *raw, u64 *base, u32 *least)
{
	bool same_tick = v->format->rpt_id &&
			 !(v->last_timer && oa_report_is_timer(v->format, raw));

	*base = v->have_last ? v->last : v->not_before;
	*least = v->have_last && !same_tick;
	return v->have_last || (v->not_before && enforced(v, OA_HYP_CLOCK));
}

/* The clock as an upper bound, 0: there is none. */
static u64 upper_bound(const struct oa_validator *v)
{
	return enforced(v, OA_HYP_CLOCK) ? v->not_after : 0;
}

/* The time with these low 32 bits that is nearest to @time */
static u64 nearest(u64 time, u32 timestamp)
{
	return (time + (s32)(timestamp - (u32)time)) & OA_TIMESTAMP_MASK;
}

/**
 * oa_report_time() - time stamp of a raw report, all 36 bits
 * @v: the validator of the stream
 * @raw: the report, the next one of the stream
 *
 * Where the report lacks bits 35:32, reconstruct them: take the first 36-bit time after the
 * previous report whose low 32 bits match. This holds however late the reader comes to a
 * full buffer, because the timer's gaps are always shorter than the 32-bit wrap. The first
 * report of a stream takes these bits from the clock.
 */
u64 oa_report_time(const struct oa_validator *v, const u32 *raw)
{
	u64 timestamp = oa_report_timestamp(v->format, raw), base;
	u32 least;

	if (v->timestamp_bits > 32)
		return timestamp;
	timestamp = (u32)timestamp;
	if (!lower_bound(v, raw, &base, &least)) {
		if (!v->not_after)
			return timestamp;
		return upper_bound(v) ? oa_timestamp_extend(timestamp, v->not_after) :
					nearest(v->not_after, timestamp);
	}
	/* Without a clock or a check of order, a time may step back: take the nearest one. */
	if (!upper_bound(v) || !enforced(v, OA_HYP_ORDER))
		return nearest(base, timestamp);
	base += least;
	return (base + (u32)(timestamp - base)) & OA_TIMESTAMP_MASK;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_report_time);

/**
 * oa_report_in_order() - check whether a raw report's time allows it as the stream's next one
 * @v: the validator of the stream
 * @raw: the report
 */
bool oa_report_in_order(const struct oa_validator *v, const u32 *raw)
{
	const u64 timestamp = oa_report_time(v, raw), clock = upper_bound(v);
	u64 base, ticks, most;
	u32 least;

	if (!oa_report_timestamp(v->format, raw))
		return false;
	if (!lower_bound(v, raw, &base, &least) || !enforced(v, OA_HYP_ORDER))
		return !clock || !oa_timestamp_ticks(clock, timestamp);
	/* Between both bounds modulo 2^36; without the upper one, within half the range. */
	ticks = (timestamp - base) & OA_TIMESTAMP_MASK;
	most = clock ? (clock - base) & OA_TIMESTAMP_MASK : OA_TIMESTAMP_MASK / 2;
	return ticks >= least && ticks <= most;
}

static bool on_grid(const struct oa_validator *v, const u32 *raw)
{
	return !v->timer_mask || !oa_report_is_timer(v->format, raw) ||
	       (oa_report_time(v, raw) & v->timer_mask) == v->timer_phase;
}

/* Time of the next strobe, if the previous report was a timer report */
static u64 next_strobe(const struct oa_validator *v)
{
	return (v->last + v->period) & OA_TIMESTAMP_MASK;
}

static bool has_time(const struct oa_validator *v, const u32 *raw, u64 time)
{
	return raw[1] == (u32)time && (v->timestamp_bits <= 32 || raw[2] == time >> 32);
}

/**
 * oa_report_is_next() - check whether a raw report is the timer's next one
 * @v: the validator of the stream
 * @raw: the report
 *
 * Such a report is one period after the previous one: its time stamp is in order and on the grid
 * (if the format has one), no report is missing before it, and the separate checks can be skipped.
 * Nearly every report is the next one, so callers check this first. Return: false also if the
 * stream's state does not allow a decision.
 */
bool oa_report_is_next(const struct oa_validator *v, const u32 *raw)
{
	return v->have_last && v->last_timer && v->period && has_time(v, raw, next_strobe(v)) &&
	       oa_report_timestamp(v->format, raw) && oa_report_is_timer(v->format, raw);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_report_is_next);

/*
 * The most ticks by which the next report can be later than the previous one, of time @last. A
 * reader may come late to a full buffer, so any distance within the 36-bit range is possible.
 */
static u64 ticks_by_clock(const struct oa_validator *v, u64 last)
{
	return upper_bound(v) ? (v->not_after - last) & OA_TIMESTAMP_MASK : OA_TIMESTAMP_MASK;
}

/* The verdict of oa_report_in_order(), then of on_grid(). */
static enum oa_verdict check_time(const struct oa_validator *v, const u32 *raw)
{
	if (oa_report_is_next(v, raw))
		/* In order, unless its time lies after the clock. */
		return ticks_by_clock(v, v->last) < v->period ? OA_REPORT_BAD_ORDER :
								OA_REPORT_VALID;
	if (!oa_report_in_order(v, raw))
		return OA_REPORT_BAD_ORDER;
	return on_grid(v, raw) ? OA_REPORT_VALID : OA_REPORT_BAD_SPACING;
}

/*
 * hardware.rst 4.4: a report without a reason is spurious data. A context id of all ones is
 * the ABI's "no context".
 */
static enum oa_verdict check_id(const struct oa_validator *v, const u32 *raw)
{
	const struct oa_rpt_id_layout *layout = v->format->rpt_id;

	if (!raw[0])
		return OA_REPORT_BAD_ID;
	if (!layout)
		return OA_REPORT_VALID;
	if (!oa_report_reason(v->format, raw))
		return OA_REPORT_BAD_ID;
	if (raw[0] & v->must_be_zero)
		return OA_REPORT_BAD_RESERVED;
	if (raw[0] & layout->ctx_valid && raw[OA_CTX_ID_DWORD] == ~0u &&
	    enforced(v, OA_HYP_CONTEXT))
		return OA_REPORT_BAD_CONTEXT;
	return OA_REPORT_VALID;
}

/**
 * oa_report_check() - validate a report
 * @v: the validator of the stream
 * @raw: the report: a private copy, or settled lines of the ring
 *
 * Return: OA_REPORT_VALID, or the first rule that the report breaks.
 */
enum oa_verdict oa_report_check(const struct oa_validator *v, const u32 *raw)
{
	const u32 first = first_poisoned_line(v->format, raw);
	enum oa_verdict verdict;

	if (!first)
		return OA_REPORT_NOT_LANDED;
	if (first < v->format->bytes / OA_LINE_BYTES && oa_report_missing_lines(v, raw))
		return OA_REPORT_TORN;
	verdict = check_id(v, raw);
	if (verdict != OA_REPORT_VALID)
		return verdict;
	verdict = check_time(v, raw);
	if (verdict != OA_REPORT_VALID)
		return verdict;
	if (v->reserved && !oa_report_reserved_clear(v->format, raw))
		return OA_REPORT_BAD_RESERVED;
	return OA_REPORT_VALID;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_report_check);

/**
 * oa_rpc_report_check() - validate a report of MI_REPORT_PERF_COUNT
 * @v: the validator of the stream; its previous report is not used
 * @raw: a private copy of the report; its memory was poisoned before the command
 * @id: Report ID of the command
 *
 * Such a report carries the command's id in place of RPT_ID. Its time lies between
 * those of the ring's reports, so their order is not checked. Return: OA_REPORT_VALID,
 * or the first rule that the report breaks.
 */
enum oa_verdict oa_rpc_report_check(const struct oa_validator *v, const u32 *raw, u32 id)
{
	u64 timestamp = oa_report_timestamp(v->format, raw), most = upper_bound(v);

	if (line_poisoned(raw))
		return OA_REPORT_NOT_LANDED;
	if (oa_report_missing_lines(v, raw))
		return OA_REPORT_TORN;
	if (raw[0] != id)
		return OA_REPORT_BAD_ID;
	if (!timestamp ||
	    (most && v->timestamp_bits > 32 && oa_timestamp_ticks(most, timestamp)))
		return OA_REPORT_BAD_ORDER;
	return !v->reserved || oa_report_reserved_clear(v->format, raw) ? OA_REPORT_VALID :
									  OA_REPORT_BAD_RESERVED;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rpc_report_check);

/**
 * oa_validator_accept() - record that a report was accepted, delivered or not
 * @v: updated, so that the next report is validated against this one
 * @raw: the report, valid
 */
void oa_validator_accept(struct oa_validator *v, const u32 *raw)
{
	v->last = oa_report_is_next(v, raw) ? next_strobe(v) : oa_report_time(v, raw);
	v->last_timer = oa_report_is_timer(v->format, raw);
	v->have_last = true;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_validator_accept);

/*
 * Ticks from the previous report to this one, if this is the timer's next one and no report is
 * missing between them: one period, or on a loose timer any distance nearer to one period than
 * to two. 0 otherwise.
 */
static __always_inline u64 ticks_to_next(const struct oa_validator *v, u64 last, const u32 *raw)
{
	u64 ticks = v->period;

	if (v->loose) {
		ticks = (u32)(raw[1] - (u32)last);
		if (!raw[1] || ticks >= v->period + v->period / 2)
			return 0;
	}
	return has_time(v, raw, (last + ticks) & OA_TIMESTAMP_MASK) ? ticks : 0;
}

/* RPT_ID of a plain report of the timer: @value in the bits of @mask */
struct plain_id {
	u32 mask;
	u32 value;
	/* With this bit set, CTX_ID must not be all ones. */
	u32 ctx_valid;
};

static struct plain_id plain_id(const struct oa_validator *v)
{
	const struct oa_rpt_id_layout *layout = v->format->rpt_id;
	struct plain_id id = { .mask = 0 };

	if (!layout)
		return id;
	id.value = FIELD_PREP(OA_REASON_MASK, OA_REASON_TIMER);
	id.mask = id.value | v->must_be_zero;
	id.ctx_valid = enforced(v, OA_HYP_CONTEXT) ? layout->ctx_valid : 0;
	return id;
}

/* Stricter than check_id(): a report that is not plain may still be valid. */
static __always_inline bool has_plain_id(const struct plain_id *id, const u32 *raw)
{
	return raw[0] && (raw[0] & id->mask) == id->value &&
	       !(raw[0] & id->ctx_valid && raw[OA_CTX_ID_DWORD] == ~0u);
}

/* Check whether a report may be accepted because it follows the previous one. */
static bool can_run(const struct oa_validator *v)
{
	return v->have_last && v->last_timer && v->period &&
	       oa_hypotheses_may_pass(&v->hypotheses);
}

/* As ticks_to_next(), for reports with a plain RPT_ID and clear reserved fields; else 0 */
static __always_inline u64 ticks_to_plain(const struct oa_validator *v, const struct plain_id *id,
					  u64 last, const u32 *raw)
{
	if (!has_plain_id(id, raw) || (v->reserved && !oa_report_reserved_clear(v->format, raw)))
		return 0;
	return ticks_to_next(v, last, raw);
}

/**
 * oa_report_follows() - check whether oa_report_run() would add a report, the clock aside
 * @v: the validator of the stream
 * @raw: the report; each of its lines has landed
 */
bool oa_report_follows(const struct oa_validator *v, const u32 *raw)
{
	const struct plain_id id = plain_id(v);

	return can_run(v) && ticks_to_plain(v, &id, v->last, raw);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_report_follows);

/**
 * oa_report_run() - add reports to a run for as long as each follows the previous one
 * @v: the validator of the stream
 * @run: the run, updated
 * @raw: the reports after it; each of their lines has landed
 * @count: number of reports at @raw
 *
 * Each of them is a timer report, is valid by oa_report_check(), and follows the previous one with
 * no strobe missing between them. Return: the number of reports added; the caller must validate
 * the report after them separately.
 */
u32 oa_report_run(const struct oa_validator *v, struct oa_run *run, const u32 *raw, u32 count)
{
	const u32 dwords = v->format->bytes / sizeof(*raw);
	const u32 may_pass = oa_hypotheses_may_pass(&v->hypotheses);
	const struct plain_id id = plain_id(v);
	u64 left = ticks_by_clock(v, run->last), last = run->last, ticks;
	u32 n;

	if (!can_run(v))
		return 0;
	if (count > may_pass - run->reports)
		count = may_pass - run->reports;
	for (n = 0; n < count; n++, raw += dwords) {
		ticks = ticks_to_plain(v, &id, last, raw);
		if (!ticks || ticks > left)
			break;
		last = (last + ticks) & OA_TIMESTAMP_MASK;
		left -= ticks;
	}
	run->last = last;
	run->reports += n;
	return n;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_report_run);

/**
 * oa_validator_accept_run() - accept the reports of a run
 * @v: updated as by oa_validator_accept() for each; unchanged since oa_run_begin()
 * @run: the run, of one report at least
 */
void oa_validator_accept_run(struct oa_validator *v, const struct oa_run *run)
{
	v->last = run->last;
	oa_hypotheses_ran(&v->hypotheses, run->reports);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_validator_accept_run);

/* Strobes at or before a time stamp: 2^n, 2^n + 2^(n+1), ... */
static u64 strobes_until(unsigned int timer_bit, u64 timestamp)
{
	return (timestamp >> (timer_bit + 1)) + (timestamp >> timer_bit & 1);
}

/**
 * oa_timer_strobes() - number of timer strobes between two time stamps
 * @timer_bit: bit of the time stamp that the timer strobes on
 * @after: time stamp, exclusive
 * @until: time stamp, inclusive
 *
 * Return: the number; 0 if @until is not after @after.
 */
u64 oa_timer_strobes(unsigned int timer_bit, u64 after, u64 until)
{
	if (until <= after)
		return 0;
	return strobes_until(timer_bit, until) - strobes_until(timer_bit, after);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_timer_strobes);
