// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Report formats of Sandybridge, Ivybridge and Valleyview
 *
 * The Observability document lacks the "Counter Select" line of four of the ten
 * tables. These four take the codes that the order of the tables leaves (hardware.rst
 * 4.1). Sandybridge stores A counters in rows of descending numbers.
 *
 * Layouts that Haswell shares keep their i915 numbers.
 */
#include "formats/oa_format_spans.h"

static const struct oa_span snb_a13[] = { RPT_ID, TS_LO, TS_HI, A_DOWN(3, 5, 4),
					  A_DOWN(8, 8, 12) };
static const struct oa_span snb_a29[] = { RPT_ID, TS_LO, TS_HI, A_DOWN(3, 5, 4),
					  A_DOWN(8, 8, 12), A_DOWN(16, 8, 20),
					  A_DOWN(24, 8, 28) };
static const struct oa_span snb_a13_b4[] = { RPT_ID, TS_LO, TS_HI, A_DOWN(3, 5, 4),
					     A_DOWN(8, 8, 12), B(16, 4), RESERVED(20, 12) };
static const struct oa_span snb_a29_b4[] = { RPT_ID, TS_LO, TS_HI, A_DOWN(3, 5, 4),
					     A_DOWN(8, 8, 12), A_DOWN(16, 8, 20),
					     A_DOWN(24, 8, 28), B(32, 4), RESERVED(36, 12) };

static const struct oa_span ivb_a13[] = { RPT_ID, TS_LO, TS_HI, A(3, 13, 0) };
static const struct oa_span ivb_a29[] = { RPT_ID, TS_LO, TS_HI, A(3, 29, 0) };
static const struct oa_span ivb_a13_b4[] = { RPT_ID, TS_LO, TS_HI, A(3, 13, 0), B(16, 4),
					     RESERVED(20, 12) };
static const struct oa_span ivb_a29_b4[] = { RPT_ID, TS_LO, TS_HI, A(3, 29, 0), B(32, 4),
					     RESERVED(36, 12) };
/*
 * The document calls the last twelve dwords reserved; Intel's metrics library calls them
 * C0 to C11 (hardware.rst 12, no. 23). They are shown as counters and not required to be zero.
 */
static const struct oa_span ivb_a45_b4[] = { RPT_ID, TS_LO, TS_HI, A(3, 45, 0), B(48, 4),
					     C(52, 12) };
static const struct oa_span ivb_a16[] = { RPT_ID, TS_LO, TS_HI, RESERVED(3, 13), A(16, 16, 29) };

/* oa_counters.c has the same notes by counter. */
static const char snb_notes[] =
	"A3, A8, A13 are not supported; A21 counts twice, with dual source four times; "
	"A23, A24 may be wrong with Z or stencil tests after the pixel shader; "
	"counters of a report are sampled at slightly different times";
static const char ivb_notes[] =
	"A36 counts twice with dual-source output; IVB: A32 counts a little less; "
	"IVB GT2: A33 is reserved; counters are stopped while a report is written";

#define FORMAT(label, number, code, size, layout, text)				\
	{									\
		.name = label, .id = number, .select = code, .bytes = size,	\
		.timestamp_bits = 36, .notes = text, .spans = layout,		\
		.num_spans = ARRAY_SIZE(layout),				\
	}

const struct oa_report_format oa_formats_snb[] = {
	FORMAT("A13", I915_OA_FORMAT_SNB_A13, 0, 64, snb_a13, snb_notes),
	FORMAT("A29", I915_OA_FORMAT_SNB_A29, 1, 128, snb_a29, snb_notes),
	FORMAT("A13_B4", I915_OA_FORMAT_SNB_A13_B4, 2, 128, snb_a13_b4, snb_notes),
	FORMAT("A29_B4", I915_OA_FORMAT_SNB_A29_B4, 3, 192, snb_a29_b4, snb_notes),
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_formats_snb);

const struct oa_report_format oa_formats_ivb[] = {
	FORMAT("A13", I915_OA_FORMAT_A13, 0, 64, ivb_a13, ivb_notes),
	FORMAT("A29", I915_OA_FORMAT_A29, 1, 128, ivb_a29, ivb_notes),
	FORMAT("A13_B4", I915_OA_FORMAT_IVB_A13_B4, 2, 128, ivb_a13_b4, ivb_notes),
	FORMAT("A29_B4", I915_OA_FORMAT_IVB_A29_B4, 3, 192, ivb_a29_b4, ivb_notes),
	FORMAT("A45_B4", I915_OA_FORMAT_IVB_A45_B4, 5, 256, ivb_a45_b4, ivb_notes),
	FORMAT("A16", I915_OA_FORMAT_IVB_A16, 6, 128, ivb_a16, ivb_notes),
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_formats_ivb);

static_assert(ARRAY_SIZE(oa_formats_snb) == OA_NUM_FORMATS_SNB, "four Counter Selects");
static_assert(ARRAY_SIZE(oa_formats_ivb) == OA_NUM_FORMATS_IVB, "six Counter Selects");
