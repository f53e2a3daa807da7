// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every loss is announced, and only valid reports are delivered: overflow, lost
 * reports, the loss records of the extension, and each fault of the simulator.
 * abi.rst 10.2; architecture.rst "What always holds", 1 and 2.
 */
#include "oa_ways.h"

#define RECORD		OA_RECORD
#define RING_REPORTS	OA_RING_REPORTS	/* 65536 of 256 bytes in 16 MiB, abi.rst 10.2 */
/* 98 kHz: 16 MiB in 0.67 s */
#define FAST		oa_fast(oa_facts()->timestamp_hz > 16000000 ? 7 : 6)
#define STEADY		oa_steady(9)	/* 12 kHz: half of 16 MiB in 2.7 s */
#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK

static u8 buf[24 << 20];

/* Read the first reports, and stop the clock. */
static void read_first(struct oa_session *s)
{
	oa_collect(s->stream, &s->tally, 100, 64 << 10);
	if (oa_sim_present()) {
		oa_sim_write("clock", "manual");
		oa_sim_between_strobes(s->drm, s->tally.exponent);
		oa_await_look();
		oa_drain(s->stream, &s->tally, 64 << 10);
	}
}

static bool opened_still(struct oa_session *s, unsigned int exponent, u64 records, u64 size)
{
	oa_session_prepare(s);
	if (size)
		oa_session_open_props(s, NONBLOCK, OA_BASE_PROPS(s->set, OA_FORMAT, exponent),
				      OA_PROP_LOSS_RECORDS, records, OA_PROP_BUFFER_SIZE, size);
	else
		oa_session_open_props(s, NONBLOCK, OA_BASE_PROPS(s->set, OA_FORMAT, exponent),
				      OA_PROP_LOSS_RECORDS, records);
	read_first(s);
	if (oa_tally_whole(&s->tally))
		return true;
	oa_session_close(s);
	return false;
}

/*
 * A stream, some reports of which have been read. From then on they come by advancing the
 * simulated GPU's clock only: on a busy host the buffer might overflow at a time that the test
 * does not expect. A size of 0 is the largest buffer.
 */
static void open_still(struct oa_session *s, u64 records, u64 size)
{
	unsigned int bit = size ? oa_calm(size, OA_BYTES) : STEADY;

	oa_repeat_if_late(opened_still(s, bit + oa_tries, records, size));
}

/* Let the unit write more than the buffer holds. */
static void overflow_buffer(unsigned int exponent)
{
	if (oa_sim_present())
		oa_sim_advance(RING_REPORTS + 2000, exponent);
	else
		oa_sleep_ms(3 * RING_REPORTS * oa_period_ns(exponent) / 2000000);
}

/* Some reports, then an overflow. */
static void open_overflowed(struct oa_session *s, u64 records)
{
	open_still(s, records, 0);
	overflow_buffer(s->tally.exponent);
}

/* Read many more reports, as many as the buffer holds. */
static void read_more(struct oa_session *s)
{
	if (!oa_sim_present()) {
		oa_collect(s->stream, &s->tally, 1000, sizeof(buf));
		return;
	}
	oa_sim_advance(RING_REPORTS / 4, s->tally.exponent);
	oa_drain(s->stream, &s->tally, sizeof(buf));
}

static ssize_t first_read(int stream, size_t size)
{
	ssize_t n;

	igt_assert(oa_wait_until((n = read(stream, buf, size)) > 0 || errno != EAGAIN,
				 20000));
	igt_assert_f(n > 0, "read gave %zd", n);
	return n;
}

static void test_buffer_lost(void)
{
	struct oa_session s;
	ssize_t n;

	open_overflowed(&s, 0);
	/* A full buffer must not look empty. */
	igt_assert(oa_poll_in(s.stream, 20000));
	n = first_read(s.stream, sizeof(buf));
	igt_assert_eq(oa_record_type(buf), DRM_I915_PERF_RECORD_OA_BUFFER_LOST);
	oa_tally_add(&s.tally, buf, n);
	igt_assert_eq_u64(s.tally.buffer_lost, 1);
	igt_assert_eq_u64(s.tally.loss_records, 0);
	/* The stream resumes, and announces the loss once. */
	read_more(&s);
	igt_assert_eq_u64(s.tally.buffer_lost, 1);
	igt_assert_lt(RING_REPORTS, s.tally.missing);
	oa_session_close(&s);
}

/* A record that does not fit, or that cannot be copied, stays pending. */
static void test_buffer_lost_pending(void)
{
	struct oa_session s;
	u8 * volatile nowhere = NULL;

	open_overflowed(&s, 0);
	oa_assert_fails(read(s.stream, buf, 7), ENOSPC);
	igt_assert(oa_poll_in(s.stream, 20000));
	oa_assert_fails(read(s.stream, buf, 0), ENOSPC);
	oa_assert_fails(read(s.stream, nowhere, 4096), EFAULT);
	igt_assert_eq(read(s.stream, buf, 8), 8);
	igt_assert_eq(oa_record_type(buf), DRM_I915_PERF_RECORD_OA_BUFFER_LOST);
	oa_session_close(&s);
}

