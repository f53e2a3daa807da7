// SPDX-License-Identifier: GPL-2.0-only
/*
 * The engines of each platform: rings, contexts, interrupts, resets; hardware.rst 6, 7.7, 9.5.
 */
#include "engine.h"

#define PASS_NS		ENGINE_PASS_NS

/* Register bases of engines of other platforms and of fused-off ones */
static const u32 bases[] = {
	0x12000, 0x1a000, 0x1c000, 0x22000, 0x1c0000, 0x1c4000, 0x1c8000, 0x1d0000, 0x1d4000,
	0x1d8000,
};

/* Each engine stores, and raises its interrupt unless its own mask blocks it. */
static void breadcrumbs(struct bench *b)
{
	const struct engine *e = NULL;
	u32 value = 0x1000;

	while ((e = engine_next(b, e))) {
		engine_unmask(b, e, 0);
		engine_take(b, e);
		engine_run(b, e, value++);
		EXPECT(b->line);
		EXPECT_EQ(engine_take(b, e) & 1, 1);
		EXPECT(!b->line);
		engine_unmask(b, e, ~0u);
		engine_run(b, e, value++);
		EXPECT_EQ(engine_take(b, e), 0);
	}
	EXPECT_EQ(total_broken(b), 0);
}

/* Two contexts in a submission: statuses in the status page, the last one's number, the event */
static void contexts(struct bench *b)
{
	const u32 last = b->facts->gen11 ? 0x2f : 0x1f;
	const struct engine *e = NULL;
	u32 *hws = guest(b, HWS), i;

	while ((e = engine_next(b, e))) {
		const u32 first = engine_id(b, e, 5), second = engine_id(b, e, 6);
		const u64 status[] = {
			engine_status(b, e, 0x1, 0, first),
			engine_status(b, e, 0x14, first, second),
			engine_status(b, e, 0x18, second, 0),
		};

		memset(hws, 0, 0x1000);
		engine_unmask(b, e, ~0x100u);
		if (b->facts->gen11) {
			wr(b, e->enable, ~0u);
			wr(b, e->mask, 0);
		}
		engine_image(b, e, IMAGE, RING, engine_breadcrumb(b, RING, DATA, 1));
		engine_image(b, e, IMAGE2, RING2, engine_breadcrumb(b, RING2, DATA + 4, 2));
		engine_submit(b, e, true);
		pass_ns(b, PASS_NS);
		for (i = 0; i < 3; i++) {
			EXPECT_EQ(hws[0x10 + 2 * i], (u32)status[i]);
			EXPECT_EQ(hws[0x11 + 2 * i], status[i] >> 32);
			EXPECT_EQ(rd(b, e->base + 0x370 + 8 * i), (u32)status[i]);
			EXPECT_EQ(rd(b, e->base + 0x374 + 8 * i), status[i] >> 32);
		}
		EXPECT_EQ(hws[last], 2);
		EXPECT_EQ(guest(b, DATA)[0], 1);
		EXPECT_EQ(guest(b, DATA)[1], 2);
		EXPECT_EQ(engine_take(b, e), 0x100);
		/* The contexts are saved with their registers. */
		EXPECT_EQ(guest(b, IMAGE + 0x1000)[5], guest(b, IMAGE + 0x1000)[7]);
		guest(b, DATA)[0] = 0;
		guest(b, DATA)[1] = 0;
	}
	EXPECT_EQ(total_broken(b), 0);
}

/* Software moves the pointers of the status buffer; the next status goes behind them. */
static void pointers(struct bench *b)
{
	const struct engine *e = NULL;
	u32 *hws = guest(b, HWS);

	while ((e = engine_next(b, e))) {
		memset(hws, 0, 0x1000);
		wr(b, e->base + 0x3a0, 0xffff0202);
		EXPECT_EQ(rd(b, e->base + 0x3a0), 0x202);
		engine_image(b, e, IMAGE, RING, engine_breadcrumb(b, RING, DATA, 1));
		engine_submit(b, e, false);
		pass_ns(b, PASS_NS);
		EXPECT_EQ(hws[0x10 + 2 * 3], (u32)engine_status(b, e, 0x1, 0, engine_id(b, e, 5)));
		EXPECT_EQ(hws[0x10 + 2 * 4], (u32)engine_status(b, e, 0x18, engine_id(b, e, 5), 0));
	}
	EXPECT_EQ(total_broken(b), 0);
}

static void put_all(struct bench *b)
{
	const struct engine *e = NULL;

	while ((e = engine_next(b, e)))
		wr(b, e->hws, BASE + HWS);
}

