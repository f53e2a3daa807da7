// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated render command streamer
 *
 * Up to gen7.5 a ring that software describes by four registers. From gen8 on
 * contexts: software submits descriptors, the streamer loads the context's image
 * from memory, executes its ring, and writes the image back when it leaves, so that
 * what software patches into the image of a loaded context is lost.
 *
 * An image is a list of MI_LOAD_REGISTER_IMM from the second page on. It is walked as
 * it is found. With restore inhibited only the streamer's own registers are taken
 * from it, the others keep power-on values; the image written back is complete.
 *
 * A command takes one tick ([MODEL]), and a submission takes effect some ticks after
 * its register write, never within it.
 *
 * Facts: hardware.md 7.5, 7.8, 9.2, 9.4.
 */
#include <linux/kernel.h>
#include <linux/sizes.h>
#include <linux/string.h>

#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "regs/ring_regs.h"
#include "sim_model.h"

#define SIM_RCS_BASE		0x2000
#define SIM_SUBMIT_TICKS	4
#define SIM_MAX_STATE_DWORDS	0x1000
#define SIM_MAX_COMMANDS	4096	/* of one call, so that no one waits long */
#define SIM_MI_LRI		0x22
#define SIM_DESC_RESERVED	(GENMASK_ULL(11, 9) | GENMASK_ULL(7, 6) | BIT_ULL(1))
/* Registers of the context's ring part, in the image's order */
#define SIM_RING_PAIRS		14
#define SIM_PDP_PAIRS		9
#define SIM_FORCE_POSTED	MI_LRI_FORCE_POSTED

static const u16 sim_ring_registers[SIM_RING_PAIRS] = {
	RCS_CONTEXT_CONTROL, RCS_RING_HEAD, RCS_RING_TAIL, RCS_RING_START, RCS_RING_CTL,
	0x2168, 0x2140, 0x2110, 0x211c, 0x2114, 0x2118, 0x21c0, 0x21c4, 0x21c8,
};

/* CTX_TIMESTAMP, page directory pointers 3 to 0 */
static const u16 sim_pdp_registers[SIM_PDP_PAIRS] = {
	0x23a8, 0x228c, 0x2288, 0x2284, 0x2280, 0x227c, 0x2278, 0x2274, 0x2270,
};

static const u32 sim_flex[EU_PERF_CNT_CTL_COUNT] = {
	EU_PERF_CNT_CTL0, EU_PERF_CNT_CTL1, EU_PERF_CNT_CTL2, EU_PERF_CNT_CTL3,
	EU_PERF_CNT_CTL4, EU_PERF_CNT_CTL5, EU_PERF_CNT_CTL6,
};

static const struct sim_lrc_layout sim_lrc_gen8 = { 0x120, 0x2ce };
static const struct sim_lrc_layout sim_lrc_gen9 = { 0x128, 0x3de };
static const struct sim_lrc_layout sim_lrc_gen11 = { 0x124, 0x78e };

static const struct sim_cs_ops *sim_ops(const struct oa_sim_gpu *gpu)
{
	return gpu->platform->cs;
}

/**
 * sim_cs_reg() - a register of the streamer
 * @gpu: the GPU, locked
 * @offset: 0x2000 to 0x23ff
 */
u32 *sim_cs_reg(struct oa_sim_gpu *gpu, u32 offset)
{
	return &gpu->cs.regs[(offset - SIM_RCS_BASE) / 4];
}

static bool sim_in(const u16 *list, u32 num, u32 offset)
{
	while (num--)
		if (list[num] == offset)
			return true;
	return false;
}

static bool sim_cs_owns_common(u32 offset)
{
	return sim_in(sim_ring_registers, SIM_RING_PAIRS, offset) ||
	       sim_in(sim_pdp_registers, SIM_PDP_PAIRS, offset) || sim_reset_owns(offset) ||
	       offset == RCS_ACTHD || offset == RCS_ACTHD_UDW || offset == RCS_HWSTAM ||
	       offset == RCS_MI_MODE || offset == RCS_GFX_MODE;
}

