// SPDX-License-Identifier: GPL-2.0-only
/*
 * --prometheus: counters in the text format of Prometheus, for the directory of node-exporter's
 * textfile collector, or on standard output.
 *
 * All are counters since the program's start, from which a query derives rates. The file is written
 * under another name, which the collector ignores, and renamed, so that it is replaced as a whole.
 * If it can't be written, as on a full disk, the run ends with the reason.
 *
 * Counters that stand still would be read as an idle GPU. So the file is removed when a signal or a
 * failure ends the run, but not after --count or --replay. A GPU that has gone has no series, and
 * an event that was not counted in the newest interval is absent.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rows.h"
#include "show.h"

static void help(FILE *out, const char *name, const char *type, const char *text)
{
	fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, text, name, type);
}

/* This run has written the file */
static bool written;

/* The format has no other escapes. */
static void print_label(FILE *out, const char *name, const char *value)
{
	fprintf(out, "%s=\"", name);
	for (; *value; value++) {
		if (*value == '"' || *value == '\\')
			fputc('\\', out);
		if (*value == '\n')
			fputs("\\n", out);
		else
			fputc(*value, out);
	}
	fputc('"', out);
}

static void labels(FILE *out, const char *name, const struct top_gpu *gpu)
{
	fprintf(out, "%s{", name);
	print_label(out, "pci", gpu->pci);
}

static void print_info(FILE *out, const struct top_watch *watch)
{
	const struct top_gpu *gpu = &watch->gpu;

	labels(out, "i915_oa_info", gpu);
	if (*gpu->pmu)
		print_label(out, ",pmu", gpu->pmu);
	print_label(out, ",source", top_source_name(gpu));
	print_label(out, ",platform", gpu->platform->key);
	print_label(out, ",name", gpu->platform->name);
	fprintf(out, ",device=\"%04x\",eus=\"%u\",slices=\"%u\"} 1\n", gpu->devid,
		gpu->machine.eus, gpu->machine.slices);
}

static void print_seconds(FILE *out, const char *name, const struct top_gpu *gpu, u64 ns)
{
	labels(out, name, gpu);
	fprintf(out, "} %" PRIu64 ".%09u\n", (uint64_t)(ns / NS_PER_SEC),
		(unsigned int)(ns % NS_PER_SEC));
}

static void print_count(FILE *out, const char *name, const struct top_gpu *gpu, u64 count)
{
	labels(out, name, gpu);
	fprintf(out, "} %" PRIu64 "\n", (uint64_t)count);
}

/* Check whether the totals of a metric are known. Before the first interval all of them are 0. */
static bool is_known(const struct top_watch *watch, const char *metric)
{
	return !watch->has_interval ||
	       !(top_metric_value(watch, metric).wrong & ~OA_WRONG_NOTHING);
}

static void print_measured(FILE *out, const struct top_watch *watch)
{
	print_seconds(out, "i915_oa_measured_seconds_total", &watch->gpu, watch->totals.ns);
}

static void print_busy(FILE *out, const struct top_watch *watch)
{
	if (is_known(watch, "GPU.UTILIZATION"))
		print_seconds(out, "i915_oa_gpu_busy_seconds_total", &watch->gpu,
			      watch->totals.busy_ns);
}

static void print_intervals(FILE *out, const struct top_watch *watch)
{
	print_count(out, "i915_oa_intervals_total", &watch->gpu, watch->totals.intervals);
}

static void print_not_shown(FILE *out, const struct top_watch *watch)
{
	print_count(out, "i915_oa_intervals_not_shown_total", &watch->gpu,
		    watch->totals.not_shown);
}

static void print_clocks(FILE *out, const struct top_watch *watch)
{
	if (is_known(watch, "GPU.FREQUENCY"))
		print_count(out, "i915_oa_gpu_clocks_total", &watch->gpu, watch->totals.clocks);
}

static void print_lost(FILE *out, const struct top_watch *watch)
{
	u32 i;

	for (i = 0; i < watch->gpu.num_events; i++)
		if (watch->gpu.events[i].kind == TOP_LOST && !*watch->gpu.events[i].why)
			print_count(out, "i915_oa_reports_lost_total", &watch->gpu,
				    watch->totals.lost);
}

static void print_silences(FILE *out, const struct top_watch *watch)
{
	u32 i;

	for (i = 0; i < watch->gpu.num_events; i++)
		if (watch->gpu.events[i].kind == TOP_SILENCE)
			print_count(out, "i915_oa_timer_silences_total", &watch->gpu,
				    watch->totals.counts[i]);
}

