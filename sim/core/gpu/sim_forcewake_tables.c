// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Forcewake domains of the simulated platforms
 *
 * Domains, the registers in each, and the registers that the message channel shadows,
 * which may be written while the domain sleeps. A register that no range lists needs no
 * domain; in Lakefield's table these are the reserved rows.
 *
 * Facts: hardware.rst 2.1, 2.2, appendices A (Lakefield, volume 13, "Force Wake
 * and Steering Table") and B (i915). Replication of platforms other than
 * Lakefield: 2.2, 2.3.
 */
#include "regs/gt_regs.h"
#include "sim_forcewake.h"

#define SLICE		SIM_REPLICATED_SLICE
#define SUBSLICE	SIM_REPLICATED_SUBSLICE
#define L3BANK		SIM_REPLICATED_L3BANK

const struct sim_fw_domain sim_fw_domains_bdw[] = {
	{ "render", FORCEWAKE_MT, FORCEWAKE_ACK_HSW },
};

/* One domain for everything; hardware.rst 2.3: each subslice has its own EU counter selectors. */
const struct sim_fw_range sim_fw_ranges_bdw[] = {
	{ 0x00000, 0x0dfff, BIT(0) },
	{ 0x0e000, 0x0e8ff, BIT(0), SUBSLICE },
	{ 0x0e900, 0x3ffff, BIT(0) },
	{ }
};

const struct sim_fw_domain sim_fw_domains_chv[] = {
	{ "render", FORCEWAKE_RENDER_VLV, FORCEWAKE_ACK_RENDER_VLV },
	{ "media", FORCEWAKE_MEDIA_VLV, FORCEWAKE_ACK_MEDIA_VLV },
};

#define RENDER	BIT(0)
#define MEDIA	BIT(1)
const struct sim_fw_range sim_fw_ranges_chv[] = {
	{ 0x02000, 0x03fff, RENDER },
	{ 0x04000, 0x04fff, RENDER | MEDIA },
	{ 0x05200, 0x07fff, RENDER },
	{ 0x08000, 0x082ff, RENDER | MEDIA },
	{ 0x08300, 0x084ff, RENDER },
	{ 0x08500, 0x085ff, RENDER | MEDIA },
	{ 0x08800, 0x088ff, MEDIA },
	{ 0x09000, 0x0afff, RENDER | MEDIA },
	{ 0x0b000, 0x0b47f, RENDER },
	{ 0x0d000, 0x0d7ff, MEDIA },
	{ 0x0e000, 0x0e7ff, RENDER, SUBSLICE },
	{ 0x0f000, 0x0ffff, RENDER | MEDIA },
	{ 0x12000, 0x13fff, MEDIA },
	{ 0x1a000, 0x1bfff, MEDIA },
	{ 0x1e800, 0x1e9ff, MEDIA },
	{ 0x30000, 0x37fff, MEDIA },
	{ }
};

#undef RENDER
#undef MEDIA

const struct sim_fw_domain sim_fw_domains_gen9[] = {
	{ "gt", FORCEWAKE_GT_GEN9, FORCEWAKE_ACK_GT_GEN9 },
	{ "render", FORCEWAKE_RENDER_GEN9, FORCEWAKE_ACK_RENDER_GEN9 },
	{ "media", FORCEWAKE_MEDIA_GEN9, FORCEWAKE_ACK_MEDIA_GEN9 },
};

#define GT	BIT(0)
#define RENDER	BIT(1)
#define MEDIA	BIT(2)
const struct sim_fw_range sim_fw_ranges_gen9[] = {
	{ 0x00000, 0x00aff, GT },
	{ 0x02000, 0x026ff, RENDER },
	{ 0x02700, 0x02fff, GT },
	{ 0x03000, 0x03fff, RENDER },
	{ 0x04000, 0x051ff, GT },
	{ 0x05200, 0x07fff, RENDER },
	{ 0x08000, 0x0812f, GT },
	{ 0x08130, 0x0813f, MEDIA },
	{ 0x08140, 0x0815f, RENDER },
	{ 0x08160, 0x082ff, GT },
	{ 0x08300, 0x084ff, RENDER },
	{ 0x08500, 0x087ff, GT },
	{ 0x08800, 0x089ff, MEDIA },
	{ 0x08a00, 0x08bff, GT },
	{ 0x08c00, 0x08cff, RENDER },
	{ 0x08d00, 0x093ff, GT },
	{ 0x09400, 0x097ff, RENDER | MEDIA },
	{ 0x09800, 0x0afff, GT },
	{ 0x0b000, 0x0b47f, RENDER },
	{ 0x0b480, 0x0cfff, GT },
	{ 0x0d000, 0x0d7ff, MEDIA },
	{ 0x0d800, 0x0dfff, GT },
	{ 0x0e000, 0x0e8ff, RENDER, SUBSLICE },
	{ 0x0e900, 0x11fff, GT },
	{ 0x12000, 0x13fff, MEDIA },
	{ 0x14000, 0x19fff, GT },
	{ 0x1a000, 0x1e9ff, MEDIA },
	{ 0x1ea00, 0x243ff, GT },
	{ 0x24400, 0x247ff, RENDER },
	{ 0x24800, 0x2ffff, GT },
	{ 0x30000, 0x3ffff, MEDIA },
	{ }
};

#undef MEDIA

/* Lakefield's domains, too: it has video boxes 0 and 2, and video enhancement 0. */
const struct sim_fw_domain sim_fw_domains_gen11[] = {
	{ "gt", FORCEWAKE_GT_GEN9, FORCEWAKE_ACK_GT_GEN9 },
	{ "render", FORCEWAKE_RENDER_GEN9, FORCEWAKE_ACK_RENDER_GEN9 },
	{ "vdbox0", FORCEWAKE_VDBOX_GEN11(0), FORCEWAKE_ACK_VDBOX_GEN11(0) },
	{ "vdbox2", FORCEWAKE_VDBOX_GEN11(2), FORCEWAKE_ACK_VDBOX_GEN11(2) },
	{ "vebox0", FORCEWAKE_VEBOX_GEN11(0), FORCEWAKE_ACK_VEBOX_GEN11(0) },
};

#define VDBOX0	BIT(2)
#define VDBOX2	BIT(3)
#define VEBOX0	BIT(4)
const struct sim_fw_range sim_fw_ranges_gen11[] = {
	{ 0x02000, 0x026ff, RENDER },
	{ 0x02700, 0x02fff, GT },
	{ 0x03000, 0x03fff, RENDER },
	{ 0x04000, 0x051ff, GT },
	{ 0x05200, 0x07fff, RENDER },
	{ 0x08000, 0x0813f, GT },
	{ 0x08140, 0x0815f, RENDER },
	{ 0x08160, 0x082ff, GT },
	{ 0x08300, 0x084ff, RENDER },
	{ 0x08500, 0x087ff, GT },
	{ 0x08c00, 0x08cff, RENDER },
	{ 0x08d00, 0x094cf, GT },
	{ 0x094d0, 0x0955f, RENDER },
	{ 0x09600, 0x0afff, GT },
	{ 0x0b000, 0x0b0ff, RENDER },
	{ 0x0b100, 0x0b3ff, RENDER, L3BANK },
	{ 0x0b400, 0x0b47f, RENDER },
	{ 0x0b480, 0x0deff, GT },
	{ 0x0df00, 0x0e8ff, RENDER, SUBSLICE },
	{ 0x0e900, 0x16dff, GT },
	{ 0x16e00, 0x19fff, RENDER },
	{ 0x1a000, 0x23fff, GT },
	{ 0x24080, 0x2417f, GT },
	{ 0x24180, 0x242ff, RENDER },
	{ 0x24300, 0x243ff, GT },
	{ 0x24400, 0x24fff, RENDER },
	{ 0x25000, 0x3ffff, GT },
	{ 0x1c0000, 0x1c3fff, VDBOX0 },
	{ 0x1c8000, 0x1cffff, VEBOX0 },
	{ 0x1d0000, 0x1d3fff, VDBOX2 },
	{ }
};

/* Outside of the C6 boundary: no request is needed. */
#define AON	0
/* [MODEL] wake target MEDIA0 is VDBOX0 in the video box's rows, VEBOX0 in the other's. */
const struct sim_fw_range sim_fw_ranges_lkf[] = {
	{ 0x00b00, 0x00bff, AON },			/* SF */
	{ 0x00c00, 0x00dff, AON },			/* RPM */
	{ 0x00e00, 0x00fff, AON },			/* MGSR */
	{ 0x01000, 0x01fff, AON },			/* MDRB */
	{ 0x02000, 0x026ff, RENDER },			/* CS */
	{ 0x02700, 0x02fff, GT },			/* OA */
	{ 0x03000, 0x03fff, RENDER },			/* CS */
	{ 0x04000, 0x049ff, GT },			/* GAMW */
	{ 0x04a00, 0x04fff, GT },			/* GAMT */
	{ 0x05200, 0x052ff, RENDER },			/* SOL */
	{ 0x05300, 0x053ff, RENDER },			/* TSG0 */
	{ 0x05400, 0x054ff, RENDER },			/* TSG1 */
	{ 0x05500, 0x05fff, RENDER, SLICE },		/* WMBE */
	{ 0x06000, 0x06fff, RENDER },			/* SVG */
	{ 0x07000, 0x07fff, RENDER, SLICE },		/* SVL */
	{ 0x08000, 0x080ff, GT },			/* GPM */
	{ 0x08100, 0x0813f, GT },			/* GTGTICP */
	{ 0x08140, 0x0814f, RENDER, SLICE },		/* SCCFGCP */
	{ 0x08150, 0x0815f, RENDER, SUBSLICE },		/* SSMCFGCP */
	{ 0x08200, 0x082ff, GT },			/* GDT */
	{ 0x08300, 0x084ff, RENDER },			/* VF */
	{ 0x08500, 0x085ff, GT },			/* MBC */
	{ 0x08600, 0x086ff, GT },			/* GPM */
	{ 0x08700, 0x087ff, GT },			/* MCFG */
	{ 0x08800, 0x0883f, AON },			/* DTF */
	{ 0x08c00, 0x08cff, RENDER, SLICE },		/* SPM */
	{ 0x09000, 0x093ff, GT },			/* MBC */
	{ 0x09400, 0x0947f, GT },			/* GTGTICP */
	{ 0x094d0, 0x0951f, RENDER, SLICE },		/* SCCFGCP */
	{ 0x09520, 0x0955f, RENDER, SUBSLICE },		/* SSMCFGCP */
	{ 0x09560, 0x095ff, AON },			/* INFCPCFG */
	{ 0x09800, 0x09fff, GT },			/* GDT */
	{ 0x0a000, 0x0afff, GT },			/* GPM */
	{ 0x0b000, 0x0b0ff, RENDER, SLICE },		/* LNCF */
	{ 0x0b100, 0x0b3ff, RENDER, L3BANK },		/* LBCF */
	{ 0x0b400, 0x0b47f, RENDER },			/* LPFC */
	{ 0x0c800, 0x0cfff, GT },			/* GAMW */
	{ 0x0df00, 0x0dfff, RENDER, SUBSLICE },		/* CPSS */
	{ 0x0e000, 0x0e0ff, RENDER, SUBSLICE },		/* DM */
	{ 0x0e100, 0x0e1ff, RENDER, SUBSLICE },		/* SC */
	{ 0x0e200, 0x0e3ff, RENDER, SUBSLICE },		/* GW */
	{ 0x0e400, 0x0e7ff, RENDER, SUBSLICE },		/* TDL */
	{ 0x0e800, 0x0e8ff, RENDER, SUBSLICE },		/* PSD */
	{ 0x0eb00, 0x0efff, GT },			/* GAMWD */
	{ 0x0f000, 0x108ff, GT },			/* GAMW */
	{ 0x14000, 0x143ff, GT },			/* WIN */
	{ 0x14400, 0x147ff, GT },			/* WIN */
	{ 0x16e00, 0x16fff, RENDER },			/* VFR */
	{ 0x17000, 0x17fff, RENDER },			/* SVGR */
	{ 0x18000, 0x19fff, RENDER },			/* POCS */
	{ 0x22000, 0x22fff, GT },			/* BCS */
	{ 0x23000, 0x23fff, GT },			/* BCS */
	{ 0x24000, 0x2407f, AON },			/* GTISPC */
	{ 0x24080, 0x240ff, GT },			/* MEDIASPC */
	{ 0x24100, 0x2417f, GT },			/* MEDIA2SPC */
	{ 0x24180, 0x241ff, RENDER },			/* SLICE0SPC */
	{ 0x24200, 0x2427f, RENDER, SLICE },		/* NXTSLICESPC */
	{ 0x24300, 0x2437f, GT },			/* FIXSPC */
	{ 0x24400, 0x2447f, RENDER, SLICE },		/* SSM0SPC */
	{ 0x24480, 0x244ff, RENDER, SLICE },		/* SSM1SPC */
	{ 0x24500, 0x2457f, RENDER, SLICE },		/* SSM2 */
	{ 0x24580, 0x245ff, RENDER, SLICE },		/* SSM3 */
	{ 0x24680, 0x246ff, RENDER, SUBSLICE },		/* EUP1SPC */
	{ 0x24700, 0x2477f, RENDER, SUBSLICE },		/* EUP2SPC */
	{ 0x24780, 0x247ff, RENDER, SUBSLICE },		/* EUP3SPC */
	{ 0x24a00, 0x24a7f, RENDER, SUBSLICE },		/* MSAMPSPC */
	{ 0x24e00, 0x24e7f, RENDER, SLICE },		/* SSM4 */
	{ 0x24e80, 0x24eff, RENDER, SLICE },		/* SSM5 */
	{ 0x24f00, 0x24f7f, RENDER, SLICE },		/* SSM6 */
	{ 0x24f80, 0x24fff, RENDER, SLICE },		/* SSM7 */
	{ 0x25200, 0x2527f, GT },			/* MEDIASPC */
	{ 0x25280, 0x252ff, GT },			/* MEDIASPC */
	{ 0x30000, 0x3ffff, GT },			/* KCR */
	{ 0x1c0000, 0x1c07ff, VDBOX0 },			/* VCS */
	{ 0x1c0800, 0x1c0fff, VDBOX0 },			/* VIN */
	{ 0x1c1000, 0x1c1fff, VDBOX0 },			/* VCS */
	{ 0x1c2000, 0x1c27ff, VDBOX0 },			/* HUC */
	{ 0x1c2800, 0x1c2bff, VDBOX0 },			/* HWM */
	{ 0x1c3f00, 0x1c3fff, VDBOX0 },			/* VDCFGCP */
	{ 0x1c8000, 0x1c9fff, VEBOX0 },			/* VECS */
	{ 0x1ca000, 0x1ca0ff, VEBOX0 },			/* VFW */
	{ 0x1cbf00, 0x1cbfff, VEBOX0 },			/* VECFGCP */
	{ 0x1d0000, 0x1d07ff, VDBOX2 },			/* VCS */
	{ 0x1d0800, 0x1d0fff, VDBOX2 },			/* VIN */
	{ 0x1d1000, 0x1d1fff, VDBOX2 },			/* VCS */
	{ 0x1d2000, 0x1d27ff, VDBOX2 },			/* HUC */
	{ 0x1d2800, 0x1d2bff, VDBOX2 },			/* HWM */
	{ 0x1d3f00, 0x1d3fff, VDBOX2 },			/* VDCFGCP */
	{ }
};

const struct sim_reg_range sim_fw_shadowed_gen8[] = {
	{ 0x02030, 0x02030 },		/* ring tails: render, video, video enhancement, copy */
	{ 0x02230, 0x02230 },		/* and submission ports */
	{ 0x0a008, 0x0a00c },		/* RPNSWREQ, RC video frequency */
	{ 0x0a024, 0x0a024 },		/* control, thresholds, intervals of the frequency */
	{ 0x0a02c, 0x0a030 },
	{ 0x0a068, 0x0a06c },
	{ 0x0a090, 0x0a094 },		/* control and state of RC6 */
	{ 0x12030, 0x12030 },
	{ 0x12230, 0x12230 },
	{ 0x1a030, 0x1a030 },
	{ 0x1a230, 0x1a230 },
	{ 0x22030, 0x22030 },
	{ 0x22230, 0x22230 },
	{ }
};

/* Submission queues of all engines, and their ring tails */
const struct sim_reg_range sim_fw_shadowed_gen11[] = {
	{ 0x002030, 0x002030 },
	{ 0x002510, 0x002550 },
	{ 0x00a008, 0x00a00c },
	{ 0x00a024, 0x00a024 },
	{ 0x00a02c, 0x00a030 },
	{ 0x00a068, 0x00a06c },
	{ 0x00a090, 0x00a094 },
	{ 0x022030, 0x022030 },
	{ 0x022230, 0x022230 },
	{ 0x022510, 0x022550 },
	{ 0x1c0030, 0x1c0030 },
	{ 0x1c0230, 0x1c0230 },
	{ 0x1c0510, 0x1c0550 },
	{ 0x1c8030, 0x1c8030 },
	{ 0x1c8230, 0x1c8230 },
	{ 0x1c8510, 0x1c8550 },
	{ 0x1d0030, 0x1d0030 },
	{ 0x1d0230, 0x1d0230 },
	{ 0x1d0510, 0x1d0550 },
	{ }
};

/*
 * Gen12 (hardware/gen12.rst 3), without the ranges that i915 calls reserved. [MODEL] registers are
 * replicated as on Lakefield.
 */
const struct sim_fw_range sim_fw_ranges_gen12[] = {
	{ 0x02000, 0x026ff, RENDER },
	{ 0x02700, 0x027ff, GT },
	{ 0x02800, 0x02aff, RENDER },
	{ 0x02b00, 0x02fff, GT },
	{ 0x03000, 0x03fff, RENDER },
	{ 0x04000, 0x048ff, GT },
	{ 0x05200, 0x053ff, RENDER },
	{ 0x05500, 0x07fff, RENDER },
	{ 0x08000, 0x0813f, GT },
	{ 0x08140, 0x0815f, RENDER },
	{ 0x08200, 0x082ff, GT },
	{ 0x08300, 0x084ff, RENDER },
	{ 0x08500, 0x087ff, GT },
	{ 0x09000, 0x0947f, GT },
	{ 0x094d0, 0x0955f, RENDER },
	{ 0x09800, 0x0afff, GT },
	{ 0x0b000, 0x0b0ff, RENDER },
	{ 0x0b100, 0x0b3ff, RENDER, L3BANK },
	{ 0x0b400, 0x0b47f, GT },
	{ 0x0c000, 0x0cfff, GT },
	{ 0x0d800, 0x0d8ff, RENDER },
	{ 0x0d900, 0x0dbff, GT },
	{ 0x0dc00, 0x0ddff, RENDER },
	{ 0x0de80, 0x0deff, RENDER },
	{ 0x0df00, 0x0e8ff, RENDER, SUBSLICE },
	{ 0x0f000, 0x0ffff, GT },
	{ 0x14800, 0x14fff, RENDER },
	{ 0x16e00, 0x1bfff, RENDER },
	{ 0x20000, 0x20fff, VDBOX0 },
	{ 0x21000, 0x21fff, VDBOX2 },
	{ 0x22000, 0x23fff, GT },
	{ 0x24180, 0x241ff, GT },
	{ 0x24a00, 0x24a7f, RENDER },
	{ 0x25200, 0x252ff, GT },
	{ 0x25600, 0x2567f, VDBOX0 },
	{ 0x25680, 0x256ff, VDBOX2 },
	{ 0x25a00, 0x25a7f, VDBOX0 },
	{ 0x25a80, 0x25aff, VDBOX2 },
	{ 0x30000, 0x3ffff, GT },
	{ 0x1c0000, 0x1c2bff, VDBOX0 },
	{ 0x1c2d00, 0x1c2dff, VDBOX0 },
	{ 0x1c3f00, 0x1c3fff, VDBOX0 },
	{ 0x1c8000, 0x1ca0ff, VEBOX0 },
	{ 0x1cbf00, 0x1cbfff, VEBOX0 },
	{ 0x1cc000, 0x1ccfff, VDBOX0 },
	{ 0x1d0000, 0x1d2bff, VDBOX2 },
	{ 0x1d2d00, 0x1d2dff, VDBOX2 },
	{ 0x1d3f00, 0x1d3fff, VDBOX2 },
	{ }
};

const struct sim_reg_range sim_fw_shadowed_gen12[] = {
	{ 0x002030, 0x002030 },
	{ 0x002510, 0x002550 },
	{ 0x00a008, 0x00a00c },
	{ 0x00a024, 0x00a024 },		/* [MODEL] of the power unit, as on gen11 */
	{ 0x00a02c, 0x00a030 },
	{ 0x00a068, 0x00a06c },
	{ 0x00a090, 0x00a094 },
	{ 0x00a188, 0x00a188 },
	{ 0x00a278, 0x00a278 },
	{ 0x00a540, 0x00a56c },
	{ 0x00c4c8, 0x00c4c8 },
	{ 0x00c4d4, 0x00c4d4 },
	{ 0x00c600, 0x00c600 },
	{ 0x022030, 0x022030 },
	{ 0x022510, 0x022550 },
	{ 0x1c0030, 0x1c0030 },
	{ 0x1c0510, 0x1c0550 },
	{ 0x1c8030, 0x1c8030 },
	{ 0x1c8510, 0x1c8550 },
	{ 0x1d0030, 0x1d0030 },
	{ 0x1d0510, 0x1d0550 },
	{ }
};

/* Lakefield: parts of the mirror where no register answers; a mailbox without hardware. */
const struct sim_reg_range sim_silent_lkf[] = {
	{ MCHBAR_MIRROR, MCHBAR_MIRROR_END },
	{ LKF_VIRT_MAILBOX, LKF_VIRT_MAILBOX_END },
	{ }
};
