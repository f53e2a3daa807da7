// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a reader sees, and when it moves: internals.rst "What a reader sees". poll, epoll and
 * non-blocking reads agree; nothing new appears between two looks at the unit; a waiter on the
 * queue gets an edge each period while there is data.
 *
 * The simulated GPU's clock stands still or moves by a number of reports, so the results depend on
 * counts and not on the host. On a real GPU, whose clock runs, only what holds then is tested.
 */
#include <sys/epoll.h>

#include "oa_ways.h"

#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
/* Slow enough that the time in which a large ring fills does not shorten a period */
#define STROBE_BIT	13
/* No look is due by time within a subtest. */
#define NEVER_NS	10000000000ull
/* Half of it is longer than any host takes from one read to the next. */
#define DRAIN_NS	1000000000ull
#define EDGES		20
#define CHUNK		((size_t)(16 * OA_RECORD))

static u8 buf[4 << 20];

/* Read once with a running clock: nothing more is in sight until the next look. */
static void open_running(struct oa_session *s, u32 flags)
{
	igt_require_f(oa_facts()->ring >= 1 << 20, "a small ring is half full within a short time");
	oa_tally_read(s->stream, &s->tally, buf, sizeof(buf));
	if (flags & NONBLOCK)
		oa_assert_ok(fcntl(s->stream, F_SETFL, O_NONBLOCK));
}

/* Stop the clock, and read what was written until then by blocking reads, which always look. */
static void open_still(struct oa_session *s, u32 flags, u64 period_ns)
{
	u64 written;

	oa_session_prepare(s);
	oa_session_open_props(s, 0, OA_BASE_PROPS(s->set, OA_FORMAT, STROBE_BIT),
			      OA_PROP_POLL_OA_PERIOD, period_ns);
	if (!oa_sim_present()) {
		open_running(s, flags);
		return;
	}
	oa_sim_freeze();
	oa_sim_between_strobes(s->drm, STROBE_BIT);
	oa_sim_advance(4, STROBE_BIT);
	oa_sim_land();
	written = oa_sim_u64("produced") - s->accounts.produced;
	while (s->tally.samples < written)
		oa_tally_read(s->stream, &s->tally, buf, sizeof(buf));
	if (flags & NONBLOCK)
		oa_assert_ok(fcntl(s->stream, F_SETFL, O_NONBLOCK));
}

static void write_reports(u64 reports)
{
	if (!oa_sim_present()) {
		oa_sleep_ms(1 + reports * oa_period_ns(STROBE_BIT) / 1000000);
		return;
	}
	oa_sim_advance(reports, STROBE_BIT);
	oa_sim_land();
}

static void close_whole(struct oa_session *s)
{
	oa_tally_assert_whole(&s->tally);
	oa_session_close(s);
	oa_assert_no_violation();
}

static int epoll_on(int stream, u32 flags)
{
	struct epoll_event event = { .events = EPOLLIN | flags };
	int ep = epoll_create1(EPOLL_CLOEXEC);

	igt_assert_fd(ep);
	oa_assert_ok(epoll_ctl(ep, EPOLL_CTL_ADD, stream, &event));
	return ep;
}

static bool edge(int ep, int ms)
{
	struct epoll_event event;
	int ret = epoll_wait(ep, &event, 1, ms);

	igt_assert_lte(0, ret);
	return ret == 1;
}

/*
 * More reports come with each read than it takes, as on a GPU whose period is shorter than a read.
 * A drain still ends, in full reads of what was there when it began.
 */
static void test_drain_ends(bool polls)
{
	/* Each drain leaves more than the one before. A small ring holds what two of them leave. */
	const bool small = oa_facts()->ring < 1 << 20;
	const u64 reports = 100, away = small ? 18 : 32;
	struct oa_session s;
	u64 reads, drains;
	ssize_t n;

	oa_sim_require_knob("fail_away");
	open_still(&s, NONBLOCK, DRAIN_NS);
	for (drains = 0; drains < (small ? 2 : 4); drains++) {
		write_reports(reports);
		if (polls)
			igt_assert(oa_poll_in(s.stream, 20000));
		else
			oa_sleep_ms(DRAIN_NS / 1000000 + 1);
		for (reads = 0; reads < 100; reads++) {
			oa_sim_be_away(away, STROBE_BIT);
			n = read(s.stream, buf, CHUNK);
			if (n < 0)
				break;
			oa_tally_add(&s.tally, buf, n);
		}
		igt_assert_eq(errno, EAGAIN);
		igt_info("drain of %llu reads\n", reads);
		/* What came during the last drain is in this one. */
		igt_assert_lte(reads, 2 + (2 + drains) * (reports + away * 8) / 16);
		igt_assert_lte(reports / 16, reads);
		oa_sim_write("fail_away", "0");
	}
	close_whole(&s);
}

