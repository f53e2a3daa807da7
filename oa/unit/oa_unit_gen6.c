// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The OA units of Sandybridge, Ivybridge, Valleyview and Haswell
 *
 * All four have one control register and the tail beside the status bits.
 *
 * Three registers describe the buffer, and their order matters: OASTATUS2 (head), then OABUFFER
 * (base), then OASTATUS1 (tail and size), all with the counters off. In any other order the
 * overflow bit does not work, silently.
 *
 * OASTATUS1 carries the tail, which hardware moves, beside the status bits, which software would
 * have to clear. A write to it while the unit runs would rewind the tail, so the status is cleared
 * only by disable and enable.
 *
 * Sandybridge. OABUFFER can't be read, and no code here reads it. One documented sequence serves to
 * recover from an overflow, to set a new tail, and to start the unit: enable bit off, OASTATUS2,
 * OABUFFER, OASTATUS1, enable bit on. The render engine must execute no MI_REPORT_PERF_COUNT
 * meanwhile; it does not, because this driver owns the GPU and submits no commands to it. The
 * counter-overflow bit is cleared after the ring is described and before the unit runs.
 *
 * On GT2 the head is checked after the timer was turned off: Documentation, hardware notes, "The
 * head rule of SNB GT2".
 *
 * No document describes a mux for the first three. Their metric sets therefore hold custom event
 * creation only, and nothing needs time to settle.
 *
 * Haswell. The buffer may be as large as 16 MiB, a mux routes events to the counters, and in one
 * mode a full buffer stops the timer instead of being overwritten. Commands in the render ring
 * write metric sets.
 *
 * Facts: hardware.rst 3.2 to 3.5, 7.1, 7.2; "SNB, IVB, VLV, HSW Observability", Performance Counter
 * Reporting, OACONTROL, OASTATUS1, OABUFFER and its programming notes.
 */
#include <linux/bitfield.h>
#include <linux/log2.h>
#include <linux/sched.h>
#include <linux/sizes.h>

#include "engine/oa_engine.h"
#include "formats/oa_format.h"
#include "gpu/oa_gpu.h"
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "unit/oa_unit.h"
#include "unit/oa_unit_priv.h"

#define OA_DISABLE_TIMEOUT_US	50000

static void oa_gen6_ungate_clocks(struct oa_unit *unit)
{
	/* With this clock gate active, the OA unit misses events of other units. */
	oa_unit_rmw(unit, GEN6_UCGCTL1, 0, GEN6_CSUNIT_CLOCK_GATE_DISABLE);
	/* Specific Context Enable works only with the OA unit's own gate active. */
	if (unit->setup.single_context)
		oa_unit_rmw(unit, GEN6_UCGCTL3, GEN6_OACSUNIT_CLOCK_GATE_DISABLE, 0);
}

/* Keep the clocks running that events depend on. */
static void oa_gen7_ungate_clocks(struct oa_unit *unit)
{
	oa_unit_rmw(unit, GEN7_MISCCPCTL, GEN7_DOP_CLOCK_GATE_ENABLE, 0);
	oa_gen6_ungate_clocks(unit);
}

/* Write a register list of a metric set. Return: 0, or -EINTR if the caller was killed. */
static int oa_gen6_write_list(struct oa_unit *unit, const struct oa_reg_list *list)
{
	u32 i;

	for (i = 0; i < list->count; i++) {
		if (oa_unit_killed(unit))
			return -EINTR;
		oa_unit_write(unit, list->regs[i].offset, list->regs[i].value);
		cond_resched();
	}
	return 0;
}

static int oa_snb_configure(struct oa_unit *unit, const struct oa_metric_set *set)
{
	int ret = oa_unit_reserve(unit, set);

	if (ret)
		return ret;
	oa_gen6_ungate_clocks(unit);
	return oa_gen6_write_list(unit, &set->boolean);
}

static int oa_ivb_configure(struct oa_unit *unit, const struct oa_metric_set *set)
{
	int ret = oa_unit_reserve(unit, set);

	if (ret)
		return ret;
	oa_gen7_ungate_clocks(unit);
	return oa_gen6_write_list(unit, &set->boolean);
}

/* Program the registers that describe the buffer, in the only order that works. */
static void oa_gen6_program_buffer(struct oa_unit *unit, u32 status2, u32 buffer, u32 status1)
{
	oa_write32(unit->uncore, GEN7_OASTATUS2, status2);
	oa_write32(unit->uncore, GEN7_OABUFFER, buffer);
	oa_write32(unit->uncore, GEN7_OASTATUS1, status1);
}

