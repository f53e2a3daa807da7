// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Buffer size and sampling rate
 *
 * Up to VLV the OA buffer holds at most 128 KiB, 512 reports of 256 bytes, and
 * overflows in milliseconds at rates that are nothing to Haswell's 16 MiB. So
 * the size is the largest that the report divides evenly; a rate that fills half
 * of it faster than a reader can be expected to come is refused; and a
 * waiter's deadline comes while there is room still, whatever latency it asked for.
 *
 * Facts: hardware.md 3.15; DESIGN "Wake policy".
 */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/time64.h>

#include "formats/oa_format.h"
#include "oa_compat.h"
#include "oa_irq.h"
#include "oa_platform.h"
#include "oa_props.h"
#include "oa_rate.h"

/**
 * oa_exponent_ns() - sampling period of an exponent
 * @timestamp_hz: ticks per second
 * @exponent: 0 to 31
 *
 * Pure. Return: ns, rounded up.
 */
u64 oa_exponent_ns(u32 timestamp_hz, unsigned int exponent)
{
	return DIV64_U64_ROUND_UP((2ull << exponent) * NSEC_PER_SEC, timestamp_hz);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_exponent_ns);

/**
 * oa_exponent_hz() - sampling rate of an exponent, as i915 rounds it
 * @timestamp_hz: ticks per second
 * @exponent: 0 to 31
 *
 * Pure. Return: Hz, rounded down; 0 below one.
 */
u64 oa_exponent_hz(u32 timestamp_hz, unsigned int exponent)
{
	return div64_u64(NSEC_PER_SEC, oa_exponent_ns(timestamp_hz, exponent));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_exponent_hz);

/**
 * oa_buffer_bytes() - size of the OA buffer
 * @platform: of the GPU
 * @format: of the stream
 *
 * Pure. Return: the largest size in which no report straddles the end; the
 * largest of all if there is none.
 */
u32 oa_buffer_bytes(const struct oa_platform *platform, const struct oa_report_format *format)
{
	u32 size;

	for (size = platform->buffer_max; size; size -= platform->buffer_step)
		if (size % format->bytes == 0)
			return size;
	return platform->buffer_max;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_buffer_bytes);

/**
 * oa_fill_ns() - how soon an empty buffer is full
 * @platform: of the GPU
 * @timestamp_hz: ticks per second
 * @format: of the stream
 * @exponent: of the timer
 *
 * Pure. Return: ns.
 */
u64 oa_fill_ns(const struct oa_platform *platform, u32 timestamp_hz,
	       const struct oa_report_format *format, unsigned int exponent)
{
	u32 reports = oa_buffer_bytes(platform, format) / format->bytes;

	return reports * oa_exponent_ns(timestamp_hz, exponent);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_fill_ns);

/**
 * oa_wake_period_ns() - how long a waiter may wait before it looks
 * @platform: of the GPU
 * @timestamp_hz: ticks per second
 * @props: of the stream, with a format
 *
 * Pure. Where an interrupt tells of half full, the deadline stands behind it, at
 * three quarters, for the case that it does not come. Return: ns.
 */
u64 oa_wake_period_ns(const struct oa_platform *platform, u32 timestamp_hz,
		      const struct oa_props *props)
{
	u64 fill;

	if (!props->periodic)
		return props->poll_period_ns;
	fill = oa_fill_ns(platform, timestamp_hz, props->format, props->exponent);
	return min(props->poll_period_ns, platform->irq->silent ? fill / 2 : fill / 4 * 3);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_period_ns);
