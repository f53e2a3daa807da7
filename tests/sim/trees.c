// SPDX-License-Identifier: GPL-2.0-only
/*
 * The interrupt trees of gen8 to gen11, with events raised by hand: the state at each step of the
 * documents' sequence, and the effect of each breach; hardware.rst 6.1, 6.3, 6.4; Lakefield, volume
 * 13, "Interrupts".
 */
#include "sim_test.h"

#define OA_BIT		BIT(20)
#define RCS_BIT		BIT(0)
#define BCS_BIT		BIT(15)
/* Data-Valid, instance, class, event */
#define VALID		BIT(31)
#define OA_IDENTITY	(VALID | 2 << 20 | 4 << 16 | BIT(12))
#define USER		BIT(0)
#define SWITCH		BIT(8)
#define BCS_EVENT	(SIM_EVENT_SOURCE + 15)
#define VCS0_EVENT	(SIM_EVENT_SOURCE + 32)
/* Gen11: master, GT INT DW, selector, shared IIR */
#define MASTER		0x190010
#define DW(n)		(0x190018 + 4 * (n))
#define SELECTOR(n)	(0x190070 + 4 * (n))
#define IDENTITY(n)	(0x190060 + 4 * (n))
#define OA_ENABLE	0x19003c
#define OA_MASK		0x1900ec
/* Gen8: master, and the third set of registers, with the OA unit's bit */
#define MASTER8		0x44200
#define IMR3		0x44334
#define IIR3		0x44338
#define IER3		0x4433c
#define OA_BIT8		BIT(28)

static void happen(struct bench *b, u32 event)
{
	b->locked = true;
	sim_irq_event(b->gpu, event);
	b->locked = false;
}

static void happen_oa(struct bench *b)
{
	happen(b, SIM_EVENT_OA_HALF_FULL);
}

/* Only this rule was broken, this many times. */
static void expect_broken(struct bench *b, enum sim_violation kind, u64 times)
{
	EXPECT_EQ(broken(b, kind), times);
	EXPECT_EQ(total_broken(b), times);
}

/* All events that the tests raise are enabled, none is masked. */
static void enable(struct bench *b)
{
	wr(b, 0x2b20, 0);
	wr(b, 0x20a8, 0);
	wr(b, 0x190030, ~0u);
	wr(b, 0x190034, ~0u);
	wr(b, OA_ENABLE, BIT(12));
	wr(b, 0x190090, 0);
	wr(b, 0x1900a0, 0);
	wr(b, 0x1900a8, 0);
	wr(b, OA_MASK, ~(u32)BIT(12));
	wr(b, MASTER, BIT(31));
}

/* Turn the master off, read its sources, then GT INT DW 0: the start of a service. */
static u32 begin(struct bench *b)
{
	wr(b, MASTER, 0);
	return rd(b, MASTER) & BIT(0) ? rd(b, DW(0)) : 0;
}

static u32 identity(struct bench *b, u32 n)
{
	u32 tries = 1000, value;

	do {
		value = rd(b, IDENTITY(n));
	} while (!(value & VALID) && --tries);
	return value;
}

/* Serve an engine, without clearing its bit of GT INT DW. */
static u32 serve(struct bench *b, u32 n, u32 bit)
{
	u32 value;

	wr(b, SELECTOR(n), bit);
	value = identity(b, n);
	wr(b, IDENTITY(n), VALID);
	return value;
}

static void finish(struct bench *b, u32 bits)
{
	wr(b, DW(0), bits);
	wr(b, MASTER, BIT(31));
}

static void service(struct bench *b)
{
	u32 round;

	enable(b);
	for (round = 0; round < 3; round++) {
		EXPECT(!b->line);
		happen_oa(b);
		EXPECT(b->line);
		EXPECT_EQ(begin(b), OA_BIT);
		EXPECT(!b->line);
		EXPECT_EQ(serve(b, 0, OA_BIT), OA_IDENTITY);
		EXPECT_EQ(rd(b, IDENTITY(0)), 0);
		EXPECT_EQ(rd(b, SELECTOR(0)), 0);
		finish(b, OA_BIT);
		EXPECT_EQ(rd(b, MASTER), BIT(31));
	}
	EXPECT_EQ(total_broken(b), 0);
}

