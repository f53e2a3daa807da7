// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tree of EU time: counters to shares, computed by hand from hardware.rst 5.1 to 5.4, 19.4, and
 * counters that contradict each other.
 */
#include <kunit/test.h>
#include <linux/string.h>

#include "formats/oa_names.h"
#include "formats/oa_tree.h"
#include "named_param.h"

#define ALL_A(n)	((1ull << (n)) - 1)

/* struct tree_case - increments, and the resulting level 1 and children of EU.IDLE */
struct tree_case {
	const char *name;
	const struct oa_counter_set *set;
	u32 eus;
	u32 clocks;
	u64 active;
	u64 stall;
	u64 busy;
	/* in millionths of the slots */
	u32 shares[5];	/* active, stall, idle, idle with an idle GPU, idle with a busy one */
	const char *look;
};

static const struct tree_case tree_cases[] = {
	/* Of 20 x 1000000 slots */
	{ "hsw stalls", &oa_counters_hsw, 20, 1000000, 5000000, 10000000, 900000,
	  { 250000, 500000, 250000, 100000, 150000 }, "EU.STALL" },
	{ "hsw idle", &oa_counters_hsw, 20, 1000000, 0, 0, 0,
	  { 0, 0, 1000000, 1000000, 0 }, "EU.IDLE.GPU" },
	{ "hsw front end", &oa_counters_hsw, 20, 1000000, 1000000, 1000000, 1000000,
	  { 50000, 50000, 900000, 0, 900000 }, "EU.IDLE.FIXED" },
	{ "hsw full", &oa_counters_hsw, 20, 1000000, 20000000, 0, 1000000,
	  { 1000000, 0, 0, 0, 0 }, "EU.ACTIVE" },
	/* Thirds do not divide a million: the shares still add up */
	{ "snb thirds", &oa_counters_snb, 12, 1, 4, 4, 1,
	  { 333333, 333334, 333333, 0, 333333 }, "EU.ACTIVE" },
	{ "ivb sevenths", &oa_counters_ivb, 1, 7, 1, 1, 4,
	  { 142857, 142857, 714286, 428571, 285715 }, "EU.IDLE.GPU" },
	{ "vlv", &oa_counters_vlv, 4, 100, 300, 60, 95,
	  { 750000, 150000, 100000, 50000, 50000 }, "EU.ACTIVE" },
	{ "gen8", &oa_counters_gen8, 24, 500000, 6000000, 3000000, 400000,
	  { 500000, 250000, 250000, 200000, 50000 }, "EU.ACTIVE" },
	{ "gen9", &oa_counters_gen9, 24, 500000, 600000, 300000, 500000,
	  { 50000, 25000, 925000, 0, 925000 }, "EU.IDLE.FIXED" },
	{ "gen11", &oa_counters_gen11, 48, 1000, 480, 47520, 1000,
	  { 10000, 990000, 0, 0, 0 }, "EU.STALL" },
	{ "gen12", &oa_counters_gen12, 96, 1000, 38400, 19200, 800,
	  { 400000, 200000, 400000, 200000, 200000 }, "EU.ACTIVE" },
};

KUNIT_ARRAY_PARAM_DESC(tree, tree_cases, name);

static unsigned int number_of(const struct oa_tree_def *def, const char *name)
{
	unsigned int i;

	for (i = 0; i < def->num && strcmp(def->nodes[i].name, name); i++)
		;
	return i;
}

static struct oa_machine machine_of(const struct tree_case *c)
{
	return (struct oa_machine){
		.counters = c->set, .eus = c->eus, .timestamp_hz = 12500000,
		.programmed = OA_PROGRAMMED_CLOCKS | OA_PROGRAMMED_TREE,
	};
}

/* B0 counts clocks, and so does GPU_TICKS where the platform has it. */
static struct oa_increments increments_of(const struct tree_case *c)
{
	const struct oa_tree_def *def = oa_tree_def(c->set);
	struct oa_increments sum = {
		.b = { c->set->has_ticks ? 0 : c->clocks },
		.ticks = c->set->has_ticks ? c->clocks : 0,
		.time = 1000, .pairs = 1, .a_mask = ALL_A(c->set->num_a), .b_mask = 0xf,
	};

	sum.a[def->nodes[number_of(def, "EU.ACTIVE")].number] = c->active;
	sum.a[def->nodes[number_of(def, "EU.STALL")].number] = c->stall;
	sum.a[def->nodes[number_of(def, "EU.IDLE.GPU")].number] = c->busy;
	return sum;
}

static const char * const shared[] = {
	"EU.ACTIVE", "EU.STALL", "EU.IDLE", "EU.IDLE.GPU", "EU.IDLE.FIXED",
};

