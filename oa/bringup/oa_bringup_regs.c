// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Registers of the bring-up report
 *
 * The registers of each platform that are read before any is written. No register is among them
 * that a read changes: on Gen11 a read of an interrupt dword locks it, and a read of an identity
 * register belongs to a handshake.
 *
 * Facts: hardware.rst 1.2, 1.4, 1.7, 2.1, 2.4 to 2.6, 3.14, 4.
 */
#include <linux/bitfield.h>
#include <linux/sizes.h>

#include "bringup/oa_bringup.h"
#include "bringup/oa_bringup_priv.h"
#include "regs/gt_regs.h"
#include "regs/gtt_regs.h"
#include "regs/oa_regs.h"

/* OABUFFER is write-only on SNB. */
const struct oa_debug_reg oa_debug_unit_snb[] = {
	{ "oacontrol", GEN7_OACONTROL },
	{ "oastatus1", GEN7_OASTATUS1 },
	{ "oastatus2", GEN7_OASTATUS2 },
	{ }
};

const struct oa_debug_reg oa_debug_unit_gen7[] = {
	{ "oacontrol", GEN7_OACONTROL },
	{ "oastatus1", GEN7_OASTATUS1 },
	{ "oastatus2", GEN7_OASTATUS2 },
	{ "oabuffer", GEN7_OABUFFER },
	{ }
};

const struct oa_debug_reg oa_debug_unit_gen8[] = {
	{ "oactxcontrol", GEN8_OACTXCONTROL },
	{ "oacontrol", GEN8_OACONTROL },
	{ "oastatus", GEN8_OASTATUS },
	{ "oaheadptr", GEN8_OAHEADPTR },
	{ "oatailptr", GEN8_OATAILPTR },
	{ "oabuffer", GEN8_OABUFFER },
	{ "oa_imr", GEN8_OA_IMR },
	{ }
};

/* In addition to those of gen8 */
const struct oa_debug_reg oa_debug_unit_gen9[] = {
	{ "oa_debug", GEN9_OA_DEBUG },
	{ }
};

/* SNB's OA unit raises no interrupt. */
const struct oa_debug_reg oa_debug_irq_snb[] = {
	{ "deier", DEIER },
	{ }
};

/* IVB to HSW */
const struct oa_debug_reg oa_debug_irq_gen7[] = {
	{ "rcs_imr", RCS_IMR },
	{ "gtimr", GTIMR },
	{ "gtier", GTIER },
	{ "gtiir", GTIIR },
	{ "deier", DEIER },
	{ }
};

const struct oa_debug_reg oa_debug_irq_gen8[] = {
	{ "gt_imr3", GEN8_GT_IMR(3) },
	{ "gt_ier3", GEN8_GT_IER(3) },
	{ "gt_iir3", GEN8_GT_IIR(3) },
	{ "master", GEN8_MASTER_IRQ },
	{ }
};

/* Without the interrupt dwords: a read locks them. */
const struct oa_debug_reg oa_debug_irq_gen11[] = {
	{ "wdoaperf_enable", GEN11_GPM_WGBOXPERF_INTR_ENABLE },
	{ "wdoaperf_mask", GEN11_GPM_WGBOXPERF_INTR_MASK },
	{ "master", GEN11_GFX_MSTR_IRQ },
	{ }
};

static const struct oa_debug_reg fuses_hsw[] = {
	{ "fuse1", HSW_PAVP_FUSE1 },
	{ }
};

/* Gen9 too: there are three registers of EU fuses in either packing. */
static const struct oa_debug_reg fuses_gen8[] = {
	{ "fuse2", GEN8_FUSE2 },
	{ "eu_disable0", GEN8_EU_DISABLE(0) },
	{ "eu_disable1", GEN8_EU_DISABLE(1) },
	{ "eu_disable2", GEN8_EU_DISABLE(2) },
	{ }
};

static const struct oa_debug_reg fuses_chv[] = {
	{ "fuse_gt", CHV_FUSE_GT },
	{ }
};

static const struct oa_debug_reg fuses_gen11[] = {
	{ "slice_enable", GEN11_GT_SLICE_ENABLE },
	{ "subslice_disable", GEN11_GT_SUBSLICE_DISABLE },
	{ "eu_disable", GEN11_EU_DISABLE },
	{ "mirror_fuse3", GEN11_MIRROR_FUSE3 },
	{ }
};

static const struct oa_debug_reg clock_gen9[] = {
	{ "ctc_mode", CTC_MODE },
	{ "rpm_config0", GEN9_RPM_CONFIG0 },
	{ "timestamp_override", TIMESTAMP_OVERRIDE },
	{ }
};

static const struct oa_debug_reg power_gt[] = {
	{ "rc_control", GEN6_RC_CONTROL },
	{ "rc_state", GEN6_RC_STATE },
	{ "rpnswreq", GEN6_RPNSWREQ },
	{ "rp_interrupt_limits", GEN6_RP_INTERRUPT_LIMITS },
	{ "rpstat1", GEN6_RPSTAT1 },
	{ "misccpctl", GEN7_MISCCPCTL },
	{ "ucgctl1", GEN6_UCGCTL1 },
	{ "ucgctl3", GEN6_UCGCTL3 },
	{ "rc6_time", GEN6_GT_GFX_RC6 },
	{ }
};

