// SPDX-License-Identifier: GPL-2.0-only
/*
 * oa-cost: one reader of one stream, for scripts/compare. It speaks nothing but the i915 perf ABI,
 * so that it runs on i915 and on i915_oa alike, and prints what reading cost as "KEY: VALUE" lines.
 *
 * Each phase begins with a one-byte read of configuration space, at an offset where the simulated
 * GPU has nothing: the GPU's trace of all accesses shows it, whatever driver is bound.
 */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include <drm/i915_drm.h>

#include "formats/oa_types.h"

#define MARK_FIRST	0xe0	/* an offset in configuration space; one for each phase */
#define BUFFER_BYTES	(256 * 1024)
#define TIMESTAMP	0x2358	/* the render engine's, with the flag for 8 bytes */
#define TRIES		20

enum phase { OPEN, ENABLE, READ, DISABLE, CLOSE, OVER };

static struct cost {
	const char *device;
	int format;
	int exponent;
	int seconds;
	bool polls;
	int gpu;
	int config;
	int stream;
	u64 frequency;
	u64 reports, reads, empty, lost;
	/* At the calibration */
	u64 ticks, ns;
	__s64 worst_age_ns;
} cost = { .device = "/dev/dri/renderD128", .exponent = 13, .seconds = 2 };

static void die(const char *what)
{
	fprintf(stderr, "oa-cost: %s: %s\n", what, strerror(errno));
	exit(1);
}

static u64 now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

static void mark(enum phase phase)
{
	u8 byte;

	if (cost.config >= 0 && pread(cost.config, &byte, 1, MARK_FIRST + phase) != 1)
		die("marking the trace");
}

/* The configuration space of the GPU, by the number of its device node */
static int open_config(void)
{
	char path[96];
	struct stat st;

	if (fstat(cost.gpu, &st))
		die(cost.device);
	snprintf(path, sizeof(path), "/sys/dev/char/%u:%u/device/config", major(st.st_rdev),
		 minor(st.st_rdev));
	return open(path, O_RDONLY | O_CLOEXEC);
}

static int getparam(int param)
{
	int value = 0;
	struct drm_i915_getparam gp = { .param = param, .value = &value };

	return ioctl(cost.gpu, DRM_IOCTL_I915_GETPARAM, &gp) ? 0 : value;
}

static u64 timestamp(void)
{
	struct drm_i915_reg_read read = { .offset = TIMESTAMP | I915_REG_READ_8B_WA };

	if (ioctl(cost.gpu, DRM_IOCTL_I915_REG_READ, &read))
		die("reading the time stamp");
	return read.val;
}

