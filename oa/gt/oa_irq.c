// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The interrupt, whatever the generation
 *
 * A message-signalled interrupt is sent when the line would rise, and not again while an event
 * stays latched. If that message is lost, none follows for as long as the stream samples. So
 * the deadline of a waiter looks for a latched event, and serves it like the handler.
 *
 * The message may only be on its way. So an event is served when two looks in a row have found
 * one, with no interrupt between them.
 *
 * Firmware may leave the master on, and a source enabled that nobody serves. So the master is
 * off from bind to unbind, but for the time in which a stream wants the half-full event.
 *
 * Facts: hardware.rst 6.1 to 6.5.
 */
#include <linux/build_bug.h>
#include <linux/kernel.h>

#include "gt/oa_irq.h"
#include "gt/oa_uncore.h"
#include "oa_compat.h"

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
 * oa_irq_init() - an interrupt that is not enabled
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
 * oa_irq_take() - keep the GPU off the line, whatever firmware left enabled
 * @irq: the interrupt, whose handler is not installed yet
 *
 * Process context. oa_irq_give_back() puts the master back.
 */
void oa_irq_take(struct oa_irq *irq)
{
	const struct oa_reg_value *master = &irq->ops->master;

	irq->found = oa_read32(irq->uncore, master->offset) & master->value;
	oa_irq_quiet(irq);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_take);

/**
 * oa_irq_quiet() - turn the master off, which firmware may have turned on during a system sleep
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
 * oa_irq_give_back() - the counterpart of oa_irq_take()
 * @irq: the interrupt, not enabled, whose handler is gone
 *
 * Process context. While an engine of gen11 is unserved the master has to stay off.
 */
void oa_irq_give_back(struct oa_irq *irq)
{
	if (irq->found && !irq->unserved)
		oa_write32(irq->uncore, irq->ops->master.offset, irq->found);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_give_back);

/**
 * oa_irq_handle() - an interrupt came
 * @irq: the interrupt
 *
 * Hard IRQ. Return: IRQ_NONE if it is not provably this GPU's.
 */
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

/* With @irq->serving held, so that it stays enabled */
static void oa_irq_look_locked(struct oa_irq *irq)
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
 * oa_irq_look() - serve an event whose message was lost
 * @irq: the interrupt
 *
 * Any context; calls half_full(). An interrupt that is not enabled is left alone, so that no
 * register is touched.
 */
void oa_irq_look(struct oa_irq *irq)
{
	unsigned long flags;

	/* A handler at work serves what there is. While enabled changes, nothing is due. */
	if (!spin_trylock_irqsave(&irq->serving, flags))
		return;
	oa_irq_look_locked(irq);
	spin_unlock_irqrestore(&irq->serving, flags);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_look);

/**
 * oa_irq_set_enabled() - the event may be masked and looked for from now on, or no longer
 * @irq: the interrupt
 * @enabled: true after the generation's enable(), false before its disable()
 *
 * Process context. Once it returned from a call with false, oa_irq_look() touches no register.
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

	/* Whoever closes or opens it just now may as well do so after this call. */
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
EXPORT_SYMBOL_FOR_OA_TESTS(oa_irq_mask);
