// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Evidence before enforcement
 *
 * What the driver believes of hardware without confirmation is a list of hypotheses
 * (oa_hypothesis.c). Each stream watches them in its own reports: the walk of the ring asks here
 * what becomes of a report that the validator objects to, and tells the reader what changed.
 *
 * A line that is missing is given up after 10 ms, and refused. Before a streak of such
 * reports makes the driver believe that the unit does not write the line, the last of them is
 * given far longer: hardware that is merely slow must not be taken for that.
 *
 * The half-full interrupt is watched by the fill of the ring. When a read has emptied the
 * ring while the interrupt was open, and a later one finds it well more than half full, the
 * interrupt must have come. Nothing is lost without it, since the deadline reads the ring in
 * time; once it is not believed in any more, the deadline comes at half full.
 *
 * Facts: hardware.rst 12.1; architecture.rst "What always holds", 8; abi-extensions.rst 23.
 */
#include <linux/moduleparam.h>
#include <linux/string.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_oa.h>

#include "formats/oa_learn.h"
#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "stream/oa_stream.h"
#include "stream/oa_stream_priv.h"

/* How long a line must stay missing to be given up for good; in small rings less. */
#define OA_PROOF_NS		(100 * 1000 * 1000ull)
/* So many half-full interrupts, or as many that did not come, decide. */
#define OA_HALF_DECIDES		4

#define SAME(ours, theirs)	static_assert((int)(ours) == (int)(theirs))
SAME(OA_HYP_PHASE, DRM_I915_OA_HYP_PHASE);
SAME(OA_HYP_GRID, DRM_I915_OA_HYP_GRID);
SAME(OA_HYP_TIMESTAMP_HIGH, DRM_I915_OA_HYP_TIMESTAMP_HIGH);
SAME(OA_HYP_ORDER, DRM_I915_OA_HYP_ORDER);
SAME(OA_HYP_CLOCK, DRM_I915_OA_HYP_CLOCK);
SAME(OA_HYP_RESERVED, DRM_I915_OA_HYP_RESERVED);
SAME(OA_HYP_CONTEXT, DRM_I915_OA_HYP_CONTEXT);
SAME(OA_HYP_LINES, DRM_I915_OA_HYP_LINES);
SAME(OA_HYP_HALF_FULL, DRM_I915_OA_HYP_HALF_FULL);
SAME(OA_BELIEF_DOUBTED, DRM_I915_OA_BELIEF_DOUBTED);
SAME(OA_BELIEF_HELD, DRM_I915_OA_BELIEF_HELD);
SAME(OA_BELIEF_FAILED, DRM_I915_OA_BELIEF_FAILED);

static unsigned int oa_validate = OA_VALIDATE_LEARN;

static int oa_validate_set(const char *text, const struct kernel_param *param)
{
	int mode;

	for (mode = 0; mode < OA_NUM_VALIDATE; mode++) {
		if (!sysfs_streq(text, oa_validate_name(mode)))
			continue;
		WRITE_ONCE(oa_validate, mode);
		return 0;
	}
	return -EINVAL;
}

static int oa_validate_get(char *text, const struct kernel_param *param)
{
	return sysfs_emit(text, "%s\n", oa_validate_name(READ_ONCE(oa_validate)));
}

static const struct kernel_param_ops oa_validate_ops = {
	.set = oa_validate_set,
	.get = oa_validate_get,
};

module_param_cb(validate, &oa_validate_ops, NULL, 0644);
MODULE_PARM_DESC(validate,
		 "What unconfirmed assumptions about hardware do to reports: strict (those that break one are refused), learn (those that hold are enforced; default), off (none is). For streams opened from now on");

static enum oa_validate oa_stream_mode(const struct oa_stream *stream)
{
	switch (stream->props.validate) {
	case DRM_I915_OA_VALIDATE_STRICT:
		return OA_VALIDATE_STRICT;
	case DRM_I915_OA_VALIDATE_LEARN:
		return OA_VALIDATE_LEARN;
	case DRM_I915_OA_VALIDATE_OFF:
		return OA_VALIDATE_OFF;
	default:
		return READ_ONCE(oa_validate);
	}
}

/**
 * oa_evidence_init() - a stream is opened: nothing was seen yet
 * @stream: the stream, its properties and its waking set up
 *
 * Process context, the stream not yet known.
 */
