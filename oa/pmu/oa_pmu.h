/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_PMU_H_
#define _OA_PMU_H_

#include <linux/kconfig.h>

struct oa_device;

#if IS_ENABLED(CONFIG_PERF_EVENTS)
int oa_pmu_module_init(void);
void oa_pmu_module_exit(void);
void oa_pmu_register(struct oa_device *oa);
void oa_pmu_unregister(struct oa_device *oa);
#else
/* User-mode Linux has no perf events. */
static inline int oa_pmu_module_init(void)
{
	return 0;
}

static inline void oa_pmu_module_exit(void)
{
}

static inline void oa_pmu_register(struct oa_device *oa)
{
}

static inline void oa_pmu_unregister(struct oa_device *oa)
{
}
#endif

#endif /* _OA_PMU_H_ */
