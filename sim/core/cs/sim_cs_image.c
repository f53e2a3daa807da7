// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Context images of the simulated command streamer
 *
 * Page 0 of an image is the context's status page. The pages from 1 on hold
 * registers, as MI_LOAD_REGISTER_IMM with MI_NOOP in between: first those of the
 * ring, then the engine's. A load executes them. If CONTEXT_CONTROL inhibits the
 * restore, only the ring's part is executed, and the engine's registers start at their
 * power-on values. A save writes the whole image from the live registers and so
 * overwrites what software wrote meanwhile; with the save inhibited it writes only the
 * ring's part. So a context first loaded with the restore inhibited leaves an image
 * that can be loaded next time.
 *
 * Facts: hardware.rst 7.5, 9.4; i915's offsets of the ring's part, OACTXCONTROL and the
 * flexible counters. 9.5: the rest of the engine's part. Gen12: hardware/gen12.rst 5. [MODEL] the
 * save clears the restore inhibit, since otherwise the saved values would never be loaded.
 */
#include "regs/gen12_regs.h"
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

/* The engine's part starts here. */
#define SIM_IMAGE_ENGINE	0x40
#define SIM_CLIENT_3D		3
/* [MODEL] another engine's image ends here. */
#define SIM_IMAGE_OTHER_END	0xc0

/* struct sim_block - registers that one MI_LOAD_REGISTER_IMM of the image holds */
struct sim_block {
	u32 base;	/* base of @registers */
	u32 header;	/* dword of the command in the register pages */
	u32 count;
	const u32 *registers;
	bool render;	/* in images of the render engine only */
};

/* From the engine's base on */
static const u32 sim_ring_registers[] = {
	RING_CONTEXT_CONTROL(0), RING_HEAD(0), RING_TAIL(0), RING_START(0), RING_CTL(0),
	RING_BB_ADDR_UDW(0), RING_BB_ADDR(0), RING_BB_STATE(0), RING_SECOND_BB_ADDR_UDW(0),
	RING_SECOND_BB_ADDR(0), RING_SECOND_BB_STATE(0), RING_BB_PER_CTX_PTR(0),
	RING_INDIRECT_CTX(0), RING_INDIRECT_CTX_OFFSET(0),
};

/* Likewise */
static const u32 sim_table_registers[] = {
	RING_CTX_TIMESTAMP(0), RING_PDP_UDW(0, 3), RING_PDP_LDW(0, 3), RING_PDP_UDW(0, 2),
	RING_PDP_LDW(0, 2), RING_PDP_UDW(0, 1), RING_PDP_LDW(0, 1), RING_PDP_UDW(0, 0),
	RING_PDP_LDW(0, 0),
};

/* Gen12: the position in a batch of the second level is elsewhere, and semaphores have a token. */
static const u32 sim_ring_registers_gen12[] = {
	RING_CONTEXT_CONTROL(0), RING_HEAD(0), RING_TAIL(0), RING_START(0), RING_CTL(0),
	RING_BB_ADDR_UDW(0), RING_BB_ADDR(0), RING_BB_STATE(0), RING_BB_PER_CTX_PTR(0),
	RING_INDIRECT_CTX(0), RING_INDIRECT_CTX_OFFSET(0), 0x180, 0x2b4,
};

/* Gen12, of the render engine: they follow the table's at once */
static const u32 sim_render_registers_gen12[] = { 0x1b0, 0x5a8, 0x5ac };

