// SPDX-License-Identifier: GPL-2.0-only
#include <linux/capability.h>
#include <linux/lockdep.h>
#include <linux/uaccess.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_oa.h>

#include "abi/oa_sysctl.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "stream/oa_live_ioctl.h"
#include "stream/oa_section.h"
#include "stream/oa_stream_types.h"
#include "unit/oa_live.h"

static long oa_counters_read(struct oa_stream *stream, struct drm_i915_oa_counters *counters)
{
	const struct oa_live_layout *layout = stream->oa->platform->live;

	lockdep_assert_held(&stream->lock);
	if (!layout) {
		drm_dbg(&stream->oa->drm, "COUNTERS: can't be read on this platform\n");
		return -EOPNOTSUPP;
	}
	if (oa_sysctl_paranoid() && !perfmon_capable()) {
		drm_dbg(&stream->oa->drm, "COUNTERS: needs CAP_PERFMON\n");
		return -EACCES;
	}
	oa_live_read(&stream->oa->uncore, layout, counters);
	return 0;
}

/**
 * oa_ioctl_counters() - I915_OA_IOCTL_COUNTERS
 * @stream: the stream
 * @arg: struct drm_i915_oa_counters of the caller
 *
 * Process context. The counters go on from where the last stream left them, whatever that
 * stream counted. So reading them takes the privilege of a system-wide stream. Return: 0,
 * -ENODEV, -EOPNOTSUPP where the counters can't be read, -EACCES, -EFAULT.
 */
long oa_ioctl_counters(struct oa_stream *stream, void __user *arg)
{
	struct oa_section section = { .stream = stream };
	struct drm_i915_oa_counters counters;
	long ret = oa_section_enter(&section);

	if (ret)
		return ret;
	ret = oa_counters_read(stream, &counters);
	oa_section_leave(&section);
	if (ret)
		return ret;
	return copy_to_user(arg, &counters, sizeof(counters)) ? -EFAULT : 0;
}
