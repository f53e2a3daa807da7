// SPDX-License-Identifier: GPL-2.0-only
/*
 * Choosing how a reader is woken, and the cost of a stream without a reader.
 * internals.rst "Wake policy"; Documentation/abi.rst.
 */
#include <pthread.h>

#include "oa_lib.h"

#define RECORD		OA_RECORD
#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define SECOND_NS	1000000000ull

static u8 large[24 << 20];

/* Check the mask of the half-full interrupt */
static bool half_full_masked(void)
{
	u64 imr;

	/* hardware.rst 6.1 */
	if (oa_status_u64("oa_imr", &imr))
		return imr >> 28 & 1;
	return oa_status("rcs_imr") >> 9 & 1;
}

/* hardware.rst 3.15: multiples of 16 KiB up to 128 KiB; elsewhere powers of two from there on. */
static bool small_buffers(void)
{
	return oa_facts()->ring <= 128 << 10;
}

static bool size_legal(u64 size)
{
	if (small_buffers())
		return size && size <= 128 << 10 && size % (16 << 10) == 0;
	return size >= 128 << 10 && size <= 16 << 20 && !(size & (size - 1));
}

/* Wait until the unit has filled its buffer four times. A busy host slows its clock down. */
static void wait_four_laps(u64 reports, unsigned int bit)
{
	if (oa_sim_present())
		oa_sim_wait_written(4 * reports);
	else
		oa_sleep_ms(4 * reports * oa_period_ns(bit) / 1000000 + 200);
}

/*
 * Read until the ring is empty. Stop the clock meanwhile: a slow host may read no faster than the
 * unit writes, and then the ring stays above half full, which raises no interrupt.
 */
static void drain(int stream)
{
	ssize_t ret;

	oa_hold_clock(true);
	do
		ret = read(stream, large, sizeof(large));
	while (ret >= 8);
	igt_assert_eq(errno, EAGAIN);
	oa_hold_clock(false);
}

/*
 * Without a reader there is no interrupt, however long the stream runs, overflow
 * included. A waiter gets interrupts; after its wait at most one more comes.
 */
static void test_unread_no_interrupt(void)
{
	const unsigned int bit = oa_fast(6);
	const u64 size = size_legal(4 << 20) ? 4 << 20 : oa_facts()->ring;
	struct oa_session s;
	u64 waited, seen;
	int tries = 0;

	oa_status_require();
	igt_require_f(oa_facts()->half_full, "no half-full interrupt");
	oa_session_prepare(&s);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, bit),
			      OA_PROP_POLL_OA_PERIOD, 60 * SECOND_NS,
			      OA_PROP_BUFFER_SIZE, size);
	wait_four_laps(size / OA_BYTES, bit);
	igt_assert_eq_u64(oa_status("irq_oa"), 0);
	igt_assert_eq_u64(oa_status("deadlines"), 0);
	igt_assert(half_full_masked());
	/* Without an interrupt poll finds the reports in the buffer. */
	igt_assert(oa_poll_in(s.stream, 0));
	/* A poll that is late unmasks the interrupt, but finds reports, and does not wait. */
	do {
		drain(s.stream);
		igt_assert(tries || half_full_masked());
		igt_assert(tries++ < 10);
		igt_assert(oa_poll_in(s.stream, 40000));
	} while (!oa_status("wake_interrupt") && !oa_status("wake_deadline"));
	waited = oa_status("irq_oa");
	drain(s.stream);
	wait_four_laps(size / OA_BYTES, bit);
	/* The wait unmasked the interrupt. The next one masks it. */
	igt_assert(oa_wait_until(half_full_masked(), 20000));
	seen = oa_status("irq_oa");
	igt_assert_lte(1, seen);
	igt_assert_lte(seen, waited + 1);
	drain(s.stream);
	wait_four_laps(size / OA_BYTES, bit);
	igt_assert_eq_u64(oa_status("irq_oa"), seen);
	igt_assert(half_full_masked());
	oa_session_close(&s);
}

