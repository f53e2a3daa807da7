// SPDX-License-Identifier: GPL-2.0-only
/*
 * KEEP_NEWEST: of the unread reports the newest are kept, in one piece; the oldest
 * were discarded in time, announced and counted. abi-extensions.rst 17.2.
 *
 * Most subtests stop the GPU's clock while the driver checks the ring, so that
 * numbers are exact no matter when it does.
 */
#include "oa_lib.h"

#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define NEWEST		OA_PROP_OVERFLOW, OA_OVERFLOW_KEEP_NEWEST
/* The driver checks eight times while a ring fills, and may be late by nearly one such interval. */
#define EIGHTH_NS	80000000ull

static u8 buf[24 << 20];

/* struct run - a stream that keeps the newest */
struct run {
	struct oa_session s;
	/* number of reports that its ring holds */
	u64 ring;
	unsigned int exponent;
	/* with loss records */
	bool records;
};

static void run_prepare(struct run *run, u64 ring, unsigned int slower)
{
	memset(run, 0, sizeof(*run));
	oa_session_prepare(&run->s);
	run->ring = ring;
	run->exponent = oa_fast(oa_exponent(0));
	while (ring / 8 * oa_period_ns(run->exponent) < EIGHTH_NS)
		run->exponent++;
	run->exponent += slower;
}

static void run_open(struct run *run, u64 records, unsigned int slower)
{
	run_prepare(run, OA_RING_REPORTS, slower);
	run->records = records;
	oa_session_open_props(&run->s, NONBLOCK,
			      OA_BASE_PROPS(run->s.set, OA_FORMAT, run->exponent),
			      OA_PROP_LOSS_RECORDS, records, NEWEST);
}

/*
 * From here on the GPU's clock advances in steps, and no report is unread. Return: false if some
 * were discarded before, because the host stopped the guest.
 */
static bool run_freeze(struct run *run)
{
	const u64 lost = run->s.tally.report_lost + run->s.tally.buffer_lost;

	oa_collect(run->s.stream, &run->s.tally, 100, 64 << 10);
	oa_sim_freeze();
	oa_drain(run->s.stream, &run->s.tally, 64 << 10);
	return run->s.tally.report_lost + run->s.tally.buffer_lost == lost;
}

/* Advance the stopped clock, and let the reports land */
static void run_advance(const struct run *run, u64 reports)
{
	oa_sim_advance(reports, run->exponent);
	oa_sim_land();
}

/* Reports that were neither read nor discarded. */
static u64 run_unread(const struct run *run)
{
	u64 accounted = oa_status("reports_delivered") + oa_status("reports_lost") +
		     oa_status("reports_dropped") + oa_status("reports_filtered");

	/* Reports that the unit skipped are announced as lost. */
	return oa_sim_u64("produced") - run->s.accounts.produced +
	       oa_sim_u64("report_lost") - run->s.accounts.report_lost - accounted;
}

/*
 * Wait until the driver has discarded what is above three quarters of the ring, however late the
 * host lets it: a read before that ends where it discards. Each read of the stopped clock advances
 * it by a tick, and skipped reports are noticed only later, so allow a difference of some reports.
 * End also if the unit has overflowed more than @overflows times.
 */
static void run_settle(struct run *run, u64 overflows)
{
	igt_assert_f(oa_wait_until(run_unread(run) <= run->ring / 4 * 3 + 16 ||
				   oa_status("overflows") > overflows, 20000),
		     "%llu reports are unread", run_unread(run));
}

/*
 * Write this many 16ths of the ring, one by one. Above three quarters the driver
 * discards all but half, while the unit writes or after that.
 */
static void run_step(struct run *run, unsigned int parts)
{
	u64 lost = oa_status("reports_lost");

	while (parts--) {
		run_advance(run, run->ring / 16);
		run_settle(run, ~0ull);
	}
	if (oa_status("reports_lost") != lost)
		igt_assert_lte(run->ring / 2, run_unread(run));
}

