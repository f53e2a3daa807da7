// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: 32-bit callers
 *
 * One struct of this ABI holds a pointer, that of GETPARAM. It has 8 bytes in a 32-bit program, and
 * the ioctl's number, which contains the size, differs too. All other structs have the same layout
 * for 32-bit programs, or are left to them by i915 as well (abi.rst 4.3).
 *
 * Facts: abi.rst, introduction, 3.
 */
#ifdef CONFIG_COMPAT
#include <linux/compat.h>
#include <linux/uaccess.h>

#include <drm/drm_ioctl.h>
#include <uapi/drm/i915_drm.h>

#include "abi/oa_ioc32.h"
#include "abi/oa_query.h"

struct oa_getparam32 {
	s32 param;
	compat_uptr_t value;
};

#define OA_IOCTL32_GETPARAM \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_I915_GETPARAM, struct oa_getparam32)

static long oa_compat_getparam(struct file *file, struct oa_getparam32 __user *user)
{
	struct oa_getparam32 args32;
	drm_i915_getparam_t args = {};

	if (copy_from_user(&args32, user, sizeof(args32)))
		return -EFAULT;
	args.param = args32.param;
	args.value = compat_ptr(args32.value);
	return drm_ioctl_kernel(file, oa_getparam_ioctl, &args, DRM_RENDER_ALLOW);
}

/**
 * oa_compat_ioctl() - an ioctl of the DRM file by a 32-bit program
 * @file: the DRM file
 * @cmd: the request
 * @arg: address of the caller's struct
 *
 * Return: as the ioctl.
 */
long oa_compat_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	if (cmd == OA_IOCTL32_GETPARAM)
		return oa_compat_getparam(file, compat_ptr(arg));
	return drm_compat_ioctl(file, cmd, arg);
}
#endif
