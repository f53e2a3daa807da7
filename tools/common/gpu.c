// SPDX-License-Identifier: GPL-2.0-only
/*
 * Find a GPU, and query it before a stream is opened: its clock and its metric sets.
 */
#include <dirent.h>
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "formats/oa_flex.h"
#include "formats/oa_metrics.h"
#include "formats/oa_names.h"
#include "tools/common/dump_gpu.h"
#include "tools/common/say.h"

/* Older headers lack it. */
#define PARAM_OA_TIMESTAMP_FREQUENCY	57

#define FIRST_RENDER_MINOR	128
#define LAST_RENDER_MINOR	191

/* Sets of this program, which are registered only while they are used */
#define SELFTEST_UUID		"0a5e1f7e-5700-4d1c-9a60-2f6f61647564"
#define TREE_UUID		"0a5e1f7e-5700-4d1c-9a60-747265652065"
/* "Not less than 0" on the one input that is not masked: true in every clock */
#define CEC_NOT_LESS		0x00000003u
#define CEC_INPUT_0		0x0000fffeu
#define MAX_CEC			8

/**
 * gpu_ioctl() - an ioctl that is retried after EINTR and EAGAIN until interrupted()
 * @fd: file descriptor of the node or stream
 * @request: the ioctl
 * @arg: its argument
 *
 * Prints nothing. Return: the ioctl's result, or a negative errno.
 */
int gpu_ioctl(int fd, unsigned long request, void *arg)
{
	int ret;

	do
		ret = ioctl(fd, request, arg);
	while (ret == -1 && (errno == EINTR || errno == EAGAIN) && !interrupted());
	return ret == -1 ? -errno : ret;
}

static int getparam(int fd, int param, int *value)
{
	struct drm_i915_getparam args = { .param = param, .value = value };

	return gpu_ioctl(fd, DRM_IOCTL_I915_GETPARAM, &args);
}

/* The card node's directory is a sibling of the node's own. */
static int find_sysfs(struct dump_gpu *gpu)
{
	char path[128];
	struct dirent *entry;
	struct stat st;
	int ret = -1;
	DIR *dir;

	if (fstat(gpu->fd, &st))
		return -1;
	snprintf(path, sizeof(path), "/sys/dev/char/%u:%u/device/drm", major(st.st_rdev),
		 minor(st.st_rdev));
	dir = opendir(path);
	if (!dir)
		return -1;
	while (ret && (entry = readdir(dir))) {
		if (strncmp(entry->d_name, "card", 4))
			continue;
		ret = snprintf(gpu->sysfs, sizeof(gpu->sysfs), "%s/%s", path, entry->d_name) < 0;
	}
	closedir(dir);
	return ret;
}

/* What the driver does not say stays 0. */
static void ask_topology(struct dump_gpu *gpu)
{
	int eus, slices;

	if (!getparam(gpu->fd, I915_PARAM_EU_TOTAL, &eus) && eus > 0)
		gpu->eus = eus;
	if (!getparam(gpu->fd, I915_PARAM_SLICE_MASK, &slices))
		gpu->slices = __builtin_popcount(slices);
}

/* Prints nothing. Return: the node is a GPU with the i915 perf ABI, and is open. */
static bool try_node(struct dump_gpu *gpu, const char *node)
{
	int devid, hz;

	snprintf(gpu->node, sizeof(gpu->node), "%s", node);
	gpu->fd = open(node, O_RDWR | O_CLOEXEC);
	if (gpu->fd == -1)
		return false;
	if (getparam(gpu->fd, I915_PARAM_CHIPSET_ID, &devid) ||
	    (getparam(gpu->fd, PARAM_OA_TIMESTAMP_FREQUENCY, &hz) &&
	     getparam(gpu->fd, I915_PARAM_CS_TIMESTAMP_FREQUENCY, &hz)) ||
	    hz <= 0 || find_sysfs(gpu)) {
		close(gpu->fd);
		return false;
	}
	gpu->devid = devid;
	gpu->timestamp_hz = hz;
	ask_topology(gpu);
	return true;
}

static bool try_all(struct dump_gpu *gpu)
{
	char node[32];
	int i;

	for (i = FIRST_RENDER_MINOR; i <= LAST_RENDER_MINOR; i++) {
		snprintf(node, sizeof(node), "/dev/dri/renderD%d", i);
		if (try_node(gpu, node))
			return true;
	}
	return false;
}

/**
 * gpu_open() - open a GPU
 * @gpu: filled in
 * @device: its node, NULL for the first GPU with the i915 perf ABI
 *
 * Return: 0 or -1.
 */
int gpu_open(struct dump_gpu *gpu, const char *device)
{
	errno = 0;
	if (!(device ? try_node(gpu, device) : try_all(gpu))) {
		if (!device)
			complain("no GPU with the i915 perf ABI under /dev/dri");
		else
			complain("%s is no GPU with the i915 perf ABI: %s", device,
				 strerror(errno ?: ENODEV));
		return -1;
	}
	gpu->platform = platform_by_devid(gpu->devid);
	if (!gpu->platform) {
		complain("%s: no report formats known of PCI device %04x", gpu->node, gpu->devid);
		close(gpu->fd);
		return -1;
	}
	driver_find(gpu);
	return 0;
}