/* A reset of one engine leaves the others as they are; a full one resets all. */
static void resets(struct bench *b)
{
	const struct engine *e = NULL, *other;

	while ((e = engine_next(b, e))) {
		put_all(b);
		engine_ready(b, e);
		wr(b, 0x941c, BIT(e->reset));
		engine_dropped(b, e);
		for (other = engine_next(b, NULL); other; other = engine_next(b, other))
			EXPECT_EQ(rd(b, other->hws), other == e ? 0 : BASE + HWS);
		engine_run(b, e, 0x2000 + e->reset);
	}
	put_all(b);
	for (e = engine_next(b, NULL); e; e = engine_next(b, e))
		engine_ready(b, e);
	wr(b, 0x941c, BIT(0));
	pass_ns(b, PASS_NS);
	for (e = engine_next(b, NULL); e; e = engine_next(b, e)) {
		engine_dropped(b, e);
		EXPECT_EQ(rd(b, e->hws), 0);
		/* After a reset, Gen11 masks no event. */
		EXPECT_EQ(rd(b, e->base + 0xa8), b->facts->gen11 ? 0 : ~0u);
	}
	EXPECT_EQ(total_broken(b), 0);
}

/* A busy engine must be made ready for its reset. */
static void unready(struct bench *b)
{
	const struct engine *e = NULL;
	u32 times = 0;

	while ((e = engine_next(b, e))) {
		engine_image(b, e, IMAGE, RING, 16);
		/* An unknown command: the engine hangs. */
		guest(b, RING)[0] = 0x1f800000;
		engine_submit(b, e, false);
		pass_ns(b, PASS_NS);
		EXPECT_EQ(broken(b, SIM_RESET_NOT_READY), times);
		wr(b, 0x941c, BIT(e->reset));
		EXPECT_EQ(broken(b, SIM_RESET_NOT_READY), ++times);
		pass_ns(b, PASS_NS);
		engine_run(b, e, 0x3000 + times);
	}
	EXPECT(times > 3);
}

/* With the fault, a stopped engine still writes, but not by a GGTT entry that changed since. */
static void runs_on(struct bench *b)
{
	const struct engine *e = engine_next(b, NULL);
	u32 last;

	wr(b, e->hws, BASE + HWS);
	b->gpu->faults.runs_on = 1;
	wr(b, e->base + 0x9c, 0x01000100);
	pass_ns(b, 1000000);
	last = guest(b, HWS)[0x3ff];
	EXPECT(last > 5 && last < 20);
	EXPECT_EQ(rd(b, e->base + 0x9c) & BIT(9), 0);
	EXPECT_EQ(total_broken(b), 0);
	map_entry(b, (BASE + HWS) / SIM_PAGE_SIZE, GUEST_BASE + DATA, b->facts->pte);
	pass_ns(b, 1000000);
	EXPECT(broken(b, SIM_GGTT_STALE) > 5);
	EXPECT_EQ(total_broken(b), broken(b, SIM_GGTT_STALE));
	EXPECT_EQ(guest(b, HWS)[0x3ff], last);
	EXPECT_EQ(guest(b, DATA)[0x3ff], 0);
	b->gpu->faults.runs_on = 0;
	pass_ns(b, 1000000);
	EXPECT_EQ(rd(b, e->base + 0x9c) & BIT(9), BIT(9));
}

static void switch_to(struct stream *s, u32 image, u32 flags)
{
	emit(s, 0x0c000000);
	emit(s, (BASE + image) | 0x100 | flags);
}

/* Registers are saved to a context's image and restored, unless the command inhibits that. */
static void switches(struct bench *b)
{
	struct stream s = { .base = RENDER };

	stream_start(&s, b);
	switch_to(&s, IMAGE, 1);
	emit_load(&s, 0x2310, 0x1111);
	switch_to(&s, IMAGE2, 1);
	emit_srm(&s, GGTT, 0x2310, BASE + DATA);
	emit_load(&s, 0x2310, 0x2222);
	/* A switch to the same context saves and restores nothing. */
	switch_to(&s, IMAGE2, 0);
	emit_srm(&s, GGTT, 0x2310, BASE + DATA + 4);
	switch_to(&s, IMAGE, 0);
	emit_srm(&s, GGTT, 0x2310, BASE + DATA + 8);
	switch_to(&s, IMAGE2, 0);
	emit_srm(&s, GGTT, 0x2310, BASE + DATA + 12);
	/* A forced restore loads the values last saved. */
	emit_load(&s, 0x2310, 0x3333);
	switch_to(&s, IMAGE2, 2);
	emit_srm(&s, GGTT, 0x2310, BASE + DATA + 16);
	stream_run(&s);
	EXPECT_EQ(guest(b, DATA)[0], 0x1111);
	EXPECT_EQ(guest(b, DATA)[1], 0x2222);
	EXPECT_EQ(guest(b, DATA)[2], 0x1111);
	EXPECT_EQ(guest(b, DATA)[3], 0x2222);
	EXPECT_EQ(guest(b, DATA)[4], 0x2222);
	EXPECT_EQ(rd(b, 0x2180), (BASE + IMAGE2) | 1);
	EXPECT_EQ(total_broken(b), 0);
}

