// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Power domains of all platforms but Lakefield
 *
 * One row is one range of registers with the domains that must be awake for it. Registers between
 * rows need no domain, and neither does anything outside the GT. Only the units that the driver
 * reads by instance are marked as replicated.
 *
 * Sources differ on whether SNB's request register wants masked writes or plain ones. A masked
 * write sets and clears bit 0 in both cases, so all platforms get masked writes.
 *
 * Facts: hardware.rst 2.1, 2.2, appendix B.
 */
#include <linux/bsearch.h>
#include <linux/kernel.h>

#include "gpu/oa_gpu.h"
#include "gpu/oa_gpu_priv.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"

#define RENDER	OA_FORCEWAKE_RENDER
#define GT	OA_FORCEWAKE_GT
#define MEDIA	OA_FORCEWAKE_MEDIA
#define VDBOX0	OA_FORCEWAKE_VDBOX0
#define VDBOX2	OA_FORCEWAKE_VDBOX2
#define VEBOX0	OA_FORCEWAKE_VEBOX0

static const struct oa_forcewake_range gen6_ranges[] = {
	{ 0x00000, 0x3ffff, RENDER },
};

static const struct oa_forcewake_range bdw_ranges[] = {
	{ 0x00000, 0x0dfff, RENDER },
	{ 0x0e000, 0x0e7ff, RENDER, OA_REPL_SUBSLICE },
	{ 0x0e800, 0x3ffff, RENDER },
};

static const struct oa_forcewake_range vlv_ranges[] = {
	{ 0x02000, 0x03fff, RENDER },
	{ 0x05000, 0x07fff, RENDER },
	{ 0x0b000, 0x11fff, RENDER },
	{ 0x12000, 0x13fff, MEDIA },
	{ 0x22000, 0x23fff, MEDIA },
	{ 0x2e000, 0x2ffff, RENDER },
	{ 0x30000, 0x3ffff, MEDIA },
};

static const struct oa_forcewake_range chv_ranges[] = {
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
	{ 0x0e000, 0x0e7ff, RENDER, OA_REPL_SUBSLICE },
	{ 0x0f000, 0x0ffff, RENDER | MEDIA },
	{ 0x12000, 0x13fff, MEDIA },
	{ 0x1a000, 0x1bfff, MEDIA },
	{ 0x1e800, 0x1e9ff, MEDIA },
	{ 0x30000, 0x37fff, MEDIA },
};

static const struct oa_forcewake_range gen9_ranges[] = {
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
	{ 0x0e000, 0x0e7ff, RENDER, OA_REPL_SUBSLICE },
	{ 0x0e800, 0x0e8ff, RENDER },
	{ 0x0e900, 0x11fff, GT },
	{ 0x12000, 0x13fff, MEDIA },
	{ 0x14000, 0x19fff, GT },
	{ 0x1a000, 0x1e9ff, MEDIA },
	{ 0x1ea00, 0x243ff, GT },
	{ 0x24400, 0x247ff, RENDER },
	{ 0x24800, 0x2ffff, GT },
	{ 0x30000, 0x3ffff, MEDIA },
};

static const struct oa_forcewake_range gen11_ranges[] = {
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
	{ 0x0b000, 0x0b47f, RENDER },
	{ 0x0b480, 0x0deff, GT },
	{ 0x0df00, 0x0e8ff, RENDER, OA_REPL_SUBSLICE },
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
};

/* Registers that need no domain: the request registers themselves, and the reset request */
static const struct oa_reg_range always_gen6[] = {
	{ FORCEWAKE_MT, FORCEWAKE_SNB },
	{ GEN6_GDRST, GEN6_GDRST },
	{ }
};

static const struct oa_reg_range always_gen9[] = {
	{ FORCEWAKE_GT_GEN9, FORCEWAKE_GT_GEN9 },
	{ FORCEWAKE_MEDIA_GEN9, FORCEWAKE_RENDER_GEN9 },
	{ GEN6_GDRST, GEN6_GDRST },
	{ }
};

static const struct oa_reg_range oa_forcewake_always_gen11[] = {
	{ FORCEWAKE_GT_GEN9, FORCEWAKE_GT_GEN9 },
	{ FORCEWAKE_RENDER_GEN9, FORCEWAKE_RENDER_GEN9 },
	{ FORCEWAKE_VDBOX_GEN11(0), FORCEWAKE_VEBOX_GEN11(3) },
	{ GEN6_GDRST, GEN6_GDRST },
	{ }
};

/* Registers that may be written asleep: ring tails, frequency request, gen11's execlist control */
static const struct oa_reg_range shadowed_gen8[] = {
	{ 0x2030, 0x2030 }, { 0xa008, 0xa00c }, { 0x12030, 0x12030 }, { 0x1a030, 0x1a030 },
	{ 0x22030, 0x22030 },
	{ }
};

static const struct oa_reg_range oa_forcewake_shadowed_gen11[] = {
	{ 0x2030, 0x2030 }, { 0x2550, 0x2550 }, { 0xa008, 0xa00c }, { 0x22030, 0x22030 },
	{ 0x22230, 0x22230 }, { 0x22510, 0x22550 },
	{ }
};

static const struct oa_forcewake_domain legacy_ivb = {
	"render", FORCEWAKE_SNB, FORCEWAKE_ACK_SNB
};

