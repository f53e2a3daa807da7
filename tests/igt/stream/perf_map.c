// SPDX-License-Identifier: GPL-2.0-only
/*
 * The mapped ring: its access rules; it shows the same reports and losses as read();
 * it survives overflow, disable, removal of the GPU and fork.
 * include/uapi/drm/i915_oa.h; architecture.rst "What always holds", 1, 2, 5 and 6.
 */
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "oa_ways.h"

#define PAGE		4096
#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define FAST		oa_fast(oa_facts()->timestamp_hz > 16000000 ? 7 : 6)
/* 1.5 kHz: 16 MiB in 43 s. A small ring is full in two seconds or more. */
#define STEADY		oa_fast(oa_facts()->ring < 1 << 20 ? 15 : 12)

static u8 records[1 << 20];
static u8 buf[4 << 20];

/* struct reader - a stream with its mapped ring */
struct reader {
	struct oa_session s;
	struct oa_ring_map map;
	u64 voided;
	u64 restarts;
};

static void reader_open_format(struct reader *r, unsigned int bit, u64 format)
{
	memset(r, 0, sizeof(*r));
	oa_session_prepare(&r->s);
	oa_session_open_props(&r->s, NONBLOCK, OA_BASE_PROPS(r->s.set, format, bit),
			      OA_PROP_MAP, 1, OA_PROP_LOSS_RECORDS, 1);
	igt_assert_f(!oa_ring_map_open(&r->map, r->s.stream), "map: %s", strerror(errno));
}

static void reader_open(struct reader *r, unsigned int bit)
{
	reader_open_format(r, bit, OA_FORMAT);
}

static void reader_close(struct reader *r)
{
	oa_ring_map_close(&r->map);
	oa_session_close(&r->s);
}

static void tally_span(struct reader *r, const struct oa_ring_span *span)
{
	size_t done = 0;

	do
		oa_tally_add(&r->s.tally, records,
			     oa_span_frame(&r->map, span, &done, records, sizeof(records)));
	while (done < span->count);
}

/* Read all reports. Return: false if there were none. */
static bool reader_drain(struct reader *r)
{
	struct oa_ring_span span;
	bool any = false;

	oa_assert_ok(oa_ring_map_sync(&r->map));
	r->voided += r->map.voided;
	while (oa_ring_map_next(&r->map, &span)) {
		any = true;
		if (!span.count && span.gap.flags & DRM_I915_OA_GAP_RESTART) {
			r->restarts++;
			oa_tally_restart(&r->s.tally);
		}
		tally_span(r, &span);
		oa_ring_map_done(&r->map, &span);
	}
	return any;
}

static void reader_collect(struct reader *r, u64 samples)
{
	u64 until = r->s.tally.samples + samples;

	while (r->s.tally.samples < until) {
		igt_assert_f(oa_poll_in(r->s.stream, 20000), "no data after %llu reports",
			     r->s.tally.samples);
		reader_drain(r);
	}
}

static int open_map(struct oa_session *s, u64 value)
{
	return oa_open_props(s->drm, NONBLOCK, OA_BASE_PROPS(s->set, OA_FORMAT, STEADY),
			     OA_PROP_MAP, value);
}

static void map_fails(int fd, size_t bytes, int prot, int flags, off_t offset, int error)
{
	void *at;

	errno = 0;
	at = mmap(NULL, bytes, prot, flags, fd, offset);
	igt_assert_f(at == MAP_FAILED, "mmap of %zu at %lld succeeded", bytes, (long long)offset);
	igt_assert_eq(errno, error);
}

