/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_REFUSE_H_
#define _OA_REFUSE_H_

#include <linux/types.h>
#include "formats/oa_format.h"

struct oa_seen;
struct oa_stream;

/*
 * Refused reports are announced at this number, or when the first of them was refused this long
 * ago, even though no valid report follows.
 */
#define OA_REFUSED_MAX		256
#define OA_REFUSED_NS		(100 * 1000 * 1000ull)

void oa_refuse(struct oa_stream *stream, enum oa_verdict verdict, const u32 *report, u32 used);
void oa_refuse_warn(struct oa_stream *stream);
bool oa_refuse_overdue(const struct oa_seen *seen, u64 now);
void oa_refuse_announce(struct oa_stream *stream);

#endif /* _OA_REFUSE_H_ */
