// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The OA buffer as a ring
 *
 * The tail that hardware shows runs ahead of memory, so it only bounds the search for reports. The
 * memory of a report proves that the report is there: each consumed report is poisoned whole, so a
 * line that is not poisoned was written since. The poison is OA_POISON in each dword; zero would
 * not do, since lines of an idle GPU's counters are zero.
 *
 * A report that stays missing is discarded after OA_RING_LANDING_LIMIT_NS, so that one lost write
 * does not block the reports that landed after it.
 *
 * Reports are passed one by one or in runs, and consumed together when they have reached the
 * reader. Until then their memory is unchanged, and oa_ring_set_passed() makes all of them
 * available again.
 *
 * A line may land while the CPU copies it, in several pieces, and only a line that was there before
 * is whole in the copy. So the lines of several reports are checked first, and the reports are then
 * validated where they lie. A report with a poisoned line is copied, and validated only if the ring
 * still equals the copy afterwards.
 *
 * A ring in memory that the CPU does not cache is fetched (oa_landing.c): the next reports together
 * into a window that stays in the nearest cache, and a report that has not settled alone.
 *
 * Facts: hardware.rst 3.15; internals.rst "Landing".
 */
#include <asm/barrier.h>
#include <linux/kernel.h>
#include <linux/prefetch.h>
#include <linux/string.h>

#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "ring/oa_ring_priv.h"

/* Describe an empty ring of @size bytes, which need not be a multiple of @report_bytes. */
void oa_ring_init(struct oa_ring *ring, void *vaddr, u32 size, u32 report_bytes,
		  u32 (*tail)(struct oa_unit *unit), struct oa_unit *unit)
{
	*ring = (struct oa_ring) {
		.vaddr = vaddr,
		.size = size,
		.report_bytes = report_bytes,
		.tail = tail,
		.unit = unit,
		.left = OA_RING_NO_TAIL,
	};
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_init);

/* Declare that the CPU does not cache a ring, just initialised. @window lives as long as it. */
void oa_ring_set_fetch(struct oa_ring *ring, struct oa_ring_window *window,
		       void (*fetch)(void *to, const void *from, u32 bytes))
{
	ring->window = window;
	ring->fetch = fetch;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_set_fetch);

/* Poison @bytes from the head on. */
static void oa_ring_poison(struct oa_ring *ring, u32 bytes)
{
	const u32 first = oa_ring_first_part(ring, ring->head, bytes);

	/* Unlike memset(), memset64() is inline where the processor has an instruction for it. */
	memset64((u64 *)(ring->vaddr + ring->head), OA_POISON_PAIR, first / sizeof(u64));
	memset64((u64 *)ring->vaddr, OA_POISON_PAIR, (bytes - first) / sizeof(u64));
}

/* Hardware may write as soon as a register hands the memory over: no poison may arrive later. */
static void oa_ring_flush_poison(const struct oa_ring *ring)
{
	if (ring->fetch)
		wmb(); /* order the combined writes before the write of the register */
}

/* Hardware does not write to the ring, all of whose memory is poisoned: nothing is in it. */
static void oa_ring_empty(struct oa_ring *ring)
{
	oa_ring_flush_poison(ring);
	oa_pause();
	WRITE_ONCE(ring->passed, 0);
	ring->seen = 0;
	ring->settled = 0;
	WRITE_ONCE(ring->head, 0);
	WRITE_ONCE(ring->waiting_since, 0);
}

/* Empty the ring. Hardware does not write to it. */
void oa_ring_reset(struct oa_ring *ring)
{
	oa_ring_poison(ring, ring->size);
	oa_ring_empty(ring);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_reset);

/* Note that the unit is about to write to the ring. */
void oa_ring_start(struct oa_ring *ring)
{
	ring->left = OA_RING_NO_TAIL;
	ring->fresh = false;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_start);

/*
 * Note that the unit has stopped, with @used bytes between head and tail; OA_RING_NO_TAIL if a
 * reset cleared the tail, or the unit ran over the ring.
 */
void oa_ring_stop(struct oa_ring *ring, u32 used)
{
	ring->left = used;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_stop);

/*
 * Check that no line of the stopped unit is on its way to the ring: its tail has not moved since
 * oa_ring_stop(), and all lines up to it have landed. The lines before the head landed before they
 * were consumed, unless the ring is late. The line after the tail is poisoned, unless the unit has
 * lapped the head without a flag. A quiet ring is emptied by oa_ring_reset_left().
 */
