/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A validator that learns: the evidence of each report for the hypotheses.
 */
#ifndef _FORMATS_OA_LEARN_H_
#define _FORMATS_OA_LEARN_H_

#include "formats/oa_format.h"

u32 oa_learn_applies(const struct oa_validator *v);
bool oa_learn_rejected(struct oa_validator *v, const u32 *raw, enum oa_verdict verdict);
bool oa_learn_must_wait(const struct oa_validator *v, const u32 *raw, enum oa_verdict verdict);
void oa_learn_accept(struct oa_validator *v, const u32 *raw);

#endif /* _FORMATS_OA_LEARN_H_ */
