// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Resets of the simulated GPU
 *
 * GDRST resets engines or the whole GT; its bits clear themselves when the reset is
 * done. From gen8 on software must first make an engine ready, through RESET_CTL. A
 * reset of an engine loses its context and stops its ring. A reset of the GT also loses
 * the OA unit's configuration, the counters and all other registers of the GT; forcewake
 * domains stay as requested. The interrupt registers are outside of the GT, except for the
 * masks in the engine and in the OA unit.
 *
 * A power cycle, as in a system suspend, loses everything, GGTT entries included.
 *
 * Facts: hardware.rst 7.6, 7.7. [MODEL] the time.
 */
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

#define SIM_RESET_TICKS		64	/* about 5 us */
#define SIM_READY_TICKS		16
/* hardware.rst 7.6: time that software must wait for an engine to become ready */
#define SIM_READY_LIMIT_NS	700000

static bool sim_ready(const struct sim_cs *cs)
{
	const struct oa_sim_gpu *gpu = cs->gpu;

	return cs->reset_ctl && gpu->counters.tick >= cs->reset_asked + SIM_READY_TICKS &&
	       !gpu->faults.reset_ready && !cs->runs_on;
}

/* An engine that did not become ready in time may be reset by force. */
static bool sim_may_reset(const struct sim_cs *cs)
{
	const struct sim_platform *p = cs->gpu->platform;
	u64 limit = div_u64((u64)SIM_READY_LIMIT_NS * p->tick_den, p->tick_num);

	return !p->cs->reset_ctl || sim_ready(cs) ||
	       (cs->reset_ctl && cs->gpu->counters.tick >= cs->reset_asked + limit);
}

/* Handle a request to make the engine ready, or the end of the request. */
static void sim_write_reset_ctl(struct sim_cs *cs, u32 value)
{
	u32 request = sim_masked(cs->reset_ctl, value) & RESET_CTL_REQUEST;

	if (request && !cs->reset_ctl)
		cs->reset_asked = cs->gpu->counters.tick;
	cs->reset_ctl = request;
	if (request)
		sim_cs_stop_requested(cs);
}

/* Reset an engine; a request in RESET_CTL stands until software drops it. */
static void sim_reset_engine(struct sim_cs *cs)
{
	const u32 request = cs->reset_ctl;
	const u64 asked = cs->reset_asked;

	if (sim_gen(cs)->execlists)
		sim_image_forget(cs);
	sim_cs_reset(cs);
	cs->reset_ctl = request;
	cs->reset_asked = asked;
}

/**
 * sim_reset_render() - reset the render engine without a request of software
 * @gpu: the GPU, locked, counted up to now
 */
void sim_reset_render(struct oa_sim_gpu *gpu)
{
	sim_assert_locked(gpu);
	sim_reset_engine(sim_rcs(gpu));
	sim_rcs(gpu)->reset_ctl = 0;
	gpu->resets.done = 0;
}

/* Reset the last unit first: it resets the store, in which other units keep values. */
static void sim_reset_units(struct oa_sim_gpu *gpu, bool power)
{
	const struct sim_unit * const *units = gpu->platform->units;
	u32 n = 0;

	while (units[n])
		n++;
	while (n--) {
		if (units[n]->reset)
			units[n]->reset(gpu);
		if (power && units[n]->power_on)
			units[n]->power_on(gpu);
	}
}

/**
 * sim_reset_full() - reset the GT
 * @gpu: the GPU, locked, counted up to now
 */
void sim_reset_full(struct oa_sim_gpu *gpu)
{
	sim_assert_locked(gpu);
	sim_reset_units(gpu, false);
}

/*
 * Power-on state of everything but configuration space, which the software that suspended the GPU
 * restores on resume.
 */
void sim_power_on(struct oa_sim_gpu *gpu)
{
	sim_reset_units(gpu, true);
	sim_work_power_on(gpu);
}

/**
 * sim_power_cycle() - turn power off and on
 * @gpu: the GPU, locked, counted up to now
 */
void sim_power_cycle(struct oa_sim_gpu *gpu)
{
	sim_assert_locked(gpu);
	sim_power_on(gpu);
	sim_irq_update(gpu);
}