bool oa_ring_quiet(const struct oa_ring *ring)
{
	const u32 left = ring->left;

	if (ring->late || left == OA_RING_NO_TAIL || oa_ring_used(ring) != left)
		return false;
	if (left < ring->size && oa_ring_line_landed(ring, oa_ring_at(ring, left)))
		return false;
	return oa_ring_all_landed(ring, left);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_quiet);

/* Empty the ring by poisoning only what the stopped unit has left there. The ring is quiet. */
void oa_ring_reset_left(struct oa_ring *ring)
{
	oa_ring_poison(ring, ring->left);
	oa_ring_empty(ring);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_reset_left);

/*
 * Read the unit's tail. Return the bytes between head and tail, or OA_RING_NO_TAIL if the unit has
 * lost its tail. Any context, unit awake. A tail at the head means that the ring is empty, or full:
 * consumed reports are poisoned, so a report at the head shows that it is full. That report may
 * also have been written after the tail was read. The unit moves its tail before a report lands, so
 * a second read of the tail, after the read of memory, tells the two apart.
 */
u32 oa_ring_used(const struct oa_ring *ring)
{
	u32 head, tail;

	/* If a reader has moved the head meanwhile, perhaps past this tail, read both again. */
	do {
		head = READ_ONCE(ring->head);
		oa_pause();
		tail = ring->tail(ring->unit);
		if (tail == head) {
			if (!oa_ring_line_landed(ring, head))
				return 0;
			oa_pause();
			/* Order the second read of the tail after the read of memory. */
			dma_rmb();
			tail = ring->tail(ring->unit);
		}
	} while (head != READ_ONCE(ring->head));
	if (tail == OA_RING_NO_TAIL)
		return OA_RING_NO_TAIL;
	return tail > head ? tail - head : ring->size - head + tail;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_used);

/*
 * Check by memory alone whether the next report has landed whole: consumed reports are poisoned, so
 * the tail does not matter. While a reader moves the head the result is a hint. Any context.
 */
bool oa_ring_next_whole(const struct oa_ring *ring)
{
	return oa_ring_all_lines_landed(ring, oa_ring_at(ring, READ_ONCE(ring->passed)));
}

/* Check whether the next report has landed. @used is from oa_ring_used(). Any context. */
bool oa_ring_next_landed(const struct oa_ring *ring, u32 used)
{
	u32 passed = READ_ONCE(ring->passed);

	return used >= passed + ring->report_bytes &&
	       oa_ring_line_landed(ring, oa_ring_at(ring, passed));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_next_landed);

/*
 * Count the reports from the next one up to the tail. The next one has landed, @used is from
 * oa_ring_used(), and @wanted at least 1. The result is less than @wanted if the last wanted report
 * has not landed. Only that one is checked: reports land in order, except for faults, and a missing
 * report that is far from the tail will not come any more. Any context.
 */
u32 oa_ring_count(const struct oa_ring *ring, u32 used, u32 wanted)
{
	u32 last = READ_ONCE(ring->passed);
	u32 reports = used > last ? (used - last) / ring->report_bytes : 0;

	last += (wanted - 1) * ring->report_bytes;
	if (reports < wanted || used - last >= OA_RING_IN_FLIGHT_BYTES)
		return reports;
	return oa_ring_all_lines_landed(ring, oa_ring_at(ring, last)) ? reports : wanted - 1;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_count);

/*
 * Check whether the next report, which lies before the tail, has been missing for too long. Any
 * context. The first call starts the clock.
 */
bool oa_ring_overdue(struct oa_ring *ring, u64 now_ns)
{
	const u64 since = READ_ONCE(ring->waiting_since);

	if (!since)
		WRITE_ONCE(ring->waiting_since, now_ns);
	return since && now_ns - since >= OA_RING_LANDING_LIMIT_NS;
}

/* Count the next report as missing from @since on, for a caller that may come after the limit. */
void oa_ring_backdate_wait(struct oa_ring *ring, u64 since)
{
	const u64 waiting_since = READ_ONCE(ring->waiting_since);

	if (!waiting_since || waiting_since > since)
		WRITE_ONCE(ring->waiting_since, since);
}

