/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the code of formats/ takes from around it, in the kernel and in user space.
 * For the C files of formats/ only: a program has macros of its own.
 */
#ifndef _FORMATS_OA_ENV_H_
#define _FORMATS_OA_ENV_H_

#ifdef __KERNEL__
#include <linux/bitfield.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <uapi/drm/i915_drm.h>
#include <uapi/drm/i915_oa.h>
#include "i915_oa_compat.h"
#else
#include <assert.h>
#include <string.h>
/* Where the C library's headers lack it, libdrm has it. */
#if __has_include("drm/i915_drm.h")
#include <drm/i915_drm.h>
#else
#include <libdrm/i915_drm.h>
#endif
#include "include/uapi/drm/i915_oa.h"
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
/* As <linux/bitfield.h> has it, for 32 bits */
static inline __u32 oa_field_get(__u32 mask, __u32 value)
{
	return (value & mask) >> __builtin_ctz(mask);
}

#define FIELD_GET(mask, value)	oa_field_get(mask, value)
/* Nothing is exported from a user-space program. */
#define EXPORT_SYMBOL_FOR_OA_TESTS(sym)
#endif

#endif /* _FORMATS_OA_ENV_H_ */
