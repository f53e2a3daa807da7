/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulated command streamers: ring, execlists, context images.
 */
#ifndef _SIM_CS_H_
#define _SIM_CS_H_

#include "sim/core/sim_env.h"

struct oa_sim_gpu;
struct sim_reg_range;

/** enum sim_load_step - the driver's batch that runs because a context was loaded */
enum sim_load_step {
	/** @SIM_LOAD_DONE: none */
	SIM_LOAD_DONE,
	/** @SIM_LOAD_INDIRECT: the one that INDIRECT_CTX names */
	SIM_LOAD_INDIRECT,
	/** @SIM_LOAD_PER_CONTEXT: the one that BB_PER_CTX_PTR names */
	SIM_LOAD_PER_CONTEXT,
};

/** struct sim_batch - a position in a batch */
struct sim_batch {
	/** @address: of the next command */
	u64 address;
	/** @ppgtt: in the context's own address space, else in the GGTT */
	bool ppgtt;
	/** @user: its commands have no privilege */
	bool user;
};

/* No register of an engine is farther from its base. */
#define SIM_ENGINE_BYTES	0x1000
#define SIM_CS_ELEMENTS		2
#define SIM_CS_QUEUE		8	/* entries of gen11's submission queue */
#define SIM_CSB_ENTRIES		12	/* most of any generation */
/* Enough for MI_STORE_DATA_IMM, whose field for the length has ten bits */
#define SIM_CS_DWORDS		1026
/* Batches that call each other */
#define SIM_BATCH_LEVELS	2

/* Registers of the image that keep their value and do nothing */
#define RING_SECOND_BB_ADDR(base)	((base) + 0x114)
#define RING_SECOND_BB_STATE(base)	((base) + 0x118)
#define RING_SECOND_BB_ADDR_UDW(base)	((base) + 0x11c)
#define RING_BB_PER_CTX_PTR(base)	((base) + 0x1c0)
#define RING_INDIRECT_CTX(base)		((base) + 0x1c4)
#define RING_INDIRECT_CTX_OFFSET(base)	((base) + 0x1c8)

/** enum sim_engine_class - classes of engines; numbered as in a descriptor of gen11 */
enum sim_engine_class {
	/** @SIM_RENDER: render */
	SIM_RENDER,
	/** @SIM_VIDEO: video decode */
	SIM_VIDEO,
	/** @SIM_VIDEO_ENHANCE: video enhancement */
	SIM_VIDEO_ENHANCE,
	/** @SIM_COPY: copies and fills */
	SIM_COPY,
};

#define SIM_IRQ_PM		32

/** struct sim_engine_info - an engine of a platform; constant */
struct sim_engine_info {
	/** @name: for messages; NULL ends a list */
	const char *name;
	/** @base: base of the offsets of its registers */
	u32 base;
	/** @class: enum sim_engine_class */
	u8 class;
	/** @instance: number within its class */
	u8 instance;
	/**
	 * @irq: its interrupt: up to gen7.5 the bit of GTIIR, or SIM_IRQ_PM + the bit of PMIIR;
	 * gen8 and gen9: the half of a set; gen11: the bit of GT INT DW, DW 1 from 32 on
	 */
	u8 irq;
	/** @irq_error: up to gen7.5: the bit of errors, in the same register; the notify follows */
	u8 irq_error;
	/** @hws: gen7: number of the register with its status page's address */
	u8 hws;
	/** @reset: its bit of GDRST */
	u32 reset;
};

