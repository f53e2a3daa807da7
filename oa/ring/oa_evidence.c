// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Evidence before enforcement
 *
 * An assumption about hardware without confirmation is a hypothesis (oa_hypothesis.c). Each stream
 * tests the hypotheses on its own reports: the walk of the ring calls oa_evidence_decide() for a
 * report that the validator rejects.
 *
 * A report with a line that is missing for 10 ms is rejected. Before a streak of such reports
 * proves that the unit never writes the line, the last of them gets far longer, so that a slow
 * write is not mistaken for a missing one.
 *
 * The half-full interrupt has a hypothesis of its own (oa_half_full.c).
 *
 * Facts: hardware.rst 12.1; architecture.rst "What always holds", 8; abi-extensions.rst 23.
 */
#include <linux/minmax.h>
#include <linux/moduleparam.h>
#include <linux/string.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "formats/oa_learn.h"
#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "ring/oa_ring_priv.h"

/* Time after which a missing line counts as never written; less in small rings */
#define OA_PROOF_NS		(100 * 1000 * 1000ull)

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
		 "What unconfirmed assumptions about hardware do to reports: strict (those that break one are rejected), learn (those that hold are enforced; default), off (none is). For streams opened from now on");

/*
 * Start without any evidence. @fill_ns is the time in which the timer's reports fill the ring, 0
 * without the timer.
 */
void oa_evidence_init(struct oa_feed *feed, u64 fill_ns)
{
	oa_assumptions_init(&feed->acct.validator.assumptions, READ_ONCE(oa_validate));
	feed->proof_ns = OA_PROOF_NS;
	if (fill_ns)
		feed->proof_ns = clamp(fill_ns / 4, OA_RING_LANDING_LIMIT_NS, OA_PROOF_NS);
}

/*
 * Adapt to another kind of reports, for which the validator is set already. Hypotheses that do not
 * apply to them are neither tested nor enforced.
 */
void oa_evidence_apply(struct oa_feed *feed)
{
	struct oa_validator *v = &feed->acct.validator;
	u32 applies = oa_learn_applies(v);

	lockdep_assert_held(feed->lock);
	if (feed->has_half_full)
		applies |= OA_HYP_BIT(OA_HYP_HALF_FULL);
	oa_assumptions_apply(&v->assumptions, applies);
	oa_validator_adapt(v);
}

/* Restore the assumptions that were learned before the unit restarted. */
void oa_evidence_restart(struct oa_feed *feed, const struct oa_assumptions *learned)
{
	lockdep_assert_held(feed->lock);
	feed->acct.validator.assumptions = *learned;
	oa_evidence_apply(feed);
	feed->acct.torn_since = 0;
}

/*
 * Decide what becomes of a report that the validator rejects with @verdict. Missing lines have had
 * their time to land.
 */
enum oa_decision oa_evidence_decide(struct oa_feed *feed, const u32 *report,
				    enum oa_verdict verdict, u64 now_ns)
{
	struct oa_accounting *acct = &feed->acct;
	const u64 last = acct->validator.last;
	const bool had_last = acct->validator.have_last;
	bool again;

	lockdep_assert_held(feed->lock);
	if (oa_learn_must_wait(&acct->validator, report, verdict)) {
		if (!acct->torn_since)
			acct->torn_since = now_ns;
		if (now_ns - acct->torn_since < feed->proof_ns)
			return OA_DECISION_WAIT;
	}
	acct->torn_since = 0;
	again = oa_learn_rejected(&acct->validator, report, verdict);
	/* A loss is announced after the last report, even if no report is compared with it now. */
	if (had_last && !acct->validator.have_last)
		acct->last_raw = oa_timestamp_raw(feed->format, last);
	return again ? OA_DECISION_RETRY : OA_DECISION_REJECT;
}

/* Copy the evidence, without the data of other contexts for a single-context stream. */
static void oa_evidence_copy(const struct oa_feed *feed, u32 *dw)
{
	memcpy(dw, feed->acct.validator.assumptions.evidence, OA_EVIDENCE_DWORDS * sizeof(*dw));
	oa_filter_redact(&feed->acct.filter, dw);
}

/* Warn of each hypothesis that has failed, once per stream. */
void oa_evidence_warn(struct oa_feed *feed)
{
	const struct oa_assumptions *a = &feed->acct.validator.assumptions;
	u32 dw[OA_EVIDENCE_DWORDS], h;

	lockdep_assert_held(feed->lock);
	oa_evidence_copy(feed, dw);
	for (h = 0; h < OA_NUM_HYPOTHESES; h++) {
		if (a->state[h] != OA_ASSUMPTION_FAILED || feed->failed_warned & OA_HYP_BIT(h))
			continue;
		feed->failed_warned |= OA_HYP_BIT(h);
		drm_warn(feed->drm,
			 "hypothesis \"%s\" does not hold and is not enforced until it does: %s (%s). %u reports agree, %u do not; the last of these begins %08x %08x %08x %08x\n",
			 oa_hypotheses[h].name, oa_hypotheses[h].says, oa_hypotheses[h].source,
			 a->kept[h], a->broke[h], dw[0], dw[1], dw[2], dw[3]);
	}
}
