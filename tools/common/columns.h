/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters of a format, named values of the metric set, and what a report says, as columns, and their
 * values.
 */
#ifndef _TOOLS_COLUMNS_H_
#define _TOOLS_COLUMNS_H_

#include <stdbool.h>

#include "formats/oa_metrics.h"
#include "tools/common/fact.h"
#include "tools/common/named.h"
#include "tools/common/platform.h"

/* All counters that a format can have, and GPU_TICKS */
#define MAX_COUNTER_COLUMNS	(OA_MAX_A + OA_MAX_B + OA_MAX_C + 1)
/* Columns of named values, of which further ones are left out */
#define MAX_NAMED_COLUMNS	256
#define MAX_COLUMNS		(MAX_COUNTER_COLUMNS + MAX_NAMED_COLUMNS + NUM_FACTS)

/* The least width of a column of a table */
#define COLUMN_WIDTH		10

/** struct dump_column - a counter, a named value, or a fact */
struct dump_column {
	/** @field: OA_FIELD_A, _B, _C or _GPU_TICKS */
	enum oa_field field;
	/** @n: number of the counter */
	u8 n;
	/** @key: "A0", "ticks" */
	char key[8];
	/** @counter: its description, NULL: unknown */
	const struct oa_counter *counter;
	/** @named: the named value, NULL: another column */
	const struct named *named;
	/** @fact: the fact, FACT_NONE: another column */
	enum fact fact;
};

size_t columns_of_format(const struct dump_platform *platform,
			 const struct oa_report_format *format,
			 struct dump_column columns[MAX_COUNTER_COLUMNS]);
size_t columns_of_named(const struct named_list *named,
			struct dump_column columns[MAX_NAMED_COLUMNS]);
size_t columns_of_facts(const struct oa_report_format *format,
			struct dump_column columns[NUM_FACTS]);
int column_width(const struct dump_column *column);
const char *column_key(const struct dump_column *column);
const struct oa_flex_event *column_flex(const struct dump_column *column,
					const struct oa_machine *machine);
const char *column_title(const struct dump_column *column, const struct oa_machine *machine);
bool column_is_called(const struct dump_column *column, const struct oa_machine *machine,
		      const char *pattern);
u64 column_value(const struct dump_column *column, const struct oa_report *report);
bool column_known(const struct dump_column *column, const struct oa_increments *sum);
u64 column_advance(const struct dump_column *column, const struct oa_increments *sum);

#endif /* _TOOLS_COLUMNS_H_ */
