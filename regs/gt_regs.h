/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * GT, power and interrupt registers that the OA unit depends on, Gen6 to Gen11.
 *
 * Offsets are bytes from the start of BAR 0. Facts: Linux i915 register
 * definitions, the Haswell programmer's reference manuals, and for Gen11 "Lakefield,
 * Volume 13: Software and Hardware Interface".
 */
#ifndef _REGS_GT_REGS_H_
#define _REGS_GT_REGS_H_

#include "regs/regs_env.h"

/* Masked registers: bits 31:16 enable the write of bits 15:0. */
#define MASKED_BIT_ENABLE(bit)		((bit) * 0x10001u)
#define MASKED_BIT_DISABLE(bit)		((bit) << 16)
#define MASKED_REGISTER(value)		(0xffff0000u | (value))

/* Forcewake */
#define FORCEWAKE_MT			0xa188
#define FORCEWAKE_ACK_HSW		0x130044
#define  FORCEWAKE_KERNEL		BIT(0)
#define FORCEWAKE_SNB			0xa18c
#define FORCEWAKE_ACK_SNB		0x130090
#define FORCEWAKE_ACK_IVB		0x130040
#define ECOBUS				0xa180
#define  FORCEWAKE_MT_ENABLE		BIT(5)	/* IVB: the multi-threaded pair is in use */
#define FORCEWAKE_RENDER_VLV		0x1300b0
#define FORCEWAKE_ACK_RENDER_VLV	0x1300b4
#define FORCEWAKE_MEDIA_VLV		0x1300b8
#define FORCEWAKE_ACK_MEDIA_VLV		0x1300bc
#define VLV_GTLC_WAKE_CTRL		0x130090
#define  VLV_GTLC_ALLOWWAKEREQ		BIT(0)
#define VLV_GTLC_PW_STATUS		0x130094
#define  VLV_GTLC_ALLOWWAKEACK		BIT(0)
#define  VLV_GTLC_ALLOWWAKEERR		BIT(1)
#define  VLV_GTLC_PW_MEDIA_STATUS	BIT(5)
#define  VLV_GTLC_PW_RENDER_STATUS	BIT(7)
#define FORCEWAKE_GT_GEN9		0xa188
#define FORCEWAKE_ACK_GT_GEN9		0x130044
#define FORCEWAKE_RENDER_GEN9		0xa278
#define FORCEWAKE_ACK_RENDER_GEN9	0x0d84
#define FORCEWAKE_MEDIA_GEN9		0xa270
#define FORCEWAKE_ACK_MEDIA_GEN9	0x0d88
#define FORCEWAKE_VDBOX_GEN11(n)	(0xa540 + 4 * (n))
#define FORCEWAKE_ACK_VDBOX_GEN11(n)	(0x0d50 + 4 * (n))
#define FORCEWAKE_VEBOX_GEN11(n)	(0xa560 + 4 * (n))
#define FORCEWAKE_ACK_VEBOX_GEN11(n)	(0x0d70 + 4 * (n))
#define  FORCEWAKE_USER			BIT(1)
#define  FORCEWAKE_KERNEL_FALLBACK	BIT(15)
#define  FORCEWAKE_ACK_MASK		GENMASK(15, 0)	/* a bit for each requester */
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
#define GEN9_PG_ENABLE			0xa210	/* coarse power gating */
#define GEN8_RC6_CTX_INFO		0x8504	/* 0: the memory for its context is lost */
#define GEN6_GT_CORE_STATUS		0x138060	/* [2:0] 0: RC0, 2: RC3, 3: RC6, 4: RC7 */
#define GEN6_GT_GFX_RC6			0x138108	/* time in RC6 */

#define HALF_SLICE_CHICKEN2		0xe180	/* masked */
#define WAIT_FOR_RC6_EXIT		0x20cc	/* masked */

/* The microcontroller that schedules, Gen9 and later */
#define GUC_STATUS			0xc000
#define  GUC_IN_RESET			BIT(0)

