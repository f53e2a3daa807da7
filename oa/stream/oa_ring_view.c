// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Reports in the ring, judged
 *
 * A line may land while it is copied. Hardware writes a line in one piece, but the
 * CPU does not read it in one piece: such a copy holds half of the line, and nothing in
 * the copy shows it. Only a line that was there before the copy began is whole in the copy.
 * So reports have each of their lines checked first, some reports ahead, and are then judged
 * where they lie. A report with a line that was still blank is copied, and judged only if the ring
 * still equals the copy afterwards.
 *
 * A ring in memory that the CPU does not cache is fetched (oa_ring_memory.c): some reports ahead,
 * into a window that stays in the nearest cache, else one by one.
 *
 * Facts: hardware.rst 3.15.
 */
#include <linux/kernel.h>
#include <linux/prefetch.h>
#include <linux/string.h>
#include <asm/barrier.h>

#include "gt/oa_uncore.h"
#include "oa_compat.h"
#include "stream/oa_ring.h"
#include "stream/oa_ring_memory.h"

/*
 * How far beyond what is looked at ahead a line is prefetched. It arrives while others are judged
 * and copied. It is prefetched for writing, because it will be made blank.
 */
#define OA_RING_PREFETCH_BYTES	8192u

/* Offset of the next report to look at. */
static u32 oa_ring_next(const struct oa_ring *ring)
{
	return oa_ring_at(ring, ring->passed);
}

/*
 * Has the next report settled? In a ring that is fetched it must lie in the window as well, which
 * may begin after it if the reader has gone back.
 */
static bool oa_ring_has_settled(const struct oa_ring *ring)
{
	return ring->passed + ring->report_bytes <= ring->settled &&
	       (!ring->fetch || ring->passed - ring->window_from <= OA_RING_AHEAD_BYTES);
}

/* Where reports that have settled can be read, from the next one on, and how many bytes of them. */
static const u32 *oa_ring_settled_part(const struct oa_ring *ring, u32 *bytes)
{
	const u32 next = oa_ring_next(ring);

	*bytes = ring->settled - ring->passed;
	if (ring->fetch)
		return (const u32 *)(ring->window->ahead + (ring->passed - ring->window_from));
	*bytes = oa_ring_first_part(ring, next, *bytes);
	return (const u32 *)(ring->vaddr + next);
}

static bool oa_ring_equals(const struct oa_ring *ring, const u32 *report)
{
	u32 next = oa_ring_next(ring);
	u32 first = oa_ring_first_part(ring, next, ring->report_bytes);

	return !memcmp(report, ring->vaddr + next, first) &&
	       !memcmp((const u8 *)report + first, ring->vaddr, ring->report_bytes - first);
}

/* As oa_ring_settle(), into the window. Some lines at a time, so that few beyond a gap are. */
static void oa_ring_settle_window(struct oa_ring *ring, u32 until)
{
	u32 settled = ring->passed, offset, part, landed;

	ring->window_from = ring->passed;
	do {
		offset = oa_ring_at(ring, settled);
		part = oa_ring_first_part(ring, offset, min(until - settled, OA_RING_PART_BYTES));
		landed = oa_ring_fetch(ring, offset,
				       ring->window->ahead + (settled - ring->passed), part);
		settled += landed;
	} while (landed == part && settled < until);
	ring->settled = settled;
}

/* Lines that lie in one piece. Return: bytes up to the first that is not whole. */
static u32 oa_ring_whole_part(const u8 *from, const u8 *prefetch, u32 bytes)
{
	const ptrdiff_t ahead = prefetch - from;
	const u8 *line, *const end = from + bytes;

	for (line = from; line < end && oa_line_whole(line); line += OA_LINE_BYTES)
		prefetchw(line + ahead);
	return line - from;
}

static void oa_ring_settle_in_place(struct oa_ring *ring, u32 used, u32 until)
{
	const u32 ahead = min(used - until, OA_RING_PREFETCH_BYTES);
	u32 settled = max(ring->settled, ring->passed), offset, prefetch, part, whole;

	do {
		offset = oa_ring_at(ring, settled);
		prefetch = oa_ring_offset(ring, offset + ahead);
		part = oa_ring_first_part(ring, max(offset, prefetch), until - settled);
		whole = oa_ring_whole_part(ring->vaddr + offset, ring->vaddr + prefetch, part);
		settled += whole;
	} while (whole == part && settled < until);
	ring->settled = settled;
	/* Order the reads of these lines after the landing check. */
	dma_rmb();
	oa_pause();
}

/*
 * Look ahead for lines that have landed, several at a time: one barrier serves them all,
 * and the processor fetches them from memory side by side. Return: has the next report settled?
 */
static bool oa_ring_settle(struct oa_ring *ring, u32 used)
{
	u32 until = min(used, ring->passed + OA_RING_AHEAD_BYTES);

	if (ring->passed + ring->report_bytes > used)
		return false;
	if (ring->fetch)
		oa_ring_settle_window(ring, until);
	else
		oa_ring_settle_in_place(ring, used, until);
	return oa_ring_has_settled(ring);
}

/* Each line lands only once, so it settles soon, unless hardware overruns the reader. */
static bool oa_ring_snapshot(const struct oa_ring *ring, u32 *report)
{
	u32 tries;

	for (tries = 0; tries <= ring->report_bytes / OA_LINE_BYTES; tries++) {
		/* Order the copy after the look at the tail, or after the last compare. */
		dma_rmb();
		oa_ring_copy(ring, ring->passed, report);
		/* Order the copy before the compare. */
		dma_rmb();
		oa_pause();
		if (oa_ring_equals(ring, report))
			return true;
	}
	return false;
}

