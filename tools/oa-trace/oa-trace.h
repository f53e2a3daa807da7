/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Types and functions shared by the parts of oa-trace.
 *
 * A function that fails has printed the reason on standard error.
 */
#ifndef _OA_TRACE_H_
#define _OA_TRACE_H_

#include "gpu_track.h"
#include "tools/common/dump_gpu.h"

/** struct trace_options - the command line */
struct trace_options {
	/** @source: the stream to open */
	struct dump_source source;
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
	/** @cpu_hz: samples of each processor per second, 0: none */
	u32 cpu_hz;
	/** @cpu_event: event to sample, NULL: the best available one */
	const char *cpu_event;
	/** @pebs_ds: dump of a DS area to read, instead of a GPU */
	const char *pebs_ds;
	/** @perf: file of perf record to pack beside the trace */
	const char *perf;
};

struct cpu_sampler;

/* replay.c */
int replay(const struct trace_options *options, struct packets *packets);

/* live.c */
int live(const struct trace_options *options, struct packets *packets);

/* summary.c */
void say_summary(const struct gpu_track *track, const char *path);

/* cpu.c */
struct cpu_sampler *cpu_open(const char *name, u32 hz, struct packets *packets);
int cpu_begin(struct cpu_sampler *cpu);
int cpu_read(struct cpu_sampler *cpu);
int cpu_end(struct cpu_sampler *cpu);
void cpu_free(struct cpu_sampler *cpu);

/* pebs.c */
int pebs_decode(const struct trace_options *options, struct packets *packets);

/* archive.c */
int archive_check(const char *perf);
int archive_pack(const char *trace, const char *perf);

#endif /* _OA_TRACE_H_ */
