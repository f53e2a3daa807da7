// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Readers of counters, and when the driver has the unit for them
 *
 * While perf has events of the unit, and no user a stream, the driver has one of its own
 * (oa_own.c). A user's open closes it first, and when the user's stream closes the driver opens
 * another one. It makes an open fail only for a user without privilege, who must neither see what
 * was counted for perf nor stop it. The user's open waits for the one and the close does not wait
 * for the other, which a work item does. The work item also gives up the reports that were looked
 * at.
 */
#include <linux/cleanup.h>
#include <linux/hrtimer.h>
#include <linux/lockdep.h>

#include <drm/drm_drv.h>
#include <drm/drm_print.h>

#include "abi/oa_config.h"
#include "gt/oa_forcewake.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "stream/oa_counting.h"
#include "stream/oa_counting_look.h"
#include "stream/oa_counting_own.h"
#include "stream/oa_counting_set.h"
#include "stream/oa_counting_sources.h"
#include "stream/oa_own.h"
#include "stream/oa_stream_domains.h"
#include "stream/oa_stream_types.h"

/* In hard IRQ with PREEMPT_RT as well: a register may wrap while a thread is kept waiting. */
#define OA_TICK_MODE	HRTIMER_MODE_REL_HARD
#define OA_MEND_TRIES	8

static void oa_counting_start_timer(struct oa_device *oa)
{
	/* Its function must not run any more when it is started. */
	hrtimer_cancel(&oa->counting.timer);
	hrtimer_start(&oa->counting.timer, ns_to_ktime(oa_counting_period_ns(oa)), OA_TICK_MODE);
}

static int oa_counting_rouse(struct oa_device *oa)
{
	int ret = oa_forcewake_get(&oa->uncore, oa->counting.domains);

	if (ret)
		return ret;
	oa_counting_wake(oa);
	oa_counting_start_timer(oa);
	return 0;
}

/* A user's stream may have been there before the first reader. */
static void oa_counting_join(struct oa_device *oa)
{
	struct oa_stream *stream = oa->stream;

	if (!stream)
		return;
	guard(mutex)(&stream->lock);
	if (stream->enabled)
		oa_counting_on(stream);
}

static int oa_own_mend_locked(struct oa_device *oa)
{
	struct oa_counting *c = &oa->counting;
	int ret;

	if (!c->ready || !c->readers)
		return 0;
	if (c->awake) {
		/*
		 * Without its wells the unit looked like one that a reset took. Others may have
		 * woken it before this, so how it is now decides.
		 */
		oa_forcewake_restore(&oa->uncore);
		if (oa_counting_of_nobody(oa) && !oa->platform->unit->reset_took(&oa->unit))
			oa_counting_join(oa);
	} else {
		ret = oa_counting_rouse(oa);
		if (ret)
			return ret;
		oa_counting_join(oa);
	}
	if (!c->unit_readers)
		return 0;
	if (!oa->stream)
		return oa_own_open(oa);
	/* A user's stream recovers when it is read. */
	if (oa->stream != c->own)
		return 0;
	return oa_own_recover(oa);
}

/* A GPU that does not work is not tried for ever: an engine that hangs takes seconds. */
static void oa_own_mended(struct oa_device *oa, int ret)
{
	struct oa_counting *c = &oa->counting;

	lockdep_assert_held(&oa->unit_lock);
	if (!ret) {
		c->failed = 0;
		return;
	}
	if (!c->failed++)
		drm_warn(&oa->drm, "the OA unit does not count for perf, error %d\n", ret);
	if (c->failed >= OA_MEND_TRIES)
		return;
	oa_counting_retry(oa);
	/* If the GPU did not wake no timer runs. */
	if (!c->awake)
		oa_counting_start_timer(oa);
}

static void oa_own_mend(struct work_struct *work)
{
	struct oa_device *oa = container_of(work, struct oa_device, counting.mend);
	int idx;

	if (!drm_dev_enter(&oa->drm, &idx))
		return;
	scoped_guard(mutex, &oa->unit_lock)
		oa_own_mended(oa, oa_own_mend_locked(oa));
	drm_dev_exit(idx);
}

static enum hrtimer_restart oa_counting_tick(struct hrtimer *timer)
{
	struct oa_device *oa = container_of(timer, struct oa_device, counting.timer);

	if (!oa_counting_sample(oa) || oa_counting_unread(oa))
		oa_counting_mend_soon(oa);
	if (!READ_ONCE(oa->counting.awake))
		return HRTIMER_NORESTART;
	hrtimer_forward_now(timer, ns_to_ktime(oa_counting_period_ns(oa)));
	return HRTIMER_RESTART;
}

static void oa_counting_rest(struct oa_device *oa)
{
	hrtimer_cancel(&oa->counting.timer);
	if (!oa->counting.awake)
		return;
	oa_counting_sleep(oa);
	oa_forcewake_put(&oa->uncore, oa->counting.domains);
}

/**
 * oa_counting_init() - be ready to count for perf
 * @oa: the GPU, probed
 *
 * Process context. Does nothing where no meaning of the counters is known: then no source is
 * there. Return: 0 or -ENOMEM.
 */
