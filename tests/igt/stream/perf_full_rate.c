// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every way to read the records, at the timer's highest rate, under each fault of the
 * simulator: delivered reports are valid and in order, the others are announced and
 * counted, and the accounting adds up. architecture.rst "What always holds", 1 and 2.
 *
 * At this rate the buffer is full after 10 ms, so overflows may come at any time. They
 * are allowed if they are announced. Lengths are in turns of the ring, never in time.
 */
#include <pthread.h>
#include <sched.h>
#include <sys/uio.h>

#include "oa_ways.h"

#define TURNS	3
#define TURN	(OA_RING_REPORTS / 2)
#define PIPE	(1 << 20)

static u8 big[4 << 20];

/* struct run - one stream, read in one way */
struct run {
	struct oa_session s;
	struct oa_uring uring;
	int pipe[2];
	u8 *border;
	u32 random;
	unsigned int bit;
	/* the longest time from the beginning of a large read to the end of the next */
	u64 longest_ns, began_ns;
};

/* struct path - a way to read */
struct path {
	const char *name;
	/* reads some records into the tally; blocks until there are any */
	void (*read)(struct run *run);
	/* waits first, for this many 16ths of the ring's reports */
	u32 away;
	/* keeps the newest, at a rate at which the driver mostly discards in time */
	bool newest;
};

/* struct fault - a fault of the simulator */
struct fault {
	const char *name;
	const char *knob;
	const char *value;
	/* the number of reports that are lost each time */
	u32 lost;
};

static const struct fault faults[] = {
	{ .name = "no-fault" },
	{ "zero-id", "fail_zero_id", "5", 5 },
	{ "torn-report", "fail_torn_report", "5", 5 },
	{ "not-landed", "fail_not_landed", "2", 2 },
	{ "report-lost", "fail_report_lost", "5", 5 },
	{ "tail-lag", "fail_tail_lag", "200", 0 },
	{ "irq-lost", "fail_irq_lost", "5", 0 },
	{ "irq-duplicate", "fail_irq_duplicate", "5", 0 },
	{ "irq-spurious", "fail_irq_spurious", "20", 0 },
	{ "overflow", "fail_overflow", "1", 0 },
};

/* Marsaglia's xorshift: the same numbers in each run of the program. */
static u32 random_below(struct run *run, u32 limit)
{
	run->random ^= run->random << 13;
	run->random ^= run->random >> 17;
	run->random ^= run->random << 5;
	return run->random % limit;
}

static void tally_read(struct run *run, const void *buf, ssize_t n)
{
	igt_assert_f(n > 0, "gave %zd", n);
	oa_tally_add(&run->s.tally, buf, n);
}

static void read_large(struct run *run)
{
	const u64 before = run->began_ns ?: oa_now_ns();
	ssize_t n;
	u64 ns;

	run->began_ns = oa_now_ns();
	n = read(run->s.stream, big, 1 << 20);
	ns = oa_now_ns() - before;
	if (ns > run->longest_ns)
		run->longest_ns = ns;
	tally_read(run, big, n);
}

/* Check that the reader was in time for each report, which a busy host may prevent in real time. */
static bool in_time(const struct run *run, const struct path *path)
{
	return path->read == read_large && !path->away &&
	       run->longest_ns < OA_RING_REPORTS * oa_period_ns(run->bit) * 3 / 4;
}

/* A size that fits, is too small, or reaches beyond the memory */
static void read_random(struct run *run)
{
	size_t size = OA_RECORD + random_below(run, 128 << 10);
	ssize_t n;

	switch (random_below(run, 8)) {
	case 0:
		oa_assert_fails(read(run->s.stream, big, random_below(run, 8)), ENOSPC);
		return;
	case 1:
		size = random_below(run, 4096);
		n = read(run->s.stream, run->border - size, 128 << 10);
		if (n >= 0) {
			igt_assert_lte(n, size);
			tally_read(run, run->border - size, n);
		} else {
			igt_assert_eq(errno, EFAULT);
			igt_assert_lt(size, OA_RECORD);
		}
		return;
	default:
		tally_read(run, big, read(run->s.stream, big, size));
	}
}

/* A vector of pieces, none of which holds a whole record. */
static void read_vector(struct run *run)
{
	struct iovec iov[16];
	u8 *to = big;

	for (size_t i = 0; i < ARRAY_LEN(iov); i++) {
		iov[i].iov_base = to;
		iov[i].iov_len = i % 4 ? random_below(run, OA_BYTES) : random_below(run, 64 << 10);
		to += iov[i].iov_len;
	}
	iov[0].iov_len = OA_RECORD + iov[0].iov_len;
	to = big;
	for (size_t i = 0; i < ARRAY_LEN(iov); to += iov[i++].iov_len)
		iov[i].iov_base = to;
	tally_read(run, big, readv(run->s.stream, iov, ARRAY_LEN(iov)));
}

static void read_uring(struct run *run)
{
	size_t size = OA_RECORD + random_below(run, 256 << 10);

	tally_read(run, big, oa_uring_read(&run->uring, run->s.stream, big, size));
}

