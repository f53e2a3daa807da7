// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The interrupt, common to all generations
 *
 * A message-signalled interrupt is sent when the line would rise, and not again while an event
 * stays latched. If that message is lost, none follows for as long as the stream samples. So
 * the deadline of a waiter polls for a latched event, and serves it like the handler. The message
 * may still be under way, so an event is served only when two polls in a row have found one, and no
 * interrupt came between them.
 *
 * Firmware may leave the master on, and sources enabled that have no handler. So the master is off
 * from bind to unbind, except while a stream uses the half-full event.
 *
 * The master passes more than the GT: display, PCH, power management, PCU, misc. On a shared line a
 * source without a handler would keep the line up until the kernel disables it. With messages there
 * would be no further edge, and the half-full event would be lost. So while a stream is open, the
 * enable registers of the other sources are 0, and are restored afterwards. Events that they have
 * latched stay latched.
 *
 * Facts: hardware.rst 6.1 to 6.5.
 */
#include <linux/bug.h>
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/pci.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "gpu/oa_gpu.h"
#include "gpu/oa_gpu_priv.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"

static const char * const oa_irq_verdict_names[] = {
	[OA_IRQ_NONE] = "none",
	[OA_IRQ_OTHER] = "other",
	[OA_IRQ_OA] = "oa",
	[OA_IRQ_STUCK] = "stuck",
};

static_assert(ARRAY_SIZE(oa_irq_verdict_names) == OA_NUM_IRQ_VERDICTS);

/**
 * oa_irq_verdict_name() - name of a verdict
 * @verdict: the verdict
 *
 * Return: a constant string.
 */
const char *oa_irq_verdict_name(enum oa_irq_verdict verdict)
{
	return oa_irq_verdict_names[verdict];
}

/**
 * oa_irq_init() - initialise the interrupt, not enabled
 * @irq: to initialise, zeroed
 * @uncore: registers
 * @ops: of the generation
 * @half_full: called in hard IRQ when the OA buffer is half full
 */
void oa_irq_init(struct oa_irq *irq, struct oa_uncore *uncore, const struct oa_irq_ops *ops,
		 void (*half_full)(struct oa_irq *irq))
{
	irq->uncore = uncore;
	irq->ops = ops;
	irq->half_full = half_full;
	spin_lock_init(&irq->serving);
	spin_lock_init(&irq->gate);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_init);

/**
 * oa_irq_take() - turn the master off, which firmware may have left on
 * @irq: the interrupt, whose handler is not installed yet
 *
 * Undone by oa_irq_give_back().
 */
void oa_irq_take(struct oa_irq *irq)
{
	const struct oa_reg_value *master = &irq->ops->master;

	irq->found = oa_read32(irq->uncore, master->offset) & master->value;
	oa_irq_quiet(irq);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_take);

/**
 * oa_irq_quiet() - turn the master off again after a system sleep
 * @irq: the interrupt, not enabled
 *
 * Process context.
 */
void oa_irq_quiet(struct oa_irq *irq)
{
	oa_write32(irq->uncore, irq->ops->master.offset, 0);
	oa_read32(irq->uncore, irq->ops->master.offset);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_quiet);

/**
 * oa_irq_give_back() - restore the master as oa_irq_take() found it
 * @irq: the interrupt, not enabled, whose handler is gone
 *
 * While an engine of gen11 is unserved the master has to stay off.
 */
void oa_irq_give_back(struct oa_irq *irq)
{
	if (irq->found && !irq->unserved)
		oa_write32(irq->uncore, irq->ops->master.offset, irq->found);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_give_back);

/* Handle an interrupt in hard IRQ. Return: IRQ_NONE if it is not provably this GPU's. */
irqreturn_t oa_irq_handle(struct oa_irq *irq)
{
	irqreturn_t ret;

	spin_lock(&irq->serving);
	irq->overdue = false;
	ret = irq->ops->handle(irq);
	spin_unlock(&irq->serving);
	if (ret == IRQ_HANDLED)
		atomic64_inc(&irq->handled);
	return ret;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_handle);

static irqreturn_t oa_irq_handler(int number, void *irq)
{
	return oa_irq_handle(irq);
}

/**
 * oa_irq_request() - install the handler
 * @irq: the interrupt, taken
 * @pdev: the GPU's PCI function
 *
 * Process context. A GPU without an interrupt can be used, since deadlines wake readers as well.
 * That is only logged.
 */
