/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Forcewake domains of the simulated platforms: see sim_forcewake_tables.c.
 */
#ifndef _SIM_FORCEWAKE_H_
#define _SIM_FORCEWAKE_H_

#include "sim/core/platform/sim_platform.h"

/** enum sim_replicated - number of copies of a register, and their selection */
enum sim_replicated {
	/** @SIM_REPLICATED_NONE: one */
	SIM_REPLICATED_NONE,
	/** @SIM_REPLICATED_SLICE: one in each slice */
	SIM_REPLICATED_SLICE,
	/** @SIM_REPLICATED_SUBSLICE: one in each subslice of each slice */
	SIM_REPLICATED_SUBSLICE,
	/** @SIM_REPLICATED_L3BANK: one in each L3 bank; the subslice field selects it */
	SIM_REPLICATED_L3BANK,
};

const struct sim_fw_range *sim_forcewake_range(const struct oa_sim_gpu *gpu, u32 offset);

/* Lengths are given here, so that ARRAY_SIZE() works for a platform's num_domains. */
extern const struct sim_fw_domain sim_fw_domains_bdw[1];
extern const struct sim_fw_domain sim_fw_domains_chv[2];
extern const struct sim_fw_domain sim_fw_domains_gen9[3];
extern const struct sim_fw_domain sim_fw_domains_gen11[5];

extern const struct sim_fw_range sim_fw_ranges_bdw[];
extern const struct sim_fw_range sim_fw_ranges_chv[];
extern const struct sim_fw_range sim_fw_ranges_gen9[];
extern const struct sim_fw_range sim_fw_ranges_gen11[];
extern const struct sim_fw_range sim_fw_ranges_lkf[];
extern const struct sim_fw_range sim_fw_ranges_gen12[];

extern const struct sim_reg_range sim_fw_shadowed_gen8[];
extern const struct sim_reg_range sim_fw_shadowed_gen11[];
extern const struct sim_reg_range sim_fw_shadowed_gen12[];

/* Registers that read 0 and ignore writes. */
extern const struct sim_reg_range sim_silent_lkf[];

#endif /* _SIM_FORCEWAKE_H_ */