/* Mailbox of the power unit; not VLV, CHV */
#define PCODE_MAILBOX			0x138124
#define  PCODE_BUSY			BIT(31)
#define  PCODE_COMMAND_MASK		GENMASK(7, 0)	/* in an answer the error, 0: none */
#define  PCODE_ILLEGAL_COMMAND		1
#define  PCODE_READ_RC6_VOLTAGES	0x05
#define  PCODE_READ_MEMORY_LATENCY	0x06	/* Gen9 and later */
#define  PCODE_WRITE_MIN_FREQUENCIES	0x08
#define  PCODE_READ_MIN_FREQUENCIES	0x09
#define  PCODE_READ_OVERCLOCKING	0x0c
#define  PCODE_DUTY_CYCLE		0x1a	/* HSW and later: [15:8] most efficient */
#define PCODE_DATA			0x138128
#define PCODE_DATA1			0x13812c

/* Steering of accesses to replicated units; the default is instance 0/0, multicast */
#define GEN8_MCR_SELECTOR		0x0fdc
#define  GEN8_MCR_SLICE_MASK		GENMASK(27, 26)
#define  GEN8_MCR_SUBSLICE_MASK		GENMASK(25, 24)
#define  GEN11_MCR_MULTICAST		BIT(31)
#define  GEN11_MCR_SLICE_MASK		GENMASK(30, 27)
#define  GEN11_MCR_SUBSLICE_MASK	GENMASK(26, 24)

/* Slice and subslice power, per context */
#define GEN8_R_PWR_CLK_STATE		0x20c8
#define  GEN8_RPCS_ENABLE		BIT(31)
#define  GEN8_RPCS_S_CNT_ENABLE		BIT(18)
#define  GEN8_RPCS_S_CNT_MASK		GENMASK(17, 15)
#define  GEN11_RPCS_S_CNT_MASK		GENMASK(17, 12)
#define  GEN8_RPCS_SS_CNT_ENABLE	BIT(11)
#define  GEN8_RPCS_SS_CNT_MASK		GENMASK(10, 8)
#define  GEN8_RPCS_EU_MAX_MASK		GENMASK(7, 4)
#define  GEN8_RPCS_EU_MIN_MASK		GENMASK(3, 0)

/* Resets; the bits clear themselves */
#define GEN6_GDRST			0x941c
#define  GEN6_GRDOM_FULL		BIT(0)
#define  GEN6_GRDOM_RENDER		BIT(1)
#define  GEN6_GRDOM_MEDIA		BIT(2)
#define  GEN6_GRDOM_BLT			BIT(3)
#define  GEN6_GRDOM_VECS		BIT(4)
#define  GEN11_GRDOM_BLT		BIT(2)
#define  GEN11_GRDOM_MEDIA(n)		BIT(5 + (n))
#define  GEN11_GRDOM_VECS		BIT(13)

/* NOA */
#define GEN8_NOA_CONFIG0		0x0d0c
#define GEN8_NOA_CONFIG8		0x0d2c
#define GEN9_RPM_CONFIG1		0x0d04
#define  GEN11_NOA_ENABLE		BIT(9)
#define OA_PERFCNT1_LO			0x91b8
#define OA_PERFCNT2_HI			0x91c4
#define OA_PERFMATRIX_HI		0x91cc
#define GEN11_OA_PERFCNT4_HI		0x91dc
#define CHV_NOA_START			0x182300
#define CHV_NOA_END			0x1823a4
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

#define GEN6_PMISR			0x44020	/* power management */
#define GEN6_PMIER			0x4402c

/* Interrupts of the PCH */
#define SDEISR				0xc4000
#define SDEIMR				0xc4004
#define SDEIIR				0xc4008
#define SDEIER				0xc400c

/* Interrupts of VLV: its own master and display block */
#define VLV_MASTER_IER			0x4400c
#define  VLV_MASTER_IRQ_ENABLE		BIT(31)
#define VLV_IER				0x1820a0
#define VLV_IIR				0x1820a4
#define VLV_IMR				0x1820a8