/*
 * The next look is due in the middle of a drain, since its reader takes long between two reads. The
 * drain still ends with what was in sight when it began.
 */
static void test_slow_drain_ends(void)
{
	const size_t chunk = CHUNK / 2;
	const u64 reports = 100, away = 12, most = 2 + reports / 8;
	struct oa_session s;
	ssize_t n = 0;
	u64 reads;

	oa_sim_require_knob("fail_away");
	igt_require_f(oa_facts()->ring >= 1 << 20, "a small ring is half full within a short time");
	open_still(&s, NONBLOCK, DRAIN_NS);
	write_reports(reports);
	oa_sleep_ms(DRAIN_NS / 1000000 + 1);
	for (reads = 0; reads <= most; reads++) {
		oa_sim_be_away(away, STROBE_BIT);
		n = read(s.stream, buf, chunk);
		if (n < 0)
			break;
		oa_tally_add(&s.tally, buf, n);
		oa_sleep_ms(DRAIN_NS / 1000000 / 8);
	}
	igt_assert_f(n < 0 && errno == EAGAIN, "%llu reads, the last gave %zd", reads, n);
	igt_assert_f(reads > 8, "%llu reads: the drain ended before the look was due", reads);
	oa_sim_write("fail_away", "0");
	close_whole(&s);
}

/* A non-blocking read and a poll that find nothing new read no register of the unit. */
static void test_no_register(void)
{
	struct oa_session s;
	u64 before;

	oa_register_reads_begin();
	open_still(&s, NONBLOCK, NEVER_NS);
	write_reports(8);
	oa_assert_fails(read(s.stream, buf, sizeof(buf)), EAGAIN);
	before = oa_register_reads();
	for (int i = 0; i < 50; i++) {
		oa_assert_fails(read(s.stream, buf, sizeof(buf)), EAGAIN);
		igt_assert(!oa_poll_in(s.stream, 0));
	}
	/* The polls unmask the interrupt once. */
	igt_assert_lte(oa_register_reads() - before, 4);
	oa_register_reads_end();
	close_whole(&s);
}

/* poll and a non-blocking read agree, before and after each look. */
static void test_agree(u64 period_ns)
{
	struct oa_session s;
	u32 in = 0, out = 0;
	ssize_t n;

	open_still(&s, NONBLOCK, period_ns);
	for (u32 i = 0; i < 60; i++) {
		const bool ready = oa_poll_in(s.stream, 0);

		n = read(s.stream, buf, i % 3 ? CHUNK : sizeof(buf));
		if (n > 0)
			oa_tally_add(&s.tally, buf, n);
		else
			igt_assert_eq(errno, EAGAIN);
		igt_assert_f(n > 0 || !ready, "poll says ready, read says EAGAIN");
		if (period_ns == NEVER_NS)
			igt_assert_f(n < 0 || ready, "read has data, poll has not");
		in += ready;
		out += !ready;
		if (i % 2)
			write_reports(1 + i);
	}
	igt_info("ready %u times, not ready %u times\n", in, out);
	if (period_ns != NEVER_NS)
		igt_assert_lt(0, in);
	close_whole(&s);
}

/*
 * A read that sees fewer reports than a poll waits for leaves the poll as it was, up to a period
 * after its look. If the host stops the guest for so long in between, the poll proves nothing.
 */
static void test_fewer_than_wanted(void)
{
	const u64 wanted = 40, period_ns = 5000000;
	struct oa_session s;
	u32 in_time = 0;
	u64 began;
	bool woken;

	oa_sim_require();
	oa_session_prepare(&s);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT),
			      OA_PROP_WAKE_REPORTS, wanted, OA_PROP_POLL_OA_PERIOD, period_ns);
	oa_sim_freeze();
	oa_sim_between_strobes(s.drm, STROBE_BIT);
	write_reports(wanted / 4);
	oa_drain(s.stream, &s.tally, sizeof(buf));
	for (u32 i = 0; in_time < 10; i++) {
		igt_assert_f(i < 100, "too late nearly each time");
		write_reports(wanted / 4);
		began = oa_now_ns();
		igt_assert_eq(oa_tally_read(s.stream, &s.tally, buf, OA_RECORD), OA_RECORD);
		woken = oa_poll_in(s.stream, 0);
		if (oa_now_ns() - began < period_ns) {
			igt_assert_f(!woken, "woken for less than %llu reports", wanted);
			in_time++;
		}
		oa_drain(s.stream, &s.tally, sizeof(buf));
	}
	write_reports(wanted + 1);
	igt_assert(oa_poll_in(s.stream, 20000));
	close_whole(&s);
}

/*
 * An edge-triggered reader that takes one record for each edge, of reports that were there before,
 * gets an edge for each; then none, until there is a report again.
 */
