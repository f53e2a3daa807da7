// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reports as lines: of a table, or of JSON.
 *
 * Counters run on, so what a line shows is what was added since the report before;
 * the first report has nothing before it and shows none.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "oa-dump.h"

#define NS_PER_SEC	1000000000ull

static u64 all_a(const struct oa_report_format *format, u32 *b, u32 *c)
{
	u32 zero[OA_REPORT_MAX_DWORDS] = { 0 };
	struct oa_report report;

	oa_report_decode(format, zero, &report);
	*b = report.b_mask;
	*c = report.c_mask;
	return report.a_mask;
}

/* One of "A0", "b3"; -1 if it is neither that nor in the format */
static int add_column(struct dump_sink *sink, const char *name)
{
	u64 a;
	u32 b, c, n;
	char *end;

	a = all_a(sink->format, &b, &c);
	n = strtoul(name + 1, &end, 10);
	if (end == name + 1 || *end || n > 63)
		return -1;
	switch (name[0] | 0x20) {
	case 'a':
		sink->a |= a & 1ull << n;
		return a >> n & 1 ? 0 : -1;
	case 'b':
		sink->b |= b & 1ull << n;
		return n < 32 && b >> n & 1 ? 0 : -1;
	case 'c':
		sink->c |= c & 1ull << n;
		return n < 32 && c >> n & 1 ? 0 : -1;
	default:
		return -1;
	}
}

/**
 * print_columns() - decide which counters are printed
 * @sink: with options, platform and format set
 *
 * Those that were asked for; if none were, all in JSON, and in a table those of
 * the platform's choice that the format has. Return: 0, or -1 for a name the
 * format does not have.
 */
int print_columns(struct dump_sink *sink)
{
	const char *wanted = sink->options->counters;
	char *list, *name, *save = NULL;
	int ret = 0;

	if (!wanted && sink->options->json) {
		sink->a = all_a(sink->format, &sink->b, &sink->c);
		return 0;
	}
	list = strdup(wanted ?: sink->platform->columns);
	for (name = strtok_r(list, ",", &save); name && !ret; name = strtok_r(NULL, ",", &save)) {
		if (!add_column(sink, name) || !wanted)
			continue;
		complain("format %s of %s has no counter '%s': see --list", sink->format->name,
			 sink->platform->name, name);
		ret = -1;
	}
	free(list);
	if (!ret && !sink->a && !sink->b && !sink->c)
		sink->a = all_a(sink->format, &sink->b, &sink->c);
	return ret;
}

typedef void (*visitor)(struct dump_sink *sink, char bank, u8 n, u64 value);

/* Each counter that is printed, in the order A, B, C */
static void visit(struct dump_sink *sink, const struct oa_report *report, visitor show)
{
	const struct oa_report *last = &sink->last;
	bool absolute = sink->options->absolute;
	u8 n;

	for (n = 0; n < OA_MAX_A; n++)
		if (sink->a >> n & 1)
			show(sink, 'A', n, absolute ? report->a[n] :
			     oa_counter_delta(report, n, last->a[n], report->a[n]));
	for (n = 0; n < OA_MAX_B; n++)
		if (sink->b >> n & 1)
			show(sink, 'B', n, absolute ? report->b[n] :
			     (u32)(report->b[n] - last->b[n]));
	for (n = 0; n < OA_MAX_C; n++)
		if (sink->c >> n & 1)
			show(sink, 'C', n, absolute ? report->c[n] :
			     (u32)(report->c[n] - last->c[n]));
}

static void head_cell(struct dump_sink *sink, char bank, u8 n, u64 value)
{
	char name[8];

	(void)value;
	snprintf(name, sizeof(name), "%c%u", bank, n);
	fprintf(sink->out, " %10s", name);
}

static void value_cell(struct dump_sink *sink, char bank, u8 n, u64 value)
{
	(void)bank;
	(void)n;
	fprintf(sink->out, " %10" PRIu64, (uint64_t)value);
}

static void empty_cell(struct dump_sink *sink, char bank, u8 n, u64 value)
{
	(void)bank;
	(void)n;
	(void)value;
	fprintf(sink->out, " %10s", "-");
}

static void json_member(struct dump_sink *sink, char bank, u8 n, u64 value)
{
	fprintf(sink->out, ",\"%c%u\":%" PRIu64, bank, n, (uint64_t)value);
}

