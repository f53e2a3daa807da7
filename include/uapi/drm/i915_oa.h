/* SPDX-License-Identifier: MIT */
/*
 * What i915-oa offers beyond the i915 perf ABI. A plain i915 perf client never
 * needs this header. The numbers stay far from those that i915 may still take.
 */
#ifndef _UAPI_I915_OA_H_
#define _UAPI_I915_OA_H_

#include <linux/ioctl.h>
#include <linux/types.h>

/**
 * enum drm_i915_oa_ext_format - report formats without an i915 name
 */
enum drm_i915_oa_ext_format {
	/** @I915_OA_FORMAT_HSW_A29_B8_C8: Haswell, Counter Select 011, 192 bytes */
	I915_OA_FORMAT_HSW_A29_B8_C8 = 0x1000,
	/** @I915_OA_FORMAT_SNB_A13: Sandybridge, 000, 64 bytes, counters in descending rows */
	I915_OA_FORMAT_SNB_A13 = 0x1001,
	/** @I915_OA_FORMAT_SNB_A29: Sandybridge, 001, 128 bytes */
	I915_OA_FORMAT_SNB_A29 = 0x1002,
	/** @I915_OA_FORMAT_SNB_A13_B4: Sandybridge, 010, 128 bytes */
	I915_OA_FORMAT_SNB_A13_B4 = 0x1003,
	/** @I915_OA_FORMAT_SNB_A29_B4: Sandybridge, 011, 192 bytes */
	I915_OA_FORMAT_SNB_A29_B4 = 0x1004,
	/** @I915_OA_FORMAT_IVB_A13_B4: Ivybridge and Valleyview, 010, 128 bytes */
	I915_OA_FORMAT_IVB_A13_B4 = 0x1005,
	/** @I915_OA_FORMAT_IVB_A29_B4: Ivybridge and Valleyview, 011, 192 bytes */
	I915_OA_FORMAT_IVB_A29_B4 = 0x1006,
	/** @I915_OA_FORMAT_IVB_A45_B4: Ivybridge and Valleyview, 101, 256 bytes */
	I915_OA_FORMAT_IVB_A45_B4 = 0x1007,
	/** @I915_OA_FORMAT_IVB_A16: Ivybridge and Valleyview, 110, 128 bytes, A29 to A44 */
	I915_OA_FORMAT_IVB_A16 = 0x1008,
};

/**
 * enum drm_i915_oa_ext_property - properties of DRM_IOCTL_I915_PERF_OPEN
 */
enum drm_i915_oa_ext_property {
	/**
	 * @DRM_I915_OA_PROP_LOSS_RECORDS: 1 asks for a
	 * DRM_I915_OA_RECORD_LOSS behind each lost-status record, 0 (default)
	 * does not. Other values are refused with EINVAL.
	 */
	DRM_I915_OA_PROP_LOSS_RECORDS = 0x1000,
	/**
	 * @DRM_I915_OA_PROP_KEEP_OLDEST: 1 lets the unit stop at a full buffer
	 * and resume as it is read, so that what was written first is kept;
	 * the gap is announced with REPORT_LOST. 0 (default) is i915's way: a
	 * full buffer is dropped whole, announced with BUFFER_LOST. Other
	 * values, or a platform without that mode, are refused with EINVAL.
	 */
	DRM_I915_OA_PROP_KEEP_OLDEST = 0x1001,
	/**
	 * @DRM_I915_OA_PROP_BUFFER_SIZE: bytes of the OA buffer. SNB, IVB and
	 * VLV: a multiple of 16 KiB up to 128 KiB; others: a power of two from
	 * 128 KiB to 16 MiB; else EINVAL. 0: the smallest of which half holds
	 * what the timer writes in POLL_OA_PERIOD, but at least in 5 ms, and
	 * WAKE_REPORTS; the largest without OA_EXPONENT. Without this property
	 * it is the largest.
	 */
	DRM_I915_OA_PROP_BUFFER_SIZE = 0x1002,
};

/**
 * enum drm_i915_oa_record_type - record types beyond i915's
 */
enum drm_i915_oa_record_type {
	/** @DRM_I915_OA_RECORD_LOSS: struct drm_i915_oa_loss follows the header */
	DRM_I915_OA_RECORD_LOSS = 0x1000,
};

/* drm_i915_oa_loss.flags: @count is exact; without it, it is the least number. */
#define DRM_I915_OA_LOSS_EXACT	(1u << 0)

/**
 * struct drm_i915_oa_loss - payload of DRM_I915_OA_RECORD_LOSS
 */
struct drm_i915_oa_loss {
	/** @count: reports the unit wrote or skipped that will not be delivered */
	__u64 count;
	/** @after: raw timestamp of the last report before the gap, 0 if none */
	__u64 after;
	/** @before: raw timestamp of the first report behind the gap, 0 if not known yet */
	__u64 before;
	/** @flags: DRM_I915_OA_LOSS_* */
	__u32 flags;
	/** @pad: 0 */
	__u32 pad;
};

/*
 * drm_i915_oa_report.flags: take the report in the context that the stream is bound
 * to, instead of the driver's own.
 */
#define DRM_I915_OA_REPORT_BOUND	(1u << 0)

/**
 * struct drm_i915_oa_report - argument of I915_OA_IOCTL_REPORT
 */
struct drm_i915_oa_report {
	/** @flags: in: DRM_I915_OA_REPORT_* */
	__u32 flags;
	/** @report_id: in: what the report carries in its first dword */
	__u32 report_id;
	/** @ptr: in: address of the buffer that receives the report */
	__u64 ptr;
	/** @size: in: bytes of the buffer; out: bytes of the report */
	__u32 size;
	/** @pad: 0 */
	__u32 pad;
};

/*
 * On an enabled stream: take a report now, by MI_REPORT_PERF_COUNT in the command
 * stream of a GPU context, in the stream's format. It does not pass through the
 * OA buffer, and has no reason: its first dword is @report_id.
 */
#define I915_OA_IOCTL_REPORT	_IOWR('i', 0x50, struct drm_i915_oa_report)

/**
 * struct drm_i915_oa_counters - argument of I915_OA_IOCTL_COUNTERS
 */
struct drm_i915_oa_counters {
	/** @before: time stamp before the first counter was read */
	__u64 before;
	/** @after: time stamp after the last one was */
	__u64 after;
	/** @a_mask: bit n: @a[n] was read */
	__u64 a_mask;
	/** @a_free_mask: bit n: @a_free[n] was read */
	__u64 a_free_mask;
	/** @b_mask: bit n: @b[n] was read */
	__u32 b_mask;
	/** @c_mask: bit n: @c[n] was read */
	__u32 c_mask;
	/** @gpu_ticks: render clocks, 0 where they can't be read */
	__u32 gpu_ticks;
	/** @pad: 0 */
	__u32 pad;
	/** @a: A counters, 40 bits from Broadwell on but for A32 to A35 */
	__u64 a[48];
	/** @a_free: copies that count whether a stream samples or not, Gen9 and Gen11 */
	__u64 a_free[48];
	/** @b: B counters */
	__u32 b[8];
	/** @c: C counters */
	__u32 c[8];
};

/*
 * On a stream, enabled or not: read the OA unit's counters as registers. They are read
 * one after the other while they run, between @before and @after.
 */
#define I915_OA_IOCTL_COUNTERS	_IOR('i', 0x51, struct drm_i915_oa_counters)

#endif /* _UAPI_I915_OA_H_ */
