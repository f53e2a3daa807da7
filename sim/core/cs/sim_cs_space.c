// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The address space of a context
 *
 * Registers of the engine, which its context's image holds, name the page tables.
 *
 * Facts: hardware.rst 16.1.
 */
#include "regs/ppgtt_regs.h"
#include "regs/ring_regs.h"
#include "sim_command.h"

static u64 sim_directory(const struct sim_cs *cs, u32 n)
{
	const u32 *low = sim_cs_store(cs, RING_PDP_LDW(0, n));

	return low[0] | (u64)low[1] << 32;
}

/* From gen8 on: registers name the tables, and the context or GFX_MODE how many levels. */
static void sim_space_gen8(const struct sim_cs *cs, struct sim_space *space)
{
	u64 descriptor = cs->element[cs->current_element], any = 0;
	bool wide = cs->gfx_mode & GFX_PPGTT_48BIT;
	u32 i;

	if (sim_execlists(cs))
		wide = FIELD_GET(CTX_DESC_ADDRESSING_MASK, descriptor) == CTX_DESC_LEGACY_64B;
	else if (!(cs->gfx_mode & GFX_PPGTT_ENABLE))
		return;
	for (i = 0; i < (wide ? 1 : SIM_SPACE_ROOTS); i++) {
		space->root[i] = sim_directory(cs, i);
		any |= space->root[i];
	}
	/* No table was ever named. */
	if (any)
		space->kind = wide ? SIM_SPACE_4_LEVELS : SIM_SPACE_3_LEVELS;
}

/* Up to gen7.5. On SNB the render engine's mode is that of all engines. */
static void sim_space_gen6(const struct sim_cs *cs, struct sim_space *space)
{
	const struct sim_cs *mode = sim_gen(cs)->generation == SIM_SNB ? sim_rcs(cs->gpu) : cs;

	space->valid = *sim_cs_store(cs, RING_PP_DIR_DCLV);
	if (!(mode->gfx_mode & GFX_PPGTT_ENABLE) || !space->valid)
		return;
	/* Lines of 16 entries */
	space->directory = FIELD_GET(PP_DIR_BASE_LINE_MASK, *sim_cs_store(cs, RING_PP_DIR_BASE)) *
			   16;
	space->kind = SIM_SPACE_2_LEVELS;
}

/**
 * sim_cs_space() - the address space of an engine's context
 * @cs: the streamer, locked
 * @space: the address space, of no kind if the context has none
 */
void sim_cs_space(const struct sim_cs *cs, struct sim_space *space)
{
	memset(space, 0, sizeof(*space));
	if (sim_gen(cs)->address_dwords == 2)
		sim_space_gen8(cs, space);
	else
		sim_space_gen6(cs, space);
}
