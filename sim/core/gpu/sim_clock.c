// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Time of the simulated GPU
 *
 * Time is the host's, in ticks of the time stamp. Where the host can't keep up with the
 * programmed sampling rate, the GPU's clock runs slower: reports stay exactly
 * one period apart, and none is ever later than a time stamp read after it.
 *
 * A manual clock stands still until it is moved. So a test decides when reports come, and a
 * benchmark can separate the cost of making reports from the cost of reading them. While the clock
 * stands still, nothing that takes time completes: forcewake, for example.
 *
 * The core has no thread: each access of a register first catches up with the time. While
 * sim_clock_runs(), the front end also calls sim_catch_up() now and then without an access.
 *
 * Facts: hardware.rst 1.3, 3.14.
 */
#include "regs/oa_regs.h"
#include "sim/core/sim_model.h"

/* Low, so that short recordings see no 32-bit wrap; not 0, which is no valid time stamp. */
#define SIM_FIRST_TICK		0x1000
/* If the GPU lags by more than this, its clock is slowed down. */
#define SIM_MAX_LAG_NS		20000000ull
/* Steps of the streamer in one catch-up */
#define SIM_COMMANDS_PER_RUN	1024

static u64 sim_ns(const struct oa_sim_gpu *gpu, u64 ticks)
{
	return div_u64(ticks * gpu->platform->tick_num, gpu->platform->tick_den);
}

/* The time stamp at the host's @host_ns, or as a manual clock was set. */
static u64 sim_now(const struct oa_sim_gpu *gpu, u64 host_ns)
{
	u64 ns = gpu->clock.manual ? gpu->clock.manual_ns : host_ns - gpu->clock.epoch_ns;

	return SIM_FIRST_TICK + div_u64(ns * gpu->platform->tick_den, gpu->platform->tick_num) +
	       gpu->clock.bias;
}

/*
 * Do the steps of the streamers up to @now. The OA unit advances to the time of each step before
 * the step is done. A batch may be a loop, so the number of steps is limited; after that the
 * streamer is late.
 */
static bool sim_run(struct oa_sim_gpu *gpu, u64 now, u32 max_reports)
{
	u32 left = SIM_COMMANDS_PER_RUN;
	struct sim_cs *cs;

	while (left-- && (cs = sim_cs_next(gpu)) && cs->due <= now) {
		if (!sim_oa_run(gpu, max(cs->due, gpu->counters.tick), max_reports))
			return false;
		sim_cs_run(cs);
	}
	return sim_oa_run(gpu, now, max_reports);
}

/**
 * sim_catch_up() - let time pass until now
 * @gpu: the GPU, locked
 * @max_reports: limit of reports between two steps of the streamer
 */
void sim_catch_up(struct oa_sim_gpu *gpu, u32 max_reports)
{
	u64 began = gpu->host->ops->now_ns(gpu->host), produced = gpu->stats.produced, lag;
	u64 now = max(sim_now(gpu, began), gpu->counters.tick);

	sim_assert_locked(gpu);
	if (!sim_run(gpu, now, max_reports)) {
		lag = sim_ns(gpu, now - gpu->counters.tick);
		if (lag > SIM_MAX_LAG_NS && !gpu->clock.manual) {
			gpu->clock.epoch_ns += lag;
			gpu->clock.slipped_ns += lag;
		}
	}
	sim_forcewake_update(gpu, gpu->counters.tick);
	if (gpu->stats.produced != produced)
		gpu->clock.production_ns += gpu->host->ops->now_ns(gpu->host) - began;
}

static u64 sim_read_timestamp(struct oa_sim_gpu *gpu)
{
	u64 tick = gpu->counters.tick;

	if (gpu->quirks.timestamp)
		return gpu->clock.last_read;
	/* Clients divide by the difference of two reads. */
	if (tick == gpu->clock.last_read && sim_oa_run(gpu, tick + 1, 1)) {
		gpu->clock.bias++;
		tick++;
	}
	gpu->clock.last_read = tick;
	return tick;
}

/* The two halves of the time stamp */
static bool sim_time_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return offset == RCS_TIMESTAMP_LO || offset == RCS_TIMESTAMP_HI;
}

static u32 sim_time_read(struct oa_sim_gpu *gpu, u32 offset)
{
	return offset == RCS_TIMESTAMP_LO ? lower_32_bits(sim_read_timestamp(gpu)) :
					    upper_32_bits(sim_quirk_shown(gpu));
}

