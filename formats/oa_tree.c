// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The tree of EU time
 *
 * A slot is one EU in one render clock. Each slot is in exactly one state of level 1: the EU
 * executes (EU.ACTIVE), it holds a thread and does not execute (EU.STALL), or it holds none
 * (EU.IDLE). The first two are counted and idle is the rest, so the three shares add up to a whole.
 * If the two counters together exceed all slots, one of them or the number of EUs is wrong, and so
 * is the whole tree.
 *
 * Deeper levels divide a state: by shader stage or by pipeline, and idle EUs by whether the GPU had
 * work. Only the children of EU.IDLE have to add up to their parent. A level that no documented
 * counter gives has a node that says so. Where several counters share an event (Gen12), a node is
 * their sum.
 *
 * Facts: hardware.rst 5.1 to 5.4, 19.4. The thresholds are a choice.
 */
#include "formats/oa_env.h"
#include "formats/oa_tree.h"

#define NODE(lv, label, how, n, text, next, why)				\
	{ .name = (label), .slots = OA_SLOTS_##how, .level = (lv), .number = (n), \
	  .meaning = (text), .look = (next), .doubt = (why) }
#define ACTIVE(n)								\
	NODE(1, "EU.ACTIVE", ACTIVE, n, "EUs execute instructions", NULL, NULL)
#define STALL(n)								\
	NODE(1, "EU.STALL", STALL, n, "EUs hold threads, and all of them wait", NULL, NULL)
#define IDLE									\
	NODE(1, "EU.IDLE", IDLE, 0, "EUs hold no thread", NULL, NULL)
