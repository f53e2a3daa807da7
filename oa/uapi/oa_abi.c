// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The frozen ABI
 *
 * Programs are built once and run on any kernel. So this file writes down, as numbers,
 * the number of each property, record and ioctl of this project, the size of each structure that
 * passes between programs and the driver, and the offset of each member. i915's own are the
 * kernel's, which freezes them. To change a number here means to break existing programs.
 *
 * All these structures have the same layout in 32-bit programs.
 */
#include <linux/build_bug.h>
#include <linux/stddef.h>

#include <uapi/drm/i915_oa.h>

#define FROZEN_NUMBER(name, number) \
	static_assert((name) == (number))
#define FROZEN_SIZE(type, bytes) \
	static_assert(sizeof(struct type) == (bytes))
#define FROZEN(type, member, at) \
	static_assert(offsetof(struct type, member) == (at))

FROZEN_NUMBER(DRM_I915_OA_PROP_LOSS_RECORDS, 0x1000);
FROZEN_NUMBER(DRM_I915_OA_PROP_OVERFLOW, 0x1001);
FROZEN_NUMBER(DRM_I915_OA_PROP_BUFFER_SIZE, 0x1002);
FROZEN_NUMBER(DRM_I915_OA_PROP_WAKE_REPORTS, 0x1003);
FROZEN_NUMBER(DRM_I915_OA_PROP_KEEP_UNREAD, 0x1004);
FROZEN_NUMBER(DRM_I915_OA_PROP_FREQUENCY_REPORTS, 0x1005);

FROZEN_NUMBER(DRM_I915_OA_OVERFLOW_DROP, 0);
FROZEN_NUMBER(DRM_I915_OA_OVERFLOW_KEEP_OLDEST, 1);
FROZEN_NUMBER(DRM_I915_OA_OVERFLOW_KEEP_NEWEST, 2);

FROZEN_NUMBER(DRM_I915_OA_RECORD_LOSS, 0x1000);

FROZEN_NUMBER(I915_OA_FORMAT_HSW_A29_B8_C8, 0x1000);
FROZEN_NUMBER(I915_OA_FORMAT_SNB_A13, 0x1001);
FROZEN_NUMBER(I915_OA_FORMAT_SNB_A29, 0x1002);
FROZEN_NUMBER(I915_OA_FORMAT_SNB_A13_B4, 0x1003);
FROZEN_NUMBER(I915_OA_FORMAT_SNB_A29_B4, 0x1004);
FROZEN_NUMBER(I915_OA_FORMAT_IVB_A13_B4, 0x1005);
FROZEN_NUMBER(I915_OA_FORMAT_IVB_A29_B4, 0x1006);
FROZEN_NUMBER(I915_OA_FORMAT_IVB_A45_B4, 0x1007);
FROZEN_NUMBER(I915_OA_FORMAT_IVB_A16, 0x1008);

/*
 * The number, the direction and the size. To clang these are no constant expressions, so they are
 * asserted where an optimised condition suffices: in a function, which nobody calls.
 */
static void __used oa_abi_ioctls(void)
{
	BUILD_BUG_ON(I915_OA_IOCTL_REPORT != 0xc0186950);
	BUILD_BUG_ON(I915_OA_IOCTL_WORK != 0xc0486951);
	BUILD_BUG_ON(I915_OA_LEASE != 0xc0706fa0);
}

FROZEN_SIZE(drm_i915_oa_loss, 32);
FROZEN(drm_i915_oa_loss, count, 0);
FROZEN(drm_i915_oa_loss, after, 8);
FROZEN(drm_i915_oa_loss, before, 16);
FROZEN(drm_i915_oa_loss, flags, 24);

FROZEN_SIZE(drm_i915_oa_report, 24);
FROZEN(drm_i915_oa_report, flags, 0);
FROZEN(drm_i915_oa_report, report_id, 4);
FROZEN(drm_i915_oa_report, ptr, 8);
FROZEN(drm_i915_oa_report, size, 16);

FROZEN_SIZE(drm_i915_oa_work, 72);
FROZEN(drm_i915_oa_work, start, 0);
FROZEN(drm_i915_oa_work, step, 8);
FROZEN(drm_i915_oa_work, steps, 16);
FROZEN(drm_i915_oa_work, stores, 20);
FROZEN(drm_i915_oa_work, wait_ticks, 24);
FROZEN(drm_i915_oa_work, pad, 28);
FROZEN(drm_i915_oa_work, sum, 32);
FROZEN(drm_i915_oa_work, before, 40);
FROZEN(drm_i915_oa_work, after, 48);
FROZEN(drm_i915_oa_work, waited, 56);
FROZEN(drm_i915_oa_work, stored, 64);
FROZEN(drm_i915_oa_work, pad2, 68);

FROZEN_SIZE(drm_i915_oa_lease, 112);
FROZEN(drm_i915_oa_lease, fd, 0);
FROZEN(drm_i915_oa_lease, flags, 4);
FROZEN(drm_i915_oa_lease, uuid, 8);
FROZEN(drm_i915_oa_lease, pmu, 48);
