// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: perf's events
 *
 * perf calls add, del and read with interrupts off, so these only read registers, under a raw
 * spinlock. An event is created and freed in process context, where power domains are woken and the
 * driver's own stream is opened if the unit is free.
 */
#if IS_ENABLED(CONFIG_PERF_EVENTS)
#include <linux/capability.h>
#include <linux/preempt.h>
#include <linux/slab.h>

#include <drm/drm_drv.h>
#include <drm/drm_print.h>

#include "oa_device.h"
#include "oa_platform.h"
#include "perf/oa_perf_priv.h"
#include "uapi/oa_uapi.h"

static struct oa_pmu *to_oa_pmu(struct perf_event *event)
{
	return container_of(event->pmu, struct oa_pmu, base);
}

static struct oa_pmu_event *to_oa_event(struct perf_event *event)
{
	return event->pmu_private;
}

/*
 * Return: the time of an event's context, as perf last read its clock. Newer kernels have a
 * structure of three words there, which begins with it.
 */
static u64 oa_perf_ctx_time(const struct perf_event *event)
{
	const void *time = &event->ctx->time;

	static_assert(__builtin_types_compatible_p(typeof(event->ctx->time), u64) ||
		      sizeof(event->ctx->time) == 3 * sizeof(u64));
	return *(const u64 *)time;
}

static u64 oa_pmu_sources(const struct oa_pmu_kind *kind)
{
	return BIT_ULL(kind->source) | (kind->timed ? BIT_ULL(kind->clocks) : 0);
}

/*
 * Return: the sources that must all count while the event is counted: those of its whole group,
 * since perf scales a group's counts by one running time, that of the leader.
 */
static u64 oa_pmu_needs(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader, *sibling;
	u64 needs = oa_pmu_sources(&to_oa_event(leader)->kind) |
		    oa_pmu_sources(&to_oa_event(event)->kind);

	for_each_sibling_event(sibling, leader)
		if (sibling->pmu == event->pmu)
			needs |= oa_pmu_sources(&to_oa_event(sibling)->kind);
	return needs;
}

/*
 * Add what was counted, and correct the running time. perf will still add the time @due, since it
 * last updated the event, so the running time is set short by it.
 */
static void oa_pmu_update(struct perf_event *event)
{
	const u64 due = oa_perf_ctx_time(event) - event->tstamp;
	struct oa_pmu_event *e = to_oa_event(event);

	local64_add(e->kind.timed ? oa_meter_take_time(&e->meter, &e->clocks) :
				    oa_meter_take_units(&e->meter, e->kind.unit), &event->count);
	event->total_time_running = oa_meter_sync(&e->meter, event->total_time_running + due) - due;
}

static void oa_pmu_read(struct perf_event *event)
{
	struct oa_device *oa = to_oa_pmu(event)->oa;
	struct oa_pmu_event *e = to_oa_event(event);

	/* A BPF program in an NMI may have interrupted the holder of the lock. */
	if (in_nmi())
		return;
	guard(oa_counting)(oa->counting);
	oa_counting_update(oa, &e->meter);
	if (e->kind.timed)
		oa_counting_update(oa, &e->clocks);
	oa_pmu_update(event);
}

static void oa_pmu_start(struct perf_event *event, int flags)
{
	const u64 reported = event->total_time_running + oa_perf_ctx_time(event) - event->tstamp;
	struct oa_device *oa = to_oa_pmu(event)->oa;
	struct oa_pmu_event *e = to_oa_event(event);

	if (!(event->hw.state & PERF_HES_STOPPED))
		return;
	e->meter.needs = oa_pmu_needs(event);
	e->clocks.needs = e->meter.needs;
	oa_counting_start(oa, &e->meter, reported);
	if (e->kind.timed)
		oa_counting_start(oa, &e->clocks, reported);
	event->hw.state = 0;
}

