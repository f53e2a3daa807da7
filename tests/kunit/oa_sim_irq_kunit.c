// SPDX-License-Identifier: GPL-2.0-only
/*
 * The simulated interrupt trees of Gen8 to Gen11, without a driver. Sequences
 * that the documents prescribe cause no violation. Each breach is counted by its
 * kind and has its consequence.
 *
 * Facts: hardware.rst 6.1, 6.3, 6.4; Lakefield, volume 13, "Interrupts".
 */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/kernel.h>

#include "regs/gt_regs.h"
#include "sim/core/platform/sim_platform.h"
#include "sim/kernel/sim_card.h"

#define OA_BIT			GEN11_GT_DW0_WDPERF
#define RCS_BIT			GEN11_GT_DW0_RCS0
#define OA_IDENTITY		(GEN11_INTR_DATA_VALID | 2u << 20 | 4u << 16 | BIT(12))
/* Everything is masked except the OA unit's event */
#define GEN11_OA_UNMASKED	((u32)~GEN11_WDOAPERF_OA_HALF_FULL)
#define GEN8_OA_UNMASKED	((u32)~GEN8_GT3_OA_HALF_FULL)
#define USER			BIT(0)
#define SWITCH			BIT(8)
/* More than any implementation of the simulator takes to show Data-Valid. */
#define MANY_READS		1000

struct sim_irq_test {
	struct oa_sim_gpu *gpu;
};

static u32 rd(struct sim_irq_test *t, u32 offset)
{
	return oa_sim_gpu_read32(t->gpu, offset);
}

static void wr(struct sim_irq_test *t, u32 offset, u32 value)
{
	oa_sim_gpu_write32(t->gpu, offset, value);
}

static void raise_event(struct sim_irq_test *t, u32 event)
{
	oa_sim_gpu_event(t->gpu, event);
}

/* Exactly this rule was broken, this many times. */
static void expect_broken(struct kunit *test, enum sim_violation kind, u64 times)
{
	struct sim_irq_test *t = test->priv;

	KUNIT_EXPECT_EQ(test, t->gpu->violations[kind].count, times);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), times);
}

static void create(struct kunit *test, const char *platform)
{
	struct sim_irq_test *t = test->priv;

	t->gpu = oa_sim_gpu_create(platform, true);
	KUNIT_ASSERT_NOT_NULL(test, t->gpu);
	/* These belong to the OA unit and the streamer, which do not run in these tests. */
	t->gpu->irq.oa_imr = 0;
	t->gpu->store[RCS_IMR / 4] = 0;
}

static int sim_irq_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct sim_irq_test), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, test->priv);
	return 0;
}

static void sim_irq_exit(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	if (t && t->gpu)
		oa_sim_gpu_destroy(t->gpu);
}

/* All events that the tests raise are enabled, none is masked. */
static void gen11_enable(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	create(test, "icl");
	wr(t, GEN11_RENDER_COPY_INTR_ENABLE, ~0u);
	wr(t, GEN11_VCS_VECS_INTR_ENABLE, ~0u);
	wr(t, GEN11_GPM_WGBOXPERF_INTR_ENABLE, GEN11_WDOAPERF_OA_HALF_FULL);
	wr(t, GEN11_RCS0_RSVD_INTR_MASK, 0);
	wr(t, GEN11_BCS_RSVD_INTR_MASK, 0);
	wr(t, GEN11_VCS0_VCS1_INTR_MASK, 0);
	wr(t, GEN11_GPM_WGBOXPERF_INTR_MASK, GEN11_OA_UNMASKED);
	wr(t, GEN11_GFX_MSTR_IRQ, GEN11_MASTER_IRQ);
}

/* Turn the master off, read its sources, then GT INT DW 0: the start of a service. */
static u32 begin(struct sim_irq_test *t)
{
	wr(t, GEN11_GFX_MSTR_IRQ, 0);
	return rd(t, GEN11_GFX_MSTR_IRQ) & GEN11_GT_DW_IRQ(0) ? rd(t, GEN11_GT_INTR_DW(0)) : 0;
}

