// SPDX-License-Identifier: GPL-2.0-only
/*
 * Small rings that get full and wrap, odd pieces, and several tasks on one stream. Each subtest
 * asserts something that holds however the steps of the driver interleave with the rest;
 * i915_oa_sim interleave=SEED varies that (testing.rst). architecture.rst "What always holds".
 */
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/mman.h>

#include "oa_ways.h"

/* The small ring takes longer to fill than any pause of the simulator. */
#define FAST		oa_fast(8)
#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define SIZE		(128u << 10)
#define SIZE_REPORTS	(SIZE / OA_BYTES)
#define MS_NS		1000000ull

static u8 buf[1 << 20];

/*
 * Odd numbers of records, so that reads end anywhere in the ring, and some bytes that are no
 * record.
 */
static size_t odd_piece(unsigned int i)
{
	return (1 + i * 29 % 61) * OA_RECORD + i % 7;
}

static void small_open(struct oa_session *s, unsigned int bit, u32 flags, u64 prop, u64 value)
{
	oa_session_prepare(s);
	oa_session_open_props(s, flags, OA_BASE_PROPS(s->set, OA_FORMAT, bit),
			      OA_PROP_LOSS_RECORDS, 1, OA_PROP_BUFFER_SIZE, SIZE, prop, value);
}

/* Read in odd pieces, each time after the ring had time to become full, nearly full, or not. */
static void read_pieces(struct oa_session *s, unsigned int rounds)
{
	const u64 full_us = SIZE_REPORTS * oa_period_ns(s->tally.exponent) / 1000;

	for (unsigned int i = 0; i < rounds; i++) {
		usleep(full_us * (i * 7 % 10 + 2) / 10);
		for (unsigned int j = 0; j < 40; j++) {
			ssize_t n = read(s->stream, buf, odd_piece(i + 5 * j));

			if (n < 0 && errno == EAGAIN)
				break;
			/* A lost-status record and its loss record come together. */
			if (n < 0 && errno == ENOSPC)
				continue;
			igt_assert_f(n > 0, "read gave %zd: %s", n, strerror(errno));
			oa_tally_add(&s->tally, buf, n);
		}
	}
}

/* Read as much as the unit writes while the ring is nearly full. */
static void read_nearly_full(struct oa_session *s, unsigned int rounds)
{
	const u64 period = oa_period_ns(s->tally.exponent);

	for (unsigned int i = 0; i < rounds; i++) {
		const unsigned int reports = 1 + i * 29 % 23;
		const u64 dropped = s->tally.buffer_lost;
		ssize_t n = read(s->stream, buf, reports * OA_RECORD + i % 7);

		if (n > 0)
			oa_tally_add(&s->tally, buf, n);
		/* An overflow has emptied it. */
		if (s->tally.buffer_lost != dropped || (n < 0 && errno == EAGAIN))
			usleep(SIZE_REPORTS * period / 1000 * 15 / 16);
		else
			usleep(reports * period / 1000);
	}
}

/* A loss that was counted may still be pending. */
static void assert_losses_counted(const struct oa_tally *tally)
{
	if (!tally->buffer_lost)
		oa_tally_assert_counted(tally);
	else if (oa_status_present())
		igt_assert_lte(tally->loss_count, oa_status("reports_lost"));
}

/*
 * Memory is released to the unit only once it is poisoned, and overwritten reports are not
 * delivered.
 */
static void test_pieces(u64 mode)
{
	/* A unit that stops at a full ring overwrites nothing, however long a pause is. */
	const unsigned int bit = mode == OA_OVERFLOW_KEEP_OLDEST ? oa_fast(6) : FAST;
	struct oa_session s;

	igt_require_f(mode != OA_OVERFLOW_KEEP_OLDEST || oa_facts()->keep_oldest,
		      "the unit has no such mode");
	small_open(&s, bit, NONBLOCK, OA_PROP_OVERFLOW, mode);
	read_pieces(&s, 100);
	read_nearly_full(&s, 1500);
	igt_assert_lt(0, s.tally.samples);
	/* In this mode a full ring loses reports, never the buffer. */
	if (mode == OA_OVERFLOW_KEEP_OLDEST)
		igt_assert_eq_u64(s.tally.buffer_lost, 0);
	oa_assert_none_rejected();
	assert_losses_counted(&s.tally);
	oa_session_close(&s);
}

