// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reports written in runs by the simulated OA units of Gen8 to Gen11 equal those
 * written one by one, while the activity's contexts and clocks change between them.
 */
#include <linux/sizes.h>

#include "oa_sim_bulk.h"
#include "oa_sim_gen8.h"

#define STALE_ID	0x740
#define RING_DWORDS	(SZ_128K / sizeof(u32))

/* Period, format and activity; a period of 32 ticks leaves thousands of strobes in a segment */
static const struct gpu_case {
	const char *platform;
	u32 exponent, select;
	enum sim_activity activity;
} cases[] = {
	{ "bdw", 4, 5, SIM_BURST }, { "bdw", 4, 2, SIM_CTXSWITCH },
	{ "chv", 3, 0, SIM_FREQ }, { "skl", 4, 5, SIM_FREQ },
	{ "bxt", 0, 5, SIM_BUSY }, { "bxt", 5, 7, SIM_CTXSWITCH },
	{ "icl", 4, 5, SIM_BURST }, { "lkf", 3, 5, SIM_CTXSWITCH },
};

static void case_name(const struct gpu_case *c, char *name)
{
	snprintf(name, KUNIT_PARAM_DESC_SIZE, "%s, format %u, activity %u", c->platform,
		 c->select, c->activity);
}

KUNIT_ARRAY_PARAM(gpu, cases, case_name);

static void prepare(struct kunit *test, struct unit *u, const struct gpu_case *c)
{
	u32 i;

	u->c = c;
	unit_make_at(test, u, c->platform);
	u->gpu->activity.kind = c->activity;
	sim_rcs(u->gpu)->ctx_loaded = true;
	sim_rcs(u->gpu)->ctx_id = STALE_ID;
	wr(u, OASTARTTRIG1, 0x4000);
	wr(u, OASTARTTRIG2, OASTARTTRIG2_THRESHOLD_ENABLE);
	wr(u, GEN9_RPM_CONFIG1, GEN11_NOA_ENABLE);
	wr(u, GDT_CHICKEN_BITS, GT_NOA_ENABLE);
	for (i = 0; i < ARRAY_SIZE(bulk_cec); i++)
		wr(u, HSW_CEC0_0 + 4 * i, bulk_cec[i]);
	bulk_start_counters(&u->gpu->counters);
	wr(u, GEN8_OACTXCONTROL, c->exponent << 2 | 3);
	describe(u);
	wr(u, GEN8_OACONTROL, c->select << 2 | GEN8_OACONTROL_ENABLE);
}

/* Through segments, a start trigger, half full and overflow, while the head moves now and then. */
static void sim_bulk_gen8_same(struct kunit *test)
{
	static const u32 strobes[] = { 1, 17, 18, 40, 100, 250, 333, 3, 64, 3000, 150 };
	const struct gpu_case *c = test->param_value;
	struct unit *u = test->priv;
	u32 i, k;

	for (k = 0; k < 2; k++)
		prepare(test, &u[k], c);
	u[1].gpu->bulk.on = true;
	for (i = 0; i < 6 * ARRAY_SIZE(strobes); i++) {
		for (k = 0; k < 2; k++) {
			pass(&u[k], strobes[i % ARRAY_SIZE(strobes)] * (2 << c->exponent));
			if (i % 3 == 0)
				wr(&u[k], GEN8_OAHEADPTR, rd(&u[k], GEN8_OATAILPTR));
		}
		bulk_expect_same(test, u[0].gpu, u[1].gpu);
		bulk_expect_same_memory(test, report(&u[0], 0), report(&u[1], 0), RING_DWORDS);
	}
	KUNIT_EXPECT_GT(test, u[1].gpu->bulk.reports, u[1].gpu->books.produced / 2);
	KUNIT_EXPECT_NE(test, u[1].gpu->oa.status & GEN8_OASTATUS_COUNTER_OVERFLOW, 0u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(u[1].gpu), 0ull);
}

static int pair_init(struct kunit *test)
{
	test->priv = kunit_kcalloc(test, 2, sizeof(struct unit), GFP_KERNEL);
	return test->priv ? 0 : -ENOMEM;
}

static void pair_exit(struct kunit *test)
{
	struct unit *u = test->priv;
	u32 k;

	for (k = 0; u && k < 2; k++)
		unit_free(&u[k]);
}

static struct kunit_case oa_sim_bulk_gen8_cases[] = {
	KUNIT_CASE_PARAM(sim_bulk_gen8_same, gpu_gen_params),
	{ }
};

static struct kunit_suite oa_sim_bulk_gen8_suite = {
	.name = "i915_oa_sim_bulk_gen8",
	.init = pair_init,
	.exit = pair_exit,
	.test_cases = oa_sim_bulk_gen8_cases,
};

kunit_test_suite(oa_sim_bulk_gen8_suite);
