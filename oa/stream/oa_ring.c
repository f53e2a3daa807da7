// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The OA buffer as a ring
 *
 * The hazard: the tail that hardware shows runs ahead of memory. So the tail only bounds
 * how far to look; the memory of a report alone proves that the report is there. To make
 * that a proof, every consumed report is made blank whole, not just its first dwords: then any
 * line that is not blank was written since. Blank is OA_BLANK in each dword. Zero would not do,
 * since whole lines of an idle GPU's counters are zero.
 *
 * A report that stays missing is given up after a while, so that one lost write
 * does not block the reports that landed after it.
 *
 * A line may also land while it is copied. Hardware writes a line in one piece, but the
 * CPU does not read it in one piece: such a copy holds half of the line, and nothing in
 * the copy shows it. Only a line that was there before the copy began is whole in the copy.
 * So reports far from the tail have each of their lines checked first, some reports ahead,
 * and are then judged where they lie. A report near the tail, or with a line that was still
 * blank, is copied, and judged only if the ring still equals the copy afterwards.
 *
 * Reports are passed one by one, and consumed together when they have reached the reader.
 * Until then nothing in the ring has changed, and all of them can be had again.
 *
 * Facts: hardware.rst 3.15.
 */
#include <linux/kernel.h>
#include <linux/prefetch.h>
#include <linux/string.h>
#include <asm/barrier.h>

#include "oa_compat.h"
#include "stream/oa_ring.h"

/* Hardware has few lines in flight, so a line this far from the tail is not landing now. */
#define OA_RING_UNSETTLED_BYTES	4096u
/* How far to look ahead: lines stay in the nearest cache until they are judged and copied. */
#define OA_RING_AHEAD_BYTES	4096u
/*
 * How far beyond that a line is prefetched. It arrives while others are judged and copied.
 * It is prefetched for writing, because it will be made blank.
 */
#define OA_RING_PREFETCH_BYTES	8192u
/* How many of the newest reports may have landed in part when the unit stops. */
#define OA_RING_TRAIL_REPORTS	64u

/**
 * oa_ring_init() - describe a ring
 * @ring: to initialise, empty
 * @vaddr: the buffer
 * @size: its size, bytes
 * @report_bytes: bytes of one report; need not divide @size
 * @tail: reads the offset of the unit's tail, in any context
 * @unit: the unit that writes the reports
 */
void oa_ring_init(struct oa_ring *ring, void *vaddr, u32 size, u32 report_bytes,
		  u32 (*tail)(struct oa_unit *unit), struct oa_unit *unit)
{
	ring->vaddr = vaddr;
	ring->size = size;
	ring->report_bytes = report_bytes;
	ring->tail = tail;
	ring->unit = unit;
	ring->head = 0;
	ring->passed = 0;
	ring->settled = 0;
	ring->late = false;
	ring->waiting_since = 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_init);

static void oa_ring_blank(struct oa_ring *ring, u32 offset, u32 bytes)
{
	const u64 blank = (u64)OA_BLANK << 32 | OA_BLANK;

	/* Unlike memset(), memset64() is inline where the processor has an instruction for it. */
	memset64((u64 *)(ring->vaddr + offset), blank, bytes / sizeof(blank));
}

/**
 * oa_ring_reset() - empty the ring; hardware must not write to it
 * @ring: the ring
 */
void oa_ring_reset(struct oa_ring *ring)
{
	oa_ring_blank(ring, 0, ring->size);
	ring->passed = 0;
	ring->settled = 0;
	WRITE_ONCE(ring->head, 0);
	WRITE_ONCE(ring->waiting_since, 0);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_reset);

static bool oa_line_landed(const u32 *line)
{
	u32 i;

	for (i = 0; i < OA_LINE_DWORDS; i++)
		if (READ_ONCE(line[i]) != OA_BLANK)
			return true;
	return false;
}

static bool oa_ring_landed_at(const struct oa_ring *ring, u32 offset)
{
	return oa_line_landed((const u32 *)(ring->vaddr + offset));
}

/**
 * oa_ring_is_blank() - has nothing landed in a part of the ring since it was made blank?
 * @ring: the ring
 * @from: offset of the part, bytes
 * @until: offset after it, up to the ring's size
 */
bool oa_ring_is_blank(const struct oa_ring *ring, u32 from, u32 until)
{
	u32 at;

	for (at = from; at < until; at += OA_LINE_BYTES)
		if (oa_ring_landed_at(ring, at))
			return false;
	return true;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_is_blank);

static u32 oa_ring_wrap(const struct oa_ring *ring, u32 at)
{
	return at < ring->size ? at : at - ring->size;
}

/* The offset that lies @behind bytes after the head. */
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
 * oa_ring_used() - ask the unit for its tail: bytes between head and tail
 * @ring: the ring
 *
 * Any context, unit awake. A tail at the head means that the ring is empty, or full: consumed
 * reports are made blank, so a report at the head shows that it is full. But it may also have been
 * written after the tail was read. The unit moves its tail before a report lands, so a second
 * look at the tail, after the look at memory, tells the two apart. Return: bytes.
 */
u32 oa_ring_used(const struct oa_ring *ring)
{
	u32 head, tail;

	/* A head that a reader moves meanwhile passes the tail, which then seems far ahead. */
	do {
		head = READ_ONCE(ring->head);
		tail = ring->tail(ring->unit);
		if (tail == head) {
			if (!oa_ring_landed_at(ring, head))
				return 0;
			/* Order the second look at the tail after the look at memory. */
			dma_rmb();
			tail = ring->tail(ring->unit);
		}
	} while (head != READ_ONCE(ring->head));
	return tail > head ? tail - head : ring->size - head + tail;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_used);

