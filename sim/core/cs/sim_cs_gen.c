// SPDX-License-Identifier: GPL-2.0-only
/*
 * The command streamers of each generation: registers and constants.
 *
 * Facts: hardware.rst 7.5, 9.2, 9.4; of gen12 hardware/gen12.rst 5.
 */
#include "regs/command_regs.h"
#include "regs/gen12_regs.h"
#include "regs/gt_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"
#include "sim_command.h"

#define SIM_REGISTER_MASK	GENMASK(22, 2)
#define SIM_RELATIVE_MASK	GENMASK(12, 2)
/* hardware.rst 9.4: bits of a descriptor for software or for the fault handling */
#define SIM_DESC_MBZ_LOW	(BIT_ULL(11) | GENMASK_ULL(7, 6) | BIT_ULL(1))

/* Registers that only keep the value written, from the engine's base on */
#define SIM_NOPID		0x94
#define SIM_CMD_CCTL		0xc4
#define SIM_DEBUG_MODE		0xd4
#define SIM_DEBUG_MODE_2	0xd8
#define SIM_RNCID		0x198
#define SIM_PREEMPTION		0x248
#define SIM_PP_DIR		0x220
#define SIM_PP_DIR_BASE		0x228
#define SIM_PREDICATE		0x418
#define SIM_PREDICATE_1		0x41c
#define SIM_R_PWR_CLK_STATE	0xc8
#define SIM_SNB_GFX_MODE	0x520

static const struct sim_reg_range sim_registers_ring[] = {
	{ RING_TAIL(0), RING_CTL(0) }, { RING_ACTHD_UDW(0), RING_DMA_FADD(0) },
	{ RING_HWSTAM(0), RING_MI_MODE(0) }, { RING_EIR(0), RING_ESR(0) },
	{ RING_INSTPM(0), RING_INSTPM(0) },
	{ RING_BB_STATE(0), RING_SECOND_BB_ADDR_UDW(0) }, { RING_BB_ADDR(0), RING_BB_ADDR(0) },
	{ RING_BB_ADDR_UDW(0), RING_BB_ADDR_UDW(0) },
	{ }
};

/* Of all engines but the render engine, where other units have these */
static const struct sim_reg_range sim_registers_other[] = {
	{ RING_PSMI_CTL(0), RING_MAX_IDLE(0) }, { SIM_NOPID, SIM_NOPID },
	{ RING_IMR(0), RING_IMR(0) }, { SIM_CMD_CCTL, SIM_CMD_CCTL }, { SIM_RNCID, SIM_RNCID },
	{ SIM_DEBUG_MODE, SIM_DEBUG_MODE_2 }, { RING_CCID(0), RING_CCID(0) },
	{ SIM_PREEMPTION, SIM_PREEMPTION }, { RING_TIMESTAMP_LO(0), RING_TIMESTAMP_HI(0) },
	{ }
};

static const struct sim_reg_range sim_registers_snb[] = {
	{ SIM_SNB_GFX_MODE, SIM_SNB_GFX_MODE },
	{ }
};

static const struct sim_reg_range sim_registers_gen7[] = {
	{ SIM_PP_DIR, SIM_PP_DIR_BASE }, { RING_GFX_MODE(0), RING_GFX_MODE(0) },
	{ }
};

/* Haswell and later */
static const struct sim_reg_range sim_registers_alu[] = {
	{ SIM_PREDICATE, SIM_PREDICATE_1 }, { RING_CS_GPR(0, 0), RING_CS_GPR(0, 15) + 4 },
	{ }
};

static const struct sim_reg_range sim_registers_execlist[] = {
	{ SIM_R_PWR_CLK_STATE, SIM_R_PWR_CLK_STATE },
	{ RING_RESET_CTL(0), RING_RESET_CTL(0) },
	{ RING_BB_PER_CTX_PTR(0), RING_INDIRECT_CTX_OFFSET(0) },
	{ RING_EXECLIST_STATUS_LO(0), RING_EXECLIST_STATUS_HI(0) },
	{ RING_CONTEXT_CONTROL(0), RING_CONTEXT_CONTROL(0) },
	{ RING_PDP_LDW(0, 0), RING_PDP_UDW(0, 3) },
	{ RING_GFX_MODE(0), RING_GFX_MODE(0) }, { RING_CSB(0, 0), RING_CSB_PTR(0) },
	{ RING_CTX_TIMESTAMP(0), RING_CTX_TIMESTAMP(0) },
	{ }
};

static const struct sim_reg_range sim_registers_elsp[] = {
	{ RING_ELSP(0), RING_ELSP(0) },
	{ }
};

static const struct sim_reg_range sim_registers_queue[] = {
	{ RING_CSB_GEN11(0, 6), RING_CSB_GEN11(0, 11) + 4 },
	{ RING_EXECLIST_SQ_CONTENTS(0, 0), RING_EXECLIST_CONTROL(0) },
	{ }
};

/* Of gen12's images; the image has them, and no other use is known */
static const struct sim_reg_range sim_registers_gen12[] = {
	{ 0x84, 0x84 }, { SIM_CMD_CCTL, SIM_CMD_CCTL }, { 0x180, 0x180 }, { 0x1b0, 0x1b0 },
	{ 0x2b4, 0x2b4 }, { 0x588, 0x588 }, { 0x5a8, 0x5ac },
	{ }
};

const struct sim_cs_gen sim_cs_snb = {
	.generation = SIM_SNB,
	.registers = { sim_registers_ring, sim_registers_snb },
	.hws_pga = RING_HWS_PGA_GEN6(0),
	.gfx_mode = SIM_SNB_GFX_MODE,
	.always_ggtt = true,
	.render_space = true,
	.address_dwords = 1,
};

