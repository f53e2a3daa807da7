/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_IOC32_H_
#define _OA_IOC32_H_

struct file;

#ifdef CONFIG_COMPAT
long oa_compat_ioctl(struct file *file, unsigned int cmd, unsigned long arg);
#else
#define oa_compat_ioctl	NULL
#endif

#endif /* _OA_IOC32_H_ */