/* Read all that is kept. Return: its bytes, with a lost-status record first. */
static ssize_t read_lost(struct run *run)
{
	ssize_t n;

	igt_assert(oa_poll_in(run->s.stream, 20000));
	n = read(run->s.stream, buf, sizeof(buf));
	igt_assert_f(n >= 8, "read gave %zd", n);
	return n;
}

/* A read returned the loss, then the newest reports in one piece. */
static void check_newest(struct run *run, ssize_t n, u32 type)
{
	const struct oa_tally before = run->s.tally;
	struct oa_tally *tally = &run->s.tally;
	struct drm_i915_oa_loss loss;

	igt_assert_eq(oa_record_type(buf), type);
	if (run->records) {
		igt_assert_eq(oa_record_type(buf + 8), DRM_I915_OA_RECORD_LOSS);
		memcpy(&loss, buf + 16, sizeof(loss));
		igt_assert_eq_u32(loss.after, before.last_ts);
	}
	oa_tally_add(tally, buf, n);
	igt_assert_eq_u64(tally->report_lost + tally->buffer_lost,
			  before.report_lost + before.buffer_lost + 1);
	igt_assert_eq_u64(tally->loss_records - before.loss_records, run->records);
	igt_assert_lte(run->ring / 4, tally->samples - before.samples);
	igt_assert_lte(tally->samples - before.samples, run->ring);
}

static void read_newest(struct run *run, u32 type)
{
	check_newest(run, read_lost(run), type);
}

/*
 * Do not read while the unit writes this many reports in real time; then stop the clock.
 * The driver may be late by an eighth of the ring. If the host stops the guest for longer, the
 * unit overflows, which proves nothing about the driver. Return: the bytes of a read after that,
 * or 0 if the unit overflowed.
 */
static ssize_t run_unread_for(struct run *run, u64 reports)
{
	ssize_t n;

	oa_sim_wait_written(reports);
	oa_sim_freeze();
	run_settle(run, 0);
	n = read_lost(run);
	if (!oa_status("overflows"))
		return n;
	/* Announced by this read, or an earlier one */
	igt_assert(oa_record_type(buf) == DRM_I915_PERF_RECORD_OA_BUFFER_LOST ||
		   run->s.tally.buffer_lost);
	return 0;
}

/* With a stopped clock each report that was written is delivered or discarded. */
static void check_accounting(struct run *run)
{
	oa_drain(run->s.stream, &run->s.tally, 64 << 10);
	igt_assert_eq_u64(run->s.tally.samples, oa_status("reports_delivered"));
	igt_assert_lte(run_unread(run), 1);
	igt_assert_eq_u64(oa_status("reports_dropped"), 0);
	igt_assert_eq_u64(oa_status("overflows"), 0);
	if (!run->records)
		return;
	oa_tally_assert_counted(&run->s.tally);
	igt_assert_eq_u64(run->s.tally.loss_inexact, 0);
	igt_assert_eq_u64(run->s.tally.loss_count, oa_status("reports_lost"));
}

static void run_close(struct run *run)
{
	oa_sim_reset();
	oa_session_close(&run->s);
}

/* Fill the ring several times without a read, twice */
static bool try_away(u64 records, unsigned int slower)
{
	struct run run;
	ssize_t n = 1;

	run_open(&run, records, slower);
	for (int i = 0; n && i < 2; i++) {
		oa_collect(run.s.stream, &run.s.tally, 100, 64 << 10);
		n = run_unread_for(&run, 3 * run.ring);
		if (!n)
			break;
		check_newest(&run, n, DRM_I915_PERF_RECORD_OA_REPORT_LOST);
		check_accounting(&run);
		igt_assert_lt(2 * run.ring, run.s.tally.missing / (i + 1));
		oa_sim_write("clock", "real");
	}
	run_close(&run);
	return n;
}

static void test_away(u64 records)
{
	oa_sim_require();
	oa_repeat_if_late(try_away(records, oa_tries / 4));
}