static void read_splice(struct run *run)
{
	size_t size = OA_RECORD + random_below(run, 256 << 10);
	ssize_t n = splice(run->s.stream, NULL, run->pipe[1], NULL, size, 0), done, moved;

	igt_assert_f(n > 0, "gave %zd", n);
	for (done = 0; done < n; done += moved) {
		moved = read(run->pipe[0], big + done, n - done);
		igt_assert_lt(0, moved);
	}
	tally_read(run, big, n);
}

/* struct reader - one of two threads that read the same stream */
struct reader {
	struct oa_tally tally;
	int stream;
	u64 *total;
	u64 until;
	size_t num;
	/* RPT_ID and time stamp of each sample, in order of arrival */
	u32 (*got)[2];
	u8 buf[64 << 10];
};

static void *reader_thread(void *arg)
{
	struct reader *reader = arg;
	struct oa_record rec;
	ssize_t n;

	while (__atomic_load_n(reader->total, __ATOMIC_RELAXED) < reader->until) {
		const size_t had = reader->num;

		n = read(reader->stream, reader->buf, sizeof(reader->buf));
		igt_assert_f(n > 0, "gave %zd", n);
		/* The reports that the other reader got are missing here. */
		oa_tally_add(&reader->tally, reader->buf, n);
		oa_for_each_record(&rec, at, reader->buf, n)
			if (rec.type == DRM_I915_PERF_RECORD_SAMPLE)
				memcpy(reader->got[reader->num++], rec.payload, 8);
		__atomic_fetch_add(reader->total, reader->num - had, __ATOMIC_RELAXED);
		sched_yield();
	}
	return NULL;
}

static void reader_start(struct reader *reader, struct run *run, u64 *total)
{
	memset(reader, 0, sizeof(*reader));
	oa_tally_init(&reader->tally, OA_BYTES, OA_NO_EXPONENT);
	reader->stream = run->s.stream;
	reader->total = total;
	reader->until = TURN;
	reader->got = malloc((TURN + sizeof(reader->buf) / OA_BYTES) * sizeof(*reader->got));
	igt_assert(reader->got);
}

static void reader_end(struct reader *reader, struct oa_tally *tally)
{
	tally->report_lost += reader->tally.report_lost;
	tally->buffer_lost += reader->tally.buffer_lost;
	tally->loss_records += reader->tally.loss_records;
	tally->loss_count += reader->tally.loss_count;
	tally->loss_inexact += reader->tally.loss_inexact;
	free(reader->got);
}

/* The older of the two readers' next samples; each reader has its own in order. */
static const u32 *oldest(const struct reader *a, const struct reader *b, size_t *i, size_t *j)
{
	if (*i < a->num && (*j == b->num || (int)(a->got[*i][1] - b->got[*j][1]) <= 0))
		return a->got[(*i)++];
	return *j < b->num ? b->got[(*j)++] : NULL;
}

/*
 * Each report goes to exactly one reader. Merged by time stamp, their samples are one
 * stream. The tally of the whole sees records of reports that consist of id and time
 * stamp only.
 */
static void read_threads(struct run *run)
{
	static struct reader a, b;
	const size_t record = sizeof(struct drm_i915_perf_record_header) + 8;
	const struct drm_i915_perf_record_header header = {
		.type = DRM_I915_PERF_RECORD_SAMPLE,
		.size = record,
	};
	size_t i = 0, j = 0, len = 0;
	const u32 *next;
	pthread_t other;
	u64 total = 0;

	igt_assert(sizeof(big) / record > TURN + sizeof(a.buf) / 64);
	reader_start(&a, run, &total);
	reader_start(&b, run, &total);
	igt_assert_eq(pthread_create(&other, NULL, reader_thread, &b), 0);
	reader_thread(&a);
	igt_assert_eq(pthread_join(other, NULL), 0);
	while ((next = oldest(&a, &b, &i, &j))) {
		memcpy(big + len, &header, sizeof(header));
		memcpy(big + len + sizeof(header), next, 8);
		len += record;
	}
	reader_end(&a, &run->s.tally);
	reader_end(&b, &run->s.tally);
	run->s.tally.bytes = 8;
	oa_tally_add(&run->s.tally, big, len);
	run->s.tally.bytes = OA_BYTES;
}

static const struct path paths[] = {
	{ .name = "read", .read = read_large },
	{ .name = "read-random", .read = read_random },
	{ .name = "readv", .read = read_vector },
	{ .name = "io-uring", .read = read_uring },
	{ .name = "splice", .read = read_splice },
	{ .name = "threads", .read = read_threads },
	{ .name = "read-late", .read = read_random, .away = 9 },
	{ .name = "read-lapped", .read = read_large, .away = 17 },
	{ .name = "newest", .read = read_random, .newest = true },
	{ .name = "newest-lapped", .read = read_large, .away = 17, .newest = true },
};

