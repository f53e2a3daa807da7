/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How much of the slices a context asks for. Pure.
 */
#ifndef _OA_RPCS_H_
#define _OA_RPCS_H_

#include <linux/types.h>

struct drm_i915_gem_context_param_sseu;
struct oa_topology;

/**
 * struct oa_sseu - slices, subslices and EUs that contexts get
 */
struct oa_sseu {
	/** @slices: number of slices */
	u8 slices;
	/** @max_slices: slices that the GPU has */
	u8 max_slices;
	/** @subslices: subslices in each slice */
	u8 subslices;
	/** @max_subslices: subslices that a slice has */
	u8 max_subslices;
	/** @min_eus: least number of EUs in a subslice */
	u8 min_eus;
	/** @max_eus: greatest number of EUs in a subslice */
	u8 max_eus;
};

void oa_sseu_default(struct oa_sseu *sseu, const struct oa_topology *topology, bool halves);
void oa_sseu_asked(struct oa_sseu *sseu, const struct oa_topology *topology,
		   const struct drm_i915_gem_context_param_sseu *asked);
u32 oa_rpcs_gen9(const struct oa_sseu *sseu);
u32 oa_rpcs_gen9_lp(const struct oa_sseu *sseu);
u32 oa_rpcs_gen11(const struct oa_sseu *sseu);

#endif /* _OA_RPCS_H_ */
