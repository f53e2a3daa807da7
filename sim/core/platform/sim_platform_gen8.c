// SPDX-License-Identifier: GPL-2.0-only
/*
 * Simulated Broadwell GT2, Cherryview, Skylake GT2, Broxton, Icelake, Elkhartlake, Lakefield and
 * Tiger Lake GT2.
 *
 * Most of them have something fused off, so that software has to read the fuses.
 *
 * Facts: hardware.rst 1, 2.2, 3.13, 3.14, 4.2, 8; abi.rst 4.1; of Tiger Lake hardware/gen12.rst.
 */
#include "regs/display_regs.h"
#include "regs/gen12_regs.h"
#include "regs/gt_regs.h"
#include "regs/gtt_regs.h"
#include "regs/oa_regs.h"
#include "sim/core/gpu/sim_forcewake.h"
#include "sim/core/gpu/sim_steering.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

#define SIM_RP_STATE_CAP_BDW	0x00060b16	/* RPn 300, RP1 550, RP0 1100 MHz */
#define SIM_RP_STATE_CAP_GEN9	0x00060e16	/* 300, 700, 1100 MHz; units of 50 MHz too */
#define SIM_RP_STATE_CAP_BXT	0x00422a12	/* fields in reverse order, units of 50/3 */
#define SIM_GEN9_MIN		18		/* 300 MHz in units of 50/3 */
#define SIM_GEN9_MAX		66		/* 1100 MHz */

/* Common to all of them */
static const struct sim_reg_range sim_plain_gen8[] = {
	{ RCS_IMR, RCS_IMR },
	{ GEN8_R_PWR_CLK_STATE, GEN8_R_PWR_CLK_STATE },
	{ OASTARTTRIG1, OASTARTTRIG8 },
	{ OAREPORTTRIG1, OAREPORTTRIG8 },
	{ HSW_CEC0_0, HSW_CEC7_1 },
	{ GEN11_MIRROR_FUSE3, GEN8_FUSE2 },
	{ GEN8_EU_DISABLE(0), GEN8_EU_DISABLE(3) },
	{ GEN6_UCGCTL1, GEN6_UCGCTL3 },
	{ GEN7_MISCCPCTL, GEN7_MISCCPCTL },
	{ 0x9800, 0x9884 },
	{ GEN6_RPNSWREQ, GEN6_RP_INTERRUPT_LIMITS },
	{ GEN6_RC_CONTROL, GEN6_RC_STATE },
	{ HALF_SLICE_CHICKEN2, HALF_SLICE_CHICKEN2 },
	{ EU_PERF_CNT_CTL0, EU_PERF_CNT_CTL4 },
	{ EU_PERF_CNT_CTL1, EU_PERF_CNT_CTL5 },
	{ EU_PERF_CNT_CTL2, EU_PERF_CNT_CTL6 },
	{ EU_PERF_CNT_CTL3, EU_PERF_CNT_CTL3 },
	{ }
};

static const struct sim_reg_range sim_plain_bdw[] = {
	{ GEN9_RPM_CONFIG0, GEN8_NOA_CONFIG8 },
	{ WAIT_FOR_RC6_EXIT, WAIT_FOR_RC6_EXIT },
	{ OA_PERFCNT1_LO, OA_PERFMATRIX_HI },
	{ }
};

static const struct sim_reg_range sim_plain_chv[] = {
	{ OA_PERFCNT1_LO, OA_PERFMATRIX_HI },
	{ CHV_NOA_START, CHV_NOA_END },
	{ CHV_FUSE_GT, CHV_FUSE_GT },
	{ VLV_GTLC_WAKE_CTRL, VLV_GTLC_WAKE_CTRL },
	{ }
};

static const struct sim_reg_range sim_plain_gen9[] = {
	{ GEN9_RPM_CONFIG0, GEN8_NOA_CONFIG8 },
	{ WAIT_FOR_RC6_EXIT, WAIT_FOR_RC6_EXIT },
	{ OA_PERFCNT1_LO, OA_PERFMATRIX_HI },
	{ CTC_MODE, CTC_MODE },
	{ TIMESTAMP_OVERRIDE, TIMESTAMP_OVERRIDE },
	{ }
};

static const struct sim_reg_range sim_plain_gen11[] = {
	{ GEN9_RPM_CONFIG0, GEN8_NOA_CONFIG8 },
	{ WAIT_FOR_RC6_EXIT, WAIT_FOR_RC6_EXIT },
	{ OA_PERFCNT1_LO, GEN11_OA_PERFCNT4_HI },
	{ CTC_MODE, CTC_MODE },
	{ TIMESTAMP_OVERRIDE, TIMESTAMP_OVERRIDE },
	{ }
};

