// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Is there something for the reader?
 *
 * A report that has landed need not be one that the reader gets: it may be refused, or belong to
 * another context than that of a single-context stream. If poll took each for something to read,
 * it would report a stream as readable whose read gives EAGAIN. So before poll says
 * readable, it walks over such reports, up to the first one that the reader will get. That one
 * stays.
 *
 * Nearly always the next report has landed, follows the last one, and is wanted. Memory alone shows
 * that, and no register is read.
 *
 * Facts: abi.rst 10.1, 10.2.
 */
#include <linux/cleanup.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>
#include <linux/string.h>

#include <drm/drm_drv.h>
#include <uapi/drm/i915_drm.h>

#include "oa_compat.h"
#include "stream/oa_stream.h"
#include "stream/oa_stream_priv.h"

/* Reports walked between two looks at the overflow status. */
#define OA_SKIM_REPORTS		256

static void oa_peek_begin(struct oa_walk *walk)
{
	walk->run_max = 0;
}

/* A loss is something to read. */
static int oa_peek_announce(struct oa_walk *walk)
{
	return walk->stream->acct.pending.type ? -ENOSPC : 0;
}

static int oa_peek_take(struct oa_walk *walk, const u32 *reports, u32 n)
{
	struct oa_stream *stream = walk->stream;

	if (oa_filter_wants(&stream->acct.filter, reports))
		return -ENOSPC;
	stream->stats->filtered++;
	return 0;
}

static bool oa_peek_idle(struct oa_walk *walk)
{
	return true;
}

static void oa_peek_commit(struct oa_walk *walk)
{
	oa_walk_consume(walk);
}

static const struct oa_walk_ops oa_peek_ops = {
	.batch = OA_SKIM_REPORTS,
	.refused_max = OA_REJECTED_MAX,
	.begin = oa_peek_begin,
	.announce = oa_peek_announce,
	.take = oa_peek_take,
	.idle = oa_peek_idle,
	.commit = oa_peek_commit,
};

/* Is there a report that the reader will get, or a loss, whatever the registers say? */
static bool oa_peek_first(const struct oa_stream *stream)
{
	const u32 *report;

	if (stream->acct.pending.type)
		return true;
	report = oa_ring_peek(&stream->ring);
	return report && oa_report_follows(&stream->acct.validator, report) &&
	       oa_filter_wants(&stream->acct.filter, report);
}

/* As oa_peek(), from the registers too. */
static bool oa_peek_walk(struct oa_stream *stream)
{
	struct oa_walk walk = { .stream = stream, .ops = &oa_peek_ops, .nowait = true };
	const u64 began = ktime_get_ns();
	u32 span;
	int ret;

	if (oa_acct_span(stream, &walk.used, &span))
		return true;
	stream->stats->looks++;
	walk.until = stream->ring.passed + span;
	do
		ret = oa_walk_batch(&walk);
	while (!ret);
	if (ret != -EAGAIN || stream->acct.pending.type)
		return true;
	/* What made this look worth while may be something that only the unit knows. */
	if (oa_unit_overflowed(stream) || oa_ops(stream)->reset_took(&stream->oa->unit))
		return true;
	oa_stream_drained(stream, began, ktime_get_ns());
	return false;
}

/**
 * oa_peek() - would a read find something?
 * @stream: the stream, without a mapped ring
 *
 * Process context, oa_stream.reading and the stream's lock held, GPU present. Never waits. If
 * there is nothing, poll waits for the next wake-up. Return: true if a read gives records or an
 * error.
 */
bool oa_peek(struct oa_stream *stream)
{
	lockdep_assert_held(&stream->reading);
	lockdep_assert_held(&stream->lock);
	return !stream->enabled || oa_peek_first(stream) || oa_peek_walk(stream);
}

/**
 * DOC: Reports that nobody reads
 *
 * A stream without a reader gives its reports up: it walks over them, so that its books go on and
 * an overflow of its ring can be counted. Perf's events have looked at them by then.
 */

/* Reports walked between two looks at the overflow status. */
#define OA_DRAIN_REPORTS	256

static void oa_drain_begin(struct oa_walk *walk)
{
	walk->run_max = U32_MAX;
	/* There is nobody to tell. */
	walk->stream->acct.validator.assumptions.changed = 0;
}

static int oa_drain_take(struct oa_walk *walk, const u32 *reports, u32 n)
{
	return 0;
}

static void oa_drain_commit(struct oa_walk *walk)
{
	memset(&walk->stream->acct.pending, 0, sizeof(walk->stream->acct.pending));
	oa_walk_consume(walk);
}

static const struct oa_walk_ops oa_drain_ops = {
	.batch = OA_DRAIN_REPORTS,
	.refused_max = OA_REJECTED_MAX,
	.begin = oa_drain_begin,
	.take = oa_drain_take,
	.commit = oa_drain_commit,
};

/**
 * oa_drain() - give up all reports that have landed
 * @stream: the stream, enabled, which has the unit and no reader
 *
 * Process context, stream lock held, GPU present. An overflow is left to oa_recover().
 */
void oa_drain(struct oa_stream *stream)
{
	struct oa_walk walk = { .stream = stream, .ops = &oa_drain_ops, .nowait = true };
	u32 span;

	lockdep_assert_held(&stream->lock);
	if (oa_acct_span(stream, &walk.used, &span))
		return;
	walk.until = stream->ring.passed + span;
	while (!oa_walk_batch(&walk))
		;
}

