/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SIM_PPGTT_H_
#define _SIM_PPGTT_H_

#include "sim_space.h"

struct oa_sim_gpu;

bool sim_ppgtt_walk(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		    struct sim_leaf *leaf);

#endif /* _SIM_PPGTT_H_ */
