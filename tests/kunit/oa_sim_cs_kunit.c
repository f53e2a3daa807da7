// SPDX-License-Identifier: GPL-2.0-only
/*
 * The simulated ring and its commands on SNB to Haswell, and resets, without a driver.
 *
 * Facts: hardware.rst 7.7, 9.1, 9.2.
 */
#include <kunit/test.h>
#include <linux/bitfield.h>
#include <linux/kernel.h>

#include "oa_sim_cs.h"

#define SDI			(MI_STORE_DATA_IMM | MI_USE_GGTT)
#define DATA(t, n)		(cs_memory(t, CS_DATA)[n])

static struct sim_t *create(struct kunit *test, const char *platform)
{
	struct sim_t *t = test->priv;

	sim_t_create(test, platform);
	sim_t_prepare(t);
	cs_legacy_on(t);
	return t;
}

static void run(struct sim_t *t, const u32 *dw, u32 n)
{
	sim_t_wr(t, RCS_RING_TAIL, cs_emit(t, CS_RING(0), dw, n));
	cs_pass(t);
}

static bool empty(struct sim_t *t)
{
	return sim_t_rd(t, RCS_RING_HEAD) == sim_t_rd(t, RCS_RING_TAIL);
}

static const char * const platforms[] = { "snb", "ivb", "vlv", "hsw" };

