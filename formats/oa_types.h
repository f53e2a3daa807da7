/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's integer types, in user space too.
 */
#ifndef _FORMATS_OA_TYPES_H_
#define _FORMATS_OA_TYPES_H_

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>
typedef __s32 s32;
typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
#endif

#endif /* _FORMATS_OA_TYPES_H_ */
