// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Skylake, Broxton, Kabylake, Geminilake, Coffeelake
 *
 * These are as Broadwell, except that the OA unit is in another forcewake domain than
 * Render, that the context-valid bit has moved, and that the driver must read the
 * rate of the time stamp from the GPU.
 *
 * Facts: hardware.rst 0.4, 1, 3.14, 8 and the topology shapes of abi.rst 4.1.
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

/* Units of 50/3 MHz for the actual frequency and the request, of 50 MHz for the limits */
const struct oa_freq_source oa_freqs_gen9[OA_NUM_FREQS] = {
	[OA_FREQ_ACTUAL] = { GEN6_RPSTAT1, GEN9_CAGF_MASK, GT_FREQUENCY_MULTIPLIER,
			     GEN9_FREQUENCY_SCALER },
	[OA_FREQ_REQUEST] = { GEN6_RPNSWREQ, GEN9_SWREQ_MASK, GT_FREQUENCY_MULTIPLIER,
			      GEN9_FREQUENCY_SCALER },
	[OA_FREQ_RP0] = { GEN6_RP_STATE_CAP, RP0_CAP_MASK, GT_FREQUENCY_MULTIPLIER },
	[OA_FREQ_RP1] = { GEN6_RP_STATE_CAP, RP1_CAP_MASK, GT_FREQUENCY_MULTIPLIER },
	[OA_FREQ_RPN] = { GEN6_RP_STATE_CAP, RPN_CAP_MASK, GT_FREQUENCY_MULTIPLIER },
};

/* Low-power parts have the limits in 50/3 MHz too, in the other order, in another register. */
#define BXT_CAP(mask)	{ BXT_RP_STATE_CAP, (mask), GT_FREQUENCY_MULTIPLIER, GEN9_FREQUENCY_SCALER }

static const struct oa_freq_source freqs_gen9_lp[OA_NUM_FREQS] = {
	[OA_FREQ_ACTUAL] = { GEN6_RPSTAT1, GEN9_CAGF_MASK, GT_FREQUENCY_MULTIPLIER,
			     GEN9_FREQUENCY_SCALER },
	[OA_FREQ_REQUEST] = { GEN6_RPNSWREQ, GEN9_SWREQ_MASK, GT_FREQUENCY_MULTIPLIER,
			      GEN9_FREQUENCY_SCALER },
	[OA_FREQ_RP0] = BXT_CAP(BXT_RP0_CAP_MASK),
	[OA_FREQ_RP1] = BXT_CAP(BXT_RP1_CAP_MASK),
	[OA_FREQ_RPN] = BXT_CAP(BXT_RPN_CAP_MASK),
};

#define GEN9_COMMON \
	.bar_bytes = SZ_16M, \
	.buffer_max = SZ_16M, \
	.buffer_min = SZ_128K, \
	.formats = oa_formats_gen9, \
	.num_formats = OA_NUM_FORMATS_GEN9, \
	.counters = &oa_counters_gen9, \
	.unit = &oa_unit_gen9, \
	.frequency_reports = true, \
	.counter_regs = &oa_counter_regs_gen9, \
	.debug_regs = { oa_debug_unit_gen8, oa_debug_unit_gen9, oa_debug_irq_gen8 }, \
	.buffer_align = SZ_16M, \
	.forcewake = &oa_forcewake_gen9, \
	.kctx = &oa_kctx_gen8, \
	.lrc = &oa_lrc_gen9, \
	.steering = &oa_steering_gen8, \
	.mux = oa_mux_gen8, \
	.boolean = oa_boolean_gen7, \
	.flex = oa_flex_gen8

#define BIG_CORE \
	GEN9_COMMON, \
	.read_timestamp_hz = oa_clock_gen9, \
	.bringup = &oa_bringup_gen9, \
	.rpcs = oa_rpcs_gen9, \
	.ggtt = &oa_ggtt_gen8, \
	.irq = &oa_irq_gen8, \
	.display = &oa_display_gen9, \
	.topology = &oa_topology_gen9, \
	.freqs = oa_freqs_gen9

/* Low-power parts: one slice, a separate crystal, no shared cache */
#define LOW_POWER \
	GEN9_COMMON, \
	.read_timestamp_hz = oa_clock_gen9_lp, \
	.bringup = &oa_bringup_gen9_lp, \
	.rpcs = oa_rpcs_gen9_lp, \
	.ggtt = &oa_ggtt_bxt, \
	.irq = &oa_irq_gen9_lp, \
	.display = &oa_display_gen9, \
	.topology = &oa_topology_gen9_lp, \
	.freqs = freqs_gen9_lp

const struct oa_platform oa_platform_skl = {
	.name = "Skylake",
	BIG_CORE,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_platform_skl);

const struct oa_platform oa_platform_kbl = {
	.name = "Kabylake",
	BIG_CORE,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_platform_kbl);

const struct oa_platform oa_platform_cfl = {
	.name = "Coffeelake",
	BIG_CORE,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_platform_cfl);

const struct oa_platform oa_platform_bxt = {
	.name = "Broxton",
	LOW_POWER,
	.aperture = OA_APERTURE_OURS_IF_IOMMU,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_platform_bxt);

const struct oa_platform oa_platform_glk = {
	.name = "Geminilake",
	LOW_POWER,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_platform_glk);
