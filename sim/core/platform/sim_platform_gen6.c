// SPDX-License-Identifier: GPL-2.0-only
/*
 * Simulated Sandybridge GT2, Ivybridge GT2, Valleyview and Haswell GT2.
 *
 * Facts: hardware.rst 0.4, 1, 2.1, 2.2, 2.4, 3.2 to 3.5, 3.13, 4.2, appendix B; Haswell PRM.
 */
#include "regs/display_regs.h"
#include "regs/gt_regs.h"
#include "regs/gtt_regs.h"
#include "regs/oa_regs.h"
#include "sim/core/gpu/sim_forcewake.h"
#include "sim/core/sim_model.h"

#define SIM_RP_STATE_CAP	0x00070b16	/* RPn 350, RP1 550, RP0 1100 MHz */
#define SIM_FIFO_FREE		63

static const struct sim_fw_domain sim_domains_snb[] = {
	{ .name = "gt", .request = FORCEWAKE_SNB, .ack = FORCEWAKE_ACK_SNB, .unmasked = true },
};

static const struct sim_fw_domain sim_domains_ivb[] = {
	{ .name = "render", .request = FORCEWAKE_MT, .ack = FORCEWAKE_ACK_IVB },
};

static const struct sim_fw_domain sim_domains_vlv[] = {
	{ .name = "render", .request = FORCEWAKE_RENDER_VLV, .ack = FORCEWAKE_ACK_RENDER_VLV },
	{ .name = "media", .request = FORCEWAKE_MEDIA_VLV, .ack = FORCEWAKE_ACK_MEDIA_VLV },
};

static const struct sim_fw_range sim_fw_ranges_gen6[] = {
	{ .start = 0, .end = SIM_GT_END - 1, .domains = BIT(0) },
	{ }
};

#define SIM_RENDER	BIT(0)
#define SIM_MEDIA	BIT(1)

static const struct sim_fw_range sim_fw_ranges_vlv[] = {
	{ .start = 0x02000, .end = 0x03fff, .domains = SIM_RENDER },
	{ .start = 0x05000, .end = 0x07fff, .domains = SIM_RENDER },
	{ .start = 0x0b000, .end = 0x11fff, .domains = SIM_RENDER },
	{ .start = 0x12000, .end = 0x13fff, .domains = SIM_MEDIA },
	{ .start = 0x22000, .end = 0x23fff, .domains = SIM_MEDIA },
	{ .start = 0x2e000, .end = 0x2ffff, .domains = SIM_RENDER },
	{ .start = 0x30000, .end = 0x3ffff, .domains = SIM_MEDIA },
	{ }
};

static const struct sim_reg_range sim_plain_gen6[] = {
	{ RCS_IMR, RCS_IMR },
	{ GEN6_CEC0_0, GEN6_CEC3_1 },
	{ GEN6_UCGCTL1, GEN6_UCGCTL3 },
	{ GEN7_MISCCPCTL, GEN7_MISCCPCTL },
	{ GEN6_RPNSWREQ, GEN6_RP_INTERRUPT_LIMITS },
	{ GEN6_RC_CONTROL, GEN6_RC_STATE },
	{ VLV_GTLC_WAKE_CTRL, VLV_GTLC_WAKE_CTRL },
	{ }
};

static const struct sim_reg_range sim_plain_hsw[] = {
	{ RCS_IMR, RCS_IMR },
	{ OASTARTTRIG1, OASTARTTRIG8 },
	{ OAREPORTTRIG1, OAREPORTTRIG8 },
	{ HSW_CEC0_0, HSW_CEC7_1 },
	{ HSW_PAVP_FUSE1, HSW_PAVP_FUSE1 },
	{ OA_PERFCNT1_LO, OA_PERFMATRIX_HI },
	{ GEN6_UCGCTL1, GEN6_UCGCTL3 },
	{ GEN7_MISCCPCTL, GEN7_MISCCPCTL },
	{ 0x9800, 0x9884 },		/* MICRO_BP, GDT_CHICKEN, NOA_DATA */
	{ 0x9e80, 0x9ea4 },		/* MBVID2 NOA */
	{ 0x9ec0, 0x9ec0 },
	{ GEN6_RPNSWREQ, GEN6_RP_INTERRUPT_LIMITS },
	{ GEN6_RC_CONTROL, GEN6_RC_STATE },
	{ HALF_SLICE_CHICKEN2, HALF_SLICE_CHICKEN2 },
	{ 0x25100, 0x2ff90 },		/* the NOA network */
	{ }
};

