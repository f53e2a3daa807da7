// SPDX-License-Identifier: GPL-2.0-only
/*
 * What each context did, from the reports of a stream of all contexts.
 *
 * Each report names the context that runs. The time between two reports belongs to the context of the
 * first one, since the unit writes a report when the context changes: that report ends the previous
 * context and names the next one. IGT and gputop read reports alike. A change without a report of its
 * own, as after a loss, is noticed at the next report, so a context is off by no more than the time
 * between two reports.
 *
 * The rows of all contexts, of no context and of others add up to the sum of all intervals.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/context.h"
#include "tools/common/eutime.h"

#define NS_PER_SEC	1000000000ull

/* Check whether reports of a format name contexts: from gen8 on. */
bool contexts_are_in(const struct oa_report_format *format)
{
	return format->rpt_id && format->ctx_id_mask;
}

static u32 context_of(const struct oa_report_format *format, const struct oa_report *report)
{
	return report->ctx_valid ? report->ctx_id & format->ctx_id_mask : CONTEXT_IDLE;
}

/* Return: the index of a row, contexts->num: there is none */
static u32 find(const struct contexts *contexts, u32 id)
{
	u32 i = 0;

	while (i < contexts->num && contexts->list[i].id != id)
		i++;
	return i;
}

static bool has_row(const struct contexts *contexts, u32 id)
{
	return find(contexts, id) < contexts->num;
}

/* The row of a context. The last two rows are kept for no context and for others. */
static struct context *row_of(struct contexts *contexts, u32 id)
{
	const u32 at = find(contexts, id);
	u32 named = contexts->num;

	if (at < contexts->num)
		return &contexts->list[at];
	named -= has_row(contexts, CONTEXT_IDLE) + has_row(contexts, CONTEXT_OTHERS);
	if (id != CONTEXT_IDLE && id != CONTEXT_OTHERS && named == CONTEXTS_MOST - 2)
		return row_of(contexts, CONTEXT_OTHERS);
	contexts->list[contexts->num++] = (struct context){ .id = id };
	return &contexts->list[at];
}

/**
 * contexts_add() - add a report
 * @contexts: the contexts until now
 * @format: format of the report, with contexts
 * @interval: the time that ends at the report
 *
 * Return: true if another context runs from this report on than after the one before, or that is not
 * known.
 */
bool contexts_add(struct contexts *contexts, const struct oa_report_format *format,
		  const struct interval *interval)
{
	const bool known = contexts->known && interval->kind == INTERVAL_COVERED;
	const u32 before = contexts->now;

	if (interval->kind == INTERVAL_BACK || interval->kind == INTERVAL_NONE ||
	    interval->kind == INTERVAL_BEYOND)
		return false;
	if (known)
		oa_increments_merge(&row_of(contexts, before)->sum, &interval->sum);
	contexts->known = true;
	contexts->now = context_of(format, &interval->report);
	if (known && contexts->now == before)
		return false;
	row_of(contexts, contexts->now)->begun++;
	return true;
}

/**
 * contexts_restart() - begin a new part of the reports
 * @contexts: all sums are cleared; the context of the last report stays known
 */
void contexts_restart(struct contexts *contexts)
{
	contexts->num = 0;
}

/* The row of the context that runs: its id, CONTEXT_IDLE or CONTEXT_OTHERS. */
u32 contexts_current(const struct contexts *contexts)
{
	return has_row(contexts, contexts->now) ? contexts->now : CONTEXT_OTHERS;
}

/* Check whether any context ran. */
bool contexts_ran(const struct contexts *contexts)
{
	u32 i;

	for (i = 0; i < contexts->num; i++)
		if (contexts->list[i].id != CONTEXT_IDLE)
			return true;
	return false;
}

/* The longest time first, then others, then no context */
static int compare(const void *a, const void *b)
{
	const struct context *one = *(const struct context * const *)a;
	const struct context *other = *(const struct context * const *)b;
	const bool last = one->id >= CONTEXT_OTHERS, other_last = other->id >= CONTEXT_OTHERS;

	if (last || other_last)
		return last && other_last ? (one->id > other->id) - (one->id < other->id) :
		       last - other_last;
	if (one->sum.time != other->sum.time)
		return one->sum.time < other->sum.time ? 1 : -1;
	return (one->id > other->id) - (one->id < other->id);
}

/**
 * contexts_sort() - the contexts in the order in which they are shown
 * @contexts: the contexts
 * @sorted: filled in
 *
 * Return: their number.
 */
u32 contexts_sort(const struct contexts *contexts, const struct context *sorted[CONTEXTS_MOST])
{
	u32 i;

	for (i = 0; i < contexts->num; i++)
		sorted[i] = &contexts->list[i];
	qsort(sorted, contexts->num, sizeof(*sorted), compare);
	return contexts->num;
}

/* The name of a context: its id, "others" or "idle" */
void context_name(char name[CONTEXT_NAME_BYTES], u32 id)
{
	if (id == CONTEXT_IDLE)
		strcpy(name, "idle");
	else if (id == CONTEXT_OTHERS)
		strcpy(name, "others");
	else
		snprintf(name, CONTEXT_NAME_BYTES, "0x%x", id);
}

