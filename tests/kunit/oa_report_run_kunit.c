// SPDX-License-Identifier: GPL-2.0-only
/*
 * Validating reports as a run must give the same result as validating each by itself. With
 * any content, a run ends before the first report that is not the timer's next valid
 * one.
 *
 * Expected values are written from hardware.rst 3.14, 3.15 and 4.4.
 */
#include <kunit/test.h>
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "accept_run.h"
#include "formats/oa_format.h"
#include "named_param.h"
#include "oa/ring/oa_ring.h"
#include "raw_report.h"

#define TIMER_BIT	5u
#define PERIOD		(2u << TIMER_BIT)
#define PHASE		BIT(TIMER_BIT)
#define REPORTS		48u
#define FAULTS		10u
#define RING_BYTES	24576u	/* 96 reports of 256 bytes, 128 of 192 */

struct run_param {
	const char *name;
	const struct oa_report_format *formats;
	u32 num;
};

static const struct run_param run_params[] = {
	{ "snb", oa_formats_snb, OA_NUM_FORMATS_SNB },
	{ "ivb", oa_formats_ivb, OA_NUM_FORMATS_IVB },
	{ "hsw", oa_formats_hsw, OA_NUM_FORMATS_HSW },
	{ "gen8", oa_formats_gen8, OA_NUM_FORMATS_GEN8 },
	{ "gen9", oa_formats_gen9, OA_NUM_FORMATS_GEN9 },
	{ "gen11", oa_formats_gen11, OA_NUM_FORMATS_GEN11 },
};

KUNIT_ARRAY_PARAM_DESC(run, run_params, name);

/* Spoil one report in one of many ways; some leave it valid, but not the report after it. */
static void spoil(const struct oa_report_format *format, u32 *raw, u32 how)
{
	u32 i;

	switch (how) {
	case 0:
		raw[0] = 0;
		break;
	case 1:
		raw[1] += PERIOD;
		break;
	case 2:
		raw[1] += 1;
		break;
	case 3:
		raw[1] -= 3 * PERIOD;
		break;
	case 4:
		raw[0] = format->rpt_id ? FIELD_PREP(OA_REASON_MASK, OA_REASON_CTX_SWITCH) : 0;
		break;
	case 5:
		raw[0] &= ~OA_REASON_MASK;
		break;
	case 6:
		for (i = 0; i < format->bytes / sizeof(*raw); i++)
			if (raw_is_reserved(format, i))
				raw[i] = 1;
		break;
	case 7:
		if (format->rpt_id) {
			raw[0] |= format->rpt_id->ctx_valid;
			raw[OA_CTX_ID_DWORD] = ~0u;
		}
		break;
	case 8:
		raw[2] ^= 0x10;
		break;
	case 9:
		if (format->rpt_id)
			raw[0] |= format->rpt_id->must_be_zero;
		break;
	}
}

/*
 * Check whether a report is the timer's next one, with none missing in between: it is one
 * period later. Reports of Gen11 need not lie on a grid, so there it is nearer to one period
 * than to two.
 */
static bool is_next(const struct oa_validator *v, const u32 *raw)
{
	u64 ticks = (oa_report_time(v, raw) - v->last) & OA_TIMESTAMP_MASK;

	if (!v->format->loose_timer)
		return oa_report_is_next(v, raw);
	return v->last_timer && oa_report_is_timer(v->format, raw) && ticks < PERIOD + PERIOD / 2;
}

/* Count the reports that the functions for single reports accept in a row. */
static u32 one_by_one(struct oa_validator *v, const u32 *raw, u32 count)
{
	u32 n;

	for (n = 0; n < count; n++, raw += v->format->bytes / sizeof(*raw)) {
		if (oa_report_check(v, raw) != OA_REPORT_VALID || !is_next(v, raw))
			break;
		oa_validator_accept(v, raw);
	}
	return n;
}

/* Without a clock, the report at which a run ends is the first that does not follow. */
static void compare_follows(struct kunit *test, const struct oa_validator *start, const u32 *raw,
			    u32 count)
{
	const u32 dwords = start->format->bytes / sizeof(u32);
	struct oa_validator run = *start;
	bool follows = true;

	for (run.not_after = 0; count && follows; count--, raw += dwords) {
		follows = oa_report_follows(&run, raw);
		KUNIT_EXPECT_EQ(test, (u32)follows, accept_run(&run, raw, 1));
	}
}

