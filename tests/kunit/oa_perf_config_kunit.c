// SPDX-License-Identifier: GPL-2.0-only
/*
 * The counters that count the same with a stream's metric set as with the one for perf, and the
 * numbers and names of counters in perf.
 *
 * Expected values are written by hand from hardware.rst 3.9, 3.10 and 3.12.
 */
#include <kunit/test.h>
#include <linux/string.h>

#include "formats/oa_codes.h"
#include "named_param.h"
#include "oa_platform.h"
#include "perf/oa_perf_priv.h"
#include "uapi/oa_uapi.h"

#define A(n)		BIT_ULL(OA_SOURCE_A0 + (n))
#define B(n)		BIT_ULL(OA_SOURCE_B0 + (n))
#define ALL_A		GENMASK_ULL(44, 0)
#define ALL_FLEX	GENMASK_ULL(20, 7)
#define ALL_B		(0xffull << OA_SOURCE_B0)
/* No metric set changes these. */
#define REST		(BIT_ULL(OA_SOURCE_TICKS) | OA_SOURCES_ALWAYS)
/* Registers of the self-test: each B counter counts clocks */
static const struct oa_reg_value all_clocks[] = {
	{ 0x2770, 0x3 }, { 0x2774, 0xfffe }, { 0x2778, 0x3 }, { 0x277c, 0xfffe },
	{ 0x2780, 0x3 }, { 0x2784, 0xfffe }, { 0x2788, 0x3 }, { 0x278c, 0xfffe },
	{ 0x2790, 0x3 }, { 0x2794, 0xfffe }, { 0x2798, 0x3 }, { 0x279c, 0xfffe },
	{ 0x27a0, 0x3 }, { 0x27a4, 0xfffe }, { 0x27a8, 0x3 }, { 0x27ac, 0xfffe },
};

/* struct set_case - a stream's metric set, and the counters that count the same */
struct set_case {
	const char *name;
	const struct oa_platform *platform;
	/* the set begins with all_clocks */
	bool clocks;
	struct oa_reg_value boolean[4];
	struct oa_reg_value flex[8];
	u64 common;
};

static const struct set_case set_cases[] = {
	{ "hsw, empty", &oa_platform_hsw, false, { }, { }, ALL_A | REST },
	{ "hsw, self-test", &oa_platform_hsw, true, { }, { }, ALL_A | ALL_B | REST },
	{ "hsw, the last write counts", &oa_platform_hsw, true,
	  { { 0x2770, 0x4 }, { 0x277c, 0x0 }, { 0x2780, 0x4 }, { 0x2780, 0x3 } }, { },
	  ALL_A | (ALL_B & ~(B(0) | B(1))) | REST },
	{ "hsw, triggers off", &oa_platform_hsw, true,
	  { { 0x2714, 0xf0800000 }, { 0x2710, 0 }, { 0x2724, 0x00800000 } }, { },
	  ALL_A | ALL_B | REST },
	{ "hsw, a start trigger", &oa_platform_hsw, true, { { 0x2714, 0x10000000 } }, { },
	  ALL_A | REST },
	{ "hsw, a start after some clocks", &oa_platform_hsw, true,
	  { { 0x2724, 0x00800000 }, { 0x2720, 0x100 } }, { }, ALL_A | REST },
	/* Flex registers that a set leaves out are 0: each counts FPU0, as A9 does in both sets. */
	{ "bdw, self-test", &oa_platform_bdw, true, { }, { },
	  (ALL_A & ~ALL_FLEX) | A(9) | ALL_B | REST },
	/* RenderBasic's A7 to A10 */
	{ "bdw, active and stall", &oa_platform_bdw, false, { },
	  { { 0xe458, 0x00005004 }, { 0xe558, 0x00010003 } },
	  (ALL_A & ~ALL_FLEX) | A(7) | A(8) | REST },
	{ "icl, the set of the tree", &oa_platform_icl, true, { },
	  { { 0xe458, 0x005004 }, { 0xe558, 0x001000 }, { 0xe658, 0x003002 }, { 0xe758, 0x010008 },
	    { 0xe45c, 0x030020 }, { 0xe55c, 0x050040 }, { 0xe65c, 0x502060 } },
	  ALL_A | ALL_B | REST },
};

KUNIT_ARRAY_PARAM_DESC(set, set_cases, name);

static u32 used(const struct oa_reg_value *regs, u32 max)
{
	u32 n = 0;

	while (n < max && regs[n].offset)
		n++;
	return n;
}

