// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Slices, subslices, EUs
 *
 * Clients divide counters by the number of EUs, so the driver must report exactly the EUs that are
 * there. Up to Haswell the PCI id gives slices and subslices. It also gives the EUs of each
 * subslice, except on Haswell, where one fuse does. From Broadwell on fuses show which units of the
 * platform's maximum are there.
 *
 * Facts: hardware.rst 2.3 and the fuse registers in regs/gt_regs.h; abi.rst 4.1.
 */
#include <linux/bitfield.h>
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include <uapi/drm/i915_drm.h>

#include "gpu/oa_gpu.h"
#include "regs/gt_regs.h"

/* Fill in a topology without fused-off units: @subslices in each slice, @eus in each subslice. */
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

/* Return the number of subslices that are there in the whole GPU. Pure. */
unsigned int oa_topology_subslices(const struct oa_topology *topology)
{
	return memweight(topology->subslice_mask, sizeof(topology->subslice_mask));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_topology_subslices);

/* Return the number of EUs that are there in the whole GPU. Pure. */
unsigned int oa_topology_eus(const struct oa_topology *topology)
{
	return memweight(topology->eu_mask, sizeof(topology->eu_mask));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_topology_eus);

/* The largest numbers of a platform, and its fuses */
struct oa_topology_layout {
	u8 slices;	/* 0: the PCI id gives the numbers of slices and subslices */
	u8 subslices;	/* of a slice */
	u8 eus;		/* of a subslice */
	/* Remove the units that are fused off. The GPU is awake. */
	void (*fuse)(struct oa_uncore *uncore, struct oa_topology *topology);
};

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

/* Remove the units of @topology that are fused off. A subslice without an EU counts as absent. */
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

/* The EU fuses of nine subslices are consecutive bytes of three registers. */
static void oa_topology_fuse_bdw(struct oa_uncore *uncore, struct oa_topology *topology)
{
	u32 fuse2 = oa_read32(uncore, GEN8_FUSE2);
	u8 disable[3][OA_MAX_SUBSLICES] = {};
	unsigned int i;

	BUILD_BUG_ON(OA_MAX_SLICES < 3);
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

/*
 * Read the slices, subslices and EUs of a GPU, which is awake. @topology holds the units that the
 * PCI id gives. Process context, at probe.
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
 * DOC: Slice power
 *
 * A context requests slices, subslices and EUs in R_PWR_CLK_STATE, and gets them when it is loaded.
 * Counters of different contexts can be compared only if all contexts request the same. So while a
 * stream is open they all request everything, or the configuration that the opener gave. On Gen11
 * OA works with half of the subslices by default, as in i915. Broadwell and Cherryview power
 * everything without a request.
 *
 * Facts: abi.rst 6.3; hardware.rst 7.3.
 */

/* The largest valid count of subslices on Gen11 */
#define GEN11_MAX_SS_COUNT	4

static u8 oa_subslices_of_first(const struct oa_topology *topology)
{
	return hweight8(topology->subslice_mask[__ffs(topology->slice_mask)]);
}

/* Slices without a request of the opener. @halves: half of one slice's subslices (Gen11). */
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

/* Get the slices of contexts that the opener requests by GLOBAL_SSEU, checked against @topology. */
void oa_sseu_requested(struct oa_sseu *sseu, const struct oa_topology *topology,
		       const struct drm_i915_gem_context_param_sseu *request)
{
	sseu->max_slices = hweight8(topology->slice_mask);
	sseu->slices = hweight64(request->slice_mask);
	sseu->subslices = hweight64(request->subslice_mask);
	sseu->max_subslices = oa_subslices_of_first(topology);
	sseu->min_eus = request->min_eus_per_subslice;
	sseu->max_eus = request->max_eus_per_subslice;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sseu_requested);

static u32 oa_rpcs_eus(const struct oa_sseu *sseu)
{
	return FIELD_PREP(GEN8_RPCS_EU_MIN_MASK, sseu->min_eus) |
	       FIELD_PREP(GEN8_RPCS_EU_MAX_MASK, sseu->max_eus);
}

static u32 oa_rpcs_subslices(u32 subslices)
{
	return GEN8_RPCS_SS_CNT_ENABLE | FIELD_PREP(GEN8_RPCS_SS_CNT_MASK, subslices);
}

/* R_PWR_CLK_STATE of SKL, KBL, CFL: subslices have power with their slice. */
u32 oa_rpcs_gen9(const struct oa_sseu *sseu)
{
	u32 slices = sseu->max_slices > 1 ? GEN8_RPCS_S_CNT_ENABLE |
		     FIELD_PREP(GEN8_RPCS_S_CNT_MASK, sseu->slices) : 0;

	return GEN8_RPCS_ENABLE | slices | oa_rpcs_eus(sseu);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rpcs_gen9);

/* R_PWR_CLK_STATE of BXT and GLK: one slice, whose subslices have power of their own. */
u32 oa_rpcs_gen9_lp(const struct oa_sseu *sseu)
{
	u32 subslices = sseu->max_subslices > 1 ? oa_rpcs_subslices(sseu->subslices) : 0;

	return GEN8_RPCS_ENABLE | subslices | oa_rpcs_eus(sseu);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rpcs_gen9_lp);

/*
 * Return R_PWR_CLK_STATE of Gen11. Any context. A count of subslices can't request more than half
 * of a slice's subslices. To get more, request two slices: hardware then ignores that count.
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
	       FIELD_PREP(GEN11_RPCS_S_CNT_MASK, slices) | oa_rpcs_eus(sseu);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rpcs_gen11);