static void compare(struct kunit *test, const struct oa_validator *start, const u32 *raw, u32 count,
		    u32 how)
{
	struct oa_validator single = *start, run = *start;
	u32 expected = one_by_one(&single, raw, count);

	compare_follows(test, start, raw, count);
	KUNIT_EXPECT_EQ_MSG(test, accept_run(&run, raw, count), expected, "%s, spoilt by %u",
			    start->format->name, how);
	KUNIT_EXPECT_EQ(test, run.last, single.last);
	KUNIT_EXPECT_EQ(test, run.last_timer, single.last_timer);
}

static void run_format(struct kunit *test, const struct oa_report_format *format, u64 start)
{
	const u32 dwords = format->bytes / sizeof(u32);
	u32 *raw = kunit_kcalloc(test, REPORTS, format->bytes, GFP_KERNEL);
	struct oa_validator v, late;
	u32 i, how, at;

	KUNIT_ASSERT_NOT_NULL(test, raw);
	oa_validator_init(&v, format, true, TIMER_BIT);
	raw_timer_report(format, start, raw);
	oa_validator_accept(&v, raw);
	for (how = 0; how <= FAULTS; how++) {
		for (i = 0; i < REPORTS; i++)
			raw_timer_report(format, start + (u64)(i + 1) * PERIOD, raw + i * dwords);
		at = how * 4;
		spoil(format, raw + at * dwords, how);
		v.not_after = 0;
		compare(test, &v, raw, REPORTS, how);
		/* With the clock after the last report, no report is too new. */
		v.not_after = (start + 20 * PERIOD + 3) & OA_TIMESTAMP_MASK;
		compare(test, &v, raw, REPORTS, how);
		/* Nor is any report too old if the clock is most of a lap ahead. */
		v.not_after = (start + (OA_TIMESTAMP_MASK / 4) * 3) & OA_TIMESTAMP_MASK;
		compare(test, &v, raw, REPORTS, how);
	}
	/* Without a spoilt report the run takes all; without a known timer it takes none. */
	for (i = 0; i < REPORTS; i++)
		raw_timer_report(format, start + (u64)(i + 1) * PERIOD, raw + i * dwords);
	late = v;
	KUNIT_EXPECT_EQ(test, accept_run(&late, raw, REPORTS), REPORTS);
	KUNIT_EXPECT_EQ(test, one_by_one(&v, raw, REPORTS), REPORTS);
	oa_validator_init(&v, format, false, 0);
	KUNIT_EXPECT_EQ(test, accept_run(&v, raw, REPORTS), 0u);
}

/* Inexact periods: a report off the grid ends a run, unless the format has no grid. */
static void run_uneven(struct kunit *test, const struct oa_report_format *format)
{
	static const u32 periods[] = {
		PERIOD, PERIOD + 1, PERIOD - 1, 1, PERIOD + PERIOD / 2 - 1, PERIOD / 2, PERIOD,
	};
	const u32 dwords = format->bytes / sizeof(u32);
	const u32 all = ARRAY_SIZE(periods) + 1;
	u64 time = (1ull << 32) - 4 * PERIOD + PHASE;
	struct oa_validator v;
	u32 *raw, i;

	raw = kunit_kcalloc(test, all, format->bytes, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, raw);
	oa_validator_init(&v, format, true, TIMER_BIT);
	raw_timer_report(format, time, raw);
	oa_validator_accept(&v, raw);
	for (i = 0; i < ARRAY_SIZE(periods); i++) {
		time += periods[i];
		raw_timer_report(format, time, raw + i * dwords);
	}
	/* One report is missing before the last. */
	raw_timer_report(format, time + PERIOD + PERIOD / 2, raw + i * dwords);
	compare(test, &v, raw, all, FAULTS);
	/* By this clock, the last report but two lies in the future. */
	v.not_after = time - PERIOD - 1;
	compare(test, &v, raw, all, FAULTS);
	KUNIT_EXPECT_EQ(test, accept_run(&v, raw, all), format->loose_timer ? all - 3 : 1);
}

