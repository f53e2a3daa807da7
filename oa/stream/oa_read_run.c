// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Reading runs of reports
 *
 * Nearly every report of the timer has landed, follows the one before by a period, and goes to
 * user memory that is there. Runs of such reports are judged where they lie, and copied once,
 * straight to the reader. The reader is told of them only after the unit has said that nothing
 * overflowed: what was written to its memory and not announced does not exist. So the little that
 * a run changes in the books is put back if there was an overflow, or if user memory has to be
 * faulted in. Then, and with every other report, the walk goes on (oa_walk.c).
 *
 * Facts: abi.rst 10.2; architecture.rst "What always holds", 1 and 2.
 */
#include <linux/ktime.h>
#include <linux/uaccess.h>
#include <linux/uio.h>

#include <uapi/drm/i915_drm.h>

#include "gt/oa_uncore.h"
#include "oa_compat.h"
#include "stream/oa_frame.h"
#include "stream/oa_read_run.h"
#include "stream/oa_recover.h"
#include "stream/oa_seen.h"
#include "stream/oa_walk.h"

#define OA_LINE_WORDS	(OA_LINE_BYTES / sizeof(u64))
/* Reports that count together: for each such number the unit is asked once for its status. */
#define OA_RUN_REPORTS		1024u
/* Reports that are given up together if user memory is not there. */
#define OA_RUN_PART_REPORTS	256u

/* What runs change in the books and the ring. */
struct oa_run_mark {
	u64 last;
	u64 last_timer;
	u64 waiting_since;
	u32 streak;
	u32 run;
	u32 pause;
	u32 passed;
	bool have_timer;
	bool gap_checked;
};

static void oa_run_save(const struct oa_stream *stream, struct oa_run_mark *mark)
{
	const struct oa_seen *seen = &stream->seen;

	*mark = (struct oa_run_mark) {
		.last = seen->validator.last,
		.last_timer = seen->last_timer,
		.waiting_since = READ_ONCE(stream->ring.waiting_since),
		.streak = seen->validator.beliefs.streak,
		.run = seen->validator.beliefs.run,
		.pause = seen->validator.beliefs.pause,
		.passed = stream->ring.passed,
		.have_timer = seen->have_timer,
		.gap_checked = seen->gap_checked,
	};
}

static void oa_run_take_back(struct oa_stream *stream, const struct oa_run_mark *mark)
{
	struct oa_seen *seen = &stream->seen;

	seen->validator.last = mark->last;
	seen->validator.beliefs.streak = mark->streak;
	seen->validator.beliefs.run = mark->run;
	seen->validator.beliefs.pause = mark->pause;
	seen->last_timer = mark->last_timer;
	seen->have_timer = mark->have_timer;
	seen->gap_checked = mark->gap_checked;
	oa_ring_rewind(&stream->ring, mark->passed, mark->waiting_since);
}

/* Eight accesses, since unsafe_copy_to_user() is a loop around one. Return: false on a fault. */
static __always_inline bool oa_run_put_line(const u64 *from, u64 __user *to)
{
	unsafe_put_user(from[0], &to[0], fault);
	unsafe_put_user(from[1], &to[1], fault);
	unsafe_put_user(from[2], &to[2], fault);
	unsafe_put_user(from[3], &to[3], fault);
	unsafe_put_user(from[4], &to[4], fault);
	unsafe_put_user(from[5], &to[5], fault);
	unsafe_put_user(from[6], &to[6], fault);
	unsafe_put_user(from[7], &to[7], fault);
	return true;
fault:
	return false;
}

/*
 * Records of @n reports of @lines lines. The context id is taken out of a report that says that it
 * has none, as oa_filter_passed() does. Return: false if memory is not there.
 */
static bool oa_run_copy(const u64 *from, u32 n, u32 lines, u32 ctx_valid, u64 header,
			u64 __user *to)
{
	u64 __user *payload;
	u32 i;

	if (!user_write_access_begin(to, n * (lines * OA_LINE_BYTES + sizeof(header))))
		return false;
	for (; n; n--) {
		const bool hide = ctx_valid && !((u32)*from & ctx_valid);

		unsafe_put_user(header, to++, fault);
		payload = to;
		/* User-mode Linux looks in a table for the page of each access. */
		if (IS_ENABLED(CONFIG_UML))
			unsafe_copy_to_user((void __user *)to, (const void *)from,
					    lines * OA_LINE_BYTES, fault);
		for (i = 0; i < lines; i++) {
			if (!IS_ENABLED(CONFIG_UML) && !oa_run_put_line(from, to))
				goto fault;
			from += OA_LINE_WORDS;
			to += OA_LINE_WORDS;
		}
		if (hide)
			unsafe_put_user(OA_CTX_ID_INVALID,
					(u32 __user *)payload + OA_CTX_ID_DWORD, fault);
	}
	user_write_access_end();
	return true;
fault:
	user_write_access_end();
	return false;
}

