// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Reading reports
 *
 * A report is copied to user space only when it has landed whole and is valid
 * for its format. Where every report comes from the timer, time stamps also
 * prove what is missing: two neighbours that are more than a period apart have
 * reports between them that will never be delivered, and that is announced
 * before the second one, wherever it came from: a report that hardware skipped,
 * that never landed, or that was refused.
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
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/uio.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_oa.h>

#include "oa_compat.h"
#include "oa_config.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "oa_stream.h"
#include "oa_trace.h"
#include "oa_unit.h"
#include "regs/oa_regs.h"

/* After one report was given up, how long the next one may still be missing. */
#define OA_NEXT_LANDING_NS	(200 * 1000ull)
/* Bit 31 of OAREPORTTRIG2 and OAREPORTTRIG6 */
#define OA_REPORT_TRIGGER_ENABLE	BIT(31)

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
	/** @left: bytes of the ring still to look at, up to the tail as it was first seen */
	u32 left;
};

/* Where a record begins that is framed next. */
static void *oa_frame(const struct oa_stream *stream, const struct oa_cursor *cur)
{
	return stream->batch + cur->framed;
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
	memcpy(oa_frame(stream, cur) + sizeof(struct drm_i915_perf_record_header), payload, bytes);
	return oa_frame_done(stream, cur, type, bytes);
}

static const struct oa_unit_ops *oa_ops(const struct oa_stream *stream)
{
	return stream->oa->platform->unit;
}

/* Did the timer run from its last report on, or was it started since? */
static bool oa_timer_went_on(const struct oa_stream *stream)
{
	return stream->have_timer && !oa_timestamp_after(stream->last_timer, stream->started);
}

/* The time stamp from which on every report of the timer is accounted for. */
static u64 oa_accounted(const struct oa_stream *stream)
{
	return oa_timer_went_on(stream) ? stream->last_timer : stream->started;
}

static void oa_announce(struct oa_stream *stream, u32 type, u64 count, bool exact, u64 before)
{
	struct oa_pending *p = &stream->pending;

	/* Two losses in a row become one, under the graver name. */
	p->type = max(p->type, type);
	p->loss = stream->props.loss_records;
	p->exact = exact && (!p->count || p->exact);
	if (!p->count)
		p->after = oa_timestamp_raw(stream->props.format, stream->validator.last);
	p->count += count;
	p->before = before;
	trace_oa_loss(type, count, p->after, before);
}

static int oa_emit_pending(struct oa_stream *stream, struct oa_cursor *cur)
{
	struct oa_pending *p = &stream->pending;
	struct drm_i915_oa_loss loss = {
		.count = p->count,
		.after = p->after,
		.before = p->before,
		.flags = p->exact ? DRM_I915_OA_LOSS_EXACT : 0,
	};
	int ret;

	if (p->type) {
		ret = oa_frame_done(stream, cur, p->type, 0);
		if (ret)
			return ret;
		WRITE_ONCE(p->type, 0);
	}
	if (p->loss) {
		ret = oa_emit(stream, cur, DRM_I915_OA_RECORD_LOSS, &loss, sizeof(loss));
		if (ret)
			return ret;
	}
	memset(p, 0, sizeof(*p));
	return 0;
}

/* With the unit stopped: the time stamp of the newest report, 0 if it can't be had. */
static u64 oa_newest(struct oa_stream *stream)
{
	const u32 bytes = stream->ring.report_bytes, size = stream->ring.size;
	struct oa_ring newest = stream->ring;
	u32 report[OA_REPORT_MAX_DWORDS];
	struct oa_validator any;
	enum oa_verdict verdict;
	u32 tail = oa_ops(stream)->tail(&stream->oa->unit);
	int tries;

	oa_validator_init(&any, stream->props.format, false, 0);
	newest.head = (tail + size - bytes) % size;
	newest.waiting_since = 0;
	any.not_after = oa_ops(stream)->timestamp(&stream->oa->unit);
	/* Its data may trail the tail. */
	for (tries = 0; tries < 100; tries++) {
		if (oa_ring_peek(&newest, &any, tail, 0, report, &verdict) == OA_RING_REPORT)
			return oa_report_time(&any, report);
		usleep_range(50, 100);
	}
	return 0;
}

