// SPDX-License-Identifier: GPL-2.0-only
/*
 * The half-full interrupt of Gen6 to Gen7.5: how the handler recognizes its own
 * interrupt, and the order in which it services it.
 *
 * Expected values are written from hardware.rst 6.1 and 6.2. The registers are
 * the six that a GT interrupt touches; GTIIR is write-1-to-clear.
 */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/interrupt.h>
#include <linux/kernel.h>

#include "fake_mmio.h"
#include "named_param.h"
#include "oa/gpu/oa_gpu.h"
#include "oa/gpu/oa_gpu_priv.h"
#include "oa/oa_platform.h"

/* hardware.rst 6.1 */
#define RCS_IMR		0x20a8
#define DEIER		0x4400c
#define GTIMR		0x44014
#define GTIIR		0x44018
#define GTIER		0x4401c
#define VLV_IER		0x1820a0
#define PMIER		0x4402c
#define MASTER		BIT(31)
#define HALF_FULL	BIT(9)
#define OTHER		BIT(0)	/* any other event of the render engine */

#define MAX_WRITES	16

/* Registers that a GT interrupt touches, and their values when half_full() was called */
struct irq_test {
	struct fake_mmio fake;
	struct oa_irq irq;
	u32 imr;
	u32 deier;
	u32 gtimr;
	u32 gtiir;
	u32 gtier;
	u32 queued;
	u32 pmier;
	u32 vlv_ier;
	u32 late;		/* appears in GTIIR once the master is off */
	u32 half_full;		/* calls of half_full() */
	u32 iir_at_half_full;
	u32 deier_at_half_full;
};

/* An event may be acknowledged only while the master is off. */
static u32 irq_write(struct fake_mmio *fake, u32 offset, u32 value)
{
	struct irq_test *t = container_of(fake, struct irq_test, fake);

	if (offset == GTIIR) {
		fake->faults += !!(t->deier & MASTER);
		/* Behind the latched event there may be a second one (hardware.rst 6.5). */
		value = t->gtiir & ~value;
		value |= t->queued;
		t->queued = 0;
		return value;
	}
	if (offset == DEIER && !(value & MASTER)) {
		t->gtiir |= t->late;
		t->late = 0;
	}
	return value;
}

static void count_half_full(struct oa_irq *irq)
{
	struct irq_test *t = container_of(irq, struct irq_test, irq);

	t->half_full++;
	t->iir_at_half_full = t->gtiir;
	t->deier_at_half_full = t->deier;
}

static struct irq_test *irq_test(struct kunit *test)
{
	struct irq_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	fake_mmio_init(test, &t->fake, MAX_WRITES);
	fake_mmio_add(&t->fake, RCS_IMR, &t->imr);
	fake_mmio_add(&t->fake, DEIER, &t->deier);
	fake_mmio_add(&t->fake, GTIMR, &t->gtimr);
	fake_mmio_add(&t->fake, GTIIR, &t->gtiir);
	fake_mmio_add(&t->fake, GTIER, &t->gtier);
	fake_mmio_add(&t->fake, VLV_IER, &t->vlv_ier);
	fake_mmio_add(&t->fake, PMIER, &t->pmier);
	t->fake.write = irq_write;
	oa_irq_init(&t->irq, &t->fake.uncore, oa_platform_ivb.irq, count_half_full);
	return t;
}

struct decide_case {
	const char *name;
	u32 iir;
	u32 ier;
	enum oa_irq_verdict verdict;
};

static const struct decide_case decide_cases[] = {
	{ "nothing", 0, HALF_FULL, OA_IRQ_NONE },
	{ "half full", HALF_FULL, HALF_FULL, OA_IRQ_OA },
	{ "half full, disabled", HALF_FULL, 0, OA_IRQ_NONE },
	{ "half full, another enabled", HALF_FULL, OTHER, OA_IRQ_NONE },
	{ "other, disabled", OTHER, HALF_FULL, OA_IRQ_NONE },
	{ "other", OTHER, OTHER | HALF_FULL, OA_IRQ_OTHER },
	{ "other, half full disabled", OTHER | HALF_FULL, OTHER, OA_IRQ_OTHER },
	{ "both", OTHER | HALF_FULL, OTHER | HALF_FULL, OA_IRQ_OA },
	{ "bit 8", BIT(8), BIT(8) | HALF_FULL, OA_IRQ_OTHER },
	{ "bit 10", BIT(10), BIT(10) | HALF_FULL, OA_IRQ_OTHER },
	{ "GPU gone", ~0u, ~0u, OA_IRQ_NONE },
	{ "GPU gone after GTIER was read", ~0u, HALF_FULL, OA_IRQ_NONE },
};

KUNIT_ARRAY_PARAM_DESC(decide, decide_cases, name);

static void oa_irq_decides(struct kunit *test)
{
	const struct decide_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_irq_decide(c->iir, c->ier, HALF_FULL), c->verdict);
}

