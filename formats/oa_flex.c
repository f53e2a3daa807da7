// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Flexible EU events
 *
 * From gen8 on A7 to A20 are programmable: each counts an increment event of the EUs,
 * passed through a coarse filter (by shader or row) and a fine one (by instruction or
 * EU). Two counters share a register.
 *
 * The documents list the filters that each increment event supports. Metric sets that
 * ship with tools use other combinations, which count all the same. So events are not validated.
 *
 * Facts: hardware.rst 3.12, 5.4; Broadwell volume 14 and Lakefield volume 13,
 * Flexible EU Event Counters.
 */
#include "formats/oa_env.h"
#include "formats/oa_flex.h"
#include "regs/oa_regs.h"

const u32 oa_flex_regs[OA_FLEX_NUM_REGS] = {
	EU_PERF_CNT_CTL0, EU_PERF_CNT_CTL1, EU_PERF_CNT_CTL2, EU_PERF_CNT_CTL3,
	EU_PERF_CNT_CTL4, EU_PERF_CNT_CTL5, EU_PERF_CNT_CTL6,
};
