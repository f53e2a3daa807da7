// SPDX-License-Identifier: GPL-2.0-only
/*
 * Waiting: poll, select, epoll and blocking read, and the wake policy that they share.
 * abi.rst 10.4; internals.rst "Wake policy".
 *
 * The tests assert order and counts. They assert times only if the bound is far from
 * the delays of a slow machine.
 */
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>

#include "oa_lib.h"

#define RECORD		OA_RECORD
#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define DISABLED	I915_PERF_FLAG_DISABLED
#define SECOND_NS	1000000000ull

static u8 buf[1 << 20];

static void open_period(struct oa_session *s, u32 flags, unsigned int exponent, u64 period)
{
	oa_session_prepare(s);
	oa_session_open_props(s, flags, OA_BASE_PROPS(s->set, OA_FORMAT, exponent),
			      OA_PROP_POLL_OA_PERIOD, period);
}

static void require_half_full(void)
{
	oa_status_require();
	igt_require_f(oa_facts()->half_full, "no half-full interrupt");
}

static void test_readiness(void)
{
	struct oa_session s;

	/* 168 ms between reports */
	oa_session_simple(&s, NONBLOCK, 20);
	for (int i = 0; i < 4; i++) {
		igt_assert(oa_poll_in(s.stream, 20000));
		oa_hold_clock(true);
		/* The stream is ready, and stays ready until it is read. */
		igt_assert(oa_poll_in(s.stream, 0));
		igt_assert_lte(RECORD, read(s.stream, buf, sizeof(buf)));
		oa_assert_fails(read(s.stream, buf, sizeof(buf)), EAGAIN);
		igt_assert(!oa_poll_in(s.stream, 0));
		oa_hold_clock(false);
	}
	oa_session_close(&s);
}

static void test_timeout(void)
{
	struct oa_session s;

	oa_session_simple(&s, NONBLOCK, oa_silent());
	igt_assert(!oa_poll_in(s.stream, 0));
	igt_assert(!oa_poll_in(s.stream, 50));
	oa_session_close(&s);
}

static void test_disabled(void)
{
	struct oa_session s;

	oa_session_simple(&s, NONBLOCK | DISABLED, 12);
	igt_assert(!oa_poll_in(s.stream, 50));
	oa_assert_ok(oa_stream_enable(s.stream));
	igt_assert(oa_poll_in(s.stream, 20000));
	igt_assert_lte(RECORD, read(s.stream, buf, sizeof(buf)));
	oa_session_close(&s);
}

/* Return: false if a report came right after the stream was enabled */
static bool enable_clears(void)
{
	struct oa_session s;
	u64 produced = 0;
	bool ready;

	/* 335 ms between reports */
	oa_session_simple(&s, NONBLOCK, 21);
	igt_assert(oa_poll_in(s.stream, 20000));
	oa_assert_ok(oa_stream_disable(s.stream));
	if (oa_sim_present())
		produced = oa_sim_u64("produced");
	oa_assert_ok(oa_stream_enable(s.stream));
	ready = oa_poll_in(s.stream, 0);
	igt_assert(!ready || (oa_sim_present() && oa_sim_u64("produced") != produced));
	igt_assert(oa_poll_in(s.stream, 20000));
	oa_session_close(&s);
	return !ready;
}

/* Enabling clears readiness: unread reports are discarded. */
static void test_enable_clears(void)
{
	struct oa_session s;

	oa_session_simple(&s, NONBLOCK, 12);
	igt_assert(oa_poll_in(s.stream, 20000));
	oa_assert_ok(oa_stream_disable(s.stream));
	oa_session_close(&s);
	oa_repeat_if_late(enable_clears());
}

/* The stream is ready while data remains; each read has room for one record. */
static void test_ready_while_data(void)
{
	struct oa_session s;
	unsigned int reads = 0;

	oa_session_simple(&s, NONBLOCK, 18);
	igt_assert(oa_poll_in(s.stream, 20000));
	oa_sleep_ms(200);
	/* At least three more periods of 42 ms have passed. */
	while (reads < 4) {
		igt_assert(oa_poll_in(s.stream, 20000));
		igt_assert_eq(read(s.stream, buf, RECORD), RECORD);
		reads++;
	}
	oa_session_close(&s);
}

