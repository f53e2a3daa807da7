// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Names of PMUs
 *
 * Programs find i915's PMU by its name, which follows from the PCI function: i915 for the
 * processor's own GPU at 0000:00:02.0; for all others i915, an underscore and the function. A PMU
 * that is laid out as i915's has to be named by this rule.
 *
 * perf has one name for one PMU. When a name is in use the kernel not only refuses it, but writes
 * a stack trace to its log. So the driver asks first.
 */
#include <linux/ctype.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/string.h>

#include <uapi/drm/i915_drm.h>

#include "formats/oa_codes.h"
#include "oa_compat.h"
#include "perf/oa_perf_priv.h"

static const char oa_pmu_default_name[] = "i915_oa";

/**
 * oa_pmu_wants_i915() - shall the PMU be laid out as i915's?
 * @wanted: the parameter
 */
bool oa_pmu_wants_i915(const char *wanted)
{
	return !strcmp(wanted, "i915");
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_pmu_wants_i915);

/**
 * oa_pmu_name_is_valid() - can a PMU have this name?
 * @wanted: the parameter
 *
 * It becomes a directory of sysfs, which must not be empty, and a word for perf's parser and for
 * programs that write it into lists.
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

/**
 * oa_pmu_name() - a name for a PMU
 * @choice: which one
 * @wanted: the parameter
 * @slot: name of the PCI function
 * @name: filled in
 *
 * Pure. perf's parser takes no colon, so each becomes an underscore.
 */
void oa_pmu_name(enum oa_pmu_choice choice, const char *wanted, const char *slot,
		 char name[OA_PMU_NAME_BYTES])
{
	const bool other = choice == OA_PMU_DEFAULT || choice == OA_PMU_DEFAULT_SLOT;
	bool with_slot = choice == OA_PMU_WANTED_SLOT || choice == OA_PMU_DEFAULT_SLOT;

	if (choice == OA_PMU_WANTED && oa_pmu_wants_i915(wanted))
		with_slot = strcmp(slot, "0000:00:02.0");
	snprintf(name, OA_PMU_NAME_BYTES, "%s%s%s", other ? oa_pmu_default_name : wanted,
		 with_slot ? "_" : "", with_slot ? slot : "");
	strreplace(name, ':', '_');
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_pmu_name);

#if IS_ENABLED(CONFIG_PERF_EVENTS)
/**
 * oa_pmu_name_is_in_use() - does perf have a PMU of this name?
 * @name: the name
 *
 * Process context, sleeps. PMUs are devices of perf's own bus, to which each of them leads: so does
 * the one for software events, which each kernel has. Whoever registers the name meanwhile
 * has it. Return: false also if perf can't be asked.
 */
bool oa_pmu_name_is_in_use(const char *name)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY, .size = sizeof(attr),
		.disabled = true,
	};
	struct perf_event *event = perf_event_create_kernel_counter(&attr, -1, current, NULL, NULL);
	struct device *other = NULL;

	if (IS_ERR(event))
		return false;
	if (event->pmu->dev)
		other = bus_find_device_by_name(event->pmu->dev->bus, NULL, name);
	put_device(other);
	perf_event_release_kernel(event);
	return other;
}
#endif /* CONFIG_PERF_EVENTS */

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
