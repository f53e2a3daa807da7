// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Counters from reports
 *
 * On Sandybridge, Ivybridge and Valleyview counters are in reports only. An event has its value
 * from the newest report of the stream that owns the unit, the driver's own or a user's. So a
 * count is as old as that report, and a stream whose format lacks a counter, or that has no timer,
 * excludes its event.
 *
 * The owner consumes reports at its own pace. So perf's counters are read beside it, in the same
 * memory, by a head that is at or after the stream's. The stream calls oa_counting_consume()
 * before it poisons reports, and these are read first: then none is missed, and none is read while
 * it changes.
 *
 * A report counts if it has landed whole, is in order, and the unit did not overrun its buffer. A
 * report that does not land is skipped once there are others far enough after it. Not each report
 * is needed: counters of 32 bits are added up, so the newest is enough, and one before a counter
 * can wrap. If two reports are further apart than that, the advance is ambiguous, and the time
 * between them is not counted. The time stamps of the reports tell the distance, whenever the
 * driver reads them.
 *
 * Facts: hardware.rst 3.3, 3.14, 3.15, 4.2, 5.1, 5.2.
 */
#include <linux/bitops.h>
#include <linux/lockdep.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/sched/clock.h>
#include <linux/time64.h>

#include "formats/oa_format.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "perf/oa_perf_priv.h"
#include "ring/oa_ring.h"
#include "stream/oa_stream.h"
#include "unit/oa_unit.h"

/* Reports after a missing one among which the next one is searched */
#define OA_REPORTS_BEYOND	8u

/*
 * Begin with the next report of a stream. The caller sets @status and @since. Of @stride reports in
 * a row one is enough.
 */
void oa_reports_begin(struct oa_reports *r, const struct oa_ring *ring,
		      const struct oa_report_format *format, u32 stride)
{
	const u32 used = oa_ring_used(ring);

	oa_ring_init(&r->ring, ring->vaddr, ring->size, ring->report_bytes, ring->tail,
		     ring->unit);
	oa_validator_init(&r->v, format, false, 0);
	r->ahead = used == OA_RING_NO_TAIL ? 0 : rounddown(used, ring->report_bytes);
	r->ring.head = oa_ring_at(ring, r->ahead);
	r->stride = max(stride, 1u);
	r->attached = true;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_reports_begin);

/* Adopt the assumptions about hardware of the stream. */
static void oa_reports_adopt(struct oa_reports *r, const struct oa_assumptions *assumptions)
{
	if (r->v.assumptions.off == assumptions->off &&
	    r->v.assumptions.free_lines == assumptions->free_lines)
		return;
	r->v.assumptions = *assumptions;
	oa_validator_adapt(&r->v);
}

/* Return: bytes up to the tail that are not read yet; 0 without a tail, or after an overflow. */
u32 oa_reports_left(const struct oa_reports *r)
{
	const u32 used = oa_ring_used(&r->ring);

	if (used == OA_RING_NO_TAIL || r->status(r->ring.unit) & OA_UNIT_OVERFLOW)
		return 0;
	/* After all of a full ring was read, the tail is at the head, and nothing is left. */
	return min(used, r->ring.size - r->ahead);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_reports_left);

/* If this GPU leaves lines blank, the validator checks them. */
static bool oa_reports_landed(const struct oa_reports *r, u32 n)
{
	const u32 at = oa_ring_at(&r->ring, n * r->ring.report_bytes);

	return r->v.assumptions.free_lines ? oa_ring_landed_at(&r->ring, at) :
					 oa_ring_all_lines_landed(&r->ring, at);
}

/* Choose the next report: the last of a stride, or one before, or else one after those missing. */
static u32 oa_reports_choose(const struct oa_reports *r, u32 num)
{
	const u32 wanted = min(r->stride, num), most = min(wanted + OA_REPORTS_BEYOND, num);
	u32 n;

	for (n = wanted; n; n--)
		if (oa_reports_landed(r, n - 1))
			return n;
	for (n = wanted + 1; n <= most; n++)
		if (oa_reports_landed(r, n - 1))
			return n;
	return 0;
}

static void oa_reports_advance(struct oa_reports *r, u32 bytes)
{
	r->ring.head = oa_ring_at(&r->ring, bytes);
	r->ring.passed = 0;
	r->ring.settled = 0;
	r->ahead += bytes;
}

/*
 * Take the next report that counts. @left: bytes up to the tail, updated. Return: false if there is
 * none, or it has not landed.
 */
