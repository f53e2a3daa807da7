/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_SYSFS_H_
#define _OA_SYSFS_H_

#include <linux/types.h>

struct oa_device;

/** enum oa_freq_id - frequencies of the GPU */
enum oa_freq_id {
	/** @OA_FREQ_ACTUAL: the current one */
	OA_FREQ_ACTUAL,
	/** @OA_FREQ_RP0: the highest */
	OA_FREQ_RP0,
	/** @OA_FREQ_RP1: the most efficient */
	OA_FREQ_RP1,
	/** @OA_FREQ_RPN: the lowest */
	OA_FREQ_RPN,
	/** @OA_NUM_FREQS: number of frequencies */
	OA_NUM_FREQS,
};

/** struct oa_freq_source - register that holds a frequency */
struct oa_freq_source {
	/** @reg: offset of the register; 0: there is none, the frequency is always @mhz */
	u32 reg;
	/** @mask: field of the register */
	u32 mask;
	/** @mhz: the field counts in units of @mhz / @divisor MHz */
	u16 mhz;
	/** @divisor: 0 means 1 */
	u16 divisor;
};

extern const struct oa_freq_source oa_freqs_hsw[];	/* and BDW */
extern const struct oa_freq_source oa_freqs_gen9[];	/* and gen11; not the low-power parts */

int oa_sysfs_add(struct oa_device *oa);
void oa_sysfs_remove(struct oa_device *oa);

#endif /* _OA_SYSFS_H_ */
