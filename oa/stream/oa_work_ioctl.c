// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Work with a known result
 *
 * For a self-test: the driver's context does a known amount of work, then the driver waits until
 * the time stamp has moved on. Between two reports by command this shows whether ticks, counters,
 * time and order agree. What agrees is for the caller to judge (tools/oa-dump --self-test).
 *
 * It is not for everybody, since a caller keeps the engine busy.
 */
#include <linux/capability.h>
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>
#include <linux/math64.h>
#include <linux/uaccess.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_oa.h>

#include "engine/oa_kctx.h"
#include "engine/oa_work.h"
#include "formats/oa_format.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "stream/oa_section.h"
#include "stream/oa_stream_types.h"
#include "stream/oa_work_ioctl.h"

/* The time stamp may be off by a factor of four, and the processor late by this much. */
#define OA_WAIT_FACTOR		4
#define OA_WAIT_SLACK_NS	(100 * NSEC_PER_MSEC)
#define OA_WAIT_POLL_US		200

static u64 oa_work_now(const struct oa_stream *stream)
{
	return oa_ops(stream)->timestamp(&stream->oa->unit);
}

/*
 * Wait until the GPU's time stamp has moved on by @ticks. @waited is the time stamp that was read
 * last, 36 bits. Return: 0, or -ETIMEDOUT if the time stamp stands still, or nearly.
 */
static int oa_work_wait(const struct oa_stream *stream, u64 ticks, u64 *waited)
{
	const u64 began = ktime_get_ns(), from = oa_work_now(stream);
	const u64 limit = OA_WAIT_SLACK_NS + OA_WAIT_FACTOR *
		div_u64(ticks * NSEC_PER_SEC, stream->oa->timestamp_hz);
	u64 now;

	for (;;) {
		/* The processor's clock first: one that was away reads the time stamp after. */
		now = ktime_get_ns();
		*waited = oa_work_now(stream);
		if (((*waited - from) & OA_TIMESTAMP_MASK) >= ticks)
			return 0;
		if (now - began >= limit)
			break;
		usleep_range(OA_WAIT_POLL_US, 2 * OA_WAIT_POLL_US);
	}
	drm_dbg(&stream->oa->drm, "TIMESTAMP went from 0x%llx to 0x%llx in %llu ns\n", from,
		*waited, now - began);
	return -ETIMEDOUT;
}

static int oa_work_check(const struct oa_stream *stream, const struct drm_i915_oa_work *args)
{
	if (!args->pad && args->steps <= OA_WORK_MAX_STEPS &&
	    args->stores <= OA_WORK_MAX_STORES && args->wait_ticks <= stream->oa->timestamp_hz)
		return 0;
	drm_dbg(&stream->oa->drm, "WORK: more than %u steps, %u stores or %u ticks, or pad\n",
		OA_WORK_MAX_STEPS, OA_WORK_MAX_STORES, stream->oa->timestamp_hz);
	return -EINVAL;
}

static int oa_work_locked(struct oa_stream *stream, struct drm_i915_oa_work *args)
{
	struct oa_kctx *kctx = &stream->oa->kctx;
	struct oa_work work = {
		.start = args->start,
		.step = args->step,
		.steps = args->steps,
		.stores = args->stores,
	};
	u64 waited;
	int ret;

	lockdep_assert_held(&stream->lock);
	if (!oa_cs_context_exists(&kctx->own)) {
		drm_dbg(&stream->oa->drm, "WORK: the driver does not run the engine here\n");
		return -EOPNOTSUPP;
	}
	ret = oa_kctx_work(kctx, &kctx->own, &work);
	if (ret)
		return ret;
	args->sum = work.sum;
	args->before = work.before;
	args->after = work.after;
	args->stored = work.stored;
	args->pad2 = 0;
	ret = oa_work_wait(stream, args->wait_ticks, &waited);
	args->waited = waited;
	return ret;
}

/**
 * oa_ioctl_work() - I915_OA_IOCTL_WORK
 * @stream: the stream
 * @arg: struct drm_i915_oa_work of the caller
 *
 * Process context; sleeps. Return: 0, -EACCES without CAP_PERFMON, -ENODEV, -EINVAL, -EFAULT, -EIO
 * if the engine does not run the commands, -ETIMEDOUT if the time stamp does not move on, or
 * -EOPNOTSUPP where the driver does not run the render engine.
 */
long oa_ioctl_work(struct oa_stream *stream, void __user *arg)
{
	struct oa_section section = { .stream = stream };
	struct drm_i915_oa_work args;
	int ret;

	if (!perfmon_capable()) {
		drm_dbg(&stream->oa->drm, "WORK: needs CAP_PERFMON\n");
		return -EACCES;
	}
	if (copy_from_user(&args, arg, sizeof(args)))
		return -EFAULT;
	ret = oa_work_check(stream, &args);
	if (ret)
		return ret;
	ret = oa_section_enter_awake(&section);
	if (ret)
		return ret;
	ret = oa_work_locked(stream, &args);
	oa_section_leave(&section);
	if (ret)
		return ret;
	return copy_to_user(arg, &args, sizeof(args)) ? -EFAULT : 0;
}
