// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Accounting of a stream
 *
 * Where every report comes from the timer, time stamps prove the losses: between two neighbours
 * that are more than a period apart, reports are missing. The loss is announced before the second
 * one, whatever the cause (internals.rst "Loss"). An overflow and a GT reset lose the unread
 * reports (oa_loss.c); that is announced before the first report after them.
 *
 * Facts: hardware.rst 3.14, 3.15; abi.rst 10.2, 10.3; architecture.rst "What always holds", 1.
 */
#include <linux/bitops.h>
#include <linux/ktime.h>
#include <linux/ratelimit.h>
#include <linux/string.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>
#include <uapi/drm/i915_drm.h>

#include "formats/oa_examine.h"
#include "oa_compat.h"
#include "oa_trace.h"
#include "ring/oa_ring_priv.h"

/* Reset the filter: the next report may follow a report of any context. */
void oa_acct_reset_filter(struct oa_feed *feed)
{
	const struct oa_unit_setup *setup = &feed->unit->setup;

	oa_filter_init(&feed->acct.filter, feed->format, setup->single_context, setup->ctx_id);
}

/* Restart the accounting before the first report. A pending record and the hypotheses stay. */
void oa_acct_restart(struct oa_feed *feed, bool timer_only)
{
	const struct oa_report_format *format = feed->format;
	struct oa_accounting *acct = &feed->acct;
	const struct oa_hypotheses before = acct->validator.hypotheses;

	lockdep_assert_held(feed->lock);
	oa_feed_changed(feed);
	feed->timer_only = timer_only;
	/* A report may name the timer as its reason. */
	feed->timer_known = timer_only || (feed->unit->setup.periodic && format->rpt_id);
	if (acct->validator.have_last)
		acct->last_raw = oa_timestamp_raw(format, acct->validator.last);
	oa_validator_init(&acct->validator, format, feed->timer_known, feed->exponent);
	acct->validator.hypotheses = before;
	oa_hyp_apply(feed);
	acct->torn_since = 0;
	oa_acct_reset_filter(feed);
	acct->announced = 0;
	acct->gap_checked = false;
	acct->dropped = 0;
	acct->causes = 0;
	acct->dropped_since = 0;
	oa_acct_publish(feed);
	acct->last_timer = OA_NO_TIME;
	acct->flagged = false;
	acct->gap_announced = false;
	feed->lost_latched = false;
}

/* Note the time stamp right before the unit starts: no report is older. */
void oa_acct_starting(struct oa_feed *feed, u64 timestamp)
{
	lockdep_assert_held(feed->lock);
	feed->starting = timestamp;
	feed->started = timestamp;
	feed->acct.validator.not_before = timestamp;
}

/* From now on reports may come from triggers too, and don't say so. */
void oa_acct_forget_timer(struct oa_feed *feed)
{
	oa_feed_changed(feed);
	feed->timer_only = false;
	feed->timer_known = false;
	feed->acct.validator.period = 0;
	oa_hyp_apply(feed);
}

/* Check whether the timer has run since its last report, without a restart. */
static bool oa_timer_kept_running(const struct oa_feed *feed)
{
	const struct oa_accounting *acct = &feed->acct;

	return acct->last_timer != OA_NO_TIME &&
	       !oa_timestamp_ticks(acct->last_timer, feed->starting);
}

/* Show hard IRQ whether a read returns data without a report. */
void oa_acct_publish(struct oa_feed *feed)
{
	WRITE_ONCE(feed->pending_type, feed->acct.pending.type);
	WRITE_ONCE(feed->dropped_since, feed->acct.dropped_since);
}

/* Note that the pending record was announced. */
void oa_acct_emitted(struct oa_feed *feed)
{
	lockdep_assert_held(feed->lock);
	feed->acct.pending = (struct oa_pending) { };
	oa_acct_publish(feed);
}

/* Begin the accounting of a unit that was just started, with what a suspend left pending. */
void oa_acct_begin(struct oa_feed *feed, const struct oa_pending *pending)
{
	lockdep_assert_held(feed->lock);
	feed->acct.pending = *pending;
	feed->acct.last_raw = pending->after;
	oa_acct_publish(feed);
}

/*
 * Return the time stamp after which a loss begins: that of the pending record, or else of the last
 * accepted report, even if the unit restarted since. @acct is the accounting, now or earlier.
 */
