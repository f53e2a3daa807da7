// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated OA unit's registers, up to gen7.5
 *
 * Each rule that the documents state is checked, and a broken rule has the same effect as
 * on hardware: after a wrong order of the buffer registers the unit works, but the
 * overflow bit does not.
 *
 * Facts: "SNB, IVB, VLV, HSW Observability", OACONTROL, OASTATUS1, OASTATUS2,
 * OABUFFER; hardware.rst 3.2 to 3.5, 3.11, 4.4.
 */
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "sim/core/sim_model.h"

/* RPT_ID is undocumented; bit 10 goes with timer reports (IGT's observation). */
#define SIM_RPT_ID_TIMER	0x400
#define SIM_RPT_ID_TRIGGER	0x800

static const struct sim_gen6_oa *sim_gen6(const struct oa_sim_gpu *gpu)
{
	return gpu->platform->gen6;
}

static bool sim_oa_gen6_enabled(const struct oa_sim_gpu *gpu)
{
	return gpu->oa.control & GEN7_OACONTROL_ENABLE;
}

static bool sim_oa_gen6_timer(const struct oa_sim_gpu *gpu)
{
	return gpu->oa.control & GEN7_OACONTROL_TIMER_ENABLE;
}

static u32 sim_oa_gen6_timer_bit(const struct oa_sim_gpu *gpu)
{
	return FIELD_GET(GEN7_OACONTROL_TIMER_PERIOD, gpu->oa.control) +
	       sim_gen6(gpu)->timer_shift;
}

static const struct sim_layout *sim_oa_gen6_layout(const struct oa_sim_gpu *gpu)
{
	return &gpu->platform->layouts[FIELD_GET(GEN7_OACONTROL_COUNTER_SELECT, gpu->oa.control)];
}

static u32 sim_oa_gen6_base(const struct oa_sim_gpu *gpu)
{
	return gpu->oa.buffer & GEN7_OABUFFER_BASE_MASK;
}

static u32 sim_oa_gen6_size(const struct oa_sim_gpu *gpu)
{
	u32 code = FIELD_GET(GEN7_OASTATUS1_SIZE_MASK, gpu->oa.status1);
	u32 step = sim_gen6(gpu)->size_step;

	return step ? step * (code + 1) : SZ_128K << code;
}

static bool sim_oa_gen6_keeps_oldest(const struct oa_sim_gpu *gpu)
{
	return sim_gen6(gpu)->overrun && gpu->oa.buffer & HSW_OABUFFER_OVERRUN_DISABLE;
}

static void sim_oa_gen6_head(const struct oa_sim_gpu *gpu, u32 reason, u64 tick, u32 *dw)
{
	dw[0] = reason == SIM_REASON_TIMER ? SIM_RPT_ID_TIMER : SIM_RPT_ID_TRIGGER;
	dw[1] = lower_32_bits(tick);
	dw[2] = upper_32_bits(tick) ^ gpu->quirks.timestamp_high * (u32)(tick >> 3 | 1);
}

static void sim_oa_gen6_overflowed(struct oa_sim_gpu *gpu)
{
	if (gpu->oa.order_ok)
		gpu->oa.status1 |= GEN7_OASTATUS1_BUFFER_OVERFLOW;
	if (sim_gen6(gpu)->overrun && !sim_oa_gen6_keeps_oldest(gpu))
		gpu->oa.buffer |= HSW_OABUFFER_OVERRUN_STATUS;
}

static void sim_oa_gen6_lost(struct oa_sim_gpu *gpu)
{
	if (sim_gen6(gpu)->report_lost)
		gpu->oa.status1 |= GEN7_OASTATUS1_REPORT_LOST;
}

static void sim_oa_gen6_wrapped(struct oa_sim_gpu *gpu)
{
	gpu->oa.status1 |= GEN7_OASTATUS1_COUNTER_OVERFLOW;
}