static void oa_tree_shares(struct kunit *test)
{
	const struct tree_case *c = test->param_value;
	const struct oa_machine machine = machine_of(c);
	const struct oa_increments sum = increments_of(c);
	struct oa_tree *tree = kunit_kzalloc(test, sizeof(*tree), GFP_KERNEL);
	u32 whole = 0, level1 = 0;
	unsigned int i, n;

	KUNIT_ASSERT_NOT_NULL(test, tree);
	oa_tree_build(tree, &sum, &machine);
	KUNIT_EXPECT_EQ(test, tree->slots, (u64)c->eus * c->clocks);
	for (i = 0; i < ARRAY_SIZE(shared); i++) {
		n = number_of(tree->def, shared[i]);
		KUNIT_EXPECT_EQ_MSG(test, tree->states[n].wrong, 0u, "%s", shared[i]);
		KUNIT_EXPECT_EQ_MSG(test, tree->states[n].share, c->shares[i], "%s", shared[i]);
		level1 += i < 3 ? tree->states[n].share : 0;
		whole += i != 2 ? tree->states[n].share : 0;
	}
	KUNIT_EXPECT_EQ(test, level1, OA_WHOLE);
	KUNIT_EXPECT_EQ(test, whole, OA_WHOLE);
	KUNIT_ASSERT_GE(test, tree->look, 0);
	KUNIT_EXPECT_STREQ(test, tree->def->nodes[tree->look].name, c->look);
}

/* Each node reports the faults @bits, and has no value. */
static void expect_all_wrong(struct kunit *test, const struct oa_increments *sum,
			     const struct oa_machine *machine, u32 bits)
{
	struct oa_tree *tree = kunit_kzalloc(test, sizeof(*tree), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, tree);
	oa_tree_build(tree, sum, machine);
	KUNIT_EXPECT_EQ(test, tree->look, -1);
	for (i = 0; i < tree->def->num; i++) {
		if (!tree->states[i].proven)
			continue;
		KUNIT_EXPECT_EQ_MSG(test, tree->states[i].wrong & bits, bits, "%s",
				    tree->def->nodes[i].name);
		KUNIT_EXPECT_EQ(test, tree->states[i].share, 0u);
		KUNIT_EXPECT_EQ(test, tree->states[i].slots, 0ull);
		KUNIT_EXPECT_FALSE(test, tree->states[i].high);
	}
}

/* Each cause makes the whole tree invalid. */
static void oa_tree_wrong(struct kunit *test)
{
	const struct tree_case *c = test->param_value;
	struct oa_machine machine = machine_of(c);
	struct oa_increments sum = increments_of(c);
	const struct oa_tree_def *def = oa_tree_def(c->set);
	const u8 stall = def->nodes[number_of(def, "EU.STALL")].number;

	/* One slot more than there are */
	sum.a[stall] = (u64)c->eus * c->clocks - c->active + 1;
	expect_all_wrong(test, &sum, &machine, OA_WRONG_RANGE);
	sum = increments_of(c);
	sum.a_wrapped = 1ull << stall;
	expect_all_wrong(test, &sum, &machine, OA_WRONG_WRAPPED);
	sum = increments_of(c);
	sum.a_mask = 0;
	expect_all_wrong(test, &sum, &machine, OA_WRONG_ABSENT);
	sum = increments_of(c);
	sum.clocks_wrapped = true;
	expect_all_wrong(test, &sum, &machine, OA_WRONG_WRAPPED);
	sum = increments_of(c);
	sum.b[0] = 0;
	sum.ticks = 0;
	expect_all_wrong(test, &sum, &machine, OA_WRONG_NOTHING);
	/* The set has another event in place of this one. */
	sum = increments_of(c);
	sum.a_other = 1ull << stall;
	expect_all_wrong(test, &sum, &machine, OA_WRONG_SET);
	sum = increments_of(c);
	machine.programmed = 0;
	expect_all_wrong(test, &sum, &machine, OA_WRONG_SET);
	machine = machine_of(c);
	machine.eus = 0;
	expect_all_wrong(test, &sum, &machine, OA_WRONG_TOPOLOGY);
}

