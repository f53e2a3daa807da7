// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated render command streamer
 *
 * It executes what software put into memory: by a ring of its own, or, with
 * execlists, by the rings of the contexts submitted. Nothing happens within the write
 * that asks for it, but as time passes: a submission or a new tail is noticed after
 * a while, and each command takes a tick.
 *
 * This file has its registers and its sense of time; the ring, the commands, execlists,
 * context images and resets are in files of their own.
 *
 * Facts: hardware.md 9.2, 9.4. [MODEL] all of the timing; the wait of MI_MODE and
 * arbitration look at whole commands.
 */
#include <linux/kernel.h>

#include "regs/gt_regs.h"
#include "regs/ring_regs.h"
#include "sim_compat.h"
#include "sim_model.h"

#define SIM_WAKE_TICKS		8	/* from a write to its effect */
#define SIM_SWITCH_TICKS	4	/* to load or save a context */
#define SIM_COMMAND_TICKS	1
#define SIM_CSB_REGISTERS	6	/* entries in the first block of registers */
/* hardware.md 9.4: what a descriptor leaves to software or to the fault handling */
#define SIM_DESC_MBZ_LOW	(GENMASK_ULL(11, 9) | GENMASK_ULL(7, 6) | BIT_ULL(1))

/* Registers that only keep what is written */
#define SIM_INSTPM		0x20c0
#define SIM_PP_DIR		0x2220
#define SIM_PP_DIR_BASE		0x2228
#define SIM_PREDICATE		0x2418
#define SIM_PREDICATE_1		0x241c
#define SIM_CS_GPR		0x2600
#define SIM_CS_GPR_END		0x267c
#define SIM_SNB_GFX_MODE	0x2520

static const struct sim_reg_range sim_registers_ring[] = {
	{ RCS_RING_TAIL, RCS_RING_CTL }, { RCS_ACTHD_UDW, RCS_ACTHD_UDW },
	{ RCS_ACTHD, RCS_ACTHD }, { RCS_HWSTAM, RCS_MI_MODE }, { SIM_INSTPM, SIM_INSTPM },
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
	{ SIM_PREDICATE, SIM_PREDICATE_1 }, { SIM_CS_GPR, SIM_CS_GPR_END },
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
 * sim_cs_owns() - is it a register of the streamer?
 * @gpu: the GPU
 * @offset: bytes from the start of BAR 0
 */
bool sim_cs_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_cs_gen *gen = gpu->platform->cs;
	u32 i;

	for (i = 0; gen && i < ARRAY_SIZE(gen->registers); i++)
		if (sim_in_ranges(gen->registers[i], offset))
			return true;
	return false;
}

/**
 * sim_masked() - what a masked register holds after a write
 * @old: its value
 * @value: what is written: the upper half enables bits of the lower
 */
u32 sim_masked(u32 old, u32 value)
{
	return (old & ~(value >> 16)) | (value & (value >> 16));
}

static bool sim_idle(const struct oa_sim_gpu *gpu)
{
	const struct sim_cs *cs = &gpu->cs;

	if (sim_execlists(gpu))
		return !cs->ctx_active && !cs->submitted;
	return sim_ring_empty(cs);
}

static u32 sim_mi_mode(const struct oa_sim_gpu *gpu)
{
	const struct sim_cs *cs = &gpu->cs;
	bool idle = sim_idle(gpu) || (cs->mi_mode & MI_MODE_STOP_RING && !cs->hung);

	return cs->mi_mode | (idle ? MI_MODE_IDLE : 0);
}

/* An entry of the context status buffer; gen11 has more behind the others. */
static u32 sim_csb(const struct oa_sim_gpu *gpu, u32 offset)
{
	bool second = offset >= RCS_CSB_GEN11(SIM_CSB_REGISTERS);
	u32 dword = (offset - (second ? RCS_CSB_GEN11(SIM_CSB_REGISTERS) : RCS_CSB(0))) / 4;

	return gpu->cs.csb[dword / 2 + (second ? SIM_CSB_REGISTERS : 0)][dword % 2];
}

