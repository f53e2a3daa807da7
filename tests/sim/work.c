// SPDX-License-Identifier: GPL-2.0-only
/*
 * Draws and dispatches as intervals of work: statistics registers, counters, order in time, and the
 * state that a context keeps; hardware.rst 18. Commands are written dword by dword.
 */
#include "drawer.h"

/* Vertices times instances; primitives by topology; one invocation of the shader per vertex */
static void topologies(struct bench *b)
{
	static const struct {
		u32 topology, vertices, instances, primitives;
	} vectors[] = {
		{ 0x01, 7, 1, 7 },		/* points */
		{ 0x02, 7, 1, 3 }, { 0x03, 7, 2, 12 }, { 0x03, 1, 1, 0 },	/* lines */
		{ 0x04, 7, 3, 6 }, { 0x05, 7, 1, 5 }, { 0x06, 7, 1, 5 },	/* triangles */
		{ 0x04, 2, 100, 0 }, { 0x05, 2, 1, 0 },
		{ 0x07, 9, 1, 2 }, { 0x08, 8, 1, 3 },	/* quads */
		{ 0x09, 9, 1, 2 }, { 0x0a, 9, 1, 6 },	/* lines with neighbours */
		{ 0x0b, 13, 1, 2 }, { 0x0c, 10, 1, 3 },	/* triangles with neighbours */
		{ 0x0e, 9, 1, 1 }, { 0x10, 5, 1, 5 },	/* a polygon, a loop of lines */
	};
	u64 vertices = 0, primitives = 0;
	struct stream s;
	u32 i;

	stream_begin(&s, b);
	emit_vf_statistics(&s, true);
	emit_vs(&s, true, true);
	for (i = 0; i < ARRAY_SIZE(vectors); i++) {
		emit_draw(&s, vectors[i].topology, vectors[i].vertices, vectors[i].instances);
		stream_again(&s);
		/* Without a primitive nothing is drawn. */
		vertices += vectors[i].primitives ? vectors[i].vertices * vectors[i].instances : 0;
		primitives += vectors[i].primitives;
		EXPECT_EQ(statistic(b, IA_VERTICES), vertices);
		EXPECT_EQ(statistic(b, IA_PRIMITIVES), primitives);
		EXPECT_EQ(statistic(b, VS_INVOCATIONS), vertices);
	}
	EXPECT_EQ(b->gpu->stats.work_vertices, vertices);
	EXPECT_EQ(b->gpu->stats.work_primitives, primitives);
	EXPECT_EQ(b->gpu->stats.draws, ARRAY_SIZE(vectors));
	EXPECT_EQ(total_broken(b), 0);
}

/* Each unit counts what its own bit enables, and a stage that is off counts nothing. */
static void enables(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	emit_vf_statistics(&s, false);
	emit_vs(&s, true, false);
	emit_draw(&s, 4, 30, 1);
	stream_again(&s);
	EXPECT_EQ(statistic(b, IA_VERTICES), 0);
	EXPECT_EQ(statistic(b, VS_INVOCATIONS), 0);
	emit_vs(&s, true, true);
	emit_clip(&s, true, 0);
	emit_draw(&s, 4, 30, 1);
	stream_again(&s);
	EXPECT_EQ(statistic(b, IA_VERTICES), 0);
	EXPECT_EQ(statistic(b, VS_INVOCATIONS), 30);
	EXPECT_EQ(statistic(b, CL_INVOCATIONS), 10);
	EXPECT_EQ(statistic(b, CL_PRIMITIVES), 10);
	emit_vf_statistics(&s, true);
	emit_vs(&s, false, true);
	/* The clipper rejects all primitives. */
	emit_clip(&s, true, 3);
	emit_draw(&s, 4, 30, 2);
	stream_again(&s);
	EXPECT_EQ(statistic(b, IA_VERTICES), 60);
	EXPECT_EQ(statistic(b, IA_PRIMITIVES), 20);
	EXPECT_EQ(statistic(b, VS_INVOCATIONS), 30);
	EXPECT_EQ(statistic(b, CL_INVOCATIONS), 30);
	EXPECT_EQ(statistic(b, CL_PRIMITIVES), 10);
	EXPECT_EQ(statistic(b, PS_INVOCATIONS), 0);
	EXPECT_EQ(total_broken(b), 0);
}

