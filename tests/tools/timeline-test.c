// SPDX-License-Identifier: GPL-2.0-only
/*
 * timeline-test: tests the time of reports, and when a stream without reports counts as silent.
 * Each test writes the records of a recording whose true times it knows. Then it finds the times of
 * the reports as the tools do: of a file, whose pairs are read ahead, and of a stream, whose
 * reports are read one by one.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/interval.h"
#include "tools/common/message.h"
#include "tools/common/silence.h"
#include "tools/common/timeline.h"
#include "test.h"

#define HZ		12500000ull
/* The timer's period, with exponent 13 */
#define PERIOD		16384u
#define WRAP		0x100000000ull
#define MAX_RECORDS	30000

/* struct entry - a record: a report, a pair of clocks, or a loss */
struct entry {
	enum { REPORT, PAIR, LOST } what;
	/* Ticks of a clock that never stops */
	u64 at;
	/* All clocks, at the pair or right after the report */
	struct record_clocks clocks;
	u32 raw[2];
	/* The step's kind and length, and the time since the first report minus the true one */
	enum moment_kind kind;
	u64 step;
	int64_t wrong;
};

/* The recording, and the world that it is made in: clocks, and the timer's period */
static struct entry entries[MAX_RECORDS];
static size_t num;
static u64 now, gpu, asleep, period;
static unsigned int pairs_since_report;
static struct timeline line;

static void begin_recording(void)
{
	num = 0;
	now = 1000 * HZ;
	gpu = 5 * HZ;
	asleep = 0;
	period = PERIOD;
	pairs_since_report = 0;
}

static void wait(u64 ticks)
{
	now += ticks;
	gpu += ticks;
}

static struct entry *add(int what)
{
	struct entry *entry = &entries[num++];

	*entry = (struct entry){ .what = what, .at = now };
	return entry;
}

static struct record_clocks read_clocks(u64 at)
{
	return (struct record_clocks){
		.monotonic_ns = (at - asleep) * 80, .boottime_ns = at * 80,
		.gpu_ticks = (gpu + at - now) & OA_TIMESTAMP_MASK,
	};
}

/* Write a report a period after the previous one, with a time stamp that is off */
static void add_odd(u64 off)
{
	struct entry *entry;

	wait(period);
	pairs_since_report = 0;
	entry = add(REPORT);
	entry->raw[0] = 1u << 19;
	entry->raw[1] = gpu + off;
	entry->clocks = read_clocks(now + 1);
}

static void add_reports(u64 count)
{
	while (count--)
		add_odd(0);
}

static void add_pair(void)
{
	/* Later than the last report and the last pair, and before the next report */
	add(PAIR)->clocks = read_clocks(now + 10 * ++pairs_since_report);
}

static int next_pair(void *arg, struct record_clocks *clocks)
{
	size_t *at = arg;

	while (*at < num && entries[*at].what != PAIR)
		++*at;
	if (*at == num)
		return -1;
	*clocks = entries[(*at)++].clocks;
	return 0;
}

static void find_time(struct entry *entry, bool of_file)
{
	static u64 first, first_at;
	const bool next = of_file && entry + 1 < entries + num && entry[1].what == REPORT;

	entry->kind = timeline_next(&line, entry->raw, next ? entry[1].raw : NULL);
	if (entry->kind == MOMENT_FIRST) {
		first = line.ticks;
		first_at = entry->at;
	}
	entry->step = line.step;
	entry->wrong = (line.ticks - first) - (entry->at - first_at);
}

static void play_file(void)
{
	struct entry *entry;
	size_t at = 0;

	line = (struct timeline){
		.format = &oa_formats_gen8[2], .hz = HZ, .period = period,
		.more = next_pair, .arg = &at,
	};
	timeline_open(&line);
	for (entry = entries; entry < entries + num; entry++) {
		if (entry->what == REPORT)
			find_time(entry, true);
		else if (entry->what == PAIR)
			timeline_pass(&line, &entry->clocks);
		else
			line.lost = true;
	}
}

/* Check whether a report has a known time without another reading of the clocks. */
static bool is_plain(const struct entry *entry)
{
	struct timeline trial = line;
	enum moment_kind kind = timeline_next(&trial, entry->raw, NULL);

	return kind == MOMENT_FIRST || kind == MOMENT_NEXT;
}

