// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names of counters: every counter of every format has one. Counters that the
 * documents reserve or warn about are marked.
 *
 * Expected values are written from hardware.rst 5.1 to 5.3.
 */
#include <kunit/test.h>
#include <linux/kernel.h>

#include "formats/oa_counters.h"
#include "named_param.h"

struct set_case {
	const char *name;
	const struct oa_counter_set *set;
	const struct oa_report_format *formats;
	u8 num_formats;
	u8 num_a;
	u8 num_b;
	u64 reserved;
	u64 unsupported;
	u64 noted;	/* counters with an erratum or a reservation */
};

#define BITS3(a, b, c)		(1ull << (a) | 1ull << (b) | 1ull << (c))
#define STALLS			(BITS3(3, 8, 13) | BITS3(18, 23, 28))
#define READIES			(BITS3(6, 11, 16) | BITS3(21, 26, 31))

/* A21 to A27 from Gen8 on: pixels or fours of them, hardware.rst 11, no. 42 */
#define OF_FOUR			(0x7full << 21)

static const struct set_case set_cases[] = {
	{ "snb", &oa_counters_snb, oa_formats_snb, OA_NUM_FORMATS_SNB, 29, 4,
	  0xfull << 17, BITS3(3, 8, 13), BITS3(3, 8, 13) | BITS3(21, 23, 24) | BITS3(25, 26, 28) },
	{ "ivb", &oa_counters_ivb, oa_formats_ivb, OA_NUM_FORMATS_IVB, 45, 4,
	  STALLS | READIES | 1ull << 44, 0, STALLS | BITS3(32, 33, 36) | BITS3(40, 41, 41) },
	{ "vlv", &oa_counters_vlv, oa_formats_ivb, OA_NUM_FORMATS_IVB, 45, 4,
	  STALLS | READIES | 1ull << 44, 0, STALLS | BITS3(34, 36, 40) | 1ull << 41 },
	{ "hsw", &oa_counters_hsw, oa_formats_hsw, OA_NUM_FORMATS_HSW, 45, 8,
	  STALLS | READIES | BITS3(34, 44, 44), 0, STALLS | BITS3(40, 41, 41) },
	{ "gen8", &oa_counters_gen8, oa_formats_gen8, OA_NUM_FORMATS_GEN8, 36, 8,
	  0, 0, OF_FOUR | BITS3(0, 33, 33) },
	{ "gen9", &oa_counters_gen9, oa_formats_gen9, OA_NUM_FORMATS_GEN9, 36, 8,
	  0, 0, OF_FOUR | BITS3(0, 0, 0) },
	{ "gen11", &oa_counters_gen11, oa_formats_gen11, OA_NUM_FORMATS_GEN11, 36, 8,
	  0, 0, OF_FOUR | BITS3(34, 34, 34) },
	{ "gen12", &oa_counters_gen12, oa_formats_gen12, OA_NUM_FORMATS_GEN12, 36, 8,
	  0, 0, OF_FOUR | BITS3(0, 34, 34) },
};

KUNIT_ARRAY_PARAM_DESC(set, set_cases, name);

/* No number or name is missing, none is used twice, and the documents' marks are there. */
static void oa_counters_a(struct kunit *test)
{
	const struct set_case *c = test->param_value;
	u64 reserved = 0, unsupported = 0, noted = 0;
	const struct oa_counter *counter;
	unsigned int n, k;

	for (n = 0; n < c->num_a; n++) {
		counter = oa_counter_find(c->set, OA_FIELD_A, n);
		KUNIT_ASSERT_NOT_NULL_MSG(test, counter, "A%u", n);
		KUNIT_EXPECT_EQ(test, counter->number, (u8)n);
		KUNIT_EXPECT_GT(test, counter->scale, (u8)0);
		for (k = 0; k < n; k++)
			KUNIT_EXPECT_STRNEQ(test, counter->name,
					    oa_counter_find(c->set, OA_FIELD_A, k)->name);
		reserved |= (u64)!!(counter->flags & OA_COUNTER_RESERVED) << n;
		unsupported |= (u64)!!(counter->flags & OA_COUNTER_UNSUPPORTED) << n;
		noted |= (u64)!!counter->note << n;
	}
	KUNIT_EXPECT_NULL(test, oa_counter_find(c->set, OA_FIELD_A, n));
	KUNIT_EXPECT_EQ(test, reserved, c->reserved);
	KUNIT_EXPECT_EQ(test, unsupported, c->unsupported);
	KUNIT_EXPECT_EQ(test, noted, c->noted);
}

