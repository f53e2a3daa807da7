// SPDX-License-Identifier: GPL-2.0-only
/*
 * Metrics by formula: values computed by hand from hardware.rst 5.1 to 5.5, and the causes of a
 * wrong value.
 */
#include <kunit/test.h>
#include <linux/limits.h>
#include <linux/string.h>

#include "formats/oa_metrics.h"
#include "formats/oa_names.h"
#include "named_param.h"

static const struct oa_machine hsw = {
	.counters = &oa_counters_hsw, .eus = 20, .slices = 1, .threads = 7,
	.timestamp_hz = 12500000, .programmed = OA_PROGRAMMED_CLOCKS,
};

static const struct oa_machine bdw = {
	.counters = &oa_counters_gen8, .eus = 24, .slices = 2, .threads = 7,
	.timestamp_hz = 12500000, .programmed = OA_PROGRAMMED_TREE,
};

static const struct oa_machine tgl = {
	.counters = &oa_counters_gen12, .eus = 96, .slices = 1, .threads = 7,
	.timestamp_hz = 19200000, .programmed = OA_PROGRAMMED_TREE,
};

static struct oa_value value_of(struct kunit *test, const char *name,
				const struct oa_increments *sum, const struct oa_machine *machine)
{
	const struct oa_metric *metric;
	unsigned int i;

	for (i = 0; (metric = oa_metric_at(machine->counters, i)); i++)
		if (!strcmp(metric->name, name))
			return oa_metric_value(metric, sum, machine);
	KUNIT_FAIL(test, "no metric %s", name);
	return (struct oa_value){ 0, ~0u };
}

static void expect_value(struct kunit *test, const char *name, const struct oa_increments *sum,
			 const struct oa_machine *machine, u64 wanted)
{
	const struct oa_value v = value_of(test, name, sum, machine);

	KUNIT_EXPECT_EQ_MSG(test, v.wrong, 0u, "%s", name);
	KUNIT_EXPECT_EQ_MSG(test, v.value, wanted, "%s", name);
}

static void expect_wrong(struct kunit *test, const char *name, const struct oa_increments *sum,
			 const struct oa_machine *machine, u32 wanted)
{
	const struct oa_value v = value_of(test, name, sum, machine);

	KUNIT_EXPECT_EQ_MSG(test, v.wrong, wanted, "%s", name);
	KUNIT_EXPECT_EQ_MSG(test, v.value, 0ull, "%s", name);
}

/* 100000 clocks in 1250 ticks of 80 ns, which are 100 us: 1 GHz */
static struct oa_increments hsw_increments(void)
{
	return (struct oa_increments){
		.a = { [0] = 500000, [1] = 1000000, [5] = 1400000, [30] = 2800000,
		       [32] = 300, [33] = 100, [41] = 75000, [42] = 12500 },
		.b = { 100000 }, .time = 1250, .pairs = 1,
		.a_mask = (1ull << 45) - 1, .b_mask = 0xff, .c_mask = 0xff,
	};
}

static void oa_metrics_hsw(struct kunit *test)
{
	const struct oa_increments sum = hsw_increments();

	expect_value(test, "GPU.FREQUENCY", &sum, &hsw, 1000000000);
	expect_value(test, "GPU.UTILIZATION", &sum, &hsw, 750000);
	/* 500000 of 20 x 100000 */
	expect_value(test, "EU.ACTIVE_SHARE", &sum, &hsw, 250000);
	expect_value(test, "EU.STALL_SHARE", &sum, &hsw, 500000);
	/* 4200000 of 7 x 20 x 100000 */
	expect_value(test, "THREAD.OCCUPANCY_SHARE", &sum, &hsw, 300000);
	expect_value(test, "FIXED.BOTTLENECK_SHARE.VS", &sum, &hsw, 125000);
	expect_value(test, "PIXEL.FAIL_SHARE.HIZ", &sum, &hsw, 250000);
}

