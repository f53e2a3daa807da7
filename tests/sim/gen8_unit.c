// SPDX-License-Identifier: GPL-2.0-only
/*
 * The OA units of Gen8 to Gen11 together with their context, report by report: the effects of
 * loads and ends of contexts, the timer, triggers and resets; hardware.rst 3.6 to 3.14, 4.2 to 4.4,
 * 5.4, 5.5, 7.3 to 7.8, 9.4; Lakefield, volume 13, "OA Programming Guidelines".
 */
#include "sim_test.h"

#define EXPONENT	9
#define PERIOD		1024
#define RESUME		BIT(0)
#define CTX_CONTROL	(EXPONENT << 2 | 3)
#define A36		5
#define BYTES		256
/* Reasons of RPT_ID */
#define TIMER		BIT(0)
#define TRIGGER1	BIT(1)
#define TRIGGER2	BIT(2)
#define SWITCHED	BIT(3)
#define GO		BIT(4)
#define CLOCK		BIT(5)
#define START_TRIGGER	BIT(18)
#define THRESHOLD	BIT(17)
/* Dwords of an image in a page of state: head and tail of the ring */
#define HEAD		5
#define TAIL		7

static u32 *report(struct bench *b, u32 n)
{
	return guest(b, n * BYTES);
}

static u32 reason(struct bench *b, u32 n)
{
	return report(b, n)[0] >> 19 & 0x3f;
}

static u32 reports(struct bench *b)
{
	return oa_tail(b) / BYTES;
}

static u64 wide_a(const u32 *dw, u32 n)
{
	return dw[4 + n] | (u64)((const u8 *)(dw + 40))[n] << 32;
}

static bool gen9(const struct bench *b)
{
	return b->facts->ctx_valid == BIT(16);
}

static void turn_on(struct bench *b)
{
	oa_describe(b);
	wr(b, 0x2b00, A36 << 2 | 1);
}

/* Append commands to the ring of the context and submit it. */
static void run(struct bench *b, const u32 *dw, u32 n)
{
	u32 *state = guest(b, STATE);

	memcpy((char *)guest(b, RING) + state[TAIL], dw, n * sizeof(*dw));
	state[TAIL] += n * sizeof(*dw);
	submit_context(b);
	ticks(b, 64);
	ticks(b, 1);
}

static void run_noops(struct bench *b)
{
	run(b, (const u32[]){ 0, 0 }, 2);
}

/* A busy GPU at its highest frequency, whose time moves by hand */
static void make(struct bench *b)
{
	b->gpu->activity.kind = SIM_BUSY;
	wr(b, 0xa008, 0x7f << 24);
	by_hand(b);
}

static void load(struct bench *b, u32 ctx_control)
{
	make_context(b, ctx_control);
	submit_context(b);
	ticks(b, 64);
	ticks(b, 1);
}

static void make_loaded(struct bench *b, u32 ctx_control)
{
	make(b);
	load(b, ctx_control);
}

static void expect_clean(struct bench *b)
{
	EXPECT_EQ(total_broken(b), 0);
	EXPECT_EQ(b->gpu->stats.unknown_registers, 0);
}

/* Reports of the timer are one period apart; the context is idle, and its id stale. */
static void timer(struct bench *b)
{
	u32 i;

	make_loaded(b, CTX_CONTROL);
	turn_on(b);
	ticks(b, 8 * PERIOD);
	EXPECT_EQ(reports(b), 8);
	for (i = 0; i < 8; i++) {
		EXPECT_EQ(reason(b, i), TIMER);
		EXPECT_EQ(report(b, i)[0] & b->facts->ctx_valid, 0);
		EXPECT_EQ(report(b, i)[1], 0x100000 + PERIOD / 2 + i * PERIOD);
		EXPECT_EQ(report(b, i)[2], b->facts->ctx_id);
		EXPECT(gen9(b) || report(b, i)[0] & BIT(16));
	}
	wr(b, 0x2b00, 0);
	expect_clean(b);
}

