// SPDX-License-Identifier: GPL-2.0-only
/*
 * The simulated OA units of Gen8 to Gen11 together with their command streamer: a
 * context is loaded by execlists, as hardware requires, and controls the unit.
 *
 * Facts: hardware.rst 3.6 to 3.9, 4.3, 4.4, 7.3 to 7.8, 9.1, 9.4; Lakefield, volume 13,
 * "OA Programming Guidelines", "Performance Counter Report Formats".
 */
#include "oa_sim_gen8.h"
#include "regs/ring_regs.h"

#define START_TRIGGER	BIT(18)
#define THRESHOLD	BIT(17)
#define HWS		0x20000
#define RING		0x21000
#define SNAPSHOT	0x22000
#define IMAGE		0x24000
#define STATE		(IMAGE + 0x1000)

/* Context-valid of RPT_ID, the id that reports show, image dwords that hold values */
static const struct gpu_case {
	const char *platform;
	u32 ctx_valid, id, execlists, oactxcontrol, flex;
} cases[] = {
	{ "bdw", BIT(25), 0x5, 0x80008000, 0x121, 0x2cf },
	{ "chv", BIT(25), 0x5, 0x80008000, 0x121, 0x2cf },
	{ "skl", BIT(16), 0x5, 0x80008000, 0x129, 0x3df },
	{ "bxt", BIT(16), 0x5, 0x80008000, 0x129, 0x3df },
	{ "icl", BIT(16), 0xa0, 0x00080008, 0x125, 0x78f },
	{ "ehl", BIT(16), 0xa0, 0x00080008, 0x125, 0x78f },
	{ "lkf", BIT(16), 0xa0, 0x00080008, 0x125, 0x78f },
};

