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
	 * overwrites none; announced with REPORT_LOST. EINVAL without OA_EXPONENT,
	 * and with MAP. If the driver comes too late, the buffer is dropped as with
	 * DROP
	 */
	DRM_I915_OA_OVERFLOW_KEEP_NEWEST = 2,
};

/**
 * enum drm_i915_oa_validate - values of DRM_I915_OA_PROP_VALIDATE
 */
enum drm_i915_oa_validate {
	/** @DRM_I915_OA_VALIDATE_DEFAULT: as the module parameter validate says */
	DRM_I915_OA_VALIDATE_DEFAULT = 0,
	/** @DRM_I915_OA_VALIDATE_STRICT: a report that contradicts a hypothesis is rejected */
	DRM_I915_OA_VALIDATE_STRICT = 1,
	/**
	 * @DRM_I915_OA_VALIDATE_LEARN: hypotheses are watched in the first reports, and
	 * enforced if they hold
	 */
	DRM_I915_OA_VALIDATE_LEARN = 2,
	/** @DRM_I915_OA_VALIDATE_OFF: no hypothesis is enforced */
	DRM_I915_OA_VALIDATE_OFF = 3,
};

/**
 * enum drm_i915_oa_hypothesis - assumptions about hardware without confirmation
 */
enum drm_i915_oa_hypothesis {
	/** @DRM_I915_OA_HYP_PHASE: low n+1 bits of a timer report's time stamp equal 2^n */
	DRM_I915_OA_HYP_PHASE = 0,
	/** @DRM_I915_OA_HYP_GRID: timer reports are a whole number of periods apart */
	DRM_I915_OA_HYP_GRID = 1,
	/** @DRM_I915_OA_HYP_TIMESTAMP_HIGH: dword 2 is the upper time stamp, up to Haswell */
	DRM_I915_OA_HYP_TIMESTAMP_HIGH = 2,
	/** @DRM_I915_OA_HYP_ORDER: each report is later than the one before */
	DRM_I915_OA_HYP_ORDER = 3,
	/** @DRM_I915_OA_HYP_CLOCK: reports are stamped by the TIMESTAMP register's clock */
	DRM_I915_OA_HYP_CLOCK = 4,
	/** @DRM_I915_OA_HYP_RESERVED: reserved fields are zero */
	DRM_I915_OA_HYP_RESERVED = 5,
	/** @DRM_I915_OA_HYP_CONTEXT: a context id that is marked valid is not all ones */
	DRM_I915_OA_HYP_CONTEXT = 6,
	/** @DRM_I915_OA_HYP_LINES: the unit writes every line (64 bytes) of a report */
	DRM_I915_OA_HYP_LINES = 7,
	/** @DRM_I915_OA_HYP_HALF_FULL: an interrupt comes when half of the buffer is full */
	DRM_I915_OA_HYP_HALF_FULL = 8,
};

/**
 * enum drm_i915_oa_assumption_state - state of a hypothesis in a stream
 */
enum drm_i915_oa_assumption_state {
	/** @DRM_I915_OA_ASSUMPTION_DOUBTED: contradicted early; not enforced until more was seen */
	DRM_I915_OA_ASSUMPTION_DOUBTED = 2,
	/** @DRM_I915_OA_ASSUMPTION_HELD: enforced again, after a doubt or a failure */
	DRM_I915_OA_ASSUMPTION_HELD = 3,
	/** @DRM_I915_OA_ASSUMPTION_FAILED: refuted; not enforced until many reports agree */
	DRM_I915_OA_ASSUMPTION_FAILED = 4,
};

/**
 * enum drm_i915_oa_ext_property - properties of DRM_IOCTL_I915_PERF_OPEN
 *
 * 0x1006 is retired: it named DRM_I915_OA_PROP_SHARE, and must not be used again.
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
	 * @DRM_I915_OA_PROP_MAP: 1 makes a stream whose OA buffer can be mapped:
	 * see struct drm_i915_oa_map. Needs CAP_PERFMON whatever
	 * perf_stream_paranoid says (EACCES). Rejected with CTX_HANDLE, because a
	 * mapping shows all reports (EINVAL). The file is opened for reading and
	 * writing. 0 (default): no mapping. Other values are rejected with EINVAL.
	 */
	DRM_I915_OA_PROP_MAP = 0x1004,
	/**
	 * @DRM_I915_OA_PROP_VALIDATE: enum drm_i915_oa_validate: use of hypotheses about
	 * hardware to validate reports. Other values are rejected with EINVAL. With this
	 * property, whatever its value, a DRM_I915_OA_RECORD_ASSUMPTION comes before the first
	 * report after a hypothesis was doubted, failed, or held again.
	 */
	DRM_I915_OA_PROP_VALIDATE = 0x1005,
	/**
	 * @DRM_I915_OA_PROP_KEEP_UNREAD: 1: I915_PERF_IOCTL_DISABLE keeps the reports that
	 * have landed and were not read. read() and poll() continue with them, and with EIO
	 * once none is left; I915_PERF_IOCTL_ENABLE drops them. 0 (default): they are gone
	 * with DISABLE, as in i915. Other values, and 1 with MAP, are rejected with EINVAL.
	 */
	DRM_I915_OA_PROP_KEEP_UNREAD = 0x1007,
};

