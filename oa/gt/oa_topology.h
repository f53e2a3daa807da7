/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_TOPOLOGY_H_
#define _OA_TOPOLOGY_H_

#include <linux/types.h>

struct drm_i915_gem_context_param_sseu;
struct oa_uncore;

#define OA_MAX_SLICES		3
#define OA_MAX_SUBSLICES	8

/**
 * struct oa_topology - slices, subslices, EUs; constant after probe
 *
 * The maxima are reported to user space as the widths of the masks. Up to Haswell
 * all units of the maxima are there.
 */
struct oa_topology {
	/** @max_slices: slices that the platform can have */
	u8 max_slices;
	/** @max_subslices: subslices that a slice can have */
	u8 max_subslices;
	/** @max_eus: EUs that a subslice can have */
	u8 max_eus;
	/** @slice_mask: slices that are there */
	u8 slice_mask;
	/** @subslice_mask: subslices that are there, by slice; 0 for an absent slice */
	u8 subslice_mask[OA_MAX_SLICES];
	/** @eu_mask: EUs that are there, by slice and subslice */
	u16 eu_mask[OA_MAX_SLICES][OA_MAX_SUBSLICES];
};

/**
 * struct oa_topology_layout - the most that a platform can have, and its fuses
 */
struct oa_topology_layout {
	/** @slices: maximum; 0: the PCI id gives the numbers of slices and subslices */
	u8 slices;
	/** @subslices: maximum in a slice */
	u8 subslices;
	/** @eus: maximum in a subslice */
	u8 eus;
	/** @fuse: remove the units that are fused off; the GPU is awake */
	void (*fuse)(struct oa_uncore *uncore, struct oa_topology *topology);
};

void oa_topology_uniform(struct oa_topology *topology, u8 slices, u8 subslices, u8 eus);
void oa_topology_read(struct oa_uncore *uncore, const struct oa_topology_layout *layout,
		      struct oa_topology *topology);
unsigned int oa_topology_subslices(const struct oa_topology *topology);
unsigned int oa_topology_eus(const struct oa_topology *topology);

extern const struct oa_topology_layout oa_topology_hsw;
extern const struct oa_topology_layout oa_topology_bdw;
extern const struct oa_topology_layout oa_topology_chv;
extern const struct oa_topology_layout oa_topology_gen9;
extern const struct oa_topology_layout oa_topology_gen9_lp;
extern const struct oa_topology_layout oa_topology_icl;
extern const struct oa_topology_layout oa_topology_ehl;

#endif /* _OA_TOPOLOGY_H_ */
