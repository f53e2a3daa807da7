// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Work of the simulated render engine
 *
 * A draw or dispatch keeps the engine's pipeline busy for an interval, in which its vertices,
 * primitives, pixels, threads are counted evenly. The streamer goes on meanwhile. It waits for the
 * end of the interval at the next draw or dispatch, at a PIPE_CONTROL that stalls or writes, and
 * before another context comes or the engine becomes idle. So all that a context counts is
 * counted while it is loaded.
 *
 * Statistics registers take what their enables say. Counters of the OA unit follow the work once a
 * client has submitted some; until then, and if the knob "work" says so, they follow the
 * synthetic activity. What a driver itself draws to initialise the engine does not count as a
 * client's: it has privilege.
 *
 * Facts: hardware.rst 18.1 to 18.5. [MODEL] durations, one interval at a time.
 */
#include "regs/ring_regs.h"
#include "sim_work.h"

static const char * const sim_work_modes[] = {
	[SIM_WORK_AUTO] = "auto",
	[SIM_WORK_FOLLOW] = "follow",
	[SIM_WORK_SYNTHETIC] = "synthetic",
};

static_assert(ARRAY_SIZE(sim_work_modes) == SIM_NUM_WORK_MODES, "each mode has a name");
static_assert(SIM_NUM_WORK_COUNTS <= 64, "a bit for each count");

/* Counts that have a register, from the engine's base on */
static const struct {
	u8 count;
	u16 reg;
} sim_statistics[] = {
	{ SIM_WORK_VERTICES, 0x310 },
	{ SIM_WORK_PRIMITIVES, 0x318 },
	{ SIM_WORK_INVOCATIONS + SIM_STAGE_VS, 0x320 },
	{ SIM_WORK_INVOCATIONS + SIM_STAGE_HS, 0x300 },
	{ SIM_WORK_INVOCATIONS + SIM_STAGE_DS, 0x308 },
	{ SIM_WORK_INVOCATIONS + SIM_STAGE_GS, 0x328 },
	{ SIM_WORK_GS_PRIMITIVES, 0x330 },
	{ SIM_WORK_CLIPPED, 0x338 },
	{ SIM_WORK_CL_PRIMITIVES, 0x340 },
	{ SIM_WORK_INVOCATIONS + SIM_STAGE_PS, 0x348 },
	{ SIM_WORK_SAMPLES, 0x350 },
	{ SIM_WORK_INVOCATIONS + SIM_STAGE_CS, 0x290 },
};

/**
 * sim_work_mode_name() - name of what counters follow
 * @mode: enum sim_work_mode
 */
const char *sim_work_mode_name(u32 mode)
{
	return sim_work_modes[mode];
}

/* Do counters of the OA unit follow submitted work? */
bool sim_work_followed(const struct oa_sim_gpu *gpu)
{
	return gpu->work.mode == SIM_WORK_FOLLOW ||
	       (gpu->work.mode == SIM_WORK_AUTO && gpu->work.seen);
}

/**
 * sim_work_forget() - the render engine is reset: what is under way is lost
 * @gpu: the GPU, locked or alone
 */
void sim_work_forget(struct oa_sim_gpu *gpu)
{
	memset(&gpu->work.now, 0, sizeof(gpu->work.now));
	memset(gpu->work.events, 0, sizeof(gpu->work.events));
	sim_state_forget(gpu);
}

/**
 * sim_work_power_on() - nobody has submitted anything
 * @gpu: the GPU, locked or alone
 */
void sim_work_power_on(struct oa_sim_gpu *gpu)
{
	gpu->work.seen = false;
}

static void sim_tally(struct oa_sim_gpu *gpu, u32 reg, u64 events)
{
	u32 *store = sim_cs_store(sim_rcs(gpu), reg);
	const u64 value = (store[0] | (u64)store[1] << 32) + events;

	store[0] = lower_32_bits(value);
	store[1] = upper_32_bits(value);
}

static void sim_tally_all(struct oa_sim_gpu *gpu)
{
	const u32 ps_count = sim_pipeline(gpu->platform->cs)->ps_count;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(sim_statistics); i++) {
		const u32 n = sim_statistics[i].count;

		if (gpu->work.now.statistics >> n & 1)
			sim_tally(gpu, sim_statistics[i].reg, gpu->work.events[n] *
				  (n == SIM_WORK_INVOCATIONS + SIM_STAGE_PS ? ps_count : 1));
	}
}

/**
 * sim_work_until() - how far the work under way grows evenly
 * @gpu: the GPU, locked
 * @tick: a later time stamp
 *
 * Return: @tick, or the end of the work if that is earlier.
 */
u64 sim_work_until(const struct oa_sim_gpu *gpu, u64 tick)
{
	return gpu->work.now.end ? min(tick, gpu->work.now.end) : tick;
}

/**
 * sim_work_pass() - let time pass for the work under way
 * @gpu: the GPU, locked
 * @tick: time stamp to reach
 *
 * What is done in this time is left in the events; registers take it at once.
 */
void sim_work_pass(struct oa_sim_gpu *gpu, u64 tick)
{
	struct sim_work *work = &gpu->work.now;
	u64 elapsed, until;
	u32 n;

	if (!work->end)
		return;
	elapsed = min(tick, work->end) - work->begin;
	for (n = 0; n < SIM_NUM_WORK_COUNTS; n++) {
		until = sim_share(work->count[n], elapsed, work->end - work->begin);
		gpu->work.events[n] = until - work->done[n];
		work->done[n] = until;
	}
	sim_tally_all(gpu);
}

/**
 * sim_work_passed() - what was done is counted
 * @gpu: the GPU, locked
 * @tick: time stamp up to which sim_work_pass() went
 */
void sim_work_passed(struct oa_sim_gpu *gpu, u64 tick)
{
	if (!gpu->work.now.end)
		return;
	memset(gpu->work.events, 0, sizeof(gpu->work.events));
	if (tick >= gpu->work.now.end)
		gpu->work.now.end = 0;
}

/**
 * sim_work_left() - how long an engine still works
 * @cs: its streamer, locked, counted up to now
 *
 * Return: ticks, 0 if it does not.
 */
u32 sim_work_left(const struct sim_cs *cs)
{
	const struct sim_work *work = &cs->gpu->work.now;

	return !cs->number && work->end > cs->gpu->counters.tick ?
	       work->end - cs->gpu->counters.tick : 0;
}