/**
 * enum drm_i915_oa_record_type - record types beyond i915's
 */
enum drm_i915_oa_record_type {
	/** @DRM_I915_OA_RECORD_LOSS: struct drm_i915_oa_loss follows the header */
	DRM_I915_OA_RECORD_LOSS = 0x1000,
	/** @DRM_I915_OA_RECORD_ASSUMPTION: struct drm_i915_oa_assumption follows the header */
	DRM_I915_OA_RECORD_ASSUMPTION = 0x1001,
};

/**
 * struct drm_i915_oa_assumption - payload of DRM_I915_OA_RECORD_ASSUMPTION
 *
 * Samples after this record are no longer validated against the hypothesis, or are again.
 */
struct drm_i915_oa_assumption {
	/** @hypothesis: enum drm_i915_oa_hypothesis; more may follow */
	__u32 hypothesis;
	/** @state: enum drm_i915_oa_assumption_state */
	__u32 state;
	/** @kept: reports that agree with it, since it last came to hold */
	__u64 kept;
	/** @broke: reports that contradict it */
	__u64 broke;
	/**
	 * @report: first dwords of the last report that contradicted a hypothesis. A
	 * single-context stream sees the id and clocks of its own context only: others' are all
	 * ones and 0
	 */
	__u32 report[4];
	/** @name: of the hypothesis, padded with zeros */
	char name[32];
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
 * to, instead of the driver's own.
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

/* Stream ioctl 0x51 is retired: it was I915_OA_IOCTL_COUNTERS, and must not be used again. */

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
#define I915_OA_IOCTL_WORK	_IOWR('i', 0x53, struct drm_i915_oa_work)

/*
 * The mapped ring
 *
 * A stream opened with DRM_I915_OA_PROP_MAP can be mapped. Page 0 is the control page,
 * struct drm_i915_oa_map, to be mapped shared, for reading or for reading and writing. The
 * OA buffer follows at @ring_offset, to be mapped shared and for reading only. It is
 * there twice in a row, so that a reader that maps 2 x @ring_bytes never sees a report
 * that is cut by the end.
 *
 * Positions are bytes since the stream was opened. They only grow; position p is byte
 * p % @ring_bytes of the buffer. Between @data_tail and @data_head lie reports that have
 * landed and are valid, one after the other except at gaps: at position @at of the next
 * entry of @gaps, reports continue at @resume.
 *
 * I915_OA_IOCTL_SYNC takes back the reports before @data_tail, so that they can be
 * overwritten, and publishes the reports that have landed since; poll() does the same
 * once nothing is left to read. Each also shows whether the buffer overflowed meanwhile:
 * then @epoch has changed, and reports from @taken on may have been overwritten while
 * they were read, and count as lost. A reader that also uses read() calls SYNC first.
 * Reading resumes at @restart, after the gap that is marked DRM_I915_OA_GAP_RESTART and
 * resumes there. There may be several such gaps: nothing between them can be read.
 *
 * Ordering: load @data_head and @gap_head with acquire, then read reports and gaps; when
 * done with them, store @data_tail and @gap_tail with release. Load @epoch after the
 * call that is to prove the reports whole. oa_ring_map.h does all this.
 */

/* drm_i915_oa_map.flags: the GPU is gone; the ring reads as zeros. */
#define DRM_I915_OA_MAP_GONE	(1u << 0)
/* drm_i915_oa_map.flags: the stream samples. */
#define DRM_I915_OA_MAP_LIVE	(1u << 1)

/* drm_i915_oa_gap.flags, beside DRM_I915_OA_LOSS_*: all before @resume is void. */
#define DRM_I915_OA_GAP_RESTART	(1u << 1)

#define DRM_I915_OA_MAP_GAPS	48

/**
 * struct drm_i915_oa_gap - a gap between reports of a mapped ring
 */
struct drm_i915_oa_gap {
	/** @at: position at which there is nothing to read */
	__u64 at;
	/** @resume: position at which reports continue; may equal @at */
	__u64 resume;
	/** @lost: reports that will not be delivered */
	__u64 lost;
	/** @after: raw timestamp of the last report before the gap, 0 if none */
	__u64 after;
	/** @before: raw timestamp of the first report after the gap, 0 if not known */
	__u64 before;
	/** @type: DRM_I915_PERF_RECORD_OA_BUFFER_LOST or _REPORT_LOST; 0: only step over */
	__u32 type;
	/** @flags: DRM_I915_OA_GAP_*, DRM_I915_OA_LOSS_* */
	__u32 flags;
};

/**
 * struct drm_i915_oa_map - the control page of a mapped ring
 */
struct drm_i915_oa_map {
	/** @size: bytes of this struct */
	__u32 size;
	/** @report_bytes: bytes of one report */
	__u32 report_bytes;
	/** @format: as asked for with DRM_I915_PERF_PROP_OA_FORMAT */
	__u64 format;
	/** @ring_offset: offset of the OA buffer for mmap(), bytes */
	__u64 ring_offset;
	/** @ring_bytes: size of the OA buffer */
	__u64 ring_bytes;
	/** @timestamp_hz: ticks of a report's time stamp per second */
	__u64 timestamp_hz;
	/** @period: ticks between two reports of the timer, 0 without one */
	__u64 period;
	/** @pad0: 0 */
	__u64 pad0[58];

