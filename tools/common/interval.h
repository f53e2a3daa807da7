/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Intervals between reports: their time, and what counters advanced by.
 *
 * Pure functions on memory, which all tools share that read reports.
 */
#ifndef _TOOLS_INTERVAL_H_
#define _TOOLS_INTERVAL_H_

#include "formats/oa_metrics.h"

/** enum interval_kind - how a report relates to the one before */
enum interval_kind {
	/** @INTERVAL_FIRST: there is none before */
	INTERVAL_FIRST,
	/** @INTERVAL_COVERED: counters ran from the one before to this one */
	INTERVAL_COVERED,
	/** @INTERVAL_GAP: counters began anew or stood still in between: no difference is valid */
	INTERVAL_GAP,
};

/** struct interval - the time that ends at a report */
struct interval {
	/** @kind: how the report relates to the one before */
	enum interval_kind kind;
	/** @time: ticks since the report before, 0 for INTERVAL_FIRST */
	u64 time;
	/** @sum: what counters advanced by; all 0 unless INTERVAL_COVERED */
	struct oa_increments sum;
};

/** struct intervals - the reports of a stream or a file, one after the other */
struct intervals {
	/** @format: of the reports */
	const struct oa_report_format *format;
	/** @machine: the GPU that wrote them */
	const struct oa_machine *machine;
	/** @have_last: @last is a report */
	bool have_last;
	/** @cut: counters began anew or stood still since @last */
	bool cut;
	/** @last: the previous report */
	struct oa_report last;
	/** @elapsed: ticks since the first report */
	u64 elapsed;
	/** @gaps: intervals of INTERVAL_GAP */
	u64 gaps;
	/** @uncovered: their ticks */
	u64 uncovered;
};

void intervals_cut(struct intervals *list);
void intervals_next(struct intervals *list, const struct oa_report *report,
		    struct interval *out);

#endif /* _TOOLS_INTERVAL_H_ */
