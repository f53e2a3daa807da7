// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events by name: a few that every kernel has, and those that a PMU describes in sysfs. There, a
 * file events/NAME has the terms of an event, such as event=0xcd,umask=0x1,ldlat=3, and a file
 * format/TERM has the bits of a term, such as config1:0-15.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cpuevent.h"
#include "cpusample.h"
#include "tools/common/message.h"

#define MAX_PRECISE	3
/* The PMU of an event that names none */
#define CORE_PMU	"cpu"
/* The term of an event of load latency: the minimum latency in cycles */
#define LATENCY_TERM	"ldlat"

static const struct cpu_event known[] = {
	{ .name = "cycles", .type = PERF_TYPE_HARDWARE, .config = { PERF_COUNT_HW_CPU_CYCLES } },
	{ .name = "cpu-clock", .type = PERF_TYPE_SOFTWARE, .config = { PERF_COUNT_SW_CPU_CLOCK },
	  .software = true },
	{ .name = "page-faults", .type = PERF_TYPE_SOFTWARE,
	  .config = { PERF_COUNT_SW_PAGE_FAULTS }, .software = true, .faults = true },
};

/* struct description - a PMU in sysfs, and the event that is read from it */
struct description {
	const char *pmus;
	const char *pmu;
	struct cpu_event *event;
};

/* Return: 0, or -1 without a message. */
static int read_line(const struct description *d, const char *dir, const char *name, char text[256])
{
	char path[512];
	FILE *file;
	bool found;

	/* A name is that of a file in the directory, not a path. */
	if (strchr(name, '/'))
		return -1;
	snprintf(path, sizeof(path), "%s/%s/%s%s", d->pmus, d->pmu, dir, name);
	file = fopen(path, "re");
	if (!file)
		return -1;
	found = fgets(text, 256, file);
	fclose(file);
	if (!found)
		return -1;
	text[strcspn(text, "\n")] = 0;
	return 0;
}

static u64 ones(u32 bits)
{
	return bits < 64 ? (1ull << bits) - 1 : ~0ull;
}

/*
 * Spread a value over the bits of a format, such as config:0-7,32-35, from the lowest on.
 * Return: false if it does not fit, or the format is unknown.
 */
static bool put_bits(const char *format, u64 value, u64 config[3])
{
	unsigned int word = 0, low, high;
	int used = 0;

	if (sscanf(format, "config%u:%n", &word, &used) != 1 || !used)
		sscanf(format, "config:%n", &used);
	if (!used || word > 2)
		return false;
	do {
		format += used;
		used = 0;
		if (sscanf(format, "%u-%u%n", &low, &high, &used) != 2 || !used) {
			if (sscanf(format, "%u%n", &low, &used) != 1 || !used)
				return false;
			high = low;
		}
		if (high > 63 || low > high)
			return false;
		config[word] &= ~(ones(high - low + 1) << low);
		config[word] |= (value & ones(high - low + 1)) << low;
		value = high - low < 63 ? value >> (high - low + 1) : 0;
	} while (format[used++] == ',');
	return !format[used - 1] && !value;
}

static int put_term(struct description *d, const char *term, const char *number)
{
	char format[256], *end = NULL;
	u64 value = 1;

	if (number)
		value = strtoull(number, &end, 0);
	if (number && (!*number || *end)) {
		complain("%s: '%s' is no number, for the term '%s'", d->event->name, number, term);
		return -1;
	}
	if (read_line(d, "format/", term, format)) {
		complain("%s: the PMU '%s' has no event and no term '%s'", d->event->name, d->pmu,
			 term);
		return -1;
	}
	if (!put_bits(format, value, d->event->config)) {
		complain("%s: %s=%s does not fit %s", d->event->name, term, number ?: "1", format);
		return -1;
	}
	if (!strcmp(term, LATENCY_TERM))
		d->event->latency = value;
	return 0;
}

/* Later terms replace earlier ones, so that cpu/mem-loads,ldlat=30/ has its own threshold. */
static int put_terms(struct description *d, char *terms, bool may_name)
{
	char *rest = terms, *term, *number, text[256];

	while ((term = strsep(&rest, ","))) {
		number = strchr(term, '=');
		if (number)
			*number++ = 0;
		if (!number && may_name && !read_line(d, "events/", term, text)) {
			if (put_terms(d, text, false))
				return -1;
		} else if (put_term(d, term, number)) {
			return -1;
		}
	}
	return 0;
}