/* Opens and mappings that fail, with the errno of each */
static void test_refused(void)
{
	const int both = PROT_READ | PROT_WRITE;
	struct oa_session s;
	struct reader r;
	size_t ring;
	u32 ctx;

	oa_session_prepare(&s);
	oa_assert_fails(open_map(&s, 2), EINVAL);
	ctx = oa_context_create(s.drm);
	oa_assert_fails(oa_open_props(s.drm, 0, OA_BASE_PROPS(s.set, OA_FORMAT, STEADY),
				      OA_PROP_CTX_HANDLE, ctx, OA_PROP_MAP, 1), EINVAL);
	oa_assert_ok(oa_context_destroy(s.drm, ctx));
	oa_assert_ok(oa_sysctl_set("perf_stream_paranoid", 0));
	igt_fork(child, 1) {
		igt_drop_root();
		oa_assert_fails(open_map(&s, 1), EACCES);
	}
	igt_waitchildren();
	oa_sysctl_defaults();
	/* A plain stream has no ring to map, and stays read-only. */
	s.stream = open_map(&s, 0);
	igt_assert_fd(s.stream);
	map_fails(s.stream, PAGE, PROT_READ, MAP_SHARED, 0, EOPNOTSUPP);
	oa_assert_fails(ioctl(s.stream, I915_OA_IOCTL_SYNC), EOPNOTSUPP);
	igt_assert_eq(fcntl(s.stream, F_GETFL) & O_ACCMODE, O_RDONLY);
	oa_session_close(&s);

	reader_open(&r, STEADY);
	ring = r.map.ring_bytes;
	map_fails(r.s.stream, 2 * PAGE, PROT_READ, MAP_SHARED, 0, EINVAL);
	map_fails(r.s.stream, PAGE, PROT_READ, MAP_PRIVATE, 0, EINVAL);
	map_fails(r.s.stream, PAGE, PROT_READ, MAP_PRIVATE, PAGE, EINVAL);
	map_fails(r.s.stream, PAGE, both, MAP_SHARED, PAGE, EACCES);
	map_fails(r.s.stream, 2 * ring + PAGE, PROT_READ, MAP_SHARED, PAGE, EINVAL);
	map_fails(r.s.stream, 2 * PAGE, PROT_READ, MAP_SHARED, 2 * ring, EINVAL);
	/* A mapping can't be made writable afterwards. */
	oa_assert_fails(mprotect((void *)r.map.ring, PAGE, both), EACCES);
	reader_close(&r);
}

static void test_control_page(void)
{
	struct reader r;

	reader_open(&r, STEADY);
	igt_assert_eq_u64(r.map.control->size, sizeof(struct drm_i915_oa_map));
	igt_assert_eq_u64(r.map.control->report_bytes, OA_BYTES);
	igt_assert_eq_u64(r.map.control->format, OA_FORMAT);
	igt_assert_eq_u64(r.map.control->ring_bytes, oa_facts()->ring);
	igt_assert_eq_u64(r.map.control->period, 2ull << oa_exponent(STEADY));
	igt_assert_eq_u64(r.map.control->flags, DRM_I915_OA_MAP_LIVE);
	igt_assert_eq_u64(r.map.control->data_head, 0);
	reader_collect(&r, 10);
	igt_assert(r.map.control->timestamp);
	igt_assert(r.map.control->clock_ns <= oa_now_ns());
	reader_close(&r);
}

/*
 * Read all reports, then check with a call that the unit did not lap the reader, which would make
 * them void. Return: false if it did.
 */
static bool reader_drain_proven(struct reader *r)
{
	struct oa_ring_span span;
	size_t bytes = 0, done;

	while (bytes < sizeof(buf) / 2 && oa_ring_map_next(&r->map, &span)) {
		done = 0;
		bytes += oa_span_frame(&r->map, &span, &done, buf + bytes, sizeof(buf) - bytes);
		if (span.count)
			span.tail -= (span.count - done) * r->map.report_bytes;
		oa_ring_map_done(&r->map, &span);
	}
	oa_assert_ok(oa_ring_map_sync(&r->map));
	if (r->map.voided || oa_status("overflows"))
		return false;
	oa_tally_add(&r->s.tally, buf, bytes);
	return true;
}

/*
 * Every report once and in order, over the end of the ring and beyond. Return: false if the
 * processor was away for so long that the unit overflowed, which proves nothing.
 */
static bool stream_is_whole(const struct oa_layout *layout, unsigned int slower)
{
	const u64 ring = oa_facts()->ring;
	bool proven = true;
	struct reader r;

	reader_open_format(&r, oa_calm(ring, layout->bytes) + slower, layout->format);
	while (proven && r.s.tally.samples < ring / layout->bytes * 5 / 4) {
		igt_assert_f(oa_poll_in(r.s.stream, 20000), "no data after %llu reports",
			     r.s.tally.samples);
		proven = reader_drain_proven(&r);
	}
	if (proven)
		oa_tally_assert_whole(&r.s.tally);
	else
		igt_assert(oa_status("overflows") > 0);
	reader_close(&r);
	return proven;
}

