// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Reports of the simulated OA unit, in runs
 *
 * At its highest rate the OA unit writes six million reports a second. If no event falls between
 * strobes and the knob "bulk" allows it, a run of timer reports is written at once. Software sees
 * no difference: within a segment counters advance by whole clocks, and each clock adds the same.
 * So each report of a run is computed from its count of clocks, and has the values that it would
 * have had alone.
 *
 * A run ends before any event that belongs to a certain report: the end of a segment,
 * half full, overflow, a full buffer. The first report before a run and the newest one
 * after it are written one by one, so the data still trails the tail.
 */
#include "sim/core/sim_model.h"

/* A shorter run costs more to prepare than it saves. */
#define SIM_BULK_MIN		8
/* A single report costs as much work as this many reports of a run. */
#define SIM_BULK_SHARE		8

static const struct sim_oa_ops *sim_ops(const struct oa_sim_gpu *gpu)
{
	return gpu->platform->oa;
}

/* Check that no fault or knob applies to single reports. */
static bool sim_undisturbed(const struct oa_sim_gpu *gpu)
{
	const struct sim_faults *f = &gpu->faults;

	return !(f->torn_report || f->zero_id || f->not_landed || f->report_lost || f->tail_lag ||
		 f->landing_parts || gpu->oa.half_level || sim_has_quirks(gpu));
}

/* Strobes before the newest one, in this segment and before the 32-bit time stamp wraps. */
static u64 sim_strobes(const struct oa_sim_gpu *gpu, u64 now, u64 period)
{
	u64 first = gpu->oa.next_strobe, tick = gpu->counters.tick, end;

	end = min(sim_segment_end(tick), (tick | U32_MAX) + 1);
	if (first > now || first >= end)
		return 0;
	return min(div64_u64(now - first, period), div64_u64(end - 1 - first, period) + 1);
}

/* Reports until the fill level of the ring matters */
static u64 sim_room(const struct oa_sim_gpu *gpu, u32 bytes)
{
	const u32 size = sim_ops(gpu)->size(gpu);
	u64 used = gpu->oa.tail - gpu->oa.head, limit = ~0ull;

	if (used <= size || sim_oa_keeps_oldest(gpu))
		limit = size;
	if (gpu->oa.half_armed)
		limit = size / 2;
	return used < limit ? div_u64(limit - used, bytes) : 0;
}

static void sim_prepare_b(struct oa_sim_gpu *gpu, u32 n)
{
	const struct sim_counters *c = &gpu->counters;
	struct sim_bulk *bulk = &gpu->bulk;
	u8 pattern = bulk->pace.counting ? c->events[n] : 0;
	u32 phase;

	bulk->per_period[n] = sim_events_until(pattern, SIM_PHASES);
	for (phase = 0; phase < SIM_PHASES; phase++)
		bulk->until[phase][n] = c->b[n] - sim_events_until(pattern, c->clocks) +
					sim_events_until(pattern, phase);
}

static void sim_prepare_dword(struct sim_bulk *bulk, u32 dword, u64 start, u64 step)
{
	bulk->start[dword] = start;
	bulk->step[dword] = step;
}

static void sim_prepare_part(struct oa_sim_gpu *gpu, char kind, u32 first, u32 count, u32 dword)
{
	const struct sim_counters *c = &gpu->counters, *step = &gpu->bulk.pace.step;
	u32 i, n;

	for (i = 0; i < count; i++, dword++) {
		n = kind == 'a' ? first - i : first + i;
		if (kind == 'A' || kind == 'a')
			sim_prepare_dword(&gpu->bulk, dword, c->a[n], step->a[n]);
		else if (kind == 'C')
			sim_prepare_dword(&gpu->bulk, dword, c->c[n], step->c[n]);
	}
}

/* The start value and the step of each dword; the step of a constant is 0. */
static void sim_prepare(struct oa_sim_gpu *gpu, const struct sim_layout *layout)
{
	struct sim_bulk *bulk = &gpu->bulk;
	u32 *dw = bulk->dw, i;

	sim_oa_snapshot(gpu, 0, gpu->counters.tick, dw);
	sim_ops(gpu)->head(gpu, SIM_REASON_TIMER, gpu->counters.tick, dw);
	for (i = 0; i < SIM_REPORT_DWORDS; i++)
		sim_prepare_dword(bulk, i, (u64)dw[i] << SIM_FRACTION_BITS, 0);
	if (sim_ops(gpu)->head_clocks)
		bulk->step[3] = 1ull << SIM_FRACTION_BITS;
	for (i = 0; i < ARRAY_SIZE(layout->part); i++)
		sim_prepare_part(gpu, layout->part[i].kind, layout->part[i].first,
				 layout->part[i].count, layout->part[i].dword);
	for (i = 0; i < SIM_NUM_B; i++)
		sim_prepare_b(gpu, i);
}

