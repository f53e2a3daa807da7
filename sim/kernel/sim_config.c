// SPDX-License-Identifier: GPL-2.0-only
/*
 * Configuration space as the PCI core reaches it. No memory is behind the two BARs.
 */
#include <linux/pci.h>

#include "sim_compat.h"
#include "sim_slot.h"

static int sim_config_read(struct pci_bus *bus, unsigned int devfn, int where, int size, u32 *val)
{
	struct sim_slot *slot = sim_bus_slot(bus);

	*val = ~0;
	if (devfn != SIM_DEVFN || !pci_is_root_bus(bus))
		return PCIBIOS_DEVICE_NOT_FOUND;
	*val = 0;
	guard(sim_card)(slot->card);
	while (size--)
		*val = *val << 8 | sim_header_read(slot->card->gpu, slot->config, where + size);
	return PCIBIOS_SUCCESSFUL;
}

static int sim_config_write(struct pci_bus *bus, unsigned int devfn, int where, int size, u32 val)
{
	struct sim_slot *slot = sim_bus_slot(bus);

	if (devfn != SIM_DEVFN || !pci_is_root_bus(bus))
		return PCIBIOS_DEVICE_NOT_FOUND;
	guard(sim_card)(slot->card);
	sim_header_write(slot->card->gpu, slot->config, where, size, val);
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
	sim_header_init(slot->card->gpu, slot->config, false);
}
