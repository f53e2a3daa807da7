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
	/** @exact: @count is neither estimated nor a lower bound */
	bool exact;
};

u64 oa_gone_unread(struct oa_stream *stream, u32 head, u64 voided);
struct oa_gone oa_gone_overflow(struct oa_stream *stream, u64 running, u32 head, u64 voided);

#endif /* _OA_GONE_H_ */
