// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rows that show a GPU, and the explanation of each. Pure functions.
 *
 * The rows of a GPU do not change from one interval to the next, except that the parts of a state
 * are left out while the state is not high.
 */
#include <stdarg.h>
#include <string.h>

#include "rows.h"

/* Return: the next row, empty; the last one again if there are too many. */
static struct top_row *add(struct top_row *rows, u32 *num, enum row_kind kind, u32 index)
{
	struct top_row *row = &rows[*num < TOP_MAX_ROWS ? *num : TOP_MAX_ROWS - 1];

	memset(row, 0, sizeof(*row));
	row->kind = kind;
	row->index = index;
	*num += *num < TOP_MAX_ROWS;
	return row;
}

static void title(struct top_row *rows, u32 *num, const char *text)
{
	struct top_row *row = add(rows, num, ROW_TITLE, 0);

	snprintf(row->label, sizeof(row->label), "%.63s", text);
}

/**
 * format_number() - print a number that is short enough for a column
 * @text: filled in
 * @bytes: size of @text
 * @value: the number
 * @unit: its unit, which takes a prefix; nanoseconds and microseconds become seconds
 */
void format_number(char *text, size_t bytes, double value, const char *unit)
{
	static const struct { double from; double by; const char *prefix; } steps[] = {
		{ 1e12, 1e12, "T" }, { 1e9, 1e9, "G" }, { 1e6, 1e6, "M" }, { 1e4, 1e3, "k" },
	}, parts[] = {
		{ 1, 1, "" }, { .001, .001, "m" }, { .000001, .000001, "u" }, { 0, .000000001, "n" },
	};
	size_t i;

	if (!strncmp(unit, "ns", 2) || !strncmp(unit, "us", 2)) {
		value /= *unit == 'n' ? 1e9 : 1e6;
		for (i = 0; value < parts[i].from; i++)
			;
		snprintf(text, bytes, "%.2f %s%s", value / parts[i].by, parts[i].prefix, unit + 1);
		return;
	}
	for (i = 0; i < ARRAY_LEN(steps) && value < steps[i].from; i++)
		;
	if (i < ARRAY_LEN(steps))
		snprintf(text, bytes, "%.2f %s%s", value / steps[i].by, steps[i].prefix, unit);
	else
		snprintf(text, bytes, "%.*f %s", value == (u64)value ? 0 : 1, value, unit);
}

static void format_wrong(struct top_row *row, u32 wrong)
{
	u32 i;

	row->wrong = true;
	for (i = 0; i < OA_NUM_WRONGS; i++) {
		if (!(wrong >> i & 1))
			continue;
		snprintf(row->value, sizeof(row->value), "not shown: %s", oa_wrong_name(i));
		return;
	}
}

static void format_share(struct top_row *row, u32 share)
{
	row->has_share = true;
	row->share = share;
	snprintf(row->value, sizeof(row->value), "%5.1f %%", 100.0 * share / OA_WHOLE);
}

static void add_states(const struct top_watch *watch, bool all, struct top_row *rows, u32 *num)
{
	const struct oa_tree *tree = &watch->interval.tree;
	struct top_row *row;
	int parent;
	u32 i;

	title(rows, num, "EU time");
	for (i = 0; i < tree->def->num; i++) {
		parent = oa_tree_parent(tree->def, i);
		if (!all && parent >= 0 && !tree->states[parent].high)
			continue;
		row = add(rows, num, ROW_STATE, i);
		snprintf(row->label, sizeof(row->label), "%*s%s",
			 2 * (tree->def->nodes[i].level - 1), "", tree->def->nodes[i].name);
		row->look = tree->look == (int)i;
		if (!tree->states[i].proven) {
			row->wrong = true;
			snprintf(row->value, sizeof(row->value), "not proven");
		} else if (tree->states[i].wrong) {
			format_wrong(row, tree->states[i].wrong);
		} else {
			format_share(row, tree->states[i].share);
		}
	}
}