u64 oa_acct_loss_after(const struct oa_feed *feed, const struct oa_accounting *acct)
{
	lockdep_assert_held(feed->lock);
	if (acct->pending.type)
		return acct->pending.after;
	if (!acct->validator.have_last)
		return acct->last_raw;
	return oa_timestamp_raw(feed->format, acct->validator.last);
}

/*
 * Announce a loss of @count reports before the next report. @after and @before are the time stamps
 * around it, 0 if not known. Two losses in a row become one, of the graver type.
 */
void oa_acct_announce_after(struct oa_feed *feed, u32 type, u64 count, bool exact, u64 after,
			    u64 before)
{
	struct oa_pending *p = &feed->acct.pending;

	lockdep_assert_held(feed->lock);
	oa_feed_changed(feed);
	p->exact = exact && (!p->type || p->exact);
	p->type = max(p->type, type);
	p->after = after;
	p->count += count;
	p->before = before;
	oa_acct_publish(feed);
	trace_oa_loss(type, count, after, before);
}

/* Announce a loss between the last report and the next one. */
void oa_acct_announce(struct oa_feed *feed, u32 type, u64 count, bool exact, u64 before)
{
	oa_acct_announce_after(feed, type, count, exact,
			       oa_acct_loss_after(feed, &feed->acct), before);
}

/* Count the strobes from the timer's last accepted report, or the start, to @timestamp, 36 bits. */
static u64 oa_acct_strobes_until(const struct oa_feed *feed, u64 timestamp)
{
	bool kept_running = oa_timer_kept_running(feed);
	u64 from = kept_running ? feed->acct.last_timer : feed->started;
	u64 ticks = oa_timestamp_ticks(from, timestamp);
	u64 period = 2ull << feed->exponent;

	if (!feed->acct.validator.loose)
		return oa_timer_strobes(feed->exponent, from, from + ticks);
	/*
	 * Off the grid count whole periods: rounded to the nearest from a report on, and one more
	 * from the start on, since its first period may be cut short.
	 */
	return (ticks + (kept_running ? period / 2 : period)) / period;
}

/* Count the strobes from the last report accepted or announced as lost to @until, 36 bits. */
u64 oa_acct_strobes_lost(const struct oa_feed *feed, u64 until)
{
	u64 strobes = oa_acct_strobes_until(feed, until);

	return strobes - min(strobes, feed->acct.announced);
}

/* Return those of @strobes that can't be of a rejected report. */
u64 oa_acct_strobes_unseen(const struct oa_feed *feed, u64 strobes)
{
	return strobes - min(strobes, feed->acct.dropped);
}

/* Count the strobes after the start and before the clock was first read, if there may be any. */
static u64 oa_acct_strobes_before_clock(const struct oa_feed *feed)
{
	const u64 unseen = oa_timestamp_ticks(feed->starting, feed->started);

	if (oa_timer_kept_running(feed))
		return 0;
	return oa_timer_strobes(feed->exponent, feed->starting, feed->starting + unseen);
}

/*
 * Check whether @count is all that an overflow lost, beside the rejected reports. @strobes were
 * counted by the clock, which is read before the unit starts and after it. A strobe in between may
 * have had no report, unless the ring shows as many as there can be. If the processor was away in
 * between for half of the time in which the ring fills, strobes may also be missing from the count
 * by whole laps, which the tail's position does not show.
 */
bool oa_acct_count_known(const struct oa_feed *feed, u64 count, u64 strobes)
{
	const struct oa_ring *ring = &feed->ring;
	const u64 most = strobes + oa_acct_strobes_before_clock(feed);
	u64 half = (u64)(ring->size / ring->report_bytes) << feed->exponent;

	return oa_timer_kept_running(feed) ||
	       (oa_timestamp_ticks(feed->starting, feed->started) <= half &&
		count >= oa_acct_strobes_unseen(feed, most));
}

/* Add the causes of rejected reports to the pending record, whose count has them already. */
static void oa_acct_add_causes(struct oa_feed *feed)
{
	struct oa_accounting *acct = &feed->acct;

	acct->pending.causes |= acct->causes;
	acct->causes = 0;
	acct->dropped = 0;
	acct->dropped_since = 0;
	oa_acct_publish(feed);
}

/* Account for a loss of @count reports, and with them rejected ones that were not announced yet. */
void oa_acct_lose(struct oa_feed *feed, u32 type, u64 count, bool exact)
{
	feed->stats->lost += count;
	oa_acct_announce(feed, type, count + feed->acct.dropped, exact, 0);
	oa_acct_add_causes(feed);
}

