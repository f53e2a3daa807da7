// SPDX-License-Identifier: GPL-2.0-only
/*
 * Power wells and steering of the simulated platforms, without a driver: the well
 * that a register needs, the effect of an access without it; how an acknowledge
 * comes, is missed and is recovered; the instance of a replicated register that
 * answers.
 *
 * Facts: hardware.rst 2.1 to 2.3, appendices A and B.
 */
#include <kunit/test.h>
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/kernel.h>

#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "sim/core/platform/sim_platform.h"
#include "sim/kernel/sim_card.h"

#define KERNEL			0x00010001u
#define RELEASE			0x00010000u
#define FALLBACK		0x80008000u
#define FALLBACK_RELEASE	0x80000000u
#define RESET			0xffff0000u
#define ACK_NS			10000ull
/* Domains of Gen9 and later; BDW has the first, CHV the first two */
#define GT			BIT(0)
#define RENDER			BIT(1)
#define MEDIA			BIT(2)
#define VDBOX0			BIT(2)
#define VDBOX2			BIT(3)
#define VEBOX0			BIT(4)
#define EU_PERF_CNT_CTL0	0xe458

struct sim_fw_test {
	struct oa_sim_gpu *gpu;
	u64 now_ns;
};

static u32 rd(struct sim_fw_test *t, u32 offset)
{
	return oa_sim_gpu_read32(t->gpu, offset);
}

static void wr(struct sim_fw_test *t, u32 offset, u32 value)
{
	oa_sim_gpu_write32(t->gpu, offset, value);
}

static void settle(struct sim_fw_test *t)
{
	t->now_ns += ACK_NS;
	oa_sim_gpu_set_time_ns(t->gpu, t->now_ns);
}

static u64 lost(struct sim_fw_test *t)
{
	return t->gpu->violations[SIM_NO_FORCEWAKE].count;
}

static void request(struct sim_fw_test *t, u32 domains, u32 value)
{
	const struct sim_platform *p = t->gpu->platform;
	u32 i;

	for (i = 0; i < p->num_domains; i++)
		if (domains & BIT(i))
			wr(t, p->domains[i].request, value);
	settle(t);
}

static void create(struct kunit *test, const char *platform)
{
	struct sim_fw_test *t = test->priv;

	if (t->gpu)
		oa_sim_gpu_destroy(t->gpu);
	t->now_ns = 0;
	t->gpu = oa_sim_gpu_create(platform, true);
	KUNIT_ASSERT_NOT_NULL(test, t->gpu);
}

static int sim_fw_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct sim_fw_test), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, test->priv);
	return 0;
}

static void sim_fw_exit(struct kunit *test)
{
	struct sim_fw_test *t = test->priv;

	if (t && t->gpu)
		oa_sim_gpu_destroy(t->gpu);
}

struct need {
	const char *platform;
	u32 offset, domains;
};

