// SPDX-License-Identifier: GPL-2.0-only
/*
 * Print the header, losses and the summary around the reports (report.c), as a table or as JSON.
 */
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "oa-dump.h"
#include "tools/common/eutime.h"

#define NS_PER_SEC	1000000000ull

static const char *note_of(const struct dump_column *column)
{
	return column->counter ? column->counter->note : NULL;
}

static void json_header(struct dump_sink *sink)
{
	const struct dump_column *column = sink->columns;
	size_t i;

	report_members(sink);
	fprintf(sink->out, "{\"type\":\"header\",\"platform\":\"%s\",\"format\":\"%s\",\"timestamp_hz\":%u,\"counters\":[",
		sink->platform->key, sink->format->name, sink->timestamp_hz);
	for (i = 0; i < sink->num_columns; i++, column++) {
		fprintf(sink->out, "%s{\"key\":\"%s\"", i ? "," : "", column->key);
		if (column->counter) {
			fprintf(sink->out, ",\"name\":\"%s\",\"unit\":\"%s\",\"meaning\":",
				column->counter->name, column->counter->unit);
			print_json_string(sink->out, column->counter->meaning);
		}
		if (note_of(column)) {
			fputs(",\"note\":", sink->out);
			print_json_string(sink->out, note_of(column));
		}
		fputc('}', sink->out);
	}
	fputs("]}\n", sink->out);
}

static void table_header(const struct dump_sink *sink)
{
	const struct dump_column *column = sink->columns;
	size_t i;

	for (i = 0; i < sink->num_columns; i++, column++)
		if (column->counter)
			fprintf(sink->out, "# %-5s %s: %s%s%s%s\n", column->key,
				column->counter->name, column->counter->meaning,
				note_of(column) ? " (" : "", note_of(column) ?: "",
				note_of(column) ? ")" : "");
	fprintf(sink->out, "%8s %14s %10s", "report", "time/us", "id");
	for (i = 0; i < sink->num_columns; i++)
		fprintf(sink->out, " %10s", sink->columns[i].key);
	fputc('\n', sink->out);
}

/**
 * print_header() - print the lines before the first report
 * @sink: the sink; columns_select() was called
 */
void print_header(struct dump_sink *sink)
{
	if (sink->options->quiet)
		return;
	if (sink->options->json)
		json_header(sink);
	else
		table_header(sink);
}

/* Whole ns, rounded down */
static u64 ns_of_ticks(const struct dump_sink *sink, u64 ticks)
{
	return ticks / sink->timestamp_hz * NS_PER_SEC +
	       (ticks % sink->timestamp_hz) * NS_PER_SEC / sink->timestamp_hz;
}

/* Time since the first report, in ns */
static u64 elapsed_ns(const struct dump_sink *sink)
{
	return ns_of_ticks(sink, sink->list.elapsed);
}

/**
 * print_report() - print one report
 * @sink: the sink; its @reports already includes the report, and its @interval ends there
 */
void print_report(struct dump_sink *sink)
{
	if (sink->measuring)
		return;
	tree_report(sink);
	html_report(sink);
	if (sink->options->quiet)
		;
	else if (sink->options->json)
		report_json(sink, elapsed_ns(sink));
	else
		report_table(sink, elapsed_ns(sink));
}

/* Print a record without a report. */
void print_rejected(const struct dump_sink *sink)
{
	if (sink->options->quiet || sink->measuring)
		return;
	fputs(sink->options->json ? "{\"type\":\"rejected\"}\n" :
	      "-- no report: neither id nor reason\n", sink->out);
}

/* Print a silence of the timer. */
void print_silence(const struct dump_sink *sink)
{
	if (sink->options->quiet)
		return;
	fputs(sink->options->json ? "{\"type\":\"silence\"}\n" :
	      "-- no report, although the timer runs\n", sink->out);
}

/**
 * print_loss() - print a loss
 * @sink: the sink
 * @what: "report", "buffer", or "count" for the number of reports that the last loss cost
 * @count: reports that were lost, for "count"
 * @exact: @count is exact
 */
void print_loss(struct dump_sink *sink, const char *what, u64 count, bool exact)
{
	bool known = !strcmp(what, "count");

	if (sink->measuring)
		return;
	html_loss(sink, what, count, exact);
	if (sink->options->quiet)
		return;
	if (sink->options->json && known)
		fprintf(sink->out, "{\"type\":\"loss\",\"count\":%" PRIu64 ",\"exact\":%s}\n",
			(uint64_t)count, exact ? "true" : "false");
	else if (sink->options->json)
		fprintf(sink->out, "{\"type\":\"lost\",\"what\":\"%s\"}\n", what);
	else if (known)
		fprintf(sink->out, "-- %s%" PRIu64 " reports lost\n", exact ? "" : "at least ",
			(uint64_t)count);
	else
		fprintf(sink->out, "-- %s lost\n", what);
}

static void json_summary(const struct dump_sink *sink, u64 ns)
{
	const u64 gap = ns_of_ticks(sink, sink->list.uncovered);

	fprintf(sink->out, "{\"type\":\"summary\",\"platform\":\"%s\",\"format\":\"%s\",\"reports\":%"
		PRIu64 ",\"time_ns\":%" PRIu64 ",\"losses\":%" PRIu64 ",\"lost\":%" PRIu64
		",\"uncounted\":%" PRIu64 ",\"unknown\":%" PRIu64 ",\"gaps\":%" PRIu64
		",\"uncovered_ns\":%" PRIu64 ",\"time_unknown\":%" PRIu64
		",\"out_of_order\":%" PRIu64 ",\"rejected\":%" PRIu64 ",\"silences\":%" PRIu64, sink->platform->key,
		sink->format->name, (uint64_t)sink->reports, (uint64_t)ns, (uint64_t)sink->losses,
		(uint64_t)sink->lost, (uint64_t)sink->uncounted, (uint64_t)sink->unknown,
		(uint64_t)sink->list.gaps, (uint64_t)gap, (uint64_t)sink->list.unknown,
		(uint64_t)sink->list.disordered, (uint64_t)sink->list.rejected,
		(uint64_t)sink->list.silences);
	if (sink->incomplete)
		eutime_json_text(sink->out, "incomplete", sink->incomplete);
	fputs("}\n", sink->out);
}

static void text_summary(const struct dump_sink *sink, u64 ns)
{
	fprintf(stderr, "oa-dump: %s, %s: %" PRIu64 " reports over %" PRIu64 ".%03u ms, lost %"
		PRIu64 " in %" PRIu64 " losses (%" PRIu64 " not counted), %" PRIu64
		" records of unknown type", sink->platform->name, sink->format->name,
		(uint64_t)sink->reports, (uint64_t)(ns / 1000000),
		(unsigned int)(ns / 1000 % 1000), (uint64_t)sink->lost, (uint64_t)sink->losses,
		(uint64_t)sink->uncounted, (uint64_t)sink->unknown);
	intervals_say(stderr, &sink->list);
	fputc('\n', stderr);
}

/**
 * print_summary() - print the last line: with --json as JSON, else on standard error
 * @sink: the sink, after its last record
 */
void print_summary(const struct dump_sink *sink)
{
	const u64 ns = elapsed_ns(sink);

	if (sink->options->tree)
		tree_print(sink, &sink->total, sink->list.uncovered);
	if (sink->options->json)
		json_summary(sink, ns);
	else
		text_summary(sink, ns);
}
