// SPDX-License-Identifier: GPL-2.0-only
/*
 * A recording as one page of HTML: the tree of EU time, over time and as a whole, losses, marks, and each
 * counter over time. Pictures are SVG inside the page, which needs no network and no script.
 *
 * The recording is read twice, since the width of a column of time depends on the length of the
 * recording. The increments between two reports belong to the column of the second one, in which
 * they are divided by the time between them. A column without a report has no line. The page is XML
 * as well, so that any reader of XML can check it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "formats/oa_codes.h"
#include "formats/oa_names.h"
#include "oa-dump.h"
#include "tools/common/eutime.h"
#include "tools/common/file.h"

#define MAX_COLUMNS_OF_TIME	200u
#define WIDTH			900u
#define HEIGHT			100u
/* Around a picture, for the labels of its axes */
#define LEFT			70u
#define RIGHT			40u
#define ABOVE			18u
#define BELOW			20u
#define TIME_MARKS		10u
#define VALUE_MARKS		5u
/* No character of a label is wider, so two labels that are so far apart do not touch */
#define CHARACTER_WIDTH		7u

/* struct span - a column: the increments and losses in a part of the time */
struct span {
	struct oa_increments sum;
	u64 losses;
};

/* struct page_loss - an announced loss */
struct page_loss {
	u64 ticks;
	const char *what;
	u64 count;
	bool exact;
};

/* struct page_mark - a mark, with its text or number */
struct page_mark {
	u64 ticks;
	enum mark_by by;
	char text[MARK_NAME_BYTES];
};

struct html_page {
	FILE *out;
	u64 ticks;
	u32 num;
	struct span spans[MAX_COLUMNS_OF_TIME];
	struct page_loss *losses;
	size_t num_losses;
	struct page_mark *marks;
	size_t num_marks;
	/* A loss or a mark has no place, so the page would hide it */
	bool incomplete;
};

/**
 * html_new() - create a page
 * @ticks: length of the recording
 * @reports: number of reports in it
 *
 * Return: the page, for &dump_sink.html, or NULL.
 */
struct html_page *html_new(u64 ticks, u64 reports)
{
	struct html_page *page = calloc(1, sizeof(*page));

	if (!page) {
		complain("no memory for a page");
		return NULL;
	}
	page->ticks = ticks ?: 1;
	page->num = reports / 2 < 1 ? 1 : reports / 2 > MAX_COLUMNS_OF_TIME ? MAX_COLUMNS_OF_TIME :
		    reports / 2;
	return page;
}

/**
 * html_free() - release a page
 * @page: the page or NULL
 */
void html_free(struct html_page *page)
{
	if (page) {
		free(page->losses);
		free(page->marks);
	}
	free(page);
}

/* The column of a time. A time on the border of two columns belongs to the first one. */
static struct span *span_at(struct html_page *page, u64 ticks)
{
	const u64 n = ticks ? (ticks - 1) * page->num / page->ticks : 0;

	return &page->spans[n < page->num ? n : page->num - 1];
}

/**
 * html_report() - collect a report
 * @sink: the sink, whose @interval ends at the report
 */
void html_report(struct dump_sink *sink)
{
	if (sink->html)
		oa_increments_merge(&span_at(sink->html, sink->list.elapsed)->sum,
				    &sink->interval.sum);
}

/**
 * html_loss() - collect a loss
 * @sink: the sink
 * @what: as for print_loss()
 * @count: as for print_loss()
 * @exact: as for print_loss()
 */
void html_loss(struct dump_sink *sink, const char *what, u64 count, bool exact)
{
	struct html_page *page = sink->html;
	struct page_loss *more;

	if (!page)
		return;
	span_at(page, sink->list.elapsed)->losses++;
	more = realloc(page->losses, (page->num_losses + 1) * sizeof(*more));
	page->incomplete |= !more;
	if (!more)
		return;
	page->losses = more;
	page->losses[page->num_losses++] = (struct page_loss){ sink->list.elapsed, what, count, exact };
}

/**
 * html_mark() - collect a mark
 * @sink: the sink
 * @mark: the mark
 * @ticks: from the first report to the mark
 */
