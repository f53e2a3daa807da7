// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The bus of the simulated GPU
 *
 * Bus addresses are physical addresses plus an offset, unless an IOMMU translates
 * (sim_iommu.c). So a driver that takes one for the other fails.
 *
 * The file boot_framebuffer in debugfs reserves the low end of the aperture, as simpledrm, efifb or
 * vesafb do. With 0 in the file interrupt_pin the function has no interrupt after the next rescan.
 */
#include <linux/debugfs.h>
#include <linux/dma-direct.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include "sim_compat.h"
#include "sim_slot.h"

/**
 * sim_set_bus_offset() - set the offset of bus addresses for the DMA API
 * @card: the GPU
 * @dev: its function, whose driver is about to be probed
 *
 * The driver core frees the ranges of a device when its driver is removed. Without memory for them
 * every access of the GPU will miss.
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

static int sim_pin_set(void *data, u64 pin)
{
	struct sim_slot *slot = data;

	slot->config[PCI_INTERRUPT_PIN] = !!pin;
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(sim_pin_fops, NULL, sim_pin_set, "%llu\n");

/**
 * sim_add_bus_files() - add the files boot_framebuffer and interrupt_pin
 * @slot: the slot, with its directory in debugfs
 */
void sim_add_bus_files(struct sim_slot *slot)
{
	debugfs_create_file("boot_framebuffer", 0644, slot->debugfs, slot, &sim_screen_fops);
	debugfs_create_file("interrupt_pin", 0200, slot->debugfs, slot, &sim_pin_fops);
}

/**
 * sim_remove_screen() - release the part of the aperture for a framebuffer
 * @slot: the slot
 *
 * Callers serialise, as debugfs does not.
 */
void sim_remove_screen(struct sim_slot *slot)
{
	if (slot->screen)
		release_mem_region(slot->screen->start, resource_size(slot->screen));
	slot->screen = NULL;
}
