// SPDX-License-Identifier: GPL-2.0-only
/*
 * The simulated OA units of SNB, IVB, VLV and Haswell, without a driver: buffer
 * sizes, reports and where they land, and the peculiarities of each platform.
 *
 * Facts: hardware.rst 2.1, 3.2 to 3.5, 3.10, 3.14, 3.15, 4.2, 5.1, 5.2, 6.1.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/sizes.h>

#include "oa_sim_gen6.h"

#define RPT_ID_TIMER	0x400

static const char * const platforms[] = { "snb", "ivb", "vlv", "hsw" };

static void platform_name(const char * const *platform, char *name)
{
	strscpy(name, *platform, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(platform, platforms, platform_name);

static struct sim_t *create_param(struct kunit *test)
{
	sim_t_create(test, *(const char * const *)test->param_value);
	return test->priv;
}

/* Reports are one period apart, on rising edges of a time stamp bit; no rule is broken. */
static void sim_gen6_timer(struct kunit *test)
{
	struct sim_t *t = create_param(test);
	const u32 *dw = sim_t_memory(t);
	u32 i;

	sim_t_start(t, 0, 0);
	sim_t_pass(t, 100);
	KUNIT_EXPECT_EQ(test, sim_t_tail(t), 100u * 64);
	for (i = 0; i < 100; i++) {
		KUNIT_ASSERT_EQ(test, dw[16 * i], (u32)RPT_ID_TIMER);
		KUNIT_ASSERT_EQ(test, dw[16 * i + 1] % SIM_T_PERIOD_TICKS, 8u);
		if (i)
			KUNIT_ASSERT_EQ(test, dw[16 * i + 1] - dw[16 * i - 15],
					(u32)SIM_T_PERIOD_TICKS);
	}
	KUNIT_EXPECT_EQ(test, dw[16 * 100], 0u);
	sim_t_head(t, sim_t_tail(t));
	sim_t_wr(t, GEN7_OACONTROL, 0);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
	KUNIT_EXPECT_EQ(test, t->gpu->books.unknown_registers, 0ull);
}

