// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The PMU's files in sysfs
 *
 * The files list the events, with the numbers by which they are opened, and their units. All of it
 * follows from the names in formats/, so a counter has one name everywhere, and a counter that no
 * document describes has none.
 *
 * perf's parser reserves words such as time or period, so names have two parts or more.
 */
#if IS_ENABLED(CONFIG_PERF_EVENTS)
#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/string.h>

#include "formats/oa_codes.h"
#include "gpu/oa_gpu.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "perf/oa_perf_priv.h"

/* The scale of the clock, in parts of a ns */
#define OA_PMU_SCALE_PARTS	1000000000ull

static ssize_t cpumask_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	const struct oa_pmu *pmu = container_of(dev_get_drvdata(dev), struct oa_pmu, base);
	const unsigned int cpu = READ_ONCE(pmu->cpu);

	return cpu < nr_cpu_ids ? sysfs_emit(buf, "%u\n", cpu) : sysfs_emit(buf, "\n");
}
static DEVICE_ATTR_RO(cpumask);

static ssize_t reports_lost_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct oa_pmu *pmu = container_of(dev_get_drvdata(dev), struct oa_pmu, base);
	u64 lost;
	int ret = oa_pmu_reports_lost(pmu, &lost);

	return ret ?: sysfs_emit(buf, "%llu\n", lost);
}
static DEVICE_ATTR_RO(reports_lost);

static __printf(3, 4) void oa_pmu_file(struct oa_pmu_files *f, const char *name,
					const char *format, ...)
{
	struct oa_pmu_file *file = &f->files[f->num_files++];
	struct device_attribute *attr = &file->attr.attr;
	va_list args;

	va_start(args, format);
	vsnprintf(file->text, sizeof(file->text), format, args);
	va_end(args);
	strscpy(file->name, name, sizeof(file->name));
	file->attr.event_str = file->text;
	sysfs_attr_init(&attr->attr);
	attr->attr.name = file->name;
	attr->attr.mode = 0444;
	attr->show = perf_event_sysfs_show;
	f->attrs[f->num_attrs++] = &attr->attr;
}

/* Make a group of the files that were listed since the last one. */
static void oa_pmu_group(struct oa_pmu_files *f, u32 n, const char *name)
{
	f->attrs[f->num_attrs++] = NULL;
	f->groups[n].name = name;
	f->groups[n].attrs = &f->attrs[f->grouped];
	f->list[n] = &f->groups[n];
	f->grouped = f->num_attrs;
}

static void oa_pmu_unit(struct oa_pmu_files *f, const char *event, const char *unit)
{
	char name[sizeof_field(struct oa_pmu_file, name)];

	snprintf(name, sizeof(name), "%s.unit", event);
	oa_pmu_file(f, name, "%s", unit);
}

static void oa_pmu_scale(struct oa_pmu_files *f, const char *event, u64 scale, u64 parts)
{
	char name[sizeof_field(struct oa_pmu_file, name)];

	snprintf(name, sizeof(name), "%s.scale", event);
	if (parts)
		oa_pmu_file(f, name, "%llu.%09llu", scale, parts);
	else
		oa_pmu_file(f, name, "%llu", scale);
}

static void oa_pmu_event(struct oa_pmu_files *f, const struct oa_device *oa, u32 source,
			 const char *name)
{
	const enum oa_field field = oa_source_field(source);
	const u32 number = oa_source_number(source);
	const struct oa_counter *counter = oa_counter_find(oa->platform->counters, field, number);
	u64 scale, parts;

	oa_pmu_file(f, name, "event=0x%x", oa_code(field, number));
	if (source == OA_SOURCE_TIME) {
		scale = div64_u64_rem(OA_PMU_SCALE_PARTS * NSEC_PER_SEC, oa->timestamp_hz, &parts);
		scale = div64_u64_rem(scale, OA_PMU_SCALE_PARTS, &parts);
		oa_pmu_unit(f, name, "ns");
		oa_pmu_scale(f, name, scale, parts);
	} else if (!strcmp(counter->unit, "bytes")) {
		oa_pmu_unit(f, name, "bytes");
		oa_pmu_scale(f, name, counter->scale, 0);
	}
}