static void spring_overflow(void *data)
{
	oa_sim_advance(RING_REPORTS + 100, *(unsigned int *)data);
}

/*
 * The buffer overflows while its first records are copied out, not all of which can be
 * copied. By then the buffer no longer holds the reports that were framed. No fault is
 * set, so no report may be rejected.
 */
static void test_overflow_in_copy(void)
{
	struct oa_trap trap;
	struct oa_session s;
	ssize_t n;

	oa_sim_require();
	oa_trap_set(&trap, spring_overflow, &s.tally.exponent);
	open_still(&s, 1, 0);
	oa_sim_advance(100, s.tally.exponent);
	/* This read validates the next report. */
	oa_assert_fails(read(s.stream, buf, RECORD - 1), ENOSPC);

	n = read(s.stream, trap.border - 4 * RECORD, 8 * RECORD);
	igt_assert_f(n > 0, "read gave %zd", n);
	oa_trap_close(&trap);
	oa_tally_add(&s.tally, trap.border - 4 * RECORD, n);
	igt_assert_eq_u64(s.tally.buffer_lost, 1);
	oa_drain(s.stream, &s.tally, 64 << 10);
	oa_sim_advance(100, s.tally.exponent);
	oa_drain(s.stream, &s.tally, 64 << 10);
	oa_assert_ok(oa_stream_disable(s.stream));
	igt_assert_eq_u64(s.tally.report_lost, 0);
	oa_tally_assert_counted(&s.tally);
	oa_assert_none_rejected();
	oa_session_close(&s);
}

/*
 * A stream is stopped after an overflow, and the newest reports are damaged, so that none of
 * them has a time stamp. All written reports are counted, not just a full buffer.
 */
static void test_overflow_stop_damaged(void)
{
	const u64 size = oa_facts()->ring < 1 << 20 ? oa_facts()->ring : 1 << 20;
	const u64 reports = size / OA_BYTES;
	struct oa_session s;

	oa_sim_require_knob("fail_zero_id");
	open_still(&s, 1, size);
	oa_sim_advance(reports * 5 / 4, s.tally.exponent);
	oa_sim_write("fail_zero_id", "8");
	oa_sim_advance(8, s.tally.exponent);
	oa_assert_ok(oa_stream_disable(s.stream));
	oa_session_close(&s);
}

/*
 * A read takes several batches, and is preempted for more than a lap after the first
 * one. The records of that batch are delivered, and after them those of the overflow. The other
 * reports were overwritten.
 */
static void test_overflow_between(void)
{
	const u64 size = oa_facts()->ring < 1 << 20 ? oa_facts()->ring : 1 << 20;
	const u64 reports = size / OA_BYTES;
	struct oa_session s;
	ssize_t n;

	oa_sim_require_knob("fail_away");
	open_still(&s, 1, size);
	oa_sim_advance(reports - 16, s.tally.exponent);
	oa_sim_be_away(reports * 5 / 4, s.tally.exponent);

	n = read(s.stream, buf, sizeof(buf));
	igt_assert_f(n > 0, "read gave %zd", n);
	igt_assert_lt(n, (reports - 16) * RECORD);
	igt_assert_lt(8 + 40, n);
	oa_tally_add(&s.tally, buf, n);
	igt_assert_eq_u64(s.tally.missing, 0);
	igt_assert_eq(oa_record_type(buf + n - 8 - 40), DRM_I915_PERF_RECORD_OA_BUFFER_LOST);
	oa_sim_advance(100, s.tally.exponent);
	oa_drain(s.stream, &s.tally, sizeof(buf));
	oa_assert_ok(oa_stream_disable(s.stream));
	igt_assert_eq_u64(s.tally.buffer_lost, 1);
	igt_assert_eq_u64(s.tally.report_lost, 0);
	oa_tally_assert_counted(&s.tally);
	oa_assert_none_rejected();
	oa_session_close(&s);
}

static bool enable_inherits_no_loss(unsigned int slower)
{
	const unsigned int exponent = STEADY + slower;
	struct oa_session s;

	if (!opened_still(&s, exponent, 0, 0))
		return false;
	overflow_buffer(exponent);
	oa_hold_clock(false);
	oa_assert_ok(oa_stream_disable(s.stream));
	oa_assert_ok(oa_stream_enable(s.stream));
	oa_tally_init(&s.tally, OA_BYTES, exponent);
	oa_collect(s.stream, &s.tally, 1000, sizeof(buf));
	return oa_session_close_whole(&s);
}

/* The next enable inherits no loss. A loss that each enable inherits is there in each attempt. */
static void test_enable_forgets(void)
{
	oa_repeat_if_late(enable_inherits_no_loss(oa_tries));
}

/* Closing right after an overflow: the accounting adds up without a single read. */
static void test_close_overflowed(void)
{
	struct oa_session s;

	oa_session_simple(&s, NONBLOCK, STEADY);
	oa_hold_clock(true);
	overflow_buffer(STEADY);
	oa_session_close(&s);
}

static void check_loss_records(const struct oa_tally *tally)
{
	igt_assert_lt(0, tally->loss_records);
	/* If other triggers write reports as well, time stamps give the least number. */
	if (!oa_facts()->reason_mask)
		igt_assert_eq_u64(tally->loss_inexact, 0);
	oa_tally_assert_counted(tally);
}

