/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_STREAM_H_
#define _OA_STREAM_H_

#include <linux/fs.h>
#include <linux/types.h>

struct oa_stream;
struct oa_wake;

extern const struct file_operations oa_stream_fops;
void oa_stream_free(struct oa_stream *stream);
u32 oa_stream_readable(struct oa_wake *wake);

#endif /* _OA_STREAM_H_ */
