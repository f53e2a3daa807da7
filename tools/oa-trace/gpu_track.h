/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reports of an OA unit as the counters of a GPU in a trace.
 */
#ifndef _OA_TRACE_GPU_TRACK_H_
#define _OA_TRACE_GPU_TRACK_H_

#include "formats/oa_names.h"
#include "formats/oa_tree.h"
#include "packets.h"
#include "tools/common/columns.h"
#include "tools/common/context.h"
#include "tools/common/interval.h"
#include "tools/common/mark.h"
#include "tools/common/records.h"
#include "tools/common/silence.h"

/* Counters of the format, named values, facts, states of the tree, metrics */
#define MAX_COUNTERS	(MAX_COLUMNS + OA_TREE_NODES + 32)
/* Room for a name such as "A30 THREAD.DISPATCH.PS", or a named value's */
#define NAME_BYTES	72
/* Maximum size of a counter in an event: tags, length, value and number */
#define COUNTER_BYTES	(5 + MAX_VARINT + 2)

/** struct gpu_counter - a counter of the trace */
struct gpu_counter {
	/** @kind: source of its values */
	enum {
		COUNTER_COLUMN, COUNTER_STATE, COUNTER_METRIC, COUNTER_NAMED, COUNTER_FACT,
	} kind;
	/** @column: of COUNTER_COLUMN */
	const struct dump_column *column;
	/** @node: of COUNTER_STATE: its number in the tree */
	u32 node;
	/** @metric: of COUNTER_METRIC */
	const struct oa_metric *metric;
	/** @named: of COUNTER_NAMED */
	const struct named *named;
	/** @fact: of COUNTER_FACT: a frequency */
	enum fact fact;
	/** @name: its name */
	char name[NAME_BYTES];
	/** @text: its meaning */
	char text[2 * OA_EXPLANATION_BYTES];
	/** @unit: of its values */
	Oa__GpuCounterDescriptor__MeasureUnit unit;
	/** @per_second: values are per second */
	bool per_second;
	/** @group: group in which viewers show it */
	Oa__GpuCounterDescriptor__GpuCounterGroup group;
};

/** struct gpu_track - the reports of a GPU on their way into a trace */
struct gpu_track {
	/** @packets: the trace */
	struct packets *packets;
	/** @source: name of the recording, for messages; NULL: a stream */
	const char *source;
	/** @platform: of the GPU */
	const struct dump_platform *platform;
	/** @format: of the reports */
	const struct oa_report_format *format;
	/** @machine: the GPU, for the tree */
	struct oa_machine machine;
	/** @named: named values of the metric set */
	const struct named_list *named;
	/** @columns: counters of the format */
	struct dump_column columns[MAX_COUNTER_COLUMNS];
	/** @counters: counters of the trace; their number is the index + 1 */
	struct gpu_counter counters[MAX_COUNTERS];
	/** @num: entries of @counters */
	size_t num;
	/** @values: encoded counters of an event, without the tag of the first one */
	u8 values[MAX_COUNTERS * COUNTER_BYTES];
	/** @used: size of these counters */
	size_t used;
	/** @list: the reports seen */
	struct intervals list;
	/** @contexts: what each context did */
	struct contexts contexts;
	/** @slice: increments since the slice of a context began */
	struct oa_increments slice;
	/** @in_slice: a context has a slice that has not ended */
	bool in_slice;
	/** @slice_id: that context */
	u32 slice_id;
	/** @marks: marks that wait for their report */
	struct marks marks;
	/** @num_marks: marks that were added */
	u64 num_marks;
	/** @last_ns: time of the last report */
	u64 last_ns;
	/** @silent_end: a recording ends in a silence, with this text; else empty */
	char silent_end[SILENCE_TEXT_BYTES];
	/** @pending: "report" or "buffer" for an announced loss without a number yet; NULL: none */
	const char *pending;
	/** @count: number of requested reports, 0: all */
	u64 count;
	/** @enough: all requested reports of a recording were read */
	bool enough;
	/** @reports: reports seen */
	u64 reports;
	/** @lost: reports lost, as far as they were counted */
	u64 lost;
	/** @losses: losses announced */
	u64 losses;
};

int gpu_track_begin(struct gpu_track *track);
int gpu_track_add(struct gpu_track *track, const u32 *raw, const u32 *ahead);
int gpu_track_report(void *track, const u32 *raw, const u32 *ahead);
void gpu_track_lost(void *track, enum records_lost lost);
void gpu_track_loss(void *track, u64 count, bool exact);
int gpu_track_silent(struct gpu_track *track);
int gpu_track_incomplete(struct gpu_track *track, const char *why);
int gpu_track_end(struct gpu_track *track);

/* contexttrack.c */
int gpu_track_context(struct gpu_track *track, const struct interval *interval, u64 ns);
int gpu_track_end_slice(struct gpu_track *track, u64 ns);

/* marktrack.c */
int gpu_track_marks(struct gpu_track *track, enum marks_at at, const u32 *raw);

/* describe.c */
void gpu_track_choose(struct gpu_track *track);
int gpu_track_describe(struct gpu_track *track, Oa__GpuCounterEvent *event, u64 time);

#endif /* _OA_TRACE_GPU_TRACK_H_ */
