// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: What the simulated GPU does, and what its counters make of it
 *
 * Time is cut into segments. What happens in one (frequency, how busy, which
 * context) is a pure function of the activity and the segment's number, so runs
 * repeat. Counters are sums over render clocks: nothing advances faster than
 * clocks x EUs, and EU active + EU stalled never exceeds it.
 *
 * B counters do what their CEC registers say, clock by clock. The event inputs
 * repeat every six clocks, so an interval is counted in closed form.
 *
 * Facts: hardware.md 3.9, 3.10, 5.2, 5.5, 5.6; counters that the Observability
 * document calls reserved stay zero. Choices where it is silent ([MODEL]):
 * activity, rates, the input pattern (from hardware.md 5.5), CECn-1[31:16]
 * ignored, an all-zero CEC pair gives no event; counters keep their values over
 * disable and enable.
 */
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/math64.h>

#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "sim_model.h"

/* 2^17 ticks of 80 ns: about 10 ms */
#define SIM_SEGMENT_SHIFT	17
#define SIM_EUS			20
#define SIM_A_EU_ACTIVE		10240	/* per 1024 busy clocks, all EUs */
#define SIM_A_EU_STALLED	6144
#define SIM_PHASES		6
#define SIM_CTX_A		0x00010000u
#define SIM_CTX_B		0x00024000u
#define SIM_FREQ_MIN		7	/* 350 MHz, in units of 50 */
#define SIM_FREQ_MAX		22	/* 1100 MHz */
/* A time stamp tick is 80 ns: at k x 50 MHz that is 4 k clocks. */
#define SIM_CLOCKS_PER_TICK_UNIT 4
#define SIM_STARTTRIG_BLOCK	0x10	/* from OASTARTTRIG1 to OASTARTTRIG5 */
#define SIM_STARTTRIG2_THRESHOLD BIT(23)
#define SIM_THRESHOLD_MASK	0xffff
#define SIM_WRAP_BIT		(32 + SIM_FRACTION_BITS)

/* struct sim_segment - what happens in a segment; busy is of 1024 clocks */
struct sim_segment {
	u32 unit;
	u32 busy;
	u32 ccid;
};

/* Rate and busy are both of 1024: their product is in 1/2^20 event. */
static_assert(SIM_FRACTION_BITS == 20);
/* EU active and EU stalled share the EUs' time. */
static_assert(SIM_A_EU_ACTIVE + SIM_A_EU_STALLED <= SIM_EUS * 1024);

/* Events per 1024 busy clocks; 0 where the document says reserved. */
static const u16 sim_a_rates[SIM_NUM_A] = {
	[0] = SIM_A_EU_ACTIVE, [1] = SIM_A_EU_STALLED,
	[2] = 2048, [4] = 512, [5] = 700,		/* VS */
	[7] = 300, [9] = 100, [10] = 90,		/* HS */
	[12] = 280, [14] = 80, [15] = 85,		/* DS */
	[17] = 150, [19] = 60, [20] = 40,		/* CS */
	[22] = 220, [24] = 70, [25] = 75,		/* GS */
	[27] = 7000, [29] = 1500, [30] = 2000,		/* PS */
	[32] = 600, [33] = 200, [35] = 150,		/* HiZ, slow Z */
	/* Killed and failing pixels; metric sets take A37 and A38 as part of A39. */
	[36] = 30, [37] = 20, [38] = 10, [39] = 80,
	[40] = 900, [41] = 1024, [42] = 120, [43] = 60,	/* writes, busy, bottlenecks */
};

static const u16 sim_c_rates[SIM_NUM_C] = {
	[0] = 200, [1] = 150, [3] = 90, [4] = 80, [5] = 60, [6] = 110, [7] = 70,
};

static u32 sim_hash(u64 x)
{
	x ^= x >> 31;
	x *= 0x9e3779b97f4a7c15ull;
	x ^= x >> 29;
	x *= 0xbf58476d1ce4e5b9ull;
	return x >> 32;
}

static struct sim_segment sim_segment(const struct oa_sim_gpu *gpu, u64 number)
{
	struct sim_segment s = { .unit = SIM_FREQ_MAX, .ccid = SIM_CTX_A };
	u32 random = sim_hash(number + 1);

