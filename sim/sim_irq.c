// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Simulated interrupts, gen6 to gen7.5
 *
 * An event of the OA unit passes RCS IMR and GTIMR and is latched in GTIIR,
 * which is write-1-to-clear. The line is a level: it stands while GTIIR has a
 * bit that GTIER enables and the master bit of DEIER is set. It is delivered
 * from a hard timer, never from within a register write, as a real one comes
 * from outside.
 *
 * Facts: hardware.md 6.1, 6.2. Half-full is taken as an edge that arms again
 * when the fill falls to half or less; the documents leave that open (14).
 */
#include <linux/irq.h>
#include <linux/irqdesc.h>
#include <linux/ktime.h>

#include "regs/gt_regs.h"
#include "sim_compat.h"
#include "sim_model.h"

/* A line that stands although it was handled this often is looked at later. */
#define SIM_LINE_TRIES	4
#define SIM_LINE_PAUSE_US	50

static u32 *sim_irq_register(struct oa_sim_gpu *gpu, u32 offset)
{
	switch (offset) {
	case GTIMR:
		return &gpu->gtimr;
	case GTIIR:
		return &gpu->gtiir;
	case GTIER:
		return &gpu->gtier;
	case DEIMR:
		return &gpu->deimr;
	case DEIIR:
		return &gpu->deiir;
	case DEIER:
		return &gpu->deier;
	default:
		return NULL;
	}
}

/**
 * sim_irq_owns() - is it an interrupt register?
 * @offset: bytes from the start of BAR 0
 */
bool sim_irq_owns(u32 offset)
{
	return offset >= DEISR && offset <= GTIER;
}

/**
 * sim_irq_read() - read an interrupt register
 * @gpu: the GPU, locked
 * @offset: one that sim_irq_owns()
 *
 * The status registers show events as pulses, so they read 0.
 */
u32 sim_irq_read(struct oa_sim_gpu *gpu, u32 offset)
{
	u32 *reg = sim_irq_register(gpu, offset);

	return reg ? *reg : 0;
}

/**
 * sim_irq_write() - write an interrupt register
 * @gpu: the GPU, locked
 * @offset: one that sim_irq_owns()
 * @value: what is written
 */
void sim_irq_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	u32 *reg = sim_irq_register(gpu, offset);

	if (!reg)
		return;
	if (offset == GTIIR || offset == DEIIR)
		*reg &= ~value;
	else
		*reg = value;
	sim_irq_update(gpu);
}

/**
 * sim_irq_asserted() - does the line stand?
 * @gpu: the GPU, locked
 */
bool sim_irq_asserted(const struct oa_sim_gpu *gpu)
{
	if (!gpu->intx || !(gpu->deier & DE_MASTER_IRQ_CONTROL))
		return false;
	return gpu->gtiir & gpu->gtier ||
	       gpu->deiir & gpu->deier & ~DE_MASTER_IRQ_CONTROL;
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
 * sim_irq_half_full() - the OA buffer crossed half
 * @gpu: the GPU, locked
 */
void sim_irq_half_full(struct oa_sim_gpu *gpu)
{
	gpu->half_full_events++;
	if (gpu->faults.irq_lost) {
		gpu->faults.irq_lost--;
		return;
	}
	if (gpu->store[RCS_IMR / 4] & GT_OA_BUFFER_HALF_FULL || gpu->gtimr & GT_OA_BUFFER_HALF_FULL)
		return;
	gpu->gtiir |= GT_OA_BUFFER_HALF_FULL;
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
