// SPDX-License-Identifier: GPL-2.0-only
/*
 * The time of a report.
 *
 * A report has 36 or 32 bits of the GPU's clock, which wrap in 92 minutes or in 343 seconds. A pair
 * has 36 bits of that clock, and the computer's clocks at the same moment. CLOCK_BOOTTIME shows how
 * often the GPU's clock wrapped from one pair to the next.
 *
 * A report is written after the report before it in the records, and before the pair behind it.
 * This gives its place on a line of ticks. A report that has no place there is out of order, and
 * left out. A step of exactly the timer's period is always in order: no report is missing in it.
 *
 * The time from a report to the pair behind it is unknown in two cases, unless each step is a period:
 * - The two pairs do not agree: the GPU's clock restarted, or the machine slept, which
 *   CLOCK_MONOTONIC does not count.
 * - The pair is so far away that the step may be longer by whole wraps.
 * Until that pair, time stands still. The first report behind it is placed by the pair.
 *
 * The pair behind the reports must be known before them. Of a file it is read ahead. A stream's
 * reports are used after the next reading of the clocks, or with CLOCK_BOOTTIME as the limit.
 */
#include "tools/common/timeline.h"

#define NS_PER_SEC	1000000000ull
/* The part of a second by which clocks may differ that are read at the same time */
#define LATE_PARTS	1000
/*
 * In a file of another program a pair may be this much earlier than the reports before it. In any
 * file the first report may be as much earlier than the pair before it.
 */
#define LATE_SECONDS	10ull

static u64 mask_of(u8 bits)
{
	return bits < 64 ? (1ull << bits) - 1 : ~0ull;
}

static u64 mask_of_reports(const struct timeline *line)
{
	return mask_of(line->format->timestamp_bits);
}

static u64 scale(u64 value, u64 times, u64 by)
{
	return (__uint128_t)value * times / by;
}

static u64 ticks_of_ns(const struct timeline *line, u64 ns)
{
	return scale(ns, line->hz, NS_PER_SEC);
}

static u64 ns_of_ticks(const struct timeline *line, u64 ticks)
{
	return scale(ticks, NS_PER_SEC, line->hz);
}

/* Move @from by the shortest signed distance to a value with these low bits */
static u64 nearest(u64 from, u64 low, u8 bits)
{
	const u64 mask = mask_of(bits), ahead = (low - from) & mask;

	return ahead <= mask / 2 ? from + ahead : from - (mask - ahead + 1);
}

/* Compare times, with a tolerance of 1 %, and of 1 ms for the error of a pair */
static bool within_tolerance(const struct timeline *line, u64 ticks, u64 expected)
{
	const u64 difference = ticks > expected ? ticks - expected : expected - ticks;

	return difference <= expected / 100 + line->hz / 1000;
}

/**
 * timeline_is_report() - reject unwritten memory and spurious data
 * @format: its format
 * @raw: the report
 *
 * hardware.rst 4.4 describes both. i915 delivers spurious data up to Gen7.5, i915_oa never does.
 */
bool timeline_is_report(const struct oa_report_format *format, const u32 *raw)
{
	return raw[0] && (!format->rpt_id || oa_report_reason(format, raw));
}

/* Place a pair on the line by the previous one, and check whether the clocks ran alike. */
static void place_pair(const struct timeline *line, const struct clock_pair *from,
		       struct clock_pair *pair)
{
	const struct record_clocks *clocks = &pair->clocks, *last = &from->clocks;
	const bool know_boot = clocks->boottime_ns && last->boottime_ns;
	const u64 mono = ticks_of_ns(line, clocks->monotonic_ns - last->monotonic_ns);
	const u64 boot = know_boot ? ticks_of_ns(line, clocks->boottime_ns - last->boottime_ns) :
				     mono;
	/* Far from 0, so that a step back does not wrap */
	const u64 base = OA_TIMESTAMP_MASK + 1;
	const u64 low = clocks->gpu_ticks - last->gpu_ticks;
	const u64 by_boot = nearest(base + boot, low, OA_TIMESTAMP_BITS) - base;
	const u64 by_mono = nearest(base + mono, low, OA_TIMESTAMP_BITS) - base;

