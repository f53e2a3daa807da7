// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The OA buffer as a ring
 *
 * The hazard: the tail that hardware shows runs ahead of memory. So the tail
 * only bounds how far may be looked; that a report is there is proven by its
 * memory alone. To make that a proof, every consumed report is zeroed whole,
 * not just its first dwords: then any line that is not zero was written since.
 *
 * A report that stays missing is given up after a while, so that one lost write
 * does not block what landed behind it.
 *
 * A line may also land while it is copied. Hardware writes it in one piece, the
 * CPU does not read it in one: such a copy holds half of it, and nothing in the
 * copy tells. Only a line that was there before the copy began is whole in it. So
 * far behind the tail one dword a line is looked at first, some reports ahead, and then they
 * are judged where they lie; one near the tail, or with a line that was still zero, is
 * copied, and judged only when the ring still equals the copy afterwards.
 *
 * Reports are passed one by one and consumed together, when they have reached
 * the reader: until then nothing in the ring has changed and all can be had again.
 *
 * Facts: hardware.rst 3.15.
 */
#include <linux/kernel.h>
#include <linux/prefetch.h>
#include <linux/string.h>
#include <asm/barrier.h>

#include "oa_compat.h"
#include "stream/oa_ring.h"

/* Hardware has few lines under way, so what lies this far behind the tail is not landing now. */
#define OA_RING_UNSETTLED_BYTES	4096u
/* How far is looked ahead: it stays in the nearest cache until it is judged and copied. */
#define OA_RING_AHEAD_BYTES	4096u
/*
 * And how far beyond that memory is asked for a line, which arrives while others are judged
 * and copied. For writing, because it will be zeroed.
 */
#define OA_RING_PREFETCH_BYTES	8192u

/**
 * oa_ring_init() - describe a ring
 * @ring: to initialise, empty
 * @vaddr: the buffer
 * @size: its size, bytes
 * @report_bytes: bytes of one report; need not divide @size
 */
void oa_ring_init(struct oa_ring *ring, void *vaddr, u32 size, u32 report_bytes)
{
	ring->vaddr = vaddr;
	ring->size = size;
	ring->report_bytes = report_bytes;
	ring->head = 0;
	ring->passed = 0;
	ring->settled = 0;
	ring->waiting_since = 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_init);

/**
 * oa_ring_reset() - empty the ring; hardware must not write to it
 * @ring: the ring
 */
void oa_ring_reset(struct oa_ring *ring)
{
	memset(ring->vaddr, 0, ring->size);
	ring->passed = 0;
	ring->settled = 0;
	WRITE_ONCE(ring->head, 0);
	WRITE_ONCE(ring->waiting_since, 0);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_reset);

static bool oa_ring_landed_at(const struct oa_ring *ring, u32 offset)
{
	const u32 *dw = (const u32 *)(ring->vaddr + offset);

	return READ_ONCE(dw[0]) || READ_ONCE(dw[1]);
}

static u32 oa_ring_wrap(const struct oa_ring *ring, u32 at)
{
	return at < ring->size ? at : at - ring->size;
}

/* Offset of what lies so many bytes behind the head. */
static u32 oa_ring_at(const struct oa_ring *ring, u32 behind)
{
	return oa_ring_wrap(ring, ring->head + behind);
}

/* Offset of the next report to look at. */
static u32 oa_ring_next(const struct oa_ring *ring)
{
	return oa_ring_at(ring, ring->passed);
}

/**
 * oa_ring_used() - bytes between head and tail
 * @ring: the ring
 * @tail: offset of the tail, below the ring's size
 *
 * Any context. A tail that stands at the head means empty, or full: consumed
 * reports are zeroed, so a report that is there tells. Return: bytes.
 */
u32 oa_ring_used(const struct oa_ring *ring, u32 tail)
{
	u32 head = READ_ONCE(ring->head);

	if (tail == head)
		return oa_ring_landed_at(ring, head) ? ring->size : 0;
	return tail > head ? tail - head : ring->size - head + tail;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_used);

