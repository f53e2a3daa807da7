// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Reports of one context
 *
 * From Gen8 on the OA unit counts for all contexts, and reports name the context that
 * ran. A stream that is bound to a context sees the reports of that context, and the report
 * after each of them, which ends its count. The ids of other contexts are hidden from it.
 *
 * Facts: abi.rst 10.6; hardware.rst 4.4.
 */
#include <linux/string.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_drm.h>
#include <uapi/drm/i915_oa.h>

#include "formats/oa_learn.h"
#include "oa_compat.h"
#include "oa_trace.h"
#include "stream/oa_stream.h"
#include "stream/oa_stream_priv.h"

/**
 * oa_filter_init() - sampling starts, no report seen yet
 * @f: to initialise
 * @format: of the stream
 * @bound: the stream is bound to one context
 * @id: of that context: the upper dword of its descriptor
 *
 * Any context.
 */
void oa_filter_init(struct oa_filter *f, const struct oa_report_format *format, bool bound,
		    u32 id)
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

/**
 * oa_filter_wants() - may this report be seen?
 * @f: the filter
 * @report: a valid report
 *
 * Any context.
 */
bool oa_filter_wants(const struct oa_filter *f, const u32 *report)
{
	if (!f->format->rpt_id || !f->bound)
		return true;
	return oa_filter_report_id(f, report) == f->id || f->last == f->id ||
	       oa_report_reason(f->format, report) & OA_REASON_CTX_SWITCH;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_filter_wants);

/**
 * oa_filter_hide() - take the context id out of a report
 * @f: the filter
 * @report: a report of the filter's format
 *
 * Any context.
 */
void oa_filter_hide(const struct oa_filter *f, u32 *report)
{
	if (f->format->rpt_id)
		report[OA_CTX_ID_DWORD] = OA_CTX_ID_INVALID;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_filter_hide);

/**
 * oa_filter_mask() - take out of the beginning of any report what the reader may not see
 * @f: the filter
 * @head: the first OA_BELIEF_DWORDS dwords of a report, which need not be valid
 *
 * Any context. RPT_ID and time stamp stay. Unless the report is the bound context's own, its id and
 * the clocks after it go.
 */
void oa_filter_mask(const struct oa_filter *f, u32 *head)
{
	u32 i;

	if (!f->bound || !f->format->rpt_id || oa_filter_report_id(f, head) == f->id)
		return;
	oa_filter_hide(f, head);
	for (i = OA_CTX_ID_DWORD + 1; i < OA_BELIEF_DWORDS; i++)
		head[i] = 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_filter_mask);

/**
 * oa_filter_passed() - a report is being delivered
 * @f: the filter
 * @report: a wanted report; loses a context id that the reader may not see
 *
 * Any context.
 */
void oa_filter_passed(struct oa_filter *f, u32 *report)
{
	if (!f->format->rpt_id)
		return;
	f->last = oa_filter_report_id(f, report);
	if (f->last == OA_CTX_ID_INVALID || (f->bound && f->last != f->id))
		oa_filter_hide(f, report);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_filter_passed);

/**
 * DOC: The books of a stream
 *
 * Where every report comes from the timer, time stamps prove what is missing: two
 * neighbours that are more than a period apart have reports between them that will
 * never be delivered. That is announced before the second one, whatever the cause: the
 * hardware skipped a report, it never landed, or it was refused. An overflow and a GT reset
 * lose what was not read; that is announced before the first report after them.
 *
 * Nothing here starts or stops the unit: oa_recover.c does, and counts with this.
 *
 * Facts: hardware.rst 3.14, 3.15; abi.rst 10.2, 10.3; architecture.rst "What always holds", 1.
 */

/* Did the timer run from its last report on, or was it started since? */
static bool oa_timer_went_on(const struct oa_stream *stream)
{
	const struct oa_accounting *acct = &stream->acct;

	return acct->have_timer && !oa_timestamp_after(acct->last_timer, stream->starting);
}

