// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The stream file
 *
 * One stream owns the OA unit from open to close, sampling or not. It holds a
 * reference on the DRM device, so it outlives the DRM file it was opened
 * through and the GPU itself: when the GPU goes, the stream's hardware side is
 * taken down and what is left of the file answers ENODEV.
 *
 * Facts: ABI contract 6, 10, 11.
 */
#include <linux/anon_inodes.h>
#include <linux/capability.h>
#include <linux/delay.h>
#include <linux/fcntl.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/ktime.h>
#include <linux/poll.h>
#include <linux/sched/signal.h>
#include <linux/sizes.h>
#include <linux/slab.h>

#include <drm/drm_drv.h>
#include <drm/drm_file.h>
#include <drm/drm_print.h>
#include <uapi/drm/i915_drm.h>
#include <uapi/drm/i915_oa.h>

#include "oa_compat.h"
#include "oa_config.h"
#include "oa_context.h"
#include "oa_device.h"
#include "oa_irq.h"
#include "oa_live.h"
#include "oa_lrc.h"
#include "oa_platform.h"
#include "oa_rate.h"
#include "oa_rpcs.h"
#include "oa_stream.h"
#include "oa_sysctl.h"
#include "oa_trace.h"
#include "oa_unit.h"

/* Start sampling into an empty buffer. The unit is configured, forcewake held. */
static void oa_stream_run(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;

	memset(&stream->pending, 0, sizeof(stream->pending));
	WRITE_ONCE(oa->irq_stream, stream);
	oa->platform->irq->enable(&oa->irq);
	oa_stream_start_unit(stream);
	WRITE_ONCE(stream->looked, ktime_get_ns());
	oa_wake_start(&stream->wake);
	trace_oa_enable(true, stream->started);
}

/* Stop sampling. Whoever waits is woken and finds that it has stopped. */
static void oa_stream_halt(struct oa_stream *stream, u64 *unread)
{
	struct oa_device *oa = stream->oa;
	/* After a reset that nobody noticed the tail tells nothing. */
	bool lost = oa->platform->unit->lost(&oa->unit) & OA_UNIT_LOST_UNIT;

	oa->platform->irq->disable(&oa->irq);
	WRITE_ONCE(oa->irq_stream, NULL);
	synchronize_irq(oa->irq.number);
	oa_wake_stop(&stream->wake);
	if (oa->platform->unit->disable(&oa->unit))
		drm_err(&oa->drm, "OA unit does not stop\n");
	if (lost)
		*unread += oa_ring_landed(&stream->ring);
	else
		oa_stream_count_unread(stream, unread);
	trace_oa_enable(false, 0);
}

static void oa_stream_set_enabled(struct oa_stream *stream, bool enabled)
{
	if (stream->enabled == enabled)
		return;
	if (enabled) {
		oa_stream_run(stream);
		WRITE_ONCE(stream->enabled, true);
	} else {
		/* First, so that a waiter that is woken sees it. */
		WRITE_ONCE(stream->enabled, false);
		oa_stream_halt(stream, &stream->oa->stats.discarded);
	}
}

/**
 * oa_stream_half_full() - the OA buffer is half full
 * @oa: the GPU
 *
 * Hard IRQ.
 */
void oa_stream_half_full(struct oa_device *oa)
{
	struct oa_stream *stream = READ_ONCE(oa->irq_stream);

	if (stream)
		oa_wake_up(&stream->wake, OA_WAKE_INTERRUPT);
}

static bool oa_stream_idle(const struct oa_stream *stream)
{
	return READ_ONCE(stream->dead) || !READ_ONCE(stream->enabled);
}

/*
 * Condition of a blocked read. It is asked after the reader is on the queue,
 * so a deadline armed here finds it.
 */
static bool oa_stream_may_read(struct oa_stream *stream)
{
	bool data;
	int idx;

	if (oa_stream_idle(stream) || !drm_dev_enter(&stream->oa->drm, &idx))
		return true;
	data = oa_stream_has_data(&stream->wake);
	if (!data)
		oa_wake_arm(&stream->wake);
	drm_dev_exit(idx);
	return data;
}

