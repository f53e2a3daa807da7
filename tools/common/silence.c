// SPDX-License-Identifier: GPL-2.0-only
/*
 * A timer that was asked for, and that no longer writes reports.
 *
 * i915 6.12 delivers no report after a reset of the whole GPU, and its stream says nothing: no
 * record, no error. A reader that waits takes that for a GPU without reports. But a timer writes
 * one in each period, so a stream that has nothing for several of them has stopped.
 *
 * A tool that was itself stopped, as by Ctrl-Z, has not looked meanwhile. So a look counts for
 * little time, however long the one before is past.
 */
#include "tools/common/silence.h"

/* More than the time between two looks of any tool */
#define LOOK_NS		500000000ull

/**
 * silence_begin() - a stream has been opened
 * @silence: filled in
 * @limit_ns: time without anything to read from which on the stream is silent; 0: it may be
 * @now_ns: CLOCK_MONOTONIC
 */
void silence_begin(struct silence *silence, u64 limit_ns, u64 now_ns)
{
	*silence = (struct silence){ .limit_ns = limit_ns, .looked_ns = now_ns };
}

/**
 * silence_heard() - something was read
 * @silence: of the stream
 * @now_ns: CLOCK_MONOTONIC
 */
void silence_heard(struct silence *silence, u64 now_ns)
{
	silence->looked_ns = now_ns;
	silence->quiet_ns = 0;
}

/**
 * silence_look() - there was nothing to read
 * @silence: of the stream
 * @now_ns: CLOCK_MONOTONIC
 *
 * Return: true if the stream has fallen silent since the last look.
 */
bool silence_look(struct silence *silence, u64 now_ns)
{
	const bool was = silence_is(silence);
	const u64 since = now_ns - silence->looked_ns;

	silence->quiet_ns += since < LOOK_NS ? since : LOOK_NS;
	silence->looked_ns = now_ns;
	return !was && silence_is(silence);
}

/* Is the stream silent? */
bool silence_is(const struct silence *silence)
{
	return silence->limit_ns && silence->quiet_ns >= silence->limit_ns;
}
