// SPDX-License-Identifier: GPL-2.0-only
/*
 * R_PWR_CLK_STATE: the slices, subslices and EUs that contexts request.
 *
 * Expected values are written from the fields in regs/gt_regs.h and abi.rst 6.3: bit 31 enable;
 * [17:15] slices, enabled by bit 18, on Gen11 [17:12]; [10:8] subslices, enabled by bit 11;
 * [7:4] maximum, [3:0] minimum of EUs.
 */
#include <kunit/test.h>
#include <uapi/drm/i915_drm.h>

#include "oa/gpu/oa_gpu.h"

static struct oa_topology topology(u8 slices, u8 subslices, u8 eus)
{
	struct oa_topology t;

	oa_topology_uniform(&t, slices, subslices, eus);
	return t;
}

static u32 default_rpcs(u8 slices, u8 subslices, bool halves,
			u32 (*rpcs)(const struct oa_sseu *sseu))
{
	const struct oa_topology t = topology(slices, subslices, 8);
	struct oa_sseu sseu;

	oa_sseu_default(&sseu, &t, halves);
	return rpcs(&sseu);
}

static void oa_rpcs_all_of_gen9(struct kunit *test)
{
	/* Skylake GT2, one slice: no count; GT4, three slices: a count of slices */
	KUNIT_EXPECT_EQ(test, default_rpcs(1, 3, false, oa_rpcs_gen9), 0x80000088u);
	KUNIT_EXPECT_EQ(test, default_rpcs(3, 3, false, oa_rpcs_gen9), 0x80058088u);
	/* Broxton: a count of subslices, unless there is only one */
	KUNIT_EXPECT_EQ(test, default_rpcs(1, 3, false, oa_rpcs_gen9_lp), 0x80000b88u);
	KUNIT_EXPECT_EQ(test, default_rpcs(1, 1, false, oa_rpcs_gen9_lp), 0x80000088u);
}

static void oa_rpcs_half_of_gen11(struct kunit *test)
{
	/* Four of eight subslices, two of four */
	KUNIT_EXPECT_EQ(test, default_rpcs(1, 8, true, oa_rpcs_gen11), 0x80041c88u);
	KUNIT_EXPECT_EQ(test, default_rpcs(1, 4, true, oa_rpcs_gen11), 0x80041a88u);
}

/* 6 EUs of 8: i915 requests the family's 8 (Broxton, Jasper Lake 4x6). */
static void oa_rpcs_fused_eus(struct kunit *test)
{
	struct oa_topology t = topology(1, 3, 8);
	struct oa_sseu sseu;
	unsigned int ss;

	for (ss = 0; ss < 3; ss++)
		t.eu_mask[0][ss] = 0x3f;
	oa_sseu_default(&sseu, &t, false);
	KUNIT_EXPECT_EQ(test, oa_rpcs_gen9_lp(&sseu), 0x80000b88u);
	t = topology(1, 4, 8);
	for (ss = 0; ss < 4; ss++)
		t.eu_mask[0][ss] = 0x3f;
	oa_sseu_default(&sseu, &t, true);
	KUNIT_EXPECT_EQ(test, oa_rpcs_gen11(&sseu), 0x80041a88u);
}

static u32 asked_rpcs_of(u8 slices, u8 subslices, u64 mask, u32 (*rpcs)(const struct oa_sseu *sseu))
{
	const struct drm_i915_gem_context_param_sseu asked = {
		.slice_mask = 1,
		.subslice_mask = mask,
		.min_eus_per_subslice = 6,
		.max_eus_per_subslice = 8,
	};
	const struct oa_topology t = topology(slices, subslices, 8);
	struct oa_sseu sseu;

	oa_sseu_requested(&sseu, &t, &asked);
	return rpcs(&sseu);
}

static u32 asked_rpcs(u8 subslices, u64 mask, u32 (*rpcs)(const struct oa_sseu *sseu))
{
	return asked_rpcs_of(1, subslices, mask, rpcs);
}

static void oa_rpcs_as_asked(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, asked_rpcs(3, 0x5, oa_rpcs_gen9), 0x80000086u);
	/* One slice of three: the request has a slice count */
	KUNIT_EXPECT_EQ(test, asked_rpcs_of(3, 3, 0x5, oa_rpcs_gen9), 0x80048086u);
	KUNIT_EXPECT_EQ(test, asked_rpcs(3, 0x5, oa_rpcs_gen9_lp), 0x80000a86u);
	KUNIT_EXPECT_EQ(test, asked_rpcs(8, 0xf, oa_rpcs_gen11), 0x80041c86u);
	/* All eight subslices of Gen11: as two slices, without a subslice count */
	KUNIT_EXPECT_EQ(test, asked_rpcs(8, 0xff, oa_rpcs_gen11), 0x80042086u);
	KUNIT_EXPECT_EQ(test, asked_rpcs(4, 0xf, oa_rpcs_gen11), 0x80042086u);
}

static struct kunit_case oa_rpcs_cases[] = {
	KUNIT_CASE(oa_rpcs_all_of_gen9),
	KUNIT_CASE(oa_rpcs_half_of_gen11),
	KUNIT_CASE(oa_rpcs_fused_eus),
	KUNIT_CASE(oa_rpcs_as_asked),
	{}
};

static struct kunit_suite oa_rpcs_suite = {
	.name = "i915_oa_rpcs",
	.test_cases = oa_rpcs_cases,
};

kunit_test_suite(oa_rpcs_suite);