static ssize_t oa_stream_try_read(struct oa_stream *stream, struct iov_iter *to)
{
	ssize_t ret = -ENODEV;
	int idx;

	if (!stream->dead && drm_dev_enter(&stream->oa->drm, &idx)) {
		ret = oa_stream_read(stream, to);
		drm_dev_exit(idx);
	}
	mutex_unlock(&stream->lock);
	return ret;
}

static ssize_t oa_stream_lock_and_read(struct oa_stream *stream, struct iov_iter *to)
{
	if (mutex_lock_interruptible(&stream->lock))
		return -ERESTARTSYS;
	return oa_stream_try_read(stream, to);
}

static ssize_t oa_fop_read_iter(struct kiocb *iocb, struct iov_iter *to)
{
	struct oa_stream *stream = iocb->ki_filp->private_data;
	ssize_t ret;

	/* Who may not even wait for a lock comes back by another way. */
	if (iocb->ki_flags & IOCB_NOWAIT)
		return mutex_trylock(&stream->lock) ? oa_stream_try_read(stream, to) : -EAGAIN;
	if (iocb->ki_filp->f_flags & O_NONBLOCK)
		return oa_stream_lock_and_read(stream, to);
	/* Nothing but the timer is sure to end a wait. */
	if (!stream->props.periodic)
		return -EIO;
	do {
		ret = wait_event_interruptible(stream->wake.wait, oa_stream_may_read(stream));
		if (ret)
			return ret;
		ret = oa_stream_lock_and_read(stream, to);
		if (ret != -EAGAIN)
			return ret;
		/* There was something, but it had not landed yet or was dropped. */
		usleep_range(100, 200);
	} while (!signal_pending(current));
	return -ERESTARTSYS;
}

/*
 * While nobody waits no timer looks for data, so a poll that comes later than a
 * tick would have come looks itself.
 */
static bool oa_stream_look(struct oa_stream *stream)
{
	u64 now = ktime_get_ns();
	int idx;

	if (oa_stream_idle(stream) ||
	    now - READ_ONCE(stream->looked) < stream->wake.period_ns ||
	    !drm_dev_enter(&stream->oa->drm, &idx))
		return false;
	WRITE_ONCE(stream->looked, now);
	if (oa_stream_has_data(&stream->wake))
		set_bit(OA_WAKE_READY_BIT, &stream->wake.flags);
	drm_dev_exit(idx);
	return oa_wake_ready(&stream->wake);
}

static __poll_t oa_fop_poll(struct file *file, struct poll_table_struct *wait)
{
	struct oa_stream *stream = file->private_data;

	poll_wait(file, &stream->wake.wait, wait);
	/* A read of what is left of it fails at once, which is worth knowing. */
	if (READ_ONCE(stream->dead))
		return EPOLLIN;
	if (oa_wake_ready(&stream->wake) || oa_stream_look(stream))
		return EPOLLIN;
	oa_wake_arm(&stream->wake);
	return oa_wake_ready(&stream->wake) ? EPOLLIN : 0;
}

/* Registers back, then the engine: its context may be what they lived in. */
static void oa_stream_deconfigure(struct oa_stream *stream)
{
	oa_unit_restore(&stream->oa->unit);
	oa_kctx_stop(&stream->oa->kctx);
}

/* The engine first: nothing counts without its context, and it writes the metric set. */
static int oa_stream_configure(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	int ret = oa_kctx_start(&oa->kctx);

	if (ret)
		return ret;
	if (stream->ctx && oa->platform->lrc)
		ret = oa_kctx_add_user(&oa->kctx);
	if (!ret)
		ret = oa->platform->unit->configure(&oa->unit, stream->config);
	if (ret)
		oa_stream_deconfigure(stream);
	return ret;
}