static u32 wait_identity(struct sim_irq_test *t, u32 n)
{
	u32 i, identity = 0;

	for (i = 0; i < MANY_READS && !(identity & GEN11_INTR_DATA_VALID); i++)
		identity = rd(t, GEN11_INTR_IDENTITY_REG(n));
	return identity;
}

/* Serve an engine, without clearing its bit of GT INT DW. */
static u32 serve_engine(struct sim_irq_test *t, u32 n, u32 bit)
{
	u32 identity;

	wr(t, GEN11_IIR_SELECTOR(n), bit);
	identity = wait_identity(t, n);
	wr(t, GEN11_INTR_IDENTITY_REG(n), GEN11_INTR_DATA_VALID);
	return identity;
}

static void finish(struct sim_irq_test *t, u32 bits)
{
	wr(t, GEN11_GT_INTR_DW(0), bits);
	wr(t, GEN11_GFX_MSTR_IRQ, GEN11_MASTER_IRQ);
}

static void sim_gen11_service(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;
	u32 round;

	gen11_enable(test);
	for (round = 0; round < 3; round++) {
		KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
		raise_event(t, SIM_EVENT_OA_HALF_FULL);
		KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
		KUNIT_EXPECT_EQ(test, begin(t), OA_BIT);
		KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
		KUNIT_EXPECT_EQ(test, serve_engine(t, 0, OA_BIT), OA_IDENTITY);
		KUNIT_EXPECT_EQ(test, rd(t, GEN11_INTR_IDENTITY_REG(0)), 0u);
		KUNIT_EXPECT_EQ(test, rd(t, GEN11_IIR_SELECTOR(0)), 0u);
		finish(t, OA_BIT);
		KUNIT_EXPECT_EQ(test, rd(t, GEN11_GFX_MSTR_IRQ), GEN11_MASTER_IRQ);
	}
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* Data-Valid takes a while to be set, and needs no further reads for it. */
static void sim_gen11_data_valid_is_late(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	KUNIT_EXPECT_EQ(test, begin(t), OA_BIT);
	wr(t, GEN11_IIR_SELECTOR(0), OA_BIT);
	KUNIT_EXPECT_EQ(test, rd(t, GEN11_INTR_IDENTITY_REG(0)), 0u);
	oa_sim_gpu_set_time_ns(t->gpu, 100000);
	KUNIT_EXPECT_EQ(test, rd(t, GEN11_INTR_IDENTITY_REG(0)), OA_IDENTITY);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* The snapshot does not change; events that come meanwhile raise the line after the service. */
static void sim_gen11_double_buffer(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	raise_event(t, SIM_EVENT_SOURCE + 15);
	KUNIT_EXPECT_EQ(test, begin(t), OA_BIT | GEN11_GT_DW0_BCS);
	raise_event(t, SIM_EVENT_RCS_USER);
	KUNIT_EXPECT_EQ(test, rd(t, GEN11_GT_INTR_DW(0)), OA_BIT | GEN11_GT_DW0_BCS);
	KUNIT_EXPECT_EQ(test, serve_engine(t, 0, OA_BIT), OA_IDENTITY);
	wr(t, GEN11_GT_INTR_DW(0), OA_BIT);
	KUNIT_EXPECT_EQ(test, rd(t, GEN11_GT_INTR_DW(0)), GEN11_GT_DW0_BCS);
	KUNIT_EXPECT_EQ(test, serve_engine(t, 0, GEN11_GT_DW0_BCS),
			GEN11_INTR_DATA_VALID | 3u << 16 | BIT(0));
	finish(t, GEN11_GT_DW0_BCS);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, begin(t), RCS_BIT);
	KUNIT_EXPECT_EQ(test, serve_engine(t, 0, RCS_BIT), GEN11_INTR_DATA_VALID | USER);
	finish(t, RCS_BIT);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* Events of one engine gather until it is selected; a later one is not lost. */
static void sim_gen11_collapsing(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	raise_event(t, SIM_EVENT_RCS_USER);
	raise_event(t, SIM_EVENT_RCS_USER);
	KUNIT_EXPECT_EQ(test, begin(t), RCS_BIT);
	raise_event(t, SIM_EVENT_RCS_SWITCH);
	wr(t, GEN11_IIR_SELECTOR(0), RCS_BIT);
	KUNIT_EXPECT_EQ(test, wait_identity(t, 0), GEN11_INTR_DATA_VALID | USER | SWITCH);
	raise_event(t, SIM_EVENT_RCS_USER);
	KUNIT_EXPECT_EQ(test, wait_identity(t, 0), GEN11_INTR_DATA_VALID | USER | SWITCH);
	wr(t, GEN11_INTR_IDENTITY_REG(0), GEN11_INTR_DATA_VALID);
	finish(t, RCS_BIT);
	KUNIT_EXPECT_EQ(test, begin(t), RCS_BIT);
	KUNIT_EXPECT_EQ(test, serve_engine(t, 0, RCS_BIT), GEN11_INTR_DATA_VALID | USER);
	finish(t, RCS_BIT);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* A disabled event is dropped, a masked one is kept. */
static void sim_gen11_enable_and_mask(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	wr(t, GEN11_GPM_WGBOXPERF_INTR_ENABLE, 0);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	wr(t, GEN11_GPM_WGBOXPERF_INTR_ENABLE, GEN11_WDOAPERF_OA_HALF_FULL);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));

	wr(t, GEN11_GPM_WGBOXPERF_INTR_MASK, ~0u);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	wr(t, GEN11_GPM_WGBOXPERF_INTR_MASK, GEN11_OA_UNMASKED);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));

	/* The OA unit's own mask comes first, and drops the event. */
	KUNIT_EXPECT_EQ(test, begin(t), OA_BIT);
	serve_engine(t, 0, OA_BIT);
	finish(t, OA_BIT);
	t->gpu->irq.oa_imr = GEN8_GT3_OA_HALF_FULL;
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	t->gpu->irq.oa_imr = 0;
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* The second dword has its own selector and shared IIR. */
static void sim_gen11_second_dword(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	raise_event(t, SIM_EVENT_SOURCE + 32);
	wr(t, GEN11_GFX_MSTR_IRQ, 0);
	KUNIT_EXPECT_EQ(test, rd(t, GEN11_GFX_MSTR_IRQ), GEN11_GT_DW_IRQ(1));
	KUNIT_EXPECT_EQ(test, rd(t, GEN11_GT_INTR_DW(1)), GEN11_GT_DW1_VCS(0));
	KUNIT_EXPECT_EQ(test, serve_engine(t, 1, GEN11_GT_DW1_VCS(0)),
			GEN11_INTR_DATA_VALID | 1u << 16 | BIT(0));
	wr(t, GEN11_GT_INTR_DW(1), GEN11_GT_DW1_VCS(0));
	wr(t, GEN11_GFX_MSTR_IRQ, GEN11_MASTER_IRQ);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* A bit cleared without service silences its engine until the mask is opened again. */
static void sim_gen11_unserved(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	KUNIT_EXPECT_EQ(test, begin(t), OA_BIT);
	finish(t, OA_BIT);
	expect_broken(test, SIM_IRQ_DW_UNSERVED, 1);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	wr(t, GEN11_GPM_WGBOXPERF_INTR_MASK, ~0u);
	wr(t, GEN11_GPM_WGBOXPERF_INTR_MASK, GEN11_OA_UNMASKED);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
}

static void sim_gen11_selector(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	raise_event(t, SIM_EVENT_RCS_USER);
	KUNIT_EXPECT_EQ(test, begin(t), OA_BIT | RCS_BIT);
	wr(t, GEN11_IIR_SELECTOR(0), OA_BIT | RCS_BIT);
	expect_broken(test, SIM_IRQ_NOT_ONE_HOT, 1);
	KUNIT_EXPECT_EQ(test, wait_identity(t, 0), 0u);
	wr(t, GEN11_IIR_SELECTOR(0), 0);
	expect_broken(test, SIM_IRQ_NOT_ONE_HOT, 2);
	KUNIT_EXPECT_EQ(test, serve_engine(t, 0, OA_BIT), OA_IDENTITY);
	expect_broken(test, SIM_IRQ_NOT_ONE_HOT, 2);
}

static void sim_gen11_not_in_dw(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	KUNIT_EXPECT_EQ(test, begin(t), OA_BIT);
	/* The event is pending, but not in the snapshot. */
	raise_event(t, SIM_EVENT_RCS_USER);
	wr(t, GEN11_IIR_SELECTOR(0), RCS_BIT);
	expect_broken(test, SIM_IRQ_NOT_IN_DW, 1);
	KUNIT_EXPECT_EQ(test, wait_identity(t, 0), 0u);
}

static void sim_gen11_not_read(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	wr(t, GEN11_GFX_MSTR_IRQ, 0);
	wr(t, GEN11_IIR_SELECTOR(0), OA_BIT);
	expect_broken(test, SIM_IRQ_DW_NOT_READ, 1);
}

static void sim_gen11_selector_busy(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	raise_event(t, SIM_EVENT_RCS_USER);
	begin(t);
	wr(t, GEN11_IIR_SELECTOR(0), OA_BIT);
	KUNIT_EXPECT_EQ(test, wait_identity(t, 0), OA_IDENTITY);
	wr(t, GEN11_IIR_SELECTOR(0), RCS_BIT);
	expect_broken(test, SIM_IRQ_SELECTOR_BUSY, 1);
}

/* Bits left in the dword park all later events. */
static void sim_gen11_dw_left(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	begin(t);
	serve_engine(t, 0, OA_BIT);
	wr(t, GEN11_GFX_MSTR_IRQ, GEN11_MASTER_IRQ);
	expect_broken(test, SIM_IRQ_DW_LEFT, 1);
	raise_event(t, SIM_EVENT_RCS_USER);
	wr(t, GEN11_GFX_MSTR_IRQ, 0);
	KUNIT_EXPECT_EQ(test, rd(t, GEN11_GT_INTR_DW(0)), OA_BIT);
	wr(t, GEN11_GT_INTR_DW(0), OA_BIT);
	KUNIT_EXPECT_EQ(test, rd(t, GEN11_GT_INTR_DW(0)), RCS_BIT);
}

static void sim_gen11_no_data_valid(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	begin(t);
	wr(t, GEN11_IIR_SELECTOR(0), OA_BIT);
	wr(t, GEN11_INTR_IDENTITY_REG(0), GEN11_INTR_DATA_VALID);
	expect_broken(test, SIM_IRQ_NO_DATA_VALID, 1);
	/* The write had no effect. */
	KUNIT_EXPECT_EQ(test, wait_identity(t, 0), OA_IDENTITY);
}

static void sim_gen11_master(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	wr(t, GEN11_GFX_MSTR_IRQ, GEN11_MASTER_IRQ | GEN11_GT_DW_IRQ(1));
	expect_broken(test, SIM_IRQ_MASTER_SOURCE, 1);
	KUNIT_EXPECT_EQ(test, rd(t, GEN11_GFX_MSTR_IRQ), GEN11_MASTER_IRQ);
}

static void sim_gen11_master_on(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	KUNIT_EXPECT_EQ(test, rd(t, GEN11_GT_INTR_DW(0)), OA_BIT);
	expect_broken(test, SIM_IRQ_MASTER_ON, 1);
	wr(t, GEN11_IIR_SELECTOR(0), OA_BIT);
	expect_broken(test, SIM_IRQ_MASTER_ON, 2);
}

static void sim_gen11_master_reread(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	begin(t);
	KUNIT_EXPECT_EQ(test, rd(t, GEN11_GFX_MSTR_IRQ), GEN11_GT_DW_IRQ(0));
	expect_broken(test, SIM_IRQ_MASTER_REREAD, 1);
}

/* The fault: no Data-Valid. Going on, or asking again, is no breach; the event stays pending. */
static void sim_gen11_never_valid(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen11_enable(test);
	t->gpu->faults.identity_never_valid = 2;
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	KUNIT_EXPECT_EQ(test, begin(t), OA_BIT);
	wr(t, GEN11_IIR_SELECTOR(0), OA_BIT);
	KUNIT_EXPECT_EQ(test, wait_identity(t, 0), 0u);
	oa_sim_gpu_set_time_ns(t->gpu, 1000000);
	KUNIT_EXPECT_EQ(test, wait_identity(t, 0), 0u);
	wr(t, GEN11_GFX_MSTR_IRQ, GEN11_MASTER_IRQ);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, begin(t), OA_BIT);
	wr(t, GEN11_IIR_SELECTOR(0), OA_BIT);
	KUNIT_EXPECT_EQ(test, wait_identity(t, 0), 0u);
	finish(t, OA_BIT);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	wr(t, GEN11_GPM_WGBOXPERF_INTR_MASK, ~0u);
	wr(t, GEN11_GPM_WGBOXPERF_INTR_MASK, GEN11_OA_UNMASKED);
	KUNIT_EXPECT_EQ(test, begin(t), OA_BIT);
	KUNIT_EXPECT_EQ(test, serve_engine(t, 0, OA_BIT), OA_IDENTITY);
	finish(t, OA_BIT);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

static void gen8_enable(struct kunit *test, const char *platform)
{
	struct sim_irq_test *t = test->priv;

	create(test, platform);
	wr(t, GEN8_GT_IMR(3), GEN8_OA_UNMASKED);
	wr(t, GEN8_GT_IER(3), GEN8_GT3_OA_HALF_FULL);
	wr(t, GEN8_MASTER_IRQ, GEN8_MASTER_IRQ_CONTROL);
}

static void sim_gen8_service(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;
	const u32 both = GEN8_GT_VECS_IRQ | GEN8_GT_WDBOX_OACS_IRQ;
	u32 round;

	gen8_enable(test, "bdw");
	for (round = 0; round < 2; round++) {
		KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
		raise_event(t, SIM_EVENT_OA_HALF_FULL);
		KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
		wr(t, GEN8_MASTER_IRQ, 0);
		KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
		KUNIT_EXPECT_EQ(test, rd(t, GEN8_MASTER_IRQ), both);
		KUNIT_EXPECT_EQ(test, rd(t, GEN8_GT_IIR(3)), GEN8_GT3_OA_HALF_FULL);
		wr(t, GEN8_GT_IIR(3), GEN8_GT3_OA_HALF_FULL);
		KUNIT_EXPECT_EQ(test, rd(t, GEN8_MASTER_IRQ), 0u);
		wr(t, GEN8_MASTER_IRQ, GEN8_MASTER_IRQ_CONTROL);
	}
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* The master's source bits are read only; which of two stands for the OA unit is a choice. */
static void sim_gen8_master(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen8_enable(test, "bdw");
	wr(t, GEN8_MASTER_IRQ, ~0u);
	KUNIT_EXPECT_EQ(test, rd(t, GEN8_MASTER_IRQ), GEN8_MASTER_IRQ_CONTROL);
	t->gpu->irq.gen8.oa_master = GEN8_GT_WDBOX_OACS_IRQ;
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	KUNIT_EXPECT_EQ(test, rd(t, GEN8_MASTER_IRQ),
			GEN8_MASTER_IRQ_CONTROL | GEN8_GT_WDBOX_OACS_IRQ);
	/* The other half of the register set belongs to another engine. */
	wr(t, GEN8_GT_IIR(3), ~0u);
	wr(t, GEN8_GT_IMR(3), 0);
	wr(t, GEN8_GT_IER(3), BIT(0));
	raise_event(t, SIM_EVENT_SOURCE + 96);
	KUNIT_EXPECT_EQ(test, rd(t, GEN8_MASTER_IRQ), GEN8_MASTER_IRQ_CONTROL | GEN8_GT_VECS_IRQ);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
}

static void sim_gen8_gates(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen8_enable(test, "skl");
	t->gpu->irq.oa_imr = GEN8_GT3_OA_HALF_FULL;
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	t->gpu->irq.oa_imr = 0;
	wr(t, GEN8_GT_IMR(3), ~0u);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	wr(t, GEN8_GT_IMR(3), GEN8_OA_UNMASKED);
	KUNIT_EXPECT_EQ(test, rd(t, GEN8_GT_IIR(3)), 0u);
	wr(t, GEN8_GT_IER(3), 0);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	KUNIT_EXPECT_EQ(test, rd(t, GEN8_GT_IIR(3)), GEN8_GT3_OA_HALF_FULL);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	wr(t, GEN8_GT_IER(3), GEN8_GT3_OA_HALF_FULL);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
}

/* The streamer's events, gated by its own mask */
static void sim_gen8_render(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;

	gen8_enable(test, "bdw");
	wr(t, GEN8_GT_IMR(0), 0);
	wr(t, GEN8_GT_IER(0), USER | SWITCH);
	raise_event(t, SIM_EVENT_RCS_SWITCH);
	KUNIT_EXPECT_EQ(test, rd(t, GEN8_GT_IIR(0)), SWITCH);
	KUNIT_EXPECT_EQ(test, rd(t, GEN8_MASTER_IRQ), GEN8_MASTER_IRQ_CONTROL | BIT(0));
	t->gpu->store[RCS_IMR / 4] = USER;
	raise_event(t, SIM_EVENT_RCS_USER);
	KUNIT_EXPECT_EQ(test, rd(t, GEN8_GT_IIR(0)), SWITCH);
	t->gpu->store[RCS_IMR / 4] = 0;
	raise_event(t, SIM_EVENT_RCS_USER);
	KUNIT_EXPECT_EQ(test, rd(t, GEN8_GT_IIR(0)), USER | SWITCH);
}

/* The display raises nothing, but its registers exist. */
static void sim_gen8_display(struct kunit *test)
{
	struct sim_irq_test *t = test->priv;
	u64 unknown;

	gen8_enable(test, "chv");
	unknown = t->gpu->books.unknown_registers;
	wr(t, VLV_IER, 1);
	wr(t, VLV_IIR, ~0u);
	KUNIT_EXPECT_EQ(test, rd(t, VLV_IER), 1u);
	KUNIT_EXPECT_EQ(test, rd(t, VLV_IIR), 0u);
	KUNIT_EXPECT_EQ(test, t->gpu->books.unknown_registers, unknown);
	raise_event(t, SIM_EVENT_OA_HALF_FULL);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
}

static struct kunit_case sim_irq_cases[] = {
	KUNIT_CASE(sim_gen8_service),
	KUNIT_CASE(sim_gen8_master),
	KUNIT_CASE(sim_gen8_gates),
	KUNIT_CASE(sim_gen8_render),
	KUNIT_CASE(sim_gen8_display),
	KUNIT_CASE(sim_gen11_service),
	KUNIT_CASE(sim_gen11_data_valid_is_late),
	KUNIT_CASE(sim_gen11_double_buffer),
	KUNIT_CASE(sim_gen11_collapsing),
	KUNIT_CASE(sim_gen11_enable_and_mask),
	KUNIT_CASE(sim_gen11_second_dword),
	KUNIT_CASE(sim_gen11_unserved),
	KUNIT_CASE(sim_gen11_selector),
	KUNIT_CASE(sim_gen11_not_in_dw),
	KUNIT_CASE(sim_gen11_not_read),
	KUNIT_CASE(sim_gen11_selector_busy),
	KUNIT_CASE(sim_gen11_dw_left),
	KUNIT_CASE(sim_gen11_no_data_valid),
	KUNIT_CASE(sim_gen11_master),
	KUNIT_CASE(sim_gen11_master_on),
	KUNIT_CASE(sim_gen11_master_reread),
	KUNIT_CASE(sim_gen11_never_valid),
	{ }
};

static struct kunit_suite sim_irq_suite = {
	.name = "i915_oa_sim_irq",
	.init = sim_irq_init,
	.exit = sim_irq_exit,
	.test_cases = sim_irq_cases,
};

kunit_test_suite(sim_irq_suite);
