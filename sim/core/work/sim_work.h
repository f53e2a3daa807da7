/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Work of the simulated render engine: the counts and the duration of a draw or dispatch, and the
 * state that it depends on.
 */
#ifndef _SIM_WORK_H_
#define _SIM_WORK_H_

#include "sim/core/sim_env.h"

struct oa_sim_gpu;
struct sim_cs;

/** enum sim_stage - stages whose shaders run on EUs */
enum sim_stage {
	/** @SIM_STAGE_VS: vertex shaders */
	SIM_STAGE_VS,
	/** @SIM_STAGE_HS: hull shaders */
	SIM_STAGE_HS,
	/** @SIM_STAGE_DS: domain shaders */
	SIM_STAGE_DS,
	/** @SIM_STAGE_GS: geometry shaders */
	SIM_STAGE_GS,
	/** @SIM_STAGE_PS: pixel shaders */
	SIM_STAGE_PS,
	/** @SIM_STAGE_CS: compute and media */
	SIM_STAGE_CS,
	/** @SIM_NUM_STAGES: number of stages */
	SIM_NUM_STAGES,
};

/** enum sim_work_count - counts of work */
enum sim_work_count {
	/** @SIM_WORK_VERTICES: vertices fetched */
	SIM_WORK_VERTICES,
	/** @SIM_WORK_PRIMITIVES: primitives they make */
	SIM_WORK_PRIMITIVES,
	/** @SIM_WORK_INVOCATIONS: invocations of the shaders of each stage */
	SIM_WORK_INVOCATIONS,
	/** @SIM_WORK_GS_PRIMITIVES: primitives that geometry shaders make */
	SIM_WORK_GS_PRIMITIVES = SIM_WORK_INVOCATIONS + SIM_NUM_STAGES,
	/** @SIM_WORK_CLIPPED: primitives that reach the clipper */
	SIM_WORK_CLIPPED,
	/** @SIM_WORK_CL_PRIMITIVES: primitives that leave it */
	SIM_WORK_CL_PRIMITIVES,
	/** @SIM_WORK_PIXELS: pixels rasterised */
	SIM_WORK_PIXELS,
	/** @SIM_WORK_SAMPLES: samples that pass the depth test */
	SIM_WORK_SAMPLES,
	/** @SIM_WORK_WRITTEN: pixels written to a render target */
	SIM_WORK_WRITTEN,
	/** @SIM_WORK_THREADS: threads of each stage */
	SIM_WORK_THREADS,
	/** @SIM_WORK_EU: clocks in which EUs execute for each stage, summed over EUs */
	SIM_WORK_EU = SIM_WORK_THREADS + SIM_NUM_STAGES,
	/** @SIM_WORK_EU_ALL: the sum of those */
	SIM_WORK_EU_ALL = SIM_WORK_EU + SIM_NUM_STAGES,
	/** @SIM_NUM_WORK_COUNTS: number of counts */
	SIM_NUM_WORK_COUNTS,
};

/** enum sim_work_mode - source of the OA unit's counters */
enum sim_work_mode {
	/** @SIM_WORK_AUTO: the activity, until a client has submitted work; then the work */
	SIM_WORK_AUTO,
	/** @SIM_WORK_FOLLOW: submitted work */
	SIM_WORK_FOLLOW,
	/** @SIM_WORK_SYNTHETIC: the activity */
	SIM_WORK_SYNTHETIC,
	/** @SIM_NUM_WORK_MODES: number of modes */
	SIM_NUM_WORK_MODES,
};

/** struct sim_work - an interval in which the render engine works; all counts grow evenly in it */
struct sim_work {
	/** @begin: time stamp at which it begins */
	u64 begin;
	/** @end: time stamp at which it is done; 0: there is no work */
	u64 end;
	/** @statistics: bit n: count n goes into its register */
	u64 statistics;
	/** @count: counts of the whole interval */
	u64 count[SIM_NUM_WORK_COUNTS];
	/** @done: counts up to now */
	u64 done[SIM_NUM_WORK_COUNTS];
};

