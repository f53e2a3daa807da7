// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The bus of the simulated GPU
 *
 * Bus addresses are physical addresses plus an offset, unless an IOMMU translates
 * (sim_iommu.c): so a driver that takes one for the other is found.
 *
 * debugfs file boot_framebuffer: the low end of the aperture is somebody else's, as under
 * simpledrm, efifb or vesafb.
 */
#include <linux/debugfs.h>
#include <linux/dma-direct.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include "sim_compat.h"
#include "sim_slot.h"

/**
 * sim_set_bus_offset() - tell the DMA API where the GPU sees memory
 * @card: the GPU
 * @dev: its function, whose driver is about to be probed
 *
 * Process context. The driver core frees the ranges of a device when its driver goes.
 * Without memory for them every access of the GPU will miss.
 */
void sim_set_bus_offset(struct sim_card *card, struct device *dev)
{
	struct bus_dma_region *map;

	if (!card->bus_offset || dev->dma_range_map)
		return;
	map = kcalloc(2, sizeof(*map), GFP_KERNEL);
	if (map)
		sim_dma_region_init(map, 0, card->bus_offset, BIT_ULL(39) - card->bus_offset);
	dev->dma_range_map = map;
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
