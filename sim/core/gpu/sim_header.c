// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Configuration space of the simulated GPU
 *
 * A front end holds the 256 bytes and serves the reads; the values after power-on and the effect of
 * writes are here. BAR 0 has the registers, BAR 2 the aperture. The front end decides whether there
 * is stolen memory: see sim_stolen.c.
 *
 * The power management capability knows D0 and D3hot. In D3hot the function decodes no memory,
 * masters nothing and has no interrupt; back in D0 it is as after power-on, configuration space
 * included. A front end that can send messages also has the MSI capability: one message, 32-bit
 * address, and a mask bit, under which an event is pending. While messages are on, the interrupt
 * disable bit has no effect, but a message is a write to memory and needs bus mastering. [MODEL]
 * Both capabilities are where Lakefield has them; software finds them by the list. PCI allows the
 * reset at the return from D3hot for a function that does not claim No_Soft_Reset.
 *
 * A GPU that is made for i915 claims that, and keeps its state in D3hot. i915 relies on it: when it
 * resumes the GPU at run time, it programs no engine anew.
 *
 * Facts: hardware.rst 1.1, 1.2, 1.4.
 */
#include <linux/pci_regs.h>

#include "regs/gtt_regs.h"
#include "sim/core/sim_model.h"
#include "sim_header.h"

#define SIM_VENDOR		0x8086
/* A processing accelerator, or a display controller: compatible with VGA, or not */
#define SIM_CLASS		0x1200
#define SIM_CLASS_VGA		0x0300
#define SIM_CLASS_DISPLAY	0x0380
/* GGC: the function is no VGA device */
#define SIM_GGC_IVD		BIT(1)
/* The MSI capability: its registers are at fixed distances from the first. */
#define SIM_MSI			0xac
#define SIM_MSI_FLAGS		(SIM_MSI + PCI_MSI_FLAGS)
#define SIM_MSI_ADDRESS		(SIM_MSI + PCI_MSI_ADDRESS_LO)
#define SIM_MSI_DATA		(SIM_MSI + PCI_MSI_DATA_32)
#define SIM_MSI_MASK		(SIM_MSI + PCI_MSI_MASK_32)
#define SIM_MSI_PENDING		(SIM_MSI + PCI_MSI_PENDING_32)
/* The only message */
#define SIM_MSI_MESSAGE		BIT(0)
/* Power management, version 2 of its specification: no D1, no D2, no PME */
#define SIM_PM			0xd0
#define SIM_PM_VERSION		2
#define SIM_PM_CTRL		(SIM_PM + PCI_PM_CTRL)
#define SIM_D0			0
#define SIM_D3HOT		3

static void sim_put16(u8 *to, u16 value)
{
	to[0] = value;
	to[1] = value >> 8;
}

static bool sim_has_messages(const u8 *config)
{
	return config[PCI_CAPABILITY_LIST] == SIM_MSI;
}

/**
 * sim_header_messages() - check whether the function sends messages instead of using its line
 * @config: configuration space
 */
bool sim_header_messages(const u8 *config)
{
	return sim_has_messages(config) && config[SIM_MSI_FLAGS] & PCI_MSI_FLAGS_ENABLE;
}

/* The writable bits of a byte of the MSI capability */
static u8 sim_message_mask(u32 where)
{
	switch (where) {
	case SIM_MSI_FLAGS:
		return PCI_MSI_FLAGS_ENABLE;
	case SIM_MSI_ADDRESS:
		return 0xfc;
	case SIM_MSI_ADDRESS + 1 ... SIM_MSI_ADDRESS + 3:
	case SIM_MSI_DATA ... SIM_MSI_DATA + 1:
		return 0xff;
	case SIM_MSI_MASK:
		return SIM_MSI_MESSAGE;
	default:
		return 0;
	}
}

/* The writable bits of a byte of configuration space */
static u8 sim_header_mask(const struct oa_sim_gpu *gpu, const u8 *config, u32 where)
{
	u32 bar = ~(gpu->platform->bar_bytes - 1);

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
		return sim_has_messages(config) ? sim_message_mask(where) : 0;
	}
}

static u32 sim_power_state(const u8 *config)
{
	return config[SIM_PM_CTRL] & PCI_PM_CTRL_STATE_MASK;
}

static bool sim_message_masked(const u8 *config)
{
	return config[SIM_MSI_MASK] & SIM_MSI_MESSAGE;
}

/* Apply the command register and the capabilities to the GPU. */
static void sim_header_follow(struct oa_sim_gpu *gpu, const u8 *config)
{
	const bool on = sim_power_state(config) == SIM_D0;
	const bool disabled = config[PCI_COMMAND + 1] & (PCI_COMMAND_INTX_DISABLE >> 8);

	gpu->pci.decode = on && config[PCI_COMMAND] & PCI_COMMAND_MEMORY;
	gpu->pci.master = on && config[PCI_COMMAND] & PCI_COMMAND_MASTER;
	gpu->pci.intx = sim_header_messages(config) ?
			gpu->pci.master && !sim_message_masked(config) : on && !disabled;
}

/*
 * The class is not a display. i915 claims all display functions with these ids, so udev would load
 * i915, which would probe this function. The VGA arbiter does not take it for the boot display
 * either. A part whose display is fused off is made for i915, so its class is a display; it is
 * compatible with VGA only with stolen memory.
 */
