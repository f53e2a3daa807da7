// SPDX-License-Identifier: MIT
/*
 * The smallest useful client of the perf interface, of i915 and of i915_oa: what share of the EUs is active and
 * stalled. Usage: client [REPORTS [NODE]]. Documentation/first-client.rst walks through it.
 */
#include <err.h>
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

/* For each generation a metric set, a report format, and the dwords of a report that are used */
struct set {
	uint32_t boolean[4];
	uint32_t num_flex;
	uint32_t flex[8];
	uint32_t format;
	uint32_t clocks;
	uint32_t active;
	uint32_t stalled;
	uint32_t parts; /* counters, one after the other, whose sum is active or stalled */
};

static const struct set sets[] = {
	/* Gen8 to Gen11 */
	{ { 0x2770, 0x3, 0x2774, 0xfffe }, 1, { 0xe458, 0x5004 }, 10, 3, 11, 12, 1 },
	/* Tiger Lake to Raptor Lake: i915 only */
	{ { 0xd940, 0x3, 0xd944, 0xfffe },
	  4, { 0xe458, 0x804704, 0xe558, 0xa04904, 0xe658, 0x805705, 0xe758, 0xa05905 }, 10, 3, 11, 15, 4 },
	/* Haswell */
	{ { 0x2770, 0x3, 0x2774, 0xfffe }, 0, { 0 }, 5, 48, 3, 4, 1 },
	/* Ivybridge, Valleyview: i915_oa only */
	{ { 0x2390, 0x3, 0x2394, 0xfffe }, 0, { 0 }, 0x1007, 48, 3, 4, 1 },
	/* Sandybridge: i915_oa only */
	{ { 0x2390, 0x3, 0x2394, 0xfffe }, 0, { 0 }, 0x1004, 32, 7, 6, 1 },
};

/* A set stays if its owner is killed before it removes it, and a second one can't have its uuid, so take a new one. */
static void new_uuid(char *uuid)
{
	int fd;

	fd = open("/proc/sys/kernel/random/uuid", O_RDONLY | O_CLOEXEC);
	if (fd < 0 || read(fd, uuid, 36) != 36)
		err(1, "no uuid");
	close(fd);
}

/* Open a stream with a metric set. Return: its descriptor, or -1 */
static int open_stream(int gpu, const struct set *set)
{
	struct drm_i915_perf_oa_config config = { 0 };
	struct drm_i915_perf_open_param param = { .flags = I915_PERF_FLAG_FD_CLOEXEC };
	uint64_t properties[8];
	uint64_t id;
	int stream;
	int ret;

	new_uuid(config.uuid);
	config.n_boolean_regs = 2;
	config.boolean_regs_ptr = (uintptr_t)set->boolean;
	config.n_flex_regs = set->num_flex;
	config.flex_regs_ptr = (uintptr_t)set->flex;
	ret = ioctl(gpu, DRM_IOCTL_I915_PERF_ADD_CONFIG, &config);
	if (ret < 0)
		return -1;
	id = ret;

	properties[0] = DRM_I915_PERF_PROP_SAMPLE_OA;
	properties[1] = 1;
	properties[2] = DRM_I915_PERF_PROP_OA_METRICS_SET;
	properties[3] = id;
	properties[4] = DRM_I915_PERF_PROP_OA_FORMAT;
	properties[5] = set->format;
	properties[6] = DRM_I915_PERF_PROP_OA_EXPONENT;
	properties[7] = 16; /* a report every 2^(16 + 1) ticks */
	param.num_properties = 4;
	param.properties_ptr = (uintptr_t)properties;
	stream = ioctl(gpu, DRM_IOCTL_I915_PERF_OPEN, &param);

	/* A stream keeps its set. The errno of a failed open must survive. */
	ret = errno;
	ioctl(gpu, DRM_IOCTL_I915_PERF_REMOVE_CONFIG, &id);
	errno = ret;
	return stream;
}

/* The increase of as many counters as make up an event, from one dword of a report on */
static uint32_t increase(const uint32_t *report, const uint32_t *last, uint32_t dword, uint32_t parts)
{
	uint32_t sum = 0;

	while (parts--)
		sum += report[dword + parts] - last[dword + parts];
	return sum;
}

/* Show a report as the difference to the last one, since counters begin anywhere, and wrap. */
static void show(const uint32_t *report, const uint32_t *last, const struct set *set, int eus)
{
	uint32_t ticks = report[1] - last[1];
	uint32_t clocks = report[set->clocks] - last[set->clocks];
	uint32_t active = increase(report, last, set->active, set->parts);
	uint32_t stalled = increase(report, last, set->stalled, set->parts);

	if (clocks)
		printf("%u ticks, %u clocks: %.1f %% active, %.1f %% stalled\n", ticks, clocks,
		       100.0 * active / clocks / eus, 100.0 * stalled / clocks / eus);
}

/* Show the samples among the records of a read. Return: the number of records */
static int show_records(const uint8_t *buffer, ssize_t bytes, const struct set *set, int eus)
{
	static uint32_t last[64];
	static int has_last;
	const struct drm_i915_perf_record_header *record;
	const uint32_t *report;
	ssize_t at;
	int n = 0;

	for (at = 0; at < bytes; at += record->size) {
		record = (const void *)(buffer + at);
		report = (const uint32_t *)(record + 1);
		n++;
		if (record->type != DRM_I915_PERF_RECORD_SAMPLE) {
			puts("reports are missing");
			has_last = 0; /* after BUFFER_LOST counters may have begun anew */
			continue;
		}
		if (has_last)
			show(report, last, set, eus);
		memcpy(last, report, record->size - sizeof(*record));
		has_last = 1;
	}
	return n;
}

int main(int argc, char **argv)
{
	static uint8_t buffer[65536] __attribute__((aligned(8)));
	const char *node = "/dev/dri/renderD128";
	const struct set *set = sets;
	struct drm_i915_getparam param;
	struct pollfd wait;
	ssize_t bytes;
	int left = 100;
	int eus = 0;
	int gpu;

	if (argc > 1)
		left = atoi(argv[1]);
	if (argc > 2)
		node = argv[2];
	gpu = open(node, O_RDWR | O_CLOEXEC);
	if (gpu < 0)
		err(1, "%s", node);
	param.param = I915_PARAM_EU_TOTAL;
	param.value = &eus;
	if (ioctl(gpu, DRM_IOCTL_I915_GETPARAM, &param))
		err(1, "%s is no GPU of i915 or i915_oa", node);

	wait.events = POLLIN;
	wait.fd = open_stream(gpu, set);
	while (wait.fd < 0) {
		set++;
		if (errno != EINVAL || set == sets + sizeof(sets) / sizeof(sets[0])) /* EINVAL: a set of another generation */
			err(1, "no stream (EACCES: be root, or set sysctl dev.i915.perf_stream_paranoid=0)");
		wait.fd = open_stream(gpu, set);
	}
	while (left > 0) {
		if (poll(&wait, 1, -1) != 1)
			err(1, "poll");
		bytes = read(wait.fd, buffer, sizeof(buffer));
		if (bytes < 0)
			err(1, "read"); /* EIO: the stream ended; ENODEV: the GPU is gone */
		left -= show_records(buffer, bytes, set, eus);
	}
	return 0;
}
