/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The time of a report: from time stamps that wrap to ticks that do not, and to ns of the
 * computer's clock.
 */
#ifndef _TOOLS_TIMELINE_H_
#define _TOOLS_TIMELINE_H_

#include <stdbool.h>
#include <stddef.h>

#include "formats/oa_format.h"
#include "tools/common/recording.h"

/** struct clock_pair - the same moment on both clocks */
struct clock_pair {
	/** @ticks: on the line, which continues over wraps and restarts of the GPU's clock */
	u64 ticks;
	/** @ns: of CLOCK_MONOTONIC */
	u64 ns;
	/** @offset: from the GPU's time stamp to @ticks, modulo 2^36 */
	u64 offset;
	/** @fresh: the clocks did not run alike since the previous pair */
	bool fresh;
};

/** struct pair_walk - pairs followed one by one */
struct pair_walk {
	/** @num: number of pairs */
	size_t num;
	/** @last: the last one */
	struct clock_pair last;
	/** @clocks: the last one as it was read */
	struct record_clocks clocks;
	/** @segment: number of the first pair of its segment */
	size_t segment;
};

/** enum moment_kind - kind of the step to a report */
enum moment_kind {
	/** @MOMENT_FIRST: the first report */
	MOMENT_FIRST,
	/** @MOMENT_NEXT: a known number of ticks after the previous report */
	MOMENT_NEXT,
	/** @MOMENT_BACK: an earlier time stamp than that of the previous report; left out */
	MOMENT_BACK,
	/** @MOMENT_ANEW: after a sleep of the machine, or a restart of the GPU's clock */
	MOMENT_ANEW,
	/** @MOMENT_UNKNOWN: after an unknown number of wraps */
	MOMENT_UNKNOWN,
};

/* struct stepper - time stamps followed one by one */
struct stepper {
	bool begun;
	/* The last report's time stamp, and its ticks on the line */
	u64 timestamp;
	u64 ticks;
	bool timer;
	/* A report older than the last one: out of order, or the first one after a restart */
	bool have_back;
	u64 back;
	/* Reports followed */
	u64 count;
};

/* enum suspect - kinds of steps, ordered by how likely each hides a gap */
enum suspect {
	SUSPECT_NONE, SUSPECT_PERIOD, SUSPECT_FIRST, SUSPECT_LOST, SUSPECT_BACK, SUSPECT_BUFFER,
	SUSPECT_FORCED,
	NUM_SUSPECTS,
};

/* struct suspects - the steps of one kind between two pairs */
struct suspects {
	u64 count;
	/* Numbers of the reports after the first and the last step */
	u64 first;
	u64 last;
	u64 last_ticks;
	/* The longest step: number of the report after it, its ticks, and those of the report */
	u64 most;
	u64 longest;
	u64 longest_ticks;
};

/* struct repair - a correction of the time that time stamps suggest */
struct repair {
	/* Reports from @first up to @last have no known time; @last itself has @ticks */
	u64 first;
	u64 last;
	u64 ticks;
	/* Number of the first pair of the segment */
	size_t segment;
	enum moment_kind kind;
};

/** struct timeline - pairs in the order of time, and the reports between them */
struct timeline {
	/** @format: of the reports */
	const struct oa_report_format *format;
	/** @hz: ticks per second */
	u32 hz;
	/** @period: ticks between reports of the timer, 0: unknown */
	u64 period;
	/** @timeless: timeline_ns() is not used, so no pairs are kept for it */
	bool timeless;
	/**
	 * @more: read further pairs of a file, and pass them to timeline_again(); timeline_pair()
	 * has seen all of them. Returns 0, or another number at the end. NULL: timeline_pair()
	 * keeps all pairs
	 */
	int (*more)(void *arg);
	/** @arg: its argument */
	void *arg;
	/** @known: the pairs of timeline_pair() */
	struct pair_walk known;
	/** @first: the first of them */
	struct clock_pair first;
	/* The pairs of timeline_again() */
	struct pair_walk again;
	/* @kept pairs from number @from on, some of which timeline_ns() has passed */
	struct clock_pair *pairs;
	size_t kept;
	size_t room;
	size_t from;
	/* The number of the last pair before the report of the last timeline_ns() */
	size_t at;
	/* Reports of timeline_plan(), and suspects among them since the last pair */
	struct stepper plan;
	struct suspects suspects[NUM_SUSPECTS];
	enum suspect next;
	/* Number of the last report of SUSPECT_FORCED */
	u64 forced;
	/* The first report planned since the last timeline_next(), none if @head < @run.count */
	u64 head;
	u64 head_ticks;
	/* An earlier pair has checked @plan.ticks */
	bool settled;
	/* Reports since the last pair */
	u64 waiting;
	struct repair *repairs;
	size_t num_repairs;
	/* Reports of timeline_next() */
	struct stepper run;
	size_t done_repairs;
	size_t segment;
	u64 last_ns;
};

bool timeline_is_report(const struct oa_report_format *format, const u32 *raw);
int timeline_pair(struct timeline *line, const struct record_clocks *clocks);
int timeline_again(struct timeline *line, const struct record_clocks *clocks);
void timeline_plan(struct timeline *line, const u32 *raw);
void timeline_plan_lost(struct timeline *line, bool buffer);
enum moment_kind timeline_next(struct timeline *line, const u32 *raw);
u64 timeline_ns(struct timeline *line);
void timeline_forget(struct timeline *line);
void timeline_free(struct timeline *line);

#endif /* _TOOLS_TIMELINE_H_ */
