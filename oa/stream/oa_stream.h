/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_STREAM_H_
#define _OA_STREAM_H_

#include <linux/fs.h>
#include <linux/types.h>

struct oa_stream;
struct oa_wake_ops;

extern const struct file_operations oa_stream_fops;
extern const struct oa_wake_ops oa_stream_wake_ops;
void oa_stream_free(struct oa_stream *stream);

#endif /* _OA_STREAM_H_ */
