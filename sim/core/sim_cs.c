// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated render command streamer
 *
 * It executes commands from memory: from a ring of its own or, with execlists, from the
 * rings of the submitted contexts.
 *
 * This file has its registers; the ring, the commands, execlists, context images, timing
 * and resets are in files of their own.
 *
 * Facts: hardware.rst 9.2, 9.4.
 */
#include "regs/gt_regs.h"
#include "regs/ring_regs.h"
#include "sim_bits.h"
#include "sim_model.h"

#define SIM_CSB_REGISTERS	6	/* entries in the first block of registers */
#define SIM_CSB_READ		GENMASK(15, 8)
static u32 sim_mi_mode(const struct oa_sim_gpu *gpu)
{
	const struct sim_cs *cs = &gpu->cs;
	bool idle = sim_cs_idle(gpu) || (cs->mi_mode & MI_MODE_STOP_RING && !cs->hung);

	return cs->mi_mode | (idle && !cs->runs_on ? MI_MODE_IDLE : 0);
}

/* An entry of the context status buffer; gen11 has more of them in a second block. */
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
		return FIELD_PREP(SIM_CSB_READ, cs->csb_read) | cs->csb_write;
	case RCS_EXECLIST_STATUS_LO:
		return sim_execlist_status(cs);
	case RCS_EXECLIST_STATUS_HI:
		return upper_32_bits(cs->element[cs->current_element]);
	default:
		return sim_is_csb(gpu, offset) ? sim_csb(gpu, offset) : gpu->store[offset / 4];
	}
}

static u32 sim_cs_read(struct oa_sim_gpu *gpu, u32 offset)
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
		return sim_cs_position(cs);
	case RCS_MI_MODE:
		return sim_mi_mode(gpu);
	default:
		return sim_read_execlist(gpu, offset);
	}
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
	case RCS_CSB_PTR:
		cs->csb_read = FIELD_GET(SIM_CSB_READ,
					 sim_masked(FIELD_PREP(SIM_CSB_READ, cs->csb_read), value));
		break;
	default:
		if (!sim_is_csb(gpu, offset))
			gpu->store[offset / 4] = value;
		break;
	}
}

/* Turning execlists on or off while the streamer is busy loses its work. */
static void sim_write_gfx_mode(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_cs *cs = &gpu->cs;
	u32 mode = sim_masked(cs->gfx_mode, value);

	if ((mode ^ cs->gfx_mode) & gpu->platform->cs->execlists && !sim_cs_idle(gpu))
		sim_violate(gpu, SIM_RING_RUNNING, gpu->platform->cs->gfx_mode, value);
	cs->gfx_mode = mode;
}

/*
 * Up to Gen7.5 a flush is done at once. An engine that is not idle might still use what is flushed.
 * [MODEL] the engine keeps no translations of its own.
 */
static void sim_write_instpm(struct oa_sim_gpu *gpu, u32 value)
{
	u32 *store = &gpu->store[RCS_INSTPM / 4];

	*store = sim_masked(*store, value);
	if (gpu->platform->cs->hws_pga != RCS_HWS_PGA_GEN6)
		return;
	if (*store & INSTPM_SYNC_FLUSH && !sim_cs_idle(gpu))
		sim_violate(gpu, SIM_RING_RUNNING, RCS_INSTPM, value);
	*store &= ~(INSTPM_SYNC_FLUSH | INSTPM_TLB_INVALIDATE);
}

static void sim_cs_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	struct sim_cs *cs = &gpu->cs;

	if (offset == gpu->platform->cs->hws_pga) {
		if (value & ~RING_START_MASK)
			sim_violate(gpu, SIM_RING_ALIGN, offset, value);
		cs->hws = value & RING_START_MASK;
	} else if (offset == gpu->platform->cs->gfx_mode) {
		sim_write_gfx_mode(gpu, value);
	} else if (offset == RCS_INSTPM) {
		sim_write_instpm(gpu, value);
	} else if (offset == RCS_MI_MODE) {
		cs->mi_mode = sim_masked(cs->mi_mode, value) & ~MI_MODE_IDLE;
		if (cs->mi_mode & MI_MODE_STOP_RING)
			sim_cs_told_to_stop(gpu);
	} else if (!sim_ring_write(gpu, offset, value)) {
		sim_write_execlist(gpu, offset, value);
	}
	if (!sim_cs_idle(gpu))
		sim_cs_wake(gpu);
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

	memset(cs, 0, sizeof(*cs));
	/* The first status goes into entry 0. */
	cs->csb_write = gen->csb_entries - 1;
	for (i = 0; i < ARRAY_SIZE(gen->registers); i++)
		for (range = gen->registers[i]; range && range->end; range++)
			memset(gpu->store + range->start / 4, 0, range->end - range->start + 4);
}

const struct sim_unit sim_unit_cs = {
	.owns = sim_cs_owns,
	.read = sim_cs_read,
	.write = sim_cs_write,
	.peek = sim_cs_read,
	.reset = sim_cs_reset,
};
