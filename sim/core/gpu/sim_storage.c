// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Registers that are storage
 *
 * Drivers of a whole GPU program registers that have no effect in this one: chicken bits, clock
 * gates, timers of the power unit, fences, tables of cacheability. They read some of them back,
 * and complain when a value was lost. So these registers keep the value written: the masked ones
 * bit by bit, those of the GT until it is reset.
 *
 * Facts: hardware.rst 2.8.
 */
#include "regs/gt_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

const struct sim_reg_range sim_storage_hsw[] = {
	{ 0x02050, 0x02050 },	/* sleep states of the render engine */
	{ 0x02090, 0x02090 },	/* 3D chicken bits */
	{ 0x020a0, 0x020a0 },	/* mode of fixed-function threads */
	{ 0x020c0, 0x020c0 },
	{ 0x020e0, 0x020e4 },
	{ 0x02214, 0x02214 },	/* the result of a predicate over slices */
	{ 0x04030, 0x04030 },
	{ 0x04090, 0x04094 },	/* memory arbiter, fault */
	{ 0x04194, 0x04194 },	/* faults of the other engines */
	{ 0x04294, 0x04294 },
	{ 0x04394, 0x04394 },
	{ 0x07000, 0x07018 },	/* cache modes */
	{ 0x07300, 0x07300 },
	{ 0x09030, 0x09030 },
	{ 0x0907c, 0x0907c },
	{ 0x0940c, 0x0940c },	/* clock gates */
	{ 0x0a000, 0x0a0ff },	/* frequencies, sleep states */
	{ 0x0a168, 0x0a168 },
	{ 0x0b008, 0x0b01c },	/* L3 */
	{ 0x0b020, 0x0b038 },
	{ 0x0b070, 0x0b08c },
	{ 0x0e100, 0x0e100 },	/* chicken bits of subslices */
	{ 0x0e184, 0x0e184 },
	{ 0x0e49c, 0x0e49c },
	{ 0x0e4f0, 0x0e4f4 },
	{ 0x14090, 0x14090 },
	{ 0x42000, 0x420b0 },	/* clock gates and chicken bits of the display */
	{ 0x42300, 0x42300 },
	{ 0x44040, 0x44040 },	/* errors of the display: none */
	{ 0x45000, 0x45000 },
	{ 0x64834, 0x64834 },
	{ 0x46400, 0x46408 },
	{ 0xc2000, 0xc2020 },
	{ 0xc4004, 0xc4004 },	/* interrupts of the PCH: none come */
	{ 0xc400c, 0xc400c },
	{ 0xc6204, 0xc6204 },
	{ 0xf0060, 0xf0060 },
	{ 0xf1060, 0xf1060 },
	{ 0xf2060, 0xf2060 },
	{ 0x100000, 0x1000ff },	/* fences */
	{ 0x101000, 0x101000 },
	{ 0x120010, 0x120010 },	/* no eDRAM */
	{ 0x130040, 0x130040 },	/* clock of the display */
	{ 0x138108, 0x13810c },	/* time in sleep states: none */
	{ }
};

const struct sim_reg_range sim_storage_gen8[] = {
	{ 0x02050, 0x02050 },	/* sleep states of the render engine */
	{ 0x02088, 0x02090 },	/* chicken bits of 3D */
	{ 0x020a0, 0x020a0 },
	{ 0x020c0, 0x020c0 },
	{ 0x020d4, 0x020d4 },
	{ 0x020e0, 0x020ec },
	{ 0x02248, 0x02248 },	/* preemption */
	{ 0x02580, 0x02580 },
	{ 0x04024, 0x04024 },	/* GTT cache */
	{ 0x04080, 0x04080 },
	{ 0x04090, 0x04094 },	/* memory arbiter, fault */
	{ 0x04ab0, 0x04ab8 },
	{ 0x04b10, 0x04b14 },	/* address of the fault */
	{ 0x04b80, 0x04b80 },
	{ 0x04dd4, 0x04de0 },	/* replacement in L3 */
	{ 0x05588, 0x05588 },
	{ 0x062a8, 0x062a8 },
	{ 0x07000, 0x07034 },	/* cache modes, L3 */
	{ 0x07300, 0x07304 },
	{ 0x08504, 0x08504 },	/* address of the sleep's context */
	{ 0x09044, 0x09044 },
	{ 0x0907c, 0x0907c },
	{ 0x0940c, 0x09444 },	/* clock gates, and those below */
	{ 0x094d4, 0x094e4 },
	{ 0x09524, 0x09530 },
	{ 0x09550, 0x09550 },
	{ 0x0a000, 0x0a0ff },	/* frequencies, sleep states */
	{ 0x0a168, 0x0a168 },
	{ 0x0a200, 0x0a21c },
	{ 0x0b000, 0x0b0ff },	/* L3, tables of its cacheability */
	{ 0x0b100, 0x0b158 },
	{ 0x0b404, 0x0b404 },
	{ 0x0b43c, 0x0b43c },
	{ 0x0c050, 0x0c050 },	/* memory of the microcontroller */
	{ 0x0c340, 0x0c340 },
	{ 0x0c3e4, 0x0c3e4 },
	{ 0x0c800, 0x0cfff },	/* tables of cacheability */
	{ 0x0e100, 0x0e100 },	/* chicken bits of subslices */
	{ 0x0e184, 0x0e194 },
	{ 0x0e420, 0x0e420 },
	{ 0x0e48c, 0x0e48c },
	{ 0x0e49c, 0x0e49c },
	{ 0x0e4f0, 0x0e4f4 },
	{ 0x0e5f4, 0x0e5f4 },
	{ 0x0e90c, 0x0e90c },
	{ 0x10000, 0x100ff },	/* cacheability of the third video engine, gen11 */
	{ 0x14090, 0x14090 },
	{ 0x42000, 0x420b0 },	/* clock gates and chicken bits of the display */
	{ 0x42300, 0x42300 },
	{ 0x43224, 0x43224 },
	{ 0x45000, 0x45000 },
	{ 0x45500, 0x45520 },
	{ 0x46400, 0x46540 },
	{ 0x51004, 0x51004 },
	{ 0xc2000, 0xc2020 },
	{ 0xc4004, 0xc4004 },	/* interrupts of the PCH: none come */
	{ 0xc400c, 0xc400c },
	{ 0xc6204, 0xc6204 },
	{ 0xf0060, 0xf0060 },
	{ 0x100000, 0x1000ff },	/* fences */
	{ 0x120010, 0x120010 },	/* no eDRAM */
	{ 0x130040, 0x130040 },	/* clock of the display */
	{ 0x138108, 0x13810c },	/* time in sleep states: none */
	{ }
};

