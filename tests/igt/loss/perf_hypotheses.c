// SPDX-License-Identifier: GPL-2.0-only
/*
 * A GPU that contradicts a hypothesis still gives a profiler its data.
 *
 * The simulator breaks one hypothesis at a time. A stream that learns rejects a handful of reports,
 * and delivers the others, while oa_status says that the hypothesis is not enforced; a strict one
 * rejects and announces them; with validation off they are just delivered. abi-extensions.rst 23.
 */
#include "oa_lib.h"

/* 1.3 ms between reports, or more: even a small ring lasts for a second */
#define STROBE_BIT		(oa_facts()->ring < 1 << 20 ? 14 : 13)
/* 1.3 ms: 128 KiB are full in 671 ms */
#define HALF_FULL_BIT		13
#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define WATCH		32
/* abi-extensions.rst 23: contradicted <= (agreed + 32) / 8 */
#define REJECTED(agreed)	(((agreed) + 32) / 8)

/** struct hypothesis - a hypothesis that the simulator can break */
struct hypothesis {
	/** @name: in oa_status */
	const char *name;
	/** @applies: whether it applies to reports of this platform's first format */
	bool (*applies)(const struct oa_facts *f);
	/** @knob: of the simulator */
	const char *knob;
	/** @value: that breaks it */
	const char *value;
	/** @half: only every other report contradicts it */
	bool half;
	/** @transient: the fault can come and go while the unit runs, and each report shows it */
	bool transient;
};

/* abi.rst 14: periods may be longer than requested. */
static bool has_grid(const struct oa_facts *f)
{
	return strcmp(f->name, "icl") && strcmp(f->name, "ehl") && strcmp(f->name, "lkf");
}

static bool has_high_timestamp(const struct oa_facts *f)
{
	return f->timestamp_dwords == 2;
}

/* hardware.rst 4.4: bits of Broadwell's RPT_ID; dwords of Sandybridge's A29_B4. */
static bool has_reserved(const struct oa_facts *f)
{
	return !strcmp(f->name, "bdw") || !strcmp(f->name, "chv") || !strcmp(f->name, "snb");
}

static bool has_context(const struct oa_facts *f)
{
	return f->ctx_valid;
}

static bool has_lines(const struct oa_facts *f)
{
	return f->layouts[0].bytes > 64;
}

static bool always(const struct oa_facts *f)
{
	(void)f;
	return true;
}

enum { PHASE, GRID, TIMESTAMP_HIGH, ORDER, CLOCK, RESERVED, CONTEXT, LINES };

static const struct hypothesis hypotheses[] = {
	[PHASE] = { "phase", has_grid, "fail_phase", "77", false, false },
	[GRID] = { "grid", has_grid, "fail_grid", "3000", false, true },
	[TIMESTAMP_HIGH] = { "timestamp_high", has_high_timestamp, "fail_timestamp_high",
			     "2654435761", false, true },
	[ORDER] = { "order", always, "fail_order", "1", true, false },
	/* A whole number of periods ahead: 86 s */
	[CLOCK] = { "clock", always, "fail_clock", "1073741824", false, true },
	[RESERVED] = { "reserved", has_reserved, "fail_reserved", "12345678", false, true },
	[CONTEXT] = { "context", has_context, "fail_context", "1", false, false },
	/* The second of four lines */
	[LINES] = { "lines", has_lines, "fail_lines", "2", false, true },
};

/** struct result - counts of the records that were read */
struct result {
	/** @samples: reports */
	u64 samples;
	/** @lost: lost-status records */
	u64 lost;
	/** @last: time stamp of the last report */
	u32 last;
	/** @jumps: reports that are more than a second after the one before, or before it */
	u64 jumps;
};

static u8 buf[64 << 10];

static void count_jump(const struct oa_record *rec, struct result *r)
{
	const u32 timestamp = rec->payload[1];

	r->jumps += r->samples && timestamp - r->last > oa_facts()->timestamp_hz;
	r->last = timestamp;
}

