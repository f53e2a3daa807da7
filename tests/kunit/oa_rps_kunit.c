// SPDX-License-Identifier: GPL-2.0-only
/*
 * The render clock: the requested frequency, its units, and the register's old value, which is
 * restored.
 *
 * Offsets and fields are written from hardware.rst 2.6: the request is 0xA008, [30:25] on SNB and
 * IVB, [30:24] on HSW and BDW, in 50 MHz; [31:23] from Gen9 on, in thirds of 50 MHz.
 */
#include <kunit/test.h>

#include "fake_mmio.h"
#include "named_param.h"
#include "oa/gpu/oa_gpu.h"
#include "oa/oa_platform.h"

#define REQUEST		0xa008

/* No register needs a power domain. */
static const struct oa_forcewake_table no_wells = { };

struct rps_test {
	struct fake_mmio fake;
	struct oa_rps rps;
	u32 request;
};

struct rps_case {
	const char *name;
	const struct oa_platform *platform;
	u32 limits, cap;
	u32 lowest, highest;
	/* The registers at the highest frequency, and at 500 MHz */
	u32 most, at_500;
};

static const struct rps_case rps_cases[] = {
	{ "snb", &oa_platform_snb, 0x145998, 0x070b16, 350, 1100, 22u << 25, 10u << 25 },
	{ "ivb", &oa_platform_ivb, 0x145998, 0x070b16, 350, 1100, 22u << 25, 10u << 25 },
	{ "hsw", &oa_platform_hsw, 0x145998, 0x070b16, 350, 1100, 22u << 24, 10u << 24 },
	{ "bdw", &oa_platform_bdw, 0x145998, 0x060b16, 300, 1100, 22u << 24, 10u << 24 },
	{ "skl", &oa_platform_skl, 0x145998, 0x070e17, 350, 1150, 69u << 23, 30u << 23 },
	{ "bxt: limits in thirds, the other way round", &oa_platform_bxt, 0x138170, 0x2a1506,
	  100, 700, 42u << 23, 30u << 23 },
	{ "icl", &oa_platform_icl, 0x145998, 0x060e16, 300, 1100, 66u << 23, 30u << 23 },
};

KUNIT_ARRAY_PARAM_DESC(rps, rps_cases, name);

static struct rps_test *start(struct kunit *test, const struct oa_platform *platform,
			      u32 limits, u32 cap)
{
	struct rps_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	fake_mmio_init(test, &t->fake, 16);
	fake_mmio_add(&t->fake, REQUEST, &t->request);
	if (limits)
		fake_mmio_add(&t->fake, limits, NULL);
	if (limits)
		*fake_mmio_reg(&t->fake, limits) = cap;
	oa_forcewake_init(&t->fake.uncore, &no_wells);
	/* As firmware may have left it, with a bit that is no part of the frequency */
	t->request = 0x0c008001;
	oa_rps_init(&t->rps, &t->fake.uncore, platform->freqs);
	oa_rps_read_limits(&t->rps);
	return t;
}

static void end(struct kunit *test, struct rps_test *t)
{
	KUNIT_EXPECT_EQ(test, t->request, 0x0c008001u);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
	oa_forcewake_fini(&t->fake.uncore);
	mutex_destroy(&t->rps.lock);
}

static void oa_rps_requests(struct kunit *test)
{
	const struct rps_case *c = test->param_value;
	struct rps_test *t = start(test, c->platform, c->limits, c->cap);

	KUNIT_EXPECT_TRUE(test, oa_rps_can_request(&t->rps));
	KUNIT_EXPECT_EQ(test, oa_rps_bound_mhz(&t->rps, OA_RPS_MIN), c->lowest);
	KUNIT_EXPECT_EQ(test, oa_rps_bound_mhz(&t->rps, OA_RPS_MAX), c->highest);
	KUNIT_EXPECT_EQ(test, oa_rps_bound_mhz(&t->rps, OA_RPS_BOOST), c->highest);
	KUNIT_EXPECT_EQ(test, oa_rps_set_bound(&t->rps, OA_RPS_MAX, c->highest), 0);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 0u);
	KUNIT_EXPECT_EQ(test, oa_rps_request(&t->rps), 0);
	KUNIT_EXPECT_EQ(test, t->request, c->most);
	KUNIT_EXPECT_EQ(test, oa_rps_set_bound(&t->rps, OA_RPS_BOOST, 500), 0);
	KUNIT_EXPECT_EQ(test, t->request, c->at_500);
	KUNIT_EXPECT_EQ(test, oa_rps_set_bound(&t->rps, OA_RPS_MIN, c->highest), 0);
	KUNIT_EXPECT_EQ(test, t->request, c->most);
	oa_rps_restore(&t->rps);
	end(test, t);
}

