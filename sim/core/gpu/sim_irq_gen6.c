// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Simulated interrupts, gen6 to gen7.5
 *
 * An event of the OA unit passes RCS IMR and GTIMR and is latched in GTIIR, which is
 * write-1-to-clear. So do the engines' events, each past its engine's mask; those of video
 * enhancement are among the events of power management. The line stands while GTIIR has a bit
 * that GTIER enables and the master bit of DEIER is set.
 *
 * VLV has the same GT registers and master, but another display block (sim_irq.c).
 * SNB has no OA unit event.
 *
 * Facts: hardware.rst 6.1, 6.2, 9.5.
 */
#include "regs/gt_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_model.h"

#define SIM_PM_BLOCK	0	/* of the blocks outside the GT */

static u32 *sim_irq_register(struct oa_sim_gpu *gpu, u32 offset)
{
	switch (offset) {
	case GTIMR:
		return &gpu->irq.gen6.gtimr;
	case GTIIR:
		return &gpu->irq.gen6.gtiir;
	case GTIER:
		return &gpu->irq.gen6.gtier;
	case DEIMR:
		return &gpu->irq.gen6.deimr;
	case DEIIR:
		return &gpu->irq.gen6.deiir;
	case DEIER:
		return &gpu->irq.gen6.deier;
	default:
		return NULL;
	}
}

static bool sim_irq_gen6_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return offset >= DEISR && offset <= GTIER;
}

/* The status registers show events as pulses, so they read 0. */
static u32 sim_irq_gen6_read(struct oa_sim_gpu *gpu, u32 offset)
{
	u32 *reg = sim_irq_register(gpu, offset);

	return reg ? *reg : 0;
}

static void sim_irq_gen6_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	u32 *reg = sim_irq_register(gpu, offset);

	if (!reg)
		return;
	if (offset == GTIIR)
		sim_irq_clear(reg, &gpu->irq.gen6.gtqueued, value);
	else if (offset == DEIIR)
		*reg &= ~value;
	else
		*reg = value;
	sim_irq_update(gpu);
}

static bool sim_irq_gen6_asserted(const struct oa_sim_gpu *gpu)
{
	const struct sim_irq_gen6 *g = &gpu->irq.gen6;

	if (!(g->deier & DE_MASTER_IRQ_CONTROL))
		return false;
	return g->gtiir & g->gtier || g->deiir & g->deier & ~DE_MASTER_IRQ_CONTROL ||
	       sim_irq_blocks_pending(gpu);
}

static void sim_irq_gen6_event(struct oa_sim_gpu *gpu, u32 event)
{
	const u32 masked = gpu->store[RCS_IMR / 4] | gpu->irq.gen6.gtimr;

	if (event == SIM_EVENT_OA_HALF_FULL && !(masked & GT_OA_BUFFER_HALF_FULL))
		sim_irq_latch(&gpu->irq.gen6.gtiir, &gpu->irq.gen6.gtqueued,
			      GT_OA_BUFFER_HALF_FULL);
}

static void sim_irq_gen6_reset(struct oa_sim_gpu *gpu)
{
	gpu->irq.gen6.gtimr = ~0u;
	gpu->irq.gen6.gtiir = 0;
	gpu->irq.gen6.gtqueued = 0;
	gpu->irq.gen6.gtier = 0;
	gpu->irq.gen6.deimr = ~0u;
	gpu->irq.gen6.deiir = 0;
	gpu->irq.gen6.deier = 0;
}

const struct sim_unit sim_unit_irq_gen6 = {
	.owns = sim_irq_gen6_owns,
	.read = sim_irq_gen6_read,
	.write = sim_irq_gen6_write,
	.peek = sim_irq_gen6_read,
	.power_on = sim_irq_gen6_reset,
};

/* The bit of an event in the register that latches the engine's; 0: there is none */
static u32 sim_irq_gen6_bit(const struct sim_engine_info *info, enum sim_engine_event what)
{
	switch (what) {
	case SIM_ENGINE_USER:
		return BIT(info->irq % SIM_IRQ_PM);
	case SIM_ENGINE_ERROR:
		return BIT(info->irq_error);
	case SIM_ENGINE_NOTIFIED:
		return BIT(info->irq_error + 1);
	default:
		return 0;
	}
}

/* The engine's own mask has the bits of the register that latches its events. */
static void sim_irq_gen6_engine(struct sim_cs *cs, enum sim_engine_event what)
{
	struct sim_irq_gen6 *g = &cs->gpu->irq.gen6;
	const u32 bit = sim_irq_gen6_bit(cs->info, what);

	if (!bit || *sim_cs_store(cs, RING_IMR(0)) & bit)
		return;
	if (cs->info->irq >= SIM_IRQ_PM)
		sim_irq_blocks_latch(cs->gpu, SIM_PM_BLOCK, bit);
	else if (!(g->gtimr & bit))
		sim_irq_latch(&g->gtiir, &g->gtqueued, bit);
}

const struct sim_irq_ops sim_irq_gen6 = {
	.event = sim_irq_gen6_event,
	.engine = sim_irq_gen6_engine,
	.asserted = sim_irq_gen6_asserted,
};

static void sim_irq_snb_event(struct oa_sim_gpu *gpu, u32 event)
{
}

const struct sim_irq_ops sim_irq_snb = {
	.event = sim_irq_snb_event,
	.engine = sim_irq_gen6_engine,
	.asserted = sim_irq_gen6_asserted,
};