/* A time stamp of 0 is invalid, even if due one period after the previous one; abi.rst 14. */
static void run_zero(struct kunit *test, const struct oa_report_format *format)
{
	u32 raw[OA_REPORT_MAX_DWORDS];
	struct oa_validator v;

	oa_validator_init(&v, format, true, TIMER_BIT);
	raw_timer_report(format, (1ull << 32) - PERIOD, raw);
	oa_validator_accept(&v, raw);
	raw_timer_report(format, 1ull << 32, raw);
	KUNIT_EXPECT_EQ(test, accept_run(&v, raw, 1), 0u);
	KUNIT_EXPECT_EQ(test, (u32)oa_report_check(&v, raw), (u32)OA_REPORT_BAD_ORDER);
}

static void oa_report_run_as_one_by_one(struct kunit *test)
{
	const struct run_param *param = test->param_value;
	u32 i;

	for (i = 0; i < param->num; i++) {
		run_format(test, &param->formats[i], 77ull * PERIOD + PHASE);
		/* Across the wrap of 32 bits, and across the wrap of the clock */
		run_format(test, &param->formats[i], (1ull << 32) - 9 * PERIOD + PHASE);
		run_format(test, &param->formats[i], OA_TIMESTAMP_MASK + 1 - 9 * PERIOD + PHASE);
		run_uneven(test, &param->formats[i]);
		if (param->formats[i].loose_timer)
			run_zero(test, &param->formats[i]);
	}
}

static const struct oa_report_format *a45_b8_c8(void)
{
	return oa_format_find(oa_formats_hsw, OA_NUM_FORMATS_HSW, 5);
}

struct cache_param {
	const char *name;
	bool fetched;	/* the CPU does not cache the ring */
};

static const struct cache_param cache_params[] = {
	{ "cached" },
	{ "fetched", true },
};

KUNIT_ARRAY_PARAM_DESC(cache, cache_params, name);

static void fake_fetch(void *to, const void *from, u32 bytes)
{
	memcpy(to, from, bytes);
}

/* The reports are in the ring itself, or in a copy if the ring is slow to read. */
static void expect_at(struct kunit *test, const u32 *reports, const u8 *memory, u32 at)
{
	const struct cache_param *param = test->param_value;
	const u8 *found = (const u8 *)reports;

	if (param->fetched)
		KUNIT_EXPECT_TRUE(test, found < memory || found >= memory + RING_BYTES);
	else
		KUNIT_EXPECT_PTR_EQ(test, found, memory + at);
	KUNIT_EXPECT_EQ(test, memcmp(found, memory + at, OA_LINE_BYTES), 0);
}

/* A ring that holds this many reports, the first of which was consumed */
static u8 *fill_ring(struct kunit *test, const struct oa_report_format *format,
		     struct oa_ring *ring, struct oa_validator *v, u32 count)
{
	const struct cache_param *param = test->param_value;
	u8 *memory = kunit_kzalloc(test, RING_BYTES, GFP_KERNEL);
	struct oa_ring_window *window;
	u32 i, raw[OA_REPORT_MAX_DWORDS];

	KUNIT_ASSERT_NOT_NULL(test, memory);
	memset32((u32 *)memory, OA_POISON, RING_BYTES / sizeof(u32));
	/* No caller reads the tail here. */
	oa_ring_init(ring, memory, RING_BYTES, format->bytes, NULL, NULL);
	if (param->fetched) {
		window = kunit_kzalloc(test, sizeof(*window), GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, window);
		oa_ring_set_fetch(ring, window, fake_fetch);
	}
	oa_validator_init(v, format, true, TIMER_BIT);
	for (i = 0; i < count; i++) {
		raw_timer_report(format, (u64)(i + 1) * PERIOD + PHASE, raw);
		memcpy(memory + i * format->bytes, raw, format->bytes);
	}
	oa_validator_accept(v, (const u32 *)memory);
	oa_ring_pass(ring, 1);
	oa_ring_release(ring, ring->passed);
	return memory;
}

