// SPDX-License-Identifier: MIT
/*
 * The smallest useful client of the perf interface, of i915 and of i915_oa: what share of the EUs
 * is active and stalled, every few milliseconds.
 *
 *	cc -o client client.c $(pkg-config --cflags libdrm)
 *	./client [NODE [REPORTS]]
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <i915_drm.h>

/* Not in all headers, and i915 of 6.1 does not know it either. */
#ifndef I915_PARAM_OA_TIMESTAMP_FREQUENCY
#define I915_PARAM_OA_TIMESTAMP_FREQUENCY	57
#endif

/*
 * The smallest useful metric set of each generation, and where its format has what it counts: B0
 * counts each render clock (register and value, twice). From Gen8 on reports have the clocks
 * without that, and A7 and A8 count what a flexible EU event register says: 4, a pipeline of the EU
 * is active, and 5, a thread is loaded but none is active.
 */
static const struct generation {
	const char *name;
	uint32_t boolean[4];
	uint32_t flex[2];
	uint64_t format;
	uint8_t clocks, active, stall; /* dwords of a report */
} generations[] = {
	{ "Gen8 to Gen11", { 0x2770, 0x3, 0x2774, 0xfffe }, { 0xe458, 0x5004 }, 10, 3, 11, 12 },
	{ "Haswell", { 0x2770, 0x3, 0x2774, 0xfffe }, { 0 }, 5, 48, 3, 4 },
	/* i915 itself has none of these. */
	{ "Ivybridge, Valleyview", { 0x2390, 0x3, 0x2394, 0xfffe }, { 0 }, 0x1007, 48, 3, 4 },
	{ "Sandybridge", { 0x2390, 0x3, 0x2394, 0xfffe }, { 0 }, 0x1004, 32, 7, 6 },
};

#define NUM_GENERATIONS	(sizeof(generations) / sizeof(*generations))

static int call(int fd, unsigned long request, void *arg)
{
	int ret;

	do {
		ret = ioctl(fd, request, arg);
	} while (ret == -1 && (errno == EINTR || errno == EAGAIN));
	return ret;
}

static int getparam(int fd, int param)
{
	int value = 0;
	struct drm_i915_getparam args = { .param = param, .value = &value };

	return call(fd, DRM_IOCTL_I915_GETPARAM, &args) ? -1 : value;
}

/* Ticks of the time stamp a second. Up to Gen11 the command streamer's clock is the same. */
static int timestamp_hz(int fd)
{
	int hz = getparam(fd, I915_PARAM_OA_TIMESTAMP_FREQUENCY);

	return hz > 0 ? hz : getparam(fd, I915_PARAM_CS_TIMESTAMP_FREQUENCY);
}

/* The longest period up to 10 ms: 2^(exponent + 1) ticks of the time stamp */
static uint64_t exponent_of(int hz)
{
	uint64_t exponent = 0;

	while (4ull << exponent <= hz / 100u)
		exponent++;
	return exponent;
}

/* A set is the device's, and stays until it is removed. A stream that has it keeps it. */
static int open_stream(int fd, const struct generation *g)
{
	struct drm_i915_perf_oa_config set = {
		.uuid = "6c2b1d34-0000-4000-8000-00000c11e47a",
		.n_boolean_regs = 2,
		.boolean_regs_ptr = (uintptr_t)g->boolean,
		.n_flex_regs = g->flex[0] != 0,
		.flex_regs_ptr = g->flex[0] ? (uintptr_t)g->flex : 0,
	};
	uint64_t id = call(fd, DRM_IOCTL_I915_PERF_ADD_CONFIG, &set);
	uint64_t properties[] = {
		DRM_I915_PERF_PROP_SAMPLE_OA, 1,
		DRM_I915_PERF_PROP_OA_METRICS_SET, id,
		DRM_I915_PERF_PROP_OA_FORMAT, g->format,
		DRM_I915_PERF_PROP_OA_EXPONENT, exponent_of(timestamp_hz(fd)),
	};
	struct drm_i915_perf_open_param args = {
		.flags = I915_PERF_FLAG_FD_CLOEXEC | I915_PERF_FLAG_FD_NONBLOCK,
		.num_properties = sizeof(properties) / sizeof(*properties) / 2,
		.properties_ptr = (uintptr_t)properties,
	};
	int stream, error;

	if (id == UINT64_MAX)
		return -1;
	stream = call(fd, DRM_IOCTL_I915_PERF_OPEN, &args);
	error = errno;
	call(fd, DRM_IOCTL_I915_PERF_REMOVE_CONFIG, &id);
	errno = error;
	return stream;
}