static void stages(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	emit_clip(&s, true, 0);
	emit_gs(&s, 3);
	emit_draw(&s, 4, 30, 1);
	stream_again(&s);
	/* SNB has no instances. */
	EXPECT_EQ(statistic(b, GS_INVOCATIONS), b->facts->snb ? 10 : 30);
	EXPECT_EQ(statistic(b, GS_PRIMITIVES), b->facts->snb ? 10 : 30);
	EXPECT_EQ(statistic(b, CL_INVOCATIONS), b->facts->snb ? 10 : 30);
	if (b->facts->snb)
		return;
	emit_gs(&s, 0);
	emit_tessellation(&s);
	/* 12 patches of three points, not divided */
	emit_draw(&s, 0x22, 36, 1);
	stream_again(&s);
	EXPECT_EQ(statistic(b, HS_INVOCATIONS), 12);
	EXPECT_EQ(statistic(b, DS_INVOCATIONS), 36);
	EXPECT_EQ(statistic(b, GS_INVOCATIONS), 30);
	EXPECT_EQ(statistic(b, CL_INVOCATIONS), 30 + 12);
	/* Primitives that go to memory alone reach no clipper. */
	emit(&s, 0x781e0000 | (b->facts->gen8 ? 3 : 1));
	emit(&s, BIT(31) | BIT(30));
	emit(&s, 0);
	if (b->facts->gen8) {
		emit(&s, 0);
		emit(&s, 0);
	}
	emit_draw(&s, 0x22, 36, 1);
	stream_again(&s);
	EXPECT_EQ(statistic(b, HS_INVOCATIONS), 24);
	EXPECT_EQ(statistic(b, CL_INVOCATIONS), 30 + 12);
	EXPECT_EQ(total_broken(b), 0);
}

/* Draws and dispatches may depend on a predicate. */
static void work_predicated(struct bench *b)
{
	struct stream s;
	u32 is;

	stream_begin(&s, b);
	emit_vf_statistics(&s, true);
	for (is = 0; is < 2; is++) {
		emit_load(&s, 0x2418, is);
		emit_draw(&s, 4, 30, 1);
		s.dw[s.n - 7] |= BIT(8);
		emit_walker(&s, BIT(8), (u32[]){ 4, 3, 2 }, 0xffff, 0xffff);
		stream_again(&s);
		EXPECT_EQ(statistic(b, IA_VERTICES), 30 * is);
		EXPECT_EQ(b->gpu->stats.draws, is);
		EXPECT_EQ(b->gpu->stats.dispatches, is);
	}
	EXPECT_EQ(total_broken(b), 0);
}

static u64 ticks_of_clocks(struct bench *b, u64 clocks)
{
	u64 ticks;

	b->locked = true;
	ticks = sim_ticks_of_clocks(b->gpu, clocks);
	b->locked = false;
	return ticks;
}

/* The ticks of a draw, which may still be under way */
static u64 ticks_of_draw(struct stream *s, u32 topology, u32 vertices)
{
	const u64 before = s->b->gpu->stats.work_ticks;

	emit_draw(s, topology, vertices, 1);
	stream_again(s);
	return s->b->gpu->stats.work_ticks - before;
}

/* 512 clocks and the longest of vertices, a sixteenth of pixels, twice the EU clocks by all EUs */
static void times(struct bench *b)
{
	static const float corners[] = { 800, 600, 0,  0, 600, 0,  0, 0, 0 };
	const struct sim_topology *t = &b->gpu->platform->topology;
	const u64 eus = hweight8(t->slice_mask) * hweight8(t->subslice_mask) * t->eus;
	const u64 pixels = 800 * 600, most = 1 << 20;
	struct stream s;
	u64 eu_clocks;

	b->gpu->work.mode = SIM_WORK_FOLLOW;
	stream_begin(&s, b);
	EXPECT_EQ(ticks_of_draw(&s, 1, 4000), ticks_of_clocks(b, 512 + 4000) + 1);
	emit_corners(&s, corners, sizeof(corners), 999, 999);
	EXPECT_EQ(ticks_of_draw(&s, 0x0f, 3), ticks_of_clocks(b, 512 + pixels / 16) + 1);
	emit_ps(&s, true);
	b->gpu->work.eu_clocks = 8;
	EXPECT_EQ(ticks_of_draw(&s, 0x0f, 3), ticks_of_clocks(b, 512 + 2 * 8 * pixels / eus) + 1);
	pass_ns(b, 50000000);
	/* At most 2^20 ticks, and then EUs execute for half of those */
	emit_vs(&s, true, true);
	b->gpu->work.eu_clocks = 64;
	EXPECT_EQ(ticks_of_draw(&s, 1, 1000000000), most);
	eu_clocks = 2 * b->gpu->work.now.count[SIM_WORK_EU_ALL] / eus;
	EXPECT(ticks_of_clocks(b, eu_clocks) <= most);
	EXPECT(ticks_of_clocks(b, eu_clocks) > most / 10 * 9);
	EXPECT_EQ(total_broken(b), 0);
}

