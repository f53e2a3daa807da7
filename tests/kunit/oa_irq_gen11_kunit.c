// SPDX-License-Identifier: GPL-2.0-only
/*
 * The half-full interrupt of Gen11: how the handler recognizes its own
 * interrupt, and the order in which it services it.
 *
 * Expected values are written from hardware.rst 6.1 and 6.4. The fake keeps the
 * rules of the Lakefield document and counts each breach: a selector has exactly
 * one bit, which is set in the dword; an identity that is not valid is not touched;
 * a dword bit is cleared only after its engine was served; while the master is on,
 * only the master is touched.
 */
#include <kunit/test.h>
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/interrupt.h>
#include <linux/kernel.h>

#include "fake_mmio.h"
#include "named_param.h"
#include "oa/gpu/oa_gpu.h"
#include "oa/gpu/oa_gpu_priv.h"
#include "oa/oa_platform.h"

/* hardware.rst 6.1, 6.4 */
#define OA_IMR		0x2b20
#define MASTER		0x190010
#define DW0		0x190018
#define DW1		0x19001c
#define ENABLE		0x19003c
#define IDENTITY0	0x190060
#define IDENTITY1	0x190064
#define SELECTOR0	0x190070
#define SELECTOR1	0x190074
#define MASK		0x1900ec
/* hardware.rst 6.5 */
#define DISPLAY		0x44200
#define PCU_IER		0x444ec
#define GU_MISC_IER	0x444fc
#define MASTER_ON	BIT(31)
#define VALID		BIT(31)
#define WDPERF		20
/* Class 4, instance 2, data bit 12; and render: class 0, instance 0, user interrupt */
#define OA_EVENT	(2u << 20 | 4u << 16 | BIT(12))
#define RCS_EVENT	BIT(0)

struct gen11_test {
	struct fake_mmio fake;
	struct oa_irq irq;
	u32 master;
	u32 sources;		/* of the master, besides the dwords */
	u32 dw[2];
	u32 event[2][32];	/* what each engine reports */
	u32 never[2];		/* engines that never report it */
	u32 deaf;		/* number of selections left unanswered */
	u32 selector[2];
	u32 polls[2];		/* number until the identity is valid */
	bool valid[2];
	u32 served[2];
	u32 read[2];		/* value of the dword at its last read */
	u32 oa_imr;
	u32 enable;
	u32 mask;
	u32 display;
	u32 pcu;
	u32 misc;
	u32 half_full;
	u32 master_at_half_full;
	/* writes of the master with interrupts on */
	u32 masters_open;
};

static u32 read_identity(struct gen11_test *t, u32 n)
{
	if (!t->selector[n] || t->selector[n] & t->never[n])
		return 0;
	if (t->polls[n]) {
		t->polls[n]--;
		return 0;
	}
	t->valid[n] = true;
	return VALID | t->event[n][__ffs(t->selector[n])];
}

static u32 gen11_read(struct fake_mmio *fake, u32 offset, u32 value)
{
	struct gen11_test *t = container_of(fake, struct gen11_test, fake);
	u32 n = offset == DW1 || offset == IDENTITY1;

	switch (offset) {
	case MASTER:
		return t->master | t->sources | (t->dw[0] ? BIT(0) : 0) | (t->dw[1] ? BIT(1) : 0);
	case DW0:
	case DW1:
		fake->faults += !!(t->master & MASTER_ON);
		t->read[n] = t->dw[n];
		return t->dw[n];
	case IDENTITY0:
	case IDENTITY1:
		return read_identity(t, n);
	case SELECTOR0:
	case SELECTOR1:
		/* This register is only written. */
		fake->faults++;
		return 0;
	default:
		return value;
	}
}

static u32 write_selector(struct gen11_test *t, u32 n, u32 value)
{
	if (hweight32(value) != 1 || !(value & t->dw[n]) || t->master & MASTER_ON)
		t->fake.faults++;
	/* Valid at the second poll, which happens even if the first one used up the time limit */
	t->polls[n] = 1;
	t->valid[n] = false;
	if (t->deaf) {
		t->deaf--;
		t->polls[n] = ~0u;
	}
	return value;
}

