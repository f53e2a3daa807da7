// SPDX-License-Identifier: GPL-2.0-only
/*
 * A stream whose reports are all rejected: it announces them within a bound of count and of
 * time, with the cause, and neither poll nor a blocked read is a busy loop meanwhile.
 * abi.rst 10.2; abi-extensions.rst 17.1; architecture.rst "What always holds", 1 and 2.
 */
#include <pthread.h>
#include <signal.h>

#include "oa_ways.h"

#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define SLOW		oa_fast(13)	/* about a millisecond */
#define STEADY		oa_steady(9)	/* 12 kHz */
/* abi-extensions.rst 17.1: as many rejected reports are announced at once. */
#define REJECTED_MAX	256
#define FOREVER		"4000000000"
/* A rejected report is announced at the latest by the first call after this time. */
#define ANNOUNCED_NS	100000000
/* A blocked read may peek a few times for one report that is landing. */
#define PEEKS_PER_WAKE	12

static u8 buf[4 << 20];

/* Return: false if the unit overflowed */
static bool open_strict(struct oa_session *s, const char *knob, u32 flags, unsigned int bit)
{
	oa_session_prepare(s);
	oa_sim_require_knob(knob);
	/* A stream that learns would in the end deliver reports with a lasting fault. */
	oa_validate("strict");
	oa_session_open_props(s, flags, OA_BASE_PROPS(s->set, OA_FORMAT, bit),
			      OA_PROP_LOSS_RECORDS, 1);
	oa_collect(s->stream, &s->tally, 20, 64 << 10);
	return oa_tally_whole(&s->tally);
}

/* Return: false if the unit overflowed before its clock stood still */
static bool opened_still(struct oa_session *s, unsigned int slower)
{
	open_strict(s, "fail_zero_id", NONBLOCK, SLOW + slower);
	oa_sim_write("clock", "manual");
	oa_sim_between_strobes(s->drm, s->tally.exponent);
	oa_await_look();
	oa_drain(s->stream, &s->tally, sizeof(buf));
	if (oa_tally_whole(&s->tally))
		return true;
	oa_session_close(s);
	return false;
}

/* From now on reports come by advancing the GPU's clock only, and all of them have been read. */
static void open_still(struct oa_session *s)
{
	oa_repeat_if_late(opened_still(s, oa_tries));
}

static void assert_announced(const struct oa_tally *tally)
{
	oa_tally_assert_counted(tally);
	igt_assert_eq_u64(oa_status("reports_dropped") + oa_status("reports_lost"),
			  tally->loss_count);
}

/*
 * Without the fault: all rejected reports have been announced, once. Return: false if the unit
 * overflowed meanwhile.
 */
static bool closed_in_time(struct oa_session *s, const char *knob)
{
	bool in_time;

	oa_sim_write(knob, "0");
	oa_collect(s->stream, &s->tally, 100, 64 << 10);
	oa_assert_ok(oa_stream_disable(s->stream));
	in_time = !oa_tally_overflowed(&s->tally);
	if (in_time)
		assert_announced(&s->tally);
	oa_session_close(s);
	return in_time;
}

/* The same, with reports that come by advancing the clock only */
static void close_still(struct oa_session *s)
{
	oa_sim_write("fail_zero_id", "0");
	oa_sim_advance(100, s->tally.exponent);
	oa_drain(s->stream, &s->tally, sizeof(buf));
	oa_assert_ok(oa_stream_disable(s->stream));
	assert_announced(&s->tally);
	oa_session_close(s);
}

/* The records of a read are announcements with this cause alone. Return: reports. */
static u64 only_losses(const u8 *at, ssize_t n, u32 cause)
{
	struct drm_i915_oa_loss loss;
	struct oa_record rec;
	u64 count = 0;

	oa_for_each_record(&rec, offset, at, n) {
		if (rec.type == DRM_I915_PERF_RECORD_OA_REPORT_LOST)
			continue;
		igt_assert_eq(rec.type, DRM_I915_OA_RECORD_LOSS);
		memcpy(&loss, rec.payload, sizeof(loss));
		igt_assert_lt(0, loss.count);
		igt_assert_eq(loss.flags, DRM_I915_OA_LOSS_EXACT | cause);
		igt_assert_lt(0, loss.after);
		igt_assert_eq_u64(loss.before, 0);
		count += loss.count;
	}
	return count;
}

/*
 * A short read leaves reports. Poll returns POLLIN as long as a valid one is among them, and not
 * for one that will be rejected. Return: false if so much time passed that it was announced
 */
