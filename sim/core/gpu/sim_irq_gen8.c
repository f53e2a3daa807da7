// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Simulated interrupts, gen8 and gen9
 *
 * Four sets of GT interrupts, each with mask, latch and enable, two engines to a
 * set. The OA unit is the upper half of set 3: an event passes OA_IMR, then
 * GT_IMR3, and is latched in GT_IIR3, which is write-1-to-clear. An engine is half
 * of a set, and has a mask of its own. The master has a level
 * bit for each half, set while the half has an enabled event; only its control bit can be
 * written. The line is asserted while the control bit and any level bit are set.
 *
 * A latch holds two events (sim_irq.c, which has the units outside the GT, too).
 *
 * Facts: hardware.rst 6.1, 6.3. Whether bit 6 or bit 7 of the master belongs to the OA
 * unit is open (14): here both do, unless a knob chooses one.
 */
#include "regs/gt_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_model.h"

#define SIM_OA_SET		3
/* A block of interrupt registers: ISR, IMR, IIR, IER. */
#define SIM_ISR			0x0
#define SIM_IMR			0x4
#define SIM_IIR			0x8
#define SIM_IER			0xc

/* Halves of the sets in the order of the master's bits; oa_master has the OA unit's. */
static const struct {
	u8 set;
	u32 half, master;
} sim_levels[] = {
	{ 0, GENMASK(15, 0), BIT(0) },		/* RCS */
	{ 0, GENMASK(31, 16), BIT(1) },		/* BCS */
	{ 1, GENMASK(15, 0), BIT(2) },		/* VCS0 */
	{ 1, GENMASK(31, 16), BIT(3) },		/* VCS1 */
	{ 2, GENMASK(15, 0), BIT(4) },		/* power management */
	{ 2, GENMASK(31, 16), BIT(5) },		/* GuC */
	{ 3, GENMASK(15, 0), GEN8_GT_VECS_IRQ },
};

/* Among each engine's 16 bits; hardware.rst 9.5 */
static const u32 sim_engine_bits[SIM_ENGINE_EVENTS] = {
	[SIM_ENGINE_USER] = BIT(0),
	[SIM_ENGINE_ERROR] = BIT(3),
	[SIM_ENGINE_NOTIFIED] = BIT(4),
	[SIM_ENGINE_SWITCHED] = BIT(8),
	[SIM_ENGINE_WAITS] = BIT(11),
};

static u32 sim_irq_gen8_pending(const struct sim_irq_gen8 *g, u32 set)
{
	return g->iir[set] & g->ier[set];
}

static u32 sim_irq_gen8_master(const struct oa_sim_gpu *gpu)
{
	const struct sim_irq_gen8 *g = &gpu->irq.gen8;
	u32 master = g->master | (sim_irq_blocks_pending(gpu) & ~BIT(0)), i;

	for (i = 0; i < ARRAY_SIZE(sim_levels); i++)
		if (sim_irq_gen8_pending(g, sim_levels[i].set) & sim_levels[i].half)
			master |= sim_levels[i].master;
	if (sim_irq_gen8_pending(g, SIM_OA_SET) & GENMASK(31, 16))
		master |= g->oa_master;
	return master;
}

static bool sim_irq_gen8_gt(u32 offset)
{
	return offset >= GEN8_GT_ISR(0) && offset <= GEN8_GT_IER(SIM_GEN8_SETS - 1);
}

static bool sim_irq_gen8_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return offset == GEN8_MASTER_IRQ || sim_irq_gen8_gt(offset);
}

static u32 *sim_irq_gen8_register(struct sim_irq_gen8 *g, u32 offset)
{
	u32 set = (offset - GEN8_GT_ISR(0)) / 0x10;

	switch (offset % 0x10) {
	case SIM_IMR:
		return &g->imr[set];
	case SIM_IIR:
		return &g->iir[set];
	case SIM_IER:
		return &g->ier[set];
	default:		/* ISR: events are pulses */
		return NULL;
	}
}