static u32 write_identity(struct gen11_test *t, u32 n, u32 value)
{
	if (!t->valid[n] || value != VALID || t->master & MASTER_ON)
		t->fake.faults++;
	t->served[n] |= t->selector[n];
	t->selector[n] = 0;
	t->valid[n] = false;
	return 0;
}

static u32 write_dw(struct gen11_test *t, u32 n, u32 value)
{
	if (value & ~t->served[n] || t->master & MASTER_ON)
		t->fake.faults++;
	t->read[n] &= ~value;
	t->served[n] &= ~value;
	return t->dw[n] & ~value;
}

static u32 gen11_write(struct fake_mmio *fake, u32 offset, u32 value)
{
	struct gen11_test *t = container_of(fake, struct gen11_test, fake);

	switch (offset) {
	case MASTER:
		fake->faults += !!(value & ~MASTER_ON);
		t->masters_open += !irqs_disabled();
		/* An event that comes while its dword is half served is parked. */
		fake->faults += value && (t->read[0] & t->dw[0] || t->read[1] & t->dw[1]);
		return value;
	case DW0:
	case DW1:
		return write_dw(t, offset == DW1, value);
	case IDENTITY0:
	case IDENTITY1:
		return write_identity(t, offset == IDENTITY1, value);
	case SELECTOR0:
	case SELECTOR1:
		return write_selector(t, offset == SELECTOR1, value);
	default:
		return value;
	}
}

static void count_half_full(struct oa_irq *irq)
{
	struct gen11_test *t = container_of(irq, struct gen11_test, irq);

	t->half_full++;
	t->master_at_half_full = t->master;
}

static int gen11_init(struct kunit *test)
{
	struct gen11_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	if (!t)
		return -ENOMEM;
	fake_mmio_init(test, &t->fake, 0);
	fake_mmio_add(&t->fake, OA_IMR, &t->oa_imr);
	fake_mmio_add(&t->fake, MASTER, &t->master);
	fake_mmio_add(&t->fake, DW0, &t->dw[0]);
	fake_mmio_add(&t->fake, DW1, &t->dw[1]);
	fake_mmio_add(&t->fake, ENABLE, &t->enable);
	fake_mmio_add(&t->fake, IDENTITY0, NULL);
	fake_mmio_add(&t->fake, IDENTITY1, NULL);
	fake_mmio_add(&t->fake, SELECTOR0, &t->selector[0]);
	fake_mmio_add(&t->fake, SELECTOR1, &t->selector[1]);
	fake_mmio_add(&t->fake, MASK, &t->mask);
	fake_mmio_add(&t->fake, DISPLAY, &t->display);
	fake_mmio_add(&t->fake, PCU_IER, &t->pcu);
	fake_mmio_add(&t->fake, GU_MISC_IER, &t->misc);
	t->fake.read = gen11_read;
	t->fake.write = gen11_write;
	oa_irq_init(&t->irq, &t->fake.uncore, oa_platform_icl.irq, count_half_full);
	t->master = MASTER_ON;
	test->priv = t;
	return 0;
}

static void raise(struct gen11_test *t, u32 n, u32 bit, u32 event)
{
	t->dw[n] |= BIT(bit);
	t->event[n][bit] = event;
}

static u64 verdicts(struct gen11_test *t, enum oa_irq_verdict verdict)
{
	return atomic64_read(&t->irq.verdicts[verdict]);
}

struct decide_case {
	const char *name;
	u32 identity;
	enum oa_irq_verdict verdict;
};

