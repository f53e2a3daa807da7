// SPDX-License-Identifier: GPL-2.0-only
/*
 * The registers that a user's metric set may write: every edge of every range, the
 * masked bits, and the form of a uuid.
 *
 * Expected values are written from hardware.rst 8 and appendix C.2, and
 * abi.rst 7.
 */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "named_param.h"
#include "oa/uapi/oa_uapi.h"
#include "oa/oa_platform.h"

struct range_case {
	const char *name;
	bool mux;
	u32 first;
	u32 last;
};

static const struct range_case range_cases[] = {
	{ "start triggers", false, 0x2710, 0x272c },
	{ "report triggers", false, 0x2740, 0x275c },
	{ "custom events", false, 0x2770, 0x27ac },
	{ "OA_PERFCNT", true, 0x91b8, 0x91cc },
	{ "MICRO_BP to NOA_WRITE", true, 0x9800, 0x9888 },
	{ "HALF_SLICE_CHICKEN2", true, 0xe180, 0xe180 },
	{ "MBVID2 NOA", true, 0x9e80, 0x9ea4 },
	{ "MBVID2 MISR", true, 0x9ec0, 0x9ec0 },
	{ "NOA network", true, 0x25100, 0x2ff90 },
};

KUNIT_ARRAY_PARAM_DESC(range, range_cases, name);

static bool allowed(bool mux, u32 offset)
{
	return oa_reg_in(mux ? oa_platform_hsw.mux : oa_platform_hsw.boolean, offset);
}

static void oa_whitelist_edges(struct kunit *test)
{
	const struct range_case *c = test->param_value;

	KUNIT_EXPECT_TRUE(test, allowed(c->mux, c->first));
	KUNIT_EXPECT_TRUE(test, allowed(c->mux, c->last));
	KUNIT_EXPECT_FALSE(test, allowed(c->mux, c->first - 4));
	KUNIT_EXPECT_FALSE(test, allowed(c->mux, c->last + 4));
	/* A register of one list is not in the other. */
	KUNIT_EXPECT_FALSE(test, allowed(!c->mux, c->first));
	KUNIT_EXPECT_FALSE(test, allowed(!c->mux, c->last));
}

/* i915 lets unaligned offsets pass; we refuse them (hardware.rst 8, end). */
static void oa_whitelist_unaligned(struct kunit *test)
{
	const struct range_case *c = test->param_value;
	u32 i;

	for (i = 1; i < 4; i++) {
		KUNIT_EXPECT_FALSE(test, allowed(c->mux, c->first - i));
		KUNIT_EXPECT_FALSE(test, allowed(c->mux, c->first + i));
		KUNIT_EXPECT_FALSE(test, allowed(c->mux, c->last - i));
		KUNIT_EXPECT_FALSE(test, allowed(c->mux, c->last + i));
	}
}

/* All of the BAR: a register outside all ranges is refused, however useful it looks. */
static void oa_whitelist_rest(struct kunit *test)
{
	u32 offset, i;

	for (offset = 0; offset < 0x400000; offset += 4) {
		bool expected[2] = {};

		for (i = 0; i < ARRAY_SIZE(range_cases); i++)
			if (offset >= range_cases[i].first && offset <= range_cases[i].last)
				expected[range_cases[i].mux] = true;
		KUNIT_ASSERT_EQ_MSG(test, allowed(false, offset), expected[0], "%#x", offset);
		KUNIT_ASSERT_EQ_MSG(test, allowed(true, offset), expected[1], "%#x", offset);
	}
	KUNIT_EXPECT_FALSE(test, allowed(true, 0xfffffffc));
	KUNIT_EXPECT_FALSE(test, allowed(false, 0xfffffffc));
}

