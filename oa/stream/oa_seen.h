/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_SEEN_H_
#define _OA_SEEN_H_

#include <linux/types.h>
#include "formats/oa_format.h"

struct oa_seen;
struct oa_stream;

/**
 * struct oa_unread - the reports that a stopped unit leaves unread
 */
struct oa_unread {
	/** @count: how many */
	u64 count;
	/** @exact: @count is neither estimated nor a lower bound */
	bool exact;
};

u64 oa_seen_loss_after(const struct oa_stream *stream, const struct oa_seen *seen);
void oa_seen_announce_after(struct oa_stream *stream, u32 type, u64 count, bool exact, u64 after,
			    u64 before);
void oa_seen_announce(struct oa_stream *stream, u32 type, u64 count, bool exact, u64 before);
void oa_seen_count_unread(struct oa_stream *stream, u64 *counter);
struct oa_unread oa_seen_overflow_count(struct oa_stream *stream, u64 running, u64 voided);
int oa_seen_span(struct oa_stream *stream, u32 *used, u32 *bytes);
void oa_seen_check_gap(struct oa_stream *stream, const u32 *report);
void oa_seen_accept(struct oa_stream *stream, const u32 *report);
u32 oa_seen_accept_run(struct oa_stream *stream, u32 used, u32 max, const u32 **reports);
void oa_seen_drop(struct oa_stream *stream, enum oa_verdict verdict, const u32 *report);

#endif /* _OA_SEEN_H_ */