/* A reader that starts to wait after half full must not sleep until after the buffer is full. */
static void test_late_waiter(void)
{
	const unsigned int bit = oa_fast(8);
	struct oa_session s;
	u64 before;

	oa_sim_require();
	oa_status_require();
	igt_require_f(oa_facts()->half_full, "no half-full interrupt");
	oa_session_prepare(&s);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, bit),
			      OA_PROP_POLL_OA_PERIOD, 60 * SECOND_NS);
	oa_sim_write("clock", "manual");
	before = oa_sim_u64("half_full_events");
	oa_sim_advance(OA_RING_REPORTS / 8 * 5, bit);
	igt_assert_eq_u64(oa_sim_u64("half_full_events"), before + 1);
	igt_assert(oa_poll_in(s.stream, 0));
	oa_sim_write("clock", "real");
	oa_assert_ok(oa_stream_disable(s.stream));
	igt_assert_eq_u64(oa_status("irq_oa"), 0);
	igt_assert_eq_u64(oa_status("wake_deadline"), 0);
	oa_session_close(&s);
}

/* With PREEMPT_RT the handler is a thread, and may come after a deadline that served its event. */
static bool handler_is_a_thread(void)
{
	return access("/sys/kernel/realtime", F_OK) == 0;
}

/*
 * The MSI of half full is lost. The event stays latched, and until it is served no other MSI is
 * sent. Once the deadline has served it, interrupts come again in the same stream.
 */
static bool lost_message_is_served(unsigned int slower)
{
	/* So small that a slow host reads it faster than the unit fills it */
	const u64 size = size_legal(128 << 10) ? 128 << 10 : oa_facts()->ring;
	const unsigned int bit = oa_calm(size, OA_BYTES) + 1 + slower;
	unsigned int waits = 0;
	struct oa_session s;
	bool waited;

	oa_session_prepare(&s);
	oa_sim_require_knob("fail_message_lost");
	oa_sim_write("fail_message_lost", "1");
	/* The deadline comes at three quarters, and is only needed for the lost message. */
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, bit),
			      OA_PROP_POLL_OA_PERIOD, 60 * SECOND_NS,
			      OA_PROP_BUFFER_SIZE, size);
	/* Count served events, as an interrupt line may be signalled more than once for one. */
	while (oa_status("irq_oa") < 4) {
		igt_assert_f(waits++ < 30, "interrupts do not come again");
		igt_assert(oa_poll_in(s.stream, 40000));
		igt_assert_lte(8, read(s.stream, large, sizeof(large)));
	}
	igt_assert_eq_u64(oa_sim_u64("fail_message_lost"), 0);
	/* A process that comes after the deadline does not wait for it. */
	waited = oa_status("wake_deadline");
	/* No event was served twice. */
	if (handler_is_a_thread()) {
		igt_assert_lte(oa_status("irq_none"), oa_status("deadlines"));
	} else {
		if (waited)
			igt_assert_eq_u64(oa_status("irq_unannounced"), 1);
		if (!oa_line_echoes())
			igt_assert_eq_u64(oa_status("irq_none"), 0);
	}
	oa_session_close(&s);
	return waited;
}

static void test_lost_message(void)
{
	oa_status_require();
	igt_require_f(oa_facts()->half_full, "no half-full interrupt");
	oa_repeat_if_late(lost_message_is_served(oa_tries / 3));
}

/* One and a quarter turns of a ring of this size, with nothing missing. */
static bool whole_with(u64 size, const struct oa_layout *layout, unsigned int slower)
{
	unsigned int bit = oa_calm(size, layout->bytes) + slower;
	struct oa_session s;

	oa_session_prepare(&s);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, layout->format, bit),
			      OA_PROP_BUFFER_SIZE, size);
	igt_assert_eq_u64(oa_status("size"), size);
	oa_collect(s.stream, &s.tally, size / layout->bytes * 5 / 4, 1 << 20);
	return oa_session_close_whole(&s);
}

/* Every legal size, with the usual format and with one that straddles the end. */
static void test_buffer_sizes(void)
{
	const struct oa_facts *facts = oa_facts();
	const struct oa_layout *straddling = NULL;
	u64 size, step = small_buffers() ? 16 << 10 : 128 << 10;

	oa_status_require();
	for (size_t i = 0; i < facts->num_layouts; i++)
		if (facts->layouts[i].bytes == 192)
			straddling = &facts->layouts[i];
	for (size = step; size_legal(size); size += small_buffers() ? step : size) {
		oa_repeat_if_late(whole_with(size, &facts->layouts[0], oa_tries / 2));
		if (straddling)
			oa_repeat_if_late(whole_with(size, straddling, oa_tries / 2));
	}
}

