// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Counters from reports
 *
 * Up to Valleyview the counters are in reports only. The reports are a stream's, which consumes
 * them when it likes. So perf's counters are read beside it, in the same memory, by a head that
 * is at or after the stream's. Before the stream makes reports blank it says so, and what is
 * about to go is looked at first: then nothing is missed, and nothing is read while it changes.
 *
 * Not each report is needed. Counters of 32 bits are added up, so it is enough to have a report
 * before they can wrap, and the newest.
 *
 * A report counts if it has landed whole, is in order, and the unit did not overrun its buffer.
 * One that does not land is passed when there are others far enough after it.
 *
 * Facts: hardware.rst 3.3, 3.15, 4.2.
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

/* Reports after a missing one, up to which others are looked for */
#define OA_REPORTS_BEYOND	8u

/**
 * oa_reports_begin() - count by the reports of a stream, from its next one on
 * @r: to set up; the caller sets @status and @since
 * @ring: of the stream; reports that are in it are too old
 * @format: of the stream
 * @stride: of so many reports in a row one is enough
 *
 * Any context, stream lock held, unit awake.
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

/* What the stream has learned of the hardware holds here, too. */
static void oa_reports_believe(struct oa_reports *r, const struct oa_assumptions *assumptions)
{
	if (r->v.assumptions.off == assumptions->off && r->v.assumptions.free_lines == assumptions->free_lines)
		return;
	r->v.assumptions = *assumptions;
	oa_validator_adapt(&r->v);
}

/**
 * oa_reports_left() - how much there may be to look at
 * @r: attached
 *
 * Any context, unit awake. Return: bytes up to the tail; 0 if the unit has no tail, or overran its
 * buffer.
 */
u32 oa_reports_left(const struct oa_reports *r)
{
	const u32 used = oa_ring_used(&r->ring);

	if (used == OA_RING_NO_TAIL || r->status(r->ring.unit) & OA_UNIT_OVERFLOW)
		return 0;
	/* Where all of a full ring was looked at, the tail is at the head, and nothing is left. */
	return min(used, r->ring.size - r->ahead);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_reports_left);

/* Lines that this GPU leaves blank are the validator's matter. */
static bool oa_reports_landed(const struct oa_reports *r, u32 n)
{
	const u32 at = oa_ring_at(&r->ring, n * r->ring.report_bytes);

	return r->v.assumptions.free_lines ? oa_ring_landed_at(&r->ring, at) :
					 oa_ring_all_lines_landed(&r->ring, at);
}

/* Which report is next? The last of a stride, or one before, or else one after what is missing. */
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

/**
 * oa_reports_next() - take the next report that counts
 * @r: attached
 * @clock: the clock of time stamps
 * @left: bytes up to the tail, from oa_reports_left(); made less
 * @report: filled in
 *
 * Any context, unit awake. Return: false if there is none, or it has not landed.
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
		/* A clock that stands still: a report that does not land is never given up here. */
		state = oa_ring_view(&r->ring, &r->v, *left, 0, copy, &raw, &verdict);
		if (state != OA_RING_REPORT && state != OA_RING_BAD)
			break;
		if (state == OA_RING_REPORT)
			oa_report_decode(r->v.format, raw, report);
		/* What was overrun while it was looked at does not count. */
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

/**
 * oa_reports_consumed() - the stream is about to make its oldest reports blank
 * @r: attached; everything was looked at
 * @bytes: how many bytes of them
 *
 * Any context.
 */
void oa_reports_consumed(struct oa_reports *r, u32 bytes)
{
	if (bytes > r->ahead)
		oa_reports_advance(r, bytes - r->ahead);
	r->ahead -= bytes;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_reports_consumed);

/**
 * DOC: Counters for perf, from reports
 *
 * On Sandybridge, Ivybridge and Valleyview an event is fed by the newest report of the stream that
 * has the unit, the driver's own or a user's. So a count is as old as that report, and a stream
 * whose format lacks a counter, or that has no timer, excludes it.
 *
 * Reports must come before a counter of 32 bits can wrap. If two are further apart, nobody can say
 * by how much it advanced: the time between them is not counted. The time stamps of the reports
 * say how far apart they are, so it does not matter when the driver looks.
 *
 * Facts: hardware.rst 3.14, 4.2, 5.1, 5.2.
 */

/*
 * The most that may lie between two reports. Threads are counted fastest: the 128 of Ivybridge GT2
 * wrap 32 bits after 24.8 ms at 1350 MHz. What advances by one in a clock wraps after 3 s.
 */
#define OA_REPORTS_FAST_NS	(24 * NSEC_PER_MSEC)
#define OA_REPORTS_SLOW_NS	NSEC_PER_SEC
/* Of a fast stream so much is skipped */
#define OA_REPORTS_STEP_NS	(4 * NSEC_PER_MSEC)
/* Without a report for so long, the unit is looked at */
#define OA_REPORTS_NONE_NS	(2 * NSEC_PER_SEC)

#define OA_SOURCES_UNIT		(~OA_SOURCES_ALWAYS)

/* The sources that may not advance in so long between two reports */
static u64 oa_counting_too_far(const struct oa_counting *c, u64 ns)
{
	if (ns > OA_REPORTS_SLOW_NS)
		return OA_SOURCES_UNIT;
	return ns > OA_REPORTS_FAST_NS ? OA_SOURCES_UNIT & ~c->slow : 0;
}