static void test_select(void)
{
	struct oa_session s;
	struct timeval limit = { 20, 0 };
	fd_set set;

	oa_session_simple(&s, NONBLOCK, 18);
	FD_ZERO(&set);
	FD_SET(s.stream, &set);
	igt_assert_eq(select(s.stream + 1, &set, NULL, NULL, &limit), 1);
	igt_assert(FD_ISSET(s.stream, &set));
	igt_assert_lte(RECORD, read(s.stream, buf, sizeof(buf)));
	oa_session_close(&s);
}

/* A process that is stopped and continued gets EINTR, without a handler. */
static int epoll_wait_again(int ep, struct epoll_event *event)
{
	int ret;

	do
		ret = epoll_wait(ep, event, 1, 20000);
	while (ret < 0 && errno == EINTR);
	return ret;
}

static void check_epoll(u32 flags)
{
	struct oa_session s;
	struct epoll_event event = { .events = EPOLLIN | flags };
	int ep = epoll_create1(EPOLL_CLOEXEC);

	igt_assert_fd(ep);
	oa_session_simple(&s, NONBLOCK, 18);
	oa_assert_ok(epoll_ctl(ep, EPOLL_CTL_ADD, s.stream, &event));
	for (int i = 0; i < 5; i++) {
		igt_assert_eq(epoll_wait_again(ep, &event), 1);
		igt_assert_eq(event.events, EPOLLIN);
		while (read(s.stream, buf, sizeof(buf)) > 0)
			;
		igt_assert_eq(errno, EAGAIN);
	}
	close(ep);
	oa_session_close(&s);
}

/* A level-triggered waiter is ready as long as it does not read. */
static void test_epoll_remains(void)
{
	struct oa_session s;
	struct epoll_event event = { .events = EPOLLIN };
	int ep = epoll_create1(EPOLL_CLOEXEC);

	oa_session_simple(&s, NONBLOCK, 18);
	oa_assert_ok(epoll_ctl(ep, EPOLL_CTL_ADD, s.stream, &event));
	for (int i = 0; i < 3; i++)
		igt_assert_eq(epoll_wait_again(ep, &event), 1);
	close(ep);
	oa_session_close(&s);
}

/* Without a waiter no timer runs, whatever the sampling rate. */
static void check_no_timer(unsigned int exponent)
{
	struct oa_session s;
	u64 before;

	oa_status_require();
	open_period(&s, NONBLOCK, exponent, 1000000);
	oa_sleep_ms(50);
	before = oa_status("deadlines");
	oa_sleep_ms(300);
	igt_assert_eq_u64(oa_status("deadlines"), before);
	igt_assert_eq_u64(oa_status("wake_deadline"), 0);
	oa_session_close(&s);
}

/* The deadline of a waiter that has left fires at most once. */
static void test_no_timer_after_wait(void)
{
	struct oa_session s;
	u64 before;

	oa_status_require();
	open_period(&s, NONBLOCK, oa_silent(), 1000000);
	igt_assert(!oa_poll_in(s.stream, 30));
	before = oa_status("deadlines");
	oa_sleep_ms(300);
	/* At most the one that was armed. */
	igt_assert_lte(oa_status("deadlines"), before + 1);
	oa_session_close(&s);
}

/* A disabled stream arms nothing, even for a waiter. */
static void test_no_timer_disabled(void)
{
	struct oa_session s;

	oa_status_require();
	open_period(&s, NONBLOCK | DISABLED, 14, 1000000);
	igt_assert(!oa_poll_in(s.stream, 100));
	igt_assert_eq_u64(oa_status("deadlines"), 0);
	oa_session_close(&s);
}

