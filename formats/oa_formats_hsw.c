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
#include <drm/i915_drm.h>
#include <drm/i915_oa.h>
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define OA_EXPORT_FOR_TESTS(sym)
#endif

#include "formats/oa_format.h"

/* RPT_ID and the 64-bit time stamp, low dword first */
#define HEAD \
	{ OA_FIELD_RPT_ID, 0, 1, 0 }, \
	{ OA_FIELD_TIMESTAMP, 1, 1, 0 }, \
	{ OA_FIELD_TIMESTAMP_HI, 2, 1, 0 }
#define INST_ADDR		{ OA_FIELD_INST_ADDR, 3, 1, 0 }
#define A(dword, count, first)	{ OA_FIELD_A, dword, count, first }
#define B(dword, count)		{ OA_FIELD_B, dword, count, 0 }
#define C(dword, count)		{ OA_FIELD_C, dword, count, 0 }

static const struct oa_span a13[] = { HEAD, A(3, 13, 0) };
static const struct oa_span a29[] = { HEAD, A(3, 29, 0) };
static const struct oa_span a13_b8_c8[] = { HEAD, A(3, 13, 0), B(16, 8), C(24, 8) };
static const struct oa_span a29_b8_c8[] = { HEAD, A(3, 29, 0), B(32, 8), C(40, 8) };
static const struct oa_span b4_c8[] = { HEAD, INST_ADDR, B(4, 4), C(8, 8) };
static const struct oa_span a45_b8_c8[] = { HEAD, A(3, 45, 0), B(48, 8), C(56, 8) };
static const struct oa_span b4_c8_a16[] = { HEAD, INST_ADDR, B(4, 4), C(8, 8), A(16, 16, 29) };
static const struct oa_span c4_b8[] = { HEAD, INST_ADDR, C(4, 4), B(8, 8) };

#define FORMAT(_name, _id, _select, _bytes, _spans) { \
	.name = _name, \
	.id = _id, \
	.select = _select, \
	.bytes = _bytes, \
	.num_spans = ARRAY_SIZE(_spans), \
	.spans = _spans, \
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
OA_EXPORT_FOR_TESTS(oa_formats_hsw);

_Static_assert(ARRAY_SIZE(oa_formats_hsw) == OA_NUM_FORMATS_HSW, "eight Counter Selects");