/* Interrupts, gen8 and gen9 */
#define GEN8_MASTER_IRQ			0x44200
#define  GEN8_MASTER_IRQ_CONTROL	BIT(31)
#define  GEN8_GT_VECS_IRQ		BIT(6)
#define  GEN8_GT_WDBOX_OACS_IRQ		BIT(7)
#define GEN8_GT_ISR(n)			(0x44300 + 0x10 * (n))
#define GEN8_GT_IMR(n)			(0x44304 + 0x10 * (n))
#define GEN8_GT_IIR(n)			(0x44308 + 0x10 * (n))
#define GEN8_GT_IER(n)			(0x4430c + 0x10 * (n))
#define  GEN8_GT3_OA_HALF_FULL		BIT(28)

#define  GEN8_DE_PIPE_IRQ(n)		BIT(16 + (n))
#define  GEN8_DE_PORT_IRQ		BIT(20)
#define  GEN8_DE_MISC_IRQ		BIT(22)
#define  GEN8_DE_PCH_IRQ		BIT(23)
#define  GEN8_PCU_IRQ			BIT(30)
/* ISR, IMR, IIR and IER follow each other */
#define GEN8_DE_PIPE_ISR(n)		(0x44400 + 0x10 * (n))
#define GEN8_DE_PIPE_IER(n)		(0x4440c + 0x10 * (n))
#define GEN8_DE_PORT_ISR		0x44440
#define GEN8_DE_PORT_IER		0x4444c
#define GEN8_DE_MISC_ISR		0x44460
#define GEN8_DE_MISC_IER		0x4446c
#define GEN8_PCU_ISR			0x444e0
#define GEN8_PCU_IER			0x444ec

/* Interrupts, gen11: Lakefield document, chapter "Interrupts" */
#define GEN11_GFX_MSTR_IRQ		0x190010
#define  GEN11_MASTER_IRQ		BIT(31)
#define  GEN11_PCU_IRQ			BIT(30)
#define  GEN11_GU_MISC_IRQ		BIT(29)
#define  GEN11_DISPLAY_IRQ		BIT(16)
#define  GEN11_GT_DW_IRQ(n)		BIT(n)
#define GEN11_DISPLAY_INT_CTL		0x44200
#define GEN11_GU_MISC_ISR		0x444f0
#define GEN11_GU_MISC_IER		0x444fc
#define GEN11_GT_INTR_DW(n)		(0x190018 + 4 * (n))
#define  GEN11_GT_DW0_RCS0		BIT(0)
#define  GEN11_GT_DW0_BCS		BIT(15)
#define  GEN11_GT_DW0_GTPM		BIT(16)
#define  GEN11_GT_DW0_KCR		BIT(19)
#define  GEN11_GT_DW0_WDPERF		BIT(20)
#define  GEN11_GT_DW0_GUC		BIT(25)
#define  GEN11_GT_DW0_GUNIT		BIT(28)
#define  GEN11_GT_DW0_CSME		BIT(31)
#define  GEN11_GT_DW1_VCS(n)		BIT(n)
#define  GEN11_GT_DW1_VECS(n)		BIT(31 - (n))
#define GEN11_RENDER_COPY_INTR_ENABLE	0x190030	/* render in the upper half */
#define GEN11_VCS_VECS_INTR_ENABLE	0x190034
#define GEN11_GUC_SG_INTR_ENABLE	0x190038
#define GEN11_GPM_WGBOXPERF_INTR_ENABLE	0x19003c	/* GTPM upper half, WDOAPerf lower */
#define GEN11_CRYPTO_RSVD_INTR_ENABLE	0x190040
#define GEN11_GUNIT_CSME_INTR_ENABLE	0x190044
#define GEN11_INTR_IDENTITY_REG(n)	(0x190060 + 4 * (n))
#define  GEN11_INTR_DATA_VALID		BIT(31)
#define  GEN11_INTR_INSTANCE_MASK	GENMASK(25, 20)
#define  GEN11_INTR_CLASS_MASK		GENMASK(18, 16)
#define  GEN11_INTR_DATA_MASK		GENMASK(15, 0)
#define  GEN11_INTR_CLASS_OTHER		4
#define  GEN11_INTR_INSTANCE_WDOAPERF	2
#define  GEN11_INTR_INSTANCE_GTPM	1
#define  GEN11_WDOAPERF_OA_HALF_FULL	BIT(12)	/* bit 28 of OA_IMR, of a vector of 16 */
#define GEN11_IIR_SELECTOR(n)		(0x190070 + 4 * (n))
#define GEN11_RCS0_RSVD_INTR_MASK	0x190090
#define GEN11_BCS_RSVD_INTR_MASK	0x1900a0
#define GEN11_VCS0_VCS1_INTR_MASK	0x1900a8
#define GEN11_VCS2_VCS3_INTR_MASK	0x1900ac
#define GEN11_VECS0_VECS1_INTR_MASK	0x1900d0
#define GEN11_GUC_SG_INTR_MASK		0x1900e8
#define GEN11_GPM_WGBOXPERF_INTR_MASK	0x1900ec	/* halves as in its enable register */
#define GEN11_CRYPTO_RSVD_INTR_MASK	0x1900f0
#define GEN11_GUNIT_CSME_INTR_MASK	0x1900f4

