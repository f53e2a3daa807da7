/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_STREAM_PRIV_H_
#define _OA_STREAM_PRIV_H_

#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/types.h>

#include <uapi/drm/i915_drm.h>
#include <uapi/drm/i915_oa.h>

#include "formats/oa_format.h"
#include "stream/oa_stream.h"

struct drm_i915_oa_belief;
struct drm_i915_oa_gap;
struct drm_i915_oa_loss;
struct file;
struct inode;
struct iov_iter;
struct oa_frame;
struct oa_map;
struct oa_pending;
struct oa_section;
struct oa_accounting;
struct oa_stream;
struct oa_wake_ops;
struct oa_walk;
struct page;
struct vm_area_struct;

/**
 * struct oa_walk_ops - a consumer of the ring
 *
 * All are called in process context with the stream lock and forcewake held. The changes that
 * @announce, @take and @refuse make to the consumer's own state are a draft: @begin throws it
 * away, and @commit makes it count.
 */
struct oa_walk_ops {
	/** @batch: reports between two looks at the unit's overflow status */
	u32 batch;
	/** @refused_max: refused reports that are announced though no valid one follows */
	u32 refused_max;
	/** @begin: a batch begins, perhaps again; sets @run_max */
	void (*begin)(struct oa_walk *walk);
	/**
	 * @announce: a pending loss comes before the next report; NULL: it stays pending.
	 * 0, or -ENOSPC if the batch must end before it
	 */
	int (*announce)(struct oa_walk *walk);
	/**
	 * @tell: what is believed of hardware has changed; takes the changes out. 0, or -ENOSPC
	 * if the batch must end before that; NULL: another consumer does it
	 */
	int (*tell)(struct oa_walk *walk);
	/**
	 * @take: @n reports, valid and in a row, leave the ring; 0, or -ENOSPC if a single one
	 * has no room: then it stays
	 */
	int (*take)(struct oa_walk *walk, const u32 *reports, u32 n);
	/** @refuse: a report is about to be dropped; 0, or -ENOSPC: it stays; NULL: nothing */
	int (*refuse)(struct oa_walk *walk);
	/** @idle: nothing was taken: is there nothing else to commit? NULL: there may be */
	bool (*idle)(struct oa_walk *walk);
	/** @copy_now: as @copy, if that can be done at once: true, or nothing was done */
	bool (*copy_now)(struct oa_walk *walk);
	/**
	 * @copy: nothing overflowed while the batch was made: oa_section_copy(); NULL: nothing is
	 * copied. 0; -ERESTART if the batch must be made again, another error if nothing of
	 * it counts. -ENODEV: the GPU is gone, and the section was left
	 */
	int (*copy)(struct oa_walk *walk);
	/** @commit: the batch counts */
	void (*commit)(struct oa_walk *walk);
};

/**
 * struct oa_walk_state - what a batch changes
 */
struct oa_walk_state {
	/** @acct: the books */
	struct oa_accounting acct;
	/** @stats: the counters */
	struct oa_stats stats;
	/** @passed: of the ring */
	u32 passed;
	/** @waiting_since: of the ring */
	u64 waiting_since;
};

/**
 * struct oa_walk - one way through the unread reports
 *
 * Lies on the consumer's stack, as a member of a structure of the consumer's own.
 */
struct oa_walk {
	/** @stream: whose ring it is */
	struct oa_stream *stream;
	/** @ops: of the consumer */
	const struct oa_walk_ops *ops;
	/** @used: bytes between head and tail, from oa_acct_span() */
	u32 used;
	/** @until: bytes after the ring's head up to which reports may be passed */
	u32 until;
	/** @run_max: reports that may be taken in a row without asking */
	u32 run_max;
	/** @waited_ns: how long a report has been missing at least, ns; 0: a walk to the tail */
	u64 waited_ns;
	/** @nowait: an overflow ends the walk, and stays for another one */
	bool nowait;
	/** @before: the stream before the batch; oa_walk_batch()'s own */
	const struct oa_walk_state *before;
};

int oa_walk_batch(struct oa_walk *walk);
void oa_walk_consume(struct oa_walk *walk);

/**
 * struct oa_section - a stretch of a call in which the GPU is present and the stream is locked
 *
 * Lies on the caller's stack.
 */
struct oa_section {
	/** @stream: the stream */
	struct oa_stream *stream;
	/** @idx: of drm_dev_enter() */
	int idx;
	/** @inside: entered and not left */
	bool inside;
	/** @nowait: nothing in it may sleep, fault in a page, or program the GPU anew */
	bool nowait;
};

