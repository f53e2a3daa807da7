// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Interrupt sources that are not the OA unit's
 *
 * The master passes more than the GT: display, PCH, power management, PCU, misc. Firmware may
 * have left one of them enabled. Nobody serves it while this driver has the GPU: with a shared
 * line it would stand for ever, until the kernel shuts the line; with messages there would be
 * no further edge, so that the half-full event is lost. So while a stream is open, all of them
 * are kept off the line by their enable registers, which are put back afterwards. What they
 * have latched is left to whoever enabled them.
 *
 * Facts: hardware.rst 6.5.
 */
#include <linux/bug.h>
#include <linux/kernel.h>

#include "gt/oa_irq.h"
#include "gt/oa_uncore.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"

const struct oa_reg_value oa_irq_others_gen6[] = {
	{ GEN6_PMIER, ~0u },
	{ }
};

const struct oa_reg_value oa_irq_others_vlv[] = {
	{ GEN6_PMIER, ~0u },
	{ VLV_IER, ~0u },
	{ }
};

const struct oa_reg_value oa_irq_others_gen8[] = {
	{ GEN8_DE_PIPE_IER(0), ~0u },
	{ GEN8_DE_PIPE_IER(1), ~0u },
	{ GEN8_DE_PIPE_IER(2), ~0u },
	{ GEN8_DE_PORT_IER, ~0u },
	{ GEN8_DE_MISC_IER, ~0u },
	{ GEN8_PCU_IER, ~0u },
	{ SDEIER, ~0u },
	{ }
};

/* No PCH */
const struct oa_reg_value oa_irq_others_gen9_lp[] = {
	{ GEN8_DE_PIPE_IER(0), ~0u },
	{ GEN8_DE_PIPE_IER(1), ~0u },
	{ GEN8_DE_PIPE_IER(2), ~0u },
	{ GEN8_DE_PORT_IER, ~0u },
	{ GEN8_DE_MISC_IER, ~0u },
	{ GEN8_PCU_IER, ~0u },
	{ }
};

const struct oa_reg_value oa_irq_others_chv[] = {
	{ VLV_IER, ~0u },
	{ GEN8_PCU_IER, ~0u },
	{ }
};

/* The whole display, with the PCH, has a master of its own; its other bits are read only. */
const struct oa_reg_value oa_irq_others_gen11[] = {
	{ GEN11_DISPLAY_INT_CTL, GEN11_MASTER_IRQ },
	{ GEN8_PCU_IER, ~0u },
	{ GEN11_GU_MISC_IER, ~0u },
	{ }
};

/**
 * oa_irq_silence_others() - keep the sources that are not ours off the line
 * @irq: the interrupt, its master off
 * @others: enable registers, each with its writable bits; ended by an empty entry
 *
 * Process context. oa_irq_restore_others() puts them back.
 */
void oa_irq_silence_others(struct oa_irq *irq, const struct oa_reg_value *others)
{
	u32 i;

	for (i = 0; others[i].offset && !WARN_ON(i == ARRAY_SIZE(irq->others)); i++) {
		irq->others[i] = oa_read32(irq->uncore, others[i].offset) & others[i].value;
		oa_write32(irq->uncore, others[i].offset, 0);
	}
}

/**
 * oa_irq_restore_others() - the counterpart of oa_irq_silence_others()
 * @irq: the interrupt, its master off
 * @others: as given there
 *
 * Does not sleep; interrupts may be off.
 */
void oa_irq_restore_others(struct oa_irq *irq, const struct oa_reg_value *others)
{
	u32 i;

	for (i = 0; others[i].offset && i < ARRAY_SIZE(irq->others); i++)
		oa_write32(irq->uncore, others[i].offset, irq->others[i]);
}

/**
 * oa_irq_forget() - clear an event that may be latched
 * @uncore: registers
 * @iir: the latch
 * @bits: of the event
 *
 * Process context, master off. A latch holds two events: the second shows once the first is
 * cleared, so it takes two writes.
 */
void oa_irq_forget(struct oa_uncore *uncore, u32 iir, u32 bits)
{
	oa_write32(uncore, iir, bits);
	oa_read32(uncore, iir);
	oa_write32(uncore, iir, bits);
}