static bool sim_cs_owns_gen6(u32 offset)
{
	return sim_cs_owns_common(offset) || offset == RCS_HWS_PGA_GEN6;
}

static bool sim_cs_owns_gen8(u32 offset)
{
	return sim_cs_owns_common(offset) || offset == RCS_HWS_PGA || offset == RCS_RESET_CTL ||
	       (offset >= RCS_ELSP && offset <= RCS_EXECLIST_STATUS_HI) ||
	       (offset >= RCS_CSB(0) && offset < RCS_CSB(GEN8_CSB_ENTRIES)) ||
	       offset == RCS_CSB_PTR;
}

static bool sim_cs_owns_gen11(u32 offset)
{
	return sim_cs_owns_gen8(offset) ||
	       (offset >= RCS_EXECLIST_SQ_CONTENTS(0) && offset < RCS_EXECLIST_SQ_CONTENTS(2)) ||
	       offset == RCS_EXECLIST_CONTROL ||
	       (offset >= RCS_CSB_GEN11(6) && offset < RCS_CSB_GEN11(GEN11_CSB_ENTRIES));
}

static u32 sim_ring_bytes(struct oa_sim_gpu *gpu)
{
	return (*sim_cs_reg(gpu, RCS_RING_CTL) & RING_CTL_PAGES_MASK) + SZ_4K;
}

static u32 sim_head(struct oa_sim_gpu *gpu)
{
	return *sim_cs_reg(gpu, RCS_RING_HEAD) & RING_HEAD_MASK;
}

static void sim_set_head(struct oa_sim_gpu *gpu, u32 head)
{
	u32 *reg = sim_cs_reg(gpu, RCS_RING_HEAD);

	if (head >= sim_ring_bytes(gpu)) {
		head -= sim_ring_bytes(gpu);
		*reg += RING_HEAD_WRAP_MASK & -RING_HEAD_WRAP_MASK;
	}
	*reg = (*reg & RING_HEAD_WRAP_MASK) | head;
}

static u32 sim_tail(struct oa_sim_gpu *gpu)
{
	return *sim_cs_reg(gpu, RCS_RING_TAIL) & RING_TAIL_MASK;
}

static bool sim_check_ring(struct oa_sim_gpu *gpu)
{
	u32 tail = *sim_cs_reg(gpu, RCS_RING_TAIL), start = *sim_cs_reg(gpu, RCS_RING_START);
	bool good = !(tail & 7) && !(start & ~RING_START_MASK) && tail < sim_ring_bytes(gpu) &&
		    sim_head(gpu) < sim_ring_bytes(gpu);

	if (!good)
		sim_violate(gpu, SIM_CS_RING, RCS_RING_TAIL, tail);
	return good;
}

/* ---- context status ---- */

static void sim_csb(struct oa_sim_gpu *gpu, u32 status, u64 descriptor)
{
	const u32 n = gpu->cs.csb_next, page = *sim_cs_reg(gpu, RCS_HWS_PGA) & RING_START_MASK;
	u32 *pointer = sim_cs_reg(gpu, RCS_CSB_PTR);

	gpu->cs.csb[n][0] = status;
	gpu->cs.csb[n][1] = upper_32_bits(descriptor);
	gpu->cs.csb_next = (n + 1) % sim_ops(gpu)->csb_entries;
	*pointer = (*pointer & ~sim_ops(gpu)->csb_write_mask) | n;
	if (page) {
		sim_gtt_write32(gpu, page + 4 * (HWSP_CSB_DWORD + 2 * n), status);
		sim_gtt_write32(gpu, page + 4 * (HWSP_CSB_DWORD + 2 * n + 1),
				upper_32_bits(descriptor));
		sim_gtt_write32(gpu, page + 4 * sim_ops(gpu)->csb_write_dword, n);
	}
	sim_irq_event(gpu, SIM_EVENT_RCS_SWITCH);
}