static const struct oa_debug_reg power_core[] = {
	{ "core_status", GEN6_GT_CORE_STATUS },
	{ "rp_state_cap", GEN6_RP_STATE_CAP },
	{ }
};

/* Unless i915 has run, firmware's coarse power gating is on: hardware.rst 2.4. */
static const struct oa_debug_reg power_gating[] = {
	{ "pg_enable", GEN9_PG_ENABLE },
	{ }
};

static const struct oa_debug_reg power_core_lp[] = {
	{ "core_status", GEN6_GT_CORE_STATUS },
	{ "rp_state_cap", BXT_RP_STATE_CAP },
	{ }
};

/* VLV, CHV */
static const struct oa_debug_reg power_gtlc[] = {
	{ "gtlc_wake_ctrl", VLV_GTLC_WAKE_CTRL },
	{ "gtlc_pw_status", VLV_GTLC_PW_STATUS },
	{ }
};

static const struct oa_debug_reg power_fifo[] = {
	{ "gtfifodbg", GTFIFODBG },
	{ "gtfifoctl", GTFIFOCTL },
	{ }
};

static const struct oa_debug_reg pat_gen8[] = {
	{ "pat_lo", GEN8_PRIVATE_PAT_LO },
	{ "pat_hi", GEN8_PRIVATE_PAT_HI },
	{ }
};

static const struct oa_debug_reg pat_gen11[] = {
	{ "pat0", GEN11_PAT_INDEX(0) }, { "pat1", GEN11_PAT_INDEX(1) },
	{ "pat2", GEN11_PAT_INDEX(2) }, { "pat3", GEN11_PAT_INDEX(3) },
	{ "pat4", GEN11_PAT_INDEX(4) }, { "pat5", GEN11_PAT_INDEX(5) },
	{ "pat6", GEN11_PAT_INDEX(6) }, { "pat7", GEN11_PAT_INDEX(7) },
	{ }
};

static const struct oa_debug_reg irq_display[] = {
	{ "deisr", DEISR }, { "deimr", DEIMR }, { "deiir", DEIIR }, { "deier", DEIER },
	{ }
};

/* VLV, CHV */
static const struct oa_debug_reg irq_display_vlv[] = {
	{ "vlv_imr", VLV_IMR }, { "vlv_iir", VLV_IIR }, { "vlv_ier", VLV_IER },
	{ }
};

static const struct oa_debug_reg irq_master_vlv[] = {
	{ "master_ier", VLV_MASTER_IER },
	{ }
};

static const struct oa_debug_reg irq_gt[] = {
	{ "gtisr", GTISR }, { "gtimr", GTIMR }, { "gtiir", GTIIR }, { "gtier", GTIER },
	{ "rcs_imr", RCS_IMR },
	{ }
};

static const struct oa_debug_reg irq_gen8[] = {
	{ "master", GEN8_MASTER_IRQ },
	{ "gt_isr0", GEN8_GT_ISR(0) }, { "gt_imr0", GEN8_GT_IMR(0) },
	{ "gt_iir0", GEN8_GT_IIR(0) }, { "gt_ier0", GEN8_GT_IER(0) },
	{ "gt_isr1", GEN8_GT_ISR(1) }, { "gt_imr1", GEN8_GT_IMR(1) },
	{ "gt_iir1", GEN8_GT_IIR(1) }, { "gt_ier1", GEN8_GT_IER(1) },
	{ "gt_isr2", GEN8_GT_ISR(2) }, { "gt_imr2", GEN8_GT_IMR(2) },
	{ "gt_iir2", GEN8_GT_IIR(2) }, { "gt_ier2", GEN8_GT_IER(2) },
	{ "gt_isr3", GEN8_GT_ISR(3) }, { "gt_imr3", GEN8_GT_IMR(3) },
	{ "gt_iir3", GEN8_GT_IIR(3) }, { "gt_ier3", GEN8_GT_IER(3) },
	{ "oa_imr", GEN8_OA_IMR },
	{ }
};

static const struct oa_debug_reg irq_gen11[] = {
	{ "master", GEN11_GFX_MSTR_IRQ },
	{ "display_int_ctl", GEN11_DISPLAY_INT_CTL },
	{ "render_copy_enable", GEN11_RENDER_COPY_INTR_ENABLE },
	{ "vcs_vecs_enable", GEN11_VCS_VECS_INTR_ENABLE },
	{ "guc_sg_enable", GEN11_GUC_SG_INTR_ENABLE },
	{ "wdoaperf_enable", GEN11_GPM_WGBOXPERF_INTR_ENABLE },
	{ "crypto_enable", GEN11_CRYPTO_RSVD_INTR_ENABLE },
	{ "gunit_csme_enable", GEN11_GUNIT_CSME_INTR_ENABLE },
	{ "rcs0_mask", GEN11_RCS0_RSVD_INTR_MASK },
	{ "bcs_mask", GEN11_BCS_RSVD_INTR_MASK },
	{ "wdoaperf_mask", GEN11_GPM_WGBOXPERF_INTR_MASK },
	{ "oa_imr", GEN8_OA_IMR },
	{ }
};

