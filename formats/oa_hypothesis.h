/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Assumptions about hardware that no source confirms, and the evidence of a stream for each.
 */
#ifndef _FORMATS_OA_HYPOTHESIS_H_
#define _FORMATS_OA_HYPOTHESIS_H_

#include "formats/oa_types.h"

/* Accepted reports that are examined one by one before a hypothesis is trusted. */
#define OA_LEARN_WATCH		32u
/*
 * A hypothesis is refuted by a streak of reports that are rejected for it. The length of the streak
 * is one report for each OA_LEARN_SHARE that agreed before, within these limits.
 */
#define OA_LEARN_STREAK	16u
#define OA_LEARN_STREAK_MAX	1024u
#define OA_LEARN_SHARE		8u
/*
 * A refuted hypothesis holds again after a row of agreeing reports, this many times as long as the
 * streak that refuted it. Each further failure at least doubles the row, up to the maximum.
 */
#define OA_LEARN_REGAIN	10u
#define OA_LEARN_REGAIN_MAX	1000000u
/*
 * Reports that pass unexamined after one that does not agree with a refuted hypothesis. After one
 * that agrees the next is examined, so a fault of every second report is seen.
 */
#define OA_LEARN_PAUSE		61u
/* The leading dwords of a report that are kept as evidence. */
#define OA_EVIDENCE_DWORDS	4u

/** enum oa_hypothesis - an assumption about hardware */
enum oa_hypothesis {
	/** @OA_HYP_PHASE: the low bits of a timer report's time stamp are those of a strobe */
	OA_HYP_PHASE,
	/** @OA_HYP_GRID: timer reports are a whole number of periods apart */
	OA_HYP_GRID,
	/** @OA_HYP_TIMESTAMP_HIGH: dword 2 holds the time stamp's high bits, up to gen7.5 */
	OA_HYP_TIMESTAMP_HIGH,
	/** @OA_HYP_ORDER: each report is later than the one before */
	OA_HYP_ORDER,
	/** @OA_HYP_CLOCK: reports are stamped by the clock that TIMESTAMP shows */
	OA_HYP_CLOCK,
	/** @OA_HYP_RESERVED: reserved fields are zero */
	OA_HYP_RESERVED,
	/** @OA_HYP_CONTEXT: a context id that is marked valid names a context */
	OA_HYP_CONTEXT,
	/** @OA_HYP_LINES: the unit writes every line of a report */
	OA_HYP_LINES,
	/** @OA_HYP_HALF_FULL: the interrupt comes when half of the buffer is full */
	OA_HYP_HALF_FULL,
	/** @OA_NUM_HYPOTHESES: number of hypotheses */
	OA_NUM_HYPOTHESES,
};

#define OA_HYP_BIT(hypothesis)	(1u << (hypothesis))
#define OA_HYP_ALL		(OA_HYP_BIT(OA_NUM_HYPOTHESES) - 1)

/** enum oa_assumption - state of a hypothesis, as in enum drm_i915_oa_assumption_state */
enum oa_assumption {
	/** @OA_ASSUMPTION_UNUSED: does not apply to this stream's reports */
	OA_ASSUMPTION_UNUSED,
	/** @OA_ASSUMPTION_WATCHED: not contradicted, and not seen often enough to be trusted */
	OA_ASSUMPTION_WATCHED,
	/** @OA_ASSUMPTION_DOUBTED: contradicted while it was watched; not enforced for now */
	OA_ASSUMPTION_DOUBTED,
	/** @OA_ASSUMPTION_HELD: held while it was watched, or holds again; enforced */
	OA_ASSUMPTION_HELD,
	/** @OA_ASSUMPTION_FAILED: refuted; not enforced until many reports in a row agree */
	OA_ASSUMPTION_FAILED,
	/** @OA_ASSUMPTION_ENFORCED: enforced whatever the evidence */
	OA_ASSUMPTION_ENFORCED,
	/** @OA_ASSUMPTION_IGNORED: not enforced, whatever the evidence */
	OA_ASSUMPTION_IGNORED,
	/** @OA_NUM_ASSUMPTIONS: number of states */
	OA_NUM_ASSUMPTIONS,
};

