// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Records
 *
 * Records are framed in a batch, a few hundred at most, so that a report is still
 * in the cache when it is judged, copied out and made blank, and so that user memory is
 * opened and the unit asked only once for many reports. If user memory takes only a part of a
 * batch, the batch is framed a second time, with as many whole records as got there.
 *
 * Status records stand at the start of a read: a read that meets a gap after
 * reports that it has framed already ends there.
 *
 * Facts: abi.rst 10.2, 10.3.
 */
#include <linux/uio.h>

#include <uapi/drm/i915_drm.h>
#include <uapi/drm/i915_oa.h>

#include "oa_compat.h"
#include "stream/oa_frame.h"
#include "stream/oa_stream_types.h"

/**
 * oa_frame_init() - a read begins
 * @frame: to initialise
 * @stream: the stream that is read
 *
 * Process context, stream lock held until the last use of @frame.
 */
void oa_frame_init(struct oa_frame *frame, const struct oa_stream *stream)
{
	lockdep_assert_held(&stream->lock);
	*frame = (struct oa_frame) {
		.records = stream->records,
		.loss_records = stream->props.loss_records,
	};
}

/**
 * oa_frame_begin() - a batch begins, empty
 * @frame: the frame
 * @to: where it will be copied
 * @samples: this read has copied a sample already
 */
void oa_frame_begin(struct oa_frame *frame, const struct iov_iter *to, bool samples)
{
	frame->framed = 0;
	frame->samples = samples;
	if (!frame->faulted)
		frame->room = min_t(size_t, iov_iter_count(to), OA_FRAME_BYTES);
}

/**
 * oa_frame_loss() - a status record, and the loss record that belongs to it: both or none
 * @frame: the frame
 * @type: DRM_I915_PERF_RECORD_OA_REPORT_LOST or _BUFFER_LOST
 * @loss: payload of the loss record
 *
 * Return: 0; -ENOSPC if there is no room, or this read holds a sample.
 */
int oa_frame_loss(struct oa_frame *frame, u32 type, const struct drm_i915_oa_loss *loss)
{
	const size_t framed = frame->framed;
	int ret = frame->samples ? -ENOSPC : oa_frame_record(frame, type, 0);

	if (ret || !frame->loss_records)
		return ret;
	memcpy(oa_frame_payload(frame), loss, sizeof(*loss));
	ret = oa_frame_record(frame, DRM_I915_OA_RECORD_LOSS, sizeof(*loss));
	if (ret)
		frame->framed = framed;
	return ret;
}

/**
 * oa_frame_belief() - a record that says what is believed of hardware now
 * @frame: the frame
 * @belief: its payload
 *
 * Return: 0; -ENOSPC if there is no room, or this read holds a sample.
 */
int oa_frame_belief(struct oa_frame *frame, const struct drm_i915_oa_belief *belief)
{
	if (frame->samples)
		return -ENOSPC;
	memcpy(oa_frame_payload(frame), belief, sizeof(*belief));
	return oa_frame_record(frame, DRM_I915_OA_RECORD_BELIEF, sizeof(*belief));
}

/**
 * oa_frame_whole() - how much of a part of records are whole ones
 * @records: the records, at least @bytes of them
 * @bytes: the part
 *
 * Pure. Return: bytes of the records that end within @bytes.
 */
size_t oa_frame_whole(const void *records, size_t bytes)
{
	const struct drm_i915_perf_record_header *header;
	size_t whole = 0;

	while (whole < bytes) {
		header = records + whole;
		if (whole + header->size > bytes)
			break;
		whole += header->size;
	}
	return whole;
}

/**
 * oa_frame_copy_out() - copy the batch to user space, whole
 * @frame: the frame
 * @to: where to; advanced only if all of it was copied
 *
 * Process context; may fault. Return: 0; -ERESTART if the batch must be framed again, with
 * less room; -EFAULT if no record could be copied, or user memory faults again.
 */
int oa_frame_copy_out(struct oa_frame *frame, struct iov_iter *to)
{
	size_t copied = copy_to_iter(frame->records, frame->framed, to), whole;

	if (copied == frame->framed)
		return 0;
	iov_iter_revert(to, copied);
	whole = oa_frame_whole(frame->records, copied);
	if (!whole || frame->faulted)
		return -EFAULT;
	frame->room = whole;
	frame->faulted = true;
	return -ERESTART;
}
