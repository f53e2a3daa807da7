// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Counters for perf
 *
 * perf's events read counters of the OA unit as registers. Who owns the unit does not matter to
 * them: the driver's own stream (oa_own.c) or a user's. What matters is what counts: the
 * unit must be on, for all contexts, and a counter that a metric set programs must be programmed
 * as the event says. Streams tell here when the unit goes on and off, and from that follows a
 * mask of the sources that count. When it changes, each meter of a reader goes on or stands
 * still, so what a counter did in the wrong hands is in no event.
 *
 * The counters go on from where they were when the unit changes hands, but nothing relies on
 * that: each time they take a new base.
 *
 * A reset of the GT clears counters. A counter that went back looks like one that wrapped, so
 * before the unit's counters are added up the unit is asked whether a reset took it. If so, they
 * stand still until somebody has put it right.
 *
 * Where no register has the counters, they come from reports (oa_counting_look.c).
 *
 * Facts: hardware.rst 3.11, 7.7.
 */
#include <linux/bitops.h>
#include <linux/lockdep.h>
#include <linux/sched/clock.h>
#include <linux/time64.h>
#include <linux/workqueue.h>

#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "stream/oa_counting.h"
#include "stream/oa_counting_look.h"
#include "stream/oa_counting_set.h"
#include "stream/oa_counting_tally.h"
#include "stream/oa_stream_types.h"
#include "unit/oa_live.h"
#include "unit/oa_unit.h"

/*
 * A sum over EUs in 32 bits may wrap after 50 ms on the largest Haswell. From Broadwell on such
 * sums have 40 bits; clocks have 32, and wrap after 3 s. No document bounds how fast A32 to A35
 * count.
 */
#define OA_COUNTING_FAST_NS	(20 * NSEC_PER_MSEC)
#define OA_COUNTING_MIDDLE_NS	(100 * NSEC_PER_MSEC)
#define OA_COUNTING_SLOW_NS	NSEC_PER_SEC

/* What counts, is used, and needs the unit */
static u64 oa_counting_of_unit(const struct oa_counting *c)
{
	return c->used & c->counts & ~OA_SOURCES_ALWAYS;
}

static void oa_counting_add(struct oa_device *oa, u64 sources)
{
	struct oa_counting *c = &oa->counting;

	lockdep_assert_held(&c->lock);
	if (!c->awake)
		return;
	if (sources & oa_counting_of_unit(c) && oa->platform->unit->reset_took(&oa->unit)) {
		c->lost = true;
		oa_counting_detach_reports(oa);
		oa_counting_set(oa, OA_SOURCES_ALWAYS);
	}
	oa_counting_look(oa);
	oa_counting_tally(oa, sources);
}

/**
 * oa_counting_on() - the unit has been turned on, or another metric set was written
 * @stream: the stream that has the unit
 *
 * Process context, stream lock and forcewake held. A unit that counts one context only counts for
 * nobody else. May be called again.
 */
void oa_counting_on(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	struct oa_counting *c = &oa->counting;
	u64 counts = OA_SOURCES_ALWAYS;

	if (!c->set)
		return;
	if (!stream->ctx && !stream->unset)
		counts |= oa_counting_set_common(oa->platform, c->set, stream->config);
	guard(oa_counting)(c);
	c->lost = false;
	if (!c->awake)
		return;
	if (c->by_reports)
		counts = oa_counting_attach(stream, counts);
	oa_counting_set(oa, counts);
}

/**
 * oa_counting_off() - the unit is about to be turned off, or to get another metric set
 * @oa: the GPU
 *
 * Process context, forcewake held. What it counted so far is added up.
 */
void oa_counting_off(struct oa_device *oa)
{
	struct oa_counting *c = &oa->counting;

	if (!c->set)
		return;
	guard(oa_counting)(c);
	oa_counting_add(oa, ~0ull);
	oa_counting_detach_reports(oa);
	if (c->awake)
		oa_counting_set(oa, OA_SOURCES_ALWAYS);
}

/**
 * oa_counting_forget() - a reset took what the unit counted
 * @oa: the GPU
 *
 * Process context. What it counted since the last look is in no event.
 */
void oa_counting_forget(struct oa_device *oa)
{
	struct oa_counting *c = &oa->counting;

	if (!c->set)
		return;
	guard(oa_counting)(c);
	oa_counting_detach_reports(oa);
	if (c->awake)
		oa_counting_set(oa, OA_SOURCES_ALWAYS);
}

/**
 * oa_counting_wake() - registers may be read from now on
 * @oa: the GPU
 *
 * Process context, forcewake of the counters held.
 */
void oa_counting_wake(struct oa_device *oa)
{
	struct oa_counting *c = &oa->counting;

	guard(oa_counting)(c);
	c->awake = true;
	oa_counting_set(oa, OA_SOURCES_ALWAYS);
}

/**
 * oa_counting_sleep() - registers may not be read any more
 * @oa: the GPU
 *
 * Process context, forcewake of the counters held; the unit is off.
 */
void oa_counting_sleep(struct oa_device *oa)
{
	struct oa_counting *c = &oa->counting;

	guard(oa_counting)(c);
	oa_counting_add(oa, ~0ull);
	oa_counting_detach_reports(oa);
	oa_counting_set(oa, 0);
	c->awake = false;
}

