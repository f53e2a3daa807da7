// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is done to a simulated GPU from outside: its knobs.
 */
#include <linux/sched.h>
#include <linux/sched/signal.h>

#include "sim_card.h"
#include "sim_compat.h"

static int sim_card_step(struct sim_card *card, const struct sim_knob *knob, u64 *value)
{
	int ret;

	guard(sim_card)(card);
	ret = sim_knob_set(card->gpu, knob, value);
	sim_card_keep_going(card);
	return ret;
}

/**
 * sim_card_set() - set a knob
 * @card: the GPU
 * @knob: the knob
 * @value: a value of it
 *
 * Process context. What takes long, an advance of a manual clock, is done in steps, between which
 * others can access the GPU.
 * Return: 0, an error of the knob, -EINTR if killed before the end.
 */
int sim_card_set(struct sim_card *card, const struct sim_knob *knob, u64 value)
{
	int ret;

	do {
		ret = sim_card_step(card, knob, &value);
		if (ret > 0 && fatal_signal_pending(current))
			return -EINTR;
		cond_resched();
	} while (ret > 0);
	return ret;
}