/* A request that a reset cleared is repeated; the restored value is the one from before any. */
static void oa_rps_repeats(struct kunit *test)
{
	const struct rps_case *c = test->param_value;
	struct rps_test *t = start(test, c->platform, c->limits, c->cap);

	KUNIT_EXPECT_EQ(test, oa_rps_request(&t->rps), 0);
	KUNIT_EXPECT_EQ(test, oa_rps_request(&t->rps), 0);
	t->request = 0;
	KUNIT_EXPECT_EQ(test, oa_rps_request(&t->rps), 0);
	KUNIT_EXPECT_EQ(test, t->request, c->most);
	oa_rps_restore(&t->rps);
	KUNIT_EXPECT_EQ(test, t->request, 0x0c008001u);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 4u);
	/* After the restore, a new bound writes nothing. */
	oa_rps_restore(&t->rps);
	KUNIT_EXPECT_EQ(test, oa_rps_set_bound(&t->rps, OA_RPS_BOOST, 500), 0);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 4u);
	end(test, t);
}

static void oa_rps_refuses(struct kunit *test)
{
	const struct rps_case *c = test->param_value;
	struct rps_test *t = start(test, c->platform, c->limits, c->cap);
	enum oa_rps_bound which;

	for (which = 0; which < OA_NUM_RPS_BOUNDS; which++) {
		KUNIT_EXPECT_EQ(test, oa_rps_set_bound(&t->rps, which, c->lowest - 50), -EINVAL);
		KUNIT_EXPECT_EQ(test, oa_rps_set_bound(&t->rps, which, c->highest + 50), -EINVAL);
		/* Three times this wraps in 32 bits to three times 500 MHz, or nearly. */
		KUNIT_EXPECT_EQ(test, oa_rps_set_bound(&t->rps, which, 1431656265), -EINVAL);
		KUNIT_EXPECT_EQ(test, oa_rps_set_bound(&t->rps, which, U32_MAX), -EINVAL);
	}
	KUNIT_EXPECT_EQ(test, oa_rps_set_bound(&t->rps, OA_RPS_MIN, 500), 0);
	KUNIT_EXPECT_EQ(test, oa_rps_set_bound(&t->rps, OA_RPS_MAX, 450), -EINVAL);
	KUNIT_EXPECT_EQ(test, oa_rps_set_bound(&t->rps, OA_RPS_MAX, 500), 0);
	KUNIT_EXPECT_EQ(test, oa_rps_set_bound(&t->rps, OA_RPS_MIN, 550), -EINVAL);
	KUNIT_EXPECT_EQ(test, oa_rps_set_bound(&t->rps, OA_RPS_BOOST, c->highest), 0);
	KUNIT_EXPECT_EQ(test, oa_rps_bound_mhz(&t->rps, OA_RPS_MIN), 500u);
	KUNIT_EXPECT_EQ(test, oa_rps_bound_mhz(&t->rps, OA_RPS_MAX), 500u);
	end(test, t);
}

struct mute_case {
	const char *name;
	const struct oa_platform *platform;
	u32 limits, cap;
};

/* No request is made: there is no register, or the limits make no sense. */
static const struct mute_case mute_cases[] = {
	{ "vlv", &oa_platform_vlv, 0, 0 },
	{ "chv", &oa_platform_chv, 0, 0 },
	{ "limits of zero", &oa_platform_hsw, 0x145998, 0 },
	{ "lowest of zero", &oa_platform_hsw, 0x145998, 0x000b16 },
	{ "limits the wrong way round", &oa_platform_skl, 0x145998, 0x160e07 },
};

KUNIT_ARRAY_PARAM_DESC(mute, mute_cases, name);

static void oa_rps_leaves_alone(struct kunit *test)
{
	const struct mute_case *c = test->param_value;
	struct rps_test *t = start(test, c->platform, c->limits, c->cap);

	KUNIT_EXPECT_FALSE(test, oa_rps_can_request(&t->rps));
	KUNIT_EXPECT_EQ(test, oa_rps_request(&t->rps), 0);
	oa_rps_restore(&t->rps);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 0u);
	end(test, t);
}

static struct kunit_case oa_rps_cases[] = {
	KUNIT_CASE_PARAM(oa_rps_requests, rps_gen_params),
	KUNIT_CASE_PARAM(oa_rps_repeats, rps_gen_params),
	KUNIT_CASE_PARAM(oa_rps_refuses, rps_gen_params),
	KUNIT_CASE_PARAM(oa_rps_leaves_alone, mute_gen_params),
	{}
};

static struct kunit_suite oa_rps_suite = {
	.name = "i915_oa_rps",
	.test_cases = oa_rps_cases,
};

kunit_test_suite(oa_rps_suite);