/* Data-Valid is set after a while, even without further reads. */
static void late(struct bench *b)
{
	enable(b);
	happen_oa(b);
	EXPECT_EQ(begin(b), OA_BIT);
	wr(b, SELECTOR(0), OA_BIT);
	EXPECT_EQ(rd(b, IDENTITY(0)), 0);
	pass_ns(b, 100000);
	EXPECT_EQ(rd(b, IDENTITY(0)), OA_IDENTITY);
	EXPECT_EQ(total_broken(b), 0);
}

/* The snapshot does not change; events that come meanwhile raise the line after the service. */
static void double_buffer(struct bench *b)
{
	enable(b);
	happen_oa(b);
	happen(b, BCS_EVENT);
	EXPECT_EQ(begin(b), OA_BIT | BCS_BIT);
	happen(b, SIM_EVENT_RCS_USER);
	EXPECT_EQ(rd(b, DW(0)), OA_BIT | BCS_BIT);
	EXPECT_EQ(serve(b, 0, OA_BIT), OA_IDENTITY);
	wr(b, DW(0), OA_BIT);
	EXPECT_EQ(rd(b, DW(0)), BCS_BIT);
	EXPECT_EQ(serve(b, 0, BCS_BIT), VALID | 3 << 16 | USER);
	finish(b, BCS_BIT);
	EXPECT(b->line);
	EXPECT_EQ(begin(b), RCS_BIT);
	EXPECT_EQ(serve(b, 0, RCS_BIT), VALID | USER);
	finish(b, RCS_BIT);
	EXPECT(!b->line);
	EXPECT_EQ(total_broken(b), 0);
}

/* Events of one engine gather until it is selected; a later one is not lost. */
static void gather(struct bench *b)
{
	enable(b);
	happen(b, SIM_EVENT_RCS_USER);
	happen(b, SIM_EVENT_RCS_USER);
	EXPECT_EQ(begin(b), RCS_BIT);
	happen(b, SIM_EVENT_RCS_SWITCH);
	wr(b, SELECTOR(0), RCS_BIT);
	EXPECT_EQ(identity(b, 0), VALID | USER | SWITCH);
	happen(b, SIM_EVENT_RCS_USER);
	EXPECT_EQ(identity(b, 0), VALID | USER | SWITCH);
	wr(b, IDENTITY(0), VALID);
	finish(b, RCS_BIT);
	EXPECT_EQ(begin(b), RCS_BIT);
	EXPECT_EQ(serve(b, 0, RCS_BIT), VALID | USER);
	finish(b, RCS_BIT);
	EXPECT(!b->line);
	EXPECT_EQ(total_broken(b), 0);
}

/* A disabled event is dropped, a masked one is kept; the OA unit's own mask drops it. */
static void gates(struct bench *b)
{
	enable(b);
	wr(b, OA_ENABLE, 0);
	happen_oa(b);
	wr(b, OA_ENABLE, BIT(12));
	EXPECT(!b->line);
	wr(b, OA_MASK, ~0u);
	happen_oa(b);
	EXPECT(!b->line);
	wr(b, OA_MASK, ~(u32)BIT(12));
	EXPECT(b->line);
	EXPECT_EQ(begin(b), OA_BIT);
	serve(b, 0, OA_BIT);
	finish(b, OA_BIT);
	wr(b, 0x2b20, BIT(28));
	happen_oa(b);
	wr(b, 0x2b20, 0);
	EXPECT(!b->line);
	EXPECT_EQ(total_broken(b), 0);
}

