// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: A simulated GPU on a simulated PCI bus
 *
 * Each simulated GPU sits behind a virtual PCI host bridge of its own, as
 * function 02.0, where Intel's GPUs are. The PCI core enumerates and sizes it,
 * assigns its BARs and binds drivers to it, also after remove and rescan. No
 * memory is behind BAR 0; a driver that knows the register seam finds the
 * accessors in the device's platform_data, which is set as soon as the device
 * is added and so before a driver can see it. At the same time it gets its
 * driver_override, so that no other driver is tried on it.
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

#include "sim_compat.h"
#include "sim_iommu.h"
#include "sim_pause.h"
#include "sim_slot.h"

#define SIM_MAX_GPUS		8
/* Four digits, because clients expect a name like 0000:00:02.0. */
#define SIM_PCI_DOMAIN		0x1000
#define SIM_PCI_BUS		0x80
/* The one driver that may bind */
#define SIM_DRIVER		"i915_oa"

static char *platforms[SIM_MAX_GPUS] = { "hsw" };
static int num_platforms = 1;
module_param_array_named(platform, platforms, charp, &num_platforms, 0444);
MODULE_PARM_DESC(platform, "GPUs to simulate, a comma-separated list, e.g. hsw,skl (default: hsw)");

static ushort ids[SIM_MAX_GPUS];
static int num_ids;
module_param_array_named(id, ids, ushort, &num_ids, 0444);
MODULE_PARM_DESC(id, "PCI ids of relatives of these GPUs, e.g. platform=skl id=0x5916; 0: their own (default)");

static struct sim_slot *slots[SIM_MAX_GPUS];
static struct dentry *sim_debugfs_root;

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

static struct pci_ops sim_config_ops = {
	.read = sim_config_read,
	.write = sim_config_write,
};

/* Data of a bus for the DMA API of x86 */
static struct pci_sysdata *sim_sysdata(struct sim_slot *slot)
{
#ifdef CONFIG_X86
	return &slot->sysdata;
#else
	return NULL;
#endif
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
	return sim_bus_slot(pdev->bus)->virq;
}

static int sim_add_irq(struct sim_slot *slot)
{
	slot->domain = irq_domain_create_linear(NULL, 1, &sim_line_ops, slot);
	if (!slot->domain)
		return -ENOMEM;
	slot->virq = irq_create_mapping(slot->domain, 0);
	if (!slot->virq) {
		irq_domain_remove(slot->domain);
		return -ENOMEM;
	}
	slot->card->virq = slot->virq;
	return 0;
}

static void sim_remove_irq(struct sim_slot *slot)
{
	irq_dispose_mapping(slot->virq);
	irq_domain_remove(slot->domain);
}

static void sim_function_added(struct sim_card *card, struct pci_dev *pdev)
{
	pdev->dev.platform_data = &card->mmio;
	sim_card_set_function(card, &pdev->dev);
	/* Only i915_oa knows the register seam. */
	if (sim_set_driver_override(pdev, SIM_DRIVER))
		dev_warn(&pdev->dev, "no driver_override: any driver may bind\n");
}

static int sim_notify(struct notifier_block *nb, unsigned long action, void *data)
{
	struct device *dev = data;
	struct pci_dev *pdev = to_pci_dev(dev);
	struct sim_card *card;

	if (pdev->bus->ops != &sim_config_ops)
		return NOTIFY_DONE;
	card = sim_bus_slot(pdev->bus)->card;
	if (action == BUS_NOTIFY_ADD_DEVICE)
		sim_function_added(card, pdev);
	else if (action == BUS_NOTIFY_BIND_DRIVER)
		sim_set_bus_offset(card, dev);
	else if (action == BUS_NOTIFY_DEL_DEVICE)
		sim_card_set_function(card, NULL);
	return NOTIFY_OK;
}

static struct notifier_block sim_notifier = {
	.notifier_call = sim_notify,
};

/* The bridge suspends after the GPU behind it, and turns the GPU's power off. */
static int sim_suspend(struct device *dev)
{
	struct sim_card *card = sim_bus_slot(to_pci_host_bridge(dev)->bus)->card;

	guard(sim_card)(card);
	sim_catch_up(card->gpu, ~0u);
	sim_power_cycle(card->gpu);
	return 0;
}

static struct dev_pm_domain sim_power = {
	.ops.suspend = sim_suspend,
	.ops.freeze = sim_suspend,
};

static int sim_add_bus(struct sim_slot *slot, int index)
{
	struct pci_host_bridge *bridge = pci_alloc_host_bridge(0);
	int ret;

	if (!bridge)
		return -ENOMEM;
#ifdef CONFIG_X86
	slot->sysdata.domain = SIM_PCI_DOMAIN + index;
	if (pci_find_bus(slot->sysdata.domain, 0)) {
		pci_free_host_bridge(bridge);
		return -EBUSY;
	}
	slot->sysdata.node = NUMA_NO_NODE;
	bridge->sysdata = &slot->sysdata;
#else
	slot->buses.start = SIM_PCI_BUS + index;
	bridge->sysdata = slot;
#endif
	slot->buses.end = slot->buses.start;
	slot->buses.name = "i915_oa_sim bus";
	slot->buses.flags = IORESOURCE_BUS;
	pci_add_resource(&bridge->windows, &slot->window);
	pci_add_resource(&bridge->windows, &slot->buses);
	bridge->ops = &sim_config_ops;
	bridge->dev.pm_domain = &sim_power;
	bridge->busnr = slot->buses.start;
	bridge->map_irq = sim_map_irq;
	bridge->swizzle_irq = pci_common_swizzle;
	ret = pci_host_probe(bridge);
	if (ret) {
		pci_free_host_bridge(bridge);
		return ret;
	}
	slot->bus = bridge->bus;
	return 0;
}

