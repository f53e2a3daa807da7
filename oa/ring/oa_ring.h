/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_RING_H_
#define _OA_RING_H_

#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/types.h>

#include "formats/oa_format.h"

struct oa_unit;

/* Returned by oa_ring_used() if the unit has no tail in the ring */
#define OA_RING_NO_TAIL		U32_MAX
/* Hardware has few lines in flight: a line this far from the tail has landed, or never will. */
#define OA_RING_IN_FLIGHT_BYTES	4096u
/*
 * Bytes that are settled ahead: these lines stay in the nearest cache until they are validated and
 * copied.
 */
#define OA_RING_AHEAD_BYTES	4096u
/* Bytes that are fetched at a time. A report is not longer. */
#define OA_RING_PART_BYTES	1024u

/**
 * struct oa_ring_window - room for copies out of a ring that is fetched
 *
 * Guarded as the ring. Streaming loads need 16-byte alignment.
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
 * All fields are guarded by the owner, in i915-oa by the mutex of the stream. Only functions
 * documented for any context may be called from hard IRQ.
 *
 * The tail's offset is known to oa_ring_used() alone: at the head it means empty as well as full.
 * All other functions take the bytes between head and tail.
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
	/** @unit: argument of @tail */
	struct oa_unit *unit;
	/**
	 * @fetch: copies whole lines from memory that the CPU does not cache, faster than single
	 * loads; process context. NULL: the CPU caches the ring
	 */
	void (*fetch)(void *to, const void *from, u32 bytes);
	/** @window: target of @fetch, NULL without it */
	struct oa_ring_window *window;
	/** @window_from: first byte in the window, counted from @head modulo 2^32 */
	u32 window_from;
	/** @head: offset of the oldest report not yet consumed, bytes; read without the lock */
	u32 head;
	/** @passed: bytes of passed reports after @head; read without the lock */
	u32 passed;
	/** @settled: bytes after @head whose lines have all landed */
	u32 settled;
	/** @late: a report was discarded because it did not land in time; it may land yet */
	bool late;
	/**
	 * @waiting_since: time when the next report was first found missing, ns; 0: it was not. A
	 * hint, read and written without the lock
	 */
	u64 waiting_since;
};

/** enum oa_ring_state - result of oa_ring_view() */
enum oa_ring_state {
	/** @OA_RING_EMPTY: the tail has not moved past a whole report */
	OA_RING_EMPTY,
	/** @OA_RING_WAIT: the tail is ahead of memory; try again later */
	OA_RING_WAIT,
	/** @OA_RING_REPORT: the next report is valid */
	OA_RING_REPORT,
	/** @OA_RING_BAD: the next report must be rejected; the verdict says why */
	OA_RING_BAD,
};

/* Time that the GPU's write may trail the tail before the report is discarded */
#define OA_RING_LANDING_LIMIT_NS	(10 * 1000 * 1000ull)

/* Lines of the ring, and what has landed in them (oa_landing.c) */

/* Two dwords of a poisoned line */
#define OA_POISON_PAIR	((u64)OA_POISON << 32 | OA_POISON)

/* Wrap an offset that may lie after the ring's end, below twice the ring's size. */
static inline u32 oa_ring_offset(const struct oa_ring *ring, u32 at)
{
	return at < ring->size ? at : at - ring->size;
}

/**
 * oa_ring_at() - convert a distance from the head to an offset
 * @ring: the ring
 * @behind: distance, bytes
 *
 * Any context. The head is loaded once: while a reader moves it, a result without the lock may be
 * wrong, but lies in the ring.
 */
static inline u32 oa_ring_at(const struct oa_ring *ring, u32 behind)
{
	return oa_ring_offset(ring, READ_ONCE(ring->head) + behind);
}

/* Return the part of @bytes from @offset on that lies before the ring's end. */
static inline u32 oa_ring_first_part(const struct oa_ring *ring, u32 offset, u32 bytes)
{
	return min(bytes, ring->size - offset);
}

/* Check whether a line, in the ring or a copy, has landed. Any context. */
static inline bool oa_line_landed(const void *line)
{
	const u64 *pairs = line;
	u32 i;

	for (i = 0; i < OA_LINE_BYTES / sizeof(*pairs); i++)
		if (READ_ONCE(pairs[i]) != OA_POISON_PAIR)
			return true;
	return false;
}

/*
 * Check whether all of a line in the ring has landed. Hardware writes a line in one piece
 * (hardware.rst 3.15), and a processor that writes it, as for a simulated GPU, upwards, so its end
 * lands last. False if that can't be told, because its end looks poisoned. Any context.
 */
static inline bool oa_line_whole(const void *line)
{
	return READ_ONCE(((const u64 *)line)[OA_LINE_BYTES / sizeof(u64) - 1]) != OA_POISON_PAIR;
}

bool oa_ring_landed_at(const struct oa_ring *ring, u32 offset);
bool oa_ring_all_lines_landed(const struct oa_ring *ring, u32 offset);
u32 oa_ring_fetch(const struct oa_ring *ring, u32 offset, u8 *to, u32 bytes);
const u32 *oa_ring_fetch_report(const struct oa_ring *ring, u32 behind);
bool oa_ring_trails(const struct oa_ring *ring);
bool oa_ring_is_poisoned(const struct oa_ring *ring, u32 from, u32 until);
void oa_ring_copy(const struct oa_ring *ring, u32 behind, u32 *report);
u32 oa_ring_landed(const struct oa_ring *ring);

/* Reports of the ring (oa_ring.c): memory and offsets, no registers */

void oa_ring_init(struct oa_ring *ring, void *vaddr, u32 size, u32 report_bytes,
		  u32 (*tail)(struct oa_unit *unit), struct oa_unit *unit);
void oa_ring_set_fetch(struct oa_ring *ring, struct oa_ring_window *window,
		       void (*fetch)(void *to, const void *from, u32 bytes));
void oa_ring_reset(struct oa_ring *ring);
u32 oa_ring_used(const struct oa_ring *ring);
bool oa_ring_next_whole(const struct oa_ring *ring);
bool oa_ring_next_landed(const struct oa_ring *ring, u32 used);
const u32 *oa_ring_next_settled(const struct oa_ring *ring);
const u32 *oa_ring_peek(const struct oa_ring *ring);
u32 oa_ring_reports(const struct oa_ring *ring, u32 used, u32 wanted);
enum oa_ring_state oa_ring_view(struct oa_ring *ring, const struct oa_validator *v, u32 used,
				u64 now_ns, u32 *copy, const u32 **report,
				enum oa_verdict *verdict);
bool oa_ring_overdue(struct oa_ring *ring, u64 now_ns);
void oa_ring_waited(struct oa_ring *ring, u64 since);
u32 oa_ring_run(struct oa_ring *ring, struct oa_validator *v, u32 used, u32 max,
		const u32 **reports);
void oa_ring_pass(struct oa_ring *ring);
void oa_ring_rewind(struct oa_ring *ring, u32 passed, u64 waiting_since);
void oa_ring_skip(struct oa_ring *ring);
void oa_ring_release(struct oa_ring *ring, u32 bytes);

#endif /* _OA_RING_H_ */
