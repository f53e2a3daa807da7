/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Types and functions shared by the parts of oa-trace.
 *
 * A function that fails has printed the reason on standard error.
 */
#ifndef _OA_TRACE_H_
#define _OA_TRACE_H_

#include "gpu_track.h"
#include "tools/common/child.h"
#include "tools/common/dump_gpu.h"

/** struct trace_options - the command line */
struct trace_options {
	/** @source: the stream to open */
	struct dump_source source;
	/** @child: the program of @source */
	struct child *child;
	/** @output: the trace */
	const char *output;
	/** @packing: compression of the trace */
	enum packing packing;
	/** @decode: file to read records from, instead of a GPU */
	const char *decode;
	/** @platform: key of the platform, for @decode */
	const char *platform;
	/** @eus: number of EUs, 0: that of the driver or the recording */
	u32 eus;
	/** @perf: file of perf record whose samples are added */
	const char *perf;
	/** @perf_record: arguments of perf record, which runs meanwhile; NULL: it does not */
	char *perf_record;
};

struct perf_record;

/* replay.c */
int replay(const struct trace_options *options, struct packets *packets);

/* live.c */
int live(const struct trace_options *options, struct packets *packets);

/* summary.c */
void say_summary(const struct gpu_track *track, const char *path);

/* perf.c */
int perf_add(const char *path, struct packets *packets);

/* perfrecord.c */
struct perf_record *perf_record_prepare(struct trace_options *options);
int perf_record_finish(struct perf_record *record, struct packets *packets);

#endif /* _OA_TRACE_H_ */
