// SPDX-License-Identifier: GPL-2.0-only
/*
 * I915_OA_IOCTL_REPORT: a report at a point of the command stream.
 *
 * Documentation/abi.rst; hardware.rst 7.8, 9.1. On hardware a report carries its
 * command's id, and the time stamp and counters of that moment.
 */
#include <string.h>

#include "oa_lib.h"

#define REPORT_ID	0x5eed0a01u
#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
/* Reports every 1.3 ms */
#define STROBE_BIT	13
#define MAX_DWORDS	64
/* Bound for reports that are rejected because the host is late */
#define LATE_MAX	4

static u8 records[1 << 20];

static int take_report(int stream, u32 flags, u32 id, void *buf, u32 size, u32 *got)
{
	struct drm_i915_oa_report args = {
		.flags = flags,
		.report_id = id,
		.ptr = (uintptr_t)buf,
		.size = size,
	};
	int ret = oa_ioctl(stream, I915_OA_IOCTL_REPORT, &args);

	if (got)
		*got = args.size;
	return ret;
}

/* On the oldest platforms the driver does not run the render engine. */
static void require_reports(int stream)
{
	u32 buf[MAX_DWORDS];

	igt_require_f(!take_report(stream, 0, REPORT_ID, buf, sizeof(buf), NULL) ||
		      errno != EOPNOTSUPP, "no reports by command on this platform");
}

static bool is_timer(const u32 *report)
{
	const struct oa_facts *f = oa_facts();

	return !f->reason_mask || report[0] & f->reason_timer;
}

/* Read until a timer report is later than the given time stamp. */
static void next_timer(int stream, u32 after, u32 *report, size_t bytes)
{
	for (;;) {
		ssize_t len;
		struct oa_record rec;

		igt_assert(oa_poll_in(stream, 20000));
		len = read(stream, records, sizeof(records));
		if (len < 0 && errno == EAGAIN)
			continue;
		igt_assert_lt(0, len);
		oa_for_each_record(&rec, at, records, len)
			if (rec.type == DRM_I915_PERF_RECORD_SAMPLE && is_timer(rec.payload) &&
			    (int)(rec.payload[1] - after) > 0) {
				memcpy(report, rec.payload, bytes);
				return;
			}
	}
}

static void assert_counters(const u32 *before, const u32 *here, const u32 *after)
{
	const struct oa_layout *l = &oa_facts()->layouts[0];

	for (unsigned int i = 0; i < l->num_a; i++)
		oa_assert_between(before[l->a + i], here[l->a + i], after[l->a + i], "A",
				  l->first_a + i);
	for (unsigned int i = 0; i < l->num_b; i++)
		oa_assert_between(before[l->b + i], here[l->b + i], after[l->b + i], "B", i);
	for (unsigned int i = 0; i < l->num_c; i++)
		oa_assert_between(before[l->c + i], here[l->c + i], after[l->c + i], "C", i);
}

static void test_between(void)
{
	const u32 bytes = oa_facts()->layouts[0].bytes;
	u32 before[MAX_DWORDS] = {}, here[MAX_DWORDS], after[MAX_DWORDS], got;
	struct oa_session s;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	require_reports(s.stream);
	before[1] = oa_reg_read_timestamp(s.drm);
	for (u32 i = 0; i < 10; i++) {
		next_timer(s.stream, before[1], before, bytes);
		memset(here, 0xee, sizeof(here));
		igt_assert_eq(take_report(s.stream, 0, REPORT_ID + i, here, sizeof(here), &got), 0);
		igt_assert_eq_u64(got, bytes);
		igt_assert_eq_u64(here[0], REPORT_ID + i);
		/* Nothing after the report is touched. */
		for (u32 k = bytes / 4; k < MAX_DWORDS; k++)
			igt_assert_eq_u64(here[k], 0xeeeeeeee);
		next_timer(s.stream, here[1], after, bytes);
		oa_assert_between(before[1], here[1], after[1], "time stamp ", 0);
		assert_counters(before, here, after);
		memcpy(before, after, bytes);
	}
	oa_session_close(&s);
}