/**
 * oa_ring_next_landed() - is the report there that is looked at next?
 * @ring: the ring
 * @tail: offset of the tail
 *
 * Any context.
 */
bool oa_ring_next_landed(const struct oa_ring *ring, u32 tail)
{
	u32 passed = READ_ONCE(ring->passed);

	return oa_ring_used(ring, tail) >= passed + ring->report_bytes &&
	       oa_ring_landed_at(ring, oa_ring_at(ring, passed));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_next_landed);

/* Bytes from an offset on that lie before the end of the ring. */
static u32 oa_ring_first_part(const struct oa_ring *ring, u32 offset, u32 bytes)
{
	return min(bytes, ring->size - offset);
}

/**
 * oa_ring_copy() - copy a report
 * @ring: the ring
 * @behind: how far it lies behind the head, bytes
 * @report: room for it
 */
void oa_ring_copy(const struct oa_ring *ring, u32 behind, u32 *report)
{
	u32 at = oa_ring_at(ring, behind);
	u32 first = oa_ring_first_part(ring, at, ring->report_bytes);

	memcpy(report, ring->vaddr + at, first);
	/* A report whose size does not divide the ring's may straddle its end. */
	if (first < ring->report_bytes)
		memcpy((u8 *)report + first, ring->vaddr, ring->report_bytes - first);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_copy);

static bool oa_ring_equals(const struct oa_ring *ring, const u32 *report)
{
	u32 next = oa_ring_next(ring);
	u32 first = oa_ring_first_part(ring, next, ring->report_bytes);

	return !memcmp(report, ring->vaddr + next, first) &&
	       !memcmp((const u8 *)report + first, ring->vaddr, ring->report_bytes - first);
}

static bool oa_line_landed(const u32 *line)
{
	u32 i;

	for (i = 0; i < OA_LINE_DWORDS; i++)
		if (READ_ONCE(line[i]))
			return true;
	return false;
}

static bool oa_ring_all_lines_landed(const struct oa_ring *ring, u32 offset)
{
	u32 line;

	for (line = 0; line < ring->report_bytes; line += OA_LINE_BYTES) {
		if (!oa_line_landed((const u32 *)(ring->vaddr + offset)))
			return false;
		offset += OA_LINE_BYTES;
		if (offset == ring->size)
			offset = 0;
	}
	return true;
}

/*
 * Look ahead which lines are there. Some at a time: that they are is proven by one barrier,
 * and the processor gets them from memory side by side.
 */
static void oa_ring_settle(struct oa_ring *ring, u32 used)
{
	u32 until = min(used - OA_RING_UNSETTLED_BYTES, ring->passed + OA_RING_AHEAD_BYTES);
	u32 settled = max(ring->settled, ring->passed), offset = oa_ring_at(ring, settled);
	const u32 ahead = min(used - until, OA_RING_PREFETCH_BYTES);

	while (settled < until && oa_line_landed((const u32 *)(ring->vaddr + offset))) {
		prefetchw(ring->vaddr + oa_ring_wrap(ring, offset + ahead));
		settled += OA_LINE_BYTES;
		offset += OA_LINE_BYTES;
		if (offset == ring->size)
			offset = 0;
	}
	ring->settled = settled;
	/* Lines that were there before they are read. */
	dma_rmb();
}

/**
 * oa_ring_reports() - reports that can be read, as far as it matters
 * @ring: the ring, its oldest report there
 * @tail: offset of the tail
 * @wanted: how many matter, from 1 on
 *
 * Any context. Only the last one that matters is looked at: they land in order, but for
 * faults, and one that is far behind the tail by now would not come any more. Return:
 * reports from the next one up to the tail; less than @wanted if that one has not landed.
 */
u32 oa_ring_reports(const struct oa_ring *ring, u32 tail, u32 wanted)
{
	u32 used = oa_ring_used(ring, tail), last = READ_ONCE(ring->passed);
	u32 reports = used > last ? (used - last) / ring->report_bytes : 0;

	last += (wanted - 1) * ring->report_bytes;
	if (reports < wanted || used - last >= OA_RING_UNSETTLED_BYTES)
		return reports;
	return oa_ring_all_lines_landed(ring, oa_ring_at(ring, last)) ? reports : wanted - 1;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_reports);

