// SPDX-License-Identifier: GPL-2.0-only
/*
 * The reports that a single-context stream delivers.
 *
 * Expected values are written from abi.rst 10.6. A report passes if its context
 * id is the bound one, if the last report that passed had the bound id, or if it
 * reports a context switch. The id is overwritten where it is invalid or another
 * context's.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "named_param.h"
#include "oa/stream/oa_stream_priv.h"

/* RPT_ID: reason in [24:19], context valid in bit 25 (gen8) or 16 (later) */
#define TIMER		0x00080000u
#define CTX_SWITCH	0x00400000u
#define SWITCH		0x00400000u
#define FREQUENCY	0x01000000u
#define GEN8_VALID	0x02000000u
#define GEN9_VALID	0x00010000u
#define GONE		0xffffffffu

struct step {
	u32 rpt_id;
	u32 ctx_id;
	bool passes;
	/* The id as delivered */
	u32 shown;
};

struct filter_case {
	const char *name;
	const struct oa_report_format *formats;
	bool bound;
	u32 id;
	const struct step *steps;
	u32 num;
};

static const struct step unbound[] = {
	{ GEN9_VALID | TIMER, 7, true, 7 },
	{ GEN9_VALID | TIMER, 8, true, 8 },
	/* An invalid id is overwritten, so that no client sees stale bits. */
	{ TIMER, 8, true, GONE },
	{ SWITCH, 9, true, GONE },
};

static const struct step bound[] = {
	/* Before any report has passed, reports of other contexts and of none are dropped. */
	{ GEN9_VALID | TIMER, 8, false },
	{ TIMER, 7, false },
	/* A context switch passes, with its context id overwritten. */
	{ GEN9_VALID | SWITCH, 8, true, GONE },
	{ GEN9_VALID | TIMER, 8, false },
	{ GEN9_VALID | SWITCH, 7, true, 7 },
	{ GEN9_VALID | TIMER, 7, true, 7 },
	/* The first report after one of ours ends our interval; the next one is dropped. */
	{ GEN9_VALID | TIMER, 8, true, GONE },
	{ GEN9_VALID | TIMER, 8, false },
	{ GEN9_VALID | TIMER, 7, true, 7 },
	{ TIMER, 7, true, GONE },
	{ TIMER, 7, false },
	/* A change of the frequency passes as a report of the timer does. */
	{ GEN9_VALID | FREQUENCY, 8, false },
	{ GEN9_VALID | FREQUENCY, 7, true, 7 },
	{ GEN9_VALID | FREQUENCY, 8, true, GONE },
	{ GEN9_VALID | FREQUENCY, 8, false },
	/* Bits above the 21 of the id do not count. */
	{ GEN9_VALID | TIMER, 0x200007, true, 0x200007 },
};

/* On Gen8, context-valid is bit 25; bit 16 says that the timer is enabled. */
static const struct step gen8[] = {
	{ GEN9_VALID | TIMER, 7, false },
	{ GEN8_VALID | TIMER, 7, true, 7 },
	{ GEN9_VALID | TIMER, 7, true, GONE },
	{ GEN9_VALID | TIMER, 7, false },
};

/* Gen11: the software id is [15:5]; the engine and instance bits around it do not count. */
static const struct step gen11[] = {
	{ GEN9_VALID | TIMER, 3 << 5, false },
	{ GEN9_VALID | TIMER, 2 << 5, true, 2 << 5 },
	{ GEN9_VALID | TIMER, 3 << 5, true, GONE },
	{ GEN9_VALID | TIMER, 0x10000 | 2 << 5 | 1, true, 0x10000 | 2 << 5 | 1 },
};

/* Haswell's hardware counts for one context alone: all reports pass unchanged. */
static const struct step hsw[] = {
	{ 0x400, 7, true, 7 },
	{ 0x400, 8, true, 8 },
};

