// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Reading reports
 *
 * A report is copied to user space only when it has landed whole and is valid
 * for its format. What is missing is announced where it is missing (oa_loss.c).
 *
 * Records are framed in a batch, a few hundred at most, so that a report is still
 * in the cache when it is judged, copied out and zeroed, and user memory is opened
 * and the unit asked once for many. In overrun mode hardware overwrites unread
 * reports when the buffer is full, possibly while they are framed. So a batch counts
 * only when the unit says after it that nothing overflowed, and when it has reached
 * the reader; otherwise it is taken back, in whole or from the first record on that
 * did not get there.
 *
 * Status records stand at the start of a read: a read that meets a gap behind
 * reports it already copied ends there.
 *
 * Facts: ABI contract 10.2, 10.3; DESIGN "What always holds", 1 and 2.
 */
#include <linux/ktime.h>
#include <linux/uio.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_oa.h>

#include "oa_batch.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_loss.h"
#include "oa_map.h"
#include "oa_platform.h"
#include "oa_stream.h"
#include "oa_unit.h"

/**
 * struct oa_cursor - how far a read has got
 */
struct oa_cursor {
	/** @to: where records go; bytes of it are used as batches are copied */
	struct iov_iter *to;
	/** @copied: bytes of whole records copied so far */
	size_t copied;
	/** @room: bytes that the batch in the making may grow to */
	size_t room;
	/** @framed: bytes of whole records in it */
	size_t framed;
	/** @samples: the read holds a sample already */
	bool samples;
	/** @position: of the next report in the mapped ring */
	u64 position;
	/** @gap: number of the next gap in it */
	u64 gap;
	/** @left: bytes of the ring still to look at, up to the tail as it was first seen */
	u32 left;
};

/* Where a record begins that is framed next. */
static void *oa_frame(const struct oa_stream *stream, const struct oa_cursor *cur)
{
	return stream->batch + cur->framed;
}

static u32 *oa_payload(const struct oa_stream *stream, const struct oa_cursor *cur)
{
	return oa_frame(stream, cur) + sizeof(struct drm_i915_perf_record_header);
}

/* A record whose payload is in place becomes part of the batch. */
static int oa_frame_done(struct oa_stream *stream, struct oa_cursor *cur, u32 type, size_t payload)
{
	struct drm_i915_perf_record_header *header = oa_frame(stream, cur);

	if (cur->room - cur->framed < sizeof(*header) + payload)
		return -ENOSPC;
	header->type = type;
	header->pad = 0;
	header->size = sizeof(*header) + payload;
	cur->framed += header->size;
	return 0;
}

static int oa_emit(struct oa_stream *stream, struct oa_cursor *cur, u32 type,
		   const void *payload, size_t bytes)
{
	memcpy(oa_payload(stream, cur), payload, bytes);
	return oa_frame_done(stream, cur, type, bytes);
}

/* A lost-status record, and the loss record that belongs to it: both or none. */
static int oa_emit_loss(struct oa_stream *stream, struct oa_cursor *cur, u32 type,
			const struct drm_i915_oa_loss *loss)
{
	const size_t framed = cur->framed;
	int ret = oa_frame_done(stream, cur, type, 0);

	if (!ret && stream->props.loss_records)
		ret = oa_emit(stream, cur, DRM_I915_OA_RECORD_LOSS, loss, sizeof(*loss));
	if (ret)
		cur->framed = framed;
	return ret;
}

static int oa_emit_pending(struct oa_stream *stream, struct oa_cursor *cur)
{
	struct oa_pending *p = &stream->seen.pending;
	const struct drm_i915_oa_loss loss = {
		.count = p->count,
		.after = p->after,
		.before = p->before,
		.flags = p->exact ? DRM_I915_OA_LOSS_EXACT : 0,
	};
	int ret = oa_emit_loss(stream, cur, p->type, &loss);

	if (!ret)
		memset(p, 0, sizeof(*p));
	return ret;
}

