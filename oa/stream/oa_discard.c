// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Peeking for poll
 *
 * A report that has landed may still be rejected, or belong to another context than the stream's.
 * If poll counted it as data, a stream could poll readable whose read gives EAGAIN. So poll walks
 * over such reports, up to the first one that the reader will get. That one stays.
 *
 * Nearly always the next report has landed, follows the last one, and is wanted. Memory alone shows
 * that, and no register is read.
 *
 * Facts: abi.rst 10.1, 10.2.
 */
#include <linux/cleanup.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>

#include <drm/drm_drv.h>

#include "oa_compat.h"
#include "stream/oa_stream_priv.h"

/* A pending record is data to read. */
static int oa_peek_emit(struct oa_walk *walk)
{
	return oa_acct_pending(walk->feed) ? -ENOSPC : 0;
}

static int oa_peek_take(struct oa_walk *walk, const u32 *reports, u32 n)
{
	struct oa_feed *feed = walk->feed;

	if (oa_filter_match(&feed->acct.filter, reports))
		return -ENOSPC;
	feed->stats->filtered++;
	return 0;
}

static const struct oa_walk_ops oa_peek_ops = {
	.take = oa_peek_take,
	.emit = oa_peek_emit,
};

/* Check by memory alone for a pending record, or in sight a report that the reader gets. */
static bool oa_peek_first(const struct oa_stream *stream)
{
	const struct oa_ring *ring = &stream->feed.ring;
	const u32 *report;

	if (oa_acct_pending(&stream->feed))
		return true;
	if (ring->seen < ring->passed + ring->report_bytes)
		return false;
	report = oa_ring_peek(ring);
	return report && oa_acct_delivers(&stream->feed, report);
}

/*
 * Consume a batch of reports that the reader does not get. Return as oa_walk_reports(), or
 * -EOVERFLOW as oa_walk_check().
 */
static int oa_peek_batch(struct oa_walk *walk)
{
	struct oa_walk_state before;
	int ret, err;

	oa_walk_begin(walk, &before);
	ret = oa_walk_reports(walk);
	/* Nothing was passed, so it does not matter whether the unit overwrote it. */
	if (oa_walk_idle(walk))
		return ret;
	err = oa_walk_check(walk);
	if (err)
		return err;
	oa_walk_finish(walk);
	return ret;
}

/* Walk to the first report in sight that the reader gets. An overflow is left to the read. */
static bool oa_peek_walk(struct oa_stream *stream)
{
	struct oa_walk walk = {
		.feed = &stream->feed,
		.ops = &oa_peek_ops,
		.used = stream->feed.ring.seen,
		.until = stream->feed.ring.seen,
	};
	int ret;

	do
		ret = oa_peek_batch(&walk);
	while (!ret);
	return ret != -EAGAIN || oa_acct_pending(&stream->feed);
}

static bool oa_peek(struct oa_stream *stream)
{
	if (oa_peek_first(stream))
		return true;
	/* Nothing is in sight, and no rejected report waits for its announcement. */
	if (!stream->feed.ring.seen && !stream->feed.acct.dropped)
		return false;
	return oa_peek_walk(stream);
}

/*
 * Look at the unit for poll. A state that only the unit shows is left to the read. It may be what
 * an event is about; without an event it is checked now and then.
 */
static bool oa_peek_look(struct oa_stream *stream)
{
	const bool event = test_bit(OA_WAKE_LOOK_BIT, &stream->wake.flags);

	if (oa_stream_look(stream, true) || oa_peek(stream))
		return true;
	if (oa_stream_needs_recovery(stream, event)) {
		set_bit(OA_WAKE_LOOK_BIT, &stream->wake.flags);
		return true;
	}
	oa_stream_drained(stream, ktime_get_ns());
	return false;
}

/*
 * Check whether a read would return records or an error, after a look if one is due. Never waits. A
 * waiter for several reports looks first, to see those that it was woken for.
 */
bool oa_stream_has_data(struct oa_stream *stream)
{
	const bool due = oa_wake_look_due(&stream->wake, ktime_get_ns());

	lockdep_assert_held(&stream->reading);
	lockdep_assert_held(&stream->lock);
	if (oa_stream_broken(stream))
		return true;
	stream->read_at = 0;
	if (stream->config_missing || (due && stream->wake.reports > 1))
		return oa_peek_look(stream);
	return oa_peek(stream) || (due && oa_peek_look(stream));
}

