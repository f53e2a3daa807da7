// SPDX-License-Identifier: GPL-2.0-only
/*
 * The render command streamer of each generation: registers and constants.
 *
 * Facts: hardware.rst 7.5, 9.2, 9.4.
 */
#include "regs/gt_regs.h"
#include "regs/ring_regs.h"
#include "sim_bits.h"
#include "sim_model.h"

#define SIM_CS_BASE		0x2000
#define SIM_REGISTER_MASK	GENMASK(22, 2)
/* hardware.rst 9.4: what a descriptor leaves to software or to the fault handling */
#define SIM_DESC_MBZ_LOW	(GENMASK_ULL(11, 9) | GENMASK_ULL(7, 6) | BIT_ULL(1))

/* Registers that only keep the value written */
#define SIM_PP_DIR		0x2220
#define SIM_PP_DIR_BASE		0x2228
#define SIM_PREDICATE		0x2418
#define SIM_PREDICATE_1		0x241c
#define SIM_SNB_GFX_MODE	0x2520

static const struct sim_reg_range sim_registers_ring[] = {
	{ RCS_RING_TAIL, RCS_RING_CTL }, { RCS_ACTHD_UDW, RCS_ACTHD_UDW },
	{ RCS_ACTHD, RCS_ACTHD }, { RCS_HWSTAM, RCS_MI_MODE }, { RCS_INSTPM, RCS_INSTPM },
	{ RCS_BB_STATE, SIM_SECOND_BB_ADDR_UDW }, { RCS_BB_ADDR, RCS_BB_ADDR },
	{ RCS_BB_ADDR_UDW, RCS_BB_ADDR_UDW }, { GEN6_GDRST, GEN6_GDRST },
	{ }
};

static const struct sim_reg_range sim_registers_snb[] = {
	{ SIM_SNB_GFX_MODE, SIM_SNB_GFX_MODE }, { RCS_HWS_PGA_GEN6, RCS_HWS_PGA_GEN6 },
	{ }
};

static const struct sim_reg_range sim_registers_gen7[] = {
	{ SIM_PP_DIR, SIM_PP_DIR_BASE }, { RCS_GFX_MODE, RCS_GFX_MODE },
	{ RCS_HWS_PGA_GEN6, RCS_HWS_PGA_GEN6 },
	{ }
};

/* Haswell and later */
static const struct sim_reg_range sim_registers_alu[] = {
	{ SIM_PREDICATE, SIM_PREDICATE_1 }, { RCS_CS_GPR(0), RCS_CS_GPR(15) + 4 },
	{ }
};

static const struct sim_reg_range sim_registers_execlist[] = {
	{ RCS_HWS_PGA, RCS_HWS_PGA }, { GEN8_R_PWR_CLK_STATE, GEN8_R_PWR_CLK_STATE },
	{ RCS_RESET_CTL, RCS_RESET_CTL }, { SIM_BB_PER_CTX_PTR, SIM_INDIRECT_CTX_OFFSET },
	{ RCS_EXECLIST_STATUS_LO, RCS_EXECLIST_STATUS_HI },
	{ RCS_CONTEXT_CONTROL, RCS_CONTEXT_CONTROL }, { RCS_PDP_LDW(0), RCS_PDP_UDW(3) },
	{ RCS_GFX_MODE, RCS_GFX_MODE }, { RCS_CSB(0), RCS_CSB_PTR },
	{ RCS_CTX_TIMESTAMP, RCS_CTX_TIMESTAMP },
	{ }
};

static const struct sim_reg_range sim_registers_elsp[] = {
	{ RCS_ELSP, RCS_ELSP },
	{ }
};

static const struct sim_reg_range sim_registers_queue[] = {
	{ RCS_CSB_GEN11(6), RCS_CSB_GEN11(11) + 4 },
	{ RCS_EXECLIST_SQ_CONTENTS(0), RCS_EXECLIST_CONTROL },
	{ }
};

const struct sim_cs_gen sim_cs_snb = {
	.registers = { sim_registers_ring, sim_registers_snb },
	.hws_pga = RCS_HWS_PGA_GEN6,
	.gfx_mode = SIM_SNB_GFX_MODE,
	.always_ggtt = true,
	.address_dwords = 1,
};

