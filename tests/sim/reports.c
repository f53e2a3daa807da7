// SPDX-License-Identifier: GPL-2.0-only
/*
 * A well-behaved driver's view: identity, power domains, clock, reports, interrupts, resets.
 */
#include "sim_test.h"

#define EXPONENT(b)	((b)->facts->snb ? 6 : 9)
#define PERIOD		1024
#define RING_BYTES	0x20000
#define NUM_REPORTS	40

/* hardware.rst 1.1, 1.3, 1.4 */
static void identity(struct bench *b)
{
	const struct sim_platform *p = b->gpu->platform;
	u32 ggms = p->ggc >> b->facts->ggms_shift & 3;
	const u16 *id = b->facts->ids;

	while (*id && *id != p->device_id)
		id++;
	EXPECT(*id);
	EXPECT_EQ(p->bar_bytes, b->facts->bar_mib << 20);
	EXPECT_EQ(b->facts->gen8 ? 1 << ggms : ggms, b->facts->gsm_mib);
	EXPECT_EQ(total_broken(b), 0);
}

/* hardware.rst 2.1 */
static void forcewake(struct bench *b)
{
	const u32 reg = oa_register(b, 0x2b00, 0x2360);
	const struct well *well;

	for (well = b->facts->wells; well->request; well++) {
		EXPECT_EQ(rd(b, well->ack) & 1, 1);
		wr(b, well->request, 0x00010000);
		EXPECT_EQ(rd(b, well->ack) & 1, 1);
	}
	pass_ns(b, 100000);
	for (well = b->facts->wells; well->request; well++)
		EXPECT_EQ(rd(b, well->ack) & 1, 0);
	EXPECT_EQ(total_broken(b), 0);
	rd(b, reg);
	EXPECT_EQ(broken(b, SIM_NO_FORCEWAKE), 1);
	if (b->facts->fifo)
		return;
	wr(b, reg, ~0u);
	EXPECT_EQ(broken(b, SIM_NO_FORCEWAKE), 2);
	wake(b);
	EXPECT_EQ(rd(b, reg), 0);
	EXPECT_EQ(total_broken(b), 2);
	EXPECT_EQ(b->logged, 2);
}

/* hardware.rst 3.14 */
static void timestamp(struct bench *b)
{
	u32 before = rd(b, 0x2358);

	pass_ns(b, 1000000000 - 200);
	EXPECT(rd(b, 0x2358) - before - b->facts->timestamp_hz + 3 <= 6);
	EXPECT_EQ(total_broken(b), 0);
}

static void set_counters(struct bench *b)
{
	struct sim_counters *c = &b->gpu->counters;
	u32 i;

	/* Idle: the counters keep their values. */
	b->gpu->activity.kind = SIM_IDLE;
	for (i = 0; i < SIM_NUM_A; i++)
		c->a[i] = ((0x11ull + i) << 32 | (0xa000 + i)) << SIM_FRACTION_BITS;
	for (i = 0; i < SIM_NUM_B; i++)
		c->b[i] = 0xb000 + i;
	for (i = 0; i < SIM_NUM_C; i++)
		c->c[i] = (0xc000ull + i) << SIM_FRACTION_BITS;
}

static u32 expected(const struct part *part, u32 i)
{
	const u32 n = part->first + part->step * (int)i, h = 0x11 + 4 * i;

	switch (part->kind) {
	case 'A':
		return 0xa000 + n;
	case 'B':
		return 0xb000 + n;
	case 'C':
		return 0xc000 + n;
	default:
		return h | (h + 1) << 8 | (h + 2) << 16 | (h + 3) << 24;
	}
}

/* hardware.rst 4.2 */
static void expect_layout(const struct format *f, u32 head, const u32 *dw)
{
	u32 should[64] = { }, p, i;

	for (p = 0; p < ARRAY_SIZE(f->parts); p++)
		for (i = 0; i < f->parts[p].count; i++)
			should[f->parts[p].dword + i] = expected(&f->parts[p], i);
	for (i = head; i < f->bytes / 4; i++)
		if (!EXPECT_EQ(dw[i], should[i]))
			printf("    # format %u, dword %u\n", f->select, i);
}

/* hardware.rst 4.2, 4.4: time stamps are a period apart, at 2^n of 2^(n+1) */
static void expect_head(struct bench *b, const struct format *f, const u32 *dw, u32 *last)
{
	EXPECT(dw[0]);
	EXPECT_EQ(dw[1] % PERIOD, PERIOD / 2);
	if (*last)
		EXPECT_EQ(dw[1] - *last, PERIOD);
	*last = dw[1];
	if (b->facts->gen8) {
		EXPECT_EQ(dw[0] >> 19 & 0x3f, 1);
		EXPECT_EQ(dw[0] & b->facts->ctx_valid, 0);
		/* No context has to be loaded for OAG. */
		EXPECT_EQ(dw[2], b->facts->oag ? 0 : b->facts->ctx_id);
	} else {
		EXPECT_EQ(dw[2], 0);
		EXPECT(!f->inst_addr || dw[3]);
	}
}