static bool try_steps(u64 records, unsigned int slower)
{
	bool in_time = true;
	struct run run;

	run_open(&run, records, slower);
	for (int i = 0; i < 2; i++) {
		in_time = run_freeze(&run);
		if (!in_time)
			break;
		run_step(&run, 13);
		igt_assert_lt(run.s.tally.loss_count, oa_status("reports_lost"));
		run_step(&run, 3 * 16);
		read_newest(&run, DRM_I915_PERF_RECORD_OA_REPORT_LOST);
		check_accounting(&run);
		oa_sim_write("clock", "real");
	}
	run_close(&run);
	return in_time;
}

/* Step by step, with each report accounted for */
static void test_steps(u64 records)
{
	oa_sim_require();
	oa_repeat_if_late(try_steps(records, oa_tries / 2));
}

/* A stream with a stopped clock, which has discarded nothing */
static bool opened_frozen(struct run *run, unsigned int slower)
{
	bool in_time;

	run_open(run, 1, slower);
	in_time = run_freeze(run);
	if (!in_time)
		run_close(run);
	return in_time;
}

static void run_open_frozen(struct run *run)
{
	oa_repeat_if_late(opened_frozen(run, oa_tries / 2));
}

/* Up to three quarters of the ring may stay unread for any time. */
static void test_kept(void)
{
	struct run run;

	oa_sim_require();
	run_open_frozen(&run);
	for (int i = 0; i < 3; i++) {
		run_advance(&run, run.ring / 4 * 3 - 8);
		oa_sleep_ms(run.ring * oa_period_ns(run.exponent) / 2000000);
		oa_drain(run.s.stream, &run.s.tally, sizeof(buf));
	}
	oa_tally_assert_whole(&run.s.tally);
	check_accounting(&run);
	run_close(&run);
}

/* A reader that keeps up loses nothing. If the host stops it, the oldest are discarded. */
static bool reader_keeps_up(unsigned int slower)
{
	struct run run;
	bool in_time;

	run_open(&run, 1, slower);
	oa_collect(run.s.stream, &run.s.tally, run.ring * 3 / 2, 1 << 20);
	in_time = !run.s.tally.buffer_lost && !run.s.tally.report_lost;
	if (in_time)
		oa_tally_assert_whole(&run.s.tally);
	run_close(&run);
	return in_time;
}

static void test_reader(void)
{
	oa_repeat_if_late(reader_keeps_up(oa_tries / 2));
}

/* A unit faster than the driver overflows as usual; after that the newest are kept. */
static bool try_late(unsigned int slower)
{
	bool in_time;
	struct run run;
	ssize_t n;

	if (!opened_frozen(&run, slower))
		return false;
	run_step(&run, 13);
	oa_sim_be_away(run.ring * 5 / 4, run.exponent);
	oa_sim_advance(run.ring / 16 * 5, run.exponent);
	igt_assert(oa_wait_until(oa_status("overflows") == 1, 20000));
	oa_sim_write("clock", "real");
	oa_sim_wait_written(2 * run.ring);
	oa_sim_freeze();
	run_settle(&run, 1);
	n = read_lost(&run);
	in_time = oa_status("overflows") == 1;
	if (in_time) {
		check_newest(&run, n, DRM_I915_PERF_RECORD_OA_BUFFER_LOST);
		igt_assert_eq_u64(run.s.tally.buffer_lost, 1);
		oa_tally_assert_counted(&run.s.tally);
	}
	run_close(&run);
	return in_time;
}

static void test_late(void)
{
	oa_sim_require_knob("fail_away");
	oa_repeat_if_late(try_late(oa_tries / 2));
}

/*
 * The driver discards several batches, and is preempted for more than a lap after the first
 * one: an overflow. The reports after it were not discarded, and none are left to keep.
 */
