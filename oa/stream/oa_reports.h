/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters as the unit's reports hold them, read beside the stream that the reports are for.
 */
#ifndef _OA_REPORTS_H_
#define _OA_REPORTS_H_

#include <linux/types.h>

#include "formats/oa_format.h"
#include "stream/oa_ring_types.h"

struct oa_unit;

/**
 * struct oa_reports - where in a ring the next report is that counts
 *
 * Guarded by oa_counting.lock. Nothing of it changes the memory of the ring.
 */
struct oa_reports {
	/** @attached: there is a stream whose reports count; else nothing else is valid */
	bool attached;
	/** @ring: the stream's memory and tail, with a head of its own: the next report */
	struct oa_ring ring;
	/** @own: the stream is the driver's own */
	bool own;
	/** @ahead: bytes by which this head is after the stream's own */
	u32 ahead;
	/** @stride: of so many reports in a row one is enough */
	u32 stride;
	/** @status: the unit's, OA_UNIT_* bits; any context */
	u32 (*status)(struct oa_unit *unit);
	/** @v: what the next report must satisfy */
	struct oa_validator v;
	/** @since: time stamp of the last report, or of the clock when there began to be none */
	u64 since;
};

void oa_reports_begin(struct oa_reports *r, const struct oa_ring *ring,
		      const struct oa_report_format *format, u32 stride);
void oa_reports_believe(struct oa_reports *r, const struct oa_beliefs *beliefs);
u32 oa_reports_left(const struct oa_reports *r);
bool oa_reports_next(struct oa_reports *r, u64 clock, u32 *left, struct oa_report *report);
void oa_reports_consumed(struct oa_reports *r, u32 bytes);

#endif /* _OA_REPORTS_H_ */