static void expect_report(struct bench *b, const struct format *f, u32 offset, u32 *last)
{
	u32 dw[64], i;

	for (i = 0; i < f->bytes / 4; i++)
		dw[i] = *guest(b, (offset + 4 * i) % RING_BYTES);
	expect_head(b, f, dw, last);
	expect_layout(f, b->facts->gen8 || f->inst_addr ? 4 : 3, dw);
}

static void expect_reports(struct bench *b, const struct format *f, bool bulk)
{
	u32 n, tail, last = 0;

	b->gpu->bulk.on = bulk;
	oa_describe(b);
	oa_on(b, EXPONENT(b), f->select);
	set_counters(b);
	pass(b, NUM_REPORTS * PERIOD);
	tail = oa_tail(b);
	EXPECT_EQ(tail % f->bytes, 0);
	EXPECT(tail / f->bytes + 1 - NUM_REPORTS <= 2);
	for (n = 0; n < tail / f->bytes; n++)
		expect_report(b, f, n * f->bytes, &last);
	/* Memory after the tail was not written. */
	EXPECT_EQ(*guest(b, tail), 0);
	oa_off(b);
	for (n = 0; n < tail; n += 4)
		*guest(b, n) = 0;
}

static void all_formats(struct bench *b, bool bulk)
{
	const struct format *f;

	oa_prepare(b, EXPONENT(b));
	for (f = b->facts->formats; f->bytes; f++)
		expect_reports(b, f, bulk);
	EXPECT_EQ(total_broken(b), 0);
	EXPECT_EQ(b->gpu->stats.unknown_registers, 0);
	EXPECT_EQ(b->gpu->bulk.reports != 0, bulk);
}

static void reports(struct bench *b)
{
	all_formats(b, false);
}

static void reports_by_runs(struct bench *b)
{
	all_formats(b, true);
}

/* Start with the format of 64-byte reports. */
static void start(struct bench *b)
{
	const struct format *f = b->facts->formats;

	while (f->bytes != 64)
		f++;
	b->gpu->activity.kind = SIM_IDLE;
	oa_start(b, EXPONENT(b), f->select);
}

/* hardware.rst 3.15, 6: one interrupt as unread reports pass half; another after a move of head */
static void half_full(struct bench *b)
{
	u32 rises, i;

	irq_on(b);
	rises = b->rises;
	start(b);
	for (i = 0; i < 3; i++) {
		EXPECT_EQ(b->rises, rises);
		EXPECT(!b->line);
		pass(b, (RING_BYTES / 64 / 2 + 8) * PERIOD);
		EXPECT_EQ(b->line, !b->facts->snb);
		rises += !b->facts->snb;
		EXPECT_EQ(b->rises, rises);
		if (!b->facts->snb)
			EXPECT(irq_serve(b));
		EXPECT(!b->line);
		pass(b, 16 * PERIOD);
		oa_head(b, oa_tail(b));
	}
	EXPECT_EQ(total_broken(b), 0);
	EXPECT_EQ(b->gpu->stats.half_full_events != 0, 1);
}

/* With the fault, one event is counted but raises no interrupt; the next one does. */
static void half_full_lost(struct bench *b)
{
	irq_on(b);
	b->gpu->faults.irq_lost = !b->facts->snb;
	start(b);
	pass(b, (RING_BYTES / 64 / 2 + 8) * PERIOD);
	EXPECT_EQ(b->gpu->stats.half_full_events, 1);
	EXPECT_EQ(b->gpu->faults.irq_lost, 0);
	EXPECT(!b->line);
	pass(b, 16 * PERIOD);
	oa_head(b, oa_tail(b));
	pass(b, (RING_BYTES / 64 / 2 + 8) * PERIOD);
	EXPECT_EQ(b->gpu->stats.half_full_events, 2);
	EXPECT_EQ(b->line, !b->facts->snb);
	EXPECT_EQ(total_broken(b), 0);
}

/* Reports between head and tail when the unit is turned off were written, and never read. */
static void unread(struct bench *b)
{
	u64 before;

	start(b);
	pass(b, 16 * PERIOD);
	oa_head(b, oa_tail(b));
	before = b->gpu->stats.produced;
	pass(b, 12 * PERIOD);
	EXPECT_EQ(b->gpu->stats.unread, 0);
	oa_off(b);
	EXPECT(before && b->gpu->stats.produced >= before + 11);
	EXPECT_EQ(b->gpu->stats.unread, b->gpu->stats.produced - before);
	EXPECT_EQ(total_broken(b), 0);
}

/* hardware.rst 3.3, 3.8, 3.15 */
static void overflow(struct bench *b)
{
	start(b);
	pass(b, (RING_BYTES / 64 - 16) * PERIOD);
	EXPECT(!oa_overflowed(b));
	pass(b, 48 * PERIOD);
	EXPECT(oa_overflowed(b));
	oa_off(b);
	oa_describe(b);
	oa_on(b, EXPONENT(b), 0);
	pass(b, 16 * PERIOD);
	EXPECT(!oa_overflowed(b));
	EXPECT_EQ(total_broken(b), 0);
}

