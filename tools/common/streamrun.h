/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A run: a stream from its opening to its end, beside the program and with the marks of the command line.
 *
 * Each tool adds what it does with the records.
 */
#ifndef _TOOLS_STREAMRUN_H_
#define _TOOLS_STREAMRUN_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "formats/oa_format.h"
#include "tools/common/child.h"
#include "tools/common/dump_gpu.h"
#include "tools/common/marksource.h"
#include "tools/common/silence.h"

/* Maximum size of the records of a read */
#define STREAM_READ_BYTES	(1u << 20)

/**
 * struct stream_run_ops - what a tool does in a run; its functions print the reason of a failure
 *
 * All get the tool's own argument.
 */
struct stream_run_ops {
	/** @reports: return the number of reports so far, of those that --count counts */
	u64 (*reports)(const void *arg);
	/** @records: take records that were read; 0 or -1 */
	int (*records)(void *arg, const void *records, size_t bytes);
	/** @mark: take the record of a mark; 0 or -1 */
	int (*mark)(void *arg, const void *record, size_t bytes);
	/** @silent: the timer stopped @quiet_ns ago; @at_end: the stream ends so; 0 or -1 */
	int (*silent)(void *arg, u64 quiet_ns, bool at_end);
	/** @turn: do what is due, after each read and at least POLL_MS after the last turn; 0 or -1 */
	int (*turn)(void *arg);
};

/** struct stream_run - a run */
struct stream_run {
	/** @gpu: the GPU */
	const struct dump_gpu *gpu;
	/** @source: the command line */
	const struct dump_source *source;
	/** @format: of the reports */
	const struct oa_report_format *format;
	/** @child: the program of @source */
	struct child *child;
	/** @ops: the tool's functions */
	const struct stream_run_ops *ops;
	/** @arg: their argument */
	void *arg;
	/** @out: the run ends when it can't be written any more; NULL: none */
	FILE *out;
	/** @ended: reason of an early end, which was printed; else empty */
	char ended[160];
	/** @fd: the stream */
	int fd;
	/** @buf: for the records of a read */
	void *buf;
	/** @silence: detects a timer that stopped */
	struct silence silence;
	/** @marks: source of the marks */
	struct mark_source marks;
	/** @stopped: the stream is stopped, and the rest is read */
	bool stopped;
	/** @done: all of that rest was read */
	bool done;
};

int streamrun_open(struct stream_run *run, u64 metrics);
int streamrun_read(struct stream_run *run);
int streamrun_end(struct stream_run *run, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void streamrun_close(struct stream_run *run);
void streamrun_outlast(struct stream_run *run);

#endif /* _TOOLS_STREAMRUN_H_ */
