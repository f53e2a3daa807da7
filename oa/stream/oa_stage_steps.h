/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_STAGE_STEPS_H_
#define _OA_STAGE_STEPS_H_

#include <linux/types.h>

struct oa_device;
struct oa_stage_result;

bool oa_stage_registers(struct oa_device *oa, struct oa_stage_result *result);
bool oa_stage_timer(struct oa_device *oa, struct oa_stage_result *result);
bool oa_stage_context(struct oa_device *oa, struct oa_stage_result *result);
bool oa_stage_interrupts(struct oa_device *oa, struct oa_stage_result *result);

#endif /* _OA_STAGE_STEPS_H_ */
