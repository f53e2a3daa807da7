// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Haswell report formats
 *
 * All eight Counter Selects. The Observability document prints the dwords of
 * the C counters as reserved, but shipped metric sets read the GPU clock from
 * C2, so these dwords are counters (hardware.rst 11, no. 4).
 */
#include "formats/oa_format_spans.h"

static const struct oa_span a13[] = { RPT_ID, TS_LO, TS_HI, A(3, 13, 0) };
static const struct oa_span a29[] = { RPT_ID, TS_LO, TS_HI, A(3, 29, 0) };
static const struct oa_span a13_b8_c8[] = { RPT_ID, TS_LO, TS_HI, A(3, 13, 0), B(16, 8), C(24, 8) };
static const struct oa_span a29_b8_c8[] = { RPT_ID, TS_LO, TS_HI, A(3, 29, 0), B(32, 8), C(40, 8) };
static const struct oa_span b4_c8[] = { RPT_ID, TS_LO, TS_HI, INST_ADDR, B(4, 4), C(8, 8) };
static const struct oa_span a45_b8_c8[] = { RPT_ID, TS_LO, TS_HI, A(3, 45, 0), B(48, 8), C(56, 8) };
static const struct oa_span b4_c8_a16[] = { RPT_ID, TS_LO, TS_HI, INST_ADDR, B(4, 4), C(8, 8),
					    A(16, 16, 29) };
static const struct oa_span c4_b8[] = { RPT_ID, TS_LO, TS_HI, INST_ADDR, C(4, 4), B(8, 8) };

#define FORMAT(label, number, code, size, layout)				\
	{									\
		.name = label, .id = number, .select = code, .bytes = size,	\
		.timestamp_bits = 36, .spans = layout,				\
		.num_spans = ARRAY_SIZE(layout),				\
	}

const struct oa_report_format oa_formats_hsw[] = {
	FORMAT("A13", I915_OA_FORMAT_A13, 0, 64, a13),
	FORMAT("A29", I915_OA_FORMAT_A29, 1, 128, a29),
	FORMAT("A13_B8_C8", I915_OA_FORMAT_A13_B8_C8, 2, 128, a13_b8_c8),
	FORMAT("A29_B8_C8", I915_OA_FORMAT_HSW_A29_B8_C8, 3, 192, a29_b8_c8),
	FORMAT("B4_C8", I915_OA_FORMAT_B4_C8, 4, 64, b4_c8),
	FORMAT("A45_B8_C8", I915_OA_FORMAT_A45_B8_C8, 5, 256, a45_b8_c8),
	FORMAT("B4_C8_A16", I915_OA_FORMAT_B4_C8_A16, 6, 128, b4_c8_a16),
	FORMAT("C4_B8", I915_OA_FORMAT_C4_B8, 7, 64, c4_b8),
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_formats_hsw);

static_assert(ARRAY_SIZE(oa_formats_hsw) == OA_NUM_FORMATS_HSW, "eight Counter Selects");
