// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Keeping the newest reports
 *
 * That a report has landed is proven by memory that was zero before. In a ring that
 * hardware ran over, what has not landed shows the line of a lap before, so the newest
 * reports can't be told there. Who wants them while nobody reads (KEEP_NEWEST) gets
 * them another way: hardware never runs over the ring, because the driver gives up the
 * oldest reports before. When more than three quarters of the buffer are unread, it reads
 * them to nowhere until half is.
 *
 * They are judged, followed in time and zeroed as if they were read, in batches that
 * count only if nothing overflowed meanwhile. What is missing between them is counted;
 * what a single-context stream would not have shown counts like the others. One
 * REPORT_LOST stands for all of it, before the next report that is read.
 *
 * So who is woken at half full has the time of a quarter to come before anything is lost. A
 * timer looks whenever the reports of the stream's own timer have filled an eighth of the
 * buffer. One eighth thus comes between two looks, and one at least is left for a look that
 * is late. If that is not enough the unit overflows, the buffer is dropped as ever, and the
 * newest are kept from there on. The timer runs while the stream samples, whether
 * somebody reads or not: that none does is the promise of the other streams.
 *
 * It expires in hard IRQ and only queues work, since that takes the stream's lock and may
 * wait for a reader. Sampling starts and stops under that lock, which makes the stream live
 * and not; work that comes too late finds that it is not live and touches nothing. So it
 * is waited for only when the stream is freed, by who holds no lock that it takes.
 *
 * Facts: hardware.md 3.15; DESIGN "What always holds", 1 and 2.
 */
#include <linux/ktime.h>

#include <drm/drm_drv.h>

#include "oa_batch.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_loss.h"
#include "oa_newest.h"
#include "oa_rate.h"
#include "oa_stream.h"
#include "oa_unit.h"

/*
 * What is to go lies half of the buffer behind the tail. If it is missing, it has been for as
 * long as that took to be written, and a reader's patience with it may have ended by now:
 * it would be too late to begin to wait.
 */
static void oa_newest_is_old(struct oa_stream *stream, u64 now)
{
	u64 since = now - min(4 * stream->newest.period_ns, OA_RING_LANDING_LIMIT_NS);

	if (!stream->ring.waiting_since || stream->ring.waiting_since > since)
		WRITE_ONCE(stream->ring.waiting_since, since);
}

/* The next report is passed, valid or not. Return: how many that was; 0: it has not landed. */
static u32 oa_newest_pass_one(struct oa_stream *stream, u32 tail, u64 *given)
{
	u32 copy[OA_REPORT_MAX_DWORDS];
	const u64 now = ktime_get_ns();
	enum oa_verdict verdict;
	const u32 *report;

	oa_newest_is_old(stream, now);
	switch (oa_ring_view(&stream->ring, &stream->seen.validator, tail, now, copy, &report,
			     &verdict)) {
	case OA_RING_REPORT:
		if (!stream->seen.gap_checked)
			oa_stream_check_gap(stream, report);
		oa_stream_accept(stream, report);
		(*given)++;
		return 1;
	case OA_RING_BAD:
		oa_stream_drop(stream, verdict, report);
		return 1;
	default:
		return 0;
	}
}

static u32 oa_newest_pass(struct oa_stream *stream, u32 tail, u32 max, u64 *given)
{
	const u32 *reports;
	u32 n = oa_stream_pass_run(stream, tail, max, &reports);

	*given += n;
	return n ?: oa_newest_pass_one(stream, tail, given);
}

/* Return: reports passed; fewer than @max if nothing more has landed, or if all is lost. */
static u32 oa_newest_batch(struct oa_stream *stream, u32 tail, u32 max)
{
	const struct oa_batch batch = oa_batch_begin(stream);
	u64 given = 0;
	u32 i, n = 1;

	for (i = 0; i < max && n; i += n)
		n = oa_newest_pass(stream, tail, max - i, &given);
	if (oa_stream_overflowed(stream)) {
		oa_batch_undo(stream, &batch);
		oa_stream_overflow(stream);
		return 0;
	}
	oa_stream_give_up(stream, given, &batch);
	oa_batch_consume(stream);
	return i;
}

/* As far as it has landed. */
static void oa_newest_keep_half(struct oa_stream *stream)
{
	u32 tail, unread, spare, n;

	if (oa_stream_check(stream) || oa_stream_span(stream, &tail, &unread))
		return;
	spare = oa_newest_spare(stream->ring.size, unread) / stream->ring.report_bytes;
	for (n = OA_BATCH_REPORTS; spare && n == OA_BATCH_REPORTS; spare -= n)
		n = oa_newest_batch(stream, tail, min_t(u32, spare, OA_BATCH_REPORTS));
}

static void oa_newest_work(struct work_struct *work)
{
	struct oa_stream *stream = container_of(work, struct oa_stream, newest.work);
	int idx;

	mutex_lock(&stream->lock);
	if (stream->newest.live && drm_dev_enter(&stream->oa->drm, &idx)) {
		oa_newest_keep_half(stream);
		drm_dev_exit(idx);
	}
	mutex_unlock(&stream->lock);
}

static enum hrtimer_restart oa_newest_expired(struct hrtimer *timer)
{
	struct oa_newest *newest = container_of(timer, struct oa_newest, timer);

	queue_work(system_highpri_wq, &newest->work);
	hrtimer_forward_now(timer, ns_to_ktime(newest->period_ns));
	return HRTIMER_RESTART;
}

/**
 * oa_newest_init() - nothing samples
 * @stream: the stream
 * @period_ns: how often it looks, 0: the stream gives up nothing
 */
void oa_newest_init(struct oa_stream *stream, u64 period_ns)
{
	struct oa_newest *newest = &stream->newest;

	oa_hrtimer_setup(&newest->timer, oa_newest_expired, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
	INIT_WORK(&newest->work, oa_newest_work);
	newest->period_ns = period_ns;
	newest->live = false;
}

/**
 * oa_newest_start() - sampling begins, with nothing to read
 * @stream: the stream
 *
 * Process context, stream lock held.
 */
void oa_newest_start(struct oa_stream *stream)
{
	struct oa_newest *newest = &stream->newest;

	newest->live = newest->period_ns;
	if (newest->live)
		hrtimer_start(&newest->timer, ns_to_ktime(newest->period_ns), HRTIMER_MODE_REL);
}

/**
 * oa_newest_stop() - sampling ends
 * @stream: the stream
 *
 * Process context, stream lock held: work that waits for it will find the stream not live.
 * That is not waited for, which would be a deadlock.
 */
void oa_newest_stop(struct oa_stream *stream)
{
	stream->newest.live = false;
	hrtimer_cancel(&stream->newest.timer);
}

/**
 * oa_newest_fini() - nobody knows the stream any more
 * @stream: the stream, stopped
 *
 * Process context, stream lock not held: waits for work that was queued before it stopped.
 */
void oa_newest_fini(struct oa_stream *stream)
{
	cancel_work_sync(&stream->newest.work);
}
