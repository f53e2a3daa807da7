/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_PMU_NAME_H_
#define _OA_PMU_NAME_H_

#include <linux/types.h>

/** enum oa_pmu_choice - names to try, the best first */
enum oa_pmu_choice {
	/** @OA_PMU_WANTED: that of the parameter; of i915, by i915's rule */
	OA_PMU_WANTED,
	/** @OA_PMU_WANTED_SLOT: with the PCI function, for further GPUs */
	OA_PMU_WANTED_SLOT,
	/** @OA_PMU_DEFAULT: the default, where somebody else has the one that is wanted */
	OA_PMU_DEFAULT,
	/** @OA_PMU_DEFAULT_SLOT: the default with the PCI function */
	OA_PMU_DEFAULT_SLOT,
	/** @OA_NUM_PMU_CHOICES: number of names */
	OA_NUM_PMU_CHOICES,
};

/* Room for a PMU's name: the parameter, and the name of a PCI function */
#define OA_PMU_NAME_BYTES	64
#define OA_PMU_WANTED_MAX	40

bool oa_pmu_name_is_valid(const char *wanted);
bool oa_pmu_wants_i915(const char *wanted);
void oa_pmu_name(enum oa_pmu_choice choice, const char *wanted, const char *slot,
		 char name[OA_PMU_NAME_BYTES]);
bool oa_pmu_name_is_in_use(const char *name);

#endif /* _OA_PMU_NAME_H_ */