/* With every size, the tail wraps at the end; more unread bytes than the size are an overflow. */
static void sim_gen6_sizes(struct kunit *test)
{
	struct sim_t *t = create_param(test);
	bool hsw = !strcmp(t->gpu->platform->name, "hsw");
	u32 code, size;

	sim_t_prepare(t);
	/* The memory here holds only Haswell's smallest size. */
	for (code = 0; code < (hsw ? 1 : 8); code++) {
		size = hsw ? SZ_128K : SZ_16K * (code + 1);
		sim_t_describe(t, code);
		sim_t_on(t, 0);
		sim_t_pass(t, size / 64 - 1);
		KUNIT_EXPECT_EQ(test, sim_t_tail(t), size - 64);
		sim_t_pass(t, 1);
		KUNIT_EXPECT_EQ(test, sim_t_tail(t), 0u);
		KUNIT_EXPECT_FALSE(test, sim_t_rd(t, GEN7_OASTATUS1) &
				   GEN7_OASTATUS1_BUFFER_OVERFLOW);
		sim_t_pass(t, 1);
		KUNIT_EXPECT_TRUE(test, sim_t_rd(t, GEN7_OASTATUS1) &
				  GEN7_OASTATUS1_BUFFER_OVERFLOW);
		sim_t_wr(t, GEN7_OACONTROL, 0);
	}
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* 192 bytes: the 86th report in 16 KiB has one line before the wrap and two after it. */
static void sim_gen6_straddle(struct kunit *test)
{
	struct sim_t *t = create_param(test);
	const u32 *dw = sim_t_memory(t);
	u32 size = t->gpu->platform->gen6->size_step ?: SZ_128K;
	u32 whole = size / 192, stamp;

	sim_t_start(t, 0, 3);
	t->gpu->activity.kind = SIM_IDLE;
	t->gpu->counters.b[0] = 0x1234;
	sim_t_pass(t, whole);
	stamp = dw[1];
	KUNIT_EXPECT_EQ(test, dw[32], 0x1234u);
	t->gpu->counters.b[0] = 0x5678;
	sim_t_pass(t, 1);
	KUNIT_EXPECT_EQ(test, sim_t_tail(t), (whole + 1) * 192 - size);
	KUNIT_EXPECT_EQ(test, dw[whole * 48], (u32)RPT_ID_TIMER);
	KUNIT_EXPECT_EQ(test, dw[whole * 48 + 1], stamp + whole * SIM_T_PERIOD_TICKS);
	/* Its third line: 16 KiB leave 64 bytes after the last whole report, 128 KiB leave 128. */
	KUNIT_EXPECT_EQ(test, dw[(whole * 48 + 32) % (size / 4)], 0x5678u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* 48 KiB hold 256 of them, and none straddles the end. */
static void sim_gen6_even(struct kunit *test)
{
	struct sim_t *t = test->priv;

	sim_t_create(test, "snb");
	sim_t_start(t, 2, 3);
	sim_t_pass(t, 256);
	KUNIT_EXPECT_EQ(test, sim_t_tail(t), 0u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

struct place {
	const char *platform;
	u32 select, dword;
	char kind;
	u32 number;
};

/* Corners of the tables; the document prints SNB's rows of A counters in reverse order. */
static const struct place places[] = {
	{ "snb", 0, 3, 'A', 4 }, { "snb", 0, 7, 'A', 0 }, { "snb", 0, 8, 'A', 12 },
	{ "snb", 0, 15, 'A', 5 }, { "snb", 1, 16, 'A', 20 }, { "snb", 1, 23, 'A', 13 },
	{ "snb", 1, 24, 'A', 28 }, { "snb", 1, 31, 'A', 21 }, { "snb", 2, 16, 'B', 0 },
	{ "snb", 2, 19, 'B', 3 }, { "snb", 2, 20, 0, 0 }, { "snb", 3, 31, 'A', 21 },
	{ "snb", 3, 32, 'B', 0 }, { "snb", 3, 35, 'B', 3 }, { "snb", 3, 36, 0, 0 },
	{ "ivb", 0, 3, 'A', 0 }, { "ivb", 0, 15, 'A', 12 }, { "ivb", 1, 31, 'A', 28 },
	{ "ivb", 2, 16, 'B', 0 }, { "ivb", 2, 20, 0, 0 }, { "ivb", 3, 35, 'B', 3 },
	{ "ivb", 5, 47, 'A', 44 }, { "ivb", 5, 48, 'B', 0 }, { "ivb", 5, 52, 0, 0 },
	{ "ivb", 6, 3, 0, 0 }, { "ivb", 6, 16, 'A', 29 }, { "ivb", 6, 31, 'A', 44 },
	{ "vlv", 5, 3, 'A', 0 }, { "vlv", 5, 51, 'B', 3 }, { "vlv", 5, 63, 0, 0 },
	{ "hsw", 3, 32, 'B', 0 }, { "hsw", 3, 40, 'C', 0 }, { "hsw", 5, 55, 'B', 7 },
	{ "hsw", 6, 4, 'B', 0 }, { "hsw", 6, 31, 'A', 44 }, { "hsw", 7, 7, 'C', 3 },
};

static void place_name(const struct place *p, char *name)
{
	snprintf(name, KUNIT_PARAM_DESC_SIZE, "%s %u dw%u", p->platform, p->select, p->dword);
}

KUNIT_ARRAY_PARAM(place, places, place_name);

static void sim_gen6_layout(struct kunit *test)
{
	const struct place *p = test->param_value;
	struct sim_t *t = test->priv;
	u32 n, expected = p->kind ? p->kind << 8 | p->number : 0;

	sim_t_create(test, p->platform);
	t->gpu->activity.kind = SIM_IDLE;
	for (n = 0; n < SIM_NUM_A; n++)
		t->gpu->counters.a[n] = (u64)('A' << 8 | n) << SIM_FRACTION_BITS;
	for (n = 0; n < SIM_NUM_B; n++) {
		t->gpu->counters.b[n] = 'B' << 8 | n;
		t->gpu->counters.c[n] = (u64)('C' << 8 | n) << SIM_FRACTION_BITS;
	}
	sim_t_start(t, 0, p->select);
	sim_t_pass(t, 1);
	KUNIT_EXPECT_EQ(test, sim_t_memory(t)[p->dword], expected);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* CEC 0 "greater or equal 0" makes B0 count clocks: 88 per tick at 1100 MHz, 52 at VLV's 650. */
static void sim_gen6_clock(struct kunit *test)
{
	struct sim_t *t = create_param(test);
	const struct sim_platform *p = t->gpu->platform;
	const u32 *dw = sim_t_memory(t);

	t->gpu->activity.kind = SIM_BUSY;
	sim_t_prepare(t);
	sim_t_wr(t, p->counters->cec, 3);
	sim_t_describe(t, 0);
	sim_t_on(t, 3);
	sim_t_pass(t, 2);
	KUNIT_EXPECT_EQ(test, dw[48 + 32] - dw[32],
			SIM_T_PERIOD_TICKS * (strcmp(p->name, "vlv") ? 88u : 52u));
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* Reserved counters do not count: A33 of IVB GT2, A34 of all but IVB. */
static void sim_gen6_reserved(struct kunit *test)
{
	struct sim_t *t = create_param(test);
	const char *name = t->gpu->platform->name;
	const u32 *dw = sim_t_memory(t);

	if (t->snb)
		return;
	t->gpu->activity.kind = SIM_BUSY;
	sim_t_start(t, 0, 5);
	sim_t_pass(t, 2);
	KUNIT_EXPECT_EQ(test, !dw[64 + 3 + 33], !strcmp(name, "ivb"));
	KUNIT_EXPECT_EQ(test, !!dw[64 + 3 + 34], !strcmp(name, "ivb"));
	KUNIT_EXPECT_EQ(test, dw[64 + 3 + 3], 0u);
	KUNIT_EXPECT_NE(test, dw[64 + 3], 0u);
}

/* SNB has no such event; elsewhere it passes the gates of RCS, GT and master. */
static void sim_gen6_half_full(struct kunit *test)
{
	struct sim_t *t = create_param(test);
	u32 half;

	sim_t_start(t, 0, 0);
	half = t->gpu->platform->oa->size(t->gpu) / 2 / 64;
	sim_t_wr(t, RCS_IMR, (u32)~GT_OA_BUFFER_HALF_FULL);
	sim_t_wr(t, GTIMR, (u32)~GT_OA_BUFFER_HALF_FULL);
	sim_t_wr(t, GTIER, GT_OA_BUFFER_HALF_FULL);
	sim_t_wr(t, DEIER, DE_MASTER_IRQ_CONTROL);
	sim_t_pass(t, half);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
	sim_t_pass(t, 1);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_line(t->gpu), !t->snb);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, GTIIR), t->snb ? 0 : (u32)GT_OA_BUFFER_HALF_FULL);
	sim_t_wr(t, GTIIR, GT_OA_BUFFER_HALF_FULL);
	KUNIT_EXPECT_FALSE(test, oa_sim_gpu_line(t->gpu));
}

/* The effect of each fault on each platform; VLV's report-lost bit does not work. */
static void sim_gen6_faults(struct kunit *test)
{
	struct sim_t *t = create_param(test);
	const u32 *dw = sim_t_memory(t);
	bool vlv = !strcmp(t->gpu->platform->name, "vlv");

	t->gpu->activity.kind = SIM_IDLE;
	t->gpu->counters.b[0] = 1;
	sim_t_start(t, 0, 3);
	t->gpu->faults.zero_id = 1;
	sim_t_pass(t, 1);
	KUNIT_EXPECT_EQ(test, dw[0], 0u);
	KUNIT_EXPECT_NE(test, dw[1], 0u);
	t->gpu->faults.torn_report = 1;
	sim_t_pass(t, 1);
	KUNIT_EXPECT_NE(test, dw[48], 0u);
	KUNIT_EXPECT_EQ(test, dw[48 + 32], 0u);
	t->gpu->faults.not_landed = 1;
	sim_t_pass(t, 1);
	KUNIT_EXPECT_EQ(test, sim_t_tail(t), 3u * 192);
	KUNIT_EXPECT_EQ(test, dw[2 * 48 + 1], 0u);
	t->gpu->faults.report_lost = 1;
	sim_t_pass(t, 1);
	KUNIT_EXPECT_EQ(test, sim_t_tail(t), 3u * 192);
	KUNIT_EXPECT_EQ(test, !(sim_t_rd(t, GEN7_OASTATUS1) & GEN7_OASTATUS1_REPORT_LOST), vlv);
	/* 3 us: it lands after the third strobe from here */
	t->gpu->faults.tail_lag = 3;
	sim_t_pass(t, 2);
	KUNIT_EXPECT_EQ(test, sim_t_tail(t), 5u * 192);
	KUNIT_EXPECT_EQ(test, dw[3 * 48 + 1], 0u);
	sim_t_pass(t, 2);
	KUNIT_EXPECT_NE(test, dw[3 * 48 + 1], 0u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

static bool line_landed(struct sim_t *t, u32 report, u32 line)
{
	return memchr_inv(sim_t_memory(t) + report * 48 + line * 16, 0xff, 64);
}

/* Each line of each report lands by itself, and lines of several reports side by side. */
static void sim_gen6_landing_parts(struct kunit *test)
{
	struct sim_t *t = create_param(test);

	memset(page_address(t->memory), 0xff, 4096);
	sim_t_start(t, 0, 3);
	/* 3 us: the next line lands after the third strobe from the one before. */
	t->gpu->faults.landing_parts = 3;
	sim_t_pass(t, 1);
	KUNIT_EXPECT_EQ(test, sim_t_tail(t), 192u);
	KUNIT_EXPECT_TRUE(test, line_landed(t, 0, 0));
	KUNIT_EXPECT_FALSE(test, line_landed(t, 0, 1));
	sim_t_pass(t, 2);
	KUNIT_EXPECT_TRUE(test, line_landed(t, 0, 1));
	KUNIT_EXPECT_FALSE(test, line_landed(t, 0, 2));
	KUNIT_EXPECT_TRUE(test, line_landed(t, 2, 0));
	KUNIT_EXPECT_FALSE(test, line_landed(t, 1, 1));
	sim_t_pass(t, 3);
	KUNIT_EXPECT_TRUE(test, line_landed(t, 0, 2));
	KUNIT_EXPECT_FALSE(test, line_landed(t, 1, 2));
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* The acknowledges do not come while VLV's wake control forbids them. */
static void sim_vlv_wake_control(struct kunit *test)
{
	struct sim_t *t = test->priv;

	sim_t_create(test, "vlv");
	sim_t_wr(t, VLV_GTLC_WAKE_CTRL, 0);
	sim_t_wake(t, 0x00010001);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, FORCEWAKE_ACK_RENDER_VLV), 0u);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, VLV_GTLC_PW_STATUS), 0u);
	sim_t_wr(t, VLV_GTLC_WAKE_CTRL, VLV_GTLC_ALLOWWAKEREQ);
	sim_t_pass(t, 4);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, FORCEWAKE_ACK_RENDER_VLV), 1u);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, VLV_GTLC_PW_STATUS),
			(u32)(VLV_GTLC_ALLOWWAKEACK | VLV_GTLC_PW_RENDER_STATUS |
			      VLV_GTLC_PW_MEDIA_STATUS));
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

