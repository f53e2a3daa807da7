// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Sections
 *
 * A section is a part of a call with the stream's lock held and inside drm_dev_enter(): the GPU is
 * present and no other call changes the stream. Unplugging waits for all sections, those of other
 * DRM devices too, so a section must not wait for user space. A page fault may wait for it: memory
 * can be backed by a FUSE file or a userfaultfd. So records are copied with faults off, and in the
 * rare case that user memory is not present, the section is left while they are copied. Ioctls copy
 * before and after theirs.
 *
 * When the section is entered again, the source of the copy may be gone: another call stopped the
 * stream, or discarded its oldest reports. Then oa_feed.change_count is another one, and the copy
 * does not count. oa_stream.reading excludes other readers meanwhile.
 *
 * The list of locks is at struct oa_device.
 */
#include <linux/cleanup.h>
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/ktime.h>
#include <linux/poll.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/uio.h>
#include <linux/vmalloc.h>

#include <drm/drm_drv.h>

#include "oa_compat.h"
#include "stream/oa_stream_priv.h"
#include "uapi/oa_uapi.h"

/* As oa_section_enter(), with the stream's lock held already; -ENODEV releases it. */
static int oa_section_enter_locked(struct oa_section *section)
{
	struct oa_stream *stream = section->stream;

	lockdep_assert_held(&stream->lock);
	section->inside = !stream->dead && drm_dev_enter(&stream->oa->drm, &section->idx);
	if (section->inside)
		return 0;
	mutex_unlock(&stream->lock);
	return -ENODEV;
}

/* Begin a section. Return 0, or -ENODEV if the GPU is gone; then the lock is not held. */
static int oa_section_enter(struct oa_section *section)
{
	mutex_lock(&section->stream->lock);
	return oa_section_enter_locked(section);
}

/*
 * Begin a section that accesses more of the GPU than the ring. If another driver released the power
 * domains, registers would read 0 and ignore writes, so wake them first. A read notices that by
 * itself (oa_recover()). A stopped unit may have lost its metric set meanwhile, so it is written
 * again. Return as oa_section_enter().
 */
int oa_section_enter_awake(struct oa_section *section)
{
	struct oa_stream *stream = section->stream;
	int ret = oa_section_enter(section);

	if (!ret && oa_forcewake_restore(stream->oa->uncore) && !stream->enabled)
		stream->config_missing = true;
	return ret;
}

/* End a section, unless it was left already. */
void oa_section_leave(struct oa_section *section)
{
	if (!section->inside)
		return;
	section->inside = false;
	drm_dev_exit(section->idx);
	mutex_unlock(&section->stream->lock);
}

/*
 * Copy a batch of records to user memory that is present. @to is advanced only if all of it was
 * copied. Never waits. Return false if memory is not present, or can't be written.
 */
bool oa_section_copy_now(const struct oa_frame *frame, struct iov_iter *to)
{
	size_t copied;

	pagefault_disable();
	copied = copy_to_iter(frame->records, frame->framed, to);
	pagefault_enable();
	if (copied == frame->framed)
		return true;
	iov_iter_revert(to, copied);
	return false;
}

/*
 * Copy a batch of records to user space, outside of the section, where it may fault. For a caller
 * that may not wait: inside, and without page faults. @to is advanced only if the copy counts.
 *
 * Return:
 * 0			the batch was copied, and the stream is as before
 * -ERESTART, -EFAULT	as oa_frame_copy_out()
 * -ESTALE		another call has changed the stream: the copy does not count
 * -ENODEV		the GPU is gone, and the section was left
 */
int oa_section_copy(struct oa_section *section, struct oa_frame *frame, struct iov_iter *to)
{
	struct oa_stream *stream = section->stream;
	const u64 changes = stream->feed.change_count;
	int ret, err;

	lockdep_assert_held(&stream->lock);
	lockdep_assert_held(&stream->reading);
	if (section->nowait) {
		pagefault_disable();
		ret = oa_frame_copy_out(frame, to);
		pagefault_enable();
		return ret;
	}
	oa_section_leave(section);
	ret = oa_frame_copy_out(frame, to);
	oa_pause();
	err = oa_section_enter(section);
	if (!err && stream->feed.change_count != changes)
		err = -ESTALE;
	if (err && !ret)
		iov_iter_revert(to, frame->framed);
	return err ?: ret;
}