static bool poll_behind_short_read(void)
{
	const size_t two = 2 * (sizeof(struct drm_i915_perf_record_header) + OA_BYTES);
	struct oa_session s;
	u64 polled;
	ssize_t n;
	int i;

	open_still(&s);
	oa_sim_advance(4, s.tally.exponent);
	oa_sim_write("fail_zero_id", "1");
	oa_sim_advance(1, s.tally.exponent);
	for (i = 0; i < 2; i++) {
		igt_assert(oa_poll_in(s.stream, i ? 0 : 20000));
		igt_assert_eq(read(s.stream, buf, two), (ssize_t)two);
		oa_tally_add(&s.tally, buf, two);
	}
	polled = oa_now_ns();
	igt_assert(!oa_poll_in(s.stream, 0));
	n = read(s.stream, buf, sizeof(buf));
	if (n > 0 && oa_now_ns() - polled >= ANNOUNCED_NS) {
		oa_session_close(&s);
		return false;
	}
	igt_assert_eq(n, -1);
	igt_assert_eq(errno, EAGAIN);
	/* A disabled stream has nothing to read. */
	oa_sim_advance(4, s.tally.exponent);
	igt_assert(oa_poll_in(s.stream, 20000));
	oa_tally_add(&s.tally, buf, read(s.stream, buf, two));
	igt_assert(oa_poll_in(s.stream, 0));
	oa_assert_ok(oa_stream_disable(s.stream));
	igt_assert(!oa_poll_in(s.stream, 0));
	oa_session_close(&s);
	return true;
}

static void test_poll_behind_short_read(void)
{
	oa_repeat_if_late(poll_behind_short_read());
}

/* Return: false if the unit overflowed, which the driver announced */
static bool poll_is_right(const char *knob, u32 cause, unsigned int bit)
{
	struct oa_session s;
	u64 rejected = 0;
	ssize_t n;

	open_strict(&s, knob, NONBLOCK, bit);
	oa_sim_write(knob, FOREVER);
	/* Reports written before the fault are valid. */
	while (rejected < 3 * REJECTED_MAX && !oa_tally_overflowed(&s.tally)) {
		igt_assert_f(oa_poll_in(s.stream, 20000), "no record after %llu reports", rejected);
		n = read(s.stream, buf, sizeof(buf));
		igt_assert_f(n > 0, "POLLIN, but read gave %zd", n);
		oa_tally_add(&s.tally, buf, n);
		if (s.tally.buffer_lost)
			break;
		if (buf[0] != DRM_I915_PERF_RECORD_SAMPLE)
			rejected += only_losses(buf, n, cause);
		else
			igt_assert_eq_u64(rejected, 0);
	}
	return closed_in_time(&s, knob);
}

/* POLLIN means that a read returns records, also without a valid report. */
static void test_poll(const char *knob, u32 cause, unsigned int bit)
{
	oa_repeat_if_late(poll_is_right(knob, cause, bit + oa_tries));
}

/* Many rejected reports are announced by the read that finds them. */
static void test_count(void)
{
	struct oa_session s;
	ssize_t n;

	open_still(&s);
	oa_sim_write("fail_zero_id", FOREVER);
	oa_sim_advance(REJECTED_MAX + 44, s.tally.exponent);
	n = oa_tally_read(s.stream, &s.tally, buf, sizeof(buf));
	igt_assert_lte(REJECTED_MAX, only_losses(buf, n, DRM_I915_OA_LOSS_BAD_ID));
	close_still(&s);
}

/* A few are announced after a while, though the clock of the GPU stands still. */
static void test_time(void)
{
	struct oa_session s;
	ssize_t n;

	open_still(&s);
	oa_sim_write("fail_zero_id", FOREVER);
	oa_sim_advance(10, s.tally.exponent);
	igt_assert_f(oa_poll_in(s.stream, 20000), "ten rejected reports are not announced");
	n = read(s.stream, buf, sizeof(buf));
	igt_assert_eq(n, 8 + 40);
	oa_tally_add(&s.tally, buf, n);
	/* The newest may not have landed. */
	igt_assert_lte(9, only_losses(buf, n, DRM_I915_OA_LOSS_BAD_ID));
	close_still(&s);
}

/* A loss that was announced without a valid report is not announced again at the next one. */
static void test_once(void)
{
	struct oa_session s;
	u64 announced;

	open_still(&s);
	oa_sim_write("fail_zero_id", "10");
	oa_sim_advance(12, s.tally.exponent);
	oa_drain(s.stream, &s.tally, sizeof(buf));
	oa_sim_write("fail_zero_id", "300");
	oa_sim_advance(299, s.tally.exponent);
	oa_drain(s.stream, &s.tally, sizeof(buf));
	announced = s.tally.loss_count;
	igt_assert_lte(10 + REJECTED_MAX, announced);
	oa_sim_advance(20, s.tally.exponent);
	oa_drain(s.stream, &s.tally, sizeof(buf));
	igt_assert_eq_u64(s.tally.missing, 310);
	igt_assert_eq_u64(s.tally.loss_count, 310);
	close_still(&s);
}

static u64 wakes(void)
{
	return oa_status_sum("wake_") - oa_status("wake_state");
}

