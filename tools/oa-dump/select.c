// SPDX-License-Identifier: GPL-2.0-only
/*
 * The columns to print.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "oa-dump.h"

/* Find a column by any of the names that the list, the page and the trace show */
static const struct dump_column *find(const struct dump_sink *sink,
				      const struct dump_column *columns, size_t num,
				      const char *name)
{
	size_t i;

	for (i = 0; i < num; i++)
		if (!strcasecmp(columns[i].key, name) ||
		    (columns[i].counter && !strcasecmp(columns[i].counter->name, name)) ||
		    !strcasecmp(column_title(&columns[i], &sink->machine), name))
			return &columns[i];
	return NULL;
}

/* Select the columns of a list, in its order. Return: -1 if one is missing and @strict is set. */
static int pick(struct dump_sink *sink, const struct dump_column *all, size_t num,
		const char *names, bool strict)
{
	char *list = strdup(names), *name, *save = NULL;
	const struct dump_column *column;
	int ret = list ? 0 : -1;

	for (name = strtok_r(list, ",", &save); name && !ret; name = strtok_r(NULL, ",", &save)) {
		column = find(sink, all, num, name);
		if (column && sink->num_columns < MAX_COLUMNS) {
			sink->columns[sink->num_columns++] = *column;
		} else if (strict) {
			complain("format %s of %s has no counter '%s': see --list",
				 sink->format->name, sink->platform->name, name);
			ret = -1;
		}
	}
	free(list);
	return ret;
}

/**
 * columns_select() - select the counters to print
 * @sink: with options, platform, format and machine set
 *
 * By default JSON has all counters. A table has those of the platform's default columns that are in
 * the format, or all counters if none of them is. Return: 0, or -1 for an unknown name.
 */
int columns_select(struct dump_sink *sink)
{
	const struct dump_options *options = sink->options;
	struct dump_column all[MAX_COLUMNS];
	size_t num = columns_of_format(sink->platform, sink->format, all);

	if (options->counters)
		return pick(sink, all, num, options->counters, true);
	if (!options->json && pick(sink, all, num, sink->platform->columns, false))
		return -1;
	if (!sink->num_columns) {
		memcpy(sink->columns, all, num * sizeof(*all));
		sink->num_columns = num;
	}
	return 0;
}
