/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_SEEN_BEGIN_H_
#define _OA_SEEN_BEGIN_H_

#include <linux/types.h>

struct oa_stream;

void oa_seen_begin(struct oa_stream *stream, bool timer_only);

#endif /* _OA_SEEN_BEGIN_H_ */