/* Check whether the reader gets a report that has landed, valid by its place alone. */
bool oa_acct_delivers(const struct oa_feed *feed, const u32 *report)
{
	return oa_report_follows(&feed->acct.validator, report) &&
	       oa_filter_match(&feed->acct.filter, report);
}

/* Read the time stamp that no report up to the tail exceeds, once per tail. Forcewake held. */
void oa_acct_read_clock(struct oa_feed *feed)
{
	struct oa_validator *v = &feed->acct.validator;

	lockdep_assert_held(feed->lock);
	if (!v->not_after)
		v->not_after = oa_unit_timestamp(feed->unit);
}

/*
 * Check whether a ring with its tail at the head and a report there is full. A write that landed
 * after its report was discarded looks the same, but is out of order.
 */
static noinline_for_stack bool oa_acct_is_full(struct oa_feed *feed)
{
	u32 head[OA_LINE_DWORDS];

	/* Reports that were passed and are still in the ring prove it. */
	if (feed->ring.passed || !feed->acct.validator.have_last)
		return true;
	oa_acct_read_clock(feed);
	memcpy(head, feed->ring.vaddr + feed->ring.head, sizeof(head));
	return oa_report_in_order(&feed->acct.validator, head);
}

/*
 * Read the tail, and as a rule no other register. Set @used to the bytes between head and tail.
 * Return 0, or -EAGAIN after a reset, when there is no tail.
 */
int oa_acct_read_tail(struct oa_feed *feed, u32 *used)
{
	const struct oa_ring *ring = &feed->ring;

	lockdep_assert_held(feed->lock);
	*used = oa_ring_used(ring);
	if (*used == OA_RING_NO_TAIL)
		return -EAGAIN;
	feed->acct.validator.not_after = 0;
	if (*used == ring->size && !oa_acct_is_full(feed))
		*used = 0;
	return 0;
}

static bool oa_is_strobe(const struct oa_feed *feed, const u32 *report)
{
	return feed->timer_known && oa_report_is_timer(feed->format, report);
}

/*
 * Check whether time stamps prove how many of the timer's reports are missing since its last
 * report, or since the start. They prove nothing if time steps back. If the start was stamped by
 * another clock than reports are, there must be a report to count from.
 */
static bool oa_acct_gaps_provable(const struct oa_feed *feed)
{
	const u32 off = feed->acct.validator.hypotheses.off;

	return !(off & OA_HYP_BIT(OA_HYP_ORDER)) &&
	       (feed->acct.last_timer != OA_NO_TIME || !(off & OA_HYP_BIT(OA_HYP_CLOCK)));
}

/*
 * Resolve the unit's report-lost flag at the timer's next report. If there is no gap, the lost
 * reports came from another source, and their number is unknown.
 */
static void oa_acct_check_lost_flag(struct oa_feed *feed, const u32 *report, u64 timestamp)
{
	struct oa_accounting *acct = &feed->acct;

	if (!acct->flagged || !oa_is_strobe(feed, report) ||
	    !oa_timestamp_ticks(acct->flagged_at, timestamp))
		return;
	acct->flagged = false;
	oa_acct_announce(feed, DRM_I915_PERF_RECORD_OA_REPORT_LOST, 0, false,
			 oa_report_timestamp(feed->format, report));
}

/*
 * Check whether the number of strobes since the timer's last report, or since the start, is exact:
 * no strobe is off the grid, and none came after the start but before the clock was first read.
 */
static bool oa_acct_strobes_exact(const struct oa_feed *feed)
{
	return !feed->acct.validator.loose && !oa_acct_strobes_before_clock(feed);
}

/*
 * Decide how many reports are missing before a valid one, and whether that number is exact. Dropped
 * reports may be the strobes that are missing, or come from elsewhere. Where a check that had held
 * is dropped, or time steps back because a fault has passed, the time stamps on both sides can't be
 * compared. Then a loss without an exact number, perhaps of none, marks the place for each reader.
 */
struct oa_gap oa_acct_decide_gap(const struct oa_gap_seen *seen)
{
	/* All but the report's own strobe, and those that were announced */
	const u64 strobes = seen->strobes - min(seen->strobes, 1 + seen->announced);
	const u64 missing = max(strobes, seen->dropped);
	const bool by_strobes = strobes && !seen->dropped && !seen->announced;

	return (struct oa_gap) {
		.missing = missing,
		.found = missing || seen->loosened,
		.exact = seen->strobes_exact && (seen->timer_only || by_strobes),
		.of_timer = strobes > seen->dropped,
	};
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_acct_decide_gap);

