/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of the 3D pipeline, as commands set it.
 */
#ifndef _SIM_WORK_STATE_H_
#define _SIM_WORK_STATE_H_

#include "sim/core/cs/sim_command.h"

/** struct sim_state_field - a field of a command that sets state; without @mask there is none */
struct sim_state_field {
	/** @slot: enum sim_state_slot */
	u8 slot;
	/** @dword: of the command */
	u8 dword;
	/** @mask: the field */
	u32 mask;
};

/** struct sim_pipeline - places of the 3D pipeline's state, by generation; constant */
struct sim_pipeline {
	/** @generations: the generations with these places */
	u8 generations;
	/** @ps_count: increment of PS_INVOCATION_COUNT for an invocation */
	u8 ps_count;
	/** @vertices: dword of 3DPRIMITIVE with the count of vertices */
	u8 vertices;
	/** @first: likewise the number of the first */
	u8 first;
	/** @instances: likewise the count of instances */
	u8 instances;
	/** @indirect: bit of 3DPRIMITIVE that takes them from registers */
	u32 indirect;
	/** @random: dword of 3DPRIMITIVE and the bit that says that vertices have an index */
	struct sim_state_field random;
	/** @topology_here: the same of the topology, if no state has it */
	struct sim_state_field topology_here;
	/** @viewport: the pointer to viewports */
	struct sim_state_field viewport;
	/** @base: the base of that pointer; from gen8 on its upper half follows */
	struct sim_state_field base;
	/* Enables of stages, of their statistics, and of wider dispatches */
	struct sim_state_field topology, vf_statistics, vs, vs_statistics, vs_simd8;
	struct sim_state_field hs, hs_statistics, hs_instances, ds, ds_statistics, ds_simd8;
	struct sim_state_field gs, gs_statistics, gs_instances, gs_simd8;
	struct sim_state_field stream_out, stream_out_only, clip, clip_mode, clip_statistics;
	struct sim_state_field ps, wm_statistics, ps_widths, ps_per_sample, writes, samples;
	struct sim_state_field scissor;
	/** @depth: enables of operations on the depth buffer by draws; up to gen7.5 */
	struct sim_state_field depth;
};

u32 sim_state_get(const struct oa_sim_gpu *gpu, const struct sim_state_field *field);
const struct sim_pipeline *sim_pipeline(const struct sim_cs_gen *gen);
u64 sim_state_base(const struct sim_run *run, const struct sim_pipeline *p);
bool sim_state_read(struct sim_run *run, u64 address, u32 *value);

#endif /* _SIM_WORK_STATE_H_ */