/* Other platforms' registers: gen8's mux and flex, CHV's and gen11's mux (hardware.rst 8) */
static void oa_whitelist_not_hsw(struct kunit *test)
{
	static const u32 foreign[] = { 0x0d00, 0x0d04, 0x0d2c, 0x20cc, 0x182300, 0x1823a4,
				       0x91d0, 0x91dc, 0xe458, 0xe558, 0xe658, 0xe758,
				       0xe45c, 0xe55c, 0xe65c };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(foreign); i++) {
		KUNIT_EXPECT_FALSE_MSG(test, allowed(true, foreign[i]), "%#x", foreign[i]);
		KUNIT_EXPECT_FALSE_MSG(test, allowed(false, foreign[i]), "%#x", foreign[i]);
	}
	/* Haswell has no flex registers: no list, and no list allows nothing. */
	KUNIT_EXPECT_PTR_EQ(test, oa_platform_hsw.flex, (const struct oa_reg_range *)NULL);
	KUNIT_EXPECT_FALSE(test, oa_reg_in(NULL, 0xe458));
	KUNIT_EXPECT_FALSE(test, oa_reg_in(NULL, 0));
}

/* The shipped RenderBasic set, hardware.rst C.2 */
static void oa_whitelist_render_basic(struct kunit *test)
{
	static const u32 mux[] = {
		0x9840, 0x253a4, 0x25440, 0x25128, 0x2691c, 0x26aa0, 0x26b9c, 0x2791c,
		0x27aa0, 0x27b9c, 0x2641c, 0x25380, 0x2538c, 0x25384, 0x25400, 0x2540c,
		0x25410, 0x25404, 0x25100, 0x25110, 0x25104, 0x26804, 0x26884, 0x26900,
		0x26908, 0x26904, 0x26984, 0x26a04, 0x26a80, 0x26a88, 0x26a84, 0x26b04,
		0x26b80, 0x26b8c, 0x26b84, 0x27804, 0x27884, 0x27900, 0x27908, 0x27904,
		0x27984, 0x27a04, 0x27a80, 0x27a88, 0x27a84, 0x27b04, 0x27b80, 0x27b8c,
		0x27b84, 0x26104, 0x26184, 0x26284, 0x26304, 0x26400, 0x26410, 0x26404,
		0x25420, 0x25424, 0x2541c, 0x25428, 0x91bc, 0x91c4,
	};
	static const u32 boolean[] = { 0x2724, 0x2720, 0x2714, 0x2710 };
	size_t i;

	KUNIT_EXPECT_EQ(test, ARRAY_SIZE(mux), (size_t)62);
	for (i = 0; i < ARRAY_SIZE(mux); i++)
		KUNIT_EXPECT_TRUE_MSG(test, allowed(true, mux[i]), "%#x", mux[i]);
	for (i = 0; i < ARRAY_SIZE(boolean); i++)
		KUNIT_EXPECT_TRUE_MSG(test, allowed(false, boolean[i]), "%#x", boolean[i]);
}

/* hardware.rst 8: the additions of each platform to the common base */
static const struct oa_reg_range mux_base[] = {
	{ 0x91b8, 0x91cc }, { 0x9800, 0x9888 }, { 0xe180, 0xe180 }, { }
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
	/* From the platform's TestOa set, appendix C.1 */
	u32 noa[8];
};

static const struct platform_case platform_cases[] = {
	{ &oa_platform_bdw, extra_gen8, { 0x9840, 0x9888 } },
	{ &oa_platform_chv, extra_chv, { 0x9840, 0x9888, 0x1823a4 } },
	{ &oa_platform_skl, extra_gen8, { 0x9840, 0x9888 } },
	{ &oa_platform_kbl, extra_gen8, { 0x9840, 0x9888 } },
	{ &oa_platform_cfl, extra_gen8, { 0x9840, 0x9888 } },
	{ &oa_platform_bxt, extra_gen8, { 0x9840, 0x9888 } },
	{ &oa_platform_glk, extra_gen8, { 0x9840, 0x9888 } },
	{ &oa_platform_icl, extra_gen11, { 0x0d04, 0x9840, 0x9884, 0x9888 } },
	{ &oa_platform_ehl, extra_gen11, { 0x0d04, 0x9840, 0x9884, 0x9888 } },
	{ &oa_platform_lkf, extra_gen11, { 0x0d04, 0x9840, 0x9884, 0x9888 } },
};

