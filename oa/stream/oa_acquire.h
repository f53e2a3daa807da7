/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_ACQUIRE_H_
#define _OA_ACQUIRE_H_

struct oa_device;
struct oa_platform;
struct oa_props;
struct oa_report_format;
struct oa_stream;

const struct oa_report_format *oa_largest_format(const struct oa_platform *platform);
struct oa_stream *oa_stream_new(struct oa_device *oa, const struct oa_props *props);
int oa_stream_acquire_hw(struct oa_stream *stream);

#endif /* _OA_ACQUIRE_H_ */
