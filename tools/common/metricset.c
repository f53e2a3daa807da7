// SPDX-License-Identifier: GPL-2.0-only
/*
 * The metric set of a stream.
 *
 * A set of the tools is registered only while it is used. Its uuid does not guarantee its contents,
 * so a registered set is compared with the wanted one.
 */
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <drm/i915_oa.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/oa_events.h"
#include "formats/oa_flex.h"
#include "formats/oa_names.h"
#include "formats/oa_tree.h"
#include "tools/common/message.h"
#include "tools/common/metricfile.h"
#include "tools/common/metricset.h"

#define SELFTEST_UUID		"0a5e1f7e-5700-4d1c-9a60-2f6f61647564"
#define DEFAULT_SET		"tree"
/* "Not less than 0" on the only unmasked input: true in every clock */
#define CEC_NOT_LESS		0x00000003u
#define CEC_INPUT_0		0x0000fffeu

/**
 * set_add() - add a register to a list
 * @list: the list
 * @address: of the register
 * @value: its value
 *
 * Return: 0 or -1.
 */
int set_add(struct set_list *list, u32 address, u32 value)
{
	u32 (*more)[2] = realloc(list->pairs, (list->num + 1) * sizeof(*more));

	if (!more) {
		complain("no memory for the registers of a metric set");
		return -1;
	}
	list->pairs = more;
	list->pairs[list->num][0] = address;
	list->pairs[list->num++][1] = value;
	return 0;
}

/* The last value that a list writes to a register, NULL if it writes none. */
const u32 *set_find(const struct set_list *list, u32 address)
{
	u32 i;

	for (i = list->num; i-- > 0;)
		if (list->pairs[i][0] == address)
			return &list->pairs[i][1];
	return NULL;
}

/* Free all lists, which are empty then. */
void set_free(struct set_registers *registers)
{
	free(registers->mux.pairs);
	free(registers->boolean.pairs);
	free(registers->flex.pairs);
	*registers = (struct set_registers){ .mux.num = 0 };
}

/* FNV-1a of 128 bits */
static void hash(unsigned __int128 *state, const void *data, size_t bytes)
{
	const unsigned __int128 prime = ((unsigned __int128)1 << 88) | 0x13b;
	const u8 *at = data;

	while (bytes--)
		*state = (*state ^ *at++) * prime;
}

static void hash_list(unsigned __int128 *state, const struct set_list *list)
{
	hash(state, &list->num, sizeof(list->num));
	hash(state, list->pairs, list->num * sizeof(*list->pairs));
}

/**
 * set_uuid() - the uuid of a set that is known by its contents
 * @registers: the contents
 * @uuid: filled in: version 8 of RFC 9562, a hash of the three lists
 */
void set_uuid(const struct set_registers *registers, char uuid[40])
{
	unsigned __int128 state = (unsigned __int128)0x6c62272e07bb0142 << 64 | 0x62b821756295c58d;
	u64 high, low;

	hash_list(&state, &registers->mux);
	hash_list(&state, &registers->boolean);
	hash_list(&state, &registers->flex);
	high = ((u64)(state >> 64) & ~0xf000ull) | 0x8000;
	low = ((u64)state & ~(3ull << 62)) | 2ull << 62;
	snprintf(uuid, 40, "%08x-%04x-%04x-%04x-%012llx", (u32)(high >> 32),
		 (u32)(high >> 16 & 0xffff), (u32)(high & 0xffff), (u32)(low >> 48),
		 (unsigned long long)(low & 0xffffffffffff));
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

static int query_set(const struct dump_gpu *gpu, struct queried_set *answer)
{
	return query_sets(gpu, DRM_I915_QUERY_PERF_CONFIG_DATA_FOR_ID, answer, sizeof(*answer));
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
		if (query_set(gpu, &one) < 0 ||
		    memcmp(one.set.uuid, uuid, sizeof(one.set.uuid)))
			continue;
		if (ids[i] < found)
			found = ids[i];
	}
	free(ids);
	*id = found;
	return found == UINT64_MAX ? -1 : 0;
}

static int find_by_uuid(const struct dump_gpu *gpu, const char *uuid, u64 *id)
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

static bool make_room(struct set_list *list, u32 num)
{
	list->num = num;
	list->pairs = calloc(num ?: 1, sizeof(*list->pairs));
	return list->pairs;
}

/**
 * set_read() - read the registers of a registered set
 * @registers: filled in, for set_free()
 * @gpu: the GPU
 * @id: number of the set
 *
 * Prints nothing. Return: 0, or a negative errno.
 */
