// SPDX-License-Identifier: GPL-2.0-only
/*
 * What depends on the kernel's driver of a GPU: i915_oa, or i915 itself, which offers the same
 * streams on Haswell and later, without the extensions.
 */
#include <drm/drm.h>
#include <drm/i915_oa.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/common/dump_gpu.h"
#include "tools/common/say.h"

/* Formats from here on are extensions. */
#define FIRST_OWN_FORMAT	0x1000

/* Programs look for the name "i915", so both have it; i915 alone has this description. */
static void find_by_version(struct dump_gpu *gpu)
{
	static const char i915[] = "Intel Graphics";
	char text[64] = "";
	struct drm_version version = { .desc_len = sizeof(text) - 1, .desc = text };

	snprintf(gpu->driver, sizeof(gpu->driver), "%s",
		 !gpu_ioctl(gpu->fd, DRM_IOCTL_VERSION, &version) && !strcmp(text, i915) ?
		 "i915" : "unknown");
}

/**
 * driver_hint() - what helps against an error of the driver that has one cause wherever it comes
 * @error: a positive errno
 *
 * Return: text to append to strerror(), or none.
 */
const char *driver_hint(int error)
{
	return error == EACCES ?
	       " (needs CAP_PERFMON, which root has outside of containers, or sysctl dev.i915.perf_stream_paranoid=0)" :
	       "";
}

/**
 * driver_find() - look up the kernel's driver of a GPU
 * @gpu: the GPU, with its directory in sysfs; its driver is filled in
 */
void driver_find(struct dump_gpu *gpu)
{
	char path[sizeof(gpu->sysfs) + 16], link[256];
	const char *name;
	ssize_t bytes;

	if (!gpu->sysfs[0]) {
		find_by_version(gpu);
		return;
	}
	snprintf(path, sizeof(path), "%s/device/driver", gpu->sysfs);
	bytes = readlink(path, link, sizeof(link) - 1);
	link[bytes > 0 ? bytes : 0] = 0;
	name = strrchr(link, '/');
	snprintf(gpu->driver, sizeof(gpu->driver), "%.31s", name ? name + 1 : "unknown");
}

/**
 * driver_extended() - does the driver have this project's extensions of the ABI?
 * @gpu: the GPU
 *
 * Return: false for i915.
 */
bool driver_extended(const struct dump_gpu *gpu)
{
	return strcmp(gpu->driver, "i915");
}

/* The first option that i915 can't follow, NULL if there is none */
static const char *own_option(const struct dump_source *source,
			      const struct oa_report_format *format)
{
	if (source->overflow == DRM_I915_OA_OVERFLOW_KEEP_OLDEST)
		return "--keep-oldest";
	if (source->overflow)
		return "--keep-newest";
	if (source->set_buffer_size)
		return "--buffer-size";
	if (source->wake_reports)
		return "--wake-reports";
	return format->id >= FIRST_OWN_FORMAT ? format->name : NULL;
}

/* A clock has a longest period, and reports of a slower one than the run never come. */
static int check_period(const struct dump_gpu *gpu, const struct dump_source *source)
{
	const double tick_ns = 1e9 / gpu->timestamp_hz, longest_ns = tick_ns * (1ull << 32);
	double period_ns;

	if (source->exponent < 0 && source->period_ns * 0.999 > longest_ns) {
		complain("%s: the longest period is %.1f s, of --exponent 31", gpu->node,
			 longest_ns / 1e9);
		return -1;
	}
	period_ns = tick_ns * (2ull << stream_exponent(gpu, source));
	if (source->duration_ns && period_ns > source->duration_ns)
		complain("%s: a report comes every %.4g s, which is longer than the run", gpu->node,
			 period_ns / 1e9);
	return 0;
}

/**
 * driver_takes() - can a GPU's driver do what the command line wants?
 * @gpu: the GPU
 * @source: what the command line wants
 * @format: report format
 *
 * For i915 a note says what is missing; another one that no report will come in time.
 *
 * Return: 0 or -1.
 */
int driver_takes(const struct dump_gpu *gpu, const struct dump_source *source,
		 const struct oa_report_format *format)
{
	const char *own = own_option(source, format);

	if (check_period(gpu, source))
		return -1;
	if (driver_extended(gpu))
		return 0;
	if (!gpu->platform->i915)
		complain("%s: i915 has no performance counters on %s; i915_oa has them", gpu->node,
			 gpu->platform->name);
	else if (own)
		complain("%s: i915 has no %s; i915_oa has it", gpu->node, own);
	else
		complain("%s: i915 drives this GPU: losses are announced, but not counted; no "
			 "--keep-oldest, --keep-newest, --buffer-size, --wake-reports",
			 gpu->node);
	return own || !gpu->platform->i915 ? -1 : 0;
}