static const struct sim_reg_range sim_masked_hsw[] = {
	{ HALF_SLICE_CHICKEN2, HALF_SLICE_CHICKEN2 },
	{ }
};

static const struct sim_reg_range sim_read_only_hsw[] = {
	{ HSW_PAVP_FUSE1, HSW_PAVP_FUSE1 },
	{ }
};

static const struct sim_reg_range sim_digest_gen6[] = {
	{ RCS_IMR, RCS_IMR }, { GEN7_OACONTROL, GEN7_OASTATUS2 }, { GEN6_CEC0_0, GEN6_CEC3_1 },
	{ GEN7_OABUFFER, GEN7_OABUFFER }, { GEN6_UCGCTL1, GEN7_MISCCPCTL },
	{ GEN6_RPNSWREQ, GEN6_RPNSWREQ }, { GEN6_RC_CONTROL, GEN6_RC_STATE },
	{ DEISR, GEN6_PMIER }, { VLV_IER, VLV_IMR },
	{ }
};

static const struct sim_reg_range sim_digest_hsw[] = {
	{ RCS_IMR, RCS_IMR }, { GEN7_OACONTROL, GEN7_OASTATUS2 },
	{ GEN7_OABUFFER, GEN7_OABUFFER }, { OASTARTTRIG1, HSW_CEC7_1 },
	{ OA_PERFCNT1_LO, OA_PERFMATRIX_HI }, { GEN6_UCGCTL1, GEN7_MISCCPCTL },
	{ 0x9800, 0x9884 }, { 0x9e80, 0x9ec0 }, { GEN6_RPNSWREQ, GEN6_RPNSWREQ },
	{ GEN6_RC_CONTROL, GEN6_RC_STATE },
	{ HALF_SLICE_CHICKEN2, HALF_SLICE_CHICKEN2 }, { 0x25100, 0x2ff90 }, { DEISR, GEN6_PMIER },
	{ }
};

/* The Observability document's tables; its rows of SNB are printed in descending order. */
static const struct sim_layout sim_layouts_snb[8] = {
	{  64, false, { { 'a', 3, 5, 4 }, { 'a', 8, 8, 12 } } },
	{ 128, false, { { 'a', 3, 5, 4 }, { 'a', 8, 8, 12 }, { 'a', 16, 8, 20 },
			{ 'a', 24, 8, 28 } } },
	{ 128, false, { { 'a', 3, 5, 4 }, { 'a', 8, 8, 12 }, { 'B', 16, 4, 0 } } },
	{ 192, false, { { 'a', 3, 5, 4 }, { 'a', 8, 8, 12 }, { 'a', 16, 8, 20 },
			{ 'a', 24, 8, 28 }, { 'B', 32, 4, 0 } } },
};

static const struct sim_layout sim_layouts_ivb[8] = {
	{  64, false, { { 'A', 3, 13, 0 } } },
	{ 128, false, { { 'A', 3, 29, 0 } } },
	{ 128, false, { { 'A', 3, 13, 0 }, { 'B', 16, 4, 0 } } },
	{ 192, false, { { 'A', 3, 29, 0 }, { 'B', 32, 4, 0 } } },
	{ },
	{ 256, false, { { 'A', 3, 45, 0 }, { 'B', 48, 4, 0 } } },
	{ 128, false, { { 'A', 16, 16, 29 } } },
};

static const struct sim_layout sim_layouts_hsw[8] = {
	{  64, false, { { 'A', 3, 13, 0 } } },
	{ 128, false, { { 'A', 3, 29, 0 } } },
	{ 128, false, { { 'A', 3, 13, 0 }, { 'B', 16, 8, 0 }, { 'C', 24, 8, 0 } } },
	{ 192, false, { { 'A', 3, 29, 0 }, { 'B', 32, 8, 0 }, { 'C', 40, 8, 0 } } },
	{  64, true,  { { 'B', 4, 4, 0 }, { 'C', 8, 8, 0 } } },
	{ 256, false, { { 'A', 3, 45, 0 }, { 'B', 48, 8, 0 }, { 'C', 56, 8, 0 } } },
	{ 128, true,  { { 'B', 4, 4, 0 }, { 'C', 8, 8, 0 }, { 'A', 16, 16, 29 } } },
	{  64, true,  { { 'C', 4, 4, 0 }, { 'B', 8, 8, 0 } } },
};

