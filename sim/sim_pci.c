// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: A GPU that is not there, on a PCI bus that is not there
 *
 * Each simulated GPU sits behind a virtual PCI host bridge of its own, as
 * function 02.0, where Intel's GPUs are. The PCI core enumerates and sizes it,
 * assigns its BARs and binds drivers to it, also after remove and rescan. No
 * memory is behind BAR 0; a driver that knows the register seam finds the
 * accessors in the device's platform_data, which is set as soon as the device
 * is added and so before a driver can see it.
 *
 * There is one interrupt line and no MSI: a message-signalled interrupt is a
 * write to an address that only the processor's own interrupt logic decodes.
 */
#include <linux/debugfs.h>
#include <linux/ioport.h>
#include <linux/irq.h>
#include <linux/irqdomain.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/sizes.h>
#include <linux/slab.h>

#include "regs/gtt_regs.h"
#include "sim_compat.h"
#include "sim_model.h"

#define SIM_MAX_GPUS		8
#define SIM_DEVFN		PCI_DEVFN(2, 0)
#define SIM_CONFIG_BYTES	256
/* Of four digits, because clients take a name like 0000:00:02.0 for granted. */
#define SIM_PCI_DOMAIN		0x1000
#define SIM_PCI_BUS		0x80

static char *platforms[SIM_MAX_GPUS] = { "hsw" };
static int num_platforms = 1;
module_param_array_named(platform, platforms, charp, &num_platforms, 0444);
MODULE_PARM_DESC(platform, "GPUs to simulate, a comma-separated list, e.g. hsw,skl (default: hsw)");

/**
 * struct sim_host - a host bridge with one GPU behind it
 */
struct sim_host {
#ifdef CONFIG_X86
	/** @sysdata: what x86 finds behind bus->sysdata; must come first */
	struct pci_sysdata sysdata;
#endif
	/** @gpu: the GPU */
	struct oa_sim_gpu *gpu;
	/** @config: configuration space */
	u8 config[SIM_CONFIG_BYTES];
	/** @window: where BARs go; nothing is there */
	struct resource window;
	/** @buses: bus numbers, one */
	struct resource buses;
	/** @domain: of one interrupt */
	struct irq_domain *domain;
	/** @virq: its number */
	unsigned int virq;
	/** @bus: the root bus */
	struct pci_bus *bus;
	/** @debugfs: directory */
	struct dentry *debugfs;
};

static struct sim_host *hosts[SIM_MAX_GPUS];
static struct dentry *sim_debugfs_root;

static struct sim_host *sim_bus_host(struct pci_bus *bus)
{
#ifdef CONFIG_X86
	return container_of((struct pci_sysdata *)bus->sysdata, struct sim_host, sysdata);
#else
	return bus->sysdata;
#endif
}

static int sim_config_read(struct pci_bus *bus, unsigned int devfn, int where, int size, u32 *val)
{
	struct sim_host *host = sim_bus_host(bus);

	*val = ~0;
	if (devfn != SIM_DEVFN || !pci_is_root_bus(bus))
		return PCIBIOS_DEVICE_NOT_FOUND;
	*val = 0;
	if (where + size <= SIM_CONFIG_BYTES)
		memcpy(val, host->config + where, size);
	return PCIBIOS_SUCCESSFUL;
}

/* The writable bits of a byte of configuration space. */
static u8 sim_config_mask(const struct sim_host *host, int where)
{
	u32 bar = ~(host->gpu->platform->bar_bytes - 1);

	switch (where) {
	case PCI_COMMAND:
		return PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER;
	case PCI_COMMAND + 1:
		return PCI_COMMAND_INTX_DISABLE >> 8;
	case PCI_INTERRUPT_LINE:
	case PCI_BASE_ADDRESS_0 + 3:
	case PCI_BASE_ADDRESS_1 ... PCI_BASE_ADDRESS_1 + 3:
		return 0xff;
	case PCI_BASE_ADDRESS_0 + 2:
		return bar >> 16;
	default:
		return 0;
	}
}

/* What the command register turns on and off in the GPU, which is locked. */
static void sim_follow_command(struct sim_host *host)
{
	u16 command = get_unaligned_le16(host->config + PCI_COMMAND);

	host->gpu->decode = command & PCI_COMMAND_MEMORY;
	host->gpu->master = command & PCI_COMMAND_MASTER;
	host->gpu->intx = !(command & PCI_COMMAND_INTX_DISABLE);
	sim_irq_update(host->gpu);
}

