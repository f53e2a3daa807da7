// SPDX-License-Identifier: GPL-2.0-only
/*
 * The engines of each platform: rings, contexts, interrupts, resets; hardware.rst 6, 7.7, 9.5.
 */
#include "streamer.h"

#define RING2		0x29000
#define IMAGE2		0x30000
#define PASS_NS		500000
#define EL_STORE	0x10400002
#define USER		0x01000000

/** struct engine - facts of an engine */
struct engine {
	/** @platforms: those that have it */
	const char *platforms;
	/** @base: of its registers */
	u32 base;
	/** @hws: the register with its status page's address */
	u32 hws;
	/** @reset: its bit of GDRST */
	u32 reset;
	/** @iir: gen6 to gen9: the register that latches its events */
	u32 iir;
	/** @irq: bit of MI_USER_INTERRUPT in @iir; gen11: the engine's bit of GT INT DW @dw */
	u32 irq;
	/** @dw: gen11: 0 or 1 */
	u32 dw;
	/** @unit: gen11: class, instance in the shared IIR */
	u32 class, instance;
	/** @enable: gen11: its enable and its mask */
	u32 enable, mask;
};

#define GEN8S		"bdw chv skl bxt"
#define GEN11S		"icl ehl lkf"

static const struct engine engines[] = {
	{ "snb", 0x2000, 0x4080, 1, 0x44018, 0 },
	{ "snb", 0x22000, 0x24080, 3, 0x44018, 22 },
	{ "snb", 0x12000, 0x14080, 2, 0x44018, 12 },
	{ "ivb vlv hsw", 0x2000, 0x4080, 1, 0x44018, 0 },
	{ "ivb vlv hsw", 0x22000, 0x4280, 3, 0x44018, 22 },
	{ "ivb vlv hsw", 0x12000, 0x4180, 2, 0x44018, 12 },
	{ "hsw", 0x1a000, 0x4380, 4, 0x44028, 10 },
	{ GEN8S, 0x2000, 0x2080, 1, 0x44308, 0 },
	{ GEN8S, 0x22000, 0x22080, 3, 0x44308, 16 },
	{ GEN8S, 0x12000, 0x12080, 2, 0x44318, 0 },
	{ GEN8S, 0x1a000, 0x1a080, 4, 0x44338, 0 },
	{ GEN11S, 0x2000, 0x2080, 1, 0, 0, 0, 0, 0, 0x190030, 0x190090 },
	{ GEN11S, 0x22000, 0x22080, 2, 0, 15, 0, 3, 0, 0x190030, 0x1900a0 },
	{ GEN11S, 0x1c0000, 0x1c0080, 5, 0, 0, 1, 1, 0, 0x190034, 0x1900a8 },
	{ "icl", 0x1d0000, 0x1d0080, 7, 0, 2, 1, 1, 2, 0x190034, 0x1900ac },
	{ GEN11S, 0x1c8000, 0x1c8080, 13, 0, 31, 1, 2, 0, 0x190034, 0x1900d0 },
	{ }
};

/* Where engines of other platforms, or fused-off ones, would be */
static const u32 bases[] = {
	0x12000, 0x1a000, 0x1c000, 0x22000, 0x1c0000, 0x1c4000, 0x1c8000, 0x1d0000, 0x1d4000,
	0x1d8000,
};

static const struct engine *next(const struct bench *b, const struct engine *e)
{
	for (e = e ? e + 1 : engines; e->platforms; e++)
		if (strstr(e->platforms, b->facts->name))
			return e;
	return NULL;
}

/* Let the engine's events through, or keep them back at its own mask. */
static void unmask(struct bench *b, const struct engine *e, u32 imr)
{
	wr(b, e->base + 0xa8, imr);
	if (b->facts->gen11) {
		wr(b, e->enable, 0x01010101);
		wr(b, e->mask, ~0x01010101u);
		wr(b, 0x190010, BIT(31));
		return;
	}
	wr(b, e->iir - 4, 0);
	wr(b, e->iir + 4, ~0u);
	wr(b, b->facts->gen8 ? 0x44200 : 0x4400c, BIT(31));
}