/*
 * With the unit stopped: reports between head and tail. Once the tail has lapped
 * the head their distance tells the number only modulo the ring, and time stamps
 * tell the lap: of the numbers that fit the distance, the one nearest to @strobes.
 */
static u64 oa_unread(const struct oa_stream *stream, u64 strobes)
{
	const struct oa_ring *ring = &stream->ring;
	u32 tail = oa_ops(stream)->tail(&stream->oa->unit);
	u64 distance = (tail + ring->size - ring->head) % ring->size, i;

	for (i = 0; i < ring->size / OA_LINE_BYTES; i++) {
		if ((strobes + i) * ring->report_bytes % ring->size == distance)
			return strobes + i;
		if (i <= strobes && (strobes - i) * ring->report_bytes % ring->size == distance)
			return strobes - i;
	}
	return strobes;
}

/* Where strobes do not lie on a grid: whole periods, of which the first may be cut short. */
static u64 oa_loose_strobes(const struct oa_stream *stream, u64 ticks)
{
	u64 period = 2ull << stream->props.exponent;

	return (ticks + (oa_timer_went_on(stream) ? period / 2 : period)) / period;
}

/* Strobes since the last report of the timer that was consumed. */
static u64 oa_strobes_until(const struct oa_stream *stream, u64 timestamp)
{
	u64 from = oa_accounted(stream), ticks = oa_timestamp_after(from, timestamp);

	if (stream->props.format->loose_timer)
		return oa_loose_strobes(stream, ticks);
	return oa_timer_strobes(stream->props.exponent, from, from + ticks);
}

/* Strobes since the last report that was delivered or announced as lost. */
static u64 oa_strobes_since(struct oa_stream *stream, u64 newest)
{
	u64 strobes = oa_strobes_until(stream, newest);

	return strobes - min(strobes, stream->gap_counted);
}

/**
 * oa_stream_count_unread() - count what sampling leaves behind
 * @stream: the stream, its unit stopped
 * @counter: to add to
 *
 * Process context, stream lock and forcewake held.
 */
void oa_stream_count_unread(struct oa_stream *stream, u64 *counter)
{
	struct oa_unit *unit = &stream->oa->unit;
	u64 newest;

	if (!(oa_ops(stream)->status(unit) & OA_UNIT_OVERFLOW)) {
		*counter += oa_ring_used(&stream->ring, oa_ops(stream)->tail(unit)) /
			    stream->ring.report_bytes;
		return;
	}
	newest = stream->timer_known ? oa_newest(stream) : 0;
	*counter += newest ? oa_unread(stream, oa_strobes_since(stream, newest)) :
			     stream->ring.size / stream->ring.report_bytes;
}

static bool oa_config_triggers(const struct oa_config *config)
{
	const struct oa_reg_list *list = &config->boolean;
	u32 i;

	for (i = 0; i < list->count; i++)
		if ((list->regs[i].offset == OAREPORTTRIG1 + 4 ||
		     list->regs[i].offset == OAREPORTTRIG1 + 20) &&
		    list->regs[i].value & OA_REPORT_TRIGGER_ENABLE)
			return true;
	return false;
}

/*
 * A metric set's trigger registers stay as they are until the stream closes. Where
 * no set may write them, there are none.
 */
static bool oa_unit_triggers(struct oa_device *oa)
{
	struct oa_uncore *uncore = &oa->uncore;

	if (!oa_reg_allowed(oa->platform->boolean, OAREPORTTRIG2))
		return false;
	return (oa_read32(uncore, OAREPORTTRIG1 + 4) | oa_read32(uncore, OAREPORTTRIG1 + 20)) &
	       OA_REPORT_TRIGGER_ENABLE;
}

/**
 * oa_stream_expect_triggers() - a running stream gets another metric set
 * @stream: the stream
 * @config: the set, not yet written
 *
 * Process context, stream lock held. From here on reports may come from triggers.
 */
