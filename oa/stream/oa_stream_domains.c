// SPDX-License-Identifier: GPL-2.0-only
#include <linux/kernel.h>

#include "abi/oa_config.h"
#include "gt/oa_forcewake_tables.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "regs/ring_regs.h"
#include "stream/oa_stream_domains.h"

/* Registers of the ring, of a running OA unit, and those that the unit depends on */
static const u32 oa_stream_regs[] = {
	RCS_RING_TAIL, GEN8_OACTXCONTROL, OASTARTTRIG1, GEN8_OACONTROL, GDT_CHICKEN_BITS,
	NOA_WRITE, GEN6_RC_CONTROL, HALF_SLICE_CHICKEN2,
};

static u32 oa_list_domains(const struct oa_forcewake_table *table, const struct oa_reg_list *list)
{
	u32 domains = 0, i;

	for (i = 0; i < list->count; i++)
		domains |= oa_forcewake_domains(table, list->regs[i].offset, false);
	return domains;
}

/**
 * oa_stream_domains() - the power wells that a stream needs
 * @table: of the platform
 * @config: the stream's metric set
 *
 * Pure. The wells of the ring, of the OA unit and of every register of the metric set, since
 * these are read before they are written. From Gen9 on all wells, as in i915: a well that sleeps
 * counts nothing of what the mux leads from it. Return: OA_FORCEWAKE_* bits.
 */
u32 oa_stream_domains(const struct oa_forcewake_table *table, const struct oa_config *config)
{
	u32 domains, i;

	domains = table->stream |
		  oa_list_domains(table, &config->mux) |
		  oa_list_domains(table, &config->boolean) |
		  oa_list_domains(table, &config->flex);
	for (i = 0; i < ARRAY_SIZE(oa_stream_regs); i++)
		domains |= oa_forcewake_domains(table, oa_stream_regs[i], false);
	return domains;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_stream_domains);
