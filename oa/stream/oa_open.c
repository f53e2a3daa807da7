// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Opening a stream
 *
 * The software and hardware sides of a stream, for an open or for the driver's own stream, which
 * counts for perf. The steps of abi.rst 6.1 are taken in the order given there, since clients rely
 * on which error they get.
 *
 * Facts: abi.rst 6.
 */
#include <linux/anon_inodes.h>
#include <linux/capability.h>
#include <linux/cleanup.h>
#include <linux/fcntl.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include <drm/drm_drv.h>
#include <drm/drm_file.h>
#include <drm/drm_managed.h>

#include "engine/oa_engine.h"
#include "oa_compat.h"
#include "oa_trace.h"
#include "stream/oa_stream_priv.h"
#include "uapi/oa_uapi.h"

static int oa_stream_alloc_buffers(struct oa_stream *stream, const struct oa_props *props)
{
	struct oa_device *oa = stream->oa;
	int ret;

	ret = oa_buffer_alloc(oa->ggtt, &stream->buffer,
			      oa_buffer_bytes(oa->platform, oa->timestamp_hz, props),
			      oa->platform->buffer_align, 0);
	/* With execlists the context has an image of its own, which comes with the engine. */
	if (ret || !stream->ctx || oa->platform->lrc)
		return ret;
	ret = oa_buffer_alloc(oa->ggtt, &stream->ctx_image, SZ_4K, SZ_4K, __GFP_ZERO);
	if (ret)
		oa_buffer_free(oa->ggtt, &stream->buffer);
	return ret;
}

/* Return the id by which the unit, or a report, names the bound context. */
static u32 oa_stream_ctx_id(const struct oa_stream *stream)
{
	const struct oa_platform *platform = stream->oa->platform;

	if (!stream->ctx)
		return 0;
	if (platform->lrc)
		return oa_lrc_report_id(platform->lrc, OA_KCTX_USER_ID);
	return oa_buffer_address(&stream->ctx_image);
}

/* Return the slice configuration that each context requests while the stream is open. */
static u32 oa_stream_rpcs(const struct oa_stream *stream, const struct oa_props *props)
{
	const struct oa_device *oa = stream->oa;
	struct oa_sseu sseu;

	if (!oa->platform->rpcs)
		return 0;
	if (props->has_sseu)
		oa_sseu_requested(&sseu, oa->topology, &props->sseu);
	else
		oa_sseu_default(&sseu, oa->topology, oa->platform->sseu_halves);
	return oa->platform->rpcs(&sseu);
}

static void oa_stream_setup_unit(struct oa_stream *stream, const struct oa_props *props)
{
	struct oa_device *oa = stream->oa;

	oa->unit->setup = (struct oa_unit_setup) {
		.base = oa_buffer_address(&stream->buffer),
		.size = stream->buffer.num_pages * PAGE_SIZE,
		.format = props->format,
		.periodic = props->periodic,
		.exponent = props->exponent,
		.single_context = stream->ctx,
		.ctx_id = oa_stream_ctx_id(stream),
		.keep_oldest = props->overflow == DRM_I915_OA_OVERFLOW_KEEP_OLDEST,
		.frequency_reports = props->frequency_reports,
		.rpcs = oa_stream_rpcs(stream, props),
	};
	oa_ring_init(&stream->feed.ring, stream->buffer.vaddr, oa->unit->setup.size,
		     props->format->bytes, oa_ops(stream)->tail, oa->unit);
	if (stream->window)
		oa_ring_set_fetch(&stream->feed.ring, stream->window, oa_memcpy_from_wc);
	oa_ring_reset(&stream->feed.ring);
	stream->feed.ring.fresh = true;
}

/* Prepare a GPU for streams. Return 0 or -ENOMEM. */
int oa_stream_init(struct oa_device *oa)
{
	oa->last = drmm_kzalloc(&oa->drm, sizeof(*oa->last), GFP_KERNEL);
	return oa->last ? 0 : -ENOMEM;
}

static u64 oa_stream_add_up_lost(const struct oa_last_stats *last)
{
	return last->lost_before + last->stats.lost + oa_stats_dropped(&last->stats);
}

/*
 * Return the reports that users' streams have lost since the bind, rejected ones included. It never
 * goes back: a batch counts when it has reached the reader. Process context, sleeps.
 */
u64 oa_stream_lost_by_all(struct oa_device *oa)
{
	guard(mutex)(&oa->unit_lock);
	if (!oa->stream)
		return oa_stream_add_up_lost(oa->last);
	guard(mutex)(&oa->stream->lock);
	return oa_stream_add_up_lost(oa->last);
}