void oa_stream_expect_triggers(struct oa_stream *stream, const struct oa_config *config)
{
	if (stream->props.format->rpt_id || !oa_config_triggers(config))
		return;
	stream->timer_only = false;
	stream->timer_known = false;
	stream->validator.timer_mask = 0;
	stream->validator.timer_phase = 0;
}

/* Reports that name their reason tell the timer's from others; else there must be no others. */
static void oa_stream_know_timer(struct oa_stream *stream)
{
	bool named = stream->props.format->rpt_id;

	stream->timer_only = stream->props.periodic && !named &&
			     !oa_unit_triggers(stream->oa);
	stream->timer_known = stream->timer_only || (stream->props.periodic && named);
}

/**
 * oa_stream_start_unit() - sample into an empty buffer, with nothing read so far
 * @stream: the stream, its unit configured and stopped
 *
 * Process context, stream lock and forcewake held. What is to be announced stays.
 */
void oa_stream_start_unit(struct oa_stream *stream)
{
	const struct oa_report_format *format = stream->props.format;
	struct oa_unit *unit = &stream->oa->unit;

	oa_stream_know_timer(stream);
	oa_validator_init(&stream->validator, format, stream->timer_known,
			  stream->props.exponent);
	oa_filter_init(&stream->filter, format, stream->ctx, unit->setup.ctx_id);
	oa_ring_reset(&stream->ring);
	stream->gap_counted = 0;
	stream->gap_checked = false;
	stream->lost_latched = false;
	stream->dropped = 0;
	stream->have_timer = false;
	stream->validator.not_before = oa_ops(stream)->timestamp(unit);
	oa_ops(stream)->enable(unit);
	stream->started = oa_ops(stream)->timestamp(unit);
}

/* The buffer overflowed: count it, drop it, start again. */
static void oa_overflow(struct oa_stream *stream)
{
	struct oa_stats *stats = &stream->oa->stats;
	u64 newest = 0, count;
	bool exact;

	if (oa_ops(stream)->disable(&stream->oa->unit))
		drm_err(&stream->oa->drm, "OA unit does not stop\n");
	if (stream->timer_known)
		newest = oa_newest(stream);
	/*
	 * What was at the tail may have been consumed just now: then time tells, nearly.
	 * Nor does it tell reports of other sources.
	 */
	exact = newest && stream->timer_only;
	if (stream->timer_known && !newest)
		newest = oa_ops(stream)->timestamp(&stream->oa->unit);
	if (newest) {
		/* Strobes without a report are lost too; the first ones may predate @started. */
		count = oa_strobes_since(stream, newest);
		count = max(count, oa_unread(stream, count) + stream->dropped);
	} else {
		/* No clock to count by: a ring full is gone at least. */
		count = stream->ring.size / stream->ring.report_bytes + stream->dropped;
	}
	stats->lost += count - min(count, stream->dropped);
	stats->overflows++;
	oa_announce(stream, DRM_I915_PERF_RECORD_OA_BUFFER_LOST, count, exact, 0);
	oa_stream_start_unit(stream);
}

static bool oa_overflowed(struct oa_stream *stream)
{
	return oa_ops(stream)->status(&stream->oa->unit) & OA_UNIT_OVERFLOW;
}

/*
 * Where other triggers write reports too, gaps do not prove all, and the unit's
 * own flag is all there is. Up to Gen7.5 it can't be cleared while running.
 */
static void oa_check_report_lost(struct oa_stream *stream)
{
	struct oa_unit *unit = &stream->oa->unit;

	if (stream->timer_only || stream->lost_latched ||
	    !(oa_ops(stream)->status(unit) & OA_UNIT_REPORT_LOST))
		return;
	if (oa_ops(stream)->clear_lost)
		oa_ops(stream)->clear_lost(unit);
	else
		stream->lost_latched = true;
	oa_announce(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, 0, false, 0);
}

static bool oa_is_strobe(const struct oa_stream *stream, const u32 *report)
{
	return stream->timer_known && oa_report_is_timer(stream->props.format, report);
}

