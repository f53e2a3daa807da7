// SPDX-License-Identifier: GPL-2.0-only
/*
 * Gen12: the OAG unit, whose timer needs no context, and what else Tiger Lake has that Gen11 has
 * not; gen12.rst. The numbers here are those of the document.
 */
#include "sim_test.h"

#define EXPONENT	9
#define PERIOD		1024
#define A36		5
#define BYTES		256
#define TIMER		BIT(0)
#define GLOBAL		0x2b28
#define CONTROL		0xdaf4
#define STATUS		0xdafc
#define HEAD		0xdb00
#define TAIL		0xdb04
#define BUFFER		0xdb08
/* Dword of the ring's tail in an image's page of state */
#define LRC_TAIL	7
/* The first status in the status page; each has two dwords */
#define FIRST_STATUS	0x10
#define SW_ID(n)	((n) << 15)
#define IDLE		0x7ff

static u32 *report(struct bench *b, u32 n)
{
	return guest(b, n * BYTES);
}

static u32 reports(struct bench *b)
{
	return oa_tail(b) / BYTES;
}

static void expect_clean(struct bench *b)
{
	EXPECT_EQ(total_broken(b), 0);
	EXPECT_EQ(b->gpu->stats.unknown_registers, 0);
}

/* A busy GPU at its highest frequency, whose time moves by hand */
static void make(struct bench *b)
{
	b->gpu->activity.kind = SIM_BUSY;
	wr(b, 0xa008, 0x7f << 24);
	by_hand(b);
}

static void turn_on(struct bench *b)
{
	oa_start(b, EXPONENT, A36);
}

/* The steps of i915's stream: no context is loaded, and none has to be. */
static void stream(struct bench *b)
{
	u32 i;

	make(b);
	wr(b, 0xdaf8, 0x00620060);
	EXPECT_EQ(rd(b, 0xdaf8), 0x60);
	wr(b, 0x8718, rd(b, 0x8718) | BIT(30));
	turn_on(b);
	EXPECT_EQ(rd(b, GLOBAL), EXPONENT << 2 | 3);
	EXPECT_EQ(rd(b, CONTROL), A36 << 2 | 1);
	EXPECT_EQ(rd(b, BUFFER), BASE | 1);
	ticks(b, 8 * PERIOD);
	EXPECT_EQ(reports(b), 8);
	for (i = 0; i < 8; i++) {
		EXPECT_EQ(report(b, i)[0] >> 19 & 0x3f, TIMER);
		EXPECT_EQ(report(b, i)[1], 0x100000 + PERIOD / 2 + i * PERIOD);
	}
	EXPECT(a_counter(b, 0));
	oa_head(b, 8 * BYTES);
	oa_off(b);
	EXPECT_EQ(rd(b, CONTROL), 0);
	EXPECT_EQ(rd(b, TAIL), BASE + 8 * BYTES);
	wr(b, 0xceec, 1);
	EXPECT_EQ(rd(b, 0xceec), 0);
	ticks(b, 8 * PERIOD);
	EXPECT_EQ(reports(b), 8);
	expect_clean(b);
}

/* Without the timer nothing strobes, but the unit counts. */
static void no_timer(struct bench *b)
{
	make(b);
	turn_on(b);
	oa_off(b);
	wr(b, GLOBAL, 0);
	oa_describe(b);
	oa_on(b, EXPONENT, A36);
	b->gpu->counters.a[0] = 0;
	ticks(b, 8 * PERIOD);
	EXPECT_EQ(reports(b), 0);
	EXPECT(a_counter(b, 0));
	expect_clean(b);
}

/* The status can be cleared at any time: there are no wrap bits to keep, and the tail stays. */
static void status(struct bench *b)
{
	make(b);
	wr(b, STATUS, ~0u);
	EXPECT_EQ(rd(b, STATUS), 0);
	turn_on(b);
	ticks(b, 513 * PERIOD);
	EXPECT(oa_overflowed(b));
	EXPECT_EQ(total_broken(b), 0);
	wr(b, STATUS, 0);
	EXPECT(!oa_overflowed(b));
	EXPECT_EQ(reports(b), 1);
	expect_clean(b);
}