/* Gen12: the state of each engine. i915 writes MI_MODE there, and batches load GPR 0 from there. */
static const u32 sim_state_registers_gen12[] = {
	0x588, 0x588, 0x588, 0x588, 0x588, 0x588, 0x28, RING_MI_MODE(0), RING_INSTPM(0), 0x178,
	0x17c, RING_TIMESTAMP_LO(0), 0x170, 0x150, 0x154, 0x158, 0x41c,
	RING_CS_GPR(0, 0), RING_CS_GPR(0, 0) + 4, RING_CS_GPR(0, 1), RING_CS_GPR(0, 1) + 4,
	RING_CS_GPR(0, 2), RING_CS_GPR(0, 2) + 4, RING_CS_GPR(0, 3), RING_CS_GPR(0, 3) + 4,
	RING_CS_GPR(0, 4), RING_CS_GPR(0, 4) + 4, RING_CS_GPR(0, 5), RING_CS_GPR(0, 5) + 4,
	RING_CS_GPR(0, 6), RING_CS_GPR(0, 6) + 4, RING_CS_GPR(0, 7), RING_CS_GPR(0, 7) + 4,
	RING_CS_GPR(0, 8), RING_CS_GPR(0, 8) + 4, RING_CS_GPR(0, 9), RING_CS_GPR(0, 9) + 4,
	RING_CS_GPR(0, 10), RING_CS_GPR(0, 10) + 4, RING_CS_GPR(0, 11), RING_CS_GPR(0, 11) + 4,
	RING_CS_GPR(0, 12), RING_CS_GPR(0, 12) + 4, RING_CS_GPR(0, 13), RING_CS_GPR(0, 13) + 4,
	RING_CS_GPR(0, 14), RING_CS_GPR(0, 14) + 4, RING_CS_GPR(0, 15), RING_CS_GPR(0, 15) + 4,
	RING_IPEHR(0), 0x84,
};

#define SIM_STATE_MI_MODE	7	/* its index there */

/* Gen12: [MODEL] the place in the image, which is after the state */
static const u32 sim_second_registers[] = {
	RING_SECOND_BB_ADDR_UDW(0), RING_SECOND_BB_ADDR(0), RING_SECOND_BB_STATE(0),
};

static const u32 sim_power_registers[] = { GEN8_R_PWR_CLK_STATE };

/* From the engine's base on; an image may keep the last of these only */
static const u32 sim_mode_registers[] = { 0x28, RING_MI_MODE(0) };

static const u32 sim_oa_registers[] = { GEN8_OACTXCONTROL };

static const u32 sim_flex_registers[EU_PERF_CNT_CTL_COUNT] = {
	EU_PERF_CNT_CTL0, EU_PERF_CNT_CTL1, EU_PERF_CNT_CTL2, EU_PERF_CNT_CTL3,
	EU_PERF_CNT_CTL4, EU_PERF_CNT_CTL5, EU_PERF_CNT_CTL6,
};

static u32 sim_state(const struct sim_cs *cs, u32 dword)
{
	return cs->lrca + LRC_STATE_PAGE * SIM_PAGE_SIZE + 4 * dword;
}

/* Write a register from an image. The rules for software do not apply to the streamer. */
static void sim_restore_register(struct sim_cs *cs, u32 offset, u32 value)
{
	switch (offset - cs->info->base) {
	case RING_CONTEXT_CONTROL(0):
		cs->control = sim_masked(0, value);
		break;
	case RING_HEAD(0):
		cs->head = value & (RING_HEAD_WRAP_MASK | RING_HEAD_MASK);
		break;
	case RING_TAIL(0):
		if (value & ~RING_TAIL_MASK)
			sim_violate(cs->gpu, SIM_RING_ALIGN, offset, value);
		cs->tail = value & RING_TAIL_MASK;
		break;
	case RING_START(0):
		if (value & ~RING_START_MASK)
			sim_violate(cs->gpu, SIM_RING_ALIGN, offset, value);
		cs->start = value & RING_START_MASK;
		break;
	case RING_CTL(0):
		cs->ctl = value;
		break;
	case RING_MI_MODE(0):
		cs->mi_mode = sim_masked(cs->mi_mode, value) & ~MI_MODE_IDLE;
		break;
	/* [MODEL] a load does not set the time. */
	case RING_TIMESTAMP_LO(0):
	case RING_TIMESTAMP_HI(0):
		break;
	default:
		if (sim_cs_owns(cs, offset))
			cs->gpu->store[offset / 4] = value;
		else if (offset < SIM_STORE_BYTES)
			sim_gt_write(cs->gpu, offset, value);
		break;
	}
}

