// SPDX-License-Identifier: GPL-2.0-only
/*
 * A platform's busy counter counts the busy clocks of the render engine or of any engine.
 * Descriptions, names, perf's events, the tree of EU time and the simulated GPU must agree on it.
 *
 * Facts: hardware.rst 5.1 to 5.3.
 */
#include <kunit/test.h>
#include <linux/string.h>

#include "formats/oa_names.h"
#include "formats/oa_tree.h"
#include "named_param.h"
#include "perf/oa_perf_priv.h"
#include "sim/kernel/sim_card.h"

/* struct busy_case - a platform, its counters, and the engines that its busy counter covers */
struct busy_case {
	const char *name;
	const struct oa_counter_set *set;
	u8 number;
	bool any;
	bool assumed;
};

static const struct busy_case busy_cases[] = {
	{ "ivb", &oa_counters_ivb, 41, false, false },
	{ "vlv", &oa_counters_vlv, 41, false, false },
	{ "hsw", &oa_counters_hsw, 41, false, false },
	{ "bdw", &oa_counters_gen8, 0, false, false },
	{ "chv", &oa_counters_gen8, 0, false, false },
	{ "skl", &oa_counters_gen9, 0, true, true },
	{ "bxt", &oa_counters_gen9, 0, true, true },
	{ "icl", &oa_counters_gen11, 0, true, false },
	{ "ehl", &oa_counters_gen11, 0, true, false },
	{ "lkf", &oa_counters_gen11, 0, true, false },
};

KUNIT_ARRAY_PARAM_DESC(busy, busy_cases, name);

static void busy_names(struct kunit *test)
{
	const struct busy_case *c = test->param_value;
	const struct oa_name *name = oa_name_find(c->set, OA_FIELD_A, c->number);
	const struct oa_counter *counter = oa_counter_find(c->set, OA_FIELD_A, c->number);
	char text[OA_EXPLANATION_BYTES];

	KUNIT_ASSERT_NOT_NULL(test, name);
	KUNIT_ASSERT_NOT_NULL(test, counter);
	KUNIT_EXPECT_STREQ(test, name->name, c->any ? "GPU.BUSY" : "GPU.BUSY.RENDER");
	KUNIT_EXPECT_STREQ(test, counter->name, c->any ? "gpu_busy" : "render_busy");
	KUNIT_EXPECT_EQ(test, !!strstr(counter->meaning, "any engine"), c->any);
	oa_name_explain(c->set, name, text, sizeof(text));
	KUNIT_EXPECT_EQ_MSG(test, !!strstr(text, "assumed"), c->assumed, "%s", text);
	/* Only the render engine's clocks are i915's rcs0-busy. */
	KUNIT_EXPECT_EQ(test, oa_pmu_i915_has_busy(c->set), !c->any);
}

static void busy_tree(struct kunit *test)
{
	const struct busy_case *c = test->param_value;
	const struct oa_tree_def *def = oa_tree_def(c->set);
	unsigned int i, found = 0;

	KUNIT_ASSERT_NOT_NULL(test, def);
	for (i = 0; i < def->num; i++) {
		const struct oa_tree_node *node = &def->nodes[i];

		if (node->slots != OA_SLOTS_GPU_IDLE)
			continue;
		found++;
		KUNIT_EXPECT_EQ(test, node->number, c->number);
		KUNIT_EXPECT_STREQ(test, node->meaning,
				   c->any ? "no engine has work" : "the render engine has no work");
		KUNIT_EXPECT_EQ(test, node->doubt && strstr(node->doubt, "no document"),
				c->assumed);
	}
	KUNIT_EXPECT_EQ(test, found, 1u);
}

static void busy_sim(struct kunit *test)
{
	const struct busy_case *c = test->param_value;
	struct oa_sim_gpu *gpu = oa_sim_gpu_create(c->name, true);

	KUNIT_ASSERT_NOT_NULL(test, gpu);
	KUNIT_EXPECT_EQ(test, gpu->platform->counters->any_engine, c->any);
	oa_sim_gpu_destroy(gpu);
}

static struct kunit_case oa_busy_cases[] = {
	KUNIT_CASE_PARAM(busy_names, busy_gen_params),
	KUNIT_CASE_PARAM(busy_tree, busy_gen_params),
	KUNIT_CASE_PARAM(busy_sim, busy_gen_params),
	{ }
};

static struct kunit_suite oa_busy_suite = {
	.name = "i915_oa_busy",
	.test_cases = oa_busy_cases,
};

kunit_test_suite(oa_busy_suite);
