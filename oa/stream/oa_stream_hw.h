/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_STREAM_HW_H_
#define _OA_STREAM_HW_H_

struct oa_device;
struct oa_stream;

int oa_stream_take_unit(struct oa_stream *stream);
int oa_stream_configure(struct oa_stream *stream);
int oa_stream_reprogram(struct oa_stream *stream);
void oa_stream_release_hw(struct oa_stream *stream);
void oa_stream_detach(struct oa_device *oa);
void oa_stream_suspend(struct oa_device *oa);
int oa_stream_resume(struct oa_device *oa);

#endif /* _OA_STREAM_HW_H_ */
