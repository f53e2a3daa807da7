// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Counters of gen8 to gen12
 *
 * EU_PERF_CNT_CTL0 to 6 choose the events of A7 to A20: an increment event, which passes a
 * coarse and a fine filter. Each choice has a rate of its own, so that a test can
 * distinguish a right encoding from a wrong one ([MODEL]). A combination that the
 * documents do not list counts as if its filters were 0.
 *
 * Facts: hardware.rst 3.12, 5.3, 5.4, 5.6, 10.2. [MODEL] gen12's counters are gen11's: no document
 * describes them, and the metric sets that ship encode EU events alike (hardware/gen12.rst 4).
 */
#include "regs/gen12_regs.h"
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "sim/core/sim_model.h"

#define SIM_GEN8_NUM_A		36
#define SIM_FLEX_FIRST		7
#define SIM_FLEX_LAST		20
#define SIM_WIDE_WRAP_BIT	(40 + SIM_FRACTION_BITS)
#define SIM_NUM_WIDE		32
#define SIM_ALL			1024
#define SIM_EU_ACTIVE		4	/* increment event: some pipeline of an EU is active */
#define SIM_NO_EVENT		0xf

/* Events per 1024 busy clocks of the counters that are not flexible. */
static const u32 sim_a_rates[SIM_GEN8_NUM_A] = {
	[0] = 1024,						/* busy */
	[1] = 40, [2] = 6, [3] = 5, [4] = 12, [5] = 4, [6] = 90,	/* threads */
	[21] = 700, [22] = 90, [23] = 40, [24] = 20, [25] = 60,	/* 2x2 */
	[26] = 500, [27] = 120, [28] = 300, [29] = 30,		/* writes, sampler */
	[30] = 25, [31] = 15, [32] = 60, [33] = 20, [34] = 9, [35] = 3,
};

/* Events of each EU per 1024 busy clocks */
static const u16 sim_increments[16] = {
	[0] = 320, [1] = 150, [2] = 60, [3] = 80, [4] = 500, [5] = 300, [8] = 700,
};

/* Coarse filters, stages and rows: shares of 1024, no two alike */
static const u16 sim_coarse[16] = { SIM_ALL, 200, 20, 24, 30, 500, 100, 516, 508 };
/* Fine filters, instruction types and EUs: likewise */
static const u16 sim_fine[16] = {
	SIM_ALL, 50, 100, 500, 200, 150, [7] = 262, [8] = 258, [9] = 254, [10] = 250,
};

/* Filters that the documents list with an increment; "6" of gen8 is not defined. */
static const struct {
	u16 coarse, fine;
} sim_legal[16] = {
	[0] = { GENMASK(8, 0), GENMASK(5, 0) | GENMASK(10, 7) },
	[1] = { GENMASK(8, 0), GENMASK(5, 0) | GENMASK(10, 7) },
	[2] = { GENMASK(8, 0), BIT(0) | BIT(5) | GENMASK(10, 7) },
	[3] = { BIT(0) | BIT(7) | BIT(8), BIT(0) | GENMASK(10, 7) },
	[4] = { BIT(0) | BIT(7) | BIT(8), BIT(0) | BIT(5) | GENMASK(10, 7) },
	[5] = { BIT(0) | BIT(7) | BIT(8), BIT(0) | GENMASK(10, 7) },
	[8] = { BIT(0) | BIT(7) | BIT(8), BIT(0) | GENMASK(10, 7) },
};

static const u32 sim_flex_registers[EU_PERF_CNT_CTL_COUNT] = {
	EU_PERF_CNT_CTL0, EU_PERF_CNT_CTL1, EU_PERF_CNT_CTL2, EU_PERF_CNT_CTL3,
	EU_PERF_CNT_CTL4, EU_PERF_CNT_CTL5, EU_PERF_CNT_CTL6,
};

static u32 sim_flex_rate(const struct oa_sim_gpu *gpu, u32 n)
{
	u32 control = gpu->store[sim_flex_registers[(n - SIM_FLEX_FIRST) / 2] / 4];
	u32 event = control >> ((n - SIM_FLEX_FIRST) % 2 * 12);
	u32 increment = event & 0xf, coarse = event >> 4 & 0xf, fine = event >> 8 & 0xf;
	u32 share = SIM_ALL;

	if (sim_legal[increment].coarse & BIT(coarse) && sim_legal[increment].fine & BIT(fine))
		share = sim_coarse[coarse] * sim_fine[fine] / SIM_ALL;
	return gpu->num_eus * sim_increments[increment] * share / SIM_ALL;
}