/** struct sim_cs_gen - the command streamers of a generation; hardware.rst 7.5, 9 */
struct sim_cs_gen {
	/** @registers: lists of a streamer's registers, from its base on; unused ones are NULL */
	const struct sim_reg_range *registers[5];
	/** @hws_pga: the status page's address, from the engine's base on */
	u32 hws_pga;
	/** @hws_apart: that register is one of HWS_PGA_GEN7() instead */
	bool hws_apart;
	/** @gfx_mode: GFX_MODE, likewise */
	u32 gfx_mode;
	/** @execlists: bit of GFX_MODE that turns execlists on; 0: there are none */
	u32 execlists;
	/** @queue: submission by queue and load instead of four writes to ELSP */
	bool queue;
	/** @reset_ctl: software must first request a reset of the engine in RESET_CTL */
	bool reset_ctl;
	/** @relative: MI_LOAD_REGISTER_IMM may count offsets from the engine's base */
	bool relative;
	/** @pages_64k: a page table may have pages of 64 KiB */
	bool pages_64k;
	/** @generation: its bit in struct sim_command.generations */
	u8 generation;
	/** @always_ggtt: MI_REPORT_PERF_COUNT and PIPE_CONTROL are as on SNB */
	bool always_ggtt;
	/** @render_space: GFX_MODE of the render engine chooses the address space of each engine */
	bool render_space;
	/** @user_batch: MI_BATCH_BUFFER_START's bit for no privilege; 0: that of the PPGTT */
	u32 user_batch;
	/** @predicated_store: MI_STORE_REGISTER_MEM may depend on the predicate */
	bool predicated_store;
	/** @address_dwords: dwords of an address in a command */
	u8 address_dwords;
	/** @csb_entries: entries of the context status buffer */
	u8 csb_entries;
	/** @csb_write: dword of the status page with the last written entry */
	u8 csb_write;
	/** @csb_names_both: a status names the context that runs now and the one before */
	bool csb_names_both;
	/** @register_waits: a wait may compare a register instead of memory */
	bool register_waits;
	/** @wide_image: the image of each engine has gen12's registers of the ring and its state */
	bool wide_image;
	/** @mode: dword of the first mode's value in the image's register pages */
	u16 mode;
	/** @modes: number of modes in an image of the render engine */
	u16 modes;
	/** @oactxcontrol: dword of OACTXCONTROL's value in the image's register pages */
	u16 oactxcontrol;
	/** @flex: likewise EU_PERF_CNT_CTL0; the others follow, two dwords apart */
	u16 flex;
	/** @ctx_id: bits of a descriptor's upper half that reports show */
	u32 ctx_id;
	/** @desc_engine: a descriptor names the engine's class and instance */
	bool desc_engine;
	/** @desc_mbz: bits of a descriptor that must be zero */
	u64 desc_mbz;
};

/** struct sim_cs - an engine's command streamer */
struct sim_cs {
	/** @gpu: the GPU; constant */
	struct oa_sim_gpu *gpu;
	/** @info: its engine; constant */
	const struct sim_engine_info *info;
	/** @number: index in struct oa_sim_gpu.engine; constant */
	u32 number;
	/** @ctx_loaded: a context was loaded and has not been lost since */
	bool ctx_loaded;
	/** @ctx_active: the loaded context is executing commands */
	bool ctx_active;
	/** @ctx_id: CTX_ID of the loaded context as reports show it */
	u32 ctx_id;
	/** @lrca: GGTT address of the loaded context's image */
	u32 lrca;
	/** @busy: the streamer has a step to do as time passes */
	bool busy;
	/** @due: tick of the next step */
	u64 due;
	/** @hung: stopped at a command that can't be executed, until a reset */
	bool hung;
	/** @runs_on: ignored a stop (a fault) */
	bool runs_on;
	/** @runs_on_entry: the GGTT entry of the status page at that time */
	u64 runs_on_entry;
	/** @no_arbitration: MI_ARB_ON_OFF forbids preemption */
	bool no_arbitration;
	/** @tail: RING_TAIL */
	u32 tail;
	/** @head: RING_HEAD, with the count of wraps */
	u32 head;
	/** @start: RING_START */
	u32 start;
	/** @ctl: RING_CTL */
	u32 ctl;
	/** @level: commands come from @batch[@level - 1]; 0: from the ring */
	u8 level;
	/** @batch: positions in the batch and in the second-level batch */
	struct sim_batch batch[SIM_BATCH_LEVELS];
	/** @load_step: enum sim_load_step: commands come from @load_batch, before all others */
	u8 load_step;
	/** @load_batch: position in the batch that runs because a context was loaded */
	struct sim_batch load_batch;
	/** @load_end: end of the first of those */
	u64 load_end;
	/** @predicate: condition of MI_SET_PREDICATE; 0: none */
	u8 predicate;
	/** @progress: of a command that takes several steps; 0: at its start */
	u32 progress;
	/** @waits: the event of MI_SEMAPHORE_WAIT was raised for the current wait */
	bool waits;
	/** @eir: EIR: errors that were not masked when they happened */
	u32 eir;
	/** @esr: ESR: current errors, masked or not */
	u32 esr;
	/** @extra_ticks: ticks of the last step besides the usual */
	u32 extra_ticks;
	/** @hws: HWS_PGA */
	u32 hws;
	/** @mi_mode: MI_MODE */
	u32 mi_mode;
	/** @gfx_mode: GFX_MODE */
	u32 gfx_mode;
	/** @ccid: up to gen7.5, the running context by MI_SET_CONTEXT, with CCID_VALID */
	u32 ccid;
	/** @control: CONTEXT_CONTROL of the loaded context */
	u32 control;
	/** @reset_ctl: RESET_CTL: the request */
	u32 reset_ctl;
	/** @reset_asked: tick of that request */
	u64 reset_asked;
	/** @elsp: writes to ELSP so far */
	u32 elsp[4];
	/** @elsp_count: number of those writes */
	u8 elsp_count;
	/** @queue: gen11's submission queue */
	u64 queue[SIM_CS_QUEUE];
	/** @submitted: @pending is waiting */
	bool submitted;
	/** @pending: the descriptors of that submission */
	u64 pending[SIM_CS_ELEMENTS];
	/** @element: descriptors of the running submission */
	u64 element[SIM_CS_ELEMENTS];
	/** @current_element: index of the running one in @element */
	u8 current_element;
	/** @csb: context status buffer: status, context */
	u32 csb[SIM_CSB_ENTRIES][2];
	/** @csb_write: the entry last written */
	u8 csb_write;
	/** @csb_read: the entry that software last read, by its pointer */
	u8 csb_read;
	/** @dw: the command under execution, or a block of the image under load */
	u32 dw[SIM_CS_DWORDS];
};

