/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The OA buffer as a ring: its types.
 */
#ifndef _OA_RING_TYPES_H_
#define _OA_RING_TYPES_H_

#include <linux/limits.h>
#include <linux/types.h>
#include "formats/oa_format.h"

struct oa_unit;

/* What oa_ring_used() returns if the unit has no tail in the ring. */
#define OA_RING_NO_TAIL		U32_MAX
/* Hardware has few lines in flight: a line this far from the tail has landed, or never will. */
#define OA_RING_IN_FLIGHT_BYTES	4096u
/* How far to look ahead: lines stay in the nearest cache until they are judged and copied. */
#define OA_RING_AHEAD_BYTES	4096u
/* Fetched at a time. A report is not longer. */
#define OA_RING_PART_BYTES	1024u

/**
 * struct oa_ring_window - room for what was copied out of a ring that is fetched
 *
 * Guarded as the ring. Streaming loads want 16-byte alignment.
 */
struct oa_ring_window {
	/** @ahead: lines that have settled, from oa_ring.window_from on */
	u8 ahead[OA_RING_AHEAD_BYTES] __aligned(16);
	/** @part: anything else */
	u8 part[OA_RING_PART_BYTES] __aligned(16);
};

/**
 * struct oa_ring - the software side of the OA buffer
 *
 * All fields are guarded by the owner, in i915-oa by the stream's mutex. Only
 * oa_ring_used(), oa_ring_next_whole(), oa_ring_next_landed() and oa_ring_reports() may be called
 * from hard IRQ.
 *
 * The tail's offset is nobody's business but oa_ring_used()'s: at the head it says empty as well
 * as full. All others are given the bytes between head and tail.
 */
struct oa_ring {
	/** @vaddr: the buffer as the CPU sees it */
	u8 *vaddr;
	/** @size: bytes, a multiple of 64 */
	u32 size;
	/** @report_bytes: bytes of one report */
	u32 report_bytes;
	/** @tail: reads the tail's offset, below @size, or OA_RING_NO_TAIL; any context */
	u32 (*tail)(struct oa_unit *unit);
	/** @unit: whose tail */
	struct oa_unit *unit;
	/**
	 * @fetch: copies from memory that the CPU does not cache, where it is faster than load by
	 * load; whole lines, process context. NULL: the CPU caches the ring
	 */
	void (*fetch)(void *to, const void *from, u32 bytes);
	/** @window: where to, NULL without @fetch */
	struct oa_ring_window *window;
	/** @window_from: bytes after @head, modulo 2^32, of what the window begins with */
	u32 window_from;
	/** @head: offset of the oldest report not yet consumed, bytes; read without the lock */
	u32 head;
	/**
	 * @passed: bytes after @head that were looked at and wait to be consumed; read without
	 * the lock
	 */
	u32 passed;
	/** @settled: bytes after @head whose lines have all landed */
	u32 settled;
	/** @late: a report was given up because it did not land in time; it may land yet */
	bool late;
	/**
	 * @waiting_since: when the next report was first found missing, ns; 0 if it was not; a
	 * hint, read and written without the lock
	 */
	u64 waiting_since;
};

/** enum oa_ring_state - the next report, as oa_ring_view() found it */
enum oa_ring_state {
	/** @OA_RING_EMPTY: the tail has not moved past a whole report */
	OA_RING_EMPTY,
	/** @OA_RING_WAIT: the tail is ahead of memory; ask again later */
	OA_RING_WAIT,
	/** @OA_RING_REPORT: a report is there and is valid */
	OA_RING_REPORT,
	/** @OA_RING_BAD: a report is there that must be dropped; the verdict says why */
	OA_RING_BAD,
};

/* How long the GPU's write may trail the tail before a report is given up. */
#define OA_RING_LANDING_LIMIT_NS	(10 * 1000 * 1000ull)

#endif /* _OA_RING_TYPES_H_ */