int set_read(struct set_registers *registers, const struct dump_gpu *gpu, u64 id)
{
	struct queried_set one = { .head.config = id };
	int ret = query_set(gpu, &one);

	*registers = (struct set_registers){ .mux.num = 0 };
	if (ret < 0)
		return ret;
	if (!make_room(&registers->mux, one.set.n_mux_regs) ||
	    !make_room(&registers->boolean, one.set.n_boolean_regs) ||
	    !make_room(&registers->flex, one.set.n_flex_regs)) {
		set_free(registers);
		return -ENOMEM;
	}
	one.head = (struct drm_i915_query_perf_config){ .config = id };
	one.set.mux_regs_ptr = (uintptr_t)registers->mux.pairs;
	one.set.boolean_regs_ptr = (uintptr_t)registers->boolean.pairs;
	one.set.flex_regs_ptr = (uintptr_t)registers->flex.pairs;
	ret = query_set(gpu, &one);
	if (ret < 0)
		set_free(registers);
	return ret < 0 ? ret : 0;
}

static bool same_list(const struct set_list *a, const struct set_list *b)
{
	return a->num == b->num &&
	       (!a->num || !memcmp(a->pairs, b->pairs, a->num * sizeof(*a->pairs)));
}

/* Check whether a registered set programs these registers, which a uuid does not guarantee. */
static bool programs(const struct dump_gpu *gpu, u64 id, const struct set_registers *wanted)
{
	struct set_registers found;
	bool same;

	if (set_read(&found, gpu, id))
		return false;
	same = same_list(&found.mux, &wanted->mux) && same_list(&found.boolean, &wanted->boolean) &&
	       same_list(&found.flex, &wanted->flex);
	set_free(&found);
	return same;
}

/* struct own_set - a set of the tools; @flex: with flexible events, from gen8 on */
struct own_set {
	const char *name;
	const char *uuid;
	bool flex;
};

static const struct own_set own_sets[] = {
	{ "selftest", SELFTEST_UUID, false },
	{ "tree", I915_OA_TREE_UUID, true },
};

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
const char *metricset_uuid(const char *name)
{
	const struct own_set *set = own_set(name);

	return set ? set->uuid : NULL;
}

static int choose_own(struct metric_set *set, const struct dump_gpu *gpu,
		      const struct own_set *own)
{
	u32 i;

	snprintf(set->name, sizeof(set->name), "%s", own->name);
	snprintf(set->uuid, sizeof(set->uuid), "%s", own->uuid);
	set->own = true;
	set->spare = true;
	set->programmed = OA_PROGRAMMED_CLOCKS | (own->flex ? OA_PROGRAMMED_TREE : 0);
	for (i = 0; i < 2 * gpu->platform->num_cec; i++)
		if (set_add(&set->registers.boolean, gpu->platform->cec + 4 * i,
			    i % 2 ? CEC_INPUT_0 : CEC_NOT_LESS))
			return -1;
	if (!own->flex || !gpu->platform->counters->has_ticks)
		return 0;
	for (i = 0; i < OA_FLEX_NUM_REGS; i++)
		if (set_add(&set->registers.flex, oa_flex_regs[i],
			    oa_tree_flex_register(gpu->platform->counters, i)))
			return -1;
	return 0;
}

/* The event that a set makes a flexible counter count, all ones: none */
static u32 flex_event(const struct set_registers *registers, u32 n)
{
	const u32 *value = set_find(&registers->flex, oa_flex_regs[n / 2]);

	return value ? *value >> n % 2 * OA_FLEX_EVENT_BITS & ((1u << OA_FLEX_EVENT_BITS) - 1) : ~0u;
}

/**
 * set_recognise() - find what a set of others counts as the sets of the tools do
 * @registers: what it programs
 * @platform: the GPU's platform
 * @programmed: set to OA_PROGRAMMED_*: clocks by B0, and the tree's events
 * @a_other: set to the A counters of which OA_PROGRAMMED_TREE is not true
 *
 * The tree needs the events of EU.ACTIVE and EU.STALL.
 */