static bool try_late_within(unsigned int slower)
{
	const u64 bytes = 1 << 20;
	struct run run;
	ssize_t n;

	run_prepare(&run, bytes / OA_BYTES, slower);
	run.records = true;
	oa_session_open_props(&run.s, NONBLOCK,
			      OA_BASE_PROPS(run.s.set, OA_FORMAT, run.exponent),
			      OA_PROP_LOSS_RECORDS, 1, NEWEST, OA_PROP_BUFFER_SIZE, bytes);
	if (!run_freeze(&run)) {
		run_close(&run);
		return false;
	}
	run_advance(&run, run.ring / 4 * 3 - 8);
	oa_sim_be_away(run.ring * 5 / 4, run.exponent);
	oa_sim_advance(run.ring / 8, run.exponent);
	igt_assert(oa_wait_until(oa_status("overflows") == 1, 20000));
	/* Reports that the restarted unit has written since then follow the loss. */
	n = read(run.s.stream, buf, 8 + 40);
	igt_assert_eq(n, 8 + 40);
	igt_assert_eq(oa_record_type(buf), DRM_I915_PERF_RECORD_OA_BUFFER_LOST);
	oa_tally_add(&run.s.tally, buf, n);
	run_advance(&run, 100);
	oa_drain(run.s.stream, &run.s.tally, sizeof(buf));
	igt_assert_eq_u64(run.s.tally.buffer_lost, 1);
	igt_assert_eq_u64(run.s.tally.report_lost, 0);
	oa_tally_assert_counted(&run.s.tally);
	igt_assert_eq_u64(oa_status("reports_dropped"), 0);
	run_close(&run);
	return true;
}

static void test_late_within(void)
{
	oa_sim_require_knob("fail_away");
	igt_require_f(oa_facts()->ring >= 1 << 20, "one batch discards all old reports");
	oa_repeat_if_late(try_late_within(oa_tries / 2));
}

/*
 * Discarded reports are validated as well: each rejected or skipped one is counted
 * once. They are old, so the driver does not wait for a missing one.
 */
static bool try_fault(const char *knob, unsigned int slower)
{
	struct run run;
	ssize_t n;

	run_open(&run, 1, slower);
	oa_collect(run.s.stream, &run.s.tally, 100, 64 << 10);
	oa_sim_write(knob, "9");
	n = run_unread_for(&run, 2 * run.ring);
	if (n) {
		check_newest(&run, n, DRM_I915_PERF_RECORD_OA_REPORT_LOST);
		oa_drain(run.s.stream, &run.s.tally, sizeof(buf));
		oa_tally_assert_counted(&run.s.tally);
		igt_assert_eq_u64(run.s.tally.loss_count,
				  oa_status("reports_lost") + oa_status("reports_dropped"));
		igt_assert_eq_u64(oa_status("overflows"), 0);
	}
	run_close(&run);
	return n;
}

static void test_fault(const char *knob)
{
	oa_sim_require_knob(knob);
	oa_repeat_if_late(try_fault(knob, oa_tries / 4));
}

/* A small ring, and WAKE_REPORTS at half full */
static bool try_small_and_wake(unsigned int slower)
{
	const u64 bytes = OA_RING_REPORTS * OA_BYTES > 128 << 10 ? 128 << 10 : 64 << 10;
	bool in_time = true;
	struct run run;

	run_prepare(&run, bytes / OA_BYTES, slower);
	run.records = true;
	oa_session_open_props(&run.s, NONBLOCK,
			      OA_BASE_PROPS(run.s.set, OA_FORMAT, run.exponent),
			      OA_PROP_LOSS_RECORDS, 1, NEWEST, OA_PROP_BUFFER_SIZE, bytes,
			      OA_PROP_WAKE_REPORTS, run.ring / 2);
	for (int i = 0; i < 2; i++) {
		in_time = run_freeze(&run);
		if (!in_time)
			break;
		run_step(&run, 20);
		igt_assert(oa_poll_in(run.s.stream, 0));
		read_newest(&run, DRM_I915_PERF_RECORD_OA_REPORT_LOST);
		check_accounting(&run);
		oa_sim_write("clock", "real");
	}
	run_close(&run);
	return in_time;
}

static void test_small_and_wake(void)
{
	oa_sim_require();
	oa_repeat_if_late(try_small_and_wake(oa_tries / 2));
}