/**
 * DOC: The stream file
 *
 * A stream holds a reference on the DRM device, so it outlives the DRM file that opened it, and the
 * GPU itself: when the GPU goes, calls return ENODEV.
 *
 * Facts: abi.rst 10, 11.
 */

/* Time that a blocked read or a stop polls for a report that is landing */
#define OA_LANDING_SOON_NS	(1000 * 1000ull)
/* GT resets during a DISABLE after which it keeps no more records */
#define OA_KEPT_RESETS		3

/*
 * Check for an overflow or a reset, which only registers show; unless @now, not again within
 * oa_stream.status_ns. A reset of the whole GT shows in the tail, at once. Any context.
 */
bool oa_stream_needs_recovery(struct oa_stream *stream, bool now)
{
	const u64 ns = ktime_get_ns();

	if (!now && ns - READ_ONCE(stream->last_status) < stream->status_ns)
		return false;
	WRITE_ONCE(stream->last_status, ns);
	return oa_unit_overflowed(&stream->feed) || oa_ops(stream)->reset_cleared(stream->oa->unit);
}

/* Check for records that come without a report. Any context. */
bool oa_stream_has_pending(const struct oa_stream *stream)
{
	return READ_ONCE(stream->feed.pending_type) ||
	       oa_reject_overdue(&stream->feed, ktime_get_ns());
}

/* Count the reports that can be read on a live stream, as exactly as waiters need. Any context. */
static u32 oa_stream_readable(struct oa_wake *wake)
{
	struct oa_stream *stream = container_of(wake, struct oa_stream, wake);
	struct oa_ring *ring = &stream->feed.ring;
	u32 used;

	if (wake->reports == 1 && oa_ring_next_whole(ring))
		return 1;
	if (oa_stream_has_pending(stream))
		return OA_WAKE_URGENT;
	used = oa_ring_used(ring);
	if (used == OA_RING_NO_TAIL)
		return OA_WAKE_URGENT;
	if (oa_ring_next_landed(ring, used)) {
		/* An overflow ends a wait for several reports. */
		if (wake->reports > 1 && oa_unit_overflowed(&stream->feed))
			return OA_WAKE_URGENT;
		return oa_ring_count(ring, used, wake->reports);
	}
	if (oa_stream_needs_recovery(stream, false))
		return OA_WAKE_URGENT;
	/* A read rejects a report that has been missing for too long. */
	if (used >= READ_ONCE(ring->passed) + ring->report_bytes &&
	    oa_ring_overdue(ring, ktime_get_ns()))
		return OA_WAKE_URGENT;
	return 0;
}

/* As oa_stream_readable(), by memory alone where that is enough: the deadline reads registers. */
static u32 oa_stream_readable_by_memory(struct oa_wake *wake)
{
	struct oa_stream *stream = container_of(wake, struct oa_stream, wake);

	if (wake->reports > 1)
		return oa_stream_readable(wake);
	if (oa_stream_has_pending(stream))
		return OA_WAKE_URGENT;
	return oa_ring_next_whole(&stream->feed.ring);
}

const struct oa_wake_ops oa_stream_wake_ops = {
	.readable = oa_stream_readable,
	.unmask = oa_stream_unmask_half_full,
	.poll_irq = oa_stream_poll_irq,
};

static bool oa_stream_stopped(const struct oa_stream *stream)
{
	return READ_ONCE(stream->dead) || !READ_ONCE(stream->enabled);
}

/*
 * Condition of a blocked read, evaluated with the reader on the queue: a deadline armed here finds
 * it. With @peek, reports that have landed end the wait. A read that found none for the reader
 * waits without it: those that landed since may be of no use either.
 */
