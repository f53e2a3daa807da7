// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated OA unit's registers, gen8 to gen11
 *
 * No counter counts and no timer strobes unless a render context is loaded whose
 * OACTXCONTROL has the resume bit. The command streamer loads that register with the
 * context, so a value written by MMIO lasts only until the next load.
 *
 * The buffer is described by OAHEADPTR, OABUFFER and OATAILPTR in that order, else
 * the overflow bit does not work. A write that clears status bits while the unit runs,
 * without the two wrap bits set, resets the tail, as the documents say it may.
 *
 * The reasons for a report are the timer, triggers, context switches, render going idle
 * and, from gen9 on, changes of the clock.
 *
 * Facts: hardware.rst 3.6 to 3.9, 3.11, 4.4, 7.3, 7.4; "Broadwell Observability";
 * Lakefield, volume 13, chapter "Observability". sim_oa_gen12.c uses what OAG has in common.
 */
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"
#include "sim_oa_gen8.h"

#define SIM_OACTXCONTROL_MBZ	(~0xffu)
#define SIM_OABUFFER_MBZ	GENMASK(2, 1)	/* purpose unknown: leave them alone */
#define SIM_OA_IMR_MBZ		(~GEN8_OA_HALF_FULL_IRQ)
/* RPT_ID, hardware.rst 4.4 */
#define SIM_ID_REASON		GENMASK(24, 19)
#define SIM_ID_START_TRIGGER	BIT(18)
#define SIM_ID_THRESHOLD	BIT(17)
#define SIM_GEN8_ID_CTX_VALID	BIT(25)
#define SIM_GEN8_ID_TIMER	BIT(16)
#define SIM_GEN8_ID_MBZ		BIT(26)	/* one of 31:26 */
#define SIM_GEN9_ID_CTX_VALID	BIT(16)
#define SIM_GEN9_ID_CLOCK	GENMASK(31, 25)	/* its low seven bits */
#define SIM_GEN9_ID_HIGH	GENMASK(15, 9)

bool sim_oa_gen8_enabled(const struct oa_sim_gpu *gpu)
{
	return gpu->oa.control & GEN8_OACONTROL_ENABLE;
}

/*
 * Id in reports of the activity's running context, 0: none runs. [MODEL] the activity's clients run
 * only while the context that software loaded is idle.
 */
u32 sim_oa_gen8_activity(const struct oa_sim_gpu *gpu, u64 tick)
{
	if (sim_rcs(gpu)->ctx_active ||
	    ((gpu->activity.kind != SIM_CTXSWITCH || sim_work_followed(gpu)) &&
	     !gpu->activity.ccid))
		return 0;
	return gpu->activity.ccid ?: sim_ccid(gpu, tick) >> 11;
}

/* Check whether a context is loaded that the unit can count, with a clock. */
static bool sim_oa_gen8_context(const struct oa_sim_gpu *gpu)
{
	return sim_rcs(gpu)->ctx_loaded && sim_clocked(gpu);
}

/* The activity's contexts are programmed as the one that software loaded. [MODEL] */
static bool sim_oa_gen8_resumed(const struct oa_sim_gpu *gpu, u32 ctx)
{
	return gpu->oa.ctx_control & GEN8_OACTXCONTROL_COUNTER_RESUME &&
	       (!ctx || !gpu->activity.stops);
}

static bool sim_oa_gen8_timer(const struct oa_sim_gpu *gpu)
{
	return gpu->oa.ctx_control & GEN8_OACTXCONTROL_TIMER_ENABLE && sim_oa_gen8_context(gpu) &&
	       sim_oa_gen8_resumed(gpu, sim_oa_gen8_activity(gpu, gpu->counters.tick));
}

u32 sim_oa_gen8_timer_bit(const struct oa_sim_gpu *gpu)
{
	return FIELD_GET(GEN8_OACTXCONTROL_TIMER_PERIOD, gpu->oa.ctx_control);
}