/* Head, buffer, tail: another order is a broken rule, as are bits that i915 does not name. */
static void rules(struct bench *b)
{
	make(b);
	wr(b, HEAD, BASE);
	wr(b, TAIL, BASE);
	wr(b, BUFFER, BASE | 1);
	wr(b, CONTROL, A36 << 2 | 1);
	EXPECT_EQ(broken(b, SIM_OABUFFER_ORDER), 1);
	wr(b, BUFFER, BASE | 1);
	EXPECT_EQ(broken(b, SIM_OA_RUNNING), 1);
	oa_off(b);
	EXPECT_EQ(broken(b, SIM_RESERVED_BIT), 0);
	wr(b, CONTROL, BIT(1));
	wr(b, GLOBAL, BIT(8));
	wr(b, HEAD, BASE | 1);
	EXPECT_EQ(broken(b, SIM_RESERVED_BIT), 3);
	EXPECT_EQ(total_broken(b), 5);
}

/* Gen11's registers of the unit are not there: a driver of Gen11 turns on nothing. */
static void gone(struct bench *b)
{
	static const u32 old[] = { 0x2b00, 0x2b04, 0x2b08, 0x2b0c, 0x2b10, 0x2b14, 0x2b20, 0x2710,
				   0x2744, 0x2770, 0x2800 };
	u32 i;

	make(b);
	for (i = 0; i < ARRAY_SIZE(old); i++) {
		wr(b, old[i], A36 << 2 | 1);
		EXPECT_EQ(rd(b, old[i]), 0);
		EXPECT_EQ(b->gpu->stats.unknown_registers, 2 * (i + 1));
	}
	EXPECT(!b->gpu->platform->oa->enabled(b->gpu));
	EXPECT_EQ(total_broken(b), 0);
}

/* B0 counts each clock by the event registers at their new place, and a trigger makes a report. */
static void triggers(struct bench *b)
{
	make(b);
	wr(b, 0xd900, 0x10);
	wr(b, 0xd904, BIT(23));
	wr(b, 0xd940, 3);
	turn_on(b);
	wr(b, GLOBAL, 0);
	wr(b, 0xd924, 0x80000000);
	wr(b, 0xd924, 0x80400000);
	ticks(b, PERIOD);
	wr(b, 0xd934, 0x80000000);
	wr(b, 0xd934, 0x80400000);
	ticks(b, 1);
	EXPECT_EQ(reports(b), 2);
	EXPECT_EQ(report(b, 0)[0] >> 19 & 0x3f, BIT(1));
	EXPECT_EQ(report(b, 1)[0] >> 19 & 0x3f, BIT(2));
	EXPECT(report(b, 1)[48] > report(b, 0)[48]);
	expect_clean(b);
}

/* The live counters, here B0 and C1, are those of the report that comes between two reads. */
static void live(struct bench *b)
{
	static const u32 counters[] = { 0xda94, 0xdab8 };
	static const u32 dwords[] = { 48, 57 };
	u32 before, after, i;

	make(b);
	wr(b, 0xd04, BIT(9));
	wr(b, 0xd900, 0x10);
	wr(b, 0xd904, BIT(23));
	wr(b, 0xd940, 3);
	turn_on(b);
	ticks(b, PERIOD);
	for (i = 0; i < ARRAY_SIZE(counters); i++) {
		before = rd(b, counters[i]);
		ticks(b, PERIOD);
		after = rd(b, counters[i]);
		EXPECT(before && before < report(b, i + 1)[dwords[i]]);
		EXPECT(report(b, i + 1)[dwords[i]] < after);
		wr(b, counters[i], 0);
		EXPECT_EQ(rd(b, counters[i]), after);
	}
	expect_clean(b);
}

/*
 * Metric sets that ship split an EU event over four counters by the filter of EUs: together they
 * count what an event without the filter counts, and each a quarter.
 */
static void split(struct bench *b)
{
	u64 all, sum = 0;
	u32 i;

	make(b);
	wr(b, 0xe458, 0x804704);
	wr(b, 0xe558, 0xa04904);
	wr(b, 0xe658, 0x000004);
	turn_on(b);
	ticks(b, 64 * PERIOD);
	all = a_counter(b, 11);
	for (i = 7; i < 11; i++) {
		EXPECT(4 * a_counter(b, i) > all * 9 / 10 && 4 * a_counter(b, i) < all * 11 / 10);
		sum += a_counter(b, i);
	}
	EXPECT(all && sum <= all && all - sum < all / 1000);
	expect_clean(b);
}

