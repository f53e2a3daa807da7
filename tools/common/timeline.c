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
 * left out. If it has several, since the pair is more than a wrap away, a step of exactly the
 * timer's period has no gap in it. Any other step is of unknown length, and the report as late as
 * possible.
 *
 * Two pairs do not agree if the GPU's clock restarted between them, or if the machine slept, which
 * CLOCK_MONOTONIC does not count. Reports before this break continue from the earlier pair, those
 * behind it lead to the later pair. The first report behind it is the one for which this gives the
 * shorter step. Nothing is interpolated over the break. If even so that report is exactly the timer's
 * period after the one before it, the GPU's clock ran on, and counters did: it only lost time against
 * the other clocks, as a simulated GPU's does on a busy host.
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

	pair->awake = mono;
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
	line->restart |= line->next.broken && !line->crossed;
	line->before = line->last;
	line->last = line->next;
	line->next.known = false;
	line->until = 0;
	line->crossed = false;
	line->vague = false;
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
	/* Time stamp and ticks that it begins at: those of the last report, or of a pair */
	u64 from;
	u64 from_ticks;
	/* Time stamp of the report, and ticks to it, modulo the range of time stamps */
	u64 timestamp;
	u64 ticks;
	/* It begins at a pair, which the report may precede slightly */
	bool by_pair;
	/* The report is exactly the timer's period after the last one, and nothing is missing */
	bool periodic;
	/* So is the step: it begins at that report */
	bool exact;
	/* The next report follows the report. */
	bool followed;
	/* The next report is where this one was expected, far before it */
	bool odd;
	/* The result: place on the line */
	u64 place;
};

static void begin_step(const struct timeline *line, struct step *step)
{
	const struct clock_pair *pair = line->last.known ? &line->last : &line->next;

	step->by_pair = !line->begun || line->restart;
	if (!step->by_pair) {
		step->from = line->timestamp;
		step->from_ticks = line->ticks;
	} else if (pair->known) {
		step->from = pair->clocks.gpu_ticks;
		step->from_ticks = pair->ticks;
	} else {
		step->from = step->timestamp;
		step->from_ticks = step->timestamp + OA_TIMESTAMP_MASK + 1;
	}
}

static bool at_break(const struct timeline *line)
{
	return line->next.known && line->next.broken && !line->crossed;
}

static void measure_step(const struct timeline *line, struct step *step, const u32 *raw)
{
	const u64 mask = mask_of_reports(line);
	const bool timer = line->begun && line->timer && oa_report_is_timer(line->format, raw);

	step->periodic = timer && !line->lost &&
			 ((step->timestamp - line->timestamp) & mask) == (line->period & mask);
	step->exact = step->periodic && !step->by_pair;
	step->ticks = (step->timestamp - step->from) & mask;
	if (step->by_pair && step->ticks > mask - LATE_SECONDS * line->hz)
		step->from_ticks -= mask + 1;
	/* The timer does not write two reports at once. */
	if (!step->ticks && timer && !step->by_pair && !(line->period & mask))
		step->ticks = line->period;
}

/* Compare the report with the one behind it. */
static void look_ahead(const struct timeline *line, struct step *step, const u32 *ahead)
{
	u64 next;

	if (!ahead || !timeline_is_report(line->format, ahead))
		return;
	next = (oa_report_timestamp(line->format, ahead) - step->from) & mask_of_reports(line);
	step->followed = next > step->ticks;
	step->odd = next && step->ticks / 2 > next && !step->exact && !step->by_pair &&
		    !line->lost && !at_break(line);
}

/* Choose one of several places that differ by whole wraps. */
static enum moment_kind choose_wraps(struct timeline *line, struct step *step, u64 limit)
{
	const u64 wrap = mask_of_reports(line) + 1;
	const bool sure = step->exact || !line->begun;
	const u64 wraps = (limit - step->place) / wrap;

	if (wraps && !sure) {
		line->vague = true;
		line->added = wraps * wrap;
		step->place += line->added;
	}
	return line->vague && !sure ? MOMENT_UNKNOWN : MOMENT_NEXT;
}

/* Place a report before a limit. */
static enum moment_kind place_before(struct timeline *line, struct step *step, u64 limit)
{
	const u64 half = mask_of_reports(line) / 2;
	const bool wide = limit > step->from_ticks + 2 * half;
	const bool sure = !wide || step->by_pair || step->exact || step->followed || line->lost;

	step->place = step->from_ticks + step->ticks;
	if (step->place > limit && line->added && step->followed &&
	    step->place - line->added <= limit) {
		/* The reports were older than they might be: the pairs are right. */
		step->place -= line->added;
		line->added = 0;
		return MOMENT_UNKNOWN;
	}
	if (step->place > limit || (step->ticks > half && !sure))
		return MOMENT_MISFIT;
	return choose_wraps(line, step, limit);
}

/* Place a report without any limit. A step back that the next report follows is a restart. */
static enum moment_kind place_alone(const struct timeline *line, struct step *step)
{
	const u64 half = mask_of_reports(line) / 2;