/* [MODEL] "1 = resume counting" has a meaning only with the mechanism enabled. */
static bool sim_stopped(const struct oa_sim_gpu *gpu)
{
	const u32 both = GEN7_OABUFFER_STOP_RESUME_ENABLE | GEN7_OABUFFER_RESUME;

	return (gpu->oa.buffer & both) == GEN7_OABUFFER_STOP_RESUME_ENABLE;
}

static bool sim_oa_gen6_counting(const struct oa_sim_gpu *gpu, u32 ctx)
{
	u32 control = gpu->oa.control;

	if (!sim_oa_gen6_enabled(gpu) || !sim_render_awake(gpu) || sim_stopped(gpu))
		return false;
	return !(control & GEN7_OACONTROL_CTX_ENABLE) ||
	       (ctx && (ctx & CCID_ADDRESS_MASK) == (control & GEN7_OACONTROL_CTX_MASK));
}

static bool sim_oa_gen6_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return (offset >= GEN7_OACONTROL && offset <= GEN7_OASTATUS2) || offset == GEN7_OABUFFER;
}

static bool sim_oa_hsw_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return sim_oa_gen6_owns(gpu, offset) ||
	       (offset >= HSW_OAPERF_A(0) && offset <= HSW_OAPERF_B(SIM_NUM_B - 1));
}

static u32 sim_status1(const struct oa_sim_gpu *gpu)
{
	const struct sim_oa *oa = &gpu->oa;

	if (!sim_oa_gen6_enabled(gpu))
		return oa->status1;
	return (oa->status1 & ~GEN7_OASTATUS1_TAIL_MASK) |
	       (sim_oa_gen6_base(gpu) + (u32)(oa->tail % gpu->platform->oa->size(gpu)));
}

static u32 sim_oa_gen6_read(struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_oa *oa = &gpu->oa;

	switch (offset) {
	case GEN7_OACONTROL:
		return oa->control;
	case GEN7_OASTATUS1:
		return sim_status1(gpu);
	case GEN7_OASTATUS2:
		return oa->status2;
	case GEN7_OABUFFER:
		return sim_gen6(gpu)->buffer_write_only ? 0 : oa->buffer;
	default:
		if (offset < HSW_OAPERF_B(0))
			return sim_counter(gpu, 'A', (offset - HSW_OAPERF_A(0)) / 4);
		return sim_counter(gpu, 'B', (offset - HSW_OAPERF_B(0)) / 4);
	}
}

/* SNB allows a new tail and head in a ring that is already described. */
static bool sim_in_order(const struct oa_sim_gpu *gpu)
{
	return gpu->oa.sequence == 3 || (sim_gen6(gpu)->tail_alone && gpu->oa.described);
}

static void sim_check_enable(struct oa_sim_gpu *gpu, u32 control)
{
	struct sim_oa *oa = &gpu->oa;
	u32 base = sim_oa_gen6_base(gpu), tail = oa->status1 & GEN7_OASTATUS1_TAIL_MASK;

	if (!sim_in_order(gpu))
		sim_violate(gpu, SIM_OABUFFER_ORDER, GEN7_OACONTROL, control);
	if (base % sim_gen6(gpu)->align)
		sim_violate(gpu, SIM_OABUFFER_ALIGN, GEN7_OABUFFER, oa->buffer);
	if (tail != base || (oa->status2 & GEN7_OASTATUS2_HEAD_MASK) != tail)
		sim_violate(gpu, SIM_HEAD_TAIL, GEN7_OASTATUS1, oa->status1);
	if (sim_gen6(gpu)->ring_sets_overflow && oa->status1 & GEN7_OASTATUS1_COUNTER_OVERFLOW)
		sim_violate(gpu, SIM_STATUS_LEFT, GEN7_OASTATUS1, oa->status1);
	if (!(oa->status2 & GEN7_OASTATUS2_MEM_SELECT_GGTT))
		sim_violate(gpu, SIM_PPGTT, GEN7_OASTATUS2, oa->status2);
}

