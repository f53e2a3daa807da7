// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Batches of the simulated command streamers
 *
 * The streamer has a position in the ring, in a batch, and in a second-level batch. A jump from the
 * ring starts a batch. A jump from a batch either continues in another one, or goes to the second
 * level; the end of a batch returns to the level below.
 *
 * A batch in the context's own space has no privilege, and neither has a batch that it jumps to.
 * On Haswell privilege has a bit of its own.
 *
 * A context that is switched out in a batch resumes there: its image has the position. When a
 * context is loaded, two batches of the driver may run first, which its image names. The
 * first ends by its length, the second with MI_BATCH_BUFFER_END.
 *
 * Facts: hardware.rst 16.2, 16.7. [MODEL] the first of the two runs when the whole image is
 * restored, not at an offset of it.
 */
#include "regs/command_regs.h"
#include "regs/ring_regs.h"
#include "sim_command.h"

/* The batch under execution; NULL: commands come from the ring */
struct sim_batch *sim_batch_now(struct sim_cs *cs)
{
	if (cs->load_step)
		return &cs->load_batch;
	return cs->level ? &cs->batch[cs->level - 1] : NULL;
}

/* Leave all batches. */
void sim_batch_forget(struct sim_cs *cs)
{
	cs->level = 0;
	cs->load_step = SIM_LOAD_DONE;
	cs->predicate = 0;
	cs->progress = 0;
}

/* Read the dword @dword ahead of a batch's position. Return: false if no memory is there. */
bool sim_batch_fetch(struct sim_cs *cs, const struct sim_batch *batch, u32 dword, u32 *value)
{
	struct sim_space space = { .kind = SIM_SPACE_GGTT };

	if (batch->ppgtt)
		sim_cs_space(cs, &space);
	if (space.kind != SIM_SPACE_NONE)
		return sim_space_read32(cs->gpu, &space, batch->address + 4 * dword, value);
	sim_violate(cs->gpu, SIM_PPGTT, lower_32_bits(batch->address), 0);
	return false;
}

#define SIM_BATCH_FLAGS		GENMASK(22, 8)
#define SIM_LINE_SHIFT		6
#define SIM_END_COMPARES	BIT(21)

static const struct {
	u32 generations;
	u32 flags;
} sim_batch_flags[] = {
	{ SIM_TO_HSW, MI_BATCH_PPGTT | MI_BATCH_CLEAR_BUFFER },
	{ SIM_FROM_HSW, MI_BATCH_PPGTT | MI_BATCH_2ND_LEVEL | MI_BATCH_PREDICATE |
			MI_BATCH_RESOURCE_STREAMER },
	{ SIM_HSW, MI_BATCH_NON_PRIVILEGED_HSW },
};

static bool sim_batch_flags_ok(const struct sim_run *run)
{
	u32 i, allowed = 0;

	for (i = 0; i < ARRAY_SIZE(sim_batch_flags); i++)
		if (sim_batch_flags[i].generations & run->gen->generation)
			allowed |= sim_batch_flags[i].flags;
	return !(run->dw[0] & SIM_BATCH_FLAGS & ~allowed);
}

/* MI_BATCH_BUFFER_START */
enum sim_done sim_mi_batch_start(struct sim_run *run)
{
	const u32 header = run->dw[0];
	struct sim_cs *cs = run->cs;
	const struct sim_batch *now = sim_batch_now(cs);
	struct sim_target target;
	struct sim_batch to;

	to.ppgtt = header & MI_BATCH_PPGTT || !run->privileged;
	to.user = to.ppgtt;
	if (run->gen->user_batch)
		to.user = header & run->gen->user_batch || !run->privileged;
	if (!sim_batch_flags_ok(run) ||
	    (header & MI_BATCH_2ND_LEVEL && (cs->load_step || cs->level != 1)))
		return sim_run_reject(run, SIM_CS_BATCH, header);
	if (!sim_run_target(run, 1, !to.ppgtt, 4, &target))
		return SIM_HANG;
	if (header & MI_BATCH_PREDICATE && !sim_predicate_result(run, RING_PREDICATE_RESULT_1))
		return SIM_NEXT;
	to.address = target.address;
	if (!now || header & MI_BATCH_2ND_LEVEL) {
		sim_ring_advance(cs, run->n);
		cs->level++;
	}
	*sim_batch_now(cs) = to;
	return SIM_JUMPED;
}

static void sim_load_begin(struct sim_cs *cs, u8 step, u32 address, u32 bytes)
{
	cs->load_step = step;
	cs->load_batch = (struct sim_batch){ .address = address };
	cs->load_end = address + bytes;
}

static void sim_load_per_context(struct sim_cs *cs)
{
	const u32 pointer = *sim_cs_store(cs, RING_BB_PER_CTX_PTR(0));

	cs->load_step = SIM_LOAD_DONE;
	if (pointer & BB_PER_CTX_VALID)
		sim_load_begin(cs, SIM_LOAD_PER_CONTEXT, pointer & BB_PER_CTX_ADDR_MASK, 0);
}

