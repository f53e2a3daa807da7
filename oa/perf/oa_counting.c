// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Counters for perf
 *
 * perf's events read counters of the OA unit, which are registers from Haswell on; before, there is
 * no PMU. Each source of counts has a tally, and each event a meter of it (oa_meter.c). An event
 * does not depend on the owner of the unit, the driver's own stream (oa_pmu_stream.c) or a user's,
 * but on what the unit counts: the unit must be on, for all contexts, and a counter that a metric
 * set programs must be programmed as the event says. Streams report when the unit is turned on and
 * off (struct oa_pmu_hooks). From that follows the mask of sources that count. When the mask
 * changes, meters start or stop, so that no event gets counts of something else.
 *
 * Counters keep their values when the unit gets another owner, but nothing relies on that: each
 * tally takes a new base.
 *
 * A reset of the GT clears counters. A counter that went back looks like one that wrapped, so the
 * unit is checked for a reset before its counters are added up. After a reset its meters stop until
 * the unit is programmed again.
 *
 * A timer samples all sources at a quarter of the shortest time in which one of them may wrap. It
 * may be late, by an SMI, by a console, in a virtual machine that was stopped. So each sample looks
 * at the clocks first: what a source counted while it may have wrapped is discarded, and its meters
 * did not run. Nothing is added while the GPU reads as all ones.
 *
 * Facts: hardware.rst 3.11, 4.2, 5.1, 5.2, 7.7.
 */
#include <linux/bitops.h>
#include <linux/lockdep.h>
#include <linux/sched/clock.h>
#include <linux/time64.h>

#include "formats/oa_flex.h"
#include "formats/oa_format.h"
#include "formats/oa_names.h"
#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "perf/oa_perf_priv.h"
#include "regs/oa_regs.h"
#include "stream/oa_stream.h"
#include "uapi/oa_uapi.h"
#include "unit/oa_unit.h"

static u64 oa_counting_raw(struct oa_device *oa, u32 source)
{
	if (source == OA_SOURCE_IRQS)
		return atomic64_read(&oa->irq->handled);
	return oa_counter_reg_read(oa->uncore, &oa->counting->regs[source]);
}

/* Check for a clock that samples may read: on Haswell i915 accesses its line of registers. */
static bool oa_counting_has_clock(const struct oa_device *oa)
{
	return !oa->counting->leased || oa->platform->flex;
}

/* Check for a GPU that fell off the bus or has no power: it reads as all ones. */
static bool oa_counting_is_gone(struct oa_device *oa)
{
	return oa_counting_has_clock(oa) &&
	       oa_read32(oa->uncore, RCS_TIMESTAMP_LO) == ~0u &&
	       oa_read32(oa->uncore, RCS_TIMESTAMP_HI) == ~0u;
}

/* Rebase tallies: no event gets what their sources counted since the last sample. GPU awake. */
static void oa_counting_rebase(struct oa_device *oa, u64 sources)
{
	struct oa_counting *c = oa->counting;
	u32 source;

	lockdep_assert_held(&c->lock);
	oa_for_each_source(source, sources & c->used)
		c->tallies[source].last = oa_counting_raw(oa, source);
}

/* Start or stop each meter: it runs if all sources that it needs count. */
static void oa_counting_run_meters(struct oa_counting *c)
{
	const u64 now = local_clock();
	struct oa_meter *meter;

	lockdep_assert_held(&c->lock);
	list_for_each_entry(meter, &c->meters, link) {
		oa_meter_update(meter, c->tallies[meter->source].total, now);
		meter->runs = !(meter->needs & ~c->counts);
	}
}

/* Add up what sources counted since the last sample. GPU awake. */
static void oa_counting_tally(struct oa_device *oa, u64 sources)
{
	struct oa_counting *c = oa->counting;
	u32 source;

	lockdep_assert_held(&c->lock);
	oa_for_each_source(source, sources & c->used & c->counts) {
		const u64 raw = oa_counting_raw(oa, source);

		/*
		 * A clock of 0 means that its power domain was released, and any register of all
		 * ones that the GPU may be gone. The next value is right.
		 */
		if (source == OA_SOURCE_TIME && !raw)
			c->lost = true;
		else if (raw != ~0ull >> (64 - c->tallies[source].bits))
			oa_tally_add(&c->tallies[source], raw);
	}
}

/*
 * Set the sources that count from now on: none if the GPU is gone. GPU awake. Counts of the unit
 * that were not added up before are discarded.
 */
