/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names for spans, shared by the tables of formats.
 */
#ifndef _FORMATS_OA_FORMAT_SPANS_H_
#define _FORMATS_OA_FORMAT_SPANS_H_

#include "formats/oa_env.h"
#include "formats/oa_format.h"

/* RPT_ID and the 64-bit time stamp, low dword first */
#define RPT_ID			{ OA_FIELD_RPT_ID, 0, 1, 0, false }
#define TS_LO			{ OA_FIELD_TIMESTAMP, 1, 1, 0, false }
#define TS_HI			{ OA_FIELD_TIMESTAMP_HI, 2, 1, 0, false }
#define INST_ADDR		{ OA_FIELD_INST_ADDR, 3, 1, 0, false }
#define A(dword, count, first)	{ OA_FIELD_A, dword, count, first, false }
/* Sandybridge: the highest number first */
#define A_DOWN(dword, count, first)	{ OA_FIELD_A, dword, count, first, true }
#define B(dword, count)		{ OA_FIELD_B, dword, count, 0, false }
#define C(dword, count)		{ OA_FIELD_C, dword, count, 0, false }
#define RESERVED(dword, count)	{ OA_FIELD_RESERVED, dword, count, 0, false }
/* Gen8 and later */
#define CTX_ID			{ OA_FIELD_CTX_ID, 2, 1, 0, false }
#define GPU_TICKS		{ OA_FIELD_GPU_TICKS, 3, 1, 0, false }
#define A_HIGH(dword, count)	{ OA_FIELD_A_HIGH, dword, count, 0, false }

#endif /* _FORMATS_OA_FORMAT_SPANS_H_ */
