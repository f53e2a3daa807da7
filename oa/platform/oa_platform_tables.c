// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Tables of the platforms
 *
 * Sandybridge, Ivybridge, Valleyview. No public driver streams from these platforms, and no metric
 * sets are published for them. So each platform has a built-in set: the document's self-test for
 * custom event creation, which makes the four B counters count every GPU clock. The A counters need
 * no programming. A user's sets may program the same registers and no others, because no document
 * describes the mux. The documents do not say either which fuses hold the number of EUs. Parts are
 * sold with all EUs of their GT level.
 *
 * Haswell. The OA unit's control register holds timer and context filter, and its buffer holds up
 * to 16 MiB. There is one forcewake domain, and GGTT entries have 32 bits.
 *
 * Broadwell and Cherryview. The OA unit has separate registers for head, tail, status and buffer,
 * and counters of 40 bits. Timer and EU events are part of the render context. GGTT entries have 64
 * bits. Cherryview's forcewake domains, GGTT sizes and fuses are Valleyview's; no cache is shared.
 *
 * Skylake, Broxton, Kabylake, Geminilake, Coffeelake. These are as Broadwell, except that the OA
 * unit is in another forcewake domain than Render, that the context-valid bit has moved, and that
 * the driver must read the rate of the time stamp from the GPU.
 *
 * Icelake, Elkhartlake and Jasperlake, Lakefield. The OA unit is that of Gen9; interrupts,
 * execlists, steering and slice power are new. i915 does not support Lakefield: the Lakefield
 * document describes the power domains and the virtualisation mailbox, and all else is assumed to
 * be as in Icelake.
 *
 * Facts: hardware.rst 0.4, 1, 2, 3.10, 3.14, 3.15, 5.5, 8, appendix A, and the topology shapes of
 * abi.rst 4.1.
 */
#include <linux/kernel.h>
#include <linux/sizes.h>

#include "bringup/oa_bringup.h"
#include "engine/oa_engine.h"
#include "formats/oa_counters.h"
#include "formats/oa_format.h"
#include "gpu/oa_gpu.h"
#include "oa_platform.h"
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "stream/oa_stream.h"
#include "uapi/oa_uapi.h"
#include "unit/oa_unit.h"

/* Registers that a metric set may write: hardware.rst 8 */

static const struct oa_reg_range boolean_gen6[] = {
	{ GEN6_CEC0_0, GEN6_CEC3_1 },	/* custom event creation */
	{ }
};

/* Haswell and later */
static const struct oa_reg_range boolean_gen7[] = {
	{ 0x2710, 0x272c },	/* start triggers */
	{ 0x2740, 0x275c },	/* report triggers */
	{ 0x2770, 0x27ac },	/* custom event creation */
	{ }
};