static int sim_config_write(struct pci_bus *bus, unsigned int devfn, int where, int size, u32 val)
{
	struct sim_host *host = sim_bus_host(bus);
	unsigned long flags;
	int i;
	u8 mask;

	if (devfn != SIM_DEVFN || !pci_is_root_bus(bus))
		return PCIBIOS_DEVICE_NOT_FOUND;
	for (i = 0; i < size && where + i < SIM_CONFIG_BYTES; i++) {
		mask = sim_config_mask(host, where + i);
		host->config[where + i] = (host->config[where + i] & ~mask) |
					  ((val >> (8 * i)) & mask);
	}
	raw_spin_lock_irqsave(&host->gpu->lock, flags);
	sim_follow_command(host);
	raw_spin_unlock_irqrestore(&host->gpu->lock, flags);
	return PCIBIOS_SUCCESSFUL;
}

static struct pci_ops sim_config_ops = {
	.read = sim_config_read,
	.write = sim_config_write,
};

static void sim_init_config(struct sim_host *host)
{
	const struct sim_platform *p = host->gpu->platform;
	u8 *config = host->config;

	put_unaligned_le16(PCI_VENDOR_ID_INTEL, config + PCI_VENDOR_ID);
	put_unaligned_le16(p->device_id, config + PCI_DEVICE_ID);
	config[PCI_REVISION_ID] = p->revision;
	/* "Other" display, so that no VGA arbiter takes it for the boot display. */
	put_unaligned_le16(PCI_CLASS_DISPLAY_OTHER, config + PCI_CLASS_DEVICE);
	config[PCI_BASE_ADDRESS_0] = PCI_BASE_ADDRESS_MEM_TYPE_64;
	put_unaligned_le16(PCI_VENDOR_ID_INTEL, config + PCI_SUBSYSTEM_VENDOR_ID);
	put_unaligned_le16(p->device_id, config + PCI_SUBSYSTEM_ID);
	config[PCI_INTERRUPT_PIN] = 1;
	put_unaligned_le16(p->ggc, config + SNB_GMCH_CTRL);
	host->gpu->decode = false;
	host->gpu->master = false;
}

static void sim_line_noop(struct irq_data *d)
{
}

static struct irq_chip sim_line_chip = {
	.name = "i915-oa-sim",
	.irq_mask = sim_line_noop,
	.irq_unmask = sim_line_noop,
};

static int sim_line_map(struct irq_domain *domain, unsigned int virq, irq_hw_number_t hw)
{
	irq_set_chip_and_handler(virq, &sim_line_chip, handle_simple_irq);
	return 0;
}

static const struct irq_domain_ops sim_line_ops = {
	.map = sim_line_map,
};

static int sim_map_irq(const struct pci_dev *pdev, u8 slot, u8 pin)
{
	return sim_bus_host(pdev->bus)->virq;
}

static int sim_add_irq(struct sim_host *host)
{
	host->domain = irq_domain_create_linear(NULL, 1, &sim_line_ops, host);
	if (!host->domain)
		return -ENOMEM;
	host->virq = irq_create_mapping(host->domain, 0);
	if (!host->virq) {
		irq_domain_remove(host->domain);
		return -ENOMEM;
	}
	host->gpu->virq = host->virq;
	return 0;
}

static void sim_remove_irq(struct sim_host *host)
{
	irq_dispose_mapping(host->virq);
	irq_domain_remove(host->domain);
}

static int sim_notify(struct notifier_block *nb, unsigned long action, void *data)
{
	struct device *dev = data;
	struct pci_dev *pdev = to_pci_dev(dev);

	if (action == BUS_NOTIFY_ADD_DEVICE && pdev->bus->ops == &sim_config_ops)
		dev->platform_data = &sim_bus_host(pdev->bus)->gpu->mmio;
	return NOTIFY_OK;
}

static struct notifier_block sim_notifier = {
	.notifier_call = sim_notify,
};

/* The bridge goes to sleep after the GPU behind it, and takes its power away. */
static int sim_suspend(struct device *dev)
{
	struct oa_sim_gpu *gpu = sim_bus_host(to_pci_host_bridge(dev)->bus)->gpu;
	unsigned long flags;

	raw_spin_lock_irqsave(&gpu->lock, flags);
	sim_catch_up(gpu, ~0u);
	sim_power_cycle(gpu);
	raw_spin_unlock_irqrestore(&gpu->lock, flags);
	return 0;
}

static struct dev_pm_domain sim_power = {
	.ops.suspend = sim_suspend,
	.ops.freeze = sim_suspend,
};

