/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers of the Observation Architecture unit, Gen6 to Gen7.5.
 *
 * Offsets are bytes from the start of BAR 0. Source unless said otherwise:
 * "SNB, IVB, VLV, HSW Observability", chapter "Observability Registers".
 */
#ifndef _REGS_OA_REGS_H_
#define _REGS_OA_REGS_H_

#include <linux/bits.h>

#define RCS_TIMESTAMP_LO		0x2358
#define RCS_TIMESTAMP_HI		0x235c

#define GEN7_OACONTROL			0x2360
#define  GEN7_OACONTROL_CTX_MASK	GENMASK(31, 12)
#define  GEN7_OACONTROL_TIMER_PERIOD	GENMASK(11, 6)
#define  GEN7_OACONTROL_TIMER_PERIOD_SHIFT 6
#define  GEN7_OACONTROL_TIMER_ENABLE	BIT(5)
#define  GEN7_OACONTROL_COUNTER_SELECT	GENMASK(4, 2)
#define  GEN7_OACONTROL_COUNTER_SELECT_SHIFT 2
#define  GEN7_OACONTROL_CTX_ENABLE	BIT(1)
#define  GEN7_OACONTROL_ENABLE		BIT(0)

#define GEN7_OASTATUS1			0x2364
#define  GEN7_OASTATUS1_TAIL_MASK	GENMASK(31, 6)
#define  GEN7_OASTATUS1_SIZE_MASK	GENMASK(5, 3)
#define  GEN7_OASTATUS1_SIZE_SHIFT	3
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

/* Triggers and custom event creation, Haswell and later. */
#define OASTARTTRIG1			0x2710
#define OASTARTTRIG8			0x272c
#define OAREPORTTRIG1			0x2740
#define OAREPORTTRIG8			0x275c
#define HSW_CEC0_0			0x2770
#define HSW_CEC7_1			0x27ac
#define  CEC_COMPARE_MASK		GENMASK(2, 0)
#define  CEC_VALUE_MASK			GENMASK(18, 3)
#define  CEC_VALUE_SHIFT		3
#define  CEC_SOURCE_MASK		GENMASK(20, 19)
#define  CEC_SOURCE_SHIFT		19
#define  CEC_INPUT_MASK			GENMASK(15, 0)

/* Live counters, Haswell: no latch and hold, so two reads differ. */
#define HSW_OAPERF_A(n)			(0x2800 + 4 * (n))
#define HSW_OAPERF_B(n)			(0x28b4 + 4 * (n))

#endif /* _REGS_OA_REGS_H_ */