static void run_open(struct run *run, const struct path *path)
{
	memset(run, 0, sizeof(*run));
	run->random = 2463534242u;
	run->bit = path->newest ? oa_fast(oa_exponent(0) + 4) : oa_fast(oa_exponent(0));
	run->border = oa_border();
	if (path->read == read_uring)
		oa_uring_open(&run->uring);
	oa_assert_ok(pipe(run->pipe));
	igt_assert_lte(PIPE, fcntl(run->pipe[1], F_SETPIPE_SZ, PIPE));
	oa_session_prepare(&run->s);
	if (oa_sim_present())
		oa_sim_write("bulk", "Y");
	oa_session_open_props(&run->s, 0, OA_BASE_PROPS(run->s.set, OA_FORMAT, run->bit),
			      OA_PROP_LOSS_RECORDS, 1, OA_PROP_OVERFLOW,
			      path->newest ? OA_OVERFLOW_KEEP_NEWEST : OA_OVERFLOW_DROP);
}

/*
 * With a stopped clock all reports can be read to the end, and the accounting must be
 * exactly what was read and announced. Some more reports follow the last gap.
 * The reports that are written when the clock runs again stay unread.
 */
static void run_settle(struct run *run)
{
	oa_assert_ok(fcntl(run->s.stream, F_SETFL, O_NONBLOCK));
	oa_sim_write("clock", "manual");
	oa_await_look();
	oa_drain(run->s.stream, &run->s.tally, 1 << 20);
	oa_sim_advance(256, run->bit);
	oa_drain(run->s.stream, &run->s.tally, 1 << 20);
	/* A disabled stream does not change its accounting; its unread reports are discarded. */
	oa_sim_write("clock", "real");
	oa_assert_ok(oa_stream_disable(run->s.stream));
	oa_tally_assert_counted(&run->s.tally);
	if (oa_status_present()) {
		igt_assert_eq_u64(run->s.tally.samples, oa_status("reports_delivered"));
		igt_assert_eq_u64(run->s.tally.loss_count,
				  oa_status("reports_lost") + oa_status("reports_dropped"));
	}
}

static void run_close(struct run *run)
{
	if (run->uring.sqes)
		oa_uring_close(&run->uring);
	close(run->pipe[0]);
	close(run->pipe[1]);
	oa_session_close(&run->s);
	oa_sim_reset();
}

static void run_check(const struct run *run, const struct path *path, const struct fault *fault)
{
	const struct oa_tally *tally = &run->s.tally;

	igt_debug("%llu samples, %llu missing, %llu lost, %llu + %llu announced\n", tally->samples,
		  tally->missing, tally->loss_count, tally->buffer_lost, tally->report_lost);
	if (path->newest)
		/* After such a wait the driver may have discarded in time, or not. */
		igt_assert_lte(path->away > 16 ? TURNS : 0,
			       tally->buffer_lost + tally->report_lost);
	else if (path->away > 16)
		igt_assert_lte(TURNS, tally->buffer_lost);
	else if (fault->knob && !strcmp(fault->knob, "fail_overflow"))
		igt_assert_lte(TURNS - 1, tally->buffer_lost);
	igt_assert_lte(tally->buffer_lost ? 0 : (TURNS - 1) * fault->lost, tally->missing);
	if (!tally->buffer_lost && !path->newest)
		igt_assert_eq_u64(tally->missing, (TURNS - 1) * fault->lost);
	/* The highest rate is held. */
	if (!fault->knob && in_time(run, path))
		igt_assert_eq_u64(tally->buffer_lost + tally->report_lost + tally->missing, 0);
}

static void test(const struct path *path, const struct fault *fault)
{
	struct run run;
	u64 until;

	oa_sim_require();
	if (fault->knob)
		oa_sim_require_knob(fault->knob);
	run_open(&run, path);
	/* From here on a sample precedes each missing report. */
	while (!run.s.tally.samples)
		read_large(&run);
	for (u32 turn = 0; turn < TURNS; turn++) {
		if (turn && fault->knob)
			oa_sim_write(fault->knob, fault->value);
		if (path->away)
			oa_sim_wait_written(OA_RING_REPORTS / 16 * path->away);
		/* All reports that the fault hits, and some after these */
		while (fault->lost && oa_sim_u64(fault->knob))
			path->read(&run);
		for (until = run.s.tally.samples + TURN; run.s.tally.samples < until;)
			path->read(&run);
	}
	if (fault->knob)
		oa_sim_write(fault->knob, "0");
	run_settle(&run);
	run_check(&run, path, fault);
	run_close(&run);
}

igt_main
{
	igt_fixture
		oa_gpu_require();

	igt_oa_effect(OA_WRITES);
	for (size_t i = 0; i < ARRAY_LEN(paths); i++)
		for (size_t j = 0; j < ARRAY_LEN(faults); j++)
			igt_subtest_f("%s-%s", paths[i].name, faults[j].name)
				test(&paths[i], &faults[j]);
	/* This also runs after a failed subtest. */
	igt_fixture
		oa_sim_reset();
}