/* Mirror of MCHBAR: writes have no effect */
#define MCHBAR_MIRROR			0x140000
#define MCHBAR_MIRROR_END		0x147fff

/* Lakefield: software virtualisation mailbox, reads zero on bare metal */
#define LKF_VIRT_MAILBOX		0x178000
#define LKF_VIRT_MAILBOX_END		0x178fff

/* GGTT */
#define GFX_FLSH_CNTL_GEN6		0x101008
#define  GFX_FLSH_CNTL_EN		BIT(0)

/* Cacheability that a page table entry chooses; gen11 has a register for each index */
#define GEN8_PRIVATE_PAT_LO		0x40e0	/* index 0 in the lowest byte */
#define GEN8_PRIVATE_PAT_HI		0x40e4
#define GEN11_PAT_INDEX(n)		(0x40e0 + 4 * (n))
#define  GEN8_PPAT_INDEX0_MASK		GENMASK(7, 0)
#define  GEN8_PPAT_TYPE_MASK		GENMASK(1, 0)
#define  GEN8_PPAT_WB			3
#define  GEN8_PPAT_TARGET_MASK		GENMASK(3, 2)
#define  GEN8_PPAT_ELLC			(0 << 2)	/* not the LLC */
#define  GEN8_PPAT_LLC			BIT(2)
#define  CHV_PPAT_SNOOP			BIT(6)		/* and BXT, GLK; they ignore the rest */

/* Fuses and frequency, gen6 to gen7.5 */
#define HSW_PAVP_FUSE1			0x911c
#define  HSW_F1_EU_DIS_MASK		GENMASK(17, 16)
#define  HSW_F1_EU_DIS_10EUS		0
#define  HSW_F1_EU_DIS_8EUS		1
#define  HSW_F1_EU_DIS_6EUS		2
#define GEN6_RPNSWREQ			0xa008	/* the requested frequency */
#define  GEN6_SWREQ_MASK		GENMASK(30, 25)	/* SNB, IVB */
#define  HSW_SWREQ_MASK			GENMASK(30, 24)	/* and BDW */
#define  GEN9_SWREQ_MASK		GENMASK(31, 23)	/* and gen11; units of 50/3 MHz */
#define GEN6_RP_INTERRUPT_LIMITS	0xa014
#define GEN6_RPSTAT1			0xa01c
#define  GEN6_CAGF_MASK			GENMASK(14, 8)	/* SNB, IVB */
#define  HSW_CAGF_MASK			GENMASK(13, 7)
#define GEN6_RP_STATE_CAP		0x145998
#define  RP0_CAP_MASK			GENMASK(7, 0)
#define  RP1_CAP_MASK			GENMASK(15, 8)
#define  RPN_CAP_MASK			GENMASK(23, 16)
#define  GT_FREQUENCY_MULTIPLIER	50	/* MHz per unit */

