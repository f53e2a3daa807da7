// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The IOMMU in front of a simulated GPU
 *
 * The tables that name the machine's IOMMUs do not contain a virtual host bridge, so by
 * default no IOMMU translates for a simulated GPU (but see sim_bus.c). With dma_as=, the
 * simulated GPU takes the place of an idle function of the real bus: the kernel's DMA API
 * takes the GPU's addresses from the domain of that function, and the simulated GPU looks up
 * each of its accesses in that domain. An address that the domain does not map reaches no
 * memory. The kernel does the same for the drives behind Intel's Volume Management Device, so
 * it needs no change.
 */
#include <linux/iommu.h>
#include <linux/module.h>
#include <linux/pci.h>

#include "sim_iommu.h"

static char *dma_as;
module_param(dma_as, charp, 0444);
MODULE_PARM_DESC(dma_as, "PCI function whose IOMMU translates for the simulated GPUs, e.g. 0000:00:02.0 (default: none)");

/**
 * sim_iommu_used() - check whether an IOMMU translates for the simulated GPUs
 */
bool sim_iommu_used(void)
{
	return dma_as;
}

#if IS_ENABLED(CONFIG_X86) && IS_ENABLED(CONFIG_VMD)
static struct pci_dev *sim_iommu_lender(void)
{
	unsigned int domain, bus, slot, function;
	struct pci_dev *lender = NULL;

	if (sscanf(dma_as, "%x:%x:%x.%u", &domain, &bus, &slot, &function) == 4)
		lender = pci_get_domain_bus_and_slot(domain, bus, PCI_DEVFN(slot, function));
	if (!lender)
		pr_err("i915_oa_sim: dma_as: no PCI function \"%s\"\n", dma_as);
	return lender;
}

/**
 * sim_iommu_borrow() - put a bus behind the IOMMU of the function that dma_as names
 * @sysdata: of the bus, before it exists
 *
 * sim_iommu_return() undoes it. Return: 0, also without dma_as, or -ENODEV
 */
int sim_iommu_borrow(struct pci_sysdata *sysdata)
{
	if (!dma_as)
		return 0;
	sysdata->vmd_dev = sim_iommu_lender();
	return sysdata->vmd_dev ? 0 : -ENODEV;
}

/**
 * sim_iommu_return() - give the function back
 * @sysdata: of the bus, which is gone
 */
void sim_iommu_return(struct pci_sysdata *sysdata)
{
	pci_dev_put(sysdata->vmd_dev);
}
#else
int sim_iommu_borrow(struct pci_sysdata *sysdata)
{
	if (!dma_as)
		return 0;
	pr_err("i915_oa_sim: dma_as: this kernel has no CONFIG_VMD\n");
	return -ENODEV;
}

void sim_iommu_return(struct pci_sysdata *sysdata)
{
}
#endif

/**
 * sim_iommu_translate() - the physical address behind a bus address
 * @dev: the GPU's function, or NULL while there is none
 * @address: as the GPU put it on the bus
 *
 * Any context: a lookup takes no lock. Only where sim_iommu_used().
 * Return: the address, or PHYS_ADDR_MAX if the IOMMU maps none
 */
phys_addr_t sim_iommu_translate(struct device *dev, u64 address)
{
	struct iommu_domain *domain;

	/* Without a function the domain is unknown, and the address may belong to any owner. */
	if (!dev)
		return PHYS_ADDR_MAX;
	domain = iommu_get_domain_for_dev(dev);
	if (!domain)
		return address;
	return iommu_iova_to_phys(domain, address) ?: PHYS_ADDR_MAX;
}