/**
 * oa_acct_loss_flags() - what the reader is told of a loss, beside its number
 * @p: the loss
 *
 * Pure. Return: DRM_I915_OA_LOSS_*.
 */
u32 oa_acct_loss_flags(const struct oa_pending *p)
{
	return p->causes | (p->exact ? DRM_I915_OA_LOSS_EXACT : 0);
}

/**
 * oa_acct_loss_after() - the time stamp after which a loss begins
 * @stream: the stream
 * @acct: its books, now or as they were
 *
 * Process context, stream lock held. Return: where the loss that is still to be announced
 * began; without one, the time stamp of the last report that was accepted, whether or not the unit
 * was started anew since.
 */
u64 oa_acct_loss_after(const struct oa_stream *stream, const struct oa_accounting *acct)
{
	lockdep_assert_held(&stream->lock);
	if (acct->pending.type)
		return acct->pending.after;
	if (!acct->validator.have_last)
		return acct->last_raw;
	return oa_timestamp_raw(stream->props.format, acct->validator.last);
}

/**
 * oa_acct_announce_after() - announce a loss before the next report
 * @stream: the stream
 * @type: DRM_I915_PERF_RECORD_OA_BUFFER_LOST or _REPORT_LOST
 * @count: reports that will not be delivered
 * @exact: @count is exact
 * @after: time stamp of the last report before the loss
 * @before: time stamp of the first report after it, 0: not known
 *
 * Process context, stream lock held. Two losses in a row become one, under the graver type.
 */
void oa_acct_announce_after(struct oa_stream *stream, u32 type, u64 count, bool exact, u64 after,
			    u64 before)
{
	struct oa_pending *p = &stream->acct.pending;

	lockdep_assert_held(&stream->lock);
	oa_stream_changed(stream);
	p->exact = exact && (!p->type || p->exact);
	p->type = max(p->type, type);
	p->after = after;
	p->count += count;
	p->before = before;
	trace_oa_loss(type, count, after, before);
}

/**
 * oa_acct_announce() - announce a loss after the last report, before the next one
 * @stream: the stream
 * @type: as for oa_acct_announce_after()
 * @count: as for oa_acct_announce_after()
 * @exact: as for oa_acct_announce_after()
 * @before: as for oa_acct_announce_after()
 *
 * Process context, stream lock held.
 */
void oa_acct_announce(struct oa_stream *stream, u32 type, u64 count, bool exact, u64 before)
{
	oa_acct_announce_after(stream, type, count, exact,
			       oa_acct_loss_after(stream, &stream->acct), before);
}

/**
 * oa_acct_strobes_until() - strobes since the last report of the timer that was accepted
 * @stream: the stream
 * @timestamp: until when, 36 bits
 *
 * Stream lock held.
 */
u64 oa_acct_strobes_until(const struct oa_stream *stream, u64 timestamp)
{
	bool went_on = oa_timer_went_on(stream);
	u64 from = went_on ? stream->acct.last_timer : stream->started;
	u64 ticks = oa_timestamp_after(from, timestamp);
	u64 period = 2ull << stream->props.exponent;

	if (!stream->acct.validator.loose)
		return oa_timer_strobes(stream->props.exponent, from, from + ticks);
	/* Strobes off the grid: whole periods, of which the first may be cut short. */
	return (ticks + (went_on ? period / 2 : period)) / period;
}

/**
 * oa_acct_start_known() - is it known well enough from when on strobes are counted?
 * @stream: the stream
 *
 * The clock is read before the unit starts and after it. If the processor was away in between for
 * half of the time in which the ring fills, strobes may be missing from the count by whole laps,
 * which the tail's position does not show. Stream lock held.
 */
bool oa_acct_start_known(const struct oa_stream *stream)
{
	const struct oa_ring *ring = &stream->ring;
	u64 half = (u64)(ring->size / ring->report_bytes) << stream->props.exponent;

	return oa_timer_went_on(stream) ||
	       oa_timestamp_after(stream->starting, stream->started) <= half;
}

