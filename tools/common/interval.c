// SPDX-License-Identifier: GPL-2.0-only
/*
 * Intervals between reports: their time, and the counters' increments.
 *
 * After OA_BUFFER_LOST the next report has no predecessor. The record stands for a GT reset or a
 * suspend, which clears counters, or for an overflow, after which the unit is restarted: its
 * counters keep their values, but stand still meanwhile. A difference over any of these looks like
 * a measured value, but is not one. OA_REPORT_LOST alone changes no counter, but in a long gap a
 * counter may have wrapped. Then only this interval is left out, and the sum stays right.
 *
 * i915 reports no resets, and files may be damaged. So all reports are validated here as i915_oa
 * validates its own: an id and a reason, a time after the previous one, and increments that clocks
 * and EUs allow.
 */
#include <inttypes.h>
#include <string.h>

#include "tools/common/interval.h"

#define NS_PER_SEC	1000000000ull

static int plan_report(void *arg, const u32 *raw)
{
	struct intervals_planning *planning = arg;

	if (timeline_is_report(planning->list->line.format, raw))
		timeline_plan(&planning->list->line, raw);
	return 0;
}

static void plan_lost(void *arg, enum records_lost lost)
{
	struct intervals_planning *planning = arg;

	timeline_plan_lost(&planning->list->line, lost == RECORDS_LOST_BUFFER);
}

static int plan_other(void *arg, u32 type, const void *payload, size_t bytes)
{
	struct intervals_planning *planning = arg;
	struct record_clocks clocks;

	if (!record_clocks(type, payload, bytes, &clocks))
		return 0;
	if (timeline_pair(&planning->list->line, &clocks))
		return -1;
	return planning->clocks ? planning->clocks(planning->arg, &clocks) : 0;
}

/**
 * intervals_planner() - make a sink that plans the reports of a file before they are used
 * @list: the reports until now
 * @planning: filled in, for the sink
 *
 * The sink prints nothing about malformed records. The later walk that uses the reports does.
 *
 * Return: the sink, for a walk over the whole file.
 */
struct record_sink intervals_planner(struct intervals *list, struct intervals_planning *planning)
{
	planning->list = list;
	return (struct record_sink){
		.format = list->line.format,
		.arg = planning,
		.report = plan_report,
		.lost = plan_lost,
		.other = plan_other,
		.quiet = true,
	};
}

/**
 * intervals_plan() - plan the reports of a stream before they are used
 * @list: the reports until now
 * @buf: the records, up to the next pair of clocks
 * @bytes: their size
 *
 * Return: 0, or -1 without memory.
 */
int intervals_plan(struct intervals *list, const void *buf, size_t bytes)
{
	struct intervals_planning planning = { .clocks = NULL };
	const struct record_sink sink = intervals_planner(list, &planning);

	return records_walk(&sink, buf, bytes) == RECORDS_STOPPED ? -1 : 0;
}

/**
 * intervals_limit() - set the time after which reports are ignored
 * @list: without reports yet, with @line.hz set
 * @ns: time after the first report, 0: no limit
 */
void intervals_limit(struct intervals *list, u64 ns)
{
	if (ns)
		list->limit = oa_fraction(ns, NS_PER_SEC, list->line.hz) ?: 1;
}

/**
 * intervals_lost() - note a loss before the next report
 * @list: the reports until now
 * @buffer: by OA_BUFFER_LOST, else by OA_REPORT_LOST
 */
void intervals_lost(struct intervals *list, bool buffer)
{
	list->lost = true;
	list->cut |= buffer;
}

/**
 * intervals_silent() - note that a stream's timer stopped, as after a reset
 * @list: the reports until now
 */
void intervals_silent(struct intervals *list)
{
	list->silences++;
	timeline_plan_lost(&list->line, true);
	intervals_lost(list, true);
}

static bool beyond(const struct intervals *list)
{
	return list->limit && list->have_last &&
	       list->line.run.ticks > list->first_ticks + list->limit;
}

static enum interval_kind kind_of(struct intervals *list, const u32 *raw)
{
	if (!timeline_is_report(list->line.format, raw))
		return INTERVAL_NONE;
	switch (timeline_next(&list->line, raw)) {
	case MOMENT_FIRST:
		return INTERVAL_FIRST;
	case MOMENT_NEXT:
		return list->cut ? INTERVAL_GAP : INTERVAL_COVERED;
	case MOMENT_ANEW:
		return INTERVAL_GAP;
	case MOMENT_UNKNOWN:
		return INTERVAL_UNKNOWN;
	default:
		return INTERVAL_BACK;
	}
}

/* Add up the increments, unless they are implausible */
static void add_up(struct intervals *list, struct interval *out)
{
	oa_increments_add(&out->sum, list->machine, &list->last, &out->report, out->time);
	if (!out->sum.back && !(list->lost && (out->sum.clocks_wrapped || out->sum.a_wrapped)))
		return;
	memset(&out->sum, 0, sizeof(out->sum));
	out->kind = INTERVAL_GAP;
}

/**
 * intervals_next() - add a report
 * @list: the reports until now
 * @raw: the next one, which was planned before
 * @out: filled in
 */
void intervals_next(struct intervals *list, const u32 *raw, struct interval *out)
{
	memset(out, 0, sizeof(*out));
	oa_report_decode(list->line.format, raw, &out->report);
	out->kind = kind_of(list, raw);
	if (beyond(list)) {
		out->kind = INTERVAL_BEYOND;
		return;
	}
	list->disordered += out->kind == INTERVAL_BACK;
	list->rejected += out->kind == INTERVAL_NONE;
	list->unknown += out->kind == INTERVAL_UNKNOWN;
	if (out->kind == INTERVAL_BACK || out->kind == INTERVAL_NONE)
		return;
	if (out->kind == INTERVAL_FIRST)
		list->first_ticks = list->line.run.ticks;
	else if (out->kind != INTERVAL_UNKNOWN)
		out->time = list->line.run.ticks - list->last_ticks;
	if (out->kind == INTERVAL_COVERED)
		add_up(list, out);
	if (out->kind == INTERVAL_GAP) {
		list->gaps++;
		list->uncovered += out->time;
	}
	list->last_ticks = list->line.run.ticks;
	list->elapsed = list->last_ticks - list->first_ticks;
	list->last = out->report;
	list->have_last = true;
	list->cut = false;
	list->lost = false;
}

/**
 * intervals_say() - print what the sums leave out, as the end of a line
 * @out: file to print to
 * @list: the reports
 */
void intervals_say(FILE *out, const struct intervals *list)
{
	const u64 us = oa_fraction(list->uncovered, list->line.hz, 1000000);

	if (list->gaps)
		fprintf(out, "; %" PRIu64 " gap%s of %" PRIu64 ".%03u ms %s in no number",
			(uint64_t)list->gaps, list->gaps == 1 ? "" : "s", (uint64_t)(us / 1000),
			(unsigned int)(us % 1000), list->gaps == 1 ? "is" : "are");
	if (list->unknown)
		fprintf(out, "; %" PRIu64 " intervals of unknown time", (uint64_t)list->unknown);
	if (list->disordered)
		fprintf(out, "; %" PRIu64 " reports out of order", (uint64_t)list->disordered);
	if (list->rejected)
		fprintf(out, "; %" PRIu64 " were no reports: neither id nor reason",
			(uint64_t)list->rejected);
	if (list->silences)
		fprintf(out, "; %" PRIu64 " times no report came although the timer ran",
			(uint64_t)list->silences);
}