/* All of them: gen12 has other registers of triggers and events. */
static const struct sim_reg_range sim_plain_gen12[] = {
	{ GEN9_RPM_CONFIG0, GEN9_RPM_CONFIG1 },
	{ GEN8_NOA_CONFIG0, GEN8_NOA_CONFIG8 },
	{ RCS_IMR, RCS_IMR },
	{ GEN8_R_PWR_CLK_STATE, GEN8_R_PWR_CLK_STATE },
	{ WAIT_FOR_RC6_EXIT, WAIT_FOR_RC6_EXIT },
	{ GEN8_OACTXCONTROL, GEN8_OACTXID },	/* of OAR */
	{ GEN12_OAR_OACONTROL, GEN12_OAR_OACONTROL },
	{ GEN12_OAR_OASTATUS, GEN12_OAR_OASTATUS },
	{ GEN12_OAG_PESS, GEN12_OAG_PESS },
	{ GEN12_MOCS(0), GEN12_MOCS(63) },
	{ GEN12_WM_CHICKEN2, GEN12_WM_CHICKEN2 },
	{ GEN12_FF_MODE2, GEN12_FF_MODE2 },
	{ GEN12_BLIT_CCTL, GEN12_BLIT_CCTL },
	{ GEN12_CLKREQ_POLICY, GEN12_CLKREQ_POLICY },
	{ GEN12_CCS_AUX_INVALIDATE, GEN12_CCS_AUX_INVALIDATE },
	{ GEN12_VD0_AUX_INVALIDATE, GEN12_VD0_AUX_INVALIDATE },
	{ GEN12_VE0_AUX_INVALIDATE, GEN12_VE0_AUX_INVALIDATE },
	{ GEN12_BCS0_AUX_INVALIDATE, GEN12_BCS0_AUX_INVALIDATE },
	{ GEN12_VD2_AUX_INVALIDATE, GEN12_VD2_AUX_INVALIDATE },
	{ GEN12_CCS0_AUX_INVALIDATE, GEN12_CCS0_AUX_INVALIDATE },
	{ GEN12_SQCNT1, GEN12_SQCNT1 },
	{ GEN11_MIRROR_FUSE3, GEN8_FUSE2 },
	{ GEN8_EU_DISABLE(0), GEN8_EU_DISABLE(3) },
	{ GEN6_UCGCTL1, GEN6_UCGCTL3 },
	{ GEN7_MISCCPCTL, GEN7_MISCCPCTL },
	{ 0x9800, 0x9884 },
	{ GEN6_RPNSWREQ, GEN6_RP_INTERRUPT_LIMITS },
	{ GEN6_RC_CONTROL, GEN6_RC_STATE },
	{ CTC_MODE, CTC_MODE },
	{ GEN12_OAG_STARTTRIG1, GEN12_OAG_CEC7_1 },
	{ GEN12_OAG_SCEC0_0, GEN12_OAA_DEBUG },
	{ HALF_SLICE_CHICKEN2, HALF_SLICE_CHICKEN2 },
	{ EU_PERF_CNT_CTL0, EU_PERF_CNT_CTL4 },
	{ EU_PERF_CNT_CTL1, EU_PERF_CNT_CTL5 },
	{ EU_PERF_CNT_CTL2, EU_PERF_CNT_CTL6 },
	{ EU_PERF_CNT_CTL3, EU_PERF_CNT_CTL3 },
	{ TIMESTAMP_OVERRIDE, TIMESTAMP_OVERRIDE },
	{ 0x1c3f10, 0x1c3f10 },		/* clock gates of the video engines */
	{ 0x1d3f10, 0x1d3f10 },
	{ }
};

/* Invalidations, which are done at once */
static const struct sim_reg_range sim_done_gen12[] = {
	{ GEN12_CCS_AUX_INVALIDATE, GEN12_CCS_AUX_INVALIDATE },
	{ GEN12_VD0_AUX_INVALIDATE, GEN12_VD0_AUX_INVALIDATE },
	{ GEN12_VE0_AUX_INVALIDATE, GEN12_VE0_AUX_INVALIDATE },
	{ GEN12_BCS0_AUX_INVALIDATE, GEN12_BCS0_AUX_INVALIDATE },
	{ GEN12_VD2_AUX_INVALIDATE, GEN12_VD2_AUX_INVALIDATE },
	{ GEN12_CCS0_AUX_INVALIDATE, GEN12_CCS0_AUX_INVALIDATE },
	{ GEN12_GFX_TLB_INVALIDATE, GEN12_BLT_TLB_INVALIDATE },
	{ }
};

