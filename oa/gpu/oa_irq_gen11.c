// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The half-full interrupt on gen11
 *
 * Engines raise bits in two double-buffered dwords; reading a dword freezes its front copy until
 * all its bits are cleared. An engine reports its event through one shared register per dword: a
 * selector with exactly one bit requests it, a moment later the identity is valid, and it is
 * acknowledged before the next request. So the handler serves every pending engine of a dword, OA
 * or not, or events are lost or get stuck:
 *
 * 1. master off; 2. local copy of the master; 3. read a dword whose bit is set there;
 * 4. for each bit: select, wait for the identity, acknowledge it; 5. clear the
 * bits that were served; 6. act; 7. master on.
 *
 * An identity that does not become valid within 100 us is requested again. The engines of a dword
 * share OA_IDENTITY_TRIES - 1 such repeats, because interrupts are off meanwhile. If it never
 * becomes valid, neither the identity nor the engine's bit is touched: unserved bits may not be
 * cleared, and with one left the master may not be turned on, because later events are parked. So
 * the master stays off, and only deadlines wake readers, until the interrupt is enabled again; then
 * the request is repeated.
 *
 * Facts: hardware.rst 6.1, 6.4; "Lakefield, Volume 13: Software and Hardware
 * Interface", chapter on interrupts.
 */
#include <linux/bitfield.h>
#include <linux/bitops.h>
#include <linux/iopoll.h>

#include "gpu/oa_gpu.h"
#include "gpu/oa_gpu_priv.h"
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"

#define OA_IDENTITY_TIMEOUT_US	100
#define OA_IDENTITY_TRIES	8
#define OA_NUM_DWORDS		2u

/* Check whether this GPU may have raised the line. A GPU that is gone reads as all ones. */
bool oa_irq_gen11_is_ours(u32 master)
{
	return master != ~0u && master & GEN11_MASTER_IRQ &&
	       master & (GEN11_GT_DW_IRQ(0) | GEN11_GT_DW_IRQ(1));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_gen11_is_ours);

/* Classify an identity after the wait; OA_IRQ_STUCK if it is not valid. */
enum oa_irq_verdict oa_irq_gen11_decide(u32 identity)
{
	u32 instance = FIELD_GET(GEN11_INTR_INSTANCE_MASK, identity);
	u32 class = FIELD_GET(GEN11_INTR_CLASS_MASK, identity);

	if (!(identity & GEN11_INTR_DATA_VALID) || identity == ~0u)
		return OA_IRQ_STUCK;
	if (class == GEN11_INTR_CLASS_OTHER && instance == GEN11_INTR_INSTANCE_WDOAPERF &&
	    identity & GEN11_WDOAPERF_OA_HALF_FULL)
		return OA_IRQ_OA;
	return OA_IRQ_OTHER;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_gen11_decide);

static enum oa_irq_verdict oa_irq_gen11_identify(struct oa_uncore *uncore, u32 n, u32 bit)
{
	u32 identity;

	oa_write32(uncore, GEN11_IIR_SELECTOR(n), BIT(bit));
	read_poll_timeout_atomic(oa_read32, identity, identity & GEN11_INTR_DATA_VALID, 1,
				 OA_IDENTITY_TIMEOUT_US, false, uncore, GEN11_INTR_IDENTITY_REG(n));
	return oa_irq_gen11_decide(identity);
}

static enum oa_irq_verdict oa_irq_gen11_serve_engine(struct oa_irq *irq, u32 n, u32 bit,
						     unsigned int *again)
{
	enum oa_irq_verdict verdict;

	do {
		verdict = oa_irq_gen11_identify(irq->uncore, n, bit);
		oa_irq_count(irq, verdict);
	} while (verdict == OA_IRQ_STUCK && *again && (*again)--);
	if (verdict != OA_IRQ_STUCK)
		oa_write32(irq->uncore, GEN11_INTR_IDENTITY_REG(n), GEN11_INTR_DATA_VALID);
	return verdict;
}

/* Serve all engines of a dword. Return: bit mask of the verdicts reached. */
static unsigned long oa_irq_gen11_serve_dword(struct oa_irq *irq, u32 n)
{
	unsigned long pending = oa_read32(irq->uncore, GEN11_GT_INTR_DW(n)), seen = 0;
	enum oa_irq_verdict verdict;
	unsigned int again = OA_IDENTITY_TRIES - 1;
	u32 bit, served = 0;

	for_each_set_bit(bit, &pending, 32) {
		verdict = oa_irq_gen11_serve_engine(irq, n, bit, &again);
		seen |= BIT(verdict);
		if (verdict != OA_IRQ_STUCK)
			served |= BIT(bit);
	}
	if (served)
		oa_write32(irq->uncore, GEN11_GT_INTR_DW(n), served);
	return seen;
}

/*
 * Serve the dwords that @master, the local copy of the master, shows. The master is off. Return:
 * bit mask of the verdicts reached, 0 if nothing was pending.
 */
