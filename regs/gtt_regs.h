/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Configuration space and GGTT entries, Gen6 to Gen11.
 *
 * Facts: Linux i915 and the Haswell programmer's reference manuals.
 */
#ifndef _REGS_GTT_REGS_H_
#define _REGS_GTT_REGS_H_

#include "regs/regs_env.h"

#define SNB_GMCH_CTRL			0x50	/* config space, 16 bits */
#define  SNB_GMCH_GGMS_MASK		GENMASK(9, 8)
#define  SNB_GMCH_GMS_MASK		GENMASK(7, 3)	/* stolen memory */
#define INTEL_BSM			0x5c	/* config space: base of stolen memory */
#define GEN11_BSM_DW0			0xc0
#define GEN11_BSM_DW1			0xc4
#define  INTEL_BSM_MASK			GENMASK(31, 20)
#define  INTEL_BSM_LOCK			BIT(0)
/* In BAR 0: the top of stolen memory, which is for the GPU alone; Gen11: 64 bits */
#define GEN6_STOLEN_RESERVED		0x1082c0
#define GEN11_STOLEN_RESERVED_HI	0x1082c4

#define GEN6_PTE_VALID			BIT(0)
#define GEN6_PTE_ADDR_MASK		GENMASK(31, 12)
#define HSW_PTE_ADDR_HI_MASK		GENMASK(10, 4)	/* physical 38:32 */
#define HSW_PTE_UNCACHED		0
#define HSW_PTE_WB_LLC_AGE3		(2u << 1)	/* code 2: [3:1] = 2, bit 11 = 0 */

#define GEN6_PTE_ADDR_HI_MASK		GENMASK(11, 4)	/* SNB, IVB, VLV: physical 39:32 */
#define GEN6_PTE_UNCACHED		BIT(1)
#define GEN6_PTE_LLC			(2u << 1)
#define VLV_PTE_WRITEABLE		BIT(1)
#define VLV_PTE_SNOOPED			BIT(2)

/* Gen8 and later; CHV keeps gen6's field with gen8's code */
#define BDW_GMCH_GGMS_MASK		GENMASK(7, 6)
#define BDW_GMCH_GMS_MASK		GENMASK(15, 8)

#define GEN8_PTE_PRESENT		BIT_ULL(0)
#define GEN8_PTE_ADDR_MASK		GENMASK_ULL(38, 12)

#endif /* _REGS_GTT_REGS_H_ */
