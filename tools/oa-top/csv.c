// SPDX-License-Identifier: GPL-2.0-only
/*
 * --csv: a line with the names of the columns, then one for each GPU and interval.
 *
 * Columns are times, lost reports, the states of EU time in percent, metrics in their units, named
 * values of the metric set, and counts. The cell of an unknown value is empty. No name has a comma or a quote.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rows.h"
#include "show.h"
#include "tools/common/eutime.h"

static bool same_columns(const struct top_gpu *one, const struct top_gpu *other)
{
	const struct named_list *named = top_named(one), *others = top_named(other);
	u32 i;

	if (one->platform != other->platform || one->num_events != other->num_events ||
	    named->num != others->num)
		return false;
	for (i = 0; i < named->num; i++)
		if (strcmp(named->list[i].name, others->list[i].name))
			return false;
	for (i = 0; i < one->num_events; i++)
		if (one->events[i].config != other->events[i].config)
			return false;
	return true;
}

static int begin(struct top_state *state)
{
	const struct top_gpu *gpu = &state->watches[0].gpu;
	const struct oa_tree_def *def = oa_tree_def(gpu->machine.counters);
	const struct oa_metric *m;
	u32 i;

	for (i = 1; i < state->num; i++) {
		if (same_columns(gpu, &state->watches[i].gpu))
			continue;
		complain("--csv: %s and %s have different columns; choose one by --device",
			 gpu->pci, state->watches[i].gpu.pci);
		return -1;
	}
	printf("pci,time_s,interval_s,lost_reports,clocks");
	for (i = 0; i < def->num; i++)
		if (def->nodes[i].slots != OA_SLOTS_UNPROVEN)
			printf(",%s_percent", def->nodes[i].name);
	for (i = 0; (m = oa_metric_at(gpu->machine.counters, i)); i++)
		printf(",%s_%s", m->name, m->most == OA_WHOLE ? "percent" : m->unit);
	for (i = 0; i < top_named(gpu)->num; i++)
		printf(",%s", top_named(gpu)->list[i].name);
	for (i = 0; i < gpu->num_events; i++)
		if (gpu->events[i].kind != TOP_LOST)
			printf(",%s_count", gpu->events[i].name);
	putchar('\n');
	return show_flush(stdout, "standard output");
}

static void print_states(const struct oa_tree *tree)
{
	u32 i;

	for (i = 0; i < tree->def->num; i++) {
		if (tree->def->nodes[i].slots == OA_SLOTS_UNPROVEN)
			continue;
		putchar(',');
		if (!tree->states[i].wrong)
			eutime_share(stdout, tree->states[i].share);
	}
}

static void print_metrics(const struct top_watch *watch)
{
	const struct oa_machine *machine = &watch->gpu.machine;
	const struct oa_metric *m;
	struct oa_value value;
	u32 i;

	for (i = 0; (m = oa_metric_at(machine->counters, i)); i++) {
		value = oa_metric_value(m, &watch->interval.sum, machine);
		putchar(',');
		if (value.wrong)
			continue;
		if (m->most == OA_WHOLE)
			eutime_share(stdout, value.value);
		else
			printf("%" PRIu64, (uint64_t)value.value);
	}
}

static void print_named(const struct top_watch *watch)
{
	const struct named_list *named = top_named(&watch->gpu);
	struct named_value value;
	size_t i;

	for (i = 0; i < named->num; i++) {
		char text[NAMED_TEXT_BYTES] = "";

		value = named_value(&named->list[i], &watch->interval.sum, &watch->gpu.machine);
		if (!value.wrong)
			named_print(text, &named->list[i], &value);
		printf(",%s", text);
	}
}

static void print_watch(const struct top_state *state, const struct top_watch *watch)
{
	const struct top_interval *interval = &watch->interval;
	u64 clocks;
	u32 i;

	printf("%s,%.6f,%.6f,", watch->gpu.pci,
	       (double)(interval->end_ns - state->start_ns) / NS_PER_SEC,
	       (double)interval->ns / NS_PER_SEC);
	if (interval->has_lost)
		printf("%" PRIu64, (uint64_t)interval->lost);
	putchar(',');
	if (top_clocks(watch, &clocks))
		printf("%" PRIu64, (uint64_t)clocks);
	print_states(&interval->tree);
	print_metrics(watch);
	print_named(watch);
	for (i = 0; i < watch->gpu.num_events; i++) {
		if (watch->gpu.events[i].kind == TOP_LOST)
			continue;
		putchar(',');
		if (interval->counted[i])
			printf("%" PRIu64, (uint64_t)interval->counts[i]);
	}
	putchar('\n');
}

static int show(struct top_state *state)
{
	return show_intervals(state, print_watch);
}

const struct top_show_ops csv_show = { .begin = begin, .show = show };
