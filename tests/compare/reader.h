/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the readers of scripts/compare share. They speak the i915 perf ABI, so that they run on i915
 * and on i915_oa alike.
 */
#ifndef _OA_COMPARE_READER_H_
#define _OA_COMPARE_READER_H_

#include <stdbool.h>

#include <drm/i915_drm.h>

#include "formats/oa_types.h"

struct argp_state;

/* The phases of a stream, as the GPU's trace shows them */
enum phase { OPEN, ENABLE, READ, DISABLE, CLOSE, OVER, POLL };

/**
 * struct reader - a stream and the GPU that it is of
 * @device: the GPU's device node
 * @haswell: the GPU is a Haswell
 * @format: of the reports, enum drm_i915_oa_format
 * @exponent: a report each 2^(exponent + 1) ticks of the time stamp
 * @poll_period_ns: how often the driver looks at the tail; 0: it is not told
 * @blocks: read() waits
 * @maps: the stream's ring is to be mapped, which i915 can't
 * @gpu: the open device
 * @config: its configuration space
 * @stream: the open stream
 */
struct reader {
	const char *device;
	bool haswell;
	int format;
	int exponent;
	u64 poll_period_ns;
	bool blocks;
	bool maps;
	int gpu;
	int config;
	int stream;
};

void die(const char *what);
u64 reader_now_ns(void);
int reader_number(const char *arg, long most, struct argp_state *state);
void reader_open_gpu(struct reader *reader);
void reader_mark(const struct reader *reader, enum phase phase);
int reader_getparam(const struct reader *reader, int param);
u64 reader_add_metric_set(const struct reader *reader);
void reader_open_stream(struct reader *reader, u64 metric_set);
void reader_enable(const struct reader *reader);
void reader_end(const struct reader *reader, u64 metric_set);

#endif /* _OA_COMPARE_READER_H_ */
