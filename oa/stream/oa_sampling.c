// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Sampling starts and stops
 *
 * The unit writes into an empty ring from the start on, and no longer after the stop; its interrupt
 * is enabled in between.
 *
 * Facts: abi.rst 6, 11.
 */
#include <linux/delay.h>
#include <linux/ktime.h>

#include "oa_trace.h"
#include "regs/oa_regs.h"
#include "stream/oa_stream_priv.h"
#include "uapi/oa_uapi.h"

/* Time for the stopped unit's last lines to land, and time if they are known to be late */
#define OA_QUIET_US		1000
#define OA_QUIET_LATE_MS	100
#define OA_QUIET_TRIES		10

static bool oa_config_triggers(const struct oa_config *config)
{
	const struct oa_reg_list *list = &config->set.boolean;
	u32 i;

	for (i = 0; i < list->count; i++)
		if ((list->regs[i].offset == OAREPORTTRIG2 ||
		     list->regs[i].offset == OAREPORTTRIG6) &&
		    list->regs[i].value & OAREPORTTRIG2_ENABLE)
			return true;
	return false;
}

/*
 * Check whether report triggers are enabled. The trigger registers of a metric set stay as they are
 * until the stream closes. Where no set may write them, there are none.
 */
static bool oa_unit_triggers(struct oa_device *oa)
{
	struct oa_uncore *uncore = oa->uncore;

	if (!oa_reg_in(oa->platform->boolean, OAREPORTTRIG2))
		return false;
	return (oa_read32(uncore, OAREPORTTRIG2) | oa_read32(uncore, OAREPORTTRIG6)) &
	       OAREPORTTRIG2_ENABLE;
}

/*
 * Adapt to the triggers of a metric set that is about to be written: from then on reports may come
 * from them. A stopped stream checks the registers when it starts.
 */
void oa_stream_expect_triggers(struct oa_stream *stream, const struct oa_config *config)
{
	lockdep_assert_held(&stream->lock);
	if (!stream->enabled || stream->feed.format->rpt_id || !oa_config_triggers(config))
		return;
	oa_acct_forget_timer(&stream->feed);
}

/*
 * Poison the whole ring of a stopped unit. A line in flight that lands after the poison looks like
 * a line of a later report. So wait first, and longer where lines are known to be late
 * (internals.rst "Landing"). Return false if lines land all the time.
 */
static bool oa_stream_clear_whole_ring(struct oa_stream *stream)
{
	struct oa_ring *ring = &stream->feed.ring;
	u32 tries = 0;
	bool late;

	usleep_range(OA_QUIET_US, 2 * OA_QUIET_US);
	late = ring->late || oa_ring_newest_torn(ring);
	do {
		if (late)
			msleep(OA_QUIET_LATE_MS);
		oa_ring_reset(ring);
		/* A late line gets time to show. After an overflow nothing showed it before. */
		usleep_range(OA_QUIET_US, 2 * OA_QUIET_US);
		late = !oa_ring_is_poisoned(ring, 0, ring->size);
	} while (late && ++tries < OA_QUIET_TRIES);
	return !late;
}

/*
 * Check that the stopped unit has no line in flight. A line that it need not write may still land,
 * so there is no proof then.
 */
static bool oa_stream_is_quiet(struct oa_stream *stream)
{
	return !oa_feed_hypotheses(&stream->feed)->free_lines && oa_ring_quiet(&stream->feed.ring);
}

/*
 * Poison what is not poisoned in the ring of a stopped unit. Usually all that the unit wrote has
 * landed, and only the unread reports are to be poisoned. Return false if lines land all the time.
 */
static bool oa_stream_clear_ring(struct oa_stream *stream)
{
	struct oa_ring *ring = &stream->feed.ring;

	if (ring->fresh)
		return true;
	if (!oa_stream_is_quiet(stream))
		return oa_stream_clear_whole_ring(stream);
	oa_ring_reset_left(ring);
	return true;
}

/*
 * Note an overflow flag that the start did not clear: otherwise each read of the status would count
 * another overflow and start the unit again.
 */
static void oa_stream_check_overflow_flag(struct oa_stream *stream)
{
	const struct oa_ring *ring = &stream->feed.ring;

	WRITE_ONCE(stream->feed.overflow_stands, false);
	if (!oa_unit_overflowed(&stream->feed))
		return;
	WRITE_ONCE(stream->feed.overflow_tail, oa_ops(stream)->tail(stream->oa->unit));
	WRITE_ONCE(stream->feed.overflow_stands, oa_ring_is_poisoned(ring, 0, ring->size));
}

/*
 * Start the configured unit with an empty buffer. A pending record stays. Forcewake held. If lines
 * land all the time, no report is proven: the device is wedged, and the unit stays off.
 */