/* Read an event of the form PMU/TERMS/. */
static int describe(const char *pmus, struct cpu_event *event, char *name)
{
	struct description d = { .pmus = pmus, .pmu = name, .event = event };
	char *terms = strchr(name, '/'), *end, text[256];

	*terms++ = 0;
	end = strchr(terms, '/');
	if (!end || end[1] || end == terms) {
		complain("'%s' is no event: PMU/EVENT/ or PMU/EVENT,TERM=VALUE/", event->name);
		return -1;
	}
	*end = 0;
	if (!*name || read_line(&d, "", "type", text)) {
		complain("%s: there is no PMU '%s' in %s", event->name, name, pmus);
		return -1;
	}
	event->type = strtoul(text, NULL, 0);
	return put_terms(&d, terms, true);
}

/**
 * cpu_event_find() - find an event by name
 * @pmus: the directory that describes the PMUs, CPU_EVENT_PMUS
 * @name: cycles, cpu-clock, page-faults; PMU/EVENT/ or PMU/EVENT,TERM=VALUE/ as in perf; or
 *        EVENT, which is cpu/EVENT/
 * @event: filled in
 *
 * Return: 0 or -1.
 */
int cpu_event_find(const char *pmus, const char *name, struct cpu_event *event)
{
	char text[sizeof(event->name) + sizeof(CORE_PMU "//")];
	size_t i;

	for (i = 0; i < ARRAY_LEN(known); i++) {
		if (strcmp(known[i].name, name))
			continue;
		*event = known[i];
		return 0;
	}
	memset(event, 0, sizeof(*event));
	if (strlen(name) >= sizeof(event->name)) {
		complain("'%.40s...' is too long for an event", name);
		return -1;
	}
	strcpy(event->name, name);
	snprintf(text, sizeof(text), strchr(name, '/') ? "%s" : CORE_PMU "/%s/", name);
	return describe(pmus, event, text);
}

/**
 * cpu_event_open() - open an event on a processor
 * @event: the event
 * @hz: samples per second
 * @precise: precise_ip
 * @processor: the processor
 *
 * Return: its file, or -1 with errno and without a message.
 */
int cpu_event_open(const struct cpu_event *event, u32 hz, int precise, u32 processor)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = event->type,
		.config = event->config[0],
		.config1 = event->config[1],
		.config2 = event->config[2],
		.freq = 1,
		.sample_freq = hz,
		.sample_type = CPU_SAMPLE_TYPE,
		.sample_regs_intr = cpu_sample_regs(),
		.sample_id_all = 1,
		.disabled = 1,
		.comm = 1,
		.task = 1,
		.precise_ip = precise,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
	};

	return syscall(SYS_perf_event_open, &attr, -1, processor, -1, PERF_FLAG_FD_CLOEXEC);
}

/**
 * cpu_event_hint() - suggest a remedy for a rejected event
 * @error: errno
 *
 * Return: text to append to strerror(), or an empty one.
 */
const char *cpu_event_hint(int error)
{
	switch (error) {
	case EACCES:
		return " (root or CAP_PERFMON, or sysctl kernel.perf_event_paranoid=0)";
	case EPERM:
		return " (a filter of system calls, such as a container's seccomp profile, or the kernel's lockdown forbids it)";
	case ENODATA:
		return " (it needs mem-loads-aux beside it, which is not supported)";
	default:
		return "";
	}
}

/**
 * cpu_event_choose() - find the highest precise_ip that the kernel accepts
 * @event: the event
 * @hz: samples per second
 *
 * Return: precise_ip, or -1 if the kernel rejects the event. One line then lists each precise_ip
 * that was tried, with the error.
 */
int cpu_event_choose(const struct cpu_event *event, u32 hz)
{
	const int least = event->latency ? 1 : 0;
	char why[320] = "";
	int precise, fd;
	size_t at = 0;

	for (precise = event->software ? 0 : MAX_PRECISE; precise >= least; precise--) {
		fd = cpu_event_open(event, hz, precise, 0);
		if (fd >= 0) {
			close(fd);
			return precise;
		}
		at += snprintf(why + at, sizeof(why) - at, "%s%d: %s%s", at ? ", " : "", precise,
			       strerror(errno), precise == least ? cpu_event_hint(errno) : "");
		if (at >= sizeof(why))
			at = sizeof(why) - 1;
	}
	complain("--cpu: the kernel refuses %s with precise_ip %s", event->name, why);
	return -1;
}
