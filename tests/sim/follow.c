// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters of the OA unit that follow submitted work, and when they do; hardware.rst 18.6.
 */
#include "drawer.h"

#define VERTICES	4000
#define PIXELS		(128 * 100)
#define GROUPS		24
#define GROUP_THREADS	12
#define GROUP_CHANNELS	(2 * (3 * 2 * 16))
#define EU_CLOCKS	4

/* From gen8 on a context enables the counters: make the next load that of a new context. */
static void resume(struct stream *s)
{
	if (!s->b->facts->gen8)
		return;
	guest(s->b, IMAGE + SIM_PAGE_SIZE)[1] = 0;
	emit_load(s, 0x2360, 10 << 2 | 3);
}

/* A draw with vertex and pixel shaders, whose pixels are known: rectangles after points */
static void draws(struct stream *s)
{
	static const float corners[] = { 160, 120, 0,  32, 120, 0,  32, 20, 0 };

	memcpy(guest(s->b, DATA + 0x800), corners, sizeof(corners));
	emit_positions(s, OWN + DATA + 0x800, 12, 0x40);
	emit_ps(s, false);
	emit_vs(s, true, true);
	emit_draw(s, 4, VERTICES, 1);
	emit_vs(s, false, true);
	emit_rectangle(s, 1000, 1000);
	emit_ps(s, true);
	emit_draw(s, 0x0f, 3, 1);
	if (!s->b->facts->snb)
		emit_walker(s, 0, (u32[]){ 4, 3, 2 }, 0xffff, 0xffff);
	emit_pipe(s, BIT(20), 0, 0);
}

/* FPU0 is active in 320 of 500 clocks in which an EU executes; a fraction of an event is lost. */
static void expect_fpu(u64 is, u64 eu_clocks)
{
	const u64 should = eu_clocks * 320 / 500;

	EXPECT(is == should || is + 1 == should);
}

/* Threads, pixels, EU clocks of what draws() submits */
static void expect_counts(struct bench *b, const u64 *before)
{
	const u32 cs = b->facts->snb ? 0 : GROUPS * GROUP_CHANNELS;
	const u64 vs_eu = VERTICES * EU_CLOCKS, ps_eu = PIXELS * EU_CLOCKS;
	u64 now[SIM_NUM_A];
	u32 n;

	for (n = 0; n < SIM_NUM_A; n++)
		now[n] = a_counter(b, n) - before[n];
	if (b->facts->gen8) {
		EXPECT_EQ(now[1], VERTICES / 8);
		EXPECT_EQ(now[2] + now[3] + now[5], 0);
		EXPECT_EQ(now[4], GROUPS * GROUP_THREADS);
		EXPECT_EQ(now[6], PIXELS / 16);
		/* By the programming of the flexible counters */
		EXPECT_EQ(now[7], vs_eu + ps_eu + cs * EU_CLOCKS);
		expect_fpu(now[9], vs_eu);
		expect_fpu(now[11], ps_eu);
		expect_fpu(now[13], cs * EU_CLOCKS);
		EXPECT_EQ(now[21], PIXELS);
		EXPECT_EQ(now[26], PIXELS);
		EXPECT(now[0] && now[0] <= b->gpu->counters.clocks);
		EXPECT_EQ(now[28] + now[31] + now[33], 0);
		return;
	}
	EXPECT_EQ(now[0], vs_eu + ps_eu + cs * EU_CLOCKS);
	EXPECT(now[0] + now[1] > now[0]);
	EXPECT_EQ(now[2], vs_eu);
	EXPECT_EQ(now[5], VERTICES / 2);
	if (b->facts->snb) {
		EXPECT_EQ(now[15], PIXELS / 16);
		EXPECT_EQ(now[25], PIXELS);
		return;
	}
	EXPECT_EQ(now[17], cs * EU_CLOCKS);
	EXPECT_EQ(now[20], GROUPS * GROUP_THREADS);
	EXPECT_EQ(now[27], ps_eu);
	EXPECT_EQ(now[30], PIXELS / 16);
	EXPECT_EQ(now[40], PIXELS);
	EXPECT_EQ(now[7] + now[10] + now[12] + now[22] + now[25], 0);
}

/* Some EU pipeline is active; FPU0 is, for VS, for PS, for compute */
static void program_flex(struct stream *s)
{
	static const u32 registers[] = { 0xe458, 0xe558, 0xe658, 0xe758 };
	static const u32 events[] = { 0x004, 0x010, 0x050, 0x060 };
	u32 i;

	for (i = 0; s->b->facts->gen8 && i < 4; i++)
		emit_load(s, registers[i], events[i]);
}