static void oa_counting_switch(struct oa_device *oa, u64 counts)
{
	struct oa_counting *c = oa->counting;
	u64 more;

	lockdep_assert_held(&c->lock);
	if (oa_counting_is_gone(oa))
		counts = 0;
	else
		oa_counting_tally(oa, OA_SOURCES_ALWAYS);
	more = counts & ~c->counts;
	c->counts = counts;
	oa_counting_rebase(oa, more);
	oa_counting_run_meters(c);
}

/* Thread slots of an EU, rounded up: hardware.rst 5.7 */
#define OA_MAX_EU_THREADS	8u

/* Return: a source's greatest advance in a render clock. If no document limits it: all EUs' sum. */
static u32 oa_source_most(const struct oa_device *oa, u32 source)
{
	const struct oa_name *name = oa_name_find(oa->platform->counters, oa_source_field(source),
						  oa_source_number(source));
	const u32 eus = oa_topology_eus(oa->topology);

	switch (name ? name->most : OA_MOST_UNKNOWN) {
	case OA_MOST_CLOCK:
		return 1;
	case OA_MOST_THREAD:
		return eus * OA_MAX_EU_THREADS;
	default:
		return eus;
	}
}

/* Return: by how much a source can advance in a millisecond. */
static u64 oa_source_per_ms(const struct oa_device *oa, u32 source, u32 mhz)
{
	if (source == OA_SOURCE_TIME)
		return DIV_ROUND_UP(oa->timestamp_hz, MSEC_PER_SEC);
	return (u64)oa_source_most(oa, source) * mhz * 1000;
}

/* Find the sources that the platform has, their registers, and how soon these wrap. */
void oa_counting_find_sources(struct oa_device *oa)
{
	/* Under a lease the frequencies are i915's. */
	const u32 known = oa->rps ? oa_rps_bound_mhz(oa->rps, OA_RPS_MAX) : 0;
	const u32 mhz = known ?: OA_FASTEST_MHZ;
	struct oa_counting *c = oa->counting;
	u32 source;

	c->tallies[OA_SOURCE_IRQS].bits = 64;
	c->tallies[OA_SOURCE_IRQS].wrap_ns = U64_MAX;
	c->available = BIT_ULL(OA_SOURCE_IRQS);
	for (source = 0; source < OA_NUM_COUNTERS; source++) {
		if (!oa_counter_reg_find(oa->platform->counter_regs, oa_source_field(source),
					 oa_source_number(source), &c->regs[source]))
			continue;
		c->tallies[source].bits = c->regs[source].bits;
		c->tallies[source].wrap_ns = oa_wrap_ns(c->regs[source].bits,
							oa_source_per_ms(oa, source, mhz));
		c->available |= BIT_ULL(source);
	}
}

/**
 * DOC: The metric set for perf
 *
 * The set that oa-dump calls "tree": each B counter counts clocks and, from Gen8 on, the flexible
 * counters count the events of the tree of EU time. A user's set may make these counters count
 * something else. The event eu-active, for one, must not be counted then. Other A counters, and
 * GPU_TICKS, are the same in every set.
 *
 * Facts: hardware.rst 3.9, 3.10, 3.12, 5.4, 5.5.
 */

/* Source NOA, input 0 alone, compared for "not less than 0": true in each clock */
#define OA_CEC_CLOCKS_0		0x00000003
#define OA_CEC_CLOCKS_1		0x0000fffe
/* Bits of a flexible event in its register */
#define OA_FLEX_EVENT_BITS	12
#define OA_FLEX_EVENT_MASK	GENMASK(OA_FLEX_EVENT_BITS - 1, 0)

/* Allocate the metric set for perf, which is not in the registry. */
struct oa_config *oa_perf_config_new(const struct oa_platform *platform)
{
	struct oa_config *set = oa_config_new("00000000-0000-0000-0000-000000000000");
	u32 i;

	if (!set || oa_config_alloc_list(&set->set.boolean, 2 * OA_MAX_B) ||
	    (platform->flex && oa_config_alloc_list(&set->set.flex, OA_FLEX_NUM_REGS))) {
		oa_config_put(set);
		return NULL;
	}
	for (i = 0; i < set->set.boolean.count; i++)
		set->set.boolean.regs[i] = (struct oa_reg_value) {
			HSW_CEC0_0 + 4 * i, i % 2 ? OA_CEC_CLOCKS_1 : OA_CEC_CLOCKS_0
		};
	for (i = 0; i < set->set.flex.count; i++)
		set->set.flex.regs[i] = (struct oa_reg_value) {
			oa_flex_regs[i], oa_tree_flex_register(platform->counters, i)
		};
	return set;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_perf_config_new);

