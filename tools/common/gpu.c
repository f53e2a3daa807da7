// SPDX-License-Identifier: GPL-2.0-only
/*
 * Find a GPU, and query it before a stream is opened: its clock and its metric sets.
 */
#include <dirent.h>
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <drm/i915_oa.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "formats/oa_flex.h"
#include "formats/oa_metrics.h"
#include "formats/oa_names.h"
#include "tools/common/dump_gpu.h"
#include "tools/common/message.h"
#include "tools/common/pcigpu.h"

/* Older headers lack it. */
#define PARAM_OA_TIMESTAMP_FREQUENCY	57

#define FIRST_RENDER_MINOR	128
#define LAST_RENDER_MINOR	191

/* The tools' own sets, which are registered only while they are used */
#define SELFTEST_UUID		"0a5e1f7e-5700-4d1c-9a60-2f6f61647564"
/* "Not less than 0" on the only unmasked input: true in every clock */
#define CEC_NOT_LESS		0x00000003u
#define CEC_INPUT_0		0x0000fffeu
#define MAX_CEC			8

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

/* The answer to a query of one set */
struct queried_set {
	struct drm_i915_query_perf_config head;
	struct drm_i915_perf_oa_config set;
};

/* Return: the number of bytes of the answer, or a negative errno. */
static int query_sets(const struct dump_gpu *gpu, u32 what, void *answer, int bytes)
{
	struct drm_i915_query_item item = {
		.query_id = DRM_I915_QUERY_PERF_CONFIG,
		.length = bytes,
		.flags = what,
		.data_ptr = (uintptr_t)answer,
	};
	struct drm_i915_query query = { .num_items = 1, .items_ptr = (uintptr_t)&item };
	int ret = driver_ioctl(gpu->fd, DRM_IOCTL_I915_QUERY, &query);

	return ret < 0 ? ret : item.length;
}

/* Return: the numbers of the registered sets, @num of them, to be freed; NULL: not known. */
static u64 *list_sets(const struct dump_gpu *gpu, u64 *num)
{
	struct drm_i915_query_perf_config *answer;
	int bytes = query_sets(gpu, DRM_I915_QUERY_PERF_CONFIG_LIST, NULL, 0);
	u64 *ids = NULL;

	if (bytes < (int)sizeof(*answer))
		return NULL;
	/* Room for sets that are registered meanwhile */
	bytes += 64 * sizeof(*ids);
	answer = calloc(1, bytes);
	if (answer && query_sets(gpu, DRM_I915_QUERY_PERF_CONFIG_LIST, answer, bytes) > 0) {
		*num = answer->n_configs;
		ids = calloc(*num + 1, sizeof(*ids));
		if (ids)
			memcpy(ids, answer + 1, *num * sizeof(*ids));
	}
	free(answer);
	return ids;
}

/* The lowest number of a set with this uuid */
static int query_by_uuid(const struct dump_gpu *gpu, const char *uuid, u64 *id)
{
	struct queried_set one;
	u64 num = 0, i, found = UINT64_MAX, *ids = list_sets(gpu, &num);

	for (i = 0; ids && i < num; i++) {
		one = (struct queried_set){ .head.config = ids[i] };
		/* The driver's own set has a number, but can't be queried. */
		if (query_sets(gpu, DRM_I915_QUERY_PERF_CONFIG_DATA_FOR_ID, &one, sizeof(one)) < 0 ||
		    memcmp(one.set.uuid, uuid, sizeof(one.set.uuid)))
			continue;
		if (ids[i] < found)
			found = ids[i];
	}
	free(ids);
	*id = found;
	return found == UINT64_MAX ? -1 : 0;
}

static int metrics_by_uuid(const struct dump_gpu *gpu, const char *uuid, u64 *id)
{
	unsigned long long value;
	char path[512];
	FILE *file;
	int ok;

	if (!gpu->sysfs[0])
		return query_by_uuid(gpu, uuid, id);
	snprintf(path, sizeof(path), "%s/metrics/%s/id", gpu->sysfs, uuid);
	file = fopen(path, "re");
	if (!file)
		return -1;
	ok = fscanf(file, "%llu", &value);
	fclose(file);
	*id = value;
	return ok == 1 ? 0 : -1;
}

/* struct own_set - a set of the tools; @flex: with flexible events, from gen8 on */
struct own_set {
	const char *name;
	const char *uuid;
	bool flex;
};

#define DEFAULT_SET	"tree"

