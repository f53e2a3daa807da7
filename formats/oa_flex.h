/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Flexible EU events, gen8 and later: the registers that choose the events of A7 to A20.
 */
#ifndef _FORMATS_OA_FLEX_H_
#define _FORMATS_OA_FLEX_H_

#include "formats/oa_types.h"

#define OA_FLEX_NUM_REGS	7u

/* EU_PERF_CNT_CTL0 to 6, in the order of the context image */
extern const u32 oa_flex_regs[OA_FLEX_NUM_REGS];

#endif /* _FORMATS_OA_FLEX_H_ */