/* Return: the value that a list writes last to a register, -1 if it does not write it. */
static s64 oa_counting_written(const struct oa_reg_list *list, u32 offset)
{
	u32 i = list->count;

	while (i--)
		if (list->regs[i].offset == offset)
			return list->regs[i].value;
	return -1;
}

/* Compare a register. One that neither set writes has the same value with both. */
static bool oa_counting_same(const struct oa_config *a, const struct oa_config *b, u32 offset)
{
	return oa_counting_written(&a->set.boolean, offset) ==
	       oa_counting_written(&b->set.boolean, offset);
}

/*
 * Check that a start trigger is off: its threshold is zero, and its control is not written or has
 * the value that metric sets write.
 */
static bool oa_counting_trigger_off(const struct oa_config *set, u32 threshold, u32 control)
{
	const s64 value = oa_counting_written(&set->set.boolean, control) &
			  ~(s64)OASTARTTRIG2_EVENT_SELECT;

	if (oa_counting_written(&set->set.boolean, threshold) > 0)
		return false;
	return oa_counting_written(&set->set.boolean, control) <= 0 ||
	       value == OASTARTTRIG2_THRESHOLD_ENABLE;
}

/* Return: the B counters that count the same with both sets. A start trigger may delay them. */
static u64 oa_counting_common_b(const struct oa_config *own, const struct oa_config *other)
{
	u64 mask = 0;
	u32 n;

	if (!oa_counting_trigger_off(other, OASTARTTRIG1, OASTARTTRIG2) ||
	    !oa_counting_trigger_off(other, OASTARTTRIG5, OASTARTTRIG6))
		return 0;
	for (n = 0; n < OA_MAX_B; n++)
		if (oa_counting_same(own, other, HSW_CEC0_0 + 8 * n) &&
		    oa_counting_same(own, other, HSW_CEC0_0 + 8 * n + 4))
			mask |= BIT_ULL(OA_SOURCE_B0 + n);
	return mask;
}

/*
 * Return: the flexible event @n of a set. A flex register that a set does not write is zero,
 * because commands in each context write all of them.
 */
static u32 oa_counting_flex_event(const struct oa_config *set, u32 n)
{
	const s64 value = oa_counting_written(&set->set.flex, oa_flex_regs[n / 2]);

	return value < 0 ? 0 : (value >> (n % 2 * OA_FLEX_EVENT_BITS)) &
				  OA_FLEX_EVENT_MASK;
}

/* Return: the A counters that count the same with both sets. */
static u64 oa_counting_common_a(const struct oa_platform *platform, const struct oa_config *own,
				const struct oa_config *other)
{
	u64 mask = GENMASK_ULL(OA_SOURCE_A0 + OA_MAX_A - 1, OA_SOURCE_A0);
	u32 n;

	for (n = 0; platform->flex && n < OA_NUM_FLEX_EVENTS; n++)
		if (oa_counting_flex_event(own, n) != oa_counting_flex_event(other, n))
			mask &= ~BIT_ULL(OA_SOURCE_A0 + OA_FLEX_FIRST + n);
	return mask;
}

/* Return: the sources that count the same with @other as with @own, the set for perf. */
u64 oa_perf_config_common(const struct oa_platform *platform, const struct oa_config *own,
			  const struct oa_config *other)
{
	return OA_SOURCES_ALWAYS | BIT_ULL(OA_SOURCE_TICKS) |
	       oa_counting_common_a(platform, own, other) | oa_counting_common_b(own, other);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_perf_config_common);

/**
 * DOC: A leased unit
 *
 * Under a lease (oa_lease.c) the unit is i915's, whose stream keeps it on. i915 may turn it off,
 * restart it or write another metric set at any time, and no event announces this. So a sample
 * reads the unit's controls both before and after the counters, and is dropped if they show that
 * the unit does not count: the time since the last sample is then not counted. An engine reset
 * clears OACTXCONTROL until the next context is loaded, and does not change counters. A reset of
 * the GT clears both controls and the counters.
 *
 * A unit that was off between two samples, and is on again, looks like one that counted. If its
 * counters were kept, no count is wrong, but up to a period of time counts as running. If they were
 * cleared, a counter seems to have advanced by the rest of its range, which mostly is more than a
 * period allows: a sixteenth of a range of 40 bits, half of one of 32 bits. A sum over EUs takes
 * 40 % of the latter. Only a counter that had less than that left in its range hides the clearing.
 * This takes a reset of the GT, and a stream started again, within one period.
 */

