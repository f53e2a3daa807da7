/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_STEERING_H_
#define _OA_STEERING_H_

#include <linux/types.h>

struct oa_topology;
struct oa_uncore;

/**
 * struct oa_steering_layout - fields of the steering register
 */
struct oa_steering_layout {
	/** @slice: number of the slice */
	u32 slice;
	/** @subslice: number of the subslice, or of the L3 bank */
	u32 subslice;
	/** @multicast: the bit that addresses all instances; 0 if only reads are steered */
	u32 multicast;
};

extern const struct oa_steering_layout oa_steering_gen8;
extern const struct oa_steering_layout oa_steering_gen11;

void oa_steering_init(struct oa_uncore *uncore, const struct oa_steering_layout *layout,
		      const struct oa_topology *topology);
u32 oa_steered_read32(struct oa_uncore *uncore, u32 offset);

#endif /* _OA_STEERING_H_ */
