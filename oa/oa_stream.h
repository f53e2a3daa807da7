/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_STREAM_H_
#define _OA_STREAM_H_

#include <linux/mutex.h>
#include <linux/types.h>

#include "formats/oa_format.h"
#include "oa_device.h"
#include "oa_filter.h"
#include "oa_ggtt.h"
#include "oa_newest.h"
#include "oa_platform.h"
#include "oa_props.h"
#include "oa_ring.h"
#include "oa_wake.h"

struct drm_device;
struct drm_file;
struct file;
struct oa_config;
struct oa_context;
struct oa_device;
struct oa_map;
struct iov_iter;

/* Records framed between two looks at the overflow status. */
#define OA_BATCH_REPORTS	256
#define OA_RECORD_MAX_BYTES	(8 + OA_REPORT_MAX_DWORDS * 4)
/* Two headers and a struct drm_i915_oa_loss: what may stand before the first report. */
#define OA_STATUS_MAX_BYTES	(8 + 8 + 32)
#define OA_BATCH_BYTES		(OA_STATUS_MAX_BYTES + OA_BATCH_REPORTS * OA_RECORD_MAX_BYTES)
/* A record is put at the end before it is known whether there is room for it. */
#define OA_BATCH_ALLOC		(OA_BATCH_BYTES + OA_RECORD_MAX_BYTES)

/**
 * struct oa_pending - what must be announced before the next report
 *
 * Guarded by the stream's lock; @type is also read in hard IRQ, to tell that
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
	/** @before: time stamp of the first report behind the gap */
	u64 before;
};

/**
 * struct oa_seen - what was seen of the reports so far
 *
 * Guarded by the stream's lock. A batch of reports that did not reach the reader is
 * taken back by putting the whole back.
 */
struct oa_seen {
	/** @validator: what the next report must satisfy */
	struct oa_validator validator;
	/** @filter: which reports may be seen */
	struct oa_filter filter;
	/** @pending: what must be announced */
	struct oa_pending pending;
	/** @last_timer: time stamp of the last report of the timer that was consumed */
	u64 last_timer;
	/** @gap_counted: lost reports since @last_timer that were announced already */
	u64 gap_counted;
	/** @dropped: reports dropped since the last one delivered */
	u64 dropped;
	/** @have_timer: @last_timer means something */
	bool have_timer;
	/** @gap_checked: the gap before the report at the head was looked at */
	bool gap_checked;
};

/**
 * struct oa_stream - an open perf stream
 *
 * @lock is taken by read, ioctl, close, remove and suspend, inside
 * oa_device.unit_lock where both are needed. Whoever waits, waits on
 * @wake.wait without a lock; the half-full interrupt, the deadline and each
 * change of state wake it.
 */
struct oa_stream {
	/** @oa: the GPU, with a reference on its DRM device; set once */
	struct oa_device *oa;
	/** @props: as opened; set once */
	struct oa_props props;
	/** @ctx: the bound context or NULL; set once */
	struct oa_context *ctx;
	/** @lock: guards all that follows unless it says otherwise */
	struct mutex lock;
	/** @config: the metric set in use */
	struct oa_config *config;
	/** @domains: power wells held from open to close, OA_FORCEWAKE_* bits */
	u32 domains;
	/** @buffer: the OA buffer */
	struct oa_buffer buffer;
	/** @ctx_image: a GGTT page whose address names @ctx to the unit */
	struct oa_buffer ctx_image;
	/** @ring: the OA buffer as a ring */
	struct oa_ring ring;
	/** @batch: records on their way to user space, OA_BATCH_ALLOC bytes; set once */
	void *batch;
	/** @map: its mapped ring, NULL: it has none; set once */
	struct oa_map *map;
	/** @seen: what was seen of the reports so far */
	struct oa_seen seen;
	/** @wake: waiters; locks itself */
	struct oa_wake wake;
	/** @newest: gives up old reports in time, where that is asked for; says its own locks */
	struct oa_newest newest;
	/** @looked: when a read or poll last looked for data, ns; used without the lock */
	u64 looked;
	/** @enabled: the user wants it to sample; read without the lock as a hint */
	bool enabled;
	/** @dead: the GPU is gone; never cleared; read without the lock as a hint */
	bool dead;
	/** @timer_only: every report comes from the timer */
	bool timer_only;
	/** @timer_known: the timer's reports can be told, so that each gap is provable */
	bool timer_known;
	/** @starting: time stamp right before sampling started, or went on after a reset */
	u64 starting;
	/** @started: right after that; the processor may have been away in between */
	u64 started;
	/** @lost_latched: the unit's report-lost flag was announced since sampling started */
	bool lost_latched;
	/** @suspend_lost: unread reports that a suspend cost */
	u64 suspend_lost;
};

/**
 * oa_ops() - the OA unit of a stream's generation
 * @stream: the stream
 */
static inline const struct oa_unit_ops *oa_ops(const struct oa_stream *stream)
{
	return stream->oa->platform->unit;
}

/* oa_open.c */
int oa_stream_open_ioctl(struct drm_device *drm, void *data, struct drm_file *file);

/* oa_stream.c */
extern const struct file_operations oa_stream_fops;
void oa_stream_free(struct oa_stream *stream);

/* oa_sampling.c */
int oa_stream_configure(struct oa_stream *stream);
void oa_stream_set_enabled(struct oa_stream *stream, bool enabled);
void oa_stream_release_hw(struct oa_stream *stream);
int oa_stream_reprogram(struct oa_stream *stream);
void oa_stream_half_full(struct oa_device *oa);
void oa_stream_listen(struct oa_wake *wake);
void oa_stream_drained(struct oa_stream *stream, u64 began);
void oa_stream_detach(struct oa_device *oa);
void oa_stream_suspend(struct oa_device *oa);
int oa_stream_resume(struct oa_device *oa);

/* oa_read.c */
ssize_t oa_stream_read(struct oa_stream *stream, struct iov_iter *to);
u32 oa_stream_waiting(struct oa_wake *wake);
int oa_stream_span(struct oa_stream *stream, u32 *tail, u32 *bytes);

/* oa_live_ioctl.c */
long oa_stream_counters(struct oa_stream *stream, void __user *arg);

/* oa_report.c */
long oa_stream_report(struct oa_stream *stream, void __user *arg);

#endif /* _OA_STREAM_H_ */