/*
 * Decide what becomes of a sample. Pure. @counted: the sample before counted; @lost_before,
 * @lost_after: OA_UNIT_LOST_* bits around the reads of the counters; @back: a counter went back.
 */
enum oa_leased_verdict oa_leased_decide(bool counted, u32 lost_before, u32 lost_after, bool back)
{
	if (lost_before || lost_after || (counted && back))
		return OA_LEASED_DROP;
	return counted ? OA_LEASED_COUNT : OA_LEASED_REBASE;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_leased_decide);

/* Return: OA_UNIT_LOST_* bits. LOST_CONTEXT also if a Haswell unit counts a single context. */
static u32 oa_leased_lost(struct oa_device *oa)
{
	u32 lost = oa->platform->unit->reset_cleared(oa->unit);

	if (!oa->platform->flex &&
	    oa_read32(oa->uncore, GEN7_OACONTROL) & GEN7_OACONTROL_CTX_ENABLE)
		lost |= OA_UNIT_LOST_CONTEXT;
	return lost;
}

/* Read register @i of the triggers: those of starts, then those of reports. */
static u32 oa_leased_trigger(struct oa_device *oa, u32 i)
{
	return oa_read32(oa->uncore, (i < OA_NUM_TRIGGERS / 2 ? OASTARTTRIG1 : OAREPORTTRIG1) +
			 i % (OA_NUM_TRIGGERS / 2) * 4);
}

/*
 * Check for signs of another metric set: custom events that are not those of the set for perf, or
 * triggers, which most sets write, that changed since the lease began. The flexible events are
 * in contexts and can't be read, nor can the mux. So a set that has no such sign goes unnoticed:
 * pmu.rst, A lease of a stream of i915's.
 */
static bool oa_leased_has_set(struct oa_device *oa)
{
	const struct oa_reg_list *list = &oa->counting->set->set.boolean;
	u32 i;

	if (!oa->counting->tree)
		return false;
	for (i = 0; oa->platform->flex && i < OA_NUM_TRIGGERS; i++)
		if (oa_leased_trigger(oa, i) != oa->counting->triggers[i])
			return false;
	for (i = 0; i < list->count; i++)
		if (oa_read32(oa->uncore, list->regs[i].offset) != list->regs[i].value)
			return false;
	return true;
}

/* Return: the sources that count what events say. With an unknown set: those no set changes. */
static u64 oa_leased_counts(struct oa_device *oa)
{
	u64 mask = GENMASK_ULL(OA_SOURCE_A0 + OA_MAX_A - 1, OA_SOURCE_A0) |
		   BIT_ULL(OA_SOURCE_TICKS) | OA_SOURCES_ALWAYS;

	if (oa_leased_has_set(oa))
		return mask | GENMASK_ULL(OA_SOURCE_B0 + OA_MAX_B - 1, OA_SOURCE_B0);
	if (oa->platform->flex)
		mask &= ~(GENMASK_ULL(OA_NUM_FLEX_EVENTS - 1, 0) << OA_FLEX_FIRST);
	return mask;
}

/* Discard what was counted since the last sample. Its time passes as not counted. */
static void oa_leased_drop(struct oa_device *oa)
{
	struct oa_counting *c = oa->counting;
	struct oa_meter *meter;

	list_for_each_entry(meter, &c->meters, link)
		if (meter->needs & ~OA_SOURCES_ALWAYS)
			meter->runs = false;
	oa_counting_switch(oa, OA_SOURCES_ALWAYS);
}

/* Add up, or drop, a sample. Nothing is added before all is read, since it may be dropped. */
static void oa_leased_add(struct oa_device *oa, u64 sources)
{
	struct oa_counting *c = oa->counting;
	const bool counted = c->counts & ~OA_SOURCES_ALWAYS;
	const u64 added = sources & c->used & c->counts;
	const u32 before = oa_leased_lost(oa);
	u64 raw[OA_NUM_SOURCES];
	bool back = false;
	u32 source;

	oa_for_each_source(source, added) {
		raw[source] = oa_counting_raw(oa, source);
		back |= oa_tally_went_back(&c->tallies[source], raw[source]);
	}
	switch (oa_leased_decide(counted, before, oa_leased_lost(oa), back)) {
	case OA_LEASED_DROP:
		oa_leased_drop(oa);
		break;
	case OA_LEASED_REBASE:
		oa_counting_switch(oa, oa_leased_counts(oa));
		break;
	case OA_LEASED_COUNT:
		oa_for_each_source(source, added)
			oa_tally_add(&c->tallies[source], raw[source]);
		/* The metric set may have changed. Meters may start only when all is added up. */
		if (sources == ~0ull)
			oa_counting_switch(oa, oa_leased_counts(oa));
		break;
	}
}

