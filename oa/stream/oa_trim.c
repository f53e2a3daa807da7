// SPDX-License-Identifier: GPL-2.0-only
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
#include <linux/cleanup.h>

#include <drm/drm_drv.h>
#include <uapi/drm/i915_drm.h>

#include "oa_compat.h"
#include "stream/oa_rate.h"
#include "stream/oa_recover.h"
#include "stream/oa_refuse.h"
#include "stream/oa_seen.h"
#include "stream/oa_trim.h"
#include "stream/oa_walk.h"

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
		oa_seen_announce_after(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, given, true,
				       oa_seen_loss_after(stream, &walk->before->seen), 0);
		/* The reader can't know whose report the next one follows. */
		oa_filter_init(&stream->seen.filter, stream->props.format, stream->ctx,
			       stream->oa->unit.setup.ctx_id);
	}
	oa_walk_consume(walk);
}

static const struct oa_walk_ops oa_trim_ops = {
	.batch = OA_TRIM_REPORTS,
	.refused_max = OA_REFUSED_MAX,
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

	if (oa_recover(stream, false) || oa_seen_span(stream, &trimmer.walk.used, &unread))
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
