/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_SAMPLING_H_
#define _OA_SAMPLING_H_

#include <linux/types.h>

struct oa_config;
struct oa_device;
struct oa_stream;
struct oa_wake;

int oa_stream_configure(struct oa_stream *stream);
void oa_stream_expect_triggers(struct oa_stream *stream, const struct oa_config *config);
void oa_stream_start_unit(struct oa_stream *stream);
bool oa_stream_stop_unit(struct oa_stream *stream);
void oa_stream_set_enabled(struct oa_stream *stream, bool enabled);
void oa_stream_release_hw(struct oa_stream *stream);
int oa_stream_reprogram(struct oa_stream *stream);
void oa_stream_half_full(struct oa_device *oa);
void oa_stream_listen(struct oa_wake *wake);
void oa_stream_serve(struct oa_wake *wake);
void oa_stream_drained(struct oa_stream *stream, u64 began);
void oa_stream_detach(struct oa_device *oa);
void oa_stream_suspend(struct oa_device *oa);
int oa_stream_resume(struct oa_device *oa);

#endif /* _OA_SAMPLING_H_ */