/* 50000 clocks in 100 us */
static void oa_metrics_gen8(struct kunit *test)
{
	struct oa_increments sum = {
		.a = { [0] = 25000, [1] = 10, [2] = 20, [3] = 30, [4] = 40, [5] = 50, [6] = 60,
		       [7] = 600000, [8] = 300000, [13] = 120000,
		       [21] = 10000, [22] = 1500, [23] = 1000, [24] = 200, [25] = 100,
		       [28] = 900, [29] = 300, [30] = 1000, [32] = 3, [33] = 2 },
		.ticks = 50000, .time = 1250, .pairs = 1, .a_mask = (1ull << 36) - 1,
	};
	struct oa_machine machine = bdw;

	expect_value(test, "GPU.FREQUENCY", &sum, &bdw, 500000000);
	expect_value(test, "GPU.UTILIZATION", &sum, &bdw, 500000);
	/* 600000, 300000 and 120000 of 24 x 50000 */
	expect_value(test, "EU.ACTIVE_SHARE", &sum, &bdw, 500000);
	expect_value(test, "EU.STALL_SHARE", &sum, &bdw, 250000);
	expect_value(test, "THREAD.OCCUPANCY_SHARE", &sum, &bdw, 100000);
	expect_value(test, "PIXEL.FAIL_SHARE.EARLY", &sum, &bdw, 250000);
	expect_value(test, "PIXEL.FAIL_SHARE.LATE", &sum, &bdw, 10000);
	expect_value(test, "PIXEL.KILL_SHARE", &sum, &bdw, 20000);
	/* 1000 x 10000 of 2 x 50000 */
	expect_value(test, "PIXEL.RASTER_RATE", &sum, &bdw, 100);
	expect_value(test, "CACHE.SAMPLER.RD.MISS_SHARE", &sum, &bdw, 333333);
	expect_value(test, "MEM.LDST.L1.MISS_SHARE", &sum, &bdw, 666667);
	/* 64000 bytes and 210 threads in 100 us; nothing was written */
	expect_value(test, "MEM.LOAD_RATE.SLM", &sum, &bdw, 640000000);
	expect_value(test, "MEM.STORE_RATE.SLM", &sum, &bdw, 0);
	expect_value(test, "THREAD.DISPATCH_RATE", &sum, &bdw, 2100000);

	/* A8 counts another event than that of the tree. */
	sum.a_other = 1 << 8;
	expect_wrong(test, "EU.STALL_SHARE", &sum, &bdw, OA_WRONG_SET);
	expect_value(test, "EU.ACTIVE_SHARE", &sum, &bdw, 500000);
	sum.a_other = 0;
	/* Flexible counters with unknown events */
	machine.programmed = 0;
	expect_wrong(test, "EU.ACTIVE_SHARE", &sum, &machine, OA_WRONG_SET);
	expect_value(test, "GPU.UTILIZATION", &sum, &machine, 500000);
	machine.slices = 0;
	expect_wrong(test, "PIXEL.RASTER_RATE", &sum, &machine, OA_WRONG_TOPOLOGY);
}

/* Sums of four counters: hardware.rst 19.4 */
static void oa_metrics_gen12(struct kunit *test)
{
	struct oa_increments sum = {
		.a = { [0] = 25000, [7] = 120000, [8] = 240000, [9] = 360000, [10] = 480000,
		       [11] = 480000, [15] = 250000, [16] = 250000, [17] = 250000, [18] = 300000,
		       [28] = 900, [29] = 300 },
		.ticks = 50000, .time = 1920, .pairs = 1, .a_mask = (1ull << 36) - 1,
	};

	expect_value(test, "GPU.FREQUENCY", &sum, &tgl, 500000000);
	expect_value(test, "GPU.UTILIZATION", &sum, &tgl, 500000);
	/* 1200000 and 480000 of 96 x 50000; 8 x 1050000 of 7 times that */
	expect_value(test, "EU.ACTIVE_SHARE", &sum, &tgl, 250000);
	expect_value(test, "EU.STALL_SHARE", &sum, &tgl, 100000);
	expect_value(test, "THREAD.OCCUPANCY_SHARE", &sum, &tgl, 250000);
	expect_value(test, "CACHE.SAMPLER.RD.MISS_SHARE", &sum, &tgl, 333333);
	/* One count more than all slots, which rounding would hide */
	sum.a[18] = 4200001 - 750000;
	expect_wrong(test, "THREAD.OCCUPANCY_SHARE", &sum, &tgl, OA_WRONG_RANGE);
	sum.a_other = 1 << 18;
	expect_wrong(test, "THREAD.OCCUPANCY_SHARE", &sum, &tgl, OA_WRONG_SET);
	expect_value(test, "EU.ACTIVE_SHARE", &sum, &tgl, 250000);
}