/*
 * SNB GT2, whose document is damaged here. [MODEL] if the timer is turned off while the
 * head is at a higher address than the tail, the unit's state is wrong until the head is
 * written again, with the same value.
 */
static void sim_check_head(struct oa_sim_gpu *gpu, u32 old, u32 control)
{
	const u32 timer = GEN7_OACONTROL_TIMER_ENABLE;
	u32 head = gpu->oa.status2 & GEN7_OASTATUS2_HEAD_MASK;

	if (sim_gen6(gpu)->head_rule && old & timer && !(control & timer) &&
	    head > (sim_status1(gpu) & GEN7_OASTATUS1_TAIL_MASK))
		gpu->oa.head_due = true;
}

static void sim_head_is_due(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	if (!gpu->oa.head_due)
		return;
	gpu->oa.head_due = false;
	sim_violate(gpu, SIM_HEAD_RULE, offset, value);
}

static void sim_turn_on(struct oa_sim_gpu *gpu, u32 control)
{
	sim_check_enable(gpu, control);
	gpu->oa.order_ok = sim_in_order(gpu);
	gpu->oa.control = control;
	gpu->platform->check_enable(gpu);
	sim_oa_start(gpu);
}

static void sim_write_control(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_oa *oa = &gpu->oa;
	bool enabled = sim_oa_gen6_enabled(gpu);

	if (enabled && gpu->faults.oacontrol)
		return;
	if (value & GEN7_OACONTROL_TIMER_ENABLE)
		sim_head_is_due(gpu, GEN7_OACONTROL, value);
	if (enabled)
		sim_check_head(gpu, oa->control, value);
	if (!enabled && value & GEN7_OACONTROL_ENABLE) {
		sim_turn_on(gpu, value);
		return;
	}
	if (enabled && !(value & GEN7_OACONTROL_ENABLE)) {
		/* The tail stays where it is for software to read. */
		oa->status1 = sim_status1(gpu);
		oa->sequence = 0;
		sim_oa_stop(gpu);
	} else if (enabled && (value ^ oa->control) & ~GEN7_OACONTROL_TIMER_ENABLE) {
		/* The timer may change; any other change would tear a report being written. */
		sim_violate(gpu, SIM_OA_RUNNING, GEN7_OACONTROL, value);
	}
	oa->control = value;
	sim_oa_aim(gpu);
}

static void sim_write_status1(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_oa *oa = &gpu->oa;

	if (sim_oa_gen6_enabled(gpu))
		sim_violate(gpu, SIM_OA_RUNNING, GEN7_OASTATUS1, value);
	sim_head_is_due(gpu, GEN7_OASTATUS1, value);
	/* While the unit runs the write rewinds the tail, as on hardware. */
	oa->tail = (value & GEN7_OASTATUS1_TAIL_MASK) - sim_oa_gen6_base(gpu);
	/*
	 * SNB: "clear it after the ring is enabled": [MODEL] the write that describes the
	 * ring leaves the bit set, whatever its value; the next write clears the bit.
	 */
	if (sim_gen6(gpu)->ring_sets_overflow && oa->sequence == 2 && sim_oa_gen6_base(gpu))
		value |= GEN7_OASTATUS1_COUNTER_OVERFLOW;
	oa->sequence = oa->sequence >= 2 ? 3 : 0;
	oa->described |= oa->sequence == 3;
	oa->status1 = value;
}

