// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Resets of the simulated GPU
 *
 * GDRST resets the engine or all of the GT; its bits clear themselves when that is
 * done. From gen8 on the engine has to be made ready first, by RESET_CTL. A reset of
 * the engine loses the context and stops the ring. A reset of the GT also loses the
 * OA unit's configuration, the counters and all other registers of the GT; power wells
 * stay as requested. The interrupt registers are outside of the GT, but for the masks
 * in the engine and in the OA unit.
 *
 * A power cycle, as over a system suspend, loses everything, GGTT entries included.
 *
 * Facts: hardware.md 7.6, 7.7. [MODEL] how long it takes.
 */
#include <linux/string.h>

#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "regs/ring_regs.h"
#include "sim_compat.h"
#include "sim_model.h"
#include "sim_steering.h"

#define SIM_RESET_TICKS		64	/* about 5 us */
#define SIM_READY_TICKS		16

static bool sim_ready(const struct oa_sim_gpu *gpu)
{
	const struct sim_cs *cs = &gpu->cs;

	return cs->reset_ctl && gpu->counters.tick >= cs->reset_ready;
}

/**
 * sim_reset_ctl_read() - RESET_CTL
 * @gpu: the GPU, locked
 */
u32 sim_reset_ctl_read(const struct oa_sim_gpu *gpu)
{
	return gpu->cs.reset_ctl | (sim_ready(gpu) ? RESET_CTL_READY : 0);
}

/**
 * sim_reset_ctl_write() - software asks the engine to get ready, or no longer
 * @gpu: the GPU, locked, counted up to now
 * @value: what is written, masked
 */
void sim_reset_ctl_write(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_cs *cs = &gpu->cs;
	u32 request = sim_masked(cs->reset_ctl, value) & RESET_CTL_REQUEST;

	if (request && !cs->reset_ctl)
		cs->reset_ready = gpu->counters.tick + SIM_READY_TICKS;
	cs->reset_ctl = request;
}

/**
 * sim_gdrst_read() - GDRST
 * @gpu: the GPU, locked
 */
u32 sim_gdrst_read(const struct oa_sim_gpu *gpu)
{
	return gpu->counters.tick < gpu->cs.gdrst_done ? gpu->cs.gdrst : 0;
}

/**
 * sim_gdrst_write() - software resets something
 * @gpu: the GPU, locked, counted up to now
 * @value: what is written
 */
void sim_gdrst_write(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_cs *cs = &gpu->cs;
	u32 request = cs->reset_ctl;
	u64 ready = cs->reset_ready;

	if (value & (GEN6_GRDOM_FULL | GEN6_GRDOM_RENDER) && gpu->platform->cs->reset_ctl &&
	    !sim_ready(gpu))
		sim_violate(gpu, SIM_RESET_NOT_READY, GEN6_GDRST, value);
	if (value & GEN6_GRDOM_FULL)
		sim_reset_full(gpu);
	else if (value & GEN6_GRDOM_RENDER)
		sim_reset_render(gpu);
	/* The request stands until software drops it. */
	cs->reset_ctl = request;
	cs->reset_ready = ready;
	cs->gdrst = value;
	cs->gdrst_done = gpu->counters.tick + SIM_RESET_TICKS;
}

/**
 * sim_reset_render() - reset the engine
 * @gpu: the GPU, locked, counted up to now
 */
void sim_reset_render(struct oa_sim_gpu *gpu)
{
	const struct sim_cs_gen *gen = gpu->platform->cs;

	if (!gen)
		return;
	if (gen->execlists)
		sim_image_forget(gpu);
	sim_cs_reset(gpu);
}

static void sim_reset_counters(struct oa_sim_gpu *gpu)
{
	u64 tick = gpu->counters.tick;

	memset(&gpu->counters, 0, sizeof(gpu->counters));
	gpu->counters.tick = tick;
}

static void sim_reset_oa(struct oa_sim_gpu *gpu)
{
	bool half_level = gpu->oa.half_level;

	/* What was on its way to memory does not arrive. */
	gpu->first_in_flight = 0;
	gpu->num_in_flight = 0;
	memset(&gpu->oa, 0, sizeof(gpu->oa));
	gpu->oa.half_level = half_level;
	gpu->irq.oa_imr = GEN8_OA_HALF_FULL_IRQ;
}

/**
 * sim_reset_full() - reset the GT
 * @gpu: the GPU, locked, counted up to now
 */
void sim_reset_full(struct oa_sim_gpu *gpu)
{
	sim_reset_oa(gpu);
	sim_reset_counters(gpu);
	memset(gpu->store, 0, SIM_STORE_BYTES);
	gpu->platform->reset(gpu);
	sim_steering_reset(gpu);
	sim_cs_reset(gpu);
}

/**
 * sim_power_cycle() - everything is as when power came
 * @gpu: the GPU, locked, counted up to now
 *
 * Configuration space is not: whoever suspended restores that.
 */
void sim_power_cycle(struct oa_sim_gpu *gpu)
{
	sim_reset_full(gpu);
	memset(gpu->fw, 0, sizeof(gpu->fw));
	gpu->platform->irq->reset(gpu);
	sim_gtt_reset(gpu);
	sim_irq_update(gpu);
}
EXPORT_SYMBOL_FOR_SIM_TESTS(sim_power_cycle);
