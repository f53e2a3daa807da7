// SPDX-License-Identifier: GPL-2.0-only
/*
 * Execlists and context images of the simulated command streamer, without a driver.
 * The streamers of Gen8, Gen9 and Gen11 run in a GPU that is otherwise a Haswell.
 * Its OA unit is hidden, so that the registers of an image only keep their values.
 *
 * Facts: hardware.rst 7.5, 7.7, 9.4.
 */
#include <kunit/test.h>
#include <linux/kernel.h>

#include "oa_sim_cs.h"

/* struct streamer - the differences between streamers, written down a second time */
struct streamer {
	const char *name;
	const struct sim_cs_gen *gen;
	u32 mode, entries, write_dword, oactxcontrol, flex, id;
};

static const struct streamer streamers[] = {
	{ "gen8", &sim_cs_gen8, 0x80008000, 6, 0x1f, 0x121, 0x2cf, 0x5 },
	{ "gen9", &sim_cs_gen9, 0x80008000, 6, 0x1f, 0x129, 0x3df, 0x5 },
	{ "gen11", &sim_cs_gen11, 0x00080008, 12, 0x2f, 0x125, 0x78f, 0xa0 },
};

static const u32 flex_offsets[] = { 0xe458, 0xe558, 0xe658, 0xe758, 0xe45c, 0xe55c, 0xe65c };

static const struct sim_reg_range plain[] = {
	{ 0x2360, 0x2360 }, { 0x2770, 0x27ac }, { 0xe458, 0xe75c }, { }
};

/* struct test_gpu - a platform made for the test, and the place of the next status to read */
struct test_gpu {
	struct sim_t t;
	struct sim_platform platform;
	const struct sim_unit *units[16];
	struct sim_unit oa;
	const struct streamer *s;
	u32 csb_read;
};

static bool owns_nothing(const struct oa_sim_gpu *gpu, u32 offset)
{
	return false;
}

/* The platform's units, with the OA unit's registers hidden */
static void hide_oa(struct test_gpu *g)
{
	const struct sim_unit * const *units = g->platform.units;
	u32 i;

	for (i = 0; units[i]; i++) {
		g->units[i] = units[i];
		if (units[i]->owns(g->t.gpu, GEN7_OASTATUS1) && units[i + 1]) {
			g->oa = *units[i];
			g->oa.owns = owns_nothing;
			g->units[i] = &g->oa;
		}
	}
	g->platform.units = g->units;
}