/* Only reports before the tail whose every line has landed are run. */
static void oa_ring_run_settled(struct kunit *test)
{
	const struct oa_report_format *format = a45_b8_c8();
	const u32 *reports;
	struct oa_validator v;
	struct oa_ring ring;
	u32 n, all = 0;
	u8 *memory;

	memory = fill_ring(test, format, &ring, &v, 90);
	/* One line of report 40, the 39th that is left, has not landed. */
	memset32((u32 *)(memory + 40 * 256 + 128), OA_POISON, OA_LINE_DWORDS);
	while ((n = pass_run(&ring, &v, 89 * 256, 1000, &reports))) {
		expect_at(test, reports, memory, (1 + all) * 256);
		all += n;
	}
	KUNIT_EXPECT_EQ(test, all, 39u);
	KUNIT_EXPECT_EQ(test, ring.passed, 39u * 256);
	/* The line lands; the tail is in the middle of report 81. */
	memset(memory + 40 * 256 + 128, 1, 64);
	while ((n = pass_run(&ring, &v, 80 * 256 + 128, 1000, &reports)))
		all += n;
	KUNIT_EXPECT_EQ(test, all, 80u);
	/* No report is returned twice. */
	oa_ring_release(&ring, ring.passed);
	KUNIT_EXPECT_EQ(test, pass_run(&ring, &v, 0, 1000, &reports), 0u);
	KUNIT_EXPECT_TRUE(test, raw_is_poison(memory, (1 + all) * 256));
	while ((n = pass_run(&ring, &v, 9 * 256, 1000, &reports)))
		all += n;
	KUNIT_EXPECT_EQ(test, all, 89u);
}

static void oa_ring_run_max(struct kunit *test)
{
	const struct oa_report_format *format = a45_b8_c8();
	const u32 *reports;
	struct oa_validator v;
	struct oa_ring ring;

	fill_ring(test, format, &ring, &v, 90);
	KUNIT_EXPECT_EQ(test, pass_run(&ring, &v, 89 * 256, 3, &reports), 3u);
	KUNIT_EXPECT_EQ(test, pass_run(&ring, &v, 89 * 256, 0, &reports), 0u);
	KUNIT_EXPECT_EQ(test, pass_run(&ring, &v, 89 * 256, 5, &reports), 5u);
	KUNIT_EXPECT_EQ(test, ring.passed, 8u * 256);
}

/* After a release in parts, the remaining reports stay where they are. */
static void oa_ring_release_part(struct kunit *test)
{
	const struct oa_report_format *format = a45_b8_c8();
	const u32 *reports;
	struct oa_validator v;
	struct oa_ring ring;
	u8 *memory;

	memory = fill_ring(test, format, &ring, &v, 90);
	KUNIT_ASSERT_EQ(test, pass_run(&ring, &v, 89 * 256, 8, &reports), 8u);
	oa_ring_release(&ring, 3 * 256);
	KUNIT_EXPECT_EQ(test, ring.head, 4u * 256);
	KUNIT_EXPECT_EQ(test, ring.passed, 5u * 256);
	KUNIT_EXPECT_TRUE(test, raw_is_poison(memory, 4 * 256));
	KUNIT_EXPECT_EQ(test, *(u32 *)(memory + 4 * 256 + 4), 5 * PERIOD + PHASE);
	KUNIT_ASSERT_EQ(test, pass_run(&ring, &v, 86 * 256, 2, &reports), 2u);
	expect_at(test, reports, memory, 9 * 256);
}

/* A feed with a ring as of fill_ring() */
struct run_test {
	struct mutex lock; /* of @feed, held by the test */
	struct oa_feed feed;
	u8 *memory; /* of the ring */
};

static struct run_test *run_test_begin(struct kunit *test)
{
	struct run_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	mutex_init(&t->lock);
	mutex_lock(&t->lock);
	t->feed.lock = &t->lock;
	t->feed.timer_known = true;
	t->memory = fill_ring(test, a45_b8_c8(), &t->feed.ring, &t->feed.acct.validator, 90);
	return t;
}

static void run_test_end(struct run_test *t)
{
	mutex_unlock(&t->lock);
	mutex_destroy(&t->lock);
}

/*
 * A run changes nothing until it is accepted: one that was overwritten meanwhile, or that user
 * memory did not take, has left no trace.
 */
