// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Power domains of all platforms
 *
 * One row is one range of registers with the domains that must be awake for it. Registers between
 * rows need no domain, and neither does anything outside the GT. Only the units that the driver
 * reads by instance are marked as replicated, but on Lakefield all units that its document names.
 *
 * Sources differ on whether SNB's request register wants masked writes or plain ones. A masked
 * write sets and clears bit 0 in both cases, so all platforms get masked writes. The domain MEDIA0
 * of Lakefield's document is two domains here, VDBOX0 and VEBOX0: each has a request of its own.
 * The document has no row for 0xc000 to 0xc7ff; i915 wakes GT for that range.
 *
 * Facts: hardware.rst 2.1, 2.2, appendices A and B, 11, no. 12 to 15; "Lakefield, Volume 13:
 * Software and Hardware Interface", forcewake and steering table.
 */
#include <linux/bsearch.h>
#include <linux/kernel.h>

#include "gpu/oa_gpu.h"
#include "gpu/oa_gpu_priv.h"
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

static const struct oa_forcewake_range lkf_ranges[] = {
	{ 0x02000, 0x026ff, RENDER },
	{ 0x02700, 0x02fff, GT },
	{ 0x03000, 0x03fff, RENDER },
	{ 0x04000, 0x04fff, GT },
	{ 0x05200, 0x054ff, RENDER },
	{ 0x05500, 0x05fff, RENDER, OA_REPL_SLICE },
	{ 0x06000, 0x06fff, RENDER },
	{ 0x07000, 0x07fff, RENDER, OA_REPL_SLICE },
	{ 0x08000, 0x0813f, GT },
	{ 0x08140, 0x0814f, RENDER, OA_REPL_SLICE },
	{ 0x08150, 0x0815f, RENDER, OA_REPL_SUBSLICE },
	{ 0x08200, 0x082ff, GT },
	{ 0x08300, 0x084ff, RENDER },
	{ 0x08500, 0x087ff, GT },
	{ 0x08c00, 0x08cff, RENDER, OA_REPL_SLICE },
	{ 0x09000, 0x0947f, GT },
	{ 0x094d0, 0x0951f, RENDER, OA_REPL_SLICE },
	{ 0x09520, 0x0955f, RENDER, OA_REPL_SUBSLICE },
	{ 0x09800, 0x0afff, GT },
	{ 0x0b000, 0x0b0ff, RENDER, OA_REPL_SLICE },
	{ 0x0b100, 0x0b3ff, RENDER, OA_REPL_L3BANK },
	{ 0x0b400, 0x0b47f, RENDER },
	{ 0x0c000, 0x0cfff, GT },
	{ 0x0df00, 0x0e8ff, RENDER, OA_REPL_SUBSLICE },
	{ 0x0eb00, 0x108ff, GT },
	{ 0x14000, 0x147ff, GT },
	{ 0x16e00, 0x19fff, RENDER },
	{ 0x22000, 0x23fff, GT },
	{ 0x24080, 0x2417f, GT },
	{ 0x24180, 0x241ff, RENDER },
	{ 0x24200, 0x2427f, RENDER, OA_REPL_SLICE },
	{ 0x24300, 0x2437f, GT },
	{ 0x24400, 0x245ff, RENDER, OA_REPL_SLICE },
	{ 0x24680, 0x247ff, RENDER, OA_REPL_SUBSLICE },
	{ 0x24a00, 0x24a7f, RENDER, OA_REPL_SUBSLICE },
	{ 0x24e00, 0x24fff, RENDER, OA_REPL_SLICE },
	{ 0x25200, 0x252ff, GT },
	{ 0x30000, 0x3ffff, GT },
	{ 0x1c0000, 0x1c2bff, VDBOX0 },
	{ 0x1c3f00, 0x1c3fff, VDBOX0 },
	{ 0x1c8000, 0x1ca0ff, VEBOX0 },
	{ 0x1cbf00, 0x1cbfff, VEBOX0 },
	{ 0x1d0000, 0x1d2bff, VDBOX2 },
	{ 0x1d3f00, 0x1d3fff, VDBOX2 },
};

/* Registers that may be written asleep: ring tails, frequency request, gen11's execlist control */
static const struct oa_reg_range shadowed_gen8[] = {
	{ 0x2030, 0x2030 }, { 0xa008, 0xa00c }, { 0x12030, 0x12030 }, { 0x1a030, 0x1a030 },
	{ 0x22030, 0x22030 },
	{ }
};

static const struct oa_reg_range shadowed_gen11[] = {
	{ 0x2030, 0x2030 }, { 0x2550, 0x2550 }, { 0xa008, 0xa00c }, { 0x22030, 0x22030 },
	{ 0x22230, 0x22230 }, { 0x22510, 0x22550 },
	{ }
};

static const struct oa_forcewake_domain legacy_ivb = {
	"render", FORCEWAKE_SNB, FORCEWAKE_ACK_SNB
};