static void count_records(ssize_t len, struct result *r)
{
	struct oa_record rec;

	oa_for_each_record(&rec, at, buf, len) {
		switch (rec.type) {
		case DRM_I915_PERF_RECORD_SAMPLE:
			igt_assert_eq(rec.size, 8 + OA_BYTES);
			count_jump(&rec, r);
			r->samples++;
			break;
		default:
			r->lost++;
		}
	}
}

static bool read_some(int stream, struct result *r)
{
	ssize_t n = read(stream, buf, sizeof(buf));

	igt_assert_f(n > 0 || errno == EAGAIN, "read gave %zd", n);
	if (n > 0)
		count_records(n, r);
	return n > 0;
}

/* Read until this many samples are there. */
static void collect(int stream, struct result *r, u64 samples)
{
	igt_assert_f(oa_wait_until((read_some(stream, r), r->samples >= samples), 60000),
		     "%llu samples of %llu", r->samples, samples);
}

static void require_break(const struct hypothesis *h)
{
	oa_sim_require_knob(h->knob);
	igt_require_f(h->applies(oa_facts()), "the hypothesis does not apply to these reports");
	igt_require(oa_status_present());
}

static void open_broken(struct oa_session *s, const struct hypothesis *h, const char *mode)
{
	oa_session_prepare(s);
	require_break(h);
	oa_sim_write(h->knob, h->value);
	oa_validate(mode);
	oa_session_open_props(s, NONBLOCK, OA_BASE_PROPS(s->set, OA_FORMAT, STROBE_BIT));
}

static bool status_is(const struct hypothesis *h, const char *state)
{
	char key[64];

	snprintf(key, sizeof(key), "hypothesis_%s", h->name);
	return oa_status_is(key, state);
}

static u64 status_count(const struct hypothesis *h, const char *what)
{
	char key[64];

	snprintf(key, sizeof(key), "hypothesis_%s_%s", h->name, what);
	return oa_status(key);
}

/*
 * A handful of reports is rejected, and all others are delivered. A report off the grid contradicts
 * first "phase", then "grid".
 */
static void test_learn(const struct hypothesis *h)
{
	const u64 most = (h == &hypotheses[GRID] ? 2 : 1) * REJECTED(h->half ? WATCH / 2 : 0);
	struct result r = { };
	struct oa_session s;

	open_broken(&s, h, "learn");
	collect(s.stream, &r, 4 * WATCH);
	igt_assert(status_is(h, "not_enforced"));
	igt_assert_lte(REJECTED(0) + 1, status_count(h, "contradicted"));
	igt_assert_lte(REJECTED(0), oa_status("reports_dropped"));
	igt_assert_lte(oa_status("reports_dropped"), most);
	igt_assert_lte(1, r.lost);
	oa_session_close(&s);
}

/* Reports that contradict the hypothesis are rejected, and announced. */
static void test_strict(const struct hypothesis *h)
{
	struct result r = { };
	struct oa_session s;
	u64 before;

	open_broken(&s, h, "strict");
	before = oa_status("reports_delivered");
	igt_assert_f(oa_wait_until((read_some(s.stream, &r),
				    r.lost && oa_status("reports_dropped") >= 2 * WATCH), 60000),
		     "%llu samples, %llu lost, %llu dropped", r.samples, r.lost,
		     oa_status("reports_dropped"));
	igt_assert(status_is(h, "enforced"));
	/* With @half some reports are valid. */
	if (!h->half)
		igt_assert_lte(oa_status("reports_delivered") - before, WATCH);
	oa_session_close(&s);
}

/* No report is rejected. */
static void test_off(const struct hypothesis *h)
{
	struct result r = { };
	struct oa_session s;

	open_broken(&s, h, "off");
	collect(s.stream, &r, 2 * WATCH);
	igt_assert(status_is(h, "not_enforced"));
	igt_assert_eq_u64(oa_status("reports_dropped"), 0);
	oa_session_close(&s);
}

