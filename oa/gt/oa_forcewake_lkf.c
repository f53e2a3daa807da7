// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Power wells and replicated units of Lakefield
 *
 * The whole table of the Lakefield document, reserved ranges included: they
 * need no domain, like the units outside the C6 boundary. The document's domain
 * MEDIA0 is two domains here, VDBOX0 and VEBOX0: each has a request of its own.
 * The document has no row for 0xc000 to 0xc7ff; i915 wakes GT for that range.
 *
 * Facts: "Lakefield, Volume 13: Software and Hardware Interface", forcewake and
 * steering table; hardware.rst appendix A, 11, no. 12 to 15.
 */
#include <linux/kernel.h>

#include "gt/oa_forcewake_tables.h"
#include "oa_compat.h"
#include "oa_reg.h"
#include "regs/gt_regs.h"

#define RENDER	OA_FORCEWAKE_RENDER
#define GT	OA_FORCEWAKE_GT
#define VDBOX0	OA_FORCEWAKE_VDBOX0
#define VDBOX2	OA_FORCEWAKE_VDBOX2
#define VEBOX0	OA_FORCEWAKE_VEBOX0

static const struct oa_forcewake_range lkf_ranges[] = {
	{ 0x000000, 0x000aff, 0 },	/* reserved */
	{ 0x000b00, 0x000bff, 0 },	/* SF */
	{ 0x000c00, 0x000dff, 0 },	/* RPM */
	{ 0x000e00, 0x000fff, 0 },	/* MGSR */
	{ 0x001000, 0x001fff, 0 },	/* MDRB */
	{ 0x002000, 0x0026ff, RENDER },	/* CS */
	{ 0x002700, 0x002fff, GT },	/* OA */
	{ 0x003000, 0x003fff, RENDER },	/* CS */
	{ 0x004000, 0x0049ff, GT },	/* GAMW */
	{ 0x004a00, 0x004fff, GT },	/* GAMT */
	{ 0x005000, 0x0051ff, 0 },	/* reserved */
	{ 0x005200, 0x0052ff, RENDER },	/* SOL */
	{ 0x005300, 0x0053ff, RENDER },	/* TSG0 */
	{ 0x005400, 0x0054ff, RENDER },	/* TSG1 */
	{ 0x005500, 0x005fff, RENDER, OA_REPL_SLICE },	/* WMBE */
	{ 0x006000, 0x006fff, RENDER },	/* SVG */
	{ 0x007000, 0x007fff, RENDER, OA_REPL_SLICE },	/* SVL */
	{ 0x008000, 0x0080ff, GT },	/* GPM */
	{ 0x008100, 0x00813f, GT },	/* GTGTICP */
	{ 0x008140, 0x00814f, RENDER, OA_REPL_SLICE },	/* SCCFGCP */
	{ 0x008150, 0x00815f, RENDER, OA_REPL_SUBSLICE },	/* SSMCFGCP */
	{ 0x008160, 0x0081ff, 0 },	/* reserved */
	{ 0x008200, 0x0082ff, GT },	/* GDT */
	{ 0x008300, 0x0084ff, RENDER },	/* VF */
	{ 0x008500, 0x0085ff, GT },	/* MBC */
	{ 0x008600, 0x0086ff, GT },	/* GPM */
	{ 0x008700, 0x0087ff, GT },	/* MCFG */
	{ 0x008800, 0x00883f, 0 },	/* DTF */
	{ 0x008840, 0x008bff, 0 },	/* reserved */
	{ 0x008c00, 0x008cff, RENDER, OA_REPL_SLICE },	/* SPM */
	{ 0x008d00, 0x008fff, 0 },	/* reserved */
	{ 0x009000, 0x0093ff, GT },	/* MBC */
	{ 0x009400, 0x00947f, GT },	/* GTGTICP */
	{ 0x009480, 0x0094cf, 0 },	/* reserved */
	{ 0x0094d0, 0x00951f, RENDER, OA_REPL_SLICE },	/* SCCFGCP */
	{ 0x009520, 0x00955f, RENDER, OA_REPL_SUBSLICE },	/* SSMCFGCP */
	{ 0x009560, 0x0095ff, 0 },	/* INFCPCFG */
	{ 0x009600, 0x0097ff, 0 },	/* reserved */
	{ 0x009800, 0x009fff, GT },	/* GDT */
	{ 0x00a000, 0x00afff, GT },	/* GPM */
	{ 0x00b000, 0x00b0ff, RENDER, OA_REPL_SLICE },	/* LNCF */
	{ 0x00b100, 0x00b3ff, RENDER, OA_REPL_L3BANK },	/* LBCF */
	{ 0x00b400, 0x00b47f, RENDER },	/* LPFC */
	{ 0x00b480, 0x00bfff, 0 },	/* reserved */
	{ 0x00c000, 0x00c7ff, GT },	/* no row */
	{ 0x00c800, 0x00cfff, GT },	/* GAMW */
	{ 0x00d000, 0x00deff, 0 },	/* reserved */
	{ 0x00df00, 0x00dfff, RENDER, OA_REPL_SUBSLICE },	/* CPSS */
	{ 0x00e000, 0x00e0ff, RENDER, OA_REPL_SUBSLICE },	/* DM */
	{ 0x00e100, 0x00e1ff, RENDER, OA_REPL_SUBSLICE },	/* SC */
	{ 0x00e200, 0x00e3ff, RENDER, OA_REPL_SUBSLICE },	/* GW */
	{ 0x00e400, 0x00e7ff, RENDER, OA_REPL_SUBSLICE },	/* TDL */
	{ 0x00e800, 0x00e8ff, RENDER, OA_REPL_SUBSLICE },	/* PSD */
	{ 0x00e900, 0x00eaff, 0 },	/* reserved */
	{ 0x00eb00, 0x00efff, GT },	/* GAMWD */
	{ 0x00f000, 0x0108ff, GT },	/* GAMW */
	{ 0x010900, 0x013fff, 0 },	/* reserved */
	{ 0x014000, 0x0143ff, GT },	/* WIN */
	{ 0x014400, 0x0147ff, GT },	/* WIN */
	{ 0x014800, 0x016dff, 0 },	/* reserved */
	{ 0x016e00, 0x016fff, RENDER },	/* VFR */
	{ 0x017000, 0x017fff, RENDER },	/* SVGR */
	{ 0x018000, 0x019fff, RENDER },	/* POCS */
	{ 0x01a000, 0x021fff, 0 },	/* reserved */
	{ 0x022000, 0x022fff, GT },	/* BCS */
	{ 0x023000, 0x023fff, GT },	/* BCS */
	{ 0x024000, 0x02407f, 0 },	/* GTISPC */
	{ 0x024080, 0x0240ff, GT },	/* MEDIASPC */
	{ 0x024100, 0x02417f, GT },	/* MEDIA2SPC */
	{ 0x024180, 0x0241ff, RENDER },	/* SLICE0SPC */
	{ 0x024200, 0x02427f, RENDER, OA_REPL_SLICE },	/* NXTSLICESPC */
	{ 0x024280, 0x0242ff, 0 },	/* reserved */
	{ 0x024300, 0x02437f, GT },	/* FIXSPC */
	{ 0x024380, 0x0243ff, 0 },	/* reserved */
	{ 0x024400, 0x02447f, RENDER, OA_REPL_SLICE },	/* SSM0SPC */
	{ 0x024480, 0x0244ff, RENDER, OA_REPL_SLICE },	/* SSM1SPC */
	{ 0x024500, 0x02457f, RENDER, OA_REPL_SLICE },	/* SSM2 (listed SSM0SPC */
	{ 0x024580, 0x0245ff, RENDER, OA_REPL_SLICE },	/* SSM3 (listed SSM1SPC */
	{ 0x024600, 0x02467f, 0 },	/* reserved */
	{ 0x024680, 0x0246ff, RENDER, OA_REPL_SUBSLICE },	/* EUP1SPC */
	{ 0x024700, 0x02477f, RENDER, OA_REPL_SUBSLICE },	/* EUP2SPC */
	{ 0x024780, 0x0247ff, RENDER, OA_REPL_SUBSLICE },	/* EUP3SPC */
	{ 0x024800, 0x0249ff, 0 },	/* reserved */
	{ 0x024a00, 0x024a7f, RENDER, OA_REPL_SUBSLICE },	/* MSAMPSPC */
	{ 0x024a80, 0x024dff, 0 },	/* reserved */
	{ 0x024e00, 0x024e7f, RENDER, OA_REPL_SLICE },	/* SSM4 (listed SSM0SPC */
	{ 0x024e80, 0x024eff, RENDER, OA_REPL_SLICE },	/* SSM5 (listed SSM1SPC */
	{ 0x024f00, 0x024f7f, RENDER, OA_REPL_SLICE },	/* SSM6 (listed SSM0SPC */
	{ 0x024f80, 0x024fff, RENDER, OA_REPL_SLICE },	/* SSM7 (listed SSM1SPC */
	{ 0x025000, 0x0251ff, 0 },	/* reserved */
	{ 0x025200, 0x02527f, GT },	/* MEDIASPC */
	{ 0x025280, 0x0252ff, GT },	/* MEDIASPC */
	{ 0x025300, 0x02ffff, 0 },	/* reserved */
	{ 0x030000, 0x03ffff, GT },	/* KCR */
	{ 0x1c0000, 0x1c07ff, VDBOX0 },	/* VCS */
	{ 0x1c0800, 0x1c0fff, VDBOX0 },	/* VIN */
	{ 0x1c1000, 0x1c1fff, VDBOX0 },	/* VCS */
	{ 0x1c2000, 0x1c27ff, VDBOX0 },	/* HUC */
	{ 0x1c2800, 0x1c2bff, VDBOX0 },	/* HWM */
	{ 0x1c2c00, 0x1c3eff, 0 },	/* reserved */
	{ 0x1c3f00, 0x1c3fff, VDBOX0 },	/* VDCFGCP */
	{ 0x1c4000, 0x1c47ff, 0 },	/* VCS (rsvd */
	{ 0x1c4800, 0x1c4fff, 0 },	/* VIN (rsvd */
	{ 0x1c5000, 0x1c5fff, 0 },	/* VCS (rsvd */
	{ 0x1c6000, 0x1c67ff, 0 },	/* HUC (rsvd */
	{ 0x1c6800, 0x1c6bff, 0 },	/* HWM (rsvd */
	{ 0x1c6c00, 0x1c7eff, 0 },	/* reserved */
	{ 0x1c7f00, 0x1c7fff, 0 },	/* VDCFGCP (rsvd */
	{ 0x1c8000, 0x1c9fff, VEBOX0 },	/* VECS */
	{ 0x1ca000, 0x1ca0ff, VEBOX0 },	/* VFW */
	{ 0x1ca100, 0x1cbeff, 0 },	/* reserved */
	{ 0x1cbf00, 0x1cbfff, VEBOX0 },	/* VECFGCP */
	{ 0x1cc000, 0x1cffff, 0 },	/* reserved */
	{ 0x1d0000, 0x1d07ff, VDBOX2 },	/* VCS */
	{ 0x1d0800, 0x1d0fff, VDBOX2 },	/* VIN */
	{ 0x1d1000, 0x1d1fff, VDBOX2 },	/* VCS */
	{ 0x1d2000, 0x1d27ff, VDBOX2 },	/* HUC */
	{ 0x1d2800, 0x1d2bff, VDBOX2 },	/* HWM */
	{ 0x1d2c00, 0x1d3eff, 0 },	/* reserved */
	{ 0x1d3f00, 0x1d3fff, VDBOX2 },	/* VDCFGCP */
	{ 0x1d4000, 0x1d47ff, 0 },	/* VCS (rsvd */
	{ 0x1d4800, 0x1d4fff, 0 },	/* VIN (rsvd */
	{ 0x1d5000, 0x1d5fff, 0 },	/* VCS (rsvd */
	{ 0x1d6000, 0x1d67ff, 0 },	/* HUC (rsvd */
	{ 0x1d6800, 0x1d6bff, 0 },	/* HWM (rsvd */
	{ 0x1d6c00, 0x1d7eff, 0 },	/* reserved */
	{ 0x1d7f00, 0x1d7fff, 0 },	/* VDCFGCP (rsvd */
	{ 0x1d8000, 0x1d9fff, 0 },	/* VECS (rsvd */
	{ 0x1da000, 0x1da0ff, 0 },	/* VFW (rsvd */
	{ 0x1da100, 0x1dbeff, 0 },	/* reserved */
	{ 0x1dbf00, 0x1dbfff, 0 },	/* VECFGCP (rsvd */
	{ 0x1dc000, 0x1dffff, 0 },	/* reserved */
	{ 0x1e0000, 0x1e07ff, 0 },	/* VCS (rsvd */
	{ 0x1e0800, 0x1e0fff, 0 },	/* VIN (rsvd */
	{ 0x1e1000, 0x1e1fff, 0 },	/* VCS (rsvd */
	{ 0x1e2000, 0x1e27ff, 0 },	/* HUC (rsvd */
	{ 0x1e2800, 0x1e2bff, 0 },	/* HWM (rsvd */
	{ 0x1e2c00, 0x1e3eff, 0 },	/* reserved */
	{ 0x1e3f00, 0x1e3fff, 0 },	/* VDCFGCP (rsvd */
	{ 0x1e4000, 0x1e47ff, 0 },	/* VCS (rsvd */
	{ 0x1e4800, 0x1e4fff, 0 },	/* VIN (rsvd */
	{ 0x1e5000, 0x1e5fff, 0 },	/* VCS (rsvd */
	{ 0x1e6000, 0x1e67ff, 0 },	/* HUC (rsvd */
	{ 0x1e6800, 0x1e6bff, 0 },	/* HWM (rsvd */
	{ 0x1e6c00, 0x1e7eff, 0 },	/* reserved */
	{ 0x1e7f00, 0x1e7fff, 0 },	/* VDCFGCP (rsvd */
	{ 0x1e8000, 0x1e9fff, 0 },	/* VECS (rsvd */
	{ 0x1ea000, 0x1ea0ff, 0 },	/* VFW (rsvd */
	{ 0x1ea100, 0x1ebeff, 0 },	/* reserved */
	{ 0x1ebf00, 0x1ebfff, 0 },	/* VECFGCP (rsvd */
	{ 0x1ec000, 0x1effff, 0 },	/* reserved */
	{ 0x1f0000, 0x1f07ff, 0 },	/* VCS (rsvd */
	{ 0x1f0800, 0x1f0fff, 0 },	/* VIN (rsvd */
	{ 0x1f1000, 0x1f1fff, 0 },	/* VCS (rsvd */
	{ 0x1f2000, 0x1f27ff, 0 },	/* HUC (rsvd */
	{ 0x1f2800, 0x1f2bff, 0 },	/* HWM (rsvd */
	{ 0x1f2c00, 0x1f3eff, 0 },	/* reserved */
	{ 0x1f3f00, 0x1f3fff, 0 },	/* VDCFGCP (rsvd */
	{ 0x1f4000, 0x1f47ff, 0 },	/* VCS (rsvd */
	{ 0x1f4800, 0x1f4fff, 0 },	/* VIN (rsvd */
	{ 0x1f5000, 0x1f5fff, 0 },	/* VCS (rsvd */
	{ 0x1f6000, 0x1f67ff, 0 },	/* HUC (rsvd */
	{ 0x1f6800, 0x1f6bff, 0 },	/* HWM (rsvd */
	{ 0x1f6c00, 0x1f7eff, 0 },	/* reserved */
	{ 0x1f7f00, 0x1f7fff, 0 },	/* VDCFGCP (rsvd */
	{ 0x1f8000, 0x1f9fff, 0 },	/* VECS (rsvd */
	{ 0x1fa000, 0x1fa0ff, 0 },	/* VFW (rsvd */
	{ 0x1fa100, 0x1fbeff, 0 },	/* reserved */
	{ 0x1fbf00, 0x1fbfff, 0 },	/* VECFGCP (rsvd */
	{ 0x1fc000, 0x1fffff, 0 },	/* reserved */
	{ 0x200000, 0x23ffff, 0 },	/* reserved */
};

const struct oa_forcewake_table oa_forcewake_lkf = {
	OA_FORCEWAKE_DOMAINS_GEN11,
	.stream = OA_FORCEWAKE_STREAM_GEN11,
	.ranges = lkf_ranges,
	.num_ranges = ARRAY_SIZE(lkf_ranges),
	.always = oa_forcewake_always_gen11,
	.shadowed = oa_forcewake_shadowed_gen11,
	.fallback = true,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_lkf);