static const struct need needs[] = {
	{ "bdw", 0x2360, GT }, { "bdw", 0x2b00, GT }, { "bdw", 0xe458, GT }, { "bdw", 0x0d00, GT },
	{ "bdw", 0x941c, 0 }, { "bdw", 0x44200, 0 }, { "bdw", 0xa188, 0 },
	/* CHV: render, media */
	{ "chv", 0x2360, GT }, { "chv", 0x2b00, GT }, { "chv", 0x0d00, 0 },
	{ "chv", 0x9424, GT | RENDER }, { "chv", 0x9840, GT | RENDER }, { "chv", 0xe458, GT },
	{ "chv", 0x12030, RENDER }, { "chv", 0x182300, 0 },
	{ "skl", 0x2360, RENDER }, { "skl", 0x26fc, RENDER }, { "skl", 0x2700, GT },
	{ "skl", 0x2b00, GT }, { "skl", 0x0d00, 0 }, { "skl", 0x9424, RENDER | MEDIA },
	{ "skl", 0x9840, GT }, { "skl", 0xe458, RENDER }, { "skl", 0x941c, 0 },
	{ "skl", 0x12034, MEDIA }, { "skl", 0x0d84, 0 },
	{ "icl", 0x2360, RENDER }, { "icl", 0x2b00, GT }, { "icl", 0x0d00, 0 },
	{ "icl", 0x9424, GT }, { "icl", 0xe458, RENDER }, { "icl", 0xb480, GT },
	{ "icl", 0x1c0000, VDBOX0 }, { "icl", 0x1c8000, VEBOX0 }, { "icl", 0x1d0000, VDBOX2 },
	{ "icl", 0x190010, 0 },
	{ "lkf", 0x0b00, 0 }, { "lkf", 0x2360, RENDER }, { "lkf", 0x2700, GT },
	{ "lkf", 0x5000, 0 }, { "lkf", 0x5400, RENDER }, { "lkf", 0x8150, RENDER },
	{ "lkf", 0x8800, 0 }, { "lkf", 0x91b8, GT }, { "lkf", 0x9400, GT }, { "lkf", 0x9480, 0 },
	{ "lkf", 0x9560, 0 }, { "lkf", 0x9884, GT }, { "lkf", 0xb100, RENDER },
	{ "lkf", 0xb480, 0 }, { "lkf", 0xc800, GT }, { "lkf", 0xe75c, RENDER },
	{ "lkf", 0x24000, 0 }, { "lkf", 0x24180, RENDER }, { "lkf", 0x3fffc, GT },
	{ "lkf", 0x1c0000, VDBOX0 }, { "lkf", 0x1c2c00, 0 }, { "lkf", 0x1c3f00, VDBOX0 },
	{ "lkf", 0x1c4000, 0 }, { "lkf", 0x1c9ffc, VEBOX0 }, { "lkf", 0x1d0000, VDBOX2 },
	{ "lkf", 0x1d3efc, 0 }, { "lkf", 0x1d8000, 0 },
};

static void need_name(const struct need *n, char *name)
{
	snprintf(name, KUNIT_PARAM_DESC_SIZE, "%s 0x%x", n->platform, n->offset);
}

KUNIT_ARRAY_PARAM(need, needs, need_name);

/* An access is lost unless all of the register's wells are awake; no other well helps. */
static void sim_fw_tables(struct kunit *test)
{
	struct sim_fw_test *t = test->priv;
	const struct need *n = test->param_value;
	u32 i, all;

	create(test, n->platform);
	all = BIT(t->gpu->platform->num_domains) - 1;
	rd(t, n->offset);
	KUNIT_EXPECT_EQ(test, lost(t), n->domains ? 1ull : 0ull);
	for (i = 0; i < t->gpu->platform->num_domains; i++) {
		if (!(n->domains & BIT(i)))
			continue;
		create(test, n->platform);
		request(t, all & ~BIT(i), KERNEL);
		rd(t, n->offset);
		KUNIT_EXPECT_EQ_MSG(test, lost(t), 1ull, "domain %u is not needed", i);
	}
	create(test, n->platform);
	request(t, n->domains, KERNEL);
	rd(t, n->offset);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* A sleeping well: reads return zero, writes vanish; only writes to shadowed registers work. */
static void sim_fw_sleeping(struct kunit *test)
{
	struct sim_fw_test *t = test->priv;

	create(test, "icl");
	request(t, GT, KERNEL);
	wr(t, GEN6_RPNSWREQ, 0x1234);
	request(t, GT, RELEASE);
	KUNIT_EXPECT_EQ(test, lost(t), 0ull);
	KUNIT_EXPECT_EQ(test, rd(t, GEN6_RPNSWREQ), 0u);
	KUNIT_EXPECT_EQ(test, lost(t), 1ull);
	wr(t, GEN6_RPNSWREQ, 0x5678);
	KUNIT_EXPECT_EQ(test, lost(t), 1ull);
	wr(t, GEN6_UCGCTL1, 1);
	KUNIT_EXPECT_EQ(test, lost(t), 2ull);
	request(t, GT, KERNEL);
	KUNIT_EXPECT_EQ(test, rd(t, GEN6_RPNSWREQ), 0x5678u);
	KUNIT_EXPECT_EQ(test, rd(t, GEN6_UCGCTL1), 0u);
}

static void sim_fw_acknowledge(struct kunit *test)
{
	struct sim_fw_test *t = test->priv;

	create(test, "skl");
	wr(t, FORCEWAKE_RENDER_GEN9, KERNEL);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_RENDER_GEN9), 0u);
	settle(t);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_RENDER_GEN9), 1u);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_GT_GEN9), 0u);
	/* With a second user, the well stays awake when the first one leaves. */
	request(t, RENDER, 0x00020002);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_RENDER_GEN9), 3u);
	request(t, RENDER, RELEASE);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_RENDER_GEN9), 2u);
	rd(t, RCS_CCID);
	KUNIT_EXPECT_EQ(test, lost(t), 0ull);
	request(t, RENDER, RESET);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_RENDER_GEN9), 0u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
	/* A request comes again while the old acknowledge is still set. */
	request(t, RENDER, KERNEL);
	wr(t, FORCEWAKE_RENDER_GEN9, RELEASE);
	wr(t, FORCEWAKE_RENDER_GEN9, KERNEL);
	KUNIT_EXPECT_EQ(test, t->gpu->violations[SIM_FORCEWAKE_ORDER].count, 1ull);
}

