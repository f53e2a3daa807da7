// SPDX-License-Identifier: GPL-2.0-only
/*
 * A report as a line of JSON or of a table.
 *
 * A recording has millions of reports of some 60 numbers, so a line is built in memory and written
 * by one call of the C library. A line shows the counters' increments since the previous report,
 * and no values without a previous report or after a gap.
 */
#include <stdint.h>
#include <string.h>

#include "oa-dump.h"

/* Decimal digits of a u64 */
#define DIGITS		20
/* Room for the rest of a line, and for a named value in it */
#define LINE_REST	768
#define NAMED_BYTES	128

/* struct line - a line under construction, with room for each column */
struct line {
	char text[LINE_REST + MAX_COUNTER_COLUMNS * (JSON_MEMBER_BYTES + DIGITS) +
		  MAX_NAMED_COLUMNS * NAMED_BYTES];
	/* The end of its text */
	char *at;
};

static u32 digits_of(u64 value)
{
	static const u64 powers[] = {
		1ull, 10ull, 100ull, 1000ull, 10000ull, 100000ull, 1000000ull, 10000000ull,
		100000000ull, 1000000000ull, 10000000000ull, 100000000000ull, 1000000000000ull,
		10000000000000ull, 100000000000000ull, 1000000000000000ull, 10000000000000000ull,
		100000000000000000ull, 1000000000000000000ull, 10000000000000000000ull,
	};
	/* log2(value) * log10(2), rounded down */
	const u32 least = (64 - __builtin_clzll(value | 1)) * 1233 >> 12;

	return least + (value >= powers[least]) + !value;
}

/* Write digits backwards from an end, two for each division. */
static void put_digits(char *end, u64 value)
{
	static const char pairs[] =
		"00010203040506070809" "10111213141516171819" "20212223242526272829"
		"30313233343536373839" "40414243444546474849" "50515253545556575859"
		"60616263646566676869" "70717273747576777879" "80818283848586878889"
		"90919293949596979899";

	for (; value >= 100; value /= 100) {
		end -= 2;
		memcpy(end, &pairs[value % 100 * 2], 2);
	}
	if (value >= 10)
		memcpy(end - 2, &pairs[value * 2], 2);
	else
		end[-1] = '0' + value;
}

static void put_number(struct line *line, u64 value)
{
	line->at += digits_of(value);
	put_digits(line->at, value);
}

static void put_bytes(struct line *line, const char *text, size_t bytes)
{
	memcpy(line->at, text, bytes);
	line->at += bytes;
}

/* Append a string literal */
#define PUT(line, text)	put_bytes(line, text, sizeof(text) - 1)

static void put_line(struct line *line, FILE *out)
{
	*line->at++ = '\n';
	fwrite_unlocked(line->text, 1, line->at - line->text, out);
}

/* The kind of values that a line shows */
enum values { VALUES_NONE, VALUES_ABSOLUTE, VALUES_ADVANCE };

static enum values values_of(const struct dump_sink *sink)
{
	if (sink->options->absolute)
		return VALUES_ABSOLUTE;
	return sink->interval.kind == INTERVAL_COVERED ? VALUES_ADVANCE : VALUES_NONE;
}

static bool has_value(const struct dump_sink *sink, const struct dump_column *column,
		      enum values values)
{
	return values == VALUES_ABSOLUTE ||
	       (values == VALUES_ADVANCE && column_known(column, &sink->interval.sum));
}

static u64 value_of(const struct dump_sink *sink, const struct dump_column *column,
		    enum values values)
{
	return values == VALUES_ABSOLUTE ? column_value(column, &sink->interval.report) :
	       column_advance(column, &sink->interval.sum);
}

/**
 * report_members() - make the texts before the values of each line of JSON
 * @sink: the sink, with its columns
 */
void report_members(struct dump_sink *sink)
{
	size_t i;

	for (i = 0; i < sink->num_columns; i++)
		sink->members[i].bytes = snprintf(sink->members[i].text, JSON_MEMBER_BYTES,
						  ",\"%s\":", column_key(&sink->columns[i]));
}

