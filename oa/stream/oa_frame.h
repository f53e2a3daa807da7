/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_FRAME_H_
#define _OA_FRAME_H_

#include <linux/types.h>

#include <uapi/drm/i915_drm.h>

#include "formats/oa_format.h"

struct drm_i915_oa_belief;
struct drm_i915_oa_loss;
struct iov_iter;
struct oa_stream;

/* Records framed between two looks at the overflow status. */
#define OA_FRAME_REPORTS	256
#define OA_FRAME_RECORD_BYTES	(8 + OA_REPORT_MAX_DWORDS * 4)
/* Two headers and a struct drm_i915_oa_loss: what may stand before the first report. */
#define OA_FRAME_STATUS_BYTES	(8 + 8 + 32)
#define OA_FRAME_BYTES		(OA_FRAME_STATUS_BYTES + OA_FRAME_REPORTS * OA_FRAME_RECORD_BYTES)
/* A record is put at the end before it is known whether there is room for it. */
#define OA_FRAME_ALLOC		(OA_FRAME_BYTES + OA_FRAME_RECORD_BYTES)

/**
 * struct oa_frame - records on their way to user space
 *
 * Guarded by the stream's lock.
 */
struct oa_frame {
	/** @records: where they are framed, OA_FRAME_ALLOC bytes */
	void *records;
	/** @room: bytes that @framed may grow to */
	size_t room;
	/** @framed: bytes of whole records */
	size_t framed;
	/** @samples: one of them, or of those before, is a sample */
	bool samples;
	/** @loss_records: a loss record follows each status record */
	bool loss_records;
	/** @faulted: user memory could not take all of them: @room is what it can take */
	bool faulted;
};

/**
 * oa_frame_payload() - where the payload of the next record goes
 * @frame: the frame
 *
 * Return: room for OA_FRAME_RECORD_BYTES less the header, whatever @frame.room says.
 */
static inline u32 *oa_frame_payload(const struct oa_frame *frame)
{
	return frame->records + frame->framed + sizeof(struct drm_i915_perf_record_header);
}

/**
 * oa_frame_record() - a record whose payload is in place becomes part of the batch
 * @frame: the frame
 * @type: DRM_I915_PERF_RECORD_* or DRM_I915_OA_RECORD_*
 * @payload: bytes of the payload
 *
 * Return: 0, or -ENOSPC.
 */
static inline int oa_frame_record(struct oa_frame *frame, u32 type, size_t payload)
{
	struct drm_i915_perf_record_header *header = frame->records + frame->framed;

	if (frame->room - frame->framed < sizeof(*header) + payload)
		return -ENOSPC;
	header->type = type;
	header->pad = 0;
	header->size = sizeof(*header) + payload;
	frame->framed += header->size;
	frame->samples |= type == DRM_I915_PERF_RECORD_SAMPLE;
	return 0;
}

void oa_frame_init(struct oa_frame *frame, const struct oa_stream *stream);
void oa_frame_begin(struct oa_frame *frame, const struct iov_iter *to, bool samples);
int oa_frame_loss(struct oa_frame *frame, u32 type, const struct drm_i915_oa_loss *loss);
int oa_frame_belief(struct oa_frame *frame, const struct drm_i915_oa_belief *belief);
size_t oa_frame_whole(const void *records, size_t bytes);
int oa_frame_copy_out(struct oa_frame *frame, struct iov_iter *to);

#endif /* _OA_FRAME_H_ */