void html_mark(struct dump_sink *sink, const struct mark *mark, u64 ticks)
{
	struct html_page *page = sink->html;
	struct page_mark *more;

	if (!page)
		return;
	more = realloc(page->marks, (page->num_marks + 1) * sizeof(*more));
	page->incomplete |= !more;
	if (!more)
		return;
	page->marks = more;
	more += page->num_marks++;
	*more = (struct page_mark){ .ticks = ticks, .by = mark->by };
	mark_print(&mark->is, more->text);
}

static void put(struct html_page *page, const char *text)
{
	for (; *text; text++) {
		if (*text == '&' || *text == '<' || *text == '>' || *text == '"')
			fprintf(page->out, "&#%d;", *text);
		else
			fputc(*text, page->out);
	}
}

/* Print a number with a comma between groups of three digits */
static void put_number(FILE *out, u64 value)
{
	if (value < 1000) {
		fprintf(out, "%u", (unsigned int)value);
		return;
	}
	put_number(out, value / 1000);
	fprintf(out, ",%03u", (unsigned int)(value % 1000));
}

/* Print a number that scripts and tests find by its id */
static void put_named(FILE *out, const char *id, u64 value)
{
	fprintf(out, "<b id=\"%s\">", id);
	put_number(out, value);
	fputs("</b>", out);
}

static void put_ms(const struct dump_sink *sink, u64 ticks)
{
	const u64 us = oa_fraction(ticks, sink->timestamp_hz, 1000000);

	put_number(sink->html->out, us / 1000);
	fprintf(sink->html->out, ".%03u", (unsigned int)(us % 1000));
}

static void head(const struct dump_sink *sink)
{
	FILE *out = sink->html->out;

	fprintf(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>"
		"<title>%s, %s</title>\n<style>body{font:14px sans-serif;margin:2em;max-width:1010px}"
		"td,th{padding:1px 8px;text-align:left;vertical-align:top}.n{text-align:right}"
		"svg{display:block;margin:4px 0}text{font:11px sans-serif}.plot{fill:#eee}.look{background:#fd8}"
		".key{padding:0 1em 0 4px;outline:1px solid #eee}"
		".active{fill:#2a7}.stall{fill:#c53}.fixed{fill:#d90}.gpu{fill:#bbb}.idle{fill:#db6}"
		".wrong{fill:#fff}.loss{fill:#e0f}.mark{fill:#000}.line{fill:none;stroke:#247}</style></head><body>\n"
		"<h1>%s, %s</h1>\n", sink->platform->name, sink->format->name,
		sink->platform->name, sink->format->name);
	fputs("<p id=\"summary\">", out);
	put_named(out, "reports", sink->reports);
	fprintf(out, " report%s over <b id=\"ms\">", sink->reports == 1 ? "" : "s");
	put_ms(sink, sink->list.elapsed);
	fputs("</b> ms, ", out);
	put_named(out, "lost", sink->total.lost);
	fputs(" lost in ", out);
	put_named(out, "losses", sink->total.losses);
	fprintf(out, " loss%s, ", sink->total.losses == 1 ? "" : "es");
	if (sink->machine.eus)
		fprintf(out, "%u EUs</p>\n", sink->machine.eus);
	else
		fputs("unknown number of EUs</p>\n", out);
	if (sink->incomplete)
		fprintf(out, "<p class=\"look\">Incomplete: <span id=\"incomplete\">%s</span></p>\n",
			sink->incomplete);
	if (sink->list.gaps) {
		fputs("<p>Counters restarted or stood still: <b id=\"uncovered\">", out);
		put_ms(sink, sink->list.uncovered);
		fputs("</b> ms in ", out);
		put_named(out, "gaps", sink->list.gaps);
		fputs(" gaps are in no number.</p>\n", out);
	}
	if (sink->list.unknown) {
		fputs("<p>", out);
		put_named(out, "unknown", sink->list.unknown);
		fputs(" intervals of unknown time are in no number.</p>\n", out);
	}
	if (sink->list.disordered || sink->list.rejected) {
		fputs("<p>Left out: ", out);
		put_named(out, "disordered", sink->list.disordered);
		fputs(" reports out of order, ", out);
		put_named(out, "rejected", sink->list.rejected);
		fputs(" records without id and reason.</p>\n", out);
	}
}