static void open_whole(struct oa_session *s, const struct hypothesis *h)
{
	oa_session_prepare(s);
	require_break(h);
	oa_session_open_props(s, NONBLOCK, OA_BASE_PROPS(s->set, OA_FORMAT, STROBE_BIT));
	igt_require_f(oa_status_is("validate", "learn"), "the module does not learn by default");
}

static void collect_dropped(int stream, struct result *r, u64 dropped)
{
	igt_assert_f(oa_wait_until((read_some(stream, r),
				    oa_status("reports_dropped") >= dropped), 60000),
		     "%llu dropped of %llu", oa_status("reports_dropped"), dropped);
}

/*
 * A transient fault. While it lasts the hypothesis is not enforced, and reports are delivered.
 * After it no report is rejected, and the hypothesis is enforced again.
 */
static void test_passes(const struct hypothesis *h)
{
	struct result r = { };
	struct oa_session s;
	u64 dropped, lost;

	open_whole(&s, h);
	collect(s.stream, &r, 2 * WATCH);
	igt_assert_eq_u64(r.lost, 0);
	igt_assert(status_is(h, "enforced"));
	oa_sim_write(h->knob, h->value);
	igt_assert_f(oa_wait_until((read_some(s.stream, &r), status_is(h, "not_enforced")), 60000),
		     "%llu for, %llu against", status_count(h, "agreed"),
		     status_count(h, "contradicted"));
	collect(s.stream, &r, r.samples + 2 * WATCH);
	igt_assert_lte(1, r.lost);
	dropped = oa_status("reports_dropped");
	igt_assert_lte(REJECTED(2 * WATCH), dropped);
	lost = r.lost;

	oa_sim_write(h->knob, "0");
	igt_assert_f(oa_wait_until((read_some(s.stream, &r), status_is(h, "enforced")), 60000),
		     "%llu for, %llu against", status_count(h, "agreed"),
		     status_count(h, "contradicted"));
	collect(s.stream, &r, r.samples + 2 * WATCH);
	igt_assert_eq_u64(oa_status("reports_dropped"), dropped);
	/* A time stamp that steps back is announced as a loss, even if no report is missing. */
	igt_assert_eq_u64(r.lost, lost + (h == &hypotheses[CLOCK]));

	oa_sim_write(h->knob, h->value);
	collect_dropped(s.stream, &r, dropped + 1);
	oa_sim_write(h->knob, "0");
	oa_session_close(&s);
}

/* A hypothesis that held for a thousand reports is not refuted by some dozen: they are rejected. */
static void test_burst(void)
{
	const struct hypothesis *h = &hypotheses[CLOCK];
	struct result r = { };
	struct oa_session s;

	open_whole(&s, h);
	collect(s.stream, &r, 1000);
	igt_assert_lte(1000, status_count(h, "agreed"));
	/* Not more, however late the host is */
	oa_hold_clock(true);
	oa_sim_write(h->knob, h->value);
	oa_sim_advance(3 * WATCH / 2 + 1, STROBE_BIT);
	oa_sim_write(h->knob, "0");
	oa_hold_clock(false);
	collect_dropped(s.stream, &r, 3 * WATCH / 2);
	collect(s.stream, &r, r.samples + WATCH);
	igt_assert(status_is(h, "enforced"));
	igt_assert_lte(1, r.lost);
	igt_assert_eq_u64(r.jumps, 0);
	oa_session_close(&s);
}

/* A line of counters that are zero is valid. */
static void test_zero_line(void)
{
	static const struct hypothesis zero = { "lines", has_lines, "fail_zero_lines", "2", false,
						false };
	struct oa_session s;
	struct result r = { };

	open_broken(&s, &zero, "strict");
	collect(s.stream, &r, WATCH);
	oa_sim_write(zero.knob, zero.value);
	collect(s.stream, &r, 4 * WATCH);
	igt_assert_eq_u64(r.lost, 0);
	igt_assert_eq_u64(oa_status("reports_dropped"), 0);
	oa_session_close(&s);
}

