// SPDX-License-Identifier: GPL-2.0-only
/*
 * The half-full interrupt of gen6 to gen7.5: whose it is, and the order in
 * which it is serviced.
 *
 * Expected values are written from hardware.md 6.1 and 6.2. The registers are
 * an array that records each write; GTIIR is write-1-to-clear.
 */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/interrupt.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "i915_oa_mmio.h"
#include "oa/oa_irq.h"
#include "oa/oa_uncore.h"

/* hardware.md 6.1 */
#define RCS_IMR		0x20a8
#define DEIER		0x4400c
#define GTIMR		0x44014
#define GTIIR		0x44018
#define GTIER		0x4401c
#define VLV_IER		0x1820a0
#define MASTER		BIT(31)
#define HALF_FULL	BIT(9)
#define OTHER		BIT(0)	/* any other event of the render engine */

#define MAX_WRITES	16

struct reg_write {
	u32 offset;
	u32 value;
};

/* Registers that a GT interrupt touches, and what was written to them, in order */
struct irq_test {
	struct i915_oa_mmio mmio;
	struct oa_uncore uncore;
	struct oa_irq irq;
	u32 imr;
	u32 deier;
	u32 gtimr;
	u32 gtiir;
	u32 gtier;
	u32 vlv_ier;
	u32 late;		/* comes into GTIIR once the master is off */
	bool gone;		/* reads are all ones, as of a GPU that fell off the bus */
	bool master_off_ack;	/* the master was off at each write to GTIIR */
	u32 strays;		/* accesses to any other register */
	u32 half_full;		/* calls of half_full() */
	u32 iir_at_half_full;
	u32 deier_at_half_full;
	struct reg_write writes[MAX_WRITES];
	u32 num_writes;
	u32 last_read;		/* offset; 0 if something was written since */
};

static u32 *find_reg(struct irq_test *t, u32 offset)
{
	switch (offset) {
	case RCS_IMR:
		return &t->imr;
	case DEIER:
		return &t->deier;
	case GTIMR:
		return &t->gtimr;
	case GTIIR:
		return &t->gtiir;
	case GTIER:
		return &t->gtier;
	case VLV_IER:
		return &t->vlv_ier;
	default:
		t->strays++;
		return NULL;
	}
}

static u32 fake_read32(struct i915_oa_mmio *mmio, u32 offset)
{
	struct irq_test *t = container_of(mmio, struct irq_test, mmio);
	u32 *reg = find_reg(t, offset);

	t->last_read = offset;
	if (t->gone)
		return ~0u;
	return reg ? *reg : 0;
}

static void fake_write32(struct i915_oa_mmio *mmio, u32 offset, u32 value)
{
	struct irq_test *t = container_of(mmio, struct irq_test, mmio);
	u32 *reg = find_reg(t, offset);

	t->last_read = 0;
	if (t->num_writes < MAX_WRITES)
		t->writes[t->num_writes] = (struct reg_write){ offset, value };
	t->num_writes++;
	if (!reg)
		return;
	if (offset == GTIIR) {
		if (t->deier & MASTER)
			t->master_off_ack = false;
		*reg &= ~value;
		return;
	}
	*reg = value;
	if (offset == DEIER && !(value & MASTER)) {
		t->gtiir |= t->late;
		t->late = 0;
	}
}

static const struct i915_oa_mmio_ops fake_ops = {
	.read32 = fake_read32,
	.write32 = fake_write32,
};

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
	t->mmio = (struct i915_oa_mmio){
		.magic = I915_OA_MMIO_MAGIC,
		.version = I915_OA_MMIO_VERSION,
		.size = 0x400000,
		.ops = &fake_ops,
	};
	t->uncore.sim = &t->mmio;
	t->uncore.size = t->mmio.size;
	t->irq.uncore = &t->uncore;
	t->irq.half_full = count_half_full;
	t->master_off_ack = true;
	return t;
}

