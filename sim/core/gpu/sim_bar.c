// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: BAR 0 of the simulated GPU
 *
 * Registers are in the lower half, GGTT entries in the upper. Every access first lets
 * time pass. GT registers answer only while their well is awake: otherwise reads are
 * zero, writes are dropped, and the rule counts as broken.
 *
 * Facts: hardware.rst 1.3.
 */
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

/* Work per access, in reports */
#define SIM_REPORTS_PER_ACCESS	256

/* Does the access reach a register? */
static bool sim_reachable(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
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
	 * Software can't know yet, or reads for the time that it takes. The access goes nowhere
	 * all the same.
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
	/* The last of the counted writes takes effect, and is the last before the reset. */
	if (sim_take(&gpu->faults.reset_at_write) && !gpu->faults.reset_at_write) {
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

/* The CPU reads a dword of BAR 0. Return: the dword; all ones where nothing answers. */
u32 sim_bar_read(struct oa_sim_gpu *gpu, u32 offset)
{
	if (sim_gsm(gpu, offset) >= gpu->platform->bar_bytes)
		gpu->books.register_reads++;
	if (!sim_reachable(gpu, offset, 0))
		return ~0u;
	sim_catch_up(gpu, SIM_REPORTS_PER_ACCESS);
	return sim_read_bar(gpu, offset);
}

/* The CPU writes a dword of BAR 0. After the write sim_clock_runs() may have become true. */
void sim_bar_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	bool was_on;
	u64 head;

	if (sim_gsm(gpu, offset) < gpu->platform->bar_bytes)
		gpu->books.ggtt_writes++;
	else
		gpu->books.register_writes++;
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
