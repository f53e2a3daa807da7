// SPDX-License-Identifier: GPL-2.0-only
/*
 * The time of a report.
 *
 * A report has 36 or 32 bits of the GPU's clock, which wrap in 92 minutes or in 343 seconds. A pair
 * has 36 bits of that clock, and the computer's clocks at the same moment. CLOCK_BOOTTIME shows how
 * often the GPU's clock wrapped from one pair to the next. Reports are placed by the pairs around
 * them: a report that precedes a pair in a file was written before it.
 *
 * Between two pairs the clocks run alike, unless the machine slept, which CLOCK_MONOTONIC does not
 * count, or the GPU's clock restarted. Such a gap begins a new segment, and nothing is interpolated
 * over it: times before the gap are counted on from the previous pair, times after it back from the
 * next pair.
 *
 * Only the reports show the position of the gap. So reports are planned first: timeline_plan() for
 * those up to a pair, timeline_pair(), then timeline_next() for the same reports. The plan keeps,
 * for each kind of step, the longest one between two pairs. The gap is in the most suspicious kind.
 * If it may be in several steps, the time from the first to the last of them is unknown.
 *
 * A live tool prints reports before the next pair is read, so the gap may be among printed reports.
 * Then the next report gets the right time, and the interval that ends at it is a gap.
 *
 * A recording may have more pairs than fit in memory. So the plan keeps only the first and the last
 * pair. timeline_ns() reads the others again when it needs them, and drops passed ones.
 *
 * A time stamp that is lower by less than half of its range has gone back, and has not wrapped. One
 * such report is out of order, and left out. If the next one follows it, the clock restarted.
 */
#include <stdlib.h>
#include <string.h>

#include "tools/common/message.h"
#include "tools/common/timeline.h"

#define NS_PER_SEC	1000000000ull
/* In a file of another program a pair may be this much earlier than the reports before it */
#define LATE_SECONDS	10ull

static u64 mask_of(u8 bits)
{
	return bits < 64 ? (1ull << bits) - 1 : ~0ull;
}

static u64 scale(u64 value, u64 times, u64 by)
{
	return (__uint128_t)value * times / by;
}

/* Move @from by the shortest signed distance to a value with these low bits */
static u64 nearest(u64 from, u64 low, u8 bits)
{
	const u64 mask = mask_of(bits), ahead = (low - from) & mask;

	return ahead <= mask / 2 ? from + ahead : from - (mask - ahead + 1);
}

static u64 apart(u64 a, u64 b)
{
	return a > b ? a - b : b - a;
}

