// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Slices, subslices, EUs
 *
 * Clients divide counters by the number of EUs, so the driver must report exactly
 * the EUs that count. Up to Haswell the PCI id gives slices and subslices, and one
 * fuse gives the EUs of each subslice. From Broadwell on fuses show which units of
 * the platform's maximum are there.
 *
 * Facts: hardware.rst 2.3 and the fuse registers in regs/gt_regs.h; abi.rst 4.1.
 */
#include <linux/bitfield.h>
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/units.h>

#include <uapi/drm/i915_drm.h>

#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"

/**
 * oa_topology_uniform() - fill in a topology without fused-off units
 * @topology: filled in
 * @slices: number of slices
 * @subslices: number in each slice
 * @eus: number in each subslice
 */
void oa_topology_uniform(struct oa_topology *topology, u8 slices, u8 subslices, u8 eus)
{
	unsigned int s, ss;

	*topology = (struct oa_topology) {
		.max_slices = slices,
		.max_subslices = subslices,
		.max_eus = eus,
		.slice_mask = BIT(slices) - 1,
	};
	for (s = 0; s < slices; s++) {
		topology->subslice_mask[s] = BIT(subslices) - 1;
		for (ss = 0; ss < subslices; ss++)
			topology->eu_mask[s][ss] = BIT(eus) - 1;
	}
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_topology_uniform);

/**
 * oa_topology_subslices() - subslices of the whole GPU
 * @topology: of the GPU
 *
 * Pure. Return: the number of subslices that are there.
 */
unsigned int oa_topology_subslices(const struct oa_topology *topology)
{
	unsigned int s, num = 0;

	for (s = 0; s < topology->max_slices; s++)
		num += hweight8(topology->subslice_mask[s]);
	return num;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_topology_subslices);

/**
 * oa_topology_eus() - EUs of the whole GPU
 * @topology: of the GPU
 *
 * Pure. Return: the number of EUs that are there.
 */
unsigned int oa_topology_eus(const struct oa_topology *topology)
{
	unsigned int s, ss, num = 0;

	for (s = 0; s < topology->max_slices; s++)
		for (ss = 0; ss < topology->max_subslices; ss++)
			num += hweight16(topology->eu_mask[s][ss]);
	return num;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_topology_eus);

/* One fuse for the EUs of all subslices */
static void oa_topology_fuse_hsw(struct oa_uncore *uncore, struct oa_topology *topology)
{
	static const u8 eus[] = { [HSW_F1_EU_DIS_10EUS] = 10, [HSW_F1_EU_DIS_8EUS] = 8,
				  [HSW_F1_EU_DIS_6EUS] = 6, [3] = 10 };
	u32 fuse = oa_read32(uncore, HSW_PAVP_FUSE1);

	oa_topology_uniform(topology, topology->max_slices, topology->max_subslices,
			    eus[FIELD_GET(HSW_F1_EU_DIS_MASK, fuse)]);
}

const struct oa_topology_layout oa_topology_hsw = { .fuse = oa_topology_fuse_hsw };

/*
 * Reduce @topology, which holds the platform's maxima, to the units that the fuses
 * leave. A subslice without an EU counts as absent.
 */
static void oa_topology_fuse(struct oa_topology *topology, u32 slices, u32 subslices,
			     const u8 (*eu_disable)[OA_MAX_SUBSLICES])
{
	unsigned int s, ss;

	topology->slice_mask &= slices;
	for (s = 0; s < topology->max_slices; s++) {
		topology->subslice_mask[s] &= topology->slice_mask & BIT(s) ? subslices : 0;
		for (ss = 0; ss < topology->max_subslices; ss++) {
			topology->eu_mask[s][ss] &= topology->subslice_mask[s] & BIT(ss) ?
						    ~eu_disable[s][ss] : 0;
			if (!topology->eu_mask[s][ss])
				topology->subslice_mask[s] &= ~BIT(ss);
		}
	}
}