static const struct sim_reg_range sim_masked_gen8[] = {
	{ WAIT_FOR_RC6_EXIT, WAIT_FOR_RC6_EXIT },
	{ HALF_SLICE_CHICKEN2, HALF_SLICE_CHICKEN2 },
	{ }
};

static const struct sim_reg_range sim_read_only_gen8[] = {
	{ GEN11_MIRROR_FUSE3, GEN8_FUSE2 },
	{ GEN8_EU_DISABLE(0), GEN8_EU_DISABLE(3) },
	{ CHV_FUSE_GT, CHV_FUSE_GT },
	{ GEN9_RPM_CONFIG0, GEN9_RPM_CONFIG0 },
	{ CTC_MODE, CTC_MODE },
	{ }
};

static const struct sim_reg_range sim_digest_gen8[] = {
	{ RCS_IMR, RCS_IMR }, { GEN8_R_PWR_CLK_STATE, GEN8_R_PWR_CLK_STATE },
	{ GEN8_OACTXID, GEN8_OACTXID }, { GEN8_OABUFFER_UDW, GEN8_OABUFFER_UDW },
	{ GEN8_PRIVATE_PAT_LO, GEN8_PRIVATE_PAT_HI },
	{ OASTARTTRIG1, HSW_CEC7_1 }, { GEN8_OACONTROL, GEN8_OA_IMR },
	{ GEN8_MCR_SELECTOR, GEN8_MCR_SELECTOR },
	{ OA_PERFCNT1_LO, OA_PERFMATRIX_HI }, { GEN6_UCGCTL1, GEN7_MISCCPCTL },
	{ 0x9800, 0x9884 }, { GEN6_RC_CONTROL, GEN6_RC_STATE },
	{ HALF_SLICE_CHICKEN2, HALF_SLICE_CHICKEN2 },
	{ }
};

static const struct sim_reg_range sim_digest_bdw[] = {
	{ GEN6_RPNSWREQ, GEN6_RPNSWREQ },
	{ GEN9_RPM_CONFIG0, GEN8_NOA_CONFIG8 }, { GEN8_MASTER_IRQ, GEN8_MASTER_IRQ },
	{ GEN8_GT_IMR(3), GEN8_GT_IER(3) }, { GEN8_DE_PIPE_ISR(0), GEN8_PCU_IER },
	{ SDEISR, SDEIER },
	{ }
};

static const struct sim_reg_range sim_digest_chv[] = {
	{ CHV_NOA_START, CHV_NOA_END }, { GEN8_MASTER_IRQ, GEN8_MASTER_IRQ },
	{ GEN8_GT_IMR(3), GEN8_GT_IER(3) }, { VLV_IER, VLV_IMR },
	{ GEN8_PCU_ISR, GEN8_PCU_IER },
	{ }
};

static const struct sim_reg_range sim_digest_gen11[] = {
	{ GEN6_RPNSWREQ, GEN6_RPNSWREQ },
	{ GEN9_RPM_CONFIG0, GEN8_NOA_CONFIG8 }, { GEN11_OA_PERFCNT4_HI, GEN11_OA_PERFCNT4_HI },
	{ GEN11_GFX_MSTR_IRQ, GEN11_GFX_MSTR_IRQ },
	{ GEN11_RENDER_COPY_INTR_ENABLE, GEN11_GPM_WGBOXPERF_INTR_ENABLE },
	{ GEN11_RCS0_RSVD_INTR_MASK, GEN11_GPM_WGBOXPERF_INTR_MASK },
	{ GEN11_DISPLAY_INT_CTL, GEN11_DISPLAY_INT_CTL },
	{ GEN8_DE_PIPE_ISR(0), GEN11_GU_MISC_IER },
	{ }
};

static const struct sim_reg_range sim_digest_gen12[] = {
	{ RCS_IMR, RCS_IMR }, { GEN8_R_PWR_CLK_STATE, GEN8_R_PWR_CLK_STATE },
	{ GEN9_RPM_CONFIG0, GEN9_RPM_CONFIG1 }, { GEN8_NOA_CONFIG0, GEN8_NOA_CONFIG8 },
	{ GEN12_OAGLBCTXCTRL, GEN12_OAG_PESS }, { GEN12_PAT_INDEX(0), GEN12_PAT_INDEX(7) },
	{ GEN12_SQCNT1, GEN12_SQCNT1 }, { GEN6_UCGCTL1, GEN7_MISCCPCTL }, { 0x9800, 0x9884 },
	{ GEN6_RPNSWREQ, GEN6_RPNSWREQ }, { GEN6_RC_CONTROL, GEN6_RC_STATE },
	{ GEN12_OAG_STARTTRIG1, GEN12_OAG_CEC7_1 },
	{ GEN12_OAG_OACONTROL, GEN12_OAG_BUFFER }, { GEN12_OAG_SCEC0_0, GEN12_OAA_DEBUG },
	{ HALF_SLICE_CHICKEN2, HALF_SLICE_CHICKEN2 },
	{ GEN11_GFX_MSTR_IRQ, GEN11_GFX_MSTR_IRQ },
	{ }
};

