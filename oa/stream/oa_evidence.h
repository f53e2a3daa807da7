/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_EVIDENCE_H_
#define _OA_EVIDENCE_H_

#include <linux/types.h>
#include "formats/oa_format.h"

struct drm_i915_oa_belief;
struct oa_stream;

/** enum oa_ruling - what becomes of a report that the validator objects to */
enum oa_ruling {
	/** @OA_RULING_REFUSED: it is refused */
	OA_RULING_REFUSED,
	/** @OA_RULING_AGAIN: less is enforced now; judge it again */
	OA_RULING_AGAIN,
	/** @OA_RULING_WAIT: its missing lines get more time to land */
	OA_RULING_WAIT,
};

void oa_evidence_init(struct oa_stream *stream);
void oa_evidence_apply(struct oa_stream *stream);
void oa_evidence_restart(struct oa_stream *stream, const struct oa_beliefs *learned);
enum oa_ruling oa_evidence_judge(struct oa_stream *stream, const u32 *report,
				 enum oa_verdict verdict, u64 now_ns);
void oa_evidence_warn(struct oa_stream *stream);
bool oa_evidence_next_change(struct oa_stream *stream, struct drm_i915_oa_belief *belief);
u32 oa_evidence_doubted(const struct oa_beliefs *beliefs);
void oa_evidence_half_empty(struct oa_stream *stream);
void oa_evidence_half_used(struct oa_stream *stream, u32 used);

#endif /* _OA_EVIDENCE_H_ */
