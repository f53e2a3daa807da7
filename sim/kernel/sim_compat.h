/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SIM_COMPAT_H_
#define _SIM_COMPAT_H_

#include <linux/cleanup.h>
#include <linux/dma-direct.h>
#include <linux/pci.h>
#include <linux/stddef.h>
#include <linux/string.h>

#include "i915_oa_compat.h"

#define sim_hrtimer_setup	oa_hrtimer_setup

/**
 * sim_dma_region_init() - describe memory whose bus and physical addresses differ
 * @region: zeroed
 * @physical: its physical address
 * @bus: its address for the device
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

/*
 * 7.1 moved the override from struct pci_dev to struct device, and stable kernels followed at some
 * point of their series. So the version does not decide; Kbuild searches the header.
 */
#ifdef SIM_PCI_DRIVER_OVERRIDE
static inline int sim_set_driver_override(struct pci_dev *pdev, const char *name)
{
	return driver_set_override(&pdev->dev, &pdev->driver_override, name, strlen(name));
}
#else
static inline int sim_set_driver_override(struct pci_dev *pdev, const char *name)
{
	return device_set_driver_override(&pdev->dev, name);
}
#endif

#endif /* _SIM_COMPAT_H_ */