/* ---- context images ---- */

static u32 sim_state(const struct oa_sim_gpu *gpu, u32 dword)
{
	return gpu->cs.lrca + LRC_STATE_PAGE * SZ_4K + 4 * dword;
}

static void sim_restore_pair(struct oa_sim_gpu *gpu, u32 header, u32 offset, u32 value,
			     bool inhibited)
{
	if (header & MI_LRI_CS_RELATIVE && offset < 0x1000)
		offset += SIM_RCS_BASE;
	if (sim_in(sim_ring_registers, SIM_RING_PAIRS, offset) ||
	    sim_in(sim_pdp_registers, SIM_PDP_PAIRS, offset))
		*sim_cs_reg(gpu, offset) = value;
	else if (!inhibited)
		sim_gt_write(gpu, offset, value);
}

/* Power-on values of what a context holds beside the streamer's registers. */
static void sim_forget_context(struct oa_sim_gpu *gpu)
{
	sim_gt_write(gpu, GEN8_OACTXCONTROL, 0);
	gpu->store[GEN8_R_PWR_CLK_STATE / 4] = 0;
	sim_gen8_reset_flex(gpu);
}

static bool sim_restore_block(struct oa_sim_gpu *gpu, u32 *dword, u32 header, bool inhibited)
{
	u32 pairs = ((header & MI_LENGTH_MASK) + 1) / 2, i;

	if (header & MI_CLIENT_MASK || (header & MI_OPCODE_MASK) >> MI_OPCODE_SHIFT != SIM_MI_LRI) {
		sim_violate(gpu, SIM_CS_CONTEXT, sim_state(gpu, *dword), header);
		return false;
	}
	for (i = *dword + 1; i < *dword + 1 + 2 * pairs; i += 2)
		sim_restore_pair(gpu, header, sim_gtt_read32(gpu, sim_state(gpu, i)),
				 sim_gtt_read32(gpu, sim_state(gpu, i + 1)), inhibited);
	*dword += 1 + 2 * pairs;
	return true;
}

/* The image says itself where it ends; one with restore inhibited holds the first part only. */
static bool sim_restore(struct oa_sim_gpu *gpu)
{
	bool inhibited = sim_gtt_read32(gpu, sim_state(gpu, LRC_CONTEXT_CONTROL)) &
			 CTX_RESTORE_INHIBIT;
	u32 end = inhibited ? LRC_R_PWR_CLK_STATE : SIM_MAX_STATE_DWORDS;
	u32 dword = 0, header;

	while (dword < end) {
		header = sim_gtt_read32(gpu, sim_state(gpu, dword));
		if (header == MI_BATCH_BUFFER_END)
			return true;
		if (header == MI_NOOP)
			dword++;
		else if (!sim_restore_block(gpu, &dword, header, inhibited))
			return false;
	}
	if (!inhibited)		/* ran off its end */
		sim_violate(gpu, SIM_CS_CONTEXT, sim_state(gpu, dword), 0);
	return inhibited;
}

static void sim_save_pair(struct oa_sim_gpu *gpu, u32 dword, u32 offset, u32 value)
{
	sim_gtt_write32(gpu, sim_state(gpu, dword), offset);
	sim_gtt_write32(gpu, sim_state(gpu, dword + 1), value);
}

static void sim_save_header(struct oa_sim_gpu *gpu, u32 dword, u32 pairs)
{
	sim_gtt_write32(gpu, sim_state(gpu, dword), MI_LOAD_REGISTER_IMM(pairs) | SIM_FORCE_POSTED);
}

