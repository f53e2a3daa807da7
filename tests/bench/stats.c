// SPDX-License-Identifier: GPL-2.0-only
/*
 * Median and quartiles. Rounds that the host disturbed lie outside of the quartiles; a
 * mean would include them.
 */
#include <math.h>

#include "oa-bench.h"

void series_add(struct series *series, double value)
{
	if (series->num < SERIES_MAX)
		series->values[series->num++] = value;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Interpolate between the two neighbouring values. */
static double quantile(const struct series *sorted, double q)
{
	double at = q * (sorted->num - 1);
	unsigned int below = at;

	if (below + 1 >= sorted->num)
		return sorted->values[sorted->num - 1];
	return sorted->values[below] +
	       (at - below) * (sorted->values[below + 1] - sorted->values[below]);
}

struct summary series_summary(const struct series *series)
{
	struct series sorted = *series;

	if (!sorted.num)
		return (struct summary){ NAN, NAN, NAN };
	qsort(sorted.values, sorted.num, sizeof(sorted.values[0]), ascending);
	return (struct summary){
		.low = quantile(&sorted, 0.25),
		.median = quantile(&sorted, 0.5),
		.high = quantile(&sorted, 0.75),
	};
}

/* Compare round by round: a slow machine slows both ways of a round. */
struct series series_ratio(const struct series *a, const struct series *b)
{
	struct series ratio = {};

	for (unsigned int i = 0; i < a->num && i < b->num; i++)
		series_add(&ratio, a->values[i] / b->values[i]);
	return ratio;
}

struct series series_difference(const struct series *a, const struct series *b)
{
	struct series difference = {};

	for (unsigned int i = 0; i < a->num && i < b->num; i++)
		series_add(&difference, a->values[i] - b->values[i]);
	return difference;
}
