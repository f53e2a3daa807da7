/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From ticks of the GPU to ns of the computer's clock.
 */
#ifndef _OA_TRACE_TIMELINE_H_
#define _OA_TRACE_TIMELINE_H_

#include <stdbool.h>
#include <stddef.h>

#include "formats/oa_types.h"

/** struct clock_pair - the same moment on both clocks */
struct clock_pair {
	/** @ticks: of the GPU, counted on where its 36 bits wrap */
	u64 ticks;
	/** @ns: of CLOCK_MONOTONIC */
	u64 ns;
};

/** struct timeline - pairs, in the order of time */
struct timeline {
	/** @pairs: the pairs */
	struct clock_pair *pairs;
	/** @num: number of pairs */
	size_t num;
	/** @hz: ticks per second, before the first pair and after the last one */
	u32 hz;
	/** @begun: @last is the time of a report */
	bool begun;
	/** @last: time of the last report, in ticks */
	u64 last;
};

int timeline_add(struct timeline *line, u64 ticks, u64 ns);
u64 timeline_report(struct timeline *line, u64 timestamp, u8 bits);
u64 timeline_ns(const struct timeline *line, u64 ticks);
void timeline_free(struct timeline *line);

#endif /* _OA_TRACE_TIMELINE_H_ */
