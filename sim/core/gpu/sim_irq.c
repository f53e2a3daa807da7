// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Simulated interrupts: the line, and units outside the GT
 *
 * The line is a level that follows the generation's interrupt registers. The core reports each
 * change to the front end. The front end delivers the interrupt after the register access that
 * caused it, since a real interrupt comes from outside too.
 *
 * A message-signalled interrupt is sent when the line rises, and not again while it stays
 * asserted. A fault loses that message. Then nothing is delivered until the line has fallen: the
 * latches are as without the fault, and only software that polls them finds the event.
 *
 * Half-full is modelled as an edge that arms again when the fill falls to half or less;
 * the documents leave that open (hardware.rst 14).
 *
 * Display pipes and ports, PCH, PCU and misc have a mask, a latch and an enable register each.
 * These units have no events of their own. A knob raises an event from a source that firmware had
 * enabled.
 *
 * Facts: hardware.rst 6.5.
 */
#include "regs/gt_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

/* Check whether the line is asserted. */
bool sim_irq_asserted(const struct oa_sim_gpu *gpu)
{
	return gpu->pci.intx && gpu->platform->irq->asserted(gpu);
}

/* Update the state of the line. Return: true if it is asserted and its message was not lost. */
static bool sim_irq_announced(struct oa_sim_gpu *gpu)
{
	struct sim_irq *irq = &gpu->irq;
	const bool asserted = sim_irq_asserted(gpu);

	if (asserted && !irq->asserted)
		irq->unannounced = sim_countdown(&gpu->faults.message_lost);
	irq->asserted = asserted;
	return asserted && !irq->unannounced;
}

/* Report the state of the line to the front end. */
void sim_irq_update(struct oa_sim_gpu *gpu)
{
	sim_assert_locked(gpu);
	gpu->host->ops->line(gpu->host, sim_irq_announced(gpu) || gpu->faults.irq_spurious);
}

/* Latch an event, if the interrupt registers do. The line changes with sim_irq_update(). */
static void sim_irq_latch_event(struct oa_sim_gpu *gpu, u32 event)
{
	const u32 n = event - SIM_EVENT_ENGINE;

	if (event >= SIM_EVENT_ENGINE && event < SIM_EVENT_SOURCE)
		gpu->platform->irq->engine(&gpu->engine[n % SIM_MAX_ENGINES], n / SIM_MAX_ENGINES);
	else
		gpu->platform->irq->event(gpu, event);
}

/**
 * sim_irq_event() - pass an event to the interrupt registers, which may raise the line
 * @gpu: the GPU, locked
 * @event: enum sim_event
 */
void sim_irq_event(struct oa_sim_gpu *gpu, u32 event)
{
	sim_assert_locked(gpu);
	sim_irq_latch_event(gpu, event);
	sim_irq_update(gpu);
}

/* Number of times that the front end must call the handler now; 0: none until the line changes */
u32 sim_irq_take(struct oa_sim_gpu *gpu)
{
	u32 times = 0;

	sim_assert_locked(gpu);
	if (sim_irq_announced(gpu))
		times = sim_countdown(&gpu->faults.irq_duplicate) ? 2 : 1;
	else if (gpu->pci.intx && sim_countdown(&gpu->faults.irq_spurious))
		times = 1;
	gpu->stats.interrupts += times;
	return times;
}

#define SIM_BLOCK_EVENT		BIT(0)
/* From the ISR of a unit */
#define SIM_IMR			0x4
#define SIM_IIR			0x8
#define SIM_IER			0xc
#define SIM_VLV_DISPLAY		{ VLV_IER, 0, .reversed = true }

/* Power management of the GT, which has its own registers up to gen7.5 */
const struct sim_irq_unit sim_irq_blocks_gen6[] = {
	{ GEN6_PMISR, 0 },
	{ }
};

const struct sim_irq_unit sim_irq_blocks_vlv[] = {
	{ GEN6_PMISR, 0 },
	SIM_VLV_DISPLAY,
	{ }
};

const struct sim_irq_unit sim_irq_blocks_gen8[] = {
	{ GEN8_DE_PIPE_ISR(0), GEN8_DE_PIPE_IRQ(0) },
	{ GEN8_DE_PIPE_ISR(1), GEN8_DE_PIPE_IRQ(1) },
	{ GEN8_DE_PIPE_ISR(2), GEN8_DE_PIPE_IRQ(2) },
	{ GEN8_DE_PORT_ISR, GEN8_DE_PORT_IRQ },
	{ GEN8_DE_MISC_ISR, GEN8_DE_MISC_IRQ },
	{ GEN8_PCU_ISR, GEN8_PCU_IRQ },
	{ SDEISR, GEN8_DE_PCH_IRQ },
	{ }
};

const struct sim_irq_unit sim_irq_blocks_gen9_lp[] = {
	{ GEN8_DE_PIPE_ISR(0), GEN8_DE_PIPE_IRQ(0) },
	{ GEN8_DE_PIPE_ISR(1), GEN8_DE_PIPE_IRQ(1) },
	{ GEN8_DE_PIPE_ISR(2), GEN8_DE_PIPE_IRQ(2) },
	{ GEN8_DE_PORT_ISR, GEN8_DE_PORT_IRQ },
	{ GEN8_DE_MISC_ISR, GEN8_DE_MISC_IRQ },
	{ GEN8_PCU_ISR, GEN8_PCU_IRQ },
	{ }
};

const struct sim_irq_unit sim_irq_blocks_chv[] = {
	SIM_VLV_DISPLAY,
	{ GEN8_PCU_ISR, GEN8_PCU_IRQ },
	{ }
};

