/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the OA units of gen8 and later have in common: see sim_oa_gen8.c.
 */
#ifndef _SIM_OA_GEN8_H_
#define _SIM_OA_GEN8_H_

#include "sim/core/sim_env.h"

struct oa_sim_gpu;
struct sim_layout;

/** struct sim_oa_regs - offsets of the registers that describe the buffer */
struct sim_oa_regs {
	/** @control: OACONTROL */
	u32 control;
	/** @control_mbz: its bits that must be zero */
	u32 control_mbz;
	/** @head: OAHEADPTR */
	u32 head;
	/** @tail: OATAILPTR */
	u32 tail;
	/** @buffer: OABUFFER */
	u32 buffer;
};

bool sim_oa_gen8_enabled(const struct oa_sim_gpu *gpu);
u32 sim_oa_gen8_activity(const struct oa_sim_gpu *gpu, u64 tick);
u32 sim_oa_gen8_timer_bit(const struct oa_sim_gpu *gpu);
const struct sim_layout *sim_oa_gen8_layout(const struct oa_sim_gpu *gpu);
u32 sim_oa_gen8_size(const struct oa_sim_gpu *gpu);
u32 sim_oa_gen8_base(const struct oa_sim_gpu *gpu);
u32 sim_oa_gen8_tail(const struct oa_sim_gpu *gpu);
void sim_oa_gen9_head(const struct oa_sim_gpu *gpu, u32 reason, u64 tick, u32 *dw);
void sim_oa_gen8_overflowed(struct oa_sim_gpu *gpu);
void sim_oa_gen8_lost(struct oa_sim_gpu *gpu);
void sim_oa_gen8_wrapped(struct oa_sim_gpu *gpu);
void sim_oa_gen8_report(struct oa_sim_gpu *gpu, u32 reason, u64 tick);
void sim_oa_gen8_write_control(struct oa_sim_gpu *gpu, u32 value);
void sim_oa_gen8_write_head(struct oa_sim_gpu *gpu, u32 value);
void sim_oa_gen8_write_tail(struct oa_sim_gpu *gpu, u32 value);
void sim_oa_gen8_write_buffer(struct oa_sim_gpu *gpu, u32 value);

#endif /* _SIM_OA_GEN8_H_ */
