// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events and metrics in the format of perf's own tables (tools/perf/pmu-events of the kernel).
 *
 * One array has both, as perf allows. Formulas contain the number of EUs, for which perf has no
 * name. Without the number these metrics are left out, and a message gives their count. Metrics of
 * the tree are in the groups TopdownL1 to TopdownL3, with the tree's thresholds.
 */
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "formats/oa_codes.h"
#include "oa-dump.h"

#define UNIT		"i915_oa"
#define EXPRESSION	512

struct perf_json {
	const struct dump_platform *platform;
	u32 eus;
	bool comma;
	u32 left_out;
};

static const char *event_name(const struct perf_json *p, enum oa_field field, u8 n)
{
	return oa_code_title(p->platform->counters, field, n);
}

/* The event that counts clocks: GPU_TICKS, or B0 of the tree's metric set on older platforms */
static const char *clocks(const struct perf_json *p)
{
	return p->platform->counters->has_ticks ? event_name(p, OA_FIELD_GPU_TICKS, 0) :
	       event_name(p, OA_FIELD_B, 0);
}

static void begin(struct perf_json *p)
{
	printf("%s\n  {", p->comma ? "," : "");
	p->comma = true;
}

static void member(const char *key, const char *value)
{
	printf("%s\n    \"%s\": ", strcmp(key, "Unit") ? "," : "", key);
	print_json_string(stdout, value);
}

static void end(void)
{
	printf("\n  }");
}

static void event(struct perf_json *p, enum oa_field field, u8 n)
{
	const struct oa_counter_set *set = p->platform->counters;
	const struct oa_name *name = oa_name_find(set, field, n);
	const struct oa_counter *counter = oa_counter_find(set, field, n);
	const struct oa_flex_event *flex = oa_code_flex(set, field, n);
	const char *title = oa_code_title(set, field, n);
	char explained[2 * OA_EXPLANATION_BYTES], code[16];

	if (!title)
		return;
	oa_name_explain(set, name, explained, sizeof(explained));
	if (flex)
		snprintf(explained, sizeof(explained),
			 "%s%s%s; A%u with the flexible event 0x%03x [hardware.rst 5.4]",
			 flex->meaning, flex->note ? "; " : "", flex->note ?: "", n, flex->event);
	snprintf(code, sizeof(code), "0x%x", oa_code(field, n));
	begin(p);
	member("Unit", UNIT);
	member("EventName", title);
	member("ConfigCode", code);
	member("BriefDescription", flex ? flex->meaning : counter->meaning);
	member("PublicDescription", explained);
	if (!strcmp(counter->unit, "bytes")) {
		snprintf(code, sizeof(code), "%ubytes", counter->scale);
		member("ScaleUnit", code);
	}
	end();
}

static void events(struct perf_json *p)
{
	static const enum oa_field fields[] = {
		OA_FIELD_GPU_TICKS, OA_FIELD_A, OA_FIELD_B, OA_FIELD_C,
	};
	size_t i;
	u8 n;

	for (i = 0; i < ARRAY_LEN(fields); i++)
		for (n = 0; n < OA_MAX_A; n++)
			event(p, fields[i], n);
}

/* struct expression - a text that grows */
struct expression {
	char text[EXPRESSION];
	size_t used;
};

static void __attribute__((format(printf, 2, 3)))
append(struct expression *e, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	e->used += vsnprintf(e->text + e->used, sizeof(e->text) - e->used, format, args);
	va_end(args);
}

static void metric(struct perf_json *p, const char *name, const struct expression *e,
		   const char *group, const char *meaning, const char *unit, const char *threshold)
{
	begin(p);
	member("Unit", UNIT);
	member("MetricName", name);
	member("MetricExpr", e->text);
	member("MetricGroup", group);
	member("BriefDescription", meaning);
	member("ScaleUnit", unit);
	if (threshold)
		member("MetricThreshold", threshold);
	end();
}

static void append_slots(const struct perf_json *p, struct expression *e)
{
	append(e, "(%u * %s)", p->eus, clocks(p));
}

static void append_state(const struct perf_json *p, struct expression *e,
			 const struct oa_tree_node *node)
{
	const char *counter = node->slots == OA_SLOTS_IDLE ? NULL :
			      event_name(p, OA_FIELD_A, node->number);
	const char *active = "EU.ACTIVE", *stall = "EU.STALL";

	switch (node->slots) {
	case OA_SLOTS_IDLE:
		append(e, "1 - (%s + %s) / ", active, stall);
		append_slots(p, e);
		break;
	case OA_SLOTS_GPU_IDLE:
		append(e, "1 - %s / %s", counter, clocks(p));
		break;
	case OA_SLOTS_FIXED:
		append(e, "%s / %s - (%s + %s) / ", counter, clocks(p), active, stall);
		append_slots(p, e);
		break;
	case OA_SLOTS_CLOCKS:
		append(e, "%s / %s", counter, clocks(p));
		break;
	default:
		append(e, "%s / ", counter);
		append_slots(p, e);
		break;
	}
}