/* Pass the next @reports, which have landed. */
void oa_ring_pass(struct oa_ring *ring, u32 reports)
{
	WRITE_ONCE(ring->passed, ring->passed + reports * ring->report_bytes);
	WRITE_ONCE(ring->waiting_since, 0);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_pass);

/* Restore the number of passed reports. @waiting_since belongs to the report after them. */
void oa_ring_set_passed(struct oa_ring *ring, u32 passed, u64 waiting_since)
{
	WRITE_ONCE(ring->passed, passed);
	WRITE_ONCE(ring->waiting_since, waiting_since);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_set_passed);

/* Poison the oldest passed reports and move the head past them. The caller tells the unit. */
void oa_ring_release(struct oa_ring *ring, u32 bytes)
{
	oa_ring_poison(ring, bytes);
	oa_ring_flush_poison(ring);
	oa_pause();
	WRITE_ONCE(ring->head, oa_ring_at(ring, bytes));
	oa_pause();
	WRITE_ONCE(ring->passed, ring->passed - bytes);
	ring->seen -= min(ring->seen, bytes);
	ring->settled -= min(ring->settled, bytes);
	ring->window_from -= bytes;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_release);

/*
 * Distance of the prefetch beyond the lines that are checked. A line arrives while others are
 * validated and copied. It is prefetched for writing, because it will be poisoned.
 */
#define OA_RING_PREFETCH_BYTES	8192u

/*
 * Check whether the report that lies @behind bytes after the head has settled. In a ring that is
 * fetched it must lie in the window as well, which may begin after it: a run does not always count.
 */
static bool oa_ring_has_settled(const struct oa_ring *ring, u32 behind)
{
	return behind + ring->report_bytes <= ring->settled &&
	       (!ring->fetch || behind - ring->window_from <= OA_RING_AHEAD_BYTES);
}

/* Return the settled reports @behind bytes after the head; @bytes of them lie in one piece. */
static const u32 *oa_ring_settled_part(const struct oa_ring *ring, u32 behind, u32 *bytes)
{
	const u32 offset = oa_ring_at(ring, behind);

	*bytes = ring->settled - behind;
	if (ring->fetch)
		return (const u32 *)(ring->window->ahead + (behind - ring->window_from));
	*bytes = oa_ring_first_part(ring, offset, *bytes);
	return (const u32 *)(ring->vaddr + offset);
}

static bool oa_ring_equals(const struct oa_ring *ring, const u32 *report)
{
	u32 next = oa_ring_at(ring, ring->passed);
	u32 first = oa_ring_first_part(ring, next, ring->report_bytes);

	return !memcmp(report, ring->vaddr + next, first) &&
	       !memcmp((const u8 *)report + first, ring->vaddr, ring->report_bytes - first);
}

/* Settle lines in the window. They are fetched in small parts, to fetch few lines beyond a gap. */
static void oa_ring_settle_window(struct oa_ring *ring, u32 behind, u32 until)
{
	u32 settled = behind, offset, part, landed;

	ring->window_from = behind;
	do {
		offset = oa_ring_at(ring, settled);
		part = oa_ring_first_part(ring, offset, min(until - settled, OA_RING_PART_BYTES));
		landed = oa_ring_fetch(ring, offset,
				       ring->window->ahead + (settled - behind), part);
		settled += landed;
	} while (landed == part && settled < until);
	ring->settled = settled;
}

/* Return the bytes up to the first line that is not whole. The lines lie in one piece. */
static u32 oa_ring_whole_part(const u8 *from, const u8 *prefetch, u32 bytes)
{
	const ptrdiff_t ahead = prefetch - from;
	const u8 *line, *const end = from + bytes;

	for (line = from; line < end && oa_line_whole(line); line += OA_LINE_BYTES)
		prefetchw(line + ahead);
	return line - from;
}

