// SPDX-License-Identifier: GPL-2.0-only
/*
 * The OA units of SNB, IVB, VLV and Haswell, report by report: sizes, places in memory, counters,
 * faults, and descriptions of the buffer that break a rule; hardware.rst 2.4, 3.2 to 3.5, 3.10,
 * 3.14, 3.15, 4.2, 5.1, 6.1, 7.1, 7.2.
 */
#include "sim_test.h"

#define ALL		"snb ivb vlv hsw"
#define NO_RULE		SIM_NUM_VIOLATIONS
/* Ticks between two reports: exponent 0 on SNB, 3 elsewhere */
#define PERIOD		16
#define EXPONENT(b)	((b)->facts->snb ? 0 : 3)
#define GGTT		BIT(0)
#define OVERFLOWED	BIT(1)

static bool is(const struct bench *b, const char *name)
{
	return !strcmp(b->facts->name, name);
}

static u32 status(struct bench *b)
{
	return rd(b, 0x2364);
}

/* Turn the unit on, with time that only periods() moves. */
static void start(struct bench *b, u32 code, u32 select)
{
	oa_prepare(b, 0);
	oa_describe_legacy(b, code, 0);
	by_hand(b);
	oa_on(b, EXPONENT(b), select);
}

static void periods(struct bench *b, u32 n)
{
	ticks(b, n * PERIOD);
}

/* Reports are one period apart, on rising edges of a time stamp bit; no rule is broken. */
static void timer(struct bench *b)
{
	u32 i;

	start(b, 0, 0);
	periods(b, 100);
	EXPECT_EQ(oa_tail(b), 100 * 64);
	for (i = 0; i < 100; i++) {
		EXPECT_EQ(guest(b, 64 * i)[0], 0x400);
		EXPECT_EQ(guest(b, 64 * i)[1] % PERIOD, PERIOD / 2);
		EXPECT_EQ(guest(b, 64 * i)[1] - guest(b, 0)[1], i * PERIOD);
	}
	EXPECT_EQ(*guest(b, 64 * 100), 0);
	oa_head(b, oa_tail(b));
	oa_off(b);
	EXPECT_EQ(total_broken(b), 0);
	EXPECT_EQ(b->gpu->stats.unknown_registers, 0);
}

/* With every size, the tail wraps at the end; more unread bytes than the size are an overflow. */
static void sizes(struct bench *b)
{
	const u32 codes = b->facts->hsw ? 1 : 8;
	u32 code, size;

	oa_prepare(b, 0);
	by_hand(b);
	for (code = 0; code < codes; code++) {
		size = b->facts->hsw ? 0x20000 : 0x4000 * (code + 1);
		oa_describe_legacy(b, code, 0);
		oa_on(b, EXPONENT(b), 0);
		periods(b, size / 64 - 1);
		EXPECT_EQ(oa_tail(b), size - 64);
		periods(b, 1);
		EXPECT_EQ(oa_tail(b), 0);
		EXPECT_EQ(status(b) & OVERFLOWED, 0);
		periods(b, 1);
		EXPECT_EQ(status(b) & OVERFLOWED, OVERFLOWED);
		oa_off(b);
	}
	EXPECT_EQ(total_broken(b), 0);
}

/* 192 bytes: the last report before the end continues at the start of the ring. */
static void straddle(struct bench *b)
{
	const u32 size = b->facts->hsw ? 0x20000 : 0x4000, whole = size / 192;

	start(b, 0, 3);
	b->gpu->activity.kind = SIM_IDLE;
	b->gpu->counters.b[0] = 0x1234;
	periods(b, whole);
	EXPECT_EQ(guest(b, 0)[32], 0x1234);
	b->gpu->counters.b[0] = 0x5678;
	periods(b, 1);
	EXPECT_EQ(oa_tail(b), (whole + 1) * 192 - size);
	EXPECT_EQ(guest(b, whole * 192)[0], 0x400);
	EXPECT_EQ(guest(b, whole * 192)[1], 0x100000 + PERIOD / 2 + whole * PERIOD);
	EXPECT_EQ(*guest(b, (whole * 192 + 128) % size), 0x5678);
	oa_off(b);
	if (!b->facts->hsw) {
		/* 48 KiB hold 256 of them, and none straddles the end. */
		oa_describe_legacy(b, 2, 0);
		oa_on(b, EXPONENT(b), 3);
		periods(b, 256);
		EXPECT_EQ(oa_tail(b), 0);
	}
	EXPECT_EQ(total_broken(b), 0);
}

