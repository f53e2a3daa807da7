// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tree of EU time and the metrics by formula, as text or as an object of JSON.
 *
 * A value that is wrong is never printed: in its place is the reason. Text leaves out what is
 * inside a state that is small; JSON has everything.
 */
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "formats/oa_names.h"
#include "oa-dump.h"

/* A percent has four digits, which are exact. */
#define PER_PERCENT	(OA_WHOLE / 100)
#define NS_PER_SEC	1000000000ull

/**
 * tree_machine() - describe the GPU for the tree
 * @sink: with options, platform and timestamp_hz set
 * @eus: number of EUs, 0: unknown; the command line may know better
 * @slices: number of slices, 0: unknown
 * @programmed: OA_PROGRAMMED_*
 */
void tree_machine(struct dump_sink *sink, u32 eus, u32 slices, u32 programmed)
{
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
 * @sink: the sink, whose @last is the report before
 * @report: the report
 *
 * Prints a tree if it is time for one.
 */
void tree_report(struct dump_sink *sink, const struct oa_report *report)
{
	if ((!sink->options->tree && !sink->html) || !sink->have_last)
		return;
	oa_increments_add(&sink->total, &sink->machine, &sink->last, report);
	oa_increments_add(&sink->part, &sink->machine, &sink->last, report);
	if (!sink->options->tree_ns || ns_of(sink, sink->part.time) < sink->options->tree_ns)
		return;
	tree_print(sink, &sink->part);
	memset(&sink->part, 0, sizeof(sink->part));
}

static void print_share(FILE *out, u64 share)
{
	fprintf(out, "%" PRIu64 ".%04u", (uint64_t)(share / PER_PERCENT),
		(unsigned int)(share % PER_PERCENT));
}

/* The reasons, separated by @between, each as @quote asks */
static void print_wrong(FILE *out, u32 wrong, const char *between, const char *quote)
{
	bool first = true;
	u32 i;

	for (i = 0; i < OA_NUM_WRONGS; i++) {
		if (!(wrong >> i & 1))
			continue;
		fprintf(out, "%s%s%s%s", first ? "" : between, quote, oa_wrong_name(i), quote);
		first = false;
	}
}

static void text_state(const struct dump_sink *sink, const struct oa_tree *tree, u32 i)
{
	const struct oa_tree_node *node = &tree->def->nodes[i];
	const struct oa_tree_state *state = &tree->states[i];
	const int indent = 2 * (node->level - 1);

	fprintf(sink->out, "%*s%-*s ", indent, "", 22 - indent, node->name);
	if (!state->proven) {
		fprintf(sink->out, "not proven: %s\n", node->doubt);
		return;
	}
	if (state->wrong) {
		fputs("not shown: ", sink->out);
		print_wrong(sink->out, state->wrong, ", ", "");
		fputc('\n', sink->out);
		return;
	}
	fprintf(sink->out, "%3" PRIu32 ".%04u %%  %s%s%s%s%s\n", state->share / PER_PERCENT,
		(unsigned int)(state->share % PER_PERCENT), node->meaning,
		node->doubt ? " (doubtful: " : "", node->doubt ?: "", node->doubt ? ")" : "",
		tree->look == (int)i ? "  <==" : "");
}

static void text_metrics(const struct dump_sink *sink, const struct oa_increments *sum)
{
	const struct oa_metric *m;
	struct oa_value value;
	u32 i;

	for (i = 0; (m = oa_metric_at(sink->platform->counters, i)); i++) {
		value = oa_metric_value(m, sum, &sink->machine);
		fprintf(sink->out, "  %-28s ", m->name);
		if (value.wrong) {
			fputs("not shown: ", sink->out);
			print_wrong(sink->out, value.wrong, ", ", "");
		} else if (m->most == OA_WHOLE) {
			print_share(sink->out, value.value);
			fputs(" %", sink->out);
		} else {
			fprintf(sink->out, "%" PRIu64 " %s", (uint64_t)value.value, m->unit);
		}
		fprintf(sink->out, "  %s%s%s%s\n", m->meaning, m->note ? " (" : "", m->note ?: "",
			m->note ? ")" : "");
	}
}

static void text(const struct dump_sink *sink, const struct oa_tree *tree,
		 const struct oa_increments *sum)
{
	const u64 ns = ns_of(sink, sum->time);
	u32 i;
	int parent;

	fprintf(sink->out, "EU time of %s, %u EUs: %" PRIu64 " clocks, %" PRIu64 ".%03u ms, %" PRIu64
		" intervals, %" PRIu64 " lost in %" PRIu64 " losses\n", sink->platform->name,
		sink->machine.eus, (uint64_t)tree->clocks, (uint64_t)(ns / 1000000),
		(unsigned int)(ns / 1000 % 1000), (uint64_t)sum->pairs, (uint64_t)sink->lost,
		(uint64_t)sink->losses);
	for (i = 0; i < tree->def->num; i++) {
		parent = oa_tree_parent(tree->def, i);
		if (parent < 0 || tree->states[parent].high)
			text_state(sink, tree, i);
	}
	if (tree->look >= 0 && tree->def->nodes[tree->look].look)
		fprintf(sink->out, "look at: %s\n", tree->def->nodes[tree->look].look);
	text_metrics(sink, sum);
	fputc('\n', sink->out);
}

static void json_text(FILE *out, const char *key, const char *value)
{
	fprintf(out, ",\"%s\":", key);
	if (value)
		say_json_string(out, value);
	else
		fputs("null", out);
}

static void json_wrong(FILE *out, u32 wrong)
{
	fputs(",\"wrong\":[", out);
	print_wrong(out, wrong, ",", "\"");
	fputs("]", out);
}

static void json_state(FILE *out, const struct oa_tree *tree, u32 i)
{
	const struct oa_tree_node *node = &tree->def->nodes[i];
	const struct oa_tree_state *state = &tree->states[i];
	const int parent = oa_tree_parent(tree->def, i);

	fprintf(out, "%s{\"name\":\"%s\",\"level\":%u", i ? "," : "", node->name, node->level);
	json_text(out, "parent", parent < 0 ? NULL : tree->def->nodes[parent].name);
	if (state->proven && !state->wrong) {
		fprintf(out, ",\"slots\":%" PRIu64 ",\"percent\":", (uint64_t)state->slots);
		print_share(out, state->share);
		fprintf(out, ",\"high\":%s", state->high ? "true" : "false");
	} else if (state->proven) {
		json_wrong(out, state->wrong);
	}
	fprintf(out, ",\"proven\":%s", state->proven ? "true" : "false");
	json_text(out, "meaning", node->meaning);
	json_text(out, "look", node->look);
	json_text(out, "doubt", node->doubt);
	fputc('}', out);
}

static void json_metric(const struct dump_sink *sink, const struct oa_metric *m,
			const struct oa_increments *sum)
{
	const struct oa_value value = oa_metric_value(m, sum, &sink->machine);

	fprintf(sink->out, "{\"name\":\"%s\",\"unit\":\"%s\"", m->name,
		m->most == OA_WHOLE ? "%" : m->unit);
	if (value.wrong) {
		json_wrong(sink->out, value.wrong);
	} else {
		fputs(",\"value\":", sink->out);
		if (m->most == OA_WHOLE)
			print_share(sink->out, value.value);
		else
			fprintf(sink->out, "%" PRIu64, (uint64_t)value.value);
	}
	json_text(sink->out, "meaning", m->meaning);
	json_text(sink->out, "note", m->note);
	fputc('}', sink->out);
}

static void json(const struct dump_sink *sink, const struct oa_tree *tree,
		 const struct oa_increments *sum)
{
	const struct oa_metric *m;
	u32 i;

	fprintf(sink->out, "{\"type\":\"tree\",\"platform\":\"%s\",\"eus\":%u,\"pairs\":%" PRIu64
		",\"time_ns\":%" PRIu64 ",\"clocks\":%" PRIu64 ",\"slots\":%" PRIu64
		",\"lost\":%" PRIu64 ",\"losses\":%" PRIu64, sink->platform->key, sink->machine.eus,
		(uint64_t)sum->pairs, (uint64_t)ns_of(sink, sum->time), (uint64_t)tree->clocks,
		(uint64_t)tree->slots, (uint64_t)sink->lost, (uint64_t)sink->losses);
	json_text(sink->out, "look", tree->look < 0 ? NULL : tree->def->nodes[tree->look].name);
	json_text(sink->out, "overlap", tree->def->overlap);
	fputs(",\"states\":[", sink->out);
	for (i = 0; i < tree->def->num; i++)
		json_state(sink->out, tree, i);
	fputs("],\"metrics\":[", sink->out);
	for (i = 0; (m = oa_metric_at(sink->platform->counters, i)); i++) {
		fputs(i ? "," : "", sink->out);
		json_metric(sink, m, sum);
	}
	fputs("]}\n", sink->out);
}

/**
 * tree_print() - print the tree of EU time
 * @sink: the sink
 * @sum: what counters advanced by
 */
void tree_print(const struct dump_sink *sink, const struct oa_increments *sum)
{
	struct oa_tree tree;

	oa_tree_build(&tree, sum, &sink->machine);
	if (sink->options->json)
		json(sink, &tree, sum);
	else
		text(sink, &tree, sum);
}
