/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_STREAM_H_
#define _OA_STREAM_H_

#include <linux/hrtimer.h>
#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include <uapi/drm/i915_drm.h>
#include <uapi/drm/i915_oa.h>

#include "formats/oa_format.h"
#include "gpu/oa_gpu.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "ring/oa_ring.h"
#include "unit/oa_unit.h"

struct drm_device;
struct drm_file;
struct oa_config;
struct oa_context;
struct oa_wake_ops;

/* The properties of an open, parsed */
struct oa_props {
	bool has_ctx; /* CTX_HANDLE was given */
	u32 ctx_handle; /* context of the caller's DRM file */
	bool sample_oa; /* records hold the OA report */
	int metrics_set; /* config id, cut to a signed int as in i915 */
	const struct oa_report_format *format; /* report format, NULL if none was given */
	bool periodic; /* EXPONENT was given */
	u8 exponent; /* period = 2^(exponent + 1) ticks */
	bool hold_preemption; /* as given */
	bool has_sseu; /* GLOBAL_SSEU was given */
	struct drm_i915_gem_context_param_sseu sseu; /* as given */
	u64 poll_period_ns; /* latency bound of a waiter */
	bool has_poll_period; /* POLL_OA_PERIOD was given */
	bool has_class; /* OA_ENGINE_CLASS was given */
	bool has_instance; /* OA_ENGINE_INSTANCE was given */
	u8 engine_class; /* render by default */
	u8 engine_instance; /* 0 by default */
	bool loss_records; /* extension: a loss record follows each lost-status record */
	enum drm_i915_oa_overflow overflow; /* extension: how a full buffer is handled */
	bool has_buffer_size; /* extension: @buffer_size was given */
	u32 buffer_size; /* bytes; 0: chosen by the rate */
	u32 wake_reports; /* extension: number of reports that wakes a waiter; 0: not given */
	bool keep_unread; /* extension: a stop keeps unread reports */
	bool frequency_reports; /* extension: changes of the frequency write reports too */
};

/* Waiters: the policy is in oa_wake.c. */

/* Cause of a wake-up */
enum oa_wake_cause {
	OA_WAKE_INTERRUPT, /* the half-full interrupt, or a waiter found the ring half full */
	OA_WAKE_DEADLINE, /* the deadline found data */
	OA_WAKE_STATE, /* the stream was disabled, reset or lost its GPU */
	OA_NUM_WAKE_CAUSES, /* number of causes */
};

/*
 * Waiters of one stream. @flags are atomic bits, changed in process context, in hard IRQ and by the
 * timer. The counters are atomic too. The other fields are written before the stream can be waited
 * on, except for @period_ns, @since and @looked.
 */
struct oa_wake {
	struct wait_queue_head wait; /* blocked reads and pollers; woken by oa_wake_up() */
	struct hrtimer deadline; /* one shot, armed by a waiter, expires in hard IRQ */
	/*
	 * POLL_OA_PERIOD, the latency bound of a waiter for one report; shortened, with the
	 * stream's lock, where half full raises no interrupt; read without it
	 */
	u64 period_ns;
	bool bounded; /* @period_ns ends a wait for @reports; set once */
	u32 reports; /* number of reports that wakes a waiter, from 1 on; set once */
	u64 report_ns; /* the timer's period, where @reports is above 1; set once */
	u64 since; /* start of the wait that the deadline bounds, ns; a hint, no lock */
	u64 looked; /* time of the last look at the unit, ns; a hint, no lock */
	const struct oa_wake_ops *ops; /* callbacks into the stream; set once */
	unsigned long flags; /* OA_WAKE_*_BIT */
	atomic64_t wakeups[OA_NUM_WAKE_CAUSES]; /* wake-ups by cause; atomic, for debugfs */
	atomic64_t expiries; /* expired deadlines, with and without a wake-up */
};

const char *oa_wake_cause_name(enum oa_wake_cause cause);

/* State shown of the open stream, or else of the last one */
struct oa_last_stats {
	u64 lost_before; /* reports that the streams before it lost, since the bind */
	struct oa_stats stats; /* its counters, kept until the next one is opened */
	u64 wakeups[OA_NUM_WAKE_CAUSES]; /* its wake-ups by cause when it was closed */
	u64 deadlines; /* its expired deadlines when it was closed */
	/* its hypotheses when it was closed; guarded by oa_device.unit_lock */
	struct oa_hypotheses hypotheses;
};

/* Watches whether the half-full interrupt comes when it should; guarded by the stream's lock. */
struct oa_half_watch {
	u32 events; /* interrupts so far; written in hard IRQ, read without a lock */
	u32 base; /* @events when the ring was last empty */
	bool watching; /* the ring was empty then, and the interrupt unmasked */
	u64 requested_ns; /* the poll period that the stream asked for; set once */
};

/* Discards the oldest reports of a stream in time; see oa_discard.c. */
struct oa_trim {
	struct hrtimer timer; /* runs while @live; expires in hard IRQ and only queues @work */
	struct work_struct work; /* takes the stream's lock */
	u64 period_ns; /* of @timer; 0: the stream discards nothing; set once */
	bool live; /* the unit samples, its registers may be read; stream's lock */
};

/* Records that a stop kept for the reader, with KEEP_UNREAD; guarded by oa_stream.reading. */
struct oa_stopped_records {
	void *records; /* whole records, NULL if there are none */
	size_t bytes; /* of @records; read without the lock as a hint */
	size_t at; /* bytes that were read, less than @bytes */
};

