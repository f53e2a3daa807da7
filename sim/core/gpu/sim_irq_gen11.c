// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Simulated interrupts, gen11
 *
 * An event that its class's enable does not pass is dropped; otherwise it is kept in its
 * engine's collapsing register. The first unmasked bit in that register sets the engine's
 * bit of GT INT DW. Reading GT INT DW takes a snapshot. Until all bits of the snapshot
 * are cleared, the bits of further engines gather in a second copy, which then takes the
 * snapshot's place. Software serves the snapshot engine by engine. It writes the one-hot
 * selector; a while later the shared IIR holds Data-Valid and the contents of the
 * collapsing register, which is then empty. Writing Data-Valid back ends the service.
 *
 * If software clears a bit of GT INT DW without serving the engine, the collapsing register
 * stays full, and no further event of the engine is the first: the engine is stuck until it
 * is masked and unmasked. A selector that breaks the rules selects nothing.
 *
 * Facts: Lakefield, volume 13, "Interrupt Aggregating Logic"; hardware.rst 6.4. The
 * numbers of the engines, and the halves of registers: i915.
 */
#include "regs/gt_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

#define SIM_REGS_START		GEN11_GFX_MSTR_IRQ
#define SIM_REGS_END		0x1900fc
#define SIM_ENABLE_START	GEN11_RENDER_COPY_INTR_ENABLE
#define SIM_ENABLE_END		0x19004c
#define SIM_MASK_START		0x190080
#define SIM_MASTER_SOURCES	(~GEN11_MASTER_IRQ)
/* [MODEL] Data-Valid comes with the third read, or about 2 us after the selector. */
#define SIM_IDENTITY_READS	3
#define SIM_IDENTITY_TICKS	25
#define SIM_UPPER		16

/**
 * struct sim_engine - an engine that has a bit of GT INT DW
 */
struct sim_engine {
	/** @number: bit of DW 0, or 32 + bit of DW 1 */
	u8 number;
	/** @class: its code in the shared IIR */
	u8 class;
	/** @instance: its code in the shared IIR */
	u8 instance;
	/** @enable_shift: half of @enable: 0 or SIM_UPPER */
	u8 enable_shift;
	/** @mask_shift: half of @mask */
	u8 mask_shift;
	/** @enable: enable register of the class; in the class "other", of the instance */
	u32 enable;
	/** @mask: mask register of the instance */
	u32 mask;
};

static const struct sim_engine sim_engines[] = {
	{ 0, 0, 0, SIM_UPPER, SIM_UPPER, GEN11_RENDER_COPY_INTR_ENABLE, GEN11_RCS0_RSVD_INTR_MASK },
	{ 15, 3, 0, 0, SIM_UPPER, GEN11_RENDER_COPY_INTR_ENABLE, GEN11_BCS_RSVD_INTR_MASK },
	{ 16, 4, 1, SIM_UPPER, SIM_UPPER,	/* GTPM */
	  GEN11_GPM_WGBOXPERF_INTR_ENABLE, GEN11_GPM_WGBOXPERF_INTR_MASK },
	{ 19, 4, 4, SIM_UPPER, SIM_UPPER,	/* KCR */
	  GEN11_CRYPTO_RSVD_INTR_ENABLE, GEN11_CRYPTO_RSVD_INTR_MASK },
	{ 20, 4, 2, 0, 0,			/* WDOAPerf */
	  GEN11_GPM_WGBOXPERF_INTR_ENABLE, GEN11_GPM_WGBOXPERF_INTR_MASK },
	{ 25, 4, 0, SIM_UPPER, SIM_UPPER, GEN11_GUC_SG_INTR_ENABLE, GEN11_GUC_SG_INTR_MASK },
	{ 28, 4, 5, SIM_UPPER, SIM_UPPER,	/* Gunit */
	  GEN11_GUNIT_CSME_INTR_ENABLE, GEN11_GUNIT_CSME_INTR_MASK },
	{ 31, 4, 6, 0, 0, GEN11_GUNIT_CSME_INTR_ENABLE, GEN11_GUNIT_CSME_INTR_MASK },
	{ 32, 1, 0, SIM_UPPER, SIM_UPPER, GEN11_VCS_VECS_INTR_ENABLE, GEN11_VCS0_VCS1_INTR_MASK },
	{ 34, 1, 2, SIM_UPPER, SIM_UPPER, GEN11_VCS_VECS_INTR_ENABLE, GEN11_VCS2_VCS3_INTR_MASK },
	{ 63, 2, 0, 0, SIM_UPPER, GEN11_VCS_VECS_INTR_ENABLE, GEN11_VECS0_VECS1_INTR_MASK },
};