static void oa_pmu_events(struct oa_pmu_files *f, const struct oa_device *oa)
{
	const struct oa_counter_set *set = oa->platform->counters;
	char name[OA_EVENT_NAME_BYTES];
	u32 source;

	for (source = 0; source < OA_NUM_COUNTERS; source++) {
		if (!(oa->counting->available & BIT_ULL(source)) ||
		    !oa_code_event_name(set, oa_source_field(source), oa_source_number(source),
					name, sizeof(name)))
			continue;
		oa_pmu_event(f, oa, source, name);
		/* Give the busy counter, and clocks, one name that is there on all platforms. */
		if (!strcmp(name, "gpu-busy-render"))
			oa_pmu_event(f, oa, source, "gpu-busy");
		else if (!set->has_ticks && source == OA_SOURCE_B0)
			oa_pmu_event(f, oa, source, "gpu-clocks");
	}
}

static void oa_pmu_caps(struct oa_pmu_files *f, const struct oa_device *oa)
{
	f->slot = &f->files[f->num_files];
	oa_pmu_file(f, "slot", "%s", oa->slot);
	oa_pmu_file(f, "platform", "%s", oa->platform->name);
	oa_pmu_file(f, "eus", "%u", oa_topology_eus(oa->topology));
	oa_pmu_file(f, "slices", "%u", hweight8(oa->topology->slice_mask));
	oa_pmu_file(f, "timestamp_hz", "%u", oa->timestamp_hz);
}

/* Make i915's files, and no others: a program that finds caps/slot expects the other layout. */
static void oa_pmu_i915_groups(struct oa_pmu_files *f)
{
	const struct oa_pmu_i915_event *event;
	u32 i;

	oa_pmu_file(f, "i915_eventid", "config:0-20");
	oa_pmu_group(f, 1, "format");
	for (i = 0; i < OA_PMU_I915_EVENTS; i++) {
		event = &oa_pmu_i915_events[i];
		oa_pmu_file(f, event->name, "config=0x%x", event->config);
		/* i915 has no files for scales: each count is one of the unit. */
		if (event->unit)
			oa_pmu_unit(f, event->name, event->unit);
	}
	oa_pmu_group(f, 2, "events");
}

static void oa_pmu_groups(struct oa_pmu_files *f, const struct oa_device *oa)
{
	oa_pmu_file(f, "event", "config:0-15");
	oa_pmu_group(f, 1, "format");
	oa_pmu_events(f, oa);
	oa_pmu_group(f, 2, "events");
	oa_pmu_caps(f, oa);
	oa_pmu_group(f, 3, "caps");
}

void oa_pmu_files_make(struct oa_pmu_files *files, const struct oa_device *oa, bool as_i915)
{
	memset(files, 0, sizeof(*files));
	files->attrs[files->num_attrs++] = &dev_attr_cpumask.attr;
	/* In a lease the driver has no streams, and i915's PMU has no such file. */
	if (oa->last && !as_i915)
		files->attrs[files->num_attrs++] = &dev_attr_reports_lost.attr;
	oa_pmu_group(files, 0, NULL);
	if (as_i915)
		oa_pmu_i915_groups(files);
	else
		oa_pmu_groups(files, oa);
}

/* Clear the name of the PCI function: it may be bound again, with another PMU. */
void oa_pmu_files_clear_slot(struct oa_pmu_files *files)
{
	if (files->slot)
		WRITE_ONCE(files->slot->text[0], '\0');
}

/* Return: the source that an event of this driver's layout reads, or OA_NUM_SOURCES. */
u32 oa_pmu_source(const struct oa_device *oa, u64 config)
{
	unsigned int number;
	enum oa_field field;
	u32 source;

	if (!oa_code_split(config, &field, &number) ||
	    !oa_code_title(oa->platform->counters, field, number))
		return OA_NUM_SOURCES;
	for (source = 0; source < OA_NUM_COUNTERS; source++)
		if (oa->counting->available & BIT_ULL(source) && oa_source_field(source) == field &&
		    oa_source_number(source) == number)
			return source;
	return OA_NUM_SOURCES;
}
#endif /* CONFIG_PERF_EVENTS */