	/** @data_head: position after the last published report; written by the kernel */
	__u64 data_head;
	/** @gap_head: gaps ever published; entry n is gaps[n % DRM_I915_OA_MAP_GAPS] */
	__u64 gap_head;
	/** @epoch: how often the published reports were made void */
	__u64 epoch;
	/** @lost: reports announced as lost so far */
	__u64 lost;
	/** @timestamp: the GPU's time at the last publishing, ticks */
	__u64 timestamp;
	/** @clock_ns: CLOCK_MONOTONIC at the last publishing, ns */
	__u64 clock_ns;
	/** @restart: everything before this position that had not been read was made void */
	__u64 restart;
	/** @taken: everything read before this position was whole, whatever came after */
	__u64 taken;
	/** @flags: DRM_I915_OA_MAP_* */
	__u32 flags;
	/** @doubted: bit n: hypothesis n is not enforced on reports up to @data_head */
	__u32 doubted;
	/** @pad1: 0 */
	__u32 pad1[46];

	/** @data_tail: position after the last report that was read; written by the reader */
	__u64 data_tail;
	/** @gap_tail: gaps ever passed; written by the reader */
	__u64 gap_tail;
	/** @pad2: 0 */
	__u64 pad2[30];

	/** @gaps: a ring of gaps, written by the kernel */
	struct drm_i915_oa_gap gaps[DRM_I915_OA_MAP_GAPS];
};

/*
 * On an enabled stream opened with DRM_I915_OA_PROP_MAP: take back the reports that
 * were read, and publish those that have landed. EINVAL: @data_tail or @gap_tail were
 * never published; EIO: the stream does not sample; EOPNOTSUPP: the stream has no mapped ring.
 */
#define I915_OA_IOCTL_SYNC	_IO('i', 0x52)

/*
 * Beside i915
 *
 * On a GPU that i915 drives, this driver can read the OA unit's counters while i915 has a perf
 * stream open: i915 keeps the unit on and the GPU awake for it. /dev/i915_oa_lease takes such a
 * stream and makes a perf PMU; it lasts until the file is closed, i915 is unbound, or the system
 * sleeps.
 */

/* GUID by which the tools register the metric set that perf's events are for, "tree" */
#define I915_OA_TREE_UUID	"0a5e1f7e-5700-4d1c-9a60-747265652065"

/**
 * struct drm_i915_oa_lend - argument of I915_OA_LEND
 */
struct drm_i915_oa_lend {
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
 * On /dev/i915_oa_lease: lend a stream. Errors: EBADF: @fd is not open; EINVAL: it is no perf
 * stream of i915's, @flags is not 0, or @uuid is no GUID; EEXIST: this file has lent one; EBUSY:
 * another file has; ENODEV: i915 drives no GPU of Haswell to Gen11; EXDEV: it drives several, and a
 * stream does not show its GPU; EIO: the GPU sleeps, or there is no PMU.
 */
#define I915_OA_LEND	_IOWR('o', 0xa0, struct drm_i915_oa_lend)

#endif /* _UAPI_I915_OA_H_ */
