// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: How long work of the simulated render engine takes
 *
 * Shaders run on all EUs at once, which execute for half of that time. Vertices, primitives and
 * pixels pass at the pace of the units that handle them. The slowest decides.
 *
 * Facts: hardware.rst 18.6. [MODEL] all of it.
 */
#include "sim_work.h"

/* [MODEL] clocks of a draw or dispatch that hardly does anything */
#define SIM_LATENCY_CLOCKS	512
#define SIM_PIXELS_PER_CLOCK	16
/* About 80 ms; what would take longer does not, so that software does not take it for a hang. */
#define SIM_MOST_TICKS		BIT(20)
/* Counts beyond are cut. With 64 clocks an invocation, 6 stages, 4 EUs clocks stay below 2^40. */
#define SIM_MOST_EVENTS		BIT_ULL(32)

/* Must a command wait for work under way? */
bool sim_work_busy(const struct sim_run *run)
{
	return sim_work_left(run->cs);
}

/* A command waits for the end of the work under way. */
enum sim_done sim_work_wait(struct sim_run *run)
{
	/* The step itself takes a tick. */
	sim_run_takes(run, sim_work_left(run->cs) - 1);
	return SIM_AGAIN;
}

/**
 * sim_work_shade() - add shaders to work
 * @run: the command
 * @work: the work
 * @stage: the shaders' stage
 * @invocations: how often they run
 * @threads: in how many threads
 */
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
	u64 clocks = div_u64(2 * work->count[SIM_WORK_EU_ALL], sim_num_eus(gpu));

	clocks = max(clocks, max(work->count[SIM_WORK_VERTICES], work->count[SIM_WORK_PRIMITIVES]));
	clocks = max(clocks, work->count[SIM_WORK_PIXELS] / SIM_PIXELS_PER_CLOCK);
	return sim_ticks_of_clocks(gpu, SIM_LATENCY_CLOCKS + clocks) + 1;
}

/* In less time EUs execute less. */
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
	struct sim_books *books = &gpu->books;
	u32 stage;

	books->work_vertices += work->count[SIM_WORK_VERTICES];
	books->work_primitives += work->count[SIM_WORK_PRIMITIVES];
	books->work_pixels += work->count[SIM_WORK_PIXELS];
	books->work_invocations += work->count[SIM_WORK_INVOCATIONS + SIM_STAGE_CS];
	books->work_ticks += work->end - work->begin;
	for (stage = 0; stage < SIM_NUM_STAGES; stage++)
		books->work_threads += work->count[SIM_WORK_THREADS + stage];
}

/**
 * sim_work_submitted() - work was submitted, for any engine
 * @run: the command that asks for it
 *
 * What is submitted with privilege, as by a driver, is no client's.
 */
void sim_work_submitted(struct sim_run *run)
{
	if (!run->privileged)
		run->gpu->work.seen = true;
}

/**
 * sim_work_begin() - the engine begins to work; it did not work before
 * @run: the command that asks for it
 * @work: what it asks for, without times
 */
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