/* What another metric set needs besides stays awake until the stream closes, to be put back. */
static int oa_stream_wake_for(struct oa_stream *stream, const struct oa_config *config)
{
	struct oa_device *oa = stream->oa;
	u32 more = oa_forcewake_for_config(oa->platform->forcewake, config) & ~stream->domains;
	int ret = oa_forcewake_get(&oa->uncore, more);

	if (!ret)
		stream->domains |= more;
	return ret;
}

static long oa_stream_set_config(struct oa_stream *stream, unsigned long id)
{
	struct oa_device *oa = stream->oa;
	struct oa_config *config = id <= INT_MAX ? oa_config_get(oa, id) : NULL;
	long ret = stream->config->id;

	if (!config) {
		drm_dbg(&oa->drm, "no metric set %lu\n", id);
		return -EINVAL;
	}
	if (config != stream->config) {
		int err = oa_stream_wake_for(stream, config);

		if (!err) {
			oa_stream_expect_triggers(stream, config);
			err = oa->platform->unit->configure(&oa->unit, config);
		}
		if (err)
			ret = err;
		else
			swap(config, stream->config);
	}
	oa_config_put(config);
	return ret;
}

/*
 * A GT reset while the stream was stopped: the context tells, and where there is
 * none nothing does, so that the metric set is written anew in any case.
 */
static int oa_stream_check_stopped(struct oa_stream *stream)
{
	const struct oa_platform *platform = stream->oa->platform;

	if (stream->enabled)
		return 0;
	if (platform->lrc &&
	    !(platform->unit->lost(&stream->oa->unit) & OA_UNIT_LOST_CONTEXT))
		return 0;
	oa_kctx_stop(&stream->oa->kctx);
	return oa_stream_configure(stream);
}

static long oa_stream_ioctl_locked(struct oa_stream *stream, unsigned int cmd, unsigned long arg)
{
	int ret;

	switch (cmd) {
	case I915_PERF_IOCTL_ENABLE:
		ret = oa_stream_check_stopped(stream);
		if (!ret)
			oa_stream_set_enabled(stream, true);
		return ret;
	case I915_PERF_IOCTL_DISABLE:
		oa_stream_set_enabled(stream, false);
		return 0;
	case I915_PERF_IOCTL_CONFIG:
		return oa_stream_set_config(stream, arg);
	case I915_OA_IOCTL_REPORT:
		return oa_stream_report(stream, (void __user *)arg);
	case I915_OA_IOCTL_COUNTERS:
		return oa_stream_counters(stream, (void __user *)arg);
	default:
		drm_dbg(&stream->oa->drm, "unknown stream ioctl 0x%x\n", cmd);
		return -EINVAL;
	}
}

static long oa_fop_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct oa_stream *stream = file->private_data;
	long ret = -ENODEV;
	int idx;

	mutex_lock(&stream->lock);
	if (!stream->dead && drm_dev_enter(&stream->oa->drm, &idx)) {
		ret = oa_stream_ioctl_locked(stream, cmd, arg);
		drm_dev_exit(idx);
	}
	mutex_unlock(&stream->lock);
	return ret;
}

static void oa_stream_keep_wakeups(struct oa_stream *stream)
{
	struct oa_stats *stats = &stream->oa->stats;
	int i;

	for (i = 0; i < OA_NUM_WAKE_CAUSES; i++)
		stats->wakeups[i] = atomic64_read(&stream->wake.wakeups[i]);
	stats->deadlines = atomic64_read(&stream->wake.expiries);
}

/* Take the hardware side down; the memory side stays. Under both locks. */
static void oa_stream_release_hw(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;

	oa_stream_set_enabled(stream, false);
	oa_stream_keep_wakeups(stream);
	oa->platform->unit->park(&oa->unit);
	oa_stream_deconfigure(stream);
	oa_buffer_free(&oa->ggtt, &stream->ctx_image);
	oa_buffer_free(&oa->ggtt, &stream->buffer);
	oa_forcewake_put(&oa->uncore, stream->domains);
	oa->stream = NULL;
}