static void expect_writes(struct kunit *test, const struct irq_test *t,
			  const struct reg_write *writes, u32 num)
{
	u32 i;

	KUNIT_ASSERT_EQ(test, t->num_writes, num);
	for (i = 0; i < num; i++) {
		KUNIT_EXPECT_EQ_MSG(test, t->writes[i].offset, writes[i].offset, "write %u", i);
		KUNIT_EXPECT_EQ_MSG(test, t->writes[i].value, writes[i].value, "write %u", i);
	}
	KUNIT_EXPECT_EQ(test, t->strays, 0u);
	KUNIT_EXPECT_TRUE(test, t->master_off_ack);
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

static void decide_desc(const struct decide_case *c, char *desc)
{
	strscpy(desc, c->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(decide, decide_cases, decide_desc);

static void oa_irq_decides(struct kunit *test)
{
	const struct decide_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_irq_gen6_decide(c->iir, c->ier), c->verdict);
}

/* Master off, GTIIR written back, master as it was, posting read (hardware.md 6.2) */
static void oa_irq_order(struct kunit *test)
{
	static const struct reg_write order[] = {
		{ DEIER, 0x00000005 },
		{ GTIIR, HALF_FULL },
		{ DEIER, MASTER | 0x5 },
	};
	struct irq_test *t = irq_test(test);

	t->gtiir = HALF_FULL;
	t->gtier = HALF_FULL;
	t->deier = MASTER | 0x5;
	KUNIT_EXPECT_EQ(test, oa_irq_gen6.handle(&t->irq), IRQ_HANDLED);
	expect_writes(test, t, order, ARRAY_SIZE(order));
	KUNIT_EXPECT_EQ(test, t->last_read, (u32)DEIER);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.verdicts[OA_IRQ_OA]), (s64)1);
	/* Whoever is woken finds the event cleared and the next one enabled. */
	KUNIT_EXPECT_EQ(test, t->iir_at_half_full, 0u);
	KUNIT_EXPECT_EQ(test, t->deier_at_half_full, (u32)(MASTER | 0x5));
	/* It is not taken twice. */
	KUNIT_EXPECT_EQ(test, oa_irq_gen6.handle(&t->irq), IRQ_NONE);
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

static void not_ours_desc(const struct not_ours_case *c, char *desc)
{
	strscpy(desc, c->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(not_ours, not_ours_cases, not_ours_desc);

/* The line may be shared: then nothing is written, not even the master. */
static void oa_irq_not_ours(struct kunit *test)
{
	const struct not_ours_case *c = test->param_value;
	struct irq_test *t = irq_test(test);

	t->gtiir = c->iir;
	t->gtier = c->ier;
	t->deier = MASTER;
	t->gone = c->gone;
	KUNIT_EXPECT_EQ(test, oa_irq_gen6.handle(&t->irq), IRQ_NONE);
	KUNIT_EXPECT_EQ(test, t->num_writes, 0u);
	KUNIT_EXPECT_EQ(test, t->strays, 0u);
	KUNIT_EXPECT_EQ(test, t->half_full, 0u);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.verdicts[OA_IRQ_NONE]), (s64)1);
}

/* Enabled and pending, but not OA's: cleared, so that the line falls; nobody is woken. */
static void oa_irq_other(struct kunit *test)
{
	static const struct reg_write order[] = {
		{ DEIER, 0 },
		{ GTIIR, OTHER },
		{ DEIER, MASTER },
	};
	struct irq_test *t = irq_test(test);

	t->gtiir = OTHER;
	t->gtier = OTHER | HALF_FULL;
	t->deier = MASTER;
	KUNIT_EXPECT_EQ(test, oa_irq_gen6.handle(&t->irq), IRQ_HANDLED);
	expect_writes(test, t, order, ARRAY_SIZE(order));
	KUNIT_EXPECT_EQ(test, t->half_full, 0u);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.verdicts[OA_IRQ_OTHER]), (s64)1);
}

/* What comes in until the master is off is cleared with the rest, and so must be served. */
static void oa_irq_late_event(struct kunit *test)
{
	static const struct reg_write order[] = {
		{ DEIER, 0 },
		{ GTIIR, OTHER | HALF_FULL },
		{ DEIER, MASTER },
	};
	struct irq_test *t = irq_test(test);

	t->gtiir = OTHER;
	t->late = HALF_FULL;
	t->gtier = OTHER | HALF_FULL;
	t->deier = MASTER;
	KUNIT_EXPECT_EQ(test, oa_irq_gen6.handle(&t->irq), IRQ_HANDLED);
	expect_writes(test, t, order, ARRAY_SIZE(order));
	KUNIT_EXPECT_EQ(test, t->gtiir, 0u);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
}

/* All four gates of hardware.md 6.1 open, and for this event alone */
static void oa_irq_enable_gates(struct kunit *test)
{
	struct irq_test *t = irq_test(test);

	t->imr = ~0u;
	t->gtimr = ~0u;
	t->gtier = OTHER;
	t->gtiir = HALF_FULL;	/* stale, of whoever was here before */
	t->deier = MASTER | 0x5;
	oa_irq_gen6.enable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->imr, ~(u32)HALF_FULL);
	KUNIT_EXPECT_EQ(test, t->gtimr, ~(u32)HALF_FULL);
	KUNIT_EXPECT_EQ(test, t->gtier, (u32)HALF_FULL);
	KUNIT_EXPECT_EQ(test, t->deier, (u32)MASTER);
	KUNIT_EXPECT_EQ(test, t->gtiir, 0u);
	KUNIT_EXPECT_TRUE(test, t->master_off_ack);
	KUNIT_EXPECT_EQ(test, t->strays, 0u);
	/* The master goes on last: no gate may open behind it. */
	KUNIT_ASSERT_LE(test, t->num_writes, (u32)MAX_WRITES);
	KUNIT_EXPECT_EQ(test, t->writes[t->num_writes - 1].offset, (u32)DEIER);
	KUNIT_EXPECT_EQ(test, t->last_read, (u32)DEIER);
	/* The event gets through. */
	t->gtiir = HALF_FULL;
	KUNIT_EXPECT_EQ(test, oa_irq_gen6.handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
}

