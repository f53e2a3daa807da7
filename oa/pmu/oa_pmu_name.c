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
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "oa_compat.h"
#include "pmu/oa_pmu_name.h"

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
