// SPDX-License-Identifier: GPL-2.0-only
/*
 * Interrupts of an engine besides MI_USER_INTERRUPT and context statuses; hardware.rst 9.5.
 */
#include "engine.h"

#define PASS_NS		ENGINE_PASS_NS

/* The bit of errors, counted from that of MI_USER_INTERRUPT; a flush's notify is the next one. */
static u32 error_bit(const struct engine *e)
{
	return e->iir == 0x44028 ? BIT(2) : BIT(3);
}

/* Unmask all events of the engine, and drop those that are latched. */
static void unmask_all(struct bench *b, const struct engine *e)
{
	engine_unmask(b, e, 0);
	if (b->facts->gen11) {
		wr(b, e->enable, ~0u);
		wr(b, e->mask, 0);
	}
	engine_take(b, e);
}

/* The render engine's PIPE_CONTROL, or another one's MI_FLUSH_DW, that writes a dword */
static u32 flush(struct bench *b, const struct engine *e, u32 flags, u32 value)
{
	const bool render = e->base == RENDER, snb = b->facts->snb;
	u32 *dw = guest(b, RING), n = 0;

	memset(dw, 0, 64);
	dw[n++] = render ? 0x7a000003 + b->facts->gen8 : (0x13004002 | flags) + b->facts->gen8;
	if (render)
		dw[n++] = 0x4000 | flags | (snb ? 0 : BIT(24));
	dw[n++] = (BASE + DATA) | (!render || snb ? 4 : 0);
	if (b->facts->gen8)
		dw[n++] = 0;
	dw[n++] = value;
	dw[n++] = 0;
	return 4 * (n + n % 2);
}

/* A flush with notify raises an interrupt of its own; hardware.rst 9.5, 16.6. */
static void notifies(struct bench *b)
{
	const struct engine *e = NULL;
	u32 value = 0x4000, asked = 0;

	while ((e = engine_next(b, e))) {
		unmask_all(b, e);
		engine_start(b, e, flush(b, e, 0, ++value));
		EXPECT_EQ(guest(b, DATA)[0], value);
		EXPECT_EQ(engine_take(b, e) & ~0x100u, 0);
		engine_start(b, e, flush(b, e, BIT(8), ++value));
		EXPECT_EQ(guest(b, DATA)[0], value);
		EXPECT_EQ(engine_take(b, e) & ~0x100u, error_bit(e) << 1);
		/* The notify has a mask bit of its own. */
		engine_unmask(b, e, error_bit(e) << 1 << (b->facts->gen8 ? 0 : e->irq));
		engine_start(b, e, flush(b, e, BIT(8), ++value));
		EXPECT_EQ(guest(b, DATA)[0], value);
		EXPECT_EQ(engine_take(b, e) & ~0x100u, 0);
		asked += 2;
	}
	EXPECT_EQ(b->gpu->stats.notified, asked);
	EXPECT_EQ(total_broken(b), 0);
}

/* An unsignalled semaphore: the engine reports its wait once, and resumes later. */
static void waits(struct bench *b)
{
	const u32 commands[] = {
		0x0e40c002, 7, BASE + DATA, 0,		/* until memory is 7 */
		0x10400002, BASE + DATA + 4, 0, 9, 0, 0,
	};
	const struct engine *e = NULL;

	while ((e = engine_next(b, e))) {
		unmask_all(b, e);
		memcpy(guest(b, RING), commands, sizeof(commands));
		guest(b, DATA)[0] = 7;
		engine_start(b, e, sizeof(commands));
		EXPECT_EQ(engine_take(b, e), 0x100);
		EXPECT_EQ(guest(b, DATA)[1], 9);
		memset(guest(b, DATA), 0, 8);
		engine_start(b, e, sizeof(commands));
		EXPECT_EQ(engine_take(b, e), 0x900);
		pass_ns(b, PASS_NS);
		EXPECT_EQ(engine_take(b, e), 0);
		EXPECT_EQ(guest(b, DATA)[1], 0);
		guest(b, DATA)[0] = 7;
		pass_ns(b, PASS_NS);
		EXPECT_EQ(guest(b, DATA)[1], 9);
		EXPECT_EQ(engine_take(b, e), 0x100);
		memset(guest(b, DATA), 0, 8);
	}
	EXPECT_EQ(total_broken(b), 0);
}

/* An unknown command is an error, which EMR unmasks; a reset clears it. */
static void errors(struct bench *b)
{
	const struct engine *e = NULL;
	u32 pass;

	while ((e = engine_next(b, e))) {
		for (pass = 0; pass < 2; pass++) {
			unmask_all(b, e);
			memset(guest(b, RING), 0, 64);
			guest(b, RING)[0] = 0x1f800000;
			EXPECT_EQ(rd(b, e->base + 0xb4), ~0u);
			wr(b, e->base + 0xb4, pass ? ~1u : ~0u);
			engine_start(b, e, 16);
			EXPECT_EQ(rd(b, e->base + 0xb8), BIT(0));
			EXPECT_EQ(rd(b, e->base + 0xb0), pass ? BIT(0) : 0);
			EXPECT_EQ(engine_take(b, e) & ~0x100u, pass ? error_bit(e) : 0);
			wr(b, e->base + 0xb0, BIT(0));
			EXPECT_EQ(rd(b, e->base + 0xb0), 0);
			engine_ready(b, e);
			wr(b, 0x941c, BIT(e->reset));
			engine_dropped(b, e);
			EXPECT_EQ(rd(b, e->base + 0xb8), 0);
		}
	}
	EXPECT_EQ(total_broken(b), broken(b, SIM_CS_OPCODE));
}

const struct test engine_event_tests[] = {
	{ "engine-notifies", EVERY, notifies },
	{ "engine-waits", GEN8, waits },
	{ "engine-errors", EVERY, errors },
	{ }
};
