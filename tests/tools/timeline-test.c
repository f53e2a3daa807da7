// SPDX-License-Identifier: GPL-2.0-only
/*
 * timeline-test: tests the time of reports, and when a stream without reports counts as silent. The
 * calls are in the order of the tools: a live oa-dump prints the reports of each read at once, and
 * reads the clocks once a second. The reports of a file are all planned before one is printed.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/interval.h"
#include "tools/common/message.h"
#include "tools/common/silence.h"
#include "tools/common/timeline.h"

static int failed;

#define EXPECT(condition, ...) do {						\
	if (!(condition)) {							\
		failed++;							\
		printf("    # line %d: %s: ", __LINE__, #condition);		\
		printf(__VA_ARGS__);						\
		putchar('\n');							\
	}									\
} while (0)

#define HZ		12500000ull
/* The timer's period, with exponent 13 */
#define PERIOD		16384u
#define BEGIN		(5ull * HZ)
#define MAX_REPORTS	30000

enum what {
	/* Plan @count reports, the first @at; the GPU's clock has been set back by @anew */
	REPORTS,
	LOST,
	BUFFER_LOST,
	/* Read the clocks @at; CLOCK_MONOTONIC has stood still for @count ticks */
	CLOCKS,
	/* Print all planned reports */
	PRINT,
};

struct act {
	enum what what;
	/* Ticks of a clock that never stops */
	u64 at;
	u64 count;
	u64 anew;
};

/* Members without a value are 0 */
#define ACT(...)	{ .what = __VA_ARGS__ }

/* struct run - the results of a test */
struct run {
	struct timeline line;
	u32 raw[MAX_REPORTS][2];
	u64 wanted[MAX_REPORTS];
	u64 planned;
	u64 printed;
	enum moment_kind kinds[MAX_REPORTS];
	/* Ticks since the first report minus the expected ticks */
	int64_t wrong[MAX_REPORTS];
	u64 first;
};

static struct run run;
static u64 period = PERIOD;
/* Forget the pairs after each read, as oa-top does */
static bool forgets;

static void print_planned(void)
{
	for (; run.printed < run.planned; run.printed++) {
		const u64 n = run.printed;

		run.kinds[n] = timeline_next(&run.line, run.raw[n]);
		if (!n)
			run.first = run.line.run.ticks;
		run.wrong[n] = run.line.run.ticks - run.first - (run.wanted[n] - run.wanted[0]);
		if (forgets)
			timeline_ns(&run.line);
	}
}

static void plan_reports(const struct act *act)
{
	u64 i;

	for (i = 0; i < act->count; i++) {
		const u64 n = run.planned++;

		run.wanted[n] = act->at + i * period;
		run.raw[n][0] = 1u << 19;
		run.raw[n][1] = run.wanted[n] - act->anew;
		timeline_plan(&run.line, run.raw[n]);
	}
}

static void read_clocks(const struct act *act)
{
	const u64 ns = 1000000000000ull + act->at * 80;
	const struct record_clocks clocks = {
		.monotonic_ns = ns - act->count * 80, .boottime_ns = ns,
		.gpu_ticks = (act->at - act->anew) & OA_TIMESTAMP_MASK,
	};

	EXPECT(!timeline_pair(&run.line, &clocks), "memory");
}

static void play(const struct act *acts, size_t num, bool live)
{
	size_t i;

	memset(&run, 0, sizeof(run));
	run.line.format = &oa_formats_gen8[2];
	run.line.hz = HZ;
	run.line.period = period;
	for (i = 0; i < num; i++) {
		switch (acts[i].what) {
		case REPORTS:
			plan_reports(&acts[i]);
			break;
		case CLOCKS:
			read_clocks(&acts[i]);
			break;
		case PRINT:
			if (live)
				print_planned();
			if (live && forgets)
				timeline_forget(&run.line);
			break;
		default:
			timeline_plan_lost(&run.line, acts[i].what == BUFFER_LOST);
		}
	}
	print_planned();
	timeline_free(&run.line);
}

#define PLAY(acts, live)	play(acts, ARRAY_LEN(acts), live)