static const struct oa_reg_range flex_gen8[] = {
	{ 0xe458, 0xe45c },	/* EU_PERF_CNT_CTL0, 4 */
	{ 0xe558, 0xe55c },	/* 1, 5 */
	{ 0xe658, 0xe65c },	/* 2, 6 */
	{ 0xe758, 0xe758 },	/* 3 */
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

/* BDW and gen9 */
static const struct oa_reg_range mux_gen8[] = {
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

static const struct oa_reg_range mux_gen11[] = {
	{ 0x91b8, 0x91dc },	/* OA_PERFCNT1 to 4 and the performance matrix */
	{ 0x9800, 0x9888 },	/* MICRO_BP, GDT_CHICKEN, NOA_WRITE */
	{ 0xe180, 0xe180 },	/* HALF_SLICE_CHICKEN2 */
	{ 0x0d00, 0x0d2c },	/* RPM_CONFIG, NOA_CONFIG */
	{ 0x20cc, 0x20cc },	/* WAIT_FOR_RC6_EXIT */
	{ }
};

/* Built-in metric sets */

/*
 * Of the sixteen inputs all but the first are masked. The remaining one, be it 0
 * or 1, is compared for "not less than 0", which is always true.
 */
#define CEC_ANY		0x00000003
#define CEC_INPUT_0	0x0000fffe

static const struct oa_reg_value clocks_gen6[] = {
	{ GEN6_CEC0_0, CEC_ANY }, { GEN6_CEC0_0 + 0x4, CEC_INPUT_0 },
	{ GEN6_CEC0_0 + 0x8, CEC_ANY }, { GEN6_CEC0_0 + 0xc, CEC_INPUT_0 },
	{ GEN6_CEC0_0 + 0x10, CEC_ANY }, { GEN6_CEC0_0 + 0x14, CEC_INPUT_0 },
	{ GEN6_CEC0_0 + 0x18, CEC_ANY }, { GEN6_CEC3_1, CEC_INPUT_0 },
};

#define CLOCKS_SET(_uuid) \
	{ .uuid = (_uuid), .boolean = clocks_gen6, .num_boolean = ARRAY_SIZE(clocks_gen6) }

/* Each platform's set has a uuid of its own, because the meaning of the A counters differs. */
static const struct oa_builtin_set set_snb = CLOCKS_SET("823f88f1-fbc7-48db-aff8-7efed894a960");
static const struct oa_builtin_set set_ivb = CLOCKS_SET("62184cfe-3aa7-4167-aa58-e8bb04537be7");
static const struct oa_builtin_set set_vlv = CLOCKS_SET("8016b0d2-3029-4ad9-bd64-b94bbb2b7ac2");

/* Frequencies */

#define FREQ_LIMITS \
	[OA_FREQ_RP0] = { GEN6_RP_STATE_CAP, RP0_CAP_MASK, GT_FREQUENCY_MULTIPLIER }, \
	[OA_FREQ_RP1] = { GEN6_RP_STATE_CAP, RP1_CAP_MASK, GT_FREQUENCY_MULTIPLIER }, \
	[OA_FREQ_RPN] = { GEN6_RP_STATE_CAP, RPN_CAP_MASK, GT_FREQUENCY_MULTIPLIER }

static const struct oa_freq_source freqs_gen6[OA_NUM_FREQS] = {
	[OA_FREQ_ACTUAL] = { GEN6_RPSTAT1, GEN6_CAGF_MASK, GT_FREQUENCY_MULTIPLIER },
	[OA_FREQ_REQUEST] = { GEN6_RPNSWREQ, GEN6_SWREQ_MASK, GT_FREQUENCY_MULTIPLIER },
	FREQ_LIMITS,
};

/* Also for Broadwell */
static const struct oa_freq_source freqs_hsw[OA_NUM_FREQS] = {
	[OA_FREQ_ACTUAL] = { GEN6_RPSTAT1, HSW_CAGF_MASK, GT_FREQUENCY_MULTIPLIER },
	[OA_FREQ_REQUEST] = { GEN6_RPNSWREQ, HSW_SWREQ_MASK, GT_FREQUENCY_MULTIPLIER },
	FREQ_LIMITS,
};

/* In units of 50/3 MHz */
#define GEN9_FREQ(reg, mask)	{ reg, mask, GT_FREQUENCY_MULTIPLIER, GEN9_FREQUENCY_SCALER }

/* Gen9 and Gen11 */
static const struct oa_freq_source freqs_gen9[OA_NUM_FREQS] = {
	[OA_FREQ_ACTUAL] = GEN9_FREQ(GEN6_RPSTAT1, GEN9_CAGF_MASK),
	[OA_FREQ_REQUEST] = GEN9_FREQ(GEN6_RPNSWREQ, GEN9_SWREQ_MASK),
	FREQ_LIMITS,
};

/* Low-power parts have the limits in 50/3 MHz too, in the other order, in another register. */
static const struct oa_freq_source freqs_gen9_lp[OA_NUM_FREQS] = {
	[OA_FREQ_ACTUAL] = GEN9_FREQ(GEN6_RPSTAT1, GEN9_CAGF_MASK),
	[OA_FREQ_REQUEST] = GEN9_FREQ(GEN6_RPNSWREQ, GEN9_SWREQ_MASK),
	[OA_FREQ_RP0] = GEN9_FREQ(BXT_RP_STATE_CAP, BXT_RP0_CAP_MASK),
	[OA_FREQ_RP1] = GEN9_FREQ(BXT_RP_STATE_CAP, BXT_RP1_CAP_MASK),
	[OA_FREQ_RPN] = GEN9_FREQ(BXT_RP_STATE_CAP, BXT_RPN_CAP_MASK),
};

/*
 * The power unit of VLV and CHV reports frequencies through a mailbox that no available document
 * describes. These are the widest limits of the parts that were sold.
 */
static const struct oa_freq_source freqs_vlv[OA_NUM_FREQS] = {
	[OA_FREQ_ACTUAL] = { .mhz = 896 },
	[OA_FREQ_REQUEST] = { .mhz = 896 },
	[OA_FREQ_RP0] = { .mhz = 896 },
	[OA_FREQ_RP1] = { .mhz = 313 },
	[OA_FREQ_RPN] = { .mhz = 200 },
};

static const struct oa_freq_source freqs_chv[OA_NUM_FREQS] = {
	[OA_FREQ_ACTUAL] = { .mhz = 740 },
	[OA_FREQ_REQUEST] = { .mhz = 740 },
	[OA_FREQ_RP0] = { .mhz = 740 },
	[OA_FREQ_RP1] = { .mhz = 200 },
	[OA_FREQ_RPN] = { .mhz = 200 },
};

/* Gen6 to Gen7.5 */
#define UP_TO_HASWELL \
	.bar_bytes = SZ_4M, \
	.timestamp_hz = 12500000, \
	.ctx_needs_no_privilege = true, \
	.has_fifo = true, \
	.exclusive_lines = true

/* SNB, IVB, VLV: a small ring, and only events to program */
#define SMALL_RING \
	UP_TO_HASWELL, \
	.buffer_max = SZ_128K, \
	.buffer_min = GEN6_OASTATUS1_SIZE_UNIT, \
	.buffer_step = GEN6_OASTATUS1_SIZE_UNIT, \
	.buffer_align = GEN6_OABUFFER_ALIGN, \
	.reader_ns = OA_READER_LATENCY_NS, \
	.boolean = boolean_gen6

/* Haswell and later */
#define LARGE_RING \
	.buffer_max = SZ_16M, \
	.buffer_min = SZ_128K, \
	.buffer_align = SZ_16M, \
	.boolean = boolean_gen7

const struct oa_platform oa_platform_snb = {
	SMALL_RING,
	.name = "Sandybridge",
	.formats = oa_formats_snb,
	.num_formats = OA_NUM_FORMATS_SNB,
	.exponent_min = OA_SNB_EXPONENT_OFFSET,
	.forcewake = &oa_forcewake_snb,
	.ggtt = &oa_ggtt_snb,
	.display = &oa_display_snb,
	.unit = &oa_unit_snb,
	.irq = &oa_irq_snb,
	.freqs = freqs_gen6,
	.debug_regs = { oa_debug_unit_snb, oa_debug_irq_snb },
	.bringup = &oa_bringup_gen6,
	.set = &set_snb,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_platform_snb);

const struct oa_platform oa_platform_ivb = {
	SMALL_RING,
	.name = "Ivybridge",
	.formats = oa_formats_ivb,
	.num_formats = OA_NUM_FORMATS_IVB,
	.forcewake = &oa_forcewake_ivb,
	.ggtt = &oa_ggtt_snb,
	.display = &oa_display_ivb,
	.unit = &oa_unit_ivb,
	.irq = &oa_irq_gen6,
	.freqs = freqs_gen6,
	.debug_regs = { oa_debug_unit_gen7, oa_debug_irq_gen7 },
	.bringup = &oa_bringup_gen6,
	.set = &set_ivb,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_platform_ivb);

const struct oa_platform oa_platform_vlv = {
	SMALL_RING,
	.name = "Valleyview",
	.formats = oa_formats_ivb,
	.num_formats = OA_NUM_FORMATS_IVB,
	.forcewake = &oa_forcewake_vlv,
	.ggtt = &oa_ggtt_vlv,
	.display = &oa_display_vlv,
	.unit = &oa_unit_vlv,
	.irq = &oa_irq_vlv,
	.freqs = freqs_vlv,
	.debug_regs = { oa_debug_unit_gen7, oa_debug_irq_gen7 },
	.bringup = &oa_bringup_vlv,
	.set = &set_vlv,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_platform_vlv);

const struct oa_platform oa_platform_hsw = {
	UP_TO_HASWELL,
	LARGE_RING,
	.name = "Haswell",
	.formats = oa_formats_hsw,
	.num_formats = OA_NUM_FORMATS_HSW,
	.counters = &oa_counters_hsw,
	.can_keep_oldest = true,
	.forcewake = &oa_forcewake_hsw,
	.ggtt = &oa_ggtt_hsw,
	.display = &oa_display_ivb,
	.unit = &oa_unit_hsw,
	.kctx = &oa_kctx_hsw,
	.irq = &oa_irq_gen6,
	.topology = &oa_topology_hsw,
	.freqs = freqs_hsw,
	.counter_regs = &oa_counter_regs_hsw,
	.debug_regs = { oa_debug_unit_gen7, oa_debug_irq_gen7 },
	.bringup = &oa_bringup_hsw,
	.mux = mux_hsw,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_platform_hsw);

/* Gen8 and later */
#define FROM_BROADWELL \
	LARGE_RING, \
	.bar_bytes = SZ_16M, \
	.flex = flex_gen8

#define GEN8_COMMON \
	FROM_BROADWELL, \
	.timestamp_hz = 12500000, \
	.formats = oa_formats_gen8, \
	.num_formats = OA_NUM_FORMATS_GEN8, \
	.counters = &oa_counters_gen8, \
	.unit = &oa_unit_gen8, \
	.counter_regs = &oa_counter_regs_gen8, \
	.debug_regs = { oa_debug_unit_gen8, oa_debug_irq_gen8 }, \
	.kctx = &oa_kctx_gen8, \
	.steering = &oa_steering_gen8

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
	.freqs = freqs_hsw,
	.mux = mux_gen8,
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

#define FROM_SKYLAKE \
	FROM_BROADWELL, \
	.frequency_reports = true, \
	.counter_regs = &oa_counter_regs_gen9

#define GEN9_COMMON \
	FROM_SKYLAKE, \
	.formats = oa_formats_gen9, \
	.num_formats = OA_NUM_FORMATS_GEN9, \
	.counters = &oa_counters_gen9, \
	.unit = &oa_unit_gen9, \
	.debug_regs = { oa_debug_unit_gen8, oa_debug_unit_gen9, oa_debug_irq_gen8 }, \
	.forcewake = &oa_forcewake_gen9, \
	.display = &oa_display_gen9, \
	.kctx = &oa_kctx_gen8, \
	.lrc = &oa_lrc_gen9, \
	.steering = &oa_steering_gen8, \
	.mux = mux_gen8

#define BIG_CORE \
	GEN9_COMMON, \
	.read_timestamp_hz = oa_clock_gen9, \
	.bringup = &oa_bringup_gen9, \
	.rpcs = oa_rpcs_gen9, \
	.ggtt = &oa_ggtt_gen8, \
	.irq = &oa_irq_gen8, \
	.topology = &oa_topology_gen9, \
	.freqs = freqs_gen9

/* Low-power parts: one slice, a separate crystal, no shared cache */
#define LOW_POWER \
	GEN9_COMMON, \
	.read_timestamp_hz = oa_clock_gen9_lp, \
	.bringup = &oa_bringup_gen9_lp, \
	.rpcs = oa_rpcs_gen9_lp, \
	.ggtt = &oa_ggtt_bxt, \
	.irq = &oa_irq_gen9_lp, \
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

#define GEN11_COMMON \
	FROM_SKYLAKE, \
	.read_timestamp_hz = oa_clock_gen11, \
	.bringup = &oa_bringup_gen11, \
	.formats = oa_formats_gen11, \
	.num_formats = OA_NUM_FORMATS_GEN11, \
	.counters = &oa_counters_gen11, \
	.unit = &oa_unit_gen11, \
	.debug_regs = { oa_debug_unit_gen8, oa_debug_unit_gen9, oa_debug_irq_gen11 }, \
	.ggtt = &oa_ggtt_gen8, \
	.display = &oa_display_gen11, \
	.kctx = &oa_kctx_gen11, \
	.lrc = &oa_lrc_gen11, \
	.rpcs = oa_rpcs_gen11, \
	.irq = &oa_irq_gen11, \
	.steering = &oa_steering_gen11, \
	.freqs = freqs_gen9, \
	.sseu_halves = true, \
	.mux = mux_gen11

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
