/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_LEASE_H_
#define _OA_LEASE_H_

#include <linux/kconfig.h>

struct pci_device_id;

/* A lease of a stream of i915's: perf events on the GPU that i915 drives */
#if IS_ENABLED(CONFIG_PERF_EVENTS)
int oa_lease_init(const struct pci_device_id *ids);
void oa_lease_exit(void);
#else
static inline int oa_lease_init(const struct pci_device_id *ids) { return 0; }
static inline void oa_lease_exit(void) { }
#endif

#endif /* _OA_LEASE_H_ */
