// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: A report at a point of the command stream
 *
 * A client that wants counters at a point of its own choice requests a report: a command in the
 * ring of a context writes it into the driver's memory, where it is validated like any other before
 * it is copied to the client. The OA buffer is not touched.
 *
 * The end of the commands does not prove that the report has landed. So its place is poisoned
 * before, and it counts only when no line is poisoned any more (internals.rst "Landing").
 *
 * Facts: hardware.rst 3.15, 7.8, 9.1.
 */
#include <asm/barrier.h>
#include <linux/capability.h>
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>
#include <linux/math64.h>
#include <linux/sched/signal.h>
#include <linux/uaccess.h>

#include "engine/oa_engine.h"
#include "stream/oa_stream_priv.h"

/* Poll interval for a report that trails the command that signals its end */
#define OA_RPC_POLL_US		50

static int oa_ioctl_report_check(struct oa_stream *stream, const struct drm_i915_oa_report *args)
{
	struct drm_device *drm = &stream->oa->drm;

	if (args->flags & ~DRM_I915_OA_REPORT_BOUND || args->pad)
		return oa_fail(drm, -EINVAL, "REPORT: unknown flags 0x%x or pad\n", args->flags);
	if (args->size < stream->feed.format->bytes)
		return oa_fail(drm, -EINVAL, "REPORT: buffer of %u bytes, a report has %u\n",
			       args->size, stream->feed.format->bytes);
	if (args->flags & DRM_I915_OA_REPORT_BOUND && !stream->ctx)
		return oa_fail(drm, -EINVAL, "REPORT: the stream is bound to no context\n");
	return 0;
}

/* Copy the report and validate the copy. If a line lands meanwhile, copy and memory differ. */
static enum oa_verdict oa_rpc_peek(const struct oa_validator *v, const u32 *memory, u32 *report,
				   u32 id)
{
	const u32 bytes = v->format->bytes;

	memcpy(report, memory, bytes);
	/* Order the second read after the copy. */
	dma_rmb();
	return memcmp(report, memory, bytes) ? OA_REPORT_NOT_LANDED :
					       oa_rpc_report_check(v, report, id);
}

/* Return the time limit for a report in this state. */
static u64 oa_rpc_limit_ns(const struct oa_stream *stream, const struct oa_validator *v,
			   const u32 *report, enum oa_verdict verdict)
{
	if (verdict == OA_REPORT_TORN &&
	    oa_hypotheses_torn_decides(&stream->commands, oa_report_missing_lines(v, report)))
		return stream->feed.proof_ns;
	return OA_RING_LANDING_LIMIT_NS;
}

/* Wait for a report with all of its lines. Return the verdict on its final state. */
static enum oa_verdict oa_rpc_wait(const struct oa_stream *stream, const struct oa_validator *v,
				   const u32 *memory, u32 *report, u32 id)
{
	const u64 began = ktime_get_ns();
	enum oa_verdict verdict;
	u64 now;

	for (;;) {
		/* The clock first: a processor that was away reads the report once more. */
		now = ktime_get_ns();
		verdict = oa_rpc_peek(v, memory, report, id);
		if (verdict == OA_REPORT_VALID ||
		    now - began >= oa_rpc_limit_ns(stream, v, report, verdict))
			return verdict;
		usleep_range(OA_RPC_POLL_US, 2 * OA_RPC_POLL_US);
	}
}

/*
 * Check whether commands never write the missing lines. They may write lines that the unit's own
 * reports lack, so they have a hypothesis of their own, and each report has its time to land.
 */
static bool oa_rpc_lacks_lines(struct oa_stream *stream, const struct oa_validator *v,
			       const u32 *report)
{
	struct oa_hypotheses *hyp = &stream->commands;
	const u8 missing = oa_report_missing_lines(v, report);

	if (!(missing & ~hyp->free_lines)) {
		oa_hypotheses_landed(hyp, missing);
		return true;
	}
	if (!oa_hypotheses_torn(hyp, missing))
		return false;
	drm_warn(&stream->oa->drm,
		 "MI_REPORT_PERF_COUNT does not write lines 0x%x; they are not required until it does\n",
		 missing);
	return true;
}

