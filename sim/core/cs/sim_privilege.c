// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: What a batch without privilege may do on the simulated GPU
 *
 * It may write registers that hold nothing but the context's own state, and those that the
 * driver names in the FORCE_TO_NONPRIV registers of the engine. A write of another one is
 * dropped. It may read all registers.
 *
 * Facts: hardware.rst 16.2. [MODEL] the list is the union of what public drivers rely on, and
 * the same for all generations.
 */
#include "regs/command_regs.h"
#include "sim/core/sim_bits.h"
#include "sim_command.h"

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

/* A slot of FORCE_TO_NONPRIV names 1, 4, 16 or 64 registers. From gen9 on it may refuse. */
static bool sim_slot_allows(u32 slot, u32 offset)
{
	const u32 bytes = 4u << (2 * FIELD_GET(FORCE_TO_NONPRIV_RANGE, slot));
	const u32 first = slot & FORCE_TO_NONPRIV_ADDRESS & ~(bytes - 1);

	if (slot & FORCE_TO_NONPRIV_DENY ||
	    FIELD_GET(FORCE_TO_NONPRIV_ACCESS, slot) == FORCE_TO_NONPRIV_READ)
		return false;
	return offset - first < bytes;
}

/**
 * sim_register_allowed() - may a batch without privilege write a register?
 * @cs: the streamer that executes it, locked
 * @offset: the register
 */
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
