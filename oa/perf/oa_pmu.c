// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The PMU
 *
 * Counters of the OA unit as a PMU, for each tool that reads PMUs from sysfs. It counts and does
 * not sample: thousands of values a second come from a stream. With pmu_name=i915 it has i915's
 * events in i915's layout instead, for programs that were made for i915.
 *
 * The GPU may be removed while there are events. Before 6.15 or so perf can't remove a PMU that
 * has events. So the PMU stays, closed, its events count nothing more, and the last one removes it.
 * perf still uses the PMU while it frees that event, so the removal waits until no task can be in
 * that code any more.
 */
#if IS_ENABLED(CONFIG_PERF_EVENTS)
#include <linux/cleanup.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/lockdep.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <drm/drm_drv.h>
#include <drm/drm_print.h>

#include "oa_device.h"
#include "oa_platform.h"
#include "perf/oa_perf_priv.h"
#include "stream/oa_stream.h"

static char *oa_pmu_wanted = "i915_oa";
module_param_named(pmu_name, oa_pmu_wanted, charp, 0444);
MODULE_PARM_DESC(pmu_name, "Name of the first GPU's perf PMU; those of further GPUs add the PCI function (default: i915_oa). i915: a PMU with i915's names and events");

static int oa_pmu_hotplug;

/* Guards the list, and of its entries the members events, used and closed. */
static DEFINE_MUTEX(oa_pmu_lock);
static LIST_HEAD(oa_pmus);
static struct workqueue_struct *oa_pmu_wq;

static bool oa_pmu_is_ours(const char *name)
{
	const struct oa_pmu *pmu;

	lockdep_assert_held(&oa_pmu_lock);
	list_for_each_entry(pmu, &oa_pmus, link)
		if (!strcmp(pmu->name, name))
			return true;
	return false;
}

/* Reserve a name. Return: 0, or -EEXIST if a PMU of the driver's, perhaps a closed one, has it. */
static int oa_pmu_enlist(struct oa_pmu *pmu)
{
	guard(mutex)(&oa_pmu_lock);
	if (oa_pmu_is_ours(pmu->name))
		return -EEXIST;
	list_add(&pmu->link, &oa_pmus);
	return 0;
}

static void oa_pmu_delist(struct oa_pmu *pmu)
{
	guard(mutex)(&oa_pmu_lock);
	list_del(&pmu->link);
}

/* Add an event, which holds the GPU's DRM device. Return: 0, or -ENODEV if the GPU is gone. */
int oa_pmu_get(struct oa_pmu *pmu)
{
	guard(mutex)(&oa_pmu_lock);
	if (pmu->closed)
		return -ENODEV;
	pmu->events++;
	pmu->used = true;
	drm_dev_get(&pmu->oa->drm);
	return 0;
}

/* Remove an event. The PMU may be freed at once. */
void oa_pmu_put(struct oa_pmu *pmu)
{
	struct oa_device *oa = pmu->oa;

	scoped_guard(mutex, &oa_pmu_lock)
		if (!--pmu->events && pmu->closed)
			queue_work(oa_pmu_wq, &pmu->end);
	drm_dev_put(&oa->drm);
}

/* Read the number of reports that streams have lost. Return: 0, or -ENODEV if the GPU is gone. */
int oa_pmu_reports_lost(struct oa_pmu *pmu, u64 *lost)
{
	/* With the lock held the GPU can't go. */
	guard(mutex)(&oa_pmu_lock);
	if (pmu->closed)
		return -ENODEV;
	*lost = oa_stream_lost_by_all(pmu->oa);
	return 0;
}

static void oa_pmu_end(struct work_struct *work)
{
	struct oa_pmu *pmu = container_of(work, struct oa_pmu, end);

	/* The task that freed the last event may still be in perf's code. */
	if (pmu->used)
		synchronize_rcu_tasks();
	perf_pmu_unregister(&pmu->base);
	oa_pmu_delist(pmu);
	kfree(pmu);
}

/* Close the PMU of a GPU that is removed. Without events it is freed here, else by the last one. */
static void oa_pmu_close(struct oa_pmu *pmu)
{
	bool last;

	scoped_guard(mutex, &oa_pmu_lock) {
		pmu->closed = true;
		last = !pmu->events;
	}
	/* No event is left that could queue the work item. */
	if (last)
		oa_pmu_end(&pmu->end);
}

/*
 * Look for a PMU of this name on perf's bus. Any PMU leads to it: here that of software events,
 * which each kernel has. Sleeps. Return: false also if perf has no event to spare. Another PMU may
 * take the name after this.
 */
static bool oa_pmu_name_is_in_use(const char *name)
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

/* Register the PMU by its name. Return: 0; -EEXIST if the name is in use; another error. */
static int oa_pmu_try_name(struct oa_pmu *pmu)
{
	int ret = oa_pmu_enlist(pmu);

	if (ret)
		return ret;
	oa_pmu_files_make(&pmu->files, pmu->oa, pmu->as_i915);
	ret = oa_pmu_name_is_in_use(pmu->name) ? -EEXIST :
	      perf_pmu_register(&pmu->base, pmu->name, -1);
	if (ret)
		oa_pmu_delist(pmu);
	return ret;
}

