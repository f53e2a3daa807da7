/* SPDX-License-Identifier: MIT */
/*
 * The extensions of i915-oa to the i915 perf ABI. A plain i915 perf client never
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
 * enum drm_i915_oa_overflow - values of DRM_I915_OA_PROP_OVERFLOW
 */
enum drm_i915_oa_overflow {
	/**
	 * @DRM_I915_OA_OVERFLOW_DROP: as i915, and the default: the buffer is dropped
	 * whole, with BUFFER_LOST
	 */
	DRM_I915_OA_OVERFLOW_DROP = 0,
	/**
	 * @DRM_I915_OA_OVERFLOW_KEEP_OLDEST: the unit stops when the buffer is full
	 * and resumes as it is read, so that the oldest reports are kept; the
	 * gap is announced with REPORT_LOST. Haswell only
	 */
	DRM_I915_OA_OVERFLOW_KEEP_OLDEST = 1,
	/**
	 * @DRM_I915_OA_OVERFLOW_KEEP_NEWEST: above three quarters full, the driver
	 * discards the oldest reports until half is unread, so that the unit
	 * overwrites none; announced with REPORT_LOST. EINVAL without OA_EXPONENT.
	 * If the driver comes too late, the buffer is dropped as with DROP
	 */
	DRM_I915_OA_OVERFLOW_KEEP_NEWEST = 2,
};

/**
 * enum drm_i915_oa_ext_property - properties of DRM_IOCTL_I915_PERF_OPEN
 */
enum drm_i915_oa_ext_property {
	/**
	 * @DRM_I915_OA_PROP_LOSS_RECORDS: 1 asks for a
	 * DRM_I915_OA_RECORD_LOSS after each lost-status record, 0 (default)
	 * does not. Other values are rejected with EINVAL. The two records come with
	 * the same read, which then needs room for 48 bytes.
	 */
	DRM_I915_OA_PROP_LOSS_RECORDS = 0x1000,
	/**
	 * @DRM_I915_OA_PROP_OVERFLOW: enum drm_i915_oa_overflow: how a full buffer
	 * is handled. Other values, and those for which the platform has no mode, are
	 * rejected with EINVAL.
	 */
	DRM_I915_OA_PROP_OVERFLOW = 0x1001,
	/**
	 * @DRM_I915_OA_PROP_BUFFER_SIZE: bytes of the OA buffer. SNB, IVB and
	 * VLV: a multiple of 16 KiB up to 128 KiB; others: a power of two from
	 * 128 KiB to 16 MiB; else EINVAL. 0: the smallest size of which half holds
	 * WAKE_REPORTS, and the reports that the timer writes in POLL_OA_PERIOD, or
	 * in 5 ms if that is longer; the largest size without OA_EXPONENT. Without
	 * this property the size is the largest.
	 */
	DRM_I915_OA_PROP_BUFFER_SIZE = 0x1002,
	/**
	 * @DRM_I915_OA_PROP_WAKE_REPORTS: N: poll and a blocking read wait until
	 * N reports can be read, or half of the buffer is full, or a loss is to
	 * be announced, or the stream is disabled. With POLL_OA_PERIOD they wait
	 * no longer than that period, if there is a report. With O_NONBLOCK a read
	 * returns the reports that there are. EINVAL without OA_EXPONENT, and for N
	 * below 1 or above the number of reports that half of the buffer holds.
	 */
	DRM_I915_OA_PROP_WAKE_REPORTS = 0x1003,
	/**
	 * @DRM_I915_OA_PROP_KEEP_UNREAD: 1: I915_PERF_IOCTL_DISABLE keeps the reports that
	 * have landed and were not read. read() and poll() continue with them, and with EIO
	 * once none is left; I915_PERF_IOCTL_ENABLE drops them. 0 (default): they are gone
	 * with DISABLE, as in i915. Other values are rejected with EINVAL.
	 */
	DRM_I915_OA_PROP_KEEP_UNREAD = 0x1004,
	/**
	 * @DRM_I915_OA_PROP_FREQUENCY_REPORTS: 1: the unit also writes a report when the
	 * GPU's frequency changes, with bit 5 of the reason. 0 (default): it does not, as
	 * with i915. Other values are rejected with EINVAL, and so is 1 before Gen9.
	 */
	DRM_I915_OA_PROP_FREQUENCY_REPORTS = 0x1005,
};

/**
 * enum drm_i915_oa_record_type - record types beyond i915's
 */
enum drm_i915_oa_record_type {
	/** @DRM_I915_OA_RECORD_LOSS: struct drm_i915_oa_loss follows the header */
	DRM_I915_OA_RECORD_LOSS = 0x1000,
};

/* drm_i915_oa_loss.flags: @count is exact; without this flag, a lower bound. */
#define DRM_I915_OA_LOSS_EXACT	(1u << 0)
/*
 * drm_i915_oa_loss.flags: why the driver rejected reports of the loss. None of these bits: no
 * report was rejected, all were lost in other ways. Readers must expect bits without a name yet.
 */