/* On a GPU without faults every hypothesis that applies holds. */
static void test_all_hold(void)
{
	struct oa_session s;
	struct result r = { };

	oa_session_prepare(&s);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT));
	igt_require(oa_status_present());
	collect(s.stream, &r, 2 * WATCH);
	igt_assert_eq_u64(r.lost, 0);
	for (size_t i = 0; i < ARRAY_LEN(hypotheses); i++) {
		const struct hypothesis *h = &hypotheses[i];

		igt_assert_eq_u64(status_count(h, "contradicted"), 0);
		if (!h->applies(oa_facts()))
			igt_assert_f(status_is(h, "unused"), "%s", h->name);
		else
			igt_assert_f(status_is(h, "enforced"), "%s", h->name);
		if (h->applies(oa_facts()) && i != CONTEXT)
			igt_assert_lte(2 * WATCH, status_count(h, "agreed"));
	}
	oa_session_close(&s);
}

static const struct hypothesis half_full = {
	"half_full", always, "fail_half_full", "1", false, false
};

/*
 * 512 reports of 256 bytes in 671 ms. A poll waits for the interrupt. If a report was already
 * there, so that poll did not wait, sleep until the ring is well over half full.
 */
static void wait_for_half(int stream, unsigned int slower)
{
	const u64 began = oa_now_ns();

	igt_assert(oa_poll_in(stream, 20000));
	if (oa_now_ns() - began < 200000000)
		oa_sleep_ms(470 << slower);
}

static u64 half_full_seen(void)
{
	return status_count(&half_full, "agreed") + status_count(&half_full, "contradicted");
}

/* Read each time that half of the ring is full, until so many interrupts came or were missed. */
static void watch_half_full(struct oa_session *s, struct result *r, u64 seen, unsigned int slower)
{
	for (int i = 0; i < 60 && !r->lost && half_full_seen() < seen; i++) {
		wait_for_half(s->stream, slower);
		while (read_some(s->stream, r))
			;
	}
}

/* The kernel's log from now on; -1 if it can't be read. */
static int log_open(void)
{
	const int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);

	if (fd >= 0)
		lseek(fd, 0, SEEK_END);
	return fd;
}

/* The first line of the log about a hypothesis; false if there is none */
static bool log_of_hypothesis(int fd, char *line, size_t size)
{
	ssize_t n;

	while ((n = read(fd, line, size - 1)) > 0) {
		line[n] = 0;
		if (strstr(line, "hypothesis \""))
			return true;
	}
	return false;
}

/* The log's line about the hypothesis counts interrupts, since no report contradicts it. */
static void assert_log_counts_interrupts(int log)
{
	char line[1024];

	if (log < 0)
		return;
	igt_assert(log_of_hypothesis(log, line, sizeof(line)));
	igt_assert_f(strstr(line, "\"half_full\"") && strstr(line, " interrupts came") &&
		     !strstr(line, "begins"), "%s", line);
}

/*
 * Five missed interrupts refute the hypothesis, and then readers are woken by time. Eight that come
 * confirm it again. Return: false if the unit overflowed.
 */
static bool half_full_is_learned(bool comes, int log, unsigned int slower)
{
	struct oa_session s;
	struct result r = { };

	oa_session_prepare(&s);
	oa_sim_require_knob(half_full.knob);
	igt_require(oa_status_present());
	oa_sim_write(half_full.knob, comes ? "0" : "1");
	oa_session_open_props(&s, NONBLOCK,
			      OA_BASE_PROPS(s.set, OA_FORMAT, HALF_FULL_BIT + slower),
			      OA_PROP_BUFFER_SIZE, 128 << 10,
			      OA_PROP_POLL_OA_PERIOD, 10000000000);
	watch_half_full(&s, &r, REJECTED(0) + 1, slower);
	if (!r.lost && !comes) {
		igt_assert(status_is(&half_full, "not_enforced"));
		assert_log_counts_interrupts(log);
		oa_sim_write(half_full.knob, "0");
		watch_half_full(&s, &r, REJECTED(0) + 1 + 8, slower);
	}
	if (!r.lost) {
		igt_assert_f(status_is(&half_full, "enforced"), "%llu came, %llu did not",
			     status_count(&half_full, "agreed"),
			     status_count(&half_full, "contradicted"));
		igt_assert_eq_u64(status_count(&half_full, "contradicted"),
				  comes ? 0 : REJECTED(0) + 1);
	}
	oa_session_close(&s);
	return !r.lost;
}