/* Clear the counters that debugfs shows of a stream. */
static void oa_stream_clear_stats(struct oa_device *oa)
{
	int i;

	*oa->last = (struct oa_last_stats) { .lost_before = oa_stream_add_up_lost(oa->last) };
	for (i = 0; i < OA_NUM_IRQ_VERDICTS; i++)
		atomic64_set(&oa->irq->verdicts[i], 0);
	atomic64_set(&oa->irq->unannounced, 0);
}

/*
 * Set up the hardware side of a new stream, which has its metric set, with sampling off. Process
 * context, unit lock held, GPU present. Mirrors oa_stream_release_hw(). After an error all is
 * undone. Return 0, -ENOMEM, -ENOSPC, -EIO if the GPU does not work, or -EINTR after a SIGKILL.
 */
int oa_stream_acquire_hw(struct oa_stream *stream, const struct oa_props *props)
{
	struct oa_device *oa = stream->oa;
	int ret;

	stream->domains = oa_stream_domains(oa->platform->forcewake, stream->config);
	ret = oa_forcewake_get(oa->uncore, stream->domains);
	if (ret)
		return ret;
	ret = oa_stream_alloc_buffers(stream, props);
	if (ret)
		goto err_forcewake;
	oa_stream_setup_unit(stream, props);
	ret = oa_stream_quiesce_unit(stream);
	if (!ret)
		ret = oa_stream_configure(stream);
	if (ret)
		goto err_buffers;
	if (!stream->for_perf)
		oa_stream_clear_stats(oa);
	oa->stream = stream;
	return 0;

err_buffers:
	oa_buffer_free(oa->ggtt, &stream->ctx_image);
	oa_buffer_free(oa->ggtt, &stream->buffer);
err_forcewake:
	oa_forcewake_put(oa->uncore, stream->domains);
	return ret;
}

/* Allocate the records of a read, and the window for a buffer that the CPU does not cache. */
static bool oa_stream_alloc_records(struct oa_stream *stream)
{
	stream->records = kvmalloc(OA_FRAME_ALLOC, GFP_KERNEL_ACCOUNT);
	if (!stream->records || !oa_ggtt_incoherent(stream->oa->ggtt))
		return stream->records;
	/* In pages of its own it is aligned. */
	stream->window = __vmalloc(sizeof(*stream->window), GFP_KERNEL_ACCOUNT);
	if (stream->window)
		return true;
	kvfree(stream->records);
	return false;
}

/*
 * Allocate a stream without hardware; @props has a format. Process context. The caller adds the
 * metric set. Return the stream, for oa_stream_free(), or NULL without memory.
 */
struct oa_stream *oa_stream_new(struct oa_device *oa, const struct oa_props *props)
{
	struct oa_stream *stream = kzalloc(sizeof(*stream), GFP_KERNEL_ACCOUNT);

	if (!stream)
		return NULL;
	stream->oa = oa;
	if (!oa_stream_alloc_records(stream)) {
		kfree(stream);
		return NULL;
	}
	drm_dev_get(&oa->drm);
	stream->periodic = props->periodic;
	if (props->periodic)
		stream->fill_ns = oa_buffer_fill_ns(oa->platform, oa->timestamp_hz, props);
	stream->keep_unread = props->keep_unread;
	stream->loss_records = props->loss_records;
	mutex_init(&stream->reading);
	mutex_init(&stream->lock);
	stream->feed = (struct oa_feed) {
		.lock = &stream->lock,
		.drm = &oa->drm,
		.unit = oa->unit,
		.ops = oa->platform->unit,
		.format = props->format,
		.exponent = props->exponent,
		.has_half_full = oa_irq_has_event(oa->irq),
		.landing_ticks = div_u64(mul_u32_u32(oa->timestamp_hz, OA_RING_LANDING_LIMIT_NS),
					 NSEC_PER_SEC),
		.stats = &oa->last->stats,
	};
	oa_hyp_init(&stream->feed, stream->fill_ns);
	oa_hypotheses_init(&stream->commands, oa_feed_hypotheses(&stream->feed)->mode);
	oa_hypotheses_apply(&stream->commands, OA_HYP_BIT(OA_HYP_LINES));
	oa_trim_init(stream, oa_newest_period_ns(oa->platform, oa->timestamp_hz, props));
	oa_stream_init_wake(stream, props);
	return stream;
}