static const struct sim_gen6_oa sim_oa_quirks_snb = {
	.align = GEN6_OABUFFER_ALIGN,
	.size_step = GEN6_OASTATUS1_SIZE_UNIT,
	.timer_shift = 3,
	.buffer_mbz = GENMASK(5, 0),
	.status2_mbz = GENMASK(5, 1),
	.buffer_write_only = true,
	.ring_sets_overflow = true,
	.head_rule = true,
	.report_lost = true,
	.tail_alone = true,
};

static const struct sim_gen6_oa sim_oa_quirks_ivb = {
	.align = GEN6_OABUFFER_ALIGN,
	.size_step = GEN6_OASTATUS1_SIZE_UNIT,
	.buffer_mbz = GENMASK(5, 3),
	.status2_mbz = GENMASK(5, 1),
	.report_lost = true,
	.dop_gate = true,
};

static const struct sim_gen6_oa sim_oa_quirks_vlv = {
	.align = GEN6_OABUFFER_ALIGN,
	.size_step = GEN6_OASTATUS1_SIZE_UNIT,
	.buffer_mbz = GENMASK(5, 3),
	.status2_mbz = GENMASK(5, 1),
	.dop_gate = true,
};

static const struct sim_gen6_oa sim_oa_quirks_hsw = {
	.align = SZ_16M,
	.buffer_mbz = BIT(5),
	.status2_mbz = GENMASK(5, 1),	/* MBZ, or for hardware's own use */
	.overrun = true,
	.report_lost = true,
	.dop_gate = true,
};

static bool sim_gen6_computed(struct oa_sim_gpu *gpu, u32 offset, u32 *value)
{
	switch (offset) {
	case RCS_CCID:
		*value = sim_ccid(gpu, gpu->counters.tick);
		if (*value)
			*value |= CCID_VALID;
		return true;
	case GTFIFOCTL:
		*value = SIM_FIFO_FREE;
		return true;
	case GTFIFODBG:
	case GEN6_GT_THREAD_STATUS:
	case VGT_PVINFO_PAGE:
	case VGT_PVINFO_PAGE + 4:
		*value = 0;
		return true;
	default:
		return false;
	}
}

/* The firmware chose the domain's second pair of registers. */
static bool sim_ivb_computed(struct oa_sim_gpu *gpu, u32 offset, u32 *value)
{
	if (offset == ECOBUS) {
		*value = FORCEWAKE_MT_ENABLE;
		return true;
	}
	return sim_gen6_computed(gpu, offset, value);
}

/* Check whether the wake control of VLV and CHV lets domains wake. */
bool sim_vlv_may_wake(const struct oa_sim_gpu *gpu)
{
	return gpu->store[VLV_GTLC_WAKE_CTRL / 4] & VLV_GTLC_ALLOWWAKEREQ;
}

/* PW_STATUS of VLV and CHV. The first domain is render, the second media. */
u32 sim_vlv_power_status(const struct oa_sim_gpu *gpu)
{
	u32 status = sim_vlv_may_wake(gpu) ? VLV_GTLC_ALLOWWAKEACK : 0;

	if (gpu->fw[0].ack)
		status |= VLV_GTLC_PW_RENDER_STATUS;
	if (gpu->fw[1].ack)
		status |= VLV_GTLC_PW_MEDIA_STATUS;
	return status;
}

static bool sim_vlv_computed(struct oa_sim_gpu *gpu, u32 offset, u32 *value)
{
	if (offset == VLV_GTLC_PW_STATUS) {
		*value = sim_vlv_power_status(gpu);
		return true;
	}
	return sim_gen6_computed(gpu, offset, value);
}

static bool sim_hsw_computed(struct oa_sim_gpu *gpu, u32 offset, u32 *value)
{
	if (offset != NOA_WRITE)
		return sim_gen6_computed(gpu, offset, value);
	*value = 0;
	return true;
}

