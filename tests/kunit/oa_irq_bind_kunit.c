// SPDX-License-Identifier: GPL-2.0-only
/*
 * The GPU's interrupt between bind and unbind, whatever firmware left enabled: off from bind
 * on, off again after a stream and after a system sleep, and restored at unbind.
 *
 * Expected values are written from hardware.rst 6.1 and 6.5.
 */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/kernel.h>

#include "fake_mmio.h"
#include "named_param.h"
#include "oa/gpu/oa_gpu.h"
#include "oa/gpu/oa_gpu_priv.h"
#include "oa/oa_platform.h"

#define MASTER_ON	BIT(31)

struct bind_test {
	struct fake_mmio fake;
	struct oa_irq irq;
	u32 master;
};

struct bind_case {
	const char *name;
	const struct oa_platform *platform;
	u32 offset;
	/* Enable bits of sources, in the master's register */
	u32 sources;
	/* Read-only bits of pending sources */
	u32 pending;
};

static const struct bind_case bind_cases[] = {
	{ "snb", &oa_platform_snb, 0x4400c, BIT(0) | BIT(7), 0 },
	{ "gen7", &oa_platform_ivb, 0x4400c, BIT(0) | BIT(7), 0 },
	{ "vlv", &oa_platform_vlv, 0x4400c, 0, 0 },
	{ "gen8", &oa_platform_bdw, 0x44200, 0, BIT(16) | BIT(23) },
	{ "gen9, low power", &oa_platform_bxt, 0x44200, 0, BIT(16) },
	{ "chv", &oa_platform_chv, 0x44200, 0, BIT(30) },
	{ "gen11", &oa_platform_icl, 0x190010, 0, BIT(16) },
};

KUNIT_ARRAY_PARAM_DESC(bind, bind_cases, name);

/* All other registers read 0 and may be written. */
static struct bind_test *bound(struct kunit *test, u32 found)
{
	const struct bind_case *c = test->param_value;
	struct bind_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	fake_mmio_init(test, &t->fake, 0);
	t->fake.open = true;
	fake_mmio_add(&t->fake, c->offset, &t->master);
	oa_irq_init(&t->irq, &t->fake.uncore, c->platform->irq, NULL);
	t->master = found;
	oa_irq_save_master(&t->irq);
	return t;
}

static void oa_irq_bind_on(struct kunit *test)
{
	const struct bind_case *c = test->param_value;
	u32 found = MASTER_ON | c->sources;
	struct bind_test *t = bound(test, found | c->pending);

	KUNIT_EXPECT_EQ(test, t->master, 0u);

	c->platform->irq->enable(&t->irq);
	c->platform->irq->disable(&t->irq);
	KUNIT_EXPECT_EQ(test, t->master & found, 0u);

	/* Firmware turns the master on during a system sleep. */
	t->master = found;
	oa_irq_disable_master(&t->irq);
	KUNIT_EXPECT_EQ(test, t->master, 0u);

	oa_irq_restore_master(&t->irq);
	KUNIT_EXPECT_EQ(test, t->master, found);
}

/* A disabled source stays off. */
static void oa_irq_bind_off(struct kunit *test)
{
	const struct bind_case *c = test->param_value;
	struct bind_test *t = bound(test, c->pending);

	oa_irq_restore_master(&t->irq);
	KUNIT_EXPECT_EQ(test, t->master, 0u);
}

/* An engine that was never served parks later events, so the master stays off. */
static void oa_irq_bind_unserved(struct kunit *test)
{
	struct bind_test *t = bound(test, MASTER_ON);

	t->irq.unserved = BIT(0);
	oa_irq_restore_master(&t->irq);
	KUNIT_EXPECT_EQ(test, t->master, 0u);
}

static struct kunit_case oa_irq_bind_cases[] = {
	KUNIT_CASE_PARAM(oa_irq_bind_on, bind_gen_params),
	KUNIT_CASE_PARAM(oa_irq_bind_off, bind_gen_params),
	KUNIT_CASE_PARAM(oa_irq_bind_unserved, bind_gen_params),
	{ }
};

static struct kunit_suite oa_irq_bind_suite = {
	.name = "i915_oa_irq_bind",
	.test_cases = oa_irq_bind_cases,
};

kunit_test_suite(oa_irq_bind_suite);