/* Thread groups of 3 x 2 threads of 16 channels; masks cut the last column and the last row. */
static void walker(struct bench *b)
{
	/* Of 0x1f and 0xf3 both have three. */
	const u32 layer = (2 * 16 + 5) + (2 * 6 + 3), threads = 3 * 2 * 2;
	struct stream s;

	stream_begin(&s, b);
	emit_walker(&s, 0, (u32[]){ 4, 3, 2 }, 0x1f, 0xf3);
	stream_again(&s);
	EXPECT_EQ(statistic(b, CS_INVOCATIONS), 24 * 2 * layer);
	EXPECT_EQ(b->gpu->stats.work_invocations, 24 * 2 * layer);
	EXPECT_EQ(b->gpu->stats.work_threads, 24 * threads);
	EXPECT_EQ(b->gpu->stats.dispatches, 1);
	/* Dimensions in registers */
	emit_load(&s, 0x2500, 1);
	emit_load(&s, 0x2504, 2);
	emit_load(&s, 0x2508, 5);
	emit_walker(&s, BIT(10), (u32[]){ 4, 3, 2 }, 0xffff, 0xffff);
	stream_again(&s);
	EXPECT_EQ(statistic(b, CS_INVOCATIONS), 24 * 2 * layer + 10 * 2 * 96);
	EXPECT_EQ(b->gpu->stats.work_threads, 34 * threads);
	/* No groups, no work */
	emit_walker(&s, 0, (u32[]){ 4, 0, 2 }, 0xffff, 0xffff);
	stream_again(&s);
	EXPECT_EQ(b->gpu->stats.work_threads, 34 * threads);
	/* From the second group in z on */
	emit_walker(&s, 0, (u32[]){ 4, 3, 2 }, 0xffff, 0xffff);
	s.dw[s.n - (b->facts->gen8 ? 15 - 11 : 11 - 7)] = 1;
	stream_again(&s);
	EXPECT_EQ(b->gpu->stats.work_threads, (34 + 12) * threads);
	EXPECT_EQ(total_broken(b), 0);
}

/* A media object is a thread; a walker goes through blocks of 2 x 2 over 8 x 4. */
static void media(struct bench *b)
{
	struct stream s;
	u32 i;

	stream_begin(&s, b);
	emit(&s, 0x71000004);
	for (i = 0; i < 5; i++)
		emit(&s, 0);
	stream_again(&s);
	EXPECT_EQ(b->gpu->stats.work_threads, 1);
	emit_media_walker(&s);
	stream_again(&s);
	EXPECT_EQ(b->gpu->stats.work_threads, 1 + 4 * 8);
	EXPECT_EQ(statistic(b, CS_INVOCATIONS), 0);
	EXPECT_EQ(total_broken(b), 0);
}

/* Arguments of a draw in registers */
static void indirect(struct bench *b)
{
	struct stream s;

	if (b->facts->snb)
		return;
	stream_begin(&s, b);
	emit_load(&s, 0x2430, 0);
	emit_load(&s, 0x2434, 33);
	emit_load(&s, 0x2438, 3);
	emit_vf_statistics(&s, true);
	emit_draw(&s, 4, 300, 300);
	s.dw[s.n - 7] |= BIT(10);
	stream_again(&s);
	EXPECT_EQ(statistic(b, IA_VERTICES), 99);
	EXPECT_EQ(statistic(b, IA_PRIMITIVES), 33);
	EXPECT_EQ(total_broken(b), 0);
}

static u32 written(struct bench *b, u32 n)
{
	return guest(b, DATA)[n];
}

