// SPDX-License-Identifier: GPL-2.0-only
/*
 * Print the header, losses and the summary around the reports (report.c), as a table or as JSON.
 */
#include <inttypes.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "oa-dump.h"
#include "formats/oa_names.h"
#include "tools/common/eutime.h"

#define NS_PER_SEC	1000000000ull

/* struct description - what a column counts with the metric set */
struct description {
	const char *meaning;
	const char *note;
};

static struct description describe(const struct dump_sink *sink, const struct dump_column *column)
{
	const struct oa_flex_event *flex = column_flex(column, &sink->machine);

	if (column->named)
		return (struct description){ column->named->meaning, NULL };
	if (column->fact)
		return (struct description){ fact_meaning(column->fact), NULL };
	if (flex)
		return (struct description){ flex->meaning, flex->note };
	return column->counter ?
		(struct description){ column->counter->meaning, column->counter->note } :
		(struct description){ NULL, NULL };
}

static const char *text_or_null(const char *text)
{
	return *text ? text : NULL;
}

static void json_origin(const struct dump_sink *sink)
{
	const struct dump_origin *origin = &sink->origin;
	const time_t seconds = origin->realtime_ns / NS_PER_SEC;
	char date[32] = "";
	struct tm tm;

	if (seconds && gmtime_r(&seconds, &tm))
		strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", &tm);
	eutime_json_text(sink->out, "date", text_or_null(date));
	eutime_json_text(sink->out, "host", text_or_null(origin->host));
	eutime_json_text(sink->out, "driver", text_or_null(origin->source.driver));
	eutime_json_text(sink->out, "device", text_or_null(origin->source.device));
	eutime_json_text(sink->out, "metric_set", text_or_null(origin->source.metric_set));
	eutime_json_text(sink->out, "metric_set_uuid", text_or_null(origin->source.uuid));
}

static void json_column(const struct dump_sink *sink, const struct dump_column *column)
{
	const struct description is = describe(sink, column);

	fprintf(sink->out, "{\"key\":\"%s\"", column_key(column));
	if (column->named) {
		eutime_json_text(sink->out, "unit", column->named->unit);
		eutime_json_text(sink->out, "meaning", is.meaning);
		eutime_json_text(sink->out, "group", column->named->group);
		fputc('}', sink->out);
		return;
	}
	eutime_json_text(sink->out, "event", text_or_null(column_title(column, &sink->machine)));
	if (column->counter) {
		fprintf(sink->out, ",\"name\":\"%s\",\"unit\":\"%s\"", column->counter->name,
			column->counter->unit);
		eutime_json_text(sink->out, "meaning", is.meaning);
	}
	if (is.note)
		eutime_json_text(sink->out, "note", is.note);
	fputc('}', sink->out);
}

static void json_header(struct dump_sink *sink)
{
	size_t i;

	report_members(sink);
	fprintf(sink->out, "{\"type\":\"header\",\"platform\":\"%s\",\"format\":\"%s\",\"timestamp_hz\":%u",
		sink->platform->key, sink->format->name, sink->timestamp_hz);
	json_origin(sink);
	fputs(",\"counters\":[", sink->out);
	for (i = 0; i < sink->num_columns; i++) {
		fputs(i ? "," : "", sink->out);
		json_column(sink, &sink->columns[i]);
	}
	fputs("]}\n", sink->out);
}

static void table_header(const struct dump_sink *sink)
{
	const struct dump_column *column = sink->columns;
	size_t i;

	for (i = 0; i < sink->num_columns; i++, column++) {
		const struct description is = describe(sink, column);
		const char *title = column_title(column, &sink->machine);

		if (column->named)
			fprintf(sink->out, "# %s: %s; %s\n", title, column->named->unit,
				is.meaning);
		else if (column->fact)
			fprintf(sink->out, "# %s: %s\n", title, is.meaning);
		else if (is.meaning)
			fprintf(sink->out, "# %-5s %s: %s%s%s%s\n", column->key,
				*title ? title : column->counter->name, is.meaning,
				is.note ? " (" : "", is.note ?: "", is.note ? ")" : "");
	}
	fprintf(sink->out, "%8s %14s %10s", "report", "time/us", "id");
	for (i = 0; i < sink->num_columns; i++)
		fprintf(sink->out, " %*s", column_width(&sink->columns[i]),
			column_key(&sink->columns[i]));
	fputc('\n', sink->out);
}

/**
 * print_header() - print the lines before the first report
 * @sink: the sink; columns_select() was called
 */
void print_header(struct dump_sink *sink)
{
	if (sink->options->csv && (sink->options->tree || !sink->options->quiet))
		csv_header(sink);
	if (sink->options->quiet || sink->options->csv)
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
	oa_increments_merge(&sink->marked, &sink->interval.sum);
	tree_report(sink);
	html_report(sink);
	if (sink->options->quiet)
		;
	else if (sink->options->csv)
		csv_report(sink, elapsed_ns(sink));
	else if (sink->options->json)
		report_json(sink, elapsed_ns(sink));
	else
		report_table(sink, elapsed_ns(sink));
}