/* No other size is accepted. */
static void test_buffer_sizes_refused(void)
{
	static const u64 sizes[] = {
		1, 4096, 16 << 10, 48 << 10, 64 << 10, 96 << 10, (128 << 10) - 1, (128 << 10) + 1,
		144 << 10, 192 << 10, 256 << 10, 12 << 20, 32 << 20, 1ull << 32,
		(1ull << 32) + (128 << 10), ~0ull,
	};
	int drm = oa_drm_open();
	u64 set = oa_config_selftest(drm);
	unsigned int rejected = 0;

	for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
		if (size_legal(sizes[i]))
			continue;
		oa_assert_fails(oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, 16),
					      OA_PROP_BUFFER_SIZE, sizes[i]), EINVAL);
		rejected++;
	}
	igt_assert_lte(8, rejected);
	close(drm);
}

/* 0 lets the rate choose; without the property a plain client gets the largest. */
static void test_buffer_size_chosen(void)
{
	const unsigned int bit = oa_fast(16);
	/* If there is a size that holds whole reports only, the driver chooses one of these. */
	const u64 whole = OA_BYTES == 192 ? 48 << 10 : 16 << 10;
	const u64 smallest = small_buffers() ? whole : 128 << 10;
	struct oa_session s;

	oa_status_require();
	oa_session_prepare(&s);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, bit),
			      OA_PROP_BUFFER_SIZE, 0);
	igt_assert_eq_u64(oa_status("size"), smallest);
	oa_collect(s.stream, &s.tally, 100, 1 << 20);
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
	/* In 5 s the timer writes at least 488 reports, which need half of the buffer. */
	oa_session_prepare(&s);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, bit),
			      OA_PROP_BUFFER_SIZE, 0, OA_PROP_POLL_OA_PERIOD, 5 * SECOND_NS);
	igt_assert_lt(smallest, oa_status("size"));
	igt_assert(size_legal(oa_status("size")));
	oa_session_close(&s);
	oa_session_simple(&s, 0, bit);
	igt_assert_eq_u64(oa_status("size"), oa_facts()->ring);
	oa_session_close(&s);
}

/* A report every 2.6 ms, N at a time: a batch takes long enough to be noticed. */
#define MANY_BIT	14u
#define MANY		40u

static void open_many(struct oa_session *s, u32 flags, unsigned int bit, u64 reports)
{
	oa_session_prepare(s);
	oa_session_open_props(s, flags, OA_BASE_PROPS(s->set, OA_FORMAT, bit),
			      OA_PROP_WAKE_REPORTS, reports);
}

static unsigned int read_samples(int stream, struct oa_tally *tally)
{
	u64 before = tally->samples;
	ssize_t n = read(stream, large, sizeof(large));

	igt_assert_f(n > 0, "read gave %zd", n);
	oa_tally_add(tally, large, n);
	return tally->samples - before;
}

/*
 * Each wake-up brings N reports. No interrupt comes at that number, so each wake-up has one
 * deadline. A reader that the host stops after its wake-up is woken again for the next N.
 */
static void check_many(u32 flags)
{
	struct oa_session s;
	u64 batches;

	oa_status_require();
	open_many(&s, flags, MANY_BIT, MANY);
	for (int i = 0; i < 8; i++) {
		if (flags & NONBLOCK)
			igt_assert(oa_poll_in(s.stream, 20000));
		igt_assert_lte(MANY, read_samples(s.stream, &s.tally));
	}
	oa_tally_assert_whole(&s.tally);
	batches = s.tally.samples / MANY;
	igt_assert_lte(oa_status("wake_deadline"), batches);
	igt_assert_lt(0, oa_status("wake_deadline"));
	/* The deadline is for all missing reports, and may have to be set again. */
	igt_assert_lte(oa_status("deadlines"), 3 * batches);
	oa_session_close(&s);
}

/*
 * Without a requested bound there is none: i915's default of 5 ms does not apply. A reader
 * that does not wait gets the unread reports.
 */
static void test_many_unbounded(void)
{
	struct oa_session s;

	/* The smallest ring is half full after 5 s. */
	open_many(&s, NONBLOCK, MANY_BIT + 3, OA_RING_REPORTS / 2);
	igt_assert(!oa_poll_in(s.stream, 200));
	igt_assert_lt(0, read_samples(s.stream, &s.tally));
	igt_assert(!oa_poll_in(s.stream, 200));
	oa_session_close(&s);
}

