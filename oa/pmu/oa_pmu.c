// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: perf
 *
 * Counters of the OA unit as a PMU, so that each tool that reads PMUs from sysfs shows them. It
 * counts and does not sample: reports, with their thousands of values a second, stay what a stream
 * is for.
 *
 * Or i915's events, in i915's layout, so that programs made for i915 show this GPU.
 */
#if IS_ENABLED(CONFIG_PERF_EVENTS)
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>

#include <drm/drm_print.h>

#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "pmu/oa_pmu.h"
#include "pmu/oa_pmu_event.h"
#include "pmu/oa_pmu_i915.h"
#include "pmu/oa_pmu_life.h"
#include "pmu/oa_pmu_types.h"

static char *oa_pmu_wanted = "i915_oa";
module_param_named(pmu_name, oa_pmu_wanted, charp, 0444);
MODULE_PARM_DESC(pmu_name, "Name of the first GPU's perf PMU; those of further GPUs add the PCI function (default: i915_oa). i915: a PMU with i915's names and events");

static int oa_pmu_hotplug;

/* Return: 0; -EEXIST if the name is in use; another error. */
static int oa_pmu_add_named(struct oa_pmu *pmu)
{
	int ret = oa_pmu_enlist(pmu);

	if (ret)
		return ret;
	ret = oa_pmu_name_is_in_use(pmu->name) ? -EEXIST :
	      oa_pmu_files_make(&pmu->files, pmu->oa, pmu->as_i915);
	if (ret)
		goto err_list;
	ret = perf_pmu_register(&pmu->base, pmu->name, -1);
	if (!ret)
		return 0;
	oa_pmu_files_free(&pmu->files);
err_list:
	oa_pmu_delist(pmu);
	return ret;
}

/* A name that begins like i915's promises i915's events. */
static bool oa_pmu_may_choose(const struct oa_pmu *pmu, enum oa_pmu_choice choice)
{
	const bool i915 = oa_pmu_wants_i915(oa_pmu_wanted);

	if (choice <= OA_PMU_WANTED_SLOT && !oa_pmu_name_is_valid(oa_pmu_wanted))
		return false;
	if (choice == OA_PMU_WANTED)
		return !i915 || oa_pmu_i915_proves(pmu->oa->platform->counters);
	return choice != OA_PMU_WANTED_SLOT || (!i915 && oa_pmu_is_ours(oa_pmu_wanted));
}

static const char *oa_pmu_why_not_wanted(const struct oa_pmu *pmu)
{
	if (!oa_pmu_name_is_valid(oa_pmu_wanted))
		return "pmu_name is up to 40 letters, digits, _, - and ., first no sign";
	return oa_pmu_may_choose(pmu, OA_PMU_WANTED) ? "the name is in use" :
						       "no counter is the render engine's alone";
}

/* Return: 0; -EEXIST if no name is left; another error. */
static int oa_pmu_add_by_some_name(struct oa_pmu *pmu)
{
	const char *slot = dev_name(pmu->oa->drm.dev);
	enum oa_pmu_choice choice;
	int ret = -EEXIST;

	oa_pmu_wait_ended();
	for (choice = OA_PMU_WANTED; choice < OA_NUM_PMU_CHOICES && ret == -EEXIST; choice++) {
		if (!oa_pmu_may_choose(pmu, choice))
			continue;
		pmu->as_i915 = choice == OA_PMU_WANTED && oa_pmu_wants_i915(oa_pmu_wanted);
		oa_pmu_name(choice, oa_pmu_wanted, slot, pmu->name);
		ret = oa_pmu_add_named(pmu);
		if (!ret && choice >= OA_PMU_DEFAULT)
			drm_info(&pmu->oa->drm, "perf PMU %s: '%s' can't be had: %s\n", pmu->name,
				 oa_pmu_wanted, oa_pmu_why_not_wanted(pmu));
	}
	return ret;
}