static void sim_remove_bus(struct sim_slot *slot)
{
	struct pci_host_bridge *bridge = to_pci_host_bridge(slot->bus->bridge);

	pci_lock_rescan_remove();
	pci_stop_root_bus(slot->bus);
	pci_remove_root_bus(slot->bus);
	pci_unlock_rescan_remove();
	/* Removing the bus does not drop the reference of pci_alloc_host_bridge(). */
	pci_free_host_bridge(bridge);
}

static void sim_add_debugfs(struct sim_slot *slot)
{
	struct pci_dev *pdev = pci_get_slot(slot->bus, SIM_DEVFN);

	if (!pdev)
		return;
	slot->debugfs = sim_debugfs_add(slot->card, sim_debugfs_root, pci_name(pdev));
	sim_add_bus_files(slot);
	pci_dev_put(pdev);
}

static void sim_slot_free(struct sim_slot *slot)
{
	sim_card_destroy(slot->card);
	sim_iommu_return(sim_sysdata(slot));
	kfree(slot);
}

static struct sim_slot *sim_slot_new(const char *platform, u32 id)
{
	struct sim_slot *slot = kzalloc(sizeof(*slot), GFP_KERNEL);

	if (!slot)
		return NULL;
	slot->card = sim_card_create(platform, id, false,
				     sim_iommu_used() ? 0 : SIM_BUS_OFFSET);
	if (!slot->card) {
		kfree(slot);
		return NULL;
	}
	sim_header_init(slot->card->gpu, slot->config, false);
	return slot;
}

static int sim_slot_add(int index)
{
	struct sim_slot *slot = sim_slot_new(platforms[index], ids[index]);
	int ret;

	if (!slot)
		return -ENOMEM;
	ret = sim_iommu_borrow(sim_sysdata(slot));
	if (ret)
		goto err_host;
	slot->window.name = "i915_oa_sim BAR window";
	slot->window.flags = IORESOURCE_MEM;
	ret = allocate_resource(&iomem_resource, &slot->window, 2 * SIM_APERTURE, SZ_4G,
				~0ull >> 20, 2 * SIM_APERTURE, NULL, NULL);
	if (ret)
		goto err_host;
	ret = sim_add_irq(slot);
	if (ret)
		goto err_window;
	ret = sim_add_bus(slot, index);
	if (ret)
		goto err_irq;
	sim_add_debugfs(slot);
	slots[index] = slot;
	return 0;

err_irq:
	sim_remove_irq(slot);
err_window:
	release_resource(&slot->window);
err_host:
	sim_slot_free(slot);
	return ret;
}

static void sim_slot_remove(int index)
{
	struct sim_slot *slot = slots[index];

	if (!slot)
		return;
	debugfs_remove_recursive(slot->debugfs);
	sim_remove_screen(slot);
	sim_remove_bus(slot);
	/* The driver may have left the GPU running. */
	sim_card_halt(slot->card);
	sim_remove_irq(slot);
	release_resource(&slot->window);
	sim_slot_free(slot);
	slots[index] = NULL;
}

static void sim_reject_platform(const char *name)
{
	const struct sim_platform *p;
	char names[128];
	size_t len = 0;
	u32 i;

	for (i = 0; (p = sim_platform_get(i)); i++)
		len += scnprintf(names + len, sizeof(names) - len, "%s%s", i ? ", " : "", p->name);
	pr_err("i915_oa_sim: platform \"%s\" is not one of: %s\n", name, names);
}

static void sim_reject_id(const struct sim_platform *p, u32 id)
{
	char names[128];
	size_t len = 0;
	u32 i, other;

	for (i = 0; (other = sim_relative_id(p, i)); i++)
		len += scnprintf(names + len, sizeof(names) - len, ", 0x%04x", other);
	pr_err("i915_oa_sim: id 0x%04x of platform \"%s\" is not one of: 0x%04x%s\n", id, p->name,
	       p->device_id, len ? names : "");
}

static int sim_check_platforms(void)
{
	const struct sim_platform *p;
	struct sim_platform relative;
	int i;

	for (i = 0; i < num_platforms; i++) {
		p = sim_platform_find(platforms[i]);
		if (!p) {
			sim_reject_platform(platforms[i]);
			return -EINVAL;
		}
		if (ids[i] && !sim_platform_relative(p, ids[i], &relative)) {
			sim_reject_id(p, ids[i]);
			return -EINVAL;
		}
	}
	if (num_ids <= num_platforms)
		return 0;
	pr_err("i915_oa_sim: %d ids for %d platforms\n", num_ids, num_platforms);
	return -EINVAL;
}

static void sim_remove_all(void)
{
	int i;

	for (i = 0; i < num_platforms; i++)
		sim_slot_remove(i);
	sim_pause_fini();
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
		ret = sim_slot_add(i);
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
MODULE_VERSION(OA_VERSION);
MODULE_DESCRIPTION("Simulated Intel GPU with an OA unit, as a PCI function");
MODULE_LICENSE("GPL");