/* A discarded report is counted, whether or not a single-context stream would deliver it. */
static void test_context(void)
{
	struct oa_record rec;
	struct run run;
	ssize_t n;

	oa_sim_require();
	run_prepare(&run, OA_RING_REPORTS, 1);
	oa_session_open_props(&run.s, NONBLOCK,
			      OA_BASE_PROPS(run.s.set, OA_FORMAT, run.exponent),
			      OA_PROP_CTX_HANDLE, oa_context_create(run.s.drm),
			      OA_PROP_LOSS_RECORDS, 1, NEWEST);
	oa_sim_write("clock", "manual");
	run_step(&run, 13);
	n = read(run.s.stream, buf, sizeof(buf));
	igt_assert_lte(8 + 40, n);
	igt_assert_eq(oa_record_type(buf), DRM_I915_PERF_RECORD_OA_REPORT_LOST);
	oa_record_next(buf, n, 8, &rec);
	igt_assert_eq_u64(((const struct drm_i915_oa_loss *)rec.payload)->count,
			  oa_status("reports_lost"));
	run_close(&run);
}

/*
 * Read one by one until a report has the stream's context id. Return: false if reports were
 * discarded before, because the host stopped the guest.
 */
static bool read_own(int stream)
{
	u32 report[64];
	struct drm_i915_oa_report args = {
		.flags = DRM_I915_OA_REPORT_BOUND,
		.ptr = (uintptr_t)report,
		.size = sizeof(report),
	};
	struct oa_record rec = {};
	ssize_t n;

	oa_assert_ok(oa_ioctl(stream, I915_OA_IOCTL_REPORT, &args));
	do {
		igt_assert(oa_poll_in(stream, 20000));
		n = read(stream, buf, OA_RECORD);
		igt_assert_lte(8, n);
		oa_record_next(buf, n, 0, &rec);
		if (rec.type != DRM_I915_PERF_RECORD_SAMPLE)
			return false;
		igt_assert_eq(n, OA_RECORD);
	} while (rec.payload[2] == 0xffffffff);
	return true;
}

/*
 * The report after one of the stream's context is delivered, because it ends that context's
 * interval. It is not if reports between the two were discarded, because one of those ended
 * the interval.
 */
static bool try_context_changed(unsigned int slower)
{
	struct run run;
	ssize_t n = 0;

	run_prepare(&run, OA_RING_REPORTS, 1 + slower);
	oa_session_open_props(&run.s, NONBLOCK,
			      OA_BASE_PROPS(run.s.set, OA_FORMAT, run.exponent),
			      OA_PROP_CTX_HANDLE, oa_context_create(run.s.drm),
			      OA_PROP_LOSS_RECORDS, 1, NEWEST);
	if (read_own(run.s.stream))
		n = run_unread_for(&run, 2 * run.ring);
	if (n) {
		/* Discarded reports appear as the loss only. */
		igt_assert_eq(n, 8 + 40);
		igt_assert_eq(oa_record_type(buf), DRM_I915_PERF_RECORD_OA_REPORT_LOST);
		igt_assert_lt(run.ring / 4, oa_status("reports_filtered"));
	}
	run_close(&run);
	return n;
}

static void test_context_changed(void)
{
	oa_sim_require();
	igt_require_f(oa_facts()->ctx_valid, "reports of this platform name no context");
	oa_repeat_if_late(try_context_changed(oa_tries / 4));
}

static bool try_disable_and_close(unsigned int slower)
{
	bool in_time;
	struct run run;

	if (!opened_frozen(&run, slower))
		return false;
	run_step(&run, 13);
	oa_assert_ok(oa_stream_disable(run.s.stream));
	oa_assert_fails(read(run.s.stream, buf, sizeof(buf)), EIO);
	oa_sim_write("clock", "real");
	for (int i = 0; i < 50; i++) {
		oa_assert_ok(oa_stream_enable(run.s.stream));
		oa_assert_ok(oa_stream_disable(run.s.stream));
	}
	oa_assert_ok(oa_stream_enable(run.s.stream));
	oa_tally_init(&run.s.tally, OA_BYTES, run.exponent);
	oa_collect(run.s.stream, &run.s.tally, 1000, sizeof(buf));
	/* If enables inherited a loss, each attempt would have one. */
	in_time = !run.s.tally.report_lost && !run.s.tally.buffer_lost;
	if (in_time)
		oa_tally_assert_whole(&run.s.tally);
	oa_sim_wait_written(run.ring);
	run_close(&run);
	return in_time;
}

