// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Steering
 *
 * Some units exist once per slice or subslice, all at the same offset. A write goes
 * to all of them. A read returns the value of one instance, by default subslice 0 of
 * slice 0, and zero if that instance is fused off: a zero that is saved and put back
 * later would clear the register everywhere. So such a read first selects an instance
 * that is there. The steering register has one user at a time and is put back after
 * the read, because the next write is meant for all instances.
 *
 * The tables of power wells mark the replicated registers (oa_forcewake_*.c). L3
 * banks have fuses of their own; the driver reads none of their registers.
 *
 * Facts: hardware.rst 2.3.
 */
#include <linux/bitops.h>

#include "gt/oa_forcewake.h"
#include "gt/oa_steering.h"
#include "gt/oa_topology.h"
#include "gt/oa_uncore.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"

const struct oa_steering_layout oa_steering_gen8 = {
	.slice = GEN8_MCR_SLICE_MASK,
	.subslice = GEN8_MCR_SUBSLICE_MASK,
};

const struct oa_steering_layout oa_steering_gen11 = {
	.slice = GEN11_MCR_SLICE_MASK,
	.subslice = GEN11_MCR_SUBSLICE_MASK,
	.multicast = GEN11_MCR_MULTICAST,
};

/**
 * oa_steering_init() - choose the instance that reads go to
 * @uncore: the GPU
 * @layout: of the platform, NULL if it can't steer
 * @topology: slices and subslices that are there
 */
void oa_steering_init(struct oa_uncore *uncore, const struct oa_steering_layout *layout,
		      const struct oa_topology *topology)
{
	struct oa_steering *steering = &uncore->steering;

	steering->layout = layout;
	steering->slice = topology->slice_mask ? __ffs(topology->slice_mask) : 0;
	steering->subslice = topology->subslice_mask[steering->slice] ?
			     __ffs(topology->subslice_mask[steering->slice]) : 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_steering_init);

/**
 * oa_steered_read32() - read a register that may be replicated
 * @uncore: the GPU, awake
 * @offset: bytes from the start of BAR 0
 *
 * Process context, serialised by the owner of the OA unit. A register that is not
 * replicated is simply read. Return: the value in an instance that is there.
 */
u32 oa_steered_read32(struct oa_uncore *uncore, u32 offset)
{
	const struct oa_steering *steering = &uncore->steering;
	const struct oa_steering_layout *l = steering->layout;
	const struct oa_forcewake_range *range;
	u32 before, selector, value;

	range = l ? oa_forcewake_find(uncore->forcewake.table, offset) : NULL;
	if (!range || range->replication == OA_REPL_NONE)
		return oa_read32(uncore, offset);
	before = oa_read32(uncore, GEN8_MCR_SELECTOR);
	selector = before & ~(l->slice | l->subslice | l->multicast);
	selector |= (u32)steering->slice << __ffs(l->slice);
	selector |= (u32)steering->subslice << __ffs(l->subslice);
	oa_write32(uncore, GEN8_MCR_SELECTOR, selector);
	value = oa_read32(uncore, offset);
	oa_write32(uncore, GEN8_MCR_SELECTOR, before);
	return value;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_steered_read32);
