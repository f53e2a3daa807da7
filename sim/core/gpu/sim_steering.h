/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers whose instances share an offset: see sim_steering.c.
 */
#ifndef _SIM_STEERING_H_
#define _SIM_STEERING_H_

#include "sim/core/sim_env.h"

struct oa_sim_gpu;

/** struct sim_steering - layout of the register that selects instances, 0xFDC */
struct sim_steering {
	/** @multicast: bit that makes writes reach every instance; 0: they always do */
	u32 multicast;
	/** @slice: field of the slice */
	u32 slice;
	/** @subslice: field of the subslice or L3 bank */
	u32 subslice;
	/** @reset: power-on value */
	u32 reset;
};

extern const struct sim_steering sim_steering_gen8, sim_steering_gen11;

int sim_steering_init(struct oa_sim_gpu *gpu);
void sim_steering_fini(struct oa_sim_gpu *gpu);
bool sim_steered(const struct oa_sim_gpu *gpu, u32 offset);
u32 sim_steered_read(const struct oa_sim_gpu *gpu, u32 offset);
void sim_steered_write(struct oa_sim_gpu *gpu, u32 offset, u32 value, u32 mask, bool cpu);
void sim_steering_check(struct oa_sim_gpu *gpu);

#endif /* _SIM_STEERING_H_ */
