// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Lines that have landed in the ring
 *
 * Where the ring is mapped write-combined, each load of the CPU goes to memory and back, whatever
 * its size. There reports are fetched: copied once, by loads of whole lines, then validated and
 * delivered from the copy. Single lines are still read in place.
 *
 * A line may land while it is fetched. Each of its dwords changes only once, from OA_POISON to the
 * value that hardware wrote. So a copy without OA_POISON is whole. A copy that has some, but not in
 * all dwords, means that the line has landed by now, or that a counter has this very value: the
 * line is fetched again, and is whole then.
 *
 * Facts: hardware.rst 3.15; internals.rst "Memory that the CPU does not cache".
 */
#include <asm/barrier.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "ring/oa_ring_priv.h"

/* Number of the newest reports that may have landed in part when the unit stops */
#define OA_RING_TRAIL_REPORTS	64u

/* Check whether the line at @offset has landed. Any context. */
bool oa_ring_line_landed(const struct oa_ring *ring, u32 offset)
{
	return oa_line_landed(ring->vaddr + offset);
}

/* Check whether all lines of the report at @offset have landed. Any context. */
bool oa_ring_all_lines_landed(const struct oa_ring *ring, u32 offset)
{
	u32 line;

	for (line = 0; line < ring->report_bytes; line += OA_LINE_BYTES) {
		if (!oa_ring_line_landed(ring, offset))
			return false;
		oa_pause();
		offset += OA_LINE_BYTES;
		if (offset == ring->size)
			offset = 0;
	}
	return true;
}

static u32 oa_line_poisoned_dwords(const u32 *line)
{
	u32 i, poisoned = 0;

	for (i = 0; i < OA_LINE_DWORDS; i++)
		poisoned += line[i] == OA_POISON;
	return poisoned;
}

static void oa_ring_fetch_once(const struct oa_ring *ring, u32 offset, u8 *to, u32 bytes)
{
	/*
	 * Order these loads after earlier ones. Streaming loads pass others, and may be served from
	 * a buffer of the processor that an earlier fetch filled; mb() empties it.
	 */
	mb();
	oa_pause();
	ring->fetch(to, ring->vaddr + offset, bytes);
}

/*
 * Copy lines of a ring that is fetched. @to is aligned as the lines are; they do not cross the
 * ring's end. Return the bytes up to the first line that has not landed: these lines are whole.
 */
u32 oa_ring_fetch(const struct oa_ring *ring, u32 offset, u8 *to, u32 bytes)
{
	u32 at, poisoned, landed = bytes;

	oa_ring_fetch_once(ring, offset, to, bytes);
	for (at = 0; at < bytes; at += OA_LINE_BYTES) {
		poisoned = oa_line_poisoned_dwords((const u32 *)(to + at));
		if (poisoned == OA_LINE_DWORDS)
			landed = min(landed, at);
		else if (poisoned)
			oa_ring_fetch_once(ring, offset + at, to + at, OA_LINE_BYTES);
	}
	return landed;
}

/*
 * Copy a report that lies @behind bytes after the head of a ring that is fetched. Each of its lines
 * is whole, or poisoned. The copy is valid until the ring is used again.
 */
const u32 *oa_ring_fetch_report(const struct oa_ring *ring, u32 behind)
{
	u32 at = oa_ring_at(ring, behind);
	u32 first = oa_ring_first_part(ring, at, ring->report_bytes);
	u8 *to = ring->window->part;

	oa_ring_fetch(ring, at, to, first);
	if (first < ring->report_bytes)
		oa_ring_fetch(ring, 0, to + first, ring->report_bytes - first);
	return (const u32 *)to;
}

static bool oa_part_is_poisoned(const u8 *part, u32 bytes)
{
	u32 at;

	for (at = 0; at < bytes; at += OA_LINE_BYTES)
		if (oa_line_landed(part + at))
			return false;
	return true;
}

/* Check that no line from offset @from up to @until, at most the ring's size, has landed. */
bool oa_ring_is_poisoned(const struct oa_ring *ring, u32 from, u32 until)
{
	u8 *part = ring->vaddr + from;
	u32 at, bytes = until - from;

	for (at = from; at < until; at += bytes) {
		if (ring->fetch) {
			part = ring->window->part;
			bytes = min(until - at, OA_RING_PART_BYTES);
			oa_ring_fetch_once(ring, at, part, bytes);
		}
		if (!oa_part_is_poisoned(part, bytes))
			return false;
	}
	return true;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_is_poisoned);

/* Return the bytes of lines, in one piece at @offset, up to the first that is not whole. */
static u32 oa_ring_landed_part(const struct oa_ring *ring, u32 offset, u32 bytes)
{
	const u8 *lines = ring->vaddr + offset;
	u32 at;

	if (ring->fetch)
		return oa_ring_fetch(ring, offset, ring->window->part, bytes);
	for (at = 0; at < bytes && oa_line_whole(lines + at); at += OA_LINE_BYTES)
		;
	return at;
}

/* Check that all lines in @bytes after the head of a stopped unit have landed. Uses the window. */
bool oa_ring_all_landed(const struct oa_ring *ring, u32 bytes)
{
	u32 behind, at, part;

	for (behind = 0; behind < bytes; behind += part) {
		at = oa_ring_at(ring, behind);
		part = oa_ring_first_part(ring, at, min(bytes - behind, OA_RING_PART_BYTES));
		if (oa_ring_landed_part(ring, at, part) < part)
			return false;
	}
	return true;
}

/* Copy the report that lies @behind bytes after the head. */
void oa_ring_copy(const struct oa_ring *ring, u32 behind, u32 *report)
{
	u32 at = oa_ring_at(ring, behind);
	u32 first = oa_ring_first_part(ring, at, ring->report_bytes);

	if (ring->fetch) {
		memcpy(report, oa_ring_fetch_report(ring, behind), ring->report_bytes);
		return;
	}
	memcpy(report, ring->vaddr + at, first);
	/* A report whose size does not divide the ring's may straddle its end. */
	if (first < ring->report_bytes)
		memcpy((u8 *)report + first, ring->vaddr, ring->report_bytes - first);
}

/*
 * Count the reports from the head on, by memory alone, up to one whose first line has not landed.
 * Hardware does not write meanwhile, and needs no tail.
 */
u32 oa_ring_count_landed(const struct oa_ring *ring)
{
	u32 n, max = ring->size / ring->report_bytes, at = ring->head;

	for (n = 0; n < max && oa_ring_line_landed(ring, at); n++)
		at = (at + ring->report_bytes) % ring->size;
	return n;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_count_landed);

/*
 * Check by memory alone whether one of the newest reports has landed in part. The unit has stopped.
 * After an overflow the result means nothing.
 */
bool oa_ring_newest_torn(const struct oa_ring *ring)
{
	u32 n = oa_ring_count_landed(ring), i, at;

	for (i = 0; i < min(n, OA_RING_TRAIL_REPORTS); i++) {
		at = oa_ring_at(ring, (n - 1 - i) * ring->report_bytes);
		if (!oa_ring_all_lines_landed(ring, at))
			return true;
	}
	return false;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ring_newest_torn);