static void streamer_name(const struct streamer *s, char *name)
{
	strscpy(name, s->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(streamer, streamers, streamer_name);

static void reset(struct kunit *test, struct sim_t *t, u32 what)
{
	sim_t_wr(t, RCS_RESET_CTL, MASKED_BIT_ENABLE(RESET_CTL_REQUEST));
	KUNIT_EXPECT_FALSE(test, sim_t_rd(t, RCS_RESET_CTL) & RESET_CTL_READY);
	cs_pass(t);
	KUNIT_EXPECT_TRUE(test, sim_t_rd(t, RCS_RESET_CTL) & RESET_CTL_READY);
	sim_t_wr(t, GEN6_GDRST, what);
	cs_pass(t);
	sim_t_wr(t, RCS_RESET_CTL, MASKED_BIT_DISABLE(RESET_CTL_REQUEST));
}

static struct test_gpu *create(struct kunit *test, const struct streamer *s)
{
	struct test_gpu *g = test->priv;

	sim_t_create(test, "hsw");
	g->s = s;
	g->platform = *g->t.gpu->platform;
	hide_oa(g);
	g->platform.cs = g->s->gen;
	g->platform.plain = plain;
	g->t.gpu->platform = &g->platform;
	sim_t_map(&g->t, 1);
	sim_t_wr(&g->t, GFX_FLSH_CNTL_GEN6, GFX_FLSH_CNTL_EN);
	sim_t_wake(&g->t, 0x00010001);
	reset(test, &g->t, GEN6_GRDOM_FULL);
	sim_t_wr(&g->t, RCS_HWS_PGA, CS_GGTT(CS_HWS));
	sim_t_wr(&g->t, RCS_GFX_MODE, g->s->mode);
	KUNIT_ASSERT_EQ(test, oa_sim_gpu_violations(g->t.gpu), 0ull);
	return g;
}

static u32 *image(struct test_gpu *g, u32 n)
{
	return cs_memory(&g->t, CS_IMAGE(n) + PAGE_SIZE);
}

/* Software writes this before the first load: the ring's part of the image. */
static void make_image(struct test_gpu *g, u32 n, u32 tail)
{
	static const u32 offsets[] = { 0x2244, 0x2034, 0x2030, 0x2038, 0x203c };
	const u32 values[] = { 0x00010001, 0, tail, CS_GGTT(CS_RING(n)), 1 };
	u32 *dw = image(g, n), i;

	dw[1] = 0x11001000 | (2 * ARRAY_SIZE(offsets) - 1);
	for (i = 0; i < ARRAY_SIZE(offsets); i++) {
		dw[2 + 2 * i] = offsets[i];
		dw[3 + 2 * i] = values[i];
	}
}

static u64 descriptor(struct test_gpu *g, u32 n)
{
	return (u64)(g->s->id + (n << 5)) << 32 | CS_GGTT(CS_IMAGE(n)) | 0x109;
}

static void submit(struct test_gpu *g, u64 first, u64 second)
{
	struct sim_t *t = &g->t;

	if (g->platform.cs->queue) {
		sim_t_wr(t, 0x2510, lower_32_bits(first));
		sim_t_wr(t, 0x2514, upper_32_bits(first));
		sim_t_wr(t, 0x2518, lower_32_bits(second));
		sim_t_wr(t, 0x251c, upper_32_bits(second));
		sim_t_wr(t, 0x2550, 1);
		return;
	}
	sim_t_wr(t, 0x2230, upper_32_bits(second));
	sim_t_wr(t, 0x2230, lower_32_bits(second));
	sim_t_wr(t, 0x2230, upper_32_bits(first));
	sim_t_wr(t, 0x2230, lower_32_bits(first));
}

/* The next status must be there, with the same value in memory and in registers. */
static void expect_status(struct kunit *test, struct test_gpu *g, u32 status, u32 id)
{
	const u32 *hws = cs_memory(&g->t, CS_HWS);
	u32 n = g->csb_read++ % g->s->entries;
	u32 offset = n < 6 ? 0x2370 + 8 * n : 0x23c0 + 8 * (n - 6);

	KUNIT_EXPECT_EQ(test, hws[0x10 + 2 * n], status);
	KUNIT_EXPECT_EQ(test, hws[0x10 + 2 * n + 1], id);
	KUNIT_EXPECT_EQ(test, sim_t_rd(&g->t, offset), status);
	KUNIT_EXPECT_EQ(test, sim_t_rd(&g->t, offset + 4), id);
}

static void expect_no_more(struct kunit *test, struct test_gpu *g)
{
	u32 last = (g->csb_read + g->s->entries - 1) % g->s->entries;

	KUNIT_EXPECT_EQ(test, cs_memory(&g->t, CS_HWS)[g->s->write_dword], last);
	KUNIT_EXPECT_EQ(test, sim_t_rd(&g->t, RCS_CSB_PTR) & 0xf, last);
}

static u32 emit_store(struct test_gpu *g, u32 ring, u32 value)
{
	const u32 dw[] = { MI_STORE_DATA_IMM | MI_USE_GGTT, CS_GGTT(CS_DATA + 4 * ring), 0, value };

	return cs_emit(&g->t, CS_RING(ring), dw, ARRAY_SIZE(dw));
}

static u32 stored(struct test_gpu *g, u32 ring)
{
	return cs_memory(&g->t, CS_DATA)[ring];
}

/* Run one context from start to idle. */
static void run_once(struct kunit *test, struct test_gpu *g, u32 n)
{
	submit(g, descriptor(g, n), 0);
	cs_pass(&g->t);
	expect_status(test, g, CSB_IDLE_TO_ACTIVE, 0);
	expect_status(test, g, CSB_COMPLETE | CSB_ACTIVE_TO_IDLE, g->s->id + (n << 5));
	expect_no_more(test, g);
}

/* A first load saves an image; the next load takes the values that software puts there. */
static void sim_context_image(struct kunit *test)
{
	struct test_gpu *g = create(test, test->param_value);
	const u32 dw[] = {
		MI_LOAD_REGISTER_IMM(4), 0x2360, 0x103, 0xe458, 0x5004, 0xe65c, 0x10003,
		0x20c8, 0x80000000,
	};
	u32 *state = image(g, 0), tail, i;

	sim_t_wr(&g->t, 0x2360, 0x777);
	make_image(g, 0, cs_emit(&g->t, CS_RING(0), dw, ARRAY_SIZE(dw)));
	tail = state[LRC_RING_TAIL];
	submit(g, descriptor(g, 0), 0);
	KUNIT_EXPECT_FALSE(test, sim_rcs(g->t.gpu)->ctx_loaded);
	cs_pass(&g->t);
	expect_status(test, g, CSB_IDLE_TO_ACTIVE, 0);
	expect_status(test, g, CSB_COMPLETE | CSB_ACTIVE_TO_IDLE, g->s->id);
	expect_no_more(test, g);
	KUNIT_EXPECT_TRUE(test, sim_rcs(g->t.gpu)->ctx_loaded);
	KUNIT_EXPECT_FALSE(test, sim_rcs(g->t.gpu)->ctx_active);
	KUNIT_EXPECT_EQ(test, sim_rcs(g->t.gpu)->ctx_id, g->s->id);
	KUNIT_EXPECT_EQ(test, state[LRC_RING_HEAD], tail);
	KUNIT_EXPECT_EQ(test, state[LRC_CONTEXT_CONTROL] & 1, 0u);
	KUNIT_EXPECT_EQ(test, state[0x42], 0x20c8u);
	KUNIT_EXPECT_EQ(test, state[0x43], 0x80000000u);
	KUNIT_EXPECT_EQ(test, state[g->s->oactxcontrol - 1], 0x2360u);
	KUNIT_EXPECT_EQ(test, state[g->s->oactxcontrol], 0x103u);
	for (i = 0; i < ARRAY_SIZE(flex_offsets); i++)
		KUNIT_EXPECT_EQ(test, state[g->s->flex + 2 * i - 1], flex_offsets[i]);
	KUNIT_EXPECT_EQ(test, state[g->s->flex], 0x5004u);
	KUNIT_EXPECT_EQ(test, state[g->s->flex + 12], 0x10003u);
	KUNIT_EXPECT_EQ(test, state[g->s->flex + 13] & 0xff800000, 0x11000000u);

	state[g->s->oactxcontrol] = 0x207;
	state[g->s->flex + 4] = 0x4444;
	state[0x43] = 0x80040000;
	run_once(test, g, 0);
	KUNIT_EXPECT_EQ(test, sim_t_rd(&g->t, 0x2360), 0x207u);
	KUNIT_EXPECT_EQ(test, sim_t_rd(&g->t, 0xe658), 0x4444u);
	KUNIT_EXPECT_EQ(test, sim_t_rd(&g->t, 0xe458), 0x5004u);
	KUNIT_EXPECT_EQ(test, sim_t_rd(&g->t, 0x20c8), 0x80040000u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(g->t.gpu), 0ull);
}

/* The context's save overwrites an image that software patches while the context runs. */
static void sim_context_patched_late(struct kunit *test)
{
	struct test_gpu *g = create(test, &streamers[1]);
	u32 *state = image(g, 0);

	make_image(g, 0, emit_store(g, 0, 1));
	run_once(test, g, 0);
	state[LRC_RING_TAIL] = 0x400;
	submit(g, descriptor(g, 0), 0);
	sim_t_pass(&g->t, 1);
	KUNIT_ASSERT_TRUE(test, sim_rcs(g->t.gpu)->ctx_active);
	state[g->s->oactxcontrol] = 0x303;
	cs_pass(&g->t);
	KUNIT_EXPECT_EQ(test, state[g->s->oactxcontrol], 0u);
}

/* Restore inhibited: power-on values; save inhibited: only the ring's part is saved. */
static void sim_context_inhibit(struct kunit *test)
{
	struct test_gpu *g = create(test, test->param_value);
	u32 *state = image(g, 0);

	sim_t_wr(&g->t, 0x2360, 0x777);
	make_image(g, 0, emit_store(g, 0, 1));
	state[LRC_CONTEXT_CONTROL] = 0x00050005;
	run_once(test, g, 0);
	KUNIT_EXPECT_EQ(test, sim_t_rd(&g->t, 0x2360), 0u);
	KUNIT_EXPECT_EQ(test, state[LRC_RING_HEAD], 16u);
	KUNIT_EXPECT_EQ(test, state[g->s->oactxcontrol - 1], 0u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(g->t.gpu), 0ull);
}

static void sim_context_two(struct kunit *test)
{
	struct test_gpu *g = create(test, test->param_value);

	make_image(g, 0, emit_store(g, 0, 11));
	make_image(g, 1, emit_store(g, 1, 22));
	submit(g, descriptor(g, 0), descriptor(g, 1));
	cs_pass(&g->t);
	expect_status(test, g, CSB_IDLE_TO_ACTIVE, 0);
	expect_status(test, g, CSB_COMPLETE | CSB_ELEMENT_SWITCH, g->s->id);
	expect_status(test, g, CSB_COMPLETE | CSB_ACTIVE_TO_IDLE, g->s->id + 32);
	expect_no_more(test, g);
	KUNIT_EXPECT_EQ(test, stored(g, 0), 11u);
	KUNIT_EXPECT_EQ(test, stored(g, 1), 22u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(g->t.gpu), 0ull);
}

/* 100 NOOPs, so that the context still runs at the next submission; then a store. */
static u32 emit_long(struct test_gpu *g)
{
	u32 dw[104] = { };

	dw[100] = MI_STORE_DATA_IMM | MI_USE_GGTT;
	dw[101] = CS_GGTT(CS_DATA);
	dw[103] = 33;
	return cs_emit(&g->t, CS_RING(0), dw, ARRAY_SIZE(dw));
}

static void sim_context_preempt(struct kunit *test)
{
	struct test_gpu *g = create(test, test->param_value);

	make_image(g, 0, emit_long(g));
	make_image(g, 1, emit_store(g, 1, 44));
	submit(g, descriptor(g, 0), 0);
	sim_t_pass(&g->t, 2);
	submit(g, descriptor(g, 1), descriptor(g, 0));
	sim_t_pass(&g->t, 1);
	/* The context was saved where it stopped, and resumes from there. */
	KUNIT_EXPECT_GT(test, image(g, 0)[LRC_RING_HEAD], 0u);
	KUNIT_EXPECT_LT(test, image(g, 0)[LRC_RING_HEAD], image(g, 0)[LRC_RING_TAIL]);
	cs_pass(&g->t);
	expect_status(test, g, CSB_IDLE_TO_ACTIVE, 0);
	expect_status(test, g, CSB_PREEMPTED, g->s->id);
	expect_status(test, g, CSB_COMPLETE | CSB_ELEMENT_SWITCH, g->s->id + 32);
	expect_status(test, g, CSB_COMPLETE | CSB_ACTIVE_TO_IDLE, g->s->id);
	expect_no_more(test, g);
	KUNIT_EXPECT_EQ(test, stored(g, 0), 33u);
	KUNIT_EXPECT_EQ(test, stored(g, 1), 44u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(g->t.gpu), 0ull);
}

/* The same context with a new tail: no save, no load, only the new tail is taken. */
static void sim_context_lite_restore(struct kunit *test)
{
	struct test_gpu *g = create(test, test->param_value);
	u32 tail = emit_long(g);

	make_image(g, 0, 8);
	image(g, 0)[LRC_RING_TAIL] = tail - 16;
	submit(g, descriptor(g, 0), 0);
	sim_t_pass(&g->t, 2);
	image(g, 0)[LRC_RING_TAIL] = tail;
	submit(g, descriptor(g, 0), 0);
	cs_pass(&g->t);
	expect_status(test, g, CSB_IDLE_TO_ACTIVE, 0);
	expect_status(test, g, CSB_PREEMPTED | CSB_LITE_RESTORE, g->s->id);
	expect_status(test, g, CSB_COMPLETE | CSB_ACTIVE_TO_IDLE, g->s->id);
	expect_no_more(test, g);
	KUNIT_EXPECT_EQ(test, stored(g, 0), 33u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(g->t.gpu), 0ull);
}

/* Loads and idleness write reports, unless OA_DEBUG disables them. */
static void sim_context_reports(struct kunit *test)
{
	struct test_gpu *g = create(test, &streamers[1]);

	g->t.gpu->oa.control = GEN7_OACONTROL_ENABLE;
	g->t.gpu->faults.not_landed = ~0u;
	make_image(g, 0, emit_store(g, 0, 1));
	run_once(test, g, 0);
	KUNIT_EXPECT_EQ(test, g->t.gpu->books.produced, 2ull);
	g->t.gpu->oa.debug = GEN9_OA_DEBUG_DISABLE_CTX_SWITCH_REPORTS;
	run_once(test, g, 0);
	KUNIT_EXPECT_EQ(test, g->t.gpu->books.produced, 3ull);
	g->t.gpu->oa.debug |= GEN9_OA_DEBUG_DISABLE_GO_REPORTS;
	run_once(test, g, 0);
	KUNIT_EXPECT_EQ(test, g->t.gpu->books.produced, 3ull);
}

static void sim_context_arbitration(struct kunit *test)
{
	struct test_gpu *g = create(test, &streamers[1]);
	u32 *ring = cs_memory(&g->t, CS_RING(0));

	make_image(g, 0, emit_long(g));
	ring[0] = MI_ARB_ON_OFF;
	make_image(g, 1, emit_store(g, 1, 44));
	submit(g, descriptor(g, 0), 0);
	sim_t_pass(&g->t, 2);
	submit(g, descriptor(g, 1), 0);
	cs_pass(&g->t);
	expect_status(test, g, CSB_IDLE_TO_ACTIVE, 0);
	expect_status(test, g, CSB_COMPLETE | CSB_ACTIVE_TO_IDLE, g->s->id);
	expect_status(test, g, CSB_IDLE_TO_ACTIVE, 0);
	expect_status(test, g, CSB_COMPLETE | CSB_ACTIVE_TO_IDLE, g->s->id + 32);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(g->t.gpu), 0ull);
}

/* Submissions that break a rule are dropped. */
static void sim_context_refused(struct kunit *test)
{
	struct test_gpu *g = create(test, test->param_value);
	u64 good = descriptor(g, 0);

	make_image(g, 0, emit_store(g, 0, 1));
	submit(g, 0, 0);
	submit(g, good & ~1ull, 0);
	submit(g, good & ~0x18ull, 0);
	submit(g, good | BIT(11), 0);
	submit(g, good & ~CTX_DESC_LRCA_MASK, 0);
	submit(g, good, good);
	submit(g, good, descriptor(g, 1) | BIT(1));
	submit(g, good | 1ull << 61, 0);
	cs_pass(&g->t);
	KUNIT_EXPECT_EQ(test, cs_violations(&g->t, SIM_CTX_DESCRIPTOR), 8ull);
	submit(g, good, 0);
	submit(g, good, 0);
	KUNIT_EXPECT_EQ(test, cs_violations(&g->t, SIM_ELSP_FULL), 1ull);
	cs_pass(&g->t);
	KUNIT_EXPECT_EQ(test, stored(g, 0), 1u);
	sim_t_wr(&g->t, RCS_GFX_MODE, g->s->mode & 0xffff0000);
	submit(g, good, 0);
	KUNIT_EXPECT_EQ(test, cs_violations(&g->t, SIM_ELSP_MODE), 1ull);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(g->t.gpu), 10ull);
}