static void oa_run_forgotten(struct kunit *test)
{
	struct run_test *t = run_test_begin(test);
	struct oa_feed *feed = &t->feed;
	struct oa_accounting *acct = &feed->acct;
	struct oa_accounting *before = kunit_kzalloc(test, sizeof(*before), GFP_KERNEL);
	struct oa_run run, longer;
	const u32 *reports;

	KUNIT_ASSERT_NOT_NULL(test, before);
	acct->gap_checked = true;
	acct->last_timer = 1;
	acct->validator.hypotheses.missing = 2;
	acct->validator.hypotheses.unexamined = 3;
	feed->ring.waiting_since = 4;
	memcpy(before, acct, sizeof(*before));
	run = oa_run_begin(&acct->validator);
	KUNIT_EXPECT_EQ(test, oa_acct_run(feed, &run, 89 * 256, 8, &reports), 8u);
	longer = run;
	KUNIT_EXPECT_EQ(test, oa_acct_run(feed, &longer, 89 * 256, 5, &reports), 5u);
	expect_at(test, reports, t->memory, 9 * 256);
	KUNIT_EXPECT_EQ(test, memcmp(acct, before, sizeof(*before)), 0);
	KUNIT_EXPECT_EQ(test, feed->ring.passed, 0u);
	KUNIT_EXPECT_EQ(test, feed->ring.waiting_since, 4ull);
	/* The first part counts, the second does not. */
	oa_acct_accept_run(feed, &run);
	KUNIT_EXPECT_EQ(test, acct->validator.last, 9ull * PERIOD + PHASE);
	KUNIT_EXPECT_EQ(test, acct->last_timer, 9ull * PERIOD + PHASE);
	KUNIT_EXPECT_FALSE(test, acct->gap_checked);
	KUNIT_EXPECT_EQ(test, acct->validator.hypotheses.missing, 0u);
	KUNIT_EXPECT_EQ(test, acct->validator.hypotheses.unexamined, 11u);
	KUNIT_EXPECT_EQ(test, feed->ring.passed, 8u * 256);
	KUNIT_EXPECT_EQ(test, feed->ring.waiting_since, 0ull);
	run_test_end(t);
}

/* While a hypothesis does not hold, all parts of a run end together at the report to examine. */
static void oa_run_until_examined(struct kunit *test)
{
	struct run_test *t = run_test_begin(test);
	struct oa_feed *feed = &t->feed;
	struct oa_hypotheses *hyp = oa_feed_hypotheses(feed);
	const u32 *reports;
	struct oa_run run;

	hyp->mode = OA_VALIDATE_LEARN;
	hyp->off = OA_HYP_BIT(OA_HYP_RESERVED);
	hyp->unexamined = OA_HYP_SAMPLE - 4;
	run = oa_run_begin(&feed->acct.validator);
	KUNIT_EXPECT_EQ(test, oa_acct_run(feed, &run, 89 * 256, 3, &reports), 3u);
	KUNIT_EXPECT_EQ(test, oa_acct_run(feed, &run, 89 * 256, 8, &reports), 1u);
	KUNIT_EXPECT_EQ(test, oa_acct_run(feed, &run, 89 * 256, 8, &reports), 0u);
	oa_acct_accept_run(feed, &run);
	KUNIT_EXPECT_EQ(test, hyp->unexamined, OA_HYP_SAMPLE);
	run_test_end(t);
}

static struct kunit_case oa_report_run_cases[] = {
	KUNIT_CASE_PARAM(oa_report_run_as_one_by_one, run_gen_params),
	KUNIT_CASE_PARAM(oa_ring_run_settled, cache_gen_params),
	KUNIT_CASE_PARAM(oa_ring_run_max, cache_gen_params),
	KUNIT_CASE_PARAM(oa_ring_release_part, cache_gen_params),
	KUNIT_CASE_PARAM(oa_run_forgotten, cache_gen_params),
	KUNIT_CASE_PARAM(oa_run_until_examined, cache_gen_params),
	{ }
};

static struct kunit_suite oa_report_run_suite = {
	.name = "i915_oa_report_run",
	.test_cases = oa_report_run_cases,
};

kunit_test_suite(oa_report_run_suite);