/* Write an address of zero: no address of the driver's memory may stay in the unit. */
static void oa_gen6_clear_buffer(struct oa_unit *unit)
{
	oa_gen6_program_buffer(unit, 0, 0, 0);
}

/* Check for a reset since the buffer was programmed: its head was written first. */
static bool oa_gen6_is_programmed(struct oa_unit *unit)
{
	u32 status2 = oa_read32(unit->uncore, GEN7_OASTATUS2);

	return (status2 & GEN7_OASTATUS2_HEAD_MASK) == unit->setup.base;
}

/* Start the unit, unless a reset cleared the registers that describe the buffer. */
static void oa_gen6_start(struct oa_unit *unit, u32 period)
{
	const struct oa_unit_setup *setup = &unit->setup;
	u32 control = GEN7_OACONTROL_ENABLE |
		      FIELD_PREP(GEN7_OACONTROL_COUNTER_SELECT, setup->format->select);

	if (setup->periodic)
		control |= GEN7_OACONTROL_TIMER_ENABLE |
			   FIELD_PREP(GEN7_OACONTROL_TIMER_PERIOD, period);
	if (setup->single_context)
		control |= GEN7_OACONTROL_CTX_ENABLE | (setup->ctx_id & GEN7_OACONTROL_CTX_MASK);
	if (oa_gen6_is_programmed(unit))
		oa_write32(unit->uncore, GEN7_OACONTROL, control);
}

/* OASTATUS1 of an empty ring without errors */
static u32 oa_gen6_empty_ring(const struct oa_unit_setup *setup)
{
	u32 size_code = setup->size / GEN6_OASTATUS1_SIZE_UNIT - 1;

	return setup->base | FIELD_PREP(GEN7_OASTATUS1_SIZE_MASK, size_code);
}

static bool oa_gen6_is_ungated(struct oa_unit *unit)
{
	return oa_read32(unit->uncore, GEN6_UCGCTL1) & GEN6_CSUNIT_CLOCK_GATE_DISABLE;
}

static void oa_ivb_enable(struct oa_unit *unit)
{
	const struct oa_unit_setup *setup = &unit->setup;

	oa_gen6_program_buffer(unit, setup->base | GEN7_OASTATUS2_MEM_SELECT_GGTT, setup->base,
			       oa_gen6_empty_ring(setup));
	/* configure() changed these two registers first, so a reset since then shows here. */
	if (!(oa_read32(unit->uncore, GEN7_MISCCPCTL) & GEN7_DOP_CLOCK_GATE_ENABLE) &&
	    oa_gen6_is_ungated(unit))
		oa_gen6_start(unit, setup->exponent);
}

static void oa_snb_enable(struct oa_unit *unit)
{
	const struct oa_unit_setup *setup = &unit->setup;

	oa_write32(unit->uncore, GEN7_OACONTROL, 0);
	oa_gen6_program_buffer(unit, setup->base | GEN7_OASTATUS2_MEM_SELECT_GGTT, setup->base,
			       oa_gen6_empty_ring(setup));
	/* The counter-overflow bit can be cleared only after the ring is described. */
	oa_write32(unit->uncore, GEN7_OASTATUS1, oa_gen6_empty_ring(setup));
	if (oa_gen6_is_ungated(unit))
		oa_gen6_start(unit, setup->exponent - OA_SNB_EXPONENT_OFFSET);
}

static int oa_gen6_disable(struct oa_unit *unit)
{
	oa_write32(unit->uncore, GEN7_OACONTROL, 0);
	return oa_wait32(unit->uncore, GEN7_OACONTROL, GEN7_OACONTROL_ENABLE, 0,
			 OA_DISABLE_TIMEOUT_US);
}

/* Write the head's own value back to it. Only GT2 needs this; on GT1 the write changes nothing. */
static void oa_snb_rewrite_head(struct oa_unit *unit)
{
	u32 status2 = oa_read32(unit->uncore, GEN7_OASTATUS2);
	u32 tail = oa_read32(unit->uncore, GEN7_OASTATUS1) & GEN7_OASTATUS1_TAIL_MASK;

	if ((status2 & GEN7_OASTATUS2_HEAD_MASK) > tail)
		oa_write32(unit->uncore, GEN7_OASTATUS2, status2);
}

static int oa_snb_disable(struct oa_unit *unit)
{
	/* Read the register, because a unit that was found running may use the timer, too. */
	if (oa_read32(unit->uncore, GEN7_OACONTROL) & GEN7_OACONTROL_TIMER_ENABLE) {
		oa_rmw32(unit->uncore, GEN7_OACONTROL, GEN7_OACONTROL_TIMER_ENABLE, 0);
		oa_snb_rewrite_head(unit);
	}
	return oa_gen6_disable(unit);
}

