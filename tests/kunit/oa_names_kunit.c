// SPDX-License-Identifier: GPL-2.0-only
/*
 * Hierarchical names: each is well formed and unique on its platform. Each documented counter has
 * one, and no other counter does.
 *
 * Expected values are written from hardware.rst 4.1, 5.1 to 5.6, 19.3, 19.4.
 */
#include <kunit/test.h>
#include <linux/ctype.h>
#include <linux/string.h>

#include "formats/oa_names.h"
#include "named_param.h"

struct names_case {
	const char *name;
	const struct oa_counter_set *set;
	u64 a;		/* documented A counters */
	u32 b;
	u32 c;
	bool ticks;
};

#define ALL(n)			((1ull << (n)) - 1)
#define BITS3(x, y, z)		(1ull << (x) | 1ull << (y) | 1ull << (z))
/* The document reserves the stages' stalls and what is ready, and A44. */
#define IVB_RESERVED	(BITS3(3, 8, 13) | BITS3(18, 23, 28) | BITS3(6, 11, 16) | BITS3(21, 26, 31))
#define IVB_A		(ALL(44) & ~IVB_RESERVED)

static const struct names_case names_cases[] = {
	{ "snb", &oa_counters_snb, ALL(29) & ~(0xfull << 17), 0xf, 0, false },
	{ "ivb", &oa_counters_ivb, IVB_A, 0xf, 0, false },
	{ "vlv", &oa_counters_vlv, IVB_A, 0xf, 0, false },
	{ "hsw", &oa_counters_hsw, IVB_A & ~(1ull << 34), 0xff, 0xff, false },
	{ "gen8", &oa_counters_gen8, ALL(36), 0xff, 0xff, true },
	{ "gen9", &oa_counters_gen9, ALL(36), 0xff, 0xff, true },
	{ "gen11", &oa_counters_gen11, ALL(36), 0xff, 0xff, true },
	{ "gen12", &oa_counters_gen12, ALL(36), 0xff, 0xff, true },
};

KUNIT_ARRAY_PARAM_DESC(names, names_cases, name);

/* Two to four levels of capitals, digits and underscores, each beginning with a capital */
static bool well_formed(const char *name)
{
	unsigned int levels = 1;
	char last = '.';

	for (; *name; last = *name++) {
		levels += *name == '.';
		if (last == '.' ? !isupper(*name) :
		    !isupper(*name) && !isdigit(*name) && *name != '_' && *name != '.')
			return false;
	}
	return last != '.' && levels >= 2 && levels <= 4;
}

static void oa_names_form_is_checked(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, well_formed("EU.ACTIVE"));
	KUNIT_EXPECT_TRUE(test, well_formed("CACHE.SAMPLER.RD.MISS"));
	KUNIT_EXPECT_FALSE(test, well_formed("EU"));
	KUNIT_EXPECT_FALSE(test, well_formed("EU."));
	KUNIT_EXPECT_FALSE(test, well_formed("EU..VS"));
	KUNIT_EXPECT_FALSE(test, well_formed("EU.active"));
	KUNIT_EXPECT_FALSE(test, well_formed("A.B.C.D.E"));
}

static u64 named(struct kunit *test, const struct oa_counter_set *set, enum oa_field field)
{
	const struct oa_name *name;
	unsigned int n;
	u64 mask = 0;

	for (n = 0; n < 64; n++) {
		name = oa_name_find(set, field, n);
		if (!name)
			continue;
		mask |= 1ull << n;
		KUNIT_EXPECT_EQ(test, name->number, (u8)n);
		KUNIT_EXPECT_EQ(test, name->field, field);
		KUNIT_EXPECT_TRUE_MSG(test, well_formed(name->name), "%s", name->name);
	}
	return mask;
}