/* The load and the end of a context write one report each; the timer runs only in between. */
static void context_loads(struct bench *b)
{
	const u32 flex = b->facts->gen11 ? 0x78f : gen9(b) ? 0x3df : 0x2cf;
	u32 *state = guest(b, STATE), n, i;

	make(b);
	turn_on(b);
	ticks(b, 8 * PERIOD);
	EXPECT_EQ(reports(b), 0);
	load(b, CTX_CONTROL);
	EXPECT(reports(b) >= 2);
	EXPECT_EQ(reason(b, 0), SWITCHED);
	EXPECT(report(b, 0)[0] & b->facts->ctx_valid);
	EXPECT_EQ(report(b, 0)[2], b->facts->ctx_id);
	EXPECT_EQ(reason(b, 1), GO);
	EXPECT_EQ(report(b, 1)[0] & b->facts->ctx_valid, 0);
	n = reports(b);
	ticks(b, 8 * PERIOD);
	EXPECT_EQ(reports(b), n + 8);
	for (i = n; i < n + 8; i++)
		EXPECT_EQ(reason(b, i), TIMER);
	/* A patch made now takes effect at the next load. */
	EXPECT_EQ(state[b->facts->oactxcontrol - 1], 0x2360);
	EXPECT_EQ(state[b->facts->oactxcontrol], CTX_CONTROL);
	EXPECT_EQ(*guest(b, STATE + 4 * flex - 4), 0xe458);
	state[b->facts->oactxcontrol] = RESUME;
	*guest(b, STATE + 4 * flex) = 0x5004;
	ticks(b, 8 * PERIOD);
	EXPECT_EQ(reports(b), n + 16);
	EXPECT(b->gpu->store[0xe458 / 4] != 0x5004);
	run_noops(b);
	n = reports(b);
	ticks(b, 8 * PERIOD);
	EXPECT_EQ(reports(b), n);
	EXPECT_EQ(rd(b, 0x2360), RESUME);
	EXPECT_EQ(b->gpu->store[0xe458 / 4], 0x5004);
	expect_clean(b);
}

/* MMIO writes to both registers last until the next load, which takes the image's values. */
static void context_undoes(struct bench *b)
{
	make_loaded(b, CTX_CONTROL);
	wr(b, 0x2360, 0);
	wr(b, 0xe65c, 0x222222);
	turn_on(b);
	ticks(b, 4 * PERIOD);
	EXPECT_EQ(reports(b), 0);
	run_noops(b);
	EXPECT_EQ(rd(b, 0x2360), CTX_CONTROL);
	EXPECT(b->gpu->store[0xe65c / 4] != 0x222222);
	expect_clean(b);
}

/* Without a context's resume bit there is no strobe and no count. */
static void needs_context(struct bench *b)
{
	u64 busy;

	make(b);
	wr(b, 0x2360, CTX_CONTROL);
	turn_on(b);
	busy = b->gpu->counters.a[0];
	ticks(b, 8 * PERIOD);
	EXPECT_EQ(reports(b), 0);
	load(b, CTX_CONTROL & ~RESUME);
	oa_off(b);
	turn_on(b);
	ticks(b, 8 * PERIOD);
	EXPECT_EQ(reports(b), 0);
	EXPECT_EQ(b->gpu->counters.a[0], busy);
	wr(b, 0x2360, CTX_CONTROL);
	ticks(b, 8 * PERIOD);
	EXPECT_EQ(reports(b), 8);
	EXPECT(b->gpu->counters.a[0] > busy);
	expect_clean(b);
}

/* A snapshot goes to the command's address, with the command's id, not into the OA buffer. */
static void snapshot(struct bench *b)
{
	const u32 dw[] = { 0x14000002, (BASE + DATA) | 1, 0, 0xc0ffee };
	const u32 *at = guest(b, DATA);
	u32 n;

	make_loaded(b, RESUME);
	turn_on(b);
	n = reports(b);
	run(b, dw, ARRAY_SIZE(dw));
	EXPECT_EQ(reports(b), n + 2);
	EXPECT_EQ(at[0], 0xc0ffee);
	EXPECT(at[1] > report(b, n)[1] && at[1] < report(b, n + 1)[1]);
	EXPECT_EQ(at[2], b->facts->ctx_id);
	EXPECT(at[3] >= report(b, n)[3]);
	expect_clean(b);
	wr(b, 0x2b00, 0);
	run(b, dw, ARRAY_SIZE(dw));
	EXPECT_EQ(broken(b, SIM_RPC_OFF), 1);
	EXPECT(at[0] != 0xc0ffee);
}

