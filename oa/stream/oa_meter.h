/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Accumulation of counters for readers that come and go. Integers only.
 *
 * Pure functions on memory.
 */
#ifndef _OA_METER_H_
#define _OA_METER_H_

#include <linux/list.h>
#include <linux/types.h>

/**
 * struct oa_tally - a counter of hardware, widened to one that does not wrap
 */
struct oa_tally {
	/** @total: what was added up */
	u64 total;
	/** @last: value of the register when it was added last */
	u64 last;
	/** @bits: width of the register; set once */
	u8 bits;
};

/**
 * struct oa_meter - how much of a tally a reader has seen go by
 *
 * A reader's time is split in two: in which the tally went on for it, and in which it did not.
 */
struct oa_meter {
	/** @link: of the list of meters */
	struct list_head link;
	/** @needs: sources that must all count, or this one is not counted either; a bit each */
	u64 needs;
	/** @source: the source that is read */
	u8 source;
	/** @runs: it is counted */
	bool runs;
	/** @from: total of the tally up to which @count was brought */
	u64 from;
	/** @count: counted, and not yet taken by the reader */
	u64 count;
	/** @since: when @ran or @idle was brought up to date, ns */
	u64 since;
	/** @ran: time in which it was counted, of that which the reader was not told of, ns */
	u64 ran;
	/** @idle: time in which it was not, likewise */
	u64 idle;
	/** @told: running time that the reader has been told, ns */
	u64 told;
};

void oa_tally_rebase(struct oa_tally *tally, u64 raw);
void oa_tally_add(struct oa_tally *tally, u64 raw);
void oa_meter_start(struct oa_meter *meter, bool runs, u64 total, u64 now, u64 told);
void oa_meter_update(struct oa_meter *meter, u64 total, u64 now);
void oa_meter_run(struct oa_meter *meter, bool runs, u64 total, u64 now);
void oa_meter_void(struct oa_meter *meter, u64 ns);
u64 oa_meter_take(struct oa_meter *meter);
u64 oa_meter_take_units(struct oa_meter *meter, u32 unit);
u64 oa_meter_take_time(struct oa_meter *meter, struct oa_meter *clocks);
u64 oa_meter_tell(struct oa_meter *meter, u64 active);

#endif /* _OA_METER_H_ */