static int oa_deliver(struct oa_stream *stream, struct oa_cursor *cur, const u32 *report)
{
	const u32 bytes = stream->props.format->bytes;
	u32 *payload = oa_payload(stream, cur);
	int ret;

	if (!stream->seen.gap_checked)
		oa_stream_check_gap(stream, report);
	if (stream->seen.pending.type)
		/*
		 * Ends this read; the next one begins with the announcement, and
		 * finds the report anew.
		 */
		return cur->samples ? -ENOSPC : oa_emit_pending(stream, cur);
	if (!oa_filter_wants(&stream->seen.filter, report)) {
		oa_stream_accept(stream, report);
		stream->oa->stats.filtered++;
		return 0;
	}
	if (report != payload)
		memcpy(payload, report, bytes);
	ret = oa_frame_done(stream, cur, DRM_I915_PERF_RECORD_SAMPLE, bytes);
	if (ret)
		return ret;
	cur->samples = true;
	oa_stream_accept(stream, payload);
	oa_filter_passed(&stream->seen.filter, payload);
	stream->oa->stats.delivered++;
	return 0;
}

static int oa_look(struct oa_stream *stream, struct oa_cursor *cur, u32 tail, u64 now)
{
	enum oa_verdict verdict;
	const u32 *report;

	switch (oa_ring_view(&stream->ring, &stream->seen.validator, tail, now,
			     oa_payload(stream, cur), &report, &verdict)) {
	case OA_RING_REPORT:
		return oa_deliver(stream, cur, report);
	case OA_RING_BAD:
		oa_stream_drop(stream, verdict, report);
		return 0;
	default:
		return -EAGAIN;
	}
}

static int oa_read_gap(struct oa_stream *stream, struct oa_cursor *cur,
		       const struct drm_i915_oa_gap *gap)
{
	const struct drm_i915_oa_loss loss = {
		.count = gap->lost,
		.after = gap->after,
		.before = gap->before,
		.flags = gap->flags & DRM_I915_OA_LOSS_EXACT,
	};
	int ret = 0;

	if (gap->type)
		ret = cur->samples ? -ENOSPC : oa_emit_loss(stream, cur, gap->type, &loss);
	if (ret)
		return ret;
	cur->position = max(cur->position, gap->resume);
	cur->gap++;
	return 0;
}

/* The next report of the mapped ring: it was judged when it was published. */
static int oa_read_published(struct oa_stream *stream, struct oa_cursor *cur)
{
	const struct drm_i915_oa_gap *gap = oa_map_gap(stream->map, cur->gap, cur->position);
	int ret;

	if (gap)
		return oa_read_gap(stream, cur, gap);
	if (cur->position == stream->map->head)
		return -EAGAIN;
	oa_ring_copy(&stream->ring, cur->position - stream->map->tail,
		     oa_payload(stream, cur));
	ret = oa_frame_done(stream, cur, DRM_I915_PERF_RECORD_SAMPLE, stream->ring.report_bytes);
	if (ret)
		return ret;
	cur->position += stream->ring.report_bytes;
	cur->samples = true;
	return 0;
}

static int oa_read_step(struct oa_stream *stream, struct oa_cursor *cur, u32 tail, u64 now)
{
	u32 passed = stream->ring.passed;
	int ret;

	if (stream->map)
		return oa_read_published(stream, cur);
	if (cur->left < stream->ring.report_bytes) {
		/* Nothing is missing: the clock must not run on for a report to come. */
		WRITE_ONCE(stream->ring.waiting_since, 0);
		return -EAGAIN;
	}
	ret = oa_look(stream, cur, tail, now);
	cur->left -= stream->ring.passed - passed;
	return ret;
}

/* Reports in a row that all are what is expected: nearly all are. */
static u32 oa_read_run(struct oa_stream *stream, struct oa_cursor *cur, u32 tail, u32 max)
{
	const struct oa_report_format *format = stream->props.format;
	const u32 bytes = format->bytes;
	const u32 size = sizeof(struct drm_i915_perf_record_header) + bytes;
	const u32 *reports;
	u32 n, i;

	if (stream->map || stream->seen.filter.bound)
		return 0;
	max = min3(max, (u32)(cur->room - cur->framed) / size, cur->left / bytes);
	n = oa_stream_pass_run(stream, tail, max, &reports);
	for (i = 0; i < n; i++) {
		u32 *payload = oa_payload(stream, cur);

		memcpy(payload, reports + i * bytes / sizeof(*reports), bytes);
		if (format->rpt_id)
			oa_filter_passed(&stream->seen.filter, payload);
		oa_frame_done(stream, cur, DRM_I915_PERF_RECORD_SAMPLE, bytes);
	}
	if (!n)
		return 0;
	cur->samples = true;
	cur->left -= n * bytes;
	stream->oa->stats.delivered += n;
	return n;
}

