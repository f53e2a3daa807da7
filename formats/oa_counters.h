/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The meaning of a report's counters, by platform.
 *
 * Constant data. Builds in the kernel and in user space.
 */
#ifndef _FORMATS_OA_COUNTERS_H_
#define _FORMATS_OA_COUNTERS_H_

#include "formats/oa_format.h"

/* The document reserves the counter: its value means nothing. */
#define OA_COUNTER_RESERVED	0x1
/* The document describes the counter and says that it does not work. */
#define OA_COUNTER_UNSUPPORTED	0x2
/* A metric set selects the event: flexible EU event, custom event or mux. */
#define OA_COUNTER_PROGRAMMED	0x4

/** struct oa_counter - one counter */
struct oa_counter {
	/** @number: n of An, Bn or Cn */
	u8 number;
	/** @flags: OA_COUNTER_* */
	u8 flags;
	/** @scale: number of @unit per count */
	u8 scale;
	/** @name: identifier, fit for a key */
	const char *name;
	/** @unit: unit of the counted quantity */
	const char *unit;
	/** @meaning: one line */
	const char *meaning;
	/** @note: erratum or caveat, NULL: none */
	const char *note;
};

/** struct oa_counter_set - the counters of a platform */
struct oa_counter_set {
	/** @document: title of the document that describes them */
	const char *document;
	/** @a: A counters in order of their numbers, @num_a of them */
	const struct oa_counter *a;
	/** @differing: entries that replace those in @a, @num_differing of them */
	const struct oa_counter *differing;
	/** @num_a: number of A counters */
	u8 num_a;
	/** @num_differing: entries of @differing */
	u8 num_differing;
	/** @num_b: number of B counters */
	u8 num_b;
	/** @num_c: number of C counters */
	u8 num_c;
	/** @has_ticks: reports have GPU_TICKS */
	bool has_ticks;
};

extern const struct oa_counter_set oa_counters_snb;
extern const struct oa_counter_set oa_counters_ivb;
extern const struct oa_counter_set oa_counters_vlv;
extern const struct oa_counter_set oa_counters_hsw;
extern const struct oa_counter_set oa_counters_gen8;
extern const struct oa_counter_set oa_counters_gen9;
extern const struct oa_counter_set oa_counters_gen11;
extern const struct oa_counter_set oa_counters_gen12;

const struct oa_counter *oa_counter_find(const struct oa_counter_set *set, enum oa_field field,
					 unsigned int number);

#endif /* _FORMATS_OA_COUNTERS_H_ */
