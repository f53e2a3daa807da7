// SPDX-License-Identifier: GPL-2.0-only
/*
 * Find a GPU, and query it before a stream is opened.
 */
#include <dirent.h>
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "tools/common/dump_gpu.h"
#include "tools/common/message.h"
#include "tools/common/pcigpu.h"

/* Older headers lack it. */
#define PARAM_OA_TIMESTAMP_FREQUENCY	57

#define FIRST_RENDER_MINOR	128
#define LAST_RENDER_MINOR	191

static int getparam(int fd, int param, int *value)
{
	struct drm_i915_getparam args = { .param = param, .value = value };

	return driver_ioctl(fd, DRM_IOCTL_I915_GETPARAM, &args);
}

/*
 * Find the directory of the card node, which is a sibling of the node's own. If /sys is masked, as
 * in some containers, the path stays empty, and the driver is queried instead.
 */
static void find_sysfs(struct dump_gpu *gpu)
{
	char path[128];
	struct dirent *entry;
	struct stat st;
	DIR *dir;

	gpu->sysfs[0] = 0;
	if (fstat(gpu->fd, &st))
		return;
	snprintf(path, sizeof(path), "/sys/dev/char/%u:%u/device/drm", major(st.st_rdev),
		 minor(st.st_rdev));
	dir = opendir(path);
	if (!dir)
		return;
	while (!gpu->sysfs[0] && (entry = readdir(dir)))
		if (!strncmp(entry->d_name, "card", 4))
			snprintf(gpu->sysfs, sizeof(gpu->sysfs), "%s/%.64s", path, entry->d_name);
	closedir(dir);
}

/* Values that the driver does not report stay 0. */
static void query_topology(struct dump_gpu *gpu)
{
	int eus, slices;

	if (!getparam(gpu->fd, I915_PARAM_EU_TOTAL, &eus) && eus > 0)
		gpu->eus = eus;
	if (!getparam(gpu->fd, I915_PARAM_SLICE_MASK, &slices))
		gpu->slices = __builtin_popcount(slices);
}

/* The highest frequency of the first GT, 0 if no file has it; newer kernels have a directory for each */
static u64 max_hz(const struct dump_gpu *gpu)
{
	static const char * const files[] = { "gt/gt0/rps_max_freq_mhz", "gt_max_freq_mhz" };
	unsigned long long mhz = 0;
	char path[512];
	FILE *file;
	size_t i;

	for (i = 0; i < ARRAY_LEN(files) && gpu->sysfs[0] && !mhz; i++) {
		snprintf(path, sizeof(path), "%s/%s", gpu->sysfs, files[i]);
		file = fopen(path, "re");
		if (!file)
			continue;
		if (fscanf(file, "%llu", &mhz) != 1)
			mhz = 0;
		fclose(file);
	}
	return mhz * 1000000;
}

static void query_parts(struct dump_gpu *gpu)
{
	struct drm_i915_query_item item = { .query_id = DRM_I915_QUERY_TOPOLOGY_INFO };
	struct drm_i915_query query = { .num_items = 1, .items_ptr = (uintptr_t)&item };
	void *answer;

	if (driver_ioctl(gpu->fd, DRM_IOCTL_I915_QUERY, &query) < 0 || item.length <= 0)
		return;
	answer = calloc(1, item.length);
	item.data_ptr = (uintptr_t)answer;
	if (answer && driver_ioctl(gpu->fd, DRM_IOCTL_I915_QUERY, &query) >= 0 && item.length > 0)
		gpufacts_topology(&gpu->facts, answer, item.length);
	free(answer);
}

/* Facts that the driver does not report stay unknown. */
static void find_facts(struct dump_gpu *gpu)
{
	int revision;

	gpu->facts = (struct gpu_facts){
		.timestamp_hz = gpu->timestamp_hz, .max_hz = max_hz(gpu),
	};
	gpufacts_family(&gpu->facts, gpu->platform, gpu->devid, NULL);
	gpu->facts.has_revision = !getparam(gpu->fd, I915_PARAM_REVISION, &revision);
	gpu->facts.revision = gpu->facts.has_revision ? revision : 0;
	query_parts(gpu);
	/* The masks count each EU, also those of dual subslices. */
	if (gpu->facts.has_topology && gpu->facts.eus) {
		gpu->eus = gpu->facts.eus;
		gpu->slices = __builtin_popcount(gpu->facts.slice_mask);
	}
}

