/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_BRINGUP_H_
#define _OA_BRINGUP_H_

#include <linux/types.h>

struct oa_gt_info;
struct oa_platform;
struct oa_uncore;
struct pci_device_id;
struct seq_file;

/**
 * struct oa_debug_reg - a register worth showing; a list ends with an empty one
 */
struct oa_debug_reg {
	/** @name: key */
	const char *name;
	/** @offset: bytes from the start of BAR 0 */
	u32 offset;
};

/* Registers that oa_status in debugfs shows, and some of them the bring-up report */
extern const struct oa_debug_reg oa_debug_unit_snb[];
extern const struct oa_debug_reg oa_debug_unit_gen7[];
extern const struct oa_debug_reg oa_debug_unit_gen8[];
extern const struct oa_debug_reg oa_debug_unit_gen9[];
extern const struct oa_debug_reg oa_debug_irq_snb[];
extern const struct oa_debug_reg oa_debug_irq_gen7[];
extern const struct oa_debug_reg oa_debug_irq_gen8[];
extern const struct oa_debug_reg oa_debug_irq_gen11[];

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
 * struct oa_bringup - a GPU that is only read
 */
struct oa_bringup {
	/** @uncore: registers; no power domain was requested */
	struct oa_uncore *uncore;
	/** @gt: what follows from the PCI id */
	const struct oa_gt_info *gt;
	/** @config: configuration space */
	struct oa_bringup_config config;
};

/**
 * struct oa_bringup_entries - use of a range of the GGTT
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

/** enum oa_bringup_part - parts of the bring-up report that are lists of registers */
enum oa_bringup_part {
	/** @OA_BRINGUP_FUSES: all that the platform's topology is read from */
	OA_BRINGUP_FUSES,
	/** @OA_BRINGUP_CLOCK: all that the rate of the time stamp is read from */
	OA_BRINGUP_CLOCK,
	/** @OA_BRINGUP_POWER: RC6, frequency, clock gating, power wells */
	OA_BRINGUP_POWER,
	/** @OA_BRINGUP_PAT: cacheability that a page table entry can choose */
	OA_BRINGUP_PAT,
	/** @OA_BRINGUP_IRQ: the tree from the master down, without registers that a read locks */
	OA_BRINGUP_IRQ,
	/** @OA_NUM_BRINGUP_PARTS: number of parts */
	OA_NUM_BRINGUP_PARTS,
};

/**
 * struct oa_bringup_layout - what the bring-up report of a platform shows
 *
 * Constant data. No register in it changes by being read.
 */
struct oa_bringup_layout {
	/** @regs: lists of registers by enum oa_bringup_part, ended by NULL */
	const struct oa_debug_reg *regs[OA_NUM_BRINGUP_PARTS][4];
	/** @stolen: bytes of stolen memory, from config space (GGC) */
	u64 (*stolen)(u16 ggc);
	/** @bsm: offset in config space of the base of stolen memory */
	u8 bsm;
	/** @bsm_high: the same of its upper dword, 0 if it has none */
	u8 bsm_high;
};

extern const struct oa_bringup_layout oa_bringup_snb;
extern const struct oa_bringup_layout oa_bringup_ivb;
extern const struct oa_bringup_layout oa_bringup_vlv;
extern const struct oa_bringup_layout oa_bringup_hsw;
extern const struct oa_bringup_layout oa_bringup_bdw;
extern const struct oa_bringup_layout oa_bringup_chv;
extern const struct oa_bringup_layout oa_bringup_gen9;
extern const struct oa_bringup_layout oa_bringup_gen9_lp;
extern const struct oa_bringup_layout oa_bringup_gen11;

int oa_probe_only_register(const struct pci_device_id *ids);
void oa_probe_only_unregister(void);

#endif /* _OA_BRINGUP_H_ */