/* Master off, GTIIR written back, master as it was, posting read (hardware.rst 6.2) */
static void oa_irq_order(struct kunit *test)
{
	static const struct fake_write order[] = {
		{ DEIER, 0x00000005 },
		{ GTIIR, HALF_FULL },
		{ DEIER, MASTER | 0x5 },
	};
	struct irq_test *t = irq_test(test);

	t->gtiir = HALF_FULL;
	t->gtier = HALF_FULL;
	t->deier = MASTER | 0x5;
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_HANDLED);
	fake_mmio_expect(test, &t->fake, order, ARRAY_SIZE(order));
	KUNIT_EXPECT_EQ(test, t->fake.last_read, (u32)DEIER);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.verdicts[OA_IRQ_OA]), (s64)1);
	/* Before a reader is woken, the event is cleared and the next one is enabled. */
	KUNIT_EXPECT_EQ(test, t->iir_at_half_full, 0u);
	KUNIT_EXPECT_EQ(test, t->deier_at_half_full, (u32)(MASTER | 0x5));
	/* The same event is not handled twice. */
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_NONE);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
}

struct not_ours_case {
	const char *name;
	u32 iir;
	u32 ier;
	bool gone;
};

static const struct not_ours_case not_ours_cases[] = {
	{ "nothing pending", 0, HALF_FULL, false },
	{ "pending, not enabled", HALF_FULL | OTHER, 0, false },
	{ "another is pending, ours is enabled", OTHER, HALF_FULL, false },
	{ "GPU gone", 0, 0, true },
};

KUNIT_ARRAY_PARAM_DESC(not_ours, not_ours_cases, name);

/*
 * The line may be shared: for another device's interrupt nothing is written, not even
 * the master.
 */
static void oa_irq_not_ours(struct kunit *test)
{
	const struct not_ours_case *c = test->param_value;
	struct irq_test *t = irq_test(test);

	t->gtiir = c->iir;
	t->gtier = c->ier;
	t->deier = MASTER;
	t->fake.gone = c->gone;
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_NONE);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 0u);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
	KUNIT_EXPECT_EQ(test, t->half_full, 0u);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.verdicts[OA_IRQ_NONE]), (s64)1);
}

/*
 * Enabled and pending, but not OA's: it is cleared, so that the line falls, and no
 * reader is woken.
 */
static void oa_irq_other(struct kunit *test)
{
	static const struct fake_write order[] = {
		{ DEIER, 0 },
		{ GTIIR, OTHER },
		{ DEIER, MASTER },
	};
	struct irq_test *t = irq_test(test);

	t->gtiir = OTHER;
	t->gtier = OTHER | HALF_FULL;
	t->deier = MASTER;
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_HANDLED);
	fake_mmio_expect(test, &t->fake, order, ARRAY_SIZE(order));
	KUNIT_EXPECT_EQ(test, t->half_full, 0u);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.verdicts[OA_IRQ_OTHER]), (s64)1);
}

/*
 * An event that comes before the master is off is cleared together with the rest, so it
 * must be served as well.
 */
static void oa_irq_late_event(struct kunit *test)
{
	static const struct fake_write order[] = {
		{ DEIER, 0 },
		{ GTIIR, OTHER | HALF_FULL },
		{ DEIER, MASTER },
	};
	struct irq_test *t = irq_test(test);

	t->gtiir = OTHER;
	t->late = HALF_FULL;
	t->gtier = OTHER | HALF_FULL;
	t->deier = MASTER;
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_HANDLED);
	fake_mmio_expect(test, &t->fake, order, ARRAY_SIZE(order));
	KUNIT_EXPECT_EQ(test, t->gtiir, 0u);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
}

/* All four gates of hardware.rst 6.1 are opened, and for this event alone. */
static void oa_irq_enable_gates(struct kunit *test)
{
	struct irq_test *t = irq_test(test);

	t->imr = ~0u;
	t->gtimr = ~0u;
	t->gtier = OTHER;
	t->gtiir = HALF_FULL;	/* stale, from a previous owner, and one more behind it */
	t->queued = HALF_FULL;
	t->pmier = 0x30;
	t->deier = MASTER | 0x5;
	t->irq.ops->enable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->imr, ~(u32)HALF_FULL);
	KUNIT_EXPECT_EQ(test, t->gtimr, ~(u32)HALF_FULL);
	KUNIT_EXPECT_EQ(test, t->gtier, (u32)HALF_FULL);
	KUNIT_EXPECT_EQ(test, t->deier, (u32)MASTER);
	KUNIT_EXPECT_EQ(test, t->gtiir, 0u);
	KUNIT_EXPECT_EQ(test, t->pmier, 0u);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
	/* The master goes on last: no gate may open after it. */
	KUNIT_ASSERT_LE(test, t->fake.num_writes, (u32)MAX_WRITES);
	KUNIT_EXPECT_EQ(test, t->fake.writes[t->fake.num_writes - 1].offset, (u32)DEIER);
	KUNIT_EXPECT_EQ(test, t->fake.last_read, (u32)DEIER);
	/* The event reaches the handler. */
	t->gtiir = HALF_FULL;
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
}