/* A relative of Tiger Lake: its fuses of dual subslices and EUs, and the number of its EUs */
static void relative(struct bench *b, u32 id, u32 enabled, u32 eus_off, u32 eus)
{
	struct oa_sim_gpu *own = b->gpu;

	b->gpu = sim_gpu_create("tgl", id, &b->host, false);
	if (EXPECT(b->gpu)) {
		wake(b);
		EXPECT_EQ(rd(b, 0x9138), 1);
		EXPECT_EQ(rd(b, 0x913c), enabled);
		EXPECT_EQ(rd(b, 0x9134), eus_off);
		EXPECT_EQ(b->gpu->num_eus, eus);
		expect_clean(b);
		sim_gpu_destroy(b->gpu);
	}
	b->gpu = own;
}

/* The subslice fuses are enables, an EU fuse stands for two EUs, and a fourth pipe has one. */
static void fuses(struct bench *b)
{
	EXPECT_EQ(rd(b, 0x9138), 1);
	EXPECT_EQ(rd(b, 0x913c), 0x3e);
	EXPECT_EQ(rd(b, 0x9134), 0);
	EXPECT_EQ(b->gpu->num_eus, 80);
	EXPECT_EQ(rd(b, 0x42000), 0x8ffc0000);
	sim_display_fuse_off(b->gpu);
	EXPECT_EQ(rd(b, 0x51000), BIT(30) | BIT(28) | BIT(22) | BIT(21));
	relative(b, 0x9a60, 0x03, 0, 32);
	relative(b, 0x46d1, 0x06, 0xc0, 24);
	expect_clean(b);
}

/* Invalidations end by themselves; cacheability and what workarounds write keep their values. */
static void invalidations(struct bench *b)
{
	static const u32 done[] = { 0x4208, 0x4218, 0x4238, 0x4248, 0x4298, 0x42c8,
				    0xced8, 0xcedc, 0xcee0, 0xcee4 };
	static const u32 kept[] = { 0x5584, 0x6604, 0x22204, 0x101038, 0x481c };
	u32 i;

	for (i = 0; i < ARRAY_SIZE(done); i++) {
		wr(b, done[i], 1);
		EXPECT_EQ(rd(b, done[i]), 0);
	}
	for (i = 0; i < 64; i++)
		wr(b, 0x4000 + 4 * i, 0x30 + i);
	for (i = 0; i < 64; i++)
		EXPECT_EQ(rd(b, 0x4000 + 4 * i), 0x30 + i);
	for (i = 0; i < ARRAY_SIZE(kept); i++) {
		wr(b, kept[i], 2 + i);
		EXPECT_EQ(rd(b, kept[i]), 2 + i);
	}
	expect_clean(b);
}

/* Reports into memory that index 0 does not make write-back break the rule. */
static void cacheability(struct bench *b)
{
	make(b);
	wr(b, 0x4800, 0);
	turn_on(b);
	ticks(b, 2 * PERIOD);
	EXPECT(broken(b, SIM_PAT));
	EXPECT_EQ(total_broken(b), broken(b, SIM_PAT));
}

/* OAG and the timer are in the GT's domain, the events beside them in the render engine's. */
static void wells(struct bench *b)
{
	wr(b, 0xa188, 0x00010000);
	pass_ns(b, 100000);
	rd(b, CONTROL);
	rd(b, 0xd900);
	rd(b, GLOBAL);
	EXPECT_EQ(broken(b, SIM_NO_FORCEWAKE), 3);
	rd(b, 0xdc00);
	rd(b, 0xd800);
	EXPECT_EQ(broken(b, SIM_NO_FORCEWAKE), 3);
	wr(b, 0xa278, 0x00010000);
	pass_ns(b, 100000);
	rd(b, 0xdc00);
	EXPECT_EQ(broken(b, SIM_NO_FORCEWAKE), 4);
}