static void oa_metrics_wrong(struct kunit *test)
{
	struct oa_increments sum = hsw_increments();
	struct oa_machine machine = hsw;

	machine.threads = 0;
	expect_wrong(test, "THREAD.OCCUPANCY_SHARE", &sum, &machine, OA_WRONG_TOPOLOGY);
	machine.eus = 0;
	expect_wrong(test, "EU.ACTIVE_SHARE", &sum, &machine, OA_WRONG_TOPOLOGY);
	expect_value(test, "GPU.UTILIZATION", &sum, &machine, 750000);
	machine.programmed = 0;
	expect_wrong(test, "GPU.UTILIZATION", &sum, &machine, OA_WRONG_SET);

	/* The last possible value, and one more */
	sum.a[0] = 2000000;
	expect_value(test, "EU.ACTIVE_SHARE", &sum, &hsw, OA_WHOLE);
	sum.a[0]++;
	expect_wrong(test, "EU.ACTIVE_SHARE", &sum, &hsw, OA_WRONG_RANGE);
	/* An excess that rounding would hide */
	sum.b[0] = 1000000;
	sum.a[0] = 20000001;
	expect_wrong(test, "EU.ACTIVE_SHARE", &sum, &hsw, OA_WRONG_RANGE);
	/* 3.1 GHz */
	sum.b[0] = 310000;
	expect_wrong(test, "GPU.FREQUENCY", &sum, &hsw, OA_WRONG_RANGE);
	sum.b[0] = 0;
	expect_wrong(test, "GPU.UTILIZATION", &sum, &hsw, OA_WRONG_NOTHING);
	sum.b_mask = 0;
	expect_wrong(test, "GPU.UTILIZATION", &sum, &hsw, OA_WRONG_ABSENT);
	sum.a[32] = 0;
	sum.a[33] = 0;
	expect_wrong(test, "PIXEL.FAIL_SHARE.HIZ", &sum, &hsw, OA_WRONG_NOTHING);
	/* The format A13: the report lacks the pixel shader's threads. */
	sum = hsw_increments();
	sum.a_mask = (1ull << 13) - 1;
	expect_wrong(test, "THREAD.OCCUPANCY_SHARE", &sum, &hsw, OA_WRONG_ABSENT);
	sum = hsw_increments();
	sum.a_wrapped = 1;
	expect_wrong(test, "EU.ACTIVE_SHARE", &sum, &hsw, OA_WRONG_WRAPPED);
	expect_value(test, "EU.STALL_SHARE", &sum, &hsw, 500000);
	sum.clocks_wrapped = true;
	expect_wrong(test, "EU.STALL_SHARE", &sum, &hsw, OA_WRONG_WRAPPED);
}

static void oa_metrics_fraction(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, oa_fraction(0, 3, OA_WHOLE), 0ull);
	KUNIT_EXPECT_EQ(test, oa_fraction(1, 3, OA_WHOLE), 333333ull);
	KUNIT_EXPECT_EQ(test, oa_fraction(2, 3, OA_WHOLE), 666667ull);
	KUNIT_EXPECT_EQ(test, oa_fraction(3, 3, OA_WHOLE), (u64)OA_WHOLE);
	KUNIT_EXPECT_EQ(test, oa_fraction(7, 3, 1000), 2333ull);
	/* Products of more than 64 bits */
	KUNIT_EXPECT_EQ(test, oa_fraction(1ull << 62, 1ull << 63, OA_WHOLE), 500000ull);
	KUNIT_EXPECT_EQ(test, oa_fraction(U64_MAX, U64_MAX, OA_WHOLE), (u64)OA_WHOLE);
	KUNIT_EXPECT_EQ(test, oa_fraction(U64_MAX / 4, U64_MAX, OA_WHOLE), 250000ull);
	KUNIT_EXPECT_EQ(test, oa_fraction(1ull << 62, 2, 1ull << 40), U64_MAX);
}

static void add(struct oa_increments *sum, const struct oa_machine *machine,
		const struct oa_report r[2])
{
	oa_increments_add(sum, machine, &r[0], &r[1],
			  (r[1].timestamp - r[0].timestamp) & OA_TIMESTAMP_MASK);
}