/* The bits among its 16 that the engine has latched, which are cleared; gen11: by the protocol */
static u32 take_gen11(struct bench *b, const struct engine *e)
{
	u32 identity, bits = 0, tries = 100, offset = 4 * e->dw;

	wr(b, 0x190010, 0);
	if (rd(b, 0x190010) & BIT(e->dw)) {
		EXPECT_EQ(rd(b, 0x190018 + offset), BIT(e->irq));
		wr(b, 0x190070 + offset, BIT(e->irq));
		do {
			identity = rd(b, 0x190060 + offset);
		} while (!(identity & BIT(31)) && --tries);
		EXPECT_EQ(identity >> 16, 0x8000 | e->instance << 4 | e->class);
		bits = identity & 0xffff;
		wr(b, 0x190060 + offset, BIT(31));
		wr(b, 0x190018 + offset, BIT(e->irq));
	}
	wr(b, 0x190010, BIT(31));
	return bits;
}

static u32 take(struct bench *b, const struct engine *e)
{
	u32 bits;

	if (b->facts->gen11)
		return take_gen11(b, e);
	bits = rd(b, e->iir) >> e->irq;
	/* A latch holds two events. */
	wr(b, e->iir, ~0u);
	wr(b, e->iir, ~0u);
	return b->facts->gen8 ? bits & 0xffff : bits;
}

/* A store and MI_USER_INTERRUPT in a ring; returns the tail after them. */
static u32 breadcrumb(struct bench *b, u32 ring, u32 place, u32 value)
{
	u32 *dw = guest(b, ring), n = 0;

	dw[n++] = EL_STORE;
	if (!b->facts->gen8)
		dw[n++] = 0;
	dw[n++] = BASE + place;
	if (b->facts->gen8)
		dw[n++] = 0;
	dw[n++] = value;
	dw[n++] = USER;
	dw[n++] = 0;
	return 4 * n;
}

static void image(struct bench *b, const struct engine *e, u32 at, u32 ring, u32 tail)
{
	const u32 values[][2] = {
		{ e->base + 0x244, 0x00090009 }, { e->base + 0x34, 0 }, { e->base + 0x30, tail },
		{ e->base + 0x38, BASE + ring }, { e->base + 0x3c, 1 },
	};
	u32 *state = guest(b, at + 0x1000);

	memset(state, 0, 0x1000);
	state[1] = 0x11001009;
	memcpy(state + 2, values, sizeof(values));
}

static u32 id(const struct bench *b, const struct engine *e, u32 n)
{
	return b->facts->gen11 ? n << 5 | e->instance << 16 | e->class << 29 : n;
}

static void submit(struct bench *b, const struct engine *e, bool two)
{
	const u32 dw[4] = {
		(BASE + IMAGE) | 0x109, id(b, e, 5), two ? (BASE + IMAGE2) | 0x109 : 0,
		two ? id(b, e, 6) : 0,
	};
	u32 i;

	wr(b, e->base + 0x80, BASE + HWS);
	wr(b, e->base + 0x29c, b->facts->gen11 ? 0x00080008 : 0x80008000);
	for (i = 0; i < 4; i++) {
		if (b->facts->gen11)
			wr(b, e->base + 0x510 + 4 * i, dw[i]);
		else
			wr(b, e->base + 0x230, dw[3 - i]);
	}
	if (b->facts->gen11)
		wr(b, e->base + 0x550, 1);
}

/* Execute a breadcrumb. */
static void run(struct bench *b, const struct engine *e, u32 value)
{
	const u32 tail = breadcrumb(b, RING, DATA, value);

	if (b->facts->gen8) {
		image(b, e, IMAGE, RING, tail);
		submit(b, e, false);
	} else {
		wr(b, e->hws, BASE + HWS);
		wr(b, e->base + 0x3c, 0);
		wr(b, e->base + 0x34, 0);
		wr(b, e->base + 0x30, 0);
		wr(b, e->base + 0x38, BASE + RING);
		wr(b, e->base + 0x3c, 1);
		wr(b, e->base + 0x30, tail);
	}
	pass_ns(b, PASS_NS);
	EXPECT_EQ(guest(b, DATA)[0], value);
}

