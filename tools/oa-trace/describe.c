// SPDX-License-Identifier: GPL-2.0-only
/*
 * The choice of a trace's counters, and their descriptions for viewers.
 *
 * A trace has all counters of the format, with their documented meanings, then the named values of
 * the metric set, the states of the tree of EU time, and the metrics, if the metric set is known to
 * count their inputs.
 */
#include <stdio.h>
#include <string.h>

#include "formats/oa_codes.h"
#include "gpu_track.h"
#include "tools/common/message.h"

#define UNIT(name)	OA__GPU_COUNTER_DESCRIPTOR__MEASURE_UNIT__##name
#define GROUP(name)	OA__GPU_COUNTER_DESCRIPTOR__GPU_COUNTER_GROUP__##name
/* Number of a group of this tool's own, far from those of Perfetto's groups */
#define TREE_GROUP	100u
/* Those of named values, one for each of their groups; values of further groups have none */
#define FIRST_NAMED_GROUP	101u
#define MAX_NAMED_GROUPS	32u

/* Perfetto does not name its groups, and a viewer shows only groups with a name. */
static const struct {
	u32 id;
	const char *name;
	const char *description;
} named_groups[] = {
	{ TREE_GROUP, "EU time", "Shares of all slots, EUs times render clocks" },
	{ GROUP(SYSTEM), "GPU", "Clocks, utilization and frequency" },
	{ GROUP(COMPUTE), "EUs and threads", "What EUs did, and threads dispatched" },
	{ GROUP(FRAGMENTS), "Pixels", "Rasterizer, depth and stencil, samples and pixels" },
	{ GROUP(MEMORY), "Caches and memory", "Accesses of caches and of memory" },
	{ GROUP(UNCLASSIFIED), "Other counters", "Counters of the metric set's own" },
};

/* The first word of a name, and Perfetto's nearest group */
static const struct {
	const char *word;
	Oa__GpuCounterDescriptor__GpuCounterGroup group;
} groups[] = {
	{ "GPU.", GROUP(SYSTEM) }, { "EU.", GROUP(COMPUTE) }, { "THREAD.", GROUP(COMPUTE) },
	{ "CACHE.", GROUP(MEMORY) }, { "MEM.", GROUP(MEMORY) }, { "PIXEL.", GROUP(FRAGMENTS) },
};

static Oa__GpuCounterDescriptor__GpuCounterGroup group_of(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(groups); i++)
		if (!strncmp(groups[i].word, name, strlen(groups[i].word)))
			return groups[i].group;
	return GROUP(UNCLASSIFIED);
}

static struct gpu_counter *add(struct gpu_track *track, const char *key, const char *name)
{
	struct gpu_counter *counter = &track->counters[track->num++];

	snprintf(counter->name, sizeof(counter->name), "%s%s%s", key, *key && *name ? " " : "",
		 name);
	counter->unit = UNIT(NONE);
	counter->group = group_of(name);
	return counter;
}

/* Perfetto lacks some units, such as samples and threads, so the text has those. */
static void add_unit(struct gpu_counter *to, const struct oa_counter *counter)
{
	const size_t used = strlen(to->text);

	if (!strcmp(counter->unit, "bytes") && counter->scale == 1)
		to->unit = UNIT(BYTE);
	else if (!strcmp(counter->unit, "pixels") && counter->scale == 1)
		to->unit = UNIT(PIXEL);
	else if (*counter->unit && counter->scale == 1)
		snprintf(to->text + used, sizeof(to->text) - used, ", in %s", counter->unit);
	else if (*counter->unit)
		snprintf(to->text + used, sizeof(to->text) - used, ", in %u %s", counter->scale,
			 counter->unit);
}

static void add_column(struct gpu_track *track, const struct dump_column *column)
{
	const struct oa_counter_set *set = track->machine.counters;
	/* With the set for the tree it replaces the counter that the document describes. */
	const struct oa_flex_event *event = column_flex(column, &track->machine);
	const struct oa_name *name = oa_name_find(set, column->field, column->n);
	struct gpu_counter *counter;

	counter = add(track, column->key, column_title(column, &track->machine));
	counter->kind = COUNTER_COLUMN;
	counter->column = column;
	if (event)
		snprintf(counter->text, sizeof(counter->text), "%s%s%s", event->meaning,
			 event->note ? "; " : "", event->note ?: "");
	else if (name)
		oa_name_explain(set, name, counter->text, sizeof(counter->text));
	if (column->counter && !event)
		add_unit(counter, column->counter);
}

static bool has_clocks(const struct oa_machine *machine)
{
	return machine->counters->has_ticks || machine->programmed & OA_PROGRAMMED_CLOCKS;
}