/* EUs execute while the GPU reports itself idle: only level 1 stands. */
static void oa_tree_busy_contradicts(struct kunit *test)
{
	const struct tree_case *c = test->param_value;
	const struct oa_machine machine = machine_of(c);
	struct oa_increments sum = increments_of(c);
	struct oa_tree *tree = kunit_kzalloc(test, sizeof(*tree), GFP_KERNEL);
	const struct oa_tree_def *def = oa_tree_def(c->set);
	const unsigned int gpu = number_of(def, "EU.IDLE.GPU");
	const unsigned int fixed = number_of(def, "EU.IDLE.FIXED");

	KUNIT_ASSERT_NOT_NULL(test, tree);
	sum.a[def->nodes[gpu].number] = c->clocks + 1;
	oa_tree_build(tree, &sum, &machine);
	KUNIT_EXPECT_EQ(test, tree->states[number_of(def, "EU.IDLE")].wrong, 0u);
	KUNIT_EXPECT_EQ(test, tree->states[gpu].wrong, (u32)OA_WRONG_RANGE);
	KUNIT_EXPECT_EQ(test, tree->states[fixed].wrong, (u32)OA_WRONG_RANGE);
	if (!c->active && !c->stall)
		return;
	sum.a[def->nodes[gpu].number] = 0;
	oa_tree_build(tree, &sum, &machine);
	KUNIT_EXPECT_EQ(test, tree->states[number_of(def, "EU.IDLE")].share, c->shares[2]);
	KUNIT_EXPECT_EQ(test, tree->states[gpu].wrong, (u32)OA_WRONG_RANGE);
	KUNIT_EXPECT_EQ(test, tree->states[gpu].share, 0u);
	KUNIT_EXPECT_EQ(test, tree->states[fixed].wrong, (u32)OA_WRONG_RANGE);
}

/* On Gen12 each state is a sum of four counters (hardware.rst 19.4): 96 x 1000 slots. */
static void oa_tree_sums(struct kunit *test)
{
	static const struct oa_machine machine = {
		.counters = &oa_counters_gen12, .eus = 96, .programmed = OA_PROGRAMMED_TREE,
	};
	static const struct oa_increments all = {
		.a = { [0] = 800, [7] = 3840, [8] = 7680, [9] = 11520, [10] = 15360,
		       [11] = 9600, [12] = 0, [13] = 4800, [14] = 4800 },
		.ticks = 1000, .time = 1000, .pairs = 1, .a_mask = ALL_A(36), .b_mask = 0xff,
	};
	struct oa_tree *tree = kunit_kzalloc(test, sizeof(*tree), GFP_KERNEL);
	struct oa_increments sum = all;
	unsigned int n;

	KUNIT_ASSERT_NOT_NULL(test, tree);
	oa_tree_build(tree, &sum, &machine);
	KUNIT_EXPECT_EQ(test, tree->states[number_of(tree->def, "EU.ACTIVE")].share, 400000u);
	KUNIT_EXPECT_EQ(test, tree->states[number_of(tree->def, "EU.STALL")].share, 200000u);
	KUNIT_EXPECT_EQ(test, tree->states[number_of(tree->def, "EU.IDLE.FIXED")].share, 200000u);
	/* Without any one of the eight the whole tree is wrong, not a part too small. */
	KUNIT_EXPECT_EQ(test, oa_tree_needs(&oa_counters_gen12), 0xffull << 7);
	for (n = 7; n < 15; n++) {
		sum = all;
		sum.a_other = 1ull << n;
		expect_all_wrong(test, &sum, &machine, OA_WRONG_SET);
		sum = all;
		sum.a_mask &= ~(1ull << n);
		expect_all_wrong(test, &sum, &machine, OA_WRONG_ABSENT);
		sum = all;
		sum.a_wrapped = 1ull << n;
		expect_all_wrong(test, &sum, &machine, OA_WRONG_WRAPPED);
	}
	/* Others are not needed. */
	sum = all;
	sum.a_other = 0x3full << 15;
	oa_tree_build(tree, &sum, &machine);
	KUNIT_EXPECT_EQ(test, tree->states[0].wrong, 0u);
	KUNIT_EXPECT_EQ(test, oa_tree_needs(&oa_counters_gen8), 3ull << 7);
	KUNIT_EXPECT_EQ(test, oa_tree_needs(&oa_counters_snb), 3ull);
}