/* hardware.rst 4.2; RPT_ID, time stamp, context and ticks go before them. */
static const struct sim_layout sim_layouts_gen8[8] = {
	[0] = {  64, false, { { 'A', 4, 12, 7 } } },
	[2] = { 128, false, { { 'A', 4, 12, 7 }, { 'B', 16, 8, 0 }, { 'C', 24, 8, 0 } } },
	[5] = { 256, false, { { 'A', 4, 36, 0 }, { 'H', 40, 8, 0 }, { 'B', 48, 8, 0 },
			      { 'C', 56, 8, 0 } } },
	[7] = {  64, false, { { 'C', 4, 4, 0 }, { 'B', 8, 8, 0 } } },
};

static bool sim_gen8_computed(struct oa_sim_gpu *gpu, u32 offset, u32 *value)
{
	switch (offset) {
	case NOA_WRITE:
	case GEN6_GT_THREAD_STATUS:
	case VGT_PVINFO_PAGE:
	case VGT_PVINFO_PAGE + 4:
		*value = 0;
		return true;
	default:
		return false;
	}
}

static bool sim_chv_computed(struct oa_sim_gpu *gpu, u32 offset, u32 *value)
{
	if (offset != VLV_GTLC_PW_STATUS)
		return sim_gen8_computed(gpu, offset, value);
	*value = sim_vlv_power_status(gpu);
	return true;
}

/* The microcontroller never leaves its reset; the display's fuses were read long ago. */
static bool sim_gen9_computed(struct oa_sim_gpu *gpu, u32 offset, u32 *value)
{
	switch (offset) {
	case GUC_STATUS:
		*value = GUC_IN_RESET;
		return true;
	case SKL_FUSE_STATUS:
		*value = SKL_FUSE_DOWNLOADED | SKL_FUSE_GATES;
		return true;
	default:
		return sim_gen8_computed(gpu, offset, value);
	}
}

static bool sim_bxt_computed(struct oa_sim_gpu *gpu, u32 offset, u32 *value)
{
	if (offset != BXT_RP_STATE_CAP)
		return sim_gen9_computed(gpu, offset, value);
	*value = SIM_RP_STATE_CAP_BXT;
	return true;
}

static bool sim_gen12_computed(struct oa_sim_gpu *gpu, u32 offset, u32 *value)
{
	switch (offset) {
	case SKL_FUSE_STATUS:
		*value = SKL_FUSE_DOWNLOADED | GEN12_FUSE_GATES;
		return true;
	case GEN12_RPSTAT1:
		*value = sim_to_field(GEN12_CAGF_MASK, sim_frequency(gpu, gpu->counters.tick));
		return true;
	}
	if (!sim_in_ranges(sim_done_gen12, offset))
		return sim_gen9_computed(gpu, offset, value);
	*value = 0;
	return true;
}

static void sim_platform_gen8_wrote(struct oa_sim_gpu *gpu, u32 offset, u32 old, u32 value)
{
	switch (offset) {
	case GDT_CHICKEN_BITS:
	case GEN9_RPM_CONFIG1:
		gpu->counters.events_valid = false;
		break;
	case OAREPORTTRIG2:
	case OAREPORTTRIG6:
		sim_oa_trigger(gpu, offset, old, value);
		break;
	}
}

static void sim_platform_gen12_wrote(struct oa_sim_gpu *gpu, u32 offset, u32 old, u32 value)
{
	switch (offset) {
	case GEN9_RPM_CONFIG1:
		gpu->counters.events_valid = false;
		break;
	case GEN12_OAG_REPORTTRIG2:
	case GEN12_OAG_REPORTTRIG6:
		sim_oa_trigger(gpu, offset, old, value);
		break;
	}
}

static void sim_platform_gen8_reset(struct oa_sim_gpu *gpu)
{
	gpu->store[GEN6_RC_CONTROL / 4] = BIT(31);
	/* Firmware has named memory for the context of RC6. */
	gpu->store[GEN8_RC6_CTX_INFO / 4] = 1;
	sim_gen8_reset_flex(gpu);
}

/* The EUs that a subslice lacks of 8, a bit each */
static u32 sim_eus_fused_off(const struct oa_sim_gpu *gpu)
{
	return 0xff & ~(BIT(gpu->platform->topology.eus) - 1);
}