/* One wrap between two reports counts; two can't be seen, and are not possible in a short time. */
static void oa_metrics_wraps(struct kunit *test)
{
	struct oa_report *r = kunit_kcalloc(test, 2, sizeof(*r), GFP_KERNEL);
	struct oa_increments sum = { .time = 0 };

	KUNIT_ASSERT_NOT_NULL(test, r);
	r[1].a_mask = (1ull << 45) - 1;
	r[1].b_mask = 0xff;
	r[0].timestamp = OA_TIMESTAMP_MASK - 99;
	r[1].timestamp = 1150;
	r[0].a[0] = U32_MAX - 9;
	r[1].a[0] = 10;
	r[0].b[0] = U32_MAX;
	r[1].b[0] = 99999;
	add(&sum, &hsw, r);
	KUNIT_EXPECT_EQ(test, sum.time, 1250ull);
	KUNIT_EXPECT_EQ(test, sum.a[0], 20ull);
	KUNIT_EXPECT_EQ(test, sum.b[0], 100000ull);
	KUNIT_EXPECT_EQ(test, sum.pairs, 1ull);
	KUNIT_EXPECT_EQ(test, sum.a_wrapped, 0ull);
	KUNIT_EXPECT_FALSE(test, sum.clocks_wrapped);

	/* The same time: nothing is added. */
	oa_increments_add(&sum, &hsw, &r[1], &r[1], 0);
	KUNIT_EXPECT_EQ(test, sum.pairs, 1ull);

	/* 2^32 / (20 EUs x 3 GHz) is 71.6 ms; threads, 7 on each EU, wrap in 10.2 ms. */
	r[0].timestamp = 0;
	r[1].timestamp = 12500000 / 1000 * 50;
	add(&sum, &hsw, r);
	KUNIT_EXPECT_EQ(test, sum.a_wrapped & 1, 0ull);
	KUNIT_EXPECT_NE(test, sum.a_wrapped & 1ull << 30, 0ull);
	r[1].timestamp = 12500000 / 1000 * 72;
	add(&sum, &hsw, r);
	KUNIT_EXPECT_EQ(test, sum.a_wrapped & 1, 1ull);
	/* The busy counter advances by one per clock: no wrap before 1.43 s */
	KUNIT_EXPECT_EQ(test, sum.a_wrapped & 1ull << 41, 0ull);
	KUNIT_EXPECT_FALSE(test, sum.clocks_wrapped);
	r[1].timestamp = 12500000 / 100 * 144;
	add(&sum, &hsw, r);
	KUNIT_EXPECT_TRUE(test, sum.clocks_wrapped);
	KUNIT_EXPECT_NE(test, sum.a_wrapped & 1ull << 41, 0ull);
}

/* Merging intervals that were counted one by one gives the same sum as adding all at once. */
static void oa_metrics_merge(struct kunit *test)
{
	struct oa_increments *sum = kunit_kcalloc(test, 3, sizeof(*sum), GFP_KERNEL);
	struct oa_report *r = kunit_kcalloc(test, 2, sizeof(*r), GFP_KERNEL);
	struct oa_machine machine = hsw;

	KUNIT_ASSERT_NOT_NULL(test, sum);
	KUNIT_ASSERT_NOT_NULL(test, r);
	r[1].a_mask = (1ull << 45) - 1;
	r[1].b_mask = 0xff;
	r[1].c_mask = 0xff;
	r[1].timestamp = 12500000 / 1000 * 72;
	r[1].a[41] = 41;
	r[1].b[7] = 7;
	r[1].c[3] = 3;
	r[1].gpu_ticks = 5;
	machine.a_other = 1ull << 41;
	add(&sum[0], &machine, r);
	add(&sum[0], &machine, r);
	add(&sum[1], &machine, r);
	oa_increments_merge(&sum[2], &sum[1]);
	oa_increments_merge(&sum[2], &sum[1]);
	KUNIT_EXPECT_EQ(test, memcmp(&sum[0], &sum[2], sizeof(*sum)), 0);
	KUNIT_EXPECT_EQ(test, sum[2].a_other, 1ull << 41);
	/* An empty interval changes nothing. */
	memset(&sum[1], 0, sizeof(*sum));
	oa_increments_merge(&sum[2], &sum[1]);
	KUNIT_EXPECT_EQ(test, memcmp(&sum[0], &sum[2], sizeof(*sum)), 0);
}

