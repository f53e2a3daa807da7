// SPDX-License-Identifier: GPL-2.0-only
/*
 * The half-full interrupt of each generation against the simulated GPU, which keeps the
 * rules of the trees and counts each breach.
 *
 * The test raises the event itself, without a running OA unit. No Linux interrupt is
 * connected: the tests check the line.
 */
#include <kunit/test.h>
#include <linux/interrupt.h>
#include <linux/kernel.h>
#include <linux/spinlock.h>

#include <drm/drm_device.h>

#include "named_param.h"
#include "oa/gpu/oa_gpu.h"
#include "oa/gpu/oa_gpu_priv.h"
#include "oa/oa_platform.h"
#include "sim/core/gpu/sim_irq_types.h"
#include "sim/core/platform/sim_platform.h"
#include "sim/kernel/sim_card.h"

/* hardware.rst 6.1: enables and masks of the render engine and the video engines */
#define RENDER_ENABLE		0x190030
#define RCS0_MASK		0x190090
#define WDOAPERF_MASK		0x1900ec
#define WDOAPERF_BIT		BIT(12)
#define GT_IER3			0x4433c
#define GTIIR			0x44018
/* Sources of the tree: Gen11's DW0 bit 0 is render; Gen8's GT interrupt 3 bit 0 is VECS */
#define RCS_SOURCE		(SIM_EVENT_SOURCE + 0)
#define VECS_SOURCE		(SIM_EVENT_SOURCE + 3 * 32)

struct tree_case {
	const char *sim;
	const struct oa_platform *platform;
	u32 source;	/* another engine's event, 0: none */
};

static const struct tree_case tree_cases[] = {
	{ "ivb", &oa_platform_ivb },
	{ "vlv", &oa_platform_vlv },
	{ "hsw", &oa_platform_hsw },
	{ "bdw", &oa_platform_bdw, VECS_SOURCE },
	{ "chv", &oa_platform_chv, VECS_SOURCE },
	{ "skl", &oa_platform_skl, VECS_SOURCE },
	{ "bxt", &oa_platform_bxt, VECS_SOURCE },
	{ "icl", &oa_platform_icl, RCS_SOURCE },
	{ "ehl", &oa_platform_ehl, RCS_SOURCE },
	{ "lkf", &oa_platform_lkf, RCS_SOURCE },
};

KUNIT_ARRAY_PARAM_DESC(tree, tree_cases, sim);

struct tree_test {
	struct oa_sim_gpu *gpu;
	struct drm_device drm;	/* for messages only */
	struct oa_uncore uncore;
	struct oa_irq irq;
	const struct oa_irq_ops *ops;
	u32 half_full;
	bool awake;
};

static void count_half_full(struct oa_irq *irq)
{
	container_of(irq, struct tree_test, irq)->half_full++;
}

static int tree_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct tree_test), GFP_KERNEL);
	return test->priv ? 0 : -ENOMEM;
}

static void tree_exit(struct kunit *test)
{
	struct tree_test *t = test->priv;

	if (!t || !t->gpu)
		return;
	if (t->awake)
		oa_forcewake_put(&t->uncore, OA_FORCEWAKE_ALL);
	oa_forcewake_fini(&t->uncore);
	oa_sim_gpu_destroy(t->gpu);
}

/* A GPU that is awake, as the driver would leave it */
static struct tree_test *start(struct kunit *test, const struct tree_case *c)
{
	struct tree_test *t = test->priv;

	t->gpu = oa_sim_gpu_create(c->sim, false);
	if (!t->gpu)
		kunit_skip(test, "no platform %s", c->sim);
	raw_spin_lock_init(&t->uncore.lock);
	t->uncore.drm = &t->drm;
	t->uncore.sim = oa_sim_gpu_mmio(t->gpu);
	t->uncore.size = oa_sim_gpu_mmio(t->gpu)->size;
	t->uncore.has_fifo = c->platform->has_fifo;
	t->ops = c->platform->irq;
	oa_irq_init(&t->irq, &t->uncore, t->ops, count_half_full);
	oa_forcewake_init(&t->uncore, c->platform->forcewake);
	KUNIT_ASSERT_EQ(test, oa_forcewake_get(&t->uncore, OA_FORCEWAKE_ALL), 0);
	t->awake = true;
	return t;
}