/* Print a record without a report. */
void print_rejected(const struct dump_sink *sink)
{
	if (sink->options->quiet || sink->options->csv || sink->measuring)
		return;
	fputs(sink->options->json ? "{\"type\":\"rejected\"}\n" :
	      "-- no report: neither id nor reason\n", sink->out);
}

/* Print a silence of the timer. */
void print_silence(const struct dump_sink *sink)
{
	if (sink->options->quiet || sink->options->csv || sink->measuring)
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
	if (sink->options->quiet || sink->options->csv)
		return;
	if (sink->options->json && known)
		fprintf(sink->out, "{\"type\":\"loss\",\"count\":%" PRIu64 ",\"exact\":%s}\n",
			(uint64_t)count, exact ? "true" : "false");
	else if (sink->options->json)
		fprintf(sink->out, "{\"type\":\"lost\",\"what\":\"%s\"}\n", what);
	else if (known && !count && !exact)
		fputs("-- an unknown number of reports lost\n", sink->out);
	else if (known)
		fprintf(sink->out, "-- %s%" PRIu64 " report%s lost\n", exact ? "" : "at least ",
			(uint64_t)count, count == 1 ? "" : "s");
	else
		fprintf(sink->out, "-- %s lost\n", what);
}

/**
 * print_mark() - print a mark, with what was counted since the one before it
 * @sink: the sink
 * @mark: the mark
 * @ticks: from the first report to the mark
 */
void print_mark(struct dump_sink *sink, const struct mark *mark, u64 ticks)
{
	if (sink->measuring || *sink->options->compare)
		return;
	html_mark(sink, mark, ticks);
	if (sink->options->tree)
		tree_mark(sink, mark);
	else if (sink->options->quiet || sink->options->csv)
		;
	else if (sink->options->json)
		report_mark_json(sink, mark, ns_of_ticks(sink, ticks));
	else
		report_mark_table(sink, mark, ns_of_ticks(sink, ticks));
	memset(&sink->marked, 0, sizeof(sink->marked));
	/* Someone may wait for it behind a pipe. */
	if (!sink->options->decode)
		fflush(sink->out);
}

static void json_summary(const struct dump_sink *sink, u64 ns)
{
	const u64 gap = ns_of_ticks(sink, sink->list.uncovered);

	fprintf(sink->out, "{\"type\":\"summary\",\"platform\":\"%s\",\"format\":\"%s\",\"reports\":%"
		PRIu64 ",\"time_ns\":%" PRIu64 ",\"losses\":%" PRIu64 ",\"lost\":%" PRIu64
		",\"uncounted\":%" PRIu64 ",\"unknown\":%" PRIu64 ",\"gaps\":%" PRIu64
		",\"uncovered_ns\":%" PRIu64 ",\"time_unknown\":%" PRIu64
		",\"out_of_order\":%" PRIu64 ",\"rejected\":%" PRIu64 ",\"silences\":%" PRIu64 ",\"marks\":%" PRIu64, sink->platform->key,
		sink->format->name, (uint64_t)sink->reports, (uint64_t)ns, (uint64_t)sink->total.losses,
		(uint64_t)sink->total.lost, (uint64_t)sink->uncounted, (uint64_t)sink->unknown,
		(uint64_t)sink->list.gaps, (uint64_t)gap, (uint64_t)sink->list.unknown,
		(uint64_t)sink->list.disordered, (uint64_t)sink->list.rejected,
		(uint64_t)sink->list.silences, (uint64_t)sink->num_marks);
	if (sink->incomplete)
		eutime_json_text(sink->out, "incomplete", sink->incomplete);
	fputs("}\n", sink->out);
}

static void text_summary(const struct dump_sink *sink, u64 ns)
{
	fprintf(stderr, "oa-dump: %s, %s: %" PRIu64 " report%s over %" PRIu64 ".%03u ms, lost %"
		PRIu64 " in %" PRIu64 " loss%s (%" PRIu64 " not counted), %" PRIu64
		" records of unknown type", sink->platform->name, sink->format->name,
		(uint64_t)sink->reports, sink->reports == 1 ? "" : "s", (uint64_t)(ns / 1000000),
		(unsigned int)(ns / 1000 % 1000), (uint64_t)sink->total.lost,
		(uint64_t)sink->total.losses, sink->total.losses == 1 ? "" : "es",
		(uint64_t)sink->uncounted, (uint64_t)sink->unknown);
	if (sink->num_marks)
		fprintf(stderr, ", %" PRIu64 " mark%s", (uint64_t)sink->num_marks,
			sink->num_marks == 1 ? "" : "s");
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
		tree_print(sink, &sink->total);
	if (sink->options->json)
		json_summary(sink, ns);
	else
		text_summary(sink, ns);
}
