/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_RECOVER_H_
#define _OA_RECOVER_H_

#include <linux/types.h>

struct oa_stream;

void oa_recover_overflow(struct oa_stream *stream);
void oa_recover_report_lost(struct oa_stream *stream, u32 status);
int oa_recover_span(struct oa_stream *stream, bool nowait, u32 *used, u32 *bytes);
int oa_recover(struct oa_stream *stream, bool nowait);

#endif /* _OA_RECOVER_H_ */
