// SPDX-License-Identifier: GPL-2.0-only
/*
 * --tree: the tree of EU time of a stream or a recording, as text or as an object of JSON.
 */
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "oa-dump.h"
#include "tools/common/eutime.h"

#define NS_PER_SEC	1000000000ull

/**
 * tree_machine() - describe the GPU and its clock, for the tree
 * @sink: with options, platform and timestamp_hz set
 * @eus: number of EUs unless the command line has one, 0: unknown
 * @slices: number of slices, 0: unknown
 * @programmed: OA_PROGRAMMED_*
 * @period: ticks from one report of the timer to the next, 0: unknown
 */
void tree_machine(struct dump_sink *sink, u32 eus, u32 slices, u32 programmed, u64 period)
{
	sink->list.line.format = sink->format;
	sink->list.line.hz = sink->timestamp_hz;
	sink->list.line.timeless = true;
	sink->list.line.period = period;
	sink->list.machine = &sink->machine;
	sink->machine = (struct oa_machine){
		.counters = sink->platform->counters,
		.eus = sink->options->eus ?: eus,
		.slices = slices,
		.threads = sink->platform->threads,
		.timestamp_hz = sink->timestamp_hz,
		.programmed = programmed,
	};
}

static u64 ns_of(const struct dump_sink *sink, u64 ticks)
{
	return oa_fraction(ticks, sink->timestamp_hz, NS_PER_SEC);
}

/**
 * tree_report() - add a report to the tree
 * @sink: the sink, whose @interval ends at the report
 *
 * Prints a tree if one is due.
 */
void tree_report(struct dump_sink *sink)
{
	const struct interval *interval = &sink->interval;

	if (!sink->options->tree && !sink->html)
		return;
	oa_increments_merge(&sink->total, &interval->sum);
	oa_increments_merge(&sink->part, &interval->sum);
	if (interval->kind == INTERVAL_GAP)
		sink->part_uncovered += interval->time;
	if (!sink->options->tree_ns ||
	    ns_of(sink, sink->part.time + sink->part_uncovered) < sink->options->tree_ns)
		return;
	tree_print(sink, &sink->part, sink->part_uncovered);
	memset(&sink->part, 0, sizeof(sink->part));
	sink->part_uncovered = 0;
}

/* Check whether any interval counted clocks, since a 0 would be a measured value. */
static bool clocks_counted(const struct dump_sink *sink, const struct oa_increments *sum)
{
	u64 clocks;

	return sum->pairs && !oa_clocks(sum, &sink->machine, &clocks);
}

static void text(const struct dump_sink *sink, const struct oa_tree *tree,
		 const struct oa_increments *sum, u64 uncovered)
{
	const u64 gap = ns_of(sink, uncovered);
	const u64 ns = ns_of(sink, sum->time);

	fprintf(sink->out, "EU time of %s, %u EUs: ", sink->platform->name, sink->machine.eus);
	if (clocks_counted(sink, sum))
		fprintf(sink->out, "%" PRIu64 " clocks", (uint64_t)tree->clocks);
	else
		fputs("clocks not counted", sink->out);
	fprintf(sink->out, ", %" PRIu64 ".%03u ms, %" PRIu64 " intervals, %" PRIu64 " lost in %"
		PRIu64 " losses", (uint64_t)(ns / 1000000), (unsigned int)(ns / 1000 % 1000),
		(uint64_t)sum->pairs, (uint64_t)sink->lost, (uint64_t)sink->losses);
	if (uncovered)
		fprintf(sink->out, ", %" PRIu64 ".%03u ms not covered",
			(uint64_t)(gap / 1000000), (unsigned int)(gap / 1000 % 1000));
	if (sink->incomplete)
		fprintf(sink->out, ", incomplete: %s", sink->incomplete);
	fputc('\n', sink->out);
	if (eutime_lacks_set(tree))
		fprintf(sink->out, "%s\n", EUTIME_HINT);
	eutime_text_states(sink->out, tree);
	eutime_text_metrics(sink->out, sum, &sink->machine);
	fputc('\n', sink->out);
}

static void json_number(FILE *out, const char *key, bool known, u64 value)
{
	if (known)
		fprintf(out, ",\"%s\":%" PRIu64, key, (uint64_t)value);
	else
		fprintf(out, ",\"%s\":null", key);
}

static void json(const struct dump_sink *sink, const struct oa_tree *tree,
		 const struct oa_increments *sum, u64 uncovered)
{
	const bool counted = clocks_counted(sink, sum);

	fprintf(sink->out, "{\"type\":\"tree\",\"platform\":\"%s\",\"eus\":%u",
		sink->platform->key, sink->machine.eus);
	json_number(sink->out, "pairs", true, sum->pairs);
	json_number(sink->out, "time_ns", true, ns_of(sink, sum->time));
	json_number(sink->out, "uncovered_ns", true, ns_of(sink, uncovered));
	json_number(sink->out, "clocks", counted, tree->clocks);
	json_number(sink->out, "slots", counted && sink->machine.eus, tree->slots);
	json_number(sink->out, "lost", true, sink->lost);
	json_number(sink->out, "losses", true, sink->losses);
	if (sink->incomplete)
		eutime_json_text(sink->out, "incomplete", sink->incomplete);
	eutime_json(sink->out, tree, sum, &sink->machine);
	fputs("}\n", sink->out);
}

/**
 * tree_print() - print the tree of EU time
 * @sink: the sink
 * @sum: the counters' increments
 * @uncovered: ticks of gaps, in which nothing was counted
 */
void tree_print(const struct dump_sink *sink, const struct oa_increments *sum, u64 uncovered)
{
	struct oa_tree tree;

	oa_tree_build(&tree, sum, &sink->machine);
	if (sink->options->json)
		json(sink, &tree, sum, uncovered);
	else
		text(sink, &tree, sum, uncovered);
}