static void platform_name(const char * const *platform, char *name)
{
	strscpy(name, *platform, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(platform, platforms, platform_name);

/* Memory and registers change in order, and only after the write that starts the ring. */
static void sim_ring_executes(struct kunit *test)
{
	struct sim_t *t = create(test, *(const char * const *)test->param_value);
	const u32 dw[] = {
		MI_NOOP, MI_ARB_CHECK, MI_USER_INTERRUPT,
		SDI, 0, CS_GGTT(CS_DATA), 0x1234,
		MI_LOAD_REGISTER_IMM(2), OA_PERFCNT1_LO, 0x55, OA_PERFCNT1_LO + 4, 0x66,
		MI_STORE_REGISTER_MEM_GEN6 | MI_USE_GGTT, OA_PERFCNT1_LO + 4,
		CS_GGTT(CS_DATA + 4),
	};

	KUNIT_EXPECT_TRUE(test, sim_t_rd(t, RCS_MI_MODE) & MI_MODE_IDLE);
	sim_t_wr(t, RCS_RING_TAIL, cs_emit(t, CS_RING(0), dw, ARRAY_SIZE(dw)));
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, RCS_RING_HEAD), 0u);
	KUNIT_EXPECT_FALSE(test, sim_t_rd(t, RCS_MI_MODE) & MI_MODE_IDLE);
	KUNIT_EXPECT_EQ(test, DATA(t, 0), 0u);
	cs_pass(t);
	KUNIT_EXPECT_TRUE(test, empty(t));
	KUNIT_EXPECT_TRUE(test, sim_t_rd(t, RCS_MI_MODE) & MI_MODE_IDLE);
	KUNIT_EXPECT_EQ(test, DATA(t, 0), 0x1234u);
	/* SNB has no OA_PERFCNT. */
	if (strcmp(t->gpu->platform->name, "snb"))
		KUNIT_EXPECT_EQ(test, DATA(t, 1), sim_t_rd(t, OA_PERFCNT1_LO + 4));
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* The head wraps and counts it, and a command may straddle the end. */
static void sim_ring_wraps(struct kunit *test)
{
	struct sim_t *t = create(test, "hsw");
	const u32 dw[] = { SDI, 0, CS_GGTT(CS_DATA), 0x77 };
	u32 *ring = cs_memory(t, CS_RING(0));

	sim_t_wr(t, RCS_RING_TAIL, 4096 - 8);
	cs_pass(t);
	sim_t_pass(t, 100);
	KUNIT_ASSERT_TRUE(test, empty(t));
	memcpy(ring + 1022, dw, 8);
	memcpy(ring, dw + 2, 8);
	sim_t_wr(t, RCS_RING_TAIL, 8);
	cs_pass(t);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, RCS_RING_HEAD), BIT(21) | 8u);
	KUNIT_EXPECT_EQ(test, DATA(t, 0), 0x77u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* A batch is started and ended, and may chain to another one; ACTHD shows its head. */
static void sim_ring_batches(struct kunit *test)
{
	struct sim_t *t = create(test, "hsw");
	const u32 first[] = {
		SDI, 0, CS_GGTT(CS_DATA), 1, MI_BATCH_BUFFER_START_GEN6, CS_GGTT(CS_BATCH + 0x40)
	};
	const u32 second[] = { SDI, 0, CS_GGTT(CS_DATA + 4), 2, MI_BATCH_BUFFER_END };
	const u32 dw[] = {
		MI_BATCH_BUFFER_START_GEN6, CS_GGTT(CS_BATCH), SDI, 0, CS_GGTT(CS_DATA + 8), 3
	};

	cs_emit(t, CS_BATCH, first, ARRAY_SIZE(first));
	cs_emit(t, CS_BATCH + 0x40, second, ARRAY_SIZE(second));
	run(t, dw, ARRAY_SIZE(dw));
	KUNIT_EXPECT_EQ(test, DATA(t, 0), 1u);
	KUNIT_EXPECT_EQ(test, DATA(t, 1), 2u);
	KUNIT_EXPECT_EQ(test, DATA(t, 2), 3u);
	KUNIT_EXPECT_TRUE(test, empty(t));
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* Copies from register to register and from memory; PIPE_CONTROL writes data and time stamps. */
static void sim_ring_copies(struct kunit *test)
{
	struct sim_t *t = create(test, "hsw");
	const u32 dw[] = {
		SDI, 0, CS_GGTT(CS_DATA + 0x20), 0xabc,
		0x14800001 | MI_USE_GGTT, CS_SCRATCH, CS_GGTT(CS_DATA + 0x20),
		MI_LOAD_REGISTER_REG, CS_SCRATCH, CS_SCRATCH + 4,
		PIPE_CONTROL | 3, PIPE_CONTROL_QW_WRITE | PIPE_CONTROL_GGTT | PIPE_CONTROL_CS_STALL,
		CS_GGTT(CS_DATA), 0x11, 0x22,
		PIPE_CONTROL | 3, PIPE_CONTROL_TIMESTAMP_WRITE | PIPE_CONTROL_GGTT,
		CS_GGTT(CS_DATA + 8), 0, 0,
	};

	run(t, dw, ARRAY_SIZE(dw));
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, CS_SCRATCH + 4), 0xabcu);
	KUNIT_EXPECT_EQ(test, DATA(t, 0), 0x11u);
	KUNIT_EXPECT_EQ(test, DATA(t, 1), 0x22u);
	KUNIT_EXPECT_NE(test, DATA(t, 2), 0u);
	KUNIT_EXPECT_LE(test, DATA(t, 2), sim_t_rd(t, RCS_TIMESTAMP_LO));
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* A snapshot in the selected format, with the command's id; the OA buffer's tail does not move. */
static void sim_ring_snapshot(struct kunit *test)
{
	struct sim_t *t = create(test, "hsw");
	const u32 dw[] = { MI_REPORT_PERF_COUNT_GEN6, CS_GGTT(CS_DATA) | MI_RPC_USE_GGTT, 0x4242 };

	sim_t_describe(t, 0);
	sim_t_wr(t, GEN7_OACONTROL, FIELD_PREP(GEN7_OACONTROL_COUNTER_SELECT, 5) |
		 GEN7_OACONTROL_ENABLE);
	sim_t_pass(t, 10);
	run(t, dw, ARRAY_SIZE(dw));
	KUNIT_EXPECT_EQ(test, DATA(t, 0), 0x4242u);
	KUNIT_EXPECT_NE(test, DATA(t, 1), 0u);
	KUNIT_EXPECT_LE(test, DATA(t, 1), sim_t_rd(t, RCS_TIMESTAMP_LO));
	KUNIT_EXPECT_EQ(test, DATA(t, 64), 0u);
	KUNIT_EXPECT_EQ(test, sim_t_tail(t), 0u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

static bool snapshot_line(struct sim_t *t, u32 line)
{
	return DATA(t, 16 * line) != ~0u || DATA(t, 16 * line + 1) != ~0u;
}

/* The snapshot's lines land one by one, when the streamer has long gone on. */
static void sim_ring_snapshot_parts(struct kunit *test)
{
	struct sim_t *t = create(test, "hsw");
	const u32 dw[] = {
		MI_REPORT_PERF_COUNT_GEN6, CS_GGTT(CS_DATA) | MI_RPC_USE_GGTT, 0x4242,
		SDI, 0, CS_GGTT(CS_DATA + 0x200), 0x1234, MI_NOOP,
	};
	u32 line;

	memset(cs_memory(t, CS_DATA), 0xff, 0x200);
	sim_t_describe(t, 0);
	sim_t_wr(t, GEN7_OACONTROL, FIELD_PREP(GEN7_OACONTROL_COUNTER_SELECT, 5) |
		 GEN7_OACONTROL_ENABLE);
	sim_t_pass(t, 10);
	t->gpu->faults.tail_lag = 1000;
	t->gpu->faults.landing_parts = 1000;
	run(t, dw, ARRAY_SIZE(dw));
	KUNIT_EXPECT_TRUE(test, empty(t));
	KUNIT_EXPECT_EQ(test, DATA(t, 0x80), 0x1234u);
	KUNIT_EXPECT_TRUE(test, sim_clock_runs(t->gpu));
	for (line = 0; line < 4; line++) {
		KUNIT_EXPECT_FALSE(test, snapshot_line(t, line));
		sim_t_pass(t, 1000);
		KUNIT_EXPECT_TRUE(test, snapshot_line(t, line));
	}
	KUNIT_EXPECT_EQ(test, DATA(t, 0), 0x4242u);
	KUNIT_EXPECT_EQ(test, DATA(t, 64), ~0u);
	KUNIT_EXPECT_FALSE(test, sim_clock_runs(t->gpu));
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* struct wrong - commands that break a rule */
struct wrong {
	const char *name;
	enum sim_violation kind;
	bool goes_on;	/* the violation is counted, and the streamer does not hang */
	u32 n;
	u32 dw[6];
};

static const struct wrong wrongs[] = {
	{ "no command", SIM_CS_OPCODE, false, 2, { MI_INSTR(0x3f, 0) } },
	{ "other client", SIM_CS_OPCODE, false, 2, { 0x60000000 } },
	{ "length", SIM_CS_LENGTH, false, 4, { MI_STORE_DATA_IMM | MI_USE_GGTT | 4 } },
	{ "even LRI", SIM_CS_LENGTH, false, 4, { MI_INSTR(0x22, 2) } },
	{ "127 registers", SIM_CS_LENGTH, false, 2, { MI_LOAD_REGISTER_IMM(127) } },
	{ "relative LRI", SIM_CS_OPCODE, false, 4,
	  { MI_LOAD_REGISTER_IMM(1) | MI_LRI_CS_RELATIVE, 0x358, 0 } },
	{ "store to PPGTT", SIM_PPGTT, false, 4, { MI_STORE_DATA_IMM, 0, CS_GGTT(CS_DATA), 1 } },
	{ "batch in PPGTT", SIM_PPGTT, false, 2,
	  { MI_BATCH_BUFFER_START_GEN6 | MI_BATCH_PPGTT, CS_GGTT(CS_BATCH) } },
	{ "second level", SIM_CS_BATCH, false, 2,
	  { MI_BATCH_BUFFER_START_GEN6 | BIT(22), CS_GGTT(CS_BATCH) } },
	{ "no batch", SIM_CS_BATCH, false, 2, { MI_BATCH_BUFFER_END } },
	{ "unaligned", SIM_CS_ADDRESS, false, 4,
	  { MI_STORE_DATA_IMM | MI_USE_GGTT, 0, CS_GGTT(CS_DATA) + 2, 1 } },
	{ "snapshot to PPGTT", SIM_PPGTT, false, 4,
	  { MI_REPORT_PERF_COUNT_GEN6, CS_GGTT(CS_DATA), 1 } },
	{ "snapshot, reserved", SIM_CS_ADDRESS, false, 4,
	  { MI_REPORT_PERF_COUNT_GEN6, CS_GGTT(CS_DATA) | MI_RPC_USE_GGTT | 2, 1 } },
	{ "snapshot, OA off", SIM_RPC_OFF, true, 4,
	  { MI_REPORT_PERF_COUNT_GEN6, CS_GGTT(CS_DATA) | MI_RPC_USE_GGTT, 1 } },
	{ "beyond the tail", SIM_RING_RANGE, false, 2, { MI_STORE_DATA_IMM | MI_USE_GGTT, 0 } },
	{ "batch nowhere", SIM_GGTT_INVALID, false, 2, { MI_BATCH_BUFFER_START_GEN6, 0x8000 } },
	{ "store nowhere", SIM_GGTT_INVALID, true, 4, { SDI, 0, 0x8000 } },
};

static void wrong_name(const struct wrong *w, char *name)
{
	strscpy(name, w->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(wrong, wrongs, wrong_name);

/* Each violation is counted, and no other; the head stays there until a reset. */
static void sim_ring_refuses(struct kunit *test)
{
	struct sim_t *t = create(test, "hsw");
	const struct wrong *w = test->param_value;
	const u32 good[] = { SDI, 0, CS_GGTT(CS_DATA), 5 };

	run(t, w->dw, w->n);
	KUNIT_EXPECT_EQ(test, cs_violations(t, w->kind), 1ull);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 1ull);
	KUNIT_EXPECT_EQ(test, !!(sim_t_rd(t, RCS_MI_MODE) & MI_MODE_IDLE), w->goes_on);
	sim_t_wr(t, GEN6_GDRST, GEN6_GRDOM_RENDER);
	KUNIT_EXPECT_NE(test, sim_t_rd(t, GEN6_GDRST), 0u);
	cs_pass(t);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, GEN6_GDRST), 0u);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, RCS_RING_CTL), 0u);
	cs_legacy_on(t);
	run(t, good, ARRAY_SIZE(good));
	KUNIT_EXPECT_TRUE(test, empty(t));
	KUNIT_EXPECT_EQ(test, DATA(t, 0), 5u);
}

/* Ring registers: alignment, range, and no writes while it runs. */
static void sim_ring_registers(struct kunit *test)
{
	struct sim_t *t = create(test, "hsw");

	sim_t_wr(t, RCS_RING_TAIL, 4);
	KUNIT_EXPECT_EQ(test, cs_violations(t, SIM_RING_ALIGN), 1ull);
	sim_t_wr(t, RCS_RING_TAIL, 4096);
	KUNIT_EXPECT_EQ(test, cs_violations(t, SIM_RING_RANGE), 1ull);
	sim_t_wr(t, RCS_RING_START, CS_GGTT(CS_RING(1)));
	KUNIT_EXPECT_EQ(test, cs_violations(t, SIM_RING_RUNNING), 1ull);
	sim_t_wr(t, RCS_RING_HEAD, 0);
	KUNIT_EXPECT_EQ(test, cs_violations(t, SIM_RING_RUNNING), 2ull);
	sim_t_wr(t, RCS_RING_CTL, RING_CTL_VALID | 0x1000);
	KUNIT_EXPECT_EQ(test, cs_violations(t, SIM_RING_RUNNING), 3ull);
	/* An empty ring may be turned off, and its registers written then. */
	sim_t_wr(t, RCS_RING_CTL, 0);
	sim_t_wr(t, RCS_RING_START, CS_GGTT(CS_RING(1)));
	KUNIT_EXPECT_EQ(test, cs_violations(t, SIM_RING_RUNNING), 3ull);
	sim_t_wr(t, RCS_RING_START, CS_GGTT(CS_RING(1)) + 0x80);
	KUNIT_EXPECT_EQ(test, cs_violations(t, SIM_RING_ALIGN), 2ull);
	sim_t_wr(t, RCS_HWS_PGA_GEN6, CS_GGTT(CS_HWS) + 0x10);
	KUNIT_EXPECT_EQ(test, cs_violations(t, SIM_RING_ALIGN), 3ull);
	sim_t_wr(t, RCS_RING_HEAD, 0x1000);
	sim_t_wr(t, RCS_RING_CTL, RING_CTL_VALID);
	KUNIT_EXPECT_EQ(test, cs_violations(t, SIM_RING_RANGE), 2ull);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 8ull);
}