static bool sim_is_csb(const struct oa_sim_gpu *gpu, u32 offset)
{
	return gpu->platform->cs->csb_entries &&
	       ((offset >= RCS_CSB(0) && offset < RCS_CSB_PTR) ||
		(offset >= RCS_CSB_GEN11(6) && offset < RCS_CSB_GEN11(12)));
}

/* The registers that only execlists have. */
static u32 sim_read_execlist(const struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_cs *cs = &gpu->cs;

	switch (offset) {
	case RCS_CONTEXT_CONTROL:
		return cs->control;
	case RCS_CSB_PTR:
		return cs->csb_read << CSB_READ_PTR_SHIFT | cs->csb_write;
	case RCS_EXECLIST_STATUS_LO:
		return sim_execlist_status(cs);
	case RCS_EXECLIST_STATUS_HI:
		return upper_32_bits(cs->element[cs->current_element]);
	case RCS_RESET_CTL:
		return sim_reset_ctl_read(gpu);
	default:
		return sim_is_csb(gpu, offset) ? sim_csb(gpu, offset) : gpu->store[offset / 4];
	}
}

/**
 * sim_cs_read() - read a register of the streamer
 * @gpu: the GPU, locked
 * @offset: one that sim_cs_owns()
 */
u32 sim_cs_read(const struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_cs *cs = &gpu->cs;

	if (offset == gpu->platform->cs->hws_pga)
		return cs->hws;
	if (offset == gpu->platform->cs->gfx_mode)
		return cs->gfx_mode;
	switch (offset) {
	case RCS_RING_TAIL:
		return cs->tail;
	case RCS_RING_HEAD:
		return cs->head;
	case RCS_RING_START:
		return cs->start;
	case RCS_RING_CTL:
		return cs->ctl;
	case RCS_ACTHD:
		return cs->in_batch ? cs->batch : cs->start + (cs->head & RING_HEAD_MASK);
	case RCS_MI_MODE:
		return sim_mi_mode(gpu);
	case GEN6_GDRST:
		return sim_gdrst_read(gpu);
	default:
		return sim_read_execlist(gpu, offset);
	}
}

static void sim_write_hws(struct oa_sim_gpu *gpu, u32 value)
{
	if (value & ~RING_START_MASK)
		sim_violate(gpu, SIM_RING_ALIGN, gpu->platform->cs->hws_pga, value);
	gpu->cs.hws = value & RING_START_MASK;
}

static void sim_write_elsp(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_cs *cs = &gpu->cs;

	cs->elsp[cs->elsp_count++] = value;
	if (cs->elsp_count < ARRAY_SIZE(cs->elsp))
		return;
	cs->elsp_count = 0;
	sim_execlist_submit(gpu, (u64)cs->elsp[2] << 32 | cs->elsp[3],
			    (u64)cs->elsp[0] << 32 | cs->elsp[1]);
}

static void sim_write_queue(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	u64 *entry = &gpu->cs.queue[(offset - RCS_EXECLIST_SQ_CONTENTS(0)) / sizeof(*entry)];

	if (offset % sizeof(*entry))
		*entry = lower_32_bits(*entry) | (u64)value << 32;
	else
		*entry = (*entry & ~(u64)U32_MAX) | value;
}

static void sim_write_execlist(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	struct sim_cs *cs = &gpu->cs;

	if (gpu->platform->cs->queue && offset >= RCS_EXECLIST_SQ_CONTENTS(0) &&
	    offset < RCS_EXECLIST_SQ_CONTENTS(SIM_CS_QUEUE)) {
		sim_write_queue(gpu, offset, value);
		return;
	}
	switch (offset) {
	case RCS_ELSP:
		sim_write_elsp(gpu, value);
		break;
	case RCS_EXECLIST_CONTROL:
		if (value & EL_CTRL_LOAD)
			sim_execlist_submit(gpu, cs->queue[0], cs->queue[1]);
		break;
	case RCS_CONTEXT_CONTROL:
		cs->control = sim_masked(cs->control, value);
		break;
	case RCS_RESET_CTL:
		sim_reset_ctl_write(gpu, value);
		break;
	case RCS_CSB_PTR:
		cs->csb_read = sim_masked(cs->csb_read << CSB_READ_PTR_SHIFT, value) >>
			       CSB_READ_PTR_SHIFT;
		break;
	default:
		if (!sim_is_csb(gpu, offset))
			gpu->store[offset / 4] = value;
		break;
	}
}

