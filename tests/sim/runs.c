// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reports written in runs equal those written one by one, in memory, in registers and in the
 * simulator's statistics. Two GPUs do the same work, and one of them writes in runs.
 */
#include "sim_test.h"

#define RING_BYTES	0x20000

/* struct setup - a ring; one larger than its memory maps that memory again and again */
static const struct setup {
	const char *platforms;
	u32 code, select, bytes, size;	/* up to gen7.5 */
	u32 exponent;
	enum sim_activity activity;
} setups[] = {
	{ "hsw", 0, 5, 256, 0x20000, 3, SIM_BUSY }, { "hsw", 0, 0, 64, 0x20000, 3, SIM_BUSY },
	{ "hsw", 0, 3, 192, 0x20000, 3, SIM_BUSY }, { "hsw", 7, 3, 192, 0x1000000, 3, SIM_BUSY },
	{ "hsw", 0, 6, 128, 0x20000, 3, SIM_BUSY }, { "snb", 0, 3, 192, 0x4000, 0, SIM_BUSY },
	{ "snb", 4, 1, 128, 0x14000, 0, SIM_BUSY }, { "ivb", 7, 5, 256, 0x20000, 3, SIM_BUSY },
	{ "vlv", 1, 2, 128, 0x8000, 3, SIM_BUSY },
	/* A period of 32 ticks leaves thousands of strobes in a segment of the activity. */
	{ "bdw", 0, 5, 256, 0x20000, 4, SIM_BURST },
	{ "bdw", 0, 2, 128, 0x20000, 4, SIM_CTXSWITCH },
	{ "chv", 0, 0, 64, 0x20000, 3, SIM_FREQ }, { "skl", 0, 5, 256, 0x20000, 4, SIM_FREQ },
	{ "bxt", 0, 5, 256, 0x20000, 0, SIM_BUSY }, { "bxt", 0, 7, 64, 0x20000, 5, SIM_CTXSWITCH },
	{ "icl", 0, 5, 256, 0x20000, 4, SIM_BURST },
	{ "lkf", 0, 5, 256, 0x20000, 3, SIM_CTXSWITCH },
	{ }
};

/* struct twins - a GPU that writes one by one, and one that writes in runs */
struct twins {
	struct bench *b[2];
	const struct setup *s;
	u32 period;
};

/* Counters close to their wrap, and to a change of bits 39:32 */
static void start_counters(struct sim_counters *c)
{
	u32 n;

	for (n = 0; n < SIM_NUM_A; n++)
		c->a[n] = (0x7ffff0000ull + n * 0x1357) << SIM_FRACTION_BITS;
	for (n = 0; n < SIM_NUM_B; n++)
		c->b[n] = 0x7fff0000 + n * 0x2468;
	for (n = 0; n < SIM_NUM_C; n++)
		c->c[n] = (0xfffe0000ull + n * 0x159) << SIM_FRACTION_BITS;
}

/* TestOa, hardware.rst 5.5; NOA is enabled by both generations' bits */
static void program_events(struct bench *b)
{
	static const u32 cec[16] = {
		0x00000004, 0, 0x00000003, 0, 0x00000007, 0, 0x00100002, 0xfff7,
		0x00100002, 0xffcf, 0x00100082, 0xffef, 0x001000c2, 0xffe7, 0x00100001, 0xffe7,
	};
	const bool eight = b->facts->gen8 || b->facts->hsw;
	u32 i;

	for (i = 0; i < (eight ? 16 : 8); i++)
		wr(b, (eight ? 0x2770 : 0x2390) + 4 * i, cec[i]);
	wr(b, 0x9840, BIT(7));
	if (!b->facts->gen8)
		return;
	wr(b, 0xd04, BIT(9));
	wr(b, 0x2710, 0x4000);
	wr(b, 0x2714, BIT(23));
}

static void describe(struct bench *b, const struct setup *s, u32 overrun)
{
	if (b->facts->gen8)
		oa_describe(b);
	else
		oa_describe_legacy(b, s->code, overrun);
}

static void prepare(struct bench *b, const struct setup *s)
{
	u32 i;

	for (i = GUEST_PAGES; i < s->size / SIM_PAGE_SIZE; i++)
		map_entry(b, BASE / SIM_PAGE_SIZE + i, GUEST_BASE + i % 32 * SIM_PAGE_SIZE,
			  b->facts->pte);
	for (i = 32; i < GUEST_PAGES && s->size > RING_BYTES; i++)
		map_entry(b, BASE / SIM_PAGE_SIZE + i, GUEST_BASE + i % 32 * SIM_PAGE_SIZE,
			  b->facts->pte);
	if (b->facts->flush)
		wr(b, 0x101008, 1);
	oa_prepare(b, s->exponent);
	wr(b, 0xa008, b->facts->gen8 ? 0x7f << 24 : 63 << 25);
	program_events(b);
	by_hand(b);
	b->gpu->activity.kind = s->activity;
	start_counters(&b->gpu->counters);
}