static void open_bound(struct oa_session *s, u32 *ctx)
{
	oa_session_prepare(s);
	*ctx = oa_context_create(s->drm);
	oa_session_open_props(s, NONBLOCK, OA_PROP_CTX_HANDLE, *ctx,
			      OA_BASE_PROPS(s->set, oa_facts()->layouts[0].format, STROBE_BIT));
	require_reports(s->stream);
}

/* In the bound context, whose id the stream's reports have */
static void test_bound(void)
{
	const struct oa_facts *f = oa_facts();
	u32 own[MAX_DWORDS], bound[MAX_DWORDS], ctx;
	bool seen = false;
	struct oa_session s;

	igt_require_f(f->ctx_valid, "reports have no context");
	open_bound(&s, &ctx);
	igt_assert_eq(take_report(s.stream, 0, REPORT_ID, own, sizeof(own), NULL), 0);
	igt_assert_eq_u64(own[2], 0xffffffff);
	igt_assert_eq(take_report(s.stream, DRM_I915_OA_REPORT_BOUND, REPORT_ID, bound,
				  sizeof(bound), NULL), 0);
	igt_assert_neq(bound[2], 0xffffffff);
	igt_assert_lt(0, (int)(bound[1] - own[1]));

	for (int i = 0; i < 100 && !seen; i++) {
		struct oa_record rec;
		ssize_t len;

		igt_assert_eq(take_report(s.stream, DRM_I915_OA_REPORT_BOUND, REPORT_ID, bound,
					  sizeof(bound), NULL), 0);
		oa_poll_in(s.stream, 100);
		len = read(s.stream, records, sizeof(records));
		if (len < 0)
			continue;
		oa_for_each_record(&rec, at, records, len)
			if (rec.type == DRM_I915_PERF_RECORD_SAMPLE &&
			    rec.payload[0] & f->ctx_valid) {
				/* The bound context or none, never the driver's */
				igt_assert(rec.payload[2] == bound[2] ||
					   rec.payload[2] == 0xffffffff);
				seen |= rec.payload[2] == bound[2];
			}
	}
	igt_assert(seen);
	oa_session_close(&s);
}

static void test_errors(void)
{
	u32 buf[MAX_DWORDS];
	struct drm_i915_oa_report padded = { .ptr = (uintptr_t)buf, .size = sizeof(buf), .pad = 1 };
	struct oa_session s;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	require_reports(s.stream);
	oa_assert_fails(take_report(s.stream, 2, 0, buf, sizeof(buf), NULL), EINVAL);
	oa_assert_fails(take_report(s.stream, DRM_I915_OA_REPORT_BOUND, 0, buf, sizeof(buf), NULL),
			EINVAL);
	oa_assert_fails(take_report(s.stream, 0, 0, buf, oa_facts()->layouts[0].bytes - 1, NULL),
			EINVAL);
	oa_assert_fails(oa_ioctl(s.stream, I915_OA_IOCTL_REPORT, &padded), EINVAL);
	oa_assert_fails(oa_ioctl(s.stream, I915_OA_IOCTL_REPORT, (void *)8), EFAULT);
	oa_assert_fails(take_report(s.stream, 0, 1, (void *)8, sizeof(buf), NULL), EFAULT);
	igt_assert_eq(oa_stream_disable(s.stream), 0);
	oa_assert_fails(take_report(s.stream, 0, 1, buf, sizeof(buf), NULL), EIO);
	oa_session_close(&s);
}

/* Hundreds of reports: the command ring wraps. */
static void test_many(void)
{
	u32 buf[MAX_DWORDS], last = 0;
	struct oa_session s;

	oa_session_simple(&s, NONBLOCK, 20);
	require_reports(s.stream);
	for (u32 i = 1; i <= 500; i++) {
		igt_assert_eq(take_report(s.stream, 0, i, buf, sizeof(buf), NULL), 0);
		igt_assert_eq_u64(buf[0], i);
		igt_assert(i == 1 || (int)(buf[1] - last) > 0);
		last = buf[1];
	}
	oa_session_close(&s);
}

static int do_work(int stream, struct drm_i915_oa_work *work)
{
	return oa_ioctl(stream, I915_OA_IOCTL_WORK, work);
}