/**
 * oa_ring_next_landed() - has the next report to look at landed?
 * @ring: the ring
 * @used: bytes between head and tail, from oa_ring_used()
 *
 * Any context.
 */
bool oa_ring_next_landed(const struct oa_ring *ring, u32 used)
{
	u32 passed = READ_ONCE(ring->passed);

	return used >= passed + ring->report_bytes &&
	       oa_ring_landed_at(ring, oa_ring_at(ring, passed));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_next_landed);

/* How many of the bytes from an offset on lie before the end of the ring. */
static u32 oa_ring_first_part(const struct oa_ring *ring, u32 offset, u32 bytes)
{
	return min(bytes, ring->size - offset);
}

/**
 * oa_ring_copy() - copy a report
 * @ring: the ring
 * @behind: how far the report lies after the head, bytes
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
 * Look ahead for lines that have landed, several at a time: one barrier serves them all,
 * and the processor fetches them from memory side by side.
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
	/* Order the reads of these lines after the landing check. */
	dma_rmb();
}

/**
 * oa_ring_reports() - are there as many reports as are wanted?
 * @ring: the ring, its next report landed
 * @used: bytes between head and tail, from oa_ring_used()
 * @wanted: how many are wanted, from 1 on
 *
 * Any context. Only the last wanted report is looked at: reports land in order, but for
 * faults, and one that is far from the tail by now would not come any more. Return: reports
 * from the next one up to the tail; less than @wanted if the last wanted one has not landed.
 */
u32 oa_ring_reports(const struct oa_ring *ring, u32 used, u32 wanted)
{
	u32 last = READ_ONCE(ring->passed);
	u32 reports = used > last ? (used - last) / ring->report_bytes : 0;

	last += (wanted - 1) * ring->report_bytes;
	if (reports < wanted || used - last >= OA_RING_UNSETTLED_BYTES)
		return reports;
	return oa_ring_all_lines_landed(ring, oa_ring_at(ring, last)) ? reports : wanted - 1;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_reports);

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
		if (oa_ring_equals(ring, report))
			return true;
	}
	return false;
}

/*
 * Return: the next report, in the ring if it has settled and lies in one piece, else as a
 * copy; NULL if it keeps changing.
 */
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
 * oa_ring_waited() - the next report, if it is missing, was missing at an earlier time
 * @ring: the ring
 * @since: that time, ns
 *
 * For a caller that looks so late that a reader's patience may have ended already.
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
 * @report: on OA_RING_REPORT and OA_RING_BAD, the report: in the ring, or @copy
 * @verdict: on OA_RING_REPORT and OA_RING_BAD, the judgement
 *
 * A report that is judged in the ring has landed long ago. Only hardware that overruns the
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
	u32 next = oa_ring_next(ring), n;

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
 * oa_ring_pass() - go past the next report, which was looked at
 * @ring: the ring, with a report there
 */
void oa_ring_pass(struct oa_ring *ring)
{
	ring->passed += ring->report_bytes;
	WRITE_ONCE(ring->waiting_since, 0);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_pass);

/**
 * oa_ring_rewind() - go back to reports that were passed
 * @ring: the ring
 * @passed: bytes after the head that stay passed
 * @waiting_since: since when the report there was missing, as in struct oa_ring
 */
void oa_ring_rewind(struct oa_ring *ring, u32 passed, u64 waiting_since)
{
	ring->passed = passed;
	WRITE_ONCE(ring->waiting_since, waiting_since);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_rewind);

/**
 * oa_ring_skip() - consume all that was passed, without making it blank
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
 * oa_ring_release() - consume the oldest reports that were passed
 * @ring: the ring
 * @bytes: how many bytes of them: whole reports, not more than were passed
 *
 * Makes them blank and moves the head. The caller gives the unit its new head.
 */
void oa_ring_release(struct oa_ring *ring, u32 bytes)
{
	u32 first = oa_ring_first_part(ring, ring->head, bytes);

	oa_ring_blank(ring, ring->head, first);
	oa_ring_blank(ring, 0, bytes - first);
	WRITE_ONCE(ring->head, oa_ring_at(ring, bytes));
	ring->passed -= bytes;
	ring->settled -= min(ring->settled, bytes);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_release);

/**
 * oa_ring_consume() - consume all that was passed
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
 * oa_ring_landed() - count the reports from the head on, by memory alone
 * @ring: the ring
 *
 * For when hardware does not write and there is no tail to ask. Return: whole reports.
 */
u32 oa_ring_landed(const struct oa_ring *ring)
{
	u32 n, max = ring->size / ring->report_bytes, at = ring->head;

	for (n = 0; n < max && oa_ring_landed_at(ring, at); n++)
		at = (at + ring->report_bytes) % ring->size;
	return n;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_landed);

/**
 * oa_ring_trails() - have some of the newest reports landed in part only?
 * @ring: the ring, whose unit has stopped
 *
 * By memory alone. Of a ring that hardware has run over it can't be told.
 */
bool oa_ring_trails(const struct oa_ring *ring)
{
	u32 n = oa_ring_landed(ring), i, at;

	for (i = 0; i < min(n, OA_RING_TRAIL_REPORTS); i++) {
		at = oa_ring_at(ring, (n - 1 - i) * ring->report_bytes);
		if (!oa_ring_all_lines_landed(ring, at))
			return true;
	}
	return false;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_trails);