/* A counter that wraps sets the status bit, once. */
static void expect_wrapped(struct bench *b)
{
	EXPECT_EQ(rd(b, 0x2b08), BIT(2));
	wr(b, 0x2b08, BIT(17) | BIT(16));
	EXPECT_EQ(rd(b, 0x2b08), 0);
}

/* A0 to A31 have 40 bits, A32 to A35 have 32. */
static void wraps(struct bench *b)
{
	u64 *a = b->gpu->counters.a;

	make_loaded(b, CTX_CONTROL);
	a[6] = 0x123ffffffffull << SIM_FRACTION_BITS;
	turn_on(b);
	ticks(b, 2 * PERIOD);
	EXPECT_EQ(wide_a(report(b, 1), 6) >> 32, 0x24);
	EXPECT_EQ(rd(b, 0x2b08), 0);
	a[6] = 0xffffffffffull << SIM_FRACTION_BITS;
	ticks(b, 2 * PERIOD);
	EXPECT(wide_a(report(b, 3), 6) && wide_a(report(b, 3), 6) < 0x100000);
	expect_wrapped(b);
	a[32] = 0xffffffffull << SIM_FRACTION_BITS;
	ticks(b, 2 * PERIOD);
	EXPECT(report(b, 5)[36] < 0x100000);
	expect_wrapped(b);
	expect_clean(b);
}

/* Bits 18 and 17 name the block whose trigger caused the report; without them it is the first. */
static void triggers(struct bench *b)
{
	make_loaded(b, RESUME);
	wr(b, 0x2710, 0xffff);
	wr(b, 0x2714, 0xf0800000);
	wr(b, 0x2720, 0);
	wr(b, 0x2724, 0xf0800000);
	wr(b, 0x2770, 3);
	turn_on(b);
	wr(b, 0x2744, 0x80200000);
	wr(b, 0x2744, 0x80600000);
	wr(b, 0x2754, 0x80a00000);
	wr(b, 0x2754, 0x80e00000);
	ticks(b, 16 * PERIOD);
	wr(b, 0x2744, 0x80200000);
	wr(b, 0x2744, 0x80600000);
	ticks(b, 1);
	EXPECT_EQ(reports(b), 3);
	EXPECT_EQ(reason(b, 0), TRIGGER1);
	EXPECT_EQ(report(b, 0)[0] & (START_TRIGGER | THRESHOLD), 0);
	EXPECT_EQ(reason(b, 1), TRIGGER2);
	EXPECT_EQ(report(b, 1)[0] & (START_TRIGGER | THRESHOLD), START_TRIGGER | THRESHOLD);
	EXPECT_EQ(report(b, 2)[0] & (START_TRIGGER | THRESHOLD), START_TRIGGER);
	/* The second block started B0 at once. */
	EXPECT_EQ(report(b, 2)[48] - report(b, 0)[48], report(b, 2)[3] - report(b, 0)[3]);
	expect_clean(b);
}

/* If OACONTROL selects a specific context, only the context in OACTXID counts. */
static void specific(struct bench *b)
{
	u64 busy;

	make_loaded(b, RESUME);
	oa_describe(b);
	wr(b, 0x2364, b->facts->ctx_id + 0x20);
	wr(b, 0x2b00, A36 << 2 | BIT(1) | BIT(0));
	busy = b->gpu->counters.a[0];
	ticks(b, 4 * PERIOD);
	EXPECT_EQ(b->gpu->counters.a[0], busy);
	wr(b, 0x2364, b->facts->ctx_id);
	ticks(b, 4 * PERIOD);
	EXPECT(b->gpu->counters.a[0] > busy);
	expect_clean(b);
}

