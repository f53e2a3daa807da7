// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The interrupt, common to all generations
 *
 * The half-full event of the OA unit passes mask (IMR) and enable (IER) registers on its way to the
 * interrupt line, and last the master control. Each generation has a file of its own.
 *
 * The master passes more than the GT: display, PCH, power management, PCU, misc. Firmware may have
 * left one of these sources enabled, and while this driver is bound it has no handler. On a shared
 * line it would stay asserted until the kernel disables the line. With messages there would be no
 * further edge, so that the half-full event is lost. So the master is off from bind to unbind,
 * except from a stream's first start to its close. In that time the enable registers of the other
 * sources are off. They are restored afterwards; what these sources have latched is not cleared.
 *
 * A message-signalled interrupt is sent when the line would rise, and not again while an event
 * stays latched. If that message is lost, none follows for as long as the stream samples. So the
 * deadline of a waiter polls for a latched event, and serves it like the handler. The message may
 * just be late, so an event is served only when two polls in a row have found one, and no interrupt
 * came between them.
 *
 * Facts: hardware.rst 6.1 to 6.5.
 */
#include <linux/build_bug.h>
#include <linux/interrupt.h>
#include <linux/kernel.h>
#include <linux/pci.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "gpu/oa_gpu.h"
#include "gpu/oa_gpu_priv.h"
#include "oa_compat.h"
#include "oa_trace.h"

static const char * const oa_irq_verdict_names[] = {
	[OA_IRQ_NONE] = "none",
	[OA_IRQ_OTHER] = "other",
	[OA_IRQ_OA] = "oa",
	[OA_IRQ_STUCK] = "stuck",
};

static_assert(ARRAY_SIZE(oa_irq_verdict_names) == OA_NUM_IRQ_VERDICTS);

const char *oa_irq_verdict_name(enum oa_irq_verdict verdict)
{
	return oa_irq_verdict_names[verdict];
}

/* Initialise the interrupt, zeroed and not enabled. Process context; accesses no register. */
void oa_irq_init(struct oa_irq *irq, struct oa_uncore *uncore, const struct oa_irq_ops *ops,
		 void (*half_full)(struct oa_irq *irq))
{
	irq->uncore = uncore;
	irq->ops = ops;
	irq->half_full = half_full;
	spin_lock_init(&irq->handler_lock);
	spin_lock_init(&irq->mask_lock);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_init);

/*
 * Save the master control, and turn it off. The handler is not installed yet. Process context, at
 * probe: firmware may have left it on. Undone by oa_irq_restore_master().
 */
void oa_irq_save_master(struct oa_irq *irq)
{
	const struct oa_reg_value *master = &irq->ops->master;

	irq->found_master = oa_read32(irq->uncore, master->offset) & master->value;
	oa_irq_disable_master(irq);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_save_master);

/* Turn the master off, after a system sleep: firmware may have turned it on. Process context. */
void oa_irq_disable_master(struct oa_irq *irq)
{
	oa_write32(irq->uncore, irq->ops->master.offset, 0);
	oa_read32(irq->uncore, irq->ops->master.offset);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_disable_master);

/*
 * Restore the master control that oa_irq_save_master() saved. The handler is removed. Process
 * context. While an engine of gen11 is unserved the master has to stay off.
 */
void oa_irq_restore_master(struct oa_irq *irq)
{
	if (irq->found_master && !irq->unserved)
		oa_write32(irq->uncore, irq->ops->master.offset, irq->found_master);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_restore_master);

/* Handle an interrupt in hard IRQ. Return: IRQ_NONE if it is not provably this GPU's. */
irqreturn_t oa_irq_handle(int number, void *data)
{
	struct oa_irq *irq = data;
	irqreturn_t ret;

	spin_lock(&irq->handler_lock);
	irq->overdue = false;
	ret = irq->ops->handle(irq);
	spin_unlock(&irq->handler_lock);
	if (ret == IRQ_HANDLED)
		atomic64_inc(&irq->handled);
	return ret;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_handle);

/* Install the handler. Process context, master off. Without one only deadlines wake readers. */
void oa_irq_request(struct oa_irq *irq, struct pci_dev *pdev)
{
	int ret = pci_alloc_irq_vectors(pdev, 1, 1, PCI_IRQ_MSI | PCI_IRQ_INTX);

	if (ret > 0) {
		irq->number = pci_irq_vector(pdev, 0);
		ret = request_irq(irq->number, oa_irq_handle, IRQF_SHARED, "i915_oa", irq);
		if (!ret)
			return;
		irq->number = 0;
		pci_free_irq_vectors(pdev);
	}
	drm_info(irq->uncore->drm, "no interrupt (error %d): only deadlines wake readers\n", ret);
}

/* Remove the handler. The interrupt is not enabled. Process context; waits for the handler. */
void oa_irq_free(struct oa_irq *irq, struct pci_dev *pdev)
{
	if (!irq->number)
		return;
	free_irq(irq->number, irq);
	pci_free_irq_vectors(pdev);
}

