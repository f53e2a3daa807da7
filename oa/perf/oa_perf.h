/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_PERF_H_
#define _OA_PERF_H_

#include <linux/kconfig.h>
#include <linux/types.h>

struct oa_device;

/* Room for a PMU's name: the parameter pmu_name, an underscore, the name of a PCI function */
#define OA_PMU_NAME_BYTES	64

/* The PMU */
#if IS_ENABLED(CONFIG_PERF_EVENTS)
int oa_pmu_module_init(void);
void oa_pmu_module_exit(void);
const char *oa_pmu_register(struct oa_device *oa);
void oa_pmu_unregister(struct oa_device *oa);
#else
/* User-mode Linux has no perf events. */
static inline int oa_pmu_module_init(void) { return 0; }
static inline void oa_pmu_module_exit(void) { }
static inline const char *oa_pmu_register(struct oa_device *oa) { return NULL; }
static inline void oa_pmu_unregister(struct oa_device *oa) { }
#endif

/* Counting for its events, from probe to remove */
int oa_counting_init(struct oa_device *oa);
void oa_counting_attach_lease(struct oa_device *oa, bool tree);
u32 oa_counting_readers(const struct oa_device *oa);
void oa_counting_suspend(struct oa_device *oa);
void oa_counting_resume(struct oa_device *oa);
void oa_counting_detach(struct oa_device *oa);

#endif /* _OA_PERF_H_ */