static void run_row(struct html_page *page, const char *name, const char *id, const char *text)
{
	if (!*text)
		return;
	fprintf(page->out, "<tr><th>%s</th><td id=\"run-%s\">", name, id);
	put(page, text);
	fputs("</td></tr>\n", page->out);
}

/* A table of the recording's origin, as far as it is known. */
static void run(const struct dump_sink *sink, const struct rawfile *file)
{
	const struct record_source *source = &file->source;
	const time_t seconds = file->realtime_ns / 1000000000;
	struct html_page *page = sink->html;
	char text[160];
	struct tm tm;

	fputs("<table id=\"run\">\n", page->out);
	snprintf(text, sizeof(text), file->devid ? "%s, PCI 8086:%04x%s%s" : "%s",
		 sink->platform->name, file->devid, *source->device ? " at " : "", source->device);
	run_row(page, "GPU", "gpu", text);
	run_row(page, "Driver", "driver", source->driver);
	snprintf(text, sizeof(text), "%s%s%s", source->metric_set,
		 *source->metric_set && *source->uuid ? ", " : "", source->uuid);
	run_row(page, "Metric set", "set", text);
	text[0] = 0;
	if (file->period)
		snprintf(text, sizeof(text), "every %.6g ms, %.6g per second",
			 1e3 * file->period / file->timestamp_hz,
			 (double)file->timestamp_hz / file->period);
	run_row(page, "Timer", "timer", text);
	text[0] = 0;
	if (file->realtime_ns && gmtime_r(&seconds, &tm))
		strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &tm);
	run_row(page, "Recorded", "recorded", text);
	fputs("</table>\n", page->out);
}

static void put_wrong(struct html_page *page, u32 wrong)
{
	fputs("not shown: ", page->out);
	eutime_wrong(page->out, wrong, ", ", "");
}

static void tree_row(struct html_page *page, const struct oa_tree *tree, u32 i)
{
	const struct oa_tree_node *node = &tree->def->nodes[i];
	const struct oa_tree_state *state = &tree->states[i];

	fprintf(page->out, "<tr%s><td style=\"padding-left:%uem\">%s</td><td class=\"n\" id=\"%s\">",
		tree->look == (int)i ? " class=\"look\"" : "", node->level, node->name, node->name);
	if (!state->proven)
		fputs("not proven", page->out);
	else if (state->wrong)
		put_wrong(page, state->wrong);
	else
		eutime_share(page->out, state->share);
	fputs("</td><td>", page->out);
	put(page, node->meaning);
	if (node->doubt) {
		fputs(": ", page->out);
		put(page, node->doubt);
	}
	fputs("</td></tr>\n", page->out);
}

static void tree_table(const struct dump_sink *sink, const struct oa_tree *tree)
{
	struct html_page *page = sink->html;
	u32 i;

	fputs("<table id=\"tree\"><tr><th>State</th><th>%</th><th>Meaning</th></tr>\n",
	      page->out);
	for (i = 0; i < tree->def->num; i++)
		tree_row(page, tree, i);
	fputs("</table>\n", page->out);
	if (tree->def->overlap) {
		fputs("<p>Level 2 need not add up to level 1: ", page->out);
		put(page, tree->def->overlap);
		fputs(".</p>\n", page->out);
	}
	if (tree->look >= 0 && tree->def->nodes[tree->look].look) {
		fputs("<p class=\"look\">Look at: ", page->out);
		put(page, tree->def->nodes[tree->look].look);
		fputs("</p>\n", page->out);
	}
}

static void label(struct html_page *page, const char *kind, u32 x, u32 y, const char *anchor,
		  const char *text)
{
	fprintf(page->out, "<text class=\"%s\" x=\"%u\" y=\"%u\" text-anchor=\"%s\">", kind, x, y,
		anchor);
	put(page, text);
	fputs("</text>", page->out);
}

