// SPDX-License-Identifier: GPL-2.0-only
/*
 * --list: the formats, their counters, and notes on both.
 */
#include <stdio.h>

#include "oa-dump.h"

/* Print runs of one kind as "A0-A12". */
static void list_columns(const struct dump_column *columns, size_t num)
{
	size_t i, last;

	for (i = 0; i < num; i = last + 1) {
		for (last = i; last + 1 < num && columns[last + 1].field == columns[i].field &&
		     columns[last + 1].n == columns[last].n + 1; last++)
			;
		printf(last == i ? " %s" : " %s-%s", columns[i].key, columns[last].key);
	}
}

static void list_format(const struct dump_platform *platform,
			const struct oa_report_format *format)
{
	struct dump_column columns[MAX_COLUMNS];
	size_t num = columns_of_format(platform, format, columns);

	printf("  %-20s number %-6u %3u bytes ", format->name, format->id, format->bytes);
	list_columns(columns, num);
	printf("%s\n", format->select == platform->select ? "  (default)" : "");
}

static void list_counter(const char *key, const struct oa_counter *counter)
{
	printf("  %-5s %-26s %-8s %s", key, counter->name, counter->unit, counter->meaning);
	if (counter->note)
		printf(" (%s)", counter->note);
	putchar('\n');
}

/* Reserved counters mean nothing and are left out. */
static void list_counters(const struct oa_counter_set *set, enum oa_field field, char bank)
{
	const struct oa_counter *counter;
	char key[8];
	u8 n;

	for (n = 0; (counter = oa_counter_find(set, field, n)); n++) {
		snprintf(key, sizeof(key), "%c%u", bank, n);
		if (!(counter->flags & OA_COUNTER_RESERVED))
			list_counter(key, counter);
	}
}

static void list_platform(const struct dump_platform *platform)
{
	const struct oa_counter_set *set = platform->counters;
	size_t i;

	printf("%s: %s, %u time stamp ticks per second\n", platform->key, platform->name,
	       platform->timestamp_hz);
	for (i = 0; i < platform->num_formats; i++)
		list_format(platform, &platform->formats[i]);
	if (platform->formats[0].notes)
		printf("  note: %s\n", platform->formats[0].notes);
	printf("  counters, by \"%s\":\n", set->document);
	list_counters(set, OA_FIELD_A, 'A');
	list_counters(set, OA_FIELD_B, 'B');
	list_counters(set, OA_FIELD_C, 'C');
	if (set->has_ticks)
		list_counter("ticks", oa_counter_find(set, OA_FIELD_GPU_TICKS, 0));
}

/**
 * list_all() - print formats and counters
 * @only: the platform to list, NULL: all
 */
void list_all(const struct dump_platform *only)
{
	const struct dump_platform *platform = NULL;

	while ((platform = platform_next(platform)))
		if (!only || platform == only)
			list_platform(platform);
}
