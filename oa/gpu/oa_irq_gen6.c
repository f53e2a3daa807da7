// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The half-full interrupt on gen6 to gen7.5
 *
 * The event passes RCS IMR, GTIMR, GTIER and the master bit of DEIER, in this order. It is latched
 * in GTIIR, which is cleared by writing it back. The master is off while GTIIR is read and cleared:
 * with MSI, an event that comes in between then makes a new edge when the master is turned on
 * again, instead of being merged into one that was already taken.
 *
 * The line may be shared, so GTIIR is read before anything is touched.
 *
 * SNB has no such event: its path only keeps the GPU off the line. VLV's GT
 * part is the same, but its display sources have an enable register of their own
 * (VLV_IER). The display sources of the other parts share DEIER with the master.
 *
 * Facts: hardware.rst 6.1, 6.2. Bit 9 comes from public patches only, so the wake
 * policy must not depend on the interrupt.
 */
#include "gpu/oa_gpu.h"
#include "gpu/oa_gpu_priv.h"
#include "regs/gt_regs.h"

static enum oa_irq_verdict oa_irq_gen6_ack(struct oa_uncore *uncore, u32 gt_ier)
{
	u32 master = oa_read32(uncore, DEIER);
	enum oa_irq_verdict verdict;
	u32 gt_iir;

	oa_write32(uncore, DEIER, master & ~DE_MASTER_IRQ_CONTROL);
	gt_iir = oa_read32(uncore, GTIIR);
	verdict = oa_irq_decide(gt_iir, gt_ier, GT_OA_BUFFER_HALF_FULL);
	if (verdict != OA_IRQ_NONE)
		oa_write32(uncore, GTIIR, gt_iir);
	oa_write32(uncore, DEIER, master);
	oa_read32(uncore, DEIER);
	return verdict;
}

static irqreturn_t oa_irq_gen6_handle(struct oa_irq *irq)
{
	u32 gt_ier = oa_read32(irq->uncore, GTIER);
	enum oa_irq_verdict verdict;
	irqreturn_t ret;

	verdict = oa_irq_decide(oa_read32(irq->uncore, GTIIR), gt_ier, GT_OA_BUFFER_HALF_FULL);
	if (verdict != OA_IRQ_NONE)
		verdict = oa_irq_gen6_ack(irq->uncore, gt_ier);
	ret = oa_irq_count(irq, verdict);
	if (verdict == OA_IRQ_OA)
		irq->half_full(irq);
	return ret;
}

static bool oa_irq_gen6_pending(struct oa_irq *irq)
{
	u32 gt_iir = oa_read32(irq->uncore, GTIIR), gt_ier = oa_read32(irq->uncore, GTIER);

	return oa_irq_decide(gt_iir, gt_ier, GT_OA_BUFFER_HALF_FULL) != OA_IRQ_NONE;
}

static void oa_irq_gen6_enable(struct oa_irq *irq)
{
	struct oa_uncore *uncore = irq->uncore;

	irq->saved.gen6.master = oa_read32(uncore, DEIER);
	/* Firmware may have left display sources on, which have no handler: turn them off. */
	oa_write32(uncore, DEIER, 0);
	oa_irq_disable_others(irq);
	oa_irq_clear_iir(uncore, GTIIR, GT_OA_BUFFER_HALF_FULL);
	irq->saved.gen6.gt_ier = oa_read32(uncore, GTIER);
	oa_write32(uncore, GTIER, GT_OA_BUFFER_HALF_FULL);
	irq->saved.gen6.gt_imr = oa_rmw32(uncore, GTIMR, GT_OA_BUFFER_HALF_FULL, 0);
	irq->saved.gen6.engine_imr = oa_rmw32(uncore, RCS_IMR, GT_OA_BUFFER_HALF_FULL, 0);
	oa_irq_set_master(irq, DE_MASTER_IRQ_CONTROL);
}

static void oa_irq_gen6_mask(struct oa_irq *irq, bool masked)
{
	u32 others = irq->saved.gen6.engine_imr & ~GT_OA_BUFFER_HALF_FULL;

	oa_write32(irq->uncore, RCS_IMR, others | (masked ? GT_OA_BUFFER_HALF_FULL : 0));
}

static void oa_irq_gen6_disable(struct oa_irq *irq)
{
	struct oa_uncore *uncore = irq->uncore;

	/* A running handler writes DEIER back as it read it: let it end first. */
	oa_write32(uncore, GTIER, 0);
	synchronize_irq(irq->number);
	oa_write32(uncore, DEIER, 0);
	oa_write32(uncore, RCS_IMR, irq->saved.gen6.engine_imr);
	oa_write32(uncore, GTIMR, irq->saved.gen6.gt_imr);
	oa_write32(uncore, GTIER, irq->saved.gen6.gt_ier);
	/* Clear what the event has latched since, so that the next owner does not get it. */
	oa_irq_clear_iir(uncore, GTIIR, GT_OA_BUFFER_HALF_FULL);
	oa_irq_restore_others(irq);
	oa_irq_set_master(irq, irq->saved.gen6.master);
}

#define OA_IRQ_GEN6 \
	.master = { DEIER, ~0u }, \
	.handle = oa_irq_gen6_handle, \
	.pending = oa_irq_gen6_pending, \
	.enable = oa_irq_gen6_enable, \
	.mask = oa_irq_gen6_mask, \
	.disable = oa_irq_gen6_disable

const struct oa_irq_ops oa_irq_gen6 = { OA_IRQ_GEN6, .others = { { GEN6_PMIER, ~0u } } };

/* No source of this GPU is enabled while a stream is open, so no interrupt is the GPU's. */
static irqreturn_t oa_irq_snb_handle(struct oa_irq *irq)
{
	return oa_irq_count(irq, OA_IRQ_NONE);
}

static void oa_irq_snb_enable(struct oa_irq *irq)
{
	irq->saved.gen6.master = oa_read32(irq->uncore, DEIER);
	oa_write32(irq->uncore, DEIER, 0);
}

static void oa_irq_snb_disable(struct oa_irq *irq)
{
	oa_write32(irq->uncore, DEIER, irq->saved.gen6.master);
}

const struct oa_irq_ops oa_irq_snb = {
	.master = { DEIER, ~0u },
	.handle = oa_irq_snb_handle,
	.enable = oa_irq_snb_enable,
	.disable = oa_irq_snb_disable,
};

const struct oa_irq_ops oa_irq_vlv = {
	OA_IRQ_GEN6,
	.others = { { GEN6_PMIER, ~0u }, { VLV_IER, ~0u } },
};