static void oa_names_complete(struct kunit *test)
{
	const struct names_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, named(test, c->set, OA_FIELD_A), c->a);
	KUNIT_EXPECT_EQ(test, named(test, c->set, OA_FIELD_B), (u64)c->b);
	KUNIT_EXPECT_EQ(test, named(test, c->set, OA_FIELD_C), (u64)c->c);
	KUNIT_EXPECT_EQ(test, named(test, c->set, OA_FIELD_GPU_TICKS), (u64)c->ticks);
	KUNIT_EXPECT_EQ(test, named(test, c->set, OA_FIELD_TIMESTAMP), 1ull);
	KUNIT_EXPECT_EQ(test, named(test, c->set, OA_FIELD_CTX_ID), 0ull);
	KUNIT_EXPECT_EQ(test, named(test, c->set, OA_FIELD_RESERVED), 0ull);
}

static const enum oa_field fields[] = {
	OA_FIELD_A, OA_FIELD_B, OA_FIELD_C, OA_FIELD_GPU_TICKS, OA_FIELD_TIMESTAMP,
};

#define PER_FIELD	48u
#define NUM_PLACES	(ARRAY_SIZE(fields) * PER_FIELD)

static const struct oa_name *at_place(const struct oa_counter_set *set, unsigned int place)
{
	return oa_name_find(set, fields[place / PER_FIELD], place % PER_FIELD);
}

static void oa_names_unique(struct kunit *test)
{
	const struct names_case *c = test->param_value;
	const struct oa_name *name, *other;
	unsigned int i, k;

	for (i = 0; i < NUM_PLACES; i++) {
		name = at_place(c->set, i);
		for (k = 0; name && k < i; k++) {
			other = at_place(c->set, k);
			if (other)
				KUNIT_EXPECT_STRNEQ(test, name->name, other->name);
		}
	}
}

/* An explanation has the meaning, the erratum and the source, and is not cut short. */
static void oa_names_explained(struct kunit *test)
{
	const struct names_case *c = test->param_value;
	const struct oa_counter *counter;
	const struct oa_name *name;
	char text[OA_EXPLANATION_BYTES];
	unsigned int i;

	for (i = 0; i < NUM_PLACES; i++) {
		name = at_place(c->set, i);
		if (!name)
			continue;
		oa_name_explain(c->set, name, text, sizeof(text));
		KUNIT_EXPECT_NOT_NULL(test, strstr(text, name->source));
		KUNIT_EXPECT_EQ_MSG(test, text[strlen(text) - 1], ']', "%s", text);
		counter = oa_counter_find(c->set, name->field, name->number);
		if (counter && counter->note)
			KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(text, counter->note), "%s", text);
		KUNIT_EXPECT_EQ(test, !!strstr(text, "no document for Gen9"),
				c->set == &oa_counters_gen9);
		KUNIT_EXPECT_EQ(test, !!strstr(text, "no document for Gen12"),
				c->set == &oa_counters_gen12);
	}
}

static void oa_names_vectors(struct kunit *test)
{
	static const struct {
		const struct oa_counter_set *set;
		enum oa_field field;
		u8 number;
		const char *name;
	} vectors[] = {
		{ &oa_counters_snb, OA_FIELD_A, 9, "EU.STALL.GS_CS" },
		{ &oa_counters_snb, OA_FIELD_A, 26, "GPU.BUSY" },
		{ &oa_counters_ivb, OA_FIELD_A, 34, "PIXEL.PASS.Z.SLOW" },
		{ &oa_counters_hsw, OA_FIELD_A, 41, "GPU.BUSY.RENDER" },
		{ &oa_counters_hsw, OA_FIELD_A, 29, "EU.STALL.PS" },
		{ &oa_counters_gen8, OA_FIELD_A, 0, "GPU.BUSY.RENDER" },
		{ &oa_counters_gen8, OA_FIELD_A, 20, "EU.FLEX.E13" },
		{ &oa_counters_gen9, OA_FIELD_A, 0, "GPU.BUSY" },
		{ &oa_counters_gen11, OA_FIELD_A, 0, "GPU.BUSY" },
		{ &oa_counters_gen11, OA_FIELD_GPU_TICKS, 0, "GPU.CLOCKS" },
		{ &oa_counters_gen9, OA_FIELD_A, 29, "CACHE.SAMPLER.RD.MISS" },
		{ &oa_counters_vlv, OA_FIELD_TIMESTAMP, 0, "GPU.TIME" },
		{ &oa_counters_hsw, OA_FIELD_B, 7, "NOA.CUSTOM.B7" },
	};
	const struct oa_name *name;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(vectors); i++) {
		name = oa_name_find(vectors[i].set, vectors[i].field, vectors[i].number);
		KUNIT_ASSERT_NOT_NULL(test, name);
		KUNIT_EXPECT_STREQ(test, name->name, vectors[i].name);
	}
}

