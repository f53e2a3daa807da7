/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulated render command streamer: ring, execlists, context images.
 */
#ifndef _SIM_CS_H_
#define _SIM_CS_H_

#include <linux/types.h>

struct oa_sim_gpu;

/**
 * struct sim_cs_ops - the render command streamer of one generation
 *
 * All with the GPU locked.
 */
struct sim_cs_ops {
	/** @owns: is it a register of the streamer? */
	bool (*owns)(u32 offset);
	/** @read: one that @owns */
	u32 (*read)(struct oa_sim_gpu *gpu, u32 offset);
	/** @write: one that @owns */
	void (*write)(struct oa_sim_gpu *gpu, u32 offset, u32 value);
	/** @run: execute what is due up to a time stamp; called as time passes */
	void (*run)(struct oa_sim_gpu *gpu, u64 tick);
	/** @reset: power-on state, also after a reset of the engine */
	void (*reset)(struct oa_sim_gpu *gpu);
};

/** struct sim_cs - state of the render command streamer */
struct sim_cs {
	/** @ctx_loaded: a context was loaded and has not been lost since */
	bool ctx_loaded;
	/** @ctx_active: it is executing commands */
	bool ctx_active;
	/** @ctx_id: CTX_ID of the loaded context as reports show it */
	u32 ctx_id;
	/** @lrca: GGTT address of its image */
	u32 lrca;
};

#endif /* _SIM_CS_H_ */
