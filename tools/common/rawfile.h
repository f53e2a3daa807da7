/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files of saved records: those of oa-dump --raw, and recordings of i915-perf-recorder.
 */
#ifndef _TOOLS_RAWFILE_H_
#define _TOOLS_RAWFILE_H_

#include <stdio.h>

#include "tools/common/dump_gpu.h"
#include "tools/common/metricset.h"
#include "tools/common/recording.h"
#include "tools/common/records.h"
#include "tools/common/timeline.h"

/** struct rawfile - a file that is read in parts */
struct rawfile {
	/** @path: its name for messages */
	const char *path;
	/* Its descriptor, the copy of a pipe's contents, and the offset of the first record */
	int fd;
	FILE *spool;
	u64 begin;
	/* The part in memory */
	char *buf;
	/** @bytes: size of its records */
	u64 bytes;
	/** @devid: PCI device id of the GPU, 0 if the file does not say */
	u32 devid;
	/** @format_id: number of the report format that the file gives */
	u32 format_id;
	/** @platform: of the GPU */
	const struct dump_platform *platform;
	/** @format: of the reports */
	const struct oa_report_format *format;
	/** @timestamp_hz: ticks per second */
	u32 timestamp_hz;
	/** @period: ticks from one report of the timer to the next, 0: unknown */
	u64 period;
	/** @programmed: OA_PROGRAMMED_* */
	u32 programmed;
	/** @a_other: A counters of which OA_PROGRAMMED_TREE is not true */
	u64 a_other;
	/** @eus: number of EUs, 0: unknown */
	u32 eus;
	/** @slices: number of slices, 0: unknown */
	u32 slices;
	/** @events: events that the metric set programs */
	struct event_list events;
	/** @named: the names of its values */
	struct named_list named;
	/** @source: its driver, device and metric set, as printable ASCII */
	struct record_source source;
	/** @facts: what metric files may ask of its GPU */
	struct gpu_facts facts;
	/** @metrics: its metric set in a file, NULL: none */
	struct file_metrics *metrics;
	/** @realtime_ns: CLOCK_REALTIME before the first report, 0: unknown */
	u64 realtime_ns;
};

int rawfile_begin(FILE *file, const struct dump_gpu *gpu, const struct oa_report_format *format,
		  unsigned int exponent, const struct metric_set *set,
		  const struct record_source *source);
FILE *rawfile_create(const char *path, const struct dump_gpu *gpu,
		     const struct oa_report_format *format, unsigned int exponent,
		     const struct metric_set *set, const struct record_source *source);
int rawfile_put_events(FILE *file, const struct event_list *events);
int rawfile_put_gpu(FILE *file, const struct dump_gpu *gpu, u64 a_other);
int rawfile_put_clocks(FILE *file, const struct record_clocks *clocks);
int rawfile_put_silence(FILE *file, u64 quiet_ns, bool at_end);
int rawfile_open(struct rawfile *file, const char *path, const char *platform, const char *format);
int rawfile_metrics(struct rawfile *file, char *const *paths);
enum records_end rawfile_walk(const struct rawfile *file, struct timeline *line,
			      const struct record_sink *records);
void rawfile_close(struct rawfile *file);

#endif /* _TOOLS_RAWFILE_H_ */