static bool oa_wait_cond(struct oa_stream *stream, bool peek)
{
	struct oa_wake *wake = &stream->wake;
	bool enough;
	int idx;

	/* A reader that was woken takes the reports that there are. */
	if (oa_stream_stopped(stream) || oa_wake_ready(wake) ||
	    !drm_dev_enter(&stream->oa->drm, &idx))
		return true;
	enough = peek && oa_wake_enough(wake, oa_stream_readable_by_memory(wake), false);
	oa_pause();
	if (!enough)
		oa_wake_arm(wake);
	drm_dev_exit(idx);
	/* A ring that was half full already has woken the reader. */
	return enough || oa_wake_ready(wake);
}

/* Check whether a report is about to land. One that has been missing for long may never land. */
static bool oa_stream_landing(const struct oa_stream *stream)
{
	u64 since = READ_ONCE(stream->feed.ring.waiting_since);

	return since && ktime_get_ns() - since < OA_LANDING_SOON_NS;
}

/* Check whether a stop kept records. Without oa_stream.reading the result is a hint. */
static bool oa_stream_has_kept(const struct oa_stream *stream)
{
	return READ_ONCE(stream->kept.bytes);
}

/* Drop kept records, which count as delivered. The lock is held, and no call reads them. */
static void oa_kept_drop(struct oa_stream *stream)
{
	struct oa_stopped_records *kept = &stream->kept;
	const struct drm_i915_perf_record_header *header;
	u64 samples = 0;

	for (; kept->at < kept->bytes; kept->at += header->size) {
		header = kept->records + kept->at;
		samples += header->type == DRM_I915_PERF_RECORD_SAMPLE;
	}
	stream->feed.stats->delivered -= samples;
	stream->feed.stats->discarded += samples;
	kvfree(kept->records);
	memset(kept, 0, sizeof(*kept));
}

/* Return the room for all reports in the ring, each after a gap with records of its own. */
static size_t oa_kept_room(const struct oa_stream *stream)
{
	const struct oa_ring *ring = &stream->feed.ring;
	const size_t record = OA_FRAME_STATUS_BYTES + sizeof(struct drm_i915_perf_record_header) +
			      ring->report_bytes;
	const u32 used = oa_ring_used(ring);

	/* Reports that come meanwhile have the room of a batch. */
	return OA_FRAME_BYTES + (used == OA_RING_NO_TAIL ? 0 : used / ring->report_bytes * record);
}

/*
 * Check whether a stop that has found no data reads again. A report that is landing gets its time,
 * up to @until, which begins when all before it was kept: that may take long itself. Rejected
 * reports are announced, because no valid one will follow them.
 */
static bool oa_kept_read_again(struct oa_stream *stream, u64 *until)
{
	const u64 now = ktime_get_ns();

	if (oa_stream_landing(stream) && (!*until || now < *until)) {
		*until = *until ?: now + OA_LANDING_SOON_NS;
		usleep_range(100, 200);
		return true;
	}
	if (!stream->feed.acct.dropped)
		return false;
	oa_reject_announce(&stream->feed);
	return true;
}

/*
 * Read all data into kernel memory before a stop, with oa_stream.reading held. A later report
 * counts as after the stop. A GT that is reset again and again has a loss to read each time, so the
 * read ends after OA_KEPT_RESETS. Return 0, or -ENOMEM if the stream must not stop.
 */
static int oa_kept_fill(struct oa_section *section)
{
	struct oa_stream *stream = section->stream;
	const u64 resets = stream->feed.stats->resets;
	struct oa_stopped_records kept = { };
	struct iov_iter to;
	struct kvec vec;
	u64 until = 0;
	ssize_t got;
	bool again;

	vec.iov_len = oa_kept_room(stream);
	vec.iov_base = kvmalloc(vec.iov_len, GFP_KERNEL_ACCOUNT);
	if (!vec.iov_base)
		return -ENOMEM;
	iov_iter_kvec(&to, ITER_DEST, &vec, 1, vec.iov_len);
	do {
		got = oa_stream_read(section, &to);
		if (got > 0)
			kept.bytes += got;
		again = got > 0 || (got == -EAGAIN && oa_kept_read_again(stream, &until));
	} while (again && stream->feed.stats->resets - resets < OA_KEPT_RESETS &&
		 !fatal_signal_pending(current));
	if (kept.bytes)
		kept.records = vec.iov_base;
	else
		kvfree(vec.iov_base);
	stream->kept = kept;
	return 0;
}

