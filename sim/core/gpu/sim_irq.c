// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated interrupt line
 *
 * The line is a level: it is asserted while the generation's interrupt registers say so. The
 * front end learns of each change. It delivers the interrupt after the register access that
 * caused it, since a real interrupt comes from outside too.
 *
 * A message-signalled interrupt is sent when the line rises, and not again while it stays
 * asserted. A fault loses that message. Then nothing is delivered until the line has fallen: the
 * latches are as without the fault, and only software that looks at them learns of the event.
 *
 * Half-full is modelled as an edge that arms again when the fill falls to half or less;
 * the documents leave that open (hardware.rst 14).
 */
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

/* Is the line asserted? */
bool sim_irq_asserted(const struct oa_sim_gpu *gpu)
{
	return gpu->pci.intx && gpu->platform->irq->asserted(gpu);
}

/* Look at the line. Return: whether its rise was announced and it is still asserted. */
static bool sim_irq_announced(struct oa_sim_gpu *gpu)
{
	struct sim_irq *irq = &gpu->irq;
	const bool asserted = sim_irq_asserted(gpu);

	if (asserted && !irq->asserted)
		irq->unannounced = sim_take(&gpu->faults.message_lost);
	irq->asserted = asserted;
	return asserted && !irq->unannounced;
}

/* Something may have changed the line. */
void sim_irq_update(struct oa_sim_gpu *gpu)
{
	sim_assert_locked(gpu);
	gpu->host->ops->line(gpu->host, sim_irq_announced(gpu) || gpu->faults.irq_spurious);
}

static void sim_irq_latch_event(struct oa_sim_gpu *gpu, u32 event)
{
	const u32 n = event - SIM_EVENT_ENGINE;

	if (event >= SIM_EVENT_ENGINE && event < SIM_EVENT_SOURCE)
		gpu->platform->irq->engine(&gpu->engine[n % SIM_MAX_ENGINES], n / SIM_MAX_ENGINES);
	else
		gpu->platform->irq->event(gpu, event);
}

/**
 * sim_irq_event() - something happened that can raise an interrupt
 * @gpu: the GPU, locked
 * @event: enum sim_event
 */
void sim_irq_event(struct oa_sim_gpu *gpu, u32 event)
{
	sim_assert_locked(gpu);
	sim_irq_latch_event(gpu, event);
	sim_irq_update(gpu);
}

/*
 * The front end is about to deliver the line. Return: number of times to call the handler now; 0:
 * none, until the line changes again.
 */
u32 sim_irq_take(struct oa_sim_gpu *gpu)
{
	u32 times = 0;

	sim_assert_locked(gpu);
	if (sim_irq_announced(gpu))
		times = sim_take(&gpu->faults.irq_duplicate) ? 2 : 1;
	else if (gpu->pci.intx && sim_take(&gpu->faults.irq_spurious))
		times = 1;
	gpu->books.interrupts += times;
	return times;
}
