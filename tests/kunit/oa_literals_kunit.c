// SPDX-License-Identifier: GPL-2.0-only
/*
 * Offsets and masks that the driver and the simulated GPU take from one line of regs/, so that a
 * slip there would mislead both alike. The numbers are written from the documents, not from regs/:
 * hardware.rst 1.3, 2.4, 2.5, 3.11, 6.1, 6.4 and what these name as their sources.
 */
#include <kunit/test.h>
#include <linux/kernel.h>

#include "regs/gt_regs.h"
#include "regs/oa_regs.h"

struct literal {
	const char *name;
	u32 is;
	u32 should;
};

#define LITERAL(macro, value)	{ #macro, macro, value }

static const struct literal literals[] = {
	/* Counters as registers, Gen8 and later: Intel's metrics library */
	LITERAL(GEN8_OAPERF_A_LO(0), 0x2800),
	LITERAL(GEN8_OAPERF_A_UPPER(0), 0x2804),
	LITERAL(GEN8_OAPERF_A_LO(31), 0x28f8),
	LITERAL(GEN8_OAPERF_A_UPPER(31), 0x28fc),
	LITERAL(GEN8_OAPERF_A32(32), 0x2900),
	LITERAL(GEN8_OAPERF_A32(35), 0x290c),
	LITERAL(GEN8_GPU_TICKS, 0x2910),
	LITERAL(GEN8_OAPERF_B(0), 0x2920),
	LITERAL(GEN8_OAPERF_B(7), 0x293c),
	LITERAL(GEN8_OAPERF_C(0), 0x2940),
	LITERAL(GEN8_OAPERF_C(7), 0x295c),
	/* Lakefield volume 13 places the free-running copies in this order; offsets unconfirmed */
	LITERAL(GEN9_OAPERF_A4_FREE, 0x2960),
	LITERAL(GEN9_OAPERF_A6_FREE, 0x2968),
	LITERAL(GEN9_OAPERF_A19_FREE, 0x2970),
	LITERAL(GEN9_OAPERF_A20_FREE, 0x2978),
	/* Lakefield volume 13: mirror of the memory controller, mailbox of a hypervisor */
	LITERAL(MCHBAR_MIRROR, 0x140000),
	LITERAL(MCHBAR_MIRROR_END, 0x147fff),
	LITERAL(LKF_VIRT_MAILBOX, 0x178000),
	LITERAL(LKF_VIRT_MAILBOX_END, 0x178fff),
	/* Lakefield volume 13: fuse of L3 banks */
	LITERAL(GEN11_MIRROR_FUSE3, 0x9118),
	/* i915: enables and masks of interrupts, Gen11 */
	LITERAL(GEN11_GUC_SG_INTR_ENABLE, 0x190038),
	LITERAL(GEN11_CRYPTO_RSVD_INTR_ENABLE, 0x190040),
	LITERAL(GEN11_GUNIT_CSME_INTR_ENABLE, 0x190044),
	LITERAL(GEN11_GUC_SG_INTR_MASK, 0x1900e8),
	LITERAL(GEN11_CRYPTO_RSVD_INTR_MASK, 0x1900f0),
	LITERAL(GEN11_GUNIT_CSME_INTR_MASK, 0x1900f4),
	/* i915: state of RC6, time in it, coarse power gating */
	LITERAL(GEN6_GT_CORE_STATUS, 0x138060),
	LITERAL(GEN6_GT_GFX_RC6, 0x138108),
	LITERAL(GEN9_PG_ENABLE, 0xa210),
	/* i915: fuses that the topology and the media power domains are read from */
	LITERAL(HSW_PAVP_FUSE1, 0x911c),
	LITERAL(GEN8_FUSE2, 0x9120),
	LITERAL(GEN8_F2_S_ENA_MASK, 0x0e000000),
	LITERAL(GEN8_F2_SS_DIS_MASK, 0x00e00000),
	LITERAL(GEN9_F2_SS_DIS_MASK, 0x00f00000),
	LITERAL(GEN8_EU_DISABLE(0), 0x9134),
	LITERAL(GEN8_EU_DISABLE(2), 0x913c),
	LITERAL(GEN11_EU_DISABLE, 0x9134),
	LITERAL(GEN11_GT_SLICE_ENABLE, 0x9138),
	LITERAL(GEN11_GT_SUBSLICE_DISABLE, 0x913c),
	LITERAL(GEN11_GT_VEBOX_VDBOX_DISABLE, 0x9140),
	LITERAL(GEN11_GT_VDBOX_DISABLE_MASK, 0x000000ff),
	LITERAL(GEN11_GT_VEBOX_DISABLE_MASK, 0x000f0000),
};

static void oa_literals(struct kunit *test)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(literals); i++)
		KUNIT_EXPECT_EQ_MSG(test, literals[i].is, literals[i].should, "%s",
				    literals[i].name);
}

static struct kunit_case oa_literals_cases[] = {
	KUNIT_CASE(oa_literals),
	{ }
};

static struct kunit_suite oa_literals_suite = {
	.name = "i915_oa_literals",
	.test_cases = oa_literals_cases,
};

kunit_test_suite(oa_literals_suite);
