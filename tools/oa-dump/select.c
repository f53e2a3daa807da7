// SPDX-License-Identifier: GPL-2.0-only
/*
 * The columns to print.
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "oa-dump.h"

/* Check for any of the names that the list, the page and the trace show; they may have wildcards. */
static bool matches(const struct dump_sink *sink, const struct dump_column *column,
		    const char *pattern)
{
	return !fnmatch(pattern, column_key(column), FNM_CASEFOLD) ||
	       (column->counter && !fnmatch(pattern, column->counter->name, FNM_CASEFOLD)) ||
	       !fnmatch(pattern, column_title(column, &sink->machine), FNM_CASEFOLD);
}

static bool add(struct dump_sink *sink, const struct dump_column *column)
{
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

	for (name = strtok_r(list, ",", &save); name && !ret; name = strtok_r(NULL, ",", &save)) {
		found = false;
		for (i = 0; i < num; i++)
			if (matches(sink, &all[i], name))
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
	return 0;
}

/**
 * columns_select() - select the counters to print
 * @sink: with options, platform, format, machine and named values set
 *
 * By default JSON has all counters and named values. A table has the named values, or the
 * platform's default columns that are in the format, or all counters if none of them is. Return: 0,
 * or -1 for an unknown name.
 */
int columns_select(struct dump_sink *sink)
{
	const struct dump_options *options = sink->options;
	struct dump_column all[MAX_COLUMNS];
	size_t num = columns_of_format(sink->platform, sink->format, all);

	num += columns_of_named(sink->named, all + num);
	if (options->counters)
		return pick(sink, all, num, options->counters, true);
	if (!options->json && (sink->named->num ? pick_named(sink, all, num) :
			       pick(sink, all, num, sink->platform->columns, false)))
		return -1;
	if (!sink->num_columns) {
		memcpy(sink->columns, all, num * sizeof(*all));
		sink->num_columns = num;
	}
	return 0;
}