/* Print a named value. Return: the length of the text, 0 if the interval has no valid value. */
static u32 print_named(char text[NAMED_TEXT_BYTES], const struct dump_sink *sink,
		       const struct named *named, enum values values)
{
	struct named_value value;

	if (values != VALUES_ADVANCE)
		return 0;
	value = named_value(named, &sink->interval.sum, &sink->machine);
	return value.wrong ? 0 : named_print(text, named, &value);
}

static void put_named_json(struct line *line, const struct dump_sink *sink,
			   const struct named *named, enum values values)
{
	char text[NAMED_TEXT_BYTES];
	const u32 length = print_named(text, sink, named, values);

	if (length)
		line->at += sprintf(line->at, ",\"%.*s\":%s", NAMED_NAME_MOST, named->name, text);
}

static void put_columns_json(struct line *line, const struct dump_sink *sink)
{
	const enum values values = values_of(sink);
	size_t i;

	for (i = 0; values != VALUES_NONE && i < sink->num_columns; i++) {
		const struct dump_column *column = &sink->columns[i];

		if (column->named) {
			put_named_json(line, sink, column->named, values);
			continue;
		}
		if (!has_value(sink, column, values))
			continue;
		/* The constant size compiles to two moves. The excess is overwritten */
		memcpy(line->at, sink->members[i].text, JSON_MEMBER_BYTES);
		line->at += sink->members[i].bytes;
		put_number(line, value_of(sink, column, values));
	}
}

static void put_frequencies(struct line *line, const struct oa_report *report)
{
	if (report->slice_ratio) {
		PUT(line, ",\"slice_mhz\":");
		put_number(line, fact_mhz(report->slice_ratio));
	}
	if (report->unslice_ratio) {
		PUT(line, ",\"unslice_mhz\":");
		put_number(line, fact_mhz(report->unslice_ratio));
	}
}

static void put_triggers(struct line *line, const struct oa_report *report)
{
	if (report->start_trigger)
		PUT(line, ",\"start_trigger\":true");
	if (report->threshold)
		PUT(line, ",\"threshold\":true");
	if (report->timer_enabled)
		PUT(line, ",\"timer_enabled\":true");
}

/**
 * report_json() - print a report as a line of JSON
 * @sink: the sink, after report_members()
 * @ns: time since the first report
 */
void report_json(const struct dump_sink *sink, u64 ns)
{
	const struct oa_report *report = &sink->interval.report;
	struct line line;

	line.at = line.text;
	PUT(&line, "{\"type\":\"report\",\"report\":");
	put_number(&line, sink->reports);
	PUT(&line, ",\"time_ns\":");
	put_number(&line, ns);
	PUT(&line, ",\"gpu_ticks\":");
	put_number(&line, report->timestamp);
	PUT(&line, ",\"id\":");
	put_number(&line, report->id);
	if (report->reason) {
		PUT(&line, ",\"reason\":");
		put_number(&line, report->reason);
	}
	if (report->ctx_valid) {
		PUT(&line, ",\"context\":");
		put_number(&line, report->ctx_id);
	}
	put_frequencies(&line, report);
	put_triggers(&line, report);
	if (sink->interval.kind == INTERVAL_BACK)
		PUT(&line, ",\"out_of_order\":true");
	if (sink->interval.kind == INTERVAL_UNKNOWN)
		PUT(&line, ",\"time_unknown\":true");
	put_columns_json(&line, sink);
	PUT(&line, "}");
	put_line(&line, sink->out);
}

/* Take the time since the last mark for the interval whose values are printed. */
static struct interval since_mark(struct dump_sink *sink)
{
	const struct interval kept = sink->interval;

	sink->interval.sum = sink->marked;
	sink->interval.kind = sink->marked.pairs ? INTERVAL_COVERED : INTERVAL_FIRST;
	return kept;
}

/* A text in printable ASCII */
static void put_text(struct line *line, const char *text)
{
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			*line->at++ = '\\';
		*line->at++ = *text;
	}
}

/**
 * report_mark_json() - print a mark as a line of JSON
 * @sink: the sink
 * @mark: the mark
 * @ns: time since the first report
 */
