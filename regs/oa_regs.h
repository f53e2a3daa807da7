/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers of the Observation Architecture unit, Gen6 to Gen11.
 *
 * Offsets are bytes from the start of BAR 0. Sources, unless said otherwise: up to
 * Gen7.5 "SNB, IVB, VLV, HSW Observability", chapter "Observability Registers";
 * from Gen8 on the Broadwell and Lakefield Observability documents, with the offsets
 * and bits that they omit from Linux i915 and Intel's metrics discovery library.
 */
#ifndef _REGS_OA_REGS_H_
#define _REGS_OA_REGS_H_

#include "regs/regs_env.h"

#define RCS_TIMESTAMP_LO		0x2358
#define RCS_TIMESTAMP_HI		0x235c

#define GEN7_OACONTROL			0x2360
#define  GEN7_OACONTROL_CTX_MASK	GENMASK(31, 12)
#define  GEN7_OACONTROL_TIMER_PERIOD	GENMASK(11, 6)
#define  GEN7_OACONTROL_TIMER_ENABLE	BIT(5)
#define  GEN7_OACONTROL_COUNTER_SELECT	GENMASK(4, 2)
#define  GEN7_OACONTROL_CTX_ENABLE	BIT(1)
#define  GEN7_OACONTROL_ENABLE		BIT(0)

#define GEN7_OASTATUS1			0x2364
#define  GEN7_OASTATUS1_TAIL_MASK	GENMASK(31, 6)
#define  GEN7_OASTATUS1_SIZE_MASK	GENMASK(5, 3)
#define  GEN7_OASTATUS1_COUNTER_OVERFLOW BIT(2)
#define  GEN7_OASTATUS1_BUFFER_OVERFLOW	BIT(1)
#define  GEN7_OASTATUS1_REPORT_LOST	BIT(0)

#define GEN7_OASTATUS2			0x2368
#define  GEN7_OASTATUS2_HEAD_MASK	GENMASK(31, 6)
#define  HSW_OASTATUS2_TAIL_WRAP_MASK	BIT(4)
#define  HSW_OASTATUS2_TAIL_WRAP	BIT(3)
#define  HSW_OASTATUS2_HEAD_WRAP_MASK	BIT(2)
#define  HSW_OASTATUS2_HEAD_WRAP	BIT(1)
#define  GEN7_OASTATUS2_MEM_SELECT_GGTT	BIT(0)

#define GEN7_OABUFFER			0x23b0
#define  GEN7_OABUFFER_BASE_MASK	GENMASK(31, 6)
#define  HSW_OABUFFER_OVERRUN_STATUS	BIT(4)
#define  HSW_OABUFFER_OVERRUN_DISABLE	BIT(3)
#define  GEN7_OABUFFER_STOP_RESUME_ENABLE BIT(1)
#define  GEN7_OABUFFER_RESUME		BIT(0)

#define GEN6_OABUFFER_ALIGN		0x80000	/* SNB, IVB, VLV: whatever the size */
#define GEN6_OASTATUS1_SIZE_UNIT	0x4000	/* SNB, IVB, VLV: 16 KiB x (code + 1) */

/* Custom event creation, SNB to VLV: four pairs */
#define GEN6_CEC0_0			0x2390
#define GEN6_CEC3_1			0x23ac

/*
 * Gen8 and later. Gen7's OACONTROL became OACTXCONTROL: it is per context, holds the
 * timer, and is part of the render context image.
 */
#define GEN8_OACTXCONTROL		0x2360
#define  GEN8_OACTXCONTROL_TIMER_PERIOD	GENMASK(7, 2)
#define  GEN8_OACTXCONTROL_TIMER_ENABLE	BIT(1)
#define  GEN8_OACTXCONTROL_COUNTER_RESUME BIT(0)
#define GEN8_OACTXID			0x2364
#define GEN8_OABUFFER_UDW		0x23b4

#define GEN8_OACONTROL			0x2b00
#define  GEN8_OACONTROL_COUNTER_SELECT	GENMASK(4, 2)
#define  GEN8_OACONTROL_CTX_ENABLE	BIT(1)
#define  GEN8_OACONTROL_ENABLE		BIT(0)

#define GEN9_OA_DEBUG			0x2b04	/* masked; not in the power context */
#define  GEN9_OA_DEBUG_DISABLE_CTX_SWITCH_REPORTS BIT(1)
#define  GEN9_OA_DEBUG_DISABLE_GO_REPORTS BIT(2)
#define  GEN9_OA_DEBUG_DISABLE_CLK_RATIO_REPORTS BIT(5)
#define  GEN9_OA_DEBUG_INCLUDE_CLK_RATIO BIT(6)

