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
struct oa_device;
struct oa_forcewake_table;
struct oa_irq;
struct oa_map;
struct oa_platform;
struct oa_props;
struct oa_report_format;
struct oa_stream;
struct oa_topology;
struct oa_wake;

/*
 * Which reports a single-context stream may see. Pure: memory only.
 */

/* The id in a report that names no context, also shown in place of another context's id. */
#define OA_CTX_ID_INVALID	0xffffffffu

/**
 * struct oa_filter - whose reports may be seen
 *
 * Guarded by the stream's lock.
 */
struct oa_filter {
	/** @format: of the reports; one without context ids lets every report pass */
	const struct oa_report_format *format;
	/** @bound: only a context's own reports and those at its edges pass */
	bool bound;
	/** @id: of that context, as reports show it */
	u32 id;
	/** @last: id of the last report that passed */
	u32 last;
};

void oa_filter_init(struct oa_filter *f, const struct oa_report_format *format, bool bound,
		    u32 id);
bool oa_filter_wants(const struct oa_filter *f, const u32 *report);
void oa_filter_hide(const struct oa_filter *f, u32 *report);
void oa_filter_mask(const struct oa_filter *f, u32 *head);
void oa_filter_passed(struct oa_filter *f, u32 *report);

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
	/** @hold_preemption: as asked */
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
	/** @wake_reports: extension: how many reports a waiter wants; 0 if that was not given */
	u32 wake_reports;
	/** @map: extension: the OA buffer can be mapped */
	bool map;
	/** @validate: extension: what hypotheses about hardware do to reports */
	enum drm_i915_oa_validate validate;
	/** @keep_unread: extension: a stop keeps what was not read */
	bool keep_unread;
	/** @belief_records: extension: @validate was given, so the reader knows the records */
	bool belief_records;
};

/*
 * When to wake a waiter for reports: the policy, in one place.
 */

/** enum oa_wake_cause - what made a waiter look again */
enum oa_wake_cause {
	/** @OA_WAKE_INTERRUPT: the half-full interrupt, or a waiter found half full itself */
	OA_WAKE_INTERRUPT,
	/** @OA_WAKE_DEADLINE: the deadline found data */
	OA_WAKE_DEADLINE,
	/** @OA_WAKE_STATE: the stream was disabled, reset or lost its GPU */
	OA_WAKE_STATE,
	/** @OA_NUM_WAKE_CAUSES: number of causes */
	OA_NUM_WAKE_CAUSES,
};

/** enum oa_wake_verdict - what an expired deadline does */
enum oa_wake_verdict {
	/** @OA_WAKE_STOP: nobody waits, or nothing samples: run no timer */
	OA_WAKE_STOP,
	/** @OA_WAKE_REARM: somebody waits, nothing to read yet */
	OA_WAKE_REARM,
	/** @OA_WAKE_NOW: somebody waits and there is something to read */
	OA_WAKE_NOW,
};

/* Returned by struct oa_wake.readable() when nobody should wait for more. */
#define OA_WAKE_URGENT		U32_MAX
/* No deadline is set sooner: the report may be due already, but not landed yet. */
#define OA_WAKE_SOONEST_NS	100000ull

/** struct oa_wake_ops - what the wake policy asks of its stream */
struct oa_wake_ops {
	/** @readable: reports that can be read, or OA_WAKE_URGENT; any context */
	u32 (*readable)(struct oa_wake *wake);
	/** @listen: somebody waits: let the half-full interrupt come; process context */
	void (*listen)(struct oa_wake *wake);
	/** @serve: a deadline expired: serve an interrupt whose message was lost; hard IRQ */
	void (*serve)(struct oa_wake *wake);
};

/**
 * struct oa_wake - waiters of one stream
 *
 * @flags are atomic bits, changed in process context, in hard IRQ and by the timer. The
 * counters are atomic too. The other fields are written before the stream can be waited on,
 * except for @period_ns, @since and @ended.
 */