/* Fuses of slices of three subslices with 8 EUs each; the EUs' are one after the other. */
static void sim_bdw_reset(struct oa_sim_gpu *gpu)
{
	const struct sim_topology *t = &gpu->platform->topology;
	u32 n;

	sim_platform_gen8_reset(gpu);
	gpu->store[GEN8_FUSE2 / 4] = FIELD_PREP(GEN8_F2_S_ENA_MASK, t->slice_mask) |
				   FIELD_PREP(GEN8_F2_SS_DIS_MASK, ~t->subslice_mask & 7);
	for (n = 0; n < fls(t->slice_mask) * t->max_subslices; n++)
		gpu->store[GEN8_EU_DISABLE(n / 4) / 4] |= sim_eus_fused_off(gpu) << n % 4 * 8;
}

/* Slices of four subslices, of which no part has the fourth, and a register of EU fuses a slice */
static void sim_gen9_fuses(struct oa_sim_gpu *gpu)
{
	const struct sim_topology *t = &gpu->platform->topology;
	u32 s, ss;

	sim_platform_gen8_reset(gpu);
	gpu->store[GEN8_FUSE2 / 4] = FIELD_PREP(GEN8_F2_S_ENA_MASK, t->slice_mask) |
				   FIELD_PREP(GEN9_F2_SS_DIS_MASK, ~t->subslice_mask & 0xf);
	for (s = 0; s < fls(t->slice_mask); s++)
		for (ss = 0; ss < t->max_subslices; ss++)
			gpu->store[GEN8_EU_DISABLE(s) / 4] |= sim_eus_fused_off(gpu) << 8 * ss;
}

/* Both subslices, all EUs; waking is allowed, as firmware leaves it. */
static void sim_chv_reset(struct oa_sim_gpu *gpu)
{
	sim_platform_gen8_reset(gpu);
	gpu->store[VLV_GTLC_WAKE_CTRL / 4] = VLV_GTLC_ALLOWWAKEREQ;
	gpu->store[CHV_FUSE_GT / 4] = 0;
}

static void sim_skl_reset(struct oa_sim_gpu *gpu)
{
	sim_gen9_fuses(gpu);
	/* 24 MHz, shift 2: 12 MHz */
	gpu->store[CTC_MODE / 4] = FIELD_PREP(CTC_SHIFT_PARAMETER_MASK, 2);
}

/* 19.2 MHz */
static void sim_bxt_reset(struct oa_sim_gpu *gpu)
{
	sim_gen9_fuses(gpu);
	gpu->store[CTC_MODE / 4] = FIELD_PREP(CTC_SHIFT_PARAMETER_MASK, 3);
}

static void sim_gen11_fuses(struct oa_sim_gpu *gpu, u32 crystal, u32 shift)
{
	const struct sim_topology *t = &gpu->platform->topology;

	sim_platform_gen8_reset(gpu);
	gpu->store[GEN9_RPM_CONFIG0 / 4] = FIELD_PREP(GEN11_RPM_CONFIG0_CRYSTAL_MASK, crystal) |
					   FIELD_PREP(GEN11_RPM_CONFIG0_CTC_SHIFT_MASK, shift);
	gpu->store[GEN11_GT_SLICE_ENABLE / 4] = t->slice_mask;
	gpu->store[GEN11_GT_SUBSLICE_DISABLE / 4] = ~t->subslice_mask & 0xff;
	gpu->store[GEN11_MIRROR_FUSE3 / 4] = ~t->l3_bank_mask & 0xff;
	gpu->store[GEN11_EU_DISABLE / 4] = sim_eus_fused_off(gpu);
	gpu->store[GEN11_GT_VEBOX_VDBOX_DISABLE / 4] = sim_engines_fused_off(gpu);
}

static void sim_icl_reset(struct oa_sim_gpu *gpu)
{
	sim_gen11_fuses(gpu, GEN11_CRYSTAL_24_MHZ, 2);
}

/* 38.4 MHz, shift 2: 19.2 MHz */
static void sim_ehl_reset(struct oa_sim_gpu *gpu)
{
	sim_gen11_fuses(gpu, GEN11_CRYSTAL_38_4_MHZ, 2);
}

/* Fuses of enabled dual subslices, and one for two EUs of each; the same clock as ehl's */
static void sim_tgl_reset(struct oa_sim_gpu *gpu)
{
	const struct sim_topology *t = &gpu->platform->topology;

	sim_gen11_fuses(gpu, GEN11_CRYSTAL_38_4_MHZ, 2);
	gpu->store[GEN12_GT_DSS_ENABLE / 4] = t->subslice_mask;
	gpu->store[GEN11_EU_DISABLE / 4] = 0xff & ~(BIT(t->eus / GEN12_EUS_PER_FUSE) - 1);
}

