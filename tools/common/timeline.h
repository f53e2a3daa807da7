/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The time of a report: from time stamps that wrap to ticks that do not, and to ns of the
 * computer's clock.
 */
#ifndef _TOOLS_TIMELINE_H_
#define _TOOLS_TIMELINE_H_

#include <stdbool.h>

#include "formats/oa_format.h"
#include "tools/common/recording.h"

/** struct clock_pair - the same moment on both clocks */
struct clock_pair {
	/** @known: there is such a pair */
	bool known;
	/** @broken: the GPU's clock restarted or the machine slept since the previous pair */
	bool broken;
	/** @ticks: on the line, which continues over wraps, restarts and sleeps */
	u64 ticks;
	/** @late: ticks by which a report that precedes it in the records may follow it in time */
	u64 late;
	/** @clocks: as they were read */
	struct record_clocks clocks;
};

/** enum moment_kind - kind of the step to a report */
enum moment_kind {
	/** @MOMENT_FIRST: the first report */
	MOMENT_FIRST,
	/** @MOMENT_NEXT: a known number of ticks after the previous report */
	MOMENT_NEXT,
	/** @MOMENT_MISFIT: no time between the previous report and the next pair; left out */
	MOMENT_MISFIT,
	/** @MOMENT_BROKEN: the first with a known time after reports of unknown time, or after a break */
	MOMENT_BROKEN,
	/** @MOMENT_UNKNOWN: of unknown time */
	MOMENT_UNKNOWN,
};

/** struct timeline - the last report, and the pairs around it in the order of the records */
struct timeline {
	/** @format: of the reports */
	const struct oa_report_format *format;
	/** @hz: ticks per second */
	u32 hz;
	/** @period: ticks between reports of the timer, 0: unknown */
	u64 period;
	/** @more: read the next pair of a file; 0, or another number at the end. NULL: a stream */
	int (*more)(void *arg, struct record_clocks *clocks);
	/** @arg: its argument */
	void *arg;
	/** @last: the last pair before the next report */
	struct clock_pair last;
	/** @next: the first pair behind it */
	struct clock_pair next;
	/** @ticks: of the last report on the line */
	u64 ticks;
	/** @step: ticks from the report before it */
	u64 step;
	/* For a stream without @next: ticks that the next reports can't exceed, 0: unknown */
	u64 until;
	/* The last report, if @begun */
	bool begun;
	bool timer;
	u64 timestamp;
	/* Reports were lost, or all counters stopped, since the last report */
	bool lost;
	/* The next report is placed by @last, not by the last report */
	bool restart;
	/* Reports have no known time until @next is passed */
	bool adrift;
	/* Without any pair: ticks of the first report */
	u64 zero;
	u64 last_ns;
};

bool timeline_is_report(const struct oa_report_format *format, const u32 *raw);
void timeline_open(struct timeline *line);
void timeline_pair(struct timeline *line, const struct record_clocks *clocks);
void timeline_pass(struct timeline *line, const struct record_clocks *clocks);
void timeline_until(struct timeline *line, u64 boottime_ns);
enum moment_kind timeline_next(struct timeline *line, const u32 *raw, const u32 *ahead);
u64 timeline_ns(struct timeline *line);

#endif /* _TOOLS_TIMELINE_H_ */