struct oa_wake {
	/** @wait: blocked reads and pollers; woken by oa_wake_up() */
	struct wait_queue_head wait;
	/** @deadline: one shot, armed by a waiter, expires in hard IRQ */
	struct hrtimer deadline;
	/**
	 * @period_ns: POLL_OA_PERIOD, the latency bound of a waiter for one report; made shorter,
	 * with the stream's lock, where half full raises no interrupt; read without it
	 */
	u64 period_ns;
	/** @bounded: @period_ns ends a wait for @reports; set once */
	bool bounded;
	/** @reports: how many a waiter wants, from 1 on; set once */
	u32 reports;
	/** @report_ns: the timer's period, where @reports is above 1; set once */
	u64 report_ns;
	/** @since: when the wait that the deadline bounds began, ns; a hint, no lock */
	u64 since;
	/** @ended: when the deadline ended the last wait, ns; 0: it did not; a hint, no lock */
	u64 ended;
	/** @ops: what it asks of the stream; set once */
	const struct oa_wake_ops *ops;
	/** @flags: OA_WAKE_*_BIT */
	unsigned long flags;
	/** @wakeups: wake-ups by cause; atomic, for debugfs */
	atomic64_t wakeups[OA_NUM_WAKE_CAUSES];
	/** @expiries: deadlines that expired, whether or not they woke anyone */
	atomic64_t expiries;
};

#define OA_WAKE_READY_BIT	0	/* poll says readable until a read drains */
#define OA_WAKE_LIVE_BIT	1	/* the stream samples: deadlines may be armed */
#define OA_WAKE_ARMED_BIT	2	/* the deadline runs */
#define OA_WAKE_LEFT_BIT	3	/* a read has left a report that the next one gives */

enum oa_wake_verdict oa_wake_decide(bool waiters, bool live, bool data);
void oa_wake_init(struct oa_wake *wake, u64 period_ns, const struct oa_wake_ops *ops);
void oa_wake_want(struct oa_wake *wake, u32 reports, u64 report_ns, bool bounded);
bool oa_wake_enough(const struct oa_wake *wake, u32 readable, bool any);
u64 oa_wake_next_ns(u64 period_ns, u64 ended, u64 now);
u64 oa_wake_delay_ns(const struct oa_wake *wake, u32 readable, u64 waited_ns);
void oa_wake_start(struct oa_wake *wake);
void oa_wake_stop(struct oa_wake *wake);
void oa_wake_fini(struct oa_wake *wake);
bool oa_wake_listen(struct oa_wake *wake);
void oa_wake_arm(struct oa_wake *wake);
bool oa_wake_up(struct oa_wake *wake, enum oa_wake_cause cause);
bool oa_wake_ready(const struct oa_wake *wake);
void oa_wake_reads(struct oa_wake *wake);
void oa_wake_leaves(struct oa_wake *wake);
bool oa_wake_left(const struct oa_wake *wake);
void oa_wake_drained(struct oa_wake *wake, u64 now);
const char *oa_wake_cause_name(enum oa_wake_cause cause);

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
	/** @dropped: reports refused, by verdict; these are announced as lost too */
	u64 dropped[OA_NUM_VERDICTS];
	/** @discarded: reports left unread when sampling stopped */
	u64 discarded;
	/** @filtered: reports of other contexts, withheld from a single-context stream */
	u64 filtered;
	/** @overflows: number of times the whole buffer was dropped */
	u64 overflows;
	/** @looks: times that a read or poll looked for reports */
	u64 looks;
	/** @resets: GT resets after which the unit was programmed anew */
	u64 resets;
	/** @wakeups: wake-ups by cause; taken from the stream when it closes */
	u64 wakeups[OA_NUM_WAKE_CAUSES];
	/** @deadlines: deadlines that expired; taken from the stream when it closes */
	u64 deadlines;
};

/**
 * struct oa_observer_ops - what counts beside the stream that has the unit, and is told of it
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
	/** @forget: a reset took what the unit counted */
	void (*forget)(struct oa_device *oa);
	/** @consume: so many bytes of the oldest reports are about to be made blank; as @on */
	void (*consume)(struct oa_stream *stream, u32 bytes);
	/** @released: a user's stream has left the unit; unit lock held */
	void (*released)(struct oa_device *oa);
	/** @has_unit: is the unit used for events, or about to be? Unit lock held */
	bool (*has_unit)(const struct oa_device *oa);
	/** @yield: a user opens a stream: leave the unit to it; unit lock held */
	void (*yield)(struct oa_device *oa);
};

/**
 * struct oa_last - what is shown of the stream that has the unit, or had it last
 */
struct oa_last {
	/** @stats: its numbers, kept until the next one is opened */
	struct oa_stats stats;
	/** @assumptions: what it had seen when it was closed; guarded by oa_device.unit_lock */
	struct oa_assumptions assumptions;
};