static void test_loss_record(void)
{
	struct drm_i915_oa_loss loss;
	struct oa_session s;
	u32 last;
	ssize_t n;

	open_overflowed(&s, 1);
	last = s.tally.last_ts;
	n = first_read(s.stream, sizeof(buf));
	igt_assert_eq(oa_record_type(buf), DRM_I915_PERF_RECORD_OA_BUFFER_LOST);
	igt_assert_lte(8 + 40, n);
	igt_assert_eq(oa_record_type(buf + 8), DRM_I915_OA_RECORD_LOSS);
	memcpy(&loss, buf + 16, sizeof(loss));
	igt_assert_lt(RING_REPORTS, loss.count);
	if (!oa_facts()->reason_mask)
		igt_assert_eq_u64(loss.flags & DRM_I915_OA_LOSS_EXACT, DRM_I915_OA_LOSS_EXACT);
	igt_assert_lt(0, loss.after);
	/*
	 * The loss follows the report that was delivered last or a later one, because the
	 * rest of the drain may have come in between.
	 */
	igt_assert_lte((u32)last, (u32)loss.after);
	oa_tally_add(&s.tally, buf, n);
	read_more(&s);
	/* The gap up to the first report after the loss is announced in full. */
	check_loss_records(&s.tally);
	oa_session_close(&s);
}

/* Both records come in one read, or both stay pending. */
static void test_loss_record_whole(void)
{
	struct oa_session s;
	u8 *end = oa_border();

	open_overflowed(&s, 1);
	oa_assert_fails(read(s.stream, buf, 8), ENOSPC);
	oa_assert_fails(read(s.stream, buf, 47), ENOSPC);
	oa_assert_fails(read(s.stream, end - 47, 48), EFAULT);
	igt_assert(oa_poll_in(s.stream, 20000));
	igt_assert_eq(read(s.stream, buf, 48), 48);
	igt_assert_eq(oa_record_type(buf), DRM_I915_PERF_RECORD_OA_BUFFER_LOST);
	igt_assert_eq(oa_record_type(buf + 8), DRM_I915_OA_RECORD_LOSS);
	oa_tally_add(&s.tally, buf, 48);
	read_more(&s);
	check_loss_records(&s.tally);
	oa_session_close(&s);
}

/* OVERFLOW with KEEP_OLDEST: the reports written first are kept and delivered whole. */
static void test_keep_oldest(u64 records)
{
	struct oa_session s;
	u64 before;

	igt_require_f(oa_facts()->keep_oldest, "the unit has no such mode");
	oa_session_prepare(&s);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, FAST),
			      OA_PROP_LOSS_RECORDS, records,
			      OA_PROP_OVERFLOW, OA_OVERFLOW_KEEP_OLDEST);
	oa_collect(s.stream, &s.tally, 100, 64 << 10);
	if (oa_sim_present()) {
		u64 from = oa_sim_u64("suppressed");

		igt_assert_f(oa_wait_until(oa_sim_u64("suppressed") - from > 2000, 100000),
			     "the unit never stopped at a full buffer");
	} else {
		oa_sleep_ms(3 * RING_REPORTS * oa_period_ns(FAST) / 2000000);
	}
	igt_assert(oa_poll_in(s.stream, 20000));
	before = s.tally.samples;
	oa_tally_add(&s.tally, buf, first_read(s.stream, sizeof(buf)));
	igt_assert_lte(RING_REPORTS - 2, s.tally.samples - before);
	igt_assert_eq_u64(s.tally.buffer_lost, 0);
	/* The unit resumes by itself; the gap is announced with REPORT_LOST. */
	oa_collect(s.stream, &s.tally, 2000, sizeof(buf));
	igt_assert_eq_u64(s.tally.buffer_lost, 0);
	igt_assert_lt(0, s.tally.report_lost);
	igt_assert_lt(2000, s.tally.missing);
	if (records)
		check_loss_records(&s.tally);
	else
		igt_assert_eq_u64(s.tally.loss_records, 0);
	oa_session_close(&s);
}

/* The unit has stopped at a full buffer, so a stop discards as many reports as that holds. */
static void test_keep_oldest_discarded(void)
{
	const u64 size = 128 << 10, reports = size / OA_BYTES;
	struct oa_session s;

	oa_sim_require();
	igt_require_f(oa_facts()->keep_oldest, "the unit has no such mode");
	oa_session_prepare(&s);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, STEADY),
			      OA_PROP_BUFFER_SIZE, size,
			      OA_PROP_OVERFLOW, OA_OVERFLOW_KEEP_OLDEST);
	oa_hold_clock(true);
	oa_sim_advance(2 * reports + reports / 2, STEADY);
	oa_sim_land();
	oa_assert_ok(oa_stream_disable(s.stream));
	igt_assert_eq_u64(oa_status("reports_discarded"), reports);
	oa_session_close(&s);
}

/*
 * The processor is stopped for some laps of the ring right after it has turned the unit on, before
 * it reads the clock. The number of lost reports is unknown then, and the record is inexact. In
 * less time the ring shows the number, unless a strobe of that time wrote no report: it may have
 * come before the unit was on. Return: false if a late look delivered reports of that time, from
 * which the next loss is counted.
 */