/* The EU fuses of three slices, packed */
static void oa_topology_fuse_bdw(struct oa_uncore *uncore, struct oa_topology *topology)
{
	u32 fuse2 = oa_read32(uncore, GEN8_FUSE2);
	u8 disable[3][OA_MAX_SUBSLICES] = {};
	unsigned int i;

	BUILD_BUG_ON(OA_MAX_SLICES < 3);
	/* 9 consecutive bytes in three registers, one byte per subslice */
	for (i = 0; i < 9; i++)
		disable[i / 3][i % 3] = oa_read32(uncore, GEN8_EU_DISABLE(i / 4)) >> (i % 4 * 8);
	oa_topology_fuse(topology, FIELD_GET(GEN8_F2_S_ENA_MASK, fuse2),
			 ~FIELD_GET(GEN8_F2_SS_DIS_MASK, fuse2), disable);
}

const struct oa_topology_layout oa_topology_bdw = { 3, 3, 8, oa_topology_fuse_bdw };

/* All fuses in one register */
static void oa_topology_fuse_chv(struct oa_uncore *uncore, struct oa_topology *topology)
{
	u32 fuse = oa_read32(uncore, CHV_FUSE_GT);
	const u8 disable[1][OA_MAX_SUBSLICES] = { {
		FIELD_GET(CHV_FGT_EU_DIS_SS0_R0_MASK, fuse) |
		FIELD_GET(CHV_FGT_EU_DIS_SS0_R1_MASK, fuse) << 4,
		FIELD_GET(CHV_FGT_EU_DIS_SS1_R0_MASK, fuse) |
		FIELD_GET(CHV_FGT_EU_DIS_SS1_R1_MASK, fuse) << 4,
	} };
	u32 subslices = 0;

	if (!(fuse & CHV_FGT_DISABLE_SS0))
		subslices |= BIT(0);
	if (!(fuse & CHV_FGT_DISABLE_SS1))
		subslices |= BIT(1);
	oa_topology_fuse(topology, BIT(0), subslices, disable);
}

const struct oa_topology_layout oa_topology_chv = { 1, 2, 8, oa_topology_fuse_chv };

/* A register of EU fuses for each slice */
static void oa_topology_fuse_gen9(struct oa_uncore *uncore, struct oa_topology *topology)
{
	u32 fuse2 = oa_read32(uncore, GEN8_FUSE2), eus;
	u8 disable[OA_MAX_SLICES][OA_MAX_SUBSLICES] = {};
	unsigned int s, ss;

	for (s = 0; s < topology->max_slices; s++) {
		eus = oa_read32(uncore, GEN8_EU_DISABLE(s));
		for (ss = 0; ss < topology->max_subslices; ss++)
			disable[s][ss] = eus >> (8 * ss);
	}
	oa_topology_fuse(topology, FIELD_GET(GEN8_F2_S_ENA_MASK, fuse2),
			 ~FIELD_GET(GEN9_F2_SS_DIS_MASK, fuse2), disable);
}

/* SKL, KBL, CFL: i915's shape, though no part is known to have the fourth subslice */
const struct oa_topology_layout oa_topology_gen9 = { 3, 4, 8, oa_topology_fuse_gen9 };
/* BXT, GLK */
const struct oa_topology_layout oa_topology_gen9_lp = { 1, 3, 8, oa_topology_fuse_gen9 };

/* All subslices of gen11 have the same EUs. */
static void oa_topology_fuse_gen11(struct oa_uncore *uncore, struct oa_topology *topology)
{
	u32 slices = oa_read32(uncore, GEN11_GT_SLICE_ENABLE);
	u32 subslices = ~oa_read32(uncore, GEN11_GT_SUBSLICE_DISABLE);
	u8 disable[1][OA_MAX_SUBSLICES];

	memset(disable, oa_read32(uncore, GEN11_EU_DISABLE) & 0xff, sizeof(disable));
	oa_topology_fuse(topology, slices, subslices, disable);
}

/* ICL, LKF */
const struct oa_topology_layout oa_topology_icl = { 1, 8, 8, oa_topology_fuse_gen11 };
/* EHL, JSL */
const struct oa_topology_layout oa_topology_ehl = { 1, 4, 8, oa_topology_fuse_gen11 };

/**
 * oa_topology_read() - read the slices, subslices and EUs of a GPU
 * @uncore: the GPU, awake
 * @layout: of its platform
 * @topology: holds the units that the PCI id gives; filled in
 */