/* CEC 0 "greater or equal 0" makes B0 count clocks: 88 per tick at 1100 MHz, 52 at VLV's 650. */
static void clocks(struct bench *b)
{
	b->gpu->activity.kind = SIM_BUSY;
	/* The highest frequency, and more */
	wr(b, 0xa008, 63 << 25);
	wr(b, b->facts->hsw ? 0x2770 : 0x2390, 3);
	start(b, 0, 3);
	periods(b, 2);
	EXPECT_EQ(guest(b, 192)[32] - guest(b, 0)[32], PERIOD * (is(b, "vlv") ? 52 : 88));
	oa_off(b);
	EXPECT_EQ(total_broken(b), 0);
	if (b->facts->snb)
		return;
	/* Reserved counters do not count: A33 of IVB GT2, A34 of all but IVB, A3. */
	oa_describe_legacy(b, 0, 0);
	oa_on(b, EXPONENT(b), 5);
	periods(b, 2);
	EXPECT_EQ(guest(b, 256)[3 + 33] == 0, is(b, "ivb"));
	EXPECT_EQ(guest(b, 256)[3 + 34] != 0, is(b, "ivb"));
	EXPECT_EQ(guest(b, 256)[3 + 3], 0);
	EXPECT(guest(b, 256)[3]);
}

/* SNB has no such event; elsewhere it comes with the report that passes half. */
static void half(struct bench *b)
{
	irq_on(b);
	start(b, b->facts->size_code, 0);
	periods(b, 1024);
	EXPECT(!b->line);
	periods(b, 1);
	EXPECT_EQ(b->line, !b->facts->snb);
	EXPECT_EQ(rd(b, 0x44018), b->facts->snb ? 0 : BIT(9));
	wr(b, 0x44018, BIT(9));
	EXPECT(!b->line);
}

/* The effect of each fault at its report; VLV's report-lost bit does not work. */
static void faults(struct bench *b)
{
	b->gpu->activity.kind = SIM_IDLE;
	b->gpu->counters.b[0] = 1;
	start(b, 0, 3);
	b->gpu->faults.zero_id = 1;
	periods(b, 1);
	EXPECT_EQ(guest(b, 0)[0], 0);
	EXPECT(guest(b, 0)[1]);
	b->gpu->faults.torn_report = 1;
	periods(b, 1);
	EXPECT(guest(b, 192)[0]);
	EXPECT_EQ(guest(b, 192)[32], 0);
	b->gpu->faults.not_landed = 1;
	periods(b, 1);
	EXPECT_EQ(oa_tail(b), 3 * 192);
	EXPECT_EQ(guest(b, 2 * 192)[1], 0);
	b->gpu->faults.report_lost = 1;
	periods(b, 1);
	EXPECT_EQ(oa_tail(b), 3 * 192);
	EXPECT_EQ(status(b) & BIT(0), !is(b, "vlv"));
	/* 3 us: it lands after the third strobe from here */
	b->gpu->faults.tail_lag = 3;
	periods(b, 2);
	EXPECT_EQ(oa_tail(b), 5 * 192);
	EXPECT_EQ(guest(b, 3 * 192)[1], 0);
	periods(b, 2);
	EXPECT(guest(b, 3 * 192)[1]);
	EXPECT_EQ(total_broken(b), 0);
}