static bool away_at_start(unsigned int quarters, bool skipped)
{
	const u64 size = oa_facts()->ring < 1 << 17 ? oa_facts()->ring : 1 << 17;
	const u64 reports = size / OA_BYTES;
	struct oa_session s;
	char text[24];
	u64 produced, samples;

	open_still(&s, 1, size);
	samples = s.tally.samples;
	produced = oa_sim_u64("produced") - samples;
	snprintf(text, sizeof(text), "%llu",
		 reports * quarters * oa_period_ns(s.tally.exponent) / 4000);
	oa_sim_advance(reports * 5 / 4, s.tally.exponent);
	if (skipped)
		oa_sim_write("fail_report_lost", "1");
	oa_sim_write("fail_away_start", text);
	oa_drain(s.stream, &s.tally, sizeof(buf));
	igt_assert_eq_u64(oa_sim_u64("fail_away_start"), 0);
	samples = s.tally.samples - samples;
	/* The next loss is counted from that start on. */
	oa_sim_advance(reports * 5 / 4, s.tally.exponent);
	oa_drain(s.stream, &s.tally, sizeof(buf));
	igt_assert_lt(0, s.tally.buffer_lost);
	if (!s.tally.loss_inexact)
		igt_assert_eq_u64(oa_sim_u64("produced") - produced,
				  s.tally.samples + s.tally.loss_count);
	/* No number is exact where other triggers write reports as well. */
	if (!samples)
		igt_assert_eq(!s.tally.loss_inexact,
			      quarters < 2 && !skipped && !oa_facts()->reason_mask);
	/* With a stopped clock no engine would stop. */
	oa_hold_clock(false);
	close(s.stream);
	close(s.drm);
	return !samples;
}

static void test_away_at_start(unsigned int quarters, bool skipped)
{
	oa_sim_require_knob("fail_away_start");
	oa_repeat_if_late(away_at_start(quarters, skipped));
}

/* Return: false if reports were lost before the clock stood still */
static bool ring_is_read_whole(u64 size, u64 overflow, unsigned int slower)
{
	const unsigned int bit = oa_calm(size, OA_BYTES) + slower;
	const u64 reports = size / OA_BYTES;
	struct oa_session s;
	u64 before, produced;

	oa_session_prepare(&s);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, bit),
			      OA_PROP_BUFFER_SIZE, size, OA_PROP_OVERFLOW, overflow);
	read_first(&s);
	if (s.tally.report_lost || s.tally.buffer_lost) {
		oa_session_close(&s);
		return false;
	}
	oa_sim_freeze();
	oa_drain(s.stream, &s.tally, sizeof(buf));
	for (int turn = 0; turn < 3; turn++) {
		before = s.tally.samples;
		produced = oa_sim_u64("produced");
		oa_sim_advance(reports, bit);
		igt_assert_eq_u64(oa_sim_u64("produced") - produced, reports);
		/* The newest lands with the next catch-up, which is less than a period later. */
		oa_sim_land();
		oa_tally_add(&s.tally, buf, first_read(s.stream, sizeof(buf)));
		igt_assert_eq_u64(s.tally.samples - before, reports);
		oa_sim_advance(2, bit);
		oa_drain(s.stream, &s.tally, sizeof(buf));
		igt_assert_lte(reports + 1, s.tally.samples - before);
	}
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
	return true;
}

/*
 * A ring that is exactly full is read whole, three times. In KEEP_OLDEST the unit resumes each
 * time; else it has room again, and its next report is no overflow.
 */
static void test_whole_ring(u64 overflow)
{
	const u64 size = 128 << 10;

	oa_sim_require();
	igt_require_f(oa_facts()->ring > size, "the ring has another size");
	igt_require_f(overflow != OA_OVERFLOW_KEEP_OLDEST || oa_facts()->keep_oldest,
		      "the unit has no such mode");
	oa_repeat_if_late(ring_is_read_whole(size, overflow, oa_tries));
}

/* struct fault - what one fault of the simulator does to a stream */
struct fault {
	/* knob of the simulator, and its value */
	const char *knob, *value;
	/* reports that are lost */
	u64 missing;
	/* reports that are read before the fault */
	u64 before;
	/* strobe bit of the timer, where the ring is large enough */
	unsigned int bit;
	/* a client with loss records */
	bool records;
	/* the driver rejects the reports */
	bool rejected;
};

static void check_fault(const struct fault *fault, const struct oa_tally *tally)
{
	igt_assert_eq_u64(tally->missing, fault->missing);
	if (!fault->missing)
		oa_tally_assert_whole(tally);
	else if (fault->records)
		check_loss_records(tally);
	else
		igt_assert_lt(0, tally->report_lost);
	if (!fault->records)
		igt_assert_eq_u64(tally->loss_records, 0);
	if (fault->rejected && oa_status_present()) {
		igt_assert_lt(0, oa_status("reports_dropped"));
		igt_assert_eq_u64(oa_status_sum("dropped_"), oa_status("reports_dropped"));
	}
}

