// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reports written in runs by the simulated OA units of SNB to Haswell equal those
 * written one by one: in memory, in registers and in the simulator's counts.
 * Faults and a full buffer take effect at exactly the right report.
 */
#include <linux/io.h>
#include <linux/sizes.h>
#include <linux/string.h>

#include "oa_sim_bulk.h"
#include "oa_sim_gen6.h"

/* A ring larger than its memory maps that memory again and again. */
static const struct setup {
	const char *platform;
	u32 size_code, select, bytes, size;
} setups[] = {
	{ "hsw", 0, 5, 256, SZ_128K }, { "hsw", 0, 0, 64, SZ_128K },
	{ "hsw", 0, 3, 192, SZ_128K }, { "hsw", 7, 3, 192, SZ_16M },
	{ "hsw", 0, 6, 128, SZ_128K }, { "snb", 0, 3, 192, SZ_16K },
	{ "snb", 4, 1, 128, SZ_16K * 5 }, { "ivb", 7, 5, 256, SZ_128K },
	{ "vlv", 1, 2, 128, SZ_32K },
};

static void setup_name(const struct setup *s, char *name)
{
	snprintf(name, KUNIT_PARAM_DESC_SIZE, "%s, %u KiB, %u bytes", s->platform,
		 s->size / SZ_1K, s->bytes);
}

KUNIT_ARRAY_PARAM(setup, setups, setup_name);

/* struct twins - a GPU that writes one by one, and one that writes in runs */
struct twins {
	struct sim_t t[2];
	const struct setup *s;
};

static void map_all(struct sim_t *t, u32 size, u32 flags)
{
	u64 phys;
	u32 i;

	for (i = 0; i < size / PAGE_SIZE; i++) {
		phys = page_to_phys(t->memory + i % BIT(SIM_T_ORDER));
		sim_t_wr(t, SIM_T_GSM + (SIM_T_BASE / PAGE_SIZE + i) * sizeof(u32),
			 (u32)phys | (phys >> 28 & 0xff0) | flags);
	}
	sim_t_wr(t, GFX_FLSH_CNTL_GEN6, GFX_FLSH_CNTL_EN);
}

static void prepare(struct kunit *test, struct sim_t *t, const struct setup *s)
{
	u32 i;

	sim_t_make(test, t, s->platform);
	sim_t_prepare(t);
	map_all(t, s->size, !strcmp(s->platform, "vlv") ? 7 : 1);
	sim_t_wr(t, GDT_CHICKEN_BITS, GT_NOA_ENABLE);
	for (i = 0; i < 2 * t->gpu->platform->counters->num_b; i++)
		sim_t_wr(t, t->gpu->platform->counters->cec + 4 * i, bulk_cec[i]);
	bulk_start_counters(&t->gpu->counters);
}

static struct twins *create(struct kunit *test, const struct setup *s)
{
	struct twins *w = test->priv;
	u32 i;

	w->s = s;
	for (i = 0; i < 2; i++)
		prepare(test, &w->t[i], s);
	w->t[1].gpu->bulk.on = true;
	return w;
}

static void turn_on(struct twins *w, u32 overrun)
{
	u32 i;

	for (i = 0; i < 2; i++) {
		sim_t_describe(&w->t[i], w->s->size_code);
		/* In the order that keeps the overflow bit working. */
		if (overrun) {
			sim_t_wr(&w->t[i], GEN7_OASTATUS2, SIM_T_BASE | SIM_T_HEAD_GGTT);
			sim_t_wr(&w->t[i], GEN7_OABUFFER, SIM_T_BASE | overrun);
			sim_t_wr(&w->t[i], GEN7_OASTATUS1, SIM_T_BASE | w->s->size_code << 3);
		}
		sim_t_on(&w->t[i], w->s->select);
	}
}

/* Registers are not read: reports that land behind the tail are still missing. */
static void pass(struct twins *w, u32 periods)
{
	u32 i;

	for (i = 0; i < 2; i++) {
		w->t[i].now_ns += (u64)periods * SIM_T_PERIOD_NS;
		oa_sim_gpu_set_time_ns(w->t[i].gpu, w->t[i].now_ns);
	}
}

