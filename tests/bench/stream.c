// SPDX-License-Identifier: GPL-2.0-only
/*
 * Streams as a benchmark opens them.
 */
#include <math.h>

#include "oa-bench.h"

/* The platform's first format of that size; NULL if there is none. */
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

/* The timer rate that is nearest by ratio. */
unsigned int exponent_near(double hz)
{
	long exponent = lround(log2(oa_facts()->timestamp_hz / hz) - 1);

	return oa_exponent(exponent > 0 ? exponent : 0);
}

/* Sum up every dword, as a real client might: the same loop for all readers. */
__attribute__((noinline)) void touch_all(const void *from, size_t bytes)
{
	static volatile u32 sink;
	const u32 *dwords = from;
	u32 sum = 0;

	for (size_t i = 0; i < bytes / sizeof(u32); i++)
		sum += dwords[i];
	sink = sum;
	(void)sink;
}

/*
 * Read all reports: a read that does not fill its buffer has reached the tail. If the
 * unit is faster than the reader there are always more, so time ends the loop as well.
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