static struct kunit_case oa_sim_gen6_cases[] = {
	KUNIT_CASE_PARAM(sim_gen6_timer, platform_gen_params),
	KUNIT_CASE_PARAM(sim_gen6_sizes, platform_gen_params),
	KUNIT_CASE_PARAM(sim_gen6_straddle, platform_gen_params),
	KUNIT_CASE(sim_gen6_even),
	KUNIT_CASE_PARAM(sim_gen6_layout, place_gen_params),
	KUNIT_CASE_PARAM(sim_gen6_clock, platform_gen_params),
	KUNIT_CASE_PARAM(sim_gen6_reserved, platform_gen_params),
	KUNIT_CASE_PARAM(sim_gen6_half_full, platform_gen_params),
	KUNIT_CASE_PARAM(sim_gen6_faults, platform_gen_params),
	KUNIT_CASE_PARAM(sim_gen6_landing_parts, platform_gen_params),
	KUNIT_CASE(sim_vlv_wake_control),
	{ }
};

static struct kunit_suite oa_sim_gen6_suite = {
	.name = "i915_oa_sim_gen6",
	.init = sim_t_init,
	.exit = sim_t_exit,
	.test_cases = oa_sim_gen6_cases,
};

kunit_test_suite(oa_sim_gen6_suite);