/* Strobes before this report that left none and were not announced yet. */
static u64 oa_missing_strobes(const struct oa_stream *stream, const u32 *report, u64 timestamp)
{
	u64 strobes;

	if (!oa_is_strobe(stream, report))
		return 0;
	strobes = oa_strobes_until(stream, timestamp);
	strobes -= min(strobes, 1ull);
	return strobes - min(strobes, stream->gap_counted);
}

static void oa_check_gap(struct oa_stream *stream, const u32 *report)
{
	u64 timestamp = oa_report_time(&stream->validator, report);
	u64 strobes = oa_missing_strobes(stream, report, timestamp);
	/* Those dropped may be the strobes that are missing, or come from elsewhere. */
	u64 missing = stream->timer_only ? strobes : max(strobes, stream->dropped);
	bool exact = stream->timer_only || (strobes && !stream->dropped);

	stream->gap_checked = true;
	if (!missing)
		return;
	stream->oa->stats.lost += missing - min(missing, stream->dropped);
	stream->gap_counted += missing;
	stream->dropped = 0;
	oa_announce(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, missing,
		    exact && !stream->props.format->loose_timer,
		    oa_report_timestamp(stream->props.format, report));
}

/* A valid report leaves the ring, seen or not. */
static void oa_accept(struct oa_stream *stream, struct oa_cursor *cur, const u32 *report)
{
	oa_validator_accept(&stream->validator, report);
	if (oa_is_strobe(stream, report)) {
		stream->last_timer = stream->validator.last;
		stream->have_timer = true;
		stream->gap_counted = 0;
	}
	stream->gap_checked = false;
	stream->dropped = 0;
	oa_ring_pass(&stream->ring);
	cur->left -= stream->ring.report_bytes;
}

/*
 * Those behind a report that was given up have been missing nearly as long: they
 * get a moment each, or a few lost writes would hold the reader up past overflow.
 */
static void oa_hurry(struct oa_stream *stream, u64 now)
{
	WRITE_ONCE(stream->ring.waiting_since, now - OA_RING_LANDING_LIMIT_NS + OA_NEXT_LANDING_NS);
}

static void oa_drop(struct oa_stream *stream, enum oa_verdict verdict, const u32 *report)
{
	const struct oa_ring *ring = &stream->ring;
	u32 at = (ring->head + ring->passed) % ring->size;

	stream->oa->stats.dropped[verdict]++;
	stream->dropped++;
	trace_oa_drop(verdict, at, report);
	drm_dbg(&stream->oa->drm, "report at 0x%x dropped: %s\n", at, oa_verdict_name(verdict));
	oa_ring_pass(&stream->ring);
	if (verdict == OA_REPORT_TORN || verdict == OA_REPORT_NOT_LANDED)
		oa_hurry(stream, ktime_get_ns());
}

/* The report is framed at the end of the batch, but for its header. */
static int oa_deliver(struct oa_stream *stream, struct oa_cursor *cur, u32 *report)
{
	int ret;

	if (!stream->gap_checked)
		oa_check_gap(stream, report);
	if (stream->pending.type || stream->pending.loss)
		/*
		 * Ends this read; the next one begins with the announcement, and
		 * finds the report anew.
		 */
		return cur->samples ? -ENOSPC : oa_emit_pending(stream, cur);
	if (!oa_filter_wants(&stream->filter, report)) {
		oa_accept(stream, cur, report);
		stream->oa->stats.filtered++;
		return 0;
	}
	ret = oa_frame_done(stream, cur, DRM_I915_PERF_RECORD_SAMPLE, stream->props.format->bytes);
	if (ret)
		return ret;
	cur->samples = true;
	oa_accept(stream, cur, report);
	oa_filter_passed(&stream->filter, report);
	stream->oa->stats.delivered++;
	return 0;
}

