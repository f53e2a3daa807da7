/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A timer that was asked for, and that no longer writes reports.
 *
 * Pure functions on memory, which all tools share that read a stream.
 */
#ifndef _TOOLS_SILENCE_H_
#define _TOOLS_SILENCE_H_

#include <stdbool.h>

#include "formats/oa_types.h"

/** struct silence - how long a stream has had nothing to read */
struct silence {
	/** @limit_ns: from here on the stream is silent; 0: it may be */
	u64 limit_ns;
	/** @looked_ns: the last look at the stream, CLOCK_MONOTONIC */
	u64 looked_ns;
	/** @quiet_ns: time since there was something to read, as far as the stream was looked at */
	u64 quiet_ns;
};

void silence_begin(struct silence *silence, u64 limit_ns, u64 now_ns);
void silence_heard(struct silence *silence, u64 now_ns);
bool silence_look(struct silence *silence, u64 now_ns);
bool silence_is(const struct silence *silence);

#endif /* _TOOLS_SILENCE_H_ */
