/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_LIVE_IOCTL_H_
#define _OA_LIVE_IOCTL_H_

struct oa_stream;

long oa_ioctl_counters(struct oa_stream *stream, void __user *arg);

#endif /* _OA_LIVE_IOCTL_H_ */
