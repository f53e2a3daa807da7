/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_JOINED_TYPES_H_
#define _OA_JOINED_TYPES_H_

#include <linux/container_of.h>
#include <linux/list.h>
#include <linux/types.h>

#include "oa_device.h"
#include "unit/oa_unit.h"

struct oa_stream;

/**
 * DOC: Several readers of one unit
 *
 * A stream that has joined another, the *owner* of the unit, is a stream like any other, but for
 * its ring. The unit writes to the owner's ring only. The driver copies each line from there to the
 * same place in the ring of each joined stream: at the latest before the owner's read makes the
 * line blank, and before, whenever a joined stream is read. The joined stream judges these lines by
 * itself. Its unit is one of software (oa_join_unit.c), whose tail is the end of what was copied,
 * and which overflows if the copies would run over the stream's head. So each stream has a head,
 * losses and books of its own, and one that is slow loses only its own reports.
 *
 * Positions count the bytes since the unit started. They name the same report in all rings.
 *
 * What ends the owner's reports ends those of all: an overflow, a reset, a stop. Each stream is
 * then told how many of its own it lost. If the owner's file is closed, the owner stays as long as
 * a stream reads along, and its reports are given up as soon as they were copied.
 *
 * Locks: all of them use the owner's lock.
 *
 * Facts: abi-extensions.rst 25.
 */

/**
 * struct oa_joined - a stream that reads along with another one's unit
 *
 * Guarded by the lock of both, unless a field says otherwise.
 */
struct oa_joined {
	/** @stream: the stream that reads along; set once */
	struct oa_stream *stream;
	/** @owner: the stream that has the unit; it outlives this; set once */
	struct oa_stream *owner;
	/** @link: in oa_stream.readers of the owner, from open to close */
	struct list_head link;
	/** @unit: stands for the unit that @stream sees; no register is behind it */
	struct oa_unit unit;
	/** @stats: the numbers of @stream */
	struct oa_stats stats;
	/** @tail: position up to which lines were copied */
	u64 tail;
	/** @whole: position up to which all of them had landed, from which they are copied again */
	u64 whole;
	/** @copied: what @whole becomes if the copies count */
	u64 copied;
	/** @took: there are copies that may count */
	bool took;
	/** @tail_at: offset of @tail in the ring, bytes; read in hard IRQ */
	u32 tail_at;
	/** @apart: as in struct oa_filter; set once */
	u32 apart;
	/** @lagged: a copy would have run over the head; read in hard IRQ */
	bool lagged;
	/** @told: the loss that the unit's next start means was announced */
	bool told;
	/** @parted: the owner has another metric set now, nothing is copied any more */
	bool parted;
};

static inline struct oa_joined *to_joined(struct oa_unit *unit)
{
	return container_of(unit, struct oa_joined, unit);
}

#endif /* _OA_JOINED_TYPES_H_ */