/* Note a gap before @report, and announce it. */
static void oa_acct_add_gap(struct oa_feed *feed, const struct oa_gap *gap, const u32 *report)
{
	struct oa_accounting *acct = &feed->acct;

	/* A counted gap also accounts for the unit's report-lost flag, whichever was seen first. */
	if (gap->of_timer) {
		acct->gap_announced = true;
		acct->flagged = false;
	}
	feed->stats->lost += gap->missing - min(gap->missing, acct->dropped);
	acct->announced += gap->missing;
	oa_acct_announce(feed, DRM_I915_PERF_RECORD_OA_REPORT_LOST, gap->missing, gap->exact,
			 oa_report_timestamp(feed->format, report));
	oa_acct_add_causes(feed);
	acct->validator.hypotheses.loosened = false;
}

/* Announce the reports that are missing before a valid report, once for each report. */
void oa_acct_check_gap(struct oa_feed *feed, const u32 *report)
{
	struct oa_accounting *acct = &feed->acct;
	struct oa_gap_seen seen = {
		.dropped = acct->dropped,
		.announced = acct->announced,
		.loosened = acct->validator.hypotheses.loosened,
		.timer_only = feed->timer_only,
	};
	struct oa_gap gap;
	u64 timestamp;

	lockdep_assert_held(feed->lock);
	acct->gap_checked = true;
	/* The report follows the last accepted one directly: none lies between them. */
	if (!seen.dropped && !seen.announced && !acct->flagged && !seen.loosened &&
	    oa_report_is_next(&acct->validator, report))
		return;
	timestamp = oa_report_time(&acct->validator, report);
	if (oa_is_strobe(feed, report) && oa_acct_gaps_provable(feed) && !seen.loosened) {
		seen.strobes = oa_acct_strobes_until(feed, timestamp);
		seen.strobes_exact = oa_acct_strobes_exact(feed);
	}
	gap = oa_acct_decide_gap(&seen);
	if (gap.found)
		oa_acct_add_gap(feed, &gap, report);
	else
		oa_acct_check_lost_flag(feed, report, timestamp);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_acct_check_gap);

/* Pass a valid report, delivered or not. */
void oa_acct_accept(struct oa_feed *feed, const u32 *report)
{
	struct oa_accounting *acct = &feed->acct;

	lockdep_assert_held(feed->lock);
	oa_examine_accepted(&acct->validator, report);
	if (oa_is_strobe(feed, report)) {
		acct->last_timer = acct->validator.last;
		acct->announced = 0;
	}
	acct->gap_checked = false;
	oa_ring_pass(&feed->ring, 1);
}

/*
 * Add to @run, which begins with the next report, at most @max reports without a gap between them.
 * Return their number; 0 means only that the next report must be handled alone. Ring and accounting
 * stay as they are until oa_acct_accept_run(), so a run that does not count needs no undo.
 */
u32 oa_acct_run(struct oa_feed *feed, struct oa_run *run, u32 used, u32 max, const u32 **reports)
{
	const struct oa_accounting *acct = &feed->acct;

	lockdep_assert_held(feed->lock);
	if (acct->dropped || acct->announced || acct->flagged || !feed->timer_known ||
	    acct->validator.hypotheses.loosened)
		return 0;
	return oa_ring_run(&feed->ring, &acct->validator, run, used, max, reports);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_acct_run);

/* Accept a run, at least one report, as oa_acct_check_gap() and oa_acct_accept() do for one. */
void oa_acct_accept_run(struct oa_feed *feed, const struct oa_run *run)
{
	struct oa_accounting *acct = &feed->acct;

	lockdep_assert_held(feed->lock);
	oa_validator_accept_run(&acct->validator, run);
	acct->last_timer = run->last;
	acct->gap_checked = false;
	oa_ring_pass(&feed->ring, run->reports);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_acct_accept_run);

/*
 * Announce the unit's report-lost flag, if @status has it and no gap accounts for it (internals.rst
 * "Loss"). Where all reports are the timer's, gaps prove each loss, and the flag is not needed.
 * Else, while gaps between the timer's reports are provable, it waits for the next one, unless the
 * gap was seen before (@gap_announced). Up to Gen7.5 the flag can't be cleared while the unit runs,
 * so it is announced once.
 */
