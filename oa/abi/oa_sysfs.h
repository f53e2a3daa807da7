/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_SYSFS_H_
#define _OA_SYSFS_H_

#include <linux/types.h>

struct oa_device;

/** enum oa_freq_id - frequencies of the GPU */
enum oa_freq_id {
	/** @OA_FREQ_ACTUAL: now */
	OA_FREQ_ACTUAL,
	/** @OA_FREQ_RP0: the highest */
	OA_FREQ_RP0,
	/** @OA_FREQ_RP1: the most efficient */
	OA_FREQ_RP1,
	/** @OA_FREQ_RPN: the lowest */
	OA_FREQ_RPN,
	/** @OA_NUM_FREQS: how many there are */
	OA_NUM_FREQS,
};

/** struct oa_freq_source - where a frequency is read */
struct oa_freq_source {
	/** @reg: offset of its register; 0: there is none, it is always @mhz */
	u32 reg;
	/** @mask: its field */
	u32 mask;
	/** @mhz: the field's unit, MHz, divided by @divisor */
	u16 mhz;
	/** @divisor: of the unit; 0 means 1 */
	u16 divisor;
};

extern const struct oa_freq_source oa_freqs_hsw[];	/* and BDW */
extern const struct oa_freq_source oa_freqs_gen9[];	/* and gen11, but the low-power parts */

int oa_sysfs_add(struct oa_device *oa);
void oa_sysfs_remove(struct oa_device *oa);

#endif /* _OA_SYSFS_H_ */