/* Counters that follow work. The stages have another order than in enum sim_stage. */
static const u8 sim_follows[SIM_GEN8_NUM_A] = {
	[1] = SIM_WORK_THREADS + SIM_STAGE_VS, [2] = SIM_WORK_THREADS + SIM_STAGE_HS,
	[3] = SIM_WORK_THREADS + SIM_STAGE_DS, [4] = SIM_WORK_THREADS + SIM_STAGE_CS,
	[5] = SIM_WORK_THREADS + SIM_STAGE_GS, [6] = SIM_WORK_THREADS + SIM_STAGE_PS,
	[21] = SIM_WORK_PIXELS, [26] = SIM_WORK_WRITTEN,
};

/* Share of the clocks in which EUs execute that an event counts, in 1/2^20 */
static u64 sim_followed_share(u32 increment, u32 coarse, u32 fine)
{
	u64 share = div_u64((u64)sim_increments[increment] * sim_fine[fine] << 10,
			    sim_increments[SIM_EU_ACTIVE]);

	return coarse > SIM_NUM_STAGES ? share * sim_coarse[coarse] / SIM_ALL : share;
}

/* A coarse filter passes a stage, a row or all. */
static u64 sim_followed_flex(const struct oa_sim_gpu *gpu, u32 n)
{
	u32 control = gpu->store[sim_flex_registers[(n - SIM_FLEX_FIRST) / 2] / 4];
	u32 event = control >> ((n - SIM_FLEX_FIRST) % 2 * 12);
	u32 increment = event & 0xf, coarse = event >> 4 & 0xf, fine = event >> 8 & 0xf;
	u32 stage = SIM_WORK_EU_ALL;

	if (!(sim_legal[increment].coarse & BIT(coarse) && sim_legal[increment].fine & BIT(fine))) {
		coarse = 0;
		fine = 0;
	}
	if (coarse && coarse <= SIM_NUM_STAGES)
		stage = SIM_WORK_EU + coarse - 1;
	return gpu->work.events[stage] * sim_followed_share(increment, coarse, fine);
}

/* Increment of a counter by the work of this stretch of time, in 1/2^20 */
static u64 sim_followed_a(const struct oa_sim_gpu *gpu, u32 n, u64 clocks, u32 busy)
{
	if (!n)
		return clocks * SIM_ALL * busy;
	if (!gpu->work.now.end)
		return 0;
	if (n >= SIM_FLEX_FIRST && n <= SIM_FLEX_LAST)
		return sim_followed_flex(gpu, n);
	return sim_follows[n] ? gpu->work.events[sim_follows[n]] << SIM_FRACTION_BITS : 0;
}

static u32 sim_count_gen8_rate(const struct oa_sim_gpu *gpu, u32 n)
{
	return n >= SIM_FLEX_FIRST && n <= SIM_FLEX_LAST ? sim_flex_rate(gpu, n) : sim_a_rates[n];
}

static void sim_count_gen8_add_a(struct oa_sim_gpu *gpu, u64 clocks, u32 busy)
{
	const bool followed = sim_work_followed(gpu);
	struct sim_counters *c = &gpu->counters;
	u32 n;

	for (n = 0; n < SIM_GEN8_NUM_A; n++)
		sim_add(c, &c->a[n], followed ? sim_followed_a(gpu, n, clocks, busy) :
			clocks * busy * sim_count_gen8_rate(gpu, n),
			n < SIM_NUM_WIDE ? SIM_WIDE_WRAP_BIT : SIM_WRAP_BIT);
}

/*
 * Gen8 has no free-running copies, and none of gen12 is known. GPU_TICKS still counts
 * with counters off.
 */
static void sim_count_gen8_always(struct oa_sim_gpu *gpu, u64 clocks, u32 busy)
{
}