/* Judge and copy runs of @most reports at most. Return: how many; 0 also if a copy failed. */
static u32 oa_run_part(struct oa_walk *walk, u64 __user *to, u32 most)
{
	struct oa_stream *stream = walk->stream;
	const struct oa_ring *ring = &stream->ring;
	const struct oa_rpt_id_layout *id = stream->props.format->rpt_id;
	const u32 words = ring->report_bytes / sizeof(u64) + 1;
	const union {
		struct drm_i915_perf_record_header record;
		u64 word;
	} header = {
		.record = {
			.type = DRM_I915_PERF_RECORD_SAMPLE,
			.size = words * sizeof(u64),
		},
	};
	const u32 *reports;
	u32 n, done = 0;

	while (done < most) {
		n = oa_seen_accept_run(stream, walk->used, most - done, &reports);
		if (!n)
			break;
		oa_pause();
		if (!oa_run_copy((const u64 *)reports, n, ring->report_bytes / OA_LINE_BYTES,
				 id ? id->ctx_valid : 0, header.word, to + done * words))
			return 0;
		done += n;
	}
	return done;
}

/*
 * As oa_run_part(), part by part, after the @done of the first. What comes before a copy that
 * failed stays. Most reads end before this, and have no second mark on their stack.
 */
static noinline u32 oa_run_rest(struct oa_walk *walk, u8 __user *to, u32 record, u32 done,
				u32 most)
{
	struct oa_run_mark mark;
	u32 n, want;

	do {
		want = min(most - done, OA_RUN_PART_REPORTS);
		oa_run_save(walk->stream, &mark);
		n = oa_run_part(walk, (u64 __user *)(to + done * record), want);
		if (!n)
			oa_run_take_back(walk->stream, &mark);
		done += n;
	} while (n == want && done < most);
	return done;
}

/*
 * If the next report has not landed, that is the tail for this read. Otherwise each line that is
 * late would cost a run of its own, with all that the unit is asked for it.
 */
static void oa_run_stops(struct oa_walk *walk)
{
	struct oa_ring *ring = &walk->stream->ring;

	if (oa_ring_next_whole(ring))
		return;
	WRITE_ONCE(ring->waiting_since, ktime_get_ns());
	walk->until = ring->passed;
}

/**
 * oa_read_run() - copy runs of reports to user memory
 * @walk: the walk of a read
 * @to: where to; advanced by what was copied
 *
 * Process context, stream lock held, inside of a section; never waits. Return: bytes copied; 0 says
 * only that the walk must look at what comes next.
 */
size_t oa_read_run(struct oa_walk *walk, struct iov_iter *to)
{
	struct oa_stream *stream = walk->stream;
	const u32 record = stream->ring.report_bytes + sizeof(struct drm_i915_perf_record_header);
	const u32 left = (walk->until - min(walk->until, stream->ring.passed)) /
			 stream->ring.report_bytes;
	u32 n, most = min_t(size_t, iov_iter_count(to) / record, min(left, OA_RUN_REPORTS));
	struct oa_run_mark mark;
	u8 __user *at;
	u32 status;

	lockdep_assert_held(&stream->lock);
	if (!most || !iter_is_ubuf(to) || stream->seen.filter.bound ||
	    stream->seen.pending.type)
		return 0;
	at = to->ubuf + to->iov_offset;
	oa_run_save(stream, &mark);
	pagefault_disable();
	n = oa_run_part(walk, (u64 __user *)at, min(most, OA_RUN_PART_REPORTS));
	if (n == OA_RUN_PART_REPORTS && n < most)
		n = oa_run_rest(walk, at, record, n, most);
	pagefault_enable();
	if (!n) {
		oa_run_take_back(stream, &mark);
		return 0;
	}
	if (n < most)
		oa_run_stops(walk);
	status = oa_unit_news(stream);
	if (status & OA_UNIT_OVERFLOW) {
		oa_run_take_back(stream, &mark);
		return 0;
	}
	iov_iter_advance(to, n * record);
	oa_stream_changed(stream);
	stream->stats->delivered += n;
	oa_walk_consume(walk);
	oa_recover_report_lost(stream, status);
	return n * record;
}
