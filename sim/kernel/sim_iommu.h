/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SIM_IOMMU_H_
#define _SIM_IOMMU_H_

#include <linux/types.h>

struct device;
struct pci_sysdata;

bool sim_iommu_used(void);
int sim_iommu_borrow(struct pci_sysdata *sysdata);
void sim_iommu_return(struct pci_sysdata *sysdata);
phys_addr_t sim_iommu_translate(struct device *dev, u64 address);

#endif /* _SIM_IOMMU_H_ */