/* Compare times, with a tolerance of 1 %, and of 1 ms for the error of a pair */
static bool alike(const struct timeline *line, u64 ticks, u64 expected)
{
	return apart(ticks, expected) <= expected / 100 + line->hz / 1000;
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

static u64 ticks_of_ns(const struct timeline *line, u64 ns)
{
	return scale(ns, line->hz, NS_PER_SEC);
}

/* Place a pair on the line, and decide whether it begins a segment */
static void relate(const struct timeline *line, const struct pair_walk *walk,
		   const struct record_clocks *clocks, struct clock_pair *pair)
{
	const struct record_clocks *last = &walk->clocks;
	const bool know_boot = clocks->boottime_ns && last->boottime_ns;
	const u64 mono = ticks_of_ns(line, clocks->monotonic_ns - last->monotonic_ns);
	const u64 boot = know_boot ? ticks_of_ns(line, clocks->boottime_ns - last->boottime_ns) :
				     mono;
	/* Far from 0, so that a step back does not wrap */
	const u64 base = OA_TIMESTAMP_MASK + 1;
	const u64 low = clocks->gpu_ticks - last->gpu_ticks;
	const u64 by_boot = nearest(base + boot, low, OA_TIMESTAMP_BITS) - base;
	const u64 by_mono = nearest(base + mono, low, OA_TIMESTAMP_BITS) - base;

	pair->offset = walk->last.offset;
	pair->fresh = !alike(line, boot, mono);
	if (alike(line, by_boot, boot)) {
		pair->ticks = walk->last.ticks + by_boot;
	} else if (alike(line, by_mono, mono)) {
		/* CLOCK_BOOTTIME counted a sleep that the GPU's clock did not count */
		pair->fresh = false;
		pair->ticks = walk->last.ticks + by_mono;
	} else {
		pair->fresh = true;
		pair->ticks = walk->last.ticks + boot;
		pair->offset = pair->ticks - clocks->gpu_ticks;
	}
}

/* Go to the next pair. Return: false if it is useless. */
static bool walk_to(const struct timeline *line, struct pair_walk *walk,
		    const struct record_clocks *clocks)
{
	/* Far from 0, so that reports before it do not wrap */
	struct clock_pair pair = {
		.ticks = clocks->gpu_ticks + OA_TIMESTAMP_MASK + 1, .ns = clocks->monotonic_ns,
	};

	if (walk->num) {
		/* A pair is useless unless both clocks have moved since the last one */
		if (clocks->monotonic_ns <= walk->clocks.monotonic_ns ||
		    clocks->gpu_ticks == walk->clocks.gpu_ticks)
			return false;
		relate(line, walk, clocks, &pair);
	}
	if (pair.fresh)
		walk->segment = walk->num;
	walk->last = pair;
	walk->clocks = *clocks;
	walk->num++;
	return true;
}

static int no_memory(void)
{
	complain("no memory for the clocks");
	return -1;
}

static void drop_passed(struct timeline *line, size_t passed)
{
	line->kept -= passed;
	line->from += passed;
	memmove(line->pairs, line->pairs + passed, line->kept * sizeof(*line->pairs));
}

/* Keep a pair for timeline_ns(). Drop passed pairs instead of growing if they are many. */
static int keep(struct timeline *line, const struct clock_pair *pair)
{
	const size_t passed = line->at > line->from ? line->at - line->from : 0;
	struct clock_pair *more;
	size_t room;

	if (line->kept && line->kept == line->room && passed > line->kept / 2) {
		drop_passed(line, passed < line->kept ? passed : line->kept);
	} else if (line->kept == line->room) {
		room = line->room ? 2 * line->room : 16;
		more = realloc(line->pairs, room * sizeof(*more));
		if (!more)
			return no_memory();
		line->pairs = more;
		line->room = room;
	}
	line->pairs[line->kept++] = *pair;
	return 0;
}

/* Return: 1 if the pair was added, 0 if it is useless, -1 on failure. */
static int add_pair(struct timeline *line, const struct record_clocks *clocks)
{
	if (!walk_to(line, &line->known, clocks))
		return 0;
	if (line->known.num == 1)
		line->first = line->known.last;
	if (!line->timeless && !line->more && keep(line, &line->known.last))
		return -1;
	return 1;
}

/**
 * timeline_again() - add a pair for timeline_ns() that timeline_pair() has seen before
 * @line: the timeline, with @more set
 * @clocks: the moment
 *
 * Return: 0 or -1.
 */
int timeline_again(struct timeline *line, const struct record_clocks *clocks)
{
	return walk_to(line, &line->again, clocks) ? keep(line, &line->again.last) : 0;
}

static int add_repair(struct timeline *line, const struct repair *repair)
{
	struct repair *more;

	/* Grow at 1, 2, 4, 8... repairs */
	if (!(line->num_repairs & (line->num_repairs - 1))) {
		more = realloc(line->repairs, (line->num_repairs * 2 ?: 1) * sizeof(*more));
		if (!more)
			return no_memory();
		line->repairs = more;
	}
	line->repairs[line->num_repairs++] = *repair;
	return 0;
}

/* The latest ticks before a pair that match the time stamp of a report */
static u64 latest(const struct timeline *line, const struct clock_pair *pair, u64 timestamp)
{
	const u64 low = timestamp + pair->offset, most = pair->ticks + line->hz / 100;

	return most - ((most - low) & mask_of(line->format->timestamp_bits));
}

static const struct suspects *most_suspicious(const struct timeline *line, bool fresh)
{
	const struct suspects *list = line->suspects;
	int i = NUM_SUSPECTS - 1;

	while (i > SUSPECT_NONE && (!list[i].count || (fresh && i == SUSPECT_FIRST)))
		i--;
	/* A sleep shows only by the length of a step */
	if (fresh && i == SUSPECT_PERIOD && list[SUSPECT_NONE].longest > list[i].longest)
		i = SUSPECT_NONE;
	return list[i].count ? &list[i] : NULL;
}

/* Compare the plan with a pair, which may be slightly earlier than the reports before it */
static bool agrees(const struct timeline *line, const struct clock_pair *pair, u64 ticks)
{
	return line->plan.ticks == ticks ||
	       (line->plan.ticks > pair->ticks &&
		line->plan.ticks - pair->ticks < LATE_SECONDS * line->hz);
}

/*
 * Check whether the reports may be older than the pair by more than a wrap. They may if the step to
 * the next report is more suspicious than all steps before it, or if none of these is suspicious:
 * the timer does not pause for exactly a whole number of wraps, but a reader that was stopped reads
 * the clocks while the buffer is still full of old reports.
 */
static bool are_old(const struct timeline *line, const struct clock_pair *pair,
		    const struct suspects *list)
{
	const enum suspect what = list - line->suspects;

	if (!line->settled || line->plan.ticks > pair->ticks)
		return false;
	return line->next > what || (line->period && what == SUSPECT_NONE);
}

/* Move the repair of a printed step to the first unprinted report, or to the next one to come */
static int add_late(struct timeline *line, struct repair *repair, u64 shift)
{
	if (line->head < line->run.count) {
		line->next = SUSPECT_FORCED;
		return 0;
	}
	repair->kind = MOMENT_ANEW;
	repair->first = line->head;
	repair->last = line->head;
	repair->ticks = line->head_ticks + shift;
	return add_repair(line, repair);
}

/* Compare the time of a pair with the sum of the steps before it, and repair the difference */
static int settle(struct timeline *line)
{
	const struct clock_pair *pair = &line->known.last;
	const bool anew = pair->fresh || line->suspects[SUSPECT_FORCED].count;
	const u64 ticks = latest(line, pair, line->plan.timestamp);
	struct repair repair = { .segment = line->known.segment };
	const struct suspects *list;
	u64 shift;

	if (!line->waiting && !pair->fresh)
		return 0;
	list = line->waiting ? most_suspicious(line, pair->fresh) : NULL;
	/* The gap is between the last report and the pair if a loss there is the most suspicious */
	if (!list || (pair->fresh && line->next && line->next >= list - line->suspects)) {
		/* The first report after the pair begins the segment */
		if (pair->fresh)
			line->next = SUSPECT_FORCED;
		return 0;
	}
	if (!anew && are_old(line, pair, list))
		return 0;
	line->settled = true;
	if (!anew && agrees(line, pair, ticks))
		return 0;
	shift = ticks - line->plan.ticks;
	if (anew) {
		repair.kind = MOMENT_ANEW;
		repair.first = list->most;
		repair.last = list->most;
		repair.ticks = list->longest_ticks + shift;
	} else {
		repair.kind = list->count > 1 || ticks < line->plan.ticks ? MOMENT_UNKNOWN :
									    MOMENT_NEXT;
		repair.first = list->first;
		repair.last = list->last;
		repair.ticks = list->last_ticks + shift;
	}
	line->plan.ticks = ticks;
	return repair.last < line->run.count ? add_late(line, &repair, shift) :
					       add_repair(line, &repair);
}

/**
 * timeline_pair() - add a pair
 * @line: the timeline
 * @clocks: the moment, later than each report of timeline_plan()
 *
 * Return: 0 or -1.
 */
int timeline_pair(struct timeline *line, const struct record_clocks *clocks)
{
	int ret = add_pair(line, clocks);

	if (ret <= 0)
		return ret;
	ret = settle(line);
	memset(line->suspects, 0, sizeof(line->suspects));
	line->waiting = 0;
	return ret;
}

/* Place the first report near the first pair */
static u64 begin(const struct timeline *line, u64 timestamp)
{
	const u64 base = OA_TIMESTAMP_MASK + 1;

	if (!line->known.num)
		return timestamp + base;
	return nearest(line->first.ticks, timestamp, line->format->timestamp_bits);
}

/* Follow one report, and set the ticks since the previous one. */
static enum moment_kind step(const struct timeline *line, struct stepper *at, const u32 *raw,
			     u64 *ticks)
{
	const u64 timestamp = oa_report_timestamp(line->format, raw);
	const u64 mask = mask_of(line->format->timestamp_bits);
	const bool timer = oa_report_is_timer(line->format, raw);
	enum moment_kind kind = MOMENT_NEXT;

	*ticks = (timestamp - at->timestamp) & mask;
	if (!at->begun) {
		at->ticks = begin(line, timestamp);
		*ticks = 0;
		kind = MOMENT_FIRST;
	} else if (!*ticks && timer && at->timer) {
		/* The timer does not write two reports at once, so a whole number of wraps passed */
		*ticks = line->period & mask ? 0 : line->period;
		kind = *ticks ? MOMENT_NEXT : MOMENT_UNKNOWN;
	} else if (*ticks > mask / 2 && !(timer && at->timer && *ticks == line->period)) {
		*ticks = (timestamp - at->back) & mask;
		if (!at->have_back || *ticks > mask / 2) {
			at->have_back = true;
			at->back = timestamp;
			*ticks = 0;
			return MOMENT_BACK;
		}
		kind = MOMENT_ANEW;
	}
	at->begun = true;
	at->have_back = false;
	at->timestamp = timestamp;
	at->timer = timer;
	at->ticks += *ticks;
	return kind;
}

static void suspect(struct timeline *line, enum suspect what, u64 ticks, u64 number, u64 at)
{
	struct suspects *list = &line->suspects[what];

	if (!list->count++)
		list->first = number;
	list->last = number;
	list->last_ticks = at;
	if (list->count > 1 && ticks <= list->longest)
		return;
	list->most = number;
	list->longest = ticks;
	list->longest_ticks = at;
}

static enum suspect suspicion(const struct timeline *line, u64 ticks)
{
	if (line->next)
		return line->next;
	return line->period && ticks != line->period ? SUSPECT_PERIOD : SUSPECT_NONE;
}

/**
 * timeline_plan() - plan a report before timeline_next()
 * @line: the timeline
 * @raw: the report, of timeline_is_report()
 */
void timeline_plan(struct timeline *line, const u32 *raw)
{
	struct stepper *plan = &line->plan;
	enum moment_kind kind;
	u64 ticks;

	/* The first report of a segment has no predecessor */
	if (line->next == SUSPECT_FORCED) {
		plan->timestamp = oa_report_timestamp(line->format, raw);
		line->forced = plan->count;
	}
	kind = step(line, plan, raw, &ticks);
	switch (kind) {
	case MOMENT_BACK:
		break;
	case MOMENT_FIRST:
		/* With a long or unknown period the first report may come long after the first pair */
		suspect(line, line->period && line->period < line->hz ? SUSPECT_NONE :
			SUSPECT_FIRST, 0, plan->count, plan->ticks);
		break;
	case MOMENT_ANEW:
		/* The previous report was the first after the restart */
		suspect(line, SUSPECT_BACK, ticks, plan->count - 1, plan->ticks - ticks);
		break;
	default:
		suspect(line, suspicion(line, ticks), ticks, plan->count, plan->ticks);
	}
	if (kind != MOMENT_BACK) {
		line->next = SUSPECT_NONE;
		if (line->head < line->run.count) {
			line->head = plan->count;
			line->head_ticks = plan->ticks;
		}
	}
	plan->count++;
	line->waiting++;
}

/**
 * timeline_plan_lost() - plan a loss before the next report
 * @line: the timeline
 * @buffer: an OA_BUFFER_LOST, else an OA_REPORT_LOST
 */
void timeline_plan_lost(struct timeline *line, bool buffer)
{
	const enum suspect what = buffer ? SUSPECT_BUFFER : SUSPECT_LOST;

	if (line->next < what)
		line->next = what;
}

/**
 * timeline_next() - find the time of the next report
 * @line: the timeline
 * @raw: the report, after timeline_plan() of it
 *
 * Return: the kind of step; &timeline.run has its ticks.
 */
enum moment_kind timeline_next(struct timeline *line, const u32 *raw)
{
	const struct repair *repair = line->done_repairs < line->num_repairs ?
				      &line->repairs[line->done_repairs] : NULL;
	enum moment_kind kind;
	u64 ticks;

	if (repair && line->run.count == repair->last) {
		kind = line->run.begun ? repair->kind : MOMENT_FIRST;
		line->run = (struct stepper){
			.begun = true, .timestamp = oa_report_timestamp(line->format, raw),
			.timer = oa_report_is_timer(line->format, raw), .count = repair->last,
			/* Keep the order of reports even against the clocks */
			.ticks = repair->ticks > line->run.ticks || kind == MOMENT_FIRST ?
				 repair->ticks : line->run.ticks,
		};
		line->segment = repair->segment;
		line->done_repairs++;
		if (line->done_repairs == line->num_repairs) {
			line->done_repairs = 0;
			line->num_repairs = 0;
		}
	} else if (line->run.begun && line->run.count == line->forced) {
		/* The pair of this report comes later */
		line->run.timestamp = oa_report_timestamp(line->format, raw);
		step(line, &line->run, raw, &ticks);
		kind = MOMENT_ANEW;
	} else {
		kind = step(line, &line->run, raw, &ticks);
		if (repair && line->run.count >= repair->first && kind == MOMENT_NEXT)
			kind = MOMENT_UNKNOWN;
	}
	line->run.count++;
	return kind;
}

/* Return: the pair, or NULL after the last one. */
static const struct clock_pair *pair_at(struct timeline *line, size_t number)
{
	while (number >= line->from + line->kept && line->more)
		if (line->more(line->arg))
			line->more = NULL;
	return number < line->from + line->kept ? &line->pairs[number - line->from] : NULL;
}

/* Put the first report at 0 if there is no pair. */
static int begin_at_zero(struct timeline *line)
{
	line->more = NULL;
	line->first = (struct clock_pair){ .ticks = line->run.ticks };
	line->known.last = line->first;
	line->known.num = 1;
	return keep(line, &line->first);
}

/* CLOCK_MONOTONIC by interpolation between two pairs, or counted from the only usable one */
static u64 between(const struct timeline *line, const struct clock_pair *pair,
		   const struct clock_pair *next)
{
	const u64 ticks = line->run.ticks;
	u64 before;

	if (ticks < pair->ticks) {
		before = scale(pair->ticks - ticks, NS_PER_SEC, line->hz);
		return before < pair->ns ? pair->ns - before : 0;
	}
	if (!next || next->fresh)
		return pair->ns + scale(ticks - pair->ticks, NS_PER_SEC, line->hz);
	return pair->ns + scale(ticks - pair->ticks, next->ns - pair->ns,
				next->ticks - pair->ticks);
}

/*
 * CLOCK_MONOTONIC of the report of the last timeline_next(). No report is earlier than the previous
 * one, so pairs are passed in one direction only.
 */
u64 timeline_ns(struct timeline *line)
{
	const struct clock_pair *next;
	u64 ns;

	if (!line->known.num && begin_at_zero(line))
		return 0;
	if (line->at < line->segment)
		line->at = line->segment;
	while ((next = pair_at(line, line->at + 1)) && !next->fresh && next->ticks <= line->run.ticks)
		line->at++;
	/* The pair is missing if memory ran out, or the file was truncated meanwhile */
	if (line->at >= line->from + line->kept)
		return line->last_ns;
	ns = between(line, &line->pairs[line->at - line->from], next);
	if (ns < line->last_ns)
		ns = line->last_ns;
	line->last_ns = ns;
	return ns;
}

/**
 * timeline_forget() - keep the last pair only
 * @line: the timeline; timeline_next() has seen each report of timeline_plan()
 *
 * This is for a tool that runs for months and does not need earlier times again.
 */
void timeline_forget(struct timeline *line)
{
	if (line->known.num < 2)
		return;
	line->pairs[0] = line->known.last;
	line->first = line->known.last;
	line->known.num = 1;
	line->known.segment = 0;
	line->kept = 1;
	line->from = 0;
	line->at = 0;
	line->segment = 0;
	line->num_repairs = 0;
	line->done_repairs = 0;
}

/* Release a timeline. */
void timeline_free(struct timeline *line)
{
	free(line->pairs);
	free(line->repairs);
	line->pairs = NULL;
	line->repairs = NULL;
	line->kept = 0;
	line->room = 0;
	line->known.num = 0;
}
