// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Broadwell and Cherryview
 *
 * The OA unit has separate registers for head, tail, status and buffer, and counters of 40 bits.
 * Timer and EU events are part of the render context. GGTT entries have 64 bits. Cherryview has
 * forcewake domains, GGTT sizes and fuses like Valleyview's, and no shared cache.
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

const struct oa_reg_range oa_mux_gen8[] = {
	{ 0x91b8, 0x91cc },	/* OA_PERFCNT1, 2 and the performance matrix */
	{ 0x9800, 0x9888 },	/* MICRO_BP, GDT_CHICKEN, NOA_WRITE */
	{ 0xe180, 0xe180 },	/* HALF_SLICE_CHICKEN2 */
	{ 0x0d00, 0x0d2c },	/* RPM_CONFIG, NOA_CONFIG */
	{ 0x20cc, 0x20cc },	/* WAIT_FOR_RC6_EXIT */
	{ }
};

static const struct oa_reg_range mux_chv[] = {
	{ 0x91b8, 0x91cc },	/* OA_PERFCNT1, 2 and the performance matrix */
	{ 0x9800, 0x9888 },	/* MICRO_BP, GDT_CHICKEN, NOA_WRITE */
	{ 0xe180, 0xe180 },	/* HALF_SLICE_CHICKEN2 */
	{ CHV_NOA_START, CHV_NOA_END },
	{ }
};

const struct oa_reg_range oa_flex_gen8[] = {
	{ 0xe458, 0xe45c },	/* EU_PERF_CNT_CTL0, 4 */
	{ 0xe558, 0xe55c },	/* 1, 5 */
	{ 0xe658, 0xe65c },	/* 2, 6 */
	{ 0xe758, 0xe758 },	/* 3 */
	{ }
};

/*
 * Only the mailbox of the power unit reports the frequencies, as on VLV. These are
 * the widest limits of the parts that were sold.
 */
static const struct oa_freq_source freqs_chv[OA_NUM_FREQS] = {
	[OA_FREQ_ACTUAL] = { .mhz = 740 },
	[OA_FREQ_REQUEST] = { .mhz = 740 },
	[OA_FREQ_RP0] = { .mhz = 740 },
	[OA_FREQ_RP1] = { .mhz = 200 },
	[OA_FREQ_RPN] = { .mhz = 200 },
};

#define GEN8_COMMON \
	.bar_bytes = SZ_16M, \
	.timestamp_hz = 12500000, \
	.buffer_max = SZ_16M, \
	.buffer_min = SZ_128K, \
	.buffer_align = SZ_16M, \
	.formats = oa_formats_gen8, \
	.num_formats = OA_NUM_FORMATS_GEN8, \
	.counters = &oa_counters_gen8, \
	.unit = &oa_unit_gen8, \
	.counter_regs = &oa_counter_regs_gen8, \
	.debug_regs = { oa_debug_unit_gen8, oa_debug_irq_gen8 }, \
	.kctx = &oa_kctx_gen8, \
	.steering = &oa_steering_gen8, \
	.boolean = oa_boolean_gen7, \
	.flex = oa_flex_gen8

const struct oa_platform oa_platform_bdw = {
	.name = "Broadwell",
	GEN8_COMMON,
	.lrc = &oa_lrc_gen8,
	.forcewake = &oa_forcewake_bdw,
	.ggtt = &oa_ggtt_gen8,
	.display = &oa_display_ivb,
	.irq = &oa_irq_gen8,
	.bringup = &oa_bringup_bdw,
	.topology = &oa_topology_bdw,
	.freqs = oa_freqs_hsw,
	.mux = oa_mux_gen8,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_platform_bdw);

const struct oa_platform oa_platform_chv = {
	.name = "Cherryview",
	GEN8_COMMON,
	.lrc = &oa_lrc_chv,
	.forcewake = &oa_forcewake_chv,
	.ggtt = &oa_ggtt_chv,
	.aperture = OA_APERTURE_OURS,
	.display = &oa_display_chv,
	.irq = &oa_irq_chv,
	.bringup = &oa_bringup_chv,
	.topology = &oa_topology_chv,
	.freqs = freqs_chv,
	.mux = mux_chv,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_platform_chv);
