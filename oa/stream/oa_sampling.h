/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_SAMPLING_H_
#define _OA_SAMPLING_H_

#include <linux/types.h>

struct oa_config;
struct oa_device;
struct oa_stream;
struct oa_wake;

void oa_stream_expect_triggers(struct oa_stream *stream, const struct oa_config *config);
void oa_stream_irq_enable(struct oa_stream *stream);
void oa_stream_irq_disable(struct oa_stream *stream);
void oa_stream_start_unit(struct oa_stream *stream);
bool oa_stream_stop_unit(struct oa_stream *stream);
void oa_stream_run(struct oa_stream *stream);
void oa_stream_halt(struct oa_stream *stream, u64 *unread);
void oa_stream_set_enabled(struct oa_stream *stream, bool enabled);
void oa_stream_half_full(struct oa_device *oa);
void oa_stream_listen(struct oa_wake *wake);
void oa_stream_serve(struct oa_wake *wake);
void oa_stream_drained(struct oa_stream *stream, u64 began, u64 now);

#endif /* _OA_SAMPLING_H_ */