static int sim_add_bus(struct sim_host *host, int index)
{
	struct pci_host_bridge *bridge = pci_alloc_host_bridge(0);
	int ret;

	if (!bridge)
		return -ENOMEM;
#ifdef CONFIG_X86
	host->sysdata.domain = SIM_PCI_DOMAIN + index;
	if (pci_find_bus(host->sysdata.domain, 0)) {
		pci_free_host_bridge(bridge);
		return -EBUSY;
	}
	host->sysdata.node = NUMA_NO_NODE;
	bridge->sysdata = &host->sysdata;
#else
	host->buses.start = SIM_PCI_BUS + index;
	bridge->sysdata = host;
#endif
	host->buses.end = host->buses.start;
	host->buses.name = "i915_oa_sim bus";
	host->buses.flags = IORESOURCE_BUS;
	pci_add_resource(&bridge->windows, &host->window);
	pci_add_resource(&bridge->windows, &host->buses);
	bridge->ops = &sim_config_ops;
	bridge->dev.pm_domain = &sim_power;
	bridge->busnr = host->buses.start;
	bridge->map_irq = sim_map_irq;
	bridge->swizzle_irq = pci_common_swizzle;
	ret = pci_host_probe(bridge);
	if (ret) {
		pci_free_host_bridge(bridge);
		return ret;
	}
	host->bus = bridge->bus;
	return 0;
}

static void sim_remove_bus(struct sim_host *host)
{
	struct pci_host_bridge *bridge = to_pci_host_bridge(host->bus->bridge);

	pci_lock_rescan_remove();
	pci_stop_root_bus(host->bus);
	pci_remove_root_bus(host->bus);
	pci_unlock_rescan_remove();
	/* Removing the bus leaves who allocated the bridge its reference. */
	pci_free_host_bridge(bridge);
}

static void sim_add_debugfs(struct sim_host *host)
{
	struct pci_dev *pdev = pci_get_slot(host->bus, SIM_DEVFN);

	if (!pdev)
		return;
	host->debugfs = sim_debugfs_add(host->gpu, sim_debugfs_root, pci_name(pdev));
	pci_dev_put(pdev);
}

static void sim_host_free(struct sim_host *host)
{
	oa_sim_gpu_destroy(host->gpu);
	kfree(host);
}

static struct sim_host *sim_host_new(const char *platform)
{
	struct sim_host *host = kzalloc(sizeof(*host), GFP_KERNEL);

	if (!host)
		return NULL;
	host->gpu = oa_sim_gpu_create(platform, false);
	if (!host->gpu) {
		kfree(host);
		return NULL;
	}
	sim_init_config(host);
	return host;
}

static int sim_host_add(int index)
{
	struct sim_host *host = sim_host_new(platforms[index]);
	int ret;

	if (!host)
		return -ENOMEM;
	host->window.name = "i915_oa_sim BAR window";
	host->window.flags = IORESOURCE_MEM;
	ret = allocate_resource(&iomem_resource, &host->window, SZ_16M, SZ_4G, ~0ull >> 20,
				SZ_16M, NULL, NULL);
	if (ret)
		goto err_host;
	ret = sim_add_irq(host);
	if (ret)
		goto err_window;
	ret = sim_add_bus(host, index);
	if (ret)
		goto err_irq;
	sim_add_debugfs(host);
	hosts[index] = host;
	return 0;

err_irq:
	sim_remove_irq(host);
err_window:
	release_resource(&host->window);
err_host:
	sim_host_free(host);
	return ret;
}

static void sim_host_remove(int index)
{
	struct sim_host *host = hosts[index];

	if (!host)
		return;
	debugfs_remove_recursive(host->debugfs);
	sim_remove_bus(host);
	/* Whoever drove it may have left it running. */
	sim_halt(host->gpu);
	sim_remove_irq(host);
	release_resource(&host->window);
	sim_host_free(host);
	hosts[index] = NULL;
}

static int sim_check_platforms(void)
{
	char names[128];
	int i;

	for (i = 0; i < num_platforms; i++) {
		if (sim_platform_find(platforms[i]))
			continue;
		sim_platform_names(names, sizeof(names));
		pr_err("i915_oa_sim: platform \"%s\" is not one of: %s\n", platforms[i], names);
		return -EINVAL;
	}
	return 0;
}

static void sim_remove_all(void)
{
	int i;

	for (i = 0; i < num_platforms; i++)
		sim_host_remove(i);
	bus_unregister_notifier(&pci_bus_type, &sim_notifier);
	debugfs_remove_recursive(sim_debugfs_root);
}

static int __init sim_module_init(void)
{
	int i, ret = sim_check_platforms();

	if (ret)
		return ret;
	ret = bus_register_notifier(&pci_bus_type, &sim_notifier);
	if (ret)
		return ret;
	sim_debugfs_root = debugfs_create_dir("i915_oa_sim", NULL);
	for (i = 0; i < num_platforms && !ret; i++)
		ret = sim_host_add(i);
	if (ret)
		sim_remove_all();
	return ret;
}

static void __exit sim_module_exit(void)
{
	sim_remove_all();
}

module_init(sim_module_init);
module_exit(sim_module_exit);
MODULE_DESCRIPTION("Simulated Intel GPU with an OA unit, as a PCI function");
MODULE_LICENSE("GPL");
