// SPDX-License-Identifier: GPL-2.0-only
/*
 * The half-full interrupt of Gen8 and Gen9: how the handler recognizes its own
 * interrupt, and the order in which it services it.
 *
 * Expected values are written from hardware.rst 6.1 and 6.3. IIR 3 is
 * write-1-to-clear. Each test chooses the master's bit that represents it.
 */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/interrupt.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "fake_mmio.h"
#include "named_param.h"
#include "oa/gpu/oa_gpu.h"
#include "oa/gpu/oa_gpu_priv.h"
#include "oa/oa_platform.h"

/* hardware.rst 6.1, 6.3 */
#define OA_IMR		0x2b20
#define MASTER		0x44200
#define IMR3		0x44334
#define IIR3		0x44338
#define IER(n)		(0x4430c + 0x10 * (n))
#define VLV_IER		0x1820a0
/* hardware.rst 6.5: display pipes A to C, port, misc, PCU, PCH */
static const u32 others[] = { 0x4440c, 0x4441c, 0x4442c, 0x4444c, 0x4446c, 0x444ec, 0xc400c };
#define MASTER_ON	BIT(31)
#define HALF_FULL	BIT(28)
#define VECS		BIT(0)

struct gen8_test {
	struct fake_mmio fake;
	struct oa_irq irq;
	u32 master;
	u32 source;		/* the master's bit that represents IIR 3 */
	u32 iir;
	u32 late;		/* appears in IIR 3 once the master is off */
	u32 imr;
	u32 ier[4];
	u32 oa_imr;
	u32 display;
	u32 others[ARRAY_SIZE(others)];
	u32 half_full;
	u32 master_at_half_full;
};

static u32 gen8_read(struct fake_mmio *fake, u32 offset, u32 value)
{
	struct gen8_test *t = container_of(fake, struct gen8_test, fake);

	return offset == MASTER && t->iir & t->ier[3] ? value | t->source : value;
}

static u32 gen8_write(struct fake_mmio *fake, u32 offset, u32 value)
{
	struct gen8_test *t = container_of(fake, struct gen8_test, fake);

	/* All registers except the enables are touched only while the master is off. */
	if (offset != MASTER && offset != IER(3) && offset != VLV_IER)
		fake->faults += !!(t->master & MASTER_ON);
	if (offset == IIR3)
		return t->iir & ~value;
	if (offset == MASTER && !value) {
		t->iir |= t->late;
		t->late = 0;
	}
	return value;
}

static void count_half_full(struct oa_irq *irq)
{
	struct gen8_test *t = container_of(irq, struct gen8_test, irq);

	t->half_full++;
	t->master_at_half_full = t->master;
}

static int gen8_init(struct kunit *test)
{
	struct gen8_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	u32 n;

	if (!t)
		return -ENOMEM;
	fake_mmio_init(test, &t->fake, 0);
	fake_mmio_add(&t->fake, OA_IMR, &t->oa_imr);
	fake_mmio_add(&t->fake, VLV_IER, &t->display);
	fake_mmio_add(&t->fake, MASTER, &t->master);
	fake_mmio_add(&t->fake, IMR3, &t->imr);
	fake_mmio_add(&t->fake, IIR3, &t->iir);
	for (n = 0; n < 4; n++)
		fake_mmio_add(&t->fake, IER(n), &t->ier[n]);
	for (n = 0; n < ARRAY_SIZE(others); n++)
		fake_mmio_add(&t->fake, others[n], &t->others[n]);
	t->fake.read = gen8_read;
	t->fake.write = gen8_write;
	oa_irq_init(&t->irq, &t->fake.uncore, oa_platform_bdw.irq, count_half_full);
	t->master = MASTER_ON;
	t->source = BIT(6);
	t->ier[3] = HALF_FULL;
	test->priv = t;
	return 0;
}

struct decide_case {
	const char *name;
	u32 iir;
	u32 ier;
	enum oa_irq_verdict verdict;
};

