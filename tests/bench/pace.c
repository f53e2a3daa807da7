// SPDX-License-Identifier: GPL-2.0-only
/*
 * Readers with a pace of their own, as "KEY: VALUE" lines: what they get, and in how many calls.
 *
 * samples	one poll and one read for each period of the reader, while the unit skips reports
 * edges	edge-triggered epoll, one record for each edge
 * drains	reads until EAGAIN after each period of the reader
 *
 * Like instructions, they run in a guest whose clock counts instructions, and move the GPU's clock
 * by its time, or for samples by the reader's periods. So what they get does not depend on the
 * host's load.
 */
#include <sys/epoll.h>

#include "oa-bench.h"

/* Reports from one that the unit skips to the next */
#define SKIP_EACH	89
/* More than a tick of any clock, and less than a period: lets the last report land */
#define LANDING_NS	200
#define SILENT_MS	500
/* A drain of a reader that keeps up needs some ten */
#define DRAIN_READS	200
/* The reader's work on what it has read, in which the GPU writes some reports more */
#define WORK_NS		100000

static struct pace {
	struct reader reader;
	int control;
	/* The guest's time at which the GPU's clock was moved */
	u64 moved_ns;
	u64 samples, losses, reads, bytes;
} pace;

/* Records begin at multiples of 8 */
static u64 buffer[4 * MiB / sizeof(u64)];

/*
 * Move the GPU's clock by the guest's time, without that of the control itself, which is the
 * host's.
 */
static void catch_up(void)
{
	control_advance(pace.control, oa_now_ns() - pace.moved_ns);
	pace.moved_ns = oa_now_ns();
}

static void begin(const struct reader_options *options, int drm)
{
	pace.control = control_open(options->controls[0]);
	reader_begin(&pace.reader, options, drm, oa_gpu_require()->pci);
	control_set(pace.control, "clock", "manual");
	pace.moved_ns = oa_now_ns();
}

static void end(void)
{
	printf("samples: %llu\n", pace.samples);
	printf("losses: %llu\n", pace.losses);
	printf("reads: %llu\n", pace.reads);
	printf("bytes_read: %llu\n", pace.reads ? pace.bytes / pace.reads : 0);
	control_set(pace.control, "clock", "real");
	reader_end(&pace.reader);
	close(pace.control);
}

/* Return: false if there was nothing to read */
static bool read_records(size_t size)
{
	ssize_t bytes = read(pace.reader.stream, buffer, size);
	struct oa_record record;

	igt_assert_f(bytes > 0 || errno == EAGAIN, "read: %zd, errno %d", bytes, errno);
	if (bytes < 0)
		return false;
	oa_for_each_record(&record, at, (u8 *)buffer, bytes) {
		if (record.type == DRM_I915_PERF_RECORD_SAMPLE)
			pace.samples++;
		else
			pace.losses++;
	}
	pace.reads++;
	pace.bytes += bytes;
	return true;
}

/* Let the timer strobe @reports times; the unit skips each SKIP_EACH-th. Return: how many */
static u64 write_with_gaps(u64 reports, u64 period_ns)
{
	static u64 since;
	u64 skipped = 0;

	for (; since + reports >= SKIP_EACH; skipped++) {
		control_advance(pace.control, (SKIP_EACH - 1 - since) * period_ns);
		control_set(pace.control, "fail_report_lost", "1");
		control_advance(pace.control, period_ns);
		reports -= SKIP_EACH - since;
		since = 0;
	}
	control_advance(pace.control, reports * period_ns + LANDING_NS);
	since += reports;
	return skipped;
}

void bench_samples(const struct reader_options *options, int drm)
{
	const u64 period_ns = oa_period_ns(options->exponent);
	const u64 reports = options->pace_ms * 1000000ull / period_ns;
	const u64 periods = options->seconds * 1000 / options->pace_ms;
	u64 skipped = 0, written;

	begin(options, drm);
	written = control_u64(pace.control, "produced");
	for (u64 i = 0; i < periods; i++) {
		skipped += write_with_gaps(reports, period_ns);
		oa_sleep_ms(options->pace_ms);
		oa_poll_in(pace.reader.stream, 1000);
		read_records(sizeof(buffer));
	}
	printf("written: %llu\n", control_u64(pace.control, "produced") - written);
	printf("skipped: %llu\n", skipped);
	end();
}

void bench_edges(const struct reader_options *options, int drm)
{
	struct epoll_event event = { .events = EPOLLIN | EPOLLET };
	const u64 duration = options->seconds * 1e9;
	int epoll = epoll_create1(EPOLL_CLOEXEC);
	u64 edges = 0, silent = 0, began;

	igt_assert_fd(epoll);
	begin(options, drm);
	oa_assert_ok(epoll_ctl(epoll, EPOLL_CTL_ADD, pace.reader.stream, &event));
	for (began = oa_now_ns(); oa_now_ns() - began < duration;) {
		catch_up();
		if (epoll_wait(epoll, &event, 1, SILENT_MS) == 1) {
			edges++;
			read_records(OA_RECORD);
		} else {
			silent++;
		}
	}
	printf("edges: %llu\n", edges);
	printf("silent: %llu\n", silent);
	close(epoll);
	end();
}

static void work(void)
{
	const u64 over = oa_now_ns() + WORK_NS;

	while (oa_now_ns() < over)
		;
}

/* A driver that shows each new report at once gives no EAGAIN. */
static void drain(size_t size)
{
	const u64 reads = pace.reads;

	while (read_records(size)) {
		igt_assert_f(pace.reads - reads < DRAIN_READS, "no EAGAIN after %u reads",
			     DRAIN_READS);
		work();
		catch_up();
	}
}

void bench_drains(const struct reader_options *options, int drm)
{
	const u64 drains = options->seconds * 1000 / options->pace_ms;

	begin(options, drm);
	for (u64 i = 0; i < drains; i++) {
		catch_up();
		oa_sleep_ms(options->pace_ms);
		drain(options->bytes);
	}
	printf("drains: %llu\n", drains);
	end();
}
