// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Reading reports
 *
 * read() copies runs of plain reports straight to user space (oa_read_run.c). Whatever else there
 * is it walks (oa_walk.c), frames as records (oa_frame.c) and copies. A batch counts when it has
 * reached the reader.
 *
 * Facts: abi.rst 10.2, 10.3; architecture.rst "What always holds", 1 and 2.
 */
#include <linux/ktime.h>
#include <linux/uio.h>

#include <uapi/drm/i915_drm.h>
#include <uapi/drm/i915_oa.h>

#include "oa_compat.h"
#include "stream/oa_evidence.h"
#include "stream/oa_frame.h"
#include "stream/oa_read.h"
#include "stream/oa_read_run.h"
#include "stream/oa_recover.h"
#include "stream/oa_refuse.h"
#include "stream/oa_sampling.h"
#include "stream/oa_section.h"
#include "stream/oa_seen.h"
#include "stream/oa_walk.h"

/**
 * struct oa_reader - how far a read has got
 */
struct oa_reader {
	/** @walk: through the ring */
	struct oa_walk walk;
	/** @frame: the batch in the making */
	struct oa_frame frame;
	/** @section: left while records are copied */
	struct oa_section *section;
	/** @to: where records go */
	struct iov_iter *to;
	/** @copied: bytes of whole records copied so far */
	size_t copied;
	/** @samples: a sample is among them */
	bool samples;
	/** @lasted: more was done than to copy a run of reports, at once */
	bool lasted;
	/** @restarted: the unit overflowed, and was started again */
	bool restarted;
};

static struct oa_reader *to_reader(struct oa_walk *walk)
{
	return container_of(walk, struct oa_reader, walk);
}

/* Reports of other contexts must be looked at one by one. */
static void oa_read_fits(struct oa_reader *reader)
{
	const struct oa_stream *stream = reader->walk.stream;
	const size_t record = sizeof(struct drm_i915_perf_record_header) +
			      stream->ring.report_bytes;

	reader->walk.run_max = stream->seen.filter.bound ? 0 :
			       (u32)(reader->frame.room - reader->frame.framed) / (u32)record;
}

static void oa_read_begin(struct oa_walk *walk)
{
	struct oa_reader *reader = to_reader(walk);

	oa_frame_begin(&reader->frame, reader->to, reader->samples);
	oa_read_fits(reader);
}

static int oa_read_announce(struct oa_walk *walk)
{
	struct oa_reader *reader = to_reader(walk);
	struct oa_pending *p = &walk->stream->seen.pending;
	const struct drm_i915_oa_loss loss = {
		.count = p->count,
		.after = p->after,
		.before = p->before,
		.flags = oa_seen_loss_flags(p),
	};
	int ret;

	if (!p->type)
		return 0;
	ret = oa_frame_loss(&reader->frame, p->type, &loss);
	if (ret)
		return ret;
	memset(p, 0, sizeof(*p));
	oa_read_fits(reader);
	return 0;
}

/* Like losses, changes of belief are announced at the start of a read. */
static int oa_read_tell(struct oa_walk *walk)
{
	struct oa_beliefs *beliefs = &walk->stream->seen.validator.beliefs;
	struct oa_frame *frame = &to_reader(walk)->frame;
	struct drm_i915_oa_belief belief;

	if (!walk->stream->props.belief_records)
		beliefs->changed = 0;
	while (beliefs->changed) {
		struct oa_beliefs before = *beliefs;
		int ret;

		oa_evidence_next_change(walk->stream, &belief);
		ret = oa_frame_belief(frame, &belief);
		if (ret) {
			*beliefs = before;
			return ret;
		}
	}
	oa_read_fits(to_reader(walk));
	return 0;
}

static int oa_read_take(struct oa_walk *walk, const u32 *reports, u32 n)
{
	struct oa_reader *reader = to_reader(walk);
	struct oa_frame *frame = &reader->frame;
	struct oa_stream *stream = walk->stream;
	const u32 bytes = stream->ring.report_bytes;
	struct oa_filter *filter = &stream->seen.filter;
	u32 *payload;
	u32 i;

	if (filter->bound && !oa_filter_wants(filter, reports)) {
		stream->stats->filtered++;
		return 0;
	}
	for (i = 0; i < n; i++, reports += bytes / sizeof(*reports)) {
		payload = oa_frame_payload(frame);
		memcpy(payload, reports, bytes);
		if (oa_frame_record(frame, DRM_I915_PERF_RECORD_SAMPLE, bytes))
			return -ENOSPC;
		oa_filter_passed(filter, payload);
	}
	oa_read_fits(reader);
	stream->stats->delivered += n;
	return 0;
}

static bool oa_read_idle(struct oa_walk *walk)
{
	return !to_reader(walk)->frame.framed;
}

static bool oa_read_copy_now(struct oa_walk *walk)
{
	struct oa_reader *reader = to_reader(walk);

	return oa_section_copy_now(&reader->frame, reader->to);
}

static int oa_read_copy(struct oa_walk *walk)
{
	struct oa_reader *reader = to_reader(walk);

	return oa_section_copy(reader->section, &reader->frame, reader->to);
}

