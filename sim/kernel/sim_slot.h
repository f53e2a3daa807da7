/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A simulated GPU as a PCI function: its host bridge, configuration space, bus addresses.
 */
#ifndef _SIM_SLOT_H_
#define _SIM_SLOT_H_

#include <linux/ioport.h>
#include <linux/pci.h>
#include <linux/sizes.h>

#include "sim/core/gpu/sim_header.h"
#include "sim_card.h"

#define SIM_DEVFN		PCI_DEVFN(2, 0)
/* Part of BAR 2 for a firmware's framebuffer */
#define SIM_SCREEN_BYTES	SZ_8M
/*
 * Bus addresses are physical addresses plus 64 GiB, so that a driver that takes one for the
 * other fails. The sums still fit into 39 bits.
 */
#define SIM_BUS_OFFSET		0x1000000000ull

struct irq_domain;

/**
 * struct sim_slot - a host bridge with one GPU behind it
 */
struct sim_slot {
#ifdef CONFIG_X86
	/** @sysdata: x86 reads it through bus->sysdata; must come first */
	struct pci_sysdata sysdata;
#endif
	/** @card: the GPU */
	struct sim_card *card;
	/** @config: configuration space */
	u8 config[SIM_CONFIG_BYTES];
	/** @window: address range for BARs; no memory is there */
	struct resource window;
	/** @screen: the part of the aperture that a firmware's framebuffer holds, or NULL */
	struct resource *screen;
	/** @buses: bus numbers, one */
	struct resource buses;
	/** @domain: the interrupt domain, with one interrupt */
	struct irq_domain *domain;
	/** @virq: Linux number of that interrupt */
	unsigned int virq;
	/** @bus: the root bus */
	struct pci_bus *bus;
	/** @debugfs: the GPU's directory */
	struct dentry *debugfs;
};

/**
 * sim_bus_slot() - the slot of a simulated bus
 * @bus: the bus
 */
static inline struct sim_slot *sim_bus_slot(struct pci_bus *bus)
{
#ifdef CONFIG_X86
	return container_of((struct pci_sysdata *)bus->sysdata, struct sim_slot, sysdata);
#else
	return bus->sysdata;
#endif
}

/* sim_bus.c */
void sim_set_bus_offset(struct sim_card *card, struct device *dev);
void sim_add_bus_files(struct sim_slot *slot);
void sim_remove_screen(struct sim_slot *slot);

#endif /* _SIM_SLOT_H_ */
