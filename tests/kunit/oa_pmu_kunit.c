// SPDX-License-Identifier: GPL-2.0-only
/*
 * The PMU's names, and the events of one that is laid out as i915's. Numbers are those of
 * i915's documented interface: bits 3:0 sample, 11:4 instance, 19:12 class, then the others.
 */
#include <kunit/test.h>
#include <linux/types.h>

#include "formats/oa_counters.h"
#include "named_param.h"
#include "perf/oa_perf_priv.h"

#define BUSY		0x0ull
#define FREQUENCY	0x100000ull
#define INTERRUPTS	0x100002ull

/* struct name_case - the name of a PMU */
struct name_case {
	const char *expected;
	enum oa_pmu_choice choice;
	const char *wanted;
	const char *slot;
};

static const struct name_case name_cases[] = {
	{ "i915_oa", OA_PMU_WANTED, "i915_oa", "0000:00:02.0" },
	{ "i915_oa_0000_00_03.0", OA_PMU_WANTED_SLOT, "i915_oa", "0000:00:03.0" },
	{ "gpu", OA_PMU_WANTED, "gpu", "1000:00:02.0" },
	{ "gpu_1000_00_02.0", OA_PMU_WANTED_SLOT, "gpu", "1000:00:02.0" },
	{ "i915", OA_PMU_WANTED, "i915", "0000:00:02.0" },
	{ "i915_1000_00_02.0", OA_PMU_WANTED, "i915", "1000:00:02.0" },
	{ "i915_0000_03_00.0", OA_PMU_WANTED, "i915", "0000:03:00.0" },
	{ "i915_oa", OA_PMU_DEFAULT, "i915", "0000:00:02.0" },
	{ "i915_oa_1000_00_02.0", OA_PMU_DEFAULT_SLOT, "gpu", "1000:00:02.0" },
};

KUNIT_ARRAY_PARAM_DESC(name, name_cases, expected);

static void pmu_name(struct kunit *test)
{
	const struct name_case *c = test->param_value;
	char name[OA_PMU_NAME_BYTES];

	oa_pmu_name(c->choice, c->wanted, c->slot, name);
	KUNIT_EXPECT_STREQ(test, name, c->expected);
}

/* sysfs warns of an empty name, and perf's parser and lists end a word at other characters. */
static void valid_names(struct kunit *test)
{
	static const char * const valid[] = {
		"i915_oa", "i915", "gpu-0.1", "0", "a123456789012345678901234567890123456789",
	};
	static const char * const invalid[] = {
		"", "a b", "a\"b", "a/b", "a,b", "a\nb", ".", "..", "-a", "\xc3\xa4",
		"a1234567890123456789012345678901234567890",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(valid); i++)
		KUNIT_EXPECT_TRUE_MSG(test, oa_pmu_name_is_valid(valid[i]), "'%s'", valid[i]);
	for (i = 0; i < ARRAY_SIZE(invalid); i++)
		KUNIT_EXPECT_FALSE_MSG(test, oa_pmu_name_is_valid(invalid[i]), "'%s'", invalid[i]);
}

/* Places of the counters: hardware.rst 4.4, 5.2, 5.3, 5.5 */
static void i915_kinds(struct kunit *test)
{
	static const struct {
		const struct oa_counter_set *set;
		u32 busy, clocks;
	} platforms[] = {
		{ &oa_counters_hsw, OA_SOURCE_A0 + 41, OA_SOURCE_B0 },
		{ &oa_counters_gen8, OA_SOURCE_A0, OA_SOURCE_TICKS },
	};
	struct oa_pmu_kind kind;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(platforms); i++) {
		const struct oa_counter_set *set = platforms[i].set;

		KUNIT_EXPECT_TRUE(test, oa_pmu_i915_has_busy(set));
		KUNIT_ASSERT_TRUE(test, oa_pmu_i915_kind(set, BUSY, &kind));
		KUNIT_EXPECT_EQ(test, (u32)kind.source, platforms[i].busy);
		KUNIT_EXPECT_EQ(test, (u32)kind.clocks, platforms[i].clocks);
		KUNIT_EXPECT_TRUE(test, kind.timed);
		KUNIT_ASSERT_TRUE(test, oa_pmu_i915_kind(set, FREQUENCY, &kind));
		KUNIT_EXPECT_EQ(test, (u32)kind.source, platforms[i].clocks);
		KUNIT_EXPECT_EQ(test, kind.unit, 1000000u);
		KUNIT_EXPECT_FALSE(test, kind.timed);
		KUNIT_ASSERT_TRUE(test, oa_pmu_i915_kind(set, INTERRUPTS, &kind));
		KUNIT_EXPECT_EQ(test, (u32)kind.source, OA_SOURCE_IRQS);
		KUNIT_EXPECT_EQ(test, kind.unit, 1u);
	}
}

/*
 * On Lakefield A0 counts for any engine; Gen9 is assumed to be alike. No counter counts for other
 * engines, other samples or RC6.
 */
static void i915_absent(struct kunit *test)
{
	static const u64 configs[] = { 1, 2, 0x10, 0x1000, 0x100001, 0x100003, 0x100004, ~0ull };
	struct oa_pmu_kind kind;
	size_t i;

	KUNIT_EXPECT_FALSE(test, oa_pmu_i915_has_busy(&oa_counters_gen9));
	KUNIT_EXPECT_FALSE(test, oa_pmu_i915_kind(&oa_counters_gen9, BUSY, &kind));
	KUNIT_EXPECT_FALSE(test, oa_pmu_i915_has_busy(&oa_counters_gen11));
	KUNIT_EXPECT_FALSE(test, oa_pmu_i915_kind(&oa_counters_gen11, BUSY, &kind));
	for (i = 0; i < ARRAY_SIZE(configs); i++)
		KUNIT_EXPECT_FALSE(test, oa_pmu_i915_kind(&oa_counters_gen8, configs[i], &kind));
	/* An event of a second GT, with which a program counts the GTs */
	KUNIT_EXPECT_FALSE(test, oa_pmu_i915_kind(&oa_counters_gen8, INTERRUPTS | 1ull << 60,
						  &kind));
}

/* Each event that sysfs lists is one that can be opened. */
static void i915_listed(struct kunit *test)
{
	static const u64 configs[OA_PMU_I915_EVENTS] = { BUSY, FREQUENCY, INTERRUPTS };
	static const char * const names[OA_PMU_I915_EVENTS] = {
		"rcs0-busy", "actual-frequency", "interrupts"
	};
	struct oa_pmu_kind kind;
	size_t i;

	for (i = 0; i < OA_PMU_I915_EVENTS; i++) {
		const struct oa_pmu_i915_event *event = &oa_pmu_i915_events[i];

		KUNIT_EXPECT_EQ(test, (u64)event->config, configs[i]);
		KUNIT_EXPECT_STREQ(test, event->name, names[i]);
		KUNIT_EXPECT_TRUE(test, oa_pmu_i915_kind(&oa_counters_hsw, event->config, &kind));
	}
}

static struct kunit_case oa_pmu_cases[] = {
	KUNIT_CASE_PARAM(pmu_name, name_gen_params),
	KUNIT_CASE(valid_names),
	KUNIT_CASE(i915_kinds),
	KUNIT_CASE(i915_absent),
	KUNIT_CASE(i915_listed),
	{ }
};

static struct kunit_suite oa_pmu_suite = {
	.name = "i915_oa_pmu",
	.test_cases = oa_pmu_cases,
};

kunit_test_suite(oa_pmu_suite);
