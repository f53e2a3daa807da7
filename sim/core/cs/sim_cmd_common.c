// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: What the commands of the simulated streamers share
 *
 * A command says itself in which address space its memory is; where the command lies does
 * not matter. Without privilege it must not choose the GGTT.
 *
 * Facts: hardware.rst 16.1, 16.2.
 */
#include "regs/ring_regs.h"
#include "sim_command.h"

static const struct sim_space sim_ggtt = { .kind = SIM_SPACE_GGTT };

/* An instruction that is none. Software hears of it if it has unmasked such errors. */
static void sim_cs_error(struct sim_cs *cs)
{
	cs->esr |= RING_ERROR_INSTRUCTION;
	if (*sim_cs_store(cs, RING_EMR(0)) & RING_ERROR_INSTRUCTION)
		return;
	cs->eir |= RING_ERROR_INSTRUCTION;
	sim_irq_event(cs->gpu, SIM_EVENT_ERROR + cs->number);
}

/**
 * sim_run_refuse() - the streamer hangs at a command that breaks a rule
 * @run: the command
 * @kind: the rule
 * @value: the dword that breaks it
 */
enum sim_done sim_run_refuse(struct sim_run *run, enum sim_violation kind, u32 value)
{
	sim_violate(run->gpu, kind, sim_cs_position(run->cs), value);
	if (kind == SIM_CS_OPCODE)
		sim_cs_error(run->cs);
	return SIM_HANG;
}

/* A command needs a privilege that it lacks, and does nothing. */
enum sim_done sim_run_dropped(struct sim_run *run)
{
	run->gpu->books.unprivileged++;
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
 * sim_run_target() - memory that a command names
 * @run: the command
 * @dword: the first dword of the address
 * @ggtt: it is in the GGTT, else in the context's own space
 * @align: what the address must be a multiple of
 * @target: the memory
 *
 * Return: false if the streamer hangs over it, which is a broken rule.
 */
bool sim_run_target(struct sim_run *run, u32 dword, bool ggtt, u32 align,
		    struct sim_target *target)
{
	const u32 *dw = run->dw + dword;
	u32 high = run->gen->address_dwords == 2 ? dw[1] : 0;

	target->space = sim_run_space(run, ggtt);
	/* Bits 63:48 repeat bit 47 and do not count. */
	target->address = (dw[0] | (u64)high << 32) & GENMASK_ULL(47, 0);
	if (target->space->kind == SIM_SPACE_NONE)
		sim_run_refuse(run, SIM_PPGTT, run->dw[0]);
	else if (dw[0] % align || (ggtt && high))
		sim_run_refuse(run, SIM_CS_ADDRESS, dw[0]);
	else
		return true;
	return false;
}

/**
 * sim_run_own_page() - memory in a status page
 * @run: the command
 * @offset: bytes from the start of the page
 * @global: in the engine's page, else in the context's own, if it has one
 * @target: the memory
 */
bool sim_run_own_page(struct sim_run *run, u32 offset, bool global, struct sim_target *target)
{
	const struct sim_cs *cs = run->cs;

	target->space = &sim_ggtt;
	target->address = (!global && sim_execlists(cs) ? cs->lrca : cs->hws) +
			  offset % SIM_PAGE_SIZE;
	return true;
}

/**
 * sim_run_read() - a command reads a dword of memory
 * @run: the command
 * @target: where
 * @value: the dword
 *
 * Return: false if the streamer hangs over it, which is a broken rule.
 */
bool sim_run_read(struct sim_run *run, const struct sim_target *target, u32 *value)
{
	return sim_space_read32(run->gpu, target->space, target->address, value);
}

/**
 * sim_run_write() - a command writes a dword of memory
 * @run: the command
 * @target: where
 * @value: the dword
 */
void sim_run_write(struct sim_run *run, const struct sim_target *target, u32 value)
{
	sim_space_write32(run->gpu, target->space, target->address, value);
}

/**
 * sim_run_write64() - a command writes a qword of memory
 * @run: the command
 * @target: where, 8-byte aligned
 * @value: the qword
 */
void sim_run_write64(struct sim_run *run, const struct sim_target *target, u64 value)
{
	sim_space_write64(run->gpu, target->space, target->address, value);
}

/**
 * sim_run_report() - a command writes an OA report
 * @run: the command
 * @target: where, 64-byte aligned
 * @dw: the report
 * @bytes: its size
 *
 * In the GGTT it goes the way of the unit's own reports.
 */
void sim_run_report(struct sim_run *run, const struct sim_target *target, const u32 *dw, u32 bytes)
{
	u32 i;

	if (target->space->kind == SIM_SPACE_GGTT) {
		sim_oa_store_report(run->gpu, lower_32_bits(target->address), dw, bytes);
		return;
	}
	/* The dword that shows that the report has landed is the last. */
	for (i = bytes / sizeof(*dw); i-- > 0;)
		sim_space_write32(run->gpu, target->space, target->address + i * sizeof(*dw),
				  dw[i]);
}

/* A command reads a register. */
u32 sim_run_load(struct sim_run *run, u32 offset)
{
	return offset < SIM_STORE_BYTES ? sim_gt_read(run->gpu, offset) : 0;
}

/**
 * sim_run_store() - a command writes a register, if it may
 * @run: the command
 * @offset: the register
 * @value: the value
 */
void sim_run_store(struct sim_run *run, u32 offset, u32 value)
{
	if (offset >= SIM_STORE_BYTES)
		return;
	if (run->privileged || sim_register_allowed(run->cs, offset))
		sim_gt_write(run->gpu, offset, value);
	else
		sim_run_dropped(run);
}

/**
 * sim_run_own64() - a register of 64 bits of the command's engine, as it is kept
 * @run: the command
 * @reg: its lower half, from the engine's base on
 */
u64 sim_run_own64(struct sim_run *run, u32 reg)
{
	const u32 *store = sim_cs_store(run->cs, reg);

	return store[0] | (u64)store[1] << 32;
}

/**
 * sim_run_takes() - a command keeps the engine busy
 * @run: the command
 * @ticks: for how long, besides the time of any command
 */
void sim_run_takes(struct sim_run *run, u64 ticks)
{
	run->cs->extra_ticks += ticks;
}