/* By stage on Haswell: 20 x 1000 slots */
static void oa_tree_stages(struct kunit *test)
{
	const struct oa_machine machine = {
		.counters = &oa_counters_hsw, .eus = 20, .programmed = OA_PROGRAMMED_CLOCKS,
	};
	struct oa_increments sum = {
		.a = { [0] = 6000, [1] = 8000, [2] = 1000, [27] = 5000, [4] = 2000, [29] = 7000,
		       [41] = 900, [42] = 150, [43] = 50 },
		.b = { 1000 }, .a_mask = ALL_A(45), .b_mask = 0xff,
	};
	struct oa_tree *tree = kunit_kzalloc(test, sizeof(*tree), GFP_KERNEL);
	const struct oa_tree_def *def = oa_tree_def(&oa_counters_hsw);

	KUNIT_ASSERT_NOT_NULL(test, tree);
	oa_tree_build(tree, &sum, &machine);
	KUNIT_EXPECT_EQ(test, tree->states[number_of(def, "EU.ACTIVE.VS")].share, 50000u);
	KUNIT_EXPECT_EQ(test, tree->states[number_of(def, "EU.ACTIVE.PS")].share, 250000u);
	KUNIT_EXPECT_EQ(test, tree->states[number_of(def, "EU.ACTIVE.GS")].share, 0u);
	KUNIT_EXPECT_EQ(test, tree->states[number_of(def, "EU.STALL.PS")].share, 350000u);
	KUNIT_EXPECT_EQ(test, tree->states[number_of(def, "EU.IDLE.FIXED.VS")].share, 150000u);
	KUNIT_EXPECT_EQ(test, tree->states[number_of(def, "EU.IDLE.FIXED.GS")].share, 50000u);
	KUNIT_EXPECT_STREQ(test, def->nodes[tree->look].name, "EU.STALL.PS");
	/* Only a stage that exceeds all slots is wrong. */
	sum.a[29] = 20001;
	oa_tree_build(tree, &sum, &machine);
	KUNIT_EXPECT_EQ(test, tree->states[number_of(def, "EU.STALL.PS")].wrong,
			(u32)OA_WRONG_RANGE);
	KUNIT_EXPECT_EQ(test, tree->states[number_of(def, "EU.STALL.VS")].share, 100000u);
	KUNIT_EXPECT_STREQ(test, def->nodes[tree->look].name, "EU.STALL.VS");
}

static bool counts_what_it_says(const struct oa_counter_set *set, const struct oa_tree_node *node,
				u8 number)
{
	const struct oa_flex_event *events = oa_tree_events(set);
	const char *name = events && number >= OA_FLEX_FIRST ?
		events[number - OA_FLEX_FIRST].name : oa_name_find(set, OA_FIELD_A, number)->name;
	const size_t length = strlen(node->name);

	switch (node->slots) {
	case OA_SLOTS_ACTIVE:
	case OA_SLOTS_STALL:
	case OA_SLOTS_COUNTER:
		return node->more ? !strncmp(name, node->name, length) && name[length] == '.' :
				    !strcmp(name, node->name);
	case OA_SLOTS_GPU_IDLE:
	case OA_SLOTS_FIXED:
		return !strncmp(name, "GPU.BUSY", strlen("GPU.BUSY"));
	case OA_SLOTS_CLOCKS:
		return !strncmp(name, "FIXED.", strlen("FIXED."));
	default:
		return true;
	}
}

/*
 * A node counts with the counter of its name, or with those whose names extend it; a child's name
 * extends its parent's.
 */
static void oa_tree_tables(struct kunit *test)
{
	const struct tree_case *c = test->param_value;
	const struct oa_tree_def *def = oa_tree_def(c->set);
	const struct oa_tree_node *node, *parent;
	unsigned int i;
	int up;
	u8 n;

	for (i = 0; i < def->num; i++) {
		node = &def->nodes[i];
		up = oa_tree_parent(def, i);
		parent = up < 0 ? NULL : &def->nodes[up];
		for (n = node->number; n <= node->number + node->more; n++)
			KUNIT_EXPECT_TRUE_MSG(test, counts_what_it_says(c->set, node, n),
					      "%s: A%u", node->name, n);
		KUNIT_EXPECT_EQ(test, node->level, (u8)(parent ? parent->level + 1 : 1));
		if (parent)
			KUNIT_EXPECT_EQ(test, strncmp(node->name, parent->name,
						      strlen(parent->name)), 0);
		if (node->slots == OA_SLOTS_UNPROVEN)
			KUNIT_EXPECT_NOT_NULL(test, node->doubt);
	}
}

static struct kunit_case oa_tree_kunit_cases[] = {
	KUNIT_CASE_PARAM(oa_tree_shares, tree_gen_params),
	KUNIT_CASE_PARAM(oa_tree_wrong, tree_gen_params),
	KUNIT_CASE_PARAM(oa_tree_busy_contradicts, tree_gen_params),
	KUNIT_CASE(oa_tree_sums),
	KUNIT_CASE(oa_tree_stages),
	KUNIT_CASE_PARAM(oa_tree_tables, tree_gen_params),
	{ }
};

static struct kunit_suite oa_tree_suite = {
	.name = "i915_oa_tree",
	.test_cases = oa_tree_kunit_cases,
};

kunit_test_suite(oa_tree_suite);
