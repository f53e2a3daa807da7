// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Names of PMUs
 *
 * Programs find i915's PMU by its name, which follows from the PCI function: i915 for the
 * integrated GPU at 0000:00:02.0; for all others i915, an underscore and the function. A PMU in
 * i915's layout follows this rule.
 *
 * Names of PMUs are unique. The kernel rejects a name in use with a stack trace in its log, so the
 * driver checks first.
 */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <uapi/drm/i915_drm.h>

#include "formats/oa_codes.h"
#include "oa_compat.h"
#include "perf/oa_perf_priv.h"

static const char oa_pmu_default_name[] = "i915_oa";

bool oa_pmu_name_is_i915(const char *wanted)
{
	return !strcmp(wanted, "i915");
}

/*
 * Check the parameter. A name becomes a directory of sysfs, a word for perf's parser, and an entry
 * of lists that programs write.
 */
bool oa_pmu_name_is_valid(const char *wanted)
{
	const char *at;

	for (at = wanted; *at; at++)
		if (!isascii(*at) || !(isalnum(*at) || (at > wanted && strchr("_-.", *at))))
			return false;
	return at > wanted && at - wanted <= OA_PMU_WANTED_MAX;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_pmu_name_is_valid);

/* Make a name. @slot: the PCI function. perf's parser takes no colon: it becomes an underscore. */
void oa_pmu_name(enum oa_pmu_choice choice, const char *wanted, const char *slot,
		 char name[OA_PMU_NAME_BYTES])
{
	const bool other = choice == OA_PMU_DEFAULT || choice == OA_PMU_DEFAULT_SLOT;
	bool with_slot = choice == OA_PMU_WANTED_SLOT || choice == OA_PMU_DEFAULT_SLOT;

	if (choice == OA_PMU_WANTED && oa_pmu_name_is_i915(wanted))
		with_slot = strcmp(slot, "0000:00:02.0");
	snprintf(name, OA_PMU_NAME_BYTES, "%s%s%s", other ? oa_pmu_default_name : wanted,
		 with_slot ? "_" : "", with_slot ? slot : "");
	strreplace(name, ':', '_');
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_pmu_name);

/**
 * DOC: i915's events
 *
 * Programs that show how busy an Intel GPU is read the PMU of i915. This driver has those of its
 * events that it can count: how long the render engine was busy, the frequency, and interrupts. All
 * others are absent, as they are in i915 where the hardware lacks them: an event that is always
 * zero would say that nothing happened.
 *
 * i915 counts nanoseconds, the OA unit counts clocks. The busy share of clocks is taken for the
 * busy share of time, which is exact as long as the frequency does not change between two reads.
 *
 * Facts: hardware.rst 4.4, 5.2, 5.3, 5.5.
 */

/* Clocks are counted in millions: their number in a second is then the frequency in MHz. */
#define OA_PMU_I915_MEGA	1000000

/* i915's events that the OA unit and the driver can count */
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

/* Return: true if a counter counts the clocks in which the render engine, and it alone, is busy. */
bool oa_pmu_i915_has_busy(const struct oa_counter_set *set)
{
	return oa_pmu_i915_busy(set) != OA_NUM_SOURCES;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_pmu_i915_has_busy);

/* Find what one of i915's events counts. Return: false if there is no such event. */
bool oa_pmu_i915_kind(const struct oa_counter_set *set, u64 config, struct oa_pmu_kind *kind)
{
	const u32 clocks = set->has_ticks ? OA_SOURCE_TICKS : OA_SOURCE_B0;

	switch (config) {
	case I915_PMU_ENGINE_BUSY(I915_ENGINE_CLASS_RENDER, 0):
		*kind = (struct oa_pmu_kind) {
			.source = oa_pmu_i915_busy(set), .clocks = clocks, .timed = true, .unit = 1
		};
		return oa_pmu_i915_has_busy(set);
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
