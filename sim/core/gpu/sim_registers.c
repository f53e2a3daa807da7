// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Registers of the simulated GPU
 *
 * A register belongs to the first unit of the platform's list that owns it. This file
 * knows none of the units by name, so that a unit may itself read and write registers:
 * the command streamer does.
 *
 * The CPU reaches registers through BAR 0: registers are in the lower half, GGTT entries in the
 * upper. Every access of the CPU first lets time pass. GT registers answer only while their
 * forcewake domain is awake: otherwise reads are zero, writes are dropped, and the rule counts as
 * broken.
 *
 * Facts: hardware.rst 1.3.
 */
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

static const struct sim_unit *sim_unit_of(const struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_unit * const *unit = gpu->platform->units;

	/* The last unit owns every register that is left. */
	while (!(*unit)->owns(gpu, offset))
		unit++;
	return *unit;
}

/* Read a register for the CPU; its domain is awake. */
static u32 sim_register_read(struct oa_sim_gpu *gpu, u32 offset)
{
	return sim_unit_of(gpu, offset)->read(gpu, offset);
}

/* Write a register for the CPU; its domain is awake. */
static void sim_register_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	const struct sim_unit *unit = sim_unit_of(gpu, offset);

	if (unit->write)
		unit->write(gpu, offset, value);
	else
		sim_unknown(gpu, offset);
}

/**
 * sim_gt_read() - read a register for a unit of the GPU
 * @gpu: the GPU, locked, counted up to now
 * @offset: below SIM_STORE_BYTES, 4-byte aligned
 *
 * No forcewake domain is checked. Return: its value, 0 where there is none.
 */
u32 sim_gt_read(struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_unit *unit = sim_unit_of(gpu, offset);

	sim_assert_locked(gpu);
	return unit->gt_read ? unit->gt_read(gpu, offset) : unit->read(gpu, offset);
}

/**
 * sim_gt_write() - write a register for a unit of the GPU
 * @gpu: the GPU, locked, counted up to now
 * @offset: below SIM_STORE_BYTES, 4-byte aligned
 * @value: the value written
 *
 * No forcewake domain is checked, and all instances of a replicated register are written.
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

/* Work per access, in reports */
#define SIM_REPORTS_PER_ACCESS	256

/* Check whether an access reaches a register. */
static bool sim_reachable(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	/* Whatever software accesses of a function that is not there, it breaks no rule. */
	if (gpu->faults.gone)
		return false;
	if (offset % 4 || offset >= gpu->platform->bar_bytes) {
		sim_violate(gpu, SIM_OUTSIDE_BAR, offset, value);
		return false;
	}
	if (!gpu->pci.decode) {
		sim_violate(gpu, SIM_DECODE_OFF, offset, value);
		return false;
	}
	return true;
}

static bool sim_asleep(struct oa_sim_gpu *gpu, u32 offset, u32 value, bool write)
{
	if (sim_forcewake_owns(gpu, offset) || sim_forcewake_reaches(gpu, offset, write))
		return false;
	/*
	 * No violation if another driver has just cleared the requests, or if the read is only a
	 * delay. The access still reaches no register.
	 */
	if (!gpu->fw_stolen && (write || !sim_reads_nothing(gpu, offset)))
		sim_violate(gpu, SIM_NO_FORCEWAKE, offset, value);
	return true;
}

/* Bytes from the start of the GGTT entries; wraps to a huge value below them. */
static u32 sim_gsm(const struct oa_sim_gpu *gpu, u32 offset)
{
	return offset - gpu->platform->bar_bytes / 2;
}

static u32 sim_read_bar(struct oa_sim_gpu *gpu, u32 offset)
{
	if (sim_gsm(gpu, offset) < gpu->platform->bar_bytes)
		return gpu->gtt.gsm[sim_gsm(gpu, offset) / 4];
	if (offset >= SIM_STORE_BYTES) {
		sim_unknown(gpu, offset);
		return 0;
	}
	return sim_asleep(gpu, offset, 0, false) ? 0 : sim_register_read(gpu, offset);
}

static void sim_write_store(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	if (offset >= SIM_STORE_BYTES)
		sim_unknown(gpu, offset);
	else if (!sim_asleep(gpu, offset, value, true) &&
		 (!offset || offset != gpu->faults.dead_register))
		sim_register_write(gpu, offset, value);
	/* The last of the counted writes takes effect, then the GT is reset. */
	if (sim_countdown(&gpu->faults.reset_at_write) && !gpu->faults.reset_at_write) {
		gpu->faults.reset_at_write = gpu->faults.reset_again;
		sim_reset_full(gpu);
	}
}

static void sim_write_bar(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	if (sim_gsm(gpu, offset) < gpu->platform->bar_bytes)
		sim_gtt_write(gpu, sim_gsm(gpu, offset) / 4, value);
	else
		sim_write_store(gpu, offset, value);
}

/* Read a dword of BAR 0 for the CPU: all ones where nothing answers. */
u32 sim_bar_read(struct oa_sim_gpu *gpu, u32 offset)
{
	if (sim_gsm(gpu, offset) >= gpu->platform->bar_bytes)
		gpu->stats.register_reads++;
	if (!sim_reachable(gpu, offset, 0))
		return ~0u;
	sim_catch_up(gpu, SIM_REPORTS_PER_ACCESS);
	return sim_read_bar(gpu, offset);
}

/* Write a dword of BAR 0 for the CPU. After the write sim_clock_runs() may have become true. */
void sim_bar_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	bool was_on;
	u64 head;

	if (sim_gsm(gpu, offset) < gpu->platform->bar_bytes)
		gpu->stats.ggtt_writes++;
	else
		gpu->stats.register_writes++;
	if (!sim_reachable(gpu, offset, value))
		return;
	sim_catch_up(gpu, SIM_REPORTS_PER_ACCESS);
	head = gpu->oa.head;
	was_on = gpu->platform->oa->enabled(gpu);
	sim_write_bar(gpu, offset, value);
	/* A start of the unit moves the head back. */
	if (gpu->oa.head > head)
		sim_clock_head_moved(gpu);
	else if (!was_on && gpu->platform->oa->enabled(gpu))
		sim_clock_unit_started(gpu);
}
