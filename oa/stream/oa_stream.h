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
struct oa_map;
struct oa_wake_ops;

/**
 * DOC: The ring's words
 *
 * tail
 *     Offset at which the unit writes next. It runs ahead of memory.
 * head
 *     Offset of the oldest report that was not consumed.
 * line
 *     64 bytes, which the GPU writes in one piece.
 * poison
 *     OA_POISON in each dword of a line: nothing has landed there since it was consumed.
 * landed
 *     A line or a report is in memory: the line, or each line of the report, is not poisoned.
 * torn
 *     Some lines of a report have landed and others have not.
 * settled
 *     All lines up to here have landed, and were checked before their contents are read.
 * valid, rejected
 *     A landed report that satisfies what is enforced, and one that does not.
 * accepted
 *     A valid report was passed.
 * passed
 *     Reports after the head that were accepted or rejected. A rewind makes them available again.
 * consumed
 *     Passed for good: the reports are poisoned, and the unit has its new head.
 * discarded
 *     Valid or unread reports that no reader gets: left at a stop, or removed to make room.
 * filtered
 *     Valid reports of other contexts, which a single-context stream does not deliver.
 * walk
 *     A pass over the reports from the last passed one to the tail, batch by batch.
 * batch
 *     Reports between two reads of the unit's status. A batch counts as a whole or not at all.
 * span
 *     Bytes from the last passed report to the tail.
 * lap
 *     One pass of the unit over the whole ring.
 * overflow
 *     The unit wrote over reports that were not consumed.
 * strobe
 *     A moment at which the timer writes a report, unless something prevents it.
 * gap
 *     Strobes between two reports that left no report. In the mapped ring: an entry for a loss.
 * pending record
 *     A loss that is announced before the next report.
 * accounting
 *     struct oa_accounting and struct oa_stats: each report that was written is delivered,
 *     announced as lost, filtered, or discarded when sampling stopped.
 * hypothesis, assumption
 *     A statement about hardware that no hardware has confirmed, and what a stream has learned of
 *     it.
 * void
 *     Published reports of the mapped ring that hardware may have overwritten.
 */

/**
 * struct oa_props - the properties of an open, parsed
 */
struct oa_props {
	/** @has_ctx: CTX_HANDLE was given */
	bool has_ctx;
	/** @ctx_handle: context of the caller's DRM file */
	u32 ctx_handle;
	/** @sample_oa: records hold the OA report */
	bool sample_oa;
	/** @metrics_set: config id, cut to a signed int as in i915 */
	int metrics_set;
	/** @format: report format, NULL if none was given */
	const struct oa_report_format *format;
	/** @periodic: EXPONENT was given */
	bool periodic;
	/** @exponent: period = 2^(exponent + 1) ticks */
	u8 exponent;
	/** @hold_preemption: as given */
	bool hold_preemption;
	/** @has_sseu: GLOBAL_SSEU was given */
	bool has_sseu;
	/** @sseu: as given */
	struct drm_i915_gem_context_param_sseu sseu;
	/** @poll_period_ns: latency bound of a waiter */
	u64 poll_period_ns;
	/** @has_poll_period: POLL_OA_PERIOD was given */
	bool has_poll_period;
	/** @has_class: OA_ENGINE_CLASS was given */
	bool has_class;
	/** @has_instance: OA_ENGINE_INSTANCE was given */
	bool has_instance;
	/** @engine_class: render by default */
	u8 engine_class;
	/** @engine_instance: 0 by default */
	u8 engine_instance;
	/** @loss_records: extension: a loss record follows each lost-status record */
	bool loss_records;
	/** @overflow: extension: how a full buffer is handled */
	enum drm_i915_oa_overflow overflow;
	/** @has_buffer_size: extension: @buffer_size was given */
	bool has_buffer_size;
	/** @buffer_size: bytes; 0: chosen by the rate */
	u32 buffer_size;
	/** @wake_reports: extension: number of reports that wakes a waiter; 0: not given */
	u32 wake_reports;
	/** @map: extension: the OA buffer can be mapped */
	bool map;
	/** @validate: extension: what hypotheses about hardware do to reports */
	enum drm_i915_oa_validate validate;
	/** @keep_unread: extension: a stop keeps unread reports */
	bool keep_unread;
	/** @belief_records: extension: @validate was given, so the reader knows the records */
	bool belief_records;
};

/* Waiters: the policy is in oa_wake.c. */

