// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Reading reports
 *
 * read() copies runs of plain reports straight to user space. All other reports are walked
 * (oa_walk.c), framed as records and copied. A batch counts when it has reached the reader.
 *
 * Records are framed in batches of a few hundred at most, so that a report is still in the cache
 * when it is validated, copied and poisoned, and so that user memory is opened and the unit's
 * status read only once for many reports. If user memory takes only a part of a batch, the batch is
 * framed again, with as many whole records as fitted.
 *
 * Facts: abi.rst 10.2, 10.3; internals.rst "Loss".
 */
#include <linux/ktime.h>
#include <linux/uaccess.h>
#include <linux/uio.h>

#include "oa_compat.h"
#include "stream/oa_stream_priv.h"

/* Frame a status record and its loss record, both or none. Return 0, or -ENOSPC without room. */
static int oa_frame_loss(struct oa_frame *frame, const struct oa_pending *p)
{
	const struct drm_i915_oa_loss loss = {
		.count = p->count,
		.after = p->after,
		.before = p->before,
		.flags = p->causes | (p->exact ? DRM_I915_OA_LOSS_EXACT : 0),
	};
	const size_t framed = frame->framed;
	int ret = oa_frame_record(frame, p->type, 0);

	if (ret || !frame->loss_records)
		return ret;
	memcpy(oa_frame_payload(frame), &loss, sizeof(loss));
	ret = oa_frame_record(frame, DRM_I915_OA_RECORD_LOSS, sizeof(loss));
	if (ret)
		frame->framed = framed;
	return ret;
}

/* Return the bytes of the records that end within the first @bytes. */
size_t oa_frame_whole(const void *records, size_t bytes)
{
	const struct drm_i915_perf_record_header *header;
	size_t whole = 0;

	while (whole < bytes) {
		header = records + whole;
		if (whole + header->size > bytes)
			break;
		whole += header->size;
	}
	return whole;
}

/*
 * Copy the whole batch to user space; may fault. @to is advanced only if all of it was copied.
 * Return 0; -ERESTART if the batch must be framed again, with less room; -EFAULT if no record could
 * be copied, or user memory faults again.
 */
int oa_frame_copy_out(struct oa_frame *frame, struct iov_iter *to)
{
	size_t copied = copy_to_iter(frame->records, frame->framed, to), whole;

	if (copied == frame->framed)
		return 0;
	iov_iter_revert(to, copied);
	whole = oa_frame_whole(frame->records, copied);
	if (!whole || frame->faulted)
		return -EFAULT;
	frame->room = whole;
	frame->faulted = true;
	return -ERESTART;
}

/**
 * DOC: Reading runs of reports
 *
 * Nearly every report of the timer has landed, follows the one before by a period, and goes to
 * present user memory. Runs of such reports are validated in place and copied once, straight to the
 * reader. Only after the unit's status has shown that nothing overflowed are they accepted, and
 * their bytes returned: data beyond the result of read() does not exist for the reader. If there
 * was an overflow, or user memory has to be faulted in, the run is forgotten: it has changed
 * nothing yet. Then, and for every other report, oa_read_walk() takes over.
 *
 * Facts: abi.rst 10.2; architecture.rst "What always holds", 1 and 2.
 */

#define OA_LINE_WORDS	(OA_LINE_BYTES / sizeof(u64))
/* Reports that count together: the unit's status is read once for them. */
#define OA_RUN_REPORTS		4096u
/* Reports that are copied at once, and forgotten together if user memory is not present */
#define OA_RUN_COPY_REPORTS	256u

/*
 * Eight accesses, since unsafe_copy_to_user() is a loop around one. A macro, so that a fault jumps
 * to the caller's @label: a compiler may turn a status that a function returns into a path on which
 * user access stays enabled.
 */
#define oa_run_put_line(from, to, label)				\
do {									\
	const u64 *__words = (from);					\
	u64 __user *__line = (to);					\
									\
	unsafe_put_user(__words[0], &__line[0], label);			\
	unsafe_put_user(__words[1], &__line[1], label);			\
	unsafe_put_user(__words[2], &__line[2], label);			\
	unsafe_put_user(__words[3], &__line[3], label);			\
	unsafe_put_user(__words[4], &__line[4], label);			\
	unsafe_put_user(__words[5], &__line[5], label);			\
	unsafe_put_user(__words[6], &__line[6], label);			\
	unsafe_put_user(__words[7], &__line[7], label);			\
} while (0)

/*
 * Write the records of @n reports of @lines lines. The context id is removed from a report that has
 * none valid, as in oa_filter_deliver(). Return false if memory is not present.
 */
