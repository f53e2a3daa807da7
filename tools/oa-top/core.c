// SPDX-License-Identifier: GPL-2.0-only
/*
 * From samples to intervals, totals and history. Pure functions.
 *
 * An interval lies between two samples that were both taken while the events were open, so the
 * first one is as long as the others and never reaches back to the start of the machine. A count is
 * valid only if the event counted during the whole interval: perf's two times, enabled and running,
 * advanced alike. Counts have 64 bits and never wrap. A count that falls was restarted, as after a
 * new binding of the driver, and is left out.
 */
#include <string.h>
#include <time.h>

#include "oa-top.h"
#include "tools/common/eutime.h"

/* CLOCK_MONOTONIC in nanoseconds. */
u64 top_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NS_PER_SEC + now.tv_nsec;
}

/**
 * top_event_of_config() - fill in the kind and counter of an event from its code
 * @event: its config is set; kind, field and number are filled in
 */
void top_event_of_config(struct top_event *event)
{
	unsigned int number;

	event->kind = event->config == TOP_CODE_LOST ? TOP_LOST :
		      event->config == TOP_CODE_SILENCE ? TOP_SILENCE :
		      event->config == TOP_CODE_SLICE || event->config == TOP_CODE_UNSLICE ?
		      TOP_FREQUENCY : TOP_OTHER;
	if (!oa_code_split(event->config, &event->field, &number) ||
	    event->field == OA_FIELD_TIMESTAMP)
		return;
	event->kind = TOP_COUNTER;
	event->number = number;
}

/* The name of a GPU in a message */
const char *top_name(const struct top_gpu *gpu)
{
	return *gpu->pmu ? gpu->pmu : gpu->pci;
}

/* The source of a GPU's samples. Return: "pmu" or "stream". */
const char *top_source_name(const struct top_gpu *gpu)
{
	return *gpu->pmu ? "pmu" : "stream";
}

static bool is_of_tree(const struct top_gpu *gpu, const struct top_event *event)
{
	const struct oa_tree_def *def = oa_tree_def(gpu->machine.counters);
	u32 i;

	if (event->kind != TOP_COUNTER)
		return false;
	if (event->field != OA_FIELD_A)
		return true;
	for (i = 0; i < def->num; i++)
		if (def->nodes[i].slots != OA_SLOTS_IDLE &&
		    def->nodes[i].slots != OA_SLOTS_UNPROVEN &&
		    event->number >= def->nodes[i].number &&
		    event->number <= def->nodes[i].number + def->nodes[i].more)
			return true;
	return false;
}

/**
 * top_add_twins() - count the events of the tree a second time, in one group
 * @gpu: with all events that are shown
 *
 * A group is read at one instant, so the parts of the tree fit each other. The displayed events are
 * in separate groups, so that a metric set that excludes one leaves the others.
 */
void top_add_twins(struct top_gpu *gpu)
{
	u32 i;

	gpu->num_all = gpu->num_events;
	for (i = 0; i < gpu->num_events; i++)
		if (is_of_tree(gpu, &gpu->events[i]) && gpu->num_all < TOP_MAX_EVENTS)
			gpu->events[gpu->num_all++] = gpu->events[i];
}

static bool counted(const struct top_sample *from, const struct top_sample *to, u32 i)
{
	const u64 enabled = to->enabled_ns[i] - from->enabled_ns[i];

	return from->valid[i] && to->valid[i] && to->counts[i] >= from->counts[i] &&
	       to->enabled_ns[i] > from->enabled_ns[i] &&
	       to->running_ns[i] - from->running_ns[i] == enabled;
}

static void set_count(struct oa_increments *sum, const struct top_event *event, u64 count)
{
	switch (event->field) {
	case OA_FIELD_A:
		sum->a[event->number] = count;
		sum->a_mask |= 1ull << event->number;
		break;
	case OA_FIELD_B:
		sum->b[event->number] = count;
		sum->b_mask |= 1u << event->number;
		break;
	case OA_FIELD_C:
		sum->c[event->number] = count;
		sum->c_mask |= 1u << event->number;
		break;
	case OA_FIELD_GPU_TICKS:
		sum->ticks = count;
		sum->ticks_missing = false;
		break;
	default:
		break;
	}
}

/**
 * top_subtract() - make the interval between two samples
 * @gpu: the GPU
 * @from: a sample
 * @to: the next one
 * @interval: filled in
 *
 * Return: false if there is none, because @to is the first or no time has passed.
 */