static void add_states(struct gpu_track *track)
{
	const struct oa_tree_def *def = oa_tree_def(track->machine.counters);
	const struct oa_machine *machine = &track->machine;
	struct gpu_counter *counter;
	u32 i;

	if (!machine->eus || def->needs & ~machine->programmed || !has_clocks(machine))
		return;
	for (i = 0; i < def->num; i++) {
		if (def->nodes[i].slots == OA_SLOTS_UNPROVEN)
			continue;
		counter = add(track, "", def->nodes[i].name);
		counter->kind = COUNTER_STATE;
		counter->node = i;
		counter->unit = UNIT(PERCENT);
		counter->group = GROUP(COMPUTE);
		snprintf(counter->text, sizeof(counter->text), "%s%s%s", def->nodes[i].meaning,
			 def->nodes[i].doubt ? "; doubtful: " : "", def->nodes[i].doubt ?: "");
	}
}

static bool can_be_said(const struct oa_machine *machine, const struct oa_metric *metric)
{
	return !(metric->needs & ~machine->programmed) &&
	       (!(metric->per & OA_PER_EU) || machine->eus) &&
	       (!(metric->per & OA_PER_THREAD) || machine->threads) &&
	       (!(metric->per & OA_PER_SLICE) || machine->slices) &&
	       ((!(metric->per & OA_PER_CLOCK) && metric->of->field) || has_clocks(machine));
}

static void add_metric(struct gpu_track *track, const struct oa_metric *metric)
{
	struct gpu_counter *counter = add(track, "", metric->name);

	counter->kind = COUNTER_METRIC;
	counter->metric = metric;
	counter->group = group_of(metric->name);
	counter->per_second = !strcmp(metric->unit, "bytes/s");
	counter->unit = metric->most == OA_WHOLE ? UNIT(PERCENT) :
			!strcmp(metric->unit, "Hz") ? UNIT(HERTZ) :
			counter->per_second ? UNIT(BYTE) : UNIT(NONE);
	snprintf(counter->text, sizeof(counter->text), "%s%s%s%s%s", metric->meaning,
		 metric->note ? "; " : "", metric->note ?: "",
		 counter->unit == UNIT(NONE) ? ", in " : "",
		 counter->unit == UNIT(NONE) ? metric->unit : "");
}

static void add_named(struct gpu_track *track, const struct named *named)
{
	struct gpu_counter *counter = add(track, "", named->name);

	counter->kind = COUNTER_NAMED;
	counter->named = named;
	counter->unit = !strcmp(named->unit, "%") ? UNIT(PERCENT) : UNIT(NONE);
	snprintf(counter->text, sizeof(counter->text), "%s%s%s", named->meaning,
		 counter->unit == UNIT(NONE) ? ", in " : "",
		 counter->unit == UNIT(NONE) ? named->unit : "");
}

static void add_frequency(struct gpu_track *track, enum fact fact, const char *name)
{
	struct gpu_counter *counter;

	if (!fact_is_in(fact, track->format))
		return;
	counter = add(track, "", name);
	counter->kind = COUNTER_FACT;
	counter->fact = fact;
	counter->unit = UNIT(HERTZ);
	snprintf(counter->text, sizeof(counter->text), "%s", fact_meaning(fact));
}

/**
 * gpu_track_choose() - choose the counters
 * @track: with platform, format, machine and named values set
 */
void gpu_track_choose(struct gpu_track *track)
{
	const struct oa_metric *metric;
	size_t num, i;

	num = columns_of_format(track->platform, track->format, track->columns);
	for (i = 0; i < num; i++)
		add_column(track, &track->columns[i]);
	for (i = 0; i < track->named->num && i < MAX_NAMED_COLUMNS; i++)
		add_named(track, &track->named->list[i]);
	add_states(track);
	add_frequency(track, FACT_SLICE, FREQUENCY_SLICE);
	add_frequency(track, FACT_UNSLICE, FREQUENCY_UNSLICE);
	for (i = 0; (metric = oa_metric_at(track->machine.counters, i)); i++)
		if (can_be_said(&track->machine, metric) && track->num < MAX_COUNTERS)
			add_metric(track, metric);
}

/* struct description - the messages that describe a counter */
struct description {
	Oa__GpuCounterDescriptor__GpuCounterSpec spec;
	Oa__GpuCounterDescriptor__MeasureUnit unit;
	Oa__GpuCounterDescriptor__MeasureUnit per;
	Oa__GpuCounterDescriptor__GpuCounterGroup group;
};

static void describe(struct description *d, const struct gpu_counter *counter, u32 id)
{
	oa__gpu_counter_descriptor__gpu_counter_spec__init(&d->spec);
	d->unit = counter->unit;
	d->per = UNIT(SECOND);
	d->group = counter->group;
	d->spec.has_counter_id = 1;
	d->spec.counter_id = id;
	d->spec.name = (char *)counter->name;
	d->spec.description = (char *)counter->text;
	d->spec.n_numerator_units = 1;
	d->spec.numerator_units = &d->unit;
	d->spec.n_denominator_units = counter->per_second;
	d->spec.denominator_units = &d->per;
	/* The groups of named values list them. */
	d->spec.n_groups = counter->kind != COUNTER_NAMED;
	d->spec.groups = &d->group;
	d->spec.has_int_peak_value = counter->unit == UNIT(PERCENT);
	d->spec.int_peak_value = 100;
}