static bool oa_run_copy(const u64 *from, u32 n, u32 lines, u32 ctx_valid, u64 header,
			u64 __user *to)
{
	u64 __user *payload;
	u32 i;

	if (!user_write_access_begin(to, n * (lines * OA_LINE_BYTES + sizeof(header))))
		return false;
	for (; n; n--) {
		const bool hide = ctx_valid && !((u32)*from & ctx_valid);

		unsafe_put_user(header, to++, fault);
		payload = to;
		/* User-mode Linux looks in a table for the page of each access. */
		if (IS_ENABLED(CONFIG_UML))
			unsafe_copy_to_user((void __user *)to, (const void *)from,
					    lines * OA_LINE_BYTES, fault);
		for (i = 0; i < lines; i++) {
			if (!IS_ENABLED(CONFIG_UML))
				oa_run_put_line(from, to, fault);
			from += OA_LINE_WORDS;
			to += OA_LINE_WORDS;
		}
		if (hide)
			unsafe_put_user(OA_CTX_ID_INVALID,
					(u32 __user *)payload + OA_CTX_ID_DWORD, fault);
	}
	user_write_access_end();
	return true;
fault:
	user_write_access_end();
	return false;
}

/* Return the header of a sample's record of @bytes, as one word. */
static u64 oa_run_header(u32 bytes)
{
	const union {
		struct drm_i915_perf_record_header record;
		u64 word;
	} header = {
		.record = {
			.type = DRM_I915_PERF_RECORD_SAMPLE,
			.size = bytes,
		},
	};

	return header.word;
}

/*
 * Let this read end at a report that may be landing now. Otherwise each late line would cost a run
 * of its own, with all its register reads. One that is missing far from the tail is left to the
 * walk, which may reject it.
 */
static void oa_run_end_read(struct oa_walk *walk)
{
	struct oa_ring *ring = &walk->feed->ring;

	if (oa_ring_next_whole(ring) || oa_ring_far_from_tail(ring, walk->used))
		return;
	WRITE_ONCE(ring->waiting_since, ktime_get_ns());
	walk->until = ring->passed;
}

/*
 * Copy runs of reports to user memory. Return the bytes copied; 0 if oa_read_walk() must handle
 * what comes next, be it an overflow, which it finds as well.
 */
static size_t oa_read_run(struct oa_walk *walk, struct iov_iter *to)
{
	struct oa_feed *feed = walk->feed;
	const struct oa_rpt_id_layout *id = feed->format->rpt_id;
	const u32 bytes = feed->ring.report_bytes;
	const u32 record = sizeof(struct drm_i915_perf_record_header) + bytes;
	const u32 left = oa_walk_left(walk, feed->ring.passed);
	const u32 most = min_t(size_t, iov_iter_count(to) / record, min(left, OA_RUN_REPORTS));
	struct oa_run run = oa_run_begin(oa_feed_validator(feed)), next = run;
	const u32 *reports;
	u32 n, status;

	lockdep_assert_held(feed->lock);
	if (!most || !iter_is_ubuf(to) || feed->acct.filter.bound || oa_acct_pending(feed))
		return 0;
	pagefault_disable();
	/* @next is @run with the part that is being copied. */
	for (; run.reports < most; run = next) {
		n = oa_acct_run(feed, &next, walk->used,
				min(most - run.reports, OA_RUN_COPY_REPORTS), &reports);
		if (!n)
			break;
		oa_pause();
		if (!oa_run_copy((const u64 *)reports, n, bytes / OA_LINE_BYTES,
				 id ? id->ctx_valid : 0, oa_run_header(record),
				 to->ubuf + to->iov_offset + run.reports * record))
			break;
	}
	pagefault_enable();
	if (!run.reports)
		return 0;
	status = oa_feed_status(feed);
	if (status & OA_UNIT_OVERFLOW)
		return 0;
	oa_acct_accept_run(feed, &run);
	if (run.reports < most)
		oa_run_end_read(walk);
	iov_iter_advance(to, run.reports * record);
	oa_feed_changed(feed);
	feed->stats->delivered += run.reports;
	oa_walk_consume(walk);
	oa_acct_report_lost(feed, status);
	return run.reports * record;
}

/* Progress of a read */
struct oa_reader {
	struct oa_walk walk;
	struct oa_frame frame; /* the batch in the making */
	struct oa_section *section; /* left while records are copied */
	struct iov_iter *to;
	size_t copied; /* bytes of whole records copied so far */
	bool slow; /* more than a part of one run was copied, so it may have taken long */
	bool restarted; /* the unit overflowed, and was started again */
};

static struct oa_reader *to_reader(struct oa_walk *walk)
{
	return container_of(walk, struct oa_reader, walk);
}

/* Set the number of reports that fit. Reports for a single context are checked one by one. */
static void oa_read_set_run_max(struct oa_reader *reader)
{
	struct oa_feed *feed = reader->walk.feed;
	const size_t record = sizeof(struct drm_i915_perf_record_header) + feed->ring.report_bytes;

	reader->walk.run_max = feed->acct.filter.bound ? 0 :
			       (u32)(reader->frame.room - reader->frame.framed) / (u32)record;
}

