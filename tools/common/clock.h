/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The GPU's clock and the computer's, read at the same moment.
 */
#ifndef _TOOLS_CLOCK_H_
#define _TOOLS_CLOCK_H_

#include "tools/common/dump_gpu.h"
#include "tools/common/recording.h"

/* Time between two pairs while a stream is read */
#define CLOCK_PERIOD_NS	1000000000ull

u64 boottime_ns(void);
int clock_take(const struct dump_gpu *gpu, struct record_clocks *clocks);

#endif /* _TOOLS_CLOCK_H_ */
