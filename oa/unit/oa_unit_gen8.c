// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The OA unit of Gen8 to Gen11
 *
 * Head, tail, status and buffer have a register each, and their order still matters: OABUFFER must
 * be written after OAHEADPTR and before OATAILPTR, or the overflow bit does not work.
 *
 * The timer and the events of the EU counters belong to the render context, and nothing counts
 * unless a context with the resume bit is loaded. So commands in the driver's own context write the
 * metric set: first the registers that the context carries, so that all slices have power, then
 * mux, triggers and EU events. The timer runs from then on, but no report is written until
 * OACONTROL enables the unit.
 *
 * Facts: hardware.rst 3.6 to 3.8, 7.3, 7.4.
 */
#include <linux/bitfield.h>
#include <linux/log2.h>
#include <linux/sizes.h>

#include "engine/oa_engine.h"
#include "formats/oa_format.h"
#include "gpu/oa_gpu.h"
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "unit/oa_unit.h"
#include "unit/oa_unit_priv.h"

#define OA_DISABLE_TIMEOUT_US	50000
/* Index of OACTXCONTROL among the registers of a context, after the slices' power */
#define OA_GEN8_TIMER_REG	1

static u32 oa_gen8_oactxcontrol(const struct oa_unit_setup *setup)
{
	u32 value = GEN8_OACTXCONTROL_COUNTER_RESUME;

	if (setup->periodic)
		value |= GEN8_OACTXCONTROL_TIMER_ENABLE |
			 FIELD_PREP(GEN8_OACTXCONTROL_TIMER_PERIOD, setup->exponent);
	return value;
}

/* Value that a list writes last to a register, 0 if it does not write it */
static u32 oa_gen8_list_value(const struct oa_reg_list *list, u32 offset)
{
	u32 i, value = 0;

	for (i = 0; i < list->count; i++)
		if (list->regs[i].offset == offset)
			value = list->regs[i].value;
	return value;
}

static void oa_gen8_context_regs(const struct oa_unit *unit, const struct oa_metric_set *set,
				 struct oa_reg_value regs[OA_LRC_UNIT_REGS])
{
	u32 i;

	regs[0] = (struct oa_reg_value){ GEN8_R_PWR_CLK_STATE, unit->setup.rpcs };
	regs[OA_GEN8_TIMER_REG] = (struct oa_reg_value) {
		GEN8_OACTXCONTROL, oa_gen8_oactxcontrol(&unit->setup)
	};
	for (i = 0; i < EU_PERF_CNT_CTL_COUNT; i++)
		regs[2 + i] = (struct oa_reg_value) {
			oa_flex_regs[i], oa_gen8_list_value(&set->flex, oa_flex_regs[i])
		};
}

/*
 * Program the registers that a context carries. Fail if the context image does not keep the timer:
 * the next load of the context would turn the timer off again.
 */
static int oa_gen8_program_context(struct oa_kctx *kctx, struct oa_cs_context *ctx,
				   const struct oa_reg_value regs[OA_LRC_UNIT_REGS])
{
	int ret = oa_kctx_write_registers(kctx, ctx, regs, OA_LRC_UNIT_REGS) ?:
		  oa_kctx_run(kctx, ctx);

	if (ret)
		return ret;
	return oa_kctx_image_holds(kctx, ctx, &regs[OA_GEN8_TIMER_REG]) ? 0 : -EIO;
}

static int oa_gen8_program(struct oa_unit *unit, const struct oa_metric_set *set)
{
	struct oa_reg_value regs[OA_LRC_UNIT_REGS];
	struct oa_kctx *kctx = unit->kctx;
	int ret;

	oa_gen8_context_regs(unit, set, regs);
	/* A run of its own, because slices have power only from the next load of the context on. */
	ret = oa_gen8_program_context(kctx, &kctx->own, regs) ?: oa_unit_write_set(unit, set);
	/* The bound context comes last and stays loaded, so that its work is counted. */
	if (!ret && oa_cs_context_exists(&kctx->user))
		ret = oa_gen8_program_context(kctx, &kctx->user, regs);
	return ret;
}

static int oa_gen8_configure(struct oa_unit *unit, const struct oa_metric_set *set)
{
	int ret = oa_unit_reserve(unit, set);

	if (ret)
		return ret;
	oa_unit_save_set(unit, set, GDT_CHICKEN_BITS, GT_NOA_ENABLE);
	return oa_gen8_program(unit, set);
}

/*
 * Put the clock ratio into each report, and turn off the reports at changes of it unless the stream
 * asks for them. The power context does not hold this register, so forcewake is held until close.
 */
static void oa_gen9_debug(struct oa_unit *unit)
{
	const u32 reports = GEN9_OA_DEBUG_DISABLE_CLK_RATIO_REPORTS;

	oa_unit_write(unit, GEN9_OA_DEBUG,
		      MASKED_BIT_ENABLE(GEN9_OA_DEBUG_INCLUDE_CLK_RATIO) |
		      (unit->setup.frequency_reports ? MASKED_BIT_DISABLE(reports) :
						       MASKED_BIT_ENABLE(reports)));
}

static int oa_gen9_configure_noa(struct oa_unit *unit, const struct oa_metric_set *set,
				 u32 noa, u32 bit)
{
	int ret = oa_unit_reserve(unit, set);

	if (ret)
		return ret;
	oa_unit_save_set(unit, set, noa, bit);
	oa_gen9_debug(unit);
	return oa_gen8_program(unit, set);
}

