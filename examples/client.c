// SPDX-License-Identifier: MIT
/* The smallest useful client of the perf interface, of i915 and of i915_oa: what share of the EUs is active and
 * stalled. Usage: client [REPORTS [NODE]]. Documentation/first-client.rst walks through it. */
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
static const struct set { uint32_t boolean[4], flex[2], format, clocks, active, stalled; } sets[] = {
	{ { 0x2770, 0x3, 0x2774, 0xfffe }, { 0xe458, 0x5004 }, 10, 3, 11, 12 }, /* Gen8 to Gen11 */
	{ { 0x2770, 0x3, 0x2774, 0xfffe }, { 0 }, 5, 48, 3, 4 }, /* Haswell */
	{ { 0x2390, 0x3, 0x2394, 0xfffe }, { 0 }, 0x1007, 48, 3, 4 }, /* Ivybridge, Valleyview: i915_oa only */
	{ { 0x2390, 0x3, 0x2394, 0xfffe }, { 0 }, 0x1004, 32, 7, 6 }, /* Sandybridge: i915_oa only */
}, *set = sets;

static int open_stream(int fd)
{
	struct drm_i915_perf_oa_config config = {
		.uuid = "6c2b1d34-0000-4000-8000-00000c11e47a",
		.n_boolean_regs = 2, .boolean_regs_ptr = (uintptr_t)set->boolean,
		.n_flex_regs = set->flex[0] != 0, .flex_regs_ptr = (uintptr_t)set->flex,
	};
	uint64_t id = ioctl(fd, DRM_IOCTL_I915_PERF_ADD_CONFIG, &config), properties[] = {
		DRM_I915_PERF_PROP_SAMPLE_OA, 1, DRM_I915_PERF_PROP_OA_METRICS_SET, id,
		DRM_I915_PERF_PROP_OA_FORMAT, set->format,
		DRM_I915_PERF_PROP_OA_EXPONENT, 16, /* a report every 2^(16 + 1) ticks */
	};
	struct drm_i915_perf_open_param param = { I915_PERF_FLAG_FD_CLOEXEC, 4, (uintptr_t)properties };
	int stream = id == UINT64_MAX ? -1 : ioctl(fd, DRM_IOCTL_I915_PERF_OPEN, &param);

	if (id != UINT64_MAX)
		ioctl(fd, DRM_IOCTL_I915_PERF_REMOVE_CONFIG, &id); /* a stream keeps its set */
	return stream;
}

/* Show a report as the difference to the last one, since counters begin anywhere, and wrap. */
static void show(const struct drm_i915_perf_record_header *record, int eus)
{
	static uint32_t last[64], has_last;
	const uint32_t *report = (const void *)(record + 1), sample = record->type == DRM_I915_PERF_RECORD_SAMPLE;
	double clocks = sample && has_last ? report[set->clocks] - last[set->clocks] : 0;

	if (!sample)
		puts("reports are missing"); /* after BUFFER_LOST counters may have begun anew */
	else if (clocks > 0)
		printf("%u ticks, %.0f clocks: %.1f %% active, %.1f %% stalled\n", report[1] - last[1], clocks,
		       100.0 * (report[set->active] - last[set->active]) / clocks / eus,
		       100.0 * (report[set->stalled] - last[set->stalled]) / clocks / eus);
	has_last = sample;
	memcpy(last, report, sample ? record->size - sizeof(*record) : 0);
}

int main(int argc, char **argv)
{
	int fd = open(argc > 2 ? argv[2] : "/dev/dri/renderD128", O_RDWR | O_CLOEXEC), eus = 0;
	ssize_t left = argc > 1 ? atoi(argv[1]) : 100, bytes;
	static char buffer[65536] __attribute__((aligned(8))), *at;
	struct pollfd wait = { .events = POLLIN };

	if (fd < 0 || ioctl(fd, DRM_IOCTL_I915_GETPARAM, &(struct drm_i915_getparam){ I915_PARAM_EU_TOTAL, &eus }))
		err(1, "no GPU");
	while ((wait.fd = open_stream(fd)) < 0)
		if (errno != EINVAL || ++set == sets + 4) /* EINVAL: a set of another generation */
			err(1, "no stream (EACCES: be root, or set sysctl dev.i915.perf_stream_paranoid=0)");
	while (left > 0) {
		bytes = poll(&wait, 1, -1) == 1 ? read(wait.fd, buffer, sizeof(buffer)) : -1;
		if (bytes < 0)
			err(1, "read"); /* EIO: the stream ended; ENODEV: the GPU is gone */
		for (at = buffer; at < buffer + bytes; at += ((struct drm_i915_perf_record_header *)at)->size, left--)
			show((void *)at, eus);
	}
}