/** enum oa_wake_cause - cause of a wake-up */
enum oa_wake_cause {
	/** @OA_WAKE_INTERRUPT: the half-full interrupt, or a waiter found the ring half full */
	OA_WAKE_INTERRUPT,
	/** @OA_WAKE_DEADLINE: the deadline found data */
	OA_WAKE_DEADLINE,
	/** @OA_WAKE_STATE: the stream was disabled, reset or lost its GPU */
	OA_WAKE_STATE,
	/** @OA_NUM_WAKE_CAUSES: number of causes */
	OA_NUM_WAKE_CAUSES,
};

/**
 * struct oa_wake - waiters of one stream
 *
 * @flags are atomic bits, changed in process context, in hard IRQ and by the timer. The counters
 * are atomic too. The other fields are written before the stream can be waited on, except for
 * @period_ns, @since and @ended.
 */
struct oa_wake {
	/** @wait: blocked reads and pollers; woken by oa_wake_up() */
	struct wait_queue_head wait;
	/** @deadline: one shot, armed by a waiter, expires in hard IRQ */
	struct hrtimer deadline;
	/**
	 * @period_ns: POLL_OA_PERIOD, the latency bound of a waiter for one report; shortened,
	 * with the stream's lock, where half full raises no interrupt; read without it
	 */
	u64 period_ns;
	/** @bounded: @period_ns ends a wait for @reports; set once */
	bool bounded;
	/** @reports: number of reports that wakes a waiter, from 1 on; set once */
	u32 reports;
	/** @report_ns: the timer's period, where @reports is above 1; set once */
	u64 report_ns;
	/** @since: start of the wait that the deadline bounds, ns; a hint, no lock */
	u64 since;
	/** @ended: time when the deadline ended the last wait, ns, or 0; a hint, no lock */
	u64 ended;
	/** @ops: callbacks into the stream; set once */
	const struct oa_wake_ops *ops;
	/** @flags: OA_WAKE_*_BIT */
	unsigned long flags;
	/** @wakeups: wake-ups by cause; atomic, for debugfs */
	atomic64_t wakeups[OA_NUM_WAKE_CAUSES];
	/** @expiries: expired deadlines, with and without a wake-up */
	atomic64_t expiries;
};

const char *oa_wake_cause_name(enum oa_wake_cause cause);

/* Accounting: what became of each report */

/**
 * struct oa_stats - counters of a stream, kept until the next one is opened
 *
 * Written under the stream's lock; debugfs reads them without it.
 */
struct oa_stats {
	/** @delivered: reports copied to user space */
	u64 delivered;
	/** @lost: reports announced as lost that the driver never saw */
	u64 lost;
	/** @dropped: rejected reports, by verdict; these are announced as lost too */
	u64 dropped[OA_NUM_VERDICTS];
	/** @discarded: reports left unread when sampling stopped */
	u64 discarded;
	/** @filtered: reports of other contexts, not delivered to a single-context stream */
	u64 filtered;
	/** @overflows: number of times that the whole buffer was discarded */
	u64 overflows;
	/** @looks: number of times that a read or poll looked for reports */
	u64 looks;
	/** @resets: GT resets after which the unit was programmed again */
	u64 resets;
	/** @wakeups: wake-ups by cause; taken from the stream when it closes */
	u64 wakeups[OA_NUM_WAKE_CAUSES];
	/** @deadlines: expired deadlines; taken from the stream when it closes */
	u64 deadlines;
};

/**
 * struct oa_last - state shown of the open stream, or else of the last one
 */
struct oa_last {
	/** @stats: its counters, kept until the next one is opened */
	struct oa_stats stats;
	/** @assumptions: its assumptions when it was closed; guarded by oa_device.unit_lock */
	struct oa_assumptions assumptions;
};

/* Selects the reports that a single-context stream may deliver; guarded by the stream's lock. */
struct oa_filter {
	const struct oa_report_format *format; /* one without context ids lets every report pass */
	bool bound; /* only the context's own reports and those at its edges pass */
	u32 id; /* of that context, as reports show it */
	u32 last; /* id of the last report that passed */
};

/*
 * A loss that must be announced before the next report. Guarded by the stream's lock; @type is also
 * read in hard IRQ, as a sign that a read returns data.
 */
struct oa_pending {
	u32 type; /* DRM_I915_PERF_RECORD_OA_BUFFER_LOST or _REPORT_LOST, 0 if none */
	bool exact; /* @count is exact */
	u64 count; /* reports that will not be delivered */
	u64 after; /* time stamp of the last report before the gap */
	u64 before; /* time stamp of the first report after the gap */
	u32 causes; /* why reports were rejected: DRM_I915_OA_LOSS_* above _EXACT */
};

