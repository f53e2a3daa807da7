// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Sandybridge, Ivybridge, Valleyview
 *
 * No public driver streams from these platforms, and no metric sets are published for them. So each
 * platform has a built-in set: the document's self-test for custom event creation, which makes the
 * four B counters count every GPU clock. The A counters need no programming. A user's sets may
 * program the same registers and no others, because no document describes the mux.
 *
 * The documents do not say either which fuses hold the number of EUs. Parts are sold
 * with all EUs of their GT level.
 *
 * Facts: hardware.rst 0.4, 1, 2, 3.10, 3.14, 3.15, 5.5.
 */
#include <linux/kernel.h>
#include <linux/sizes.h>

#include "bringup/oa_bringup.h"
#include "formats/oa_format.h"
#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "oa_platform.h"
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "stream/oa_stream.h"
#include "uapi/oa_uapi.h"
#include "unit/oa_unit.h"

static const struct oa_reg_range boolean_gen6[] = {
	{ GEN6_CEC0_0, GEN6_CEC3_1 },	/* custom event creation */
	{ }
};

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

static const struct oa_freq_source freqs_gen6[OA_NUM_FREQS] = {
	[OA_FREQ_ACTUAL] = { GEN6_RPSTAT1, GEN6_CAGF_MASK, GT_FREQUENCY_MULTIPLIER },
	[OA_FREQ_REQUEST] = { GEN6_RPNSWREQ, GEN6_SWREQ_MASK, GT_FREQUENCY_MULTIPLIER },
	[OA_FREQ_RP0] = { GEN6_RP_STATE_CAP, RP0_CAP_MASK, GT_FREQUENCY_MULTIPLIER },
	[OA_FREQ_RP1] = { GEN6_RP_STATE_CAP, RP1_CAP_MASK, GT_FREQUENCY_MULTIPLIER },
	[OA_FREQ_RPN] = { GEN6_RP_STATE_CAP, RPN_CAP_MASK, GT_FREQUENCY_MULTIPLIER },
};

/*
 * VLV's power unit reports frequencies through a mailbox that no available document
 * describes. These are the widest limits of the parts that were sold.
 */
static const struct oa_freq_source freqs_vlv[OA_NUM_FREQS] = {
	[OA_FREQ_ACTUAL] = { .mhz = 896 },
	[OA_FREQ_REQUEST] = { .mhz = 896 },
	[OA_FREQ_RP0] = { .mhz = 896 },
	[OA_FREQ_RP1] = { .mhz = 313 },
	[OA_FREQ_RPN] = { .mhz = 200 },
};

/* Common to all three: BAR, clock, a small ring, and only events to program */
#define GEN6_PLATFORM \
	.bar_bytes = SZ_4M, \
	.timestamp_hz = 12500000, \
	.buffer_max = SZ_128K, \
	.buffer_min = GEN6_OASTATUS1_SIZE_UNIT, \
	.buffer_step = GEN6_OASTATUS1_SIZE_UNIT, \
	.buffer_align = GEN6_OABUFFER_ALIGN, \
	.reader_ns = OA_READER_LATENCY_NS, \
	.ctx_needs_no_privilege = true, \
	.has_fifo = true, \
	.exclusive_lines = true, \
	.boolean = boolean_gen6

const struct oa_platform oa_platform_snb = {
	GEN6_PLATFORM,
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
	GEN6_PLATFORM,
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
	GEN6_PLATFORM,
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