/* A state counts as high only if each state above it is high. */
static void append_threshold(const struct oa_tree_def *def, struct expression *e, int i)
{
	const struct oa_tree_node *node = &def->nodes[i];
	const int parent = oa_tree_parent(def, i);

	append(e, "%s_SHARE > %s", node->name, node->level == 1 ? "0.25" : "0.1");
	if (parent < 0)
		return;
	append(e, " & ");
	append_threshold(def, e, parent);
}

static void tree(struct perf_json *p)
{
	const struct oa_tree_def *def = oa_tree_def(p->platform->counters);
	const struct oa_tree_node *node;
	char name[64], group[16];
	int i;

	_Static_assert(OA_TREE_HIGH_1 * 4 == OA_WHOLE && OA_TREE_HIGH_2 * 10 == OA_WHOLE,
		       "the numbers in append_threshold()");
	for (i = 0; i < def->num; i++) {
		struct expression formula = { .used = 0 }, threshold = { .used = 0 };

		node = &def->nodes[i];
		if (node->slots == OA_SLOTS_UNPROVEN)
			continue;
		if (!p->eus) {
			p->left_out++;
			continue;
		}
		append_state(p, &formula, node);
		append_threshold(def, &threshold, i);
		snprintf(name, sizeof(name), "%s_SHARE", node->name);
		snprintf(group, sizeof(group), "TopdownL%u", node->level);
		metric(p, name, &formula, group, node->meaning, "100%", threshold.text);
	}
}

static void append_sum(const struct perf_json *p, struct expression *e,
		       const struct oa_operand *operands)
{
	u32 i;

	append(e, "(");
	for (i = 0; i < OA_MAX_OPERANDS && operands[i].field; i++)
		append(e, "%s%s", i ? " + " : "",
		       event_name(p, operands[i].field, operands[i].number));
	append(e, ")");
}

/* Return: the reason why perf can't have a metric, or NULL. */
static const char *why_not(const struct perf_json *p, const struct oa_metric *m)
{
	if (m->per & OA_PER_SLICE)
		return "perf has no number of slices";
	if (m->per & OA_PER_THREAD && !p->platform->threads)
		return "the number of thread slots is not known";
	return NULL;
}

static void append_formula(const struct perf_json *p, struct expression *e,
			   const struct oa_metric *m)
{
	if (m->scale > 1)
		append(e, "%u * ", m->scale);
	if (m->of->field)
		append_sum(p, e, m->of);
	else
		append(e, "%s", clocks(p));
	if (m->by->field) {
		append(e, " / ");
		append_sum(p, e, m->by);
	}
	if (m->per & OA_PER_THREAD)
		append(e, " / %u", p->platform->threads);
	if (m->per & OA_PER_EU)
		append(e, " / %u", p->eus);
	if (m->per & OA_PER_CLOCK)
		append(e, " / %s", clocks(p));
	if (m->per & OA_PER_SECOND)
		append(e, " / duration_time");
}

/* Check for a share of EU slots, which is in the tree. */
static bool is_of_tree(const struct oa_metric *m)
{
	return !strncmp(m->name, "EU.", 3);
}

static void metrics(struct perf_json *p)
{
	const struct oa_metric *m;
	char group[32], unit[32];
	const char *why;
	u32 i;

	for (i = 0; (m = oa_metric_at(p->platform->counters, i)); i++) {
		struct expression formula = { .used = 0 };

		if (is_of_tree(m))
			continue;
		why = why_not(p, m);
		if (why) {
			complain("%s is left out: %s", m->name, why);
			continue;
		}
		if (m->per & OA_PER_EU && !p->eus) {
			p->left_out++;
			continue;
		}
		append_formula(p, &formula, m);
		snprintf(group, sizeof(group), "%.*s", (int)strcspn(m->name, "."), m->name);
		snprintf(unit, sizeof(unit), "1%s", m->unit);
		metric(p, m->name, &formula, group, m->meaning,
		       m->most == OA_WHOLE ? "100%" : unit, NULL);
	}
}

/**
 * perfjson_print() - print the events and metrics of a platform
 * @platform: the platform
 * @eus: number of EUs, 0: unknown
 */
void perfjson_print(const struct dump_platform *platform, u32 eus)
{
	struct perf_json p = { .platform = platform, .eus = eus };

	printf("[");
	events(&p);
	tree(&p);
	metrics(&p);
	printf("\n]\n");
	if (p.left_out)
		complain("%u metrics are left out: give --eus, the number of EUs", p.left_out);
}
