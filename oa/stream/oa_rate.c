// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Buffer size and sampling rate
 *
 * Up to VLV the OA buffer holds at most 128 KiB, or 512 reports of 256 bytes. At rates
 * that are nothing to Haswell's 16 MiB it overflows in milliseconds. So the driver takes
 * the largest size that is a multiple of the report. It refuses a rate that fills half of
 * the buffer before a reader can be expected to come. And a waiter's deadline comes
 * while there is still room, whatever latency the waiter asked for.
 *
 * A smaller buffer stays in the cache and is half full sooner. So a client may ask for
 * one: by its size, or as the smallest that suits the rate.
 *
 * Facts: hardware.rst 3.15; architecture.rst "Wake policy".
 */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/time64.h>

#include "formats/oa_format.h"
#include "gt/oa_irq.h"
#include "oa_compat.h"
#include "oa_platform.h"
#include "stream/oa_props_types.h"
#include "stream/oa_rate.h"

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
 * Pure. Return: Hz, rounded down; 0 below 1 Hz.
 */
u64 oa_exponent_hz(u32 timestamp_hz, unsigned int exponent)
{
	return div64_u64(NSEC_PER_SEC, oa_exponent_ns(timestamp_hz, exponent));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_exponent_hz);

static u32 oa_buffer_next(const struct oa_platform *platform, u32 size)
{
	return size + (platform->buffer_step ?: size);
}

/**
 * oa_buffer_legal() - can the OA buffer have this size?
 * @platform: of the GPU
 * @bytes: the size
 *
 * Pure.
 */
bool oa_buffer_legal(const struct oa_platform *platform, u64 bytes)
{
	u32 size;

	for (size = platform->buffer_min; size <= platform->buffer_max;
	     size = oa_buffer_next(platform, size))
		if (size == bytes)
			return true;
	return false;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_buffer_legal);

/*
 * The smallest size of at least @enough in which no report straddles the end, or else the
 * largest such size. Where no size is a multiple of the report, as with 192 bytes and powers
 * of two, reports may straddle the end.
 */
static u32 oa_buffer_for(const struct oa_platform *platform, u32 report_bytes, u64 enough)
{
	u32 size, whole = 0;

	for (size = platform->buffer_min; size <= platform->buffer_max;
	     size = oa_buffer_next(platform, size)) {
		if (size % report_bytes == 0)
			whole = size;
		if (whole >= enough)
			return whole;
	}
	if (whole)
		return whole;
	for (size = platform->buffer_min; size < platform->buffer_max && size < enough;
	     size = oa_buffer_next(platform, size))
		;
	return size;
}

/*
 * A size of which half holds the reports that the timer writes until a reader can be
 * expected to come, and those that a waiter waits for.
 */
static u64 oa_buffer_needed(u32 timestamp_hz, const struct oa_props *props)
{
	u64 patience = max(props->poll_period_ns, OA_READER_LATENCY_NS);
	u64 reports = DIV64_U64_ROUND_UP(patience, oa_exponent_ns(timestamp_hz, props->exponent));

	return 2 * props->format->bytes * max_t(u64, reports, props->wake_reports);
}

/**
 * oa_buffer_bytes() - size of the OA buffer
 * @platform: of the GPU
 * @timestamp_hz: ticks per second
 * @props: of the stream, with a format
 *
 * Pure. Return: the size that was asked for; the smallest that suits the rate, if that was
 * asked for; else the largest, because a plain client expects i915's.
 */
u32 oa_buffer_bytes(const struct oa_platform *platform, u32 timestamp_hz,
		    const struct oa_props *props)
{
	u64 enough = platform->buffer_max;

	if (props->has_buffer_size && props->buffer_size)
		return props->buffer_size;
	if (props->has_buffer_size && props->periodic)
		enough = oa_buffer_needed(timestamp_hz, props);
	return oa_buffer_for(platform, props->format->bytes, enough);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_buffer_bytes);

/**
 * oa_fill_ns() - how soon an empty buffer is full
 * @platform: of the GPU
 * @timestamp_hz: ticks per second
 * @props: of the stream, periodic, with a format
 *
 * Pure. Return: ns.
 */
u64 oa_fill_ns(const struct oa_platform *platform, u32 timestamp_hz, const struct oa_props *props)
{
	u32 reports = oa_buffer_bytes(platform, timestamp_hz, props) / props->format->bytes;

	return reports * oa_exponent_ns(timestamp_hz, props->exponent);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_fill_ns);

/**
 * oa_wake_period_ns() - how long a waiter may wait before it looks for data
 * @platform: of the GPU
 * @timestamp_hz: ticks per second
 * @props: of the stream, with a format
 *
 * Pure. Where an interrupt reports half full, the deadline comes after it, at three
 * quarters, in case the interrupt is lost. Return: ns.
 */
u64 oa_wake_period_ns(const struct oa_platform *platform, u32 timestamp_hz,
		      const struct oa_props *props)
{
	u64 fill;

	if (!props->periodic)
		return props->poll_period_ns;
	fill = oa_fill_ns(platform, timestamp_hz, props);
	return min(props->poll_period_ns, platform->irq->silent ? fill / 2 : fill / 4 * 3);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_period_ns);

/**
 * oa_newest_period_ns() - how often to look whether the oldest reports must be given up
 * @platform: of the GPU
 * @timestamp_hz: ticks per second
 * @props: of the stream, with a format
 *
 * Pure. The time in which the timer's reports fill an eighth of the buffer. Return: ns; 0 for
 * streams that give up none.
 */
u64 oa_newest_period_ns(const struct oa_platform *platform, u32 timestamp_hz,
			const struct oa_props *props)
{
	if (props->overflow != DRM_I915_OA_OVERFLOW_KEEP_NEWEST)
		return 0;
	return max(oa_fill_ns(platform, timestamp_hz, props) / 8, OA_NEWEST_PERIOD_MIN_NS);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_newest_period_ns);

/**
 * oa_newest_spare() - how many of the unread bytes must be given up
 * @size: of the buffer, bytes
 * @unread: bytes in it that were not read
 *
 * Pure. Return: if more than three quarters of the buffer are unread, the bytes above one
 * half, to be taken from the oldest; else 0.
 */
u32 oa_newest_spare(u32 size, u32 unread)
{
	return unread > size / 4 * 3 ? unread - size / 2 : 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_newest_spare);
