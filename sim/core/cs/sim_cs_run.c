// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Steps of the simulated command streamers
 *
 * A write has no effect at once, only as time passes: a submission or a new tail is
 * noticed after a while, and each command takes a tick.
 *
 * Facts: hardware.rst 9.2, 9.4. [MODEL] all of the timing; the wait of MI_MODE and
 * arbitration look at whole commands.
 */
#include "regs/ring_regs.h"
#include "sim/core/sim_model.h"

#define SIM_SWITCH_TICKS	4	/* to load or save a context */
#define SIM_COMMAND_TICKS	1
/* An engine that does not stop: a write each 0.1 ms or so, to a dword that nobody else uses */
#define SIM_RUNAWAY_TICKS	1250
#define SIM_RUNAWAY_BYTE	0xffc

/*
 * What an engine that does not stop goes on doing: it writes to its status page. [MODEL] the dword
 * and the pace.
 */
static u32 sim_run_on(struct sim_cs *cs)
{
	if (!cs->gpu->faults.runs_on) {
		cs->runs_on = false;
		return 0;
	}
	sim_gtt_write32_by(cs->gpu, cs->runs_on_entry, cs->hws + SIM_RUNAWAY_BYTE,
			   ++cs->gpu->books.runaway_writes);
	return SIM_RUNAWAY_TICKS;
}

/**
 * sim_cs_told_to_stop() - software stops the ring, or asks for a reset
 * @cs: the streamer, locked, counted up to now
 *
 * An engine with the fault "runs on" does not obey.
 */
void sim_cs_told_to_stop(struct sim_cs *cs)
{
	if (!cs->gpu->faults.runs_on || cs->runs_on)
		return;
	cs->runs_on = true;
	cs->runs_on_entry = sim_gtt_entry(cs->gpu, cs->hws);
	cs->busy = true;
	cs->due = cs->gpu->counters.tick + SIM_RUNAWAY_TICKS;
}

/* Do the next step; return the ticks it takes, 0: there is nothing to do. */
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
		/* The work of a context is done before another comes. */
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

/* The engine whose step is due first. Return: NULL if none has anything to do. */
struct sim_cs *sim_cs_next(struct oa_sim_gpu *gpu)
{
	struct sim_cs *cs, *next = NULL;

	for (cs = gpu->engine; cs < gpu->engine + gpu->engines; cs++)
		if (cs->busy && (!next || cs->due < next->due))
			next = cs;
	return next;
}

/* Has any engine something to do as time passes? */
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
 * @cs: the streamer, locked, counted up to the step's time, or later if there was too much work
 */
void sim_cs_run(struct sim_cs *cs)
{
	u32 ticks = sim_step(cs);

	if (!ticks)
		cs->busy = false;
	cs->due = cs->gpu->counters.tick + ticks + cs->extra_ticks;
	cs->extra_ticks = 0;
}