/* Return the platform's largest format whose reports never lie across the end of the ring. */
const struct oa_report_format *oa_largest_format(const struct oa_platform *platform)
{
	const struct oa_report_format *format, *best = NULL;

	for (format = platform->formats; format < platform->formats + platform->num_formats;
	     format++)
		if (is_power_of_2(format->bytes) && (!best || format->bytes > best->bytes))
			best = format;
	return best;
}

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

	if (props->hold_preemption && !ctx)
		return oa_fail(drm, -EINVAL, "HOLD_PREEMPTION needs CTX_HANDLE\n");
	if (!privileged && oa_open_needs_privilege(oa, props))
		return oa_fail(drm, -EACCES,
			       "stream needs CAP_PERFMON while perf_stream_paranoid is set\n");
	if (!oa_config_registry_published(oa))
		return oa_fail(drm, -EINVAL, "no sysfs metrics directory\n");
	if (!props->sample_oa)
		return oa_fail(drm, -EINVAL, "SAMPLE_OA is missing\n");
	if (oa->stream && !oa->stream->for_perf)
		return oa_fail(drm, -EBUSY, "OA unit is in use by another stream\n");
	/*
	 * The unit's counters resume from where the driver's own stream leaves them. Each such open
	 * would show what all contexts did since the last one, and stop perf's events meanwhile.
	 */
	if (!privileged && oa->pmu_hooks->needs_unit(oa))
		return oa_fail(drm, -EBUSY,
			       "OA unit counts for perf: CTX_HANDLE needs CAP_PERFMON meanwhile\n");
	if (!props->format)
		return oa_fail(drm, -EINVAL, "OA_FORMAT is missing\n");
	if (ctx && !oa_context_has_render(ctx))
		return oa_fail(drm, -ENODEV, "the context's engine map lacks render 0:0\n");
	return 0;
}

static int oa_stream_install(struct oa_stream *stream, u32 flags)
{
	const int f_flags = flags & I915_PERF_FLAG_FD_NONBLOCK ? O_NONBLOCK : 0;
	struct file *file;
	int fd;

	fd = get_unused_fd_flags(flags & I915_PERF_FLAG_FD_CLOEXEC ? O_CLOEXEC : 0);
	if (fd < 0)
		return fd;
	file = anon_inode_getfile("[i915_perf]", &oa_stream_fops, stream, O_RDONLY | f_flags);
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
	oa->unit->killable = true;
	ret = oa_stream_acquire_hw(stream, props);
	oa->unit->killable = false;
	if (ret)
		goto err_free;

	scoped_guard(mutex, &stream->lock) {
		trace_oa_open(props->format->id, props->periodic, props->exponent, config->id,
			      oa->unit->setup.ctx_id);
		oa_stream_set_enabled(stream, !(flags & I915_PERF_FLAG_DISABLED));
		ret = oa_ggtt_wedged(oa->ggtt) ? -EIO : oa_stream_install(stream, flags);
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
		if (!ctx)
			return oa_fail(&oa->drm, -ENOENT, "CTX_HANDLE: no context %u\n",
				       props->ctx_handle);
	}
	ret = oa_open_check(oa, props, ctx, privileged);
	if (ret)
		goto err_ctx;
	config = props->metrics_set > 0 ? oa_config_get(oa, props->metrics_set) : NULL;
	if (!config) {
		ret = oa_fail(&oa->drm, -EINVAL, "OA_METRICS_SET: no metric set %d\n",
			      props->metrics_set);
		goto err_ctx;
	}
	oa->pmu_hooks->yield(oa);
	ret = oa_stream_create(oa, props, flags, ctx, config);
	if (ret < 0)
		oa->pmu_hooks->released(oa);
	return ret;

err_ctx:
	oa_context_put(ctx);
	return ret;
}

/*
 * DRM_IOCTL_I915_PERF_OPEN. Return the stream's file descriptor, or the error of the first step of
 * abi.rst 6.1 that fails; -EIO if the GPU does not wake.
 */
int oa_stream_open_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	const struct drm_i915_perf_open_param *args = data;
	struct oa_device *oa = to_oa(drm);
	const struct oa_props_env env = {
		.drm = drm,
		.platform = oa->platform,
		.topology = oa->topology,
		.timestamp_hz = oa->timestamp_hz,
		.max_sample_rate = oa_sysctl_max_sample_rate(),
		.privileged = perfmon_capable(),
	};
	/* Read before the unit lock is taken: the file's lock is held while procfs is walked. */
	const bool privileged = env.privileged || !oa_sysctl_paranoid();
	struct oa_props props;
	int idx, ret;

	if (args->flags & ~(I915_PERF_FLAG_FD_CLOEXEC | I915_PERF_FLAG_FD_NONBLOCK |
			    I915_PERF_FLAG_DISABLED))
		return oa_fail(drm, -EINVAL, "unknown open flags 0x%x\n", args->flags);
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
