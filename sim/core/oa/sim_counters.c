// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Counters of the simulated GPU
 *
 * Counters are sums over render clocks, whose frequency changes from segment to segment
 * of the activity. The rate of each counter is in the generation's own file.
 *
 * B counters count the events of their CEC registers, clock by clock. The event inputs
 * repeat every six clocks, so an interval is counted in closed form.
 *
 * Facts: hardware.rst 3.9, 3.10, 5.5. Choices where it is silent ([MODEL]):
 * the input pattern (from hardware.rst 5.5), CECn-1[31:16]
 * ignored, an all-zero CEC pair gives no event; counters keep their values over
 * disable and enable.
 */
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "sim/core/sim_model.h"

#define SIM_ALWAYS_TICKS	(1000ull << 17)	/* a thousand segments */
#define SIM_STARTTRIG_BLOCK	0x10	/* from OASTARTTRIG1 to OASTARTTRIG5 */

/* The render engine has a clock while its forcewake domain, or a context, keeps it awake. */
bool sim_clocked(const struct oa_sim_gpu *gpu)
{
	return sim_rcs(gpu)->ctx_active || sim_render_awake(gpu);
}

/* Input 3 toggles each clock, inputs 5:4 count to three. */
static u16 sim_inputs(const struct oa_sim_gpu *gpu, u32 phase)
{
	return gpu->platform->counters->noa(gpu) ? (phase % 2) << 3 | (phase % 3) << 4 : 0;
}

static bool sim_compare(u32 function, u16 bits, u16 value, u16 considered)
{
	switch (function) {
	case 0:
		return (u16)~(bits ^ value) & considered;
	case 1:
		return bits > value;
	case 2:
		return bits == value;
	case 3:
		return bits >= value;
	case 4:
		return bits < value;
	case 5:
		return bits != value;
	case 6:
		return bits <= value;
	default:
		return true;
	}
}

static bool sim_event(const struct oa_sim_gpu *gpu, u32 n, u16 inputs, bool previous)
{
	const u32 *cec = gpu->store + gpu->platform->counters->cec / 4 + 2 * n;
	u32 cec0 = cec[0], cec1 = cec[1];
	u16 considered = ~(cec1 & CEC_INPUT_MASK);

	if (!cec0 && !cec1)
		return false;
	/* Source 1 is the event of the previous counter. */
	if (FIELD_GET(CEC_SOURCE_MASK, cec0) == 1)
		inputs = previous;
	return sim_compare(cec0 & CEC_COMPARE_MASK, inputs & considered,
			   FIELD_GET(CEC_VALUE_MASK, cec0), considered);
}

static void sim_update_events(struct oa_sim_gpu *gpu)
{
	struct sim_counters *c = &gpu->counters;
	u32 phase, n;
	bool previous;

	memset(c->events, 0, sizeof(c->events));
	for (phase = 0; phase < SIM_PHASES; phase++) {
		previous = false;
		for (n = 0; n < gpu->platform->counters->num_b; n++) {
			previous = sim_event(gpu, n, sim_inputs(gpu, phase), previous);
			if (previous)
				c->events[n] |= BIT(phase);
		}
	}
	c->events_valid = true;
}

/*
 * Number of times that an event is true in @clocks clocks from phase 0 on; @pattern has a bit for
 * each phase of the inputs.
 */
u64 sim_events_until(u8 pattern, u64 clocks)
{
	u32 rest;
	u64 periods = div_u64_rem(clocks, SIM_PHASES, &rest);

	return periods * hweight8(pattern) + hweight8(pattern & (BIT(rest) - 1));
}

/*
 * Advance a counter; it overflows when @bit changes: A and C counters where they wrap, B counters
 * on any change of bit 31 (erratum, OASTATUS1 bit 2).
 */
void sim_add(struct sim_counters *c, u64 *counter, u64 events, u32 bit)
{
	u64 old = *counter;

	*counter += events;
	if ((*counter ^ old) >> bit)
		c->overflow = true;
}