/* Clock gating of these units hides events; the OA unit's own must not be disabled. */
static void sim_gen6_check_enable(struct oa_sim_gpu *gpu)
{
	if (!gpu->platform->oa->layout(gpu)->bytes)
		sim_violate(gpu, SIM_RESERVED_BIT, GEN7_OACONTROL, gpu->oa.control);
	if (sim_gen6_gates_wrong(gpu))
		sim_violate(gpu, SIM_CLOCK_GATING, GEN7_OACONTROL, gpu->oa.control);
}

/* The clock gates must stay as they are while counters are on. */
static void sim_gen6_wrote(struct oa_sim_gpu *gpu, u32 offset, u32 old, u32 value)
{
	if ((offset == GEN7_MISCCPCTL || offset == GEN6_UCGCTL1 || offset == GEN6_UCGCTL3) &&
	    gpu->platform->oa->enabled(gpu) && sim_gen6_gates_wrong(gpu))
		sim_violate(gpu, SIM_CLOCK_GATING, offset, value);
}

static void sim_hsw_wrote(struct oa_sim_gpu *gpu, u32 offset, u32 old, u32 value)
{
	sim_gen6_wrote(gpu, offset, old, value);
	switch (offset) {
	case GDT_CHICKEN_BITS:
		gpu->counters.events_valid = false;
		break;
	case OAREPORTTRIG2:
	case OAREPORTTRIG6:
		sim_oa_trigger(gpu, offset, old, value);
		break;
	}
}

/* Power-on values of plain registers */
static void sim_gen6_reset(struct oa_sim_gpu *gpu)
{
	gpu->store[GEN7_MISCCPCTL / 4] = GEN7_DOP_CLOCK_GATE_ENABLE;
	gpu->store[GEN6_RC_CONTROL / 4] = BIT(31);
}

/* Values as firmware leaves them. */
static void sim_vlv_reset(struct oa_sim_gpu *gpu)
{
	sim_gen6_reset(gpu);
	gpu->store[VLV_GTLC_WAKE_CTRL / 4] = VLV_GTLC_ALLOWWAKEREQ;
}

static const struct sim_unit * const sim_units_gen6[] = {
	&sim_unit_forcewake, &sim_unit_oa_gen6, &sim_unit_irq_gen6, &sim_unit_irq_blocks,
	&sim_unit_reset, &sim_unit_cs,
	&sim_unit_time, &sim_unit_gtt, &sim_unit_stolen,
	&sim_unit_display, &sim_unit_context, &sim_unit_plain, NULL
};

static const struct sim_unit * const sim_units_hsw[] = {
	&sim_unit_forcewake, &sim_unit_oa_hsw, &sim_unit_irq_gen6, &sim_unit_irq_blocks,
	&sim_unit_reset, &sim_unit_cs,
	&sim_unit_time, &sim_unit_gtt, &sim_unit_stolen,
	&sim_unit_display, &sim_unit_mailbox, &sim_unit_context, &sim_unit_plain, NULL
};

/* Members common to all platforms here */
#define SIM_UP_TO_HSW \
	.bar_bytes = SZ_4M, \
	.ggc = SIM_FIELD(SNB_GMCH_GGMS_MASK, 2), \
	.stolen = &sim_stolen_gen6, \
	.engine_imr = ~0u, \
	.exclusive_lines = true, \
	.tick_num = 80, \
	.tick_den = 1, \
	.freq_khz_x3 = 150000, \
	.check_enable = sim_gen6_check_enable, \
	.oa = &sim_oa_gen6

/* All but VLV, whose frequencies are behind a mailbox */
#define SIM_RPS \
	.freq_min = 7, \
	.freq_max = 22, \
	.write_fifo = true, \
	.rp_state_cap = SIM_RP_STATE_CAP, \
	.reset = sim_gen6_reset, \
	.blocks = sim_irq_blocks_gen6

/* SNB, IVB and VLV */
#define SIM_GEN6 \
	SIM_UP_TO_HSW, \
	.plain = sim_plain_gen6, \
	.units = sim_units_gen6, \
	.wrote = sim_gen6_wrote, \
	.digest = sim_digest_gen6, \
	.engines = sim_engines_gen6