static int oa_gen9_configure(struct oa_unit *unit, const struct oa_metric_set *set)
{
	return oa_gen9_configure_noa(unit, set, GDT_CHICKEN_BITS, GT_NOA_ENABLE);
}

static int oa_gen11_configure(struct oa_unit *unit, const struct oa_metric_set *set)
{
	return oa_gen9_configure_noa(unit, set, GEN9_RPM_CONFIG1, GEN11_NOA_ENABLE);
}

static void oa_gen8_program_buffer(struct oa_unit *unit, u32 head, u32 buffer, u32 tail)
{
	oa_write32(unit->uncore, GEN8_OASTATUS, 0);
	oa_write32(unit->uncore, GEN8_OAHEADPTR, head);
	oa_write32(unit->uncore, GEN8_OABUFFER_UDW, 0);
	oa_write32(unit->uncore, GEN8_OABUFFER, buffer);
	oa_write32(unit->uncore, GEN8_OATAILPTR, tail);
}

/* Write an address of zero: no address of the driver's memory may stay in the unit. */
static void oa_gen8_clear_buffer(struct oa_unit *unit)
{
	oa_gen8_program_buffer(unit, 0, 0, 0);
}

/*
 * Check that no reset came since configure(): the engine was not reset, and the head, which was
 * written before the other addresses, is still there.
 */
static bool oa_gen8_is_ready(struct oa_unit *unit)
{
	return !oa_kctx_lost(unit->kctx) &&
	       (oa_read32(unit->uncore, GEN8_OAHEADPTR) & GEN8_OAHEADPTR_MASK) == unit->setup.base;
}

static void oa_gen8_enable(struct oa_unit *unit)
{
	const struct oa_unit_setup *setup = &unit->setup;
	u32 size_code = ilog2(setup->size / SZ_128K);

	oa_gen8_program_buffer(unit, setup->base,
			       setup->base | FIELD_PREP(GEN8_OABUFFER_SIZE_MASK, size_code) |
			       GEN8_OABUFFER_MEM_SELECT_GGTT, setup->base);
	if (!oa_gen8_is_ready(unit))
		return;
	oa_write32(unit->uncore, GEN8_OACONTROL, GEN8_OACONTROL_ENABLE |
		   FIELD_PREP(GEN8_OACONTROL_COUNTER_SELECT, setup->format->select));
}

static int oa_gen8_disable(struct oa_unit *unit)
{
	oa_write32(unit->uncore, GEN8_OACONTROL, 0);
	return oa_wait32(unit->uncore, GEN8_OACONTROL, GEN8_OACONTROL_ENABLE, 0,
			 OA_DISABLE_TIMEOUT_US);
}

static u32 oa_gen8_tail(struct oa_unit *unit)
{
	u32 tail = oa_read32(unit->uncore, GEN8_OATAILPTR) & GEN8_OATAILPTR_MASK;

	return oa_unit_tail_offset(unit, tail);
}

static u32 oa_gen8_status(struct oa_unit *unit)
{
	u32 oastatus = oa_read32(unit->uncore, GEN8_OASTATUS), status = 0;

	if (oastatus & GEN8_OASTATUS_BUFFER_OVERFLOW)
		status |= OA_UNIT_OVERFLOW;
	if (oastatus & GEN8_OASTATUS_REPORT_LOST)
		status |= OA_UNIT_REPORT_LOST;
	return status;
}

static u32 oa_gen8_reset_cleared(struct oa_unit *unit)
{
	const u32 control = oa_read32(unit->uncore, GEN8_OACONTROL);
	const u32 context = oa_read32(unit->uncore, GEN8_OACTXCONTROL);
	u32 lost = 0;

	/* A GPU that is gone reads as all ones. */
	if (control == ~0u || !(control & GEN8_OACONTROL_ENABLE))
		lost |= OA_UNIT_LOST_UNIT;
	if (context == ~0u || !(context & GEN8_OACTXCONTROL_COUNTER_RESUME))
		lost |= OA_UNIT_LOST_CONTEXT;
	return lost;
}

/* Set the wrap bits in the same write: without them hardware may reset the tail. */
static void oa_gen8_ack_report_lost(struct oa_unit *unit)
{
	oa_rmw32(unit->uncore, GEN8_OASTATUS,
		 GEN8_OASTATUS_COUNTER_OVERFLOW | GEN8_OASTATUS_REPORT_LOST,
		 GEN8_OASTATUS_TAIL_WRAP | GEN8_OASTATUS_HEAD_WRAP);
}

static void oa_gen8_set_head(struct oa_unit *unit, u32 head)
{
	oa_write32(unit->uncore, GEN8_OAHEADPTR, (unit->setup.base + head) & GEN8_OAHEADPTR_MASK);
}

#define OA_UNIT_GEN8_OPS(gen) \
const struct oa_unit_ops oa_unit_##gen = { \
	.configure = oa_##gen##_configure, \
	.enable = oa_gen8_enable, \
	.disable = oa_gen8_disable, \
	.clear_buffer = oa_gen8_clear_buffer, \
	.tail = oa_gen8_tail, \
	.status = oa_gen8_status, \
	.reset_cleared = oa_gen8_reset_cleared, \
	.ack_report_lost = oa_gen8_ack_report_lost, \
	.set_head = oa_gen8_set_head, \
}; \
EXPORT_SYMBOL_FOR_OA_TESTS(oa_unit_##gen)

OA_UNIT_GEN8_OPS(gen8);
OA_UNIT_GEN8_OPS(gen9);
OA_UNIT_GEN8_OPS(gen11);
