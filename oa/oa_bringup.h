/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_BRINGUP_H_
#define _OA_BRINGUP_H_

#include <linux/types.h>

struct oa_gt_info;
struct oa_platform;
struct oa_uncore;
struct seq_file;

/**
 * struct oa_bringup_bar - a BAR as the kernel found it
 */
struct oa_bringup_bar {
	/** @start: physical address */
	u64 start;
	/** @bytes: its size, 0 if there is none */
	u64 bytes;
};

/**
 * struct oa_bringup_config - what the report says of configuration space
 */
struct oa_bringup_config {
	/** @vendor: PCI vendor */
	u16 vendor;
	/** @device: PCI device */
	u16 device;
	/** @subvendor: PCI subsystem vendor */
	u16 subvendor;
	/** @subdevice: PCI subsystem device */
	u16 subdevice;
	/** @revision: PCI revision */
	u8 revision;
	/** @class: PCI class, 24 bits */
	u32 class;
	/** @command: command register */
	u16 command;
	/** @ggc: sizes of GGTT and stolen memory */
	u16 ggc;
	/** @bsm: address of stolen memory, as the register holds it */
	u64 bsm;
	/** @bars: BARs 0, 2 and 4 */
	struct oa_bringup_bar bars[3];
};

/**
 * struct oa_bringup - a GPU that is only looked at
 */
struct oa_bringup {
	/** @uncore: registers; no power well was asked for */
	struct oa_uncore *uncore;
	/** @gt: what follows from the PCI id */
	const struct oa_gt_info *gt;
	/** @config: configuration space */
	struct oa_bringup_config config;
};

/**
 * struct oa_bringup_entries - who uses a range of the GGTT
 */
struct oa_bringup_entries {
	/** @valid: entries that lead somewhere */
	u32 valid;
	/** @distinct: different entries */
	u32 distinct;
	/** @most: how many equal the most frequent one */
	u32 most;
	/** @common: the most frequent entry */
	u64 common;
};

bool oa_bringup_virtualised(struct oa_uncore *uncore, const struct oa_platform *platform);
void oa_bringup_count(u64 *entries, u32 num, struct oa_bringup_entries *counts);
void oa_bringup_show(struct seq_file *m, struct oa_bringup *b);

#endif /* _OA_BRINGUP_H_ */
