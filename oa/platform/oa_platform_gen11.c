// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Icelake, Elkhartlake and Jasperlake, Lakefield
 *
 * The OA unit is that of Gen9; interrupts, execlists, steering and slice power are
 * new. i915 does not support Lakefield: the Lakefield document describes the power
 * domains and the virtualisation mailbox, and all else is assumed to be as in Icelake.
 *
 * Facts: hardware.rst 0.4, 1, 3.14, 8, appendix A, and the topology shapes of abi.rst 4.1.
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

static const struct oa_reg_range mux_gen11[] = {
	{ 0x91b8, 0x91dc },	/* OA_PERFCNT1 to 4 and the performance matrix */
	{ 0x9800, 0x9888 },	/* MICRO_BP, GDT_CHICKEN, NOA_WRITE */
	{ 0xe180, 0xe180 },	/* HALF_SLICE_CHICKEN2 */
	{ 0x0d00, 0x0d2c },	/* RPM_CONFIG, NOA_CONFIG */
	{ 0x20cc, 0x20cc },	/* WAIT_FOR_RC6_EXIT */
	{ }
};

#define GEN11_COMMON \
	.bar_bytes = SZ_16M, \
	.read_timestamp_hz = oa_clock_gen11, \
	.bringup = &oa_bringup_gen11, \
	.buffer_max = SZ_16M, \
	.buffer_min = SZ_128K, \
	.formats = oa_formats_gen11, \
	.num_formats = OA_NUM_FORMATS_GEN11, \
	.counters = &oa_counters_gen11, \
	.unit = &oa_unit_gen11, \
	.frequency_reports = true, \
	.counter_regs = &oa_counter_regs_gen9, \
	.debug_regs = { oa_debug_unit_gen8, oa_debug_unit_gen9, oa_debug_irq_gen11 }, \
	.buffer_align = SZ_16M, \
	.ggtt = &oa_ggtt_gen8, \
	.display = &oa_display_gen11, \
	.kctx = &oa_kctx_gen11, \
	.lrc = &oa_lrc_gen11, \
	.rpcs = oa_rpcs_gen11, \
	.irq = &oa_irq_gen11, \
	.steering = &oa_steering_gen11, \
	.freqs = oa_freqs_gen9, \
	.sseu_halves = true, \
	.mux = mux_gen11, \
	.boolean = oa_boolean_gen7, \
	.flex = oa_flex_gen8

const struct oa_platform oa_platform_icl = {
	.name = "Icelake",
	GEN11_COMMON,
	.forcewake = &oa_forcewake_gen11,
	.topology = &oa_topology_icl,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_platform_icl);

const struct oa_platform oa_platform_ehl = {
	.name = "Elkhartlake or Jasperlake",
	GEN11_COMMON,
	.forcewake = &oa_forcewake_ehl,
	.topology = &oa_topology_ehl,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_platform_ehl);

const struct oa_platform oa_platform_lkf = {
	.name = "Lakefield",
	GEN11_COMMON,
	.forcewake = &oa_forcewake_lkf,
	.topology = &oa_topology_icl,
	.mailbox = LKF_VIRT_MAILBOX,
	.mailbox_end = LKF_VIRT_MAILBOX_END & ~3u,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_platform_lkf);