/* Counters begin anywhere and wrap: only differences mean something. */
static void print_difference(const struct generation *g, int eus, const uint32_t *from,
			     const uint32_t *to)
{
	const double clocks = to[g->clocks] - from[g->clocks];

	printf("%u ticks %.0f clocks: %.1f %% active, %.1f %% stalled\n", to[1] - from[1], clocks,
	       100.0 * (to[g->active] - from[g->active]) / (clocks * eus),
	       100.0 * (to[g->stall] - from[g->stall]) / (clocks * eus));
}

/* Returns the number of reports, each of which is printed as the difference to the one before. */
static long decode(const struct generation *g, int eus, const char *at, const char *end)
{
	static uint32_t last[64];
	static int has_last;
	long reports = 0;

	for (; at < end; at += ((const struct drm_i915_perf_record_header *)at)->size) {
		const struct drm_i915_perf_record_header *header = (const void *)at;
		const uint32_t *report = (const uint32_t *)(header + 1);

		if (header->type == DRM_I915_PERF_RECORD_OA_REPORT_LOST)
			printf("reports lost\n");
		if (header->type == DRM_I915_PERF_RECORD_OA_BUFFER_LOST) {
			printf("buffer lost\n");
			has_last = 0; /* counters may have begun anew */
		}
		if (header->type != DRM_I915_PERF_RECORD_SAMPLE)
			continue;
		if (has_last)
			print_difference(g, eus, last, report);
		memcpy(last, report, header->size - sizeof(*header));
		has_last = 1;
		reports++;
	}
	return reports;
}

static int fail(const char *what)
{
	fprintf(stderr, "client: %s: %s%s\n", what, strerror(errno), errno != EACCES ? "" :
		"; root, CAP_PERFMON or sysctl dev.i915.perf_stream_paranoid=0 may");
	return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
	const char *node = argc > 1 ? argv[1] : "/dev/dri/renderD128";
	long left = argc > 2 ? atol(argv[2]) : 100;
	static char buf[1 << 16] __attribute__((aligned(8)));
	const struct generation *g = generations;
	struct pollfd wait = { .events = POLLIN };
	int fd, eus;

	fd = open(node, O_RDWR | O_CLOEXEC);
	if (fd == -1)
		return fail(node);
	eus = getparam(fd, I915_PARAM_EU_TOTAL);
	if (eus < 1 || timestamp_hz(fd) < 1)
		return fail(node);
	/* What a GPU does not know is EINVAL. */
	do {
		wait.fd = open_stream(fd, g);
	} while (wait.fd == -1 && errno == EINVAL && ++g < &generations[NUM_GENERATIONS]);
	if (wait.fd == -1)
		return fail("no stream");
	printf("%s, %d EUs\n", g->name, eus);
	while (left > 0) {
		ssize_t bytes = -1;

		if (poll(&wait, 1, -1) == 1)
			bytes = read(wait.fd, buf, sizeof(buf));
		if (bytes > 0)
			left -= decode(g, eus, buf, buf + bytes);
		else if (errno != EAGAIN && errno != EINTR)
			return fail("read"); /* EIO: disabled, ENODEV: the GPU is gone */
	}
	return EXIT_SUCCESS;
}