static void sim_save_cs_part(struct oa_sim_gpu *gpu)
{
	u32 i;

	sim_save_header(gpu, LRC_CONTEXT_CONTROL - 2, SIM_RING_PAIRS);
	for (i = 0; i < SIM_RING_PAIRS; i++)
		sim_save_pair(gpu, LRC_CONTEXT_CONTROL - 1 + 2 * i, sim_ring_registers[i],
			      *sim_cs_reg(gpu, sim_ring_registers[i]));
	sim_save_header(gpu, LRC_TIMESTAMP - 2, SIM_PDP_PAIRS);
	for (i = 0; i < SIM_PDP_PAIRS; i++)
		sim_save_pair(gpu, LRC_TIMESTAMP - 1 + 2 * i, sim_pdp_registers[i],
			      *sim_cs_reg(gpu, sim_pdp_registers[i]));
}

static void sim_save_engine_part(struct oa_sim_gpu *gpu)
{
	const struct sim_lrc_layout *layout = sim_ops(gpu)->layout;
	u32 i;

	sim_save_header(gpu, LRC_R_PWR_CLK_STATE - 2, 1);
	sim_save_pair(gpu, LRC_R_PWR_CLK_STATE - 1, GEN8_R_PWR_CLK_STATE,
		      gpu->store[GEN8_R_PWR_CLK_STATE / 4]);
	sim_save_header(gpu, layout->oactxcontrol - 1, 1);
	sim_save_pair(gpu, layout->oactxcontrol, GEN8_OACTXCONTROL, gpu->oa.ctx_control);
	sim_save_header(gpu, layout->flex - 1, EU_PERF_CNT_CTL_COUNT);
	for (i = 0; i < EU_PERF_CNT_CTL_COUNT; i++)
		sim_save_pair(gpu, layout->flex + 2 * i, sim_flex[i], gpu->store[sim_flex[i] / 4]);
	sim_gtt_write32(gpu, sim_state(gpu, layout->flex + 2 * EU_PERF_CNT_CTL_COUNT),
			MI_BATCH_BUFFER_END);
}

static void sim_save(struct oa_sim_gpu *gpu)
{
	u32 *control = sim_cs_reg(gpu, RCS_CONTEXT_CONTROL);
	bool inhibited = *control & CTX_SAVE_INHIBIT;

	/* What is saved is complete: the next load restores it. Masks say which bits count. */
	*control = (*control & ~CTX_RESTORE_INHIBIT & 0xffff) |
		   (CTX_RESTORE_INHIBIT | CTX_SAVE_INHIBIT | CTX_INHIBIT_SYN_CTX_SWITCH) << 16;
	sim_save_cs_part(gpu);
	if (!inhibited)
		sim_save_engine_part(gpu);
}

/* ---- execlists ---- */

static void sim_load(struct oa_sim_gpu *gpu, u64 descriptor)
{
	struct sim_cs *cs = &gpu->cs;

	if (!(descriptor & CTX_DESC_VALID) || descriptor & SIM_DESC_RESERVED) {
		sim_violate(gpu, SIM_CS_DESCRIPTOR, RCS_ELSP, lower_32_bits(descriptor));
		cs->hung = true;
		return;
	}
	cs->lrca = descriptor & CTX_DESC_LRCA_MASK;
	cs->ctx_id = upper_32_bits(descriptor) & sim_ops(gpu)->id_mask;
	sim_forget_context(gpu);
	cs->hung = !sim_restore(gpu) || !sim_check_ring(gpu);
	cs->ctx_loaded = true;
	cs->ctx_active = true;
	sim_oa_event(gpu, SIM_REASON_CTX_SWITCH, gpu->counters.tick);
}

static u64 sim_descriptor(const struct oa_sim_gpu *gpu)
{
	return (u64)gpu->cs.ctx_id << 32 | gpu->cs.lrca;
}

/* The context that runs was submitted again: its ring got longer, nothing else is read. */
static void sim_lite_restore(struct oa_sim_gpu *gpu, u64 descriptor)
{
	*sim_cs_reg(gpu, RCS_RING_TAIL) = sim_gtt_read32(gpu, sim_state(gpu, LRC_RING_TAIL));
	gpu->cs.hung |= !sim_check_ring(gpu);
	sim_csb(gpu, CSB_LITE_RESTORE | CSB_PREEMPTED, descriptor);
}

