// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: What the timer writes, for a stage
 *
 * The unit is turned on for some periods of the timer and off again, and then each report in the
 * ring is looked at: whether it is there, at the right time, and as many as there were periods.
 * Nothing is looked at while the unit is on.
 *
 * Time is the GPU's. A processor that was away for longer than the ring lasts proves nothing about
 * the GPU, and the unit is then started once more.
 *
 * Facts: hardware.rst 3.14, 3.15, 4.4.
 */
#include <linux/bits.h>
#include <linux/cleanup.h>
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/math64.h>
#include <linux/string.h>

#include "formats/oa_format.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "stream/oa_ring_memory.h"
#include "stream/oa_sampling.h"
#include "stream/oa_stage_sample.h"
#include "stream/oa_stream_types.h"
#include "stream/oa_work_ioctl.h"

#define OA_STAGE_PERIODS	32
#define OA_STAGE_TRIES		3
/* How long reports of the stopped unit may take to land, all together */
#define OA_STAGE_LAND_TRIES	1000
#define OA_STAGE_LAND_US	100
/* A period of a loose timer may be longer by one part in so many. */
#define OA_STAGE_LOOSE		16

/* struct oa_stage_seen - what the timer wrote */
struct oa_stage_seen {
	/* reports that the ring must hold at least, and at most */
	u64 min, max;
	/* reports of the timer, and of other reasons */
	u32 reports, others;
	/* reports not whole in memory; reports not one period after the one before */
	u32 missing, odd;
	/* the unit goes on; the time stamp moves */
	bool on, moves;
	bool overflowed;
	/* the processor was away for longer than the ring lasts */
	bool late;
	/* the unit goes off, and writes nothing after that */
	bool stops, quiet;
};

static u64 oa_stage_period(const struct oa_stream *stream)
{
	return 2ull << stream->props.exponent;
}

static u64 oa_stage_now(const struct oa_stream *stream)
{
	return oa_ops(stream)->timestamp(stream->unit);
}

/**
 * oa_stage_say() - add to what a stage saw
 * @result: of the stage
 * @format: as for printf()
 *
 * Process context.
 */
void oa_stage_say(struct oa_stage_result *result, const char *format, ...)
{
	const size_t at = strlen(result->saw);
	va_list args;

	va_start(args, format);
	vscnprintf(result->saw + at, sizeof(result->saw) - at, format, args);
	va_end(args);
}

/* Wait for a report of the stopped unit. Return: it is whole. */
static bool oa_stage_landed(const struct oa_ring *ring, u32 offset, u32 *tries)
{
	while (!oa_ring_all_lines_landed(ring, offset)) {
		if (!*tries)
			return false;
		--*tries;
		usleep_range(OA_STAGE_LAND_US, 2 * OA_STAGE_LAND_US);
	}
	return true;
}

/* Is this the time from one report of the timer to the next? */
static bool oa_stage_is_period(const struct oa_stream *stream, u64 ticks)
{
	const u64 period = oa_stage_period(stream);

	if (stream->props.format->loose_timer)
		return ticks >= period && ticks <= period + period / OA_STAGE_LOOSE;
	return ticks == period;
}

/* With the unit stopped: look at each report that it wrote. */
static void oa_stage_look(const struct oa_stream *stream, struct oa_stage_seen *seen)
{
	const struct oa_report_format *format = stream->props.format;
	const u64 mask = GENMASK_ULL(format->timestamp_bits - 1, 0);
	const struct oa_ring *ring = &stream->ring;
	const u32 tail = oa_ring_used(ring), used = tail == OA_RING_NO_TAIL ? 0 : tail;
	u32 report[OA_REPORT_MAX_DWORDS], at, tries = OA_STAGE_LAND_TRIES;
	bool have_last = false;
	u64 last = 0, now;

	for (at = 0; at + ring->report_bytes <= used; at += ring->report_bytes) {
		if (!oa_stage_landed(ring, at, &tries)) {
			seen->missing++;
			continue;
		}
		oa_ring_copy(ring, at, report);
		if (format->rpt_id && !oa_report_is_timer(format, report)) {
			seen->others++;
			continue;
		}
		now = oa_report_timestamp(format, report);
		if (have_last && !oa_stage_is_period(stream, (now - last) & mask))
			seen->odd++;
		last = now;
		have_last = true;
		seen->reports++;
	}
}