/* Read all reports that the unit has written by now, however late the host is, and 500 more. */
static void catch_up(struct oa_session *s)
{
	u64 written = oa_sim_u64("produced") - s->accounts.produced;

	do
		oa_collect(s->stream, &s->tally, 500, 64 << 10);
	while (s->tally.samples + s->tally.missing < written);
	oa_collect(s->stream, &s->tally, 500, 64 << 10);
}

/*
 * A fault hits some reports of a stream. The stream recovers, each undelivered report is
 * announced, and nothing damaged is delivered. The tally fails on a zero id, on a time stamp off
 * the grid or out of order, and on a silent gap. Return: false if the unit overflowed.
 */
static bool fault_is_announced(const struct fault *fault, unsigned int slower)
{
	const unsigned int exponent = oa_steady(fault->bit) + slower;
	struct oa_tally before, after;
	struct oa_session s;
	bool in_time;

	oa_session_prepare(&s);
	oa_sim_require_knob(fault->knob);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, exponent),
			      OA_PROP_LOSS_RECORDS, fault->records);
	oa_collect(s.stream, &s.tally, fault->before, 64 << 10);
	before = s.tally;
	oa_sim_write(fault->knob, fault->value);
	/* A count falls as it is used; other faults last as long as they are set. */
	if (fault->missing)
		igt_assert(oa_wait_until(!oa_sim_u64(fault->knob), 20000));
	else
		catch_up(&s);
	oa_sim_write(fault->knob, "0");
	catch_up(&s);
	after = s.tally;
	oa_collect(s.stream, &s.tally, 500, 64 << 10);
	in_time = !oa_tally_overflowed(&s.tally);
	if (in_time) {
		oa_tally_assert_whole(&before);
		check_fault(fault, &after);
		/* The last reads saw no loss: the stream has recovered. */
		check_fault(fault, &s.tally);
	}
	oa_session_close(&s);
	return in_time;
}

static void test_fault(const struct fault *fault)
{
	oa_repeat_if_late(fault_is_announced(fault, oa_tries));
}

static void test_damaged(const char *knob)
{
	const struct fault fault = {
		.knob = knob, .value = "5", .missing = 5, .before = 50, .bit = 9,
		.records = true, .rejected = true,
	};

	test_fault(&fault);
}

/*
 * After a full turn of the ring, memory holds the reports of the previous turn. A
 * report one line of which never lands must still be distinguished from a whole
 * one.
 */
static void test_torn_after_wrap(void)
{
	const struct fault fault = {
		.knob = "fail_torn_report", .value = "5", .missing = 5,
		.before = RING_REPORTS + RING_REPORTS / 16, .bit = 8, .records = true,
		.rejected = true,
	};

	test_fault(&fault);
}

/* A plain client without the extension still learns of the loss. */
static void test_damaged_plain(const char *knob)
{
	const struct fault fault = {
		.knob = knob, .value = "5", .missing = 5, .before = 50, .bit = 9,
		.rejected = true,
	};

	test_fault(&fault);
}

/* Reports that the unit never wrote */
static void test_report_lost(void)
{
	const struct fault fault = {
		.knob = "fail_report_lost", .value = "3", .missing = 3, .before = 50,
		.bit = 9, .records = true,
	};

	test_fault(&fault);
}

/*
 * Reports that the timer never wrote leave a gap, and set the unit's flag: one loss, one record.
 * The gap may be found in the same read as the flag, or in a later one.
 */
static void test_report_lost_once(void)
{
	struct oa_session s;

	oa_sim_require_knob("fail_report_lost");
	open_still(&s, 1, 0);
	for (unsigned int i = 1; i <= 4; i++) {
		oa_sim_advance(10, s.tally.exponent);
		oa_sim_write("fail_report_lost", "3");
		/* Read after two of the three, or after all of them and some reports. */
		oa_sim_advance(i % 2 ? 2 : 20, s.tally.exponent);
		oa_drain(s.stream, &s.tally, 64 << 10);
		oa_sim_advance(20, s.tally.exponent);
		oa_drain(s.stream, &s.tally, 64 << 10);
		oa_drain(s.stream, &s.tally, 64 << 10);
		igt_assert_eq_u64(s.tally.missing, 3 * i);
		igt_assert_eq_u64(s.tally.loss_count, 3 * i);
		igt_assert_eq_u64(s.tally.report_lost, i);
	}
	/* If the timer's periods are longer than requested, time stamps give the least number. */
	if (!oa_facts()->reason_mask)
		igt_assert_eq_u64(s.tally.loss_inexact, 0);
	oa_session_close(&s);
}

