/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_COUNTING_H_
#define _OA_COUNTING_H_

#include <linux/types.h>

#include "stream/oa_counting_tally.h"

struct oa_device;
struct oa_meter;
struct oa_stream;

void oa_counting_on(struct oa_stream *stream);
void oa_counting_off(struct oa_device *oa);
void oa_counting_forget(struct oa_device *oa);
void oa_counting_wake(struct oa_device *oa);
void oa_counting_sleep(struct oa_device *oa);
bool oa_counting_of_nobody(struct oa_device *oa);
void oa_counting_mend_soon(struct oa_device *oa);
void oa_counting_kick(struct oa_device *oa);
void oa_counting_retry(struct oa_device *oa);
void oa_counting_use(struct oa_device *oa, u32 source, bool use);
u64 oa_counting_period_ns(struct oa_device *oa);
bool oa_counting_sample(struct oa_device *oa);

void oa_counting_start(struct oa_device *oa, struct oa_meter *meter, u64 told);
void oa_counting_update(struct oa_device *oa, struct oa_meter *meter);
void oa_counting_stop(struct oa_device *oa, struct oa_meter *meter);

#endif /* _OA_COUNTING_H_ */
