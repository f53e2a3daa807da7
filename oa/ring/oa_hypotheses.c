// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Hypotheses of a stream
 *
 * Each stream counts how its own reports agree with the hypotheses (formats/oa_hypothesis.c): the
 * walk of the ring calls oa_hyp_rejected() for a report that the validator rejects. The half-full
 * interrupt is counted in oa_half_full.c.
 *
 * A report with a line that is missing for 10 ms is rejected. That the unit never writes the line
 * needs proof, so that a slow write is not mistaken for a missing one: the report that decides gets
 * far longer, up to the time for a quarter of the ring. In a small ring the unit may overwrite it
 * before, and what is still torn then is proof (oa_hyp_overrun()).
 *
 * Facts: hardware.rst 12.1; architecture.rst "What always holds", 8; abi-extensions.rst 23.
 */
#include <linux/minmax.h>
#include <linux/moduleparam.h>
#include <linux/ratelimit.h>
#include <linux/string.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "formats/oa_examine.h"
#include "gpu/oa_gpu.h"
#include "ring/oa_ring_priv.h"

/* Time after which a missing line counts as never written; less in small rings */
#define OA_PROOF_NS		(100 * 1000 * 1000ull)
/* Number of overwritten reports that are looked at after an overflow */
#define OA_PROOF_REPORTS	64u

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
		 "What hypotheses about hardware do to reports: strict (those that contradict one are rejected), learn (only while most reports agree with it; default), off (nothing). For streams opened from now on");

/* Start without a report. @fill_ns: time in which the timer's reports fill the ring, or 0. */
void oa_hyp_init(struct oa_feed *feed, u64 fill_ns)
{
	oa_hypotheses_init(&feed->acct.validator.hypotheses, READ_ONCE(oa_validate));
	/* A torn report waits for the landing limit before. */
	feed->proof_ns = fill_ns ? min(fill_ns / 4, OA_PROOF_NS) : OA_PROOF_NS;
}

/*
 * Adapt to another kind of reports, for which the validator is set already. Hypotheses that do not
 * apply to them are neither counted nor enforced.
 */
void oa_hyp_apply(struct oa_feed *feed)
{
	struct oa_validator *v = &feed->acct.validator;
	u32 applies = oa_examine_applies(v);

	lockdep_assert_held(feed->lock);
	if (feed->has_half_full)
		applies |= OA_HYP_BIT(OA_HYP_HALF_FULL);
	oa_hypotheses_apply(&v->hypotheses, applies);
	oa_validator_adapt(v);
}

/*
 * Decide what becomes of a report that the validator rejects with @verdict. Missing lines have had
 * their time to land. @used is from oa_acct_read_tail().
 */
enum oa_decision oa_hyp_rejected(struct oa_feed *feed, const u32 *report, enum oa_verdict verdict,
				 u32 used, u64 now_ns)
{
	/* Lines missing while the unit wrote a quarter of the ring need not wait any longer. */
	const bool proven = used - feed->ring.passed >= feed->ring.size / 4;
	struct oa_accounting *acct = &feed->acct;

	lockdep_assert_held(feed->lock);
	if (!proven && oa_examine_must_wait(&acct->validator, report, verdict)) {
		if (!acct->torn_since)
			acct->torn_since = now_ns;
		if (now_ns - acct->torn_since < feed->proof_ns)
			return OA_DECISION_WAIT;
	}
	acct->torn_since = 0;
	/* The validator may forget the last report, after which a loss is still announced. */
	if (acct->validator.have_last)
		acct->last_raw = oa_timestamp_raw(feed->format, acct->validator.last);
	if (oa_examine_rejected(&acct->validator, report, verdict))
		return OA_DECISION_RETRY;
	return OA_DECISION_REJECT;
}

/*
 * Count the torn reports that an overflow left, before the ring is poisoned. The unit has stopped.
 * It has written the lines from the head to its tail twice, so a line that is still poisoned there
 * is proven to be missing. Reports of another lap must lie at the same offsets.
 */
void oa_hyp_overrun(struct oa_feed *feed)
{
	const struct oa_ring *ring = &feed->ring;
	struct oa_validator *v = &feed->acct.validator;
	const u32 used = oa_ring_used(ring);
	u32 report[OA_REPORT_MAX_DWORDS], i, n, missing;

	lockdep_assert_held(feed->lock);
	if (used == OA_RING_NO_TAIL || used <= OA_RING_IN_FLIGHT_BYTES ||
	    ring->size % ring->report_bytes || feed->unit->setup.keep_oldest)
		return;
	n = min((used - OA_RING_IN_FLIGHT_BYTES) / ring->report_bytes, OA_PROOF_REPORTS);
	for (i = 0; i < n; i++) {
		oa_ring_copy(ring, i * ring->report_bytes, report);
		missing = oa_line_landed(report) ? oa_report_missing_lines(v, report) : 0;
		if (!missing)
			return;
		memcpy(v->hypotheses.head, report, sizeof(v->hypotheses.head));
		oa_hypotheses_torn(&v->hypotheses, missing);
	}
}

static void oa_hyp_log_off(struct oa_feed *feed, enum oa_hypothesis h)
{
	const struct oa_hypotheses *hyp = &feed->acct.validator.hypotheses;
	const struct oa_hypothesis_text *text = &oa_hypotheses[h];
	u32 dw[OA_HYP_DWORDS];

	if (h == OA_HYP_HALF_FULL) {
		drm_warn(feed->drm, "hypothesis \"%s\" does not hold: %s (%s). %u interrupts came, %u did not; readers are woken by time\n",
			 text->name, text->says, text->source, hyp->count[h].agreed,
			 hyp->count[h].contradicted);
		return;
	}
	/* A single-context stream does not show the data of other contexts. */
	memcpy(dw, hyp->head, sizeof(dw));
	oa_filter_redact(&feed->acct.filter, dw);
	drm_warn(feed->drm, "hypothesis \"%s\" does not hold and is not enforced: %s (%s). %u reports agree, %u contradict it; the last of these begins %08x %08x %08x %08x\n",
		 text->name, text->says, text->source, hyp->count[h].agreed,
		 hyp->count[h].contradicted, dw[0], dw[1], dw[2], dw[3]);
}

/* Log each hypothesis that is enforced now and was not, or the reverse. */
void oa_hyp_log(struct oa_feed *feed)
{
	static DEFINE_RATELIMIT_STATE(limit, DEFAULT_RATELIMIT_INTERVAL, DEFAULT_RATELIMIT_BURST);
	const struct oa_hypotheses *hyp = &feed->acct.validator.hypotheses;
	unsigned long changed = hyp->off ^ feed->off_logged;
	unsigned int h;

	lockdep_assert_held(feed->lock);
	if (!changed || hyp->mode != OA_VALIDATE_LEARN)
		return;
	for_each_set_bit(h, &changed, OA_NUM_HYPOTHESES) {
		if (!__ratelimit(&limit))
			break;
		feed->off_logged ^= OA_HYP_BIT(h);
		if (hyp->off & OA_HYP_BIT(h))
			oa_hyp_log_off(feed, h);
		else
			drm_info(feed->drm, "hypothesis \"%s\" holds again and is enforced\n",
				 oa_hypotheses[h].name);
	}
}