/*
 * Accounting of the reports so far. Guarded by the stream's lock. A batch that did not reach the
 * reader is undone by restoring the whole struct.
 */
struct oa_accounting {
	struct oa_validator validator; /* what the next report must satisfy */
	struct oa_filter filter;
	struct oa_pending pending;
	u64 last_timer; /* time stamp of the last accepted report of the timer */
	u64 gap_counted; /* lost reports since @last_timer that were announced already */
	u64 dropped; /* rejected since the last accepted report and not announced yet */
	u64 dropped_since; /* when the first of @dropped was, ns; read in hard IRQ, 0 if none */
	u64 last_raw; /* time stamp of the last report accepted before the unit restarted */
	u32 causes; /* of @dropped, as in struct oa_pending */
	u32 refused; /* verdicts by which reports were rejected, BIT(enum oa_verdict) */
	u32 refused_at[OA_NUM_VERDICTS]; /* ring offset of the first of each of @refused */
	u64 decides_since; /* since then a torn report waits for missing lines; ns or 0 */
	bool have_timer; /* @last_timer is valid */
	bool gap_checked; /* the gap before the report at the head was checked */
	bool flagged; /* the unit's report-lost flag is set, and no gap shows the report */
	u64 flagged_at; /* a report after this time stamp shows whether there is a gap */
	bool skipped; /* a gap was announced since the unit's flag was last read */
};

/* Parts of struct oa_stream */

/* Watches whether the half-full interrupt comes when it should; guarded by the stream's lock. */
struct oa_half_watch {
	u32 events; /* interrupts so far; written in hard IRQ, read without a lock */
	u32 base; /* @events when the ring was last empty */
	bool armed; /* the ring was empty then, and the interrupt unmasked */
	u32 missed; /* successive times that the ring was over half full without an interrupt */
};

/* Discards the oldest reports of a stream in time; see oa_discard.c. */
struct oa_trim {
	struct hrtimer timer; /* runs while @live; expires in hard IRQ and only queues @work */
	struct work_struct work; /* takes the stream's lock */
	u64 period_ns; /* of @timer; 0: the stream discards nothing; set once */
	bool live; /* the unit samples, its registers may be read; stream's lock */
};

/* Records that a stop kept for the reader, with KEEP_UNREAD; guarded by oa_stream.reading. */
struct oa_kept {
	void *records; /* whole records, NULL if there are none */
	size_t bytes; /* of @records; read without the lock as a hint */
	size_t at; /* bytes that were read, less than @bytes */
};

/**
 * struct oa_stream - an open perf stream
 *
 * @lock is taken by read, ioctl, close, remove and suspend, inside oa_device.unit_lock where both
 * are needed. A waiter waits on @wake.wait without a lock; the half-full interrupt, the deadline
 * and each change of state wake it.
 */