/* A command that stalls or writes waits for the work before it; any other does not. */
static void stalls(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	emit_vf_statistics(&s, true);
	emit_draw(&s, 1, 4000000, 1);
	/* A write without a flush: the streamer does not wait. */
	emit_srm(&s, 0, IA_VERTICES, OWN + DATA);
	emit_pipe(&s, BIT(20), 0, 0);
	emit_srm(&s, 0, IA_VERTICES, OWN + DATA + 4);
	emit_draw(&s, 1, 4000000, 1);
	emit_pipe(&s, 1 << 14, OWN + DATA + 8, 0x55);
	emit_srm(&s, 0, IA_VERTICES, OWN + DATA + 16);
	/* A second draw waits for the first. */
	emit_draw(&s, 1, 4000000, 1);
	emit_draw(&s, 1, 4000000, 1);
	emit_srm(&s, 0, IA_VERTICES, OWN + DATA + 20);
	stream_submit(&s, IMAGE, 0);
	pass_ns(b, 200000);
	/* The first is under way, and counts grow. */
	EXPECT(statistic(b, IA_VERTICES) > 0 && statistic(b, IA_VERTICES) < 4000000);
	EXPECT(written(b, 0) < 100000);
	EXPECT_EQ(written(b, 1), 0);
	pass_ns(b, 100000000);
	EXPECT_EQ(written(b, 1), 4000000);
	EXPECT_EQ(written(b, 2), 0x55);
	EXPECT_EQ(written(b, 4), 8000000);
	EXPECT(written(b, 5) >= 12000000 && written(b, 5) < 12100000);
	EXPECT_EQ(statistic(b, IA_VERTICES), 16000000);
	EXPECT_EQ(total_broken(b), 0);
}

/* State and statistics belong to a context, and are restored with it. */
static void contexts(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	emit_vf_statistics(&s, true);
	emit_vs(&s, true, true);
	/* Gen8 and later: the topology is state, too. */
	emit_draw(&s, 4, 30, 1);
	stream_again(&s);
	/* A new context has neither. */
	emit_bare_draw(&s, 4, 30, 1);
	emit_srm(&s, 0, VS_INVOCATIONS, OWN + DATA);
	stream_submit(&s, IMAGE_B, 0x100);
	pass_ns(b, 500000);
	EXPECT_EQ(statistic(b, VS_INVOCATIONS), 30);
	/* The first resumes where it was. */
	stream_start(&s, b);
	emit_bare_draw(&s, 4, 30, 1);
	emit_bare_draw(&s, 4, 30, 1);
	stream_again(&s);
	EXPECT_EQ(statistic(b, VS_INVOCATIONS), 90);
	EXPECT_EQ(statistic(b, IA_PRIMITIVES), 30);
	EXPECT_EQ(total_broken(b), 0);
}

/* Up to gen7.5 a command changes contexts. */
static void switches(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	emit_switch(&s, IMAGE, 1);
	emit_vf_statistics(&s, true);
	emit_vs(&s, true, true);
	emit_draw(&s, 4, 30, 1);
	emit_switch(&s, IMAGE_B, 1);
	emit_srm(&s, 0, VS_INVOCATIONS, OWN + DATA);
	emit_load(&s, VS_INVOCATIONS, 0);
	emit_vs(&s, false, false);
	emit_draw(&s, 4, 30, 1);
	emit_srm(&s, 0, VS_INVOCATIONS, OWN + DATA + 4);
	emit_switch(&s, IMAGE, 0);
	emit_draw(&s, 4, 60, 1);
	stream_again(&s);
	EXPECT_EQ(written(b, 0), 30);
	EXPECT_EQ(written(b, 1), 0);
	EXPECT_EQ(statistic(b, VS_INVOCATIONS), 90);
	EXPECT_EQ(total_broken(b), 0);
}

/* A reset ends the current work, and clears the state. */
static void reset(struct bench *b)
{
	struct stream s;
	u64 before;

	stream_begin(&s, b);
	emit_vf_statistics(&s, true);
	emit_draw(&s, 1, 4000000, 1);
	stream_submit(&s, IMAGE, 0);
	pass_ns(b, 200000);
	EXPECT(b->gpu->work.now.end);
	serialised(b, sim_reset_render);
	before = statistic(b, IA_VERTICES);
	EXPECT_EQ(b->gpu->work.now.end, 0);
	pass_ns(b, 10000000);
	EXPECT_EQ(statistic(b, IA_VERTICES), before);
	EXPECT_EQ(b->gpu->work.state[SIM_STATE_VF_STATISTICS][0], 0);
}

const struct test work_tests[] = {
	{ "work-topologies", EVERY, topologies },
	{ "work-enables", EVERY, enables },
	{ "work-stages", EVERY, stages },
	{ "work-predicated", WALKER, work_predicated },
	{ "work-times", EVERY, times },
	{ "work-walker", WALKER, walker },
	{ "work-media", EVERY, media },
	{ "work-indirect", EVERY, indirect },
	{ "work-stalls", EVERY, stalls },
	{ "work-contexts", GEN8, contexts },
	{ "work-switches", LEGACY, switches },
	{ "work-reset", EVERY, reset },
	{ }
};
