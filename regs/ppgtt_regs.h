/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Page tables of the per-process address spaces.
 *
 * Facts: hardware.rst 16.1, which rests on Linux i915.
 */
#ifndef _REGS_PPGTT_REGS_H_
#define _REGS_PPGTT_REGS_H_

#include "regs/regs_env.h"

/* Up to gen7.5, from the base of an engine: place of the directory, and its valid part */
#define RING_PP_DIR_DCLV		0x220	/* a bit stands for 16 entries */
#define RING_PP_DIR_BASE		0x228
#define  PP_DIR_BASE_LINE_MASK		GENMASK(31, 16)	/* in lines of 64 bytes of GGTT entries */
#define GEN6_PDE_VALID			BIT(0)
#define GEN6_PDE_ADDR_MASK		GENMASK(31, 12)
#define GEN6_PDE_ADDR_HI_MASK		GENMASK(11, 4)	/* address bits 39:32 */
#define GEN6_PDES			512u
#define GEN6_PDE_SHIFT			22

/* GFX_MODE, gen6 and later */
#define  GFX_PPGTT_ENABLE		BIT(9)
#define  GFX_PPGTT_48BIT		BIT(7)	/* gen8 and later, without execlists */

/* Gen8 and later, at every level */
#define GEN8_PAGE_PRESENT		BIT_ULL(0)
#define GEN8_PAGE_RW			BIT_ULL(1)
#define GEN8_PAGE_ADDR_MASK		GENMASK_ULL(46, 12)
#define GEN8_PDE_PS_2M			BIT_ULL(7)
#define GEN8_PDE_IPS_64K		BIT_ULL(11)	/* gen9 and later */
#define GEN8_PAGE_ENTRIES		512u

#endif /* _REGS_PPGTT_REGS_H_ */