/* Of each size of report, a stream that the unit did not overflow is whole. */
static void test_stream(void)
{
	const struct oa_facts *facts = oa_facts();
	bool seen[5] = { false };
	size_t i;

	for (i = 0; i < facts->num_layouts; i++) {
		const struct oa_layout *layout = &facts->layouts[i];

		if (seen[layout->bytes / 64])
			continue;
		seen[layout->bytes / 64] = true;
		oa_repeat_if_late(stream_is_whole(layout, oa_tries / 2));
	}
}

/* Positions that were never published are rejected, without any loss. */
static void test_bad_tail(void)
{
	struct drm_i915_oa_map *c;
	struct reader r;
	u64 tail;

	reader_open(&r, STEADY);
	reader_collect(&r, 100);
	c = r.map.control;
	oa_assert_ok(oa_ring_map_sync(&r.map));
	tail = c->data_tail;
	c->data_tail = c->data_head + OA_BYTES;
	oa_assert_fails(oa_ring_map_sync(&r.map), EINVAL);
	c->data_tail = ~0ull;
	oa_assert_fails(oa_ring_map_sync(&r.map), EINVAL);
	c->data_tail = tail + 4;
	oa_assert_fails(oa_ring_map_sync(&r.map), EINVAL);
	c->data_tail = tail;
	c->gap_tail = c->gap_head + 1;
	oa_assert_fails(oa_ring_map_sync(&r.map), EINVAL);
	c->gap_tail = c->gap_head;
	/* A position from the past is ignored. */
	c->data_tail = 0;
	oa_assert_ok(oa_ring_map_sync(&r.map));
	c->data_tail = tail;
	reader_collect(&r, 100);
	oa_tally_assert_whole(&r.s.tally);
	reader_close(&r);
}

/* Read all reports that the unit has written by now, however late the host is, and 500 more. */
static void reader_catch_up(struct reader *r)
{
	const struct oa_tally *tally = &r->s.tally;
	u64 written = oa_sim_u64("produced") - r->s.accounts.produced;

	do
		reader_collect(r, 500);
	while (tally->samples + tally->missing < written && !oa_tally_overflowed(tally));
}

/* Return: false if the unit overflowed, which the driver announced */
static bool fault_leaves_gap(const char *knob, const char *count, u64 lost, unsigned int slower)
{
	struct reader r;
	bool in_time;

	reader_open(&r, oa_steady(9) + slower);
	reader_collect(&r, 50);
	oa_sim_write(knob, count);
	igt_assert(oa_wait_until(!oa_sim_u64(knob), 20000));
	reader_catch_up(&r);
	in_time = !oa_tally_overflowed(&r.s.tally);
	if (in_time) {
		igt_assert_eq_u64(r.s.tally.loss_count, lost);
		igt_assert_eq_u64(r.s.tally.missing, lost);
		igt_assert_eq_u64(r.map.control->lost, lost);
		igt_assert_eq_u64(r.voided, 0);
	}
	reader_close(&r);
	return in_time;
}

static void test_fault(const char *knob, const char *count, u64 lost)
{
	oa_sim_require_knob(knob);
	oa_repeat_if_late(fault_leaves_gap(knob, count, lost, oa_tries));
}

/*
 * More gaps than the queue holds, with a valid report after each, without a reader: each is
 * published. The unit writes no other reports, however late the host is.
 */
static void test_many_gaps(void)
{
	const u64 gaps = 2 * DRM_I915_OA_MAP_GAPS;
	struct reader r;
	unsigned int i;

	oa_sim_require_knob("fail_zero_id");
	reader_open(&r, STEADY);
	reader_collect(&r, 20);
	oa_sim_write("clock", "manual");
	for (i = 0; i < gaps; i++) {
		oa_sim_write("fail_zero_id", "1");
		oa_sim_advance(2, STEADY);
		igt_assert_eq_u64(oa_sim_u64("fail_zero_id"), 0);
	}
	oa_sim_write("clock", "real");
	while (r.s.tally.loss_count < gaps)
		reader_collect(&r, 1);
	reader_collect(&r, 100);
	igt_assert_eq_u64(r.s.tally.loss_count, gaps);
	igt_assert_eq_u64(r.s.tally.missing, gaps);
	reader_close(&r);
}