const struct sim_layout *sim_oa_gen8_layout(const struct oa_sim_gpu *gpu)
{
	return &gpu->platform->layouts[FIELD_GET(GEN8_OACONTROL_COUNTER_SELECT, gpu->oa.control)];
}

u32 sim_oa_gen8_size(const struct oa_sim_gpu *gpu)
{
	return SZ_128K << FIELD_GET(GEN8_OABUFFER_SIZE_MASK, gpu->oa.buffer);
}

u32 sim_oa_gen8_base(const struct oa_sim_gpu *gpu)
{
	return gpu->oa.buffer & GEN8_OABUFFER_BASE_MASK;
}

/* Flags of the trigger block that caused the report; block 1 is the default. */
static u32 sim_oa_gen8_common_id(const struct oa_sim_gpu *gpu, u32 reason)
{
	bool second = reason & SIM_REASON_TRIGGER2 && !(reason & SIM_REASON_TRIGGER1);
	u32 trigger = gpu->platform->counters->report_triggers +
		      (second ? SIM_TRIGGER6 : SIM_TRIGGER2);
	u32 id = FIELD_PREP(SIM_ID_REASON, reason);

	if (gpu->counters.clocks >= gpu->counters.start_clocks[second])
		id |= SIM_ID_START_TRIGGER;
	if (gpu->store[trigger / 4] & OAREPORTTRIG2_THRESHOLD_ENABLE)
		id |= SIM_ID_THRESHOLD;
	return id;
}

/* While no context runs, the id is that of the last one. */
static void sim_oa_gen8_tail_of_head(const struct oa_sim_gpu *gpu, u64 tick, u32 *dw)
{
	u32 activity = sim_oa_gen8_activity(gpu, tick);

	dw[1] = lower_32_bits(tick);
	dw[2] = activity ? activity << gpu->platform->ctx_id_shift : sim_rcs(gpu)->ctx_id;
	if (gpu->quirks.context_id)
		dw[2] = ~0u;
	dw[3] = lower_32_bits(gpu->counters.clocks);
}

static bool sim_oa_gen8_ctx_valid(const struct oa_sim_gpu *gpu, u64 tick)
{
	return sim_rcs(gpu)->ctx_active || sim_oa_gen8_activity(gpu, tick) ||
	       gpu->quirks.context_id;
}

static void sim_oa_gen8_head(const struct oa_sim_gpu *gpu, u32 reason, u64 tick, u32 *dw)
{
	dw[0] = sim_oa_gen8_common_id(gpu, reason);
	if (sim_oa_gen8_ctx_valid(gpu, tick))
		dw[0] |= SIM_GEN8_ID_CTX_VALID;
	if (gpu->oa.ctx_control & GEN8_OACTXCONTROL_TIMER_ENABLE)
		dw[0] |= SIM_GEN8_ID_TIMER;
	if (gpu->quirks.reserved)
		dw[0] |= SIM_GEN8_ID_MBZ;
	sim_oa_gen8_tail_of_head(gpu, tick, dw);
}

void sim_oa_gen9_head(const struct oa_sim_gpu *gpu, u32 reason, u64 tick, u32 *dw)
{
	u32 clock = sim_frequency(gpu, tick);

	dw[0] = sim_oa_gen8_common_id(gpu, reason) | FIELD_PREP(SIM_GEN9_ID_CLOCK, clock & 0x7f);
	if (sim_oa_gen8_ctx_valid(gpu, tick))
		dw[0] |= SIM_GEN9_ID_CTX_VALID;
	if (gpu->oa.debug & GEN9_OA_DEBUG_INCLUDE_CLK_RATIO)
		dw[0] |= FIELD_PREP(SIM_GEN9_ID_HIGH, clock >> 7) | (clock & 0x1ff);
	sim_oa_gen8_tail_of_head(gpu, tick, dw);
}

void sim_oa_gen8_overflowed(struct oa_sim_gpu *gpu)
{
	if (gpu->oa.order_ok)
		gpu->oa.status |= GEN8_OASTATUS_BUFFER_OVERFLOW;
	gpu->oa.status |= GEN8_OASTATUS_OVERRUN;
}