/* Each line lands once, so it settles soon, unless hardware is overrunning the reader. */
static bool oa_ring_snapshot(const struct oa_ring *ring, u32 *report)
{
	u32 tries;

	for (tries = 0; tries <= ring->report_bytes / OA_LINE_BYTES; tries++) {
		/* Lines that were there before the copy, or what is there after it. */
		dma_rmb();
		oa_ring_copy(ring, ring->passed, report);
		dma_rmb();
		if (oa_ring_equals(ring, report))
			return true;
	}
	return false;
}

/* The next report: in place where it has settled in one piece, else a copy; NULL: it changes. */
static const u32 *oa_ring_report(struct oa_ring *ring, u32 used, u32 *copy)
{
	u32 next = oa_ring_next(ring), end = ring->passed + ring->report_bytes;

	if (end > ring->settled && end + OA_RING_UNSETTLED_BYTES <= used)
		oa_ring_settle(ring, used);
	if (end > ring->settled)
		return oa_ring_snapshot(ring, copy) ? copy : NULL;
	if (next + ring->report_bytes <= ring->size)
		return (const u32 *)(ring->vaddr + next);
	oa_ring_copy(ring, ring->passed, copy);
	return copy;
}

/**
 * oa_ring_waited() - the next report, if it is missing, has been missing since a time
 * @ring: the ring
 * @since: that time at the latest, ns
 *
 * For a look that comes when a reader's patience may have ended already.
 */
void oa_ring_waited(struct oa_ring *ring, u64 since)
{
	if (!ring->waiting_since || ring->waiting_since > since)
		WRITE_ONCE(ring->waiting_since, since);
}

static enum oa_ring_state oa_ring_missing(struct oa_ring *ring, u64 now_ns)
{
	u64 since = READ_ONCE(ring->waiting_since);

	if (!since) {
		WRITE_ONCE(ring->waiting_since, now_ns);
		return OA_RING_WAIT;
	}
	return now_ns - since < OA_RING_LANDING_LIMIT_NS ? OA_RING_WAIT : OA_RING_BAD;
}

/**
 * oa_ring_view() - look at the next report where it lies
 * @ring: the ring
 * @v: what a report must satisfy
 * @tail: offset of the tail
 * @now_ns: any monotonic clock
 * @copy: room for a report that can't be judged in place
 * @report: on OA_RING_REPORT and OA_RING_BAD, the report: in the ring, or @copy
 * @verdict: on OA_RING_REPORT and OA_RING_BAD, the judgement
 *
 * What is seen in the ring has landed long ago. Only hardware that overruns the reader
 * still changes it, which the unit's status tells afterwards. Return: what was found;
 * only oa_ring_pass() moves on.
 */
enum oa_ring_state oa_ring_view(struct oa_ring *ring, const struct oa_validator *v, u32 tail,
				u64 now_ns, u32 *copy, const u32 **report,
				enum oa_verdict *verdict)
{
	u32 used = oa_ring_used(ring, tail);