/*
 * A report that the unit may have overwritten is void, whether or not it was published.
 * Return: false if the unit overflowed at other times too, which proves nothing.
 */
static bool overflow_voids(bool published, unsigned int slower)
{
	struct oa_ring_span span;
	struct reader r;
	bool once;

	reader_open(&r, FAST + slower);
	reader_collect(&r, 100);
	if (published) {
		igt_assert(oa_poll_in(r.s.stream, 20000));
		igt_assert(oa_ring_map_next(&r.map, &span));
	}
	oa_sim_wait_written(OA_RING_REPORTS + 2000);
	reader_drain(&r);
	igt_assert_lte(1, oa_status("overflows"));
	igt_assert_eq_u64(r.map.control->data_tail % r.map.ring_bytes % r.map.report_bytes, 0);
	reader_collect(&r, 1000);
	once = oa_status("overflows") == 1;
	if (once) {
		igt_assert_eq_u64(r.voided, 1);
		igt_assert_eq_u64(r.restarts, 1);
		igt_assert_eq_u64(r.s.tally.buffer_lost, 1);
		igt_assert_lt(OA_RING_REPORTS, r.s.tally.loss_count);
	}
	reader_close(&r);
	return once;
}

static void test_overflow(bool published)
{
	oa_sim_require();
	oa_repeat_if_late(overflow_voids(published, oa_tries / 2));
}

/* When the stream stops, reports that were not consumed become void. */
static void test_disable(void)
{
	struct oa_ring_span span;
	struct reader r;

	reader_open(&r, STEADY);
	reader_collect(&r, 100);
	igt_assert(oa_poll_in(r.s.stream, 20000));
	igt_assert(oa_ring_map_next(&r.map, &span));
	oa_assert_ok(oa_stream_disable(r.s.stream));
	igt_assert_eq_u64(r.map.control->flags, 0);
	oa_assert_fails(oa_ring_map_sync(&r.map), EIO);
	igt_assert_eq(r.map.voided, 1);
	igt_assert_eq(oa_ring_map_next(&r.map, &span), 0);
	oa_assert_ok(oa_stream_enable(r.s.stream));
	igt_assert_eq_u64(r.map.control->flags, DRM_I915_OA_MAP_LIVE);
	oa_tally_restart(&r.s.tally);
	reader_collect(&r, 100);
	igt_assert_eq_u64(r.restarts, 1);
	igt_assert_eq_u64(r.s.tally.loss_count, 0);
	reader_close(&r);
}

/* The GPU is removed: the mapping reads as zeros, and the control page has the reason. */
static void test_unbind(void)
{
	struct oa_ring_span span;
	const u8 *ring;
	struct reader r;

	reader_open(&r, STEADY);
	reader_collect(&r, 100);
	igt_assert(oa_poll_in(r.s.stream, 20000));
	igt_assert(oa_ring_map_next(&r.map, &span) && span.count);
	ring = span.reports;
	igt_assert(*(const volatile u32 *)ring);
	igt_assert(oa_gpu_write("unbind"));
	igt_assert_eq_u64(*(const volatile u32 *)ring, 0);
	igt_assert_eq_u64(r.map.control->flags, DRM_I915_OA_MAP_GONE);
	igt_assert(oa_poll_in(r.s.stream, 1000));
	oa_assert_fails(oa_ring_map_sync(&r.map), ENODEV);
	map_fails(r.s.stream, PAGE, PROT_READ, MAP_SHARED, PAGE, ENODEV);
	oa_ring_map_close(&r.map);
	oa_assert_ok(close(r.s.stream));
	close(r.s.drm);
	oa_gpu_recover();
	oa_assert_no_violation();
	oa_session_prepare(&r.s);
	oa_session_close(&r.s);
}