/* One write, which leaves the other bits as they were found (hardware.md 6.1). */
static void oa_irq_mask_gate(struct kunit *test)
{
	static const struct reg_write writes[] = {
		{ RCS_IMR, ~(u32)OTHER }, { RCS_IMR, ~(u32)(OTHER | HALF_FULL) },
	};
	struct irq_test *t = irq_test(test);

	t->imr = ~(u32)OTHER;
	oa_irq_gen6.enable(&t->irq);
	t->num_writes = 0;
	oa_irq_gen6.mask(&t->irq, true);
	oa_irq_gen6.mask(&t->irq, false);
	expect_writes(test, t, writes, ARRAY_SIZE(writes));
	KUNIT_EXPECT_PTR_EQ(test, oa_irq_vlv.mask, oa_irq_gen6.mask);
}

static void oa_irq_disable_restores(struct kunit *test)
{
	struct irq_test *t = irq_test(test);

	t->imr = 0xfffff2ff;
	t->gtimr = 0xf0f0f2f0;
	t->gtier = OTHER;
	t->deier = 0x5;
	oa_irq_gen6.enable(&t->irq);
	t->gtiir = HALF_FULL | OTHER;
	t->num_writes = 0;
	oa_irq_gen6.disable(&t->irq);
	/* First of all no handler may begin: it would put DEIER back behind us. */
	KUNIT_EXPECT_EQ(test, t->writes[0].offset, (u32)GTIER);
	KUNIT_EXPECT_EQ(test, t->writes[0].value, 0u);
	KUNIT_EXPECT_EQ(test, t->imr, 0xfffff2ffu);
	KUNIT_EXPECT_EQ(test, t->gtimr, 0xf0f0f2f0u);
	KUNIT_EXPECT_EQ(test, t->gtier, (u32)OTHER);
	KUNIT_EXPECT_EQ(test, t->deier, 0x5u);
	/* Ours is gone; what is another's is left to it. */
	KUNIT_EXPECT_EQ(test, t->gtiir, (u32)OTHER);
	KUNIT_EXPECT_TRUE(test, t->master_off_ack);
	KUNIT_EXPECT_EQ(test, t->strays, 0u);
}

/* SNB has no such event (hardware.md 6.1): the GPU is kept off the line, no more. */
static void oa_irq_snb_stays_off(struct kunit *test)
{
	struct irq_test *t = irq_test(test);

	t->deier = MASTER | 0x5;
	t->gtiir = HALF_FULL | OTHER;
	t->gtier = HALF_FULL | OTHER;
	oa_irq_snb.enable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->deier, 0u);
	KUNIT_EXPECT_EQ(test, t->num_writes, 1u);
	KUNIT_EXPECT_EQ(test, oa_irq_snb.handle(&t->irq), IRQ_NONE);
	KUNIT_EXPECT_EQ(test, t->num_writes, 1u);
	KUNIT_EXPECT_EQ(test, t->half_full, 0u);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.verdicts[OA_IRQ_NONE]), (s64)1);
	oa_irq_snb.disable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->deier, (u32)(MASTER | 0x5));
	KUNIT_EXPECT_EQ(test, t->num_writes, 2u);
	KUNIT_EXPECT_EQ(test, t->strays, 0u);
	KUNIT_EXPECT_TRUE(test, oa_irq_snb.silent);
}

/* VLV's display sources have an enable register of their own. */
static void oa_irq_vlv_display(struct kunit *test)
{
	struct irq_test *t = irq_test(test);

	t->imr = ~0u;
	t->gtimr = ~0u;
	t->vlv_ier = 0x70;
	oa_irq_vlv.enable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->vlv_ier, 0u);
	KUNIT_EXPECT_EQ(test, t->gtier, (u32)HALF_FULL);
	KUNIT_EXPECT_EQ(test, t->deier, (u32)MASTER);
	/* Before the master goes on */
	KUNIT_EXPECT_EQ(test, t->writes[0].offset, (u32)VLV_IER);
	KUNIT_EXPECT_EQ(test, t->writes[t->num_writes - 1].offset, (u32)DEIER);
	t->gtiir = HALF_FULL;
	KUNIT_EXPECT_EQ(test, oa_irq_vlv.handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	oa_irq_vlv.disable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->vlv_ier, 0x70u);
	KUNIT_EXPECT_EQ(test, t->gtier, 0u);
	KUNIT_EXPECT_EQ(test, t->deier, 0u);
	KUNIT_EXPECT_EQ(test, t->imr, ~0u);
	KUNIT_EXPECT_EQ(test, t->gtimr, ~0u);
	KUNIT_EXPECT_EQ(test, t->strays, 0u);
	KUNIT_EXPECT_FALSE(test, oa_irq_vlv.silent);
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
