// SPDX-License-Identifier: GPL-2.0-only
/*
 * The layout of libi915_perf's structures. No package has its headers, and they changed without
 * another name of the library, so the layout is proven: memory is read by a system call that fails
 * where a pointer would crash, all pointers from a metric back to its set must be right, strings
 * must be strings, and functions must lie in the library.
 */
#include <assert.h>
#include <dlfcn.h>
#include <stddef.h>
#include <sys/uio.h>
#include <unistd.h>

#include "equations.h"
#include "layout.h"

#define NUM_STORAGES		5
#define MAX_METRICS		512
#define MAX_FLEX		64
#define MAX_STRING		1024

/* struct lib_layout - offsets in a metric of the library */
struct lib_layout {
	size_t bytes;
	size_t availability;
	size_t storage;
	size_t read;
};

/* intel-gpu-tools 1.27 and before; later ones */
static const struct lib_layout layouts[] = {
	{ .bytes = 80, .availability = 0, .storage = 32, .read = 56 },
	{ .bytes = 96, .availability = 40, .storage = 48, .read = 72 },
};

static_assert(offsetof(struct lib_set, metrics) == 24, "the library's layout");
static_assert(offsetof(struct lib_set, time_offset) == 56, "the library's layout");
static_assert(offsetof(struct lib_set, flex_regs) == 112, "the library's layout");
static_assert(offsetof(struct lib_set, link) == 128, "the library's layout");

/**
 * layout_peek() - read memory of this process
 * @address: where
 * @to: filled in
 * @bytes: how much
 *
 * Return: false if there is no such memory.
 */
bool layout_peek(const void *address, void *to, size_t bytes)
{
	struct iovec local = { to, bytes }, remote = { (void *)address, bytes };

	return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)bytes;
}

/* A string that can be read, and has no control characters */
static bool is_string(const char *address)
{
	unsigned char c;
	size_t i;

	for (i = 0; i < MAX_STRING; i++) {
		if (!layout_peek(address + i, &c, 1) || (c && c < ' '))
			return false;
		if (!c)
			return i > 0;
	}
	return false;
}

static bool is_function(const void *library, const void *address)
{
	Dl_info info;

	return dladdr(address, &info) && info.dli_fbase == library;
}

static bool is_offset(int32_t offset)
{
	return offset >= 0 && offset <= (int32_t)(EQUATION_INPUTS - OA_MAX_C);
}

/**
 * layout_set() - read a metric set
 * @address: where it may be
 * @set: filled in
 *
 * Return: true if it can be one.
 */
bool layout_set(const void *address, struct lib_set *set)
{
	return layout_peek(address, set, sizeof(*set)) && is_string(set->name) &&
	       is_string(set->symbol_name) && is_string(set->guid) && set->num_metrics > 0 &&
	       set->num_metrics < MAX_METRICS && set->num_flex_regs <= MAX_FLEX &&
	       is_offset(set->time_offset) && is_offset(set->clock_offset) &&
	       is_offset(set->a_offset) && set->a_offset < set->b_offset &&
	       set->b_offset < set->c_offset && is_offset(set->c_offset);
}

/**
 * layout_metric() - read a metric
 * @set: its set
 * @layout: the library's layout
 * @i: number of the metric
 * @metric: filled in
 *
 * Return: false if there is no such memory.
 */
bool layout_metric(const struct lib_set *set, const struct lib_layout *layout, int i,
		   struct lib_metric *metric)
{
	const char *at = (const char *)set->metrics + i * layout->bytes;

	metric->availability = NULL;
	return layout_peek(at, metric, 4 * sizeof(void *)) &&
	       layout_peek(at + layout->storage, &metric->storage, sizeof(uint32_t)) &&
	       layout_peek(at + layout->storage + 8, &metric->unit, sizeof(uint32_t)) &&
	       layout_peek(at + layout->read, &metric->read, sizeof(void *)) &&
	       (!layout->availability ||
		layout_peek(at + layout->availability, &metric->availability, sizeof(void *)));
}

static bool is_layout(const struct lib_set *set, const void *address, const void *library,
		      const struct lib_layout *layout)
{
	struct lib_metric metric;
	int i;

	for (i = 0; i < set->num_metrics; i++)
		if (!layout_metric(set, layout, i, &metric) || metric.set != address ||
		    !is_string(metric.name) || !is_string(metric.symbol_name) ||
		    !is_string(metric.meaning) || metric.storage >= NUM_STORAGES ||
		    !is_function(library, metric.read) ||
		    (metric.availability && !is_function(library, metric.availability)))
			return false;
	return true;
}

/**
 * layout_find() - which layout the metrics of a set have
 * @set: the set
 * @address: where it is
 * @library: where the library is loaded
 *
 * Return: the layout, NULL unless exactly one fits.
 */
const struct lib_layout *layout_find(const struct lib_set *set, const void *address,
				     const void *library)
{
	const struct lib_layout *found = NULL;
	size_t i;

	for (i = 0; i < ARRAY_LEN(layouts); i++) {
		if (!is_layout(set, address, library, &layouts[i]))
			continue;
		if (found)
			return NULL;
		found = &layouts[i];
	}
	return found;
}
