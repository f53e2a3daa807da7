/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_STREAM_PRIV_H_
#define _OA_STREAM_PRIV_H_

#include <linux/fs.h>

#include "stream/oa_stream.h"

struct iov_iter;

/* Recovery (oa_recover.c) */

void oa_recover_overflow(struct oa_stream *stream);
bool oa_stream_broken(const struct oa_stream *stream);
int oa_stream_read_tail(struct oa_stream *stream, u32 *used);
int oa_stream_look(struct oa_stream *stream, bool nowait);

/* Counting the reports that a stopped unit has lost (oa_loss.c) */

/* Lost reports, including those that the unit could not write */
struct oa_loss {
	u64 count;
	bool exact; /* @count is neither estimated nor a lower bound */
};

u64 oa_loss_unread(struct oa_stream *stream);
struct oa_loss oa_loss_overflow(struct oa_stream *stream, u64 running);

/* The unit, set up for a stream (oa_hw.c), started and stopped (oa_sampling.c) */

int oa_stream_quiesce_unit(struct oa_stream *stream);
int oa_stream_configure(struct oa_stream *stream);
int oa_stream_reprogram(struct oa_stream *stream);
int oa_stream_restore_stopped(struct oa_stream *stream);
int oa_stream_restore(struct oa_stream *stream);
long oa_stream_set_config(struct oa_stream *stream, unsigned long id);

void oa_stream_expect_triggers(struct oa_stream *stream, const struct oa_config *config);
void oa_stream_start_unit(struct oa_stream *stream);
bool oa_stream_stop_unit(struct oa_stream *stream);
void oa_stream_settle(struct oa_stream *stream);
void oa_stream_start(struct oa_stream *stream);
void oa_stream_disable_irq(struct oa_stream *stream);
void oa_stream_stop(struct oa_stream *stream, u64 *unread);
void oa_stream_init_wake(struct oa_stream *stream, const struct oa_props *props);
void oa_stream_unmask_half_full(struct oa_wake *wake);
void oa_stream_poll_irq(struct oa_wake *wake);
void oa_stream_drained(struct oa_stream *stream, u64 now);
void oa_half_check(struct oa_stream *stream, u32 used);

/* Properties, buffer size and rate (oa_props.c) */

/* The GPU and the caller's limits, to validate the properties of an open */
struct oa_props_env {
	struct drm_device *drm; /* for debug lines, NULL in tests */
	const struct oa_platform *platform;
	const struct oa_topology *topology;
	u32 timestamp_hz; /* ticks of the GPU's time stamp per second */
	u32 max_sample_rate; /* fastest rate without privilege, Hz */
	bool privileged; /* the caller has CAP_PERFMON or CAP_SYS_ADMIN */
};

#define OA_POLL_PERIOD_DEFAULT_NS	5000000ull
#define OA_POLL_PERIOD_MIN_NS		100000ull
/* Longer periods are taken as this one, so that no sum with the time of the clock wraps. */
#define OA_POLL_PERIOD_MAX_NS		3600000000000ull
#define OA_EXPONENT_MAX			31
/* Shortest period of the timer of KEEP_NEWEST, whatever the rate */
#define OA_NEWEST_PERIOD_MIN_NS		100000ull

int oa_props_set(const struct oa_props_env *env, struct oa_props *props, u64 id, u64 value);
int oa_props_check(const struct oa_props_env *env, const struct oa_props *props);
int oa_props_read(const struct oa_props_env *env, struct oa_props *props, u32 num, u64 ptr);

u64 oa_exponent_hz(u32 timestamp_hz, unsigned int exponent);
bool oa_buffer_legal(const struct oa_platform *platform, u64 bytes);
u32 oa_buffer_bytes(const struct oa_platform *platform, u32 timestamp_hz,
		    const struct oa_props *props);
u64 oa_buffer_fill_ns(const struct oa_platform *platform, u32 timestamp_hz,
		      const struct oa_props *props);
u64 oa_newest_period_ns(const struct oa_platform *platform, u32 timestamp_hz,
			const struct oa_props *props);
u32 oa_newest_excess(u32 size, u32 unread);
/* Fill of the buffer, in eighths, at which the deadline of a wait comes */
enum oa_wake_fill {
	OA_WAKE_UNANNOUNCED = 4, /* no interrupt reports half full */
	/* the interrupt did not come so far: late enough to see it come again */
	OA_WAKE_MISSED = 5,
	OA_WAKE_ANNOUNCED = 6, /* an interrupt comes before, but may be lost */
};

u64 oa_wake_period_ns(u64 requested_ns, u64 fill_ns, enum oa_wake_fill fill);

/* Waking waiters (oa_wake.c) */

/* What an expired deadline does */
enum oa_wake_verdict {
	OA_WAKE_STOP, /* no waiter, or no sampling: run no timer */
	OA_WAKE_REARM, /* a waiter, but no data yet */
	OA_WAKE_NOW, /* a waiter and data */
};

/* Returned by struct oa_wake_ops.readable() when a waiter must not wait for more */
#define OA_WAKE_URGENT		U32_MAX
/* No deadline is set sooner: the report may be due already, but not landed yet. */
#define OA_WAKE_SOONEST_NS	100000ull

