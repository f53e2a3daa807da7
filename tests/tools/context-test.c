// SPDX-License-Identifier: GPL-2.0-only
/*
 * context-test: tests what each context did. Each test makes reports whose contexts and counters it
 * knows, of a stream of a Skylake or an Ice Lake.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/context.h"
#include "tools/common/message.h"
#include "test.h"

#define HZ		12000000u
#define PERIOD		16384u
/* Slots of a clock */
#define EUS		24u
#define IDLE		CONTEXT_IDLE

static const struct oa_report_format *format;
static struct intervals list;
static struct contexts contexts;
static struct oa_machine machine;
static struct oa_increments whole;
/* What the next report has */
static u32 raw[OA_REPORT_MAX_DWORDS];

static void begin(const struct oa_report_format *table, size_t num,
		  const struct oa_counter_set *set)
{
	format = oa_format_find(table, num, 10);
	machine = (struct oa_machine){
		.counters = set, .eus = EUS, .slices = 1, .threads = 7, .timestamp_hz = HZ,
		.programmed = OA_PROGRAMMED_CLOCKS | OA_PROGRAMMED_TREE,
	};
	list = (struct intervals){
		.line = { .format = format, .hz = HZ, .period = PERIOD }, .machine = &machine,
	};
	memset(&contexts, 0, sizeof(contexts));
	memset(&whole, 0, sizeof(whole));
	memset(raw, 0, sizeof(raw));
	raw[1] = 1000000;
}

static void begin_skylake(void)
{
	begin(oa_formats_gen9, OA_NUM_FORMATS_GEN9, &oa_counters_gen9);
}

/*
 * A report @ticks and as many clocks after the last one, in which EUs were active in @active slots.
 * From then on @id runs.
 */
static bool report(u32 ticks, u32 active, u32 id, u32 reason)
{
	struct interval interval;

	raw[0] = reason << 19 | (id != IDLE) << 16;
	raw[1] += ticks;
	if (id != IDLE)
		raw[2] = id;
	raw[3] += ticks;
	raw[4 + 7] += active;
	intervals_next(&list, raw, NULL, &interval);
	oa_increments_merge(&whole, &interval.sum);
	return contexts_add(&contexts, format, &interval);
}

static const struct context *row(u32 id)
{
	static const struct context none;
	u32 i;

	for (i = 0; i < contexts.num; i++)
		if (contexts.list[i].id == id)
			return &contexts.list[i];
	return &none;
}

/* The rows must add up to all that was counted. */
static void expect_whole(void)
{
	struct oa_increments sum = { 0 };
	u32 i;

	for (i = 0; i < contexts.num; i++)
		oa_increments_merge(&sum, &contexts.list[i].sum);
	EXPECT(sum.time == whole.time, "%llu of %llu ticks", sum.time, whole.time);
	EXPECT(sum.pairs == whole.pairs, "%llu of %llu pairs", sum.pairs, whole.pairs);
	EXPECT(sum.ticks == whole.ticks, "%llu of %llu clocks", sum.ticks, whole.ticks);
	EXPECT(!memcmp(sum.a, whole.a, sizeof(sum.a)), "A counters");
	EXPECT(!memcmp(sum.b, whole.b, sizeof(sum.b)), "B counters");
	EXPECT(!memcmp(sum.c, whole.c, sizeof(sum.c)), "C counters");
}

