/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_DEBUGFS_H_
#define _OA_DEBUGFS_H_

#include <linux/types.h>

struct drm_minor;

/**
 * struct oa_debug_reg - a register worth showing; a list ends with an empty one
 */
struct oa_debug_reg {
	/** @name: key */
	const char *name;
	/** @offset: bytes from the start of BAR 0 */
	u32 offset;
};

extern const struct oa_debug_reg oa_debug_unit_snb[];
extern const struct oa_debug_reg oa_debug_unit_gen7[];
extern const struct oa_debug_reg oa_debug_unit_gen8[];
extern const struct oa_debug_reg oa_debug_unit_gen9[];
extern const struct oa_debug_reg oa_debug_irq_snb[];
extern const struct oa_debug_reg oa_debug_irq_gen7[];
extern const struct oa_debug_reg oa_debug_irq_gen8[];
extern const struct oa_debug_reg oa_debug_irq_gen11[];

void oa_debugfs_init(struct drm_minor *minor);

#endif /* _OA_DEBUGFS_H_ */
