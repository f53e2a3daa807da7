/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_RING_PRIV_H_
#define _OA_RING_PRIV_H_

#include <linux/minmax.h>
#include <linux/types.h>

#include "formats/oa_format.h"
#include "ring/oa_ring.h"

/* Lines (oa_landing.c) */

/* Two dwords of a poisoned line */
#define OA_POISON_PAIR	((u64)OA_POISON << 32 | OA_POISON)

/* Return the part of @bytes from @offset on that lies before the ring's end. */
static inline u32 oa_ring_first_part(const struct oa_ring *ring, u32 offset, u32 bytes)
{
	return min(bytes, ring->size - offset);
}

/* Check whether a line, in the ring or a copy, has landed. Any context. */
static inline bool oa_line_landed(const void *line)
{
	const u64 *pairs = line;
	u32 i;

	for (i = 0; i < OA_LINE_BYTES / sizeof(*pairs); i++)
		if (READ_ONCE(pairs[i]) != OA_POISON_PAIR)
			return true;
	return false;
}

/*
 * Check whether all of a line in the ring has landed. Hardware writes a line in one piece
 * (hardware.rst 3.15). A simulated GPU writes it upwards, so the line's end lands last. Return
 * false as well if a landed line ends in the poison's value. Any context.
 */
static inline bool oa_line_whole(const void *line)
{
	return READ_ONCE(((const u64 *)line)[OA_LINE_BYTES / sizeof(u64) - 1]) != OA_POISON_PAIR;
}

u32 oa_ring_fetch(const struct oa_ring *ring, u32 offset, u8 *to, u32 bytes);
const u32 *oa_ring_fetch_report(const struct oa_ring *ring, u32 behind);

/* Reports (oa_ring.c) */

void oa_ring_backdate_wait(struct oa_ring *ring, u64 since);

/* Accounting (oa_accounting.c) */

/* What is known of the reports before a valid one */
struct oa_gap_seen {
	u64 strobes; /* of the timer since its last report, its own included; 0 if not provable */
	bool strobes_exact; /* @strobes is provable, and may not be off by one */
	u64 dropped; /* rejected reports that were not announced */
	u64 announced; /* reports announced as lost since the timer's last report */
	bool loosened; /* the time stamps on both sides can't be compared */
	bool timer_only; /* all reports come from the timer */
};

/* The decision about a gap before a valid report */
struct oa_gap {
	u64 missing; /* reports, rejected ones included */
	bool found; /* it is announced, even with none missing */
	bool exact; /* @missing is exact */
	bool of_timer; /* more of the timer's reports are missing than were rejected */
};

struct oa_gap oa_acct_decide_gap(const struct oa_gap_seen *seen);
void oa_acct_check_gap(struct oa_feed *feed, const u32 *report);
void oa_acct_accept(struct oa_feed *feed, const u32 *report);
void oa_reject(struct oa_feed *feed, enum oa_verdict verdict, const u32 *report, u32 used);
void oa_reject_warn(struct oa_feed *feed);

/* Hypotheses (oa_hypotheses.c) */

/* Decision on a report that the validator rejects */
enum oa_decision {
	OA_DECISION_REJECT, /* it is rejected */
	OA_DECISION_RETRY, /* less is enforced now: validate it again */
	OA_DECISION_WAIT, /* its missing lines get more time to land */
};

enum oa_decision oa_hyp_rejected(struct oa_feed *feed, const u32 *report, enum oa_verdict verdict,
				 u32 used, u64 now_ns);

#endif /* _OA_RING_PRIV_H_ */
