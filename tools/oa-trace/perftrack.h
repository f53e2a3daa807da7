/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The samples of perf as events of a trace, on the tracks of their threads.
 *
 * A function that fails has printed the reason on standard error.
 */
#ifndef _OA_TRACE_PERFTRACK_H_
#define _OA_TRACE_PERFTRACK_H_

#include <sys/types.h>

#include "packets.h"
#include "perfscript.h"

/* Maximum size of the names of a call chain; outer functions are left out of a longer one */
#define PERF_CHAIN_BYTES	16384u
#define PERF_CHAIN_FRAMES	512u
#define PERF_NAME_BYTES		16

/** struct perf_text - a line, in memory that grows with it */
struct perf_text {
	/** @at: the line */
	char *at;
	/** @room: size of its memory */
	size_t room;
};

/** struct perf_track - the samples of a file */
struct perf_track {
	/** @packets: the trace */
	struct packets *packets;
	/** @fields: PERF_FIELD_* of its samples */
	u32 fields;
	/** @sample: the current sample, whose call chain may follow */
	struct perf_sample sample;
	/** @pending: there is a current sample */
	bool pending;
	/** @head: the line of @sample */
	struct perf_text head;
	/** @registers: the line with the registers of @sample */
	struct perf_text registers;
	/** @inner: the line with the innermost frame of @sample */
	struct perf_text inner;
	/** @frames: names of the functions of the call chain, innermost first */
	char frames[PERF_CHAIN_BYTES];
	/** @begin: where the names begin */
	u32 begin[PERF_CHAIN_FRAMES + 1];
	/** @depth: number of names */
	u32 depth;
	/** @cut: outer functions were left out */
	bool cut;
	/** @threads: names of threads by their numbers, empty: without a track */
	char (*threads)[PERF_NAME_BYTES];
	/** @processes: names of processes */
	char (*processes)[PERF_NAME_BYTES];
	/** @idle: bitmap of the processors that have a track for their idle threads */
	u8 *idle;
	/** @samples: number of samples */
	u64 samples;
	/** @lost: number of samples that perf announced as lost */
	u64 lost;
	/** @unknown: number of lines that could not be read */
	u64 unknown;
};

int perf_track_open(struct perf_track *track, struct packets *packets, u32 fields);
int perf_track_line(struct perf_track *track, struct perf_text *line);
int perf_track_end(struct perf_track *track);
void perf_track_free(struct perf_track *track);

#endif /* _OA_TRACE_PERFTRACK_H_ */