static void test_record_per_edge(u32 flags)
{
	struct epoll_event event = { .events = EPOLLIN | flags };
	struct oa_session s;
	int ep;

	oa_sim_require();
	open_still(&s, NONBLOCK, 5000000);
	write_reports(EDGES);
	ep = epoll_on(s.stream, flags);
	for (u32 i = 0; i < EDGES; i++) {
		igt_assert_f(edge(ep, 20000), "no edge after %u", i);
		igt_assert_eq(oa_tally_read(s.stream, &s.tally, buf, OA_RECORD), OA_RECORD);
		if (flags & EPOLLONESHOT)
			oa_assert_ok(epoll_ctl(ep, EPOLL_CTL_MOD, s.stream, &event));
	}
	oa_drain(s.stream, &s.tally, sizeof(buf));
	if (flags & EPOLLONESHOT)
		oa_assert_ok(epoll_ctl(ep, EPOLL_CTL_MOD, s.stream, &event));
	while (edge(ep, 20))
		oa_drain(s.stream, &s.tally, sizeof(buf));
	write_reports(2);
	igt_assert(edge(ep, 20000));
	close(ep);
	close_whole(&s);
}

/* A reader that takes nothing gets edges too, and one that drains gets one for new reports only. */
static void test_edges_undrained(void)
{
	struct oa_session s;
	int ep;

	open_still(&s, NONBLOCK, 5000000);
	write_reports(EDGES);
	ep = epoll_on(s.stream, EPOLLET);
	for (u32 i = 0; i < EDGES; i++)
		igt_assert_f(edge(ep, 20000), "no edge after %u", i);
	close(ep);
	close_whole(&s);
}

/*
 * Edges each period and no more often, by the driver's own count. Without a waiter the timer stops
 * after one more deadline.
 */
static void test_no_timer_without_waiter(void)
{
	struct oa_session s;
	u64 deadlines;
	int ep;

	oa_status_require();
	open_still(&s, NONBLOCK, 5000000);
	write_reports(EDGES);
	ep = epoll_on(s.stream, EPOLLET);
	for (u32 i = 0; i < EDGES; i++)
		igt_assert(edge(ep, 20000));
	igt_assert_lte(EDGES - 2, oa_status("deadlines"));
	close(ep);
	deadlines = oa_status("deadlines");
	oa_sleep_ms(30);
	igt_assert_lte(oa_status("deadlines"), deadlines + 1);
	deadlines = oa_status("deadlines");
	/* Non-blocking reads and polls start none. */
	for (u32 i = 0; i < EDGES; i++) {
		write_reports(3);
		oa_poll_in(s.stream, 0);
		oa_drain(s.stream, &s.tally, sizeof(buf));
	}
	igt_assert_eq_u64(oa_status("deadlines"), deadlines);
	close_whole(&s);
}

/* A blocking read that would wait looks at the unit, however long the period is. */
static void test_blocking_looks(void)
{
	struct oa_session s;
	u64 reports = 0;

	open_still(&s, 0, NEVER_NS);
	for (u32 i = 0; i < EDGES; i++) {
		write_reports(5);
		reports = s.tally.samples;
		oa_tally_read(s.stream, &s.tally, buf, sizeof(buf));
		igt_assert_lte(4, s.tally.samples - reports);
	}
	close_whole(&s);
}

/* An io_uring's read of a stream without reports in sight completes at the next deadline. */
static void test_uring(void)
{
	struct oa_uring uring;
	struct oa_session s;
	ssize_t n;

	oa_uring_open(&uring);
	open_still(&s, 0, 5000000);
	for (u32 i = 0; i < EDGES; i++) {
		write_reports(5);
		n = oa_uring_read(&uring, s.stream, buf, sizeof(buf));
		igt_assert_f(n > 0, "gave %zd", n);
		oa_tally_add(&s.tally, buf, n);
	}
	oa_uring_close(&uring);
	close_whole(&s);
}

igt_main
{
	igt_fixture
		oa_gpu_require();

	igt_oa_effect(OA_WRITES);
	oa_subtest("drain-ends", test_drain_ends(false));
	oa_subtest("drain-ends-after-poll", test_drain_ends(true));
	oa_subtest("slow-drain-ends", test_slow_drain_ends());
	oa_subtest("no-register", test_no_register());
	oa_subtest("agree", test_agree(5000000));
	oa_subtest("agree-between-looks", test_agree(NEVER_NS));
	oa_subtest("fewer-than-wanted", test_fewer_than_wanted());
	oa_subtest("record-per-edge", test_record_per_edge(EPOLLET));
	oa_subtest("record-per-oneshot", test_record_per_edge(EPOLLONESHOT));
	oa_subtest("record-per-oneshot-edge", test_record_per_edge(EPOLLONESHOT | EPOLLET));
	oa_subtest("edges-undrained", test_edges_undrained());
	oa_subtest("no-timer-without-waiter", test_no_timer_without_waiter());
	oa_subtest("blocking-looks", test_blocking_looks());
	oa_subtest("uring", test_uring());
}
