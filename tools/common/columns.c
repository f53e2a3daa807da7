// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters of a format, named values of the metric set, and what a report says, as columns, and their
 * values.
 */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "formats/oa_codes.h"
#include "formats/oa_names.h"
#include "tools/common/columns.h"

static void add(struct dump_column *columns, size_t *num, const struct dump_platform *platform,
		enum oa_field field, u8 n)
{
	struct dump_column *column = &columns[(*num)++];

	*column = (struct dump_column){ .field = field };
	column->n = n;
	column->counter = oa_counter_find(platform->counters, field, n);
	if (field == OA_FIELD_GPU_TICKS)
		strcpy(column->key, "ticks");
	else
		snprintf(column->key, sizeof(column->key), "%c%u",
			 field == OA_FIELD_A ? 'A' : field == OA_FIELD_B ? 'B' : 'C', n);
}

static bool has_ticks(const struct oa_report_format *format)
{
	u8 i;

	for (i = 0; i < format->num_spans; i++)
		if (format->spans[i].field == OA_FIELD_GPU_TICKS)
			return true;
	return false;
}

/**
 * columns_of_format() - all counters of a format
 * @platform: the platform of the format
 * @format: the format
 * @columns: filled in
 *
 * Return: number of columns.
 */
size_t columns_of_format(const struct dump_platform *platform,
			 const struct oa_report_format *format,
			 struct dump_column columns[MAX_COUNTER_COLUMNS])
{
	u32 zero[OA_REPORT_MAX_DWORDS] = { 0 };
	struct oa_report report;
	size_t num = 0;
	u8 n;

	oa_report_decode(format, zero, &report);
	if (has_ticks(format))
		add(columns, &num, platform, OA_FIELD_GPU_TICKS, 0);
	for (n = 0; n < OA_MAX_A; n++)
		if (report.a_mask >> n & 1)
			add(columns, &num, platform, OA_FIELD_A, n);
	for (n = 0; n < OA_MAX_B; n++)
		if (report.b_mask >> n & 1)
			add(columns, &num, platform, OA_FIELD_B, n);
	for (n = 0; n < OA_MAX_C; n++)
		if (report.c_mask >> n & 1)
			add(columns, &num, platform, OA_FIELD_C, n);
	return num;
}

/**
 * columns_of_named() - the named values of a metric set
 * @named: the values, which must outlive the columns
 * @columns: filled in
 *
 * Return: number of columns.
 */
size_t columns_of_named(const struct named_list *named,
			struct dump_column columns[MAX_NAMED_COLUMNS])
{
	size_t i;

	for (i = 0; i < named->num && i < MAX_NAMED_COLUMNS; i++)
		columns[i] = (struct dump_column){ .named = &named->list[i] };
	return i;
}

/**
 * columns_of_facts() - what reports of a format say beside counters
 * @format: the format
 * @columns: filled in
 *
 * Return: number of columns.
 */
size_t columns_of_facts(const struct oa_report_format *format,
			struct dump_column columns[NUM_FACTS])
{
	size_t num = 0;
	u32 fact;

	for (fact = FACT_NONE + 1; fact < NUM_FACTS; fact++)
		if (fact_is_in(fact, format))
			columns[num++] = (struct dump_column){ .fact = fact };
	return num;
}

/* A column's name in a table, and its key in JSON. */
const char *column_key(const struct dump_column *column)
{
	if (column->fact)
		return fact_key(column->fact);
	return column->named ? column->named->name : column->key;
}

/* Width of a column of a table: its name fits, and so does one reason. */
int column_width(const struct dump_column *column)
{
	const int width = strnlen(column_key(column), NAMED_NAME_MOST);
	const int least = column->fact == FACT_REASON ? 14 : COLUMN_WIDTH;

	return width > least ? width : least;
}

/**
 * column_flex() - the tree's event of a flexible counter
 * @column: the counter
 * @machine: the GPU, with the contents of its metric set
 *
 * Return: the event, NULL if the metric set is not known to count it.
 */
const struct oa_flex_event *column_flex(const struct dump_column *column,
					const struct oa_machine *machine)
{
	if (column->named || column->fact || !(machine->programmed & OA_PROGRAMMED_TREE) ||
	    machine->a_other >> column->n & 1)
		return NULL;
	return oa_code_flex(machine->counters, column->field, column->n);
}

/**
 * column_title() - the hierarchical name of a counter, as the page and the trace have it
 * @column: the counter
 * @machine: the GPU, with the contents of its metric set
 *
 * Return: the name, such as "EU.ACTIVE", or "" if there is none.
 */
const char *column_title(const struct dump_column *column, const struct oa_machine *machine)
{
	const struct oa_flex_event *flex = column_flex(column, machine);
	const struct oa_name *name;

	if (column->named || column->fact)
		return column_key(column);
	name = oa_name_find(machine->counters, column->field, column->n);
	return flex ? flex->name : name ? name->name : "";
}

/**
 * column_is_called() - check for any of the names that the list, the page and the trace show
 * @column: the column
 * @machine: the GPU, with the contents of its metric set
 * @pattern: a name, which may have wildcards
 */
bool column_is_called(const struct dump_column *column, const struct oa_machine *machine,
		      const char *pattern)
{
	return !fnmatch(pattern, column_key(column), FNM_CASEFOLD) ||
	       (column->counter && !fnmatch(pattern, column->counter->name, FNM_CASEFOLD)) ||
	       !fnmatch(pattern, column_title(column, machine), FNM_CASEFOLD);
}

/* Value of a counter in a report. */
u64 column_value(const struct dump_column *column, const struct oa_report *report)
{
	switch (column->field) {
	case OA_FIELD_A:
		return report->a[column->n];
	case OA_FIELD_B:
		return report->b[column->n];
	case OA_FIELD_C:
		return report->c[column->n];
	default:
		return report->gpu_ticks;
	}
}

/*
 * Check whether a counter's advance is known. Return: false if it may have wrapped unseen, or
 * advanced by more than is possible.
 */
bool column_known(const struct dump_column *column, const struct oa_increments *sum)
{
	if (column->field != OA_FIELD_A)
		return !sum->clocks_wrapped;
	return !((sum->a_wrapped | sum->a_beyond) >> column->n & 1);
}

/* A counter's advance. */
u64 column_advance(const struct dump_column *column, const struct oa_increments *sum)
{
	switch (column->field) {
	case OA_FIELD_A:
		return sum->a[column->n];
	case OA_FIELD_B:
		return sum->b[column->n];
	case OA_FIELD_C:
		return sum->c[column->n];
	default:
		return sum->ticks;
	}
}