static void turn_on(struct twins *t, u32 overrun)
{
	u32 k;

	for (k = 0; k < 2; k++) {
		describe(t->b[k], t->s, overrun);
		oa_on(t->b[k], t->s->exponent, t->s->select);
	}
}

/* Run a test on two GPUs for each ring of the platform. */
static void twins(struct bench *b, const struct setup *s, void (*test)(struct twins *t))
{
	struct twins t = { .s = s, .period = oa_period(b, s->exponent) };
	u32 k;

	for (k = 0; k < 2; k++) {
		t.b[k] = calloc(1, sizeof(struct bench));
		t.b[k]->allowed = -1;
		if (!EXPECT(bench_create(t.b[k], b->facts)))
			return;
		map_all(t.b[k], b->facts->pte);
		wake(t.b[k]);
		prepare(t.b[k], s);
	}
	t.b[1]->gpu->bulk.on = true;
	test(&t);
	for (k = 0; k < 2; k++) {
		bench_destroy(t.b[k]);
		free(t.b[k]);
	}
}

static void each(struct bench *b, void (*test)(struct twins *t))
{
	const struct setup *s;

	for (s = setups; s->platforms; s++)
		if (!strcmp(s->platforms, b->facts->name))
			twins(b, s, test);
}

static void periods(struct twins *t, u32 n)
{
	ticks(t->b[0], n * t->period);
	ticks(t->b[1], n * t->period);
}

/* No access: reports that land behind the tail are still missing. */
static void periods_unseen(struct twins *t, u32 n)
{
	ticks_unseen(t->b[0], n * t->period);
	ticks_unseen(t->b[1], n * t->period);
}

static void compare(struct twins *t)
{
	const struct oa_sim_gpu *x = t->b[0]->gpu, *y = t->b[1]->gpu;
	u32 i;

	EXPECT_EQ(x->oa.head, y->oa.head);
	EXPECT_EQ(x->oa.tail, y->oa.tail);
	EXPECT_EQ(x->oa.next_strobe, y->oa.next_strobe);
	EXPECT_EQ(x->oa.status, y->oa.status);
	EXPECT_EQ(x->oa.status1, y->oa.status1);
	EXPECT_EQ(x->oa.buffer, y->oa.buffer);
	EXPECT_EQ(x->oa.half_armed, y->oa.half_armed);
	EXPECT_EQ(x->flight.num, y->flight.num);
	EXPECT_EQ(x->stats.produced, y->stats.produced);
	EXPECT_EQ(x->stats.suppressed, y->stats.suppressed);
	EXPECT_EQ(x->stats.reports_lost, y->stats.reports_lost);
	EXPECT_EQ(x->stats.half_full_events, y->stats.half_full_events);
	EXPECT_EQ(x->counters.tick, y->counters.tick);
	EXPECT_EQ(x->counters.clocks, y->counters.clocks);
	EXPECT_EQ(x->counters.part, y->counters.part);
	EXPECT(!memcmp(x->counters.a, y->counters.a, sizeof(x->counters.a)));
	EXPECT(!memcmp(x->counters.b, y->counters.b, sizeof(x->counters.b)));
	EXPECT(!memcmp(x->counters.c, y->counters.c, sizeof(x->counters.c)));
	EXPECT(!memcmp(x->counters.free, y->counters.free, sizeof(x->counters.free)));
	for (i = 0; i < SIM_NUM_VIOLATIONS; i++)
		EXPECT_EQ(x->violations[i].count, y->violations[i].count);
	for (i = 0; i < RING_BYTES; i += SIM_PAGE_SIZE)
		EXPECT(!memcmp(guest(t->b[0], i), guest(t->b[1], i), SIM_PAGE_SIZE));
}

/* Move both heads to @bytes behind the tail. */
static void move_heads(struct twins *t, u32 bytes)
{
	const u32 tail = oa_tail(t->b[0]);

	oa_head(t->b[0], (tail + t->s->size - bytes) % t->s->size & ~0x3fu);
	oa_head(t->b[1], (tail + t->s->size - bytes) % t->s->size & ~0x3fu);
}

static bool ran(struct twins *t)
{
	return t->b[1]->gpu->bulk.reports > t->b[1]->gpu->stats.produced / 2 &&
	       !t->b[0]->gpu->bulk.reports;
}

/* Through segments, triggers, half full and overflow, while the head moves now and then. */
static void same_twins(struct twins *t)
{
	static const u32 steps[] = { 1, 2, 17, 18, 19, 40, 100, 250, 333, 700, 64, 3, 3000, 150 };
	u32 i;

	turn_on(t, 0);
	for (i = 0; i < 6 * ARRAY_SIZE(steps) && !test_failed; i++) {
		periods_unseen(t, steps[i % ARRAY_SIZE(steps)]);
		compare(t);
		if (i % 3 == 0)
			move_heads(t, i % 2 || t->b[0]->facts->gen8 ? 0 : t->s->bytes);
	}
	EXPECT(ran(t));
	if (t->b[0]->facts->gen8)
		EXPECT(t->b[1]->gpu->oa.status & BIT(2));
	EXPECT_EQ(total_broken(t->b[1]), 0);
}

