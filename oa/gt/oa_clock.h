/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_CLOCK_H_
#define _OA_CLOCK_H_

#include <linux/types.h>

struct oa_uncore;

u32 oa_clock_gen9(struct oa_uncore *uncore);
u32 oa_clock_gen9_lp(struct oa_uncore *uncore);
u32 oa_clock_gen11(struct oa_uncore *uncore);

#endif /* _OA_CLOCK_H_ */