	if (within_tolerance(line, by_boot, boot)) {
		pair->ticks = from->ticks + by_boot;
		pair->broken = !within_tolerance(line, boot, mono);
	} else if (within_tolerance(line, by_mono, mono)) {
		/* CLOCK_BOOTTIME counted a sleep that the GPU's clock did not count */
		pair->ticks = from->ticks + by_mono;
	} else {
		pair->ticks = from->ticks + boot;
		pair->broken = true;
	}
}

/* A pair is useless unless both clocks have moved since the last one. */
static bool is_useless(const struct clock_pair *last, const struct record_clocks *clocks)
{
	return last->known && (clocks->monotonic_ns <= last->clocks.monotonic_ns ||
			       clocks->gpu_ticks == last->clocks.gpu_ticks);
}

/**
 * timeline_pair() - set the pair behind the next reports
 * @line: the timeline
 * @clocks: the moment
 */
void timeline_pair(struct timeline *line, const struct record_clocks *clocks)
{
	struct clock_pair pair = { .known = true, .clocks = *clocks };

	if (is_useless(&line->last, clocks))
		return;
	pair.late = clocks->boottime_ns ? line->hz / LATE_PARTS : LATE_SECONDS * line->hz;
	/* Far from 0, so that reports before it do not wrap */
	pair.ticks = nearest(line->begun ? line->ticks : clocks->gpu_ticks + OA_TIMESTAMP_MASK + 1,
			     clocks->gpu_ticks, line->format->timestamp_bits);
	if (line->last.known)
		place_pair(line, &line->last, &pair);
	line->next = pair;
}

static void read_next_pair(struct timeline *line)
{
	struct record_clocks clocks;

	while (line->more && !line->next.known) {
		if (line->more(line->arg, &clocks))
			line->more = NULL;
		else
			timeline_pair(line, &clocks);
	}
}

/**
 * timeline_open() - read the first pair of a file
 * @line: the timeline, with its format and more()
 */
void timeline_open(struct timeline *line)
{
	read_next_pair(line);
}

/**
 * timeline_pass() - pass the pair behind the reports that were used
 * @line: the timeline
 * @clocks: the pair, of timeline_pair() or more()
 */
void timeline_pass(struct timeline *line, const struct record_clocks *clocks)
{
	if (!line->next.known || is_useless(&line->last, clocks))
		return;
	line->restart |= line->next.broken || line->adrift;
	line->last = line->next;
	line->next.known = false;
	line->until = 0;
	read_next_pair(line);
}

/**
 * timeline_until() - limit the time of the next reports of a stream, without a pair
 * @line: the timeline
 * @boottime_ns: CLOCK_BOOTTIME after they were read
 */
void timeline_until(struct timeline *line, u64 boottime_ns)
{
	const u64 since = ticks_of_ns(line, boottime_ns - line->last.clocks.boottime_ns);

	line->until = line->last.known ? line->last.ticks + since + since / 100 +
					 line->hz / LATE_PARTS : 0;
}

/* struct step - the step to a report */
struct step {
	/* Modulo the range of time stamps */
	u64 ticks;
	/* Place of the report on the line, and the latest one that there can be, 0: unknown */
	u64 place, limit;
	/* The place is given by a pair, not by the last report */
	bool by_pair;
	/* There is none before the limit */
	bool beyond;
	/* Both reports are the timer's */
	bool timer;
	/* It has exactly the timer's period, and no report is missing */
	bool periodic;
	/* The report behind is where this one was expected, far before it */
	bool odd;
};

/* A report may be slightly earlier than the pair before it. */
static u64 place_by_pair(const struct timeline *line, u64 timestamp)
{
	const struct clock_pair *pair = line->last.known ? &line->last : &line->next;
	const u64 early = LATE_SECONDS * line->hz;
	u64 place;

	if (!pair->known)
		return timestamp + OA_TIMESTAMP_MASK + 1;
	place = pair->ticks - early +
		((timestamp - pair->clocks.gpu_ticks + early) & mask_of_reports(line));
	/* Keep the order of reports even against the clocks. */
	return line->begun && place < line->ticks ? line->ticks : place;
}

static struct step measure_step(const struct timeline *line, const u32 *raw, const u32 *ahead)
{
	const u64 timestamp = oa_report_timestamp(line->format, raw), mask = mask_of_reports(line);
	struct step step = { .ticks = (timestamp - line->timestamp) & mask };
	u64 next;