/* Check that reports @from to @to - 1 have their true time, and that the first has this kind */
static void right(const char *name, u64 from, u64 to, enum moment_kind first)
{
	u64 n;

	for (n = from; n < to; n++) {
		const enum moment_kind wanted = n == from ? first : MOMENT_NEXT;

		if (run.kinds[n] == wanted && !run.wrong[n])
			continue;
		EXPECT(run.kinds[n] == wanted, "%s: report %llu: %d, not %d", name,
		       (unsigned long long)n, run.kinds[n], wanted);
		EXPECT(!run.wrong[n], "%s: report %llu is %.3f s ahead", name,
		       (unsigned long long)n, (double)run.wrong[n] / HZ);
		return;
	}
}

/*
 * The reader pauses, the buffer overflows, and the reports after it are printed before the clocks
 * are read. Then another such pause is detected at once.
 */
static void a_pause_that_was_printed(void)
{
	static const u64 seconds[] = { 20, 172, 250, 343, 344, 400, 600 };
	size_t i;

	for (i = 0; i < ARRAY_LEN(seconds); i++) {
		const u64 pause = seconds[i] * HZ, later = BEGIN + pause;
		const u64 more = later + 10 * PERIOD, last = later + pause + 3 * HZ;
		const struct act acts[] = {
			ACT(CLOCKS, BEGIN - 9),
			ACT(REPORTS, BEGIN, 10), ACT(CLOCKS, BEGIN + 11 * PERIOD), ACT(PRINT),
			ACT(BUFFER_LOST), ACT(REPORTS, later, 10), ACT(PRINT),
			ACT(REPORTS, more, 10), ACT(CLOCKS, more + 11 * PERIOD), ACT(PRINT),
			ACT(REPORTS, more + 10 * PERIOD, 10), ACT(CLOCKS, more + 21 * PERIOD),
			ACT(PRINT), ACT(BUFFER_LOST), ACT(REPORTS, last, 10),
			ACT(CLOCKS, last + 11 * PERIOD), ACT(PRINT),
		};
		char name[32];

		snprintf(name, sizeof(name), "%u s", (unsigned int)seconds[i]);
		PLAY(acts, true);
		right(name, 0, 10, MOMENT_FIRST);
		/* A step of less than half a range was printed with the right time */
		right(name, 20, 30, seconds[i] < 172 ? MOMENT_NEXT : MOMENT_ANEW);
		right(name, 30, 40, MOMENT_NEXT);
		EXPECT(!run.wrong[49], "%s: last report is %.3f s ahead", name,
		       (double)run.wrong[49] / HZ);
		PLAY(acts, false);
		EXPECT(!run.wrong[29] && !run.wrong[49], "%s: a file: %.3f s, %.3f s ahead",
		       name, (double)run.wrong[29] / HZ, (double)run.wrong[49] / HZ);
	}
}

/* As above, but the clocks are read after the last report. The next reports correct the time. */
static void a_pause_with_nothing_behind(void)
{
	const u64 later = BEGIN + 250 * HZ, more = later + 10 * PERIOD;
	const struct act acts[] = {
		ACT(CLOCKS, BEGIN - 9),
		ACT(REPORTS, BEGIN, 10), ACT(CLOCKS, BEGIN + 11 * PERIOD), ACT(PRINT),
		ACT(BUFFER_LOST), ACT(REPORTS, later, 10), ACT(PRINT), ACT(CLOCKS, more - 9),
		ACT(REPORTS, more, 10), ACT(PRINT),
		ACT(REPORTS, more + 10 * PERIOD, 10), ACT(CLOCKS, more + 21 * PERIOD), ACT(PRINT),
		ACT(REPORTS, more + 20 * PERIOD, 10), ACT(CLOCKS, more + 31 * PERIOD), ACT(PRINT),
	};

	PLAY(acts, true);
	right("all", 30, 50, MOMENT_ANEW);
}

/*
 * The machine sleeps, and the first read afterwards has no report, or just one. The GPU's clock has
 * continued, or is now less or more than before the sleep.
 */