/* Wait for the report and validate it. Return 0 with a copy in @report, -ETIMEDOUT or -EIO. */
static int oa_ioctl_report_wait(struct oa_stream *stream, const struct oa_cs_context *ctx,
				u32 id, u32 *report)
{
	struct oa_validator v = *oa_feed_validator(&stream->feed);
	enum oa_verdict verdict;

	v.not_after = oa_unit_timestamp(stream->oa->unit);
	v.hypotheses.free_lines = 0;
	verdict = oa_rpc_wait(stream, &v, oa_cs_report(ctx), report, id);
	if (verdict == OA_REPORT_VALID) {
		oa_hypotheses_agreed(&stream->commands, OA_HYP_LINES);
		oa_hypotheses_landed(&stream->commands, 0);
	}
	if (verdict == OA_REPORT_TORN && oa_rpc_lacks_lines(stream, &v, report)) {
		v.hypotheses.free_lines = ~0u;
		verdict = oa_rpc_report_check(&v, report, id);
	}
	if (verdict == OA_REPORT_VALID)
		return 0;
	drm_dbg(&stream->oa->drm, "REPORT: the report of MI_REPORT_PERF_COUNT is %s\n",
		oa_verdict_name(verdict));
	return verdict == OA_REPORT_NOT_LANDED || verdict == OA_REPORT_TORN ? -ETIMEDOUT : -EIO;
}

static int oa_ioctl_report_run(struct oa_stream *stream, const struct drm_i915_oa_report *args,
			       u32 *report)
{
	struct oa_kctx *kctx = stream->oa->kctx;
	const bool bound = args->flags & DRM_I915_OA_REPORT_BOUND;
	struct oa_cs_context *ctx = bound ? &kctx->user : &kctx->own;
	int ret;

	if (!oa_cs_context_exists(ctx))
		return oa_fail(&stream->oa->drm, -EOPNOTSUPP,
			       "REPORT: the driver runs no such context here\n");
	ret = oa_kctx_report(kctx, ctx, args->report_id);
	if (!ret)
		ret = oa_ioctl_report_wait(stream, ctx, args->report_id, report);
	/* A single-context stream does not see the id of the driver's context. */
	if (!ret && stream->ctx && !bound)
		oa_filter_hide_id(&stream->feed.acct.filter, report);
	return ret;
}

static int oa_ioctl_report_locked(struct oa_stream *stream, struct drm_i915_oa_report *args,
				  u32 *report)
{
	int ret = oa_ioctl_report_check(stream, args);

	if (ret)
		return ret;
	if (!stream->enabled)
		return oa_fail(&stream->oa->drm, -EIO, "REPORT: the stream is disabled\n");
	/* While the unit is off the command writes no counters. */
	ret = oa_stream_restore(stream);
	if (ret)
		return oa_fail(&stream->oa->drm, ret, "REPORT: the unit does not run\n");
	args->size = stream->feed.format->bytes;
	return oa_ioctl_report_run(stream, args, report);
}

/*
 * I915_OA_IOCTL_REPORT; sleeps. Return 0; -EIO if the stream does not sample or can't be recovered,
 * the engine does not run the command or the report is not valid; -ETIMEDOUT if it does not land
 * whole in time; -EOPNOTSUPP where the driver runs no render engine; -ENODEV, -EINVAL, -EFAULT.
 */
long oa_ioctl_report(struct oa_stream *stream, void __user *arg)
{
	struct oa_section section = { .stream = stream };
	u32 report[OA_REPORT_MAX_DWORDS];
	struct drm_i915_oa_report args;
	int ret;

	if (copy_from_user(&args, arg, sizeof(args)))
		return -EFAULT;
	ret = oa_section_enter_awake(&section);
	if (ret)
		return ret;
	ret = oa_ioctl_report_locked(stream, &args, report);
	oa_section_leave(&section);
	if (ret)
		return ret;
	if (copy_to_user(u64_to_user_ptr(args.ptr), report, args.size) ||
	    copy_to_user(arg, &args, sizeof(args)))
		return -EFAULT;
	return 0;
}