#define STAGE(state, stage, n, text, next)					\
	NODE(2, "EU." #state "." stage, COUNTER, n, text, next, NULL)
#define GPU_IDLE(n, text, why)							\
	NODE(2, "EU.IDLE.GPU", GPU_IDLE, n, text,				\
	     "the CPU, or whatever submits work: the GPU had none", why)
#define FIXED(n, text, why)							\
	NODE(2, "EU.IDLE.FIXED", FIXED, n,					\
	     "the GPU is busy, and no thread is on the EU: " text,		\
	     "draws with little for shaders to do, the front end, state changes, flushes", why)

#define MORE_MATH	"fewer instructions, lower precision, less work per invocation"
#define MORE_MEMORY	"memory and sampler accesses of this stage, and how many threads hide them"

static const char no_events[] =
	"the context that switches, waits for events and semaphores count as no work";
static const char snb_a26[] =
	"the document calls A26 busy, and describes it as idle";

static const struct oa_tree_node snb_nodes[] = {
	ACTIVE(0),
	STAGE(ACTIVE, "VS", 2, "the vertex shader executes", MORE_MATH),
	STAGE(ACTIVE, "GS_CS", 7, "the geometry shader or GPGPU executes", MORE_MATH),
	STAGE(ACTIVE, "PS", 12, "the pixel shader executes", MORE_MATH),
	STALL(1),
	STAGE(STALL, "VS", 4, "the vertex shader waits, with its whole EU", MORE_MEMORY),
	STAGE(STALL, "GS_CS", 9, "the geometry shader or GPGPU waits, with its whole EU",
	      MORE_MEMORY),
	STAGE(STALL, "PS", 14, "the pixel shader waits, with its whole EU", MORE_MEMORY),
	IDLE,
	GPU_IDLE(26, "the command streamer has no work", snb_a26),
	FIXED(26, "fixed functions", snb_a26),
	NODE(3, "EU.IDLE.FIXED.SF", CLOCKS, 28, "clocks in which strips and fans are active",
	     "many or small triangles, culling",
	     "event and text disagree on whether it is stalled"),
};

static const struct oa_tree_node ivb_nodes[] = {
	ACTIVE(0),
	STAGE(ACTIVE, "VS", 2, "the vertex shader executes", MORE_MATH),
	STAGE(ACTIVE, "HS", 7, "the hull shader executes", MORE_MATH),
	STAGE(ACTIVE, "DS", 12, "the domain shader executes", MORE_MATH),
	STAGE(ACTIVE, "CS", 17, "the compute shader executes", MORE_MATH),
	STAGE(ACTIVE, "GS", 22, "the geometry shader executes", MORE_MATH),
	STAGE(ACTIVE, "PS", 27, "the pixel shader executes", MORE_MATH),
	STALL(1),
	STAGE(STALL, "VS", 4, "the vertex shader waits, with its whole EU", MORE_MEMORY),
	STAGE(STALL, "HS", 9, "the hull shader waits, with its whole EU", MORE_MEMORY),
	STAGE(STALL, "DS", 14, "the domain shader waits, with its whole EU", MORE_MEMORY),
	STAGE(STALL, "CS", 19, "the compute shader waits, with its whole EU", MORE_MEMORY),
	STAGE(STALL, "GS", 24, "the geometry shader waits, with its whole EU", MORE_MEMORY),
	STAGE(STALL, "PS", 29, "the pixel shader waits, with its whole EU", MORE_MEMORY),
	IDLE,
	GPU_IDLE(41, "the render engine has no work", no_events),
	FIXED(41, "fixed functions", NULL),
	NODE(3, "EU.IDLE.FIXED.VS", CLOCKS, 42,
	     "clocks in which the vertex shader unit holds up others",
	     "vertex fetch and count: indices, strips, level of detail", NULL),
	NODE(3, "EU.IDLE.FIXED.GS", CLOCKS, 43,
	     "clocks in which the geometry shader unit holds up others",
	     "what the geometry shader emits", NULL),
};

#define FPU0(stage, n, text)							\
	NODE(3, "EU.ACTIVE.FPU0." stage, COUNTER, n, text, MORE_MATH, NULL)

static const char gen8_busy[] =
	"waits and switches of contexts count as no work";
static const char gen9_busy[] =
	"no document for Gen9: taken to count any engine, as on Lakefield";

#define NODES_GEN8(no_work, doubt, other, other_doubt)					\
	{										\
		ACTIVE(7),								\
		STAGE(ACTIVE, "FPU0", 9, "FPU0 executes", NULL),			\
		FPU0("VS", 14, "for the vertex shader"),				\
		FPU0("HS", 15, "for the hull shader"),					\
		FPU0("DS", 16, "for the domain shader"),				\
		FPU0("GS", 17, "for the geometry shader"),				\
		FPU0("PS", 18, "for the pixel shader"),					\
		FPU0("TS", 19, "for threads of the thread spawner: compute"),		\
		STAGE(ACTIVE, "FPU1", 10, "FPU1 executes",				\
		      "extended math and what pairs with FPU0"),			\
		STAGE(ACTIVE, "SEND", 11, "SENDs execute", "memory and sampler accesses"),\
		STALL(8),								\
		NODE(2, "EU.STALL.STAGE", UNPROVEN, 0, "stalls by stage", NULL,		\
		     "the documents list no filter by stage for stalls"),		\
		IDLE,									\
		GPU_IDLE(0, no_work, doubt),						\
		FIXED(0, other, other_doubt),						\
	}

static const struct oa_tree_node gen8_nodes[] =
	NODES_GEN8("the render engine has no work", gen8_busy, "fixed functions", NULL);
static const struct oa_tree_node gen9_nodes[] =
	NODES_GEN8("no engine has work", gen9_busy, "fixed functions, or other engines", gen9_busy);
static const struct oa_tree_node gen11_nodes[] =
	NODES_GEN8("no engine has work", NULL, "fixed functions, or other engines", NULL);

/* The sum of four counters, from A@n on */
#define SUM_OF_FOUR(label, how, n, text, next)					\
	{ .name = (label), .slots = OA_SLOTS_##how, .level = 1, .number = (n), .more = 3, \
	  .meaning = (text), .look = (next) }

static const char gen12_busy[] =
	"no document for Gen12: taken to count any engine, as on Lakefield";

/* Active, stall and occupancy take 12 of the 14 flexible counters, so none divides EU.ACTIVE. */
static const struct oa_tree_node gen12_nodes[] = {
	SUM_OF_FOUR("EU.ACTIVE", ACTIVE, 7, "EUs execute instructions", MORE_MATH),
	SUM_OF_FOUR("EU.STALL", STALL, 11, "EUs hold threads, and all of them wait",
		    "memory and sampler accesses, and how many threads hide them"),
	IDLE,
	GPU_IDLE(0, "no engine has work", gen12_busy),
	FIXED(0, "fixed functions, or other engines", gen12_busy),
};

static const char by_stage[] =
	"stages include the time of SENDs, EU.ACTIVE does not; several stages may wait on one EU";
static const char by_pipe[] =
	"pipelines work at the same time";

static const struct oa_tree_def defs[] = {
	{ &oa_counters_snb, 0, by_stage, snb_nodes, ARRAY_SIZE(snb_nodes) },
	{ &oa_counters_ivb, 0, by_stage, ivb_nodes, ARRAY_SIZE(ivb_nodes) },
	{ &oa_counters_vlv, 0, by_stage, ivb_nodes, ARRAY_SIZE(ivb_nodes) },
	{ &oa_counters_hsw, 0, by_stage, ivb_nodes, ARRAY_SIZE(ivb_nodes) },
	{ &oa_counters_gen8, OA_PROGRAMMED_TREE, by_pipe, gen8_nodes, ARRAY_SIZE(gen8_nodes) },
	{ &oa_counters_gen9, OA_PROGRAMMED_TREE, by_pipe, gen9_nodes, ARRAY_SIZE(gen9_nodes) },
	{ &oa_counters_gen11, OA_PROGRAMMED_TREE, by_pipe, gen11_nodes, ARRAY_SIZE(gen11_nodes) },
	{ &oa_counters_gen12, OA_PROGRAMMED_TREE, NULL, gen12_nodes, ARRAY_SIZE(gen12_nodes) },
};

static_assert(ARRAY_SIZE(snb_nodes) <= OA_TREE_NODES, "room for each node");
static_assert(ARRAY_SIZE(ivb_nodes) <= OA_TREE_NODES, "room for each node");
static_assert(ARRAY_SIZE(gen8_nodes) <= OA_TREE_NODES, "room for each node");
static_assert(ARRAY_SIZE(gen9_nodes) <= OA_TREE_NODES, "room for each node");
static_assert(ARRAY_SIZE(gen11_nodes) <= OA_TREE_NODES, "room for each node");
static_assert(ARRAY_SIZE(gen12_nodes) <= OA_TREE_NODES, "room for each node");

/**
 * oa_tree_def() - the tree of a platform
 * @set: the counters of the platform
 *
 * Return: the tree, NULL if there is none for these counters.
 */
const struct oa_tree_def *oa_tree_def(const struct oa_counter_set *set)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(defs); i++)
		if (defs[i].set == set)
			return &defs[i];
	return NULL;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_tree_def);