static void a_sleep_that_was_printed(void)
{
	static const struct { u64 sleep, anew; } list[] = {
		{ 3600 * HZ, 0 }, { 3600 * HZ, 3500 * HZ }, { 3600 * HZ, 3602 * HZ },
		{ 3600 * HZ, 3900 * HZ }, { 10 * HZ, -90 * HZ },
	};
	size_t i, single;

	for (i = 0; i < ARRAY_LEN(list); i++) {
		for (single = 0; single < 2; single++) {
			const u64 sleep = list[i].sleep, anew = list[i].anew;
			const u64 later = BEGIN + HZ + sleep;
			const struct act acts[] = {
				ACT(CLOCKS, BEGIN - 9),
				ACT(REPORTS, BEGIN, 10), ACT(CLOCKS, BEGIN + 11 * PERIOD),
				ACT(PRINT), ACT(BUFFER_LOST),
				ACT(REPORTS, later - 2 * PERIOD, single, anew),
				ACT(CLOCKS, later - PERIOD, sleep, anew), ACT(PRINT),
				ACT(REPORTS, later, 10, anew), ACT(PRINT),
				ACT(REPORTS, later + 10 * PERIOD, 10, anew),
				ACT(CLOCKS, later + 21 * PERIOD, sleep, anew), ACT(PRINT),
				ACT(REPORTS, later + 20 * PERIOD, 10, anew),
				ACT(CLOCKS, later + 31 * PERIOD, sleep, anew), ACT(PRINT),
			};
			const u64 behind = 10 + single;
			char name[48];

			snprintf(name, sizeof(name), "sleep %zu, %zu before", i, single);
			PLAY(acts, true);
			right(name, 0, 10, MOMENT_FIRST);
			EXPECT(!run.wrong[behind + 10], "%s: %.3f s ahead", name,
			       (double)run.wrong[behind + 10] / HZ);
			right(name, behind + 11, behind + 20, MOMENT_NEXT);
			right(name, behind + 20, behind + 30, MOMENT_NEXT);
		}
	}
}

/* A loss is announced, the clocks are read, and the next reports were written after the pause. */
static void a_pause_between_loss_and_report(void)
{
	static const struct { u64 pause, sleep; enum moment_kind kind; } list[] = {
		{ 60 * HZ, 60 * HZ, MOMENT_ANEW }, { 400 * HZ, 400 * HZ, MOMENT_ANEW },
		{ 60 * HZ, 0, MOMENT_NEXT }, { 400 * HZ, 0, MOMENT_NEXT },
	};
	size_t i;

	for (i = 0; i < 2 * ARRAY_LEN(list); i++) {
		const u64 sleep = list[i / 2].sleep, later = BEGIN + HZ + list[i / 2].pause;
		const struct act acts[] = {
			ACT(CLOCKS, BEGIN - 9),
			ACT(REPORTS, BEGIN, 5), ACT(CLOCKS, BEGIN + 6 * PERIOD), ACT(PRINT),
			/* The step between these two is longer */
			ACT(REPORTS, BEGIN + 5 * PERIOD, 5), ACT(REPORTS, BEGIN + 12 * PERIOD, 10),
			ACT(BUFFER_LOST), ACT(CLOCKS, later - PERIOD, sleep), ACT(PRINT),
			ACT(REPORTS, later, 10), ACT(CLOCKS, later + 11 * PERIOD, sleep),
			ACT(PRINT),
		};
		char name[32];

		snprintf(name, sizeof(name), "%zu, %s", i / 2, i % 2 ? "live" : "a file");
		PLAY(acts, i % 2);
		right(name, 0, 20, MOMENT_FIRST);
		right(name, 20, 30, list[i / 2].kind);
	}
}

/* A pair that is not later than the previous one must not hide a pause. */
static void a_pair_that_says_nothing(void)
{
	const u64 later = BEGIN + 400 * HZ;
	const struct act acts[] = {
		ACT(CLOCKS, BEGIN - 9), ACT(REPORTS, BEGIN, 10), ACT(CLOCKS, BEGIN + 11 * PERIOD),
		ACT(BUFFER_LOST), ACT(REPORTS, later, 10), ACT(CLOCKS, BEGIN + 11 * PERIOD),
		ACT(REPORTS, later + 10 * PERIOD, 10), ACT(CLOCKS, later + 21 * PERIOD),
	};

	PLAY(acts, false);
	right("all", 0, 30, MOMENT_FIRST);
}

/*
 * The reader pauses for longer than a wrap. All reports are still in the buffer, and the clocks are
 * read after only the first of them. No report is missing, so no pause can be hidden.
 */