static const struct sim_unit * const sim_units_gen8[] = {
	&sim_unit_forcewake, &sim_unit_oa_gen8, &sim_unit_irq_gen8, &sim_unit_irq_blocks,
	&sim_unit_reset, &sim_unit_cs,
	&sim_unit_steering, &sim_unit_time, &sim_unit_gtt, &sim_unit_pat, &sim_unit_stolen,
	&sim_unit_display, &sim_unit_mailbox, &sim_unit_context, &sim_unit_plain, NULL
};

static const struct sim_unit * const sim_units_chv[] = {
	&sim_unit_forcewake, &sim_unit_oa_gen8, &sim_unit_irq_gen8, &sim_unit_irq_blocks,
	&sim_unit_reset, &sim_unit_cs,
	&sim_unit_steering, &sim_unit_time, &sim_unit_gtt, &sim_unit_pat, &sim_unit_stolen,
	&sim_unit_display, &sim_unit_context, &sim_unit_plain, NULL
};

static const struct sim_unit * const sim_units_gen11[] = {
	&sim_unit_forcewake, &sim_unit_oa_gen8, &sim_unit_irq_gen11, &sim_unit_irq_blocks,
	&sim_unit_reset, &sim_unit_cs,
	&sim_unit_steering, &sim_unit_time, &sim_unit_gtt, &sim_unit_pat, &sim_unit_stolen,
	&sim_unit_display, &sim_unit_mailbox, &sim_unit_context, &sim_unit_plain, NULL
};

static const struct sim_unit * const sim_units_gen12[] = {
	&sim_unit_forcewake, &sim_unit_oag, &sim_unit_irq_gen11, &sim_unit_irq_blocks,
	&sim_unit_reset, &sim_unit_cs,
	&sim_unit_steering, &sim_unit_time, &sim_unit_gtt, &sim_unit_pat, &sim_unit_stolen,
	&sim_unit_display, &sim_unit_mailbox, &sim_unit_context, &sim_unit_plain, NULL
};

/* Members common to all platforms here, then those of a generation */
#define SIM_ALL_GEN8 \
	.bar_bytes = SZ_16M, \
	.masked = sim_masked_gen8, \
	.read_only = sim_read_only_gen8, \
	.storage = sim_storage_gen8, \
	.check_enable = sim_steering_check, \
	.layouts = sim_layouts_gen8

#define SIM_GEN8 \
	SIM_ALL_GEN8, \
	.plain_common = sim_plain_gen8, \
	.digest_common = sim_digest_gen8, \
	.wrote = sim_platform_gen8_wrote

/* BDW and CHV */
#define SIM_GEN8_PROPER \
	SIM_GEN8, \
	.engine_imr = ~0u, \
	.tick_num = 80, \
	.tick_den = 1, \
	.freq_khz_x3 = 150000, \
	.freq_min = 6, \
	.shadowed = sim_fw_shadowed_gen8, \
	.steering = &sim_steering_gen8, \
	.oa = &sim_oa_gen8, \
	.counters = &sim_counters_gen8, \
	.gtt = &sim_gtt_gen8, \
	.cs = &sim_cs_gen8, \
	.engines = sim_engines_gen8

#define SIM_GEN9 \
	SIM_GEN8, \
	.engine_imr = ~0u, \
	.ggc = SIM_FIELD(BDW_GMCH_GGMS_MASK, 3), \
	.stolen = &sim_stolen_gen9, \
	.freq_khz_x3 = 50000, \
	.freq_min = SIM_GEN9_MIN, \
	.freq_max = SIM_GEN9_MAX, \
	.domains = sim_fw_domains_gen9, \
	.num_domains = ARRAY_SIZE(sim_fw_domains_gen9), \
	.fw_ranges = sim_fw_ranges_gen9, \
	.shadowed = sim_fw_shadowed_gen8, \
	.steering = &sim_steering_gen8, \
	.plain = sim_plain_gen9, \
	.digest = sim_digest_bdw, \
	.clock_reports = true, \
	.silent = sim_silent_gt, \
	.mailbox = true, \
	.power_wells = BIT(0), \
	.cagf = GEN9_CAGF_MASK, \
	.swreq = GEN9_SWREQ_MASK, \
	.rp_state_cap = SIM_RP_STATE_CAP_GEN9, \
	.units = sim_units_gen8, \
	.oa = &sim_oa_gen9, \
	.irq = &sim_irq_gen8, \
	.counters = &sim_counters_gen9, \
	.cs = &sim_cs_gen9, \
	.engines = sim_engines_gen8

