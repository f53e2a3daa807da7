/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_LIVE_H_
#define _OA_LIVE_H_

#include <linux/types.h>

struct drm_i915_oa_counters;
struct oa_uncore;
struct seq_file;

/**
 * struct oa_live_layout - where the OA unit's counters can be read; hardware.rst 3.11
 */
struct oa_live_layout {
	/** @a: offset of A0; @a_stride bytes on the next */
	u32 a;
	/** @a_stride: 8 where the upper bits have a register of their own, behind the lower */
	u8 a_stride;
	/** @num_a: A counters from @a on */
	u8 num_a;
	/** @a_more: offset of further A counters of 32 bits, 0: none */
	u32 a_more;
	/** @num_a_more: how many */
	u8 num_a_more;
	/** @b: offset of B0, eight of them */
	u32 b;
	/** @c: offset of C0, eight of them; 0: none can be read */
	u32 c;
	/** @ticks: offset of GPU_TICKS, 0: none */
	u32 ticks;
	/** @free: offset of the copies of A4, A6, A19 and A20 that nothing stops, 0: none */
	u32 free;
};

extern const struct oa_live_layout oa_live_hsw, oa_live_gen8, oa_live_gen9;

void oa_live_read(struct oa_uncore *uncore, const struct oa_live_layout *layout,
		  struct drm_i915_oa_counters *counters);
void oa_live_show(struct seq_file *m, const struct drm_i915_oa_counters *counters);

#endif /* _OA_LIVE_H_ */
