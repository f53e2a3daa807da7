// SPDX-License-Identifier: GPL-2.0-only
/*
 * A simulated Haswell GT2: one slice, two subslices, ten EUs each.
 *
 * Facts: hardware.rst 1, 2.1, 2.2, 2.4, 3.13, 4.2; Haswell PRM.
 */
#include "regs/gt_regs.h"
#include "regs/gtt_regs.h"
#include "regs/oa_regs.h"
#include "sim_forcewake.h"
#include "sim_model.h"

#define SIM_RP_STATE_CAP	0x00070b16	/* RPn 350, RP1 550, RP0 1100 MHz */

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

static const struct sim_reg_range sim_digest_hsw[] = {
	{ RCS_IMR, RCS_IMR }, { GEN7_OACONTROL, GEN7_OASTATUS2 },
	{ GEN7_OABUFFER, GEN7_OABUFFER }, { OASTARTTRIG1, HSW_CEC7_1 },
	{ OA_PERFCNT1_LO, OA_PERFMATRIX_HI }, { GEN6_UCGCTL1, GEN7_MISCCPCTL },
	{ 0x9800, 0x9884 }, { 0x9e80, 0x9ec0 }, { GEN6_RPNSWREQ, GEN6_RPNSWREQ },
	{ GEN6_RC_CONTROL, GEN6_RC_STATE },
	{ HALF_SLICE_CHICKEN2, HALF_SLICE_CHICKEN2 }, { 0x25100, 0x2ff90 }, { DEISR, GEN6_PMIER },
	{ }
};

/* The Observability document's tables: the counters after the head's three dwords. */
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

static const struct sim_gen6_oa sim_oa_quirks_hsw = {
	.align = SZ_16M,
	.buffer_mbz = BIT(5),
	.status2_mbz = GENMASK(5, 1),	/* MBZ, or for hardware's own use */
	.overrun = true,
	.report_lost = true,
	.dop_gate = true,
};

static bool sim_hsw_computed(struct oa_sim_gpu *gpu, u32 offset, u32 *value)
{
	if (offset != NOA_WRITE)
		return sim_gen6_computed(gpu, offset, value);
	*value = 0;
	return true;
}

/* Clock gating of these units hides events; the OA unit's own must not be disabled. */
static void sim_hsw_check_enable(struct oa_sim_gpu *gpu)
{
	if (sim_gen6_gates_wrong(gpu))
		sim_violate(gpu, SIM_CLOCK_GATING, GEN7_OACONTROL, gpu->oa.control);
}

static void sim_hsw_wrote(struct oa_sim_gpu *gpu, u32 offset, u32 old, u32 value)
{
	switch (offset) {
	case GEN7_MISCCPCTL:
	case GEN6_UCGCTL1:
	case GEN6_UCGCTL3:
		/* The clock gates must stay as they are while counters are on. */
		if (gpu->platform->oa->enabled(gpu) && sim_gen6_gates_wrong(gpu))
			sim_violate(gpu, SIM_CLOCK_GATING, offset, value);
		break;
	case GDT_CHICKEN_BITS:
		gpu->counters.events_valid = false;
		break;
	case OAREPORTTRIG2:
	case OAREPORTTRIG6:
		sim_oa_trigger(gpu, offset, old, value);
		break;
	}
}

static const struct sim_unit * const sim_units_hsw[] = {
	&sim_unit_forcewake, &sim_unit_oa_hsw, &sim_unit_irq_gen6, &sim_unit_irq_blocks,
	&sim_unit_reset, &sim_unit_cs,
	&sim_unit_time, &sim_unit_gtt, &sim_unit_stolen,
	&sim_unit_display, &sim_unit_mailbox, &sim_unit_context, &sim_unit_plain, NULL
};

const struct sim_platform sim_platform_hsw = {
	.name = "hsw",
	.device_id = 0x0412,	/* GT2, desktop */
	.revision = 6,
	.bar_bytes = SZ_4M,
	.ggc = SIM_FIELD(SNB_GMCH_GGMS_MASK, 2),
	.stolen = &sim_stolen_gen6,
	.engine_imr = ~0u,
	.tick_num = 80,
	.tick_den = 1,
	.topology = {
		.slice_mask = BIT(0),
		.subslice_mask = BIT(0) | BIT(1),
		.max_subslices = 2,
		.eus = 10,
	},
	.freq_khz_x3 = 150000,
	.freq_min = 7,
	.freq_max = 22,
	.domains = sim_fw_domains_bdw,
	.num_domains = ARRAY_SIZE(sim_fw_domains_bdw),
	.fw_ranges = sim_fw_ranges_bdw,
	.plain = sim_plain_hsw,
	.storage = sim_storage_hsw,
	.silent = sim_silent_gt,
	.mailbox = true,
	.power_wells = BIT(0),
	.write_fifo = true,
	.masked = sim_masked_hsw,
	.read_only = sim_read_only_hsw,
	.computed = sim_hsw_computed,
	.cagf = HSW_CAGF_MASK,
	.swreq = HSW_SWREQ_MASK,
	.rp_state_cap = SIM_RP_STATE_CAP,
	.units = sim_units_hsw,
	.wrote = sim_hsw_wrote,
	.check_enable = sim_hsw_check_enable,
	.reset = sim_gen6_reset,
	.digest = sim_digest_hsw,
	.layouts = sim_layouts_hsw,
	.oa = &sim_oa_gen6,
	.gen6 = &sim_oa_quirks_hsw,
	.irq = &sim_irq_gen6,
	.blocks = sim_irq_blocks_gen6,
	.counters = &sim_counters_hsw,
	.gtt = &sim_gtt_hsw,
	.cs = &sim_cs_hsw,
	.engines = sim_engines_hsw,
};
