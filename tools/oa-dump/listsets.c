// SPDX-License-Identifier: GPL-2.0-only
/*
 * --list with files of metric sets: the sets of the GPU, or of a platform, and their counters.
 *
 * Without a GPU nothing is known of its parts, so conditions are shown, not evaluated.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "oa-dump.h"
#include "tools/common/equation.h"
#include "tools/common/eutime.h"
#include "tools/common/metricfile.h"

/* struct listing - what is listed */
struct listing {
	const struct dump_options *options;
	/* The GPU, or one with everything */
	struct gpu_facts facts;
	/* Sets of any chipset */
	bool any;
	/* Sets and counters that were listed, and counters that were not */
	u32 sets, counters, left_out;
};

/* Take over the facts of the first GPU. Return: false if there is none. */
static bool find_gpu(struct listing *l)
{
	struct dump_gpu gpu;
	char refused[32];
	int minor = 0;

	if (l->options->source.device) {
		if (gpu_open(&gpu, l->options->source.device))
			return false;
	} else if (!gpu_open_next(&gpu, &minor, refused, sizeof(refused))) {
		return false;
	}
	l->facts = gpu.facts;
	close(gpu.fd);
	return true;
}

static void find_facts(struct listing *l)
{
	const char *key = l->options->platform;

	if (!key && find_gpu(l))
		return;
	l->any = !key;
	if (key)
		gpufacts_family(&l->facts, platform_by_key(key), 0, key);
	l->facts.everything = true;
}

static bool is_wanted(const struct listing *l, const struct file_set *set)
{
	const char *wanted = l->options->source.metrics;

	if (!l->any && !gpufacts_fit(&l->facts, set->chipset))
		return false;
	return !wanted || !strcasecmp(wanted, set->symbol) || !strcasecmp(wanted, set->uuid);
}

/* The condition of a counter, if it was not evaluated */
static const char *condition_of(const struct listing *l, const struct metric_counter *counter)
{
	return l->facts.everything ? counter->availability : NULL;
}

static const struct metric_counter *counter_of(const struct file_set *set, const char *symbol)
{
	size_t i;

	for (i = 0; strcmp(set->counters[i].symbol, symbol); i++)
		;
	return &set->counters[i];
}

static void text_set(const struct listing *l, const struct file_metrics *metrics,
		     const struct named_list *named)
{
	const struct file_set *set = metricfile_set(metrics);
	const size_t left_out = metricfile_left_out(metrics);
	size_t i;

	printf("%-28s %s  %s, %zu counter%s", set->symbol, set->uuid, set->chipset, named->num,
	       named->num == 1 ? "" : "s");
	if (left_out)
		printf(", %zu left out", left_out);
	printf("%s%s\n", set->name ? ": " : "", set->name ?: "");
	for (i = 0; l->options->source.metrics && i < named->num; i++) {
		const struct named *one = &named->list[i];
		const char *condition = condition_of(l, counter_of(set, one->name));

		printf("  %-36s %-8s %s%s%s%s\n", one->name, one->unit, one->meaning,
		       condition ? " (if " : "", condition ?: "", condition ? ")" : "");
	}
}

/* The greatest value of a counter, if no other counter and no unknown fact is needed */
static bool find_maximum(const struct listing *l, const struct file_metrics *metrics,
			 const struct metric_counter *counter, struct equation_value *value)
{
	static const struct oa_increments none;
	const struct equation_input input = { .sum = &none };
	const struct equation *maximum;
	u32 i;

	maximum = metricfile_maximum(metrics, counter - metricfile_set(metrics)->counters);
	for (i = 0; maximum && i < maximum->num; i++)
		if (maximum->steps[i].op == EQUATION_COUNTER ||
		    maximum->steps[i].op == EQUATION_READ)
			return false;
	return maximum && !l->facts.everything && !equation_evaluate(maximum, &input, value);
}

static void json_counter(const struct listing *l, const struct file_metrics *metrics,
			 const struct named *one)
{
	const struct metric_counter *counter = counter_of(metricfile_set(metrics), one->name);
	struct equation_value maximum;

	printf("{\"key\":\"%s\"", one->name);
	eutime_json_text(stdout, "name", counter->name);
	eutime_json_text(stdout, "unit", one->unit);
	eutime_json_text(stdout, "group", one->group);
	eutime_json_text(stdout, "meaning", one->meaning);
	eutime_json_text(stdout, "equation", counter->equation);
	if (condition_of(l, counter))
		eutime_json_text(stdout, "availability", counter->availability);
	if (find_maximum(l, metrics, counter, &maximum) && maximum.is_real)
		printf(",\"maximum\":%f", maximum.real);
	else if (find_maximum(l, metrics, counter, &maximum))
		printf(",\"maximum\":%" PRIu64, (uint64_t)maximum.whole);
	putchar('}');
}

static void json_set(const struct listing *l, const struct file_metrics *metrics,
		     const struct named_list *named)
{
	const struct file_set *set = metricfile_set(metrics);
	size_t i;

	printf("{\"type\":\"metric_set\",\"key\":\"%s\",\"uuid\":\"%s\"", set->symbol, set->uuid);
	eutime_json_text(stdout, "chipset", set->chipset);
	eutime_json_text(stdout, "name", set->name);
	eutime_json_text(stdout, "file", set->path);
	fputs(",\"counters\":[", stdout);
	for (i = 0; i < named->num; i++) {
		fputs(i ? "," : "", stdout);
		json_counter(l, metrics, &named->list[i]);
	}
	puts("]}");
}

static int list_set(struct listing *l, const struct file_set *set)
{
	struct file_metrics *metrics = metricfile_compile(set, &l->facts);
	struct named_list named = { .num = 0 };
	int ret = metrics ? metricfile_name(metrics, &named) : -1;

	if (!ret && l->options->json)
		json_set(l, metrics, &named);
	else if (!ret)
		text_set(l, metrics, &named);
	l->sets++;
	l->counters += named.num;
	l->left_out += metrics ? metricfile_left_out(metrics) : 0;
	named_free(&named);
	metricfile_close(metrics);
	return ret;
}

/**
 * list_sets() - print the metric sets of files
 * @options: the command line: --metrics selects a set, whose counters are printed
 *
 * Return: 0 or -1.
 */
int list_sets(const struct dump_options *options)
{
	struct listing l = { .options = options };
	struct file_sets sets;
	int ret = 0;
	size_t i;

	if (metricfile_load(&sets, options->source.metrics_files))
		return -1;
	find_facts(&l);
	for (i = 0; i < sets.num && !ret; i++)
		if (is_wanted(&l, &sets.list[i]))
			ret = list_set(&l, &sets.list[i]);
	if (!ret && !l.sets) {
		complain("the files have no metric set%s%s for %s", options->source.metrics ? " " : "",
			 options->source.metrics ?: "",
			 l.any ? "any GPU" : l.facts.family ?: "this GPU");
		ret = -1;
	} else if (!ret && !options->json) {
		printf("%u metric set%s with %u counters, %u left out\n", l.sets,
		       l.sets == 1 ? "" : "s", l.counters, l.left_out);
	}
	metricxml_free(&sets);
	return ret;
}
