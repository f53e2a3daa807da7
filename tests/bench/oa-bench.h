/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * oa-bench: declarations that its parts share. The device, streams and the debugfs
 * of driver and simulator are those of tests/igt.
 */
#ifndef _OA_BENCH_USER_H_
#define _OA_BENCH_USER_H_

#include "tests/igt/lib/oa_lib.h"

#define MiB	(1024u * 1024u)
#define KiB	1024u

#define GPUS_MAX	4

/** struct reader_options - command line of the parts cost and instructions */
struct reader_options {
	/** @exponent: a report each 2^(exponent + 1) ticks of the time stamp */
	unsigned int exponent;
	/** @poll_period_ns: period at which the driver is to poll the tail; 0: its own */
	u64 poll_period_ns;
	/** @seconds: duration of the reading, for cost */
	double seconds;
	/** @blocks: cost waits in read(), not in poll() */
	bool blocks;
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

/** struct bench_options - command line */
struct bench_options {
	/** @rounds: number of rounds, each of which takes every way to copy in turn */
	unsigned int rounds;
	/** @wake_seconds: duration of each rate and mode */
	double wake_seconds;
	/** @hold_seconds: time for which a rate must hold */
	double hold_seconds;
	/** @bound_ns: maximum age of data that the reader accepts */
	u64 bound_ns;
	/** @counts_only: leave out all times */
	bool counts_only;
	/** @part: the only part to run; NULL: all parts that measure this driver alone */
	const char *part;
	/** @json: file for the results; NULL: none */
	const char *json;
	/** @reader: for the parts that scripts/compare runs */
	struct reader_options reader;
};

/* stats.c */

#define SERIES_MAX	64

/** struct series - the results of one measurement's rounds */
struct series {
	/** @values: in the order of measurement */
	double values[SERIES_MAX];
	/** @num: number of @values */
	unsigned int num;
};

/** struct summary - median and spread of a series */
struct summary {
	/** @low: first quartile */
	double low;
	/** @median: half of the rounds are below it */
	double median;
	/** @high: third quartile */
	double high;
};

void series_add(struct series *series, double value);
struct summary series_summary(const struct series *series);
struct series series_ratio(const struct series *a, const struct series *b);
struct series series_difference(const struct series *a, const struct series *b);

/* print.c: the table goes to stdout, the same numbers to the JSON file */
void results_open(const char *json);
void results_close(void);
void json_open(const char *key, char bracket);
void json_close(void);
void json_number(const char *key, double value);
void json_text(const char *key, const char *text);
void json_summary(const char *key, const struct series *series);
void heading(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *cell(const struct series *series, int decimals);

/* goals.c */
void goal_at_most(const char *what, double measured, double limit);
void goal_at_least(const char *what, double measured, double limit);
void goals_print(void);

/* sim.c: the simulated GPU's clock and cost */

/** struct sim_cost - the simulator's cost of producing reports so far */
struct sim_cost {
	/** @reports: reports produced */
	u64 reports;
	/** @ns: time spent on them */
	u64 ns;
	/** @slipped_ns: GPU time that was skipped because the host could not keep up */
	u64 slipped_ns;
};

bool sim_stops_time(void);
void sim_clock(bool manual);
void sim_bulk(bool on);
void sim_activity(const char *activity);
void sim_advance(u64 ns);
struct sim_cost sim_cost(void);
struct sim_cost sim_cost_since(const struct sim_cost *before);

/* clock.c */
double clock_ns(void);
double system_call_ns(void);

/* cpu.c */
u64 cpu_idle_ns(void);
double cpu_busy_ns(u64 idle_before, u64 elapsed_ns);

/* stream.c */

/* With properties beyond those that every stream has; returns -1 with errno if rejected. */
#define bench_stream(drm, layout, exponent, ...)					\
	oa_open_props(drm, I915_PERF_FLAG_FD_CLOEXEC | I915_PERF_FLAG_FD_NONBLOCK,	\
		      OA_BASE_PROPS(oa_config_selftest(drm), (layout)->format, exponent),	\
		      __VA_ARGS__)

const struct oa_layout *layout_of(unsigned int bytes);
unsigned int exponent_near(double hz);
double exponent_hz(unsigned int exponent);
u64 drain(int stream, void *buf, size_t chunk, u64 until);
void touch_all(const void *from, size_t bytes);

/* ways.c */

/* Size of the reads' buffer, and bytes of a small OA buffer that are read for one number. */
#define SUBJECT_BUFFER		(1 * MiB)
#define SUBJECT_ROUND_BYTES	(4 * MiB)

/** enum way_id - ways of a report to the reader, in the order of a round */
enum way_id {
	READ_1M,
	READ_66K,
	READ_4K,
	BARE_1M,
	BARE_64K,
	BARE_4K,
	REFERENCE_1M,
	REFERENCE_4K,
	NUM_WAYS,
};

/** struct subject - one format that is measured */
struct subject {
	/** @drm: file of the device */
	int drm;
	/** @layout: the format's layout */
	const struct oa_layout *layout;
	/** @reports: number of reports that are written at once */
	u64 reports;
	/** @period_ns: time between two reports */
	double period_ns;
	/** @stream: stream of the driver, which is sampling */
	int stream;
	/** @bench: the instance of the bench module */
	int bench;
	/** @memory: the bench module's memory, mapped */
	const u32 *memory;
	/** @buf: buffer for reads */
	void *buf;
};

/** struct way - one way of a report to the reader */
struct way {
	/** @key: its name in JSON */
	const char *key;
	/** @name: its name in the table */
	const char *name;
	/** @measure: writes reports and reads them; returns ns per report for the reading */
	double (*measure)(const struct subject *s, size_t chunk);
	/** @chunk: bytes of the reader's buffer; 0: it has none */
	size_t chunk;
};

extern const struct way ways[NUM_WAYS];

void subject_open(struct subject *s, int drm, const struct oa_layout *layout, u32 ring);
void subject_close(struct subject *s);
double subject_measure(const struct subject *s, enum way_id way);

/* reader.c */

/* The phases of a stream, as the GPU's trace shows them */
enum phase { OPEN, ENABLE, READ, DISABLE, CLOSE, OVER, POLL };

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

void reader_begin(struct reader *reader, const struct reader_options *options, int drm,
		  const char *pci);
void reader_mark(const struct reader *reader, enum phase phase);
void reader_end(const struct reader *reader);

/* copies.c, wakes.c, rates.c: the parts */
void bench_idle(const struct bench_options *options, int drm);
void bench_copies(const struct bench_options *options, int drm);
void bench_sizes(const struct bench_options *options, int drm);
void bench_wakes(const struct bench_options *options, int drm);
void bench_rates(const struct bench_options *options, int drm);

/* cost.c, instructions.c: the parts that scripts/compare runs */
void bench_cost(const struct bench_options *options, int drm);
void bench_instructions(const struct bench_options *options, int drm);

#endif /* _OA_BENCH_USER_H_ */