void oa_irq_request(struct oa_irq *irq, struct pci_dev *pdev)
{
	int ret;

	ret = pci_alloc_irq_vectors(pdev, 1, 1, PCI_IRQ_MSI | PCI_IRQ_INTX);
	if (ret < 0)
		goto none;
	ret = request_irq(pci_irq_vector(pdev, 0), oa_irq_handler, IRQF_SHARED, "i915_oa", irq);
	if (ret)
		goto none_requested;
	irq->number = pci_irq_vector(pdev, 0);
	return;

none_requested:
	pci_free_irq_vectors(pdev);
none:
	drm_info(irq->uncore->drm, "no interrupt (error %d): only deadlines wake readers\n", ret);
}

/**
 * oa_irq_free() - remove the handler
 * @irq: the interrupt, not enabled
 * @pdev: the GPU's PCI function
 *
 * Process context; waits for the handler.
 */
void oa_irq_free(struct oa_irq *irq, struct pci_dev *pdev)
{
	if (!irq->number)
		return;
	free_irq(irq->number, irq);
	pci_free_irq_vectors(pdev);
}

/* Poll for an event. The lock keeps the interrupt enabled meanwhile. */
static void oa_irq_poll_locked(struct oa_irq *irq)
{
	bool pending = irq->enabled && irq->ops->pending(irq);

	lockdep_assert_held(&irq->serving);
	if (pending && irq->overdue) {
		pending = false;
		atomic64_inc(&irq->unannounced);
		irq->ops->handle(irq);
	}
	irq->overdue = pending;
}

/**
 * oa_irq_poll() - serve an event whose message was lost
 * @irq: the interrupt
 *
 * Any context; calls half_full(). No register is touched while the interrupt is not enabled.
 */
void oa_irq_poll(struct oa_irq *irq)
{
	unsigned long flags;

	/* A running handler serves the event. While @enabled changes, none is due. */
	if (!spin_trylock_irqsave(&irq->serving, flags))
		return;
	oa_irq_poll_locked(irq);
	spin_unlock_irqrestore(&irq->serving, flags);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_poll);

/**
 * oa_irq_set_enabled() - allow or forbid masking and polling of the event
 * @irq: the interrupt
 * @enabled: true after the generation's enable(), false before its disable()
 *
 * Process context. After a call with false oa_irq_poll() touches no register.
 */
void oa_irq_set_enabled(struct oa_irq *irq, bool enabled)
{
	spin_lock_irq(&irq->serving);
	spin_lock(&irq->gate);
	irq->enabled = enabled;
	WRITE_ONCE(irq->masked, false);
	irq->overdue = false;
	spin_unlock(&irq->gate);
	spin_unlock_irq(&irq->serving);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_set_enabled);

/**
 * oa_irq_mask() - close or open the event's first gate
 * @irq: the interrupt
 * @masked: close it
 *
 * Any context. The gate is locked by hand because sparse does not see the end of a spinlock's
 * guard(). Return: true if that is a change.
 */
bool oa_irq_mask(struct oa_irq *irq, bool masked)
{
	unsigned long flags;
	bool changes;

	/* Racing with another mask or unmask is harmless, so skip the lock. */
	if (READ_ONCE(irq->masked) == masked)
		return false;
	spin_lock_irqsave(&irq->gate, flags);
	changes = irq->enabled && irq->masked != masked;
	if (changes) {
		WRITE_ONCE(irq->masked, masked);
		irq->ops->mask(irq, masked);
	}
	spin_unlock_irqrestore(&irq->gate, flags);
	return changes;
}

/* Enable registers of sources that are not the OA unit's, with the bits that are cleared */

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

/* Keep the other sources off the line, with the master off. Undone by oa_irq_restore_others(). */
void oa_irq_silence_others(struct oa_irq *irq, const struct oa_reg_value *others)
{
	u32 i;

	for (i = 0; others[i].offset && !WARN_ON(i == ARRAY_SIZE(irq->others)); i++) {
		irq->others[i] = oa_read32(irq->uncore, others[i].offset) & others[i].value;
		oa_write32(irq->uncore, others[i].offset, 0);
	}
}

/* Restore the enable registers, with the master off. Does not sleep; interrupts may be off. */
void oa_irq_restore_others(struct oa_irq *irq, const struct oa_reg_value *others)
{
	u32 i;

	for (i = 0; others[i].offset && i < ARRAY_SIZE(irq->others); i++)
		oa_write32(irq->uncore, others[i].offset, irq->others[i]);
}

/*
 * Clear an event that may be latched, with the master off. A latch holds two events: the second
 * shows once the first is cleared, so it takes two writes.
 */
void oa_irq_forget(struct oa_uncore *uncore, u32 iir, u32 bits)
{
	oa_write32(uncore, iir, bits);
	oa_read32(uncore, iir);
	oa_write32(uncore, iir, bits);
}