const struct sim_unit sim_unit_time = {
	.owns = sim_time_owns,
	.read = sim_time_read,
};

/* Start the clock of a new GPU. */
void sim_clock_start(struct oa_sim_gpu *gpu, bool manual)
{
	gpu->clock.manual = manual;
	gpu->clock.epoch_ns = gpu->host->ops->now_ns(gpu->host);
	gpu->counters.tick = SIM_FIRST_TICK;
}

/**
 * sim_clock_set_manual() - choose the clock
 * @gpu: the GPU, locked
 * @manual: one that stands still, not the host's
 *
 * The time continues from its present value.
 */
void sim_clock_set_manual(struct oa_sim_gpu *gpu, bool manual)
{
	struct sim_clock *clock = &gpu->clock;
	u64 host_ns = gpu->host->ops->now_ns(gpu->host);

	sim_assert_locked(gpu);
	if (manual == clock->manual)
		return;
	if (manual)
		clock->manual_ns = host_ns - clock->epoch_ns;
	else
		clock->epoch_ns = host_ns - clock->manual_ns;
	clock->manual = manual;
	/* Leave nothing to do at the time at which the clock stops. */
	sim_catch_up(gpu, ~0u);
}

/**
 * sim_clock_set_ns() - move a clock that is moved by hand
 * @gpu: the GPU, locked
 * @ns: since the GPU was made, not before the last call
 */
void sim_clock_set_ns(struct oa_sim_gpu *gpu, u64 ns)
{
	sim_assert_locked(gpu);
	gpu->clock.manual_ns = ns;
	sim_catch_up(gpu, ~0u);
}

static void sim_be_away(struct oa_sim_gpu *gpu, u32 *us)
{
	u64 ns = (u64)*us * NSEC_PER_USEC;

	if (!gpu->clock.manual || !ns)
		return;
	*us = 0;
	sim_clock_set_ns(gpu, gpu->clock.manual_ns + ns);
}

/* Note that counters were turned on: with the fault "away at a start", a manual clock moves. */
void sim_clock_unit_started(struct oa_sim_gpu *gpu)
{
	sim_be_away(gpu, &gpu->faults.away_start);
}

/* Note that the head was moved: with the fault "away", a manual clock moves. */
void sim_clock_head_moved(struct oa_sim_gpu *gpu)
{
	sim_be_away(gpu, &gpu->faults.away);
}

/*
 * Check whether something is under way that completes without an access of a register. If so, the
 * front end calls sim_catch_up() soon, and again until this is false. A manual clock makes no
 * difference.
 */
bool sim_clock_runs(const struct oa_sim_gpu *gpu)
{
	const struct sim_oa_ops *oa = gpu->platform->oa;

	/* A timer that does not run in this segment may run in the next. */
	return sim_oa_timer_runs(gpu) || sim_cs_busy(gpu) || gpu->flight.num ||
	       sim_oa_strays(gpu) || (oa->segment && oa->enabled(gpu));
}

/*
 * Time after which the front end calls sim_catch_up() while sim_clock_runs(), ns: the time between
 * two reports of the timer, or two lines of a unit with the fault "writes on"; without either, the
 * time to the next change of the activity. 0: as soon as it can.
 */
u64 sim_clock_period_ns(const struct oa_sim_gpu *gpu)
{
	u64 ticks = 0;

	sim_assert_locked(gpu);
	if (sim_oa_strays(gpu))
		ticks = SIM_STRAY_TICKS;
	else if (sim_oa_timer_runs(gpu))
		ticks = sim_oa_period(gpu);
	else if (!sim_cs_busy(gpu) && !gpu->flight.num && sim_oa_next_segment(gpu) != ~0ull)
		ticks = sim_oa_next_segment(gpu) - gpu->counters.tick;
	return sim_ns(gpu, ticks);
}

/**
 * sim_clock_spare_ns() - leave time for the rest of the host
 * @gpu: the GPU, locked
 * @period: time until the next catch-up without an access, ns, if the host had time to spare
 * @took: time that this one took, ns
 *
 * The GPU takes a third of the host at most. A single catch-up that took long was stopped by the
 * host itself, and the GPU must not stand still for that.
 * Return: time until the next catch-up, ns.
 */
u64 sim_clock_spare_ns(struct oa_sim_gpu *gpu, u64 period, u64 took)
{
	period = max(period, 2 * min(took, gpu->clock.took_ns));
	gpu->clock.took_ns = took;
	return period;
}
