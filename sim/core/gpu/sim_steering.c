// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Simulated steering
 *
 * Units that exist once in each slice, subslice or L3 bank share the offsets of
 * their registers. For the CPU, 0xFDC selects the instance: a multicast write reaches
 * every instance, a unicast write only the selected one, and a read always returns the
 * selected instance's value. An instance that is fused off reads 0 and drops writes. So
 * a read with the default steering, slice 0 and subslice 0, returns 0 where that
 * subslice is fused off.
 *
 * The GPU keeps all instances of a replicated register here. Its plain store holds the
 * value of the first live instance, which counters and power context use.
 *
 * Facts: hardware.rst 2.3; Lakefield, volume 13, "Multicast Steering and Die
 * Recovery". [MODEL] gen8 to gen10 always write to all instances, and so does the
 * command streamer: no software programs its own steering register, 0x20CC.
 */
#include "regs/gt_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"
#include "sim_forcewake.h"
#include "sim_steering.h"

/* All replicated registers that keep a value are in this range. */
#define SIM_STEER_START		0x8000
#define SIM_STEER_END		0x10000
#define SIM_STEER_DWORDS	((SIM_STEER_END - SIM_STEER_START) / 4)
#define SIM_L3_BANKS		8

const struct sim_steering sim_steering_gen8 = {
	.slice = GEN8_MCR_SLICE_MASK,
	.subslice = GEN8_MCR_SUBSLICE_MASK,
};

const struct sim_steering sim_steering_gen11 = {
	.multicast = GEN11_MCR_MULTICAST,
	.slice = GEN11_MCR_SLICE_MASK,
	.subslice = GEN11_MCR_SUBSLICE_MASK,
	.reset = GEN11_MCR_MULTICAST,
};

static u32 sim_instances(const struct oa_sim_gpu *gpu, enum sim_replicated kind)
{
	const struct sim_topology *t = &gpu->platform->topology;

	switch (kind) {
	case SIM_REPLICATED_SLICE:
		return fls(t->slice_mask);
	case SIM_REPLICATED_SUBSLICE:
		return fls(t->slice_mask) * t->max_subslices;
	case SIM_REPLICATED_L3BANK:
		return SIM_L3_BANKS;
	default:
		return 1;
	}
}

static bool sim_live(const struct oa_sim_gpu *gpu, enum sim_replicated kind, u32 instance)
{
	const struct sim_topology *t = &gpu->platform->topology;

	if (instance >= sim_instances(gpu, kind))
		return false;
	switch (kind) {
	case SIM_REPLICATED_SLICE:
		return t->slice_mask & BIT(instance);
	case SIM_REPLICATED_SUBSLICE:
		return t->slice_mask & BIT(instance / t->max_subslices) &&
		       t->subslice_mask & BIT(instance % t->max_subslices);
	case SIM_REPLICATED_L3BANK:
		return t->l3_bank_mask & BIT(instance);
	default:
		return true;
	}
}

static u32 sim_chosen(const struct oa_sim_gpu *gpu, enum sim_replicated kind)
{
	const struct sim_steering *s = gpu->platform->steering;
	u32 slice = sim_field(s->slice, gpu->steering.selector);
	u32 subslice = sim_field(s->subslice, gpu->steering.selector);

	switch (kind) {
	case SIM_REPLICATED_SLICE:
		return slice;
	case SIM_REPLICATED_SUBSLICE:
		if (subslice >= gpu->platform->topology.max_subslices)
			return ~0u;
		return slice * gpu->platform->topology.max_subslices + subslice;
	default:
		return subslice;
	}
}

static u32 *sim_instance(const struct oa_sim_gpu *gpu, u32 instance, u32 offset)
{
	u32 dword = (offset - SIM_STEER_START) / 4;

	return &gpu->steering.instances[instance * SIM_STEER_DWORDS + dword];
}

static enum sim_replicated sim_kind(const struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_fw_range *range = sim_forcewake_range(gpu, offset);

	return range ? range->replicated : SIM_REPLICATED_NONE;
}