/* Frame the pending record, whose place is before the next report. */
static int oa_read_emit(struct oa_walk *walk)
{
	struct oa_reader *reader = to_reader(walk);
	const struct oa_pending *p = oa_acct_pending(walk->feed);
	int ret;

	if (!p)
		return 0;
	ret = oa_frame_loss(&reader->frame, p);
	if (ret)
		return ret;
	oa_acct_emitted(walk->feed);
	oa_read_set_run_max(reader);
	return 0;
}

static int oa_read_take(struct oa_walk *walk, const u32 *reports, u32 n)
{
	struct oa_reader *reader = to_reader(walk);
	struct oa_frame *frame = &reader->frame;
	struct oa_feed *feed = walk->feed;
	const u32 bytes = feed->ring.report_bytes;
	struct oa_filter *filter = &feed->acct.filter;
	u32 *payload;
	u32 i;

	if (filter->bound && !oa_filter_match(filter, reports)) {
		feed->stats->filtered++;
		return 0;
	}
	for (i = 0; i < n; i++, reports += bytes / sizeof(*reports)) {
		payload = oa_frame_payload(frame);
		memcpy(payload, reports, bytes);
		if (oa_frame_record(frame, DRM_I915_PERF_RECORD_SAMPLE, bytes))
			return -ENOSPC;
		oa_filter_deliver(filter, payload);
	}
	oa_read_set_run_max(reader);
	feed->stats->delivered += n;
	return 0;
}

static const struct oa_walk_ops oa_read_ops = {
	.take = oa_read_take,
	.emit = oa_read_emit,
};

/*
 * Copy the framed batch. While the copy waits, other calls may see the stream, and must find it as
 * before the batch, because the copy may fail. Return as oa_section_copy(); an error undoes the
 * batch. Not inline: with the state of oa_read_walk(), @made is too large for a stack frame.
 */
static noinline_for_stack int oa_read_copy(struct oa_reader *reader)
{
	struct oa_feed *feed = reader->walk.feed;
	struct oa_walk_state made;
	int ret;

	if (oa_section_copy_now(&reader->frame, reader->to))
		return 0;
	oa_walk_save(feed, &made);
	oa_walk_restore(feed, reader->walk.before);
	ret = oa_section_copy(reader->section, &reader->frame, reader->to);
	if (!ret)
		oa_walk_restore(feed, &made);
	return ret;
}

/*
 * Walk, frame and copy a batch. Return as oa_walk_reports(); -EOVERFLOW if the buffer was discarded
 * and the loss announced; -EBUSY if a caller that may wait must do that; or an error of the copy.
 */
static noinline_for_stack int oa_read_walk(struct oa_reader *reader)
{
	struct oa_walk *walk = &reader->walk;
	struct oa_frame *frame = &reader->frame;
	struct oa_walk_state before;
	int ret, err;

	oa_walk_begin(walk, &before);
	do {
		frame->framed = 0;
		if (!frame->faulted)
			frame->room = min_t(size_t, iov_iter_count(reader->to), OA_FRAME_BYTES);
		oa_read_set_run_max(reader);
		ret = oa_walk_reports(walk);
		/* Nothing was passed, so it does not matter whether the unit overwrote it. */
		if (oa_walk_idle(walk) && !frame->framed)
			return ret;
		err = oa_walk_check(walk) ?: oa_read_copy(reader);
	} while (err == -ERESTART);
	if (err == -EOVERFLOW) {
		/* The unit's restart sleeps. */
		if (reader->section->nowait)
			return -EBUSY;
		oa_recover_overflow(reader->section->stream);
	}
	if (err)
		return err;
	reader->copied += frame->framed;
	oa_walk_finish(walk);
	return ret;
}

/* Note that runs of @bytes were read. Return 0 if there may be more, else why the read ends. */
static int oa_read_after_run(struct oa_reader *reader, size_t bytes)
{
	struct oa_stream *stream = reader->section->stream;
	const u32 report = stream->feed.ring.report_bytes;
	const u32 *next;

	reader->slow |= reader->copied > 0 || bytes / report > OA_RUN_COPY_REPORTS;
	reader->copied += bytes;
	if (oa_acct_pending(&stream->feed))
		return 0;
	/* All passed reports were consumed, so @until counts the bytes that are left. */
	if (reader->walk.until < report)
		return -EAGAIN;
	if (iov_iter_count(reader->to) > report)
		return 0;
	/* There is no room. Note a valid next report, so that a poll need not validate it. */
	next = oa_ring_next_settled(&stream->feed.ring);
	if (next && oa_report_follows(oa_feed_validator(&stream->feed), next))
		set_bit(OA_WAKE_LEFT_BIT, &stream->wake.flags);
	return -ENOSPC;
}

