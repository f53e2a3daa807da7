// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables of SNB, IVB and VLV: the registers that a metric set may write, the
 * built-in metric sets, and facts of the platforms.
 *
 * Expected values are written from hardware.rst 0.4, 3.10, 3.15 and 5.5.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "named_param.h"
#include "oa/oa_platform.h"
#include "oa/uapi/oa_uapi.h"

struct platform_case {
	const char *name;
	const struct oa_platform *platform;
	size_t formats;
};

static const struct platform_case platform_cases[] = {
	{ "SNB", &oa_platform_snb, 4 },
	{ "IVB", &oa_platform_ivb, 6 },
	{ "VLV", &oa_platform_vlv, 6 },
};

KUNIT_ARRAY_PARAM_DESC(platform, platform_cases, name);

/* In the whole BAR, only the four pairs of CEC registers are allowed. */
static void oa_gen6_whitelist(struct kunit *test)
{
	const struct platform_case *c = test->param_value;
	u32 offset;

	for (offset = 0; offset < 0x400000; offset += 4)
		KUNIT_ASSERT_EQ_MSG(test, oa_reg_in(c->platform->boolean, offset),
				    offset >= 0x2390 && offset <= 0x23ac, "%#x", offset);
	KUNIT_EXPECT_FALSE(test, oa_reg_in(c->platform->boolean, 0x2391));
	KUNIT_EXPECT_PTR_EQ(test, c->platform->mux, (const struct oa_reg_range *)NULL);
	KUNIT_EXPECT_PTR_EQ(test, c->platform->flex, (const struct oa_reg_range *)NULL);
}

/* Self-test of hardware.rst 5.5: CECn-0 = 3, CECn-1 = 0xfffe, n = 0 to 3 */
static void oa_gen6_selftest_set(struct kunit *test)
{
	const struct platform_case *c = test->param_value;
	const struct oa_builtin_set *set = c->platform->set;
	u32 i;

	KUNIT_ASSERT_NOT_NULL(test, set);
	KUNIT_ASSERT_NOT_NULL(test, set->uuid);
	KUNIT_EXPECT_EQ(test, strlen(set->uuid), (size_t)36);
	KUNIT_EXPECT_TRUE(test, uuid_is_valid(set->uuid));
	KUNIT_ASSERT_EQ(test, set->num_boolean, 8u);
	for (i = 0; i < 4; i++) {
		KUNIT_EXPECT_EQ(test, set->boolean[2 * i].offset, 0x2390 + 8 * i);
		KUNIT_EXPECT_EQ(test, set->boolean[2 * i].value, 0x3u);
		KUNIT_EXPECT_EQ(test, set->boolean[2 * i + 1].offset, 0x2394 + 8 * i);
		KUNIT_EXPECT_EQ(test, set->boolean[2 * i + 1].value, 0xfffeu);
	}
}

static void oa_gen6_uuids_differ(struct kunit *test)
{
	size_t i, k;

	for (i = 0; i < ARRAY_SIZE(platform_cases); i++)
		for (k = 0; k < i; k++)
			KUNIT_EXPECT_STRNEQ(test, platform_cases[i].platform->set->uuid,
					    platform_cases[k].platform->set->uuid);
}

static void oa_gen6_facts(struct kunit *test)
{
	const struct platform_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, c->platform->num_formats, c->formats);
	KUNIT_EXPECT_EQ(test, c->platform->timestamp_hz, 12500000u);
	KUNIT_EXPECT_EQ(test, c->platform->buffer_max, 128u << 10);
	KUNIT_EXPECT_EQ(test, c->platform->buffer_min, 16u << 10);
	KUNIT_EXPECT_EQ(test, c->platform->buffer_step, 16u << 10);
	KUNIT_EXPECT_EQ(test, c->platform->buffer_align, 512u << 10);
	KUNIT_EXPECT_FALSE(test, c->platform->can_keep_oldest);
}

static struct kunit_case oa_platform_gen6_cases[] = {
	KUNIT_CASE_PARAM(oa_gen6_whitelist, platform_gen_params),
	KUNIT_CASE_PARAM(oa_gen6_selftest_set, platform_gen_params),
	KUNIT_CASE(oa_gen6_uuids_differ),
	KUNIT_CASE_PARAM(oa_gen6_facts, platform_gen_params),
	{ }
};

static struct kunit_suite oa_platform_gen6_suite = {
	.name = "i915_oa_platform_gen6",
	.test_cases = oa_platform_gen6_cases,
};

kunit_test_suite(oa_platform_gen6_suite);