static unsigned long oa_irq_gen11_serve(struct oa_irq *irq, u32 master)
{
	unsigned long seen = 0, now;
	u32 n, unserved = 0;

	for (n = 0; master != ~0u && n < OA_NUM_DWORDS; n++) {
		now = master & GEN11_GT_DW_IRQ(n) ? oa_irq_gen11_serve_dword(irq, n) : 0;
		if (now & BIT(OA_IRQ_STUCK))
			unserved |= GEN11_GT_DW_IRQ(n);
		seen |= now;
	}
	irq->unserved = unserved;
	return seen;
}

static irqreturn_t oa_irq_gen11_handle(struct oa_irq *irq)
{
	struct oa_uncore *uncore = irq->uncore;
	unsigned long seen;

	if (irq->unserved || !oa_irq_gen11_is_ours(oa_read32(uncore, GEN11_GFX_MSTR_IRQ)))
		return oa_irq_count(irq, OA_IRQ_NONE);

	oa_write32(uncore, GEN11_GFX_MSTR_IRQ, 0);
	seen = oa_irq_gen11_serve(irq, oa_read32(uncore, GEN11_GFX_MSTR_IRQ));
	if (seen & BIT(OA_IRQ_OA))
		irq->half_full(irq);
	if (!irq->unserved)
		oa_write32(uncore, GEN11_GFX_MSTR_IRQ, GEN11_MASTER_IRQ);
	return seen ? IRQ_HANDLED : oa_irq_count(irq, OA_IRQ_NONE);
}

static bool oa_irq_gen11_pending(struct oa_irq *irq)
{
	return !irq->unserved && oa_irq_gen11_is_ours(oa_read32(irq->uncore, GEN11_GFX_MSTR_IRQ));
}

static void oa_irq_gen11_enable(struct oa_irq *irq)
{
	typeof(irq->saved.gen11) *saved = &irq->saved.gen11;
	struct oa_uncore *uncore = irq->uncore;

	saved->master = 0;
	if (!irq->unserved)
		saved->master = oa_read32(uncore, GEN11_GFX_MSTR_IRQ) & GEN11_MASTER_IRQ;
	oa_write32(uncore, GEN11_GFX_MSTR_IRQ, 0);
	oa_irq_disable_others(irq);
	if (irq->unserved)
		oa_irq_gen11_serve(irq, irq->unserved);
	saved->oa_imr = oa_rmw32(uncore, GEN8_OA_IMR, GEN8_OA_HALF_FULL_IRQ, 0);
	saved->enable = oa_rmw32(uncore, GEN11_GPM_WGBOXPERF_INTR_ENABLE, 0,
				 GEN11_WDOAPERF_OA_HALF_FULL);
	saved->mask = oa_rmw32(uncore, GEN11_GPM_WGBOXPERF_INTR_MASK,
			       GEN11_WDOAPERF_OA_HALF_FULL, 0);
	oa_irq_set_master(irq, GEN11_MASTER_IRQ);
}

static void oa_irq_gen11_mask(struct oa_irq *irq, bool masked)
{
	oa_irq_gen8_mask_oa(irq->uncore, irq->saved.gen11.oa_imr, masked);
}

static void oa_irq_gen11_disable(struct oa_irq *irq)
{
	const typeof(irq->saved.gen11) *saved = &irq->saved.gen11;
	struct oa_uncore *uncore = irq->uncore;

	oa_write32(uncore, GEN8_OA_IMR, saved->oa_imr);
	oa_write32(uncore, GEN11_GPM_WGBOXPERF_INTR_ENABLE, saved->enable);
	/* A running handler turns the master on at its end: let it end first. The read flushes. */
	oa_read32(uncore, GEN11_GPM_WGBOXPERF_INTR_ENABLE);
	synchronize_irq(irq->number);
	/* A late message of an event runs the handler once more, which finds the master off. */
	spin_lock_irq(&irq->handler_lock);
	oa_write32(uncore, GEN11_GFX_MSTR_IRQ, 0);
	/* Clear what the event has latched since, so that the next owner does not get it. */
	oa_irq_gen11_serve(irq, irq->unserved ?: oa_read32(uncore, GEN11_GFX_MSTR_IRQ));
	oa_write32(uncore, GEN11_GPM_WGBOXPERF_INTR_MASK, saved->mask);
	oa_irq_restore_others(irq);
	oa_irq_set_master(irq, saved->master);
	spin_unlock_irq(&irq->handler_lock);
}

const struct oa_irq_ops oa_irq_gen11 = {
	.master = { GEN11_GFX_MSTR_IRQ, GEN11_MASTER_IRQ },
	/* The display, with the PCH, has a master of its own. Its other bits are read only. */
	.others = {
		{ GEN11_DISPLAY_INT_CTL, GEN11_MASTER_IRQ },
		{ GEN8_PCU_IER, ~0u },
		{ GEN11_GU_MISC_IER, ~0u },
	},
	.handle = oa_irq_gen11_handle,
	.pending = oa_irq_gen11_pending,
	.enable = oa_irq_gen11_enable,
	.mask = oa_irq_gen11_mask,
	.disable = oa_irq_gen11_disable,
};