	step.by_pair = !line->begun || line->restart;
	step.timer = line->begun && line->timer && oa_report_is_timer(line->format, raw);
	step.periodic = step.timer && !line->lost && !line->adrift && line->period &&
			step.ticks == (line->period & mask);
	step.place = step.by_pair ? place_by_pair(line, timestamp) : line->ticks + step.ticks;
	step.limit = line->next.known ? line->next.ticks + line->next.late : line->until;
	step.beyond = step.limit && step.place > step.limit;
	if (ahead && timeline_is_report(line->format, ahead) && !step.by_pair) {
		next = (oa_report_timestamp(line->format, ahead) - line->timestamp) & mask;
		step.odd = next && step.ticks / 2 > next;
	}
	return step;
}

/* The counters ran on for a period. So did time, but the pairs win. */
static u64 run_on(const struct timeline *line, u64 limit)
{
	const u64 place = line->ticks + line->period;

	if (!limit || place <= limit)
		return place;
	return limit > line->ticks ? limit : line->ticks;
}

/* Decide whether a report that does not follow by a period has a place, and only one. */
static enum moment_kind check_place(const struct timeline *line, const struct step *step)
{
	const u64 mask = mask_of_reports(line);
	const bool disagree = line->next.known && line->next.broken;
	const bool stands = step->timer && !step->ticks;
	const bool back = !step->by_pair && step->ticks > mask / 2;

	if (line->begun && disagree)
		return MOMENT_UNKNOWN;
	if (step->odd || (step->beyond && !disagree))
		return MOMENT_MISFIT;
	if (!line->begun)
		return MOMENT_FIRST;
	if (step->limit ? step->limit - step->place > mask : stands || back)
		return MOMENT_UNKNOWN;
	return step->by_pair ? MOMENT_BROKEN : MOMENT_NEXT;
}

/**
 * timeline_next() - find the time of the next report
 * @line: the timeline; @ticks and @step become those of the report, unless it is left out
 * @raw: the report, of timeline_is_report()
 * @ahead: the report behind it, NULL: unknown
 *
 * Return: the kind of step.
 */
enum moment_kind timeline_next(struct timeline *line, const u32 *raw, const u32 *ahead)
{
	struct step step = measure_step(line, raw, ahead);
	const enum moment_kind kind = step.periodic ? MOMENT_NEXT : check_place(line, &step);

	if (kind == MOMENT_MISFIT)
		return kind;
	if (kind == MOMENT_UNKNOWN)
		step.place = line->ticks;
	else if (step.periodic && (!step.by_pair || step.beyond))
		step.place = run_on(line, step.limit);
	if (kind == MOMENT_FIRST)
		line->ticks = line->zero = step.place;
	line->step = step.periodic ? line->period : step.place - line->ticks;
	line->ticks = step.place;
	line->adrift = kind == MOMENT_UNKNOWN && line->next.known;
	line->begun = true;
	/* A report that is older than the break before the pair is none behind it. */
	line->restart = line->restart && step.periodic && step.beyond;
	line->lost = false;
	line->timestamp = oa_report_timestamp(line->format, raw);
	line->timer = oa_report_is_timer(line->format, raw);
	return kind;
}

/* CLOCK_MONOTONIC at ticks around a pair, at the nominal rate */
static u64 ns_around(const struct timeline *line, const struct clock_pair *pair, u64 ticks)
{
	const u64 ns = pair->clocks.monotonic_ns;
	u64 before;

	if (ticks >= pair->ticks)
		return ns + ns_of_ticks(line, ticks - pair->ticks);
	before = ns_of_ticks(line, pair->ticks - ticks);
	return before < ns ? ns - before : 0;
}

/* CLOCK_MONOTONIC of the last report, which is no earlier than that of the previous one. */
u64 timeline_ns(struct timeline *line)
{
	const struct clock_pair *last = &line->last, *next = &line->next;
	u64 ns;

	if (!last->known && !next->known)
		ns = ns_of_ticks(line, line->ticks - line->zero);
	else if (!last->known || (next->known && !next->broken && line->ticks > next->ticks))
		ns = ns_around(line, next, line->ticks);
	else if (!next->known || next->broken || line->ticks < last->ticks)
		ns = ns_around(line, last, line->ticks);
	else
		ns = last->clocks.monotonic_ns +
		     scale(line->ticks - last->ticks,
			   next->clocks.monotonic_ns - last->clocks.monotonic_ns,
			   next->ticks - last->ticks);
	if (ns < line->last_ns)
		ns = line->last_ns;
	line->last_ns = ns;
	return ns;
}