/* The share of the time in which each context ran */
static void add_contexts(const struct top_watch *watch, struct top_row *rows, u32 *num)
{
	const struct context *sorted[CONTEXTS_MOST];
	char name[CONTEXT_NAME_BYTES];
	struct top_row *row;
	u32 i, all;

	if (!watch->contexts)
		return;
	title(rows, num, "Contexts, share of the time");
	all = contexts_sort(watch->contexts, sorted);
	for (i = 0; i < all; i++) {
		row = add(rows, num, ROW_CONTEXT, sorted[i]->id);
		context_name(name, sorted[i]->id);
		snprintf(row->label, sizeof(row->label), "%s", name);
		format_share(row, context_share(watch->contexts, sorted[i]));
	}
}

static void add_metrics(const struct top_watch *watch, struct top_row *rows, u32 *num)
{
	const struct oa_machine *machine = &watch->gpu.machine;
	const struct oa_metric *m;
	struct oa_value value;
	struct top_row *row;
	u32 i;

	title(rows, num, "Metrics, by the documents' formulas");
	for (i = 0; (m = oa_metric_at(machine->counters, i)); i++) {
		value = oa_metric_value(m, &watch->interval.sum, machine);
		row = add(rows, num, ROW_METRIC, i);
		snprintf(row->label, sizeof(row->label), "%s", m->name);
		if (value.wrong)
			format_wrong(row, value.wrong);
		else if (m->most == OA_WHOLE)
			format_share(row, value.value);
		else
			format_number(row->value, sizeof(row->value), value.value, m->unit);
	}
}

/* Check for a counter that counts another event than in the set for the tree. */
static bool is_replaced(const struct top_gpu *gpu, const struct top_event *event)
{
	return event->field == OA_FIELD_A && gpu->machine.a_other >> event->number & 1;
}

static const struct oa_flex_event *flex_of(const struct top_gpu *gpu,
					   const struct top_event *event)
{
	return event->kind == TOP_COUNTER && !is_replaced(gpu, event) ?
	       oa_code_flex(gpu->machine.counters, event->field, event->number) : NULL;
}

/* Check for a B counter that counts clocks, and is named after them. */
static bool is_clocks(const struct top_event *event)
{
	return event->kind == TOP_COUNTER && event->field == OA_FIELD_B &&
	       !strcmp(event->name, TOP_CLOCKS_NAME);
}

/**
 * event_title() - hierarchical name of an event
 * @gpu: the GPU
 * @event: one of its events
 *
 * Return: the name, that of the PMU where there is no other.
 */
const char *event_title(const struct top_gpu *gpu, const struct top_event *event)
{
	const struct oa_name *document;
	const char *name;

	if (is_clocks(event))
		return "GPU.CLOCKS";
	if (event->kind == TOP_FREQUENCY)
		return event->config == TOP_CODE_SLICE ? FREQUENCY_SLICE : FREQUENCY_UNSLICE;
	if (event->kind == TOP_COUNTER && is_replaced(gpu, event)) {
		document = oa_name_find(gpu->machine.counters, event->field, event->number);
		return document ? document->name : event->name;
	}
	name = event->kind == TOP_COUNTER ?
	       oa_code_title(gpu->machine.counters, event->field, event->number) : NULL;
	return name ?: event->name;
}

static void add_counters(const struct top_watch *watch, struct top_row *rows, u32 *num)
{
	const struct top_interval *interval = &watch->interval;
	char unit[24];
	u32 i;

	title(rows, num, "Counters, per second");
	for (i = 0; i < watch->gpu.num_events; i++) {
		const struct top_event *event = &watch->gpu.events[i];
		struct top_row *row = add(rows, num, ROW_COUNTER, i);

		snprintf(row->label, sizeof(row->label), "%s", event_title(&watch->gpu, event));
		if (interval->counted[i]) {
			snprintf(unit, sizeof(unit), "%s%s",
				 event->kind == TOP_FREQUENCY ? "Hz" : event->unit,
				 event->kind == TOP_FREQUENCY ? "" : "/s");
			format_number(row->value, sizeof(row->value),
				      event->scale * interval->counts[i] * NS_PER_SEC /
				      interval->ns, unit);
			continue;
		}
		row->wrong = true;
		snprintf(row->value, sizeof(row->value), "not counted%s%.40s",
			 *event->why ? ": " : "", event->why);
	}
}