/* Writing a status bit does not set it, and a tail moved back leaves a valid ring. */
static void status(struct bench *b)
{
	make(b);
	wr(b, 0x2b08, ~0u);
	EXPECT_EQ(rd(b, 0x2b08), 0);
	load(b, CTX_CONTROL);
	turn_on(b);
	ticks(b, 8 * PERIOD);
	oa_head(b, 4 * BYTES);
	expect_clean(b);
	wr(b, 0x2b10, BASE + BYTES);
	EXPECT_EQ(broken(b, SIM_OA_RUNNING), 1);
	EXPECT_EQ(reports(b), 1);
	ticks(b, 2 * PERIOD);
	EXPECT_EQ(reports(b), 3);
	EXPECT(!oa_overflowed(b));
	ticks(b, 2 * PERIOD);
	EXPECT(oa_overflowed(b));
	EXPECT_EQ(total_broken(b), 1);
}

/* The first report beyond the ring's capacity causes the overflow. */
static void overflow(struct bench *b)
{
	make_loaded(b, CTX_CONTROL);
	turn_on(b);
	ticks(b, 512 * PERIOD);
	EXPECT(!oa_overflowed(b));
	ticks(b, PERIOD);
	EXPECT(oa_overflowed(b));
	expect_clean(b);
}

/* The engine's reset loses only the context: with a new one the unit runs on. */
static void render_reset(struct bench *b)
{
	u32 n;

	make_loaded(b, CTX_CONTROL);
	turn_on(b);
	ticks(b, 4 * PERIOD);
	n = reports(b);
	wr(b, 0x20d0, 0x00010001);
	ticks(b, 100);
	wr(b, 0x941c, BIT(1));
	ticks(b, 100);
	wr(b, 0x20d0, 0x00010000);
	EXPECT_EQ(rd(b, 0x2360), 0);
	EXPECT_EQ(rd(b, 0x2b00), A36 << 2 | 1);
	EXPECT(rd(b, 0x2800));
	ticks(b, 4 * PERIOD);
	EXPECT_EQ(reports(b), n);
	load(b, CTX_CONTROL);
	ticks(b, 4 * PERIOD);
	EXPECT(reports(b) >= n + 2 + 4);
	expect_clean(b);
}

/* A reset of the GT also clears the unit and the counters, but the power domains stay awake. */
static void full_reset(struct bench *b)
{
	static const u32 lost[] = { 0x2b00, 0x2b14, 0x2b10, 0x2360, 0x2800, 0x2714 };
	u32 i;

	make_loaded(b, CTX_CONTROL);
	wr(b, 0x2714, 0xf0800000);
	turn_on(b);
	ticks(b, 4 * PERIOD);
	EXPECT(rd(b, 0x2800));
	wr(b, 0x20d0, 0x00010001);
	ticks(b, 100);
	wr(b, 0x941c, BIT(0));
	ticks(b, 100);
	for (i = 0; i < ARRAY_SIZE(lost); i++)
		EXPECT_EQ(rd(b, lost[i]), 0);
	expect_clean(b);
}

/* Run segments of the activity until a report with that reason comes. */
static const u32 *find(struct bench *b, u32 what)
{
	u32 i;

	ticks(b, 12 << 17);
	for (i = 0; i < reports(b); i++)
		if (reason(b, i) & what)
			return report(b, i);
	return NULL;
}

/* Other clients' contexts come and go, each with a report, unless OA_DEBUG disables these. */
static void switches(struct bench *b)
{
	const u32 *dw;

	make_loaded(b, RESUME);
	b->gpu->activity.kind = SIM_CTXSWITCH;
	turn_on(b);
	dw = find(b, SWITCHED);
	if (EXPECT(dw)) {
		EXPECT(dw[0] & b->facts->ctx_valid);
		EXPECT(dw[2] != b->facts->ctx_id);
	}
	dw = find(b, GO);
	if (EXPECT(dw))
		EXPECT_EQ(dw[0] & b->facts->ctx_valid, 0);
	wr(b, 0x2b00, 0);
	if (gen9(b)) {
		wr(b, 0x2b04, 0x00060006);
		turn_on(b);
		ticks(b, 12 << 17);
		EXPECT_EQ(reports(b), 0);
	}
	expect_clean(b);
}

