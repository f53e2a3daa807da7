// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Opening a stream
 *
 * When several things are wrong, clients rely on which error they get. So the steps of
 * abi.rst 6.1 are taken in the order given there.
 *
 * Facts: abi.rst 6.
 */
#include <linux/anon_inodes.h>
#include <linux/capability.h>
#include <linux/cleanup.h>
#include <linux/fcntl.h>
#include <linux/file.h>
#include <linux/fs.h>

#include <drm/drm_drv.h>
#include <drm/drm_file.h>
#include <drm/drm_print.h>
#include <uapi/drm/i915_drm.h>

#include "abi/oa_config.h"
#include "abi/oa_context.h"
#include "abi/oa_sysctl.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "oa_trace.h"
#include "stream/oa_acquire.h"
#include "stream/oa_counting.h"
#include "stream/oa_counting_own.h"
#include "stream/oa_map.h"
#include "stream/oa_open.h"
#include "stream/oa_props.h"
#include "stream/oa_sampling.h"
#include "stream/oa_stream.h"
#include "stream/oa_stream_hw.h"
#include "stream/oa_stream_types.h"

static bool oa_open_needs_privilege(const struct oa_device *oa, const struct oa_props *props)
{
	return !props->has_ctx || !oa->platform->ctx_needs_no_privilege ||
	       props->hold_preemption || props->has_sseu;
}

/* Steps 10 to 16 of abi.rst 6.1; the first that fails wins. */
static int oa_open_check(struct oa_device *oa, const struct oa_props *props,
			 const struct oa_context *ctx, bool privileged)
{
	struct drm_device *drm = &oa->drm;

	if (props->hold_preemption && !ctx) {
		drm_dbg(drm, "HOLD_PREEMPTION needs CTX_HANDLE\n");
		return -EINVAL;
	}
	if (!privileged && oa_open_needs_privilege(oa, props)) {
		drm_dbg(drm, "stream needs CAP_PERFMON while perf_stream_paranoid is set\n");
		return -EACCES;
	}
	if (props->map && !perfmon_capable()) {
		drm_dbg(drm, "MAP needs CAP_PERFMON\n");
		return -EACCES;
	}
	if (!READ_ONCE(oa->configs.kobj)) {
		drm_dbg(drm, "no sysfs metrics directory\n");
		return -EINVAL;
	}
	if (!props->sample_oa) {
		drm_dbg(drm, "SAMPLE_OA is missing\n");
		return -EINVAL;
	}
	if (oa->stream && !oa->stream->own) {
		drm_dbg(drm, "OA unit is in use by another stream\n");
		return -EBUSY;
	}
	/*
	 * The unit's counters resume from where the driver's own stream leaves them. Each such open
	 * would show what all contexts did since the last one, and stop perf's events meanwhile.
	 */
	if (!privileged && oa_counting_needs_unit(oa)) {
		drm_dbg(drm, "OA unit counts for perf: CTX_HANDLE needs CAP_PERFMON meanwhile\n");
		return -EBUSY;
	}
	if (!props->format) {
		drm_dbg(drm, "OA_FORMAT is missing\n");
		return -EINVAL;
	}
	if (ctx && ctx->has_engines && !ctx->has_render) {
		drm_dbg(drm, "the context's engine map lacks render 0:0\n");
		return -ENODEV;
	}
	return 0;
}

static int oa_stream_install(struct oa_stream *stream, u32 flags)
{
	int f_flags = stream->map ? O_RDWR : O_RDONLY, fd;
	struct file *file;

	if (flags & I915_PERF_FLAG_FD_NONBLOCK)
		f_flags |= O_NONBLOCK;
	fd = get_unused_fd_flags(flags & I915_PERF_FLAG_FD_CLOEXEC ? O_CLOEXEC : 0);
	if (fd < 0)
		return fd;
	file = anon_inode_getfile("[i915_perf]", &oa_stream_fops, stream, f_flags);
	if (IS_ERR(file)) {
		put_unused_fd(fd);
		return PTR_ERR(file);
	}
	if (stream->map)
		oa_map_attach(stream, file);
	/* IOCB_NOWAIT is honoured: io_uring reads in place instead of from a thread. */
	file->f_mode |= FMODE_NOWAIT;
	fd_install(fd, file);
	return fd;
}

