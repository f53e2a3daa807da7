// SPDX-License-Identifier: GPL-2.0-only
/*
 * Register reads of a call, each of which waits for the GPU. internals.rst "Register reads".
 *
 * The clock of the simulated GPU stands still, so that a call meets no new reports. Those of a real
 * one come meanwhile, which changes no count: a call reads the tail once.
 */
#include "oa_lib.h"

#include <poll.h>

#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define ROUNDS		20
/* Slow enough that a busy host causes no overflow before the clock is stopped */
#define EXPONENT		12u
/* Reports between two reads of the unit's status */
#define RUN		1024u
/* Delay of the data after the tail, us: between one period and two */
#define LAG		"700"

static u8 buf[2 << 20];

/* A stream whose first reports, each of which is watched for hypotheses, have been read */
static void open_still(struct oa_session *s, u64 poll_ns)
{
	oa_session_prepare(s);
	oa_session_open_props(s, NONBLOCK, OA_BASE_PROPS(s->set, OA_FORMAT, EXPONENT),
			      OA_PROP_POLL_OA_PERIOD, poll_ns);
	oa_collect(s->stream, &s->tally, 100, sizeof(buf));
	if (oa_sim_present())
		oa_sim_freeze();
	oa_drain(s->stream, &s->tally, sizeof(buf));
}

/* Let so many periods of the timer pass; the next call looks at the unit. */
static void pass(u64 periods)
{
	if (oa_sim_present()) {
		oa_sim_advance(periods, EXPONENT);
		return;
	}
	oa_sleep_ms(1 + periods * oa_period_ns(EXPONENT) / 1000000);
	oa_await_look();
}

static void close_still(struct oa_session *s)
{
	oa_register_reads_end();
	oa_tally_assert_whole(&s->tally);
	oa_session_close(s);
}

static u64 read_counted(struct oa_session *s, u64 *reports)
{
	const u64 samples = s->tally.samples, before = oa_register_reads();
	ssize_t n = read(s->stream, buf, sizeof(buf));
	const u64 cost = oa_register_reads() - before;

	igt_assert_f(n > 0, "read gave %zd", n);
	oa_tally_add(&s->tally, buf, n);
	*reports = s->tally.samples - samples;
	return cost;
}

/* A read of the tail, one of the status after the copy, and rarely one of the write FIFO */
static void test_read(u64 periods)
{
	struct oa_session s;
	u64 reports, cost = 0, allowed = 0;

	/* While many are copied, a clock that runs adds reports, and with them reads. */
	if (periods >= RUN)
		oa_sim_require();
	oa_register_reads_begin();
	open_still(&s, 5000000);
	for (int i = 0; i < ROUNDS; i++) {
		pass(periods);
		cost += read_counted(&s, &reports);
		igt_assert_lte(1, reports);
		allowed += 3 + reports / RUN;
	}
	igt_info("%llu register reads in %d reads\n", cost, ROUNDS);
	igt_assert_lte(cost, allowed);
	close_still(&s);
}

/* Several runs, but at most what half a ring holds */
static u64 many(void)
{
	const u64 half = oa_facts()->ring / 512;

	return half < 3 * RUN ? half : 3 * RUN;
}

/*
 * A report that has not landed ends the read, although it lands while the head is written, before
 * the read returns. The next read returns it. Otherwise each such report would cost a read of the
 * status.
 */
static void test_read_late(void)
{
	const u64 periods = 10, away = 2;
	struct oa_session s;
	u64 reports, cost = 0, all = 0;

	oa_sim_require_knob("register_reads");
	open_still(&s, 5000000);
	oa_sim_write("fail_tail_lag", LAG);
	for (int i = 0; i < ROUNDS; i++) {
		oa_sim_advance(periods, EXPONENT);
		oa_sim_be_away(away, EXPONENT);
		cost += read_counted(&s, &reports);
		all += reports;
	}
	igt_info("%llu register reads in %d reads\n", cost, ROUNDS);
	/* The tail, the status, and rarely the write FIFO */
	igt_assert_lte(cost, 2 * ROUNDS + ROUNDS / 2);
	/*
	 * The reports that were late, or written while the head moved, are in the next round, and
	 * those of the last round in none.
	 */
	igt_assert_lte(all, (periods + away) * ROUNDS - away - 1);
	igt_assert_lte((periods + away) * ROUNDS - away - 2, all);
	oa_sim_write("fail_tail_lag", "0");
	oa_sim_advance(2, EXPONENT);
	oa_drain(s.stream, &s.tally, sizeof(buf));
	close_still(&s);
}

/* A poll that finds a report in memory reads one register at most. */
static void test_poll(void)
{
	struct oa_session s;
	u64 reports, before, cost = 0;

	oa_register_reads_begin();
	/* So short that each poll peeks at the ring */
	open_still(&s, 100000);
	for (int i = 0; i < ROUNDS; i++) {
		pass(10);
		oa_sleep_ms(1);
		before = oa_register_reads();
		igt_assert(oa_poll_in(s.stream, 0));
		igt_assert_lte(oa_register_reads() - before, 1);
		cost += read_counted(&s, &reports);
	}
	igt_assert_lte(cost, 3 * ROUNDS);
	close_still(&s);
}

/* A blocking read costs no more than a poll and a read: the wake-up implies a report. */
static void test_wait(void)
{
	struct oa_session s;
	u64 before, cost, wakeups, reports;
	int rounds = 0;

	oa_register_reads_begin();
	oa_session_prepare(&s);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, EXPONENT),
			      OA_PROP_POLL_OA_PERIOD, 20000000);
	for (int i = 0; i < 5; i++)
		read_counted(&s, &reports);
	/* Read oa_status first, since that reads registers, too. */
	wakeups = oa_status("wake_deadline");
	before = oa_register_reads();
	for (; rounds < ROUNDS; rounds++)
		read_counted(&s, &reports);
	cost = oa_register_reads() - before;
	wakeups = oa_status("wake_deadline") - wakeups;
	igt_info("%llu register reads in %d reads, %llu wake-ups\n", cost, rounds, wakeups);
	/* Those of read(), and at most four for each deadline */
	igt_assert_lte(cost, 3 * rounds + 4 * wakeups);
	close_still(&s);
}

/*
 * A stream that stops and starts reads only what tells whether the GPU still has its state, what
 * was written, and the clock: no interrupt register, and none of the metric set.
 */
static void test_calls(void)
{
	struct oa_session s;
	u64 cost;

	oa_sim_require();
	oa_register_reads_begin();
	open_still(&s, 5000000);
	cost = oa_register_reads();
	for (int i = 0; i < ROUNDS; i++) {
		oa_assert_ok(oa_stream_disable(s.stream));
		oa_assert_ok(oa_stream_enable(s.stream));
	}
	cost = oa_register_reads() - cost;
	igt_info("%llu register reads in %d stops and starts\n", cost, ROUNDS);
	igt_assert_lte(cost, 22 * ROUNDS);
	close_still(&s);
}

igt_main
{
	igt_fixture
		oa_gpu_require();

	igt_oa_effect(OA_WRITES);
	oa_subtest("read-one", test_read(1));
	oa_subtest("read-some", test_read(20));
	oa_subtest("read-many", test_read(many()));
	oa_subtest("read-late", test_read_late());
	oa_subtest("poll", test_poll());
	oa_subtest("wait", test_wait());
	oa_subtest("calls", test_calls());
}
