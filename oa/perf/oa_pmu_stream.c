// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The driver's own stream
 *
 * Counters do not count while the unit is off. So while perf has events of the unit, and no user
 * has a stream, the driver has a stream of its own: without a file, with the metric set for perf,
 * and without a timer. It requests no frequency, so that measuring changes little.
 *
 * A user's open closes this stream first, and waits for that. When the user's stream closes, a
 * work item opens another one, without delaying the close. Only an open without privilege fails
 * because of this stream: its reader must neither see what was counted for perf nor stop it. The
 * work item also recovers the unit after a reset.
 */
#include <linux/cleanup.h>
#include <linux/hrtimer.h>
#include <linux/lockdep.h>

#include <drm/drm_drv.h>
#include <drm/drm_managed.h>
#include <drm/drm_print.h>

#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "perf/oa_perf_priv.h"
#include "stream/oa_stream.h"
#include "uapi/oa_uapi.h"

static void oa_pmu_stream_props(const struct oa_device *oa, struct oa_props *props)
{
	oa_props_init(props);
	props->sample_oa = true;
	props->format = oa_largest_format(oa->platform);
	/* Context switches may write reports, which are not read. */
	props->has_buffer_size = true;
	props->buffer_size = oa->platform->buffer_min;
}

/* Close the driver's own stream, if any. A dead one has released its hardware side already. */
static void oa_pmu_stream_close(struct oa_device *oa)
{
	struct oa_stream *stream = oa->counting->own;

	lockdep_assert_held(&oa->unit_lock);
	if (!stream)
		return;
	oa->counting->own = NULL;
	scoped_guard(mutex, &stream->lock)
		if (!stream->dead)
			oa_stream_release_hw(stream);
	oa_stream_free(stream);
}

/* Open the driver's own stream. Return: 0, or errors of oa_stream_acquire_hw(). */
static int oa_pmu_stream_open(struct oa_device *oa)
{
	struct oa_stream *stream;
	struct oa_props props;
	int ret;

	lockdep_assert_held(&oa->unit_lock);
	/* A stream that died in a resume is still there. */
	oa_pmu_stream_close(oa);
	oa_pmu_stream_props(oa, &props);
	stream = oa_stream_new(oa, &props);
	if (!stream)
		return -ENOMEM;
	stream->for_perf = true;
	stream->feed.stats = &stream->unread;
	kref_get(&oa->counting->set->ref);
	stream->config = oa->counting->set;
	ret = oa_stream_acquire_hw(stream, &props);
	if (ret) {
		oa_stream_free(stream);
		return ret;
	}
	oa->counting->own = stream;
	scoped_guard(mutex, &stream->lock)
		oa_stream_set_enabled(stream, true);
	return 0;
}

/* The timer expires in hard IRQ even with PREEMPT_RT: a register may wrap while a thread waits. */
#define OA_TICK_MODE	HRTIMER_MODE_REL_HARD
#define OA_RECOVERY_TRIES	8

#define OA_COUNTING_MAX_NS	NSEC_PER_SEC
/* With a leased unit, since it bounds the time that is credited wrongly */
#define OA_LEASED_MAX_NS	(100 * NSEC_PER_MSEC)

/*
 * Return: the time between two samples, ns: a quarter of the shortest in which a used register may
 * wrap. The timer may be late by three quarters.
 */
static u64 oa_counting_period_ns(struct oa_device *oa)
{
	const struct oa_counting *c = oa->counting;
	u64 period = c->leased ? OA_LEASED_MAX_NS : OA_COUNTING_MAX_NS;
	u32 source;

	oa_for_each_source(source, READ_ONCE(c->used))
		period = min(period, c->tallies[source].wrap_ns / 4);
	return period;
}

static void oa_counting_start_timer(struct oa_device *oa)
{
	/* The timer function must not run while the timer is started. */
	hrtimer_cancel(&oa->counting->timer);
	hrtimer_start(&oa->counting->timer, ns_to_ktime(oa_counting_period_ns(oa)), OA_TICK_MODE);
}

static int oa_counting_power_up(struct oa_device *oa)
{
	int ret = oa_forcewake_get(oa->uncore, oa->counting->domains);

	if (ret)
		return ret;
	oa_counting_wake(oa);
	oa_counting_start_timer(oa);
	return 0;
}

/* Return: true if perf's events need the unit, even if the driver's own stream is not open yet. */
static bool oa_counting_needs_unit(const struct oa_device *oa)
{
	lockdep_assert_held(&oa->unit_lock);
	return oa->counting->used & ~OA_SOURCES_ALWAYS;
}

/* Check that no source of the unit counts. */
static bool oa_counting_unit_is_idle(struct oa_device *oa)
{
	guard(oa_counting)(oa->counting);
	return !(oa->counting->counts & ~OA_SOURCES_ALWAYS);
}