void oa_acct_report_lost(struct oa_feed *feed, u32 status)
{
	struct oa_accounting *acct = &feed->acct;
	const bool gaps_show_timer = feed->timer_known && oa_acct_gaps_provable(feed);
	const bool gap_announced = acct->gap_announced;

	lockdep_assert_held(feed->lock);
	if ((feed->timer_only && gaps_show_timer) || feed->lost_latched)
		return;
	acct->gap_announced = false;
	if (!(status & OA_UNIT_REPORT_LOST))
		return;
	if (feed->ops->ack_report_lost)
		feed->ops->ack_report_lost(feed->unit);
	else
		feed->lost_latched = true;
	if (!gaps_show_timer) {
		oa_acct_announce(feed, DRM_I915_PERF_RECORD_OA_REPORT_LOST, 0, false, 0);
	} else if (!gap_announced) {
		oa_feed_changed(feed);
		acct->flagged = true;
		acct->flagged_at = oa_unit_timestamp(feed->unit);
	}
}

/**
 * DOC: Rejected reports
 *
 * A report that is not valid is passed like any other, but not delivered. It is announced with the
 * others that are missing before the next valid one, because there time stamps give their number
 * (oa_acct_check_gap()). If no valid report follows, the reader must not wait for ever: then
 * rejected reports are announced alone, once there are OA_REJECTED_MAX of them or the first is
 * OA_REJECTED_NS old. That number is subtracted from the gap before the next valid report.
 *
 * Facts: abi.rst 10.2; abi-extensions.rst 17.1; architecture.rst "What always holds", 1 and 2.
 */

/* Time that the next report may be missing after one was discarded */
#define OA_NEXT_LANDING_NS	(200 * 1000ull)

/* Return the bit of a verdict in struct drm_i915_oa_loss. */
static u32 oa_reject_cause(enum oa_verdict verdict)
{
	static_assert(BIT(7 + OA_REPORT_NOT_LANDED) == DRM_I915_OA_LOSS_NOT_LANDED);
	static_assert(BIT(7 + OA_REPORT_TORN) == DRM_I915_OA_LOSS_TORN);
	static_assert(BIT(7 + OA_REPORT_BAD_ID) == DRM_I915_OA_LOSS_BAD_ID);
	static_assert(BIT(7 + OA_REPORT_BAD_ORDER) == DRM_I915_OA_LOSS_BAD_ORDER);
	static_assert(BIT(7 + OA_REPORT_BAD_SPACING) == DRM_I915_OA_LOSS_BAD_SPACING);
	static_assert(BIT(7 + OA_REPORT_BAD_RESERVED) == DRM_I915_OA_LOSS_BAD_RESERVED);
	static_assert(BIT(7 + OA_REPORT_BAD_CONTEXT) == DRM_I915_OA_LOSS_BAD_CONTEXT);
	static_assert(BIT(7 + OA_NUM_VERDICTS) - 1 <= (DRM_I915_OA_LOSS_CAUSES | 0xff));
	return BIT(7 + verdict);
}

/* Warn of each cause of rejected reports, once per stream; debugfs oa_status has the numbers. */
void oa_reject_warn(struct oa_feed *feed)
{
	static DEFINE_RATELIMIT_STATE(limit, DEFAULT_RATELIMIT_INTERVAL, DEFAULT_RATELIMIT_BURST);
	const struct oa_accounting *acct = &feed->acct;
	unsigned long fresh = acct->rejected & ~feed->warned;
	unsigned int verdict;

	lockdep_assert_held(feed->lock);
	feed->warned |= fresh;
	for_each_set_bit(verdict, &fresh, OA_NUM_VERDICTS)
		if (__ratelimit(&limit))
			drm_warn(feed->drm,
				 "report at 0x%x rejected: %s; see oa_status for more\n",
				 acct->rejected_at[verdict], oa_verdict_name(verdict));
}

/*
 * Shorten the wait for the report after a discarded one, which has been missing nearly as long. It
 * gets OA_NEXT_LANDING_NS if it may be landing now, else no time. With more time, a series of lost
 * writes would delay the reader until the buffer overflows.
 */
static void oa_reject_shorten_wait(struct oa_ring *ring, u32 used)
{
	u64 spent = OA_RING_LANDING_LIMIT_NS - OA_NEXT_LANDING_NS;

	/* Over the limit also by the clock of the walk, which was read some time ago. */
	if (oa_ring_far_from_tail(ring, used))
		spent = 2 * OA_RING_LANDING_LIMIT_NS;
	WRITE_ONCE(ring->waiting_since, ktime_get_ns() - spent);
}

