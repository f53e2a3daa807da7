// SPDX-License-Identifier: GPL-2.0-only
/*
 * A clock for short times.
 *
 * In user-mode Linux clock_gettime() is a system call, which takes longer than reading a
 * small buffer. The processor's own counter needs no system call.
 */
#include <sys/syscall.h>

#include "oa-bench.h"

#define CALIBRATION_NS	50000000ull
#define CALLS		2000

#ifdef __x86_64__
static u64 ticks(void)
{
	/* The counter must not be read before the timed work is done. */
	__builtin_ia32_lfence();
	return __builtin_ia32_rdtsc();
}
#else
static u64 ticks(void)
{
	return oa_now_ns();
}
#endif

static double ns_per_tick(void)
{
	u64 start = oa_now_ns(), from = ticks(), now;

	do {
		now = oa_now_ns();
	} while (now - start < CALIBRATION_NS);
	return (double)(now - start) / (ticks() - from);
}

/* Nanoseconds since an arbitrary time. */
double clock_ns(void)
{
	static double scale;

	if (!scale)
		scale = ns_per_tick();
	return ticks() * scale;
}

/* The cost of a system call that does nothing. */
double system_call_ns(void)
{
	double start = clock_ns();

	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getppid);
	return (clock_ns() - start) / CALLS;
}