/* abi-extensions.rst 17.7: a stop keeps all announcements, here one before each report. */
static void test_keep_unread_gaps(void)
{
	const u64 gaps = 3000;
	struct oa_session s;
	char text[24];
	ssize_t n;

	oa_session_prepare(&s);
	oa_sim_require_knob("fail_report_lost");
	igt_require_f(RING_REPORTS > 2 * gaps, "the ring is too small");
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, STEADY),
			      OA_PROP_LOSS_RECORDS, 1, OA_PROP_KEEP_UNREAD, 1);
	oa_collect(s.stream, &s.tally, 5, 64 << 10);
	oa_sim_write("clock", "manual");
	oa_await_look();
	oa_drain(s.stream, &s.tally, 64 << 10);
	/* No call looks in between, so none of the sleeps of oa_sim_advance() is needed. */
	snprintf(text, sizeof(text), "%llu", 2 * oa_period_ns(s.tally.exponent));
	for (u64 i = 0; i < gaps; i++) {
		oa_sim_write("fail_report_lost", "1");
		oa_sim_write("advance", text);
	}
	oa_sim_land();
	oa_await_look();
	oa_assert_ok(oa_stream_disable(s.stream));
	while ((n = read(s.stream, buf, 64 << 10)) > 0)
		oa_tally_add(&s.tally, buf, n);
	igt_assert_eq(errno, EIO);
	igt_assert_eq_u64(s.tally.report_lost, gaps);
	igt_assert_eq_u64(s.tally.missing, gaps);
	igt_assert_eq_u64(s.tally.loss_count, gaps);
	oa_session_close(&s);
}

/* The tail runs half a millisecond ahead of the data: nothing is lost. */
static void test_tail_lag(void)
{
	const struct fault fault = {
		.knob = "fail_tail_lag", .value = "500", .before = 50, .bit = 9,
		.records = true,
	};

	test_fault(&fault);
}

/* A report that never lands is announced as lost, and the next ones are read. */
static void test_not_landed(void)
{
	const struct fault fault = {
		.knob = "fail_not_landed", .value = "2", .missing = 2, .before = 50,
		.bit = 9, .records = true,
	};

	test_fault(&fault);
}

/*
 * A report that never lands is announced in the same read as records that cannot be copied: the
 * others are delivered.
 */
static void test_not_landed_in_copy(void)
{
	struct oa_session s;
	u8 *end = oa_border();
	const size_t fits = sizeof(struct drm_i915_perf_record_header) + RECORD;

	ssize_t got = 0;

	oa_sim_require_knob("fail_not_landed");
	/* If the host stalls, the first read may already announce the report. */
	for (int tries = 0; tries < 5 && got >= 0; tries++) {
		if (tries)
			oa_session_close(&s);
		open_still(&s, 0, 0);
		oa_sim_write("fail_not_landed", "1");
		/* Few enough for the report to be near the tail, where it may still land */
		oa_sim_advance(8, s.tally.exponent);
		/* From now on the report counts as missing. */
		got = read(s.stream, buf, sizeof(buf));
		if (got > 0)
			oa_tally_add(&s.tally, buf, got);
	}
	igt_assert_eq(got, -1);
	igt_assert_eq(errno, EAGAIN);
	oa_sleep_ms(100);
	igt_assert_eq(read(s.stream, end - fits - 100, sizeof(buf)), fits);
	oa_tally_add(&s.tally, end - fits - 100, fits);
	igt_assert_eq_u64(s.tally.report_lost, 1);
	oa_drain(s.stream, &s.tally, 64 << 10);
	igt_assert_eq_u64(s.tally.missing, 1);
	oa_session_close(&s);
}

/* Return: false if the unit overflowed as well */
static bool false_overflow_is_announced(unsigned int slower)
{
	const unsigned int exponent = STEADY + slower;
	struct oa_session s;
	bool once;
	ssize_t n;

	oa_session_prepare(&s);
	oa_sim_require_knob("fail_overflow");
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, exponent),
			      OA_PROP_LOSS_RECORDS, 1);
	oa_collect(s.stream, &s.tally, 50, 64 << 10);
	oa_sim_write("fail_overflow", "1");
	while (!s.tally.buffer_lost) {
		igt_assert(oa_poll_in(s.stream, 20000));
		n = read(s.stream, buf, 64 << 10);
		igt_assert_f(n > 0 || errno == EAGAIN, "read gave %zd", n);
		if (n > 0)
			oa_tally_add(&s.tally, buf, n);
	}
	oa_collect(s.stream, &s.tally, 500, 64 << 10);
	once = oa_status("overflows") == 1;
	if (once) {
		igt_assert_eq_u64(s.tally.buffer_lost, 1);
		check_loss_records(&s.tally);
	}
	oa_session_close(&s);
	return once;
}

/* The overflow bit is set without an overflow: announced, counted, recovered. */
static void test_false_overflow(void)
{
	oa_repeat_if_late(false_overflow_is_announced(oa_tries));
}

/*
 * A stream without a timer, on a GPU that switches contexts. The unit can't write the first
 * @skipped reports. Return: reports written so far.
 */
static u64 open_untimed(struct oa_session *s, u64 size, u64 reports, const char *skipped)
{
	oa_session_prepare(s);
	oa_sim_require_knob("fail_overflow");
	oa_session_open_props(s, NONBLOCK, OA_PROP_SAMPLE_OA, 1, OA_PROP_METRICS_SET, s->set,
			      OA_PROP_FORMAT, OA_FORMAT, OA_PROP_LOSS_RECORDS, 1,
			      OA_PROP_BUFFER_SIZE, size);
	oa_sim_write("fail_report_lost", skipped);
	oa_sim_write("activity", "ctxswitch");
	if (oa_facts()->ctx_valid)
		igt_assert(oa_wait_until(oa_sim_u64("produced") - s->accounts.produced >= reports,
					 60000));
	oa_sim_write("clock", "manual");
	return oa_sim_u64("produced") - s->accounts.produced;
}

