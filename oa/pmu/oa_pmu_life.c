// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: How long a PMU lives
 *
 * The GPU may go while there are events. Before 6.15 or so perf can't take a PMU away that has
 * events. So the PMU stays, closed, and the last event takes it away: its counts stand still until
 * then. When that event is freed perf still looks at the PMU, on its way out; so the PMU waits
 * until no task can be on that way any more.
 */
#if IS_ENABLED(CONFIG_PERF_EVENTS)
#include <linux/cleanup.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <drm/drm_drv.h>

#include "oa_compat.h"
#include "oa_device.h"
#include "pmu/oa_pmu_life.h"
#include "pmu/oa_pmu_types.h"

/* Guards the list, and how many events each has; process context, nothing is taken inside. */
static DEFINE_MUTEX(oa_pmu_lock);
static LIST_HEAD(oa_pmus);
static struct workqueue_struct *oa_pmu_wq;

static bool oa_pmu_is_ours_locked(const char *name)
{
	const struct oa_pmu *pmu;

	lockdep_assert_held(&oa_pmu_lock);
	list_for_each_entry(pmu, &oa_pmus, link)
		if (!strcmp(pmu->name, name))
			return true;
	return false;
}

/**
 * oa_pmu_is_ours() - does a PMU of this driver have the name?
 * @name: the name
 *
 * Process context.
 */
bool oa_pmu_is_ours(const char *name)
{
	guard(mutex)(&oa_pmu_lock);
	return oa_pmu_is_ours_locked(name);
}

/**
 * oa_pmu_wait_ended() - wait for PMUs that are about to end, which have their names still
 *
 * Process context, sleeps.
 */
void oa_pmu_wait_ended(void)
{
	flush_workqueue(oa_pmu_wq);
}

/**
 * oa_pmu_enlist() - take a name, before perf is asked
 * @pmu: the PMU, with its name
 *
 * Process context. Return: 0, or -EEXIST if another GPU has the name, or one that is gone has it
 * still.
 */
int oa_pmu_enlist(struct oa_pmu *pmu)
{
	guard(mutex)(&oa_pmu_lock);
	if (oa_pmu_is_ours_locked(pmu->name))
		return -EEXIST;
	list_add(&pmu->link, &oa_pmus);
	return 0;
}

/**
 * oa_pmu_delist() - the name is free again
 * @pmu: the PMU, enlisted, which perf does not know
 *
 * Process context.
 */
void oa_pmu_delist(struct oa_pmu *pmu)
{
	guard(mutex)(&oa_pmu_lock);
	list_del(&pmu->link);
}

/* Return: true if the caller's is the last event of a GPU that is gone. */
static bool oa_pmu_forget_event(struct oa_pmu *pmu)
{
	guard(mutex)(&oa_pmu_lock);
	return !--pmu->events && pmu->closed;
}

/**
 * oa_pmu_get() - there is one event more
 * @pmu: the PMU
 *
 * Process context. The GPU's DRM device stays until oa_pmu_put(). Return: 0, or -ENODEV if the
 * GPU is gone.
 */
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

/**
 * oa_pmu_put() - an event is gone
 * @pmu: the PMU, which may not be touched any more afterwards
 *
 * Process context.
 */
void oa_pmu_put(struct oa_pmu *pmu)
{
	struct oa_device *oa = pmu->oa;

	if (oa_pmu_forget_event(pmu))
		queue_work(oa_pmu_wq, &pmu->end);
	drm_dev_put(&oa->drm);
}

static void oa_pmu_end(struct work_struct *work)
{
	struct oa_pmu *pmu = container_of(work, struct oa_pmu, end);

	/* The task that freed the last event may not have left perf's code. */
	if (pmu->used)
		synchronize_rcu_tasks();
	perf_pmu_unregister(&pmu->base);
	oa_pmu_delist(pmu);
	oa_pmu_files_free(&pmu->files);
	kfree(pmu);
}

/**
 * oa_pmu_begin() - prepare the end of a new PMU
 * @pmu: the PMU
 */
void oa_pmu_begin(struct oa_pmu *pmu)
{
	INIT_WORK(&pmu->end, oa_pmu_end);
}

/**
 * oa_pmu_close() - the GPU goes away
 * @pmu: the PMU, which may not be touched any more afterwards
 *
 * Process context. If there are events, the last of them ends the PMU.
 */
void oa_pmu_close(struct oa_pmu *pmu)
{
	bool last;

	scoped_guard(mutex, &oa_pmu_lock) {
		pmu->closed = true;
		last = !pmu->events;
	}
	if (!last)
		return;
	/* Not by the work item, which would free itself under who waits for it. */
	oa_pmu_end(&pmu->end);
}

/**
 * oa_pmu_life_init() - before the first PMU
 *
 * Process context. Return: 0 or -ENOMEM.
 */
int oa_pmu_life_init(void)
{
	oa_pmu_wq = alloc_workqueue("i915_oa_pmu", WQ_UNBOUND, 0);
	return oa_pmu_wq ? 0 : -ENOMEM;
}

/**
 * oa_pmu_life_exit() - after the last PMU
 *
 * Process context. No event is left: each holds the module.
 */
void oa_pmu_life_exit(void)
{
	destroy_workqueue(oa_pmu_wq);
}
#endif /* CONFIG_PERF_EVENTS */