static void expect_named(struct kunit *test, enum oa_field field, u64 mask)
{
	const struct set_case *c = test->param_value;
	unsigned int n;

	for (n = 0; n < 64; n++)
		if (mask >> n & 1)
			KUNIT_EXPECT_NOT_NULL_MSG(test, oa_counter_find(c->set, field, n),
						  "field %d, %u", field, n);
}

/* No report holds a counter without a name. */
static void oa_counters_formats(struct kunit *test)
{
	const struct set_case *c = test->param_value;
	u32 *raw = kunit_kcalloc(test, OA_REPORT_MAX_DWORDS, sizeof(u32), GFP_KERNEL);
	struct oa_report *out = kunit_kzalloc(test, sizeof(*out), GFP_KERNEL);
	u8 i;

	KUNIT_ASSERT_NOT_NULL(test, raw);
	KUNIT_ASSERT_NOT_NULL(test, out);
	for (i = 0; i < c->num_formats; i++) {
		oa_report_decode(&c->formats[i], raw, out);
		expect_named(test, OA_FIELD_A, out->a_mask);
		expect_named(test, OA_FIELD_B, out->b_mask);
		expect_named(test, OA_FIELD_C, out->c_mask);
	}
	KUNIT_EXPECT_EQ(test, !oa_counter_find(c->set, OA_FIELD_GPU_TICKS, 0),
			!c->formats[0].rpt_id);
	KUNIT_EXPECT_NULL(test, oa_counter_find(c->set, OA_FIELD_B, c->num_b));
	KUNIT_EXPECT_NULL(test, oa_counter_find(c->set, OA_FIELD_C, OA_MAX_C));
	KUNIT_EXPECT_NULL(test, oa_counter_find(c->set, OA_FIELD_GPU_TICKS, 1));
	KUNIT_EXPECT_NULL(test, oa_counter_find(c->set, OA_FIELD_CTX_ID, 0));
}

static void oa_counters_vectors(struct kunit *test)
{
	static const struct {
		const struct oa_counter_set *set;
		u8 number;
		const char *name;
		u8 scale;
	} vectors[] = {
		{ &oa_counters_snb, 0, "eu_active", 1 },
		{ &oa_counters_snb, 11, "gs_gpgpu_ready", 1 },
		{ &oa_counters_snb, 16, "ps_ready", 1 },
		{ &oa_counters_snb, 26, "gpu_busy", 1 },
		{ &oa_counters_ivb, 17, "cs_active", 1 },
		{ &oa_counters_ivb, 29, "ps_core_stall", 1 },
		{ &oa_counters_ivb, 34, "slow_z_passed", 1 },
		{ &oa_counters_hsw, 41, "render_busy", 1 },
		{ &oa_counters_gen8, 0, "render_busy", 1 },
		{ &oa_counters_gen8, 7, "flex0", 1 },
		{ &oa_counters_gen8, 20, "flex13", 1 },
		{ &oa_counters_gen8, 21, "rasterized", 1 },
		{ &oa_counters_gen9, 24, "ps_killed", 1 },
		{ &oa_counters_gen9, 30, "slm_reads", 64 },
		{ &oa_counters_gen11, 0, "gpu_busy", 1 },
		{ &oa_counters_gen11, 35, "barriers", 1 },
	};
	const struct oa_counter *counter;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(vectors); i++) {
		counter = oa_counter_find(vectors[i].set, OA_FIELD_A, vectors[i].number);
		KUNIT_ASSERT_NOT_NULL(test, counter);
		KUNIT_EXPECT_STREQ(test, counter->name, vectors[i].name);
		KUNIT_EXPECT_EQ(test, counter->scale, vectors[i].scale);
	}
}

static struct kunit_case oa_counters_cases[] = {
	KUNIT_CASE_PARAM(oa_counters_a, set_gen_params),
	KUNIT_CASE_PARAM(oa_counters_formats, set_gen_params),
	KUNIT_CASE(oa_counters_vectors),
	{ }
};

static struct kunit_suite oa_counters_suite = {
	.name = "i915_oa_format_counters",
	.test_cases = oa_counters_cases,
};

kunit_test_suite(oa_counters_suite);