/* The second dword has its own selector and shared IIR. */
static void second_dword(struct bench *b)
{
	enable(b);
	happen(b, VCS0_EVENT);
	wr(b, MASTER, 0);
	EXPECT_EQ(rd(b, MASTER), BIT(1));
	EXPECT_EQ(rd(b, DW(1)), BIT(0));
	EXPECT_EQ(serve(b, 1, BIT(0)), VALID | 1 << 16 | USER);
	wr(b, DW(1), BIT(0));
	wr(b, MASTER, BIT(31));
	EXPECT(!b->line);
	EXPECT_EQ(total_broken(b), 0);
}

/* A bit cleared without service silences its engine until the mask is opened again. */
static void unserved(struct bench *b)
{
	enable(b);
	happen_oa(b);
	EXPECT_EQ(begin(b), OA_BIT);
	finish(b, OA_BIT);
	expect_broken(b, SIM_IRQ_DW_UNSERVED, 1);
	happen_oa(b);
	EXPECT(!b->line);
	wr(b, OA_MASK, ~0u);
	wr(b, OA_MASK, ~(u32)BIT(12));
	EXPECT(b->line);
}

/* Two bits or none in the selector: no identity follows, and the next selection works. */
static void not_one_hot(struct bench *b)
{
	enable(b);
	happen_oa(b);
	happen(b, SIM_EVENT_RCS_USER);
	EXPECT_EQ(begin(b), OA_BIT | RCS_BIT);
	wr(b, SELECTOR(0), OA_BIT | RCS_BIT);
	expect_broken(b, SIM_IRQ_NOT_ONE_HOT, 1);
	EXPECT_EQ(identity(b, 0), 0);
	wr(b, SELECTOR(0), 0);
	expect_broken(b, SIM_IRQ_NOT_ONE_HOT, 2);
	EXPECT_EQ(serve(b, 0, OA_BIT), OA_IDENTITY);
	expect_broken(b, SIM_IRQ_NOT_ONE_HOT, 2);
}

/* The event is pending, but not in the snapshot. */
static void not_in_dw(struct bench *b)
{
	enable(b);
	happen_oa(b);
	EXPECT_EQ(begin(b), OA_BIT);
	happen(b, SIM_EVENT_RCS_USER);
	wr(b, SELECTOR(0), RCS_BIT);
	expect_broken(b, SIM_IRQ_NOT_IN_DW, 1);
	EXPECT_EQ(identity(b, 0), 0);
}

static void not_read(struct bench *b)
{
	enable(b);
	happen_oa(b);
	wr(b, MASTER, 0);
	wr(b, SELECTOR(0), OA_BIT);
	expect_broken(b, SIM_IRQ_DW_NOT_READ, 1);
}

/* The master must be off for a read of a dword with events, and for a write of the selector. */
static void master_on(struct bench *b)
{
	enable(b);
	EXPECT_EQ(rd(b, DW(0)), 0);
	happen_oa(b);
	EXPECT_EQ(total_broken(b), 0);
	EXPECT_EQ(rd(b, DW(0)), OA_BIT);
	expect_broken(b, SIM_IRQ_MASTER_ON, 1);
	wr(b, SELECTOR(0), OA_BIT);
	expect_broken(b, SIM_IRQ_MASTER_ON, 2);
}

/* Source bits of the master are read only. */
static void master_source(struct bench *b)
{
	enable(b);
	wr(b, MASTER, BIT(31) | BIT(1));
	expect_broken(b, SIM_IRQ_MASTER_SOURCE, 1);
	EXPECT_EQ(rd(b, MASTER), BIT(31));
	happen_oa(b);
	begin(b);
	EXPECT_EQ(rd(b, MASTER), BIT(0));
	EXPECT_EQ(broken(b, SIM_IRQ_MASTER_REREAD), 1);
}

/* Bits left in the dword park all later events. */
static void dw_left(struct bench *b)
{
	enable(b);
	happen_oa(b);
	begin(b);
	serve(b, 0, OA_BIT);
	wr(b, MASTER, BIT(31));
	expect_broken(b, SIM_IRQ_DW_LEFT, 1);
	happen(b, SIM_EVENT_RCS_USER);
	wr(b, MASTER, 0);
	EXPECT_EQ(rd(b, DW(0)), OA_BIT);
	wr(b, DW(0), OA_BIT);
	EXPECT_EQ(rd(b, DW(0)), RCS_BIT);
}