static const u64 all_properties[] = {
	OA_PROP_CTX_HANDLE, OA_PROP_SAMPLE_OA, OA_PROP_METRICS_SET, OA_PROP_FORMAT,
	OA_PROP_EXPONENT, OA_PROP_HOLD_PREEMPTION, OA_PROP_GLOBAL_SSEU, OA_PROP_POLL_OA_PERIOD,
	OA_PROP_ENGINE_CLASS, OA_PROP_ENGINE_INSTANCE, OA_PROP_LOSS_RECORDS, OA_PROP_OVERFLOW,
	OA_PROP_BUFFER_SIZE, OA_PROP_WAKE_REPORTS, OA_PROP_KEEP_UNREAD,
	OA_PROP_FREQUENCY_REPORTS,
};

/*
 * The largest value of each property, on a stream without a timer: it is rejected, or a waiter has
 * a deadline each 5 ms at most. With the longest period it has none in a second.
 */
static void test_largest_values(void)
{
	struct oa_session s;
	u32 context;

	oa_status_require();
	oa_session_prepare(&s);
	context = oa_context_create(s.drm);
	for (size_t i = 0; i < ARRAY_LEN(all_properties); i++) {
		bool period = all_properties[i] == OA_PROP_POLL_OA_PERIOD;
		u64 start;
		int fd;

		fd = oa_open_props(s.drm, NONBLOCK, OA_PROP_CTX_HANDLE, context,
				   OA_PROP_SAMPLE_OA, 1, OA_PROP_METRICS_SET, s.set,
				   OA_PROP_FORMAT, OA_FORMAT, all_properties[i], ~0ull);
		igt_assert(fd >= 0 || !period);
		if (fd < 0)
			continue;
		start = oa_now_ns();
		oa_poll_in(fd, 1000);
		igt_assert_lte(oa_status("deadlines"),
			       period ? 0 : (oa_now_ns() - start) / 5000000 + 1);
		close(fd);
	}
	oa_assert_ok(oa_context_destroy(s.drm, context));
	close(s.drm);
}

static u64 size_with_period(u64 period)
{
	struct oa_session s;
	u64 size;

	oa_session_prepare(&s);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, 13),
			      OA_PROP_BUFFER_SIZE, 0, OA_PROP_POLL_OA_PERIOD, period);
	size = oa_status("size");
	oa_session_close(&s);
	return size;
}

/* A buffer that the driver chooses holds the reports of POLL_OA_PERIOD, however long that is. */
static void test_longest_period_size(void)
{
	u64 size;

	oa_status_require();
	size = size_with_period(3600 * SECOND_NS);
	igt_assert_lt(size_with_period(5000000), size);
	igt_assert_eq_u64(size_with_period(1ull << 63), size);
	igt_assert_eq_u64(size_with_period(~0ull), size);
}

/*
 * POLL_OA_PERIOD is a bound. Half full comes only after minutes at this rate,
 * so the deadline wakes.
 */
static void test_deadline_wakes(void)
{
	struct oa_session s;

	oa_status_require();
	open_period(&s, NONBLOCK, 14, 20000000);
	/* A process that comes later than a deadline finds reports, and does not wait for one. */
	for (int i = 0; i < 5 || (i < 1000 && !oa_status("wake_deadline")); i++) {
		igt_assert(oa_poll_in(s.stream, 20000));
		while (read(s.stream, buf, sizeof(buf)) > 0)
			;
	}
	igt_assert_lt(0, oa_status("wake_deadline"));
	igt_assert_eq_u64(oa_status("wake_interrupt"), 0);
	oa_session_close(&s);
}

/* A long period bundles reports: fewer wake-ups than reports. */
static void test_period_bundles(void)
{
	struct oa_session s;
	u64 wakes = 0, start;

	/* A report every 2.6 ms, a wake-up at most every 100 ms. */
	open_period(&s, NONBLOCK, 14, 100000000);
	start = oa_now_ns();
	while (s.tally.samples < 300) {
		igt_assert(oa_poll_in(s.stream, 20000));
		oa_drain(s.stream, &s.tally, 64 << 10);
		wakes++;
	}
	/* abi.rst 10.4: at most once per period, plus 2. */
	igt_assert_lte(wakes, (oa_now_ns() - start) / 100000000 + 2);
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
}