struct oa_stream {
	/** @oa: the GPU, with a reference on its DRM device; set once */
	struct oa_device *oa;
	/** @format: of the reports; set once */
	const struct oa_report_format *format;
	/** @periodic: the unit's timer writes reports; set once */
	bool periodic;
	/** @exponent: of the timer's period, 2^(exponent + 1) ticks; set once */
	u8 exponent;
	/** @fill_ns: time in which the timer's reports fill the buffer; set once */
	u64 fill_ns;
	/** @validate: what assumptions about hardware do to reports; set once */
	enum drm_i915_oa_validate validate;
	/** @keep_unread: a stop keeps what was not read; set once */
	bool keep_unread;
	/** @loss_records: a loss record follows each lost-status record; set once */
	bool loss_records;
	/** @belief_records: the reader knows the records about assumptions; set once */
	bool belief_records;
	/** @ctx: the bound context or NULL; set once */
	struct oa_context *ctx;
	/**
	 * @reading: one read or poll at a time; taken before @lock, and held while user memory is
	 * copied; guards @records and @kept; with KEEP_UNREAD ioctls take it, too
	 */
	struct mutex reading;
	/** @lock: guards the fields that follow, unless they say otherwise */
	struct mutex lock;
	/** @stats: its counters: the device's, or @unread; set once */
	struct oa_stats *stats;
	/** @unread: counters of the driver's own stream, not reported anywhere */
	struct oa_stats unread;
	/** @config: the metric set in use */
	struct oa_config *config;
	/** @unset: the unit does not have @config: its counters mean nothing */
	bool unset;
	/** @domains: power domains held from open to close, OA_FORCEWAKE_* bits */
	u32 domains;
	/** @buffer: the OA buffer */
	struct oa_buffer buffer;
	/** @ctx_image: a GGTT page whose address names @ctx to the unit */
	struct oa_buffer ctx_image;
	/** @ring: the OA buffer as a ring */
	struct oa_ring ring;
	/** @window: of @ring, NULL if the CPU caches the buffer; set once */
	struct oa_ring_window *window;
	/** @era: counts the changes of @ring, @acct and @map; read without the lock as a hint */
	u64 era;
	/** @records: on their way to user space, OA_FRAME_ALLOC bytes; set once */
	void *records;
	/** @kept: records that the last stop kept */
	struct oa_kept kept;
	/** @map: the mapped ring, NULL if there is none; set once */
	struct oa_map *map;
	/** @acct: accounting of the reports so far */
	struct oa_accounting acct;
	/** @wake: waiters; locks itself */
	struct oa_wake wake;
	/** @trim: discards old reports in time, with KEEP_NEWEST; names its own locks */
	struct oa_trim trim;
	/** @last_look: time when a read or poll last looked for data, ns; used without the lock */
	u64 last_look;
	/** @ask_ns: least time between two reads of more registers than the tail; set once */
	u64 ask_ns;
	/** @last_ask: time when a waiter last read more registers than the tail, ns; no lock */
	u64 last_ask;
	/** @for_perf: the driver's own stream, without a file and a reader; set once */
	bool for_perf;
	/** @enabled: the user wants it to sample; read without the lock as a hint */
	bool enabled;
	/** @dead: the GPU is gone; never cleared; read without the lock as a hint */
	bool dead;
	/** @timer_only: every report comes from the timer */
	bool timer_only;
	/** @timer_known: reports of the timer can be recognised, so that each gap is provable */
	bool timer_known;
	/** @starting: time stamp right before sampling started, or resumed after a reset */
	u64 starting;
	/** @started: time stamp right after that; the processor may have been away in between */
	u64 started;
	/**
	 * @overflow_stands: the unit's overflow flag was set right after the start that should have
	 * cleared it, and nothing was written; read in hard IRQ
	 */
	bool overflow_stands;
	/** @overflow_tail: the tail at that time; read in hard IRQ */
	u32 overflow_tail;
	/** @lost_latched: the unit's report-lost flag was announced since sampling started */
	bool lost_latched;
	/** @suspended: the loss that a suspend caused, announced after resume */
	struct oa_pending suspended;
	/** @warned: verdicts that this stream warned of, BIT(enum oa_verdict) */
	u32 warned;
	/** @half: watches the half-full interrupt */
	struct oa_half_watch half;
	/** @proof_ns: time after which a missing line counts as never written; set once */
	u64 proof_ns;
	/** @commands: lines that reports by command lack; only OA_HYP_LINES is used */
	struct oa_assumptions commands;
	/** @failed_told: hypotheses that were reported to have failed, OA_HYP_BIT() of each */
	u32 failed_told;
};

/**
 * oa_ops() - return the OA unit's functions of a stream's generation
 * @stream: the stream
 */
static inline const struct oa_unit_ops *oa_ops(const struct oa_stream *stream)
{
	return stream->oa->platform->unit;
}

/**
 * struct oa_observer_ops - a counter beside the stream, which is notified of what happens to it
 *
 * All are called in process context. perf's events are the only observer.
 */
struct oa_observer_ops {
	/**
	 * @on: the unit was turned on for a stream, or another metric set was written; stream lock
	 * and forcewake held; may be called again
	 */
	void (*on)(struct oa_stream *stream);
	/** @off: the unit is about to be turned off, or to get another set; forcewake held */
	void (*off)(struct oa_device *oa);
	/** @forget: a reset cleared the unit's counters */
	void (*forget)(struct oa_device *oa);
	/** @released: a user's stream has released the unit; unit lock held */
	void (*released)(struct oa_device *oa);
	/** @has_unit: check whether the unit is used for events, or about to be; unit lock held */
	bool (*has_unit)(const struct oa_device *oa);
	/** @yield: release the unit to a stream that a user opens; unit lock held */
	void (*yield)(struct oa_device *oa);
};

/* A stream's life: for the DRM driver, and for perf, which opens a stream of the driver's own */

/*
 * Time between the wake-up at half full and the end of the read: 4 ms for a scheduling tick at
 * 250 Hz on a busy processor, and far less than the rest to drain 128 KiB.
 */
#define OA_READER_LATENCY_NS	5000000ull

int oa_stream_init(struct oa_device *oa);
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
