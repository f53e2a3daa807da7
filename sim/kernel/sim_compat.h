/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SIM_COMPAT_H_
#define _SIM_COMPAT_H_

#include <linux/cleanup.h>
#include <linux/dma-direct.h>
#include <linux/stddef.h>

#include "i915_oa_compat.h"

#define sim_hrtimer_setup	oa_hrtimer_setup

/**
 * sim_dma_region_init() - describe memory whose bus and physical addresses differ
 * @region: zeroed
 * @physical: where it starts
 * @bus: where it starts for the device
 * @bytes: its size
 *
 * Older kernels have a fourth member, the difference, after the three that all kernels have.
 */
static inline void sim_dma_region_init(struct bus_dma_region *region, phys_addr_t physical,
				       dma_addr_t bus, u64 bytes)
{
	const u64 offset = (u64)physical - bus;

	region->cpu_start = physical;
	region->dma_start = bus;
	region->size = bytes;
	if (sizeof(*region) >= offsetofend(struct bus_dma_region, size) + sizeof(offset))
		memcpy((u8 *)region + offsetofend(struct bus_dma_region, size), &offset,
		       sizeof(offset));
}

#endif /* _SIM_COMPAT_H_ */
