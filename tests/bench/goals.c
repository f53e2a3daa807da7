// SPDX-License-Identifier: GPL-2.0-only
/* The goals and their results. */
#include <math.h>

#include "oa-bench.h"

/** struct goal - one goal */
struct goal {
	/** @what: its description */
	const char *what;
	/** @measured: the result; NAN if this run could not measure it */
	double measured;
	/** @limit: the maximum or the minimum */
	double limit;
	/** @at_most: the limit is a maximum */
	bool at_most;
};

static struct goal goals[16];
static unsigned int num_goals;

static void goal_add(struct goal goal)
{
	igt_assert(num_goals < ARRAY_LEN(goals));
	goals[num_goals++] = goal;
}

void goal_at_most(const char *what, double measured, double limit)
{
	goal_add((struct goal){ what, measured, limit, true });
}

void goal_at_least(const char *what, double measured, double limit)
{
	goal_add((struct goal){ what, measured, limit, false });
}

static const char *verdict(const struct goal *goal)
{
	if (isnan(goal->measured))
		return "not measured";
	if (goal->at_most)
		return goal->measured <= goal->limit ? "met" : "not met";
	return goal->measured >= goal->limit ? "met" : "not met";
}

static void goal_print(const struct goal *goal)
{
	printf("goal %s: at %s %.6g: ", goal->what, goal->at_most ? "most" : "least", goal->limit);
	if (!isnan(goal->measured))
		printf("measured %.6g, ", goal->measured);
	puts(verdict(goal));
	json_open(NULL, '{');
	json_text("goal", goal->what);
	json_text("limit", goal->at_most ? "at most" : "at least");
	json_number("value", goal->limit);
	json_number("measured", goal->measured);
	json_text("verdict", verdict(goal));
	json_close();
}

void goals_print(void)
{
	heading("Goals");
	json_open("goals", '[');
	for (unsigned int i = 0; i < num_goals; i++)
		goal_print(&goals[i]);
	json_close();
}
