// SPDX-License-Identifier: GPL-2.0-only
/*
 * Saved records.
 *
 * A file holds records as read() returned them. The first two records are of types of this
 * tool: they describe the origin of the others, and what is known of their counters. A file
 * without them can be decoded too, with --platform, --format and --eus.
 */
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "oa-dump.h"

/* Far from the types that drivers use */
#define RECORD_ORIGIN	0x4f410001u
#define RECORD_COUNTED	0x4f410002u

/* Payload of RECORD_ORIGIN */
struct origin {
	u32 version;
	u32 devid;
	u32 format;
	u32 exponent;
	u32 timestamp_hz;
	u32 pad;
};

#define ORIGIN_VERSION	1

struct origin_record {
	struct drm_i915_perf_record_header header;
	struct origin origin;
};

/* Payload of RECORD_COUNTED: 0 where it is not known */
struct counted {
	u32 programmed;
	u32 eus;
	u32 slices;
	u32 pad;
};

struct counted_record {
	struct drm_i915_perf_record_header header;
	struct counted counted;
};

/**
 * rawfile_create() - create a file of records
 * @path: path of the file
 * @gpu: the GPU that writes the records
 * @format: format of the reports
 * @exponent: exponent of the timer
 * @programmed: OA_PROGRAMMED_*, what the metric set counts
 *
 * Return: the file, positioned for the first record, or NULL.
 */
FILE *rawfile_create(const char *path, const struct dump_gpu *gpu,
		     const struct oa_report_format *format, unsigned int exponent,
		     u32 programmed)
{
	const struct counted_record counted = {
		.header = { .type = RECORD_COUNTED, .size = sizeof(counted) },
		.counted = { .programmed = programmed, .eus = gpu->eus, .slices = gpu->slices },
	};
	const struct origin_record record = {
		.header = { .type = RECORD_ORIGIN, .size = sizeof(record) },
		.origin = {
			.version = ORIGIN_VERSION,
			.devid = gpu->devid,
			.format = format->id,
			.exponent = exponent,
			.timestamp_hz = gpu->timestamp_hz,
		},
	};
	FILE *file = fopen(path, "wbe");

	if (file && fwrite(&record, sizeof(record), 1, file) == 1 &&
	    fwrite(&counted, sizeof(counted), 1, file) == 1)
		return file;
	complain("%s: %s", path, strerror(errno));
	if (file)
		fclose(file);
	return NULL;
}

static void *slurp(const char *path, size_t *bytes)
{
	FILE *file = fopen(path, "rbe");
	size_t room = 0, got;
	char *buf = NULL, *more;

	*bytes = 0;
	do {
		if (!file)
			break;
		room += 1 << 20;
		more = realloc(buf, room);
		if (!more)
			break;
		buf = more;
		got = fread(buf + *bytes, 1, room - *bytes, file);
		*bytes += got;
	} while (*bytes == room);
	if (!file || ferror(file) || !buf) {
		complain("%s: %s", path, strerror(errno));
		free(buf);
		buf = NULL;
	}
	if (file)
		fclose(file);
	return buf;
}

/* Return: size of the record of the origin, 0 if there is none. */
static size_t find_origin(const void *buf, size_t bytes, struct origin *origin)
{
	struct origin_record record;

	if (bytes < sizeof(record))
		return 0;
	memcpy(&record, buf, sizeof(record));
	if (record.header.type != RECORD_ORIGIN || record.header.size != sizeof(record) ||
	    record.origin.version != ORIGIN_VERSION)
		return 0;
	*origin = record.origin;
	return sizeof(record);
}

/* Return: size of the record of what is counted, 0 if there is none. */
static size_t find_counted(const void *buf, size_t bytes, struct counted *counted)
{
	struct counted_record record;

	if (bytes < sizeof(record))
		return 0;
	memcpy(&record, buf, sizeof(record));
	if (record.header.type != RECORD_COUNTED || record.header.size != sizeof(record))
		return 0;
	*counted = record.counted;
	return sizeof(record);
}

static const struct dump_platform *
decode_platform(const struct dump_options *options, const struct origin *origin, bool known)
{
	const struct dump_platform *platform;

	if (options->platform)
		return platform_by_key(options->platform);
	if (!known) {
		complain("%s does not say what wrote it: give --platform and --format",
			 options->decode);
		return NULL;
	}
	platform = platform_by_devid(origin->devid);
	if (!platform)
		complain("%s: no report formats known of PCI device %04x", options->decode,
			 origin->devid);
	return platform;
}

/* A page needs the length of the recording, so the records are read once more before. */
static struct html_page *new_page(const struct dump_sink *sink, const char *buf, size_t bytes)
{
	const struct dump_options quiet = { .quiet = true };
	struct dump_sink *dry = malloc(sizeof(*dry));
	struct html_page *page;

	if (!dry)
		return html_new(0, 0);
	*dry = *sink;
	dry->options = &quiet;
	records_sink(dry, buf, bytes);
	page = html_new(dry->elapsed, dry->reports);
	free(dry);
	return page;
}

static int decode_records(struct dump_sink *sink, const char *buf, size_t bytes)
{
	const char *html = sink->options->html;
	int ret;

	if (html) {
		sink->html = new_page(sink, buf, bytes);
		if (!sink->html)
			return -1;
	}
	print_header(sink);
	ret = records_sink(sink, buf, bytes);
	if (html && html_write(sink, html))
		ret = -1;
	html_free(sink->html);
	print_summary(sink);
	return ret;
}

static int decode(const struct dump_options *options, const char *buf, size_t bytes)
{
	struct origin origin = { .timestamp_hz = 0 };
	struct counted counted = { .programmed = 0 };
	size_t skip = find_origin(buf, bytes, &origin);
	struct dump_sink sink = { .out = stdout, .options = options };
	char number[16];

	sink.platform = decode_platform(options, &origin, skip);
	if (!sink.platform)
		return -1;
	snprintf(number, sizeof(number), "%u", origin.format);
	sink.format = platform_format(sink.platform, options->format ?: (skip ? number : NULL));
	if (!sink.format)
		return -1;
	sink.timestamp_hz = origin.timestamp_hz ?: sink.platform->timestamp_hz;
	if (columns_select(&sink))
		return -1;
	skip += find_counted(buf + skip, bytes - skip, &counted);
	tree_machine(&sink, counted.eus, counted.slices, counted.programmed);
	return decode_records(&sink, buf + skip, bytes - skip);
}

/**
 * rawfile_decode() - print a saved file
 * @options: the command line, with the file
 *
 * Return: 0 or -1.
 */
int rawfile_decode(const struct dump_options *options)
{
	size_t bytes;
	char *buf = slurp(options->decode, &bytes);
	int ret;

	if (!buf)
		return -1;
	ret = decode(options, buf, bytes);
	free(buf);
	return ret;
}