/* The bits of an event among the engine's 16, after the engine's own mask */
u32 sim_irq_engine_bits(const struct sim_cs *cs, enum sim_engine_event what)
{
	return sim_engine_bits[what] & ~*sim_cs_store(cs, RING_IMR(0));
}

static u32 sim_irq_gen8_read(struct oa_sim_gpu *gpu, u32 offset)
{
	struct sim_irq_gen8 *g = &gpu->irq.gen8;
	u32 *reg;

	if (offset == GEN8_MASTER_IRQ)
		return sim_irq_gen8_master(gpu);
	reg = sim_irq_gen8_register(g, offset);
	return reg ? *reg : 0;
}

static void sim_irq_gen8_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	struct sim_irq_gen8 *g = &gpu->irq.gen8;
	u32 *reg;

	if (offset == GEN8_MASTER_IRQ) {
		g->master = value & GEN8_MASTER_IRQ_CONTROL;
	} else {
		reg = sim_irq_gen8_register(g, offset);
		if (reg && offset % 0x10 == SIM_IIR)
			sim_irq_clear(reg, &g->queued[reg - g->iir], value);
		else if (reg)
			*reg = value;
	}
	sim_irq_update(gpu);
}

static void sim_irq_gen8_latch(struct oa_sim_gpu *gpu, u32 set, u32 bits)
{
	struct sim_irq_gen8 *g = &gpu->irq.gen8;

	sim_irq_latch(&g->iir[set], &g->queued[set], bits & ~g->imr[set]);
}

static void sim_irq_gen8_event(struct oa_sim_gpu *gpu, u32 event)
{
	const u32 n = event - SIM_EVENT_SOURCE;

	if (event == SIM_EVENT_OA_HALF_FULL) {
		sim_irq_gen8_latch(gpu, SIM_OA_SET, GEN8_GT3_OA_HALF_FULL & ~gpu->irq.oa_imr);
		return;
	}
	/* For a knob: an event that another user, e.g. firmware, enabled */
	gpu->irq.gen8.imr[n / 32] &= ~BIT(n % 32);
	gpu->irq.gen8.ier[n / 32] |= BIT(n % 32);
	sim_irq_gen8_latch(gpu, n / 32, BIT(n % 32));
}

static void sim_irq_gen8_engine(struct sim_cs *cs, enum sim_engine_event what)
{
	sim_irq_gen8_latch(cs->gpu, cs->info->irq / 2,
			   sim_irq_engine_bits(cs, what) << (cs->info->irq % 2 ? 16 : 0));
}

static bool sim_irq_gen8_asserted(const struct oa_sim_gpu *gpu)
{
	const struct sim_irq_gen8 *g = &gpu->irq.gen8;
	u32 set, pending = 0;

	for (set = 0; set < SIM_GEN8_SETS; set++)
		pending |= sim_irq_gen8_pending(g, set);
	return g->master && (pending || sim_irq_blocks_pending(gpu));
}

static void sim_irq_gen8_reset(struct oa_sim_gpu *gpu)
{
	struct sim_irq *irq = &gpu->irq;

	memset(&irq->gen8, 0, sizeof(irq->gen8));
	memset(irq->gen8.imr, 0xff, sizeof(irq->gen8.imr));
	irq->gen8.oa_master = GEN8_GT_VECS_IRQ | GEN8_GT_WDBOX_OACS_IRQ;
	irq->oa_imr = GEN8_GT3_OA_HALF_FULL;
}

const struct sim_unit sim_unit_irq_gen8 = {
	.owns = sim_irq_gen8_owns,
	.read = sim_irq_gen8_read,
	.write = sim_irq_gen8_write,
	.peek = sim_irq_gen8_read,
	.power_on = sim_irq_gen8_reset,
};

const struct sim_irq_ops sim_irq_gen8 = {
	.event = sim_irq_gen8_event,
	.engine = sim_irq_gen8_engine,
	.asserted = sim_irq_gen8_asserted,
};
