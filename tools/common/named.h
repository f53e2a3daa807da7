/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the counters of the chosen metric set are called, and how each is shown: events that the
 * command line defines, metrics of a file.
 *
 * A named value is computed from the increments of an interval. Tools show it by its name, beside
 * the counters, which have names by the platform's documents.
 */
#ifndef _TOOLS_NAMED_H_
#define _TOOLS_NAMED_H_

#include <stdbool.h>
#include <stdio.h>

#include "formats/oa_metrics.h"

/* Room for a printed value */
#define NAMED_TEXT_BYTES	40
/* Characters of a name that are shown */
#define NAMED_NAME_MOST		64

/** struct named_value - the value of an interval */
struct named_value {
	/** @wrong: OA_WRONG_*; 0: the value is valid */
	u32 wrong;
	/** @whole: the value, if the named value has no decimals */
	u64 whole;
	/** @real: the value, if it has decimals */
	double real;
};

/** struct named - a named value of the metric set */
struct named {
	/** @name: column, key of JSON, name of the track: no comma, quote or control character */
	const char *name;
	/** @meaning: one line */
	const char *meaning;
	/** @unit: "%", "bytes", "EU cycles/s" */
	const char *unit;
	/** @group: values that belong together, NULL: none */
	const char *group;
	/** @decimals: digits behind the point; 0: whole numbers */
	u8 decimals;
	/** @value: compute it; an interval without increments has @sum all 0 */
	struct named_value (*value)(const struct named *named, const struct oa_increments *sum,
				    const struct oa_machine *machine);
	/** @arg: for @value */
	const void *arg;
};

/** struct named_list - the named values of a metric set, in the order in which they are shown */
struct named_list {
	/** @list: allocated, NULL if @num is 0 */
	struct named *list;
	/** @num: entries of @list */
	size_t num;
};

/**
 * named_value() - the value of an interval
 * @named: the named value
 * @sum: increments
 * @machine: the GPU
 */
static inline struct named_value named_value(const struct named *named,
					     const struct oa_increments *sum,
					     const struct oa_machine *machine)
{
	return named->value(named, sum, machine);
}

bool named_is_reserved(const char *name);
int named_add(struct named_list *list, const struct named *named);
void named_free(struct named_list *list);
int named_print(char text[NAMED_TEXT_BYTES], const struct named *named,
		const struct named_value *value);

#endif /* _TOOLS_NAMED_H_ */