static void oa_read_commit(struct oa_walk *walk)
{
	struct oa_reader *reader = to_reader(walk);

	reader->copied += reader->frame.framed;
	reader->samples = reader->frame.samples;
	oa_walk_consume(walk);
}

static const struct oa_walk_ops oa_read_ops = {
	.batch = OA_FRAME_REPORTS,
	.refused_max = OA_REFUSED_MAX,
	.begin = oa_read_begin,
	.announce = oa_read_announce,
	.tell = oa_read_tell,
	.take = oa_read_take,
	.idle = oa_read_idle,
	.copy_now = oa_read_copy_now,
	.copy = oa_read_copy,
	.commit = oa_read_commit,
};

/* A poll that finds the next report judged need not judge it. */
static int oa_read_full(struct oa_stream *stream)
{
	const u32 *next = oa_ring_next_settled(&stream->ring);

	if (next && oa_report_follows(&stream->seen.validator, next))
		oa_wake_leaves(&stream->wake);
	return -ENOSPC;
}

/* After a run. Return: as oa_walk_batch(), where that is plain without a look. */
static int oa_read_ran(struct oa_reader *reader, size_t bytes)
{
	struct oa_walk *walk = &reader->walk;
	struct oa_stream *stream = walk->stream;
	const u32 report = stream->ring.report_bytes;

	reader->lasted |= reader->copied > 0;
	reader->copied += bytes;
	reader->samples = true;
	if (stream->seen.pending.type)
		return 0;
	/* Both walk and run begin at the head now, since all was consumed. */
	if (walk->until < report)
		return -EAGAIN;
	return iov_iter_count(reader->to) <= report ? oa_read_full(stream) : 0;
}

/* Return: 0 to go on, or why the read ends. */
static int oa_read_batch(struct oa_reader *reader)
{
	const size_t ran = oa_read_run(&reader->walk, reader->to);
	int ret;

	if (ran)
		return oa_read_ran(reader, ran);
	reader->lasted = true;
	ret = oa_walk_batch(&reader->walk);
	if (ret == -EOVERFLOW) {
		/* Reports after the earlier batches are gone: only the news is left. */
		reader->walk.until = 0;
		reader->frame.faulted = false;
		reader->restarted = true;
		return reader->samples ? -ENOSPC : 0;
	}
	if (!reader->frame.faulted || ret == -ENODEV || ret == -ESTALE)
		return ret;
	return -EFAULT;
}

/*
 * All that has landed. What the unit said at the end of the last batch may be news as well, which
 * a read that found nothing else tells.
 */
static int oa_read_landed(struct oa_reader *reader)
{
	struct oa_walk *walk = &reader->walk;
	u32 span = 0;
	int ret = oa_recover_span(walk->stream, walk->nowait, &walk->used, &span);

	walk->stream->stats->looks++;
	walk->until = walk->stream->ring.passed + span;
	while (!ret || (ret == -EAGAIN && !reader->copied && walk->stream->seen.pending.type))
		ret = oa_read_batch(reader);
	return ret;
}

/* Does the unit still work? A report of the timer since then shows that it does. */
static bool oa_read_proves(const struct oa_stream *stream, bool had_timer, u64 last_timer)
{
	const struct oa_seen *seen = &stream->seen;

	return seen->have_timer && (!had_timer || seen->last_timer != last_timer);
}

/**
 * oa_stream_read() - copy records to user space
 * @section: entered; the stream has no mapped ring
 * @to: where to; advanced by what was copied
 *
 * Process context, oa_stream.reading held. Never waits, but for page faults. Return: bytes
 * copied; with none copied -EAGAIN if there is nothing, -ENOSPC if the next record does not
 * fit, -EFAULT if it could not be copied (it stays), -EIO if the stream does not
 * sample, -EBUSY if a caller that may wait should try, -ESTALE if the stream has changed and it
 * should be tried again, -ENODEV if the GPU is gone: then the section was left.
 */
ssize_t oa_stream_read(struct oa_section *section, struct iov_iter *to)
{
	struct oa_stream *stream = section->stream;
	struct oa_reader reader = {
		.walk = { .stream = stream, .ops = &oa_read_ops, .nowait = section->nowait },
		.section = section,
		.to = to,
	};
	const u64 began = ktime_get_ns(), last_timer = stream->seen.last_timer;
	const bool had_timer = stream->seen.have_timer;
	u64 era;
	int ret;

	oa_wake_reads(&stream->wake);
	oa_frame_init(&reader.frame, stream);
	/* Without a timer a loss shows in nothing else, and comes before the reports after it. */
	ret = stream->timer_known ? 0 : oa_recover(stream, section->nowait);
	ret = ret ?: oa_read_landed(&reader);
	/* What a unit that was just started has to say is for the next read. */
	if (ret == -EAGAIN && !reader.restarted &&
	    !oa_read_proves(stream, had_timer, last_timer)) {
		era = stream->era;
		ret = oa_recover(stream, section->nowait);
		if (!ret)
			ret = stream->era == era ? -EAGAIN : oa_read_landed(&reader);
	}
	/* While something is left, for want of room or of memory, poll goes on reporting it. */
	if (ret == -EAGAIN && !stream->seen.pending.type)
		oa_stream_drained(stream, began, reader.lasted ? ktime_get_ns() : began);
	return reader.copied ? reader.copied : ret;
}