void oa_topology_read(struct oa_uncore *uncore, const struct oa_topology_layout *layout,
		      struct oa_topology *topology)
{
	if (layout->slices)
		oa_topology_uniform(topology, layout->slices, layout->subslices, layout->eus);
	layout->fuse(uncore, topology);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_topology_read);

/**
 * DOC: How fast the time stamp ticks
 *
 * Clients turn report time stamps into seconds with the frequency that the driver
 * reports. Up to gen8 it is 12.5 MHz on every part. Later parts derive it from a
 * crystal by a shift that firmware programs, or, if CTC_MODE selects it, from a
 * divider.
 *
 * Facts: hardware.rst 3.14.
 */

/* One field is the whole MHz, the other the denominator of a fraction; both are less one. */
static u32 oa_clock_divided(struct oa_uncore *uncore)
{
	u32 override = oa_read32(uncore, TIMESTAMP_OVERRIDE);
	u32 mhz = FIELD_GET(TIMESTAMP_OVERRIDE_US_MASK, override) + 1;
	u32 denominator = FIELD_GET(TIMESTAMP_OVERRIDE_DENOM_MASK, override) + 1;

	return mhz * HZ_PER_MHZ + HZ_PER_MHZ / denominator;
}

static u32 oa_clock_gen9_crystal(struct oa_uncore *uncore, u32 crystal_hz)
{
	u32 mode = oa_read32(uncore, CTC_MODE);

	if (mode & CTC_SOURCE_DIVIDE_LOGIC)
		return oa_clock_divided(uncore);
	return crystal_hz >> (3 - FIELD_GET(CTC_SHIFT_PARAMETER_MASK, mode));
}

/**
 * oa_clock_gen9() - SKL, KBL, CFL: a crystal of 24 MHz
 * @uncore: the GPU, awake
 *
 * Return: ticks per second.
 */
u32 oa_clock_gen9(struct oa_uncore *uncore)
{
	return oa_clock_gen9_crystal(uncore, 24000000);
}

/**
 * oa_clock_gen9_lp() - BXT, GLK: a crystal of 19.2 MHz
 * @uncore: the GPU, awake
 *
 * Return: ticks per second.
 */
u32 oa_clock_gen9_lp(struct oa_uncore *uncore)
{
	return oa_clock_gen9_crystal(uncore, 19200000);
}

/**
 * oa_clock_gen11() - a crystal that RPM_CONFIG0 names
 * @uncore: the GPU, awake
 *
 * Codes above 3 are not documented; they are read as code 0, 24 MHz.
 * Return: ticks per second.
 */
u32 oa_clock_gen11(struct oa_uncore *uncore)
{
	static const u32 crystals[] = {
		[GEN11_CRYSTAL_24_MHZ] = 24000000,
		[GEN11_CRYSTAL_19_2_MHZ] = 19200000,
		[GEN11_CRYSTAL_38_4_MHZ] = 38400000,
		[GEN11_CRYSTAL_25_MHZ] = 25000000,
	};
	u32 config = oa_read32(uncore, GEN9_RPM_CONFIG0), code, shift;

	if (oa_read32(uncore, CTC_MODE) & CTC_SOURCE_DIVIDE_LOGIC)
		return oa_clock_divided(uncore);
	code = FIELD_GET(GEN11_RPM_CONFIG0_CRYSTAL_MASK, config);
	shift = FIELD_GET(GEN11_RPM_CONFIG0_CTC_SHIFT_MASK, config);
	if (code >= ARRAY_SIZE(crystals))
		code = GEN11_CRYSTAL_24_MHZ;
	return crystals[code] >> (3 - shift);
}

/**
 * DOC: Slice power
 *
 * A context requests slices, subslices and EUs in R_PWR_CLK_STATE, and gets them
 * when it is loaded. Counters of different contexts can be compared only if all
 * contexts request the same. So while a stream is open they all request everything,
 * or the configuration that the opener gave. On Gen11 OA works with half of the
 * subslices by default, as in i915. Broadwell and Cherryview power everything
 * without a request.
 *
 * Facts: abi.rst 6.3; hardware.rst 7.3.
 */

/* Gen11's count of subslices has no room for more. */
#define GEN11_MAX_SS_COUNT	4

static u8 oa_subslices_of_first(const struct oa_topology *topology)
{
	return hweight8(topology->subslice_mask[__ffs(topology->slice_mask)]);
}

