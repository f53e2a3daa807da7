// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records of a stream, one after the other as read() returns them.
 */
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <drm/i915_oa.h>
#include <string.h>

#include "tools/common/message.h"
#include "tools/common/progress.h"
#include "tools/common/records.h"

/**
 * record_bytes() - size of a record with a report
 * @format: format of the report
 */
size_t record_bytes(const struct oa_report_format *format)
{
	return sizeof(struct drm_i915_perf_record_header) + format->bytes;
}

/**
 * records_lost_name() - name a loss
 * @lost: the loss
 */
const char *records_lost_name(enum records_lost lost)
{
	return lost == RECORDS_LOST_BUFFER ? "buffer" : "report";
}

/**
 * records_end_name() - describe the end of a walk that did not reach the last record
 * @end: the end of the walk
 *
 * Return: a text, or NULL if the walk reached the last record.
 */
const char *records_end_name(enum records_end end)
{
	switch (end) {
	case RECORDS_CUT:
		return "the recording ends within a record";
	case RECORDS_MALFORMED:
		return "the recording is damaged, and was read up to there";
	case RECORDS_UNREADABLE:
		return "the recording could not be read to its end";
	case RECORDS_ANOTHER:
		return "another recording follows, and was not read";
	case RECORDS_STOPPED:
		return "interrupted";
	default:
		return NULL;
	}
}

/* Copy the report in the next record, if there is one. */
static bool copy_next_report(const struct record_sink *sink, const char *at, size_t left, u32 *raw)
{
	struct drm_i915_perf_record_header header;

	if (left < record_bytes(sink->format))
		return false;
	memcpy(&header, at, sizeof(header));
	if (header.type != DRM_I915_PERF_RECORD_SAMPLE ||
	    header.size != record_bytes(sink->format))
		return false;
	memcpy(raw, at + sizeof(header), sink->format->bytes);
	return true;
}

/* Complain about a report of the wrong size; @at: its record's position */
static void print_wrong_size(const struct record_sink *sink, size_t bytes, u64 at)
{
	if (sink->quiet)
		return;
	if (sink->path)
		complain("%s: the report at byte %llu has %zu bytes, where %s has %u: it and later reports are unread",
			 sink->path, (unsigned long long)at, bytes, sink->format->name,
			 sink->format->bytes);
	else
		complain("a report of %zu bytes where %s has %u", bytes, sink->format->name,
			 sink->format->bytes);
}

static int sample(const struct record_sink *sink, const struct record_view *record, size_t left,
		  u64 at)
{
	u32 raw[OA_REPORT_MAX_DWORDS], ahead[OA_REPORT_MAX_DWORDS];
	const char *payload = record->payload;
	bool has_next;

	if (record->bytes != sink->format->bytes) {
		print_wrong_size(sink, record->bytes, at);
		return RECORDS_MALFORMED;
	}
	if (!sink->report)
		return RECORDS_WHOLE;
	memcpy(raw, payload, record->bytes);
	has_next = copy_next_report(sink, payload + record->bytes, left, ahead);
	return sink->report(sink->arg, raw, has_next ? ahead : NULL) ? RECORDS_STOPPED :
								       RECORDS_WHOLE;
}

static int lost(const struct record_sink *sink, enum records_lost what)
{
	if (sink->lost)
		sink->lost(sink->arg, what);
	return 0;
}

/* A loss record follows the status record that it belongs to. */
static int loss(const struct record_sink *sink, const void *payload, size_t bytes)
{
	struct drm_i915_oa_loss loss;

	if (bytes != sizeof(loss)) {
		if (!sink->quiet)
			complain("a loss record of %zu bytes, not %zu", bytes, sizeof(loss));
		return RECORDS_MALFORMED;
	}
	memcpy(&loss, payload, bytes);
	if (sink->loss)
		sink->loss(sink->arg, loss.count, loss.flags & DRM_I915_OA_LOSS_EXACT);
	return 0;
}

/* Pass on a record; @left: bytes behind it, @at: its position in the file */
static int pass_on(const struct record_sink *sink, const struct record_view *record, size_t left,
		   u64 at)
{
	switch (record->type) {
	case DRM_I915_PERF_RECORD_SAMPLE:
		return sample(sink, record, left, at);
	case DRM_I915_PERF_RECORD_OA_REPORT_LOST:
		return lost(sink, RECORDS_LOST_REPORT);
	case DRM_I915_PERF_RECORD_OA_BUFFER_LOST:
		return lost(sink, RECORDS_LOST_BUFFER);
	case DRM_I915_OA_RECORD_LOSS:
		return loss(sink, record->payload, record->bytes);
	default:
		return sink->other && sink->other(sink->arg, record->type, record->payload,
						  record->bytes) ? RECORDS_STOPPED : RECORDS_WHOLE;
	}
}

/**
 * record_clocks() - extract a reading of all clocks from a record
 * @type: its type
 * @payload: its payload
 * @bytes: size of @payload
 * @clocks: filled in if the record has a reading; clocks that are 0 are unknown
 */
bool record_clocks(u32 type, const void *payload, size_t bytes, struct record_clocks *clocks)
{
	struct recorder_clocks pair;

	if (type == RECORD_CLOCKS && bytes == sizeof(*clocks)) {
		memcpy(clocks, payload, bytes);
		return true;
	}
	if (type != RECORDER_CLOCKS || bytes != sizeof(pair))
		return false;
	memcpy(&pair, payload, bytes);
	*clocks = (struct record_clocks){
		.monotonic_ns = pair.cpu_ns, .gpu_ticks = pair.gpu_ticks,
	};
	return true;
}