void oa_evidence_init(struct oa_stream *stream)
{
	const struct oa_device *oa = stream->oa;

	oa_assumptions_init(&stream->acct.validator.assumptions, oa_stream_mode(stream));
	oa_assumptions_init(&stream->commands, stream->acct.validator.assumptions.mode);
	stream->proof_ns = OA_PROOF_NS;
	if (stream->props.periodic)
		stream->proof_ns = clamp(oa_fill_ns(oa->platform, oa->timestamp_hz,
						    &stream->props) / 4,
					 OA_RING_LANDING_LIMIT_NS, OA_PROOF_NS);
}

/**
 * oa_evidence_apply() - the reports to come are of another kind
 * @stream: the stream, its validator told what
 *
 * Process context, stream lock held. Hypotheses that say nothing about such reports rest.
 */
void oa_evidence_apply(struct oa_stream *stream)
{
	struct oa_validator *v = &stream->acct.validator;
	u32 applies = oa_learn_applies(v);

	lockdep_assert_held(&stream->lock);
	if (!stream->oa->platform->irq->silent)
		applies |= OA_HYP_BIT(OA_HYP_HALF_FULL);
	oa_assumptions_apply(&v->assumptions, applies);
	oa_validator_adapt(v);
}

/**
 * oa_evidence_restart() - the unit starts to sample
 * @stream: the stream, its validator just initialised
 * @learned: what the validator before knew
 *
 * Process context, stream lock held.
 */
void oa_evidence_restart(struct oa_stream *stream, const struct oa_assumptions *learned)
{
	lockdep_assert_held(&stream->lock);
	stream->acct.validator.assumptions = *learned;
	oa_evidence_apply(stream);
	stream->acct.decides_since = 0;
	stream->half.armed = false;
}

/**
 * oa_evidence_judge() - the validator objects to a report
 * @stream: the stream
 * @report: the report
 * @verdict: the objection; what is missing has been missing for too long
 * @now_ns: monotonic clock
 *
 * Process context, stream lock held. Return: what becomes of the report.
 */
enum oa_ruling oa_evidence_judge(struct oa_stream *stream, const u32 *report,
				 enum oa_verdict verdict, u64 now_ns)
{
	struct oa_accounting *acct = &stream->acct;
	const u64 last = acct->validator.last;
	const bool had_last = acct->validator.have_last;
	bool again;

	lockdep_assert_held(&stream->lock);
	if (oa_learn_must_wait(&acct->validator, report, verdict)) {
		if (!acct->decides_since)
			acct->decides_since = now_ns;
		if (now_ns - acct->decides_since < stream->proof_ns)
			return OA_RULING_WAIT;
	}
	acct->decides_since = 0;
	again = oa_learn_refused(&acct->validator, report, verdict);
	/* A loss is still announced after the report that others are not compared with any more. */
	if (had_last && !acct->validator.have_last)
		acct->last_raw = oa_timestamp_raw(stream->props.format, last);
	return again ? OA_RULING_AGAIN : OA_RULING_REJECTED;
}

/* A stream that is bound to a context shows nothing of others, not even as evidence. */
static void oa_evidence_report(const struct oa_stream *stream, u32 *dw)
{
	memcpy(dw, stream->acct.validator.assumptions.evidence, OA_BELIEF_DWORDS * sizeof(*dw));
	oa_filter_mask(&stream->acct.filter, dw);
}

/**
 * oa_evidence_warn() - report each hypothesis that has failed, once per stream
 * @stream: the stream
 *
 * Process context, stream lock held.
 */
void oa_evidence_warn(struct oa_stream *stream)
{
	const struct oa_assumptions *b = &stream->acct.validator.assumptions;
	u32 dw[OA_BELIEF_DWORDS], h;

	lockdep_assert_held(&stream->lock);
	oa_evidence_report(stream, dw);
	for (h = 0; h < OA_NUM_HYPOTHESES; h++) {
		if (b->state[h] != OA_BELIEF_FAILED || stream->failed_told & OA_HYP_BIT(h))
			continue;
		stream->failed_told |= OA_HYP_BIT(h);
		drm_warn(&stream->oa->drm,
			 "hypothesis \"%s\" does not hold and is not enforced until it does: %s (%s). %u reports agree, %u do not; the last of these begins %08x %08x %08x %08x\n",
			 oa_hypotheses[h].name, oa_hypotheses[h].says, oa_hypotheses[h].source,
			 b->kept[h], b->broke[h], dw[0], dw[1], dw[2], dw[3]);
	}
}