/* Fuses, gen8 and later */
#define CHV_FUSE_GT			0x182168
#define  CHV_FGT_DISABLE_SS0		BIT(10)
#define  CHV_FGT_DISABLE_SS1		BIT(11)
#define  CHV_FGT_EU_DIS_SS0_R0_MASK	GENMASK(19, 16)
#define  CHV_FGT_EU_DIS_SS0_R1_MASK	GENMASK(23, 20)
#define  CHV_FGT_EU_DIS_SS1_R0_MASK	GENMASK(27, 24)
#define  CHV_FGT_EU_DIS_SS1_R1_MASK	GENMASK(31, 28)
#define GEN8_FUSE2			0x9120
#define  GEN8_F2_SS_DIS_MASK		GENMASK(23, 21)	/* same subslices in each slice */
#define  GEN9_F2_SS_DIS_MASK		GENMASK(23, 20)
#define  GEN8_F2_S_ENA_MASK		GENMASK(27, 25)
/* Gen8: 24 bits per slice, three packed; gen9: 8 bits per subslice, a register per slice */
#define GEN8_EU_DISABLE(n)		(0x9134 + 4 * (n))
#define GEN11_EU_DISABLE		0x9134	/* [7:0], the same in each subslice */
#define GEN11_GT_SLICE_ENABLE		0x9138
#define GEN11_GT_SUBSLICE_DISABLE	0x913c
#define GEN11_GT_VEBOX_VDBOX_DISABLE	0x9140
#define  GEN11_GT_VDBOX_DISABLE_MASK	GENMASK(7, 0)
#define  GEN11_GT_VEBOX_DISABLE_MASK	GENMASK(19, 16)
#define GEN11_MIRROR_FUSE3		0x9118	/* [7:0] L3 banks fused off */

/* Time base */
#define GEN9_RPM_CONFIG0		0x0d00
#define  GEN9_RPM_CONFIG0_CRYSTAL	BIT(3)
#define  GEN11_RPM_CONFIG0_CRYSTAL_MASK	GENMASK(5, 3)
#define  GEN11_CRYSTAL_24_MHZ		0
#define  GEN11_CRYSTAL_19_2_MHZ		1
#define  GEN11_CRYSTAL_38_4_MHZ		2
#define  GEN11_CRYSTAL_25_MHZ		3
#define  GEN11_RPM_CONFIG0_CTC_SHIFT_MASK GENMASK(2, 1)
#define CTC_MODE			0xa26c
#define  CTC_SOURCE_DIVIDE_LOGIC	BIT(0)
#define  CTC_SHIFT_PARAMETER_MASK	GENMASK(2, 1)
#define TIMESTAMP_OVERRIDE		0x44074
#define  TIMESTAMP_OVERRIDE_US_MASK	GENMASK(9, 0)
#define  TIMESTAMP_OVERRIDE_DENOM_MASK	GENMASK(15, 12)

/* Frequency, gen9 and later: units of 50/3 MHz */
#define  GEN9_CAGF_MASK			GENMASK(31, 23)
#define  GEN9_FREQUENCY_SCALER		3
/* BXT, GLK: replaces GEN6_RP_STATE_CAP; fields in reverse order, in units of 50/3 MHz */
#define BXT_RP_STATE_CAP		0x138170
#define  BXT_RP0_CAP_MASK		GENMASK(23, 16)
#define  BXT_RP1_CAP_MASK		GENMASK(15, 8)
#define  BXT_RPN_CAP_MASK		GENMASK(7, 0)

/* Virtualisation: the i915 vGPU magic */
#define VGT_PVINFO_PAGE			0x78000
#define  VGT_MAGIC			0x4776544776544776ULL

#endif /* _REGS_GT_REGS_H_ */