/*
 * Count by reading a unit that i915 owns. The metric set of i915's stream is the one for perf if
 * @tree is set. Process context, after oa_counting_init(), before the PMU is registered. The driver
 * then opens no stream of its own.
 */
void oa_counting_attach_lease(struct oa_device *oa, bool tree)
{
	u32 i;

	oa->counting->leased = true;
	oa->counting->tree = tree;
	for (i = 0; oa->platform->flex && i < OA_NUM_TRIGGERS; i++)
		oa->counting->triggers[i] = oa_leased_trigger(oa, i);
}

static struct oa_instant oa_counting_now(struct oa_device *oa)
{
	return (struct oa_instant) {
		oa_counting_has_clock(oa) ? oa_read32(oa->uncore, RCS_TIMESTAMP_LO) : 0,
		local_clock()
	};
}

/* Return: the sources that may have wrapped since all were sampled last. */
static u64 oa_counting_late(const struct oa_counting *c, const struct oa_instant *now)
{
	/* Another processor's clock may be a little behind, and a sleeping GPU's clock reads 0. */
	const u64 host = max(now->ns, c->sampled.ns) - c->sampled.ns;
	const u64 passed = oa_passed_ns(now->tick ? now->tick - c->sampled.tick : 0,
					c->oa->timestamp_hz, host);
	u64 late = 0;
	u32 source;

	oa_for_each_source(source, c->used & c->counts)
		if (passed >= c->tallies[source].wrap_ns)
			late |= BIT_ULL(source);
	return late;
}

/*
 * Discard what @late sources counted since the last sample, and add up the others. The time passes
 * as not counted for each meter that needs one of them.
 */
static void oa_counting_drop(struct oa_device *oa, u64 late)
{
	struct oa_counting *c = oa->counting;
	struct oa_meter *meter;

	list_for_each_entry(meter, &c->meters, link)
		if (meter->needs & late)
			meter->runs = false;
	oa_counting_rebase(oa, late);
	oa_counting_tally(oa, ~late);
	oa_counting_run_meters(c);
}

/* Add up @sources of a unit that is the driver's, unless a reset was found. */
static void oa_counting_add_own(struct oa_device *oa, u64 sources, u64 late)
{
	struct oa_counting *c = oa->counting;
	const bool reset = sources & c->used & c->counts & ~OA_SOURCES_ALWAYS &&
			   oa->platform->unit->reset_cleared(oa->unit);

	if (late)
		oa_counting_drop(oa, reset ? ~0ull : late);
	if (reset) {
		c->lost = true;
		oa_counting_switch(oa, OA_SOURCES_ALWAYS);
	}
	oa_counting_tally(oa, sources);
}

/*
 * Return: false if the GPU is gone. Then no source counts, and those without the unit do again once
 * the GPU is back. The work item programs the unit anew.
 */
static bool oa_counting_is_there(struct oa_device *oa)
{
	struct oa_counting *c = oa->counting;
	const bool gone = oa_counting_is_gone(oa);

	if (gone != !c->counts) {
		oa_counting_switch(oa, OA_SOURCES_ALWAYS);
		c->lost |= !gone;
	}
	return !gone;
}

/*
 * Sample: add up @sources, or all if one of them may have wrapped. Nothing is added while the GPU
 * is gone, nor by a leased unit that does not count.
 */
static void oa_counting_add(struct oa_device *oa, u64 sources)
{
	struct oa_counting *c = oa->counting;
	struct oa_instant now;
	u64 late;

	lockdep_assert_held(&c->lock);
	if (!c->awake)
		return;
	if (!oa_counting_is_there(oa))
		return;
	now = oa_counting_now(oa);
	late = oa_counting_late(c, &now);
	if (late)
		sources = ~0ull;
	if (sources == ~0ull)
		c->sampled = now;
	if (!c->leased) {
		oa_counting_add_own(oa, sources, late);
		return;
	}
	if (late)
		oa_counting_drop(oa, ~0ull);
	oa_leased_add(oa, sources);
}

