/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_JOIN_LOOK_H_
#define _OA_JOIN_LOOK_H_

struct oa_stream;

void oa_join_look(struct oa_stream *stream);

#endif /* _OA_JOIN_LOOK_H_ */
