// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Report formats of Broadwell to Lakefield, and of Tiger Lake to Raptor Lake
 *
 * From Broadwell to Lakefield the counters have the same places. RPT_ID differs, and so
 * do the bits of CTX_ID that name a context. The Lakefield document prints two RPT_ID
 * tables, of which the second is Lakefield's own (hardware.rst 11, no. 8).
 *
 * i915 forwards reports of Tiger Lake to Raptor Lake in the formats of Icelake. No document of them
 * is at hand.
 *
 * Facts: hardware.rst 4.1 to 4.4, 19.2.
 */
#include "formats/oa_format_spans.h"

static const struct oa_span a12[] = { RPT_ID, TS_LO, CTX_ID, GPU_TICKS, A(4, 12, 7) };
static const struct oa_span a12_b8_c8[] = { RPT_ID, TS_LO, CTX_ID, GPU_TICKS, A(4, 12, 7),
					    B(16, 8), C(24, 8) };
static const struct oa_span a32u40_a4u32_b8_c8[] = { RPT_ID, TS_LO, CTX_ID, GPU_TICKS, A(4, 36, 0),
						     A_HIGH(40, 8), B(48, 8), C(56, 8) };
static const struct oa_span c4_b8[] = { RPT_ID, TS_LO, CTX_ID, GPU_TICKS, C(4, 4), B(8, 8) };

static const struct oa_rpt_id_layout rpt_id_gen8 = {
	.ctx_valid = 1u << 25,
	.start_trigger = 1u << 18,
	.threshold = 1u << 17,
	.timer_enabled = 1u << 16,
	.must_be_zero = 0xfc000000u,
};

static const struct oa_rpt_id_layout rpt_id_gen9 = {
	.ctx_valid = 1u << 16,
	.start_trigger = 1u << 18,
	.threshold = 1u << 17,
	.slice_ratio_low = 0xfe000000u,
	.slice_ratio_high = 3u << 9,
	.unslice_ratio = 0x1ff,
};

static const char gen8_notes[] =
	"Broadwell: A23 is wrong where only part of a 2x2 fails; FPU1 active misses second passes";
static const char gen11_notes[] =
	"A34 (atomics) counts those to global memory only";
static const char gen12_notes[] =
	"bit 25 of RPT_ID: a reason by i915 and IGT; by Mesa, and here, a bit of the slice clock";

#define FORMAT(label, number, code, size, layout, rpt, mask, loose, text)	\
	{									\
		.name = label, .id = number, .select = code, .bytes = size,	\
		.timestamp_bits = 32, .spans = layout,				\
		.num_spans = ARRAY_SIZE(layout), .rpt_id = rpt,			\
		.ctx_id_mask = mask, .loose_timer = loose, .notes = text,	\
	}

#define FORMATS(rpt, mask, loose, text)						\
	{									\
		FORMAT("A12", I915_OA_FORMAT_A12, 0, 64, a12,			\
		       rpt, mask, loose, text),					\
		FORMAT("A12_B8_C8", I915_OA_FORMAT_A12_B8_C8, 2, 128, a12_b8_c8, \
		       rpt, mask, loose, text),					\
		FORMAT("A32u40_A4u32_B8_C8", I915_OA_FORMAT_A32u40_A4u32_B8_C8,	\
		       5, 256, a32u40_a4u32_b8_c8, rpt, mask, loose, text),	\
		FORMAT("C4_B8", I915_OA_FORMAT_C4_B8, 7, 64, c4_b8,		\
		       rpt, mask, loose, text),					\
	}

/* Up to gen9 a context's id has 21 bits; on gen11 it is the software id in bits 15:5. */
#define CTX_ID_GEN8	0x1fffff
#define CTX_ID_GEN11	0xffe0
/* On gen12 bits 15:5 with execlists, 22:7 with GuC: those of both tell contexts apart. */
#define CTX_ID_GEN12	0x7fffe0

const struct oa_report_format oa_formats_gen8[] =
	FORMATS(&rpt_id_gen8, CTX_ID_GEN8, false, gen8_notes);
EXPORT_SYMBOL_FOR_OA_TESTS(oa_formats_gen8);

const struct oa_report_format oa_formats_gen9[] =
	FORMATS(&rpt_id_gen9, CTX_ID_GEN8, false, NULL);
EXPORT_SYMBOL_FOR_OA_TESTS(oa_formats_gen9);

/* Timer periods may be a little longer than programmed: abi.rst 14. */
const struct oa_report_format oa_formats_gen11[] =
	FORMATS(&rpt_id_gen9, CTX_ID_GEN11, true, gen11_notes);
EXPORT_SYMBOL_FOR_OA_TESTS(oa_formats_gen11);

const struct oa_report_format oa_formats_gen12[] =
	FORMATS(&rpt_id_gen9, CTX_ID_GEN12, true, gen12_notes);
EXPORT_SYMBOL_FOR_OA_TESTS(oa_formats_gen12);

static_assert(ARRAY_SIZE(oa_formats_gen8) == OA_NUM_FORMATS_GEN8, "four Counter Selects");
static_assert(ARRAY_SIZE(oa_formats_gen9) == OA_NUM_FORMATS_GEN9, "four Counter Selects");
static_assert(ARRAY_SIZE(oa_formats_gen11) == OA_NUM_FORMATS_GEN11, "four Counter Selects");
static_assert(ARRAY_SIZE(oa_formats_gen12) == OA_NUM_FORMATS_GEN12, "four Counter Selects");
