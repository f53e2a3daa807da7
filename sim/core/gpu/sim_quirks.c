// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Quirks: a GPU that breaks assumptions
 *
 * Where the documents leave something open, drivers make an assumption, and the simulator models
 * it. Hardware may differ. Each of these knobs breaks one assumption, to show the reaction of
 * software. Each is deterministic: the same time gives the same report.
 *
 * Facts: hardware.rst 3.14, 4.4, 12, 12.1.
 */
#include "sim/core/sim_model.h"

/* Check whether a quirk changes reports or events of the OA unit. */
bool sim_has_quirks(const struct oa_sim_gpu *gpu)
{
	const struct sim_quirks *o = &gpu->quirks;

	return o->strobe_jitter || o->timestamp_high || o->time_steps_back || o->clock_ahead ||
	       o->reserved || o->zero_lines || o->no_lines || o->context_id || o->half_full ||
	       o->b_counters;
}

/**
 * sim_quirk_shown() - time stamp for reads by software and commands
 * @gpu: the GPU, locked, counted up to now
 */
u64 sim_quirk_shown(const struct oa_sim_gpu *gpu)
{
	return gpu->quirks.timestamp ? gpu->clock.last_read : gpu->counters.tick;
}

/**
 * sim_quirk_stamp() - time stamp of a report of the ring
 * @gpu: the GPU, locked
 * @tick: time of the report
 * @period: of the timer
 *
 * Return: @tick, changed by quirks of time stamps.
 */
u64 sim_quirk_stamp(const struct oa_sim_gpu *gpu, u64 tick, u64 period)
{
	const struct sim_quirks *o = &gpu->quirks;
	/* A select that no document defines has no bytes. */
	const u32 bytes = gpu->platform->oa->layout(gpu)->bytes;
	const u32 number = bytes ? div_u64(gpu->oa.tail, bytes) : 0;

	if (o->strobe_jitter)
		tick -= number * 2654435761u % o->strobe_jitter;
	/* The first reports after a start are in order. */
	if (o->time_steps_back && number > 4 && number % 2)
		tick -= 2 * period;
	return tick + o->clock_ahead;
}

static bool sim_is_counter(const struct sim_layout *layout, u32 dword)
{
	u32 p;

	for (p = 0; p < ARRAY_SIZE(layout->part); p++)
		if (dword >= layout->part[p].dword &&
		    dword < (u32)layout->part[p].dword + layout->part[p].count)
			return true;
	return false;
}

/**
 * sim_quirk_report() - apply quirks to the dwords of a report of the ring
 * @gpu: the GPU, locked
 * @layout: its format
 * @dw: the report, complete
 */
void sim_quirk_report(const struct oa_sim_gpu *gpu, const struct sim_layout *layout, u32 *dw)
{
	const struct sim_quirks *o = &gpu->quirks;
	u32 i;

	if (!o->reserved && !o->zero_lines)
		return;
	/* Dwords 0 to 3 are the head, or counters. */
	for (i = 4; i < layout->bytes / 4u; i++) {
		if (o->reserved && !sim_is_counter(layout, i))
			dw[i] = o->reserved;
		if (o->zero_lines >> i / SIM_LINE_DWORDS & 1)
			dw[i] = 0;
	}
}