static void test_half_full(bool comes)
{
	int log;

	igt_require_f(oa_facts()->half_full, "the unit has no such interrupt");
	log = log_open();
	oa_repeat_if_late(half_full_is_learned(comes, log, oa_tries / 2));
	close(log);
}

/*
 * A line that is never written, in a ring that is full in the time that a report has to land: what
 * is torn after two laps proves it, and reports are delivered.
 */
static void test_lines_small_ring(void)
{
	const struct hypothesis *h = &hypotheses[LINES];
	struct result r = { };
	struct oa_session s;
	char last[16];

	oa_session_prepare(&s);
	require_break(h);
	snprintf(last, sizeof(last), "%u", 1u << (OA_BYTES / 64 - 1));
	oa_sim_write(h->knob, last);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT - 6),
			      OA_PROP_BUFFER_SIZE, 128 << 10,
			      OA_PROP_POLL_OA_PERIOD, 10000000000);
	igt_require_f(oa_status_is("validate", "learn"), "the module does not learn by default");
	igt_assert_f(oa_wait_until((oa_poll_in(s.stream, 1000), read_some(s.stream, &r),
				    r.samples >= 2 * WATCH), 60000),
		     "%llu samples, %llu overflows", r.samples, oa_status("overflows"));
	igt_assert(status_is(h, "not_enforced"));
	oa_session_close(&s);
}

/*
 * Read past one loss until this many samples are there. A driver that announces the loss again at
 * each look fills each read with it, and the samples would not come.
 */
static void collect_past_loss(int stream, struct result *r, u64 samples)
{
	igt_assert_f(oa_wait_until((read_some(stream, r), r->lost > 1 || r->samples >= samples),
				   60000), "%llu samples of %llu", r->samples, samples);
	igt_assert_eq_u64(r->lost, 1);
}

/*
 * Without the hypothesis "order" a gap between time stamps proves no loss. The unit's report-lost
 * flag does, and is announced.
 */
static void test_report_lost(void)
{
	struct result r = { };
	struct oa_session s;

	igt_require_f(strcmp(oa_facts()->name, "vlv"), "the unit has no report-lost flag");
	oa_session_prepare(&s);
	oa_sim_require_knob("fail_report_lost");
	oa_validate("off");
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT));
	collect(s.stream, &r, 8);
	igt_assert_eq_u64(r.lost, 0);
	oa_sim_write("fail_report_lost", "1");
	igt_assert(oa_wait_until((read_some(s.stream, &r), r.lost), 60000));
	collect_past_loss(s.stream, &r, r.samples + 16);
	oa_session_close(&s);
}

/* Check for a line about a rejected report, or a hypothesis that does not hold */
static bool log_warns(int fd)
{
	bool warns = false;
	char line[1024];
	ssize_t n;

	while ((n = read(fd, line, sizeof(line) - 1)) > 0) {
		line[n] = 0;
		warns |= strstr(line, "rejected:") || strstr(line, "hypothesis \"");
	}
	return warns;
}

/*
 * The ring overflows with reports that contradict a hypothesis, more than it takes to refute it.
 * Their verdicts are retracted, because the reports may have been overwritten meanwhile. No line in
 * the log may remain of them, either.
 */