static void oa_stream_free(struct oa_stream *stream)
{
	oa_wake_fini(&stream->wake);
	oa_config_put(stream->config);
	oa_context_put(stream->ctx);
	mutex_destroy(&stream->lock);
	drm_dev_put(&stream->oa->drm);
	kvfree(stream->batch);
	kfree(stream);
}

static int oa_fop_release(struct inode *inode, struct file *file)
{
	struct oa_stream *stream = file->private_data;
	struct oa_device *oa = stream->oa;

	mutex_lock(&oa->unit_lock);
	mutex_lock(&stream->lock);
	if (!stream->dead)
		oa_stream_release_hw(stream);
	mutex_unlock(&stream->lock);
	mutex_unlock(&oa->unit_lock);
	oa_stream_free(stream);
	return 0;
}

static const struct file_operations oa_stream_fops = {
	.owner = THIS_MODULE,
	/* Without it there is no sendfile(); the position means nothing. */
	.llseek = noop_llseek,
	.read_iter = oa_fop_read_iter,
	.splice_read = OA_SPLICE_READ,
	.poll = oa_fop_poll,
	.unlocked_ioctl = oa_fop_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.release = oa_fop_release,
};

static int oa_stream_map(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	int ret;

	ret = oa_buffer_alloc(&oa->ggtt, &stream->buffer,
			      oa_buffer_bytes(oa->platform, stream->props.format),
			      oa->platform->buffer_align);
	/* With execlists the context has an image of its own, which comes with the engine. */
	if (ret || !stream->ctx || oa->platform->lrc)
		return ret;
	ret = oa_buffer_alloc(&oa->ggtt, &stream->ctx_image, SZ_4K, SZ_4K);
	if (ret)
		oa_buffer_free(&oa->ggtt, &stream->buffer);
	return ret;
}

/* How the bound context is known to the unit, or in reports. */
static u32 oa_stream_ctx_id(const struct oa_stream *stream)
{
	const struct oa_platform *platform = stream->oa->platform;

	if (!stream->ctx)
		return 0;
	if (platform->lrc)
		return oa_lrc_report_id(platform->lrc, OA_KCTX_USER_ID);
	return oa_buffer_address(&stream->ctx_image);
}

/* What each context asks of the slices while the stream is open. */
static u32 oa_stream_rpcs(const struct oa_stream *stream)
{
	const struct oa_device *oa = stream->oa;
	struct oa_sseu sseu;

	if (!oa->platform->rpcs)
		return 0;
	if (stream->props.has_sseu)
		oa_sseu_asked(&sseu, &oa->topology, &stream->props.sseu);
	else
		oa_sseu_default(&sseu, &oa->topology, oa->platform->sseu_halves);
	return oa->platform->rpcs(&sseu);
}

static void oa_stream_setup_unit(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;

	oa->unit.setup = (struct oa_unit_setup) {
		.base = oa_buffer_address(&stream->buffer),
		.size = oa_buffer_bytes(oa->platform, stream->props.format),
		.format = stream->props.format,
		.periodic = stream->props.periodic,
		.exponent = stream->props.exponent,
		.single_context = stream->ctx,
		.ctx_id = oa_stream_ctx_id(stream),
		.keep_oldest = stream->props.keep_oldest,
		.rpcs = oa_stream_rpcs(stream),
	};
	oa_ring_init(&stream->ring, stream->buffer.vaddr, oa->unit.setup.size,
		     stream->props.format->bytes);
}

/* Mirrors oa_stream_release_hw(). Under the unit lock. */
static int oa_stream_acquire_hw(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	int ret, i;

	stream->domains = oa_forcewake_for_config(oa->platform->forcewake, stream->config);
	ret = oa_forcewake_get(&oa->uncore, stream->domains);
	if (ret)
		return ret;
	ret = oa_stream_map(stream);
	if (ret)
		goto err_forcewake;
	oa_stream_setup_unit(stream);
	ret = oa_stream_configure(stream);
	if (ret)
		goto err_buffers;
	memset(&oa->stats, 0, sizeof(oa->stats));
	for (i = 0; i < OA_NUM_IRQ_VERDICTS; i++)
		atomic64_set(&oa->irq.verdicts[i], 0);
	oa->stream = stream;
	return 0;

err_buffers:
	oa_buffer_free(&oa->ggtt, &stream->ctx_image);
	oa_buffer_free(&oa->ggtt, &stream->buffer);
err_forcewake:
	oa_forcewake_put(&oa->uncore, stream->domains);
	return ret;
}