const struct sim_cs_gen sim_cs_ivb = {
	.registers = { sim_registers_ring, sim_registers_gen7 },
	.hws_pga = RCS_HWS_PGA_GEN6,
	.gfx_mode = RCS_GFX_MODE,
	.address_dwords = 1,
};

const struct sim_cs_gen sim_cs_hsw = {
	.registers = { sim_registers_ring, sim_registers_gen7, sim_registers_alu },
	.hws_pga = RCS_HWS_PGA_GEN6,
	.gfx_mode = RCS_GFX_MODE,
	.register_copy = true,
	.address_dwords = 1,
};

#define SIM_CS_GEN8(oactx, flex0)				\
	{							\
		.registers = {					\
			sim_registers_ring, sim_registers_alu,	\
			sim_registers_execlist, sim_registers_elsp, \
		},						\
		.hws_pga = RCS_HWS_PGA,				\
		.gfx_mode = RCS_GFX_MODE,			\
		.execlists = GFX_RUN_LIST_ENABLE,		\
		.reset_ctl = true,				\
		.register_copy = true,				\
		.address_dwords = 2,				\
		.csb_entries = GEN8_CSB_ENTRIES,		\
		.csb_write = GEN8_HWSP_CSB_WRITE_DWORD,		\
		.oactxcontrol = oactx,				\
		.flex = flex0,					\
		.ctx_id = GENMASK(20, 0),			\
		.desc_mbz = SIM_DESC_MBZ_LOW | GENMASK_ULL(63, 53), \
	}

const struct sim_cs_gen sim_cs_gen8 = SIM_CS_GEN8(GEN8_LRC_OACTXCONTROL, GEN8_LRC_FLEX);
EXPORT_SYMBOL_FOR_SIM_TESTS(sim_cs_gen8);
const struct sim_cs_gen sim_cs_gen9 = SIM_CS_GEN8(GEN9_LRC_OACTXCONTROL, GEN9_LRC_FLEX);
EXPORT_SYMBOL_FOR_SIM_TESTS(sim_cs_gen9);

/* Class and instance in the descriptor must be the render engine's: both 0. */
const struct sim_cs_gen sim_cs_gen11 = {
	.registers = {
		sim_registers_ring, sim_registers_alu, sim_registers_execlist, sim_registers_queue,
	},
	.hws_pga = RCS_HWS_PGA,
	.gfx_mode = RCS_GFX_MODE,
	.execlists = GEN11_GFX_DISABLE_LEGACY_MODE,
	.queue = true,
	.reset_ctl = true,
	.relative = true,
	.register_copy = true,
	.address_dwords = 2,
	.csb_entries = GEN11_CSB_ENTRIES,
	.csb_write = GEN11_HWSP_CSB_WRITE_DWORD,
	.oactxcontrol = GEN11_LRC_OACTXCONTROL,
	.flex = GEN11_LRC_FLEX,
	.ctx_id = GENMASK(31, 5),
	.desc_mbz = SIM_DESC_MBZ_LOW | GENMASK_ULL(36, 32) | GEN11_CTX_DESC_INSTANCE_MASK |
		    GEN11_CTX_DESC_CLASS_MASK,
};
EXPORT_SYMBOL_FOR_SIM_TESTS(sim_cs_gen11);

/**
 * sim_cs_owns() - does a register belong to the streamer?
 * @gpu: the GPU
 * @offset: bytes from the start of BAR 0
 */
bool sim_cs_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_cs_gen *gen = gpu->platform->cs;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(gen->registers); i++)
		if (sim_in_ranges(gen->registers[i], offset))
			return true;
	return false;
}

/**
 * sim_execlists() - are execlists on?
 * @gpu: the GPU, locked
 */
bool sim_execlists(const struct oa_sim_gpu *gpu)
{
	return gpu->cs.gfx_mode & gpu->platform->cs->execlists;
}

/**
 * sim_lri_offset() - register that a pair of MI_LOAD_REGISTER_IMM names
 * @gpu: the GPU, locked
 * @header: dword 0 of the command
 * @dword: the pair's first
 */
u32 sim_lri_offset(const struct oa_sim_gpu *gpu, u32 header, u32 dword)
{
	u32 base = gpu->platform->cs->relative && header & MI_LRI_CS_RELATIVE ? SIM_CS_BASE : 0;

	return base + (dword & SIM_REGISTER_MASK);
}
