// SPDX-License-Identifier: GPL-2.0-only
/*
 * A reader of its own period: a poll and a large read for each period. abi.rst 10.2: such clients
 * expect all reports in one read, whatever gaps lie between them.
 *
 * The clock of the simulated GPU moves by whole periods, with gaps of one cause in each. So the
 * result does not depend on the host: each read must return the samples on both sides of each gap,
 * with the records of the gap between them.
 */
#include "oa_lib.h"

#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
/* 82 us between two reports, more on a late host; 128 KiB hold 512 reports of 256 bytes */
#define STROBE_BIT	9
#define PERIODS		6
/* Reports between two gaps */
#define BETWEEN		40
/* Within this time nothing proves that a missing report will not land. */
#define LANDING_NS	10000000
/* Nor within the last 4 KiB before the tail, and some reports more */
#define LANDING_REPORTS	(4096 / OA_BYTES + 8)

/* struct cause - a fault that leaves a gap of one report */
struct cause {
	const char *name;
	const char *knob;
	const char *value;
	/* DRM_I915_OA_LOSS_*, 0: the unit skips the report */
	u32 flag;
	/* the report is missing, so it is given time to land */
	bool lands_late;
};

static const struct cause causes[] = {
	{ "skipped", "fail_report_lost", "1", 0, false },
	{ "not-landed", "fail_not_landed", "1", DRM_I915_OA_LOSS_NOT_LANDED, true },
	{ "torn", "fail_torn_report", "1", DRM_I915_OA_LOSS_TORN, true },
	{ "bad-id", "fail_zero_id", "1", DRM_I915_OA_LOSS_BAD_ID, false },
	/* Later than the clock, by a whole number of periods */
	{ "time-stamp", "fail_clock", "1073741824", DRM_I915_OA_LOSS_BAD_ORDER, false },
	{ "reserved", "fail_reserved", "12345678", DRM_I915_OA_LOSS_BAD_RESERVED, false },
	{ "context", "fail_context", "1", DRM_I915_OA_LOSS_BAD_CONTEXT, false },
};

/* struct order - checks that each loss record stands between the samples around its gap */
struct order {
	bool have_last;
	u32 last;		/* time stamp of the last sample */
	bool have_before;
	u32 before;		/* time stamp of the sample after the last loss record */
	u64 losses;
};

static u8 buf[4 << 20];

static bool applies(const struct cause *cause)
{
	const struct oa_facts *f = oa_facts();

	switch (cause->flag) {
	case DRM_I915_OA_LOSS_TORN:
		return f->layouts[0].bytes > 64;
	case DRM_I915_OA_LOSS_BAD_RESERVED:
		/* hardware.rst 4.4: bits of Broadwell's RPT_ID; dwords of Sandybridge's A29_B4. */
		return !strcmp(f->name, "bdw") || !strcmp(f->name, "chv") ||
		       !strcmp(f->name, "snb");
	case DRM_I915_OA_LOSS_BAD_CONTEXT:
		return f->ctx_valid;
	default:
		return true;
	}
}

/*
 * Check whether the number of lost reports is proven. Where reports have a reason, a rejected one
 * may have come from another source; on Gen11 periods may be longer than requested (abi.rst 14).
 */
static bool is_exact(const struct cause *cause)
{
	const struct oa_facts *f = oa_facts();

	return (!cause->flag || !f->reason_mask) && strcmp(f->name, "icl") &&
	       strcmp(f->name, "ehl") && strcmp(f->name, "lkf");
}

static void order_loss(struct order *o, const struct cause *cause, const struct oa_record *rec)
{
	struct drm_i915_oa_loss loss;

	memcpy(&loss, rec->payload, sizeof(loss));
	igt_assert_f(o->have_last, "a loss before any sample");
	igt_assert_eq_u32(loss.after, o->last);
	igt_assert_eq_u32(loss.flags & DRM_I915_OA_LOSS_CAUSES, cause->flag);
	igt_assert_eq_u64(loss.count, 1);
	o->have_before = loss.before;
	o->before = loss.before;
	o->losses++;
}

static void order_sample(struct order *o, const struct oa_record *rec)
{
	const u32 timestamp = rec->payload[1];

	if (o->have_before)
		igt_assert_eq_u32(timestamp, o->before);
	o->have_before = false;
	o->have_last = true;
	o->last = timestamp;
}

/* One poll and one read. Return: the samples of the read */
static u64 read_period(struct oa_session *s, const struct cause *cause, struct order *o)
{
	const u64 before = s->tally.samples;
	struct oa_record rec;
	ssize_t n;

	oa_sim_land();
	igt_assert_f(oa_poll_in(s->stream, 20000), "no data after %llu", before);
	n = oa_tally_read(s->stream, &s->tally, buf, sizeof(buf));
	oa_for_each_record(&rec, at, buf, n) {
		if (rec.type == DRM_I915_PERF_RECORD_SAMPLE)
			order_sample(o, &rec);
		else if (rec.type == DRM_I915_OA_RECORD_LOSS)
			order_loss(o, cause, &rec);
	}
	return s->tally.samples - before;
}