/* Of each engine, from its base on */
static const struct sim_reg_range sim_storage_engine[] = {
	{ 0x024, 0x028 },
	{ 0x054, 0x054 },	/* idle time before it sleeps */
	{ 0x064, 0x064 },	/* instruction at an error */
	{ 0x0a8, 0x0a8 },	/* masks of interrupts */
	{ 0x150, 0x158 },	/* in the image of a context, gen11 */
	{ 0x170, 0x180 },
	{ 0x1b0, 0x1b0 },
	{ 0x200, 0x200 },
	{ }
};

/* Check for a register of an engine that is storage. */
bool sim_storage_of_engine(const struct oa_sim_gpu *gpu, u32 offset)
{
	u32 i;

	for (i = 0; i < gpu->engines; i++)
		if (sim_in_ranges(sim_storage_engine, offset - gpu->engine[i].info->base))
			return true;
	return false;
}

/*
 * Check for a register that is read as a delay only, also while the engine sleeps. Up to gen9 i915
 * reads the mask of an engine's interrupts after a write of it, and with execlists the pointer of
 * the context status buffer for the time that the read takes. It does not use the values.
 */
bool sim_reads_nothing(const struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_cs_gen *gen = gpu->platform->cs;
	u32 i, reg;

	for (i = 0; i < gpu->engines; i++) {
		reg = offset - gpu->engine[i].info->base;
		if ((reg == RING_IMR(0) && !gen->queue) ||
		    (reg == RING_CSB_PTR(0) && gen->execlists))
			return true;
	}
	return false;
}

/* Check for a register that reads zero and ignores writes. */
bool sim_silent(const struct oa_sim_gpu *gpu, u32 offset)
{
	return sim_in_ranges(gpu->platform->silent, offset);
}

/*
 * Invalidation of translations, which is done at once; messages between engines and the power unit,
 * of which none are under way; interrupts of a panel and of the PCH, and its errors, of which there
 * are none; the mirror of the memory controller's registers, without a channel that has memory
 */
const struct sim_reg_range sim_silent_gt[] = {
	{ 0x04260, 0x04270 },
	{ 0x08000, 0x08010 },
	{ 0x080c0, 0x080c0 },
	{ 0x64838, 0x64838 },
	{ 0xc4008, 0xc4008 },
	{ 0xc4040, 0xc4040 },
	{ 0xc6000, 0xc6008 },
	{ MCHBAR_MIRROR, MCHBAR_MIRROR_END },
	{ }
};

const struct sim_reg_range sim_storage_masked[] = {
	{ 0x02050, 0x02050 },
	{ 0x02088, 0x02088 },
	{ 0x02090, 0x02090 },
	{ 0x020c0, 0x020c0 },
	{ 0x020d4, 0x020d4 },
	{ 0x020e0, 0x020ec },
	{ 0x02580, 0x02580 },
	{ 0x05588, 0x05588 },
	{ 0x062a8, 0x062a8 },
	{ 0x07000, 0x07018 },
	{ 0x07300, 0x07304 },
	{ 0x0e100, 0x0e100 },
	{ 0x0e184, 0x0e194 },
	{ 0x0e420, 0x0e420 },
	{ 0x0e48c, 0x0e48c },
	{ 0x0e49c, 0x0e49c },
	{ 0x0e4f0, 0x0e4f4 },
	{ 0x0e5f4, 0x0e5f4 },
	{ }
};
