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
 * copy tells. So a copy is judged only when the ring still equals it afterwards.
 *
 * Facts: hardware.md 3.15.
 */
#include <linux/kernel.h>
#include <linux/string.h>
#include <asm/barrier.h>

#include "oa_compat.h"
#include "oa_ring.h"

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
	WRITE_ONCE(ring->head, 0);
	WRITE_ONCE(ring->waiting_since, 0);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_reset);

static bool oa_ring_landed_at(const struct oa_ring *ring, u32 offset)
{
	const u32 *dw = (const u32 *)(ring->vaddr + offset);

	return READ_ONCE(dw[0]) || READ_ONCE(dw[1]);
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
 * oa_ring_head_landed() - is the oldest report there?
 * @ring: the ring
 * @tail: offset of the tail
 *
 * Any context.
 */
bool oa_ring_head_landed(const struct oa_ring *ring, u32 tail)
{
	return oa_ring_used(ring, tail) >= ring->report_bytes &&
	       oa_ring_landed_at(ring, READ_ONCE(ring->head));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_head_landed);

/* A report whose size does not divide the ring's may straddle its end. */
static u32 oa_ring_first_part(const struct oa_ring *ring)
{
	return min(ring->report_bytes, ring->size - ring->head);
}

static void oa_ring_copy(const struct oa_ring *ring, u32 *report)
{
	u32 first = oa_ring_first_part(ring);

	memcpy(report, ring->vaddr + ring->head, first);
	memcpy((u8 *)report + first, ring->vaddr, ring->report_bytes - first);
}

static bool oa_ring_equals(const struct oa_ring *ring, const u32 *report)
{
	u32 first = oa_ring_first_part(ring);

	return !memcmp(report, ring->vaddr + ring->head, first) &&
	       !memcmp((const u8 *)report + first, ring->vaddr, ring->report_bytes - first);
}

/* Each line lands once, so it settles soon, unless hardware is overrunning the reader. */
static bool oa_ring_snapshot(const struct oa_ring *ring, u32 *report)
{
	u32 tries;

	for (tries = 0; tries <= ring->report_bytes / OA_LINE_BYTES; tries++) {
		oa_ring_copy(ring, report);
		/* The second look must be later than the whole of the first. */
		dma_rmb();
		if (oa_ring_equals(ring, report))
			return true;
	}
	return false;
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
 * oa_ring_peek() - look at the oldest report
 * @ring: the ring
 * @v: what a report must satisfy
 * @tail: offset of the tail
 * @now_ns: any monotonic clock
 * @report: room for a report; on OA_RING_REPORT and OA_RING_BAD, a copy of it
 * @verdict: on OA_RING_REPORT and OA_RING_BAD, the judgement
 *
 * The copy is judged, not the ring: hardware may still write there. Return:
 * what was found; only oa_ring_consume() moves on.
 */
enum oa_ring_state oa_ring_peek(struct oa_ring *ring, const struct oa_validator *v,
				u32 tail, u64 now_ns, u32 *report,
				enum oa_verdict *verdict)
{
	if (oa_ring_used(ring, tail) < ring->report_bytes) {
		/*
		 * Nothing is missing. A look with an old tail, which the head has
		 * passed, may have thought so: its clock must not condemn the next.
		 */
		WRITE_ONCE(ring->waiting_since, 0);
		return OA_RING_EMPTY;
	}
	if (!oa_ring_snapshot(ring, report)) {
		*verdict = OA_REPORT_NOT_LANDED;
		return OA_RING_WAIT;
	}
	*verdict = oa_report_check(v, report);

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
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_peek);

/**
 * oa_ring_consume() - done with the oldest report
 * @ring: the ring, with a report at its head
 *
 * Zeroes it and moves the head. The caller tells the unit.
 */
void oa_ring_consume(struct oa_ring *ring)
{
	u32 first = oa_ring_first_part(ring);

	memset(ring->vaddr + ring->head, 0, first);
	memset(ring->vaddr, 0, ring->report_bytes - first);
	WRITE_ONCE(ring->head, (ring->head + ring->report_bytes) % ring->size);
	WRITE_ONCE(ring->waiting_since, 0);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_consume);
