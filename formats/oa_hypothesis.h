/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rules about hardware that no source confirms, and how often a stream's reports kept or broke
 * each.
 */
#ifndef _FORMATS_OA_HYPOTHESIS_H_
#define _FORMATS_OA_HYPOTHESIS_H_

#include "formats/oa_types.h"

/* A hypothesis holds while at most one in OA_HYP_SHARE of its reports contradicts it ... */
#define OA_HYP_SHARE		8u
/* ... as if this many reports had agreed before the first one */
#define OA_HYP_FEW		32u
/* Both numbers are halved at this sum, so that the last few thousand reports decide. */
#define OA_HYP_MEMORY		4096u
/*
 * While a hypothesis does not hold, a report is examined after so many that were not, and after one
 * that agreed.
 */
#define OA_HYP_SAMPLE		64u
/* The leading dwords that are kept of the last report that contradicted a hypothesis */
#define OA_HYP_DWORDS		4u

/* A rule about hardware without confirmation */
enum oa_hypothesis {
	OA_HYP_PHASE, /* the low bits of a timer report's time stamp are those of a strobe */
	OA_HYP_GRID, /* timer reports are a whole number of periods apart */
	OA_HYP_TIMESTAMP_HIGH, /* dword 2 holds the time stamp's high bits, up to gen7.5 */
	OA_HYP_ORDER, /* each report is later than the one before */
	OA_HYP_CLOCK, /* reports are stamped by the clock that TIMESTAMP shows */
	OA_HYP_RESERVED, /* reserved fields are zero */
	OA_HYP_CONTEXT, /* a context id that is marked valid names a context */
	OA_HYP_LINES, /* the unit writes every line of a report */
	OA_HYP_HALF_FULL, /* the interrupt comes when half of the buffer is full */
	OA_NUM_HYPOTHESES, /* number of hypotheses */
};

#define OA_HYP_BIT(hypothesis)	(1u << (hypothesis))
/* The hypotheses about reports */
#define OA_HYP_REPORTS		(OA_HYP_BIT(OA_HYP_HALF_FULL) - 1)

/* Treatment of hypotheses */
enum oa_validate {
	OA_VALIDATE_STRICT, /* all are enforced */
	OA_VALIDATE_LEARN, /* those that hold are enforced */
	OA_VALIDATE_OFF, /* none is enforced */
	OA_NUM_VALIDATE, /* number of modes */
};

/* A hypothesis in words */
struct oa_hypothesis_text {
	const char *name; /* short, fit for a key */
	const char *says; /* the statement */
	const char *source; /* where it is documented */
};

/* What a stream saw of a hypothesis; see OA_HYP_MEMORY */
struct oa_hypothesis_count {
	u32 agreed; /* reports (or interrupts) that agree; while it is enforced, all that pass */
	u32 contradicted; /* those that contradict it */
};

/* The hypotheses of a stream, owned and serialised by the reader of the ring */
struct oa_hypotheses {
	enum oa_validate mode; /* treatment of hypotheses */
	u32 applies; /* OA_HYP_BIT() of those that say something about this stream */
	u32 off; /* of these, those that are not enforced now */
	u32 unexamined; /* accepted reports since one was last examined; not in @count yet */
	bool off_agreed; /* the last report that was examined agreed with one of @off */
	bool loosened; /* the next accepted report can't be compared in time with the last one */
	bool late_write; /* a write was discarded since the ring was poisoned, and may land late */
	u32 missing; /* lines that all torn reports since the last whole one lack */
	u32 free_lines; /* lines that may stay poisoned, because OA_HYP_LINES does not hold */
	u64 phase; /* low bits of timer reports' time stamps while OA_HYP_PHASE is not enforced */
	struct oa_hypothesis_count count[OA_NUM_HYPOTHESES]; /* by hypothesis */
	u32 head[OA_HYP_DWORDS]; /* the beginning of the last report that contradicted one */
};

extern const struct oa_hypothesis_text oa_hypotheses[OA_NUM_HYPOTHESES];

const char *oa_validate_name(enum oa_validate mode);
const char *oa_hypothesis_state(const struct oa_hypotheses *hyp, enum oa_hypothesis h);
void oa_hypotheses_init(struct oa_hypotheses *hyp, enum oa_validate mode);
void oa_hypotheses_apply(struct oa_hypotheses *hyp, u32 applies);
bool oa_hypotheses_count(struct oa_hypotheses *hyp, u32 agree, u32 contradict);
void oa_hypotheses_fold(struct oa_hypotheses *hyp);
void oa_hypotheses_agreed(struct oa_hypotheses *hyp, enum oa_hypothesis h);
void oa_hypotheses_ran(struct oa_hypotheses *hyp, u32 n);
bool oa_hypotheses_torn(struct oa_hypotheses *hyp, u32 lines);
bool oa_hypotheses_torn_decides(const struct oa_hypotheses *hyp, u32 lines);
void oa_hypotheses_landed(struct oa_hypotheses *hyp, u32 poisoned);

/* Return the number of reports that may pass before one must be examined. */
static inline u32 oa_hypotheses_may_pass(const struct oa_hypotheses *hyp)
{
	if (!(hyp->off & OA_HYP_REPORTS) || hyp->mode != OA_VALIDATE_LEARN)
		return ~0u;
	return hyp->off_agreed || hyp->unexamined >= OA_HYP_SAMPLE ? 0 :
		OA_HYP_SAMPLE - hyp->unexamined;
}

#endif /* _FORMATS_OA_HYPOTHESIS_H_ */