/* A mapping keeps the stream: its file may be closed, and a child may use both. */
static void test_fork(void)
{
	struct reader r;
	int status;
	pid_t pid;

	reader_open(&r, STEADY);
	reader_collect(&r, 100);
	pid = fork();
	igt_assert(pid >= 0);
	if (!pid) {
		struct oa_ring_span span;
		bool all = oa_poll_in(r.s.stream, 20000) && !oa_ring_map_sync(&r.map) &&
			   oa_ring_map_next(&r.map, &span) && span.count &&
			   *(const volatile u32 *)span.reports;

		if (all)
			oa_ring_map_done(&r.map, &span);
		_exit(!all);
	}
	igt_assert_eq(waitpid(pid, &status, 0), pid);
	igt_assert_eq(status, 0);
	oa_tally_restart(&r.s.tally);
	reader_collect(&r, 100);
	/* The parent closes its descriptor first, then removes the mapping. */
	oa_assert_ok(close(r.s.stream));
	r.s.stream = -1;
	igt_assert(*(const volatile u32 *)&r.map.control->size);
	reader_close(&r);
}

/* Pages that the reader drops with MADV_DONTNEED are mapped again at the next access. */
static void test_dontneed(void)
{
	struct oa_ring_span span;
	struct reader r;
	u32 before[2], after[2];

	reader_open(&r, STEADY);
	igt_assert(oa_poll_in(r.s.stream, 20000));
	oa_assert_ok(oa_ring_map_sync(&r.map));
	igt_assert(oa_ring_map_next(&r.map, &span));
	igt_assert_lt(0, span.count);
	memcpy(before, span.reports, sizeof(before));
	oa_assert_ok(madvise((void *)r.map.ring, 2 * r.map.ring_bytes, MADV_DONTNEED));
	oa_assert_ok(madvise(r.map.control, PAGE, MADV_DONTNEED));
	memcpy(after, span.reports, sizeof(after));
	igt_assert_neq(before[1], 0);
	igt_assert_eq_u32(after[0], before[0]);
	igt_assert_eq_u32(after[1], before[1]);
	/* Both copies of the ring are mapped. */
	memcpy(after, r.map.ring + r.map.ring_bytes, sizeof(after));
	igt_assert_eq_u32(after[1], *(const volatile u32 *)(r.map.ring + 4));
	reader_collect(&r, 500);
	oa_tally_assert_whole(&r.s.tally);
	reader_close(&r);
}

/*
 * A close unmaps the stream's pages from its own mappings only, not a private mapping of a buffer
 * object of another DRM file.
 */
static void test_neighbour(void)
{
	static const char mine[] = "private data";
	struct drm_i915_gem_mmap_offset offset = {};
	struct drm_i915_gem_create create = { .size = PAGE };
	int other = oa_drm_open();
	struct reader r;
	char *copy;

	oa_assert_ok(ioctl(other, DRM_IOCTL_I915_GEM_CREATE, &create));
	offset.handle = create.handle;
	oa_assert_ok(ioctl(other, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &offset));
	copy = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, other, offset.offset);
	igt_assert(copy != MAP_FAILED);
	memcpy(copy, mine, sizeof(mine));
	reader_open(&r, STEADY);
	reader_close(&r);
	igt_assert(!memcmp(copy, mine, sizeof(mine)));
	oa_assert_ok(munmap(copy, PAGE));
	close(other);
}

/* Return: false if the unit overflowed, which the driver announced */
static bool turns_continue(unsigned int slower)
{
	struct reader r;
	unsigned int i;
	bool in_time;
	ssize_t n;

	reader_open(&r, oa_steady(9) + slower);
	for (i = 0; i < 12; i++) {
		reader_collect(&r, 100 + 37 * i);
		oa_sim_write(i % 2 ? "fail_report_lost" : "fail_zero_id", "3");
		igt_assert(oa_poll_in(r.s.stream, 20000));
		/* The buffer may hold rejected reports only. */
		igt_assert(oa_wait_until((n = read(r.s.stream, buf, (3 + i) * OA_RECORD + 5)) > 0 ||
					 errno != EAGAIN, 20000));
		igt_assert_f(n > 0, "read gave %zd: %s", n, strerror(errno));
		oa_tally_add(&r.s.tally, buf, n);
	}
	oa_collect(r.s.stream, &r.s.tally, 500, sizeof(buf));
	reader_collect(&r, 500);
	in_time = !oa_tally_overflowed(&r.s.tally);
	if (in_time) {
		igt_assert_eq_u64(r.s.tally.loss_count, 36);
		igt_assert_eq_u64(r.s.tally.missing, 36);
	}
	reader_close(&r);
	return in_time;
}

