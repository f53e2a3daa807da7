/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Headers and macros that the code of formats/ needs, in the kernel and in user space.
 * Only the C files of formats/ include this: programs define macros of their own.
 */
#ifndef _FORMATS_OA_ENV_H_
#define _FORMATS_OA_ENV_H_

#ifdef __KERNEL__
#include <linux/bitfield.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/string.h>
#include <uapi/drm/i915_drm.h>
#include <uapi/drm/i915_oa.h>
#include "i915_oa_compat.h"
#else
#include <assert.h>
#include <stdio.h>
#include <string.h>
/* Some C libraries ship no i915_drm.h; libdrm does, and so does IGT. */
#if __has_include("i915_drm.h")
#include <i915_drm.h>
#elif __has_include("drm/i915_drm.h")
#include <drm/i915_drm.h>
#else
#include <libdrm/i915_drm.h>
#endif
#include "include/uapi/drm/i915_oa.h"
#include "regs/regs_env.h"
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define div64_u64(n, d)	((n) / (d))
/* Nothing is exported from a user-space program. */
#define EXPORT_SYMBOL_FOR_OA_TESTS(sym)
#endif

#endif /* _FORMATS_OA_ENV_H_ */