/* As sim_reset_full(), but for the requests in RESET_CTL */
static void sim_reset_all(struct oa_sim_gpu *gpu)
{
	u32 i, request[SIM_MAX_ENGINES];
	u64 asked[SIM_MAX_ENGINES];

	for (i = 0; i < gpu->engines; i++) {
		request[i] = gpu->engine[i].reset_ctl;
		asked[i] = gpu->engine[i].reset_asked;
	}
	sim_reset_full(gpu);
	for (i = 0; i < gpu->engines; i++) {
		gpu->engine[i].reset_ctl = request[i];
		gpu->engine[i].reset_asked = asked[i];
	}
}

/* [MODEL] an engine other than the render engine need not be made ready while it is idle. */
static bool sim_unprepared(const struct sim_cs *cs)
{
	return !sim_may_reset(cs) && (!cs->number || !sim_cs_idle(cs));
}

static bool sim_is_reset(const struct sim_cs *cs, u32 domains)
{
	return domains & (GEN6_GRDOM_FULL | cs->info->reset);
}

/* Begin a reset. Return: false if it will never complete. */
static bool sim_begin_reset(struct oa_sim_gpu *gpu, u32 domains)
{
	struct sim_cs *cs;

	for (cs = gpu->engine; cs < gpu->engine + gpu->engines; cs++)
		if (sim_is_reset(cs, domains) && sim_unprepared(cs))
			sim_violate(gpu, SIM_RESET_NOT_READY, GEN6_GDRST, domains);
	if (!gpu->faults.gdrst && !gpu->faults.runs_on)
		return true;
	for (cs = gpu->engine; cs < gpu->engine + gpu->engines; cs++)
		if (!cs->number || sim_is_reset(cs, domains & ~GEN6_GRDOM_FULL))
			sim_cs_stop_requested(cs);
	return false;
}

static void sim_write_gdrst(struct oa_sim_gpu *gpu, u32 value)
{
	const bool begun = sim_begin_reset(gpu, value);
	struct sim_cs *cs;

	gpu->resets.gdrst = value;
	gpu->resets.done = ~0ull;
	if (!begun)
		return;
	if (value & GEN6_GRDOM_FULL)
		sim_reset_all(gpu);
	else
		for (cs = gpu->engine; cs < gpu->engine + gpu->engines; cs++)
			if (sim_is_reset(cs, value))
				sim_reset_engine(cs);
	gpu->resets.gdrst = value;
	gpu->resets.done = gpu->counters.tick + SIM_RESET_TICKS;
}

/* The engine whose RESET_CTL a register is; NULL: it is another register */
static struct sim_cs *sim_reset_ctl_of(const struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_cs *cs;

	if (!gpu->platform->cs->reset_ctl)
		return NULL;
	for (cs = gpu->engine; cs < gpu->engine + gpu->engines; cs++)
		if (offset == RING_RESET_CTL(cs->info->base))
			return (struct sim_cs *)cs;
	return NULL;
}

static bool sim_reset_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return offset == GEN6_GDRST || sim_reset_ctl_of(gpu, offset);
}

/**
 * sim_resetting() - check whether a reset is under way, and will complete
 * @gpu: the GPU, locked, counted up to now
 */
bool sim_resetting(const struct oa_sim_gpu *gpu)
{
	sim_assert_locked(gpu);
	return gpu->counters.tick < gpu->resets.done && gpu->resets.done != ~0ull;
}

static u32 sim_reset_read(struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_cs *cs = sim_reset_ctl_of(gpu, offset);

	if (cs)
		return cs->reset_ctl | (sim_ready(cs) ? RESET_CTL_READY : 0);
	return gpu->counters.tick < gpu->resets.done ? gpu->resets.gdrst : 0;
}

static void sim_reset_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	struct sim_cs *cs = sim_reset_ctl_of(gpu, offset);

	if (cs)
		sim_write_reset_ctl(cs, value);
	else
		sim_write_gdrst(gpu, value);
	/* A streamer without a reset request resumes. */
	for (cs = gpu->engine; cs < gpu->engine + gpu->engines; cs++)
		if (!sim_cs_idle(cs))
			sim_cs_wake(cs);
}

static void sim_reset_reset(struct oa_sim_gpu *gpu)
{
	gpu->resets.gdrst = 0;
	gpu->resets.done = 0;
}

/* The streamers own the state of RESET_CTL. */
const struct sim_unit sim_unit_reset = {
	.owns = sim_reset_owns,
	.read = sim_reset_read,
	.write = sim_reset_write,
	.peek = sim_reset_read,
	.reset = sim_reset_reset,
};
