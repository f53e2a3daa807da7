/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_DEBUGFS_H_
#define _OA_DEBUGFS_H_

#include <linux/types.h>

struct drm_minor;

/**
 * struct oa_debug_reg - a register worth showing
 */
struct oa_debug_reg {
	/** @name: key */
	const char *name;
	/** @offset: bytes from the start of BAR 0 */
	u32 offset;
};

extern const struct oa_debug_reg oa_debug_regs_snb[];
extern const struct oa_debug_reg oa_debug_regs_gen7[];
extern const struct oa_debug_reg oa_debug_regs_gen8[];
extern const struct oa_debug_reg oa_debug_regs_gen9[];
extern const struct oa_debug_reg oa_debug_regs_gen11[];

void oa_debugfs_init(struct drm_minor *minor);

#endif /* _OA_DEBUGFS_H_ */
