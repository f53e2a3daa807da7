// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: How the simulated command streamers execute commands
 *
 * A command is found in a table by its header, its length is checked, it is fetched whole,
 * and it is executed. State that nobody here looks at is skipped unread. The streamer hangs
 * at a command that its engine does not have, whose length is wrong, or whose address is not
 * aligned or in a space that the context does not have: the head stays there until a reset.
 *
 * Facts: hardware.rst 9.1, 16.2, 16.3.
 */
#include "regs/command_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
#include "sim_command.h"

#define SIM_3D_PREDICATED	BIT(8)

static u32 sim_length(const struct sim_command *command, u32 header)
{
	if (command->bare)
		return 1;
	return (header & (command->length ? command->length : MI_LENGTH_MASK)) + 2;
}

static bool sim_length_fits(const struct sim_cs *cs, const struct sim_command *command, u32 n)
{
	u32 least = command->dwords + command->addresses * sim_gen(cs)->address_dwords;

	return command->bare || (n >= least && n <= least + command->more);
}

/* The whole command must lie before the tail. */
static bool sim_whole(struct sim_cs *cs, u32 n)
{
	u32 bytes = sim_ring_bytes(cs);

	return sim_batch_now(cs) ||
	       (cs->tail + bytes - (cs->head & RING_HEAD_MASK)) % bytes >= 4 * n;
}

/* A command may be turned off: by the predicate, or because it needs a privilege. */
static bool sim_turned_off(struct sim_run *run)
{
	const struct sim_command *command = run->command;

	if (command->privileged && !run->privileged) {
		sim_run_dropped(run);
		return true;
	}
	if (command->predicated && run->dw[0] & SIM_3D_PREDICATED)
		return !sim_predicate_result(run, RING_PREDICATE_RESULT);
	return run->cs->predicate && command->execute != sim_mi_set_predicate &&
	       command->execute != sim_mi_batch_end && sim_predicated(run);
}

static enum sim_done sim_execute_one(struct sim_run *run)
{
	struct sim_cs *cs = run->cs;
	u32 i;

	if (!sim_ring_fetch(cs, 0, cs->dw))
		return SIM_HANG;
	run->command = sim_find_command(cs, cs->dw[0]);
	if (!run->command)
		return sim_run_refuse(run, SIM_CS_OPCODE, cs->dw[0]);
	run->n = sim_length(run->command, cs->dw[0]);
	if (!sim_length_fits(cs, run->command, run->n))
		return sim_run_refuse(run, SIM_CS_LENGTH, cs->dw[0]);
	if (!sim_whole(cs, run->n))
		return sim_run_refuse(run, SIM_RING_RANGE, cs->dw[0]);
	if (!run->command->execute || sim_turned_off(run))
		return SIM_NEXT;
	for (i = 1; i < run->n && i < SIM_CS_DWORDS; i++)
		if (!sim_ring_fetch(cs, i, cs->dw + i))
			return SIM_HANG;
	return run->command->execute(run);
}

/**
 * sim_cs_execute() - execute the next command
 * @cs: the streamer, locked, counted up to now, the ring not empty
 *
 * Return: false if the streamer hangs at it.
 */
bool sim_cs_execute(struct sim_cs *cs)
{
	const struct sim_batch *batch = sim_batch_now(cs);
	struct sim_run run = {
		.gpu = cs->gpu, .cs = cs, .gen = sim_gen(cs), .dw = cs->dw,
		.privileged = !batch || !batch->user,
	};
	enum sim_done done;

	if (sim_take(&cs->gpu->faults.ring_hang))
		return false;
	done = sim_execute_one(&run);
	if (done == SIM_NEXT)
		sim_ring_advance(cs, run.n);
	cs->waits &= done == SIM_AGAIN;
	sim_batch_reached_end(cs);
	return done != SIM_HANG;
}
