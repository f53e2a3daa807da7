/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_WORK_IOCTL_H_
#define _OA_WORK_IOCTL_H_

#include <linux/types.h>

struct oa_stream;

long oa_ioctl_work(struct oa_stream *stream, void __user *arg);

#endif /* _OA_WORK_IOCTL_H_ */
