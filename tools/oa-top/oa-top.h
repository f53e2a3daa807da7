/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Types and functions shared by the parts of oa-top.
 *
 * Samples come from a source: the kernel's PMU (pmu.c), a stream of the program's own (stream.c),
 * or a recording of an earlier run (replay.c). The core (core.c, rows.c) makes intervals, tree and
 * lines of them. Core and output (screen.c, text.c, json.c, csv.c, prometheus.c) are independent of
 * the source.
 *
 * A function that fails has printed the reason on standard error.
 */
#ifndef _OA_TOP_H_
#define _OA_TOP_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "formats/oa_codes.h"
#include "formats/oa_tree.h"
#include "tools/common/context.h"
#include "tools/common/event.h"
#include "tools/common/gpufacts.h"
#include "tools/common/message.h"
#include "tools/common/platform.h"

#define NS_PER_SEC		1000000000ull
#define TOP_MAX_EVENTS		128u
#define TOP_MAX_GPUS		8u
#define TOP_HISTORY		512u

/*
 * Codes in addition to formats/oa_codes.h: reports that streams lost, by the PMU's file, or that the
 * own stream lost, the number of times that its timer stopped, and the clocks of the slices and of
 * the rest by the frequencies in its reports
 */
#define TOP_CODE_LOST		0xffff0000u
#define TOP_CODE_SILENCE	0xffff0001u
#define TOP_CODE_SLICE		0xffff0002u
#define TOP_CODE_UNSLICE	0xffff0003u

/* Name of a B counter that counts render clocks */
#define TOP_CLOCKS_NAME		"gpu-clocks"

/** enum top_kind - kind of an event of a PMU */
enum top_kind {
	/** @TOP_COUNTER: a counter of the OA unit */
	TOP_COUNTER,
	/** @TOP_LOST: reports that streams lost */
	TOP_LOST,
	/** @TOP_SILENCE: times that the timer of the own stream stopped */
	TOP_SILENCE,
	/** @TOP_FREQUENCY: clocks of the slices, or of the rest, by the frequencies in reports */
	TOP_FREQUENCY,
	/** @TOP_OTHER: an event that oa-top only passes on */
	TOP_OTHER,
};

/** struct top_event - an event of a PMU */
struct top_event {
	/** @name: in sysfs */
	char name[64];
	/** @config: of the event, in struct perf_event_attr */
	u64 config;
	/** @kind: its kind */
	enum top_kind kind;
	/** @field: bank of the counter */
	enum oa_field field;
	/** @number: of the counter in its bank */
	u8 number;
	/** @scale: of a count, in @unit */
	double scale;
	/** @unit: empty: a plain number */
	char unit[16];
	/** @why: the reason why it can't be counted, or empty */
	char why[80];
};

/** struct top_set - the metric set of --metrics, for its counters in a recording */
struct top_set {
	/** @uuid: empty: there is none */
	char uuid[40];
	/** @name: in its file */
	char name[64];
	/** @facts: what its equations may ask of the GPU */
	struct gpu_facts facts;
};

/** struct top_gpu - a GPU and its events */
struct top_gpu {
	/** @pmu: name of its PMU; empty: samples come from an own stream */
	char pmu[64];
	/** @pci: its address */
	char pci[32];
	/** @devid: PCI device id */
	u32 devid;
	/** @revision: PCI revision */
	u32 revision;
	/** @platform: its platform */
	const struct dump_platform *platform;
	/** @risk: a panic that its open stream makes possible, NULL: none */
	const char *risk;
	/** @machine: for tree and metrics; the time stamp's ticks are nanoseconds */
	struct oa_machine machine;
	/** @ticks_hz: ticks of the time stamp per second, of an own stream */
	u32 ticks_hz;
	/** @named: named values of the metric set, NULL: none; see top_named() */
	const struct named_list *named;
	/** @set: metric set of a file, which @named has */
	struct top_set set;
	/** @events: @num_events that are shown, then twins of some, @num_all together */
	struct top_event events[TOP_MAX_EVENTS];
	/** @num_events: events that are shown */
	u32 num_events;
	/** @num_all: entries of @events */
	u32 num_all;
};

