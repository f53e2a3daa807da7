/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_BRINGUP_REGS_H_
#define _OA_BRINGUP_REGS_H_

#include <linux/types.h>

struct oa_debug_reg;

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

#endif /* _OA_BRINGUP_REGS_H_ */