/* The documents' list of increment events, for all platforms: hardware.rst 5.4 */
static bool is_listed(u16 event)
{
	static const u16 fine_of_all = 0x781;	/* none, EU 0 to 3 */
	const u8 increment = event & 0xf, coarse = event >> 4 & 0xf, fine = event >> 8 & 0xf;

	switch (increment) {
	case 0:
	case 1:
		return coarse <= 8 && (fine <= 4 || (fine >= 7 && fine <= 10));
	case 2:
		return coarse <= 8 && (fine == 5 || fine_of_all >> fine & 1);
	case 3:
	case 4:
	case 5:
	case 8:
		return (!coarse || coarse == 7 || coarse == 8) && fine_of_all >> fine & 1;
	default:
		return false;
	}
}

static void expect_tree_events(struct kunit *test, const struct oa_flex_event *events,
			       unsigned int num)
{
	unsigned int i, k;

	for (i = 0; i < num; i++) {
		KUNIT_EXPECT_EQ(test, events[i].number, (u8)(OA_FLEX_FIRST + i));
		KUNIT_EXPECT_TRUE_MSG(test, is_listed(events[i].event), "0x%x", events[i].event);
		KUNIT_EXPECT_TRUE(test, well_formed(events[i].name));
		for (k = 0; k < i; k++) {
			KUNIT_EXPECT_STRNEQ(test, events[i].name, events[k].name);
			KUNIT_EXPECT_NE(test, events[i].event, events[k].event);
		}
	}
}

static void oa_names_tree_events(struct kunit *test)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names_cases); i++)
		KUNIT_EXPECT_EQ(test, !!oa_tree_events(names_cases[i].set), names_cases[i].ticks);
	expect_tree_events(test, oa_tree_events(&oa_counters_gen8), OA_NUM_FLEX_EVENTS);
	KUNIT_EXPECT_PTR_EQ(test, oa_tree_events(&oa_counters_gen8),
			    oa_tree_events(&oa_counters_gen11));
	/* Shipped sets have A7 count event 4 and A8 event 5 by 0x5004: hardware.rst 3.12 */
	KUNIT_EXPECT_EQ(test, oa_tree_flex_register(&oa_counters_gen9, 0), 0x5004u);
	KUNIT_EXPECT_EQ(test, oa_tree_flex_register(&oa_counters_gen9, 6), 0x502060u);
}

/* The registers of EU events in RenderBasic of Tiger Lake: hardware.rst 19.4 */
static void oa_names_gen12_events(struct kunit *test)
{
	static const u32 render_basic[] = {
		0x804704, 0xa04904, 0x805705, 0xa05905, 0x808708, 0xa08908, 0xffffff,
	};
	const struct oa_flex_event *events = oa_tree_events(&oa_counters_gen12);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(render_basic); i++)
		KUNIT_EXPECT_EQ(test, oa_tree_flex_register(&oa_counters_gen12, i),
				render_basic[i]);
	expect_tree_events(test, events, 12);
	/* A19 and A20 count none, and have no name. */
	KUNIT_EXPECT_NULL(test, events[12].name);
	KUNIT_EXPECT_NULL(test, events[13].name);
}

static struct kunit_case oa_names_kunit_cases[] = {
	KUNIT_CASE(oa_names_form_is_checked),
	KUNIT_CASE_PARAM(oa_names_complete, names_gen_params),
	KUNIT_CASE_PARAM(oa_names_unique, names_gen_params),
	KUNIT_CASE_PARAM(oa_names_explained, names_gen_params),
	KUNIT_CASE(oa_names_vectors),
	KUNIT_CASE(oa_names_tree_events),
	KUNIT_CASE(oa_names_gen12_events),
	{ }
};

static struct kunit_suite oa_names_suite = {
	.name = "i915_oa_names",
	.test_cases = oa_names_kunit_cases,
};

kunit_test_suite(oa_names_suite);