	step->place = step->from_ticks + step->ticks;
	if (!step->ticks && line->begun && line->timer)
		return MOMENT_UNKNOWN;
	if (step->ticks <= half || step->exact || step->by_pair)
		return MOMENT_NEXT;
	step->place = step->from_ticks;
	return step->followed ? MOMENT_UNKNOWN : MOMENT_MISFIT;
}

/* Place a report before or behind the break between two pairs. */
static enum moment_kind place_at_break(struct timeline *line, struct step *step)
{
	const struct clock_pair *pair = &line->next;
	/* The latest time of a report before the pair, counted from the pair before the break */
	const u64 end = line->last.ticks + pair->awake + pair->late;
	const u64 before = step->from_ticks + step->ticks;
	const u64 ago = (pair->clocks.gpu_ticks + pair->late - step->timestamp) &
			mask_of_reports(line);
	const bool may_precede = before <= end;
	const bool may_follow = ago <= pair->awake + 2 * pair->late;
	const bool shorter = end - ago >= step->from_ticks && end - ago < before;

	step->place = before;
	if (may_precede && !(may_follow && shorter))
		return may_follow && line->lost ? MOMENT_UNKNOWN : MOMENT_NEXT;
	if (!may_follow)
		return MOMENT_MISFIT;
	line->crossed = true;
	step->place = pair->ticks + pair->late - ago;
	/* Keep the order of reports even against the clocks. */
	if (step->place < step->from_ticks)
		step->place = step->from_ticks;
	return MOMENT_BROKEN;
}

static enum moment_kind place_report(struct timeline *line, struct step *step)
{
	if (step->odd)
		return MOMENT_MISFIT;
	if (at_break(line))
		return place_at_break(line, step);
	if (line->next.known)
		return place_before(line, step, line->next.ticks + line->next.late);
	if (line->until)
		return place_before(line, step, line->until);
	return place_alone(line, step);
}

/**
 * timeline_next() - find the time of the next report
 * @line: the timeline; @ticks becomes the place of the report, unless it is left out
 * @raw: the report, of timeline_is_report()
 * @ahead: the report behind it, NULL: unknown
 *
 * Return: the kind of step.
 */
enum moment_kind timeline_next(struct timeline *line, const u32 *raw, const u32 *ahead)
{
	struct step step = { .timestamp = oa_report_timestamp(line->format, raw) };
	enum moment_kind kind;
	bool ran_on;

	begin_step(line, &step);
	measure_step(line, &step, raw);
	look_ahead(line, &step, ahead);
	kind = place_report(line, &step);
	/* The GPU's clock ran on, whatever the pairs say. */
	ran_on = step.periodic && line->period;
	if ((kind == MOMENT_MISFIT || kind == MOMENT_BROKEN) && ran_on) {
		if (kind == MOMENT_MISFIT)
			step.place = line->ticks + line->period;
		kind = MOMENT_MOVED;
	}
	if (kind == MOMENT_MISFIT)
		return kind;
	if (!line->begun) {
		kind = MOMENT_FIRST;
		line->zero = step.place;
	} else if (line->restart && kind == MOMENT_NEXT) {
		kind = ran_on ? MOMENT_MOVED : MOMENT_BROKEN;
	}
	line->begun = true;
	line->restart = false;
	line->lost = false;
	line->timestamp = step.timestamp;
	line->timer = oa_report_is_timer(line->format, raw);
	line->ticks = step.place;
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

/* The same between two pairs, if these agree and are around the ticks */
static u64 ns_between(const struct timeline *line, const struct clock_pair *one,
		      const struct clock_pair *other, u64 ticks)
{
	if (!one->known || ticks < one->ticks)
		return ns_around(line, other, ticks);
	if (!other->known || other->broken)
		return ns_around(line, one, ticks);
	if (ticks > other->ticks)
		return ns_around(line, other, ticks);
	return one->clocks.monotonic_ns +
	       scale(ticks - one->ticks, other->clocks.monotonic_ns - one->clocks.monotonic_ns,
		     other->ticks - one->ticks);
}

/* CLOCK_MONOTONIC of the last report, which is no earlier than that of the previous one. */
u64 timeline_ns(struct timeline *line)
{
	u64 ns;

	if (!line->last.known && !line->next.known)
		ns = ns_of_ticks(line, line->ticks - line->zero);
	else if (line->crossed)
		ns = ns_around(line, &line->next, line->ticks);
	else if (line->last.known && line->ticks < line->last.ticks && !line->last.broken)
		ns = ns_between(line, &line->before, &line->last, line->ticks);
	else if (line->last.known && line->ticks < line->last.ticks)
		ns = ns_around(line, &line->last, line->ticks);
	else
		ns = ns_between(line, &line->last, &line->next, line->ticks);
	if (ns < line->last_ns)
		ns = line->last_ns;
	line->last_ns = ns;
	return ns;
}