/**
 * oa_counting_format() - the sources that reports of a format have
 * @format: the format
 *
 * Pure. Return: a bit each.
 */
u64 oa_counting_format(const struct oa_report_format *format)
{
	const u32 raw[OA_REPORT_MAX_DWORDS] = { 0 };
	struct oa_report report;

	oa_report_decode(format, raw, &report);
	return report.a_mask << OA_SOURCE_A0 | (u64)report.b_mask << OA_SOURCE_B0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_counting_format);

/**
 * oa_counting_attach() - the reports of a stream count from now on
 * @stream: the stream that has the unit, which samples
 * @counts: sources that its metric set leaves, a bit each
 *
 * Process context, stream lock and oa_counting.lock held, GPU awake. Return: the sources that count
 * before there is a report.
 */
u64 oa_counting_attach(struct oa_stream *stream, u64 counts)
{
	struct oa_device *oa = stream->oa;
	struct oa_counting *c = oa->counting;
	const u64 period = stream->periodic ?
			   oa_exponent_ns(oa->timestamp_hz, stream->exponent) : U64_MAX;

	lockdep_assert_held(&c->lock);
	c->reports.attached = false;
	c->offers = counts & oa_counting_format(stream->format) &
		    ~oa_counting_too_far(c, period);
	if (!c->offers)
		return OA_SOURCES_ALWAYS;
	oa_reports_begin(&c->reports, &stream->ring, stream->format,
			 div64_u64(OA_REPORTS_STEP_NS, period));
	oa_reports_believe(&c->reports, &stream->acct.validator.assumptions);
	c->reports.own = stream->for_perf;
	c->reports.status = oa_ops(stream)->status;
	c->reports.since = oa_ops(stream)->timestamp(&stream->oa->unit);
	return OA_SOURCES_ALWAYS;
}

static u64 oa_counting_ns(const struct oa_device *oa, u64 ticks)
{
	return mul_u64_u64_div_u64(ticks, NSEC_PER_SEC, oa->timestamp_hz);
}

/* For so long, up to now, these sources were not counted. */
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

/**
 * oa_counting_detach_reports() - there are no more reports
 * @oa: the GPU
 *
 * Any context, oa_counting.lock held, GPU awake if it was; those that landed were looked at. The
 * memory of the ring is not touched any more. What came after the last report is in none.
 */
void oa_counting_detach_reports(struct oa_device *oa)
{
	struct oa_counting *c = oa->counting;
	struct oa_reports *r = &c->reports;
	u64 clock;

	lockdep_assert_held(&c->lock);
	if (r->attached && c->awake && r->v.have_last) {
		clock = oa->platform->unit->timestamp(&oa->unit);
		oa_counting_void(c, c->offers & OA_SOURCES_UNIT,
				 oa_counting_ns(oa, oa_timestamp_after(r->since, clock)));
	}
	r->attached = false;
}

/*
 * All of them, because a source that somebody begins to read goes on from the newest report. Of a
 * fast stream one report is taken each OA_REPORTS_STEP_NS.
 */
static void oa_counting_store(struct oa_counting *c, const struct oa_report *report)
{
	u32 n;

	for (n = 0; n < OA_MAX_A; n++)
		c->raw[OA_SOURCE_A0 + n] = report->a[n];
	for (n = 0; n < OA_MAX_B; n++)
		c->raw[OA_SOURCE_B0 + n] = report->b[n];
}

/* A first look finds where counters are. What they did before is in no running time. */
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

/* The next report will be a first one again. */
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

/**
 * oa_counting_look() - take what has landed since the last look
 * @oa: the GPU
 *
 * Any context, oa_counting.lock held, GPU awake. Does nothing where counters are registers.
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
	clock = oa->platform->unit->timestamp(&oa->unit) & OA_TIMESTAMP_MASK;
	first = !r->v.have_last;
	while (oa_reports_next(r, clock, &left, &report))
		if (first)
			oa_counting_take_first(oa, &report);
		else
			oa_counting_take(oa, &report);
	ns = oa_counting_ns(oa, oa_timestamp_after(r->since, clock));
	/* A buffer that was overrun gives nothing before it is started again. */
	if (ns > OA_REPORTS_NONE_NS ||
	    (r->v.have_last && r->status(r->ring.unit) & OA_UNIT_OVERFLOW))
		oa_counting_miss(oa, clock, ns);
}

/**
 * oa_counting_consume() - a stream is about to make reports blank
 * @stream: the stream
 * @bytes: of its oldest reports
 *
 * Process context, stream lock and forcewake held.
 */
void oa_counting_consume(struct oa_stream *stream, u32 bytes)
{
	struct oa_device *oa = stream->oa;
	struct oa_counting *c = oa->counting;

	if (!c->by_reports)
		return;
	guard(oa_counting)(c);
	if (!c->reports.attached)
		return;
	oa_reports_believe(&c->reports, &stream->acct.validator.assumptions);
	oa_counting_look(oa);
	oa_reports_consumed(&c->reports, bytes);
}

/**
 * oa_counting_unread() - is much of the ring of the driver's own stream to be consumed?
 * @oa: the GPU
 *
 * Any context.
 */
bool oa_counting_unread(struct oa_device *oa)
{
	struct oa_counting *c = oa->counting;
	const struct oa_reports *r = &c->reports;

	guard(oa_counting)(c);
	return r->attached && r->own && r->ahead >= r->ring.size / 4;
}
