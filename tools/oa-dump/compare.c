// SPDX-License-Identifier: GPL-2.0-only
/*
 * --compare: the metrics of two recordings beside each other.
 *
 * All values are independent of the recordings' length: shares, and numbers per second or per
 * something else. A difference of shares is in points, of others in percent of the first value.
 */
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oa-dump.h"
#include "tools/common/eutime.h"
#include "tools/common/file.h"

#define PERCENT		100.0
#define NAME_WIDTH	30
/* Names of --counters; each has a character and a comma at least */
#define MAX_NAMES	256

/* struct side - one of the recordings */
struct side {
	struct rawfile file;
	struct dump_options options;
	struct dump_sink sink;
	struct oa_tree tree;
	/* Seconds that its increments cover */
	double seconds;
};

/* struct compared - a value of both recordings; NAN: it has none */
struct compared {
	const char *name;
	/* What a counter counts, NULL or "": not known */
	const char *event;
	/* The unit, and what follows it: "/s" or nothing */
	const char *unit, *per;
	bool share;
	double value[2];
};

/* struct comparison - the lines of the output */
struct comparison {
	struct side side[2];
	const struct dump_options *options;
	/* Those of --counters, and whether something is called so; none: all values */
	char *list;
	const char *names[MAX_NAMES];
	bool found[MAX_NAMES];
	size_t num_names;
	size_t lines, over;
};

static int refuse(const struct comparison *c, const char *what, const char *one, const char *other)
{
	complain("not compared: %s is of %s %s, %s of %s", c->side[0].file.path, what, one,
		 c->side[1].file.path, other);
	return -1;
}

static int refuse_numbers(const struct comparison *c, const char *what, const char *form, u32 one,
			  u32 other)
{
	char text[2][24];

	snprintf(text[0], sizeof(text[0]), form, one);
	snprintf(text[1], sizeof(text[1]), form, other);
	return refuse(c, what, text[0], text[1]);
}

static bool same_names(const struct named_list *a, const struct named_list *b)
{
	size_t i;

	for (i = 0; a->num == b->num && i < a->num; i++)
		if (strcmp(a->list[i].name, b->list[i].name) ||
		    strcmp(a->list[i].unit, b->list[i].unit))
			return false;
	return a->num == b->num;
}

static const char *set_of(const struct rawfile *file)
{
	return *file->source.uuid ? file->source.uuid : "(unknown)";
}

/* Numbers of different GPUs, formats or metric sets mean different things. Return: 0 or -1. */
static int check_alike(const struct comparison *c)
{
	const struct rawfile *a = &c->side[0].file, *b = &c->side[1].file;

	if (a->platform != b->platform)
		return refuse(c, "a GPU of", a->platform->name, b->platform->name);
	if (a->devid != b->devid)
		return refuse_numbers(c, "the GPU", "8086:%04x", a->devid, b->devid);
	if (a->format != b->format)
		return refuse(c, "format", a->format->name, b->format->name);
	if (c->side[0].sink.machine.eus != c->side[1].sink.machine.eus)
		return refuse_numbers(c, "a number of EUs of", "%u", c->side[0].sink.machine.eus,
				      c->side[1].sink.machine.eus);
	if (strcmp(a->source.uuid, b->source.uuid) || a->programmed != b->programmed)
		return refuse(c, "the metric set", set_of(a), set_of(b));
	if (same_names(&a->named, &b->named))
		return 0;
	complain("not compared: %s and %s name different events", a->path, b->path);
	return -1;
}

/* Read a recording to its end. Return: 0, or -1 if something is missing. */
static int read_side(struct side *side)
{
	struct dump_sink *sink = &side->sink;
	const enum records_end end = records_sink_file(sink, &side->file);

	marks_put(sink, MARKS_LEFT, NULL);
	sink->incomplete = end || !*sink->why ? records_end_name(end) : sink->why;
	oa_tree_build(&side->tree, &sink->total.sum, &sink->machine);
	side->seconds = (double)sink->total.sum.time / sink->timestamp_hz;
	if (sink->incomplete)
		complain("%s: %s", side->file.path, sink->incomplete);
	else if (!sink->total.sum.pairs)
		complain("%s has no two reports in a row", side->file.path);
	return sink->incomplete || !sink->total.sum.pairs ? -1 : 0;
}

/* Return: 0, or -1 if there are too many names or no memory. */
static int split_names(struct comparison *c)
{
	char *name, *save = NULL;

	c->list = strdup(c->options->counters ?: "");
	if (!c->list) {
		complain("no memory for the names of --counters");
		return -1;
	}
	for (name = strtok_r(c->list, ",", &save); name; name = strtok_r(NULL, ",", &save)) {
		if (c->num_names == MAX_NAMES) {
			complain("--counters has more than %u names", MAX_NAMES);
			return -1;
		}
		c->names[c->num_names++] = name;
	}
	return 0;
}

static bool is_wanted(struct comparison *c, const char *name)
{
	bool wanted = !c->num_names;
	size_t i;

	for (i = 0; i < c->num_names; i++)
		if (!fnmatch(c->names[i], name, FNM_CASEFOLD))
			wanted = c->found[i] = true;
	return wanted;
}