/* One write, which leaves the other bits unchanged (hardware.rst 6.1). */
static void oa_irq_mask_gate(struct kunit *test)
{
	static const struct fake_write writes[] = {
		{ RCS_IMR, ~(u32)OTHER }, { RCS_IMR, ~(u32)(OTHER | HALF_FULL) },
	};
	struct irq_test *t = irq_test(test);

	t->imr = ~(u32)OTHER;
	t->irq.ops->enable(&t->irq);
	t->fake.num_writes = 0;
	t->irq.ops->mask(&t->irq, true);
	t->irq.ops->mask(&t->irq, false);
	fake_mmio_expect(test, &t->fake, writes, ARRAY_SIZE(writes));
	KUNIT_EXPECT_PTR_EQ(test, oa_platform_vlv.irq->mask, oa_platform_ivb.irq->mask);
}

static void oa_irq_disable_restores(struct kunit *test)
{
	struct irq_test *t = irq_test(test);

	t->imr = 0xfffff2ff;
	t->gtimr = 0xf0f0f2f0;
	t->gtier = OTHER;
	t->deier = 0x5;
	t->pmier = 0x30;
	t->irq.ops->enable(&t->irq);
	t->gtiir = HALF_FULL | OTHER;
	t->queued = HALF_FULL;
	t->fake.num_writes = 0;
	t->irq.ops->disable(&t->irq);
	/* First, no new handler may begin: it would restore DEIER after us. */
	KUNIT_EXPECT_EQ(test, t->fake.writes[0].offset, (u32)GTIER);
	KUNIT_EXPECT_EQ(test, t->fake.writes[0].value, 0ull);
	KUNIT_EXPECT_EQ(test, t->imr, 0xfffff2ffu);
	KUNIT_EXPECT_EQ(test, t->gtimr, 0xf0f0f2f0u);
	KUNIT_EXPECT_EQ(test, t->gtier, (u32)OTHER);
	KUNIT_EXPECT_EQ(test, t->deier, 0x5u);
	KUNIT_EXPECT_EQ(test, t->pmier, 0x30u);
	/* Our event is cleared; another owner's stays pending. */
	KUNIT_EXPECT_EQ(test, t->gtiir, (u32)OTHER);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

/* SNB has no such event (hardware.rst 6.1): the GPU is only kept off the line. */
static void oa_irq_snb_stays_off(struct kunit *test)
{
	struct irq_test *t = irq_test(test);

	t->deier = MASTER | 0x5;
	t->gtiir = HALF_FULL | OTHER;
	t->gtier = HALF_FULL | OTHER;
	t->irq.ops = oa_platform_snb.irq;
	t->irq.ops->enable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->deier, 0u);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 1u);
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_NONE);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 1u);
	KUNIT_EXPECT_EQ(test, t->half_full, 0u);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.verdicts[OA_IRQ_NONE]), (s64)1);
	t->irq.ops->disable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->deier, (u32)(MASTER | 0x5));
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 2u);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
	KUNIT_EXPECT_NULL(test, oa_platform_snb.irq->pending);
}

/* VLV's display interrupt sources have a separate enable register. */
static void oa_irq_vlv_display(struct kunit *test)
{
	struct irq_test *t = irq_test(test);

	t->imr = ~0u;
	t->gtimr = ~0u;
	t->vlv_ier = 0x70;
	t->irq.ops = oa_platform_vlv.irq;
	t->irq.ops->enable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->vlv_ier, 0u);
	KUNIT_EXPECT_EQ(test, t->gtier, (u32)HALF_FULL);
	KUNIT_EXPECT_EQ(test, t->deier, (u32)MASTER);
	/* The master goes off first and on last. */
	KUNIT_EXPECT_EQ(test, t->fake.writes[0].offset, (u32)DEIER);
	KUNIT_EXPECT_EQ(test, t->fake.writes[t->fake.num_writes - 1].offset, (u32)DEIER);
	t->gtiir = HALF_FULL;
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	t->irq.ops->disable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->vlv_ier, 0x70u);
	KUNIT_EXPECT_EQ(test, t->gtier, 0u);
	KUNIT_EXPECT_EQ(test, t->deier, 0u);
	KUNIT_EXPECT_EQ(test, t->imr, ~0u);
	KUNIT_EXPECT_EQ(test, t->gtimr, ~0u);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
	KUNIT_EXPECT_NOT_NULL(test, oa_platform_vlv.irq->pending);
}

static struct kunit_case oa_irq_cases[] = {
	KUNIT_CASE_PARAM(oa_irq_decides, decide_gen_params),
	KUNIT_CASE(oa_irq_order),
	KUNIT_CASE_PARAM(oa_irq_not_ours, not_ours_gen_params),
	KUNIT_CASE(oa_irq_other),
	KUNIT_CASE(oa_irq_late_event),
	KUNIT_CASE(oa_irq_enable_gates),
	KUNIT_CASE(oa_irq_mask_gate),
	KUNIT_CASE(oa_irq_disable_restores),
	KUNIT_CASE(oa_irq_snb_stays_off),
	KUNIT_CASE(oa_irq_vlv_display),
	{ }
};

static struct kunit_suite oa_irq_suite = {
	.name = "i915_oa_irq",
	.test_cases = oa_irq_cases,
};

kunit_test_suite(oa_irq_suite);
