/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Metrics by formula over the increments of counters. Integers only.
 *
 * Pure functions on memory. Builds in the kernel and in user space.
 */
#ifndef _FORMATS_OA_METRICS_H_
#define _FORMATS_OA_METRICS_H_

#include "formats/oa_counters.h"

/* A share of 1 */
#define OA_WHOLE		1000000u

/* The metric set makes B0 count each clock: hardware.rst 5.5, the self-test */
#define OA_PROGRAMMED_CLOCKS	0x1
/* The flexible counters count the platform's oa_tree_events() */
#define OA_PROGRAMMED_TREE	0x2

/** struct oa_machine - the GPU that wrote the reports */
struct oa_machine {
	/** @counters: of its platform */
	const struct oa_counter_set *counters;
	/** @eus: number of EUs, 0: unknown */
	u32 eus;
	/** @slices: number of slices, 0: unknown */
	u32 slices;
	/** @threads: thread slots of an EU, 0: unknown */
	u32 threads;
	/** @timestamp_hz: ticks of the time stamp per second */
	u32 timestamp_hz;
	/** @programmed: OA_PROGRAMMED_*, known properties of the metric set */
	u32 programmed;
	/** @a_other: A counters that count another event than OA_PROGRAMMED_TREE says */
	u64 a_other;
};

/** struct oa_increments - increments of counters over one or more pairs of reports */
struct oa_increments {
	/** @a: A counters */
	u64 a[OA_MAX_A];
	/** @b: B counters */
	u64 b[OA_MAX_B];
	/** @c: C counters */
	u64 c[OA_MAX_C];
	/** @ticks: GPU_TICKS */
	u64 ticks;
	/** @ticks_missing: GPU_TICKS was not counted */
	bool ticks_missing;
	/** @time: ticks of the time stamp */
	u64 time;
	/** @pairs: pairs of reports that were added */
	u64 pairs;
	/** @a_mask: A counters that all the reports have */
	u64 a_mask;
	/** @a_other: of the machine */
	u64 a_other;
	/** @a_wrapped: A counters that may have wrapped more than once between two reports */
	u64 a_wrapped;
	/** @b_mask: as @a_mask, for B counters */
	u32 b_mask;
	/** @c_mask: as @a_mask, for C counters */
	u32 c_mask;
	/** @clocks_wrapped: counters of clocks may have wrapped more than once, too */
	bool clocks_wrapped;
	/** @a_beyond: A counters that advanced by more than is possible */
	u64 a_beyond;
	/** @back: clocks advanced by more than is possible, or a counter seems to have gone back */
	bool back;
};

/* Errors of a value. Callers must not show a wrong value as if it were right. */
#define OA_WRONG_ABSENT		0x01	/* the reports do not have a counter that it needs */
#define OA_WRONG_SET		0x02	/* the metric set is not known to count its events */
#define OA_WRONG_TOPOLOGY	0x04	/* the number of EUs, slices or threads is unknown */
#define OA_WRONG_NOTHING	0x08	/* no clock or nothing else to divide by has passed */
#define OA_WRONG_RANGE		0x10	/* more than there can be */
#define OA_WRONG_WRAPPED	0x20	/* a counter may have wrapped unseen */
#define OA_NUM_WRONGS		6u

/** struct oa_value - the value of a metric */
struct oa_value {
	/** @value: in the metric's unit, 0 if @wrong */
	u64 value;
	/** @wrong: OA_WRONG_* */
	u32 wrong;
};

/** struct oa_operand - a counter in a formula */
struct oa_operand {
	/** @field: OA_FIELD_A, _B or _C; 0 ends a list */
	u8 field;
	/** @number: number of the counter */
	u8 number;
};

#define OA_MAX_OPERANDS		6u

/* What the sum of a formula is divided by, beside the sum of its divisors */
#define OA_PER_CLOCK		0x01
#define OA_PER_EU		0x02
#define OA_PER_THREAD		0x04
#define OA_PER_SLICE		0x08
#define OA_PER_SECOND		0x10

/** struct oa_metric - a formula: @scale x sum of @of / sum of @by, per @per */
struct oa_metric {
	/** @name: hierarchical name */
	const char *name;
	/** @meaning: one line */
	const char *meaning;
	/** @unit: "share" in 1/OA_WHOLE, or the name of a unit */
	const char *unit;
	/** @note: caveat, NULL: none */
	const char *note;
	/** @of: counters that are added up; none: GPU clocks */
	struct oa_operand of[OA_MAX_OPERANDS];
	/** @by: counters that divide them */
	struct oa_operand by[OA_MAX_OPERANDS];
	/** @per: OA_PER_* */
	u8 per;
	/** @needs: OA_PROGRAMMED_* */
	u8 needs;
	/** @scale: factor */
	u32 scale;
	/** @most: greatest value that is possible, 0: unknown */
	u64 most;
};

void oa_increments_add(struct oa_increments *sum, const struct oa_machine *machine,
		       const struct oa_report *from, const struct oa_report *to, u64 time);
void oa_increments_merge(struct oa_increments *sum, const struct oa_increments *one);
u32 oa_clocks(const struct oa_increments *sum, const struct oa_machine *machine, u64 *clocks);
u32 oa_operand(const struct oa_increments *sum, struct oa_operand operand, u64 *value);
u64 oa_fraction(u64 part, u64 of, u64 whole);
const struct oa_metric *oa_metric_at(const struct oa_counter_set *set, unsigned int n);
struct oa_value oa_metric_value(const struct oa_metric *metric, const struct oa_increments *sum,
				const struct oa_machine *machine);
const char *oa_wrong_name(unsigned int bit);

#endif /* _FORMATS_OA_METRICS_H_ */