static bool is_state(const struct comparison *c, const char *name)
{
	const struct oa_tree *tree = &c->side[0].tree;
	u32 i;

	for (i = 0; i < tree->def->num; i++)
		if (tree->states[i].proven && !strcmp(tree->def->nodes[i].name, name))
			return true;
	return false;
}

/* What a state's name means is its share, not the counter of that name, which is selected by another of its names. */
static bool is_wanted_counter(struct comparison *c, const struct dump_column *column)
{
	const struct oa_machine *machine = &c->side[0].sink.machine;
	const char *title = column_title(column, machine);
	const bool state = is_state(c, title);
	bool wanted = false;
	size_t i;

	for (i = 0; i < c->num_names; i++)
		if (column_is_called(column, machine, c->names[i]) &&
		    !(state && !fnmatch(c->names[i], title, FNM_CASEFOLD)))
			wanted = c->found[i] = true;
	return wanted;
}

/* Return: 0, or -1 if nothing is called by a name of --counters. */
static int check_names(const struct comparison *c)
{
	size_t i;

	for (i = 0; i < c->num_names && c->found[i]; i++)
		;
	if (i == c->num_names)
		return 0;
	complain("nothing is named '%s': see --list", c->names[i]);
	return -1;
}

/* The difference in points, or in percent; NAN: there is none */
static double difference(const struct compared *v)
{
	const double a = v->value[0], b = v->value[1];

	if (v->share || a == b)
		return b - a;
	return a ? (b - a) / fabs(a) * PERCENT : b > 0 ? INFINITY : -INFINITY;
}

/* A value that only one of both has is a difference of any size. */
static bool is_over(const struct comparison *c, const struct compared *v)
{
	const double by = difference(v);

	if (!c->options->set_fail_over || (isnan(v->value[0]) && isnan(v->value[1])))
		return false;
	return isnan(by) || fabs(by) > c->options->fail_over;
}

static void put_json_number(FILE *out, const char *key, double value)
{
	if (isfinite(value))
		fprintf(out, ",\"%s\":%.10g", key, value);
	else
		fprintf(out, ",\"%s\":null", key);
}

static void put_json(const struct comparison *c, const struct compared *v, bool over)
{
	FILE *out = c->side[0].sink.out;

	fprintf(out, "%s{\"name\":\"%s\"", c->lines ? "," : "", v->name);
	if (v->event && *v->event)
		eutime_json_text(out, "event", v->event);
	fprintf(out, ",\"unit\":\"%s%s\"", v->unit, v->per);
	put_json_number(out, "a", v->value[0]);
	put_json_number(out, "b", v->value[1]);
	put_json_number(out, v->share ? "points" : "percent", difference(v));
	fprintf(out, ",\"over\":%s}", over ? "true" : "false");
}

static void put_cell(FILE *out, double value, bool share)
{
	if (isnan(value))
		fprintf(out, " %16s", "-");
	else
		fprintf(out, share ? " %16.4f" : " %16.10g", value);
}

static void put_text(const struct comparison *c, const struct compared *v, bool over)
{
	FILE *out = c->side[0].sink.out;
	const double by = difference(v);
	const char *event = v->event ?: "";
	const int width = fprintf(out, "%s%s%s", v->name, *event ? " " : "", event);

	fprintf(out, "%*s", width < NAME_WIDTH ? NAME_WIDTH - width : 0, "");
	put_cell(out, v->value[0], v->share);
	put_cell(out, v->value[1], v->share);
	if (isfinite(by))
		fprintf(out, " %+10.4f %s", by, v->share ? "points" : "%     ");
	else
		fprintf(out, " %10s       ", isnan(by) ? "-" : "from 0");
	fprintf(out, "  %s%s%s\n", v->unit, v->per, over ? "  <== over" : "");
}

static void put(struct comparison *c, const struct compared *v)
{
	const bool over = is_over(c, v);

	if (c->options->json)
		put_json(c, v, over);
	else
		put_text(c, v, over);
	c->lines++;
	c->over += over;
}

static void put_states(struct comparison *c)
{
	const struct oa_tree_def *def = c->side[0].tree.def;
	const struct oa_tree_state *state;
	u32 i, n;

	for (i = 0; i < def->num; i++) {
		struct compared v = { .name = def->nodes[i].name, .unit = "%", .per = "", .share = true };

		if (!c->side[0].tree.states[i].proven || !is_wanted(c, v.name))
			continue;
		for (n = 0; n < 2; n++) {
			state = &c->side[n].tree.states[i];
			v.value[n] = state->wrong ? NAN : PERCENT * state->share / OA_WHOLE;
		}
		put(c, &v);
	}
}

static void put_metrics(struct comparison *c)
{
	const struct oa_metric *m;
	struct oa_value value;
	u32 i, n;

	for (i = 0; (m = oa_metric_at(c->side[0].sink.machine.counters, i)); i++) {
		const bool share = m->most == OA_WHOLE;
		struct compared v = {
			.name = m->name, .unit = share ? "%" : m->unit, .per = "", .share = share,
		};

		if (!is_wanted(c, v.name))
			continue;
		for (n = 0; n < 2; n++) {
			const struct dump_sink *sink = &c->side[n].sink;

			value = oa_metric_value(m, &sink->total.sum, &sink->machine);
			v.value[n] = value.wrong ? NAN :
				     share ? PERCENT * value.value / OA_WHOLE : value.value;
		}
		put(c, &v);
	}
}