/* struct bad_image - one wrong dword of an image */
struct bad_image {
	const char *name;
	enum sim_violation kind;
	u32 dword, value;
};

static const struct bad_image bad_images[] = {
	{ "no LRI", SIM_CTX_IMAGE, 0x20, 0x12345678 },
	{ "even LRI", SIM_CTX_IMAGE, 0x20, 0x11000002 },
	{ "another command", SIM_CTX_IMAGE, 0x20, 0x10000002 },
	{ "head elsewhere", SIM_CTX_IMAGE, 0x04, 0x2030 },
	{ "ring not valid", SIM_CTX_IMAGE, LRC_RING_CTL, 0 },
	{ "tail beyond", SIM_RING_RANGE, LRC_RING_TAIL, 0x1000 },
	{ "tail not aligned", SIM_RING_ALIGN, LRC_RING_TAIL, 4 },
	{ "start not aligned", SIM_RING_ALIGN, LRC_RING_START, SIM_T_BASE + 0x1010 },
	{ "ring nowhere", SIM_GGTT_INVALID, LRC_RING_START, 0x8000 },
};

static void bad_image_name(const struct bad_image *b, char *name)
{
	strscpy(name, b->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(bad_image, bad_images, bad_image_name);

static void sim_context_bad_image(struct kunit *test)
{
	const struct bad_image *b = test->param_value;
	struct test_gpu *g = create(test, &streamers[1]);

	make_image(g, 0, emit_store(g, 0, 1));
	image(g, 0)[b->dword] = b->value;
	submit(g, descriptor(g, 0), 0);
	cs_pass(&g->t);
	KUNIT_EXPECT_EQ(test, cs_violations(&g->t, b->kind), 1ull);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(g->t.gpu), 1ull);
}

static void sim_context_never(struct kunit *test)
{
	struct test_gpu *g = create(test, &streamers[1]);

	make_image(g, 0, emit_store(g, 0, 1));
	g->t.gpu->faults.context_never_loads = 1;
	submit(g, descriptor(g, 0), 0);
	cs_pass(&g->t);
	KUNIT_EXPECT_FALSE(test, sim_rcs(g->t.gpu)->ctx_loaded);
	run_once(test, g, 0);
	KUNIT_EXPECT_EQ(test, stored(g, 0), 1u);
}

/* The ring's registers belong to the context; a reset loses them and must be announced. */
static void sim_context_reset(struct kunit *test)
{
	struct test_gpu *g = create(test, test->param_value);

	make_image(g, 0, emit_long(g));
	submit(g, descriptor(g, 0), 0);
	sim_t_pass(&g->t, 2);
	KUNIT_EXPECT_TRUE(test, sim_rcs(g->t.gpu)->ctx_active);
	sim_t_wr(&g->t, RCS_RING_TAIL, 8);
	KUNIT_EXPECT_EQ(test, cs_violations(&g->t, SIM_RING_RUNNING), 1ull);
	sim_t_wr(&g->t, 0x2360, 0x103);
	sim_t_wr(&g->t, CS_SCRATCH, 9);
	reset(test, &g->t, GEN6_GRDOM_RENDER);
	KUNIT_EXPECT_FALSE(test, sim_rcs(g->t.gpu)->ctx_loaded);
	KUNIT_EXPECT_FALSE(test, sim_rcs(g->t.gpu)->ctx_active);
	KUNIT_EXPECT_EQ(test, sim_t_rd(&g->t, 0x2360), 0u);
	KUNIT_EXPECT_EQ(test, sim_t_rd(&g->t, RCS_GFX_MODE), 0u);
	KUNIT_EXPECT_EQ(test, sim_t_rd(&g->t, CS_SCRATCH), 9u);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(g->t.gpu), 1ull);
	sim_t_wr(&g->t, GEN6_GDRST, GEN6_GRDOM_RENDER);
	KUNIT_EXPECT_EQ(test, cs_violations(&g->t, SIM_RESET_NOT_READY), 1ull);
}