/* Allow or forbid masking and polling. Once forbidden, oa_irq_poll() touches no register. */
void oa_irq_set_enabled(struct oa_irq *irq, bool enabled)
{
	spin_lock_irq(&irq->handler_lock);
	spin_lock(&irq->mask_lock);
	irq->enabled = enabled;
	WRITE_ONCE(irq->masked, false);
	irq->overdue = false;
	spin_unlock(&irq->mask_lock);
	spin_unlock_irq(&irq->handler_lock);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_set_enabled);

/* Check whether the GPU has a half-full event. If not, only deadlines wake readers. Any context. */
bool oa_irq_has_event(const struct oa_irq *irq)
{
	return irq->ops->pending;
}

/* Enable the interrupt, masked until the first waiter. Forcewake held, may sleep. */
void oa_irq_enable(struct oa_irq *irq)
{
	if (!irq->number)
		return;
	irq->ops->enable(irq);
	if (!oa_irq_has_event(irq))
		return;
	oa_irq_set_enabled(irq, true);
	oa_irq_mask(irq, true);
}

/* Disable the half-full interrupt, and restore its registers. Forcewake held, may sleep. */
void oa_irq_disable(struct oa_irq *irq)
{
	if (!irq->number)
		return;
	oa_irq_set_enabled(irq, false);
	irq->ops->disable(irq);
}

/* Mask or unmask the event, if it is enabled. Any context. Return true if the mask changed. */
bool oa_irq_mask(struct oa_irq *irq, bool masked)
{
	unsigned long flags;
	bool changes;

	/* Racing with another mask or unmask is harmless, so skip the lock. */
	if (READ_ONCE(irq->masked) == masked)
		return false;
	/* No guard(): sparse does not see that a spinlock's guard unlocks. */
	spin_lock_irqsave(&irq->mask_lock, flags);
	changes = irq->enabled && irq->masked != masked;
	if (changes) {
		WRITE_ONCE(irq->masked, masked);
		irq->ops->mask(irq, masked);
	}
	spin_unlock_irqrestore(&irq->mask_lock, flags);
	return changes;
}

/* Serve an event whose message was lost, if it is enabled. Any context; calls half_full(). */
void oa_irq_poll(struct oa_irq *irq)
{
	unsigned long flags;
	bool pending;

	/* A running handler serves the event. While enabled changes, no event is due. */
	if (!spin_trylock_irqsave(&irq->handler_lock, flags))
		return;
	pending = irq->enabled && irq->ops->pending(irq);
	if (pending && irq->overdue) {
		pending = false;
		atomic64_inc(&irq->unannounced);
		irq->ops->handle(irq);
	}
	irq->overdue = pending;
	spin_unlock_irqrestore(&irq->handler_lock, flags);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_poll);

/* Classify an IIR with the event @half_full. A bit that is not enabled raises no interrupt. */
enum oa_irq_verdict oa_irq_decide(u32 iir, u32 ier, u32 half_full)
{
	u32 pending = iir & ier;

	/* A GPU that is gone reads as all ones. */
	if (!pending || iir == ~0u)
		return OA_IRQ_NONE;
	return pending & half_full ? OA_IRQ_OA : OA_IRQ_OTHER;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_decide);

/* Write the master control. While an engine of gen11 is unserved it is off and stays off. */
void oa_irq_set_master(struct oa_irq *irq, u32 master)
{
	if (irq->unserved)
		return;
	oa_write32(irq->uncore, irq->ops->master.offset, master);
	oa_read32(irq->uncore, irq->ops->master.offset);
}

/* Count an interrupt. Return: the value that its handler returns. */
irqreturn_t oa_irq_count(struct oa_irq *irq, enum oa_irq_verdict verdict)
{
	atomic64_inc(&irq->verdicts[verdict]);
	trace_oa_interrupt(verdict);
	return verdict == OA_IRQ_NONE ? IRQ_NONE : IRQ_HANDLED;
}

/*
 * Save and clear the enable registers of sources outside of the OA unit, with the master off. They
 * have no handler. Undone by oa_irq_restore_others().
 */
void oa_irq_disable_others(struct oa_irq *irq)
{
	const struct oa_reg_value *others = irq->ops->others;
	u32 i;

	for (i = 0; i < OA_IRQ_MAX_OTHERS && others[i].offset; i++) {
		irq->saved_others[i] = oa_read32(irq->uncore, others[i].offset) & others[i].value;
		if (irq->saved_others[i])
			oa_write32(irq->uncore, others[i].offset, 0);
	}
}

/* Restore the enable registers, with the master off. Does not sleep; interrupts may be off. */
void oa_irq_restore_others(struct oa_irq *irq)
{
	const struct oa_reg_value *others = irq->ops->others;
	u32 i;

	for (i = 0; i < OA_IRQ_MAX_OTHERS && others[i].offset; i++)
		if (irq->saved_others[i])
			oa_write32(irq->uncore, others[i].offset, irq->saved_others[i]);
}

/*
 * Clear events that an IIR may have latched, with the master off. An IIR can hold two events: the
 * second shows once the first is cleared, so it takes two writes.
 */
void oa_irq_clear_iir(struct oa_uncore *uncore, u32 iir, u32 bits)
{
	oa_write32(uncore, iir, bits);
	oa_read32(uncore, iir);
	oa_write32(uncore, iir, bits);
}