/* The codes of SNB to HSW, and of Broadwell, are in units of 32 MiB. */
static u64 stolen_gen6(u16 ggc)
{
	return (u64)FIELD_GET(SNB_GMCH_GMS_MASK, ggc) * SZ_32M;
}

static u64 stolen_gen8(u16 ggc)
{
	return (u64)FIELD_GET(BDW_GMCH_GMS_MASK, ggc) * SZ_32M;
}

/* From code 0x11 on 8 MiB and up, in steps of 4 MiB; from 0x17 on 36 MiB and up */
static u64 stolen_chv(u16 ggc)
{
	u32 code = FIELD_GET(SNB_GMCH_GMS_MASK, ggc);

	if (code < 0x11)
		return (u64)code * SZ_32M;
	return code < 0x17 ? (code - 0x11 + 2) * SZ_4M : (code - 0x17 + 9) * SZ_4M;
}

/* From code 0xf0 on 4 MiB and up, in steps of 4 MiB */
static u64 stolen_gen9(u16 ggc)
{
	u32 code = FIELD_GET(BDW_GMCH_GMS_MASK, ggc);

	return code < 0xf0 ? (u64)code * SZ_32M : (code - 0xf0 + 1) * SZ_4M;
}

#define LAYOUT_GEN6 \
	.regs[OA_BRINGUP_POWER] = { power_gt, power_core, power_fifo }, \
	.regs[OA_BRINGUP_IRQ] = { irq_display, irq_gt }, \
	.stolen = stolen_gen6, \
	.bsm = INTEL_BSM

/* SNB, IVB */
const struct oa_bringup_layout oa_bringup_gen6 = { LAYOUT_GEN6 };

const struct oa_bringup_layout oa_bringup_hsw = {
	LAYOUT_GEN6,
	.regs[OA_BRINGUP_FUSES] = { fuses_hsw },
};

const struct oa_bringup_layout oa_bringup_vlv = {
	.regs[OA_BRINGUP_POWER] = { power_gt, power_gtlc, power_fifo },
	.regs[OA_BRINGUP_IRQ] = { irq_master_vlv, irq_display_vlv, irq_gt },
	.stolen = stolen_gen6,
	.bsm = INTEL_BSM,
};

const struct oa_bringup_layout oa_bringup_bdw = {
	.regs[OA_BRINGUP_FUSES] = { fuses_gen8 },
	.regs[OA_BRINGUP_POWER] = { power_gt, power_core },
	.regs[OA_BRINGUP_PAT] = { pat_gen8 },
	.regs[OA_BRINGUP_IRQ] = { irq_gen8 },
	.stolen = stolen_gen8,
	.bsm = INTEL_BSM,
};

const struct oa_bringup_layout oa_bringup_chv = {
	.regs[OA_BRINGUP_FUSES] = { fuses_chv },
	.regs[OA_BRINGUP_POWER] = { power_gt, power_gtlc },
	.regs[OA_BRINGUP_PAT] = { pat_gen8 },
	.regs[OA_BRINGUP_IRQ] = { irq_gen8, irq_display_vlv },
	.stolen = stolen_chv,
	.bsm = INTEL_BSM,
};

#define LAYOUT_GEN9 \
	.regs[OA_BRINGUP_FUSES] = { fuses_gen8 }, \
	.regs[OA_BRINGUP_CLOCK] = { clock_gen9 }, \
	.regs[OA_BRINGUP_PAT] = { pat_gen8 }, \
	.regs[OA_BRINGUP_IRQ] = { irq_gen8 }, \
	.stolen = stolen_gen9, \
	.bsm = INTEL_BSM

const struct oa_bringup_layout oa_bringup_gen9 = {
	LAYOUT_GEN9,
	.regs[OA_BRINGUP_POWER] = { power_gt, power_core, power_gating },
};

const struct oa_bringup_layout oa_bringup_gen9_lp = {
	LAYOUT_GEN9,
	.regs[OA_BRINGUP_POWER] = { power_gt, power_core_lp, power_gating },
};

const struct oa_bringup_layout oa_bringup_gen11 = {
	.regs[OA_BRINGUP_FUSES] = { fuses_gen11 },
	.regs[OA_BRINGUP_CLOCK] = { clock_gen9 },
	.regs[OA_BRINGUP_POWER] = { power_gt, power_core, power_gating },
	.regs[OA_BRINGUP_PAT] = { pat_gen11 },
	.regs[OA_BRINGUP_IRQ] = { irq_gen11 },
	.stolen = stolen_gen9,
	.bsm = GEN11_BSM_DW0,
	.bsm_high = GEN11_BSM_DW1,
};
