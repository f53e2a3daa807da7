// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Work of the simulated render engine
 *
 * A draw or dispatch keeps the engine's pipeline busy for an interval, in which its vertices,
 * primitives, pixels, threads are counted evenly. The streamer continues meanwhile. It waits for
 * the end of the interval at the next draw or dispatch, at a PIPE_CONTROL that stalls or writes,
 * and before another context is loaded or the engine becomes idle. So the events of a context are
 * counted while it is loaded.
 *
 * Enables select the statistics registers that count. Counters of the OA unit follow the work once
 * a client has submitted some; until then, and if the knob "work" says so, they follow the
 * synthetic activity. Draws with privilege, by which a driver initialises the engine, do not count
 * as a client's.
 *
 * Shaders run on all EUs at once, which execute for half of that time. Vertices, primitives and
 * pixels pass at the pace of the units that handle them. The slowest decides.
 *
 * Facts: hardware.rst 18.1 to 18.6. [MODEL] durations, one interval at a time.
 */
#include "regs/ring_regs.h"
#include "sim_work_commands.h"

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
 * sim_work_mode_name() - name of a mode
 * @mode: enum sim_work_mode
 */
const char *sim_work_mode_name(u32 mode)
{
	return sim_work_modes[mode];
}

/* Check whether counters of the OA unit follow submitted work. */
bool sim_work_followed(const struct oa_sim_gpu *gpu)
{
	return gpu->work.mode == SIM_WORK_FOLLOW ||
	       (gpu->work.mode == SIM_WORK_AUTO && gpu->work.seen);
}

/**
 * sim_work_forget() - discard the work under way, as for a reset of the render engine
 * @gpu: the GPU, locked or alone
 */
void sim_work_forget(struct oa_sim_gpu *gpu)
{
	memset(&gpu->work.now, 0, sizeof(gpu->work.now));
	memset(gpu->work.events, 0, sizeof(gpu->work.events));
	sim_state_forget(gpu);
}

/**
 * sim_work_power_on() - power-on state: no work was submitted
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
 * sim_work_until() - end of the time in which counts grow evenly
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
 * The work of this time is left in the events, and is added to registers at once.
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
 * sim_work_passed() - clear the events after they were counted
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
 * sim_work_left() - time until the end of an engine's work
 * @cs: its streamer, locked, counted up to now
 *
 * Return: ticks, 0 without work.
 */
u32 sim_work_left(const struct sim_cs *cs)
{
	const struct sim_work *work = &cs->gpu->work.now;

	return !cs->number && work->end > cs->gpu->counters.tick ?
	       work->end - cs->gpu->counters.tick : 0;
}

/* [MODEL] least clocks of a draw or dispatch */
#define SIM_LATENCY_CLOCKS	512
#define SIM_PIXELS_PER_CLOCK	16
/* About 80 ms: longer work is cut, so that software does not take it for a hang. */
#define SIM_MOST_TICKS		BIT(20)
/* Counts beyond are cut. With 64 clocks an invocation, 6 stages, 4 EUs clocks stay below 2^40. */
#define SIM_MOST_EVENTS		BIT_ULL(32)

/* Check whether a command must wait for work under way. */
bool sim_work_busy(const struct sim_run *run)
{
	return sim_work_left(run->cs);
}

/* Wait for the end of the work under way. */
enum sim_done sim_work_wait(struct sim_run *run)
{
	/* The step itself takes a tick. */
	sim_run_takes(run, sim_work_left(run->cs) - 1);
	return SIM_AGAIN;
}

/* Add invocations of a stage's shaders to work. */
void sim_work_shade(struct sim_run *run, struct sim_work *work, enum sim_stage stage,
		    u64 invocations, u64 threads)
{
	invocations = min(invocations, SIM_MOST_EVENTS);
	work->count[SIM_WORK_INVOCATIONS + stage] = invocations;
	work->count[SIM_WORK_THREADS + stage] = min(threads, SIM_MOST_EVENTS);
	work->count[SIM_WORK_EU + stage] = invocations * run->gpu->work.eu_clocks;
	work->count[SIM_WORK_EU_ALL] += work->count[SIM_WORK_EU + stage];
}

/* EUs execute half of the time that shaders take, and stall for less than half of it. */
static u64 sim_duration(const struct oa_sim_gpu *gpu, const struct sim_work *work)
{
	u64 clocks = div_u64(2 * work->count[SIM_WORK_EU_ALL], gpu->num_eus);

	clocks = max(clocks, max(work->count[SIM_WORK_VERTICES], work->count[SIM_WORK_PRIMITIVES]));
	clocks = max(clocks, work->count[SIM_WORK_PIXELS] / SIM_PIXELS_PER_CLOCK);
	return sim_ticks_of_clocks(gpu, SIM_LATENCY_CLOCKS + clocks) + 1;
}

/* Limit the duration; the EUs' clocks are cut in proportion. */
static void sim_shorten(struct sim_work *work, u64 *ticks)
{
	u32 n;

	if (*ticks <= SIM_MOST_TICKS)
		return;
	for (n = SIM_WORK_EU; n <= SIM_WORK_EU_ALL; n++)
		work->count[n] = sim_share(work->count[n], SIM_MOST_TICKS, *ticks);
	*ticks = SIM_MOST_TICKS;
}

static void sim_book(struct oa_sim_gpu *gpu, const struct sim_work *work)
{
	struct sim_stats *stats = &gpu->stats;
	u32 stage;

	stats->work_vertices += work->count[SIM_WORK_VERTICES];
	stats->work_primitives += work->count[SIM_WORK_PRIMITIVES];
	stats->work_pixels += work->count[SIM_WORK_PIXELS];
	stats->work_invocations += work->count[SIM_WORK_INVOCATIONS + SIM_STAGE_CS];
	stats->work_ticks += work->end - work->begin;
	for (stage = 0; stage < SIM_NUM_STAGES; stage++)
		stats->work_threads += work->count[SIM_WORK_THREADS + stage];
}

/* Record a client's work for any engine. Work with privilege is a driver's, and is not recorded. */
void sim_work_submitted(struct sim_run *run)
{
	if (!run->privileged)
		run->gpu->work.seen = true;
}

/* Start work; the engine is idle, and @work has no times yet. */
enum sim_done sim_work_begin(struct sim_run *run, struct sim_work *work)
{
	struct oa_sim_gpu *gpu = run->gpu;
	u64 ticks;
	u32 n;

	for (n = 0; n < SIM_WORK_EU; n++)
		work->count[n] = min(work->count[n], SIM_MOST_EVENTS);
	ticks = sim_duration(gpu, work);
	sim_shorten(work, &ticks);
	work->begin = gpu->counters.tick;
	work->end = work->begin + ticks;
	memset(work->done, 0, sizeof(work->done));
	gpu->work.now = *work;
	sim_work_submitted(run);
	sim_book(gpu, work);
	return SIM_NEXT;
}
