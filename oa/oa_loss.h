/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_LOSS_H_
#define _OA_LOSS_H_

#include <linux/types.h>
#include "formats/oa_format.h"

struct oa_batch;
struct oa_config;
struct oa_stream;

void oa_stream_start_unit(struct oa_stream *stream);
void oa_stream_expect_triggers(struct oa_stream *stream, const struct oa_config *config);
void oa_stream_count_unread(struct oa_stream *stream, u64 *counter);
bool oa_stream_overflowed(struct oa_stream *stream);
void oa_stream_overflow(struct oa_stream *stream);
int oa_stream_check(struct oa_stream *stream);
void oa_stream_give_up(struct oa_stream *stream, u64 reports, const struct oa_batch *batch);
void oa_stream_check_gap(struct oa_stream *stream, const u32 *report);
void oa_stream_accept(struct oa_stream *stream, const u32 *report);
u32 oa_stream_pass_run(struct oa_stream *stream, u32 tail, u32 max, const u32 **reports);
void oa_stream_drop(struct oa_stream *stream, enum oa_verdict verdict, const u32 *report);

#endif /* _OA_LOSS_H_ */
