/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hierarchical names of counters, by platform: GROUP.CATEGORY[.TYPE][.QUALIFIER].
 *
 * Constant data. Builds in the kernel and in user space.
 */
#ifndef _FORMATS_OA_NAMES_H_
#define _FORMATS_OA_NAMES_H_

#include "formats/oa_counters.h"

/* No render clock of Gen6 to Gen12 is faster, MHz */
#define OA_FASTEST_MHZ		3000u

/** enum oa_most - the most by which a counter can advance in one render clock */
enum oa_most {
	/** @OA_MOST_UNKNOWN: no document limits it */
	OA_MOST_UNKNOWN,
	/** @OA_MOST_CLOCK: by one */
	OA_MOST_CLOCK,
	/** @OA_MOST_EU: by one for each EU */
	OA_MOST_EU,
	/** @OA_MOST_THREAD: by one for each thread that the EUs can hold */
	OA_MOST_THREAD,
};

/** struct oa_name - the name of a counter */
struct oa_name {
	/** @field: OA_FIELD_A, _B, _C, _GPU_TICKS or _TIMESTAMP */
	enum oa_field field;
	/** @number: number of the counter */
	u8 number;
	/** @most: the most by which it can advance in a clock */
	enum oa_most most;
	/** @name: the hierarchical name */
	const char *name;
	/** @source: the document with its meaning */
	const char *source;
};

/** struct oa_flex_event - event of a flexible counter in a platform's metric set for the tree */
struct oa_flex_event {
	/** @number: of the A counter, 7 to 20 */
	u8 number;
	/** @event: increment event, coarse and fine filter, as in EU_PERF_CNT_CTLn */
	u16 event;
	/** @name: the hierarchical name, in place of that of the A counter; NULL: it counts none */
	const char *name;
	/** @meaning: one line, NULL without @name */
	const char *meaning;
	/** @note: erratum or caveat, NULL: none */
	const char *note;
};

/* The flexible counters: A7 to A20 */
#define OA_FLEX_FIRST		7u
#define OA_NUM_FLEX_EVENTS	14u

/* Room for the longest explanation */
#define OA_EXPLANATION_BYTES	256u

const struct oa_name *oa_name_find(const struct oa_counter_set *set, enum oa_field field,
				   unsigned int number);
void oa_name_explain(const struct oa_counter_set *set, const struct oa_name *name, char *text,
		     size_t bytes);
const struct oa_flex_event *oa_tree_events(const struct oa_counter_set *set);
u32 oa_tree_flex_register(const struct oa_counter_set *set, unsigned int n);

#endif /* _FORMATS_OA_NAMES_H_ */
