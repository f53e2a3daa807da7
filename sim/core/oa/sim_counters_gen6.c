// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Counters up to gen7.5
 *
 * Counters that the Observability document calls reserved stay zero. Rates are
 * [MODEL]; EU active + EU stalled never exceeds clocks x EUs. Pixel shaders
 * write two colours: SNB counts each pixel they kill four times, IVB and VLV twice (errata).
 *
 * Facts: hardware.rst 3.10, 5.1, 5.2, 5.5, 5.6.
 */
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "sim/core/sim_model.h"

#define SIM_EUS			20	/* of Haswell */
#define SIM_A_EU_ACTIVE		10240	/* per 1024 busy clocks, all EUs */
#define SIM_A_EU_STALLED	6144

/* Rate and busy are both of 1024: their product is in 1/2^20 event. */
static_assert(SIM_FRACTION_BITS == 20, "twice a share of 1024");
/* EU active and EU stalled share the EUs' time. */
static_assert(SIM_A_EU_ACTIVE + SIM_A_EU_STALLED <= SIM_EUS * 1024, "no more than all EUs");

#define SIM_KILLED		30	/* pixels per 1024 busy clocks */

/* SNB GT2, 12 EUs. Gen6 does not support A3, A8 and A13. */
static const u16 sim_a_rates_snb[SIM_NUM_A] = {
	[0] = 6144, [1] = 3072,
	[2] = 1024, [4] = 256, [5] = 350, [6] = 120,		/* VS */
	[7] = 200, [9] = 60, [10] = 50, [11] = 20,		/* GS */
	[12] = 4096, [14] = 900, [15] = 1200, [16] = 300,	/* PS */
	[21] = 4 * SIM_KILLED, [22] = 20, [23] = 10, [24] = 80,	/* killed and failing */
	[25] = 900, [26] = 1024, [27] = 150, [28] = 200,	/* writes, busy, clipper, SF */
};

/* IVB GT2, 16 EUs; A33 is reserved on GT2. */
static const u16 sim_a_rates_ivb[SIM_NUM_A] = {
	[0] = 8192, [1] = 4096,
	[2] = 1536, [4] = 384, [5] = 520,			/* VS */
	[7] = 225, [9] = 75, [10] = 66,				/* HS */
	[12] = 210, [14] = 60, [15] = 63,			/* DS */
	[17] = 111, [19] = 45, [20] = 30,			/* CS */
	[22] = 165, [24] = 51, [25] = 54,			/* GS */
	[27] = 5600, [29] = 1200, [30] = 1600,			/* PS */
	[32] = 600, [34] = 90, [35] = 150,			/* HiZ, slow Z */
	[36] = 2 * SIM_KILLED, [37] = 20, [38] = 10, [39] = 80,	/* killed and failing */
	[40] = 900, [41] = 1024, [42] = 120, [43] = 60,		/* writes, busy, bottlenecks */
};

/* VLV, 4 EUs. The document gives A34 to IVB alone. */
static const u16 sim_a_rates_vlv[SIM_NUM_A] = {
	[0] = 2048, [1] = 1024,
	[2] = 512, [4] = 128, [5] = 170,
	[7] = 75, [9] = 25, [10] = 22,
	[12] = 70, [14] = 20, [15] = 21,
	[17] = 37, [19] = 15, [20] = 10,
	[22] = 55, [24] = 17, [25] = 18,
	[27] = 1400, [29] = 300, [30] = 400,
	[32] = 600, [33] = 200, [35] = 150,
	[36] = 2 * SIM_KILLED, [37] = 20, [38] = 10, [39] = 80,
	[40] = 900, [41] = 1024, [42] = 120, [43] = 60,
};

/* Haswell: events per 1024 busy clocks; 0 if the document calls the counter reserved. */
static const u16 sim_a_rates_hsw[SIM_NUM_A] = {
	[0] = SIM_A_EU_ACTIVE, [1] = SIM_A_EU_STALLED,
	[2] = 2048, [4] = 512, [5] = 700,		/* VS */
	[7] = 300, [9] = 100, [10] = 90,		/* HS */
	[12] = 280, [14] = 80, [15] = 85,		/* DS */
	[17] = 150, [19] = 60, [20] = 40,		/* CS */
	[22] = 220, [24] = 70, [25] = 75,		/* GS */
	[27] = 7000, [29] = 1500, [30] = 2000,		/* PS */
	[32] = 600, [33] = 200, [35] = 150,		/* HiZ, slow Z */
	/* Killed and failing pixels; metric sets take A37 and A38 as part of A39. */
	[36] = SIM_KILLED, [37] = 20, [38] = 10, [39] = 80,
	[40] = 900, [41] = 1024, [42] = 120, [43] = 60,	/* writes, busy, bottlenecks */
};