/**
 * oa_tree_needs() - the counters of EU.ACTIVE and EU.STALL
 * @set: the counters of the platform
 *
 * Without one of them a tree has no level 1. Return: bit n for An.
 */
u64 oa_tree_needs(const struct oa_counter_set *set)
{
	const struct oa_tree_def *def = oa_tree_def(set);
	u64 needs = 0;
	u8 i;

	for (i = 0; i < def->num; i++)
		if (def->nodes[i].slots == OA_SLOTS_ACTIVE || def->nodes[i].slots == OA_SLOTS_STALL)
			needs |= ((2ull << def->nodes[i].more) - 1) << def->nodes[i].number;
	return needs;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_tree_needs);

/**
 * oa_tree_parent() - the parent of a node
 * @def: the tree
 * @node: index of the node
 *
 * Return: the index of its parent, -1 for a node of level 1.
 */
int oa_tree_parent(const struct oa_tree_def *def, unsigned int node)
{
	int i;

	for (i = (int)node - 1; i >= 0; i--)
		if (def->nodes[i].level < def->nodes[node].level)
			return i;
	return -1;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_tree_parent);

/* struct found - slots of the states that do not overlap; in this order they fill all slots */
struct found {
	u64 active;
	u64 stall;
	u64 fixed;
	u64 gpu_idle;
	/* OA_WRONG_* of level 1, and of the children of EU.IDLE */
	u32 level1;
	u32 idle;
};

/* Add the increments of a node's counters. Return: OA_WRONG_*. */
static u32 add_counters(const struct oa_tree_node *node, const struct oa_increments *sum,
			u64 *value)
{
	u32 wrong = 0;
	u64 one;
	u8 i;

	*value = 0;
	for (i = 0; i <= node->more; i++) {
		wrong |= oa_operand(sum, (struct oa_operand){ OA_FIELD_A, node->number + i }, &one);
		*value += one;
	}
	return wrong;
}

static u32 count(const struct oa_tree_def *def, enum oa_slots slots,
		 const struct oa_increments *sum, u64 *value)
{
	u8 i;

	*value = 0;
	for (i = 0; i < def->num; i++)
		if (def->nodes[i].slots == slots)
			return add_counters(&def->nodes[i], sum, value);
	return OA_WRONG_ABSENT;
}

static u32 find_slots(struct oa_tree *tree, const struct oa_increments *sum,
		      const struct oa_machine *machine)
{
	u32 wrong = oa_clocks(sum, machine, &tree->clocks);

	tree->slots = tree->clocks * machine->eus;
	if (!machine->eus)
		wrong |= OA_WRONG_TOPOLOGY;
	if (!wrong && !tree->slots)
		wrong = OA_WRONG_NOTHING;
	return wrong;
}

