// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Registers of a context on the simulated GPU
 *
 * Commands read and write registers that are part of a context: statistics, predicates,
 * arguments of indirect draws, modes of caches. They keep the value written; statistics also
 * count (sim_work.c). The render engine saves them to a context's image and restores them.
 * Registers in a platform's own lists, or of another unit, are not here.
 *
 * A batch without privilege may write registers that hold only the context's own state, and those
 * that the driver names in the FORCE_TO_NONPRIV registers of the engine. A write of another
 * register is dropped. The batch may read all registers.
 *
 * Facts: hardware.rst 16.2, 16.10, 18.3. [MODEL] the list of writable registers is the union of
 * those that public drivers rely on, the same for all generations.
 */
#include "regs/command_regs.h"
#include "regs/ppgtt_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
#include "sim_command.h"

/* From the base of each engine on */
static const struct sim_reg_range sim_engine_registers[] = {
	{ RING_SYNC(0), RING_SYNC(2) }, { RING_PP_DIR_DCLV, RING_PP_DIR_BASE },
	{ RING_FORCE_TO_NONPRIV(0), RING_FORCE_TO_NONPRIV(FORCE_TO_NONPRIV_SLOTS - 1) },
	{ RING_PREDICATE_SRC0, RING_PREDICATE_RESULT_1 },
	{ RING_PREDICATE_RESULT_2, RING_PREDICATE_RESULT_2 },
	{ RING_CS_GPR(0, 0), RING_CS_GPR(0, 15) + 4 },
	{ }
};

/* From the start of BAR 0 on */
static const struct sim_reg_range sim_render_registers[] = {
	{ 0x2094, 0x2094 },	/* NOPID */
	{ 0x2290, 0x2294 },	/* threads dispatched */
	{ 0x2300, 0x2354 },	/* pipeline statistics */
	{ 0x2420, 0x2454 },	/* indirect draws, statistics */
	{ 0x2500, 0x2508 },	/* indirect dispatches */
	{ 0x5200, 0x529c },	/* stream output */
	{ 0x7034, 0x7034 },	/* L3 configuration, gen8 and later */
	{ 0xb010, 0xb024 },	/* likewise up to gen7.5 */
	{ 0xb0a4, 0xb0a4 },	/* likewise gen11 */
	{ }
};

/* Likewise; the upper half enables writes of the lower */
static const struct sim_reg_range sim_masked_registers[] = {
	{ 0x20d8, 0x20d8 },	/* CS_DEBUG_MODE2 */
	{ 0x2580, 0x2580 },	/* CS_CHICKEN1 */
	{ 0x7000, 0x7008 },	/* cache modes */
	{ 0xe18c, 0xe18c },	/* SAMPLER_MODE */
	{ 0xe194, 0xe194 },	/* HALF_SLICE_CHICKEN7 */
	{ BCS_SWCTRL, BCS_SWCTRL },
	{ }
};

/* Registers in an image, besides those of its ring and of the OA unit */
static const struct sim_reg_range sim_saved_registers[] = {
	{ 0x2290, 0x2294 }, { 0x2300, 0x2354 }, { 0x2400, 0x2440 }, { 0x2500, 0x2508 },
	{ 0x2600, 0x267c }, { 0x5200, 0x521c }, { 0x5240, 0x525c }, { 0x5280, 0x528c },
	{ 0x20d8, 0x20d8 }, { 0x2580, 0x2580 }, { 0x7000, 0x7008 }, { 0x7034, 0x7034 },
	{ }
};

static bool sim_of_an_engine(const struct oa_sim_gpu *gpu, u32 offset)
{
	u32 i, reg;

	for (i = 0; i < gpu->engines; i++) {
		reg = offset - gpu->engine[i].info->base;
		if (reg < SIM_ENGINE_BYTES && sim_in_ranges(sim_engine_registers, reg))
			return true;
	}
	return false;
}

static bool sim_context_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_platform *p = gpu->platform;

	if (sim_in_ranges(p->plain, offset) || sim_in_ranges(p->plain_common, offset))
		return false;
	return sim_of_an_engine(gpu, offset) || sim_in_ranges(sim_render_registers, offset) ||
	       sim_in_ranges(sim_masked_registers, offset);
}

static u32 sim_context_read(struct oa_sim_gpu *gpu, u32 offset)
{
	return gpu->store[offset / 4];
}

static void sim_context_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	u32 *store = &gpu->store[offset / 4];

	*store = sim_in_ranges(sim_masked_registers, offset) ? sim_masked(*store, value) : value;
}

/* Offset of register @n in an image of the render engine; 0: end of the list */
u32 sim_saved_register(u32 n)
{
	const struct sim_reg_range *range;

	for (range = sim_saved_registers; range->end; range++) {
		if (n <= (range->end - range->start) / 4)
			return range->start + 4 * n;
		n -= (range->end - range->start) / 4 + 1;
	}
	return 0;
}

/* Value of a register of sim_saved_register() for an image */
u32 sim_saved_value(struct oa_sim_gpu *gpu, u32 offset)
{
	u32 value = sim_gt_read(gpu, offset);

	return sim_in_ranges(sim_masked_registers, offset) ? value | GENMASK(31, 16) : value;
}

const struct sim_unit sim_unit_context = {
	.owns = sim_context_owns,
	.read = sim_context_read,
	.write = sim_context_write,
};

static const struct sim_reg_range sim_user_registers[] = {
	{ 0x2094, 0x2094 },	/* NOPID */
	{ 0x20c0, 0x20c0 },	/* INSTPM */
	{ 0x20d8, 0x20d8 },	/* CS_DEBUG_MODE2 */
	{ 0x2290, 0x2294 },	/* threads dispatched */
	{ 0x2300, 0x2354 },	/* pipeline statistics */
	{ 0x2400, 0x2454 },	/* predicates, indirect draws, statistics */
	{ 0x2500, 0x2508 },	/* indirect dispatches */
	{ 0x2600, 0x267c },	/* general purpose registers */
	{ 0x5200, 0x529c },	/* stream output */
	{ 0x7000, 0x7008 },	/* cache modes */
	{ 0x7034, 0x7034 },	/* L3 configuration */
	{ 0xb010, 0xb024 },	/* L3 configuration up to gen7.5 */
	{ 0xb0a4, 0xb0a4 },	/* likewise gen11 */
	{ BCS_SWCTRL, BCS_SWCTRL },
	{ 0x22600, 0x2267c },	/* general purpose registers of the copy engine */
	{ }
};

/* A slot of FORCE_TO_NONPRIV names 1, 4, 16 or 64 registers. From gen9 on it may deny them. */
static bool sim_slot_allows(u32 slot, u32 offset)
{
	const u32 bytes = 4u << (2 * FIELD_GET(FORCE_TO_NONPRIV_RANGE, slot));
	const u32 first = slot & FORCE_TO_NONPRIV_ADDRESS & ~(bytes - 1);

	if (slot & FORCE_TO_NONPRIV_DENY ||
	    FIELD_GET(FORCE_TO_NONPRIV_ACCESS, slot) == FORCE_TO_NONPRIV_READ)
		return false;
	return offset - first < bytes;
}

/* Check whether a batch without privilege may write a register. */
bool sim_register_allowed(const struct sim_cs *cs, u32 offset)
{
	u32 i;

	if (sim_in_ranges(sim_user_registers, offset))
		return true;
	for (i = 0; i < FORCE_TO_NONPRIV_SLOTS && sim_gen(cs)->address_dwords == 2; i++)
		if (sim_slot_allows(*sim_cs_store(cs, RING_FORCE_TO_NONPRIV(i)), offset))
			return true;
	return false;
}