bool oa_reports_next(struct oa_reports *r, u64 clock, u32 *left, struct oa_report *report)
{
	const u32 bytes = r->ring.report_bytes;
	u32 copy[OA_REPORT_MAX_DWORDS], n;
	enum oa_ring_state state;
	enum oa_verdict verdict;
	const u32 *raw;

	r->v.not_after = clock;
	while ((n = oa_reports_choose(r, *left / bytes))) {
		r->ring.passed = (n - 1) * bytes;
		/* With a constant clock a report that does not land is never discarded here. */
		state = oa_ring_view(&r->ring, &r->v, *left, 0, copy, &raw, &verdict);
		if (state != OA_RING_REPORT && state != OA_RING_BAD)
			break;
		if (state == OA_RING_REPORT)
			oa_report_decode(r->v.format, raw, report);
		/* A report may have been overwritten while it was read. */
		if (r->status(r->ring.unit) & OA_UNIT_OVERFLOW)
			break;
		if (state == OA_RING_REPORT)
			oa_validator_accept(&r->v, raw);
		oa_reports_advance(r, n * bytes);
		*left -= n * bytes;
		if (state == OA_RING_REPORT)
			return true;
	}
	r->ring.passed = 0;
	return false;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_reports_next);

/* Move with the stream, which is about to poison its oldest reports, all of them read. */
void oa_reports_consumed(struct oa_reports *r, u32 bytes)
{
	if (bytes > r->ahead)
		oa_reports_advance(r, bytes - r->ahead);
	r->ahead -= bytes;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_reports_consumed);

/*
 * The longest time between two reports. Threads are counted fastest: the 128 of Ivybridge GT2 wrap
 * 32 bits after 24.8 ms at 1350 MHz. A counter that advances by one in a clock wraps after 3 s.
 */
#define OA_REPORTS_FAST_NS	(24 * NSEC_PER_MSEC)
#define OA_REPORTS_SLOW_NS	NSEC_PER_SEC
/* A fast stream is sampled so often */
#define OA_REPORTS_STEP_NS	(4 * NSEC_PER_MSEC)
/* Without a report for so long, the unit is recovered */
#define OA_REPORTS_NONE_NS	(2 * NSEC_PER_SEC)

#define OA_SOURCES_UNIT		(~OA_SOURCES_ALWAYS)

/* The sources that may wrap between two reports so far apart */
static u64 oa_counting_too_far(const struct oa_counting *c, u64 ns)
{
	if (ns > OA_REPORTS_SLOW_NS)
		return OA_SOURCES_UNIT;
	return ns > OA_REPORTS_FAST_NS ? OA_SOURCES_UNIT & ~c->slow : 0;
}

/* Return: the sources that reports of a format have. */
u64 oa_counting_format(const struct oa_report_format *format)
{
	const u32 raw[OA_REPORT_MAX_DWORDS] = { 0 };
	struct oa_report report;

	oa_report_decode(format, raw, &report);
	return report.a_mask << OA_SOURCE_A0 | (u64)report.b_mask << OA_SOURCE_B0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_counting_format);

/*
 * Count by the reports of a stream that samples. Stream lock held, GPU awake. @counts: sources that
 * its metric set leaves. Return: the sources that count before the first report.
 */
u64 oa_counting_attach(struct oa_stream *stream, u64 counts)
{
	struct oa_device *oa = stream->oa;
	struct oa_counting *c = oa->counting;
	const u64 period = stream->periodic ?
			   oa_exponent_ns(oa->timestamp_hz, stream->feed.exponent) : U64_MAX;

	lockdep_assert_held(&c->lock);
	c->reports.attached = false;
	c->offers = counts & oa_counting_format(stream->feed.format) &
		    ~oa_counting_too_far(c, period);
	if (!c->offers)
		return OA_SOURCES_ALWAYS;
	oa_reports_begin(&c->reports, &stream->feed.ring, stream->feed.format,
			 div64_u64(OA_REPORTS_STEP_NS, period));
	oa_reports_adopt(&c->reports, &stream->feed.acct.validator.assumptions);
	c->reports.own = stream->for_perf;
	c->reports.status = oa_ops(stream)->status;
	c->reports.since = oa_ops(stream)->timestamp(stream->oa->unit);
	return OA_SOURCES_ALWAYS;
}

static u64 oa_counting_ns(const struct oa_device *oa, u64 ticks)
{
	return mul_u64_u64_div_u64(ticks, NSEC_PER_SEC, oa->timestamp_hz);
}

/* Retract the last @ns of the meters of these sources. */
static void oa_counting_void(struct oa_counting *c, u64 sources, u64 ns)
{
	const u64 now = local_clock();
	struct oa_meter *meter;

	list_for_each_entry(meter, &c->meters, link) {
		if (!(meter->needs & sources))
			continue;
		oa_meter_update(meter, c->tallies[meter->source].total, now);
		oa_meter_void(meter, ns);
	}
}