int oa_counting_init(struct oa_device *oa)
{
	struct oa_counting *c = &oa->counting;

	raw_spin_lock_init(&c->lock);
	INIT_LIST_HEAD(&c->meters);
	INIT_WORK(&c->mend, oa_own_mend);
	oa_hrtimer_setup(&c->timer, oa_counting_tick, CLOCK_MONOTONIC, OA_TICK_MODE);
	if (!oa->platform->counters)
		return 0;
	c->set = oa_counting_set_new(oa->platform);
	if (!c->set)
		return -ENOMEM;
	c->domains = oa_stream_domains(oa->platform->forcewake, c->set);
	oa_counting_find_sources(oa);
	guard(mutex)(&oa->unit_lock);
	c->ready = true;
	return 0;
}

/**
 * oa_counting_fini() - nobody can read any more
 * @oa: the GPU, which has no user left
 */
void oa_counting_fini(struct oa_device *oa)
{
	oa_config_put(oa->counting.set);
}

/**
 * oa_counting_get() - somebody begins to read a source
 * @oa: the GPU
 * @source: OA_SOURCE_*
 *
 * Process context, sleeps. If no stream is open, the unit is turned on for sources that need it.
 * Pairs with oa_counting_put(). Return: 0; -ENODEV if the GPU is gone; -EIO if it does not work;
 * -ENOMEM, -ENOSPC.
 */
int oa_counting_get(struct oa_device *oa, u32 source)
{
	const bool unit = !(BIT_ULL(source) & OA_SOURCES_ALWAYS);
	struct oa_counting *c = &oa->counting;
	int ret = 0;

	guard(mutex)(&oa->unit_lock);
	if (!c->ready)
		return -ENODEV;
	/* Asleep: there was no reader, or the GPU did not wake from a suspend. */
	if (!c->awake) {
		ret = oa_counting_rouse(oa);
		if (ret)
			return ret;
		oa_counting_join(oa);
		/* For the readers that were there. */
		oa_counting_kick(oa);
	}
	if (unit && !oa->stream)
		ret = oa_own_open(oa);
	if (ret) {
		if (!c->readers)
			oa_counting_rest(oa);
		return ret;
	}
	c->readers++;
	c->unit_readers += unit;
	oa_counting_use(oa, source, true);
	c->failed = 0;
	/* This source may wrap sooner than those before it. */
	oa_counting_start_timer(oa);
	return 0;
}

/**
 * oa_counting_put() - somebody ends to read a source
 * @oa: the GPU; it may be gone
 * @source: OA_SOURCE_*
 *
 * Process context, sleeps.
 */
void oa_counting_put(struct oa_device *oa, u32 source)
{
	const bool unit = !(BIT_ULL(source) & OA_SOURCES_ALWAYS);
	struct oa_counting *c = &oa->counting;

	guard(mutex)(&oa->unit_lock);
	oa_counting_use(oa, source, false);
	c->readers--;
	c->unit_readers -= unit;
	if (!c->ready)
		return;
	if (!c->unit_readers)
		oa_own_close(oa);
	if (!c->readers)
		oa_counting_rest(oa);
}

/**
 * oa_counting_needs_unit() - perf has events that the unit counts
 * @oa: the GPU
 *
 * Process context, unit lock held. Return: true also while the driver is yet to take the unit.
 */
bool oa_counting_needs_unit(const struct oa_device *oa)
{
	lockdep_assert_held(&oa->unit_lock);
	return oa->counting.unit_readers;
}

/**
 * oa_counting_yield() - a user opens a stream: leave the unit to it
 * @oa: the GPU
 *
 * Process context, unit lock held.
 */
void oa_counting_yield(struct oa_device *oa)
{
	oa_own_close(oa);
}

/**
 * oa_counting_suspend() - the system goes to sleep
 * @oa: the GPU, its stream suspended
 *
 * Process context, user space frozen.
 */
void oa_counting_suspend(struct oa_device *oa)
{
	guard(mutex)(&oa->unit_lock);
	oa_counting_rest(oa);
}

/**
 * oa_counting_resume() - the system woke up
 * @oa: the GPU, its stream still suspended
 *
 * Process context. If the GPU does not wake, the work item tries again.
 */
void oa_counting_resume(struct oa_device *oa)
{
	guard(mutex)(&oa->unit_lock);
	oa->counting.failed = 0;
	if (oa->counting.readers && oa->counting.ready)
		oa_counting_rouse(oa);
}

/**
 * oa_counting_resumed() - the system woke up, and so did the stream, or it died
 * @oa: the GPU
 *
 * Process context.
 */
void oa_counting_resumed(struct oa_device *oa)
{
	guard(mutex)(&oa->unit_lock);
	oa_counting_kick(oa);
}

/**
 * oa_counting_detach() - the GPU goes away
 * @oa: the GPU, unplugged from DRM, its stream detached, its registers still there
 *
 * Process context. Readers stay; nothing is counted for them any more.
 */
void oa_counting_detach(struct oa_device *oa)
{
	struct oa_counting *c = &oa->counting;

	scoped_guard(mutex, &oa->unit_lock) {
		c->ready = false;
		oa_own_close(oa);
		oa_counting_rest(oa);
	}
	cancel_work_sync(&c->mend);
}