/* Each report is read at once. The clocks are read when a pair is due or a report needs it. */
static void play_stream(void)
{
	struct entry *entry;
	bool due;

	line = (struct timeline){ .format = &oa_formats_gen8[2], .hz = HZ, .period = period };
	for (entry = entries; entry < entries + num; entry++) {
		due = entry->what == PAIR;
		if (entry->what == REPORT) {
			timeline_until(&line, entry->clocks.boottime_ns);
			due = entry->clocks.boottime_ns >
			      line.last.clocks.boottime_ns + 1000000000 || !is_plain(entry);
		}
		if (due)
			timeline_pair(&line, &entry->clocks);
		if (entry->what == REPORT)
			find_time(entry, false);
		if (due)
			timeline_pass(&line, &entry->clocks);
		line.lost |= entry->what == LOST;
	}
}

static bool is_known(const struct entry *entry)
{
	return entry->kind == MOMENT_FIRST || entry->kind == MOMENT_NEXT ||
	       entry->kind == MOMENT_BROKEN;
}

/* Return: the first pair at or behind a record, or the end of the records */
static const struct entry *pair_behind(const struct entry *entry)
{
	while (entry < entries + num && entry->what != PAIR)
		entry++;
	return entry;
}

/*
 * Check that all reports but @odd have their true time. At @broken, NULL: nowhere, there is a
 * break: reports between the pairs around it may have no known time, and no step continues over it.
 */
static void expect_right(const char *name, const struct entry *odd, const struct entry *broken)
{
	const struct entry *entry, *from = broken, *to = broken ? pair_behind(broken) : NULL;
	bool begun = false, crossed = !broken;
	const int before = failed;

	while (from > entries && from[-1].what != PAIR)
		from--;
	/* Print the first failure only. */
	for (entry = entries; entry < entries + num && failed == before; entry++) {
		const bool within = entry >= from && entry < to;

		if (entry->what != REPORT)
			continue;
		if (entry == odd) {
			EXPECT(entry->kind == MOMENT_MISFIT, "%s: odd is %d", name, entry->kind);
			continue;
		}
		EXPECT(is_known(entry) || (within && entry->kind == MOMENT_UNKNOWN),
		       "%s: record %td is %d", name, entry - entries, entry->kind);
		EXPECT(begun == (entry->kind != MOMENT_FIRST), "%s: the first is not", name);
		EXPECT(!is_known(entry) || llabs(entry->wrong) <= 2,
		       "%s: record %td is %lld ticks ahead", name, entry - entries,
		       (long long)entry->wrong);
		if (entry->kind == MOMENT_BROKEN) {
			EXPECT(broken && entry >= broken && !crossed,
			       "%s: %td after no break", name, entry - entries);
			crossed = true;
		}
		EXPECT(!broken || entry < broken || crossed || entry->kind == MOMENT_UNKNOWN,
		       "%s: record %td continues over the break", name, entry - entries);
		begun = true;
	}
	EXPECT(crossed, "%s: no report is behind the break", name);
}

/* A pause of the reports, or a break of the clocks */
struct pause {
	const char *name;
	u64 ticks;
	/* The machine sleeps. */
	bool sleeps;
	/* The GPU's clock is then at @clock instead, or off by @off */
	u64 clock;
	int64_t off;
};

static void make_pause(const struct pause *pause)
{
	wait(pause->ticks);
	if (pause->sleeps)
		asleep += pause->ticks;
	if (pause->clock)
		gpu = pause->clock;
	gpu += pause->off;
}

static const struct pause breaks[] = {
	{ "restart", 3 * PERIOD + 500, .clock = 777 },
	{ "restart at a wrap", 500, .clock = WRAP - 3 * PERIOD },
	{ "a bit back", 500, .off = -5 * (int64_t)PERIOD },
	{ "a bit ahead", 500, .off = 5 * PERIOD },
	{ "back", 500, .off = -2 * (int64_t)HZ },
	{ "ahead", 500, .off = 20 * HZ },
	{ "sleep", 60 * HZ, .sleeps = true },
	{ "long sleep", 900 * HZ, .sleeps = true },
	{ "sleep and restart", 60 * HZ, .sleeps = true, .clock = 777 },
};

/* Write records: R: a report, P: a pair, L: a loss. X: the break. Return: what is behind that */
static struct entry *add_letters(const char *letters, const struct pause *pause)
{
	struct entry *broken = NULL;

