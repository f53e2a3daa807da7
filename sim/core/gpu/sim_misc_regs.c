// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Registers that belong to no other unit
 *
 * The platform computes some of these registers, keeps the value written to others, and
 * ignores a few. Registers that no document names read zero and are counted separately.
 *
 * Facts: hardware.rst 1.3, 3.14.
 */
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"
#include "sim_steering.h"

static bool sim_plain_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return true;
}

static bool sim_is_plain(const struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_platform *p = gpu->platform;

	return sim_in_ranges(p->plain, offset) || sim_in_ranges(p->plain_common, offset) ||
	       sim_in_ranges(p->storage, offset) ||
	       (p->storage && sim_storage_of_engine(gpu, offset));
}

static bool sim_frequency_register(struct oa_sim_gpu *gpu, u32 offset, u32 *value)
{
	const struct sim_platform *p = gpu->platform;

	if (!p->cagf)
		return false;
	switch (offset) {
	case GEN6_RPSTAT1:
		*value = sim_to_field(p->cagf, sim_frequency(gpu, gpu->counters.tick));
		return true;
	case GEN6_RP_STATE_CAP:
		*value = p->rp_state_cap;
		return true;
	default:
		return false;
	}
}

static u32 sim_plain_gt_read(struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_platform *p = gpu->platform;
	u32 value;

	if (sim_frequency_register(gpu, offset, &value) || p->computed(gpu, offset, &value))
		return value;
	if (sim_is_plain(gpu, offset))
		return gpu->store[offset / 4];
	if (!sim_silent(gpu, offset))
		sim_unknown(gpu, offset);
	return 0;
}

/* Read for the CPU: steering selects the instance of a replicated register. */
static u32 sim_plain_read(struct oa_sim_gpu *gpu, u32 offset)
{
	if (sim_steered(gpu, offset) && sim_is_plain(gpu, offset))
		return sim_steered_read(gpu, offset);
	return sim_plain_gt_read(gpu, offset);
}

static void sim_plain_store(struct oa_sim_gpu *gpu, u32 offset, u32 value, bool cpu)
{
	const struct sim_platform *p = gpu->platform;
	u32 old = gpu->store[offset / 4], mask = ~0u;

	if (sim_in_ranges(p->read_only, offset))
		return;
	if (sim_in_ranges(p->masked, offset) ||
	    (p->storage && sim_in_ranges(sim_storage_masked, offset)))
		mask = value >> 16;
	if (sim_steered(gpu, offset))
		sim_steered_write(gpu, offset, value, mask, cpu);
	else
		gpu->store[offset / 4] = (old & ~mask) | (value & mask);
	if (offset - p->counters->cec < 8 * p->counters->num_b)
		gpu->counters.events_valid = false;
	if (offset == GEN6_RPNSWREQ)
		sim_frequency_asked(gpu, old);
	p->wrote(gpu, offset, old, gpu->store[offset / 4]);
}

static void sim_plain_put(struct oa_sim_gpu *gpu, u32 offset, u32 value, bool cpu)
{
	if (sim_is_plain(gpu, offset))
		sim_plain_store(gpu, offset, value, cpu);
	else if (offset != NOA_WRITE && !sim_silent(gpu, offset))
		sim_unknown(gpu, offset);
}

static void sim_plain_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	sim_plain_put(gpu, offset, value, true);
}

static void sim_plain_gt_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	sim_plain_put(gpu, offset, value, false);
}

/* Display, fences and power unit, between the GT's lower and upper registers, keep their values. */
static void sim_plain_reset(struct oa_sim_gpu *gpu)
{
	memset(gpu->store, 0, SIM_GT_END);
	memset(gpu->store + SIM_GT_UPPER / 4, 0, SIM_STORE_BYTES - SIM_GT_UPPER);
	gpu->platform->reset(gpu);
}

static void sim_plain_power_on(struct oa_sim_gpu *gpu)
{
	memset(gpu->store + SIM_GT_END / 4, 0, SIM_GT_UPPER - SIM_GT_END);
	gpu->platform->reset(gpu);
}

const struct sim_unit sim_unit_plain = {
	.owns = sim_plain_owns,
	.read = sim_plain_read,
	.write = sim_plain_write,
	.gt_read = sim_plain_gt_read,
	.gt_write = sim_plain_gt_write,
	.reset = sim_plain_reset,
	.power_on = sim_plain_power_on,
};