/**
 * DOC: The ring's words
 *
 * tail
 *     Where the unit writes next. It runs ahead of memory.
 * landed
 *     A line or a report is in memory. Lines that software made blank prove it: they are not
 *     blank any more.
 * settled
 *     All lines up to here have landed, and were there before anything of them is read.
 * passed
 *     Reports after the head that were looked at, accepted or dropped. They can be had again.
 * consumed
 *     Reports that were passed for good: made blank, and the unit has its new head.
 * accepted, dropped
 *     A valid report, and one that was refused. Both are passed.
 * strobe
 *     A moment at which the timer writes a report, unless something prevents it.
 * gap
 *     Strobes between two reports that left no report.
 * pending
 *     A loss that the reader must be told of before the next report.
 * due
 *     Reports that were refused are announced: there are many, or it has been a while.
 * books
 *     struct oa_accounting and struct oa_stats: every report that was written is delivered, announced
 *     as lost, filtered, or discarded when sampling stopped.
 * batch
 *     Reports between two looks at the unit's overflow status. A batch counts as a whole.
 * span
 *     Bytes from what was passed up to the tail.
 */

/**
 * struct oa_pending - a loss that must be announced before the next report
 *
 * Guarded by the stream's lock; @type is also read in hard IRQ, as a sign that
 * there is something to read.
 */
struct oa_pending {
	/** @type: DRM_I915_PERF_RECORD_OA_BUFFER_LOST or _REPORT_LOST, 0 if nothing */
	u32 type;
	/** @exact: @count is exact */
	bool exact;
	/** @count: reports that will not be delivered */
	u64 count;
	/** @after: time stamp of the last report before the gap */
	u64 after;
	/** @before: time stamp of the first report after the gap */
	u64 before;
	/** @causes: why reports of it were refused: DRM_I915_OA_LOSS_* above _EXACT */
	u32 causes;
};

/**
 * struct oa_accounting - the books of the reports seen so far
 *
 * Guarded by the stream's lock. A batch of reports that did not reach the reader is
 * taken back by restoring the whole struct.
 */
struct oa_accounting {
	/** @validator: what the next report must satisfy */
	struct oa_validator validator;
	/** @filter: which reports may be seen */
	struct oa_filter filter;
	/** @pending: the loss that must be announced */
	struct oa_pending pending;
	/** @last_timer: time stamp of the last report of the timer that was accepted */
	u64 last_timer;
	/** @gap_counted: lost reports since @last_timer that were announced already */
	u64 gap_counted;
	/** @dropped: reports dropped and not announced yet, since the last one that was accepted */
	u64 dropped;
	/** @dropped_since: when the first of @dropped was, ns; read in hard IRQ, 0 if none */
	u64 dropped_since;
	/** @last_raw: time stamp of the last report that was accepted before the unit restarted */
	u64 last_raw;
	/** @causes: why, as in struct oa_pending */
	u32 causes;
	/** @refused: verdicts by which reports were refused, BIT(enum oa_verdict) */
	u32 refused;
	/** @refused_at: where in the ring the first of each of @refused lay */
	u32 refused_at[OA_NUM_VERDICTS];
	/** @decides_since: a torn report waits since then to show that it lacks lines; ns or 0 */
	u64 decides_since;
	/** @have_timer: @last_timer is valid */
	bool have_timer;
	/** @gap_checked: the gap before the report at the head was looked at */
	bool gap_checked;
	/** @flagged: the unit's flag says that it lost a report, and no gap shows which */
	bool flagged;
	/** @flagged_at: time stamp after which a report shows whether there is a gap */
	u64 flagged_at;
	/** @skipped: a gap was announced since the unit's flag was last looked at */
	bool skipped;
};

/**
 * struct oa_half_watch - whether the half-full interrupt comes when it should
 *
 * Guarded by the stream's lock, unless a field says otherwise.
 */
struct oa_half_watch {
	/** @events: interrupts so far; written in hard IRQ, read without a lock */
	u32 events;
	/** @base: @events when the ring was last empty */
	u32 base;
	/** @armed: the ring was empty then, and the interrupt open */
	bool armed;
	/** @missed: times in a row that the ring was more than half full and no interrupt came */
	u32 missed;
};

/**
 * struct oa_trim - gives up the oldest reports of a stream in time; see oa_discard.c
 */
struct oa_trim {
	/** @timer: runs while @live; expires in hard IRQ and does nothing but queue @work */
	struct hrtimer timer;
	/** @work: takes the stream's lock */
	struct work_struct work;
	/** @period_ns: of @timer; 0: the stream gives up nothing; set once */
	u64 period_ns;
	/** @live: the unit samples, its registers may be touched; guarded by the stream's lock */
	bool live;
};

