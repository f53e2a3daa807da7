// SPDX-License-Identifier: GPL-2.0-only
/*
 * --json: an array with an object for each GPU and interval.
 *
 * The array is closed at each end of the run, and each object is printed as a whole. Keys never
 * change: an unknown value is null or replaced by the reason.
 */
#include <inttypes.h>
#include <stdint.h>
#include <time.h>

#include "rows.h"
#include "show.h"
#include "tools/common/eutime.h"

/* An object has been printed */
static bool comma;

static int begin(struct top_state *state)
{
	(void)state;
	putchar('[');
	return show_flush(stdout, "standard output");
}

static void print_gpu(const struct top_gpu *gpu)
{
	printf("\"gpu\":{\"pmu\":");
	if (*gpu->pmu)
		print_json_string(stdout, gpu->pmu);
	else
		printf("null");
	eutime_json_text(stdout, "source", top_source_name(gpu));
	eutime_json_text(stdout, "pci", gpu->pci);
	eutime_json_text(stdout, "platform", gpu->platform->key);
	eutime_json_text(stdout, "name", gpu->platform->name);
	printf(",\"eus\":%u,\"slices\":%u}", gpu->machine.eus, gpu->machine.slices);
}

static void print_counter(const struct top_watch *watch, u32 i)
{
	const struct top_event *event = &watch->gpu.events[i];

	printf("%s{\"event\":", i ? "," : "");
	print_json_string(stdout, event->name);
	eutime_json_text(stdout, "name", event_title(&watch->gpu, event));
	if (watch->interval.counted[i])
		printf(",\"count\":%" PRIu64, (uint64_t)watch->interval.counts[i]);
	else
		printf(",\"count\":null");
	printf(",\"scale\":%.17g", event->scale);
	eutime_json_text(stdout, "unit", event->unit);
	eutime_json_text(stdout, "refused", *event->why ? event->why : NULL);
	putchar('}');
}

/* The end of an interval by the wall clock, which may jump, unlike time_ns. */
static void print_date(u64 end_ns)
{
	struct timespec now;
	struct tm tm;
	char text[32];
	u64 ns;

	clock_gettime(CLOCK_REALTIME, &now);
	ns = now.tv_sec * NS_PER_SEC + now.tv_nsec - (top_now_ns() - end_ns);
	now.tv_sec = ns / NS_PER_SEC;
	gmtime_r(&now.tv_sec, &tm);
	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &tm);
	printf(",\"date\":\"%s.%03uZ\"", text, (unsigned int)(ns % NS_PER_SEC / 1000000));
}

static void print_number(const char *key, bool known, u64 value)
{
	if (known)
		printf(",\"%s\":%" PRIu64, key, (uint64_t)value);
	else
		printf(",\"%s\":null", key);
}

static void print_watch(const struct top_state *state, const struct top_watch *watch)
{
	const struct top_interval *interval = &watch->interval;
	const struct oa_tree *tree = &interval->tree;
	/* Contexts have the ticks of the stream. */
	struct oa_machine of_stream = watch->gpu.machine;
	u64 clocks;
	bool known;
	u32 i;

	printf("%s\n{", comma ? "," : "");
	comma = true;
	print_gpu(&watch->gpu);
	printf(",\"time_ns\":%" PRIu64 ",\"interval_ns\":%" PRIu64,
	       (uint64_t)(interval->end_ns - state->start_ns), (uint64_t)interval->ns);
	if (!state->options.replay)
		print_date(interval->end_ns);
	known = top_clocks(watch, &clocks);
	print_number("clocks", known, clocks);
	print_number("slots", known && watch->gpu.machine.eus, tree->slots);
	print_number("lost", interval->has_lost, interval->lost);
	printf(",\"silent\":%s", interval->silent ? "true" : "false");
	eutime_json_text(stdout, "source", watch->gpu.machine.counters->document);
	eutime_json(stdout, tree, &interval->sum, &watch->gpu.machine);
	eutime_json_named(stdout, top_named(&watch->gpu), &interval->sum, &watch->gpu.machine);
	of_stream.timestamp_hz = watch->gpu.ticks_hz;
	if (watch->contexts)
		contexts_json(stdout, watch->contexts, &of_stream);
	printf(",\"counters\":[");
	for (i = 0; i < watch->gpu.num_events; i++)
		print_counter(watch, i);
	printf("]}");
}

static int show(struct top_state *state)
{
	return show_intervals(state, print_watch);
}

static int end(struct top_state *state, bool early)
{
	(void)state;
	(void)early;
	printf("\n]\n");
	return show_flush(stdout, "standard output");
}

const struct top_show_ops json_show = { .begin = begin, .show = show, .end = end };