/* Pass a report that is not valid. @used is from oa_acct_read_tail(). */
void oa_reject(struct oa_feed *feed, enum oa_verdict verdict, const u32 *report, u32 used)
{
	struct oa_ring *ring = &feed->ring;
	struct oa_accounting *acct = &feed->acct;
	u32 at = (ring->head + ring->passed) % ring->size;

	lockdep_assert_held(feed->lock);
	feed->stats->dropped[verdict]++;
	if (!acct->dropped++)
		acct->dropped_since = ktime_get_ns();
	oa_acct_publish(feed);
	acct->causes |= oa_reject_cause(verdict);
	/* The next report is another one. */
	acct->gap_checked = false;
	trace_oa_drop(verdict, at, report);
	drm_dbg(feed->drm, "report at 0x%x rejected: %s\n", at, oa_verdict_name(verdict));
	/* Remember the first report of each cause, for a warning once its batch counts. */
	if (!(acct->rejected & BIT(verdict)))
		acct->rejected_at[verdict] = at;
	acct->rejected |= BIT(verdict);
	oa_ring_pass(ring, 1);
	if (verdict == OA_REPORT_TORN || verdict == OA_REPORT_NOT_LANDED)
		oa_reject_shorten_wait(ring, used);
}

/* Check whether rejected reports have waited too long for their announcement. Any context. */
bool oa_reject_overdue(const struct oa_feed *feed, u64 now)
{
	u64 since = READ_ONCE(feed->dropped_since);

	return since && now - since >= OA_REJECTED_NS;
}

/* Announce the rejected reports alone, with their exact number: no valid one has followed. */
void oa_reject_announce(struct oa_feed *feed)
{
	struct oa_accounting *acct = &feed->acct;

	lockdep_assert_held(feed->lock);
	if (!acct->dropped)
		return;
	acct->announced += acct->dropped;
	oa_acct_announce(feed, DRM_I915_PERF_RECORD_OA_REPORT_LOST, acct->dropped, true, 0);
	oa_acct_add_causes(feed);
}

/**
 * DOC: Reports of one context
 *
 * From Gen8 on the OA unit counts for all contexts, and reports name the context that ran. A stream
 * that is bound to a context gets the reports of that context, the report after each of them, which
 * ends its count, and every report of a context switch. The ids of other contexts are hidden.
 *
 * Facts: abi.rst 10.6; hardware.rst 4.4.
 */

/* Initialise, before the first report. @id is the upper dword of the bound context's descriptor. */
void oa_filter_init(struct oa_filter *f, const struct oa_report_format *format, bool bound, u32 id)
{
	f->format = format;
	f->bound = bound;
	f->id = id & format->ctx_id_mask;
	f->last = OA_CTX_ID_INVALID;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_filter_init);

static u32 oa_filter_report_id(const struct oa_filter *f, const u32 *report)
{
	if (!(report[0] & f->format->rpt_id->ctx_valid))
		return OA_CTX_ID_INVALID;
	return report[OA_CTX_ID_DWORD] & f->format->ctx_id_mask;
}

/* Check whether a valid report may be delivered. */
bool oa_filter_match(const struct oa_filter *f, const u32 *report)
{
	if (!f->format->rpt_id || !f->bound)
		return true;
	return oa_filter_report_id(f, report) == f->id || f->last == f->id ||
	       oa_report_reason(f->format, report) & OA_REASON_CTX_SWITCH;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_filter_match);

/* Remove the context id from a report of the filter's format. */
void oa_filter_hide_id(const struct oa_filter *f, u32 *report)
{
	if (f->format->rpt_id)
		report[OA_CTX_ID_DWORD] = OA_CTX_ID_INVALID;
}

/*
 * Remove from the first OA_HYP_DWORDS dwords of any report, valid or not, what the reader may not
 * see: all but RPT_ID and time stamp, unless it is the bound context's own report.
 */
void oa_filter_redact(const struct oa_filter *f, u32 *head)
{
	u32 i;

	if (!f->bound || !f->format->rpt_id || oa_filter_report_id(f, head) == f->id)
		return;
	oa_filter_hide_id(f, head);
	for (i = OA_CTX_ID_DWORD + 1; i < OA_HYP_DWORDS; i++)
		head[i] = 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_filter_redact);

/* Note a report that is being delivered, and remove a context id that the reader may not see. */
void oa_filter_deliver(struct oa_filter *f, u32 *report)
{
	if (!f->format->rpt_id)
		return;
	f->last = oa_filter_report_id(f, report);
	if (f->last == OA_CTX_ID_INVALID || (f->bound && f->last != f->id))
		oa_filter_hide_id(f, report);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_filter_deliver);