/*
 * An open perf stream. @lock is taken by read, ioctl, close, remove and suspend, inside
 * oa_device.unit_lock where both are needed. A waiter waits on @wake.wait without a lock; the
 * half-full interrupt, the deadline and each change of state wake it.
 */
struct oa_stream {
	struct oa_device *oa; /* the GPU, with a reference on its DRM device; set once */
	bool periodic; /* the unit's timer writes reports; set once */
	u64 fill_ns; /* time in which the timer's reports fill the buffer; set once */
	bool keep_unread; /* a stop keeps what was not read; set once */
	bool loss_records; /* a loss record follows each lost-status record; set once */
	struct oa_context *ctx; /* the bound context or NULL; set once */
	/*
	 * one read or poll at a time; taken before @lock, and held while user memory is copied;
	 * guards @records and @kept; with KEEP_UNREAD ioctls take it, too
	 */
	struct mutex reading;
	struct mutex lock; /* guards the fields that follow, unless they say otherwise */
	struct oa_stats unread; /* counters of the driver's own stream, not reported anywhere */
	struct oa_config *config; /* the metric set in use */
	bool config_missing; /* the unit does not have @config: its counters mean nothing */
	u32 domains; /* power domains held from open to close, OA_FORCEWAKE_* bits */
	struct oa_buffer buffer; /* the OA buffer */
	struct oa_buffer ctx_image; /* a GGTT page whose address names @ctx to the unit */
	struct oa_feed feed; /* the reports in the OA buffer, and what became of them */
	/* of the ring, NULL if the CPU caches the buffer; set once */
	struct oa_ring_window *window;
	void *records; /* on their way to user space, OA_FRAME_ALLOC bytes; set once */
	struct oa_stopped_records kept; /* records that the last stop kept */
	struct oa_wake wake; /* waiters; locks itself */
	/* discards old reports in time, with KEEP_NEWEST; names its own locks */
	struct oa_trim trim;
	/* time when the last read returned records, ns; 0 once a call has found no more */
	u64 read_at;
	u64 status_ns; /* least time between two reads of more registers than the tail; set once */
	/* time when a waiter last read more registers than the tail, ns; no lock */
	u64 last_status;
	bool for_perf; /* the driver's own stream, without a file and a reader; set once */
	bool irq_enabled; /* the interrupt is enabled: from the first start on */
	bool enabled; /* the user wants it to sample; read without the lock as a hint */
	bool ended; /* stopped with KEEP_UNREAD: reads end with EIO, which poll shows; no lock */
	bool dead; /* the GPU is gone; never cleared; read without the lock as a hint */
	struct oa_pending suspended; /* the loss that a suspend caused, announced after resume */
	struct oa_half_watch half; /* watches the half-full interrupt */
	/* lines that reports by command lack; only OA_HYP_LINES is used */
	struct oa_hypotheses commands;
};

/* Return the functions of the OA unit of the stream's generation. */
static inline const struct oa_unit_ops *oa_ops(const struct oa_stream *stream)
{
	return stream->oa->platform->unit;
}

/* Calls to the PMU, which counts whatever stream owns the unit. All are in process context. */
struct oa_pmu_hooks {
	/*
	 * the unit was turned on for a stream, or another metric set was written; stream lock and
	 * forcewake held; may be called again
	 */
	void (*on)(struct oa_stream *stream);
	/* the unit is about to be turned off, or to get another set; forcewake held */
	void (*off)(struct oa_device *oa);
	/* a reset cleared the unit's counters */
	void (*reset)(struct oa_device *oa);
	/* a user's stream has released the unit; unit lock held */
	void (*released)(struct oa_device *oa);
	/* check whether events use the unit, or are about to; unit lock held */
	bool (*needs_unit)(const struct oa_device *oa);
	/* release the unit to a stream that a user opens; unit lock held */
	void (*yield)(struct oa_device *oa);
};

/* A stream's life: for the DRM driver, and for perf, which opens a stream of the driver's own */

/*
 * Time between the wake-up at half full and the end of the read: 4 ms for a scheduling tick at
 * 250 Hz on a busy processor, and the rest to drain 128 KiB, which takes far less.
 */
#define OA_READER_LATENCY_NS	5000000ull

int oa_stream_init(struct oa_device *oa);
u64 oa_stream_lost_by_all(struct oa_device *oa);
int oa_stream_open_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
void oa_props_init(struct oa_props *props);
struct oa_stream *oa_stream_new(struct oa_device *oa, const struct oa_props *props);
int oa_stream_acquire_hw(struct oa_stream *stream, const struct oa_props *props);
void oa_stream_set_enabled(struct oa_stream *stream, bool enabled);
void oa_stream_release_hw(struct oa_stream *stream);
void oa_stream_free(struct oa_stream *stream);
void oa_stream_detach(struct oa_device *oa);
void oa_stream_suspend(struct oa_device *oa);
int oa_stream_resume(struct oa_device *oa);
void oa_stream_half_full(struct oa_irq *irq);

int oa_recover(struct oa_stream *stream, bool nowait);

u64 oa_exponent_ns(u32 timestamp_hz, unsigned int exponent);
const struct oa_report_format *oa_largest_format(const struct oa_platform *platform);
u32 oa_stream_domains(const struct oa_forcewake_table *table, const struct oa_config *config);

#endif /* _OA_STREAM_H_ */