#define SIM_ENGINE_WDOAPERF	20

static const struct sim_engine *sim_find_engine(u32 number)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(sim_engines); i++)
		if (sim_engines[i].number == number)
			return &sim_engines[i];
	return NULL;
}

/* The unmasked bits of the collapsing register. */
static u16 sim_engine_pending(const struct sim_irq_gen11 *g, const struct sim_engine *e)
{
	u16 mask = g->mask[(e->mask - SIM_MASK_START) / 4] >> e->mask_shift;

	return g->collapsed[e->number] & ~mask;
}

/* Second level: set the engine's bit in the copy that collects events now. */
static void sim_dw_raise(struct sim_irq_gen11 *g, u32 number)
{
	struct sim_irq_gen11_dw *dw = &g->dw[number / 32];

	if (dw->locked)
		dw->next |= BIT(number % 32);
	else
		dw->iir |= BIT(number % 32);
}

/* First level: collect an event of the engine. */
static void sim_engine_raise(struct oa_sim_gpu *gpu, u32 number, u16 bits)
{
	struct sim_irq_gen11 *g = &gpu->irq.gen11;
	const struct sim_engine *e = sim_find_engine(number);
	u16 enabled, before;

	if (!e)
		return;
	enabled = g->enable[(e->enable - SIM_ENABLE_START) / 4] >> e->enable_shift;
	before = sim_engine_pending(g, e);
	g->collapsed[number] |= bits & enabled;
	if (!before && sim_engine_pending(g, e))
		sim_dw_raise(g, number);
}

/* For a knob: an event of an engine that another user, e.g. firmware, has enabled */
static void sim_raise_foreign(struct oa_sim_gpu *gpu, u32 number)
{
	struct sim_irq_gen11 *g = &gpu->irq.gen11;
	const struct sim_engine *e = sim_find_engine(number);

	if (!e)
		return;
	g->enable[(e->enable - SIM_ENABLE_START) / 4] |= BIT(e->enable_shift);
	g->mask[(e->mask - SIM_MASK_START) / 4] &= ~BIT(e->mask_shift);
	sim_engine_raise(gpu, number, BIT(0));
}

static void sim_irq_gen11_event(struct oa_sim_gpu *gpu, u32 event)
{
	if (event != SIM_EVENT_OA_HALF_FULL)
		sim_raise_foreign(gpu, event - SIM_EVENT_SOURCE);
	else if (!(gpu->irq.oa_imr & GEN8_GT3_OA_HALF_FULL))
		sim_engine_raise(gpu, SIM_ENGINE_WDOAPERF, GEN11_WDOAPERF_OA_HALF_FULL);
}

static void sim_irq_gen11_engine(struct sim_cs *cs, enum sim_engine_event what)
{
	sim_engine_raise(cs->gpu, cs->info->irq, sim_irq_engine_bits(cs, what));
}