/* A waiter that times out repeatedly must not postpone the deadline. */
static void test_short_polls(void)
{
	struct oa_session s;
	bool ready = false;
	u64 end;

	open_period(&s, NONBLOCK, 14, 50000000);
	end = oa_now_ns() + 20 * SECOND_NS;
	while (!ready && oa_now_ns() < end)
		ready = oa_poll_in(s.stream, 5);
	igt_assert_f(ready, "polls of 5 ms never returned POLLIN");
	igt_assert_lte(RECORD, read(s.stream, buf, sizeof(buf)));
	oa_session_close(&s);
}

/* Polls with a timeout of 0 find data as well, as i915's clients expect. */
static void test_zero_timeout_polls(void)
{
	struct oa_session s;

	open_period(&s, NONBLOCK, 14, 5000000);
	igt_assert(oa_wait_until(oa_poll_in(s.stream, 0), 20000));
	igt_assert_lte(RECORD, read(s.stream, buf, sizeof(buf)));
	oa_session_close(&s);
}

/*
 * Check that only interrupts woke the reader. The deadline is 1.5 times as far away as half full,
 * but by the host's clock, which runs while a busy host delays the unit's. A reader that comes when
 * the ring is half full does not wait for an interrupt.
 */
static bool only_interrupts(void)
{
	return !oa_status("wake_deadline") && oa_status("irq_oa") && oa_status("wake_interrupt");
}

/* A small buffer, which a slow host reads faster than the unit fills it */
static u64 small_size(void)
{
	return oa_facts()->ring < 1 << 20 ? oa_facts()->ring : 1 << 20;
}

static void open_small(struct oa_session *s, u32 flags, unsigned int bit)
{
	oa_session_prepare(s);
	oa_session_open_props(s, flags, OA_BASE_PROPS(s->set, OA_FORMAT, bit),
			      OA_PROP_POLL_OA_PERIOD, 60 * SECOND_NS,
			      OA_PROP_BUFFER_SIZE, small_size());
}

/* Half full comes long before the deadline of one minute, so the interrupt wakes. */
static bool interrupt_wakes(unsigned int bit)
{
	struct oa_session s;
	static u8 large[2 << 20];
	bool in_time;
	ssize_t n;

	open_small(&s, NONBLOCK, bit);
	igt_assert(oa_poll_in(s.stream, 40000));
	n = read(s.stream, large, sizeof(large));
	igt_assert_f(n > 0, "read gave %zd", n);
	oa_assert_ok(oa_stream_disable(s.stream));
	oa_tally_add(&s.tally, large, n);
	in_time = only_interrupts();
	oa_session_close(&s);
	return in_time;
}

static void test_interrupt_wakes(void)
{
	require_half_full();
	oa_repeat_if_late(interrupt_wakes(oa_calm(small_size(), OA_BYTES) + 1 + oa_tries / 3));
}

/*
 * A blocking reader that found no data sleeps until half full. One read then returns
 * half of the buffer.
 */
static bool interrupt_ends_read(unsigned int bit)
{
	const ssize_t most = small_size() / OA_BYTES * 45 / 100 * RECORD;
	struct oa_session s;
	static u8 large[2 << 20];
	bool in_time;
	ssize_t n = 0;

	open_small(&s, 0, bit);
	while (n < most && s.tally.samples < 2 * small_size() / OA_BYTES)
		n = oa_tally_read(s.stream, &s.tally, large, sizeof(large));
	/* If each read found data at once, none has waited. */
	in_time = n >= most && only_interrupts() && oa_tally_whole(&s.tally);
	oa_session_close(&s);
	return in_time;
}

static void test_interrupt_blocking(void)
{
	require_half_full();
	oa_repeat_if_late(interrupt_ends_read(oa_calm(small_size(), OA_BYTES) + 1 + oa_tries / 3));
}

