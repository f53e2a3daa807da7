// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Registers of the simulated GPU
 *
 * A register belongs to the first unit of the platform's list that owns it. This file
 * knows none of the units by name, so that a unit may itself read and write registers:
 * the command streamer does.
 *
 * For accesses from the CPU, power wells are checked before: see sim_bar.c.
 */
#include "sim/core/sim_model.h"

static const struct sim_unit *sim_unit_of(const struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_unit * const *unit = gpu->platform->units;

	/* The last unit owns every register that is left. */
	while (!(*unit)->owns(gpu, offset))
		unit++;
	return *unit;
}

/**
 * sim_register_read() - read a register, as the CPU does
 * @gpu: the GPU, locked, counted up to now
 * @offset: below SIM_STORE_BYTES, 4-byte aligned, its well awake
 *
 * Return: its value, 0 where there is none.
 */
u32 sim_register_read(struct oa_sim_gpu *gpu, u32 offset)
{
	return sim_unit_of(gpu, offset)->read(gpu, offset);
}

/**
 * sim_register_write() - write a register, as the CPU does
 * @gpu: the GPU, locked, counted up to now
 * @offset: below SIM_STORE_BYTES, 4-byte aligned, its well awake
 * @value: the value written
 */
void sim_register_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	const struct sim_unit *unit = sim_unit_of(gpu, offset);

	if (unit->write)
		unit->write(gpu, offset, value);
	else
		sim_unknown(gpu, offset);
}

/**
 * sim_gt_read() - read a register, as a unit of the GPU does
 * @gpu: the GPU, locked, counted up to now
 * @offset: below SIM_STORE_BYTES, 4-byte aligned
 *
 * No power well is checked. Return: its value, 0 where there is none.
 */
u32 sim_gt_read(struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_unit *unit = sim_unit_of(gpu, offset);

	sim_assert_locked(gpu);
	return unit->gt_read ? unit->gt_read(gpu, offset) : unit->read(gpu, offset);
}

/**
 * sim_gt_write() - write a register, as a unit of the GPU does
 * @gpu: the GPU, locked, counted up to now
 * @offset: below SIM_STORE_BYTES, 4-byte aligned
 * @value: the value written
 *
 * No power well is checked, and all instances of a replicated register are written.
 */
void sim_gt_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	const struct sim_unit *unit = sim_unit_of(gpu, offset);

	sim_assert_locked(gpu);
	if (unit->gt_write)
		unit->gt_write(gpu, offset, value);
	else
		sim_register_write(gpu, offset, value);
}

/**
 * sim_peek() - read a register without side effects or rules
 * @gpu: the GPU, locked
 * @offset: below SIM_STORE_BYTES, 4-byte aligned
 */
u32 sim_peek(struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_unit *unit = sim_unit_of(gpu, offset);

	sim_assert_locked(gpu);
	return unit->peek ? unit->peek(gpu, offset) : gpu->store[offset / 4];
}