static const struct filter_case cases[] = {
	{ "gen9, unbound", oa_formats_gen9, false, 0, unbound, ARRAY_SIZE(unbound) },
	{ "gen9, bound", oa_formats_gen9, true, 7, bound, ARRAY_SIZE(bound) },
	{ "gen8, bound", oa_formats_gen8, true, 7, gen8, ARRAY_SIZE(gen8) },
	{ "gen11, bound", oa_formats_gen11, true, 2 << 5, gen11, ARRAY_SIZE(gen11) },
	{ "hsw, bound", oa_formats_hsw, true, 7, hsw, ARRAY_SIZE(hsw) },
};

KUNIT_ARRAY_PARAM_DESC(filter, cases, name);

static void oa_filter_steps(struct kunit *test)
{
	const struct filter_case *c = test->param_value;
	u32 report[64] = {}, i;
	struct oa_filter f;

	oa_filter_init(&f, c->formats, c->bound, c->id);
	for (i = 0; i < c->num; i++) {
		report[0] = c->steps[i].rpt_id;
		report[2] = c->steps[i].ctx_id;
		KUNIT_ASSERT_EQ_MSG(test, oa_filter_match(&f, report), c->steps[i].passes,
				    "step %u", i);
		if (!c->steps[i].passes)
			continue;
		oa_filter_deliver(&f, report);
		KUNIT_EXPECT_EQ_MSG(test, report[0], c->steps[i].rpt_id, "step %u", i);
		KUNIT_EXPECT_EQ_MSG(test, report[2], c->steps[i].shown, "step %u", i);
	}
}

/* A restart forgets which context's report passed last. */
static void oa_filter_restart(struct kunit *test)
{
	u32 report[64] = { GEN9_VALID | TIMER, 0, 7 };
	struct oa_filter f;

	oa_filter_init(&f, oa_formats_gen9, true, 7);
	oa_filter_deliver(&f, report);
	report[2] = 8;
	KUNIT_EXPECT_TRUE(test, oa_filter_match(&f, report));
	oa_filter_init(&f, oa_formats_gen9, true, 7);
	KUNIT_EXPECT_FALSE(test, oa_filter_match(&f, report));
}

/* The log shows of a report of another context or of none only its reason and its time. */
static void oa_filter_redacts(struct kunit *test)
{
	static const u32 other[] = { GEN9_VALID | TIMER, 0x1234, 8, 0x5678 };
	static const u32 own[] = { GEN9_VALID | TIMER, 0x1234, 7, 0x5678 };
	static const u32 none[] = { TIMER, 0x1234, 7, 0x5678 };
	static const u32 masked[] = { GEN9_VALID | TIMER, 0x1234, GONE, 0 };
	static const u32 masked_none[] = { TIMER, 0x1234, GONE, 0 };
	u32 head[OA_HYP_DWORDS];
	struct oa_filter f;

	oa_filter_init(&f, oa_formats_gen9, true, 7);
	memcpy(head, own, sizeof(head));
	/* The report after one of ours is redacted too, although it ends our interval. */
	oa_filter_deliver(&f, head);
	oa_filter_redact(&f, head);
	KUNIT_EXPECT_FALSE(test, memcmp(head, own, sizeof(head)));
	memcpy(head, other, sizeof(head));
	oa_filter_redact(&f, head);
	KUNIT_EXPECT_FALSE(test, memcmp(head, masked, sizeof(head)));
	memcpy(head, none, sizeof(head));
	oa_filter_redact(&f, head);
	KUNIT_EXPECT_FALSE(test, memcmp(head, masked_none, sizeof(head)));
	/* A stream of all contexts redacts nothing. */
	oa_filter_init(&f, oa_formats_gen9, false, 0);
	memcpy(head, other, sizeof(head));
	oa_filter_redact(&f, head);
	KUNIT_EXPECT_FALSE(test, memcmp(head, other, sizeof(head)));
}

static struct kunit_case oa_filter_cases[] = {
	KUNIT_CASE_PARAM(oa_filter_steps, filter_gen_params),
	KUNIT_CASE(oa_filter_restart),
	KUNIT_CASE(oa_filter_redacts),
	{}
};

static struct kunit_suite oa_filter_suite = {
	.name = "i915_oa_filter",
	.test_cases = oa_filter_cases,
};

kunit_test_suite(oa_filter_suite);