#define DRM_I915_OA_LOSS_CAUSES		0x00ffff00u
/* A report never reached memory. */
#define DRM_I915_OA_LOSS_NOT_LANDED	(1u << 8)
/* Only some lines of a report reached memory. */
#define DRM_I915_OA_LOSS_TORN		(1u << 9)
/* The report id or the reason is zero. */
#define DRM_I915_OA_LOSS_BAD_ID		(1u << 10)
/* A time stamp is not after the one before, or in the future. */
#define DRM_I915_OA_LOSS_BAD_ORDER	(1u << 11)
/* A time stamp is not on the timer's grid. */
#define DRM_I915_OA_LOSS_BAD_SPACING	(1u << 12)
/* A reserved field is not zero. */
#define DRM_I915_OA_LOSS_BAD_RESERVED	(1u << 13)
/* A context id breaks the format's rules. */
#define DRM_I915_OA_LOSS_BAD_CONTEXT	(1u << 14)

/**
 * struct drm_i915_oa_loss - payload of DRM_I915_OA_RECORD_LOSS
 */
struct drm_i915_oa_loss {
	/** @count: reports the unit wrote or skipped that will not be delivered */
	__u64 count;
	/** @after: raw timestamp of the last report before the gap, 0 if none */
	__u64 after;
	/** @before: raw timestamp of the first report after the gap, 0 if not known yet */
	__u64 before;
	/** @flags: DRM_I915_OA_LOSS_* */
	__u32 flags;
	/** @pad: 0 */
	__u32 pad;
};

/*
 * drm_i915_oa_report.flags: take the report in the context that the stream is bound
 * to, instead of the driver's own. Not on Haswell (EOPNOTSUPP).
 */
#define DRM_I915_OA_REPORT_BOUND	(1u << 0)

/**
 * struct drm_i915_oa_report - argument of I915_OA_IOCTL_REPORT
 */
struct drm_i915_oa_report {
	/** @flags: in: DRM_I915_OA_REPORT_* */
	__u32 flags;
	/** @report_id: in: the value that the report carries in its first dword */
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
 * stream of a GPU context, in the stream's format. The report does not pass through the
 * OA buffer and names no reason: its first dword is @report_id.
 */
#define I915_OA_IOCTL_REPORT	_IOWR('i', 0x50, struct drm_i915_oa_report)

/**
 * struct drm_i915_oa_work - argument of I915_OA_IOCTL_WORK
 */
struct drm_i915_oa_work {
	/** @start: in: initial value of the sum */
	__u64 start;
	/** @step: in: the number that is added in each step */
	__u64 step;
	/** @steps: in: additions, up to 128 */
	__u32 steps;
	/** @stores: in: numbers to store, up to 32 */
	__u32 stores;
	/** @wait_ticks: in: ticks of the time stamp to wait after the work, up to a second */
	__u32 wait_ticks;
	/** @pad: 0 */
	__u32 pad;
	/** @sum: out: the sum that the GPU stored */
	__u64 sum;
	/** @before: out: time stamp that the GPU stored before the work, 36 bits */
	__u64 before;
	/** @after: out: time stamp that the GPU stored after the work */
	__u64 after;
	/** @waited: out: time stamp at the end of the wait, as the processor reads it */
	__u64 waited;
	/** @stored: out: how many of the numbers were found in memory */
	__u32 stored;
	/** @pad2: out: 0 */
	__u32 pad2;
};

/*
 * On a stream: do a known amount of work in the driver's context, as a self-test does between two
 * reports by I915_OA_IOCTL_REPORT. Needs CAP_PERFMON.
 */
#define I915_OA_IOCTL_WORK	_IOWR('i', 0x51, struct drm_i915_oa_work)

/*
 * A lease of a stream of i915's
 *
 * On a GPU that i915 drives, this driver can read the OA unit's counters while i915 has a perf
 * stream open: i915 keeps the unit on and the GPU awake for it. /dev/i915_oa_lease takes such a
 * stream and makes a perf PMU; it lasts until the file is closed, i915 is unbound, or the system
 * sleeps.
 */

/* GUID by which the tools register the metric set that perf's events are for, "tree" */
#define I915_OA_TREE_UUID	"0a5e1f7e-5700-4d1c-9a60-747265652065"

/**
 * struct drm_i915_oa_lease - argument of I915_OA_LEASE
 */
struct drm_i915_oa_lease {
	/** @fd: in: a perf stream of i915's */
	__s32 fd;
	/** @flags: in: 0 */
	__u32 flags;
	/**
	 * @uuid: in: GUID of the stream's metric set, or empty. Only with I915_OA_TREE_UUID do the
	 * B counters, and from Gen8 on the flexible counters, count
	 */
	char uuid[40];
	/** @pmu: out: name of the PMU, ended by a zero */
	char pmu[64];
};

/*
 * On /dev/i915_oa_lease: lease a stream. Errors: EBADF: @fd is not open; EINVAL: it is no perf
 * stream of i915's, @flags is not 0, or @uuid is no GUID; EEXIST: this file has leased one; EBUSY:
 * another file has; ENODEV: i915 drives no GPU of Haswell to Gen11; EXDEV: it drives several, and a
 * stream does not show its GPU; EOPNOTSUPP: it is a Haswell, and the parameter lease_haswell is not
 * set; EIO: the GPU sleeps, or there is no PMU; ESHUTDOWN: the machine shuts down.
 */
#define I915_OA_LEASE	_IOWR('o', 0xa0, struct drm_i915_oa_lease)

#endif /* _UAPI_I915_OA_H_ */