/** enum sim_state_slot - commands that set state which draws depend on */
enum sim_state_slot {
	/** @SIM_STATE_VF_STATISTICS: 3DSTATE_VF_STATISTICS */
	SIM_STATE_VF_STATISTICS,
	/** @SIM_STATE_BASE: STATE_BASE_ADDRESS */
	SIM_STATE_BASE,
	/** @SIM_STATE_VF_TOPOLOGY: 3DSTATE_VF_TOPOLOGY */
	SIM_STATE_VF_TOPOLOGY,
	/** @SIM_STATE_VERTEX_BUFFER: 3DSTATE_VERTEX_BUFFERS, each of the first buffers */
	SIM_STATE_VERTEX_BUFFER,
	/** @SIM_STATE_VERTEX_ELEMENTS: 3DSTATE_VERTEX_ELEMENTS, the first two */
	SIM_STATE_VERTEX_ELEMENTS = SIM_STATE_VERTEX_BUFFER + 4,
	/** @SIM_STATE_VS: 3DSTATE_VS */
	SIM_STATE_VS,
	/** @SIM_STATE_HS: 3DSTATE_HS */
	SIM_STATE_HS,
	/** @SIM_STATE_TE: 3DSTATE_TE */
	SIM_STATE_TE,
	/** @SIM_STATE_DS: 3DSTATE_DS */
	SIM_STATE_DS,
	/** @SIM_STATE_GS: 3DSTATE_GS */
	SIM_STATE_GS,
	/** @SIM_STATE_STREAMOUT: 3DSTATE_STREAMOUT */
	SIM_STATE_STREAMOUT,
	/** @SIM_STATE_CLIP: 3DSTATE_CLIP */
	SIM_STATE_CLIP,
	/** @SIM_STATE_SF: 3DSTATE_SF */
	SIM_STATE_SF,
	/** @SIM_STATE_RASTER: 3DSTATE_RASTER */
	SIM_STATE_RASTER,
	/** @SIM_STATE_WM: 3DSTATE_WM */
	SIM_STATE_WM,
	/** @SIM_STATE_PS: 3DSTATE_PS */
	SIM_STATE_PS,
	/** @SIM_STATE_PS_BLEND: 3DSTATE_PS_BLEND */
	SIM_STATE_PS_BLEND,
	/** @SIM_STATE_PS_EXTRA: 3DSTATE_PS_EXTRA */
	SIM_STATE_PS_EXTRA,
	/** @SIM_STATE_VIEWPORT: the command with the pointer to viewports */
	SIM_STATE_VIEWPORT,
	/** @SIM_STATE_SCISSOR: 3DSTATE_SCISSOR_STATE_POINTERS */
	SIM_STATE_SCISSOR,
	/** @SIM_STATE_RECTANGLE: 3DSTATE_DRAWING_RECTANGLE */
	SIM_STATE_RECTANGLE,
	/** @SIM_STATE_MULTISAMPLE: 3DSTATE_MULTISAMPLE */
	SIM_STATE_MULTISAMPLE,
	/** @SIM_NUM_STATES: number of these commands */
	SIM_NUM_STATES,
};

/* The most dwords of a command that are kept */
#define SIM_STATE_DWORDS	8

#define SIM_WORK_PIXELS_DEFAULT		25
#define SIM_WORK_EU_CLOCKS_DEFAULT	4

/** struct sim_works - the render engine's work and the state that draws depend on */
struct sim_works {
	/** @mode: knob: enum sim_work_mode */
	u32 mode;
	/** @pixels: knob: percent of the area that a draw of triangles covers */
	u32 pixels;
	/** @eu_clocks: knob: clocks that an EU needs for an invocation */
	u32 eu_clocks;
	/** @seen: a client has submitted work, for any engine, since power-on */
	bool seen;
	/** @now: the work under way */
	struct sim_work now;
	/** @events: its counts in the stretch of time that is being counted */
	u64 events[SIM_NUM_WORK_COUNTS];
	/** @state: commands that set state, beginning with their header; 0: none came */
	u32 state[SIM_NUM_STATES][SIM_STATE_DWORDS];
};

/* sim_work.c */
const char *sim_work_mode_name(u32 mode);
bool sim_work_followed(const struct oa_sim_gpu *gpu);
void sim_work_forget(struct oa_sim_gpu *gpu);
void sim_work_power_on(struct oa_sim_gpu *gpu);
u64 sim_work_until(const struct oa_sim_gpu *gpu, u64 tick);
void sim_work_pass(struct oa_sim_gpu *gpu, u64 tick);
void sim_work_passed(struct oa_sim_gpu *gpu, u64 tick);
u32 sim_work_left(const struct sim_cs *cs);

/* sim_work_state.c */
void sim_state_forget(struct oa_sim_gpu *gpu);
void sim_state_save(struct oa_sim_gpu *gpu, u32 *address);
bool sim_state_load(struct oa_sim_gpu *gpu, u32 *address);
u32 sim_state_most(void);

#endif /* _SIM_WORK_H_ */