#define DOMAIN(label, what) \
	{ .name = label, .request = FORCEWAKE_##what, .ack = FORCEWAKE_ACK_##what }

const struct oa_forcewake_table oa_forcewake_snb = {
	.domains[OA_FW_RENDER] = DOMAIN("render", SNB),
	.ranges = gen6_ranges,
	.num_ranges = ARRAY_SIZE(gen6_ranges),
	.always = always_gen6,
	.thread_status = true,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_snb);

const struct oa_forcewake_table oa_forcewake_ivb = {
	.domains[OA_FW_RENDER] = { "render", FORCEWAKE_MT, FORCEWAKE_ACK_IVB },
	.legacy = &legacy_ivb,
	.ranges = gen6_ranges,
	.num_ranges = ARRAY_SIZE(gen6_ranges),
	.always = always_gen6,
	.thread_status = true,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_ivb);

const struct oa_forcewake_table oa_forcewake_vlv = {
	.domains[OA_FW_RENDER] = DOMAIN("render", RENDER_VLV),
	.domains[OA_FW_MEDIA] = DOMAIN("media", MEDIA_VLV),
	.ranges = vlv_ranges,
	.num_ranges = ARRAY_SIZE(vlv_ranges),
	.allow_wake = true,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_vlv);

const struct oa_forcewake_table oa_forcewake_hsw = {
	.domains[OA_FW_RENDER] = { "render", FORCEWAKE_MT, FORCEWAKE_ACK_HSW },
	.ranges = gen6_ranges,
	.num_ranges = ARRAY_SIZE(gen6_ranges),
	.always = always_gen6,
	.thread_status = true,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_hsw);

const struct oa_forcewake_table oa_forcewake_bdw = {
	.domains[OA_FW_RENDER] = { "render", FORCEWAKE_MT, FORCEWAKE_ACK_HSW },
	.ranges = bdw_ranges,
	.num_ranges = ARRAY_SIZE(bdw_ranges),
	.always = always_gen6,
	.shadowed = shadowed_gen8,
	.thread_status = true,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_bdw);

const struct oa_forcewake_table oa_forcewake_chv = {
	.domains[OA_FW_RENDER] = DOMAIN("render", RENDER_VLV),
	.domains[OA_FW_MEDIA] = DOMAIN("media", MEDIA_VLV),
	.ranges = chv_ranges,
	.num_ranges = ARRAY_SIZE(chv_ranges),
	.always = always_gen6,
	.shadowed = shadowed_gen8,
	.allow_wake = true,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_chv);

const struct oa_forcewake_table oa_forcewake_gen9 = {
	.domains[OA_FW_RENDER] = DOMAIN("render", RENDER_GEN9),
	.domains[OA_FW_GT] = DOMAIN("GT", GT_GEN9),
	.domains[OA_FW_MEDIA] = DOMAIN("media", MEDIA_GEN9),
	.stream = OA_FORCEWAKE_ALL,
	.ranges = gen9_ranges,
	.num_ranges = ARRAY_SIZE(gen9_ranges),
	.always = always_gen9,
	.shadowed = shadowed_gen8,
	.fallback = true,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_gen9);

#define OA_FORCEWAKE_GEN11 \
	OA_FORCEWAKE_DOMAINS_GEN11, \
	.ranges = gen11_ranges, \
	.num_ranges = ARRAY_SIZE(gen11_ranges), \
	.always = oa_forcewake_always_gen11, \
	.shadowed = oa_forcewake_shadowed_gen11, \
	.fallback = true

const struct oa_forcewake_table oa_forcewake_gen11 = {
	OA_FORCEWAKE_GEN11,
	.stream = OA_FORCEWAKE_STREAM_GEN11 | OA_FORCEWAKE_VDBOX2,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_gen11);

const struct oa_forcewake_table oa_forcewake_ehl = {
	OA_FORCEWAKE_GEN11,
	.stream = OA_FORCEWAKE_STREAM_GEN11,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_ehl);

static int oa_forcewake_compare(const void *key, const void *element)
{
	const struct oa_forcewake_range *range = element;
	u32 offset = *(const u32 *)key;

	if (offset < range->start)
		return -1;
	return offset > range->end;
}

/* Find the row of a register, NULL if there is none. */
const struct oa_forcewake_range *
oa_forcewake_find(const struct oa_forcewake_table *table, u32 offset)
{
	return bsearch(&offset, table->ranges, table->num_ranges, sizeof(*table->ranges),
		       oa_forcewake_compare);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_find);

/**
 * oa_forcewake_domains() - find the domains that an access needs
 * @table: power domains of the platform
 * @offset: bytes from the start of BAR 0
 * @write: the access is a write; some registers may be written asleep
 *
 * Any context. Return: OA_FORCEWAKE_* bits, 0 if none is needed.
 */
u32 oa_forcewake_domains(const struct oa_forcewake_table *table, u32 offset, bool write)
{
	const struct oa_forcewake_range *range = oa_forcewake_find(table, offset);

	if (!range || !range->domains ||
	    oa_reg_in(table->always, offset) ||
	    (write && oa_reg_in(table->shadowed, offset)))
		return 0;
	return range->domains;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_domains);

/**
 * DOC: Power domains and replicated units of Lakefield
 *
 * The whole table of the Lakefield document, reserved ranges included: they
 * need no domain, like the units outside the C6 boundary. The document's domain
 * MEDIA0 is two domains here, VDBOX0 and VEBOX0: each has a request of its own.
 * The document has no row for 0xc000 to 0xc7ff; i915 wakes GT for that range.
 *
 * Facts: "Lakefield, Volume 13: Software and Hardware Interface", forcewake and
 * steering table; hardware.rst appendix A, 11, no. 12 to 15.
 */

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