static bool landed(struct bench *b, u32 report, u32 line)
{
	const u32 *dw = guest(b, report * 192 + line * 64);
	u32 i, blank = 0;

	for (i = 0; i < 16; i++)
		blank += dw[i] == ~0u;
	return blank < 16;
}

/* Each line of each report lands by itself, and lines of several reports side by side. */
static void landing_parts(struct bench *b)
{
	memset(guest(b, 0), 0xff, SIM_PAGE_SIZE);
	start(b, 0, 3);
	/* 3 us: the next line lands after the third strobe from the one before. */
	b->gpu->faults.landing_parts = 3;
	periods(b, 1);
	EXPECT_EQ(oa_tail(b), 192);
	EXPECT(landed(b, 0, 0) && !landed(b, 0, 1));
	periods(b, 2);
	EXPECT(landed(b, 0, 1) && !landed(b, 0, 2));
	EXPECT(landed(b, 2, 0) && !landed(b, 1, 1));
	periods(b, 3);
	EXPECT(landed(b, 0, 2) && !landed(b, 1, 2));
	EXPECT_EQ(total_broken(b), 0);
}

/* struct description - what is written to describe the buffer, and the rule that it breaks */
struct description {
	const char *platforms;
	enum sim_violation rule;
	/* h, b, t: head, buffer, tail, which are counted from BASE */
	const char *order;
	u32 head, buffer, tail, select;
};

static const struct description descriptions[] = {
	{ "snb", NO_RULE, "hbtt", GGTT, 0, 0 }, { "ivb vlv hsw", NO_RULE, "hbt", GGTT, 0, 0 },
	{ "ivb vlv hsw", SIM_OABUFFER_ORDER, "bht", GGTT, 0, 0 },
	{ ALL, SIM_OABUFFER_ORDER, "htb", GGTT, 0, 0 },
	{ ALL, SIM_OABUFFER_ALIGN, "hbtt", 0x10000 | GGTT, 0x10000, 0x10000 },
	{ ALL, SIM_HEAD_TAIL, "hbtt", GGTT, 0, 0x40 },
	{ ALL, SIM_HEAD_TAIL, "hbtt", 0x40 | GGTT, 0, 0 },
	{ ALL, SIM_RESERVED_BIT, "hbtt", GGTT, 0x20, 0 },
	{ "snb ivb vlv", SIM_RESERVED_BIT, "hbtt", GGTT, 8, 0 },
	{ "hsw", NO_RULE, "hbtt", GGTT, 8, 0 },
	{ "snb", SIM_RESERVED_BIT, "hbtt", GGTT, 1, 0 },
	{ "ivb vlv hsw", NO_RULE, "hbtt", GGTT, 1, 0 },
	{ ALL, SIM_RESERVED_BIT, "hbtt", 0x10 | GGTT, 0, 0 },
	{ "snb ivb vlv", SIM_RESERVED_BIT, "hbtt", GGTT, 0, 0, 4 },
	{ "hsw", NO_RULE, "hbtt", GGTT, 0, 0, 4 },
	{ "snb ivb vlv", SIM_PPGTT, "hbtt", 0, 0, 0 },
	{ "hsw", SIM_RESERVED_BIT, "hbtt", 0, 0, 0 },
	{ "snb", SIM_STATUS_LEFT, "hbt", GGTT, 0, 0 },
	/* The tail and the head alone, after a start: SNB accepts that. */
	{ "ivb vlv hsw", SIM_OABUFFER_ORDER, "th", GGTT, 0, 0 },
	{ "snb", NO_RULE, "th", GGTT, 0, 0 },
};

static void write_in(struct bench *b, const struct description *d)
{
	const char *step;

	for (step = d->order; *step; step++)
		wr(b, *step == 'h' ? 0x2368 : *step == 'b' ? 0x23b0 : 0x2364,
		   BASE + (*step == 'h' ? d->head : *step == 'b' ? d->buffer : d->tail));
}

