// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Haswell
 *
 * The OA unit's control register holds timer and context filter, and its buffer
 * holds up to 16 MiB. There is one forcewake domain, and GGTT entries have 32 bits.
 *
 * Facts: hardware.rst 0.4, 1, 8 and the topology shapes of abi.rst 4.1.
 */
#include <linux/sizes.h>

#include "bringup/oa_bringup.h"
#include "engine/oa_engine.h"
#include "formats/oa_counters.h"
#include "formats/oa_format.h"
#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "oa_platform.h"
#include "regs/gt_regs.h"
#include "unit/oa_unit.h"

const struct oa_reg_range oa_boolean_gen7[] = {
	{ 0x2710, 0x272c },	/* start triggers */
	{ 0x2740, 0x275c },	/* report triggers */
	{ 0x2770, 0x27ac },	/* custom event creation */
	{ }
};

static const struct oa_reg_range mux_hsw[] = {
	{ 0x91b8, 0x91cc },	/* OA_PERFCNT1, 2 and the performance matrix */
	{ 0x9800, 0x9888 },	/* MICRO_BP, GDT_CHICKEN, NOA_WRITE */
	{ 0xe180, 0xe180 },	/* HALF_SLICE_CHICKEN2 */
	{ 0x9e80, 0x9ea4 },	/* MBVID2 NOA */
	{ 0x9ec0, 0x9ec0 },	/* MBVID2 MISR */
	{ 0x25100, 0x2ff90 },	/* the NOA network */
	{ }
};

/* Also for Broadwell */
const struct oa_freq_source oa_freqs_hsw[OA_NUM_FREQS] = {
	[OA_FREQ_ACTUAL] = { GEN6_RPSTAT1, HSW_CAGF_MASK, GT_FREQUENCY_MULTIPLIER },
	[OA_FREQ_REQUEST] = { GEN6_RPNSWREQ, HSW_SWREQ_MASK, GT_FREQUENCY_MULTIPLIER },
	[OA_FREQ_RP0] = { GEN6_RP_STATE_CAP, RP0_CAP_MASK, GT_FREQUENCY_MULTIPLIER },
	[OA_FREQ_RP1] = { GEN6_RP_STATE_CAP, RP1_CAP_MASK, GT_FREQUENCY_MULTIPLIER },
	[OA_FREQ_RPN] = { GEN6_RP_STATE_CAP, RPN_CAP_MASK, GT_FREQUENCY_MULTIPLIER },
};

const struct oa_platform oa_platform_hsw = {
	.name = "Haswell",
	.bar_bytes = SZ_4M,
	.formats = oa_formats_hsw,
	.num_formats = OA_NUM_FORMATS_HSW,
	.counters = &oa_counters_hsw,
	.timestamp_hz = 12500000,
	.buffer_max = SZ_16M,
	.buffer_min = SZ_128K,
	.buffer_align = SZ_16M,
	.can_keep_oldest = true,
	.ctx_needs_no_privilege = true,
	.has_fifo = true,
	.exclusive_lines = true,
	.forcewake = &oa_forcewake_hsw,
	.ggtt = &oa_ggtt_hsw,
	.display = &oa_display_ivb,
	.unit = &oa_unit_hsw,
	.kctx = &oa_kctx_hsw,
	.irq = &oa_irq_gen6,
	.topology = &oa_topology_hsw,
	.freqs = oa_freqs_hsw,
	.counter_regs = &oa_counter_regs_hsw,
	.debug_regs = { oa_debug_unit_gen7, oa_debug_irq_gen7 },
	.bringup = &oa_bringup_hsw,
	.mux = mux_hsw,
	.boolean = oa_boolean_gen7,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_platform_hsw);
