// SPDX-License-Identifier: GPL-2.0-only
/*
 * --csv: a line with the names of the columns, then one for each report, or with --tree for each
 * interval. The cell of an unknown value is empty. No name has a comma or a quote.
 */
#include <inttypes.h>
#include <stdint.h>

#include "oa-dump.h"
#include "tools/common/eutime.h"

#define NS_PER_SEC	1000000000ull

static void put(const struct dump_sink *sink, bool known, u64 value)
{
	if (known)
		fprintf(sink->out, ",%" PRIu64, (uint64_t)value);
	else
		fputc(',', sink->out);
}

static void put_fact(const struct dump_sink *sink, enum fact fact)
{
	char text[FACT_TEXT_BYTES];

	fprintf(sink->out, ",%s", fact_print(text, fact, sink->format, &sink->interval.report) ?
		text : "");
}

/* An empty cell where there are no increments, or the value is wrong */
static void put_named(const struct dump_sink *sink, const struct named *named,
		      const struct oa_increments *sum)
{
	struct named_value value = { .wrong = OA_WRONG_NOTHING };
	char text[NAMED_TEXT_BYTES] = "";

	if (sum)
		value = named_value(named, sum, &sink->machine);
	if (!value.wrong)
		named_print(text, named, &value);
	fprintf(sink->out, ",%s", text);
}

static void tree_header(const struct dump_sink *sink)
{
	const struct oa_tree_def *def = oa_tree_def(sink->machine.counters);
	const struct oa_metric *m;
	u32 i;

	fputs("start_ns,covered_ns,uncovered_ns,whole,lost,losses,clocks,slots", sink->out);
	for (i = 0; i < def->num; i++)
		if (def->nodes[i].slots != OA_SLOTS_UNPROVEN)
			fprintf(sink->out, ",%s_percent", def->nodes[i].name);
	for (i = 0; (m = oa_metric_at(sink->machine.counters, i)); i++)
		fprintf(sink->out, ",%s_%s", m->name, m->most == OA_WHOLE ? "percent" : m->unit);
	for (i = 0; i < sink->named->num; i++)
		fprintf(sink->out, ",%s", sink->named->list[i].name);
	fputc('\n', sink->out);
}

/**
 * csv_header() - print the names of the columns
 * @sink: the sink; columns_select() was called
 */
void csv_header(const struct dump_sink *sink)
{
	size_t i;

	if (sink->options->tree) {
		tree_header(sink);
		return;
	}
	fputs("report,time_ns,gpu_ticks,id,reason,context,lost", sink->out);
	for (i = 0; i < sink->num_columns; i++) {
		const char *title = column_title(&sink->columns[i], &sink->machine);

		fprintf(sink->out, ",%s", *title ? title : column_key(&sink->columns[i]));
	}
	fputc('\n', sink->out);
}

/**
 * csv_report() - print a report
 * @sink: the sink
 * @ns: time since the first report
 */
void csv_report(struct dump_sink *sink, u64 ns)
{
	const struct oa_report *report = &sink->interval.report;
	const enum interval_kind kind = sink->interval.kind;
	const bool absolute = sink->options->absolute;
	size_t i;

	fprintf(sink->out, "%" PRIu64, (uint64_t)sink->reports);
	put(sink, kind != INTERVAL_BACK && kind != INTERVAL_UNKNOWN, ns);
	put(sink, true, report->timestamp);
	put(sink, true, report->id);
	put(sink, report->reason, report->reason);
	put(sink, report->ctx_valid, report->ctx_id);
	put(sink, !sink->since.uncounted, sink->since.lost);
	sink->since.lost = sink->since.uncounted = 0;
	for (i = 0; i < sink->num_columns; i++) {
		const struct dump_column *column = &sink->columns[i];

		if (column->named)
			put_named(sink, column->named, absolute ? NULL : &sink->interval.sum);
		else if (column->fact)
			put_fact(sink, column->fact);
		else if (absolute)
			put(sink, true, column_value(column, report));
		else
			put(sink, kind == INTERVAL_COVERED &&
			    column_known(column, &sink->interval.sum),
			    column_advance(column, &sink->interval.sum));
	}
	fputc('\n', sink->out);
}

static void put_states(const struct dump_sink *sink, const struct oa_tree *tree)
{
	u32 i;

	for (i = 0; i < tree->def->num; i++) {
		if (tree->def->nodes[i].slots == OA_SLOTS_UNPROVEN)
			continue;
		fputc(',', sink->out);
		if (!tree->states[i].wrong)
			eutime_share(sink->out, tree->states[i].share);
	}
}

static void put_metrics(const struct dump_sink *sink, const struct oa_increments *sum)
{
	const struct oa_metric *m;
	struct oa_value value;
	u32 i;

	for (i = 0; (m = oa_metric_at(sink->machine.counters, i)); i++) {
		value = oa_metric_value(m, sum, &sink->machine);
		if (value.wrong || m->most != OA_WHOLE) {
			put(sink, !value.wrong, value.value);
			continue;
		}
		fputc(',', sink->out);
		eutime_share(sink->out, value.value);
	}
}

/**
 * csv_tree() - print a tree of EU time
 * @sink: the sink
 * @tree: the tree
 * @part: its part of the run
 */
void csv_tree(const struct dump_sink *sink, const struct oa_tree *tree, const struct dump_part *part)
{
	u64 clocks;
	const bool counted = part->sum.pairs && !oa_clocks(&part->sum, &sink->machine, &clocks);
	size_t i;

	fprintf(sink->out, "%" PRIu64,
		(uint64_t)oa_fraction(part->start, sink->timestamp_hz, NS_PER_SEC));
	put(sink, true, oa_fraction(part->sum.time, sink->timestamp_hz, NS_PER_SEC));
	put(sink, true, oa_fraction(part->uncovered, sink->timestamp_hz, NS_PER_SEC));
	put(sink, true, part == &sink->total);
	put(sink, true, part->lost);
	put(sink, true, part->losses);
	put(sink, counted, tree->clocks);
	put(sink, counted && sink->machine.eus, tree->slots);
	put_states(sink, tree);
	put_metrics(sink, &part->sum);
	for (i = 0; i < sink->named->num; i++)
		put_named(sink, &sink->named->list[i], &part->sum);
	fputc('\n', sink->out);
}