/** enum oa_validate - treatment of hypotheses */
enum oa_validate {
	/** @OA_VALIDATE_STRICT: all are enforced, whatever the evidence */
	OA_VALIDATE_STRICT,
	/** @OA_VALIDATE_LEARN: a hypothesis is enforced if it holds */
	OA_VALIDATE_LEARN,
	/** @OA_VALIDATE_OFF: none is enforced */
	OA_VALIDATE_OFF,
	/** @OA_NUM_VALIDATE: number of modes */
	OA_NUM_VALIDATE,
};

/** struct oa_hypothesis_text - a hypothesis in words */
struct oa_hypothesis_text {
	/** @name: short, fit for a key */
	const char *name;
	/** @says: the statement */
	const char *says;
	/** @source: where the assumption is documented */
	const char *source;
};

/**
 * struct oa_assumptions - a stream's evidence for each hypothesis
 *
 * Owned and serialised by the reader of the ring.
 */
struct oa_assumptions {
	/** @mode: treatment of hypotheses */
	enum oa_validate mode;
	/** @off: OA_HYP_BIT() of the hypotheses that are not enforced now */
	u32 off;
	/** @failed: refuted hypotheses about reports, which may hold again later */
	u32 failed;
	/** @loosened: the next accepted report can't be compared in time with the last one */
	bool loosened;
	/** @watch_left: accepted reports still to be examined one by one */
	u32 watch_left;
	/** @pause: accepted reports that pass before one is examined again for @failed */
	u32 pause;
	/** @run: accepted reports that are not in @kept yet; see oa_assumptions_kept() */
	u32 run;
	/** @suspect: a write was discarded since the ring was poisoned, and may land late */
	bool suspect;
	/** @phase: the low bits of timer reports' time stamps while OA_HYP_PHASE is not enforced */
	u64 phase;
	/** @streak: reports rejected in a row, none accepted between them */
	u32 streak;
	/** @streak_common: hypotheses that all reports of the streak contradict */
	u32 streak_common;
	/** @streak_lines: for OA_HYP_LINES, lines that all reports of the streak lack */
	u32 streak_lines;
	/** @free_lines: lines that may stay poisoned, because OA_HYP_LINES failed for them */
	u32 free_lines;
	/** @state: enum oa_assumption of each hypothesis */
	u8 state[OA_NUM_HYPOTHESES];
	/** @row_lines: lines of @free_lines that each report of the row of OA_HYP_LINES has */
	u32 row_lines;
	/** @row: by refuted hypothesis, examined reports in a row that agree */
	u32 row[OA_NUM_HYPOTHESES];
	/** @need: by refuted hypothesis, length of the row after which it holds again */
	u32 need[OA_NUM_HYPOTHESES];
	/** @kept: by hypothesis, agreeing reports since it last came to hold, or since the start */
	u32 kept[OA_NUM_HYPOTHESES];
	/** @broke: by hypothesis, contradicting reports, delivered or rejected */
	u32 broke[OA_NUM_HYPOTHESES];
	/** @evidence: the first dwords of the last report that contradicted a hypothesis */
	u32 evidence[OA_EVIDENCE_DWORDS];
};

extern const struct oa_hypothesis_text oa_hypotheses[OA_NUM_HYPOTHESES];

const char *oa_assumption_name(enum oa_assumption state);
const char *oa_validate_name(enum oa_validate mode);
void oa_assumptions_init(struct oa_assumptions *a, enum oa_validate mode);
void oa_assumptions_apply(struct oa_assumptions *a, u32 applies);
bool oa_assumptions_rejected(struct oa_assumptions *a, u32 breaks);
bool oa_assumptions_torn(struct oa_assumptions *a, u32 lines);
bool oa_assumptions_torn_decides(const struct oa_assumptions *a, u32 lines);
bool oa_assumptions_accepted(struct oa_assumptions *a, u32 kept, u32 broke);
void oa_assumptions_ran(struct oa_assumptions *a, u32 n);
void oa_assumptions_landed(struct oa_assumptions *a, u32 poisoned);
u32 oa_assumptions_kept(const struct oa_assumptions *a, u32 h);

/**
 * oa_assumptions_must_examine() - check whether the next accepted report must be examined
 * @a: the evidence so far
 */
static inline bool oa_assumptions_must_examine(const struct oa_assumptions *a)
{
	return a->watch_left || (a->failed && !a->pause);
}

#endif /* _FORMATS_OA_HYPOTHESIS_H_ */
