// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Simulated interrupts, gen6 to gen7.5
 *
 * An event of the OA unit passes RCS IMR and GTIMR and is latched in GTIIR,
 * which is write-1-to-clear. The line stands while GTIIR has a bit that GTIER
 * enables and the master bit of DEIER is set.
 *
 * VLV has the GT registers and the master, but another display block, which stays
 * quiet here. SNB has no event of the OA unit.
 *
 * Facts: hardware.md 6.1, 6.2.
 */
#include "regs/gt_regs.h"
#include "sim_model.h"

static u32 *sim_irq_register(struct oa_sim_gpu *gpu, u32 offset)
{
	switch (offset) {
	case GTIMR:
		return &gpu->gtimr;
	case GTIIR:
		return &gpu->gtiir;
	case GTIER:
		return &gpu->gtier;
	case DEIMR:
		return &gpu->deimr;
	case DEIIR:
		return &gpu->deiir;
	case DEIER:
		return &gpu->deier;
	default:
		return NULL;
	}
}

static bool sim_gen6_irq_owns(u32 offset)
{
	return offset >= DEISR && offset <= GTIER;
}

/* The status registers show events as pulses, so they read 0. */
static u32 sim_gen6_irq_read(struct oa_sim_gpu *gpu, u32 offset)
{
	u32 *reg = sim_irq_register(gpu, offset);

	return reg ? *reg : 0;
}

static void sim_gen6_irq_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	u32 *reg = sim_irq_register(gpu, offset);

	if (!reg)
		return;
	if (offset == GTIIR || offset == DEIIR)
		*reg &= ~value;
	else
		*reg = value;
	sim_irq_update(gpu);
}

static bool sim_gen6_irq_asserted(const struct oa_sim_gpu *gpu)
{
	if (!(gpu->deier & DE_MASTER_IRQ_CONTROL))
		return false;
	return gpu->gtiir & gpu->gtier ||
	       gpu->deiir & gpu->deier & ~DE_MASTER_IRQ_CONTROL;
}

static void sim_gen6_irq_event(struct oa_sim_gpu *gpu, u32 event)
{
	const u32 masked = gpu->store[RCS_IMR / 4] | gpu->gtimr;

	if (event == SIM_EVENT_OA_HALF_FULL && !(masked & GT_OA_BUFFER_HALF_FULL))
		gpu->gtiir |= GT_OA_BUFFER_HALF_FULL;
}

static void sim_gen6_irq_reset(struct oa_sim_gpu *gpu)
{
	gpu->gtimr = ~0u;
	gpu->gtiir = 0;
	gpu->gtier = 0;
	gpu->deimr = ~0u;
	gpu->deiir = 0;
	gpu->deier = 0;
}

const struct sim_irq_ops sim_irq_gen6 = {
	.owns = sim_gen6_irq_owns,
	.read = sim_gen6_irq_read,
	.peek = sim_gen6_irq_read,
	.write = sim_gen6_irq_write,
	.event = sim_gen6_irq_event,
	.asserted = sim_gen6_irq_asserted,
	.reset = sim_gen6_irq_reset,
};

static bool sim_vlv_irq_owns(u32 offset)
{
	return sim_gen6_irq_owns(offset) || (offset >= VLV_IER && offset <= VLV_IMR);
}

/* The three display registers take the places of the other display block's. */
static u32 sim_vlv_offset(u32 offset)
{
	switch (offset) {
	case VLV_IIR:
		return DEIIR;
	case VLV_IMR:
		return DEIMR;
	default:
		return offset;
	}
}

static u32 sim_vlv_irq_read(struct oa_sim_gpu *gpu, u32 offset)
{
	return offset == VLV_IER ? gpu->irq.quiet[0] :
				   sim_gen6_irq_read(gpu, sim_vlv_offset(offset));
}

static void sim_vlv_irq_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	if (offset == VLV_IER)
		gpu->irq.quiet[0] = value;
	else
		sim_gen6_irq_write(gpu, sim_vlv_offset(offset), value);
}

static bool sim_vlv_irq_asserted(const struct oa_sim_gpu *gpu)
{
	return gpu->deier & VLV_MASTER_IRQ_ENABLE &&
	       (gpu->gtiir & gpu->gtier || gpu->deiir & gpu->irq.quiet[0]);
}

const struct sim_irq_ops sim_irq_vlv = {
	.owns = sim_vlv_irq_owns,
	.read = sim_vlv_irq_read,
	.peek = sim_vlv_irq_read,
	.write = sim_vlv_irq_write,
	.event = sim_gen6_irq_event,
	.asserted = sim_vlv_irq_asserted,
	.reset = sim_gen6_irq_reset,
};

static void sim_snb_irq_event(struct oa_sim_gpu *gpu, u32 event)
{
}

const struct sim_irq_ops sim_irq_snb = {
	.owns = sim_gen6_irq_owns,
	.read = sim_gen6_irq_read,
	.peek = sim_gen6_irq_read,
	.write = sim_gen6_irq_write,
	.event = sim_snb_irq_event,
	.asserted = sim_gen6_irq_asserted,
	.reset = sim_gen6_irq_reset,
};
