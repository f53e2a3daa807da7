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
 * marks_put() - print the marks that are due at a point of the stream
 * @sink: the sink
 * @at: the point
 * @raw: the report there, where @sink's interval ends after it was used; NULL for MARKS_LEFT
 */
void marks_put(struct dump_sink *sink, enum marks_at at, const u32 *raw)
{
	const struct mark *mark;

	while ((mark = marks_next(&sink->marks, at, raw)))
		put(sink, mark);
	if (at == MARKS_LEFT)
		marks_free(&sink->marks);
}
