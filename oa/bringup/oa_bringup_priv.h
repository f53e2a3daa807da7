/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_BRINGUP_PRIV_H_
#define _OA_BRINGUP_PRIV_H_

#include "bringup/oa_bringup.h"

struct seq_file;

/* Parts of the report that are lists of registers. No register changes by being read. */
enum oa_bringup_part {
	OA_BRINGUP_FUSES,	/* all that the platform's topology is read from */
	OA_BRINGUP_CLOCK,	/* all that the rate of the time stamp is read from */
	OA_BRINGUP_POWER,	/* RC6, frequency, clock gating, power domains */
	OA_BRINGUP_PAT,		/* cacheability that a page table entry can choose */
	OA_BRINGUP_IRQ,		/* from the master down, without registers that a read locks */
	OA_NUM_BRINGUP_PARTS,
};

/* Contents of a platform's report */
struct oa_bringup_layout {
	/* Lists of registers by enum oa_bringup_part, ended by NULL */
	const struct oa_debug_reg *regs[OA_NUM_BRINGUP_PARTS][4];
	u64 (*stolen)(u16 ggc);	/* bytes of stolen memory, from config space (GGC) */
	u8 bsm;		/* offset in config space of the base of stolen memory */
	u8 bsm_high;	/* the same of its upper dword, 0 if it has none */
};

/* A GPU that is only read */
struct oa_bringup {
	struct pci_dev *pdev;
	struct oa_uncore *uncore;	/* no power domain was requested */
	const struct oa_gt_info *gt;
	u16 command;	/* registers of config space: PCI_COMMAND */
	u16 ggc;	/* sizes of GGTT and stolen memory */
	u64 bsm;	/* address of stolen memory, as the register holds it */
};

/* Use of a range of the GGTT */
struct oa_bringup_entries {
	u32 valid;	/* entries that are valid */
	u32 distinct;	/* different entries */
	u32 most;	/* entries equal to the most frequent one */
	u64 common;	/* the most frequent entry */
};

void oa_bringup_count(u64 *entries, u32 num, struct oa_bringup_entries *counts);
void oa_bringup_show(struct seq_file *m, struct oa_bringup *b);

#endif /* _OA_BRINGUP_PRIV_H_ */
