/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_REPORT_IOCTL_H_
#define _OA_REPORT_IOCTL_H_

struct oa_stream;

long oa_ioctl_report(struct oa_stream *stream, void __user *arg);

#endif /* _OA_REPORT_IOCTL_H_ */
