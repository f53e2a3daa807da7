// SPDX-License-Identifier: GPL-2.0-only
/*
 * The half-full interrupt against the simulated GPU: its OA unit runs, fills
 * half of its buffer and raises the line.
 *
 * The test programs the unit by hand from hardware.rst 7.2, not through the
 * driver. Time is the simulator's manual clock, so nothing depends on the speed
 * of the host. No Linux interrupt is connected: the tests look at the line.
 */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/time64.h>

#include "oa/gpu/oa_gpu.h"
#include "sim/kernel/sim_card.h"

/* hardware.rst 2.1, 3.2 to 3.5, 6.1, 7.2 */
#define FORCEWAKE_REQUEST	0xa188
#define FORCEWAKE_ACK		0x130044
#define MISCCPCTL		0x9424
#define UCGCTL1			0x9400
#define OACONTROL		0x2360
#define OASTATUS1		0x2364
#define OASTATUS2		0x2368
#define OABUFFER		0x23b0
#define GTIIR			0x44018

/* 128 KiB, the smallest size, at a 16 MiB boundary of the GGTT; scratch pages follow it */
#define BASE			0x01000000u
#define SIZE_128K		0u
#define TAIL_MASK		0xffffffc0u
/*
 * A13, timer on, exponent 0: 64 bytes every 160 ns. Half of the buffer, 1024
 * reports, fills in 163.84 us, all of it in 327.68 us.
 */
#define CONTROL			(BIT(5) | BIT(0))
#define PAST_HALF_NS		200000ull

/* hardware.rst 1.3, 1.5, 1.6: GGTT entries from half of BAR 0 on, then the flush. */
#define GSM			0x200000
#define GFX_FLSH_CNTL		0x101008
#define NUM_PAGES		32

struct irq_sim_test {
	struct oa_sim_gpu *gpu;
	struct page *page;
	struct oa_uncore uncore;
	struct oa_irq irq;
	u64 now_ns;
	u32 half_full;
};

static void count_half_full(struct oa_irq *irq)
{
	container_of(irq, struct irq_sim_test, irq)->half_full++;
}

static void advance(struct irq_sim_test *t, u64 ns)
{
	t->now_ns += ns;
	oa_sim_gpu_set_time_ns(t->gpu, t->now_ns);
}

static void wake_gt(struct kunit *test, struct irq_sim_test *t)
{
	u32 tries;

	oa_write32(&t->uncore, FORCEWAKE_REQUEST, 0x00010001);
	for (tries = 0; tries < 50 && !(oa_read32(&t->uncore, FORCEWAKE_ACK) & BIT(0)); tries++)
		advance(t, NSEC_PER_MSEC);
	KUNIT_ASSERT_TRUE(test, oa_read32(&t->uncore, FORCEWAKE_ACK) & BIT(0));
}

static int irq_sim_init(struct kunit *test)
{
	struct irq_sim_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	test->priv = t;
	t->gpu = oa_sim_gpu_create("hsw", true);
	KUNIT_ASSERT_NOT_NULL(test, t->gpu);
	t->page = alloc_page(GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, t->page);
	t->uncore.sim = oa_sim_gpu_mmio(t->gpu);
	t->uncore.size = oa_sim_gpu_mmio(t->gpu)->size;
	t->uncore.has_fifo = true;
	oa_irq_init(&t->irq, &t->uncore, &oa_irq_gen6, count_half_full);
	return 0;
}

static void irq_sim_exit(struct kunit *test)
{
	struct irq_sim_test *t = test->priv;

	if (t && t->gpu)
		oa_sim_gpu_destroy(t->gpu);
	if (t && t->page)
		__free_page(t->page);
}

/* All 128 KiB of the buffer map to one page: nobody reads the reports. */
static void map_buffer(struct irq_sim_test *t)
{
	u64 phys = page_to_phys(t->page);
	u32 i;

	for (i = 0; i < NUM_PAGES; i++)
		oa_write32(&t->uncore, GSM + (BASE / 4096 + i) * 4,
			   (u32)phys | ((phys >> 32) & 0x7f) << 4 | 2 << 1 | 1);
	oa_write32(&t->uncore, GFX_FLSH_CNTL, 1);
}

/* Steps 1, 5 and 7 of "Enable" in hardware.rst 7.2, without a metric set */
static void start_unit(struct kunit *test, struct irq_sim_test *t)
{
	struct oa_uncore *uncore = &t->uncore;

	map_buffer(t);
	wake_gt(test, t);
	oa_irq_gen6.enable(&t->irq);
	oa_write32(uncore, MISCCPCTL, oa_read32(uncore, MISCCPCTL) & ~BIT(0));
	oa_write32(uncore, UCGCTL1, oa_read32(uncore, UCGCTL1) | BIT(7));
	oa_write32(uncore, OASTATUS2, BASE | 1);
	oa_write32(uncore, OABUFFER, BASE);
	oa_write32(uncore, OASTATUS1, BASE | SIZE_128K);
	oa_write32(uncore, OACONTROL, CONTROL);
}