static const u16 sim_c_rates[SIM_NUM_C] = {
	[0] = 200, [1] = 150, [3] = 90, [4] = 80, [5] = 60, [6] = 110, [7] = 70,
};

/*
 * Check whether clock gates hide events. With the specific context enable the OA unit's own clock
 * gating has to be on: hardware.rst 2.4.
 */
bool sim_gen6_gates_wrong(const struct oa_sim_gpu *gpu)
{
	return (gpu->platform->gen6->dop_gate &&
		gpu->store[GEN7_MISCCPCTL / 4] & GEN7_DOP_CLOCK_GATE_ENABLE) ||
	       !(gpu->store[GEN6_UCGCTL1 / 4] & GEN6_CSUNIT_CLOCK_GATE_DISABLE) ||
	       (gpu->oa.control & GEN7_OACONTROL_CTX_ENABLE &&
		gpu->store[GEN6_UCGCTL3 / 4] & GEN6_OACSUNIT_CLOCK_GATE_DISABLE);
}

static bool sim_gen7_noa(const struct oa_sim_gpu *gpu)
{
	return gpu->store[GDT_CHICKEN_BITS / 4] & GT_NOA_ENABLE;
}

/* struct sim_follow - a counter that follows work; shares are of 1024 */
struct sim_follow {
	u8 counter;
	u8 count;
	u16 share;
};

#define SIM_ALL		1024
#define SIM_STALLS	614	/* of the time that EUs execute */
#define SIM_STALLED	256	/* likewise, with all of the EU */
/* GS and GPGPU share counters. */
static const struct sim_follow sim_follow_snb[] = {
	{ 0, SIM_WORK_EU_ALL, SIM_ALL }, { 1, SIM_WORK_EU_ALL, SIM_STALLS },
	{ 2, SIM_WORK_EU + SIM_STAGE_VS, SIM_ALL },
	{ 4, SIM_WORK_EU + SIM_STAGE_VS, SIM_STALLED },
	{ 5, SIM_WORK_THREADS + SIM_STAGE_VS, SIM_ALL },
	{ 7, SIM_WORK_EU + SIM_STAGE_GS, SIM_ALL },
	{ 9, SIM_WORK_EU + SIM_STAGE_GS, SIM_STALLED },
	{ 10, SIM_WORK_THREADS + SIM_STAGE_GS, SIM_ALL },
	{ 7, SIM_WORK_EU + SIM_STAGE_CS, SIM_ALL },
	{ 9, SIM_WORK_EU + SIM_STAGE_CS, SIM_STALLED },
	{ 10, SIM_WORK_THREADS + SIM_STAGE_CS, SIM_ALL },
	{ 12, SIM_WORK_EU + SIM_STAGE_PS, SIM_ALL },
	{ 14, SIM_WORK_EU + SIM_STAGE_PS, SIM_STALLED },
	{ 15, SIM_WORK_THREADS + SIM_STAGE_PS, SIM_ALL },
	{ 25, SIM_WORK_WRITTEN, SIM_ALL }, { 27, SIM_WORK_CLIPPED, SIM_ALL },
	{ 28, SIM_WORK_CL_PRIMITIVES, SIM_ALL },
	{ }
};

static const struct sim_follow sim_follow_ivb[] = {
	{ 0, SIM_WORK_EU_ALL, SIM_ALL }, { 1, SIM_WORK_EU_ALL, SIM_STALLS },
	{ 2, SIM_WORK_EU + SIM_STAGE_VS, SIM_ALL },
	{ 4, SIM_WORK_EU + SIM_STAGE_VS, SIM_STALLED },
	{ 5, SIM_WORK_THREADS + SIM_STAGE_VS, SIM_ALL },
	{ 7, SIM_WORK_EU + SIM_STAGE_HS, SIM_ALL },
	{ 9, SIM_WORK_EU + SIM_STAGE_HS, SIM_STALLED },
	{ 10, SIM_WORK_THREADS + SIM_STAGE_HS, SIM_ALL },
	{ 12, SIM_WORK_EU + SIM_STAGE_DS, SIM_ALL },
	{ 14, SIM_WORK_EU + SIM_STAGE_DS, SIM_STALLED },
	{ 15, SIM_WORK_THREADS + SIM_STAGE_DS, SIM_ALL },
	{ 17, SIM_WORK_EU + SIM_STAGE_CS, SIM_ALL },
	{ 19, SIM_WORK_EU + SIM_STAGE_CS, SIM_STALLED },
	{ 20, SIM_WORK_THREADS + SIM_STAGE_CS, SIM_ALL },
	{ 22, SIM_WORK_EU + SIM_STAGE_GS, SIM_ALL },
	{ 24, SIM_WORK_EU + SIM_STAGE_GS, SIM_STALLED },
	{ 25, SIM_WORK_THREADS + SIM_STAGE_GS, SIM_ALL },
	{ 27, SIM_WORK_EU + SIM_STAGE_PS, SIM_ALL },
	{ 29, SIM_WORK_EU + SIM_STAGE_PS, SIM_STALLED },
	{ 30, SIM_WORK_THREADS + SIM_STAGE_PS, SIM_ALL },
	{ 40, SIM_WORK_WRITTEN, SIM_ALL },
	{ }
};

