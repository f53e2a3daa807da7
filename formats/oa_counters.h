/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the counters of a report mean, platform by platform.
 *
 * Constant data. Builds in the kernel and in user space.
 */
#ifndef _FORMATS_OA_COUNTERS_H_
#define _FORMATS_OA_COUNTERS_H_

#include "formats/oa_format.h"

/* The document reserves it: whatever it shows means nothing. */
#define OA_COUNTER_RESERVED	0x1
/* The document describes it and says that it does not work. */
#define OA_COUNTER_UNSUPPORTED	0x2
/* What it counts is programmed: flexible EU event, custom event or mux. */
#define OA_COUNTER_PROGRAMMED	0x4

/** struct oa_counter - one counter */
struct oa_counter {
	/** @number: n of An, Bn or Cn */
	u8 number;
	/** @flags: OA_COUNTER_* */
	u8 flags;
	/** @scale: what one count is worth in @unit */
	u8 scale;
	/** @name: identifier, fit for a key */
	const char *name;
	/** @unit: what it counts */
	const char *unit;
	/** @meaning: one line */
	const char *meaning;
	/** @note: erratum or reservation, NULL: none */
	const char *note;
};

/** struct oa_counter_set - the counters of a platform */
struct oa_counter_set {
	/** @document: title of the document that describes them */
	const char *document;
	/** @a: A counters in order of their numbers, @num_a of them */
	const struct oa_counter *a;
	/** @differing: entries that stand in place of those in @a, @num_differing of them */
	const struct oa_counter *differing;
	/** @num_a: how many A counters there are */
	u8 num_a;
	/** @num_differing: entries of @differing */
	u8 num_differing;
	/** @num_b: how many B counters there are */
	u8 num_b;
	/** @num_c: how many C counters there are */
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

const struct oa_counter *oa_counter_find(const struct oa_counter_set *set, enum oa_field field,
					 unsigned int number);

#endif /* _FORMATS_OA_COUNTERS_H_ */
