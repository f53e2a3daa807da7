// SPDX-License-Identifier: GPL-2.0-only
/*
 * Configuration space of the simulated GPU. BAR 0 has the registers, BAR 2 the aperture
 * through which a firmware's framebuffer is drawn; no memory is behind either.
 */
#include <linux/pci.h>

#include "regs/gtt_regs.h"
#include "sim_compat.h"
#include "sim_slot.h"

/* Processing accelerator. pci_ids.h of 6.1 lacks the name. */
#define SIM_CLASS		0x1200

static int sim_config_read(struct pci_bus *bus, unsigned int devfn, int where, int size, u32 *val)
{
	struct sim_slot *slot = sim_bus_slot(bus);

	*val = ~0;
	if (devfn != SIM_DEVFN || !pci_is_root_bus(bus))
		return PCIBIOS_DEVICE_NOT_FOUND;
	*val = 0;
	if (where + size <= SIM_CONFIG_BYTES)
		memcpy(val, slot->config + where, size);
	return PCIBIOS_SUCCESSFUL;
}

/* The writable bits of a byte of configuration space. */
static u8 sim_config_mask(const struct sim_slot *slot, int where)
{
	u32 bar = ~(slot->card->gpu->platform->bar_bytes - 1);

	switch (where) {
	case PCI_COMMAND:
		return PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER;
	case PCI_COMMAND + 1:
		return PCI_COMMAND_INTX_DISABLE >> 8;
	case PCI_INTERRUPT_LINE:
	case PCI_BASE_ADDRESS_0 + 3:
	case PCI_BASE_ADDRESS_1 ... PCI_BASE_ADDRESS_1 + 3:
	case PCI_BASE_ADDRESS_3 ... PCI_BASE_ADDRESS_3 + 3:
		return 0xff;
	case PCI_BASE_ADDRESS_2 + 3:
		return ~(SIM_APERTURE - 1) >> 24;
	case PCI_BASE_ADDRESS_0 + 2:
		return bar >> 16;
	default:
		return 0;
	}
}

/* Pass the command register's bits on to the GPU. */
static void sim_follow_command(struct sim_slot *slot)
{
	u16 command = get_unaligned_le16(slot->config + PCI_COMMAND);
	struct oa_sim_gpu *gpu = slot->card->gpu;

	guard(sim_card)(slot->card);
	gpu->pci.decode = command & PCI_COMMAND_MEMORY;
	gpu->pci.master = command & PCI_COMMAND_MASTER;
	gpu->pci.intx = !(command & PCI_COMMAND_INTX_DISABLE);
	sim_irq_update(gpu);
}

static int sim_config_write(struct pci_bus *bus, unsigned int devfn, int where, int size, u32 val)
{
	struct sim_slot *slot = sim_bus_slot(bus);
	int i;
	u8 mask;

	if (devfn != SIM_DEVFN || !pci_is_root_bus(bus))
		return PCIBIOS_DEVICE_NOT_FOUND;
	for (i = 0; i < size && where + i < SIM_CONFIG_BYTES; i++) {
		mask = sim_config_mask(slot, where + i);
		slot->config[where + i] = (slot->config[where + i] & ~mask) |
					  ((val >> (8 * i)) & mask);
	}
	sim_follow_command(slot);
	return PCIBIOS_SUCCESSFUL;
}

struct pci_ops sim_config_ops = {
	.read = sim_config_read,
	.write = sim_config_write,
};

/**
 * sim_init_config() - configuration space after power-on
 * @slot: the slot, which nobody else sees yet
 */
void sim_init_config(struct sim_slot *slot)
{
	const struct sim_platform *p = slot->card->gpu->platform;
	u8 *config = slot->config;

	put_unaligned_le16(PCI_VENDOR_ID_INTEL, config + PCI_VENDOR_ID);
	put_unaligned_le16(p->device_id, config + PCI_DEVICE_ID);
	config[PCI_REVISION_ID] = p->revision;
	/*
	 * No display: i915 claims all display functions with these ids, so udev would load it and
	 * it would try its probe on this one. No VGA arbiter takes it for the boot display either.
	 */
	put_unaligned_le16(SIM_CLASS, config + PCI_CLASS_DEVICE);
	config[PCI_BASE_ADDRESS_0] = PCI_BASE_ADDRESS_MEM_TYPE_64;
	config[PCI_BASE_ADDRESS_2] = PCI_BASE_ADDRESS_MEM_TYPE_64 | PCI_BASE_ADDRESS_MEM_PREFETCH;
	put_unaligned_le16(PCI_VENDOR_ID_INTEL, config + PCI_SUBSYSTEM_VENDOR_ID);
	put_unaligned_le16(p->device_id, config + PCI_SUBSYSTEM_ID);
	config[PCI_INTERRUPT_PIN] = 1;
	put_unaligned_le16(p->ggc, config + SNB_GMCH_CTRL);
	slot->card->gpu->pci.decode = false;
	slot->card->gpu->pci.master = false;
}