bool top_subtract(const struct top_gpu *gpu, const struct top_sample *from,
		  const struct top_sample *to, struct top_interval *interval)
{
	u32 i;

	memset(interval, 0, sizeof(*interval));
	if (to->first || to->time_ns <= from->time_ns)
		return false;
	interval->end_ns = to->time_ns;
	interval->ns = to->time_ns - from->time_ns;
	interval->silent = to->silent;
	interval->sum.time = interval->ns;
	interval->sum.pairs = 1;
	interval->sum.a_other = gpu->machine.a_other;
	interval->sum.ticks_missing = true;
	/* Twins come last, and replace the values of the others if they were counted. */
	for (i = 0; i < gpu->num_all; i++) {
		if (!counted(from, to, i))
			continue;
		interval->counted[i] = true;
		interval->counts[i] = to->counts[i] - from->counts[i];
		if (gpu->events[i].kind == TOP_COUNTER)
			set_count(&interval->sum, &gpu->events[i], interval->counts[i]);
		if (gpu->events[i].kind == TOP_LOST) {
			interval->has_lost = true;
			interval->lost += interval->counts[i];
		}
	}
	oa_tree_build(&interval->tree, &interval->sum, &gpu->machine);
	return true;
}

/* The named values of a GPU's metric set, perhaps none. */
const struct named_list *top_named(const struct top_gpu *gpu)
{
	static const struct named_list none;

	return gpu->named ?: &none;
}

static const struct oa_tree_state *state_of(const struct oa_tree *tree, enum oa_slots slots)
{
	u32 i;

	for (i = 0; i < tree->def->num; i++)
		if (tree->def->nodes[i].slots == slots)
			return &tree->states[i];
	return NULL;
}

/*
 * The frequency of the clock: that of the slices in the reports of an own stream, else the clocks over
 * time, which include the time without any clock. Return: Hz, 0 if it is not known.
 */
static u64 clock_of(const struct top_watch *watch)
{
	const struct top_interval *interval = &watch->interval;
	u64 hz;
	u32 i;

	for (i = 0; i < watch->gpu.num_events; i++)
		if (watch->gpu.events[i].config == TOP_CODE_SLICE && interval->counted[i])
			return oa_fraction(interval->counts[i], interval->ns, NS_PER_SEC);
	return top_metric(watch, "GPU.FREQUENCY", &hz) ? hz : 0;
}

static void add_to_history(struct top_watch *watch)
{
	const struct top_interval *interval = &watch->interval;
	struct top_history *history = &watch->history;
	const struct oa_tree_state *active = state_of(&interval->tree, OA_SLOTS_ACTIVE);
	const struct oa_tree_state *stall = state_of(&interval->tree, OA_SLOTS_STALL);

	history->moments[history->num++ % TOP_HISTORY] = (struct top_moment){
		.active = active->share,
		.stall = stall->share,
		.known = !active->wrong && !stall->wrong,
		.hz = clock_of(watch),
		.lost = interval->lost != 0,
	};
}

/**
 * top_metric_value() - a metric in the newest interval
 * @watch: the GPU
 * @name: hierarchical name of the metric
 *
 * Return: its value, and what is wrong with it; a platform may lack it.
 */
struct oa_value top_metric_value(const struct top_watch *watch, const char *name)
{
	return eutime_metric(name, &watch->interval.sum, &watch->gpu.machine);
}

/**
 * top_metric() - value of a metric in the newest interval
 * @watch: the GPU
 * @name: hierarchical name of the metric
 * @value: set to it
 *
 * Return: false if there is none or it is wrong.
 */
bool top_metric(const struct top_watch *watch, const char *name, u64 *value)
{
	const struct oa_value found = top_metric_value(watch, name);

	*value = found.value;
	return !found.wrong;
}

/**
 * top_clocks() - number of render clocks in the newest interval
 * @watch: the GPU
 * @clocks: set to their number
 *
 * Return: false if they were not counted. Then values that depend on them are unknown.
 */
bool top_clocks(const struct top_watch *watch, u64 *clocks)
{
	return !oa_clocks(&watch->interval.sum, &watch->gpu.machine, clocks);
}

/**
 * top_add() - make an interval the newest
 * @watch: the GPU
 * @interval: the interval
 *
 * Totals include all counts. A wrong tree adds no slots, but is counted itself.
 */
void top_add(struct top_watch *watch, const struct top_interval *interval)
{
	const struct oa_tree *tree = &interval->tree;
	struct top_totals *totals = &watch->totals;
	u64 busy;
	u32 i;

	watch->interval = *interval;
	watch->has_interval = true;
	totals->intervals++;
	totals->ns += interval->ns;
	totals->lost += interval->lost;
	totals->clocks += tree->clocks;
	if (tree->states[0].wrong)
		totals->not_shown++;
	for (i = 0; i < watch->gpu.num_events; i++)
		totals->counts[i] += interval->counts[i];
	for (i = 0; i < tree->def->num; i++)
		totals->slots[i] += tree->states[i].slots;
	if (top_metric(watch, "GPU.UTILIZATION", &busy))
		totals->busy_ns += oa_fraction(busy, OA_WHOLE, interval->ns);
	add_to_history(watch);
}
