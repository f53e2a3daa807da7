/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_DRAIN_H_
#define _OA_DRAIN_H_

struct oa_stream;

void oa_drain(struct oa_stream *stream);

#endif /* _OA_DRAIN_H_ */