static const struct own_set own_sets[] = {
	{ "selftest", SELFTEST_UUID, false },
	{ "tree", I915_OA_TREE_UUID, true },
};

/* struct set_registers - registers that a set programs */
struct set_registers {
	u32 boolean[2 * MAX_CEC][2];
	u32 flex[OA_FLEX_NUM_REGS][2];
	u32 num_boolean, num_flex;
};

static void own_registers(const struct dump_gpu *gpu, const struct own_set *set,
			  struct set_registers *regs)
{
	u32 i;

	memset(regs, 0, sizeof(*regs));
	regs->num_boolean = 2 * gpu->platform->num_cec;
	for (i = 0; i < regs->num_boolean; i++) {
		regs->boolean[i][0] = gpu->platform->cec + 4 * i;
		regs->boolean[i][1] = i % 2 ? CEC_INPUT_0 : CEC_NOT_LESS;
	}
	if (!set->flex || !gpu->platform->counters->has_ticks)
		return;
	regs->num_flex = OA_FLEX_NUM_REGS;
	for (i = 0; i < OA_FLEX_NUM_REGS; i++) {
		regs->flex[i][0] = oa_flex_regs[i];
		regs->flex[i][1] = oa_tree_flex_register(i);
	}
}

/* Check whether a set programs these registers, which a uuid does not guarantee. */
static bool programs(const struct dump_gpu *gpu, u64 id, const struct set_registers *wanted)
{
	struct queried_set one = { .head.config = id };
	struct set_registers found = { .num_boolean = 0 };

	if (query_sets(gpu, DRM_I915_QUERY_PERF_CONFIG_DATA_FOR_ID, &one, sizeof(one)) < 0 ||
	    one.set.n_boolean_regs != wanted->num_boolean ||
	    one.set.n_flex_regs != wanted->num_flex || one.set.n_mux_regs)
		return false;
	found.num_boolean = wanted->num_boolean;
	found.num_flex = wanted->num_flex;
	one.head = (struct drm_i915_query_perf_config){ .config = id };
	one.set.boolean_regs_ptr = (uintptr_t)found.boolean;
	one.set.flex_regs_ptr = (uintptr_t)found.flex;
	return query_sets(gpu, DRM_I915_QUERY_PERF_CONFIG_DATA_FOR_ID, &one, sizeof(one)) >= 0 &&
	       !memcmp(&found, wanted, sizeof(found));
}

/* Use or register a set of the tools. A set of the same uuid with other contents is replaced. */
static int metrics_own(const struct dump_gpu *gpu, const struct own_set *set, u64 *id, bool *added)
{
	struct drm_i915_perf_oa_config args = { .n_mux_regs = 0 };
	struct set_registers regs;
	int ret = 0;

	own_registers(gpu, set, &regs);
	if (!metrics_by_uuid(gpu, set->uuid, id)) {
		/* A killed run may have left the set: use it, but do not remove it later. */
		if (programs(gpu, *id, &regs))
			return 0;
		ret = driver_ioctl(gpu->fd, DRM_IOCTL_I915_PERF_REMOVE_CONFIG, id);
		if (!ret)
			complain("metric set %llu is called %s, but programs something else: it is replaced",
				 (unsigned long long)*id, set->uuid);
	}
	args.n_boolean_regs = regs.num_boolean;
	args.boolean_regs_ptr = (uintptr_t)regs.boolean;
	args.n_flex_regs = regs.num_flex;
	args.flex_regs_ptr = regs.num_flex ? (uintptr_t)regs.flex : 0;
	memcpy(args.uuid, set->uuid, sizeof(args.uuid));
	if (!ret)
		ret = driver_ioctl(gpu->fd, DRM_IOCTL_I915_PERF_ADD_CONFIG, &args);
	if (ret < 0) {
		complain("%s refuses the metric set %s: %s%s", gpu->node, set->name, strerror(-ret),
			 driver_hint(-ret));
		return -1;
	}
	*id = ret;
	*added = true;
	return 0;
}

/* A set of the tools by name or uuid, or the default set. Return: NULL for a set of others. */
static const struct own_set *own_set(const char *wanted)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(own_sets); i++)
		if (!strcmp(own_sets[i].name, wanted ?: DEFAULT_SET) ||
		    (wanted && !strcmp(own_sets[i].uuid, wanted)))
			return &own_sets[i];
	return NULL;
}