static int oa_read_step(struct oa_stream *stream, struct oa_cursor *cur, u32 tail, u64 now)
{
	u32 *report = oa_frame(stream, cur) + sizeof(struct drm_i915_perf_record_header);
	enum oa_verdict verdict;

	if (cur->left < stream->ring.report_bytes) {
		/* Nothing is missing: the clock must not run on for a report to come. */
		WRITE_ONCE(stream->ring.waiting_since, 0);
		return -EAGAIN;
	}
	switch (oa_ring_peek(&stream->ring, &stream->validator, tail, now, report, &verdict)) {
	case OA_RING_REPORT:
		return oa_deliver(stream, cur, report);
	case OA_RING_BAD:
		oa_drop(stream, verdict, report);
		cur->left -= stream->ring.report_bytes;
		return 0;
	default:
		return -EAGAIN;
	}
}

/* What a batch may have to take back. */
struct oa_undo {
	struct oa_cursor cursor;
	struct oa_validator validator;
	struct oa_pending pending;
	struct oa_stats stats;
	struct oa_filter filter;
	u64 last_timer;
	u64 gap_counted;
	u64 dropped;
	bool have_timer;
	bool gap_checked;
};

static void oa_undo_save(const struct oa_stream *stream, const struct oa_cursor *cur,
			 struct oa_undo *undo)
{
	*undo = (struct oa_undo) {
		.cursor = *cur,
		.validator = stream->validator,
		.pending = stream->pending,
		.stats = stream->oa->stats,
		.filter = stream->filter,
		.last_timer = stream->last_timer,
		.have_timer = stream->have_timer,
		.gap_counted = stream->gap_counted,
		.dropped = stream->dropped,
		.gap_checked = stream->gap_checked,
	};
}

static void oa_undo(struct oa_stream *stream, struct oa_cursor *cur, const struct oa_undo *undo)
{
	*cur = undo->cursor;
	stream->validator = undo->validator;
	stream->oa->stats = undo->stats;
	stream->filter = undo->filter;
	stream->last_timer = undo->last_timer;
	stream->have_timer = undo->have_timer;
	stream->gap_counted = undo->gap_counted;
	stream->dropped = undo->dropped;
	stream->gap_checked = undo->gap_checked;
	stream->pending = undo->pending;
	oa_ring_rewind(&stream->ring);
}

