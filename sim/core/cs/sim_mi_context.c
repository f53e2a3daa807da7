// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: MI_SET_CONTEXT of the simulated render engine
 *
 * Up to Gen7.5 software switches contexts by a command in the ring. The engine saves the registers
 * of the running context to its image, loads those of the new one unless the command inhibits it,
 * and names it in CCID. If the new context is the running one, nothing is saved or loaded unless
 * the command forces it.
 *
 * Facts: hardware.rst 9.1, 9.2, 9.6. [MODEL] the image is one MI_LOAD_REGISTER_IMM and the state of
 * the 3D pipeline; the extended state, which the command may leave out, holds nothing.
 */
#include "regs/gt_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/work/sim_work_commands.h"

static u32 sim_number_saved(void)
{
	u32 count = 0;

	while (sim_saved_register(count))
		count++;
	return count;
}

static void sim_context_save(struct sim_cs *cs)
{
	const u32 count = sim_number_saved();
	u32 at = cs->ccid & CCID_ADDRESS_MASK, i;

	sim_gtt_write32(cs->gpu, at, MI_LOAD_REGISTER_IMM(count) | MI_LRI_FORCE_POSTED);
	for (i = 0; i < count; i++) {
		const u32 offset = sim_saved_register(i);

		sim_gtt_write32(cs->gpu, at + 8 * i + 4, offset);
		sim_gtt_write32(cs->gpu, at + 8 * i + 8, sim_saved_value(cs->gpu, offset));
	}
	at += 8 * count + 4;
	sim_state_save(cs->gpu, &at);
	sim_gtt_write32(cs->gpu, at, MI_BATCH_BUFFER_END);
}

/* Load an image; one that no save has written holds no registers. */
static bool sim_context_load(struct sim_cs *cs, u32 at)
{
	const u32 count = sim_number_saved();
	u32 i, header, offset, value;

	if (!sim_gtt_read32(cs->gpu, at, &header))
		return false;
	if (header != (MI_LOAD_REGISTER_IMM(count) | MI_LRI_FORCE_POSTED))
		return true;
	for (i = 0; i < count; i++) {
		if (!sim_gtt_read32(cs->gpu, at + 8 * i + 4, &offset) ||
		    !sim_gtt_read32(cs->gpu, at + 8 * i + 8, &value))
			return false;
		/* Only a save writes this image, so restore saved registers only. */
		if (offset == sim_saved_register(i))
			sim_gt_write(cs->gpu, offset, value);
	}
	at += 8 * count + 4;
	sim_state_forget(cs->gpu);
	for (i = 0; i < sim_state_most(); i++)
		if (!sim_state_load(cs->gpu, &at))
			break;
	return true;
}

/* MI_SET_CONTEXT */
enum sim_done sim_mi_set_context(struct sim_run *run)
{
	const u32 at = run->dw[1] & CCID_ADDRESS_MASK, flags = run->dw[1];
	struct sim_cs *cs = run->cs;
	const bool same = cs->ccid & CCID_VALID && (cs->ccid & CCID_ADDRESS_MASK) == at;

	if (cs->info->class != SIM_RENDER)
		return sim_run_reject(run, SIM_CS_OPCODE, run->dw[0]);
	if (sim_work_busy(run))
		return sim_work_wait(run);
	if (same && !(flags & MI_SET_CONTEXT_FORCE_RESTORE))
		return SIM_NEXT;
	if (cs->ccid & CCID_VALID && !same)
		sim_context_save(cs);
	cs->ccid = at | CCID_VALID;
	if (!(flags & MI_SET_CONTEXT_RESTORE_INHIBIT) && !sim_context_load(cs, at))
		return SIM_HANG;
	return SIM_NEXT;
}
