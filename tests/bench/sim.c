// SPDX-License-Identifier: GPL-2.0-only
/*
 * The simulated GPU's clock, and the cost of the simulator itself.
 */
#include "oa-bench.h"

/* Check whether the GPU's time can be stopped, so that no report is produced while one is read. */
bool sim_stops_time(void)
{
	return oa_sim_present() && oa_sim_has("advance");
}

/* Not for an open or close of a stream: while its time stands still, a GPU acknowledges nothing. */
void sim_clock(bool manual)
{
	if (sim_stops_time())
		oa_sim_write("clock", manual ? "manual" : "real");
}

/* Let the GPU write reports in runs; otherwise the simulator is slower than the measured path. */
void sim_bulk(bool on)
{
	if (oa_sim_present())
		oa_sim_write("bulk", on ? "Y" : "N");
}

/* Set the GPU's activity while reports are written, e.g. "idle" or "busy". */
void sim_activity(const char *activity)
{
	if (oa_sim_present())
		oa_sim_write("activity", activity);
}

void sim_advance(u64 ns)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu", ns);
	oa_sim_write("advance", text);
}

/* Zero without a simulator: a real GPU produces reports without costing the CPU anything. */
struct sim_cost sim_cost(void)
{
	struct sim_cost cost = {};
	char *text;

	if (!oa_sim_present())
		return cost;
	text = oa_sim_text("production");
	igt_assert(oa_line_u64(text, "reports", &cost.reports));
	igt_assert(oa_line_u64(text, "ns", &cost.ns));
	igt_assert(oa_line_u64(text, "slipped_ns", &cost.slipped_ns));
	free(text);
	return cost;
}

struct sim_cost sim_cost_since(const struct sim_cost *before)
{
	struct sim_cost now = sim_cost();

	now.reports -= before->reports;
	now.ns -= before->ns;
	now.slipped_ns -= before->slipped_ns;
	return now;
}
