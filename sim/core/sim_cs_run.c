// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Steps of the simulated command streamer
 *
 * A write has no effect at once, only as time passes: a submission or a new tail is
 * noticed after a while, and each command takes a tick.
 *
 * Facts: hardware.rst 9.2, 9.4. [MODEL] all of the timing; the wait of MI_MODE and
 * arbitration look at whole commands.
 */
#include "regs/ring_regs.h"
#include "sim_model.h"

#define SIM_SWITCH_TICKS	4	/* to load or save a context */
#define SIM_COMMAND_TICKS	1
/* An engine that does not stop: a write each 0.1 ms or so, to a dword that nobody else uses */
#define SIM_RUNAWAY_TICKS	1250
#define SIM_RUNAWAY_BYTE	0xffc

/*
 * What an engine that does not stop goes on doing: it writes to its status page. [MODEL] the dword
 * and the pace.
 */
static u32 sim_run_on(struct oa_sim_gpu *gpu)
{
	struct sim_cs *cs = &gpu->cs;

	if (!gpu->faults.runs_on) {
		cs->runs_on = false;
		return 0;
	}
	sim_gtt_write32_by(gpu, cs->runs_on_entry, cs->hws + SIM_RUNAWAY_BYTE,
			   ++gpu->books.runaway_writes);
	return SIM_RUNAWAY_TICKS;
}

/**
 * sim_cs_told_to_stop() - software stops the ring, or asks for a reset
 * @gpu: the GPU, locked, counted up to now
 *
 * An engine with the fault "runs on" does not obey.
 */
void sim_cs_told_to_stop(struct oa_sim_gpu *gpu)
{
	struct sim_cs *cs = &gpu->cs;

	if (!gpu->faults.runs_on || cs->runs_on)
		return;
	cs->runs_on = true;
	cs->runs_on_entry = sim_gtt_entry(gpu, cs->hws);
	cs->busy = true;
	cs->due = gpu->counters.tick + SIM_RUNAWAY_TICKS;
}

/* Do the next step; return the ticks it takes, 0: there is nothing to do. */
static u32 sim_step(struct oa_sim_gpu *gpu)
{
	struct sim_cs *cs = &gpu->cs;
	bool execlists = sim_execlists(gpu);

	if (cs->runs_on)
		return sim_run_on(gpu);
	if (cs->hung || cs->mi_mode & MI_MODE_STOP_RING || cs->reset_ctl)
		return 0;
	if (execlists && sim_execlist_takes(cs)) {
		cs->hung = !sim_execlist_take(gpu);
		return SIM_SWITCH_TICKS;
	}
	if (execlists && !cs->ctx_active)
		return 0;
	if (!sim_ring_empty(cs)) {
		cs->ctx_active = true;
		cs->hung = !sim_cs_execute(gpu);
		return SIM_COMMAND_TICKS;
	}
	if (!execlists) {
		cs->ctx_active = false;
		return 0;
	}
	cs->hung = !sim_execlist_complete(gpu);
	return SIM_SWITCH_TICKS;
}

/**
 * sim_cs_run() - do the next step, which is due
 * @gpu: the GPU, locked, counted up to the step's time, or later if there was too much work
 */
void sim_cs_run(struct oa_sim_gpu *gpu)
{
	struct sim_cs *cs = &gpu->cs;
	u32 ticks = sim_step(gpu);

	if (!ticks)
		cs->busy = false;
	cs->due = gpu->counters.tick + ticks;
}
