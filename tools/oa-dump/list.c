// SPDX-License-Identifier: GPL-2.0-only
/*
 * What there is to be had: formats, their counters, and what to beware of.
 */
#include <stdio.h>

#include "oa-dump.h"

static void list_counters(char bank, u64 mask)
{
	int n, last;

	for (n = 0; n < 64; n++) {
		if (!(mask >> n & 1))
			continue;
		for (last = n; last < 63 && mask >> (last + 1) & 1; last++)
			;
		printf(n == last ? " %c%d" : " %c%d-%c%d", bank, n, bank, last);
		n = last;
	}
}

static void list_format(const struct dump_platform *platform,
			const struct oa_report_format *format)
{
	u32 zero[OA_REPORT_MAX_DWORDS] = { 0 };
	struct oa_report report;

	oa_report_decode(format, zero, &report);
	printf("  %-20s number %-6u %3u bytes ", format->name, format->id, format->bytes);
	list_counters('A', report.a_mask);
	list_counters('B', report.b_mask);
	list_counters('C', report.c_mask);
	printf("%s\n", format->select == platform->select ? "  (default)" : "");
}

static void list_platform(const struct dump_platform *platform)
{
	size_t i;

	printf("%s: %s, %u time stamp ticks per second\n", platform->key, platform->name,
	       platform->timestamp_hz);
	for (i = 0; i < platform->num_formats; i++)
		list_format(platform, &platform->formats[i]);
	if (platform->formats[0].notes)
		printf("  note: %s\n", platform->formats[0].notes);
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