static const struct decide_case decide_cases[] = {
	{ "half full", VALID | OA_EVENT, OA_IRQ_OA },
	{ "half full and more of the unit", VALID | OA_EVENT | 0xffff, OA_IRQ_OA },
	{ "the unit, but not half full", VALID | 2u << 20 | 4u << 16 | 0xefff, OA_IRQ_OTHER },
	{ "GTPM", VALID | 1u << 20 | 4u << 16 | BIT(12), OA_IRQ_OTHER },
	{ "instance 3", VALID | 3u << 20 | 4u << 16 | BIT(12), OA_IRQ_OTHER },
	{ "instance 34", VALID | 34u << 20 | 4u << 16 | BIT(12), OA_IRQ_OTHER },
	{ "render", VALID | BIT(12), OA_IRQ_OTHER },
	{ "class 2, instance 2", VALID | 2u << 20 | 2u << 16 | BIT(12), OA_IRQ_OTHER },
	{ "class 5", VALID | 2u << 20 | 5u << 16 | BIT(12), OA_IRQ_OTHER },
	{ "nothing to say", VALID, OA_IRQ_OTHER },
	{ "reserved bits do not matter", VALID | OA_EVENT | 0x7c080000, OA_IRQ_OA },
	{ "not valid", OA_EVENT, OA_IRQ_STUCK },
	{ "zero", 0, OA_IRQ_STUCK },
	{ "gone", ~0u, OA_IRQ_STUCK },
};

KUNIT_ARRAY_PARAM_DESC(decide, decide_cases, name);

static void oa_irq_gen11_decides(struct kunit *test)
{
	const struct decide_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_irq_gen11_decide(c->identity), c->verdict);
}

static void oa_irq_gen11_ours_or_not(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, oa_irq_gen11_is_ours(MASTER_ON | BIT(0)));
	KUNIT_EXPECT_TRUE(test, oa_irq_gen11_is_ours(MASTER_ON | BIT(1)));
	KUNIT_EXPECT_FALSE(test, oa_irq_gen11_is_ours(MASTER_ON));
	/* The master is off: another device raised the shared line. */
	KUNIT_EXPECT_FALSE(test, oa_irq_gen11_is_ours(BIT(0) | BIT(1)));
	/* Display, GU misc, PCU */
	KUNIT_EXPECT_FALSE(test, oa_irq_gen11_is_ours(MASTER_ON | BIT(16) | BIT(29) | BIT(30)));
	KUNIT_EXPECT_FALSE(test, oa_irq_gen11_is_ours(0));
	KUNIT_EXPECT_FALSE(test, oa_irq_gen11_is_ours(~0u));
}

static void oa_irq_gen11_half_full(struct kunit *test)
{
	struct gen11_test *t = test->priv;

	raise(t, 0, WDPERF, OA_EVENT);
	KUNIT_EXPECT_TRUE(test, t->irq.ops->pending(&t->irq));
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 0u);
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_FALSE(test, t->irq.ops->pending(&t->irq));
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	/* The handler ran before the master went on again. */
	KUNIT_EXPECT_EQ(test, t->master_at_half_full, 0u);
	KUNIT_EXPECT_EQ(test, t->master, MASTER_ON);
	KUNIT_EXPECT_EQ(test, t->dw[0], 0u);
	KUNIT_EXPECT_EQ(test, verdicts(t, OA_IRQ_OA), 1ull);
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_NONE);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

/* Nothing is touched unless the interrupt is ours. */
static void oa_irq_gen11_not_ours(struct kunit *test)
{
	struct gen11_test *t = test->priv;

	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_NONE);
	t->sources = BIT(16) | BIT(29) | BIT(30);
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_NONE);
	KUNIT_EXPECT_FALSE(test, t->irq.ops->pending(&t->irq));
	t->fake.gone = true;
	KUNIT_EXPECT_FALSE(test, t->irq.ops->pending(&t->irq));
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_NONE);
	t->fake.gone = false;
	t->master = 0;
	raise(t, 0, WDPERF, OA_EVENT);
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_NONE);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 0u);
	KUNIT_EXPECT_EQ(test, t->half_full, 0u);
	KUNIT_EXPECT_EQ(test, verdicts(t, OA_IRQ_NONE), 4ull);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

