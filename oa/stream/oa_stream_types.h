/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_STREAM_TYPES_H_
#define _OA_STREAM_TYPES_H_

#include <linux/hrtimer.h>
#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/workqueue.h>

#include "formats/oa_format.h"
#include "gt/oa_ggtt.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "stream/oa_filter.h"
#include "stream/oa_props_types.h"
#include "stream/oa_ring.h"
#include "stream/oa_wake.h"
#include "unit/oa_unit.h"

struct oa_config;
struct oa_context;
struct oa_map;

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
 *     struct oa_seen and struct oa_stats: every report that was written is delivered, announced
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
 * struct oa_seen - the books of the reports seen so far
 *
 * Guarded by the stream's lock. A batch of reports that did not reach the reader is
 * taken back by restoring the whole struct.
 */
struct oa_seen {
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
 * struct oa_trim - gives up the oldest reports of a stream in time; see oa_trim.c
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
	/** @era: counts the changes of @ring, @seen and @map; read without the lock as a hint */
	u64 era;
	/** @records: on their way to user space, OA_FRAME_ALLOC bytes; set once */
	void *records;
	/** @kept: what the last stop kept */
	struct oa_kept kept;
	/** @map: the mapped ring, NULL if there is none; set once */
	struct oa_map *map;
	/** @seen: the books of the reports seen so far */
	struct oa_seen seen;
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
	/** @own: it is the driver's own, for perf: it has no file, and nobody reads it; set once */
	bool own;
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
	struct oa_beliefs commands;
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
 * oa_unit_news() - what the unit says that it has not said before
 * @stream: the stream, enabled
 *
 * Any context, forcewake held. An overflow flag that a start did not clear is no news until the
 * unit writes: nothing can have been lost. From then on nothing in the buffer is proven.
 * Return: OA_UNIT_* bits.
 */
static inline u32 oa_unit_news(const struct oa_stream *stream)
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
	return oa_unit_news(stream) & OA_UNIT_OVERFLOW;
}

#endif /* _OA_STREAM_TYPES_H_ */