/* A number of the whole recording becomes one per second. */
static bool is_total(const char *unit)
{
	return strcmp(unit, "%") && strcmp(unit, "Hz") && !strchr(unit, '/');
}

static void put_named(struct comparison *c)
{
	const struct named_list *list = c->side[0].sink.named;
	size_t i, n;

	for (i = 0; i < list->num; i++) {
		const char *unit = list->list[i].unit;
		struct compared v = {
			.name = list->list[i].name, .unit = unit, .share = !strcmp(unit, "%"),
			.per = is_total(unit) ? "/s" : "",
		};

		if (!is_wanted(c, v.name))
			continue;
		for (n = 0; n < 2; n++) {
			const struct side *side = &c->side[n];
			const struct named *named = &side->sink.named->list[i];
			const struct named_value value = named_value(named, &side->sink.total.sum,
								     &side->sink.machine);

			v.value[n] = value.wrong ? NAN : named->decimals ? value.real : value.whole;
			if (is_total(unit))
				v.value[n] /= side->seconds;
		}
		put(c, &v);
	}
}

/* Counters, if the command line names some */
static void put_counters(struct comparison *c)
{
	const struct dump_sink *sink = &c->side[0].sink;
	struct dump_column all[MAX_COUNTER_COLUMNS];
	const size_t num = columns_of_format(sink->platform, sink->format, all);
	size_t i, n;

	for (i = 0; i < num; i++) {
		struct compared v = {
			.name = column_key(&all[i]), .per = "/s",
			.event = column_title(&all[i], &sink->machine),
			.unit = all[i].counter ? all[i].counter->unit : "events",
		};

		if (!is_wanted_counter(c, &all[i]))
			continue;
		for (n = 0; n < 2; n++) {
			const struct oa_increments *sum = &c->side[n].sink.total.sum;

			v.value[n] = column_known(&all[i], sum) ?
				     column_advance(&all[i], sum) / c->side[n].seconds : NAN;
		}
		put(c, &v);
	}
}

static void put_values(struct comparison *c)
{
	FILE *out = c->side[0].sink.out;
	const char *a = c->side[0].file.path, *b = c->side[1].file.path;

	if (c->options->json) {
		fputs("{\"type\":\"comparison\",\"a\":", out);
		print_json_string(out, a);
		fputs(",\"b\":", out);
		print_json_string(out, b);
		fputs(",\"values\":[", out);
	} else {
		fprintf(out, "A: %s, %.3f s\nB: %s, %.3f s\n%-*s %16s %16s %10s\n", a,
			c->side[0].seconds, b, c->side[1].seconds, NAME_WIDTH, "", "A", "B",
			"B - A");
	}
	put_states(c);
	put_metrics(c);
	put_named(c);
	put_counters(c);
	if (c->options->json)
		fprintf(out, "],\"over\":%zu}\n", c->over);
}

/* Return: 0, or -1 if something failed. */
static int compare_open(struct comparison *c)
{
	int ret = 0;
	u32 n;

	if (split_names(c) || check_alike(c))
		return -1;
	for (n = 0; n < 2; n++)
		if (read_side(&c->side[n]))
			ret = -1;
	if (interrupted())
		return -1;
	put_values(c);
	return check_names(c) ?: ret;
}

static int open_side(struct side *side, const struct dump_options *options, const char *path)
{
	side->options = *options;
	side->options.decode = path;
	side->options.quiet = side->options.tree = true;
	side->options.json = side->options.csv = false;
	side->sink = (struct dump_sink){ .out = stdout, .options = &side->options };
	if (rawfile_open(&side->file, path, options->platform, options->source.format))
		return -1;
	if (!rawfile_metrics(&side->file, options->source.metrics_files)) {
		decode_prepare(&side->sink, &side->file);
		return 0;
	}
	rawfile_close(&side->file);
	return -1;
}

/**
 * compare_recordings() - print the metrics of two recordings beside each other
 * @options: the command line
 * @over: set to true if a difference is larger than that of --fail-over
 *
 * Return: 0 or -1.
 */
int compare_recordings(const struct dump_options *options, bool *over)
{
	struct comparison *c = calloc(1, sizeof(*c));
	u32 open = 0, n;
	int ret = -1;

	if (!c) {
		complain("no memory for a comparison");
		return -1;
	}
	c->options = options;
	while (open < 2 && !open_side(&c->side[open], options, options->compare[open]))
		open++;
	if (open == 2)
		ret = compare_open(c);
	*over = c->over;
	if (*over && !ret)
		complain("%zu of %zu differ by more than %g %%", c->over, c->lines,
			 options->fail_over);
	for (n = 0; n < open; n++)
		rawfile_close(&c->side[n].file);
	free(c->list);
	free(c);
	return ret;
}