/*
 * Queue the work item that opens or recovers the driver's own stream. Any context. It is frozen
 * during a suspend, because neither the unit nor a stream may be half restored when it runs.
 */
static void oa_counting_queue_recovery(struct oa_device *oa)
{
	if (!oa->counting->leased)
		queue_work(system_freezable_wq, &oa->counting->recovery);
}

/* Queue the work item if there are readers, and the unit may be free or the GPU asleep. */
static void oa_counting_queue_if_used(struct oa_device *oa)
{
	struct oa_counting *c = oa->counting;

	if (c->ready && (oa_counting_needs_unit(oa) || (c->readers && !c->awake)))
		oa_counting_queue_recovery(oa);
}

/* Count with a user's stream that was enabled before the first reader. */
static void oa_counting_attach_stream(struct oa_device *oa)
{
	struct oa_stream *stream = oa->stream;

	if (!stream)
		return;
	guard(mutex)(&stream->lock);
	if (stream->enabled)
		oa_counting_on(stream);
}

/* Wake the GPU, open or recover the driver's own stream, as readers need. Return 0 or an error. */
static int oa_pmu_stream_open_or_recover(struct oa_device *oa)
{
	struct oa_counting *c = oa->counting;
	int ret;

	lockdep_assert_held(&oa->unit_lock);
	if (!c->ready || !c->readers)
		return 0;
	if (c->awake) {
		/*
		 * While its power domains slept the unit's registers read as after a reset. Another
		 * caller may have restored the domains already, so check the unit's state.
		 */
		oa_forcewake_restore(oa->uncore);
		if (oa_counting_unit_is_idle(oa) && !oa->platform->unit->reset_cleared(oa->unit))
			oa_counting_attach_stream(oa);
	} else {
		ret = oa_counting_power_up(oa);
		if (ret)
			return ret;
		oa_counting_attach_stream(oa);
	}
	if (!oa_counting_needs_unit(oa))
		return 0;
	if (!oa->stream)
		return oa_pmu_stream_open(oa);
	/* A user's stream recovers when it is read. */
	if (oa->stream != c->own)
		return 0;
	guard(mutex)(&c->own->lock);
	return oa_recover(c->own, false);
}

/* Let the timer retry after an error, but not forever: an engine that hangs costs seconds. */
static void oa_pmu_stream_recovery_done(struct oa_device *oa, int ret)
{
	struct oa_counting *c = oa->counting;

	lockdep_assert_held(&oa->unit_lock);
	if (!ret) {
		c->failed = 0;
		return;
	}
	if (!c->failed++)
		drm_warn(&oa->drm, "the OA unit does not count for perf, error %d\n", ret);
	if (c->failed >= OA_RECOVERY_TRIES)
		return;
	/* The next tick of the timer queues the work item again. */
	scoped_guard(oa_counting, c)
		c->lost = true;
	/* If the GPU did not wake no timer runs. */
	if (!c->awake)
		oa_counting_start_timer(oa);
}

static void oa_pmu_stream_recovery_work(struct work_struct *work)
{
	struct oa_device *oa = container_of(work, struct oa_counting, recovery)->oa;
	int idx;

	if (!drm_dev_enter(&oa->drm, &idx))
		return;
	scoped_guard(mutex, &oa->unit_lock)
		oa_pmu_stream_recovery_done(oa, oa_pmu_stream_open_or_recover(oa));
	drm_dev_exit(idx);
}

static enum hrtimer_restart oa_counting_tick(struct hrtimer *timer)
{
	struct oa_device *oa = container_of(timer, struct oa_counting, timer)->oa;

	if (!oa_counting_sample(oa))
		oa_counting_queue_recovery(oa);
	if (!READ_ONCE(oa->counting->awake))
		return HRTIMER_NORESTART;
	hrtimer_forward_now(timer, ns_to_ktime(oa_counting_period_ns(oa)));
	return HRTIMER_RESTART;
}

static void oa_counting_power_down(struct oa_device *oa)
{
	hrtimer_cancel(&oa->counting->timer);
	if (!oa->counting->awake)
		return;
	oa_counting_sleep(oa);
	oa_forcewake_put(oa->uncore, oa->counting->domains);
}

/*
 * Return the number of sources that perf's events read. Process context, unit lock held. A source
 * counts once for each event that reads it.
 */
u32 oa_counting_readers(const struct oa_device *oa)
{
	lockdep_assert_held(&oa->unit_lock);
	return oa->counting->readers;
}

/*
 * Add a reader of a source. Sleeps. Without an open stream the unit is turned on for a source that
 * needs it. Return: 0, -ENODEV if the GPU is gone, or an error of the open or of the wake-up.
 */