static void sim_write_status2(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_oa *oa = &gpu->oa;

	if (value & sim_gen6(gpu)->status2_mbz)
		sim_violate(gpu, SIM_RESERVED_BIT, GEN7_OASTATUS2, value);
	if ((value ^ oa->status2) & GEN7_OASTATUS2_HEAD_MASK)
		sim_head_is_due(gpu, GEN7_OASTATUS2, value);
	oa->head_due = false;
	if (!sim_oa_gen6_enabled(gpu)) {
		oa->sequence = 1;
	} else if (!sim_oa_move_head(gpu, (value & GEN7_OASTATUS2_HEAD_MASK) -
				     sim_oa_gen6_base(gpu))) {
		/* A rejected head does not appear in the register either. */
		sim_violate(gpu, SIM_HEAD_RANGE, GEN7_OASTATUS2, value);
		return;
	}
	oa->status2 = value & (GEN7_OASTATUS2_HEAD_MASK | GEN7_OASTATUS2_MEM_SELECT_GGTT);
	/* The bit is read only on Haswell, but the document demands a 1. */
	if (sim_gen6(gpu)->overrun && !(value & GEN7_OASTATUS2_MEM_SELECT_GGTT)) {
		sim_violate(gpu, SIM_RESERVED_BIT, GEN7_OASTATUS2, value);
		oa->status2 |= GEN7_OASTATUS2_MEM_SELECT_GGTT;
	}
}

static void sim_write_buffer(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_oa *oa = &gpu->oa;

	if (sim_oa_gen6_enabled(gpu))
		sim_violate(gpu, SIM_OA_RUNNING, GEN7_OABUFFER, value);
	sim_head_is_due(gpu, GEN7_OABUFFER, value);
	if (value & sim_gen6(gpu)->buffer_mbz)
		sim_violate(gpu, SIM_RESERVED_BIT, GEN7_OABUFFER, value);
	oa->sequence = oa->sequence == 1 ? 2 : 0;
	oa->described = false;
	/* Overrun status is read only and is cleared by a new buffer. */
	oa->buffer = value & ~(HSW_OABUFFER_OVERRUN_STATUS | sim_gen6(gpu)->buffer_mbz);
}

static void sim_oa_gen6_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	struct sim_counters *c = &gpu->counters;

	switch (offset) {
	case GEN7_OACONTROL:
		sim_write_control(gpu, value);
		break;
	case GEN7_OASTATUS1:
		sim_write_status1(gpu, value);
		break;
	case GEN7_OASTATUS2:
		sim_write_status2(gpu, value);
		break;
	case GEN7_OABUFFER:
		sim_write_buffer(gpu, value);
		break;
	default:
		if (offset < HSW_OAPERF_B(0))
			c->a[(offset - HSW_OAPERF_A(0)) / 4] = (u64)value << SIM_FRACTION_BITS;
		else
			c->b[(offset - HSW_OAPERF_B(0)) / 4] = value;
	}
}

/* Haswell's memory select is read only. */
static void sim_oa_gen6_reset(struct oa_sim_gpu *gpu)
{
	sim_oa_reset(gpu);
	if (sim_gen6(gpu)->overrun)
		gpu->oa.status2 = GEN7_OASTATUS2_MEM_SELECT_GGTT;
}

const struct sim_unit sim_unit_oa_gen6 = {
	.owns = sim_oa_gen6_owns,
	.read = sim_oa_gen6_read,
	.write = sim_oa_gen6_write,
	.peek = sim_oa_gen6_read,
	.reset = sim_oa_gen6_reset,
};

/* Haswell's counters can be read. */
const struct sim_unit sim_unit_oa_hsw = {
	.owns = sim_oa_hsw_owns,
	.read = sim_oa_gen6_read,
	.write = sim_oa_gen6_write,
	.peek = sim_oa_gen6_read,
	.reset = sim_oa_gen6_reset,
};

const struct sim_oa_ops sim_oa_gen6 = {
	.enabled = sim_oa_gen6_enabled,
	.timer = sim_oa_gen6_timer,
	.timer_bit = sim_oa_gen6_timer_bit,
	.layout = sim_oa_gen6_layout,
	.base = sim_oa_gen6_base,
	.size = sim_oa_gen6_size,
	.keeps_oldest = sim_oa_gen6_keeps_oldest,
	.head = sim_oa_gen6_head,
	.overflowed = sim_oa_gen6_overflowed,
	.lost = sim_oa_gen6_lost,
	.wrapped = sim_oa_gen6_wrapped,
	.counting = sim_oa_gen6_counting,
};
