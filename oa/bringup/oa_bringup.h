/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_BRINGUP_H_
#define _OA_BRINGUP_H_

#include <linux/types.h>

struct oa_platform;
struct oa_uncore;
struct pci_device_id;

/* A register worth showing; a list ends with an empty one */
struct oa_debug_reg {
	const char *name;	/* key */
	u32 offset;	/* bytes from the start of BAR 0 */
};

/* Registers that oa_status in debugfs and the bring-up report show */
extern const struct oa_debug_reg oa_debug_unit_snb[], oa_debug_unit_gen7[], oa_debug_unit_gen8[],
	oa_debug_unit_gen9[], oa_debug_irq_snb[], oa_debug_irq_gen7[], oa_debug_irq_gen8[],
	oa_debug_irq_gen11[];

/* Contents of each platform's bring-up report (oa_bringup_regs.c) */

extern const struct oa_bringup_layout oa_bringup_gen6, oa_bringup_vlv, oa_bringup_hsw,
	oa_bringup_bdw, oa_bringup_chv, oa_bringup_gen9, oa_bringup_gen9_lp, oa_bringup_gen11;

bool oa_bringup_virtualised(struct oa_uncore *uncore, const struct oa_platform *platform);

int oa_probe_only_register(const struct pci_device_id *ids);
void oa_probe_only_unregister(void);

#endif /* _OA_BRINGUP_H_ */
