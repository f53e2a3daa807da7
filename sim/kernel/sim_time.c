// SPDX-License-Identifier: GPL-2.0-only
/*
 * The manual clock of a simulated GPU. See sim/core/sim_clock.c.
 */
#include <linux/sched.h>
#include <linux/sched/signal.h>

#include "sim_card.h"
#include "sim_compat.h"

/* Step of a move, with interrupts off: some thousand reports at most. */
#define SIM_STEP_NS		500000ull
#define SIM_MAX_ADVANCE_NS	(3600ull * NSEC_PER_SEC)

/**
 * sim_card_set_manual() - choose the clock
 * @card: the GPU
 * @manual: one that stands still, not the host's
 *
 * Process context. Time goes on from where it is.
 */
void sim_card_set_manual(struct sim_card *card, bool manual)
{
	guard(sim_card)(card);
	sim_clock_set_manual(card->gpu, manual);
	sim_card_keep_going(card);
}

static int sim_clock_step(struct sim_card *card, u64 ns)
{
	struct oa_sim_gpu *gpu = card->gpu;

	guard(sim_card)(card);
	if (!gpu->clock.manual)
		return -EBUSY;
	sim_clock_set_ns(gpu, gpu->clock.manual_ns + ns);
	return 0;
}

/**
 * sim_card_advance() - move a manual clock on
 * @card: the GPU
 * @ns: by how much, up to an hour
 *
 * Process context. Between steps others can access the GPU.
 * Return: 0, -ERANGE, -EBUSY with the host's clock, -EINTR if killed before the end.
 */
int sim_card_advance(struct sim_card *card, u64 ns)
{
	u64 step;
	int ret;

	if (ns > SIM_MAX_ADVANCE_NS)
		return -ERANGE;
	do {
		step = min(ns, SIM_STEP_NS);
		ns -= step;
		ret = sim_clock_step(card, step);
		if (!ret && ns && fatal_signal_pending(current))
			ret = -EINTR;
		cond_resched();
	} while (!ret && ns);
	return ret;
}
