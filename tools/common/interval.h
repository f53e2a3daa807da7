/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Intervals between reports: their time, and the counters' increments.
 *
 * Pure functions on memory, shared by all tools that read reports.
 */
#ifndef _TOOLS_INTERVAL_H_
#define _TOOLS_INTERVAL_H_

#include <stdio.h>

#include "formats/oa_metrics.h"
#include "tools/common/records.h"
#include "tools/common/timeline.h"

/** enum interval_kind - relation of a report to the previous one */
enum interval_kind {
	/** @INTERVAL_FIRST: no previous report */
	INTERVAL_FIRST,
	/** @INTERVAL_COVERED: counters ran from the previous report to this one */
	INTERVAL_COVERED,
	/** @INTERVAL_GAP: counters restarted, stood still or may have wrapped: no valid difference */
	INTERVAL_GAP,
	/** @INTERVAL_UNKNOWN: of unknown length, so no difference is valid */
	INTERVAL_UNKNOWN,
	/** @INTERVAL_BACK: the report is older than the previous one, and left out */
	INTERVAL_BACK,
	/** @INTERVAL_NONE: not a report, and left out */
	INTERVAL_NONE,
	/** @INTERVAL_BEYOND: the report is later than the limit, and left out */
	INTERVAL_BEYOND,
};

/** struct interval - the time that ends at a report */
struct interval {
	/** @kind: relation of the report to the previous one */
	enum interval_kind kind;
	/** @report: the report */
	struct oa_report report;
	/** @time: ticks since the previous report, 0 unless INTERVAL_COVERED or _GAP */
	u64 time;
	/** @sum: the counters' increments, all 0 unless INTERVAL_COVERED */
	struct oa_increments sum;
};

/** struct intervals - the reports of a stream or a file, one after the other */
struct intervals {
	/** @line: their time; the caller sets its format, hz and period */
	struct timeline line;
	/** @machine: the GPU that wrote them */
	const struct oa_machine *machine;
	/** @limit: ticks after the first report up to which reports are wanted, 0: all */
	u64 limit;
	/** @have_last: @last is a report */
	bool have_last;
	/** @cut: counters restarted or stood still since @last */
	bool cut;
	/** @lost: reports are missing since @last */
	bool lost;
	/** @last: the previous report */
	struct oa_report last;
	/** @first_ticks: the first report's ticks */
	u64 first_ticks;
	/** @elapsed: ticks since the first report, as far as they are known */
	u64 elapsed;
	/** @gaps: intervals of INTERVAL_GAP */
	u64 gaps;
	/** @uncovered: their ticks */
	u64 uncovered;
	/** @unknown: intervals of INTERVAL_UNKNOWN */
	u64 unknown;
	/** @disordered: reports of INTERVAL_BACK */
	u64 disordered;
	/** @rejected: entries of INTERVAL_NONE */
	u64 rejected;
	/** @shortest: ticks of the shortest interval until now, 0: there is none */
	u64 shortest;
	/** @silences: times that a stream's timer stopped */
	u64 silences;
};

bool intervals_need_clocks(struct intervals *list, u64 boottime_ns, const void *buf,
			   size_t bytes);
void intervals_limit(struct intervals *list, u64 ns);
void intervals_lost(struct intervals *list, bool buffer);
void intervals_silent(struct intervals *list);
void intervals_next(struct intervals *list, const u32 *raw, const u32 *ahead,
		    struct interval *out);
void intervals_say(FILE *out, const struct intervals *list);

#endif /* _TOOLS_INTERVAL_H_ */