void sim_oa_gen8_lost(struct oa_sim_gpu *gpu)
{
	gpu->oa.status |= GEN8_OASTATUS_REPORT_LOST;
}

void sim_oa_gen8_wrapped(struct oa_sim_gpu *gpu)
{
	gpu->oa.status |= GEN8_OASTATUS_COUNTER_OVERFLOW;
}

static bool sim_oa_gen8_counting(const struct oa_sim_gpu *gpu, u32 ctx)
{
	u32 activity = sim_oa_gen8_activity(gpu, gpu->counters.tick);

	if (!sim_oa_gen8_enabled(gpu) || !sim_oa_gen8_context(gpu) ||
	    !sim_oa_gen8_resumed(gpu, activity))
		return false;
	return !(gpu->oa.control & GEN8_OACONTROL_CTX_ENABLE) ||
	       (activity ? activity << gpu->platform->ctx_id_shift : sim_rcs(gpu)->ctx_id) ==
	       gpu->oa.ctx_id;
}

/* Write a report for a reason that OA_DEBUG may disable. */
void sim_oa_gen8_report(struct oa_sim_gpu *gpu, u32 reason, u64 tick)
{
	const u32 debug = gpu->oa.debug;

	if ((reason == SIM_REASON_CTX_SWITCH && debug & GEN9_OA_DEBUG_DISABLE_CTX_SWITCH_REPORTS) ||
	    (reason == SIM_REASON_GO && debug & GEN9_OA_DEBUG_DISABLE_GO_REPORTS) ||
	    (reason == SIM_REASON_CLK_RATIO && debug & GEN9_OA_DEBUG_DISABLE_CLK_RATIO_REPORTS))
		return;
	sim_oa_report(gpu, reason, tick);
}

static void sim_oa_gen8_clock_changed(struct oa_sim_gpu *gpu, u64 tick)
{
	if (gpu->platform->clock_reports && sim_oa_gen8_enabled(gpu) && sim_rcs(gpu)->ctx_loaded)
		sim_oa_gen8_report(gpu, SIM_REASON_CLK_RATIO, tick);
}

/* Begin a segment of the activity; each change of the context or the clock writes a report. */
static void sim_oa_gen8_segment(struct oa_sim_gpu *gpu, u64 tick)
{
	u32 before = sim_oa_gen8_activity(gpu, tick - 1), now = sim_oa_gen8_activity(gpu, tick);

	if (!sim_rcs(gpu)->ctx_loaded)
		return;
	if (now && now != before)
		sim_oa_gen8_report(gpu, SIM_REASON_CTX_SWITCH, tick);
	else if (before && !now)
		sim_oa_gen8_report(gpu, SIM_REASON_GO, tick);
	if (sim_frequency(gpu, tick - 1) != sim_frequency(gpu, tick))
		sim_oa_gen8_clock_changed(gpu, tick);
}

static bool sim_oa_gen8_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return offset == GEN8_OACTXCONTROL || offset == GEN8_OACTXID ||
	       offset == GEN8_OABUFFER_UDW || offset == GEN8_OA_IMR ||
	       (offset >= GEN8_OACONTROL && offset <= GEN8_OABUFFER) ||
	       (offset >= GEN8_OAPERF_A_LO(0) && offset < GEN9_OAPERF_A20_FREE + 8);
}

static u32 sim_half(u64 value, u32 offset)
{
	return offset & 4 ? upper_32_bits(value) & 0xff : lower_32_bits(value);
}