/* Gen11 and gen12 */
#define SIM_FROM_GEN11 \
	.ggc = SIM_FIELD(BDW_GMCH_GGMS_MASK, 3), \
	.stolen = &sim_stolen_gen11, \
	.freq_khz_x3 = 50000, \
	.freq_min = SIM_GEN9_MIN, \
	.freq_max = SIM_GEN9_MAX, \
	.domains = sim_fw_domains_gen11, \
	.num_domains = ARRAY_SIZE(sim_fw_domains_gen11), \
	.steering = &sim_steering_gen11, \
	.cagf = GEN9_CAGF_MASK, \
	.swreq = GEN9_SWREQ_MASK, \
	.rp_state_cap = SIM_RP_STATE_CAP_GEN9, \
	.clock_reports = true, \
	.mailbox = true, \
	.power_wells = BIT(0) | BIT(1) | BIT(2), \
	.ctx_id_shift = 5, \
	.irq = &sim_irq_gen11, \
	.blocks = sim_irq_blocks_gen11, \
	.gtt = &sim_gtt_uncached

#define SIM_GEN11 \
	SIM_GEN8, \
	SIM_FROM_GEN11, \
	.shadowed = sim_fw_shadowed_gen11, \
	.plain = sim_plain_gen11, \
	.computed = sim_gen9_computed, \
	.units = sim_units_gen11, \
	.digest = sim_digest_gen11, \
	.oa = &sim_oa_gen9, \
	.counters = &sim_counters_gen11, \
	.pat = &sim_pat_gen11, \
	.cs = &sim_cs_gen11

#define SIM_SKL \
	SIM_GEN9, \
	.tick_num = 250, \
	.tick_den = 3, \
	.computed = sim_gen9_computed, \
	.reset = sim_skl_reset, \
	.blocks = sim_irq_blocks_gen8, \
	.gtt = &sim_gtt_gen8, \
	.pat = &sim_pat_gen8

/* All of Gen11 but ICL */
#define SIM_GEN11_LP \
	SIM_GEN11, \
	.engines = sim_engines_ehl, \
	.revision = 1, \
	.tick_num = 625, \
	.tick_den = 12, \
	.reset = sim_ehl_reset

const struct sim_platform sim_platform_bdw = {
	.name = "bdw",
	SIM_GEN8_PROPER,
	.pat = &sim_pat_gen8,
	.device_id = 0x1616,	/* GT2, mobile */
	.revision = 9,
	.ggc = SIM_FIELD(BDW_GMCH_GGMS_MASK, 3),
	.stolen = &sim_stolen_gen8,
	.topology = { .slice_mask = 1, .subslice_mask = 3, .max_subslices = 3, .eus = 8,
		      .l3_bank_mask = 0xf },
	.freq_max = 22,
	.domains = sim_fw_domains_bdw,
	.num_domains = ARRAY_SIZE(sim_fw_domains_bdw),
	.fw_ranges = sim_fw_ranges_bdw,
	.plain = sim_plain_bdw,
	.silent = sim_silent_gt,
	.mailbox = true,
	.power_wells = BIT(0),
	.computed = sim_gen8_computed,
	.cagf = HSW_CAGF_MASK,
	.swreq = HSW_SWREQ_MASK,
	.rp_state_cap = SIM_RP_STATE_CAP_BDW,
	.units = sim_units_gen8,
	.reset = sim_bdw_reset,
	.digest = sim_digest_bdw,
	.irq = &sim_irq_gen8,
	.blocks = sim_irq_blocks_gen8,
};

const struct sim_platform sim_platform_chv = {
	.name = "chv",
	SIM_GEN8_PROPER,
	.pat = &sim_pat_snoop,
	.device_id = 0x22b1,
	.revision = 33,
	.ggc = SIM_FIELD(SNB_GMCH_GGMS_MASK, 3),
	.stolen = &sim_stolen_chv,
	.topology = { .slice_mask = 1, .subslice_mask = 3, .max_subslices = 2, .eus = 8,
		      .l3_bank_mask = 0xf },
	.freq_max = 12,
	.domains = sim_fw_domains_chv,
	.num_domains = ARRAY_SIZE(sim_fw_domains_chv),
	.fw_ranges = sim_fw_ranges_chv,
	.plain = sim_plain_chv,
	/* Its frequencies are behind a mailbox. */
	.computed = sim_chv_computed,
	.may_wake = sim_vlv_may_wake,
	.units = sim_units_chv,
	.display_base = VLV_DISPLAY_BASE,
	.reset = sim_chv_reset,
	.digest = sim_digest_chv,
	.irq = &sim_irq_gen8,
	.blocks = sim_irq_blocks_chv,
};

