/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_RING_H_
#define _OA_RING_H_

#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/types.h>

#include <uapi/drm/i915_oa.h>

#include "formats/oa_format.h"
#include "unit/oa_unit.h"

struct drm_device;
struct mutex;
struct oa_walk;

/* Documentation/glossary.rst explains the ring's words: head, landed, settled, passed, lap ... */

/* Returned by oa_ring_used() if the unit has no tail in the ring: the value of the unit's tail() */
#define OA_RING_NO_TAIL		OA_UNIT_NO_TAIL
/* Hardware has few lines in flight: a line this far from the tail has landed, or never will. */
#define OA_RING_IN_FLIGHT_BYTES	4096u
/* Bytes settled ahead: lines that stay in the nearest cache until they are validated and copied. */
#define OA_RING_AHEAD_BYTES	4096u
/* Bytes that are fetched at a time. A report is not longer. */
#define OA_RING_PART_BYTES	1024u

/*
 * Room for copies out of a ring that the CPU does not cache (oa_landing.c). Guarded as the ring.
 * Streaming loads need 16-byte alignment.
 */
struct oa_ring_window {
	/* lines that have settled, from oa_ring.window_from on */
	u8 ahead[OA_RING_AHEAD_BYTES] __aligned(16);
	u8 part[OA_RING_PART_BYTES] __aligned(16); /* one report, or lines to check */
};

/*
 * The software side of the OA buffer. The mutex of the stream guards all fields. Only functions
 * documented for any context may be called from hard IRQ. Only oa_ring_used() reads the tail, since
 * a tail at the head means empty or full. Other functions take the bytes between head and tail.
 */
struct oa_ring {
	u8 *vaddr; /* the buffer as the CPU sees it */
	u32 size; /* bytes, a multiple of 64 */
	u32 report_bytes; /* bytes of one report */
	/* reads the tail's offset, below @size, or OA_RING_NO_TAIL; any context */
	u32 (*tail)(struct oa_unit *unit);
	struct oa_unit *unit; /* argument of @tail */
	/*
	 * copies whole lines from memory that the CPU does not cache, faster than single loads;
	 * process context. NULL: the CPU caches the ring
	 */
	void (*fetch)(void *to, const void *from, u32 bytes);
	struct oa_ring_window *window; /* target of @fetch, NULL without it */
	u32 window_from; /* first byte in the window, counted from @head modulo 2^32 */
	u32 head; /* offset of the oldest report not yet consumed, bytes; read without the lock */
	u32 passed; /* bytes of passed reports after @head; read without the lock */
	u32 seen; /* bytes after @head up to the tail at the last look: what a reader sees */
	u32 settled; /* bytes after @head whose lines have all landed */
	bool late; /* a report did not land in time, and may still land; never cleared */
	/*
	 * bytes after @head that the stopped unit has written and no reader consumed; the rest is
	 * poisoned. OA_RING_NO_TAIL: unknown, or the unit runs
	 */
	u32 left;
	bool fresh; /* poisoned, and no unit has written there since */
	/* when the next report was first found missing, ns, or 0; a hint, used without the lock */
	u64 waiting_since;
};

/* Result of oa_ring_validate() */
enum oa_ring_state {
	OA_RING_EMPTY, /* the tail has not moved past a whole report */
	OA_RING_WAIT, /* the tail is ahead of memory; try again later */
	OA_RING_VALID, /* the next report is valid */
	OA_RING_INVALID, /* the next report is not valid; the verdict says why */
};

/* Time that the GPU's write may trail the tail before the report is discarded */
#define OA_RING_LANDING_LIMIT_NS	(10 * 1000 * 1000ull)

/* Lines of the ring, and what has landed in them (oa_landing.c) */

/*
 * Return the offset that lies @behind bytes, at most the ring's size, after the head. Any context.
 * The head is loaded once: while a reader moves it, a result without the lock may be wrong, but
 * lies in the ring.
 */
static inline u32 oa_ring_at(const struct oa_ring *ring, u32 behind)
{
	const u32 at = READ_ONCE(ring->head) + behind;

	return at < ring->size ? at : at - ring->size;
}

/* Check whether the next report is so far before the tail that no line of it can be landing. */
static inline bool oa_ring_far_from_tail(const struct oa_ring *ring, u32 used)
{
	return used > ring->passed + OA_RING_IN_FLIGHT_BYTES;
}

bool oa_ring_line_landed(const struct oa_ring *ring, u32 offset);
bool oa_ring_all_lines_landed(const struct oa_ring *ring, u32 offset);
bool oa_ring_newest_torn(const struct oa_ring *ring);
bool oa_ring_is_poisoned(const struct oa_ring *ring, u32 from, u32 until);
bool oa_ring_all_landed(const struct oa_ring *ring, u32 bytes);
void oa_ring_copy(const struct oa_ring *ring, u32 behind, u32 *report);
u32 oa_ring_count_landed(const struct oa_ring *ring);