/* Counters of 40 bits do not wrap that soon. */
static void oa_metrics_wide(struct kunit *test)
{
	struct oa_report *r = kunit_kcalloc(test, 2, sizeof(*r), GFP_KERNEL);
	struct oa_increments sum = { .time = 0 };

	KUNIT_ASSERT_NOT_NULL(test, r);
	r[1].a_mask = (1ull << 36) - 1;
	r[1].a_wide = 0xffffffff;
	r[1].timestamp = 12500000;
	r[0].a[7] = 0xfffffffff0ull;
	r[1].a[7] = 0x10;
	add(&sum, &bdw, r);
	KUNIT_EXPECT_EQ(test, sum.a[7], 0x20ull);
	KUNIT_EXPECT_EQ(test, sum.a_wrapped & 1ull << 7, 0ull);
	/* 2^40 / (24 EUs x 3 GHz) is 15.3 s. */
	r[1].timestamp = 12500000u * 16;
	add(&sum, &bdw, r);
	KUNIT_EXPECT_NE(test, sum.a_wrapped & 1ull << 7, 0ull);
}

static const struct set_case {
	const char *name;
	const struct oa_counter_set *set;
} set_cases[] = {
	{ "snb", &oa_counters_snb }, { "ivb", &oa_counters_ivb }, { "vlv", &oa_counters_vlv },
	{ "hsw", &oa_counters_hsw }, { "gen8", &oa_counters_gen8 }, { "gen9", &oa_counters_gen9 },
	{ "gen11", &oa_counters_gen11 }, { "gen12", &oa_counters_gen12 },
};

KUNIT_ARRAY_PARAM_DESC(set, set_cases, name);

/* A formula uses only counters that a document describes and that work. */
static void expect_named(struct kunit *test, const struct oa_counter_set *set,
			 const struct oa_operand *operands)
{
	const struct oa_counter *counter;
	unsigned int i;

	for (i = 0; i < OA_MAX_OPERANDS && operands[i].field; i++) {
		counter = oa_counter_find(set, operands[i].field, operands[i].number);
		KUNIT_ASSERT_NOT_NULL(test, counter);
		KUNIT_EXPECT_NOT_NULL(test, oa_name_find(set, operands[i].field,
							 operands[i].number));
		KUNIT_EXPECT_EQ(test, counter->flags & OA_COUNTER_UNSUPPORTED, 0);
	}
}

static bool is_flexible(const struct oa_counter_set *set, struct oa_operand operand)
{
	return set->has_ticks && operand.number >= OA_FLEX_FIRST &&
	       operand.number < OA_FLEX_FIRST + OA_NUM_FLEX_EVENTS;
}

static void oa_metrics_tables(struct kunit *test)
{
	const struct set_case *c = test->param_value;
	const struct oa_metric *m;
	unsigned int i, k;

	for (i = 0; (m = oa_metric_at(c->set, i)); i++) {
		expect_named(test, c->set, m->of);
		expect_named(test, c->set, m->by);
		KUNIT_EXPECT_GT(test, m->scale, 0u);
		KUNIT_EXPECT_EQ(test, !strcmp(m->unit, "share"), m->most == OA_WHOLE);
		/* Flexible counters only with the set that programs them */
		KUNIT_EXPECT_EQ(test, is_flexible(c->set, m->of[0]),
				!!(m->needs & OA_PROGRAMMED_TREE));
		for (k = 0; k < i; k++)
			KUNIT_EXPECT_STRNEQ(test, m->name, oa_metric_at(c->set, k)->name);
	}
	KUNIT_EXPECT_GT(test, i, 4u);
	for (i = 0; i < OA_NUM_WRONGS; i++)
		KUNIT_EXPECT_NOT_NULL(test, oa_wrong_name(i));
}

static struct kunit_case oa_metrics_cases[] = {
	KUNIT_CASE(oa_metrics_hsw),
	KUNIT_CASE(oa_metrics_gen8),
	KUNIT_CASE(oa_metrics_gen12),
	KUNIT_CASE(oa_metrics_wrong),
	KUNIT_CASE(oa_metrics_fraction),
	KUNIT_CASE(oa_metrics_wraps),
	KUNIT_CASE(oa_metrics_merge),
	KUNIT_CASE(oa_metrics_wide),
	KUNIT_CASE_PARAM(oa_metrics_tables, set_gen_params),
	{ }
};

static struct kunit_suite oa_metrics_suite = {
	.name = "i915_oa_metrics",
	.test_cases = oa_metrics_cases,
};

kunit_test_suite(oa_metrics_suite);