/* Each engine stores, and raises its interrupt unless its own mask keeps it back. */
static void breadcrumbs(struct bench *b)
{
	const struct engine *e = NULL;
	u32 value = 0x1000;

	while ((e = next(b, e))) {
		unmask(b, e, 0);
		take(b, e);
		run(b, e, value++);
		EXPECT(b->line);
		EXPECT_EQ(take(b, e) & 1, 1);
		EXPECT(!b->line);
		unmask(b, e, ~0u);
		run(b, e, value++);
		EXPECT_EQ(take(b, e), 0);
	}
	EXPECT_EQ(total_broken(b), 0);
}

/* Two contexts in a submission: statuses in the status page, the last one's number, the event */
static void contexts(struct bench *b)
{
	static const u32 status[] = { 0x1, 0x14, 0x18 };
	const u32 last = b->facts->gen11 ? 0x2f : 0x1f;
	const struct engine *e = NULL;
	u32 *hws = guest(b, HWS), i;

	while ((e = next(b, e))) {
		const u32 ids[] = { 0, id(b, e, 5), id(b, e, 6) };

		memset(hws, 0, 0x1000);
		unmask(b, e, ~0x100u);
		if (b->facts->gen11) {
			wr(b, e->enable, ~0u);
			wr(b, e->mask, 0);
		}
		image(b, e, IMAGE, RING, breadcrumb(b, RING, DATA, 1));
		image(b, e, IMAGE2, RING2, breadcrumb(b, RING2, DATA + 4, 2));
		submit(b, e, true);
		pass_ns(b, PASS_NS);
		for (i = 0; i < 3; i++) {
			EXPECT_EQ(hws[0x10 + 2 * i], status[i]);
			EXPECT_EQ(hws[0x11 + 2 * i], ids[i]);
			EXPECT_EQ(rd(b, e->base + 0x370 + 8 * i), status[i]);
			EXPECT_EQ(rd(b, e->base + 0x374 + 8 * i), ids[i]);
		}
		EXPECT_EQ(hws[last], 2);
		EXPECT_EQ(guest(b, DATA)[0], 1);
		EXPECT_EQ(guest(b, DATA)[1], 2);
		EXPECT_EQ(take(b, e), 0x100);
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

	while ((e = next(b, e))) {
		memset(hws, 0, 0x1000);
		wr(b, e->base + 0x3a0, 0xffff0202);
		EXPECT_EQ(rd(b, e->base + 0x3a0), 0x202);
		image(b, e, IMAGE, RING, breadcrumb(b, RING, DATA, 1));
		submit(b, e, false);
		pass_ns(b, PASS_NS);
		EXPECT_EQ(hws[0x10 + 2 * 3], 0x1);
		EXPECT_EQ(hws[0x10 + 2 * 4], 0x18);
	}
	EXPECT_EQ(total_broken(b), 0);
}

static void put_all(struct bench *b)
{
	const struct engine *e = NULL;

	while ((e = next(b, e)))
		wr(b, e->hws, BASE + HWS);
}

static void ready(struct bench *b, const struct engine *e)
{
	if (!b->facts->gen8)
		return;
	wr(b, e->base + 0xd0, 0x00010001);
	pass_ns(b, PASS_NS);
	EXPECT_EQ(rd(b, e->base + 0xd0), 3);
}

static void dropped(struct bench *b, const struct engine *e)
{
	pass_ns(b, PASS_NS);
	EXPECT_EQ(rd(b, 0x941c), 0);
	if (b->facts->gen8)
		wr(b, e->base + 0xd0, 0x00010000);
}

/* A reset of one engine leaves the others as they are; a full one resets all. */
static void resets(struct bench *b)
{
	const struct engine *e = NULL, *other;

	while ((e = next(b, e))) {
		put_all(b);
		ready(b, e);
		wr(b, 0x941c, BIT(e->reset));
		dropped(b, e);
		for (other = next(b, NULL); other; other = next(b, other))
			EXPECT_EQ(rd(b, other->hws), other == e ? 0 : BASE + HWS);
		run(b, e, 0x2000 + e->reset);
	}
	put_all(b);
	for (e = next(b, NULL); e; e = next(b, e))
		ready(b, e);
	wr(b, 0x941c, BIT(0));
	pass_ns(b, PASS_NS);
	for (e = next(b, NULL); e; e = next(b, e)) {
		dropped(b, e);
		EXPECT_EQ(rd(b, e->hws), 0);
		/* Gen11 masks nothing. */
		EXPECT_EQ(rd(b, e->base + 0xa8), b->facts->gen11 ? 0 : ~0u);
	}
	EXPECT_EQ(total_broken(b), 0);
}

/* A busy engine must be made ready for its reset. */
static void unready(struct bench *b)
{
	const struct engine *e = NULL;
	u32 times = 0;

	while ((e = next(b, e))) {
		image(b, e, IMAGE, RING, 16);
		/* A command that nothing knows: the engine hangs. */
		guest(b, RING)[0] = 0x1f800000;
		submit(b, e, false);
		pass_ns(b, PASS_NS);
		EXPECT_EQ(broken(b, SIM_RESET_NOT_READY), times);
		wr(b, 0x941c, BIT(e->reset));
		EXPECT_EQ(broken(b, SIM_RESET_NOT_READY), ++times);
		pass_ns(b, PASS_NS);
		run(b, e, 0x3000 + times);
	}
	EXPECT(times > 3);
}

static void switch_to(struct stream *s, u32 image, u32 flags)
{
	emit(s, 0x0c000000);
	emit(s, (BASE + image) | 0x100 | flags);
}

/* A context's registers go to its image and come back, unless the command inhibits that. */
static void switches(struct bench *b)
{
	struct stream s = { .base = RENDER };

	stream_start(&s, b);
	switch_to(&s, IMAGE, 1);
	emit_load(&s, 0x2310, 0x1111);
	switch_to(&s, IMAGE2, 1);
	emit_srm(&s, GGTT, 0x2310, BASE + DATA);
	emit_load(&s, 0x2310, 0x2222);
	/* The same context: nothing moves. */
	switch_to(&s, IMAGE2, 0);
	emit_srm(&s, GGTT, 0x2310, BASE + DATA + 4);
	switch_to(&s, IMAGE, 0);
	emit_srm(&s, GGTT, 0x2310, BASE + DATA + 8);
	switch_to(&s, IMAGE2, 0);
	emit_srm(&s, GGTT, 0x2310, BASE + DATA + 12);
	/* Forced: what was last saved */
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

/* Windows of engines that are not there hold nothing, and fuses say so. */
static void fused_off(struct bench *b)
{
	const struct engine *e;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		for (e = next(b, NULL); e && e->base != bases[i]; e = next(b, e))
			;
		wr(b, bases[i] + 0x38, BASE + RING);
		EXPECT_EQ(rd(b, bases[i] + 0x38), e ? BASE + RING : 0);
		wr(b, bases[i] + 0x38, 0);
	}
	if (b->facts->gen11)
		EXPECT_EQ(rd(b, 0x9140), strcmp(b->facts->name, "icl") ? 0xe00fe : 0xe00fa);
	EXPECT_EQ(total_broken(b), 0);
}

const struct test engine_tests[] = {
	{ "engine-breadcrumbs", EVERY, breadcrumbs },
	{ "engine-contexts", GEN8, contexts },
	{ "engine-pointers", GEN8, pointers },
	{ "engine-resets", EVERY, resets },
	{ "engine-unready", GEN8, unready },
	{ "engine-switches", LEGACY, switches },
	{ "engine-fused-off", EVERY, fused_off },
	{ }
};
