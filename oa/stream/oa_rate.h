/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The size of the OA buffer, how fast it fills, and the rates that a reader can bear.
 */
#ifndef _OA_RATE_H_
#define _OA_RATE_H_

#include <linux/types.h>

struct oa_platform;
struct oa_props;

/*
 * The time that a reader is granted from the wake-up at half full until it has read: an
 * ordinary process that is woken on a busy processor waits for a scheduling tick,
 * 4 ms at 250 Hz, and draining 128 KiB takes far less than the rest.
 */
#define OA_READER_LATENCY_NS	5000000ull
/* The timer of KEEP_NEWEST looks no more often than this, whatever the rate. */
#define OA_NEWEST_PERIOD_MIN_NS	100000ull

u64 oa_exponent_hz(u32 timestamp_hz, unsigned int exponent);
u64 oa_exponent_ns(u32 timestamp_hz, unsigned int exponent);
bool oa_buffer_legal(const struct oa_platform *platform, u64 bytes);
u32 oa_buffer_bytes(const struct oa_platform *platform, u32 timestamp_hz,
		    const struct oa_props *props);
u64 oa_fill_ns(const struct oa_platform *platform, u32 timestamp_hz, const struct oa_props *props);
u64 oa_newest_period_ns(const struct oa_platform *platform, u32 timestamp_hz,
			const struct oa_props *props);
u32 oa_newest_spare(u32 size, u32 unread);
u64 oa_wake_period_ns(const struct oa_platform *platform, u32 timestamp_hz,
		      const struct oa_props *props);

#endif /* _OA_RATE_H_ */
