// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: What is missing, and who is told
 *
 * Where every report comes from the timer, time stamps prove what is missing: two
 * neighbours that are more than a period apart have reports between them that will
 * never be delivered, and that is announced before the second one, wherever it came
 * from: a report that hardware skipped, that never landed, or that was refused. A
 * buffer that overflowed, and a GT reset, lose what was not read, and are announced
 * before what comes first after them.
 *
 * Facts: hardware.md 3.14, 3.15; ABI contract 10.2, 10.3; DESIGN "What always holds", 1.
 */
#include <linux/delay.h>
#include <linux/ktime.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_oa.h>

#include "oa_batch.h"
#include "oa_compat.h"
#include "oa_config.h"
#include "oa_device.h"
#include "oa_loss.h"
#include "oa_map.h"
#include "oa_platform.h"
#include "oa_stream.h"
#include "oa_trace.h"
#include "oa_unit.h"
#include "regs/oa_regs.h"

/* After one report was given up, how long the next one may still be missing. */
#define OA_NEXT_LANDING_NS	(200 * 1000ull)
/* Of so many strobes one may have left no report, and so many of any number. */
#define OA_STROBES_MISSING	16
/* Bit 31 of OAREPORTTRIG2 and OAREPORTTRIG6 */
#define OA_REPORT_TRIGGER_ENABLE	BIT(31)

/* Did the timer run from its last report on, or was it started since? */
static bool oa_timer_went_on(const struct oa_stream *stream)
{
	const struct oa_seen *seen = &stream->seen;

	return seen->have_timer && !oa_timestamp_after(seen->last_timer, stream->starting);
}

/* The time stamp from which on every report of the timer is accounted for. */
static u64 oa_accounted(const struct oa_stream *stream)
{
	return oa_timer_went_on(stream) ? stream->seen.last_timer : stream->started;
}

/* The time stamp behind which the next loss begins, or the one to be announced began. */
static u64 oa_loss_after(const struct oa_stream *stream, const struct oa_seen *seen)
{
	if (seen->pending.count)
		return seen->pending.after;
	return oa_timestamp_raw(stream->props.format, seen->validator.last);
}

static void oa_announce_after(struct oa_stream *stream, u32 type, u64 count, bool exact, u64 after,
			      u64 before)
{
	struct oa_pending *p = &stream->seen.pending;

	/* Two losses in a row become one, under the graver name. */
	p->type = max(p->type, type);
	p->exact = exact && (!p->count || p->exact);
	p->after = after;
	p->count += count;
	p->before = before;
	trace_oa_loss(type, count, after, before);
}

static void oa_announce(struct oa_stream *stream, u32 type, u64 count, bool exact, u64 before)
{
	oa_announce_after(stream, type, count, exact, oa_loss_after(stream, &stream->seen),
			  before);
}

/*
 * With the unit stopped: the time stamp of the newest report, 0 if it can't be had. What is
 * older than @since is one of an earlier lap, in whose place the newest has not landed yet.
 */
static u64 oa_newest(struct oa_stream *stream, u64 since)
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
	any.not_before = since;
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
 * tell the lap: @strobes are at least so many as they prove. Few of them leave no report,
 * or none on a timer whose periods are longer than asked; but many may have come while the
 * processor was away, between the unit's start or stop and a look at the clock.
 */
static u64 oa_unread(const struct oa_stream *stream, u64 strobes)
{
	const struct oa_ring *ring = &stream->ring;
	u32 tail = oa_ops(stream)->tail(&stream->oa->unit);
	u64 distance = (tail + ring->size - ring->head) % ring->size, i;
	u64 missing = min_t(u64, strobes / OA_STROBES_MISSING + OA_STROBES_MISSING,
			    ring->size / ring->report_bytes / 4);
	u64 least = strobes - min(strobes, missing);

	for (i = 0; i < ring->size / OA_LINE_BYTES; i++)
		if ((least + i) * ring->report_bytes % ring->size == distance)
			return least + i;
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

	return strobes - min(strobes, stream->seen.gap_counted);
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
	newest = stream->timer_known ? oa_newest(stream, 0) : 0;
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

	if (!oa_reg_in(oa->platform->boolean, OAREPORTTRIG2))
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
	stream->seen.validator.period = 0;
	stream->seen.validator.timer_mask = 0;
	stream->seen.validator.timer_phase = 0;
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
	oa_validator_init(&stream->seen.validator, format, stream->timer_known,
			  stream->props.exponent);
	oa_filter_init(&stream->seen.filter, format, stream->ctx, unit->setup.ctx_id);
	oa_ring_reset(&stream->ring);
	stream->seen.gap_counted = 0;
	stream->seen.gap_checked = false;
	stream->lost_latched = false;
	stream->seen.dropped = 0;
	stream->seen.have_timer = false;
	stream->starting = oa_ops(stream)->timestamp(unit);
	stream->seen.validator.not_before = stream->starting;
	oa_ops(stream)->enable(unit);
	stream->started = oa_ops(stream)->timestamp(unit);
}

