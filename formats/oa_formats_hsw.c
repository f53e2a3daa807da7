// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Haswell report formats
 *
 * All eight Counter Selects. The Observability document prints the dwords of
 * the C counters as reserved; shipped metric sets read the GPU clock from C2,
 * so they are counters (hardware.md 11, no. 4).
 */
#ifdef __KERNEL__
#include <linux/kernel.h>
#include <uapi/drm/i915_drm.h>
#include <uapi/drm/i915_oa.h>
#include "oa/oa_compat.h"
#else
#include <assert.h>
/* Where the C library's headers lack it, libdrm has it. */
#if __has_include("drm/i915_drm.h")
#include <drm/i915_drm.h>
#else
#include <libdrm/i915_drm.h>
#endif
#include "include/uapi/drm/i915_oa.h"
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#endif

#include "formats/oa_format.h"

/* RPT_ID and the 64-bit time stamp, low dword first */
#define RPT_ID			{ OA_FIELD_RPT_ID, 0, 1, 0 }
#define TS_LO			{ OA_FIELD_TIMESTAMP, 1, 1, 0 }
#define TS_HI			{ OA_FIELD_TIMESTAMP_HI, 2, 1, 0 }
#define INST_ADDR		{ OA_FIELD_INST_ADDR, 3, 1, 0 }
#define A(dword, count, first)	{ OA_FIELD_A, dword, count, first }
#define B(dword, count)		{ OA_FIELD_B, dword, count, 0 }
#define C(dword, count)		{ OA_FIELD_C, dword, count, 0 }

static const struct oa_span a13[] = { RPT_ID, TS_LO, TS_HI, A(3, 13, 0) };
static const struct oa_span a29[] = { RPT_ID, TS_LO, TS_HI, A(3, 29, 0) };
static const struct oa_span a13_b8_c8[] = { RPT_ID, TS_LO, TS_HI, A(3, 13, 0), B(16, 8), C(24, 8) };
static const struct oa_span a29_b8_c8[] = { RPT_ID, TS_LO, TS_HI, A(3, 29, 0), B(32, 8), C(40, 8) };
static const struct oa_span b4_c8[] = { RPT_ID, TS_LO, TS_HI, INST_ADDR, B(4, 4), C(8, 8) };
static const struct oa_span a45_b8_c8[] = { RPT_ID, TS_LO, TS_HI, A(3, 45, 0), B(48, 8), C(56, 8) };
static const struct oa_span b4_c8_a16[] = { RPT_ID, TS_LO, TS_HI, INST_ADDR, B(4, 4), C(8, 8),
					    A(16, 16, 29) };
static const struct oa_span c4_b8[] = { RPT_ID, TS_LO, TS_HI, INST_ADDR, C(4, 4), B(8, 8) };

const struct oa_report_format oa_formats_hsw[] = {
	{
		.name = "A13",
		.id = I915_OA_FORMAT_A13,
		.select = 0,
		.bytes = 64,
		.num_spans = ARRAY_SIZE(a13),
		.spans = a13,
	}, {
		.name = "A29",
		.id = I915_OA_FORMAT_A29,
		.select = 1,
		.bytes = 128,
		.num_spans = ARRAY_SIZE(a29),
		.spans = a29,
	}, {
		.name = "A13_B8_C8",
		.id = I915_OA_FORMAT_A13_B8_C8,
		.select = 2,
		.bytes = 128,
		.num_spans = ARRAY_SIZE(a13_b8_c8),
		.spans = a13_b8_c8,
	}, {
		.name = "A29_B8_C8",
		.id = I915_OA_FORMAT_HSW_A29_B8_C8,
		.select = 3,
		.bytes = 192,
		.num_spans = ARRAY_SIZE(a29_b8_c8),
		.spans = a29_b8_c8,
	}, {
		.name = "B4_C8",
		.id = I915_OA_FORMAT_B4_C8,
		.select = 4,
		.bytes = 64,
		.num_spans = ARRAY_SIZE(b4_c8),
		.spans = b4_c8,
	}, {
		.name = "A45_B8_C8",
		.id = I915_OA_FORMAT_A45_B8_C8,
		.select = 5,
		.bytes = 256,
		.num_spans = ARRAY_SIZE(a45_b8_c8),
		.spans = a45_b8_c8,
	}, {
		.name = "B4_C8_A16",
		.id = I915_OA_FORMAT_B4_C8_A16,
		.select = 6,
		.bytes = 128,
		.num_spans = ARRAY_SIZE(b4_c8_a16),
		.spans = b4_c8_a16,
	}, {
		.name = "C4_B8",
		.id = I915_OA_FORMAT_C4_B8,
		.select = 7,
		.bytes = 64,
		.num_spans = ARRAY_SIZE(c4_b8),
		.spans = c4_b8,
	},
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_formats_hsw);

static_assert(ARRAY_SIZE(oa_formats_hsw) == OA_NUM_FORMATS_HSW, "eight Counter Selects");
