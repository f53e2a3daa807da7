// SPDX-License-Identifier: GPL-2.0-only
/*
 * The GPU's clock and the computer's, read at the same moment.
 *
 * The register is read several times, each time between two readings of CLOCK_MONOTONIC. The
 * closest two readings are used: their middle is the register's time, with an error of at most half
 * their distance. abi.rst, section 13, describes the register.
 */
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <time.h>

#include "tools/common/clock.h"

/* The render time stamp, read by one access of 8 bytes */
#define TIMESTAMP_OFFSET	(0x2358 | I915_REG_READ_8B_WA)
#define TRIES			5

static u64 read_clock(clockid_t id)
{
	struct timespec now;

	clock_gettime(id, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

/* The computer's clock, which includes the time that the machine sleeps. */
u64 boottime_ns(void)
{
	return read_clock(CLOCK_BOOTTIME);
}

/**
 * clock_take() - read the clocks
 * @gpu: the GPU
 * @clocks: filled in
 *
 * Prints nothing. Return: 0 or a negative errno.
 */
int clock_take(const struct dump_gpu *gpu, struct record_clocks *clocks)
{
	struct drm_i915_reg_read reg = { .offset = TIMESTAMP_OFFSET };
	u64 from, to, width = ~0ull;
	int i, ret;

	for (i = 0; i < TRIES; i++) {
		from = read_clock(CLOCK_MONOTONIC);
		ret = driver_ioctl(gpu->fd, DRM_IOCTL_I915_REG_READ, &reg);
		to = read_clock(CLOCK_MONOTONIC);
		if (ret)
			return ret;
		if (to - from >= width)
			continue;
		width = to - from;
		clocks->monotonic_ns = from + width / 2;
		clocks->gpu_ticks = reg.val;
		/* The other clocks are needed to a millisecond only */
		clocks->boottime_ns = clocks->monotonic_ns + read_clock(CLOCK_BOOTTIME) - to;
		clocks->realtime_ns = clocks->monotonic_ns + read_clock(CLOCK_REALTIME) - to;
	}
	return 0;
}
