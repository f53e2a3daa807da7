// SPDX-License-Identifier: GPL-2.0-only
/*
 * The columns to print.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "oa-dump.h"

/* Columns of a table before the first counter: report, time and id */
#define TABLE_HEAD_WIDTH	34

/* JSON and CSV have facts in each line, and a page has no pictures of them. */
static bool is_elsewhere(const struct dump_options *options, const struct dump_column *column)
{
	return (column->fact && (options->json || options->html)) ||
	       (options->csv && (column->fact == FACT_REASON || column->fact == FACT_CONTEXT));
}

static bool add(struct dump_sink *sink, const struct dump_column *column)
{
	if (is_elsewhere(sink->options, column))
		return true;
	if (sink->num_columns == MAX_COLUMNS)
		return false;
	sink->columns[sink->num_columns++] = *column;
	return true;
}

/* Select the columns of a list, in its order. Return: -1 if one is missing and @strict is set. */
static int pick(struct dump_sink *sink, const struct dump_column *all, size_t num,
		const char *names, bool strict)
{
	char *list = strdup(names), *name, *save = NULL;
	int ret = list ? 0 : -1;
	size_t i;
	bool found;

	if (!list)
		complain("no memory for the columns");
	for (name = list ? strtok_r(list, ",", &save) : NULL; name && !ret; name = strtok_r(NULL, ",", &save)) {
		found = false;
		for (i = 0; i < num; i++)
			if (column_is_called(&all[i], &sink->machine, name))
				found |= add(sink, &all[i]);
		if (!found && strict) {
			complain("format %s of %s has no counter '%s': see --list",
				 sink->format->name, sink->platform->name, name);
			ret = -1;
		}
	}
	free(list);
	return ret;
}

/* Columns of a table of the terminal that standard output is; 0: it is none */
static unsigned int terminal_width(const struct dump_sink *sink)
{
	const struct dump_options *options = sink->options;
	struct winsize size;

	if (options->csv || options->html || options->tree || options->quiet || sink->out != stdout)
		return 0;
	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

/* Keep the columns that fit a terminal, and say how to see the others. */
static void fit(struct dump_sink *sink)
{
	const unsigned int most = terminal_width(sink);
	unsigned int width = TABLE_HEAD_WIDTH;
	size_t i;

	for (i = 0; i < sink->num_columns; i++) {
		width += 1 + column_width(&sink->columns[i]);
		if (most && width > most && i)
			break;
	}
	if (i < sink->num_columns)
		complain("%zu of %zu columns fit the terminal: --counters (-C) chooses", i,
			 sink->num_columns);
	sink->num_columns = i;
}

/* The column of clocks, then the named values */
static int pick_named(struct dump_sink *sink, const struct dump_column *all, size_t num)
{
	const char *clocks = sink->platform->counters->has_ticks ? "ticks" : "B0";
	size_t i;

	if (pick(sink, all, num, clocks, false))
		return -1;
	for (i = 0; i < num; i++)
		if (all[i].named)
			add(sink, &all[i]);
	fit(sink);
	return 0;
}

/**
 * columns_select() - select the counters to print
 * @sink: with options, platform, format, machine and named values set
 *
 * By default JSON has all counters and named values. A table has the named values,
 * as many as fit if it is for a terminal; without any, the
 * platform's default columns that are in the format, or all counters if none of them is, and the
 * frequencies. Return: 0, or -1 for an unknown name.
 */
int columns_select(struct dump_sink *sink)
{
	const struct dump_options *options = sink->options;
	struct dump_column all[MAX_COLUMNS];
	size_t num = columns_of_format(sink->platform, sink->format, all), facts;

	num += columns_of_named(sink->named, all + num);
	facts = columns_of_facts(sink->format, all + num);
	if (options->counters)
		return pick(sink, all, num + facts, options->counters, true);
	if (!options->json && (sink->named->num ? pick_named(sink, all, num) :
			       pick(sink, all, num, sink->platform->columns, false)))
		return -1;
	if (!sink->num_columns) {
		memcpy(sink->columns, all, num * sizeof(*all));
		sink->num_columns = num;
	}
	return sink->named->num ? 0 : pick(sink, all + num, facts, "slice_mhz,unslice_mhz", false);
}