static void same(struct bench *b)
{
	each(b, same_twins);
}

/* Once around a ring of 16 MiB: half full and overflow occur at exactly the right report. */
static void event_twins(struct twins *t)
{
	const u32 whole = t->s->size / 192;
	const u32 steps[] = { whole / 2, 1, 1, whole - whole / 2 - 2, 1, 1 };
	u32 i;

	turn_on(t, 0);
	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		periods(t, steps[i]);
		compare(t);
		EXPECT_EQ(t->b[1]->gpu->stats.half_full_events, i > 0);
		EXPECT_EQ(oa_overflowed(t->b[1]), i > 3);
	}
}

/* The newest report lands behind the tail even where it ends a run. */
static void trail_twins(struct twins *t)
{
	struct bench *b = t->b[1];

	turn_on(t, 0);
	periods_unseen(t, 200);
	EXPECT_EQ(b->gpu->bulk.reports, 198);
	EXPECT_EQ(b->gpu->oa.tail, 200 * 256);
	EXPECT(*guest(b, 198 * 256));
	EXPECT_EQ(*guest(b, 199 * 256), 0);
	EXPECT_EQ(oa_tail(b), 200 * 256);
	periods_unseen(t, 1);
	EXPECT(*guest(b, 199 * 256));
}

static u32 *fault(struct sim_faults *f, u32 which)
{
	u32 *all[] = {
		&f->torn_report, &f->zero_id, &f->not_landed, &f->report_lost, &f->tail_lag,
		&f->landing_parts, &f->irq_lost,
	};

	return all[which];
}

/* Faults set in the middle of runs apply to the next reports. */
static void fault_twins(struct twins *t)
{
	u32 which, k;

	turn_on(t, 0);
	for (which = 0; which < 7; which++) {
		periods_unseen(t, 50);
		for (k = 0; k < 2; k++)
			*fault(&t->b[k]->gpu->faults, which) = 2;
		periods_unseen(t, 50);
		compare(t);
		for (k = 0; k < 2; k++) {
			t->b[k]->gpu->faults.tail_lag = 0;
			t->b[k]->gpu->faults.landing_parts = 0;
		}
		move_heads(t, 0);
	}
	EXPECT_EQ(t->b[1]->gpu->stats.reports_lost, 2);
	EXPECT_EQ(t->b[1]->gpu->faults.torn_report, 0);
	EXPECT(t->b[1]->gpu->bulk.reports > 300);
}

/* When the ring keeps the oldest, further strobes write nothing; writing resumes with room. */
static void oldest_twins(struct twins *t)
{
	const u32 whole = t->s->size / t->s->bytes;
	u32 i;

	turn_on(t, BIT(3));
	periods_unseen(t, whole + 1000);
	compare(t);
	EXPECT_EQ(t->b[1]->gpu->stats.produced, whole);
	EXPECT_EQ(t->b[1]->gpu->stats.suppressed, 1000);
	for (i = 0; i < 20; i++) {
		move_heads(t, t->s->size / 2 + i * t->s->bytes);
		periods_unseen(t, whole / 3 + i);
		compare(t);
	}
	EXPECT(ran(t));
}

static void keeps_oldest(struct bench *b)
{
	if (b->facts->hsw)
		each(b, oldest_twins);
}

/*
 * Missing memory causes the same number of violations. Nothing is written through an entry that
 * was changed and not flushed, since this memory is shared by all entries.
 */
static void violation_twins(struct twins *t)
{
	u32 k;

	for (k = 0; k < 2; k++)
		t->b[k]->host.shared = true;
	turn_on(t, 0);
	for (k = 0; k < 2; k++) {
		map_entry(t->b[k], BASE / SIM_PAGE_SIZE + 3, 0, 0);
		wr(t->b[k], 0x101008, 1);
		map_entry(t->b[k], BASE / SIM_PAGE_SIZE + 5, 0, 0);
	}
	periods_unseen(t, 400);
	compare(t);
	for (k = 0; k < 2; k++) {
		EXPECT(*guest(t->b[k], 4 * SIM_PAGE_SIZE + 0xfc0));
		EXPECT_EQ(*guest(t->b[k], 5 * SIM_PAGE_SIZE), 0);
	}
	EXPECT_EQ(broken(t->b[1], SIM_GGTT_INVALID), 64);
	EXPECT_EQ(broken(t->b[1], SIM_GGTT_STALE), 64);
}

static void haswell(struct bench *b)
{
	if (!b->facts->hsw)
		return;
	twins(b, &setups[3], event_twins);
	twins(b, &setups[0], trail_twins);
	twins(b, &setups[0], fault_twins);
	twins(b, &setups[2], violation_twins);
}

const struct test run_tests[] = {
	{ "runs-same", EVERY, same },
	{ "runs-keep-oldest", LEGACY, keeps_oldest },
	{ "runs-haswell", LEGACY, haswell },
	{ }
};