/* Every engine of both dwords is served and counted once. */
static void oa_irq_gen11_others(struct kunit *test)
{
	struct gen11_test *t = test->priv;

	raise(t, 0, 0, RCS_EVENT);
	raise(t, 0, 15, 3u << 16 | BIT(0));
	raise(t, 0, WDPERF, OA_EVENT);
	raise(t, 0, 31, 6u << 20 | 4u << 16 | BIT(0));
	raise(t, 1, 0, 1u << 16 | BIT(0));
	raise(t, 1, 31, 2u << 16 | BIT(0));
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->dw[0], 0u);
	KUNIT_EXPECT_EQ(test, t->dw[1], 0u);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_EQ(test, verdicts(t, OA_IRQ_OA), 1ull);
	KUNIT_EXPECT_EQ(test, verdicts(t, OA_IRQ_OTHER), 5ull);
	/* Other engines alone: they are served, but no reader is woken. */
	raise(t, 1, 3, 1u << 20 | 1u << 16 | BIT(0));
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_EQ(test, verdicts(t, OA_IRQ_OTHER), 6ull);
	KUNIT_EXPECT_EQ(test, t->master, MASTER_ON);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

/*
 * One engine is silent while another one answers. The latter is served. The
 * silent engine's bit stays, and the master stays off, because new events are
 * parked now.
 */
static void oa_irq_gen11_one_silent(struct kunit *test)
{
	struct gen11_test *t = test->priv;

	t->never[0] = BIT(0);
	raise(t, 0, 0, RCS_EVENT);
	raise(t, 0, WDPERF, OA_EVENT);
	raise(t, 1, 0, 1u << 16 | BIT(0));
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_EQ(test, t->dw[0], BIT(0));
	KUNIT_EXPECT_EQ(test, t->dw[1], 0u);
	KUNIT_EXPECT_EQ(test, t->master, 0u);
	KUNIT_EXPECT_EQ(test, verdicts(t, OA_IRQ_STUCK), 8ull);
	/* Another device's interrupt on a shared line makes the handler touch nothing. */
	t->fake.num_writes = 0;
	t->master = MASTER_ON;
	KUNIT_EXPECT_FALSE(test, t->irq.ops->pending(&t->irq));
	t->master = 0;
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_NONE);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 0u);
	/* The engine is still silent at the next enable: the master stays off. Then it answers. */
	t->irq.ops->enable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->master, 0u);
	KUNIT_EXPECT_EQ(test, t->dw[0], BIT(0));
	t->irq.ops->disable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->master, 0u);
	t->never[0] = 0;
	t->irq.ops->enable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->master, MASTER_ON);
	KUNIT_EXPECT_EQ(test, t->dw[0], 0u);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

/*
 * No engine answers. The handler selects each one, but all of them together keep interrupts off
 * for not much longer than one.
 */
static void oa_irq_gen11_all_silent(struct kunit *test)
{
	struct gen11_test *t = test->priv;
	u32 bit;

	t->never[0] = ~0u;
	for (bit = 0; bit < 4; bit++)
		raise(t, 0, bit, RCS_EVENT);
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->dw[0], GENMASK(3, 0));
	KUNIT_EXPECT_EQ(test, t->master, 0u);
	KUNIT_EXPECT_EQ(test, verdicts(t, OA_IRQ_STUCK), 4 + 7ull);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

/* No handler may run while the registers are restored. */
static void oa_irq_gen11_disable_alone(struct kunit *test)
{
	struct gen11_test *t = test->priv;

	t->irq.ops->enable(&t->irq);
	t->masters_open = 0;
	t->irq.ops->disable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->masters_open, 0u);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

