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
 * Reports are judged (oa_ring_view.c) by what memory shows (oa_ring_memory.c). They are passed one
 * by one, and consumed together when they have reached the reader. Until then nothing in
 * the ring has changed, and all of them can be had again.
 *
 * Facts: hardware.rst 3.15.
 */
#include <linux/kernel.h>
#include <linux/string.h>
#include <asm/barrier.h>

#include "gt/oa_uncore.h"
#include "oa_compat.h"
#include "stream/oa_ring.h"
#include "stream/oa_ring_memory.h"

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
	ring->fetch = NULL;
	ring->window = NULL;
	ring->window_from = 0;
	ring->head = 0;
	ring->passed = 0;
	ring->settled = 0;
	ring->late = false;
	ring->waiting_since = 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_init);

/**
 * oa_ring_set_fetch() - the CPU does not cache the ring's memory
 * @ring: the ring, just initialised
 * @window: room for copies, as long as the ring
 * @fetch: as in struct oa_ring
 */
void oa_ring_set_fetch(struct oa_ring *ring, struct oa_ring_window *window,
		       void (*fetch)(void *to, const void *from, u32 bytes))
{
	ring->window = window;
	ring->fetch = fetch;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_set_fetch);

static void oa_ring_blank(struct oa_ring *ring, u32 offset, u32 bytes)
{
	/* Unlike memset(), memset64() is inline where the processor has an instruction for it. */
	memset64((u64 *)(ring->vaddr + offset), OA_BLANK_PAIR, bytes / sizeof(u64));
}

/* Hardware may write there as soon as it is told so: nothing blank may arrive after that. */
static void oa_ring_flush_blank(const struct oa_ring *ring)
{
	if (ring->fetch)
		wmb(); /* the writes that the processor combines, before that of a register */
}

/**
 * oa_ring_reset() - empty the ring; hardware must not write to it
 * @ring: the ring
 */
void oa_ring_reset(struct oa_ring *ring)
{
	oa_ring_blank(ring, 0, ring->size);
	oa_ring_flush_blank(ring);
	oa_pause();
	WRITE_ONCE(ring->passed, 0);
	ring->settled = 0;
	WRITE_ONCE(ring->head, 0);
	WRITE_ONCE(ring->waiting_since, 0);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_reset);

/**
 * oa_ring_used() - ask the unit for its tail: bytes between head and tail
 * @ring: the ring
 *
 * Any context, unit awake. A tail at the head means that the ring is empty, or full: consumed
 * reports are made blank, so a report at the head shows that it is full. But it may also have been
 * written after the tail was read. The unit moves its tail before a report lands, so a second
 * look at the tail, after the look at memory, tells the two apart. Return: bytes; OA_RING_NO_TAIL
 * if the unit has lost its tail.
 */
u32 oa_ring_used(const struct oa_ring *ring)
{
	u32 head, tail;

	/* A head that a reader moves meanwhile passes the tail, which then seems far ahead. */
	do {
		head = READ_ONCE(ring->head);
		oa_pause();
		tail = ring->tail(ring->unit);
		if (tail == head) {
			if (!oa_ring_landed_at(ring, head))
				return 0;
			oa_pause();
			/* Order the second look at the tail after the look at memory. */
			dma_rmb();
			tail = ring->tail(ring->unit);
		}
	} while (head != READ_ONCE(ring->head));
	if (tail == OA_RING_NO_TAIL)
		return OA_RING_NO_TAIL;
	return tail > head ? tail - head : ring->size - head + tail;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_used);

/**
 * oa_ring_next_whole() - has the next report to look at landed whole, by memory alone?
 * @ring: the ring
 *
 * Any context. Consumed reports are blank, so what is not was written since, wherever the tail is.
 * While a reader moves the head it is a hint.
 */
bool oa_ring_next_whole(const struct oa_ring *ring)
{
	return oa_ring_all_lines_landed(ring, oa_ring_at(ring, READ_ONCE(ring->passed)));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_next_whole);

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
	if (reports < wanted || used - last >= OA_RING_IN_FLIGHT_BYTES)
		return reports;
	return oa_ring_all_lines_landed(ring, oa_ring_at(ring, last)) ? reports : wanted - 1;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_reports);

/**
 * oa_ring_overdue() - will the next report be given up, now that its line has not landed?
 * @ring: the ring, its tail after the report
 * @now_ns: monotonic clock
 *
 * Any context. The first call begins to wait for it.
 */
bool oa_ring_overdue(struct oa_ring *ring, u64 now_ns)
{
	const u64 since = READ_ONCE(ring->waiting_since);

	if (!since)
		WRITE_ONCE(ring->waiting_since, now_ns);
	return since && now_ns - since >= OA_RING_LANDING_LIMIT_NS;
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
	const u64 waiting_since = READ_ONCE(ring->waiting_since);

	if (!waiting_since || waiting_since > since)
		WRITE_ONCE(ring->waiting_since, since);
}

/**
 * oa_ring_pass() - go past the next report, which was looked at
 * @ring: the ring, with a report there
 */
void oa_ring_pass(struct oa_ring *ring)
{
	WRITE_ONCE(ring->passed, ring->passed + ring->report_bytes);
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
	WRITE_ONCE(ring->passed, passed);
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
	WRITE_ONCE(ring->head, oa_ring_at(ring, ring->passed));
	WRITE_ONCE(ring->passed, 0);
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
	oa_ring_flush_blank(ring);
	oa_pause();
	WRITE_ONCE(ring->head, oa_ring_at(ring, bytes));
	oa_pause();
	WRITE_ONCE(ring->passed, ring->passed - bytes);
	ring->settled -= min(ring->settled, bytes);
	ring->window_from -= bytes;
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
