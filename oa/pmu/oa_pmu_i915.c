// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: i915's events
 *
 * Programs that show how busy an Intel GPU is read the PMU of i915. Of its events those are here
 * that a register proves: how long the render engine was busy, the frequency, and interrupts. All
 * others are absent, as they are in i915 where the hardware lacks them, since a count of zero
 * would be a claim.
 *
 * i915 counts nanoseconds, the OA unit clocks. The share of clocks in which the engine was busy is
 * taken for its share of time, which is exact as long as the frequency does not change between
 * two reads.
 *
 * Facts: hardware.rst 4.4, 5.2, 5.3, 5.5.
 */
#include <linux/kernel.h>
#include <linux/string.h>
#include <uapi/drm/i915_drm.h>

#include "formats/oa_codes.h"
#include "oa_compat.h"
#include "pmu/oa_pmu_i915.h"
#include "pmu/oa_pmu_kind.h"
#include "stream/oa_counting_types.h"

/* Clocks are counted in millions: their number in a second is then the frequency in MHz. */
#define OA_PMU_I915_MEGA	1000000

/* i915's events that the OA unit and the driver can prove */
const struct oa_pmu_i915_event oa_pmu_i915_events[OA_PMU_I915_EVENTS] = {
	{ I915_PMU_ENGINE_BUSY(I915_ENGINE_CLASS_RENDER, 0), "rcs0-busy", "ns" },
	{ I915_PMU_ACTUAL_FREQUENCY, "actual-frequency", "M" },
	{ I915_PMU_INTERRUPTS, "interrupts", NULL },
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_pmu_i915_events);

/* Return: the counter of clocks in which the render engine was busy, OA_NUM_SOURCES if none is. */
static u32 oa_pmu_i915_busy(const struct oa_counter_set *set)
{
	const char *title;
	u32 n;

	for (n = 0; n < OA_MAX_A; n++) {
		title = oa_code_title(set, OA_FIELD_A, n);
		if (title && !strcmp(title, "GPU.BUSY.RENDER"))
			return OA_SOURCE_A0 + n;
	}
	return OA_NUM_SOURCES;
}

/**
 * oa_pmu_i915_proves() - is there a counter for the render engine?
 * @set: the counters of the platform
 *
 * Pure. Return: false if the busy counter is that of any engine.
 */
bool oa_pmu_i915_proves(const struct oa_counter_set *set)
{
	return oa_pmu_i915_busy(set) != OA_NUM_SOURCES;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_pmu_i915_proves);

/**
 * oa_pmu_i915_kind() - what one of i915's events counts
 * @set: the counters of the platform, with the metric set for perf
 * @config: from user space
 * @kind: filled in
 *
 * Pure. Return: false if there is no such event.
 */
bool oa_pmu_i915_kind(const struct oa_counter_set *set, u64 config, struct oa_pmu_kind *kind)
{
	const u32 clocks = set->has_ticks ? OA_SOURCE_TICKS : OA_SOURCE_B0;

	switch (config) {
	case I915_PMU_ENGINE_BUSY(I915_ENGINE_CLASS_RENDER, 0):
		*kind = (struct oa_pmu_kind) {
			.source = oa_pmu_i915_busy(set), .clocks = clocks, .timed = true, .unit = 1
		};
		return oa_pmu_i915_proves(set);
	case I915_PMU_ACTUAL_FREQUENCY:
		*kind = (struct oa_pmu_kind) { .source = clocks, .unit = OA_PMU_I915_MEGA };
		return true;
	case I915_PMU_INTERRUPTS:
		*kind = (struct oa_pmu_kind) { .source = OA_SOURCE_IRQS, .unit = 1 };
		return true;
	default:
		return false;
	}
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_pmu_i915_kind);