/*
 * Forget the ring, whose reports were read. What came after the last report is in no event. Any
 * context.
 */
void oa_counting_detach_reports(struct oa_device *oa)
{
	struct oa_counting *c = oa->counting;
	struct oa_reports *r = &c->reports;
	u64 clock;

	lockdep_assert_held(&c->lock);
	if (r->attached && c->awake && r->v.have_last) {
		clock = oa->platform->unit->timestamp(oa->unit);
		oa_counting_void(c, c->offers & OA_SOURCES_UNIT,
				 oa_counting_ns(oa, oa_timestamp_after(r->since, clock)));
	}
	r->attached = false;
}

/* Store all counters, because a source that gets a reader begins from the newest report. */
static void oa_counting_store(struct oa_counting *c, const struct oa_report *report)
{
	u32 n;

	for (n = 0; n < OA_MAX_A; n++)
		c->raw[OA_SOURCE_A0 + n] = report->a[n];
	for (n = 0; n < OA_MAX_B; n++)
		c->raw[OA_SOURCE_B0 + n] = report->b[n];
}

/* Take the first report as the base: what counters did before is in no running time. */
static void oa_counting_take_first(struct oa_device *oa, const struct oa_report *report)
{
	struct oa_counting *c = oa->counting;

	c->reports.since = report->timestamp;
	oa_counting_store(c, report);
	oa_counting_set(oa, OA_SOURCES_ALWAYS | c->offers);
	oa_counting_rebase(oa, c->offers);
}

static void oa_counting_take(struct oa_device *oa, const struct oa_report *report)
{
	struct oa_counting *c = oa->counting;
	const u64 ns = oa_counting_ns(oa, oa_timestamp_after(c->reports.since, report->timestamp));
	const u64 gap = c->counts & oa_counting_too_far(c, ns);

	c->reports.since = report->timestamp;
	oa_counting_store(c, report);
	if (gap) {
		oa_counting_rebase(oa, gap);
		oa_counting_void(c, gap, ns);
	}
	oa_counting_tally(oa, OA_SOURCES_UNIT);
}

/* Retract the time without reports, and take the next report as the first one. */
static void oa_counting_miss(struct oa_device *oa, u64 clock, u64 ns)
{
	struct oa_counting *c = oa->counting;

	if (c->reports.v.have_last)
		oa_counting_void(c, c->offers & OA_SOURCES_UNIT, ns);
	c->reports.v.have_last = false;
	c->reports.since = clock;
	c->lost = true;
	oa_counting_set(oa, OA_SOURCES_ALWAYS);
}

/*
 * Take what has landed since the last call. Any context, GPU awake. Does nothing where counters are
 * registers.
 */
void oa_counting_look(struct oa_device *oa)
{
	struct oa_counting *c = oa->counting;
	struct oa_reports *r = &c->reports;
	struct oa_report report;
	u64 clock, ns;
	bool first;
	u32 left;

	lockdep_assert_held(&c->lock);
	if (!r->attached)
		return;
	left = oa_reports_left(r);
	clock = oa->platform->unit->timestamp(oa->unit) & OA_TIMESTAMP_MASK;
	first = !r->v.have_last;
	while (oa_reports_next(r, clock, &left, &report))
		if (first)
			oa_counting_take_first(oa, &report);
		else
			oa_counting_take(oa, &report);
	ns = oa_counting_ns(oa, oa_timestamp_after(r->since, clock));
	/* After an overflow the unit writes no report that counts until it is restarted. */
	if (ns > OA_REPORTS_NONE_NS ||
	    (r->v.have_last && r->status(r->ring.unit) & OA_UNIT_OVERFLOW))
		oa_counting_miss(oa, clock, ns);
}

/* Read the oldest reports of a stream before it poisons them. Stream lock and forcewake held. */
void oa_counting_consume(struct oa_stream *stream, u32 bytes)
{
	struct oa_device *oa = stream->oa;
	struct oa_counting *c = oa->counting;

	if (!c->by_reports)
		return;
	guard(oa_counting)(c);
	if (!c->reports.attached)
		return;
	oa_reports_adopt(&c->reports, &stream->feed.acct.validator.assumptions);
	oa_counting_look(oa);
	oa_reports_consumed(&c->reports, bytes);
}

/*
 * Return: true if a quarter of the ring of the driver's own stream is to be discarded. Any context.
 */
bool oa_counting_unread(struct oa_device *oa)
{
	struct oa_counting *c = oa->counting;
	const struct oa_reports *r = &c->reports;

	guard(oa_counting)(c);
	return r->attached && r->own && r->ahead >= r->ring.size / 4;
}
