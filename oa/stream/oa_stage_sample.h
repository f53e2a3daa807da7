/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_STAGE_SAMPLE_H_
#define _OA_STAGE_SAMPLE_H_

#include <linux/compiler_attributes.h>
#include <linux/types.h>

struct oa_stage_result;
struct oa_stream;

bool oa_stage_sample(struct oa_stream *stream, struct oa_stage_result *result);
__printf(2, 3) void oa_stage_say(struct oa_stage_result *result, const char *format, ...);

#endif /* _OA_STAGE_SAMPLE_H_ */
