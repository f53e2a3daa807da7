// SPDX-License-Identifier: GPL-2.0-only
/*
 * From ticks of the GPU to ns of the computer's clock.
 *
 * Between two pairs time runs evenly; outside of them it runs at the frequency that the driver
 * gives. So an error of a pair, some microseconds, bends time a little and never turns it back.
 * Without any pair, the first report is at 0.
 *
 * The GPU's register has 36 bits, a report's time stamp has 36 or 32. Both are counted on: a pair
 * from the one before, the first report from the nearest pair, the next ones from it.
 */
#include <stdlib.h>

#include "formats/oa_format.h"
#include "timeline.h"
#include "tools/common/say.h"

#define NS_PER_SEC	1000000000ull

/* Moves by a signed distance, the shortest that has these low bits */
static u64 nearest(u64 from, u64 low, u8 bits)
{
	const u64 mask = bits < 64 ? (1ull << bits) - 1 : ~0ull;
	const u64 ahead = (low - from) & mask;

	return ahead <= mask / 2 ? from + ahead : from - (mask - ahead + 1);
}

/**
 * timeline_add() - add a pair
 * @line: the timeline
 * @ticks: of the GPU's register
 * @ns: of CLOCK_MONOTONIC
 *
 * A pair that is not later than the last one on both clocks says nothing, and is left out.
 *
 * Return: 0 or -1.
 */
int timeline_add(struct timeline *line, u64 ticks, u64 ns)
{
	const struct clock_pair *last = line->num ? &line->pairs[line->num - 1] : NULL;
	struct clock_pair *more;

	if (last) {
		ticks = last->ticks + ((ticks - last->ticks) & OA_TIMESTAMP_MASK);
		if (ticks == last->ticks || ns <= last->ns)
			return 0;
	} else {
		/* Far from 0, so that reports before it do not wrap */
		ticks += OA_TIMESTAMP_MASK + 1;
	}
	more = realloc(line->pairs, (line->num + 1) * sizeof(*more));
	if (!more) {
		complain("no memory for the clocks");
		return -1;
	}
	line->pairs = more;
	more[line->num++] = (struct clock_pair){ ticks, ns };
	return 0;
}

/**
 * timeline_report() - the time of the next report
 * @line: the timeline
 * @timestamp: time stamp of the report
 * @bits: its valid bits
 *
 * Return: its time in ticks, as those of the pairs.
 */
u64 timeline_report(struct timeline *line, u64 timestamp, u8 bits)
{
	const u64 mask = bits < 64 ? (1ull << bits) - 1 : ~0ull;

	if (line->begun) {
		line->last += (timestamp - line->last) & mask;
		return line->last;
	}
	/* Without a pair this report makes one, at 0 */
	if (!line->num && timeline_add(line, timestamp, 0))
		return 0;
	line->last = nearest(line->pairs[0].ticks, timestamp, bits);
	line->begun = true;
	return line->last;
}

static u64 scale(u64 value, u64 times, u64 by)
{
	return (__uint128_t)value * times / by;
}

/**
 * timeline_ns() - from ticks to CLOCK_MONOTONIC
 * @line: the timeline, with a pair
 * @ticks: from timeline_report()
 */
u64 timeline_ns(const struct timeline *line, u64 ticks)
{
	const struct clock_pair *pairs = line->pairs;
	size_t low = 0, high = line->num - 1, middle;
	u64 before;

	if (ticks < pairs->ticks) {
		before = scale(pairs->ticks - ticks, NS_PER_SEC, line->hz);
		return before < pairs->ns ? pairs->ns - before : 0;
	}
	/* The last pair that is not later */
	while (low < high) {
		middle = (low + high + 1) / 2;
		if (pairs[middle].ticks <= ticks)
			low = middle;
		else
			high = middle - 1;
	}
	pairs += low;
	if (low == line->num - 1)
		return pairs->ns + scale(ticks - pairs->ticks, NS_PER_SEC, line->hz);
	return pairs->ns + scale(ticks - pairs->ticks, pairs[1].ns - pairs->ns,
				 pairs[1].ticks - pairs->ticks);
}

/**
 * timeline_free() - release a timeline
 * @line: the timeline
 */
void timeline_free(struct timeline *line)
{
	free(line->pairs);
	line->pairs = NULL;
	line->num = 0;
}
