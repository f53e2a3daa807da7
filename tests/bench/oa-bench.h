/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * oa-bench: declarations that its parts share. The device and streams are those of tests/igt.
 */
#ifndef _OA_BENCH_USER_H_
#define _OA_BENCH_USER_H_

#include "tests/igt/lib/oa_lib.h"

#define MiB	(1024u * 1024u)
#define KiB	1024u

#define GPUS_MAX	4

/** struct reader_options - command line */
struct reader_options {
	/** @exponent: a report each 2^(exponent + 1) ticks of the time stamp */
	unsigned int exponent;
	/** @poll_period_ns: period at which the driver is to poll the tail; 0: its own */
	u64 poll_period_ns;
	/** @seconds: duration of the reading, but for instructions */
	double seconds;
	/** @pace_ms: the reader's own period, for samples; of calls: between close and open */
	unsigned int pace_ms;
	/** @blocks: cost waits in read(), not in poll() */
	bool blocks;
	/** @ring_bytes: size of the OA buffer; 0: the driver's own, for calls */
	u32 ring_bytes;
	/** @small: reports of 64 bytes */
	bool small;
	/** @controls: paths of the virtio ports that lead to the GPUs' controls, in their order */
	const char *controls[GPUS_MAX];
	/** @gpus: number of @controls: GPUs that are read at once, for instructions */
	unsigned int gpus;
	/** @bytes: size of the reader's buffer, for instructions */
	size_t bytes;
	/** @reports: reports for each wake-up; 0: those of the time passed */
	u64 reports;
	/** @wakes: number of wake-ups, for instructions */
	unsigned int wakes;
};

/* cpu.c */
u64 cpu_idle_ns(void);

/* control.c */
int control_open(const char *path);
void control_set(int control, const char *name, const char *value);
u64 control_u64(int control, const char *name);
void control_advance(int control, u64 ns);

/* reader.c */

/* The phases of a stream, as the GPU's trace shows them */
enum phase { OPEN, ENABLE, READ, DISABLE, CLOSE, OVER, POLL, REPORT, AGAIN };

/** struct reader - an open stream that i915 and i915_oa both have */
struct reader {
	/** @drm: file of the device */
	int drm;
	/** @config: the GPU's configuration space */
	int config;
	/** @stream: the stream */
	int stream;
	/** @metric_set: its metric set */
	u64 metric_set;
};

int reader_open(const struct reader *reader, const struct reader_options *options);
void reader_prepare(struct reader *reader, int drm, const char *pci);
void reader_finish(struct reader *reader);
void reader_begin(struct reader *reader, const struct reader_options *options, int drm,
		  const char *pci);
void reader_mark(const struct reader *reader, enum phase phase);
void reader_end(struct reader *reader);

/* calls.c, cost.c, instructions.c, pace.c: the parts */
void bench_calls(const struct reader_options *options, int drm);
void bench_cost(const struct reader_options *options, int drm);
void bench_instructions(const struct reader_options *options, int drm);
void bench_samples(const struct reader_options *options, int drm);
void bench_edges(const struct reader_options *options, int drm);
void bench_drains(const struct reader_options *options, int drm);

#endif /* _OA_BENCH_USER_H_ */