static int oa_pmu_add_to_perf(struct oa_pmu *pmu)
{
	int ret = oa_pmu_add_by_some_name(pmu);

	if (ret)
		return ret;
	ret = cpuhp_state_add_instance(oa_pmu_hotplug, &pmu->node);
	if (!ret)
		return 0;
	/* A PMU without a CPU has no event. */
	perf_pmu_unregister(&pmu->base);
	oa_pmu_files_free(&pmu->files);
	oa_pmu_delist(pmu);
	return ret;
}

/**
 * oa_pmu_register() - offer a GPU's counters to perf
 * @oa: the GPU, registered with DRM
 *
 * Process context. A GPU that perf can't have works all the same. Nothing is offered where no
 * meaning of the counters is known.
 */
void oa_pmu_register(struct oa_device *oa)
{
	struct oa_pmu *pmu;
	int ret = -ENOMEM;

	if (!oa->counting.have)
		return;
	pmu = kzalloc(sizeof(*pmu), GFP_KERNEL);
	if (!pmu)
		goto out;
	pmu->base = oa_pmu_calls;
	pmu->base.attr_groups = pmu->files.list;
	pmu->oa = oa;
	pmu->cpu = nr_cpu_ids;
	oa_pmu_begin(pmu);
	ret = oa_pmu_add_to_perf(pmu);
	if (!ret)
		oa->pmu = pmu;
	else
		kfree(pmu);
out:
	if (ret)
		drm_info(&oa->drm, "no perf PMU, error %d\n", ret);
}

/**
 * oa_pmu_unregister() - the GPU goes away
 * @oa: the GPU, still there
 *
 * Process context. Events that are open stay, and their counts stand still.
 */
void oa_pmu_unregister(struct oa_device *oa)
{
	struct oa_pmu *pmu = oa->pmu;

	if (!pmu)
		return;
	oa->pmu = NULL;
	oa_pmu_files_gone(&pmu->files);
	/* Events need not move from one processor to the next as each is taken off. */
	cpuhp_state_remove_instance_nocalls(oa_pmu_hotplug, &pmu->node);
	oa_pmu_close(pmu);
}

static int oa_pmu_online(unsigned int cpu, struct hlist_node *node)
{
	struct oa_pmu *pmu = hlist_entry_safe(node, struct oa_pmu, node);

	if (pmu->cpu >= nr_cpu_ids)
		WRITE_ONCE(pmu->cpu, cpu);
	return 0;
}

static int oa_pmu_offline(unsigned int cpu, struct hlist_node *node)
{
	struct oa_pmu *pmu = hlist_entry_safe(node, struct oa_pmu, node);
	unsigned int to;

	if (pmu->cpu != cpu)
		return 0;
	to = cpumask_any_but(cpu_online_mask, cpu);
	if (to >= nr_cpu_ids)
		return 0;
	WRITE_ONCE(pmu->cpu, to);
	perf_pmu_migrate_context(&pmu->base, cpu, to);
	return 0;
}

/**
 * oa_pmu_module_init() - before the first GPU
 *
 * Process context. Return: 0, -ENOMEM, or the error of CPU hotplug.
 */
int oa_pmu_module_init(void)
{
	int ret = oa_pmu_life_init();

	if (ret)
		return ret;
	ret = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN, "perf/x86/intel/i915_oa:online",
				      oa_pmu_online, oa_pmu_offline);
	if (ret < 0) {
		oa_pmu_life_exit();
		return ret;
	}
	oa_pmu_hotplug = ret;
	return 0;
}

/**
 * oa_pmu_module_exit() - after the last GPU
 *
 * Process context. No event is left: each holds the module.
 */
void oa_pmu_module_exit(void)
{
	oa_pmu_life_exit();
	cpuhp_remove_multi_state(oa_pmu_hotplug);
}
#endif /* CONFIG_PERF_EVENTS */
