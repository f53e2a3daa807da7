// SPDX-License-Identifier: GPL-2.0-only
/*
 * The report of a self-test: one text file that the owner of a GPU can send, and from which
 * scripts/hardware-answers says which assumptions about the hardware hold.
 *
 * Sections begin with "== ", as in oa-report's file. Nothing in it names the machine or its user.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>

#include "oa-dump.h"
#include "tools/common/file.h"

/* One second of reports */
#define REPORTS		1000

struct selfreport {
	const char *path;
	FILE *file;
	const struct oa_report_format *format;
	u32 *reports;
	u32 num;
};

static void write_kernel(FILE *file)
{
	struct utsname name;

	if (!uname(&name))
		fprintf(file, "%s %s %s\n", name.sysname, name.release, name.machine);
}

/* A file of the GPU's PCI function, as "key: text" */
static void write_attribute(FILE *file, const struct dump_gpu *gpu, const char *name)
{
	char path[320], text[64];
	FILE *from;

	snprintf(path, sizeof(path), "%s/device/%s", gpu->sysfs, name);
	from = gpu->sysfs[0] ? fopen(path, "re") : NULL;
	if (from && fgets(text, sizeof(text), from))
		fprintf(file, "%s: %.*s\n", name, (int)strcspn(text, "\n"), text);
	if (from)
		fclose(from);
}

static void write_gpu(FILE *file, const struct dump_gpu *gpu)
{
	static const char * const attributes[] = { "vendor", "revision", "class" };
	size_t i;

	fprintf(file, "platform: %s\ndevice: 0x%04x\n", gpu->platform->key, gpu->devid);
	for (i = 0; i < ARRAY_LEN(attributes); i++)
		write_attribute(file, gpu, attributes[i]);
	fprintf(file, "driver: %s\n", gpu->driver);
	fprintf(file, "timestamp_hz: %u\n", gpu->timestamp_hz);
	fprintf(file, "max_mhz: %llu\n", (unsigned long long)gpu->facts.max_hz / 1000000);
}

/* Slices, subslices and EUs, as the driver read them from the fuses */
static void write_fuses(FILE *file, const struct dump_gpu *gpu)
{
	u32 slice;

	fprintf(file, "eus: %u\nslices: %u\n", gpu->eus, gpu->slices);
	if (!gpu->facts.has_topology)
		return;
	fprintf(file, "slice_mask: 0x%02x\n", gpu->facts.slice_mask);
	for (slice = 0; slice < GPUFACTS_SLICES; slice++)
		if (gpu->facts.slice_mask & 1u << slice)
			fprintf(file, "subslice_mask_%u: 0x%02x\n", slice,
				gpu->facts.subslices[slice]);
}

/**
 * selfreport_begin() - begin the report of a self-test
 * @path: the file, "-": standard output
 * @gpu: the GPU
 * @format: format of its reports
 *
 * Return: the report, or NULL.
 */
struct selfreport *selfreport_begin(const char *path, const struct dump_gpu *gpu,
				    const struct oa_report_format *format)
{
	struct selfreport *report = calloc(1, sizeof(*report));

	if (report)
		report->reports = calloc(REPORTS, format->bytes);
	if (report && report->reports)
		report->file = file_create(path);
	if (!report || !report->file) {
		complain("%s: %s", file_out_name(path), strerror(errno));
		if (report)
			free(report->reports);
		free(report);
		return NULL;
	}
	report->path = path;
	report->format = format;
	fprintf(report->file, "i915_oa self-test report, form 1\n\n== kernel\n");
	write_kernel(report->file);
	fprintf(report->file, "\n== gpu\n");
	write_gpu(report->file, gpu);
	fprintf(report->file, "\n== fuses\n");
	write_fuses(report->file, gpu);
	fprintf(report->file, "\n== self-test\n");
	return report;
}

/* A line of the self-test; @report may be NULL. */
void selfreport_line(struct selfreport *report, const char *format, va_list args)
{
	if (report)
		vfprintf(report->file, format, args);
}

/**
 * selfreport_take() - keep a report of the timer
 * @report: the report of the self-test, or NULL
 * @raw: the dwords
 */
void selfreport_take(struct selfreport *report, const u32 *raw)
{
	const u32 dwords = report ? report->format->bytes / 4 : 0;

	if (report && report->num < REPORTS)
		memcpy(&report->reports[report->num++ * dwords], raw, report->format->bytes);
}

/**
 * selfreport_missing() - number of reports that are to come
 * @report: the report of the self-test, or NULL
 */
u32 selfreport_missing(const struct selfreport *report)
{
	return report ? REPORTS - report->num : 0;
}

/* What i915_oa says of its last stream; i915 has no such file. */
static void write_status(FILE *file, const struct dump_gpu *gpu)
{
	char path[64], line[256];
	struct stat st;
	FILE *from;

	if (fstat(gpu->fd, &st))
		return;
	snprintf(path, sizeof(path), "/sys/kernel/debug/dri/%u/oa_status", minor(st.st_rdev));
	from = fopen(path, "re");
	if (!from)
		return;
	fprintf(file, "\n== driver\n");
	while (fgets(line, sizeof(line), from))
		fputs(line, file);
	fclose(from);
}

static void write_reports(const struct selfreport *report, u32 period)
{
	const u32 dwords = report->format->bytes / 4;
	u32 i, j;

	fprintf(report->file, "\n== reports\nformat: %s\nbytes: %u\nperiod: %u\n",
		report->format->name, report->format->bytes, period);
	for (i = 0; i < report->num; i++)
		for (j = 0; j < dwords; j++)
			fprintf(report->file, "%x%c", report->reports[i * dwords + j],
				j + 1 == dwords ? '\n' : ' ');
}

/**
 * selfreport_end() - write the rest of the report, and close it
 * @report: the report, or NULL
 * @gpu: the GPU
 * @period: ticks between reports of the timer
 *
 * Return: 0 or -1.
 */
int selfreport_end(struct selfreport *report, const struct dump_gpu *gpu, u32 period)
{
	int ret = 0;

	if (!report)
		return 0;
	write_status(report->file, gpu);
	write_reports(report, period);
	if (ferror(report->file) | file_finish(report->file)) {
		complain("%s: %s", file_out_name(report->path), strerror(errno));
		ret = -1;
	}
	free(report->reports);
	free(report);
	return ret;
}