/* Count the work of this stretch of time, besides the busy clocks of the engine. */
static void sim_add_followed(struct oa_sim_gpu *gpu, const struct sim_follow *follow, u32 busy_n,
			     u64 clocks, u32 busy)
{
	struct sim_counters *c = &gpu->counters;

	sim_add(c, &c->a[busy_n], clocks * SIM_ALL * busy, SIM_WRAP_BIT);
	for (; gpu->work.now.end && follow->share; follow++)
		sim_add(c, &c->a[follow->counter], (gpu->work.events[follow->count] *
			follow->share) << (SIM_FRACTION_BITS - 10), SIM_WRAP_BIT);
}

/*
 * Count by the rates of a GPU with @eus EUs. [MODEL] On a relative with another number of EUs, the
 * counters of EUs and threads, up to the pixel shaders, are in proportion.
 */
static void sim_add_rates(struct oa_sim_gpu *gpu, const u16 *rates, u32 eus, u64 clocks, u32 busy)
{
	const u32 there = gpu->num_eus;
	struct sim_counters *c = &gpu->counters;
	const bool snb = rates == sim_a_rates_snb;
	const u32 last = snb ? 16 : 31;
	u32 n, rate;

	if (sim_work_followed(gpu)) {
		sim_add_followed(gpu, snb ? sim_follow_snb : sim_follow_ivb, snb ? 26 : 41,
				 clocks, busy);
		return;
	}
	for (n = 0; n < SIM_NUM_A; n++) {
		rate = there == eus || n > last ? rates[n] : rates[n] * there / eus;
		sim_add(c, &c->a[n], clocks * rate * busy, SIM_WRAP_BIT);
	}
}

static void sim_snb_add_a(struct oa_sim_gpu *gpu, u64 clocks, u32 busy)
{
	sim_add_rates(gpu, sim_a_rates_snb, 12, clocks, busy);
}

static void sim_ivb_add_a(struct oa_sim_gpu *gpu, u64 clocks, u32 busy)
{
	sim_add_rates(gpu, sim_a_rates_ivb, 16, clocks, busy);
}

static void sim_vlv_add_a(struct oa_sim_gpu *gpu, u64 clocks, u32 busy)
{
	sim_add_rates(gpu, sim_a_rates_vlv, 4, clocks, busy);
}

static void sim_hsw_add_a(struct oa_sim_gpu *gpu, u64 clocks, u32 busy)
{
	sim_add_rates(gpu, sim_a_rates_hsw, SIM_EUS, clocks, busy);
}

/* Neither a mux nor a C counter is documented. */
static bool sim_no_noa(const struct oa_sim_gpu *gpu)
{
	return false;
}

static void sim_no_c(struct oa_sim_gpu *gpu, u64 clocks, u32 busy)
{
}

static void sim_hsw_add_c(struct oa_sim_gpu *gpu, u64 clocks, u32 busy)
{
	struct sim_counters *c = &gpu->counters;
	u32 n;

	/* C counters are fed by the mux from other units, whose events gating hides. */
	if (!sim_gen7_noa(gpu) || sim_gen6_gates_wrong(gpu))
		return;
	for (n = 0; n < SIM_NUM_C; n++)
		sim_add(c, &c->c[n], clocks * sim_c_rates[n] * busy, SIM_WRAP_BIT);
	sim_add(c, &c->c[2], clocks << SIM_FRACTION_BITS, SIM_WRAP_BIT);
}

const struct sim_counter_ops sim_counters_hsw = {
	.add_a = sim_hsw_add_a,
	.add_c = sim_hsw_add_c,
	.noa = sim_gen7_noa,
	.cec = HSW_CEC0_0,
	.num_b = 8,
	.start_triggers = OASTARTTRIG1,
	.report_triggers = OAREPORTTRIG1,
};

const struct sim_counter_ops sim_counters_snb = {
	.add_a = sim_snb_add_a,
	.add_c = sim_no_c,
	.noa = sim_no_noa,
	.cec = GEN6_CEC0_0,
	.num_b = 4,
};

const struct sim_counter_ops sim_counters_ivb = {
	.add_a = sim_ivb_add_a,
	.add_c = sim_no_c,
	.noa = sim_no_noa,
	.cec = GEN6_CEC0_0,
	.num_b = 4,
};

const struct sim_counter_ops sim_counters_vlv = {
	.add_a = sim_vlv_add_a,
	.add_c = sim_no_c,
	.noa = sim_no_noa,
	.cec = GEN6_CEC0_0,
	.num_b = 4,
};
