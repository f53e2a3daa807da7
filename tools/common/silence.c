// SPDX-License-Identifier: GPL-2.0-only
/*
 * Detection of a timer that no longer writes reports.
 *
 * i915 6.12 delivers no report after a reset of the whole GPU, and announces the reset neither by a
 * record nor by an error. But the timer writes a report in each period, so a stream that has none
 * for several periods has stopped.
 *
 * A tool that was itself stopped, as by Ctrl-Z, did not check meanwhile. So the time between two
 * checks counts up to a limit.
 */
#include <stdio.h>

#include "tools/common/silence.h"

/* More than the time between two checks of any tool */
#define CHECK_NS	500000000ull

/**
 * silence_at_end() - describe the end of a run within a silence
 * @text: filled in
 * @quiet_ns: time without a report
 */
void silence_at_end(char text[SILENCE_TEXT_BYTES], u64 quiet_ns)
{
	snprintf(text, SILENCE_TEXT_BYTES, "the stream was silent at its end, for %.1f s",
		 (double)quiet_ns / 1e9);
}

/**
 * silence_begin() - begin to check a new stream
 * @silence: filled in
 * @limit_ns: time with nothing to read after which the stream is silent; 0: never
 * @now_ns: CLOCK_MONOTONIC
 */
void silence_begin(struct silence *silence, u64 limit_ns, u64 now_ns)
{
	*silence = (struct silence){ .limit_ns = limit_ns, .checked_ns = now_ns };
}

/**
 * silence_heard() - note that something was read
 * @silence: of the stream
 * @now_ns: CLOCK_MONOTONIC
 */
void silence_heard(struct silence *silence, u64 now_ns)
{
	silence->checked_ns = now_ns;
	silence->quiet_ns = 0;
}

/**
 * silence_check() - note that there was nothing to read
 * @silence: of the stream
 * @now_ns: CLOCK_MONOTONIC
 *
 * Return: true if the stream has become silent since the last check.
 */
bool silence_check(struct silence *silence, u64 now_ns)
{
	const bool was = silence_is(silence);
	const u64 since = now_ns - silence->checked_ns;

	silence->quiet_ns += since < CHECK_NS ? since : CHECK_NS;
	silence->checked_ns = now_ns;
	return !was && silence_is(silence);
}

/* Check whether the stream is silent. */
bool silence_is(const struct silence *silence)
{
	return silence->limit_ns && silence->quiet_ns >= silence->limit_ns;
}
