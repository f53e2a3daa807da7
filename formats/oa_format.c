// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Report formats
 *
 * A format is a table of spans, which the decoder and the checks walk. All functions
 * here are pure: they read memory that the caller owns and serialises.
 *
 * Facts: hardware.rst 4; "SNB, IVB, VLV, HSW Observability", Performance Counter
 * Report Formats; Broadwell volume 14 and Lakefield volume 13, the same.
 */
#include "formats/oa_env.h"
#include "formats/oa_format.h"

/**
 * oa_format_find() - look up a format by its number in the ABI
 * @table: formats of a platform
 * @num: entries of @table
 * @id: value of DRM_I915_PERF_PROP_OA_FORMAT
 *
 * Return: the format, or NULL if the platform has none with that number.
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

/* Return the first dword of a kind in a raw report, 0 if the format has none. */
static u32 first_dword(const struct oa_report_format *format, const u32 *raw, enum oa_field field)
{
	u8 i;

	for (i = 0; i < format->num_spans; i++)
		if (format->spans[i].field == field)
			return raw[format->spans[i].dword];
	return 0;
}

/**
 * oa_report_timestamp() - time stamp of a raw report
 * @format: the report's format
 * @raw: the report
 *
 * In all formats the time stamp follows RPT_ID, low dword first. Return: ticks; 64 bits
 * where the format has the high dword.
 */
u64 oa_report_timestamp(const struct oa_report_format *format, const u32 *raw)
{
	return format->timestamp_bits > 32 ? (u64)raw[2] << 32 | raw[1] : raw[1];
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_report_timestamp);

/* Four counters per dword, the lowest in the least significant byte: hardware.rst 4.3 */
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
	const u8 n = span->descending ? span->first - i : span->first + i;

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

/* FIELD_GET() with a mask that is not a constant; 0 if there is no such field */
static u32 masked(u32 value, u32 mask)
{
	return mask ? (value & mask) / (mask & -mask) : 0;
}

static void decode_id(const struct oa_rpt_id_layout *layout, struct oa_report *out)
{
	out->reason = FIELD_GET(OA_REASON_MASK, out->id);
	out->ctx_valid = out->id & layout->ctx_valid;
	out->start_trigger = out->id & layout->start_trigger;
	out->threshold = out->id & layout->threshold;
	out->timer_enabled = out->id & layout->timer_enabled;
	out->slice_ratio = masked(out->id, layout->slice_ratio_high) << 7 |
			   masked(out->id, layout->slice_ratio_low);
	out->unslice_ratio = masked(out->id, layout->unslice_ratio);
}

/**
 * oa_report_decode() - decode a raw report
 * @format: the report's format
 * @raw: the report, little-endian dwords
 * @out: filled in; counters that the format lacks are zero and not in the masks
 */
void oa_report_decode(const struct oa_report_format *format, const u32 *raw,
		      struct oa_report *out)
{
	u8 s, i;

	memset(out, 0, sizeof(*out));
	out->id = first_dword(format, raw, OA_FIELD_RPT_ID);
	out->timestamp = oa_report_timestamp(format, raw);
	out->inst_addr = first_dword(format, raw, OA_FIELD_INST_ADDR);
	if (format->rpt_id)
		decode_id(format->rpt_id, out);
	out->ctx_id = first_dword(format, raw, OA_FIELD_CTX_ID);
	out->gpu_ticks = first_dword(format, raw, OA_FIELD_GPU_TICKS);
	for (s = 0; s < format->num_spans; s++)
		for (i = 0; i < format->spans[s].count; i++)
			decode_counter(out, &format->spans[s], i, raw[format->spans[s].dword + i]);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_report_decode);

/**
 * oa_report_reason() - reasons of a raw report
 * @format: the report's format
 * @raw: the report
 *
 * Return: OA_REASON_* bits; 0 where RPT_ID is undocumented.
 */
u32 oa_report_reason(const struct oa_report_format *format, const u32 *raw)
{
	return format->rpt_id ? FIELD_GET(OA_REASON_MASK, raw[0]) : 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_report_reason);

static const char * const reason_names[] = {
	"timer", "trigger1", "trigger2", "context_switch", "go", "clock_ratio",
};

static_assert(ARRAY_SIZE(reason_names) == OA_NUM_REASONS, "each reason has a name");

/**
 * oa_reason_name() - name of a reason
 * @bit: its number in the reason field, below OA_NUM_REASONS
 *
 * Return: a constant string, fit for a key.
 */
const char *oa_reason_name(unsigned int bit)
{
	return reason_names[bit];
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_reason_name);

/**
 * oa_report_is_timer() - check whether the timer triggered a report
 * @format: the report's format
 * @raw: the report
 *
 * Return: true also for all reports of formats whose RPT_ID is undocumented.
 */
bool oa_report_is_timer(const struct oa_report_format *format, const u32 *raw)
{
	return !format->rpt_id || oa_report_reason(format, raw) & OA_REASON_TIMER;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_report_is_timer);

/**
 * oa_counter_delta() - increment of an A counter, across a wrap too
 * @report: any decoded report of the format; gives the width of the counter
 * @a: number of the A counter
 * @from: its value before
 * @to: its value after
 */
u64 oa_counter_delta(const struct oa_report *report, u8 a, u64 from, u64 to)
{
	return (to - from) & (report->a_wide >> a & 1 ? (1ull << 40) - 1 : 0xffffffffull);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_counter_delta);