/** struct top_sample - counts of a GPU at one instant */
struct top_sample {
	/** @time_ns: CLOCK_MONOTONIC */
	u64 time_ns;
	/** @first: the first sample of newly opened events, which ends no interval */
	bool first;
	/** @silent: no report comes, although the timer of the own stream runs */
	bool silent;
	/** @counts: by number of the event */
	u64 counts[TOP_MAX_EVENTS];
	/** @enabled_ns: time for which each was enabled */
	u64 enabled_ns[TOP_MAX_EVENTS];
	/** @running_ns: time for which each counted */
	u64 running_ns[TOP_MAX_EVENTS];
	/** @valid: the count could be read */
	bool valid[TOP_MAX_EVENTS];
};

/** struct top_interval - counts between two samples */
struct top_interval {
	/** @end_ns: CLOCK_MONOTONIC at its end */
	u64 end_ns;
	/** @ns: its length */
	u64 ns;
	/** @counts: by number of the event */
	u64 counts[TOP_MAX_EVENTS];
	/** @counted: the event counted all the time */
	bool counted[TOP_MAX_EVENTS];
	/** @sum: the same as increments, for the metrics */
	struct oa_increments sum;
	/** @tree: the tree of EU time */
	struct oa_tree tree;
	/** @silent: at its end no report came, although the timer of the own stream runs */
	bool silent;
	/** @has_lost: @lost is known */
	bool has_lost;
	/** @lost: reports that streams lost */
	u64 lost;
};

/** struct top_totals - counts since the start, as for Prometheus */
struct top_totals {
	/** @intervals: number of intervals */
	u64 intervals;
	/** @not_shown: intervals whose tree was wrong */
	u64 not_shown;
	/** @ns: their length */
	u64 ns;
	/** @busy_ns: part of @ns in which the GPU was busy */
	u64 busy_ns;
	/** @clocks: render clocks */
	u64 clocks;
	/** @lost: reports that streams lost */
	u64 lost;
	/** @counts: by number of the event */
	u64 counts[TOP_MAX_EVENTS];
	/** @slots: of the nodes of the tree */
	u64 slots[OA_TREE_NODES];
};

/** struct top_moment - an interval in the history, shares in 1/OA_WHOLE */
struct top_moment {
	/** @active: EU.ACTIVE */
	u32 active;
	/** @stall: EU.STALL */
	u32 stall;
	/** @known: both are right */
	bool known;
	/** @hz: frequency of the clock, 0: not known */
	u64 hz;
	/** @lost: reports were lost in it */
	bool lost;
};

/** struct top_history - the last intervals */
struct top_history {
	/** @moments: a ring */
	struct top_moment moments[TOP_HISTORY];
	/** @num: intervals so far; the next one is @num modulo TOP_HISTORY */
	u64 num;
};

struct top_source_ops;

/** struct top_watch - a GPU and its samples */
struct top_watch {
	/** @gpu: the GPU */
	struct top_gpu gpu;
	/** @source: the source of its samples */
	const struct top_source_ops *source;
	/** @private: data of the source */
	void *private;
	/** @fresh: no sample has been taken since it was opened */
	bool fresh;
	/** @last: the previous sample */
	struct top_sample last;
	/** @has_last: @last is valid */
	bool has_last;
	/** @interval: the newest one */
	struct top_interval interval;
	/** @has_interval: @interval is valid */
	bool has_interval;
	/** @refused: its source could not be opened, and it is not shown; no later look changes that */
	bool refused;
	/** @gone: the driver was unbound, or @refused: not shown until it is back */
	bool gone;
	/** @contexts: of the newest interval of an own stream with --contexts, NULL: none */
	const struct contexts *contexts;
	/** @totals: of all intervals */
	struct top_totals totals;
	/** @history: of the last ones */
	struct top_history history;
};