static void compare(struct kunit *test, struct twins *w)
{
	bulk_expect_same(test, w->t[0].gpu, w->t[1].gpu);
	bulk_expect_same_memory(test, sim_t_memory(&w->t[0]), sim_t_memory(&w->t[1]),
				(PAGE_SIZE << SIM_T_ORDER) / sizeof(u32));
}

static void move_heads(struct twins *w, u32 bytes)
{
	u32 i;

	for (i = 0; i < 2; i++)
		sim_t_head(&w->t[i], (sim_t_tail(&w->t[i]) + w->s->size - bytes) % w->s->size &
			   GENMASK(31, 6));
}

static u64 runs(struct twins *w)
{
	return w->t[1].gpu->bulk.reports;
}

/* Through segments, half full and overflow, while the head moves now and then. */
static void sim_bulk_same(struct kunit *test)
{
	static const u32 steps[] = { 1, 2, 17, 18, 19, 40, 100, 250, 333, 700, 64, 3, 2000, 150 };
	struct twins *w = create(test, test->param_value);
	u32 i;

	turn_on(w, 0);
	for (i = 0; i < 8 * ARRAY_SIZE(steps); i++) {
		pass(w, steps[i % ARRAY_SIZE(steps)]);
		compare(test, w);
		if (i % 3 == 0)
			move_heads(w, i % 2 ? 0 : w->s->bytes);
	}
	KUNIT_EXPECT_GT(test, runs(w), w->t[1].gpu->books.produced / 2);
	KUNIT_EXPECT_EQ(test, w->t[0].gpu->bulk.reports, 0ull);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(w->t[1].gpu), 0ull);
}

/* Once around a ring of 16 MiB: half full and overflow occur at exactly the right report. */
static void sim_bulk_events(struct kunit *test)
{
	struct twins *w = create(test, &setups[3]);
	const u32 whole = SZ_16M / 192;
	const u32 steps[] = { whole / 2, 1, 1, whole - whole / 2 - 2, 1, 1 };
	u32 i;

	turn_on(w, 0);
	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		pass(w, steps[i]);
		compare(test, w);
		KUNIT_EXPECT_EQ(test, w->t[1].gpu->books.half_full_events, (u64)(i > 0));
		KUNIT_EXPECT_EQ(test, !!(sim_t_rd(&w->t[1], GEN7_OASTATUS1) &
					 GEN7_OASTATUS1_BUFFER_OVERFLOW), i > 3);
	}
}

/* The newest report lands behind the tail even where it ends a run. */
static void sim_bulk_trails(struct kunit *test)
{
	struct twins *w = create(test, &setups[0]);
	const u32 *dw = sim_t_memory(&w->t[1]);

	turn_on(w, 0);
	pass(w, 200);
	KUNIT_EXPECT_EQ(test, runs(w), 198ull);
	KUNIT_EXPECT_EQ(test, w->t[1].gpu->oa.tail, 200ull * 256);
	KUNIT_EXPECT_NE(test, dw[198 * 64], 0u);
	KUNIT_EXPECT_EQ(test, dw[199 * 64], 0u);
	KUNIT_EXPECT_EQ(test, sim_t_tail(&w->t[1]), 200u * 256);
	pass(w, 1);
	KUNIT_EXPECT_NE(test, dw[199 * 64], 0u);
}

static void arm(struct sim_faults *f, u32 which, u32 value)
{
	u32 *faults[] = {
		&f->torn_report, &f->zero_id, &f->not_landed, &f->report_lost, &f->tail_lag,
		&f->landing_parts, &f->irq_lost,
	};

	*faults[which] = value;
}

/* Faults set in the middle of runs apply to the next reports. */
static void sim_bulk_faults(struct kunit *test)
{
	struct twins *w = create(test, &setups[0]);
	u32 fault, i;

	turn_on(w, 0);
	for (fault = 0; fault < 7; fault++) {
		pass(w, 50);
		for (i = 0; i < 2; i++)
			arm(&w->t[i].gpu->faults, fault, 2);
		pass(w, 50);
		compare(test, w);
		for (i = 0; i < 2; i++) {
			w->t[i].gpu->faults.tail_lag = 0;
			w->t[i].gpu->faults.landing_parts = 0;
		}
		move_heads(w, 0);
	}
	KUNIT_EXPECT_EQ(test, w->t[1].gpu->books.reports_lost, 2ull);
	KUNIT_EXPECT_EQ(test, w->t[1].gpu->faults.torn_report, 0u);
	KUNIT_EXPECT_GT(test, runs(w), 300ull);
}

