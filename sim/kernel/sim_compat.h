/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SIM_COMPAT_H_
#define _SIM_COMPAT_H_

#include <linux/cleanup.h>
#include <linux/pci.h>
#include <linux/string.h>

#include "i915_oa_compat.h"

#define sim_hrtimer_setup	oa_hrtimer_setup

/*
 * 7.1 moved the override from struct pci_dev to struct device, and stable kernels followed at some
 * point of their series. So no version tells; Kbuild looks at the header.
 */
#ifdef SIM_PCI_DRIVER_OVERRIDE
static inline int sim_set_driver_override(struct pci_dev *pdev, const char *name)
{
	return driver_set_override(&pdev->dev, &pdev->driver_override, name, strlen(name));
}
#else
static inline int sim_set_driver_override(struct pci_dev *pdev, const char *name)
{
	return device_set_driver_override(&pdev->dev, name);
}
#endif

#endif /* _SIM_COMPAT_H_ */