static void sim_take_submission(struct oa_sim_gpu *gpu)
{
	struct sim_cs *cs = &gpu->cs;
	u64 first = cs->queued[0];

	cs->pending = false;
	cs->next = cs->queued[1];
	if (gpu->faults.context_never_loads) {
		cs->next = 0;
		return;
	}
	if (cs->ctx_active && cs->lrca == (first & CTX_DESC_LRCA_MASK)) {
		sim_lite_restore(gpu, first);
		return;
	}
	if (cs->ctx_active) {
		sim_save(gpu);
		sim_csb(gpu, CSB_PREEMPTED, sim_descriptor(gpu));
	} else {
		sim_csb(gpu, CSB_IDLE_TO_ACTIVE, first);
	}
	sim_load(gpu, first);
}

static void sim_context_ended(struct oa_sim_gpu *gpu)
{
	struct sim_cs *cs = &gpu->cs;
	u64 next = cs->next;

	sim_save(gpu);
	cs->next = 0;
	if (next) {
		sim_csb(gpu, CSB_ELEMENT_SWITCH | CSB_COMPLETE, sim_descriptor(gpu));
		sim_load(gpu, next);
		return;
	}
	sim_csb(gpu, CSB_ACTIVE_TO_IDLE | CSB_COMPLETE, sim_descriptor(gpu));
	cs->ctx_active = false;
	sim_oa_event(gpu, SIM_REASON_GO, gpu->counters.tick);
}

static void sim_queue(struct oa_sim_gpu *gpu, u64 first, u64 second)
{
	struct sim_cs *cs = &gpu->cs;

	if (!(*sim_cs_reg(gpu, RCS_GFX_MODE) & sim_ops(gpu)->run_list)) {
		sim_violate(gpu, SIM_CS_DISABLED, RCS_ELSP, lower_32_bits(first));
		return;
	}
	cs->queued[0] = first;
	cs->queued[1] = second & CTX_DESC_VALID ? second : 0;
	cs->pending = true;
	cs->due = gpu->counters.tick + SIM_SUBMIT_TICKS;
}

/* Element 1 high, low, element 0 high, low: the last one submits. */
static void sim_write_elsp(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_cs *cs = &gpu->cs;

	cs->submit[cs->num_submit++] = value;
	if (cs->num_submit < ARRAY_SIZE(cs->submit))
		return;
	cs->num_submit = 0;
	sim_queue(gpu, (u64)cs->submit[2] << 32 | cs->submit[3],
		  (u64)cs->submit[0] << 32 | cs->submit[1]);
}

static void sim_write_sq(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	gpu->cs.submit[(offset - RCS_EXECLIST_SQ_CONTENTS(0)) / 4] = value;
}

static void sim_load_sq(struct oa_sim_gpu *gpu)
{
	const u32 *sq = gpu->cs.submit;

	sim_queue(gpu, (u64)sq[1] << 32 | sq[0], (u64)sq[3] << 32 | sq[2]);
}

/* ---- running ---- */

static bool sim_can_run(struct oa_sim_gpu *gpu)
{
	if (gpu->cs.hung || gpu->faults.ring_hang ||
	    *sim_cs_reg(gpu, RCS_MI_MODE) & MI_MODE_STOP_RING)
		return false;
	if (sim_ops(gpu)->layout)
		return gpu->cs.ctx_active;
	return *sim_cs_reg(gpu, RCS_RING_CTL) & RING_CTL_VALID;
}

