// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Half full
 *
 * Two things bound a wait, so that the ring never runs full meanwhile: the half-full interrupt,
 * enabled while the stream samples and unmasked while there is a waiter, and the deadline of the
 * wake policy (oa_wake.c), whose period is computed here.
 *
 * The arrival of the interrupt is a hypothesis (formats/oa_hypothesis.c), tested by the fill of the
 * ring. If a read has emptied the ring while the interrupt was unmasked, and a later one finds it
 * clearly more than half full, the interrupt must have come. Without it no report is lost, since
 * the deadline reads the ring in time; while the hypothesis does not hold, the deadline comes soon
 * after half full.
 *
 * Facts: hardware.rst 6, 12.1; internals.rst "Wake policy".
 */

#include "oa_compat.h"
#include "stream/oa_stream_priv.h"

/*
 * Return the longest wait for one report: the requested one, but no longer than the timer takes to
 * fill so much of the buffer. @fill_ns is 0 without the timer.
 */
u64 oa_wake_period_ns(u64 requested_ns, u64 fill_ns, enum oa_wake_fill fill)
{
	return fill_ns ? min(requested_ns, fill_ns / 8 * fill) : requested_ns;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_period_ns);

/* Set up all that POLL_OA_PERIOD and WAKE_REPORTS decide, with the feed in place. */
void oa_stream_init_wake(struct oa_stream *stream, const struct oa_props *props)
{
	const enum oa_wake_fill fill = stream->feed.has_half_full ? OA_WAKE_ANNOUNCED :
								    OA_WAKE_UNANNOUNCED;
	u64 report_ns = 0;

	stream->half.requested_ns = props->poll_period_ns;
	oa_wake_init(&stream->wake,
		     oa_wake_period_ns(props->poll_period_ns, stream->fill_ns, fill),
		     &oa_stream_wake_ops);
	if (props->periodic)
		report_ns = oa_exponent_ns(stream->oa->timestamp_hz, props->exponent);
	stream->status_ns = max(stream->wake.period_ns, 2 * report_ns);
	if (props->wake_reports)
		oa_wake_set_reports(&stream->wake, props->wake_reports, report_ns,
				    props->has_poll_period);
}

/* Handle the half-full interrupt: without a waiter, mask it until there is one. Hard IRQ. */
void oa_stream_half_full(struct oa_irq *irq)
{
	struct oa_device *oa = irq->owner;
	struct oa_stream *stream = READ_ONCE(oa->irq_stream);

	if (!stream)
		return;
	WRITE_ONCE(stream->half.events, stream->half.events + 1);
	if (!oa_wake_up(&stream->wake, OA_WAKE_INTERRUPT))
		oa_irq_mask(irq, true);
}

/*
 * Unmask the half-full interrupt for a waiter. If the ring is half full already, wake at once: a
 * deadline that starts now may be too late for it. GPU present.
 */
void oa_stream_unmask_half_full(struct oa_wake *wake)
{
	struct oa_stream *stream = container_of(wake, struct oa_stream, wake);
	u32 used;

	if (!oa_irq_mask(stream->oa->irq, false))
		return;
	used = oa_ring_used(&stream->feed.ring);
	if (used != OA_RING_NO_TAIL && used >= stream->feed.ring.size / 2)
		oa_wake_up(wake, OA_WAKE_INTERRUPT);
}

/*
 * Serve an interrupt whose message may be lost, when a deadline expires. Less than half a ring in
 * memory means that there was no event. May wake the waiters. Hard IRQ.
 */
void oa_stream_poll_irq(struct oa_wake *wake)
{
	struct oa_stream *stream = container_of(wake, struct oa_stream, wake);
	const struct oa_ring *ring = &stream->feed.ring;

	if (oa_ring_line_landed(ring, oa_ring_at(ring, ring->size / 2 - OA_LINE_BYTES)))
		oa_irq_poll(stream->oa->irq);
}

/*
 * Note that a call took all that was in sight, and watch from now on whether the half-full
 * interrupt comes. Not after a long drain: the ring may be half full again, without a new event.
 */
void oa_stream_drained(struct oa_stream *stream, u64 now)
{
	const struct oa_irq *irq = stream->oa->irq;

	lockdep_assert_held(&stream->lock);
	oa_wake_drained(&stream->wake, now);
	if (now - stream->wake.looked > stream->wake.period_ns / 2)
		return;
	stream->half.base = READ_ONCE(stream->half.events);
	stream->half.watching = READ_ONCE(irq->enabled) && !READ_ONCE(irq->masked);
}

/* Count an interrupt that came, or one that did not. The deadline follows the hypothesis. */
static void oa_half_count(struct oa_stream *stream, bool came)
{
	struct oa_hypotheses *hyp = oa_feed_hypotheses(&stream->feed);
	const u32 bit = OA_HYP_BIT(OA_HYP_HALF_FULL);

	stream->half.watching = false;
	if (!oa_hypotheses_count(hyp, came ? bit : 0, came ? 0 : bit))
		return;
	WRITE_ONCE(stream->wake.period_ns,
		   oa_wake_period_ns(stream->half.requested_ns, stream->fill_ns,
				     hyp->off & bit ? OA_WAKE_MISSED : OA_WAKE_ANNOUNCED));
	oa_hyp_log(&stream->feed);
}

/*
 * Test the half-full interrupt at the start of a read, once an earlier one has emptied the ring. An
 * interrupt since then, with the ring about half full, confirms it. A missing one counts only an
 * eighth beyond half full, since the interrupt takes time to be served.
 */
void oa_half_check(struct oa_stream *stream, u32 used)
{
	const struct oa_half_watch *half = &stream->half;
	const u32 eighth = stream->feed.ring.size / 8;
	bool came;

	lockdep_assert_held(&stream->lock);
	if (!half->watching || used < 3 * eighth)
		return;
	came = READ_ONCE(half->events) != half->base;
	if (came || (used >= 5 * eighth && !READ_ONCE(stream->oa->irq->masked)))
		oa_half_count(stream, came);
}
