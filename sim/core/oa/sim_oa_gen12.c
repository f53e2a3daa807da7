// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated OAG unit, gen12
 *
 * OAG counts the whole GPU. Its registers are gen8's at other offsets, but the timer is
 * global: no context has to be loaded for it, none carries it, and none makes the
 * counters stand still. The unit that counts one context, OAR, is not simulated.
 *
 * The buffer is described as on gen8: OAHEADPTR, OABUFFER, OATAILPTR. The status has no wrap bits:
 * a write clears the others at any time.
 *
 * Facts: hardware/gen12.rst 2. The half-full interrupt and the live A counters, which rest on
 * patches that were never merged, are left out. The live B and C
 * counters are from Mesa 25.0.7, src/intel/perf.
 */
#include "regs/gen12_regs.h"
#include "regs/oa_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"
#include "sim_oa_gen8.h"

#define SIM_GLOBAL_MBZ		(~(GEN12_OAGLBCTXCTRL_TIMER_PERIOD | \
				   GEN12_OAGLBCTXCTRL_TIMER_ENABLE | \
				   GEN12_OAGLBCTXCTRL_COUNTER_RESUME))

/*
 * [MODEL] the resume bit has no effect: without a timer i915 leaves the register 0, and expects the
 * reports of context switches to count.
 */
static bool sim_oag_timer(const struct oa_sim_gpu *gpu)
{
	return gpu->oa.ctx_control & GEN12_OAGLBCTXCTRL_TIMER_ENABLE && sim_clocked(gpu);
}

static bool sim_oag_counting(const struct oa_sim_gpu *gpu, u32 ctx)
{
	return sim_oa_gen8_enabled(gpu) && sim_clocked(gpu);
}

static void sim_oag_clock_changed(struct oa_sim_gpu *gpu, u64 tick)
{
	if (sim_oa_gen8_enabled(gpu))
		sim_oa_gen8_report(gpu, SIM_REASON_CLK_RATIO, tick);
}

/* Begin a segment of the activity; each change of the context or the clock writes a report. */
static void sim_oag_segment(struct oa_sim_gpu *gpu, u64 tick)
{
	u32 before = sim_oa_gen8_activity(gpu, tick - 1), now = sim_oa_gen8_activity(gpu, tick);

	if (now && now != before)
		sim_oa_gen8_report(gpu, SIM_REASON_CTX_SWITCH, tick);
	else if (before && !now)
		sim_oa_gen8_report(gpu, SIM_REASON_GO, tick);
	if (sim_frequency(gpu, tick - 1) != sim_frequency(gpu, tick))
		sim_oag_clock_changed(gpu, tick);
}

static bool sim_oag_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return offset == GEN12_OAGLBCTXCTRL || offset == GEN12_OA_TLB_INVALIDATE ||
	       (offset >= GEN12_OAG_PERF_B(0) && offset < GEN12_OAG_PERF_C(SIM_NUM_C)) ||
	       (offset >= GEN12_OAG_OACONTROL && offset <= GEN12_OAG_BUFFER);
}

/* [MODEL] the live counters have their values also while the unit is off. */
static u32 sim_oag_counter(const struct oa_sim_gpu *gpu, u32 offset)
{
	if (offset >= GEN12_OAG_PERF_C(0))
		return sim_counter(gpu, 'C', (offset - GEN12_OAG_PERF_C(0)) / 4);
	return sim_counter(gpu, 'B', (offset - GEN12_OAG_PERF_B(0)) / 4);
}

static u32 sim_oag_read(struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_oa *oa = &gpu->oa;

	switch (offset) {
	case GEN12_OAGLBCTXCTRL:
		return oa->ctx_control;
	case GEN12_OAG_OACONTROL:
		return oa->control;
	case GEN12_OAG_DEBUG:
		return oa->debug;
	case GEN12_OAG_STATUS:
		return oa->status;
	case GEN12_OAG_HEADPTR:
		return oa->head_ptr;
	case GEN12_OAG_TAILPTR:
		return sim_oa_gen8_tail(gpu);
	case GEN12_OAG_BUFFER:
		return oa->buffer;
	case GEN12_OA_TLB_INVALIDATE:
		/* [MODEL] translations are invalidated at once. */
		return 0;
	default:
		return sim_oag_counter(gpu, offset);
	}
}

static void sim_oag_write_global(struct oa_sim_gpu *gpu, u32 value)
{
	if (value & SIM_GLOBAL_MBZ)
		sim_violate(gpu, SIM_RESERVED_BIT, GEN12_OAGLBCTXCTRL, value);
	gpu->oa.ctx_control = value & ~SIM_GLOBAL_MBZ;
	sim_oa_aim(gpu);
}

/* Writing 0 clears a bit. [MODEL] writing 1 sets none; the overrun lasts while the unit runs. */
static void sim_oag_write_status(struct oa_sim_gpu *gpu, u32 value)
{
	gpu->oa.status &= value | (sim_oa_gen8_enabled(gpu) ? GEN8_OASTATUS_OVERRUN : 0);
}

static void sim_oag_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	switch (offset) {
	case GEN12_OAGLBCTXCTRL:
		sim_oag_write_global(gpu, value);
		break;
	case GEN12_OAG_OACONTROL:
		sim_oa_gen8_write_control(gpu, value);
		break;
	case GEN12_OAG_DEBUG:
		gpu->oa.debug = sim_masked(gpu->oa.debug, value);
		break;
	case GEN12_OAG_STATUS:
		sim_oag_write_status(gpu, value);
		break;
	case GEN12_OAG_HEADPTR:
		sim_oa_gen8_write_head(gpu, value);
		break;
	case GEN12_OAG_TAILPTR:
		sim_oa_gen8_write_tail(gpu, value);
		break;
	case GEN12_OAG_BUFFER:
		sim_oa_gen8_write_buffer(gpu, value);
		break;
	}
}

const struct sim_unit sim_unit_oag = {
	.owns = sim_oag_owns,
	.read = sim_oag_read,
	.write = sim_oag_write,
	.peek = sim_oag_read,
	.reset = sim_oa_reset,
};

static const struct sim_oa_regs sim_oag_regs = {
	.control = GEN12_OAG_OACONTROL,
	.control_mbz = (u32)~(GEN8_OACONTROL_COUNTER_SELECT | GEN8_OACONTROL_ENABLE),
	.head = GEN12_OAG_HEADPTR,
	.tail = GEN12_OAG_TAILPTR,
	.buffer = GEN12_OAG_BUFFER,
};

const struct sim_oa_ops sim_oa_gen12 = {
	.regs = &sim_oag_regs,
	.enabled = sim_oa_gen8_enabled,
	.timer = sim_oag_timer,
	.timer_bit = sim_oa_gen8_timer_bit,
	.layout = sim_oa_gen8_layout,
	.base = sim_oa_gen8_base,
	.size = sim_oa_gen8_size,
	.head = sim_oa_gen9_head,
	.head_clocks = true,
	.overflowed = sim_oa_gen8_overflowed,
	.lost = sim_oa_gen8_lost,
	.wrapped = sim_oa_gen8_wrapped,
	.counting = sim_oag_counting,
	.segment = sim_oag_segment,
	.clock_changed = sim_oag_clock_changed,
};