const struct sim_platform sim_platform_snb = {
	.name = "snb",
	SIM_GEN6,
	SIM_RPS,
	.device_id = 0x0126,	/* GT2, mobile */
	.revision = 9,
	.topology = { .slice_mask = 1, .subslice_mask = 1, .max_subslices = 1, .eus = 12 },
	.domains = sim_domains_snb,
	.num_domains = ARRAY_SIZE(sim_domains_snb),
	.fw_ranges = sim_fw_ranges_gen6,
	.computed = sim_gen6_computed,
	.cagf = GEN6_CAGF_MASK,
	.swreq = GEN6_SWREQ_MASK,
	.layouts = sim_layouts_snb,
	.gen6 = &sim_oa_quirks_snb,
	.irq = &sim_irq_snb,
	.counters = &sim_counters_snb,
	.gtt = &sim_gtt_gen6,
	.cs = &sim_cs_snb,
};

const struct sim_platform sim_platform_ivb = {
	.name = "ivb",
	SIM_GEN6,
	SIM_RPS,
	.device_id = 0x0166,	/* GT2, mobile */
	.revision = 9,
	.topology = { .slice_mask = 1, .subslice_mask = 3, .max_subslices = 2, .eus = 8 },
	.domains = sim_domains_ivb,
	.num_domains = ARRAY_SIZE(sim_domains_ivb),
	.fw_ranges = sim_fw_ranges_gen6,
	.computed = sim_ivb_computed,
	.cagf = GEN6_CAGF_MASK,
	.swreq = GEN6_SWREQ_MASK,
	.layouts = sim_layouts_ivb,
	.gen6 = &sim_oa_quirks_ivb,
	.irq = &sim_irq_gen6,
	.counters = &sim_counters_ivb,
	.gtt = &sim_gtt_gen6,
	.cs = &sim_cs_ivb,
};

const struct sim_platform sim_platform_vlv = {
	.name = "vlv",
	SIM_GEN6,
	.device_id = 0x0f31,
	.revision = 14,
	.topology = { .slice_mask = 1, .subslice_mask = 1, .max_subslices = 1, .eus = 4 },
	.freq_min = 6,
	.freq_max = 13,
	.domains = sim_domains_vlv,
	.num_domains = ARRAY_SIZE(sim_domains_vlv),
	.may_wake = sim_vlv_may_wake,
	.fw_ranges = sim_fw_ranges_vlv,
	.computed = sim_vlv_computed,
	.reset = sim_vlv_reset,
	.layouts = sim_layouts_ivb,
	.gen6 = &sim_oa_quirks_vlv,
	.irq = &sim_irq_gen6,
	.blocks = sim_irq_blocks_vlv,
	.counters = &sim_counters_vlv,
	.gtt = &sim_gtt_vlv,
	.display_base = VLV_DISPLAY_BASE,
	.cs = &sim_cs_ivb,
};

const struct sim_platform sim_platform_hsw = {
	.name = "hsw",
	SIM_UP_TO_HSW,
	SIM_RPS,
	.device_id = 0x0412,	/* GT2, desktop */
	.revision = 6,
	.topology = { .slice_mask = 1, .subslice_mask = 3, .max_subslices = 2, .eus = 10 },
	.domains = sim_fw_domains_bdw,
	.num_domains = ARRAY_SIZE(sim_fw_domains_bdw),
	.fw_ranges = sim_fw_ranges_bdw,
	.plain = sim_plain_hsw,
	.storage = sim_storage_hsw,
	.silent = sim_silent_gt,
	.mailbox = true,
	.power_wells = BIT(0),
	.masked = sim_masked_hsw,
	.read_only = sim_read_only_hsw,
	.computed = sim_hsw_computed,
	.cagf = HSW_CAGF_MASK,
	.swreq = HSW_SWREQ_MASK,
	.units = sim_units_hsw,
	.wrote = sim_hsw_wrote,
	.digest = sim_digest_hsw,
	.layouts = sim_layouts_hsw,
	.gen6 = &sim_oa_quirks_hsw,
	.irq = &sim_irq_gen6,
	.counters = &sim_counters_hsw,
	.gtt = &sim_gtt_hsw,
	.cs = &sim_cs_hsw,
	.engines = sim_engines_hsw,
};