/* The result of each amount of work is known, and lies between the reports before and after. */
static void test_work(void)
{
	u32 before[MAX_DWORDS], after[MAX_DWORDS];
	struct oa_session s;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	require_reports(s.stream);
	/* More than the ring of commands holds */
	for (u32 i = 0; i < 40; i++) {
		struct drm_i915_oa_work work = {
			.start = 0xffffffffull - i,
			.step = 0x100000000ull * i + 1,
			.steps = i * 128 / 39,
			.stores = i * 32 / 39,
			.wait_ticks = oa_facts()->timestamp_hz / 1000,
		};

		oa_assert_ok(take_report(s.stream, 0, 1, before, sizeof(before), NULL));
		oa_assert_ok(do_work(s.stream, &work));
		oa_assert_ok(take_report(s.stream, 0, 2, after, sizeof(after), NULL));
		igt_assert_eq_u64(work.sum, work.start + work.step * work.steps);
		igt_assert_eq_u64(work.stored, work.stores);
		igt_assert_lte(0, (int)((u32)work.before - before[1]));
		igt_assert_lt(0, (int)((u32)work.after - (u32)work.before));
		igt_assert_lte((int)work.wait_ticks, (int)((u32)work.waited - (u32)work.before));
		igt_assert_lte(0, (int)(after[1] - (u32)work.waited));
	}
	oa_session_close(&s);
}

static void test_work_errors(void)
{
	const u32 hz = oa_facts()->timestamp_hz;
	struct drm_i915_oa_work wrong[] = {
		{ .steps = 129 }, { .stores = 33 }, { .wait_ticks = hz + 1 }, { .pad = 1 },
	};
	struct drm_i915_oa_work most = { .steps = 128, .stores = 32 };
	u32 buf[MAX_DWORDS], i;
	struct oa_session s;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	for (i = 0; i < ARRAY_LEN(wrong); i++)
		oa_assert_fails(do_work(s.stream, &wrong[i]), EINVAL);
	oa_assert_fails(oa_ioctl(s.stream, I915_OA_IOCTL_WORK, (void *)8), EFAULT);
	igt_fork(child, 1) {
		igt_drop_root();
		oa_assert_fails(do_work(s.stream, &most), EACCES);
	}
	igt_waitchildren();
	if (take_report(s.stream, 0, REPORT_ID, buf, sizeof(buf), NULL)) {
		igt_assert_eq(errno, EOPNOTSUPP);
		oa_assert_fails(do_work(s.stream, &most), EOPNOTSUPP);
	} else {
		oa_assert_ok(do_work(s.stream, &most));
	}
	oa_session_close(&s);
}

/* The wait for a time stamp that stands still times out. */
static void test_work_frozen(void)
{
	struct drm_i915_oa_work work = { .wait_ticks = oa_facts()->timestamp_hz / 100 };
	struct oa_session s;

	oa_sim_require_knob("fail_timestamp");
	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	require_reports(s.stream);
	oa_assert_ok(do_work(s.stream, &work));
	oa_sim_write("fail_timestamp", "1");
	oa_assert_fails(do_work(s.stream, &work), ETIMEDOUT);
	oa_sim_write("fail_timestamp", "0");
	oa_assert_ok(do_work(s.stream, &work));
	oa_session_close(&s);
}

/*
 * The GPU's clocks per tick of the time stamp. With the self-test set B0, which lies in a report's
 * last line, counts the clock; so it shows whether that line is of the same report as the first.
 */
struct pace {
	u32 from[MAX_DWORDS];
	u64 clocks;
	u64 ticks;
};

static u32 clock_of(const u32 *report)
{
	return report[oa_facts()->layouts[0].b];
}

static void measure_pace(int stream, struct pace *pace)
{
	u32 to[MAX_DWORDS];

	igt_assert_lt(15, oa_facts()->layouts[0].b);
	oa_assert_ok(take_report(stream, 0, 1, pace->from, sizeof(pace->from), NULL));
	oa_sleep_ms(50);
	oa_assert_ok(take_report(stream, 0, 2, to, sizeof(to), NULL));
	pace->clocks = (u32)(clock_of(to) - clock_of(pace->from));
	pace->ticks = (u32)(to[1] - pace->from[1]);
	igt_assert_lt(0, (long long)pace->clocks);
}