/* Level 1 and the levels inside are two families, so that a sum over labels is the whole. */
static void print_slots(FILE *out, const struct top_watch *watch, bool inside)
{
	const struct oa_tree_def *def = oa_tree_def(watch->gpu.machine.counters);
	u32 i;

	for (i = 0; i < def->num; i++) {
		const bool part = def->nodes[i].level > 1;

		if (def->nodes[i].slots == OA_SLOTS_UNPROVEN || inside != part)
			continue;
		/* i915_oa_intervals_not_shown_total covers a missing level 1. */
		if (inside && watch->has_interval &&
		    watch->interval.tree.states[i].wrong & ~OA_WRONG_NOTHING)
			continue;
		labels(out, inside ? "i915_oa_eu_part_slots_total" : "i915_oa_eu_slots_total",
		       &watch->gpu);
		fprintf(out, ",state=\"%s\"} %" PRIu64 "\n", def->nodes[i].name,
			(uint64_t)watch->totals.slots[i]);
	}
}

static void print_states(FILE *out, const struct top_watch *watch)
{
	print_slots(out, watch, false);
}

static void print_parts(FILE *out, const struct top_watch *watch)
{
	print_slots(out, watch, true);
}

static void print_events(FILE *out, const struct top_watch *watch)
{
	const struct top_gpu *gpu = &watch->gpu;
	u32 i;

	for (i = 0; i < gpu->num_events; i++) {
		if ((gpu->events[i].kind != TOP_COUNTER &&
		     gpu->events[i].kind != TOP_FREQUENCY) || *gpu->events[i].why ||
		    (watch->has_interval && !watch->interval.counted[i]))
			continue;
		labels(out, "i915_oa_count_total", gpu);
		fprintf(out, ",event=\"%s\",name=\"%s\"} %" PRIu64 "\n", gpu->events[i].name,
			event_title(gpu, &gpu->events[i]), (uint64_t)watch->totals.counts[i]);
	}
}

/* Gauges, since a value of an interval need not be a sum */
static void print_named(FILE *out, const struct top_watch *watch)
{
	const struct named_list *named = top_named(&watch->gpu);
	struct named_value value;
	char text[NAMED_TEXT_BYTES];
	size_t i;

	for (i = 0; watch->has_interval && i < named->num; i++) {
		value = named_value(&named->list[i], &watch->interval.sum, &watch->gpu.machine);
		if (value.wrong)
			continue;
		named_print(text, &named->list[i], &value);
		labels(out, "i915_oa_named", &watch->gpu);
		print_label(out, ",name", named->list[i].name);
		print_label(out, ",unit", named->list[i].unit);
		fprintf(out, "} %s\n", text);
	}
}

static const struct {
	const char *name;
	const char *type;
	const char *help;
	void (*print)(FILE *out, const struct top_watch *watch);
} families[] = {
	{ "i915_oa_info", "gauge", "The GPU; always 1.", print_info },
	{ "i915_oa_measured_seconds_total", "counter", "Time that was measured.", print_measured },
	{ "i915_oa_intervals_total", "counter", "Intervals that were measured.", print_intervals },
	{ "i915_oa_intervals_not_shown_total", "counter",
	  "Intervals whose EU time is not in i915_oa_eu_slots_total, because it was not known to be right, or the GPU had no clock.",
	  print_not_shown },
	{ "i915_oa_gpu_clocks_total", "counter", "Render clocks of the GPU. Absent while not counted.", print_clocks },
	{ "i915_oa_gpu_busy_seconds_total", "counter",
	  "Time in which the GPU was busy: the share of busy clocks of each interval. Absent while that is not counted.",
	  print_busy },
	{ "i915_oa_eu_slots_total", "counter",
	  "EU time in slots, one EU in one clock. Each slot is in one state: EU.ACTIVE, EU.STALL or EU.IDLE.",
	  print_states },
	{ "i915_oa_eu_part_slots_total", "counter",
	  "EU time inside the states, in slots. Parts need not add up: pipelines and stages work at the same time. Absent while not known to be right.",
	  print_parts },
	{ "i915_oa_reports_lost_total", "counter",
	  "Reports that streams lost, by the PMU's file reports_lost, or that the own stream of oa-top lost. It begins when the measuring does.",
	  print_lost },
	{ "i915_oa_timer_silences_total", "counter",
	  "Times that no report came although the timer of oa-top's own stream ran.",
	  print_silences },
	{ "i915_oa_named", "gauge",
	  "Values of the metric set by their names, such as those of --event, in the newest interval. Absent while not known.",
	  print_named },
	{ "i915_oa_count_total", "counter",
	  "Counts of the OA unit's counters; oa-top --list says what each is. Absent while not counted.",
	  print_events },
};