/* Read what is no run. Return 0 if there may be more, else why the read ends. */
static int oa_read_batch(struct oa_reader *reader)
{
	int ret = oa_read_walk(reader);

	reader->slow = true;
	if (ret == -EOVERFLOW) {
		/* Unread reports are discarded: only the pending record is left. */
		reader->walk.until = 0;
		reader->frame.faulted = false;
		reader->restarted = true;
		return 0;
	}
	/* The read ends where user memory took only a part of a batch. */
	if (reader->frame.faulted && ret != -ENODEV && ret != -ESTALE)
		return -EFAULT;
	return ret;
}

/* Read the landed reports in sight, then the loss that the unit's status has shown meanwhile. */
static int oa_read_in_sight(struct oa_reader *reader)
{
	struct oa_stream *stream = reader->section->stream;
	struct oa_walk *walk = &reader->walk;
	size_t ran;
	int ret;

	walk->used = stream->feed.ring.seen;
	walk->until = walk->used;
	if (walk->used < stream->feed.ring.report_bytes && !oa_stream_has_pending(stream))
		return -EAGAIN;
	do {
		ran = oa_read_run(walk, reader->to);
		ret = ran ? oa_read_after_run(reader, ran) : oa_read_batch(reader);
		/* The status after the last batch has shown a loss. */
		if (ret == -EAGAIN && oa_acct_pending(&stream->feed))
			ret = 0;
	} while (!ret);
	return ret;
}

/*
 * Check whether a read looks at the unit first: after a wait for several reports, to see them all,
 * and not soon after one that returned records, so that a drain comes to its end.
 */
static bool oa_read_looks_first(const struct oa_stream *stream, const struct oa_section *section,
				u64 now)
{
	if (stream->config_missing || (section->look_if_none && stream->wake.reports > 1))
		return true;
	return now - stream->read_at >= stream->wake.period_ns / 2 &&
	       oa_wake_look_due(&stream->wake, now);
}

/*
 * Check the unit's state, unless a report of the timer since @last_timer shows that the unit works,
 * and read the records that this adds. After a restart, leave new records to the next read.
 */
static int oa_read_recover(struct oa_reader *reader, u64 last_timer)
{
	struct oa_stream *stream = reader->section->stream;
	const u64 changes = stream->feed.change_count;
	int ret;

	if (reader->restarted || stream->feed.acct.last_timer != last_timer)
		return -EAGAIN;
	ret = oa_recover(stream, reader->section->nowait);
	if (ret)
		return ret;
	return stream->feed.change_count == changes ? -EAGAIN : oa_read_in_sight(reader);
}

/*
 * Copy records to user space; @to is advanced by what was copied. Never waits, except for page
 * faults. Return the bytes copied, or with none copied:
 * -EAGAIN	there is no data
 * -ENOSPC	the next record does not fit
 * -EFAULT	the next record could not be copied, and stays
 * -EIO		the stream does not sample
 * -EBUSY	a caller that may wait should try
 * -ESTALE	the stream has changed: try again
 * -ENODEV	the GPU is gone, and the section was left
 */
ssize_t oa_stream_read(struct oa_section *section, struct iov_iter *to)
{
	struct oa_stream *stream = section->stream;
	struct oa_reader reader = {
		.walk = { .feed = &stream->feed, .ops = &oa_read_ops },
		.frame = {
			.records = stream->records,
			.loss_records = stream->loss_records,
		},
		.section = section,
		.to = to,
	};
	const u64 began = ktime_get_ns(), last_timer = stream->feed.acct.last_timer;
	bool look = oa_read_looks_first(stream, section, began);
	u64 now;
	int ret;

	lockdep_assert_held(&stream->lock);
	lockdep_assert_held(&stream->reading);
	if (oa_stream_broken(stream))
		return -EIO;
	if (test_bit(OA_WAKE_LEFT_BIT, &stream->wake.flags))
		clear_bit(OA_WAKE_LEFT_BIT, &stream->wake.flags);
	if (!look) {
		ret = oa_read_in_sight(&reader);
		look = ret == -EAGAIN && !reader.copied && section->look_if_none;
	}
	if (look) {
		ret = oa_stream_look(stream, section->nowait) ?: oa_read_in_sight(&reader);
		if (ret == -EAGAIN)
			ret = oa_read_recover(&reader, last_timer);
	}
	now = reader.slow ? ktime_get_ns() : began;
	if (ret != -ENODEV)
		stream->read_at = reader.copied ? now : 0;
	/* While data is left, for want of room or of memory, poll keeps reporting it. */
	if (ret == -EAGAIN && !oa_acct_pending(&stream->feed) && (look || reader.copied))
		oa_stream_drained(stream, now);
	return reader.copied ? reader.copied : ret;
}