static void half_full(struct tree_test *t)
{
	oa_sim_gpu_event(t->gpu, SIM_EVENT_OA_HALF_FULL);
}

/* An event stays latched and its message is lost: the second poll serves it. */
static void oa_irq_sim_message_lost(struct kunit *test)
{
	struct tree_test *t = start(test, test->param_value);

	t->gpu->faults.message_lost = 1;
	t->ops->enable(&t->irq);
	oa_irq_set_enabled(&t->irq, true);
	half_full(t);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_TRUE(test, t->gpu->irq.unannounced);
	/* At the first poll, the message may still be on its way. */
	oa_irq_poll(&t->irq);
	KUNIT_EXPECT_EQ(test, t->half_full, 0u);
	oa_irq_poll(&t->irq);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.unannounced), (s64)1);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	/* The next event raises the line, and its handler leaves no event to a poll. */
	half_full(t);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_FALSE(test, t->gpu->irq.unannounced);
	oa_irq_poll(&t->irq);
	KUNIT_EXPECT_EQ(test, oa_irq_handle(0, &t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 2u);
	oa_irq_poll(&t->irq);
	oa_irq_poll(&t->irq);
	KUNIT_EXPECT_EQ(test, t->half_full, 2u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* An interrupt between two polls: the event that the second one finds is a new one. */
static void oa_irq_sim_between_polls(struct kunit *test)
{
	struct tree_test *t = start(test, test->param_value);

	t->ops->enable(&t->irq);
	oa_irq_set_enabled(&t->irq, true);
	half_full(t);
	oa_irq_poll(&t->irq);
	KUNIT_EXPECT_EQ(test, oa_irq_handle(0, &t->irq), IRQ_HANDLED);
	half_full(t);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
	oa_irq_poll(&t->irq);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	/* While the event is disabled, a poll touches no register. */
	oa_irq_set_enabled(&t->irq, false);
	oa_irq_poll(&t->irq);
	oa_irq_poll(&t->irq);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
}

static bool is_gen11(const struct tree_case *c)
{
	return c->platform->irq == oa_platform_icl.irq;
}

static void oa_irq_sim_half_full(struct kunit *test)
{
	struct tree_test *t = start(test, test->param_value);
	u32 i;

	t->ops->enable(&t->irq);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, t->ops->handle(&t->irq), IRQ_NONE);
	for (i = 1; i <= 3; i++) {
		half_full(t);
		KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
		KUNIT_EXPECT_EQ(test, t->ops->handle(&t->irq), IRQ_HANDLED);
		KUNIT_EXPECT_EQ(test, t->half_full, i);
		/* The line falls; otherwise the handler would be called forever. */
		KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
		KUNIT_EXPECT_EQ(test, t->ops->handle(&t->irq), IRQ_NONE);
	}
	KUNIT_EXPECT_EQ(test, t->half_full, 3u);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.verdicts[OA_IRQ_OA]), 3ll);
	t->ops->disable(&t->irq);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* An event that is pending at disable raises neither the line nor the next owner's handler. */
static void oa_irq_sim_disabled(struct kunit *test)
{
	const struct tree_case *c = test->param_value;
	struct tree_test *t = start(test, c);

	t->ops->enable(&t->irq);
	half_full(t);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
	t->ops->disable(&t->irq);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	if (c->platform->has_fifo)
		KUNIT_EXPECT_EQ(test, oa_read32(&t->uncore, GTIIR), 0u);
	half_full(t);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, t->ops->handle(&t->irq), IRQ_NONE);
	t->ops->enable(&t->irq);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, t->ops->handle(&t->irq), IRQ_NONE);
	KUNIT_EXPECT_EQ(test, t->half_full, 0u);
	t->ops->disable(&t->irq);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* Another engine, enabled by firmware, raises its event together with the OA unit and alone. */