/* hardware.rst 3.3, 3.5: in any other order the overflow bit does not work */
static void overflow_order(struct bench *b)
{
	oa_prepare(b, EXPONENT(b));
	oa_describe(b);
	if (b->facts->gen8)
		wr(b, oa_register(b, 0x2b14, 0), BASE | 1);
	else
		wr(b, 0x23b0, BASE);
	b->gpu->activity.kind = SIM_IDLE;
	oa_on(b, EXPONENT(b), 0);
	EXPECT_EQ(broken(b, SIM_OABUFFER_ORDER), 1);
	pass(b, (RING_BYTES / 64 + 32) * PERIOD);
	EXPECT(!oa_overflowed(b));
}

/* hardware.rst 7.6, 7.7 */
static void ask_reset(struct bench *b, u32 domains)
{
	if (b->facts->gen8) {
		wr(b, 0x20d0, 0x00010001);
		pass_ns(b, 700000);
		EXPECT_EQ(rd(b, 0x20d0) & 3, 3);
	}
	wr(b, 0x941c, domains);
	EXPECT_EQ(rd(b, 0x941c), domains);
	pass_ns(b, 2000000);
	EXPECT_EQ(rd(b, 0x941c), 0);
	if (b->facts->gen8)
		wr(b, 0x20d0, 0x00010000);
}

static void reset(struct bench *b)
{
	const u32 control = oa_register(b, 0x2b00, 0x2360);
	const u32 buffer = oa_register(b, 0x2b0c, 0x2368);

	start(b);
	pass(b, 32 * PERIOD);
	ask_reset(b, BIT(1));
	EXPECT_EQ(rd(b, control) & 1, 1);
	EXPECT_EQ(rd(b, buffer) & ~0x3fu, BASE);
	ask_reset(b, BIT(0));
	EXPECT_EQ(rd(b, control), 0);
	/* hardware.rst 3.4: the memory select of HSW reads 1. */
	EXPECT_EQ(rd(b, buffer), b->facts->hsw);
	EXPECT_EQ(total_broken(b), 0);
	/* The unit can be started again. */
	start(b);
	pass(b, 32 * PERIOD);
	EXPECT(oa_tail(b));
	EXPECT_EQ(total_broken(b), 0);
}

/* A power cycle loses everything; after it the GPU works as a new one does. */
static void power_cycle(struct bench *b)
{
	start(b);
	pass(b, 32 * PERIOD);
	serialised(b, sim_power_cycle);
	EXPECT_EQ(rd(b, b->facts->wells[0].ack) & 1, 0);
	EXPECT(!b->line);
	map_all(b, b->facts->pte);
	wake(b);
	EXPECT_EQ(total_broken(b), 0);
	start(b);
	pass(b, 32 * PERIOD);
	EXPECT(oa_tail(b));
	EXPECT_EQ(total_broken(b), 0);
}

/* A manual clock stands still while the host's runs, and the other way round. */
static void clock_by_hand(struct bench *b)
{
	u64 tick;

	b->locked = true;
	sim_clock_set_manual(b->gpu, true);
	tick = b->gpu->counters.tick;
	b->now_ns += 1000000;
	sim_catch_up(b->gpu, ~0u);
	EXPECT_EQ(b->gpu->counters.tick, tick);
	sim_clock_set_ns(b->gpu, b->gpu->clock.manual_ns + 1000000);
	EXPECT(b->gpu->counters.tick - tick - b->facts->timestamp_hz / 1000 + 1 <= 2);
	EXPECT(!sim_clock_runs(b->gpu));
	/* A switch of the clock, in either direction, makes time continue from where it stood. */
	tick = b->gpu->counters.tick;
	b->now_ns += 5000000;
	sim_clock_set_manual(b->gpu, false);
	EXPECT(b->gpu->counters.tick - tick <= 1);
	b->now_ns += 1000000;
	sim_clock_set_manual(b->gpu, true);
	EXPECT(b->gpu->counters.tick - tick - b->facts->timestamp_hz / 1000 + 1 <= 2);
	b->locked = false;
	start(b);
	EXPECT(sim_clock_runs(b->gpu));
}

const struct test report_tests[] = {
	{ "identity", EVERY, identity },
	{ "forcewake", EVERY, forcewake },
	{ "timestamp", EVERY, timestamp },
	{ "reports", EVERY, reports },
	{ "reports-by-runs", EVERY, reports_by_runs },
	{ "half-full", TO_GEN11, half_full },
	{ "half-full-lost", TO_GEN11, half_full_lost },
	{ "unread", EVERY, unread },
	{ "overflow", EVERY, overflow },
	{ "overflow-order", EVERY, overflow_order },
	{ "reset", EVERY, reset },
	{ "power-cycle", EVERY, power_cycle },
	{ "clock-by-hand", EVERY, clock_by_hand },
	{ }
};