	for (; *letters; letters++) {
		if (*letters == 'R') {
			add_reports(1);
		} else if (*letters == 'P') {
			add_pair();
		} else if (*letters == 'L') {
			add(LOST);
		} else {
			make_pause(pause);
			broken = &entries[num];
		}
	}
	return broken;
}

/* Every order of report, pair, loss and break: no report may have a wrong time, or be left out. */
static void every_order(void)
{
	enum { LETTERS = 5, ORDERS = 3 * 3 * 3 * 3 * 3 };
	unsigned int number, at, i;
	struct entry *broken;
	char middle[LETTERS + 2], name[64];
	size_t n;

	for (n = 0; n < ARRAY_LEN(breaks) * ORDERS * (LETTERS + 2); n++) {
		const struct pause *pause = &breaks[n / ORDERS / (LETTERS + 2)];

		number = n / (LETTERS + 2) % ORDERS;
		/* The last time, there is no break. */
		at = n % (LETTERS + 2);
		memset(middle, 0, sizeof(middle));
		for (i = 0; i < LETTERS + (at <= LETTERS); i++) {
			middle[i] = i == at ? 'X' : "RPL"[number % 3];
			number /= i == at ? 1 : 3;
		}
		snprintf(name, sizeof(name), "PRR%sRRPRRPR", middle);
		begin_recording();
		broken = add_letters(name, pause);
		play_file();
		expect_right(name, NULL, broken);
		play_stream();
		expect_right(name, NULL, broken);
		if (failed) {
			printf("    # %s: %s\n", pause->name, name);
			return;
		}
	}
}

/* One of 40 reports has a wrong time stamp. It alone is left out, whatever pairs there are. */
static void one_odd_report(void)
{
	static const int64_t offs[] = {
		20 * HZ, 131 * HZ / 100, 100 * HZ, 4 * PERIOD, -2 * (int64_t)PERIOD, -3000000000,
		-(int64_t)HZ,
	};
	static const unsigned int pairs[] = { 1, 10, 20, 40, 100 };
	const struct entry *odd;
	unsigned int i, n, at;
	char name[64];

	for (i = 0; i < ARRAY_LEN(offs) * ARRAY_LEN(pairs) && !failed; i++) {
		const unsigned int every = pairs[i % ARRAY_LEN(pairs)];
		const int64_t off = offs[i / ARRAY_LEN(pairs)];

		/*
		 * Without any pair, nothing is around the first and the last reports. Near the
		 * first pair any first report is right.
		 */
		for (at = every > 40 ? 2 : llabs(off) <= (int64_t)HZ;
		     at < (every > 40 ? 38 : 40); at++) {
			begin_recording();
			odd = NULL;
			for (n = 0; n < 40; n++) {
				if (n % every == 0 && every <= 40)
					add_pair();
				if (n == at)
					odd = &entries[num];
				add_odd(n == at ? off : 0);
			}
			if (every <= 40)
				add_pair();
			snprintf(name, sizeof(name), "off by %lld, a pair each %u, report %u",
				 (long long)off, every, at);
			play_file();
			expect_right(name, odd, NULL);
		}
	}
}

/*
 * The reports pause, which a record announces. If that may be a wrap of their time stamps or more,
 * their time is unknown up to the next pair.
 */
static void a_pause_of_reports(void)
{
	static const unsigned int seconds[] = { 1, 20, 172, 250, 343, 344, 400, 600, 1000 };
	struct entry *broken;
	char name[32];
	size_t i;

	for (i = 0; i < ARRAY_LEN(seconds); i++) {
		const struct pause pause = { .ticks = seconds[i] * HZ };

		snprintf(name, sizeof(name), "%u s", seconds[i]);
		begin_recording();
		broken = add_letters("PRRRRRRPRRRLXRRRRRRPRRRRRR", &pause);
		if (pause.ticks < WRAP)
			broken = NULL;
		play_file();
		expect_right(name, NULL, broken);
		play_stream();
		expect_right(name, NULL, broken);
	}
}

/*
 * The reader pauses for longer than a wrap. All reports are still in the buffer, and the clocks are
 * read after only the first of them. No report is missing, so no pause can be hidden.
 */