/*
 * A poll that waits for many reports ends when there are as many, unless a loss is pending.
 */
static void test_wake_reports(void)
{
	const unsigned int wanted = 40;
	struct oa_session s;

	small_open(&s, FAST, NONBLOCK, OA_PROP_WAKE_REPORTS, wanted);
	for (unsigned int i = 0; i < 400; i++) {
		u64 before, losses = s.tally.report_lost + s.tally.buffer_lost;

		oa_drain(s.stream, &s.tally, sizeof(buf));
		before = s.tally.samples;
		igt_assert(oa_poll_in(s.stream, 20000));
		oa_drain(s.stream, &s.tally, sizeof(buf));
		if (s.tally.report_lost + s.tally.buffer_lost == losses)
			igt_assert_f(s.tally.samples - before >= wanted,
				     "woken with %llu reports, expected %u",
				     s.tally.samples - before, wanted);
	}
	oa_session_close(&s);
}

/* Shared by the threads of a subtest */
struct shared {
	struct oa_session s;
	volatile bool stop;
	/* error that a thread found */
	const char * volatile error;
	volatile u64 rounds;
	/* the longest time between two rounds, ns */
	volatile u64 longest_ns;
};

/* Read all data in odd pieces, every few reports */
static void *reads_all(void *data)
{
	struct shared *sh = data;
	u8 *own = malloc(64 << 10);
	u64 began = oa_now_ns(), now;

	for (; !sh->stop; sh->rounds++) {
		for (unsigned int i = 0; ; i++) {
			if (read(sh->s.stream, own, odd_piece(i)) > 0 || errno == ENOSPC)
				continue;
			if (errno != EAGAIN)
				sh->error = strerror(errno);
			break;
		}
		now = oa_now_ns();
		if (now - began > sh->longest_ns)
			sh->longest_ns = now - began;
		began = now;
		usleep(sh->rounds % 5 * 37);
	}
	free(own);
	return NULL;
}

static void join(struct shared *sh, pthread_t thread)
{
	sh->stop = true;
	igt_assert_eq(pthread_join(thread, NULL), 0);
	igt_assert_f(!sh->error, "a thread: %s", sh->error);
}

/*
 * The ring is never half full, since another reader drains it after every few reports. A check
 * that mixes an old head or tail with a new one would wake. Return: false if the reader was
 * preempted for too long.
 */
static bool never_half_full(unsigned int bit)
{
	struct shared sh = {};
	pthread_t reader;
	u64 early = 0;

	small_open(&sh.s, bit, NONBLOCK, OA_PROP_WAKE_REPORTS, SIZE_REPORTS / 2);
	igt_assert_eq(pthread_create(&reader, NULL, reads_all, &sh), 0);
	for (unsigned int i = 0; i < 3000; i++) {
		early += oa_poll_in(sh.s.stream, 0);
		usleep(i % 3 * 11);
	}
	join(&sh, reader);
	oa_session_close(&sh.s);
	if (sh.longest_ns > SIZE_REPORTS / 4 * oa_period_ns(bit))
		return false;
	igt_assert_eq_u64(early, 0);
	return true;
}

static void test_wake_reports_shared(void)
{
	oa_repeat_if_late(never_half_full(oa_fast(10) + oa_tries / 2));
}

