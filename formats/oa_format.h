/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * OA report formats: descriptors, decoding, validation.
 *
 * Pure functions on memory: no registers, no locks, no allocation, any context.
 * Builds in the kernel and in user space.
 */
#ifndef _FORMATS_OA_FORMAT_H_
#define _FORMATS_OA_FORMAT_H_

#include "formats/oa_hypothesis.h"
#include "formats/oa_types.h"

/* The GPU writes whole 64-byte lines, so a report tears only between lines. */
#define OA_LINE_BYTES		64u
#define OA_LINE_DWORDS		16u
#define OA_REPORT_MAX_DWORDS	64u
/*
 * The reader fills consumed memory with this dword. A line full of it has not been written since,
 * because the sixteen dwords of a written line never all hold this number. Not zero, because a
 * whole line of counters may be zero.
 */
#define OA_POISON		0xb1a2c5d7u
/* The render time stamp has 36 bits on hardware, so it wraps: 92 minutes at 12.5 MHz. */
#define OA_TIMESTAMP_BITS	36u
#define OA_TIMESTAMP_MASK	((1ull << OA_TIMESTAMP_BITS) - 1)
/* The dword of CTX_ID, in all formats that have one: hardware.rst 4.2. */
#define OA_CTX_ID_DWORD		2u
#define OA_MAX_A		45u
#define OA_MAX_B		8u
#define OA_MAX_C		12u

/** enum oa_field - contents of a run of dwords of a report */
enum oa_field {
	/** @OA_FIELD_RPT_ID: report id and reason */
	OA_FIELD_RPT_ID,
	/** @OA_FIELD_TIMESTAMP: low dword of the time stamp */
	OA_FIELD_TIMESTAMP,
	/** @OA_FIELD_TIMESTAMP_HI: high dword of the time stamp */
	OA_FIELD_TIMESTAMP_HI,
	/** @OA_FIELD_INST_ADDR: instruction address, contents undocumented */
	OA_FIELD_INST_ADDR,
	/** @OA_FIELD_A: aggregating counters */
	OA_FIELD_A,
	/** @OA_FIELD_B: boolean counters */
	OA_FIELD_B,
	/** @OA_FIELD_C: C counters */
	OA_FIELD_C,
	/** @OA_FIELD_CTX_ID: context that runs, gen8 and later */
	OA_FIELD_CTX_ID,
	/** @OA_FIELD_GPU_TICKS: render clocks, gen8 and later */
	OA_FIELD_GPU_TICKS,
	/** @OA_FIELD_A_HIGH: bits 39:32 of four A counters a dword, the lowest one first */
	OA_FIELD_A_HIGH,
	/** @OA_FIELD_RESERVED: written as zero */
	OA_FIELD_RESERVED,
};

/** struct oa_span - a run of dwords of one kind */
struct oa_span {
	/** @field: contents of the run */
	enum oa_field field;
	/** @dword: first dword of the run */
	u8 dword;
	/** @count: dwords in the run */
	u8 count;
	/** @first: number of the counter in @dword */
	u8 first;
	/** @descending: counter numbers fall from dword to dword, instead of rising */
	bool descending;
};

/* Reasons for a report, in the reason field of RPT_ID; several may be set. */
#define OA_REASON_TIMER		0x01
#define OA_REASON_TRIGGER1	0x02	/* OAREPORTTRIG1 to 4 */
#define OA_REASON_TRIGGER2	0x04	/* OAREPORTTRIG5 to 8 */
#define OA_REASON_CTX_SWITCH	0x08
#define OA_REASON_GO		0x10	/* render went idle */
#define OA_REASON_CLK_RATIO	0x20	/* gen9 and later: frequency change */
#define OA_NUM_REASONS		6u
/* The reason field of RPT_ID */
#define OA_REASON_MASK		(0x3fu << 19)

/** struct oa_rpt_id_layout - fields of RPT_ID beside the reason; hardware.rst 4.4 */
struct oa_rpt_id_layout {
	/** @ctx_valid: CTX_ID names a context */
	u32 ctx_valid;
	/** @timer_enabled: the timer is on, 0 where there is no such bit */
	u32 timer_enabled;
	/** @start_trigger: a start trigger event */
	u32 start_trigger;
	/** @threshold: the trigger's threshold was enabled */
	u32 threshold;
	/** @must_be_zero: bits that are never set */
	u32 must_be_zero;
	/** @slice_ratio_low: low bits of the squashed slice clock, 0 where RPT_ID lacks it */
	u32 slice_ratio_low;
	/** @slice_ratio_high: its high bits; like @unslice_ratio only with OA_DEBUG bit 6 set */
	u32 slice_ratio_high;
	/** @unslice_ratio: the unslice clock */
	u32 unslice_ratio;
};

