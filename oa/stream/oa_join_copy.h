/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_JOIN_COPY_H_
#define _OA_JOIN_COPY_H_

#include <linux/types.h>

struct oa_joined;
struct oa_stream;

u64 oa_join_head(const struct oa_joined *joined);
void oa_join_move(struct oa_joined *joined, u64 position);
void oa_join_copy(struct oa_stream *owner, u32 bytes);
void oa_join_copy_all(struct oa_stream *owner);
void oa_join_pass_on(struct oa_stream *owner);
void oa_join_flag(struct oa_stream *stream);

#endif /* _OA_JOIN_COPY_H_ */