/**
 * DOC: Keeping the newest reports
 *
 * In a ring that hardware ran over, a line that has not landed shows the previous lap instead of
 * poison, so the newest reports can't be recognised there. With KEEP_NEWEST the driver therefore
 * never lets hardware run over the ring: when more than three quarters of the buffer are unread, it
 * walks over the oldest reports (oa_walk.c) until only half is unread.
 *
 * These reports are validated, accepted and poisoned as if they were read. Gaps between them are
 * counted; reports of other contexts count as well. One REPORT_LOST record stands for all of it,
 * before the next report that is read.
 *
 * So a reader that is woken at half full can come a quarter of the buffer later before a report is
 * lost. A timer checks the fill whenever the stream's reports have filled an eighth of the buffer:
 * one eighth passes between two checks, and one at least is left for a late check. If that is not
 * enough the unit overflows, the buffer is discarded as usual, and the newest are kept from there
 * on. No other timer of a stream runs without a reader.
 *
 * The timer expires in hard IRQ and only queues work, since the work takes the stream's lock and
 * may wait for a reader. Late work finds the stream not live and does nothing, so only the release
 * of the stream waits for it, with none of the work's locks held.
 *
 * Facts: hardware.rst 3.15; architecture.rst "What always holds", 1 and 2.
 */

/* A walk that discards the reports that it passes */
struct oa_trimmer {
	struct oa_walk walk;
	u64 discarded; /* valid reports of the batch */
};

static int oa_trim_take(struct oa_walk *walk, const u32 *reports, u32 n)
{
	container_of(walk, struct oa_trimmer, walk)->discarded += n;
	return 0;
}

/*
 * Merge the discarded reports and the gaps between them, which are pending already, into one loss
 * that begins after the last report before the batch.
 */
static void oa_trim_announce(struct oa_stream *stream, const struct oa_accounting *before,
			     u64 discarded)
{
	stream->feed.stats->lost += discarded;
	oa_acct_announce_after(&stream->feed, DRM_I915_PERF_RECORD_OA_REPORT_LOST, discarded, true,
			       oa_acct_loss_after(&stream->feed, before), 0);
	/* The reader can't know which context's report the next one follows. */
	oa_acct_reset_filter(&stream->feed);
}

/* Discard a batch. Return as oa_walk_reports(); -EOVERFLOW: the whole buffer was discarded. */
static int oa_trim_batch(struct oa_trimmer *trimmer)
{
	struct oa_stream *stream = container_of(trimmer->walk.feed, struct oa_stream, feed);
	struct oa_walk_state before;
	int ret;

	trimmer->discarded = 0;
	oa_walk_begin(&trimmer->walk, &before);
	ret = oa_walk_reports(&trimmer->walk);
	if (oa_walk_check(&trimmer->walk)) {
		oa_recover_overflow(stream);
		return -EOVERFLOW;
	}
	if (trimmer->discarded)
		oa_trim_announce(stream, &before.acct, trimmer->discarded);
	oa_walk_finish(&trimmer->walk);
	return ret;
}

static const struct oa_walk_ops oa_trim_ops = {
	.take = oa_trim_take,
};

/* Discard the oldest reports until half is unread, as far as they have landed. */
static void oa_trim_to_half(struct oa_stream *stream)
{
	const struct oa_ring *ring = &stream->feed.ring;
	struct oa_trimmer trimmer = {
		.walk = {
			.feed = &stream->feed,
			.ops = &oa_trim_ops,
			.run_max = U32_MAX,
			/*
			 * The oldest reports are half a buffer old, and so is the wait for a
			 * missing one: start its clock in the past.
			 */
			.waited_ns = min(4 * stream->trim.period_ns, OA_RING_LANDING_LIMIT_NS),
		},
	};
	u32 used, excess;

	if (oa_recover(stream, false) || oa_stream_read_tail(stream, &used))
		return;
	trimmer.walk.used = used;
	excess = oa_newest_excess(ring->size, used - min(used, ring->passed)) / ring->report_bytes;
	trimmer.walk.until = ring->passed + excess * ring->report_bytes;
	if (!excess)
		return;
	while (!oa_trim_batch(&trimmer))
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

/* Set up trimming, every @period_ns; with 0 the stream discards no reports. */
void oa_trim_init(struct oa_stream *stream, u64 period_ns)
{
	struct oa_trim *trim = &stream->trim;

	oa_hrtimer_setup(&trim->timer, oa_trim_expired, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
	INIT_WORK(&trim->work, oa_trim_work);
	trim->period_ns = period_ns;
	trim->live = false;
}

/* Wait for work that was queued before the stream stopped. Stream lock not held. */
void oa_trim_fini(struct oa_stream *stream)
{
	cancel_work_sync(&stream->trim.work);
}