/* Leave out a family without a series, which is an error to some readers. */
static int print_family(FILE *out, const struct top_state *state, size_t f)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *series = open_memstream(&text, &bytes);
	u32 i;

	if (!series)
		return -1;
	for (i = 0; i < state->num; i++)
		if (!state->watches[i].gone)
			families[f].print(series, &state->watches[i]);
	if (fclose(series)) {
		free(text);
		return -1;
	}
	if (bytes) {
		help(out, families[f].name, families[f].type, families[f].help);
		fputs(text, out);
	}
	free(text);
	return 0;
}

/* The number of GPUs that are measured, by source. It is there even if there is none. */
static void print_gpus(FILE *out, const struct top_state *state)
{
	static const char name[] = "i915_oa_gpus";
	u32 i, pmus = 0, streams = 0;

	for (i = 0; i < state->num; i++) {
		if (state->watches[i].gone || state->watches[i].refused)
			continue;
		if (*state->watches[i].gpu.pmu)
			pmus++;
		else
			streams++;
	}
	help(out, name, "gauge", "GPUs that are measured, by the source of their counts.");
	fprintf(out, "%s{source=\"pmu\"} %u\n%s{source=\"stream\"} %u\n", name, pmus, name, streams);
}

/* Return: 0, or -1 with errno. */
static int print_all(FILE *out, const struct top_state *state)
{
	size_t f;

	print_gpus(out, state);
	for (f = 0; f < ARRAY_LEN(families); f++)
		if (print_family(out, state, f))
			return -1;
	return 0;
}

static int fail(const struct top_state *state, const char *path, const char *temporary)
{
	complain("%s: %s; the file %s", path, strerror(errno),
		 written && !state->options.replay ? "is removed" : "is as it was");
	if (temporary)
		unlink(temporary);
	return -1;
}

static int write_file(const struct top_state *state, const char *path)
{
	char temporary[4096];
	struct stat st;
	FILE *out;
	int fd;

	/* rename() would replace a device such as /dev/stdout. */
	if (!lstat(path, &st) && !S_ISREG(st.st_mode)) {
		complain("%s is no regular file, and is not replaced; - is standard output", path);
		return -1;
	}
	if (snprintf(temporary, sizeof(temporary), "%s.XXXXXX", path) >= (int)sizeof(temporary)) {
		errno = ENAMETOOLONG;
		return fail(state, path, NULL);
	}
	fd = mkstemp(temporary);
	if (fd == -1)
		return fail(state, path, NULL);
	/* Readable for node-exporter, which runs as another user */
	out = fchmod(fd, 0644) ? NULL : fdopen(fd, "w");
	if (!out) {
		fail(state, path, temporary);
		close(fd);
		return -1;
	}
	if (print_all(out, state) || fflush(out) || ferror(out)) {
		fail(state, path, temporary);
		fclose(out);
		return -1;
	}
	/* Some file systems report a full disk only here. */
	if (fclose(out) || rename(temporary, path))
		return fail(state, path, temporary);
	written = true;
	return 0;
}

static int show(struct top_state *state)
{
	const char *path = state->options.prometheus;

	if (strcmp(path, "-"))
		return write_file(state, path);
	if (print_all(stdout, state)) {
		complain("standard output: %s", strerror(errno));
		return -1;
	}
	putchar('\n');
	return show_flush(stdout, "standard output");
}

/* Write zeros, which also shows at once whether the file can be written. */
static int begin(struct top_state *state)
{
	return strcmp(state->options.prometheus, "-") ? show(state) : 0;
}

static int end(struct top_state *state, bool early)
{
	const char *path = state->options.prometheus;

	if (!early || !written || state->options.replay || !unlink(path) || errno == ENOENT)
		return 0;
	complain("%s can't be removed: %s", path, strerror(errno));
	return -1;
}

const struct top_show_ops prometheus_show = { .begin = begin, .show = show, .end = end };