/*
 * Lines of different reports are at least 10 ms apart, as the driver waits so long for a report.
 * The clock has 32 bits, which wrap within seconds.
 */
static bool clock_fits(const struct pace *pace, const u32 *report)
{
	u64 expected = (u32)(report[1] - pace->from[1]) * pace->clocks / pace->ticks;
	long long off = (int)(clock_of(report) - clock_of(pace->from) - (u32)expected);
	long long slack = oa_facts()->timestamp_hz / 500 * pace->clocks / pace->ticks;

	if (off < -slack || off > slack)
		igt_info("report 0x%x: clock %lld off, %lld allowed\n", report[0], off, slack);
	return off >= -slack && off <= slack;
}

/* A session with the self-test set and a knob that is not set yet; also measures the pace. */
static void open_paced(struct oa_session *s, struct pace *pace, const char *knob,
		       const char *validate)
{
	oa_sim_require_knob(knob);
	/* A subtest that skips would leave the mode behind, so require what it needs before. */
	oa_session_simple(s, NONBLOCK, STROBE_BIT);
	require_reports(s->stream);
	oa_session_close(s);
	oa_session_prepare(s);
	oa_validate(validate);
	oa_session_open_props(s, NONBLOCK, OA_BASE_PROPS(s->set, OA_FORMAT, STROBE_BIT));
	measure_pace(s->stream, pace);
}

/*
 * Each line lands @us after the one before, and all of them after the engine is done. Set @rejected
 * to the number of reports that are rejected, of 20. Return whether all others are whole: where the
 * host delays the GPU for as long as proves that a line is never written, the driver returns a
 * report without it.
 */
static bool parts_whole(const char *us, u32 *rejected)
{
	u32 here[MAX_DWORDS], torn = 0;
	struct oa_session s;
	struct pace pace;

	*rejected = 0;
	open_paced(&s, &pace, "fail_landing_parts", "learn");
	oa_sim_write("fail_landing_parts", us);
	for (u32 i = 0; i < 20; i++) {
		if (take_report(s.stream, 0, REPORT_ID + i, here, sizeof(here), NULL)) {
			igt_assert_eq(errno, ETIMEDOUT);
			(*rejected)++;
			continue;
		}
		igt_assert_eq_u64(here[0], REPORT_ID + i);
		torn += !clock_fits(&pace, here);
	}
	oa_sim_write("fail_landing_parts", "0");
	igt_info("%u rejected, %u torn\n", *rejected, torn);
	/* Lines that are still to land do not damage the next report. */
	if (!torn) {
		oa_assert_ok(take_report(s.stream, 0, REPORT_ID, here, sizeof(here), NULL));
		igt_assert(clock_fits(&pace, here));
	}
	oa_session_close(&s);
	return !torn;
}

/* Reports that land in time are rejected only if the host delays the driver or the GPU. */
static bool all_in_time(void)
{
	u32 rejected;

	return parts_whole("500", &rejected) && !rejected;
}

/* Later than the driver waits for a report, and long before a line counts as never written */
static bool some_too_late(void)
{
	u32 rejected;

	return parts_whole("12000", &rejected) && rejected;
}

/*
 * A GPU that never writes the last line. A stream that learns returns reports after @rejected of
 * them, as from the buffer; a strict one returns none; with validation off each report is returned.
 * A host that stalls for the 10 ms that the driver waits may cause more rejected reports.
 */
static bool refused_often(const char *validate, u32 refusals)
{
	u32 here[MAX_DWORDS], i;
	struct oa_session s;
	struct pace pace;

	open_paced(&s, &pace, "fail_lines", validate);
	oa_sim_write("fail_lines", "8");
	for (i = 0; i < 30 && take_report(s.stream, 0, REPORT_ID, here, sizeof(here), NULL); i++)
		igt_assert_eq(errno, ETIMEDOUT);
	igt_assert_lte(refusals, i);
	if (i < 30)
		igt_assert_eq_u64(here[0], REPORT_ID);
	oa_sim_write("fail_lines", "0");
	oa_session_close(&s);
	return i <= refusals + LATE_MAX;
}

