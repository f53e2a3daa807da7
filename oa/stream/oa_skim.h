/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_SKIM_H_
#define _OA_SKIM_H_

#include <linux/types.h>

struct oa_stream;

bool oa_skim(struct oa_stream *stream);

#endif /* _OA_SKIM_H_ */