static int metrics_by_uuid(const struct dump_gpu *gpu, const char *uuid, u64 *id)
{
	unsigned long long value;
	char path[512];
	FILE *file;
	int ok;

	snprintf(path, sizeof(path), "%s/metrics/%s/id", gpu->sysfs, uuid);
	file = fopen(path, "re");
	if (!file)
		return -1;
	ok = fscanf(file, "%llu", &value);
	fclose(file);
	*id = value;
	return ok == 1 ? 0 : -1;
}

/* The set with the lowest number, if there is any */
static int metrics_first(const struct dump_gpu *gpu, u64 *id)
{
	u64 found, lowest = UINT64_MAX;
	struct dirent *entry;
	char path[512];
	DIR *dir;

	snprintf(path, sizeof(path), "%s/metrics", gpu->sysfs);
	dir = opendir(path);
	if (!dir)
		return -1;
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.' && !metrics_by_uuid(gpu, entry->d_name, &found) &&
		    found < lowest)
			lowest = found;
	closedir(dir);
	*id = lowest;
	return lowest == UINT64_MAX ? -1 : 0;
}

/* What a set of this program is; flexible events are there from gen8 on. */
struct own_set {
	const char *name;
	const char *uuid;
	bool flex;
};

static const struct own_set own_sets[] = {
	{ "selftest", SELFTEST_UUID, false },
	{ "tree", TREE_UUID, true },
};

static int metrics_own(const struct dump_gpu *gpu, const struct own_set *set, u64 *id)
{
	u32 regs[2 * MAX_CEC][2], flex[OA_FLEX_NUM_REGS][2], i;
	struct drm_i915_perf_oa_config args = {
		.n_boolean_regs = 2 * gpu->platform->num_cec,
		.boolean_regs_ptr = (uintptr_t)regs,
	};
	int ret;

	for (i = 0; i < 2 * gpu->platform->num_cec; i++) {
		regs[i][0] = gpu->platform->cec + 4 * i;
		regs[i][1] = i % 2 ? CEC_INPUT_0 : CEC_NOT_LESS;
	}
	for (i = 0; i < OA_FLEX_NUM_REGS; i++) {
		flex[i][0] = oa_flex_regs[i];
		flex[i][1] = oa_tree_flex_register(i);
	}
	if (set->flex && gpu->platform->counters->has_ticks) {
		args.n_flex_regs = OA_FLEX_NUM_REGS;
		args.flex_regs_ptr = (uintptr_t)flex;
	}
	memcpy(args.uuid, set->uuid, sizeof(args.uuid));
	ret = gpu_ioctl(gpu->fd, DRM_IOCTL_I915_PERF_ADD_CONFIG, &args);
	if (ret < 0) {
		complain("%s refuses the metric set %s: %s", gpu->node, set->name, strerror(-ret));
		return -1;
	}
	*id = ret;
	return 0;
}

static const struct own_set *own_set(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(own_sets); i++)
		if (!strcmp(own_sets[i].name, name))
			return &own_sets[i];
	return NULL;
}

/**
 * gpu_programmed() - what the metric set of the command line is known to count
 * @source: what the command line wants
 *
 * Return: OA_PROGRAMMED_*.
 */
u32 gpu_programmed(const struct dump_source *source)
{
	const struct own_set *set = source->metrics ? own_set(source->metrics) : NULL;

	return !set ? 0 : OA_PROGRAMMED_CLOCKS | (set->flex ? OA_PROGRAMMED_TREE : 0);
}

/**
 * gpu_metrics() - find a metric set
 * @gpu: the GPU
 * @wanted: uuid, number, "selftest", "tree", or NULL: the first registered set, else the self-test
 * @id: set to the number of the metric set
 * @added: set if this call registered the metric set: call gpu_remove_metrics() later
 *
 * Return: 0 or -1.
 */
int gpu_metrics(const struct dump_gpu *gpu, const char *wanted, u64 *id, bool *added)
{
	const struct own_set *own;
	char *end;

	*added = false;
	if (!wanted && !metrics_first(gpu, id))
		return 0;
	own = own_set(wanted ?: "selftest");
	if (own) {
		/* A killed run may have left the set: use it, but do not remove it later. */
		if (!metrics_by_uuid(gpu, own->uuid, id))
			return 0;
		*added = !metrics_own(gpu, own, id);
		return *added ? 0 : -1;
	}
	if (strchr(wanted, '-')) {
		if (!strchr(wanted, '/') && !metrics_by_uuid(gpu, wanted, id))
			return 0;
	} else {
		*id = strtoull(wanted, &end, 10);
		if (*wanted && !*end)
			return 0;
	}
	complain("no metric set '%s' in %s/metrics", wanted, gpu->sysfs);
	return -1;
}

/**
 * gpu_remove_metrics() - remove a metric set that gpu_metrics() registered
 * @gpu: the GPU
 * @id: its number
 */
void gpu_remove_metrics(const struct dump_gpu *gpu, u64 id)
{
	int ret = gpu_ioctl(gpu->fd, DRM_IOCTL_I915_PERF_REMOVE_CONFIG, &id);

	if (ret < 0)
		complain("metric set %llu can't be removed: %s", (unsigned long long)id,
			 strerror(-ret));
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