/* Allocate the instances; may sleep. Call sim_steering_fini() after a failure, too. */
int sim_steering_init(struct oa_sim_gpu *gpu)
{
	u32 most = max(sim_instances(gpu, SIM_REPLICATED_SUBSLICE),
		       sim_instances(gpu, SIM_REPLICATED_L3BANK));

	most = max(most, sim_instances(gpu, SIM_REPLICATED_SLICE));

	if (!gpu->platform->steering)
		return 0;
	gpu->steering.instances = gpu->host->ops->alloc(gpu->host,
							    most * SIM_STEER_DWORDS * sizeof(u32));
	return gpu->steering.instances ? 0 : -ENOMEM;
}

void sim_steering_fini(struct oa_sim_gpu *gpu)
{
	gpu->host->ops->free(gpu->host, gpu->steering.instances);
	gpu->steering.instances = NULL;
}

/* Check whether a register is replicated and keeps a value. */
bool sim_steered(const struct oa_sim_gpu *gpu, u32 offset)
{
	return gpu->steering.instances && offset >= SIM_STEER_START && offset < SIM_STEER_END &&
	       sim_kind(gpu, offset) != SIM_REPLICATED_NONE;
}

/* Read the selected instance of a register that is sim_steered(). */
u32 sim_steered_read(const struct oa_sim_gpu *gpu, u32 offset)
{
	enum sim_replicated kind = sim_kind(gpu, offset);
	u32 chosen = sim_chosen(gpu, kind);

	return sim_live(gpu, kind, chosen) ? *sim_instance(gpu, chosen, offset) : 0;
}

/*
 * Write the bits of @mask in the selected instances, or in all if @cpu is false. The plain store
 * follows the first live instance.
 */
void sim_steered_write(struct oa_sim_gpu *gpu, u32 offset, u32 value, u32 mask, bool cpu)
{
	const u32 multicast = gpu->platform->steering->multicast;
	const bool all = !cpu || !multicast || gpu->steering.selector & multicast;
	enum sim_replicated kind = sim_kind(gpu, offset);
	u32 i = sim_instances(gpu, kind), *reg;

	while (i--) {
		if (!sim_live(gpu, kind, i))
			continue;
		reg = sim_instance(gpu, i, offset);
		if (all || i == sim_chosen(gpu, kind))
			*reg = (*reg & ~mask) | (value & mask);
		gpu->store[offset / 4] = *reg;
	}
}

/*
 * Writes must reach all instances again when counters are on. Where the register has a multicast
 * bit, the instance that reads select is software's choice: the default one may be fused off.
 */
void sim_steering_check(struct oa_sim_gpu *gpu)
{
	const struct sim_steering *s = gpu->platform->steering;
	const u32 selector = gpu->steering.selector;

	if (s && (s->multicast ? !(selector & s->multicast) : selector != s->reset))
		sim_violate(gpu, SIM_STEERING_LEFT, GEN8_MCR_SELECTOR, gpu->steering.selector);
}

/* Reset every instance to the value of the plain store, which was reset before. */
static void sim_steering_reset(struct oa_sim_gpu *gpu)
{
	u32 offset;

	if (!gpu->steering.instances)
		return;
	gpu->steering.selector = gpu->platform->steering->reset;
	for (offset = SIM_STEER_START; offset < SIM_STEER_END; offset += 4)
		if (sim_steered(gpu, offset))
			sim_steered_write(gpu, offset, gpu->store[offset / 4], ~0u, false);
}

static bool sim_steering_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return gpu->platform->steering && offset == GEN8_MCR_SELECTOR;
}

static u32 sim_steering_read(struct oa_sim_gpu *gpu, u32 offset)
{
	return gpu->steering.selector;
}

static void sim_steering_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	gpu->steering.selector = value;
}

const struct sim_unit sim_unit_steering = {
	.owns = sim_steering_owns,
	.read = sim_steering_read,
	.write = sim_steering_write,
	.peek = sim_steering_read,
	.reset = sim_steering_reset,
};
