/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Commands of the simulated command streamers: their description, their execution.
 */
#ifndef _SIM_COMMAND_H_
#define _SIM_COMMAND_H_

#include "sim/core/gpu/sim_space.h"
#include "sim/core/sim_env.h"
#include "sim/core/sim_model.h"
#include "sim_cs.h"

struct sim_run;

/* Generations that have a command, as struct sim_cs_gen.generation */
#define SIM_SNB			BIT(0)
#define SIM_IVB			BIT(1)	/* and VLV */
#define SIM_HSW			BIT(2)
#define SIM_GEN8		BIT(3)
#define SIM_GEN9		BIT(4)
#define SIM_GEN11		BIT(5)
#define SIM_GEN12		BIT(6)
#define SIM_FROM_GEN9		(SIM_GEN9 | SIM_GEN11 | SIM_GEN12)
#define SIM_FROM_GEN8		(SIM_GEN8 | SIM_FROM_GEN9)
#define SIM_FROM_HSW		(SIM_HSW | SIM_FROM_GEN8)
#define SIM_FROM_IVB		(SIM_IVB | SIM_FROM_HSW)
#define SIM_FROM_SNB		(SIM_SNB | SIM_FROM_IVB)
#define SIM_TO_IVB		(SIM_SNB | SIM_IVB)
#define SIM_TO_HSW		(SIM_TO_IVB | SIM_HSW)

/* A command in which any length is right */
#define SIM_ANY_LENGTH		0xffff

/** enum sim_done - position of the streamer after a command */
enum sim_done {
	/** @SIM_NEXT: at the next command */
	SIM_NEXT,
	/** @SIM_JUMPED: at the target of the command */
	SIM_JUMPED,
	/** @SIM_AGAIN: at the same command, which is not finished or waits */
	SIM_AGAIN,
	/** @SIM_HANG: at this command, until a reset */
	SIM_HANG,
};

/** struct sim_command - a command of some generations; constant */
struct sim_command {
	/** @opcode: the opcode in its client's field */
	u16 opcode;
	/** @generations: generations that have this form */
	u8 generations;
	/** @privileged: without privilege it does nothing */
	bool privileged;
	/** @bare: one dword, without a field for the length */
	bool bare;
	/** @predicated: its bit 8 makes it depend on the predicate's result */
	bool predicated;
	/** @dwords: least length without addresses */
	u8 dwords;
	/** @addresses: number of addresses, whose length the generation decides */
	u8 addresses;
	/** @more: dwords that may follow */
	u16 more;
	/** @length: mask of its field for the length; 0: the lowest byte */
	u16 length;
	/** @execute: execute it; NULL: state that the simulator does not use, skipped unread */
	enum sim_done (*execute)(struct sim_run *run);
};

/** struct sim_target - memory that a command names */
struct sim_target {
	/** @space: the address space */
	const struct sim_space *space;
	/** @address: in it */
	u64 address;
};

/** struct sim_run - a command that is being executed */
struct sim_run {
	/** @gpu: the GPU */
	struct oa_sim_gpu *gpu;
	/** @cs: the streamer */
	struct sim_cs *cs;
	/** @gen: its generation */
	const struct sim_cs_gen *gen;
	/** @command: its description */
	const struct sim_command *command;
	/** @dw: its dwords */
	const u32 *dw;
	/** @n: their number */
	u32 n;
	/** @privileged: from the ring, or from a privileged batch */
	bool privileged;
	/** @space: the context's own address space, if @space_known */
	struct sim_space space;
	/** @space_known: @space was looked up */
	bool space_known;
};

/* sim_cs_table.c */
const struct sim_command *sim_find_command(const struct sim_cs *cs, u32 header);

/* sim_work_state.c */
bool sim_state_remembers(const struct sim_cs_gen *gen, u32 header);
enum sim_done sim_state_command(struct sim_run *run);

/* sim_cmd_common.c */
void sim_cs_space(const struct sim_cs *cs, struct sim_space *space);
enum sim_done sim_run_reject(struct sim_run *run, enum sim_violation kind, u32 value);
enum sim_done sim_run_dropped(struct sim_run *run);
bool sim_run_target(struct sim_run *run, u32 dword, bool ggtt, u32 align,
		    struct sim_target *target);
bool sim_run_own_page(struct sim_run *run, u32 offset, bool global, struct sim_target *target);
bool sim_run_read(struct sim_run *run, const struct sim_target *target, u32 *value);
void sim_run_write(struct sim_run *run, const struct sim_target *target, u32 value);
void sim_run_write64(struct sim_run *run, const struct sim_target *target, u64 value);
void sim_run_report(struct sim_run *run, const struct sim_target *target, const u32 *dw,
		    u32 bytes);
u32 sim_run_load(struct sim_run *run, u32 offset);
void sim_run_store(struct sim_run *run, u32 offset, u32 value);
u64 sim_run_own64(struct sim_run *run, u32 reg);
void sim_run_takes(struct sim_run *run, u64 ticks);

/* sim_context_registers.c */
bool sim_register_allowed(const struct sim_cs *cs, u32 offset);

/* sim_mi_batch.c */
enum sim_done sim_mi_batch_start(struct sim_run *run);
enum sim_done sim_mi_batch_end(struct sim_run *run);
enum sim_done sim_mi_conditional_end(struct sim_run *run);
void sim_batch_reached_end(struct sim_cs *cs);

/* sim_mi_memory.c */
enum sim_done sim_mi_store_data(struct sim_run *run);
enum sim_done sim_mi_store_index(struct sim_run *run);
enum sim_done sim_mi_copy(struct sim_run *run);
enum sim_done sim_report_perf_count(struct sim_run *run);
enum sim_done sim_mi_atomic(struct sim_run *run);
enum sim_done sim_mi_load_immediate(struct sim_run *run);
enum sim_done sim_mi_store_register(struct sim_run *run);
enum sim_done sim_mi_load_memory(struct sim_run *run);
enum sim_done sim_mi_load_register(struct sim_run *run);

/* sim_mi_sync.c */
enum sim_done sim_mi_semaphore_wait(struct sim_run *run);
enum sim_done sim_mi_semaphore_mbox(struct sim_run *run);
enum sim_done sim_mi_flush_dw(struct sim_run *run);
enum sim_done sim_mi_flush(struct sim_run *run);
enum sim_done sim_pipe_control(struct sim_run *run);

/* sim_mi_context.c */
enum sim_done sim_mi_set_context(struct sim_run *run);

/* sim_mi_predicate.c */
enum sim_done sim_mi_predicate(struct sim_run *run);
enum sim_done sim_mi_set_predicate(struct sim_run *run);
bool sim_predicate_result(struct sim_run *run, u32 reg);
bool sim_predicated(struct sim_run *run);

/* sim_blit.c */
enum sim_done sim_blit_xy_color(struct sim_run *run);
enum sim_done sim_blit_color(struct sim_run *run);
enum sim_done sim_blit_xy_copy(struct sim_run *run);
enum sim_done sim_blit_copy(struct sim_run *run);
enum sim_done sim_blit_fast_copy(struct sim_run *run);

#endif /* _SIM_COMMAND_H_ */