/* Clearing Data-Valid before it is set has no effect. */
static void no_data_valid(struct bench *b)
{
	enable(b);
	happen_oa(b);
	begin(b);
	wr(b, SELECTOR(0), OA_BIT);
	wr(b, IDENTITY(0), VALID);
	expect_broken(b, SIM_IRQ_NO_DATA_VALID, 1);
	EXPECT_EQ(identity(b, 0), OA_IDENTITY);
}

/* Data-Valid comes with the third read, or with the first. */
static void valid_at_once(struct bench *b)
{
	u32 at_once;

	for (at_once = 0; at_once < 2; at_once++) {
		b->gpu->irq.identity_at_once = at_once;
		enable(b);
		happen_oa(b);
		EXPECT_EQ(begin(b), OA_BIT);
		wr(b, SELECTOR(0), OA_BIT);
		EXPECT_EQ(rd(b, IDENTITY(0)), at_once ? OA_IDENTITY : 0);
		EXPECT_EQ(identity(b, 0), OA_IDENTITY);
		wr(b, IDENTITY(0), VALID);
		finish(b, OA_BIT);
	}
	EXPECT_EQ(total_broken(b), 0);
	serialised(b, sim_power_cycle);
	EXPECT(b->gpu->irq.identity_at_once);
}

/* With the fault, Data-Valid stays clear. Polling again is no breach; the event stays pending. */
static void never_valid(struct bench *b)
{
	enable(b);
	b->gpu->faults.identity_never_valid = 2;
	happen_oa(b);
	EXPECT_EQ(begin(b), OA_BIT);
	wr(b, SELECTOR(0), OA_BIT);
	EXPECT_EQ(identity(b, 0), 0);
	pass_ns(b, 1000000);
	EXPECT_EQ(identity(b, 0), 0);
	wr(b, MASTER, BIT(31));
	EXPECT(b->line);
	EXPECT_EQ(begin(b), OA_BIT);
	wr(b, SELECTOR(0), OA_BIT);
	EXPECT_EQ(identity(b, 0), 0);
	finish(b, OA_BIT);
	EXPECT(!b->line);
	wr(b, OA_MASK, ~0u);
	wr(b, OA_MASK, ~(u32)BIT(12));
	EXPECT_EQ(begin(b), OA_BIT);
	EXPECT_EQ(serve(b, 0, OA_BIT), OA_IDENTITY);
	finish(b, OA_BIT);
	EXPECT_EQ(total_broken(b), 0);
}

static void enable8(struct bench *b)
{
	wr(b, 0x2b20, 0);
	wr(b, 0x20a8, 0);
	wr(b, IMR3, ~(u32)OA_BIT8);
	wr(b, IER3, OA_BIT8);
	wr(b, MASTER8, BIT(31));
}

static void service8(struct bench *b)
{
	u32 round;

	if (b->facts->gen11)
		return;
	enable8(b);
	for (round = 0; round < 2; round++) {
		EXPECT(!b->line);
		happen_oa(b);
		EXPECT(b->line);
		wr(b, MASTER8, 0);
		EXPECT(!b->line);
		EXPECT_EQ(rd(b, MASTER8), BIT(7) | BIT(6));
		EXPECT_EQ(rd(b, IIR3), OA_BIT8);
		wr(b, IIR3, OA_BIT8);
		EXPECT_EQ(rd(b, MASTER8), 0);
		wr(b, MASTER8, BIT(31));
	}
	EXPECT_EQ(total_broken(b), 0);
}