/* An engine that answers late is polled until it does. */
static void oa_irq_gen11_slow(struct kunit *test)
{
	struct gen11_test *t = test->priv;

	t->deaf = 7;
	raise(t, 0, WDPERF, OA_EVENT);
	KUNIT_EXPECT_EQ(test, t->irq.ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_EQ(test, verdicts(t, OA_IRQ_STUCK), 7ull);
	KUNIT_EXPECT_EQ(test, t->dw[0], 0u);
	KUNIT_EXPECT_EQ(test, t->master, MASTER_ON);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

/* All gates of 6.1 are opened, other bits stay untouched, and the old values are put back. */
static void oa_irq_gen11_gates(struct kunit *test)
{
	struct gen11_test *t = test->priv;

	t->master = 0;
	t->oa_imr = BIT(28);
	t->enable = 0x00300001;
	t->mask = 0xffffffff;
	t->irq.ops->enable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->oa_imr, 0u);
	KUNIT_EXPECT_EQ(test, t->enable, 0x00301001u);
	KUNIT_EXPECT_EQ(test, t->mask, 0xffffefffu);
	KUNIT_EXPECT_EQ(test, t->master, MASTER_ON);
	t->irq.ops->mask(&t->irq, true);
	KUNIT_EXPECT_EQ(test, t->oa_imr, BIT(28));
	t->irq.ops->mask(&t->irq, false);
	KUNIT_EXPECT_EQ(test, t->oa_imr, 0u);
	/* An event that is pending at disable must not reach the next owner. */
	raise(t, 0, WDPERF, OA_EVENT);
	t->irq.ops->disable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->oa_imr, BIT(28));
	KUNIT_EXPECT_EQ(test, t->enable, 0x00300001u);
	KUNIT_EXPECT_EQ(test, t->mask, 0xffffffffu);
	KUNIT_EXPECT_EQ(test, t->master, 0u);
	KUNIT_EXPECT_EQ(test, t->dw[0], 0u);
	KUNIT_EXPECT_EQ(test, t->half_full, 0u);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

/* If the master was on before the driver took over, it is on afterwards. */
static void oa_irq_gen11_master_kept(struct kunit *test)
{
	struct gen11_test *t = test->priv;

	t->sources = BIT(16);
	t->irq.ops->enable(&t->irq);
	t->irq.ops->disable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->master, MASTER_ON);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

/* Sources outside the GT are kept off the line, and put back (hardware.rst 6.5). */
static void oa_irq_gen11_outside(struct kunit *test)
{
	struct gen11_test *t = test->priv;

	t->display = MASTER_ON | BIT(16);
	t->pcu = 0x3;
	t->misc = BIT(27);
	t->irq.ops->enable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->display, 0u);
	KUNIT_EXPECT_EQ(test, t->pcu, 0u);
	KUNIT_EXPECT_EQ(test, t->misc, 0u);
	t->irq.ops->disable(&t->irq);
	/* Its source bits are read only and never written. */
	KUNIT_EXPECT_EQ(test, t->display, (u32)MASTER_ON);
	KUNIT_EXPECT_EQ(test, t->pcu, 0x3u);
	KUNIT_EXPECT_EQ(test, t->misc, (u32)BIT(27));
}

static struct kunit_case oa_irq_gen11_cases[] = {
	KUNIT_CASE(oa_irq_gen11_outside),
	KUNIT_CASE_PARAM(oa_irq_gen11_decides, decide_gen_params),
	KUNIT_CASE(oa_irq_gen11_ours_or_not),
	KUNIT_CASE(oa_irq_gen11_half_full),
	KUNIT_CASE(oa_irq_gen11_not_ours),
	KUNIT_CASE(oa_irq_gen11_others),
	KUNIT_CASE(oa_irq_gen11_one_silent),
	KUNIT_CASE(oa_irq_gen11_all_silent),
	KUNIT_CASE(oa_irq_gen11_disable_alone),
	KUNIT_CASE(oa_irq_gen11_slow),
	KUNIT_CASE(oa_irq_gen11_gates),
	KUNIT_CASE(oa_irq_gen11_master_kept),
	{ }
};

static struct kunit_suite oa_irq_gen11_suite = {
	.name = "i915_oa_irq_gen11",
	.init = gen11_init,
	.test_cases = oa_irq_gen11_cases,
};

kunit_test_suite(oa_irq_gen11_suite);