static void time_axis(const struct dump_sink *sink)
{
	struct html_page *page = sink->html;
	const u64 most = oa_fraction(page->ticks, sink->timestamp_hz, 1000000000);
	const u64 step = axis_step(most, TIME_MARKS);
	char text[32];
	u64 i;
	u32 x;

	for (i = 0; i <= most / step; i++) {
		x = LEFT + (u32)oa_fraction(i * step, most ?: 1, WIDTH);
		fprintf(page->out, "<rect class=\"tick\" x=\"%u\" y=\"%u\" width=\"1\" height=\"4\"/>",
			x, ABOVE + HEIGHT);
		axis_time(text, sizeof(text), i * step, most);
		label(page, "time", x, ABOVE + HEIGHT + 16, "middle", text);
	}
}

static void value_mark(struct html_page *page, u32 y, const char *text)
{
	fprintf(page->out, "<rect class=\"tick\" x=\"%u\" y=\"%u\" width=\"4\" height=\"1\"/>",
		LEFT - 4, ABOVE + y);
	label(page, "value", LEFT - 6, ABOVE + y + 4, "end", text);
}

/* The place of a mark in a picture */
static u32 mark_x(const struct html_page *page, const struct page_mark *mark)
{
	return oa_fraction(mark->ticks < page->ticks ? mark->ticks : page->ticks, page->ticks, WIDTH);
}

/* Name the marks above a picture, from @left on, as far as there is room. */
static void mark_labels(struct html_page *page, u32 left)
{
	const u32 end = LEFT + WIDTH + RIGHT;
	u32 x, width;
	size_t i;

	for (i = 0; i < page->num_marks; i++) {
		width = CHARACTER_WIDTH * strlen(page->marks[i].text);
		x = LEFT + mark_x(page, &page->marks[i]);
		if (x + width > end)
			x = end > width ? end - width : 0;
		if (x < left)
			continue;
		label(page, "mark-name", x, ABOVE - 6, "start", page->marks[i].text);
		left = x + width + CHARACTER_WIDTH;
	}
}

/* Draw the marks as lines, one where several are at one place. Viewers show the text of a line under the pointer. */
static void mark_lines(struct html_page *page)
{
	u32 x, free = 0;
	size_t i;

	for (i = 0; i < page->num_marks; i++) {
		x = mark_x(page, &page->marks[i]);
		if (x < free)
			continue;
		free = x + 1;
		fprintf(page->out, "<rect class=\"mark\" x=\"%u\" y=\"0\" width=\"1\" height=\"%u\"><title>",
			x, HEIGHT);
		put(page, page->marks[i].text);
		fputs("</title></rect>", page->out);
	}
}

/* Begin a picture: both axes, and a group with an origin of its own */
static void begin_svg(const struct dump_sink *sink, const char *id, const char *unit)
{
	struct html_page *page = sink->html;

	fprintf(page->out, "<svg width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\">",
		LEFT + WIDTH + RIGHT, ABOVE + HEIGHT + BELOW, LEFT + WIDTH + RIGHT,
		ABOVE + HEIGHT + BELOW);
	label(page, "unit", LEFT, ABOVE - 6, "start", unit);
	mark_labels(page, LEFT + CHARACTER_WIDTH * (strlen(unit) + 1));
	time_axis(sink);
	fprintf(page->out, "<g id=\"%s\" transform=\"translate(%u %u)\">"
		"<rect class=\"plot\" width=\"%u\" height=\"%u\"/>", id, LEFT, ABOVE, WIDTH, HEIGHT);
}

static void rect(struct html_page *page, u32 column, const char *kind, u32 from, u32 to)
{
	const u32 x = column * WIDTH / page->num, end = (column + 1) * WIDTH / page->num;
	const u32 top = HEIGHT - (u32)oa_fraction(to, OA_WHOLE, HEIGHT);
	const u32 bottom = HEIGHT - (u32)oa_fraction(from, OA_WHOLE, HEIGHT);

	if (bottom > top)
		fprintf(page->out, "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\"/>",
			kind, x, top, end - x, bottom - top);
}

static const char *kind_of(const struct oa_tree *tree, u32 i)
{
	const bool divided = i + 1 < tree->def->num && !tree->states[i + 1].wrong;

	switch (tree->def->nodes[i].slots) {
	case OA_SLOTS_ACTIVE:
		return "active";
	case OA_SLOTS_STALL:
		return "stall";
	case OA_SLOTS_IDLE:
		return divided ? NULL : "idle";
	case OA_SLOTS_FIXED:
		return "fixed";
	case OA_SLOTS_GPU_IDLE:
		return "gpu";
	default:
		return NULL;
	}
}

