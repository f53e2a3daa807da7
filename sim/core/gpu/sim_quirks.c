// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: A GPU that is not as assumed
 *
 * Some of what the documents leave open, drivers assume and the simulator models. Hardware may
 * be otherwise. These knobs make the simulated GPU so, one assumption at a time, to show what
 * software does then. Each is deterministic: the same time gives the same report.
 *
 * Facts: hardware.rst 3.14, 4.4, 12, 12.1.
 */
#include "sim/core/sim_model.h"

/* Does any report differ from what the documents lead to expect? */
bool sim_is_otherwise(const struct oa_sim_gpu *gpu)
{
	const struct sim_otherwise *o = &gpu->otherwise;

	return o->strobe_jitter || o->timestamp_high || o->time_steps_back || o->clock_ahead ||
	       o->reserved || o->zero_lines || o->no_lines || o->context_id || o->half_full ||
	       o->b_counters;
}

/**
 * sim_otherwise_shown() - the time stamp as software and commands get it
 * @gpu: the GPU, locked, counted up to now
 */
u64 sim_otherwise_shown(const struct oa_sim_gpu *gpu)
{
	return gpu->otherwise.timestamp ? gpu->clock.last_read : gpu->counters.tick;
}

/**
 * sim_otherwise_stamp() - the time stamp that a report of the ring bears
 * @gpu: the GPU, locked
 * @tick: when the unit writes the report
 * @period: of the timer
 *
 * Return: @tick, unless the GPU's reports are stamped otherwise.
 */
u64 sim_otherwise_stamp(const struct oa_sim_gpu *gpu, u64 tick, u64 period)
{
	const struct sim_otherwise *o = &gpu->otherwise;
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
 * sim_otherwise_report() - change the dwords of a report of the ring
 * @gpu: the GPU, locked
 * @layout: its format
 * @dw: the report, complete
 */
void sim_otherwise_report(const struct oa_sim_gpu *gpu, const struct sim_layout *layout, u32 *dw)
{
	const struct sim_otherwise *o = &gpu->otherwise;
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