static bool sim_reject_image(struct sim_cs *cs, u32 dword, u32 value)
{
	sim_violate(cs->gpu, SIM_CTX_IMAGE, sim_state(cs, dword), value);
	return false;
}

/* Execute one MI_LOAD_REGISTER_IMM; @dword moves past it. */
static bool sim_restore_block(struct sim_cs *cs, u32 header, u32 *dword)
{
	u32 end = *dword + (header & MI_LENGTH_MASK) + 2, offset, value;

	if (header % 2 == 0)
		return sim_reject_image(cs, *dword, header);
	for (++*dword; *dword < end; *dword += 2) {
		if (!sim_gtt_read32(cs->gpu, sim_state(cs, *dword), &offset) ||
		    !sim_gtt_read32(cs->gpu, sim_state(cs, *dword + 1), &value))
			return false;
		sim_restore_register(cs, sim_lri_offset(cs, header, offset), value);
	}
	return true;
}

/* Load a command that sets state; @dword moves past it. */
static bool sim_restore_state(struct sim_cs *cs, u32 *dword)
{
	u32 address = sim_state(cs, *dword);

	if (cs->number || !sim_state_load(cs->gpu, &address))
		return false;
	*dword += (address - sim_state(cs, *dword)) / 4;
	return true;
}

/* Execute a part of the image. */
static bool sim_restore(struct sim_cs *cs, u32 dword, u32 end)
{
	u32 header;

	while (dword < end) {
		if (!sim_gtt_read32(cs->gpu, sim_state(cs, dword), &header))
			return false;
		if (header == MI_NOOP)
			dword++;
		/* From gen10 on a bit of the command marks the end of the context. */
		else if ((header & ~1u) == MI_BATCH_BUFFER_END)
			break;
		else if (header >> 29 == SIM_CLIENT_3D) {
			if (!sim_restore_state(cs, &dword))
				return sim_reject_image(cs, dword, header);
		} else if ((header & (MI_CLIENT_MASK | MI_OPCODE_MASK)) != MI_INSTR(0x22, 0))
			return sim_reject_image(cs, dword, header);
		else if (!sim_restore_block(cs, header, &dword))
			return false;
	}
	return true;
}

/* The ring's registers must be at their fixed places. */
static bool sim_check_ring_part(struct sim_cs *cs)
{
	u32 i, header, offset;

	if (!sim_gtt_read32(cs->gpu, sim_state(cs, LRC_CONTEXT_CONTROL - 2), &header))
		return false;
	for (i = 0; i < 5; i++) {
		if (!sim_gtt_read32(cs->gpu, sim_state(cs, LRC_CONTEXT_CONTROL - 1 + 2 * i),
				    &offset))
			return false;
		if (sim_lri_offset(cs, header, offset) != cs->info->base + sim_ring_registers[i])
			return sim_reject_image(cs, LRC_CONTEXT_CONTROL - 1 + 2 * i, offset);
	}
	return true;
}

/**
 * sim_image_forget() - set the engine's registers as if no context had been loaded
 * @cs: the streamer, locked, counted up to now
 */
void sim_image_forget(struct sim_cs *cs)
{
	if (cs->info->class != SIM_RENDER)
		return;
	sim_gt_write(cs->gpu, GEN8_OACTXCONTROL, 0);
	sim_gen8_reset_flex(cs->gpu);
	cs->gpu->store[GEN8_R_PWR_CLK_STATE / 4] = 0;
	sim_state_forget(cs->gpu);
}

/*
 * End of an image. The render engine's image ends after the registers and the state of its
 * contexts; another engine's has only the ring's part and, under i915, the registers of its table.
 */
static u32 sim_image_end(const struct sim_cs *cs)
{
	u32 count = 0;

	if (cs->info->class != SIM_RENDER)
		return SIM_IMAGE_OTHER_END;
	while (sim_saved_register(count))
		count++;
	return sim_gen(cs)->flex + 2 * EU_PERF_CNT_CTL_COUNT + 2 * count + sim_state_most();
}