/* From Gen9 on a change of the clock causes a report, and RPT_ID shows it. */
static void clock_changes(struct bench *b)
{
	const u32 *dw;

	make_loaded(b, RESUME);
	b->gpu->activity.kind = SIM_FREQ;
	if (gen9(b))
		wr(b, 0x2b04, 0x00400040);
	turn_on(b);
	dw = find(b, CLOCK);
	EXPECT_EQ(!!dw, gen9(b));
	if (!dw)
		return;
	EXPECT_EQ(dw[0] >> 25, dw[0] & 0x7f);
	EXPECT((dw[0] & 0x1ff) >= b->gpu->platform->freq_min);
	wr(b, 0x2b00, 0);
	wr(b, 0x2b04, 0x00200020);
	turn_on(b);
	ticks(b, 12 << 17);
	EXPECT_EQ(reports(b), 0);
	expect_clean(b);
}

/* Registers show the values of a report of the same moment; free-running copies need no OA unit. */
static void live(struct bench *b)
{
	u32 copy, clocks, *dw = report(b, 0);

	make_loaded(b, CTX_CONTROL);
	turn_on(b);
	b->gpu->counters.a[6] = 0x1234567890ull << SIM_FRACTION_BITS;
	ticks(b, PERIOD);
	EXPECT_EQ(rd(b, 0x2834), 0x12);
	EXPECT(rd(b, 0x2830) >= dw[4 + 6]);
	EXPECT_EQ(wide_a(dw, 6) >> 32, 0x12);
	EXPECT(rd(b, 0x2910) >= dw[3]);
	EXPECT(rd(b, 0x2900) >= dw[36]);
	wr(b, 0x2b00, 0);
	copy = rd(b, 0x2968);
	clocks = rd(b, 0x2910);
	ticks(b, 8 * PERIOD);
	EXPECT(rd(b, 0x2910) > clocks);
	if (gen9(b))
		EXPECT(rd(b, 0x2968) > copy);
	else
		EXPECT_EQ(copy, 0);
	EXPECT_EQ(total_broken(b), 0);
}

/* While the render engine sleeps, its clock counters stand still. */
static void asleep(struct bench *b)
{
	const struct well *well;
	u64 clocks;

	make(b);
	for (well = b->facts->wells; well->request; well++)
		wr(b, well->request, 0x00010000);
	ticks(b, 1000000);
	clocks = b->gpu->counters.clocks;
	EXPECT(clocks);
	ticks(b, 10000000);
	EXPECT_EQ(b->gpu->counters.clocks, clocks);
}

/* The registers of the time base give the length of a tick; hardware.rst 3.14 */
static void time_base(struct bench *b)
{
	static const u32 crystals[4] = { 24000000, 19200000, 38400000, 25000000 };
	const u32 config = rd(b, 0xd00), mode = gen9(b) && !b->facts->gen11 ? rd(b, 0xa26c) : 0;
	u32 hz = 12500000;

	if (b->facts->gen11)
		hz = crystals[config >> 3 & 3] >> (3 - (config >> 1 & 3));
	else if (gen9(b))
		hz = (strcmp(b->facts->name, "bxt") ? 24000000 : 19200000) >> (3 - (mode >> 1 & 3));
	EXPECT_EQ(hz, b->facts->timestamp_hz);
	EXPECT_EQ((u64)hz * b->gpu->platform->tick_num, 1000000000ull * b->gpu->platform->tick_den);
}

