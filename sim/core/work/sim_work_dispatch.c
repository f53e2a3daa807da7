// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Dispatches of the simulated render engine
 *
 * GPGPU_WALKER has the number of thread groups, the number of threads of each and masks for the
 * channels of the last threads. A media object is a thread; a media walker makes one for
 * each place that it visits.
 *
 * Facts: hardware.rst 18.5. [MODEL] blocks of a media walker are not cut at the edge; a media
 * thread is an invocation for its time, and none for statistics.
 */
#include "sim/core/sim_bits.h"
#include "sim_work_commands.h"

#define SIM_INDIRECT		BIT(10)
#define SIM_DISPATCH_DIMENSION	0x2500	/* x; y and z follow */
#define SIM_WALKER_SIMD		GENMASK(31, 30)
#define SIM_WALKER_DEPTH	GENMASK(21, 16)
#define SIM_WALKER_HEIGHT	GENMASK(13, 8)
#define SIM_WALKER_WIDTH	GENMASK(5, 0)
#define SIM_MEDIA_WALKER_DWORDS	17
#define SIM_AXES		3

/* Dwords of GPGPU_WALKER */
static const struct sim_walker {
	u8 generations;
	u8 dwords;
	u8 simd;
	u8 start[SIM_AXES];
	u8 end[SIM_AXES];
	u8 right;
	u8 bottom;
} sim_walkers[] = {
	{ SIM_IVB | SIM_HSW, 11, 2, { 3, 5, 7 }, { 4, 6, 8 }, 9, 10 },
	{ SIM_FROM_GEN8, 15, 4, { 5, 8, 11 }, { 7, 10, 12 }, 13, 14 },
};

static u64 sim_groups(struct sim_run *run, const struct sim_walker *walker)
{
	u64 groups = 1;
	u32 i, start, end;

	for (i = 0; i < SIM_AXES; i++) {
		start = run->dw[walker->start[i]];
		end = run->dw[0] & SIM_INDIRECT ?
		      sim_run_load(run, SIM_DISPATCH_DIMENSION + 4 * i) :
		      run->dw[walker->end[i]];
		/* No three axes of hardware reach beyond this. */
		groups = min(groups * (end > start ? end - start : 0), 1ull << 32);
	}
	return groups;
}

/* Channels of one layer of a group: masks cut its last column and its last row. */
static u32 sim_channels(const struct sim_run *run, const struct sim_walker *walker)
{
	const u32 size = run->dw[walker->simd];
	const u32 simd = 8 << min(FIELD_GET(SIM_WALKER_SIMD, size), 2u);
	const u32 right = run->dw[walker->right] & GENMASK(simd - 1, 0);
	const u32 bottom = run->dw[walker->bottom] & GENMASK(simd - 1, 0);
	const u32 columns = FIELD_GET(SIM_WALKER_WIDTH, size);
	const u32 rows = FIELD_GET(SIM_WALKER_HEIGHT, size);

	return rows * (columns * simd + hweight32(right)) +
	       columns * hweight32(bottom) + hweight32(right & bottom);
}

/* GPGPU_WALKER */
enum sim_done sim_gpgpu_walker(struct sim_run *run)
{
	const struct sim_walker *walker = sim_walkers;
	struct sim_work work = { };
	u64 layers, threads;
	u32 size;

	while (!(walker->generations & run->gen->generation))
		walker++;
	if (run->n < walker->dwords)
		return sim_run_reject(run, SIM_CS_LENGTH, run->dw[0]);
	if (sim_work_busy(run))
		return sim_work_wait(run);
	run->gpu->stats.dispatches++;
	size = run->dw[walker->simd];
	layers = sim_groups(run, walker) * (FIELD_GET(SIM_WALKER_DEPTH, size) + 1);
	threads = layers * (FIELD_GET(SIM_WALKER_HEIGHT, size) + 1) *
		  (FIELD_GET(SIM_WALKER_WIDTH, size) + 1);
	if (!layers)
		return SIM_NEXT;
	sim_work_shade(run, &work, SIM_STAGE_CS, layers * sim_channels(run, walker), threads);
	work.statistics = 1ull << (SIM_WORK_INVOCATIONS + SIM_STAGE_CS);
	return sim_work_begin(run, &work);
}

static enum sim_done sim_media(struct sim_run *run, u64 threads)
{
	struct sim_work work = { };

	run->gpu->stats.dispatches++;
	sim_work_shade(run, &work, SIM_STAGE_CS, threads, threads);
	work.count[SIM_WORK_INVOCATIONS + SIM_STAGE_CS] = 0;
	return sim_work_begin(run, &work);
}

/* MEDIA_OBJECT, MEDIA_OBJECT_PRT, GPGPU_OBJECT. */
enum sim_done sim_media_object(struct sim_run *run)
{
	return sim_work_busy(run) ? sim_work_wait(run) : sim_media(run, 1);
}

/* Number of steps from @at on that stay from 0 up to @end; ~0u: no motion in this direction */
static u32 sim_steps(s32 at, s32 step, s32 end)
{
	if (at < 0 || at >= end)
		return 0;
	if (!step)
		return ~0u;
	return step > 0 ? (end - 1 - at) / step + 1 : at / -step + 1;
}

static s32 sim_low(u32 dword)
{
	return (s32)(dword << 20) >> 20;
}

static s32 sim_high(u32 dword)
{
	return (s32)(dword << 4) >> 20;
}

/*
 * Places of a loop in a loop; dwords: block, start, outer stride, inner step. The outer loop has
 * @more + 1 rounds; the inner one runs as long as it is inside of the block.
 */
static u64 sim_places(u32 block, u32 start, u32 outer, u32 inner, u32 more)
{
	u64 places = 0;
	u32 i, steps;

	for (i = 0; i <= more; i++) {
		steps = min(sim_steps(sim_low(start) + (s32)i * sim_low(outer), sim_low(inner),
				      block & 0x7ff),
			    sim_steps(sim_high(start) + (s32)i * sim_high(outer), sim_high(inner),
				      block >> 16 & 0x7ff));
		places += steps == ~0u ? 1 : steps;
	}
	return places;
}

/* MEDIA_OBJECT_WALKER */
enum sim_done sim_media_walker(struct sim_run *run)
{
	const u32 *dw = run->dw;
	u64 threads;

	if (sim_work_busy(run))
		return sim_work_wait(run);
	if (run->n < SIM_MEDIA_WALKER_DWORDS)
		return sim_media(run, 1);
	threads = sim_places(dw[8], dw[9], dw[11], dw[12], dw[7] & 0x3ff) *
		  sim_places(dw[13], dw[14], dw[15], dw[16], dw[7] >> 16 & 0x3ff);
	return sim_media(run, threads * (FIELD_GET(GENMASK(27, 24), dw[6]) + 1));
}