static void set_common(struct kunit *test)
{
	const struct set_case *c = test->param_value;
	struct oa_config *own = oa_perf_config_new(c->platform);
	struct oa_reg_value boolean[ARRAY_SIZE(all_clocks) + ARRAY_SIZE(c->boolean)];
	const u32 first = c->clocks ? ARRAY_SIZE(all_clocks) : 0;
	struct oa_config other = {
		.set.boolean = { first + used(c->boolean, ARRAY_SIZE(c->boolean)), boolean },
		.set.flex = { used(c->flex, ARRAY_SIZE(c->flex)), (struct oa_reg_value *)c->flex },
	};

	memcpy(boolean, all_clocks, sizeof(all_clocks));
	memcpy(&boolean[first], c->boolean, sizeof(c->boolean));
	KUNIT_ASSERT_NOT_NULL(test, own);
	KUNIT_EXPECT_EQ(test, oa_perf_config_common(c->platform, own, &other), c->common);
	KUNIT_EXPECT_EQ(test, oa_perf_config_common(c->platform, own, own), ALL_A | ALL_B | REST);
	oa_config_put(own);
}

/* struct code_case - a number and the counter's name; NULL if the platform has no such counter */
struct code_case {
	const char *name;
	const struct oa_counter_set *set;
	u32 code;
	const char *event;
};

static const struct code_case code_cases[] = {
	{ "hsw A0", &oa_counters_hsw, 0xa00, "eu-active" },
	{ "hsw A41", &oa_counters_hsw, 0xa29, "gpu-busy-render" },
	{ "hsw A3 is reserved", &oa_counters_hsw, 0xa03, NULL },
	{ "hsw has no ticks", &oa_counters_hsw, 0x100, NULL },
	{ "hsw B7", &oa_counters_hsw, 0xb07, "b7" },
	{ "hsw A7 is not flexible", &oa_counters_hsw, 0xa07, "eu-active-hs" },
	{ "snb A3 does not work", &oa_counters_snb, 0xa03, NULL },
	{ "bdw A7", &oa_counters_gen8, 0xa07, "eu-active" },
	{ "bdw A12", &oa_counters_gen8, 0xa0c, "eu-active-fpu-both" },
	{ "bdw A20", &oa_counters_gen8, 0xa14, "eu-send" },
	{ "bdw A21", &oa_counters_gen8, 0xa15, "pixel-raster" },
	{ "bdw has no A36", &oa_counters_gen8, 0xa24, NULL },
	{ "bdw ticks", &oa_counters_gen8, 0x100, "gpu-clocks" },
	{ "bdw time", &oa_counters_gen8, 0x200, "gpu-time" },
	{ "icl A0", &oa_counters_gen11, 0xa00, "gpu-busy" },
};

KUNIT_ARRAY_PARAM_DESC(code, code_cases, name);

static void code_names(struct kunit *test)
{
	const struct code_case *c = test->param_value;
	char text[OA_EVENT_NAME_BYTES] = "";
	unsigned int number;
	enum oa_field field;

	KUNIT_ASSERT_TRUE(test, oa_code_split(c->code, &field, &number));
	KUNIT_EXPECT_EQ(test, oa_code(field, number), c->code);
	KUNIT_EXPECT_EQ(test, oa_code_event_name(c->set, field, number, text, sizeof(text)),
			!!c->event);
	KUNIT_EXPECT_STREQ(test, text, c->event ?: "");
}

static void code_bounds(struct kunit *test)
{
	static const u64 none[] = {
		0, 0xff, 0x101, 0x1ff, 0x201, 0x9ff, 0xa00 + OA_MAX_A, 0xb08, 0xc0c, ~0ull,
		0xa00 | 1ull << 32,
	};
	unsigned int number;
	enum oa_field field;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(none); i++)
		KUNIT_EXPECT_FALSE(test, oa_code_split(none[i], &field, &number));
}

/* No name is cut short, on any platform. */
static void code_room(struct kunit *test)
{
	static const struct oa_counter_set * const sets[] = {
		&oa_counters_hsw, &oa_counters_gen8, &oa_counters_gen9, &oa_counters_gen11,
		&oa_counters_gen12,
	};
	char text[OA_EVENT_NAME_BYTES];
	size_t i;
	u32 n;

	for (i = 0; i < ARRAY_SIZE(sets); i++)
		for (n = 0; n < OA_MAX_A; n++)
			if (oa_code_event_name(sets[i], OA_FIELD_A, n, text, sizeof(text)))
				KUNIT_EXPECT_EQ(test, strlen(text),
						strlen(oa_code_title(sets[i], OA_FIELD_A, n)));
}

static struct kunit_case oa_perf_config_cases[] = {
	KUNIT_CASE_PARAM(set_common, set_gen_params),
	KUNIT_CASE_PARAM(code_names, code_gen_params),
	KUNIT_CASE(code_bounds),
	KUNIT_CASE(code_room),
	{ }
};

static struct kunit_suite oa_perf_config_suite = {
	.name = "i915_oa_perf_config",
	.test_cases = oa_perf_config_cases,
};

kunit_test_suite(oa_perf_config_suite);