/**
 * oa_counting_of_nobody() - nothing of the unit counts for perf's events now
 * @oa: the GPU
 *
 * Process context.
 */
bool oa_counting_of_nobody(struct oa_device *oa)
{
	guard(oa_counting)(&oa->counting);
	/* With reports attached the first one is awaited. */
	return !(oa->counting.counts & ~OA_SOURCES_ALWAYS) && !oa->counting.reports.attached;
}

/**
 * oa_counting_mend_soon() - have the work item look at the unit
 * @oa: the GPU
 *
 * Any context. While the system is suspended the work item waits: it must find neither the unit
 * nor a stream half put back.
 */
void oa_counting_mend_soon(struct oa_device *oa)
{
	queue_work(system_freezable_wq, &oa->counting.mend);
}

/**
 * oa_counting_kick() - the unit has become free, or something is wrong with it
 * @oa: the GPU
 *
 * Process context, unit lock held. If there are readers of the unit, the driver takes it soon. If
 * the GPU did not wake for readers, it is woken soon.
 */
void oa_counting_kick(struct oa_device *oa)
{
	struct oa_counting *c = &oa->counting;

	lockdep_assert_held(&oa->unit_lock);
	if (c->ready && (c->unit_readers || (c->readers && !c->awake)))
		oa_counting_mend_soon(oa);
}

/**
 * oa_counting_retry() - the unit could not be put right: the next tick tries again
 * @oa: the GPU
 *
 * Process context.
 */
void oa_counting_retry(struct oa_device *oa)
{
	guard(oa_counting)(&oa->counting);
	oa->counting.lost = true;
}

/**
 * oa_counting_use() - somebody begins or ends to read a source
 * @oa: the GPU
 * @source: OA_SOURCE_*
 * @use: begins
 *
 * Process context, unit lock held.
 */
void oa_counting_use(struct oa_device *oa, u32 source, bool use)
{
	struct oa_counting *c = &oa->counting;

	lockdep_assert_held(&oa->unit_lock);
	guard(oa_counting)(c);
	if (use && !c->users[source]++) {
		c->used |= BIT_ULL(source);
		if (c->awake)
			oa_counting_rebase(oa, BIT_ULL(source));
	} else if (!use && !--c->users[source]) {
		c->used &= ~BIT_ULL(source);
	}
}

/**
 * oa_counting_period_ns() - how often registers must be read before they wrap
 * @oa: the GPU
 *
 * Any context. Return: ns.
 */
u64 oa_counting_period_ns(struct oa_device *oa)
{
	const struct oa_live_layout *live = oa->platform->live;
	u64 unbounded;

	/* Reports wait in their ring, so the time between two looks matters little. */
	if (oa->counting.by_reports)
		return OA_COUNTING_MIDDLE_NS;
	unbounded = GENMASK_ULL(OA_SOURCE_A0 + OA_MAX_A - 1, OA_SOURCE_A0 + live->num_a);
	if (!live->num_a_more)
		return OA_COUNTING_FAST_NS;
	return READ_ONCE(oa->counting.used) & unbounded ? OA_COUNTING_MIDDLE_NS :
							  OA_COUNTING_SLOW_NS;
}

/**
 * oa_counting_sample() - add up all that is used
 * @oa: the GPU
 *
 * Any context. Return: false if a reset took the unit, since the last call.
 */
bool oa_counting_sample(struct oa_device *oa)
{
	struct oa_counting *c = &oa->counting;
	bool lost;

	guard(oa_counting)(c);
	oa_counting_add(oa, ~0ull);
	lost = c->lost;
	c->lost = false;
	return !lost;
}

/**
 * oa_counting_start() - a reader's event is scheduled
 * @oa: the GPU
 * @meter: its meter, with a source that is used
 * @told: as for oa_meter_start()
 *
 * Any context.
 */
void oa_counting_start(struct oa_device *oa, struct oa_meter *meter, u64 told)
{
	struct oa_counting *c = &oa->counting;

	guard(oa_counting)(c);
	oa_counting_add(oa, BIT_ULL(meter->source));
	oa_meter_start(meter, !(meter->needs & ~c->counts), c->tallies[meter->source].total,
		       local_clock(), told);
	list_add(&meter->link, &c->meters);
}

/**
 * oa_counting_update() - bring a reader's meter up to now
 * @oa: the GPU
 * @meter: its meter, started
 *
 * Any context, oa_counting.lock held. As long as it is held nobody else changes the meter, so what
 * was counted is taken before it is released.
 */
void oa_counting_update(struct oa_device *oa, struct oa_meter *meter)
{
	struct oa_counting *c = &oa->counting;

	lockdep_assert_held(&c->lock);
	oa_counting_add(oa, BIT_ULL(meter->source));
	oa_meter_update(meter, c->tallies[meter->source].total, local_clock());
}

/**
 * oa_counting_stop() - a reader's event is not scheduled any more
 * @oa: the GPU
 * @meter: its meter, started
 *
 * Any context. The meter is brought up to now, and the reader's own from then on.
 */
void oa_counting_stop(struct oa_device *oa, struct oa_meter *meter)
{
	guard(oa_counting)(&oa->counting);
	oa_counting_update(oa, meter);
	list_del(&meter->link);
}
