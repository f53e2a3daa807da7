/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_WALK_H_
#define _OA_WALK_H_

#include <linux/types.h>

#include "stream/oa_stream_types.h"

struct oa_walk;

/**
 * struct oa_walk_ops - a consumer of the ring
 *
 * All are called in process context with the stream lock and forcewake held. The changes that
 * @announce, @take and @refuse make to the consumer's own state are a draft: @begin throws it
 * away, and @commit makes it count.
 */
struct oa_walk_ops {
	/** @batch: reports between two looks at the unit's overflow status */
	u32 batch;
	/** @refused_max: refused reports that are announced though no valid one follows */
	u32 refused_max;
	/** @begin: a batch begins, perhaps again; sets @run_max */
	void (*begin)(struct oa_walk *walk);
	/**
	 * @announce: a pending loss comes before the next report; NULL: it stays pending.
	 * 0, or -ENOSPC if the batch must end before it
	 */
	int (*announce)(struct oa_walk *walk);
	/**
	 * @tell: what is believed of hardware has changed; takes the changes out. 0, or -ENOSPC
	 * if the batch must end before that; NULL: another consumer does it
	 */
	int (*tell)(struct oa_walk *walk);
	/**
	 * @take: @n reports, valid and in a row, leave the ring; 0, or -ENOSPC if a single one
	 * has no room: then it stays
	 */
	int (*take)(struct oa_walk *walk, const u32 *reports, u32 n);
	/** @refuse: a report is about to be dropped; 0, or -ENOSPC: it stays; NULL: nothing */
	int (*refuse)(struct oa_walk *walk);
	/** @idle: nothing was taken: is there nothing else to commit? NULL: there may be */
	bool (*idle)(struct oa_walk *walk);
	/** @copy_now: as @copy, if that can be done at once: true, or nothing was done */
	bool (*copy_now)(struct oa_walk *walk);
	/**
	 * @copy: nothing overflowed while the batch was made: oa_section_copy(); NULL: nothing is
	 * copied. 0; -ERESTART if the batch must be made again, another error if nothing of
	 * it counts. -ENODEV: the GPU is gone, and the section was left
	 */
	int (*copy)(struct oa_walk *walk);
	/** @commit: the batch counts */
	void (*commit)(struct oa_walk *walk);
};

/**
 * struct oa_walk_state - what a batch changes
 */
struct oa_walk_state {
	/** @seen: the books */
	struct oa_seen seen;
	/** @stats: the counters */
	struct oa_stats stats;
	/** @passed: of the ring */
	u32 passed;
	/** @waiting_since: of the ring */
	u64 waiting_since;
};

/**
 * struct oa_walk - one way through the unread reports
 *
 * Lies on the consumer's stack, as a member of a structure of the consumer's own.
 */
struct oa_walk {
	/** @stream: whose ring it is */
	struct oa_stream *stream;
	/** @ops: of the consumer */
	const struct oa_walk_ops *ops;
	/** @used: bytes between head and tail, from oa_seen_span() */
	u32 used;
	/** @until: bytes after the ring's head up to which reports may be passed */
	u32 until;
	/** @run_max: reports that may be taken in a row without asking */
	u32 run_max;
	/** @waited_ns: how long a report has been missing at least, ns; 0: a walk to the tail */
	u64 waited_ns;
	/** @nowait: an overflow ends the walk, and stays for another one */
	bool nowait;
	/** @before: the stream before the batch; oa_walk_batch()'s own */
	const struct oa_walk_state *before;
};

int oa_walk_batch(struct oa_walk *walk);
void oa_walk_consume(struct oa_walk *walk);

#endif /* _OA_WALK_H_ */
