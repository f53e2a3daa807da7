/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The events of a PMU that is laid out as i915's own. Pure functions.
 */
#ifndef _OA_PMU_I915_H_
#define _OA_PMU_I915_H_

#include <linux/types.h>

struct oa_counter_set;
struct oa_pmu_kind;

/**
 * struct oa_pmu_i915_event - an event as i915 names it
 */
struct oa_pmu_i915_event {
	/** @config: its number; <drm/i915_drm.h> */
	u32 config;
	/** @name: its name */
	const char *name;
	/** @unit: in which it counts, NULL: none */
	const char *unit;
};

#define OA_PMU_I915_EVENTS	3

extern const struct oa_pmu_i915_event oa_pmu_i915_events[OA_PMU_I915_EVENTS];

bool oa_pmu_i915_proves(const struct oa_counter_set *set);
bool oa_pmu_i915_kind(const struct oa_counter_set *set, u64 config, struct oa_pmu_kind *kind);

#endif /* _OA_PMU_I915_H_ */