/* With the unit stopped: neither the tail nor the memory after it changes any more. */
static bool oa_stage_quiet(const struct oa_stream *stream)
{
	const struct oa_ring *ring = &stream->ring;
	const u32 tail = ring->tail(ring->unit);
	u64 now;

	if (oa_work_wait(stream, 2 * oa_stage_period(stream), &now))
		return false;
	return tail != OA_RING_NO_TAIL && ring->tail(ring->unit) == tail &&
	       oa_ring_is_blank(ring, tail, ring->size);
}

/* Strobes between two moments: the first and last may fall on either side of them. */
static void oa_stage_expect(const struct oa_stream *stream, struct oa_stage_seen *seen, u64 before,
			    u64 after)
{
	const u64 period = oa_stage_period(stream);

	seen->min = div64_u64((before - stream->started) & OA_TIMESTAMP_MASK, period);
	seen->max = div64_u64((after - stream->starting) & OA_TIMESTAMP_MASK, period) + 1;
	if (stream->props.format->loose_timer)
		seen->min -= DIV_ROUND_UP_ULL(seen->min, OA_STAGE_LOOSE);
	/* None need come without a context. */
	if (stream->props.bare && stream->oa->platform->lrc)
		seen->min = 0;
	seen->late = seen->overflowed &&
		     seen->max >= stream->ring.size / stream->ring.report_bytes;
}

static void oa_stage_sample_once(struct oa_stream *stream, struct oa_stage_seen *seen)
{
	u64 now, before;

	lockdep_assert_held(stream->lock);
	memset(seen, 0, sizeof(*seen));
	oa_stream_start_unit(stream);
	seen->on = !(oa_ops(stream)->reset_took(stream->unit) & OA_UNIT_LOST_UNIT);
	seen->moves = !oa_work_wait(stream, OA_STAGE_PERIODS * oa_stage_period(stream), &now);
	before = oa_stage_now(stream);
	seen->stops = oa_stream_stop_unit(stream);
	seen->overflowed = oa_unit_overflowed(stream);
	oa_stage_expect(stream, seen, before, oa_stage_now(stream));
	if (!seen->stops || seen->overflowed)
		return;
	oa_stage_look(stream, seen);
	seen->quiet = oa_stage_quiet(stream);
}

/**
 * oa_stage_sample() - let the timer write some reports, and look at them
 * @stream: a stream without a file, set up and not sampling
 * @result: what was seen is added
 *
 * Process context, unit lock held, GPU present; sleeps. The unit is off afterwards; if it does not
 * stop, the device is wedged. Return: true if all was as documented.
 */
bool oa_stage_sample(struct oa_stream *stream, struct oa_stage_result *result)
{
	struct oa_stage_seen seen;
	int tries = 0;

	guard(mutex)(stream->lock);
	do
		oa_stage_sample_once(stream, &seen);
	while (seen.late && seen.stops && ++tries < OA_STAGE_TRIES);
	if (!seen.on || !seen.moves || !seen.stops) {
		oa_stage_say(result, !seen.on ? "the OA unit does not go on" :
			     !seen.moves ? "the time stamp stands still" :
			     "the OA unit does not go off");
		return false;
	}
	oa_stage_say(result, "reports %u, expected %llu to %llu, not landed %u, ", seen.reports,
		     seen.min, seen.max, seen.missing);
	oa_stage_say(result, "off the period of %llu ticks %u, of other reasons %u, ",
		     oa_stage_period(stream), seen.odd, seen.others);
	oa_stage_say(result, "overflow %s, quiet after that %s%s", seen.overflowed ? "yes" : "no",
		     seen.quiet ? "yes" : "no", seen.late ? ", the processor was away" : "");
	return seen.reports >= seen.min && seen.reports <= seen.max && !seen.missing &&
	       !seen.odd && !seen.overflowed && seen.quiet;
}