/* Fill the batch with what there is. Return: why it ended, 0: because it is full. */
static int oa_frame_batch(struct oa_stream *stream, struct oa_cursor *cur, u32 tail, size_t room)
{
	const u64 now = ktime_get_ns();
	int ret = 0;
	u32 i, n;

	cur->framed = 0;
	cur->room = room;
	if (!stream->map && stream->seen.pending.type)
		ret = cur->samples ? -ENOSPC : oa_emit_pending(stream, cur);
	for (i = 0; i < OA_BATCH_REPORTS && !ret; i += n ?: 1) {
		n = oa_read_run(stream, cur, tail, OA_BATCH_REPORTS - i);
		if (!n)
			ret = oa_read_step(stream, cur, tail, now);
	}
	return ret;
}

/* Whole records at the start of the batch that fit into so many bytes. */
static size_t oa_whole_records(const struct oa_stream *stream, size_t framed, size_t bytes)
{
	const struct drm_i915_perf_record_header *header;
	size_t whole = 0;

	while (whole < framed) {
		header = stream->batch + whole;
		if (whole + header->size > bytes)
			break;
		whole += header->size;
	}
	return whole;
}

/* The batch has reached the reader: what it holds leaves the ring. */
static void oa_commit(struct oa_stream *stream, struct oa_cursor *cur)
{
	cur->copied += cur->framed;
	if (stream->map) {
		oa_map_done(stream, cur->position, cur->gap);
		return;
	}
	oa_batch_consume(stream);
}

static bool oa_copy_out(struct oa_stream *stream, struct oa_cursor *cur, size_t *whole)
{
	size_t copied = copy_to_iter(stream->batch, cur->framed, cur->to);

	if (copied == cur->framed)
		return true;
	*whole = oa_whole_records(stream, cur->framed, copied);
	iov_iter_revert(cur->to, copied);
	return false;
}

/* An overflow takes back a batch, and all behind it: only the announcement comes next. */
static int oa_read_overflow(struct oa_stream *stream, struct oa_cursor *cur)
{
	oa_stream_overflow(stream);
	cur->left = 0;
	/* In a mapped ring it is published first. */
	if (stream->map)
		return -EAGAIN;
	return cur->samples ? -ENOSPC : 0;
}

static int oa_read_batch(struct oa_stream *stream, struct oa_cursor *cur, u32 tail)
{
	size_t whole = min_t(size_t, iov_iter_count(cur->to), OA_BATCH_BYTES);
	const struct oa_batch batch = oa_batch_begin(stream);
	const struct oa_cursor began = *cur;
	bool faulted;
	int ret;

	/* What did not get there whole stays: so much as did is framed a second time. */
	for (faulted = false;; faulted = true) {
		ret = oa_frame_batch(stream, cur, tail, whole);
		if (oa_stream_overflowed(stream)) {
			oa_batch_undo(stream, &batch);
			*cur = began;
			return oa_read_overflow(stream, cur);
		}
		if (oa_copy_out(stream, cur, &whole))
			break;
		oa_batch_undo(stream, &batch);
		*cur = began;
		if (!whole || faulted)
			return -EFAULT;
	}
	oa_commit(stream, cur);
	return faulted ? -EFAULT : ret;
}

/*
 * A tail at the head says empty, or full if something is there. The tail moves before its
 * data land, so what landed after it was read has moved it by now: a second look tells.
 */
static u32 oa_tail(const struct oa_stream *stream, bool *empty)
{
	struct oa_unit *unit = &stream->oa->unit;
	u32 tail = oa_ops(stream)->tail(unit);

	*empty = !oa_ring_used(&stream->ring, tail);
	if (!*empty && tail == stream->ring.head)
		tail = oa_ops(stream)->tail(unit);
	return tail;
}

/*
 * Is the ring full, with its tail at the head and something there? A write that came
 * after its report was given up looks the same.
 */
static bool oa_full(const struct oa_stream *stream)
{
	u32 head[OA_LINE_DWORDS];

	/* What was passed and is still there shows that it is. */
	if (stream->ring.passed || !stream->seen.validator.have_last)
		return true;
	memcpy(head, stream->ring.vaddr + stream->ring.head, sizeof(head));
	return oa_report_in_order(&stream->seen.validator, head);
}