static u64 whole_time(const struct contexts *contexts)
{
	u64 time = 0;
	u32 i;

	for (i = 0; i < contexts->num; i++)
		time += contexts->list[i].sum.time;
	return time;
}

/* The part of the time in which a context ran, in 1/OA_WHOLE. */
u32 context_share(const struct contexts *contexts, const struct context *context)
{
	const u64 whole = whole_time(contexts);

	return whole ? oa_fraction(context->sum.time, whole, OA_WHOLE) : 0;
}

/**
 * context_values() - values of some increments
 * @sum: the increments
 * @machine: the GPU
 */
struct context_values context_values(const struct oa_increments *sum,
				     const struct oa_machine *machine)
{
	struct context_values values = {
		.busy = eutime_metric("GPU.UTILIZATION", sum, machine),
	};
	struct oa_tree tree;
	u32 i;

	values.has_clocks = sum->pairs && !oa_clocks(sum, machine, &values.clocks);
	oa_tree_build(&tree, sum, machine);
	for (i = 0; i < tree.def->num; i++) {
		if (tree.def->nodes[i].slots == OA_SLOTS_ACTIVE)
			values.active = tree.states[i];
		if (tree.def->nodes[i].slots == OA_SLOTS_STALL)
			values.stall = tree.states[i];
	}
	return values;
}

static void text_share(FILE *out, bool known, u64 share)
{
	if (known)
		fprintf(out, " %4" PRIu64 ".%04u %%", (uint64_t)(share / PER_PERCENT),
			(unsigned int)(share % PER_PERCENT));
	else
		fprintf(out, " %11s", "-");
}

/**
 * contexts_text() - print a table of the contexts; the values behind the clocks are shares of its own
 * @out: file to print to
 * @contexts: the contexts
 * @machine: the GPU
 */
void contexts_text(FILE *out, const struct contexts *contexts, const struct oa_machine *machine)
{
	const struct context *sorted[CONTEXTS_MOST];
	const u32 num = contexts_sort(contexts, sorted);
	u32 i;

	fprintf(out, "%-12s %15s %11s %6s %14s %11s %11s %11s\n", "Contexts", "time", "share", "begun",
		"clocks", "busy", "EU.ACTIVE", "EU.STALL");
	for (i = 0; i < num; i++) {
		const struct context_values values = context_values(&sorted[i]->sum, machine);
		const u64 us = oa_fraction(sorted[i]->sum.time, machine->timestamp_hz, 1000000);
		char name[CONTEXT_NAME_BYTES];

		context_name(name, sorted[i]->id);
		fprintf(out, "  %-10s %8" PRIu64 ".%03u ms", name, (uint64_t)(us / 1000),
			(unsigned int)(us % 1000));
		text_share(out, true, context_share(contexts, sorted[i]));
		fprintf(out, " %6" PRIu64, (uint64_t)sorted[i]->begun);
		if (values.has_clocks)
			fprintf(out, " %14" PRIu64, (uint64_t)values.clocks);
		else
			fprintf(out, " %14s", "-");
		text_share(out, !values.busy.wrong, values.busy.value);
		text_share(out, !values.active.wrong, values.active.share);
		text_share(out, !values.stall.wrong, values.stall.share);
		fputc('\n', out);
	}
}

static void json_known(FILE *out, const char *key, bool known, u64 value)
{
	if (known)
		fprintf(out, ",\"%s\":%" PRIu64, key, (uint64_t)value);
	else
		fprintf(out, ",\"%s\":null", key);
}

static void json_share(FILE *out, const char *key, bool known, u64 share)
{
	fprintf(out, ",\"%s\":", key);
	if (known)
		eutime_share(out, share);
	else
		fputs("null", out);
}

/**
 * contexts_json() - print the contexts as a member of a JSON object, after its first one
 * @out: file to print to
 * @contexts: the contexts
 * @machine: the GPU
 */
void contexts_json(FILE *out, const struct contexts *contexts, const struct oa_machine *machine)
{
	const struct context *sorted[CONTEXTS_MOST];
	const u32 num = contexts_sort(contexts, sorted);
	char name[CONTEXT_NAME_BYTES];
	u32 i;

	fputs(",\"contexts\":[", out);
	for (i = 0; i < num; i++) {
		const struct context_values values = context_values(&sorted[i]->sum, machine);

		context_name(name, sorted[i]->id);
		fprintf(out, "%s{\"context\":\"%s\"", i ? "," : "", name);
		json_known(out, "id", sorted[i]->id < CONTEXT_OTHERS, sorted[i]->id);
		json_known(out, "ns", true, oa_fraction(sorted[i]->sum.time, machine->timestamp_hz,
							NS_PER_SEC));
		json_share(out, "time_percent", true, context_share(contexts, sorted[i]));
		json_known(out, "begun", true, sorted[i]->begun);
		json_known(out, "clocks", values.has_clocks, values.clocks);
		json_share(out, "busy_percent", !values.busy.wrong, values.busy.value);
		json_share(out, "active_percent", !values.active.wrong, values.active.share);
		json_known(out, "active_slots", !values.active.wrong, values.active.slots);
		json_share(out, "stall_percent", !values.stall.wrong, values.stall.share);
		json_known(out, "stall_slots", !values.stall.wrong, values.stall.slots);
		fputc('}', out);
	}
	fputc(']', out);
}