/* Read kept records, with oa_stream.reading held. Page faults only if the caller may wait. */
static ssize_t oa_kept_read(struct oa_section *section, struct iov_iter *to)
{
	struct oa_stopped_records *kept = &section->stream->kept;
	const void *records = kept->records + kept->at;
	size_t whole = oa_frame_whole(records, min(kept->bytes - kept->at, iov_iter_count(to)));
	size_t copied;

	if (!whole)
		return -ENOSPC;
	if (section->nowait)
		pagefault_disable();
	copied = copy_to_iter(records, whole, to);
	if (section->nowait)
		pagefault_enable();
	if (copied < whole) {
		whole = oa_frame_whole(records, copied);
		iov_iter_revert(to, copied - whole);
		if (!whole)
			return -EFAULT;
	}
	kept->at += whole;
	if (kept->at == kept->bytes) {
		kvfree(kept->records);
		memset(kept, 0, sizeof(*kept));
	}
	return whole;
}

/* Take a lock, with a wait if the caller may wait. Return 0, -EAGAIN or -ERESTARTSYS. */
static int oa_section_lock(const struct oa_section *section, struct mutex *lock)
{
	if (section->nowait)
		return mutex_trylock(lock) ? 0 : -EAGAIN;
	return mutex_lock_interruptible(lock) ? -ERESTARTSYS : 0;
}

/* Read what there is, again if the stream has changed meanwhile. Waits for the locks alone. */
static ssize_t oa_section_read(struct oa_section *section, struct iov_iter *to)
{
	struct oa_stream *stream = section->stream;
	ssize_t ret = oa_section_lock(section, &stream->reading);

	if (ret)
		return ret;
	do {
		if (oa_stream_has_kept(stream)) {
			ret = oa_kept_read(section, to);
			break;
		}
		ret = oa_section_lock(section, &stream->lock);
		if (!ret)
			ret = oa_section_enter_locked(section);
		if (ret)
			break;
		ret = oa_stream_read(section, to);
		oa_section_leave(section);
	} while (ret == -ESTALE);
	mutex_unlock(&stream->reading);
	return ret;
}

/* Check whether a read would wait without an end. Only the timer is sure to end a wait. */
static bool oa_read_hangs(const struct file *file)
{
	const struct oa_stream *stream = file->private_data;

	return !(file->f_flags & O_NONBLOCK) && !stream->periodic && !oa_stream_has_kept(stream);
}

/* Read without a wait, or wait until there is something to read. */
static ssize_t oa_stream_read_file(struct file *file, struct iov_iter *to)
{
	struct oa_stream *stream = file->private_data;
	struct oa_section section = {
		.stream = stream,
		.look_if_none = !(file->f_flags & O_NONBLOCK),
	};
	struct wait_queue_head *wait = &stream->wake.wait;
	u64 changes;
	ssize_t got;
	int ret;

	if (oa_read_hangs(file))
		return -EIO;
	if (file->f_flags & O_NONBLOCK)
		return oa_section_read(&section, to);
	ret = wait_event_interruptible(*wait, oa_wait_cond(stream, true));
	while (!ret) {
		changes = READ_ONCE(stream->feed.change_count);
		got = oa_section_read(&section, to);
		if (got != -EAGAIN)
			return got;
		if (signal_pending(current))
			return -ERESTARTSYS;
		/* No report was consumed and one is still landing: retry soon. */
		if (READ_ONCE(stream->feed.change_count) == changes && oa_stream_landing(stream))
			usleep_range(100, 200);
		else
			ret = wait_event_interruptible(*wait, oa_wait_cond(stream, false));
	}
	return ret;
}

/* Serve read() without the cost of a kiocb. */
static ssize_t oa_fop_read(struct file *file, char __user *buffer, size_t count, loff_t *pos)
{
	struct iov_iter to;

	iov_iter_ubuf(&to, ITER_DEST, buffer, count);
	return oa_stream_read_file(file, &to);
}

