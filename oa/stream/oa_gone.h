/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GONE_H_
#define _OA_GONE_H_

#include <linux/types.h>

struct oa_stream;

/**
 * struct oa_gone - the reports that a stopped unit leaves unread
 */
struct oa_gone {
	/** @count: how many, with those that were dropped or that the unit could not write */
	u64 count;
	/** @written: how many the unit wrote after its head */
	u64 written;
	/** @until: time up to which strobes count, 0 if nothing is known but @written */
	u64 until;
	/** @exact: @count is neither estimated nor a lower bound */
	bool exact;
};

u64 oa_gone_unread(struct oa_stream *stream, u32 head, u64 voided);
u64 oa_gone_strobes(const struct oa_stream *stream, u64 until);
struct oa_gone oa_gone_overflow(struct oa_stream *stream, u64 running, u32 head, u64 voided);

#endif /* _OA_GONE_H_ */
