/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the tables of formats have in common: includes for the kernel and for user
 * space, and names for spans.
 */
#ifndef _FORMATS_OA_FORMATS_H_
#define _FORMATS_OA_FORMATS_H_

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
#define RESERVED(dword, count)	{ OA_FIELD_RESERVED, dword, count, 0 }
/* Gen8 and later */
#define CTX_ID			{ OA_FIELD_CTX_ID, 2, 1, 0 }
#define GPU_TICKS		{ OA_FIELD_GPU_TICKS, 3, 1, 0 }
#define A_HIGH(dword, count)	{ OA_FIELD_A_HIGH, dword, count, 0 }

#endif /* _FORMATS_OA_FORMATS_H_ */