/**
 * DOC: Keeping the newest reports
 *
 * Memory that was blank before proves that a report has landed. In a ring that
 * hardware ran over, a line that has not landed shows the lap before, so the newest
 * reports can't be recognised there. A stream that wants them while nobody reads (KEEP_NEWEST) gets
 * them another way: hardware never runs over the ring, because the driver gives up the
 * oldest reports before. When more than three quarters of the buffer are unread, it walks
 * over the oldest (oa_walk.c) until half is.
 *
 * They are judged, followed in time and made blank as if they were read. Gaps between them are
 * counted; reports that a single-context stream would not have shown count like the others. One
 * REPORT_LOST stands for all of it, before the next report that is read.
 *
 * So a reader that is woken at half full has the time of a quarter to come before anything is
 * lost. A timer looks whenever the reports of the stream's own timer have filled an eighth of the
 * buffer. One eighth thus comes between two looks, and one at least is left for a look that
 * is late. If that is not enough the unit overflows, the buffer is dropped as usual, and the
 * newest are kept from there on. This timer runs while the stream samples, whether
 * somebody reads or not; only streams without KEEP_NEWEST promise that no timer does.
 *
 * The timer expires in hard IRQ and only queues work, since the work takes the stream's lock and
 * may wait for a reader. Sampling starts and stops under that lock, which makes the stream live
 * or not; work that comes too late finds the stream not live and touches nothing. So
 * only freeing the stream waits for the work, with none of the work's locks held.
 *
 * Facts: hardware.rst 3.15; architecture.rst "What always holds", 1 and 2.
 */

/* Reports walked between two looks at the overflow status. */
#define OA_TRIM_REPORTS		256

/* struct oa_trimmer - a walk that gives up what it passes */
struct oa_trimmer {
	struct oa_walk walk;
	/* reports of the batch, all valid */
	u64 given;
};

static struct oa_trimmer *to_trimmer(struct oa_walk *walk)
{
	return container_of(walk, struct oa_trimmer, walk);
}

static void oa_trim_begin(struct oa_walk *walk)
{
	to_trimmer(walk)->given = 0;
	walk->run_max = U32_MAX;
}

static int oa_trim_take(struct oa_walk *walk, const u32 *reports, u32 n)
{
	to_trimmer(walk)->given += n;
	return 0;
}

/*
 * Nobody will get these reports. Gaps between them, which are pending already, become one
 * loss with them, after the last report before.
 */
static void oa_trim_commit(struct oa_walk *walk)
{
	const u64 given = to_trimmer(walk)->given;
	struct oa_stream *stream = walk->stream;

	if (given) {
		stream->stats->lost += given;
		oa_acct_announce_after(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, given, true,
				       oa_acct_loss_after(stream, &walk->before->acct), 0);
		/* The reader can't know whose report the next one follows. */
		oa_filter_init(&stream->acct.filter, stream->props.format, stream->ctx,
			       stream->oa->unit.setup.ctx_id);
	}
	oa_walk_consume(walk);
}

static const struct oa_walk_ops oa_trim_ops = {
	.batch = OA_TRIM_REPORTS,
	.refused_max = OA_REJECTED_MAX,
	.begin = oa_trim_begin,
	.take = oa_trim_take,
	.commit = oa_trim_commit,
};

/* Give up the oldest reports until half is unread, as far as they have landed. */
static void oa_trim_to_half(struct oa_stream *stream)
{
	const struct oa_ring *ring = &stream->ring;
	struct oa_trimmer trimmer = {
		.walk = {
			.stream = stream,
			.ops = &oa_trim_ops,
			/*
			 * The oldest reports lie half of the buffer before the tail. If one is
			 * missing, it has been for as long as that took to be written, and a
			 * reader's patience with it may have ended by now: it would be too
			 * late to begin to wait.
			 */
			.waited_ns = min(4 * stream->trim.period_ns, OA_RING_LANDING_LIMIT_NS),
		},
	};
	u32 unread, spare;

	if (oa_recover(stream, false) || oa_acct_span(stream, &trimmer.walk.used, &unread))
		return;
	spare = oa_newest_spare(ring->size, unread) / ring->report_bytes;
	trimmer.walk.until = ring->passed + spare * ring->report_bytes;
	if (!spare)
		return;
	while (!oa_walk_batch(&trimmer.walk))
		;
}

static void oa_trim_work(struct work_struct *work)
{
	struct oa_stream *stream = container_of(work, struct oa_stream, trim.work);
	int idx;

	guard(mutex)(&stream->lock);
	if (stream->trim.live && drm_dev_enter(&stream->oa->drm, &idx)) {
		oa_trim_to_half(stream);
		drm_dev_exit(idx);
	}
}

static enum hrtimer_restart oa_trim_expired(struct hrtimer *timer)
{
	struct oa_trim *trim = container_of(timer, struct oa_trim, timer);

	queue_work(system_highpri_wq, &trim->work);
	hrtimer_forward_now(timer, ns_to_ktime(trim->period_ns));
	return HRTIMER_RESTART;
}

/**
 * oa_trim_init() - nothing samples
 * @stream: the stream
 * @period_ns: how often it looks, 0: the stream gives up nothing
 */
void oa_trim_init(struct oa_stream *stream, u64 period_ns)
{
	struct oa_trim *trim = &stream->trim;

	oa_hrtimer_setup(&trim->timer, oa_trim_expired, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
	INIT_WORK(&trim->work, oa_trim_work);
	trim->period_ns = period_ns;
	trim->live = false;
}

/**
 * oa_trim_fini() - nobody knows the stream any more
 * @stream: the stream, stopped
 *
 * Process context, stream lock not held: waits for work that was queued before it stopped.
 */
void oa_trim_fini(struct oa_stream *stream)
{
	cancel_work_sync(&stream->trim.work);
}
