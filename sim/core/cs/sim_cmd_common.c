// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Helpers for the commands of the simulated streamers
 *
 * A command chooses the address space of its memory itself, wherever the command lies. Without
 * privilege it must not choose the GGTT. Registers of the engine, which its context's image holds,
 * name the page tables of the context's own space.
 *
 * Facts: hardware.rst 16.1, 16.2.
 */
#include "regs/ppgtt_regs.h"
#include "regs/ring_regs.h"
#include "sim_command.h"

static u64 sim_directory(const struct sim_cs *cs, u32 n)
{
	const u32 *low = sim_cs_store(cs, RING_PDP_LDW(0, n));

	return low[0] | (u64)low[1] << 32;
}

/* From gen8 on: registers name the tables, and the context or GFX_MODE the number of levels. */
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
	/* No register names a table. */
	if (any)
		space->kind = wide ? SIM_SPACE_4_LEVELS : SIM_SPACE_3_LEVELS;
}

/* Up to gen7.5. On SNB the render engine's mode is that of all engines. */
static void sim_space_gen6(const struct sim_cs *cs, struct sim_space *space)
{
	const struct sim_cs *mode = sim_gen(cs)->render_space ? sim_rcs(cs->gpu) : cs;

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

static const struct sim_space sim_ggtt = { .kind = SIM_SPACE_GGTT };

/* Record an invalid instruction; it raises an interrupt if software has unmasked such errors. */
static void sim_cs_error(struct sim_cs *cs)
{
	cs->esr |= RING_ERROR_INSTRUCTION;
	if (*sim_cs_store(cs, RING_EMR(0)) & RING_ERROR_INSTRUCTION)
		return;
	cs->eir |= RING_ERROR_INSTRUCTION;
	sim_irq_event(cs->gpu, SIM_EVENT_ERROR + cs->number);
}

/**
 * sim_run_reject() - hang at a command that breaks a rule
 * @run: the command
 * @kind: the rule
 * @value: the dword that breaks it
 */
enum sim_done sim_run_reject(struct sim_run *run, enum sim_violation kind, u32 value)
{
	sim_violate(run->gpu, kind, sim_cs_position(run->cs), value);
	if (kind == SIM_CS_OPCODE)
		sim_cs_error(run->cs);
	return SIM_HANG;
}

/* Count a command that lacks the privilege it needs; it does nothing. */
enum sim_done sim_run_dropped(struct sim_run *run)
{
	run->gpu->stats.unprivileged++;
	return SIM_NEXT;
}

static const struct sim_space *sim_run_space(struct sim_run *run, bool ggtt)
{
	if (ggtt)
		return &sim_ggtt;
	if (!run->space_known)
		sim_cs_space(run->cs, &run->space);
	run->space_known = true;
	return &run->space;
}

/**
 * sim_run_target() - find the memory that a command names
 * @run: the command
 * @dword: the first dword of the address
 * @ggtt: it is in the GGTT, else in the context's own space
 * @align: alignment of the address
 * @target: the memory
 *
 * Return: false if the streamer hangs at the address, which is a broken rule.
 */
bool sim_run_target(struct sim_run *run, u32 dword, bool ggtt, u32 align,
		    struct sim_target *target)
{
	const u32 *dw = run->dw + dword;
	u32 high = run->gen->address_dwords == 2 ? dw[1] : 0;

	target->space = sim_run_space(run, ggtt);
	/* Bits 63:48 repeat bit 47 and are ignored. */
	target->address = (dw[0] | (u64)high << 32) & GENMASK_ULL(47, 0);
	if (target->space->kind == SIM_SPACE_NONE)
		sim_run_reject(run, SIM_PPGTT, run->dw[0]);
	else if (dw[0] % align || (ggtt && high))
		sim_run_reject(run, SIM_CS_ADDRESS, dw[0]);
	else
		return true;
	return false;
}

/* Memory in the engine's status page (@global), or in the context's own if there is one */
bool sim_run_own_page(struct sim_run *run, u32 offset, bool global, struct sim_target *target)
{
	const struct sim_cs *cs = run->cs;

	target->space = &sim_ggtt;
	target->address = (!global && sim_execlists(cs) ? cs->lrca : cs->hws) +
			  offset % SIM_PAGE_SIZE;
	return true;
}

/* Return: false if the streamer hangs at the address, which is a broken rule. */
bool sim_run_read(struct sim_run *run, const struct sim_target *target, u32 *value)
{
	return sim_space_read32(run->gpu, target->space, target->address, value);
}

void sim_run_write(struct sim_run *run, const struct sim_target *target, u32 value)
{
	sim_space_write32(run->gpu, target->space, target->address, value);
}

void sim_run_write64(struct sim_run *run, const struct sim_target *target, u64 value)
{
	sim_space_write64(run->gpu, target->space, target->address, value);
}

/* Write an OA report. In the GGTT it takes the same way as the unit's own reports. */
void sim_run_report(struct sim_run *run, const struct sim_target *target, const u32 *dw, u32 bytes)
{
	u32 i;

	if (target->space->kind == SIM_SPACE_GGTT) {
		sim_oa_store_report(run->gpu, lower_32_bits(target->address), dw, bytes);
		return;
	}
	/* Write dword 0 last, because it shows that the report has landed. */
	for (i = bytes / sizeof(*dw); i-- > 0;)
		sim_space_write32(run->gpu, target->space, target->address + i * sizeof(*dw),
				  dw[i]);
}

/* Read a register for a command. */
u32 sim_run_load(struct sim_run *run, u32 offset)
{
	return offset < SIM_STORE_BYTES ? sim_gt_read(run->gpu, offset) : 0;
}

/* Write a register, if the command has the privilege. */
void sim_run_store(struct sim_run *run, u32 offset, u32 value)
{
	if (offset >= SIM_STORE_BYTES)
		return;
	if (run->privileged || sim_register_allowed(run->cs, offset))
		sim_gt_write(run->gpu, offset, value);
	else
		sim_run_dropped(run);
}

/* The 64-bit value of a register of the command's engine; @reg: its lower half */
u64 sim_run_own64(struct sim_run *run, u32 reg)
{
	const u32 *store = sim_cs_store(run->cs, reg);

	return store[0] | (u64)store[1] << 32;
}

/**
 * sim_run_takes() - set the duration of a command
 * @run: the command
 * @ticks: ticks beside the time of any command
 */
void sim_run_takes(struct sim_run *run, u64 ticks)
{
	run->cs->extra_ticks += ticks;
}