static void oa_ring_settle_in_place(struct oa_ring *ring, u32 behind, u32 used, u32 until)
{
	const u32 ahead = min(used - until, OA_RING_PREFETCH_BYTES);
	u32 settled = max(ring->settled, behind), offset, prefetch, part, whole;

	do {
		offset = oa_ring_at(ring, settled);
		prefetch = oa_ring_at(ring, settled + ahead);
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
 * Settle the landed lines of the reports from @behind bytes after the head on, up to one that is
 * missing: one barrier serves them all, and the processor loads them from memory in parallel.
 * Return whether the first of these reports has settled.
 */
static bool oa_ring_settle(struct oa_ring *ring, u32 behind, u32 used)
{
	u32 until = min(used, behind + OA_RING_AHEAD_BYTES);

	if (behind + ring->report_bytes > used)
		return false;
	if (ring->fetch)
		oa_ring_settle_window(ring, behind, until);
	else
		oa_ring_settle_in_place(ring, behind, used, until);
	return oa_ring_has_settled(ring, behind);
}

/*
 * Copy the next report until two reads of it agree. Each line lands only once, so that is soon,
 * unless hardware overruns the reader.
 */
static bool oa_ring_snapshot(const struct oa_ring *ring, u32 *report)
{
	u32 tries;

	for (tries = 0; tries <= ring->report_bytes / OA_LINE_BYTES; tries++) {
		/* Order the copy after the read of the tail, or after the last compare. */
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

/* Return the next report: in place if settled in one piece, else a copy; NULL while it changes. */
static const u32 *oa_ring_report(struct oa_ring *ring, u32 used, u32 *copy)
{
	const u32 *report;
	u32 bytes;

	if (oa_ring_has_settled(ring, ring->passed) || oa_ring_settle(ring, ring->passed, used)) {
		report = oa_ring_settled_part(ring, ring->passed, &bytes);
		if (bytes >= ring->report_bytes)
			return report;
		oa_ring_copy(ring, ring->passed, copy);
		return copy;
	}
	if (ring->fetch)
		return oa_ring_fetch_report(ring, ring->passed);
	return oa_ring_snapshot(ring, copy) ? copy : NULL;
}

/* Return the next report, valid until the ring is used; NULL if not settled or in two pieces. */
const u32 *oa_ring_next_settled(const struct oa_ring *ring)
{
	const u32 *report;
	u32 bytes;

	if (!oa_ring_has_settled(ring, ring->passed))
		return NULL;
	report = oa_ring_settled_part(ring, ring->passed, &bytes);
	return bytes >= ring->report_bytes ? report : NULL;
}

/*
 * Return the next report, valid until the ring is used again, if memory alone shows that it has
 * landed; NULL if it has not, or lies in two pieces.
 */
const u32 *oa_ring_peek(const struct oa_ring *ring)
{
	const u32 next = oa_ring_at(ring, ring->passed);

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

/*
 * Validate the next report. @used is from oa_ring_used(), less what was consumed since. Return its
 * state; only oa_ring_pass() moves past it. On OA_RING_VALID and OA_RING_INVALID @verdict is set,
 * and @report to where it lies: in the ring, in its window, or in @copy. A report that is validated
 * in the ring has landed; if hardware overruns the reader it still changes, as the unit's status
 * shows afterwards.
 */
enum oa_ring_state oa_ring_validate(struct oa_ring *ring, const struct oa_validator *v, u32 used,
				    u64 now_ns, u32 *copy, const u32 **report,
				    enum oa_verdict *verdict)
{
	if (used < ring->passed + ring->report_bytes) {
		/*
		 * No report is missing. A waiter that read the ring while a reader moved the head
		 * may have started the clock, which must not discard the next report.
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
		return OA_RING_VALID;
	case OA_REPORT_NOT_LANDED:
	case OA_REPORT_TORN:
		if (!oa_ring_overdue(ring, now_ns))
			return OA_RING_WAIT;
		ring->late = true;
		return OA_RING_INVALID;
	default:
		return OA_RING_INVALID;
	}
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_validate);

/*
 * Add the reports after @run to it, at most @max, as long as each is as expected. Set @reports to
 * the address of the first; the others follow it. Only reports that have settled are added, up to
 * the ring's end. Return their number; 0 means only that oa_ring_validate() must check the next
 * one. Nothing is passed: oa_ring_pass() does that for a run that counts.
 */
u32 oa_ring_run(struct oa_ring *ring, const struct oa_validator *v, struct oa_run *run, u32 used,
		u32 max, const u32 **reports)
{
	const u32 behind = ring->passed + run->reports * ring->report_bytes;
	u32 bytes;

	if (!oa_ring_has_settled(ring, behind) && !oa_ring_settle(ring, behind, used))
		return 0;
	*reports = oa_ring_settled_part(ring, behind, &bytes);
	return oa_report_run(v, run, *reports, min(bytes / ring->report_bytes, max));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_run);