/* The master's source bits are read only; a knob chooses which of two represents the OA unit. */
static void master8(struct bench *b)
{
	if (b->facts->gen11)
		return;
	enable8(b);
	wr(b, MASTER8, ~0u);
	EXPECT_EQ(rd(b, MASTER8), BIT(31));
	b->gpu->irq.gen8.oa_master = BIT(7);
	happen_oa(b);
	EXPECT_EQ(rd(b, MASTER8), BIT(31) | BIT(7));
	/* The other half of the register set belongs to another engine. */
	wr(b, IIR3, ~0u);
	wr(b, IMR3, 0);
	wr(b, IER3, BIT(0));
	happen(b, SIM_EVENT_SOURCE + 96);
	EXPECT_EQ(rd(b, MASTER8), BIT(31) | BIT(6));
	EXPECT(b->line);
}

/* A masked event is dropped, a disabled one is kept. */
static void gates8(struct bench *b)
{
	if (b->facts->gen11)
		return;
	enable8(b);
	wr(b, 0x2b20, BIT(28));
	happen_oa(b);
	wr(b, 0x2b20, 0);
	wr(b, IMR3, ~0u);
	happen_oa(b);
	wr(b, IMR3, ~(u32)OA_BIT8);
	EXPECT_EQ(rd(b, IIR3), 0);
	wr(b, IER3, 0);
	happen_oa(b);
	EXPECT_EQ(rd(b, IIR3), OA_BIT8);
	EXPECT(!b->line);
	wr(b, IER3, OA_BIT8);
	EXPECT(b->line);
	/* The streamer's events, gated by its own mask */
	wr(b, IIR3, OA_BIT8);
	wr(b, 0x44304, 0);
	wr(b, 0x4430c, USER | SWITCH);
	happen(b, SIM_EVENT_RCS_SWITCH);
	EXPECT_EQ(rd(b, 0x44308), SWITCH);
	EXPECT_EQ(rd(b, MASTER8), BIT(31) | BIT(0));
	wr(b, 0x20a8, USER);
	happen(b, SIM_EVENT_RCS_USER);
	EXPECT_EQ(rd(b, 0x44308), SWITCH);
	wr(b, 0x20a8, 0);
	happen(b, SIM_EVENT_RCS_USER);
	EXPECT_EQ(rd(b, 0x44308), USER | SWITCH);
}

/* CHV's display raises nothing, but its registers exist. */
static void display8(struct bench *b)
{
	if (strcmp(b->facts->name, "chv"))
		return;
	wr(b, 0x1820a0, 1);
	wr(b, 0x1820a4, ~0u);
	EXPECT_EQ(rd(b, 0x1820a0), 1);
	EXPECT_EQ(rd(b, 0x1820a4), 0);
	EXPECT_EQ(b->gpu->stats.unknown_registers, 0);
}

const struct test tree_tests[] = {
	{ "irq-service", GEN11_ALONE, service },
	{ "irq-late", GEN11_ALONE, late },
	{ "irq-double-buffer", GEN11_ALONE, double_buffer },
	{ "irq-gather", GEN11, gather },
	{ "irq-gates", GEN11_ALONE, gates },
	{ "irq-second-dword", GEN11, second_dword },
	{ "irq-dw-unserved", GEN11_ALONE, unserved },
	{ "irq-not-one-hot", GEN11_ALONE, not_one_hot },
	{ "irq-not-in-dw", GEN11_ALONE, not_in_dw },
	{ "irq-not-read", GEN11_ALONE, not_read },
	{ "irq-master-on", GEN11_ALONE, master_on },
	{ "irq-master-source", GEN11_ALONE, master_source },
	{ "irq-dw-left", GEN11_ALONE, dw_left },
	{ "irq-no-data-valid", GEN11_ALONE, no_data_valid },
	{ "irq-valid-at-once", GEN11_ALONE, valid_at_once },
	{ "irq-never-valid", GEN11_ALONE, never_valid },
	{ "irq-service-gen8", GEN8, service8 },
	{ "irq-master-gen8", GEN8, master8 },
	{ "irq-gates-gen8", GEN8, gates8 },
	{ "irq-display-gen8", GEN8, display8 },
	{ }
};