static void add_named(const struct top_watch *watch, struct top_row *rows, u32 *num)
{
	const struct named_list *list = top_named(&watch->gpu);
	char text[NAMED_TEXT_BYTES];
	struct named_value value;
	struct top_row *row;
	size_t i;

	if (list->num)
		title(rows, num, "Values of the metric set");
	for (i = 0; i < list->num && i < MAX_NAMED_COLUMNS; i++) {
		const struct named *named = &list->list[i];

		value = named_value(named, &watch->interval.sum, &watch->gpu.machine);
		row = add(rows, num, ROW_NAMED, i);
		snprintf(row->label, sizeof(row->label), "%.63s", named->name);
		if (value.wrong) {
			format_wrong(row, value.wrong);
		} else if (named->decimals && !strcmp(named->unit, "%")) {
			format_share(row, value.real * (OA_WHOLE / 100) + 0.5);
		} else if (named->decimals) {
			named_print(text, named, &value);
			snprintf(row->value, sizeof(row->value), "%s %.20s", text, named->unit);
		} else {
			format_number(row->value, sizeof(row->value), value.whole, named->unit);
		}
	}
}

/**
 * rows_build() - make the rows of a GPU
 * @watch: the GPU, with an interval
 * @all: also expand states below their threshold
 * @rows: filled in
 *
 * Return: their number.
 */
u32 rows_build(const struct top_watch *watch, bool all, struct top_row rows[TOP_MAX_ROWS])
{
	u32 num = 0;

	add_states(watch, all, rows, &num);
	add_contexts(watch, rows, &num);
	add_metrics(watch, rows, &num);
	add_named(watch, rows, &num);
	add_counters(watch, rows, &num);
	return num;
}

__attribute__((format(printf, 3, 4)))
static void append(char *text, size_t bytes, const char *format, ...)
{
	const size_t used = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + used, bytes - used, format, args);
	va_end(args);
}

static void explain_state(const struct top_watch *watch, u32 i, char *text, size_t bytes)
{
	const struct oa_tree_def *def = watch->interval.tree.def;
	const struct oa_tree_node *node = &def->nodes[i];
	const u32 high = node->level == 1 ? OA_TREE_HIGH_1 : OA_TREE_HIGH_2;

	append(text, bytes, "%s: %s.", node->name, node->meaning);
	if (node->doubt)
		append(text, bytes, " Doubtful: %s.", node->doubt);
	if (node->look)
		append(text, bytes, " If it is high, look at: %s.", node->look);
	if (oa_tree_parent(def, i) >= 0 && node->slots != OA_SLOTS_GPU_IDLE &&
	    node->slots != OA_SLOTS_FIXED)
		append(text, bytes, " Need not add up with its neighbours: %s", def->overlap);
	append(text, bytes, " High from %u %% of all slots on", high / (OA_WHOLE / 100));
	if (node->level != 1)
		append(text, bytes, ", if what it is in is high");
	append(text, bytes, ".");
}

