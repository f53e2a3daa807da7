// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated command streamers
 *
 * Each engine has one. It executes commands from memory: from a ring of its own or, with
 * execlists, from the rings of the submitted contexts. All have the same registers, from a base
 * of their own on.
 *
 * This file has the registers; the ring, the commands, execlists, context images, timing
 * and resets are in files of their own.
 *
 * Facts: hardware.rst 9.2, 9.4.
 */
#include "regs/gt_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

#define SIM_CSB_REGISTERS	6	/* entries in the first block of registers */
#define SIM_CSB_READ		GENMASK(15, 8)
#define SIM_CSB_WRITE		GENMASK(7, 0)

static u32 sim_mi_mode(const struct sim_cs *cs)
{
	bool idle = sim_cs_idle(cs) || (cs->mi_mode & MI_MODE_STOP_RING && !cs->hung);

	return cs->mi_mode | (idle && !cs->runs_on ? MI_MODE_IDLE : 0);
}

/* An entry of the context status buffer; gen11 has more of them in a second block. */
static u32 sim_csb(const struct sim_cs *cs, u32 reg)
{
	bool second = reg >= RING_CSB_GEN11(0, SIM_CSB_REGISTERS);
	u32 dword = (reg - (second ? RING_CSB_GEN11(0, SIM_CSB_REGISTERS) : RING_CSB(0, 0))) / 4;

	return cs->csb[dword / 2 + (second ? SIM_CSB_REGISTERS : 0)][dword % 2];
}

static bool sim_is_csb(const struct sim_cs *cs, u32 reg)
{
	return sim_gen(cs)->csb_entries &&
	       ((reg >= RING_CSB(0, 0) && reg < RING_CSB_PTR(0)) ||
		(reg >= RING_CSB_GEN11(0, 6) && reg < RING_CSB_GEN11(0, 12)));
}

/* The registers that only execlists have. */
static u32 sim_read_execlist(const struct sim_cs *cs, u32 reg)
{
	switch (reg) {
	case RING_CONTEXT_CONTROL(0):
		return cs->control;
	case RING_CSB_PTR(0):
		return FIELD_PREP(SIM_CSB_READ, cs->csb_read) | cs->csb_write;
	case RING_EXECLIST_STATUS_LO(0):
		return sim_execlist_status(cs);
	case RING_EXECLIST_STATUS_HI(0):
		return upper_32_bits(cs->element[cs->current_element]);
	default:
		return sim_is_csb(cs, reg) ? sim_csb(cs, reg) : *sim_cs_store(cs, reg);
	}
}

/* [MODEL] no unit of the engine ever reads as busy. */
static u32 sim_read_state(const struct sim_cs *cs, u32 reg)
{
	switch (reg) {
	case RING_IPEHR(0):
		return cs->dw[0];
	case RING_INSTDONE(0):
		return ~0u;
	case RING_EIR(0):
		return cs->eir;
	case RING_ESR(0):
		return cs->esr;
	case RING_TIMESTAMP_LO(0):
		return lower_32_bits(sim_quirk_shown(cs->gpu));
	case RING_TIMESTAMP_HI(0):
		return upper_32_bits(sim_quirk_shown(cs->gpu));
	default:
		return sim_read_execlist(cs, reg);
	}
}

/**
 * sim_cs_read() - read a register of an engine, for software or a command
 * @cs: its streamer, locked, counted up to now
 * @reg: the register, one that sim_cs_owns(), from the engine's base on
 */
u32 sim_cs_read(struct sim_cs *cs, u32 reg)
{
	if (reg == sim_hws_pga(cs))
		return cs->hws;
	if (reg == sim_gen(cs)->gfx_mode)
		return cs->gfx_mode;
	switch (reg) {
	case RING_TAIL(0):
		return cs->tail;
	case RING_HEAD(0):
		return cs->head;
	case RING_START(0):
		return cs->start;
	case RING_CTL(0):
		return cs->ctl;
	case RING_ACTHD(0):
		return lower_32_bits(sim_cs_position(cs));
	case RING_ACTHD_UDW(0):
		return upper_32_bits(sim_cs_position(cs));
	case RING_MI_MODE(0):
		return sim_mi_mode(cs);
	default:
		return sim_read_state(cs, reg);
	}
}

static void sim_write_elsp(struct sim_cs *cs, u32 value)
{
	cs->elsp[cs->elsp_count++] = value;
	if (cs->elsp_count < ARRAY_SIZE(cs->elsp))
		return;
	cs->elsp_count = 0;
	sim_execlist_submit(cs, (u64)cs->elsp[2] << 32 | cs->elsp[3],
			    (u64)cs->elsp[0] << 32 | cs->elsp[1]);
}

static void sim_write_queue(struct sim_cs *cs, u32 reg, u32 value)
{
	u64 *entry = &cs->queue[(reg - RING_EXECLIST_SQ_CONTENTS(0, 0)) / sizeof(*entry)];

	if (reg % sizeof(*entry))
		*entry = lower_32_bits(*entry) | (u64)value << 32;
	else
		*entry = (*entry & ~(u64)U32_MAX) | value;
}