static int sim_execlist_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct test_gpu), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, test->priv);
	return 0;
}

static struct kunit_case sim_execlist_cases[] = {
	KUNIT_CASE_PARAM(sim_context_image, streamer_gen_params),
	KUNIT_CASE_PARAM(sim_context_inhibit, streamer_gen_params),
	KUNIT_CASE(sim_context_patched_late),
	KUNIT_CASE_PARAM(sim_context_two, streamer_gen_params),
	KUNIT_CASE_PARAM(sim_context_preempt, streamer_gen_params),
	KUNIT_CASE_PARAM(sim_context_lite_restore, streamer_gen_params),
	KUNIT_CASE(sim_context_reports),
	KUNIT_CASE(sim_context_arbitration),
	KUNIT_CASE_PARAM(sim_context_refused, streamer_gen_params),
	KUNIT_CASE_PARAM(sim_context_bad_image, bad_image_gen_params),
	KUNIT_CASE(sim_context_never),
	KUNIT_CASE_PARAM(sim_context_reset, streamer_gen_params),
	{ }
};

static struct kunit_suite sim_execlist_suite = {
	.name = "i915_oa_sim_execlist",
	.init = sim_execlist_init,
	.exit = sim_t_exit,
	.test_cases = sim_execlist_cases,
};

kunit_test_suite(sim_execlist_suite);
