/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Accesses of the simulated GPU to memory in an address space
 */
#ifndef _SIM_SPACE_H_
#define _SIM_SPACE_H_

#include "sim_space_types.h"

struct oa_sim_gpu;

void *sim_space_map(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		    u32 bytes, bool write);
void sim_space_unmap(struct oa_sim_gpu *gpu, void *memory);
bool sim_space_read32(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		      u32 *value);
void sim_space_write32(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		       u32 value);
void sim_space_write64(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		       u64 value);

#endif /* _SIM_SPACE_H_ */