const struct sim_cs_gen sim_cs_ivb = {
	.generation = SIM_IVB,
	.registers = { sim_registers_ring, sim_registers_gen7 },
	.hws_apart = true,
	.gfx_mode = RING_GFX_MODE(0),
	.address_dwords = 1,
};

const struct sim_cs_gen sim_cs_hsw = {
	.generation = SIM_HSW,
	.registers = { sim_registers_ring, sim_registers_gen7, sim_registers_alu },
	.hws_apart = true,
	.gfx_mode = RING_GFX_MODE(0),
	.address_dwords = 1,
	.user_batch = MI_BATCH_NON_PRIVILEGED_HSW,
	.predicated_store = true,
};

#define SIM_CS_GEN8(mode0, count, oactx, flex0, which, medium_pages)	\
	{							\
		.generation = which,				\
		.pages_64k = medium_pages,			\
		.registers = {					\
			sim_registers_ring, sim_registers_alu,	\
			sim_registers_execlist, sim_registers_elsp, \
		},						\
		.hws_pga = RING_HWS_PGA(0),			\
		.gfx_mode = RING_GFX_MODE(0),			\
		.execlists = GFX_RUN_LIST_ENABLE,		\
		.reset_ctl = true,				\
		.address_dwords = 2,				\
		.predicated_store = true,			\
		.csb_entries = GEN8_CSB_ENTRIES,		\
		.csb_write = GEN8_HWSP_CSB_WRITE_DWORD,		\
		.mode = mode0,					\
		.modes = count,					\
		.oactxcontrol = oactx,				\
		.flex = flex0,					\
		.ctx_id = GENMASK(20, 0),			\
		.desc_mbz = SIM_DESC_MBZ_LOW | GENMASK_ULL(63, 53), \
	}

const struct sim_cs_gen sim_cs_gen8 = SIM_CS_GEN8(GEN8_LRC_MI_MODE, 1, GEN8_LRC_OACTXCONTROL,
						  GEN8_LRC_FLEX, SIM_GEN8, false);
const struct sim_cs_gen sim_cs_gen9 = SIM_CS_GEN8(GEN9_LRC_MI_MODE - 2, 2, GEN9_LRC_OACTXCONTROL,
						  GEN9_LRC_FLEX, SIM_GEN9, true);

#define SIM_CS_GEN11						\
	.pages_64k = true,					\
	.hws_pga = RING_HWS_PGA(0),				\
	.gfx_mode = RING_GFX_MODE(0),				\
	.execlists = GEN11_GFX_DISABLE_LEGACY_MODE,		\
	.queue = true,						\
	.reset_ctl = true,					\
	.relative = true,					\
	.address_dwords = 2,					\
	.predicated_store = true,				\
	.csb_entries = GEN11_CSB_ENTRIES,			\
	.csb_write = GEN11_HWSP_CSB_WRITE_DWORD,		\
	.flex = GEN11_LRC_FLEX,					\
	.ctx_id = GENMASK(31, 5),				\
	.desc_mbz = SIM_DESC_MBZ_LOW | GENMASK_ULL(36, 32),	\
	.desc_engine = true

const struct sim_cs_gen sim_cs_gen11 = {
	.generation = SIM_GEN11,
	.registers = {
		sim_registers_ring, sim_registers_alu, sim_registers_execlist, sim_registers_queue,
	},
	.mode = GEN9_LRC_MI_MODE - 2,
	.modes = 2,
	.oactxcontrol = GEN11_LRC_OACTXCONTROL,
	SIM_CS_GEN11,
};

/* [MODEL] the flexible counters are in the image where gen11 has them. */
const struct sim_cs_gen sim_cs_gen12 = {
	.generation = SIM_GEN12,
	.registers = {
		sim_registers_ring, sim_registers_alu, sim_registers_execlist, sim_registers_queue,
		sim_registers_gen12,
	},
	.csb_names_both = true,
	.register_waits = true,
	.wide_image = true,
	.oactxcontrol = GEN12_LRC_OACTXCONTROL,
	SIM_CS_GEN11,
};

/* Offset of HWS_PGA from the engine's base; a huge value for one below it */
u32 sim_hws_pga(const struct sim_cs *cs)
{
	return sim_gen(cs)->hws_apart ? HWS_PGA_GEN7(cs->info->hws) - cs->info->base :
					sim_gen(cs)->hws_pga;
}

/**
 * sim_cs_owns() - check whether a register belongs to an engine's streamer
 * @cs: the streamer
 * @offset: bytes from the start of BAR 0
 */
bool sim_cs_owns(const struct sim_cs *cs, u32 offset)
{
	const struct sim_cs_gen *gen = sim_gen(cs);
	const u32 reg = offset - cs->info->base;
	u32 i;

	if (reg == sim_hws_pga(cs))
		return true;
	if (reg >= SIM_ENGINE_BYTES)
		return false;
	if (cs->number && sim_in_ranges(sim_registers_other, reg))
		return true;
	for (i = 0; i < ARRAY_SIZE(gen->registers); i++)
		if (sim_in_ranges(gen->registers[i], reg))
			return true;
	return false;
}

/* Check whether execlists are on. */
bool sim_execlists(const struct sim_cs *cs)
{
	return cs->gfx_mode & sim_gen(cs)->execlists;
}

/*
 * Register of the MI_LOAD_REGISTER_IMM pair at @dword. An offset relative to the engine's base may
 * have the base in its upper bits, as i915 writes it; they are ignored.
 */
u32 sim_lri_offset(const struct sim_cs *cs, u32 header, u32 dword)
{
	if (sim_gen(cs)->relative && header & MI_LRI_CS_RELATIVE)
		return cs->info->base + (dword & SIM_RELATIVE_MASK);
	return dword & SIM_REGISTER_MASK;
}