/*
 * Return: the next report, where it lies if it has settled and is in one piece there, else as a
 * copy; NULL if it keeps changing.
 */
static const u32 *oa_ring_report(struct oa_ring *ring, u32 used, u32 *copy)
{
	const u32 *report;
	u32 bytes;

	if (oa_ring_has_settled(ring) || oa_ring_settle(ring, used)) {
		report = oa_ring_settled_part(ring, &bytes);
		if (bytes >= ring->report_bytes)
			return report;
		oa_ring_copy(ring, ring->passed, copy);
		return copy;
	}
	if (ring->fetch)
		return oa_ring_fetch_report(ring, ring->passed);
	return oa_ring_snapshot(ring, copy) ? copy : NULL;
}

/**
 * oa_ring_next_settled() - the next report, if it was seen already that it has landed
 * @ring: the ring
 *
 * Process context. Return: where it can be read until the next look at the ring, NULL if nobody
 * looked, or if it is in two pieces.
 */
const u32 *oa_ring_next_settled(const struct oa_ring *ring)
{
	const u32 *report;
	u32 bytes;

	if (!oa_ring_has_settled(ring))
		return NULL;
	report = oa_ring_settled_part(ring, &bytes);
	return bytes >= ring->report_bytes ? report : NULL;
}

/**
 * oa_ring_glance() - the next report, if memory alone shows that it has landed
 * @ring: the ring
 *
 * Process context. Return: where it can be read until the next look at the ring, NULL if it has not
 * landed, or is in two pieces.
 */
const u32 *oa_ring_glance(const struct oa_ring *ring)
{
	const u32 next = oa_ring_next(ring);

	if (!oa_ring_next_whole(ring))
		return NULL;
	/* Order the reads of the report after the landing check. */
	dma_rmb();
	oa_pause();
	if (ring->fetch)
		return oa_ring_fetch_report(ring, ring->passed);
	if (oa_ring_first_part(ring, next, ring->report_bytes) < ring->report_bytes)
		return NULL;
	return (const u32 *)(ring->vaddr + next);
}

static enum oa_ring_state oa_ring_missing(struct oa_ring *ring, u64 now_ns)
{
	u64 since = READ_ONCE(ring->waiting_since);

	if (!since) {
		WRITE_ONCE(ring->waiting_since, now_ns);
		return OA_RING_WAIT;
	}
	if (now_ns - since < OA_RING_LANDING_LIMIT_NS)
		return OA_RING_WAIT;
	ring->late = true;
	return OA_RING_BAD;
}

/**
 * oa_ring_view() - look at the next report where it lies
 * @ring: the ring
 * @v: what a report must satisfy
 * @used: bytes between head and tail, from oa_ring_used(), less what was consumed since
 * @now_ns: any monotonic clock
 * @copy: room for a report that can't be judged in place
 * @report: on OA_RING_REPORT and OA_RING_BAD, the report: in the ring, in its window, or @copy
 * @verdict: on OA_RING_REPORT and OA_RING_BAD, the judgement
 *
 * A report that is judged in the ring has landed. Only hardware that overruns the
 * reader still changes it, which the unit's status shows afterwards. Return: the state of
 * the next report; only oa_ring_pass() moves on.
 */
enum oa_ring_state oa_ring_view(struct oa_ring *ring, const struct oa_validator *v, u32 used,
				u64 now_ns, u32 *copy, const u32 **report,
				enum oa_verdict *verdict)
{
	if (used < ring->passed + ring->report_bytes) {
		/*
		 * Nothing is missing. A waiter that looked while a reader moved the head may
		 * have started the clock: it must not condemn the next report.
		 */
		WRITE_ONCE(ring->waiting_since, 0);
		return OA_RING_EMPTY;
	}
	*report = oa_ring_report(ring, used, copy);
	if (!*report) {
		*verdict = OA_REPORT_NOT_LANDED;
		return OA_RING_WAIT;
	}
	*verdict = oa_report_check(v, *report);

	switch (*verdict) {
	case OA_REPORT_VALID:
		return OA_RING_REPORT;
	case OA_REPORT_NOT_LANDED:
	case OA_REPORT_TORN:
		return oa_ring_missing(ring, now_ns);
	default:
		return OA_RING_BAD;
	}
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_view);

/**
 * oa_ring_run() - pass the next reports in a row, as long as each is as expected
 * @ring: the ring
 * @v: what reports must satisfy; updated as by oa_validator_accept()
 * @used: as for oa_ring_view()
 * @max: at most this many
 * @reports: where the first lies, with the others after it
 *
 * Passes only reports that have settled, up to the ring's end. Return: how many; 0 means
 * only that oa_ring_view() must look at the next one.
 */
u32 oa_ring_run(struct oa_ring *ring, struct oa_validator *v, u32 used, u32 max,
		const u32 **reports)
{
	u32 bytes, n;

	if (!oa_ring_has_settled(ring) && !oa_ring_settle(ring, used))
		return 0;
	*reports = oa_ring_settled_part(ring, &bytes);
	n = oa_report_run(v, *reports, min(bytes / ring->report_bytes, max));
	if (n) {
		WRITE_ONCE(ring->passed, ring->passed + n * ring->report_bytes);
		WRITE_ONCE(ring->waiting_since, 0);
	}
	return n;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_run);