/*
 * Without a timer, the unit has its overflow flag set, and memory shows that nothing was
 * overwritten. The unread reports are lost, not a full buffer. With the report-lost flag beside it
 * that number is not exact.
 */
static bool false_overflow_untimed_is_counted(bool skipped)
{
	struct drm_i915_oa_loss loss;
	struct oa_session s;
	u64 produced = open_untimed(&s, 0, 20, skipped ? "1" : "0");

	/* On a late host the buffer may have overflowed indeed. */
	if (produced > oa_status("size") / OA_BYTES / 2) {
		oa_hold_clock(false);
		igt_assert_eq(close(s.stream), 0);
		close(s.drm);
		return false;
	}
	oa_sim_write("fail_overflow", "1");
	igt_assert(oa_poll_in(s.stream, 20000));
	igt_assert_eq(first_read(s.stream, sizeof(buf)), 8 + 40);
	igt_assert_eq(oa_record_type(buf), DRM_I915_PERF_RECORD_OA_BUFFER_LOST);
	memcpy(&loss, buf + 16, sizeof(loss));
	igt_assert_eq_u64(loss.count, produced);
	igt_assert_eq(loss.flags, skipped ? 0 : DRM_I915_OA_LOSS_EXACT);
	/* At a stop too */
	oa_sim_write("fail_overflow", "1");
	oa_assert_ok(oa_stream_disable(s.stream));
	igt_assert_eq_u64(oa_status("reports_lost") + oa_status("reports_discarded"),
			  oa_sim_u64("produced") - s.accounts.produced);
	oa_session_close(&s);
	return true;
}

static void test_false_overflow_untimed(bool skipped)
{
	igt_require_f(!skipped || oa_facts()->ctx_valid, "context switches write no reports");
	oa_repeat_if_late(false_overflow_untimed_is_counted(skipped));
}

/* A real overflow without a timer: at least a full buffer is lost, at most what was written. */
static void test_overflow_untimed(void)
{
	const u64 size = 128 << 10, reports = size / OA_BYTES;
	struct drm_i915_oa_loss loss;
	struct oa_session s;
	u64 produced;

	igt_require_f(oa_facts()->ctx_valid, "context switches write no reports");
	produced = open_untimed(&s, size, reports + reports / 8, "0");
	igt_assert_eq(first_read(s.stream, sizeof(buf)), 8 + 40);
	igt_assert_eq(oa_record_type(buf), DRM_I915_PERF_RECORD_OA_BUFFER_LOST);
	memcpy(&loss, buf + 16, sizeof(loss));
	igt_assert_lte(reports, loss.count);
	igt_assert_lte(loss.count, produced);
	igt_assert_eq(loss.flags, 0);
	oa_sim_write("clock", "real");
	/* The accounting can't add up: the number of written reports is unknown. */
	igt_assert_eq(close(s.stream), 0);
	close(s.drm);
	oa_assert_no_violation();
}

/* Return: false if the unit overflowed */
static bool noise_is_harmless(const char *knob, unsigned int slower)
{
	const unsigned int exponent = oa_steady(8) + slower;
	struct oa_session s;

	oa_session_prepare(&s);
	oa_sim_require_knob(knob);
	oa_sim_write(knob, "20");
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, exponent),
			      OA_PROP_POLL_OA_PERIOD, 5000000);
	/* More than half of the buffer, so that there are interrupts. */
	if (oa_sim_present())
		igt_assert(oa_wait_until(oa_sim_u64("produced") - s.accounts.produced >
					 RING_REPORTS / 2 + RING_REPORTS / 64, 60000));
	oa_collect(s.stream, &s.tally, RING_REPORTS * 3 / 5, sizeof(buf));
	return oa_session_close_whole(&s);
}

/* A reader does not notice duplicate and spurious interrupts. */
static void test_interrupt_noise(const char *knob)
{
	oa_repeat_if_late(noise_is_harmless(knob, oa_tries));
}

/* The GPU does not wake: the open fails, leaves nothing behind, and works later. */
static void test_forcewake(void)
{
	struct oa_session s;
	int fd;

	oa_session_prepare(&s);
	oa_sim_require_knob("fail_forcewake_ack");
	oa_sim_write("fail_forcewake_ack", "1");
	errno = 0;
	fd = oa_open_props(s.drm, 0, OA_BASE_PROPS(s.set, OA_FORMAT, 14));
	igt_assert_f(fd < 0, "opened on a GPU that does not wake");
	igt_info("failed with errno %d (%s)\n", errno, strerror(errno));
	/* oa_status shows the reason, without access to the GPU. */
	igt_assert(oa_status_is("registers", "not read, the GPU does not wake"));
	igt_assert_eq_u64(oa_status("wedged"), 0);
	oa_sim_write("fail_forcewake_ack", "0");
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, 14));
	oa_collect(s.stream, &s.tally, 5, 4096);
	oa_session_close(&s);
}