/* The states of the tree are a group of their own, in the order of the tree. */
static u32 tree_group(const struct gpu_track *track, u32 ids[MAX_COUNTERS])
{
	u32 i, n = 0;

	for (i = 0; i < track->num; i++)
		if (track->counters[i].kind == COUNTER_STATE)
			ids[n++] = i + 1;
	return n;
}

static bool has_group(const struct gpu_track *track, u32 id)
{
	u32 i;

	for (i = 0; i < track->num; i++)
		if (track->counters[i].kind != COUNTER_NAMED && track->counters[i].group == id)
			return true;
	return false;
}

typedef Oa__GpuCounterDescriptor__GpuCounterGroupSpec group_spec;

static void begin_group(group_spec *group, u32 id, const char *name, const char *description)
{
	oa__gpu_counter_descriptor__gpu_counter_group_spec__init(group);
	group->has_group_id = 1;
	group->group_id = id;
	group->name = (char *)name;
	group->description = (char *)description;
}

/* struct named_groups - groups of named values, in the order of their first ones */
struct named_groups {
	group_spec specs[MAX_NAMED_GROUPS];
	/* The numbers of each group's counters, one group behind the other */
	u32 ids[MAX_COUNTERS];
	u32 num;
};

static bool is_first_of_group(const struct gpu_track *track, u32 i)
{
	const struct gpu_counter *counters = track->counters;
	u32 n;

	for (n = 0; n < i; n++)
		if (counters[n].kind == COUNTER_NAMED && counters[n].named->group &&
		    !strcmp(counters[n].named->group, counters[i].named->group))
			return false;
	return true;
}

static void find_named_groups(const struct gpu_track *track, struct named_groups *groups)
{
	const struct gpu_counter *counters = track->counters;
	u32 i, n, used = 0;

	groups->num = 0;
	for (i = 0; i < track->num && groups->num < MAX_NAMED_GROUPS; i++) {
		const char *name = counters[i].kind == COUNTER_NAMED ? counters[i].named->group : NULL;
		group_spec *group = &groups->specs[groups->num];

		if (!name || !is_first_of_group(track, i))
			continue;
		begin_group(group, FIRST_NAMED_GROUP + groups->num++, name, "Values of the metric set");
		group->counter_ids = groups->ids + used;
		for (n = i; n < track->num; n++)
			if (counters[n].kind == COUNTER_NAMED && counters[n].named->group &&
			    !strcmp(counters[n].named->group, name))
				groups->ids[used++] = n + 1;
		group->n_counter_ids = groups->ids + used - group->counter_ids;
	}
}

/**
 * gpu_track_describe() - add the first event, which describes the counters
 * @track: the track
 * @event: the event; its description is filled in
 * @time: ns
 *
 * Return: 0 or -1.
 */
int gpu_track_describe(struct gpu_track *track, Oa__GpuCounterEvent *event, u64 time)
{
	group_spec specs[ARRAY_LEN(named_groups)];
	group_spec *group_list[ARRAY_LEN(named_groups) + MAX_NAMED_GROUPS];
	Oa__GpuCounterDescriptor descriptor = OA__GPU_COUNTER_DESCRIPTOR__INIT;
	Oa__GpuCounterDescriptor__GpuCounterSpec *list[MAX_COUNTERS];
	Oa__TracePacket packet = OA__TRACE_PACKET__INIT;
	struct description all[MAX_COUNTERS];
	struct named_groups of_set;
	u32 ids[MAX_COUNTERS];
	size_t i;

	for (i = 0; i < track->num; i++) {
		describe(&all[i], &track->counters[i], i + 1);
		list[i] = &all[i].spec;
	}
	descriptor.n_specs = track->num;
	descriptor.specs = list;
	for (i = 0; i < ARRAY_LEN(named_groups); i++) {
		group_spec *group = &specs[i];

		begin_group(group, named_groups[i].id, named_groups[i].name,
			    named_groups[i].description);
		group->counter_ids = ids;
		/* Only the tree's group lists counters; they name Perfetto's groups themselves. */
		if (group->group_id == TREE_GROUP)
			group->n_counter_ids = tree_group(track, ids);
		if (group->n_counter_ids || has_group(track, group->group_id))
			group_list[descriptor.n_counter_groups++] = group;
	}
	find_named_groups(track, &of_set);
	for (i = 0; i < of_set.num; i++)
		group_list[descriptor.n_counter_groups++] = &of_set.specs[i];
	descriptor.counter_groups = group_list;
	event->counter_descriptor = &descriptor;
	packet.gpu_counter_event = event;
	return packets_put(track->packets, SEQUENCE_GPU, time, &packet);
}