static void oa_irq_sim_other(struct kunit *test)
{
	const struct tree_case *c = test->param_value;
	struct tree_test *t = start(test, c);

	if (!c->source)
		kunit_skip(test, "no source of another engine");
	t->ops->enable(&t->irq);
	if (is_gen11(c)) {
		oa_write32(&t->uncore, RENDER_ENABLE, ~0u);
		oa_write32(&t->uncore, RCS0_MASK, 0);
	} else {
		oa_write32(&t->uncore, GT_IER3, oa_read32(&t->uncore, GT_IER3) | BIT(0));
	}
	oa_sim_gpu_event(t->gpu, c->source);
	KUNIT_EXPECT_EQ(test, t->ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 0u);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.verdicts[OA_IRQ_OTHER]), 1ll);
	oa_sim_gpu_event(t->gpu, c->source);
	half_full(t);
	KUNIT_EXPECT_EQ(test, t->ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, t->ops->handle(&t->irq), IRQ_NONE);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* Gen11 keeps a masked event, and delivers it once unmasked. */
static void oa_irq_sim_masked(struct kunit *test)
{
	const struct tree_case *c = test->param_value;
	struct tree_test *t = start(test, c);
	u32 mask;

	if (!is_gen11(c))
		kunit_skip(test, "a masked event is dropped");
	t->ops->enable(&t->irq);
	mask = oa_read32(&t->uncore, WDOAPERF_MASK);
	oa_write32(&t->uncore, WDOAPERF_MASK, mask | WDOAPERF_BIT);
	half_full(t);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, t->ops->handle(&t->irq), IRQ_NONE);
	oa_write32(&t->uncore, WDOAPERF_MASK, mask);
	KUNIT_EXPECT_TRUE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, t->ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* A late identity is polled for again; polling for one that never becomes valid ends. */
static void oa_irq_sim_never_valid(struct kunit *test)
{
	const struct tree_case *c = test->param_value;
	struct tree_test *t = start(test, c);

	if (!is_gen11(c))
		kunit_skip(test, "no identities");
	t->ops->enable(&t->irq);
	t->gpu->faults.identity_never_valid = 7;
	half_full(t);
	KUNIT_EXPECT_EQ(test, t->ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->irq.verdicts[OA_IRQ_STUCK]), 7ll);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));

	t->gpu->faults.identity_never_valid = 8;
	half_full(t);
	KUNIT_EXPECT_EQ(test, t->ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 1u);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	KUNIT_EXPECT_EQ(test, t->ops->handle(&t->irq), IRQ_NONE);
	/* The next enable polls once more, and this time the identity comes. */
	t->ops->disable(&t->irq);
	t->ops->enable(&t->irq);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	half_full(t);
	KUNIT_EXPECT_EQ(test, t->ops->handle(&t->irq), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, t->half_full, 2u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

static struct kunit_case oa_irq_sim_cases[] = {
	KUNIT_CASE_PARAM(oa_irq_sim_half_full, tree_gen_params),
	KUNIT_CASE_PARAM(oa_irq_sim_disabled, tree_gen_params),
	KUNIT_CASE_PARAM(oa_irq_sim_message_lost, tree_gen_params),
	KUNIT_CASE_PARAM(oa_irq_sim_between_polls, tree_gen_params),
	KUNIT_CASE_PARAM(oa_irq_sim_other, tree_gen_params),
	KUNIT_CASE_PARAM(oa_irq_sim_masked, tree_gen_params),
	KUNIT_CASE_PARAM(oa_irq_sim_never_valid, tree_gen_params),
	{ }
};

static struct kunit_suite oa_irq_sim_suite = {
	.name = "i915_oa_irq_sim",
	.init = tree_init,
	.exit = tree_exit,
	.test_cases = oa_irq_sim_cases,
};

kunit_test_suite(oa_irq_sim_suite);