/* Draw one column: a bar per state, stacked. Invalid states are left white. */
static void tree_column(const struct dump_sink *sink, u32 column)
{
	struct html_page *page = sink->html;
	struct oa_tree tree;
	const char *kind;
	u32 i, at = 0;

	oa_tree_build(&tree, &page->spans[column].sum, &sink->machine);
	for (i = 0; i < tree.def->num; i++) {
		kind = kind_of(&tree, i);
		if (!kind || tree.states[i].wrong)
			continue;
		rect(page, column, kind, at, at + tree.states[i].share);
		at += tree.states[i].share;
	}
	rect(page, column, "wrong", at, OA_WHOLE);
}

static void loss_marks(struct html_page *page)
{
	u32 i;

	for (i = 0; i < page->num; i++)
		if (page->spans[i].losses)
			fprintf(page->out, "<rect class=\"loss\" x=\"%u\" y=\"0\" width=\"2\" height=\"%u\"/>",
				i * WIDTH / page->num, HEIGHT);
}

static void tree_picture(const struct dump_sink *sink)
{
	static const char * const legend[][2] = {
		{ "#2a7", "EU.ACTIVE" }, { "#c53", "EU.STALL" }, { "#d90", "EU.IDLE.FIXED" },
		{ "#bbb", "EU.IDLE.GPU" }, { "#db6", "EU.IDLE" }, { "#fff", "not shown: wrong, or no report" },
		{ "#e0f", "loss" },
	};
	struct html_page *page = sink->html;
	size_t i;
	u32 n;

	fputs("<h2>EU time over time</h2>\n<p>", page->out);
	for (i = 0; i < ARRAY_LEN(legend); i++)
		fprintf(page->out, "<span class=\"key\" style=\"border-left:1em solid %s\">%s</span>",
			legend[i][0], legend[i][1]);
	if (page->num_marks)
		fputs("<span class=\"key\" style=\"border-left:1px solid #000\">mark</span>", page->out);
	fputs("</p>\n", page->out);
	begin_svg(sink, "picture", "share of EU time");
	for (n = 0; n < page->num; n++)
		tree_column(sink, n);
	loss_marks(page);
	mark_lines(page);
	fputs("</g>", page->out);
	for (n = 0; n <= 100; n += 25) {
		char text[8];

		snprintf(text, sizeof(text), "%u %%", n);
		value_mark(page, HEIGHT - n * HEIGHT / 100, text);
	}
	fputs("</svg>\n", page->out);
}

/* Print the table and the picture of EU time, or only the reason if both would be empty */
static void eu_time(const struct dump_sink *sink)
{
	struct html_page *page = sink->html;
	struct oa_tree tree;

	oa_tree_build(&tree, &sink->total.sum, &sink->machine);
	fputs("<h2>EU time</h2>\n", page->out);
	if (eutime_lacks_set(&tree)) {
		fputs("<p class=\"look\" id=\"other-set\">Not shown: ", page->out);
		put(page, EUTIME_HINT);
		fputs("</p>\n", page->out);
		return;
	}
	tree_table(sink, &tree);
	tree_picture(sink);
}

static void time_scale(const struct dump_sink *sink)
{
	struct html_page *page = sink->html;

	fprintf(page->out, "<p>From left to right, pictures have <span id=\"columns\">%u</span> "
		"columns of ", page->num);
	put_ms(sink, page->ticks / page->num);
	fputs(" ms.</p>\n", page->out);
}

static void losses(const struct dump_sink *sink)
{
	struct html_page *page = sink->html;
	size_t i;

	fputs("<h2>Losses</h2>\n", page->out);
	if (!page->num_losses) {
		fputs("<p>None.</p>\n", page->out);
		return;
	}
	fputs("<table id=\"loss\"><tr><th>ms</th><th>What</th><th>Reports</th></tr>\n", page->out);
	for (i = 0; i < page->num_losses; i++) {
		const struct page_loss *loss = &page->losses[i];

		fputs("<tr><td class=\"n\">", page->out);
		put_ms(sink, loss->ticks);
		fprintf(page->out, "</td><td>%s</td><td class=\"n\">", loss->what);
		if (!strcmp(loss->what, "count") && !loss->count && !loss->exact) {
			fputs("unknown", page->out);
		} else if (!strcmp(loss->what, "count")) {
			fputs(loss->exact ? "" : "at least ", page->out);
			put_number(page->out, loss->count);
		}
		fputs("</td></tr>\n", page->out);
	}
	fputs("</table>\n", page->out);
}