/* Reports of a switch end one context and begin the next. */
static void two_contexts(void)
{
	struct context_values values;

	begin_skylake();
	EXPECT(report(0, 0, 0x20, OA_REASON_TIMER), "the first report");
	EXPECT(!report(1000, 12000, 0x20, OA_REASON_TIMER), "the same context");
	EXPECT(report(500, 0, 0x48, OA_REASON_CTX_SWITCH), "another one");
	EXPECT(!report(2000, 24000, 0x48, OA_REASON_TIMER), "the same context");
	EXPECT(report(100, 0, IDLE, OA_REASON_GO), "none");
	report(3000, 0, IDLE, OA_REASON_TIMER);
	report(900, 0, 0x20, OA_REASON_CTX_SWITCH);
	report(1500, 18000, 0x20, OA_REASON_TIMER);
	EXPECT(contexts.num == 3, "%u rows", contexts.num);
	EXPECT(row(0x20)->sum.time == 3000, "%llu", row(0x20)->sum.time);
	EXPECT(row(0x48)->sum.time == 2100, "%llu", row(0x48)->sum.time);
	EXPECT(row(IDLE)->sum.time == 3900, "%llu", row(IDLE)->sum.time);
	EXPECT(row(0x20)->begun == 2, "%llu", row(0x20)->begun);
	EXPECT(row(0x48)->begun == 1, "%llu", row(0x48)->begun);
	expect_whole();
	values = context_values(&row(0x20)->sum, &machine);
	EXPECT(values.has_clocks && values.clocks == 3000, "%llu", values.clocks);
	/* 30000 of 24 x 3000 slots */
	EXPECT(!values.active.wrong && values.active.slots == 30000, "%llu", values.active.slots);
	EXPECT(values.active.share / 10 == 41666, "%u", values.active.share);
	EXPECT(context_share(&contexts, row(0x48)) == 233333, "%u",
	       context_share(&contexts, row(0x48)));
}

/* Only reports of the timer: the context before a change has the whole interval. */
static void without_switch_reports(void)
{
	begin_skylake();
	report(0, 0, 0x20, OA_REASON_TIMER);
	report(PERIOD, 0, 0x48, OA_REASON_TIMER);
	report(PERIOD, 0, 0x48, OA_REASON_TIMER);
	EXPECT(row(0x20)->sum.time == PERIOD && row(0x48)->sum.time == PERIOD, "%llu, %llu",
	       row(0x20)->sum.time, row(0x48)->sum.time);
	expect_whole();
}

/* Time that no number covers belongs to nobody, and a context that runs on begins anew. */
static void over_a_loss(void)
{
	begin_skylake();
	report(0, 0, 0x20, OA_REASON_TIMER);
	report(1000, 5000, 0x20, OA_REASON_TIMER);
	intervals_lost(&list, true);
	EXPECT(report(7000, 70000, 0x20, OA_REASON_TIMER), "whether it ran on is not known");
	report(1000, 6000, 0x20, OA_REASON_TIMER);
	EXPECT(row(0x20)->sum.time == 2000 && row(0x20)->sum.a[7] == 11000, "%llu, %llu",
	       row(0x20)->sum.time, row(0x20)->sum.a[7]);
	EXPECT(row(0x20)->begun == 2, "%llu", row(0x20)->begun);
	expect_whole();
}

/* What is no report says nothing of a context. */
static void no_report(void)
{
	begin_skylake();
	report(0, 0, 0x20, OA_REASON_TIMER);
	EXPECT(!report(0, 0, 0x48, 0), "a report without a reason");
	EXPECT(!report(1000, 0, 0x20, OA_REASON_TIMER), "the context before it");
	EXPECT(contexts.num == 1 && row(0x20)->sum.time == 1000, "%u rows", contexts.num);
	expect_whole();
}

/* Random switches, clocks and losses add up, in parts too. */
static void sums_equal_the_whole(void)
{
	struct oa_increments parts = { 0 };
	u32 i, n;

	srand(48);
	begin_skylake();
	for (i = 0; i < 5000; i++) {
		const u32 id = rand() % 4 ? 0x10u + rand() % 5 : IDLE;

		if (rand() % 50 == 0)
			intervals_lost(&list, rand() % 2);
		report(rand() % PERIOD + 1, rand() % EUS, id, id == IDLE ? OA_REASON_GO :
		       rand() % 2 ? OA_REASON_CTX_SWITCH : OA_REASON_TIMER);
		if (rand() % 100)
			continue;
		for (n = 0; n < contexts.num; n++)
			oa_increments_merge(&parts, &contexts.list[n].sum);
		contexts_restart(&contexts);
	}
	for (n = 0; n < contexts.num; n++)
		oa_increments_merge(&parts, &contexts.list[n].sum);
	EXPECT(whole.pairs > 4000, "%llu pairs", whole.pairs);
	EXPECT(parts.time == whole.time && parts.pairs == whole.pairs &&
	       parts.ticks == whole.ticks && !memcmp(parts.a, whole.a, sizeof(parts.a)),
	       "%llu of %llu", parts.time, whole.time);
}