/* Return: false if the unit overflowed, which the driver announced */
static bool blocking_is_right(const char *knob, u32 cause, unsigned int slower)
{
	struct oa_session s;
	u64 rejected = 0, checks, woken, reads = 0;
	ssize_t n;

	open_strict(&s, knob, 0, STEADY + slower);
	oa_sim_write(knob, FOREVER);
	/* A read that hangs must not hang the test. */
	alarm(120);
	checks = oa_status("checks");
	woken = wakes();
	while (rejected < 10 * REJECTED_MAX && !oa_tally_overflowed(&s.tally)) {
		n = read(s.stream, buf, sizeof(buf));
		igt_assert_f(n > 0, "read gave %zd", n);
		reads++;
		oa_tally_add(&s.tally, buf, n);
		if (!s.tally.buffer_lost && buf[0] == DRM_I915_PERF_RECORD_OA_REPORT_LOST)
			rejected += only_losses(buf, n, cause);
	}
	checks = oa_status("checks") - checks;
	woken = wakes() - woken;
	alarm(0);
	igt_info("%llu reads, %llu wake-ups, %llu checks\n", reads, woken, checks);
	igt_assert_lte(checks, PEEKS_PER_WAKE * (woken + reads));
	return closed_in_time(&s, knob);
}

/* A blocked read returns the announcement, and checks only when it is woken. */
static void test_blocking(const char *knob, u32 cause)
{
	oa_repeat_if_late(blocking_is_right(knob, cause, oa_tries));
}

struct sleeper {
	int stream;
	volatile bool done;
	ssize_t result;
	int err;
};

static void *sleep_in_read(void *arg)
{
	struct sleeper *sleeper = arg;

	sleeper->result = read(sleeper->stream, buf, sizeof(buf));
	sleeper->err = errno;
	sleeper->done = true;
	return NULL;
}

static void interrupt(int number)
{
	(void)number;
}

/*
 * Every report belongs to another context than that of the stream: its reader is woken now and
 * then, but does not peek in a loop.
 */
static void test_filtered(void)
{
	const struct sigaction action = { .sa_handler = interrupt };
	struct sleeper sleeper;
	struct oa_session s;
	pthread_t thread;
	u64 checks, woken, filtered;
	u32 ctx;

	igt_require_f(oa_facts()->ctx_valid, "reports have no context");
	oa_session_prepare(&s);
	ctx = oa_context_create(s.drm);
	oa_session_open_props(&s, 0, OA_PROP_CTX_HANDLE, ctx,
			      OA_BASE_PROPS(s.set, OA_FORMAT, oa_steady(11)));
	/* On a real GPU the reports are those of the context that ran last, or of none. */
	if (oa_sim_present()) {
		oa_sim_write("activity", "busy");
		oa_sim_write("ccid", "0x12345000");
	}
	memset(&sleeper, 0, sizeof(sleeper));
	sleeper.stream = s.stream;
	sigaction(SIGUSR1, &action, NULL);
	/* Reports from before the other context may still be delivered. */
	fcntl(s.stream, F_SETFL, O_NONBLOCK);
	igt_assert(oa_wait_until(read(s.stream, buf, sizeof(buf)) < 0 &&
				 oa_status("reports_filtered") > 100, 20000));
	fcntl(s.stream, F_SETFL, 0);
	checks = oa_status("checks");
	woken = wakes();
	filtered = oa_status("reports_filtered");
	igt_assert_eq(pthread_create(&thread, NULL, sleep_in_read, &sleeper), 0);
	igt_assert(oa_wait_until(oa_status("reports_filtered") > filtered + 2000 || sleeper.done,
				 60000));
	igt_assert_f(!sleeper.done, "read gave %zd, errno %d", sleeper.result, sleeper.err);
	checks = oa_status("checks") - checks;
	woken = wakes() - woken;
	igt_assert(oa_wait_until(pthread_kill(thread, SIGUSR1) || sleeper.done, 20000));
	igt_assert_eq(pthread_join(thread, NULL), 0);
	igt_assert_eq(sleeper.result, -1);
	igt_assert_eq(sleeper.err, EINTR);
	igt_info("%llu wake-ups, %llu checks\n", woken, checks);
	igt_assert_lte(checks, PEEKS_PER_WAKE * (woken + 1));
	if (oa_sim_present())
		oa_sim_write("ccid", "0");
	oa_assert_ok(oa_context_destroy(s.drm, ctx));
	oa_session_close(&s);
}

igt_main
{
	igt_fixture
		oa_gpu_require();

	igt_oa_effect(OA_WRITES);
	oa_subtest("poll-behind-short-read", test_poll_behind_short_read());
	oa_subtest("poll-zero-id", test_poll("fail_zero_id", DRM_I915_OA_LOSS_BAD_ID, SLOW));
	oa_subtest("poll-zero-id-fast", test_poll("fail_zero_id", DRM_I915_OA_LOSS_BAD_ID, STEADY));
	oa_subtest("poll-torn", test_poll("fail_torn_report", DRM_I915_OA_LOSS_TORN, SLOW));
	igt_subtest("poll-not-landed")
		test_poll("fail_not_landed", DRM_I915_OA_LOSS_NOT_LANDED, SLOW);
	oa_subtest("count", test_count());
	oa_subtest("time", test_time());
	oa_subtest("once", test_once());
	oa_subtest("blocking-zero-id", test_blocking("fail_zero_id", DRM_I915_OA_LOSS_BAD_ID));
	oa_subtest("blocking-torn", test_blocking("fail_torn_report", DRM_I915_OA_LOSS_TORN));
	oa_subtest("blocking-filtered", test_filtered());
}