static void test_never(const char *validate, u32 refusals)
{
	oa_repeat_at_most(5, refused_often(validate, refusals));
}

/*
 * A reset of the whole GT turns the unit off, one of the engine stops the commands. A report by
 * command begins with the recovery.
 */
static void test_after_reset(const char *reset)
{
	u32 report[MAX_DWORDS];
	struct oa_session s;

	oa_reset_require();
	oa_session_simple(&s, I915_PERF_FLAG_FD_NONBLOCK, STROBE_BIT);
	require_reports(s.stream);
	oa_reset_gt(reset);
	/* A report in flight during the reset is lost, and not counted. */
	s.accounts.in_flight++;
	oa_assert_ok(take_report(s.stream, 0, REPORT_ID, report, sizeof(report), NULL));
	igt_assert_eq(report[0], REPORT_ID);
	oa_assert_no_violation();
	oa_session_close(&s);
}

/* A reset stops the engine that does the work, whether the stream samples or not. */
static void test_work_after_reset(void)
{
	static const char * const resets[] = { "render", "full" };
	struct drm_i915_oa_work work = { .start = 40, .step = 1, .steps = 2, .stores = 1 };
	struct oa_session s;

	oa_reset_require();
	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	require_reports(s.stream);
	for (u32 i = 0; i < 2 * ARRAY_LEN(resets); i++) {
		if (i == ARRAY_LEN(resets))
			igt_assert_eq(oa_stream_disable(s.stream), 0);
		oa_reset_gt(resets[i % ARRAY_LEN(resets)]);
		/* As in test_after_reset() */
		s.accounts.in_flight++;
		work.sum = 0;
		oa_assert_ok(do_work(s.stream, &work));
		igt_assert_eq_u64(work.sum, 42);
		igt_assert_eq_u64(work.stored, 1);
	}
	oa_assert_no_violation();
	oa_session_close(&s);
}

/*
 * An engine that fails once is started again for the next call, at the latest when the stream is
 * disabled and enabled.
 */
static void test_after_failure(bool restart)
{
	const char *knob = oa_facts()->ctx_valid ? "fail_context_never_loads" : "fail_ring_hang";
	u32 report[MAX_DWORDS];
	struct oa_session s;

	oa_sim_require_knob(knob);
	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	require_reports(s.stream);
	oa_sim_write(knob, "1");
	oa_assert_fails(take_report(s.stream, 0, REPORT_ID, report, sizeof(report), NULL), EIO);
	igt_assert_eq_u64(oa_sim_u64(knob), 0);
	s.accounts.in_flight++;
	if (restart) {
		igt_assert_eq(oa_stream_disable(s.stream), 0);
		igt_assert_eq(oa_stream_enable(s.stream), 0);
	}
	oa_assert_ok(take_report(s.stream, 0, REPORT_ID, report, sizeof(report), NULL));
	igt_assert_eq(report[0], REPORT_ID);
	oa_assert_no_violation();
	oa_session_close(&s);
}

igt_main
{
	igt_oa_effect(OA_WRITES);
	oa_subtest("between-timer-reports", test_between());
	oa_subtest("bound-context", test_bound());
	oa_subtest("errors", test_errors());
	oa_subtest("many", test_many());
	oa_subtest("work", test_work());
	oa_subtest("work-errors", test_work_errors());
	oa_subtest("work-frozen", test_work_frozen());

	igt_oa_effect(OA_RESETS);
	oa_subtest("after-reset", test_after_reset("full"));
	oa_subtest("after-render-reset", test_after_reset("render"));
	oa_subtest("work-after-reset", test_work_after_reset());
	oa_subtest("after-failure", test_after_failure(false));
	oa_subtest("after-failure-restart", test_after_failure(true));

	igt_oa_effect(OA_WRITES);
	oa_subtest("lands-in-parts", oa_repeat_at_most(30, all_in_time()));
	oa_subtest("lands-too-late", oa_repeat_at_most(5, some_too_late()));
	oa_subtest("line-never-learn", test_never("learn", 4));
	oa_subtest("line-never-strict", test_never("strict", 30));
	oa_subtest("line-never-off", test_never("off", 0));
}