/* More contexts than rows: the rest are others, and no context keeps its row. */
static void many_contexts(void)
{
	const struct context *sorted[CONTEXTS_MOST];
	u32 i;

	begin_skylake();
	for (i = 0; i < 200; i++)
		report(100, i % EUS, i + 1, OA_REASON_CTX_SWITCH);
	report(100, 0, IDLE, OA_REASON_GO);
	report(100, 0, 1, OA_REASON_CTX_SWITCH);
	EXPECT(contexts.num == CONTEXTS_MOST, "%u", contexts.num);
	EXPECT(row(CONTEXT_OTHERS)->sum.time == 100 * (200 - CONTEXTS_MOST + 2), "%llu",
	       row(CONTEXT_OTHERS)->sum.time);
	EXPECT(row(IDLE)->sum.time == 100, "%llu", row(IDLE)->sum.time);
	expect_whole();
	EXPECT(contexts_sort(&contexts, sorted) == CONTEXTS_MOST, "%u", contexts.num);
	EXPECT(sorted[CONTEXTS_MOST - 2]->id == CONTEXT_OTHERS, "0x%x",
	       sorted[CONTEXTS_MOST - 2]->id);
	EXPECT(sorted[CONTEXTS_MOST - 1]->id == IDLE, "0x%x", sorted[CONTEXTS_MOST - 1]->id);
}

/* The rest of the dword is no part of the id: on gen11 the engine and a counter of submissions. */
static void bits_of_the_id(void)
{
	begin(oa_formats_gen11, OA_NUM_FORMATS_GEN11, &oa_counters_gen11);
	report(0, 0, 0x00010020, OA_REASON_TIMER);
	EXPECT(!report(100, 0, 0x0003003f, OA_REASON_CTX_SWITCH), "the same context");
	EXPECT(report(100, 0, 0x00010040, OA_REASON_CTX_SWITCH), "another one");
	EXPECT(contexts.num == 2 && row(0x20)->sum.time == 200, "%u rows", contexts.num);
	expect_whole();
	/* On gen12 the ids of execlists have bits 15:5, those of the GuC 22:7 */
	begin(oa_formats_gen12, OA_NUM_FORMATS_GEN12, &oa_counters_gen12);
	report(0, 0, 0x00000020, OA_REASON_TIMER);
	EXPECT(!report(100, 0, 0x0f80003f, OA_REASON_CTX_SWITCH), "the same context");
	EXPECT(report(100, 0, 0x00000040, OA_REASON_CTX_SWITCH), "another one");
	EXPECT(report(100, 0, 0x00400080, OA_REASON_CTX_SWITCH), "one of the GuC");
	EXPECT(contexts.num == 3 && row(0x20)->sum.time == 200, "%u rows", contexts.num);
	expect_whole();
}

static void where_reports_name_none(void)
{
	EXPECT(!contexts_are_in(&oa_formats_hsw[5]), "Haswell");
	EXPECT(!contexts_are_in(&oa_formats_ivb[5]), "Ivybridge");
	EXPECT(contexts_are_in(&oa_formats_gen8[0]), "Broadwell");
	EXPECT(contexts_are_in(&oa_formats_gen12[0]), "Tiger Lake");
}

int main(void)
{
	static const struct test tests[] = {
		{ "two contexts", two_contexts },
		{ "without reports of switches", without_switch_reports },
		{ "over a loss", over_a_loss },
		{ "what is no report", no_report },
		{ "sums equal the whole", sums_equal_the_whole },
		{ "many contexts", many_contexts },
		{ "bits of the id", bits_of_the_id },
		{ "where reports name none", where_reports_name_none },
	};

	return run_tests("context", tests, ARRAY_LEN(tests));
}
