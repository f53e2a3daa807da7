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
#include <linux/minmax.h>

#include "oa_compat.h"
#include "stream/oa_reports.h"
#include "stream/oa_ring.h"
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

/**
 * oa_reports_believe() - what the stream has learned of the hardware holds here, too
 * @r: attached
 * @beliefs: of the stream
 *
 * Any context, stream lock held.
 */
void oa_reports_believe(struct oa_reports *r, const struct oa_beliefs *beliefs)
{
	if (r->v.beliefs.off == beliefs->off && r->v.beliefs.free_lines == beliefs->free_lines)
		return;
	r->v.beliefs = *beliefs;
	oa_validator_adapt(&r->v);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_reports_believe);

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

	return r->v.beliefs.free_lines ? oa_ring_landed_at(&r->ring, at) :
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