static void write_gap(const struct oa_session *s, const struct cause *cause)
{
	oa_sim_advance(BETWEEN, s->tally.exponent);
	oa_sim_write(cause->knob, cause->value);
	oa_sim_advance(1, s->tally.exponent);
	oa_sim_write(cause->knob, "0");
}

/* Return: false if a late host let the unit overflow before its clock stood still */
static bool opened_still(struct oa_session *s, const struct cause *cause, u64 ring,
			 unsigned int slower)
{
	oa_session_prepare(s);
	oa_sim_require_knob(cause->knob);
	igt_require_f(applies(cause), "the platform's reports have no such fault");
	/* A stream that learns would deliver some of the reports with a fault. */
	oa_validate("strict");
	oa_session_open_props(s, NONBLOCK,
			      OA_BASE_PROPS(s->set, OA_FORMAT, STROBE_BIT + slower),
			      OA_PROP_LOSS_RECORDS, 1, OA_PROP_BUFFER_SIZE, ring);
	oa_collect(s->stream, &s->tally, 20, sizeof(buf));
	oa_sim_freeze();
	oa_sim_between_strobes(s->drm, s->tally.exponent);
	oa_await_look();
	oa_drain(s->stream, &s->tally, sizeof(buf));
	if (oa_tally_whole(&s->tally))
		return true;
	oa_session_close(s);
	return false;
}

/* A stream whose clock stands still, and all of whose reports were read */
static void open_still(struct oa_session *s, const struct cause *cause, u64 ring)
{
	oa_sim_require();
	oa_repeat_if_late(opened_still(s, cause, ring, oa_tries));
}

/*
 * @gaps in each period, and reports after the last one for longer than a report takes to land. All
 * that the unit wrote in a period comes with the read at its end, but for the reports of the gaps.
 */
static void test_periods(const struct cause *cause, u64 ring, u32 gaps)
{
	struct order o = { };
	struct oa_session s;
	u64 landing, written;

	open_still(&s, cause, ring);
	landing = LANDING_NS / oa_period_ns(s.tally.exponent) + LANDING_REPORTS;
	written = gaps * (BETWEEN + 1) + landing;
	oa_sim_advance(4, s.tally.exponent);
	igt_assert_lte(3, read_period(&s, cause, &o));
	for (u32 period = 0; period < PERIODS; period++) {
		for (u32 gap = 0; gap < gaps; gap++)
			write_gap(&s, cause);
		oa_sim_advance(landing, s.tally.exponent);
		/* A register that is read moves the clock by a tick, so a report more may come. */
		igt_assert_lte(written - gaps, read_period(&s, cause, &o));
		igt_assert_eq_u64(o.losses, (u64)gaps * (period + 1));
	}
	if (is_exact(cause))
		igt_assert_eq_u64(s.tally.loss_inexact, 0);
	igt_assert_eq_u64(s.tally.buffer_lost, 0);
	igt_assert_eq_u64(s.tally.loss_count, (u64)gaps * PERIODS);
	oa_tally_assert_counted(&s.tally);
	igt_assert_eq_u64(oa_status("reports_delivered"), s.tally.samples);
	igt_assert_eq_u64(oa_status("reports_lost") + oa_status("reports_dropped"),
			  s.tally.loss_count);
	oa_session_close(&s);
	oa_assert_no_violation();
}

/*
 * A read without room for the records of a gap ends before them, and the next one begins with them.
 * A read of one record more has both, and no sample.
 */
static void test_no_room(void)
{
	const struct cause *cause = &causes[0];
	const size_t record = OA_RECORD;
	struct oa_session s;
	ssize_t n;

	open_still(&s, cause, oa_facts()->ring);
	write_gap(&s, cause);
	oa_sim_advance(BETWEEN, s.tally.exponent);
	oa_sim_land();
	igt_assert(oa_poll_in(s.stream, 20000));
	n = oa_tally_read(s.stream, &s.tally, buf, BETWEEN * record + 47);
	igt_assert_eq(n, BETWEEN * record);
	igt_assert_eq_u64(s.tally.loss_records, 0);
	igt_assert_f(oa_poll_in(s.stream, 0), "the rest is not announced");
	n = oa_tally_read(s.stream, &s.tally, buf, 48 + record - 1);
	igt_assert_eq(n, 48);
	igt_assert_eq_u64(s.tally.loss_records, 1);
	igt_assert_lt(0, oa_tally_read(s.stream, &s.tally, buf, sizeof(buf)));
	oa_tally_assert_counted(&s.tally);
	oa_session_close(&s);
	oa_assert_no_violation();
}

igt_main
{
	igt_fixture
		oa_gpu_require();

	igt_oa_effect(OA_WRITES);
	for (size_t i = 0; i < ARRAY_LEN(causes); i++) {
		const struct cause *cause = &causes[i];

		/* Half of a small ring of 512 reports, and some */
		igt_subtest_f("%s-small", cause->name)
			test_periods(cause, 128 << 10, 4);
		igt_subtest_f("%s-large", cause->name)
			test_periods(cause, oa_facts()->ring, 4);
	}
	oa_subtest("no-room", test_no_room());
}
