// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Sources are added up
 *
 * Each source has a value that goes on from where it was, read from a register or taken from the
 * newest report (oa_counting_look.c), and a tally of what it did while it counted for somebody.
 *
 * Facts: hardware.rst 3.11.
 */
#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/lockdep.h>
#include <linux/sched/clock.h>

#include "gt/oa_uncore.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "stream/oa_counting_tally.h"
#include "unit/oa_live.h"

static u64 oa_counting_raw(struct oa_device *oa, u32 source)
{
	if (source == OA_SOURCE_IRQS)
		return atomic64_read(&oa->irq.handled);
	if (oa->counting.by_reports && source != OA_SOURCE_TIME)
		return oa->counting.raw[source];
	return oa_live_value(&oa->uncore, &oa->counting.regs[source]);
}

/**
 * oa_counting_rebase() - what sources did since they were last added up is in no event
 * @oa: the GPU
 * @sources: a bit each
 *
 * Any context, oa_counting.lock held, GPU awake.
 */
void oa_counting_rebase(struct oa_device *oa, u64 sources)
{
	struct oa_counting *c = &oa->counting;
	unsigned long bits[BITS_TO_LONGS(64)];
	u32 source;

	lockdep_assert_held(&c->lock);
	bitmap_from_u64(bits, sources & c->used);
	for_each_set_bit(source, bits, OA_NUM_SOURCES)
		oa_tally_rebase(&c->tallies[source], oa_counting_raw(oa, source));
}

static void oa_counting_run_meters(struct oa_counting *c)
{
	const u64 now = local_clock();
	struct oa_meter *meter;

	lockdep_assert_held(&c->lock);
	list_for_each_entry(meter, &c->meters, link)
		oa_meter_run(meter, !(meter->needs & ~c->counts),
			     c->tallies[meter->source].total, now);
}

/**
 * oa_counting_tally() - add up what sources did
 * @oa: the GPU
 * @sources: a bit each
 *
 * Any context, oa_counting.lock held, GPU awake.
 */
void oa_counting_tally(struct oa_device *oa, u64 sources)
{
	struct oa_counting *c = &oa->counting;
	unsigned long bits[BITS_TO_LONGS(64)];
	u32 source;

	lockdep_assert_held(&c->lock);
	bitmap_from_u64(bits, sources & c->used & c->counts);
	for_each_set_bit(source, bits, OA_NUM_SOURCES) {
		const u64 raw = oa_counting_raw(oa, source);

		/* Somebody let the wells go. The clock counts on: the next value is right. */
		if (source == OA_SOURCE_TIME && !raw)
			c->lost = true;
		else
			oa_tally_add(&c->tallies[source], raw);
	}
}

/**
 * oa_counting_set() - other sources count from now on
 * @oa: the GPU
 * @counts: these, a bit each
 *
 * Any context, oa_counting.lock held, GPU awake. What the unit counted so far was added up, or is
 * given up.
 */
void oa_counting_set(struct oa_device *oa, u64 counts)
{
	struct oa_counting *c = &oa->counting;
	const u64 more = counts & ~c->counts;

	lockdep_assert_held(&c->lock);
	oa_counting_tally(oa, OA_SOURCES_ALWAYS);
	c->counts = counts;
	oa_counting_rebase(oa, more);
	oa_counting_run_meters(c);
}