static void sim_fill_b(const struct sim_bulk *bulk, u64 clocks, u32 first, u32 count, u32 *dw)
{
	u32 phase, i;
	u32 periods = div_u64_rem(clocks, SIM_PHASES, &phase);

	for (i = 0; i < count; i++)
		dw[i] = bulk->until[phase][first + i] + periods * bulk->per_period[first + i];
}

/* Bits 39:32 of counters */
static void sim_fill_high(const struct oa_sim_gpu *gpu, u64 clocks, u32 first, u32 count, u8 *byte)
{
	const u64 *start = gpu->counters.a, *step = gpu->bulk.pace.step.a;
	u32 i;

	for (i = first; i < first + count; i++)
		*byte++ = (start[i] + clocks * step[i]) >> (32 + SIM_FRACTION_BITS);
}

/* A report @clocks after the run began, at @tick */
static void sim_fill_report(const struct oa_sim_gpu *gpu, const struct sim_layout *layout,
			    u64 clocks, u64 tick, u32 *dw)
{
	const struct sim_bulk *bulk = &gpu->bulk;
	u32 i, count = layout->bytes / 4;

	for (i = 0; i < count; i++)
		dw[i] = (bulk->start[i] + clocks * bulk->step[i]) >> SIM_FRACTION_BITS;
	dw[1] = tick;
	for (i = 0; i < ARRAY_SIZE(layout->part); i++) {
		const u32 first = layout->part[i].first, n = layout->part[i].count;
		u32 *to = dw + layout->part[i].dword;

		if (layout->part[i].kind == 'B')
			sim_fill_b(bulk, gpu->counters.clocks + clocks, first, n, to);
		else if (layout->part[i].kind == 'H')
			sim_fill_high(gpu, clocks, first, 4 * n, (u8 *)to);
	}
}

static void sim_write_run(struct oa_sim_gpu *gpu, const struct sim_layout *layout, u32 count,
			  u64 period)
{
	const u32 base = sim_ops(gpu)->base(gpu), size = sim_ops(gpu)->size(gpu);
	const u32 dwords = layout->bytes / 4, batch = SIM_BULK_DWORDS / dwords;
	const struct sim_pace *pace = &gpu->bulk.pace;
	u64 tick = gpu->counters.tick, part = gpu->counters.part, clocks = 0, offset = gpu->oa.tail;
	u32 i, n;

	sim_prepare(gpu, layout);
	/* The tail moves before the data lands. */
	gpu->oa.tail += (u64)count * layout->bytes;
	gpu->stats.produced += count;
	gpu->bulk.reports += count;
	for (; count; count -= n) {
		n = min(count, batch);
		for (i = 0; i < n; i++) {
			tick += period;
			clocks += pace->clocks;
			part += pace->part;
			if (part >= pace->whole) {
				part -= pace->whole;
				clocks++;
			}
			sim_fill_report(gpu, layout, clocks, tick, gpu->bulk.dw + i * dwords);
		}
		sim_oa_store(gpu, base + (u32)(offset % size), gpu->bulk.dw, n * layout->bytes);
		offset += n * layout->bytes;
	}
}

/**
 * sim_bulk_run() - write a run of timer reports, if possible
 * @gpu: the GPU, locked, counted up to the strobe before the next
 * @now: time stamp to reach
 * @max_reports: limit of the work, counted in single reports
 *
 * At least the last strobe before @now is left to be written singly.
 * Return: the work done, counted in single reports.
 */
u32 sim_bulk_run(struct oa_sim_gpu *gpu, u64 now, u32 max_reports)
{
	const u64 period = sim_oa_period(gpu);
	const struct sim_layout *layout = sim_ops(gpu)->layout(gpu);
	bool full;
	u64 count;

	if (!gpu->bulk.on || !max_reports || !layout->bytes || !sim_undisturbed(gpu))
		return 0;
	/* Non-overrun mode without room: strobes write nothing. */
	full = sim_oa_keeps_oldest(gpu) &&
	       gpu->oa.tail - gpu->oa.head + layout->bytes > sim_ops(gpu)->size(gpu);
	count = min_t(u64, sim_strobes(gpu, now, period), (u64)(max_reports - 1) * SIM_BULK_SHARE);
	if (!full)
		count = min(count, sim_room(gpu, layout->bytes));
	if (count < SIM_BULK_MIN || !sim_oa_timer_runs(gpu) ||
	    !sim_pace(gpu, period, &gpu->bulk.pace))
		return 0;
	sim_oa_land(gpu, gpu->oa.next_strobe);
	if (gpu->flight.num)
		return 0;
	if (full)
		gpu->stats.suppressed += count;
	else
		sim_write_run(gpu, layout, count, period);
	sim_oa_advance(gpu, gpu->counters.tick + count * period);
	gpu->oa.next_strobe += count * period;
	return DIV_ROUND_UP_ULL(count, SIM_BULK_SHARE);
}