/* A missed acknowledge comes together with that of the fallback bit. */
static void sim_fw_missed(struct kunit *test)
{
	struct sim_fw_test *t = test->priv;

	create(test, "skl");
	t->gpu->faults.forcewake_missed = 1;
	request(t, GT, KERNEL);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_GT_GEN9), 0u);
	settle(t);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_GT_GEN9), 0u);
	request(t, GT, FALLBACK);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_GT_GEN9), 0x8001u);
	request(t, GT, FALLBACK_RELEASE);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_GT_GEN9), 1u);
	KUNIT_EXPECT_EQ(test, t->gpu->faults.forcewake_missed, 0u);
	/* The fallback bit does not help if the acknowledge never comes. */
	request(t, GT, RESET);
	t->gpu->faults.forcewake_ack = 1;
	request(t, GT, KERNEL);
	request(t, GT, FALLBACK);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_GT_GEN9), 0u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
	/* It may be toggled before its own acknowledge has gone: only that of bit 0 is awaited. */
	t->gpu->faults.forcewake_ack = 0;
	request(t, GT, RESET);
	request(t, GT, FALLBACK);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_GT_GEN9), 0x8000u);
	wr(t, FORCEWAKE_GT_GEN9, FALLBACK_RELEASE);
	wr(t, FORCEWAKE_GT_GEN9, FALLBACK);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* Software without the fallback bit gives up, and asks again: only one acknowledge was missed. */
static void sim_fw_missed_dropped(struct kunit *test)
{
	struct sim_fw_test *t = test->priv;

	create(test, "skl");
	t->gpu->faults.forcewake_missed = 1;
	request(t, GT, KERNEL);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_GT_GEN9), 0u);
	request(t, GT, RELEASE);
	request(t, GT, KERNEL);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_GT_GEN9), 1u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* Another kernel had the GPU while the power was off: its requests stand, and are in force. */