static void platform_desc(const struct platform_case *c, char *desc)
{
	strscpy(desc, c->platform->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(platform, platform_cases, platform_desc);

static bool listed(const struct oa_reg_range *ranges, u32 offset)
{
	for (; ranges->end; ranges++)
		if (offset >= ranges->start && offset <= ranges->end)
			return true;
	return false;
}

/* The low 4 MiB, which hold all registers; the rest of the BAR is GGTT entries. */
static void oa_whitelist_platform(struct kunit *test)
{
	const struct platform_case *c = test->param_value;
	const struct oa_platform *p = c->platform;
	u32 offset, i;

	for (offset = 0; offset < 0x400000; offset += 4) {
		KUNIT_ASSERT_EQ_MSG(test, oa_reg_in(p->mux, offset),
				    listed(mux_base, offset) || listed(c->extra, offset),
				    "mux 0x%x", offset);
		KUNIT_ASSERT_EQ_MSG(test, oa_reg_in(p->boolean, offset),
				    listed(b_counters, offset), "boolean 0x%x", offset);
		KUNIT_ASSERT_EQ_MSG(test, oa_reg_in(p->flex, offset),
				    listed(flex_gen8, offset), "flex 0x%x", offset);
	}
	for (i = 0; c->noa[i]; i++)
		KUNIT_EXPECT_TRUE(test, oa_reg_in(p->mux, c->noa[i]));
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

struct uuid_case {
	const char *name;
	const char *uuid;
	bool ok;
};

static const struct uuid_case uuid_cases[] = {
	{ "RenderBasic", "403d8832-1a27-4aa6-a64e-f5389ce7b212", true },
	{ "upper case", "403D8832-1A27-4AA6-A64E-F5389CE7B212", true },
	{ "all digits", "00000000-0000-0000-0000-000000000000", true },
	{ "not terminated", "403d8832-1a27-4aa6-a64e-f5389ce7b212xyz", true },
	{ "empty", "", false },
	{ "one short", "403d8832-1a27-4aa6-a64e-f5389ce7b21", false },
	{ "no hex digit", "403d8832-1a27-4aa6-a64e-f5389ce7b21g", false },
	{ "no hex digit first", "g03d8832-1a27-4aa6-a64e-f5389ce7b212", false },
	{ "dash for digit", "403d883--1a27-4aa6-a64e-f5389ce7b212", false },
	{ "digit for dash 1", "403d883201a27-4aa6-a64e-f5389ce7b212", false },
	{ "digit for dash 2", "403d8832-1a2704aa6-a64e-f5389ce7b212", false },
	{ "digit for dash 3", "403d8832-1a27-4aa60a64e-f5389ce7b212", false },
	{ "digit for dash 4", "403d8832-1a27-4aa6-a64e0f5389ce7b212", false },
	{ "groups shifted", "403d883-21a27-4aa6-a64e-f5389ce7b212", false },
	{ "braces", "{403d8832-1a27-4aa6-a64e-f5389ce7b2}", false },
	{ "slash", "403d8832-1a27-4aa6-a64e-f5389ce7b/12", false },
	{ "space", " 403d8832-1a27-4aa6-a64e-f5389ce7b21", false },
};

KUNIT_ARRAY_PARAM_DESC(uuid, uuid_cases, name);

static void oa_whitelist_uuid(struct kunit *test)
{
	const struct uuid_case *c = test->param_value;
	/* The ABI's field is 36 characters without a terminator. */
	char field[64] = {};

	strscpy(field, c->uuid, sizeof(field));
	KUNIT_EXPECT_EQ(test, oa_uuid_ok(field), c->ok);
}

static struct kunit_case oa_whitelist_cases[] = {
	KUNIT_CASE_PARAM(oa_whitelist_edges, range_gen_params),
	KUNIT_CASE_PARAM(oa_whitelist_unaligned, range_gen_params),
	KUNIT_CASE(oa_whitelist_rest),
	KUNIT_CASE(oa_whitelist_not_hsw),
	KUNIT_CASE(oa_whitelist_render_basic),
	KUNIT_CASE_PARAM(oa_whitelist_platform, platform_gen_params),
	KUNIT_CASE_PARAM(oa_whitelist_mask, mask_gen_params),
	KUNIT_CASE_PARAM(oa_whitelist_uuid, uuid_gen_params),
	{ }
};

static struct kunit_suite oa_whitelist_suite = {
	.name = "i915_oa_whitelist",
	.test_cases = oa_whitelist_cases,
};

kunit_test_suite(oa_whitelist_suite);
