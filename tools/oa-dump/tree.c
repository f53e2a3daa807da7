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
 * @a_other: A counters of which it is not true
 * @period: ticks from one report of the timer to the next, 0: unknown
 */
void tree_machine(struct dump_sink *sink, u32 eus, u32 slices, u32 programmed,
		  u64 a_other, u64 period)
{
	sink->list.line.format = sink->format;
	sink->list.line.hz = sink->timestamp_hz;
	sink->list.line.period = period;
	sink->list.machine = &sink->machine;
	sink->marks.format = sink->format;
	sink->machine = platform_machine(sink->platform, sink->options->eus ?: eus, slices,
					 sink->timestamp_hz);
	sink->machine.programmed = programmed;
	sink->machine.a_other = a_other;
}

/* The part of the next tree, which begins now; the context that runs is known. */
static void next_part(struct dump_sink *sink)
{
	struct dump_part *part = &sink->part;

	memset(&part->sum, 0, sizeof(part->sum));
	part->start = sink->list.elapsed;
	part->uncovered = part->lost = part->losses = 0;
	contexts_restart(&part->contexts);
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
	oa_increments_merge(&sink->total.sum, &interval->sum);
	oa_increments_merge(&sink->part.sum, &interval->sum);
	if (contexts_are_in(sink->format)) {
		contexts_add(&sink->total.contexts, sink->format, interval);
		contexts_add(&sink->part.contexts, sink->format, interval);
	}
	if (interval->kind == INTERVAL_GAP) {
		sink->total.uncovered += interval->time;
		sink->part.uncovered += interval->time;
	}
	if (!sink->options->tree_ns ||
	    ns_of(sink, sink->part.sum.time + sink->part.uncovered) < sink->options->tree_ns)
		return;
	tree_print(sink, &sink->part);
	next_part(sink);
}

/**
 * tree_mark() - end a part of the run at a mark, and print its tree
 * @sink: the sink
 * @mark: the mark
 */
void tree_mark(struct dump_sink *sink, const struct mark *mark)
{
	sink->part.mark = mark;
	tree_print(sink, &sink->part);
	sink->part.mark = NULL;
	next_part(sink);
}

/* Check whether any interval counted clocks, since a 0 would be a measured value. */
static bool clocks_counted(const struct dump_sink *sink, const struct oa_increments *sum)
{
	u64 clocks;

	return sum->pairs && !oa_clocks(sum, &sink->machine, &clocks);
}

static void text(const struct dump_sink *sink, const struct oa_tree *tree,
		 const struct dump_part *part)
{
	const u64 gap = ns_of(sink, part->uncovered);
	const u64 ns = ns_of(sink, part->sum.time);
	char name[MARK_NAME_BYTES];

	if (part->mark) {
		mark_print(&part->mark->is, name);
		fprintf(sink->out, "-- to the mark \"%s\", by %s\n", name,
			mark_by_name(part->mark->by));
	}
	fprintf(sink->out, "EU time of %s, ", sink->platform->name);
	if (sink->machine.eus)
		fprintf(sink->out, "%u EUs: ", sink->machine.eus);
	else
		fputs("unknown number of EUs: ", sink->out);
	if (clocks_counted(sink, &part->sum))
		fprintf(sink->out, "%" PRIu64 " clocks", (uint64_t)tree->clocks);
	else
		fputs("clocks not counted", sink->out);
	fprintf(sink->out, ", %" PRIu64 ".%03u ms, %" PRIu64 " interval%s, %" PRIu64 " lost in %"
		PRIu64 " loss%s", (uint64_t)(ns / 1000000), (unsigned int)(ns / 1000 % 1000),
		(uint64_t)part->sum.pairs, part->sum.pairs == 1 ? "" : "s", (uint64_t)part->lost,
		(uint64_t)part->losses, part->losses == 1 ? "" : "es");
	if (part->uncovered)
		fprintf(sink->out, ", %" PRIu64 ".%03u ms not covered",
			(uint64_t)(gap / 1000000), (unsigned int)(gap / 1000 % 1000));
	if (sink->incomplete)
		fprintf(sink->out, ", incomplete: %s", sink->incomplete);
	fputc('\n', sink->out);
	if (eutime_lacks_set(tree))
		fprintf(sink->out, "%s\n", EUTIME_HINT);
	eutime_text_states(sink->out, tree);
	eutime_text_metrics(sink->out, &part->sum, &sink->machine);
	eutime_text_named(sink->out, sink->named, &part->sum, &sink->machine);
	if (contexts_ran(&part->contexts))
		contexts_text(sink->out, &part->contexts, &sink->machine);
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
		 const struct dump_part *part)
{
	const bool counted = clocks_counted(sink, &part->sum);
	char name[MARK_NAME_BYTES];

	fprintf(sink->out, "{\"type\":\"tree\",\"platform\":\"%s\",\"eus\":%u,\"whole\":%s",
		sink->platform->key, sink->machine.eus, part == &sink->total ? "true" : "false");
	if (part->mark) {
		mark_print(&part->mark->is, name);
		eutime_json_text(sink->out, "mark", name);
		eutime_json_text(sink->out, "by", mark_by_name(part->mark->by));
	}
	json_number(sink->out, "pairs", true, part->sum.pairs);
	json_number(sink->out, "start_ns", true, ns_of(sink, part->start));
	json_number(sink->out, "covered_ns", true, ns_of(sink, part->sum.time));
	json_number(sink->out, "uncovered_ns", true, ns_of(sink, part->uncovered));
	json_number(sink->out, "clocks", counted, tree->clocks);
	json_number(sink->out, "slots", counted && sink->machine.eus, tree->slots);
	json_number(sink->out, "lost", true, part->lost);
	json_number(sink->out, "losses", true, part->losses);
	if (sink->incomplete)
		eutime_json_text(sink->out, "incomplete", sink->incomplete);
	eutime_json(sink->out, tree, &part->sum, &sink->machine);
	eutime_json_named(sink->out, sink->named, &part->sum, &sink->machine);
	if (contexts_are_in(sink->format))
		contexts_json(sink->out, &part->contexts, &sink->machine);
	fputs("}\n", sink->out);
}

/**
 * tree_print() - print the tree of EU time
 * @sink: the sink
 * @part: its part of the run
 */
void tree_print(const struct dump_sink *sink, const struct dump_part *part)
{
	struct oa_tree tree;

	oa_tree_build(&tree, &part->sum, &sink->machine);
	if (sink->options->csv)
		csv_tree(sink, &tree, part);
	else if (sink->options->json)
		json(sink, &tree, part);
	else
		text(sink, &tree, part);
}
