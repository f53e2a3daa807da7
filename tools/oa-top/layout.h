/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Structures of libi915_perf, of which no header is in a package, and the proof of their layout.
 */
#ifndef _LAYOUT_H_
#define _LAYOUT_H_

#include <stdint.h>

#include "oa-top.h"

/** struct lib_set - a metric set of the library, as all its versions have it */
struct lib_set {
	/** @name: for people */
	const char *name;
	/** @symbol_name: without blanks */
	const char *symbol_name;
	/** @guid: of the set */
	const char *guid;
	/** @metrics: @num_metrics of them, of a version's size */
	const void *metrics;
	/** @num_metrics: number of metrics */
	int32_t num_metrics;
	/** @id: not used */
	uint64_t id;
	/** @format: not used */
	int32_t format;
	/** @raw_size: not used */
	int32_t raw_size;
	/** @time_offset: index of the time in what equations read */
	int32_t time_offset;
	/** @clock_offset: index of the clocks */
	int32_t clock_offset;
	/** @a_offset: index of A0 */
	int32_t a_offset;
	/** @b_offset: index of B0 */
	int32_t b_offset;
	/** @c_offset: index of C0 */
	int32_t c_offset;
	/** @b_regs: not used */
	const void *b_regs;
	/** @num_b_regs: not used */
	uint32_t num_b_regs;
	/** @mux_regs: not used */
	const void *mux_regs;
	/** @num_mux_regs: not used */
	uint32_t num_mux_regs;
	/** @flex_regs: pairs of a register and its value, @num_flex_regs of them */
	const void *flex_regs;
	/** @num_flex_regs: number of pairs */
	uint32_t num_flex_regs;
	/** @link: neighbours in the list of sets */
	const void *link[2];
};

/** struct lib_metric - what is needed of a metric of the library */
struct lib_metric {
	/** @set: its set */
	const void *set;
	/** @name: for people */
	const char *name;
	/** @symbol_name: without blanks */
	const char *symbol_name;
	/** @meaning: one line */
	const char *meaning;
	/** @availability: function that says whether this GPU has it, NULL: it has */
	const void *availability;
	/** @storage: type of the value */
	uint32_t storage;
	/** @unit: unit of the value */
	uint32_t unit;
	/** @read: the equation, a function */
	const void *read;
};

struct lib_layout;

bool layout_peek(const void *address, void *to, size_t bytes);
bool layout_set(const void *address, struct lib_set *set);
const struct lib_layout *layout_find(const struct lib_set *set, const void *address,
				     const void *library);
bool layout_metric(const struct lib_set *set, const struct lib_layout *layout, int i,
		   struct lib_metric *metric);

#endif /* _LAYOUT_H_ */