	if (used < ring->passed + ring->report_bytes) {
		/*
		 * Nothing is missing. A look with an old tail, which the head has
		 * passed, may have thought so: its clock must not condemn the next.
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
 * oa_ring_run() - pass as many reports in a row as are what is expected
 * @ring: the ring
 * @v: what reports must satisfy; updated as by oa_validator_accept()
 * @tail: offset of the tail
 * @max: not more than so many
 * @reports: where the first lies, the others behind it
 *
 * Only what has settled, and up to the ring's end. Return: how many; 0 says nothing but
 * that oa_ring_view() must look.
 */
u32 oa_ring_run(struct oa_ring *ring, struct oa_validator *v, u32 tail, u32 max,
		const u32 **reports)
{
	u32 used = oa_ring_used(ring, tail), next = oa_ring_next(ring), n;

	if (ring->passed + ring->report_bytes > ring->settled) {
		if (ring->passed + ring->report_bytes + OA_RING_UNSETTLED_BYTES > used)
			return 0;
		oa_ring_settle(ring, used);
	}
	n = min(ring->settled - min(ring->settled, ring->passed), ring->size - next) /
	    ring->report_bytes;
	*reports = (const u32 *)(ring->vaddr + next);
	n = oa_report_run(v, *reports, min(n, max));
	if (n) {
		ring->passed += n * ring->report_bytes;
		WRITE_ONCE(ring->waiting_since, 0);
	}
	return n;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_run);

/**
 * oa_ring_peek() - copy the next report and look at it
 * @ring: the ring
 * @v: what a report must satisfy
 * @tail: offset of the tail
 * @now_ns: any monotonic clock
 * @report: room for a report; on OA_RING_REPORT and OA_RING_BAD, a copy of it
 * @verdict: on OA_RING_REPORT and OA_RING_BAD, the judgement
 *
 * As oa_ring_view().
 */
enum oa_ring_state oa_ring_peek(struct oa_ring *ring, const struct oa_validator *v,
				u32 tail, u64 now_ns, u32 *report,
				enum oa_verdict *verdict)
{
	const u32 *found = report;
	enum oa_ring_state state;

	state = oa_ring_view(ring, v, tail, now_ns, report, &found, verdict);
	if (found && found != report)
		memcpy(report, found, ring->report_bytes);
	return state;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_peek);

/**
 * oa_ring_pass() - done with the next report, as far as looking goes
 * @ring: the ring, with a report there
 */
void oa_ring_pass(struct oa_ring *ring)
{
	ring->passed += ring->report_bytes;
	WRITE_ONCE(ring->waiting_since, 0);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_pass);

/**
 * oa_ring_rewind() - look again at what was passed
 * @ring: the ring
 * @passed: bytes behind the head that stay passed
 * @waiting_since: how long the report there was missing by then, as in struct oa_ring
 */
void oa_ring_rewind(struct oa_ring *ring, u32 passed, u64 waiting_since)
{
	ring->passed = passed;
	WRITE_ONCE(ring->waiting_since, waiting_since);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_rewind);

/**
 * oa_ring_skip() - done with all that was passed, without a trace in memory
 * @ring: the ring
 *
 * For a ring that is reset before hardware writes to it again.
 */
void oa_ring_skip(struct oa_ring *ring)
{
	WRITE_ONCE(ring->head, oa_ring_next(ring));
	ring->passed = 0;
	ring->settled = 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_skip);

/**
 * oa_ring_release() - done with the first of what was passed
 * @ring: the ring
 * @bytes: how much, whole reports, not more than was passed
 *
 * Zeroes it and moves the head. The caller tells the unit.
 */
void oa_ring_release(struct oa_ring *ring, u32 bytes)
{
	u32 first = oa_ring_first_part(ring, ring->head, bytes);

	/* In eights: inline where the processor has an instruction for it, unlike memset(). */
	memset64((u64 *)(ring->vaddr + ring->head), 0, first / sizeof(u64));
	memset64((u64 *)ring->vaddr, 0, (bytes - first) / sizeof(u64));
	WRITE_ONCE(ring->head, oa_ring_at(ring, bytes));
	ring->passed -= bytes;
	ring->settled -= min(ring->settled, bytes);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_release);

/**
 * oa_ring_consume() - done with all that was passed
 * @ring: the ring
 *
 * As oa_ring_release().
 */
void oa_ring_consume(struct oa_ring *ring)
{
	oa_ring_release(ring, ring->passed);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_consume);

/**
 * oa_ring_landed() - reports from the head on, told by memory alone
 * @ring: the ring
 *
 * For when there is no tail to ask, hardware not writing. Return: whole reports.
 */
u32 oa_ring_landed(const struct oa_ring *ring)
{
	u32 n, max = ring->size / ring->report_bytes, at = ring->head;

	for (n = 0; n < max && oa_ring_landed_at(ring, at); n++)
		at = (at + ring->report_bytes) % ring->size;
	return n;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_landed);
