// SPDX-License-Identifier: GPL-2.0-only
/*
 * Marks among the reports. What is printed of a mark is of the time since the one before it.
 */
#include "oa-dump.h"

/* Add a report that was written on request, as one of the stream. */
static void add_report(struct dump_sink *sink, const struct mark *mark)
{
	intervals_next(&sink->list, mark->raw, NULL, &sink->interval);
	if (sink->interval.kind == INTERVAL_NONE || sink->interval.kind == INTERVAL_BEYOND)
		return;
	/* It names neither reason nor context. */
	sink->interval.report.id = mark->id;
	sink->interval.report.reason = 0;
	sink->reports++;
	print_report(sink);
}

/* Ticks from the first report of the run to the mark */
static u64 elapsed(const struct dump_sink *sink, const struct mark *mark)
{
	const u64 at = mark->is.clocks.gpu_ticks, last = sink->list.last.timestamp;
	u64 before;

	if (!at || mark->by == MARK_BY_REQUEST)
		return sink->list.elapsed;
	if (mark->by == MARK_BY_LAST)
		return sink->list.elapsed + marks_ticks(&sink->marks, last, at);
	before = marks_ticks(&sink->marks, at, last);
	return before < sink->list.elapsed ? sink->list.elapsed - before : 0;
}

static void put(struct dump_sink *sink, const struct mark *mark)
{
	if (mark->by == MARK_BY_REQUEST)
		add_report(sink, mark);
	if (sink->interval.kind == INTERVAL_BEYOND)
		return;
	sink->num_marks++;
	print_mark(sink, mark, elapsed(sink, mark));
}

/**
 * marks_put_before() - print the marks whose reports precede a report
 * @sink: the sink
 * @raw: the report, which was not used yet
 */
void marks_put_before(struct dump_sink *sink, const u32 *raw)
{
	const struct mark *mark;

	while ((mark = marks_before(&sink->marks, raw)))
		put(sink, mark);
}

/**
 * marks_put_reached() - print the marks that a report has reached
 * @sink: the sink
 * @raw: the report, where @sink's interval ends
 */
void marks_put_reached(struct dump_sink *sink, const u32 *raw)
{
	const struct mark *mark;

	while ((mark = marks_reached(&sink->marks, raw)))
		put(sink, mark);
}

/**
 * marks_put_left() - print the marks after the last report
 * @sink: the sink, after its last record
 */
void marks_put_left(struct dump_sink *sink)
{
	const struct mark *mark;

	while ((mark = marks_left(&sink->marks)))
		put(sink, mark);
	marks_free(&sink->marks);
}
