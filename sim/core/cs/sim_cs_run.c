// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Steps of the simulated command streamers
 *
 * A write takes effect only as time passes: the streamer sees a submission or a new tail after a
 * while, and each command takes a tick.
 *
 * The streamer finds a command in a table by its header, checks its length, fetches all of it
 * and executes it. State that the simulator does not use is skipped unread. The streamer hangs
 * at a command that its engine does not have, whose length is wrong, or whose address is not
 * aligned or in a space that the context does not have: the head stays there until a reset.
 *
 * Facts: hardware.rst 9.1, 9.2, 9.4, 16.2, 16.3. [MODEL] all of the timing; MI_MODE and arbitration
 * stop the streamer between whole commands only.
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

/* Check whether the predicate turns a command off. */
static bool sim_predicated_off(struct sim_run *run)
{
	const struct sim_command *command = run->command;

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
		return sim_run_reject(run, SIM_CS_OPCODE, cs->dw[0]);
	run->n = sim_length(run->command, cs->dw[0]);
	if (!sim_length_fits(cs, run->command, run->n))
		return sim_run_reject(run, SIM_CS_LENGTH, cs->dw[0]);
	if (!sim_whole(cs, run->n))
		return sim_run_reject(run, SIM_RING_RANGE, cs->dw[0]);
	if (!run->command->execute)
		return SIM_NEXT;
	if (run->command->privileged && !run->privileged)
		return sim_run_dropped(run);
	if (sim_predicated_off(run))
		return SIM_NEXT;
	for (i = 1; i < run->n && i < SIM_CS_DWORDS; i++)
		if (!sim_ring_fetch(cs, i, cs->dw + i))
			return SIM_HANG;
	return run->command->execute(run);
}

/* Execute the next command; the ring is not empty. Return: false if the streamer hangs. */
static bool sim_cs_execute(struct sim_cs *cs)
{
	const struct sim_batch *batch = sim_batch_now(cs);
	struct sim_run run = {
		.gpu = cs->gpu, .cs = cs, .gen = sim_gen(cs), .dw = cs->dw,
		.privileged = !batch || !batch->user,
	};
	enum sim_done done;

	if (sim_countdown(&cs->gpu->faults.ring_hang))
		return false;
	done = sim_execute_one(&run);
	if (done == SIM_NEXT)
		sim_ring_advance(cs, run.n);
	cs->waits &= done == SIM_AGAIN;
	sim_batch_reached_end(cs);
	return done != SIM_HANG;
}

#define SIM_SWITCH_TICKS	4	/* to load or save a context */
#define SIM_COMMAND_TICKS	1
/* Fault "runs on": a write about each 0.1 ms, to an unused dword of the status page */
#define SIM_RUNAWAY_TICKS	1250
#define SIM_RUNAWAY_BYTE	0xffc

/* Step of an engine with the fault "runs on". [MODEL] the dword and the pace. */
static u32 sim_run_on(struct sim_cs *cs)
{
	if (!cs->gpu->faults.runs_on) {
		cs->runs_on = false;
		return 0;
	}
	sim_gtt_write32_by(cs->gpu, cs->runs_on_entry, cs->hws + SIM_RUNAWAY_BYTE,
			   ++cs->gpu->stats.runaway_writes);
	return SIM_RUNAWAY_TICKS;
}

/**
 * sim_cs_stop_requested() - handle a stop of the ring, or a request for a reset
 * @cs: the streamer, locked, counted up to now
 *
 * An engine with the fault "runs on" ignores it.
 */
void sim_cs_stop_requested(struct sim_cs *cs)
{
	if (!cs->gpu->faults.runs_on || cs->runs_on)
		return;
	cs->runs_on = true;
	cs->runs_on_entry = sim_gtt_entry(cs->gpu, cs->hws);
	cs->busy = true;
	cs->due = cs->gpu->counters.tick + SIM_RUNAWAY_TICKS;
}

/* Do the next step. Return: its ticks, 0 if there is nothing to do. */
static u32 sim_step(struct sim_cs *cs)
{
	const u32 left = sim_work_left(cs);
	bool execlists = sim_execlists(cs);

	if (cs->runs_on)
		return sim_run_on(cs);
	if (cs->hung || cs->mi_mode & MI_MODE_STOP_RING || cs->reset_ctl)
		return 0;
	/* A command that takes several steps is not interrupted. */
	if (execlists && !cs->progress && sim_execlist_takes(cs)) {
		/* The work of a context ends before another context is loaded. */
		if (left)
			return left;
		cs->hung = !sim_execlist_take(cs);
		return SIM_SWITCH_TICKS;
	}
	if (execlists && !cs->ctx_active)
		return 0;
	if (!sim_ring_empty(cs)) {
		cs->ctx_active = true;
		cs->hung = !sim_cs_execute(cs);
		return SIM_COMMAND_TICKS;
	}
	if (left)
		return left;
	if (!execlists) {
		cs->ctx_active = false;
		return 0;
	}
	cs->hung = !sim_execlist_complete(cs);
	return SIM_SWITCH_TICKS;
}

/* The engine whose step is due first; NULL: all are idle */
struct sim_cs *sim_cs_next(struct oa_sim_gpu *gpu)
{
	struct sim_cs *cs, *next = NULL;

	for (cs = gpu->engine; cs < gpu->engine + gpu->engines; cs++)
		if (cs->busy && (!next || cs->due < next->due))
			next = cs;
	return next;
}

/* Check whether any engine has a step to do as time passes. */
bool sim_cs_busy(const struct oa_sim_gpu *gpu)
{
	u32 i;

	for (i = 0; i < gpu->engines; i++)
		if (gpu->engine[i].busy)
			return true;
	return false;
}

/**
 * sim_cs_run() - do the next step, which is due
 * @cs: the streamer, locked, counted up to the step's time, or later if the streamer is late
 */
void sim_cs_run(struct sim_cs *cs)
{
	u32 ticks = sim_step(cs);

	if (!ticks)
		cs->busy = false;
	cs->due = cs->gpu->counters.tick + ticks + cs->extra_ticks;
	cs->extra_ticks = 0;
}