/* After POLLIN a read returns records. */
static void test_poll_agrees(void)
{
	const size_t three = 3 * OA_RECORD;
	struct oa_session s;

	small_open(&s, oa_fast(9), NONBLOCK, OA_PROP_POLL_OA_PERIOD, MS_NS / 2);
	for (unsigned int i = 0; i < 1500; i++) {
		if (!oa_poll_in(s.stream, i % 3))
			continue;
		igt_assert_f(oa_drain(s.stream, &s.tally, i % 2 ? sizeof(buf) : three),
			     "poll %u returned POLLIN, but read returned nothing", i);
	}
	oa_session_close(&s);
}

/*
 * A timer so slow that half of the largest ring takes longer than a test waits: only
 * deadlines wake.
 */
static unsigned int deadlines_only(void)
{
	unsigned int bit = oa_fast(12);

	while (OA_RING_REPORTS / 2 * oa_period_ns(bit) < 25000 * MS_NS)
		bit++;
	return bit;
}

static void slow_open(struct oa_session *s, unsigned int bit)
{
	const u64 some = oa_period_ns(bit) / 8, shortest = MS_NS / 10;

	oa_session_prepare(s);
	oa_session_open_props(s, NONBLOCK, OA_BASE_PROPS(s->set, OA_FORMAT, bit),
			      OA_PROP_POLL_OA_PERIOD, some > shortest ? some : shortest);
}

/* Each poll is woken, at whatever point the deadline of the previous one expires. */
static void test_poll_woken(void)
{
	const unsigned int bit = deadlines_only();
	const unsigned int polls = OA_RING_REPORTS > 4096 ? 1000 : 100;
	struct oa_session s;

	slow_open(&s, bit);
	for (unsigned int i = 0; i < polls; i++) {
		u64 began = oa_now_ns();

		/* A poll that is not woken checks once more at its timeout. */
		igt_assert(oa_poll_in(s.stream, 20000));
		igt_assert_f(oa_now_ns() - began < 15000 * MS_NS, "not woken");
		oa_drain(s.stream, &s.tally, sizeof(buf));
	}
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
}

/* An edge-triggered waiter that reads all data and waits again is woken by the next deadline. */
static void test_edge(void)
{
	struct epoll_event event = { .events = EPOLLIN | EPOLLET };
	const unsigned int bit = deadlines_only();
	int epoll = epoll_create1(0);
	struct oa_session s;

	igt_assert_fd(epoll);
	slow_open(&s, bit);
	oa_assert_ok(epoll_ctl(epoll, EPOLL_CTL_ADD, s.stream, &event));
	for (unsigned int i = 0; i < 200; i++) {
		igt_assert_f(epoll_wait(epoll, &event, 1, 20000) == 1, "not woken in 20 s");
		oa_drain(s.stream, &s.tally, i % 2 ? sizeof(buf) : (size_t)OA_RECORD);
	}
	oa_tally_assert_whole(&s.tally);
	close(epoll);
	oa_session_close(&s);
}

static void *waits(void *data)
{
	struct shared *sh = data;
	u8 *own = malloc(64 << 10);

	while (!sh->stop) {
		struct pollfd pfd = { .fd = sh->s.stream, .events = POLLIN };

		/*
		 * Longer than the subtest waits for this thread: another poll would arm a deadline.
		 */
		if (poll(&pfd, 1, 25000) == 1)
			sh->rounds++;
		while (read(sh->s.stream, own, 64 << 10) > 0)
			;
		usleep(sh->rounds % 4 * 100);
	}
	free(own);
	return NULL;
}

/* A waiter that waited before sampling began is woken as well. */
static void test_start(void)
{
	struct shared sh = {};
	pthread_t waiter;

	slow_open(&sh.s, deadlines_only());
	igt_assert_eq(pthread_create(&waiter, NULL, waits, &sh), 0);
	for (unsigned int i = 0; i < 60 && !sh.error; i++) {
		u64 before;

		oa_assert_ok(oa_stream_disable(sh.s.stream));
		usleep(i % 5 * 150);
		before = sh.rounds;
		oa_assert_ok(oa_stream_enable(sh.s.stream));
		if (!oa_wait_until(sh.rounds > before, 20000))
			sh.error = "not woken";
	}
	join(&sh, waiter);
	oa_session_close(&sh.s);
}

