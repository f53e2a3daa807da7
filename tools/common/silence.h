/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Detection of a timer that no longer writes reports.
 *
 * Pure functions on memory, shared by all tools that read a stream.
 */
#ifndef _TOOLS_SILENCE_H_
#define _TOOLS_SILENCE_H_

#include <stdbool.h>

#include "formats/oa_types.h"

/** struct silence - time for which a stream has had nothing to read */
struct silence {
	/** @limit_ns: time after which a stream is silent; 0: never */
	u64 limit_ns;
	/** @checked_ns: the last check of the stream, CLOCK_MONOTONIC */
	u64 checked_ns;
	/** @quiet_ns: time since something was read, as far as checks cover it */
	u64 quiet_ns;
};

/* Room for the text of silence_at_end() */
#define SILENCE_TEXT_BYTES	64

void silence_at_end(char text[SILENCE_TEXT_BYTES], u64 quiet_ns);
void silence_begin(struct silence *silence, u64 limit_ns, u64 now_ns);
void silence_heard(struct silence *silence, u64 now_ns);
bool silence_check(struct silence *silence, u64 now_ns);
bool silence_is(const struct silence *silence);

#endif /* _TOOLS_SILENCE_H_ */