static void oa_pmu_stop(struct perf_event *event, int flags)
{
	struct oa_device *oa = to_oa_pmu(event)->oa;
	struct oa_pmu_event *e = to_oa_event(event);

	if (event->hw.state & PERF_HES_STOPPED)
		return;
	oa_counting_stop(oa, &e->meter);
	if (e->kind.timed)
		oa_counting_stop(oa, &e->clocks);
	oa_pmu_update(event);
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

static void oa_pmu_put_sources(struct oa_device *oa, const struct oa_pmu_kind *kind)
{
	oa_counting_put(oa, kind->source);
	if (kind->timed)
		oa_counting_put(oa, kind->clocks);
}

static void oa_pmu_destroy(struct perf_event *event)
{
	struct oa_pmu *pmu = to_oa_pmu(event);

	oa_pmu_put_sources(pmu->oa, &to_oa_event(event)->kind);
	kfree(to_oa_event(event));
	oa_pmu_put(pmu);
}

static int oa_pmu_check(struct perf_event *event, bool known)
{
	struct oa_pmu *pmu = to_oa_pmu(event);

	if (is_sampling_event(event) || event->cpu < 0 || event->cpu != READ_ONCE(pmu->cpu))
		return -EINVAL;
	/* perf itself rejects these, but only after the unit was turned on for them. */
	if (event->attach_state & PERF_ATTACH_TASK || event_has_any_exclude_flag(event))
		return -EINVAL;
	/* In a mixed group the leader's time would not show that a member was not counted. */
	if (event->group_leader->pmu != event->pmu)
		return -EINVAL;
	if (has_branch_stack(event))
		return -EOPNOTSUPP;
	if (!known)
		return -ENOENT;
	return oa_sysctl_paranoid() && !perfmon_capable() ? -EACCES : 0;
}

static int oa_pmu_get_sources(struct oa_device *oa, const struct oa_pmu_kind *kind)
{
	int idx, ret;

	if (!drm_dev_enter(&oa->drm, &idx))
		return -ENODEV;
	ret = oa_counting_get(oa, kind->source);
	if (!ret && kind->timed) {
		ret = oa_counting_get(oa, kind->clocks);
		if (ret)
			oa_counting_put(oa, kind->source);
	}
	drm_dev_exit(idx);
	if (ret)
		drm_dbg(&oa->drm, "perf event: the OA unit can't count, error %d\n", ret);
	return ret;
}

static int oa_pmu_make_event(struct perf_event *event, const struct oa_pmu_kind *kind)
{
	struct oa_pmu *pmu = to_oa_pmu(event);
	struct oa_pmu_event *e = kzalloc(sizeof(*e), GFP_KERNEL);
	int ret;

	if (!e)
		return -ENOMEM;
	e->kind = *kind;
	e->meter.source = kind->source;
	e->clocks.source = kind->clocks;
	ret = oa_pmu_get_sources(pmu->oa, kind);
	if (ret) {
		kfree(e);
		return ret;
	}
	event->pmu_private = e;
	event->destroy = oa_pmu_destroy;
	return 0;
}

/* Find what an event counts. Return: false if the PMU has no such event. */
static bool oa_pmu_find_kind(const struct oa_pmu *pmu, u64 config, struct oa_pmu_kind *kind)
{
	const u32 source = oa_pmu_source(pmu->oa, config);

	if (pmu->as_i915)
		return oa_pmu_i915_kind(pmu->oa->platform->counters, config, kind);
	*kind = (struct oa_pmu_kind) { .source = source, .unit = 1 };
	return source != OA_NUM_SOURCES;
}

static int oa_pmu_event_init(struct perf_event *event)
{
	struct oa_pmu *pmu = to_oa_pmu(event);
	struct oa_pmu_kind kind;
	bool known;
	int ret;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	ret = oa_pmu_get(pmu);
	if (ret)
		return ret;
	known = oa_pmu_find_kind(pmu, event->attr.config, &kind);
	ret = oa_pmu_check(event, known) ?: oa_pmu_make_event(event, &kind);
	if (ret)
		oa_pmu_put(pmu);
	return ret;
}

/* Callbacks of perf; copied to each PMU */
const struct pmu oa_pmu_template = {
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
#endif /* CONFIG_PERF_EVENTS */
