// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: perf
 *
 * Counters of the OA unit as a PMU, so that each tool that reads PMUs from sysfs shows them. It
 * counts and does not sample: reports, with their thousands of values a second, stay what a stream
 * is for.
 *
 * perf calls add, del and read with interrupts off, so they read registers under a raw spinlock and
 * no more. What sleeps is done when an event is made and when it is freed: power wells, and the
 * driver's own stream if nobody has the unit.
 *
 * The GPU may go while there are events. Before 6.15 or so perf can't take a PMU away that has
 * events. So the PMU stays, closed, and the last event takes it away: its counts stand still until
 * then. When that event is freed perf still looks at the PMU, on its way out; so the PMU waits
 * until no task can be on that way any more.
 */
#if IS_ENABLED(CONFIG_PERF_EVENTS)
#include <linux/capability.h>
#include <linux/cleanup.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <drm/drm_drv.h>
#include <drm/drm_print.h>

#include "abi/oa_sysctl.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "pmu/oa_pmu.h"
#include "pmu/oa_pmu_types.h"
#include "stream/oa_counting.h"
#include "stream/oa_counting_own.h"
#include "stream/oa_meter.h"

static char *oa_pmu_name = "i915_oa";
module_param_named(pmu_name, oa_pmu_name, charp, 0444);
MODULE_PARM_DESC(pmu_name, "Name of the first GPU's perf PMU; those of further GPUs add the PCI function (default: i915_oa)");

/* Guards the list, and how many events each has; process context, nothing is taken inside. */
static DEFINE_MUTEX(oa_pmu_lock);
static LIST_HEAD(oa_pmus);
static struct workqueue_struct *oa_pmu_wq;
static int oa_pmu_hotplug;

static struct oa_pmu *to_oa_pmu(struct perf_event *event)
{
	return container_of(event->pmu, struct oa_pmu, base);
}

static struct oa_meter *oa_pmu_meter(struct perf_event *event)
{
	return event->pmu_private;
}

/* perf counts a group as a whole, and has one running time for it: that of its leader. */
static u64 oa_pmu_needs(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader, *sibling;
	u64 needs = BIT_ULL(oa_pmu_meter(leader)->source) | BIT_ULL(oa_pmu_meter(event)->source);

	for_each_sibling_event(sibling, leader)
		if (sibling->pmu == event->pmu)
			needs |= BIT_ULL(oa_pmu_meter(sibling)->source);
	return needs;
}

/*
 * Adds what was counted, and sets right how long it was. perf has yet to add the time since it did
 * so last, and will add all of it.
 */
static void oa_pmu_tell(struct perf_event *event, struct oa_meter *meter)
{
	const u64 due = oa_perf_ctx_time(event) - event->tstamp;

	local64_add(oa_meter_take(meter), &event->count);
	event->total_time_running = oa_meter_tell(meter, event->total_time_running + due) - due;
}

static void oa_pmu_read(struct perf_event *event)
{
	struct oa_device *oa = to_oa_pmu(event)->oa;
	struct oa_meter *meter = oa_pmu_meter(event);

	/* A BPF program in an NMI may have come while this processor holds the lock. */
	if (in_nmi())
		return;
	guard(oa_counting)(&oa->counting);
	oa_counting_update(oa, meter);
	oa_pmu_tell(event, meter);
}

static void oa_pmu_start(struct perf_event *event, int flags)
{
	struct oa_meter *meter = oa_pmu_meter(event);

	if (!(event->hw.state & PERF_HES_STOPPED))
		return;
	meter->needs = oa_pmu_needs(event);
	oa_counting_start(to_oa_pmu(event)->oa, meter, event->total_time_running +
			  oa_perf_ctx_time(event) - event->tstamp);
	event->hw.state = 0;
}