#define DOMAIN(label, what) \
	{ .name = label, .request = FORCEWAKE_##what, .ack = FORCEWAKE_ACK_##what }

#define RANGES(gen)	.ranges = gen##_ranges, .num_ranges = ARRAY_SIZE(gen##_ranges)
#define FORCEWAKE_GEN6	RANGES(gen6), .thread_status = true

const struct oa_forcewake_table oa_forcewake_snb = {
	.domains[OA_FW_RENDER] = DOMAIN("render", SNB),
	FORCEWAKE_GEN6,
};

const struct oa_forcewake_table oa_forcewake_ivb = {
	.domains[OA_FW_RENDER] = { "render", FORCEWAKE_MT, FORCEWAKE_ACK_IVB },
	.legacy = &legacy_ivb,
	FORCEWAKE_GEN6,
};

const struct oa_forcewake_table oa_forcewake_vlv = {
	.domains[OA_FW_RENDER] = DOMAIN("render", RENDER_VLV),
	.domains[OA_FW_MEDIA] = DOMAIN("media", MEDIA_VLV),
	RANGES(vlv),
	.allow_wake = true,
};

const struct oa_forcewake_table oa_forcewake_hsw = {
	.domains[OA_FW_RENDER] = { "render", FORCEWAKE_MT, FORCEWAKE_ACK_HSW },
	FORCEWAKE_GEN6,
};

const struct oa_forcewake_table oa_forcewake_bdw = {
	.domains[OA_FW_RENDER] = { "render", FORCEWAKE_MT, FORCEWAKE_ACK_HSW },
	RANGES(bdw),
	.shadowed = shadowed_gen8,
	.thread_status = true,
};

const struct oa_forcewake_table oa_forcewake_chv = {
	.domains[OA_FW_RENDER] = DOMAIN("render", RENDER_VLV),
	.domains[OA_FW_MEDIA] = DOMAIN("media", MEDIA_VLV),
	RANGES(chv),
	.shadowed = shadowed_gen8,
	.allow_wake = true,
};

const struct oa_forcewake_table oa_forcewake_gen9 = {
	.domains[OA_FW_RENDER] = DOMAIN("render", RENDER_GEN9),
	.domains[OA_FW_GT] = DOMAIN("GT", GT_GEN9),
	.domains[OA_FW_MEDIA] = DOMAIN("media", MEDIA_GEN9),
	.stream = OA_FORCEWAKE_ALL,
	RANGES(gen9),
	.shadowed = shadowed_gen8,
	.fallback = true,
};

#define FORCEWAKE_GEN11 \
	.domains[OA_FW_RENDER] = DOMAIN("render", RENDER_GEN9), \
	.domains[OA_FW_GT] = DOMAIN("GT", GT_GEN9), \
	.domains[OA_FW_VDBOX0] = DOMAIN("vdbox0", VDBOX_GEN11(0)), \
	.domains[OA_FW_VDBOX2] = DOMAIN("vdbox2", VDBOX_GEN11(2)), \
	.domains[OA_FW_VEBOX0] = DOMAIN("vebox0", VEBOX_GEN11(0)), \
	.media_fuse = true, \
	.shadowed = shadowed_gen11, \
	.fallback = true

/* Engines that all gen11 platforms have. An engine that a platform never had has no fuse. */
#define STREAM_GEN11	(RENDER | GT | VDBOX0 | VEBOX0)

const struct oa_forcewake_table oa_forcewake_gen11 = {
	FORCEWAKE_GEN11,
	RANGES(gen11),
	.stream = STREAM_GEN11 | VDBOX2,
};

const struct oa_forcewake_table oa_forcewake_ehl = {
	FORCEWAKE_GEN11,
	RANGES(gen11),
	.stream = STREAM_GEN11,
};

const struct oa_forcewake_table oa_forcewake_lkf = {
	FORCEWAKE_GEN11,
	RANGES(lkf),
	.stream = STREAM_GEN11,
};

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

/* The request registers themselves and the reset request need no domain. */
static bool oa_forcewake_is_request(const struct oa_forcewake_table *table, u32 offset)
{
	const struct oa_forcewake_domain *d;

	for (d = table->domains; d < table->domains + OA_NUM_FW; d++)
		if (d->name && d->request == offset)
			return true;
	return offset == GEN6_GDRST || (table->legacy && table->legacy->request == offset);
}

/* Return the OA_FORCEWAKE_* that an access needs; some writes need none. Any context. */
u32 oa_forcewake_domains(const struct oa_forcewake_table *table, u32 offset, bool write)
{
	const struct oa_forcewake_range *range = oa_forcewake_find(table, offset);

	if (!range || !range->domains ||
	    oa_forcewake_is_request(table, offset) || (write && oa_reg_in(table->shadowed, offset)))
		return 0;
	return range->domains;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_domains);
