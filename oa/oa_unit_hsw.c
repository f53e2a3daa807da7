// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The OA unit of Haswell
 *
 * Three registers describe the buffer, and their order matters: OASTATUS2
 * (head), then OABUFFER (base), then OASTATUS1 (tail and size), all with the
 * counters off. In any other order the overflow bit does not work, silently.
 *
 * OASTATUS1 carries the tail, which hardware moves, beside the status bits,
 * which software would have to clear. Writing it while the unit runs would
 * rewind the tail, so status is only ever cleared by disable and enable.
 *
 * Facts: hardware.md 3.2 to 3.5, 7.2; "SNB, IVB, VLV, HSW Observability",
 * OABUFFER programming notes.
 */
#include <linux/delay.h>
#include <linux/log2.h>
#include <linux/sched.h>
#include <linux/sizes.h>

#include "formats/oa_format.h"
#include "oa_compat.h"
#include "oa_config.h"
#include "oa_uncore.h"
#include "oa_unit.h"
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"

#define OA_DISABLE_TIMEOUT_US	50000
/* i915 waits as long for the mux to settle before the counters are trusted. */
#define OA_MUX_SETTLE_US	500
/* MISCCPCTL, UCGCTL1, UCGCTL3, GDT_CHICKEN beside the metric set's own */
#define OA_HSW_EXTRA_REGS	4

static void oa_hsw_ungate_clocks(struct oa_unit *unit)
{
	struct oa_uncore *uncore = unit->uncore;

	/* With these gates active, events of other units are missed. */
	oa_unit_write(unit, GEN7_MISCCPCTL,
		      oa_read32(uncore, GEN7_MISCCPCTL) & ~GEN7_DOP_CLOCK_GATE_ENABLE);
	oa_unit_write(unit, GEN6_UCGCTL1,
		      oa_read32(uncore, GEN6_UCGCTL1) | GEN6_CSUNIT_CLOCK_GATE_DISABLE);
	/* Specific Context Enable works only with the OA unit's own gate active. */
	if (unit->setup.single_context)
		oa_unit_write(unit, GEN6_UCGCTL3, oa_read32(uncore, GEN6_UCGCTL3) &
			      ~GEN6_OACSUNIT_CLOCK_GATE_DISABLE);
}

static void oa_hsw_write_list(struct oa_unit *unit, const struct oa_reg_list *list)
{
	u32 i;

	for (i = 0; i < list->count; i++) {
		oa_unit_write(unit, list->regs[i].offset, list->regs[i].value);
		cond_resched();
	}
}

static int oa_hsw_configure(struct oa_unit *unit, const struct oa_config *config)
{
	int ret = oa_unit_reserve(unit, config, OA_HSW_EXTRA_REGS);

	if (ret)
		return ret;
	oa_hsw_ungate_clocks(unit);
	/* A mux list may not name it, and must find it as it was when closing. */
	oa_unit_write(unit, GDT_CHICKEN_BITS, oa_read32(unit->uncore, GDT_CHICKEN_BITS));
	oa_hsw_write_list(unit, &config->mux);
	oa_hsw_write_list(unit, &config->boolean);
	usleep_range(OA_MUX_SETTLE_US, 2 * OA_MUX_SETTLE_US);
	return 0;
}

static void oa_hsw_program_buffer(struct oa_unit *unit, u32 head, u32 buffer, u32 tail)
{
	oa_write32(unit->uncore, GEN7_OASTATUS2, head | GEN7_OASTATUS2_MEM_SELECT_GGTT);
	oa_write32(unit->uncore, GEN7_OABUFFER, buffer);
	oa_write32(unit->uncore, GEN7_OASTATUS1, tail);
}

/* Back to reset values: no address of ours may stay in the unit. */
static void oa_hsw_park(struct oa_unit *unit)
{
	oa_hsw_program_buffer(unit, 0, 0, 0);
}

static u32 oa_hsw_control(const struct oa_unit_setup *setup)
{
	u32 control = GEN7_OACONTROL_ENABLE |
		      (u32)setup->format->select << GEN7_OACONTROL_COUNTER_SELECT_SHIFT;

	if (setup->periodic)
		control |= GEN7_OACONTROL_TIMER_ENABLE |
			   (u32)setup->exponent << GEN7_OACONTROL_TIMER_PERIOD_SHIFT;
	if (setup->single_context)
		control |= GEN7_OACONTROL_CTX_ENABLE |
			   (setup->ctx_id & GEN7_OACONTROL_CTX_MASK);
	return control;
}

static void oa_hsw_enable(struct oa_unit *unit)
{
	const struct oa_unit_setup *setup = &unit->setup;
	u32 size_code = ilog2(setup->size / SZ_128K);

	oa_hsw_program_buffer(unit, setup->base,
			      setup->base | (setup->keep_oldest ? HSW_OABUFFER_OVERRUN_DISABLE : 0),
			      setup->base | size_code << GEN7_OASTATUS1_SIZE_SHIFT);
	oa_write32(unit->uncore, GEN7_OACONTROL, oa_hsw_control(setup));
}

static int oa_hsw_disable(struct oa_unit *unit)
{
	oa_write32(unit->uncore, GEN7_OACONTROL, 0);
	return oa_wait32(unit->uncore, GEN7_OACONTROL, GEN7_OACONTROL_ENABLE, 0,
			 OA_DISABLE_TIMEOUT_US);
}

static u32 oa_hsw_tail(struct oa_unit *unit)
{
	u32 tail = oa_read32(unit->uncore, GEN7_OASTATUS1) & GEN7_OASTATUS1_TAIL_MASK;

	/* A GPU that is gone reads all ones: stay inside the buffer. */
	return (tail - unit->setup.base) % unit->setup.size;
}

static u32 oa_hsw_status(struct oa_unit *unit)
{
	u32 status1 = oa_read32(unit->uncore, GEN7_OASTATUS1), status = 0;

	if (status1 & GEN7_OASTATUS1_BUFFER_OVERFLOW)
		status |= OA_UNIT_OVERFLOW;
	if (status1 & GEN7_OASTATUS1_REPORT_LOST)
		status |= OA_UNIT_REPORT_LOST;
	return status;
}

static void oa_hsw_set_head(struct oa_unit *unit, u32 head)
{
	oa_write32(unit->uncore, GEN7_OASTATUS2,
		   ((unit->setup.base + head) & GEN7_OASTATUS2_HEAD_MASK) |
		   GEN7_OASTATUS2_MEM_SELECT_GGTT);
}

static u64 oa_hsw_timestamp(struct oa_unit *unit)
{
	return oa_read64_2x32(unit->uncore, RCS_TIMESTAMP_LO, RCS_TIMESTAMP_HI);
}

const struct oa_unit_ops oa_unit_hsw = {
	.configure = oa_hsw_configure,
	.enable = oa_hsw_enable,
	.disable = oa_hsw_disable,
	.park = oa_hsw_park,
	.tail = oa_hsw_tail,
	.status = oa_hsw_status,
	.set_head = oa_hsw_set_head,
	.timestamp = oa_hsw_timestamp,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_unit_hsw);