static u32 sim_read_counter(const struct oa_sim_gpu *gpu, u32 offset)
{
	static const u8 free[] = { 4, 6, 19, 20 };

	if (offset < GEN8_OAPERF_A32(32))
		return sim_half(sim_counter(gpu, 'A', (offset - GEN8_OAPERF_A_LO(0)) / 8), offset);
	if (offset <= GEN8_OAPERF_A32(35))
		return sim_counter(gpu, 'A', 32 + (offset - GEN8_OAPERF_A32(32)) / 4);
	if (offset == GEN8_GPU_TICKS)
		return gpu->counters.clocks;
	if (offset >= GEN8_OAPERF_B(0) && offset <= GEN8_OAPERF_B(7))
		return sim_counter(gpu, 'B', (offset - GEN8_OAPERF_B(0)) / 4);
	if (offset >= GEN8_OAPERF_C(0) && offset <= GEN8_OAPERF_C(7))
		return sim_counter(gpu, 'C', (offset - GEN8_OAPERF_C(0)) / 4);
	if (offset >= GEN9_OAPERF_A4_FREE && gpu->platform->counters->always)
		return sim_half(gpu->counters.free[free[(offset - GEN9_OAPERF_A4_FREE) / 8]] >>
				SIM_FRACTION_BITS, offset);
	return 0;
}

u32 sim_oa_gen8_tail(const struct oa_sim_gpu *gpu)
{
	if (!sim_oa_gen8_enabled(gpu))
		return gpu->oa.tail_ptr;
	return sim_oa_gen8_base(gpu) + (u32)(gpu->oa.tail % sim_oa_gen8_size(gpu));
}

static u32 sim_oa_gen8_read(struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_oa *oa = &gpu->oa;

	switch (offset) {
	case GEN8_OACTXCONTROL:
		return oa->ctx_control;
	case GEN8_OACTXID:
		return oa->ctx_id;
	case GEN8_OABUFFER_UDW:
		return oa->buffer_udw;
	case GEN8_OACONTROL:
		return oa->control;
	case GEN9_OA_DEBUG:
		return oa->debug;
	case GEN8_OASTATUS:
		return oa->status;
	case GEN8_OAHEADPTR:
		return oa->head_ptr;
	case GEN8_OATAILPTR:
		return sim_oa_gen8_tail(gpu);
	case GEN8_OABUFFER:
		return oa->buffer;
	case GEN8_OA_IMR:
		return gpu->irq.oa_imr;
	default:
		return sim_read_counter(gpu, offset);
	}
}

static const struct sim_oa_regs *sim_oa_regs(const struct oa_sim_gpu *gpu)
{
	return gpu->platform->oa->regs;
}

static void sim_oa_gen8_check_enable(struct oa_sim_gpu *gpu, u32 control)
{
	const struct sim_oa_regs *regs = sim_oa_regs(gpu);
	struct sim_oa *oa = &gpu->oa;
	u32 base = sim_oa_gen8_base(gpu);

	if (oa->sequence != 3)
		sim_violate(gpu, SIM_OABUFFER_ORDER, regs->control, control);
	if (base % sim_oa_gen8_size(gpu))
		sim_violate(gpu, SIM_OABUFFER_ALIGN, regs->buffer, oa->buffer);
	if (oa->tail_ptr != base || oa->head_ptr != base)
		sim_violate(gpu, SIM_HEAD_TAIL, regs->tail, oa->tail_ptr);
	if (!(oa->buffer & GEN8_OABUFFER_MEM_SELECT_GGTT))
		sim_violate(gpu, SIM_PPGTT, regs->buffer, oa->buffer);
	if (oa->buffer_udw)
		sim_violate(gpu, SIM_RESERVED_BIT, GEN8_OABUFFER_UDW, oa->buffer_udw);
	if (!sim_clocked(gpu))
		sim_violate(gpu, SIM_OA_ASLEEP, regs->control, control);
	if (!sim_oa_gen8_layout(gpu)->bytes)
		sim_violate(gpu, SIM_RESERVED_BIT, regs->control, control);
}