/**
 * DOC: Work with a known result
 *
 * For a self-test (tools/oa-dump --self-test): the driver's context does a known amount of work,
 * then the driver waits until the time stamp has moved on. Between two reports by command this
 * shows whether ticks, counters, time and order agree. It needs CAP_PERFMON, since a caller keeps
 * the engine busy.
 */

/* The time stamp may be off by this factor, and the processor late by this time. */
#define OA_WAIT_FACTOR		4
#define OA_WAIT_SLACK_NS	(100 * NSEC_PER_MSEC)
#define OA_WAIT_POLL_US		200

/*
 * Wait until the GPU's time stamp has moved on by @ticks. @waited is the last time stamp that was
 * read, 36 bits. Return 0, or -ETIMEDOUT if the time stamp stands still, or nearly.
 */
static int oa_work_wait(const struct oa_stream *stream, u64 ticks, u64 *waited)
{
	const u64 began = ktime_get_ns(), from = oa_unit_timestamp(stream->oa->unit);
	const u64 limit = OA_WAIT_SLACK_NS + OA_WAIT_FACTOR *
		div_u64(ticks * NSEC_PER_SEC, stream->oa->timestamp_hz);
	u64 now;

	for (;;) {
		/* The processor's clock first: one that was away reads the time stamp after. */
		now = ktime_get_ns();
		*waited = oa_unit_timestamp(stream->oa->unit);
		if (((*waited - from) & OA_TIMESTAMP_MASK) >= ticks)
			return 0;
		if (now - began >= limit || fatal_signal_pending(current))
			break;
		usleep_range(OA_WAIT_POLL_US, 2 * OA_WAIT_POLL_US);
	}
	return oa_fail(&stream->oa->drm, -ETIMEDOUT,
		       "TIMESTAMP went from 0x%llx to 0x%llx in %llu ns\n", from, *waited,
		       now - began);
}

static int oa_work_check(const struct oa_stream *stream, const struct drm_i915_oa_work *args)
{
	if (!args->pad && args->steps <= OA_WORK_MAX_STEPS &&
	    args->stores <= OA_WORK_MAX_STORES && args->wait_ticks <= stream->oa->timestamp_hz)
		return 0;
	return oa_fail(&stream->oa->drm, -EINVAL,
		       "WORK: more than %u steps, %u stores or %u ticks, or pad\n",
		       OA_WORK_MAX_STEPS, OA_WORK_MAX_STORES, stream->oa->timestamp_hz);
}

static int oa_work_locked(struct oa_stream *stream, struct drm_i915_oa_work *args)
{
	struct oa_kctx *kctx = stream->oa->kctx;
	struct oa_work work = {
		.start = args->start,
		.step = args->step,
		.steps = args->steps,
		.stores = args->stores,
	};
	u64 waited;
	int ret;

	lockdep_assert_held(&stream->lock);
	if (!kctx->ops)
		return oa_fail(&stream->oa->drm, -EOPNOTSUPP,
			       "WORK: the driver does not run the engine here\n");
	ret = oa_stream_restore(stream);
	/* An engine that did not stop has no context any more. */
	if (!ret && !oa_cs_context_exists(&kctx->own))
		ret = -EIO;
	if (ret)
		return oa_fail(&stream->oa->drm, ret, "WORK: the engine does not run\n");
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

/*
 * I915_OA_IOCTL_WORK; sleeps. Return 0; -EACCES without CAP_PERFMON; -EIO if the engine does not
 * run the commands; -ETIMEDOUT if the time stamp does not move on; -EOPNOTSUPP where the driver
 * does not run the render engine; -ENODEV, -EINVAL, -EFAULT.
 */
long oa_ioctl_work(struct oa_stream *stream, void __user *arg)
{
	struct oa_section section = { .stream = stream };
	struct drm_i915_oa_work args;
	int ret;

	if (!perfmon_capable())
		return oa_fail(&stream->oa->drm, -EACCES, "WORK: needs CAP_PERFMON\n");
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