/** struct oa_report_format - one Counter Select of one platform */
struct oa_report_format {
	/** @name: the name in common use, e.g. "A45_B8_C8" */
	const char *name;
	/** @id: number in DRM_I915_PERF_PROP_OA_FORMAT */
	u32 id;
	/** @select: Counter Select code of OACONTROL */
	u8 select;
	/** @bytes: size of a report, a multiple of 64 */
	u16 bytes;
	/** @timestamp_bits: valid bits of the time stamp: 36, or 32 without a high dword */
	u8 timestamp_bits;
	/** @loose_timer: timer reports may be off the grid of their exponent */
	bool loose_timer;
	/** @rpt_id: layout of RPT_ID, NULL where it is undocumented (up to gen7.5) */
	const struct oa_rpt_id_layout *rpt_id;
	/** @ctx_id_mask: bits of CTX_ID that tell contexts apart, 0: there is no CTX_ID */
	u32 ctx_id_mask;
	/** @notes: errata and ambiguities of this format, NULL: none */
	const char *notes;
	/** @num_spans: entries of @spans */
	u8 num_spans;
	/** @spans: the layout, gapless and in dword order */
	const struct oa_span *spans;
};

/** struct oa_report - a decoded report */
struct oa_report {
	/** @id: RPT_ID */
	u32 id;
	/** @timestamp: 64 bits where the format has them */
	u64 timestamp;
	/** @inst_addr: INST_ADDR, 0 where the format lacks it */
	u32 inst_addr;
	/** @reason: OA_REASON_* bits, 0 where RPT_ID is undocumented */
	u32 reason;
	/** @slice_ratio: squashed slice clock in units of 50/3 MHz, 0 where unknown */
	u16 slice_ratio;
	/** @unslice_ratio: unslice clock in units of 50/3 MHz, 0 where unknown */
	u16 unslice_ratio;
	/** @start_trigger: a start trigger has fired, false where unknown */
	bool start_trigger;
	/** @threshold: the threshold of the report's trigger is enabled, false where unknown */
	bool threshold;
	/** @timer_enabled: the timer is on, false where unknown */
	bool timer_enabled;
	/** @ctx_valid: @ctx_id names a context */
	bool ctx_valid;
	/** @ctx_id: CTX_ID, 0 where the format lacks it */
	u32 ctx_id;
	/** @gpu_ticks: render clocks, 0 where the format lacks them */
	u32 gpu_ticks;
	/** @a_mask: bit n set where the format has A counter n */
	u64 a_mask;
	/** @b_mask: bit n set where the format has B counter n */
	u32 b_mask;
	/** @c_mask: bit n set where the format has C counter n */
	u32 c_mask;
	/** @a_wide: bit n set where A counter n has 40 bits, else it has 32 */
	u64 a_wide;
	/** @a: A counters */
	u64 a[OA_MAX_A];
	/** @b: B counters */
	u32 b[OA_MAX_B];
	/** @c: C counters */
	u32 c[OA_MAX_C];
};

/** enum oa_verdict - why a report may or may not be delivered */
enum oa_verdict {
	/** @OA_REPORT_VALID: deliver it */
	OA_REPORT_VALID,
	/** @OA_REPORT_NOT_LANDED: the report has not reached memory yet */
	OA_REPORT_NOT_LANDED,
	/** @OA_REPORT_TORN: its first line landed, a later one did not */
	OA_REPORT_TORN,
	/** @OA_REPORT_BAD_ID: report id or reason is zero */
	OA_REPORT_BAD_ID,
	/** @OA_REPORT_BAD_ORDER: its time stamp is not after the previous one */
	OA_REPORT_BAD_ORDER,
	/** @OA_REPORT_BAD_SPACING: its time stamp is not on the timer's grid */
	OA_REPORT_BAD_SPACING,
	/** @OA_REPORT_BAD_RESERVED: a reserved field is not zero */
	OA_REPORT_BAD_RESERVED,
	/** @OA_REPORT_BAD_CONTEXT: its context id breaks the format's rules */
	OA_REPORT_BAD_CONTEXT,
	/** @OA_NUM_VERDICTS: number of verdicts */
	OA_NUM_VERDICTS,
};

/**
 * struct oa_validator - state of a stream against which its next report is validated
 *
 * Owned and serialised by the reader of the ring.
 */
