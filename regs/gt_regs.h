/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * GT, power and interrupt registers that the OA unit depends on, Gen6 to Gen7.5.
 *
 * Offsets are bytes from the start of BAR 0. Facts: Linux i915 register
 * definitions and the Haswell programmer's reference manuals.
 */
#ifndef _REGS_GT_REGS_H_
#define _REGS_GT_REGS_H_

#include <linux/bits.h>

/* Masked registers: bits 31:16 enable the write of bits 15:0. */
#define MASKED_BIT_ENABLE(bit)		((bit) * 0x10001u)
#define MASKED_BIT_DISABLE(bit)		((bit) << 16)
#define MASKED_REGISTER(value)		(0xffff0000u | (value))

/* Forcewake */
#define FORCEWAKE_MT			0xa188
#define FORCEWAKE_ACK_HSW		0x130044
#define  FORCEWAKE_KERNEL		BIT(0)
#define GEN6_GT_THREAD_STATUS		0x13805c
#define  GEN6_GT_THREAD_STATUS_MASK	GENMASK(2, 0)

/* Write FIFO of gen6 to gen7.5 */
#define GTFIFODBG			0x120000
#define GTFIFOCTL			0x120008
#define  GT_FIFO_FREE_ENTRIES_MASK	GENMASK(6, 0)
#define  GT_FIFO_RESERVED_ENTRIES	20

/* Clock gating */
#define GEN6_UCGCTL1			0x9400
#define  GEN6_CSUNIT_CLOCK_GATE_DISABLE	BIT(7)
#define GEN6_UCGCTL3			0x9408
#define  GEN6_OACSUNIT_CLOCK_GATE_DISABLE BIT(20)
#define GEN7_MISCCPCTL			0x9424
#define  GEN7_DOP_CLOCK_GATE_ENABLE	BIT(0)

/* RC6 */
#define GEN6_RC_CONTROL			0xa090
#define GEN6_RC_STATE			0xa094

#define HALF_SLICE_CHICKEN2		0xe180	/* masked */
#define WAIT_FOR_RC6_EXIT		0x20cc	/* masked */

/* NOA */
#define GDT_CHICKEN_BITS		0x9840
#define  GT_NOA_ENABLE			BIT(7)
#define NOA_WRITE			0x9888

/* Render command streamer */
#define RCS_IMR				0x20a8
#define RCS_CCID			0x2180
#define  CCID_VALID			BIT(0)
#define  CCID_ADDRESS_MASK		GENMASK(31, 12)

/* Interrupts, gen5 to gen7.5 */
#define DEISR				0x44000
#define DEIMR				0x44004
#define DEIIR				0x44008
#define DEIER				0x4400c
#define  DE_MASTER_IRQ_CONTROL		BIT(31)
#define GTISR				0x44010
#define GTIMR				0x44014
#define GTIIR				0x44018
#define GTIER				0x4401c
#define  GT_OA_BUFFER_HALF_FULL		BIT(9)

/* GGTT */
#define GFX_FLSH_CNTL_GEN6		0x101008
#define  GFX_FLSH_CNTL_EN		BIT(0)

/* Fuses and frequency, gen6 to gen7.5 */
#define HSW_PAVP_FUSE1			0x911c
#define  HSW_F1_EU_DIS_MASK		GENMASK(17, 16)
#define  HSW_F1_EU_DIS_SHIFT		16
#define  HSW_F1_EU_DIS_10EUS		0
#define  HSW_F1_EU_DIS_8EUS		1
#define  HSW_F1_EU_DIS_6EUS		2
#define GEN6_RPNSWREQ			0xa008
#define GEN6_RP_INTERRUPT_LIMITS	0xa014
#define GEN6_RPSTAT1			0xa01c
#define  HSW_CAGF_MASK			GENMASK(13, 7)
#define  HSW_CAGF_SHIFT			7
#define GEN6_RP_STATE_CAP		0x145998
#define  RP0_CAP_MASK			GENMASK(7, 0)
#define  RP1_CAP_MASK			GENMASK(15, 8)
#define  RPN_CAP_MASK			GENMASK(23, 16)
#define  GT_FREQUENCY_MULTIPLIER	50	/* MHz per unit */

/* Virtualisation: the i915 vGPU magic */
#define VGT_PVINFO_PAGE			0x78000
#define  VGT_MAGIC			0x4776544776544776ULL

#endif /* _REGS_GT_REGS_H_ */