/**
 * struct oa_kept - records that a stop kept for the reader, with KEEP_UNREAD
 *
 * Guarded by oa_stream.reading.
 */
struct oa_kept {
	/** @records: whole records, NULL if there are none */
	void *records;
	/** @bytes: of @records; read without the lock as a hint that there are some */
	size_t bytes;
	/** @at: bytes that were read, less than @bytes */
	size_t at;
};

/**
 * struct oa_stream - an open perf stream
 *
 * @lock is taken by read, ioctl, close, remove and suspend, inside
 * oa_device.unit_lock where both are needed. A waiter waits on @wake.wait without a
 * lock; the half-full interrupt, the deadline and each change of state wake it.
 */
struct oa_stream {
	/** @oa: the GPU, with a reference on its DRM device; set once */
	struct oa_device *oa;
	/** @props: as opened; set once */
	struct oa_props props;
	/** @ctx: the bound context or NULL; set once */
	struct oa_context *ctx;
	/**
	 * @reading: one read or poll at a time; taken before @lock, and held while user memory is
	 * copied; guards @records and @kept; with KEEP_UNREAD ioctls take it, too
	 */
	struct mutex reading;
	/** @lock: guards the fields that follow, unless they say otherwise */
	struct mutex lock;
	/** @stats: its numbers: the device's, or @unread; set once */
	struct oa_stats *stats;
	/** @unread: numbers of the driver's own stream, which are not shown */
	struct oa_stats unread;
	/** @config: the metric set in use */
	struct oa_config *config;
	/** @unset: the unit does not have @config: nothing that it counts can be trusted */
	bool unset;
	/** @domains: power wells held from open to close, OA_FORCEWAKE_* bits */
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
	/** @kept: what the last stop kept */
	struct oa_kept kept;
	/** @map: the mapped ring, NULL if there is none; set once */
	struct oa_map *map;
	/** @acct: the books of the reports seen so far */
	struct oa_accounting acct;
	/** @wake: waiters; locks itself */
	struct oa_wake wake;
	/** @trim: gives up old reports in time, with KEEP_NEWEST; names its own locks */
	struct oa_trim trim;
	/** @last_look: when a read or poll last looked for data, ns; used without the lock */
	u64 last_look;
	/** @ask_ns: how long the timer's next report may take, but no less than a wait; set once */
	u64 ask_ns;
	/** @last_ask: when a waiter last asked the unit for more than its tail, ns; no lock */
	u64 last_ask;
	/** @for_perf: the driver's own stream, for perf: without a file and without a reader; set once */
	bool for_perf;
	/** @enabled: the user wants it to sample; read without the lock as a hint */
	bool enabled;
	/** @dead: the GPU is gone; never cleared; read without the lock as a hint */
	bool dead;
	/** @timer_only: every report comes from the timer */
	bool timer_only;
	/** @timer_known: reports of the timer can be recognised, so that each gap is provable */
	bool timer_known;
	/** @starting: time stamp right before sampling started, or went on after a reset */
	u64 starting;
	/** @started: time stamp right after that; the processor may have been away between them */
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
	/** @half: whether the half-full interrupt comes */
	struct oa_half_watch half;
	/** @proof_ns: how long a line must be missing to be given up for good; set once */
	u64 proof_ns;
	/** @commands: lines that reports by command lack; only OA_HYP_LINES is used */
	struct oa_assumptions commands;
	/** @failed_told: hypotheses that were reported to have failed, OA_HYP_BIT() of each */
	u32 failed_told;
};

/**
 * oa_ops() - the OA unit of a stream's generation
 * @stream: the stream
 */
static inline const struct oa_unit_ops *oa_ops(const struct oa_stream *stream)
{
	return stream->oa->platform->unit;
}

/**
 * oa_stream_changed() - what a reader would find is not the same any more
 * @stream: the stream
 *
 * Process context, stream lock held. A reader that gave up the lock compares @stream->era.
 */
static inline void oa_stream_changed(struct oa_stream *stream)
{
	WRITE_ONCE(stream->era, stream->era + 1);
}

/* The ring hands on what the unit's tail() says. */
static_assert(OA_RING_NO_TAIL == OA_UNIT_NO_TAIL);

/**
 * oa_unit_new_status() - what the unit says that it has not said before
 * @stream: the stream, enabled
 *
 * Any context, forcewake held. An overflow flag that a start did not clear is no news until the
 * unit writes: nothing can have been lost. From then on nothing in the buffer is proven.
 * Return: OA_UNIT_* bits.
 */
