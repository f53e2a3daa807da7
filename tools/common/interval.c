// SPDX-License-Identifier: GPL-2.0-only
/*
 * Intervals between reports: their time, and what counters advanced by.
 *
 * After OA_BUFFER_LOST the next report has no predecessor. The record stands for a GT reset and a
 * suspend, which clear counters, and for an overflow, after which the unit is started again: its
 * counters keep their values but stand still meanwhile. A difference over any of these looks like
 * a measured value and is none. OA_REPORT_LOST alone changes no counter.
 */
#include <string.h>

#include "formats/oa_format.h"
#include "tools/common/interval.h"

/**
 * intervals_cut() - counters began anew or stood still
 * @list: the reports until now
 */
void intervals_cut(struct intervals *list)
{
	list->cut = true;
}

static u64 ticks_since(const struct intervals *list, const struct oa_report *report)
{
	const u8 bits = list->format->timestamp_bits;
	const u64 mask = bits < 64 ? (1ull << bits) - 1 : ~0ull;

	return (report->timestamp - list->last.timestamp) & mask;
}

/**
 * intervals_next() - add a report
 * @list: the reports until now
 * @report: the next one
 * @out: filled in
 */
void intervals_next(struct intervals *list, const struct oa_report *report, struct interval *out)
{
	memset(out, 0, sizeof(*out));
	if (!list->have_last) {
		out->kind = INTERVAL_FIRST;
	} else {
		out->kind = list->cut ? INTERVAL_GAP : INTERVAL_COVERED;
		out->time = ticks_since(list, report);
	}
	if (out->kind == INTERVAL_COVERED)
		oa_increments_add(&out->sum, list->machine, &list->last, report, out->time);
	if (out->kind == INTERVAL_GAP) {
		list->gaps++;
		list->uncovered += out->time;
	}
	list->elapsed += out->time;
	list->last = *report;
	list->have_last = true;
	list->cut = false;
}