/* Of some tries the one that took the least time */
static void calibrate(void)
{
	u64 best = ~0ull, before, after, ticks;
	int i;

	for (i = 0; i < TRIES; i++) {
		before = now_ns();
		ticks = timestamp();
		after = now_ns();
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
	__s64 elapsed = now_ns() - cost.ns;
	u64 ticks = cost.ticks + elapsed * cost.frequency / 1000000000;

	return (__s64)(s32)((u32)ticks - stamp) * 1000000000 / (__s64)cost.frequency;
}

/* One metric set for both drivers: each register is one that both let a user write */
static u64 add_metric_set(void)
{
	static const u32 mux[] = { 0x9888, 0x10800000, 0x9888, 0x14800000, 0x9888, 0x16800000 };
	static const u32 events[] = { 0x2710, 0, 0x2714, 0x00800000, 0x2770, 0x4, 0x2774, 0 };
	static const u32 flex[] = { 0xe458, 0x5004, 0xe558, 0x10003 };
	struct drm_i915_perf_oa_config config = {
		.n_mux_regs = 3, .mux_regs_ptr = (unsigned long)mux,
		.n_boolean_regs = 4, .boolean_regs_ptr = (unsigned long)events,
		.n_flex_regs = cost.format == I915_OA_FORMAT_A45_B8_C8 ? 0 : 2,
		.flex_regs_ptr = (unsigned long)flex,
	};
	int id;

	memcpy(config.uuid, "c057c057-0000-4000-8000-00000000c057", sizeof(config.uuid));
	id = ioctl(cost.gpu, DRM_IOCTL_I915_PERF_ADD_CONFIG, &config);
	if (id < 0)
		die("adding the metric set");
	return id;
}

static int open_stream(u64 metric_set)
{
	u64 properties[] = {
		DRM_I915_PERF_PROP_SAMPLE_OA, 1,
		DRM_I915_PERF_PROP_OA_METRICS_SET, metric_set,
		DRM_I915_PERF_PROP_OA_FORMAT, cost.format,
		DRM_I915_PERF_PROP_OA_EXPONENT, cost.exponent,
	};
	struct drm_i915_perf_open_param param = {
		.flags = I915_PERF_FLAG_FD_CLOEXEC | I915_PERF_FLAG_DISABLED,
		.num_properties = 4,
		.properties_ptr = (unsigned long)properties,
	};
	int fd;

	if (cost.polls)
		param.flags |= I915_PERF_FLAG_FD_NONBLOCK;
	fd = ioctl(cost.gpu, DRM_IOCTL_I915_PERF_OPEN, &param);
	if (fd < 0)
		die("opening the stream");
	return fd;
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
	ssize_t bytes = read(cost.stream, buffer, BUFFER_BYTES);

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
	struct pollfd pfd = { .fd = cost.stream, .events = POLLIN };
	u64 end = now_ns() + cost.seconds * 1000000000ull;

	while (now_ns() < end) {
		if (cost.polls && poll(&pfd, 1, 1000) < 0)
			die("polling");
		read_once((u8 *)buffer);
	}
}

static u64 microseconds(struct timeval tv)
{
	return tv.tv_sec * 1000000ull + tv.tv_usec;
}

static void print_cost(const struct rusage *before, const struct rusage *after, u64 ns)
{
	printf("elapsed_us: %llu\n", ns / 1000);
	printf("reports: %llu\n", cost.reports);
	printf("reads: %llu\n", cost.reads);
	printf("empty_reads: %llu\n", cost.empty);
	printf("loss_records: %llu\n", cost.lost);
	printf("wakeups: %ld\n", after->ru_nvcsw - before->ru_nvcsw);
	printf("user_us: %llu\n", microseconds(after->ru_utime) - microseconds(before->ru_utime));
	printf("system_us: %llu\n", microseconds(after->ru_stime) - microseconds(before->ru_stime));
	printf("worst_age_us: %lld\n", cost.worst_age_ns / 1000);
}

static void run(void)
{
	struct rusage before, after;
	u64 metric_set = add_metric_set(), begin, ns;

	calibrate();
	mark(OPEN);
	cost.stream = open_stream(metric_set);
	mark(ENABLE);
	if (ioctl(cost.stream, I915_PERF_IOCTL_ENABLE, 0))
		die("enabling");
	getrusage(RUSAGE_SELF, &before);
	begin = now_ns();
	mark(READ);
	read_for_a_while();
	mark(DISABLE);
	ns = now_ns() - begin;
	getrusage(RUSAGE_SELF, &after);
	if (ioctl(cost.stream, I915_PERF_IOCTL_DISABLE, 0))
		die("disabling");
	mark(CLOSE);
	close(cost.stream);
	mark(OVER);
	if (ioctl(cost.gpu, DRM_IOCTL_I915_PERF_REMOVE_CONFIG, &metric_set))
		die("removing the metric set");
	print_cost(&before, &after, ns);
}

static int number(const char *arg, int most, struct argp_state *state)
{
	char *end;
	long value = strtol(arg, &end, 10);

	if (end == arg || *end || value < 0 || value > most)
		argp_error(state, "'%s' is not from 0 to %d", arg, most);
	return value;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case 'd':
		cost.device = arg;
		return 0;
	case 'e':
		cost.exponent = number(arg, 31, state);
		return 0;
	case 't':
		cost.seconds = number(arg, 3600, state);
		return 0;
	case 'p':
		cost.polls = true;
		return 0;
	case 'h':
		cost.format = I915_OA_FORMAT_A45_B8_C8;
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
	{ "haswell", 'h', NULL, 0, "Haswell's format, not that of Broadwell and later", 0 },
	{ 0 },
};

static const struct argp parser = { .options = options, .parser = parse,
	.doc = "Reads one stream of the OA unit and prints what that cost." };

int main(int argc, char **argv)
{
	cost.format = I915_OA_FORMAT_A32u40_A4u32_B8_C8;
	argp_parse(&parser, argc, argv, 0, NULL, NULL);
	cost.gpu = open(cost.device, O_RDWR | O_CLOEXEC);
	if (cost.gpu < 0)
		die(cost.device);
	cost.config = open_config();
	cost.frequency = getparam(I915_PARAM_CS_TIMESTAMP_FREQUENCY);
	if (!cost.frequency)
		die("the frequency of the time stamp");
	run();
	return 0;
}