	switch (gpu->activity) {
	case SIM_IDLE:
		s.unit = SIM_FREQ_MIN;
		s.ccid = 0;
		break;
	case SIM_BUSY:
		s.busy = 1000;
		break;
	case SIM_CTXSWITCH:
		s.busy = 800;
		s.ccid = number % 3 == 0 ? SIM_CTX_A : number % 3 == 1 ? SIM_CTX_B : 0;
		/* The render engine is not busy while no context runs. */
		if (!s.ccid)
			s.busy = 0;
		break;
	case SIM_FREQ:
		s.unit = SIM_FREQ_MIN + random % (SIM_FREQ_MAX - SIM_FREQ_MIN + 1);
		s.busy = 700;
		break;
	default:
		s.busy = random & 1 ? 300 + (random >> 8) % 700 : 20;
		break;
	}
	if (gpu->forced_ccid)
		s.ccid = gpu->forced_ccid;
	return s;
}

/**
 * sim_ccid() - context that runs
 * @gpu: the GPU, locked
 * @tick: time stamp
 *
 * Return: GGTT address of its image, 0 if none runs.
 */
u32 sim_ccid(const struct oa_sim_gpu *gpu, u64 tick)
{
	return sim_segment(gpu, tick >> SIM_SEGMENT_SHIFT).ccid;
}

/**
 * sim_frequency() - render clock
 * @gpu: the GPU, locked
 * @tick: time stamp
 *
 * Return: in units of 50 MHz.
 */
u32 sim_frequency(const struct oa_sim_gpu *gpu, u64 tick)
{
	return sim_segment(gpu, tick >> SIM_SEGMENT_SHIFT).unit;
}

static bool sim_noa_enabled(const struct oa_sim_gpu *gpu)
{
	return gpu->store[GDT_CHICKEN_BITS / 4] & GT_NOA_ENABLE;
}

static bool sim_gated(const struct oa_sim_gpu *gpu)
{
	return gpu->store[GEN7_MISCCPCTL / 4] & GEN7_DOP_CLOCK_GATE_ENABLE ||
	       !(gpu->store[GEN6_UCGCTL1 / 4] & GEN6_CSUNIT_CLOCK_GATE_DISABLE);
}

/* Input 3 toggles each clock, inputs 5:4 count to three. */
static u16 sim_inputs(const struct oa_sim_gpu *gpu, u32 phase)
{
	return sim_noa_enabled(gpu) ? (phase % 2) << 3 | (phase % 3) << 4 : 0;
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
	u32 cec0 = gpu->store[(HSW_CEC0_0 + 8 * n) / 4];
	u32 cec1 = gpu->store[(HSW_CEC0_0 + 8 * n + 4) / 4];
	u16 considered = ~(cec1 & CEC_INPUT_MASK);

	if (!cec0 && !cec1)
		return false;
	/* Source 1 is the event of the counter before. */
	if ((cec0 & CEC_SOURCE_MASK) >> CEC_SOURCE_SHIFT == 1)
		inputs = previous;
	return sim_compare(cec0 & CEC_COMPARE_MASK, inputs & considered,
			   (cec0 & CEC_VALUE_MASK) >> CEC_VALUE_SHIFT, considered);
}

static void sim_update_events(struct oa_sim_gpu *gpu)
{
	struct sim_counters *c = &gpu->counters;
	u32 phase, n;
	bool previous;

	memset(c->events, 0, sizeof(c->events));
	for (phase = 0; phase < SIM_PHASES; phase++) {
		previous = false;
		for (n = 0; n < SIM_NUM_B; n++) {
			previous = sim_event(gpu, n, sim_inputs(gpu, phase), previous);
			if (previous)
				c->events[n] |= BIT(phase);
		}
	}
	c->events_valid = true;
}

/* Clocks below @clocks in which an event with this pattern is true. */
static u64 sim_events_until(u8 pattern, u64 clocks)
{
	u32 rest;
	u64 periods = div_u64_rem(clocks, SIM_PHASES, &rest);

	return periods * hweight8(pattern) + hweight8(pattern & (BIT(rest) - 1));
}

/*
 * A and C counters overflow where they wrap; B counters on any change of bit 31
 * (erratum, OASTATUS1 bit 2).
 */
