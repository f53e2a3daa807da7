/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_JOIN_SAMPLE_H_
#define _OA_JOIN_SAMPLE_H_

#include <linux/types.h>

struct oa_gone;
struct oa_stream;

void oa_join_live(struct oa_stream *owner, bool live);
void oa_join_restart(struct oa_stream *owner);
void oa_join_lose(struct oa_stream *owner, const struct oa_gone *gone);
void oa_join_lose_context(struct oa_stream *owner);
void oa_join_stopped(struct oa_stream *owner, bool reset, u64 gone);
void oa_join_catch_up(struct oa_stream *stream);
void oa_join_set_enabled(struct oa_stream *stream, bool enabled);

#endif /* _OA_JOIN_SAMPLE_H_ */
