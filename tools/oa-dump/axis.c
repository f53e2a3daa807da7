// SPDX-License-Identifier: GPL-2.0-only
/*
 * Axes of the page's pictures: the positions of ticks, and short numbers and times.
 */
#include <inttypes.h>
#include <stdint.h>

#include "oa-dump.h"

/**
 * axis_step() - the distance of ticks: 1, 2 or 5 times a power of ten
 * @most: the end of the axis, which begins at 0
 * @marks: maximum number of ticks after the one at 0
 */
u64 axis_step(u64 most, u32 marks)
{
	static const u32 steps[] = { 1, 2, 5 };
	u64 power = 1;
	u32 i;

	for (;; power *= 10)
		for (i = 0; i < ARRAY_LEN(steps); i++)
			if (most / (steps[i] * power) <= marks)
				return steps[i] * power;
}

/* Print @value in a unit, with one decimal if that is needed */
static void scaled(char *text, size_t bytes, u64 value, u64 unit, const char *name)
{
	const unsigned int tenth = value % unit / (unit < 10 ? 1 : unit / 10);

	if (unit >= 10 && tenth)
		snprintf(text, bytes, "%" PRIu64 ".%u %s", (uint64_t)(value / unit), tenth, name);
	else
		snprintf(text, bytes, "%" PRIu64 "%s%s", (uint64_t)(value / unit),
			 *name ? " " : "", name);
}

/**
 * axis_number() - a tick's number, with k, M, G, T or P
 * @text: filled in
 * @bytes: size of @text
 * @value: a multiple of axis_step()
 */
void axis_number(char *text, size_t bytes, u64 value)
{
	static const char * const names[] = { "", "k", "M", "G", "T", "P" };
	u64 unit = 1;
	u32 i = 0;

	for (; i + 1 < ARRAY_LEN(names) && value / unit >= 1000; i++)
		unit *= 1000;
	scaled(text, bytes, value, unit, names[i]);
}

/**
 * axis_time() - a tick's time
 * @text: filled in
 * @bytes: size of @text
 * @ns: a multiple of axis_step()
 * @most: the end of the axis, which decides on the unit
 */
void axis_time(char *text, size_t bytes, u64 ns, u64 most)
{
	if (most >= 1000000000)
		scaled(text, bytes, ns, 1000000000, "s");
	else if (most >= 1000000)
		scaled(text, bytes, ns, 1000000, "ms");
	else if (most >= 1000)
		scaled(text, bytes, ns, 1000, "\302\265s");
	else
		scaled(text, bytes, ns, 1, "ns");
}