/*
 * Check whether a name may be tried. A name of i915's promises i915's events, so it needs their
 * busy counter; and i915's rule itself adds the PCI function, where that is needed.
 */
static bool oa_pmu_may_choose(const struct oa_pmu *pmu, enum oa_pmu_choice choice)
{
	const bool i915 = oa_pmu_name_is_i915(oa_pmu_wanted);

	guard(mutex)(&oa_pmu_lock);
	if (choice <= OA_PMU_WANTED_SLOT && !oa_pmu_name_is_valid(oa_pmu_wanted))
		return false;
	if (choice == OA_PMU_WANTED)
		return !i915 || oa_pmu_i915_has_busy(pmu->oa->platform->counters);
	return choice != OA_PMU_WANTED_SLOT || (!i915 && oa_pmu_is_ours(oa_pmu_wanted));
}

static const char *oa_pmu_why_not_wanted(const struct oa_pmu *pmu)
{
	if (!oa_pmu_name_is_valid(oa_pmu_wanted))
		return "pmu_name is up to 40 letters, digits, _, - and ., first no sign";
	return oa_pmu_may_choose(pmu, OA_PMU_WANTED) ? "the name is in use" :
						       "no counter is the render engine's alone";
}

/* Register the PMU by the first name that is free. Return: 0; -EEXIST if none is; another error. */
static int oa_pmu_try_names(struct oa_pmu *pmu)
{
	const char *slot = pmu->oa->slot;
	enum oa_pmu_choice choice;
	int ret = -EEXIST;

	/* PMUs that are about to be removed still have their names. */
	flush_workqueue(oa_pmu_wq);
	for (choice = OA_PMU_WANTED; choice < OA_NUM_PMU_CHOICES && ret == -EEXIST; choice++) {
		if (!oa_pmu_may_choose(pmu, choice))
			continue;
		pmu->as_i915 = choice == OA_PMU_WANTED && oa_pmu_name_is_i915(oa_pmu_wanted);
		oa_pmu_name(choice, oa_pmu_wanted, slot, pmu->name);
		ret = oa_pmu_try_name(pmu);
		if (!ret && choice >= OA_PMU_DEFAULT)
			drm_info(&pmu->oa->drm, "perf PMU %s, not '%s': %s\n", pmu->name,
				 oa_pmu_wanted, oa_pmu_why_not_wanted(pmu));
	}
	return ret;
}

/* Add a new PMU to perf. After an error it is freed, perhaps by the last event. */
static int oa_pmu_add_to_perf(struct oa_pmu *pmu)
{
	int ret = oa_pmu_try_names(pmu);

	if (ret) {
		kfree(pmu);
		return ret;
	}
	ret = cpuhp_state_add_instance(oa_pmu_hotplug, &pmu->node);
	if (ret)
		oa_pmu_close(pmu);
	return ret;
}

/*
 * Register a GPU's PMU with perf. The GPU is registered with DRM, or under a lease. Process
 * context, sleeps. Undone by oa_pmu_unregister(). Return its name, NULL without a PMU. An error is
 * only logged, since the GPU works without. There is none without a description of the platform's
 * counters.
 */
const char *oa_pmu_register(struct oa_device *oa)
{
	struct oa_pmu *pmu;
	int ret = -ENOMEM;

	if (!oa->counting->available)
		return NULL;
	pmu = kzalloc(sizeof(*pmu), GFP_KERNEL);
	if (pmu) {
		pmu->base = oa_pmu_template;
		pmu->base.attr_groups = pmu->files.list;
		pmu->oa = oa;
		pmu->cpu = nr_cpu_ids;
		INIT_WORK(&pmu->end, oa_pmu_end);
		ret = oa_pmu_add_to_perf(pmu);
	}
	if (ret) {
		drm_info(&oa->drm, "no perf PMU, error %d\n", ret);
		return NULL;
	}
	oa->pmu = pmu;
	return pmu->name;
}

/* Close a GPU's PMU before a remove. Process context, sleeps. Events stay; the last frees it. */
void oa_pmu_unregister(struct oa_device *oa)
{
	struct oa_pmu *pmu = oa->pmu;

	if (!pmu)
		return;
	oa->pmu = NULL;
	oa_pmu_files_clear_slot(&pmu->files);
	/* _nocalls: events need not move from one processor to the next as each is removed. */
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

/* Prepare for the first GPU, at module init. Return 0, -ENOMEM, or the error of CPU hotplug. */
int oa_pmu_module_init(void)
{
	int ret;

	oa_pmu_wq = alloc_workqueue("i915_oa_pmu", WQ_UNBOUND, 0);
	if (!oa_pmu_wq)
		return -ENOMEM;
	ret = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN, "perf/x86/intel/i915_oa:online",
				      oa_pmu_online, oa_pmu_offline);
	if (ret < 0) {
		destroy_workqueue(oa_pmu_wq);
		return ret;
	}
	oa_pmu_hotplug = ret;
	return 0;
}

/* Clean up after the last GPU, at module exit. No event is left, since each holds the module. */
void oa_pmu_module_exit(void)
{
	destroy_workqueue(oa_pmu_wq);
	cpuhp_remove_multi_state(oa_pmu_hotplug);
}

#endif /* CONFIG_PERF_EVENTS */
