// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Resets of the simulated GPU
 *
 * A full reset takes all of the GT's registers back to their power-on values: OA
 * configuration, interrupts, engines. A render reset takes the render engine's and
 * the context in it; OA configuration stays. Forcewake requests survive both. The
 * bits of GDRST clear themselves after a while.
 *
 * Facts: hardware.md 7.7.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "regs/ring_regs.h"
#include "sim_model.h"
#include "sim_steering.h"

#define SIM_RESET_TICKS		100

/**
 * sim_reset_owns() - is it the reset register?
 * @offset: bytes from the start of BAR 0
 */
bool sim_reset_owns(u32 offset)
{
	return offset == GEN6_GDRST;
}

/**
 * sim_reset_read() - read GDRST or RESET_CTL
 * @gpu: the GPU, locked
 * @offset: which
 */
u32 sim_reset_read(struct oa_sim_gpu *gpu, u32 offset)
{
	u32 control;

	if (offset == GEN6_GDRST)
		return gpu->cs.gdrst;
	control = *sim_cs_reg(gpu, RCS_RESET_CTL);
	return control & RESET_CTL_REQUEST ? control | RESET_CTL_READY : control;
}

/**
 * sim_reset_render() - the render engine and its context
 * @gpu: the GPU, locked, counted up to now
 */
void sim_reset_render(struct oa_sim_gpu *gpu)
{
	sim_cs_clear(gpu);
	if (!gpu->platform->cs->layout)
		return;
	sim_gt_write(gpu, GEN8_OACTXCONTROL, 0);
	gpu->store[GEN8_R_PWR_CLK_STATE / 4] = 0;
	sim_gen8_reset_flex(gpu);
}

/**
 * sim_reset_full() - everything
 * @gpu: the GPU, locked, counted up to now
 */
void sim_reset_full(struct oa_sim_gpu *gpu)
{
	struct sim_counters *c = &gpu->counters;
	bool half_level = gpu->oa.half_level;

	gpu->num_in_flight = 0;
	memset(&gpu->oa, 0, sizeof(gpu->oa));
	gpu->oa.half_level = half_level;
	memset(c->a, 0, sizeof(c->a));
	memset(c->b, 0, sizeof(c->b));
	memset(c->c, 0, sizeof(c->c));
	c->events_valid = false;
	memset(gpu->store, 0, SIM_STORE_BYTES);
	sim_cs_clear(gpu);
	gpu->platform->irq->reset(gpu);
	gpu->platform->reset(gpu);
	sim_steering_reset(gpu);
	sim_irq_update(gpu);
}

/**
 * sim_power_cycle() - what a system suspend leaves
 * @gpu: the GPU, locked, counted up to now
 */
void sim_power_cycle(struct oa_sim_gpu *gpu)
{
	sim_reset_full(gpu);
	memset(gpu->fw, 0, sizeof(gpu->fw));
	sim_gtt_reset(gpu);
}

/**
 * sim_reset_write() - write GDRST or RESET_CTL
 * @gpu: the GPU, locked, counted up to now
 * @offset: which
 * @value: what is written
 */
void sim_reset_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	u32 *control = sim_cs_reg(gpu, RCS_RESET_CTL), mask = value >> 16;

	if (offset == RCS_RESET_CTL) {
		*control = (*control & ~mask) | (value & mask & RESET_CTL_REQUEST);
		return;
	}
	gpu->cs.gdrst |= value;
	gpu->cs.gdrst_due = gpu->counters.tick + SIM_RESET_TICKS;
	if (value & GEN6_GRDOM_FULL)
		sim_reset_full(gpu);
	else if (value & GEN6_GRDOM_RENDER)
		sim_reset_render(gpu);
}