static void marks(const struct dump_sink *sink)
{
	struct html_page *page = sink->html;
	size_t i;

	if (!page->num_marks)
		return;
	fputs("<h2>Marks</h2>\n<table id=\"mark\"><tr><th>ms</th><th>Mark</th><th>Counts up to it</th></tr>\n",
	      page->out);
	for (i = 0; i < page->num_marks; i++) {
		fputs("<tr><td class=\"n\">", page->out);
		put_ms(sink, page->marks[i].ticks);
		fputs("</td><td>", page->out);
		put(page, page->marks[i].text);
		fprintf(page->out, "</td><td>by %s</td></tr>\n", mark_by_name(page->marks[i].by));
	}
	fputs("</table>\n", page->out);
}

/* A value with decimals is drawn in parts. */
static u32 parts_of(const struct dump_column *column)
{
	return column->named && column->named->decimals ? 1000 : 1;
}

/* The rate of a counter per second, or a named value in parts. Return: false without a value. */
static bool height(const struct dump_sink *sink, const struct dump_column *column, u32 i, u64 *value)
{
	const struct oa_increments *sum = &sink->html->spans[i].sum;
	struct named_value found;

	if (!sum->time)
		return false;
	if (!column->named) {
		*value = oa_fraction(column_advance(column, sum), sum->time, sink->timestamp_hz);
		return true;
	}
	found = named_value(column->named, sum, &sink->machine);
	*value = column->named->decimals ? found.real * parts_of(column) + 0.5 : found.whole;
	return !found.wrong;
}

static u32 line_y(u64 value, u64 most)
{
	return HEIGHT - 1 - (u32)oa_fraction(value, most, HEIGHT - 2);
}

/* Draw steps, with a gap for a column without a report */
static void line(const struct dump_sink *sink, const struct dump_column *column, u64 most)
{
	struct html_page *page = sink->html;
	bool drawn = false;
	u64 value;
	u32 i, y;

	for (i = 0; i < page->num; i++) {
		if (!height(sink, column, i, &value)) {
			fputs(drawn ? "\"/>" : "", page->out);
			drawn = false;
			continue;
		}
		y = line_y(value, most);
		fprintf(page->out, "%s%u,%u %u,%u", drawn ? " " : "<polyline class=\"line\" points=\"",
			i * WIDTH / page->num, y, (i + 1) * WIDTH / page->num, y);
		drawn = true;
	}
	fputs(drawn ? "\"/>" : "", page->out);
}

static void value_axis(struct html_page *page, u64 most, u32 parts)
{
	const u64 step = axis_step(most, VALUE_MARKS);
	char text[32];
	u64 i;

	for (i = 0; i <= most / step; i++) {
		if (parts == 1)
			axis_number(text, sizeof(text), i * step);
		else
			snprintf(text, sizeof(text), "%g", (double)i * step / parts);
		value_mark(page, line_y(i * step, most), text);
	}
}

/* With the set for the tree a flexible event replaces the counter that the document describes. */
static void unit_of(const struct dump_sink *sink, const struct dump_column *column, char *text,
		    size_t bytes)
{
	const struct oa_counter *counter = column->counter;

	if (column->named)
		snprintf(text, bytes, "%s", column->named->unit);
	else if (!counter || column_flex(column, &sink->machine))
		snprintf(text, bytes, "per second");
	else if (counter->scale > 1)
		snprintf(text, bytes, "counts of %u %s per second", counter->scale, counter->unit);
	else
		snprintf(text, bytes, "%s per second", counter->unit);
}

