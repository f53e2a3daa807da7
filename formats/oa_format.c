// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Report formats
 *
 * A format is a table of spans; decoding and checking walk it. All functions
 * here are pure: they look at memory that the caller owns and serialises.
 *
 * Whether a report is whole can only be told from its memory. The GPU writes
 * 64-byte lines, and the reader zeroes what it consumed, so a line that has not
 * landed reads as zero. A line that was not zero in the report before and is
 * zero now is therefore missing: counters do not fall to zero together.
 *
 * Facts: hardware.md 3.15, 4; "SNB, IVB, VLV, HSW Observability",
 * Performance Counter Report Formats.
 */
#ifdef __KERNEL__
#include <linux/string.h>
#include "oa/oa_compat.h"
#else
#include <string.h>
#endif

#include "formats/oa_format.h"

static const char * const verdict_names[OA_NUM_VERDICTS] = {
	[OA_REPORT_VALID] = "valid",
	[OA_REPORT_NOT_LANDED] = "not_landed",
	[OA_REPORT_TORN] = "torn",
	[OA_REPORT_BAD_ID] = "bad_id",
	[OA_REPORT_BAD_ORDER] = "bad_order",
	[OA_REPORT_BAD_SPACING] = "bad_spacing",
	[OA_REPORT_BAD_RESERVED] = "bad_reserved",
	[OA_REPORT_BAD_CONTEXT] = "bad_context",
};

/**
 * oa_verdict_name() - name of a verdict
 * @verdict: which
 *
 * Return: a constant string, fit for a key.
 */
const char *oa_verdict_name(enum oa_verdict verdict)
{
	return verdict_names[verdict];
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_verdict_name);

/**
 * oa_format_find() - look a format up by its number in the ABI
 * @table: formats of a platform
 * @num: entries of @table
 * @id: value of DRM_I915_PERF_PROP_OA_FORMAT
 *
 * Return: the format, or NULL if the platform has none of that number.
 */
const struct oa_report_format *oa_format_find(const struct oa_report_format *table,
					      size_t num, u64 id)
{
	size_t i;

	for (i = 0; i < num; i++)
		if (table[i].id == id)
			return &table[i];
	return NULL;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_format_find);

static u32 find_dword(const struct oa_report_format *format, const u32 *raw, enum oa_field field)
{
	u8 i;

	for (i = 0; i < format->num_spans; i++)
		if (format->spans[i].field == field)
			return raw[format->spans[i].dword];
	return 0;
}

/**
 * oa_report_timestamp() - time stamp of a raw report
 * @format: its format
 * @raw: the report
 *
 * Return: ticks; 64 bits where the format has the high dword.
 */
u64 oa_report_timestamp(const struct oa_report_format *format, const u32 *raw)
{
	return (u64)find_dword(format, raw, OA_FIELD_TIMESTAMP_HI) << 32 |
	       find_dword(format, raw, OA_FIELD_TIMESTAMP);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_report_timestamp);

/* Four counters a dword, the lowest in the least significant byte: hardware.md 4.3 */
static void decode_high(struct oa_report *out, const struct oa_span *span, u8 i, u32 value)
{
	const u8 n = span->first + 4 * i;
	u8 byte;

	for (byte = 0; byte < 4; byte++) {
		out->a[n + byte] |= (u64)(value >> 8 * byte & 0xff) << 32;
		out->a_wide |= 1ull << (n + byte);
	}
}

static void decode_counter(struct oa_report *out, const struct oa_span *span, u8 i, u32 value)
{
	const u8 n = span->first + i;

	switch (span->field) {
	case OA_FIELD_A:
		out->a[n] |= value;
		out->a_mask |= 1ull << n;
		break;
	case OA_FIELD_B:
		out->b[n] = value;
		out->b_mask |= 1u << n;
		break;
	case OA_FIELD_C:
		out->c[n] = value;
		out->c_mask |= 1u << n;
		break;
	case OA_FIELD_A_HIGH:
		decode_high(out, span, i, value);
		break;
	default:
		break;
	}
}

/**
 * oa_report_decode() - take a raw report apart
 * @format: its format
 * @raw: the report, little-endian dwords
 * @out: filled in; counters the format lacks are zero and not in the masks
 */
void oa_report_decode(const struct oa_report_format *format, const u32 *raw,
		      struct oa_report *out)
{
	u8 s, i;

