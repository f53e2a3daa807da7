/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Streams that read along with the one that has the OA unit: what the programs about them share.
 * abi-extensions.rst 25.
 */
#ifndef _OA_SHARE_H_
#define _OA_SHARE_H_

#include "oa_lib.h"

/** struct oa_reader - a stream that reads along, or the owner */
struct oa_reader {
	/** @stream: its file */
	int stream;
	/** @tally: what was read from it */
	struct oa_tally tally;
};

/** struct oa_shared - a unit with its owner, and one that reads along */
struct oa_shared {
	/** @s: the owner's session */
	struct oa_session s;
	/** @owner: has the unit */
	struct oa_reader owner;
	/** @joined: reads along */
	struct oa_reader joined;
	/** @bit: strobe bit of the timer */
	unsigned int bit;
	/** @produced: reports that the unit had written when the second stream had joined */
	u64 produced;
};

/* Return: the stream, or -1 and errno. */
#define oa_share_open(s, flags, set, bit, ...)					\
	oa_open_props((s)->drm, flags, OA_BASE_PROPS(set, OA_FORMAT, bit),	\
		      OA_PROP_LOSS_RECORDS, 1, OA_PROP_SHARE, 1, ##__VA_ARGS__)

void oa_reader_init(struct oa_reader *r, int stream, unsigned int bit);
void oa_reader_join(struct oa_reader *r, struct oa_session *s, unsigned int bit);
void oa_reader_collect(struct oa_reader *r, u64 samples);
bool oa_reader_drain(struct oa_reader *r);
u64 oa_reader_losses(const struct oa_reader *r);
u64 oa_reader_told(const struct oa_reader *r, const struct oa_reader *then);

void oa_shared_open(struct oa_shared *t, unsigned int bit);
void oa_shared_close(struct oa_shared *t);
bool oa_shared_open_frozen(struct oa_shared *t);
void oa_shared_close_frozen(struct oa_shared *t);
void oa_shared_advance(const struct oa_shared *t, u64 reports);
u64 oa_shared_written(const struct oa_shared *t);

#endif /* _OA_SHARE_H_ */
