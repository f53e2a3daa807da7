/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_LIVE_H_
#define _OA_LIVE_H_

#include <linux/types.h>

#include "formats/oa_format.h"

struct oa_uncore;
struct seq_file;

/**
 * struct oa_live_layout - registers of the OA unit's counters; hardware.rst 3.11
 */
struct oa_live_layout {
	/** @a: offset of A0; the next A counter is @a_stride bytes further on */
	u32 a;
	/** @a_stride: 8 where a second register, after the lower bits, holds the upper bits */
	u8 a_stride;
	/** @num_a: A counters from @a on */
	u8 num_a;
	/** @a_more: offset of further A counters of 32 bits, 0: none */
	u32 a_more;
	/** @num_a_more: number of these */
	u8 num_a_more;
	/** @b: offset of B0, the first of eight */
	u32 b;
	/** @c: offset of C0, the first of eight; 0: none can be read */
	u32 c;
	/** @ticks: offset of GPU_TICKS, 0: none */
	u32 ticks;
	/** @free: offset of the free-running copies of A4, A6, A19 and A20, 0: none */
	u32 free;
};

/**
 * struct oa_live_reg - one counter as a register, or as two
 */
struct oa_live_reg {
	/** @offset: bytes from the start of BAR 0; with more than 32 bits those above are 4 on */
	u32 offset;
	/** @bits: width */
	u8 bits;
};

/**
 * struct oa_live_snapshot - the counters' values, read one after the other
 */
struct oa_live_snapshot {
	/** @before: time stamp before the first counter was read */
	u64 before;
	/** @after: time stamp after the last counter was read */
	u64 after;
	/** @a_mask: bit n: a[n] was read */
	u64 a_mask;
	/** @a_free_mask: bit n: a_free[n] was read */
	u64 a_free_mask;
	/** @b_mask: bit n: b[n] was read */
	u32 b_mask;
	/** @c_mask: bit n: c[n] was read */
	u32 c_mask;
	/** @gpu_ticks: render clocks, 0 where they can't be read */
	u32 gpu_ticks;
	/** @a: A counters; from Broadwell on they have 40 bits, except A32 to A35 */
	u64 a[48];
	/** @a_free: copies that count whether a stream samples or not, Gen9 and Gen11 */
	u64 a_free[48];
	/** @b: B counters */
	u32 b[8];
	/** @c: C counters */
	u32 c[8];
};

extern const struct oa_live_layout oa_live_hsw, oa_live_gen8, oa_live_gen9;

bool oa_live_find(const struct oa_live_layout *layout, enum oa_field field, unsigned int number,
		  struct oa_live_reg *reg);
u64 oa_live_value(struct oa_uncore *uncore, const struct oa_live_reg *reg);
void oa_live_read(struct oa_uncore *uncore, const struct oa_live_layout *layout,
		  struct oa_live_snapshot *snapshot);
void oa_live_show(struct seq_file *m, const struct oa_live_snapshot *snapshot);

#endif /* _OA_LIVE_H_ */
