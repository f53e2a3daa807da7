// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Refused reports
 *
 * A report that is not valid is passed like any other, but the reader does not get it. It is
 * announced with the others that are missing before the next valid one, because there time
 * stamps give their number (oa_seen.c). If no valid report comes, the reader must not wait
 * for ever: then refused reports are announced by themselves, once there are OA_REFUSED_MAX
 * of them or the first is OA_REFUSED_NS old. What is announced so is subtracted from the gap before
 * the next valid report. The mapped ring announces each at once, where it lies.
 *
 * Facts: abi.rst 10.2; abi-extensions.rst 17.1; architecture.rst "What always holds", 1 and 2.
 */
#include <linux/bitops.h>
#include <linux/ktime.h>
#include <linux/ratelimit.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_drm.h>
#include <uapi/drm/i915_oa.h>

#include "oa_compat.h"
#include "oa_trace.h"
#include "stream/oa_refuse.h"
#include "stream/oa_seen.h"
#include "stream/oa_stream_types.h"

/* After one report was given up, how long the next one may still be missing. */
#define OA_NEXT_LANDING_NS	(200 * 1000ull)
/* Hardware has few lines in flight: beyond this distance from the tail none is. */
#define OA_NEXT_FAR_BYTES	4096u

/* The bit of a verdict in struct drm_i915_oa_loss. */
static u32 oa_refuse_cause(enum oa_verdict verdict)
{
	static_assert(BIT(7 + OA_REPORT_NOT_LANDED) == DRM_I915_OA_LOSS_NOT_LANDED);
	static_assert(BIT(7 + OA_REPORT_TORN) == DRM_I915_OA_LOSS_TORN);
	static_assert(BIT(7 + OA_REPORT_BAD_ID) == DRM_I915_OA_LOSS_BAD_ID);
	static_assert(BIT(7 + OA_REPORT_BAD_ORDER) == DRM_I915_OA_LOSS_BAD_ORDER);
	static_assert(BIT(7 + OA_REPORT_BAD_SPACING) == DRM_I915_OA_LOSS_BAD_SPACING);
	static_assert(BIT(7 + OA_REPORT_BAD_RESERVED) == DRM_I915_OA_LOSS_BAD_RESERVED);
	static_assert(BIT(7 + OA_REPORT_BAD_CONTEXT) == DRM_I915_OA_LOSS_BAD_CONTEXT);
	static_assert(BIT(7 + OA_NUM_VERDICTS) - 1 <= (DRM_I915_OA_LOSS_CAUSES | 0xff));
	return BIT(7 + verdict);
}

/* The first report of each cause may be warned of, once its batch counts. */
static void oa_refuse_note(struct oa_seen *seen, enum oa_verdict verdict, u32 at)
{
	if (seen->refused & BIT(verdict))
		return;
	seen->refused |= BIT(verdict);
	seen->refused_at[verdict] = at;
}

/**
 * oa_refuse_warn() - report the causes by which reports were refused
 * @stream: the stream, its last batch final
 *
 * Process context, stream lock held. One line for each cause and stream: oa_status has the numbers.
 */
void oa_refuse_warn(struct oa_stream *stream)
{
	static DEFINE_RATELIMIT_STATE(limit, DEFAULT_RATELIMIT_INTERVAL, DEFAULT_RATELIMIT_BURST);
	const struct oa_seen *seen = &stream->seen;
	unsigned long fresh = seen->refused & ~stream->warned;
	unsigned int verdict;

	lockdep_assert_held(&stream->lock);
	stream->warned |= fresh;
	for_each_set_bit(verdict, &fresh, OA_NUM_VERDICTS)
		if (__ratelimit(&limit))
			drm_warn(&stream->oa->drm,
				 "report at 0x%x refused: %s; see oa_status for more\n",
				 seen->refused_at[verdict], oa_verdict_name(verdict));
}

/*
 * A report after one that was given up has been missing nearly as long. It gets a moment if it
 * may be landing now, and none if not, or lost writes would hold the reader up past an overflow.
 */
static void oa_refuse_hurry(struct oa_ring *ring, u32 used)
{
	bool far = used > ring->passed + OA_NEXT_FAR_BYTES;
	/* Longer than the limit, because the walk took its time before now. */
	u64 spent = far ? 2 * OA_RING_LANDING_LIMIT_NS :
			  OA_RING_LANDING_LIMIT_NS - OA_NEXT_LANDING_NS;

	WRITE_ONCE(ring->waiting_since, ktime_get_ns() - spent);
}

/**
 * oa_refuse() - a report is refused
 * @stream: the stream
 * @verdict: why
 * @report: the report
 * @used: bytes between head and tail
 *
 * Process context, stream lock held.
 */
void oa_refuse(struct oa_stream *stream, enum oa_verdict verdict, const u32 *report, u32 used)
{
	struct oa_ring *ring = &stream->ring;
	struct oa_seen *seen = &stream->seen;
	u32 at = (ring->head + ring->passed) % ring->size;

	lockdep_assert_held(&stream->lock);
	stream->stats->dropped[verdict]++;
	if (!seen->dropped++)
		WRITE_ONCE(seen->dropped_since, ktime_get_ns());
	seen->causes |= oa_refuse_cause(verdict);
	/* The report that comes next is another one. */
	seen->gap_checked = false;
	trace_oa_drop(verdict, at, report);
	drm_dbg(&stream->oa->drm, "report at 0x%x dropped: %s\n", at, oa_verdict_name(verdict));
	oa_refuse_note(seen, verdict, at);
	oa_ring_pass(ring);
	if (verdict == OA_REPORT_TORN || verdict == OA_REPORT_NOT_LANDED)
		oa_refuse_hurry(ring, used);
}

/**
 * oa_refuse_overdue() - have refused reports waited too long to be announced?
 * @seen: the books
 * @now: time, ns
 *
 * Any context.
 */
bool oa_refuse_overdue(const struct oa_seen *seen, u64 now)
{
	u64 since = READ_ONCE(seen->dropped_since);

	return since && now - since >= OA_REFUSED_NS;
}

/**
 * oa_refuse_announce() - announce the refused reports, though no valid one follows
 * @stream: the stream
 *
 * Process context, stream lock held. The number of what was refused is exact. What else is
 * missing shows at the next valid report.
 */
void oa_refuse_announce(struct oa_stream *stream)
{
	struct oa_seen *seen = &stream->seen;

	lockdep_assert_held(&stream->lock);
	if (!seen->dropped)
		return;
	seen->gap_counted += seen->dropped;
	oa_seen_announce(stream, DRM_I915_PERF_RECORD_OA_REPORT_LOST, seen->dropped, true, 0);
	oa_seen_blame(seen);
}
