// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The half-full interrupt on gen8 and gen9
 *
 * The event passes OA_IMR, GT IMR 3, GT IER 3 and the master control, in this order. It is bit 28
 * of GT IIR 3, which it shares with the video enhancement engine. Documents name two different
 * master bits for that half, so the handler accepts either. As on gen7 the master is off while the
 * IIR is read and cleared.
 *
 * The line may be shared, so the master is read before anything is touched: while it is off, or
 * shows neither bit, the interrupt is another device's.
 *
 * Facts: hardware.rst 6.1, 6.3, 14.
 */
#include "gpu/oa_gpu.h"
#include "gpu/oa_gpu_priv.h"
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"

#define OA_GT_IRQ	3
#define OA_GT_SOURCES	(GEN8_GT_VECS_IRQ | GEN8_GT_WDBOX_OACS_IRQ)

/* Check whether this GPU's IIR 3 may have raised the line. A GPU that is gone reads as all ones. */
bool oa_irq_gen8_is_ours(u32 master)
{
	return master != ~0u && master & GEN8_MASTER_IRQ_CONTROL && master & OA_GT_SOURCES;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_gen8_is_ours);

static enum oa_irq_verdict oa_irq_gen8_ack(struct oa_uncore *uncore)
{
	enum oa_irq_verdict verdict;
	u32 iir;

	/* Read it again: events since the first read belong to this round. */
	if (!(oa_read32(uncore, GEN8_MASTER_IRQ) & OA_GT_SOURCES))
		return OA_IRQ_NONE;
	iir = oa_read32(uncore, GEN8_GT_IIR(OA_GT_IRQ));
	verdict = oa_irq_decide(iir, oa_read32(uncore, GEN8_GT_IER(OA_GT_IRQ)),
				GEN8_GT3_OA_HALF_FULL);
	if (verdict != OA_IRQ_NONE)
		oa_write32(uncore, GEN8_GT_IIR(OA_GT_IRQ), iir);
	return verdict;
}

static irqreturn_t oa_irq_gen8_handle(struct oa_irq *irq)
{
	struct oa_uncore *uncore = irq->uncore;
	enum oa_irq_verdict verdict = OA_IRQ_NONE;

	if (oa_irq_gen8_is_ours(oa_read32(uncore, GEN8_MASTER_IRQ))) {
		oa_write32(uncore, GEN8_MASTER_IRQ, 0);
		verdict = oa_irq_gen8_ack(uncore);
		if (verdict == OA_IRQ_OA)
			irq->half_full(irq);
		oa_write32(uncore, GEN8_MASTER_IRQ, GEN8_MASTER_IRQ_CONTROL);
	}
	return oa_irq_count(irq, verdict);
}

static bool oa_irq_gen8_pending(struct oa_irq *irq)
{
	return oa_irq_gen8_is_ours(oa_read32(irq->uncore, GEN8_MASTER_IRQ));
}

/*
 * Mask or unmask the event in OA_IMR, the OA unit's own mask register, of gen8 to gen11. @oa_imr is
 * its value before enable, for the other bits.
 */
void oa_irq_gen8_mask_oa(struct oa_uncore *uncore, u32 oa_imr, bool masked)
{
	oa_imr &= ~GEN8_OA_HALF_FULL_IRQ;
	oa_write32(uncore, GEN8_OA_IMR, oa_imr | (masked ? GEN8_OA_HALF_FULL_IRQ : 0));
}