/* A write of a mask releases the events that the mask held back. */
static void sim_write_mask(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	struct sim_irq_gen11 *g = &gpu->irq.gen11;
	bool held[ARRAY_SIZE(sim_engines)];
	const struct sim_engine *e;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(sim_engines); i++)
		held[i] = !sim_engine_pending(g, &sim_engines[i]);
	g->mask[(offset - SIM_MASK_START) / 4] = value;
	for (i = 0; i < ARRAY_SIZE(sim_engines); i++) {
		e = &sim_engines[i];
		if (held[i] && sim_engine_pending(g, e))
			sim_dw_raise(g, e->number);
	}
}

/* Bits of the master for units outside the GT */
static u32 sim_outside(const struct oa_sim_gpu *gpu)
{
	const u32 display = gpu->irq.gen11.display ? 0 : GEN11_DISPLAY_IRQ;

	return sim_irq_blocks_pending(gpu) & ~display;
}

static u32 sim_master(const struct oa_sim_gpu *gpu)
{
	const struct sim_irq_gen11 *g = &gpu->irq.gen11;
	u32 n, value = g->master | sim_outside(gpu);

	for (n = 0; n < SIM_GEN11_DWS; n++)
		if (g->dw[n].iir)
			value |= GEN11_GT_DW_IRQ(n);
	return value;
}

static u32 sim_read_master(struct oa_sim_gpu *gpu)
{
	struct sim_irq_gen11 *g = &gpu->irq.gen11;

	if (g->serving)
		sim_violate(gpu, SIM_IRQ_MASTER_REREAD, GEN11_GFX_MSTR_IRQ, 0);
	return sim_master(gpu);
}

/* Bits of a snapshot that software left unserved without a fault as an excuse */
static u32 sim_left(const struct sim_irq_gen11_dw *dw)
{
	return dw->locked ? dw->iir & ~dw->given_up : 0;
}

static void sim_write_master(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_irq_gen11 *g = &gpu->irq.gen11;

	if (value & SIM_MASTER_SOURCES)
		sim_violate(gpu, SIM_IRQ_MASTER_SOURCE, GEN11_GFX_MSTR_IRQ, value);
	if (value & GEN11_MASTER_IRQ && (sim_left(&g->dw[0]) || sim_left(&g->dw[1])))
		sim_violate(gpu, SIM_IRQ_DW_LEFT, GEN11_GFX_MSTR_IRQ, value);
	g->master = value & GEN11_MASTER_IRQ;
	g->serving = false;
}

/* Read GT INT DW, which takes a snapshot unless it is empty. */
static u32 sim_read_dw(struct oa_sim_gpu *gpu, u32 n)
{
	struct sim_irq_gen11 *g = &gpu->irq.gen11;
	struct sim_irq_gen11_dw *dw = &g->dw[n];

	if (!dw->iir)
		return 0;
	if (g->master)
		sim_violate(gpu, SIM_IRQ_MASTER_ON, GEN11_GT_INTR_DW(n), dw->iir);
	dw->locked = true;
	g->serving = true;
	return dw->iir;
}

static void sim_write_dw(struct oa_sim_gpu *gpu, u32 n, u32 value)
{
	struct sim_irq_gen11_dw *dw = &gpu->irq.gen11.dw[n];

	if (value & dw->iir & ~dw->served & ~dw->given_up)
		sim_violate(gpu, SIM_IRQ_DW_UNSERVED, GEN11_GT_INTR_DW(n), value);
	dw->iir &= ~value;
	dw->served &= ~value;
	dw->given_up &= ~value;
	if (dw->iir)
		return;
	dw->iir = dw->next;
	dw->next = 0;
	dw->locked = false;
}

