// SPDX-License-Identifier: GPL-2.0-only
/*
 * The registers that a user's metric set may write, and the masked bits.
 *
 * Expected values are written from hardware.rst 8 and abi.rst 7.
 */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/kernel.h>

#include "named_param.h"
#include "oa/oa_platform.h"
#include "oa/uapi/oa_uapi_priv.h"

/* hardware.rst 8: the additions of each platform to the common base */
static const struct oa_reg_range mux_base[] = {
	{ 0x91b8, 0x91cc }, { 0x9800, 0x9888 }, { 0xe180, 0xe180 }, { }
};

static const struct oa_reg_range extra_hsw[] = {
	{ 0x9e80, 0x9ea4 }, { 0x9ec0, 0x9ec0 }, { 0x25100, 0x2ff90 }, { }
};

static const struct oa_reg_range extra_gen8[] = {
	{ 0x0d00, 0x0d2c }, { 0x20cc, 0x20cc }, { }
};

static const struct oa_reg_range extra_chv[] = {
	{ 0x182300, 0x1823a4 }, { }
};

static const struct oa_reg_range extra_gen11[] = {
	{ 0x0d00, 0x0d2c }, { 0x20cc, 0x20cc }, { 0x91c8, 0x91dc }, { }
};

static const struct oa_reg_range b_counters[] = {
	{ 0x2710, 0x272c }, { 0x2740, 0x275c }, { 0x2770, 0x27ac }, { }
};

static const struct oa_reg_range flex_gen8[] = {
	{ 0xe458, 0xe458 }, { 0xe558, 0xe558 }, { 0xe658, 0xe658 }, { 0xe758, 0xe758 },
	{ 0xe45c, 0xe45c }, { 0xe55c, 0xe55c }, { 0xe65c, 0xe65c }, { }
};

struct platform_case {
	const struct oa_platform *platform;
	const struct oa_reg_range *extra;
	const struct oa_reg_range *flex;
};

static const struct platform_case platform_cases[] = {
	/* Haswell has no flex registers: no list, and no list allows nothing. */
	{ &oa_platform_hsw, extra_hsw },
	{ &oa_platform_bdw, extra_gen8, flex_gen8 },
	{ &oa_platform_chv, extra_chv, flex_gen8 },
	{ &oa_platform_skl, extra_gen8, flex_gen8 },
	{ &oa_platform_kbl, extra_gen8, flex_gen8 },
	{ &oa_platform_cfl, extra_gen8, flex_gen8 },
	{ &oa_platform_bxt, extra_gen8, flex_gen8 },
	{ &oa_platform_glk, extra_gen8, flex_gen8 },
	{ &oa_platform_icl, extra_gen11, flex_gen8 },
	{ &oa_platform_ehl, extra_gen11, flex_gen8 },
	{ &oa_platform_lkf, extra_gen11, flex_gen8 },
};

KUNIT_ARRAY_PARAM_DESC(platform, platform_cases, platform->name);

static bool listed(const struct oa_reg_range *ranges, u32 offset)
{
	for (; ranges && ranges->end; ranges++)
		if (offset >= ranges->start && offset <= ranges->end)
			return true;
	return false;
}

/* The low 4 MiB, which hold all registers; the rest of the BAR is GGTT entries. */
static void oa_whitelist_platform(struct kunit *test)
{
	const struct platform_case *c = test->param_value;
	const struct oa_platform *p = c->platform;
	u32 offset;

	for (offset = 0; offset < 0x400000; offset += 4) {
		KUNIT_ASSERT_EQ_MSG(test, oa_reg_in(p->mux, offset),
				    listed(mux_base, offset) || listed(c->extra, offset),
				    "mux 0x%x", offset);
		KUNIT_ASSERT_EQ_MSG(test, oa_reg_in(p->boolean, offset),
				    listed(b_counters, offset), "boolean 0x%x", offset);
		KUNIT_ASSERT_EQ_MSG(test, oa_reg_in(p->flex, offset),
				    listed(c->flex, offset), "flex 0x%x", offset);
	}
	KUNIT_EXPECT_FALSE(test, oa_reg_in(p->mux, 0xfffffffc));
	KUNIT_EXPECT_FALSE(test, oa_reg_in(p->boolean, 0xfffffffc));
}

/* i915 lets unaligned offsets pass; the driver rejects them (hardware.rst 8, end). */
static void oa_whitelist_unaligned(struct kunit *test)
{
	const struct oa_reg_range *range;
	u32 i;

	for (range = extra_hsw; range->end; range++)
		for (i = 1; i < 4; i++) {
			KUNIT_EXPECT_FALSE(test, oa_reg_in(oa_platform_hsw.mux, range->start + i));
			KUNIT_EXPECT_FALSE(test, oa_reg_in(oa_platform_hsw.mux, range->end - i));
		}
}

struct mask_case {
	const char *name;
	u32 offset;
	u32 value;
	u32 stored;
};

static const struct mask_case mask_cases[] = {
	{ "0xe180 all ones", 0xe180, 0xffffffff, 0xdfffdfff },
	{ "0xe180 bit 13", 0xe180, BIT(13), 0 },
	{ "0xe180 bit 29", 0xe180, BIT(29), 0 },
	{ "0xe180 others", 0xe180, 0x12345678 & ~BIT(13), 0x12345678 & ~(BIT(13) | BIT(29)) },
	{ "0x20cc all ones", 0x20cc, 0xffffffff, 0xfffefffe },
	{ "0x20cc bit 0", 0x20cc, BIT(0), 0 },
	{ "0x20cc bit 16", 0x20cc, BIT(16), 0 },
	{ "register before 0xe180", 0xe17c, 0xffffffff, 0xffffffff },
	{ "register behind 0xe180", 0xe184, 0xffffffff, 0xffffffff },
	{ "NOA_WRITE", 0x9888, 0xffffffff, 0xffffffff },
	{ "boolean", 0x2710, 0xffffffff, 0xffffffff },
};

KUNIT_ARRAY_PARAM_DESC(mask, mask_cases, name);

static void oa_whitelist_mask(struct kunit *test)
{
	const struct mask_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_reg_mask_value(c->offset, c->value), c->stored);
}

static struct kunit_case oa_whitelist_cases[] = {
	KUNIT_CASE(oa_whitelist_unaligned),
	KUNIT_CASE_PARAM(oa_whitelist_platform, platform_gen_params),
	KUNIT_CASE_PARAM(oa_whitelist_mask, mask_gen_params),
	{ }
};

static struct kunit_suite oa_whitelist_suite = {
	.name = "i915_oa_whitelist",
	.test_cases = oa_whitelist_cases,
};

kunit_test_suite(oa_whitelist_suite);