#define OA_WAKE_READY_BIT	0	/* a reader may see data; cleared when it has read all */
#define OA_WAKE_LIVE_BIT	1	/* the stream samples: deadlines may be armed */
#define OA_WAKE_ARMED_BIT	2	/* the deadline runs */
/* a read ended for want of room: the next one returns a report, or a record of what became of it */
#define OA_WAKE_LEFT_BIT	3
/* the next call looks: an event has come since the last look, or a look has left something to it */
#define OA_WAKE_LOOK_BIT	4

/* Callbacks of the wake policy into its stream */
struct oa_wake_ops {
	/* number of reports that can be read, or OA_WAKE_URGENT; any context */
	u32 (*readable)(struct oa_wake *wake);
	/* there is a waiter: unmask the half-full interrupt; process context */
	void (*unmask)(struct oa_wake *wake);
	/* a deadline expired: serve an interrupt whose message was lost; hard IRQ */
	void (*poll_irq)(struct oa_wake *wake);
};

extern const struct oa_wake_ops oa_stream_wake_ops;

enum oa_wake_verdict oa_wake_decide(bool waiters, bool live, bool data);
void oa_wake_init(struct oa_wake *wake, u64 period_ns, const struct oa_wake_ops *ops);
void oa_wake_set_reports(struct oa_wake *wake, u32 reports, u64 report_ns, bool bounded);
bool oa_wake_enough(const struct oa_wake *wake, u32 readable, bool any);
u64 oa_wake_next_ns(u64 period_ns, u64 looked, u64 now);
u64 oa_wake_delay_ns(const struct oa_wake *wake, u32 readable, u64 waited_ns);
void oa_wake_start(struct oa_wake *wake);
void oa_wake_stop(struct oa_wake *wake);
bool oa_wake_unmask(struct oa_wake *wake);
void oa_wake_arm(struct oa_wake *wake);
bool oa_wake_up(struct oa_wake *wake, enum oa_wake_cause cause);
bool oa_wake_ready(const struct oa_wake *wake);
void oa_wake_drained(struct oa_wake *wake, u64 now);
bool oa_wake_look_due(const struct oa_wake *wake, u64 now);
void oa_wake_note_look(struct oa_wake *wake, u64 now);

/* Peeking for poll, and trimming (oa_discard.c) */

bool oa_stream_has_data(struct oa_stream *stream);
void oa_trim_init(struct oa_stream *stream, u64 period_ns);
void oa_trim_fini(struct oa_stream *stream);

/* Records (oa_read.c) */

#define OA_FRAME_RECORD_BYTES	(8 + OA_REPORT_MAX_DWORDS * 4)
/* Two headers and a struct drm_i915_oa_loss: the records of a loss */
#define OA_FRAME_STATUS_BYTES	(8 + 8 + 32)
#define OA_FRAME_BYTES		(OA_FRAME_STATUS_BYTES + OA_WALK_BATCH * OA_FRAME_RECORD_BYTES)
/* A record is put at the end before it is known whether there is room for it. */
#define OA_FRAME_ALLOC		(OA_FRAME_BYTES + OA_FRAME_RECORD_BYTES)

/* Records on their way to user space; guarded by oa_stream.reading */
struct oa_frame {
	void *records; /* OA_FRAME_ALLOC bytes */
	size_t room; /* bytes that @framed may grow to */
	size_t framed; /* bytes of whole records */
	bool loss_records; /* a loss record follows each status record */
	bool faulted; /* user memory could not take all records: @room is what it can take */
};

/* Return the next payload's place. A record of OA_FRAME_RECORD_BYTES fits, whatever @room says. */
static inline u32 *oa_frame_payload(const struct oa_frame *frame)
{
	return frame->records + frame->framed + sizeof(struct drm_i915_perf_record_header);
}

/* Add a record whose payload of @payload bytes is in place. Return 0 or -ENOSPC. */
static inline int oa_frame_record(struct oa_frame *frame, u32 type, size_t payload)
{
	struct drm_i915_perf_record_header *header = frame->records + frame->framed;

	if (frame->room - frame->framed < sizeof(*header) + payload)
		return -ENOSPC;
	header->type = type;
	header->pad = 0;
	header->size = sizeof(*header) + payload;
	frame->framed += header->size;
	return 0;
}

size_t oa_frame_whole(const void *records, size_t bytes);
int oa_frame_copy_out(struct oa_frame *frame, struct iov_iter *to);

/* Sections of a call (oa_file.c) */

/* A part of a call in which the GPU is present and the stream locked; on the caller's stack */
struct oa_section {
	struct oa_stream *stream;
	int idx; /* of drm_dev_enter() */
	bool inside; /* entered and not left */
	bool nowait; /* nothing in it may sleep, fault in a page, or program the GPU */
	bool look_if_none; /* look at the unit if nothing is in sight, even if no look is due */
};

int oa_section_enter_awake(struct oa_section *section);
void oa_section_leave(struct oa_section *section);
bool oa_section_copy_now(const struct oa_frame *frame, struct iov_iter *to);
int oa_section_copy(struct oa_section *section, struct oa_frame *frame, struct iov_iter *to);

bool oa_stream_needs_recovery(struct oa_stream *stream, bool now);
bool oa_stream_has_pending(const struct oa_stream *stream);
ssize_t oa_stream_read(struct oa_section *section, struct iov_iter *to);
long oa_ioctl_report(struct oa_stream *stream, void __user *arg);
long oa_ioctl_work(struct oa_stream *stream, void __user *arg);

extern const struct file_operations oa_stream_fops;

#endif /* _OA_STREAM_PRIV_H_ */