/* A requested bound ends the wait with fewer reports, but not with none. */
static void test_many_bounded(void)
{
	struct oa_session s;
	unsigned int samples;

	oa_session_prepare(&s);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, 18),
			      OA_PROP_WAKE_REPORTS, OA_RING_REPORTS / 2,
			      OA_PROP_POLL_OA_PERIOD, 20000000);
	for (int i = 0; i < 6; i++) {
		igt_assert(oa_poll_in(s.stream, 20000));
		samples = read_samples(s.stream, &s.tally);
		igt_assert_lte(1, samples);
		igt_assert_lt(samples, OA_RING_REPORTS / 2);
	}
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
}

static void *disable_later(void *arg)
{
	oa_sleep_ms(100);
	oa_stream_disable(*(int *)arg);
	return NULL;
}

/* Disabling the stream ends the wait, however few reports there are. */
static void test_many_disabled(void)
{
	struct oa_session s;
	pthread_t thread;

	open_many(&s, 0, MANY_BIT, OA_RING_REPORTS / 2);
	igt_assert_eq(pthread_create(&thread, NULL, disable_later, &s.stream), 0);
	oa_assert_fails(read(s.stream, large, sizeof(large)), EIO);
	pthread_join(thread, NULL);
	oa_session_close(&s);
}

/* A loss wakes at once, without waiting for N reports. */
static void test_many_overflow(void)
{
	struct oa_session s;

	oa_session_prepare(&s);
	oa_sim_require_knob("fail_overflow");
	/* This many reports take minutes. */
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, 23),
			      OA_PROP_WAKE_REPORTS, OA_RING_REPORTS / 2);
	igt_assert(!oa_poll_in(s.stream, 50));
	oa_sim_write("fail_overflow", "1");
	igt_assert(oa_wait_until(oa_poll_in(s.stream, 0), 20000));
	igt_assert_eq(read_samples(s.stream, &s.tally), 0);
	igt_assert_eq(s.tally.buffer_lost, 1);
	oa_session_close(&s);
}

static void *poll_stream(void *arg)
{
	*(int *)arg = oa_poll_in(*(int *)arg, 60000) ? -1 : -2;
	return NULL;
}

/* Removal of the GPU ends the wait, and the stream with it. */
static void test_many_unplugged(void)
{
	struct oa_session s;
	pthread_t thread;
	int polled;

	igt_assert(oa_gpu_note());
	open_many(&s, NONBLOCK, MANY_BIT, OA_RING_REPORTS / 2);
	polled = s.stream;
	igt_assert_eq(pthread_create(&thread, NULL, poll_stream, &polled), 0);
	oa_sleep_ms(100);
	igt_assert_eq(polled, s.stream);
	igt_assert(oa_gpu_write("unbind"));
	/* It must end before its time limit, when poll() checks once more. */
	igt_assert(oa_wait_until(*(volatile int *)&polled < 0, 20000));
	pthread_join(thread, NULL);
	igt_assert_eq(polled, -1);
	oa_assert_fails(read(s.stream, large, sizeof(large)), ENODEV);
	close(s.stream);
	close(s.drm);
	oa_gpu_recover();
	oa_assert_no_violation();
}

igt_main
{
	igt_fixture
		oa_gpu_require();

	igt_oa_effect(OA_WRITES);
	oa_subtest("unread-no-interrupt", test_unread_no_interrupt());
	oa_subtest("late-waiter", test_late_waiter());
	oa_subtest("lost-message", test_lost_message());
	oa_subtest("buffer-sizes", test_buffer_sizes());
	oa_subtest("buffer-sizes-refused", test_buffer_sizes_refused());
	oa_subtest("buffer-size-by-rate", test_buffer_size_chosen());
	oa_subtest("wake-reports-poll", check_many(NONBLOCK));
	oa_subtest("wake-reports-read", check_many(0));
	oa_subtest("wake-reports-unbounded", test_many_unbounded());
	oa_subtest("wake-reports-bounded", test_many_bounded());
	oa_subtest("wake-reports-disable", test_many_disabled());
	oa_subtest("wake-reports-overflow", test_many_overflow());

	igt_oa_effect(OA_UNBINDS);
	oa_subtest("wake-reports-unplug", test_many_unplugged());
}
