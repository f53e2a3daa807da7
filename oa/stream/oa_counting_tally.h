/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_COUNTING_TALLY_H_
#define _OA_COUNTING_TALLY_H_

#include <linux/cleanup.h>
#include <linux/types.h>

#include "stream/oa_counting_types.h"

struct oa_device;

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

#endif /* _OA_COUNTING_TALLY_H_ */
