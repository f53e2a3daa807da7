// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Sections
 *
 * The stream's lock and drm_dev_enter() go together: inside, the GPU is present and nobody
 * else changes the stream. Unplugging waits for all sections, those of other DRM devices too, so
 * nothing in one may wait for user space. A page fault may: memory can be backed by
 * a FUSE file or a userfaultfd. So records are copied with faults off, and where user memory is
 * not there, which is rare, the section is left while they are copied.
 *
 * What the copy was made from may be gone when the section is entered again: somebody stopped
 * the stream, or gave up its oldest reports. @oa_stream.era then has changed, and the copy counts
 * for nothing. oa_stream.reading keeps other readers away meanwhile.
 *
 * Facts: architecture.rst "Locks".
 */
#include <linux/uaccess.h>
#include <linux/uio.h>

#include <drm/drm_drv.h>

#include "gt/oa_forcewake.h"
#include "gt/oa_uncore.h"
#include "oa_compat.h"
#include "stream/oa_frame.h"
#include "stream/oa_section.h"
#include "stream/oa_stream_types.h"

/**
 * oa_section_enter_locked() - begin a section with the stream's lock held already
 * @section: the section, @stream set
 *
 * Process context. Return: 0, or -ENODEV if the GPU is gone; then the lock is released.
 */
int oa_section_enter_locked(struct oa_section *section)
{
	struct oa_stream *stream = section->stream;

	lockdep_assert_held(&stream->lock);
	section->inside = !stream->dead && drm_dev_enter(&stream->oa->drm, &section->idx);
	if (section->inside)
		return 0;
	mutex_unlock(&stream->lock);
	return -ENODEV;
}

/**
 * oa_section_enter() - begin a section
 * @section: the section, @stream set
 *
 * Process context; sleeps. Return: 0, or -ENODEV if the GPU is gone; then the lock is not held.
 */
int oa_section_enter(struct oa_section *section)
{
	mutex_lock(&section->stream->lock);
	return oa_section_enter_locked(section);
}

/**
 * oa_section_enter_awake() - begin a section that does more to the GPU than to look at the ring
 * @section: the section, @stream set
 *
 * As oa_section_enter(). Where power wells were let go by another driver, registers would read 0
 * and writes go nowhere. A read notices that by itself (oa_recover()), everything else here.
 */
int oa_section_enter_awake(struct oa_section *section)
{
	int ret = oa_section_enter(section);

	if (!ret)
		oa_forcewake_restore(&section->stream->oa->uncore);
	return ret;
}

/**
 * oa_section_leave() - end a section
 * @section: the section; nothing happens if it was left already
 *
 * Process context.
 */
void oa_section_leave(struct oa_section *section)
{
	if (!section->inside)
		return;
	section->inside = false;
	drm_dev_exit(section->idx);
	mutex_unlock(&section->stream->lock);
}

/**
 * oa_section_copy_now() - copy a batch of records to user memory that is there
 * @frame: the batch
 * @to: where to; advanced only if all of it was copied
 *
 * Process context, inside of a section; never waits. Return: false if memory is not there, or
 * can't be written.
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

/* A caller that may not wait stays inside, but takes no page fault. */
static int oa_section_copy_nowait(struct oa_frame *frame, struct iov_iter *to)
{
	int ret;

	pagefault_disable();
	ret = oa_frame_copy_out(frame, to);
	pagefault_enable();
	return ret;
}

/**
 * oa_section_copy() - copy a batch of records to user space, outside of the section
 * @section: the section
 * @frame: the batch
 * @to: where to; advanced only if the copy counts
 *
 * Process context, oa_stream.reading held; may fault. Return: 0, and nothing has changed but user
 * memory; -ERESTART, -EFAULT as oa_frame_copy_out(); -ESTALE if the stream has changed, so that
 * the batch does not count; -ENODEV if the GPU is gone: then the section is left.
 */
int oa_section_copy(struct oa_section *section, struct oa_frame *frame, struct iov_iter *to)
{
	struct oa_stream *stream = section->stream;
	const u64 era = stream->era;
	int ret, err;

	lockdep_assert_held(&stream->lock);
	lockdep_assert_held(&stream->reading);
	if (section->nowait)
		return oa_section_copy_nowait(frame, to);
	oa_section_leave(section);
	ret = oa_frame_copy_out(frame, to);
	oa_pause();
	err = oa_section_enter(section);
	if (!err && stream->era != era)
		err = -ESTALE;
	if (err && !ret)
		iov_iter_revert(to, frame->framed);
	return err ?: ret;
}