/* From step 17 on. Under the unit lock; takes over the references on @ctx and @config. */
static int oa_stream_create(struct oa_device *oa, const struct oa_props *props, u32 flags,
			    struct oa_context *ctx, struct oa_config *config)
{
	struct oa_stream *stream = oa_stream_new(oa, props);
	int ret;

	if (!stream) {
		oa_config_put(config);
		oa_context_put(ctx);
		return -ENOMEM;
	}
	stream->ctx = ctx;
	stream->config = config;
	oa->unit.killable = true;
	ret = oa_stream_acquire_hw(stream);
	oa->unit.killable = false;
	if (ret)
		goto err_free;

	scoped_guard(mutex, &stream->lock) {
		trace_oa_open(props->format->id, props->periodic, props->exponent, config->id,
			      oa->unit.setup.ctx_id);
		oa_stream_set_enabled(stream, !(flags & I915_PERF_FLAG_DISABLED));
		ret = oa_ggtt_wedged(&oa->ggtt) ? -EIO : oa_stream_install(stream, flags);
		if (ret < 0)
			oa_stream_release_hw(stream);
	}
	if (ret >= 0)
		return ret;
err_free:
	oa_stream_free(stream);
	return ret;
}

static int oa_stream_open(struct oa_device *oa, const struct oa_props *props, u32 flags,
			  struct drm_file *file, bool privileged)
{
	struct oa_context *ctx = NULL;
	struct oa_config *config;
	int ret;

	if (props->has_ctx) {
		ctx = oa_context_get(file, props->ctx_handle);
		if (!ctx) {
			drm_dbg(&oa->drm, "CTX_HANDLE: no context %u\n", props->ctx_handle);
			return -ENOENT;
		}
	}
	ret = oa_open_check(oa, props, ctx, privileged);
	if (ret)
		goto err_ctx;
	config = props->metrics_set > 0 ? oa_config_get(oa, props->metrics_set) : NULL;
	if (!config) {
		drm_dbg(&oa->drm, "OA_METRICS_SET: no metric set %d\n", props->metrics_set);
		ret = -EINVAL;
		goto err_ctx;
	}
	oa_counting_yield(oa);
	ret = oa_stream_create(oa, props, flags, ctx, config);
	if (ret < 0)
		oa_counting_kick(oa);
	return ret;

err_ctx:
	oa_context_put(ctx);
	return ret;
}

/**
 * oa_stream_open_ioctl() - DRM_IOCTL_I915_PERF_OPEN
 * @drm: the GPU
 * @data: struct drm_i915_perf_open_param
 * @file: the caller's file
 *
 * Return: the stream's file descriptor, or the error of the first step of abi.rst 6.1 that
 * fails; -EIO if the GPU does not wake.
 */
int oa_stream_open_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	const struct drm_i915_perf_open_param *args = data;
	struct oa_device *oa = to_oa(drm);
	const struct oa_props_env env = {
		.drm = drm,
		.platform = oa->platform,
		.topology = &oa->topology,
		.timestamp_hz = oa->timestamp_hz,
		.max_sample_rate = oa_sysctl_max_sample_rate(),
		.privileged = perfmon_capable(),
	};
	/* Asked before the unit lock: the file's lock is held while procfs is walked. */
	const bool privileged = env.privileged || !oa_sysctl_paranoid();
	struct oa_props props;
	int idx, ret;

	if (args->flags & ~(I915_PERF_FLAG_FD_CLOEXEC | I915_PERF_FLAG_FD_NONBLOCK |
			    I915_PERF_FLAG_DISABLED)) {
		drm_dbg(drm, "unknown open flags 0x%x\n", args->flags);
		return -EINVAL;
	}
	ret = oa_props_read(&env, &props, args->num_properties, args->properties_ptr);
	if (ret)
		return ret;
	if (!drm_dev_enter(drm, &idx))
		return -ENODEV;
	scoped_guard(mutex, &oa->unit_lock)
		ret = oa_stream_open(oa, &props, args->flags, file, privileged);
	drm_dev_exit(idx);
	return ret;
}