static void sim_add(struct sim_counters *c, u64 *counter, u64 events, u32 bit)
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

	/* The start trigger gates B and C only (erratum, hardware.md 3.9). */
	from = max(from, c->start_clocks);
	if (from >= to)
		return;
	for (n = 0; n < SIM_NUM_B; n++)
		if (c->events[n])
			sim_add(c, &c->b[n], sim_events_until(c->events[n], to) -
				sim_events_until(c->events[n], from), 31);
	/* C counters are fed by the mux from other units, whose events gating hides. */
	if (!sim_noa_enabled(gpu) || sim_gated(gpu))
		return;
	for (n = 0; n < SIM_NUM_C; n++)
		sim_add(c, &c->c[n], (to - from) * sim_c_rates[n] * busy, SIM_WRAP_BIT);
	sim_add(c, &c->c[2], (to - from) << SIM_FRACTION_BITS, SIM_WRAP_BIT);
}

/* [MODEL] "1 = resume counting" means something only with the mechanism on. */
static bool sim_stopped(const struct oa_sim_gpu *gpu)
{
	const u32 both = GEN7_OABUFFER_STOP_RESUME_ENABLE | GEN7_OABUFFER_RESUME;

	return (gpu->oa.buffer & both) == GEN7_OABUFFER_STOP_RESUME_ENABLE;
}

static bool sim_counting(const struct oa_sim_gpu *gpu, u32 ccid)
{
	u32 control = gpu->oa.control;

	if (!(control & GEN7_OACONTROL_ENABLE) || !sim_awake(gpu) || sim_stopped(gpu))
		return false;
	return !(control & GEN7_OACONTROL_CTX_ENABLE) ||
	       (ccid && (ccid & CCID_ADDRESS_MASK) == (control & GEN7_OACONTROL_CTX_MASK));
}

static void sim_count_span(struct oa_sim_gpu *gpu, const struct sim_segment *s, u64 ticks)
{
	struct sim_counters *c = &gpu->counters;
	u64 clocks = ticks * s->unit * SIM_CLOCKS_PER_TICK_UNIT, from = c->clocks;
	u32 n;

	c->clocks += clocks;
	if (!sim_counting(gpu, s->ccid))
		return;
	for (n = 0; n < SIM_NUM_A; n++)
		sim_add(c, &c->a[n], clocks * sim_a_rates[n] * s->busy, SIM_WRAP_BIT);
	sim_count_bc(gpu, from, c->clocks, s->busy);
}

/**
 * sim_count() - count up to a time stamp
 * @gpu: the GPU, locked
 * @tick: the time stamp, not before the last one
 */
void sim_count(struct oa_sim_gpu *gpu, u64 tick)
{
	struct sim_counters *c = &gpu->counters;
	struct sim_segment s;
	u64 number, end;

	if (!(gpu->oa.control & GEN7_OACONTROL_ENABLE)) {
		/* Nothing counts: there may be weeks of segments that nobody asks about. */
		c->tick = max(c->tick, tick);
		return;
	}
	if (!c->events_valid)
		sim_update_events(gpu);
	while (c->tick < tick) {
		number = c->tick >> SIM_SEGMENT_SHIFT;
		end = min(tick, (number + 1) << SIM_SEGMENT_SHIFT);
		s = sim_segment(gpu, number);
		sim_count_span(gpu, &s, end - c->tick);
		c->tick = end;
	}
}

/**
 * sim_count_start() - counters are turned on: arm the start trigger
 * @gpu: the GPU, locked, counted up to now
 *
 * There are two blocks; the first that fires starts B and C. [MODEL] one whose
 * threshold is enabled fires after so many clocks; if none is, counting starts at once.
 */
void sim_count_start(struct oa_sim_gpu *gpu)
{
	const u32 none = SIM_THRESHOLD_MASK + 1;
	u32 wait = none, trigger;

	for (trigger = OASTARTTRIG1; trigger <= OASTARTTRIG8; trigger += SIM_STARTTRIG_BLOCK)
		if (gpu->store[trigger / 4 + 1] & SIM_STARTTRIG2_THRESHOLD)
			wait = min(wait, gpu->store[trigger / 4] & SIM_THRESHOLD_MASK);
	gpu->counters.start_clocks = gpu->counters.clocks + (wait == none ? 0 : wait);
}
