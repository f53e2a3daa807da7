// SPDX-License-Identifier: GPL-2.0-only
/*
 * oa-cost: one reader of one stream, for scripts/compare. It prints what reading cost as
 * "KEY: VALUE" lines.
 */
#include <argp.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "reader.h"

#define BUFFER_BYTES	(256 * 1024)
#define TIMESTAMP	0x2358	/* the render engine's, with the flag for 8 bytes */
#define TRIES		20

static struct cost {
	struct reader reader;
	int seconds;
	u64 frequency;
	u64 reports, reads, empty, lost;
	/* At the calibration */
	u64 ticks, ns;
	__s64 worst_age_ns;
} cost = {
	.reader = { .device = "/dev/dri/renderD128", .exponent = 13, .blocks = true },
	.seconds = 2,
};

static u64 timestamp(void)
{
	struct drm_i915_reg_read read = { .offset = TIMESTAMP | I915_REG_READ_8B_WA };

	if (ioctl(cost.reader.gpu, DRM_IOCTL_I915_REG_READ, &read))
		die("reading the time stamp");
	return read.val;
}

/* Of some tries the one that took the least time */
static void calibrate(void)
{
	u64 best = ~0ull, before, after, ticks;
	int i;

	for (i = 0; i < TRIES; i++) {
		before = reader_now_ns();
		ticks = timestamp();
		after = reader_now_ns();
		if (after - before >= best)
			continue;
		best = after - before;
		cost.ticks = ticks;
		cost.ns = before + best / 2;
	}
	printf("calibration_ns: %llu\n", best / 2);
}

/* How old a report is now; a time stamp has 32 bits */
static __s64 age_ns(u32 stamp)
{
	__s64 elapsed = reader_now_ns() - cost.ns;
	u64 ticks = cost.ticks + elapsed * cost.frequency / 1000000000;

	return (__s64)(s32)((u32)ticks - stamp) * 1000000000 / (__s64)cost.frequency;
}

static void count_records(const u8 *buffer, ssize_t bytes)
{
	const struct drm_i915_perf_record_header *header;
	bool first = true;
	u32 stamp;
	ssize_t at;
	__s64 age;

	for (at = 0; at < bytes; at += header->size) {
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

static void read_once(u8 *buffer)
{
	ssize_t bytes = read(cost.reader.stream, buffer, BUFFER_BYTES);

	cost.reads++;
	if (bytes > 0)
		count_records(buffer, bytes);
	else if (bytes < 0 && (errno == EAGAIN || errno == EINTR))
		cost.empty++;
	else
		die("reading");
}

static void read_for_a_while(void)
{
	/* Records begin at multiples of 8 */
	static u64 buffer[BUFFER_BYTES / sizeof(u64)];
	struct pollfd pfd = { .fd = cost.reader.stream, .events = POLLIN };
	u64 end = reader_now_ns() + cost.seconds * 1000000000ull;

	while (reader_now_ns() < end) {
		if (!cost.reader.blocks && poll(&pfd, 1, 1000) < 0)
			die("polling");
		read_once((u8 *)buffer);
	}
}

static u64 microseconds(struct timeval tv)
{
	return tv.tv_sec * 1000000ull + tv.tv_usec;
}

/*
 * Of all processors. The kernel counts it by its clock, not by its ticks, and less the interrupts
 * that came meanwhile.
 */
static u64 idle_us(void)
{
	unsigned long long idle = 0, iowait = 0;
	FILE *file = fopen("/proc/stat", "r");

	if (!file || fscanf(file, "cpu %*u %*u %*u %llu %llu", &idle, &iowait) != 2)
		die("/proc/stat");
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

static void run(void)
{
	struct reader *reader = &cost.reader;
	u64 metric_set = reader_add_metric_set(reader), begin, ns, idle;
	struct rusage before, after;

	calibrate();
	reader_mark(reader, OPEN);
	reader_open_stream(reader, metric_set);
	reader_enable(reader);
	getrusage(RUSAGE_SELF, &before);
	idle = idle_us();
	begin = reader_now_ns();
	reader_mark(reader, READ);
	read_for_a_while();
	ns = reader_now_ns() - begin;
	getrusage(RUSAGE_SELF, &after);
	idle = idle_us() - idle;
	reader_end(reader, metric_set);
	print_cost(&before, &after, ns, idle);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case 'd':
		cost.reader.device = arg;
		return 0;
	case 'e':
		cost.reader.exponent = reader_number(arg, 31, state);
		return 0;
	case 't':
		cost.seconds = reader_number(arg, 3600, state);
		return 0;
	case 'p':
		cost.reader.blocks = false;
		return 0;
	case 'P':
		cost.reader.poll_period_ns = reader_number(arg, 1000, state) * 1000000ull;
		return 0;
	case 'h':
		cost.reader.haswell = true;
		cost.reader.format = I915_OA_FORMAT_A45_B8_C8;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{ "device", 'd', "NODE", 0, "The GPU's device node", 0 },
	{ "exponent", 'e', "N", 0, "A report each 2^(N+1) ticks of the time stamp", 0 },
	{ "seconds", 't', "N", 0, "How long to read", 0 },
	{ "poll", 'p', NULL, 0, "Poll and read without blocking, not read and block", 0 },
	{ "poll-period", 'P', "MS", 0, "How often the driver looks at the tail", 0 },
	{ "haswell", 'h', NULL, 0, "Haswell's format, not that of Broadwell and later", 0 },
	{ 0 },
};

static const struct argp parser = { .options = options, .parser = parse,
	.doc = "Reads one stream of the OA unit and prints what that cost." };

int main(int argc, char **argv)
{
	cost.reader.format = I915_OA_FORMAT_A32u40_A4u32_B8_C8;
	argp_parse(&parser, argc, argv, 0, NULL, NULL);
	reader_open_gpu(&cost.reader);
	cost.frequency = reader_getparam(&cost.reader, I915_PARAM_CS_TIMESTAMP_FREQUENCY);
	if (!cost.frequency)
		die("the frequency of the time stamp");
	run();
	return 0;
}