static void sim_count_bc(struct oa_sim_gpu *gpu, u64 from, u64 to, u32 busy)
{
	struct sim_counters *c = &gpu->counters;
	u32 n;

	/* The first trigger to fire starts B and C; A is not gated (erratum, hardware.rst 3.9). */
	from = max(from, min(c->start_clocks[0], c->start_clocks[1]));
	if (from >= to)
		return;
	for (n = 0; n < gpu->platform->counters->num_b; n++)
		if (c->events[n] && !(gpu->quirks.b_counters >> n & 1))
			sim_add(c, &c->b[n], sim_events_until(c->events[n], to) -
				sim_events_until(c->events[n], from), 31);
	gpu->platform->counters->add_c(gpu, to - from, busy);
}

/* Parts in a whole clock: kHz x ns is 10^-6, and freq_khz_x3 is three times the unit. */
static u64 sim_whole_clock(const struct sim_platform *p)
{
	return 3000000ull * p->tick_den;
}

static u64 sim_parts(const struct sim_platform *p, u64 ticks, u32 unit)
{
	return ticks * unit * p->freq_khz_x3 * p->tick_num;
}

/* Clocks in a stretch of time. The remainder is kept, so sums do not depend on the division. */
static u64 sim_clocks(struct oa_sim_gpu *gpu, u64 ticks, u32 unit)
{
	const u64 whole = sim_whole_clock(gpu->platform);
	u64 clocks;

	gpu->counters.part += sim_parts(gpu->platform, ticks, unit);
	clocks = div64_u64(gpu->counters.part, whole);
	gpu->counters.part -= clocks * whole;
	return clocks;
}

static void sim_count_span(struct oa_sim_gpu *gpu, const struct sim_segment *s, u64 ticks)
{
	const struct sim_platform *p = gpu->platform;
	struct sim_counters *c = &gpu->counters;
	u64 clocks, from = c->clocks;

	/* Without a clock all counters stand still and keep their values. */
	if (!sim_clocked(gpu))
		return;
	clocks = sim_clocks(gpu, ticks, s->unit);
	c->clocks += clocks;
	if (p->counters->always)
		p->counters->always(gpu, clocks, s->busy);
	if (!p->oa->counting(gpu, s->ccid))
		return;
	p->counters->add_a(gpu, clocks, s->busy);
	sim_count_bc(gpu, from, c->clocks, s->busy);
}

/* Check whether every start trigger has fired or never will. */
static bool sim_started(const struct sim_counters *c)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(c->start_clocks); i++)
		if (c->start_clocks[i] != ~0ull && c->clocks < c->start_clocks[i])
			return false;
	return true;
}

/*
 * Find the advance of the counters from strobe to strobe of this segment; the events are known.
 * Return: false if it is not constant: without a clock, or while a start trigger has yet to fire.
 */
bool sim_pace(struct oa_sim_gpu *gpu, u64 ticks, struct sim_pace *pace)
{
	const struct sim_platform *p = gpu->platform;
	struct sim_counters *c = &gpu->counters;
	struct sim_segment s = sim_segment(gpu, c->tick);
	u32 n;

	if (!c->events_valid || !sim_clocked(gpu) || !sim_started(c) ||
	    (sim_work_followed(gpu) && gpu->work.now.end))
		return false;
	pace->whole = sim_whole_clock(p);
	pace->clocks = div64_u64_rem(sim_parts(p, ticks, s.unit), pace->whole, &pace->part);
	memset(&pace->step, 0, sizeof(pace->step));
	pace->counting = p->oa->counting(gpu, s.ccid);
	if (!pace->counting)
		return true;
	/* Let the generation add one clock; the difference is the step. */
	pace->now = *c;
	p->counters->add_a(gpu, 1, s.busy);
	p->counters->add_c(gpu, 1, s.busy);
	for (n = 0; n < SIM_NUM_A; n++)
		pace->step.a[n] = c->a[n] - pace->now.a[n];
	for (n = 0; n < SIM_NUM_C; n++)
		pace->step.c[n] = c->c[n] - pace->now.c[n];
	*c = pace->now;
	return true;
}

