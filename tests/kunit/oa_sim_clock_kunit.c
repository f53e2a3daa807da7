// SPDX-License-Identifier: GPL-2.0-only
/*
 * The simulated GPU's clock: moved by hand, following the host's, and the change
 * between both.
 */
#include <linux/delay.h>
#include <linux/ktime.h>

#include "oa_sim_gen6.h"

#define PERIODS		10000u

static struct sim_t *create(struct kunit *test)
{
	struct sim_t *t = test->priv;

	sim_t_create(test, "hsw");
	sim_t_start(t, 0, 0);
	return t;
}

/* In user-mode Linux's virtual time the clock stands still while the guest computes. */
static bool computing_takes_time(void)
{
	u64 began = ktime_get_ns();
	u32 i;

	for (i = 0; i < 10 * 1000 * 1000; i++)
		barrier();
	return ktime_get_ns() - began > 100 * NSEC_PER_USEC;
}

static u64 produced(struct sim_t *t)
{
	return READ_ONCE(t->gpu->books.produced);
}

/* There is one report per period, however many steps the advance takes. */
static void sim_clock_advance(struct kunit *test)
{
	struct sim_t *t = create(test);

	KUNIT_EXPECT_EQ(test, oa_sim_gpu_advance(t->gpu, (u64)PERIODS * SIM_T_PERIOD_NS), 0);
	KUNIT_EXPECT_EQ(test, produced(t), (u64)PERIODS);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_advance(t->gpu, 0), 0);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_advance(t->gpu, 3601ull * NSEC_PER_SEC), -ERANGE);
	KUNIT_EXPECT_EQ(test, produced(t), (u64)PERIODS);
	if (computing_takes_time())
		KUNIT_EXPECT_GT(test, t->gpu->clock.production_ns, 0ull);
	oa_sim_gpu_set_manual(t->gpu, false);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_advance(t->gpu, 1), -EBUSY);
	sim_t_wr(t, GEN7_OACONTROL, 0);
}

/* Without register accesses, reports still come as the host's clock runs. */
static void sim_clock_stands(struct kunit *test)
{
	struct sim_t *t = create(test);
	u64 before;
	u32 i;

	usleep_range(5000, 6000);
	KUNIT_EXPECT_EQ(test, produced(t), 0ull);
	oa_sim_gpu_set_manual(t->gpu, false);
	/* A host that stood still for long is not made up for. */
	for (i = 0; i < 1000 && produced(t) <= 1000; i++)
		usleep_range(5000, 6000);
	KUNIT_EXPECT_GT(test, produced(t), 1000ull);
	oa_sim_gpu_set_manual(t->gpu, true);
	before = produced(t);
	usleep_range(20000, 21000);
	KUNIT_EXPECT_EQ(test, produced(t), before);
	sim_t_wr(t, GEN7_OACONTROL, 0);
	KUNIT_EXPECT_EQ(test, produced(t), before);
}

/* A switch of the clock, in either direction, makes time go on from where it stood. */
static void sim_clock_does_not_jump(struct kunit *test)
{
	struct sim_t *t = create(test);
	u64 host, tick;
	u32 i;

	for (i = 0; i < 3; i++) {
		usleep_range(10000, 11000);
		tick = t->gpu->counters.tick;
		host = ktime_get_ns();
		oa_sim_gpu_set_manual(t->gpu, i % 2);
		sim_t_rd(t, DEIER);
		/* A tick is 80 ns; rounding may gain or lose one. */
		KUNIT_EXPECT_GE(test, t->gpu->counters.tick, tick);
		if (i % 2 == 0)
			KUNIT_EXPECT_LE(test, (t->gpu->counters.tick - tick) * 80,
					ktime_get_ns() - host + 160);
	}
	sim_t_wr(t, GEN7_OACONTROL, 0);
}

static struct kunit_case oa_sim_clock_cases[] = {
	KUNIT_CASE(sim_clock_advance),
	KUNIT_CASE(sim_clock_stands),
	KUNIT_CASE(sim_clock_does_not_jump),
	{ }
};

static struct kunit_suite oa_sim_clock_suite = {
	.name = "i915_oa_sim_clock",
	.init = sim_t_init,
	.exit = sim_t_exit,
	.test_cases = oa_sim_clock_cases,
};

kunit_test_suite(oa_sim_clock_suite);