static inline u32 oa_unit_new_status(const struct oa_stream *stream)
{
	const u32 status = oa_ops(stream)->status(&stream->oa->unit);

	if (status & OA_UNIT_OVERFLOW && READ_ONCE(stream->overflow_stands) &&
	    oa_ops(stream)->tail(&stream->oa->unit) == READ_ONCE(stream->overflow_tail))
		return status & ~OA_UNIT_OVERFLOW;
	return status;
}

/**
 * oa_unit_overflowed() - did the OA buffer overflow?
 * @stream: the stream, enabled
 *
 * Any context, forcewake held.
 */
static inline bool oa_unit_overflowed(const struct oa_stream *stream)
{
	return oa_unit_new_status(stream) & OA_UNIT_OVERFLOW;
}

/*
 * The size of the OA buffer, how fast it fills, and the rates that a reader can bear.
 */

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

int oa_stream_open_ioctl(struct drm_device *drm, void *data, struct drm_file *file);

const struct oa_report_format *oa_largest_format(const struct oa_platform *platform);
struct oa_stream *oa_stream_new(struct oa_device *oa, const struct oa_props *props);
int oa_stream_acquire_hw(struct oa_stream *stream);

void oa_drain(struct oa_stream *stream);

void oa_recover_overflow(struct oa_stream *stream);
void oa_recover_report_lost(struct oa_stream *stream, u32 status);
int oa_recover_span(struct oa_stream *stream, bool nowait, u32 *used, u32 *bytes);
int oa_recover(struct oa_stream *stream, bool nowait);

int oa_stream_take_unit(struct oa_stream *stream);
int oa_stream_configure(struct oa_stream *stream);
int oa_stream_reprogram(struct oa_stream *stream);
void oa_stream_release_hw(struct oa_stream *stream);
void oa_stream_detach(struct oa_device *oa);
void oa_stream_suspend(struct oa_device *oa);
int oa_stream_resume(struct oa_device *oa);

void oa_stream_expect_triggers(struct oa_stream *stream, const struct oa_config *config);
void oa_stream_irq_enable(struct oa_stream *stream);
void oa_stream_irq_disable(struct oa_stream *stream);
void oa_stream_start_unit(struct oa_stream *stream);
bool oa_stream_stop_unit(struct oa_stream *stream);
void oa_stream_run(struct oa_stream *stream);
void oa_stream_halt(struct oa_stream *stream, u64 *unread);
void oa_stream_set_enabled(struct oa_stream *stream, bool enabled);
void oa_stream_half_full(struct oa_irq *irq);
void oa_stream_listen(struct oa_wake *wake);
void oa_stream_serve(struct oa_wake *wake);
void oa_stream_drained(struct oa_stream *stream, u64 began, u64 now);

u32 oa_stream_domains(const struct oa_forcewake_table *table, const struct oa_config *config);

/**
 * struct oa_props_env - the GPU and the caller's limits, to judge the properties of an open
 */
struct oa_props_env {
	/** @drm: for debug lines, NULL in tests */
	struct drm_device *drm;
	/** @platform: of the GPU */
	const struct oa_platform *platform;
	/** @topology: of the GPU */
	const struct oa_topology *topology;
	/** @timestamp_hz: ticks of the GPU's time stamp per second */
	u32 timestamp_hz;
	/** @max_sample_rate: fastest rate without privilege, Hz */
	u32 max_sample_rate;
	/** @privileged: the caller has CAP_PERFMON or CAP_SYS_ADMIN */
	bool privileged;
};

#define OA_POLL_PERIOD_DEFAULT_NS	5000000ull
#define OA_POLL_PERIOD_MIN_NS		100000ull
/* Longer periods are taken as this one, so that no sum with the time of the clock wraps. */
#define OA_POLL_PERIOD_MAX_NS		3600000000000ull
#define OA_EXPONENT_MAX			31

void oa_props_init(struct oa_props *props);
int oa_props_set(const struct oa_props_env *env, struct oa_props *props, u64 id, u64 value);
int oa_props_check(const struct oa_props_env *env, const struct oa_props *props);
int oa_props_read(const struct oa_props_env *env, struct oa_props *props, u32 num, u64 ptr);

int oa_stream_init(struct oa_device *oa);
void oa_stream_free(struct oa_stream *stream);

#endif /* _OA_STREAM_H_ */
