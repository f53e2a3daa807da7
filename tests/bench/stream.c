// SPDX-License-Identifier: GPL-2.0-only
/*
 * Streams as a benchmark opens them.
 */
#include <math.h>

#include "oa-bench.h"

/* The platform's first format of that size, NULL if there is none. */
const struct oa_layout *layout_of(unsigned int bytes)
{
	const struct oa_facts *f = oa_facts();

	for (size_t i = 0; i < f->num_layouts; i++)
		if (f->layouts[i].bytes == bytes)
			return &f->layouts[i];
	return NULL;
}

double exponent_hz(unsigned int exponent)
{
	return oa_facts()->timestamp_hz / (double)(2ull << exponent);
}

/* Of the rates that the timer has, the nearest on a scale of ratios. */
unsigned int exponent_near(double hz)
{
	long exponent = lround(log2(oa_facts()->timestamp_hz / hz) - 1);

	return oa_exponent(exponent > 0 ? exponent : 0);
}

/* With one more property, unless that is 0; -1 and errno if it is refused. */
int bench_stream(int drm, const struct oa_layout *layout, unsigned int exponent, u64 more,
		 u64 value)
{
	const u64 props[] = {
		OA_BASE_PROPS(oa_config_selftest(drm), layout->format, exponent), more, value,
	};

	return oa_perf_open(drm, I915_PERF_FLAG_FD_CLOEXEC | I915_PERF_FLAG_FD_NONBLOCK, props,
			    ARRAY_LEN(props) - (more ? 0 : 2));
}

/*
 * Read what there is: a read that does not fill its buffer has seen the tail. Where the
 * unit is faster than the reader there is always more, so it ends by time as well.
 */
u64 drain(int stream, void *buf, size_t chunk, u64 until)
{
	u64 bytes = 0;
	ssize_t n;

	do {
		n = read(stream, buf, chunk);
		if (n > 0)
			bytes += n;
	} while (n > (ssize_t)chunk / 2 && oa_now_ns() < until);
	igt_assert_f(n > 0 || errno == EAGAIN, "read: %zd, errno %d", n, errno);
	return bytes;
}
