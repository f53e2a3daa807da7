/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reports of a stream that are compared with each hypothesis.
 */
#ifndef _FORMATS_OA_EXAMINE_H_
#define _FORMATS_OA_EXAMINE_H_

#include "formats/oa_format.h"

u32 oa_examine_applies(const struct oa_validator *v);
bool oa_examine_rejected(struct oa_validator *v, const u32 *raw, enum oa_verdict verdict);
bool oa_examine_must_wait(const struct oa_validator *v, const u32 *raw, enum oa_verdict verdict);
void oa_examine_accepted(struct oa_validator *v, const u32 *raw);

#endif /* _FORMATS_OA_EXAMINE_H_ */