/* Reports of the ring (oa_ring.c): memory and offsets, no registers */

void oa_ring_init(struct oa_ring *ring, void *vaddr, u32 size, u32 report_bytes,
		  u32 (*tail)(struct oa_unit *unit), struct oa_unit *unit);
void oa_ring_set_fetch(struct oa_ring *ring, struct oa_ring_window *window,
		       void (*fetch)(void *to, const void *from, u32 bytes));
void oa_ring_reset(struct oa_ring *ring);
bool oa_ring_quiet(const struct oa_ring *ring);
void oa_ring_reset_left(struct oa_ring *ring);
void oa_ring_start(struct oa_ring *ring);
void oa_ring_stop(struct oa_ring *ring, u32 used);
u32 oa_ring_used(const struct oa_ring *ring);
bool oa_ring_next_whole(const struct oa_ring *ring);
bool oa_ring_next_landed(const struct oa_ring *ring, u32 used);
const u32 *oa_ring_next_settled(const struct oa_ring *ring);
const u32 *oa_ring_peek(const struct oa_ring *ring);
u32 oa_ring_count(const struct oa_ring *ring, u32 used, u32 wanted);
enum oa_ring_state oa_ring_validate(struct oa_ring *ring, const struct oa_validator *v, u32 used,
				    u64 now_ns, u32 *copy, const u32 **report,
				    enum oa_verdict *verdict);
bool oa_ring_overdue(struct oa_ring *ring, u64 now_ns);
u32 oa_ring_run(struct oa_ring *ring, const struct oa_validator *v, struct oa_run *run, u32 used,
		u32 max, const u32 **reports);
void oa_ring_pass(struct oa_ring *ring, u32 reports);
void oa_ring_set_passed(struct oa_ring *ring, u32 passed, u64 waiting_since);
void oa_ring_release(struct oa_ring *ring, u32 bytes);

/* Accounting: what became of each report */

/* Counters of a stream, kept until the next one is opened. The stream's lock guards them. */
struct oa_stats {
	u64 delivered; /* reports copied to user space */
	u64 lost; /* reports announced as lost that the driver never saw */
	/* rejected reports, by verdict; these are announced as lost too */
	u64 dropped[OA_NUM_VERDICTS];
	u64 discarded; /* reports left unread when sampling stopped */
	u64 filtered; /* reports of other contexts, not delivered to a single-context stream */
	u64 overflows; /* overflows of the unit, each of which discards the whole buffer */
	u64 checks; /* number of times that a read or poll checked for reports */
	u64 resets; /* GT resets after which the unit was programmed again */
};

/* Return the number of rejected reports. */
static inline u64 oa_stats_dropped(const struct oa_stats *stats)
{
	u64 dropped = 0;
	int i;

	for (i = 0; i < OA_NUM_VERDICTS; i++)
		dropped += stats->dropped[i];
	return dropped;
}

/* Selects the reports that a single-context stream may deliver; guarded by oa_feed.lock. */
struct oa_filter {
	const struct oa_report_format *format; /* one without context ids lets every report pass */
	/* only the context's reports, the one after each, and those of context switches pass */
	bool bound;
	u32 id; /* of that context, as reports show it */
	u32 last; /* id of the last report that passed */
};

/* A loss that must be announced before the next report. Guarded by oa_feed.lock. */
struct oa_pending {
	u32 type; /* DRM_I915_PERF_RECORD_OA_BUFFER_LOST or _REPORT_LOST, 0 if none */
	bool exact; /* @count is exact */
	u64 count; /* reports that will not be delivered */
	u64 after; /* time stamp of the last report before the gap */
	u64 before; /* time stamp of the first report after the gap */
	u32 causes; /* why reports were rejected: DRM_I915_OA_LOSS_* above _EXACT */
};

/* A time stamp that no report has */
#define OA_NO_TIME	U64_MAX

/*
 * Accounting of the reports so far. Guarded by oa_feed.lock. A batch that did not reach the
 * reader is undone by restoring the whole struct.
 */
struct oa_accounting {
	struct oa_validator validator; /* what the next report must satisfy */
	struct oa_filter filter;
	struct oa_pending pending;
	u64 last_timer; /* time stamp of the timer's last accepted report, or OA_NO_TIME */
	u64 announced; /* lost reports since @last_timer that were announced already */
	u64 dropped; /* rejected since the last accepted report and not announced yet */
	u64 dropped_since; /* when the first of @dropped was, ns; 0 if none */
	u64 last_raw; /* raw time stamp of the last accepted report, if @validator has none */
	u32 causes; /* of @dropped, as in struct oa_pending */
	u32 rejected; /* verdicts by which reports were rejected, BIT(enum oa_verdict) */
	u32 rejected_at[OA_NUM_VERDICTS]; /* ring offset of the first of each of @rejected */
	u64 torn_since; /* time when a torn report got more time to land, ns; 0: none did */
	bool gap_checked; /* the gap before the report at the head was checked */
	bool flagged; /* the unit's report-lost flag was set, and no gap accounts for it yet */
	u64 flagged_at; /* a report after this time stamp shows whether there is a gap */
	bool gap_announced; /* a gap was announced since the unit's flag was last read */
};

