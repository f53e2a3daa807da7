// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Slice power
 *
 * A context asks for slices, subslices and EUs in R_PWR_CLK_STATE, and gets them
 * when it is loaded. Counters of different contexts can be compared only if all
 * ask for the same, so while a stream is open they do: for everything, or for
 * what the opener said. On Gen11 OA works with half of the subslices by default,
 * as i915 has it. Broadwell and Cherryview power everything without being asked.
 *
 * Facts: abi.rst 6.3; hardware.rst 7.3.
 */
#include <linux/bitfield.h>
#include <linux/bitops.h>
#include <linux/kernel.h>
#include <uapi/drm/i915_drm.h>

#include "gt/oa_rpcs.h"
#include "gt/oa_topology.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"

/* The count of subslices has room for no more, on Gen11. */
#define GEN11_MAX_SS_COUNT	4

static u8 oa_subslices_of_first(const struct oa_topology *topology)
{
	return hweight8(topology->subslice_mask[__ffs(topology->slice_mask)]);
}

/**
 * oa_sseu_default() - what contexts get if the opener says nothing
 * @sseu: filled in
 * @topology: of the GPU
 * @halves: OA wants half of the subslices of one slice (Gen11)
 *
 * Any context.
 */
void oa_sseu_default(struct oa_sseu *sseu, const struct oa_topology *topology, bool halves)
{
	sseu->slices = halves ? 1 : hweight8(topology->slice_mask);
	sseu->max_subslices = oa_subslices_of_first(topology);
	sseu->subslices = halves ? max(sseu->max_subslices / 2, 1) : sseu->max_subslices;
	sseu->min_eus = oa_topology_max_eus(topology);
	sseu->max_eus = sseu->min_eus;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sseu_default);

/**
 * oa_sseu_asked() - what contexts get if the opener says
 * @sseu: filled in
 * @topology: of the GPU
 * @asked: GLOBAL_SSEU, checked against it
 *
 * Any context.
 */
void oa_sseu_asked(struct oa_sseu *sseu, const struct oa_topology *topology,
		   const struct drm_i915_gem_context_param_sseu *asked)
{
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
 * oa_rpcs_gen9() - R_PWR_CLK_STATE of Gen9
 * @sseu: what contexts get
 *
 * Any context.
 */
u32 oa_rpcs_gen9(const struct oa_sseu *sseu)
{
	return GEN8_RPCS_ENABLE | GEN8_RPCS_S_CNT_ENABLE | oa_rpcs_subslices(sseu->subslices) |
	       FIELD_PREP(GEN8_RPCS_S_CNT_MASK, sseu->slices) |
	       oa_rpcs_eus(sseu);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rpcs_gen9);

/**
 * oa_rpcs_gen11() - R_PWR_CLK_STATE of Gen11
 * @sseu: what contexts get
 *
 * Any context. More than half of a slice's subslices can't be said as a count of
 * subslices: it is asked for as two slices, of which hardware ignores that count.
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
