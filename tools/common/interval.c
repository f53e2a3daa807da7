// SPDX-License-Identifier: GPL-2.0-only
/*
 * Intervals between reports: their time, and the counters' increments.
 *
 * After OA_BUFFER_LOST the next report has no predecessor. The record stands for a GT reset or a
 * suspend, which clears counters, or for an overflow, after which the unit is restarted: its
 * counters keep their values, but stand still meanwhile. A difference over any of these looks like
 * a measured value, but is not one. OA_REPORT_LOST alone changes no counter, but in a long gap a
 * counter may have wrapped. Then only this interval is left out, and the sum stays right. So is an
 * interval that is long without any record, as when i915's timer stood still.
 *
 * i915 reports no resets, and files may be damaged. So all reports are validated here as i915_oa
 * validates its own: an id and a reason, a time after the previous one, and increments that clocks
 * and EUs allow.
 */
#include <inttypes.h>
#include <string.h>

#include "tools/common/interval.h"

#define NS_PER_SEC	1000000000ull

/* struct trial - a copy of a timeline, for reports that are not used yet */
struct trial {
	struct timeline line;
	bool plain;
};

static int try_report(void *arg, const u32 *raw, const u32 *ahead)
{
	struct trial *trial = arg;
	enum moment_kind kind;

	if (!timeline_is_report(trial->line.format, raw))
		return 0;
	kind = timeline_next(&trial->line, raw, ahead);
	trial->plain &= kind == MOMENT_FIRST || kind == MOMENT_NEXT;
	return 0;
}

/**
 * intervals_need_clocks() - check whether reports of a stream need a reading of the clocks
 * @list: the reports until now
 * @boottime_ns: CLOCK_BOOTTIME after the reports were read, which limits their time
 * @buf: their records
 * @bytes: size of these
 *
 * Return: true if a report has no known time before the limit.
 */
bool intervals_need_clocks(struct intervals *list, u64 boottime_ns, const void *buf, size_t bytes)
{
	struct trial trial = { .plain = true };
	const struct record_sink sink = {
		.format = list->line.format, .arg = &trial, .report = try_report, .quiet = true,
	};

	timeline_until(&list->line, boottime_ns);
	trial.line = list->line;
	records_walk(&sink, buf, bytes);
	return !trial.plain;
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
	list->line.lost = true;
}

/**
 * intervals_silent() - note that a stream's timer stopped, as after a reset
 * @list: the reports until now
 */
void intervals_silent(struct intervals *list)
{
	list->silences++;
	intervals_lost(list, true);
}

static bool beyond(const struct intervals *list)
{
	return list->limit && list->have_last &&
	       list->line.ticks > list->first_ticks + list->limit;
}

static enum interval_kind kind_of(struct intervals *list, const u32 *raw, const u32 *ahead)
{
	if (!timeline_is_report(list->line.format, raw))
		return INTERVAL_NONE;
	switch (timeline_next(&list->line, raw, ahead)) {
	case MOMENT_FIRST:
		return INTERVAL_FIRST;
	case MOMENT_NEXT:
		return list->cut ? INTERVAL_GAP : INTERVAL_COVERED;
	case MOMENT_BROKEN:
		return INTERVAL_GAP;
	case MOMENT_UNKNOWN:
		return INTERVAL_UNKNOWN;
	default:
		return INTERVAL_BACK;
	}
}

/*
 * Check whether reports may be missing in an interval: by a record of a loss, or because it is longer
 * than the others. i915 does not announce that the timer stood still.
 */
static bool is_long(struct intervals *list, const struct interval *out)
{
	const u64 usual = list->line.period ?: list->shortest;

	if (out->time && (!list->shortest || out->time < list->shortest))
		list->shortest = out->time;
	return list->lost || (usual && out->time > 2 * usual);
}

/* Add up the increments, unless they are implausible */
static void add_up(struct intervals *list, struct interval *out)
{
	const bool gap = is_long(list, out);

	oa_increments_add(&out->sum, list->machine, &list->last, &out->report, out->time);
	if (!out->sum.back && !(gap && (out->sum.clocks_wrapped || out->sum.a_wrapped)))
		return;
	memset(&out->sum, 0, sizeof(out->sum));
	out->kind = INTERVAL_GAP;
}

/**
 * intervals_next() - add a report
 * @list: the reports until now
 * @raw: the next one
 * @ahead: the one behind it, NULL: unknown
 * @out: filled in
 */
void intervals_next(struct intervals *list, const u32 *raw, const u32 *ahead,
		    struct interval *out)
{
	memset(out, 0, sizeof(*out));
	oa_report_decode(list->line.format, raw, &out->report);
	out->kind = kind_of(list, raw, ahead);
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
		list->first_ticks = list->line.ticks;
	else if (out->kind != INTERVAL_UNKNOWN)
		out->time = list->line.step;
	if (out->kind == INTERVAL_COVERED)
		add_up(list, out);
	if (out->kind == INTERVAL_GAP) {
		list->gaps++;
		list->uncovered += out->time;
	}
	list->elapsed = list->line.ticks - list->first_ticks;
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
