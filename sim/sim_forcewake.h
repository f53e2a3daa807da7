/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Power wells of the simulated platforms: see sim_forcewake_tables.c.
 */
#ifndef _SIM_FORCEWAKE_H_
#define _SIM_FORCEWAKE_H_

#include "sim_platform.h"

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

extern const struct sim_reg_range sim_fw_shadowed_gen8[];
extern const struct sim_reg_range sim_fw_shadowed_gen11[];

#endif /* _SIM_FORCEWAKE_H_ */
