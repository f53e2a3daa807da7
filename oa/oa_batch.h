/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reports are looked at in batches, which count only when the unit says after them that
 * nothing overflowed meanwhile: until then all that looking changed can be put back.
 */
#ifndef _OA_BATCH_H_
#define _OA_BATCH_H_

#include "oa_device.h"
#include "oa_ring.h"
#include "oa_stream.h"
#include "oa_unit.h"

/**
 * struct oa_batch - what the stream was before a batch
 */
struct oa_batch {
	/** @seen: what was seen of the reports */
	struct oa_seen seen;
	/** @stats: the books */
	struct oa_stats stats;
	/** @passed: bytes behind the ring's head */
	u32 passed;
	/** @waiting_since: how long the report behind them has been missing, ns */
	u64 waiting_since;
};

/**
 * oa_batch_begin() - remember what a batch may have to take back
 * @stream: the stream
 *
 * Process context, stream lock held. Return: to be given to oa_batch_undo().
 */
static inline struct oa_batch oa_batch_begin(const struct oa_stream *stream)
{
	return (struct oa_batch) {
		.seen = stream->seen,
		.stats = stream->oa->stats,
		.passed = stream->ring.passed,
		.waiting_since = READ_ONCE(stream->ring.waiting_since),
	};
}

/**
 * oa_batch_undo() - none of the reports was looked at
 * @stream: the stream
 * @batch: as it began; nothing was consumed since
 *
 * Process context, stream lock held.
 */
static inline void oa_batch_undo(struct oa_stream *stream, const struct oa_batch *batch)
{
	stream->seen = batch->seen;
	stream->oa->stats = batch->stats;
	/* What had been missing for too long still has. */
	oa_ring_rewind(&stream->ring, batch->passed, batch->waiting_since);
}

/**
 * oa_batch_consume() - a batch counts: what it passed leaves the ring
 * @stream: the stream
 *
 * Process context, stream lock and forcewake held.
 */
static inline void oa_batch_consume(struct oa_stream *stream)
{
	oa_ring_consume(&stream->ring);
	oa_ops(stream)->set_head(&stream->oa->unit, stream->ring.head);
}

#endif /* _OA_BATCH_H_ */
