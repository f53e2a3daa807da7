/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_TRIM_H_
#define _OA_TRIM_H_

#include <linux/types.h>

struct oa_stream;

void oa_trim_init(struct oa_stream *stream, u64 period_ns);
void oa_trim_fini(struct oa_stream *stream);

#endif /* _OA_TRIM_H_ */