/* The display's blocks show in the master as one, through DISPLAY_INT_CTL. */
const struct sim_irq_unit sim_irq_blocks_gen11[] = {
	{ GEN8_DE_PIPE_ISR(0), GEN11_DISPLAY_IRQ },
	{ GEN8_DE_PIPE_ISR(1), GEN11_DISPLAY_IRQ },
	{ GEN8_DE_PIPE_ISR(2), GEN11_DISPLAY_IRQ },
	{ GEN8_DE_PORT_ISR, GEN11_DISPLAY_IRQ },
	{ GEN8_DE_MISC_ISR, GEN11_DISPLAY_IRQ },
	{ GEN8_PCU_ISR, GEN11_PCU_IRQ },
	{ GEN11_GU_MISC_ISR, GEN11_GU_MISC_IRQ },
	{ }
};

/* Latch events. A latch holds two of each: @queued has the second ones. */
void sim_irq_latch(u32 *iir, u32 *queued, u32 events)
{
	*queued |= *iir & events;
	*iir |= events;
}

/* Clear bits of a latch; the second events show now. */
void sim_irq_clear(u32 *iir, u32 *queued, u32 bits)
{
	const u32 cleared = *iir & bits;

	*iir = (*iir & ~cleared) | (*queued & cleared);
	*queued &= ~cleared;
}

/* The register of a unit, NULL if there is none */
static u32 *sim_unit_register(const struct sim_irq_unit *unit, struct sim_irq_block *block,
			      u32 offset)
{
	switch (unit->reversed ? unit->first + SIM_IER - offset : offset - unit->first) {
	case SIM_IMR:
		return &block->imr;
	case SIM_IIR:
		return &block->iir;
	case SIM_IER:
		return &block->ier;
	default:
		return NULL;
	}
}

/* @n is set to the number of the unit that has the register. */
static u32 *sim_block_register(struct oa_sim_gpu *gpu, u32 offset, u32 *n)
{
	const struct sim_irq_unit *units = gpu->platform->blocks;
	u32 *reg = NULL;

	for (*n = 0; units[*n].first; ++*n) {
		reg = sim_unit_register(&units[*n], &gpu->irq.block[*n], offset);
		if (reg)
			break;
	}
	return reg;
}

static bool sim_irq_blocks_own(const struct oa_sim_gpu *gpu, u32 offset)
{
	struct sim_irq_block none;
	const struct sim_irq_unit *unit;

	for (unit = gpu->platform->blocks; unit->first; unit++)
		if (sim_unit_register(unit, &none, offset))
			return true;
	return false;
}

static u32 sim_irq_blocks_read(struct oa_sim_gpu *gpu, u32 offset)
{
	u32 unit;

	return *sim_block_register(gpu, offset, &unit);
}

static void sim_irq_blocks_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	u32 unit, *reg = sim_block_register(gpu, offset, &unit);
	struct sim_irq_block *b = &gpu->irq.block[unit];

	if (reg == &b->iir)
		sim_irq_clear(&b->iir, &b->queued, value);
	else
		*reg = value;
	sim_irq_update(gpu);
}

/*
 * Bits of the master for units outside the GT that assert the line; bit 0, which no unit has,
 * stands for units without a bit of their own.
 */
u32 sim_irq_blocks_pending(const struct oa_sim_gpu *gpu)
{
	const struct sim_irq_unit *u = gpu->platform->blocks;
	u32 i, master = 0;

	for (i = 0; u[i].first; i++)
		if (gpu->irq.block[i].iir & gpu->irq.block[i].ier)
			master |= u[i].master ? u[i].master : BIT(0);
	return master;
}

/* Latch events of a unit, but for those that its mask holds back. */
void sim_irq_blocks_latch(struct oa_sim_gpu *gpu, u32 n, u32 events)
{
	struct sim_irq_block *b = &gpu->irq.block[n];

	sim_irq_latch(&b->iir, &b->queued, events & ~b->imr);
}

/**
 * sim_irq_blocks_event() - raise the first event of a unit that firmware has enabled
 * @gpu: the GPU, locked
 * @n: number of the unit; one that the platform lacks raises nothing
 */
void sim_irq_blocks_event(struct oa_sim_gpu *gpu, u32 n)
{
	struct sim_irq_block *b;
	u32 i;

	if (n >= SIM_MAX_BLOCKS)
		return;
	for (i = 0; i <= n; i++)
		if (!gpu->platform->blocks[i].first)
			return;
	b = &gpu->irq.block[n];
	b->imr &= ~SIM_BLOCK_EVENT;
	b->ier |= SIM_BLOCK_EVENT;
	if (gpu->platform->blocks[n].master == GEN11_DISPLAY_IRQ)
		gpu->irq.gen11.display = GEN11_MASTER_IRQ;
	sim_irq_latch(&b->iir, &b->queued, SIM_BLOCK_EVENT);
	sim_irq_update(gpu);
}

static void sim_irq_blocks_power_on(struct oa_sim_gpu *gpu)
{
	u32 i;

	memset(gpu->irq.block, 0, sizeof(gpu->irq.block));
	for (i = 0; i < SIM_MAX_BLOCKS; i++)
		gpu->irq.block[i].imr = ~0u;
}

const struct sim_unit sim_unit_irq_blocks = {
	.owns = sim_irq_blocks_own,
	.read = sim_irq_blocks_read,
	.write = sim_irq_blocks_write,
	.peek = sim_irq_blocks_read,
	.power_on = sim_irq_blocks_power_on,
};