/* When told to stop, it stops between two commands, and resumes when allowed to. */
static void sim_ring_stops(struct kunit *test)
{
	struct sim_t *t = create(test, "hsw");
	const u32 dw[] = { SDI, 0, CS_GGTT(CS_DATA), 6 };

	sim_t_wr(t, RCS_MI_MODE, MASKED_BIT_ENABLE(MI_MODE_STOP_RING));
	run(t, dw, ARRAY_SIZE(dw));
	KUNIT_EXPECT_EQ(test, DATA(t, 0), 0u);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, RCS_MI_MODE), (u32)(MI_MODE_STOP_RING | MI_MODE_IDLE));
	sim_t_wr(t, RCS_MI_MODE, MASKED_BIT_DISABLE(MI_MODE_STOP_RING));
	cs_pass(t);
	KUNIT_EXPECT_EQ(test, DATA(t, 0), 6u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

static void sim_ring_fault(struct kunit *test)
{
	struct sim_t *t = create(test, "hsw");
	const u32 dw[] = { SDI, 0, CS_GGTT(CS_DATA), 6 };

	t->gpu->faults.ring_hang = 1;
	run(t, dw, ARRAY_SIZE(dw));
	KUNIT_EXPECT_FALSE(test, empty(t));
	KUNIT_EXPECT_EQ(test, DATA(t, 0), 0u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* An engine reset leaves the OA unit alone, a GT reset does not; power wells stay awake. */
static void sim_resets(struct kunit *test)
{
	struct sim_t *t = create(test, "hsw");

	sim_t_describe(t, 0);
	sim_t_on(t, 5);
	sim_t_pass(t, 4);
	sim_t_wr(t, CS_SCRATCH, 7);
	sim_t_wr(t, GEN6_GDRST, GEN6_GRDOM_RENDER);
	cs_pass(t);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, GEN7_OACONTROL), sim_t_control(t, 5));
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, CS_SCRATCH), 7u);
	KUNIT_EXPECT_NE(test, sim_t_rd(t, HSW_OAPERF_A(0)), 0u);
	sim_t_wr(t, GEN6_GDRST, GEN6_GRDOM_FULL);
	cs_pass(t);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, GEN7_OACONTROL), 0u);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, GEN7_OABUFFER), 0u);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, CS_SCRATCH), 0u);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, HSW_OAPERF_A(0)), 0u);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, GEN7_MISCCPCTL), (u32)GEN7_DOP_CLOCK_GATE_ENABLE);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
}