/* Poll returns POLLIN, and a read returns the loss alone. */
static void expect_loss(struct oa_session *s, u64 losses)
{
	const u64 samples = s->tally.samples;
	ssize_t n;

	igt_assert(oa_poll_in(s->stream, 20000));
	n = read(s->stream, buf, sizeof(buf));
	igt_assert_f(n > 0, "POLLIN, but read gave errno %d", errno);
	igt_assert_eq(oa_record_type(buf), DRM_I915_PERF_RECORD_OA_BUFFER_LOST);
	oa_tally_add(&s->tally, buf, n);
	igt_assert_eq_u64(s->tally.buffer_lost, losses);
	igt_assert_eq_u64(s->tally.samples, samples);
}

/*
 * The overflow flag stays, because its register can't be written. The loss is announced once. Then
 * there is nothing to read, and poll does not return POLLIN, until the unit writes again: those
 * reports may have been overwritten, so they are lost too. With a register that works the stream
 * resumes.
 */
static void test_overflow_stays(void)
{
	u64 losses = 0, samples;
	struct oa_session s;

	oa_sim_require_knob("fail_overflow");
	open_still(&s, 1, 0);
	oa_sim_write("fail_register", oa_facts()->ctx_valid ? "0x2b08" : "0x2364");
	oa_sim_write("fail_overflow", "1");
	while (losses < 3) {
		expect_loss(&s, ++losses);
		oa_assert_fails(read(s.stream, buf, sizeof(buf)), EAGAIN);
		igt_assert(!oa_poll_in(s.stream, 50));
		oa_sim_advance(10, s.tally.exponent);
	}
	oa_sim_write("fail_register", "0");
	expect_loss(&s, ++losses);
	samples = s.tally.samples;
	oa_sim_advance(100, s.tally.exponent);
	oa_drain(s.stream, &s.tally, sizeof(buf));
	igt_assert_lt(samples + 90, s.tally.samples);
	igt_assert_eq_u64(s.tally.buffer_lost, losses);
	/*
	 * Up to Haswell the register has the tail, too. A start without it breaks rules, and
	 * the number of written reports is unknown.
	 */
	if (oa_facts()->ctx_valid)
		check_loss_records(&s.tally);
	else
		oa_sim_write("violations", "0");
	oa_session_close(&s);
}

igt_main
{
	igt_fixture
		oa_gpu_require();

	igt_oa_effect(OA_WRITES);
	oa_subtest("buffer-lost", test_buffer_lost());
	oa_subtest("buffer-lost-stays-pending", test_buffer_lost_pending());
	oa_subtest("overflow-stays", test_overflow_stays());
	oa_subtest("overflow-while-copied", test_overflow_in_copy());
	oa_subtest("overflow-stop-damaged", test_overflow_stop_damaged());
	oa_subtest("overflow-between-batches", test_overflow_between());
	oa_subtest("enable-forgets-overflow", test_enable_forgets());
	oa_subtest("close-overflowed", test_close_overflowed());
	oa_subtest("loss-record", test_loss_record());
	oa_subtest("loss-record-whole", test_loss_record_whole());
	oa_subtest("keep-oldest", test_keep_oldest(0));
	oa_subtest("keep-oldest-loss-records", test_keep_oldest(1));
	oa_subtest("keep-oldest-discarded", test_keep_oldest_discarded());
	oa_subtest("away-at-start", test_away_at_start(10, false));
	oa_subtest("away-at-start-short", test_away_at_start(1, false));
	oa_subtest("away-at-start-skipped", test_away_at_start(1, true));
	oa_subtest("keep-oldest-whole-ring", test_whole_ring(OA_OVERFLOW_KEEP_OLDEST));
	oa_subtest("whole-ring", test_whole_ring(OA_OVERFLOW_DROP));
	oa_subtest("fail-report-lost", test_report_lost());
	oa_subtest("fail-report-lost-once", test_report_lost_once());
	oa_subtest("keep-unread-gaps", test_keep_unread_gaps());
	oa_subtest("fail-torn-report", test_damaged("fail_torn_report"));
	oa_subtest("fail-torn-report-plain", test_damaged_plain("fail_torn_report"));
	oa_subtest("fail-torn-report-after-wrap", test_torn_after_wrap());
	oa_subtest("fail-zero-id", test_damaged("fail_zero_id"));
	oa_subtest("fail-zero-id-plain", test_damaged_plain("fail_zero_id"));
	oa_subtest("fail-tail-lag", test_tail_lag());
	oa_subtest("fail-not-landed", test_not_landed());
	oa_subtest("fail-not-landed-while-copied", test_not_landed_in_copy());
	oa_subtest("fail-overflow", test_false_overflow());
	oa_subtest("fail-overflow-untimed", test_false_overflow_untimed(false));
	oa_subtest("fail-overflow-untimed-skipped", test_false_overflow_untimed(true));
	oa_subtest("overflow-untimed", test_overflow_untimed());
	oa_subtest("fail-irq-duplicate", test_interrupt_noise("fail_irq_duplicate"));
	oa_subtest("fail-irq-spurious", test_interrupt_noise("fail_irq_spurious"));
	oa_subtest("fail-irq-lost", test_interrupt_noise("fail_irq_lost"));
	oa_subtest("fail-forcewake-ack", test_forcewake());
}