/**
 * record_silence() - extract a silence of the timer from a record
 * @type: its type
 * @payload: its payload
 * @bytes: size of @payload
 * @silence: filled in if the record is one
 */
bool record_silence(u32 type, const void *payload, size_t bytes, struct record_silence *silence)
{
	if (type != RECORD_SILENCE || bytes != sizeof(*silence))
		return false;
	memcpy(silence, payload, bytes);
	return true;
}

/**
 * record_padding() - bytes between a record and the next one
 * @type: the record's type
 * @end: its end
 * @size: its size
 * @left: bytes at @end
 *
 * After a topology of @size bytes the recorder writes @size % 8 zeros, which @size does not count.
 * No record begins with a zero byte, except the first one of a recorder's file.
 */
size_t record_padding(u32 type, const char *end, size_t size, size_t left)
{
	size_t n = type == RECORDER_TOPOLOGY ? size % 8 : 0, i;

	for (i = 0; i < n; i++)
		if (i >= left || end[i])
			return 0;
	return n;
}

/**
 * records_first() - find the first record in a part of a file
 * @at: the part, which begins with a record
 * @left: its size
 * @record: filled in
 *
 * Return: false if the record or its padding is truncated, or the record is invalid.
 */
bool records_first(const char *at, size_t left, struct record_view *record)
{
	struct drm_i915_perf_record_header header;
	size_t size;

	if (left < sizeof(header))
		return false;
	memcpy(&header, at, sizeof(header));
	/* The bytes after a topology may be its padding */
	size = header.size + (header.type == RECORDER_TOPOLOGY ? header.size % 8 : 0);
	if (header.size < sizeof(header) || size > left)
		return false;
	*record = (struct record_view){
		.type = header.type,
		.payload = at + sizeof(header),
		.bytes = header.size - sizeof(header),
		.size = header.size + record_padding(header.type, at + header.size, header.size,
						     left - header.size),
	};
	return true;
}

/**
 * records_whole() - size of the whole records in a part of a file
 * @buf: the part, which begins with a record
 * @bytes: its size
 *
 * Return: size of the whole records with their padding, 0 if the first one is truncated or invalid.
 */
size_t records_whole(const void *buf, size_t bytes)
{
	struct record_view record;
	size_t at = 0;

	while (records_first((const char *)buf + at, bytes - at, &record))
		at += record.size;
	return at;
}

/**
 * records_another() - check whether a record is the first one of another recording
 * @head: what was seen before it, at first nothing; updated
 * @type: type of the record
 */
bool records_another(struct records_head *head, u32 type)
{
	switch (type) {
	case RECORD_ORIGIN:
	case RECORDER_VERSION:
		if (head->origin || head->stream)
			return true;
		head->origin = true;
		return false;
	case RECORD_COUNTED:
	case RECORD_SOURCE:
	case RECORDER_DEVICE:
	case RECORDER_TOPOLOGY:
		return head->stream;
	case DRM_I915_PERF_RECORD_SAMPLE:
	case DRM_I915_PERF_RECORD_OA_REPORT_LOST:
	case DRM_I915_PERF_RECORD_OA_BUFFER_LOST:
	case DRM_I915_OA_RECORD_LOSS:
		head->stream = true;
		return false;
	default:
		return false;
	}
}

/**
 * records_of_one() - size of the records in a part of a file that precede another recording
 * @head: what the parts before have; updated
 * @buf: the part, which begins with a record
 * @bytes: its size
 *
 * Return: @bytes if no other recording begins in the part.
 */
size_t records_of_one(struct records_head *head, const void *buf, size_t bytes)
{
	struct record_view record;
	size_t at = 0;

	while (records_first((const char *)buf + at, bytes - at, &record)) {
		if (records_another(head, record.type))
			return at;
		at += record.size;
	}
	return bytes;
}

static void print_malformed(const struct record_sink *sink, u64 done, size_t left)
{
	const u64 at = sink->offset + done;

	if (sink->quiet)
		return;
	if (sink->path)
		complain("%s: the record at byte %llu does not fit the %llu bytes that are left",
			 sink->path, (unsigned long long)at,
			 (unsigned long long)(sink->total - at));
	else
		complain("a record that does not fit the %zu bytes left of its data", left);
}

/**
 * records_walk() - walk records one by one
 * @sink: callbacks for the records
 * @buf: whole records
 * @bytes: size of all records in @buf
 *
 * Return: RECORDS_WHOLE, which is 0, or the reason of an early end.
 */
enum records_end records_walk(const struct record_sink *sink, const void *buf, size_t bytes)
{
	struct drm_i915_perf_record_header header;
	const char *at = buf;
	struct record_view view;
	size_t left = bytes;
	enum records_end end;

	while (left) {
		if (sink->total)
			progress_walk(sink->offset + bytes - left, sink->total);
		if (left < sizeof(header)) {
			end = RECORDS_CUT;
			goto malformed;
		}
		memcpy(&header, at, sizeof(header));
		end = header.size < sizeof(header) ? RECORDS_MALFORMED : RECORDS_CUT;
		if (header.size < sizeof(header) || header.size > left)
			goto malformed;
		view = (struct record_view){
			.type = header.type,
			.payload = at + sizeof(header),
			.bytes = header.size - sizeof(header),
			.size = header.size + record_padding(header.type, at + header.size,
							     header.size, left - header.size),
		};
		end = pass_on(sink, &view, left - header.size, sink->offset + bytes - left);
		if (end)
			return end;
		at += view.size;
		left -= view.size;
	}
	return RECORDS_WHOLE;

malformed:
	print_malformed(sink, bytes - left, left);
	return end;
}