/* Return: false if the poll came so late that it did not wait */
static bool deadline_replaces_interrupt(unsigned int bit)
{
	struct oa_session s;
	static u8 large[24 << 20];
	bool waited;
	ssize_t n;

	oa_session_prepare(&s);
	oa_sim_require_knob("fail_irq_lost");
	oa_sim_write("fail_irq_lost", "1000000");
	/* With 16 MiB: half full after 0.67 s, the deadline after 1 s, full after 1.34 s. */
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, bit),
			      OA_PROP_POLL_OA_PERIOD,
			      OA_RING_REPORTS * 3 / 4 * oa_period_ns(bit));
	igt_assert(oa_poll_in(s.stream, 40000));
	n = read(s.stream, large, sizeof(large));
	igt_assert_f(n > 0, "read gave %zd", n);
	oa_assert_ok(oa_stream_disable(s.stream));
	oa_tally_add(&s.tally, large, n);
	igt_assert_eq_u64(oa_status("irq_oa"), 0);
	igt_assert_eq_u64(oa_status("wake_interrupt"), 0);
	waited = oa_status("wake_deadline");
	oa_sim_write("fail_irq_lost", "0");
	oa_session_close(&s);
	return waited;
}

/* A lost interrupt costs latency, never data: the deadline wakes. */
static void test_lost_interrupt(void)
{
	require_half_full();
	oa_repeat_if_late(deadline_replaces_interrupt(oa_fast(7) + oa_tries / 2));
}

/*
 * A small ring is full long before the requested deadline. Without an
 * interrupt, or after a lost one, the driver must wake in time by itself. A
 * report comes every 327 us; the ring holds 512 of them or more and fills in at
 * most 672 ms.
 */
static bool deadline_before_full(unsigned int bit)
{
	struct oa_session s;
	bool in_time;

	oa_session_prepare(&s);
	if (oa_facts()->half_full) {
		oa_sim_require_knob("fail_irq_lost");
		oa_sim_write("fail_irq_lost", "1000000");
	}
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, oa_exponent(bit)),
			      OA_PROP_POLL_OA_PERIOD, 60 * SECOND_NS);
	oa_collect(s.stream, &s.tally, 3 * OA_RING_REPORTS, 1 << 20);
	in_time = !oa_tally_overflowed(&s.tally);
	if (in_time) {
		oa_tally_assert_whole(&s.tally);
		igt_assert_lte(3, oa_status("wake_deadline"));
	}
	igt_assert_eq_u64(oa_status("wake_interrupt"), 0);
	if (oa_facts()->half_full)
		oa_sim_write("fail_irq_lost", "0");
	oa_session_close(&s);
	return in_time;
}

static void test_deadline_before_full(void)
{
	igt_require_f(OA_RING_REPORTS <= 4096, "the ring is not small");
	oa_repeat_if_late(deadline_before_full(oa_fast(11) + oa_tries));
}

struct waiter {
	int stream;
	ssize_t result;
	int err;
	volatile bool done;
	u8 data[4096];
};

static void *blocked_read(void *arg)
{
	struct waiter *waiter = arg;

	waiter->result = read(waiter->stream, waiter->data, sizeof(waiter->data));
	waiter->err = errno;
	waiter->done = true;
	return NULL;
}

/* Disabling wakes a blocked reader with EIO. */
static void test_disable_wakes_reader(void)
{
	struct oa_session s;
	struct waiter waiter = {};
	pthread_t thread;

	oa_session_simple(&s, 0, oa_silent());
	waiter.stream = s.stream;
	igt_assert_eq(pthread_create(&thread, NULL, blocked_read, &waiter), 0);
	oa_sleep_ms(50);
	igt_assert(!waiter.done);
	oa_assert_ok(oa_stream_disable(s.stream));
	igt_assert_f(oa_wait_until(waiter.done, 20000), "the reader is not woken");
	pthread_join(thread, NULL);
	igt_assert_eq(waiter.result, -1);
	igt_assert_eq(waiter.err, EIO);
	oa_session_close(&s);
}

/* Two blocked readers share the stream: every report goes to exactly one. */
static void test_two_readers(void)
{
	struct oa_session s;
	struct waiter waiter[2] = {};
	pthread_t thread[2];

	oa_session_simple(&s, 0, 18);
	for (int i = 0; i < 2; i++) {
		waiter[i].stream = s.stream;
		igt_assert_eq(pthread_create(&thread[i], NULL, blocked_read, &waiter[i]), 0);
	}
	for (int i = 0; i < 2; i++) {
		pthread_join(thread[i], NULL);
		igt_assert_lte(RECORD, waiter[i].result);
	}
	igt_assert(memcmp(waiter[0].data + 8, waiter[1].data + 8, OA_BYTES));
	oa_session_close(&s);
}

