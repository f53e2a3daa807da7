// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Cacheability in the simulated GPU
 *
 * From gen8 on a page table entry chooses one of eight cacheabilities by an index, and the GGTT's
 * entries use index 0. Software must program it: write-back in the LLC, or snooped where GPU and
 * CPU share no cache. An access of the GPU to memory with another one is a broken rule, counted
 * for each page that is looked up. It takes place all the same.
 *
 * Facts: hardware.rst 1.7. [MODEL] the values at power-on; a reset of the GT keeps them.
 */
#include "regs/gt_regs.h"
#include "sim/core/sim_model.h"

static bool sim_pat_in_llc(u32 pat)
{
	return (pat & GEN8_PPAT_TYPE_MASK) == GEN8_PPAT_WB &&
	       (pat & GEN8_PPAT_TARGET_MASK) != GEN8_PPAT_ELLC;
}

static bool sim_pat_snooped(u32 pat)
{
	return pat & CHV_PPAT_SNOOP;
}

const struct sim_pat_ops sim_pat_gen8 = {
	.last = GEN8_PRIVATE_PAT_HI,
	.power_on = { 0x07060400, 0x3b2b1b0b },
	.good = sim_pat_in_llc,
};

const struct sim_pat_ops sim_pat_snoop = {
	.last = GEN8_PRIVATE_PAT_HI,
	.power_on = { 0x40000000, 0x40404040 },
	.good = sim_pat_snooped,
};

const struct sim_pat_ops sim_pat_gen11 = {
	.last = GEN11_PAT_INDEX(SIM_NUM_PAT - 1),
	.power_on = { 0, 4, 6, 7, 0x0b, 0x1b, 0x2b, 0x3b },
	.good = sim_pat_in_llc,
};

/**
 * sim_pat_check() - the GPU is about to access memory through the GGTT
 * @gpu: the GPU, locked
 * @address: GGTT address
 */
void sim_pat_check(struct oa_sim_gpu *gpu, u32 address)
{
	const struct sim_pat_ops *ops = gpu->platform->pat;

	if (ops && !ops->good(gpu->pat[0]))
		sim_violate(gpu, SIM_PAT, address, gpu->pat[0]);
}

static bool sim_pat_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return gpu->platform->pat && offset >= GEN8_PRIVATE_PAT_LO &&
	       offset <= gpu->platform->pat->last;
}

static u32 sim_pat_read(struct oa_sim_gpu *gpu, u32 offset)
{
	return gpu->pat[(offset - GEN8_PRIVATE_PAT_LO) / 4];
}

static void sim_pat_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	gpu->pat[(offset - GEN8_PRIVATE_PAT_LO) / 4] = value;
}

static void sim_pat_power_on(struct oa_sim_gpu *gpu)
{
	if (gpu->platform->pat)
		memcpy(gpu->pat, gpu->platform->pat->power_on, sizeof(gpu->pat));
}

const struct sim_unit sim_unit_pat = {
	.owns = sim_pat_owns,
	.read = sim_pat_read,
	.write = sim_pat_write,
	.peek = sim_pat_read,
	.power_on = sim_pat_power_on,
};