/* Plain reads continue where the mapped ring was left, and vice versa. */
static void test_turns(void)
{
	oa_sim_require_knob("fail_report_lost");
	oa_repeat_if_late(turns_continue(oa_tries));
}

/* A read that cannot be copied out changes nothing. */
static void test_read_fault(void)
{
	u8 * volatile nowhere = NULL;
	struct reader r;
	u8 *edge;

	reader_open(&r, STEADY);
	reader_collect(&r, 100);
	igt_assert(oa_poll_in(r.s.stream, 20000));
	oa_assert_fails(read(r.s.stream, nowhere, 4096), EFAULT);
	oa_assert_fails(read(r.s.stream, buf, 8), ENOSPC);
	igt_assert(oa_wait_until(!oa_ring_map_sync(&r.map) && r.map.control->data_head >
				 r.map.control->data_tail + 4 * OA_BYTES, 20000));
	edge = oa_border() - OA_RECORD - 16;
	/* Whole records that were copied are consumed, the rest is read again. */
	igt_assert_eq(read(r.s.stream, edge, 64 * OA_RECORD), OA_RECORD);
	oa_tally_add(&r.s.tally, edge, OA_RECORD);
	reader_collect(&r, 100);
	oa_tally_assert_whole(&r.s.tally);
	reader_close(&r);
}

static volatile bool stop;

static void *reads_all(void *arg)
{
	static u8 own[64 << 10];
	int stream = *(int *)arg;
	u64 *bytes = calloc(1, sizeof(*bytes));
	ssize_t n;

	while (!stop) {
		n = read(stream, own, sizeof(own));
		if (n > 0)
			*bytes += n;
		else
			oa_sleep_ms(1);
	}
	return bytes;
}

/*
 * Two concurrent readers: whichever gets a report, the accounting adds up. One that always finds
 * data seldom leaves the lock to the other, so on a slow host there are fewer rounds.
 */
static void test_two_threads(void)
{
	const u64 end = oa_now_ns() + 2000000000ull;
	struct oa_ring_span span;
	struct reader r;
	pthread_t other;
	unsigned int i;
	void *bytes;

	reader_open(&r, FAST);
	stop = false;
	igt_assert_eq(pthread_create(&other, NULL, reads_all, &r.s.stream), 0);
	for (i = 0; i < 300 && (i < 30 || oa_now_ns() < end); i++) {
		oa_ring_map_sync(&r.map);
		/* With two readers, positions may be stale, which SYNC rejects. */
		if (oa_ring_map_next(&r.map, &span))
			oa_ring_map_done(&r.map, &span);
		oa_sleep_ms(1);
	}
	stop = true;
	igt_assert_eq(pthread_join(other, &bytes), 0);
	free(bytes);
	/* Reset the positions, which may be inconsistent. */
	r.map.control->data_tail = 0;
	r.map.control->gap_tail = 0;
	igt_assert_eq(oa_stream_disable(r.s.stream), 0);
	reader_close(&r);
}

igt_main
{
	igt_fixture {
		oa_gpu_note();
		oa_sysctl_defaults();
	}
	oa_subtest("refused", test_refused());
	oa_subtest("control-page", test_control_page());
	oa_subtest("stream", test_stream());
	oa_subtest("bad-tail", test_bad_tail());
	oa_subtest("zero-id", test_fault("fail_zero_id", "3", 3));
	oa_subtest("torn-report", test_fault("fail_torn_report", "2", 2));
	oa_subtest("not-landed", test_fault("fail_not_landed", "2", 2));
	oa_subtest("report-lost", test_fault("fail_report_lost", "4", 4));
	oa_subtest("many-gaps", test_many_gaps());
	oa_subtest("overflow", test_overflow(false));
	oa_subtest("overflow-published", test_overflow(true));
	oa_subtest("disable", test_disable());
	oa_subtest("unbind", test_unbind());
	oa_subtest("fork", test_fork());
	oa_subtest("neighbour", test_neighbour());
	oa_subtest("turns", test_turns());
	oa_subtest("dontneed", test_dontneed());
	oa_subtest("read-fault", test_read_fault());
	oa_subtest("two-threads", test_two_threads());
}