static void sim_step(struct oa_sim_gpu *gpu)
{
	struct sim_cs *cs = &gpu->cs;
	u32 address = cs->batch ?: *sim_cs_reg(gpu, RCS_RING_START) + sim_head(gpu);
	bool in_batch = cs->batch;
	u32 dwords = sim_cs_command(gpu, address);

	if (!dwords) {
		cs->hung = true;
		return;
	}
	/* MI_BATCH_BUFFER_START has set the batch, its END cleared it. */
	if (in_batch && cs->batch)
		cs->batch += 4 * dwords;
	else if (!in_batch)
		sim_set_head(gpu, sim_head(gpu) + 4 * dwords);
	*sim_cs_reg(gpu, RCS_ACTHD) = address;
}

/**
 * sim_cs_running() - has the streamer something to do?
 * @gpu: the GPU, locked
 */
bool sim_cs_running(const struct oa_sim_gpu *gpu)
{
	return gpu->cs.pending || (gpu->cs.ctx_active && !gpu->cs.hung);
}

static void sim_cs_run(struct oa_sim_gpu *gpu, u64 tick)
{
	struct sim_cs *cs = &gpu->cs;
	u32 commands = 0;

	if (cs->gdrst && cs->gdrst_due <= tick)
		cs->gdrst = 0;
	while (cs->due <= tick && commands++ < SIM_MAX_COMMANDS) {
		cs->due++;
		if (cs->pending)
			sim_take_submission(gpu);
		else if (!sim_can_run(gpu))
			break;
		else if (cs->batch || sim_head(gpu) != sim_tail(gpu))
			sim_step(gpu);
		else if (sim_ops(gpu)->ended)
			sim_ops(gpu)->ended(gpu);
		else
			break;
	}
	cs->due = max(cs->due, tick);
}

/* ---- registers ---- */

static u32 sim_read_mi_mode(struct oa_sim_gpu *gpu)
{
	bool idle = !sim_can_run(gpu) || sim_head(gpu) == sim_tail(gpu);

	return *sim_cs_reg(gpu, RCS_MI_MODE) | (idle ? MI_MODE_IDLE : 0);
}

static u32 sim_cs_read(struct oa_sim_gpu *gpu, u32 offset)
{
	if (sim_reset_owns(offset) || offset == RCS_RESET_CTL)
		return sim_reset_read(gpu, offset);
	if (offset == RCS_HWS_PGA_GEN6)
		return gpu->cs.hws_pga;
	if (offset == RCS_MI_MODE)
		return sim_read_mi_mode(gpu);
	if (offset == RCS_EXECLIST_STATUS_LO)
		return gpu->cs.ctx_active | gpu->cs.pending << 1;
	if (offset >= RCS_CSB(0) && offset < RCS_CSB(GEN8_CSB_ENTRIES))
		return gpu->cs.csb[(offset - RCS_CSB(0)) / 8][(offset & 4) / 4];
	if (offset >= RCS_CSB_GEN11(6) && offset < RCS_CSB_GEN11(GEN11_CSB_ENTRIES))
		return gpu->cs.csb[6 + (offset - RCS_CSB_GEN11(6)) / 8][(offset & 4) / 4];
	if (offset >= RCS_EXECLIST_SQ_CONTENTS(0))
		return 0;
	return *sim_cs_reg(gpu, offset);
}

static void sim_write_masked(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	u32 *reg = sim_cs_reg(gpu, offset), mask = value >> 16;

	*reg = (*reg & ~mask) | (value & mask);
}

/* The ring's registers must stay as they are while it runs, but for its tail. */
static void sim_write_ring(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	bool valid = *sim_cs_reg(gpu, RCS_RING_CTL) & RING_CTL_VALID;

	if (valid && offset != RCS_RING_TAIL && offset != RCS_RING_CTL)
		sim_violate(gpu, SIM_CS_BUSY, offset, value);
	*sim_cs_reg(gpu, offset) = value;
	if (offset == RCS_RING_TAIL || offset == RCS_RING_CTL) {
		gpu->cs.due = gpu->counters.tick + SIM_SUBMIT_TICKS;
		gpu->cs.batch = 0;
		if (*sim_cs_reg(gpu, RCS_RING_CTL) & RING_CTL_VALID)
			gpu->cs.hung = !sim_check_ring(gpu);
	}
}

