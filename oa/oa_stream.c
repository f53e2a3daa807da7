// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The stream file
 *
 * A stream holds a reference on the DRM device, so it outlives the DRM file it was
 * opened through and the GPU itself: when the GPU goes, what is left of the file
 * answers ENODEV.
 *
 * Facts: ABI contract 10, 11.
 */
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/ktime.h>
#include <linux/poll.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include <drm/drm_drv.h>
#include <drm/drm_print.h>
#include <uapi/drm/i915_drm.h>
#include <uapi/drm/i915_oa.h>

#include "oa_compat.h"
#include "oa_config.h"
#include "oa_context.h"
#include "oa_device.h"
#include "oa_forcewake.h"
#include "oa_loss.h"
#include "oa_map.h"
#include "oa_platform.h"
#include "oa_stream.h"
#include "oa_stream_domains.h"
#include "oa_unit.h"

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
	struct oa_wake *wake = &stream->wake;
	bool enough;
	int idx;

	if (oa_stream_idle(stream) || !drm_dev_enter(&stream->oa->drm, &idx))
		return true;
	/* Who was woken takes what there is. */
	enough = oa_wake_enough(wake, oa_stream_waiting(wake), oa_wake_ready(wake));
	if (!enough)
		oa_wake_arm(wake);
	drm_dev_exit(idx);
	return enough;
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
 * tick would have come looks itself. Who wants many reports gets them at once.
 */
static bool oa_stream_look(struct oa_stream *stream)
{
	struct oa_wake *wake = &stream->wake;
	u64 now = ktime_get_ns();
	bool late = now - READ_ONCE(stream->looked) >= wake->period_ns;

	if (!late && wake->reports == 1)
		return false;
	if (late)
		WRITE_ONCE(stream->looked, now);
	if (oa_wake_enough(wake, oa_stream_waiting(wake), late && wake->bounded))
		set_bit(OA_WAKE_READY_BIT, &wake->flags);
	return oa_wake_ready(wake);
}

/*
 * What is published does not need a call to be read, so only a reader that has come to
 * its end asks for more.
 */
static __poll_t oa_stream_poll_map(struct oa_stream *stream)
{
	int ret = 0, idx;

	if (oa_map_unread(stream->map))
		return EPOLLIN;
	if (oa_stream_idle(stream) || !drm_dev_enter(&stream->oa->drm, &idx))
		return 0;
	/* Who wants many has none published before. */
	if (stream->wake.reports > 1 && !oa_stream_look(stream)) {
		oa_wake_arm(&stream->wake);
		drm_dev_exit(idx);
		return 0;
	}
	clear_bit(OA_WAKE_READY_BIT, &stream->wake.flags);
	mutex_lock(&stream->lock);
	if (!stream->dead && stream->enabled)
		ret = oa_map_sync(stream);
	mutex_unlock(&stream->lock);
	if (!ret && !oa_map_unread(stream->map))
		oa_wake_arm(&stream->wake);
	drm_dev_exit(idx);
	if (ret)
		return EPOLLERR;
	return oa_map_unread(stream->map) ? EPOLLIN : 0;
}

static __poll_t oa_fop_poll(struct file *file, struct poll_table_struct *wait)
{
	struct oa_stream *stream = file->private_data;
	bool ready;
	int idx;

	poll_wait(file, &stream->wake.wait, wait);
	/* A read of what is left of it fails at once, which is worth knowing. */
	if (READ_ONCE(stream->dead))
		return EPOLLIN;
	if (stream->map)
		return oa_stream_poll_map(stream);
	/* Who is on the queue now is woken when the GPU is gone. */
	if (!drm_dev_enter(&stream->oa->drm, &idx))
		return 0;
	ready = oa_wake_ready(&stream->wake) ||
		(!oa_stream_idle(stream) && oa_stream_look(stream));
	if (!ready) {
		oa_wake_arm(&stream->wake);
		ready = oa_wake_ready(&stream->wake);
	}
	drm_dev_exit(idx);
	return ready ? EPOLLIN : 0;
}

/* What another metric set needs besides stays awake until the stream closes, to be put back. */
static int oa_stream_wake_for(struct oa_stream *stream, const struct oa_config *config)
{
	struct oa_device *oa = stream->oa;
	u32 more = oa_stream_domains(oa->platform->forcewake, config) & ~stream->domains;
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
	    !(platform->unit->reset_took(&stream->oa->unit) & OA_UNIT_LOST_CONTEXT))
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
	case I915_OA_IOCTL_SYNC:
		return oa_map_sync(stream);
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

/**
 * oa_stream_free() - nobody knows the stream any more
 * @stream: it, its hardware side taken down
 *
 * Process context.
 */
void oa_stream_free(struct oa_stream *stream)
{
	oa_newest_fini(stream);
	oa_wake_fini(&stream->wake);
	oa_map_destroy(stream->map);
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

static int oa_fop_mmap(struct file *file, struct vm_area_struct *vma)
{
	return oa_map_mmap(file->private_data, vma);
}

/* What a stream's file descriptor does */
const struct file_operations oa_stream_fops = {
	.owner = THIS_MODULE,
	/* Without it there is no sendfile(); the position means nothing. */
	.llseek = noop_llseek,
	.read_iter = oa_fop_read_iter,
	.splice_read = OA_SPLICE_READ,
	.poll = oa_fop_poll,
	.mmap = oa_fop_mmap,
	.unlocked_ioctl = oa_fop_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.release = oa_fop_release,
};
