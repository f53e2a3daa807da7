// SPDX-License-Identifier: GPL-2.0-only
#include <linux/lockdep.h>
#include <linux/uaccess.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_oa.h>

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

	lockdep_assert_held(stream->lock);
	if (!layout) {
		drm_dbg(&stream->oa->drm, "COUNTERS: can't be read on this platform\n");
		return -EOPNOTSUPP;
	}
	oa_live_read(&stream->oa->uncore, layout, counters);
	return 0;
}

/**
 * oa_ioctl_counters() - I915_OA_IOCTL_COUNTERS
 * @stream: the stream
 * @arg: struct drm_i915_oa_counters of the caller
 *
 * Process context. Whoever has the stream may call it: reports hold the same counters, which
 * also go on from where the last stream left them. Return: 0, -ENODEV, -EOPNOTSUPP where the
 * counters can't be read, -EFAULT.
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