/*
 * The reports that the OA unit writes for one stream: the unit, the ring that they land in, and
 * their accounting. Guarded by @lock, unless a field says otherwise.
 */
struct oa_feed {
	struct mutex *lock; /* of the stream; set once */
	struct drm_device *drm; /* for messages; set once */
	struct oa_unit *unit; /* writes the reports; set once */
	const struct oa_unit_ops *ops; /* of @unit; set once */
	const struct oa_report_format *format; /* of the reports; set once */
	u8 exponent; /* of the timer's period, 2^(exponent + 1) ticks; set once */
	/* the unit has a half-full interrupt, which may come or not; set once */
	bool has_half_full;
	struct oa_ring ring; /* the OA buffer as a ring */
	struct oa_accounting acct; /* accounting of the reports so far */
	/*
	 * copies of @acct's pending.type and dropped_since for hard IRQ, as signs that a read
	 * returns data; @acct itself is written as a whole where a batch is undone
	 */
	u32 pending_type;
	u64 dropped_since;
	struct oa_stats *stats; /* counters of the stream, the device's or its own; set once */
	/*
	 * counts the changes of what a reader would find in @ring and @acct; a reader that released
	 * the lock compares it; read without the lock as a hint
	 */
	u64 change_count;
	bool timer_only; /* every report comes from the timer */
	bool timer_known; /* reports of the timer can be recognised, so that each gap is provable */
	u64 starting; /* time stamp right before sampling started, or resumed after a reset */
	u64 started; /* time stamp right after that; the processor may have been away in between */
	/*
	 * the unit's overflow flag was set right after the start that should have cleared it, and
	 * nothing was written; read in hard IRQ
	 */
	bool overflow_stands;
	u32 overflow_tail; /* the tail at that time; read in hard IRQ */
	bool lost_latched; /* the unit's report-lost flag was seen, and stays set until a restart */
	u32 warned; /* verdicts that a warning named, BIT(enum oa_verdict) */
	u64 proof_ns; /* time after which a missing line counts as never written; set once */
	u64 landing_ticks; /* OA_RING_LANDING_LIMIT_NS in ticks of the time stamp; set once */
	u32 off_logged; /* hypotheses that the log says are not enforced, OA_HYP_BIT() of each */
};

/* Return what the next report must satisfy. */
static inline const struct oa_validator *oa_feed_validator(const struct oa_feed *feed)
{
	return &feed->acct.validator;
}

/* Return what is known of the rules that no hardware has confirmed. */
static inline struct oa_hypotheses *oa_feed_hypotheses(struct oa_feed *feed)
{
	return &feed->acct.validator.hypotheses;
}

/* Return the loss that waits for its announcement, NULL if there is none. */
static inline const struct oa_pending *oa_acct_pending(const struct oa_feed *feed)
{
	return feed->acct.pending.type ? &feed->acct.pending : NULL;
}

/* Note a change of what a reader would find. */
static inline void oa_feed_changed(struct oa_feed *feed)
{
	WRITE_ONCE(feed->change_count, feed->change_count + 1);
}

/*
 * Read the unit's status, OA_UNIT_* bits. Any context, forcewake held. Until the unit writes,
 * ignore an overflow flag that the start did not clear, since no report can be lost yet. After the
 * first write the flag may be a new one, so it counts.
 */
static inline u32 oa_feed_status(const struct oa_feed *feed)
{
	const u32 status = feed->ops->status(feed->unit);

	if (status & OA_UNIT_OVERFLOW && READ_ONCE(feed->overflow_stands) &&
	    feed->ops->tail(feed->unit) == READ_ONCE(feed->overflow_tail))
		return status & ~OA_UNIT_OVERFLOW;
	return status;
}

/* Check whether the OA buffer overflowed. Any context, forcewake held. */
static inline bool oa_unit_overflowed(const struct oa_feed *feed)
{
	return oa_feed_status(feed) & OA_UNIT_OVERFLOW;
}

/* Accounting, and the reports of one context (oa_accounting.c) */

/* The id in a report that names no context, also shown in place of another context's id */
#define OA_CTX_ID_INVALID	0xffffffffu

