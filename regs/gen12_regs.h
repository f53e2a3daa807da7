/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers of Gen12LP (Tiger Lake to Raptor Lake), where they differ from Gen11's.
 *
 * No document of this project describes Gen12. All offsets and fields are facts from the code of
 * Linux's i915, the same in 6.1 and 7.3 unless said otherwise: hardware/gen12.rst has the
 * file of each.
 */
#ifndef _REGS_GEN12_REGS_H_
#define _REGS_GEN12_REGS_H_

#include "regs/regs_env.h"

/* OAG, the OA unit of the whole GPU. Its timer is global: no context carries it. */
#define GEN12_OAGLBCTXCTRL		0x2b28
#define  GEN12_OAGLBCTXCTRL_TIMER_PERIOD GENMASK(7, 2)
#define  GEN12_OAGLBCTXCTRL_TIMER_ENABLE BIT(1)
#define  GEN12_OAGLBCTXCTRL_COUNTER_RESUME BIT(0)
#define GEN12_OAG_PESS			0x2b2c
#define GEN12_OAG_STARTTRIG1		0xd900
#define GEN12_OAG_REPORTTRIG1		0xd920
#define GEN12_OAG_REPORTTRIG2		0xd924
#define GEN12_OAG_REPORTTRIG6		0xd934
#define GEN12_OAG_CEC0_0		0xd940
#define GEN12_OAG_CEC7_1		0xd97c
#define GEN12_OAG_PERF_B(n)		(0xda94 + 4 * (n))	/* Mesa 25.0.7, src/intel/perf */
#define GEN12_OAG_PERF_C(n)		(0xdab4 + 4 * (n))	/* likewise */
#define GEN12_OAG_OACONTROL		0xdaf4
#define GEN12_OAG_DEBUG			0xdaf8	/* masked */
#define GEN12_OAG_STATUS		0xdafc
#define GEN12_OAG_HEADPTR		0xdb00
#define GEN12_OAG_TAILPTR		0xdb04
#define GEN12_OAG_BUFFER		0xdb08
#define GEN12_OAG_SCEC0_0		0xdc00
#define GEN12_OAA_DEBUG			0xdc44
#define GEN12_OA_TLB_INVALIDATE		0xceec	/* bit 0 clears itself */

/* OAR, the unit of one context: not simulated, its registers keep their values */
#define GEN12_OAR_OACONTROL		0x2960
#define GEN12_OAR_OASTATUS		0x2968

/* Counts of the cache's queue for metric sets */
#define GEN12_SQCNT1			0x8718

/* Cacheability: of the GPU's units, and what a page table entry chooses */
#define GEN12_MOCS(n)			(0x4000 + 4 * (n))	/* 64 of them */
#define GEN12_PAT_INDEX(n)		(0x4800 + 4 * (n))	/* 8 of them */

/* Workarounds write these and nothing else is known of them */
#define GEN12_WM_CHICKEN2		0x5584	/* 7.3 */
#define GEN12_FF_MODE2			0x6604
#define GEN12_BLIT_CCTL			0x22204
#define GEN12_CLKREQ_POLICY		0x101038

/* Invalidation of compression tables, by engine; the bit clears itself */
#define GEN12_CCS_AUX_INVALIDATE	0x4208
#define GEN12_VD0_AUX_INVALIDATE	0x4218
#define GEN12_VE0_AUX_INVALIDATE	0x4238
#define GEN12_BCS0_AUX_INVALIDATE	0x4248
#define GEN12_VD2_AUX_INVALIDATE	0x4298
#define GEN12_CCS0_AUX_INVALIDATE	0x42c8	/* compute; Tiger Lake has no such engine */

/* Invalidation of translations, by class of engine: render, video, video enhancement, copy */
#define GEN12_GFX_TLB_INVALIDATE	0xced8
#define GEN12_BLT_TLB_INVALIDATE	0xcee4

/* Fuses. 0x913c has Gen11's subslices with the other polarity; an EU fuse stands for two EUs. */
#define GEN12_GT_DSS_ENABLE		0x913c
#define GEN12_EUS_PER_FUSE		2
#define GEN12_FUSE_GATES		GENMASK(27, 18)	/* of SKL_FUSE_STATUS: four pipes' too */
#define GEN12_DFSM_NO_PIPE_D		BIT(22)		/* of SKL_DFSM */

/* The frequency, by i915 of 7.3; that of 6.1 reads it where Gen9 has it */
#define GEN12_RPSTAT1			0x1381b4
#define  GEN12_CAGF_MASK		GENMASK(19, 11)

/* Mailbox of the power unit: keep Type-C ports out of their cold state, or let them go there */
#define PCODE_TGL_TCCOLD		0x26

/* A context status: the context switched to in the lower dword, that switched from in the upper */
#define GEN12_CSB_NEW_QUEUE		BIT(0)		/* lower */
#define GEN12_CSB_CLASS_MASK		GENMASK(5, 3)	/* lower */
#define GEN12_CSB_INSTANCE_MASK		GENMASK(11, 6)	/* lower */
#define GEN12_CSB_DETAIL_MASK		GENMASK(3, 0)	/* upper */
#define  GEN12_CSB_DETAIL_PREEMPTED	5
#define GEN12_CSB_SW_ID_MASK		GENMASK(25, 15)	/* of both */
#define  GEN12_CSB_SW_ID_IDLE		0x7ff		/* no context */

/* MI_SEMAPHORE_WAIT: compares a register instead of memory */
#define MI_SEMAPHORE_REGISTER_POLL	BIT(16)

/* Dword of its value in the register pages of each engine's image */
#define GEN12_LRC_MI_MODE		0x61
#define GEN12_LRC_OACTXCONTROL		0x145

#endif /* _REGS_GEN12_REGS_H_ */