/* Turning execlists on or off under something that runs loses it. */
static void sim_write_gfx_mode(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_cs *cs = &gpu->cs;
	u32 mode = sim_masked(cs->gfx_mode, value);

	if ((mode ^ cs->gfx_mode) & gpu->platform->cs->execlists && !sim_idle(gpu))
		sim_violate(gpu, SIM_RING_RUNNING, gpu->platform->cs->gfx_mode, value);
	cs->gfx_mode = mode;
}

/**
 * sim_cs_write() - write a register of the streamer
 * @gpu: the GPU, locked, counted up to now
 * @offset: one that sim_cs_owns()
 * @value: what is written
 */
void sim_cs_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	struct sim_cs *cs = &gpu->cs;

	if (offset == gpu->platform->cs->hws_pga)
		sim_write_hws(gpu, value);
	else if (offset == gpu->platform->cs->gfx_mode)
		sim_write_gfx_mode(gpu, value);
	else if (offset == RCS_MI_MODE)
		cs->mi_mode = sim_masked(cs->mi_mode, value) & ~MI_MODE_IDLE;
	else if (offset == GEN6_GDRST)
		sim_gdrst_write(gpu, value);
	else if (!sim_ring_write(gpu, offset, value))
		sim_write_execlist(gpu, offset, value);
	if (!sim_idle(gpu))
		sim_cs_wake(gpu);
}

/**
 * sim_cs_wake() - there is something to do
 * @gpu: the GPU, locked, counted up to now
 */
void sim_cs_wake(struct oa_sim_gpu *gpu)
{
	struct sim_cs *cs = &gpu->cs;

	if (cs->busy || cs->hung)
		return;
	cs->busy = true;
	cs->due = gpu->counters.tick + SIM_WAKE_TICKS;
}

/* Do the next thing; return how long that takes, 0: there is none. */
static u32 sim_step(struct oa_sim_gpu *gpu)
{
	struct sim_cs *cs = &gpu->cs;
	bool execlists = sim_execlists(gpu);

	if (cs->hung || cs->mi_mode & MI_MODE_STOP_RING || cs->reset_ctl)
		return 0;
	if (execlists && sim_execlist_takes(cs)) {
		cs->hung = !sim_execlist_take(gpu);
		return SIM_SWITCH_TICKS;
	}
	if (execlists && !cs->ctx_active)
		return 0;
	if (!sim_ring_empty(cs)) {
		cs->ctx_active = true;
		cs->hung = !sim_cs_execute(gpu);
		return SIM_COMMAND_TICKS;
	}
	if (!execlists) {
		cs->ctx_active = false;
		return 0;
	}
	cs->hung = !sim_execlist_complete(gpu);
	return SIM_SWITCH_TICKS;
}

/**
 * sim_cs_run() - do the next thing, which is due
 * @gpu: the GPU, locked, counted up to when it is due, or later if there was too much to do
 */
void sim_cs_run(struct oa_sim_gpu *gpu)
{
	struct sim_cs *cs = &gpu->cs;
	u32 ticks = sim_step(gpu);

	if (!ticks)
		cs->busy = false;
	cs->due = gpu->counters.tick + ticks;
}

/**
 * sim_cs_reset() - power-on state, also after a reset of the engine
 * @gpu: the GPU, locked or alone
 */
void sim_cs_reset(struct oa_sim_gpu *gpu)
{
	const struct sim_cs_gen *gen = gpu->platform->cs;
	const struct sim_reg_range *range;
	struct sim_cs *cs = &gpu->cs;
	u32 i;

	if (!gen)
		return;
	memset(cs, 0, sizeof(*cs));
	/* The first status goes into entry 0. */
	cs->csb_write = gen->csb_entries - 1;
	for (i = 0; i < ARRAY_SIZE(gen->registers); i++)
		for (range = gen->registers[i]; range && range->end; range++)
			memset(gpu->store + range->start / 4, 0, range->end - range->start + 4);
}
