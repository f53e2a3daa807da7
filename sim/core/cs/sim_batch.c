// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Where a streamer is
 *
 * The streamer has three places: in the ring, in a batch, and in a second-level batch. Batches
 * that a context's load runs come before all of them.
 *
 * Facts: hardware.rst 16.2.
 */
#include "regs/ring_regs.h"
#include "sim_command.h"

/* The batch that the streamer executes. Return: NULL if commands come from the ring. */
struct sim_batch *sim_batch_now(struct sim_cs *cs)
{
	if (cs->load_step)
		return &cs->load_batch;
	return cs->level ? &cs->batch[cs->level - 1] : NULL;
}

/* Leave all batches. */
void sim_batch_forget(struct sim_cs *cs)
{
	cs->level = 0;
	cs->load_step = SIM_LOAD_DONE;
	cs->predicate = 0;
	cs->progress = 0;
}

/**
 * sim_batch_fetch() - read a dword of a batch
 * @cs: the streamer, locked
 * @batch: the batch
 * @dword: number of dwords ahead of the position
 * @value: the dword
 *
 * Return: false if no memory is there, in the GGTT, or no address space.
 */
bool sim_batch_fetch(struct sim_cs *cs, const struct sim_batch *batch, u32 dword, u32 *value)
{
	struct sim_space space = { .kind = SIM_SPACE_GGTT };

	if (batch->ppgtt)
		sim_cs_space(cs, &space);
	if (space.kind != SIM_SPACE_NONE)
		return sim_space_read32(cs->gpu, &space, batch->address + 4 * dword, value);
	sim_violate(cs->gpu, SIM_PPGTT, lower_32_bits(batch->address), 0);
	return false;
}
