// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Tallies and meters
 *
 * A register of 32 or 40 bits wraps. A tally adds up by how much the register advanced, which is
 * right if it is read more often than it can wrap. After a reset of the GPU, another owner of the
 * unit, or a time in which the register may have wrapped, the tally takes a new base, and what the
 * register did in between is not counted.
 *
 * A meter is an event's share of a tally. perf has two times for each event: enabled, and running,
 * the part of it in which the event was counted. A program that divides by the second is right even
 * where an event was not counted for a while; if it is zero, perf prints "not counted". perf itself
 * advances the running time as long as the event is scheduled. So a meter measures how long the
 * event was scheduled without being counted, and subtracts it. perf and the meter measure with
 * different clocks, a few nanoseconds apart. If nothing at all was counted, the result is exactly
 * zero, which perf's tool checks.
 */
#include <linux/math64.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/time64.h>

#include "oa_compat.h"
#include "perf/oa_perf_priv.h"

/* Return: the least time in which @bits wrap, ns. @per_ms: greatest advance in a millisecond. */
u64 oa_wrap_ns(u8 bits, u64 per_ms)
{
	/* A wider register, of 64 bits, does not wrap while a machine runs. */
	return bits <= 40 ? div64_u64((1ull << bits) * NSEC_PER_MSEC, per_ms) : U64_MAX;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wrap_ns);

/*
 * Return: the time since the last sample, ns. @ticks: advance of the low half of the GPU's clock;
 * @host_ns: the time by the kernel's clock. The GPU's clock prevails, because it runs on while a
 * virtual machine is stopped, unless it stands still, or the kernel's clock shows that its low half
 * may have wrapped.
 */
u64 oa_passed_ns(u32 ticks, u32 ticks_per_s, u64 host_ns)
{
	const u64 half = mul_u64_u32_div(1ull << 31, NSEC_PER_SEC, ticks_per_s);

	if (!ticks || host_ns >= half)
		return host_ns;
	return mul_u64_u32_div(ticks, NSEC_PER_SEC, ticks_per_s);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_passed_ns);

/* Add the register's advance. It has wrapped at most once since the last call. */
void oa_tally_add(struct oa_tally *tally, u64 raw)
{
	tally->total += (raw - tally->last) & (~0ull >> (64 - tally->bits));
	tally->last = raw;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_tally_add);

/*
 * Check whether the register was cleared since the last call. That looks like an advance by more
 * than a period allows: a sixteenth of a register of 40 bits, or half of one of 32 bits.
 */
bool oa_tally_went_back(const struct oa_tally *tally, u64 raw)
{
	const u64 advance = (raw - tally->last) & (~0ull >> (64 - tally->bits));

	return advance >> (tally->bits - (tally->bits > 32 ? 4 : 1));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_tally_went_back);

/* Start a meter. @reported: the event's running time in perf. Counts that perf lacks stay. */
void oa_meter_start(struct oa_meter *meter, bool runs, u64 total, u64 now, u64 reported)
{
	meter->runs = runs;
	meter->from = total;
	meter->since = now;
	meter->ran = 0;
	meter->idle = 0;
	meter->reported = reported;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_meter_start);

/* Bring counts and times up to now. The clock of another processor may be a little behind. */
void oa_meter_update(struct oa_meter *meter, u64 total, u64 now)
{
	const u64 passed = max(now, meter->since) - meter->since;

	if (meter->runs) {
		meter->count += total - meter->from;
		meter->ran += passed;
	} else {
		meter->idle += passed;
	}
	meter->from = total;
	meter->since += passed;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_meter_update);

/* Take all that was counted. */
u64 oa_meter_take(struct oa_meter *meter)
{
	const u64 count = meter->count;

	meter->count = 0;
	return count;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_meter_take);

/* Take whole units of what was counted. The rest stays. */
u64 oa_meter_take_units(struct oa_meter *meter, u32 unit)
{
	u32 rest;
	const u64 units = div_u64_rem(meter->count, unit, &rest);

	meter->count = rest;
	return units;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_meter_take_units);

/* Take from both meters. Return: the share of the running time, ns, that @meter has of @clocks. */
u64 oa_meter_take_time(struct oa_meter *meter, struct oa_meter *clocks)
{
	const u64 all = oa_meter_take(clocks);
	/* The two registers are read one after the other. */
	const u64 some = min(oa_meter_take(meter), all);

	return all ? mul_u64_u64_div_u64(meter->ran, some, all) : 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_meter_take_time);

/*
 * Update perf's running time. @active: all time in which the event was scheduled, less what was
 * subtracted. Return: ns, never less than before nor more than @active. It does not advance at all
 * if nothing was counted, and is @active if everything was.
 */
u64 oa_meter_sync(struct oa_meter *meter, u64 active)
{
	const u64 most = max(active, meter->reported) - meter->reported;
	/* Within a tick that is late, the scheduler's clock may show no time at all. */
	const bool counted = meter->ran || (meter->runs && !meter->idle);
	const u64 less = counted ? min(meter->idle, most) : most;

	meter->reported += most - less;
	/* The rest is subtracted next time, unless nothing was counted. */
	meter->idle = meter->ran ? meter->idle - less : 0;
	meter->ran = 0;
	return meter->reported;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_meter_sync);