void oa_filter_init(struct oa_filter *f, const struct oa_report_format *format, bool bound, u32 id);
bool oa_filter_match(const struct oa_filter *f, const u32 *report);
void oa_filter_hide_id(const struct oa_filter *f, u32 *report);
void oa_filter_redact(const struct oa_filter *f, u32 *head);
void oa_filter_deliver(struct oa_filter *f, u32 *report);

void oa_acct_reset_filter(struct oa_feed *feed);
void oa_acct_restart(struct oa_feed *feed, bool timer_only);
void oa_acct_starting(struct oa_feed *feed, u64 timestamp);
void oa_acct_forget_timer(struct oa_feed *feed);
u64 oa_acct_loss_after(const struct oa_feed *feed, const struct oa_accounting *acct);
void oa_acct_announce_after(struct oa_feed *feed, u32 type, u64 count, bool exact, u64 after,
			    u64 before);
void oa_acct_announce(struct oa_feed *feed, u32 type, u64 count, bool exact, u64 before);
void oa_acct_lose(struct oa_feed *feed, u32 type, u64 count, bool exact);
void oa_acct_emitted(struct oa_feed *feed);
void oa_acct_publish(struct oa_feed *feed);
bool oa_acct_count_known(const struct oa_feed *feed, u64 count, u64 strobes);
u64 oa_acct_strobes_lost(const struct oa_feed *feed, u64 until);
u64 oa_acct_strobes_unseen(const struct oa_feed *feed, u64 strobes);
bool oa_acct_delivers(const struct oa_feed *feed, const u32 *report);
void oa_acct_begin(struct oa_feed *feed, const struct oa_pending *pending);
void oa_acct_read_clock(struct oa_feed *feed);
int oa_acct_read_tail(struct oa_feed *feed, u32 *used);
u32 oa_acct_run(struct oa_feed *feed, struct oa_run *run, u32 used, u32 max, const u32 **reports);
void oa_acct_accept_run(struct oa_feed *feed, const struct oa_run *run);
void oa_acct_report_lost(struct oa_feed *feed, u32 status);

/* Rejected reports are announced at this number or age, even if no valid report follows. */
#define OA_REJECTED_MAX		256
#define OA_REJECTED_NS		(100 * 1000 * 1000ull)

bool oa_reject_overdue(const struct oa_feed *feed, u64 now);
void oa_reject_announce(struct oa_feed *feed);

/* The walk of the ring (oa_walk.c) */

/* Reports that are walked between two reads of the unit's status */
#define OA_WALK_BATCH	256u

/*
 * A consumer of the ring. The callbacks run in process context with the stream lock and forcewake
 * held. Their changes of the consumer's own state are a draft until oa_walk_finish(). -ENOSPC ends
 * the batch before the report or record that has no room.
 */
struct oa_walk_ops {
	/* take @n valid reports in a row; 0, or -ENOSPC if a single one has no room, and stays */
	int (*take)(struct oa_walk *walk, const u32 *reports, u32 n);
	/*
	 * emit and clear the pending record, if there is one, before the next report; 0 or -ENOSPC.
	 * Without this callback it stays pending
	 */
	int (*emit)(struct oa_walk *walk);
};

/* The state that a batch changes */
struct oa_walk_state {
	struct oa_accounting acct;
	struct oa_stats stats;
	u64 change_count; /* of the feed; not restored */
	u64 waiting_since; /* of the ring */
	u32 passed; /* of the ring */
};

/* One pass over the unread reports; on the consumer's stack, in a structure of its own */
struct oa_walk {
	struct oa_feed *feed;
	const struct oa_walk_ops *ops;
	u32 used; /* bytes between head and tail, at the last look at the tail */
	u32 until; /* bytes after the ring's head up to which reports may be passed */
	u32 run_max; /* number of reports that may be taken in a row */
	u32 status; /* of the unit after the batch, from oa_walk_check() */
	u64 waited_ns; /* least time that a missing report has been missing; 0: walk to the tail */
	const struct oa_walk_state *before; /* the feed before the batch */
};

void oa_walk_save(const struct oa_feed *feed, struct oa_walk_state *state);
void oa_walk_restore(struct oa_feed *feed, const struct oa_walk_state *state);
void oa_walk_begin(struct oa_walk *walk, struct oa_walk_state *before);
u32 oa_walk_left(const struct oa_walk *walk, u32 passed);
int oa_walk_reports(struct oa_walk *walk);
bool oa_walk_idle(const struct oa_walk *walk);
int oa_walk_check(struct oa_walk *walk);
void oa_walk_finish(struct oa_walk *walk);
void oa_walk_consume(struct oa_walk *walk);

/* Hypotheses about hardware (oa_hypotheses.c) */

void oa_hyp_init(struct oa_feed *feed, u64 fill_ns);
void oa_hyp_apply(struct oa_feed *feed);
void oa_hyp_overrun(struct oa_feed *feed);
void oa_hyp_log(struct oa_feed *feed);

#endif /* _OA_RING_H_ */