void report_mark_json(struct dump_sink *sink, const struct mark *mark, u64 ns)
{
	const struct interval kept = since_mark(sink);
	char name[MARK_NAME_BYTES];
	struct line line;

	mark_print(&mark->is, name);
	line.at = line.text;
	PUT(&line, "{\"type\":\"mark\",\"mark\":");
	put_number(&line, mark->is.number);
	PUT(&line, ",\"text\":\"");
	put_text(&line, name);
	PUT(&line, "\",\"by\":\"");
	put_text(&line, mark_by_name(mark->by));
	PUT(&line, "\",\"time_ns\":");
	put_number(&line, ns);
	PUT(&line, ",\"monotonic_ns\":");
	put_number(&line, mark->is.clocks.monotonic_ns);
	PUT(&line, ",\"since_ns\":");
	put_number(&line, oa_fraction(sink->marked.time, sink->timestamp_hz, 1000000000ull));
	put_columns_json(&line, sink);
	PUT(&line, "}");
	put_line(&line, sink->out);
	sink->interval = kept;
}

/* Append a number, right-aligned in a cell of at least @width */
static void put_cell(struct line *line, u64 value, u32 width)
{
	const u32 digits = digits_of(value), pad = digits < width ? width - digits : 0;

	memset(line->at, ' ', pad);
	line->at += pad + digits;
	put_digits(line->at, value);
}

/* A cell that is as wide as the column's name */
static void put_named_cell(struct line *line, const struct dump_sink *sink,
			   const struct dump_column *column, enum values values)
{
	char text[NAMED_TEXT_BYTES];

	if (!print_named(text, sink, column->named, values))
		strcpy(text, "-");
	line->at += sprintf(line->at, "%*s", column_width(column), text);
}

/* A fact is of its report, so it does not need an interval. */
static void put_fact_cell(struct line *line, const struct dump_sink *sink,
			  const struct dump_column *column)
{
	char text[FACT_TEXT_BYTES];

	if (!fact_print(text, column->fact, sink->format, &sink->interval.report))
		strcpy(text, "-");
	line->at += sprintf(line->at, "%*s", column_width(column), text);
}

static void put_time(struct line *line, const struct dump_sink *sink, u64 ns)
{
	if (sink->interval.kind == INTERVAL_BACK) {
		PUT(line, "  out of order");
	} else if (sink->interval.kind == INTERVAL_UNKNOWN) {
		PUT(line, "  time unknown");
	} else {
		put_cell(line, ns / 1000, COLUMN_WIDTH);
		PUT(line, ".000");
		put_digits(line->at, ns % 1000);
	}
}

static void put_id(struct line *line, u32 id)
{
	int shift;

	PUT(line, " 0x");
	for (shift = 28; shift >= 0; shift -= 4)
		*line->at++ = "0123456789abcdef"[id >> shift & 0xf];
}

static void put_columns(struct line *line, const struct dump_sink *sink)
{
	const enum values values = values_of(sink);
	size_t i;

	for (i = 0; i < sink->num_columns; i++) {
		PUT(line, " ");
		if (sink->columns[i].named)
			put_named_cell(line, sink, &sink->columns[i], values);
		else if (sink->columns[i].fact)
			put_fact_cell(line, sink, &sink->columns[i]);
		else if (has_value(sink, &sink->columns[i], values))
			put_cell(line, value_of(sink, &sink->columns[i], values), COLUMN_WIDTH);
		else
			PUT(line, "         -");
	}
}

/**
 * report_table() - print a report as a line of a table
 * @sink: the sink
 * @ns: time since the first report
 */
void report_table(const struct dump_sink *sink, u64 ns)
{
	struct line line;

	line.at = line.text;
	put_cell(&line, sink->reports, 8);
	PUT(&line, " ");
	put_time(&line, sink, ns);
	put_id(&line, sink->interval.report.id);
	put_columns(&line, sink);
	put_line(&line, sink->out);
}

/**
 * report_mark_table() - print a mark as a line of a table
 * @sink: the sink
 * @mark: the mark
 * @ns: time since the first report
 */
void report_mark_table(struct dump_sink *sink, const struct mark *mark, u64 ns)
{
	const struct interval kept = since_mark(sink);
	char name[MARK_NAME_BYTES];
	struct line line;

	mark_print(&mark->is, name);
	line.at = line.text;
	PUT(&line, "    mark ");
	put_time(&line, sink, ns);
	PUT(&line, "          -");
	put_columns(&line, sink);
	line.at += sprintf(line.at, "  \"%s\", by %s", name, mark_by_name(mark->by));
	put_line(&line, sink->out);
	sink->interval = kept;
}
