// SPDX-License-Identifier: GPL-2.0-only
/*
 * The engines of each platform: their registers and the steps by which software runs them;
 * hardware.rst 6, 7.7, 9.5.
 */
#include "engine.h"

#define PASS_NS		ENGINE_PASS_NS
#define EL_STORE	0x10400002
#define USER		0x01000000
/* Bits of a status up to gen11, and the software id of no context from gen12 on */
#define STARTED		BIT(0)
#define PREEMPTED	BIT(1)
#define IDLE		0x7ffu

#define GEN8S		"bdw chv skl bxt skl4"
#define GEN11S		"icl ehl lkf jsl6 tgl"

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
	{ "icl tgl", 0x1d0000, 0x1d0080, 7, 0, 2, 1, 1, 2, 0x190034, 0x1900ac },
	{ GEN11S, 0x1c8000, 0x1c8080, 13, 0, 31, 1, 2, 0, 0x190034, 0x1900d0 },
	{ }
};

/**
 * engine_next() - the next engine that the platform has
 * @b: the bench
 * @e: the one before; NULL: the first
 *
 * Return: NULL after the last one.
 */
const struct engine *engine_next(const struct bench *b, const struct engine *e)
{
	for (e = e ? e + 1 : engines; e->platforms; e++)
		if (strstr(e->platforms, b->facts->name))
			return e;
	return NULL;
}

/**
 * engine_unmask() - unmask the engine's events, or mask some at its own mask
 * @b: the bench
 * @e: the engine
 * @imr: its mask
 */
void engine_unmask(struct bench *b, const struct engine *e, u32 imr)
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

/* Read and clear the engine's latched bits, of its 16, by Gen11's protocol. */
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

/**
 * engine_take() - read and clear the engine's latched events
 * @b: the bench
 * @e: the engine
 *
 * Return: bits, of which bit 0 is MI_USER_INTERRUPT.
 */
u32 engine_take(struct bench *b, const struct engine *e)
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

/**
 * engine_breadcrumb() - put a store and MI_USER_INTERRUPT in a ring
 * @b: the bench
 * @ring: where the ring is
 * @place: where to store
 * @value: the value to store
 *
 * Return: the tail after them.
 */
u32 engine_breadcrumb(struct bench *b, u32 ring, u32 place, u32 value)
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

/**
 * engine_image() - make the image of a context
 * @b: the bench
 * @e: the engine
 * @at: where
 * @ring: where its ring is
 * @tail: its tail
 */
void engine_image(struct bench *b, const struct engine *e, u32 at, u32 ring, u32 tail)
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

/**
 * engine_id() - the upper half of a descriptor
 * @b: the bench
 * @e: the engine
 * @n: number of the context
 */
u32 engine_id(const struct bench *b, const struct engine *e, u32 n)
{
	return b->facts->gen11 ? n << 5 | e->instance << 16 | e->class << 29 : n;
}

/* The part of a context's id that a status has, gen12.rst 5; 0: no context */
static u32 software_id(u32 id)
{
	return (id ? id >> 5 & 0x7ff : IDLE) << 15;
}

/**
 * engine_status() - a context status; hardware.rst 9.4, gen12.rst 5
 * @b: the bench
 * @e: the engine
 * @status: its bits up to gen11
 * @from: id of the context that is left, or 0
 * @to: id of the context that runs now, or 0
 *
 * Return: the first dword, and the second one above it.
 */
u64 engine_status(const struct bench *b, const struct engine *e, u32 status, u32 from, u32 to)
{
	if (!b->facts->oag)
		return status | (u64)from << 32;
	return (status & (STARTED | PREEMPTED) ? 1 : 0) | software_id(to) | e->class << 3 |
	       e->instance << 6 | (u64)(software_id(from) | (status & PREEMPTED ? 5 : 0)) << 32;
}

/**
 * engine_submit() - submit the context at IMAGE
 * @b: the bench
 * @e: the engine
 * @two: also submit the context at IMAGE2, after it
 */
void engine_submit(struct bench *b, const struct engine *e, bool two)
{
	const u32 dw[4] = {
		(BASE + IMAGE) | 0x109, engine_id(b, e, 5), two ? (BASE + IMAGE2) | 0x109 : 0,
		two ? engine_id(b, e, 6) : 0,
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

/**
 * engine_start() - execute the commands in the ring at RING
 * @b: the bench
 * @e: the engine
 * @tail: where it ends
 */
void engine_start(struct bench *b, const struct engine *e, u32 tail)
{
	if (b->facts->gen8) {
		engine_image(b, e, IMAGE, RING, tail);
		engine_submit(b, e, false);
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
}

/**
 * engine_run() - execute a breadcrumb
 * @b: the bench
 * @e: the engine
 * @value: what it stores at DATA
 */
void engine_run(struct bench *b, const struct engine *e, u32 value)
{
	engine_start(b, e, engine_breadcrumb(b, RING, DATA, value));
	EXPECT_EQ(guest(b, DATA)[0], value);
}

/**
 * engine_ready() - request a reset of the engine, where it needs a request
 * @b: the bench
 * @e: the engine
 */
void engine_ready(struct bench *b, const struct engine *e)
{
	if (!b->facts->gen8)
		return;
	wr(b, e->base + 0xd0, 0x00010001);
	pass_ns(b, PASS_NS);
	EXPECT_EQ(rd(b, e->base + 0xd0), 3);
}

/**
 * engine_dropped() - wait for the end of a reset, and withdraw the request
 * @b: the bench
 * @e: the engine
 */
void engine_dropped(struct bench *b, const struct engine *e)
{
	pass_ns(b, PASS_NS);
	EXPECT_EQ(rd(b, 0x941c), 0);
	if (b->facts->gen8)
		wr(b, e->base + 0xd0, 0x00010000);
}