/**
 * oa_stream_span() - how much there is to look at
 * @stream: the stream, enabled
 * @tail: offset of the tail
 * @bytes: of reports behind what was passed, up to the tail
 *
 * Process context, stream lock held, GPU present. Also sets the time that none of them is
 * younger than. Return: 0, or -EAGAIN behind a reset, whose tail is none.
 */
int oa_stream_span(struct oa_stream *stream, u32 *tail, u32 *bytes)
{
	const struct oa_ring *ring = &stream->ring;
	bool empty;

	*tail = oa_tail(stream, &empty);
	if (oa_ops(stream)->reset_took(&stream->oa->unit))
		return -EAGAIN;
	/* What the tail covers was written before now. */
	stream->seen.validator.not_after = oa_ops(stream)->timestamp(&stream->oa->unit);
	if (empty || (*tail == ring->head && !oa_full(stream)))
		*bytes = 0;
	else
		*bytes = oa_ring_used(ring, *tail) - ring->passed;
	return 0;
}

/* What is published is read first, and what has landed is published first. */
static ssize_t oa_read_map(struct oa_stream *stream, struct iov_iter *to)
{
	struct oa_cursor cur = { .to = to };
	int ret = oa_map_sync(stream);

	cur.position = stream->map->tail;
	cur.gap = stream->map->gap_tail;
	while (!ret)
		ret = oa_read_batch(stream, &cur, 0);
	if (!oa_map_unread(stream->map))
		oa_stream_drained(stream, ktime_get_ns());
	return cur.copied ? cur.copied : ret;
}

/**
 * oa_stream_read() - copy records to user space
 * @stream: the stream
 * @to: where to; advanced by what was copied
 *
 * Process context, stream lock held, GPU present. Never waits, but for page
 * faults. Return: bytes copied; with none copied -EAGAIN if there is nothing,
 * -ENOSPC if the next record does not fit, -EFAULT if it could not be copied (it
 * stays), -EIO if the stream does not sample.
 */
ssize_t oa_stream_read(struct oa_stream *stream, struct iov_iter *to)
{
	struct oa_cursor cur = { .to = to };
	u64 began = ktime_get_ns();
	u32 tail;
	int ret = 0;

	if (stream->map)
		return oa_read_map(stream, to);
	ret = oa_stream_check(stream);
	if (ret)
		return ret;
	ret = oa_stream_span(stream, &tail, &cur.left);
	while (!ret)
		ret = oa_read_batch(stream, &cur, tail);

	/* While something is left behind, for want of room or of memory, poll goes on saying so. */
	if (ret == -EAGAIN)
		oa_stream_drained(stream, began);
	return cur.copied ? cur.copied : ret;
}

/* The tail is ahead of memory: worth a look only when it will be given up. */
static bool oa_landing_overdue(struct oa_ring *ring)
{
	u64 since = READ_ONCE(ring->waiting_since), now = ktime_get_ns();

	if (!since)
		WRITE_ONCE(ring->waiting_since, now);
	return since && now - since >= OA_RING_LANDING_LIMIT_NS;
}

/**
 * oa_stream_waiting() - what waits to be read?
 * @wake: of the stream
 *
 * Any context, hard IRQ included; the stream is live. Return: reports, as exactly as
 * the waiters want to know; OA_WAKE_URGENT if there is something that can't wait, such as
 * what a mapped ring shows already.
 */
u32 oa_stream_waiting(struct oa_wake *wake)
{
	struct oa_stream *stream = container_of(wake, struct oa_stream, wake);
	const struct oa_seen *seen = &stream->seen;
	struct oa_unit *unit = &stream->oa->unit;
	struct oa_ring *ring = &stream->ring;
	u32 tail = oa_ops(stream)->tail(unit);
	bool landed = oa_ring_next_landed(ring, tail);

	if (landed && wake->reports == 1)
		return 1;
	if (READ_ONCE(seen->pending.type) ||
	    (stream->map && oa_map_unread(stream->map)) ||
	    oa_ops(stream)->status(unit) & OA_UNIT_OVERFLOW || oa_ops(stream)->reset_took(unit))
		return OA_WAKE_URGENT;
	if (landed)
		return oa_ring_reports(ring, tail, wake->reports);
	return oa_ring_used(ring, tail) >= READ_ONCE(ring->passed) + ring->report_bytes &&
	       oa_landing_overdue(ring) ? OA_WAKE_URGENT : 0;
}
