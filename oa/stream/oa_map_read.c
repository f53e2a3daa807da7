// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: read() of a mapped stream
 *
 * A stream with a mapped ring can be read as well. Reports that have landed are published
 * first. Published reports are then framed as records, at the expense of the mapping's
 * reader. They were judged when they were published; gaps become status records.
 *
 * Facts: abi.rst 10.2, 10.3; architecture.rst "What always holds", 1 and 2.
 */
#include <linux/ktime.h>

#include <uapi/drm/i915_drm.h>
#include <uapi/drm/i915_oa.h>

#include "oa_compat.h"
#include "stream/oa_frame.h"
#include "stream/oa_map.h"
#include "stream/oa_map_read.h"
#include "stream/oa_map_ring.h"
#include "stream/oa_publish.h"
#include "stream/oa_recover.h"
#include "stream/oa_sampling.h"
#include "stream/oa_section.h"
#include "stream/oa_stream_types.h"

/**
 * struct oa_map_place - how far the mapped ring was framed
 */
struct oa_map_place {
	/** @position: of the next report */
	u64 position;
	/** @gap: number of the next gap */
	u64 gap;
};

/* Return: 0, -EAGAIN at the end of what is published, or -ENOSPC. */
static int oa_map_frame_one(struct oa_stream *stream, struct oa_frame *frame,
			    struct oa_map_place *place)
{
	struct oa_map *map = stream->map;
	const struct drm_i915_oa_gap *gap = oa_map_gap_before(map, place->gap, place->position);
	int ret;

	if (gap) {
		const struct drm_i915_oa_loss loss = {
			.count = gap->lost,
			.after = gap->after,
			.before = gap->before,
			.flags = gap->flags & ~DRM_I915_OA_GAP_RESTART,
		};

		ret = gap->type ? oa_frame_loss(frame, gap->type, &loss) : 0;
		if (ret)
			return ret;
		place->position = max(place->position, gap->resume);
		place->gap++;
		return 0;
	}
	if (place->position == map->head)
		return -EAGAIN;
	oa_ring_copy(&stream->ring, place->position - map->tail, oa_frame_payload(frame));
	ret = oa_frame_record(frame, DRM_I915_PERF_RECORD_SAMPLE, stream->ring.report_bytes);
	if (!ret)
		place->position += stream->ring.report_bytes;
	return ret;
}

/* struct oa_map_reader - how far a read of a mapped ring has got */
struct oa_map_reader {
	struct oa_section *section;
	struct oa_frame frame;
	struct iov_iter *to;
	/* bytes of whole records */
	ssize_t copied;
};

/* Return: 0, or why the batch ends; -ERESTART: it must be made again. */
static int oa_map_read_try(struct oa_map_reader *reader, struct oa_map_place *place)
{
	struct oa_stream *stream = reader->section->stream;
	int ret = 0, err, i;

	place->position = stream->map->tail;
	place->gap = stream->map->gap_tail;
	for (i = 0; i < OA_FRAME_REPORTS && !ret; i++)
		ret = oa_map_frame_one(stream, &reader->frame, place);
	if (oa_unit_overflowed(stream)) {
		if (reader->section->nowait)
			return -EBUSY;
		oa_recover_overflow(stream);
		return -EAGAIN;
	}
	err = oa_section_copy(reader->section, &reader->frame, reader->to);
	if (err)
		return err;
	reader->copied += reader->frame.framed;
	oa_map_done(stream, place->position, place->gap);
	return reader->frame.faulted ? -EFAULT : ret;
}

/* Frame some hundred reports and copy them. Return: 0 if there may be more, or why not. */
static int oa_map_read_batch(struct oa_map_reader *reader)
{
	const bool samples = reader->frame.samples;
	struct oa_map_place place;
	int ret;

	do {
		oa_frame_begin(&reader->frame, reader->to, samples);
		ret = oa_map_read_try(reader, &place);
	} while (ret == -ERESTART);
	return ret;
}

/**
 * oa_map_read() - copy records of a mapped ring to user space
 * @section: entered
 * @to: where to; advanced by what was copied
 *
 * Process context, oa_stream.reading held. Return: as oa_stream_read(); -EINVAL if the positions
 * of the mapping's reader were never published.
 */
ssize_t oa_map_read(struct oa_section *section, struct iov_iter *to)
{
	struct oa_map_reader reader = { .section = section, .to = to };
	struct oa_stream *stream = section->stream;
	u64 now;
	int ret;

	ret = oa_map_sync(stream, section->nowait);
	stream->stats->looks++;
	oa_frame_init(&reader.frame, stream);
	while (!ret)
		ret = oa_map_read_batch(&reader);
	if (ret != -ENODEV && !oa_map_unread(stream->map)) {
		now = ktime_get_ns();
		oa_stream_drained(stream, now, now);
	}
	return reader.copied ?: ret;
}