static void a_reader_that_is_late(void)
{
	const struct pause restart = { .ticks = 500, .clock = 777 };
	struct entry *early;
	int i;

	/* Exponent 17: 47 reports per second, 430 s */
	for (i = 0; i < 2; i++) {
		begin_recording();
		period = 1 << 18;
		early = i ? add(PAIR) : NULL;
		add_reports(300);
		if (i)
			early->clocks = read_clocks(now + 5);
		add_letters("PRRR", NULL);
		early = add(PAIR);
		add_reports(16500);
		early->clocks = read_clocks(now + 5);
		add_letters("PRRRP", NULL);
		play_file();
		expect_right("late", NULL, NULL);
	}
	/* The pair behind a restart is before the last reports before it. */
	begin_recording();
	add_letters("PRRR", NULL);
	early = add(PAIR);
	add_reports(3);
	make_pause(&restart);
	early->clocks = read_clocks(now + 5);
	early = &entries[num];
	add_letters("RRPRRR", NULL);
	play_file();
	expect_right("old", NULL, early);
}

/* Periods of half a wrap and of a wrap must not be mistaken for a step back or none. */
static void the_longest_periods(void)
{
	int bits;

	for (bits = 30; bits <= 32; bits++) {
		begin_recording();
		period = 1ull << bits;
		add_letters("PRRRRRPRRRRR", NULL);
		play_file();
		expect_right("longest", NULL, NULL);
	}
}

/* A pair that is not later than the previous one is no pair. */
static void a_pair_that_says_nothing(void)
{
	const struct pause pause = { .ticks = 2 * PERIOD, .off = 20 * HZ };
	struct entry *broken;
	int i;

	for (i = 0; i < 3; i++) {
		begin_recording();
		broken = add_letters("PRRPRRXR", &pause);
		add(LOST)->clocks = entries[3].clocks;
		entries[7].clocks.monotonic_ns += i == 1;
		entries[7].clocks.gpu_ticks += i == 2;
		add_letters("RRPRR", NULL);
		entries[7].what = PAIR;
		play_file();
		entries[7].what = LOST;
		expect_right("nothing", NULL, broken);
	}
}

/* The GPU's clock loses or gains much time, but no report: counters run on between all of them. */
static void a_wrong_clock(void)
{
	static const int64_t losses[] = { HZ / 200, HZ / 40, HZ / 8, HZ / 2, -(int64_t)HZ / 625 };
	size_t i, n;

	for (n = 0; n < ARRAY_LEN(losses) * 2; n++) {
		const int64_t loss = losses[n / 2];
		const struct pause held_back = { .ticks = loss, .off = -loss };

		begin_recording();
		period = 1 << 12;
		for (i = 0; i < 240; i++)
			add_letters(i % 6 ? "RRRRRRRRRRX" : "PRRRRRRRRRRX", &held_back);
		add_pair();
		n % 2 ? play_stream() : play_file();
		for (i = 0; i < num; i++) {
			if (entries[i].what == REPORT && entries[i].kind != MOMENT_FIRST)
				EXPECT(entries[i].kind == MOMENT_NEXT && entries[i].step == period,
				       "%zu: record %zu is %d", n, i, entries[i].kind);
		}
		/* The time follows the pairs nevertheless. */
		EXPECT(llabs(entries[num - 2].wrong) < 12 * llabs(loss), "%zu: %lld ticks ahead", n,
		       (long long)entries[num - 2].wrong);
	}
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
		intervals_next(&list, raw, NULL, &interval);
		EXPECT(interval.kind == kinds[i], "report %u: %d", i, interval.kind);
		EXPECT(interval.sum.ticks == (kinds[i] == INTERVAL_COVERED ? 1000 : 0), "%u", i);
	}
	EXPECT(list.silences == 1 && list.gaps == 1, "%llu, %llu",
	       (unsigned long long)list.silences, (unsigned long long)list.gaps);
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

static const struct test tests[] = {
	{ "every order", every_order },
	{ "one odd report", one_odd_report },
	{ "a pause of reports", a_pause_of_reports },
	{ "a reader that is late", a_reader_that_is_late },
	{ "the longest periods", the_longest_periods },
	{ "a pair that says nothing", a_pair_that_says_nothing },
	{ "a wrong clock", a_wrong_clock },
	{ "an interval with a silence", an_interval_with_a_silence },
	{ "a timer that falls silent", a_timer_that_falls_silent },
	{ "a reader that was stopped", a_reader_that_was_stopped },
	{ "a stream that may be silent", a_stream_that_may_be_silent },
};

int main(void)
{
	return run_tests("timeline", tests, ARRAY_LEN(tests));
}