/* Restore the engine's part; state that the image does not hold is unset. */
static bool sim_restore_engine(struct sim_cs *cs, u32 end)
{
	if (!cs->number)
		sim_state_forget(cs->gpu);
	return sim_restore(cs, SIM_IMAGE_ENGINE, end);
}

/* Load a context. Return: false if its image is not valid, which is a broken rule. */
bool sim_image_load(struct sim_cs *cs, u64 descriptor)
{
	const u32 end = sim_image_end(cs);

	cs->lrca = descriptor & CTX_DESC_LRCA_MASK;
	cs->ctx_id = upper_32_bits(descriptor) & sim_gen(cs)->ctx_id;
	cs->no_arbitration = false;
	sim_batch_clear(cs);
	if (!sim_check_ring_part(cs) || !sim_restore(cs, 0, SIM_IMAGE_ENGINE))
		return false;
	if (!(cs->ctl & RING_CTL_VALID))
		return sim_reject_image(cs, LRC_RING_CTL, cs->ctl);
	cs->ctx_loaded = true;
	if (cs->control & CTX_RESTORE_INHIBIT)
		sim_image_forget(cs);
	else if (!sim_restore_engine(cs, end))
		return false;
	sim_batch_restore(cs);
	return sim_ring_check(cs);
}

/*
 * Lite restore: software has only moved the tail. Return: false if the tail is not valid, which
 * is a broken rule.
 */
bool sim_image_load_tail(struct sim_cs *cs)
{
	u32 tail;

	if (!sim_gtt_read32(cs->gpu, sim_state(cs, LRC_RING_TAIL), &tail))
		return false;
	sim_restore_register(cs, RING_TAIL(cs->info->base), tail);
	return sim_ring_check(cs);
}

/* Value of a register for a save; a masked register has its upper half set, for the load. */
static u32 sim_save_value(struct sim_cs *cs, u32 offset)
{
	if (offset == RING_CONTEXT_CONTROL(cs->info->base))
		return MASKED_REGISTER(cs->control & ~CTX_RESTORE_INHIBIT);
	if (offset == RING_MI_MODE(cs->info->base))
		return MASKED_REGISTER(cs->mi_mode);
	return sim_gt_read(cs->gpu, offset);
}

static void sim_save_block(struct sim_cs *cs, const struct sim_block *b, u32 *dword)
{
	u32 i, offset;

	for (; *dword < b->header; ++*dword)
		sim_gtt_write32(cs->gpu, sim_state(cs, *dword), MI_NOOP);
	sim_gtt_write32(cs->gpu, sim_state(cs, *dword),
			MI_LOAD_REGISTER_IMM(b->count) | MI_LRI_FORCE_POSTED);
	++*dword;
	for (i = 0; i < b->count; i++, *dword += 2) {
		offset = b->base + b->registers[i];
		sim_gtt_write32(cs->gpu, sim_state(cs, *dword), offset);
		sim_gtt_write32(cs->gpu, sim_state(cs, *dword + 1), sim_save_value(cs, offset));
	}
}

/* Gen12's state has the general purpose registers: what follows it must not load them again. */
static bool sim_has_place(const struct sim_cs *cs, u32 offset)
{
	const u32 reg = offset - cs->info->base;

	return sim_gen(cs)->wide_image && reg >= RING_CS_GPR(0, 0) && reg <= RING_CS_GPR(0, 15) + 4;
}

/* Save the other registers and the state of the context, after those with a fixed place. */
static void sim_save_context(struct sim_cs *cs, u32 *dword)
{
	u32 i, count = 0, offset, address;

	for (i = 0; (offset = sim_saved_register(i)); i++)
		count += !sim_has_place(cs, offset);
	sim_gtt_write32(cs->gpu, sim_state(cs, (*dword)++),
			MI_LOAD_REGISTER_IMM(count) | MI_LRI_FORCE_POSTED);
	for (i = 0; (offset = sim_saved_register(i)); i++) {
		if (sim_has_place(cs, offset))
			continue;
		sim_gtt_write32(cs->gpu, sim_state(cs, (*dword)++), offset);
		sim_gtt_write32(cs->gpu, sim_state(cs, (*dword)++),
				sim_saved_value(cs->gpu, offset));
	}
	address = sim_state(cs, *dword);
	sim_state_save(cs->gpu, &address);
	*dword += (address - sim_state(cs, *dword)) / 4;
}

