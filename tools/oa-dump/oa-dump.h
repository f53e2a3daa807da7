/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Types and functions shared by the parts of oa-dump.
 *
 * A function that fails has printed the reason on standard error.
 */
#ifndef _OA_DUMP_H_
#define _OA_DUMP_H_

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "formats/oa_counters.h"
#include "formats/oa_format.h"
#include "formats/oa_tree.h"
#include "tools/common/child.h"
#include "tools/common/columns.h"
#include "tools/common/context.h"
#include "tools/common/dump_gpu.h"
#include "tools/common/interval.h"
#include "tools/common/mark.h"
#include "tools/common/message.h"
#include "tools/common/metricset.h"
#include "tools/common/rawfile.h"
#include "tools/common/records.h"

/** struct dump_options - the command line */
struct dump_options {
	/** @source: the stream to open */
	struct dump_source source;
	/** @child: the program of @source */
	struct child *child;
	/** @json: JSON lines instead of a table */
	bool json;
	/** @csv: comma-separated values instead of a table */
	bool csv;
	/** @absolute: print the values in the report, not their increments since the last one */
	bool absolute;
	/** @quiet: print no reports */
	bool quiet;
	/** @selftest: only test the GPU */
	bool selftest;
	/** @report: file for the report of @selftest, NULL: none */
	const char *report;
	/** @list: only list formats and counters */
	bool list;
	/** @counters: comma-separated names for the columns, NULL: the platform's default */
	const char *counters;
	/** @raw: file to save records in */
	const char *raw;
	/** @last_ns: keep only the newest records of so much time for @raw, 0: all */
	u64 last_ns;
	/** @decode: file to read records from, instead of a GPU */
	const char *decode;
	/** @compare: two files to compare, NULL: none */
	const char *compare[2];
	/** @set_fail_over: @fail_over is set */
	bool set_fail_over;
	/** @fail_over: difference that is too large, in percent, for shares in points */
	double fail_over;
	/** @platform: key of the platform, for @decode, @compare and @list */
	const char *platform;
	/** @tree: print the tree of EU time instead of reports */
	bool tree;
	/** @tree_ns: time between trees, 0: only one tree of the whole run */
	u64 tree_ns;
	/** @eus: number of EUs, 0: that of the driver or the recording */
	u32 eus;
	/** @html: file to write a page of @decode to, NULL: none */
	const char *html;
};

struct html_page;

/* Room for ,"ticks": and for each other key of a column */
#define JSON_MEMBER_BYTES	16

/** struct json_member - the text before a value of a line of JSON */
struct json_member {
	/** @text: ,"key": */
	char text[JSON_MEMBER_BYTES];
	/** @bytes: its length */
	u8 bytes;
};

/** struct dump_part - a part of the run, for a tree */
struct dump_part {
	/** @sum: the counters' increments */
	struct oa_increments sum;
	/** @start: ticks from the first report of the run to its begin */
	u64 start;
	/** @uncovered: ticks that no increment covers */
	u64 uncovered;
	/** @lost: reports lost, as counted by loss records */
	u64 lost;
	/** @losses: lost-status records seen */
	u64 losses;
	/** @contexts: what each context did */
	struct contexts contexts;
	/** @mark: the mark that ends it, NULL: none */
	const struct mark *mark;
};

/** struct dump_origin - what wrote the records; texts may be empty, and the time 0 */
struct dump_origin {
	/** @source: its driver, device and metric set */
	struct record_source source;
	/** @host: the machine */
	char host[65];
	/** @realtime_ns: CLOCK_REALTIME before the first report */
	u64 realtime_ns;
};

/** struct dump_sink - decodes records and prints them */
struct dump_sink {
	/** @out: file to print reports to */
	FILE *out;
	/** @options: the command line */
	const struct dump_options *options;
	/** @platform: platform of the GPU that wrote the records */
	const struct dump_platform *platform;
	/** @format: format of the reports */
	const struct oa_report_format *format;
	/** @timestamp_hz: ticks per second */
	u32 timestamp_hz;
	/** @named: named values of the metric set */
	const struct named_list *named;
	/** @columns: counters to print, @num_columns of them */
	struct dump_column columns[MAX_COLUMNS];
	/** @num_columns: entries of @columns */
	size_t num_columns;
	/** @members: those of @columns, for JSON */
	struct json_member members[MAX_COLUMNS];
	/** @list: the reports seen */
	struct intervals list;
	/** @interval: the time that ends at the report being printed */
	struct interval interval;
	/** @reports: samples seen */
	u64 reports;
	/** @uncounted: losses without a loss record */
	u64 uncounted;
	/** @unknown: records of unknown type */
	u64 unknown;
	/** @machine: the GPU that wrote the records, for the tree */
	struct oa_machine machine;
	/** @origin: what wrote the records, for the header */
	struct dump_origin origin;
	/** @total: the whole run */
	struct dump_part total;
	/** @part: since the last tree */
	struct dump_part part;
	/** @marks: marks that wait for their report */
	struct marks marks;
	/** @num_marks: marks that were printed */
	u64 num_marks;
	/** @marked: the counters' increments since the last mark, or since the first report */
	struct oa_increments marked;
	/** @since: losses since the last report, for --csv: counted, and announced without a number */
	struct { u64 lost, uncounted; } since;
	/** @measuring: only count the reports and their time, and print nothing */
	bool measuring;
	/** @enough: all requested records of a recording were read */
	bool enough;
	/** @incomplete: reason why records are missing at the end, NULL: none are missing */
	const char *incomplete;
	/** @why: buffer for @incomplete; empty unless a recording ends in a silence */
	char why[160];
	/** @html: the page, or NULL */
	struct html_page *html;
};