int oa_section_enter_awake(struct oa_section *section);
void oa_section_leave(struct oa_section *section);
bool oa_section_copy_now(const struct oa_frame *frame, struct iov_iter *to);
int oa_section_copy(struct oa_section *section, struct oa_frame *frame, struct iov_iter *to);

/* Records framed between two looks at the overflow status. */
#define OA_FRAME_REPORTS	256
#define OA_FRAME_RECORD_BYTES	(8 + OA_REPORT_MAX_DWORDS * 4)
/* Two headers and a struct drm_i915_oa_loss: what may stand before the first report. */
#define OA_FRAME_STATUS_BYTES	(8 + 8 + 32)
#define OA_FRAME_BYTES		(OA_FRAME_STATUS_BYTES + OA_FRAME_REPORTS * OA_FRAME_RECORD_BYTES)
/* A record is put at the end before it is known whether there is room for it. */
#define OA_FRAME_ALLOC		(OA_FRAME_BYTES + OA_FRAME_RECORD_BYTES)

/**
 * struct oa_frame - records on their way to user space
 *
 * Guarded by the stream's lock.
 */
struct oa_frame {
	/** @records: where they are framed, OA_FRAME_ALLOC bytes */
	void *records;
	/** @room: bytes that @framed may grow to */
	size_t room;
	/** @framed: bytes of whole records */
	size_t framed;
	/** @samples: one of them, or of those before, is a sample */
	bool samples;
	/** @loss_records: a loss record follows each status record */
	bool loss_records;
	/** @faulted: user memory could not take all of them: @room is what it can take */
	bool faulted;
};

/**
 * oa_frame_payload() - where the payload of the next record goes
 * @frame: the frame
 *
 * Return: room for OA_FRAME_RECORD_BYTES less the header, whatever @frame.room says.
 */
static inline u32 *oa_frame_payload(const struct oa_frame *frame)
{
	return frame->records + frame->framed + sizeof(struct drm_i915_perf_record_header);
}

/**
 * oa_frame_record() - a record whose payload is in place becomes part of the batch
 * @frame: the frame
 * @type: DRM_I915_PERF_RECORD_* or DRM_I915_OA_RECORD_*
 * @payload: bytes of the payload
 *
 * Return: 0, or -ENOSPC.
 */
static inline int oa_frame_record(struct oa_frame *frame, u32 type, size_t payload)
{
	struct drm_i915_perf_record_header *header = frame->records + frame->framed;

	if (frame->room - frame->framed < sizeof(*header) + payload)
		return -ENOSPC;
	header->type = type;
	header->pad = 0;
	header->size = sizeof(*header) + payload;
	frame->framed += header->size;
	frame->samples |= type == DRM_I915_PERF_RECORD_SAMPLE;
	return 0;
}

void oa_frame_init(struct oa_frame *frame, const struct oa_stream *stream);
void oa_frame_begin(struct oa_frame *frame, const struct iov_iter *to, bool samples);
int oa_frame_loss(struct oa_frame *frame, u32 type, const struct drm_i915_oa_loss *loss);
size_t oa_frame_whole(const void *records, size_t bytes);
int oa_frame_copy_out(struct oa_frame *frame, struct iov_iter *to);

u32 oa_acct_loss_flags(const struct oa_pending *p);
u64 oa_acct_loss_after(const struct oa_stream *stream, const struct oa_accounting *acct);
void oa_acct_announce_after(struct oa_stream *stream, u32 type, u64 count, bool exact, u64 after,
			    u64 before);
void oa_acct_announce(struct oa_stream *stream, u32 type, u64 count, bool exact, u64 before);
bool oa_acct_start_known(const struct oa_stream *stream);
u64 oa_acct_strobes_until(const struct oa_stream *stream, u64 timestamp);
void oa_acct_blame(struct oa_accounting *acct);
bool oa_acct_gaps_prove(const struct oa_stream *stream);
void oa_acct_ask_clock(struct oa_stream *stream);
int oa_acct_span(struct oa_stream *stream, u32 *used, u32 *bytes);
void oa_acct_check_gap(struct oa_stream *stream, const u32 *report);
void oa_acct_accept(struct oa_stream *stream, const u32 *report);
u32 oa_acct_accept_run(struct oa_stream *stream, u32 used, u32 max, const u32 **reports);

/*
 * Refused reports are announced at this number, or when the first of them was refused this long
 * ago, even though no valid report follows.
 */
#define OA_REJECTED_MAX		256
#define OA_REJECTED_NS		(100 * 1000 * 1000ull)