/* Fill the batch with what there is. Return: why it ended, 0: because it is full. */
static int oa_frame_batch(struct oa_stream *stream, struct oa_cursor *cur, u32 tail, size_t room)
{
	const u64 now = ktime_get_ns();
	int i, ret = 0;

	cur->framed = 0;
	cur->room = room;
	if (stream->pending.type || stream->pending.loss)
		ret = cur->samples ? -ENOSPC : oa_emit_pending(stream, cur);
	for (i = 0; i < OA_BATCH_REPORTS && !ret; i++)
		ret = oa_read_step(stream, cur, tail, now);
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
	oa_ring_consume(&stream->ring);
	oa_ops(stream)->set_head(&stream->oa->unit, stream->ring.head);
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

static int oa_read_batch(struct oa_stream *stream, struct oa_cursor *cur, u32 tail)
{
	size_t whole = 0, room = min_t(size_t, iov_iter_count(cur->to), OA_BATCH_BYTES);
	struct oa_undo undo;
	int ret;

	oa_undo_save(stream, cur, &undo);
	ret = oa_frame_batch(stream, cur, tail, room);
	if (oa_overflowed(stream)) {
		oa_undo(stream, cur, &undo);
		/* A gap that was found in what is dropped now is part of a greater one. */
		memset(&stream->pending, 0, sizeof(stream->pending));
		oa_overflow(stream);
		/* All but the announcement begins anew, behind this tail. */
		cur->left = 0;
		return cur->samples ? -ENOSPC : 0;
	}
	if (!oa_copy_out(stream, cur, &whole)) {
		/* Only what got there whole is done with: frame as much again. */
		oa_undo(stream, cur, &undo);
		if (!whole)
			return -EFAULT;
		oa_frame_batch(stream, cur, tail, whole);
		if (!oa_copy_out(stream, cur, &whole)) {
			oa_undo(stream, cur, &undo);
			return -EFAULT;
		}
		ret = -EFAULT;
	}
	oa_commit(stream, cur);
	return ret;
}

/*
 * How much to look at. A tail at the head of a ring that holds something there
 * means full; but a write that came after its report was given up looks the same.
 */
static u32 oa_readable(const struct oa_stream *stream, u32 tail)
{
	const struct oa_ring *ring = &stream->ring;
	u32 used = oa_ring_used(ring, tail);
	u32 head[OA_LINE_DWORDS];

	if (used < ring->size || !stream->validator.have_last)
		return used;
	memcpy(head, ring->vaddr + ring->head, sizeof(head));
	return oa_report_in_order(&stream->validator, head) ? used : 0;
}

/*
 * A reset took the whole unit: where its tail was is gone with it, so what was not
 * read is given up, as far as memory shows that it was written.
 */
static void oa_lost_unit(struct oa_stream *stream)
{
	u64 count = oa_ring_landed(&stream->ring);

	stream->oa->stats.lost += count;
	oa_announce(stream, DRM_I915_PERF_RECORD_OA_BUFFER_LOST, count + stream->dropped, false, 0);
	oa_stream_start_unit(stream);
}

/* What was read is whole; what was not counted meanwhile nobody can number. */
static void oa_lost_context(struct oa_stream *stream)
{
	oa_announce(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, 0, false, 0);
	stream->started = oa_ops(stream)->timestamp(&stream->oa->unit);
}

/* Return: 0 if all is in place, or again; -EIO if it can't be put there. */
static int oa_check_reset(struct oa_stream *stream)
{
	u32 lost = oa_ops(stream)->lost(&stream->oa->unit);
	int ret;

	if (!lost)
		return 0;
	drm_warn(&stream->oa->drm, "GT reset: the OA %s programmed anew\n",
		 lost & OA_UNIT_LOST_UNIT ? "unit is" : "unit's context is");
	stream->oa->stats.resets++;
	ret = oa_stream_reprogram(stream);
	if (ret)
		return -EIO;
	if (lost & OA_UNIT_LOST_UNIT)
		oa_lost_unit(stream);
	else
		oa_lost_context(stream);
	return 0;
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
	u32 tail;
	int ret = 0;

	if (!stream->enabled)
		return -EIO;
	ret = oa_check_reset(stream);
	if (ret)
		return ret;
	if (oa_overflowed(stream))
		oa_overflow(stream);
	oa_check_report_lost(stream);

	tail = oa_ops(stream)->tail(&stream->oa->unit);
	/* A tail from behind a reset is none. */
	if (oa_ops(stream)->lost(&stream->oa->unit))
		return -EAGAIN;
	/* What the tail covers was written before now. */
	stream->validator.not_after = oa_ops(stream)->timestamp(&stream->oa->unit);
	cur.left = oa_readable(stream, tail);
	while (!ret)
		ret = oa_read_batch(stream, &cur, tail);

	/* While something is left behind for want of room, poll goes on saying so. */
	if (ret != -ENOSPC) {
		WRITE_ONCE(stream->looked, ktime_get_ns());
		oa_wake_drained(&stream->wake);
	}
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
 * oa_stream_has_data() - would a read return something?
 * @wake: of the stream
 *
 * Any context, hard IRQ included; the stream is live.
 */
bool oa_stream_has_data(struct oa_wake *wake)
{
	struct oa_stream *stream = container_of(wake, struct oa_stream, wake);
	struct oa_unit *unit = &stream->oa->unit;
	u32 tail = oa_ops(stream)->tail(unit);

	if (READ_ONCE(stream->pending.type) || READ_ONCE(stream->pending.loss) ||
	    oa_ring_head_landed(&stream->ring, tail) ||
	    oa_ops(stream)->status(unit) & OA_UNIT_OVERFLOW || oa_ops(stream)->lost(unit))
		return true;
	return oa_ring_used(&stream->ring, tail) >= stream->ring.report_bytes &&
	       oa_landing_overdue(&stream->ring);
}