void sim_oa_gen8_write_control(struct oa_sim_gpu *gpu, u32 value)
{
	const struct sim_oa_regs *regs = sim_oa_regs(gpu);
	struct sim_oa *oa = &gpu->oa;
	bool enabled = sim_oa_gen8_enabled(gpu);

	if (enabled && gpu->faults.oacontrol)
		return;
	if (value & regs->control_mbz)
		sim_violate(gpu, SIM_RESERVED_BIT, regs->control, value);
	if (enabled && value & GEN8_OACONTROL_ENABLE && value != oa->control)
		sim_violate(gpu, SIM_OA_RUNNING, regs->control, value);
	if (enabled && !(value & GEN8_OACONTROL_ENABLE)) {
		/* The tail stays where it is for software to read. */
		oa->tail_ptr = sim_oa_gen8_tail(gpu);
		oa->sequence = 0;
		sim_oa_stop(gpu);
	}
	oa->control = value & ~regs->control_mbz;
	if (enabled || !(value & GEN8_OACONTROL_ENABLE))
		return;
	sim_oa_gen8_check_enable(gpu, value);
	oa->order_ok = oa->sequence == 3;
	gpu->platform->check_enable(gpu);
	sim_oa_start(gpu);
}

/* Move the tail within the ring; all data from head to tail counts as unread. */
static void sim_force_tail(struct oa_sim_gpu *gpu, u32 offset)
{
	const u32 size = sim_oa_gen8_size(gpu);
	struct sim_oa *oa = &gpu->oa;

	oa->tail = oa->tail - oa->tail % size + offset % size;
	if (oa->tail < oa->head)
		oa->tail += size;
}

/*
 * Writing 0 clears a bit; without bits 17:16 that is not safe while the unit runs. [MODEL]
 * writing 1 sets none; the unit keeps the overrun status while it runs.
 */
static void sim_write_status(struct oa_sim_gpu *gpu, u32 value)
{
	const u32 wraps = GEN8_OASTATUS_TAIL_WRAP | GEN8_OASTATUS_HEAD_WRAP;
	bool enabled = sim_oa_gen8_enabled(gpu);

	gpu->oa.status &= value | (enabled ? GEN8_OASTATUS_OVERRUN : 0);
	if (enabled && (value & wraps) != wraps) {
		sim_violate(gpu, SIM_STATUS_CLEAR, GEN8_OASTATUS, value);
		sim_force_tail(gpu, 0);
	}
}

void sim_oa_gen8_write_head(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_oa *oa = &gpu->oa;

	if (value & ~GEN8_OAHEADPTR_MASK)
		sim_violate(gpu, SIM_RESERVED_BIT, sim_oa_regs(gpu)->head, value);
	value &= GEN8_OAHEADPTR_MASK;
	if (!sim_oa_gen8_enabled(gpu)) {
		oa->sequence = 1;
	} else if (!sim_oa_move_head(gpu, value - sim_oa_gen8_base(gpu))) {
		sim_violate(gpu, SIM_HEAD_RANGE, sim_oa_regs(gpu)->head, value);
		return;
	}
	oa->head_ptr = value;
}

void sim_oa_gen8_write_tail(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_oa *oa = &gpu->oa;

	if (value & ~GEN8_OATAILPTR_MASK)
		sim_violate(gpu, SIM_RESERVED_BIT, sim_oa_regs(gpu)->tail, value);
	if (sim_oa_gen8_enabled(gpu)) {
		sim_violate(gpu, SIM_OA_RUNNING, sim_oa_regs(gpu)->tail, value);
		sim_force_tail(gpu, (value & GEN8_OATAILPTR_MASK) - sim_oa_gen8_base(gpu));
	}
	oa->sequence = oa->sequence == 2 ? 3 : 0;
	oa->tail_ptr = value & GEN8_OATAILPTR_MASK;
}

void sim_oa_gen8_write_buffer(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_oa *oa = &gpu->oa;

	if (sim_oa_gen8_enabled(gpu))
		sim_violate(gpu, SIM_OA_RUNNING, sim_oa_regs(gpu)->buffer, value);
	if (value & SIM_OABUFFER_MBZ)
		sim_violate(gpu, SIM_RESERVED_BIT, sim_oa_regs(gpu)->buffer, value);
	oa->sequence = oa->sequence == 1 ? 2 : 0;
	oa->buffer = value & ~SIM_OABUFFER_MBZ;
}