/* A counter as reports show it; @kind: 'A', 'B' or 'C' */
u64 sim_counter(const struct oa_sim_gpu *gpu, char kind, u32 n)
{
	const struct sim_counters *c = &gpu->counters;

	switch (kind) {
	case 'A':
		return c->a[n] >> SIM_FRACTION_BITS;
	case 'B':
		return c->b[n];
	default:
		return c->c[n] >> SIM_FRACTION_BITS;
	}
}

/* Skip time in which nothing is counted; statistics registers still follow work. */
static void sim_skip(struct oa_sim_gpu *gpu, u64 tick)
{
	sim_work_pass(gpu, tick);
	sim_work_passed(gpu, tick);
	gpu->counters.tick = tick;
}

/**
 * sim_ticks_of_clocks() - duration of render clocks at the present frequency
 * @gpu: the GPU, locked, counted up to now
 * @clocks: number of clocks, less than 2^40
 */
u64 sim_ticks_of_clocks(const struct oa_sim_gpu *gpu, u64 clocks)
{
	const struct sim_platform *p = gpu->platform;

	return div64_u64(clocks * sim_whole_clock(p),
			 sim_parts(p, 1, sim_frequency(gpu, gpu->counters.tick)));
}

/* Count up to a time stamp. */
void sim_count(struct oa_sim_gpu *gpu, u64 tick)
{
	struct sim_counters *c = &gpu->counters;
	struct sim_segment s;
	u64 end;

	if (!gpu->platform->oa->enabled(gpu) && !gpu->platform->counters->always) {
		/* No counter counts: skip the segments, which may span weeks. */
		sim_skip(gpu, max(c->tick, tick));
		return;
	}
	/* [MODEL] free-running counters slept for all but the last part of that time. */
	if (!gpu->platform->oa->enabled(gpu) && tick > c->tick + SIM_ALWAYS_TICKS)
		sim_skip(gpu, tick - SIM_ALWAYS_TICKS);
	if (!c->events_valid)
		sim_update_events(gpu);
	while (c->tick < tick) {
		end = sim_work_until(gpu, min(tick, sim_segment_end(c->tick)));
		s = sim_segment(gpu, c->tick);
		sim_work_pass(gpu, end);
		sim_count_span(gpu, &s, end - c->tick);
		sim_work_passed(gpu, end);
		c->tick = end;
	}
}

/*
 * Arm the start triggers when counters are turned on. There are two trigger blocks. The first that
 * fires starts B and C, and each has its flag in reports. [MODEL] a block whose threshold is
 * enabled fires after that number of clocks; if neither threshold is enabled, both fire at once.
 */
void sim_count_start(struct oa_sim_gpu *gpu)
{
	struct sim_counters *c = &gpu->counters;
	const u32 first = gpu->platform->counters->start_triggers;
	bool any = false;
	u32 i, trigger;

	for (i = 0; i < ARRAY_SIZE(c->start_clocks); i++) {
		trigger = (first + i * SIM_STARTTRIG_BLOCK) / 4;
		c->start_clocks[i] = ~0ull;
		if (!first || !(gpu->store[trigger + 1] & OASTARTTRIG2_THRESHOLD_ENABLE))
			continue;
		c->start_clocks[i] =
			c->clocks + (gpu->store[trigger] & OASTARTTRIG1_THRESHOLD_MASK);
		any = true;
	}
	for (i = 0; !any && i < ARRAY_SIZE(c->start_clocks); i++)
		c->start_clocks[i] = c->clocks;
}

/* Set all counters to 0; the time stays. */
void sim_count_reset(struct oa_sim_gpu *gpu)
{
	u64 tick = gpu->counters.tick;

	memset(&gpu->counters, 0, sizeof(gpu->counters));
	gpu->counters.tick = tick;
}