/** enum top_wanted - the source that the command line selects */
enum top_wanted {
	/** @WANT_ANY: the PMU of a GPU, else a stream */
	WANT_ANY,
	/** @WANT_PMU: the PMU; GPUs without one are not shown */
	WANT_PMU,
	/** @WANT_STREAM: a stream of each */
	WANT_STREAM,
};

/** struct top_options - the command line */
struct top_options {
	/** @wanted: the source */
	enum top_wanted wanted;
	/** @device: PCI address, PMU or node, NULL: all */
	const char *device;
	/** @events: events of --event, NULL: none */
	struct event_list *events;
	/** @metrics: metric set, NULL: the one for the tree */
	const char *metrics;
	/** @metrics_files: files of metric sets, NULL behind the last; NULL: none */
	char **metrics_files;
	/** @interval_ns: time between two samples */
	u64 interval_ns;
	/** @count: stop after this many intervals, 0: never */
	u64 count;
	/** @wait: wait for GPUs that come later, and for those that have gone */
	bool wait;
	/** @once: show one interval as text */
	bool once;
	/** @json: an array of JSON */
	bool json;
	/** @csv: lines of values */
	bool csv;
	/** @contexts: show what each context did */
	bool contexts;
	/** @list: only list the events */
	bool list;
	/** @prometheus: file to keep up to date, "-": standard output, NULL: none */
	const char *prometheus;
	/** @record: file to save samples in, NULL: none */
	const char *record;
	/** @replay: file to take samples from, NULL: the kernel */
	const char *replay;
};

/* Return values of top_source_ops.sample, in addition to 0 and -1 */
#define TOP_NO_MORE	1
#define TOP_GONE	2

/** struct top_source_ops - a source of a GPU's samples */
struct top_source_ops {
	/** @open: start counting; 0 or -1 */
	int (*open)(struct top_watch *watch);
	/** @close: stop counting, so that the GPU may sleep */
	void (*close)(struct top_watch *watch);
	/** @sample: read the counts; 0, -1, TOP_NO_MORE, or TOP_GONE: no more of this GPU */
	int (*sample)(struct top_watch *watch, struct top_sample *sample);
	/** @drain: read new reports, about four times a second; NULL: there are none */
	void (*drain)(struct top_watch *watch);
	/** @again: look for a GPU that has gone, and describe it anew; true if it is back */
	bool (*again)(struct top_watch *watch);
	/** @release: free @private */
	void (*release)(struct top_watch *watch);
};

/** struct top_state - the options and the GPUs */
struct top_state {
	/** @options: the command line */
	struct top_options options;
	/** @replay: the file that samples come from, NULL: the kernel */
	struct top_replay *replay;
	/** @watches: of the GPUs, @num of them */
	struct top_watch *watches;
	/** @num: number of GPUs */
	u32 num;
	/** @start_ns: CLOCK_MONOTONIC of the first sample */
	u64 start_ns;
	/** @deadline_ns: CLOCK_MONOTONIC when the next samples are due */
	u64 deadline_ns;
	/** @record: file to save samples in, NULL: none */
	FILE *record;
	/** @progress: a wait ends once a second, to print progress */
	bool progress;
};

/* core.c */
bool top_subtract(const struct top_gpu *gpu, const struct top_sample *from,
		  const struct top_sample *to, struct top_interval *interval);
void top_add(struct top_watch *watch, const struct top_interval *interval);
struct oa_value top_metric_value(const struct top_watch *watch, const char *name);
bool top_metric(const struct top_watch *watch, const char *name, u64 *value);
bool top_clocks(const struct top_watch *watch, u64 *clocks);
void top_add_twins(struct top_gpu *gpu);
void top_event_of_config(struct top_event *event);
const struct named_list *top_named(const struct top_gpu *gpu);
const char *top_name(const struct top_gpu *gpu);
const char *top_source_name(const struct top_gpu *gpu);
u64 top_now_ns(void);

#endif /* _OA_TOP_H_ */