static ssize_t oa_fop_read_iter(struct kiocb *iocb, struct iov_iter *to)
{
	struct oa_section section = { .stream = iocb->ki_filp->private_data, .nowait = true };
	ssize_t ret;

	if (!(iocb->ki_flags & IOCB_NOWAIT) || oa_read_hangs(iocb->ki_filp))
		return oa_stream_read_file(iocb->ki_filp, to);
	ret = oa_section_read(&section, to);
	/* io_uring reads again, in a thread that may wait. */
	return ret == -EBUSY || ret == -EFAULT ? -EAGAIN : ret;
}

/*
 * Arm the deadline for a poller that joins the queue, where an edge-triggered one stays even if
 * there is data, and for another waiter there, such as an epoll. A poller that does not wait only
 * needs the interrupt of a half-full ring.
 */
static void oa_poll_arm(struct oa_stream *stream, const struct poll_table_struct *wait, bool ready)
{
	if (oa_poll_waits(wait) || (!ready && wq_has_sleeper(&stream->wake.wait)))
		oa_wake_arm(&stream->wake);
	else if (!ready)
		oa_wake_unmask(&stream->wake);
}

/*
 * Check without the lock whether poll must confirm under it: there may be data in sight, or a look
 * is due. With WAKE_REPORTS each poll counts the reports, and past the bound one is enough.
 */
static bool oa_poll_hint(struct oa_stream *stream)
{
	struct oa_wake *wake = &stream->wake;
	const bool due = oa_wake_look_due(wake, ktime_get_ns());

	if (oa_wake_ready(wake))
		return true;
	if (wake->reports == 1)
		return due;
	if (!oa_wake_enough(wake, oa_stream_readable(wake), due && wake->bounded))
		return false;
	set_bit(OA_WAKE_LOOK_BIT, &wake->flags);
	return true;
}

/*
 * Check that a non-blocking read would return data. While another call holds a lock, it may leave
 * what it has in sight.
 */
static bool oa_poll_ready(struct oa_stream *stream)
{
	bool found;

	if (!oa_poll_hint(stream))
		return false;
	found = oa_wake_ready(&stream->wake);
	if (!mutex_trylock(&stream->reading))
		return found;
	if (mutex_trylock(&stream->lock)) {
		found = stream->dead || oa_stream_has_data(stream);
		mutex_unlock(&stream->lock);
	}
	mutex_unlock(&stream->reading);
	return found;
}

static __poll_t oa_fop_poll(struct file *file, struct poll_table_struct *wait)
{
	struct oa_stream *stream = file->private_data;
	const unsigned long left = BIT(OA_WAKE_READY_BIT) | BIT(OA_WAKE_LEFT_BIT);
	struct oa_wake *wake = &stream->wake;
	bool ready;
	int idx;

	poll_wait(file, &wake->wait, wait);
	oa_pause();
	/*
	 * A read of a dead stream fails at once, as does one after the records that a stop kept,
	 * and one of a unit that can't be started again.
	 */
	if (READ_ONCE(stream->dead) || READ_ONCE(stream->ended) || oa_stream_has_kept(stream) ||
	    (!oa_stream_stopped(stream) && oa_ggtt_wedged(stream->oa->ggtt)))
		return EPOLLIN;
	ready = (READ_ONCE(wake->flags) & left) == left;
	if (ready && (test_bit(OA_WAKE_ARMED_BIT, &wake->flags) || !oa_poll_waits(wait)))
		return EPOLLIN;
	/* This poller is on the queue now, and is woken when the stream starts or ends. */
	if (oa_stream_stopped(stream) || !drm_dev_enter(&stream->oa->drm, &idx))
		return 0;
	ready = ready || oa_poll_ready(stream);
	oa_poll_arm(stream, wait, ready);
	/* The interrupt that was just unmasked may have been due already. */
	if (!ready && oa_wake_ready(wake))
		ready = oa_poll_ready(stream);
	drm_dev_exit(idx);
	return ready ? EPOLLIN : 0;
}

