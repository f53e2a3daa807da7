/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The top-down tree of EU time. Integers only.
 *
 * Pure functions on memory. Builds in the kernel and in user space.
 */
#ifndef _FORMATS_OA_TREE_H_
#define _FORMATS_OA_TREE_H_

#include "formats/oa_metrics.h"

#define OA_TREE_NODES		20u

/** enum oa_slots - source of a state's slots */
enum oa_slots {
	/** @OA_SLOTS_ACTIVE: EU.ACTIVE, the first node */
	OA_SLOTS_ACTIVE,
	/** @OA_SLOTS_STALL: EU.STALL */
	OA_SLOTS_STALL,
	/** @OA_SLOTS_COUNTER: an A counter that is summed over EUs */
	OA_SLOTS_COUNTER,
	/** @OA_SLOTS_IDLE: all slots but those of EU.ACTIVE and EU.STALL */
	OA_SLOTS_IDLE,
	/** @OA_SLOTS_GPU_IDLE: all EUs, in clocks that an A counter does not count as busy */
	OA_SLOTS_GPU_IDLE,
	/** @OA_SLOTS_FIXED: OA_SLOTS_IDLE without OA_SLOTS_GPU_IDLE */
	OA_SLOTS_FIXED,
	/** @OA_SLOTS_CLOCKS: all EUs, in clocks that an A counter counts */
	OA_SLOTS_CLOCKS,
	/** @OA_SLOTS_UNPROVEN: no counter is documented for it */
	OA_SLOTS_UNPROVEN,
};

/** struct oa_tree_node - a state; or a placeholder for states that no counter measures */
struct oa_tree_node {
	/** @name: hierarchical name */
	const char *name;
	/** @slots: source of its slots */
	enum oa_slots slots;
	/** @level: 1 and up; the parent is the last node before it of the level above */
	u8 level;
	/** @number: of the A counter */
	u8 number;
	/** @more: A counters behind that one whose counts are added to it */
	u8 more;
	/** @meaning: one line */
	const char *meaning;
	/** @look: where to look next if much time is spent here, NULL: at its children */
	const char *look;
	/** @doubt: why it is doubtful, or unproven; NULL: it is neither */
	const char *doubt;
};

/** struct oa_tree_def - the tree of a platform */
struct oa_tree_def {
	/** @set: the platform's counters */
	const struct oa_counter_set *set;
	/** @needs: OA_PROGRAMMED_* that level 1 needs */
	u32 needs;
	/** @overlap: why level 2 need not add up to level 1, NULL: it does */
	const char *overlap;
	/** @nodes: EU.ACTIVE, its children, EU.STALL, its children, EU.IDLE, its children */
	const struct oa_tree_node *nodes;
	/** @num: of nodes */
	u8 num;
};

/** struct oa_tree_state - the values of a node */
struct oa_tree_state {
	/** @slots: of EU time, 0 if @wrong */
	u64 slots;
	/** @share: of all slots, in 1/OA_WHOLE, 0 if @wrong */
	u32 share;
	/** @wrong: OA_WRONG_*; a child of a wrong node is wrong */
	u32 wrong;
	/** @proven: a documented counter gives it */
	bool proven;
	/** @high: the share is over the threshold of its level */
	bool high;
};

/** struct oa_tree - the tree of EU time of some increments */
struct oa_tree {
	/** @def: the platform's tree */
	const struct oa_tree_def *def;
	/** @clocks: render clocks */
	u64 clocks;
	/** @slots: EUs x clocks */
	u64 slots;
	/** @look: index of the node to look at first, -1: none */
	int look;
	/** @states: of the nodes, in their order */
	struct oa_tree_state states[OA_TREE_NODES];
};

/* Shares from which on a node is high: [MODEL], of all slots on level 1 and below */
#define OA_TREE_HIGH_1		(OA_WHOLE / 4)
#define OA_TREE_HIGH_2		(OA_WHOLE / 10)

const struct oa_tree_def *oa_tree_def(const struct oa_counter_set *set);
u64 oa_tree_needs(const struct oa_counter_set *set);
int oa_tree_parent(const struct oa_tree_def *def, unsigned int node);
void oa_tree_build(struct oa_tree *tree, const struct oa_increments *sum,
		   const struct oa_machine *machine);

#endif /* _FORMATS_OA_TREE_H_ */