static void sim_write_selector(struct oa_sim_gpu *gpu, u32 n, u32 value)
{
	struct sim_irq_gen11 *g = &gpu->irq.gen11;
	struct sim_irq_gen11_dw *dw = &g->dw[n];
	const u32 offset = GEN11_IIR_SELECTOR(n);

	if (g->master)
		sim_violate(gpu, SIM_IRQ_MASTER_ON, offset, value);
	if (dw->identity & GEN11_INTR_DATA_VALID)
		sim_violate(gpu, SIM_IRQ_SELECTOR_BUSY, offset, value);
	if (!dw->locked)
		sim_violate(gpu, SIM_IRQ_DW_NOT_READ, offset, value);
	dw->selector = 0;
	dw->identity = 0;
	if (hweight32(value) != 1) {
		sim_violate(gpu, SIM_IRQ_NOT_ONE_HOT, offset, value);
		return;
	}
	if (!(value & dw->iir)) {
		sim_violate(gpu, SIM_IRQ_NOT_IN_DW, offset, value);
		return;
	}
	dw->selector = value;
	dw->selected = gpu->counters.tick;
	dw->reads = 0;
	dw->never = sim_countdown(&gpu->faults.identity_never_valid);
}

/* Move the pending bits from the collapsing register into the shared IIR. */
static void sim_present(struct sim_irq_gen11 *g, struct sim_irq_gen11_dw *dw, u32 number)
{
	const struct sim_engine *e = sim_find_engine(number);
	u16 data = sim_engine_pending(g, e);

	g->collapsed[number] &= ~data;
	dw->identity = GEN11_INTR_DATA_VALID | data |
		       FIELD_PREP(GEN11_INTR_INSTANCE_MASK, (u32)e->instance) |
		       FIELD_PREP(GEN11_INTR_CLASS_MASK, (u32)e->class);
}

static u32 sim_read_identity(struct oa_sim_gpu *gpu, u32 n)
{
	struct sim_irq_gen11 *g = &gpu->irq.gen11;
	struct sim_irq_gen11_dw *dw = &g->dw[n];

	if (!dw->selector || dw->identity)
		return dw->identity;
	dw->reads++;
	if (dw->never) {
		/* Data-Valid will not come: software may leave the engine or select it again. */
		dw->given_up |= dw->selector;
		return 0;
	}
	if (!gpu->irq.identity_at_once && dw->reads < SIM_IDENTITY_READS &&
	    gpu->counters.tick < dw->selected + SIM_IDENTITY_TICKS)
		return 0;
	sim_present(g, dw, 32 * n + __ffs(dw->selector));
	return dw->identity;
}

static void sim_write_identity(struct oa_sim_gpu *gpu, u32 n, u32 value)
{
	struct sim_irq_gen11_dw *dw = &gpu->irq.gen11.dw[n];

	if (!(dw->identity & GEN11_INTR_DATA_VALID)) {
		sim_violate(gpu, SIM_IRQ_NO_DATA_VALID, GEN11_INTR_IDENTITY_REG(n), value);
		return;
	}
	if (!(value & GEN11_INTR_DATA_VALID))
		return;
	dw->served |= dw->selector;
	dw->selector = 0;
	dw->identity = 0;
}

static bool sim_irq_gen11_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return (offset >= SIM_REGS_START && offset <= SIM_REGS_END) ||
	       offset == GEN11_DISPLAY_INT_CTL;
}

static bool sim_irq_gen11_enable(u32 offset)
{
	return offset >= SIM_ENABLE_START && offset <= SIM_ENABLE_END;
}

static u32 sim_irq_gen11_peek(struct oa_sim_gpu *gpu, u32 offset)
{
	struct sim_irq_gen11 *g = &gpu->irq.gen11;

	if (sim_irq_gen11_enable(offset))
		return g->enable[(offset - SIM_ENABLE_START) / 4];
	if (offset >= SIM_MASK_START && offset <= SIM_REGS_END)
		return g->mask[(offset - SIM_MASK_START) / 4];
	switch (offset) {
	case GEN11_DISPLAY_INT_CTL:
		return g->display;
	case GEN11_GFX_MSTR_IRQ:
		return sim_master(gpu);
	case GEN11_GT_INTR_DW(0):
	case GEN11_GT_INTR_DW(1):
		return g->dw[(offset - GEN11_GT_INTR_DW(0)) / 4].iir;
	case GEN11_INTR_IDENTITY_REG(0):
	case GEN11_INTR_IDENTITY_REG(1):
		return g->dw[(offset - GEN11_INTR_IDENTITY_REG(0)) / 4].identity;
	case GEN11_IIR_SELECTOR(0):
	case GEN11_IIR_SELECTOR(1):
		return g->dw[(offset - GEN11_IIR_SELECTOR(0)) / 4].selector;
	default:
		return 0;
	}
}