static void oa_irq_gen8_enable(struct oa_irq *irq)
{
	typeof(irq->saved.gen8) *saved = &irq->saved.gen8;
	struct oa_uncore *uncore = irq->uncore;
	unsigned int n;

	saved->master = oa_read32(uncore, GEN8_MASTER_IRQ) & GEN8_MASTER_IRQ_CONTROL;
	oa_write32(uncore, GEN8_MASTER_IRQ, 0);
	oa_irq_disable_others(irq);
	/* Firmware may have left GT sources on, which have no handler: turn them off. */
	for (n = 0; n < ARRAY_SIZE(saved->gt_ier); n++) {
		saved->gt_ier[n] = oa_read32(uncore, GEN8_GT_IER(n));
		oa_write32(uncore, GEN8_GT_IER(n), n == OA_GT_IRQ ? GEN8_GT3_OA_HALF_FULL : 0);
	}
	saved->gt_imr = oa_rmw32(uncore, GEN8_GT_IMR(OA_GT_IRQ), GEN8_GT3_OA_HALF_FULL, 0);
	saved->oa_imr = oa_rmw32(uncore, GEN8_OA_IMR, GEN8_OA_HALF_FULL_IRQ, 0);
	oa_irq_clear_iir(uncore, GEN8_GT_IIR(OA_GT_IRQ), GEN8_GT3_OA_HALF_FULL);
	oa_irq_set_master(irq, GEN8_MASTER_IRQ_CONTROL);
}

static void oa_irq_gen8_mask(struct oa_irq *irq, bool masked)
{
	oa_irq_gen8_mask_oa(irq->uncore, irq->saved.gen8.oa_imr, masked);
}

static void oa_irq_gen8_disable(struct oa_irq *irq)
{
	const typeof(irq->saved.gen8) *saved = &irq->saved.gen8;
	struct oa_uncore *uncore = irq->uncore;
	unsigned int n;

	/* A running handler turns the master on at its end: let it end first. */
	oa_write32(uncore, GEN8_GT_IER(OA_GT_IRQ), 0);
	synchronize_irq(irq->number);
	oa_write32(uncore, GEN8_MASTER_IRQ, 0);
	oa_write32(uncore, GEN8_OA_IMR, saved->oa_imr);
	oa_write32(uncore, GEN8_GT_IMR(OA_GT_IRQ), saved->gt_imr);
	/* Clear what the event has latched since, so that the next owner does not get it. */
	oa_irq_clear_iir(uncore, GEN8_GT_IIR(OA_GT_IRQ), GEN8_GT3_OA_HALF_FULL);
	for (n = 0; n < ARRAY_SIZE(saved->gt_ier); n++)
		oa_write32(uncore, GEN8_GT_IER(n), saved->gt_ier[n]);
	oa_irq_restore_others(irq);
	oa_irq_set_master(irq, saved->master);
}

#define OA_IRQ_GEN8 \
	.master = { GEN8_MASTER_IRQ, GEN8_MASTER_IRQ_CONTROL }, \
	.handle = oa_irq_gen8_handle, \
	.pending = oa_irq_gen8_pending, \
	.enable = oa_irq_gen8_enable, \
	.mask = oa_irq_gen8_mask, \
	.disable = oa_irq_gen8_disable

const struct oa_irq_ops oa_irq_gen8 = {
	OA_IRQ_GEN8,
	.others = {
		{ GEN8_DE_PIPE_IER(0), ~0u }, { GEN8_DE_PIPE_IER(1), ~0u },
		{ GEN8_DE_PIPE_IER(2), ~0u }, { GEN8_DE_PORT_IER, ~0u },
		{ GEN8_DE_MISC_IER, ~0u }, { GEN8_PCU_IER, ~0u }, { SDEIER, ~0u },
	},
};

/* Low-power parts have no PCH. */
const struct oa_irq_ops oa_irq_gen9_lp = {
	OA_IRQ_GEN8,
	.others = {
		{ GEN8_DE_PIPE_IER(0), ~0u }, { GEN8_DE_PIPE_IER(1), ~0u },
		{ GEN8_DE_PIPE_IER(2), ~0u }, { GEN8_DE_PORT_IER, ~0u },
		{ GEN8_DE_MISC_IER, ~0u }, { GEN8_PCU_IER, ~0u },
	},
};

const struct oa_irq_ops oa_irq_chv = {
	OA_IRQ_GEN8,
	.others = { { VLV_IER, ~0u }, { GEN8_PCU_IER, ~0u } },
};