static void on_signal(int sig)
{
	(void)sig;
}

static volatile bool signalled;

/* Signal repeatedly, as the first may come before the other thread waits */
static void *signal_later(void *arg)
{
	while (!signalled) {
		oa_sleep_ms(50);
		pthread_kill(*(pthread_t *)arg, SIGUSR1);
	}
	return NULL;
}

static void test_poll_signal(void)
{
	struct sigaction action = { .sa_handler = on_signal };
	struct pollfd pfd = { .events = POLLIN };
	pthread_t self = pthread_self(), thread;
	struct oa_session s;

	oa_assert_ok(sigaction(SIGUSR1, &action, NULL));
	oa_session_simple(&s, NONBLOCK, oa_silent());
	pfd.fd = s.stream;
	igt_assert_eq(pthread_create(&thread, NULL, signal_later, &self), 0);
	oa_assert_fails(poll(&pfd, 1, 20000), EINTR);
	signalled = true;
	pthread_join(thread, NULL);
	oa_session_close(&s);
}

/* abi.rst 10.4: poll, read three records, poll, ... keeps up. */
static bool three_at_a_time(unsigned int bit)
{
	struct oa_session s;
	ssize_t n;

	oa_session_simple(&s, NONBLOCK, bit);
	while (s.tally.samples < 6000) {
		igt_assert(oa_poll_in(s.stream, 20000));
		n = read(s.stream, buf, 1024);
		igt_assert_f(n > 0 && n <= 1024, "read gave %zd", n);
		oa_tally_add(&s.tally, buf, n);
		/* A read without a report has a loss: the reader was late. */
		igt_assert_f(n >= RECORD || oa_tally_overflowed(&s.tally), "read gave %zd", n);
	}
	return oa_session_close_whole(&s);
}

static void test_three_at_a_time(void)
{
	oa_repeat_if_late(three_at_a_time(11 + oa_tries));
}

igt_main
{
	igt_fixture
		oa_gpu_require();

	igt_oa_effect(OA_WRITES);
	oa_subtest("readiness", test_readiness());
	oa_subtest("timeout", test_timeout());
	oa_subtest("disabled-not-ready", test_disabled());
	oa_subtest("enable-clears-readiness", test_enable_clears());
	oa_subtest("ready-while-data", test_ready_while_data());
	oa_subtest("select", test_select());
	oa_subtest("epoll-level", check_epoll(0));
	oa_subtest("epoll-edge", check_epoll(EPOLLET));
	oa_subtest("epoll-stays-ready", test_epoll_remains());
	oa_subtest("poll-signal", test_poll_signal());
	oa_subtest("no-timer-slow", check_no_timer(28));
	oa_subtest("no-timer-fast", check_no_timer(12));
	oa_subtest("no-timer-after-wait", test_no_timer_after_wait());
	oa_subtest("no-timer-disabled", test_no_timer_disabled());
	oa_subtest("largest-values", test_largest_values());
	oa_subtest("longest-period-size", test_longest_period_size());
	oa_subtest("deadline-wakes", test_deadline_wakes());
	oa_subtest("period-bundles", test_period_bundles());
	oa_subtest("short-polls-see-data", test_short_polls());
	oa_subtest("zero-timeout-polls-see-data", test_zero_timeout_polls());
	oa_subtest("interrupt-wakes-poll", test_interrupt_wakes());
	oa_subtest("interrupt-wakes-read", test_interrupt_blocking());
	oa_subtest("lost-interrupt-costs-latency", test_lost_interrupt());
	oa_subtest("deadline-before-full", test_deadline_before_full());
	oa_subtest("disable-wakes-reader", test_disable_wakes_reader());
	oa_subtest("two-readers", test_two_readers());
	oa_subtest("three-records-a-read", test_three_at_a_time());
}
