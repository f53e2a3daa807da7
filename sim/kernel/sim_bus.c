// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The bus of the simulated GPU
 *
 * The GPU's memory accesses go where the DMA API sends them. If an IOMMU serves the function,
 * the GPU asks its page tables. Otherwise bus addresses are physical addresses plus an offset,
 * so that a driver that takes one for the other is found. The firmware's tables name the PCI
 * segments that an IOMMU serves, hence the parameter pci_domain: only a function in segment 0
 * can be behind one.
 *
 * debugfs file boot_framebuffer: the low end of the aperture is somebody else's, as under
 * simpledrm, efifb or vesafb.
 */
#include <linux/debugfs.h>
#include <linux/dma-direct.h>
#include <linux/iommu.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include "sim_compat.h"
#include "sim_slot.h"

/* The driver core frees the ranges of a device when its driver goes. */
static void sim_set_bus_offset(struct device *dev)
{
	struct bus_dma_region *map = kcalloc(2, sizeof(*map), GFP_KERNEL);

	if (!map)
		return;
	sim_dma_region_init(map, 0, SIM_BUS_OFFSET, SIM_BUS_BYTES);
	dev->dma_range_map = map;
}

/**
 * sim_follow_iommu() - find out how the DMA API will make addresses for the GPU
 * @card: the GPU
 * @dev: its function, whose driver is about to be probed
 *
 * Process context.
 */
void sim_follow_iommu(struct sim_card *card, struct device *dev)
{
	struct iommu_domain *domain = iommu_get_domain_for_dev(dev);

	if (domain && !(domain->type & __IOMMU_DOMAIN_PAGING))
		domain = NULL;
	scoped_guard(sim_card, card)
		card->iommu = domain;
	if (!domain && !dev->dma_range_map)
		sim_set_bus_offset(dev);
}

/**
 * sim_leave_iommu() - the driver is gone, and its mappings with it
 * @card: the GPU
 *
 * Process context.
 */
void sim_leave_iommu(struct sim_card *card)
{
	guard(sim_card)(card);
	card->iommu = NULL;
}

static int sim_screen_get(void *data, u64 *held)
{
	struct sim_slot *slot = data;

	*held = !!slot->screen;
	return 0;
}

static int sim_screen_set(void *data, u64 hold)
{
	struct sim_slot *slot = data;
	struct pci_dev *pdev = pci_get_slot(slot->bus, SIM_DEVFN);

	if (!pdev)
		return -ENODEV;
	sim_remove_screen(slot);
	if (hold)
		slot->screen = request_mem_region(pci_resource_start(pdev, 2), SIM_SCREEN_BYTES,
						  "simulated framebuffer");
	pci_dev_put(pdev);
	return hold && !slot->screen ? -EBUSY : 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(sim_screen_fops, sim_screen_get, sim_screen_set, "%llu\n");

/**
 * sim_add_screen() - add the file boot_framebuffer
 * @slot: the slot, with its directory in debugfs
 *
 * Process context.
 */
void sim_add_screen(struct sim_slot *slot)
{
	debugfs_create_file("boot_framebuffer", 0644, slot->debugfs, slot, &sim_screen_fops);
}

/**
 * sim_remove_screen() - nobody holds a part of the aperture any more
 * @slot: the slot
 *
 * Process context; callers serialise, as debugfs does not.
 */
void sim_remove_screen(struct sim_slot *slot)
{
	if (slot->screen)
		release_mem_region(slot->screen->start, resource_size(slot->screen));
	slot->screen = NULL;
}