/*
 * Count after the unit was turned on, or another metric set was written. Stream lock and forcewake
 * held; may be called again. A unit that counts a single context is of no use to perf.
 */
void oa_counting_on(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	struct oa_counting *c = oa->counting;
	u64 counts = OA_SOURCES_ALWAYS;

	if (!c->set)
		return;
	if (!stream->ctx && !stream->config_missing)
		counts |= oa_perf_config_common(oa->platform, c->set, stream->config);
	guard(oa_counting)(c);
	c->lost = false;
	if (c->awake)
		oa_counting_switch(oa, counts);
}

/* Add up before the unit is turned off, or gets another metric set. Forcewake held. */
void oa_counting_off(struct oa_device *oa)
{
	struct oa_counting *c = oa->counting;

	/* If it wakes meanwhile, no source of the unit counts before the unit is turned on. */
	if (!READ_ONCE(c->awake))
		return;
	guard(oa_counting)(c);
	oa_counting_add(oa, ~0ull);
	if (c->awake)
		oa_counting_switch(oa, OA_SOURCES_ALWAYS);
}

/* Discard what the unit counted since the last sample, after a reset. */
void oa_counting_reset(struct oa_device *oa)
{
	struct oa_counting *c = oa->counting;

	guard(oa_counting)(c);
	if (c->awake)
		oa_counting_switch(oa, OA_SOURCES_ALWAYS);
}

/* Enable reads of registers. Forcewake of the counters held. */
void oa_counting_wake(struct oa_device *oa)
{
	struct oa_counting *c = oa->counting;

	guard(oa_counting)(c);
	c->awake = true;
	c->sampled = oa_counting_now(oa);
	oa_counting_switch(oa, OA_SOURCES_ALWAYS);
}

/* Add up a last time, and disable reads of registers. Forcewake of the counters held, unit off. */
void oa_counting_sleep(struct oa_device *oa)
{
	struct oa_counting *c = oa->counting;

	guard(oa_counting)(c);
	oa_counting_add(oa, ~0ull);
	oa_counting_switch(oa, 0);
	c->awake = false;
}

/*
 * Add or remove a reader of a source. All others are sampled before, since a new reader starts the
 * timer again: a program that opens many events would else put off their sample until they wrap.
 */
void oa_counting_use(struct oa_device *oa, u32 source, bool use)
{
	struct oa_counting *c = oa->counting;

	lockdep_assert_held(&oa->unit_lock);
	guard(oa_counting)(c);
	if (use)
		oa_counting_add(oa, ~0ull);
	if (use && !c->users[source]++) {
		c->used |= BIT_ULL(source);
		if (c->awake)
			oa_counting_rebase(oa, BIT_ULL(source));
	} else if (!use && !--c->users[source]) {
		c->used &= ~BIT_ULL(source);
	}
}

/* Add up all used sources. Any context. Return: false if a reset was found since the last call. */
bool oa_counting_sample(struct oa_device *oa)
{
	struct oa_counting *c = oa->counting;
	bool lost;

	guard(oa_counting)(c);
	oa_counting_add(oa, ~0ull);
	lost = c->lost;
	c->lost = false;
	return !lost;
}

/* Start the meter of an event that is scheduled. Any context. @reported: see oa_meter_start(). */
void oa_counting_start(struct oa_device *oa, struct oa_meter *meter, u64 reported)
{
	struct oa_counting *c = oa->counting;

	guard(oa_counting)(c);
	oa_counting_add(oa, BIT_ULL(meter->source));
	oa_meter_start(meter, !(meter->needs & ~c->counts), c->tallies[meter->source].total,
		       local_clock(), reported);
	list_add(&meter->link, &c->meters);
}

/* Bring a started meter up to now. Any context. The caller reads it before it drops the lock. */
void oa_counting_update(struct oa_device *oa, struct oa_meter *meter)
{
	struct oa_counting *c = oa->counting;

	lockdep_assert_held(&c->lock);
	oa_counting_add(oa, BIT_ULL(meter->source));
	oa_meter_update(meter, c->tallies[meter->source].total, local_clock());
}

/* Stop the meter of an event that is descheduled, brought up to now. Any context. */
void oa_counting_stop(struct oa_device *oa, struct oa_meter *meter)
{
	guard(oa_counting)(oa->counting);
	oa_counting_update(oa, meter);
	list_del(&meter->link);
}