/* The uuid of a set of the tools, NULL if none has that name. */
const char *gpu_metrics_uuid(const char *name)
{
	const struct own_set *set = own_set(name);

	return set ? set->uuid : NULL;
}

/* The known contents of the command line's metric set. Return: OA_PROGRAMMED_*. */
u32 gpu_programmed(const struct dump_source *source)
{
	const struct own_set *set = own_set(source->metrics);

	return !set ? 0 : OA_PROGRAMMED_CLOCKS | (set->flex ? OA_PROGRAMMED_TREE : 0);
}

/* Print the registered sets by uuid, since the kernel has no names of them */
static void print_sets(const struct dump_gpu *gpu)
{
	u64 num = 0, i, printed = 0, *ids = list_sets(gpu, &num);

	for (i = 0; ids && i < num; i++) {
		struct queried_set one = { .head.config = ids[i] };

		if (query_sets(gpu, DRM_I915_QUERY_PERF_CONFIG_DATA_FOR_ID, &one, sizeof(one)) < 0)
			continue;
		complain("registered: %llu, %.36s", (unsigned long long)ids[i], one.set.uuid);
		printed++;
	}
	if (ids && !printed)
		complain("no metric set is registered: upload one first");
	free(ids);
}

/**
 * gpu_metrics() - find a metric set
 * @gpu: the GPU
 * @wanted: uuid, number, "selftest" or "tree", which is also that of NULL
 * @id: set to the number of the metric set
 * @added: set if this call registered the metric set: call gpu_remove_metrics() later
 *
 * Return: 0 or -1.
 */
int gpu_metrics(const struct dump_gpu *gpu, const char *wanted, u64 *id, bool *added)
{
	const struct own_set *own = own_set(wanted);
	char *end;

	*added = false;
	if (own)
		return metrics_own(gpu, own, id, added);
	if (strchr(wanted, '-')) {
		if (!strchr(wanted, '/') && !metrics_by_uuid(gpu, wanted, id))
			return 0;
	} else {
		*id = strtoull(wanted, &end, 10);
		if (*wanted && !*end)
			return 0;
	}
	complain("no metric set '%s': a set is known by its uuid or number, or is \"selftest\" or \"tree\"",
		 wanted);
	print_sets(gpu);
	return -1;
}

/* The name of the GPU's device in sysfs, for PCI its address. */
static void find_device(const struct dump_gpu *gpu, char *name, size_t bytes)
{
	char path[sizeof(gpu->sysfs) + 16], link[256];
	const char *last;
	ssize_t length;

	snprintf(path, sizeof(path), "%s/device", gpu->sysfs);
	length = gpu->sysfs[0] ? readlink(path, link, sizeof(link) - 1) : 0;
	link[length > 0 ? length : 0] = 0;
	last = strrchr(link, '/');
	snprintf(name, bytes, "%.*s", (int)bytes - 1, last ? last + 1 : link);
}

/**
 * gpu_describe() - describe driver, device and metric set for a recording
 * @gpu: the GPU
 * @wanted: as for gpu_metrics()
 * @id: number of the metric set, from gpu_metrics()
 * @source: filled in
 *
 * Prints nothing. Texts that the kernel does not provide stay empty.
 */
void gpu_describe(const struct dump_gpu *gpu, const char *wanted, u64 id,
		  struct record_source *source)
{
	const struct own_set *own = own_set(wanted);
	struct queried_set one = { .head.config = id };

	*source = (struct record_source){ .driver = "" };
	if (strcmp(gpu->driver, "unknown"))
		snprintf(source->driver, sizeof(source->driver), "%s", gpu->driver);
	find_device(gpu, source->device, sizeof(source->device));
	snprintf(source->metric_set, sizeof(source->metric_set), "%s", own ? own->name : "");
	if (query_sets(gpu, DRM_I915_QUERY_PERF_CONFIG_DATA_FOR_ID, &one, sizeof(one)) >= 0)
		snprintf(source->uuid, sizeof(source->uuid), "%.36s", one.set.uuid);
}

/**
 * gpu_remove_metrics() - remove a metric set that gpu_metrics() registered
 * @gpu: the GPU
 * @id: its number
 */
void gpu_remove_metrics(const struct dump_gpu *gpu, u64 id)
{
	int ret = driver_ioctl(gpu->fd, DRM_IOCTL_I915_PERF_REMOVE_CONFIG, &id);

	/* A set disappears with its GPU. */
	if (ret < 0 && ret != -ENODEV)
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