static void *disables_and_enables(void *data)
{
	struct shared *sh = data;

	while (!sh->stop) {
		if (oa_stream_disable(sh->s.stream) || oa_stream_enable(sh->s.stream))
			sh->error = strerror(errno);
		sh->rounds++;
		usleep(1500 + sh->rounds % 7 * 900);
	}
	return NULL;
}

/*
 * Records are copied outside of a section if user memory is not present. If the stream stops
 * meanwhile they are not counted as delivered: the accounting adds up.
 */
static void test_stop_while_copied(void)
{
	const size_t room = 64 << 10;
	struct shared sh = {};
	pthread_t other;
	u8 *memory = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	u64 last = 0, again = 0, samples = 0;

	igt_assert(memory != MAP_FAILED);
	small_open(&sh.s, oa_fast(8), NONBLOCK, OA_PROP_OVERFLOW, OA_OVERFLOW_DROP);
	igt_assert_eq(pthread_create(&other, NULL, disables_and_enables, &sh), 0);
	while (sh.rounds < 150) {
		struct oa_record rec;
		ssize_t n;

		oa_assert_ok(madvise(memory, room, MADV_DONTNEED));
		n = read(sh.s.stream, memory, room);
		if (n < 0)
			usleep(300);
		oa_for_each_record(&rec, at, memory, n < 0 ? 0 : n) {
			if (rec.type != DRM_I915_PERF_RECORD_SAMPLE)
				continue;
			again += samples && rec.payload[1] - (u32)last >= 0x80000000u;
			last = rec.payload[1];
			samples++;
		}
	}
	join(&sh, other);
	igt_assert_lt(0, samples);
	igt_assert_eq_u64(again, 0);
	if (oa_status_present())
		igt_assert_eq_u64(oa_status("reports_delivered"), samples);
	oa_assert_none_rejected();
	munmap(memory, room);
	oa_session_close(&sh.s);
}

/* The oldest reports are discarded while a reader copies them: each is delivered or lost, once. */
static void test_trim_while_copied(void)
{
	const size_t room = 1 << 20;
	struct oa_session s;
	u8 *memory = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	igt_assert(memory != MAP_FAILED);
	small_open(&s, oa_fast(8), NONBLOCK, OA_PROP_OVERFLOW, OA_OVERFLOW_KEEP_NEWEST);
	for (unsigned int i = 0; i < 150; i++) {
		ssize_t n;

		usleep(SIZE_REPORTS * oa_period_ns(oa_fast(8)) / 10000 * (5 + i % 6));
		oa_assert_ok(madvise(memory, room, MADV_DONTNEED));
		n = read(s.stream, memory, odd_piece(i) + 200 * OA_RECORD);
		if (n > 0)
			oa_tally_add(&s.tally, memory, n);
	}
	igt_assert_lt(0, s.tally.samples);
	oa_assert_none_rejected();
	assert_losses_counted(&s.tally);
	munmap(memory, room);
	oa_session_close(&s);
}

igt_main
{
	igt_fixture
		oa_gpu_require();

	igt_oa_effect(OA_WRITES);
	oa_subtest("pieces-drop", test_pieces(OA_OVERFLOW_DROP));
	oa_subtest("pieces-keep-oldest", test_pieces(OA_OVERFLOW_KEEP_OLDEST));
	oa_subtest("pieces-keep-newest", test_pieces(OA_OVERFLOW_KEEP_NEWEST));
	oa_subtest("wake-reports", test_wake_reports());
	oa_subtest("wake-reports-shared", test_wake_reports_shared());
	oa_subtest("poll-agrees", test_poll_agrees());
	oa_subtest("poll-woken", test_poll_woken());
	oa_subtest("edge", test_edge());
	oa_subtest("start", test_start());
	oa_subtest("stop-while-copied", test_stop_while_copied());
	oa_subtest("trim-while-copied", test_trim_while_copied());
}