/**
 * print_header() - the line above a table
 * @sink: where to; print_columns() was called
 */
void print_header(struct dump_sink *sink)
{
	if (sink->options->json || sink->options->quiet)
		return;
	fprintf(sink->out, "%8s %14s %10s", "report", "time/us", "id");
	visit(sink, &sink->last, head_cell);
	fputc('\n', sink->out);
}

/* Time of day does not matter: since the first report, in ns */
static u64 elapsed_ns(const struct dump_sink *sink)
{
	u64 seconds = sink->elapsed / sink->timestamp_hz;

	return seconds * NS_PER_SEC +
	       (sink->elapsed % sink->timestamp_hz) * NS_PER_SEC / sink->timestamp_hz;
}

static void advance(struct dump_sink *sink, const struct oa_report *report)
{
	u64 wrap = sink->format->timestamp_bits < 64 ?
		   (1ull << sink->format->timestamp_bits) - 1 : ~0ull;

	if (sink->have_last)
		sink->elapsed += (report->timestamp - sink->last.timestamp) & wrap;
}

static void json_report(struct dump_sink *sink, const struct oa_report *report)
{
	fprintf(sink->out, "{\"type\":\"report\",\"report\":%" PRIu64 ",\"time_ns\":%" PRIu64
		",\"timestamp\":%" PRIu64 ",\"id\":%u", (uint64_t)sink->reports,
		(uint64_t)elapsed_ns(sink), (uint64_t)report->timestamp, report->id);
	if (report->ctx_valid)
		fprintf(sink->out, ",\"context\":%u", report->ctx_id);
	if (sink->have_last || sink->options->absolute)
		visit(sink, report, json_member);
	fputs("}\n", sink->out);
}

static void table_report(struct dump_sink *sink, const struct oa_report *report)
{
	u64 ns = elapsed_ns(sink);

	fprintf(sink->out, "%8" PRIu64 " %10" PRIu64 ".%03u 0x%08x", (uint64_t)sink->reports,
		(uint64_t)(ns / 1000), (unsigned int)(ns % 1000), report->id);
	visit(sink, report, sink->have_last || sink->options->absolute ? value_cell : empty_cell);
	fputc('\n', sink->out);
}

/**
 * print_report() - one report
 * @sink: where to; it was counted in @sink->reports
 * @raw: the report
 */
void print_report(struct dump_sink *sink, const u32 *raw)
{
	struct oa_report report;

	oa_report_decode(sink->format, raw, &report);
	advance(sink, &report);
	if (sink->options->quiet)
		;
	else if (sink->options->json)
		json_report(sink, &report);
	else
		table_report(sink, &report);
	sink->last = report;
	sink->have_last = true;
}

/**
 * print_loss() - something was lost
 * @sink: where to
 * @what: "report", "buffer", or "count": how many the last one cost
 * @count: reports that were lost, for "count"
 * @exact: @count is exact
 */
void print_loss(struct dump_sink *sink, const char *what, u64 count, bool exact)
{
	bool known = !strcmp(what, "count");

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

/**
 * print_summary() - the last line: of JSON if that was asked for, else on standard error
 * @sink: of a run that is over
 */
void print_summary(const struct dump_sink *sink)
{
	u64 ns = elapsed_ns(sink);

	if (sink->options->json)
		fprintf(sink->out, "{\"type\":\"summary\",\"platform\":\"%s\",\"format\":\"%s\",\"reports\":%"
			PRIu64 ",\"time_ns\":%" PRIu64 ",\"losses\":%" PRIu64 ",\"lost\":%" PRIu64
			",\"unknown\":%" PRIu64 "}\n", sink->platform->key, sink->format->name,
			(uint64_t)sink->reports, (uint64_t)ns, (uint64_t)sink->losses,
			(uint64_t)sink->lost, (uint64_t)sink->unknown);
	else
		fprintf(stderr, "oa-dump: %s, %s: %" PRIu64 " reports over %" PRIu64 ".%03u ms, lost %"
			PRIu64 " in %" PRIu64 " losses, %" PRIu64 " records of unknown type\n",
			sink->platform->name, sink->format->name, (uint64_t)sink->reports,
			(uint64_t)(ns / 1000000), (unsigned int)(ns / 1000 % 1000),
			(uint64_t)sink->lost, (uint64_t)sink->losses, (uint64_t)sink->unknown);
}