static void a_reader_that_is_late(void)
{
	/* Exponent 17: 47 reports per second, 430 s */
	const u64 slow = 1 << 18, now = BEGIN + 20500 * slow;
	const struct act acts[] = {
		ACT(CLOCKS, BEGIN - 9),
		ACT(REPORTS, BEGIN, 10), ACT(CLOCKS, BEGIN + 10 * slow - 9), ACT(PRINT),
		ACT(REPORTS, BEGIN + 10 * slow, 4000), ACT(CLOCKS, now - 9), ACT(PRINT),
		ACT(REPORTS, BEGIN + 4010 * slow, 4000), ACT(PRINT),
		ACT(REPORTS, BEGIN + 8010 * slow, 12500), ACT(CLOCKS, now + 9 * slow), ACT(PRINT),
		ACT(REPORTS, now + 10 * slow, 10), ACT(CLOCKS, now + 20 * slow), ACT(PRINT),
		/* A loss may hide a pause */
		ACT(LOST), ACT(REPORTS, now + 500 * HZ, 10),
		ACT(CLOCKS, now + 500 * HZ + 10 * slow), ACT(PRINT),
	};
	int live;

	period = slow;
	for (live = 0; live < 2; live++) {
		PLAY(acts, live);
		right(live ? "live" : "a file", 0, 20520, MOMENT_FIRST);
		right(live ? "live" : "a file", 20520, 20530, MOMENT_NEXT);
	}
	period = PERIOD;
}

/* The timer's second longest period, half a wrap, must not be mistaken for a step back. */
static void a_period_of_half_a_wrap(void)
{
	const struct act acts[] = {
		ACT(CLOCKS, BEGIN - 9), ACT(REPORTS, BEGIN, 5), ACT(CLOCKS, BEGIN + (5ull << 31)),
	};

	period = 1ull << 31;
	PLAY(acts, false);
	right("exponent 30", 0, 5, MOMENT_FIRST);
	period = PERIOD;
}

/* The live tests again, but pairs are forgotten */
static void pairs_that_are_forgotten(void)
{
	forgets = true;
	a_pause_that_was_printed();
	a_pause_with_nothing_behind();
	a_sleep_that_was_printed();
	a_pause_between_loss_and_report();
	a_reader_that_is_late();
	forgets = false;
}

/*
 * A second at a time, with one sleep. @forget: forget the pairs as oa-top does; otherwise pairs are
 * dropped once reports have passed them. @most: limit of the pairs that are kept.
 */
static void seconds(bool forget, size_t most)
{
	u64 i;

	memset(&run, 0, sizeof(run));
	run.line = (struct timeline){ .format = &oa_formats_gen8[2], .hz = HZ, .period = PERIOD };
	for (i = 0; i < 100; i++) {
		const u64 sleep = i < 50 ? 0 : 90 * HZ, at = BEGIN + i * HZ + sleep;
		const struct act reports = ACT(REPORTS, at, 10);
		const struct act clocks = ACT(CLOCKS, at + 11 * PERIOD, sleep);

		plan_reports(&reports);
		read_clocks(&clocks);
		print_planned();
		EXPECT(timeline_ns(&run.line) == 1000000000000ull +
		       (BEGIN + i * HZ + 9 * PERIOD) * 80, "second %llu", (unsigned long long)i);
		if (forget)
			timeline_forget(&run.line);
		EXPECT(run.line.kept <= most, "%zu pairs", run.line.kept);
		EXPECT(run.line.num_repairs <= 1, "%zu repairs", run.line.num_repairs);
	}
	right("awake", 0, 500, MOMENT_FIRST);
	right("after a sleep", 500, 1000, MOMENT_ANEW);
	timeline_free(&run.line);
}

static void pairs_that_are_passed(void)
{
	seconds(true, 1);
	seconds(false, 16);
}

#define MS	1000000ull

/* Check for a silence each 100 ms, with nothing to read; return the number of checks */
static u64 looks_until_silent(struct silence *silence, u64 from, u64 most)
{
	u64 looks = 0;

	while (looks < most && !silence_check(silence, from + ++looks * 100 * MS))
		;
	return looks;
}