/* TestOa, hardware.rst 5.5: shares of the clock in twelfths, by B counter; one C counts clocks. */
static void test_oa(struct bench *b)
{
	static const u32 cec[16] = {
		0x00000004, 0, 0x00000003, 0, 0x00000007, 0, 0x00100002, 0xfff7,
		0x00100002, 0xffcf, 0x00100082, 0xffef, 0x001000c2, 0xffe7, 0x00100001, 0xffe7,
	};
	static const u32 twelfths[8] = { 0, 12, 12, 6, 4, 4, 2, 8 };
	const u32 c = 56 + (b->facts->gen11 ? 0 : 7), *first = report(b, 0), *last = report(b, 19);
	u32 clocks, i;

	make_loaded(b, CTX_CONTROL);
	wr(b, b->facts->gen11 ? 0xd04 : 0x9840, b->facts->gen11 ? BIT(9) : BIT(7));
	wr(b, 0x2714, 0xf0800000);
	wr(b, 0x2724, 0xf0800000);
	for (i = 0; i < ARRAY_SIZE(cec); i++)
		wr(b, 0x2770 + 4 * i, cec[i]);
	turn_on(b);
	ticks(b, 20 * PERIOD);
	clocks = last[3] - first[3];
	EXPECT(clocks > 1000);
	for (i = 0; i < ARRAY_SIZE(twelfths); i++) {
		const u32 is = (last[48 + i] - first[48 + i]) * 12, should = clocks * twelfths[i];

		EXPECT(is + 72 >= should && is <= should + 72);
	}
	EXPECT_EQ(last[c] - first[c], clocks);
	EXPECT(last[0] & START_TRIGGER);
	expect_clean(b);
}

static void reserved(struct bench *b)
{
	static const u32 writes[][2] = {
		{ 0x2b00, BIT(8) }, { 0x2360, BIT(8) }, { 0x2b14, BIT(1) }, { 0x2b0c, BIT(0) },
		{ 0x2b10, BIT(5) }, { 0x2b20, BIT(0) },
	};
	const u32 n = ARRAY_SIZE(writes);
	u32 i;

	for (i = 0; i < n; i++) {
		wr(b, writes[i][0], writes[i][1]);
		EXPECT_EQ(broken(b, SIM_RESERVED_BIT), i + 1);
		EXPECT_EQ(b->gpu->violations[SIM_RESERVED_BIT].offset, writes[i][0]);
	}
	/* All ones mask everything. */
	wr(b, 0x2b20, ~0u);
	oa_describe(b);
	wr(b, 0x23b4, 1);
	EXPECT_EQ(broken(b, SIM_RESERVED_BIT), n);
	wr(b, 0x2b00, A36 << 2 | 1);
	EXPECT_EQ(broken(b, SIM_RESERVED_BIT), n + 1);
	wr(b, 0x2b00, 0);
	/* There is no format 1. */
	oa_describe(b);
	wr(b, 0x2b00, 1 << 2 | 1);
	EXPECT_EQ(broken(b, SIM_RESERVED_BIT), n + 2);
	EXPECT_EQ(total_broken(b), n + 2);
}

const struct test gen8_unit_tests[] = {
	{ "unit8-timer", GEN8_TO_GEN11, timer },
	{ "unit8-context-loads", GEN8_TO_GEN11, context_loads },
	{ "unit8-context-undoes", GEN8_TO_GEN11, context_undoes },
	{ "unit8-needs-context", GEN8_TO_GEN11, needs_context },
	{ "unit8-snapshot", GEN8_TO_GEN11, snapshot },
	{ "unit8-wraps", GEN8_TO_GEN11, wraps },
	{ "unit8-triggers", GEN8_TO_GEN11, triggers },
	{ "unit8-specific", GEN8_TO_GEN11, specific },
	{ "unit8-status", GEN8_TO_GEN11, status },
	{ "unit8-overflow", GEN8_TO_GEN11, overflow },
	{ "unit8-render-reset", GEN8_TO_GEN11, render_reset },
	{ "unit8-full-reset", GEN8_TO_GEN11, full_reset },
	{ "unit8-switches", GEN8_TO_GEN11, switches },
	{ "unit8-clock-changes", GEN8_TO_GEN11, clock_changes },
	{ "unit8-live", GEN8_TO_GEN11, live },
	{ "unit8-asleep", GEN8_TO_GEN11, asleep },
	{ "unit8-time-base", GEN8_TO_GEN11, time_base },
	{ "unit8-test-oa", GEN8_TO_GEN11, test_oa },
	{ "unit8-reserved", GEN8_TO_GEN11, reserved },
	{ }
};
