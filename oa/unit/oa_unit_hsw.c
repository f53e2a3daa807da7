// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The OA unit of Haswell
 *
 * The unit works as the older ones (oa_unit_gen6.c), but its buffer may be as large
 * as 16 MiB, a mux routes events to the counters, and in one mode a full buffer
 * stops the timer instead of being overwritten. Commands in the render ring write
 * metric sets.
 *
 * Facts: hardware.rst 3.2 to 3.5, 7.2; "SNB, IVB, VLV, HSW Observability",
 * OABUFFER programming notes.
 */
#include <linux/bitfield.h>
#include <linux/log2.h>
#include <linux/sizes.h>

#include "abi/oa_config.h"
#include "engine/oa_kctx.h"
#include "gt/oa_uncore.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "unit/oa_unit.h"
#include "unit/oa_unit_gen6.h"

/* The clock gates and GDT_CHICKEN, besides the registers of the metric set */
#define OA_HSW_EXTRA_REGS	(OA_GEN7_CLOCK_REGS + 1)

static int oa_hsw_configure(struct oa_unit *unit, const struct oa_config *config)
{
	int ret = oa_unit_reserve(unit, config, OA_HSW_EXTRA_REGS);

	if (ret)
		return ret;
	oa_gen7_ungate_clocks(unit);
	/* A mux list need not name it. Saved first, so that close restores it after the mux. */
	oa_unit_remember(unit, GDT_CHICKEN_BITS);
	oa_unit_remember_list(unit, &config->mux);
	oa_unit_remember_list(unit, &config->boolean);
	return oa_unit_run_set(unit, config);
}

/* Back to reset values: no address of the driver's may stay in the unit. */
static void oa_hsw_park(struct oa_unit *unit)
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
	/* The engine was started before all else: a reset since then shows. */
	if (!oa_kctx_lost(unit->kctx))
		oa_gen6_start(unit, setup->exponent);
}

const struct oa_unit_ops oa_unit_hsw = {
	OA_GEN6_UNIT_OPS,
	.configure = oa_hsw_configure,
	.enable = oa_hsw_enable,
	.disable = oa_gen6_disable,
	.park = oa_hsw_park,
	.status = oa_gen6_status,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_unit_hsw);
