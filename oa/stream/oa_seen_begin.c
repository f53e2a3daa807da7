// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: New books
 *
 * The unit starts with an empty ring, or a stream joins it while it runs: nothing was seen yet.
 *
 * Facts: architecture.rst "What always holds", 1.
 */
#include "oa_compat.h"
#include "stream/oa_evidence.h"
#include "stream/oa_seen_begin.h"
#include "stream/oa_stream_types.h"

/**
 * oa_seen_begin() - new books: reports come from now on, and none was seen yet
 * @stream: the stream
 * @timer_only: every report comes from the timer
 *
 * Process context, stream lock held. A pending loss stays pending, and so does what was learned.
 */
void oa_seen_begin(struct oa_stream *stream, bool timer_only)
{
	const struct oa_report_format *format = stream->props.format;
	struct oa_seen *seen = &stream->seen;
	const struct oa_beliefs learned = seen->validator.beliefs;

	lockdep_assert_held(stream->lock);
	oa_stream_changed(stream);
	stream->timer_only = timer_only;
	/* A report may name the timer as its reason. */
	stream->timer_known = timer_only || (stream->props.periodic && format->rpt_id);
	if (seen->validator.have_last)
		seen->last_raw = oa_timestamp_raw(format, seen->validator.last);
	oa_validator_init(&seen->validator, format, stream->timer_known, stream->props.exponent);
	oa_evidence_restart(stream, &learned);
	oa_filter_init(&seen->filter, format, stream->ctx, stream->oa->unit.setup.ctx_id);
	seen->gap_counted = 0;
	seen->gap_checked = false;
	seen->dropped = 0;
	seen->causes = 0;
	WRITE_ONCE(seen->dropped_since, 0);
	seen->have_timer = false;
	seen->flagged = false;
	seen->skipped = false;
	stream->lost_latched = false;
	stream->report_lost = false;
}