bool oa_reject_overdue(const struct oa_accounting *acct, u64 now);
void oa_reject_announce(struct oa_stream *stream);

/**
 * struct oa_loss - the reports that a stopped unit leaves unread
 */
struct oa_loss {
	/** @count: how many, with those that were dropped or that the unit could not write */
	u64 count;
	/** @exact: @count is neither estimated nor a lower bound */
	bool exact;
};

u64 oa_loss_unread(struct oa_stream *stream, u32 head, u64 voided);

/** enum oa_ruling - what becomes of a report that the validator objects to */
enum oa_ruling {
	/** @OA_RULING_REJECTED: it is refused */
	OA_RULING_REJECTED,
	/** @OA_RULING_AGAIN: less is enforced now; judge it again */
	OA_RULING_AGAIN,
	/** @OA_RULING_WAIT: its missing lines get more time to land */
	OA_RULING_WAIT,
};

void oa_evidence_init(struct oa_stream *stream);
void oa_evidence_apply(struct oa_stream *stream);
void oa_evidence_restart(struct oa_stream *stream, const struct oa_assumptions *learned);
enum oa_ruling oa_evidence_judge(struct oa_stream *stream, const u32 *report,
				 enum oa_verdict verdict, u64 now_ns);
void oa_evidence_warn(struct oa_stream *stream);
bool oa_evidence_next_change(struct oa_stream *stream, struct drm_i915_oa_belief *belief);
u32 oa_evidence_doubted(const struct oa_assumptions *assumptions);
void oa_evidence_half_empty(struct oa_stream *stream);
void oa_evidence_half_used(struct oa_stream *stream, u32 used);

/**
 * struct oa_map - the mapped ring of a stream
 *
 * Guarded by the stream's lock, unless a field says otherwise. Positions are bytes since the
 * stream was opened. User space writes to @control alone; the values that it writes there are
 * judged against those that are kept here.
 */
struct oa_map {
	/**
	 * @lock: guards @gone, and that the buffer stays while it is being mapped. Taken
	 * inside mmap_lock, or inside the stream's lock
	 */
	struct mutex lock;
	/** @gone: the buffer is gone */
	bool gone;
	/** @inode: its address space has the stream's mappings, and no others */
	struct inode *inode;
	/** @control: the control page, which user space may have mapped for writing */
	struct drm_i915_oa_map *control;
	/** @blank: a page of zeros that stands for the buffer when it is gone */
	struct page *blank;
	/** @head: position after the last published report; read without the lock as a hint */
	u64 head;
	/** @tail: position up to which the reader is done */
	u64 tail;
	/** @gap_head: gaps published */
	u64 gap_head;
	/** @gap_tail: gaps the reader is done with */
	u64 gap_tail;
	/** @epoch: as published */
	u64 epoch;
	/** @restart_at: where the reports end that are void and not announced yet */
	u64 restart_at;
	/** @restart: @restart_at is valid */
	bool restart;
	/** @holes: bytes of gaps between @tail and @head */
	u64 holes;
	/** @gaps: the gaps from @gap_tail on, as they were published */
	struct drm_i915_oa_gap gaps[DRM_I915_OA_MAP_GAPS];
};

int oa_map_create(struct oa_stream *stream);
void oa_map_destroy(struct oa_map *map);
void oa_map_attach(struct oa_stream *stream, struct file *file);
void oa_map_revoke(struct oa_stream *stream);
void oa_map_mark(struct oa_stream *stream, u32 flags);
int oa_map_mmap(struct oa_stream *stream, struct vm_area_struct *vma);

u64 oa_map_stop(struct oa_stream *stream, bool whole);
bool oa_map_unread(const struct oa_map *map);

ssize_t oa_map_read(struct oa_section *section, struct iov_iter *to);

int oa_map_sync(struct oa_stream *stream, bool nowait);

ssize_t oa_stream_read(struct oa_section *section, struct iov_iter *to);

bool oa_peek(struct oa_stream *stream);

void oa_trim_init(struct oa_stream *stream, u64 period_ns);
void oa_trim_fini(struct oa_stream *stream);

int oa_stream_check_stopped(struct oa_stream *stream);
long oa_stream_set_config(struct oa_stream *stream, unsigned long id);

long oa_ioctl_report(struct oa_stream *stream, void __user *arg);

long oa_ioctl_work(struct oa_stream *stream, void __user *arg);

extern const struct file_operations oa_stream_fops;
extern const struct oa_wake_ops oa_stream_wake_ops;

#endif /* _OA_STREAM_PRIV_H_ */
