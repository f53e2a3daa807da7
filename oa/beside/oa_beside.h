/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_BESIDE_H_
#define _OA_BESIDE_H_

#include <linux/kconfig.h>

struct pci_device_id;

/* perf events beside i915 */
#if IS_ENABLED(CONFIG_PERF_EVENTS)
int oa_beside_init(const struct pci_device_id *ids);
void oa_beside_exit(void);
#else
static inline int oa_beside_init(const struct pci_device_id *ids) { return 0; }
static inline void oa_beside_exit(void) { }
#endif

#endif /* _OA_BESIDE_H_ */