/* Save the blocks that images of this engine have, @n of them at most. */
static void sim_save_blocks(struct sim_cs *cs, const struct sim_block *b, u32 n, u32 *dword)
{
	for (; n--; b++)
		if (!b->render || cs->info->class == SIM_RENDER)
			sim_save_block(cs, b, dword);
}

/* Save the ring's part. */
static void sim_save_ring(struct sim_cs *cs, u32 *dword)
{
	const u32 base = cs->info->base;
	const bool wide = sim_gen(cs)->wide_image;
	const struct sim_block blocks[] = {
		{ base, LRC_CONTEXT_CONTROL - 2,
		  wide ? ARRAY_SIZE(sim_ring_registers_gen12) : ARRAY_SIZE(sim_ring_registers),
		  wide ? sim_ring_registers_gen12 : sim_ring_registers },
		{ base, LRC_TIMESTAMP - 2, ARRAY_SIZE(sim_table_registers), sim_table_registers },
	};

	sim_save_blocks(cs, blocks, ARRAY_SIZE(blocks), dword);
}

/* Save gen12's part of each engine, and of the render engine before it. */
static void sim_save_wide(struct sim_cs *cs, u32 *dword)
{
	const u32 base = cs->info->base, state = GEN12_LRC_MI_MODE - 2 * (SIM_STATE_MI_MODE + 1);
	const u32 states = ARRAY_SIZE(sim_state_registers_gen12);
	const struct sim_block blocks[] = {
		{ base, *dword, ARRAY_SIZE(sim_render_registers_gen12),
		  sim_render_registers_gen12, true },
		{ 0, LRC_R_PWR_CLK_STATE - 2, 1, sim_power_registers, true },
		{ base, state, states, sim_state_registers_gen12 },
		{ base, state + 1 + 2 * states, ARRAY_SIZE(sim_second_registers),
		  sim_second_registers },
	};

	sim_save_blocks(cs, blocks, ARRAY_SIZE(blocks), dword);
}

/* Before gen12 only the render engine has such a part here. */
static void sim_save_modes(struct sim_cs *cs, u32 *dword)
{
	const struct sim_cs_gen *gen = sim_gen(cs);
	const struct sim_block blocks[] = {
		{ 0, LRC_R_PWR_CLK_STATE - 2, 1, sim_power_registers, true },
		{ cs->info->base, gen->mode - 2, gen->modes,
		  sim_mode_registers + ARRAY_SIZE(sim_mode_registers) - gen->modes, true },
	};

	sim_save_blocks(cs, blocks, ARRAY_SIZE(blocks), dword);
}

/* Save the registers of the OA unit and of the context. */
static void sim_save_render(struct sim_cs *cs, u32 *dword)
{
	const struct sim_block blocks[] = {
		{ 0, sim_gen(cs)->oactxcontrol - 2, 1, sim_oa_registers, true },
		{ 0, sim_gen(cs)->flex - 2, EU_PERF_CNT_CTL_COUNT, sim_flex_registers, true },
	};

	if (cs->info->class != SIM_RENDER)
		return;
	sim_save_blocks(cs, blocks, ARRAY_SIZE(blocks), dword);
	sim_save_context(cs, dword);
}

/* Write the loaded context to its image. */
void sim_image_save(struct sim_cs *cs)
{
	u32 dword = 0;

	sim_batch_save(cs);
	sim_save_ring(cs, &dword);
	if (cs->control & CTX_SAVE_INHIBIT)
		return;
	if (sim_gen(cs)->wide_image)
		sim_save_wide(cs, &dword);
	else
		sim_save_modes(cs, &dword);
	sim_save_render(cs, &dword);
	sim_gtt_write32(cs->gpu, sim_state(cs, dword), MI_BATCH_BUFFER_END);
}
