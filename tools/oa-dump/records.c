// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records of a stream, one after the other as read() returns them.
 */
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <drm/i915_oa.h>
#include <string.h>

#include "oa-dump.h"

/**
 * record_bytes() - size of a record with a report
 * @format: format of the report
 */
size_t record_bytes(const struct oa_report_format *format)
{
	return sizeof(struct drm_i915_perf_record_header) + format->bytes;
}

static int sample(struct dump_sink *sink, const void *payload, size_t bytes)
{
	u32 raw[OA_REPORT_MAX_DWORDS];

	if (bytes != sink->format->bytes) {
		complain("a report of %zu bytes where %s has %u", bytes, sink->format->name,
			 sink->format->bytes);
		return -1;
	}
	memcpy(raw, payload, bytes);
	sink->reports++;
	print_report(sink, raw);
	return 0;
}

/* A loss record follows the status record that it belongs to. */
static int loss(struct dump_sink *sink, const void *payload, size_t bytes)
{
	struct drm_i915_oa_loss loss;

	if (bytes != sizeof(loss)) {
		complain("a loss record of %zu bytes, not %zu", bytes, sizeof(loss));
		return -1;
	}
	memcpy(&loss, payload, bytes);
	sink->lost += loss.count;
	sink->uncounted -= !!sink->uncounted;
	print_loss(sink, "count", loss.count, loss.flags & DRM_I915_OA_LOSS_EXACT);
	return 0;
}

static int record(struct dump_sink *sink, u32 type, const void *payload, size_t bytes)
{
	switch (type) {
	case DRM_I915_PERF_RECORD_SAMPLE:
		return sample(sink, payload, bytes);
	case DRM_I915_PERF_RECORD_OA_REPORT_LOST:
		sink->losses++;
		sink->uncounted++;
		print_loss(sink, "report", 0, false);
		return 0;
	case DRM_I915_PERF_RECORD_OA_BUFFER_LOST:
		sink->losses++;
		sink->uncounted++;
		print_loss(sink, "buffer", 0, false);
		return 0;
	case DRM_I915_OA_RECORD_LOSS:
		return loss(sink, payload, bytes);
	default:
		sink->unknown++;
		return 0;
	}
}

/**
 * records_sink() - decode records and print them
 * @sink: the sink
 * @buf: whole records
 * @bytes: size of all records in @buf
 *
 * Return: 0, or -1 if they are malformed.
 */
int records_sink(struct dump_sink *sink, const void *buf, size_t bytes)
{
	struct drm_i915_perf_record_header header;
	const char *at = buf;

	while (bytes) {
		if (bytes < sizeof(header))
			goto malformed;
		memcpy(&header, at, sizeof(header));
		if (header.size < sizeof(header) || header.size > bytes)
			goto malformed;
		if (record(sink, header.type, at + sizeof(header), header.size - sizeof(header)))
			return -1;
		at += header.size;
		bytes -= header.size;
	}
	return 0;

malformed:
	complain("a record that does not fit the %zu bytes left of its data", bytes);
	return -1;
}
