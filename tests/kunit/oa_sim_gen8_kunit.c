// SPDX-License-Identifier: GPL-2.0-only
/*
 * The simulated OA units of Broadwell to Lakefield, without a driver. They are
 * programmed by hand from hardware.rst 7.3, with a context that is marked as
 * loaded.
 *
 * Facts: hardware.rst 3.6 to 3.9, 3.11, 3.12, 3.14, 4.2, 4.4, 5.4, 5.5, 10.2.
 */
#include "oa_sim_gen8.h"

#define STALE_ID	0x740

/* Platform, bit of context-valid in RPT_ID, number of EUs, C counter that counts every clock */
static const struct gpu_case {
	const char *platform;
	u32 ctx_valid, eus, every_c, frequency_hz;
} cases[] = {
	{ "bdw", BIT(25), 16, 7, 12500000 }, { "chv", BIT(25), 16, 7, 12500000 },
	{ "skl", BIT(16), 24, 7, 12000000 }, { "bxt", BIT(16), 18, 7, 19200000 },
	{ "icl", BIT(16), 56, 0, 12000000 }, { "ehl", BIT(16), 32, 0, 19200000 },
	{ "lkf", BIT(16), 64, 0, 19200000 },
};

static void case_name(const struct gpu_case *c, char *name)
{
	strscpy(name, c->platform, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(gpu, cases, case_name);

/* A GPU that is awake, its GGTT filled, with an idle context loaded that enables counting */
static struct unit *create(struct kunit *test)
{
	struct unit *u = test->priv;

	u->c = test->param_value;
	unit_make(test, u->c->platform);
	sim_rcs(u->gpu)->ctx_loaded = true;
	sim_rcs(u->gpu)->ctx_id = STALE_ID;
	wr(u, GEN8_OACTXCONTROL, CTX_CONTROL);
	return u;
}

static void turn_on(struct unit *u)
{
	wr(u, GEN8_OACONTROL, FORMAT_A36 << 2 | GEN8_OACONTROL_ENABLE);
}

/* Timer reports one period apart; the context is idle and its id stale. */
static void sim_gen8_timer_reports(struct kunit *test)
{
	struct unit *u = create(test);
	u32 i;

	describe(u);
	turn_on(u);
	pass(u, 8 * PERIOD);
	KUNIT_ASSERT_EQ(test, reports(u), 8u);
	for (i = 0; i < 8; i++) {
		KUNIT_EXPECT_EQ(test, REASON(report(u, i)[0]), (u32)SIM_REASON_TIMER);
		KUNIT_EXPECT_EQ(test, report(u, i)[1] % PERIOD, PERIOD / 2);
		KUNIT_EXPECT_EQ(test, report(u, i)[1] - report(u, 0)[1], i * PERIOD);
		KUNIT_EXPECT_EQ(test, report(u, i)[2], (u32)STALE_ID);
		if (u->c->ctx_valid == BIT(25))
			KUNIT_EXPECT_TRUE(test, report(u, i)[0] & BIT(16));
	}
	wr(u, GEN8_OACONTROL, 0);
	expect_clean(test, u);
}

/* TestOa: shares of the clock in twelfths, by B counter; one C counter counts clocks. */
static void sim_gen8_test_oa(struct kunit *test)
{
	static const u32 cec[16] = {
		0x00000004, 0, 0x00000003, 0, 0x00000007, 0, 0x00100002, 0xfff7,
		0x00100002, 0xffcf, 0x00100082, 0xffef, 0x001000c2, 0xffe7, 0x00100001, 0xffe7,
	};
	static const u32 twelfths[8] = { 0, 12, 12, 6, 4, 4, 2, 8 };
	struct unit *u = create(test);
	const u32 *first, *last;
	s64 clocks;
	u32 i;

	if (u->c->every_c == 0)
		wr(u, GEN9_RPM_CONFIG1, GEN11_NOA_ENABLE);
	else
		wr(u, GDT_CHICKEN_BITS, GT_NOA_ENABLE);
	wr(u, OASTARTTRIG2, 0xf0800000);
	wr(u, OASTARTTRIG6, 0xf0800000);
	for (i = 0; i < ARRAY_SIZE(cec); i++)
		wr(u, HSW_CEC0_0 + 4 * i, cec[i]);
	describe(u);
	turn_on(u);
	pass(u, 20 * PERIOD);
	first = report(u, 0);
	last = report(u, 19);
	clocks = (u32)(last[3] - first[3]);
	KUNIT_ASSERT_GT(test, clocks, 1000ll);
	for (i = 0; i < ARRAY_SIZE(twelfths); i++)
		KUNIT_EXPECT_LE(test, abs((s64)(u32)(last[48 + i] - first[48 + i]) * 12 -
					  clocks * twelfths[i]), 12ll * 6);
	i = 56 + u->c->every_c;
	KUNIT_EXPECT_EQ(test, (s64)(u32)(last[i] - first[i]), clocks);
	KUNIT_EXPECT_TRUE(test, last[0] & BIT(18));
	expect_clean(test, u);
}

/* EU active and stalled, then a share for each filter; never more than clocks x EUs. */
static void sim_gen8_flex(struct kunit *test)
{
	struct unit *u = create(test);
	const u32 *dw, *first;
	u64 a[21];
	u32 i, j;

	wr(u, EU_PERF_CNT_CTL0, 0x00005004);	/* A7 active, A8 stalled */
	wr(u, EU_PERF_CNT_CTL1, 0x00010000);	/* A9 FPU0, A10 FPU0 of VS */
	wr(u, EU_PERF_CNT_CTL2, 0x00050020);	/* A11 of HS, A12 of PS */
	wr(u, EU_PERF_CNT_CTL3, 0x00080070);	/* A13 of row 0, A14 of row 1 */
	wr(u, EU_PERF_CNT_CTL4, 0x00800700);	/* A15 of EU#0, A16 of EU#1 */
	wr(u, EU_PERF_CNT_CTL5, 0x0000f00f);	/* A17, A18 nothing */
	wr(u, EU_PERF_CNT_CTL6, 0x00003053);	/* A19 both of PS, which is not legal; A20 both */
	describe(u);
	turn_on(u);
	pass(u, 20 * PERIOD);
	first = report(u, 0);
	dw = report(u, 19);
	for (i = 7; i <= 20; i++)
		a[i] = wide(dw, i) - wide(first, i);
	for (i = 7; i <= 16; i++) {
		KUNIT_EXPECT_GT(test, a[i], 0ull);
		for (j = 7; j < i; j++)
			KUNIT_EXPECT_NE(test, a[i], a[j]);
	}
	KUNIT_EXPECT_LE(test, a[7] + a[8], (u64)(dw[3] - first[3]) * u->c->eus);
	KUNIT_EXPECT_LT(test, a[10] + a[11] + a[12], a[9]);
	KUNIT_EXPECT_EQ(test, a[17], 0ull);
	KUNIT_EXPECT_EQ(test, a[18], 0ull);
	KUNIT_EXPECT_EQ(test, a[19], a[20]);
	expect_clean(test, u);
}

/* Without a context, without its resume bit, or asleep: no strobe, no count. */
static void sim_gen8_needs_context(struct kunit *test)
{
	struct unit *u = create(test);
	u64 busy;

	sim_rcs(u->gpu)->ctx_loaded = false;
	describe(u);
	turn_on(u);
	busy = u->gpu->counters.a[0];
	pass(u, 8 * PERIOD);
	sim_rcs(u->gpu)->ctx_loaded = true;
	wr(u, GEN8_OACTXCONTROL, CTX_CONTROL & ~GEN8_OACTXCONTROL_COUNTER_RESUME);
	pass(u, 8 * PERIOD);
	KUNIT_EXPECT_EQ(test, reports(u), 0u);
	KUNIT_EXPECT_EQ(test, u->gpu->counters.a[0], busy);
	wr(u, GEN8_OACTXCONTROL, CTX_CONTROL);
	pass(u, 8 * PERIOD);
	KUNIT_EXPECT_EQ(test, reports(u), 8u);
	KUNIT_EXPECT_GT(test, u->gpu->counters.a[0], busy);
	expect_clean(test, u);
}

/* The order of writing the buffer's registers decides whether overflow is reported. */
static void sim_gen8_order(struct kunit *test)
{
	struct unit *u = create(test);

	describe(u);
	turn_on(u);
	pass(u, 513 * PERIOD);
	KUNIT_EXPECT_TRUE(test, rd(u, GEN8_OASTATUS) & GEN8_OASTATUS_BUFFER_OVERFLOW);
	KUNIT_EXPECT_EQ(test, broken(u, SIM_OABUFFER_ORDER), 0ull);
	wr(u, GEN8_OACONTROL, 0);
	describe(u);
	wr(u, GEN8_OABUFFER, BASE | GEN8_OABUFFER_MEM_SELECT_GGTT);
	turn_on(u);
	pass(u, 513 * PERIOD);
	KUNIT_EXPECT_EQ(test, broken(u, SIM_OABUFFER_ORDER), 1ull);
	KUNIT_EXPECT_FALSE(test, rd(u, GEN8_OASTATUS) & GEN8_OASTATUS_BUFFER_OVERFLOW);
}

/* Values that must be zero, equal or aligned; a careless clear of the status resets the tail. */
static void sim_gen8_rules(struct kunit *test)
{
	const u32 wraps = GEN8_OASTATUS_TAIL_WRAP | GEN8_OASTATUS_HEAD_WRAP;
	struct unit *u = create(test);

	describe(u);
	turn_on(u);
	pass(u, 4 * PERIOD);
	wr(u, GEN8_OASTATUS, wraps);
	KUNIT_EXPECT_EQ(test, reports(u), 4u);
	expect_clean(test, u);
	wr(u, GEN8_OASTATUS, 0);
	KUNIT_EXPECT_EQ(test, reports(u), 0u);
	KUNIT_EXPECT_EQ(test, broken(u, SIM_STATUS_CLEAR), 1ull);
	wr(u, GEN8_OATAILPTR, BASE);
	KUNIT_EXPECT_EQ(test, broken(u, SIM_OA_RUNNING), 1ull);
	wr(u, GEN8_OAHEADPTR, BASE + 0x10000);
	KUNIT_EXPECT_EQ(test, broken(u, SIM_HEAD_RANGE), 1ull);
	wr(u, GEN8_OACONTROL, 0);

	wr(u, GEN8_OAHEADPTR, BASE + 64);
	wr(u, GEN8_OABUFFER, BASE + 64);
	wr(u, GEN8_OATAILPTR, BASE);
	wr(u, GEN8_OACONTROL, 1 << 2 | GEN8_OACONTROL_ENABLE);
	KUNIT_EXPECT_EQ(test, broken(u, SIM_HEAD_TAIL), 1ull);
	KUNIT_EXPECT_EQ(test, broken(u, SIM_OABUFFER_ALIGN), 1ull);
	KUNIT_EXPECT_EQ(test, broken(u, SIM_PPGTT), 1ull);
	KUNIT_EXPECT_EQ(test, broken(u, SIM_RESERVED_BIT), 1ull);
}

/* Run segments until a report with @reason comes; NULL if none did in twelve. */
static const u32 *find(struct unit *u, u32 reason)
{
	u32 i;

	pass(u, 12 << 17);
	for (i = 0; i < reports(u); i++)
		if (REASON(report(u, i)[0]) & reason)
			return report(u, i);
	return NULL;
}

/* Other clients' contexts come and go, each with a report, unless OA_DEBUG disables these. */
static void sim_gen8_switches(struct kunit *test)
{
	struct unit *u = create(test);
	const u32 *dw;

	wr(u, GEN8_OACTXCONTROL, GEN8_OACTXCONTROL_COUNTER_RESUME);
	u->gpu->activity.kind = SIM_CTXSWITCH;
	describe(u);
	turn_on(u);
	dw = find(u, SIM_REASON_CTX_SWITCH);
	KUNIT_ASSERT_NOT_NULL(test, dw);
	KUNIT_EXPECT_TRUE(test, dw[0] & u->c->ctx_valid);
	KUNIT_EXPECT_NE(test, dw[2], (u32)STALE_ID);
	dw = find(u, SIM_REASON_GO);
	KUNIT_ASSERT_NOT_NULL(test, dw);
	KUNIT_EXPECT_FALSE(test, dw[0] & u->c->ctx_valid);
	wr(u, GEN8_OACONTROL, 0);
	if (u->c->ctx_valid == BIT(16)) {
		wr(u, GEN9_OA_DEBUG, MASKED_BIT_ENABLE(BIT(1) | BIT(2)));
		describe(u);
		turn_on(u);
		pass(u, 12 << 17);
		KUNIT_EXPECT_EQ(test, reports(u), 0u);
	}
	expect_clean(test, u);
}

/* From Gen9 on a clock change is reported, and stands in RPT_ID. */
static void sim_gen8_clock(struct kunit *test)
{
	struct unit *u = create(test);
	const u32 *dw;

	wr(u, GEN8_OACTXCONTROL, GEN8_OACTXCONTROL_COUNTER_RESUME);
	u->gpu->activity.kind = SIM_FREQ;
	if (u->c->ctx_valid == BIT(16))
		wr(u, GEN9_OA_DEBUG, MASKED_BIT_ENABLE(BIT(6)));
	describe(u);
	turn_on(u);
	dw = find(u, SIM_REASON_CLK_RATIO);
	KUNIT_ASSERT_EQ(test, !!dw, u->c->ctx_valid == BIT(16));
	if (!dw)
		return;
	KUNIT_EXPECT_EQ(test, dw[0] >> 25, dw[0] & 0x7f);
	KUNIT_EXPECT_GE(test, dw[0] & 0x1ff, (u32)u->gpu->platform->freq_min);
	wr(u, GEN8_OACONTROL, 0);
	wr(u, GEN9_OA_DEBUG, MASKED_BIT_ENABLE(BIT(5)));
	describe(u);
	turn_on(u);
	pass(u, 12 << 17);
	KUNIT_EXPECT_EQ(test, reports(u), 0u);
	expect_clean(test, u);
}

/* Registers show the values of a report of the same moment; the copies need no OA unit. */
static void sim_gen8_live(struct kunit *test)
{
	struct unit *u = create(test);
	const u32 *dw;
	u32 copy, clocks;

	describe(u);
	turn_on(u);
	u->gpu->counters.a[6] = 0x1234567890ull << SIM_FRACTION_BITS;
	pass(u, PERIOD);
	dw = report(u, 0);
	KUNIT_EXPECT_EQ(test, rd(u, GEN8_OAPERF_A_UPPER(6)), 0x12u);
	KUNIT_EXPECT_GE(test, rd(u, GEN8_OAPERF_A_LO(6)), dw[4 + 6]);
	KUNIT_EXPECT_EQ(test, wide(dw, 6) >> 32, 0x12ull);
	KUNIT_EXPECT_GE(test, rd(u, GEN8_GPU_TICKS), dw[3]);
	KUNIT_EXPECT_GE(test, rd(u, GEN8_OAPERF_A32(32)), dw[36]);
	wr(u, GEN8_OACONTROL, 0);
	copy = rd(u, GEN9_OAPERF_A6_FREE);
	clocks = rd(u, GEN8_GPU_TICKS);
	pass(u, 8 * PERIOD);
	KUNIT_EXPECT_GT(test, rd(u, GEN8_GPU_TICKS), clocks);
	if (u->c->ctx_valid == BIT(16))
		KUNIT_EXPECT_GT(test, rd(u, GEN9_OAPERF_A6_FREE), copy);
	else
		KUNIT_EXPECT_EQ(test, copy, 0u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(u->gpu), 0ull);
}

/* While the render engine sleeps, its clock counters stand still. */
static void sim_gen8_asleep(struct kunit *test)
{
	struct unit *u = create(test);
	u64 clocks;
	u32 i;

	for (i = 0; i < u->gpu->platform->num_domains; i++)
		wr(u, u->gpu->platform->domains[i].request, MASKED_BIT_DISABLE(1));
	oa_sim_gpu_set_time_ns(u->gpu, 1000000000);
	clocks = u->gpu->counters.clocks;
	oa_sim_gpu_set_time_ns(u->gpu, 2000000000);
	KUNIT_EXPECT_EQ(test, u->gpu->counters.clocks, clocks);
}

/* The time base registers give the length of a tick; hardware.rst 3.14 */
static void sim_gen8_time_base(struct kunit *test)
{
	static const u32 crystals[4] = { 24000000, 19200000, 38400000, 25000000 };
	struct unit *u = create(test);
	const struct sim_platform *p = u->gpu->platform;
	u32 config = rd(u, GEN9_RPM_CONFIG0), hz = 12500000;

	if (u->c->every_c == 0)
		hz = crystals[config >> 3 & 3] >> (3 - (config >> 1 & 3));
	else if (u->c->ctx_valid == BIT(16))
		hz = (strcmp(p->name, "bxt") ? 24000000 : 19200000) >>
		     (3 - (rd(u, CTC_MODE) >> 1 & 3));
	KUNIT_EXPECT_EQ(test, hz, u->c->frequency_hz);
	KUNIT_EXPECT_EQ(test, (u64)hz * p->tick_num, 1000000000ull * p->tick_den);
}

static struct kunit_case sim_gen8_cases[] = {
	KUNIT_CASE_PARAM(sim_gen8_timer_reports, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_test_oa, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_flex, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_needs_context, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_order, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_rules, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_switches, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_clock, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_live, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_asleep, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_time_base, gpu_gen_params),
	{ }
};

static struct kunit_suite sim_gen8_suite = {
	.name = "i915_oa_sim_gen8",
	.init = unit_init,
	.exit = unit_exit,
	.test_cases = sim_gen8_cases,
};

kunit_test_suite(sim_gen8_suite);
