/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_PMU_LIFE_H_
#define _OA_PMU_LIFE_H_

#include <linux/types.h>

struct oa_pmu;

int oa_pmu_life_init(void);
void oa_pmu_life_exit(void);

void oa_pmu_begin(struct oa_pmu *pmu);
void oa_pmu_close(struct oa_pmu *pmu);
bool oa_pmu_is_ours(const char *name);
void oa_pmu_wait_ended(void);
int oa_pmu_enlist(struct oa_pmu *pmu);
void oa_pmu_delist(struct oa_pmu *pmu);
int oa_pmu_get(struct oa_pmu *pmu);
void oa_pmu_put(struct oa_pmu *pmu);

#endif /* _OA_PMU_LIFE_H_ */
