// SPDX-License-Identifier: GPL-2.0-only
/*
 * The cost of one reader of one stream, for scripts/compare, as "KEY: VALUE" lines.
 */
#include <sys/resource.h>

#include "oa-bench.h"

#define BUFFER_BYTES	(256 * KiB)
#define TRIES		20

static struct cost {
	u64 reports, reads, empty, lost;
	/* At the calibration */
	u64 ticks, ns;
	__s64 worst_age_ns;
} cost;

/* Calibrate by the fastest of some tries. */
static void calibrate(int drm)
{
	u64 best = ~0ull, before, after, ticks;

	for (int i = 0; i < TRIES; i++) {
		before = oa_now_ns();
		ticks = oa_reg_read_timestamp(drm);
		after = oa_now_ns();
		if (after - before >= best)
			continue;
		best = after - before;
		cost.ticks = ticks;
		cost.ns = before + best / 2;
	}
	printf("calibration_ns: %llu\n", best / 2);
}

/* The age of a report now; a time stamp has 32 bits */
static __s64 age_ns(u32 stamp)
{
	const __s64 hz = oa_facts()->timestamp_hz;
	u64 ticks = cost.ticks + (oa_now_ns() - cost.ns) * hz / 1000000000;

	return (__s64)(__s32)((u32)ticks - stamp) * 1000000000 / hz;
}

/* Not by oa_for_each_record(), whose checks of each record would be most of a report's cost. */
static void count_records(const u8 *buffer, ssize_t bytes)
{
	const struct drm_i915_perf_record_header *header;
	bool first = true;
	u32 stamp;
	__s64 age;

	for (ssize_t at = 0; at < bytes; at += header->size) {
		header = (const void *)(buffer + at);
		if (header->type != DRM_I915_PERF_RECORD_SAMPLE) {
			cost.lost++;
			continue;
		}
		cost.reports++;
		if (!first)
			continue;
		/* The first of a read is its oldest */
		memcpy(&stamp, buffer + at + sizeof(*header) + 4, sizeof(stamp));
		age = age_ns(stamp);
		cost.worst_age_ns = age > cost.worst_age_ns ? age : cost.worst_age_ns;
		first = false;
	}
}

static void read_for_a_while(const struct reader *reader, const struct reader_options *options)
{
	/* Records begin at multiples of 8 */
	static u64 buffer[BUFFER_BYTES / sizeof(u64)];
	u64 end = oa_now_ns() + options->seconds * 1e9;
	ssize_t bytes;

	while (oa_now_ns() < end) {
		if (!options->blocks)
			oa_poll_in(reader->stream, 1000);
		bytes = read(reader->stream, buffer, BUFFER_BYTES);
		cost.reads++;
		if (bytes > 0)
			count_records((const u8 *)buffer, bytes);
		else if (bytes < 0 && (errno == EAGAIN || errno == EINTR))
			cost.empty++;
		else
			igt_assert_f(false, "read: %zd, errno %d", bytes, errno);
	}
}

static u64 microseconds(struct timeval tv)
{
	return tv.tv_sec * 1000000ull + tv.tv_usec;
}

/*
 * Idle time of all processors. The kernel counts it by its clock, not by its ticks, and without the
 * interrupts during that time.
 */
static u64 idle_us(void)
{
	unsigned long long idle = 0, iowait = 0;
	FILE *file = fopen("/proc/stat", "r");

	igt_assert(file && fscanf(file, "cpu %*u %*u %*u %llu %llu", &idle, &iowait) == 2);
	fclose(file);
	return (idle + iowait) * 1000000ull / sysconf(_SC_CLK_TCK);
}

/* @idle: of all processors, us */
static void print_cost(const struct rusage *before, const struct rusage *after, u64 ns, u64 idle)
{
	const u64 all = ns / 1000 * sysconf(_SC_NPROCESSORS_ONLN);

	printf("elapsed_us: %llu\n", ns / 1000);
	printf("reports: %llu\n", cost.reports);
	printf("reads: %llu\n", cost.reads);
	printf("empty_reads: %llu\n", cost.empty);
	printf("loss_records: %llu\n", cost.lost);
	printf("wakeups: %ld\n", after->ru_nvcsw - before->ru_nvcsw);
	printf("user_us: %llu\n", microseconds(after->ru_utime) - microseconds(before->ru_utime));
	printf("system_us: %llu\n", microseconds(after->ru_stime) - microseconds(before->ru_stime));
	printf("busy_us: %llu\n", all - (idle < all ? idle : all));
	printf("worst_age_us: %lld\n", cost.worst_age_ns / 1000);
}

void bench_cost(const struct reader_options *options, int drm)
{
	struct rusage before, after;
	struct reader reader;
	u64 begin, ns, idle;

	calibrate(drm);
	reader_begin(&reader, options, drm, oa_gpu_require()->pci);
	getrusage(RUSAGE_SELF, &before);
	idle = idle_us();
	begin = oa_now_ns();
	reader_mark(&reader, READ);
	read_for_a_while(&reader, options);
	ns = oa_now_ns() - begin;
	getrusage(RUSAGE_SELF, &after);
	idle = idle_us() - idle;
	reader_end(&reader);
	print_cost(&before, &after, ns, idle);
}
