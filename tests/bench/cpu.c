// SPDX-License-Identifier: GPL-2.0-only
/*
 * The time for which the processors were idle.
 *
 * It is the kernel's own account of idle time, to the nanosecond. A tick-based one would
 * miss work between two ticks, and per-process times miss interrupts and timers.
 */
#include "oa-bench.h"

#define TIMER_LIST	"/proc/timer_list"
#define TEXT_MAX	(1u << 20)

static u64 sum_of(const char *text, const char *key)
{
	u64 sum = 0;

	while ((text = strstr(text, key))) {
		text = strchr(text, ':');
		igt_assert(text);
		sum += strtoull(text + 1, NULL, 10);
	}
	return sum;
}

/* The sum over all processors. */
u64 cpu_idle_ns(void)
{
	char *text = malloc(TEXT_MAX);
	u64 ns;

	igt_assert(text && oa_read_text(TIMER_LIST, text, TEXT_MAX) > 0);
	ns = sum_of(text, ".idle_sleeptime") + sum_of(text, ".iowait_sleeptime");
	free(text);
	return ns;
}