/* When the ring keeps the oldest, further strobes write nothing; writing resumes with room. */
static void sim_bulk_keeps_oldest(struct kunit *test)
{
	struct twins *w = create(test, test->param_value);
	u32 i, whole = w->s->size / w->s->bytes;

	if (!w->t[0].gpu->platform->gen6->overrun)
		return;
	turn_on(w, HSW_OABUFFER_OVERRUN_DISABLE);
	pass(w, whole + 1000);
	compare(test, w);
	KUNIT_EXPECT_EQ(test, w->t[1].gpu->books.produced, (u64)whole);
	KUNIT_EXPECT_EQ(test, w->t[1].gpu->books.suppressed, 1000ull);
	for (i = 0; i < 20; i++) {
		move_heads(w, w->s->size / 2 + i * w->s->bytes);
		pass(w, whole / 3 + i);
		compare(test, w);
	}
	KUNIT_EXPECT_GT(test, runs(w), w->t[1].gpu->books.produced / 2);
}

/* Is a page of the OA buffer as it was? */
static bool untouched(struct sim_t *t, u32 page)
{
	return !memchr_inv((u8 *)sim_t_memory(t) + page * PAGE_SIZE, 0, PAGE_SIZE);
}

/*
 * Missing memory causes the same number of violations. Nothing is written by an entry that was
 * changed and not flushed, since this memory is everybody's.
 */
static void sim_bulk_violations(struct kunit *test)
{
	struct twins *w = create(test, &setups[2]);
	u32 i;

	turn_on(w, 0);
	for (i = 0; i < 2; i++) {
		/* One entry is invalid, one is not flushed. */
		sim_t_wr(&w->t[i], SIM_T_GSM + (SIM_T_BASE / PAGE_SIZE + 3) * sizeof(u32), 0);
		sim_t_wr(&w->t[i], GFX_FLSH_CNTL_GEN6, GFX_FLSH_CNTL_EN);
		sim_t_wr(&w->t[i], SIM_T_GSM + (SIM_T_BASE / PAGE_SIZE + 5) * sizeof(u32), 0);
	}
	pass(w, 400);
	compare(test, w);
	for (i = 0; i < 2; i++) {
		KUNIT_EXPECT_FALSE(test, untouched(&w->t[i], 4));
		KUNIT_EXPECT_TRUE(test, untouched(&w->t[i], 5));
	}
	KUNIT_EXPECT_EQ(test, w->t[1].gpu->violations[SIM_GGTT_INVALID].count, 64ull);
	KUNIT_EXPECT_EQ(test, w->t[1].gpu->violations[SIM_GGTT_STALE].count, 64ull);
}

static int twins_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct twins), GFP_KERNEL);
	return test->priv ? 0 : -ENOMEM;
}

static void twins_exit(struct kunit *test)
{
	struct twins *w = test->priv;
	u32 i;

	for (i = 0; w && i < 2; i++)
		sim_t_free(&w->t[i]);
}

static struct kunit_case oa_sim_bulk_cases[] = {
	KUNIT_CASE_PARAM(sim_bulk_same, setup_gen_params),
	KUNIT_CASE(sim_bulk_events),
	KUNIT_CASE(sim_bulk_trails),
	KUNIT_CASE(sim_bulk_faults),
	KUNIT_CASE_PARAM(sim_bulk_keeps_oldest, setup_gen_params),
	KUNIT_CASE(sim_bulk_violations),
	{ }
};

static struct kunit_suite oa_sim_bulk_suite = {
	.name = "i915_oa_sim_bulk",
	.init = twins_init,
	.exit = twins_exit,
	.test_cases = oa_sim_bulk_cases,
};

kunit_test_suite(oa_sim_bulk_suite);
