// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ways of reports to a reader, each measured once.
 */
#include <sys/mman.h>

#include "oa-bench.h"
#include "tests/bench/module/oa_bench.h"

#define BENCH_DEVICE	"/dev/i915_oa_bench"
/* Enough for a full buffer. */
#define DRAIN_NS	1000000000ull
/* If time cannot be stopped, the timer must be slower than any reader. */
#define REAL_TIME_HZ	400e3
#define HEADER_BYTES	sizeof(struct drm_i915_perf_record_header)

/* Stop as soon as all reports have come, because a read that finds none also takes time. */
static double timed_read(int fd, void *buf, size_t chunk, u64 bytes)
{
	double start = clock_ns();
	ssize_t n = 1;
	u64 got = 0;

	while (got < bytes && (n = read(fd, buf, chunk)) > 0)
		got += n;
	igt_assert_f(got >= bytes, "%llu of %llu bytes, then %zd, errno %d", got, bytes, n, errno);
	return clock_ns() - start;
}

static void stream_fill(const struct subject *s)
{
	double ns = s->reports * s->period_ns;

	if (sim_stops_time()) {
		sim_advance(ns);
		return;
	}
	oa_sleep_ms(ns * 1.05 / 1e6 + 5);
	/* The simulator writes due reports when it is accessed: now, not during the timed read. */
	oa_reg_read_timestamp(s->drm);
}

static double read_driver(const struct subject *s, size_t chunk)
{
	/* The first strobe may be due a whole period after the start. */
	u64 reports = s->reports - 1;

	drain(s->stream, s->buf, SUBJECT_BUFFER, oa_now_ns() + DRAIN_NS);
	stream_fill(s);
	return timed_read(s->stream, s->buf, chunk, reports * (HEADER_BYTES + s->layout->bytes)) /
	       reports;
}

/* Return: the offset of the reports in the module's memory. */
static u32 bench_fill(const struct subject *s, u32 reader)
{
	struct oa_bench_fill fill = {
		.reports = s->reports,
		.report_bytes = s->layout->bytes,
		.reader = reader,
		.ring_bytes = 2 * s->reports * s->layout->bytes,
	};

	oa_assert_ok(ioctl(s->bench, OA_BENCH_IOCTL_FILL, &fill));
	return fill.offset;
}

static double read_bare(const struct subject *s, size_t chunk)
{
	bench_fill(s, OA_BENCH_BARE);
	return timed_read(s->bench, s->buf, chunk, s->reports * s->layout->bytes) / s->reports;
}

static double read_reference(const struct subject *s, size_t chunk)
{
	bench_fill(s, OA_BENCH_REFERENCE);
	return timed_read(s->bench, s->buf, chunk,
			  s->reports * (HEADER_BYTES + s->layout->bytes)) / s->reports;
}

const struct way ways[NUM_WAYS] = {
	[READ_1M] = { "read_1m", "(a) read(), 1 MiB", read_driver, MiB },
	/* 256 reports of 256 bytes, with their headers and without */
	[READ_66K] = { "read_66k", "(a) read(), 66 KiB", read_driver, 66 * KiB },
	[READ_4K] = { "read_4k", "(a) read(), 4 KiB", read_driver, 4 * KiB },
	[BARE_1M] = { "bare_1m", "(b) bare copy, 1 MiB", read_bare, MiB },
	[BARE_64K] = { "bare_64k", "(b) bare copy, 64 KiB", read_bare, 64 * KiB },
	[BARE_4K] = { "bare_4k", "(b) bare copy, 4 KiB", read_bare, 4 * KiB },
	[REFERENCE_1M] = { "reference_1m", "(c) reference, 1 MiB", read_reference, MiB },
	[REFERENCE_4K] = { "reference_4k", "(c) reference, 4 KiB", read_reference, 4 * KiB },
};

static void subject_open_stream(struct subject *s, u32 ring)
{
	unsigned int exponent = sim_stops_time() ? oa_exponent(0) : exponent_near(REAL_TIME_HZ);

	s->period_ns = 1e9 / exponent_hz(exponent);
	s->stream = bench_stream(s->drm, s->layout, exponent, OA_PROP_BUFFER_SIZE, ring);
	igt_assert_f(s->stream >= 0, "no stream of %s with %u bytes, errno %d", s->layout->name,
		     ring, errno);
}

/* All memory is touched once, so that no page fault is timed. */
void subject_open(struct subject *s, int drm, const struct oa_layout *layout, u32 ring)
{
	*s = (struct subject){ .drm = drm, .layout = layout };
	subject_open_stream(s, ring);
	s->reports = ring / 2 / layout->bytes;
	s->bench = open(BENCH_DEVICE, O_RDWR | O_CLOEXEC);
	igt_assert_fd(s->bench);
	s->memory = mmap(NULL, OA_BENCH_BYTES, PROT_READ, MAP_SHARED, s->bench, 0);
	igt_assert(s->memory != MAP_FAILED);
	s->buf = malloc(SUBJECT_BUFFER);
	igt_assert(s->buf);
	memset(s->buf, 1, SUBJECT_BUFFER);
	touch_all(s->memory, OA_BENCH_BYTES);
	sim_clock(true);
}

void subject_close(struct subject *s)
{
	sim_clock(false);
	munmap((void *)s->memory, OA_BENCH_BYTES);
	close(s->bench);
	close(s->stream);
	free(s->buf);
}

/* ns per report. Half a small buffer holds few reports, so they are read several times. */
double subject_measure(const struct subject *s, enum way_id way)
{
	unsigned int repeats = SUBJECT_ROUND_BYTES / (s->reports * s->layout->bytes) ?: 1;
	double ns = 0;

	for (unsigned int i = 0; i < repeats; i++)
		ns += ways[way].measure(s, ways[way].chunk);
	return ns / repeats;
}