/* Each breaks its rule once and no other, in a sequence that is right otherwise. */
static void described(struct bench *b)
{
	const struct description *d;
	u64 before, total;

	oa_prepare(b, 0);
	by_hand(b);
	for (d = descriptions; d < descriptions + ARRAY_SIZE(descriptions); d++) {
		if (!strstr(d->platforms, b->facts->name))
			continue;
		before = d->rule == NO_RULE ? 0 : broken(b, d->rule);
		total = total_broken(b);
		write_in(b, d);
		oa_on(b, EXPONENT(b), d->select);
		periods(b, 10);
		oa_off(b);
		if (d->rule != NO_RULE)
			EXPECT_EQ(broken(b, d->rule) - before, 1);
		if (!EXPECT_EQ(total_broken(b) - total, d->rule != NO_RULE))
			printf("    # description %u\n", (u32)(d - descriptions));
	}
	/* A start that keeps the order after one that did not: overflow is reported again. */
	oa_describe_legacy(b, 0, 0);
	oa_on(b, EXPONENT(b), 0);
	periods(b, 4096);
	EXPECT_EQ(status(b) & OVERFLOWED, OVERFLOWED);
}

/* While the unit is on, OABUFFER reads as written (0 on SNB), and OASTATUS1 may not be written. */
static void running(struct bench *b)
{
	start(b, b->facts->size_code, 0);
	EXPECT_EQ(rd(b, 0x23b0), b->facts->snb ? 0 : BASE);
	wr(b, 0x2364, BASE);
	EXPECT_EQ(broken(b, SIM_OA_RUNNING), 1);
	EXPECT_EQ(total_broken(b), 1);
}

/* Clock gates, before the unit is on and while it is; SNB's DOP gate does not matter. */
static void clock_gates(struct bench *b)
{
	start(b, 0, 0);
	wr(b, 0x9400, 0);
	EXPECT_EQ(broken(b, SIM_CLOCK_GATING), 1);
	wr(b, 0x9400, BIT(7));
	EXPECT_EQ(broken(b, SIM_CLOCK_GATING), 1);
	wr(b, 0x9424, BIT(0));
	EXPECT_EQ(broken(b, SIM_CLOCK_GATING), b->facts->snb ? 1 : 2);
	oa_off(b);
	oa_describe_legacy(b, 0, 0);
	oa_on(b, EXPONENT(b), 0);
	EXPECT_EQ(broken(b, SIM_CLOCK_GATING), b->facts->snb ? 1 : 3);
	EXPECT_EQ(total_broken(b), broken(b, SIM_CLOCK_GATING));
}

/* On SNB, and there only, a unit turned off with the head beyond a wrapped tail breaks a rule. */
static void head_left(struct bench *b)
{
	start(b, 0, 0);
	/* Of 16 KiB; Haswell's ring is larger and does not wrap. */
	periods(b, 250);
	oa_head(b, 250 * 64);
	periods(b, 10);
	wr(b, 0x2360, EXPONENT(b) << 6 | 1);
	oa_off(b);
	oa_describe_legacy(b, 0, 0);
	EXPECT_EQ(broken(b, SIM_HEAD_RULE), b->facts->snb);
	EXPECT_EQ(total_broken(b), b->facts->snb);
}

const struct test legacy_unit_tests[] = {
	{ "unit-timer", LEGACY, timer },
	{ "unit-sizes", LEGACY, sizes },
	{ "unit-straddle", LEGACY, straddle },
	{ "unit-clocks", LEGACY, clocks },
	{ "unit-half", LEGACY, half },
	{ "unit-faults", LEGACY, faults },
	{ "unit-landing-parts", LEGACY, landing_parts },
	{ "unit-described", LEGACY, described },
	{ "unit-running", LEGACY, running },
	{ "unit-clock-gates", LEGACY, clock_gates },
	{ "unit-head-left", LEGACY, head_left },
	{ }
};
