// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Tallies and meters
 *
 * A register of 32 or 40 bits wraps; a tally adds up by how much it advanced, which is right as
 * long as somebody looks more often than it can wrap. When what the register says may have
 * changed by other means, such as a reset or another owner of the unit, the tally takes a new
 * base, and what happened in between is counted by nobody.
 *
 * A meter is a reader's share of a tally. perf has two clocks for each event: how long it was
 * enabled, and how long of that it was counted. Whoever divides by the second is right even
 * where an event was not counted for a while, and where that clock stands still perf says "not
 * counted". perf itself keeps the second clock going as long as the event is scheduled. So a
 * meter measures how long the event was scheduled without being counted, and takes this off.
 * The two measure with different clocks, a few nanoseconds apart: where nothing at all was
 * counted the result is exact, since perf's tool looks for zero.
 */
#include <linux/math64.h>
#include <linux/minmax.h>

#include "oa_compat.h"
#include "perf/oa_perf_priv.h"

/**
 * oa_tally_rebase() - go on from another value of the register
 * @tally: the tally
 * @raw: the register's value
 */
void oa_tally_rebase(struct oa_tally *tally, u64 raw)
{
	tally->last = raw;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_tally_rebase);

/**
 * oa_tally_add() - add by how much the register advanced
 * @tally: the tally
 * @raw: the register's value; it has wrapped at most once since the last one
 */
void oa_tally_add(struct oa_tally *tally, u64 raw)
{
	tally->total += (raw - tally->last) & (~0ull >> (64 - tally->bits));
	tally->last = raw;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_tally_add);

/**
 * oa_meter_start() - the reader's event is scheduled
 * @meter: the meter, @source and @needs set
 * @runs: it is counted
 * @total: of the tally
 * @now: time, ns
 * @told: running time that perf has for it
 *
 * What was counted and not taken stays.
 */
void oa_meter_start(struct oa_meter *meter, bool runs, u64 total, u64 now, u64 told)
{
	meter->runs = runs;
	meter->from = total;
	meter->since = now;
	meter->ran = 0;
	meter->idle = 0;
	meter->told = told;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_meter_start);

/**
 * oa_meter_update() - bring counts and times up to now
 * @meter: the meter, started
 * @total: of the tally
 * @now: time, ns; the clock of another processor may be a little behind
 */
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

/**
 * oa_meter_run() - from now on it is counted, or not
 * @meter: the meter, started
 * @runs: it is
 * @total: of the tally
 * @now: time, ns
 */
void oa_meter_run(struct oa_meter *meter, bool runs, u64 total, u64 now)
{
	oa_meter_update(meter, total, now);
	meter->runs = runs;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_meter_run);

/**
 * oa_meter_void() - the last part of the time was not counted, as it turns out
 * @meter: the meter, brought up to now
 * @ns: how long it was; what the reader was told already is not taken back
 */
void oa_meter_void(struct oa_meter *meter, u64 ns)
{
	const u64 part = min(ns, meter->ran);

	meter->ran -= part;
	meter->idle += part;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_meter_void);

/**
 * oa_meter_take() - what was counted since it was taken last
 * @meter: the meter, brought up to now
 */
u64 oa_meter_take(struct oa_meter *meter)
{
	const u64 count = meter->count;

	meter->count = 0;
	return count;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_meter_take);

/**
 * oa_meter_take_units() - whole units of what was counted since they were taken last
 * @meter: the meter, brought up to now
 * @unit: how many counts make one, not 0
 *
 * What is less than a unit stays.
 */
u64 oa_meter_take_units(struct oa_meter *meter, u32 unit)
{
	u32 rest;
	const u64 units = div_u64_rem(meter->count, unit, &rest);

	meter->count = rest;
	return units;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_meter_take_units);

/**
 * oa_meter_take_time() - for how long was something the case, while it was counted?
 * @meter: of the clocks in which it was; brought up to now, and the reader not yet told
 * @clocks: of all clocks, brought up to now
 *
 * Takes from both. The share of clocks is taken for the share of time. Return: ns.
 */
u64 oa_meter_take_time(struct oa_meter *meter, struct oa_meter *clocks)
{
	const u64 all = oa_meter_take(clocks);
	/* The two registers are read one after the other. */
	const u64 some = min(oa_meter_take(meter), all);

	return all ? mul_u64_u64_div_u64(meter->ran, some, all) : 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_meter_take_time);

/**
 * oa_meter_tell() - how long was it counted?
 * @meter: the meter, brought up to now
 * @active: what perf would say, ns: all time in which it was scheduled, less what was taken off
 *
 * Return: running time, ns; never less than was told before, nor more than @active. It does not
 * advance at all if nothing was counted, and is @active if everything was.
 */
u64 oa_meter_tell(struct oa_meter *meter, u64 active)
{
	const u64 most = max(active, meter->told) - meter->told;
	const u64 less = meter->ran || !meter->idle ? min(meter->idle, most) : most;

	meter->told += most - less;
	/* What could not be taken off is taken off next time, but not if all was. */
	meter->idle = meter->ran ? meter->idle - less : 0;
	meter->ran = 0;
	return meter->told;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_meter_tell);