/* Consume all reports. */
static void catch_up(struct irq_sim_test *t)
{
	u32 tail = oa_read32(&t->uncore, OASTATUS1) & TAIL_MASK;

	oa_write32(&t->uncore, OASTATUS2, tail | 1);
}

static void oa_irq_sim_half_full(struct kunit *test)
{
	struct irq_sim_test *t = test->priv;

	start_unit(test, t);
	advance(t, PAST_HALF_NS / 2);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, oa_irq_gen6.handle(&t->irq), IRQ_NONE);

	advance(t, PAST_HALF_NS / 2);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, oa_irq_gen6.handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	/* The line falls; otherwise the handler would be called forever. */
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, oa_irq_gen6.handle(&t->irq), IRQ_NONE);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);

	/* The master is on again: the event of the next crossing gets through. */
	catch_up(t);
	advance(t, PAST_HALF_NS);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, oa_irq_gen6.handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 2u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* The handler does not take a lost event for one of its own. */
static void oa_irq_sim_lost(struct kunit *test)
{
	struct irq_sim_test *t = test->priv;

	t->gpu->faults.irq_lost = 1;
	start_unit(test, t);
	advance(t, PAST_HALF_NS);
	KUNIT_EXPECT_EQ(test, t->gpu->books.half_full_events, 1ull);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, oa_irq_gen6.handle(&t->irq), IRQ_NONE);
	KUNIT_EXPECT_EQ(test, t->half_full, 0u);
	/* The event of the next crossing comes. */
	catch_up(t);
	advance(t, PAST_HALF_NS);
	KUNIT_EXPECT_EQ(test, oa_irq_gen6.handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* The event stays latched and its message is lost: the second look serves it. */
static void oa_irq_sim_message_lost(struct kunit *test)
{
	struct irq_sim_test *t = test->priv;

	t->gpu->faults.message_lost = 1;
	start_unit(test, t);
	oa_irq_set_enabled(&t->irq, true);
	advance(t, PAST_HALF_NS);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_TRUE(test, t->gpu->irq.unannounced);
	/* The message could be on its way. */
	oa_irq_look(&t->irq);
	KUNIT_EXPECT_EQ(test, t->half_full, 0u);
	oa_irq_look(&t->irq);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.unannounced), (s64)1);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	/* The next one is announced, and its handler leaves nothing to look for. */
	catch_up(t);
	advance(t, PAST_HALF_NS);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_FALSE(test, t->gpu->irq.unannounced);
	oa_irq_look(&t->irq);
	KUNIT_EXPECT_EQ(test, oa_irq_handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 2u);
	oa_irq_look(&t->irq);
	oa_irq_look(&t->irq);
	KUNIT_EXPECT_EQ(test, t->half_full, 2u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* An interrupt between two looks: the event that the second one finds is a new one. */
static void oa_irq_sim_between_looks(struct kunit *test)
{
	struct irq_sim_test *t = test->priv;

	start_unit(test, t);
	oa_irq_set_enabled(&t->irq, true);
	advance(t, PAST_HALF_NS);
	oa_irq_look(&t->irq);
	KUNIT_EXPECT_EQ(test, oa_irq_handle(&t->irq), IRQ_HANDLED);
	catch_up(t);
	advance(t, PAST_HALF_NS);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
	oa_irq_look(&t->irq);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	/* Once it is not enabled any more, nothing is looked at. */
	oa_irq_set_enabled(&t->irq, false);
	oa_irq_look(&t->irq);
	oa_irq_look(&t->irq);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
}

static void oa_irq_sim_disabled(struct kunit *test)
{
	struct irq_sim_test *t = test->priv;

	start_unit(test, t);
	advance(t, PAST_HALF_NS);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
	/* Disabled before the event was served: nothing is left for the next owner. */
	oa_irq_gen6.disable(&t->irq);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, oa_read32(&t->uncore, GTIIR), 0u);
	KUNIT_EXPECT_EQ(test, oa_irq_gen6.handle(&t->irq), IRQ_NONE);
	/* The unit runs on, without the event. */
	catch_up(t);
	advance(t, PAST_HALF_NS);
	KUNIT_EXPECT_EQ(test, t->gpu->books.half_full_events, 2ull);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, oa_irq_gen6.handle(&t->irq), IRQ_NONE);
	KUNIT_EXPECT_EQ(test, t->half_full, 0u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

static struct kunit_case oa_irq_sim_cases[] = {
	KUNIT_CASE(oa_irq_sim_half_full),
	KUNIT_CASE(oa_irq_sim_lost),
	KUNIT_CASE(oa_irq_sim_message_lost),
	KUNIT_CASE(oa_irq_sim_between_looks),
	KUNIT_CASE(oa_irq_sim_disabled),
	{ }
};

static struct kunit_suite oa_irq_sim_suite = {
	.name = "i915_oa_irq_sim",
	.init = irq_sim_init,
	.exit = irq_sim_exit,
	.test_cases = oa_irq_sim_cases,
};

kunit_test_suite(oa_irq_sim_suite);