/* Software may move both pointers, as after a reset. */
static void sim_write_csb_ptr(struct sim_cs *cs, u32 value)
{
	const u32 old = FIELD_PREP(SIM_CSB_READ, cs->csb_read) | cs->csb_write;
	const u32 pointers = sim_masked(old, value);

	cs->csb_read = FIELD_GET(SIM_CSB_READ, pointers);
	cs->csb_write = FIELD_GET(SIM_CSB_WRITE, pointers) % sim_gen(cs)->csb_entries;
}

static void sim_write_execlist(struct sim_cs *cs, u32 reg, u32 value)
{
	if (sim_gen(cs)->queue && reg >= RING_EXECLIST_SQ_CONTENTS(0, 0) &&
	    reg < RING_EXECLIST_SQ_CONTENTS(0, SIM_CS_QUEUE)) {
		sim_write_queue(cs, reg, value);
		return;
	}
	switch (reg) {
	case RING_ELSP(0):
		sim_write_elsp(cs, value);
		break;
	case RING_EXECLIST_CONTROL(0):
		if (value & EL_CTRL_LOAD)
			sim_execlist_submit(cs, cs->queue[0], cs->queue[1]);
		break;
	case RING_CONTEXT_CONTROL(0):
		cs->control = sim_masked(cs->control, value);
		break;
	case RING_CSB_PTR(0):
		sim_write_csb_ptr(cs, value);
		break;
	default:
		if (!sim_is_csb(cs, reg))
			*sim_cs_store(cs, reg) = value;
		break;
	}
}

/* Turning execlists on or off while the streamer is busy loses its work. */
static void sim_write_gfx_mode(struct sim_cs *cs, u32 value)
{
	u32 mode = sim_masked(cs->gfx_mode, value);

	if ((mode ^ cs->gfx_mode) & sim_gen(cs)->execlists && !sim_cs_idle(cs))
		sim_violate(cs->gpu, SIM_RING_RUNNING, cs->info->base + sim_gen(cs)->gfx_mode,
			    value);
	cs->gfx_mode = mode;
}

/*
 * Up to Gen7.5 a flush is done at once. An engine that is not idle might still use the flushed
 * translations. [MODEL] the engine has none of its own.
 */
static void sim_write_instpm(struct sim_cs *cs, u32 value)
{
	u32 *store = sim_cs_store(cs, RING_INSTPM(0));

	*store = sim_masked(*store, value);
	if (sim_gen(cs)->execlists)
		return;
	if (*store & INSTPM_SYNC_FLUSH && !sim_cs_idle(cs))
		sim_violate(cs->gpu, SIM_RING_RUNNING, RING_INSTPM(cs->info->base), value);
	*store &= ~(INSTPM_SYNC_FLUSH | INSTPM_TLB_INVALIDATE);
}

/**
 * sim_cs_write() - write a register of an engine, for software or a command
 * @cs: its streamer, locked, counted up to now
 * @reg: the register, one that sim_cs_owns(), from the engine's base on
 * @value: the value written
 */
void sim_cs_write(struct sim_cs *cs, u32 reg, u32 value)
{
	if (reg == sim_hws_pga(cs)) {
		if (value & ~RING_START_MASK)
			sim_violate(cs->gpu, SIM_RING_ALIGN, cs->info->base + reg, value);
		cs->hws = value & RING_START_MASK;
	} else if (reg == sim_gen(cs)->gfx_mode) {
		sim_write_gfx_mode(cs, value);
	} else if (reg == RING_INSTPM(0)) {
		sim_write_instpm(cs, value);
	} else if (reg == RING_PSMI_CTL(0)) {
		*sim_cs_store(cs, reg) = sim_masked(*sim_cs_store(cs, reg), value);
	} else if (reg == RING_EIR(0)) {
		cs->eir &= ~value;
	} else if (reg == RING_MI_MODE(0)) {
		cs->mi_mode = sim_masked(cs->mi_mode, value) & ~MI_MODE_IDLE;
		if (cs->mi_mode & MI_MODE_STOP_RING)
			sim_cs_stop_requested(cs);
	} else if (!sim_ring_write(cs, reg, value)) {
		sim_write_execlist(cs, reg, value);
	}
	if (!sim_cs_idle(cs))
		sim_cs_wake(cs);
}

/**
 * sim_cs_reset() - set the power-on state, also for a reset of the engine
 * @cs: the streamer, locked or alone
 */
void sim_cs_reset(struct sim_cs *cs)
{
	const struct sim_cs_gen *gen = sim_gen(cs);
	const struct sim_engine_info *info = cs->info;
	const struct sim_reg_range *range;
	struct oa_sim_gpu *gpu = cs->gpu;
	u32 i, number = cs->number;

	if (!number)
		sim_work_forget(gpu);
	memset(cs, 0, sizeof(*cs));
	cs->gpu = gpu;
	cs->info = info;
	cs->number = number;
	/* The first status goes into entry 0. */
	cs->csb_write = gen->csb_entries - 1;
	for (i = 0; i < ARRAY_SIZE(gen->registers); i++)
		for (range = gen->registers[i]; range && range->end; range++)
			memset(sim_cs_store(cs, range->start), 0,
			       range->end - range->start + 4);
	/* [MODEL] all errors are masked. */
	*sim_cs_store(cs, RING_EMR(0)) = ~0u;
}