/* stream.c */
int stream_dump(const struct dump_gpu *gpu, const struct dump_options *options,
		const struct oa_report_format *format, struct dump_sink *sink,
		struct metric_set *set);

/* selftest.c */
int selftest(const struct dump_gpu *gpu, const struct dump_options *options,
	     const struct oa_report_format *format);

/* selfreport.c */
struct selfreport;
struct selfreport *selfreport_begin(const char *path, const struct dump_gpu *gpu,
				    const struct oa_report_format *format);
void selfreport_line(struct selfreport *report, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));
void selfreport_take(struct selfreport *report, const u32 *raw);
u32 selfreport_missing(const struct selfreport *report);
int selfreport_end(struct selfreport *report, const struct dump_gpu *gpu, u32 period);

/* sink.c */
enum records_end records_sink(struct dump_sink *sink, const void *buf, size_t bytes);
enum records_end records_sink_file(struct dump_sink *sink, const struct rawfile *file);

/* mark.c */
void marks_put(struct dump_sink *sink, enum marks_at at, const u32 *raw);

/* select.c */
int columns_select(struct dump_sink *sink);

/* print.c */
void print_header(struct dump_sink *sink);
void print_report(struct dump_sink *sink);
void print_rejected(const struct dump_sink *sink);
void print_silence(const struct dump_sink *sink);
void print_loss(struct dump_sink *sink, const char *what, u64 count, bool exact);
void print_mark(struct dump_sink *sink, const struct mark *mark, u64 ticks);
void print_summary(const struct dump_sink *sink);

/* report.c */
void report_members(struct dump_sink *sink);
void report_json(const struct dump_sink *sink, u64 ns);
void report_table(const struct dump_sink *sink, u64 ns);
void report_mark_json(struct dump_sink *sink, const struct mark *mark, u64 ns);
void report_mark_table(struct dump_sink *sink, const struct mark *mark, u64 ns);

/* csv.c */
void csv_header(const struct dump_sink *sink);
void csv_report(struct dump_sink *sink, u64 ns);
void csv_tree(const struct dump_sink *sink, const struct oa_tree *tree, const struct dump_part *part);

/* tree.c */
void tree_machine(struct dump_sink *sink, u32 eus, u32 slices, u32 programmed,
		  u64 a_other, u64 period);
void tree_report(struct dump_sink *sink);
void tree_mark(struct dump_sink *sink, const struct mark *mark);
void tree_print(const struct dump_sink *sink, const struct dump_part *part);

/* html.c */
struct html_page *html_new(u64 ticks, u64 reports);
void html_free(struct html_page *page);
void html_report(struct dump_sink *sink);
void html_loss(struct dump_sink *sink, const char *what, u64 count, bool exact);
void html_mark(struct dump_sink *sink, const struct mark *mark, u64 ticks);
int html_write(struct dump_sink *sink, const struct rawfile *file, const char *path);

/* axis.c */
u64 axis_step(u64 most, u32 marks);
void axis_number(char *text, size_t bytes, u64 value);
void axis_time(char *text, size_t bytes, u64 ns, u64 most);

/* decode.c */
int decode(const struct dump_options *options);
void decode_prepare(struct dump_sink *sink, const struct rawfile *file);

/* compare.c */
int compare_recordings(const struct dump_options *options, bool *over);

/* vocabulary.c */
void vocabulary_list(const struct dump_platform *platform);
void vocabulary_json(const struct dump_platform *platform);

/* list.c */
void list_all(const struct dump_platform *only, bool json);

/* listsets.c */
int list_sets(const struct dump_options *options);

#endif /* _OA_DUMP_H_ */