int oa_counting_get(struct oa_device *oa, u32 source)
{
	const bool unit = !(BIT_ULL(source) & OA_SOURCES_ALWAYS);
	struct oa_counting *c = oa->counting;
	int ret = 0;

	guard(mutex)(&oa->unit_lock);
	if (!c->ready)
		return -ENODEV;
	/* There was no reader so far, or the GPU did not wake in a resume. */
	if (!c->awake) {
		ret = oa_counting_power_up(oa);
		if (ret)
			return ret;
		oa_counting_attach_stream(oa);
		/* Earlier readers may need the unit. */
		oa_counting_queue_if_used(oa);
	}
	if (unit && !oa->stream && !c->leased)
		ret = oa_pmu_stream_open(oa);
	if (ret) {
		if (!c->readers)
			oa_counting_power_down(oa);
		return ret;
	}
	c->readers++;
	oa_counting_use(oa, source, true);
	c->failed = 0;
	if (c->leased)
		oa_counting_sample(oa);
	/* This source may wrap sooner than those before it. */
	oa_counting_start_timer(oa);
	return 0;
}

/* Remove a reader of a source. Sleeps. The GPU may be gone. */
void oa_counting_put(struct oa_device *oa, u32 source)
{
	struct oa_counting *c = oa->counting;

	guard(mutex)(&oa->unit_lock);
	oa_counting_use(oa, source, false);
	c->readers--;
	if (!c->ready)
		return;
	if (!oa_counting_needs_unit(oa))
		oa_pmu_stream_close(oa);
	if (!c->readers)
		oa_counting_power_down(oa);
}

/*
 * Stop counting for a suspend. The stream is suspended, user space frozen. Process context, sleeps.
 */
void oa_counting_suspend(struct oa_device *oa)
{
	guard(mutex)(&oa->unit_lock);
	oa_counting_power_down(oa);
}

/*
 * Count again after a resume, before the stream is resumed. Process context, sleeps. The work item
 * opens the driver's own stream, if the unit is free, and tries again if the GPU does not wake. It
 * is frozen until the user's stream is resumed or dead.
 */
void oa_counting_resume(struct oa_device *oa)
{
	guard(mutex)(&oa->unit_lock);
	oa->counting->failed = 0;
	if (oa->counting->readers && oa->counting->ready)
		oa_counting_power_up(oa);
	oa_counting_queue_if_used(oa);
}

/*
 * Stop counting before the GPU is removed: it is unplugged from DRM, its stream detached, its
 * registers still there. Process context, sleeps. Events stay, and count nothing more.
 */
void oa_counting_detach(struct oa_device *oa)
{
	struct oa_counting *c = oa->counting;

	scoped_guard(mutex, &oa->unit_lock) {
		c->ready = false;
		oa_pmu_stream_close(oa);
		oa_counting_power_down(oa);
	}
	cancel_work_sync(&c->recovery);
}

static const struct oa_pmu_hooks oa_counting_hooks = {
	.on = oa_counting_on,
	.off = oa_counting_off,
	.reset = oa_counting_reset,
	.released = oa_counting_queue_if_used,
	.needs_unit = oa_counting_needs_unit,
	.yield = oa_pmu_stream_close,
};

static void oa_counting_fini(struct drm_device *drm, void *counting)
{
	struct oa_counting *c = counting;

	oa_config_put(c->set);
}

/*
 * Prepare counting for perf. Process context, sleeps. Without a description of the platform's
 * counters there are no sources, and no PMU. Lasts as long as the DRM device. Return 0 or -ENOMEM.
 */
int oa_counting_init(struct oa_device *oa)
{
	struct oa_counting *c = drmm_kzalloc(&oa->drm, sizeof(*c), GFP_KERNEL);

	if (!c)
		return -ENOMEM;
	c->oa = oa;
	oa->counting = c;
	oa->pmu_hooks = &oa_counting_hooks;
	raw_spin_lock_init(&c->lock);
	INIT_LIST_HEAD(&c->meters);
	INIT_WORK(&c->recovery, oa_pmu_stream_recovery_work);
	oa_hrtimer_setup(&c->timer, oa_counting_tick, CLOCK_MONOTONIC, OA_TICK_MODE);
	if (!oa->platform->counters)
		return 0;
	c->set = oa_perf_config_new(oa->platform);
	if (!c->set)
		return -ENOMEM;
	c->domains = oa_stream_domains(oa->platform->forcewake, c->set);
	oa_counting_find_sources(oa);
	scoped_guard(mutex, &oa->unit_lock)
		c->ready = true;
	return drmm_add_action_or_reset(&oa->drm, oa_counting_fini, c);
}