/**
 * oa_acct_blame() - the loss that is pending includes the refused reports
 * @acct: the books
 *
 * Stream lock held. The caller has added their number.
 */
void oa_acct_blame(struct oa_accounting *acct)
{
	acct->pending.causes |= acct->causes;
	acct->causes = 0;
	acct->dropped = 0;
	WRITE_ONCE(acct->dropped_since, 0);
}

/**
 * oa_acct_ask_clock() - find the time stamp that no report up to the tail can exceed
 * @stream: the stream, its tail read
 *
 * Process context, stream lock and forcewake held. Once for each look at the tail: all reports
 * up to it were written before now.
 */
void oa_acct_ask_clock(struct oa_stream *stream)
{
	struct oa_validator *v = &stream->acct.validator;

	lockdep_assert_held(&stream->lock);
	if (!v->not_after)
		v->not_after = oa_ops(stream)->timestamp(&stream->oa->unit);
}

/*
 * Is the ring full, with its tail at the head and a report there? A write that landed
 * after its report was given up looks the same, but is out of order.
 */
static bool oa_full(struct oa_stream *stream)
{
	u32 head[OA_LINE_DWORDS];

	/* Reports that were passed and are still in the ring prove it. */
	if (stream->ring.passed || !stream->acct.validator.have_last)
		return true;
	oa_acct_ask_clock(stream);
	memcpy(head, stream->ring.vaddr + stream->ring.head, sizeof(head));
	return oa_report_in_order(&stream->acct.validator, head);
}

/**
 * oa_acct_span() - how much there is to look at
 * @stream: the stream, enabled
 * @used: bytes between head and tail
 * @bytes: of reports after what was passed, up to the tail
 *
 * Process context, stream lock held, GPU present. Reads the tail and, as a rule, no other register.
 * Return: 0, or -EAGAIN after a reset, when there is no tail.
 */
int oa_acct_span(struct oa_stream *stream, u32 *used, u32 *bytes)
{
	const struct oa_ring *ring = &stream->ring;

	lockdep_assert_held(&stream->lock);
	*used = oa_ring_used(ring);
	if (*used == OA_RING_NO_TAIL)
		return -EAGAIN;
	stream->acct.validator.not_after = 0;
	if (*used == ring->size && !oa_full(stream))
		*used = 0;
	oa_evidence_half_used(stream, *used);
	*bytes = *used - min(*used, ring->passed);
	return 0;
}

static bool oa_is_strobe(const struct oa_stream *stream, const u32 *report)
{
	return stream->timer_known && oa_report_is_timer(stream->props.format, report);
}

/**
 * oa_acct_gaps_prove() - does time say how many of the timer's reports are missing?
 * @stream: the stream
 *
 * Process context, stream lock held. Time since the last report of the timer, or since the start.
 * It says nothing if it steps back. And if reports are stamped by another clock than the start was,
 * there must be a report to count from.
 */
bool oa_acct_gaps_prove(const struct oa_stream *stream)
{
	const u32 off = stream->acct.validator.assumptions.off;

	return !(off & OA_HYP_BIT(OA_HYP_ORDER)) &&
	       (stream->acct.have_timer || !(off & OA_HYP_BIT(OA_HYP_CLOCK)));
}

/*
 * The timer's next report after the unit's flag was seen shows no gap: the report that is lost
 * was of another source, and nothing can number it.
 */
static void oa_acct_check_flag(struct oa_stream *stream, const u32 *report, u64 timestamp)
{
	struct oa_accounting *acct = &stream->acct;

	if (!acct->flagged || !oa_is_strobe(stream, report) ||
	    !oa_timestamp_after(acct->flagged_at, timestamp))
		return;
	acct->flagged = false;
	oa_acct_announce(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, 0, false,
			 oa_report_timestamp(stream->props.format, report));
}