static struct found find(struct oa_tree *tree, const struct oa_increments *sum,
			 const struct oa_machine *machine)
{
	struct found found = { .level1 = find_slots(tree, sum, machine) };
	u64 busy;

	found.level1 |= count(tree->def, OA_SLOTS_ACTIVE, sum, &found.active);
	found.level1 |= count(tree->def, OA_SLOTS_STALL, sum, &found.stall);
	if (tree->def->needs & ~machine->programmed)
		found.level1 |= OA_WRONG_SET;
	if (!found.level1 && (found.active > tree->slots ||
			      found.stall > tree->slots - found.active))
		found.level1 = OA_WRONG_RANGE;
	found.idle = found.level1 | count(tree->def, OA_SLOTS_GPU_IDLE, sum, &busy);
	if (found.idle)
		return found;
	found.fixed = tree->slots - found.active - found.stall;
	if (busy > tree->clocks || (tree->clocks - busy) * machine->eus > found.fixed) {
		found.idle = OA_WRONG_RANGE;
		return found;
	}
	found.gpu_idle = (tree->clocks - busy) * machine->eus;
	found.fixed -= found.gpu_idle;
	return found;
}

/* Set the slots of a node and their beginning among all slots. Return: OA_WRONG_*. */
static u32 place(const struct oa_tree *tree, const struct oa_tree_node *node,
		 const struct found *found, const struct oa_increments *sum,
		 const struct oa_machine *machine, u64 *from, u64 *slots)
{
	const u64 loaded = found->active + found->stall;
	u32 wrong;

	*from = 0;
	switch (node->slots) {
	case OA_SLOTS_ACTIVE:
		*slots = found->active;
		return found->level1;
	case OA_SLOTS_STALL:
		*from = found->active;
		*slots = found->stall;
		return found->level1;
	case OA_SLOTS_IDLE:
		*from = loaded;
		*slots = tree->slots - loaded;
		return found->level1;
	case OA_SLOTS_FIXED:
		*from = loaded;
		*slots = found->fixed;
		return found->idle;
	case OA_SLOTS_GPU_IDLE:
		*from = tree->slots - found->gpu_idle;
		*slots = found->gpu_idle;
		return found->idle;
	default:
		break;
	}
	wrong = add_counters(node, sum, slots);
	if (node->slots == OA_SLOTS_CLOCKS)
		*slots *= machine->eus;
	if (wrong || found->level1)
		return wrong;
	return *slots > tree->slots ? OA_WRONG_RANGE : 0;
}

/* Round boundaries instead of parts, so that the parts add up to the whole. */
static u32 share_of_slots(const struct oa_tree *tree, u64 from, u64 slots)
{
	return oa_fraction(from + slots, tree->slots, OA_WHOLE) -
	       oa_fraction(from, tree->slots, OA_WHOLE);
}

static void fill_state(struct oa_tree *tree, unsigned int i, const struct found *found,
		       const struct oa_increments *sum, const struct oa_machine *machine)
{
	const struct oa_tree_node *node = &tree->def->nodes[i];
	const int parent = oa_tree_parent(tree->def, i);
	struct oa_tree_state *state = &tree->states[i];
	u64 from, slots;

	state->proven = node->slots != OA_SLOTS_UNPROVEN;
	if (!state->proven)
		return;
	state->wrong = place(tree, node, found, sum, machine, &from, &slots);
	if (parent >= 0)
		state->wrong |= tree->states[parent].wrong;
	if (state->wrong)
		return;
	state->slots = slots;
	state->share = share_of_slots(tree, from, slots);
	state->high = state->share >= (node->level == 1 ? OA_TREE_HIGH_1 : OA_TREE_HIGH_2) &&
		      (parent < 0 || tree->states[parent].high);
}

/* The high child with most slots; @parent -1: the high node of level 1 */
static int highest(const struct oa_tree *tree, int parent)
{
	int i, best = -1;

	for (i = 0; i < tree->def->num; i++)
		if (tree->states[i].high && oa_tree_parent(tree->def, i) == parent &&
		    (best < 0 || tree->states[i].slots > tree->states[best].slots))
			best = i;
	return best;
}

/* Descend from the highest state of level 1 as long as a child is high. */
static int where_to_look(const struct oa_tree *tree)
{
	int node = highest(tree, -1), child;

	while (node >= 0) {
		child = highest(tree, node);
		if (child < 0)
			break;
		node = child;
	}
	return node;
}

/**
 * oa_tree_build() - the tree of EU time
 * @tree: filled in
 * @sum: increments
 * @machine: the GPU; its counters have a tree
 *
 * The shares of level 1 add up to OA_WHOLE exactly, unless all are wrong.
 */
void oa_tree_build(struct oa_tree *tree, const struct oa_increments *sum,
		   const struct oa_machine *machine)
{
	struct found found;
	unsigned int i;

	memset(tree, 0, sizeof(*tree));
	tree->def = oa_tree_def(machine->counters);
	found = find(tree, sum, machine);
	for (i = 0; i < tree->def->num; i++)
		fill_state(tree, i, &found, sum, machine);
	tree->look = where_to_look(tree);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_tree_build);