static u32 sim_irq_gen11_read(struct oa_sim_gpu *gpu, u32 offset)
{
	switch (offset) {
	case GEN11_GFX_MSTR_IRQ:
		return sim_read_master(gpu);
	case GEN11_GT_INTR_DW(0):
	case GEN11_GT_INTR_DW(1):
		return sim_read_dw(gpu, (offset - GEN11_GT_INTR_DW(0)) / 4);
	case GEN11_INTR_IDENTITY_REG(0):
	case GEN11_INTR_IDENTITY_REG(1):
		return sim_read_identity(gpu, (offset - GEN11_INTR_IDENTITY_REG(0)) / 4);
	default:
		return sim_irq_gen11_peek(gpu, offset);
	}
}

/* Registers that only keep a value; and masks, which may release events. */
static void sim_irq_gen11_write_plain(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	struct sim_irq_gen11 *g = &gpu->irq.gen11;

	if (sim_irq_gen11_enable(offset))
		g->enable[(offset - SIM_ENABLE_START) / 4] = value;
	else if (offset >= SIM_MASK_START && offset <= SIM_REGS_END)
		sim_write_mask(gpu, offset, value);
	else if (offset == GEN11_DISPLAY_INT_CTL)
		g->display = value & GEN11_MASTER_IRQ;
}

static void sim_irq_gen11_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	switch (offset) {
	case GEN11_GFX_MSTR_IRQ:
		sim_write_master(gpu, value);
		break;
	case GEN11_GT_INTR_DW(0):
	case GEN11_GT_INTR_DW(1):
		sim_write_dw(gpu, (offset - GEN11_GT_INTR_DW(0)) / 4, value);
		break;
	case GEN11_INTR_IDENTITY_REG(0):
	case GEN11_INTR_IDENTITY_REG(1):
		sim_write_identity(gpu, (offset - GEN11_INTR_IDENTITY_REG(0)) / 4, value);
		break;
	case GEN11_IIR_SELECTOR(0):
	case GEN11_IIR_SELECTOR(1):
		sim_write_selector(gpu, (offset - GEN11_IIR_SELECTOR(0)) / 4, value);
		break;
	default:
		sim_irq_gen11_write_plain(gpu, offset, value);
	}
	sim_irq_update(gpu);
}

static bool sim_irq_gen11_asserted(const struct oa_sim_gpu *gpu)
{
	const struct sim_irq_gen11 *g = &gpu->irq.gen11;

	return g->master && (g->dw[0].iir || g->dw[1].iir || sim_outside(gpu));
}

static void sim_irq_gen11_reset(struct oa_sim_gpu *gpu)
{
	struct sim_irq *irq = &gpu->irq;

	memset(&irq->gen11, 0, sizeof(irq->gen11));
	memset(irq->gen11.mask, 0xff, sizeof(irq->gen11.mask));
	irq->oa_imr = GEN8_GT3_OA_HALF_FULL;
}

const struct sim_unit sim_unit_irq_gen11 = {
	.owns = sim_irq_gen11_owns,
	.read = sim_irq_gen11_read,
	.write = sim_irq_gen11_write,
	.peek = sim_irq_gen11_peek,
	.power_on = sim_irq_gen11_reset,
};

const struct sim_irq_ops sim_irq_gen11 = {
	.event = sim_irq_gen11_event,
	.engine = sim_irq_gen11_engine,
	.asserted = sim_irq_gen11_asserted,
};