/* An interval with a silence must not be counted, although no record announces a loss. */
static void an_interval_with_a_silence(void)
{
	static const struct oa_machine machine = { .counters = &oa_counters_gen8, .eus = 24,
						   .threads = 7, .timestamp_hz = HZ };
	static const enum interval_kind kinds[] = {
		INTERVAL_FIRST, INTERVAL_COVERED, INTERVAL_GAP, INTERVAL_COVERED,
	};
	struct intervals list = {
		.line = { .format = &oa_formats_gen8[2], .hz = HZ, .period = PERIOD },
		.machine = &machine,
	};
	struct interval interval;
	u32 i;

	for (i = 0; i < ARRAY_LEN(kinds); i++) {
		const u32 raw[OA_REPORT_MAX_DWORDS] = {
			1u << 19, 1000 + i * PERIOD + (i > 1 ? 10 * HZ : 0), 0, i * 1000,
		};

		if (i == 2)
			intervals_silent(&list);
		timeline_plan(&list.line, raw);
		intervals_next(&list, raw, &interval);
		EXPECT(interval.kind == kinds[i], "report %u: %d", i, interval.kind);
		EXPECT(interval.sum.ticks == (kinds[i] == INTERVAL_COVERED ? 1000 : 0), "%u", i);
	}
	EXPECT(list.silences == 1 && list.gaps == 1, "%llu, %llu",
	       (unsigned long long)list.silences, (unsigned long long)list.gaps);
	timeline_free(&list.line);
}

static void a_timer_that_falls_silent(void)
{
	struct silence silence;

	silence_begin(&silence, 1004 * MS, 5000 * MS);
	EXPECT(looks_until_silent(&silence, 5000 * MS, 100) == 11, "too soon or late");
	EXPECT(silence_is(&silence), "not silent");
	/* A silence is reported once */
	EXPECT(looks_until_silent(&silence, 6100 * MS, 50) == 50, "said again");
	EXPECT(silence_is(&silence) && silence.quiet_ns == 6100 * MS, "quiet for %llu ms",
	       (unsigned long long)(silence.quiet_ns / MS));
	silence_heard(&silence, 11200 * MS);
	EXPECT(!silence_is(&silence), "silent");
	EXPECT(looks_until_silent(&silence, 11200 * MS, 100) == 11, "the second time");
}

/* Time in which the reader did not check must not count as silence. */
static void a_reader_that_was_stopped(void)
{
	struct silence silence;

	silence_begin(&silence, 1004 * MS, 0);
	EXPECT(!silence_check(&silence, 60000 * MS), "after one look");
	silence_heard(&silence, 60001 * MS);
	EXPECT(!silence_check(&silence, 60900 * MS), "0.9 s");
	EXPECT(!silence_is(&silence), "silent");
}

/* The stream of a context that does not run may be silent. */
static void a_stream_that_may_be_silent(void)
{
	struct silence silence;

	silence_begin(&silence, 0, 0);
	EXPECT(looks_until_silent(&silence, 0, 1000) == 1000, "silent");
	EXPECT(!silence_is(&silence), "silent");
}

static const struct { const char *name; void (*run)(void); } tests[] = {
	{ "a pause that was printed", a_pause_that_was_printed },
	{ "a pause with nothing behind", a_pause_with_nothing_behind },
	{ "a sleep that was printed", a_sleep_that_was_printed },
	{ "a pause between loss and report", a_pause_between_loss_and_report },
	{ "a pair that says nothing", a_pair_that_says_nothing },
	{ "a reader that is late", a_reader_that_is_late },
	{ "a period of half a wrap", a_period_of_half_a_wrap },
	{ "pairs that are forgotten", pairs_that_are_forgotten },
	{ "pairs that are passed", pairs_that_are_passed },
	{ "an interval with a silence", an_interval_with_a_silence },
	{ "a timer that falls silent", a_timer_that_falls_silent },
	{ "a reader that was stopped", a_reader_that_was_stopped },
	{ "a stream that may be silent", a_stream_that_may_be_silent },
};

int main(void)
{
	int before, all = 0;
	size_t i;

	for (i = 0; i < ARRAY_LEN(tests); i++) {
		before = failed;
		tests[i].run();
		printf("%s timeline/%s\n", failed == before ? "ok" : "not ok", tests[i].name);
		all += failed != before;
	}
	return all != 0;
}