/* Registers of absent engines read 0, and the fuses show that the engines are absent. */
static void fused_off(struct bench *b)
{
	const struct engine *e;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		for (e = engine_next(b, NULL); e && e->base != bases[i]; e = engine_next(b, e))
			;
		wr(b, bases[i] + 0x38, BASE + RING);
		EXPECT_EQ(rd(b, bases[i] + 0x38), e ? BASE + RING : 0);
		wr(b, bases[i] + 0x38, 0);
	}
	if (b->facts->gen11)
		EXPECT_EQ(rd(b, 0x9140), strstr("icl tgl", b->facts->name) ? 0xe00fa : 0xe00fe);
	EXPECT_EQ(total_broken(b), 0);
}

/* Slices, subslices and EUs by the fuses; hardware.rst 2.5 */
static void fuses(struct bench *b)
{
	static const struct {
		const char *name;
		u32 offset, value;
	} all[] = {
		/* One slice of three, two subslices of three */
		{ "bdw", 0x9120, 0x02800000 }, { "bdw", 0x9134, 0 },
		{ "chv", 0x182168, 0 },
		/* Three subslices of four; of one slice or three */
		{ "skl", 0x9120, 0x02800000 }, { "skl", 0x9134, 0 },
		{ "skl4", 0x9120, 0x0e800000 }, { "skl4", 0x9134, 0 },
		{ "skl4", 0x9138, 0 }, { "skl4", 0x913c, 0 },
		/* Six EUs of eight */
		{ "bxt", 0x9120, 0x02800000 }, { "bxt", 0x9134, 0x00c0c0c0 },
		{ "icl", 0x9138, 1 }, { "icl", 0x913c, 0x03 }, { "icl", 0x9134, 0 },
		{ "ehl", 0x9138, 1 }, { "ehl", 0x913c, 0xf0 }, { "ehl", 0x9134, 0 },
		{ "jsl6", 0x9138, 1 }, { "jsl6", 0x913c, 0xf0 }, { "jsl6", 0x9134, 0xc0 },
		{ "lkf", 0x9138, 1 }, { "lkf", 0x913c, 0 }, { "lkf", 0x9134, 0 },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(all); i++)
		if (!strcmp(all[i].name, b->facts->name))
			EXPECT_EQ(rd(b, all[i].offset), all[i].value);
	EXPECT_EQ(total_broken(b), 0);
}

/* The same for GPUs that differ from a platform in these units only */
static void fuses_relatives(struct bench *b)
{
	static const struct {
		const char *name;
		u32 id, fuse2, eu_disable;
	} all[] = {
		/* GT1 with two subslices of six EUs, GT3 with two slices */
		{ "bdw", 0x1606, 0x02800000, 0x00c0c0c0 },
		{ "bdw", 0x1626, 0x06000000, 0 },
		{ "skl", 0x1906, 0x02c00000, 0x00c0c0c0 },
		{ "skl", 0x1926, 0x06800000, 0 },
		{ "skl", 0x5916, 0x02800000, 0 },
		{ "skl", 0x3ea5, 0x06800000, 0 },
		{ "bxt", 0x3185, 0x02c00000, 0x00c0c0c0 },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(all); i++) {
		struct oa_sim_gpu *own = b->gpu;

		if (strcmp(all[i].name, b->facts->name))
			continue;
		b->gpu = sim_gpu_create(b->facts->name, all[i].id, &b->host, false);
		if (EXPECT(b->gpu)) {
			EXPECT_EQ(b->gpu->platform->device_id, all[i].id);
			wake(b);
			EXPECT_EQ(rd(b, 0x9120), all[i].fuse2);
			EXPECT_EQ(rd(b, 0x9134), all[i].eu_disable);
			EXPECT_EQ(rd(b, 0x9138), 0);
			EXPECT_EQ(total_broken(b), 0);
			sim_gpu_destroy(b->gpu);
		}
		b->gpu = own;
	}
	/* An id of another platform, or of none */
	EXPECT(!sim_gpu_create(b->facts->name, 0x8086, &b->host, false));
}

const struct test engine_tests[] = {
	{ "engine-breadcrumbs", EVERY, breadcrumbs },
	{ "engine-contexts", GEN8, contexts },
	{ "engine-pointers", GEN8, pointers },
	{ "engine-resets", EVERY, resets },
	{ "engine-unready", GEN8, unready },
	{ "engine-runs-on", EVERY, runs_on },
	{ "engine-switches", LEGACY, switches },
	{ "engine-fused-off", EVERY, fused_off },
	{ "engine-fuses", GEN8, fuses },
	{ "engine-fuses-relatives", GEN8, fuses_relatives },
	{ }
};