/* Open a node, without a message. Return: false if it is no GPU with the i915 perf ABI. */
static bool try_node(struct dump_gpu *gpu, const char *node)
{
	int devid, hz;

	gpu->driver[0] = 0;
	snprintf(gpu->node, sizeof(gpu->node), "%s", node);
	gpu->fd = open(node, O_RDWR | O_CLOEXEC);
	if (gpu->fd == -1)
		return false;
	if (!driver_speaks(gpu) || getparam(gpu->fd, I915_PARAM_CHIPSET_ID, &devid) ||
	    (getparam(gpu->fd, PARAM_OA_TIMESTAMP_FREQUENCY, &hz) &&
	     getparam(gpu->fd, I915_PARAM_CS_TIMESTAMP_FREQUENCY, &hz)) ||
	    hz <= 0) {
		close(gpu->fd);
		errno = ENODEV;
		return false;
	}
	find_sysfs(gpu);
	gpu->devid = devid;
	gpu->timestamp_hz = hz;
	query_topology(gpu);
	return true;
}

/* The next node of a GPU with the i915 perf ABI; parameters as for gpu_open_next() */
static bool try_next(struct dump_gpu *gpu, int *minor, char *refused, size_t size)
{
	char node[32];

	if (*minor < FIRST_RENDER_MINOR)
		*minor = FIRST_RENDER_MINOR;
	while (*minor <= LAST_RENDER_MINOR) {
		snprintf(node, sizeof(node), "/dev/dri/renderD%d", (*minor)++);
		if (try_node(gpu, node))
			return true;
		if (errno == EACCES || errno == EPERM)
			snprintf(refused, size, "%s", node);
	}
	return false;
}

/**
 * gpu_open_next() - open one GPU after the other
 * @gpu: filled in
 * @minor: 0 before the first call
 * @refused: set to a node without permission, if there is one
 * @size: of @refused
 *
 * Prints nothing. Return: false if there are no more known GPUs.
 */
bool gpu_open_next(struct dump_gpu *gpu, int *minor, char *refused, size_t size)
{
	while (try_next(gpu, minor, refused, size)) {
		gpu->platform = platform_by_devid(gpu->devid);
		if (gpu->platform) {
			driver_find(gpu);
			find_facts(gpu);
			return true;
		}
		close(gpu->fd);
	}
	return false;
}

static void explain_node(const struct dump_gpu *gpu, const char *node, int error)
{
	char name[PCIGPU_NAME_BYTES];

	if (error == EACCES || error == EPERM)
		complain("%s can't be opened: %s (be root, or in the node's group, on Debian \"render\", and have CAP_PERFMON)",
			 node, strerror(error));
	else if (gpu->devid)
		complain("%s: %s is driven by %s%s", node, pcigpu_name(gpu->devid, name),
			 gpu->driver, pcigpu_instead(gpu->driver));
	else if (gpu->driver[0] && strcmp(gpu->driver, "i915"))
		complain("%s is driven by %s%s", node, gpu->driver, pcigpu_instead(gpu->driver));
	else
		complain("%s is no GPU with the i915 perf ABI: %s", node, strerror(error));
}

static int open_node(struct dump_gpu *gpu, const char *node)
{
	gpu->devid = 0;
	if (try_node(gpu, node)) {
		gpu->platform = platform_by_devid(gpu->devid);
		if (gpu->platform) {
			driver_find(gpu);
			find_facts(gpu);
			return 0;
		}
		close(gpu->fd);
	}
	explain_node(gpu, node, errno);
	return -1;
}

/**
 * gpu_open() - open a GPU
 * @gpu: filled in
 * @device: its node, NULL for the first one that the tools know
 *
 * Return: 0 or -1.
 */
int gpu_open(struct dump_gpu *gpu, const char *device)
{
	char refused[32] = "";
	int minor = 0;

	if (device)
		return open_node(gpu, device);
	if (gpu_open_next(gpu, &minor, refused, sizeof(refused)))
		return 0;
	gpu->devid = 0;
	if (refused[0]) {
		explain_node(gpu, refused, EACCES);
	} else {
		complain("no GPU that these tools can read");
		pcigpu_explain();
	}
	return -1;
}

/**
 * gpu_exponent() - the fastest timer exponent that is no faster than a given period
 * @timestamp_hz: ticks per second
 * @period_ns: the shortest period allowed
 *
 * Return: 0 to 31; 31 also if even its period is shorter than @period_ns.
 */
int gpu_exponent(u32 timestamp_hz, u64 period_ns)
{
	double tick_ns = 1e9 / timestamp_hz;
	int exponent = 0;

	/* A period computed from a rounded rate may be slightly longer than its exponent's. */
	while (exponent < 31 && tick_ns * (2ull << exponent) < period_ns * 0.999)
		exponent++;
	return exponent;
}
