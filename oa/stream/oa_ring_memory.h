/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The memory of the ring: what has landed there.
 */
#ifndef _OA_RING_MEMORY_H_
#define _OA_RING_MEMORY_H_

#include <linux/minmax.h>

#include "stream/oa_ring_types.h"

/* Two dwords of a blank line */
#define OA_BLANK_PAIR	((u64)OA_BLANK << 32 | OA_BLANK)

/**
 * oa_ring_offset() - an offset that may lie after the ring's end
 * @ring: the ring
 * @at: the offset, below twice the ring's size
 */
static inline u32 oa_ring_offset(const struct oa_ring *ring, u32 at)
{
	return at < ring->size ? at : at - ring->size;
}

/**
 * oa_ring_at() - offset of something after the head
 * @ring: the ring
 * @behind: how far it lies after the head, bytes
 *
 * Any context. The head is loaded once: while a reader moves it, what is returned without the
 * lock may be wrong, but lies in the ring.
 */
static inline u32 oa_ring_at(const struct oa_ring *ring, u32 behind)
{
	return oa_ring_offset(ring, READ_ONCE(ring->head) + behind);
}

/**
 * oa_ring_first_part() - how many of the bytes from an offset on lie before the ring's end
 * @ring: the ring
 * @offset: the offset
 * @bytes: how many there are
 */
static inline u32 oa_ring_first_part(const struct oa_ring *ring, u32 offset, u32 bytes)
{
	return min(bytes, ring->size - offset);
}

/**
 * oa_line_landed() - has a line landed since it was made blank?
 * @line: the line, in the ring or copied from there
 *
 * Any context.
 */
static inline bool oa_line_landed(const void *line)
{
	const u64 *pairs = line;
	u32 i;

	for (i = 0; i < OA_LINE_BYTES / sizeof(*pairs); i++)
		if (READ_ONCE(pairs[i]) != OA_BLANK_PAIR)
			return true;
	return false;
}

/**
 * oa_line_whole() - is all of a line there?
 * @line: the line, in the ring
 *
 * Any context. Hardware writes a line in one piece (hardware.rst 3.15), and a processor that writes
 * it, as for a simulated GPU, upwards. Either way its end is there last. Return: true if it is;
 * false if it can't be told, because its end looks blank.
 */
static inline bool oa_line_whole(const void *line)
{
	return READ_ONCE(((const u64 *)line)[OA_LINE_BYTES / sizeof(u64) - 1]) != OA_BLANK_PAIR;
}

bool oa_ring_landed_at(const struct oa_ring *ring, u32 offset);
bool oa_ring_all_lines_landed(const struct oa_ring *ring, u32 offset);
u32 oa_ring_fetch(const struct oa_ring *ring, u32 offset, u8 *to, u32 bytes);
const u32 *oa_ring_fetch_report(const struct oa_ring *ring, u32 behind);
bool oa_ring_trails(const struct oa_ring *ring);
bool oa_ring_is_blank(const struct oa_ring *ring, u32 from, u32 until);
void oa_ring_copy(const struct oa_ring *ring, u32 behind, u32 *report);
u32 oa_ring_landed(const struct oa_ring *ring);

#endif /* _OA_RING_MEMORY_H_ */