void set_recognise(const struct set_registers *registers, const struct dump_platform *platform,
		   u32 *programmed, u64 *a_other)
{
	const u32 *compare = set_find(&registers->boolean, platform->cec);
	const u32 *mask = set_find(&registers->boolean, platform->cec + 4);
	const struct oa_flex_event *tree = oa_tree_events(platform->counters);
	u64 other = 0;
	u32 n;

	*programmed = compare && mask && *compare == CEC_NOT_LESS && *mask == CEC_INPUT_0 ?
		      OA_PROGRAMMED_CLOCKS : 0;
	for (n = 0; tree && n < OA_NUM_FLEX_EVENTS; n++)
		if (flex_event(registers, n) != tree[n].event)
			other |= 1ull << (OA_FLEX_FIRST + n);
	if (other & oa_tree_needs(platform->counters))
		other = 0;
	else
		*programmed |= OA_PROGRAMMED_TREE;
	*a_other = other;
}

/* Print the registered sets by uuid, since the kernel has no names of them */
static void print_sets(const struct dump_gpu *gpu)
{
	u64 num = 0, i, printed = 0, *ids = list_sets(gpu, &num);

	for (i = 0; ids && i < num; i++) {
		struct queried_set one = { .head.config = ids[i] };

		if (query_set(gpu, &one) < 0)
			continue;
		complain("registered: %llu, %.36s", (unsigned long long)ids[i], one.set.uuid);
		printed++;
	}
	if (ids && !printed)
		complain("no metric set is registered: upload one first");
	free(ids);
}

/* Use a set that another program has registered. */
static int choose_registered(struct metric_set *set, const struct dump_gpu *gpu,
			     const char *wanted)
{
	struct set_registers registers;
	bool found;
	char *end;

	if (strchr(wanted, '-')) {
		snprintf(set->uuid, sizeof(set->uuid), "%.39s", wanted);
		found = !strchr(wanted, '/') && !find_by_uuid(gpu, wanted, &set->id);
	} else {
		set->id = strtoull(wanted, &end, 10);
		found = *wanted && !*end;
	}
	if (!found) {
		complain("no metric set '%s': a set is known by its uuid or number, by its name in --metrics-file, or is \"selftest\" or \"tree\"",
			 wanted);
		print_sets(gpu);
		return -1;
	}
	if (set_read(&registers, gpu, set->id))
		return 0;
	set_recognise(&registers, gpu->platform, &set->programmed, &set->a_other);
	set_free(&registers);
	return 0;
}

/* Use a set of a file. Return: as metricfile_open(). */
static enum metricfile_found choose_of_file(struct metric_set *set, const struct dump_gpu *gpu,
					    const struct dump_source *source)
{
	const enum metricfile_found found = metricfile_open(&set->file, source->metrics_files,
							    &gpu->facts, source->metrics);
	const struct file_set *from;

	if (found != METRICFILE_FOUND)
		return found;
	from = metricfile_set(set->file);
	snprintf(set->name, sizeof(set->name), "%s", from->symbol);
	snprintf(set->uuid, sizeof(set->uuid), "%s", from->uuid);
	set->own = true;
	if (metricfile_registers(set->file, &set->registers) ||
	    metricfile_name(set->file, &set->named))
		return METRICFILE_FAILED;
	set_recognise(&set->registers, gpu->platform, &set->programmed, &set->a_other);
	return METRICFILE_FOUND;
}

/* Numbers are of registered sets; no other name begins with a digit and has nothing else. */
static bool is_number(const char *wanted)
{
	return !wanted[strspn(wanted, "0123456789")];
}

static int choose_other(struct metric_set *set, const struct dump_gpu *gpu,
			const struct dump_source *source)
{
	switch (is_number(source->metrics) ? METRICFILE_NONE : choose_of_file(set, gpu, source)) {
	case METRICFILE_FOUND:
		return 0;
	case METRICFILE_NONE:
		return choose_registered(set, gpu, source->metrics);
	default:
		return -1;
	}
}

/* Make a set of the tools that programs events beside those of the chosen set. */
static int add_events(struct metric_set *set, const struct dump_gpu *gpu,
		      const struct event_list *events)
{
	const int ret = set->own ? 0 : set_read(&set->registers, gpu, set->id);

	if (ret < 0) {
		complain("%s: the registers of metric set %llu can't be read: %s", gpu->node,
			 (unsigned long long)set->id, strerror(-ret));
		return -1;
	}
	if (events_copy(&set->events, events) || events_assign(set, gpu->platform) ||
	    events_name(&set->events, &set->named))
		return -1;
	snprintf(set->name, sizeof(set->name), "events");
	set_uuid(&set->registers, set->uuid);
	set->own = true;
	return 0;
}