/* The power unit keeps Type-C ports out of their cold state, or lets them. */
static void cold(struct bench *b)
{
	u32 request;

	for (request = 0; request < 2; request++) {
		wr(b, 0x138128, request);
		wr(b, 0x13812c, 0);
		wr(b, 0x138124, BIT(31) | 0x26);
		pass_ns(b, 100000);
		EXPECT_EQ(rd(b, 0x138124), 0);
		EXPECT_EQ(rd(b, 0x138128) & BIT(0), 0);
	}
	expect_clean(b);
}

/* Append commands to the ring of the context and submit it. */
static void run(struct bench *b, const u32 *dw, u32 n)
{
	u32 *state = guest(b, STATE);

	memcpy((char *)guest(b, RING) + state[LRC_TAIL], dw, n * sizeof(*dw));
	state[LRC_TAIL] += n * sizeof(*dw);
	submit_context(b);
	pass_ns(b, 100000);
}

/* A status names the context that runs now and the one before; 0x7ff is none. */
static void statuses(struct bench *b)
{
	const u32 *entry = guest(b, HWS);
	const u32 id = b->facts->ctx_id >> 5;

	entry += FIRST_STATUS;
	load_context(b, 0);
	EXPECT_EQ(entry[0], SW_ID(id) | BIT(0));
	EXPECT_EQ(entry[1], SW_ID(IDLE));
	EXPECT_EQ(entry[2], SW_ID(IDLE));
	EXPECT_EQ(entry[3], SW_ID(id));
	expect_clean(b);
}

/*
 * The image has Gen12's registers of the ring, and a block of state that i915 changes before a
 * context is loaded again: it clears the stop bit of MI_MODE by its mask.
 */
static void image(struct bench *b)
{
	static const struct {
		u32 dword, offset;
	} places[] = {
		{ 0x02, 0x2244 }, { 0x12, 0x21c0 }, { 0x14, 0x21c4 }, { 0x16, 0x21c8 },
		{ 0x18, 0x2180 }, { 0x1a, 0x22b4 }, { 0x22, 0x23a8 }, { 0x32, 0x2270 },
		{ 0x42, 0x20c8 }, { 0x60, 0x209c }, { 0x70, 0x2158 }, { 0x74, 0x2600 },
		{ 0xb6, 0x2084 }, { 0x144, 0x2360 },
	};
	u32 *state = guest(b, STATE), i;

	load_context(b, 0);
	for (i = 0; i < ARRAY_SIZE(places); i++)
		EXPECT_EQ(state[places[i].dword], places[i].offset);
	EXPECT_EQ(state[0x51], 0x11001000 | (2 * 51 - 1));
	state[0x61] = (state[0x61] & ~BIT(8)) | BIT(24);
	state[0x75] = 0xc0ffee;
	run(b, (const u32[]){ 0, 0 }, 2);
	EXPECT_EQ(b->gpu->store[0x2600 / 4], 0xc0ffee);
	EXPECT_EQ(state[0x75], 0xc0ffee);
	expect_clean(b);
}

/* A wait with a token, for memory and for a register: an invalidation has ended. */
static void waits(struct bench *b)
{
	const u32 dw[] = {
		0x11000001, 0x4208, 1, 0x0e01c003, 0, 0x4208, 0, 0,
		0x0e40c003, 7, BASE + DATA, 0, 0,
		0x10400002, BASE + DATA + 4, 0, 0xc0ffee, 0,
	};
	u32 *at = guest(b, DATA);

	load_context(b, 0);
	at[0] = 7;
	run(b, dw, ARRAY_SIZE(dw));
	EXPECT_EQ(at[1], 0xc0ffee);
	expect_clean(b);
}

const struct test oag_tests[] = {
	{ "oag-stream", OAG, stream },
	{ "oag-no-timer", OAG, no_timer },
	{ "oag-status", OAG, status },
	{ "oag-rules", OAG, rules },
	{ "oag-gone", OAG, gone },
	{ "oag-triggers", OAG, triggers },
	{ "oag-live", OAG, live },
	{ "oag-split", OAG, split },
	{ "oag-fuses", OAG, fuses },
	{ "oag-invalidations", OAG, invalidations },
	{ "oag-cacheability", OAG, cacheability },
	{ "oag-wells", OAG, wells },
	{ "oag-cold", OAG, cold },
	{ "oag-statuses", OAG, statuses },
	{ "oag-image", OAG, image },
	{ "oag-waits", OAG, waits },
	{ }
};
