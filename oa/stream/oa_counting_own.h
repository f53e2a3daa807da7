/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_COUNTING_OWN_H_
#define _OA_COUNTING_OWN_H_

#include <linux/types.h>

struct oa_device;

int oa_counting_init(struct oa_device *oa);
void oa_counting_fini(struct oa_device *oa);
int oa_counting_get(struct oa_device *oa, u32 source);
void oa_counting_put(struct oa_device *oa, u32 source);
bool oa_counting_needs_unit(const struct oa_device *oa);
void oa_counting_yield(struct oa_device *oa);
void oa_counting_suspend(struct oa_device *oa);
void oa_counting_resume(struct oa_device *oa);
void oa_counting_resumed(struct oa_device *oa);
void oa_counting_detach(struct oa_device *oa);

#endif /* _OA_COUNTING_OWN_H_ */