static int oa_stream_disable(struct oa_section *section)
{
	struct oa_stream *stream = section->stream;
	int ret = 0;

	/* Records left by an ENABLE that failed are still there. */
	if (stream->keep_unread && stream->enabled && !oa_stream_has_kept(stream))
		ret = oa_kept_fill(section);
	if (ret)
		return ret;
	/* Before the stop wakes the pollers */
	WRITE_ONCE(stream->ended, stream->keep_unread && (stream->enabled || stream->ended));
	oa_stream_set_enabled(stream, false);
	return 0;
}

static long oa_stream_ioctl_locked(struct oa_section *section, unsigned int cmd, unsigned long arg)
{
	struct oa_stream *stream = section->stream;
	int ret;

	switch (cmd) {
	case I915_PERF_IOCTL_ENABLE:
		ret = oa_stream_restore_stopped(stream);
		if (ret)
			return ret;
		oa_stream_set_enabled(stream, true);
		if (oa_ggtt_wedged(stream->oa->ggtt))
			return -EIO;
		oa_kept_drop(stream);
		WRITE_ONCE(stream->ended, false);
		return 0;
	case I915_PERF_IOCTL_DISABLE:
		return oa_stream_disable(section);
	case I915_PERF_IOCTL_CONFIG:
		return oa_stream_set_config(stream, arg);
	default:
		return oa_fail(&stream->oa->drm, -EINVAL, "unknown stream ioctl 0x%x\n", cmd);
	}
}

static long oa_fop_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct oa_stream *stream = file->private_data;
	struct oa_section section = { .stream = stream, .look_if_none = true };
	long ret;

	/* These copy from and to user memory, outside of a section of their own. */
	if (cmd == I915_OA_IOCTL_REPORT)
		return oa_ioctl_report(stream, (void __user *)arg);
	if (cmd == I915_OA_IOCTL_WORK)
		return oa_ioctl_work(stream, (void __user *)arg);
	if (stream->keep_unread && mutex_lock_interruptible(&stream->reading))
		return -ERESTARTSYS;
	ret = oa_section_enter_awake(&section);
	if (!ret)
		ret = oa_stream_ioctl_locked(&section, cmd, arg);
	oa_section_leave(&section);
	if (stream->keep_unread)
		mutex_unlock(&stream->reading);
	return ret;
}

/* Free a stream without its hardware side, which no other call sees any more. Process context. */
void oa_stream_free(struct oa_stream *stream)
{
	oa_trim_fini(stream);
	/* A waiter may have armed the deadline just after oa_wake_stop() cancelled it. */
	hrtimer_cancel(&stream->wake.deadline);
	oa_config_put(stream->config);
	oa_context_put(stream->ctx);
	mutex_destroy(&stream->lock);
	mutex_destroy(&stream->reading);
	drm_dev_put(&stream->oa->drm);
	kvfree(stream->records);
	kvfree(stream->kept.records);
	vfree(stream->window);
	kfree(stream);
}

static int oa_fop_release(struct inode *inode, struct file *file)
{
	struct oa_stream *stream = file->private_data;
	struct oa_device *oa = stream->oa;

	scoped_guard(mutex, &oa->unit_lock) {
		guard(mutex)(&stream->lock);
		if (!stream->dead) {
			oa_kept_drop(stream);
			oa_stream_release_hw(stream);
		}
		oa->pmu_hooks->released(oa);
	}
	oa_stream_free(stream);
	return 0;
}

/* sendfile() needs a file with this function, though a stream has no position. */
static loff_t oa_fop_llseek(struct file *file, loff_t offset, int whence)
{
	return -ESPIPE;
}

const struct file_operations oa_stream_fops = {
	.owner = THIS_MODULE,
	.llseek = oa_fop_llseek,
	.read = oa_fop_read,
	.read_iter = oa_fop_read_iter,
	.splice_read = OA_SPLICE_READ,
	.poll = oa_fop_poll,
	.unlocked_ioctl = oa_fop_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.release = oa_fop_release,
};