struct oa_validator {
	/** @format: the stream's format */
	const struct oa_report_format *format;
	/** @period: ticks from one timer report to the next, 0: not known, or no timer */
	u64 period;
	/** @timer_mask: the low time stamp bits that the timer fixes, 0: not checked */
	u64 timer_mask;
	/** @timer_phase: the value of these bits in each timer report */
	u64 timer_phase;
	/** @not_before: the clock before the first report was written, 0 if unknown */
	u64 not_before;
	/** @not_after: no report may be later than this time stamp, 0 if unknown */
	u64 not_after;
	/** @last: time stamp of the last accepted report, all 36 bits */
	u64 last;
	/** @last_timer: the last accepted report is a timer report */
	bool last_timer;
	/** @timestamp_bits: bits of the time stamp that are compared, at most the format's */
	u8 timestamp_bits;
	/** @loose: timer reports may be off the grid */
	bool loose;
	/** @reserved: the format has fields that must be zero */
	bool reserved;
	/** @must_be_zero: bits of RPT_ID that must be zero */
	u32 must_be_zero;
	/** @hypotheses: rules without confirmation; oa_validator_adapt() puts them into effect */
	struct oa_hypotheses hypotheses;
	/** @have_last: @last and @last_timer are valid */
	bool have_last;
};

/** struct oa_run - valid reports in a row after the last accepted one, not accepted yet */
struct oa_run {
	/** @last: time stamp of the last of them, or of the last accepted report */
	u64 last;
	/** @reports: their number */
	u32 reports;
};

/**
 * oa_run_begin() - begin a run without a report
 * @v: the validator of the stream
 */
static inline struct oa_run oa_run_begin(const struct oa_validator *v)
{
	return (struct oa_run) { .last = v->last };
}

/* All Counter Selects of each platform, in the order of their codes */
extern const struct oa_report_format oa_formats_snb[];
#define OA_NUM_FORMATS_SNB 4u
extern const struct oa_report_format oa_formats_ivb[];	/* and VLV */
#define OA_NUM_FORMATS_IVB 6u
extern const struct oa_report_format oa_formats_hsw[];
#define OA_NUM_FORMATS_HSW 8u
extern const struct oa_report_format oa_formats_gen8[];
#define OA_NUM_FORMATS_GEN8 4u
extern const struct oa_report_format oa_formats_gen9[];
#define OA_NUM_FORMATS_GEN9 4u
extern const struct oa_report_format oa_formats_gen11[];
#define OA_NUM_FORMATS_GEN11 4u
extern const struct oa_report_format oa_formats_gen12[];
#define OA_NUM_FORMATS_GEN12 4u

const struct oa_report_format *oa_format_find(const struct oa_report_format *table,
					      size_t num, u64 id);
u64 oa_report_timestamp(const struct oa_report_format *format, const u32 *raw);
void oa_report_decode(const struct oa_report_format *format, const u32 *raw,
		      struct oa_report *out);
u32 oa_report_reason(const struct oa_report_format *format, const u32 *raw);
bool oa_report_is_timer(const struct oa_report_format *format, const u32 *raw);
u64 oa_counter_delta(const struct oa_report *report, u8 a, u64 from, u64 to);
void oa_validator_init(struct oa_validator *v, const struct oa_report_format *format,
		       bool periodic, unsigned int timer_bit);
void oa_validator_adapt(struct oa_validator *v);
bool oa_report_reserved_clear(const struct oa_report_format *format, const u32 *raw);
u8 oa_report_poisoned_lines(const struct oa_report_format *format, const u32 *raw);
u8 oa_report_missing_lines(const struct oa_validator *v, const u32 *raw);
u64 oa_timestamp_extend(u32 timestamp, u64 not_after);
u64 oa_timestamp_raw(const struct oa_report_format *format, u64 time);
u64 oa_report_time(const struct oa_validator *v, const u32 *raw);
bool oa_report_is_next(const struct oa_validator *v, const u32 *raw);
bool oa_report_follows(const struct oa_validator *v, const u32 *raw);
u32 oa_report_run(const struct oa_validator *v, struct oa_run *run, const u32 *raw, u32 count);
void oa_validator_accept_run(struct oa_validator *v, const struct oa_run *run);
bool oa_report_in_order(const struct oa_validator *v, const u32 *raw);
enum oa_verdict oa_report_check(const struct oa_validator *v, const u32 *raw);
enum oa_verdict oa_rpc_report_check(const struct oa_validator *v, const u32 *raw, u32 id);
void oa_validator_accept(struct oa_validator *v, const u32 *raw);
u64 oa_timestamp_ticks(u64 from, u64 to);
u64 oa_timer_strobes(unsigned int timer_bit, u64 after, u64 until);
const char *oa_reason_name(unsigned int bit);
const char *oa_verdict_name(enum oa_verdict verdict);

#endif /* _FORMATS_OA_FORMAT_H_ */