static void explain_counter(const struct top_gpu *gpu, const struct top_event *event, char *text,
			    size_t bytes)
{
	const struct oa_flex_event *flex = flex_of(gpu, event);
	static const char lost[] =
		"reports that streams of this GPU lost while oa-top ran, by the PMU's file reports_lost. oa-top itself reads counters, and has no reports to lose.";
	static const char own_lost[] =
		"reports that oa-top's own stream lost. i915 announces a loss without a number, and then it is not counted.";
	static const char silence[] =
		"timer-silences: how often no report came for some periods and a second, although the timer of oa-top's own stream ran, and the driver said nothing of it, as i915 after a reset of the GPU.";
	const struct oa_name *name;
	char explained[OA_EXPLANATION_BYTES];

	if (event->kind == TOP_LOST) {
		snprintf(text, bytes, "%s", *gpu->pmu ? lost : own_lost);
		return;
	}
	if (event->kind == TOP_SILENCE) {
		snprintf(text, bytes, "%s", silence);
		return;
	}
	if (event->kind == TOP_FREQUENCY) {
		snprintf(text, bytes,
			 "%s: %s, as each report says, over the time since the report before. Unlike GPU.FREQUENCY it does not fall while the GPU sleeps.",
			 event_title(gpu, event),
			 event->config == TOP_CODE_SLICE ? "clock of the slices" :
			 "clock of the rest of the GPU");
		return;
	}
	if (flex) {
		snprintf(text, bytes,
			 "%s: %s%s%s. A%u with the flexible event 0x%03x [hardware.rst 5.4]",
			 flex->name, flex->meaning, flex->note ? "; " : "", flex->note ?: "",
			 event->number, flex->event);
		return;
	}
	if (is_clocks(event)) {
		snprintf(text, bytes,
			 "GPU.CLOCKS: render clocks, as B%u counts them in the driver's metric set [hardware.rst 5.5]",
			 event->number);
		return;
	}
	name = event->kind == TOP_COUNTER ?
	       oa_name_find(gpu->machine.counters, event->field, event->number) : NULL;
	if (!name) {
		snprintf(text, bytes, "%s: an event of the PMU, config 0x%llx", event->name,
			 (unsigned long long)event->config);
		return;
	}
	oa_name_explain(gpu->machine.counters, name, explained, sizeof(explained));
	snprintf(text, bytes, "%s: %s", name->name, explained);
}

static void explain_share(const char *of, bool known, u32 share, char *text, size_t bytes)
{
	if (known)
		append(text, bytes, ", %s %.1f %%", of, 100.0 * share / OA_WHOLE);
}

static void explain_context(const struct top_watch *watch, const char *label, u32 id, char *text,
			    size_t bytes)
{
	const struct contexts *contexts = watch->contexts;
	struct context_values values;
	u32 i;

	for (i = 0; contexts && i < contexts->num && contexts->list[i].id != id; i++)
		;
	if (!contexts || i == contexts->num)
		return;
	values = context_values(&contexts->list[i].sum, &watch->gpu.machine);
	append(text, bytes, "%s: %s, begun %llu times", label,
	       id == CONTEXT_IDLE ? "no context ran" : "the context of this id, as the driver gives it",
	       (unsigned long long)contexts->list[i].begun);
	if (values.has_clocks)
		append(text, bytes, ", %llu clocks", (unsigned long long)values.clocks);
	explain_share("busy", !values.busy.wrong, values.busy.value, text, bytes);
	explain_share("EU.ACTIVE", !values.active.wrong, values.active.share, text, bytes);
	explain_share("EU.STALL", !values.stall.wrong, values.stall.share, text, bytes);
	append(text, bytes, " (of its own time).");
}

/**
 * rows_explain() - explain a row
 * @watch: the GPU
 * @row: one of its rows
 * @text: filled in, in one line
 * @bytes: size of @text, TOP_EXPLANATION_BYTES is enough
 */
void rows_explain(const struct top_watch *watch, const struct top_row *row, char *text,
		  size_t bytes)
{
	const struct named *named;
	const struct oa_metric *m;

	*text = 0;
	switch (row->kind) {
	case ROW_STATE:
		explain_state(watch, row->index, text, bytes);
		break;
	case ROW_CONTEXT:
		explain_context(watch, row->label, row->index, text, bytes);
		break;
	case ROW_METRIC:
		m = oa_metric_at(watch->gpu.machine.counters, row->index);
		snprintf(text, bytes, "%s: %s%s%s. By a formula over counters of \"%s\".", m->name,
			 m->meaning, m->note ? "; " : "", m->note ?: "",
			 watch->gpu.machine.counters->document);
		break;
	case ROW_NAMED:
		named = &top_named(&watch->gpu)->list[row->index];
		snprintf(text, bytes, "%s: %s, in %s.", named->name, named->meaning, named->unit);
		break;
	case ROW_COUNTER:
		explain_counter(&watch->gpu, &watch->gpu.events[row->index], text, bytes);
		break;
	default:
		break;
	}
}
