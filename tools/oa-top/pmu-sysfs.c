// SPDX-License-Identifier: GPL-2.0-only
/*
 * The description of a PMU in sysfs: its GPU, and its events with their codes, scales and units.
 */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pmu-sysfs.h"
#include "sources.h"

/* The first line of a file, without the newline; false if there is none */
static bool read_line(const char *path, char *line, size_t bytes)
{
	FILE *file = fopen(path, "re");
	bool ok;

	if (!file)
		return false;
	ok = fgets(line, bytes, file);
	fclose(file);
	if (ok)
		line[strcspn(line, "\n")] = 0;
	return ok;
}

static bool read_number(const char *directory, const char *name, int base, u64 *value)
{
	char path[MAX_PATH], line[64], *end;

	snprintf(path, sizeof(path), "%.500s/%.255s", directory, name);
	if (!read_line(path, line, sizeof(line)))
		return false;
	*value = strtoull(line, &end, base);
	return end != line;
}

/*
 * The driver's set makes all B counters count clocks. One of them is enough, and none is needed if
 * the format has ticks.
 */
static bool is_wanted(const struct top_gpu *gpu, const struct top_event *event)
{
	return event->kind != TOP_COUNTER || event->field != OA_FIELD_B ||
	       (!event->number && !gpu->machine.counters->has_ticks);
}

/* Add an event. If it has several names, keep the longest one, which is the most descriptive. */
static void add_event(struct top_gpu *gpu, const struct top_event *event)
{
	u32 i;

	for (i = 0; i < gpu->num_events; i++) {
		if (gpu->events[i].config != event->config)
			continue;
		if (strlen(event->name) > strlen(gpu->events[i].name))
			gpu->events[i] = *event;
		return;
	}
	if (gpu->num_events < TOP_MAX_EVENTS && is_wanted(gpu, event))
		gpu->events[gpu->num_events++] = *event;
}

static bool read_event(const char *directory, const char *name, struct top_event *event)
{
	char path[MAX_PATH], line[64];

	memset(event, 0, sizeof(*event));
	snprintf(event->name, sizeof(event->name), "%.63s", name);
	snprintf(path, sizeof(path), "%.500s/%.255s", directory, name);
	if (!read_line(path, line, sizeof(line)) ||
	    sscanf(line, "event=%" SCNx64, (uint64_t *)&event->config) != 1)
		return false;
	top_event_of_config(event);
	event->scale = 1;
	snprintf(path, sizeof(path), "%.500s/%.255s.scale", directory, name);
	if (read_line(path, line, sizeof(line)))
		event->scale = strtod(line, NULL);
	snprintf(path, sizeof(path), "%.500s/%.255s.unit", directory, name);
	if (read_line(path, line, sizeof(line)))
		snprintf(event->unit, sizeof(event->unit), "%.15s", line);
	return true;
}

static int by_config(const void *a, const void *b)
{
	const struct top_event *one = a, *other = b;

	return one->config < other->config ? -1 : one->config > other->config;
}

static void read_events(struct top_gpu *gpu, const char *pmu)
{
	struct top_event event;
	struct dirent *entry;
	char path[MAX_PATH];
	DIR *dir;

	snprintf(path, sizeof(path), "%.500s/events", pmu);
	dir = opendir(path);
	if (!dir)
		return;
	while ((entry = readdir(dir)))
		if (!strchr(entry->d_name, '.') && read_event(path, entry->d_name, &event))
			add_event(gpu, &event);
	closedir(dir);
	qsort(gpu->events, gpu->num_events, sizeof(event), by_config);
}

/* Reports that streams lost are a file of the PMU. A lease has none. */
static void find_lost(struct top_gpu *gpu, const char *pmu, struct pmu_gpu *priv)
{
	struct top_event lost = { .name = "reports-lost", .config = TOP_CODE_LOST, .scale = 1 };

	snprintf(priv->lost_file, sizeof(priv->lost_file), "%.500s/reports_lost", pmu);
	top_event_of_config(&lost);
	if (access(priv->lost_file, R_OK))
		snprintf(lost.why, sizeof(lost.why), "reports_lost: %s", strerror(errno));
	add_event(gpu, &lost);
}

static void read_machine(struct top_gpu *gpu, const char *pmu)
{
	u64 eus = 0, slices = 0;

	read_number(pmu, "caps/eus", 10, &eus);
	read_number(pmu, "caps/slices", 10, &slices);
	gpu->machine = platform_machine(gpu->platform, eus, slices, NS_PER_SEC);
	/* Events of these stand still while a metric set counts something else */
	gpu->machine.programmed = OA_PROGRAMMED_CLOCKS | OA_PROGRAMMED_TREE;
}

/*
 * Identify the binding of a GPU's driver. sysfs creates a new link to the driver with each binding,
 * and never uses an inode number twice. Return: the number of the link, 0 if no driver is bound.
 */
u64 pmu_binding(const struct top_gpu *gpu)
{
	char path[MAX_PATH];
	struct stat st;

	snprintf(path, sizeof(path), PCI "/%s/driver", gpu->pci);
	return lstat(path, &st) ? 0 : st.st_ino;
}

/**
 * pmu_read() - read the description of a PMU in sysfs
 * @name: its directory
 * @gpu: filled in
 * @priv: filled in
 *
 * Prints nothing. Return: false if oa-top can't read such a PMU.
 */
bool pmu_read(const char *name, struct top_gpu *gpu, struct pmu_gpu *priv)
{
	char pmu[MAX_PATH / 2], path[MAX_PATH];
	u64 type, cpu, devid, revision = 0;

	memset(gpu, 0, sizeof(*gpu));
	memset(priv, 0, sizeof(*priv));
	snprintf(pmu, sizeof(pmu), DEVICES "/%.63s", name);
	snprintf(path, sizeof(path), "%.500s/caps/slot", pmu);
	if (!read_line(path, gpu->pci, sizeof(gpu->pci)) || !read_number(pmu, "type", 10, &type) ||
	    !read_number(pmu, "cpumask", 10, &cpu))
		return false;
	snprintf(path, sizeof(path), PCI "/%s", gpu->pci);
	if (!read_number(path, "device", 16, &devid))
		return false;
	read_number(path, "revision", 16, &revision);
	gpu->platform = platform_by_devid(devid);
	if (!gpu->platform)
		return false;
	snprintf(gpu->pmu, sizeof(gpu->pmu), "%.63s", name);
	gpu->devid = devid;
	gpu->revision = revision;
	priv->type = type;
	priv->cpu = cpu;
	priv->binding = pmu_binding(gpu);
	read_machine(gpu, pmu);
	read_events(gpu, pmu);
	find_lost(gpu, pmu, priv);
	top_add_twins(gpu);
	return true;
}
