// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a report says beside its counters.
 */
#include <stdio.h>

#include "tools/common/fact.h"

static const struct {
	const char *key, *meaning;
} facts[NUM_FACTS] = {
	[FACT_REASON] = { "reason", "why the report was written" },
	[FACT_CONTEXT] = { "context", "id of the context that runs, - while none does" },
	[FACT_SLICE] = { "slice_mhz", "clock of the slices when the report was written" },
	[FACT_UNSLICE] = { "unslice_mhz", "clock of the rest of the GPU, likewise" },
};

/* Title of a column, key in JSON, word of -C. */
const char *fact_key(enum fact fact)
{
	return facts[fact].key;
}

/* What a fact is, in one line. */
const char *fact_meaning(enum fact fact)
{
	return facts[fact].meaning;
}

/* Check whether reports of a format have a fact. */
bool fact_is_in(enum fact fact, const struct oa_report_format *format)
{
	const struct oa_rpt_id_layout *layout = format->rpt_id;

	if (!layout || fact == FACT_NONE)
		return false;
	if (fact == FACT_SLICE)
		return layout->slice_ratio_low;
	return fact != FACT_UNSLICE || layout->unslice_ratio;
}

/**
 * fact_mhz() - frequency of a ratio
 * @ratio: in units of 50/3 MHz
 *
 * Return: MHz, rounded as i915 rounds frequencies in sysfs.
 */
u32 fact_mhz(u32 ratio)
{
	return (ratio * 50 + 1) / 3;
}

/* A frequency of a report in Hz, 0 if the report does not say. */
u64 fact_hz(enum fact fact, const struct oa_report *report)
{
	const u64 ratio = fact == FACT_SLICE ? report->slice_ratio : report->unslice_ratio;

	return (ratio * FACT_RATIO_HZ_X3 + 1) / 3;
}

static int print_reasons(char *text, u32 reason)
{
	int used = 0;
	u32 i;

	for (i = 0; i < OA_NUM_REASONS; i++)
		if (reason >> i & 1)
			used += snprintf(text + used, FACT_TEXT_BYTES - used, "%s%s",
					 used ? "+" : "", oa_reason_name(i));
	return used;
}

static int print_mhz(char *text, u32 ratio)
{
	return ratio ? snprintf(text, FACT_TEXT_BYTES, "%u", fact_mhz(ratio)) : 0;
}

/**
 * fact_print() - print a fact of a report
 * @text: filled in
 * @fact: the fact
 * @format: format of the report
 * @report: the report
 *
 * Return: the length of the text; 0 if the report does not say.
 */
int fact_print(char text[FACT_TEXT_BYTES], enum fact fact, const struct oa_report_format *format,
	       const struct oa_report *report)
{
	switch (fact) {
	case FACT_REASON:
		return print_reasons(text, report->reason);
	case FACT_CONTEXT:
		return report->ctx_valid ? snprintf(text, FACT_TEXT_BYTES, "0x%x",
						    report->ctx_id & format->ctx_id_mask) : 0;
	case FACT_SLICE:
		return print_mhz(text, report->slice_ratio);
	case FACT_UNSLICE:
		return print_mhz(text, report->unslice_ratio);
	default:
		return 0;
	}
}