extern const struct sim_engine_info sim_engines_gen6[], sim_engines_hsw[], sim_engines_gen8[],
	sim_engines_icl[], sim_engines_ehl[];
extern const struct sim_cs_gen sim_cs_snb, sim_cs_ivb, sim_cs_hsw, sim_cs_gen8, sim_cs_gen9,
	sim_cs_gen11, sim_cs_gen12;

/* sim_cs_gen.c */
bool sim_cs_owns(const struct sim_cs *cs, u32 offset);
u32 sim_hws_pga(const struct sim_cs *cs);
bool sim_execlists(const struct sim_cs *cs);
u32 sim_lri_offset(const struct sim_cs *cs, u32 header, u32 dword);

/* sim_cs_ring.c */
u32 sim_ring_bytes(const struct sim_cs *cs);
bool sim_ring_empty(const struct sim_cs *cs);
bool sim_ring_check(struct sim_cs *cs);
bool sim_ring_write(struct sim_cs *cs, u32 offset, u32 value);
bool sim_ring_fetch(struct sim_cs *cs, u32 dword, u32 *value);
void sim_ring_advance(struct sim_cs *cs, u32 dwords);
u64 sim_cs_position(const struct sim_cs *cs);
bool sim_cs_idle(const struct sim_cs *cs);
void sim_cs_wake(struct sim_cs *cs);

/* sim_mi_batch.c */
struct sim_batch *sim_batch_now(struct sim_cs *cs);
bool sim_batch_fetch(struct sim_cs *cs, const struct sim_batch *batch, u32 dword, u32 *value);
void sim_batch_forget(struct sim_cs *cs);
void sim_batch_clear(struct sim_cs *cs);
void sim_batch_save(struct sim_cs *cs);
void sim_batch_restore(struct sim_cs *cs);

/* sim_context_registers.c */
u32 sim_saved_register(u32 n);
u32 sim_saved_value(struct oa_sim_gpu *gpu, u32 offset);

/* sim_cs_math.c: register arithmetic */
bool sim_cs_math(struct sim_cs *cs, const u32 *instructions, u32 num);

/* sim_cs_image.c: context images */
bool sim_image_load(struct sim_cs *cs, u64 descriptor);
bool sim_image_load_tail(struct sim_cs *cs);
void sim_image_save(struct sim_cs *cs);
void sim_image_forget(struct sim_cs *cs);

/* sim_cs_execlist.c: submission and status */
void sim_execlist_submit(struct sim_cs *cs, u64 first, u64 second);
bool sim_execlist_takes(const struct sim_cs *cs);
bool sim_execlist_take(struct sim_cs *cs);
bool sim_execlist_complete(struct sim_cs *cs);
u32 sim_execlist_status(const struct sim_cs *cs);

/* sim_cs_run.c */
struct sim_cs *sim_cs_next(struct oa_sim_gpu *gpu);
bool sim_cs_busy(const struct oa_sim_gpu *gpu);
void sim_cs_run(struct sim_cs *cs);
void sim_cs_stop_requested(struct sim_cs *cs);

/* sim_cs.c */
u32 sim_cs_read(struct sim_cs *cs, u32 reg);
void sim_cs_write(struct sim_cs *cs, u32 reg, u32 value);
void sim_cs_reset(struct sim_cs *cs);

#endif /* _SIM_CS_H_ */
