// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Report formats of Sandybridge, Ivybridge and Valleyview
 *
 * The Observability document lost the "Counter Select" line of four of the ten
 * tables; their codes are those that the order of the tables leaves (hardware.md
 * 4.1). Sandybridge stores A counters in rows of descending numbers.
 *
 * Layouts that Haswell has as well keep their i915 numbers.
 */
#include "formats/oa_formats.h"

/* A run of one: the only way to say that numbers descend. */
#define A1(dword, n)		A(dword, 1, n)
#define SNB_ROW_5		A1(3, 4), A1(4, 3), A1(5, 2), A1(6, 1), A1(7, 0)
#define SNB_ROW_8(dword, n)							\
	A1(dword, (n) + 7), A1((dword) + 1, (n) + 6), A1((dword) + 2, (n) + 5),	\
	A1((dword) + 3, (n) + 4), A1((dword) + 4, (n) + 3),			\
	A1((dword) + 5, (n) + 2), A1((dword) + 6, (n) + 1), A1((dword) + 7, n)
#define SNB_A13			SNB_ROW_5, SNB_ROW_8(8, 5)
#define SNB_A29			SNB_A13, SNB_ROW_8(16, 13), SNB_ROW_8(24, 21)

static const struct oa_span snb_a13[] = { RPT_ID, TS_LO, TS_HI, SNB_A13 };
static const struct oa_span snb_a29[] = { RPT_ID, TS_LO, TS_HI, SNB_A29 };
static const struct oa_span snb_a13_b4[] = { RPT_ID, TS_LO, TS_HI, SNB_A13, B(16, 4),
					     RESERVED(20, 12) };
static const struct oa_span snb_a29_b4[] = { RPT_ID, TS_LO, TS_HI, SNB_A29, B(32, 4),
					     RESERVED(36, 12) };

static const struct oa_span ivb_a13[] = { RPT_ID, TS_LO, TS_HI, A(3, 13, 0) };
static const struct oa_span ivb_a29[] = { RPT_ID, TS_LO, TS_HI, A(3, 29, 0) };
static const struct oa_span ivb_a13_b4[] = { RPT_ID, TS_LO, TS_HI, A(3, 13, 0), B(16, 4),
					     RESERVED(20, 12) };
static const struct oa_span ivb_a29_b4[] = { RPT_ID, TS_LO, TS_HI, A(3, 29, 0), B(32, 4),
					     RESERVED(36, 12) };
static const struct oa_span ivb_a45_b4[] = { RPT_ID, TS_LO, TS_HI, A(3, 45, 0), B(48, 4),
					     RESERVED(52, 12) };
static const struct oa_span ivb_a16[] = { RPT_ID, TS_LO, TS_HI, RESERVED(3, 13), A(16, 16, 29) };

static const char snb_notes[] =
	"A3, A8, A13 do not work; A21 counts 2x or 4x; A23, A24 may be wrong with late Z or stencil";
static const char ivb_notes[] =
	"A36 counts 2x with dual-source output; A32, A33 under-count; GT2: A33 is reserved";

#define FORMAT(label, number, code, size, layout, count, text)			\
	{									\
		.name = label, .id = number, .select = code, .bytes = size,	\
		.timestamp_bits = 36, .notes = text, .spans = layout,		\
		.num_spans = count,						\
	}

const struct oa_report_format oa_formats_snb[] = {
	FORMAT("A13", I915_OA_FORMAT_SNB_A13, 0, 64, snb_a13, ARRAY_SIZE(snb_a13), snb_notes),
	FORMAT("A29", I915_OA_FORMAT_SNB_A29, 1, 128, snb_a29, ARRAY_SIZE(snb_a29), snb_notes),
	FORMAT("A13_B4", I915_OA_FORMAT_SNB_A13_B4, 2, 128, snb_a13_b4, ARRAY_SIZE(snb_a13_b4), snb_notes),
	FORMAT("A29_B4", I915_OA_FORMAT_SNB_A29_B4, 3, 192, snb_a29_b4, ARRAY_SIZE(snb_a29_b4), snb_notes),
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_formats_snb);

const struct oa_report_format oa_formats_ivb[] = {
	FORMAT("A13", I915_OA_FORMAT_A13, 0, 64, ivb_a13, ARRAY_SIZE(ivb_a13), ivb_notes),
	FORMAT("A29", I915_OA_FORMAT_A29, 1, 128, ivb_a29, ARRAY_SIZE(ivb_a29), ivb_notes),
	FORMAT("A13_B4", I915_OA_FORMAT_IVB_A13_B4, 2, 128, ivb_a13_b4, ARRAY_SIZE(ivb_a13_b4), ivb_notes),
	FORMAT("A29_B4", I915_OA_FORMAT_IVB_A29_B4, 3, 192, ivb_a29_b4, ARRAY_SIZE(ivb_a29_b4), ivb_notes),
	FORMAT("A45_B4", I915_OA_FORMAT_IVB_A45_B4, 5, 256, ivb_a45_b4, ARRAY_SIZE(ivb_a45_b4), ivb_notes),
	FORMAT("A16", I915_OA_FORMAT_IVB_A16, 6, 128, ivb_a16, ARRAY_SIZE(ivb_a16), ivb_notes),
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_formats_ivb);

static_assert(ARRAY_SIZE(oa_formats_snb) == OA_NUM_FORMATS_SNB, "four Counter Selects");
static_assert(ARRAY_SIZE(oa_formats_ivb) == OA_NUM_FORMATS_IVB, "six Counter Selects");
