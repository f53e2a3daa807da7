/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hand-made reports, and memory that a reader consumed: hardware.rst 3.15, 4.2, 4.4.
 */
#ifndef _RAW_REPORT_H_
#define _RAW_REPORT_H_

#include <linux/bitfield.h>
#include <linux/types.h>

#include "formats/oa_format.h"

static inline bool raw_is_reserved(const struct oa_report_format *format, u32 dword)
{
	const struct oa_span *span;

	for (span = format->spans; span < format->spans + format->num_spans; span++)
		if (span->field == OA_FIELD_RESERVED && dword >= span->dword &&
		    dword < (u32)span->dword + span->count)
			return true;
	return false;
}

/* The 36-bit clock may wrap. */
static inline void raw_stamp(const struct oa_report_format *format, u64 time, u32 *raw)
{
	time &= OA_TIMESTAMP_MASK;
	raw[1] = time;
	if (format->timestamp_bits > 32)
		raw[2] = time >> 32;
}

/* A valid report of the timer */
static inline void raw_timer_report(const struct oa_report_format *format, u64 time, u32 *raw)
{
	u32 i;

	for (i = 0; i < format->bytes / sizeof(*raw); i++)
		raw[i] = raw_is_reserved(format, i) ? 0 : 0x100 + i;
	raw[0] = format->rpt_id ? FIELD_PREP(OA_REASON_MASK, OA_REASON_TIMER) : 0x1;
	raw_stamp(format, time, raw);
}

static inline bool raw_is_poison(const u8 *memory, u32 bytes)
{
	const u32 *dw = (const u32 *)memory;

	while (dw < (const u32 *)(memory + bytes))
		if (*dw++ != OA_POISON)
			return false;
	return true;
}

#endif /* _RAW_REPORT_H_ */