/* The next enable inherits no loss; neither it nor the close waits for a due check. */
static void test_disable_and_close(void)
{
	oa_sim_require();
	oa_repeat_if_late(try_disable_and_close(oa_tries / 2));
}

/* A close while a check is due is harmless (checked under KASAN). */
static void test_close_often(void)
{
	const u64 bytes = oa_facts()->ring <= 128 << 10 ? 16 << 10 : 128 << 10;
	const u64 interval = bytes / OA_BYTES / 8;
	unsigned int bit = oa_fast(0);
	int drm = oa_drm_open();
	u64 set = oa_config_selftest(drm);

	/* Checks so frequent that a close often meets one, if the ring allows it */
	while (interval * oa_period_ns(bit) < 150000)
		bit++;
	oa_sim_reset();
	for (int i = 0; i < 100; i++) {
		int fd = oa_open_props(drm, NONBLOCK, OA_BASE_PROPS(set, OA_FORMAT, bit), NEWEST,
				       OA_PROP_BUFFER_SIZE, bytes);

		igt_assert_fd(fd);
		oa_sleep_ms(i % 4);
		close(fd);
	}
	oa_assert_no_violation();
	close(drm);
}

/* A GT reset is noticed without a reader, and the newest are kept after it. */
static bool try_reset(unsigned int slower)
{
	bool in_time;
	struct run run;

	run_open(&run, 1, slower);
	oa_collect(run.s.stream, &run.s.tally, 100, 64 << 10);
	oa_sim_wait_written(run.ring);
	oa_reset_gt("full");
	run.s.accounts.in_flight++;
	igt_assert(oa_wait_until(oa_status("resets") == 1, 20000));
	oa_sim_wait_written(run.ring);
	oa_sim_write("clock", "manual");
	run.records = false;
	igt_assert(oa_poll_in(run.s.stream, 20000));
	oa_tally_restart(&run.s.tally);
	oa_drain(run.s.stream, &run.s.tally, sizeof(buf));
	in_time = !oa_status("overflows");
	if (in_time) {
		igt_assert_eq_u64(run.s.tally.buffer_lost, 1);
		igt_assert_eq_u64(run.s.tally.report_lost, 0);
		igt_assert_lte(run.ring / 4, run.s.tally.samples);
		igt_assert_eq_u64(run.s.tally.loss_count, oa_status("reports_lost"));
	}
	run_close(&run);
	return in_time;
}

static void test_reset(void)
{
	oa_sim_require_knob("gt_reset");
	oa_repeat_if_late(try_reset(oa_tries / 4));
}

igt_main
{
	igt_fixture {
		oa_gpu_require();
		/* A read that faults may end early, as the driver discards reports meanwhile. */
		memset(buf, 1, sizeof(buf));
	}

	igt_oa_effect(OA_WRITES);
	oa_subtest("away", test_away(0));
	oa_subtest("away-loss-records", test_away(1));
	oa_subtest("steps", test_steps(0));
	oa_subtest("steps-loss-records", test_steps(1));
	oa_subtest("three-quarters-are-kept", test_kept());
	oa_subtest("reader-keeps-up", test_reader());
	oa_subtest("too-late", test_late());
	oa_subtest("too-late-within", test_late_within());
	oa_subtest("fail-torn-report", test_fault("fail_torn_report"));
	oa_subtest("fail-not-landed", test_fault("fail_not_landed"));
	oa_subtest("fail-report-lost", test_fault("fail_report_lost"));
	oa_subtest("small-buffer-wake-reports", test_small_and_wake());
	oa_subtest("context", test_context());
	oa_subtest("context-changed", test_context_changed());
	oa_subtest("disable-and-close", test_disable_and_close());
	oa_subtest("close-often", test_close_often());

	igt_oa_effect(OA_RESETS);
	oa_subtest("gt-reset", test_reset());
	/* This also runs after a failed subtest. */
	igt_fixture
		oa_sim_reset();
}