static void oa_pmu_stop(struct perf_event *event, int flags)
{
	struct oa_meter *meter = oa_pmu_meter(event);

	if (event->hw.state & PERF_HES_STOPPED)
		return;
	oa_counting_stop(to_oa_pmu(event)->oa, meter);
	oa_pmu_tell(event, meter);
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

static int oa_pmu_add(struct perf_event *event, int flags)
{
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		oa_pmu_start(event, flags);
	return 0;
}

static void oa_pmu_del(struct perf_event *event, int flags)
{
	oa_pmu_stop(event, PERF_EF_UPDATE);
}

/* Return: true if the caller's is the last event of a GPU that is gone. */
static bool oa_pmu_forget_event(struct oa_pmu *pmu)
{
	guard(mutex)(&oa_pmu_lock);
	return !--pmu->events && pmu->closed;
}

static void oa_pmu_destroy(struct perf_event *event)
{
	struct oa_pmu *pmu = to_oa_pmu(event);
	struct oa_device *oa = pmu->oa;

	oa_counting_put(oa, oa_pmu_meter(event)->source);
	kfree(oa_pmu_meter(event));
	if (oa_pmu_forget_event(pmu))
		queue_work(oa_pmu_wq, &pmu->end);
	drm_dev_put(&oa->drm);
}

/* Return: 0, or -ENODEV if the GPU is gone. */
static int oa_pmu_new_event(struct oa_pmu *pmu)
{
	guard(mutex)(&oa_pmu_lock);
	if (pmu->closed)
		return -ENODEV;
	pmu->events++;
	pmu->used = true;
	drm_dev_get(&pmu->oa->drm);
	return 0;
}

static int oa_pmu_check(struct perf_event *event, u32 source)
{
	struct oa_pmu *pmu = to_oa_pmu(event);

	if (is_sampling_event(event) || event->cpu < 0 || event->cpu != READ_ONCE(pmu->cpu))
		return -EINVAL;
	/* perf itself refuses these, but only after the unit was turned on for them. */
	if (event->attach_state & PERF_ATTACH_TASK || event_has_any_exclude_flag(event))
		return -EINVAL;
	/* Its running time would not show that a member is not counted. */
	if (event->group_leader->pmu != event->pmu)
		return -EINVAL;
	if (has_branch_stack(event))
		return -EOPNOTSUPP;
	if (source == OA_NUM_SOURCES)
		return -ENOENT;
	return oa_sysctl_paranoid() && !perfmon_capable() ? -EACCES : 0;
}

static int oa_pmu_take_source(struct oa_device *oa, u32 source)
{
	int idx, ret;

	if (!drm_dev_enter(&oa->drm, &idx))
		return -ENODEV;
	ret = oa_counting_get(oa, source);
	drm_dev_exit(idx);
	if (ret)
		drm_dbg(&oa->drm, "perf event: the OA unit can't count, error %d\n", ret);
	return ret;
}

static int oa_pmu_make_event(struct perf_event *event, u32 source)
{
	struct oa_pmu *pmu = to_oa_pmu(event);
	struct oa_meter *meter = kzalloc(sizeof(*meter), GFP_KERNEL);
	int ret;

	if (!meter)
		return -ENOMEM;
	meter->source = source;
	ret = oa_pmu_take_source(pmu->oa, source);
	if (ret) {
		kfree(meter);
		return ret;
	}
	event->pmu_private = meter;
	event->destroy = oa_pmu_destroy;
	return 0;
}

static int oa_pmu_event_init(struct perf_event *event)
{
	struct oa_pmu *pmu = to_oa_pmu(event);
	u32 source;
	int ret;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	ret = oa_pmu_new_event(pmu);
	if (ret)
		return ret;
	source = oa_pmu_source(pmu->oa, event->attr.config);
	ret = oa_pmu_check(event, source) ?: oa_pmu_make_event(event, source);
	if (ret) {
		struct oa_device *oa = pmu->oa;

		if (oa_pmu_forget_event(pmu))
			queue_work(oa_pmu_wq, &pmu->end);
		drm_dev_put(&oa->drm);
	}
	return ret;
}

static void oa_pmu_free(struct oa_pmu *pmu)
{
	oa_pmu_files_free(&pmu->files);
	kfree(pmu);
}

static void oa_pmu_end(struct work_struct *work)
{
	struct oa_pmu *pmu = container_of(work, struct oa_pmu, end);

	/* The task that freed the last event may not have left perf's code. */
	if (pmu->used)
		synchronize_rcu_tasks();
	perf_pmu_unregister(&pmu->base);
	scoped_guard(mutex, &oa_pmu_lock)
		list_del(&pmu->link);
	oa_pmu_free(pmu);
}

static bool oa_pmu_is_taken(const char *name)
{
	const struct oa_pmu *pmu;

	lockdep_assert_held(&oa_pmu_lock);
	list_for_each_entry(pmu, &oa_pmus, link)
		if (!strcmp(pmu->name, name))
			return true;
	return false;
}

/* Return: 0, or -EEXIST if a GPU that is gone has the name still. */
static int oa_pmu_choose_name(struct oa_pmu *pmu)
{
	strscpy(pmu->name, oa_pmu_name, sizeof(pmu->name));
	if (!oa_pmu_is_taken(pmu->name))
		return 0;
	snprintf(pmu->name, sizeof(pmu->name), "%s_%s", oa_pmu_name, dev_name(pmu->oa->drm.dev));
	strreplace(pmu->name, ':', '_');
	return oa_pmu_is_taken(pmu->name) ? -EEXIST : 0;
}

static int oa_pmu_add_to_perf(struct oa_pmu *pmu)
{
	int ret;

	/* PMUs that are about to end have their names still. */
	flush_workqueue(oa_pmu_wq);
	scoped_guard(mutex, &oa_pmu_lock) {
		ret = oa_pmu_choose_name(pmu);
		if (!ret)
			list_add(&pmu->link, &oa_pmus);
	}
	if (ret)
		return ret;
	ret = perf_pmu_register(&pmu->base, pmu->name, -1);
	if (ret)
		goto err_list;
	ret = cpuhp_state_add_instance(oa_pmu_hotplug, &pmu->node);
	if (!ret)
		return 0;
	/* A PMU without a CPU has no event. */
	perf_pmu_unregister(&pmu->base);
err_list:
	scoped_guard(mutex, &oa_pmu_lock)
		list_del(&pmu->link);
	return ret;
}

static const struct pmu oa_pmu_base = {
	.module = THIS_MODULE,
	.task_ctx_nr = perf_invalid_context,
	.capabilities = PERF_PMU_CAP_NO_EXCLUDE | PERF_PMU_CAP_NO_INTERRUPT,
	.event_init = oa_pmu_event_init,
	.add = oa_pmu_add,
	.del = oa_pmu_del,
	.start = oa_pmu_start,
	.stop = oa_pmu_stop,
	.read = oa_pmu_read,
};

/**
 * oa_pmu_register() - offer a GPU's counters to perf
 * @oa: the GPU, registered with DRM
 *
 * Process context. A GPU that perf can't have works all the same. Nothing is offered where counters
 * can't be read as registers, and if the driver was told to do less (parameter stage).
 */
void oa_pmu_register(struct oa_device *oa)
{
	struct oa_pmu *pmu;
	int ret = -ENOMEM;

	if (!oa->counting.have || oa->stages.limit != OA_NUM_STAGES)
		return;
	pmu = kzalloc(sizeof(*pmu), GFP_KERNEL);
	if (!pmu)
		goto out;
	pmu->base = oa_pmu_base;
	pmu->base.attr_groups = pmu->files.list;
	pmu->oa = oa;
	pmu->cpu = nr_cpu_ids;
	INIT_WORK(&pmu->end, oa_pmu_end);
	ret = oa_pmu_files_make(&pmu->files, oa);
	if (!ret)
		ret = oa_pmu_add_to_perf(pmu);
	if (!ret)
		oa->pmu = pmu;
	else
		oa_pmu_free(pmu);
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
	bool last;

	if (!pmu)
		return;
	oa->pmu = NULL;
	oa_pmu_files_gone(&pmu->files);
	/* Events need not move from one processor to the next as each is taken off. */
	cpuhp_state_remove_instance_nocalls(oa_pmu_hotplug, &pmu->node);
	scoped_guard(mutex, &oa_pmu_lock) {
		pmu->closed = true;
		last = !pmu->events;
	}
	if (!last)
		return;
	/* Not by the work item, which would free itself under who waits for it. */
	oa_pmu_end(&pmu->end);
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

/**
 * oa_pmu_module_exit() - after the last GPU
 *
 * Process context. No event is left: each holds the module.
 */
void oa_pmu_module_exit(void)
{
	destroy_workqueue(oa_pmu_wq);
	cpuhp_remove_multi_state(oa_pmu_hotplug);
}
#endif /* CONFIG_PERF_EVENTS */