static const struct decide_case decide_cases[] = {
	{ "half full", HALF_FULL, HALF_FULL, OA_IRQ_OA },
	{ "half full and VECS", HALF_FULL | VECS, HALF_FULL | VECS, OA_IRQ_OA },
	{ "half full beside VECS that is off", HALF_FULL | VECS, HALF_FULL, OA_IRQ_OA },
	{ "VECS", VECS, HALF_FULL | VECS, OA_IRQ_OTHER },
	{ "bit 12: VECS's half", BIT(12), BIT(12) | HALF_FULL, OA_IRQ_OTHER },
	{ "VECS that is off", VECS, HALF_FULL, OA_IRQ_NONE },
	{ "half full that is off", HALF_FULL, 0, OA_IRQ_NONE },
	{ "half full that is off, VECS on", HALF_FULL | VECS, VECS, OA_IRQ_OTHER },
	{ "nothing", 0, HALF_FULL, OA_IRQ_NONE },
	{ "gone", ~0u, ~0u, OA_IRQ_NONE },
};

KUNIT_ARRAY_PARAM_DESC(decide, decide_cases, name);

static void oa_irq_gen8_decides(struct kunit *test)
{
	const struct decide_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_irq_decide(c->iir, c->ier, HALF_FULL), c->verdict);
}

static void oa_irq_gen8_ours_or_not(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, oa_irq_gen8_is_ours(MASTER_ON | BIT(6)));
	KUNIT_EXPECT_TRUE(test, oa_irq_gen8_is_ours(MASTER_ON | BIT(7)));
	KUNIT_EXPECT_FALSE(test, oa_irq_gen8_is_ours(MASTER_ON));
	KUNIT_EXPECT_FALSE(test, oa_irq_gen8_is_ours(BIT(6) | BIT(7)));
	/* Render, display pipe A, PCU */
	KUNIT_EXPECT_FALSE(test, oa_irq_gen8_is_ours(MASTER_ON | BIT(0) | BIT(16) | BIT(30)));
	KUNIT_EXPECT_FALSE(test, oa_irq_gen8_is_ours(~0u));
}

static void oa_irq_gen8_half_full(struct kunit *test)
{
	struct gen8_test *t = test->priv;
	u32 i;

	for (i = 1; i <= 2; i++) {
		t->source = BIT(5 + i);
		t->iir = HALF_FULL;
		KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_HANDLED);
		KUNIT_EXPECT_EQ(test, t->half_full, i);
		KUNIT_EXPECT_EQ(test, t->master_at_half_full, 0u);
		KUNIT_EXPECT_EQ(test, t->master, MASTER_ON);
		KUNIT_EXPECT_EQ(test, t->iir, 0u);
		KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_NONE);
	}
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

static void oa_irq_gen8_not_ours(struct kunit *test)
{
	struct gen8_test *t = test->priv;

	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_NONE);
	t->fake.gone = true;
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_NONE);
	t->fake.gone = false;
	t->master = 0;
	t->iir = HALF_FULL;
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_NONE);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 0u);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.verdicts[OA_IRQ_NONE]), 3ll);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

/* VECS is enabled by its own gate: its event is cleared, together with half full if both come. */
static void oa_irq_gen8_other(struct kunit *test)
{
	struct gen8_test *t = test->priv;

	t->ier[3] = HALF_FULL | VECS;
	t->iir = VECS;
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 0u);
	KUNIT_EXPECT_EQ(test, t->iir, 0u);
	/* An event that comes while the master goes off is served in this round. */
	t->iir = VECS;
	t->late = HALF_FULL;
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_EQ(test, t->iir, 0u);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.verdicts[OA_IRQ_OTHER]), 1ll);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.verdicts[OA_IRQ_OA]), 1ll);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

/* The check finds an event behind either master bit while the master is on, and writes nothing. */
static void oa_irq_gen8_pending(struct kunit *test)
{
	struct gen8_test *t = test->priv;

	KUNIT_EXPECT_FALSE(test, t->irq.ops->pending(&t->irq));
	t->iir = HALF_FULL;
	KUNIT_EXPECT_TRUE(test, t->irq.ops->pending(&t->irq));
	t->source = BIT(7);
	KUNIT_EXPECT_TRUE(test, t->irq.ops->pending(&t->irq));
	t->master = 0;
	KUNIT_EXPECT_FALSE(test, t->irq.ops->pending(&t->irq));
	t->fake.gone = true;
	KUNIT_EXPECT_FALSE(test, t->irq.ops->pending(&t->irq));
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 0u);
}