const struct sim_platform sim_platform_skl = {
	.name = "skl",
	SIM_SKL,
	.device_id = 0x1912,	/* GT2, desktop */
	.revision = 6,
	.topology = { .slice_mask = 1, .subslice_mask = 7, .max_subslices = 3, .eus = 8,
		      .l3_bank_mask = 0xf },
};

/* Three slices; all other platforms, but not all of their relatives, have one */
const struct sim_platform sim_platform_skl4 = {
	.name = "skl4",
	SIM_SKL,
	.device_id = 0x193b,	/* GT4, mobile */
	.revision = 9,
	.topology = { .slice_mask = 7, .subslice_mask = 7, .max_subslices = 3, .eus = 8,
		      .l3_bank_mask = 0xf },
};

const struct sim_platform sim_platform_bxt = {
	.name = "bxt",
	SIM_GEN9,
	.device_id = 0x5a84,
	.revision = 11,
	.tick_num = 625,
	.tick_den = 12,
	.topology = { .slice_mask = 1, .subslice_mask = 7, .max_subslices = 3, .eus = 6,
		      .l3_bank_mask = 0x3 },
	.computed = sim_bxt_computed,
	.reset = sim_bxt_reset,
	.blocks = sim_irq_blocks_gen9_lp,
	.gtt = &sim_gtt_uncached,
	.pat = &sim_pat_snoop,
};

const struct sim_platform sim_platform_icl = {
	.name = "icl",
	SIM_GEN11,
	.engines = sim_engines_icl,
	.device_id = 0x8a52,
	.revision = 7,
	.tick_num = 250,
	.tick_den = 3,
	/* 1x6x8: the first two subslices are fused off, so that default steering reads 0. */
	.topology = { .slice_mask = 1, .subslice_mask = 0xfc, .max_subslices = 8, .eus = 8,
		      .l3_bank_mask = 0xff },
	.fw_ranges = sim_fw_ranges_gen11,
	.silent = sim_silent_gt,
	.reset = sim_icl_reset,
};

const struct sim_platform sim_platform_ehl = {
	.name = "ehl",
	SIM_GEN11_LP,
	.device_id = 0x4571,
	.topology = { .slice_mask = 1, .subslice_mask = 0x0f, .max_subslices = 4, .eus = 8,
		      .l3_bank_mask = 0x0f },
	.fw_ranges = sim_fw_ranges_gen11,
	.silent = sim_silent_gt,
};

/* Jasper Lake with 24 EUs: the only one of Gen11 with EUs fused off */
const struct sim_platform sim_platform_jsl6 = {
	.name = "jsl6",
	SIM_GEN11_LP,
	.device_id = 0x4e61,
	.topology = { .slice_mask = 1, .subslice_mask = 0x0f, .max_subslices = 4, .eus = 6,
		      .l3_bank_mask = 0x0f },
	.fw_ranges = sim_fw_ranges_gen11,
	.silent = sim_silent_gt,
};

const struct sim_platform sim_platform_lkf = {
	.name = "lkf",
	SIM_GEN11_LP,
	.device_id = 0x9840,
	.topology = { .slice_mask = 1, .subslice_mask = 0xff, .max_subslices = 8, .eus = 8,
		      .l3_bank_mask = 0xff },
	.fw_ranges = sim_fw_ranges_lkf,
	.silent = sim_silent_lkf,
};

/* 1x6x16, of which one dual subslice is fused off: 80 EUs */
const struct sim_platform sim_platform_tgl = {
	.name = "tgl",
	SIM_ALL_GEN8,
	SIM_FROM_GEN11,
	.engines = sim_engines_icl,
	.device_id = 0x9a49,	/* GT2, mobile */
	.revision = 1,
	.tick_num = 625,
	.tick_den = 12,
	.topology = { .slice_mask = 1, .subslice_mask = 0x3e, .max_subslices = 6, .eus = 16,
		      .l3_bank_mask = 0xff },
	.fw_ranges = sim_fw_ranges_gen12,
	.shadowed = sim_fw_shadowed_gen12,
	.silent = sim_silent_gt,
	.plain = sim_plain_gen12,
	.computed = sim_gen12_computed,
	.wrote = sim_platform_gen12_wrote,
	.units = sim_units_gen12,
	.digest = sim_digest_gen12,
	.tc_cold = true,
	.pipe_d = true,
	.oa = &sim_oa_gen12,
	.counters = &sim_counters_gen12,
	.pat = &sim_pat_gen12,
	.cs = &sim_cs_gen12,
	.reset = sim_tgl_reset,
};