static void counts(struct bench *b)
{
	u64 before[SIM_NUM_A];
	struct stream s;
	u32 n;

	b->gpu->work.mode = SIM_WORK_FOLLOW;
	stream_begin(&s, b);
	oa_start(b, 10, 0);
	resume(&s);
	program_flex(&s);
	stream_again(&s);
	for (n = 0; n < SIM_NUM_A; n++)
		before[n] = a_counter(b, n);
	/* Nothing was submitted, and nothing counts. */
	pass_ns(b, 1000000);
	for (n = 1; n < SIM_NUM_A; n++)
		if (b->facts->gen8 || n != (b->facts->snb ? 26 : 41))
			EXPECT_EQ(a_counter(b, n), before[n]);
	draws(&s);
	stream_again(&s);
	expect_counts(b, before);
	EXPECT_EQ(total_broken(b), 0);
}

/*
 * A privileged draw of the driver does not end the synthetic activity, a draw of a client does, and
 * the knob overrides both.
 */
static void begins(struct bench *b)
{
	const u32 writes = b->facts->gen8 ? 26 : b->facts->snb ? 25 : 40;
	struct stream s;
	u64 before;

	b->gpu->activity.kind = SIM_BUSY;
	stream_begin(&s, b);
	oa_start(b, 10, 0);
	resume(&s);
	emit_draw(&s, 4, 300, 1);
	stream_again(&s);
	before = a_counter(b, writes);
	pass_ns(b, 1000000);
	EXPECT(a_counter(b, writes) > before);
	/* From a client: a draw without a primitive is none. */
	emit_draw(&s, 4, 1, 1);
	stream_put(&s, BATCH);
	emit_batch(&s, user_batch(b), OWN + BATCH);
	stream_again(&s);
	before = a_counter(b, writes);
	pass_ns(b, 1000000);
	EXPECT(a_counter(b, writes) > before);
	emit_draw(&s, 4, 300, 1);
	stream_put(&s, BATCH);
	emit_batch(&s, user_batch(b), OWN + BATCH);
	stream_again(&s);
	before = a_counter(b, writes);
	pass_ns(b, 1000000);
	EXPECT_EQ(a_counter(b, writes), before);
	b->gpu->work.mode = SIM_WORK_SYNTHETIC;
	pass_ns(b, 1000000);
	EXPECT(a_counter(b, writes) > before);
	serialised(b, sim_power_cycle);
	b->gpu->work.mode = SIM_WORK_AUTO;
	EXPECT(!b->gpu->work.seen);
	EXPECT_EQ(total_broken(b), 0);
}

/* Dword of the counter of vertex shaders' threads in a report; 0: the format lacks it */
static u32 thread_dword(const struct bench *b, const struct format *format)
{
	const int n = b->facts->gen8 ? 1 : 5;
	const struct part *part;
	u32 i;

	for (part = format->parts; part < format->parts + ARRAY_SIZE(format->parts); part++)
		for (i = 0; part->kind == 'A' && i < part->count; i++)
			if (part->first + (int)i * part->step == n)
				return part->dword + i;
	return 0;
}

/*
 * In reports of the timer the counts of a draw grow evenly; reports by command before and after it
 * differ by the whole draw. Both hold whether or not reports are written in runs.
 */
static void reports(struct bench *b, bool bulk)
{
	const struct format *format = b->facts->formats;
	u32 dword, threads, steps = 0, last, i;
	struct stream s;

	while (format->bytes && !thread_dword(b, format))
		format++;
	dword = thread_dword(b, format);
	if (!EXPECT(dword))
		return;
	b->gpu->work.mode = SIM_WORK_FOLLOW;
	b->gpu->bulk.on = bulk;
	stream_begin(&s, b);
	oa_start(b, b->facts->oag ? 10 : 5, format->select);
	resume(&s);
	emit_vs(&s, true, true);
	emit(&s, b->facts->gen8 ? 0x14000002 : 0x14000001);
	emit_address(&s, BASE + DATA + 0x100 + (b->facts->snb ? 0 : 1));
	emit(&s, 1);
	emit_draw(&s, 1, 800000, 1);
	emit_pipe(&s, BIT(20), 0, 0);
	emit(&s, b->facts->gen8 ? 0x14000002 : 0x14000001);
	emit_address(&s, BASE + DATA + 0x200 + (b->facts->snb ? 0 : 1));
	emit(&s, 2);
	s.dw[s.n++] = 0;
	stream_submit(&s, IMAGE, 0);
	for (i = 0; i < 100; i++)
		pass_ns(b, 100000);
	threads = 800000 / (b->facts->gen8 ? 8 : 2);
	EXPECT_EQ(guest(b, DATA + 0x100)[0], 1);
	EXPECT_EQ(guest(b, DATA + 0x200)[0], 2);
	EXPECT_EQ(guest(b, DATA + 0x200)[dword] - guest(b, DATA + 0x100)[dword], threads);
	for (i = 1, last = guest(b, 0)[dword]; i < 64; i++) {
		const u32 now = guest(b, i * format->bytes)[dword];

		steps += now - last > 0 && now - last < threads / 2;
		last = now;
	}
	EXPECT(steps > 4);
}