static void counter_picture(const struct dump_sink *sink, const struct dump_column *column)
{
	struct html_page *page = sink->html;
	const u32 parts = parts_of(column);
	u64 most = 0, value;
	char unit[64];
	u32 i;

	for (i = 0; i < page->num; i++)
		if (height(sink, column, i, &value) && value > most)
			most = value;
	fprintf(page->out, "<p>At most <span id=\"most-%s\">", column_key(column));
	if (parts == 1)
		put_number(page->out, most);
	else
		fprintf(page->out, "%.3f", (double)most / parts);
	unit_of(sink, column, unit, sizeof(unit));
	fprintf(page->out, "</span> %s:</p>\n", column->named ? unit : "per second");
	begin_svg(sink, column_key(column), unit);
	line(sink, column, most ?: 1);
	loss_marks(page);
	mark_lines(page);
	fputs("</g>", page->out);
	value_axis(page, most ?: 1, parts);
	fputs("</svg>\n", page->out);
}

/* The counter's name and meaning; with the set for the tree, those of the flexible event */
static const char *explain(const struct dump_sink *sink, const struct dump_column *column,
			   char *text, size_t bytes)
{
	const struct oa_counter_set *set = sink->platform->counters;
	const struct oa_flex_event *flex = column_flex(column, &sink->machine);
	const struct oa_name *name = oa_name_find(set, column->field, column->n);

	if (flex)
		snprintf(text, bytes, "%s%s%s [hardware.rst 5.4]", flex->meaning,
			 flex->note ? "; " : "", flex->note ?: "");
	else if (name)
		oa_name_explain(set, name, text, bytes);
	else
		snprintf(text, bytes, "not described by any document");
	return column_title(column, &sink->machine);
}

/* A named value, in the whole run and over time */
static void named(const struct dump_sink *sink, const struct dump_column *column)
{
	const struct named *one = column->named;
	const struct named_value value = named_value(one, &sink->total.sum, &sink->machine);
	struct html_page *page = sink->html;
	char text[NAMED_TEXT_BYTES];

	fprintf(page->out, "<h3>%s: <span id=\"total-%s\">", one->name, one->name);
	if (value.wrong) {
		fputs("not shown: ", page->out);
		eutime_wrong(page->out, value.wrong, ", ", "");
	} else {
		named_print(text, one, &value);
		fputs(text, page->out);
	}
	fputs("</span> ", page->out);
	put(page, one->unit);
	fputs("</h3>\n<p>", page->out);
	put(page, one->meaning);
	fputs("</p>\n", page->out);
	counter_picture(sink, column);
}

static void counter(const struct dump_sink *sink, const struct dump_column *column)
{
	struct html_page *page = sink->html;
	char text[OA_EXPLANATION_BYTES];
	const char *name = explain(sink, column, text, sizeof(text));

	fprintf(page->out, "<h3>%s%s%s: <span id=\"total-%s\">", column->key, *name ? " " : "", name,
		column->key);
	put_number(page->out, column_advance(column, &sink->total.sum));
	fputs("</span></h3>\n<p>", page->out);
	put(page, text);
	if (column->field == OA_FIELD_A && sink->total.sum.a_wrapped >> column->n & 1)
		fputs(" - it may have wrapped unseen, so the total may be too small", page->out);
	fputs("</p>\n", page->out);
	counter_picture(sink, column);
}

/**
 * html_write() - write the page
 * @sink: the sink, after its last record
 * @file: the recording
 * @path: the file to write
 *
 * Return: 0 or -1.
 */
int html_write(struct dump_sink *sink, const struct rawfile *file, const char *path)
{
	struct html_page *page = sink->html;
	size_t i;
	int ret;

	if (page->incomplete) {
		complain("no memory for the losses and marks of a page: none is written");
		return -1;
	}
	page->out = file_create(path);
	if (!page->out) {
		complain("%s: %s", path, strerror(errno));
		return -1;
	}
	head(sink);
	run(sink, file);
	time_scale(sink);
	eu_time(sink);
	losses(sink);
	marks(sink);
	fputs("<h2>Counters over time</h2>\n", page->out);
	for (i = 0; i < sink->num_columns; i++)
		(sink->columns[i].named ? named : counter)(sink, &sink->columns[i]);
	fputs("</body></html>\n", page->out);
	ret = ferror(page->out);
	if (file_finish(page->out) || ret) {
		complain("%s: %s", file_out_name(path), strerror(errno));
		return -1;
	}
	return 0;
}