static bool oa_open_needs_privilege(struct oa_device *oa, const struct oa_props *props)
{
	if (props->has_ctx && oa->platform->ctx_needs_no_privilege &&
	    !props->hold_preemption && !props->has_sseu)
		return false;
	return oa_sysctl_paranoid() && !perfmon_capable();
}

/* Steps 10 to 16 of the ABI contract, 6.1; the first that fails wins. */
static int oa_open_check(struct oa_device *oa, const struct oa_props *props,
			 const struct oa_context *ctx)
{
	struct drm_device *drm = &oa->drm;

	if (props->hold_preemption && !ctx) {
		drm_dbg(drm, "HOLD_PREEMPTION needs CTX_HANDLE\n");
		return -EINVAL;
	}
	if (oa_open_needs_privilege(oa, props)) {
		drm_dbg(drm, "stream needs CAP_PERFMON while perf_stream_paranoid is set\n");
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
	if (oa->stream) {
		drm_dbg(drm, "OA unit is in use by another stream\n");
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

static struct oa_stream *oa_stream_new(struct oa_device *oa, const struct oa_props *props)
{
	struct oa_stream *stream = kzalloc(sizeof(*stream), GFP_KERNEL_ACCOUNT);

	if (!stream)
		return NULL;
	stream->batch = kvmalloc(OA_BATCH_ALLOC, GFP_KERNEL_ACCOUNT);
	if (!stream->batch) {
		kfree(stream);
		return NULL;
	}
	drm_dev_get(&oa->drm);
	stream->oa = oa;
	stream->props = *props;
	mutex_init(&stream->lock);
	oa_wake_init(&stream->wake, oa_wake_period_ns(oa->platform, oa->timestamp_hz, props),
		     oa_stream_has_data);
	return stream;
}

static int oa_stream_install(struct oa_stream *stream, u32 flags)
{
	int f_flags = O_RDONLY, fd;
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
	ret = oa_stream_acquire_hw(stream);
	if (ret)
		goto err_free;

	mutex_lock(&stream->lock);
	trace_oa_open(props->format->id, props->periodic, props->exponent, config->id,
		      oa->unit.setup.ctx_id);
	oa_stream_set_enabled(stream, !(flags & I915_PERF_FLAG_DISABLED));
	ret = oa_stream_install(stream, flags);
	if (ret < 0)
		oa_stream_release_hw(stream);
	mutex_unlock(&stream->lock);
	if (ret >= 0)
		return ret;
err_free:
	oa_stream_free(stream);
	return ret;
}

static int oa_stream_open(struct oa_device *oa, const struct oa_props *props, u32 flags,
			  struct drm_file *file)
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
	ret = oa_open_check(oa, props, ctx);
	if (ret)
		goto err_ctx;
	config = props->metrics_set > 0 ? oa_config_get(oa, props->metrics_set) : NULL;
	if (!config) {
		drm_dbg(&oa->drm, "OA_METRICS_SET: no metric set %d\n", props->metrics_set);
		ret = -EINVAL;
		goto err_ctx;
	}
	return oa_stream_create(oa, props, flags, ctx, config);

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
 * Return: the stream's file descriptor, or the error of the first step of the
 * ABI contract, 6.1, that fails; -EIO if the GPU does not wake.
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
	mutex_lock(&oa->unit_lock);
	ret = oa_stream_open(oa, &props, args->flags, file);
	mutex_unlock(&oa->unit_lock);
	drm_dev_exit(idx);
	return ret;
}

/**
 * oa_stream_detach() - the GPU goes away
 * @oa: the GPU, unplugged from DRM, its registers still there
 *
 * Process context. An open stream stays a file, but answers ENODEV.
 */
void oa_stream_detach(struct oa_device *oa)
{
	struct oa_stream *stream;

	mutex_lock(&oa->unit_lock);
	stream = oa->stream;
	if (stream) {
		mutex_lock(&stream->lock);
		WRITE_ONCE(stream->dead, true);
		oa_stream_release_hw(stream);
		/* A stopped stream may have pollers too, and they must learn of it. */
		wake_up_all(&stream->wake.wait);
		mutex_unlock(&stream->lock);
	}
	mutex_unlock(&oa->unit_lock);
}

/**
 * oa_stream_reprogram() - a reset took what open and enable wrote
 * @stream: the stream, enabled
 *
 * Process context, stream lock and forcewake held. The GGTT's entries lie in
 * memory and stay. All but the start of the unit. Return: 0, or an error if the
 * render engine does not work any more; it may be tried again.
 */
int oa_stream_reprogram(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	int ret;

	oa->platform->irq->disable(&oa->irq);
	oa_kctx_stop(&oa->kctx);
	ret = oa_stream_configure(stream);
	oa->platform->irq->enable(&oa->irq);
	return ret;
}

/**
 * oa_stream_suspend() - the system goes to sleep
 * @oa: the GPU
 *
 * Process context, user space frozen. What was not read is announced as lost
 * after resume.
 */
void oa_stream_suspend(struct oa_device *oa)
{
	struct oa_stream *stream;
	u64 lost = 0;

	mutex_lock(&oa->unit_lock);
	stream = oa->stream;
	if (stream) {
		mutex_lock(&stream->lock);
		if (stream->enabled)
			oa_stream_halt(stream, &lost);
		oa->stats.lost += lost;
		/* What was to be announced still is, in one with that. */
		stream->suspend_lost = lost + stream->dropped + stream->pending.count;
		oa->platform->unit->park(&oa->unit);
		oa_stream_deconfigure(stream);
		oa_forcewake_put(&oa->uncore, stream->domains);
		mutex_unlock(&stream->lock);
	}
	mutex_unlock(&oa->unit_lock);
}

static int oa_stream_resume_locked(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	int ret = oa_forcewake_get(&oa->uncore, stream->domains);

	if (ret)
		return ret;
	oa_buffer_restore(&oa->ggtt, &stream->buffer);
	if (stream->ctx_image.vaddr)
		oa_buffer_restore(&oa->ggtt, &stream->ctx_image);
	ret = oa_stream_configure(stream);
	if (ret) {
		oa_forcewake_put(&oa->uncore, stream->domains);
		return ret;
	}
	if (stream->enabled) {
		oa_stream_run(stream);
		stream->pending.count = stream->suspend_lost;
		stream->pending.loss = stream->props.loss_records;
		WRITE_ONCE(stream->pending.type, DRM_I915_PERF_RECORD_OA_BUFFER_LOST);
	}
	return 0;
}

/**
 * oa_stream_resume() - the system woke up
 * @oa: the GPU
 *
 * Process context. Return: 0, -EIO if the GPU does not wake, -ENOMEM; the
 * stream is then dead.
 */
int oa_stream_resume(struct oa_device *oa)
{
	struct oa_stream *stream;
	int ret = 0;

	mutex_lock(&oa->unit_lock);
	stream = oa->stream;
	if (stream) {
		mutex_lock(&stream->lock);
		ret = oa_stream_resume_locked(stream);
		if (ret) {
			WRITE_ONCE(stream->dead, true);
			WRITE_ONCE(stream->enabled, false);
			oa_buffer_free(&oa->ggtt, &stream->ctx_image);
			oa_buffer_free(&oa->ggtt, &stream->buffer);
			oa->stream = NULL;
			wake_up_all(&stream->wake.wait);
		}
		mutex_unlock(&stream->lock);
	}
	mutex_unlock(&oa->unit_lock);
	return ret;
}
