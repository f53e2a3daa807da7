// SPDX-License-Identifier: GPL-2.0-only
/*
 * Metrics by Intel's equations, of the library libi915_perf of intel-gpu-tools.
 *
 * An equation takes what counters advanced by while one of the library's metric sets counted. The
 * PMU counts the driver's own set, so an equation is used only if all that it reads is the same in
 * both: times, clocks, A counters that no set changes, and flexible counters that both sets program
 * alike. What an equation reads is found out by trying (equations.c). B and C counters are not
 * alike, except the clocks: on Haswell a C counter has them, if the library's own metric for them
 * reads nothing else.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "equations.h"
#include "layout.h"
#include "library.h"
#include "sources.h"

#define LIBRARY			"libi915_perf.so.1.5"
/* Where the list of sets begins in the library's handle */
#define LIST_OFFSET		16
#define MAX_SETS		256

/* In the library's order; a unit that is newer than these is a plain number. */
static const char * const units[] = {
	"bytes", "Hz", "ns", "us", "pixels", "texels", "threads", "%", "messages", "", "cycles",
	"events", "", "SENDs/line", "atomics/line", "requests/line", "bytes/line",
};

#define UNIT_PERCENT		7
#define STORAGE_DOUBLE		2
#define STORAGE_FLOAT		3

struct top_library {
	void *handle;
	void *perf;
	void (*free_perf)(void *perf);
	const void *base;
	const struct lib_layout *layout;
	struct equation equations[TOP_MAX_LIBRARY];
	u32 num;
};

static bool is_known(const struct top_library *library, const char *symbol_name)
{
	u32 i;

	for (i = 0; i < library->num; i++)
		if (!strcmp(library->equations[i].symbol_name, symbol_name))
			return true;
	return false;
}

static bool is_double(const struct lib_metric *metric)
{
	return metric->storage == STORAGE_DOUBLE || metric->storage == STORAGE_FLOAT;
}

static void add_metric(struct top_library *library, const struct top_gpu *gpu,
		       const struct equation_inputs *inputs, const void *set,
		       const struct lib_metric *metric)
{
	bool (*available)(const void *perf);
	struct equation equation = {
		.name = metric->name,
		.symbol_name = metric->symbol_name,
		.meaning = metric->meaning,
		.unit = metric->unit < ARRAY_LEN(units) ? units[metric->unit] : "",
		.percent = metric->unit == UNIT_PERCENT,
		.is_double = is_double(metric),
		.perf = library->perf,
		.set = set,
		.inputs = *inputs,
	};

	memcpy(&available, &metric->availability, sizeof(available));
	memcpy(&equation.read, &metric->read, sizeof(equation.read));
	if (library->num == TOP_MAX_LIBRARY || is_known(library, metric->symbol_name) ||
	    (available && !available(library->perf)))
		return;
	if (equation_usable(&equation, gpu))
		library->equations[library->num++] = equation;
}

static bool flex_event(const struct lib_set *set, u32 reg, u32 *value)
{
	const char *at = set->flex_regs;
	uint32_t pair[2];
	u32 i;

	for (i = 0; i < set->num_flex_regs; i++) {
		if (!layout_peek(at + i * sizeof(pair), pair, sizeof(pair)))
			return false;
		*value = pair[1];
		if (pair[0] == reg)
			return true;
	}
	return false;
}

/* Bit n: A7 + n counts the same event as the PMU's */
static u32 find_flex(const struct lib_set *set)
{
	u32 n, value, flex = 0;

	for (n = 0; n < OA_NUM_FLEX_EVENTS; n++) {
		if (!flex_event(set, oa_flex_regs[n / 2], &value))
			continue;
		value = value >> (n % 2 ? 12 : 0) & 0xfff;
		flex |= (u32)(value == oa_tree_events[n].event) << n;
	}
	return flex;
}

/* The index of the C counter that has the clocks, -1: none has */
static int find_clock(const struct top_library *library, const struct lib_set *set,
		      const void *address, const struct equation_inputs *inputs)
{
	struct lib_metric metric;
	struct equation equation;
	int i;

	for (i = 0; i < set->num_metrics; i++) {
		layout_metric(set, library->layout, i, &metric);
		if (strcmp(metric.symbol_name, "GpuCoreClocks"))
			continue;
		equation = (struct equation){
			.is_double = is_double(&metric),
			.perf = library->perf,
			.set = address,
			.inputs = *inputs,
		};
		memcpy(&equation.read, &metric.read, sizeof(equation.read));
		return equation_is_c_counter(&equation);
	}
	return -1;
}