static void case_name(const struct gpu_case *c, char *name)
{
	strscpy(name, c->platform, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(gpu, cases, case_name);

/* The unit sees this value, whatever instance MMIO is steered to */
static u32 flex(struct unit *u, u32 offset)
{
	return u->gpu->store[offset / 4];
}

static u32 *at(struct unit *u, u32 offset)
{
	return (u32 *)page_address(u->memory) + offset / sizeof(u32);
}

static void engine_on(struct unit *u)
{
	wr(u, RCS_HWS_PGA, BASE + HWS);
	wr(u, RCS_GFX_MODE, u->c->execlists);
}

static struct unit *create(struct kunit *test)
{
	struct unit *u = test->priv;

	u->c = test->param_value;
	unit_make(test, u->c->platform);
	engine_on(u);
	return u;
}

static void turn_on(struct unit *u)
{
	describe(u);
	wr(u, GEN8_OACONTROL, FORMAT_A36 << 2 | GEN8_OACONTROL_ENABLE);
}

/* The ring's part of an image that was never loaded; its head and tail are 0. */
static void make_image(struct unit *u)
{
	static const u32 offsets[] = { 0x2244, 0x2034, 0x2030, 0x2038, 0x203c };
	const u32 values[] = { 0x00010001, 0, 0, BASE + RING, 1 };
	u32 *dw = at(u, STATE), i;

	memset(dw, 0, 2 * PAGE_SIZE);
	dw[1] = 0x11001000 | (2 * ARRAY_SIZE(offsets) - 1);
	for (i = 0; i < ARRAY_SIZE(offsets); i++) {
		dw[2 + 2 * i] = offsets[i];
		dw[3 + 2 * i] = values[i];
	}
}

/* Append commands to the ring, then submit the context. */
static void run(struct unit *u, const u32 *commands, u32 n)
{
	u32 *state = at(u, STATE), tail = state[LRC_RING_TAIL];

	memcpy(at(u, RING + tail), commands, n * sizeof(u32));
	if (n % 2)
		at(u, RING + tail)[n++] = MI_NOOP;
	state[LRC_RING_TAIL] = tail + n * sizeof(u32);
	if (u->gpu->platform->cs->queue) {
		wr(u, 0x2510, (BASE + IMAGE) | 0x109);
		wr(u, 0x2514, u->c->id);
		wr(u, 0x2518, 0);
		wr(u, 0x251c, 0);
		wr(u, 0x2550, 1);
	} else {
		wr(u, 0x2230, 0);
		wr(u, 0x2230, 0);
		wr(u, 0x2230, u->c->id);
		wr(u, 0x2230, (BASE + IMAGE) | 0x109);
	}
	pass(u, 64);
	/* The last write lands. */
	pass(u, 1);
}

/* Load a context that enables counting, through its own ring. */
static void load(struct unit *u, u32 ctx_control)
{
	const u32 dw[] = { MI_LOAD_REGISTER_IMM(1), GEN8_OACTXCONTROL, ctx_control };

	make_image(u);
	run(u, dw, ARRAY_SIZE(dw));
}

/* The load and the end of a context write one report each; the timer runs only in between. */
static void sim_gen8_context_loads(struct kunit *test)
{
	static const u32 noop[2];
	struct unit *u = create(test);
	u32 *state = at(u, STATE), n, i;

	turn_on(u);
	pass(u, 8 * PERIOD);
	KUNIT_EXPECT_EQ(test, reports(u), 0u);
	load(u, CTX_CONTROL);
	KUNIT_ASSERT_GE(test, reports(u), 2u);
	KUNIT_EXPECT_EQ(test, REASON(report(u, 0)[0]), (u32)SIM_REASON_CTX_SWITCH);
	KUNIT_EXPECT_TRUE(test, report(u, 0)[0] & u->c->ctx_valid);
	KUNIT_EXPECT_EQ(test, report(u, 0)[2], u->c->id);
	KUNIT_EXPECT_EQ(test, REASON(report(u, 1)[0]), (u32)SIM_REASON_GO);
	KUNIT_EXPECT_FALSE(test, report(u, 1)[0] & u->c->ctx_valid);
	n = reports(u);
	pass(u, 8 * PERIOD);
	KUNIT_EXPECT_EQ(test, reports(u), n + 8);
	for (i = n; i < n + 8; i++)
		KUNIT_EXPECT_EQ(test, REASON(report(u, i)[0]), (u32)SIM_REASON_TIMER);

	/* A patch made now takes effect at the next load. */
	KUNIT_EXPECT_EQ(test, state[u->c->oactxcontrol - 1], 0x2360u);
	KUNIT_EXPECT_EQ(test, state[u->c->oactxcontrol], (u32)CTX_CONTROL);
	KUNIT_EXPECT_EQ(test, state[u->c->flex - 1], 0xe458u);
	state[u->c->oactxcontrol] = GEN8_OACTXCONTROL_COUNTER_RESUME;
	state[u->c->flex] = 0x5004;
	pass(u, 8 * PERIOD);
	KUNIT_EXPECT_EQ(test, reports(u), n + 16);
	KUNIT_EXPECT_NE(test, flex(u, EU_PERF_CNT_CTL0), 0x5004u);
	run(u, noop, ARRAY_SIZE(noop));
	n = reports(u);
	pass(u, 8 * PERIOD);
	KUNIT_EXPECT_EQ(test, reports(u), n);
	KUNIT_EXPECT_EQ(test, rd(u, GEN8_OACTXCONTROL), (u32)GEN8_OACTXCONTROL_COUNTER_RESUME);
	KUNIT_EXPECT_EQ(test, flex(u, EU_PERF_CNT_CTL0), 0x5004u);
	expect_clean(test, u);
}

/* MMIO writes to both registers last until the next load, which takes the image's values. */
static void sim_gen8_context_undoes(struct kunit *test)
{
	static const u32 noop[2];
	struct unit *u = create(test);

	load(u, CTX_CONTROL);
	wr(u, GEN8_OACTXCONTROL, 0);
	wr(u, EU_PERF_CNT_CTL6, 0x222222);
	turn_on(u);
	pass(u, 4 * PERIOD);
	KUNIT_EXPECT_EQ(test, reports(u), 0u);
	run(u, noop, ARRAY_SIZE(noop));
	KUNIT_EXPECT_EQ(test, rd(u, GEN8_OACTXCONTROL), (u32)CTX_CONTROL);
	KUNIT_EXPECT_NE(test, flex(u, EU_PERF_CNT_CTL6), 0x222222u);
	expect_clean(test, u);
}

/* A snapshot goes to the command's address, with the command's id, not into the OA buffer. */
static void sim_gen8_context_snapshot(struct kunit *test)
{
	const u32 dw[] = { MI_REPORT_PERF_COUNT, (BASE + SNAPSHOT) | 1, 0, 0xc0ffee };
	struct unit *u = create(test);
	const u32 *snapshot = at(u, SNAPSHOT);
	u32 n;

	load(u, GEN8_OACTXCONTROL_COUNTER_RESUME);
	turn_on(u);
	n = reports(u);
	run(u, dw, ARRAY_SIZE(dw));
	KUNIT_EXPECT_EQ(test, reports(u), n + 2);
	KUNIT_EXPECT_EQ(test, snapshot[0], 0xc0ffeeu);
	KUNIT_EXPECT_GT(test, snapshot[1], report(u, n)[1]);
	KUNIT_EXPECT_LT(test, snapshot[1], report(u, n + 1)[1]);
	KUNIT_EXPECT_EQ(test, snapshot[2], u->c->id);
	KUNIT_EXPECT_GE(test, snapshot[3], report(u, n)[3]);
	expect_clean(test, u);
	wr(u, GEN8_OACONTROL, 0);
	run(u, dw, ARRAY_SIZE(dw));
	KUNIT_EXPECT_EQ(test, broken(u, SIM_RPC_OFF), 1ull);
	KUNIT_EXPECT_NE(test, snapshot[0], 0xc0ffeeu);
}

static void reset(struct unit *u, u32 what)
{
	wr(u, RCS_RESET_CTL, MASKED_BIT_ENABLE(RESET_CTL_REQUEST));
	pass(u, 100);
	wr(u, GEN6_GDRST, what);
	pass(u, 100);
	wr(u, RCS_RESET_CTL, MASKED_BIT_DISABLE(RESET_CTL_REQUEST));
}

/* An engine reset loses only the context: with a new one the unit runs on. */
static void sim_gen8_context_render_reset(struct kunit *test)
{
	struct unit *u = create(test);
	u32 n;

	load(u, CTX_CONTROL);
	turn_on(u);
	pass(u, 4 * PERIOD);
	n = reports(u);
	reset(u, GEN6_GRDOM_RENDER);
	KUNIT_EXPECT_EQ(test, rd(u, GEN8_OACTXCONTROL), 0u);
	KUNIT_EXPECT_EQ(test, rd(u, GEN8_OACONTROL),
			(u32)(FORMAT_A36 << 2 | GEN8_OACONTROL_ENABLE));
	KUNIT_EXPECT_NE(test, rd(u, GEN8_OAPERF_A_LO(0)), 0u);
	pass(u, 4 * PERIOD);
	KUNIT_EXPECT_EQ(test, reports(u), n);
	engine_on(u);
	load(u, CTX_CONTROL);
	pass(u, 4 * PERIOD);
	KUNIT_EXPECT_GE(test, reports(u), n + 2 + 4);
	expect_clean(test, u);
}

/* A GT reset also loses the unit's configuration and the counters, but not the wells. */
static void sim_gen8_context_full_reset(struct kunit *test)
{
	struct unit *u = create(test);

	load(u, CTX_CONTROL);
	wr(u, OASTARTTRIG2, 0xf0800000);
	turn_on(u);
	pass(u, 4 * PERIOD);
	reset(u, GEN6_GRDOM_FULL);
	KUNIT_EXPECT_EQ(test, rd(u, GEN8_OACONTROL), 0u);
	KUNIT_EXPECT_EQ(test, rd(u, GEN8_OABUFFER), 0u);
	KUNIT_EXPECT_EQ(test, rd(u, GEN8_OATAILPTR), 0u);
	KUNIT_EXPECT_EQ(test, rd(u, GEN8_OACTXCONTROL), 0u);
	KUNIT_EXPECT_EQ(test, rd(u, GEN8_OAPERF_A_LO(0)), 0u);
	KUNIT_EXPECT_EQ(test, rd(u, OASTARTTRIG2), 0u);
	expect_clean(test, u);
	oa_sim_gpu_power_cycle(u->gpu);
	rd(u, GEN8_OACONTROL);
	KUNIT_EXPECT_EQ(test, broken(u, SIM_NO_FORCEWAKE), 1ull);
}

/* A counter that wraps sets the status bit, once. */
static void expect_wrapped(struct kunit *test, struct unit *u)
{
	KUNIT_EXPECT_EQ(test, rd(u, GEN8_OASTATUS), (u32)GEN8_OASTATUS_COUNTER_OVERFLOW);
	wr(u, GEN8_OASTATUS, GEN8_OASTATUS_TAIL_WRAP | GEN8_OASTATUS_HEAD_WRAP);
	KUNIT_EXPECT_EQ(test, rd(u, GEN8_OASTATUS), 0u);
}

/* A0 to A31 have 40 bits, A32 to A35 have 32. */
static void sim_gen8_context_wraps(struct kunit *test)
{
	struct unit *u = create(test);
	u64 *a = u->gpu->counters.a;

	load(u, CTX_CONTROL);
	a[6] = 0x123ffffffffull << SIM_FRACTION_BITS;
	turn_on(u);
	pass(u, 2 * PERIOD);
	KUNIT_EXPECT_EQ(test, wide(report(u, 1), 6) >> 32, 0x24ull);
	KUNIT_EXPECT_EQ(test, rd(u, GEN8_OASTATUS), 0u);
	a[6] = 0xffffffffffull << SIM_FRACTION_BITS;
	pass(u, 2 * PERIOD);
	KUNIT_EXPECT_LT(test, wide(report(u, 3), 6), 0x100000ull);
	KUNIT_EXPECT_GT(test, wide(report(u, 3), 6), 0ull);
	expect_wrapped(test, u);
	a[32] = 0xffffffffull << SIM_FRACTION_BITS;
	pass(u, 2 * PERIOD);
	KUNIT_EXPECT_LT(test, report(u, 5)[36], 0x100000u);
	expect_wrapped(test, u);
	expect_clean(test, u);
}

/* Bits 18 and 17 name the block whose trigger caused the report; without them it is the first. */
static void sim_gen8_context_triggers(struct kunit *test)
{
	struct unit *u = create(test);

	load(u, GEN8_OACTXCONTROL_COUNTER_RESUME);
	wr(u, OASTARTTRIG1, 0xffff);
	wr(u, OASTARTTRIG2, 0xf0800000);
	wr(u, OASTARTTRIG5, 0);
	wr(u, OASTARTTRIG6, 0xf0800000);
	wr(u, HSW_CEC0_0, 3);
	turn_on(u);
	wr(u, OAREPORTTRIG2, 0x80200000);
	wr(u, OAREPORTTRIG2, 0x80600000);
	wr(u, OAREPORTTRIG6, 0x80a00000);
	wr(u, OAREPORTTRIG6, 0x80e00000);
	pass(u, 16 * PERIOD);
	wr(u, OAREPORTTRIG2, 0x80200000);
	wr(u, OAREPORTTRIG2, 0x80600000);
	pass(u, 1);
	KUNIT_ASSERT_EQ(test, reports(u), 3u);
	KUNIT_EXPECT_EQ(test, REASON(report(u, 0)[0]), (u32)SIM_REASON_TRIGGER1);
	KUNIT_EXPECT_EQ(test, report(u, 0)[0] & (START_TRIGGER | THRESHOLD), 0ul);
	KUNIT_EXPECT_EQ(test, REASON(report(u, 1)[0]), (u32)SIM_REASON_TRIGGER2);
	KUNIT_EXPECT_EQ(test, report(u, 1)[0] & (START_TRIGGER | THRESHOLD),
			START_TRIGGER | THRESHOLD);
	KUNIT_EXPECT_EQ(test, report(u, 2)[0] & (START_TRIGGER | THRESHOLD), START_TRIGGER);
	/* The second block started B0 at once. */
	KUNIT_EXPECT_EQ(test, report(u, 2)[48] - report(u, 0)[48],
			report(u, 2)[3] - report(u, 0)[3]);
	expect_clean(test, u);
}

/* If OACONTROL selects a specific context, only the context in OACTXID counts. */
static void sim_gen8_context_specific(struct kunit *test)
{
	struct unit *u = create(test);
	u64 busy;

	load(u, GEN8_OACTXCONTROL_COUNTER_RESUME);
	describe(u);
	wr(u, GEN8_OACTXID, u->c->id + 0x20);
	wr(u, GEN8_OACONTROL, FORMAT_A36 << 2 | GEN8_OACONTROL_CTX_ENABLE | GEN8_OACONTROL_ENABLE);
	busy = u->gpu->counters.a[0];
	pass(u, 4 * PERIOD);
	KUNIT_EXPECT_EQ(test, u->gpu->counters.a[0], busy);
	wr(u, GEN8_OACTXID, u->c->id);
	pass(u, 4 * PERIOD);
	KUNIT_EXPECT_GT(test, u->gpu->counters.a[0], busy);
	expect_clean(test, u);
}

/* Writing a status bit does not set it, and a tail moved back leaves a valid ring. */
static void sim_gen8_context_status(struct kunit *test)
{
	struct unit *u = create(test);

	wr(u, GEN8_OASTATUS, ~0u);
	KUNIT_EXPECT_EQ(test, rd(u, GEN8_OASTATUS), 0u);
	load(u, CTX_CONTROL);
	turn_on(u);
	pass(u, 8 * PERIOD);
	wr(u, GEN8_OAHEADPTR, BASE + 4 * DWORDS * sizeof(u32));
	expect_clean(test, u);
	wr(u, GEN8_OATAILPTR, BASE + DWORDS * sizeof(u32));
	KUNIT_EXPECT_EQ(test, broken(u, SIM_OA_RUNNING), 1ull);
	KUNIT_EXPECT_EQ(test, reports(u), 1u);
	pass(u, 2 * PERIOD);
	KUNIT_EXPECT_EQ(test, reports(u), 3u);
	KUNIT_EXPECT_FALSE(test, rd(u, GEN8_OASTATUS) & GEN8_OASTATUS_BUFFER_OVERFLOW);
	pass(u, 2 * PERIOD);
	KUNIT_EXPECT_TRUE(test, rd(u, GEN8_OASTATUS) & GEN8_OASTATUS_BUFFER_OVERFLOW);
}

static void sim_gen8_context_reserved(struct kunit *test)
{
	static const struct {
		u32 offset, value;
	} writes[] = {
		{ GEN8_OACONTROL, BIT(8) }, { GEN8_OACTXCONTROL, BIT(8) },
		{ GEN8_OABUFFER, BIT(1) }, { GEN8_OAHEADPTR, BIT(0) },
		{ GEN8_OATAILPTR, BIT(5) }, { GEN8_OA_IMR, BIT(0) },
	};
	struct unit *u = create(test);
	u32 i;

	for (i = 0; i < ARRAY_SIZE(writes); i++) {
		wr(u, writes[i].offset, writes[i].value);
		KUNIT_EXPECT_EQ(test, broken(u, SIM_RESERVED_BIT), i + 1ull);
		KUNIT_EXPECT_EQ(test, u->gpu->violations[SIM_RESERVED_BIT].offset,
				writes[i].offset);
	}
	wr(u, GEN8_OA_IMR, ~0u);
	describe(u);
	wr(u, GEN8_OABUFFER_UDW, 1);
	KUNIT_EXPECT_EQ(test, broken(u, SIM_RESERVED_BIT), (u64)ARRAY_SIZE(writes));
	wr(u, GEN8_OACONTROL, FORMAT_A36 << 2 | GEN8_OACONTROL_ENABLE);
	KUNIT_EXPECT_EQ(test, broken(u, SIM_RESERVED_BIT), ARRAY_SIZE(writes) + 1ull);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(u->gpu), ARRAY_SIZE(writes) + 1ull);
}

static struct kunit_case sim_gen8_context_cases[] = {
	KUNIT_CASE_PARAM(sim_gen8_context_loads, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_context_undoes, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_context_snapshot, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_context_render_reset, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_context_full_reset, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_context_wraps, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_context_triggers, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_context_specific, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_context_status, gpu_gen_params),
	KUNIT_CASE_PARAM(sim_gen8_context_reserved, gpu_gen_params),
	{ }
};

static struct kunit_suite sim_gen8_context_suite = {
	.name = "i915_oa_sim_gen8_context",
	.init = unit_init,
	.exit = unit_exit,
	.test_cases = sim_gen8_context_cases,
};

kunit_test_suite(sim_gen8_context_suite);
