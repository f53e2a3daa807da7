/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_SECTION_H_
#define _OA_SECTION_H_

#include <linux/types.h>

struct iov_iter;
struct oa_frame;
struct oa_stream;

/**
 * struct oa_section - a stretch of a call in which the GPU is present and the stream is locked
 *
 * Lies on the caller's stack.
 */
struct oa_section {
	/** @stream: the stream */
	struct oa_stream *stream;
	/** @idx: of drm_dev_enter() */
	int idx;
	/** @inside: entered and not left */
	bool inside;
	/** @nowait: nothing in it may sleep, fault in a page, or program the GPU anew */
	bool nowait;
};

int oa_section_enter_locked(struct oa_section *section);
int oa_section_enter(struct oa_section *section);
int oa_section_enter_awake(struct oa_section *section);
void oa_section_leave(struct oa_section *section);
bool oa_section_copy_now(const struct oa_frame *frame, struct iov_iter *to);
int oa_section_copy(struct oa_section *section, struct oa_frame *frame, struct iov_iter *to);

#endif /* _OA_SECTION_H_ */