static void sim_load_indirect(struct sim_cs *cs)
{
	const u32 pointer = *sim_cs_store(cs, RING_INDIRECT_CTX(0));
	const u32 bytes = (pointer & INDIRECT_CTX_LINES_MASK) << SIM_LINE_SHIFT;

	if (bytes)
		sim_load_begin(cs, SIM_LOAD_INDIRECT, pointer & INDIRECT_CTX_ADDR_MASK, bytes);
	else
		sim_load_per_context(cs);
}

/* Step to the next batch of a load. */
static void sim_load_next(struct sim_cs *cs)
{
	if (cs->load_step == SIM_LOAD_INDIRECT)
		sim_load_per_context(cs);
	else
		cs->load_step = SIM_LOAD_DONE;
}

/* End the first batch of a load by its length. */
void sim_batch_reached_end(struct sim_cs *cs)
{
	if (cs->load_step == SIM_LOAD_INDIRECT && cs->load_batch.address >= cs->load_end)
		sim_load_next(cs);
}

/* MI_BATCH_BUFFER_END */
enum sim_done sim_mi_batch_end(struct sim_run *run)
{
	struct sim_cs *cs = run->cs;

	if (!sim_batch_now(cs))
		return sim_run_reject(run, SIM_CS_BATCH, run->dw[0]);
	if (cs->load_step)
		sim_load_next(cs);
	else
		cs->level--;
	return SIM_JUMPED;
}

/* MI_CONDITIONAL_BATCH_BUFFER_END. It ends all levels unless memory is greater than its data. */
enum sim_done sim_mi_conditional_end(struct sim_run *run)
{
	const bool ggtt = run->dw[0] & MI_USE_GGTT;
	struct sim_target target;
	u32 memory;

	if (!run->cs->level)
		return sim_run_reject(run, SIM_CS_BATCH, run->dw[0]);
	if (ggtt && !run->privileged)
		return sim_run_dropped(run);
	if (!(run->dw[0] & SIM_END_COMPARES))
		return SIM_NEXT;
	if (!sim_run_target(run, 2, ggtt, 8, &target) || !sim_run_read(run, &target, &memory))
		return SIM_HANG;
	if (memory > run->dw[1])
		return SIM_NEXT;
	run->cs->level = 0;
	return SIM_JUMPED;
}

static void sim_save_level(struct sim_cs *cs, u32 level, u32 low, u32 high, u32 state)
{
	const struct sim_batch *batch = &cs->batch[level];
	const bool in = cs->level > level;

	*sim_cs_store(cs, low) = in ? lower_32_bits(batch->address) | BB_ADDR_VALID : 0;
	*sim_cs_store(cs, high) = in ? upper_32_bits(batch->address) : 0;
	*sim_cs_store(cs, state) = in && batch->ppgtt ? BB_STATE_PPGTT : 0;
}

/* Put the position in batches into the registers that an image keeps. */
void sim_batch_save(struct sim_cs *cs)
{
	sim_save_level(cs, 0, RING_BB_ADDR(0), RING_BB_ADDR_UDW(0), RING_BB_STATE(0));
	sim_save_level(cs, 1, RING_SECOND_BB_ADDR(0), RING_SECOND_BB_ADDR_UDW(0),
		       RING_SECOND_BB_STATE(0));
}

/* Before the load of a context, clear the registers that its image may not hold. */
void sim_batch_clear(struct sim_cs *cs)
{
	sim_batch_forget(cs);
	sim_batch_save(cs);
	*sim_cs_store(cs, RING_INDIRECT_CTX(0)) = 0;
	*sim_cs_store(cs, RING_BB_PER_CTX_PTR(0)) = 0;
}

static void sim_restore_level(struct sim_cs *cs, u32 level, u32 low, u32 high, u32 state)
{
	struct sim_batch *batch = &cs->batch[level];
	const u32 address = *sim_cs_store(cs, low);

	if (cs->level != level || !(address & BB_ADDR_VALID))
		return;
	batch->address = (address & ~3u) | (u64)*sim_cs_store(cs, high) << 32;
	batch->ppgtt = *sim_cs_store(cs, state) & BB_STATE_PPGTT;
	batch->user = batch->ppgtt;
	cs->level++;
}

/*
 * After the load of a context, take the position in batches from registers. The driver's batches
 * of the load run first.
 */
void sim_batch_restore(struct sim_cs *cs)
{
	sim_restore_level(cs, 0, RING_BB_ADDR(0), RING_BB_ADDR_UDW(0), RING_BB_STATE(0));
	sim_restore_level(cs, 1, RING_SECOND_BB_ADDR(0), RING_SECOND_BB_ADDR_UDW(0),
			  RING_SECOND_BB_STATE(0));
	sim_load_indirect(cs);
}