/**
 * metricset_choose() - the metric set of the command line, which registers nothing
 * @set: filled in, for metricset_free()
 * @gpu: the GPU
 * @source: the command line
 *
 * Return: 0 or -1.
 */
int metricset_choose(struct metric_set *set, const struct dump_gpu *gpu,
		     const struct dump_source *source)
{
	const struct own_set *own = own_set(source->metrics);

	*set = (struct metric_set){ .own = false };
	if (source->metrics_files && !source->metrics) {
		complain("--metrics-file without --metrics: name one of its sets, which oa-dump --list shows");
		return -1;
	}
	if (!(own ? choose_own(set, gpu, own) : choose_other(set, gpu, source)) &&
	    (!source->events || !add_events(set, gpu, source->events)))
		return 0;
	metricset_free(set);
	return -1;
}

static int add_config(struct metric_set *set, const struct dump_gpu *gpu)
{
	const struct set_registers *registers = &set->registers;
	struct drm_i915_perf_oa_config args = {
		.n_mux_regs = registers->mux.num,
		.mux_regs_ptr = (uintptr_t)registers->mux.pairs,
		.n_boolean_regs = registers->boolean.num,
		.boolean_regs_ptr = (uintptr_t)registers->boolean.pairs,
		.n_flex_regs = registers->flex.num,
		.flex_regs_ptr = (uintptr_t)registers->flex.pairs,
	};

	memcpy(args.uuid, set->uuid, sizeof(args.uuid));
	return driver_ioctl(gpu->fd, DRM_IOCTL_I915_PERF_ADD_CONFIG, &args);
}

/**
 * metricset_register() - register a set of the tools, or use one that is registered
 * @set: from metricset_choose(); call metricset_remove() later
 * @gpu: the GPU
 *
 * A set of the same uuid with other contents is replaced. Return: 0 or -1.
 */
int metricset_register(struct metric_set *set, const struct dump_gpu *gpu)
{
	int ret = 0;

	if (!set->own)
		return 0;
	if (!find_by_uuid(gpu, set->uuid, &set->id)) {
		/* A killed run may have left the set: use it, but do not remove it later. */
		if (programs(gpu, set->id, &set->registers))
			return 0;
		ret = driver_ioctl(gpu->fd, DRM_IOCTL_I915_PERF_REMOVE_CONFIG, &set->id);
		if (!ret)
			complain("metric set %llu is called %s, but programs something else: it is replaced",
				 (unsigned long long)set->id, set->uuid);
	}
	if (!ret)
		ret = add_config(set, gpu);
	if (ret < 0) {
		complain("%s refuses the metric set %s: %s%s", gpu->node, set->name, strerror(-ret),
			 driver_hint(-ret));
		return -1;
	}
	set->id = ret;
	set->added = true;
	return 0;
}

/**
 * metricset_remove() - remove a set that this program has registered
 * @set: after metricset_register()
 * @gpu: the GPU
 */
void metricset_remove(struct metric_set *set, const struct dump_gpu *gpu)
{
	int ret;

	if (!set->added)
		return;
	set->added = false;
	ret = driver_ioctl(gpu->fd, DRM_IOCTL_I915_PERF_REMOVE_CONFIG, &set->id);
	/* A set disappears with its GPU. */
	if (ret < 0 && ret != -ENODEV)
		complain("metric set %llu can't be removed: %s", (unsigned long long)set->id,
			 strerror(-ret));
}

/* Free a set, which may be all 0. */
void metricset_free(struct metric_set *set)
{
	set_free(&set->registers);
	named_free(&set->named);
	events_free(&set->events);
	metricfile_close(set->file);
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
 * metricset_describe() - describe driver, device and metric set for a recording
 * @set: the metric set, registered
 * @gpu: the GPU
 * @source: filled in
 *
 * Prints nothing. Texts that the kernel does not provide stay empty.
 */
void metricset_describe(const struct metric_set *set, const struct dump_gpu *gpu,
			struct record_source *source)
{
	struct queried_set one = { .head.config = set->id };

	*source = (struct record_source){ .driver = "" };
	if (strcmp(gpu->driver, "unknown"))
		snprintf(source->driver, sizeof(source->driver), "%s", gpu->driver);
	find_device(gpu, source->device, sizeof(source->device));
	snprintf(source->metric_set, sizeof(source->metric_set), "%s", set->name);
	if (query_set(gpu, &one) >= 0)
		snprintf(source->uuid, sizeof(source->uuid), "%.36s", one.set.uuid);
}
