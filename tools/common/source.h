/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The options of tools that open a stream, and numbers and times on a command line.
 */
#ifndef _TOOLS_SOURCE_H_
#define _TOOLS_SOURCE_H_

#include <argp.h>
#include <stdbool.h>

#include "formats/oa_types.h"

struct event_list;

/** struct dump_source - the stream to open, and the time to read it */
struct dump_source {
	/** @device: node, NULL: the first suitable one */
	const char *device;
	/** @format: name or number, NULL: the platform's default */
	const char *format;
	/** @metrics: name in a file, uuid, number, "selftest" or "tree"; NULL: tree */
	const char *metrics;
	/** @events: events of --event, NULL: none */
	struct event_list *events;
	/** @metrics_files: files and folders of metric sets, NULL behind the last; NULL: none */
	char **metrics_files;
	/** @exponent: timer exponent, -1: from @period_ns */
	int exponent;
	/** @period_ns: sample no faster than this */
	u64 period_ns;
	/** @duration_ns: stop after this time, 0: never */
	u64 duration_ns;
	/** @count: stop after this many reports, 0: never */
	u64 count;
	/** @program: run this meanwhile, and stop when it ends; NULL: none */
	char **program;
	/** @mark_on: each line of this file is a mark, NULL: none */
	const char *mark_on;
	/** @overflow: enum drm_i915_oa_overflow: policy for a full buffer */
	u64 overflow;
	/** @set_buffer_size: @buffer_size is set */
	bool set_buffer_size;
	/** @buffer_size: bytes of the OA buffer, 0: chosen by the rate */
	u64 buffer_size;
	/** @of_stream: the last option that applies to streams only, NULL: none was given */
	const char *of_stream;
	/** @paced_by: the option that gave the time between reports, NULL: none */
	const char *paced_by;
	/** @wake_reports: number of reports to wake up for, 0: the driver's default */
	u64 wake_reports;
	/** @frequency_reports: changes of the frequency write reports, too */
	bool frequency_reports;
};

/* Values without any option */
#define DUMP_SOURCE_DEFAULT	{ .exponent = -1, .period_ns = 1000000 }

/* A child of a tool's parser, whose input is a struct dump_source */
extern const struct argp source_argp;

/* What --event takes, for the help of each tool that has it */
#define EVENT_HELP									\
	"--event is NAME[@COUNTER]=EVENT[,UNIT]. From Broadwell on EVENT may be words with dots "\
	"between them, which A7 to A20 count: an increment event such as fpu0, and at most one "\
	"coarse and one fine filter: ps.fpu0, send.eu2. fpu0 and fpu1 overlap: a clock with both is "\
	"in each, and in fpu_both. B counters count the clocks in which a comparison of 16 inputs is "\
	"true: 'inputs[5:4] == 3'. \"oa-dump --list --platform bdw\" prints the words, and oa-dump(1) "\
	"has all forms. Without UNIT the value is the count of an interval: EU cycles, a sum over "\
	"all EUs, or clocks. share is that count in percent of the clocks times the EUs, which is the "\
	"time of all EUs, active or not; of a comparison in percent of the clocks. per-clock and "\
	"per-second divide the count by the interval's clocks or seconds.\n\n"

void parse_metrics_file(struct argp_state *state, char ***paths, char *path);
const char *parse_platform(struct argp_state *state, const char *arg);
u64 parse_number(struct argp_state *state, const char *what, const char *arg, u64 max);
u64 parse_positive(struct argp_state *state, const char *what, const char *arg);
double parse_rate(struct argp_state *state, const char *what, const char *arg, u64 max);
void parse_event(struct argp_state *state, struct event_list **events, const char *arg);
u64 parse_time(struct argp_state *state, const char *what, const char *arg);

#endif /* _TOOLS_SOURCE_H_ */