	memset(out, 0, sizeof(*out));
	out->id = find_dword(format, raw, OA_FIELD_RPT_ID);
	out->timestamp = oa_report_timestamp(format, raw);
	out->inst_addr = find_dword(format, raw, OA_FIELD_INST_ADDR);
	out->reason = oa_report_reason(format, raw);
	out->ctx_valid = format->rpt_id && out->id & format->rpt_id->ctx_valid;
	out->ctx_id = find_dword(format, raw, OA_FIELD_CTX_ID);
	out->gpu_ticks = find_dword(format, raw, OA_FIELD_GPU_TICKS);
	for (s = 0; s < format->num_spans; s++)
		for (i = 0; i < format->spans[s].count; i++)
			decode_counter(out, &format->spans[s], i, raw[format->spans[s].dword + i]);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_report_decode);

/**
 * oa_report_reason() - why a raw report was written
 * @format: its format
 * @raw: the report
 *
 * Return: OA_REASON_* bits; 0 where RPT_ID is undocumented.
 */
u32 oa_report_reason(const struct oa_report_format *format, const u32 *raw)
{
	return format->rpt_id ? raw[0] >> OA_REASON_SHIFT & OA_REASON_MASK : 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_report_reason);

/**
 * oa_report_is_timer() - did the timer ask for this report?
 * @format: its format
 * @raw: the report
 *
 * Return: true as well where RPT_ID does not tell.
 */
bool oa_report_is_timer(const struct oa_report_format *format, const u32 *raw)
{
	return !format->rpt_id || oa_report_reason(format, raw) & OA_REASON_TIMER;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_report_is_timer);

/**
 * oa_counter_delta() - how far an A counter advanced, over a wrap as well
 * @report: any decoded report of the format; tells how wide the counter is
 * @a: which A counter
 * @from: its value before
 * @to: its value after
 */
u64 oa_counter_delta(const struct oa_report *report, u8 a, u64 from, u64 to)
{
	return (to - from) & (report->a_wide >> a & 1 ? (1ull << 40) - 1 : 0xffffffffull);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_counter_delta);

/**
 * oa_validator_init() - before the first report of a stream
 * @v: to initialise
 * @format: the stream's format
 * @periodic: time stamps of timer reports lie on a grid. Where RPT_ID does not tell
 *	timer reports from others, there must be no others
 * @timer_bit: bit of the time stamp that the timer strobes on, 0 to 31
 *
 * A timer report is written when this bit goes from 0 to 1, so its low
 * @timer_bit + 1 bits equal 2^@timer_bit (hardware.md 3.14).
 */
void oa_validator_init(struct oa_validator *v, const struct oa_report_format *format,
		       bool periodic, unsigned int timer_bit)
{
	memset(v, 0, sizeof(*v));
	v->format = format;
	if (periodic && !format->loose_timer) {
		v->timer_mask = (u32)((2ull << timer_bit) - 1);
		v->timer_phase = (u32)(1ull << timer_bit);
	}
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_validator_init);

static bool line_seen(const u32 *line)
{
	u32 i;

	for (i = 0; i < OA_LINE_DWORDS; i++)
		if (line[i])
			return true;
	return false;
}

static u8 lines_seen(const struct oa_report_format *format, const u32 *raw)
{
	u8 seen = 0;
	u32 i;

	for (i = 0; i < format->bytes / OA_LINE_BYTES; i++)
		if (line_seen(raw + i * OA_LINE_DWORDS))
			seen |= 1u << i;
	return seen;
}

static bool reserved_clear(const struct oa_report_format *format, const u32 *raw)
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
 * oa_timestamp_after() - how far one time stamp lies behind another
 * @from: the earlier one
 * @to: the later one
 *
 * Return: ticks, over a wrap as well; 0 if @to is not after @from, that is, if
 * it is nearer the other way round.
 */
u64 oa_timestamp_after(u64 from, u64 to)
{
	u64 ticks = (to - from) & OA_TIMESTAMP_MASK;

	return ticks <= OA_TIMESTAMP_MASK / 2 ? ticks : 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_timestamp_after);

/**
 * oa_report_time() - time stamp of a raw report, all 36 bits
 * @v: what is known of the stream
 * @raw: the report
 *
 * Where the report has only the low 32 bits, the rest is that of the latest time
 * which is not after @v->not_after; without that, or where it says nothing, zero.
 */
u64 oa_report_time(const struct oa_validator *v, const u32 *raw)
{
	u64 timestamp = oa_report_timestamp(v->format, raw), span = 1ull << 32;

	if (v->format->timestamp_bits > 32 || !v->not_after || !timestamp)
		return timestamp;
	timestamp |= v->not_after & ~(span - 1);
	if (timestamp > v->not_after)
		timestamp -= span;
	return timestamp & OA_TIMESTAMP_MASK;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_report_time);

/* From gen8 on the timer is not the only source: two may report in one tick. */
static enum oa_verdict check_timestamp(const struct oa_validator *v, const u32 *raw)
{
	u64 timestamp = oa_report_time(v, raw);