static void add_set(struct top_library *library, const struct top_gpu *gpu,
		    const struct lib_set *set, const void *address)
{
	struct equation_inputs inputs = {
		.time = set->time_offset,
		.clock = set->clock_offset,
		.a = set->a_offset,
		.b = set->b_offset,
		.c = set->c_offset,
		.flex = find_flex(set),
	};
	struct lib_metric metric;
	int i;

	inputs.clock_c = find_clock(library, set, address, &inputs);
	for (i = 0; i < set->num_metrics; i++) {
		layout_metric(set, library->layout, i, &metric);
		add_metric(library, gpu, &inputs, address, &metric);
	}
}

/* Return: how many sets there are whose layout is proven; 0 if one is not */
static u32 walk_sets(struct top_library *library, const struct top_gpu *gpu)
{
	const char *head = (const char *)library->perf + LIST_OFFSET, *node;
	struct lib_set set;
	const void *address;
	u32 num = 0;

	if (!layout_peek(head, &node, sizeof(node)))
		return 0;
	while (node != head && num < MAX_SETS) {
		address = node - offsetof(struct lib_set, link);
		if (!layout_set(address, &set))
			return 0;
		library->layout = layout_find(&set, address, library->base);
		if (!library->layout)
			return 0;
		add_set(library, gpu, &set, address);
		node = set.link[0];
		num++;
	}
	return num;
}

static const char *load(struct top_library *library, const struct top_gpu *gpu)
{
	void *(*for_devinfo)(uint32_t devid, uint32_t revision, uint64_t hz, uint64_t min_hz,
			     uint64_t max_hz, const void *topology);
	Dl_info info;
	void *symbol;

	symbol = dlsym(library->handle, "intel_perf_free");
	memcpy(&library->free_perf, &symbol, sizeof(symbol));
	symbol = dlsym(library->handle, "intel_perf_for_devinfo");
	memcpy(&for_devinfo, &symbol, sizeof(symbol));
	if (!symbol || !library->free_perf || !dladdr(symbol, &info))
		return "it lacks functions";
	library->base = info.dli_fbase;
	/* Time is given in nanoseconds. Frequencies only limit what a metric can be. */
	library->perf = for_devinfo(gpu->devid, gpu->revision, NS_PER_SEC, 0, 0, gpu->topology);
	if (!library->perf)
		return "it does not know this GPU";
	if (!walk_sets(library, gpu))
		return "the layout of its structures is not known";
	return library->num ? NULL : "no equation can do with the PMU's counters";
}

/**
 * library_open() - look for metrics of the library
 * @watch: the GPU; its library is set if there are any
 * @path: of the library, NULL: where the system has it
 *
 * A message only if @path was asked for, or what was found can't be used.
 */
void library_open(struct top_watch *watch, const char *path)
{
	struct top_library *library = calloc(1, sizeof(*library));
	const char *wrong;

	if (!library)
		return;
	library->handle = dlopen(path ?: LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!library->handle) {
		if (path)
			complain("%s", dlerror());
		free(library);
		return;
	}
	wrong = topology_is_whole(&watch->gpu) ? load(library, &watch->gpu) :
		"the GPU's topology is not known";
	if (wrong) {
		complain("%s is not used: %s", path ?: LIBRARY, wrong);
		library_close(library);
		return;
	}
	watch->library = library;
}

/**
 * library_close() - release the library
 * @library: what library_open() set, or NULL
 */
void library_close(struct top_library *library)
{
	if (!library)
		return;
	/* A handle of unknown layout is left alone. */
	if (library->perf && library->layout)
		library->free_perf(library->perf);
	dlclose(library->handle);
	free(library);
}

/**
 * library_evaluate() - evaluate the library's metrics
 * @watch: the GPU, with an interval; its values are set
 *
 * A metric that reads an event that was not counted has no value and is left out.
 */
void library_evaluate(struct top_watch *watch)
{
	struct top_library *library = watch->library;
	u32 i;

	watch->num_values = 0;
	if (!library)
		return;
	for (i = 0; i < library->num; i++)
		if (equation_evaluate(&library->equations[i], watch,
				      &watch->values[watch->num_values]))
			watch->num_values++;
}

/**
 * library_title() - where the metrics come from
 * @library: the library
 */
const char *library_title(const struct top_library *library)
{
	(void)library;
	return "Of the interval, by the equations of " LIBRARY;
}

/**
 * library_explain() - how the metrics come about
 * @library: the library
 */
const char *library_explain(const struct top_library *library)
{
	(void)library;
	return "[by an equation of " LIBRARY
	       ", over counters of the PMU that its metric set counts alike]";
}