/* Free-running copies: neither OACONTROL nor a missing context stops them. */
static void sim_gen9_always(struct oa_sim_gpu *gpu, u64 clocks, u32 busy)
{
	static const u8 copies[] = { 4, 6, 19, 20 };
	u32 i, n;

	for (i = 0; i < ARRAY_SIZE(copies); i++) {
		n = copies[i];
		gpu->counters.free[n] += sim_work_followed(gpu) ?
			sim_followed_a(gpu, n, clocks, busy) :
			clocks * busy * sim_count_gen8_rate(gpu, n);
	}
}

static const u16 sim_c_rates[SIM_NUM_C] = { 200, 150, 120, 90, 80, 60, 110, 70 };

/* In the test metric sets one C counter counts every clock: C7 up to gen9, C0 on gen11. */
static void sim_add_c(struct oa_sim_gpu *gpu, u64 clocks, u32 busy, u32 clock)
{
	struct sim_counters *c = &gpu->counters;
	u32 n;

	if (!gpu->platform->counters->noa(gpu))
		return;
	for (n = 0; n < SIM_NUM_C; n++)
		sim_add(c, &c->c[n], n == clock ? clocks << SIM_FRACTION_BITS :
			clocks * sim_c_rates[n] * busy, SIM_WRAP_BIT);
}

static void sim_count_gen8_add_c(struct oa_sim_gpu *gpu, u64 clocks, u32 busy)
{
	sim_add_c(gpu, clocks, busy, 7);
}

static void sim_gen11_add_c(struct oa_sim_gpu *gpu, u64 clocks, u32 busy)
{
	sim_add_c(gpu, clocks, busy, 0);
}

static bool sim_count_gen8_noa(const struct oa_sim_gpu *gpu)
{
	return gpu->store[GDT_CHICKEN_BITS / 4] & GT_NOA_ENABLE;
}

static bool sim_gen11_noa(const struct oa_sim_gpu *gpu)
{
	return gpu->store[GEN9_RPM_CONFIG1 / 4] & GEN11_NOA_ENABLE;
}

/**
 * sim_gen8_reset_flex() - power-on values of the EU counters' registers
 * @gpu: the GPU
 *
 * [MODEL] the values are undocumented: here "no event" from gen11 on, where that code exists,
 * and FPU0 before gen11.
 */
void sim_gen8_reset_flex(struct oa_sim_gpu *gpu)
{
	u32 i;

	for (i = 0; i < EU_PERF_CNT_CTL_COUNT; i++)
		gpu->store[sim_flex_registers[i] / 4] =
			gpu->platform->counters->no_event ?
			SIM_NO_EVENT | SIM_NO_EVENT << 12 : 0;
}

const struct sim_counter_ops sim_counters_gen8 = {
	.add_a = sim_count_gen8_add_a,
	.add_c = sim_count_gen8_add_c,
	.always = sim_count_gen8_always,
	.noa = sim_count_gen8_noa,
	.cec = HSW_CEC0_0,
	.num_b = 8,
	.start_triggers = OASTARTTRIG1,
	.report_triggers = OAREPORTTRIG1,
};

const struct sim_counter_ops sim_counters_gen9 = {
	.add_a = sim_count_gen8_add_a,
	.add_c = sim_count_gen8_add_c,
	.always = sim_gen9_always,
	.noa = sim_count_gen8_noa,
	.cec = HSW_CEC0_0,
	.num_b = 8,
	.start_triggers = OASTARTTRIG1,
	.report_triggers = OAREPORTTRIG1,
	.any_engine = true,
};

const struct sim_counter_ops sim_counters_gen11 = {
	.add_a = sim_count_gen8_add_a,
	.add_c = sim_gen11_add_c,
	.always = sim_gen9_always,
	.noa = sim_gen11_noa,
	.cec = HSW_CEC0_0,
	.num_b = 8,
	.start_triggers = OASTARTTRIG1,
	.report_triggers = OAREPORTTRIG1,
	.any_engine = true,
	.no_event = true,
};

/* The same, with the triggers and events of OAG */
const struct sim_counter_ops sim_counters_gen12 = {
	.add_a = sim_count_gen8_add_a,
	.add_c = sim_gen11_add_c,
	.always = sim_count_gen8_always,
	.noa = sim_gen11_noa,
	.cec = GEN12_OAG_CEC0_0,
	.num_b = 8,
	.start_triggers = GEN12_OAG_STARTTRIG1,
	.report_triggers = GEN12_OAG_REPORTTRIG1,
	.any_engine = true,
	.no_event = true,
};