/**
 * oa_stream_overflow() - the buffer overflowed: count it, drop it, start again
 * @stream: the stream, enabled
 *
 * Process context, stream lock and forcewake held.
 */
void oa_stream_overflow(struct oa_stream *stream)
{
	const u64 voided = oa_map_stop(stream, false);
	struct oa_stats *stats = &stream->oa->stats;
	/* Up to here the unit ran: a later strobe may not be one of it, the ring tells. */
	const u64 running = oa_ops(stream)->timestamp(&stream->oa->unit);
	u64 newest = 0, strobes, count;
	bool exact;

	if (oa_ops(stream)->disable(&stream->oa->unit))
		drm_err(&stream->oa->drm, "OA unit does not stop\n");
	if (stream->timer_known)
		newest = oa_newest(stream, running - min(running, 4ull << stream->props.exponent));
	/*
	 * What was at the tail may have been consumed just now: then time tells, nearly.
	 * Nor does it tell reports of other sources.
	 */
	exact = newest && stream->timer_only;
	if (stream->timer_known && !newest)
		newest = running;
	if (newest) {
		strobes = oa_strobes_since(stream, newest);
		count = oa_unread(stream, strobes) + stream->seen.dropped;
		/* Strobes without a report are lost too; the first ones may predate @started. */
		if (!stream->props.format->loose_timer)
			count = max(count, strobes);
		count += voided;
	} else {
		/* No clock to count by: a ring full is gone at least. */
		count = stream->ring.size / stream->ring.report_bytes + stream->seen.dropped;
	}
	stats->lost += count - min(count, stream->seen.dropped);
	stats->overflows++;
	oa_announce(stream, DRM_I915_PERF_RECORD_OA_BUFFER_LOST, count, exact, 0);
	oa_stream_start_unit(stream);
}

/**
 * oa_stream_give_up() - reports were passed that nobody will get
 * @stream: the stream
 * @reports: how many, all valid
 * @batch: as it was before them
 *
 * Process context, stream lock held. What was missing between them, which is announced
 * already, becomes one loss with them, behind the last report before.
 */
void oa_stream_give_up(struct oa_stream *stream, u64 reports, const struct oa_batch *batch)
{
	struct oa_unit *unit = &stream->oa->unit;

	if (!reports)
		return;
	stream->oa->stats.lost += reports;
	oa_announce_after(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, reports, true,
			  oa_loss_after(stream, &batch->seen), 0);
	/* Whose report the next one follows, the reader can't know. */
	oa_filter_init(&stream->seen.filter, stream->props.format, stream->ctx,
		       unit->setup.ctx_id);
}

/**
 * oa_stream_overflowed() - did the buffer overflow?
 * @stream: the stream, enabled
 *
 * Any context, forcewake held.
 */
bool oa_stream_overflowed(struct oa_stream *stream)
{
	return oa_ops(stream)->status(&stream->oa->unit) & OA_UNIT_OVERFLOW;
}

/*
 * Where other triggers write reports too, gaps do not prove all, and the unit's own flag
 * is all there is. Up to Gen7.5 it can't be cleared while running.
 */
static void oa_check_report_lost(struct oa_stream *stream)
{
	struct oa_unit *unit = &stream->oa->unit;

	if (stream->timer_only || stream->lost_latched ||
	    !(oa_ops(stream)->status(unit) & OA_UNIT_REPORT_LOST))
		return;
	if (oa_ops(stream)->ack_report_lost)
		oa_ops(stream)->ack_report_lost(unit);
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
	return strobes - min(strobes, stream->seen.gap_counted);
}

/**
 * oa_stream_check_gap() - announce what is missing before a report
 * @stream: the stream
 * @report: a copy of the next report, valid
 *
 * Process context, stream lock held. Once for each report.
 */
void oa_stream_check_gap(struct oa_stream *stream, const u32 *report)
{
	u64 timestamp, strobes, missing;
	bool exact;

	stream->seen.gap_checked = true;
	/* Next to the one before, which was delivered: nothing lies between. */
	if (!stream->seen.dropped && !stream->seen.gap_counted &&
	    oa_report_is_next(&stream->seen.validator, report))
		return;
	timestamp = oa_report_time(&stream->seen.validator, report);
	strobes = oa_missing_strobes(stream, report, timestamp);
	/* Those dropped may be the strobes that are missing, or come from elsewhere. */
	missing = stream->timer_only ? strobes : max(strobes, stream->seen.dropped);
	exact = stream->timer_only || (strobes && !stream->seen.dropped);
	if (!missing)
		return;
	stream->oa->stats.lost += missing - min(missing, stream->seen.dropped);
	stream->seen.gap_counted += missing;
	stream->seen.dropped = 0;
	oa_announce(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, missing,
		    exact && !stream->props.format->loose_timer,
		    oa_report_timestamp(stream->props.format, report));
}