static void sim_fw_left(struct kunit *test)
{
	struct sim_fw_test *t = test->priv;

	create(test, "skl");
	t->gpu->faults.forcewake_left = 1;
	oa_sim_gpu_power_cycle(t->gpu);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_GT_GEN9), 1u);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_RENDER_GEN9), 1u);
	request(t, GT, RELEASE);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_GT_GEN9), 0u);
	t->gpu->faults.forcewake_left = 0;
	oa_sim_gpu_power_cycle(t->gpu);
	KUNIT_EXPECT_EQ(test, rd(t, FORCEWAKE_ACK_RENDER_GEN9), 0u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* A register that reads zero by design is not counted as unknown. */
static void sim_fw_silent(struct kunit *test)
{
	struct sim_fw_test *t = test->priv;

	create(test, "lkf");
	wr(t, LKF_VIRT_MAILBOX, ~0u);
	KUNIT_EXPECT_EQ(test, rd(t, LKF_VIRT_MAILBOX), 0u);
	wr(t, LKF_VIRT_MAILBOX_END - 3, ~0u);
	KUNIT_EXPECT_EQ(test, rd(t, LKF_VIRT_MAILBOX_END - 3), 0u);
	wr(t, MCHBAR_MIRROR, ~0u);
	KUNIT_EXPECT_EQ(test, rd(t, MCHBAR_MIRROR), 0u);
	KUNIT_EXPECT_EQ(test, t->gpu->books.unknown_registers, 0ull);
	rd(t, 0x8d00);		/* reserved */
	rd(t, LKF_VIRT_MAILBOX_END + 1);
	KUNIT_EXPECT_EQ(test, t->gpu->books.unknown_registers, 2ull);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

static u32 steer(u32 subslice)
{
	return FIELD_PREP(GEN11_MCR_SUBSLICE_MASK, subslice);
}

/* The lowest subslice that is present (@live), or that is fused off */
static u32 subslice(struct sim_fw_test *t, bool live)
{
	const struct sim_topology *topology = &t->gpu->platform->topology;
	u32 mask = topology->subslice_mask;

	return __ffs(live ? mask : ~mask);
}

static void sim_steering_gen11_instances(struct kunit *test)
{
	struct sim_fw_test *t = test->priv;
	u32 live, gone;

	create(test, "icl");
	live = subslice(t, true);
	gone = subslice(t, false);
	request(t, GT | RENDER, KERNEL);
	KUNIT_EXPECT_EQ(test, rd(t, GEN8_MCR_SELECTOR), (u32)GEN11_MCR_MULTICAST);
	wr(t, EU_PERF_CNT_CTL0, 0x11);
	/* The multicast write reached all instances; reads come from the selected one. */
	wr(t, GEN8_MCR_SELECTOR, GEN11_MCR_MULTICAST | steer(live));
	KUNIT_EXPECT_EQ(test, rd(t, EU_PERF_CNT_CTL0), 0x11u);
	wr(t, GEN8_MCR_SELECTOR, steer(live + 1));
	KUNIT_EXPECT_EQ(test, rd(t, EU_PERF_CNT_CTL0), 0x11u);
	wr(t, EU_PERF_CNT_CTL0, 0x22);
	KUNIT_EXPECT_EQ(test, rd(t, EU_PERF_CNT_CTL0), 0x22u);
	wr(t, GEN8_MCR_SELECTOR, steer(live));
	KUNIT_EXPECT_EQ(test, rd(t, EU_PERF_CNT_CTL0), 0x11u);
	/* Counting follows the value of the first instance that is present. */
	wr(t, EU_PERF_CNT_CTL0, 0x12);
	KUNIT_EXPECT_EQ(test, t->gpu->store[EU_PERF_CNT_CTL0 / 4], 0x12u);
	wr(t, GEN8_MCR_SELECTOR, steer(live + 1));
	wr(t, EU_PERF_CNT_CTL0, 0x23);
	KUNIT_EXPECT_EQ(test, t->gpu->store[EU_PERF_CNT_CTL0 / 4], 0x12u);
	/* A fused-off instance does not answer. */
	wr(t, GEN8_MCR_SELECTOR, steer(gone));
	wr(t, EU_PERF_CNT_CTL0, 0x33);
	KUNIT_EXPECT_EQ(test, rd(t, EU_PERF_CNT_CTL0), 0u);
	wr(t, GEN8_MCR_SELECTOR, GEN11_MCR_MULTICAST | steer(gone));
	wr(t, EU_PERF_CNT_CTL0, 0x44);
	KUNIT_EXPECT_EQ(test, rd(t, EU_PERF_CNT_CTL0), 0u);
	wr(t, GEN8_MCR_SELECTOR, steer(live + 1));
	KUNIT_EXPECT_EQ(test, rd(t, EU_PERF_CNT_CTL0), 0x44u);
	/* Steering does not affect a register with one instance. */
	wr(t, GEN8_MCR_SELECTOR, steer(gone));
	wr(t, GEN6_RC_STATE, 0x55);
	KUNIT_EXPECT_EQ(test, rd(t, GEN6_RC_STATE), 0x55u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* Gen8 has no multicast bit: reads are steered, writes reach all instances. */
static void sim_steering_gen8_instances(struct kunit *test)
{
	struct sim_fw_test *t = test->priv;

	create(test, "bdw");
	request(t, GT, KERNEL);
	KUNIT_EXPECT_EQ(test, rd(t, GEN8_MCR_SELECTOR), 0u);
	wr(t, GEN8_MCR_SELECTOR, FIELD_PREP(GEN8_MCR_SUBSLICE_MASK, 1));
	wr(t, EU_PERF_CNT_CTL0, 0x11);
	wr(t, GEN8_MCR_SELECTOR, 0);
	KUNIT_EXPECT_EQ(test, rd(t, EU_PERF_CNT_CTL0), 0x11u);
	wr(t, GEN8_MCR_SELECTOR, FIELD_PREP(GEN8_MCR_SLICE_MASK, 1));
	KUNIT_EXPECT_EQ(test, rd(t, EU_PERF_CNT_CTL0), 0u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* Before counters are on, steering is back at multicast; what it chooses for reads may stay. */
static void sim_steering_left(struct kunit *test)
{
	struct sim_fw_test *t = test->priv;

	create(test, "icl");
	request(t, GT | RENDER, KERNEL);
	wr(t, GEN8_OACONTROL, GEN8_OACONTROL_ENABLE);
	KUNIT_EXPECT_EQ(test, t->gpu->violations[SIM_STEERING_LEFT].count, 0ull);
	wr(t, GEN8_OACONTROL, 0);
	wr(t, GEN8_MCR_SELECTOR, GEN11_MCR_MULTICAST | steer(1));
	wr(t, GEN8_OACONTROL, GEN8_OACONTROL_ENABLE);
	KUNIT_EXPECT_EQ(test, t->gpu->violations[SIM_STEERING_LEFT].count, 0ull);
	wr(t, GEN8_OACONTROL, 0);
	wr(t, GEN8_MCR_SELECTOR, steer(1));
	wr(t, GEN8_OACONTROL, GEN8_OACONTROL_ENABLE);
	KUNIT_EXPECT_EQ(test, t->gpu->violations[SIM_STEERING_LEFT].count, 1ull);
}

static struct kunit_case sim_fw_cases[] = {
	KUNIT_CASE_PARAM(sim_fw_tables, need_gen_params),
	KUNIT_CASE(sim_fw_sleeping),
	KUNIT_CASE(sim_fw_acknowledge),
	KUNIT_CASE(sim_fw_missed),
	KUNIT_CASE(sim_fw_missed_dropped),
	KUNIT_CASE(sim_fw_left),
	KUNIT_CASE(sim_fw_silent),
	KUNIT_CASE(sim_steering_gen11_instances),
	KUNIT_CASE(sim_steering_gen8_instances),
	KUNIT_CASE(sim_steering_left),
	{ }
};

static struct kunit_suite sim_fw_suite = {
	.name = "i915_oa_sim_forcewake",
	.init = sim_fw_init,
	.exit = sim_fw_exit,
	.test_cases = sim_fw_cases,
};

kunit_test_suite(sim_fw_suite);