void oa_stream_start_unit(struct oa_stream *stream)
{
	struct oa_unit *unit = stream->oa->unit;
	bool timer_only, cleared;
	u64 starting;

	lockdep_assert_held(&stream->lock);
	/* Reports without a reason must all come from the timer. */
	timer_only = stream->periodic && !stream->feed.format->rpt_id &&
		     !oa_unit_triggers(stream->oa);
	oa_acct_restart(&stream->feed, timer_only);
	stream->half.watching = false;
	cleared = oa_stream_clear_ring(stream);
	oa_ring_start(&stream->feed.ring);
	starting = oa_unit_timestamp(unit);
	oa_acct_starting(&stream->feed, starting);
	if (!cleared) {
		oa_ggtt_wedge(stream->oa->ggtt, "a writer to the OA buffer");
		return;
	}
	oa_ops(stream)->enable(unit);
	oa_stream_check_overflow_flag(stream);
	stream->oa->pmu_hooks->on(stream);
	stream->feed.started = oa_unit_timestamp_after(unit, starting);
}

/*
 * Enable the interrupt, masked: the first waiter unmasks it. It stays enabled while the unit is
 * stopped, which raises none, so that a stream that starts often needs few registers for it.
 */
static void oa_stream_enable_irq(struct oa_stream *stream)
{
	if (stream->irq_enabled)
		oa_irq_mask(stream->oa->irq, true);
	else
		oa_irq_enable(stream->oa->irq);
	stream->irq_enabled = true;
}

/* Disable the interrupt of a stopped stream, which closes or loses its GPU. Forcewake held. */
void oa_stream_disable_irq(struct oa_stream *stream)
{
	if (stream->irq_enabled)
		oa_irq_disable(stream->oa->irq);
	stream->irq_enabled = false;
}

/* Start sampling into an empty buffer. The unit is configured, forcewake held. */
void oa_stream_start(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	struct oa_trim *trim = &stream->trim;

	WRITE_ONCE(oa->irq_stream, stream);
	oa_stream_enable_irq(stream);
	oa_stream_start_unit(stream);
	oa_acct_begin(&stream->feed, &(struct oa_pending) { });
	oa_wake_start(&stream->wake);
	trim->live = trim->period_ns;
	if (trim->live)
		hrtimer_start(&trim->timer, ns_to_ktime(trim->period_ns), HRTIMER_MODE_REL);
	trace_oa_enable(true, stream->feed.started);
}

/* Stop the unit, or else wedge the device. Forcewake held. Return whether the unit stopped. */
bool oa_stream_stop_unit(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;

	oa->pmu_hooks->off(oa);
	if (!oa_unit_stop(oa->unit, oa_ops(stream)))
		return true;
	oa_ggtt_wedge(oa->ggtt, "OA unit");
	return false;
}

/* Stop sampling, add the number of unread reports to @unread, wake all waiters. Forcewake held. */
void oa_stream_stop(struct oa_stream *stream, u64 *unread)
{
	struct oa_device *oa = stream->oa;

	oa_feed_changed(&stream->feed);
	WRITE_ONCE(oa->irq_stream, NULL);
	oa_wake_stop(&stream->wake);
	/* Trim work that waits for the lock finds the stream not live: no need to wait for it. */
	if (stream->trim.live) {
		stream->trim.live = false;
		hrtimer_cancel(&stream->trim.timer);
	}
	oa_stream_stop_unit(stream);
	/* The next start selects an engine once more that was never served. */
	if (oa->irq->unserved)
		oa_stream_disable_irq(stream);
	*unread += oa_loss_unread(stream);
	trace_oa_enable(false, 0);
}

/* Wait for landing lines before the buffer is freed: the next stream's may have its address. */
void oa_stream_settle(struct oa_stream *stream)
{
	const struct oa_ring *ring = &stream->feed.ring;

	if (ring->fresh || oa_stream_is_quiet(stream))
		return;
	usleep_range(OA_QUIET_US, 2 * OA_QUIET_US);
	if (ring->late || oa_ring_newest_torn(ring))
		msleep(OA_QUIET_LATE_MS);
}

/* Start or stop sampling. A stop discards unread reports. Process context, stream lock held. */
void oa_stream_set_enabled(struct oa_stream *stream, bool enabled)
{
	u64 unread = 0;

	lockdep_assert_held(&stream->lock);
	if (stream->enabled == enabled)
		return;
	if (enabled) {
		oa_stream_start(stream);
		WRITE_ONCE(stream->enabled, true);
	} else {
		/* Clear it before the stop wakes the waiters, which check it. */
		WRITE_ONCE(stream->enabled, false);
		oa_stream_stop(stream, stream->for_perf ? &unread : &stream->feed.stats->discarded);
	}
}
