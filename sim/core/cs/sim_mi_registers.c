// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Commands of the simulated streamers that move registers
 *
 * Offsets count from the start of BAR 0. On gen11 a bit makes them count from the engine's
 * base, and another one puts offsets of the render engine into the engine that executes.
 * With the former, an offset's upper bits do not matter, as in a context's image.
 *
 * Facts: hardware.rst 9.1, 9.4, 16.3.
 */
#include "regs/command_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
#include "sim_command.h"

#define SIM_REGISTER_MASK	GENMASK(22, 2)
#define SIM_RELATIVE_MASK	GENMASK(12, 2)
#define SIM_LRI_FLAGS		GENMASK(22, 8)
#define SIM_PREDICATED		BIT(21)	/* of MI_STORE_REGISTER_MEM, from Haswell on */
#define SIM_REMAP		BIT(17)
#define SIM_SOURCE_RELATIVE	BIT(18)	/* of MI_LOAD_REGISTER_REG */
#define SIM_REMAP_BYTES		0x1000u
#define SIM_RENDER_BASE		0x2000u

/* The register that @dword names, if @relative is the bit that makes it count from the base. */
static u32 sim_register(const struct sim_run *run, u32 dword, u32 relative)
{
	u32 offset = dword & SIM_REGISTER_MASK, header = run->dw[0];

	if (!run->gen->relative)
		return offset;
	if (header & relative)
		return (offset & SIM_RELATIVE_MASK) + run->cs->info->base;
	if (header & SIM_REMAP && offset - SIM_RENDER_BASE < SIM_REMAP_BYTES)
		return offset - SIM_RENDER_BASE + run->cs->info->base;
	return offset;
}

/* MI_LOAD_REGISTER_IMM */
enum sim_done sim_mi_load_immediate(struct sim_run *run)
{
	u32 allowed = MI_LRI_FORCE_POSTED, i;

	if (run->gen->relative)
		allowed |= MI_LRI_CS_RELATIVE | SIM_REMAP;
	if (run->dw[0] & SIM_LRI_FLAGS & ~allowed)
		return sim_run_refuse(run, SIM_CS_OPCODE, run->dw[0]);
	if (run->n % 2 == 0)
		return sim_run_refuse(run, SIM_CS_LENGTH, run->dw[0]);
	for (i = 1; i < run->n; i += 2)
		sim_run_store(run, sim_register(run, run->dw[i], MI_LRI_CS_RELATIVE),
			      run->dw[i + 1]);
	return SIM_NEXT;
}

/* MI_STORE_REGISTER_MEM */
enum sim_done sim_mi_store_register(struct sim_run *run)
{
	const bool ggtt = run->dw[0] & MI_USE_GGTT;
	struct sim_target target;

	if (ggtt && !run->privileged)
		return sim_run_dropped(run);
	if (!sim_run_target(run, 2, ggtt, 4, &target))
		return SIM_HANG;
	if (run->dw[0] & SIM_PREDICATED && run->gen->generation & SIM_FROM_HSW &&
	    !sim_predicate_result(run, RING_PREDICATE_RESULT))
		return SIM_NEXT;
	sim_run_write(run, &target,
		      sim_run_load(run, sim_register(run, run->dw[1], MI_LRI_CS_RELATIVE)));
	return SIM_NEXT;
}

/* MI_LOAD_REGISTER_MEM */
enum sim_done sim_mi_load_memory(struct sim_run *run)
{
	const bool ggtt = run->dw[0] & MI_USE_GGTT;
	struct sim_target target;
	u32 value;

	if (ggtt && !run->privileged)
		return sim_run_dropped(run);
	if (!sim_run_target(run, 2, ggtt, 4, &target) || !sim_run_read(run, &target, &value))
		return SIM_HANG;
	sim_run_store(run, sim_register(run, run->dw[1], MI_LRI_CS_RELATIVE), value);
	return SIM_NEXT;
}

/* MI_LOAD_REGISTER_REG */
enum sim_done sim_mi_load_register(struct sim_run *run)
{
	u32 from = sim_register(run, run->dw[1], SIM_SOURCE_RELATIVE);

	sim_run_store(run, sim_register(run, run->dw[2], MI_LRI_CS_RELATIVE),
		      sim_run_load(run, from));
	return SIM_NEXT;
}