static void sim_cs_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	if (sim_reset_owns(offset) || offset == RCS_RESET_CTL)
		sim_reset_write(gpu, offset, value);
	else if (offset == RCS_HWS_PGA_GEN6)
		gpu->cs.hws_pga = value;
	else if (offset == RCS_MI_MODE || offset == RCS_GFX_MODE || offset == RCS_CSB_PTR ||
		 offset == RCS_CONTEXT_CONTROL)
		sim_write_masked(gpu, offset, value);
	else if (offset == RCS_ELSP)
		sim_write_elsp(gpu, value);
	else if (offset == RCS_EXECLIST_CONTROL)
		value & EL_CTRL_LOAD ? sim_load_sq(gpu) : (void)0;
	else if (offset >= RCS_EXECLIST_SQ_CONTENTS(0))
		sim_write_sq(gpu, offset, value);
	else if (offset >= RCS_RING_TAIL && offset <= RCS_RING_CTL)
		sim_write_ring(gpu, offset, value);
	else if (offset == RCS_HWS_PGA || offset == RCS_HWSTAM)
		*sim_cs_reg(gpu, offset) = value;
	else
		sim_violate(gpu, SIM_CS_BUSY, offset, value);
}

/**
 * sim_cs_clear() - power-on state
 * @gpu: the GPU, locked or not yet known to anybody
 */
void sim_cs_clear(struct oa_sim_gpu *gpu)
{
	u32 gdrst = gpu->cs.gdrst;
	u64 due = gpu->cs.gdrst_due;

	memset(&gpu->cs, 0, sizeof(gpu->cs));
	gpu->cs.gdrst = gdrst;
	gpu->cs.gdrst_due = due;
	/* [MODEL] the write index stands before the first entry. */
	if (sim_ops(gpu)->layout)
		*sim_cs_reg(gpu, RCS_CSB_PTR) = sim_ops(gpu)->csb_entries - 1;
}

const struct sim_cs_ops sim_cs_gen6 = {
	.owns = sim_cs_owns_gen6,
	.read = sim_cs_read,
	.write = sim_cs_write,
	.run = sim_cs_run,
};

#define SIM_CS_GEN8(image)				\
	{						\
		.owns = sim_cs_owns_gen8,		\
		.read = sim_cs_read,			\
		.write = sim_cs_write,			\
		.run = sim_cs_run,			\
		.ended = sim_context_ended,		\
		.layout = image,			\
		.csb_entries = GEN8_CSB_ENTRIES,	\
		.csb_write_dword = GEN8_HWSP_CSB_WRITE_DWORD, \
		.csb_write_mask = GEN8_CSB_WRITE_PTR_MASK, \
		.run_list = GFX_RUN_LIST_ENABLE,	\
		.id_mask = GENMASK(20, 0),		\
		.wide = true,				\
	}

const struct sim_cs_ops sim_cs_gen8 = SIM_CS_GEN8(&sim_lrc_gen8);
const struct sim_cs_ops sim_cs_gen9 = SIM_CS_GEN8(&sim_lrc_gen9);

const struct sim_cs_ops sim_cs_gen11 = {
	.owns = sim_cs_owns_gen11,
	.read = sim_cs_read,
	.write = sim_cs_write,
	.run = sim_cs_run,
	.ended = sim_context_ended,
	.layout = &sim_lrc_gen11,
	.csb_entries = GEN11_CSB_ENTRIES,
	.csb_write_dword = GEN11_HWSP_CSB_WRITE_DWORD,
	.csb_write_mask = GEN11_CSB_WRITE_PTR_MASK,
	.run_list = GEN11_GFX_DISABLE_LEGACY_MODE,
	.id_mask = ~0u,
	.wide = true,
};
