// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Predicates of the simulated streamers
 *
 * MI_PREDICATE compares two registers and keeps one bit. Draws, dispatches, register stores
 * and jumps may depend on it. MI_SET_PREDICATE makes all later commands depend on such a bit,
 * except itself and the end of the batch.
 *
 * Facts: hardware.rst 16.5.
 */
#include "regs/command_regs.h"
#include "regs/ring_regs.h"
#include "sim_command.h"

#define SIM_PREDICATE_LOAD	GENMASK(7, 6)
#define SIM_PREDICATE_COMBINE	GENMASK(4, 3)
#define SIM_PREDICATE_COMPARE	GENMASK(1, 0)
#define SIM_LOAD		2
#define SIM_LOAD_INVERTED	3
#define SIM_SET_PREDICATE	GENMASK(3, 0)

static bool sim_compare(struct sim_run *run)
{
	const u64 first = sim_run_own64(run, RING_PREDICATE_SRC0);
	const u64 second = sim_run_own64(run, RING_PREDICATE_SRC1);

	switch (FIELD_GET(SIM_PREDICATE_COMPARE, run->dw[0])) {
	case 0:
		return true;
	case 1:
		return false;
	case 2:
		return first == second;
	default:
		return first - second == sim_run_own64(run, RING_PREDICATE_DATA);
	}
}

static bool sim_combine(struct sim_run *run, bool old)
{
	const bool is = sim_compare(run);

	switch (FIELD_GET(SIM_PREDICATE_COMBINE, run->dw[0])) {
	case 0:
		return is;
	case 1:
		return old && is;
	case 2:
		return old || is;
	default:
		return old != is;
	}
}

/* Check whether a result is set; @reg: its register, from the engine's base on. */
bool sim_predicate_result(struct sim_run *run, u32 reg)
{
	return *sim_cs_store(run->cs, reg) & 1;
}

/* MI_PREDICATE */
enum sim_done sim_mi_predicate(struct sim_run *run)
{
	const bool is = sim_combine(run, sim_predicate_result(run, RING_PREDICATE_RESULT));
	u32 *result = sim_cs_store(run->cs, RING_PREDICATE_RESULT);

	switch (FIELD_GET(SIM_PREDICATE_LOAD, run->dw[0])) {
	case SIM_LOAD:
		*result = is;
		break;
	case SIM_LOAD_INVERTED:
		*result = !is;
		break;
	}
	return SIM_NEXT;
}

/* MI_SET_PREDICATE */
enum sim_done sim_mi_set_predicate(struct sim_run *run)
{
	run->cs->predicate = FIELD_GET(SIM_SET_PREDICATE, run->dw[0]);
	return SIM_NEXT;
}

/* Check whether MI_SET_PREDICATE turns a command off. */
bool sim_predicated(struct sim_run *run)
{
	const u32 slices = run->gpu->platform->topology.slice_mask;

	switch (run->cs->predicate) {
	case 0:
		return false;
	case 1:
		return !sim_predicate_result(run, RING_PREDICATE_RESULT_2);
	case 2:
		return sim_predicate_result(run, RING_PREDICATE_RESULT_2);
	case 3:
		return !sim_predicate_result(run, RING_PREDICATE_RESULT);
	case 4:
		return sim_predicate_result(run, RING_PREDICATE_RESULT);
	case 5:
	case 6:
	case 7:
		return hweight8(slices) != run->cs->predicate - 4;
	default:
		return true;
	}
}
