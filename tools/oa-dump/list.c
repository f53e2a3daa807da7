// SPDX-License-Identifier: GPL-2.0-only
/*
 * --list: the formats, their counters, notes on both, and the words of --event.
 */
#include <stdio.h>

#include "formats/oa_names.h"
#include "oa-dump.h"
#include "tools/common/eutime.h"

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

/* List the counters of a bank, without reserved ones. */
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

static void list_facts(const struct oa_report_format *format)
{
	u32 fact;

	if (!format->rpt_id)
		return;
	printf("  each report also says, as words of --counters:\n");
	for (fact = FACT_NONE + 1; fact < NUM_FACTS; fact++)
		if (fact_is_in(fact, format))
			printf("    %-12s %s\n", fact_key(fact), fact_meaning(fact));
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
	list_facts(&platform->formats[0]);
	vocabulary_list(platform);
}

static void json_format(const struct dump_platform *platform,
			const struct oa_report_format *format)
{
	struct dump_column columns[MAX_COLUMNS];
	const size_t num = columns_of_format(platform, format, columns);
	size_t i;

	printf("{\"name\":\"%s\",\"number\":%u,\"bytes\":%u,\"default\":%s", format->name,
	       format->id, format->bytes, format->select == platform->select ? "true" : "false");
	printf(",\"counters\":[");
	for (i = 0; i < num; i++)
		printf("%s\"%s\"", i ? "," : "", columns[i].key);
	printf("]}");
}

static void json_counter(const char *key, const struct oa_counter *counter,
			 const struct oa_name *name)
{
	printf("{\"key\":\"%s\",\"name\":\"%s\",\"unit\":\"%s\"", key, counter->name,
	       counter->unit);
	eutime_json_text(stdout, "meaning", counter->meaning);
	eutime_json_text(stdout, "event", name ? name->name : NULL);
	eutime_json_text(stdout, "note", counter->note);
	putchar('}');
}

static void json_facts(const struct oa_report_format *format)
{
	const char *comma = "";
	u32 fact;

	for (fact = FACT_NONE + 1; fact < NUM_FACTS; fact++) {
		if (!fact_is_in(fact, format))
			continue;
		printf("%s{\"key\":\"%s\"", comma, fact_key(fact));
		eutime_json_text(stdout, "meaning", fact_meaning(fact));
		putchar('}');
		comma = ",";
	}
}

/* Print a platform as a line of JSON. */
static void json_platform(const struct dump_platform *platform)
{
	static const struct { enum oa_field field; const char *key; } banks[] = {
		{ OA_FIELD_A, "A%u" }, { OA_FIELD_B, "B%u" }, { OA_FIELD_C, "C%u" },
		{ OA_FIELD_GPU_TICKS, "ticks" },
	};
	const struct oa_counter_set *set = platform->counters;
	const struct oa_counter *counter;
	const char *comma = "";
	char key[8];
	size_t i;
	u8 n;

	printf("{\"type\":\"platform\",\"key\":\"%s\",\"name\":\"%s\",\"timestamp_hz\":%u",
	       platform->key, platform->name, platform->timestamp_hz);
	eutime_json_text(stdout, "note", platform->formats[0].notes);
	eutime_json_text(stdout, "document", set->document);
	printf(",\"formats\":[");
	for (i = 0; i < platform->num_formats; i++) {
		printf("%s", i ? "," : "");
		json_format(platform, &platform->formats[i]);
	}
	printf("],\"counters\":[");
	for (i = 0; i < ARRAY_LEN(banks); i++) {
		for (n = 0; (counter = oa_counter_find(set, banks[i].field, n)); n++) {
			if (counter->flags & OA_COUNTER_RESERVED)
				continue;
			snprintf(key, sizeof(key), banks[i].key, n);
			printf("%s", comma);
			json_counter(key, counter, oa_name_find(set, banks[i].field, n));
			comma = ",";
		}
	}
	printf("],\"facts\":[");
	json_facts(&platform->formats[0]);
	putchar(']');
	vocabulary_json(platform);
	printf("}\n");
}

/**
 * list_all() - print formats, counters and words of events
 * @only: the platform to list, NULL: all
 * @json: as a line of JSON for each platform, not as text
 */
void list_all(const struct dump_platform *only, bool json)
{
	const struct dump_platform *platform = NULL;

	while ((platform = platform_next(platform)))
		if (!only || platform == only)
			(json ? json_platform : list_platform)(platform);
}