/**
 * oa_stream_accept() - a valid report leaves the ring, seen or not
 * @stream: the stream
 * @report: it
 *
 * Process context, stream lock held.
 */
void oa_stream_accept(struct oa_stream *stream, const u32 *report)
{
	oa_validator_accept(&stream->seen.validator, report);
	if (oa_is_strobe(stream, report)) {
		stream->seen.last_timer = stream->seen.validator.last;
		stream->seen.have_timer = true;
		stream->seen.gap_counted = 0;
	}
	stream->seen.gap_checked = false;
	stream->seen.dropped = 0;
	oa_ring_pass(&stream->ring);
}

/**
 * oa_stream_pass_run() - accept as many reports in a row as nothing is missing between
 * @stream: the stream
 * @tail: offset of the tail
 * @max: not more than so many
 * @reports: where the first lies in the ring, the others behind it
 *
 * Process context, stream lock held. What oa_stream_check_gap() and oa_stream_accept() do for
 * each, for many. What is to be announced before them the caller has seen to. Return: how
 * many; 0 says nothing.
 */
u32 oa_stream_pass_run(struct oa_stream *stream, u32 tail, u32 max, const u32 **reports)
{
	struct oa_seen *seen = &stream->seen;
	u32 n;

	if (seen->dropped || seen->gap_counted || !stream->timer_known)
		return 0;
	n = oa_ring_run(&stream->ring, &seen->validator, tail, max, reports);
	if (n) {
		seen->last_timer = seen->validator.last;
		seen->have_timer = true;
		seen->gap_checked = false;
	}
	return n;
}

/*
 * Those behind a report that was given up have been missing nearly as long: they
 * get a moment each, or a few lost writes would hold the reader up past overflow.
 */
static void oa_hurry(struct oa_stream *stream, u64 now)
{
	WRITE_ONCE(stream->ring.waiting_since, now - OA_RING_LANDING_LIMIT_NS + OA_NEXT_LANDING_NS);
}

/**
 * oa_stream_drop() - a report is refused
 * @stream: the stream
 * @verdict: why
 * @report: a copy of it
 *
 * Process context, stream lock held. It is announced with what is missing before
 * the next valid one.
 */
void oa_stream_drop(struct oa_stream *stream, enum oa_verdict verdict, const u32 *report)
{
	const struct oa_ring *ring = &stream->ring;
	u32 at = (ring->head + ring->passed) % ring->size;

	stream->oa->stats.dropped[verdict]++;
	stream->seen.dropped++;
	/* Whatever was looked at before is not what comes next. */
	stream->seen.gap_checked = false;
	trace_oa_drop(verdict, at, report);
	drm_dbg(&stream->oa->drm, "report at 0x%x dropped: %s\n", at, oa_verdict_name(verdict));
	oa_ring_pass(&stream->ring);
	if (verdict == OA_REPORT_TORN || verdict == OA_REPORT_NOT_LANDED)
		oa_hurry(stream, ktime_get_ns());
}

/*
 * A reset took the whole unit: where its tail was is gone with it, so what was not
 * read is given up, as far as memory shows that it was written.
 */
static void oa_lost_unit(struct oa_stream *stream)
{
	u64 count = oa_map_stop(stream, false) + oa_ring_landed(&stream->ring);

	stream->oa->stats.lost += count;
	oa_announce(stream, DRM_I915_PERF_RECORD_OA_BUFFER_LOST, count + stream->seen.dropped,
		    false, 0);
	oa_stream_start_unit(stream);
}

/* What was read is whole; what was not counted meanwhile nobody can number. */
static void oa_lost_context(struct oa_stream *stream)
{
	oa_announce(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, 0, false, 0);
	stream->started = oa_ops(stream)->timestamp(&stream->oa->unit);
	stream->starting = stream->started;
}

/* Return: 0 if all that a reset took is in place, or again; -EIO if it can't be put there. */
static int oa_check_reset(struct oa_stream *stream)
{
	u32 lost = oa_ops(stream)->reset_took(&stream->oa->unit);
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
 * oa_stream_check() - notice what happened to the unit since it was last looked at
 * @stream: the stream
 *
 * Process context, stream lock held, GPU present. A reset is made good, an overflow
 * dropped, what the unit says it lost announced. Return: 0; -EIO if the stream does not
 * sample, or the GPU can't be brought back after a reset.
 */
int oa_stream_check(struct oa_stream *stream)
{
	int ret;

	if (!stream->enabled)
		return -EIO;
	ret = oa_check_reset(stream);
	if (ret)
		return ret;
	if (oa_stream_overflowed(stream))
		oa_stream_overflow(stream);
	oa_check_report_lost(stream);
	return 0;
}