#define GEN8_OASTATUS			0x2b08
#define  GEN8_OASTATUS_TAIL_WRAP	BIT(17)
#define  GEN8_OASTATUS_HEAD_WRAP	BIT(16)
#define  GEN8_OASTATUS_OVERRUN		BIT(3)
#define  GEN8_OASTATUS_COUNTER_OVERFLOW	BIT(2)
#define  GEN8_OASTATUS_BUFFER_OVERFLOW	BIT(1)
#define  GEN8_OASTATUS_REPORT_LOST	BIT(0)
#define GEN8_OAHEADPTR			0x2b0c
#define  GEN8_OAHEADPTR_MASK		GENMASK(31, 6)
#define GEN8_OATAILPTR			0x2b10
#define  GEN8_OATAILPTR_MASK		GENMASK(31, 6)
#define GEN8_OABUFFER			0x2b14
#define  GEN8_OABUFFER_BASE_MASK	GENMASK(31, 6)
#define  GEN8_OABUFFER_SIZE_MASK	GENMASK(5, 3)	/* 128 KiB << code */
#define  GEN8_OABUFFER_MEM_SELECT_GGTT	BIT(0)
#define GEN8_OA_IMR			0x2b20
#define  GEN8_OA_HALF_FULL_IRQ		BIT(28)

/* Triggers and custom event creation, Haswell and later. */
#define OASTARTTRIG1			0x2710
#define OASTARTTRIG2			0x2714
#define OASTARTTRIG5			0x2720
#define OASTARTTRIG6			0x2724
#define OASTARTTRIG8			0x272c
#define  OASTARTTRIG2_EVENT_SELECT	GENMASK(31, 28)
#define  OASTARTTRIG2_THRESHOLD_ENABLE	BIT(23)
#define  OASTARTTRIG1_THRESHOLD_MASK	GENMASK(15, 0)
#define OAREPORTTRIG1			0x2740
#define OAREPORTTRIG2			0x2744
#define OAREPORTTRIG6			0x2754
#define OAREPORTTRIG8			0x275c
#define  OAREPORTTRIG2_ENABLE		BIT(31)
#define  OAREPORTTRIG2_THRESHOLD_ENABLE	BIT(23)
#define  OAREPORTTRIG2_INVERT_D		BIT(22)
#define HSW_CEC0_0			0x2770
#define HSW_CEC7_1			0x27ac
#define  CEC_COMPARE_MASK		GENMASK(2, 0)
#define  CEC_VALUE_MASK			GENMASK(18, 3)
#define  CEC_SOURCE_MASK		GENMASK(20, 19)
#define  CEC_INPUT_MASK			GENMASK(15, 0)

/* Live counters, Haswell: no latch and hold, so two reads differ. */
#define HSW_OAPERF_A(n)			(0x2800 + 4 * (n))
#define HSW_OAPERF_B(n)			(0x28b4 + 4 * (n))

/* Live counters, Gen8 and later: upper registers hold bits 39:32 */
#define GEN8_OAPERF_A_LO(n)		(0x2800 + 8 * (n))	/* A0 to A31 */
#define GEN8_OAPERF_A_UPPER(n)		(0x2804 + 8 * (n))
#define GEN8_OAPERF_A32(n)		(0x2900 + 4 * ((n) - 32))	/* A32 to A35, 32 bits */
#define GEN8_GPU_TICKS			0x2910
#define GEN8_OAPERF_B(n)		(0x2920 + 4 * (n))
#define GEN8_OAPERF_C(n)		(0x2940 + 4 * (n))
/* Free-running copies of A4, A6, A19 and A20, Gen9 and Gen11 */
#define GEN9_OAPERF_A4_FREE		0x2960
#define GEN9_OAPERF_A6_FREE		0x2968
#define GEN9_OAPERF_A19_FREE		0x2970
#define GEN9_OAPERF_A20_FREE		0x2978

/* Flexible EU events, Gen8 and later; in the render context image in this order */
#define EU_PERF_CNT_CTL0		0xe458
#define EU_PERF_CNT_CTL1		0xe558
#define EU_PERF_CNT_CTL2		0xe658
#define EU_PERF_CNT_CTL3		0xe758
#define EU_PERF_CNT_CTL4		0xe45c
#define EU_PERF_CNT_CTL5		0xe55c
#define EU_PERF_CNT_CTL6		0xe65c
#define EU_PERF_CNT_CTL_COUNT		7

#endif /* _REGS_OA_REGS_H_ */
