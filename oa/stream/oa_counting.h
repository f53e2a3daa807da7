/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_COUNTING_H_
#define _OA_COUNTING_H_

#include <linux/cleanup.h>
#include <linux/types.h>

#include "stream/oa_counting_types.h"

struct oa_device;
struct oa_meter;
struct oa_stream;

/* Balances sparse's lock count, since sparse does not see that a guard unlocks. */
static inline void oa_counting_lock(struct oa_counting *c, unsigned long *flags)
{
	raw_spin_lock_irqsave(&c->lock, *flags);
	__release(&c->lock);
}

static inline void oa_counting_unlock(struct oa_counting *c, unsigned long flags)
{
	__acquire(&c->lock);
	raw_spin_unlock_irqrestore(&c->lock, flags);
}

/* guard(oa_counting)(&oa->counting): its lock, with interrupts off */
DEFINE_LOCK_GUARD_1(oa_counting, struct oa_counting, oa_counting_lock(_T->lock, &_T->flags),
		    oa_counting_unlock(_T->lock, _T->flags), unsigned long flags)

void oa_counting_rebase(struct oa_device *oa, u64 sources);
void oa_counting_tally(struct oa_device *oa, u64 sources);
void oa_counting_set(struct oa_device *oa, u64 counts);
void oa_counting_on(struct oa_stream *stream);
void oa_counting_off(struct oa_device *oa);
void oa_counting_forget(struct oa_device *oa);
void oa_counting_wake(struct oa_device *oa);
void oa_counting_sleep(struct oa_device *oa);
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