/* No state survives the loss of power. */
static void sim_power(struct kunit *test)
{
	struct sim_t *t = create(test, "hsw");
	const u32 entry = SIM_T_GSM + SIM_T_BASE / PAGE_SIZE * sizeof(u32);
	u32 mapped = sim_t_rd(t, entry);

	oa_sim_gpu_power_cycle(t->gpu);
	KUNIT_EXPECT_NE(test, sim_t_rd(t, entry), mapped);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, FORCEWAKE_ACK_HSW), 0u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(t->gpu), 0ull);
	sim_t_rd(t, RCS_RING_CTL);
	KUNIT_EXPECT_EQ(test, cs_violations(t, SIM_NO_FORCEWAKE), 1ull);
}

static struct kunit_case sim_cs_cases[] = {
	KUNIT_CASE_PARAM(sim_ring_executes, platform_gen_params),
	KUNIT_CASE(sim_ring_wraps),
	KUNIT_CASE(sim_ring_batches),
	KUNIT_CASE(sim_ring_copies),
	KUNIT_CASE(sim_ring_snapshot),
	KUNIT_CASE(sim_ring_snapshot_parts),
	KUNIT_CASE_PARAM(sim_ring_refuses, wrong_gen_params),
	KUNIT_CASE(sim_ring_registers),
	KUNIT_CASE(sim_ring_stops),
	KUNIT_CASE(sim_ring_fault),
	KUNIT_CASE(sim_resets),
	KUNIT_CASE(sim_power),
	{ }
};

static struct kunit_suite sim_cs_suite = {
	.name = "i915_oa_sim_cs",
	.init = sim_t_init,
	.exit = sim_t_exit,
	.test_cases = sim_cs_cases,
};

kunit_test_suite(sim_cs_suite);