static u16 sim_header_class(const struct oa_sim_gpu *gpu)
{
	if (!gpu->display.fused_off)
		return SIM_CLASS;
	return gpu->stolen.mib ? SIM_CLASS_VGA : SIM_CLASS_DISPLAY;
}

static u16 sim_header_ggc(const struct oa_sim_gpu *gpu)
{
	return gpu->platform->ggc | sim_stolen_size_code(gpu) |
	       (sim_header_class(gpu) == SIM_CLASS_DISPLAY ? SIM_GGC_IVD : 0);
}

/**
 * sim_header_init() - configuration space after power-on
 * @gpu: the GPU, locked or alone
 * @config: SIM_CONFIG_BYTES
 * @messages: the front end can send message-signalled interrupts
 */
void sim_header_init(struct oa_sim_gpu *gpu, u8 *config, bool messages)
{
	const struct sim_platform *p = gpu->platform;

	memset(config, 0, SIM_CONFIG_BYTES);
	sim_put16(config + PCI_VENDOR_ID, SIM_VENDOR);
	sim_put16(config + PCI_DEVICE_ID, p->device_id);
	config[PCI_REVISION_ID] = p->revision;
	sim_put16(config + PCI_CLASS_DEVICE, sim_header_class(gpu));
	config[PCI_BASE_ADDRESS_0] = PCI_BASE_ADDRESS_MEM_TYPE_64;
	config[PCI_BASE_ADDRESS_2] = PCI_BASE_ADDRESS_MEM_TYPE_64 | PCI_BASE_ADDRESS_MEM_PREFETCH;
	sim_put16(config + PCI_SUBSYSTEM_VENDOR_ID, SIM_VENDOR);
	sim_put16(config + PCI_SUBSYSTEM_ID, p->device_id);
	config[PCI_INTERRUPT_PIN] = 1;
	sim_put16(config + SNB_GMCH_CTRL, sim_header_ggc(gpu));
	sim_stolen_put_base(gpu, config);
	config[PCI_STATUS] = PCI_STATUS_CAP_LIST;
	config[PCI_CAPABILITY_LIST] = SIM_PM;
	config[SIM_PM] = PCI_CAP_ID_PM;
	config[SIM_PM + PCI_PM_PMC] = SIM_PM_VERSION;
	if (gpu->display.fused_off)
		config[SIM_PM_CTRL] = PCI_PM_CTRL_NO_SOFT_RESET;
	if (messages) {
		config[PCI_CAPABILITY_LIST] = SIM_MSI;
		config[SIM_MSI] = PCI_CAP_ID_MSI;
		config[SIM_MSI + PCI_CAP_LIST_NEXT] = SIM_PM;
		sim_put16(config + SIM_MSI_FLAGS, PCI_MSI_FLAGS_MASKBIT);
	}
	sim_header_follow(gpu, config);
}

/* Write the power state, unless the function lacks it. Return: true if the function left D3hot. */
static bool sim_power_state_write(u8 *config, u32 value)
{
	const u32 before = sim_power_state(config), state = value & PCI_PM_CTRL_STATE_MASK;

	if (state != SIM_D0 && state != SIM_D3HOT)
		return false;
	config[SIM_PM_CTRL] = (config[SIM_PM_CTRL] & ~PCI_PM_CTRL_STATE_MASK) | state;
	return before == SIM_D3HOT && state == SIM_D0;
}

/**
 * sim_header_write() - write configuration space for software
 * @gpu: the GPU, locked
 * @config: its configuration space
 * @where: offset of the first byte; bytes beyond the end are dropped
 * @bytes: 1 to 4
 * @value: the bytes, the first one lowest
 */
void sim_header_write(struct oa_sim_gpu *gpu, u8 *config, u32 where, u32 bytes, u32 value)
{
	u8 mask, before;
	bool woken = false;

	for (; bytes && where < SIM_CONFIG_BYTES; bytes--, where++, value >>= 8) {
		mask = sim_header_mask(gpu, config, where);
		before = config[where];
		config[where] = (before & ~mask) | (value & mask);
		if (where == SIM_PM_CTRL)
			woken = sim_power_state_write(config, value);
		gpu->stats.config_changes += config[where] != before;
	}
	if (woken && !(config[SIM_PM_CTRL] & PCI_PM_CTRL_NO_SOFT_RESET)) {
		const u8 pin = config[PCI_INTERRUPT_PIN];

		sim_catch_up(gpu, ~0u);
		sim_header_init(gpu, config, sim_has_messages(config));
		config[PCI_INTERRUPT_PIN] = pin;
		sim_power_cycle(gpu);
	}
	sim_header_follow(gpu, config);
	sim_irq_update(gpu);
}

/**
 * sim_header_read() - read configuration space for software
 * @gpu: the GPU, locked
 * @config: its configuration space
 * @where: offset of a byte
 *
 * Return: the byte; 0 beyond the end.
 */
u8 sim_header_read(const struct oa_sim_gpu *gpu, const u8 *config, u32 where)
{
	if (where == SIM_MSI_PENDING && sim_header_messages(config) && sim_message_masked(config))
		return gpu->platform->irq->asserted(gpu) ? SIM_MSI_MESSAGE : 0;
	return where < SIM_CONFIG_BYTES ? config[where] : 0;
}
