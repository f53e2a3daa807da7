/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The text that perf script prints for fixed fields, and what perf evlist says of a file's events.
 */
#ifndef _OA_TRACE_PERFSCRIPT_H_
#define _OA_TRACE_PERFSCRIPT_H_

#include <stdbool.h>
#include <stddef.h>

#include "formats/oa_types.h"

/* Fields that only some files have */
#define PERF_FIELD_CPU		0x01u
#define PERF_FIELD_PERIOD	0x02u
#define PERF_FIELD_MEMORY	0x04u
#define PERF_FIELD_WEIGHT	0x08u
#define PERF_FIELD_REGISTERS	0x10u

/** struct perf_form - what the samples of a file have */
struct perf_form {
	/** @events: number of events */
	u32 events;
	/** @other_clock: an event's times are not those of CLOCK_MONOTONIC */
	bool other_clock;
	/** @fields: PERF_FIELD_* that perf script prints */
	u32 fields;
	/** @recorded: PERF_FIELD_* of any event */
	u32 recorded;
	/** @types: bit n: there is an event of type n, as perf script counts types */
	u32 types;
};

/** struct perf_frame - an address of code */
struct perf_frame {
	/** @ip: the address */
	u64 ip;
	/** @symbol: its function, NULL: unknown */
	const char *symbol;
	/** @dso: the file that it was loaded from, NULL: unknown */
	const char *dso;
};

/** struct perf_sample - the first line of a sample; texts are parts of that line */
struct perf_sample {
	/** @comm: name of the thread */
	const char *comm;
	/** @pid: the process */
	s32 pid;
	/** @tid: the thread */
	s32 tid;
	/** @cpu: the processor, -1: unknown */
	s32 cpu;
	/** @time: ns */
	u64 time;
	/** @lost: number of lost samples, which the line announces; 0: it is a sample */
	u64 lost;
	/** @period: events since the previous sample */
	u64 period;
	/** @event: name of the event */
	const char *event;
	/** @address: of the data, 0: none */
	u64 address;
	/** @source: union perf_mem_data_src */
	u64 source;
	/** @source_words: the same in perf's words, NULL: not available */
	const char *source_words;
	/** @weight: for an event of load latency, the latency in cycles; 0: none */
	u64 weight;
	/** @frame: the instruction, if the line has it, so that no call chain follows */
	struct perf_frame frame;
	/** @has_frame: there is a @frame */
	bool has_frame;
	/** @registers: such as "AX:0x1 BX:0x2", NULL: the line has none */
	const char *registers;
};

void perf_form_add(struct perf_form *form, const char *line);
void perf_form_fields(const struct perf_form *form, char *text, size_t room);
const char *perf_form_missing(const struct perf_form *form);
bool perf_sample_parse(struct perf_sample *sample, char *line, u32 fields);
bool perf_frame_parse(struct perf_frame *frame, char *line);
bool perf_registers_line(const char *line);
const char *perf_registers_parse(char *line);

#endif /* _OA_TRACE_PERFSCRIPT_H_ */