static void reports_singly(struct bench *b)
{
	reports(b, false);
}

static void reports_in_runs(struct bench *b)
{
	reports(b, true);
}

/* XY_COLOR_BLT of lines of 256 bytes */
static void emit_fill(struct stream *s, u32 lines)
{
	emit(s, 0x54300000 | (s->b->facts->gen8 ? 5 : 4));
	emit(s, 3 << 24 | 0xf0 << 16 | 8);
	emit(s, 0);
	emit(s, lines << 16 | 64);
	emit_address(s, OWN + 0x34000);
	emit(s, 1);
}

/* From gen9 on the GPU is busy while any engine is. Nothing else counts a fill. */
static void blits(struct bench *b)
{
	const u32 busy = b->facts->gen8 ? 0 : b->facts->snb ? 26 : 41;
	const bool any = b->facts->ctx_valid == BIT(16);
	struct stream s, copy = { .base = COPY };
	u64 before[SIM_NUM_A], clocks;
	u32 n;

	b->gpu->work.mode = SIM_WORK_FOLLOW;
	stream_begin(&s, b);
	oa_start(b, 10, 0);
	resume(&s);
	stream_again(&s);
	stream_start(&copy, b);
	emit_fill(&copy, 2048);
	stream_submit(&copy, IMAGE_B, 0);
	/* Its 1024 ticks are about 80 us. */
	pass_ns(b, 10000);
	clocks = b->gpu->counters.clocks;
	for (n = 0; n < SIM_NUM_A; n++)
		before[n] = a_counter(b, n);
	pass_ns(b, 30000);
	clocks = b->gpu->counters.clocks - clocks;
	EXPECT(clocks > 5000);
	EXPECT_EQ(a_counter(b, busy) - before[busy], any ? clocks : 0);
	EXPECT_EQ(b->gpu->stats.blits, 0);
	pass_ns(b, 1000000);
	EXPECT_EQ(b->gpu->stats.blits, 1);
	/* In a millisecond it was busy for less than a tenth. */
	EXPECT(a_counter(b, busy) - before[busy] < 5 * clocks);
	for (n = 0; n < SIM_NUM_A; n++)
		if (n != busy)
			EXPECT_EQ(a_counter(b, n), before[n]);
	EXPECT_EQ(total_broken(b), 0);
}

/* A client's fill ends the synthetic activity, too; the driver's own does not. */
static void begins_with_blits(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	stream_start(&s, b);
	s.base = COPY;
	emit_fill(&s, 1);
	stream_run(&s);
	EXPECT_EQ(b->gpu->stats.blits, 1);
	EXPECT(!b->gpu->work.seen);
	emit_fill(&s, 0);
	stream_put(&s, BATCH);
	emit_batch(&s, user_batch(b), OWN + BATCH);
	stream_run(&s);
	EXPECT(!b->gpu->work.seen);
	emit_fill(&s, 1);
	stream_put(&s, BATCH);
	emit_batch(&s, user_batch(b), OWN + BATCH);
	stream_run(&s);
	EXPECT_EQ(b->gpu->stats.blits, 2);
	EXPECT(b->gpu->work.seen);
	EXPECT_EQ(total_broken(b), 0);
}

const struct test follow_tests[] = {
	{ "follow-counts", EVERY, counts },
	{ "follow-begins", EVERY, begins },
	{ "follow-blits", EVERY, blits },
	{ "follow-begins-with-blits", EVERY, begins_with_blits },
	{ "follow-reports", EVERY, reports_singly },
	{ "follow-reports-in-runs", EVERY, reports_in_runs },
	{ }
};