static void sim_write_ctx_control(struct oa_sim_gpu *gpu, u32 value)
{
	if (value & SIM_OACTXCONTROL_MBZ)
		sim_violate(gpu, SIM_RESERVED_BIT, GEN8_OACTXCONTROL, value);
	gpu->oa.ctx_control = value & ~SIM_OACTXCONTROL_MBZ;
	sim_oa_aim(gpu);
}

static void sim_write_debug(struct oa_sim_gpu *gpu, u32 value)
{
	/* Gen9 and later. */
	if (!gpu->platform->clock_reports)
		gpu->stats.unknown_registers++;
	else
		gpu->oa.debug = sim_masked(gpu->oa.debug, value);
}

static void sim_write_imr(struct oa_sim_gpu *gpu, u32 value)
{
	/* Software masks by writing all ones; the other bits have no event anyway. */
	if (value & SIM_OA_IMR_MBZ && value != ~0u)
		sim_violate(gpu, SIM_RESERVED_BIT, GEN8_OA_IMR, value);
	gpu->irq.oa_imr = value;
}

static void sim_oa_gen8_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	switch (offset) {
	case GEN8_OACTXCONTROL:
		sim_write_ctx_control(gpu, value);
		break;
	case GEN8_OACTXID:
		gpu->oa.ctx_id = value;
		break;
	case GEN8_OABUFFER_UDW:
		gpu->oa.buffer_udw = value;
		break;
	case GEN8_OACONTROL:
		sim_oa_gen8_write_control(gpu, value);
		break;
	case GEN9_OA_DEBUG:
		sim_write_debug(gpu, value);
		break;
	case GEN8_OASTATUS:
		sim_write_status(gpu, value);
		break;
	case GEN8_OAHEADPTR:
		sim_oa_gen8_write_head(gpu, value);
		break;
	case GEN8_OATAILPTR:
		sim_oa_gen8_write_tail(gpu, value);
		break;
	case GEN8_OABUFFER:
		sim_oa_gen8_write_buffer(gpu, value);
		break;
	case GEN8_OA_IMR:
		sim_write_imr(gpu, value);
		break;
	default:
		gpu->stats.unknown_registers++;
	}
}

const struct sim_unit sim_unit_oa_gen8 = {
	.owns = sim_oa_gen8_owns,
	.read = sim_oa_gen8_read,
	.write = sim_oa_gen8_write,
	.peek = sim_oa_gen8_read,
	.reset = sim_oa_reset,
};

static const struct sim_oa_regs sim_oa_gen8_regs = {
	.control = GEN8_OACONTROL,
	.control_mbz = (u32)~(GEN8_OACONTROL_COUNTER_SELECT | GEN8_OACONTROL_CTX_ENABLE |
			      GEN8_OACONTROL_ENABLE),
	.head = GEN8_OAHEADPTR,
	.tail = GEN8_OATAILPTR,
	.buffer = GEN8_OABUFFER,
};

#define SIM_OA_OPS(head_of)			\
	{					\
		.regs = &sim_oa_gen8_regs,	\
		.enabled = sim_oa_gen8_enabled,	\
		.timer = sim_oa_gen8_timer,	\
		.timer_bit = sim_oa_gen8_timer_bit, \
		.layout = sim_oa_gen8_layout,	\
		.base = sim_oa_gen8_base,		\
		.size = sim_oa_gen8_size,		\
		.head = head_of,		\
		.head_clocks = true,		\
		.overflowed = sim_oa_gen8_overflowed, \
		.lost = sim_oa_gen8_lost,		\
		.wrapped = sim_oa_gen8_wrapped,	\
		.counting = sim_oa_gen8_counting,	\
		.segment = sim_oa_gen8_segment,	\
		.clock_changed = sim_oa_gen8_clock_changed, \
	}

const struct sim_oa_ops sim_oa_gen8 = SIM_OA_OPS(sim_oa_gen8_head);
const struct sim_oa_ops sim_oa_gen9 = SIM_OA_OPS(sim_oa_gen9_head);