static void oa_irq_gen8_gates(struct kunit *test)
{
	static const u32 ier[] = { 0x11, 0x22, 0x33, VECS };
	struct gen8_test *t = test->priv;
	u32 n;

	t->master = 0;
	t->oa_imr = HALF_FULL;
	t->imr = 0xffffffff;
	memcpy(t->ier, ier, sizeof(ier));
	t->iir = HALF_FULL | VECS;
	t->irq.ops->enable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->oa_imr, 0u);
	KUNIT_EXPECT_EQ(test, t->imr, 0xefffffffu);
	for (n = 0; n < 4; n++)
		KUNIT_EXPECT_EQ(test, t->ier[n], n == 3 ? HALF_FULL : 0u);
	/* An event latched before the stream was enabled is dropped. */
	KUNIT_EXPECT_EQ(test, t->iir, VECS);
	KUNIT_EXPECT_EQ(test, t->master, MASTER_ON);

	t->irq.ops->mask(&t->irq, true);
	KUNIT_EXPECT_EQ(test, t->oa_imr, HALF_FULL);
	t->irq.ops->mask(&t->irq, false);
	KUNIT_EXPECT_EQ(test, t->oa_imr, 0u);
	/* The unit's own gate may change while the master is on. */
	t->fake.faults = 0;

	t->iir |= HALF_FULL;
	t->irq.ops->disable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->oa_imr, HALF_FULL);
	KUNIT_EXPECT_EQ(test, t->imr, 0xffffffffu);
	for (n = 0; n < 4; n++)
		KUNIT_EXPECT_EQ(test, t->ier[n], ier[n]);
	KUNIT_EXPECT_EQ(test, t->iir, VECS);
	KUNIT_EXPECT_EQ(test, t->master, 0u);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

/* A display event enabled by firmware must not raise the line, as no handler serves it. */
static void oa_irq_chv_display(struct kunit *test)
{
	struct gen8_test *t = test->priv;

	t->master = 0;
	t->display = 0x55;
	t->irq.ops = oa_platform_chv.irq;
	t->irq.ops->enable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->display, 0u);
	KUNIT_EXPECT_EQ(test, t->ier[3], HALF_FULL);
	t->iir = HALF_FULL;
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	t->irq.ops->disable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->display, 0x55u);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

/* The same for everything else that the master passes (hardware.rst 6.5). */
static void oa_irq_gen8_others(struct kunit *test)
{
	const struct oa_irq_ops *ops[] = { oa_platform_bdw.irq, oa_platform_bxt.irq };
	struct gen8_test *t = test->priv;
	u32 n, i;

	for (i = 0; i < ARRAY_SIZE(ops); i++) {
		for (n = 0; n < ARRAY_SIZE(others); n++)
			t->others[n] = n + 1;
		t->irq.ops = ops[i];
		ops[i]->enable(&t->irq);
		/* The PCH is last; low-power parts have none. */
		for (n = 0; n < ARRAY_SIZE(others) - i; n++)
			KUNIT_EXPECT_EQ_MSG(test, t->others[n], 0u, "0x%x", others[n]);
		ops[i]->disable(&t->irq);
		for (n = 0; n < ARRAY_SIZE(others); n++)
			KUNIT_EXPECT_EQ_MSG(test, t->others[n], n + 1, "0x%x", others[n]);
	}
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

static struct kunit_case oa_irq_gen8_cases[] = {
	KUNIT_CASE_PARAM(oa_irq_gen8_decides, decide_gen_params),
	KUNIT_CASE(oa_irq_gen8_ours_or_not),
	KUNIT_CASE(oa_irq_gen8_half_full),
	KUNIT_CASE(oa_irq_gen8_not_ours),
	KUNIT_CASE(oa_irq_gen8_other),
	KUNIT_CASE(oa_irq_gen8_pending),
	KUNIT_CASE(oa_irq_gen8_gates),
	KUNIT_CASE(oa_irq_chv_display),
	KUNIT_CASE(oa_irq_gen8_others),
	{ }
};

static struct kunit_suite oa_irq_gen8_suite = {
	.name = "i915_oa_irq_gen8",
	.init = gen8_init,
	.test_cases = oa_irq_gen8_cases,
};

kunit_test_suite(oa_irq_gen8_suite);