static bool overflow_is_unsaid(int log)
{
	const struct hypothesis *h = &hypotheses[CLOCK];
	struct result r = { };
	struct oa_session s;
	u64 reports;

	oa_session_prepare(&s);
	require_break(h);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT),
			      OA_PROP_BUFFER_SIZE, 128 << 10);
	reports = (128 << 10) / OA_BYTES;
	collect(s.stream, &r, 2 * WATCH);
	igt_assert(!log_warns(log));
	oa_hold_clock(true);
	/* A late host let the ring overflow. */
	if (oa_status("overflows")) {
		oa_session_close(&s);
		return false;
	}
	oa_sim_write(h->knob, h->value);
	/* Twice around, and nearly half of the ring further */
	oa_sim_advance(2 * reports + reports * 7 / 16, STROBE_BIT);
	oa_sim_write(h->knob, "0");
	read_some(s.stream, &r);
	oa_hold_clock(false);
	igt_assert_eq_u64(r.lost, 1);
	igt_assert(status_is(h, "enforced"));
	igt_assert_eq_u64(oa_status("reports_dropped"), 0);
	igt_assert(!log_warns(log));
	collect(s.stream, &r, r.samples + WATCH);

	/* Verdicts that are not retracted are logged. */
	oa_sim_write(h->knob, h->value);
	collect_dropped(s.stream, &r, REJECTED(0));
	oa_sim_write(h->knob, "0");
	igt_assert(log_warns(log));
	oa_session_close(&s);
	return true;
}

static void test_overflow_unsaid(void)
{
	const int log = log_open();

	igt_require_f(log >= 0, "no kernel log");
	oa_repeat_if_late(overflow_is_unsaid(log));
	close(log);
}

/*
 * A single-context stream gets none of these reports of other contexts. The log's line about the
 * hypothesis shows neither their context nor their counters.
 */
static void test_others_hidden(void)
{
	const struct hypothesis *h = &hypotheses[CLOCK];
	const int log = log_open();
	struct result r = { };
	struct oa_session s;
	u32 id, timestamp;
	char line[1024], *begins;

	igt_require_f(log >= 0, "no kernel log");
	oa_session_prepare(&s);
	require_break(h);
	igt_require_f(oa_facts()->ctx_valid, "reports have no context");
	oa_sim_write("ccid", "74565");
	oa_sim_write(h->knob, h->value);
	oa_session_open_props(&s, NONBLOCK, OA_PROP_CTX_HANDLE, oa_context_create(s.drm),
			      OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT));
	igt_assert(oa_wait_until((read_some(s.stream, &r), status_is(h, "not_enforced")), 60000));
	igt_assert(log_of_hypothesis(log, line, sizeof(line)));
	begins = strstr(line, "begins ");
	igt_assert_f(begins && sscanf(begins, "begins %x %x ", &id, &timestamp) == 2, "%s", line);
	igt_assert_neq(timestamp, 0);
	igt_assert_f(strstr(begins, " ffffffff 00000000"), "%s", line);
	close(log);
	oa_session_close(&s);
}

igt_main
{
	igt_fixture
		oa_gpu_require();

	igt_oa_effect(OA_WRITES);
	oa_subtest("all-hold", test_all_hold());
	for (size_t i = 0; i < ARRAY_LEN(hypotheses); i++) {
		const struct hypothesis *h = &hypotheses[i];

		igt_subtest_f("learn-%s", h->name)
			test_learn(h);
		igt_subtest_f("strict-%s", h->name)
			test_strict(h);
		igt_subtest_f("off-%s", h->name)
			test_off(h);
		if (!h->transient)
			continue;
		igt_subtest_f("passes-%s", h->name)
			test_passes(h);
	}
	oa_subtest("burst", test_burst());
	oa_subtest("zero-line", test_zero_line());
	oa_subtest("lines-small-ring", test_lines_small_ring());
	oa_subtest("half-full-comes", test_half_full(true));
	oa_subtest("half-full-never-comes", test_half_full(false));
	oa_subtest("off-report-lost", test_report_lost());
	oa_subtest("overflow-unsaid", test_overflow_unsaid());
	oa_subtest("others-hidden", test_others_hidden());
}