/**
 * oa_evidence_next_change() - the next change that the reader must be told of
 * @stream: the stream; the change is taken out of its beliefs
 * @belief: filled in
 *
 * Process context, stream lock held. Return: false if there is none.
 */
bool oa_evidence_next_change(struct oa_stream *stream, struct drm_i915_oa_belief *belief)
{
	struct oa_assumptions *assumptions = &stream->acct.validator.assumptions;
	u32 h;

	lockdep_assert_held(&stream->lock);
	if (!assumptions->changed)
		return false;
	h = __ffs(assumptions->changed);
	assumptions->changed &= ~OA_HYP_BIT(h);
	memset(belief, 0, sizeof(*belief));
	belief->hypothesis = h;
	belief->state = assumptions->state[h];
	belief->kept = oa_assumptions_kept(assumptions, h);
	belief->broke = assumptions->broke[h];
	static_assert(sizeof(belief->report) == sizeof(assumptions->evidence));
	oa_evidence_report(stream, belief->report);
	strscpy(belief->name, oa_hypotheses[h].name, sizeof(belief->name));
	return true;
}

/**
 * oa_evidence_doubted() - hypotheses by which reports are not proven now
 * @assumptions: of the stream
 *
 * Return: OA_HYP_BIT() of each.
 */
u32 oa_evidence_doubted(const struct oa_assumptions *assumptions)
{
	const u32 lines = OA_HYP_BIT(OA_HYP_LINES);

	return assumptions->off | (assumptions->state[OA_HYP_LINES] == OA_BELIEF_FAILED ? lines : 0);
}

/**
 * oa_evidence_half_empty() - a read has emptied the ring
 * @stream: the stream
 *
 * Process context, stream lock held.
 */
void oa_evidence_half_empty(struct oa_stream *stream)
{
	const struct oa_irq *irq = &stream->oa->irq;

	lockdep_assert_held(&stream->lock);
	stream->half.base = READ_ONCE(stream->half.events);
	stream->half.armed = READ_ONCE(irq->enabled) && !READ_ONCE(irq->masked);
}

static void oa_half_decide(struct oa_stream *stream, enum oa_assumption state)
{
	struct oa_assumptions *b = &stream->acct.validator.assumptions;

	if (b->mode != OA_VALIDATE_LEARN || b->state[OA_HYP_HALF_FULL] != OA_BELIEF_WATCHED)
		return;
	b->state[OA_HYP_HALF_FULL] = state;
	if (state != OA_BELIEF_FAILED)
		return;
	b->off |= OA_HYP_BIT(OA_HYP_HALF_FULL);
	b->changed |= OA_HYP_BIT(OA_HYP_HALF_FULL);
	/* As on a GPU without such an interrupt: the deadline comes in time. */
	if (stream->props.periodic)
		WRITE_ONCE(stream->wake.period_ns,
			   min(stream->wake.period_ns,
			       oa_fill_ns(stream->oa->platform, stream->oa->timestamp_hz,
					  &stream->props) / 2));
	oa_evidence_warn(stream);
}

/**
 * oa_evidence_half_used() - a read begins: did the half-full interrupt come as it should?
 * @stream: the stream
 * @used: bytes between head and tail
 *
 * Process context, stream lock held. The ring was empty before, with the interrupt open. If an
 * interrupt came since, and the ring is about half full, it came for that. If none came, an
 * eighth of the ring beyond half is the time that it may take to be served.
 */
void oa_evidence_half_used(struct oa_stream *stream, u32 used)
{
	struct oa_assumptions *b = &stream->acct.validator.assumptions;
	struct oa_half_watch *half = &stream->half;
	const u32 eighth = stream->ring.size / 8;

	lockdep_assert_held(&stream->lock);
	if (!half->armed || used < 3 * eighth)
		return;
	if (READ_ONCE(half->events) != half->base) {
		half->armed = false;
		half->missed = 0;
		if (++b->kept[OA_HYP_HALF_FULL] >= OA_HALF_DECIDES)
			oa_half_decide(stream, OA_BELIEF_HELD);
	} else if (used >= 5 * eighth && !READ_ONCE(stream->oa->irq.masked)) {
		half->armed = false;
		b->broke[OA_HYP_HALF_FULL]++;
		if (++half->missed >= OA_HALF_DECIDES)
			oa_half_decide(stream, OA_BELIEF_FAILED);
	}
}