	if (!oa_report_timestamp(v->format, raw) ||
	    (v->have_last && !oa_timestamp_after(v->last, timestamp) &&
	     !(v->format->rpt_id && timestamp == v->last)) ||
	    (v->not_after && oa_timestamp_after(v->not_after, timestamp)))
		return OA_REPORT_BAD_ORDER;
	if (oa_report_is_timer(v->format, raw) &&
	    ((u32)timestamp & v->timer_mask) != v->timer_phase)
		return OA_REPORT_BAD_SPACING;
	return OA_REPORT_VALID;
}

/* hardware.md 4.4: no reason is spurious data; all ones is the ABI's "no context". */
static enum oa_verdict check_id(const struct oa_report_format *format, const u32 *raw)
{
	const struct oa_rpt_id_layout *layout = format->rpt_id;

	if (!raw[0])
		return OA_REPORT_BAD_ID;
	if (!layout)
		return OA_REPORT_VALID;
	if (!oa_report_reason(format, raw))
		return OA_REPORT_BAD_ID;
	if (raw[0] & layout->must_be_zero)
		return OA_REPORT_BAD_RESERVED;
	if (raw[0] & layout->ctx_valid && find_dword(format, raw, OA_FIELD_CTX_ID) == ~0u)
		return OA_REPORT_BAD_CONTEXT;
	return OA_REPORT_VALID;
}

/**
 * oa_report_check() - may this report be delivered?
 * @v: what is known of the stream
 * @raw: a private copy of the report; the ring's memory may still change
 *
 * Return: OA_REPORT_VALID or the first reason against it.
 */
enum oa_verdict oa_report_check(const struct oa_validator *v, const u32 *raw)
{
	enum oa_verdict verdict;

	if (!raw[0] && !raw[1])
		return OA_REPORT_NOT_LANDED;
	if (!raw[0])
		return OA_REPORT_BAD_ID;
	if (v->have_last && v->line_seen & ~lines_seen(v->format, raw))
		return OA_REPORT_TORN;
	verdict = check_id(v->format, raw);
	if (verdict == OA_REPORT_VALID)
		verdict = check_timestamp(v, raw);
	if (verdict != OA_REPORT_VALID)
		return verdict;
	return reserved_clear(v->format, raw) ? OA_REPORT_VALID : OA_REPORT_BAD_RESERVED;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_report_check);

/**
 * oa_rpc_report_check() - is this what MI_REPORT_PERF_COUNT wrote?
 * @v: what is known of the stream; of the clock, @v->not_after
 * @raw: a private copy of the report, into memory that was zero
 * @id: Report ID of the command
 *
 * Such a report carries the command's id in place of RPT_ID, and comes between
 * those of the ring in time, so order is not asked for. Return: OA_REPORT_VALID or
 * the first reason against it.
 */
enum oa_verdict oa_rpc_report_check(const struct oa_validator *v, const u32 *raw, u32 id)
{
	u64 timestamp = oa_report_timestamp(v->format, raw);

	if (!raw[0] && !timestamp)
		return OA_REPORT_NOT_LANDED;
	if (raw[0] != id)
		return OA_REPORT_BAD_ID;
	if (!timestamp ||
	    (v->not_after && oa_timestamp_after(v->not_after, oa_report_time(v, raw))))
		return OA_REPORT_BAD_ORDER;
	return reserved_clear(v->format, raw) ? OA_REPORT_VALID : OA_REPORT_BAD_RESERVED;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rpc_report_check);

/**
 * oa_validator_accept() - a report was delivered
 * @v: updated, so that the next report is judged against this one
 * @raw: the report, valid
 */
void oa_validator_accept(struct oa_validator *v, const u32 *raw)
{
	v->last = oa_report_time(v, raw);
	v->line_seen = lines_seen(v->format, raw);
	v->have_last = true;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_validator_accept);

/* Strobes at or before a time stamp: 2^n, 2^n + 2^(n+1), ... */
static u64 strobes_until(unsigned int timer_bit, u64 timestamp)
{
	return (timestamp >> (timer_bit + 1)) + (timestamp >> timer_bit & 1);
}

/**
 * oa_timer_strobes() - how often the timer fired
 * @timer_bit: bit of the time stamp that it strobes on
 * @after: time stamp, exclusive
 * @until: time stamp, inclusive
 *
 * Return: strobes in between; 0 if @until is not after @after.
 */
u64 oa_timer_strobes(unsigned int timer_bit, u64 after, u64 until)
{
	if (until <= after)
		return 0;
	return strobes_until(timer_bit, until) - strobes_until(timer_bit, after);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_timer_strobes);
