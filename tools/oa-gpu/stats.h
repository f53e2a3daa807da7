/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_STATS_H_
#define _OA_GPU_STATS_H_

#include "session.h"

void stats_print(const struct session *s, FILE *to);

#endif /* _OA_GPU_STATS_H_ */
