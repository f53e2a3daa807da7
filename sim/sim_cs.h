/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulated render command streamer: ring, execlists, context images.
 */
#ifndef _SIM_CS_H_
#define _SIM_CS_H_

#include <linux/types.h>

#define SIM_CSB_MAX		12
#define SIM_NUM_CS_REGS		0x100

struct oa_sim_gpu;

/** struct sim_lrc_layout - where registers stand in a context image; dwords of the offsets */
struct sim_lrc_layout {
	/** @oactxcontrol: OACTXCONTROL */
	u32 oactxcontrol;
	/** @flex: EU_PERF_CNT_CTL0, the others behind it */
	u32 flex;
};

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
	/** @ended: the ring is empty */
	void (*ended)(struct oa_sim_gpu *gpu);
	/** @layout: of context images, NULL: contexts are not executed */
	const struct sim_lrc_layout *layout;
	/** @csb_entries: events that the context status buffer holds */
	u32 csb_entries;
	/** @csb_write_dword: dword of the status page with its write index */
	u32 csb_write_dword;
	/** @csb_write_mask: write index in the pointer register */
	u32 csb_write_mask;
	/** @run_list: bit of GFX_MODE without which nothing can be submitted */
	u32 run_list;
	/** @id_mask: bits of a descriptor's upper half that reports show */
	u32 id_mask;
	/** @wide: commands hold addresses of 64 bits */
	bool wide;
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
	/** @regs: registers by (offset - 0x2000) / 4 */
	u32 regs[SIM_NUM_CS_REGS];
	/** @hws_pga: status page, at another place up to gen7.5 */
	u32 hws_pga;
	/** @submit: dwords written to ELSP, or the submission queue */
	u32 submit[4];
	/** @num_submit: how many of ELSP's four writes have come */
	u32 num_submit;
	/** @queued: descriptors submitted and not yet taken; 0: none */
	u64 queued[2];
	/** @pending: @queued is to be taken */
	bool pending;
	/** @next: descriptor that follows the one that runs, 0: none */
	u64 next;
	/** @csb_next: event of the context status buffer that is written next */
	u32 csb_next;
	/** @csb: the context status buffer */
	u32 csb[SIM_CSB_MAX][2];
	/** @due: tick from which on the next command executes */
	u64 due;
	/** @batch: GGTT address in the batch that runs, 0: none */
	u32 batch;
	/** @hung: a command could not be executed */
	bool hung;
	/** @gdrst: GDRST */
	u32 gdrst;
	/** @gdrst_due: tick at which its bits clear */
	u64 gdrst_due;
};

extern const struct sim_cs_ops sim_cs_gen6, sim_cs_gen8, sim_cs_gen9, sim_cs_gen11;

u32 *sim_cs_reg(struct oa_sim_gpu *gpu, u32 offset);
void sim_cs_clear(struct oa_sim_gpu *gpu);
bool sim_cs_running(const struct oa_sim_gpu *gpu);

/* sim_cs_commands.c */
u32 sim_cs_command(struct oa_sim_gpu *gpu, u32 address);

/* sim_reset.c */
bool sim_reset_owns(u32 offset);
u32 sim_reset_read(struct oa_sim_gpu *gpu, u32 offset);
void sim_reset_write(struct oa_sim_gpu *gpu, u32 offset, u32 value);
void sim_reset_full(struct oa_sim_gpu *gpu);
void sim_reset_render(struct oa_sim_gpu *gpu);
void sim_power_cycle(struct oa_sim_gpu *gpu);

#endif /* _SIM_CS_H_ */
