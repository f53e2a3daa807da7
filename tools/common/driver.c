// SPDX-License-Identifier: GPL-2.0-only
/*
 * What depends on the kernel's driver of a GPU: i915_oa, or i915 itself, which offers the same
 * streams on Haswell and later, without the extensions.
 */
#include <drm/i915_oa.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/common/dump_gpu.h"
#include "tools/common/say.h"

/* Formats from here on are extensions. */
#define FIRST_OWN_FORMAT	0x1000

/**
 * driver_find() - look up the kernel's driver of a GPU
 * @gpu: the GPU, with its directory in sysfs; its driver is filled in
 */
void driver_find(struct dump_gpu *gpu)
{
	char path[sizeof(gpu->sysfs) + 16], link[256];
	const char *name;
	ssize_t bytes;

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
	if (source->share)
		return "--share";
	return format->id >= FIRST_OWN_FORMAT ? format->name : NULL;
}

/**
 * driver_takes() - can a GPU's driver do what the command line wants?
 * @gpu: the GPU
 * @source: what the command line wants
 * @format: report format
 *
 * For i915 a note says what is missing.
 *
 * Return: 0 or -1.
 */
int driver_takes(const struct dump_gpu *gpu, const struct dump_source *source,
		 const struct oa_report_format *format)
{
	const char *own = own_option(source, format);

	if (driver_extended(gpu))
		return 0;
	if (!gpu->platform->i915)
		complain("%s: i915 has no performance counters on %s; i915_oa has them", gpu->node,
			 gpu->platform->name);
	else if (own)
		complain("%s: i915 has no %s; i915_oa has it", gpu->node, own);
	else
		complain("%s: i915 drives this GPU: losses are announced, but not counted; no "
			 "--keep-oldest, --keep-newest, --buffer-size, --wake-reports, --share",
			 gpu->node);
	return own || !gpu->platform->i915 ? -1 : 0;
}
