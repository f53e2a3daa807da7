// SPDX-License-Identifier: GPL-2.0-only
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
#include <linux/bitfield.h>
#include <linux/bitops.h>
#include <linux/minmax.h>

#include <uapi/drm/i915_drm.h>

#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"

/* The largest valid count of subslices on Gen11 */
#define GEN11_MAX_SS_COUNT	4

static u8 oa_subslices_of_first(const struct oa_topology *topology)
{
	return hweight8(topology->subslice_mask[__ffs(topology->slice_mask)]);
}

/*
 * Get the slices of contexts without a request of the opener. @halves: OA wants half of the
 * subslices of one slice (Gen11).
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

/*
 * Return R_PWR_CLK_STATE of Gen9, but for BXT and GLK. Any context. Subslices have power with their
 * slice; a single slice always has it.
 */
u32 oa_rpcs_gen9(const struct oa_sseu *sseu)
{
	u32 slices = sseu->max_slices > 1 ? GEN8_RPCS_S_CNT_ENABLE |
		     FIELD_PREP(GEN8_RPCS_S_CNT_MASK, sseu->slices) : 0;

	return GEN8_RPCS_ENABLE | slices | oa_rpcs_eus(sseu);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rpcs_gen9);

/*
 * Return R_PWR_CLK_STATE of BXT and GLK. Any context. There is one slice, and its subslices have
 * power of their own.
 */
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
	       FIELD_PREP(GEN11_RPCS_S_CNT_MASK, slices) |
	       oa_rpcs_eus(sseu);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rpcs_gen11);