static u32 oa_gen6_tail(struct oa_unit *unit)
{
	u32 tail = oa_read32(unit->uncore, GEN7_OASTATUS1) & GEN7_OASTATUS1_TAIL_MASK;

	return oa_unit_tail_offset(unit, tail);
}

static u32 oa_gen6_status(struct oa_unit *unit)
{
	u32 status1 = oa_read32(unit->uncore, GEN7_OASTATUS1), status = 0;

	if (status1 & GEN7_OASTATUS1_BUFFER_OVERFLOW)
		status |= OA_UNIT_OVERFLOW;
	if (status1 & GEN7_OASTATUS1_REPORT_LOST)
		status |= OA_UNIT_REPORT_LOST;
	return status;
}

/* The report-lost bit of VLV does not work and must be ignored. */
static u32 oa_vlv_status(struct oa_unit *unit)
{
	return oa_gen6_status(unit) & ~OA_UNIT_REPORT_LOST;
}

static u32 oa_gen6_reset_cleared(struct oa_unit *unit)
{
	const u32 control = oa_read32(unit->uncore, GEN7_OACONTROL);

	/* A GPU that is gone reads as all ones. */
	return control != ~0u && control & GEN7_OACONTROL_ENABLE ? 0 : OA_UNIT_LOST_UNIT;
}

static void oa_gen6_set_head(struct oa_unit *unit, u32 head)
{
	oa_write32(unit->uncore, GEN7_OASTATUS2,
		   ((unit->setup.base + head) & GEN7_OASTATUS2_HEAD_MASK) |
		   GEN7_OASTATUS2_MEM_SELECT_GGTT);
}

static int oa_hsw_configure(struct oa_unit *unit, const struct oa_metric_set *set)
{
	int ret = oa_unit_reserve(unit, set);

	if (ret)
		return ret;
	oa_gen7_ungate_clocks(unit);
	oa_unit_save_set(unit, set, GDT_CHICKEN_BITS, GT_NOA_ENABLE);
	return oa_unit_write_set(unit, set);
}

/* Write an address of zero: no address of the driver's memory may stay in the unit. */
static void oa_hsw_clear_buffer(struct oa_unit *unit)
{
	oa_gen6_program_buffer(unit, GEN7_OASTATUS2_MEM_SELECT_GGTT, 0, 0);
}

static void oa_hsw_enable(struct oa_unit *unit)
{
	const struct oa_unit_setup *setup = &unit->setup;
	u32 mode = setup->keep_oldest ? HSW_OABUFFER_OVERRUN_DISABLE : 0;
	u32 size_code = ilog2(setup->size / SZ_128K);

	oa_gen6_program_buffer(unit, setup->base | GEN7_OASTATUS2_MEM_SELECT_GGTT,
			       setup->base | mode,
			       setup->base | FIELD_PREP(GEN7_OASTATUS1_SIZE_MASK, size_code));
	/* The engine was started before configure(), so a reset since then shows here. */
	if (!oa_kctx_lost(unit->kctx))
		oa_gen6_start(unit, setup->exponent);
}

#define OA_UNIT_GEN6_OPS(plat, _configure, _enable, _disable, _clear_buffer, _status) \
const struct oa_unit_ops oa_unit_##plat = { \
	.configure = _configure, \
	.enable = _enable, \
	.disable = _disable, \
	.clear_buffer = _clear_buffer, \
	.tail = oa_gen6_tail, \
	.status = _status, \
	.reset_cleared = oa_gen6_reset_cleared, \
	.set_head = oa_gen6_set_head, \
}; \
EXPORT_SYMBOL_FOR_OA_TESTS(oa_unit_##plat)

OA_UNIT_GEN6_OPS(snb, oa_snb_configure, oa_snb_enable, oa_snb_disable, oa_gen6_clear_buffer,
		 oa_gen6_status);
OA_UNIT_GEN6_OPS(ivb, oa_ivb_configure, oa_ivb_enable, oa_gen6_disable, oa_gen6_clear_buffer,
		 oa_gen6_status);
OA_UNIT_GEN6_OPS(vlv, oa_ivb_configure, oa_ivb_enable, oa_gen6_disable, oa_gen6_clear_buffer,
		 oa_vlv_status);
OA_UNIT_GEN6_OPS(hsw, oa_hsw_configure, oa_hsw_enable, oa_gen6_disable, oa_hsw_clear_buffer,
		 oa_gen6_status);
