// SPDX-License-Identifier: GPL-2.0-only
/*
 * --once as text, and --list.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "rows.h"
#include "show.h"
#include "tools/common/eutime.h"

/**
 * show_flush() - flush the output
 * @file: the file
 * @name: its name, for the message
 *
 * A failure is printed once: the end of the run may write once more.
 *
 * Return: 0 or -1.
 */
int show_flush(FILE *file, const char *name)
{
	static bool said;

	if (!fflush(file) && !ferror(file))
		return 0;
	if (!said)
		complain("%s: %s", name, strerror(errno));
	said = true;
	return -1;
}

/**
 * show_intervals() - print each GPU's newest interval on standard output
 * @state: with the GPUs
 * @print: prints one
 *
 * Return: 0 or -1.
 */
int show_intervals(const struct top_state *state,
		   void (*print)(const struct top_state *state, const struct top_watch *watch))
{
	u32 i;

	for (i = 0; i < state->num; i++)
		if (state->watches[i].has_interval)
			print(state, &state->watches[i]);
	return show_flush(stdout, "standard output");
}

static void print_counters(const struct top_watch *watch)
{
	static struct top_row rows[TOP_MAX_ROWS];
	const u32 num = rows_build(watch, false, rows);
	u32 i;

	for (i = 0; i < num; i++) {
		if (rows[i].kind == ROW_COUNTER)
			printf("  %-28s %s\n", rows[i].label, rows[i].value);
		/* The titles of the tree and of the metrics are printed elsewhere. */
		else if (rows[i].kind == ROW_TITLE && i + 1 < num &&
			 rows[i + 1].kind == ROW_COUNTER)
			printf("%s\n", rows[i].label);
	}
}

static void print_gpu(const struct top_watch *watch)
{
	const struct top_interval *interval = &watch->interval;
	const struct top_gpu *gpu = &watch->gpu;
	/* Contexts have the ticks of the stream. */
	struct oa_machine of_stream = gpu->machine;
	u64 clocks;

	of_stream.timestamp_hz = gpu->ticks_hz;
	printf("EU time of %s, %s at %s, %u EUs: ", gpu->platform->name,
	       *gpu->pmu ? gpu->pmu : "own stream", gpu->pci, gpu->machine.eus);
	if (top_clocks(watch, &clocks))
		printf("%" PRIu64 " clocks", (uint64_t)clocks);
	else
		printf("clocks not counted");
	printf(" in %" PRIu64 ".%03u ms, ", (uint64_t)(interval->ns / 1000000),
	       (unsigned int)(interval->ns / 1000 % 1000));
	if (interval->has_lost)
		printf("streams lost %" PRIu64 " reports\n", (uint64_t)interval->lost);
	else
		printf("what streams lost is not known\n");
	if (interval->silent)
		printf("no report comes, although the timer runs: the driver says nothing of it\n");
	eutime_text_states(stdout, &interval->tree);
	eutime_text_metrics(stdout, &interval->sum, &gpu->machine);
	eutime_text_named(stdout, top_named(gpu), &interval->sum, &gpu->machine);
	if (watch->contexts)
		contexts_text(stdout, watch->contexts, &of_stream);
	print_counters(watch);
}

static int show_text(struct top_state *state)
{
	u32 i, shown = 0;

	for (i = 0; i < state->num; i++) {
		if (!state->watches[i].has_interval)
			continue;
		if (shown++)
			putchar('\n');
		print_gpu(&state->watches[i]);
	}
	return show_flush(stdout, "standard output");
}

const struct top_show_ops text_show = { .show = show_text };

static void list_gpu(const struct top_gpu *gpu)
{
	const struct named_list *named = top_named(gpu);
	const struct top_event *event;
	const struct oa_name *name;
	char explained[OA_EXPLANATION_BYTES];
	u32 i;

	printf("%s: %s at %s, PCI device %04x, %u EUs, %u slices, counters by \"%s\"\n",
	       *gpu->pmu ? gpu->pmu : "own stream", gpu->platform->name, gpu->pci, gpu->devid, gpu->machine.eus, gpu->machine.slices,
	       gpu->machine.counters->document);
	for (i = 0; i < gpu->num_events; i++) {
		event = &gpu->events[i];
		name = event->kind == TOP_COUNTER ?
		       oa_name_find(gpu->machine.counters, event->field, event->number) : NULL;
		explained[0] = 0;
		if (name)
			oa_name_explain(gpu->machine.counters, name, explained, sizeof(explained));
		printf("  %-28s %-28s %s\n", event->name, event_title(gpu, event), explained);
	}
	for (i = 0; i < named->num; i++)
		printf("  %-28s %-28s %s\n", named->list[i].name, named->list[i].unit,
		       named->list[i].meaning);
}

/**
 * list_gpus() - print the GPUs, their events and their named values
 * @state: with the GPUs
 */
void list_gpus(const struct top_state *state)
{
	u32 i;

	for (i = 0; i < state->num; i++)
		list_gpu(&state->watches[i].gpu);
}