/**
 * oa_sseu_default() - get the slices of contexts without a request of the opener
 * @sseu: filled in
 * @topology: of the GPU
 * @halves: OA wants half of the subslices of one slice (Gen11)
 */
void oa_sseu_default(struct oa_sseu *sseu, const struct oa_topology *topology, bool halves)
{
	sseu->max_slices = hweight8(topology->slice_mask);
	sseu->slices = halves ? 1 : hweight8(topology->slice_mask);
	sseu->max_subslices = oa_subslices_of_first(topology);
	sseu->subslices = halves ? max(sseu->max_subslices / 2, 1) : sseu->max_subslices;
	/* As in i915 the family's number, also where fuses leave fewer */
	sseu->min_eus = topology->max_eus;
	sseu->max_eus = topology->max_eus;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sseu_default);

/**
 * oa_sseu_asked() - get the slices of contexts that the opener requests
 * @sseu: filled in
 * @topology: of the GPU
 * @asked: GLOBAL_SSEU, checked against @topology
 */
void oa_sseu_asked(struct oa_sseu *sseu, const struct oa_topology *topology,
		   const struct drm_i915_gem_context_param_sseu *asked)
{
	sseu->max_slices = hweight8(topology->slice_mask);
	sseu->slices = hweight64(asked->slice_mask);
	sseu->subslices = hweight64(asked->subslice_mask);
	sseu->max_subslices = oa_subslices_of_first(topology);
	sseu->min_eus = asked->min_eus_per_subslice;
	sseu->max_eus = asked->max_eus_per_subslice;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sseu_asked);

static u32 oa_rpcs_eus(const struct oa_sseu *sseu)
{
	return FIELD_PREP(GEN8_RPCS_EU_MIN_MASK, sseu->min_eus) |
	       FIELD_PREP(GEN8_RPCS_EU_MAX_MASK, sseu->max_eus);
}

static u32 oa_rpcs_subslices(u32 subslices)
{
	return GEN8_RPCS_SS_CNT_ENABLE | FIELD_PREP(GEN8_RPCS_SS_CNT_MASK, subslices);
}

/**
 * oa_rpcs_gen9() - R_PWR_CLK_STATE of Gen9, but for BXT and GLK
 * @sseu: what contexts get
 *
 * Any context. Subslices have power with their slice; a single slice always has it.
 */
u32 oa_rpcs_gen9(const struct oa_sseu *sseu)
{
	u32 slices = sseu->max_slices > 1 ? GEN8_RPCS_S_CNT_ENABLE |
		     FIELD_PREP(GEN8_RPCS_S_CNT_MASK, sseu->slices) : 0;

	return GEN8_RPCS_ENABLE | slices | oa_rpcs_eus(sseu);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rpcs_gen9);

/**
 * oa_rpcs_gen9_lp() - R_PWR_CLK_STATE of BXT and GLK
 * @sseu: what contexts get
 *
 * Any context. There is one slice, and its subslices have power of their own.
 */
u32 oa_rpcs_gen9_lp(const struct oa_sseu *sseu)
{
	u32 subslices = sseu->max_subslices > 1 ? oa_rpcs_subslices(sseu->subslices) : 0;

	return GEN8_RPCS_ENABLE | subslices | oa_rpcs_eus(sseu);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rpcs_gen9_lp);

/**
 * oa_rpcs_gen11() - R_PWR_CLK_STATE of Gen11
 * @sseu: what contexts get
 *
 * Any context. A count of subslices can't request more than half of a slice's
 * subslices. To get more, request two slices: hardware then ignores that count.
 */
u32 oa_rpcs_gen11(const struct oa_sseu *sseu)
{
	u32 slices = sseu->slices, subslices = 0;

	if (slices == 1 &&
	    sseu->subslices > min_t(u32, GEN11_MAX_SS_COUNT, sseu->max_subslices / 2))
		slices = 2;
	else
		subslices = oa_rpcs_subslices(sseu->subslices);
	return GEN8_RPCS_ENABLE | GEN8_RPCS_S_CNT_ENABLE | subslices |
	       FIELD_PREP(GEN11_RPCS_S_CNT_MASK, slices) |
	       oa_rpcs_eus(sseu);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rpcs_gen11);
