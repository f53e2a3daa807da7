/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_COUNTING_LOOK_H_
#define _OA_COUNTING_LOOK_H_

#include <linux/types.h>

struct oa_device;
struct oa_report_format;
struct oa_stream;

u64 oa_counting_format(const struct oa_report_format *format);
u64 oa_counting_attach(struct oa_stream *stream, u64 counts);
void oa_counting_detach_reports(struct oa_device *oa);
void oa_counting_look(struct oa_device *oa);
void oa_counting_consume(struct oa_stream *stream, u32 bytes);
bool oa_counting_unread(struct oa_device *oa);

#endif /* _OA_COUNTING_LOOK_H_ */
