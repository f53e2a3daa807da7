// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated interrupt line
 *
 * The line is a level: it stands while the generation's interrupt registers say so.
 * It is delivered from a hard timer, never from within a register write, as a real
 * one comes from outside.
 *
 * Half-full is taken as an edge that arms again when the fill falls to half or
 * less; the documents leave that open (hardware.md 14).
 */
#include <linux/irq.h>
#include <linux/irqdesc.h>
#include <linux/ktime.h>

#include "sim_compat.h"
#include "sim_model.h"

/* A line that stands although it was handled this often is looked at later. */
#define SIM_LINE_TRIES	4
#define SIM_LINE_PAUSE_US	50

/**
 * sim_irq_asserted() - does the line stand?
 * @gpu: the GPU, locked
 */
bool sim_irq_asserted(const struct oa_sim_gpu *gpu)
{
	return gpu->intx && gpu->platform->irq->asserted(gpu);
}

/**
 * sim_irq_update() - deliver the line if it stands
 * @gpu: the GPU, locked
 */
void sim_irq_update(struct oa_sim_gpu *gpu)
{
	if (!gpu->virq || gpu->line_busy)
		return;
	if (!sim_irq_asserted(gpu) && !gpu->faults.irq_spurious)
		return;
	gpu->line_busy = true;
	hrtimer_start(&gpu->line_timer, 0, HRTIMER_MODE_REL_HARD);
}

/**
 * sim_irq_event() - something happened that can raise an interrupt
 * @gpu: the GPU, locked
 * @event: enum sim_event
 */
void sim_irq_event(struct oa_sim_gpu *gpu, u32 event)
{
	gpu->platform->irq->event(gpu, event);
	sim_irq_update(gpu);
}

/* How often to call the handler now: the line, its faults. */
static u32 sim_irq_take(struct oa_sim_gpu *gpu)
{
	unsigned long flags;
	u32 times = 0;

	raw_spin_lock_irqsave(&gpu->lock, flags);
	if (sim_irq_asserted(gpu)) {
		times = 1;
		if (gpu->faults.irq_duplicate) {
			gpu->faults.irq_duplicate--;
			times = 2;
		}
	} else if (gpu->faults.irq_spurious && gpu->intx) {
		gpu->faults.irq_spurious--;
		times = 1;
	} else {
		/* From here on whoever raises the line starts the timer anew. */
		gpu->line_busy = false;
	}
	gpu->interrupts += times;
	raw_spin_unlock_irqrestore(&gpu->lock, flags);
	return times;
}

/**
 * sim_irq_deliver() - deliver the line
 * @timer: line_timer of a GPU
 *
 * Hard IRQ. Return: whether to come back, because it still stands.
 */
enum hrtimer_restart sim_irq_deliver(struct hrtimer *timer)
{
	struct oa_sim_gpu *gpu = container_of(timer, struct oa_sim_gpu, line_timer);
	u32 i, times;

	for (i = 0; i < SIM_LINE_TRIES; i++) {
		times = sim_irq_take(gpu);
		if (!times)
			return HRTIMER_NORESTART;
		while (times--)
			generic_handle_irq(gpu->virq);
	}
	hrtimer_forward_now(timer, ns_to_ktime(SIM_LINE_PAUSE_US * NSEC_PER_USEC));
	return HRTIMER_RESTART;
}