/**
 * oa_acct_check_gap() - announce the reports that are missing before a report
 * @stream: the stream
 * @report: the next report, valid
 *
 * Process context, stream lock held. Once for each report. Where a check that had held goes off, or
 * time steps back because a fault has passed, time stamps on both sides can't be compared. Then a
 * loss without an exact number stands there, which may be none: so each reader sees the place.
 */
void oa_acct_check_gap(struct oa_stream *stream, const u32 *report)
{
	u64 timestamp, strobes = 0, missing;
	struct oa_accounting *acct = &stream->acct;
	const bool loosened = acct->validator.assumptions.loosened;
	bool exact;

	lockdep_assert_held(&stream->lock);
	acct->gap_checked = true;
	/* It follows the last accepted report directly: nothing lies between them. */
	if (!acct->dropped && !acct->gap_counted && !acct->flagged && !loosened &&
	    oa_report_is_next(&acct->validator, report))
		return;
	timestamp = oa_report_time(&acct->validator, report);
	/* Strobes before this report's own that left no report and were not announced yet. */
	if (oa_is_strobe(stream, report) && oa_acct_gaps_prove(stream) && !loosened) {
		strobes = oa_acct_strobes_until(stream, timestamp);
		strobes -= min(strobes, 1 + acct->gap_counted);
	}
	/* Dropped reports may be the strobes that are missing, or come from elsewhere. */
	missing = max(strobes, acct->dropped);
	exact = !loosened &&
		(stream->timer_only || (strobes && !acct->dropped && !acct->gap_counted));
	if (!missing && !loosened) {
		oa_acct_check_flag(stream, report, timestamp);
		return;
	}
	/* A gap with a number stands for the flag of the unit too, seen before or after. */
	if (strobes > acct->dropped) {
		acct->skipped = true;
		acct->flagged = false;
	}
	stream->stats->lost += missing - min(missing, acct->dropped);
	acct->gap_counted += missing;
	oa_acct_announce(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, missing,
			 exact && !acct->validator.loose,
			 oa_report_timestamp(stream->props.format, report));
	oa_acct_blame(acct);
	acct->validator.assumptions.loosened = false;
}

/**
 * oa_acct_accept() - a valid report leaves the ring, delivered or not
 * @stream: the stream
 * @report: the report
 *
 * Process context, stream lock held.
 */
void oa_acct_accept(struct oa_stream *stream, const u32 *report)
{
	struct oa_accounting *acct = &stream->acct;

	lockdep_assert_held(&stream->lock);
	oa_learn_accept(&acct->validator, report);
	if (oa_is_strobe(stream, report)) {
		acct->last_timer = acct->validator.last;
		acct->have_timer = true;
		acct->gap_counted = 0;
	}
	acct->gap_checked = false;
	oa_ring_pass(&stream->ring);
}

/**
 * oa_acct_accept_run() - accept reports in a row that have no gap between them
 * @stream: the stream
 * @used: bytes between head and tail
 * @max: at most this many
 * @reports: where the first lies in the ring, with the others after it
 *
 * Process context, stream lock held. Does for many reports what oa_acct_check_gap() and
 * oa_acct_accept() do for one. Return: how many; 0 means only that the next report needs a
 * closer look.
 */
u32 oa_acct_accept_run(struct oa_stream *stream, u32 used, u32 max, const u32 **reports)
{
	struct oa_accounting *acct = &stream->acct;
	u32 n;

	lockdep_assert_held(&stream->lock);
	if (acct->dropped || acct->gap_counted || acct->flagged || !stream->timer_known ||
	    acct->validator.assumptions.changed || acct->validator.assumptions.loosened)
		return 0;
	n = oa_ring_run(&stream->ring, &acct->validator, used, max, reports);
	if (n) {
		acct->last_timer = acct->validator.last;
		acct->have_timer = true;
		acct->gap_checked = false;
	}
	return n;
}
