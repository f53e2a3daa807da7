// SPDX-License-Identifier: GPL-2.0-only
/*
 * tsc: prints the frequency of this machine's time-stamp counter in kHz, for the command line of
 * a guest whose emulated processors show that counter.
 *
 * A guest's kernel that measures it can be stopped meanwhile by a busy host. Here only those
 * readings of the counter count that lie between two of the clock which are almost the same.
 */
#include <stdio.h>
#include <time.h>
#include <x86intrin.h>

#define INTERVAL_NS	50000000
#define CLOSE_NS	1000
#define TRIES		100000

static unsigned long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

/* Read both as near to each other as they come, at once if they are near enough */
static void moment(unsigned long long *ns, unsigned long long *ticks)
{
	unsigned long long before, counter, after, least = ~0ull;
	int i;

	for (i = 0; i < TRIES && least > CLOSE_NS; i++) {
		before = now();
		counter = __rdtsc();
		after = now();
		if (after - before < least) {
			least = after - before;
			*ns = before + least / 2;
			*ticks = counter;
		}
	}
}

int main(void)
{
	const struct timespec interval = { .tv_nsec = INTERVAL_NS };
	unsigned long long ns[2], ticks[2];

	moment(&ns[0], &ticks[0]);
	nanosleep(&interval, NULL);
	moment(&ns[1], &ticks[1]);
	printf("%.0f\n", (ticks[1] - ticks[0]) * 1e6 / (ns[1] - ns[0]));
	return 0;
}
