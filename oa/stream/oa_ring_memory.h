/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The memory of the ring. Only for oa_ring*.c: everybody else asks for reports.
 */
#ifndef _OA_RING_MEMORY_H_
#define _OA_RING_MEMORY_H_

#include <linux/minmax.h>

#include "stream/oa_ring.h"

/* Two dwords of a blank line */
#define OA_BLANK_PAIR	((u64)OA_BLANK << 32 | OA_BLANK)

/**
 * oa_ring_wrap() - an offset that may lie after the ring's end
 * @ring: the ring
 * @at: the offset, below twice the ring's size
 */
static inline u32 oa_ring_wrap(const struct oa_ring *ring, u32 at)
{
	return at < ring->size ? at : at - ring->size;
}

/**
 * oa_ring_at() - offset of something after the head
 * @ring: the ring
 * @behind: how far it lies after the head, bytes
 */
static inline u32 oa_ring_at(const struct oa_ring *ring, u32 behind)
{
	return oa_ring_wrap(ring, ring->head + behind);
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

bool oa_ring_landed_at(const struct oa_ring *ring, u32 offset);
bool oa_ring_all_lines_landed(const struct oa_ring *ring, u32 offset);
u32 oa_ring_fetch(const struct oa_ring *ring, u32 offset, u8 *to, u32 bytes);
const u32 *oa_ring_fetch_report(const struct oa_ring *ring, u32 behind);

#endif /* _OA_RING_MEMORY_H_ */
