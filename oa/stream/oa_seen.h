/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_SEEN_H_
#define _OA_SEEN_H_

#include <linux/types.h>
#include "formats/oa_format.h"

struct oa_pending;
struct oa_seen;
struct oa_stream;

u32 oa_seen_loss_flags(const struct oa_pending *p);
u64 oa_seen_loss_after(const struct oa_stream *stream, const struct oa_seen *seen);
void oa_seen_announce_after(struct oa_stream *stream, u32 type, u64 count, bool exact, u64 after,
			    u64 before);
void oa_seen_announce(struct oa_stream *stream, u32 type, u64 count, bool exact, u64 before);
bool oa_seen_start_known(const struct oa_stream *stream);
u64 oa_seen_strobes_until(const struct oa_stream *stream, u64 timestamp);
void oa_seen_blame(struct oa_seen *seen);
bool oa_seen_gaps_prove(const struct oa_stream *stream);
void oa_seen_ask_clock(struct oa_stream *stream);
int oa_seen_span(struct oa_stream *stream, u32 *used, u32 *bytes);
void oa_seen_check_gap(struct oa_stream *stream, const u32 *report);
void oa_seen_accept(struct oa_stream *stream, const u32 *report);
u32 oa_seen_accept_run(struct oa_stream *stream, u32 used, u32 max, const u32 **reports);

#endif /* _OA_SEEN_H_ */
